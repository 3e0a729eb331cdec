// SPDX-License-Identifier: Apache-2.0
// The C ABI of what is the same in all states of a game: sizes, options, phases, cards, actions and
// events as text, JSON and structures.
#include "chemix/cards/formula.hpp"
#include "chemix/catalogue.hpp"
#include "chemix/core/options.hpp"
#include "chemix/values.hpp"
#include "internal.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace chemix::capi;

static_assert(CHEMIX_FIELD_NUMBER == static_cast<int>(chemix::ActionField::Type::Number));
static_assert(CHEMIX_FIELD_FLAG == static_cast<int>(chemix::ActionField::Type::Flag));
static_assert(CHEMIX_FIELD_SEAT == static_cast<int>(chemix::ActionField::Type::Seat));
static_assert(CHEMIX_FIELD_CARD == static_cast<int>(chemix::ActionField::Type::Card));
static_assert(CHEMIX_FIELD_CHOICE == static_cast<int>(chemix::ActionField::Type::Choice));
static_assert(CHEMIX_STYLE_PLAIN == static_cast<int>(chemix::FormulaStyle::Plain));
static_assert(CHEMIX_STYLE_UNICODE == static_cast<int>(chemix::FormulaStyle::Unicode));
static_assert(CHEMIX_STYLE_MARKUP == static_cast<int>(chemix::FormulaStyle::Markup));

namespace {

// No text about a game but documents takes more bytes, with the final NUL.
constexpr std::uint32_t max_text_size = 16 * 1024;

template <class Number>
std::uint32_t size_of(Number number) {
  return static_cast<std::uint32_t>(number);
}

// The options of a game as `name=value`.
std::string_view value_of(std::string_view options, std::string_view name) {
  while (!options.empty()) {
    std::string_view value = chemix::split_off(options, " ");
    if (chemix::split_off(value, "=") == name) return value;
  }
  return {};
}

chemix_option to_c(const chemix::OptionDescription& option, std::string_view value) {
  chemix_option to = CHEMIX_OPTION_INIT;
  const bool is_choice = option.type == "choice";
  to.type = option.type == "number"   ? CHEMIX_OPTION_NUMBER
            : option.type == "real"   ? CHEMIX_OPTION_REAL
            : option.type == "switch" ? CHEMIX_OPTION_SWITCH
                                      : CHEMIX_OPTION_CHOICE;
  to.least = option.least;
  to.most = option.most;
  to.choice_count = is_choice ? static_cast<std::int32_t>(option.choices.size()) : 0;
  copy_text(to.rule, option.rule);
  copy_text(to.name, option.name);
  copy_text(to.default_value, option.default_value);
  copy_text(to.value, value);
  return to;
}

chemix_card_type type_of(std::string_view type) {
  constexpr std::array<std::string_view, 5> types = {"element", "noble_gas", "multiplier",
                                                     "compound", "wild"};
  const auto index = chemix::index_of(types, type);
  // The type of a number card is its color.
  return index ? static_cast<chemix_card_type>(*index) : CHEMIX_CARD_NUMBER;
}

template <std::size_t Size>
std::int32_t copy_kinds(const std::vector<int>& kinds, std::int32_t (&to)[Size]) {
  if (kinds.size() > Size) throw std::bad_alloc();
  std::copy(kinds.begin(), kinds.end(), to);
  return static_cast<std::int32_t>(kinds.size());
}

std::vector<chemix_field> fields_of(const AnyGame& game, Actor actor, int action) {
  const auto numbers =
      actor.is_chance() ? game.chance_action_numbers(action) : game.action_numbers(action);
  std::vector<chemix_field> fields;
  for (const chemix::ActionField& number : numbers) {
    chemix_field& field = fields.emplace_back();
    copy_text(field.name, number.name);
    field.type = static_cast<chemix_field_type>(number.type);
    field.value = number.value.value_or(CHEMIX_ABSENT);
    field.owner = CHEMIX_NOBODY;
    field.element = CHEMIX_NONE;
    field.counter = CHEMIX_NONE;
  }
  if (actor.is_chance()) fields.front().owner = CHEMIX_CHANCE;
  return fields;
}

std::string_view name_in(const char (&name)[CHEMIX_IDENTIFIER_SIZE]) {
  return {name, strnlen(name, sizeof name)};
}

std::string text_of(const AnyGame& game, const chemix_field& field) {
  if (field.value == CHEMIX_ABSENT) return "null";
  const auto expect = [&](std::size_t count) {
    return index_in("field.value", field.value, count);
  };
  switch (field.type) {
    case CHEMIX_FIELD_NUMBER:
      return std::to_string(field.value);
    case CHEMIX_FIELD_FLAG:
      return expect(2) == 1 ? "yes" : "no";
    case CHEMIX_FIELD_SEAT:
      return std::to_string(expect(static_cast<std::size_t>(game.player_count())));
    case CHEMIX_FIELD_CARD:
      return std::string(game.card_name(
          static_cast<int>(expect(static_cast<std::size_t>(game.card_kind_count())))));
    case CHEMIX_FIELD_CHOICE: {
      const auto names = game.choice_names(name_in(field.name));
      if (names.empty()) {
        fail(CHEMIX_INVALID_INPUT,
             {"field.name", name_in(field.name), "must be a field whose values are choices", ""});
      }
      return std::string(names[expect(names.size())]);
    }
    default:
      expect_range("field.type", field.type, CHEMIX_FIELD_NUMBER, CHEMIX_FIELD_CHOICE);
      return "";
  }
}

// Whether the game may have refused an action so: the rule is one of its pages.
std::array<std::int16_t, 3> arguments_of(const chemix_error& error) {
  std::array<std::int16_t, 3> arguments{};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    expect_range("error.arguments", error.arguments[i], std::numeric_limits<std::int16_t>::min(),
                 std::numeric_limits<std::int16_t>::max());
    arguments[i] = static_cast<std::int16_t>(error.arguments[i]);
  }
  return arguments;
}

}  // namespace

// ---- Sizes ----

chemix_status chemix_game_limits(const chemix_game* game, chemix_limits* out_limits,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& counted = ::counted(game);
    const AnyGame& of = *counted.game;
    chemix_limits& to = required_structure(out_limits, "out_limits");
    const chemix::GameDescription about = description_of(of.name());
    const chemix::GameBounds bounds = of.bounds();
    const chemix::TableBounds table = table_bounds(of);
    chemix_limits limits = CHEMIX_LIMITS_INIT;
    limits.players = of.player_count();
    limits.min_players = about.min_players;
    limits.max_players = about.max_players;
    limits.game_key = of.key();
    limits.state_size = size_of(whole_size<StateTraits>(counted));
    limits.observation_size = size_of(whole_size<ObservationTraits>(counted));
    limits.alignment = AnyGame::alignment;
    limits.max_state_bytes = size_of(bounds.state_bytes);
    limits.max_observation_bytes = size_of(bounds.observation_bytes);
    limits.max_json_size = size_of(chemix::max_json_size(of));
    limits.max_text_size = max_text_size;
    limits.max_steps = static_cast<std::int32_t>(
        std::min<std::int64_t>(of.max_steps(), std::numeric_limits<std::int32_t>::max()));
    limits.action_count = of.action_count();
    limits.chance_action_count = of.chance_action_count();
    limits.max_legal_actions = size_of(of.max_legal_actions());
    limits.max_outcomes = size_of(of.chance_action_count());
    limits.max_step_events = size_of(bounds.step_events);
    limits.max_action_fields = size_of(bounds.action_fields);
    limits.max_observation_fields = size_of(table.fields);
    limits.max_piles = size_of(table.piles);
    limits.max_card_groups = size_of(table.card_groups);
    limits.max_hidden_places = size_of(bounds.hidden_places);
    limits.card_kind_count = of.card_kind_count();
    limits.max_copies = of.max_copies();
    limits.phase_count = of.phase_count();
    limits.option_count = static_cast<std::int32_t>(about.options.size());
    limits.turn_weight_count = static_cast<std::int32_t>(about.turn_weights.size());
    limits.tensor_size = size_of(of.tensor_size());
    limits.information_state_tensor_size = size_of(of.information_state_tensor_size());
    limits.state_tensor_size = size_of(of.state_tensor_size());
    write_known(to, limits);
    return CHEMIX_OK;
  });
}

// ---- Options and phases ----

chemix_status chemix_game_option(const chemix_game* game, int32_t option, chemix_option* out_option,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    chemix_option& to = required_structure(out_option, "out_option");
    const chemix::GameDescription about = description_of(of.name());
    const auto& its = about.options[index_in("option", option, about.options.size())];
    const std::string options = of.options();
    write_known(to, to_c(its, value_of(options, its.name)));
    return CHEMIX_OK;
  });
}

chemix_count chemix_game_choice_name(const chemix_game* game, int32_t option, int32_t choice,
                                     char* out, size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::GameDescription about = description_of(game_of(game).name());
    const auto& its = about.options[index_in("option", option, about.options.size())];
    const std::size_t count = its.type == "choice" ? its.choices.size() : 0;
    return give_text(its.choices[index_in("choice", choice, count)], out, capacity);
  });
}

chemix_status chemix_game_turn_weight(const chemix_game* game, int32_t weight,
                                      chemix_option* out_weight, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    chemix_option& to = required_structure(out_weight, "out_weight");
    const chemix::GameDescription about = description_of(of.name());
    const auto& its = about.turn_weights[index_in("weight", weight, about.turn_weights.size())];
    write_known(to, to_c(its, its.default_value));
    return CHEMIX_OK;
  });
}

chemix_status chemix_game_phase(const chemix_game* game, int32_t phase, chemix_phase* out_phase,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    chemix_phase& to = required_structure(out_phase, "out_phase");
    const auto index = index_in("phase", phase, static_cast<std::size_t>(of.phase_count()));
    const chemix::PhaseDescription its = of.phase_description(static_cast<int>(index));
    chemix_phase described = CHEMIX_PHASE_INIT;
    copy_text(described.name, its.name);
    described.asked = its.sealed               ? CHEMIX_ASKED_SEALED
                      : its.asked == "chance"  ? CHEMIX_ASKED_CHANCE
                      : its.asked == "nobody"  ? CHEMIX_ASKED_NOBODY
                      : its.asked == "several" ? CHEMIX_ASKED_SEVERAL
                                               : CHEMIX_ASKED_ONE;
    write_known(to, described);
    return CHEMIX_OK;
  });
}

// The names end with NUL, since they are literals.
const char* chemix_zone_name(chemix_zone zone) {
  if (zone < 0 || zone > CHEMIX_ZONE_COMPOUND_STACK) return nullptr;
  return chemix::name_of(static_cast<chemix::Zone>(zone)).data();
}

const char* chemix_verb_name(chemix_verb verb) {
  if (verb < 0 || verb > CHEMIX_VERB_RUN) return nullptr;
  return chemix::name_of(static_cast<chemix::Verb>(verb)).data();
}

// ---- Documents ----

chemix_count chemix_game_describe(const char* name, char* out, size_t capacity,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto about = description_of(required_text(name, "name"));
    return give_json(chemix::description_value(about), out, capacity);
  });
}

chemix_count chemix_game_catalogue(const chemix_game* game, char* out, size_t capacity,
                                   chemix_error* out_error) {
  return guarded(out_error,
                 [&] { return give_json(chemix::catalogue(game_of(game)), out, capacity); });
}

chemix_count chemix_game_schema(const chemix_game* game, const char* kind, char* out,
                                size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    auto schema = chemix::schema_of(of, required_text(kind, "kind"));
    if (!schema) schema.error().field = "kind";
    return give_json(accepted(std::move(schema)), out, capacity);
  });
}

chemix_count chemix_game_tensor_layout(const chemix_game* game, chemix_tensor tensor, char* out,
                                       size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    expect_range("tensor", tensor, CHEMIX_TENSOR_OBSERVATION, CHEMIX_TENSOR_STATE);
    const chemix::TensorLayout layout = tensor == CHEMIX_TENSOR_OBSERVATION ? of.tensor_layout()
                                        : tensor == CHEMIX_TENSOR_INFORMATION_STATE
                                            ? of.information_state_tensor_layout()
                                            : of.state_tensor_layout();
    return give_json(chemix::tensor_layout_value(layout), out, capacity);
  });
}

// ---- Cards ----

chemix_status chemix_game_card(const chemix_game* game, int32_t kind, chemix_card* out_card,
                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& counted = ::counted(game);
    const AnyGame& of = *counted.game;
    const int its = kind_of(counted, kind);
    chemix_card& to = required_structure(out_card, "out_card");
    const chemix::CardData data = of.card_data(its);
    chemix_card card = CHEMIX_CARD_INIT;
    card.kind = its;
    card.type = type_of(data.about.type);
    card.copies = data.copies;
    card.points = card.type == CHEMIX_CARD_COMPOUND ? data.about.number : 0;
    const bool has_number = card.type == CHEMIX_CARD_MULTIPLIER || card.type == CHEMIX_CARD_NUMBER;
    card.number = has_number ? data.about.number : 0;
    card.atomic_number = data.atomic_number;
    card.color = data.about.type == "green"    ? CHEMIX_COLOR_GREEN
                 : data.about.type == "purple" ? CHEMIX_COLOR_PURPLE
                                               : CHEMIX_COLOR_NONE;
    if (data.reconstructed) {
      if (data.reconstructed->formula) card.reconstructed |= CHEMIX_RECONSTRUCTED_FORMULA;
      if (data.reconstructed->points) card.reconstructed |= CHEMIX_RECONSTRUCTED_POINTS;
      if (data.reconstructed->names) card.reconstructed |= CHEMIX_RECONSTRUCTED_NAMES;
    }
    card.token_count = copy_kinds(data.tokens, card.tokens);
    card.element_count = copy_kinds(data.elements, card.elements);
    copy_text(card.name, of.card_name(its));
    write_known(to, card);
    return CHEMIX_OK;
  });
}

chemix_status chemix_game_find_card(const chemix_game* game, const char* name, int32_t* out_kind,
                                    chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const std::string_view named = required_text(name, "name");
    required(out_kind, "out_kind");
    for (int kind = 0; kind < of.card_kind_count(); ++kind) {
      if (of.card_name(kind) != named) continue;
      *out_kind = kind;
      return CHEMIX_OK;
    }
    fail(CHEMIX_INVALID_INPUT, {"name", named, "no such card in deck " + of.deck_name(), ""});
  });
}

chemix_count chemix_game_card_formula(const chemix_game* game, int32_t kind, chemix_style style,
                                      char* out, size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    const int its = kind_of(of, kind);
    expect_range("style", style, CHEMIX_STYLE_PLAIN, CHEMIX_STYLE_MARKUP);
    return give_text(
        chemix::formula_text(of.game->card_name(its), static_cast<chemix::FormulaStyle>(style)),
        out, capacity);
  });
}

// ---- Actions ----

chemix_count chemix_game_action_text(const chemix_game* game, int32_t actor, int32_t action,
                                     char* out, size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    const Actor who = actor_of(of, actor);
    const int id = action_of(of, who, action);
    return give_text(who.is_chance() ? of.game->chance_action_text(id) : of.game->action_text(id),
                     out, capacity);
  });
}

chemix_status chemix_game_find_action(const chemix_game* game, int32_t actor, const char* text,
                                      int32_t* out_action, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    const Actor who = actor_of(of, actor);
    const std::string_view words = required_text(text, "text");
    required(out_action, "out_action");
    *out_action = accepted(who.is_chance() ? of.game->parse_chance_action(words)
                                           : of.game->parse_action(words));
    return CHEMIX_OK;
  });
}

chemix_count chemix_game_action_json(const chemix_game* game, int32_t actor, int32_t action,
                                     char* out, size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    const Actor who = actor_of(of, actor);
    return give_json(chemix::action_value(*of.game, who, action_of(of, who, action)), out,
                     capacity);
  });
}

chemix_count chemix_game_action_fields(const chemix_game* game, int32_t actor, int32_t action,
                                       chemix_field* out, size_t capacity,
                                       chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    const Actor who = actor_of(of, actor);
    return give_list(fields_of(*of.game, who, action_of(of, who, action)), out, capacity);
  });
}

chemix_count chemix_game_field_text(const chemix_game* game, const chemix_field* field, char* out,
                                    size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(text_of(of, required(field, "field")), out, capacity);
  });
}

// ---- Events and refusals ----

chemix_count chemix_game_event_text(const chemix_game* game, const chemix_event* event, char* out,
                                    size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.event_text(from_c(of, required(event, "event"))), out, capacity);
  });
}

chemix_count chemix_game_event_json(const chemix_game* game, const chemix_event* event, char* out,
                                    size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_json(chemix::event_value(of, from_c(of, required(event, "event"))), out, capacity);
  });
}

chemix_count chemix_game_refusal_json(const chemix_game* game, const chemix_error* error, char* out,
                                      size_t capacity, chemix_error* out_error) {
  return guarded(out_error_beside(error, out_error), [&] {
    const chemix_game& of = counted(game);
    const chemix_error about = refusal_in(error);
    const Actor who = actor_of(of, about.actor);
    const int id = action_of(of, who, about.action);
    const std::string_view rule(about.rule, strnlen(about.rule, sizeof about.rule));
    const auto arguments = arguments_of(about);
    if (chemix::Words::in("en").value().refusal(*of.game, rule, about.detail, arguments).empty()) {
      fail(CHEMIX_INVALID_INPUT,
           {"error.rule", rule, "must be a rule by which this game refuses actions", ""});
    }
    return give_json(chemix::refusal_value(*of.game, who, id, rule, about.detail, arguments), out,
                     capacity);
  });
}
