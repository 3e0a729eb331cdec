// SPDX-License-Identifier: Apache-2.0
// Provably fair dealing by commit and reveal: a game dealt from the committed seed verifies, and
// any change to seed, salt, contributions or record is detected.
#include "chemix/fair_deal.hpp"

#include "chemix/state_memory.hpp"
#include "support/printing.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace chemix;

namespace {

using GamePointer = std::shared_ptr<const AnyGame>;

Bytes32 bytes_from(int first) {
  Bytes32 bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(first + static_cast<int>(i));
  }
  return bytes;
}

// A server's secrets and the record of a game that it dealt.
struct Played {
  Reveal reveal;
  std::string commitment;
  std::string record;

  [[nodiscard]] Result<Replay> verify() const { return verify_deal(commitment, reveal, record); }
  // The field that verification rejects, or "accepted".
  [[nodiscard]] std::string rejected_field() const {
    const auto replay = verify();
    return replay ? "accepted" : replay.error().field;
  }
};

// Plays at random, at most `max_steps` steps.
Played play(const GamePointer& game, Player start, std::size_t max_steps = 100000) {
  Played played{{bytes_from(1), bytes_from(101), {{1, 2, 3}, {}}}, "", ""};
  if (game->player_count() < 2) played.reveal.contributions.pop_back();
  played.commitment = commit(*game, start, played.reveal.seed, played.reveal.salt);
  const auto seed = dealing_seed(played.reveal.seed, played.reveal.contributions);
  REQUIRE(seed.has_value());
  Dealer dealer(Seed::from_bytes(*seed));
  FastRandom random{SeedSequence(5)};
  StateMemory memory(*game);
  const Block state = memory.block();
  game->initial_state(start, state);
  std::vector<RecordedStep> steps;
  std::vector<int> ids(256);
  while (!game->acting(state).is_nobody() && steps.size() < max_steps) {
    RecordedStep step{Actor::chance(), 0};
    if (game->acting(state).is_chance()) {
      step.action = dealer.choose(*game, state);
    } else {
      step.actor = game->acting(state).players().lowest();
      const std::size_t count = game->legal_actions(state, step.actor.player(), ids);
      step.action = ids[random.below(count)];
    }
    REQUIRE(!game->apply(state, step.actor, step.action));
    steps.push_back(step);
  }
  played.record = *write_record(*game, start, steps);
  return played;
}

// A game with a custom deck. Its records contain the deck.
GamePointer game_with_own_deck() {
  std::ifstream file(CHEMIX_DECK_DIR "/chemix.json");
  auto deck = nlohmann::ordered_json::parse(file);
  deck["deck"] = "mine";
  deck["compounds"].erase(5);
  const auto game = make_game(
      {.name = "chemuno", .players = 2, .deck_text = deck.dump(), .deck_file = "mine.json"});
  REQUIRE_MESSAGE(game.has_value(), (game ? "" : game.error().message()));
  return *game;
}

// Flips every `stride`-th bit, one at a time.
template <class Bytes, class Try>
void flip_bits(Bytes& bytes, std::size_t stride, Try&& attempt) {
  REQUIRE(!bytes.empty());
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += stride) {
    const auto before = bytes[bit / 8];
    bytes[bit / 8] = static_cast<typename Bytes::value_type>(static_cast<unsigned char>(before) ^
                                                             (1U << (bit % 8)));
    attempt(bit / 8);
    bytes[bit / 8] = before;
  }
}

void check_flipped_record_rejected(Played played, std::size_t stride) {
  REQUIRE(played.rejected_field() == "accepted");
  flip_bits(played.record, stride, [&](std::size_t i) {
    if (!played.verify()) return;
    FAIL_CHECK("byte " << i << " of the record is free: "
                       << played.record.substr(i < 20 ? 0 : i - 20, 40));
  });
}

}  // namespace

TEST_SUITE("fair deal") {
  TEST_CASE("a game dealt as committed is accepted") {
    for (const GameDescription& described : game_descriptions()) {
      const auto game = *make_game({.name = described.name, .players = described.max_players});
      const Played played = play(game, described.max_players - 1);
      const auto replay = played.verify();
      REQUIRE_MESSAGE(replay.has_value(),
                      described.name << ": " << (replay ? "" : replay.error().message()));
      CHECK(replay->digest == read_record(played.record)->digest);
      CHECK(replay->start_player == described.max_players - 1);
    }
    CHECK(play(game_with_own_deck(), 0).rejected_field() == "accepted");
  }

  TEST_CASE("any flipped bit of seed, salt, commitment or contribution is rejected") {
    Played played = play(*make_game({.name = "chemuno", .players = 2}), 0, 20);
    REQUIRE(played.rejected_field() == "accepted");
    const auto refused_by = [&](const std::string& field) {
      return [&, field](std::size_t i) {
        CHECK_MESSAGE(played.rejected_field() == field, "byte " << i);
      };
    };
    flip_bits(played.reveal.seed, 1, refused_by("commitment"));
    flip_bits(played.reveal.salt, 1, refused_by("commitment"));
    flip_bits(played.commitment, 1, refused_by("commitment"));
    // The commitment does not cover contributions. A changed one shows in the deal.
    flip_bits(played.reveal.contributions[0], 1, [&](std::size_t i) {
      CHECK_MESSAGE(played.rejected_field().starts_with("steps["), i);
    });
    CHECK(played.rejected_field() == "accepted");
  }

  TEST_CASE("any flipped bit of a record is rejected") {
    const auto chemuno = *make_game({.name = "chemuno", .players = 2, .options = "hand_size=2"});
    check_flipped_record_rejected(play(chemuno, 1, 8), 1);
    check_flipped_record_rejected(play(*make_game({.name = "react", .players = 3}), 2), 7);
    // The names and sources of a custom deck are covered too.
    check_flipped_record_rejected(play(game_with_own_deck(), 0, 16), 37);
  }

  TEST_CASE("a deal that differs from its commitment is rejected with the name of the field") {
    const auto game = *make_game({.name = "chemuno", .players = 2});
    const Played played = play(game, 0);
    Played other = played;
    other.record = play(game, 1).record;
    CHECK(other.rejected_field() == "commitment");
    other.record = play(*make_game({.name = "chemuno", .players = 3}), 0).record;
    CHECK(other.rejected_field() == "commitment");
    other.record =
        play(*make_game({.name = "chemuno", .players = 2, .options = "hand_size=6"}), 0).record;
    CHECK(other.rejected_field() == "commitment");
    other.commitment = played.commitment.substr(1);
    other.record = played.record;
    CHECK(other.verify().error().value == "63 characters");
  }

  TEST_CASE("handovers change no deal, and belong to the text that is verified") {
    Played played = play(*make_game({.name = "chemuno", .players = 2}), 0, 60);
    RecordBuilder builder(*read_record(played.record));
    REQUIRE(!builder.hand_over(1, "random"));
    played.record = write_replay(builder.replay());
    const auto replay = played.verify();
    REQUIRE_MESSAGE(replay.has_value(), (replay ? "" : replay.error().message()));
    CHECK(replay->handovers == builder.replay().handovers);
    // An empty list is not written.
    auto record = nlohmann::ordered_json::parse(played.record);
    record["handovers"] = nlohmann::ordered_json::array();
    played.record = record.dump(1) + "\n";
    CHECK(played.rejected_field() == "record");
  }

  TEST_CASE("a chosen card is rejected with the number of its draw") {
    const auto game = *make_game({.name = "chemuno", .players = 2});
    const Played played = play(game, 0, 60);
    const auto replay = *read_record(played.record);
    int draws = 0;
    bool is_after_decision = false;
    for (std::ptrdiff_t at = 0; at < std::ssize(replay.steps); ++at) {
      const auto i = static_cast<std::size_t>(at);
      if (!replay.steps[i].actor.is_chance()) {
        is_after_decision = true;
        continue;
      }
      // A valid record that ends with another card.
      Played other = played;
      std::vector<RecordedStep> steps(replay.steps.begin(), replay.steps.begin() + at + 1);
      do {
        steps[i].action = (steps[i].action + 1) % game->chance_action_count();
        if (const auto record = write_record(*game, 0, steps)) other.record = *record;
      } while (other.record == played.record);
      const auto chosen = other.verify();
      REQUIRE(!chosen.has_value());
      CHECK(chosen.error().message() ==
            "steps[" + std::to_string(i) + "] = " + game->chance_action_text(steps[i].action) +
                ": does not match what the seed draws as number " + std::to_string(draws++));
    }
    CHECK(draws > 12);
    CHECK(is_after_decision);
  }

  TEST_CASE(
      "a record of the same game in other characters is rejected at the first byte that differs") {
    const Played played = play(*make_game({.name = "chemuno", .players = 2}), 0, 20);
    const auto error_of = [&](const std::string& record) {
      Played other = played;
      other.record = record;
      return other.rejected_field() == "accepted" ? "accepted" : other.verify().error().message();
    };
    const auto differs_at = [](std::size_t byte) {
      return "record: must be exactly what write_record writes, but differs from it at byte " +
             std::to_string(byte);
    };
    const std::string& record = played.record;
    const std::size_t end = record.size();
    // Whitespace between tokens, and a longer or shorter end.
    for (const std::size_t byte : {std::size_t{0}, record.find(':') + 1, record.find(','), end}) {
      CHECK(error_of(record.substr(0, byte) + "\t" + record.substr(byte)) == differs_at(byte));
    }
    CHECK(error_of(record.substr(0, end - 1)) == differs_at(end - 1));
    CHECK(error_of(nlohmann::ordered_json::parse(record).dump()) == differs_at(1));
    CHECK(error_of(record + '\0').starts_with("record: "));
    // Equivalent JSON of the same length.
    std::string other = record;
    other[1] = ' ';
    CHECK(error_of(other) == differs_at(1));
  }

  TEST_CASE("contributions belong to seats and are limited in size and number") {
    const Bytes32 seed = bytes_from(0);
    const auto of = [&](const Contributions& contributions) {
      return seed_text(*dealing_seed(seed, contributions));
    };
    // hashlib.sha256(b"chemix dealing seed 1\n" + bytes(range(32)) + b"\0\3abc" + b"\2\1z"), read
    // as a little-endian number.
    CHECK(of({{'a', 'b', 'c'}, {}, {'z'}}) ==
          "0xce36cc382abbda12cdcb1fc9d812582c5dedaca45a26a0f510432e9b1f2a0b5a");
    CHECK(of({}) == of({{}, {}}));
    CHECK(of({{1}, {2}}) != of({{2}, {1}}));
    CHECK(of({{1}, {}}) != of({{}, {1}}));
    CHECK(of({{1, 2}}) != of({{1}, {2}}));
    CHECK(of({{0}}) != of({}));
    CHECK(of({}) != seed_text(seed));

    // At most 32 bytes each, from at most 6 players.
    CHECK(dealing_seed(seed, Contributions(6, std::vector<std::uint8_t>(32))).has_value());
    CHECK(dealing_seed(seed, {{}, std::vector<std::uint8_t>(33)}).error().message() ==
          "contributions[1] = 33 bytes: must be at most 32 bytes");
    CHECK(dealing_seed(seed, Contributions(7)).error().message() ==
          "contributions = 7: must be at most 6, one for each player");
    Played played = play(*make_game({.name = "chemuno", .players = 2}), 0, 20);
    played.reveal.contributions.resize(3);
    CHECK(played.verify().error().message() ==
          "contributions = 3: must be at most 2, one for each player");
  }

  TEST_CASE("the text of a seed is the number that its bytes encode") {
    const Bytes32 bytes = bytes_from(0);
    const auto read = Seed::from_text(seed_text(bytes));
    REQUIRE(read.has_value());
    CHECK(read->words() == Seed::from_bytes(bytes).words());
  }

  TEST_CASE("the hexadecimal digits of a seed may be upper case") {
    std::string capital = seed_text(bytes_from(0xA0));
    for (char& digit : capital) {
      if (digit >= 'a' && digit <= 'f') digit = static_cast<char>(digit - 'a' + 'A');
    }
    const auto read = Seed::from_text(capital);
    REQUIRE(read.has_value());
    CHECK(read->words() == Seed::from_bytes(bytes_from(0xA0)).words());
    CHECK(!Seed::from_text("0xG").has_value());
  }
}
