// SPDX-License-Identifier: Apache-2.0
// Notation: one line for a state or an observation that parses back.
#pragma once

#include "chemix/core/game.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace chemix {

// A line begins with the game's name and key, `chemuno#0123456789abcdef`. Parts are separated by
// ` |`: for a state what all see, what each player holds, what nobody sees, what is known and how
// often chance acted; for an observation the viewer, what all see, the own part, what is known.
// All fields of a part stand there, in order, as `name=value`.

namespace notation_part {

inline constexpr std::string_view separator = " |";

std::string head(std::string_view game, std::uint64_t key);

template <class Part>
void print(std::string& text, const auto& rules, const Part& part) {
  text += separator;
  fields_in(rules, part).print(text);
}

/// Reads parts off the front of a text; after the first fault nothing more is read.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}

  void expect(std::string_view words, const char* what);
  void fields(const auto& fields) {
    if (!fault_) keep(fields.parse(text_));
  }
  void end();
  [[nodiscard]] const std::optional<InputError>& fault() const { return fault_; }

 private:
  void keep(const std::optional<FieldFault>& wrong);

  std::string_view text_;
  std::optional<InputError> fault_;
};

/// Reads structures of the rules of a game.
template <class Rules>
class Reader : public LineReader {
 public:
  Reader(std::string_view text, const Rules& rules) : LineReader(text), rules_(rules) {}

  template <class Part>
  void part(Part& part) {
    expect(separator, "separator");
    fields(part);
  }
  template <class Part>
  void fields(Part& part) {
    LineReader::fields(fields_in(rules_, part));
  }

 private:
  const Rules& rules_;
};

struct ChanceCount {
  std::uint32_t value = 0;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("chance_count", self.value);
  }
};

/// The seat of a viewer, absent for a spectator, and the digests of what was seen.
struct Seen {
  std::optional<Seat> viewer;
  std::uint64_t history = 0;
  std::uint64_t own_history = 0;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("viewer", self.viewer);
    visit("history", self.history);
    visit("own_history", self.own_history);
  }
};

}  // namespace notation_part

/// The line of a state; secret, as the state is.
template <class R>
std::string notation(const GameOf<R>& game, const State<R>& state) {
  std::string text = notation_part::head(game.name(), game.key());
  notation_part::print(text, game.rules(), state.table.open);
  for (Player p = 0; p < game.player_count(); ++p) {
    notation_part::print(text, game.rules(), state.table.own[p]);
  }
  notation_part::print(text, game.rules(), state.table.hidden);
  notation_part::print(text, game.rules(), state.knowledge.facts);
  fields_in(game.rules(), state.knowledge.history).print(text);
  const notation_part::ChanceCount count{state.chance_count};
  fields_in(game.rules(), count).print(text);
  return text;
}

/// The line of an observation: all that its viewer sees and knows.
template <class R>
std::string notation(const GameOf<R>& game, const Observation<R>& seen) {
  std::string text = notation_part::head(game.name(), game.key());
  notation_part::Seen view{{}, seen.history, seen.own_history};
  if (!seen.viewer.is_spectator()) view.viewer = Seat::of(seen.viewer.seat());
  notation_part::print(text, game.rules(), view);
  notation_part::print(text, game.rules(), seen.open);
  notation_part::print(text, game.rules(), seen.own);
  notation_part::print(text, game.rules(), seen.facts);
  return text;
}

/// The state of a line, or what is wrong with it: a field, or a state that cannot be.
template <class R>
Result<State<R>> parse_state(const GameOf<R>& game, std::string_view text) {
  notation_part::Reader reader(text, game.rules());
  State<R> state;
  reader.expect(notation_part::head(game.name(), game.key()), "game");
  reader.part(state.table.open);
  for (Player p = 0; p < game.player_count(); ++p) reader.part(state.table.own[p]);
  reader.part(state.table.hidden);
  reader.part(state.knowledge.facts);
  reader.fields(state.knowledge.history);
  notation_part::ChanceCount count;
  reader.fields(count);
  reader.end();
  if (reader.fault()) return tl::unexpected(*reader.fault());
  state.chance_count = count.value;
  if (auto fault = game.rules().fault(state.table, state.knowledge.facts)) {
    return tl::unexpected(*fault);
  }
  return state;
}

/// The observation of a line, or what is wrong with it.
template <class R>
Result<Observation<R>> parse_observation(const GameOf<R>& game, std::string_view text) {
  notation_part::Reader reader(text, game.rules());
  Observation<R> seen;
  notation_part::Seen view;
  reader.expect(notation_part::head(game.name(), game.key()), "game");
  reader.part(view);
  reader.part(seen.open);
  reader.part(seen.own);
  reader.part(seen.facts);
  reader.end();
  if (reader.fault()) return tl::unexpected(*reader.fault());
  if (view.viewer) seen.viewer = Viewer::player(*view.viewer);
  seen.history = view.history;
  seen.own_history = view.own_history;
  if (auto fault = game.fault(seen)) return tl::unexpected(*fault);
  return seen;
}

}  // namespace chemix
