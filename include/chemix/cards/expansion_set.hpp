// SPDX-License-Identifier: Apache-2.0
// ExpansionSet: one or two expansion decks that are played together, with or without the basic
// deck.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/element.hpp"
#include "chemix/cards/kinds_in_play.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/core/digest.hpp"
#include "chemix/core/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemix {

/// The element cards that pay for something; a wild card may replace each (MT-5).
class Price {
 public:
  static constexpr int max_kinds = ExpansionDeck::max_kinds;

  Price() = default;
  /// `order` are the atomic numbers in deck order. Precondition: the layout has room for `cards`,
  /// which are of at most `max_kinds` kinds, all listed in `order`.
  Price(const std::vector<Requirement>& cards, const BagLayout& layout,
        const std::vector<int>& order) {
    for (const Requirement& need : cards) {
      const auto at = static_cast<std::size_t>(kind_count_++);
      kinds_[at] = element_card(need.atomic_number);
      cards_[at] = static_cast<std::uint8_t>(need.cards);
      size_ += need.cards;
      for (int i = 0; i < need.cards; ++i) layout.add(needs_, kinds_[at]);
    }
    std::size_t place = 0;
    for (const int number : order) {
      for (int i = 0; i < kind_count_; ++i) {
        if (kind(i) == element_card(number)) in_deck_order_[place++] = static_cast<std::uint8_t>(i);
      }
    }
  }

  [[nodiscard]] int kind_count() const { return kind_count_; }
  /// Precondition: 0 ≤ i < kind_count().
  [[nodiscard]] Card kind(int i) const { return kinds_[static_cast<std::size_t>(i)]; }
  /// The number of cards of the `i`-th kind.
  [[nodiscard]] int cards(int i) const { return cards_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int size() const { return size_; }
  /// The index of the kind that comes `place`-th in deck order, from 0.
  [[nodiscard]] int in_deck_order(int place) const {
    return in_deck_order_[static_cast<std::size_t>(place)];
  }

  /// How many cards of the price are in `hand`.
  [[nodiscard]] int paid_by(const DeckBag& hand) const { return (hand & needs_).size(); }
  /// Whether `hand` with this many of its wild cards can pay, using at least one element card.
  [[nodiscard]] bool is_payable(const DeckBag& hand, int wilds) const {
    const int paid = paid_by(hand);
    return paid > 0 && size_ - paid <= wilds;  // MT-5
  }

 private:
  std::array<Card, max_kinds> kinds_{};
  std::array<std::uint8_t, max_kinds> cards_{};
  std::array<std::uint8_t, max_kinds> in_deck_order_{};
  int kind_count_ = 0;
  int size_ = 0;
  DeckBag needs_;
};

/// Kinds are the elements by atomic number − 1, the wild card, then the compounds of the decks in
/// the order of their files.
class ExpansionSet {
 public:
  using Decks = std::vector<std::shared_ptr<const ExpansionDeck>>;
  static constexpr int max_compounds = 2 * ExpansionDeck::max_compounds;
  /// Elements and wild cards lie together.
  static constexpr std::array<Card, 1> one_of_each_type{};
  /// The name of both published decks together.
  static constexpr std::string_view published = "expansion";

  /// Creates a set of one deck, or of two that have no formula in common. `basic` are the cards of
  /// the basic deck that may be added to play; fewer than all make a set for study. Precondition:
  /// no deck is null.
  static Result<std::shared_ptr<const ExpansionSet>> create(
      Decks decks, const BasicDeck::Bag& basic = BasicDeck::Bag::full()) {
    if (auto error = validate(decks)) return tl::unexpected(*error);
    std::string key = decks.size() == 1 ? decks.front()->key() : std::string(published);
    return std::shared_ptr<const ExpansionSet>(
        new ExpansionSet(std::move(key), std::move(decks), basic, BasicDeck::Bag()));
  }

  /// The same set with `count` of its decks from `first` on, and the basic deck in play or not.
  [[nodiscard]] std::shared_ptr<const ExpansionSet> in_play(std::size_t first, std::size_t count,
                                                            bool with_basic) const {
    const auto begin = decks_.begin() + static_cast<std::ptrdiff_t>(first);
    return std::shared_ptr<const ExpansionSet>(
        new ExpansionSet(key_, Decks(begin, begin + static_cast<std::ptrdiff_t>(count)), basic_,
                         with_basic ? basic_ : BasicDeck::Bag()));
  }

  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] const Decks& decks() const { return decks_; }
  /// The element and wild cards in play.
  [[nodiscard]] const PaymentBag& all_cards() const { return all_cards_; }
  [[nodiscard]] const KindsInPlay& kinds_in_play() const { return kinds_in_play_; }
  [[nodiscard]] const BagLayout& layout() const { return layout_; }
  [[nodiscard]] int card_kind_count() const { return static_cast<int>(names_.size()); }
  [[nodiscard]] int compound_count() const { return static_cast<int>(compounds_.size()); }
  /// The compounds, one bit each.
  [[nodiscard]] std::uint64_t all_compounds() const {
    return ~std::uint64_t{0} >> (64 - compound_count());
  }

  /// The points of all compounds together.
  [[nodiscard]] int all_points() const {
    int all = 0;
    for (int i = 0; i < compound_count(); ++i) all += points(i);
    return all;
  }
  [[nodiscard]] Card compound_card(int compound) const {
    return Card::of(payment_kind_count + compound);
  }
  /// The index of a compound, from 0. Precondition: the card is a compound.
  [[nodiscard]] int compound_of(Card card) const { return card.index - payment_kind_count; }
  /// The price to capture a compound.
  [[nodiscard]] const Price& price(int compound) const {
    return prices_[static_cast<std::size_t>(compound)];
  }
  /// The maximum number of kinds, and of cards of one kind, in the price of a compound.
  [[nodiscard]] int max_kinds_in_price() const { return max_kinds_in_price_; }
  [[nodiscard]] int max_of_kind() const { return max_of_kind_; }
  [[nodiscard]] int points(int compound) const {
    return compounds_[static_cast<std::size_t>(compound)]->points;
  }

  /// The name of a card in notation: `H`, `wild`, `H2O`.
  [[nodiscard]] std::string_view name(Card card) const { return names_[card.index]; }
  [[nodiscard]] std::optional<Card> card(std::string_view name) const {
    for (std::size_t kind = 0; kind < names_.size(); ++kind) {
      if (names_[kind] == name) return Card::of(static_cast<int>(kind));
    }
    return std::nullopt;
  }

  /// Covers everything that affects play: cards, and the prices and points of compounds; not names
  /// or marks.
  [[nodiscard]] std::uint64_t content_hash() const {
    Digest digest;
    for (int kind = 0; kind < basic_deck_size; ++kind) {
      digest.put(static_cast<std::uint64_t>(basic_.count(Card::of(kind))), 1);
    }
    for (const auto& deck : decks_) {
      for (int kind = 0; kind < payment_kind_count; ++kind) {
        digest.put(static_cast<std::uint64_t>(deck->small_cards().count(kind)), 1);
      }
      digest.put(deck->compounds().size(), 1);
      for (const ExpansionCompound& compound : deck->compounds()) {
        digest.put_text(compound.formula);
        digest.put(compound.requires_cards.size(), 1);
        for (const Requirement& need : compound.requires_cards) {
          digest.put(static_cast<std::uint64_t>(need.atomic_number), 1);
          digest.put(static_cast<std::uint64_t>(need.cards), 1);
        }
        digest.put(static_cast<std::uint64_t>(compound.points), 1);
      }
      // The order in which cards are placed when a compound has been paid for (CC-5).
      for (const int number : deck->content().whole_order()) {
        digest.put(static_cast<std::uint64_t>(number), 1);
      }
    }
    return digest.value();
  }

 private:
  ExpansionSet(std::string key, Decks decks, const BasicDeck::Bag& basic,
               const BasicDeck::Bag& basic_in_play)
      : key_(std::move(key)), decks_(std::move(decks)), basic_(basic) {
    for (int kind = 0; kind < basic_deck_size; ++kind) {
      names_.push_back(elements[static_cast<std::size_t>(kind)].symbol);
    }
    names_.push_back(ExpansionDeck::wild_name);
    basic_in_play.for_each([this](Card card) { all_cards_.add(card); });
    for (const auto& deck : decks_) all_cards_ += deck->small_cards();
    layout_ = BagLayout(all_cards_);
    kinds_in_play_ = KindsInPlay(all_cards_, payment_kind_count);
    for (const auto& deck : decks_) {
      const std::vector<int> order = deck->content().whole_order();
      for (const ExpansionCompound& compound : deck->compounds()) {
        compounds_.push_back(&compound);
        names_.push_back(compound.formula);
        prices_.push_back(Price(compound.requires_cards, layout_, order));
        max_kinds_in_price_ = (std::max)(max_kinds_in_price_, prices_.back().kind_count());
        for (const Requirement& need : compound.requires_cards) {
          max_of_kind_ = (std::max)(max_of_kind_, need.cards);
        }
      }
    }
  }

  static std::optional<InputError> validate(const Decks& decks) {
    if (decks.empty() || decks.size() > 2) {
      return InputError{"decks", std::to_string(decks.size()), "must be one or two", "DK-10"};
    }
    for (const ExpansionCompound& compound : decks.front()->compounds()) {
      const auto& others = decks.back()->compounds();
      const bool repeated = std::any_of(others.begin(), others.end(), [&](const auto& other) {
        return other.formula == compound.formula;
      });
      if (decks.size() == 1 || !repeated) continue;
      return InputError{"compound " + compound.formula, "", "is in both decks", "DK-10"};
    }
    return std::nullopt;
  }

  std::string key_;
  Decks decks_;
  BasicDeck::Bag basic_;
  PaymentBag all_cards_;
  KindsInPlay kinds_in_play_;
  BagLayout layout_;
  // Pointers into the decks, which live as long as the set.
  std::vector<const ExpansionCompound*> compounds_;
  std::vector<Price> prices_;
  int max_kinds_in_price_ = 0;
  int max_of_kind_ = 0;
  std::vector<std::string_view> names_;
};

}  // namespace chemix
