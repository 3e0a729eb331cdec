// SPDX-License-Identifier: Apache-2.0
// The bytes of card collections are canonical: each value has exactly one encoding.
#include "chemix/cards/card_codec.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/cards/expansion_set.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/core/random.hpp"
#include "chemix/games/expansion/captures.hpp"
#include "support/printing.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace chemix {
namespace {

template <class Deck>
struct ThreePlayers {
  std::shared_ptr<const Deck> cards;

  [[nodiscard]] const Deck& deck() const { return *cards; }
  [[nodiscard]] static int player_count() { return 3; }
};

template <class T>
std::vector<std::byte> bytes_of(const auto& rules, const T& value) {
  std::vector<std::byte> bytes(1000);
  ByteWriter writer(bytes);
  Codec<T>::write(writer, rules, value);
  bytes.resize(writer.size());
  return bytes;
}

template <class T>
std::optional<T> read(const auto& rules, std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  T value;
  if (!Codec<T>::read(reader, rules, value) || reader.left() > 0) return std::nullopt;
  return value;
}

// The bytes of a value survive the round trip, and no other bytes encode it: changed bits are
// rejected or read as another value, and truncated bytes are rejected.
template <class T>
void check_bytes(const auto& rules, const T& value) {
  const std::vector<std::byte> good = bytes_of(rules, value);
  CHECK(read<T>(rules, good) == value);
  for (std::size_t size = 0; size < good.size(); ++size) {
    CAPTURE(size);
    CHECK(!read<T>(rules, std::span(good).first(size)));
  }
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    CAPTURE(bit);
    std::vector<std::byte> bytes = good;
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    const std::optional<T> other = read<T>(rules, bytes);
    if (other) CHECK(bytes_of(rules, *other) == bytes);
  }
}

// A random bag with about one in `part` of the cards of a deck.
template <class Bag>
Bag part_of(const auto& rules, FastRandom& random, std::uint64_t part, auto&& add) {
  Bag bag;
  const auto& all = rules.deck().all_cards();
  for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
    for (int i = 0; i < all.count(Card::of(kind)); ++i) {
      if (random.below(part) == 0) add(bag, Card::of(kind));
    }
  }
  return bag;
}

template <class Bag>
void check_bags(const auto& rules, auto&& add) {
  FastRandom random{SeedSequence(1)};
  check_bytes(rules, Bag());
  for (const std::uint64_t part : {1U, 2U, 10U}) {
    check_bytes(rules, part_of<Bag>(rules, random, part, add));
  }
}

template <class T>
bool is_read(const auto& rules, const std::vector<std::uint64_t>& words) {
  std::vector<std::byte> bytes(8 * words.size());
  ByteWriter writer(bytes);
  for (const std::uint64_t word : words) writer.put(word, 8);
  return read<T>(rules, bytes).has_value();
}

const auto add_card = [](auto& bag, Card card) { bag.add(card); };

}  // namespace

TEST_SUITE("bytes of cards") {
  TEST_CASE("bytes of bags and sets of a deck with compounds are canonical") {
    const ThreePlayers<ChemixDeck> rules{*builtin_deck<ChemixDeck>("chemix")};
    check_bags<CardBag>(rules, add_card);
    check_bags<CardSet>(rules, [](CardSet& set, Card card) { set.insert(card); });
    const auto copies = static_cast<std::uint64_t>(rules.deck().all_cards().count(Card::of(0)));
    CHECK(is_read<CardBag>(rules, {copies, 1}));
    // One copy too many; a bit beyond the cards; a compound that is not in the deck.
    CHECK(!is_read<CardBag>(rules, {copies + 1, 1}));
    CHECK(!is_read<CardBag>(rules, {std::uint64_t{1} << 63, 1}));
    CHECK(!is_read<CardBag>(rules, {copies, std::uint64_t{1} << 63}));
    CHECK(is_read<CardSet>(rules, {1, 1}));
    // A set has each kind at most once.
    CHECK(!is_read<CardSet>(rules, {2, 1}));
    CHECK(!is_read<CardSet>(rules, {1, std::uint64_t{1} << 63}));
  }

  TEST_CASE("bytes of unary bags are canonical") {
    const ThreePlayers<ChipItDeck> rules{ChipItDeck::of(ChipItDeck::Bag::full())};
    using Bag = ChipItDeck::Bag;
    check_bags<Bag>(rules, add_card);
    CHECK(is_read<Bag>(rules, {1}));
    // The second card of a kind without the first; a bit beyond the cards.
    CHECK(!is_read<Bag>(rules, {2}));
    CHECK(!is_read<Bag>(rules, {std::uint64_t{1} << 63}));
  }

  TEST_CASE("bytes of bags and compound places of expansion decks are canonical") {
    const ThreePlayers<ExpansionSet> rules{*builtin_deck<ExpansionSet>("expansion")};
    check_bags<DeckBag>(rules,
                        [&](DeckBag& bag, Card card) { rules.deck().layout().add(bag, card); });
    CHECK(!is_read<DeckBag>(rules, {0, 0, std::uint64_t{1} << 63}));

    using Places = expansion::CompoundPlaces;
    Places places;
    check_bytes(rules, places);
    for (int i = 0; i < rules.deck().compound_count(); ++i) {
      places.put(i, i % Places::captured_by(3));
    }
    check_bytes(rules, places);
    // Captured by a fourth player, of three.
    CHECK(is_read<Places>(rules, {0, 0, 1}));
    CHECK(!is_read<Places>(rules, {1, 0, 1}));
    CHECK(!is_read<Places>(rules, {std::uint64_t{1} << 63, 0, 0}));
  }

  TEST_CASE("a card that is not in the deck is rejected") {
    const auto check = [](const auto& rules) {
      const int kinds = rules.deck().card_kind_count();
      for (int kind = 0; kind < 256; ++kind) {
        CAPTURE(kind);
        const std::vector<std::byte> bytes{static_cast<std::byte>(kind)};
        CHECK(read<Card>(rules, bytes).has_value() == (kind < kinds));
      }
    };
    check(ThreePlayers<ChemixDeck>{*builtin_deck<ChemixDeck>("chemix")});
    check(ThreePlayers<ExpansionSet>{*builtin_deck<ExpansionSet>("expansion")});
    check(ThreePlayers<ChipItDeck>{*builtin_deck<ChipItDeck>("chip_it")});
  }

  TEST_CASE("the text of a set lists its kinds once, in ascending order") {
    const ThreePlayers<ChemixDeck> rules{*builtin_deck<ChemixDeck>("chemix")};
    CardSet set;
    for (const char* text : {"-", "H", "H,O", "C,2,H2O"}) {
      CAPTURE(text);
      REQUIRE(Codec<CardSet>::parse(text, rules, set));
      std::string printed;
      Codec<CardSet>::print(printed, rules, set);
      CHECK(printed == text);
    }
    for (const char* text : {"", "H,H", "H,O,O", "O,H", "H2O,H2O", "H,-", "H,", "X"}) {
      CHECK_MESSAGE(!Codec<CardSet>::parse(text, rules, set), text);
    }
  }

  TEST_CASE("the bytes of card lists are padded to whole words") {
    const ThreePlayers<ChemixDeck> rules{*builtin_deck<ChemixDeck>("chemix")};
    CardList<20> list;
    for (int size = 0; size <= 20; ++size) {
      CAPTURE(size);
      check_bytes(rules, list);
      CHECK(bytes_of(rules, list).size() == static_cast<std::size_t>(1 + (size + 7) / 8 * 8));
      list.push_back(Card::of(3 * size));
    }
  }
}

}  // namespace chemix
