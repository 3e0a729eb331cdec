// SPDX-License-Identifier: Apache-2.0
// Words: all that a person reads of a game, or has read aloud, in the languages of words/.
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

/// One language, and how it is used: a small value. What it says of an observation or an event, as
/// seen by a viewer, follows from what this viewer sees.
class Words {
 public:
  /// The words of a language, such as `de`; refuses those that there are none of.
  static Result<Words> in(std::string_view language = "en");
  /// Those of a catalogue: the text of a file like those in words/, in any language. Refuses one
  /// that lacks a key, or whose sentences do not mention the same as the English ones; `file` is
  /// what messages call it.
  static Result<Words> from_text(std::string_view catalogue, std::string_view file);
  /// The built-in languages, such as `de`, in alphabetical order.
  static std::vector<std::string> languages();

  /// The same to be read aloud: formulas are spelled, and small numbers are words.
  [[nodiscard]] Words aloud() const;
  /// The same with what the players are called, by seat; those without a name are numbered.
  [[nodiscard]] Words with_players(std::vector<std::string> names) const;

  /// The language, such as `de`, and what it calls itself.
  [[nodiscard]] std::string_view language() const;
  [[nodiscard]] std::string_view language_name() const;

  // -- Of a game by its name --

  [[nodiscard]] std::string title(std::string_view game) const;
  /// What an option is about, and what one of its choices means.
  [[nodiscard]] std::string option(std::string_view game, std::string_view option) const;
  [[nodiscard]] std::string choice(std::string_view game, std::string_view option,
                                   std::string_view choice) const;
  /// What whole turns are weighed by.
  [[nodiscard]] std::string turn_weight(std::string_view game, std::string_view weight) const;
  [[nodiscard]] std::string phase(std::string_view game, std::string_view phase) const;
  /// What scores count, and whether more or fewer win.
  [[nodiscard]] std::string score_meaning(std::string_view game) const;

  // -- Of a game. Precondition: kinds, ids and blocks are the game's --

  /// A card with its name and points: `H2O, water, 3 points`.
  [[nodiscard]] std::string card(const AnyGame& game, int kind) const;
  /// What is done: `lay H2O`.
  [[nodiscard]] std::string action(const AnyGame& game, int action) const;
  [[nodiscard]] std::string chance_action(const AnyGame& game, int action) const;
  /// What the viewer of an observation is asked for: `Ben, lay a card that matches H2O or draw a
  /// card.`; who acts instead; or, at the end, who has won, with the scores, which a
  /// view that no state has does not tell.
  [[nodiscard]] std::string prompt(const AnyGame& game, ConstBlock observation) const;
  /// What is advised, and why: `lay H2O: 3.2 better than the next best of 12`.
  [[nodiscard]] std::string hint(const AnyGame& game, const Hint& hint) const;
  /// What happens, one sentence: `Ben draws a card.`
  [[nodiscard]] std::string event(const AnyGame& game, const Event& event) const;
  /// What is wrong, and what may be done instead; empty for a rule that refuses no action.
  [[nodiscard]] std::string refusal(const AnyGame& game, const RuleError& error) const;
  [[nodiscard]] std::string refusal(const AnyGame& game, std::string_view rule, int detail,
                                    std::span<const std::int16_t, 3> arguments) const;
  /// Everybody's score as it stands: `Ben: 3 points, Anna: 1 point`.
  [[nodiscard]] std::string scores(const AnyGame& game, ConstBlock state) const;
  /// Who has won, with the scores; before the end the scores alone.
  [[nodiscard]] std::string result(const AnyGame& game, ConstBlock state) const;

 private:
  class Speaker;

  explicit Words(std::shared_ptr<const WordCatalogue> catalogue);

  std::shared_ptr<const WordCatalogue> catalogue_;
  std::shared_ptr<const std::vector<std::string>> players_;
  bool aloud_ = false;
};

/// A refusal in English, with the action and the ID of the rule:
/// `draw: There is no card left to draw. [CU-16]`. `by_chance` tells whose ids are meant.
[[nodiscard]] std::string refusal_text(const AnyGame& game, const RuleError& error,
                                       bool by_chance = false);

}  // namespace chemix
