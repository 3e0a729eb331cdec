// SPDX-License-Identifier: Apache-2.0
// The serialized forms of cards. The context `rules` provides the deck in play: `rules.deck()`.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/unary_bag.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/value.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace chemix {

/// The names of the kinds for which `has(card)`, as plain data.
Value card_names(const auto& rules, auto&& has) {
  Value names = Value::list();
  for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
    if (has(Card::of(kind))) names.push_back(rules.deck().name(Card::of(kind)));
  }
  return names;
}

/// In text, a card is its name: `H`, `He`, `2`, `H2O`.
template <>
struct Codec<Card> {
  static void write(auto& sink, const auto&, Card card) { sink.put(card.index, 1); }
  static bool read(ByteReader& source, const auto& rules, Card& card) {
    card.index = static_cast<std::uint8_t>(source.take(1));
    return source.ok() && card.index < rules.deck().card_kind_count();
  }
  static Value to_value(const auto& rules, Card card) { return rules.deck().name(card); }
  static bool from_value(const ValueReader& source, const auto& rules, Card& card) {
    std::string_view name;
    return source.text(name) &&
           (parse(name, rules, card) || source.refuse("is not a card of the deck"));
  }
  static Value schema(const auto& rules) {
    return value_schema::one_of(card_names(rules, [](Card) { return true; }));
  }
  static void print(std::string& text, const auto& rules, Card card) {
    text += rules.deck().name(card);
  }
  static bool parse(std::string_view text, const auto& rules, Card& card) {
    const auto found = rules.deck().card(text);
    if (found) card = *found;
    return found.has_value();
  }
};

/// The forms of a multiset that do not depend on its packing. Plain data maps kind names to counts.
/// Text is the list of cards by ascending kind, separated by commas, or `-` for an empty one.
template <class Bag>
struct BagCodec {
  static Value to_value(const auto& rules, const Bag& bag) {
    Value counts = Value::map();
    bag.kinds().for_each([&](Card card) { counts.add(rules.deck().name(card), bag.count(card)); });
    return counts;
  }
  static bool from_value(const ValueReader& source, const auto& rules, Bag& bag) {
    bag = Bag();
    return source.each_field([&](const ValueReader& field, std::string_view name) {
      Card card;
      int copies = 0;
      if (!Codec<Card>::parse(name, rules, card)) return field.refuse("is not a card of the deck");
      if (!field.number(copies, 0, rules.deck().all_cards().count(card))) return false;
      for (int i = 0; i < copies; ++i) bag.add(card);
      return true;
    });
  }
  static Value schema(const auto& rules) {
    Value counts = Value::map();
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      const int copies = rules.deck().all_cards().count(Card::of(kind));
      if (copies == 0) continue;
      counts.add(rules.deck().name(Card::of(kind)), value_schema::number(0, copies));
    }
    return value_schema::of_type("object")
        .add("properties", std::move(counts))
        .add("additionalProperties", false);
  }
  static void print(std::string& text, const auto& rules, const Bag& bag) {
    if (bag.empty()) text += '-';
    const char* separator = "";
    bag.kinds().for_each([&](Card card) {
      for (int i = 0; i < bag.count(card); ++i) {
        text += separator;
        text += rules.deck().name(card);
        separator = ",";
      }
    });
  }
  static bool parse(std::string_view text, const auto& rules, Bag& bag) {
    bag = Bag();
    if (text == "-") return true;
    Card last;
    bool more = true;
    while (more) {
      more = text.find(',') != std::string_view::npos;
      Card card;
      if (!Codec<Card>::parse(split_off(text, ","), rules, card)) return false;
      if (bag.count(card) == rules.deck().all_cards().count(card)) return false;
      if (card < last) return false;
      bag.add(card);
      last = card;
    }
    return true;
  }
};

/// Bytes are a word with the count of each small kind, three bits each, and a word with a bit for
/// each compound.
template <>
struct Codec<CardBag> : BagCodec<CardBag> {
  static void write(auto& sink, const auto&, const CardBag& bag) {
    sink.put(bag.small_cards().word(0), 8);
    sink.put(bag.compounds(), 8);
  }
  static bool read(ByteReader& source, const auto& rules, CardBag& bag) {
    const std::uint64_t lanes = source.take(8);
    const std::uint64_t compounds = source.take(8);
    SmallBag small_cards;
    bool valid = true;
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const auto copies =
          static_cast<int>(lanes >> kind * SmallBag::lane_width & SmallBag::lane_mask);
      valid = valid && copies <= rules.deck().all_cards().count(Card::of(kind));
      small_cards.add(kind, copies);
    }
    bag = CardBag(small_cards, compounds);
    return source.ok() && valid && small_cards.word(0) == lanes &&
           (compounds & ~rules.deck().all_cards().compounds()) == 0;
  }
};

/// Has the form of the cards.
template <>
struct Codec<NotedCards> {
  static void write(auto& sink, const auto& rules, const NotedCards& noted) {
    Codec<CardBag>::write(sink, rules, noted.cards);
  }
  static bool read(ByteReader& source, const auto& rules, NotedCards& noted) {
    return Codec<CardBag>::read(source, rules, noted.cards);
  }
  static Value to_value(const auto& rules, const NotedCards& noted) {
    return Codec<CardBag>::to_value(rules, noted.cards);
  }
  static bool from_value(const ValueReader& source, const auto& rules, NotedCards& noted) {
    return Codec<CardBag>::from_value(source, rules, noted.cards);
  }
  static Value schema(const auto& rules) { return Codec<CardBag>::schema(rules); }
  static void print(std::string& text, const auto& rules, const NotedCards& noted) {
    Codec<CardBag>::print(text, rules, noted.cards);
  }
  static bool parse(std::string_view text, const auto& rules, NotedCards& noted) {
    return Codec<CardBag>::parse(text, rules, noted.cards);
  }
};

/// Text is the values in the order of the elements, separated by `/`.
template <class T>
struct Codec<PerElement<T>> {
  static void write(auto& sink, const auto& rules, const PerElement<T>& values) {
    for (int kind = 0; kind < element_kind_count; ++kind) {
      Codec<T>::write(sink, rules, values[Card::of(kind)]);
    }
  }
  static bool read(ByteReader& source, const auto& rules, PerElement<T>& values) {
    for (int kind = 0; kind < element_kind_count; ++kind) {
      if (!Codec<T>::read(source, rules, values[Card::of(kind)])) return false;
    }
    return true;
  }
  static Value to_value(const auto& rules, const PerElement<T>& values) {
    Value map = Value::map();
    for (int kind = 0; kind < element_kind_count; ++kind) {
      map.add(rules.deck().name(Card::of(kind)), Codec<T>::to_value(rules, values[Card::of(kind)]));
    }
    return map;
  }
  /// An element that is not named has the default value.
  static bool from_value(const ValueReader& source, const auto& rules, PerElement<T>& values) {
    values = {};
    return source.each_field([&](const ValueReader& field, std::string_view name) {
      Card card;
      if (!Codec<Card>::parse(name, rules, card) || card.index >= element_kind_count) {
        return field.refuse("is not an element of the deck");
      }
      return Codec<T>::from_value(field, rules, values[card]);
    });
  }
  static Value schema(const auto& rules) {
    Value map = Value::map();
    for (int kind = 0; kind < element_kind_count; ++kind) {
      map.add(rules.deck().name(Card::of(kind)), Codec<T>::schema(rules));
    }
    return value_schema::map(std::move(map));
  }
  static void print(std::string& text, const auto& rules, const PerElement<T>& values) {
    for (int kind = 0; kind < element_kind_count; ++kind) {
      if (kind > 0) text += '/';
      Codec<T>::print(text, rules, values[Card::of(kind)]);
    }
  }
  static bool parse(std::string_view text, const auto& rules, PerElement<T>& values) {
    for (int kind = 0; kind < element_kind_count; ++kind) {
      const bool last = kind + 1 == element_kind_count;
      if (last == (text.find('/') != std::string_view::npos)) return false;
      if (!Codec<T>::parse(split_off(text, "/"), rules, values[Card::of(kind)])) return false;
    }
    return true;
  }
};

/// Bytes are one word, with as many bits for each kind as there can be copies; the lowest bits are
/// set for the cards held.
template <int Kinds, int Copies>
struct Codec<UnaryBag<Kinds, Copies>> : BagCodec<UnaryBag<Kinds, Copies>> {
  static void write(auto& sink, const auto&, const UnaryBag<Kinds, Copies>& bag) {
    sink.put(bag.packed().words[0], 8);
  }
  static bool read(ByteReader& source, const auto& rules, UnaryBag<Kinds, Copies>& bag) {
    const std::uint64_t bits = source.take(8);
    bag = {};
    bool valid = true;
    for (int kind = 0; kind < Kinds; ++kind) {
      const Card card = Card::of(kind);
      const std::uint64_t lane = bits >> kind * Copies & lowest_bits(Copies);
      const int copies = popcount(lane);
      valid = valid && copies <= rules.deck().all_cards().count(card);
      for (int i = 0; i < copies; ++i) bag.add(card);
    }
    return source.ok() && valid && bag.packed().words[0] == bits;
  }
};

/// Bytes are three words with a bit for each card of the deck, by ascending kind; the lowest bits
/// of a kind are set for the cards held. Text and plain data are those of a counted bag.
template <>
struct Codec<DeckBag> {
  static void write(auto& sink, const auto&, const DeckBag& bag) {
    for (std::size_t i = 0; i < DeckBag::word_count; ++i) sink.put(bag.word(i), 8);
  }
  static bool read(ByteReader& source, const auto& rules, DeckBag& bag) {
    bag = DeckBag();
    for (int first = 0; first < DeckBag::bit_count; first += 64) {
      for (std::uint64_t rest = source.take(8); rest != 0; rest &= rest - 1) {
        bag.flip(first + std::countr_zero(rest));
      }
    }
    const BagLayout& layout = rules.deck().layout();
    return source.ok() && layout.packed(layout.counted(bag)) == bag;
  }
  static Value to_value(const auto& rules, const DeckBag& bag) {
    return BagCodec<PaymentBag>::to_value(rules, rules.deck().layout().counted(bag));
  }
  static bool from_value(const ValueReader& source, const auto& rules, DeckBag& bag) {
    PaymentBag cards;
    if (!BagCodec<PaymentBag>::from_value(source, rules, cards)) return false;
    bag = rules.deck().layout().packed(cards);
    return true;
  }
  static Value schema(const auto& rules) { return BagCodec<PaymentBag>::schema(rules); }
  static void print(std::string& text, const auto& rules, const DeckBag& bag) {
    BagCodec<PaymentBag>::print(text, rules, rules.deck().layout().counted(bag));
  }
  static bool parse(std::string_view text, const auto& rules, DeckBag& bag) {
    PaymentBag cards;
    if (!BagCodec<PaymentBag>::parse(text, rules, cards)) return false;
    bag = rules.deck().layout().packed(cards);
    return true;
  }
};

/// Bytes are those of a bag with one card of each kind. Text is the list of kinds, ascending,
/// separated by commas, or `-` for an empty set.
template <>
struct Codec<CardSet> {
  static void write(auto& sink, const auto&, const CardSet& set) {
    for (const std::uint64_t word : set.packed().words) sink.put(word, 8);
  }
  static bool read(ByteReader& source, const auto& rules, CardSet& set) {
    PackedBits<2> bits;
    for (std::uint64_t& word : bits.words) word = source.take(8);
    const CardSet given = CardSet::of_packed(bits);
    set = CardSet();
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      const CardSet one = CardSet::of(Card::of(kind));
      if (!(one & given).empty()) set = set | one;
    }
    return source.ok() && set == given;
  }
  static Value to_value(const auto& rules, const CardSet& set) {
    return card_names(rules, [&](Card card) { return set.contains(card); });
  }
  static bool from_value(const ValueReader& source, const auto& rules, CardSet& set) {
    set = CardSet();
    return source.each([&](const ValueReader& item) {
      Card card;
      if (!Codec<Card>::from_value(item, rules, card)) return false;
      if (set.contains(card)) return item.refuse("given twice");
      set.insert(card);
      return true;
    });
  }
  static Value schema(const auto& rules) {
    return value_schema::list(Codec<Card>::schema(rules)).add("uniqueItems", true);
  }
  static void print(std::string& text, const auto& rules, const CardSet& set) {
    if (set.empty()) text += '-';
    const char* separator = "";
    set.for_each([&](Card card) {
      text += separator;
      text += rules.deck().name(card);
      separator = ",";
    });
  }
  static bool parse(std::string_view text, const auto& rules, CardSet& set) {
    set = CardSet();
    if (text == "-") return true;
    Card last;
    bool more = true;
    while (more) {
      more = text.find(',') != std::string_view::npos;
      Card card;
      if (!Codec<Card>::parse(split_off(text, ","), rules, card)) return false;
      if (!set.empty() && card <= last) return false;
      set.insert(card);
      last = card;
    }
    return true;
  }
};

/// Bytes are the number of cards, and their kinds, padded to whole words.
template <int Capacity>
struct Codec<CardList<Capacity>> : ListCodec<CardList<Capacity>> {
  using List = CardList<Capacity>;

  static constexpr std::size_t max_added_bytes(int) { return std::size_t{(Capacity + 7) / 8} * 8; }
  static void write(auto& sink, const auto&, const List& list) {
    sink.put(static_cast<std::uint64_t>(list.size()), 1);
    put_in_words(sink, list.size(), [&](int i) { return list[i].index; });
  }
  static bool read(ByteReader& source, const auto& rules, List& list) {
    list = List();
    const auto size = static_cast<int>(source.take(1));
    if (size > Capacity) return false;
    return take_in_words(source, size, [&](int kind) {
      list.push_back(Card::of(kind));
      return kind < rules.deck().card_kind_count();
    });
  }
};

}  // namespace chemix
