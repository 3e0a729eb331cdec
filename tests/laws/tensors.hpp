// SPDX-License-Identifier: Apache-2.0
// Laws of tensors: they match their layout, every number can change, and every observed field shows
// in them.
#pragma once

#include "chemix/agents/guided.hpp"
#include "chemix/beliefs/observation_log_tensor.hpp"
#include "chemix/cards/card_tensor.hpp"
#include "chemix/core/notation.hpp"
#include "laws/indistinguishable.hpp"
#include "laws/run.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix::laws {

template <class G>
TensorLayout layout_of(const G& game, const auto&... what) {
  TensorLayout layout;
  TensorWriter writer(layout);
  game.encode(writer, what...);
  return layout;
}

/// Whether a field of the state is encoded in the tensor.
inline bool is_written(const TensorLayout& layout, const std::string& name) {
  return std::any_of(layout.fields.begin(), layout.fields.end(), [&](const TensorField& field) {
    return field.name == name || field.name.starts_with(name + ".");
  });
}
inline bool is_left_out(const TensorLayout& layout, const std::string& name) {
  return std::any_of(layout.left_out.begin(), layout.left_out.end(),
                     [&](const LeftOutField& field) { return field.name == name; });
}

/// Fields are contiguous, have unique names and sizes that match their shapes, and every field of
/// an observation is either encoded or listed as left out.
template <class G>
std::string layout_breach(const TensorLayout& layout, std::size_t size) {
  std::size_t next = 0;
  std::set<std::string> names;
  for (const TensorField& field : layout.fields) {
    std::size_t product = 1;
    for (const std::size_t length : field.shape) product *= length;
    if (field.offset != next) return field.name + " does not begin where the last field ends";
    if (field.size != product || product == 0) return field.name + " has another shape than size";
    if (!field.labels.empty() && field.labels.size() != field.shape.back()) {
      return field.name + " has too few labels or too many";
    }
    if (!names.insert(field.name).second) return field.name + " stands twice";
    if (field.meaning.empty()) return field.name + " means nothing";
    if (field.low < -1 || field.high > 1 || field.low >= field.high) {
      return field.name + " has bounds that are no bounds";
    }
    next += field.size;
  }
  if (next != size) return "fields have " + std::to_string(next) + " numbers";
  typename G::Observation seen;
  seen.viewer = Viewer::player(0);
  std::string forgotten;
  const auto look = [&](const char* name, const auto&, auto...) {
    if (!is_written(layout, name) && !is_left_out(layout, name)) forgotten = name;
  };
  G::Rules::Public::visit_fields(seen.open, look);
  G::Rules::Private::visit_fields(seen.own, look);
  G::Rules::Knowledge::visit_fields(seen.knowledge, look);
  return forgotten.empty() ? "" : forgotten + " is neither written nor left out";
}

/// The observed range of each number in one kind of tensor of a game.
class Range {
 public:
  explicit Range(TensorLayout layout) : layout_(std::move(layout)) {}

  /// Adds a tensor; returns a failure if its size or a number is out of bounds.
  std::string add(const std::vector<float>& numbers) {
    if (first_.empty()) {
      first_ = numbers;
      changed_.resize(numbers.size());
    }
    if (numbers.size() != first_.size()) return "another size";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] != first_[i]) changed_[i] = true;
    }
    for (const TensorField& field : layout_.fields) {
      for (std::size_t i = field.offset; i < field.offset + field.size; ++i) {
        if (numbers[i] >= field.low && numbers[i] <= field.high) continue;
        return label(i) + " is " + std::to_string(numbers[i]);
      }
    }
    return "";
  }
  /// The names of the numbers that never changed. For fields with `some(name)` it suffices that one
  /// number changed; fields with `all(name)` are ignored.
  [[nodiscard]] std::string unchanged(auto&& some, auto&& all) const {
    std::string names;
    for (const TensorField& field : layout_.fields) {
      const auto begin = changed_.begin() + static_cast<std::ptrdiff_t>(field.offset);
      const auto end = begin + static_cast<std::ptrdiff_t>(field.size);
      if (all(field.name) || (some(field.name) && std::find(begin, end, true) != end)) continue;
      for (std::size_t i = field.offset; i < field.offset + field.size; ++i) {
        if (!changed_[i]) names += (names.empty() ? "" : ", ") + label(i);
      }
    }
    return names;
  }

 private:
  // The name of a number, for example `laid[2, H2O]`.
  [[nodiscard]] std::string label(std::size_t number) const {
    for (const TensorField& field : layout_.fields) {
      if (number < field.offset || number >= field.offset + field.size) continue;
      const std::size_t at = number - field.offset;
      const std::size_t columns = field.shape.empty() ? 1 : field.shape.back();
      std::string text = field.name;
      if (field.shape.size() > 1) text += "[" + std::to_string(at / columns) + "]";
      if (field.shape.empty()) return text;
      return text + "[" +
             (field.labels.empty() ? std::to_string(at % columns) : field.labels[at % columns]) +
             "]";
    }
    return "no field";
  }

  TensorLayout layout_;
  std::vector<float> first_;
  std::vector<bool> changed_;
};

/// Tests the tensors of one game on many runs.
template <class G>
class Tensors {
 public:
  explicit Tensors(const G& game)
      : game_(game),
        seen_(layout_of(game, nothing())),
        all_(layout_of(game, typename G::Table(), Viewer::player(0))),
        layout_(layout_of(game, nothing())) {}

  /// The failure of the layout, if any.
  [[nodiscard]] std::string layout_breach() const {
    return laws::layout_breach<G>(layout_, tensor_of(game_, nothing()).size());
  }
  /// Tests the end and other states of a run, and returns the first failure.
  std::string add(const Run<G>& run, FastRandom& random) {
    // Notes are reused for states before and after the one last written.
    std::vector<TensorCache> notes(static_cast<std::size_t>(game_.player_count()));
    for (int i = 0; i < states_tried; ++i) {
      const auto& state = i == 0 ? run.states.back() : run.states[random.below(run.states.size())];
      const auto player =
          static_cast<Player>(random.below(static_cast<std::uint64_t>(game_.player_count())));
      for (const Viewer viewer : {Viewer::player(player), asked(state, player)}) {
        const auto seen = game_.observation(state, viewer);
        std::string failure = seen_.add(tensor_of(game_, seen));
        if (failure.empty()) failure = all_.add(tensor_of(game_, state.table, viewer));
        if (failure.empty()) failure = untruth(state, seen);
        TensorCache& kept = notes[static_cast<std::size_t>(viewer.seat())];
        if (failure.empty()) failure = noted(seen, kept);
        if (failure.empty()) failure = of_state(state, seen, &kept);
        if (failure.empty()) failure = of_state(state, seen, nullptr);
        if (!failure.empty()) return failure;
      }
    }
    for (int i = 0; i < 10; ++i) {
      const auto& one = run.states[random.below(run.states.size())];
      const auto& other = run.states[random.below(run.states.size())];
      const Viewer viewer = Viewer::player(i % game_.player_count());
      const std::string failure =
          unwritten(game_.observation(one, viewer), game_.observation(other, viewer));
      if (!failure.empty()) return failure;
    }
    return "";
  }
  /// The numbers that never changed; see `Range::unchanged`.
  [[nodiscard]] std::string unchanged(auto&& some, auto&& all) const {
    const std::string of_state = all_.unchanged(some, all);
    return seen_.unchanged(some, all) + (of_state.empty() ? "" : "; of the state " + of_state);
  }

 private:
  static typename G::Observation nothing() {
    typename G::Observation seen;
    seen.viewer = Viewer::player(0);
    return seen;
  }
  // The rules of a single game, for a match its inner rules.
  [[nodiscard]] const auto& rules_of_one() const {
    if constexpr (requires { game_.rules().inner(); }) {
      return game_.rules().inner();
    } else {
      return game_.rules();
    }
  }
  Viewer asked(const typename G::State& state, Player otherwise) const {
    const PlayerSet players = game_.acting(state).players();
    return Viewer::player(players.empty() ? otherwise : players.lowest());
  }

  // Copies each field of one observation into another of the same viewer: unless the field is equal
  // or left out, the tensor must change.
  std::string unwritten(const typename G::Observation& one,
                        const typename G::Observation& other) const {
    const std::vector<float> before = tensor_of(game_, one);
    std::string found;
    std::vector<const void*> fields;
    const auto note = [&](const char*, const auto& field, auto...) { fields.push_back(&field); };
    G::Rules::Public::visit_fields(other.open, note);
    G::Rules::Private::visit_fields(other.own, note);
    for (std::size_t changed = 0; changed < fields.size() && found.empty(); ++changed) {
      auto mixed = one;
      std::size_t at = 0;
      const auto change = [&](const char* name, auto& field, auto...) {
        using Field = std::remove_cvref_t<decltype(field)>;
        if (at++ != changed) return;
        const auto& value = *static_cast<const Field*>(fields[changed]);
        if (field == value || !is_written(layout_, name)) return;
        field = value;
        found = name;
      };
      G::Rules::Public::visit_fields(mixed.open, change);
      G::Rules::Private::visit_fields(mixed.own, change);
      if (tensor_of(game_, mixed) != before) found.clear();
    }
    return found.empty() ? "" : "another " + found + " gives the same tensor";
  }

  // Cached notes of earlier tensors must not affect the result.
  std::string noted(const typename G::Observation& seen, TensorCache& notes) const {
    const std::vector<float> expected = tensor_of(game_, seen);
    std::vector<float> numbers(expected.size());
    TensorWriter writer(numbers, &notes);
    game_.encode(writer, seen);
    return numbers == expected ? "" : "notes of other tensors show";
  }
  // Encoding a state directly writes the same numbers, and never beyond the buffer.
  std::string of_state(const typename G::State& state, const typename G::Observation& seen,
                       TensorCache* notes) const {
    const std::vector<float> expected = tensor_of(game_, seen);
    constexpr float untouched = 7;
    for (const std::size_t room : {expected.size(), expected.size() / 2}) {
      std::vector<float> numbers(expected.size(), untouched);
      TensorWriter writer(std::span<float>(numbers).first(room), notes);
      game_.encode_seen(writer, state, seen.viewer);
      if (writer.size() != expected.size()) return "of a state another size is told";
      const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(room);
      if (!std::equal(numbers.begin(), end, expected.begin())) return "a state has another tensor";
      if (std::count(end, numbers.end(), untouched) != numbers.end() - end) {
        return "numbers are written where there is no room";
      }
    }
    return "";
  }

  // The log as the tensor reads it.
  auto log_of(const typename G::Observation& seen) const {
    auto log = seen.knowledge.log;
    if constexpr (requires {
                    game_.rules().with_current_log(log, seen.open, [](const auto&) {});
                  }) {
      game_.rules().with_current_log(seen.knowledge.log, seen.open,
                                     [&](const auto& current) { log = current; });
    }
    return log;
  }

  // Compares the certain knowledge from the log with the true hands.
  std::string untruth(const typename G::State& state, const typename G::Observation& seen) const {
    if constexpr (requires { seen.knowledge.log; }) {
      using Log = decltype(seen.knowledge.log);
      SureBy<SurelyHeld, Log> held_by;
      SureBy<SurelyLacking, Log> lacking_by;
      const Log log = log_of(seen);
      const SurelyHeld& surely_held = held_by.of(rules_of_one(), log, seen.viewer);
      const SurelyLacking& surely_lacking = lacking_by.of(rules_of_one(), log, seen.viewer);
      std::string wrong;
      for (Player p = 0; p < game_.player_count(); ++p) {
        const auto& hand = state.table.own[p].hand;
        const auto place = static_cast<HiddenPlace>(p);
        for_each_kind(game_.rules(), any_kind, [&](Card card, int) {
          const int held = count_in(game_.rules(), hand, card);
          if (surely_held[place][card] > held || surely_lacking[place][card] > hand.size() - held) {
            wrong = "hand " + std::to_string(p) + " is said to hold or lack " +
                    std::string(game_.rules().deck().name(card));
          }
        });
      }
      return wrong;
    } else {
      return "";
    }
  }

  // The number of states tested per run.
  static constexpr int states_tried = 60;

  const G& game_;
  Range seen_;
  Range all_;
  TensorLayout layout_;
};

}  // namespace chemix::laws
