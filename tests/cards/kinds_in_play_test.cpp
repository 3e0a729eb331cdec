// SPDX-License-Identifier: Apache-2.0
// The kinds of a deck and the weight of a card in tensors.
#include "chemix/cards/kinds_in_play.hpp"

#include "chemix/cards/deck_file.hpp"
#include "support/printing.hpp"

#include <cstddef>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("kinds in play") {
  TEST_CASE("in tensors all cards of a kind sum to 1, and each one is an equal share") {
    const auto deck = *builtin_deck<ChemixDeck>("chemix");
    const KindsInPlay& kinds = deck->kinds_in_play();
    for (int kind = 0; kind < small_kind_count; ++kind) {
      CAPTURE(kind);
      const auto i = static_cast<std::size_t>(kind);
      const int copies = deck->all_cards().count(Card::of(kind));
      CHECK(kinds.copies()[i] == copies);
      for (int count = 0; count <= copies; ++count) {
        CHECK(kinds.small_parts()[i][static_cast<std::size_t>(count)] ==
              static_cast<float>(count) / static_cast<float>(copies));
      }
    }
  }
}
