// SPDX-License-Identifier: Apache-2.0
// Decks of plain cards without compounds: the basic deck, and the cards of Chip it.
#pragma once

#include "chemix/cards/element.hpp"
#include "chemix/cards/kinds_in_play.hpp"
#include "chemix/cards/unary_bag.hpp"
#include "chemix/core/digest.hpp"
#include "chemix/core/error.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace chemix {

/// A deck without compounds, whose cards are fixed by the rules. `Cards` defines the kinds and the
/// number of copies of each. Games are played with the published deck; fewer cards make a small
/// deck for study.
template <class Cards>
class PlainDeck {
 public:
  using Bag = UnaryBag<Cards::kind_count, Cards::copies>;

  /// The name of the published deck.
  static constexpr std::string_view published = Cards::key;
  /// A card of the only type.
  static constexpr std::array<Card, 1> one_of_each_type{};

  /// The deck of exactly these cards.
  static std::shared_ptr<const PlainDeck> of(const Bag& cards) {
    return std::shared_ptr<const PlainDeck>(new PlainDeck(cards));
  }
  /// The published deck; rejects any other name.
  static Result<std::shared_ptr<const PlainDeck>> builtin(std::string_view name) {
    if (name == Cards::key) return of(Bag::full());
    return refused(name);
  }
  /// Always fails: there are no files of these decks.
  static Result<std::shared_ptr<const PlainDeck>> from_text(std::string_view,
                                                            std::string_view file) {
    return refused(file);
  }

  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] const Bag& all_cards() const { return all_cards_; }
  [[nodiscard]] const KindsInPlay& kinds_in_play() const { return kinds_in_play_; }
  [[nodiscard]] int size() const { return all_cards_.size(); }
  [[nodiscard]] int card_kind_count() const { return Cards::kind_count; }
  /// The name of a card in notation.
  [[nodiscard]] std::string_view name(Card card) const { return Cards::name(card); }
  [[nodiscard]] std::optional<Card> card(std::string_view name) const {
    for (int kind = 0; kind < Cards::kind_count; ++kind) {
      if (Cards::name(Card::of(kind)) == name) return Card::of(kind);
    }
    return std::nullopt;
  }
  /// Covers the cards of the deck.
  [[nodiscard]] std::uint64_t content_hash() const {
    Digest digest;
    digest.put_text(Cards::key);
    for (int kind = 0; kind < Cards::kind_count; ++kind) {
      digest.put(static_cast<std::uint64_t>(all_cards_.count(Card::of(kind))), 1);
    }
    return digest.value();
  }

 private:
  static tl::unexpected<InputError> refused(std::string_view deck) {
    std::string reason = "this game is played with the deck ";
    reason += Cards::key;
    return tl::unexpected(InputError{"deck", std::string(deck), reason, Cards::rule});
  }

  explicit PlainDeck(const Bag& cards)
      : all_cards_(cards), kinds_in_play_(cards, Cards::kind_count) {}

  std::string key_{Cards::key};
  Bag all_cards_;
  KindsInPlay kinds_in_play_;
};

/// Empty: a deck of plain cards needs no file.
template <class Cards>
std::string deck_text(const PlainDeck<Cards>&) {
  return "";
}

/// The elements 1 to 54, one card each; kinds are atomic numbers − 1.
struct BasicCards {
  static constexpr std::string_view key = "basic";
  static constexpr const char* rule = "DK-7";
  static constexpr int kind_count = basic_deck_size;  // DK-7
  static constexpr int copies = 1;
  static constexpr std::string_view name(Card card) { return elements[card.index].symbol; }
};

using BasicDeck = PlainDeck<BasicCards>;

/// Green cards 2 to 21 and purple cards 2 to 11, two of each; kinds are green ascending, then
/// purple ascending.
struct ChipItCards {
  static constexpr std::string_view key = "chip_it";
  static constexpr const char* rule = "CI-1";
  static constexpr int green_count = 20;   // CI-1
  static constexpr int purple_count = 10;  // CI-1
  static constexpr int kind_count = green_count + purple_count;
  static constexpr int copies = 2;  // CI-1
  static constexpr int card_count = kind_count * copies;

  static constexpr bool is_green(Card card) { return card.index < green_count; }
  /// The printed value.
  static constexpr int value(Card card) {
    return 2 + (is_green(card) ? card.index : card.index - green_count);
  }
  static constexpr Card green(int value) { return Card::of(value - 2); }
  static constexpr Card purple(int value) { return Card::of(green_count + value - 2); }
  static constexpr std::string_view name(Card card) {
    constexpr std::array<std::string_view, kind_count> names = {
        "g2",  "g3",  "g4",  "g5",  "g6",  "g7",  "g8",  "g9",  "g10", "g11",
        "g12", "g13", "g14", "g15", "g16", "g17", "g18", "g19", "g20", "g21",
        "p2",  "p3",  "p4",  "p5",  "p6",  "p7",  "p8",  "p9",  "p10", "p11"};
    return names[card.index];
  }
};

using ChipItDeck = PlainDeck<ChipItCards>;

}  // namespace chemix
