// SPDX-License-Identifier: Apache-2.0
// Which compounds a bag of cards can form, by formula and with wild cards.
#include "chemix/cards/matching.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/random.hpp"
#include "support/printing.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

const ChemixDeck& deck() {
  static const auto made = *builtin_deck<ChemixDeck>("chemix");
  return *made;
}

SmallBag bag_of(const std::vector<std::string>& names) {
  SmallBag bag;
  for (const std::string& name : names) bag.add(small_card(name)->index);
  return bag;
}

bool can_lay(const Matcher& matcher, const SmallBag& bag, const char* formula) {
  return (matcher.layable(bag) >> deck().card(formula)->compound() & 1) != 0;
}

PaymentBag elements_of(const std::vector<std::string>& symbols, int wilds) {
  PaymentBag bag;
  for (const std::string& symbol : symbols) bag.add(find_element(symbol)->atomic_number - 1);
  bag.add(wild_lane, wilds);
  return bag;
}

}  // namespace

TEST_SUITE("matching") {
  TEST_CASE("MT-1: a compound is laid exactly as on its card") {
    const Matcher matcher(deck());
    CHECK(can_lay(matcher, bag_of({"O", "2"}), "O2"));
    CHECK(!can_lay(matcher, bag_of({"O", "O"}), "O2"));
    CHECK(can_lay(matcher, bag_of({"H", "C", "O", "O", "H"}), "HCOOH"));
    CHECK(!can_lay(matcher, bag_of({"H", "C", "O", "2"}), "HCOOH"));
  }

  TEST_CASE("MT-2: a compound card exists once") {
    CardBag bag = deck().all_cards();
    const Card water = *deck().card("H2O");
    CHECK(bag.count(water) == 1);
    bag.remove(water);
    CHECK(bag.count(water) == 0);
    CHECK(!bag.kinds().contains(water));
  }

  TEST_CASE("MT-3: a bag contains a compound when it holds enough of every token kind") {
    FastRandom random{SeedSequence(1)};
    const Matcher matcher(deck());
    for (int i = 0; i < 20000; ++i) {
      SmallBag bag;
      for (int kind = 0; kind < small_kind_count; ++kind) {
        const int most = deck().all_cards().count(Card::of(kind));
        bag.add(kind, static_cast<int>(random.below(static_cast<std::uint64_t>(most) + 1)));
      }
      const std::uint64_t layable = matcher.layable(bag);
      for (std::size_t compound = 0; compound < deck().compounds().size(); ++compound) {
        bool enough = true;
        for (int kind = 0; kind < small_kind_count; ++kind) {
          int needed = 0;
          for (const Card token : deck().compounds()[compound].tokens) {
            needed += token.index == kind ? 1 : 0;
          }
          enough = enough && bag.count(kind) >= needed;
        }
        const bool answer = (layable >> compound & 1) != 0;
        REQUIRE(answer == enough);
        REQUIRE(bag.contains(deck().compounds()[compound].needs()) == enough);
        REQUIRE(matcher.missing(bag, static_cast<int>(compound)).empty() == enough);
      }
      const std::uint64_t beyond = layable >> deck().compounds().size();
      REQUIRE(beyond == 0);
    }
  }

  TEST_CASE(
      "MT-1: with one multiplier from the stacks a bag can lay what it can with any single one") {
    FastRandom random{SeedSequence(2)};
    const Matcher matcher(deck());
    int gained = 0;
    for (int i = 0; i < 2000; ++i) {
      SmallBag bag;
      SmallBag stacks;
      for (int kind = 0; kind < small_kind_count; ++kind) {
        bag.add(kind, static_cast<int>(random.below(3)));
        if (Card::of(kind).is_multiplier()) stacks.add(kind, static_cast<int>(random.below(2)));
      }
      std::uint64_t layable = matcher.layable(bag);
      for (int kind = 0; kind < small_kind_count; ++kind) {
        SmallBag more = bag;
        more.add(kind, stacks.count(kind) > 0 ? 1 : 0);
        layable |= matcher.layable(more);
      }
      REQUIRE(matcher.layable(bag, stacks) == layable);
      gained += layable != matcher.layable(bag) ? 1 : 0;
    }
    CHECK(gained > 500);
  }

  TEST_CASE("MT-5: wild cards replace elements, but at least one element card must be used") {
    const auto covalent = *builtin_deck<ExpansionDeck>("covalent");
    const ExpansionMatcher matcher(*covalent);
    const auto can_pay = [&](const PaymentBag& bag, std::size_t compound) {
      return (matcher.payable(bag) >> compound & 1) != 0;
    };
    REQUIRE(covalent->compounds()[1].formula == "CO2");
    CHECK(can_pay(elements_of({"C", "O", "O"}, 0), 1));
    CHECK(can_pay(elements_of({"C"}, 2), 1));
    CHECK(!can_pay(elements_of({}, 3), 1));
    CHECK(!can_pay(elements_of({"C", "O"}, 0), 1));
    CHECK(!can_pay(elements_of({"H"}, 3), 1));
    CHECK(matcher.splits(elements_of({"C"}, 3), 1, 2).size() == 1);
    CHECK(matcher.splits(elements_of({"C"}, 3), 1, 3).empty());
    CHECK(matcher.ways(elements_of({"C"}, 3), 1, 3) == 0);
  }

  TEST_CASE(
      "MT-6: the library computes what can be laid, what is missing, and the number of ways") {
    const Matcher matcher(deck());
    const int carbonic_acid = deck().card("H2CO3")->compound();
    CHECK(matcher.missing(bag_of({"H", "C", "3"}), carbonic_acid) == bag_of({"2", "O"}));
    const auto covalent = *builtin_deck<ExpansionDeck>("covalent");
    const ExpansionMatcher expansion(*covalent);
    const PaymentBag bag = elements_of({"C", "O", "O"}, 2);
    CHECK(expansion.ways(bag, 1, 0) == 1);
    // The wild card replaces the C or one O.
    CHECK(expansion.ways(bag, 1, 1) == 2);
    // The wild cards replace both O, or the C and one O.
    CHECK(expansion.ways(bag, 1, 2) == 2);
    CHECK(expansion.ways(bag, 1, 3) == 0);
    CHECK(expansion.missing(elements_of({"C"}, 0), 1) == elements_of({"O", "O"}, 0));
    for (const WildSplit& split : expansion.splits(bag, 1, 1)) CHECK(split[0] + split[1] == 1);
  }
}
