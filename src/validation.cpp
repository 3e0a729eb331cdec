// SPDX-License-Identifier: Apache-2.0
// Validation of the locations of cards: every card of the game lies in exactly one place, visible
// or hidden. The first error is reported.
#include "chemix/cards/validation.hpp"

namespace chemix {
namespace {

std::string copies_text(int copies) {
  return std::to_string(copies) + (copies == 1 ? " copy" : " copies");
}

}  // namespace

void FirstError::require(bool fits, const char* field, Print print, const void* value,
                         const char* reason, const char* rule) {
  if (fits || !ok()) return;
  std::string text;
  print(text, rules_, value);
  first_ = InputError{field, text, reason, rule};
}

void CardLocationValidator::find_in(const std::vector<KeptCards>& view, FieldOf field_of) {
  int hidden_count = 0;
  std::string size_field;
  // The number of places whose public size differs from that of their cards, and the two possible
  // errors of the first: its size is wrong, or its cards are.
  int miscounted = 0;
  InputError wrong_size;
  InputError wrong_cards;
  // Hands come last, since public cards are the most reliable.
  for (const bool hands : {false, true}) {
    for (const KeptCards& kept : view) {
      if (kept.place.is_hand() != hands) continue;
      const auto may_lie = [&](Card card) {
        return kept.may_lie == nullptr || (card.*kept.may_lie)();
      };
      if (kept.size != nullptr) size_field = field_of(kept.size);
      if (kept.cards == nullptr) {
        hidden_count += *kept.size;
        for (std::size_t kind = 0; kind < end_; ++kind) {
          const Card card = Card::of(static_cast<int>(kind));
          if (expected_[kind] > 0 && may_lie(card)) may_be_hidden_[kind] = true;
        }
        continue;
      }
      const char* const rule = kept.size != nullptr ? hidden_rule_ : rule_;
      int size = 0;
      kept.for_each(kept.cards, [&](Card, int copies) { size += copies; });
      if (kept.size != nullptr && size != *kept.size && ++miscounted == 1) {
        wrong_size = {size_field, std::to_string(*kept.size), "must be " + std::to_string(size),
                      hidden_rule_};
        wrong_cards = {field_of(kept.cards), std::to_string(size) + " cards",
                       "must be " + std::to_string(*kept.size), hidden_rule_};
      }
      kept.for_each(kept.cards, [&](Card card, int copies) {
        if (!may_lie(card)) {
          wrong(field_of(kept.cards), name_of_(card), "cannot be in this place", rule);
        }
        found_[card.index] += copies;
        missing_ -= copies;
        if (found_[card.index] > expected_[card.index]) {
          wrong(field_of(kept.cards), name_of_(card),
                "the game has " + copies_text(expected_[card.index]) + ", not " +
                    std::to_string(found_[card.index]),
                rule);
        }
      });
    }
  }
  // If no card is missing, a single mismatch means that the size is wrong.
  const int missing = missing_ - hidden_count;
  if (!error_ && miscounted > 0) {
    error_ = missing == 0 && miscounted == 1 ? wrong_size : wrong_cards;
  }
  if (error_ || (missing == 0 && hidden_count == 0)) return;
  if (hidden_count > 0 && missing != 0) {
    return wrong(size_field, std::to_string(hidden_count),
                 "hidden places must hold " + std::to_string(missing_) + " cards in total",
                 hidden_rule_);
  }
  // `miss_in` reports a missing card in the place where it lies before the deal.
  misses_cards_ = true;
}

void CardLocationValidator::miss_in(const std::vector<KeptCards>& start, FieldOf field_of) {
  for (const KeptCards& kept : start) {
    kept.for_each(kept.cards, [&](Card card, int) {
      if (found_[card.index] == expected_[card.index] || may_be_hidden_[card.index]) return;
      wrong(field_of(kept.cards), name_of_(card),
            "the game has " + copies_text(expected_[card.index]) + ", but only " +
                std::to_string(found_[card.index]) + " are in a place",
            kept.size != nullptr ? hidden_rule_ : rule_);
    });
  }
}

void CardLocationValidator::wrong(const std::string& field, std::string_view value,
                                  std::string_view reason, const char* rule) {
  if (!error_) error_ = InputError{field, value, reason, rule};
}

}  // namespace chemix
