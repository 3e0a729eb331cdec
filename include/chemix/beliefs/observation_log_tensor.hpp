// SPDX-License-Identifier: Apache-2.0
// Tensor fields of an observation log: lower bounds on the cards that a hidden place surely holds
// or lacks. The number of fields does not depend on what was seen.
#pragma once

#include "chemix/beliefs/observation_log.hpp"
#include "chemix/cards/card_tensor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace chemix {

/// By kind, a lower bound that a log implies for one place.
class SureCounts {
 public:
  [[nodiscard]] const CountsByKind& of() const { return of_; }
  [[nodiscard]] int operator[](Card card) const { return of_[card.index]; }
  /// Whether all counts are known to be 0. May be false although all are.
  [[nodiscard]] bool is_empty() const { return most_ == 0; }

  void set(Card card, int count) {
    of_[card.index] = static_cast<std::uint8_t>(count);
    most_ = (std::max)(most_, of_[card.index]);
  }
  /// Sets the count of each kind that has 1 in `kinds`; all other kinds have 0 there.
  void set_all(const CountsByKind& kinds, std::uint8_t count) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const auto is_kind = static_cast<std::uint8_t>(-kinds[i]);
      of_[i] = static_cast<std::uint8_t>((of_[i] & ~is_kind) | (count & is_kind));
    }
    most_ = (std::max)(most_, count);
  }
  void lower(Card card) {
    std::uint8_t& count = of_[card.index];
    count = count > 0 ? count - 1 : 0;
  }
  /// Lowers the count of each kind by one that has 0, and not 1, in `others`.
  void lower_but(const CountsByKind& others) {
    const std::uint8_t most = most_;
    for (std::size_t i = 0; i < of_.size(); ++i) {
      of_[i] = limited(of_[i], static_cast<std::uint8_t>(1 - others[i]), most);
    }
  }
  /// Lowers all counts by one if `lowered`, and to `limit` at most. Branchless, so that the loop
  /// can be vectorized.
  void limit(bool lowered, std::uint8_t limit) {
    if (most_ == 0 || (!lowered && most_ <= limit)) return;
    const std::uint8_t less = lowered ? 1 : 0;
    for (std::uint8_t& count : of_) count = limited(count, less, limit);
    most_ = limited(most_, less, limit);
  }

 private:
  static std::uint8_t limited(std::uint8_t count, std::uint8_t less, std::uint8_t limit) {
    const std::uint8_t at_least = count > less ? count : less;
    const auto fewer = static_cast<std::uint8_t>(at_least - less);
    return fewer < limit ? fewer : limit;
  }

  CountsByKind of_{};
  // An upper bound on all counts, to skip loops that would change nothing.
  std::uint8_t most_ = 0;
};
/// By hidden place, and for `place_public`, which nobody reads: a log of impossible events may name
/// it anywhere.
using SureCountsByPlace = std::array<SureCounts, place_public + 1>;

/// The number of cards left in an entry's place when one leaves it.
inline std::uint8_t left_by(const LogEntry& entry) {
  return static_cast<std::uint8_t>(entry.size > 0 ? entry.size - 1 : 0);
}
/// Whether a card that leaves a place may be one that was there when the place was seen. The newest
/// card is not, unless no other has come.
inline bool may_be_older(const LogEntry& entry) {
  return entry.constraint != LogEntry::Constraint::Newest;
}

/// By place and kind, how many cards a log implies to lie there now. Each count is a lower bound. A
/// later event that leaves something open, such as an unseen card that leaves, lowers it.
class SurelyHeld {
 public:
  const SureCounts& operator[](HiddenPlace place) const { return held_[place]; }

  /// Whether an entry may change something.
  [[nodiscard]] static bool minds(LogEntry::Type type, HiddenPlace) {
    return type != LogEntry::Type::Lack && type != LogEntry::Type::Pile;
  }
  /// Processes the next entry that may.
  void learn(const auto& rules, const LogEntry& entry) {
    switch (entry.type) {
      case LogEntry::Type::Move:
        if (entry.from != place_public) leave(rules, entry, held_[entry.from]);
        if (entry.to != place_public && entry.kind) {
          const Card card{*entry.kind};
          held_[entry.to].set(card, held_[entry.to][card] + 1);
        }
        break;
      case LogEntry::Type::Show:
        if (entry.kind) {
          const Card card{*entry.kind};
          held_[entry.from].set(card, std::max<int>(held_[entry.from][card], entry.amount));
        }
        break;
      case LogEntry::Type::Lack:
      case LogEntry::Type::Pile:
        break;
      case LogEntry::Type::MoveAll:
        held_[entry.to] = std::exchange(held_[entry.from], SureCounts());
        break;
      case LogEntry::Type::Reshuffle:
        held_[entry.to] = SureCounts();
        break;
    }
  }

 private:
  static void leave(const auto& rules, const LogEntry& entry, SureCounts& held) {
    bool may_be_any = false;
    if (entry.kind) {
      held.lower(Card{*entry.kind});
    } else if (may_be_older(entry) && !held.is_empty()) {
      // The set type of a game without move constraints need not have room for all kinds.
      const auto without = rules.not_among(entry.constraint);
      may_be_any = without.empty();
      if (!may_be_any) held.lower_but(counts_in(rules, without, any_kind));
    }
    held.limit(may_be_any, left_by(entry));
  }

  SureCountsByPlace held_;
};

/// By place and kind, how many cards of the place are surely not of the kind, because the place was
/// seen to hold none. Cards that come later are not counted.
class SurelyLacking {
 public:
  const SureCounts& operator[](HiddenPlace place) const { return lacking_[place]; }

  /// Whether an entry may change something.
  [[nodiscard]] bool minds(LogEntry::Type type, HiddenPlace from) const {
    if (type == LogEntry::Type::Show || type == LogEntry::Type::Pile) return false;
    return type != LogEntry::Type::Move || (from != place_public && (told_ >> from & 1) != 0);
  }
  /// Processes the next entry that may.
  void learn(const auto& rules, const LogEntry& entry) {
    switch (entry.type) {
      case LogEntry::Type::Move:
        leave(entry, lacking_[entry.from]);
        break;
      case LogEntry::Type::Show:
      case LogEntry::Type::Pile:
        break;
      case LogEntry::Type::Lack:
        lacking_[entry.from].set_all(
            counts_in(rules, rules.lacked(Card::of(*entry.kind)), any_kind), entry.size);
        break;
      case LogEntry::Type::MoveAll:
        lacking_[entry.to] = std::exchange(lacking_[entry.from], SureCounts());
        break;
      case LogEntry::Type::Reshuffle:
        lacking_[entry.to] = SureCounts();
        break;
    }
    note_told(entry.from);
    if (entry.to != place_public) note_told(entry.to);
  }

 private:
  static void leave(const LogEntry& entry, SureCounts& lacking) {
    const std::uint8_t left = left_by(entry);
    // The counted cards are not of the kind, so a card of it that leaves is none of them.
    const int of_kind = entry.kind ? lacking[Card{*entry.kind}] : 0;
    lacking.limit(may_be_older(entry), left);
    if (entry.kind) lacking.set(Card{*entry.kind}, std::min<int>(of_kind, left));
  }

  void note_told(HiddenPlace place) {
    const unsigned bit = 1U << place;
    told_ = static_cast<std::uint8_t>(lacking_[place].is_empty() ? told_ & ~bit : told_ | bit);
  }

  // A bit for each place that has counts, kept together to be checked first.
  std::uint8_t told_ = 0;
  SureCountsByPlace lacking_;
};

/// Caches what `Sure` derives from the log of one viewer. If the log extends the last one, only the
/// new entries are processed.
template <class Sure, class Log>
class SureBy {
 public:
  const Sure& of(const auto& rules, const Log& log, Viewer viewer) {
    if (!log.begins_with(learned_)) *this = SureBy();
    if (log.size() == learned_.size()) return sure_;
    learn(sure_, rules, log, viewer, learned_.size());
    learned_.extend_to(log);
    return sure_;
  }
  /// Processes the entries from `first` on, as the viewer saw them.
  static void learn(Sure& sure, const auto& rules, const Log& log, Viewer viewer,
                    std::size_t first = 0) {
    for (std::size_t i = first; i < log.size(); ++i) {
      // Most entries need not be unpacked.
      if (!sure.minds(log.type(i), log.from(i))) continue;
      const LogEntry entry = log.as_seen_by(viewer, i);
      // The viewer's own hand shows what it lacks.
      if (entry.type == LogEntry::Type::Lack && viewer.is(entry.from)) continue;
      sure.learn(rules, entry);
    }
  }

 private:
  Sure sure_;
  // The shared log, not the viewer's view of it.
  Log learned_;
};
/// Calls `use(sure)` with what `Sure` derives from the viewer's log.
template <class Sure, class Log>
void with_sure(auto& tensor, const Log& log, auto&& use) {
  using By = SureBy<Sure, Log>;
  const Viewer viewer = tensor.perspective().viewer;
  if (TensorCache* const notes = tensor.notes()) {
    use(notes->template of<By>().of(tensor.rules(), log, viewer));
  } else {
    Sure sure;
    By::learn(sure, tensor.rules(), log, viewer);
    use(sure);
  }
}

/// Writes the cards that surely lie in a place, as fractions of all copies of each kind.
void put_sure(auto& tensor, const auto& kinds, const SureCounts& sure) {
  if (sure.is_empty()) return put_kind(tensor, kinds, std::nullopt);
  put_parts(tensor, tensor.rules().kinds_in_play(), kinds, sure.of());
}
/// By hand of each other player and by kind, how many cards of the kind are surely there.
void surely_held(auto& tensor, const char* name, const SurelyHeld& sure, const auto& kinds) {
  begin_kinds(tensor, name, kinds, tensor.players() - 1,
              "cards surely in the hand of each other player, from the left, as a part of all");
  for (int i = 1; i < tensor.players(); ++i) {
    put_sure(tensor, kinds, sure[static_cast<HiddenPlace>(tensor.seat(i))]);
  }
}
/// The same for one place.
void surely_held(auto& tensor, const char* name, const SurelyHeld& sure, HiddenPlace place,
                 const auto& kinds, const char* meaning) {
  begin_kinds(tensor, name, kinds, {}, meaning);
  put_sure(tensor, kinds, sure[place]);
}
/// By hand of each other player and by kind, the fraction of the hand that surely is of other
/// kinds.
void surely_lacking(auto& tensor, const char* name, const SurelyLacking& sure,
                    const auto& hand_size, const auto& kinds) {
  begin_kinds(
      tensor, name, kinds, tensor.players() - 1,
      "part of the hand of each other player, from the left, that surely is not of the kind");
  for (int i = 1; i < tensor.players(); ++i) {
    const Player player = tensor.seat(i);
    const auto size = static_cast<std::uint8_t>(hand_size[player]);
    SureCounts lacking = sure[static_cast<HiddenPlace>(player)];
    lacking.limit(false, size);
    if (lacking.is_empty()) {
      put_kind(tensor, kinds, std::nullopt);
      continue;
    }
    // Not 0, since an empty hand has no counts.
    const auto all = static_cast<float>(size);
    put_parts(tensor, tensor.rules().kinds_in_play(), kinds, lacking.of(),
              [all](std::size_t) { return all; });
  }
}

}  // namespace chemix
