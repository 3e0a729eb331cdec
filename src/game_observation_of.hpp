// SPDX-License-Identifier: Apache-2.0
// Determinization, heuristics and tensors of a game behind AnyGame, compiled for each game in a
// source of its own.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/beliefs/belief.hpp"
#include "chemix/core/tensor.hpp"
#include "game_serialization_of.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace chemix {

/// Builds that define CHEMIX_WITHOUT_TENSORS are about a twentieth smaller; their tensors and
/// layouts are empty.
#ifdef CHEMIX_WITHOUT_TENSORS
inline constexpr bool has_tensors = false;
#else
inline constexpr bool has_tensors = true;
#endif

/// The sizes of a game's tensors, in numbers.
struct TensorSizes {
  std::size_t observation = 0;
  std::size_t information_state = 0;
  std::size_t state = 0;
};

template <class G>
class GameObservationOf : public GameSerializationOf<G> {
  using Base = GameSerializationOf<G>;

 protected:
  using Base::game;
  using Base::table_in;
  using typename Base::Observation;
  using typename Base::State;

  explicit GameObservationOf(MadeGame<G>&& made)
      : Base(std::move(made)), tensor_sizes_(tensor_sizes_of(game())) {}

 private:
  // Not inlined, so that the source with the stepping of a game contains no tensors.
  [[gnu::noinline]] static TensorSizes tensor_sizes_of(const G& game) {
    return {written({}, [&](auto& to) { encode_nothing_seen(game, to); }),
            written({}, [&](auto& to) { encode_nothing_known(game, to); }),
            written({}, [&](auto& to) { encode_no_state(game, to); })};
  }

 public:
  // -- States --

  double lead(ConstBlock state, Player player) const override {
    const auto& rules = game().rules();
    const auto& table = table_in(state);
    const double ahead = ahead_of_others(player, rules.scores_so_far(table));
    return G::Rules::best_score == BestScore::Most ? ahead : -ahead;
  }
  double heuristic_value(ConstBlock state, Player player) const override {
    const auto& rules = game().rules();
    const auto& table = table_in(state);
    if constexpr (HeuristicRules<typename G::Rules>) {
      PerPlayer<double, G::Rules::capacity> heuristic_value;
      for (Player p = 0; p < game().player_count(); ++p)
        heuristic_value[p] = rules.heuristic_value(table, p);
      return ahead_of_others(player, heuristic_value);
    } else {
      return 0;
    }
  }

  // -- Beliefs --

  bool determinize(ConstBlock observation, Generator& random, Others others,
                   Block state) const override {
    const auto sample = game().determinize(Keyed<Observation>::in(observation), random, others);
    if (sample) Keyed<State>::store(state, game().key(), *sample);
    return sample.has_value();
  }

  // -- Tensors --

  std::size_t tensor_size() const override { return tensor_sizes_.observation; }
  std::size_t information_state_tensor_size() const override {
    return tensor_sizes_.information_state;
  }
  std::size_t state_tensor_size() const override { return tensor_sizes_.state; }
  std::size_t state_tensor(ConstBlock state, Viewer from, std::span<float> numbers) const override {
    return written(numbers, [&](auto& to) { game().encode(to, table_in(state), from); });
  }
  TensorLayout state_tensor_layout() const override {
    return layout_of([&](auto& to) { encode_no_state(game(), to); });
  }
  std::size_t tensor(ConstBlock observation, std::span<float> numbers) const override {
    return written(numbers,
                   [&](auto& to) { game().encode(to, Keyed<Observation>::in(observation)); });
  }
  std::size_t tensor(ConstBlock state, Viewer viewer, std::span<float> numbers,
                     TensorCache* notes) const override {
    TensorWriter writer(numbers, notes);
    if constexpr (has_tensors) game().encode_seen(writer, Keyed<State>::in(state), viewer);
    return writer.size();
  }
  TensorLayout tensor_layout() const override {
    return layout_of([&](auto& to) { encode_nothing_seen(game(), to); });
  }
  std::size_t information_state_tensor(ConstBlock observation,
                                       std::span<float> numbers) const override {
    return written(numbers, [&](auto& to) {
      game().encode_information_state(to, Keyed<Observation>::in(observation));
    });
  }
  TensorLayout information_state_tensor_layout() const override {
    return layout_of([&](auto& to) { encode_nothing_known(game(), to); });
  }

 private:
  static Observation nothing_seen() {
    auto seen = Observation();
    seen.viewer = Viewer::player(0);
    return seen;
  }

  // A player's number minus the mean of the others'.
  double ahead_of_others(Player player, const auto& has) const {
    const int players = game().player_count();
    double others = 0;
    for (Player p = 0; p < players; ++p) others += p == player ? 0 : static_cast<double>(has[p]);
    return static_cast<double>(has[player]) - others / std::max(1, players - 1);
  }

  // Writes as many of the numbers of `encode(writer)` as fit, and returns their total number.
  template <class Encode>
  static std::size_t written(std::span<float> numbers, Encode&& encode) {
    TensorWriter writer(numbers);
    if constexpr (has_tensors) encode(writer);
    return writer.size();
  }
  template <class Encode>
  static TensorLayout layout_of(Encode&& encode) {
    TensorLayout layout;
    TensorWriter writer(layout);
    if constexpr (has_tensors) encode(writer);
    return layout;
  }
  static void encode_nothing_seen(const G& game, TensorWriter& to) {
    game.encode(to, nothing_seen());
  }
  static void encode_nothing_known(const G& game, TensorWriter& to) {
    game.encode_information_state(to, nothing_seen());
  }
  static void encode_no_state(const G& game, TensorWriter& to) {
    game.encode(to, typename G::Table(), Viewer::player(0));
  }

  TensorSizes tensor_sizes_;
};

}  // namespace chemix
