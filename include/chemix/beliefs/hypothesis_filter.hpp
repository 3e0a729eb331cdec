// SPDX-License-Identifier: Apache-2.0
// Filter: all that may have happened unseen, as the hypotheses that a log leaves.
#pragma once

// A log is gone through once. Where one of several cards can have moved, a hypothesis becomes
// several, each with the number of ways; equal ones are one again. Of too many something is
// forgotten that sets them apart, so that work is bounded and no world is lost.

#include "chemix/beliefs/hypothesis.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/inplace_vector.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

namespace chemix {

/// A place of a log as it is now.
template <class Bag>
struct PlaceNowOf {
  /// Its number among the places whose cards the viewer does not see, or −1 where there is none.
  int place = -1;
  bool is_shown = false;
  /// What lies there, if it is shown.
  Bag shown;
};

/// What may have happened unseen of one viewer, with the number of ways.
template <class BagType>
class HypothesisFilterOf {
 public:
  using Bag = BagType;
  using Set = typename Bag::Set;
  using Hypothesis = HypothesisOf<Bag>;
  using Hypotheses = HypothesesOf<Hypothesis>;
  using UnseenBlock = typename Hypothesis::UnseenBlock;
  using PlacesNow = std::array<PlaceNowOf<Bag>, hidden_place_count>;

  /// There are so many hypotheses at most, and so few where much was gone through.
  static constexpr std::size_t max_hypotheses = 64;
  static constexpr std::size_t few_hypotheses = 12;

  /// What `viewer` can think after what `log` says. `unseen` are the cards that lie in the
  /// hidden places of `now`; `all` are the cards of the game, `pile` those that the draw pile was
  /// last made of anew.
  template <class Rules, class Log>
  HypothesisFilterOf(const Rules& rules, Viewer viewer, const Log& log, const Bag& unseen,
                     const PlacesNow& now, const Bag& all, const Bag& pile)
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
        if (is_hidden(log.from(i)) || is_hidden(log.to(i))) replay(rules, log, i);
        const SeenKind kind = log.kind(i);
        newest_[log.to(i)] = kind;
        if (kind) last_[log.to(i)] = kind;
        continue;
      }
      // Of cards shown one after another the last says how many there were.
      if (i + 1 < log.size() && goes_on(log, i)) continue;
      if (log.begins_reshuffle(i)) {
        for (Hypothesis& hypothesis : hypotheses_)
          hypothesis.sources.add(piles_[piles_.size() - source_ - 1U]);
        ++source_;
      }
      replay(rules, log, i);
    }
    end(now);
  }

  [[nodiscard]] const Hypotheses& hypotheses() const { return hypotheses_; }
  /// The source of the cards that come last: how often a pile was made anew.
  [[nodiscard]] std::size_t last_source() const { return source_; }
  /// How often something was forgotten to keep hypotheses few, or ways were rounded; 0: it is
  /// exact.
  [[nodiscard]] int approximations() const { return approximations_; }
  /// Whether cards of a place are unknown to the viewer but for what the log says; the viewer's
  /// own are where not all is remembered that came there.
  [[nodiscard]] bool is_hidden(int place) const { return (hidden_ >> place & 1U) != 0; }

  /// Calls `visit(block)` for all blocks of a place of `size` cards, those that came last at the
  /// end; returns whether so few cards can be all there.
  bool for_each_block(const Hypothesis& hypothesis, int place, int size, auto&& visit) const {
    const int rest = others(hypothesis, place, size);
    if (rest < 0) return false;
    for (const UnseenBlock& block : hypothesis.blocks) {
      if (block.place == place) visit(block);
    }
    if (rest > 0) visit(latest(place, rest));
    return true;
  }
  /// Cards of a place of which nothing is known.
  [[nodiscard]] UnseenBlock latest(int place, int size = 0) const {
    UnseenBlock block;
    block.place = static_cast<std::uint8_t>(place);
    block.source = source_;
    block.size = static_cast<std::uint8_t>(size);
    return block;
  }

  /// The hand at `place`, of `size` cards, was counted: of a kind it holds exactly so many cards.
  /// All of them are found then: no other card there is of this kind.
  void count_hand(int place, int size, Card card, int cards) {
    const auto found = [&](const Hypothesis& hypothesis) {
      return hypothesis.seen[at(place)].count(card);
    };
    keep_if([&](const Hypothesis& hypothesis) { return found(hypothesis) <= cards; });
    erase_dropped();
    // Those that were not seen to come there are found one by one, in any order: reckoned with the
    // others among them, so that no hypothesis has more ways for having seen fewer.
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
  /// Makes hypotheses one that say the same, and forgets of each what its blocks cannot be until it
  /// `fits`.
  void simplify(auto&& fits) {
    merge();
    for (Hypothesis& hypothesis : hypotheses_) {
      while (!fits(hypothesis)) relax(hypothesis);
    }
    if (is_dropped_) merge();
    for (Hypothesis& hypothesis : hypotheses_) (void)hypothesis.weight.integer();
  }

 private:
  using UnseenBlocks = typename Hypothesis::UnseenBlocks;
  using Integer = Weight::Integer;
  static constexpr std::size_t max_blocks = Hypothesis::max_blocks;
  static constexpr std::size_t most_piles = Hypothesis::most_piles;
  static constexpr std::size_t source_count = Hypothesis::source_count;

  static constexpr std::size_t at(int place) { return Hypothesis::at(place); }
  static constexpr std::uint64_t as_weight(int cards) { return static_cast<std::uint64_t>(cards); }

  [[nodiscard]] bool is_own(int place) const { return (own_ >> place & 1U) != 0; }

  // Of the cards that a place holds the last come, of which nothing is known; below 0: none fit.
  static int others(const Hypothesis& hypothesis, int place, int size) {
    return size - hypothesis.known_count[at(place)];
  }

  // ---- Going through what was seen ----

  // The cards that were hidden when the log begins: those of now, and what was seen to change.
  void begin(Viewer viewer, const auto& log, Bag hidden, const PlacesNow& now, const Bag& all,
             const Bag& pile) {
    for (int place = 0; place < hidden_place_count; ++place) {
      if (!is_hidden(place) || !now[at(place)].is_shown) continue;
      const Bag& shown = now[at(place)].shown;
      bool fit = true;
      shown.kinds().for_each([&](Card card) {
        fit = fit && hidden.count(card) + shown.count(card) <= Bag::most_copies(card);
      });
      if (!fit) return;
      hidden += shown;
    }
    // Of cards that are not hidden those are looked at that are said to have come.
    Counts own{};
    if (!viewer.is_spectator()) {
      const Bag& hand = now[at(viewer.seat())].shown;
      hand.kinds().for_each(
          [&](Card card) { own[card.index] = static_cast<std::int16_t>(hand.count(card)); });
    }
    // The last reshuffle comes first; at the next one it is told what the pile was made of before.
    Bag made_of = pile;
    for (std::size_t i = log.size(); i-- > 0;) {
      if (log.type(i) != LogEntry::Type::Move) {
        if (!log.begins_reshuffle(i)) continue;
        if (piles_.size() == most_piles || !hidden.contains(made_of)) return;
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
        if (hidden.count(card) >= Bag::most_copies(card)) return;
        hidden.add(card);
      } else {
        if (hidden.count(card) == 0) return;
        hidden.remove(card);
      }
    }
    hypotheses_.add(Hypothesis()).sources.add(hidden);
  }
  // Cards by kind; entries tell of no more kinds than fit into them.
  using Counts = std::array<std::int16_t, 128>;

  static bool goes_on(const auto& log, std::size_t i) {
    if (log.type(i) != LogEntry::Type::Show || log.type(i + 1) != LogEntry::Type::Show)
      return false;
    const LogEntry entry = log[i];
    const LogEntry next = log[i + 1];
    return entry.kind && entry.kind == next.kind && entry.from == next.from &&
           entry.amount + 1 == next.amount;
  }

  // The kinds that a card that moves unseen or a hand cannot be of.
  static Set excluded(const auto& rules, const LogEntry& entry) {
    if (entry.type == LogEntry::Type::Lack) return rules.lacked(Card::of(*entry.kind));
    if (entry.type != LogEntry::Type::Move || entry.kind) return {};
    return rules.not_among(entry.constraint);
  }
  void replay(const auto& rules, const auto& log, std::size_t nth) {
    const LogEntry entry = log[nth];
    if (!is_hidden(entry.from)) {
      // Hypotheses stay apart.
      if (entry.type != LogEntry::Type::Move || !is_hidden(entry.to)) return;
      for (Hypothesis& hypothesis : hypotheses_)
        add_seen(hypothesis, entry.to, Card::of(*entry.kind));
      return;
    }
    if (entry.type == LogEntry::Type::Show && !entry.kind) return;
    const Set without = excluded(rules, entry);
    // Hypotheses that come of one stand at the end.
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

  void drop(Hypothesis& hypothesis) {
    hypothesis.weight = 0;
    is_dropped_ = true;
  }

  // Each of the choices that a hypothesis leaves open makes one of its own; the first stays where
  // it was.
  template <class Choice>
  void split(std::size_t i, auto&& for_each_choice, auto&& take) {
    Hypothesis& hypothesis = hypotheses_[i];
    std::optional<Choice> first;
    for_each_choice(hypothesis, [&](const Choice& choice) {
      if (!first) {
        first = choice;
      } else {
        take(hypotheses_.add(hypothesis), choice);
      }
    });
    if (!first) return drop(hypothesis);
    take(hypothesis, *first);
  }

  // One of the cards that may have moved: one seen to come, or one of the `nth` block, those that
  // came last being behind all. Hypotheses become several seldom, so that it is kept small.
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

  // One for each kind that was seen to come and each block.
  using Candidates = InplaceVector<Candidate, max_card_kind_count + max_blocks + 1>;

  // Any of the cards that may have moved has.
  CHEMIX_INLINE_FOLD void move(std::size_t i, const LogEntry& entry, const Set& without) {
    Candidates candidates;
    add_candidates(candidates, hypotheses_[i], entry, without);
    take_any(i, candidates, entry, without);
  }
  // A card that was not seen to come to a place is of this kind.
  void find(std::size_t i, int place, int size, Card card) {
    const LogEntry stays = staying(place, size, card);
    Candidates candidates;
    add_unseen_candidates(candidates, hypotheses_[i], stays, others(hypotheses_[i], place, size));
    take_any(i, candidates, stays, {});
  }
  // A card of this kind is shown: one that was seen to come there or any other.
  void show_one(std::size_t i, int place, int rest, int size, Card card) {
    const LogEntry stays = staying(place, size, card);
    Candidates candidates;
    add_unseen_candidates(candidates, hypotheses_[i], stays, rest);
    // As `for_each_pick` has them.
    std::reverse(candidates.begin(), candidates.end());
    const int copies = hypotheses_[i].seen[at(place)].count(card);
    if (copies > 0) candidates.add(Candidate::seen(card, copies));
    take_any(i, candidates, stays, {});
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
      // Its holder has seen it, whose own cards are hidden where some of them came unseen.
      const SeenKind newest = newest_[at(place)];
      if (newest) {
        const bool is_it = entry.kind == newest && seen.count(Card::of(*newest)) > 0;
        if (is_it) candidates.add(Candidate::seen(Card::of(*newest), 1));
      } else if (rest > 0 && may_be_latest(hypothesis, entry)) {
        candidates.add(Candidate::of_block(hypothesis.blocks.size(), 1));
      }
      return;
    }
    const auto add_seen = [&](Card card) {
      const bool stays = entry.constraint == LogEntry::Constraint::NotLast &&
                         last_[at(place)] == SeenKind(card.index);
      const int copies = seen.count(card) - static_cast<int>(stays);
      if (copies > 0) candidates.add(Candidate::seen(card, copies));
    };
    if ((seen_at_ >> place & 1U) == 0) {
      // No card was seen to come there.
    } else if (entry.kind) {
      add_seen(Card::of(*entry.kind));
    } else {
      (seen.kinds() - without).for_each(add_seen);
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
  // Each candidate makes a hypothesis of its own; the first stays where it was.
  CHEMIX_INLINE_FOLD void take_any(std::size_t i, const Candidates& candidates,
                                   const LogEntry& entry, const Set& without) {
    Hypothesis& hypothesis = hypotheses_[i];
    if (candidates.empty()) return drop(hypothesis);
    for (std::size_t nth = 1; nth <= candidates.size(); ++nth) {
      const bool stays = nth == candidates.size();
      take(stays ? hypothesis : hypotheses_.add(hypothesis), candidates[stays ? 0 : nth], entry,
           without);
    }
  }
  CHEMIX_INLINE_FOLD void take(Hypothesis& hypothesis, const Candidate& candidate,
                               const LogEntry& entry, const Set& without) {
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
  void add_seen(Hypothesis& hypothesis, int place, Card card) {
    seen_at_ |= 1U << place;
    hypothesis.add_seen(place, card);
  }
  // Whether what moves may be one of a block.
  static bool may_be_of(const Hypothesis& hypothesis, const UnseenBlock& block,
                        const LogEntry& entry) {
    if (!entry.kind) return true;
    const Card card = Card::of(*entry.kind);
    return !block.without.contains(card) && hypothesis.sources[block.source].count(card) > 0;
  }
  // Whether it may be one of those that came last.
  [[nodiscard]] bool may_be_latest(const Hypothesis& hypothesis, const LogEntry& entry) const {
    return !entry.kind || hypothesis.sources[source_].count(Card::of(*entry.kind)) > 0;
  }

  // Of cards of a kind that are shown, how many were seen to come, and how many are of each block,
  // those that came last being behind all.
  struct Picks {
    int seen = 0;
    std::array<std::uint8_t, max_blocks + 1> of_block{};
    /// In how many ways: any of the cards, in any order.
    std::uint64_t ways = 1;
  };

  // So many cards of a kind are shown: any of those that are there, some of which may have been
  // seen to come.
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
    // From the last one on, since blocks of which nothing is left go.
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
  // The blocks of a place cannot be some kinds.
  static void exclude(Hypothesis& hypothesis, int place, const Set& kinds) {
    UnseenBlocks& blocks = hypothesis.blocks;
    const auto is_here = [&](const UnseenBlock& block) { return block.place == place; };
    UnseenBlock* const first = std::find_if(blocks.begin(), blocks.end(), is_here);
    UnseenBlock* const end = std::find_if_not(first, blocks.end(), is_here);
    bool any_changes = false;
    for (UnseenBlock* block = first; block != end; ++block) {
      if ((kinds - block->without).empty()) continue;
      any_changes = true;
      hypothesis.hash -= block->mark();
      block->exclude(kinds);
      hypothesis.hash += block->mark();
    }
    if (!any_changes || end - first < 2) return;
    sort_few(first, end);
    // Those that are alike now are one.
    UnseenBlock* kept = first;
    for (UnseenBlock* block = first; block != end; ++block) {
      if (kept != first && kept[-1].is_like(*block)) {
        hypothesis.hash -= block->mark() + kept[-1].mark();
        kept[-1].size = static_cast<std::uint8_t>(kept[-1].size + block->size);
        hypothesis.hash += kept[-1].mark();
      } else {
        *kept++ = *block;
      }
    }
    blocks.erase(kept, end);
  }

  void lack(Hypothesis& hypothesis, const LogEntry& entry, const Set& lacked) {
    if (!(hypothesis.seen[entry.from].kinds() & lacked).empty()) return drop(hypothesis);
    exclude_unseen(hypothesis, entry.from, entry.size, lacked);
  }
  // What was not seen to come to a place cannot be some kinds.
  void exclude_unseen(Hypothesis& hypothesis, int place, int size, const Set& kinds) {
    const int rest = others(hypothesis, place, size);
    if (rest < 0) return drop(hypothesis);
    exclude(hypothesis, place, kinds);
    UnseenBlock last = latest(place);
    last.exclude(kinds);
    add_to_block(hypothesis, last, rest);
  }

  // What was in a hand then is of the older cards.
  void reshuffle(Hypothesis& hypothesis, const LogEntry& entry) {
    const int rest = others(hypothesis, entry.from, entry.size);
    if (rest < 0) return drop(hypothesis);
    // In the middle of this all sources may have become one.
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

  // Adds cards to a block; those that came last are not kept.
  void add_to_block(Hypothesis& hypothesis, UnseenBlock like, int cards) {
    if (cards == 0 || like.is_like(latest(like.place))) return;
    auto& blocks = hypothesis.blocks;
    for (;;) {
      // Most are of other places: going through all is faster than halving.
      UnseenBlock* const found =
          std::find_if(blocks.begin(), blocks.end(),
                       [&](const UnseenBlock& block) { return block.is_like(like); });
      if (found != blocks.end()) return hypothesis.resize(*found, cards);
      if (blocks.size() < max_blocks) break;
      relax(hypothesis);
      // Its source may be one with the next now.
      while (like.source < source_ && hypothesis.sources[like.source].empty()) ++like.source;
      if (like.is_like(latest(like.place))) return;
    }
    like.size = static_cast<std::uint8_t>(cards);
    hypothesis.insert(like);
  }
  // Forgets what the block cannot be of which that is known least; if nothing is known of any,
  // which cards are of the oldest source.
  void relax(Hypothesis& hypothesis) {
    ++approximations_;
    UnseenBlock* loosest = nullptr;
    for (UnseenBlock& block : hypothesis.blocks) {
      if (block.without.empty()) continue;
      if (loosest == nullptr || block.without.size() < loosest->without.size()) loosest = &block;
    }
    if (loosest == nullptr) return merge_sources(hypothesis, oldest_source(hypothesis));
    UnseenBlock any = *loosest;
    any.without = Set();
    any.hash = 0;
    hypothesis.resize(*loosest, -any.size);
    add_to_block(hypothesis, any, any.size);
  }

  [[nodiscard]] std::size_t most_hypotheses() const {
    return work_ < most_work ? max_hypotheses : few_hypotheses;
  }
  // Hypotheses that say the same are one. Of too many something is forgotten that sets them apart;
  // so no world is ever lost.
  void merge() {
    erase_dropped();
    unite();
    for (; hypotheses_.size() > most_hypotheses(); ++approximations_) {
      forget();
      unite();
    }
    merged_ = hypotheses_.size();
    keep_weights_short();
  }
  // As long as few have come to those there were, looking for equal ones takes longer than they do.
  void merge_many() {
    erase_dropped();
    if (hypotheses_.size() > std::min(most_hypotheses(), 2 * merged_ + 2)) return merge();
    keep_weights_short();
  }
  void erase_dropped() {
    if (!is_dropped_) return;
    hypotheses_.keep_if(
        [](const Hypothesis& hypothesis, std::size_t) { return !hypothesis.weight.is_zero(); });
    is_dropped_ = false;
  }
  void keep_weights_short() {
    if (hypotheses_.size() == 1) hypotheses_[0].weight = 1;
    if (hypotheses_.size() < 2) return;
    for (Hypothesis& hypothesis : hypotheses_) {
      if (hypothesis.weight.is_wide()) return shorten();
    }
  }

  [[nodiscard]] int widest_weight() const {
    int widest = 0;
    for (const Hypothesis& hypothesis : hypotheses_) {
      widest = std::max(widest, hypothesis.weight.integer().bit_width());
    }
    return widest;
  }
  [[nodiscard]] bool divides_all(const OddDivisor& divisor) const {
    for (const Hypothesis& hypothesis : hypotheses_) {
      Integer weight = hypothesis.weight.integer();
      if (!weight.divide_exactly(divisor)) return false;
    }
    return true;
  }
  // Takes what all weights have in common out of them, and rounds them if that is not enough.
  void shorten() {
    int twos = 64 * static_cast<int>(Integer::size);
    for (Hypothesis& hypothesis : hypotheses_) {
      twos = std::min(twos, hypothesis.weight.integer().trailing_zeros());
    }
    for (Hypothesis& hypothesis : hypotheses_) hypothesis.weight.integer().shift_right(twos);
    static constexpr std::array<OddDivisor, 5> odd_primes = {3U, 5U, 7U, 11U, 13U};
    for (const OddDivisor& prime : odd_primes) {
      while (divides_all(prime)) {
        for (Hypothesis& hypothesis : hypotheses_)
          hypothesis.weight.integer().divide_exactly(prime);
      }
    }
    const int widest = widest_weight();
    if (widest <= Weight::most_bits) return;
    for (Hypothesis& hypothesis : hypotheses_) {
      Integer& weight = hypothesis.weight.integer();
      weight.shift_right(widest - Weight::most_bits / 2);
      if (weight == Integer()) weight = 1;
    }
    ++approximations_;
  }

  void unite() {
    if (hypotheses_.size() < 2) return;
    work_ += hypotheses_.size();
    // Of each one that is kept its number from 1 on, and above it the hash.
    thread_local std::vector<std::uint64_t> index;
    index.assign(std::bit_ceil(2 * hypotheses_.size()), 0);
    const std::size_t slots = index.size() - 1;
    hypotheses_.keep_if([&](Hypothesis& hypothesis, std::size_t kept) {
      const auto hash = static_cast<std::uint32_t>(hypothesis.hash * 0x9E3779B97F4A7C15U >> 32);
      for (std::size_t slot = hash & slots;; slot = (slot + 1) & slots) {
        if (index[slot] == 0) {
          index[slot] = std::uint64_t{hash} << 32 | (kept + 1);
          return true;
        }
        if (index[slot] >> 32 != hash) continue;
        Hypothesis& other = hypotheses_[static_cast<std::uint32_t>(index[slot]) - 1];
        if (!are_alike(other, hypothesis)) continue;
        other.weight += hypothesis.weight;
        return false;
      }
    });
  }
  [[nodiscard]] bool are_alike(const Hypothesis& one, const Hypothesis& other) const {
    const auto first = static_cast<std::size_t>(std::countr_zero(seen_at_ | 1U << 31));
    const auto end = static_cast<std::size_t>(std::bit_width(seen_at_));
    // What is in none of these is in the last source: all hypotheses are of the same cards.
    return one.blocks.size() == other.blocks.size() &&
           are_equal(one.seen.data(), other.seen.data(), first, end) &&
           are_equal(one.sources.begin(), other.sources.begin(), 0, source_) &&
           are_equal(one.blocks.begin(), other.blocks.begin(), 0, one.blocks.size());
  }
  // By their bytes, since mostly they are; the large ones all at once.
  template <class T>
  static bool are_equal(const T* ones, const T* others, std::size_t first, std::size_t end) {
    static_assert(std::has_unique_object_representations_v<T>);
    if (first >= end) return true;
    if constexpr (sizeof(T) > sizeof(UnseenBlock)) {
      return std::memcmp(ones + first, others + first, (end - first) * sizeof(T)) == 0;
    }
    for (; first < end; ++first) {
      if (std::memcmp(ones + first, others + first, sizeof(T)) != 0) return false;
    }
    return true;
  }
  // Calls `visit(place)` for all places to which a card was seen to come.
  void for_each_seen_at(auto&& visit) const {
    for (unsigned rest = seen_at_; rest != 0; rest &= rest - 1) {
      visit(static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }

  // By place, the kinds of which not all hypotheses have seen as many come there.
  using Varied = std::array<Set, hidden_place_count>;
  [[nodiscard]] Varied varied() const {
    Varied varied;
    for_each_seen_at([&](std::size_t place) {
      const auto first = hypotheses_[0].seen[place].words();
      auto differing = decltype(first){};
      for (const Hypothesis& hypothesis : hypotheses_) {
        const auto words = hypothesis.seen[place].words();
        for (std::size_t i = 0; i < words.size(); ++i) differing[i] |= words[i] ^ first[i];
      }
      varied[place] = Bag::kinds_in(differing);
    });
    return varied;
  }
  // The kind that hypotheses disagree about most, if there is one.
  [[nodiscard]] std::optional<Card> most_varied_kind(const Varied& varied) const {
    Set kinds;
    for (const Set& here : varied) kinds = kinds | here;
    std::optional<Card> found;
    int most = 0;
    kinds.for_each([&](Card card) {
      // The counts in all places as one number, of which most places make the same part.
      const auto part = [&](std::size_t place, const Hypothesis& hypothesis) {
        return static_cast<std::uint64_t>(hypothesis.seen[place].count(card))
               << (6 * (hidden_place_count - 1 - place));
      };
      std::uint64_t same = 0;
      int copies = 0;
      InplaceVector<std::size_t, hidden_place_count> places;
      for_each_seen_at([&](std::size_t place) {
        copies += hypotheses_[0].seen[place].count(card);
        if (varied[place].contains(card)) {
          places.add(place);
        } else {
          same |= part(place, hypotheses_[0]);
        }
      });
      // All copies of the kind share themselves out between so many places and the others.
      for (const Bag& source : hypotheses_[0].sources) copies += source.count(card);
      const auto shares = static_cast<int>(places.size());
      if (choose_few(copies + shares, shares) <= static_cast<std::uint64_t>(most)) return;
      // How many different ones there are, nearly: of 64 marks those that some of them set.
      const std::size_t stride = std::max<std::size_t>(1, hypotheses_.size() / few_hypotheses);
      std::uint64_t marks = 0;
      for (std::size_t i = 0; i < hypotheses_.size(); i += stride) {
        std::uint64_t counts = same;
        for (const std::size_t place : places) counts |= part(place, hypotheses_[i]);
        marks |= std::uint64_t{1} << (counts * 0x9E3779B97F4A7C15U >> 58);
      }
      if (popcount(marks) <= most) return;
      most = popcount(marks);
      found = card;
    });
    return found;
  }
  // Of the kind that hypotheses disagree about most only those cards were seen of which all say so;
  // if there is none, it is not known which cards are of the oldest source.
  void forget() {
    const Varied varied = this->varied();
    const std::optional<Card> card = most_varied_kind(varied);
    if (!card) {
      std::size_t oldest = source_;
      for (const Hypothesis& hypothesis : hypotheses_)
        oldest = std::min(oldest, oldest_source(hypothesis));
      for (Hypothesis& hypothesis : hypotheses_) merge_sources(hypothesis, oldest);
      return;
    }
    for_each_seen_at([&](std::size_t place) {
      if (!varied[place].contains(*card)) return;
      int certain = hypotheses_[0].seen[place].count(*card);
      for (const Hypothesis& hypothesis : hypotheses_) {
        certain = std::min(certain, hypothesis.seen[place].count(*card));
      }
      for (Hypothesis& hypothesis : hypotheses_) {
        for (int more = hypothesis.seen[place].count(*card) - certain; more > 0; --more) {
          hypothesis.remove_seen(static_cast<int>(place), *card);
          hypothesis.sources[source_].add(*card);
        }
      }
    });
  }

  // The first that has cards.
  [[nodiscard]] std::size_t oldest_source(const Hypothesis& hypothesis) const {
    std::size_t source = 0;
    while (source < source_ && hypothesis.sources[source].empty()) ++source;
    return source;
  }
  // A source becomes one with the next; of the last one it is not known any more what blocks cannot
  // be.
  void merge_sources(Hypothesis& hypothesis, std::size_t source) const {
    hypothesis.rearrange_blocks([&] {
      if (source == source_) return hypothesis.blocks.clear();
      hypothesis.sources[source + 1] += hypothesis.sources[source];
      hypothesis.sources[source] = Bag();
      UnseenBlocks united;
      for (UnseenBlock block : hypothesis.blocks) {
        if (block.source == source) ++block.source;
        if (block.is_like(latest(block.place))) continue;
        UnseenBlock* const found =
            std::find_if(united.begin(), united.end(),
                         [&](const UnseenBlock& other) { return other.is_like(block); });
        if (found == united.end()) {
          united.add(block);
        } else {
          found->size = static_cast<std::uint8_t>(found->size + block.size);
        }
      }
      sort_few(united.begin(), united.end());
      hypothesis.blocks = united;
    });
  }

  // ---- Where all this ended ----

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
  void keep_if(auto&& holds) {
    for (Hypothesis& hypothesis : hypotheses_) {
      if (!holds(hypothesis)) drop(hypothesis);
    }
  }

  // So many hypotheses are gone through, for each entry and to find equal ones, before they are to
  // be few.
  static constexpr std::size_t most_work = 800;

  // Places as bits: the viewer's own hand, and those that are hidden.
  unsigned own_ = 0;
  unsigned hidden_ = 0;
  bool forgot_own_ = false;
  std::uint8_t source_ = 0;
  // Draw piles that were made anew, the last one first.
  InplaceVector<Bag, most_piles> piles_;
  // The kind that was seen last to come to each place, and the kind of the card that came last, if
  // it was seen.
  std::array<SeenKind, 8> last_{};
  std::array<SeenKind, 8> newest_{};
  Hypotheses hypotheses_;
  // Where hypotheses may have cards that were seen to come, as bits.
  unsigned seen_at_ = 0;
  // How many hypotheses were gone through, for each entry and to find equal ones.
  std::size_t work_ = 0;
  // How many hypotheses there were when equal ones were last looked for.
  std::size_t merged_ = 1;
  bool is_dropped_ = false;
  int approximations_ = 0;
};

}  // namespace chemix
