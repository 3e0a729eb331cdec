// SPDX-License-Identifier: Apache-2.0
// REACT!, rule by rule (RX-1 to RX-22), and what players know (GN-9).
#include "chemix/games/react/rules.hpp"

#include "chemix/beliefs/belief.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/undo.hpp"
#include "support/believed.hpp"
#include "support/chi_squared.hpp"
#include "support/part_of_deck.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

using Texts = std::vector<std::string>;
using React = react::Game;
using react::Rules;

React react_game(int players, const std::string& options = "") {
  const auto parsed = parse_options<react::Options>(options);
  REQUIRE_MESSAGE(parsed.has_value(), (parsed ? "" : parsed.error().message()));
  return React(*Rules::create(*builtin_deck<ChemixDeck>("chemix"), *parsed, players));
}

// A game with only these small cards and compounds.
React tiny_react(const Texts& cards, const Texts& formulas, int players,
                 const std::string& options) {
  const auto deck = part_of_deck(cards, formulas);
  return React(*Rules::create(deck, *parse_options<react::Options>(options), players));
}

// Deals the given hands (cards separated by commas), from player 0 on, then the market.
React::State set_up(const React& game, const Texts& hands, const std::string& market = "") {
  std::vector<std::string_view> rest(hands.begin(), hands.end());
  auto state = game.initial_state();
  while (phase_of(state) == "deal") {
    const auto seat = static_cast<std::size_t>(state.table.open.current_player.index);
    state = after(game, state, {"drawn " + std::string(split_off(rest[seat], ","))});
  }
  std::string_view cards = market;
  while (phase_of(state) == "market") {
    state = after(game, state, {"drawn " + std::string(split_off(cards, ","))});
  }
  return state;
}

// Everybody chooses `nothing` until compounds are turned up.
React::State quiet(const React& game, React::State state) {
  while (phase_of(state) == "exchange") state = after(game, state, {"nothing"});
  return state;
}

// Applies the actions of a simultaneous decision in the given order of arrival.
React::State decided(const React& game, React::State state,
                     const std::vector<std::pair<Player, std::string>>& actions) {
  for (const auto& [player, action] : actions) state = after_action(game, state, player, action);
  return state;
}

Texts legal_of(const React& game, const React::State& state, Player player) {
  Texts texts;
  game.legal_actions(state, player).for_each([&](int id) {
    texts.push_back(print_action(game.rules(), game.rules().action_of(id)));
  });
  return texts;
}

bool is_in(const Texts& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::string hand(const React& game, const React::State& state, Player player) {
  return text_of(game, state.table.own[player].hand);
}

template <class List>
std::string list_of(const React& game, const List& list) {
  std::string text;
  Codec<List>::print(text, game.rules(), list);
  return text;
}

std::string open_of(const React& game, const React::State& state) {
  return list_of(game, state.table.open.display);
}

// The hand cards that move or are shown in an action of a player or of chance, as `viewer` sees
// them: the seat of the hand, then the card or `?`.
std::string cards_seen(const React& game, const React::State& before, const std::string& text,
                       Viewer viewer) {
  std::string seen;
  const auto look = [&](const auto& events) {
    for (const Event& event : events) {
      if ((event.verb != Verb::Move && event.verb != Verb::Show) || !event.from.is_hand()) continue;
      seen += (seen.empty() ? "" : " ") + std::to_string(event.from.owner) + ":";
      seen += event.kind ? game.rules().deck().name(Card::of(*event.kind)) : "?";
    }
  };
  if (game.acting(before).is_chance()) {
    React::ChanceAction drawn;
    REQUIRE_MESSAGE(parse_action(text, game.rules(), drawn), text);
    look(game.events(before.table, drawn, viewer));
  } else {
    look(game.events(before.table, *game.current_player(before), action_of(game, text), viewer));
  }
  return seen;
}

// Two players with hands of four; player 1 is the lab leader.
const Texts pair_hands = {"H,Cl,He,2", "Na,O,C,S"};
React::State pair(const React& game) { return set_up(game, pair_hands); }

// Three players with hands of three; player 2 is the lab leader. Player 0 can build H2 and player 1
// NaCl. HCl needs an exchange.
const char* const triple_options = "hand_size=3";
React::State triple(const React& game) {
  return set_up(game, {"H,2,He", "Na,Cl,Ne", "H,O,C"}, "H,O,2,3");
}
// The same after three compounds are turned up.
React::State triple_claims(const React& game, const Texts& compounds = {"H2", "NaCl", "CO"}) {
  auto state = quiet(game, triple(game));
  for (const std::string& compound : compounds) state = after(game, state, {"drawn " + compound});
  return state;
}

// The same after player 1 has won NaCl. H2 and CO stay open, and player 2 exchanges next.
React::State with_open(const React& game) {
  auto state = triple_claims(game);
  state = decided(game, state, {{0, "claim_nothing"}, {1, "claim NaCl"}, {2, "claim_nothing"}});
  state = after(game, state, {"called 1"});
  REQUIRE(open_of(game, state) == "H2,CO");
  REQUIRE(game.current_player(state) == 2);
  return state;
}

React::State nobody_claims(const React& game, React::State state) {
  for (Player p = 0; p < game.player_count(); ++p) {
    state = decided(game, state, {{p, "claim_nothing"}});
  }
  return state;
}

// The state after a random step.
React::State some_step(const React& game, const React::State& state, FastRandom& random) {
  const auto below = [&](std::int64_t n) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(n)));
  };
  auto next = state;
  const Acting acting = game.acting(state);
  if (acting.is_chance()) {
    const int nth = below(game.chance_weight(state.table));
    game.apply_unchecked(next, game.chance_outcome(state.table, nth));
    return next;
  }
  const Player player = acting.players().nth(below(acting.players().size()));
  const auto legal = game.legal_actions(state, player);
  game.apply_unchecked(next, player, game.rules().action_of(legal[below(legal.size())]));
  return next;
}

// All permutations of the numbers below `count`.
std::vector<std::vector<int>> orders(int count) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int>> all;
  do {
    all.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return all;
}

}  // namespace

TEST_SUITE("react") {
  // ---- Set-up ----

  TEST_CASE("RX-1: each player gets eight cards, or six with four players") {
    for (const auto& [players, size] : std::vector<std::pair<int, int>>{{2, 8}, {3, 8}, {4, 6}}) {
      const auto game = react_game(players);
      auto state = game.initial_state();
      while (phase_of(state) == "deal") {
        state = *game.apply(state, game.chance_outcome(state.table, 0));
      }
      for (Player p = 0; p < players; ++p) CHECK(state.table.open.hand_size[p] == size);
      CHECK(state.table.open.draw_pile_size == 30 - players * size);
    }
    CHECK(pair(react_game(2, "hand_size=4")).table.open.hand_size[1] == 4);
  }

  TEST_CASE("RX-1: a deck with too few cards is rejected") {
    const auto deck = *builtin_deck<ChemixDeck>("chemix");
    react::Options options;
    options.hand_size = 8;
    CHECK(Rules::create(deck, options, 3).has_value());
    const auto refused = Rules::create(deck, options, 4);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().rule == "DK-4");
    CHECK(refused.error().message().find("36") != std::string::npos);
  }

  TEST_CASE("RX-2: three or four players have a market, and two have none") {
    const auto state = triple(react_game(3, triple_options));
    CHECK(state.table.open.market.size() == 4);
    CHECK(state.table.open.draw_pile_size == 30 - 9 - 4);
    CHECK(pair(react_game(2, "hand_size=4")).table.open.market.empty());
    const auto wide = react_game(4, "market_size=6");
    auto dealt = wide.initial_state();
    while (wide.acting(dealt).is_chance()) {
      dealt = *wide.apply(dealt, wide.chance_outcome(dealt.table, 0));
    }
    CHECK(dealt.table.open.market.size() == 6);
    CHECK(dealt.table.open.draw_pile_size == 0);
  }

  TEST_CASE("RX-3: the lab leader is the seat before the start player") {
    const auto game = react_game(3);
    CHECK(game.initial_state(0).table.open.leader == 2);
    CHECK(game.initial_state(2).table.open.leader == 1);
    CHECK(game.initial_state().table.open.compound_pile.size() == 42);
  }

  // ---- Exchange rounds ----

  TEST_CASE("RX-4: each player takes one action, and the lab leader is the last") {
    const auto game = react_game(3, triple_options);
    auto state = triple(game);
    CHECK(game.current_player(state) == 0);
    state = after(game, state, {"nothing"});
    CHECK(game.current_player(state) == 1);
    state = after(game, state, {"ask 0 C"});
    CHECK(game.current_player(state) == 2);
    state = after(game, state, {"nothing"});
    CHECK(phase_of(state) == "turn_up");
  }

  TEST_CASE("RX-5: the action nothing has no effect") {
    const auto game = react_game(3, triple_options);
    const auto state = after(game, triple(game), {"nothing"});
    CHECK(hand(game, state, 0) == "H,He,2");
    CHECK(text_of(game, state.table.open.market) == "H,O,2,3");
  }

  TEST_CASE("RX-6: with two players a player puts cards down and draws as many") {
    const auto game = react_game(2, "hand_size=4");
    auto state = after(game, pair(game), {"put H", "put He", "done"});
    CHECK(phase_of(state) == "draw");
    CHECK(list_of(game, state.table.own[0].aside) == "H,He");
    CHECK(state.table.hidden.discard_pile.empty());
    state = after(game, state, {"drawn Fe", "drawn Rn"});
    CHECK(hand(game, state, 0) == "Cl,Fe,Rn,2");
    CHECK(text_of(game, state.table.hidden.discard_pile) == "H,He");
    CHECK(game.current_player(state) == 1);
    // The third card completes the choice.
    state = after(game, state, {"put C", "put O", "put Na"});
    CHECK(phase_of(state) == "draw");
  }

  TEST_CASE("RX-6: with hands of two cards the second card completes the choice") {
    const auto game = react_game(2, "hand_size=2");
    const auto state = after(game, set_up(game, {"H,C", "Na,O"}), {"put H", "put C"});
    CHECK(phase_of(state) == "draw");
  }

  TEST_CASE("RX-6: only the player who puts cards down sees them") {
    const auto game = react_game(2, "hand_size=4");
    const auto before = pair(game);
    const auto put = action_of(game, "put He");
    const auto state = after(game, before, {"put He"});
    const auto seen = game.observation(state, Viewer::player(1));
    CHECK(seen.open.aside_size == 1);
    CHECK(notation(game, seen).find("aside=He") == std::string::npos);
    CHECK(notation(game, game.observation(state, Viewer::player(0))).find("aside=He") !=
          std::string::npos);
    for (const auto& event : game.events(before.table, 0, put, Viewer::player(1))) {
      CHECK(!event.kind.has_value());
    }
  }

  TEST_CASE("RX-6: the discard pile becomes the stack without the cards just put down") {
    // Ten cards: hands of four, two in the stack.
    const auto game = tiny_react({"H", "H", "C", "C", "O", "O", "Na", "Cl", "2", "2"},
                                 {"H2", "CO", "NaCl"}, 2, "hand_size=4");
    auto state = set_up(game, {"H,H,C,C", "O,O,Na,Cl"});
    // At most as many cards as can be drawn.
    state = after(game, state, {"put H", "put H"});
    CHECK(phase_of(state) == "draw");
    state = after(game, state, {"drawn 2", "drawn 2"});
    CHECK(state.table.open.draw_pile_size == 0);
    CHECK(text_of(game, state.table.hidden.discard_pile) == "H,H");
    state = after(game, state, {"put O"});
    CHECK(phase_of(state) == "put");
    CHECK(is_in(legal_texts(game, state), "done"));
    state = after(game, state, {"done"});
    CHECK(game.chance_weight(state.table) == 2);
    CHECK(text_of(game, state.table.hidden.draw_pile) == "H,H");
    CHECK(list_of(game, state.table.own[1].aside) == "O");
    // Player 0 knows the cards of the stack, but not which of four cards was set aside.
    const auto known = game.observation(state, Viewer::player(0));
    CHECK(game.rules().forgotten(known) == 0);
    CHECK(game.count_worlds(known) == "4");
    state = after(game, state, {"drawn H"});
    CHECK(text_of(game, state.table.hidden.discard_pile) == "O");
    CHECK(text_of(game, state.table.hidden.draw_pile) == "H");
  }

  TEST_CASE("RX-6: no card can be put down if none can be drawn") {
    const auto game = tiny_react({"C", "C", "O", "O"}, {"CO"}, 2, "hand_size=2");
    const auto state = set_up(game, {"C,O", "C,O"});
    CHECK(refusing_rule(game, state, "put C") == "RX-6");
    CHECK(!is_in(legal_texts(game, state), "put C"));
    CHECK(refusing_rule(game, pair(react_game(2, "hand_size=4")), "put H").empty());
  }

  TEST_CASE("RX-7: cards are swapped for cards of the market, and all see them in the end") {
    const auto game = react_game(3, triple_options);
    const auto before = triple(game);
    auto state = after(game, before, {"put He", "put 2", "done"});
    CHECK(phase_of(state) == "swap");
    CHECK(text_of(game, state.table.open.market) == "H,O,2,3");
    CHECK(list_of(game, state.table.own[0].aside) == "He,2");
    CHECK(legal_texts(game, state) == Texts{"take H", "take O", "take 2", "take 3"});
    CHECK(refusing_rule(game, state, "take He") == "RX-7");
    state = after(game, state, {"take 3"});
    CHECK(hand(game, state, 0) == "H");
    CHECK(list_of(game, state.table.open.taken) == "3");
    const auto helium = *small_card("He");
    CHECK(believed(game, state, Viewer::player(1), 0, helium) == Believed{0, 1});
    state = after(game, state, {"take O"});
    CHECK(hand(game, state, 0) == "H,O,3");
    CHECK(text_of(game, state.table.open.market) == "H,He,2,2");
    CHECK(state.table.open.taken.empty());
    CHECK(believed(game, state, Viewer::player(1), 0, *small_card("3")).least == 1);
    CHECK(game.current_player(state) == 1);
    CHECK(after(game, before, {"put H", "put He", "put 2"}).table.open.phase == react::Phase::Swap);
  }

  TEST_CASE("RX-7: cards may be taken before others are put down, but no more than may be") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, triple(game), {"take 3"});
    CHECK(phase_of(state) == "put");
    CHECK(refusing_rule(game, state, "done") == "RX-7");
    state = after(game, state, {"take H", "put He"});
    CHECK(refusing_rule(game, state, "put 3") == "GN-11");
    CHECK(refusing_rule(game, state, "take He") == "RX-7");
    CHECK(refusing_rule(game, state, "done") == "RX-7");
    const auto early = after(game, state, {"put 2", "done"});
    CHECK(hand(game, early, 0) == "H,H,3");
    CHECK(text_of(game, early.table.open.market) == "O,He,2,2");
    CHECK(game.current_player(early) == 1);
    state = after(game, state, {"take O"});
    CHECK(refusing_rule(game, state, "take 2") == "RX-7");
    CHECK(legal_texts(game, state) == Texts{"put H", "put 2"});
    state = after(game, state, {"put 2", "put H"});
    CHECK(hand(game, state, 0) == "H,O,3");
    CHECK(game.current_player(state) == 1);
    const auto two = react_game(2, "hand_size=4");
    CHECK(refusing_rule(two, pair(two), "take H") == "GN-10");
  }

  TEST_CASE("RX-7: until the exchange is complete others do not know which cards are put down") {
    const auto game = react_game(3, triple_options);
    // Everybody has seen the chlorine of player 1.
    auto state = after(game, with_open(game), {"nothing", "nothing"});
    const auto chlorine = *small_card("Cl");
    const auto others = {Viewer::player(0), Viewer::player(2), Viewer::spectator()};
    for (const Viewer viewer : others) {
      CHECK(believed(game, state, viewer, 1, chlorine) == Believed{1, 1});
    }
    state = after(game, state, {"take H", "put Ne"});
    for (const Viewer viewer : others) {
      CHECK(believed(game, state, viewer, 1, chlorine) == Believed{0, 1});
      CHECK(game.rules().forgotten(game.observation(state, viewer)) == 0);
    }
    CHECK(believed(game, state, Viewer::player(1), 1, chlorine) == Believed{1, 1});
    state = after(game, state, {"done"});
    for (const Viewer viewer : others) {
      CHECK(believed(game, state, viewer, 1, chlorine) == Believed{1, 1});
    }
  }

  TEST_CASE("GN-12: an exchange in any order leads to the same table, and undo works until then") {
    FastRandom random(SeedSequence(12));
    const auto below = [&](int n) {
      return static_cast<int>(random.below(static_cast<std::uint64_t>(n)));
    };
    for (int round = 0; round < 60; ++round) {
      const int players = 2 + round % 3;
      const auto game = react_game(players);
      auto start = game.initial_state();
      // Some games are played until a log is long.
      for (int left = 12 * (round / 3); left > 0 || phase_of(start) != "exchange"; --left) {
        if (game.acting(start).is_nobody()) start = game.initial_state();
        start = some_step(game, start, random);
      }
      const Player player = *game.current_player(start);
      const int cards = 1 + below(react::max_exchanged);
      std::vector<std::string> parts;
      const auto choose = [&](CardBag from, const std::string& verb) {
        for (int i = 0; i < cards; ++i) {
          const Card card = from.nth(below(from.size()));
          from.remove(card);
          parts.push_back(verb + " " + std::string(game.rules().deck().name(card)));
        }
      };
      choose(start.table.own[player].hand, "put");
      if (players > 2) choose(start.table.open.market, "take");
      std::optional<React::Table> reached;
      for (int order = 0; order < 5; ++order) {
        auto state = start;
        for (std::size_t i = parts.size(); i > 1; --i) {
          std::swap(parts[i - 1], parts[static_cast<std::size_t>(below(static_cast<int>(i)))]);
        }
        Texts steps = parts;
        if (cards < react::max_exchanged) {
          auto last = steps.end();
          while (!(last - 1)->starts_with("put")) --last;
          steps.insert(last + below(static_cast<int>(steps.end() - last) + 1), "done");
        }
        for (const std::string& step : steps) {
          const auto before = state;
          state = after(game, state, {step});
          if (phase_of(state) != "put" && phase_of(state) != "swap") break;
          CAPTURE(notation(game, state));
          for (Player p = 0; p < players; ++p) {
            CHECK(can_undo(game, before, state, p) ==
                  (p == player ? Undo::Allowed : Undo::OthersActed));
          }
        }
        if (!reached) reached = state.table;
        CHECK(state.table == *reached);
      }
      CHECK(reached->open.aside_size == (players == 2 ? cards : 0));
    }
  }

  TEST_CASE("GN-12: canonical actions lead to every exchange once") {
    for (int players = 2; players <= 3; ++players) {
      CAPTURE(players);
      const auto game = react_game(players, "hand_size=3");
      const auto start = players == 2 ? set_up(game, {"H,H,2", "C,C,O"})
                                      : set_up(game, {"C,N,He", "Na,Cl,Ne", "S,P,Ca"}, "H,O,2,3");
      const auto found = [&](auto&& ids_of) {
        std::map<std::uint64_t, int> ends;
        const auto visit = [&](auto& self, const React::Table& table) -> void {
          ids_of(table).for_each([&](int id) {
            const auto action = game.rules().action_of(id);
            if (!std::holds_alternative<react::Put>(action) &&
                !std::holds_alternative<react::Take>(action) &&
                !std::holds_alternative<react::Done>(action)) {
              return;
            }
            auto next = table;
            game.apply_unchecked(next, 0, action);
            const bool is_over = !(game.acting(next) == Acting::one(0));
            if (is_over) {
              ++ends[game.table_digest(next)];
            } else {
              self(self, next);
            }
          });
        };
        visit(visit, start.table);
        return ends;
      };
      const auto all = found([&](const auto& table) { return game.legal_actions(table, 0); });
      const auto canonical = found([&](const auto& table) {
        return game.rules().canonical_actions(table.open, table.own[0], 0);
      });
      // One, two or three cards of each.
      const std::size_t ways = players == 2 ? 2 + 2 + 1 : 3 * 4 + 3 * 6 + 1 * 4;
      CHECK(canonical.size() == ways);
      CHECK(all.size() == ways);
      for (const auto& [end, count] : canonical) CHECK(count == 1);
      for (const auto& [end, count] : all) CHECK(canonical.contains(end));
    }
  }

  TEST_CASE("RX-8: a player draws a card blindly and gives one in return") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, triple(game), {"draw_from 1"});
    CHECK(game.acting(state).is_chance());
    CHECK(game.chance_weight(state.table) == 3);
    state = after(game, state, {"drawn Cl"});
    CHECK(legal_texts(game, state) == Texts{"give H", "give Cl", "give He", "give 2"});
    CHECK(refusing_rule(game, state, "give O") == "GN-11");
    CHECK(after(game, state, {"give Cl"}).table.own[1].hand ==
          cards_of(game, "Na,Cl,Ne"));  // the card just drawn
    state = after(game, state, {"give 2"});
    CHECK(hand(game, state, 0) == "H,Cl,He");
    CHECK(hand(game, state, 1) == "Na,Ne,2");
    CHECK(game.current_player(state) == 1);
  }

  TEST_CASE("RX-8: only the giver and the taker of a card see its kind") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, triple(game), {"draw_from 1"});
    const auto two = {Viewer::player(0), Viewer::player(1)};
    const auto others = {Viewer::player(2), Viewer::spectator()};
    const auto chlorine = *small_card("Cl");
    const auto helium = *small_card("He");
    for (const Viewer viewer : two) CHECK(cards_seen(game, state, "drawn Cl", viewer) == "1:Cl");
    for (const Viewer viewer : others) CHECK(cards_seen(game, state, "drawn Cl", viewer) == "1:?");
    state = after(game, state, {"drawn Cl"});
    CHECK(believed(game, state, Viewer::player(1), 0, chlorine) == Believed{1, 1});
    for (const Viewer viewer : others) {
      CHECK(believed(game, state, viewer, 0, chlorine) == Believed{0, 1});
    }
    for (const Viewer viewer : two) CHECK(cards_seen(game, state, "give He", viewer) == "0:He");
    for (const Viewer viewer : others) CHECK(cards_seen(game, state, "give He", viewer) == "0:?");
    state = after(game, state, {"give He"});
    CHECK(believed(game, state, Viewer::player(0), 1, helium) == Believed{1, 1});
    for (const Viewer viewer : others) {
      CHECK(believed(game, state, viewer, 1, helium) == Believed{0, 1});
    }
  }

  TEST_CASE("RX-8: players may not draw from their own hand") {
    const auto game = react_game(3, triple_options);
    CHECK(refusing_rule(game, triple(game), "draw_from 0") == "RX-8");
    CHECK(refusing_rule(game, triple(game), "draw_from 2").empty());
  }

  TEST_CASE("RX-9: a player who has the card hands it over and takes another in return") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, triple(game), {"ask 1 Cl"});
    CHECK(game.current_player(state) == 1);
    CHECK(hand(game, state, 0) == "H,Cl,He,2");
    CHECK(text_of(game, state.table.own[1].shown.cards) == "H,Cl,He,2");
    CHECK(legal_texts(game, state) == Texts{"take H", "take He", "take 2"});
    CHECK(refusing_rule(game, state, "take Cl") == "RX-9");
    state = after(game, state, {"take H"});
    CHECK(hand(game, state, 0) == "Cl,He,2");
    CHECK(hand(game, state, 1) == "H,Na,Ne");
    CHECK(state.table.own[1].shown.cards.empty());
    CHECK(game.current_player(state) == 1);
    CHECK(phase_of(state) == "exchange");
  }

  TEST_CASE(
      "RX-9: only the player who was asked sees the asker's hand and the card taken from it") {
    const auto game = react_game(3, triple_options);
    auto state = triple(game);
    const auto two = {Viewer::player(0), Viewer::player(1)};
    const auto others = {Viewer::player(2), Viewer::spectator()};
    const auto helium = *small_card("He");
    for (const Viewer viewer : two) {
      CHECK(cards_seen(game, state, "ask 1 Cl", viewer) == "1:Cl 0:H 0:Cl 0:He 0:2");
    }
    // Everybody sees which card is handed over, and how many cards are shown.
    for (const Viewer viewer : others) {
      CHECK(cards_seen(game, state, "ask 1 Cl", viewer) == "1:Cl 0:? 0:? 0:? 0:?");
    }
    state = after(game, state, {"ask 1 Cl"});
    CHECK(believed(game, state, Viewer::player(1), 0, helium) == Believed{1, 1});
    for (const Viewer viewer : others) {
      CHECK(game.observation(state, viewer).own.shown.cards.empty());
      CHECK(believed(game, state, viewer, 0, helium) == Believed{0, 1});
    }
    for (const Viewer viewer : two) CHECK(cards_seen(game, state, "take He", viewer) == "0:He");
    for (const Viewer viewer : others) CHECK(cards_seen(game, state, "take He", viewer) == "0:?");
    state = after(game, state, {"take He"});
    for (const Viewer viewer : two) {
      CHECK(believed(game, state, viewer, 1, helium) == Believed{1, 1});
    }
    for (const Viewer viewer : others) {
      CHECK(believed(game, state, viewer, 1, helium) == Believed{0, 1});
    }
  }

  TEST_CASE(
      "RX-9 RX-10: after a compound is reserved only the other player sees the asker's hand") {
    const auto game = react_game(3, triple_options);
    const auto state = after(game, with_open(game), {"ask 0 He"});
    REQUIRE(phase_of(state) == "reserve_asked");
    for (const Viewer viewer : {Viewer::player(0), Viewer::player(2)}) {
      CHECK(cards_seen(game, state, "reserve H2", viewer) == "2:H 2:C 2:O 2:He");
    }
    for (const Viewer viewer : {Viewer::player(1), Viewer::spectator()}) {
      CHECK(cards_seen(game, state, "reserve H2", viewer) == "2:? 2:? 2:? 2:?");
    }
  }

  TEST_CASE("RX-9: a card of the same kind may be taken if the asker had one before") {
    const auto game = react_game(3, triple_options);
    const auto state = after(game, triple(game), {"ask 2 H"});
    CHECK(is_in(legal_texts(game, state), "take H"));
  }

  TEST_CASE("RX-9: a player without such a card says so, and nothing happens") {
    const auto game = react_game(3, triple_options);
    const auto state = after(game, triple(game), {"ask 1 H"});
    CHECK(game.current_player(state) == 1);
    CHECK(phase_of(state) == "exchange");
    CHECK(hand(game, state, 0) == "H,He,2");
    const auto third = Viewer::player(2);
    CHECK(believed(game, state, third, 1, *small_card("H")).most == 0);
    CHECK(game.rules().forgotten(game.observation(state, third)) == 0);
  }

  TEST_CASE("RX-9: a player asks another player for a kind of small card") {
    const auto game = react_game(3, triple_options);
    const auto state = triple(game);
    CHECK(refusing_rule(game, state, "ask 0 H") == "RX-9");
    CHECK(refusing_rule(game, state, "ask 1 H2O") == "GN-10");
    CHECK(refusing_rule(game, state, "ask 1 Rn").empty());
    CHECK(refusing_rule(game, state, "ask 1 4").empty());
  }

  TEST_CASE("RX-10: without an open compound a noble gas causes no reservation") {
    const auto game = react_game(3, triple_options);
    CHECK(phase_of(after(game, triple(game), {"ask 1 Ne"})) == "take_back");
    CHECK(phase_of(after(game, triple(game), {"draw_from 1", "drawn Ne"})) == "give");
  }

  TEST_CASE("RX-10: a player who draws a noble gas reserves a compound before giving a card") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, with_open(game), {"draw_from 1", "drawn Ne"});
    CHECK(phase_of(state) == "reserve_drawn");
    CHECK(game.current_player(state) == 2);
    CHECK(legal_texts(game, state) == Texts{"reserve H2", "reserve CO"});
    CHECK(refusing_rule(game, state, "reserve NaCl") == "RX-10");
    CHECK(refusing_rule(game, state, "give Ne") == "GN-10");
    state = after(game, state, {"reserve CO"});
    CHECK(text_of(game, state.table.open.reserved[2]) == "CO");
    CHECK(phase_of(state) == "give");
    // If the gas is given straight back, both players must reserve.
    state = after(game, state, {"give Ne"});
    CHECK(phase_of(state) == "reserve_given");
    CHECK(game.current_player(state) == 1);
    state = after(game, state, {"reserve H2"});
    CHECK(text_of(game, state.table.open.reserved[1]) == "H2");
    CHECK(open_of(game, state) == "-");
    CHECK(game.current_player(state) == 0);
    CHECK(phase_of(state) == "exchange");
  }

  TEST_CASE("RX-10: a player who has reserved a compound may have to reserve another") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, with_open(game), {"ask 0 He", "reserve H2", "take C", "nothing"});
    // Player 1 gives neon away.
    state = after(game, state, {"draw_from 2", "drawn H", "give Ne"});
    CHECK(phase_of(state) == "reserve_given");
    state = after(game, state, {"reserve CO"});
    CHECK(state.table.open.reserved[2].size() == 2);
  }

  TEST_CASE("RX-10: a player who asks for a noble gas reserves before giving a card in return") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, with_open(game), {"ask 0 He"});
    CHECK(phase_of(state) == "reserve_asked");
    CHECK(game.current_player(state) == 2);
    state = after(game, state, {"reserve H2"});
    CHECK(phase_of(state) == "take_back");
    CHECK(game.current_player(state) == 0);
    CHECK(legal_texts(game, state) == Texts{"take H", "take C", "take O"});
  }

  TEST_CASE("RX-10: a noble gas from the market or taken in return causes no reservation") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, with_open(game),
                       {"nothing", "put He", "done", "take 3", "put Na", "done", "take He"});
    CHECK(phase_of(state) == "turn_up");
    state = after(game, with_open(game), {"nothing", "ask 1 Na", "take He"});
    CHECK(phase_of(state) == "exchange");
    CHECK(text_of(game, state.table.open.reserved[1]) == "-");
  }

  TEST_CASE("RX-10: a state in which a player without a noble gas must reserve is rejected") {
    const auto game = react_game(3, triple_options);
    const auto error = [&](const React::State& state) {
      return game.rules().validation_error(state.table, state.knowledge);
    };
    // The same state with the neon in the pile instead of the hand.
    const auto without_neon = [&](React::State state, Player player) {
      auto& table = state.table;
      const Card neon = *small_card("Ne");
      const Card other = *small_card("P");
      table.own[player].hand.remove(neon);
      table.own[player].hand.add(other);
      table.hidden.draw_pile.remove(other);
      table.hidden.draw_pile.add(neon);
      return state;
    };
    const auto drawn = after(game, with_open(game), {"draw_from 1", "drawn Ne"});
    const auto given = after(game, drawn, {"reserve CO", "give Ne"});
    REQUIRE(phase_of(drawn) == "reserve_drawn");
    REQUIRE(phase_of(given) == "reserve_given");
    for (const auto& [state, player] : {std::pair(drawn, 2), std::pair(given, 1)}) {
      CHECK(!error(state));
      const auto refused = error(without_neon(state, player));
      REQUIRE(refused);
      CHECK(refused->field == "hand");
      CHECK(refused->rule == "RX-10");
    }
    // The player who gave the gas away needs no other one.
    CHECK(!error(after(game, given, {"reserve H2"})));
  }

  TEST_CASE("RX-10: everybody sees whether a noble gas moved") {
    const auto game = react_game(3, triple_options);
    const auto before = after(game, with_open(game), {"draw_from 1"});
    // Player 0 has helium. The other three noble gases may be anywhere.
    const auto third = Viewer::player(0);
    const auto gases_of = [](const React::State& state, Player player) {
      int gases = 0;
      state.table.own[player].hand.kinds().for_each(
          [&](Card card) { gases += card.is_noble_gas() ? 1 : 0; });
      return gases;
    };
    FastRandom random(SeedSequence(7));
    const auto gas = after(game, before, {"drawn Ne", "reserve H2"});
    const auto other = after(game, before, {"drawn Na"});
    int without = 0;
    for (int i = 0; i < 100; ++i) {
      const auto world = game.determinize(game.observation(gas, third), random);
      REQUIRE(world.has_value());
      CHECK(gases_of(*world, 2) > 0);
      const auto another = game.determinize(game.observation(other, third), random);
      REQUIRE(another.has_value());
      without += gases_of(*another, 2) == 0 ? 1 : 0;
    }
    CHECK(without > 0);
  }

  // ---- Play rounds ----

  TEST_CASE("RX-11: compounds are turned up until three lie open") {
    const auto game = react_game(3, triple_options);
    auto state = quiet(game, triple(game));
    CHECK(game.chance_weight(state.table) == 42);
    state = after(game, state, {"drawn H2", "drawn CO"});
    CHECK(game.acting(state).is_chance());
    state = after(game, state, {"drawn NaCl"});
    CHECK(phase_of(state) == "claim");
    CHECK(open_of(game, state) == "H2,CO,NaCl");
  }

  TEST_CASE("RX-11: fewer compounds are turned up if the stack runs out") {
    const auto game = tiny_react({"H", "H", "C", "O", "2"}, {"H2", "CO"}, 2, "hand_size=2");
    const auto state =
        after(game, quiet(game, set_up(game, {"H,2", "C,O"})), {"drawn H2", "drawn CO"});
    CHECK(phase_of(state) == "claim");
  }

  TEST_CASE("RX-12: a player claims an open compound that the hand can build") {
    const auto game = react_game(3, triple_options);
    const auto state = triple_claims(game);
    CHECK(game.acting(state).players() == PlayerSet::first(3));
    CHECK(legal_of(game, state, 0) == Texts{"claim H2", "claim_nothing"});
    CHECK(legal_of(game, state, 1) == Texts{"claim NaCl", "claim_nothing"});
    CHECK(legal_of(game, state, 2) == Texts{"claim CO", "claim_nothing"});
    CHECK(refusing_rule(game, state, 0, "claim CO") == "RX-12");
    CHECK(refusing_rule(game, state, 1, "claim HCl") == "RX-12");
    CHECK(refusing_rule(game, state, 1, "close") == "GN-10");
  }

  TEST_CASE("RX-12: a player may claim their own reserved compound, but no one else's") {
    const auto game = react_game(3, triple_options);
    // Player 2 takes helium and reserves CO.
    auto state =
        after(game, with_open(game),
              {"ask 0 He", "reserve CO", "take H", "nothing", "nothing", "drawn HCl", "drawn N2"});
    CHECK(hand(game, state, 2) == "C,O,He");
    CHECK(legal_of(game, state, 2) == Texts{"claim CO", "claim_nothing"});
    CHECK(refusing_rule(game, state, 0, "claim CO") == "RX-12");
    state = decided(game, state, {{0, "claim_nothing"}, {1, "claim_nothing"}, {2, "claim CO"}});
    state = after(game, state, {"called 2"});
    CHECK(text_of(game, state.table.open.won[2]) == "CO");
    CHECK(text_of(game, state.table.open.reserved[2]) == "-");
  }

  TEST_CASE("RX-12: sealed claims lead to the same state in any order of arrival") {
    const auto game = react_game(3, triple_options);
    const auto start = triple_claims(game);
    const Texts claims = {"claim H2", "claim NaCl", "claim_nothing"};
    std::optional<std::uint64_t> digest;
    for (const auto& order : orders(3)) {
      auto state = start;
      for (const int player : order) {
        const auto before = state;
        state = decided(game, state, {{player, claims[static_cast<std::size_t>(player)]}});
        if (phase_of(state) != "claim") break;
        // Nobody else can tell who has decided, nor that anybody has.
        for (Player other = 0; other <= 3; ++other) {
          const Viewer viewer = other == 3 ? Viewer::spectator() : Viewer::player(other);
          if (viewer.is(player)) continue;
          CHECK(game.observation(state, viewer) == game.observation(before, viewer));
          CHECK(game.acting(game.observation(state, viewer)) ==
                game.acting(game.observation(before, viewer)));
        }
        const auto refused = game.refusal(state, player, action_of(game, "claim_nothing"));
        REQUIRE(refused.has_value());
        CHECK(refused->rule == "GN-10");
        CHECK(refused->detail == static_cast<int>(NotLegal::Decided));
      }
      CHECK(phase_of(state) == "call");
      if (!digest) digest = game.digest(state);
      CHECK(game.digest(state) == *digest);
    }
  }

  TEST_CASE("RX-13: chance puts the claimants in a uniformly random order") {
    const auto game = react_game(3, triple_options);
    auto state = decided(game, triple_claims(game),
                         {{2, "claim CO"}, {0, "claim H2"}, {1, "claim_nothing"}});
    CHECK(game.chance_weight(state.table) == 2);
    int outcomes = 0;
    game.for_each_chance_outcome(state.table, [&](const auto& outcome) {
      CHECK(outcome.weight == 1);
      ++outcomes;
    });
    CHECK(outcomes == 2);
    CHECK(!game.apply(state, react::ChanceAction(react::Called{Seat::of(1)})).has_value());
    state = after(game, state, {"called 2"});
    CHECK(text_of(game, state.table.open.won[2]) == "CO");
    CHECK(game.chance_weight(state.table) == 1);
    state = after(game, state, {"called 0"});
    CHECK(text_of(game, state.table.open.won[0]) == "H2");
    CHECK(phase_of(state) == "exchange");
  }

  TEST_CASE("RX-13: in real time the order of arrival is the order of the calls") {
    const auto game = react_game(3, "hand_size=3 claims=realtime");
    // Players 0 and 2 can both build H2; player 1 can build NaCl.
    auto start = quiet(game, set_up(game, {"H,2,He", "Na,Cl,Ne", "H,2,C"}, "H,O,2,3"));
    start = after(game, start, {"drawn H2", "drawn NaCl", "drawn CO"});
    const Texts claims = {"claim H2", "claim NaCl", "claim H2"};
    for (const auto& order : orders(3)) {
      auto state = start;
      int first_of_hydrogen = -1;
      for (const int player : order) {
        const bool too_late = player != 1 && first_of_hydrogen >= 0;
        if (player != 1 && first_of_hydrogen < 0) first_of_hydrogen = player;
        const auto& claim = claims[static_cast<std::size_t>(player)];
        CHECK(refusing_rule(game, state, player, claim) == (too_late ? "RX-14" : ""));
        if (too_late) {
          const auto refused = game.refusal(state, player, action_of(game, claim));
          CHECK(refused->arguments[1] == first_of_hydrogen);
        }
        if (!too_late) state = decided(game, state, {{player, claim}});
      }
      CHECK(phase_of(state) == "claim");
      state = decided(game, state, {{2, "close"}});
      CHECK(text_of(game, state.table.open.won[first_of_hydrogen]) == "H2");
      CHECK(text_of(game, state.table.open.won[2 - first_of_hydrogen]) == "-");
      CHECK(text_of(game, state.table.open.won[1]) == "NaCl");
      CHECK(open_of(game, state) == "CO");
      CHECK(state.table.open.leader == order[0]);
      CHECK(game.current_player(state) == (order[0] + 1) % 3);
    }
  }

  TEST_CASE("RX-13: in real time the round closes when all players have claimed a compound") {
    const auto game = react_game(3, "hand_size=3 claims=realtime");
    const auto start = triple_claims(game);
    const Texts claims = {"claim H2", "claim NaCl", "claim CO"};
    for (const auto& order : orders(3)) {
      auto state = start;
      for (const int player : order) {
        CHECK(phase_of(state) == "claim");
        state = decided(game, state, {{player, claims[static_cast<std::size_t>(player)]}});
      }
      CHECK(phase_of(state) == "exchange");
      CHECK(state.table.open.leader == order[0]);
    }
  }

  TEST_CASE("RX-13: in real time the round stays open if a player claims nothing") {
    const auto game = react_game(3, "hand_size=3 claims=realtime");
    const auto state = decided(game, triple_claims(game),
                               {{0, "claim_nothing"}, {1, "claim_nothing"}, {2, "claim CO"}});
    CHECK(phase_of(state) == "claim");
    CHECK(game.acting(state).players() == PlayerSet::of(2));
    CHECK(legal_of(game, state, 2) == Texts{"close"});
  }

  TEST_CASE("RX-13: in real time only the lab leader closes the round") {
    const auto game = react_game(3, "hand_size=3 claims=realtime");
    auto state = triple_claims(game);
    CHECK(refusing_rule(game, state, 0, "close") == "RX-13");
    CHECK(refusing_rule(game, state, 2, "close").empty());
    CHECK(refusing_rule(game, state, 2, "claim_nothing") == "RX-13");
    CHECK(legal_of(game, state, 2) == Texts{"claim CO", "close"});
    state = decided(game, state, {{2, "claim CO"}});
    CHECK(legal_of(game, state, 2) == Texts{"close"});
    CHECK(refusing_rule(game, state, 2, "claim H2") == "RX-13");
    // A player who claims nothing is not asked again.
    state = decided(game, state, {{0, "claim_nothing"}});
    CHECK(refusing_rule(game, state, 0, "claim H2") == "GN-10");
    CHECK(game.acting(state).contains(1));
    CHECK(phase_of(decided(game, state, {{2, "close"}})) == "exchange");
  }

  TEST_CASE("RX-13: in real time random games favor no seat") {
    constexpr int players = 4;
    const auto game = react_game(players, "claims=realtime");
    FastRandom random(SeedSequence(13));
    constexpr int games = 4000;
    std::array<double, players> sums{};
    double squares = 0;
    for (int number = 0; number < games; ++number) {
      auto table = game.initial_state(number % players).table;
      playout(game, table, random);
      const auto returns = game.rules().returns(table);
      for (Player p = 0; p < players; ++p) {
        const double share = returns[p].value();
        sums[static_cast<std::size_t>(p)] += share;
        squares += share * share;
      }
    }
    // The returns of a game sum to 0, so there is one degree of freedom less than seats.
    double chi_squared = 0;
    for (const double sum : sums) chi_squared += sum * sum * (players - 1) / squares;
    CHECK(chi_squared < chi_squared_limit(players - 1));
  }

  TEST_CASE("RX-14: the first caller wins a compound, and later callers get nothing") {
    const auto game = react_game(3, triple_options);
    auto state = quiet(game, set_up(game, {"H,2,He", "H,2,Ne", "O,C,S"}, "H,O,2,3"));
    state = after(game, state, {"drawn H2", "drawn CO", "drawn N2"});
    state = decided(game, state, {{0, "claim H2"}, {1, "claim H2"}, {2, "claim CO"}});
    state = after(game, state, {"called 1", "called 0", "called 2"});
    CHECK(text_of(game, state.table.open.won[1]) == "H2");
    CHECK(text_of(game, state.table.open.won[0]) == "-");
    CHECK(text_of(game, state.table.open.won[2]) == "CO");
    CHECK(state.table.open.leader == 1);
  }

  TEST_CASE("RX-15: the cards of a claim return to the hand, and everybody knows them") {
    const auto game = react_game(3, triple_options);
    auto state = quiet(game, set_up(game, {"H,2,He", "H,2,Ne", "O,C,S"}, "H,O,2,3"));
    state = after(game, state, {"drawn H2", "drawn CO", "drawn N2"});
    state = decided(game, state, {{0, "claim H2"}, {1, "claim H2"}, {2, "claim_nothing"}});
    state = after(game, state, {"called 1", "called 0"});
    CHECK(hand(game, state, 0) == "H,He,2");
    for (const Player loser_and_winner : {0, 1}) {
      const auto least = [&](const char* card) {
        return believed(game, state, Viewer::spectator(), loser_and_winner, *small_card(card))
            .least;
      };
      CHECK(least("H") == 1);
      CHECK(least("2") == 1);
      CHECK(least("He") == 0);
    }
  }

  TEST_CASE("RX-16: the first caller becomes the leader, and the next player exchanges first") {
    const auto game = react_game(3, triple_options);
    auto state = decided(game, triple_claims(game),
                         {{0, "claim H2"}, {1, "claim NaCl"}, {2, "claim_nothing"}});
    const auto zero = after(game, state, {"called 0", "called 1"});
    CHECK(zero.table.open.leader == 0);
    CHECK(game.current_player(zero) == 1);
    const auto one = after(game, state, {"called 1", "called 0"});
    CHECK(one.table.open.leader == 1);
    CHECK(game.current_player(one) == 2);
  }

  TEST_CASE("RX-16: the leader stays if nobody calls") {
    const auto game = react_game(3, triple_options);
    const auto state = decided(game, triple_claims(game),
                               {{0, "claim_nothing"}, {1, "claim_nothing"}, {2, "claim_nothing"}});
    CHECK(state.table.open.leader == 2);
  }

  TEST_CASE("RX-16: the first caller becomes the leader even for a reserved compound") {
    const auto game = react_game(3, triple_options);
    auto state =
        after(game, with_open(game),
              {"ask 0 He", "reserve CO", "take H", "nothing", "nothing", "drawn HCl", "drawn N2"});
    CHECK(state.table.open.leader == 1);
    state = decided(game, state, {{0, "claim_nothing"}, {1, "claim_nothing"}, {2, "claim CO"}});
    state = after(game, state, {"called 2"});
    CHECK(state.table.open.leader == 2);
  }

  TEST_CASE("RX-17: compounds that nobody won stay open") {
    const auto game = react_game(3, triple_options);
    auto state = quiet(game, with_open(game));
    CHECK(open_of(game, state) == "H2,CO");
    state = after(game, state, {"drawn O2"});
    CHECK(open_of(game, state) == "H2,CO,O2");
  }

  // ---- Tabula rasa ----

  TEST_CASE("RX-18: tabula rasa case by case") {
    struct Row {
      const char* name;
      Texts claims;
      const char* phase;
      const char* open;
      const char* bottom;
      bool second_try;
    };
    // Player 0 has reserved H2. The others can build only CO of the open compounds.
    const std::vector<Row> rows = {
        {"nobody claims",
         {"claim_nothing", "claim_nothing", "claim_nothing"},
         "turn_up",
         "-",
         "CO,N2,O3",
         true},
        {"only a reserved one",
         {"claim H2", "claim_nothing", "claim_nothing"},
         "turn_up",
         "-",
         "CO,N2,O3",
         true},
        {"an open one",
         {"claim_nothing", "claim_nothing", "claim CO"},
         "exchange",
         "N2,O3",
         "-",
         false},
        {"both", {"claim H2", "claim_nothing", "claim CO"}, "exchange", "N2,O3", "-", false},
    };
    const auto game = react_game(3, triple_options);
    // Player 0 asks for neon, reserves H2 and gives helium in return.
    auto state =
        after(game, with_open(game), {"nothing", "ask 1 Ne", "reserve H2", "take He", "nothing"});
    state = after(game, state, {"drawn N2", "drawn O3"});
    CHECK(open_of(game, state) == "CO,N2,O3");
    for (const Row& row : rows) {
      CAPTURE(row.name);
      auto played = state;
      for (Player p = 0; p < 3; ++p) {
        played = decided(game, played, {{p, row.claims[static_cast<std::size_t>(p)]}});
      }
      while (phase_of(played) == "call") {
        played = *game.apply(played, game.chance_outcome(played.table, 0));
      }
      CHECK(phase_of(played) == row.phase);
      CHECK(open_of(game, played) == row.open);
      CHECK(list_of(game, played.table.open.bottom) == row.bottom);
      CHECK(played.table.open.second_try == row.second_try);
    }
  }

  TEST_CASE("RX-18: compounds under the compound pile are turned up again in the same order") {
    const auto game =
        tiny_react({"H", "C", "N", "O", "2"}, {"H2", "CO", "N2", "O2"}, 2, "hand_size=2");
    auto state = quiet(game, set_up(game, {"H,C", "N,2"}));
    state = after(game, state, {"drawn CO", "drawn N2", "drawn H2"});
    state = nobody_claims(game, state);
    CHECK(list_of(game, state.table.open.bottom) == "CO,N2,H2");
    CHECK(game.chance_weight(state.table) == 1);
    state = after(game, state, {"drawn O2"});
    CHECK(phase_of(state) == "claim");
    CHECK(open_of(game, state) == "O2,CO,N2");
    CHECK(list_of(game, state.table.open.bottom) == "H2");
  }

  TEST_CASE("RX-18: with an empty stack there is no second play round") {
    const auto game = tiny_react({"H", "C", "N", "O", "2"}, {"H2", "CO", "N2"}, 2, "hand_size=2");
    auto state = quiet(game, set_up(game, {"H,C", "N,2"}));
    state = nobody_claims(game, after(game, state, {"drawn CO", "drawn N2", "drawn H2"}));
    CHECK(phase_of(state) == "exchange");
    CHECK(open_of(game, state) == "CO,N2,H2");
    state = quiet(game, state);
    CHECK(phase_of(state) == "claim");
    CHECK(open_of(game, state) == "CO,N2,H2");
  }

  TEST_CASE(
      "RX-19: a state with a sweep due in the exchange round is rejected if sweeps come before "
      "it") {
    for (const char* sweep : {"before_turning", "before_exchange"}) {
      CAPTURE(sweep);
      const auto game = tiny_react({"H", "C", "N", "O", "2"}, {"H2", "CO", "N2", "O2"}, 2,
                                   std::string("hand_size=2 sweep=") + sweep);
      auto state = quiet(game, set_up(game, {"H,C", "N,2"}));
      state = nobody_claims(game, after(game, state, {"drawn CO", "drawn N2", "drawn H2"}));
      state = nobody_claims(game, after(game, state, {"drawn O2"}));
      const auto error = [&] {
        return game.rules().validation_error(state.table, state.knowledge);
      };
      const bool waits = std::string_view(sweep) == "before_turning";
      CHECK(state.table.open.sweep_due == waits);
      CHECK(!error());
      state.table.open.sweep_due = true;
      if (waits) {
        CHECK(!error());
        continue;
      }
      REQUIRE(error());
      CHECK(error()->field == "sweep_due");
      CHECK(error()->rule == "RX-19");
    }
  }

  TEST_CASE("RX-19: after a second play round an exchange round comes first") {
    const Texts small = {"H", "C", "N", "O", "2"};
    const Texts formulas = {"H2", "CO", "N2", "O2"};
    struct Row {
      const char* options;
      const char* exchange_open;
      const char* exchange_bottom;
    };
    for (const Row& row : {Row{"hand_size=2", "O2,CO,N2", "H2"},
                           Row{"hand_size=2 sweep=before_exchange", "-", "H2,O2,CO,N2"}}) {
      CAPTURE(row.options);
      const auto game = tiny_react(small, formulas, 2, row.options);
      auto state = quiet(game, set_up(game, {"H,C", "N,2"}));
      state = nobody_claims(game, after(game, state, {"drawn CO", "drawn N2", "drawn H2"}));
      CHECK(state.table.open.second_try);
      state = nobody_claims(game, after(game, state, {"drawn O2"}));
      CHECK(phase_of(state) == "exchange");
      CHECK(!state.table.open.second_try);
      CHECK(open_of(game, state) == row.exchange_open);
      CHECK(list_of(game, state.table.open.bottom) == row.exchange_bottom);
      // Then three other compounds are turned up, and the count restarts.
      state = quiet(game, state);
      CHECK(phase_of(state) == "claim");
      CHECK(open_of(game, state) == "H2,O2,CO");
      CHECK(list_of(game, state.table.open.bottom) == "N2");
      state = nobody_claims(game, state);
      CHECK(phase_of(state) == "claim");
      CHECK(state.table.open.second_try);
    }
  }

  // ---- End and score ----

  TEST_CASE("RX-20: the round in which a player reaches the target is played to its end") {
    const auto game = react_game(3, "hand_size=3 target=1");
    auto state =
        decided(game, triple_claims(game), {{0, "claim H2"}, {1, "claim NaCl"}, {2, "claim CO"}});
    state = after(game, state, {"called 0", "called 2"});
    CHECK(phase_of(state) == "call");
    state = after(game, state, {"called 1"});
    CHECK(game.is_terminal(state));
    CHECK(text_of(game, state.table.open.won[1]) == "NaCl");
    CHECK(phase_of(after(react_game(3, triple_options), with_open(react_game(3, triple_options)),
                         {"nothing"})) == "exchange");
  }

  TEST_CASE("RX-21: won compounds score, and reserved ones cost points") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, with_open(game), {"ask 0 He", "reserve CO", "take H"});
    CHECK(game.scores(state)[1] == 2);
    CHECK(game.scores(state)[2] == -2);
    CHECK(game.scores(state)[0] == 0);
    CHECK(game.returns(state)[1] == Fraction());
    // At the end: 2, 0 and -2, minus the mean.
    const auto last = react_game(3, "hand_size=3 max_rounds=2");
    state =
        after(last, with_open(last), {"ask 0 He", "reserve CO", "take H", "nothing", "nothing"});
    REQUIRE(last.is_terminal(state));
    CHECK(last.returns(state)[1] == Fraction(2));
    CHECK(last.returns(state)[2] == Fraction(-2));
  }

  TEST_CASE("RX-22: the game ends after the last exchange round") {
    const auto game = react_game(3, "hand_size=3 max_rounds=1");
    const auto state = quiet(game, triple(game));
    CHECK(game.is_terminal(state));
    CHECK(state.table.open.rounds == 1);
    CHECK(!game.is_terminal(quiet(react_game(3, triple_options), triple(game))));
  }

  TEST_CASE("RX-22: the game ends when no compound is open") {
    const auto game = tiny_react({"C", "C", "O", "O"}, {"CO"}, 2, "hand_size=2");
    auto state = after(game, quiet(game, set_up(game, {"C,O", "C,O"})), {"drawn CO"});
    state = decided(game, state, {{1, "claim_nothing"}, {0, "claim CO"}});
    state = after(game, state, {"called 0"});
    CHECK(phase_of(state) == "exchange");
    state = quiet(game, state);
    CHECK(game.is_terminal(state));
    CHECK(game.scores(state)[0] == 2);
  }

  TEST_CASE("RX-22: random games end within the declared number of steps") {
    FastRandom random(SeedSequence(2));
    for (const char* options : {"", "claims=realtime", "sweep=before_exchange max_rounds=20"}) {
      for (int players = 2; players <= 4; ++players) {
        const auto game = react_game(players, options);
        for (int i = 0; i < 100; ++i) {
          auto table = game.initial_state(i % players).table;
          CHECK(playout(game, table, random).steps <= game.max_steps());
          CHECK(game.acting(table).is_nobody());
        }
      }
    }
  }

  // ---- Who knows what ----

  TEST_CASE("GN-9: a player still knows their own discards after they become the stack") {
    // Eight cards: hands of three, two in the stack.
    const auto game = tiny_react({"H", "C", "O", "Na", "Cl", "S", "2", "3"}, {"CO", "NaCl", "H2S"},
                                 2, "hand_size=3");
    auto state = set_up(game, {"H,C,O", "Na,Cl,S"});
    state = after(game, state, {"put H", "put C", "drawn 2", "drawn 3"});
    state = after(game, state, {"put Na", "done"});
    CHECK(text_of(game, state.table.hidden.draw_pile) == "H,C");
    const auto seen = game.observation(state, Viewer::player(0));
    CHECK(game.rules().forgotten(seen) == 0);
    // The only unknown is which of three cards player 1 has set aside.
    CHECK(game.count_worlds(seen) == "3");
  }

  TEST_CASE(
      "GN-9: two players know a card that moves between them, and the third knows one of the "
      "hands") {
    const auto game = react_game(3, triple_options);
    auto state = after(game, triple(game), {"ask 1 Cl", "take 2"});
    const auto two = *small_card("2");
    const auto chlorine = *small_card("Cl");
    CHECK(believed(game, state, Viewer::player(0), 1, two).least == 1);
    CHECK(believed(game, state, Viewer::player(2), 1, two).least == 0);
    CHECK(believed(game, state, Viewer::player(2), 0, two).least == 0);
    // The card that went back was not the chlorine.
    CHECK(believed(game, state, Viewer::player(2), 0, chlorine).least == 1);
    // The player who was asked has seen the whole hand.
    const auto seen = game.observation(state, Viewer::player(1));
    CHECK(game.rules().forgotten(seen) == 0);
    FastRandom random(SeedSequence(3));
    for (int i = 0; i < 20; ++i) {
      const auto world = game.determinize(seen, random);
      REQUIRE(world.has_value());
      CHECK(hand(game, *world, 0) == "H,Cl,He");
    }
  }

  TEST_CASE("GN-1: an event that names a seat that does not exist is rejected without effect") {
    const auto game = react_game(2);
    const InNotation in_notation(game);
    auto seen = game.observation(game.initial_state(), Viewer::player(0));
    for (const auto counter : {react::Counter::Leader, react::Counter::Partner}) {
      const auto before = seen;
      for (const int seat : {2, 3, 4, 7, 256, -1}) {
        const auto wrong = game.fold_foreign(seen, Event::set(counter, seat));
        REQUIRE(wrong.has_value());
        CHECK(wrong->field == name_of(counter));
        CHECK(wrong->value == std::to_string(seat == 256 || seat == -1 ? 255 : seat));
        CHECK(wrong->rule == "GN-1");
        CHECK(seen == before);
      }
      CHECK(!game.fold_foreign(seen, Event::set(counter, 1)));
    }
    CHECK(seen.open.leader == 1);
  }
}
