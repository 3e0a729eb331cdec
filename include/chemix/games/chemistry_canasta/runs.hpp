// SPDX-License-Identifier: Apache-2.0
// Runs of three elements with wild cards among them (CN-3, CN-5).
#pragma once

#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/fixed_list.hpp"
#include "chemix/core/player.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace chemix::chemistry_canasta {

inline constexpr int run_length = 3;                                // CN-3
inline constexpr int run_count = basic_deck_size - run_length + 1;  // CN-3 (ruling)
inline constexpr unsigned all_wild = (1U << run_length) - 1;

/// Three consecutive atomic numbers in front of a player. Bit i of `wilds` is set if a wild card
/// stands for the i-th number.
class Run {
 public:
  constexpr Run() = default;
  constexpr Run(Player owner, int lowest, unsigned wilds)
      : packed_(static_cast<std::uint16_t>(static_cast<unsigned>(owner) << 9 |
                                           static_cast<unsigned>(lowest) << 3 | wilds)) {}
  constexpr auto operator<=>(const Run&) const = default;

  [[nodiscard]] constexpr Player owner() const { return packed_ >> 9; }
  /// The lowest atomic number.
  [[nodiscard]] constexpr int lowest() const { return packed_ >> 3 & 63; }
  [[nodiscard]] constexpr unsigned wilds() const { return packed_ & all_wild; }
  /// The card at a place, counted from 0, and the element that it stands for.
  [[nodiscard]] constexpr Card card(int place) const {
    return (wilds() >> place & 1) != 0 ? wild_card : element(place);
  }
  [[nodiscard]] constexpr Card element(int place) const { return element_card(lowest() + place); }

  /// Whether such a run can be laid in a game with this number of players.
  [[nodiscard]] constexpr bool is_possible(int players) const {
    return owner() < players && lowest() >= 1 && lowest() <= run_count && wilds() != all_wild;
  }

 private:
  // Packed so that runs order by owner, lowest number and wild cards.
  std::uint16_t packed_ = 0;
};

/// All runs on the table, in ascending order; at most as many as the cards allow.
using RunList = FixedList<Run, max_payment_cards / run_length>;

constexpr int runs_of(const RunList& runs, Player owner) {
  int count = 0;
  for (const Run& run : runs) count += run.owner() == owner ? 1 : 0;
  return count;
}

/// Calls `visit(Card)` for every card of every run.
constexpr void for_each_card(const RunList& runs, auto&& visit) {
  for (const Run& run : runs) {
    for (int place = 0; place < run_length; ++place) visit(run.card(place));
  }
}

/// The lowest numbers of the runs that can be laid with these elements and this many wild cards, as
/// a bit mask with number 1 in bit 0. `elements` is a bit mask, too.
constexpr std::uint64_t possible_runs(std::uint64_t elements, int wilds) {
  const std::uint64_t first = elements;
  const std::uint64_t second = elements >> 1;
  const std::uint64_t third = elements >> 2;
  const std::uint64_t all = first & second & third;
  const std::uint64_t two = (first & second) | (first & third) | (second & third);
  const std::uint64_t one = first | second | third;
  return lowest_bits(run_count) & (wilds == 0 ? all : wilds == 1 ? two : one);  // CN-3
}

/// The ways to lay the run from `lowest` on, as a bit mask: bit w stands for wild cards in the
/// places w.
constexpr unsigned ways_to_lay(std::uint64_t elements, int wilds, int lowest) {
  const auto held = static_cast<unsigned>(elements >> (lowest - 1) & all_wild);
  unsigned ways = 0;
  for (unsigned places = 0; places < all_wild; ++places) {  // CN-3 (ruling)
    const bool can = (held | places) == all_wild && popcount(places) <= wilds;
    ways |= static_cast<unsigned>(can) << places;
  }
  return ways;
}

}  // namespace chemix::chemistry_canasta

namespace chemix {

/// Text: `seat:lowest:wilds`.
template <>
struct Codec<chemistry_canasta::Run> {
  using Run = chemistry_canasta::Run;

  static void write(auto& sink, const auto&, const Run& run) {
    sink.put(static_cast<std::uint64_t>(run.owner()), 1);
    sink.put(static_cast<std::uint64_t>(run.lowest()), 1);
    sink.put(run.wilds(), 1);
  }
  static bool read(ByteReader& source, const auto& rules, Run& run) {
    const auto owner = static_cast<Player>(source.take(1));
    const auto lowest = static_cast<int>(source.take(1));
    const auto wilds = static_cast<unsigned>(source.take(1));
    return source.ok() && make(run, rules, owner, lowest, wilds);
  }
  /// Its `owner`, its `lowest` element and its `cards` in order, including wild cards.
  static Value to_value(const auto& rules, const Run& run) {
    Value cards = Value::list();
    for (int place = 0; place < chemistry_canasta::run_length; ++place) {
      cards.push_back(Codec<Card>::to_value(rules, run.card(place)));
    }
    return Value::map()
        .add("owner", run.owner())
        .add("lowest", Codec<Card>::to_value(rules, run.element(0)))
        .add("cards", std::move(cards));
  }
  static bool from_value(const ValueReader& source, const auto& rules, Run& run) {
    Seat owner;
    Card lowest;
    std::array<Card, chemistry_canasta::run_length> cards{};
    const bool read = source.each_field([&](const ValueReader& field, std::string_view name) {
      if (name == "owner") return Codec<Seat>::from_value(field, rules, owner);
      if (name == "lowest") return Codec<Card>::from_value(field, rules, lowest);
      if (name != "cards") return field.refuse("no such field");
      return field.each_of(cards.size(), [&](const ValueReader& card, std::size_t place) {
        return Codec<Card>::from_value(card, rules, cards[place]);
      });
    });
    if (!read) return false;
    unsigned wilds = 0;
    for (std::size_t place = 0; place < cards.size(); ++place) {
      if (cards[place] == wild_card) wilds |= 1U << place;
    }
    run = Run(owner, lowest.index + 1, wilds);
    for (std::size_t place = 0; place < cards.size(); ++place) {
      if (!run.is_possible(rules.player_count()) ||
          cards[place] != run.card(static_cast<int>(place))) {
        return source.refuse("must be three consecutive elements from lowest on, or wild cards",
                             "CN-3");
      }
    }
    return true;
  }
  static Value schema(const auto& rules) {
    return value_schema::map(Value::map()
                                 .add("owner", Codec<Seat>::schema(rules))
                                 .add("lowest", Codec<Card>::schema(rules))
                                 .add("cards", value_schema::list(Codec<Card>::schema(rules),
                                                                  chemistry_canasta::run_length)));
  }
  static void print(std::string& text, const auto& rules, const Run& run) {
    text += std::to_string(run.owner()) + ':';
    Codec<Card>::print(text, rules, run.element(0));
    text += ':' + std::to_string(run.wilds());
  }
  static bool parse(std::string_view text, const auto& rules, Run& run) {
    int owner = 0;
    Card lowest;
    unsigned wilds = 0;
    return parse_number(split_off(text, ":"), owner) &&
           Codec<Card>::parse(split_off(text, ":"), rules, lowest) && parse_number(text, wilds) &&
           make(run, rules, owner, lowest.index + 1, wilds);
  }

 private:
  static bool make(Run& run, const auto& rules, Player owner, int lowest, unsigned wilds) {
    if (owner < 0 || owner >= rules.player_count() || lowest < 1 ||
        lowest > chemistry_canasta::run_count || wilds >= chemistry_canasta::all_wild) {
      return false;
    }
    run = Run(owner, lowest, wilds);
    return true;
  }
};

/// Bytes and text are rejected unless the runs are in order; plain data may have any order.
template <>
struct Codec<chemistry_canasta::RunList> : ListCodec<chemistry_canasta::RunList> {
  using Runs = chemistry_canasta::RunList;
  using AnyOrder = ListCodec<Runs>;

  static constexpr std::size_t max_added_bytes(int) { return 3 * std::size_t{Runs::capacity}; }
  static bool read(ByteReader& source, const auto& rules, Runs& runs) {
    return AnyOrder::read(source, rules, runs) && std::is_sorted(runs.begin(), runs.end());
  }
  static bool from_value(const ValueReader& source, const auto& rules, Runs& runs) {
    Runs unsorted;
    if (!AnyOrder::from_value(source, rules, unsorted)) return false;
    runs = Runs();
    for (const auto& run : unsorted) runs.insert_sorted(run);
    return true;
  }
  static bool parse(std::string_view text, const auto& rules, Runs& runs) {
    return AnyOrder::parse(text, rules, runs) && std::is_sorted(runs.begin(), runs.end());
  }
};

}  // namespace chemix
