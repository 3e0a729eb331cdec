// SPDX-License-Identifier: Apache-2.0
// Encoding of cards in observation tensors: counts, orders and knowledge, relative to the viewer's
// seat.
#include "chemix/cards/card_tensor.hpp"

#include "chemix/beliefs/observation_log_tensor.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/cards/deck_file.hpp"
#include "support/printing.hpp"

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
  [[nodiscard]] const KindsInPlay& kinds_in_play() const { return cards->kinds_in_play(); }
  [[nodiscard]] static CardSet not_among(LogEntry::Constraint) { return {}; }
};

// Collects the numbers of a tensor for the viewer in seat 2.
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
  TEST_CASE("counts are shares of all cards of a kind, from the viewer's seat on") {
    Numbers tensor;
    PerPlayer<CardBag, 3> hands;
    for (int i = 0; i < 3; ++i) hands[0].add(Card::of_multiplier(3));
    hands[1].add(Card::of_multiplier(4));
    hands[2].add(Card::of_multiplier(2));
    card_counts_by_seat(tensor, "hands", hands, any_multiplier, "");
    // The deck has four 2s, three 3s and two 4s.
    CHECK(tensor.all() == std::vector<float>{0.25F, 0, 0, 0, 1, 0, 0, 0, 0.5F});
  }

  TEST_CASE("in a known order the first card is 1, decreasing linearly") {
    Numbers tensor;
    CardList<20> list;
    for (const int multiplier : {4, 2, 4}) list.push_back(Card::of_multiplier(multiplier));
    card_places(tensor, "order", list, any_multiplier, "");
    // Each of the nine cards has an entry: four for 2, three for 3, two for 4.
    CHECK(tensor.all() == std::vector<float>{8 / 9.0F, 0, 0, 0, 0, 0, 0, 1, 7 / 9.0F});
  }

  TEST_CASE("knowledge about other hands begins with the player to the viewer's left") {
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

  TEST_CASE("a card that was seen to arrive and is then shown counts once") {
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
    // A later show of fewer cards does not lower the count.
    show.amount = 2;
    sure.learn(tensor.rules(), show);
    CHECK(sure[1][two] == 3);
    sure.learn(tensor.rules(), come);
    CHECK(sure[1][two] == 4);
  }
}
