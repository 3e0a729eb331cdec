// SPDX-License-Identifier: Apache-2.0
// Positions given by some fields only: the remaining fields follow from the cards.
#include "chemix/cards/position.hpp"

#include "chemix/core/state_values.hpp"
#include "chemix/core/value.hpp"
#include "chemix/games/chemistry_canasta/rules.hpp"
#include "support/chemuno_position.hpp"
#include "support/printing.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using test::chemuno_game;

namespace {

// A table before the deal in which the first player holds H, with the given fields.
Value position_with(const Value& open, const Value& hidden = Value::map()) {
  const Value hand = Value::map().add("H", 1);
  return Value::map()
      .add("open", open)
      .add("own", Value::list_of(std::vector<Value>{Value::map().add("hand", hand), Value::map()}))
      .add("hidden", hidden);
}

}  // namespace

TEST_SUITE("position") {
  TEST_CASE("fields that a position does not name follow from the cards") {
    const auto game = chemuno_game();
    const auto state = state_from(game, position_with(Value::map()));
    REQUIRE_MESSAGE(state.has_value(), state.error().message());
    const Value all = value_of(game, *state);
    CHECK(json_text(*all.find("open")->find("hand_size")) == "[1,0]");
    CHECK(*all.find("open")->find("draw_pile_size")->as<std::int64_t>() ==
          game.rules().deck().size() - 1);
    CHECK(*all.find("hidden")->find("draw_pile")->find("H")->as<std::int64_t>() == 3);
  }

  TEST_CASE("naming a field does not change other fields") {
    const auto game = chemuno_game();
    const Value all = value_of(game, *state_from(game, position_with(Value::map())));
    const Value before = value_of(game, game.initial_state(0));
    for (const auto& field : *before.find("open")->as<Value::Map>()) {
      if (field.name.ends_with("_size")) continue;
      CAPTURE(field.name);
      const auto state = state_from(game, position_with(Value::map().add(field.name, field.value)));
      REQUIRE_MESSAGE(state.has_value(), state.error().message());
      CHECK(value_of(game, *state) == all);
    }
  }

  TEST_CASE("the current player is the start player, by default the first one") {
    const auto game = chemuno_game();
    const auto player_of = [&](const Value& open) {
      return position::current_player(game.rules(), position_with(open));
    };
    CHECK(player_of(Value::map()) == 0);
    for (const int seat : {0, 1}) {
      CHECK(player_of(Value::map().add("current_player", seat)) == seat);
    }
    // Invalid seats are ignored here: validation of the field rejects them later.
    for (const int seat : {-1, 2}) CHECK(player_of(Value::map().add("current_player", seat)) == 0);
  }

  TEST_CASE("a size that a position names is checked, not corrected") {
    const auto game = chemuno_game();
    const Value right = Value::list_of(std::vector<Value>{1, 0});
    CHECK(state_from(game, position_with(Value::map().add("hand_size", right))).has_value());
    const Value wrong = Value::list_of(std::vector<Value>{2, 0});
    const auto state = state_from(game, position_with(Value::map().add("hand_size", wrong)));
    REQUIRE(!state.has_value());
    CHECK(state.error().field == "hand_size");
    CHECK(state.error().reason == "must be 1");
  }

  TEST_CASE("a card that is both in a named hand and in a named pile is rejected") {
    const auto game = chemuno_game();
    const Value before = value_of(game, game.initial_state(0));
    const auto state = state_from(game, position_with(Value::map(), *before.find("hidden")));
    REQUIRE(!state.has_value());
    CHECK(state.error().value == "H");
    CHECK(state.error().reason == "the game has 4 copies, not 5");
  }

  TEST_CASE("an error about a size names the card of which a position names too many copies") {
    namespace canasta = chemistry_canasta;
    const auto rules = canasta::Rules::create(*builtin_deck<ExpansionSet>("expansion"), {}, 2);
    REQUIRE(rules.has_value());
    const Value hand = Value::map().add("hand", Value::map().add("Ru", 1));
    const auto state =
        state_from(canasta::Game(*rules),
                   Value::map().add("own", Value::list_of(std::vector<Value>{hand, hand})));
    REQUIRE(!state.has_value());
    CHECK(state.error().value == "Ru");
    CHECK(state.error().reason == "the game has 1 copy, not 2");
  }
}
