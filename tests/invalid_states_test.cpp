// SPDX-License-Identifier: Apache-2.0
// Invalid states and observations, as data. The file invalid_states.txt of a game has lines:
//   deck ... | game ...                      see support/game_lines.hpp
//   state NOTATION | observation NOTATION    a valid one, without the name and key of the game
//   FIELD=VALUE ... -> FIELDS RULES          the same with these fields changed: must be rejected
//   FIELD=VALUE ... -> contradiction         must be accepted, since states sampled from inexact
//                                            beliefs look like this: the table contradicts a
//                                            viewer's knowledge, and that belief is flagged
//   FIELD=VALUE ... -> accepted              must be accepted: no viewer can see a contradiction
// `hand@1` is the field of seat 1; `hand+=H,O` and `hand-=H,O` change a bag. The error must name
// one of the fields and one of the rules, which are separated by `|`. A line that ends with `  #
// pending` is only counted.
#include "chemix/any_game.hpp"
#include "chemix/core/codec.hpp"
#include "support/game_lines.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace chemix {
namespace {

using test::split;

constexpr std::string_view pending_mark = "  # pending";

/// A valid state or observation: its notation without the name and key of the game.
struct Base {
  std::shared_ptr<const AnyGame> game;
  bool is_state = true;
  std::string text;
};

std::optional<InputError> refusal_of(const Base& base, const std::string& text) {
  const AnyGame& game = *base.game;
  const std::size_t size = base.is_state ? game.state_size() : game.observation_size();
  std::vector<std::uint64_t> memory(size / sizeof(std::uint64_t) + 1);
  const Block block(reinterpret_cast<std::byte*>(memory.data()), size);
  const std::string line = test::with_key(game, text);
  return base.is_state ? game.parse(line, block) : game.parse_observation(line, block);
}

int kind_of(const AnyGame& game, const std::string& card) {
  for (int kind = 0; kind < game.card_kind_count(); ++kind) {
    if (game.card_name(kind) == card) return kind;
  }
  FAIL("no card: " << card);
  return 0;
}

/// The cards of a bag with one more or one less, in the order of the notation.
std::string changed_bag(const AnyGame& game, const std::string& bag, const std::string& card,
                        bool more) {
  std::vector<std::string> cards = bag == "-" ? std::vector<std::string>() : split(bag, ",");
  const auto place = std::find_if(cards.begin(), cards.end(), [&](const std::string& other) {
    return kind_of(game, other) >= kind_of(game, card);
  });
  if (more) {
    cards.insert(place, card);
  } else {
    REQUIRE_MESSAGE((place != cards.end() && *place == card), card << " is not in " << bag);
    cards.erase(place);
  }
  std::string text;
  for (const std::string& each : cards) text += (text.empty() ? "" : ",") + each;
  return text.empty() ? "-" : text;
}

/// The text with one field changed as `change` says.
std::string changed(const AnyGame& game, std::string text, std::string_view change) {
  std::string_view value = change;
  std::string_view name = split_off(value, "=");
  const char how = name.back();
  const bool by_cards = how == '+' || how == '-';
  if (by_cards) name.remove_suffix(1);
  std::string_view occurrence = name;
  const std::string head = " " + std::string(split_off(occurrence, "@")) + "=";
  std::size_t start = (" " + text).find(head);
  for (int left = occurrence.empty() ? 0 : std::stoi(std::string(occurrence));
       left > 0 && start != std::string::npos; --left) {
    start = (" " + text).find(head, start + 1);
  }
  REQUIRE_MESSAGE(start != std::string::npos, "no such field: " << change);
  start += head.size() - 1;
  const std::size_t size = std::min(text.find(' ', start), text.size()) - start;
  std::string next(value);
  if (by_cards) {
    next = text.substr(start, size);
    for (const std::string& card : split(value, ",")) {
      next = changed_bag(game, next, card, how == '+');
    }
  }
  return text.replace(start, size, next);
}

bool is_one_of(const std::string& text, std::string_view choices) {
  const auto all = split(choices, "|");
  return !text.empty() && std::find(all.begin(), all.end(), text) != all.end();
}

/// Whether the error names an expected field and rule, and is readable.
bool is_expected(const std::optional<InputError>& refusal, std::string_view fields,
                 std::string_view rules) {
  return refusal && is_one_of(refusal->field, fields) && is_one_of(refusal->rule, rules) &&
         !refusal->value.empty() && !refusal->reason.empty() &&
         refusal->reason.find("does not fit") == std::string::npos;
}

/// Returns the first failure of the observations of an accepted state, or of an observation: each
/// must be usable, and at least one must see a contradiction exactly if `is_seen`.
std::string wrong_with_views(const Base& base, const std::string& text, bool is_seen) {
  const AnyGame& game = *base.game;
  const auto memory_of = [](std::size_t size) {
    return std::vector<std::uint64_t>(size / sizeof(std::uint64_t) + 1);
  };
  const auto block_of = [](std::vector<std::uint64_t>& memory, std::size_t size) {
    return Block(reinterpret_cast<std::byte*>(memory.data()), size);
  };
  auto states = memory_of(game.state_size());
  auto views = memory_of(game.observation_size());
  const Block state = block_of(states, game.state_size());
  const Block view = block_of(views, game.observation_size());
  const std::string line = test::with_key(game, text);
  bool any_inexact = false;
  const auto look = [&]() -> std::string {
    if (const auto error = game.observation_error(view)) return error->message();
    any_inexact = any_inexact || game.approximations(view) > 0;
    Generator random(SeedSequence(0).generate_state<8>(), Domain::Sampler, 0);
    auto worlds = memory_of(game.state_size());
    const Block world = block_of(worlds, game.state_size());
    if (!game.determinize(view, random, Others::Undecided, world)) return "no world";
    std::vector<std::byte> bytes(game.save(world, {}));
    game.save(world, bytes);
    if (const auto error = game.load(bytes, world)) return error->message();
    return game.count_worlds(view) == "0" ? "no world is counted" : "";
  };
  if (!base.is_state) {
    if (const auto refusal = game.parse_observation(line, view)) return refusal->message();
    if (std::string wrong = look(); !wrong.empty()) return wrong;
  } else {
    if (const auto refusal = game.parse(line, state)) return refusal->message();
    for (Player p = -1; p < game.player_count(); ++p) {
      game.observe(state, p < 0 ? Viewer::spectator() : Viewer::player(p), view);
      if (std::string wrong = look(); !wrong.empty()) return wrong;
    }
  }
  if (any_inexact == is_seen) return "";
  return is_seen ? "every belief is exact" : "a belief is inexact";
}

struct Counts {
  int bases = 0;
  int changes = 0;
  int pending = 0;
};

Counts read_file(const std::filesystem::path& path) {
  Counts counts;
  Base base;
  test::GameLines lines;
  std::ifstream file(path);
  REQUIRE(file.is_open());
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text.front() == '#') continue;
    std::string_view line = text;
    CAPTURE(path.filename());
    CAPTURE(text);
    if (lines.read(line)) {
      base.game = lines.game();
    } else if (line.starts_with("state ") || line.starts_with("observation ")) {
      base.is_state = split_off(line, " ") == "state";
      base.text = line;
      const auto refusal = refusal_of(base, base.text);
      CHECK_MESSAGE(!refusal, (refusal ? refusal->message() : ""));
      ++counts.bases;
    } else {
      ++counts.changes;
      std::string_view rest = line;
      std::string_view expected = rest;
      std::string changed_text = base.text;
      for (const std::string& change : split(split_off(expected, " -> "), " ")) {
        changed_text = changed(*base.game, changed_text, change);
      }
      REQUIRE(changed_text != base.text);
      if (line.ends_with(pending_mark)) {
        ++counts.pending;
        continue;
      }
      const bool is_seen = expected == "contradiction";
      if (is_seen || expected == "accepted") {
        const std::string wrong = wrong_with_views(base, changed_text, is_seen);
        CHECK_MESSAGE(wrong.empty(), wrong);
        continue;
      }
      const std::string_view fields = split_off(expected, " ");
      const auto refusal = refusal_of(base, changed_text);
      CHECK_MESSAGE(is_expected(refusal, fields, expected),
                    (refusal ? refusal->message() : "accepted"));
    }
  }
  return counts;
}

TEST_SUITE("invalid states") {
  TEST_CASE(
      "GN-9: an invalid state is rejected with field, value and rule, or marked as a "
      "contradiction") {
    for (const auto& entry : std::filesystem::directory_iterator(CHEMIX_TEST_DIR "/games")) {
      const std::filesystem::path file = entry.path() / "invalid_states.txt";
      if (!std::filesystem::exists(file)) continue;
      const Counts counts = read_file(file);
      CHECK(counts.changes >= 40);
      if (counts.pending > 0) {
        MESSAGE(entry.path().stem()
                << ": " << counts.pending << " of " << counts.changes << " pending");
      }
    }
  }
}

}  // namespace
}  // namespace chemix
