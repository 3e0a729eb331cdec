// SPDX-License-Identifier: Apache-2.0
// Small decks for tests.
#pragma once

#include "chemix/cards/deck_file.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace chemix::test {

/// The published deck reduced to the given small cards and compounds.
inline std::shared_ptr<const ChemixDeck> part_of_deck(const std::vector<std::string>& cards,
                                                      const std::vector<std::string>& formulas) {
  ChemixDeckContent content = (*builtin_deck<ChemixDeck>("chemix"))->content();
  content.key = "small";
  content.copies = {};
  for (const std::string& card : cards) ++content.copies[small_card(card)->index];
  std::erase_if(content.compounds, [&](const Compound& compound) {
    return std::find(formulas.begin(), formulas.end(), compound.formula) == formulas.end();
  });
  return ChemixDeck::create(content).value();
}

}  // namespace chemix::test
