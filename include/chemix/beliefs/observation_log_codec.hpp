// SPDX-License-Identifier: Apache-2.0
// The serialized forms of an observation log: bytes, values and text.
#pragma once

#include "chemix/beliefs/observation_log.hpp"
#include "chemix/cards/card_bits.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/value.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace chemix {

/// Text: the entries from the oldest on, separated by `+`, then `~` and the number forgotten.
/// Places: `0` to `5` are hands, `d` is the draw pile, `a` discarded cards, `k` those of them that
/// are set aside, and `-` any place that everybody sees.
/// `2>0:Fe:5@02`: Fe moved from hand 2, of 5 cards, to hand 0, and players 0 and 2 saw it. `?` is a
/// kind not seen; `!` after it means a noble gas, `-` not a noble gas, `^` not the card that
/// everybody last saw come in, and `_` the newest card.
/// `1=Fe*2:7`: hand 1 was shown to hold two Fe. `1!Fe:7`: it holds none.
/// `a>>d`: all discarded cards became the draw pile.
/// `1%d:4`: hand 1 held four cards when known ones were reshuffled. `%H,H,Fe` before it: the cards
/// of the previous draw pile.
template <int Hands, std::size_t Capacity>
struct Codec<ObservationLogOf<Hands, Capacity>> {
  using Log = ObservationLogOf<Hands, Capacity>;

  static constexpr std::size_t max_added_bytes(int) { return 4 * Log::capacity; }

  static void write(auto& sink, const auto&, const Log& log) {
    sink.put(log.size(), 1);
    std::span<const std::uint32_t> words = log.words();
    const auto put_two = [&] {
      sink.put(words[0] | std::uint64_t{words[1]} << 32, 8);
      words = words.subspan(2);
    };
    // Two words per write, two writes per iteration: the hashes of a digest alternate.
    while (words.size() >= 4) {
      put_two();
      put_two();
    }
    if (words.size() >= 2) put_two();
    if (!words.empty()) sink.put(words[0], 8);
    sink.put(static_cast<std::uint64_t>(log.forgotten()), 2);
  }
  static bool read(ByteReader& source, const auto& rules, Log& log) {
    log = Log();
    const auto size = static_cast<std::size_t>(source.take(1));
    if (size > Log::capacity) return false;
    for (std::size_t i = 0; i < size; ++i) {
      const auto word = static_cast<std::uint32_t>(source.take(4));
      const LogEntry entry = Log::entry_of(word);
      if (!source.ok()) return false;
      if (entry.type == LogEntry::Type::Pile) {
        log.add_part(Log::part_of(word));
      } else {
        if (!is_valid(entry, rules)) return false;
        log.add(entry);
      }
      if (log.words()[i] != word) return false;
    }
    if (size % 2 == 1 && source.take(4) != 0) return false;
    log.set_forgotten(static_cast<std::uint16_t>(source.take(2)));
    return source.ok() && piles_fit(log, rules);
  }
  /// A map of `memos`, the entries from the oldest on, and the number `forgotten`.
  static Value to_value(const auto& rules, const Log& log) {
    Value entries = Value::list();
    for (std::size_t i = 0; i < log.size(); ++i) {
      const std::size_t end = end_of_pile(log, i);
      if (end == i) {
        entries.push_back(to_value(rules, log[i]));
        continue;
      }
      entries.push_back(
          to_value(rules, pile_entry,
                   BagCodec<Cards<decltype(rules)>>::to_value(rules, pile_at(log, end, rules))));
      i = end - 1;
    }
    return Value::map().add("entries", std::move(entries)).add("forgotten", log.forgotten());
  }
  static bool from_value(const ValueReader& source, const auto& rules, Log& log) {
    log = Log();
    return source.each_field([&](const ValueReader& field, std::string_view name) {
      if (name == "entries") {
        return field.each([&](const ValueReader& item) {
          LogEntry entry;
          std::optional<Cards<decltype(rules)>> cards;
          if (!from_value(item, rules, entry, cards)) return false;
          if (cards) {
            if (!(entry == pile_entry) || cards->empty())
              return item.refuse("is not a valid log entry");
            if (!add_pile(log, *cards, rules)) return item.refuse("the log has no room for it");
            return true;
          }
          if (!is_valid(entry, rules)) return item.refuse("is not a valid log entry");
          if (log.size() == Log::capacity) return item.refuse_beyond(Log::capacity);
          log.add(entry);
          return true;
        }) && (piles_fit(log, rules) ||
               field.refuse("a pile entry must match the reshuffle entry that follows it"));
      }
      if (name != "forgotten") return field.refuse("no such field");
      std::uint16_t forgotten = 0;
      if (!Codec<std::uint16_t>::from_value(field, rules, forgotten)) return false;
      log.set_forgotten(forgotten);
      return true;
    });
  }
  static Value schema(const auto& rules) {
    using namespace value_schema;
    Value entry = Value::map();
    entry.add("type", one_of(Value::list_of(type_names)))
        .add("from", place_schema(rules))
        .add("to", place_schema(rules))
        .add("card", or_null(Codec<Card>::schema(rules)))
        .add("constraint", one_of(Value::list_of(constraint_names)))
        .add("size", number(0, Log::max_size))
        .add("amount", number(0, Log::max_amount))
        .add("seen_by",
             or_null(list(Codec<Seat>::schema(rules)).add("maxItems", rules.player_count())))
        .add("cards", or_null(BagCodec<Cards<decltype(rules)>>::schema(rules)));
    return map(Value::map()
                   .add("entries", list(map(std::move(entry))).add("maxItems", Log::capacity))
                   .add("forgotten", Codec<std::uint16_t>::schema(rules)));
  }
  static void print(std::string& text, const auto& rules, const Log& log) {
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (i > 0) text += '+';
      const std::size_t end = end_of_pile(log, i);
      if (end == i) {
        print(text, rules, log[i]);
        continue;
      }
      text += '%';
      BagCodec<Cards<decltype(rules)>>::print(text, rules, pile_at(log, end, rules));
      i = end - 1;
    }
    text += '~' + std::to_string(log.forgotten());
  }
  static bool parse(std::string_view text, const auto& rules, Log& log) {
    log = Log();
    if (std::count(text.begin(), text.end(), '~') != 1) return false;
    std::string_view entries = split_off(text, "~");
    std::uint16_t forgotten = 0;
    if (!parse_number(text, forgotten)) return false;
    while (!entries.empty()) {
      if (entries.back() == '+' || log.size() == Log::capacity) return false;
      std::string_view told = split_off(entries, "+");
      if (told.starts_with('%')) {
        Cards<decltype(rules)> cards;
        if (!BagCodec<Cards<decltype(rules)>>::parse(told.substr(1), rules, cards)) return false;
        if (cards.empty() || !add_pile(log, cards, rules)) return false;
        continue;
      }
      LogEntry entry;
      if (!parse(told, rules, entry) || !is_valid(entry, rules)) return false;
      log.add(entry);
    }
    log.set_forgotten(forgotten);
    return piles_fit(log, rules);
  }

 private:
  static constexpr std::array<char, 8> names = [] {
    std::array<char, 8> letters{'0', '1', '2', '3', '4', '5', 'd', '-'};
    if (Hands <= place_set_aside) letters[place_set_aside] = 'k';
    if (Hands <= place_discarded) letters[place_discarded] = 'a';
    return letters;
  }();
  static constexpr std::string_view constraint_letters = "*!-^_";
  // The names in values, where hands are seats.
  static constexpr auto pile_names = [] {
    constexpr std::array<std::string_view, 4> all = {"set_aside", "discarded", "draw_pile",
                                                     "public"};
    std::array<std::string_view, static_cast<std::size_t>(8 - Hands)> these;
    std::copy(all.end() - these.size(), all.end(), these.begin());
    return these;
  }();
  static constexpr std::array<std::string_view, 6> type_names = {"move",     "show",      "lack",
                                                                 "move_all", "reshuffle", "pile"};
  static constexpr std::array<std::string_view, 5> constraint_names = {
      "all", "noble_gases", "others", "all_but_last", "newest"};

  // A pile is stored in several adjacent entries, but is read and written as one.
  template <class Rules>
  using Cards = std::remove_cvref_t<decltype(std::declval<Rules>().deck().all_cards())>;
  static constexpr LogEntry pile_entry = [] {
    LogEntry entry;
    entry.type = LogEntry::Type::Pile;
    entry.seen_by = ViewerSet::everyone();
    return entry;
  }();
  // The end of the pile entries that begin at `i`, or `i` if there are none.
  static std::size_t end_of_pile(const Log& log, std::size_t i) {
    while (i < log.size() && log.type(i) == LogEntry::Type::Pile) ++i;
    return i;
  }
  static auto pile_at(const Log& log, std::size_t end, const auto& rules) {
    return bag_of(log.pile_before(end), rules.deck().all_cards());
  }
  static bool add_pile(Log& log, const auto& cards, const auto& rules) {
    // Two adjacent piles would be read back as one.
    if (log.size() > 0 && log.type(log.size() - 1) == LogEntry::Type::Pile) return false;
    const CardBits bits = bits_of(cards, rules.deck().all_cards());
    if (log.size() + Log::pile_entries(bits) > Log::capacity) return false;
    log.add_pile(bits);
    return true;
  }
  // Whether piles are only between two reshuffles, each in as few words as possible.
  static bool piles_fit(const Log& log, const auto& rules) {
    bool is_first = true;
    for (std::size_t i = 0; i < log.size(); ++i) {
      const std::size_t end = end_of_pile(log, i);
      is_first = is_first && log.type(i) != LogEntry::Type::Reshuffle;
      if (end == i) continue;
      if (is_first || end == log.size() || log.type(end) != LogEntry::Type::Reshuffle) {
        return false;
      }
      const CardBits bits = log.pile_before(end);
      if (Log::pile_entries(bits) != end - i) return false;
      if (bits_of(pile_at(log, end, rules), rules.deck().all_cards()) != bits) return false;
      i = end - 1;
    }
    return true;
  }

  static Value place_value(HiddenPlace place) {
    if (place < Hands) return place;
    return pile_names[static_cast<std::size_t>(place - Hands)];
  }
  static bool place_from(const ValueReader& source, HiddenPlace& place) {
    if (source.is_text()) {
      if (!read_name(source, pile_names, place)) return false;
      place = static_cast<HiddenPlace>(place + Hands);
      return true;
    }
    return source.number(place, 0, Hands - 1);
  }
  static Value place_schema(const auto& rules) {
    Value either = Value::list();
    either.push_back(Codec<Seat>::schema(rules));
    either.push_back(value_schema::one_of(Value::list_of(pile_names)));
    return Value::map().add("anyOf", std::move(either));
  }
  template <class Number>
  static bool read_name(const ValueReader& source, const auto& known, Number& to) {
    std::size_t index = 0;
    if (!source.name(index, known)) return false;
    to = static_cast<Number>(index);
    return true;
  }

  static Value to_value(const auto& rules, const LogEntry& entry, Value cards = {}) {
    return Value::map()
        .add("type", type_names[static_cast<std::size_t>(entry.type)])
        .add("from", place_value(entry.from))
        .add("to", place_value(entry.to))
        .add("card", entry.kind ? Codec<Card>::to_value(rules, Card::of(*entry.kind)) : Value())
        .add("constraint", constraint_names[static_cast<std::size_t>(entry.constraint)])
        .add("size", entry.size)
        .add("amount", entry.amount)
        .add("seen_by", viewers_value(entry.seen_by, rules.player_count()))
        .add("cards", std::move(cards));
  }
  template <class Bag>
  static bool from_value(const ValueReader& source, const auto& rules, LogEntry& entry,
                         std::optional<Bag>& cards) {
    entry.seen_by = ViewerSet::everyone();
    return source.each_field([&](const ValueReader& field, std::string_view name) {
      if (name == "type") return read_name(field, type_names, entry.type);
      if (name == "from") return place_from(field, entry.from);
      if (name == "to") return place_from(field, entry.to);
      if (name == "constraint") return read_name(field, constraint_names, entry.constraint);
      if (name == "size") return field.number(entry.size, 0, Log::max_size);
      if (name == "amount") return field.number(entry.amount, 0, Log::max_amount);
      if (name == "cards") {
        if (field.is_null()) return true;
        return BagCodec<Bag>::from_value(field, rules, cards.emplace());
      }
      if (name == "card") {
        std::optional<Card> card;
        if (!Codec<std::optional<Card>>::from_value(field, rules, card)) return false;
        if (card) entry.kind = card->index;
        return true;
      }
      if (name != "seen_by") return field.refuse("no such field");
      if (field.is_null()) return true;
      entry.seen_by = ViewerSet();
      return field.each([&](const ValueReader& item) {
        Seat seat;
        if (!Codec<Seat>::from_value(item, rules, seat)) return false;
        entry.seen_by = entry.seen_by.with(Viewer::player(seat));
        return true;
      });
    });
  }

  static HiddenPlace place_of(char name) {
    return static_cast<HiddenPlace>(std::find(names.begin(), names.end(), name) - names.begin());
  }

  static bool is_valid(const LogEntry& entry, const auto& rules) {
    const auto is_place = [&](HiddenPlace place, bool open) {
      if (place < Hands) return place < rules.player_count();
      return place < hidden_place_count || (open && place == place_public);
    };
    const bool moves = entry.type == LogEntry::Type::Move;
    const int seats = (1 << rules.player_count()) - 1;
    if (entry.kind &&
        (*entry.kind >= rules.deck().card_kind_count() || *entry.kind >= Log::kind_count)) {
      return false;
    }
    if (!entry.seen_by.is_everyone() &&
        ((entry.seen_by.bits() & ~seats) != 0 || entry.seen_by.bits() == Log::seen_by_everyone)) {
      return false;
    }
    if (!is_place(entry.from, moves) ||
        !is_place(entry.to, entry.type != LogEntry::Type::MoveAll)) {
      return false;
    }
    if (entry.size > Log::max_size || entry.amount > Log::max_amount) return false;
    // Everybody sees all entries except moves and shows.
    const bool is_of_card = moves || entry.type == LogEntry::Type::Show;
    if (!is_of_card && !entry.seen_by.is_everyone()) return false;
    const bool unseen = !entry.kind;
    switch (entry.type) {
      case LogEntry::Type::Move:
        return entry.constraint <= LogEntry::Constraint::Newest && entry.amount == 0 &&
               entry.from != entry.to && (entry.from == place_public || entry.size > 0);
      case LogEntry::Type::Show:
        return entry.to == place_public && unseen == (entry.amount == 0) &&
               entry.amount <= entry.size;
      case LogEntry::Type::Lack:
        return entry.to == place_public && !unseen && entry.amount == 0;
      case LogEntry::Type::MoveAll:
        return unseen && entry.from != entry.to && entry.size == 0 && entry.amount == 0;
      case LogEntry::Type::Reshuffle:
        return unseen && entry.from < Hands && entry.to == place_draw_pile && entry.amount == 0;
      case LogEntry::Type::Pile:
        break;
    }
    return false;
  }

  static void print(std::string& text, const auto& rules, const LogEntry& entry) {
    const auto kind = [&] {
      if (entry.kind) return Codec<Card>::print(text, rules, Card::of(*entry.kind));
      text += '?';
    };
    text += names[entry.from];
    switch (entry.type) {
      case LogEntry::Type::Move:
        text += '>';
        text += names[entry.to];
        text += ':';
        kind();
        if (entry.constraint != LogEntry::Constraint::AnyCard) {
          text += constraint_letters[static_cast<std::size_t>(entry.constraint)];
        }
        break;
      case LogEntry::Type::Show:
        text += '=';
        kind();
        text += '*' + std::to_string(entry.amount);
        break;
      case LogEntry::Type::Lack:
        text += '!';
        kind();
        break;
      case LogEntry::Type::MoveAll:
        text += ">>";
        text += names[entry.to];
        return;
      case LogEntry::Type::Reshuffle:
        text += '%';
        text += names[entry.to];
        break;
      case LogEntry::Type::Pile:
        return;
    }
    text += ':' + std::to_string(entry.size);
    if (entry.seen_by.is_everyone()) return;
    text += '@';
    for (Player p = 0; p < Hands; ++p) {
      if (entry.seen_by.contains(Viewer::player(p))) text += names[static_cast<std::size_t>(p)];
    }
  }
  static bool parse(std::string_view text, const auto& rules, LogEntry& entry) {
    const auto place = [](std::string_view letters, HiddenPlace& found) {
      if (letters.size() != 1) return false;
      found = place_of(letters.front());
      return found < names.size();
    };
    const auto kind = [&](std::string_view word) {
      if (word == "?") return true;
      Card card;
      if (!Codec<Card>::parse(word, rules, card)) return false;
      entry.kind = card.index;
      return true;
    };
    const auto moved = [&](std::string_view word) {
      const std::size_t among = word.empty() ? 0 : constraint_letters.find(word.back());
      if (among < constraint_letters.size() && among > 0) {
        entry.constraint = static_cast<LogEntry::Constraint>(among);
        word.remove_suffix(1);
      }
      return kind(word);
    };
    if (text.size() < 2 || !place(text.substr(0, 1), entry.from)) return false;
    text.remove_prefix(1);
    entry.seen_by = ViewerSet::everyone();
    if (text.starts_with(">>")) {
      entry.type = LogEntry::Type::MoveAll;
      return place(text.substr(2), entry.to);
    }
    const std::string_view seen =
        text.find('@') == text.npos ? "*" : text.substr(text.find('@') + 1);
    std::string_view told = split_off(text, "@");
    if (seen != "*") {
      entry.seen_by = ViewerSet();
      for (const char letter : seen) {
        const HiddenPlace seat = place_of(letter);
        if (seat >= Hands || entry.seen_by.bits() >> seat != 0) return false;
        entry.seen_by = entry.seen_by.with(Viewer::player(static_cast<Player>(seat)));
      }
    }
    if (told.empty()) return false;
    const char what = told.front();
    told.remove_prefix(1);
    switch (what) {
      case '>':
        entry.type = LogEntry::Type::Move;
        if (!place(split_off(told, ":"), entry.to) || !moved(split_off(told, ":"))) return false;
        break;
      case '=':
        entry.type = LogEntry::Type::Show;
        if (!kind(split_off(told, "*")) || !parse_number(split_off(told, ":"), entry.amount)) {
          return false;
        }
        break;
      case '!':
        entry.type = LogEntry::Type::Lack;
        if (!kind(split_off(told, ":"))) return false;
        break;
      case '%':
        entry.type = LogEntry::Type::Reshuffle;
        if (!place(split_off(told, ":"), entry.to)) return false;
        break;
      default:
        return false;
    }
    return parse_number(told, entry.size);
  }
};

}  // namespace chemix
