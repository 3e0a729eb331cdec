// SPDX-License-Identifier: Apache-2.0
// The C ABI of texts in the languages of players.
#include "chemix/words.hpp"

#include "chemix/agents/hint.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/undo.hpp"
#include "internal.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace chemix::capi;

struct chemix_words {
  GameRef game;
  chemix::Words words;
  // By seat.
  std::vector<std::string> players;
};

static_assert(CHEMIX_STYLE_PLAIN == static_cast<int>(chemix::TextStyle::Plain));
static_assert(CHEMIX_STYLE_UNICODE == static_cast<int>(chemix::TextStyle::Unicode));
static_assert(CHEMIX_STYLE_MARKUP == static_cast<int>(chemix::TextStyle::Markup));
static_assert(CHEMIX_STYLE_ALOUD == static_cast<int>(chemix::TextStyle::Aloud));
static_assert(CHEMIX_UNDO_ALLOWED == static_cast<int>(chemix::Undo::Allowed));
static_assert(CHEMIX_UNDO_NOTHING == static_cast<int>(chemix::Undo::Nothing));
static_assert(CHEMIX_UNDO_OTHERS_ACTED == static_cast<int>(chemix::Undo::OthersActed));
static_assert(CHEMIX_UNDO_CHANCE_ACTED == static_cast<int>(chemix::Undo::ChanceActed));
static_assert(CHEMIX_UNDO_SEALED == static_cast<int>(chemix::Undo::Sealed));
static_assert(CHEMIX_UNDO_GAME_OVER == static_cast<int>(chemix::Undo::GameOver));
static_assert(CHEMIX_UNDO_LEARNED == static_cast<int>(chemix::Undo::Learned));
static_assert(CHEMIX_UNDO_LEARNED + 1 == chemix::names_of(chemix::Undo()).size());
static_assert(CHEMIX_HINT_ONLY == static_cast<int>(chemix::HintReason::Only));
static_assert(CHEMIX_HINT_ALIKE == static_cast<int>(chemix::HintReason::Alike));
static_assert(CHEMIX_HINT_POINTS == static_cast<int>(chemix::HintReason::Points));
static_assert(CHEMIX_HINT_LOOKED_AHEAD == static_cast<int>(chemix::HintReason::LookedAhead));
static_assert(CHEMIX_HINT_SOLVED == static_cast<int>(chemix::HintReason::Solved));

namespace {

using chemix::Words;

// The parts of a chemix_words.
struct Speech {
  const Words& words;
  const chemix_game& counted;
  const AnyGame& game;
};

Speech speech_of(const chemix_words* words) {
  const chemix_words& of = required(words, "words");
  return {of.words, *of.game, *(*of.game).game};
}

// Writes the text that `say(speech)` returns.
template <class Say>
chemix_count give_said(const chemix_words* words, char* out, std::size_t capacity,
                       chemix_error* out_error, Say&& say) {
  return guarded(out_error, [&] { return give_text(say(speech_of(words)), out, capacity); });
}

template <std::size_t Size>
std::string_view text_in(const char (&text)[Size]) {
  return {text, strnlen(text, Size)};
}

std::string lines(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) {
    if (!text.empty()) text += '\n';
    text += sentence;
  }
  return text;
}

bool has_control_characters(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    // U+0080 to U+009F.
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      return true;
    }
  }
  return false;
}

chemix::Zone zone_of(std::int32_t zone) {
  expect_range("zone", zone, 0, CHEMIX_ZONE_COMPOUND_STACK);
  return static_cast<chemix::Zone>(zone);
}

// An observation of the game of the words.
ConstBlock seen_by(const Speech& speech, const chemix_observation* observation) {
  const Observation seen = observation_of(observation);
  expect_same_game(speech.counted, seen.counted, "observation");
  return seen.block;
}

chemix::OptionDescription option_of(const AnyGame& game, std::int32_t option) {
  auto options = description_of(game.name()).options;
  return std::move(options[index_in("option", option, options.size())]);
}

// The name of the choice in a field.
std::string choice_in(const chemix_game& game, const chemix_field& field) {
  std::array<char, CHEMIX_NAME_SIZE> name{};
  chemix_error error = CHEMIX_ERROR_INIT;
  const chemix_count count =
      chemix_game_field_text(&game, &field, name.data(), name.size(), &error);
  if (count < 0)
    fail(count, {text_in(error.field), text_in(error.value), text_in(error.message), ""});
  return {name.data(), static_cast<std::size_t>(count)};
}

chemix::MessageArgument argument_of(const chemix_game& game, const chemix_field& field) {
  chemix::MessageArgument argument{std::string(text_in(field.name)), {}};
  expect_range("field.type", field.type, CHEMIX_FIELD_NUMBER, CHEMIX_FIELD_CHOICE);
  if (field.value == CHEMIX_ABSENT) return argument;
  switch (field.type) {
    case CHEMIX_FIELD_FLAG:
      expect_range("field.value", field.value, 0, 1);
      argument.value = std::string(field.value == 1 ? "yes" : "no");
      break;
    case CHEMIX_FIELD_SEAT:
      argument.value = chemix::Seat::of(seat(game, "field.value", field.value));
      break;
    case CHEMIX_FIELD_CARD:
      expect_range("field.value", field.value, 0, game.game->card_kind_count() - 1);
      argument.value = std::vector<int>{field.value};
      break;
    case CHEMIX_FIELD_CHOICE:
      argument.value = choice_in(game, field);
      break;
    default:
      argument.value = int{field.value};
  }
  return argument;
}

// The reason for a refusal, as the caller passes it back.
std::string said_of(const Speech& speech, const chemix_error& error) {
  std::array<std::int16_t, 3> arguments{};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    expect_range("error.arguments", error.arguments[i], INT16_MIN, INT16_MAX);
    arguments[i] = static_cast<std::int16_t>(error.arguments[i]);
  }
  const std::string_view rule = text_in(error.rule);
  std::string said = speech.words.refusal(speech.game, rule, error.detail, arguments);
  if (said.empty()) {
    fail(CHEMIX_INVALID_INPUT,
         {"error.rule", rule, "must be a rule by which this game refuses actions", ""});
  }
  return said;
}

chemix::Hint hint_of(const chemix_game& game, const chemix_hint* given) {
  const chemix_hint hint = read_known(required_structure(given, "hint"));
  expect_range("hint.action", hint.action, 0, game.actions - 1);
  expect_range("hint.reason", hint.reason, CHEMIX_HINT_ONLY, CHEMIX_HINT_SOLVED);
  expect_range("hint.choices", hint.choices, 1, game.actions);
  if (!std::isfinite(hint.margin) || hint.margin < 0) {
    fail(CHEMIX_OUT_OF_RANGE,
         {"hint.margin", std::to_string(hint.margin), "must be a number from 0 on", ""});
  }
  if (!std::isfinite(hint.gain)) {
    fail(CHEMIX_OUT_OF_RANGE, {"hint.gain", std::to_string(hint.gain), "must be a number", ""});
  }
  if (hint.visits < 0) {
    fail(CHEMIX_OUT_OF_RANGE,
         {"hint.visits", std::to_string(hint.visits), "must be at least 0", ""});
  }
  return {hint.action,  static_cast<chemix::HintReason>(hint.reason),
          hint.choices, hint.margin,
          hint.gain,    hint.visits};
}

}  // namespace

// ---- Languages ----

const char* chemix_language_at(int32_t index) {
  try {
    static const std::vector<std::string> all = Words::languages();
    if (index < 0 || static_cast<std::size_t>(index) >= all.size()) return nullptr;
    return all[static_cast<std::size_t>(index)].c_str();
  } catch (...) {
    return nullptr;
  }
}

chemix_status chemix_words_create(const chemix_game* game, const char* language,
                                  chemix_words** out_words, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    return give_object(out_words, "out_words", [&] {
      Words words = accepted(Words::in(language == nullptr ? "en" : language));
      return new chemix_words{GameRef(of), std::move(words), {}};
    });
  });
}

chemix_status chemix_words_load(const chemix_game* game, const char* text, size_t text_size,
                                const char* file_name, chemix_words** out_words,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    const std::string_view given = required_text(text, text_size, "text");
    const std::string_view file = required_text(file_name, "file_name");
    return give_object(out_words, "out_words", [&] {
      return new chemix_words{GameRef(of), accepted(Words::from_text(given, file)), {}};
    });
  });
}

void chemix_words_destroy(chemix_words** words) { destroy(words); }

chemix_status chemix_words_set_player(chemix_words* words, int32_t player, const char* name,
                                      chemix_error* out_error) {
  return guarded(out_error, [&]() -> chemix_status {
    chemix_words& of = required(words, "words");
    const auto index = static_cast<std::size_t>(seat(*of.game, "seat", player));
    const std::string_view given = name == nullptr ? "" : name;
    if (given.size() >= CHEMIX_NAME_SIZE) {
      fail(CHEMIX_INVALID_INPUT,
           {"name", given, "must have fewer than " + std::to_string(CHEMIX_NAME_SIZE) + " bytes",
            ""});
    }
    if (chemix::as_utf8(given) != given) {
      fail(CHEMIX_INVALID_INPUT, {"name", given, "must be UTF-8", ""});
    }
    if (has_control_characters(given)) {
      fail(CHEMIX_INVALID_INPUT, {"name", given, "must not contain control characters", ""});
    }
    std::vector<std::string> players = of.players;
    if (players.size() <= index) players.resize(index + 1);
    players[index] = given;
    Words named = of.words.with_players(players);
    of.words = std::move(named);
    of.players = std::move(players);
    return CHEMIX_OK;
  });
}

chemix_status chemix_words_set_style(chemix_words* words, chemix_style style,
                                     chemix_error* out_error) {
  return guarded(out_error, [&]() -> chemix_status {
    chemix_words& of = required(words, "words");
    expect_range("style", style, CHEMIX_STYLE_PLAIN, CHEMIX_STYLE_ALOUD);
    of.words = of.words.with_style(static_cast<chemix::TextStyle>(style));
    return CHEMIX_OK;
  });
}

// ---- About the game ----

chemix_count chemix_words_language_name(const chemix_words* words, char* out, size_t capacity,
                                        chemix_error* out_error) {
  return give_said(words, out, capacity, out_error,
                   [](const Speech& of) { return of.words.language_name(); });
}

chemix_count chemix_words_title(const chemix_words* words, char* out, size_t capacity,
                                chemix_error* out_error) {
  return give_said(words, out, capacity, out_error,
                   [](const Speech& of) { return of.words.title(of.game.name()); });
}

chemix_count chemix_words_scoring(const chemix_words* words, char* out, size_t capacity,
                                  chemix_error* out_error) {
  return give_said(words, out, capacity, out_error,
                   [](const Speech& of) { return of.words.score_meaning(of.game.name()); });
}

chemix_count chemix_words_option(const chemix_words* words, int32_t option, char* out,
                                 size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.option(of.game.name(), option_of(of.game, option).name);
  });
}

chemix_count chemix_words_choice(const chemix_words* words, int32_t option, int32_t choice,
                                 char* out, size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    const chemix::OptionDescription about = option_of(of.game, option);
    return of.words.choice(of.game.name(), about.name,
                           about.choices[index_in("choice", choice, about.choices.size())]);
  });
}

chemix_count chemix_words_turn_weight(const chemix_words* words, int32_t weight, char* out,
                                      size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    const auto weights = description_of(of.game.name()).turn_weights;
    return of.words.turn_weight(of.game.name(),
                                weights[index_in("weight", weight, weights.size())].name);
  });
}

chemix_count chemix_words_player(const chemix_words* words, int32_t player, char* out,
                                 size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.player(seat(of.counted, "seat", player));
  });
}

chemix_count chemix_words_phase(const chemix_words* words, int32_t phase, char* out,
                                size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    expect_range("phase", phase, 0, of.game.phase_count() - 1);
    return of.words.phase(of.game.name(), of.game.phase_name(phase));
  });
}

// ---- The table ----

chemix_count chemix_words_pile(const chemix_words* words, const chemix_pile* pile, char* out,
                               size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    const chemix_pile& given = required(pile, "pile");
    return of.words.pile(of.game.name(), zone_of(given.place.zone), text_in(given.name));
  });
}

chemix_count chemix_words_place(const chemix_words* words, chemix_zone zone, int32_t owner,
                                char* out, size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    const chemix::Zone named = zone_of(zone);
    if (owner == CHEMIX_ANY || owner == CHEMIX_NOBODY) return of.words.zone(of.game.name(), named);
    const int player = seat(of.counted, "owner", owner, ", CHEMIX_NOBODY or CHEMIX_ANY");
    return of.words.place(of.game.name(), {named, static_cast<std::uint8_t>(player)});
  });
}

chemix_count chemix_words_field_name(const chemix_words* words, const chemix_field* field,
                                     char* out, size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.field_name(of.game.name(), text_in(required(field, "field").name));
  });
}

chemix_count chemix_words_field_value(const chemix_words* words, const chemix_field* field,
                                      char* out, size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.field_value(of.game, argument_of(of.counted, required(field, "field")));
  });
}

chemix_count chemix_words_card_name(const chemix_words* words, int32_t kind, char* out,
                                    size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.card_name(of.game, kind_of(of.counted, kind));
  });
}

chemix_count chemix_words_card(const chemix_words* words, int32_t kind, char* out, size_t capacity,
                               chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.card(of.game, kind_of(of.counted, kind));
  });
}

// ---- What happens ----

chemix_count chemix_words_action(const chemix_words* words, int32_t actor, int32_t action,
                                 char* out, size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    const Actor by = actor_of(of.counted, actor);
    const int id = action_of(of.counted, by, action);
    return by.is_chance() ? of.words.chance_action(of.game, id) : of.words.action(of.game, id);
  });
}

chemix_count chemix_words_legal_actions(const chemix_words* words,
                                        const chemix_observation* observation, char* out,
                                        size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return lines(of.words.legal_actions(of.game, seen_by(of, observation)));
  });
}

chemix_count chemix_words_event(const chemix_words* words, const chemix_event* event, char* out,
                                size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.event(of.game, from_c(of.game, required(event, "event")));
  });
}

chemix_count chemix_words_events(const chemix_words* words, const chemix_event* events,
                                 chemix_count event_count, char* out, size_t capacity,
                                 chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return lines(of.words.events(of.game, from_c(of.game, events, event_count)));
  });
}

chemix_count chemix_words_prompt(const chemix_words* words, const chemix_observation* observation,
                                 char* out, size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.prompt(of.game, seen_by(of, observation));
  });
}

chemix_count chemix_words_refusal(const chemix_words* words, const chemix_error* error,
                                  const chemix_observation* observation, char* out, size_t capacity,
                                  chemix_error* out_error) {
  return give_said(words, out, capacity, out_error_beside(error, out_error), [&](const Speech& of) {
    std::string text = said_of(of, refusal_in(error));
    if (observation == nullptr) return text;
    return text + " " + of.words.prompt(of.game, seen_by(of, observation));
  });
}

chemix_count chemix_words_undo(const chemix_words* words, chemix_undo undo, char* out,
                               size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    expect_range("undo", undo, CHEMIX_UNDO_ALLOWED, CHEMIX_UNDO_LEARNED);
    return of.words.undo(static_cast<chemix::Undo>(undo));
  });
}

chemix_count chemix_words_scores(const chemix_words* words, const chemix_observation* observation,
                                 char* out, size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.result_seen(of.game, seen_by(of, observation));
  });
}

chemix_count chemix_words_state_scores(const chemix_words* words, const chemix_state* state,
                                       char* out, size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    const State whole = state_of(state);
    expect_same_game(of.counted, whole.counted, "state");
    return of.words.result(of.game, whole.block);
  });
}

chemix_count chemix_words_hint(const chemix_words* words, const chemix_hint* hint, char* out,
                               size_t capacity, chemix_error* out_error) {
  return give_said(words, out, capacity, out_error, [&](const Speech& of) {
    return of.words.hint(of.game, hint_of(of.counted, hint));
  });
}
