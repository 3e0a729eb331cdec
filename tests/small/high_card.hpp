// SPDX-License-Identifier: Apache-2.0
// High Card: everybody gets a card and shows it; the highest wins. Rules: high_card.md
#pragma once

#include "chemix/cards/card_tensor.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/cards/validation.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/games/card_rules.hpp"

namespace chemix::high_card {

// ---- Actions and state (HC-2) ----

inline constexpr int max_players = 4;
enum class Phase : std::uint8_t { Deal, Show, Over };
constexpr std::array<std::string_view, 3> names_of(Phase) { return {"deal", "show", "over"}; }

/// Shows the card of the hand.
struct Show : OneCard<all_kinds> {
  static constexpr std::string_view name = "show";
  static constexpr PhaseSet legal_phases{Phase::Show};
};

struct Public {
  Phase phase = Phase::Deal;
  Seat current_player;
  std::uint8_t draw_pile_size = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  PerPlayer<CardList<1>, max_players> shown;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("current_player", self.current_player);
    visit("draw_pile_size", self.draw_pile_size);
    visit("hand_size", self.hand_size);
    visit("shown", self.shown);
  }
};

// ---- Rules ----

class Rules : public CardRules<Rules, BasicDeck, NoOptions, Phase, NoCounter, std::variant<Show>,
                               std::variant<DrawnCard>, IdSet<basic_deck_size>, Public,
                               HandOf<BasicDeck::Bag>, DrawPileOf<BasicDeck::Bag>, NoKnowledge,
                               max_players> {
 public:
  static constexpr std::string_view name = "high_card";
  static constexpr int min_players = 2;
  static constexpr std::size_t max_step_events = 3;

  [[nodiscard]] Table initial_table(Player start_player) const {
    const auto size = static_cast<std::uint8_t>(deck_->size());
    return {{Phase::Deal, Seat::of(start_player), size, {}, {}}, {}, {deck_->all_cards()}};
  }
  [[nodiscard]] std::int64_t max_steps() const { return std::int64_t{2} * players_; }

  // ---- What may be done, and what happens then (HC-1, HC-2) ----

  [[nodiscard]] LegalActions legal_actions(const Public&, const Private& own, Player) const {
    LegalActions legal;
    legal.insert_kinds(first_id<Show>(), own.hand.kinds());  // HC-2
    return legal;
  }
  [[nodiscard]] static std::optional<RuleError> refusal(const Public&, const Private& own, Player,
                                                        const Show& show) {
    if (own.hand.count(show.card) > 0) return std::nullopt;
    return refuse("HC-2", show.card.index);  // HC-2
  }
  void perform(auto& step, Player player, const Show& show) const {
    step.post(Event::move(hand_of(player), tableau_of(player), show.card.index,
                          ViewerSet::everyone()));  // HC-2
    step.post(Event::turn(next(player)));
    if (step.open().hand_size[next(player)] == 0) step.post(Event::phase(Phase::Over));
  }
  void resolve(auto& step, const ChanceAction& drawn) const {
    const Player player = step.open().current_player;
    step.post(Event::deal(draw_pile, hand_of(player), std::get<DrawnCard>(drawn).card.index,
                          ViewerSet::only(player)));  // HC-1
    step.post(Event::turn(next(player)));
    if (step.open().hand_size[next(player)] == 1) step.post(Event::phase(Phase::Show));
  }

  // ---- Scoring and end (HC-3) ----

  [[nodiscard]] PerPlayer<int, max_players> scores(const auto& view) const {
    PerPlayer<int, max_players> scores;
    const auto& shown = view.open.shown;  // HC-3
    for (Player p = 0; p < players_; ++p) scores[p] = shown[p].empty() ? 0 : shown[p][0].index + 1;
    return scores;
  }

  // ---- What is seen and known ----

  static void cards_at(auto& view, Place place, Card card, auto&& use) {
    if (place.zone == Zone::Tableau) return use(view.open.shown[place.owner]);
    CardRules::cards_at(view, place, card, use);
  }
  [[nodiscard]] std::optional<InputError> validate(const auto& view) const {
    Validator validator(*this);
    validator.add(card_location_error(*this, view, deck_->all_cards(), "HC-1"));
    const Public& open = view.open;
    const bool deals = open.phase == Phase::Deal;
    int done = 0;
    for (Player p = 0; p < players_; ++p) done += deals ? open.hand_size[p] : open.shown[p].size();
    validator.require((done == players_) == (open.phase == Phase::Over), "phase", open.phase,
                      "is over when all have had their turn", "HC-2");
    for (int i = 0; i < players_; ++i) {
      const Player p = (open.current_player + i) % players_;
      const int held = deals == (i >= players_ - done) ? 1 : 0;
      validator.require(open.hand_size[p] == held && open.shown[p].size() == (deals ? 0 : 1 - held),
                        "hand_size", open.hand_size, "cards come and go in turn", "HC-1");
    }
    return validator.error();
  }
  using CardRules::CardRules;
};

// ---- Tensor ----

void encode_open(auto& tensor, const Public& open) {
  tensor.choice("phase", open.phase, "what is asked, or what chance does");
  tensor.seat("current_player", open.current_player, "whose turn it is");
  tensor.number("draw_pile_size", open.draw_pile_size, tensor.rules().deck().size(), "to be dealt");
  tensor.numbers("hand_size", open.hand_size, 1, "cards in each hand");
  card_counts_by_seat(tensor, "shown", open.shown, any_kind, "the card that each has shown");
}

using Game = GameOf<Rules>;

}  // namespace chemix::high_card
