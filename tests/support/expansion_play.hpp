// SPDX-License-Identifier: Apache-2.0
// Set-up of rounds with expansion decks: chosen compounds, hands and piles.
#pragma once

#include "chemix/cards/deck_file.hpp"
#include "chemix/games/expansion/table.hpp"
#include "support/play.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace chemix::test {

/// The game with the published decks.
template <class G, class Options>
G expansion_game(int players, const Options& options) {
  return G(*G::Rules::create(*builtin_deck<ExpansionSet>("expansion"), options, players));
}

/// Turns up the given compounds, deals the given hands and turns up the first discard.
template <class G>
typename G::State begun(const G& game, const std::vector<std::string>& compounds,
                        const std::vector<std::string>& hands, const std::string& discard,
                        Player start_player = 0) {
  auto state = game.initial_state(start_player);
  for (const std::string& compound : compounds) state = after(game, state, {"drawn " + compound});
  std::vector<std::string_view> rest(hands.begin(), hands.end());
  for (int i = 0; i < 7 * game.player_count(); ++i) {
    const auto player = static_cast<std::size_t>((start_player + i) % game.player_count());
    state = after(game, state, {"drawn " + std::string(split_off(rest[player], ","))});
  }
  return after(game, state, {"drawn " + discard});
}

/// Player 0 has drawn and holds the given cards. Each other player holds one card; the rest are in
/// the draw pile.
template <class G>
typename G::State main_with(const G& game, std::string_view hand) {
  const auto& deck = game.rules().deck();
  auto state = game.initial_state();
  auto& open = state.table.open;
  open.phase = expansion::Phase::Main;
  open.draws = 2;
  for (int i = 0; i < std::min(deck.compound_count(), 6); ++i) {
    open.compounds.put(i, expansion::CompoundPlaces::open);
  }
  const PaymentBag cards = cards_of(game, hand);
  PaymentBag pile = deck.all_cards() - cards;
  for (Player p = 1; p < game.player_count(); ++p) {
    const Card card = pile.nth(0);
    pile.remove(card);
    deck.layout().add(state.table.own[p].hand, card);
    open.hand_size[p] = 1;
  }
  state.table.own[0].hand = deck.layout().packed(cards);
  open.hand_size[0] = static_cast<std::uint8_t>(cards.size());
  state.table.hidden.draw_pile = deck.layout().packed(pile);
  open.draw_pile_size = static_cast<std::uint8_t>(pile.size());
  return state;
}

/// Player 0 must draw, but the draw pile is empty: the discards are given, and all other cards are
/// in the hand of the last player.
template <class G>
typename G::State without_draw_pile(const G& game, std::string_view hand,
                                    const std::vector<std::string>& discards) {
  auto state = main_with(game, hand);
  auto& table = state.table;
  const auto& layout = game.rules().deck().layout();
  const Player last = game.player_count() - 1;
  table.own[last].hand =
      layout.packed(layout.counted(table.own[last].hand) + layout.counted(table.hidden.draw_pile));
  table.hidden.draw_pile = {};
  for (const std::string& discard : discards) {
    const Card card = *game.rules().deck().card(discard);
    layout.remove(table.own[last].hand, card);
    table.open.discard_pile.push_front(card);
  }
  table.open.draw_pile_size = 0;
  table.open.hand_size[last] = static_cast<std::uint8_t>(table.own[last].hand.size());
  table.open.phase = expansion::Phase::Source;
  table.open.draws = 0;
  REQUIRE(!game.rules().validation_error(table, state.knowledge));
  return state;
}

template <class G>
std::string hand_of(const G& game, const typename G::State& state, Player player) {
  return text_of(game, state.table.own[player].hand);
}
template <class G>
std::string discards_of(const G& game, const typename G::State& state) {
  return text_of(game, state.table.open.discard_pile);
}
/// The compounds in the stack, the open ones, and those captured by each player.
template <class G>
std::string compounds_of(const G& game, const typename G::State& state) {
  return text_of(game, state.table.open.compounds);
}

/// The rule that `create` names when it rejects the options, or "".
template <class G, class Options>
std::string refusing_rule_of_create(const Options& options, int players,
                                    const std::string& deck = "expansion") {
  const auto rules = G::Rules::create(*builtin_deck<ExpansionSet>(deck), options, players);
  return rules ? "" : rules.error().rule;
}

/// The outcome of a capture: the compound, the cards laid by kind, and the kind on top.
using CaptureOutcome = std::tuple<int, std::vector<int>, int>;

/// All outcomes that the steps of a capture reach from a state in the phase Main. Sets `twice` if
/// an outcome is reached in two ways.
template <class G>
std::set<CaptureOutcome> captures_by_steps(const G& game, const typename G::State& start,
                                           bool& twice) {
  std::set<CaptureOutcome> outcomes;
  const auto walk = [&](auto& self, const typename G::Table& table, int compound) -> void {
    const auto phase = table.open.phase;
    const bool begins = phase == expansion::Phase::Main;
    game.legal_actions(table, 0).for_each([&](int id) {
      const auto action = game.rules().action_of(id);
      const auto* capture = std::get_if<expansion::Capture>(&action);
      if (begins && capture == nullptr) return;
      auto next = table;
      game.apply_unchecked(next, 0, action);
      const int chosen = begins ? game.rules().deck().compound_of(capture->compound) : compound;
      const auto& open = next.open;
      if (open.phase == expansion::Phase::Wilds || open.phase == expansion::Phase::Top) {
        return self(self, next, chosen);
      }
      std::vector<int> laid(payment_kind_count);
      for (int i = 0; i < open.discard_pile.size(); ++i) ++laid[open.discard_pile[i].index];
      twice = !outcomes.emplace(chosen, laid, open.discard_pile[0].index).second || twice;
    });
  };
  walk(walk, start.table, -1);
  return outcomes;
}

/// The same by brute force: all subsets of the hand for every open compound.
template <class G>
std::set<CaptureOutcome> captures_by_subsets(const G& game, const typename G::State& state) {
  const ExpansionSet& deck = game.rules().deck();
  std::vector<int> hand;
  const PaymentBag held = deck.layout().counted(state.table.own[0].hand);
  for (int i = 0; i < held.size(); ++i) hand.push_back(held.nth(i).index);
  std::set<CaptureOutcome> outcomes;
  int compound = -1;
  for (const auto& one : deck.decks()) {
    for (const ExpansionCompound& needs : one->compounds()) {
      ++compound;
      if (state.table.open.compounds.of(compound) != expansion::CompoundPlaces::open) {
        continue;
      }
      std::vector<int> missing(payment_kind_count);
      int cards = 0;
      for (const Requirement& need : needs.requires_cards) {
        missing[static_cast<std::size_t>(need.atomic_number - 1)] = need.cards;
        cards += need.cards;
      }
      for (unsigned subset = 0; subset < 1U << hand.size(); ++subset) {
        std::vector<int> laid(payment_kind_count);
        int size = 0;
        bool useful = true;
        for (std::size_t i = 0; i < hand.size(); ++i) {
          if ((subset >> i & 1) == 0) continue;
          const auto kind = static_cast<std::size_t>(hand[i]);
          ++laid[kind];
          ++size;
          useful = useful && (hand[i] == wild_lane || laid[kind] <= missing[kind]);
        }
        if (!useful || size != cards || laid[wild_lane] == cards) continue;
        for (int kind = 0; kind < payment_kind_count; ++kind) {
          if (laid[static_cast<std::size_t>(kind)] > 0) outcomes.emplace(compound, laid, kind);
        }
      }
    }
  }
  return outcomes;
}

/// A hand of up to nine cards with many wild ones among them.
template <class Random>
PaymentBag random_hand(const ExpansionSet& deck, Random& random) {
  PaymentBag rest = deck.all_cards();
  PaymentBag hand;
  const int size = 1 + static_cast<int>(random.below(9));
  while (hand.size() < size) {
    const bool wild = random.below(4) == 0 && rest.count(wild_card) > 0;
    const auto nth = random.below(static_cast<std::uint64_t>(rest.size()));
    const Card card = wild ? wild_card : rest.nth(static_cast<int>(nth));
    rest.remove(card);
    hand.add(card);
  }
  return hand;
}

}  // namespace chemix::test
