// SPDX-License-Identifier: Apache-2.0
// The forms of cards and of what is known of them. The rules that they are written for say which
// deck is in play: `rules.deck()`.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/card_list.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/knowledge.hpp"
#include "chemix/cards/placed_cards.hpp"
#include "chemix/cards/unary_bag.hpp"
#include "chemix/core/codec.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
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

/// The forms of a multiset that do not depend on how it is packed. Text is the list of cards by
/// ascending kind, separated by commas, `-` when there is none.
template <class Bag>
struct BagCodec {
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
  static void encode(TensorWriter& tensor, const auto& rules, const Bag& bag, const Perspective&) {
    for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
      tensor.put(bag.count(Card::of(kind)));
    }
  }
};

template <>
struct Codec<CardBag> : BagCodec<CardBag> {
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
};

/// The form of the cards.
template <>
struct Codec<NotedCards> {
  static void write(auto& sink, const auto& rules, const NotedCards& noted) {
    Codec<CardBag>::write(sink, rules, noted.cards);
  }
  static bool read(ByteReader& source, const auto& rules, NotedCards& noted) {
    return Codec<CardBag>::read(source, rules, noted.cards);
  }
  static void print(std::string& text, const auto& rules, const NotedCards& noted) {
    Codec<CardBag>::print(text, rules, noted.cards);
  }
  static bool parse(std::string_view text, const auto& rules, NotedCards& noted) {
    return Codec<CardBag>::parse(text, rules, noted.cards);
  }
  static void encode(TensorWriter& tensor, const auto& rules, const NotedCards& noted,
                     const Perspective& perspective) {
    Codec<CardBag>::encode(tensor, rules, noted.cards, perspective);
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
  static void encode(TensorWriter& tensor, const auto& rules, const PerElement<T>& values,
                     const Perspective& perspective) {
    for (int kind = 0; kind < element_kind_count; ++kind) {
      Codec<T>::encode(tensor, rules, values[Card::of(kind)], perspective);
    }
  }
};

/// Bytes are the number of cards of each kind.
template <int Kinds, int Copies>
struct Codec<UnaryBag<Kinds, Copies>> : BagCodec<UnaryBag<Kinds, Copies>> {
  static void write(auto& sink, const auto&, const UnaryBag<Kinds, Copies>& bag) {
    for (int kind = 0; kind < Kinds; ++kind) {
      sink.put(static_cast<std::uint64_t>(bag.count(Card::of(kind))), 1);
    }
  }
  static bool read(ByteReader& source, const auto& rules, UnaryBag<Kinds, Copies>& bag) {
    bag = {};
    bool valid = true;
    for (int kind = 0; kind < Kinds; ++kind) {
      const Card card = Card::of(kind);
      const auto copies = static_cast<int>(source.take(1));
      valid = valid && copies <= rules.deck().all_cards().count(card);
      for (int i = 0; valid && i < copies; ++i) bag.add(card);
    }
    return source.ok() && valid;
  }
};

/// Bytes are the number of cards of each kind; text is that of the cards by kind.
template <>
struct Codec<DeckBag> {
  static void write(auto& sink, const auto& rules, const DeckBag& bag) {
    const BagLayout& layout = rules.deck().layout();
    for (int kind = 0; kind < payment_kind_count; ++kind) {
      sink.put(static_cast<std::uint64_t>(layout.count(bag, Card::of(kind))), 1);
    }
  }
  static bool read(ByteReader& source, const auto& rules, DeckBag& bag) {
    bag = DeckBag();
    bool valid = true;
    for (int kind = 0; kind < payment_kind_count; ++kind) {
      const Card card = Card::of(kind);
      const auto copies = static_cast<int>(source.take(1));
      valid = valid && copies <= rules.deck().all_cards().count(card);
      for (int i = 0; valid && i < copies; ++i) rules.deck().layout().add(bag, card);
    }
    return source.ok() && valid;
  }
  static void print(std::string& text, const auto& rules, const DeckBag& bag) {
    BagCodec<PaymentBag>::print(text, rules, rules.deck().layout().counted(bag));
  }
  static bool parse(std::string_view text, const auto& rules, DeckBag& bag) {
    PaymentBag cards;
    if (!BagCodec<PaymentBag>::parse(text, rules, cards)) return false;
    bag = rules.deck().layout().packed(cards);
    return true;
  }
  static void encode(TensorWriter& tensor, const auto& rules, const DeckBag& bag,
                     const Perspective&) {
    for (int kind = 0; kind < payment_kind_count; ++kind) {
      tensor.put(rules.deck().layout().count(bag, Card::of(kind)));
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

/// Text is the list of cards from the top, separated by commas, `-` when there is none. In a tensor
/// every place is a card or nothing.
template <class List>
struct ListCodec {
  static void write(auto& sink, const auto& rules, const List& list) {
    sink.put(static_cast<std::uint64_t>(list.size()), 1);
    for (int i = 0; i < list.size(); ++i) Codec<Card>::write(sink, rules, list[i]);
  }
  static bool read(ByteReader& source, const auto& rules, List& list) {
    list = List();
    const auto size = static_cast<int>(source.take(1));
    if (size > List::capacity) return false;
    for (int i = 0; i < size; ++i) {
      Card card;
      if (!Codec<Card>::read(source, rules, card)) return false;
      list.push_bottom(card);
    }
    return source.ok();
  }
  static void print(std::string& text, const auto& rules, const List& list) {
    if (list.empty()) text += '-';
    for (int i = 0; i < list.size(); ++i) {
      if (i > 0) text += ',';
      Codec<Card>::print(text, rules, list[i]);
    }
  }
  static bool parse(std::string_view text, const auto& rules, List& list) {
    list = List();
    if (text == "-") return true;
    bool more = true;
    while (more) {
      more = text.find(',') != std::string_view::npos;
      Card card;
      if (list.size() == List::capacity) return false;
      if (!Codec<Card>::parse(split_off(text, ","), rules, card)) return false;
      list.push_bottom(card);
    }
    return true;
  }
  static void encode(TensorWriter& tensor, const auto& rules, const List& list,
                     const Perspective&) {
    for (int i = 0; i < List::capacity; ++i) {
      tensor.put_one_hot(i < list.size() ? std::optional<int>(list[i].index) : std::nullopt,
                         rules.deck().card_kind_count());
    }
  }
};

template <int Capacity>
struct Codec<CardList<Capacity>> : ListCodec<CardList<Capacity>> {};
template <int Capacity>
struct Codec<CardPile<Capacity>> : ListCodec<CardPile<Capacity>> {};

/// Text is `places:kind:count` for every fact, separated by `+`, then `~` and how often something
/// was weakened: `01:H:2~0` says that hands 0 and 1 together hold two H at least; a pile is `p`.
/// In a tensor, per set of places (own hand first, the pile last) and kind, the lower bound.
template <int Piles, std::size_t Capacity>
struct Codec<HeldCardsOf<Piles, Capacity>> {
  using HeldCards = HeldCardsOf<Piles, Capacity>;

  static void write(auto& sink, const auto& rules, const HeldCards& held) {
    sink.put(held.size(), 1);
    for (std::size_t i = 0; i < held.size(); ++i) {
      sink.put(held[i].hands(), 1);
      Codec<Card>::write(sink, rules, held[i].kind());
      sink.put(static_cast<std::uint64_t>(held[i].at_least()), 1);
    }
    sink.put(static_cast<std::uint64_t>(held.weakened()), 2);
  }
  static bool read(ByteReader& source, const auto& rules, HeldCards& held) {
    held = HeldCards();
    const auto size = static_cast<std::size_t>(source.take(1));
    if (size > HeldCards::capacity) return false;
    HeldFact last;
    for (std::size_t i = 0; i < size; ++i) {
      const auto hands = static_cast<SeatSet>(source.take(1));
      Card kind;
      if (!Codec<Card>::read(source, rules, kind)) return false;
      const auto at_least = static_cast<int>(source.take(1));
      if ((hands & ~places(rules)) != 0 || at_least > HeldFact::most) return false;
      const HeldFact fact(hands, kind, at_least);
      if (!follows(fact, last)) return false;
      held.add(fact);
      last = fact;
    }
    held.set_weakened(static_cast<std::uint16_t>(source.take(2)));
    return source.ok();
  }
  static void print(std::string& text, const auto& rules, const HeldCards& held) {
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (i > 0) text += '+';
      for (Player p = 0; p < rules.player_count(); ++p) {
        if (held[i].is_about(p)) text += std::to_string(p);
      }
      if (held[i].is_about(HeldCards::pile)) text += 'p';
      text += ':';
      Codec<Card>::print(text, rules, held[i].kind());
      text += ':' + std::to_string(held[i].at_least());
    }
    text += '~' + std::to_string(held.weakened());
  }
  static bool parse(std::string_view text, const auto& rules, HeldCards& held) {
    held = HeldCards();
    std::string_view facts = split_off(text, "~");
    std::uint16_t weakened = 0;
    if (!parse_number(text, weakened)) return false;
    HeldFact last;
    while (!facts.empty()) {
      if (facts.back() == '+' || held.size() == HeldCards::capacity) return false;
      std::string_view word = split_off(facts, "+");
      SeatSet hands = 0;
      for (const char seat : split_off(word, ":")) {
        const int place = seat == 'p' ? HeldCards::pile : seat - '0';
        if (place < 0 || place > HeldCards::pile || hands >> place != 0) return false;
        hands = static_cast<SeatSet>(hands | 1U << place);
      }
      Card kind;
      int at_least = 0;
      if (!Codec<Card>::parse(split_off(word, ":"), rules, kind)) return false;
      if (!parse_number(word, at_least) || at_least < 0) return false;
      if ((hands & ~places(rules)) != 0 || at_least > HeldFact::most) return false;
      const HeldFact fact(hands, kind, at_least);
      if (!follows(fact, last)) return false;
      held.add(fact);
      last = fact;
    }
    held.set_weakened(weakened);
    return true;
  }
  static void encode(TensorWriter& tensor, const auto& rules, const HeldCards& held,
                     const Perspective& perspective) {
    const int players = rules.player_count();
    for (unsigned relative = 1; relative < 1U << (players + Piles); ++relative) {
      SeatSet hands = 0;
      for (int i = 0; i < players; ++i) {
        if ((relative >> i & 1) != 0) {
          hands = static_cast<SeatSet>(hands | 1U << perspective.seat(i));
        }
      }
      if (relative >> players != 0) hands = static_cast<SeatSet>(hands | 1U << HeldCards::pile);
      for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
        int at_least = 0;
        for (std::size_t i = 0; i < held.size(); ++i) {
          if (held[i].hands() == hands && held[i].kind() == Card::of(kind)) {
            at_least = held[i].at_least();
          }
        }
        tensor.put(at_least);
      }
    }
  }

 private:
  // The places that there are.
  static SeatSet places(const auto& rules) {
    return static_cast<SeatSet>(((1U << rules.player_count()) - 1) |
                                (((1U << Piles) - 1) << HeldCards::pile));
  }
  // Facts stand in ascending order and say something about hands.
  static bool follows(const HeldFact& fact, const HeldFact& last) {
    return last < fact && fact.hands() != 0 && fact.at_least() > 0;
  }
};

/// Text is `place:kind>count` for every lower bound and `place:kind<count` for every upper bound,
/// separated by `+`, then `~` and how often something was weakened: `0:H>2+3:Fe<0+1:gas>1~0` says
/// that place 0 holds two H at least, place 3 no Fe and place 1 a noble gas. In a tensor, per place
/// (the viewer's own first, where players have one) and kind, the lower bound and what is missing
/// of the upper bound, then the noble gases.
template <>
struct Codec<PlacedCards> {
  static void write(auto& sink, const auto&, const PlacedCards& placed) {
    for_each_bound(placed, [&](int, Card, int at_least, int at_most) {
      sink.put(static_cast<std::uint64_t>(at_least | at_most << 4), 1);
    });
    for (int place = 0; place < PlacedCards::last_place; ++place) {
      sink.put(static_cast<std::uint64_t>(placed.gases_at_least(place)), 1);
    }
    sink.put(static_cast<std::uint64_t>(placed.weakened()), 2);
  }
  static bool read(ByteReader& source, const auto&, PlacedCards& placed) {
    placed = PlacedCards();
    bool valid = true;
    for_each_bound(placed, [&](int place, Card kind, int, int) {
      const auto byte = static_cast<int>(source.take(1));
      valid = valid && set(placed, place, kind, byte & 15, byte >> 4);
    });
    for (int place = 0; place < PlacedCards::last_place; ++place) {
      const auto gases = static_cast<int>(source.take(1));
      valid = valid && gases <= PlacedCards::most_at_least;
      if (valid) placed.set_gases(place, gases);
    }
    placed.set_weakened(static_cast<std::uint16_t>(source.take(2)));
    return source.ok() && valid;
  }
  static void print(std::string& text, const auto& rules, const PlacedCards& placed) {
    const char* separator = "";
    const auto tell = [&](int place, std::string_view name, char side, int bound) {
      text += separator + std::to_string(place) + ':';
      text += name;
      text += side + std::to_string(bound);
      separator = "+";
    };
    for_each_bound(placed, [&](int place, Card kind, int at_least, int at_most) {
      if (at_least > 0) tell(place, rules.deck().name(kind), '>', at_least);
      if (at_most < PlacedCards::no_limit) tell(place, rules.deck().name(kind), '<', at_most);
    });
    for (int place = 0; place < PlacedCards::last_place; ++place) {
      const int gases = placed.gases_at_least(place);
      if (gases > 0) tell(place, gas_word, '>', gases);
    }
    text += '~' + std::to_string(placed.weakened());
  }
  static bool parse(std::string_view text, const auto& rules, PlacedCards& placed) {
    placed = PlacedCards();
    std::string_view bounds = split_off(text, "~");
    std::uint16_t weakened = 0;
    if (!parse_number(text, weakened)) return false;
    int last = -1;
    while (!bounds.empty()) {
      if (bounds.back() == '+') return false;
      std::string_view word = split_off(bounds, "+");
      int place = 0;
      if (!parse_number(split_off(word, ":"), place)) return false;
      const bool is_upper = word.find('<') != std::string_view::npos;
      const std::string_view name = split_off(word, is_upper ? "<" : ">");
      const bool is_gases = name == gas_word;
      Card kind;
      int bound = 0;
      if (!is_gases && !Codec<Card>::parse(name, rules, kind)) return false;
      if (place < 0 || place >= PlacedCards::place_count || !kind.is_small()) return false;
      if (!parse_number(word, bound) || bound < 0 || bound > PlacedCards::most_at_least)
        return false;
      if (is_upper ? bound == PlacedCards::no_limit || is_gases : bound == 0) return false;
      // Places, kinds and sides ascend, noble gases last.
      const int kinds = place * small_kind_count + kind.index;
      const int at = is_gases ? all_bounds + place : kinds * 2 + (is_upper ? 1 : 0);
      if (at <= last || (place == PlacedCards::last_place && !is_upper)) return false;
      last = at;
      if (is_gases) {
        placed.set_gases(place, bound);
      } else if (is_upper) {
        placed.set(place, kind, placed.at_least(place, kind), bound);
      } else {
        placed.set(place, kind, bound, PlacedCards::no_limit);
      }
    }
    placed.set_weakened(weakened);
    return true;
  }
  static void encode(TensorWriter& tensor, const auto& rules, const PlacedCards& placed,
                     const Perspective& perspective) {
    for (int i = 0; i < PlacedCards::place_count; ++i) {
      const int place = i < rules.player_count() ? perspective.seat(i) : i;
      for (int kind = 0; kind < small_kind_count; ++kind) {
        tensor.put(placed.at_least(place, Card::of(kind)));
        tensor.put(PlacedCards::no_limit - placed.at_most(place, Card::of(kind)));
      }
      tensor.put(placed.gases_at_least(place));
    }
  }

 private:
  static constexpr std::string_view gas_word = "gas";
  static constexpr int all_bounds = PlacedCards::place_count * small_kind_count * 2;

  static void for_each_bound(const PlacedCards& placed, auto&& visit) {
    for (int place = 0; place < PlacedCards::place_count; ++place) {
      for (int kind = 0; kind < small_kind_count; ++kind) {
        const Card card = Card::of(kind);
        visit(place, card, placed.at_least(place, card), placed.at_most(place, card));
      }
    }
  }
  // Takes bounds that there is room for.
  static bool set(PlacedCards& placed, int place, Card kind, int at_least, int at_most) {
    const int most = place == PlacedCards::last_place ? 0 : PlacedCards::most_at_least;
    if (at_least < 0 || at_least > most) return false;
    if (at_most < 0 || at_most > PlacedCards::no_limit) return false;
    placed.set(place, kind, at_least, at_most);
    return true;
  }
};

/// Text is what everybody knows, then what each seat and each pair of seats knows, separated by
/// `/`. A tensor holds what the viewer knows.
template <class Known, int Capacity, int Sharers>
struct Codec<CommonKnowledge<Known, Capacity, Sharers>> {
  using Common = CommonKnowledge<Known, Capacity, Sharers>;

  static void write(auto& sink, const auto& rules, const Common& common) {
    common.for_each_group(rules.player_count(), [&](const Known& known, ViewerSet) {
      Codec<Known>::write(sink, rules, known);
    });
  }
  static bool read(ByteReader& source, const auto& rules, Common& common) {
    bool valid = true;
    common.for_each_group(rules.player_count(), [&](Known& known, ViewerSet) {
      valid = valid && Codec<Known>::read(source, rules, known);
    });
    return valid;
  }
  static void print(std::string& text, const auto& rules, const Common& common) {
    common.for_each_group(rules.player_count(), [&](const Known& known, ViewerSet group) {
      if (!group.is_everyone()) text += '/';
      Codec<Known>::print(text, rules, known);
    });
  }
  static bool parse(std::string_view text, const auto& rules, Common& common) {
    bool valid = true;
    bool more = true;
    common.for_each_group(rules.player_count(), [&](Known& known, ViewerSet) {
      valid = valid && more;
      more = text.find('/') != std::string_view::npos;
      valid = valid && Codec<Known>::parse(split_off(text, "/"), rules, known);
    });
    return valid && !more;
  }
  static void encode(TensorWriter& tensor, const auto& rules, const Common& common,
                     const Perspective& perspective) {
    Codec<Known>::encode(tensor, rules, common.of(perspective.viewer), perspective);
  }
};

}  // namespace chemix
