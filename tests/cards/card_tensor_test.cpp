// SPDX-License-Identifier: Apache-2.0
#include "chemix/cards/card_tensor.hpp"

#include "chemix/beliefs/observation_log_tensor.hpp"
#include "chemix/cards/card_list.hpp"
#include "chemix/cards/deck_file.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

struct ThreeSeats {
  std::shared_ptr<const ChemixDeck> cards = *builtin_deck<ChemixDeck>("chemix");

  [[nodiscard]] const ChemixDeck& deck() const { return *cards; }
  [[nodiscard]] static CardSet not_among(LogEntry::Constraint) { return {}; }
};

// Collects the numbers that are put; the player with seat 2 is the viewer.
class Numbers {
 public:
  [[nodiscard]] const ThreeSeats& rules() const { return rules_; }
  [[nodiscard]] static int players() { return 3; }
  [[nodiscard]] static Player seat(int i) { return static_cast<Player>((i + 2) % 3); }
  [[nodiscard]] static bool describes() { return false; }
  [[nodiscard]] static std::span<float> room() { return {}; }
  void advance(std::size_t) {}
  void begin(const char*, const char*, std::optional<int>, auto&&) {}
  void put(std::span<const float> numbers) {
    all_.insert(all_.end(), numbers.begin(), numbers.end());
  }
  void put_one_hot(std::size_t size, std::size_t place) {
    for (std::size_t i = 0; i < size; ++i) all_.push_back(i == place ? 1.0F : 0.0F);
  }

  [[nodiscard]] const std::vector<float>& all() const { return all_; }

 private:
  ThreeSeats rules_;
  std::vector<float> all_;
};

}  // namespace

TEST_SUITE("cards in tensors") {
  TEST_CASE("cards are parts of all of their kind, from the seat of the viewer on") {
    Numbers tensor;
    PerPlayer<CardBag, 3> hands;
    for (int i = 0; i < 3; ++i) hands[0].add(Card::of_multiplier(3));
    hands[1].add(Card::of_multiplier(4));
    hands[2].add(Card::of_multiplier(2));
    card_counts_by_seat(tensor, "hands", hands, any_multiplier, "");
    // There are four 2, three 3 and two 4.
    CHECK(tensor.all() == std::vector<float>{0.25F, 0, 0, 0, 1, 0, 0, 0, 0.5F});
  }

  TEST_CASE("the first card of a known order is 1, and each after it evenly less") {
    Numbers tensor;
    CardList<20> list;
    for (const int multiplier : {4, 2, 4}) list.push_bottom(Card::of_multiplier(multiplier));
    card_places(tensor, "order", list, any_multiplier, "");
    // All nine cards have a place: those of 2, of 3 and of 4.
    CHECK(tensor.all() == std::vector<float>{8 / 9.0F, 0, 0, 0, 0, 0, 0, 1, 7 / 9.0F});
  }

  TEST_CASE("what is known of other hands begins with that to the left of the viewer") {
    Numbers tensor;
    SurelyHeld sure;
    const auto learn = [&](const LogEntry& entry) { sure.learn(tensor.rules(), entry); };
    const auto four = Card::of_multiplier(4).index;
    LogEntry come;
    come.from = place_public;
    come.to = 1;
    come.kind = four;
    learn(come);
    surely_held(tensor, "held", sure, any_multiplier);
    CHECK(tensor.all() == std::vector<float>{0, 0, 0, 0, 0, 0.5F});
  }

  TEST_CASE("a card that was seen to come to a hand is counted once when it is shown there") {
    const Numbers tensor;
    SurelyHeld sure;
    const Card two = Card::of_multiplier(2);
    LogEntry come;
    come.from = place_public;
    come.to = 1;
    come.kind = two.index;
    LogEntry show;
    show.type = LogEntry::Type::Show;
    show.from = 1;
    show.kind = two.index;
    show.amount = 1;
    sure.learn(tensor.rules(), come);
    sure.learn(tensor.rules(), show);
    CHECK(sure[1][two] == 1);
    show.amount = 3;
    sure.learn(tensor.rules(), show);
    CHECK(sure[1][two] == 3);
    // That fewer were shown at another time does not mean that there are fewer.
    show.amount = 2;
    sure.learn(tensor.rules(), show);
    CHECK(sure[1][two] == 3);
    sure.learn(tensor.rules(), come);
    CHECK(sure[1][two] == 4);
  }
}
