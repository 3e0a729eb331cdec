// SPDX-License-Identifier: Apache-2.0
// Observation log: a bounded log of observations about hidden cards, from which beliefs are
// computed.
#pragma once

#include "chemix/beliefs/log_entry.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/cards/card_bits.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/player.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace chemix {

/// A bounded log of observations about hidden cards, beyond the public counts. All viewers share
/// it, and each sees of an entry what it saw of the event. Nothing is derived from the log until a
/// belief is requested (`Belief`), so that it costs little per step. When there is no room, the
/// oldest entries are forgotten; the others stay true. The more hands, the fewer bits are left for
/// the kind.
template <int Hands, std::size_t Capacity>
class ObservationLogOf {
 public:
  static constexpr int hand_count = Hands;
  static constexpr std::size_t capacity = Capacity;
  /// Eleven bits hold the size of the place, and the amount or the constraint.
  static constexpr int size_bits = Hands <= 4 ? 7 : 8;
  static constexpr int max_size = (1 << size_bits) - 1;
  static constexpr int max_amount = (1 << (11 - size_bits)) - 1;
  /// Twelve bits hold the kind and who saw it; for everybody, all bits of the latter are set.
  static constexpr int seen_bits = (std::max)(Hands, 5);
  static constexpr std::uint32_t seen_by_everyone = (1U << seen_bits) - 1;
  /// Kinds below this can be recorded.
  static constexpr std::uint32_t kind_count = (1U << (12 - seen_bits)) - 1;
  /// The maximum number of reshuffles that are kept, if there is room.
  static constexpr std::size_t max_reshuffles = 15;
  /// The number of cards in one entry of a pile. The entry uses all bits of a word except those of
  /// its type and of its viewers.
  static constexpr int pile_bits = 29 - seen_bits;

  constexpr bool operator==(const ObservationLogOf&) const = default;

  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] CHEMIX_INLINE constexpr LogEntry operator[](std::size_t i) const {
    return unpacked(entries_[i]);
  }
  /// All entries, four bytes each.
  [[nodiscard]] constexpr std::span<const std::uint32_t> words() const {
    return std::span(entries_).first(size_);
  }
  [[nodiscard]] static constexpr LogEntry entry_of(std::uint32_t word) { return unpacked(word); }
  /// Whether `other` is a prefix of this log.
  [[nodiscard]] constexpr bool begins_with(const ObservationLogOf& other) const {
    return other.size_ <= size_ &&
           std::equal(other.entries_.begin(), other.entries_.begin() + other.size_,
                      entries_.begin());
  }
  /// Becomes `other`, of which this log is a prefix; copies only the new entries.
  constexpr void extend_to(const ObservationLogOf& other) {
    std::copy(other.entries_.begin() + size_, other.entries_.begin() + other.size_,
              entries_.begin() + size_);
    size_ = other.size_;
    marked_ = other.marked_;
    forgotten_ = other.forgotten_;
  }
  /// The number of entries forgotten.
  [[nodiscard]] constexpr int forgotten() const { return forgotten_; }
  constexpr void set_forgotten(std::uint16_t times) { forgotten_ = times; }

  /// Records that a card moves, or that a card of `from` is shown. `size` is the number of cards in
  /// `from` just before, if it is hidden.
  constexpr void learn(const Event& event, HiddenPlace from, HiddenPlace to, int size,
                       LogEntry::Constraint among = LogEntry::Constraint::AnyCard) {
    LogEntry entry{LogEntry::Type::Move, from,          to,
                   event.kind,           event.seen_by, static_cast<std::uint8_t>(size)};
    switch (event.verb) {
      case Verb::Deal:
      case Verb::Move:
        if (!event.is_public() || among == LogEntry::Constraint::Newest) entry.constraint = among;
        return move(entry);
      case Verb::Show:
        if (from == place_public) return;
        entry.type = LogEntry::Type::Show;
        entry.to = place_public;
        entry.amount = static_cast<std::uint8_t>(event.amount);
        return add(entry);
      default:
        return;
    }
  }
  /// Records that the hand of `player`, of `size` cards, holds no card of a kind.
  constexpr void lack(Player player, Card kind, int size) {
    const auto hand = static_cast<HiddenPlace>(player);
    add({LogEntry::Type::Lack, hand, place_public, kind.index, ViewerSet::everyone(),
         static_cast<std::uint8_t>(size)});
  }
  /// Records that all cards of a hidden place move to another one, which is empty.
  constexpr void move_all(HiddenPlace from, HiddenPlace to) {
    if (is_marked(from)) add({LogEntry::Type::MoveAll, from, to, {}, ViewerSet::everyone()});
  }
  /// Records that one of `cards` set aside goes back to the other discarded cards.
  constexpr void put_back(const Event& event, int cards) {
    if (is_marked(place_set_aside)) learn(event, place_set_aside, place_discarded, cards);
  }
  /// Records that the last `cards` discarded are set aside, unless some already are.
  constexpr void set_aside(int cards) {
    if (is_marked(place_set_aside)) return;
    for (std::size_t i = size_; i-- > 0 && cards > 0;) {
      LogEntry entry = unpacked(entries_[i]);
      if (type(i) == LogEntry::Type::Pile || entry.to != place_discarded) continue;
      entry.to = place_set_aside;
      entries_[i] = packed(entry);
      --cards;
    }
    marked_ |= bit(place_set_aside);
    recompute_marks();
  }
  /// Records that cards that everybody knows become the draw pile, which is empty. `held(place)`
  /// returns the number of cards in each of the first `places` places; `before` are the cards of
  /// the previous draw pile. Forgets what came before the earliest of `max_reshuffles` reshuffles.
  constexpr void reshuffle(int places, auto&& held, const CardBits& before = {}) {
    std::size_t hands = 0;
    for (int i = 0; i < places; ++i) hands += held(static_cast<HiddenPlace>(i)) > 0 ? 1U : 0U;
    if (hands == 0) {
      // Nothing was hidden, so nothing needs to be remembered.
      const std::uint16_t forgotten = forgotten_;
      *this = ObservationLogOf();
      forgotten_ = forgotten;
      return;
    }
    std::size_t reshuffles = 1;
    for (std::size_t i = size_; i-- > 0;) {
      if (!begins_reshuffle(i) || ++reshuffles <= max_reshuffles) continue;
      while (i < size_ && type(i) == LogEntry::Type::Reshuffle) ++i;
      forget(i);
      break;
    }
    // Make room for all of it first, so that no part of it is forgotten.
    while (size_ + pile_entries(before) + hands > capacity) make_room();
    const bool is_first = !any_reshuffle();
    if (!is_first) add_pile(before);
    for (int i = 0; i < places; ++i) {
      const auto place = static_cast<HiddenPlace>(i);
      const int size = held(place);
      if (size == 0) continue;
      add({LogEntry::Type::Reshuffle,
           place,
           place_draw_pile,
           {},
           ViewerSet::everyone(),
           static_cast<std::uint8_t>(size)});
    }
  }
  /// The number of entries that a pile takes.
  [[nodiscard]] static constexpr std::size_t pile_entries(const CardBits& cards) {
    std::size_t words = cards.size();
    while (words > 0 && cards[words - 1] == 0) --words;
    if (words == 0) return 0;
    const int bits = 64 * static_cast<int>(words) - std::countl_zero(cards[words - 1]);
    return static_cast<std::size_t>((bits + pile_bits - 1) / pile_bits);
  }
  /// Adds the cards of the previous draw pile; the entries of the reshuffle must follow.
  /// Precondition: there is room.
  constexpr void add_pile(const CardBits& cards) {
    for (std::size_t part = 0; part < pile_entries(cards); ++part) {
      add_part(part_at(cards, static_cast<int>(part) * pile_bits));
    }
  }
  /// Adds one part of such a pile.
  constexpr void add_part(std::uint32_t part) {
    entries_[size_++] = static_cast<std::uint32_t>(LogEntry::Type::Pile) |
                        (part & ((1U << low_bits) - 1)) << 3 | seen_by_everyone << seen_at |
                        part >> low_bits << size_at;
  }
  /// The part of a pile that an entry holds.
  static constexpr std::uint32_t part_of(std::uint32_t word) {
    return (word >> 3 & ((1U << low_bits) - 1)) | word >> size_at << low_bits;
  }
  /// The cards of the draw pile before the reshuffle that begins at entry `i`; none if it was the
  /// first.
  [[nodiscard]] constexpr CardBits pile_before(std::size_t i) const {
    std::size_t first = i;
    while (first > 0 && type(first - 1) == LogEntry::Type::Pile) --first;
    CardBits cards{};
    for (std::size_t at = 0; first < i && at < 64 * cards.size(); ++first, at += pile_bits) {
      const std::uint64_t part = part_of(entries_[first]);
      cards[at / 64] |= part << (at % 64);
      const bool continues = at % 64 + pile_bits > 64 && at / 64 + 1 < cards.size();
      if (continues) cards[at / 64 + 1] |= part >> (64 - at % 64);
    }
    return cards;
  }

  /// The log as `viewer` knows it.
  [[nodiscard]] constexpr ObservationLogOf as_seen_by(Viewer viewer) const {
    ObservationLogOf seen = *this;
    // This includes unused entries, which are 0, so that the loop can be vectorized.
    for (std::uint32_t& entry : seen.entries_) entry = as_seen_by(entry, viewer);
    return seen;
  }
  /// The public parts of entry `i`: its type and places.
  [[nodiscard]] constexpr LogEntry::Type type(std::size_t i) const {
    return static_cast<LogEntry::Type>(entries_[i] & 7);
  }
  [[nodiscard]] constexpr HiddenPlace from(std::size_t i) const {
    return static_cast<HiddenPlace>(entries_[i] >> 3 & 7);
  }
  [[nodiscard]] constexpr HiddenPlace to(std::size_t i) const {
    return static_cast<HiddenPlace>(entries_[i] >> 6 & 7);
  }
  /// The kind of entry `i`, if it has one.
  [[nodiscard]] constexpr SeenKind kind(std::size_t i) const { return kind_of(entries_[i]); }
  /// Whether entry `i` is the first of a reshuffle, which has one entry per hand.
  [[nodiscard]] constexpr bool begins_reshuffle(std::size_t i) const {
    return type(i) == LogEntry::Type::Reshuffle &&
           (i == 0 || type(i - 1) != LogEntry::Type::Reshuffle || from(i - 1) >= from(i));
  }
  /// Entry `i` as `viewer` knows it.
  [[nodiscard]] constexpr LogEntry as_seen_by(Viewer viewer, std::size_t i) const {
    return unpacked(as_seen_by(entries_[i], viewer));
  }

  /// Adds an entry of any type except `Pile`.
  constexpr void add(const LogEntry& entry) {
    if (size_ == capacity) make_room();
    entries_[size_] = packed(entry);
    mark_by(entries_[size_++]);
  }

 private:
  static constexpr std::uint8_t bit(HiddenPlace place) {
    constexpr unsigned hidden = (1U << hidden_place_count) - 1;
    return static_cast<std::uint8_t>(1U << place & hidden);
  }
  [[nodiscard]] constexpr bool is_marked(HiddenPlace place) const {
    return (marked_ & bit(place)) != 0;
  }
  // A place is marked if something is remembered of it.
  struct Marks {
    unsigned known = 0;
    // Places that the entry leaves empty: nothing is remembered of them.
    unsigned gone = 0;
  };
  // Branchless, since every step runs it.
  static constexpr Marks marks_of(std::uint32_t word) {
    constexpr auto bit_of = [](LogEntry::Type type) { return 1U << static_cast<unsigned>(type); };
    constexpr unsigned marks_to = bit_of(LogEntry::Type::Move) | bit_of(LogEntry::Type::MoveAll) |
                                  bit_of(LogEntry::Type::Reshuffle);
    constexpr unsigned marks_from = bit_of(LogEntry::Type::Show) | bit_of(LogEntry::Type::Lack) |
                                    bit_of(LogEntry::Type::Reshuffle);
    const auto type = static_cast<LogEntry::Type>(word & 7);
    const unsigned from = bit(static_cast<HiddenPlace>(word >> 3 & 7));
    const unsigned to = bit(static_cast<HiddenPlace>(word >> 6 & 7));
    const bool empties = type == LogEntry::Type::MoveAll ||
                         (type == LogEntry::Type::Move && (word >> size_at & max_size) == 1);
    return {
        ((marks_to & bit_of(type)) != 0 ? to : 0U) | ((marks_from & bit_of(type)) != 0 ? from : 0U),
        empties ? from : 0U};
  }
  constexpr void mark_by(std::uint32_t word) {
    const Marks marks = marks_of(word);
    marked_ = static_cast<std::uint8_t>((marked_ & ~marks.gone) | marks.known);
  }
  // Recomputes the marks after entries were forgotten. No new marks arise: the last entry about
  // each marked place decides.
  constexpr void recompute_marks() {
    unsigned open = marked_;
    unsigned known = 0;
    for (std::size_t i = size_; i-- > 0 && open != 0;) {
      const Marks marks = marks_of(entries_[i]);
      known |= marks.known & open;
      open &= ~(marks.known | marks.gone);
    }
    marked_ = static_cast<std::uint8_t>(known);
  }

  // A pile entry stores its low bits where others store places and kind, the rest where they store
  // numbers.
  static constexpr int low_bits = 18 - seen_bits;
  static constexpr std::uint32_t part_at(const CardBits& cards, int bit) {
    const auto at = static_cast<std::size_t>(bit) / 64;
    const int shift = bit % 64;
    std::uint64_t part = cards[at] >> shift;
    if (shift > 0 && at + 1 < cards.size()) part |= cards[at + 1] << (64 - shift);
    return static_cast<std::uint32_t>(part & ((1U << pile_bits) - 1));
  }
  [[nodiscard]] constexpr bool is_of_reshuffle(std::size_t i) const {
    return type(i) == LogEntry::Type::Reshuffle || type(i) == LogEntry::Type::Pile;
  }
  [[nodiscard]] constexpr bool any_reshuffle() const {
    for (std::size_t i = 0; i < size_; ++i) {
      if (type(i) == LogEntry::Type::Reshuffle) return true;
    }
    return false;
  }

  // Forgets many entries at once, so that it happens seldom; never splits a reshuffle.
  constexpr void make_room() {
    std::size_t oldest = capacity / 4;
    while (oldest < size_ && is_of_reshuffle(oldest - 1) && is_of_reshuffle(oldest)) ++oldest;
    const std::size_t size = size_;
    forget(oldest);
    if (size_ == size) drop(0, oldest);
  }
  // Forgets the entries before `oldest`, except cards that everybody saw come to hands and that
  // must still be there after all these entries.
  constexpr void forget(std::size_t oldest) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < oldest; ++i) {
      LogEntry entry = unpacked(entries_[i]);
      const bool moves = entry.type == LogEntry::Type::Move;
      if (entry.from < Hands && (moves || entry.type == LogEntry::Type::MoveAll)) {
        kept = without_gone(kept, entry);
      }
      if (!moves || entry.to >= Hands || !entry.seen_by.is_everyone()) continue;
      entry.from = place_public;
      entry.size = 0;
      entries_[kept++] = packed(entry);
    }
    drop(kept, oldest);
    forget_first_pile();
  }
  // Once the first reshuffle is forgotten, cards drawn before it count as part of the source before
  // the log begins.
  constexpr void forget_first_pile() {
    std::size_t first = 0;
    while (first < size_ && !is_of_reshuffle(first)) ++first;
    std::size_t end = first;
    while (end < size_ && type(end) == LogEntry::Type::Pile) ++end;
    if (end > first) drop(first, end);
  }
  // The first `count` entries are cards that came to hands. Keeps those whose card is surely still
  // there after `entry`, and returns how many they are.
  constexpr std::size_t without_gone(std::size_t count, const LogEntry& entry) {
    const bool one = entry.type == LogEntry::Type::Move && entry.seen_by.is_everyone();
    std::size_t kept = 0;
    bool is_gone = false;
    for (std::size_t i = 0; i < count; ++i) {
      const LogEntry came = unpacked(entries_[i]);
      const bool may_go = came.to == entry.from && !(one && (is_gone || came.kind != entry.kind));
      is_gone = is_gone || may_go;
      if (!may_go) entries_[kept++] = entries_[i];
    }
    return kept;
  }
  // Forgets the entries from `first` on and before `end`.
  constexpr void drop(std::size_t first, std::size_t end) {
    const std::size_t count = end - first;
    for (std::size_t i = end; i < size_; ++i) entries_[i - count] = entries_[i];
    size_ = static_cast<std::uint8_t>(size_ - count);
    for (std::size_t i = size_; i < size_ + count; ++i) entries_[i] = 0;
    forgotten_ = static_cast<std::uint16_t>(forgotten_ + count);
    recompute_marks();
  }

  // Records a move if it adds knowledge. A card that leaves an unmarked place may be any of its
  // cards. A card that enters a hand informs viewers who saw it, other than the holder.
  constexpr void move(const LogEntry& entry) {
    const bool tells =
        entry.to < hidden_place_count &&
        !(entry.to < Hands ? ViewerSet::only(entry.to) : ViewerSet()).contains(entry.seen_by);
    if (tells || is_marked(entry.from)) add(entry);
  }

  // Branchless.
  static constexpr std::uint32_t as_seen_by(std::uint32_t entry, Viewer viewer) {
    // If everybody saw it, all bits are set.
    const std::uint32_t sees = (viewer.is_spectator() ? seen_by_everyone : 1U << viewer.seat())
                               << seen_at;
    constexpr std::uint32_t kind = kind_count << kind_at;
    constexpr std::uint32_t amount = ~std::uint32_t{0} << amount_at;
    const bool is_show = (entry & 7) == static_cast<std::uint32_t>(LogEntry::Type::Show);
    const std::uint32_t secret = is_show ? kind | amount : kind;
    return (entry & sees) == sees ? entry : entry & ~secret;
  }

  // An entry has four bytes, so that many fit.
  static constexpr int size_at = 21;
  static constexpr int seen_at = size_at - seen_bits;
  static constexpr int kind_at = 9;
  static constexpr int amount_at = size_at + size_bits;

  static constexpr std::uint32_t packed(const LogEntry& entry) {
    const std::uint32_t seen = entry.seen_by.bits() & seen_by_everyone;
    return static_cast<std::uint32_t>(entry.type) | static_cast<std::uint32_t>(entry.from) << 3 |
           static_cast<std::uint32_t>(entry.to) << 6 |
           (entry.kind.packed() & kind_count) << kind_at | seen << seen_at |
           static_cast<std::uint32_t>(entry.size) << size_at |
           static_cast<std::uint32_t>(entry.type == LogEntry::Type::Move
                                          ? static_cast<std::uint8_t>(entry.constraint)
                                          : entry.amount)
               << amount_at;
  }
  CHEMIX_INLINE static constexpr LogEntry unpacked(std::uint32_t bits) {
    const auto seen = static_cast<std::uint8_t>(bits >> seen_at & seen_by_everyone);
    LogEntry entry{static_cast<LogEntry::Type>(bits & 7),
                   static_cast<HiddenPlace>(bits >> 3 & 7),
                   static_cast<HiddenPlace>(bits >> 6 & 7),
                   {},
                   seen == seen_by_everyone ? ViewerSet::everyone() : ViewerSet::from_bits(seen),
                   static_cast<std::uint8_t>(bits >> size_at & max_size)};
    const auto number = static_cast<std::uint8_t>(bits >> amount_at);
    if (entry.type == LogEntry::Type::Move) {
      entry.constraint = static_cast<LogEntry::Constraint>(number);
    } else {
      entry.amount = number;
    }
    entry.kind = kind_of(bits);
    return entry;
  }
  static constexpr SeenKind kind_of(std::uint32_t bits) {
    const auto kind = static_cast<std::uint8_t>(bits >> kind_at & kind_count);
    return kind == 0 ? SeenKind() : SeenKind(static_cast<std::uint8_t>(kind - 1));
  }

  std::array<std::uint32_t, capacity> entries_{};
  std::uint8_t size_ = 0;
  std::uint8_t marked_ = 0;
  std::uint16_t forgotten_ = 0;
};

/// The log of games with at most four hands.
using ObservationLog = ObservationLogOf<4, 104>;
static_assert(sizeof(ObservationLog) <= 424);

/// The log of games with at most six hands.
using LargeObservationLog = ObservationLogOf<6, 104>;

/// Knowledge with an observation log.
template <class Knowledge>
concept KeepsLog = requires(const Knowledge& knowledge) {
  knowledge.log;
};

/// The knowledge of viewers in games where only hands and a pile that nobody saw are hidden.
struct LogKnowledge {
  ObservationLog log;

  constexpr bool operator==(const LogKnowledge&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("log", self.log); }
};

/// The same for games in which cards that everybody knows are reshuffled into the draw pile.
template <class Log, class Bag>
struct LogPileKnowledgeOf {
  Log log;
  /// The cards of the last reshuffle. Those of earlier ones are in the log, where they take no more
  /// room than their deck needs.
  Bag pile;

  constexpr bool operator==(const LogPileKnowledgeOf&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("log", self.log);
    visit("pile", self.pile);
  }

  /// Records that the cards of `made_of` become the draw pile, as `ObservationLog::reshuffle` does.
  /// `all` are the cards of the game.
  constexpr void reshuffle(const Bag& made_of, const auto& all, int hands, auto&& held) {
    log.reshuffle(hands, held, bits_of(pile, all));
    pile = made_of;
  }
};

using LogPileKnowledge = LogPileKnowledgeOf<ObservationLog, CardBag>;

}  // namespace chemix
