// SPDX-License-Identifier: Apache-2.0
// Cards in tensors: a single kind one-hot, cards as counts by kind, known orders as a position per
// card, and observations of hidden cards in a fixed number of entries. Only kinds in play have
// entries.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/hands.hpp"
#include "chemix/cards/kinds_in_play.hpp"
#include "chemix/cards/unary_bag.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/tensor.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

namespace chemix {

/// Predicates that select the kinds of a field. Each has its own type, so that it is inlined into
/// the loops over kinds, unlike a pointer to a member.
inline constexpr auto any_kind = [](Card) { return true; };
inline constexpr auto any_element = [](Card card) { return card.is_element(); };
inline constexpr auto any_noble_gas = [](Card card) { return card.is_noble_gas(); };
inline constexpr auto any_multiplier = [](Card card) { return card.is_multiplier(); };
inline constexpr auto any_small = [](Card card) { return card.is_small(); };
inline constexpr auto any_token = [](Card card) { return card.is_token(); };
inline constexpr auto any_compound = [](Card card) { return card.is_compound(); };

/// The number of cards of one kind, for any representation of `cards`.
[[nodiscard]] int count_in(const auto&, const auto& cards, Card card) { return cards.count(card); }
[[nodiscard]] inline int count_in(const auto& rules, const DeckBag& cards, Card card) {
  return rules.deck().layout().count(cards, card);
}

/// Stores the counts of eight kinds, one byte each; the lowest byte is that of `first`.
inline void put_eight(CountsByKind& counts, std::size_t first, std::uint64_t eight) {
  if constexpr (std::endian::native == std::endian::big) eight = __builtin_bswap64(eight);
  std::memcpy(counts.data() + first, &eight, sizeof eight);
}
/// Stores the counts of small kinds from their lanes, and zeros for the next kinds, up to a
/// multiple of the block size. Compounds are stored later.
inline void put_lanes(CountsByKind& counts, std::uint64_t lanes) {
  constexpr int eight = 8 * SmallBag::lane_width;
  put_eight(counts, 0, SmallBag::lanes_as_bytes(lanes));
  put_eight(counts, 8, SmallBag::lanes_as_bytes(lanes >> eight));
  put_eight(counts, 16, SmallBag::lanes_as_bytes(lanes >> 2 * eight));
  put_eight(counts, 24, 0);
  static_assert(small_kind_count <= 24);
}
/// Stores a count for each compound of a set, given one bit each.
inline void put_compounds(CountsByKind& counts, std::uint64_t compounds) {
  for (std::size_t byte = 0; byte < sizeof(compounds); ++byte) {
    // Selects each bit in a byte of its own, then moves it to the lowest position.
    const std::uint64_t bits =
        (compounds >> 8 * byte & 0xFF) * every_byte & std::uint64_t{0x8040201008040201};
    put_eight(counts, small_kind_count + 8 * byte, (bits + 0x7F * every_byte) >> 7 & every_byte);
  }
}

/// The counts of all kinds in play that `kinds` selects; the entries of other kinds are
/// unspecified.
template <class Kinds>
[[nodiscard]] CountsByKind counts_in(const auto& rules, const auto& cards, const Kinds& kinds) {
  CountsByKind counts{};
  rules.kinds_in_play().for_each_run(kinds, [&](std::size_t first, std::size_t end) {
    for (std::size_t kind = first; kind < end; ++kind) {
      counts[kind] =
          static_cast<std::uint8_t>(count_in(rules, cards, Card::of(static_cast<int>(kind))));
    }
  });
  return counts;
}
template <class Kinds>
[[nodiscard]] CountsByKind counts_in(const auto&, const CardSet& set, const Kinds&) {
  CountsByKind counts{};
  if constexpr (KindsInPlay::may_take<Kinds>(&Card::is_small)) put_lanes(counts, set.word(0));
  if constexpr (KindsInPlay::may_take<Kinds>(&Card::is_compound)) {
    if (set.compounds() != 0) put_compounds(counts, set.compounds());
  }
  return counts;
}
template <int Kinds, int Stride>
[[nodiscard]] CountsByKind counts_in(const auto&, const KindSet<Kinds, Stride>& set, const auto&) {
  CountsByKind counts{};
  set.for_each([&](Card card) { counts[card.index] = 1; });
  return counts;
}
template <int Kinds, int Copies>
[[nodiscard]] CountsByKind counts_in(const auto&, const UnaryBag<Kinds, Copies>& cards,
                                     const auto&) {
  CountsByKind counts{};
  std::uint64_t rest = cards.packed().words[0];
  for (std::size_t kind = 0; kind < Kinds; ++kind) {
    for (int copy = 0; copy < Copies; ++copy, rest >>= 1) {
      counts[kind] = static_cast<std::uint8_t>(counts[kind] + (rest & 1));
    }
  }
  return counts;
}
template <class Kinds>
[[nodiscard]] CountsByKind counts_in(const auto& rules, const DeckBag& cards, const Kinds&) {
  CountsByKind counts{};
  rules.deck().layout().for_each(cards, [&](Card card) { ++counts[card.index]; });
  return counts;
}

/// Calls `use(card, copies)` for the kinds in play that `kinds` selects, ascending, with the number
/// of cards of each.
void for_each_kind(const auto& rules, const auto& kinds, auto&& use) {
  const KindsInPlay& in_play = rules.kinds_in_play();
  in_play.for_each_run(kinds, [&](std::size_t first, std::size_t end) {
    for (std::size_t kind = first; kind < end; ++kind) {
      use(Card::of(static_cast<int>(kind)), static_cast<int>(in_play.copies()[kind]));
    }
  });
}

/// The number of cards of the kinds in play that `kinds` selects.
[[nodiscard]] int cards_in_play(const auto& rules, const auto& kinds) {
  int cards = 0;
  for_each_kind(rules, kinds, [&](Card, int copies) { cards += copies; });
  return cards;
}

/// Puts a number for each kind in play that `kinds` selects, ascending. `write(first, end, to)`
/// writes those of a run of consecutive kinds, and may write beyond its end.
void put_by_run(auto& tensor, const KindsInPlay& in_play, const auto& kinds, auto&& write) {
  // At the end of a tensor there is no room to write beyond the numbers.
  NumbersByKind elsewhere;
  const bool is_here = tensor.room().size() >= elsewhere.size();
  float* const numbers = is_here ? tensor.room().data() : elsewhere.data();
  std::size_t size = 0;
  in_play.for_each_run(kinds, [&](std::size_t first, std::size_t end) {
    write(first, end, numbers + size);
    size += end - first;
  });
  if (is_here) {
    tensor.advance(size);
  } else {
    tensor.put(std::span<const float>(elsewhere).first(size));
  }
}
/// Writes counts of consecutive kinds, each divided by `all_of(kind)`. Works in blocks: it reads
/// some kinds after the run, and writes some numbers after it.
void write_parts(const CountsByKind& counts, auto&& all_of, std::size_t first, std::size_t end,
                 float* __restrict to) {
  for (std::size_t kind = first; kind < end; kind += kinds_at_once, to += kinds_at_once) {
    for (std::size_t i = 0; i < kinds_at_once; ++i) {
      to[i] = static_cast<float>(counts[kind + i]) / all_of(kind + i);
    }
  }
}
/// Writes counts of consecutive small kinds, given as lanes, each divided by the number of all
/// cards of its kind.
inline void write_lanes(std::uint64_t lanes, const KindsInPlay& in_play, std::size_t first,
                        std::size_t end, float* to) {
  constexpr int width = SmallBag::lane_width;
  lanes >>= first * width;
  for (std::size_t kind = first; kind < end; ++kind, lanes >>= width) {
    *to++ = in_play.small_parts()[kind][lanes & SmallBag::lane_mask];
  }
}
/// Writes `count` bits as 0 or 1, the lowest first, and up to seven numbers after them.
inline void write_bits(std::uint64_t bits, std::size_t count, float* to) {
  using Four = std::array<float, 4>;
  static constexpr auto fours = [] {
    std::array<Four, 16> numbers{};
    for (std::size_t four = 0; four < numbers.size(); ++four) {
      for (std::size_t i = 0; i < 4; ++i) numbers[four][i] = four >> i & 1 ? 1.0F : 0.0F;
    }
    return numbers;
  }();
  for (std::size_t i = 0; i < count; i += 8, to += 8, bits >>= 8) {
    std::memcpy(to, &fours[bits & 15], sizeof(Four));
    std::memcpy(to + 4, &fours[bits >> 4 & 15], sizeof(Four));
  }
}

/// Puts `count` bits as 0 or 1, the lowest first.
void put_bits(auto& tensor, std::uint64_t bits, std::size_t count) {
  std::array<float, 64 + 8> numbers;
  write_bits(bits, count, numbers.data());
  tensor.put(std::span<const float>(numbers).first(count));
}
/// Puts counts by kind, each divided by `all_of(kind)`.
void put_parts(auto& tensor, const KindsInPlay& in_play, const auto& kinds,
               const CountsByKind& counts, auto&& all_of) {
  put_by_run(tensor, in_play, kinds, [&](std::size_t first, std::size_t end, float* to) {
    write_parts(counts, all_of, first, end, to);
  });
}
/// The same, divided by the number of all cards of the kind.
void put_parts(auto& tensor, const KindsInPlay& in_play, const auto& kinds,
               const CountsByKind& counts) {
  const NumbersByKind& all = in_play.divisors();
  put_parts(tensor, in_play, kinds, counts, [&](std::size_t kind) { return all[kind]; });
}
/// Puts cards by kind, as fractions of all cards of the kind.
template <class Kinds>
void put_cards(auto& tensor, const Kinds& kinds, const auto& cards) {
  if (cards.empty()) return put_kind(tensor, kinds, std::nullopt);
  put_parts(tensor, tensor.rules().kinds_in_play(), kinds, counts_in(tensor.rules(), cards, kinds));
}
/// The same for small cards given as lanes and compounds that exist once.
template <class Kinds>
void put_cards(auto& tensor, const Kinds& kinds, std::uint64_t lanes, std::uint64_t compounds) {
  if ((lanes | compounds) == 0) return put_kind(tensor, kinds, std::nullopt);
  constexpr bool takes_small = KindsInPlay::may_take<Kinds>(&Card::is_small);
  constexpr bool takes_compounds = KindsInPlay::may_take<Kinds>(&Card::is_compound);
  const KindsInPlay& in_play = tensor.rules().kinds_in_play();
  put_by_run(tensor, in_play, kinds, [&](std::size_t first, std::size_t end, float* to) {
    constexpr std::size_t border = small_kind_count;
    if constexpr (takes_small) {
      if (first < border) write_lanes(lanes, in_play, first, (std::min)(end, border), to);
    }
    if constexpr (takes_compounds) {
      const std::size_t from = (std::max)(first, border);
      if (from < end) write_bits(compounds >> (from - border), end - from, to + (from - first));
    }
  });
}
void put_cards(auto& tensor, const auto& kinds, const CardBag& cards) {
  put_cards(tensor, kinds, cards.small_cards().word(0), cards.compounds());
}
void put_cards(auto& tensor, const auto& kinds, const CardSet& set) {
  put_cards(tensor, kinds, set.word(0), set.compounds());
}
void put_cards(auto& tensor, const auto& kinds, const NotedCards& noted) {
  put_cards(tensor, kinds, noted.cards);
}
/// Puts a kind one-hot; all 0 if absent.
void put_kind(auto& tensor, const auto& kinds, const std::optional<Card>& value) {
  put_kind(tensor, tensor.rules().kinds_in_play(), kinds, value);
}
void put_kind(auto& tensor, const KindsInPlay& in_play, const auto& kinds,
              const std::optional<Card>& value) {
  const auto place = value ? in_play.place(kinds, *value) : std::nullopt;
  tensor.put_one_hot(in_play.size(kinds), place.value_or(kinds_with_room));
}

/// Begins a field with a number per kind: `rows` rows, or a single one if `rows` is empty.
void begin_kinds(auto& tensor, const char* name, const auto& kinds, std::optional<int> rows,
                 const char* meaning) {
  if (tensor.describes() && rows != 0) [[unlikely]] {
    describe_kinds(tensor, name, kinds, rows, meaning);
  }
}
void describe_kinds(auto& tensor, const char* name, const auto& kinds, std::optional<int> rows,
                    const char* meaning) {
  tensor.begin(name, meaning, rows, [&](auto&& add) {
    for_each_kind(tensor.rules(), kinds,
                  [&](Card card, int) { add(tensor.rules().deck().name(card)); });
  });
}

// ---- Cards ----

/// Cards by kind, as fractions of all cards of the kind.
void card_counts(auto& tensor, const char* name, const auto& cards, const auto& kinds,
                 const char* meaning) {
  begin_kinds(tensor, name, kinds, {}, meaning);
  put_cards(tensor, kinds, cards);
}
/// The same for every seat.
void card_counts_by_seat(auto& tensor, const char* name, const auto& by_player, const auto& kinds,
                         const char* meaning) {
  begin_kinds(tensor, name, kinds, tensor.players(), meaning);
  for (int i = 0; i < tensor.players(); ++i) {
    put_cards(tensor, kinds, by_player[tensor.seat(i)]);
  }
}

/// Encodings of private and hidden parts that consist of a hand or a draw pile only.
template <class Bag>
void encode_own(auto& tensor, const HandOf<Bag>& own) {
  card_counts(tensor, "hand", own.hand, any_kind, "cards in the hand");
}
template <class Bag>
void encode_hidden(auto& tensor, const DrawPileOf<Bag>& hidden) {
  card_counts(tensor, "draw_pile", hidden.draw_pile, any_kind, "cards in the draw pile");
}

/// A kind one-hot; all 0 if absent.
void card_kind(auto& tensor, const char* name, const std::optional<Card>& value, const auto& kinds,
               const char* meaning) {
  begin_kinds(tensor, name, kinds, {}, meaning);
  put_kind(tensor, kinds, value);
}
/// The same for every seat.
void card_kind_by_seat(auto& tensor, const char* name, const auto& by_player, const auto& kinds,
                       const char* meaning) {
  begin_kinds(tensor, name, kinds, tensor.players(), meaning);
  for (int i = 0; i < tensor.players(); ++i) {
    put_kind(tensor, kinds, by_player[tensor.seat(i)]);
  }
}

/// Cards in a known order. Each card of the deck has an entry: 1 for the first place, evenly
/// decreasing for the others, 0 for a card that is not in a list. The entries of a kind are
/// adjacent; its cards fill them in order.
template <class List>
class CardPlaces {
 public:
  /// Starts with all cards absent.
  CardPlaces(const auto& rules, const auto& kinds) {
    const KindsInPlay& in_play = rules.kinds_in_play();
    in_play.for_each_run(kinds, [&](std::size_t first, std::size_t end) {
      const auto skipped = static_cast<std::uint8_t>(in_play.before()[first] - size_);
      for (std::size_t kind = first; kind < end; kind += kinds_at_once) {
        // Local copies without aliases, so that the loop can be vectorized.
        KindsAtOnce begins;
        KindsAtOnce ends;
        std::memcpy(begins.data(), in_play.before().data() + kind, sizeof begins);
        std::memcpy(ends.data(), in_play.copies().data() + kind, sizeof ends);
        for (std::size_t i = 0; i < kinds_at_once; ++i) {
          begins[i] = static_cast<std::uint8_t>(begins[i] - skipped);
          ends[i] = static_cast<std::uint8_t>(begins[i] + ends[i]);
        }
        std::memcpy(first_.data() + kind, begins.data(), sizeof begins);
        std::memcpy(end_.data() + kind, ends.data(), sizeof ends);
      }
      size_ = end_[end - 1];
      // The kinds after the run have no entries.
      std::memset(first_.data() + end, 0, kinds_at_once);
      std::memset(end_.data() + end, 0, kinds_at_once);
    });
    // The float 0 has only zero bits, and memset is fast.
    std::memset(places_.data(), 0, static_cast<std::size_t>(size_) * sizeof(float));
  }
  /// Adds the places of a list. Precondition: lists added before have no card in common with it.
  void add(const List& list) {
    for (int i = 0; i < list.size(); ++i) {
      const std::size_t kind = list[i].index;
      // An observation folded from impossible events may have too many cards of a kind.
      if (first_[kind] == end_[kind]) continue;
      places_[first_[kind]++] = static_cast<float>(size_ - i) / static_cast<float>(size_);
    }
  }
  void put(auto& tensor, const char* name, const auto& kinds, const char* meaning) const {
    tensor.begin(name, meaning, {}, [&](auto&& add) {
      for_each_kind(tensor.rules(), kinds, [&](Card card, int copies) {
        const std::string label(tensor.rules().deck().name(card));
        for (int i = 1; i <= copies; ++i)
          add(copies == 1 ? label : label + " " + std::to_string(i));
      });
    });
    tensor.put(std::span<const float>(places_).first(static_cast<std::size_t>(size_)));
  }

 private:
  static constexpr std::size_t max_cards = 255;

  std::array<float, max_cards> places_;
  std::array<std::uint8_t, 128> first_{};
  std::array<std::uint8_t, 128> end_{};
  int size_ = 0;
};

template <class List>
void card_places(auto& tensor, const char* name, const List& list, const auto& kinds,
                 const char* meaning) {
  CardPlaces<List> places(tensor.rules(), kinds);
  places.add(list);
  places.put(tensor, name, kinds, meaning);
}

}  // namespace chemix
