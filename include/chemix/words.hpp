// SPDX-License-Identifier: Apache-2.0
// Words: all texts about games that people read or hear, in the languages of words/.
#pragma once

#include "chemix/agents/hint.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/error.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

class WordCatalogue;

/// A language and the style of its texts; cheap to copy. Texts about an observation or an event
/// depend only on what its viewer sees.
class Words {
 public:
  /// The words of a built-in language, by its code or a tag of it: `de`, `de-AT`, `de_DE.UTF-8`.
  /// Fails for any other.
  static Result<Words> in(std::string_view language = "en");
  /// The words of a catalogue: the text of a file like those in words/, in any language. Fails if a
  /// key is missing, if a text is too long (512 bytes, 8 placeholders), or if a sentence does not
  /// use the same placeholders as the English one; `file` names the catalogue in messages.
  static Result<Words> from_text(std::string_view catalogue, std::string_view file);
  /// The built-in languages, such as `de`, in alphabetical order.
  static std::vector<std::string> languages();

  /// The same words for reading aloud: formulas are spelled, and small numbers are written as
  /// words.
  [[nodiscard]] Words aloud() const;
  /// The same words with names of players, by seat; players without a name are numbered.
  [[nodiscard]] Words with_players(std::vector<std::string> names) const;

  /// The language code, such as `de`, and the language's own name.
  [[nodiscard]] std::string_view language() const;
  [[nodiscard]] std::string_view language_name() const;

  // -- By the name of a game --

  [[nodiscard]] std::string title(std::string_view game) const;
  /// The text of an option, and of one of its choices.
  [[nodiscard]] std::string option(std::string_view game, std::string_view option) const;
  [[nodiscard]] std::string choice(std::string_view game, std::string_view option,
                                   std::string_view choice) const;
  /// The text of a weight of whole turns.
  [[nodiscard]] std::string turn_weight(std::string_view game, std::string_view weight) const;
  [[nodiscard]] std::string phase(std::string_view game, std::string_view phase) const;
  /// The meaning of scores, and whether more or fewer win.
  [[nodiscard]] std::string score_meaning(std::string_view game) const;

  // -- For a game. Precondition: kinds, ids and blocks are those of the game --

  /// A card with its name and points: `H2O, water, 3 points`.
  [[nodiscard]] std::string card(const AnyGame& game, int kind) const;
  /// An action: `lay H2O`.
  [[nodiscard]] std::string action(const AnyGame& game, int action) const;
  [[nodiscard]] std::string chance_action(const AnyGame& game, int action) const;
  /// The prompt for the viewer of an observation: `Ben, lay a card that matches H2O or draw a
  /// card.` If others act, names them. At the end, names the winners and the scores; for an
  /// observation that no state has, says only that the game is over.
  [[nodiscard]] std::string prompt(const AnyGame& game, ConstBlock observation) const;
  /// A hint and its reason: `lay H2O: worth 3.2 more than the next best of 12 choices`.
  [[nodiscard]] std::string hint(const AnyGame& game, const Hint& hint) const;
  /// An event in one sentence: `Ben draws a card.` Empty for a counter that means nothing to
  /// players.
  [[nodiscard]] std::string event(const AnyGame& game, const Event& event) const;
  /// The events of a step in sentences, without empty ones. Cards that are shown together are one
  /// sentence: `Ben lets Anna look at H, O and two Na.` A call that wins nothing is said to be too
  /// late.
  [[nodiscard]] std::vector<std::string> events(const AnyGame& game,
                                                std::span<const Event> events) const;
  /// The reason for a refusal, and what is allowed instead; empty for a rule that refuses no
  /// action.
  [[nodiscard]] std::string refusal(const AnyGame& game, const RuleError& error) const;
  [[nodiscard]] std::string refusal(const AnyGame& game, std::string_view rule, int detail,
                                    std::span<const std::int16_t, 3> arguments) const;
  /// An error of input in one sentence, as InputError::message() in English. A reason that the
  /// catalogue does not have stays in English.
  [[nodiscard]] std::string input_error(const InputError& error) const;
  /// The current scores of all players: `Ben: 3 points, Anna: 1 point`.
  [[nodiscard]] std::string scores(const AnyGame& game, ConstBlock state) const;
  /// The winners with the scores; before the end, the scores alone.
  [[nodiscard]] std::string result(const AnyGame& game, ConstBlock state) const;

 private:
  class Speaker;

  explicit Words(std::shared_ptr<const WordCatalogue> catalogue);

  // Precondition: `events` is not empty, and shows cards of one hand to the same viewers.
  [[nodiscard]] std::string shown(const AnyGame& game, std::span<const Event> events) const;

  std::shared_ptr<const WordCatalogue> catalogue_;
  std::shared_ptr<const std::vector<std::string>> players_;
  bool aloud_ = false;
};

/// A refusal in English, with the action and the ID of the rule:
/// `draw: There is no card left to draw. [CU-16]`. With `by_chance`, the id is of a chance action.
[[nodiscard]] std::string refusal_text(const AnyGame& game, const RuleError& error,
                                       bool by_chance = false);

}  // namespace chemix
