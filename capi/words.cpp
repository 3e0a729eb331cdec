// SPDX-License-Identifier: Apache-2.0
// The C ABI of texts in the languages of players, and of values as JSON.
#include "chemix/words.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/catalogue.hpp"
#include "chemix/record.hpp"
#include "chemix/values.hpp"
#include "internal.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

using namespace chemix::capi;

namespace {

template <std::size_t Size>
std::string_view text_in(const char (&text)[Size]) {
  return {text, strnlen(text, Size)};
}

// A refusal as the caller passes it back: the rule and the arguments of its sentence.
struct Refusal {
  std::string_view rule;
  int detail;
  std::array<std::int16_t, 3> arguments{};
};
Refusal refusal_of(const chemix_error* given) {
  const chemix_error& error = required(given, "error");
  // The fields read below lie before the texts, so an older caller's structure may end there.
  if (error.size < offsetof(chemix_error, field)) {
    fail(CHEMIX_WRONG_MEMORY,
         {"error.size", std::to_string(error.size), "must be set by CHEMIX_ERROR_INIT", ""});
  }
  if (error.status != CHEMIX_REFUSED) {
    fail(CHEMIX_INVALID_INPUT,
         {"error.status", chemix_status_name(error.status),
          "must be CHEMIX_REFUSED, CHEMIX_INVALID_INPUT or CHEMIX_OUT_OF_RANGE", ""});
  }
  Refusal refusal{text_in(error.rule), error.detail, {}};
  for (std::size_t i = 0; i < refusal.arguments.size(); ++i) {
    expect_range("error.arguments", error.arguments[i], INT16_MIN, INT16_MAX);
    refusal.arguments[i] = static_cast<std::int16_t>(error.arguments[i]);
  }
  return refusal;
}

bool is_of_input(const chemix_error& error) {
  return error.size >= sizeof(chemix_error) &&
         (error.status == CHEMIX_INVALID_INPUT || error.status == CHEMIX_OUT_OF_RANGE);
}

// The parts of a message: `field = value: reason [rule]`.
InputError input_error_of(const chemix_error& error) {
  const std::string_view field = text_in(error.field);
  const std::string_view rule = text_in(error.rule);
  std::string_view reason = text_in(error.message);
  std::string_view value;
  if (reason.starts_with(field)) {
    reason.remove_prefix(field.size());
    value = chemix::split_off(reason, ": ");
    if (value.starts_with(" = ")) value.remove_prefix(3);
  }
  const std::string suffix = " [" + std::string(rule) + "]";
  if (!rule.empty() && reason.size() > suffix.size() && reason.ends_with(suffix)) {
    reason.remove_suffix(suffix.size());
  }
  return {field, value, reason, rule};
}

std::string said_of(const chemix::Words& words, const AnyGame& game, const Refusal& refusal) {
  std::string said = words.refusal(game, refusal.rule, refusal.detail, refusal.arguments);
  if (said.empty()) {
    fail(CHEMIX_INVALID_INPUT,
         {"error.rule", refusal.rule, "must be a rule by which this game refuses actions", ""});
  }
  return said;
}

std::string words_of(const chemix::Words& words, const chemix::GameDescription& game) {
  const auto line = [](std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) {
      if (!text.empty()) text += '\t';
      text += part;
    }
    return text + '\n';
  };
  std::string text =
      line({"title", words.title(game.name)}) + line({"score", words.score_meaning(game.name)});
  for (const chemix::OptionDescription& option : game.options) {
    text += line({"option", option.name, words.option(game.name, option.name)});
    for (const std::string& choice : option.choices) {
      text += line({"choice", option.name, choice, words.choice(game.name, option.name, choice)});
    }
  }
  for (const chemix::OptionDescription& weight : game.turn_weights) {
    text += line({"turn_weight", weight.name, words.turn_weight(game.name, weight.name)});
  }
  return text;
}

}  // namespace

// ---- Words for people ----

chemix_status chemix_word_languages(char* out, size_t capacity, size_t* out_count,
                                    chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::string all;
    for (const std::string& language : chemix::Words::languages()) {
      all += (all.empty() ? "" : " ") + language;
    }
    return give_text(all, out, capacity, out_count);
  });
}

chemix_status chemix_game_words(const char* name, const char* language, char* out, size_t capacity,
                                size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto game = description_of(name);
    return give_text(words_of(words_of(language, nullptr), game), out, capacity, out_count);
  });
}

chemix_status chemix_card_words(const chemix_game* game, int32_t kind, const char* language,
                                char* out, size_t capacity, size_t* out_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    expect_range("kind", kind, 0, of.card_kind_count() - 1);
    return give_text(words_of(language, nullptr).card(of, kind), out, capacity, out_count);
  });
}

chemix_status chemix_action_words(const chemix_game* game, int32_t actor, int32_t action,
                                  const char* language, const char* players, char* out,
                                  size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Actor by = actor_of(of, actor);
    const int id = action_of(of, by, action);
    const chemix::Words words = words_of(language, players);
    return give_text(by.is_chance() ? words.chance_action(of, id) : words.action(of, id), out,
                     capacity, out_count);
  });
}

chemix_status chemix_event_words(const chemix_game* game, const chemix_event* event,
                                 const char* language, const char* players, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const chemix::Event told = from_c(of, required(event, "event"));
    return give_text(words_of(language, players).event(of, told), out, capacity, out_count);
  });
}

chemix_status chemix_error_words(const chemix_game* game, const chemix_error* error,
                                 const char* language, const char* players, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Words words = words_of(language, players);
    if (error != nullptr && is_of_input(*error)) {
      return give_text(words.input_error(input_error_of(*error)), out, capacity, out_count);
    }
    const AnyGame& of = game_of(game);
    return give_text(said_of(words, of, refusal_of(error)), out, capacity, out_count);
  });
}

chemix_status chemix_observation_words(const chemix_game* game, const void* observation,
                                       size_t observation_size, const char* language,
                                       const char* players, char* out, size_t capacity,
                                       size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock seen = observation_of(of, observation, observation_size);
    return give_text(words_of(language, players).prompt(of, seen), out, capacity, out_count);
  });
}

chemix_status chemix_state_words(const chemix_game* game, const void* state, size_t state_size,
                                 const char* language, const char* players, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, state, state_size);
    return give_text(words_of(language, players).result(of, block), out, capacity, out_count);
  });
}

// ---- JSON ----

chemix_status chemix_state_json(const chemix_game* game, const void* state, size_t state_size,
                                char* out, size_t capacity, size_t* out_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_json(of.state_value(state_of(of, state, state_size)), out, capacity, out_count);
  });
}

chemix_status chemix_state_from_json(const chemix_game* game, const char* text, size_t text_size,
                                     void* out_state, size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const std::string_view json(&required(text, "text"), text_size);
    const Block block = memory("out_state", out_state, state_size, of.state_size());
    if (auto wrong = of.read_state(accepted(chemix::read_json(json, "text")), block)) {
      fail(CHEMIX_INVALID_INPUT, *wrong);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_json(const chemix_game* game, const void* observation,
                                      size_t observation_size, char* out, size_t capacity,
                                      size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_json(of.observation_value(block), out, capacity, out_count);
  });
}

chemix_status chemix_action_json(const chemix_game* game, int32_t actor, int32_t action, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Actor who = actor_of(of, actor);
    return give_json(chemix::action_value(of, who, action_of(of, who, action)), out, capacity,
                     out_count);
  });
}

chemix_status chemix_event_json(const chemix_game* game, const chemix_event* event, char* out,
                                size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_json(chemix::event_value(of, from_c(of, required(event, "event"))), out, capacity,
                     out_count);
  });
}

chemix_status chemix_refusal_json(const chemix_game* game, int32_t actor, const chemix_error* error,
                                  char* out, size_t capacity, size_t* out_count,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Refusal refusal = refusal_of(error);
    (void)said_of(words_of("en", nullptr), of, refusal);
    const Actor who = actor_of(of, actor);
    return give_json(chemix::refusal_value(of, who, action_of(of, who, error->action), refusal.rule,
                                           refusal.detail, refusal.arguments),
                     out, capacity, out_count);
  });
}

chemix_status chemix_record_json(const char* text, size_t text_size, char* out, size_t capacity,
                                 size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view record(&required(text, "text"), text_size);
    return give_json(chemix::record_value(accepted(chemix::read_record(record))), out, capacity,
                     out_count);
  });
}

chemix_status chemix_game_catalogue(const chemix_game* game, char* out, size_t capacity,
                                    size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    return give_json(chemix::catalogue(game_of(game)), out, capacity, out_count);
  });
}

chemix_status chemix_game_description(const char* name, char* out, size_t capacity,
                                      size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto game = description_of(name);
    return give_json(chemix::description_value(game), out, capacity, out_count);
  });
}

chemix_status chemix_deck_names(char* out, size_t capacity, size_t* out_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::string names;
    for (const std::string& name : chemix::builtin_deck_names()) {
      names += (names.empty() ? "" : " ") + name;
    }
    return give_text(names, out, capacity, out_count);
  });
}

chemix_status chemix_deck_json(const char* name, char* out, size_t capacity, size_t* out_count,
                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto deck = found_by_name(chemix::deck_value(required_text(name, "name")), "deck");
    return give_json(deck, out, capacity, out_count);
  });
}

chemix_status chemix_deck_text(const chemix_deck* deck, char* out, size_t capacity,
                               size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const chemix_deck& of = required(deck, "deck");
    const auto data = accepted(chemix::deck_value(of.text, of.file_name));
    return give_text(accepted(chemix::deck_file_text(data)), out, capacity, out_count);
  });
}

chemix_status chemix_game_schema(const chemix_game* game, const char* what, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const AnyGame& of = game_of(game);
    return give_json(accepted(chemix::schema_of(of, required_text(what, "what"))), out, capacity,
                     out_count);
  });
}
