// SPDX-License-Identifier: Apache-2.0
// What all rules hold that are played with a deck.
#pragma once

#include "chemix/cards/card_rules.hpp"
#include "chemix/core/digest.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/player.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace chemix {

/// Deck, options and number of players of a game, immutable; the deck is shared.
template <class DeckType, class OptionsType>
class DeckRules {
 public:
  using Deck = DeckType;
  using Options = OptionsType;

  [[nodiscard]] const Deck& deck() const { return *deck_; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] int player_count() const { return players_; }
  /// Covers what play depends on, but for the players.
  [[nodiscard]] std::uint64_t content_digest() const {
    Digest digest;
    digest.put(deck_->content_hash(), 8);
    digest.put_text(print_options(options_));
    return digest.value();
  }

 protected:
  DeckRules(std::shared_ptr<const Deck> deck, const Options& options, int players)
      : deck_(std::move(deck)), options_(options), players_(players) {}

  /// The player to the left, whose turn is next.
  [[nodiscard]] Player next(Player player) const { return player + 1 < players_ ? player + 1 : 0; }
  [[nodiscard]] int dealt_to(Player player, Player first, int dealt) const {
    return chemix::dealt_to(player, first, dealt, players_);
  }

  std::shared_ptr<const Deck> deck_;
  Options options_;
  int players_;
};

}  // namespace chemix
