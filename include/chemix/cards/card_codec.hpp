// SPDX-License-Identifier: Apache-2.0
// The forms of cards and of what is known of them. The rules that they are written for say which
// deck is in play: `rules.deck()`.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/knowledge.hpp"
#include "chemix/core/codec.hpp"

#include <string>
#include <string_view>

namespace chemix {

/// Text is the card's name: `H`, `He`, `2`, `H2O`.
template <>
struct Codec<Card> {
  static void write(auto& sink, const auto&, Card card) { sink.put(card.index, 1); }
  static bool read(ByteReader& source, const auto& rules, Card& card) {
    card.index = static_cast<std::uint8_t>(source.take(1));
    return source.ok() && card.index < rules.deck().card_kind_count();
  }
  static void print(std::string& text, const auto& rules, Card card) {
    text += rules.deck().name(card);
  }
  static bool parse(std::string_view text, const auto& rules, Card& card) {
    const auto found = rules.deck().card(text);
    if (found) card = *found;
    return found.has_value();
  }
  static void encode(TensorWriter& tensor, const auto& rules, Card card, const Perspective&) {
    tensor.put_one_hot(card.index, rules.deck().card_kind_count());
  }
};

/// Text is the list of cards by ascending kind, separated by commas, `-` when there is none.
template <>
struct Codec<CardBag> {
  static void write(auto& sink, const auto&, const CardBag& bag) {
    for (int kind = 0; kind < small_kind_count; ++kind) {
      sink.put(static_cast<std::uint64_t>(bag.count(Card::of(kind))), 1);
    }
    sink.put(bag.compounds(), 8);
  }
  static bool read(ByteReader& source, const auto& rules, CardBag& bag) {
    SmallBag small;
    bool valid = true;
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const auto copies = static_cast<int>(source.take(1));
      valid = valid && copies <= rules.deck().all_cards().count(Card::of(kind));
      if (valid) small.add(kind, copies);
    }
    const std::uint64_t compounds = source.take(8);
    bag = CardBag(small, compounds);
    return source.ok() && valid && (compounds & ~rules.deck().all_cards().compounds()) == 0;
  }
  static void print(std::string& text, const auto& rules, const CardBag& bag) {
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
  static bool parse(std::string_view text, const auto& rules, CardBag& bag) {
    bag = CardBag();
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
  static void encode(TensorWriter& tensor, const auto& rules, const CardBag& bag,
                     const Perspective&) {
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      tensor.put(bag.count(Card::of(kind)));
    }
  }
};

/// Text is the list of kinds, ascending, separated by commas, `-` when there is none.
template <>
struct Codec<CardSet> {
  static void write(auto& sink, const auto& rules, const CardSet& set) {
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      sink.put(set.contains(Card::of(kind)) ? 1 : 0, 1);
    }
  }
  static bool read(ByteReader& source, const auto& rules, CardSet& set) {
    set = CardSet();
    bool valid = true;
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      const std::uint64_t byte = source.take(1);
      valid = valid && byte <= 1;
      if (byte == 1) set.insert(Card::of(kind));
    }
    return source.ok() && valid;
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
  static void encode(TensorWriter& tensor, const auto& rules, const CardSet& set,
                     const Perspective&) {
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      tensor.put(set.contains(Card::of(kind)) ? 1 : 0);
    }
  }
};

/// Text is `kind<bound`… for every bounded kind: `H:1,H2O:2` says that an H card can only be the
/// newest held card and an H2O card only one of the two newest. In a tensor, per kind, how much of
/// the hand is known not to be of that kind: 1/(1 + bound), 0 when unbounded.
template <>
struct Codec<NewestBounds> {
  static void write(auto& sink, const auto& rules, const NewestBounds& bounds) {
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      sink.put(bounds.of(Card::of(kind)), 1);
    }
  }
  static bool read(ByteReader& source, const auto& rules, NewestBounds& bounds) {
    bounds = NewestBounds();
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      bounds.set(Card::of(kind), static_cast<std::uint8_t>(source.take(1)));
    }
    return source.ok();
  }
  static void print(std::string& text, const auto& rules, const NewestBounds& bounds) {
    const char* separator = "";
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      const Card card = Card::of(kind);
      if (bounds.of(card) == NewestBounds::unbounded) continue;
      text += separator;
      text += rules.deck().name(card);
      text += ':' + std::to_string(bounds.of(card));
      separator = ",";
    }
    if (*separator == '\0') text += '-';
  }
  static bool parse(std::string_view text, const auto& rules, NewestBounds& bounds) {
    bounds = NewestBounds();
    if (text == "-") return true;
    int last = -1;
    bool more = true;
    while (more) {
      more = text.find(',') != std::string_view::npos;
      std::string_view word = split_off(text, ",");
      Card card;
      std::uint8_t bound = 0;
      if (!Codec<Card>::parse(split_off(word, ":"), rules, card)) return false;
      if (!parse_number(word, bound) || bound == NewestBounds::unbounded) return false;
      if (card.index <= last) return false;
      bounds.set(card, bound);
      last = card.index;
    }
    return true;
  }
  static void encode(TensorWriter& tensor, const auto& rules, const NewestBounds& bounds,
                     const Perspective&) {
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      const std::uint8_t bound = bounds.of(Card::of(kind));
      tensor.put(bound == NewestBounds::unbounded ? 0.0 : 1.0 / (1 + bound));
    }
  }
};

}  // namespace chemix
