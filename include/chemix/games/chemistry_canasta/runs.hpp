// SPDX-License-Identifier: Apache-2.0
// Runs of three elements with wild cards among them (CN-3, CN-5).
#pragma once

#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/player.hpp"

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

/// All runs on the table, in ascending order.
class RunList {
 public:
  /// Maximum number of runs that the cards allow.
  static constexpr int capacity = PaymentBag::max_size / run_length;

  constexpr bool operator==(const RunList&) const = default;

  [[nodiscard]] constexpr int size() const { return size_; }
  [[nodiscard]] constexpr const Run& operator[](int i) const {
    return runs_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] constexpr bool contains(const Run& run) const {
    for (int i = 0; i < size(); ++i) {
      if ((*this)[i] == run) return true;
    }
    return false;
  }
  /// Does nothing when full, because events from outside may insert too many.
  constexpr void insert(const Run& run) {
    if (size_ == capacity) return;
    std::size_t at = size_++;
    for (; at > 0 && run < runs_[at - 1]; --at) runs_[at] = runs_[at - 1];
    runs_[at] = run;
  }
  /// Does nothing if there is no such run.
  constexpr void erase(const Run& run) {
    std::size_t at = 0;
    while (at < size_ && runs_[at] != run) ++at;
    if (at == size_) return;
    for (--size_; at < size_; ++at) runs_[at] = runs_[at + 1];
    // Unused places hold the default value, so that equal lists have equal bytes.
    runs_[size_] = Run();
  }
  [[nodiscard]] constexpr int count_of(Player owner) const {
    int count = 0;
    for (int i = 0; i < size(); ++i) count += (*this)[i].owner() == owner ? 1 : 0;
    return count;
  }

  /// Calls `visit(Card)` for every card of every run.
  template <class Visit>
  constexpr void for_each_card(Visit&& visit) const {
    for (int i = 0; i < size(); ++i) {
      for (int place = 0; place < run_length; ++place) visit((*this)[i].card(place));
    }
  }

 private:
  std::array<Run, static_cast<std::size_t>(capacity)> runs_{};
  std::uint8_t size_ = 0;
};

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

/// Text: `seat:lowest:wilds` for each run, separated by commas, or `-` if there are none.
template <>
struct Codec<chemistry_canasta::RunList> {
  using Run = chemistry_canasta::Run;
  using Runs = chemistry_canasta::RunList;

  static constexpr std::size_t max_added_bytes(int) { return 3 * std::size_t{Runs::capacity}; }
  static void write(auto& sink, const auto&, const Runs& runs) {
    sink.put(static_cast<std::uint64_t>(runs.size()), 1);
    for (int i = 0; i < runs.size(); ++i) {
      sink.put(static_cast<std::uint64_t>(runs[i].owner()), 1);
      sink.put(static_cast<std::uint64_t>(runs[i].lowest()), 1);
      sink.put(runs[i].wilds(), 1);
    }
  }
  static bool read(ByteReader& source, const auto& rules, Runs& runs) {
    runs = Runs();
    const auto size = static_cast<int>(source.take(1));
    if (size > Runs::capacity) return false;
    for (int i = 0; i < size; ++i) {
      const auto owner = static_cast<Player>(source.take(1));
      const auto lowest = static_cast<int>(source.take(1));
      const auto wilds = static_cast<unsigned>(source.take(1));
      if (!source.ok() || !add(runs, rules, owner, lowest, wilds)) return false;
    }
    return source.ok();
  }
  /// For each run, its `owner`, its `lowest` element and its `cards` in order, including wild
  /// cards.
  static Value to_value(const auto& rules, const Runs& runs) {
    Value list = Value::list();
    for (int i = 0; i < runs.size(); ++i) {
      Value cards = Value::list();
      for (int place = 0; place < chemistry_canasta::run_length; ++place) {
        cards.push_back(Codec<Card>::to_value(rules, runs[i].card(place)));
      }
      list.push_back(Value::map()
                         .add("owner", runs[i].owner())
                         .add("lowest", Codec<Card>::to_value(rules, runs[i].element(0)))
                         .add("cards", std::move(cards)));
    }
    return list;
  }
  static bool from_value(const ValueReader& source, const auto& rules, Runs& runs) {
    runs = Runs();
    return source.each([&](const ValueReader& entry) {
      Seat owner;
      Card lowest;
      std::array<Card, chemistry_canasta::run_length> cards{};
      const bool read = entry.each_field([&](const ValueReader& field, std::string_view name) {
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
      const Run run(owner, lowest.index + 1, wilds);
      for (std::size_t place = 0; place < cards.size(); ++place) {
        if (!run.is_possible(rules.player_count()) ||
            cards[place] != run.card(static_cast<int>(place))) {
          return entry.refuse("must be three consecutive elements from lowest on, or wild cards",
                              "CN-3");
        }
      }
      if (runs.size() == Runs::capacity) return entry.refuse_beyond(Runs::capacity);
      runs.insert(run);
      return true;
    });
  }
  static Value schema(const auto& rules) {
    Value run = Value::map();
    run.add("owner", Codec<Seat>::schema(rules))
        .add("lowest", Codec<Card>::schema(rules))
        .add("cards",
             value_schema::list(Codec<Card>::schema(rules), chemistry_canasta::run_length));
    return value_schema::list(value_schema::map(std::move(run))).add("maxItems", Runs::capacity);
  }
  static void print(std::string& text, const auto& rules, const Runs& runs) {
    if (runs.size() == 0) text += '-';
    for (int i = 0; i < runs.size(); ++i) {
      if (i > 0) text += ',';
      text += std::to_string(runs[i].owner()) + ':';
      Codec<Card>::print(text, rules, runs[i].element(0));
      text += ':' + std::to_string(runs[i].wilds());
    }
  }
  static bool parse(std::string_view text, const auto& rules, Runs& runs) {
    runs = Runs();
    if (text == "-") return true;
    bool more = true;
    while (more) {
      more = text.find(',') != std::string_view::npos;
      std::string_view word = split_off(text, ",");
      int owner = 0;
      Card lowest;
      unsigned wilds = 0;
      if (!parse_number(split_off(word, ":"), owner)) return false;
      if (!Codec<Card>::parse(split_off(word, ":"), rules, lowest)) return false;
      if (!parse_number(word, wilds)) return false;
      if (!add(runs, rules, owner, lowest.index + 1, wilds)) return false;
    }
    return true;
  }

 private:
  static bool add(Runs& runs, const auto& rules, Player owner, int lowest, unsigned wilds) {
    if (owner < 0 || owner >= rules.player_count() || lowest < 1 ||
        lowest > chemistry_canasta::run_count || wilds >= chemistry_canasta::all_wild) {
      return false;
    }
    const Run run(owner, lowest, wilds);
    const bool follows = runs.size() == 0 || !(run < runs[runs.size() - 1]);
    if (!follows || runs.size() == Runs::capacity) return false;
    runs.insert(run);
    return true;
  }
};

}  // namespace chemix
