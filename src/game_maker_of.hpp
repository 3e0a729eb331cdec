// SPDX-License-Identifier: Apache-2.0
// Describes and makes a game.
#pragma once

#include "any_game_list.hpp"
#include "any_game_of.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/options.hpp"
#include "game_serialization_of.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace chemix {

template <class Deck>
struct FoundDeck {
  std::shared_ptr<const Deck> deck;
  /// The deck file; empty if the deck equals the built-in one of its name.
  std::string text;
};

template <class Deck>
Result<FoundDeck<Deck>> find_deck(const GameRequest& request, std::string_view default_deck) {
  if (request.deck_text.empty()) {
    auto deck = builtin_deck<Deck>(request.deck.empty() ? default_deck : request.deck);
    if (!deck) {
      // The name is wrong, not a field of a file.
      InputError error = deck.error();
      error.field = "deck";
      return tl::unexpected(error);
    }
    return FoundDeck<Deck>{*deck, ""};
  }
  if (!request.deck.empty()) {
    return tl::unexpected(
        InputError{"deck", request.deck, "given both by name and as a file", "DK-4"});
  }
  auto deck = read_deck<Deck>(request.deck_text, request.deck_file);
  if (!deck) return tl::unexpected(deck.error());
  const auto builtin = builtin_deck<Deck>((*deck)->key());
  const bool same = builtin && (*builtin)->content_hash() == (*deck)->content_hash();
  return FoundDeck<Deck>{*deck, same ? "" : chemix::deck_text(**deck)};
}

template <class G>
Result<std::shared_ptr<const AnyGame>> GameMakerOf<G>::make(const GameRequest& request) {
  using Rules = typename G::Rules;
  auto options = parse_options<typename Rules::Options>(request.options);
  if (!options) return tl::unexpected(options.error());
  auto deck = find_deck<typename Rules::Deck>(request, Rules::default_deck);
  if (!deck) return tl::unexpected(deck.error());
  auto rules = Rules::create(deck->deck, *options, request.players);
  if (!rules) return tl::unexpected(rules.error());
  return std::make_shared<AnyGameOf<G>>(
      MadeGame<G>{G(std::move(*rules)), std::move(deck->deck), std::move(deck->text)});
}

template <class G>
GameDescription GameMakerOf<G>::describe() {
  using Rules = typename G::Rules;
  GameDescription game{std::string(Rules::name),
                       Rules::revision,
                       Rules::min_players,
                       Rules::max_players,
                       std::string(Rules::default_deck),
                       describe_options<typename Rules::Options>(),
                       {}};
  if constexpr (WholeTurnRules<Rules>) {
    game.turn_weights = describe_options<typename Rules::WholeTurns::Weights>();
  }
  return game;
}

}  // namespace chemix
