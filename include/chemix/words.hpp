// SPDX-License-Identifier: Apache-2.0
// Words: all texts about games that people read or hear, in the languages of words/.
#pragma once

#include "chemix/agents/hint.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/undo.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

class WordCatalogue;

/// Room for any text about a game and for all sentences of a step, with a final NUL, if names of
/// players have fewer than 64 bytes. Lists of legal actions and descriptions may be longer.
inline constexpr std::size_t max_text_size = std::size_t{16} * 1024;

/// How texts are written.
enum class TextStyle : std::uint8_t {
  Plain,
  /// Formulas have subscript digits of Unicode.
  Unicode,
  /// Formulas have subscripts in `<sub>`; `&`, `<` and `>` are escaped as in HTML.
  Markup,
  /// To be read aloud: formulas are spelled, and small numbers are written as words.
  Aloud
};

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

  /// The same words in a style; `in` and `from_text` make plain ones.
  [[nodiscard]] Words with_style(TextStyle style) const;
  [[nodiscard]] Words aloud() const { return with_style(TextStyle::Aloud); }
  /// The same words with names of players, by seat; players without a name are numbered.
  [[nodiscard]] Words with_players(std::vector<std::string> names) const;

  /// The language code, such as `de`, and the language's own name.
  [[nodiscard]] std::string_view language() const;
  [[nodiscard]] std::string language_name() const;
  /// The name of a player, such as `Ben` or `Player 2`.
  [[nodiscard]] std::string player(Player seat) const;
  /// Says that something was undone, or why it cannot be.
  [[nodiscard]] std::string undo(Undo undo) const;

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
  /// The name of a zone, such as `draw pile` or `hand`, and of a place: `Ben’s hand`.
  [[nodiscard]] std::string zone(std::string_view game, Zone zone) const;
  [[nodiscard]] std::string place(std::string_view game, Place place) const;
  /// The name of a pile in a zone, such as `minus pile`, without its owner. `pile` is its name in
  /// plain data, such as `minus`.
  [[nodiscard]] std::string pile(std::string_view game, Zone zone, std::string_view pile) const;
  /// The label of a field of an observation or an action, such as `value to beat`; empty for one
  /// that means nothing to players.
  [[nodiscard]] std::string field_name(std::string_view game, std::string_view field) const;

  // -- For a game. Precondition: kinds, ids and blocks are those of the game --

  /// A card with its name and points: `H2O, water, 3 points`.
  [[nodiscard]] std::string card(const AnyGame& game, int kind) const;
  /// The name alone, such as `water`; the formula or number if the card has no name.
  [[nodiscard]] std::string card_name(const AnyGame& game, int kind) const;
  /// The value of a field, such as `4 cards`; empty if the field has no label.
  [[nodiscard]] std::string field_value(const AnyGame& game, const MessageArgument& field) const;
  /// An action: `lay H2O`.
  [[nodiscard]] std::string action(const AnyGame& game, int action) const;
  [[nodiscard]] std::string chance_action(const AnyGame& game, int action) const;
  /// The legal actions of the viewer of an observation, in the order of their ids.
  [[nodiscard]] std::vector<std::string> legal_actions(const AnyGame& game,
                                                       ConstBlock observation) const;
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
  /// The same as far as the viewer of an observation knows the scores.
  [[nodiscard]] std::string result_seen(const AnyGame& game, ConstBlock observation) const;

 private:
  class Speaker;

  explicit Words(std::shared_ptr<const WordCatalogue> catalogue);

  // Precondition: `events` is not empty, and shows cards of one hand to the same viewers.
  [[nodiscard]] std::string shown(const AnyGame& game, std::span<const Event> events) const;

  std::shared_ptr<const WordCatalogue> catalogue_;
  std::shared_ptr<const std::vector<std::string>> players_;
  TextStyle style_ = TextStyle::Plain;
};

/// A refusal in English for programs, with the action and the ID of the rule:
/// `draw: There is no card left to draw. [CU-16]`. Players are called `seat 0` and so on. With
/// `by_chance`, the id is of a chance action.
[[nodiscard]] std::string refusal_text(const AnyGame& game, const RuleError& error,
                                       bool by_chance = false);

}  // namespace chemix
