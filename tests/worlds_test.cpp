// SPDX-License-Identifier: Apache-2.0
// Views of real games whose beliefs were once hard to sample, to count or to play on from, as files
// of tests/positions: a line `NAME PLAYERS OPTIONS`, then the notation of the observation. Also,
// beliefs of Flask worked out by hand.
#include "chemix/any_game.hpp"
#include "chemix/cards/belief.hpp"
#include "chemix/core/codec.hpp"
#include "small/flask.hpp"
#include "support/part_of_deck.hpp"
#include "support/play.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace chemix {
namespace {

class Memory {
 public:
  explicit Memory(std::size_t size) : words_(size / sizeof(std::uint64_t) + 1), size_(size) {}
  [[nodiscard]] Block block() { return std::as_writable_bytes(std::span(words_)).first(size_); }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_;
};

struct Position {
  std::shared_ptr<const AnyGame> game;
  Memory seen{0};
};

Position position(const std::string& name) {
  std::ifstream file(CHEMIX_TEST_DIR "/positions/" + name + ".txt");
  std::string made;
  std::string notation;
  REQUIRE(std::getline(file, made));
  REQUIRE(std::getline(file, notation));
  std::string_view rest = made;
  GameRequest request;
  request.name = split_off(rest, " ");
  request.players = std::stoi(std::string(split_off(rest, " ")));
  request.options = rest;
  const auto game = make_game(request);
  REQUIRE(game.has_value());
  Position position{*game, Memory((*game)->observation_size())};
  const auto refusal = position.game->parse_observation(notation, position.seen.block());
  REQUIRE_MESSAGE(!refusal, (refusal ? refusal->message() : ""));
  return position;
}

Memory sampled(const AnyGame& game, ConstBlock seen, std::uint64_t seed) {
  Generator random(SeedSequence(seed).generate_state<8>(), Domain::Sampler, 0);
  Memory state(game.state_size());
  REQUIRE(game.determinize(seen, random, Others::Decided, state.block()));
  return state;
}

// The state is accepted, and every viewer can use what it sees of it.
void check_world(const AnyGame& game, ConstBlock state) {
  std::vector<std::byte> bytes(game.save(state, {}));
  game.save(state, bytes);
  Memory loaded(game.state_size());
  const auto refusal = game.load(bytes, loaded.block());
  CHECK_MESSAGE(!refusal, (refusal ? refusal->message() : ""));
  Memory view(game.observation_size());
  for (Player p = -1; p < game.player_count(); ++p) {
    CAPTURE(p);
    game.observe(state, p < 0 ? Viewer::spectator() : Viewer::player(p), view.block());
    const auto fault = game.view_fault(view.block());
    CHECK_MESSAGE(!fault, (fault ? fault->message() : ""));
    CHECK(game.count_worlds(view.block()) != "0");
    (void)sampled(game, view.block(), 1);
    const Marginals marginals = game.marginals(view.block());
    CHECK(std::all_of(marginals.probabilities.begin(), marginals.probabilities.end(),
                      [](double share) { return share >= 0 && share <= 1 + 1e-9; }));
  }
}

// The first legal action of the player whose notation begins so, or −1.
int action_of(const AnyGame& game, ConstBlock state, Player player, std::string_view action) {
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  ids.resize(game.legal_actions(state, player, ids));
  const auto found = std::find_if(ids.begin(), ids.end(),
                                  [&](int id) { return game.action_text(id).starts_with(action); });
  return found == ids.end() ? -1 : *found;
}

void take(const AnyGame& game, Memory& state, Player player, std::string_view action) {
  CAPTURE(action);
  const int id = action_of(game, state.block(), player, action);
  REQUIRE(id >= 0);
  REQUIRE(!game.apply(state.block(), player, id));
}

// The first outcome after which the player who acts may take such an action.
void take_chance(const AnyGame& game, Memory& state, std::string_view then) {
  const std::int64_t ways = game.chance_weight(state.block());
  for (std::int64_t nth = 0; nth < ways; ++nth) {
    Memory next = state;
    REQUIRE(!game.apply(next.block(), Actor::chance(), game.chance_outcome(next.block(), nth)));
    const Player player = game.acting(next.block()).players().lowest();
    if (action_of(game, next.block(), player, then) < 0) continue;
    state = next;
    return;
  }
  FAIL("no outcome allows for " << then);
}

// Flask has no noble gases: here, H is one.
struct HydrogenForGases : flask::Rules {
  explicit HydrogenForGases(const flask::Rules& rules) : flask::Rules(rules) {}
  [[nodiscard]] static CardSet not_among(Memo::Among among) {
    const CardSet gases = CardSet::of(*small_card("H"));
    if (among == Memo::Among::NobleGases) return all_small_kinds() - gases;
    return among == Memo::Among::Others ? gases : CardSet();
  }
};

// What a spectator of Flask knows of two hands and the pile after what was seen of some moves.
struct Watched {
  flask::Game game;
  flask::Game::Observation seen;

  // Multipliers stay away.
  Watched(std::vector<std::string> cards, int hand, int other_hand)
      : game(game_of(std::move(cards))),
        seen(game.observation(game.initial_state(), Viewer::spectator())) {
    seen.open.hand_size[0] = static_cast<std::uint8_t>(hand);
    seen.open.hand_size[1] = static_cast<std::uint8_t>(other_hand);
    seen.open.pile_size = static_cast<std::uint8_t>(seen.open.pile_size - hand - other_hand);
  }
  static flask::Game game_of(std::vector<std::string> cards) {
    cards.emplace_back("2");
    return flask::Game(
        *flask::Rules::create(test::part_of_deck(cards, {"H2O", "CO"}), {.hand_size = 1}, 2));
  }

  // A card goes from one place, where `size` cards were before, to another: all see which it is.
  void move_openly(const char* card, HiddenPlace from, HiddenPlace to, int size) {
    learn(card, from, to, size, ViewerSet::everyone(), Memo::Among::All);
  }
  // Or only the players do.
  void move(const char* card, HiddenPlace from, HiddenPlace to, int size,
            Memo::Among among = Memo::Among::All) {
    learn(card, from, to, size, ViewerSet::both(0, 1), among);
  }
  [[nodiscard]] Belief belief() const {
    auto known = seen;
    known.facts = game.rules().facts_of(seen.facts, seen.viewer);
    return game.rules().worlds_of(known);
  }
  [[nodiscard]] Belief belief_with_gases() const {
    const auto facts = game.rules().facts_of(seen.facts, seen.viewer);
    return {HydrogenForGases(game.rules()), seen, facts.memory, game.rules().cards_in_play()};
  }
  // Both hands and the pile.
  [[nodiscard]] Belief::World world(std::string_view hand, std::string_view other_hand,
                                    std::string_view pile) const {
    Belief::World world;
    world[0] = test::cards_of(game, hand);
    world[1] = test::cards_of(game, other_hand);
    world[2] = test::cards_of(game, pile);
    return world;
  }

 private:
  void learn(const char* card, HiddenPlace from, HiddenPlace to, int size, ViewerSet seen_by,
             Memo::Among among) {
    seen.facts.memory.learn(Event::move({}, {}, small_card(card)->index, seen_by), from, to, size,
                            among);
  }
};

// The probability of a world is `part` of `whole`, and there are worlds.
bool is_share(const Belief& belief, const Belief::World& world, std::uint64_t part,
              std::uint64_t whole) {
  REQUIRE(belief.approximated() == 0);
  REQUIRE_FALSE(belief.ways() == Belief::Number());
  CHECK(belief.can_be(world) == (part > 0));
  return belief.ways_of(world) * whole == belief.ways() * part;
}

TEST_SUITE("worlds") {
  TEST_CASE("a card that moved face down as a noble gas is one, and as another card is none") {
    Watched gas({"H", "C", "C", "O"}, 1, 1);
    gas.move("H", 0, 1, 2, Memo::Among::NobleGases);
    CHECK(is_share(gas.belief_with_gases(), gas.world("C", "H", "C,O"), 2, 3));
    CHECK(is_share(gas.belief_with_gases(), gas.world("H", "C", "C,O"), 0, 1));
    Watched other({"H", "C", "C", "O"}, 1, 1);
    other.move("O", 0, 1, 2, Memo::Among::Others);
    // One of three, and of the others any.
    CHECK(is_share(other.belief_with_gases(), other.world("H", "O", "C,C"), 1, 9));
    CHECK(is_share(other.belief_with_gases(), other.world("H", "C", "C,O"), 2, 9));
    CHECK(is_share(other.belief_with_gases(), other.world("O", "H", "C,C"), 0, 1));
  }

  TEST_CASE("a pile that is turned over takes with it what is known of its unseen cards") {
    Watched watched({"H", "C", "C", "O"}, 1, 2);
    watched.move("H", 0, laid_away, 2, Memo::Among::NobleGases);
    watched.seen.facts.memory.move_all(laid_away, drawn_from);
    CHECK(is_share(watched.belief_with_gases(), watched.world("O", "C,C", "H"), 1, 3));
    CHECK(is_share(watched.belief_with_gases(), watched.world("H", "C,C", "O"), 0, 1));
  }

  TEST_CASE("a hand that was counted holds no more cards of a kind than were counted") {
    Watched watched({"H", "H", "C", "O"}, 2, 1);
    watched.move_openly("H", in_the_open, 0, 0);
    watched.move_openly("H", in_the_open, 0, 1);
    Belief belief = watched.belief();
    CHECK(is_share(belief, watched.world("H,H", "C", "O"), 1, 2));
    belief.count_hand(0, *small_card("H"), 2);
    CHECK(is_share(belief, watched.world("H,H", "C", "O"), 1, 2));
    for (const int fewer : {0, 1}) {
      Belief none = watched.belief();
      none.count_hand(0, *small_card("H"), fewer);
      CHECK(none.count() == "0");
      CHECK_FALSE(none.can_be());
    }
  }

  TEST_CASE("a count weighs hands alike, whether or not its cards were seen to come") {
    // Seat 1 held an H that all saw and two others, and gave one of the three away face down.
    Watched watched({"H", "H", "H", "C", "O"}, 1, 2);
    watched.move_openly("H", in_the_open, 1, 2);
    watched.move("H", 1, 0, 3);
    // 18 equally likely cases: six pairs of others, and three cards to give.
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

  TEST_CASE("like cards that are shown are more likely to be of a larger group") {
    // Seat 0 had two cards and no O, and drew a third one.
    Watched watched({"H", "H", "C", "O"}, 3, 0);
    watched.seen.facts.memory.lack(0, *small_card("O"), 2);
    watched.seen.facts.memory.learn(
        Event::show(hand_of(0), small_card("H")->index, 2, ViewerSet::everyone()), 0, in_the_open,
        3);
    // Both H were there in two ways, and then came C or O; one was in four ways, and C with it.
    CHECK(is_share(watched.belief(), watched.world("H,H,C", "-", "O"), 6, 8));
    CHECK(is_share(watched.belief(), watched.world("H,H,O", "-", "C"), 2, 8));
  }

  TEST_CASE("hands that each lack a kind are sampled evenly") {
    Watched watched({"H", "C", "O"}, 1, 1);
    watched.seen.facts.memory.lack(0, *small_card("O"), 1);
    watched.seen.facts.memory.lack(1, *small_card("H"), 1);
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

  TEST_CASE("FK-6: a hand that lacks what it surely holds is of no possible world") {
    Watched watched({"H", "H", "C", "O"}, 2, 1);
    watched.seen.open.phase = flask::Phase::Lay;
    watched.seen.open.leader = Seat::of(0);
    watched.seen.open.lays = 1;
    // The leader can go on with a card that is not lower.
    watched.seen.open.last_laid = *small_card("O");
    const Belief belief = watched.belief();
    CHECK(is_share(belief, watched.world("H,O", "C", "H"), 2, 6));
    CHECK(is_share(belief, watched.world("H,H", "O", "C"), 0, 1));
    CHECK(is_share(belief, watched.world("H,C", "H", "O"), 0, 1));
  }

  TEST_CASE("a world that breaks a fact on either side has no ways") {
    WorldProblem problem;
    const Card h = *small_card("H");
    const Card c = *small_card("C");
    for (const Card card : {h, h, c, c}) problem.unseen.add(card);
    problem.add_place(2);
    problem.add_place(2);
    problem.add_fact({1, CardSet::of(h), 1, 1});
    // The first place holds so many H, the second one the other cards.
    const auto ways = [&](int copies) {
      WorldOf<CardBag> world;
      for (int i = 0; i < 2; ++i) {
        world[0].add(i < copies ? h : c);
        world[1].add(i < copies ? c : h);
      }
      if (copies == 1) world[1] = world[0];
      return problem.ways_of(world);
    };
    CHECK(problem.count() == "4");
    CHECK(ways(1) == WaysOf<CardBag>(4));
    CHECK(ways(0) == WaysOf<CardBag>());
    CHECK(ways(2) == WaysOf<CardBag>());
  }

  TEST_CASE("cards go to any of the places of which nothing is known") {
    WorldProblem problem;
    const Card h = *small_card("H");
    const Card c = *small_card("C");
    for (const Card card : {h, h, c, c}) problem.unseen.add(card);
    for (const int size : {1, 1, 2}) problem.add_place(size);
    // Of the first it is known that it holds no H.
    problem.add_fact({1, CardSet::of(h), 0, 0});
    CHECK(problem.count() == "6");
    FastRandom random{SeedSequence(8)};
    constexpr int samples = 3000;
    int found = 0;
    for (int i = 0; i < samples; ++i) found += (*problem.sample(random))[1].count(h);
    // Two of the three other cards are H.
    CHECK(found > samples * 2 / 3 - 120);
    CHECK(found < samples * 2 / 3 + 120);
  }

  TEST_CASE("GN-9: a world of an exact belief can be played on") {
    Position at = position("chemuno_four_players");
    const AnyGame& game = *at.game;
    CHECK(game.weakened(at.seen.block()) == 0);
    CHECK(game.approximated(at.seen.block()) == 0);
    Memory state = sampled(game, at.seen.block(), 29);
    check_world(game, state.block());
    take(game, state, 3, "draw");
    check_world(game, state.block());
    take_chance(game, state, "keep");
    take(game, state, 3, "keep");
    check_world(game, state.block());
    // Seat 0 lays the card that it has just drawn, though what it drew before is not remembered for
    // it in the world of seat 3.
    take(game, state, 0, "draw");
    take_chance(game, state, "lay");
    check_world(game, state.block());
    take(game, state, 0, "lay");
    check_world(game, state.block());
    Memory view(game.observation_size());
    for (Player p = 0; p < game.player_count(); ++p) {
      game.observe(state.block(), Viewer::player(p), view.block());
      CHECK(game.approximated(view.block()) == 0);
    }
  }

  TEST_CASE("GN-9: views of real games can be sampled, counted and played on from") {
    for (const char* name : {"chemuno_many_hypotheses", "react_few_worlds", "react_one_world"}) {
      CAPTURE(name);
      Position at = position(name);
      CHECK(at.game->weakened(at.seen.block()) == 0);
      for (std::uint64_t seed = 0; seed < 2; ++seed) {
        FastRandom random{SeedSequence(seed)};
        Memory state = sampled(*at.game, at.seen.block(), seed);
        for (int step = 0; step < 8 && !at.game->acting(state.block()).is_nobody(); ++step) {
          if (step % 2 == 0) check_world(*at.game, state.block());
          const Acting acting = at.game->acting(state.block());
          if (acting.is_chance()) {
            const auto ways = static_cast<std::uint64_t>(at.game->chance_weight(state.block()));
            const auto nth = static_cast<std::int64_t>(random.below(ways));
            at.game->apply(state.block(), Actor::chance(),
                           at.game->chance_outcome(state.block(), nth));
            continue;
          }
          std::vector<int> ids(static_cast<std::size_t>(at.game->max_legal_actions()));
          const Player player = acting.players().lowest();
          ids.resize(at.game->legal_actions(state.block(), player, ids));
          at.game->apply(state.block(), player, ids[random.below(ids.size())]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace chemix
