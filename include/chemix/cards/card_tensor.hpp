// SPDX-License-Identifier: Apache-2.0
// Cards in tensors: kinds one-hot, cards as counts of their kind, known orders as a place per card,
// and what is remembered of hidden cards in as many numbers whatever was seen. Only kinds that are
// in play have numbers.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/hands.hpp"
#include "chemix/cards/memory.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/tensor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace chemix {

/// Take kinds of cards, where those of a field are asked for. They have types of their own, so that
/// each loop over kinds has its own compiled into it: pointers to members would be called.
inline constexpr auto any_kind = [](Card) { return true; };
inline constexpr auto any_element = [](Card card) { return card.is_element(); };
inline constexpr auto any_noble_gas = [](Card card) { return card.is_noble_gas(); };
inline constexpr auto any_multiplier = [](Card card) { return card.is_multiplier(); };
inline constexpr auto any_small = [](Card card) { return card.is_small(); };
inline constexpr auto any_token = [](Card card) { return card.is_token(); };
inline constexpr auto any_compound = [](Card card) { return card.is_compound(); };

/// The cards that a game is played with: those of the deck, unless its rules say otherwise.
[[nodiscard]] const auto& cards_in_play(const auto& rules) {
  if constexpr (requires { rules.cards_in_play(); }) {
    return rules.cards_in_play();
  } else {
    return rules.deck().all_cards();
  }
}

/// How many cards of a kind there are in some cards, however they are kept.
[[nodiscard]] int count_in(const auto&, const auto& cards, Card card) { return cards.count(card); }
[[nodiscard]] inline int count_in(const auto& rules, const DeckBag& cards, Card card) {
  return rules.deck().layout().count(cards, card);
}
[[nodiscard]] inline int count_in(const auto&, const NotedCards& noted, Card card) {
  return noted.cards.count(card);
}
[[nodiscard]] inline int count_in(const auto&, const CardSet& set, Card card) {
  return set.contains(card) ? 1 : 0;
}

/// Calls `use(card, copies)` for the kinds in play that `kinds` takes, ascending, with how many
/// cards there are of each.
void for_each_kind(const auto& rules, const auto& kinds, auto&& use) {
  const auto& all = cards_in_play(rules);
  const int count = rules.deck().card_kind_count();
  for (int kind = 0; kind < count; ++kind) {
    const Card card = Card::of(kind);
    if (!kinds(card)) continue;
    const int copies = all.count(card);
    if (copies > 0) use(card, copies);
  }
}

/// Begins a field of a number per kind, in so many rows if there are rows.
void begin_kinds(auto& tensor, const char* name, const auto& kinds, std::optional<int> rows,
                 const char* meaning) {
  if (!tensor.describes() || rows == 0) return;
  tensor.begin(name, meaning, rows, [&](auto&& add) {
    for_each_kind(tensor.rules(), kinds,
                  [&](Card card, int) { add(tensor.rules().deck().name(card)); });
  });
}

// ---- Cards ----

/// Cards by kind: 1 when all cards of the kind are there.
void card_counts(auto& tensor, const char* name, const auto& cards, const auto& kinds,
                 const char* meaning) {
  begin_kinds(tensor, name, kinds, {}, meaning);
  for_each_kind(tensor.rules(), kinds, [&](Card card, int copies) {
    tensor.put(static_cast<double>(count_in(tensor.rules(), cards, card)) / copies);
  });
}
/// The same for every seat.
void card_counts_by_seat(auto& tensor, const char* name, const auto& by_player, const auto& kinds,
                         const char* meaning) {
  begin_kinds(tensor, name, kinds, tensor.players(), meaning);
  for (int i = 0; i < tensor.players(); ++i) {
    const auto& cards = by_player[tensor.seat(i)];
    for_each_kind(tensor.rules(), kinds, [&](Card card, int copies) {
      tensor.put(static_cast<double>(count_in(tensor.rules(), cards, card)) / copies);
    });
  }
}

/// What a player holds, and what nobody sees, where it is nothing but these.
template <class Bag>
void encode_own(auto& tensor, const HandOf<Bag>& own) {
  card_counts(tensor, "hand", own.hand, any_kind, "cards in the hand");
}
template <class Bag>
void encode_hidden(auto& tensor, const DrawPileOf<Bag>& hidden) {
  card_counts(tensor, "draw_pile", hidden.draw_pile, any_kind, "cards in the draw pile");
}

/// A kind one-hot; all 0 when there is none.
void card_kind(auto& tensor, const char* name, const std::optional<Card>& value, const auto& kinds,
               const char* meaning) {
  begin_kinds(tensor, name, kinds, {}, meaning);
  for_each_kind(tensor.rules(), kinds, [&](Card card, int) { tensor.put(value == card ? 1 : 0); });
}
/// The same for every seat.
void card_kind_by_seat(auto& tensor, const char* name, const auto& by_player, const auto& kinds,
                       const char* meaning) {
  begin_kinds(tensor, name, kinds, tensor.players(), meaning);
  for (int i = 0; i < tensor.players(); ++i) {
    const std::optional<Card>& value = by_player[tensor.seat(i)];
    for_each_kind(tensor.rules(), kinds,
                  [&](Card card, int) { tensor.put(value == card ? 1 : 0); });
  }
}

/// Cards in a known order: for each card that can be there its place, 1 for the first and evenly
/// less for the others, 0 for a card that is not there. The cards of a kind stand one after
/// another, those that come first before the others.
template <class List>
class CardPlaces {
 public:
  /// Cards that no list holds yet.
  CardPlaces(const auto& rules, const auto& kinds) {
    for_each_kind(rules, kinds, [&](Card card, int copies) {
      first_[card.index] = static_cast<std::uint8_t>(size_);
      size_ += copies;
      end_[card.index] = static_cast<std::uint8_t>(size_);
    });
  }
  /// Tells the places in a list, one of several that have no card in common.
  void add(const List& list) {
    for (int i = 0; i < list.size(); ++i) {
      const std::size_t kind = list[i].index;
      // A view made of events that cannot be may have too many cards of a kind.
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
    for (int i = 0; i < size_; ++i) tensor.put(places_[static_cast<std::size_t>(i)]);
  }

 private:
  static constexpr std::size_t most_cards = 255;

  std::array<float, most_cards> places_{};
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

// ---- What is remembered ----

/// What a memory surely says of where cards lie now. Each count is true of the cards that lie
/// there, which may be more; what a later event left open, such as an unseen card that went, lowers
/// it.
class SureCards {
 public:
  SureCards(const auto& rules, const auto& memory) {
    for (std::size_t i = 0; i < memory.size(); ++i) learn(rules, memory[i]);
  }

  /// How many cards of a kind are surely in a place.
  [[nodiscard]] int held(HiddenPlace place, Card card) const { return held_[place].of[card.index]; }
  /// How many cards of a place are surely not of a kind, since it was seen to hold none.
  [[nodiscard]] int lacking(HiddenPlace place, Card card) const {
    return lacking_[place].of[card.index];
  }

 private:
  // By kind, of one place.
  struct Counts {
    std::array<std::uint8_t, max_card_kind_count> of{};
    // None is more, so that what is empty or changes nothing is not gone through.
    std::uint8_t most = 0;

    void set(int kind, int count) {
      of[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(count);
      most = std::max(most, of[static_cast<std::size_t>(kind)]);
    }
    void lower(int kind) {
      std::uint8_t& count = of[static_cast<std::size_t>(kind)];
      count = count > 0 ? count - 1 : 0;
    }
    // One less of each, if so, and no more than `limit`; without a jump, so that many are done at
    // once.
    void limit(bool lowered, std::uint8_t limit) {
      if (most == 0 || (!lowered && most <= limit)) return;
      for (std::uint8_t& count : of) {
        const auto fewer = static_cast<std::uint8_t>(count - (lowered && count > 0 ? 1 : 0));
        count = std::min(fewer, limit);
      }
      most = std::min(static_cast<std::uint8_t>(most - (lowered ? 1 : 0)), limit);
    }
  };

  void learn(const auto& rules, const Memo& memo) {
    switch (memo.what) {
      case Memo::What::Move:
        if (memo.from != in_the_open) leave(rules, memo);
        if (memo.to != in_the_open && memo.kind) {
          Counts& held = held_[memo.to];
          held.set(*memo.kind, held.of[*memo.kind] + 1);
        }
        break;
      case Memo::What::Show:
        if (memo.kind) {
          Counts& held = held_[memo.from];
          held.set(*memo.kind, std::max(held.of[*memo.kind], memo.amount));
        }
        break;
      case Memo::What::Lack:
        rules.lacked(Card::of(*memo.kind)).for_each([&](Card card) {
          lacking_[memo.from].of[card.index] = memo.size;
        });
        lacking_[memo.from].most = std::max(lacking_[memo.from].most, memo.size);
        break;
      case Memo::What::MoveAll:
        held_[memo.to] = std::exchange(held_[memo.from], Counts());
        lacking_[memo.to] = std::exchange(lacking_[memo.from], Counts());
        break;
      case Memo::What::Reshuffle:
        held_[memo.to] = Counts();
        lacking_[memo.to] = Counts();
        break;
    }
  }
  // A card of `memo.size` leaves.
  void leave(const auto& rules, const Memo& memo) {
    Counts& held = held_[memo.from];
    Counts& lacking = lacking_[memo.from];
    // The newest card is none of those held when a kind was lacking, unless no other has come.
    const bool is_older = memo.among != Memo::Among::Newest;
    const auto left = static_cast<std::uint8_t>(memo.size > 0 ? memo.size - 1 : 0);
    bool may_be_any = false;
    if (memo.kind) {
      held.lower(*memo.kind);
    } else if (is_older && held.most > 0) {
      // The set of a game that knows nothing of moves need not have room for all kinds.
      const auto without = rules.not_among(memo.among);
      may_be_any = without.empty();
      for (int kind = 0; !may_be_any && kind < max_card_kind_count; ++kind) {
        if (!without.contains(Card::of(kind))) held.lower(kind);
      }
    }
    held.limit(may_be_any, left);
    const std::uint8_t of_kind = memo.kind ? lacking.of[*memo.kind] : std::uint8_t{0};
    lacking.limit(is_older, left);
    if (memo.kind) lacking.set(*memo.kind, std::min(of_kind, left));
  }

  std::array<Counts, hidden_place_count> held_{};
  std::array<Counts, hidden_place_count> lacking_{};
};

/// By hand of each other player and by kind, how many cards of the kind are surely there.
void surely_held(auto& tensor, const char* name, const SureCards& sure, const auto& kinds) {
  begin_kinds(tensor, name, kinds, tensor.players() - 1,
              "cards surely in the hand of each other player, from the left, as a part of all");
  for (int i = 1; i < tensor.players(); ++i) {
    const auto hand = static_cast<HiddenPlace>(tensor.seat(i));
    for_each_kind(tensor.rules(), kinds, [&](Card card, int copies) {
      tensor.put(static_cast<double>(sure.held(hand, card)) / copies);
    });
  }
}
/// The same for one place.
void surely_held(auto& tensor, const char* name, const SureCards& sure, HiddenPlace place,
                 const auto& kinds, const char* meaning) {
  begin_kinds(tensor, name, kinds, {}, meaning);
  for_each_kind(tensor.rules(), kinds, [&](Card card, int copies) {
    tensor.put(static_cast<double>(sure.held(place, card)) / copies);
  });
}
/// Of piles made anew before the last one.
void leave_out_earlier_piles(auto& tensor) {
  for (const char* name : {"earlier_pile", "earliest_pile"}) {
    tensor.leave_out(name, "what was drawn of it lies among hands or was laid since");
  }
}
/// By hand of each other player and by kind, what part of the hand surely is of other kinds.
void surely_lacking(auto& tensor, const char* name, const SureCards& sure, const auto& hand_size,
                    const auto& kinds) {
  begin_kinds(
      tensor, name, kinds, tensor.players() - 1,
      "part of the hand of each other player, from the left, that surely is not of the kind");
  for (int i = 1; i < tensor.players(); ++i) {
    const Player player = tensor.seat(i);
    const int size = hand_size[player];
    for_each_kind(tensor.rules(), kinds, [&](Card card, int) {
      const int lacking = sure.lacking(static_cast<HiddenPlace>(player), card);
      tensor.put(size > 0 ? static_cast<double>(std::min(lacking, size)) / size : 0);
    });
  }
}

}  // namespace chemix
