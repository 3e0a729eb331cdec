// SPDX-License-Identifier: Apache-2.0
// Exact beliefs (Bayesian posteriors over deals), compared with probabilities worked out by hand
// for two hands and the pile of Flask.
#include "chemix/beliefs/belief.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/random.hpp"
#include "chemix/games/chemistry_canasta/rules.hpp"
#include "small/flask.hpp"
#include "support/chi_squared.hpp"
#include "support/part_of_deck.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

const auto everyone = ViewerSet::everyone();

// The knowledge of a viewer about two hands and the pile, and their sizes.
struct Position {
  flask::Game game;
  flask::Game::Observation seen;

  Position(std::vector<std::string> cards, int hand, int other_hand,
           Viewer viewer = Viewer::spectator())
      : game(game_of(std::move(cards))), seen(game.observation(game.initial_state(), viewer)) {
    seen.open.hand_size[0] = static_cast<std::uint8_t>(hand);
    seen.open.hand_size[1] = static_cast<std::uint8_t>(other_hand);
    seen.open.pile_size = static_cast<std::uint8_t>(seen.open.pile_size - hand - other_hand);
  }

  // A deck needs a multiplier, but Flask plays with element cards only.
  static flask::Game game_of(std::vector<std::string> cards) {
    cards.emplace_back("2");
    return flask::Game(
        *flask::Rules::create(part_of_deck(cards, {"H2O", "CO"}), {.hand_size = 1}, 2));
  }

  // A card moves from one place to another. Before, there were `size` cards in `from`.
  void move(const std::string& card, HiddenPlace from, HiddenPlace to, int size,
            ViewerSet seen_by = everyone,
            LogEntry::Constraint among = LogEntry::Constraint::AnyCard) {
    seen.knowledge.log.learn(Event::move({}, {}, small_card(card)->index, seen_by), from, to, size,
                             among);
  }
  void show(Player hand, const std::string& card, int amount, int size) {
    seen.knowledge.log.learn(Event::show({}, small_card(card)->index, amount, everyone),
                             static_cast<HiddenPlace>(hand), place_public, size);
  }

  [[nodiscard]] Belief belief() const {
    auto known = seen;
    known.knowledge = game.rules().knowledge_of(seen.knowledge, seen.viewer);
    return game.rules().belief_of(known);
  }
  // Whether the probability of a world, listed by hidden place, is `part` / `whole`.
  [[nodiscard]] bool is_share(const std::vector<std::string>& world, std::uint64_t part,
                              std::uint64_t whole) const {
    const Belief worlds = belief();
    Belief::World cards;
    for (std::size_t i = 0; i < world.size(); ++i) cards[i] = cards_of(game, world[i]);
    return worlds.approximations() == 0 &&
           worlds.weight_of(cards) * whole == worlds.total_weight() * part;
  }
};

// Flask has no noble gases. These rules treat H as one.
struct HydrogenForGases : flask::Rules {
  explicit HydrogenForGases(const flask::Rules& rules) : flask::Rules(rules) {}
  [[nodiscard]] static CardSet not_among(LogEntry::Constraint among) {
    const CardSet gases = CardSet::of(*small_card("H"));
    if (among == LogEntry::Constraint::NobleGas) return all_small_kinds() - gases;
    return among == LogEntry::Constraint::NotNobleGas ? gases : CardSet();
  }
};

// A position with public moves and moves that only the players see.
struct Watched : Position {
  using Position::Position;

  // A belief refers to its rules.
  HydrogenForGases with_gases{game.rules()};

  void move_openly(const char* card, HiddenPlace from, HiddenPlace to, int size) {
    Position::move(card, from, to, size);
  }
  // Hidden from spectators.
  void move(const char* card, HiddenPlace from, HiddenPlace to, int size,
            LogEntry::Constraint among = LogEntry::Constraint::AnyCard) {
    Position::move(card, from, to, size, ViewerSet::both(0, 1), among);
  }
  [[nodiscard]] Belief belief_with_gases() const {
    const auto knowledge = game.rules().knowledge_of(seen.knowledge, seen.viewer);
    return {with_gases, seen, knowledge.log, game.rules().cards_in_play()};
  }
  // The world with these hands and this pile.
  [[nodiscard]] Belief::World world(std::string_view hand, std::string_view other_hand,
                                    std::string_view pile) const {
    Belief::World world;
    world[0] = cards_of(game, hand);
    world[1] = cards_of(game, other_hand);
    world[2] = cards_of(game, pile);
    return world;
  }
};

// Whether the probability of a world is `part` / `whole`. Requires that some world is possible.
bool is_share(const Belief& belief, const Belief::World& world, std::uint64_t part,
              std::uint64_t whole) {
  REQUIRE(belief.approximations() == 0);
  REQUIRE_FALSE(belief.total_weight() == Belief::TotalWeight());
  CHECK(belief.is_possible(world) == (part > 0));
  return belief.weight_of(world) * whole == belief.total_weight() * part;
}

}  // namespace

TEST_SUITE("belief") {
  TEST_CASE("without observations all deals of individual cards are equally likely") {
    const Position position({"H", "H", "C", "O"}, 1, 2);
    CHECK(position.belief().count() == "12");
    CHECK(position.is_share({"H", "C,O", "H"}, 2, 12));
    CHECK(position.is_share({"C", "H,H", "O"}, 1, 12));
    CHECK(position.is_share({"C", "H,O", "H"}, 2, 12));
    CHECK(position.is_share({"C", "H,H", "C"}, 0, 1));
    CHECK(position.is_share({"C", "H", "H,O"}, 0, 1));
  }

  TEST_CASE("a card seen to arrive is in the place it went to") {
    Position position({"H", "H", "C", "O"}, 1, 2);
    position.move("H", place_public, 0, 0);
    CHECK(position.belief().count() == "3");
    CHECK(position.is_share({"H", "C,O", "H"}, 1, 3));
    CHECK(position.is_share({"H", "H,C", "O"}, 1, 3));
    CHECK(position.is_share({"C", "H,O", "H"}, 0, 1));
  }

  TEST_CASE("after a hidden move the card that was seen to arrive has either left or stayed") {
    Position position({"H", "H", "C", "O"}, 1, 2);
    position.move("H", place_public, 0, 0);
    position.move("C", 0, 1, 2, ViewerSet::both(0, 1));
    // The seen card stayed; the other is any of three.
    CHECK(position.is_share({"H", "C,O", "H"}, 1, 6));
    // The seen card stayed or left.
    CHECK(position.is_share({"H", "H,C", "O"}, 1, 4));
    // The seen card left.
    CHECK(position.is_share({"C", "H,H", "O"}, 1, 12));
    CHECK(position.is_share({"C", "H,O", "H"}, 1, 12));
    CHECK(position.belief().count() == "12");
  }

  TEST_CASE("worlds are sampled in proportion to their probability") {
    Position position({"H", "H", "C", "O"}, 1, 2);
    position.move("H", place_public, 0, 0);
    position.move("C", 0, 1, 2, ViewerSet::both(0, 1));
    const Belief worlds = position.belief();
    constexpr int samples = 12000;
    FastRandom random(SeedSequence(5));
    std::map<std::string, std::pair<int, double>> found;
    for (int i = 0; i < samples; ++i) {
      const auto world = worlds.sample(random);
      REQUIRE(world.has_value());
      const std::string text =
          text_of(position.game, (*world)[0]) + "/" + text_of(position.game, (*world)[1]);
      ++found.try_emplace(text, 0, worlds.weight_of(*world).share_of(worlds.total_weight()))
            .first->second.first;
    }
    CHECK(found.size() == 7);
    double chi_squared = 0;
    for (const auto& [text, counts] : found) {
      const double expected = samples * counts.second;
      chi_squared += (counts.first - expected) * (counts.first - expected) / expected;
    }
    CHECK(chi_squared < chi_squared_limit(6));
  }

  TEST_CASE("the giver and the taker of a hidden card know what it was") {
    Position position({"H", "H", "C", "O"}, 1, 2, Viewer::player(1));
    position.seen.own.hand = cards_of(position.game, "C,O");
    position.move("H", place_public, 0, 0);
    position.move("C", 0, 1, 2, ViewerSet::both(0, 1));
    CHECK(position.is_share({"H", "H"}, 1, 1));
  }

  TEST_CASE(
      "a move of any card but the last leaves the last one, even if the moved card is equal") {
    Position position({"H", "H", "C", "O"}, 1, 2, Viewer::player(1));
    position.seen.own.hand = cards_of(position.game, "H,C");
    position.move("H", place_public, 0, 1);
    position.move("H", 0, 1, 2, ViewerSet::both(0, 1), LogEntry::Constraint::NotLast);
    CHECK(position.is_share({"H", "O"}, 1, 1));
  }

  TEST_CASE("a card that arrived unseen may be the one that left later") {
    Position position({"H", "H", "C", "O"}, 1, 1);
    position.move("H", place_public, 0, 0);
    position.move("C", 0, 1, 2, ViewerSet::both(0, 1));
    position.move("H", 1, place_public, 2);
    position.seen.open.laid.add(*small_card("H"));
    --position.seen.open.pile_size;
    CHECK(position.is_share({"H", "C", "O"}, 3, 12));
    CHECK(position.is_share({"H", "O", "C"}, 3, 12));
    CHECK(position.is_share({"C", "H", "O"}, 2, 12));
    CHECK(position.is_share({"C", "O", "H"}, 1, 12));
  }

  TEST_CASE("a hand holds the cards it was shown to hold, and its other cards are unknown") {
    Position position({"H", "C", "O", "O"}, 2, 1);
    position.show(0, "C", 1, 2);
    CHECK(position.belief().count() == "6");
    CHECK(position.is_share({"H,C", "O", "O"}, 2, 6));
    CHECK(position.is_share({"H,O", "C", "O"}, 0, 1));
  }

  TEST_CASE("after a hidden move from a hand that was shown, either shown card may have left") {
    Position position({"H", "C", "O", "O"}, 1, 2);
    position.show(0, "H", 1, 2);
    position.show(0, "C", 1, 2);
    position.move("H", 0, 1, 2, ViewerSet::both(0, 1));
    CHECK(position.belief().count() == "4");
    CHECK(position.is_share({"H", "C,O", "O"}, 1, 2));
    CHECK(position.is_share({"C", "H,O", "O"}, 1, 2));
    CHECK(position.is_share({"O", "H,C", "O"}, 0, 1));
  }

  TEST_CASE("a hand that lacked a kind holds only cards of it that came later") {
    Position position({"H", "H", "C", "O"}, 2, 1);
    position.seen.knowledge.log.lack(0, *small_card("H"), 1);
    CHECK(position.belief().approximations() == 0);
    // One card of the hand is C or O; the other cards are dealt uniformly.
    CHECK(position.is_share({"C,O", "H", "H"}, 2 * 2, 12));
    CHECK(position.is_share({"H,C", "H", "O"}, 2, 12));
  }

  TEST_CASE("observations of more cards of a kind than a bag can hold leave no possible world") {
    Position position({"H", "H", "C", "O"}, 1, 2);
    for (int i = 0; i < 8; ++i) position.move("H", place_public, 0, 0);
    for (int i = 8; i > 0; --i) position.move("H", 0, place_public, i + 1);
    CHECK(position.belief().total_weight() == Belief::TotalWeight());
  }

  TEST_CASE("observations that contradict the viewer's hand leave no possible world") {
    Position position({"H", "C", "O"}, 1, 1, Viewer::player(0));
    position.seen.own.hand = cards_of(position.game, "C");
    position.move("C", place_public, 1, 0);
    CHECK(position.belief().count() == "0");
    CHECK(position.belief().total_weight() == Belief::TotalWeight());
  }

  TEST_CASE("six hands hold cards of three earlier piles, and each card is tied to its pile") {
    const chemistry_canasta::Game game(
        *chemistry_canasta::Rules::create(*builtin_deck<ExpansionSet>("covalent"), {}, 6));
    auto seen = game.observation(game.initial_state(), Viewer::spectator());
    const BagLayout& layout = game.rules().deck().layout();
    PaymentBag cards = game.rules().deck().all_cards();
    const auto take = [&](DeckBag& pile) {
      const Card card = cards.nth(0);
      cards.remove(card);
      layout.add(pile, card);
      return card;
    };
    // The draw pile is rebuilt three times, and each hand draws a card from each pile.
    WorldOf<PaymentBag> world;
    for (int drawn = 0; drawn <= 3; ++drawn) {
      DeckBag pile;
      for (std::size_t hand = 0; hand < 6; ++hand) world[hand].add(take(pile));
      if (drawn == 3) {
        for (int i = 0; i < cards.size(); ++i) layout.add(pile, cards.nth(i));
        world[6] = cards;
      }
      if (drawn > 0) {
        seen.knowledge.reshuffle(pile, game.rules().deck().all_cards(), 6,
                                 [&](HiddenPlace) { return drawn; });
      }
      for (Player hand = 0; hand < 6 && drawn > 0; ++hand) {
        const auto size = (drawn < 3 ? 6 : 6 + cards.size()) - hand;
        seen.knowledge.log.learn(Event::deal(draw_pile, hand_of(hand), 0, ViewerSet::nobody()),
                                 place_draw_pile, static_cast<HiddenPlace>(hand), size);
      }
    }
    for (Player hand = 0; hand < 6; ++hand) seen.open.hand_size[hand] = 4;
    seen.open.draw_pile_size = static_cast<std::uint8_t>(cards.size());
    seen.knowledge = game.rules().knowledge_of(seen.knowledge, seen.viewer);
    const auto belief = game.rules().belief_of(seen);
    CHECK(belief.approximations() == 0);
    CHECK(belief.is_possible(world));
    // Two whole hands can be exchanged, since both drew from the same piles. A card of a hand
    // cannot be exchanged with one of the last pile.
    std::swap(world[0], world[1]);
    CHECK(belief.is_possible(world));
    const Card first = world[0].nth(0);
    world[0].remove(first);
    world[6].add(first);
    const Card other = world[6].nth(0);
    world[6].remove(other);
    world[0].add(other);
    CHECK(belief.is_possible(world) == (first == other));
  }

  TEST_CASE("a card moved face down as a noble gas is one, and one moved as another card is not") {
    Watched gas({"H", "C", "C", "O"}, 1, 1);
    gas.move("H", 0, 1, 2, LogEntry::Constraint::NobleGas);
    CHECK(is_share(gas.belief_with_gases(), gas.world("C", "H", "C,O"), 2, 3));
    CHECK(is_share(gas.belief_with_gases(), gas.world("H", "C", "C,O"), 0, 1));
    Watched other({"H", "C", "C", "O"}, 1, 1);
    other.move("O", 0, 1, 2, LogEntry::Constraint::NotNobleGas);
    // One of the three cards that are not noble gases moved; the rest are unknown.
    CHECK(is_share(other.belief_with_gases(), other.world("H", "O", "C,C"), 1, 9));
    CHECK(is_share(other.belief_with_gases(), other.world("H", "C", "C,O"), 2, 9));
    CHECK(is_share(other.belief_with_gases(), other.world("O", "H", "C,C"), 0, 1));
  }

  TEST_CASE("a pile that is turned over keeps what is known about its unseen cards") {
    Watched watched({"H", "C", "C", "O"}, 1, 2);
    watched.move("H", 0, place_discarded, 2, LogEntry::Constraint::NobleGas);
    watched.seen.knowledge.log.move_all(place_discarded, place_draw_pile);
    CHECK(is_share(watched.belief_with_gases(), watched.world("O", "C,C", "H"), 1, 3));
    CHECK(is_share(watched.belief_with_gases(), watched.world("H", "C,C", "O"), 0, 1));
  }

  TEST_CASE("a hand holds exactly the number of cards of a kind that was counted") {
    Watched watched({"H", "H", "C", "O"}, 2, 1);
    watched.move_openly("H", place_public, 0, 0);
    watched.move_openly("H", place_public, 0, 1);
    Belief belief = watched.belief();
    CHECK(is_share(belief, watched.world("H,H", "C", "O"), 1, 2));
    belief.count_hand(0, *small_card("H"), 2);
    CHECK(is_share(belief, watched.world("H,H", "C", "O"), 1, 2));
    for (const int fewer : {0, 1}) {
      Belief none = watched.belief();
      none.count_hand(0, *small_card("H"), fewer);
      CHECK(none.count() == "0");
      CHECK_FALSE(none.is_possible());
    }
  }

  TEST_CASE("conditioning on a count keeps the relative weights of seen and unseen cards") {
    // Seat 1 held an H that all saw and two unseen cards, and gave one of the three away face down.
    Watched watched({"H", "H", "H", "C", "O"}, 1, 2);
    watched.move_openly("H", place_public, 1, 2);
    watched.move("H", 1, 0, 3);
    // 18 equally likely cases: six pairs of unseen cards times three cards to give.
    const auto both_stay = watched.world("H", "H,H", "C,O");
    const auto c_went = watched.world("C", "H,H", "H,O");
    const auto one_stays = watched.world("H", "H,C", "H,O");
    CHECK(is_share(watched.belief(), both_stay, 3, 18));
    CHECK(is_share(watched.belief(), c_went, 2, 18));
    CHECK(is_share(watched.belief(), one_stays, 4, 18));
    Belief two = watched.belief();
    two.count_hand(1, *small_card("H"), 2);
    CHECK(is_share(two, both_stay, 3, 7));
    CHECK(is_share(two, c_went, 2, 7));
    CHECK(is_share(two, one_stays, 0, 1));
    Belief one = watched.belief();
    one.count_hand(1, *small_card("H"), 1);
    CHECK(is_share(one, one_stays, 4, 10));
    CHECK(is_share(one, both_stay, 0, 1));
  }

  TEST_CASE("shown cards are more likely to come from the larger block of unseen cards") {
    // Seat 0 had two cards and no O, and drew a third one.
    Watched watched({"H", "H", "C", "O"}, 3, 0);
    watched.seen.knowledge.log.lack(0, *small_card("O"), 2);
    watched.seen.knowledge.log.learn(
        Event::show(hand_of(0), small_card("H")->index, 2, ViewerSet::everyone()), 0, place_public,
        3);
    // The first two cards were H,H (one deal, then C or O came) or H,C (two deals, then H came).
    CHECK(is_share(watched.belief(), watched.world("H,H,C", "-", "O"), 6, 8));
    CHECK(is_share(watched.belief(), watched.world("H,H,O", "-", "C"), 2, 8));
  }

  TEST_CASE("worlds are sampled uniformly when each hand lacks a kind") {
    Watched watched({"H", "C", "O"}, 1, 1);
    watched.seen.knowledge.log.lack(0, *small_card("O"), 1);
    watched.seen.knowledge.log.lack(1, *small_card("H"), 1);
    const Belief belief = watched.belief();
    std::vector<Belief::World> worlds = {watched.world("H", "C", "O"), watched.world("H", "O", "C"),
                                         watched.world("C", "O", "H")};
    FastRandom random{SeedSequence(6)};
    constexpr int samples = 3000;
    std::vector<int> found(worlds.size());
    for (int i = 0; i < samples; ++i) {
      const auto at = std::find(worlds.begin(), worlds.end(), *belief.sample(random));
      REQUIRE(at != worlds.end());
      ++found[static_cast<std::size_t>(at - worlds.begin())];
    }
    for (std::size_t i = 0; i < worlds.size(); ++i) {
      CHECK(is_share(belief, worlds[i], 1, 3));
      CHECK(found[i] > samples / 3 - 120);
      CHECK(found[i] < samples / 3 + 120);
    }
  }

  TEST_CASE("FK-6: a world in which a hand lacks a card that it surely holds is impossible") {
    Watched watched({"H", "H", "C", "O"}, 2, 1);
    watched.seen.open.phase = flask::Phase::Lay;
    watched.seen.open.leader = Seat::of(0);
    watched.seen.open.lays = 1;
    // The leader surely holds a card that is not lower.
    watched.seen.open.last_laid = *small_card("O");
    const Belief belief = watched.belief();
    CHECK(is_share(belief, watched.world("H,O", "C", "H"), 2, 6));
    CHECK(is_share(belief, watched.world("H,H", "O", "C"), 0, 1));
    CHECK(is_share(belief, watched.world("H,C", "H", "O"), 0, 1));
  }

  TEST_CASE("a world below or above the limits of a constraint has weight 0") {
    DealProblem problem;
    const Card h = *small_card("H");
    const Card c = *small_card("C");
    for (const Card card : {h, h, c, c}) problem.unseen.add(card);
    problem.add_place(2);
    problem.add_place(2);
    problem.add_constraint({1, CardSet::of(h), 1, 1});
    // The first place holds `copies` H (of two cards), the second one the rest.
    const auto ways = [&](int copies) {
      WorldOf<CardBag> world;
      for (int i = 0; i < 2; ++i) {
        world[0].add(i < copies ? h : c);
        world[1].add(i < copies ? c : h);
      }
      if (copies == 1) world[1] = world[0];
      return problem.weight_of(world);
    };
    CHECK(problem.count() == "4");
    CHECK(ways(1) == DealCount(4));
    CHECK(ways(0) == DealCount());
    CHECK(ways(2) == DealCount());
  }

  TEST_CASE("unconstrained cards are spread uniformly over the unconstrained places") {
    DealProblem problem;
    const Card h = *small_card("H");
    const Card c = *small_card("C");
    for (const Card card : {h, h, c, c}) problem.unseen.add(card);
    for (const int size : {1, 1, 2}) problem.add_place(size);
    // The first place is known to hold no H.
    problem.add_constraint({1, CardSet::of(h), 0, 0});
    CHECK(problem.count() == "6");
    FastRandom random{SeedSequence(8)};
    constexpr int samples = 3000;
    int found = 0;
    for (int i = 0; i < samples; ++i) found += (*problem.sample(random))[1].count(h);
    // Two of the three cards left for the other places are H.
    CHECK(found > samples * 2 / 3 - 120);
    CHECK(found < samples * 2 / 3 + 120);
  }
}
