// SPDX-License-Identifier: Apache-2.0
// The filter: replays an observation log into weighted hypotheses about the unseen past.
#pragma once

// The log is replayed once. Where one of several cards may have moved, a hypothesis is split, and
// each part is weighted by its number of ways; equal parts are merged. When there are too many, a
// distinction is forgotten, so that work is bounded and no world is lost (hypothesis_set.hpp).

#include "chemix/beliefs/hypothesis.hpp"
#include "chemix/beliefs/hypothesis_set.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/inplace_vector.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// The kinds that log entries of a game rule out.
template <class Set>
struct RuledOut {
  /// Those that a hand cannot hold after its player was seen to lack a kind.
  FunctionRef<Set(Card)> lacked;
  /// Those that a card which is publicly known to satisfy a constraint cannot be of.
  FunctionRef<Set(LogEntry::Constraint)> not_among;
};

/// The hypotheses about the unseen past that one viewer's log leaves, with their weights.
template <class BagType>
class HypothesisFilterOf : public HypothesisSetOf<BagType> {
  using Base = HypothesisSetOf<BagType>;

 public:
  using Base::latest;
  using typename Base::Bag;
  using typename Base::Hypothesis;
  using typename Base::Set;
  using typename Base::UnseenBlock;
  using PlacesNow = std::array<PlaceNowOf<Bag>, hidden_place_count>;

  /// Replays `log` for `viewer`. `unseen` are the cards that lie in the hidden places of `now`;
  /// `all` are the cards of the game, `pile` those of the last reshuffled draw pile.
  template <class Log>
  HypothesisFilterOf(const RuledOut<Set>& ruled_out, Viewer viewer, const Log& log,
                     const Bag& unseen, const PlacesNow& now, const Bag& all, const Bag& pile)
      : own_(viewer.is_spectator() ? 0U : 1U << viewer.seat()) {
    for (std::size_t i = 0; i < log.size() && own_ != 0; ++i) {
      forgot_own_ |= !log.kind(i) && log.type(i) == LogEntry::Type::Move &&
                     (is_own(log.from(i)) || is_own(log.to(i)));
    }
    constexpr unsigned places = (1U << hidden_place_count) - 1;
    hidden_ = forgot_own_ ? places : places & ~own_;
    begin(viewer, log, unseen, now, all, pile);
    for (std::size_t i = 0; i < log.size() && !hypotheses_.empty(); ++i) {
      if (log.type(i) == LogEntry::Type::Pile) continue;
      if (log.type(i) == LogEntry::Type::Move) {
        if (is_hidden(log.from(i)) || is_hidden(log.to(i))) replay(ruled_out, log, i);
        const SeenKind kind = log.kind(i);
        newest_[log.to(i)] = kind;
        if (kind) last_[log.to(i)] = kind;
        continue;
      }
      // In a run of shown cards, the last entry has the total.
      if (i + 1 < log.size() && run_continues(log, i)) continue;
      if (log.begins_reshuffle(i)) {
        for (Hypothesis& hypothesis : hypotheses_)
          hypothesis.sources.add(piles_[piles_.size() - source_ - 1U]);
        ++source_;
      }
      replay(ruled_out, log, i);
    }
    end(now);
  }

  /// Whether the cards of a place must be inferred from the log, because the observation does not
  /// show them. That holds for the viewer's own hand too if entries about it are incomplete.
  [[nodiscard]] bool is_hidden(int place) const { return (hidden_ >> place & 1U) != 0; }

  /// Conditions on a count: the hand at `place`, of `size` cards, holds exactly `cards` copies of
  /// `card`. All of them are in `seen` afterwards; no other card there is of this kind.
  void count_hand(int place, int size, Card card, int cards) {
    const auto found = [&](const Hypothesis& hypothesis) {
      return hypothesis.seen[at(place)].count(card);
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
  using Base::add_seen;
  using Base::add_to_block;
  using Base::at;
  using Base::drop;
  using Base::erase_dropped;
  using Base::exclude_unseen;
  using Base::keep_if;
  using Base::max_blocks;
  using Base::may_be_of;
  using Base::merge;
  using Base::merge_many;
  using Base::others;
  using typename Base::UnseenBlocks;

  using Base::approximations_;
  using Base::hypotheses_;
  using Base::seen_at_;
  using Base::source_;
  using Base::work_;

  static constexpr std::size_t max_piles = Hypothesis::max_piles;
  static constexpr std::size_t source_count = Hypothesis::source_count;

  static constexpr std::uint64_t as_weight(int cards) { return static_cast<std::uint64_t>(cards); }

  [[nodiscard]] bool is_own(int place) const { return (own_ >> place & 1U) != 0; }

  // ---- Replay ----

  // Finds the cards that were hidden when the log began, by undoing it from those hidden now.
  void begin(Viewer viewer, const auto& log, Bag hidden, const PlacesNow& now, const Bag& all,
             const Bag& pile) {
    for (int place = 0; place < hidden_place_count; ++place) {
      if (!is_hidden(place) || !now[at(place)].is_shown) continue;
      const Bag& shown = now[at(place)].shown;
      bool fit = true;
      shown.kinds().for_each([&](Card card) {
        fit = fit && hidden.count(card) + shown.count(card) <= Bag::max_copies_in(card);
      });
      if (!fit) return;
      hidden += shown;
    }
    // A log by which more cards came to the own hand than it can have held is rejected.
    Counts own{};
    if (!viewer.is_spectator()) {
      const Bag& hand = now[at(viewer.seat())].shown;
      hand.kinds().for_each(
          [&](Card card) { own[card.index] = static_cast<std::int16_t>(hand.count(card)); });
    }
    // The last pile comes first; the log stores the pile before each later reshuffle.
    Bag made_of = pile;
    for (std::size_t i = log.size(); i-- > 0;) {
      if (log.type(i) != LogEntry::Type::Move) {
        if (!log.begins_reshuffle(i)) continue;
        if (piles_.size() == max_piles || !hidden.contains(made_of)) return;
        hidden -= made_of;
        piles_.add(made_of);
        made_of = bag_of(log.pile_before(i), all);
        continue;
      }
      const HiddenPlace from = log.from(i);
      const HiddenPlace to = log.to(i);
      const SeenKind kind = log.kind(i);
      if (kind && !forgot_own_) {
        if (is_own(from)) ++own[*kind];
        if (is_own(to) && --own[*kind] < 0) return;
      }
      if (is_hidden(from) == is_hidden(to)) continue;
      if (!kind || *kind >= max_card_kind_count) return;
      const Card card = Card::of(*kind);
      if (is_hidden(from)) {
        if (hidden.count(card) >= Bag::max_copies_in(card)) return;
        hidden.add(card);
      } else {
        if (hidden.count(card) == 0) return;
        hidden.remove(card);
      }
    }
    hypotheses_.add(Hypothesis()).sources.add(hidden);
  }
  // Card counts by kind; log entries have no kinds beyond the array.
  using Counts = std::array<std::int16_t, 128>;

  static bool run_continues(const auto& log, std::size_t i) {
    if (log.type(i) != LogEntry::Type::Show || log.type(i + 1) != LogEntry::Type::Show)
      return false;
    const LogEntry entry = log[i];
    const LogEntry next = log[i + 1];
    return entry.kind && entry.kind == next.kind && entry.from == next.from &&
           entry.amount + 1 == next.amount;
  }

  // The kinds that an unseen card that moves, or a hand, cannot be of.
  static Set excluded(const RuledOut<Set>& ruled_out, const LogEntry& entry) {
    if (entry.type == LogEntry::Type::Lack) return ruled_out.lacked(Card::of(*entry.kind));
    if (entry.type != LogEntry::Type::Move || entry.kind) return {};
    return ruled_out.not_among(entry.constraint);
  }
  void replay(const RuledOut<Set>& ruled_out, const auto& log, std::size_t nth) {
    const LogEntry entry = log[nth];
    if (!is_hidden(entry.from)) {
      // Distinct hypotheses stay distinct, so that none need to be merged.
      if (entry.type != LogEntry::Type::Move || !is_hidden(entry.to)) return;
      for (Hypothesis& hypothesis : hypotheses_)
        add_seen(hypothesis, entry.to, Card::of(*entry.kind));
      return;
    }
    if (entry.type == LogEntry::Type::Show && !entry.kind) return;
    const Set without = excluded(ruled_out, entry);
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
  CHEMIX_INLINE void move(std::size_t i, const LogEntry& entry, const Set& without) {
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
    const int copies = hypotheses_[i].seen[at(place)].count(card);
    if (copies > 0) candidates.add(Candidate::seen(card, copies));
    split_by_candidates(i, candidates, stays, {});
  }
  static LogEntry staying(int place, int size, Card card) {
    const auto here = static_cast<HiddenPlace>(place);
    return {LogEntry::Type::Move, here, here, card.index, {}, static_cast<std::uint8_t>(size)};
  }
  void add_candidates(Candidates& candidates, const Hypothesis& hypothesis, const LogEntry& entry,
                      const Set& without) const {
    const int place = entry.from;
    const int rest = others(hypothesis, place, entry.size);
    if (rest < 0) return;
    const Bag& seen = hypothesis.seen[at(place)];
    if (entry.constraint == LogEntry::Constraint::Newest) {
      // Only the holder saw it: the viewer, whose hand is hidden if some of it came unseen.
      const SeenKind newest = newest_[at(place)];
      if (newest) {
        const bool is_it = entry.kind == newest && seen.count(Card::of(*newest)) > 0;
        if (is_it) candidates.add(Candidate::seen(Card::of(*newest), 1));
      } else if (rest > 0 && may_be_latest(hypothesis, entry)) {
        candidates.add(Candidate::of_block(hypothesis.blocks.size(), 1));
      }
      return;
    }
    const auto add_seen_candidate = [&](Card card) {
      const bool stays = entry.constraint == LogEntry::Constraint::NotLast &&
                         last_[at(place)] == SeenKind(card.index);
      const int copies = seen.count(card) - static_cast<int>(stays);
      if (copies > 0) candidates.add(Candidate::seen(card, copies));
    };
    if ((seen_at_ >> place & 1U) == 0) {
      // No hypothesis has seen a card come there.
    } else if (entry.kind) {
      add_seen_candidate(Card::of(*entry.kind));
    } else {
      (seen.kinds() - without).for_each(add_seen_candidate);
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
                                         const LogEntry& entry, const Set& without) {
    Hypothesis& hypothesis = hypotheses_[i];
    if (candidates.empty()) return drop(hypothesis);
    for (std::size_t nth = 1; nth <= candidates.size(); ++nth) {
      const bool stays = nth == candidates.size();
      take(stays ? hypothesis : hypotheses_.add(hypothesis), candidates[stays ? 0 : nth], entry,
           without);
    }
  }
  CHEMIX_INLINE void take(Hypothesis& hypothesis, const Candidate& candidate, const LogEntry& entry,
                          const Set& without) {
    if (candidate.copies > 1) hypothesis.weight.multiply(as_weight(candidate.copies));
    if (candidate.is_seen) {
      hypothesis.remove_seen(entry.from, candidate.card);
      if (is_hidden(entry.to)) add_seen(hypothesis, entry.to, candidate.card);
      return;
    }
    const bool is_latest = candidate.nth == hypothesis.blocks.size();
    if (entry.kind) {
      Bag& source =
          hypothesis.sources[is_latest ? source_ : hypothesis.blocks[candidate.nth].source];
      const Card card = Card::of(*entry.kind);
      if (!is_latest) hypothesis.resize(hypothesis.blocks[candidate.nth], -1);
      hypothesis.weight.multiply(as_weight(source.count(card)));
      source.remove(card);
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
    return !entry.kind || hypothesis.sources[source_].count(Card::of(*entry.kind)) > 0;
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
    this->template split<Picks>(
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
      left[source] = hypothesis.sources[source].count(card);
    Picks picks;
    const auto pick = [&](auto& self, std::size_t nth, int more, std::uint64_t ways) -> void {
      if (more == 0) {
        picks.ways = ways;
        return visit(picks);
      }
      while (nth < blocks.size() && blocks[nth].place != last.place) ++nth;
      if (nth > blocks.size()) return;
      const UnseenBlock& block = nth < blocks.size() ? blocks[nth] : last;
      const int most =
          block.without.contains(card) ? 0 : std::min({more, int{block.size}, left[block.source]});
      for (int number = 0; number <= most; ++number) {
        picks.of_block[nth] = static_cast<std::uint8_t>(number);
        self(self, nth + 1, more - number, ways * choose_few(block.size, number));
        ways *= as_weight(left[block.source]--);
      }
      left[block.source] += most + 1;
      picks.of_block[nth] = 0;
    };
    const int seen = std::min(hypothesis.seen[last.place].count(card), amount);
    const int copies = hypothesis.seen[last.place].count(card);
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
      Bag& source = hypothesis.sources[is_last ? last.source : hypothesis.blocks[nth].source];
      for (int i = 0; i < number; ++i) {
        source.remove(card);
        add_seen(hypothesis, last.place, card);
      }
      if (!is_last) hypothesis.resize(hypothesis.blocks[nth], -number);
    }
  }

  void lack(Hypothesis& hypothesis, const LogEntry& entry, const Set& lacked) {
    if (!(hypothesis.seen[entry.from].kinds() & lacked).empty()) return drop(hypothesis);
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
    const Bag cards = hypothesis.seen[entry.from];
    for (int i = 0; i < cards.size(); ++i) {
      hypothesis.remove_seen(entry.from, cards.nth(i));
      add_seen(hypothesis, entry.to, cards.nth(i));
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
      const Bag& shown = now[at(place)].shown;
      shown.kinds().for_each([&](Card card) {
        const int amount = shown.count(card);
        const std::size_t count = hypotheses_.size();
        for (std::size_t i = 0; i < count; ++i) show(i, place, shown.size(), card, amount);
        keep_if([&](const Hypothesis& hypothesis) {
          return hypothesis.seen[at(place)].count(card) == amount;
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
  InplaceVector<Bag, max_piles> piles_;
  // By place, the kind of the latest arrival whose kind was seen.
  std::array<SeenKind, 8> last_{};
  // By place, the kind of the latest arrival; absent if it was not seen.
  std::array<SeenKind, 8> newest_{};
};

}  // namespace chemix
