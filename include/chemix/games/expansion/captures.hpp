// SPDX-License-Identifier: Apache-2.0
// State of captures: the places of the compounds, and the wild cards said during a capture (CC-4).
#pragma once

#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/expansion_set.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/fixed_list.hpp"
#include "chemix/core/player.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace chemix::expansion {

inline constexpr int max_players = 6;  // CC-1 CN-1

/// The place of each compound card: in the stack, open, or captured by a player.
class CompoundPlaces {
 public:
  using Place = int;
  static constexpr Place stack = 0;
  static constexpr Place open = 1;
  static constexpr Place captured_by(Player player) { return 2 + player; }
  static constexpr int place_count = 2 + max_players;

  constexpr CompoundPlaces() = default;
  constexpr explicit CompoundPlaces(const std::array<std::uint64_t, 3>& digits)
      : bits_{digits[0], digits[1], digits[2]} {}
  constexpr bool operator==(const CompoundPlaces&) const = default;

  /// The binary digits of the places, lowest first, with one bit per compound.
  [[nodiscard]] constexpr std::array<std::uint64_t, 3> digits() const {
    return {bits_[0], bits_[1], bits_[2]};
  }
  [[nodiscard]] constexpr Place of(int compound) const {
    int place = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      place |= static_cast<int>(bits_[i] >> compound & 1) << i;
    }
    return place;
  }
  constexpr void put(int compound, Place place) {
    const std::uint64_t bit = std::uint64_t{1} << compound;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      bits_[i] = (place >> i & 1) != 0 ? bits_[i] | bit : bits_[i] & ~bit;
    }
  }
  /// The compounds of the mask `compounds` that are in this place, as a bit mask.
  [[nodiscard]] constexpr std::uint64_t at(Place place, std::uint64_t compounds) const {
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      compounds &= (place >> i & 1) != 0 ? std::uint64_t{bits_[i]} : ~std::uint64_t{bits_[i]};
    }
    return compounds;
  }

 private:
  // The binary digits of the places, one bit per compound: three words encode eight places.
  std::array<UnalignedWord, 3> bits_{};
  static_assert(place_count <= 8);
};

/// The number of wild cards said for each kind of the compound, in order.
using WildCounts = FixedList<std::uint8_t, Price::max_kinds>;

}  // namespace chemix::expansion

namespace chemix {

/// Text: the compounds in the stack, those open and those captured by each seat, separated by `/`.
/// Bytes: three words with the binary digits of the places, one bit per compound.
template <>
struct Codec<expansion::CompoundPlaces> {
  using Places = expansion::CompoundPlaces;

  static void write(auto& sink, const auto&, const Places& places) {
    for (const std::uint64_t digits : places.digits()) sink.put(digits, 8);
  }
  static bool read(ByteReader& source, const auto& rules, Places& places) {
    const std::array digits{source.take(8), source.take(8), source.take(8)};
    places = Places(digits);
    bool valid = ((digits[0] | digits[1] | digits[2]) & ~rules.deck().all_compounds()) == 0;
    for (int i = 0; i < rules.deck().compound_count(); ++i) {
      valid = valid && places.of(i) < Places::captured_by(rules.player_count());
    }
    return source.ok() && valid;
  }
  static Value to_value(const auto& rules, const Places& places) {
    const auto at = [&](Places::Place place) {
      Value names = Value::list();
      for (int i = 0; i < rules.deck().compound_count(); ++i) {
        if (places.of(i) == place)
          names.push_back(rules.deck().name(rules.deck().compound_card(i)));
      }
      return names;
    };
    Value captured = Value::list();
    for (Player p = 0; p < rules.player_count(); ++p)
      captured.push_back(at(Places::captured_by(p)));
    return Value::map()
        .add("stack", at(Places::stack))
        .add("open", at(Places::open))
        .add("captured", std::move(captured));
  }
  /// Compounds that are not listed anywhere are in the stack.
  static bool from_value(const ValueReader& source, const auto& rules, Places& places) {
    places = Places();
    std::uint64_t found = 0;
    const auto put = [&](const ValueReader& names, Places::Place place) {
      return names.each([&](const ValueReader& entry) {
        Card card;
        if (!Codec<Card>::from_value(entry, rules, card)) return false;
        if (is_payment(card)) return entry.refuse("must be a compound");
        const int compound = rules.deck().compound_of(card);
        if ((found >> compound & 1) != 0) return entry.refuse("given twice");
        found |= std::uint64_t{1} << compound;
        places.put(compound, place);
        return true;
      });
    };
    return source.each_field([&](const ValueReader& field, std::string_view name) {
      if (name == "stack") return put(field, Places::stack);
      if (name == "open") return put(field, Places::open);
      if (name != "captured") return field.refuse("no such field");
      return field.each_of(static_cast<std::size_t>(rules.player_count()),
                           [&](const ValueReader& entry, std::size_t p) {
                             return put(entry, Places::captured_by(static_cast<Player>(p)));
                           });
    });
  }
  static Value schema(const auto& rules) {
    const Value names = value_schema::list(value_schema::one_of(card_names(rules, [](Card card) {
                          return !is_payment(card);
                        }))).add("uniqueItems", true);
    return value_schema::map(Value::map()
                                 .add("stack", names)
                                 .add("open", names)
                                 .add("captured", value_schema::list(names, rules.player_count())));
  }
  static void print(std::string& text, const auto& rules, const Places& places) {
    for (int place = 0; place < Places::captured_by(rules.player_count()); ++place) {
      if (place > 0) text += '/';
      const char* separator = "";
      for (int i = 0; i < rules.deck().compound_count(); ++i) {
        if (places.of(i) != place) continue;
        text += separator;
        Codec<Card>::print(text, rules, rules.deck().compound_card(i));
        separator = ",";
      }
      if (*separator == '\0') text += '-';
    }
  }
  static bool parse(std::string_view text, const auto& rules, Places& places) {
    places = Places();
    if (text.ends_with('/')) return false;
    std::uint64_t found = 0;
    for (int place = 0; place < Places::captured_by(rules.player_count()); ++place) {
      if (place > 0 && text.empty()) return false;
      std::string_view list = split_off(text, "/");
      if (list == "-") continue;
      int last = -1;
      bool more = true;
      while (more) {
        more = list.find(',') != std::string_view::npos;
        Card card;
        if (!Codec<Card>::parse(split_off(list, ","), rules, card) || is_payment(card)) {
          return false;
        }
        const int compound = rules.deck().compound_of(card);
        if (compound <= last || (found >> compound & 1) != 0) return false;
        last = compound;
        found |= std::uint64_t{1} << compound;
        places.put(compound, place);
      }
    }
    return text.empty() && popcount(found) == rules.deck().compound_count();
  }
};

}  // namespace chemix
