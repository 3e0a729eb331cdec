// SPDX-License-Identifier: Apache-2.0
// The list of games, and creation of games by name.
#include "chemix/any_game.hpp"

#include "any_game_list.hpp"
#include "chemix/games.hpp"
#include "chemix/state_memory.hpp"
#include "concat.hpp"
#include "end_seen.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace chemix {
namespace {

template <class... Games>
std::vector<GameEntry> entries_of_all(std::type_identity<std::tuple<Games...>>) {
  std::vector<GameEntry> all;
  const auto add = [&](std::vector<GameEntry> entries) {
    std::move(entries.begin(), entries.end(), std::back_inserter(all));
  };
  (add(entries_of<Games>()), ...);
  return all;
}

const std::vector<GameEntry>& entries() {
  static const std::vector<GameEntry> all = entries_of_all(std::type_identity<GamesByHeader>());
  return all;
}

InputError no_such_game(std::string_view name) {
  std::vector<std::string_view> names;
  for (const GameEntry& entry : entries()) names.emplace_back(entry.description.name);
  return {"game", std::string(name), concat({"no such game; known: ", with_commas(names)}), ""};
}

}  // namespace

std::vector<Fraction> AnyGame::returns_seen(ConstBlock observation) const {
  const auto end = end_seen(*this, observation);
  return end ? returns(end->block())
             : std::vector<Fraction>(static_cast<std::size_t>(player_count()));
}

std::vector<double> values_of(const std::vector<Fraction>& returns) {
  std::vector<double> values;
  values.reserve(returns.size());
  for (const Fraction& share : returns) values.push_back(share.value());
  return values;
}

TableBounds table_bounds(const AnyGame& game) {
  StateMemory state(game);
  ObservationMemory memory(game);
  game.initial_state(0, state.block());
  game.observe(state.block(), Viewer::spectator(), memory.block());
  const ConstBlock seen = memory.block();
  const std::vector<Pile> piles = game.piles(seen);
  TableBounds bounds{piles.size(), 0, game.fields(seen).size()};
  // No group is empty.
  for (const Pile& pile : piles) bounds.card_groups += static_cast<std::size_t>(pile.cards);
  return bounds;
}

std::string place_text(Place place) {
  const std::string_view zone = name_of(place.zone);
  return place.has_owner() ? concat({zone, "[", std::to_string(place.owner), "]"})
                           : std::string(zone);
}

const std::vector<GameDescription>& game_descriptions() {
  static const std::vector<GameDescription> all = [] {
    std::vector<GameDescription> descriptions;
    for (const GameEntry& entry : entries()) descriptions.push_back(entry.description);
    return descriptions;
  }();
  return all;
}

Result<GameDescription> game_description(std::string_view name) {
  for (const GameEntry& entry : entries()) {
    if (entry.description.name == name) return entry.description;
  }
  return tl::unexpected(no_such_game(name));
}

Result<std::shared_ptr<const AnyGame>> make_game(const GameRequest& request) {
  for (const GameEntry& entry : entries()) {
    if (entry.description.name == request.name) return entry.make(request);
  }
  return tl::unexpected(no_such_game(request.name));
}

std::size_t max_state_size() {
  std::size_t most = 0;
  for (const GameEntry& entry : entries()) most = std::max(most, entry.state_size);
  return most;
}

}  // namespace chemix
