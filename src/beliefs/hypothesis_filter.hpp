// SPDX-License-Identifier: Apache-2.0
// The filter: replays an observation log into weighted hypotheses about the unseen past.
#pragma once

// The log is replayed once. Where one of several cards may have moved, a hypothesis is split, and
// each part is weighted by its number of ways; equal parts are merged. When there are too many, a
// distinction is forgotten, so that work is bounded and no world is lost (hypothesis_set.hpp).

#include "beliefs/hypothesis.hpp"
#include "beliefs/hypothesis_set.hpp"
#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/card_pool.hpp"
#include "chemix/beliefs/log_entry.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/inplace_vector.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// The hypotheses about the unseen past that one viewer's log leaves, with their weights.
class HypothesisFilter : public HypothesisSet {
 public:
  /// Replays the log of `seen`. The pool must outlive the filter.
  HypothesisFilter(const CardPool& pool, const BeliefInput& seen)
      : HypothesisSet(pool), own_(seen.viewer.is_spectator() ? 0U : 1U << seen.viewer.seat()) {
    const auto& log = seen.log;
    for (const LoggedEntry& entry : log) {
      forgot_own_ |= own_ != 0 && !entry.kind && entry.type == LogEntry::Type::Move &&
                     (is_own(entry.from) || is_own(entry.to));
    }
    constexpr unsigned places = (1U << hidden_place_count) - 1;
    hidden_ = forgot_own_ ? places : places & ~own_;
    begin(seen);
    for (std::size_t i = 0; i < log.size() && !hypotheses_.empty(); ++i) {
      const LoggedEntry& entry = log[i];
      if (entry.type == LogEntry::Type::Move) {
        if (is_hidden(entry.from) || is_hidden(entry.to)) replay(entry);
        newest_[entry.to] = entry.kind;
        if (entry.kind) last_[entry.to] = entry.kind;
        continue;
      }
      // In a run of shown cards, the last entry has the total.
      if (i + 1 < log.size() && run_continues(entry, log[i + 1])) continue;
      if (entry.begins_reshuffle) {
        for (Hypothesis& hypothesis : hypotheses_)
          hypothesis.sources.add(piles_[piles_.size() - source_ - 1U]);
        ++source_;
      }
      replay(entry);
    }
    end(seen.now);
  }

  /// Whether the cards of a place must be inferred from the log, because the observation does not
  /// show them. That holds for the viewer's own hand too if entries about it are incomplete.
  [[nodiscard]] bool is_hidden(int place) const { return (hidden_ >> place & 1U) != 0; }

  /// Conditions on a count: the hand at `place`, of `size` cards, holds exactly `cards` copies of
  /// `card`. All of them are in `seen` afterwards; no other card there is of this kind.
  void count_hand(int place, int size, Card card, int cards) {
    const auto found = [&](const Hypothesis& hypothesis) {
      return pool_.count(hypothesis.seen[at(place)], card);
    };
    keep_if([&](const Hypothesis& hypothesis) { return found(hypothesis) <= cards; });
    erase_dropped();
    // Copies that were not seen to come are found one by one, in any order and among the others, so
    // that no hypothesis gains weight from having seen fewer.
    for (Hypothesis& hypothesis : hypotheses_) {
      for (int i = 0; i < found(hypothesis); ++i) hypothesis.weight.multiply(as_weight(cards - i));
    }
    for (int i = 0; i < cards; ++i) {
      const std::size_t count = hypotheses_.size();
      for (std::size_t nth = 0; nth < count; ++nth) {
        if (found(hypotheses_[nth]) < cards) find(nth, place, size, card);
      }
      merge_many();
    }
  }

 private:
  static constexpr std::size_t max_piles = Hypothesis::max_piles;
  static constexpr std::size_t source_count = Hypothesis::source_count;

  static constexpr std::uint64_t as_weight(int cards) { return static_cast<std::uint64_t>(cards); }

  [[nodiscard]] bool is_own(int place) const { return (own_ >> place & 1U) != 0; }

  // ---- Replay ----

  // Finds the cards that were hidden when the log began, by undoing it from those hidden now.
  void begin(const BeliefInput& seen) {
    PoolBag hidden = seen.unseen;
    for (int place = 0; place < hidden_place_count; ++place) {
      if (!is_hidden(place) || !seen.now[at(place)].is_shown) continue;
      const PoolBag& shown = seen.now[at(place)].shown;
      bool fit = true;
      pool_.for_each_kind(shown, [&](Card card, int copies) {
        fit = fit && pool_.count(hidden, card) + copies <= pool_.copies(card);
      });
      if (!fit) return;
      pool_.add(hidden, shown);
    }
    // A log by which more cards came to the own hand than it can have held is rejected.
    Counts own{};
    if (!seen.viewer.is_spectator()) {
      pool_.for_each_kind(seen.now[at(seen.viewer.seat())].shown, [&](Card card, int copies) {
        own[card.index] = static_cast<std::int16_t>(copies);
      });
    }
    // The last pile comes first; the log stores the pile before each later reshuffle.
    PoolBag made_of = seen.pile;
    for (std::size_t i = seen.log.size(); i-- > 0;) {
      const LoggedEntry& entry = seen.log[i];
      if (entry.type != LogEntry::Type::Move) {
        if (!entry.begins_reshuffle) continue;
        if (piles_.size() == max_piles || !hidden.contains(made_of)) return;
        pool_.remove(hidden, made_of);
        piles_.add(made_of);
        made_of = entry.cards;
        continue;
      }
      const SeenKind kind = entry.kind;
      if (kind && !forgot_own_) {
        if (is_own(entry.from)) ++own[*kind];
        if (is_own(entry.to) && --own[*kind] < 0) return;
      }
      if (is_hidden(entry.from) == is_hidden(entry.to)) continue;
      if (!kind || *kind >= max_card_kind_count) return;
      const Card card = Card::of(*kind);
      const int copies = pool_.count(hidden, card);
      if (is_hidden(entry.from)) {
        if (copies >= pool_.copies(card)) return;
        pool_.add(hidden, card);
      } else {
        if (copies == 0) return;
        pool_.remove(hidden, card);
      }
    }
    hypotheses_.add(Hypothesis()).sources.add(hidden);
  }
  // Card counts by kind; log entries have no kinds beyond the array.
  using Counts = std::array<std::int16_t, 128>;

  static bool run_continues(const LoggedEntry& entry, const LoggedEntry& next) {
    return entry.type == LogEntry::Type::Show && next.type == entry.type && entry.kind &&
           entry.kind == next.kind && entry.from == next.from && entry.amount + 1 == next.amount;
  }

  void replay(const LoggedEntry& entry) {
    if (!is_hidden(entry.from)) {
      // Distinct hypotheses stay distinct, so that none need to be merged.
      if (entry.type != LogEntry::Type::Move || !is_hidden(entry.to)) return;
      for (Hypothesis& hypothesis : hypotheses_)
        add_seen(hypothesis, entry.to, Card::of(*entry.kind));
      return;
    }
    if (entry.type == LogEntry::Type::Show && !entry.kind) return;
    const PoolBag& without = entry.cards;
    // Splitting appends hypotheses, which are not visited again.
    const std::size_t count = hypotheses_.size();
    const bool moves = entry.type == LogEntry::Type::Move;
    for (std::size_t i = 0; i < count && moves; ++i) move(i, entry, without);
    for (std::size_t i = 0; i < count && !moves; ++i) {
      switch (entry.type) {
        case LogEntry::Type::Move:
        case LogEntry::Type::Pile:
          break;
        case LogEntry::Type::Show:
          show(i, entry.from, entry.size, Card::of(*entry.kind), entry.amount);
          break;
        case LogEntry::Type::Lack:
          lack(hypotheses_[i], entry, without);
          break;
        case LogEntry::Type::MoveAll:
          move_all(hypotheses_[i], entry);
          break;
        case LogEntry::Type::Reshuffle:
          reshuffle(hypotheses_[i], entry);
          break;
      }
    }
    work_ += hypotheses_.size();
    merge_many();
  }

  // A card that may have moved: one seen to come, or one of the `nth` block, the latest block being
  // the last. Kept small, since splits are rare.
  struct Candidate {
    bool is_seen = false;
    Card card;
    std::uint8_t nth = 0;
    std::uint8_t copies = 0;

    static Candidate seen(Card card, int copies) {
      return {true, card, 0, static_cast<std::uint8_t>(copies)};
    }
    static Candidate of_block(std::size_t nth, int copies) {
      return {false, {}, static_cast<std::uint8_t>(nth), static_cast<std::uint8_t>(copies)};
    }
  };

  // One for each kind seen to come and each block.
  using Candidates = InplaceVector<Candidate, max_card_kind_count + max_blocks + 1>;

  // Splits a hypothesis by the card that has moved.
  CHEMIX_INLINE void move(std::size_t i, const LogEntry& entry, const PoolBag& without) {
    Candidates candidates;
    add_candidates(candidates, hypotheses_[i], entry, without);
    split_by_candidates(i, candidates, entry, without);
  }
  // Splits a hypothesis by the block of a card of this kind that was not seen to come.
  void find(std::size_t i, int place, int size, Card card) {
    const LogEntry stays = staying(place, size, card);
    Candidates candidates;
    add_unseen_candidates(candidates, hypotheses_[i], stays, others(hypotheses_[i], place, size));
    split_by_candidates(i, candidates, stays, {});
  }
  // One card of this kind is shown: one that was seen to come there, or any other.
  void show_one(std::size_t i, int place, int rest, int size, Card card) {
    const LogEntry stays = staying(place, size, card);
    Candidates candidates;
    add_unseen_candidates(candidates, hypotheses_[i], stays, rest);
    // In the order of `for_each_pick`.
    std::reverse(candidates.begin(), candidates.end());
    const int copies = pool_.count(hypotheses_[i].seen[at(place)], card);
    if (copies > 0) candidates.add(Candidate::seen(card, copies));
    split_by_candidates(i, candidates, stays, {});
  }
  static LogEntry staying(int place, int size, Card card) {
    const auto here = static_cast<HiddenPlace>(place);
    return {LogEntry::Type::Move, here, here, card.index, {}, static_cast<std::uint8_t>(size)};
  }
  void add_candidates(Candidates& candidates, const Hypothesis& hypothesis, const LogEntry& entry,
                      const PoolBag& without) const {
    const int place = entry.from;
    const int rest = others(hypothesis, place, entry.size);
    if (rest < 0) return;
    const PoolBag& seen = hypothesis.seen[at(place)];
    if (entry.constraint == LogEntry::Constraint::Newest) {
      // Only the holder saw it: the viewer, whose hand is hidden if some of it came unseen.
      const SeenKind newest = newest_[at(place)];
      if (newest) {
        const bool is_it = entry.kind == newest && pool_.count(seen, Card::of(*newest)) > 0;
        if (is_it) candidates.add(Candidate::seen(Card::of(*newest), 1));
      } else if (rest > 0 && may_be_latest(hypothesis, entry)) {
        candidates.add(Candidate::of_block(hypothesis.blocks.size(), 1));
      }
      return;
    }
    const auto add_seen_candidate = [&](Card card) {
      const bool stays = entry.constraint == LogEntry::Constraint::NotLast &&
                         last_[at(place)] == SeenKind(card.index);
      const int copies = pool_.count(seen, card) - static_cast<int>(stays);
      if (copies > 0) candidates.add(Candidate::seen(card, copies));
    };
    if ((seen_at_ >> place & 1U) == 0) {
      // No hypothesis has seen a card come there.
    } else if (entry.kind) {
      add_seen_candidate(Card::of(*entry.kind));
    } else {
      pool_.for_each_kind(seen - without, [&](Card card, int) { add_seen_candidate(card); });
    }
    add_unseen_candidates(candidates, hypothesis, entry, rest);
  }
  void add_unseen_candidates(Candidates& candidates, const Hypothesis& hypothesis,
                             const LogEntry& entry, int rest) const {
    const UnseenBlocks& blocks = hypothesis.blocks;
    for (std::size_t nth = 0; nth < blocks.size(); ++nth) {
      const UnseenBlock& block = blocks[nth];
      if (block.place == entry.from && may_be_of(hypothesis, block, entry)) {
        candidates.add(Candidate::of_block(nth, block.size));
      }
    }
    if (rest > 0 && may_be_latest(hypothesis, entry)) {
      candidates.add(Candidate::of_block(blocks.size(), rest));
    }
  }
  // Each candidate makes a hypothesis; the first takes the place of the original.
  CHEMIX_INLINE void split_by_candidates(std::size_t i, const Candidates& candidates,
                                         const LogEntry& entry, const PoolBag& without) {
    Hypothesis& hypothesis = hypotheses_[i];
    if (candidates.empty()) return drop(hypothesis);
    for (std::size_t nth = 1; nth <= candidates.size(); ++nth) {
      const bool stays = nth == candidates.size();
      take(stays ? hypothesis : hypotheses_.add(hypothesis), candidates[stays ? 0 : nth], entry,
           without);
    }
  }
  CHEMIX_INLINE void take(Hypothesis& hypothesis, const Candidate& candidate, const LogEntry& entry,
                          const PoolBag& without) {
    if (candidate.copies > 1) hypothesis.weight.multiply(as_weight(candidate.copies));
    if (candidate.is_seen) {
      hypothesis.remove_seen(pool_, entry.from, candidate.card);
      if (is_hidden(entry.to)) add_seen(hypothesis, entry.to, candidate.card);
      return;
    }
    const bool is_latest = candidate.nth == hypothesis.blocks.size();
    if (entry.kind) {
      PoolBag& source =
          hypothesis.sources[is_latest ? source_ : hypothesis.blocks[candidate.nth].source];
      const Card card = Card::of(*entry.kind);
      if (!is_latest) hypothesis.resize(hypothesis.blocks[candidate.nth], -1);
      hypothesis.weight.multiply(as_weight(pool_.count(source, card)));
      pool_.remove(source, card);
      if (is_hidden(entry.to)) add_seen(hypothesis, entry.to, card);
      return;
    }
    UnseenBlock block = is_latest ? latest(entry.to) : hypothesis.blocks[candidate.nth];
    if (!is_latest) hypothesis.resize(hypothesis.blocks[candidate.nth], -1);
    block.place = entry.to;
    if (!without.empty()) block.exclude(without);
    add_to_block(hypothesis, block, 1);
  }
  // Whether the card may be of the latest block.
  [[nodiscard]] bool may_be_latest(const Hypothesis& hypothesis, const LogEntry& entry) const {
    return !entry.kind || pool_.count(hypothesis.sources[source_], Card::of(*entry.kind)) > 0;
  }

  // How many shown cards of a kind are seen ones, and how many are of each block, the latest block
  // being the last.
  struct Picks {
    int seen = 0;
    std::array<std::uint8_t, max_blocks + 1> of_block{};
    /// The number of ways to choose these cards, in any order.
    std::uint64_t ways = 1;
  };

  // `amount` cards of a kind are shown: any that lie there, some of which may have been seen to
  // come.
  void show(std::size_t i, int place, int size, Card card, int amount) {
    const int rest = others(hypotheses_[i], place, size);
    if (rest < 0) return drop(hypotheses_[i]);
    if (amount == 1) return show_one(i, place, rest, size, card);
    const UnseenBlock last = latest(place, rest);
    split<Picks>(
        i,
        [&](const Hypothesis& here, auto&& visit) {
          for_each_pick(here, last, card, amount, visit);
        },
        [&](Hypothesis& here, const Picks& picks) { take_all(here, picks, last, card); });
  }
  void for_each_pick(const Hypothesis& hypothesis, const UnseenBlock& last, Card card, int amount,
                     auto&& visit) const {
    const UnseenBlocks& blocks = hypothesis.blocks;
    std::array<int, source_count> left{};
    for (std::size_t source = 0; source <= source_; ++source)
      left[source] = pool_.count(hypothesis.sources[source], card);
    Picks picks;
    const auto pick = [&](auto& self, std::size_t nth, int more, std::uint64_t ways) -> void {
      if (more == 0) {
        picks.ways = ways;
        return visit(picks);
      }
      while (nth < blocks.size() && blocks[nth].place != last.place) ++nth;
      if (nth > blocks.size()) return;
      const UnseenBlock& block = nth < blocks.size() ? blocks[nth] : last;
      const int most = pool_.contains(block.without, card)
                           ? 0
                           : std::min({more, int{block.size}, left[block.source]});
      for (int number = 0; number <= most; ++number) {
        picks.of_block[nth] = static_cast<std::uint8_t>(number);
        self(self, nth + 1, more - number, ways * choose_few(block.size, number));
        ways *= as_weight(left[block.source]--);
      }
      left[block.source] += most + 1;
      picks.of_block[nth] = 0;
    };
    const int copies = pool_.count(hypothesis.seen[last.place], card);
    const int seen = std::min(copies, amount);
    for (; picks.seen <= seen; ++picks.seen) {
      pick(pick, 0, amount - picks.seen, choose_few(copies, picks.seen));
    }
  }
  void take_all(Hypothesis& hypothesis, const Picks& picks, const UnseenBlock& last, Card card) {
    if (picks.ways > 1) hypothesis.weight.multiply(picks.ways);
    // From last to first, since blocks that become empty are erased.
    for (std::size_t nth = hypothesis.blocks.size() + 1; nth-- > 0;) {
      const int number = picks.of_block[nth];
      if (number == 0) continue;
      const bool is_last = nth == hypothesis.blocks.size();
      PoolBag& source = hypothesis.sources[is_last ? last.source : hypothesis.blocks[nth].source];
      for (int i = 0; i < number; ++i) {
        pool_.remove(source, card);
        add_seen(hypothesis, last.place, card);
      }
      if (!is_last) hypothesis.resize(hypothesis.blocks[nth], -number);
    }
  }

  void lack(Hypothesis& hypothesis, const LogEntry& entry, const PoolBag& lacked) {
    if (!(hypothesis.seen[entry.from] & lacked).empty()) return drop(hypothesis);
    exclude_unseen(hypothesis, entry.from, entry.size, lacked);
  }
  // The cards that a hand holds at a reshuffle are from older sources.
  void reshuffle(Hypothesis& hypothesis, const LogEntry& entry) {
    const int rest = others(hypothesis, entry.from, entry.size);
    if (rest < 0) return drop(hypothesis);
    // Relaxing during this reshuffle may have merged all sources.
    if (approximations_ > 0 && hypothesis.sources[source_ - 1U].empty()) return;
    UnseenBlock block = latest(entry.from);
    --block.source;
    add_to_block(hypothesis, block, rest);
  }

  void move_all(Hypothesis& hypothesis, const LogEntry& entry) {
    const PoolBag cards = hypothesis.seen[entry.from];
    for (int i = 0; i < cards.size(); ++i) {
      hypothesis.remove_seen(pool_, entry.from, pool_.nth(cards, i));
      add_seen(hypothesis, entry.to, pool_.nth(cards, i));
    }
    hypothesis.rearrange_blocks([&] {
      for (UnseenBlock& block : hypothesis.blocks) {
        if (block.place == entry.from) block.place = entry.to;
      }
      sort_few(hypothesis.blocks.begin(), hypothesis.blocks.end());
    });
  }

  // ---- Final position ----

  void end(const PlacesNow& now) {
    for (int place = 0; place < hidden_place_count; ++place) {
      if (!is_hidden(place) || !now[at(place)].is_shown) continue;
      const PoolBag& shown = now[at(place)].shown;
      pool_.for_each_kind(shown, [&](Card card, int amount) {
        const std::size_t count = hypotheses_.size();
        for (std::size_t i = 0; i < count; ++i) show(i, place, shown.size(), card, amount);
        keep_if([&](const Hypothesis& hypothesis) {
          return pool_.count(hypothesis.seen[at(place)], card) == amount;
        });
        merge();
      });
      keep_if([&](const Hypothesis& hypothesis) { return hypothesis.seen[at(place)] == shown; });
    }
  }

  // Bit sets of places: the viewer's own hand, and the hidden places.
  unsigned own_ = 0;
  unsigned hidden_ = 0;
  bool forgot_own_ = false;
  // The reshuffled draw piles, latest first.
  InplaceVector<PoolBag, max_piles> piles_;
  // By place, the kind of the latest arrival whose kind was seen.
  std::array<SeenKind, 8> last_{};
  // By place, the kind of the latest arrival; absent if it was not seen.
  std::array<SeenKind, 8> newest_{};
};

}  // namespace chemix
