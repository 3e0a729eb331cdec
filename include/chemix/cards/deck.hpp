// SPDX-License-Identifier: Apache-2.0
// Decks: the full list of cards of a game. Immutable once created.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/element.hpp"
#include "chemix/cards/formula.hpp"
#include "chemix/cards/kinds_in_play.hpp"
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

/// Whether a published source of the game shows a fact, or it had to be reconstructed.
enum class Mark : std::uint8_t { Attested, Reconstructed };

/// Which facts of a compound card are attested.
struct Marks {
  Mark formula = Mark::Reconstructed;
  Mark points = Mark::Reconstructed;
  Mark names = Mark::Reconstructed;

  bool operator==(const Marks&) const = default;
};

/// A name by `Language`.
using Names = std::array<std::string, 3>;

// ---- The ChemiX deck (DK-1 – DK-6) ----

/// A compound card of a ChemiX deck.
struct Compound {
  /// The displayed formula, such as `Ca(OH)2`: unique in its deck.
  std::string formula;
  /// The tokens of the formula, in display order.
  std::vector<Card> tokens;
  Names names;
  int points = 0;
  Marks marks;
  std::vector<std::string> sources;

  bool operator==(const Compound&) const = default;
  /// The cards needed to lay the compound: exactly these (MT-1).
  [[nodiscard]] SmallBag needs() const { return cards_of(tokens); }
};

/// The content from which a ChemiX deck is created.
struct ChemixDeckContent {
  /// The name that identifies the deck, such as `chemix`.
  std::string key;
  std::string title;
  std::string about;
  std::vector<std::string> sources;
  /// Copies of each small kind.
  std::array<int, small_kind_count> copies{};
  std::vector<Compound> compounds;

  bool operator==(const ChemixDeckContent&) const = default;
};

/// The copies of each small kind in the published deck. A deck may have fewer, but not more (DK-4).
inline constexpr std::array<int, small_kind_count> published_copies = {4, 2, 1, 4, 1,
                                                                       1, 1, 1, 1, 1,  // DK-1
                                                                       1, 1, 1, 1,     // DK-2
                                                                       4, 3, 2};       // DK-3

/// A deck of elements, noble gases, multipliers and compounds.
class ChemixDeck {
 public:
  /// The name of the published deck.
  static constexpr std::string_view published = "chemix";
  /// An element, a noble gas, a multiplier, a compound.
  static constexpr std::array<Card, 4> one_of_each_type = {
      Card::of(0), Card::of(element_kind_count), Card::of_multiplier(2), Card::of_compound(0)};

  /// Rejects content that violates DK-6; the error names the compound.
  static Result<std::shared_ptr<const ChemixDeck>> create(ChemixDeckContent content) {
    if (auto error = validate(content)) return tl::unexpected(*error);
    return std::shared_ptr<const ChemixDeck>(new ChemixDeck(std::move(content)));
  }

  [[nodiscard]] const ChemixDeckContent& content() const { return content_; }
  [[nodiscard]] const std::string& key() const { return content_.key; }
  [[nodiscard]] const std::vector<Compound>& compounds() const { return content_.compounds; }
  [[nodiscard]] const Compound& compound(Card card) const {
    return content_.compounds[static_cast<std::size_t>(card.compound())];
  }
  /// The points of all compounds together.
  [[nodiscard]] int all_points() const {
    int points = 0;
    for (const Compound& compound : compounds()) points += compound.points;
    return points;
  }
  [[nodiscard]] const CardBag& all_cards() const { return all_cards_; }
  [[nodiscard]] const KindsInPlay& kinds_in_play() const { return kinds_in_play_; }
  [[nodiscard]] int size() const { return size_; }
  /// 17 small kinds, including those without copies, and the compounds.
  [[nodiscard]] int card_kind_count() const { return static_cast<int>(names_.size()); }

  /// The name of a card in notation: `H`, `He`, `2`, `H2O`.
  [[nodiscard]] std::string_view name(Card card) const {
    // Observations folded from impossible events may contain other kinds.
    return card.index < names_.size() ? names_[card.index] : "?";
  }
  /// The card with this name; nothing if the deck has none.
  [[nodiscard]] std::optional<Card> card(std::string_view name) const {
    for (int kind = 0; kind < card_kind_count(); ++kind) {
      if (names_[static_cast<std::size_t>(kind)] == name) return Card::of(kind);
    }
    return std::nullopt;
  }
  /// The elements and multipliers that a card shows: an element itself, a multiplier its number, a
  /// compound those of its formula; for a noble gas, none.
  [[nodiscard]] const CardSet& contents(Card card) const { return contents_[card.index]; }

  /// Covers everything that affects play: copies, formulas with their tokens, points; not names or
  /// marks.
  [[nodiscard]] std::uint64_t content_hash() const { return content_hash_; }

 private:
  explicit ChemixDeck(ChemixDeckContent content) : content_(std::move(content)) {
    SmallBag small_cards;
    Digest digest;
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const int copies = content_.copies[static_cast<std::size_t>(kind)];
      small_cards.add(kind, copies);
      digest.put(static_cast<std::uint64_t>(copies), 1);
      const Card card = Card::of(kind);
      names_.push_back(small_names[card.index]);
      contents_.push_back(card.is_token() ? CardSet::of(card) : CardSet());
    }
    std::uint64_t mask = 0;
    for (const Compound& compound : content_.compounds) {
      mask = mask << 1 | 1;
      names_.push_back(compound.formula);
      CardSet contents;
      digest.put_text(compound.formula);
      digest.put(compound.tokens.size(), 1);
      for (const Card token : compound.tokens) {
        contents.insert(token);
        digest.put(token.index, 1);
      }
      digest.put(static_cast<std::uint64_t>(compound.points), 1);
      contents_.push_back(contents);
    }
    all_cards_ = CardBag(small_cards, mask);
    kinds_in_play_ = KindsInPlay(all_cards_, card_kind_count());
    size_ = all_cards_.size();
    content_hash_ = digest.value();
  }

  static std::optional<InputError> validate(const ChemixDeckContent& content) {
    SmallBag copies;
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const auto i = static_cast<std::size_t>(kind);
      if (content.copies[i] < 0 || content.copies[i] > published_copies[i]) {
        return InputError{
            "card " + std::string(small_names[i]), std::to_string(content.copies[i]) + " copies",
            "must be from 0 to " + std::to_string(published_copies[i]), "DK-6"};  // DK-6 (ruling)
      }
      copies.add(kind, content.copies[i]);
    }
    const std::size_t count = content.compounds.size();
    if (count < 1 || count > max_compound_count) {
      return InputError{"compounds", std::to_string(count), "must be from 1 to 64", "DK-6"};
    }
    CardSet used;
    for (std::size_t i = 0; i < count; ++i) {
      const Compound& compound = content.compounds[i];
      if (auto error = validate(compound, copies)) return error;
      for (std::size_t j = 0; j < i; ++j) {
        if (auto error = pair_error(compound, content.compounds[j])) return error;
      }
      for (const Card token : compound.tokens) used.insert(token);
    }
    for (int kind = 0; kind < element_kind_count; ++kind) {
      if (copies.count(kind) == 0 || used.contains(Card::of(kind))) continue;
      return InputError{"element " + std::string(small_names[static_cast<std::size_t>(kind)]), "",
                        "occurs in no compound", "DK-6"};
    }
    return std::nullopt;
  }

  static std::optional<InputError> validate(const Compound& compound, const SmallBag& copies) {
    const std::string where = "compound " + compound.formula;
    if (compound.points < 1 || compound.points > 20) {
      return InputError{where + " points", std::to_string(compound.points), "must be from 1 to 20",
                        "DK-6"};
    }
    const auto tokens = parse_formula(compound.formula);
    if (!tokens) return InputError{where, "", tokens.error().reason, "DK-6"};
    if (*tokens != compound.tokens) {
      return InputError{where + " tokens", words(compound.tokens),
                        "must be " + words(*tokens) + ", as in the formula", "DK-6"};
    }
    for (int kind = 0; kind < small_kind_count; ++kind) {
      int needed = 0;
      for (const Card token : compound.tokens) needed += token.index == kind ? 1 : 0;
      if (needed <= copies.count(kind)) continue;
      return InputError{where,
                        std::to_string(needed) + " of " +
                            std::string(small_names[static_cast<std::size_t>(kind)]),
                        "the deck has " + std::to_string(copies.count(kind)), "DK-6"};
    }
    for (const std::string& name : compound.names) {
      if (name.empty()) return InputError{where + " names", "", "must not be empty", "DK-6"};
    }
    return std::nullopt;
  }

  static std::optional<InputError> pair_error(const Compound& one, const Compound& other) {
    if (one.formula == other.formula) {
      return InputError{"compound " + one.formula, "", "is in the deck twice", "DK-6"};
    }
    for (std::size_t language = 0; language < one.names.size(); ++language) {
      if (one.names[language] != other.names[language]) continue;
      return InputError{"compound " + one.formula + " names", one.names[language],
                        "is also the name of " + other.formula, "DK-6"};
    }
    return std::nullopt;
  }

  static std::string words(const std::vector<Card>& tokens) {
    std::string text;
    for (const Card token : tokens) {
      if (!text.empty()) text += ' ';
      // Invalid tokens appear in messages too.
      text += token.index < small_names.size() ? small_names[token.index] : "?";
    }
    return text;
  }

  ChemixDeckContent content_;
  CardBag all_cards_;
  KindsInPlay kinds_in_play_;
  int size_ = 0;
  // Views into `content_`, which never moves, since decks live behind a shared pointer.
  std::vector<std::string_view> names_;
  std::vector<CardSet> contents_;
  std::uint64_t content_hash_ = 0;
};

// ---- Expansion decks (DK-8 – DK-10) ----

/// The kinds of cards that can pay for compounds: the elements by atomic number − 1, then wild
/// cards.
inline constexpr int payment_kind_count = basic_deck_size + 1;
inline constexpr int wild_lane = basic_deck_size;
inline constexpr Card wild_card = Card::of(wild_lane);

/// The card of the element with this atomic number.
constexpr Card element_card(int atomic_number) { return Card::of(atomic_number - 1); }

/// Whether a card is an element or a wild card; all other kinds are compounds.
constexpr bool is_payment(Card card) { return card.index < payment_kind_count; }

/// A multiset of element and wild cards, independent of the deck. Wide enough for the basic deck
/// and two expansion decks together.
using PaymentBag = Bag<payment_kind_count, 7>;

/// The number of cards of one element that a compound needs.
struct Requirement {
  int atomic_number = 0;
  int cards = 0;

  bool operator==(const Requirement&) const = default;
};

/// A compound card of an expansion deck, which needs a card for every atom (DK-9).
struct ExpansionCompound {
  std::string formula;
  /// In file order.
  std::vector<Requirement> requires_cards;
  Names names;
  int points = 0;
  Marks marks;
  std::vector<std::string> sources;

  bool operator==(const ExpansionCompound&) const = default;
  [[nodiscard]] PaymentBag needs() const {
    PaymentBag bag;
    for (const Requirement& need : requires_cards) bag.add(need.atomic_number - 1, need.cards);
    return bag;
  }
};

/// A wild card, named after a chemical law. In play, all are alike (DK-8).
struct WildCard {
  Names names;
  int copies = 0;

  bool operator==(const WildCard&) const = default;
};

/// The content from which an expansion deck is created.
struct ExpansionDeckContent {
  std::string key;
  std::string title;
  std::string about;
  std::vector<std::string> sources;
  /// Copies by atomic number − 1.
  std::array<int, basic_deck_size> copies{};
  /// Atomic numbers in the order of the file; elements that are not listed follow, ascending.
  std::vector<int> order;
  std::vector<WildCard> wild_cards;
  std::vector<ExpansionCompound> compounds;

  bool operator==(const ExpansionDeckContent&) const = default;
  /// `order`, followed by the elements that it does not list.
  [[nodiscard]] std::vector<int> whole_order() const {
    std::vector<int> whole = order;
    for (int number = 1; number <= basic_deck_size; ++number) {
      if (std::find(order.begin(), order.end(), number) == order.end()) whole.push_back(number);
    }
    return whole;
  }
};

/// A deck of compounds, elements and wild cards.
class ExpansionDeck {
 public:
  static constexpr int max_size = 54;       // DK-8
  static constexpr int max_compounds = 32;  // DK-10
  static constexpr int max_kinds = 5;       // DK-10
  static constexpr int max_cards = 8;       // DK-10
  static constexpr int max_points = 100;    // DK-10
  /// The name of a wild card in notation.
  static constexpr std::string_view wild_name = "wild";

  /// Rejects content that violates DK-10; the error names the compound.
  static Result<std::shared_ptr<const ExpansionDeck>> create(ExpansionDeckContent content) {
    if (auto error = validate(content)) return tl::unexpected(*error);
    return std::shared_ptr<const ExpansionDeck>(new ExpansionDeck(std::move(content)));
  }

  [[nodiscard]] const ExpansionDeckContent& content() const { return content_; }
  [[nodiscard]] const std::string& key() const { return content_.key; }
  [[nodiscard]] const std::vector<ExpansionCompound>& compounds() const {
    return content_.compounds;
  }
  /// Element and wild cards, without the compounds.
  [[nodiscard]] const PaymentBag& small_cards() const { return small_cards_; }
  [[nodiscard]] int size() const {
    return small_cards_.size() + static_cast<int>(content_.compounds.size());
  }

 private:
  explicit ExpansionDeck(ExpansionDeckContent content) : content_(std::move(content)) {
    for (int lane = 0; lane < basic_deck_size; ++lane) {
      small_cards_.add(lane, content_.copies[static_cast<std::size_t>(lane)]);
    }
    for (const WildCard& wild : content_.wild_cards) small_cards_.add(wild_lane, wild.copies);
  }

  static std::optional<InputError> validate(const ExpansionDeckContent& content) {
    const std::size_t count = content.compounds.size();
    if (count < 1 || count > max_compounds) {
      return InputError{"compounds", std::to_string(count), "must be from 1 to 32", "DK-10"};
    }
    std::int64_t size = static_cast<std::int64_t>(count);
    for (std::size_t i = 0; i < content.copies.size(); ++i) {
      if (content.copies[i] < 0 || content.copies[i] > max_size) {
        return InputError{"element " + std::string(elements[i].symbol),
                          std::to_string(content.copies[i]) + " copies", "must be from 0 to 54",
                          "DK-10"};
      }
      size += content.copies[i];
    }
    for (const int number : content.order) {
      const bool again = std::count(content.order.begin(), content.order.end(), number) > 1;
      if (number >= 1 && number <= basic_deck_size && !again) continue;
      return InputError{"elements", "atomic number " + std::to_string(number),
                        again ? "is listed twice" : "must be from 1 to 54", "DK-10"};
    }
    for (const WildCard& wild : content.wild_cards) {
      if (wild.copies < 1 || wild.copies > max_size) {
        return InputError{"wild card", std::to_string(wild.copies) + " copies",
                          "must be from 1 to 54", "DK-10"};
      }
      size += wild.copies;
    }
    if (size > max_size) {
      return InputError{"deck", std::to_string(size) + " cards", "must be at most 54", "DK-10"};
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (auto error = validate(content, content.compounds[i])) return error;
      for (std::size_t j = 0; j < i; ++j) {
        if (auto error = pair_error(content.compounds[i], content.compounds[j])) return error;
      }
    }
    return std::nullopt;
  }

  static std::optional<InputError> validate(const ExpansionDeckContent& content,
                                            const ExpansionCompound& compound) {
    const std::string where = "compound " + compound.formula;
    if (const char* reason = name_error(compound.formula)) {
      return InputError{where, "", reason, "DK-10"};
    }
    if (compound.points < 1 || compound.points > max_points) {
      return InputError{where + " points", std::to_string(compound.points), "must be from 1 to 100",
                        "DK-10"};
    }
    const std::size_t kinds = compound.requires_cards.size();
    if (kinds < 1 || kinds > max_kinds) {
      return InputError{where + " requires", std::to_string(kinds) + " kinds",
                        "must be from 1 to 5", "DK-10"};
    }
    std::int64_t cards = 0;
    for (const Requirement& need : compound.requires_cards) {
      if (need.atomic_number < 1 || need.atomic_number > basic_deck_size) {
        return InputError{where + " requires", std::to_string(need.atomic_number),
                          "must be an atomic number from 1 to 54", "DK-10"};
      }
      const auto i = static_cast<std::size_t>(need.atomic_number - 1);
      std::string field = where;
      field.append(" requires ").append(elements[i].symbol);
      const auto is_same = [&](const Requirement& other) {
        return other.atomic_number == need.atomic_number;
      };
      const auto& needs = compound.requires_cards;
      if (std::count_if(needs.begin(), needs.end(), is_same) > 1) {
        return InputError{field, "", "is listed twice", "DK-10"};
      }
      if (need.cards < 1) {
        return InputError{field, std::to_string(need.cards), "must be at least 1", "DK-10"};
      }
      if (need.cards > content.copies[i]) {
        return InputError{field, std::to_string(need.cards),
                          "the deck has " + std::to_string(content.copies[i]), "DK-10"};
      }
      cards += need.cards;
    }
    if (cards > max_cards) {
      return InputError{where + " requires", std::to_string(cards) + " cards", "must be at most 8",
                        "DK-10"};
    }
    const auto atoms = count_atoms(compound.formula);
    if (!atoms) return InputError{where, "", atoms.error().reason, "DK-10"};
    Atoms required{};
    for (const Requirement& need : compound.requires_cards) {
      required[static_cast<std::size_t>(need.atomic_number - 1)] = need.cards;
    }
    if (*atoms != required) {
      return InputError{where + " requires", words(required),
                        "must be " + words(*atoms) + ", as in the formula", "DK-10"};
    }
    for (const std::string& name : compound.names) {
      if (name.empty()) return InputError{where + " names", "", "must not be empty", "DK-10"};
    }
    return std::nullopt;
  }

  static std::string words(const Atoms& atoms) {
    std::string text;
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (atoms[i] == 0) continue;
      if (!text.empty()) text += ", ";
      text.append(elements[i].symbol).append(" ").append(std::to_string(atoms[i]));
    }
    return text;
  }

  // Notation must distinguish all cards.
  static const char* name_error(std::string_view formula) {
    const bool is_other_card =
        formula == wild_name || std::any_of(elements.begin(), elements.end(), [&](const auto& one) {
          return one.atomic_number <= basic_deck_size && one.symbol == formula;
        });
    if (is_other_card) return "is the name of another card";
    if (formula.empty()) return "must not be empty";
    const bool is_plain = formula != "-" && std::all_of(formula.begin(), formula.end(), [](char c) {
                            return c > ' ' && c < '\x7f' && c != ',' && c != '/' && c != '|';
                          });
    return is_plain ? nullptr
                    : "must be ASCII without blanks, commas, slashes and bars, and not just -";
  }

  static std::optional<InputError> pair_error(const ExpansionCompound& one,
                                              const ExpansionCompound& other) {
    if (one.formula == other.formula) {
      return InputError{"compound " + one.formula, "", "is in the deck twice", "DK-10"};
    }
    for (std::size_t language = 0; language < one.names.size(); ++language) {
      if (one.names[language] != other.names[language]) continue;
      return InputError{"compound " + one.formula + " names", one.names[language],
                        "is also the name of " + other.formula, "DK-10"};
    }
    return std::nullopt;
  }

  ExpansionDeckContent content_;
  PaymentBag small_cards_;
};

}  // namespace chemix
