// SPDX-License-Identifier: Apache-2.0
// Words for people: every message of every game exists in each language and register, comes from
// the catalogues alone, and reveals no hidden information.
#include "chemix/words.hpp"

#include "golden/playthrough.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace chemix;

namespace {

using GamePointer = std::shared_ptr<const AnyGame>;
using Json = nlohmann::ordered_json;

GamePointer game_of(const GameRequest& request) {
  auto game = make_game(request);
  REQUIRE(game.has_value());
  return *game;
}

Words words_in(std::string_view language) {
  auto words = Words::in(language);
  REQUIRE(words.has_value());
  return *words;
}

Json catalogue(const std::string& language) {
  std::ifstream file(std::string(CHEMIX_WORD_DIR) + "/" + language + ".json");
  return Json::parse(file);
}

// Every game and match with the fewest and the most players, and with each value of each option
// that has at most four.
std::vector<GamePointer> all_games() {
  std::vector<GamePointer> games;
  for (const GameDescription& game : game_descriptions()) {
    games.push_back(game_of({.name = game.name, .players = game.min_players}));
    games.push_back(game_of({.name = game.name, .players = game.max_players}));
    for (const OptionDescription& option : game.options) {
      if (option.choices.size() > 4) continue;
      for (const std::string& choice : option.choices) {
        if (choice == option.default_value) continue;
        games.push_back(game_of({.name = game.name,
                                 .players = std::max(2, game.min_players),
                                 .options = option.name + "=" + choice}));
      }
    }
  }
  return games;
}

ConstBlock block_of(const AnyGame& game, const golden::Moment& moment) {
  return std::as_bytes(std::span(moment.state)).first(game.state_size());
}

class View {
 public:
  explicit View(const AnyGame& game)
      : memory_((game.observation_size() + 7) / 8), size_(game.observation_size()) {}
  [[nodiscard]] Block block() { return std::as_writable_bytes(std::span(memory_)).first(size_); }

 private:
  std::vector<std::uint64_t> memory_;
  std::size_t size_;
};

// Counters that only programs need.
bool is_silent(const AnyGame& game, const Event& event) {
  static const std::set<std::string_view> counters = {"idle_passes", "passes", "rounds", "turns"};
  return event.verb == Verb::Set && counters.contains(game.counter_name(event.index));
}

// Calls `use(what, text)` for each text about the states of a game, from its start to its end.
// Skips some states of long games.
using UseText = std::function<void(const std::string& what, const std::string& words)>;
void for_each_text(const Words& words, const AnyGame& game, const golden::Playthrough& play,
                   const UseText& use) {
  View view(game);
  for (std::size_t number = 0; number <= play.size(); ++number) {
    if (number > 150 && number + 3 < play.size() && number % 11 != 0) continue;
    const golden::Moment& moment = play.moment(number);
    const ConstBlock state = block_of(game, moment);
    use("phase", words.phase(game.name(), play.phase(number)));
    use("result", words.result(game, state));
    for (const Viewer viewer : laws::viewers(game.player_count())) {
      game.observe(state, viewer, view.block());
      use("prompt in " + std::string(play.phase(number)), words.prompt(game, view.block()));
      use("result seen", words.result_seen(game, view.block()));
      if (!moment.step) continue;
      const std::vector<Event> events = play.events(number, viewer);
      for (const Event& event : events) {
        const std::string sentence = words.event(game, event);
        if (is_silent(game, event)) {
          CHECK(sentence.empty());
        } else {
          use(game.event_text(event), sentence);
        }
      }
      for (const std::string& sentence : words.events(game, events)) use("events", sentence);
    }
    for (const golden::Refused& refused : moment.refused) {
      const RuleError& error = refused.error;
      const std::string sentence = words.refusal(game, error);
      use(error.rule.text() + " " + std::to_string(error.detail), sentence);
      RuleError first = error;
      first.detail = 0;
      if (error.detail != 0) CHECK(sentence != words.refusal(game, first));
    }
  }
}

// The same for the texts that do not depend on a state.
void for_each_text(const Words& words, const AnyGame& game, const UseText& use) {
  for (int id = 0; id < game.action_count(); ++id) {
    use(game.action_text(id), words.action(game, id));
    // Values are tested with the first actions of a kind.
    if (id > 0 && id % 50 != 0 && game.action_kind(id) == game.action_kind(id - 1)) continue;
    for (const MessageArgument& field : game.action_arguments(id)) {
      use("field " + field.name, words.field_name(game.name(), field.name));
      use("value of " + field.name, words.field_value(game, field));
    }
  }
  for (int id = 0; id < game.chance_action_count(); ++id) {
    use(game.chance_action_text(id), words.chance_action(game, id));
  }
  for (int kind = 0; kind < game.card_kind_count(); ++kind) {
    use(std::string(game.card_name(kind)), words.card(game, kind));
    use(std::string(game.card_name(kind)), words.card_name(game, kind));
  }
  for (std::size_t i = 0; i < names_of(Zone()).size(); ++i) {
    const auto zone = static_cast<Zone>(i);
    use(std::string(name_of(zone)), words.zone(game.name(), zone));
    use(std::string(name_of(zone)), words.place(game.name(), {zone, 1}));
  }
  for (std::size_t i = 0; i < names_of(Undo()).size(); ++i) {
    use("undo", words.undo(static_cast<Undo>(i)));
  }
  for (int phase = 0; phase < game.phase_count(); ++phase) {
    use("phase", words.phase(game.name(), game.phase_name(phase)));
  }
  for (const HintReason reason : {HintReason::Only, HintReason::Alike, HintReason::Points,
                                  HintReason::LookedAhead, HintReason::Solved}) {
    const Hint hint{
        .action = 0, .reason = reason, .choices = 3, .margin = 2.25, .gain = 1, .visits = 7};
    use("hint", words.hint(game, hint));
  }
}

void for_each_description_text(const Words& words, const GameDescription& game,
                               const UseText& use) {
  use("title", words.title(game.name));
  use("score", words.score_meaning(game.name));
  for (const OptionDescription& option : game.options) {
    use(option.name, words.option(game.name, option.name));
    for (const std::string& choice : option.choices) {
      use(option.name + "=" + choice, words.choice(game.name, option.name, choice));
    }
  }
  for (const OptionDescription& weight : game.turn_weights) {
    use(weight.name, words.turn_weight(game.name, weight.name));
  }
}

const std::string open_mark = "⟦";
const std::string close_mark = "⟧";

// The sentence with marks around everything that is not a placeholder.
std::string marked(const std::string& sentence) {
  std::string text = open_mark;
  for (const char c : sentence) {
    if (c == '{') text += close_mark;
    text += c;
    if (c == '}') text += open_mark;
  }
  return text + close_mark;
}

// English with each text of the catalogue marked.
Words made_up() {
  Json json = catalogue("en");
  json["language"] = "xx";
  for (auto& number : json["numbers"]) number = marked(number);
  for (const char* part : {"phrases", "words"}) {
    for (auto& group : json[part]) {
      for (auto& sentence : group) sentence = marked(sentence);
    }
  }
  auto words = Words::from_text(json.dump(), "made up");
  REQUIRE(words.has_value());
  return *words;
}

// The words of a sentence outside the marked parts.
std::vector<std::string> unmarked(std::string text) {
  for (std::size_t open = text.find(open_mark); open != std::string::npos;
       open = text.find(open_mark)) {
    const std::size_t close = text.find(close_mark, open);
    REQUIRE(close != std::string::npos);
    text.replace(open, close + close_mark.size() - open, " ");
  }
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::string part = text.substr(0, text.find(' '));
    if (!part.empty()) parts.push_back(part);
    text.erase(0, std::min(text.size(), part.size() + 1));
  }
  return parts;
}

bool is_number(const std::string& text) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  return text.size() > sign &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(sign), text.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

TEST_SUITE("words") {
  TEST_CASE("an unknown language is rejected with a list of the known ones") {
    CHECK(Words::languages() == std::vector<std::string>{"de", "en", "fr"});
    CHECK(Words::in("it").error().message() ==
          "language = it: no such language; known: de, en, fr");
    CHECK(Words::in()->language() == "en");
    CHECK(Words::in("fr")->language_name() == "Français");
  }

  TEST_CASE("a language tag or the name of a locale selects its language") {
    for (const char* tag : {"de", "de-AT", "de_DE", "DE", "de_CH.UTF-8", "de@euro"}) {
      CAPTURE(tag);
      const auto words = Words::in(tag);
      REQUIRE(words.has_value());
      CHECK(words->language() == "de");
    }
    CHECK(words_in("fr-CA").language() == "fr");
    CHECK(Words::in("it_IT").error().message() ==
          "language = it_IT: no such language; known: de, en, fr");
    for (const char* tag : {"", "-", "_DE", "deutsch", "d"})
      CHECK_FALSE(Words::in(tag).has_value());
  }

  TEST_CASE("every language has every sentence, with the same placeholders") {
    for (const std::string language : {"de", "en", "fr"}) {
      const auto words = Words::from_text(catalogue(language).dump(), language);
      CHECK_MESSAGE(words.has_value(), (words ? "" : words.error().message()));
    }
  }

  TEST_CASE("a catalogue with missing, unknown or malformed sentences is rejected") {
    const auto refused = [](const std::function<void(Json&)>& change) {
      Json json = catalogue("de");
      change(json);
      const auto words = Words::from_text(json.dump(), "it.json");
      return words ? std::string() : words.error().message();
    };
    CHECK(refused([](Json& json) { json["words"]["chemuno"].erase("action.draw"); }) ==
          "it.json: words.chemuno.action.draw: is missing");
    CHECK(refused([](Json& json) {
            json["words"].erase("react");
          }).starts_with("it.json: words.react."));
    CHECK(refused([](Json& json) { json["words"]["chemuno"]["action.lay"] = "legen"; }) ==
          "it.json: words.chemuno.action.lay = legen: must have the same placeholders as: lay "
          "{card:a}");
    CHECK(refused([](Json& json) { json["words"]["chemuno"]["action.lie"] = "lügen"; }) ==
          "it.json: words.chemuno.action.lie = lügen: is not used by the library");
    CHECK(refused([](Json& json) { json["words"]["chemuno"]["action.lay"] = "{card legen"; }) ==
          "it.json: words.chemuno.action.lay = {card legen: has unbalanced braces");
    CHECK(refused([](Json& json) { json["words"]["chemuno"]["action.lay"] = "{card:x} legen"; }) ==
          "it.json: words.chemuno.action.lay = {card:x} legen: there is no phrase x");
    CHECK(refused([](Json& json) { json["phrases"]["cards"].erase("other"); }) ==
          "it.json: phrases.cards: has no form named other");
    CHECK(refused([](Json& json) { json["phrases"]["cards"]["one"] = "{card}"; }) ==
          "it.json: phrases.cards.one = {card}: must not contain placeholders other than {}");
    CHECK(refused([](Json& json) { json.erase("vowels"); }) == "it.json: vowels: is missing");
    CHECK(refused([](Json& json) { json["name"] = std::string(512, 'i'); }).empty());
    CHECK(refused([](Json& json) {
            json["name"] = std::string(513, 'i');
          }).ends_with("must have at most 512 bytes"));
    const auto repeated = [](int count) {
      std::string text;
      for (int i = 0; i < count; ++i) text += "{card:accusative} ";
      return text;
    };
    CHECK(
        refused([&](Json& json) { json["words"]["chemuno"]["action.lay"] = repeated(8); }).empty());
    CHECK(refused([&](Json& json) {
            json["words"]["chemuno"]["action.lay"] = repeated(9);
          }).ends_with("has more than 8 placeholders"));
    CHECK_FALSE(Words::from_text("{", "it.json").has_value());
  }

  TEST_CASE(
      "the words for a card have its name and points, and spell its formula when read aloud") {
    const auto game = game_of({.name = "chemuno", .players = 2});
    const auto kind = [&](std::string_view name) {
      for (int i = 0; i < game->card_kind_count(); ++i) {
        if (game->card_name(i) == name) return i;
      }
      return 0;
    };
    const Words en = words_in("en");
    CHECK(en.card(*game, kind("H2O")) == "H2O, water, 3 points");
    CHECK(en.aloud().card(*game, kind("H2O")) == "H two O, water, three points");
    CHECK(words_in("de").aloud().card(*game, kind("H2O")) == "H zwei O, Wasser, drei Punkte");
    CHECK(words_in("fr").aloud().card(*game, kind("H2O")) == "H deux O, eau, trois points");
    CHECK(en.card(*game, kind("Fe")) == "Fe, iron");
    CHECK(en.aloud().card(*game, kind("Fe")) == "iron");
    CHECK(words_in("de").card(*game, kind("He")) == "He, Helium, ein Edelgas");
    CHECK(words_in("fr").card(*game, kind("2")) == "multiplicateur 2");
    const auto chips = game_of({.name = "chip_it", .players = 3});
    CHECK(words_in("de").card(*chips, 0) == "grüne 2");
    const auto canasta = game_of({.name = "chemistry_canasta", .players = 2});
    CHECK(words_in("en").card(*canasta, 54) == "a wild card");
    CHECK(words_in("en").card(*canasta, 49) == "Sn, tin");
    CHECK(words_in("fr").card(*canasta, 49) == "Sn, étain");
  }

  TEST_CASE("formulas have subscripts, and markup escapes all other text") {
    const auto game = game_of({.name = "chemuno", .players = 2});
    const auto action = [&](std::string_view text) { return *game->parse_action(text); };
    const Words plain = words_in("en").with_players({"<Ben> & Co"});
    const Words unicode = plain.with_style(TextStyle::Unicode);
    const Words markup = plain.with_style(TextStyle::Markup);
    CHECK(plain.action(*game, action("lay Na2S2O3")) == "lay Na2S2O3");
    CHECK(unicode.action(*game, action("lay Na2S2O3")) == "lay Na₂S₂O₃");
    CHECK(markup.action(*game, action("lay Na2S2O3")) ==
          "lay Na<sub>2</sub>S<sub>2</sub>O<sub>3</sub>");
    for (const Words& words : {plain, unicode, markup}) {
      CHECK(words.action(*game, action("lay 2")) == "lay a 2");
    }
    CHECK(plain.player(0) == "<Ben> & Co");
    CHECK(unicode.player(0) == "<Ben> & Co");
    CHECK(markup.player(0) == "&lt;Ben&gt; &amp; Co");
    CHECK(markup.player(1) == "Player 2");
    Json json = catalogue("en");
    json["name"] = "A & B";
    json["words"]["chemuno"]["action.draw"] = "draw < 2";
    json["phrases"]["a"]["other"] = "<{}>";
    const Words changed = Words::from_text(json.dump(), "changed")->with_style(TextStyle::Markup);
    CHECK(changed.language_name() == "A &amp; B");
    CHECK(changed.action(*game, action("draw")) == "draw &lt; 2");
    CHECK(changed.action(*game, action("lay H2")) == "lay &lt;H<sub>2</sub>&gt;");
    const InputError error{"action", "<b>", "not an action of this game", ""};
    CHECK(markup.input_error(error) == "action = &lt;b&gt;: not an action of this game");
    CHECK(words_in("de").with_style(TextStyle::Markup).input_error(error).find("&lt;b&gt;") !=
          std::string::npos);
    const auto chips = game_of({.name = "chip_it", .players = 3});
    CHECK(unicode.card(*chips, 0) == "green 2");
  }

  TEST_CASE("places and piles have names") {
    const Words en = words_in("en").with_players({"Ben"});
    const Words de = words_in("de").with_players({"Ben"});
    const Words fr = words_in("fr").with_players({"Ben"});
    CHECK(en.zone("chemuno", Zone::Hand) == "hand");
    CHECK(en.place("chemuno", {Zone::Hand, 0}) == "Ben’s hand");
    CHECK(en.place("chemuno", {Zone::Hand, 1}) == "Player 2’s hand");
    CHECK(de.place("chemuno", {Zone::Hand, 0}) == "Hand von Ben");
    CHECK(fr.place("chemuno", {Zone::Hand, 0}) == "main de Ben");
    CHECK(fr.place("chemuno", {Zone::Hand, 1}) == "main du joueur 2");
    CHECK(en.place("chemuno", draw_pile) == "draw pile");
    CHECK(en.pile("classic", Zone::Stack, "minus") == "minus pile");
    CHECK(de.pile("classic", Zone::Stack, "won") == "gewonnene Verbindungen");
    CHECK(fr.pile("showdown", Zone::DrawPile, "gas_pile") == "gaz rares restants");
    CHECK(en.pile("compound_capture", Zone::Display, "compounds.open") == "open compounds");
    // A match has the words of its game; without a text of its own a pile is called by its zone.
    CHECK(en.pile("chip_it_duel", Zone::DrawPile, "removed") == "cards out of the game");
    CHECK(en.pile("chemuno", Zone::Market, "other") == "market");
    for (const std::string& language : Words::languages()) {
      std::set<std::string> names;
      for (std::size_t i = 0; i < names_of(Zone()).size(); ++i) {
        names.insert(words_in(language).zone("react", static_cast<Zone>(i)));
      }
      CHECK(names.size() == names_of(Zone()).size());
    }
  }

  TEST_CASE("every field of an observation is named, as a field or as a pile") {
    for (const GamePointer& game : all_games()) {
      CAPTURE(game->name());
      const Json fields = Json::parse(json_text(game->observation_schema())).at("properties");
      for (const std::string& language : Words::languages()) {
        const Words words = words_in(language);
        const auto expect = [&](const std::string& field) {
          const bool is_pile = field == "aside" || words.pile(game->name(), Zone::Aside, field) !=
                                                       words.zone(game->name(), Zone::Aside);
          const bool is_named = is_pile || !words.field_name(game->name(), field).empty();
          CHECK_MESSAGE(is_named, language, ": ", field);
        };
        for (const char* part : {"open", "own"}) {
          const Json& whole = fields.at(part);
          const Json& object = whole.contains("anyOf") ? whole.at("anyOf").at(0) : whole;
          for (const auto& [name, about] : object.at("properties").items()) {
            if (name == "compounds") {
              for (const auto& [inner, pile] : about.at("properties").items()) expect(inner);
            } else {
              expect(name);
            }
          }
        }
      }
    }
  }

  TEST_CASE("the value of a field has its unit") {
    const auto chemuno = game_of({.name = "chemuno", .players = 2});
    const Words en = words_in("en").with_players({"Ben"});
    const Words de = words_in("de");
    const Words fr = words_in("fr");
    CHECK(en.field_name("chemuno", "penalty") == "penalty");
    CHECK(de.field_name("chemuno", "penalty") == "Strafe");
    CHECK(en.field_value(*chemuno, {"penalty", 4}) == "4 cards");
    CHECK(en.aloud().field_value(*chemuno, {"penalty", 4}) == "four cards");
    CHECK(de.field_value(*chemuno, {"penalty", 4}) == "4 Karten");
    CHECK(fr.field_value(*chemuno, {"penalty", 4}) == "4 cartes");
    CHECK(en.field_value(*chemuno, {"penalty", 0}) == "none");
    CHECK(en.field_value(*chemuno, {"turns", 7}) == "7");
    CHECK(en.field_value(*chemuno, {"wish", std::monostate()}) == "none");
    CHECK(de.field_value(*chemuno, {"wish", std::monostate()}) == "keiner");
    CHECK(en.field_value(*chemuno, {"wish", std::vector<int>{0}}) == "H");
    CHECK(en.field_value(*chemuno, {"acted", std::string("yes")}) == "yes");
    CHECK(en.field_value(*chemuno, {"current_player", Seat::of(0)}) == "Ben");
    CHECK(en.field_value(*chemuno, {"current_player", Seat::of(1)}) == "Player 2");
    const auto canasta = game_of({.name = "chemistry_canasta_match", .players = 2});
    CHECK(fr.field_value(*canasta, {"deed", std::string("run")}) == "une suite");
    CHECK(fr.field_name(canasta->name(), "games") == "manches terminées");
    const auto showdown = game_of({.name = "showdown", .players = 2});
    CHECK(en.field_value(*showdown, {"last_player", std::monostate()}) == "nobody");
    CHECK(en.field_name("showdown", "asked") == "finished element");
    CHECK(en.field_name("react", "asked") == "card asked for");
    // A field that means nothing to players has neither.
    CHECK(en.field_name("chemuno", "other").empty());
    CHECK(en.field_value(*chemuno, {"other", 4}).empty());
  }

  TEST_CASE("a card has a name, or is called by its formula or number") {
    const auto game = game_of({.name = "chemuno", .players = 2});
    const auto named = [&](const char* language, std::string_view card) {
      for (int kind = 0; kind < game->card_kind_count(); ++kind) {
        if (game->card_name(kind) == card) return words_in(language).card_name(*game, kind);
      }
      return std::string();
    };
    CHECK(named("en", "H2O") == "water");
    CHECK(named("de", "H2O") == "Wasser");
    CHECK(named("fr", "Fe") == "fer");
    CHECK(named("en", "2") == "2");
  }

  TEST_CASE("every answer to an undo has a sentence of its own") {
    for (const std::string& language : Words::languages()) {
      std::set<std::string> sentences;
      for (std::size_t i = 0; i < names_of(Undo()).size(); ++i) {
        sentences.insert(words_in(language).undo(static_cast<Undo>(i)));
      }
      CHECK(sentences.size() == names_of(Undo()).size());
      CHECK(!sentences.contains(""));
    }
    CHECK(words_in("en").undo(Undo::Nothing) == "There is nothing to undo.");
  }

  TEST_CASE("the legal actions are listed in the order of their ids") {
    const auto game = game_of({.name = "chemuno", .players = 2});
    const golden::Playthrough play(*game, golden::Play::Random, 1);
    View view(*game);
    for (std::size_t number = 0; number <= play.size(); ++number) {
      const ConstBlock state = block_of(*game, play.moment(number));
      for (Player p = 0; p < 2; ++p) {
        game->observe(state, Viewer::player(p), view.block());
        std::vector<int> ids(static_cast<std::size_t>(game->max_legal_actions()));
        ids.resize(game->legal_actions(state, p, ids));
        std::vector<std::string> texts;
        for (const int id : ids) texts.push_back(words_in("en").action(*game, id));
        CHECK(words_in("en").legal_actions(*game, view.block()) == texts);
      }
    }
  }

  TEST_CASE("a viewer reads the scores that the viewer knows, and all of them at the end") {
    const Words en = words_in("en");
    for (const GamePointer& game : all_games()) {
      CAPTURE(game->name());
      const golden::Playthrough play(*game, golden::Play::Guided, 1);
      View view(*game);
      for (std::size_t number = 0; number <= play.size();
           number = number == play.size() ? number + 1 : std::min(number + 7, play.size())) {
        const ConstBlock state = block_of(*game, play.moment(number));
        for (const Viewer viewer : laws::viewers(game->player_count())) {
          game->observe(state, viewer, view.block());
          const std::string said = en.result_seen(*game, view.block());
          const auto scores = game->scores_seen(view.block());
          const auto unknown = std::count(scores.begin(), scores.end(), std::nullopt);
          std::ptrdiff_t found = 0;
          for (std::size_t at = said.find("unknown"); at != std::string::npos;
               at = said.find("unknown", at + 1)) {
            ++found;
          }
          if (number == play.size() || unknown == 0) CHECK(said == en.result(*game, state));
          if (number != play.size()) CHECK(found == unknown);
        }
      }
    }
  }

  TEST_CASE("a refusal explains what is wrong and what is allowed instead") {
    const auto game = game_of({.name = "chemuno", .players = 2});
    RuleError error{"CU-11", 0, 0, {14, 4, 0}};
    CHECK(words_in("en").refusal(*game, error) ==
          "Only another 2 may be laid now; otherwise draw the penalty of 4 cards.");
    CHECK(words_in("de").refusal(*game, error) ==
          "Jetzt darf nur eine weitere 2 gelegt werden; sonst ziehe zur Strafe 4 Karten.");
    error.arguments[1] = 1;
    CHECK(words_in("en").refusal(*game, error) ==
          "Only another 2 may be laid now; otherwise draw the penalty of 1 card.");
    CHECK(words_in("en").refusal(*game, RuleError{"GN-1"}).empty());
    // What is asked instead comes from the phase and the kinds of action in the arguments.
    const auto asked = [&](std::vector<std::string_view> kinds, std::string_view phase) {
      RuleError wrong{"GN-10"};
      for (int id = 0; id < game->action_count(); ++id) {
        if (std::find(kinds.begin(), kinds.end(), game->action_kind(id)) == kinds.end()) continue;
        wrong.arguments[1] |= static_cast<std::int16_t>(1 << game->action_kind_number(id));
      }
      for (int i = 0; i < game->phase_count(); ++i) {
        if (game->phase_name(i) == phase) wrong.arguments[0] = static_cast<std::int16_t>(i);
      }
      return wrong;
    };
    CHECK(words_in("en").refusal(*game, asked({"lay", "draw"}, "turn")) ==
          "You cannot do that now; lay a card that matches or draw a card.");
    CHECK(words_in("de").refusal(*game, asked({"lay"}, "lead")) ==
          "Das geht jetzt nicht; lege eine beliebige Karte.");
    RuleError nowhere = asked({"lay"}, "turn");
    nowhere.arguments[0] = 999;
    CHECK(words_in("en").refusal(*game, nowhere) == "You cannot do that now.");
    // A reason without words of its own uses the general sentence of its rule.
    CHECK(words_in("en").refusal(*game, RuleError{"GN-10", 99}) ==
          words_in("en").refusal(*game, RuleError{"GN-10"}));
  }

  TEST_CASE("an error of input names its field and what is allowed in each language") {
    const auto said = [](const GameRequest& request, std::string_view language) {
      const auto made = make_game(request);
      REQUIRE(!made.has_value());
      return words_in(language).input_error(made.error());
    };
    const GameRequest many = {.name = "chemuno", .players = 9};
    CHECK(said(many, "en") == "players = 9: must be from 2 to 4");
    CHECK(said(many, "de") == "Anzahl Personen = 9: muss von 2 bis 4 sein");
    CHECK(said(many, "fr") == "nombre de joueurs = 9: doit aller de 2 à 4");
    CHECK(said({.name = "chemuno", .players = 2, .options = "auto_call=maybe"}, "de") ==
          "auto_call = maybe: muss no oder yes sein [CU-13]");
    CHECK(said({.name = "chemuno", .players = 2, .deck = "x"}, "fr") ==
          "jeu de cartes = x: ce jeu de cartes n’existe pas ; au choix : chemix");
    const auto game = game_of({.name = "classic", .players = 2});
    CHECK(
        words_in("de").input_error(game->parse_action("form").error()) ==
        "Aktion = form: keine Aktion dieses Spiels; Verbindung: 42 sind möglich, zum Beispiel H2");
    CHECK(words_in("de").input_error(game->parse_action("undo the turn").error()) ==
          "Aktion = undo the turn: keine Aktion dieses Spiels; gültig ist zum Beispiel: undo");
    // Reasons that the catalogues do not have stay as they are.
    const InputError other = {"action", "x", "must be a cat or a dog", "GN-1"};
    CHECK(words_in("de").input_error(other) == other.message());
  }

  TEST_CASE("every reason of the catalogues is found by its English sentence") {
    const Json sentences = catalogue("en")["words"]["common"];
    for (const auto& one : sentences.items()) {
      if (!one.key().starts_with("input.") || one.key() == "input.clauses") continue;
      std::string reason;
      for (std::string_view rest = one.value().get_ref<const std::string&>(); !rest.empty();) {
        reason += split_off(rest, "{");
        if (!rest.empty()) reason += "word" + std::string(split_off(rest, "}"));
      }
      CAPTURE(reason);
      const InputError error = {"x", "", reason, ""};
      CHECK(words_in("en").input_error(error) == error.message());
      for (const char* language : {"de", "fr"}) {
        const std::string sentence = words_in(language).input_error(error);
        CHECK(sentence != error.message());
        CHECK(sentence.find_first_of("{}") == std::string::npos);
      }
    }
  }

  TEST_CASE("a refusal says what a compound takes and who was faster") {
    const auto showdown = game_of({.name = "showdown", .players = 3});
    const auto kind = [](const AnyGame& game, std::string_view name) {
      std::int16_t found = 0;
      for (int i = 0; i < game.card_kind_count(); ++i) {
        if (game.card_name(i) == name) found = static_cast<std::int16_t>(i);
      }
      return found;
    };
    RuleError error{"SD-8", 3};
    error.arguments = {kind(*showdown, "O2"), kind(*showdown, "2"), 0};
    CHECK(words_in("en").refusal(*showdown, error) ==
          "O2 takes these cards: O and 2. Take more 2s from the stack.");
    error.arguments[0] = kind(*showdown, "H2O2");
    CHECK(words_in("en").refusal(*showdown, error) ==
          "H2O2 takes these cards: H, two 2s and O. Take more 2s from the stack.");
    const auto react = game_of({.name = "react", .players = 3});
    error = RuleError{"RX-14"};
    error.arguments = {kind(*react, "H2O"), 1, 0};
    CHECK(words_in("en").with_players({"Anna", "Ben"}).refusal(*react, error) ==
          "Ben called H2O first.");
  }

  TEST_CASE("cards that are shown together are one sentence, and counters for programs are none") {
    const auto game = game_of({.name = "react", .players = 3});
    const auto kind = [&](std::string_view name) {
      std::uint8_t found = 0;
      for (int i = 0; i < game->card_kind_count(); ++i) {
        if (game->card_name(i) == name) found = static_cast<std::uint8_t>(i);
      }
      return found;
    };
    const auto show = [&](std::string_view name, int shown) {
      return Event::show(hand_of(0), kind(name), shown, ViewerSet::both(0, 1));
    };
    std::vector<Event> events = {Event::turn(0), show("H", 1), show("O", 1), show("Na", 1),
                                 show("Na", 2)};
    for (int i = 0; i < game->counter_count(); ++i) {
      if (game->counter_name(i) != "rounds") continue;
      Event rounds;
      rounds.verb = Verb::Set;
      rounds.index = static_cast<std::uint8_t>(i);
      events.push_back(rounds);
    }
    const Words words = words_in("en").with_players({"Ann", "Ben"});
    CHECK(words.events(*game, events) ==
          std::vector<std::string>{"It is Ann’s turn.", "Ann lets Ben look at H, O and two Na."});
    for (Event& event : events) event = event.as_seen_by(Viewer::player(2));
    CHECK(words.events(*game, events) ==
          std::vector<std::string>{"It is Ann’s turn.", "Ann lets Ben look at 4 cards."});
    const std::vector<Event> calls = {
        Event::call(0, true), Event::move(display, stack_of(0), kind("H2O"), ViewerSet::everyone()),
        Event::call(1, true)};
    CHECK(words.events(*game, calls) ==
          std::vector<std::string>{"Ann is next to call.", "Ann wins H2O.",
                                   "Ben calls too late and gets nothing."});
    // Cards of a claim are shown to all.
    const Event claimed = Event::show(hand_of(0), kind("H"), 2, ViewerSet::everyone());
    CHECK(words.event(*game, claimed) == "Ann shows two H.");
  }

  TEST_CASE("the message of a refusal names the action, the reason and the rule") {
    const auto game = game_of({.name = "chemuno", .players = 2});
    RuleError error{"GN-10", 3};
    error.action = static_cast<std::uint16_t>(*game->parse_action("lay Fe"));
    CHECK(refusal_text(*game, error) == "lay Fe: The game is over. [GN-10]");
  }

  TEST_CASE("players are called by name, and French elides before a vowel") {
    const auto game = game_of({.name = "chemuno", .players = 3});
    const Words fr = words_in("fr").with_players({"Ben", "Anna"});
    CHECK(fr.event(*game, Event::turn(0)) == "C’est au tour de Ben.");
    CHECK(fr.event(*game, Event::turn(1)) == "C’est au tour d’Anna.");
  }

  TEST_CASE("a phrase may depend on the type of a card and on whether a player has a name") {
    Json json = catalogue("en");
    json["phrases"]["the"] = {{"numbered", "the player {}"},
                              {"multiplier", "a {}"},
                              {"element.spoken", "the card {}"},
                              {"unseen", "something"},
                              {"other", "{}"}};
    json["words"]["common"]["event.show"] = "{from_player:the} shows {card:the}.";
    json["words"]["common"]["prompt.waiting"] = "Waiting for {players:the}.";
    const Words words =
        Words::from_text(json.dump(), "made up")->with_players({"Ben", "", "Player 3"});
    const auto game = game_of({.name = "chemuno", .players = 3});
    const auto shown = [&](const Words& said, Player player, std::string_view card) {
      Event event = Event::show(hand_of(player), 0, 1, ViewerSet::everyone());
      event.kind = {};
      for (int kind = 0; kind < game->card_kind_count(); ++kind) {
        if (game->card_name(kind) == card) event.kind = static_cast<std::uint8_t>(kind);
      }
      return said.event(*game, event);
    };
    CHECK(shown(words, 0, "2") == "Ben shows a 2.");
    CHECK(shown(words, 1, "Fe") == "the player 2 shows Fe.");
    CHECK(shown(words, 2, "H2O") == "the player 3 shows H2O.");
    CHECK(shown(words, 0, "") == "Ben shows something.");
    CHECK(shown(words.aloud(), 1, "2") == "the player two shows a two.");
    CHECK(shown(words.aloud(), 0, "Fe") == "Ben shows the card iron.");
  }

  TEST_CASE("French has an article before the number of a player, but not before a name") {
    const auto game = game_of({.name = "chemuno", .players = 3});
    const Words fr = words_in("fr").with_players({"Ben", "", "Joueur 3"});
    CHECK(fr.event(*game, Event::turn(1)) == "C’est au tour du joueur 2.");
    CHECK(fr.aloud().event(*game, Event::turn(1)) == "C’est au tour du joueur deux.");
    CHECK(fr.event(*game, Event::turn(2)) == "C’est au tour du joueur 3.");
    CHECK(fr.event(*game, Event::show(hand_of(2), 0, 1, ViewerSet::everyone())) ==
          "Joueur 3 montre : H.");
    RuleError error{"GN-10", 2, 0, {2, 0, 0}};
    CHECK(fr.refusal(*game, error) == "Ce n’est pas à toi de jouer, mais au joueur 3.");
    error.arguments[0] = 0;
    CHECK(fr.refusal(*game, error) == "Ce n’est pas à toi de jouer, mais à Ben.");
    error.arguments[0] = -1;
    CHECK(fr.refusal(*game, error) == "Ce n’est pas à toi de jouer, mais à d’autres.");
  }

  TEST_CASE("French has an article before the number of a card or its color") {
    const Words fr = words_in("fr");
    const auto game = game_of({.name = "chemuno", .players = 2});
    const auto lay = [&](const char* text) { return *game->parse_action(text); };
    CHECK(fr.action(*game, lay("lay 2")) == "poser un 2");
    CHECK(fr.action(*game, lay("lay Fe")) == "poser Fe");
    CHECK(fr.action(*game, lay("lay H2O")) == "poser H2O");
    CHECK(fr.aloud().action(*game, lay("lay Fe")) == "poser la carte fer");
    CHECK(fr.aloud().action(*game, lay("lay H2O")) == "poser H deux O");
    const auto chips = game_of({.name = "chip_it", .players = 3});
    CHECK(fr.action(*chips, *chips->parse_action("play g4")) == "jouer le 4 vert");
  }

  TEST_CASE("a player without a name has a number, and a gift names giver and receiver") {
    const auto game = game_of({.name = "react", .players = 3});
    const Words en = words_in("en").with_players({"", "Anna", "Cid"});
    CHECK(en.event(*game, Event::turn(0)).find("Player 1") != std::string::npos);
    const std::string given =
        en.event(*game, Event::move(hand_of(1), hand_of(2), 0, ViewerSet::everyone()));
    CHECK(given.find("Anna") != std::string::npos);
    CHECK(given.find("Cid") != std::string::npos);
  }

  TEST_CASE("the words for a run name the places of its wild cards now, not before") {
    const auto game = game_of({.name = "chemistry_canasta", .players = 2});
    const auto words_of = [&](int amount) {
      Event event = Event::turn(0);
      event.verb = Verb::Run;
      event.kind = 3;
      event.amount = static_cast<std::int16_t>(amount);
      return words_in("en").event(*game, event);
    };
    CHECK(words_of(1).find("a wild card in first place") != std::string::npos);
    CHECK(words_of(8 + 1) == words_of(1));
    CHECK(words_of(16 + 4) == words_of(4));
  }

  TEST_CASE("a prompt lists all players who must act, with commas and a final and") {
    const auto game = game_of({.name = "react", .players = 4});
    const std::vector<std::string> names = {"Ann", "Ben", "Cid", "Dan"};
    const Words words = words_in("en").with_players(names);
    const golden::Playthrough play(*game, golden::Play::Random, 5);
    View view(*game);
    std::size_t most = 0;
    for (std::size_t number = 0; number < play.size(); ++number) {
      game->observe(block_of(*game, play.moment(number)), Viewer::spectator(), view.block());
      // During a sealed decision nobody sees who has already decided.
      const PlayerSet acting = game->acting_seen(view.block()).players();
      if (acting.empty()) continue;
      std::string expected;
      for (int i = 0; i < acting.size(); ++i) {
        if (i > 0) expected += i + 1 == acting.size() ? " and " : ", ";
        expected += names[static_cast<std::size_t>(acting.nth(i))];
      }
      CHECK(words.prompt(*game, view.block()) == "Waiting for " + expected + ".");
      most = std::max(most, static_cast<std::size_t>(acting.size()));
    }
    CHECK(most >= 3);
  }

  TEST_CASE("a prompt asks the player who acts, and tells other viewers to wait") {
    const auto game = game_of({.name = "chemuno", .players = 2});
    std::vector<std::uint64_t> memory(game->state_size() / 8);
    const Block state = std::as_writable_bytes(std::span(memory));
    game->initial_state(0, state);
    View view(*game);
    const auto prompt = [&](Viewer viewer) {
      game->observe(state, viewer, view.block());
      return words_in("en").with_players({"Ben", "Anna"}).prompt(*game, view.block());
    };
    CHECK(prompt(Viewer::player(0)) == "Chance decides now.");
    while (game->acting(state).is_chance()) {
      game->apply(state, Actor::chance(), game->chance_outcome(state, 0));
    }
    CHECK(prompt(Viewer::player(0)) == "Ben, lay any card.");
    CHECK(prompt(Viewer::player(1)) == "Waiting for Ben.");
    CHECK(prompt(Viewer::spectator()) == "Waiting for Ben.");
  }

  TEST_CASE("a prompt says in which order the parts of a choice are named") {
    struct Ordered {
      const char* game;
      const char* key;
      std::map<std::string, std::string> order;
    };
    const std::vector<Ordered> all = {
        {"showdown",
         "ask.take",
         {{"en", ", named in the order of the deck"},
          {"de", ", genannt in der Reihenfolge des Decks"},
          {"fr", ", citées dans l’ordre du jeu de cartes"}}},
        {"chip_it",
         "ask.play",
         {{"en", ", lowest first"},
          {"de", ", die niedrigste zuerst"},
          {"fr", ", la plus basse d’abord"}}},
        {"chemistry_canasta",
         "ask.run",
         {{"en", ", lowest first"},
          {"de", ", die niedrigste zuerst"},
          {"fr", ", le plus petit d’abord"}}},
    };
    for (const Ordered& ordered : all) {
      for (const auto& in_language : ordered.order) {
        INFO(in_language.first << ", " << ordered.game << " " << ordered.key);
        const std::string text = catalogue(in_language.first)["words"][ordered.game][ordered.key];
        CHECK(text.ends_with(in_language.second));
      }
    }
  }

  TEST_CASE("a hint names the advised action, the reason and the points") {
    const auto game = game_of({.name = "chemuno", .players = 2});
    const Hint hint{.action = *game->parse_action("draw"),
                    .reason = HintReason::LookedAhead,
                    .choices = 12,
                    .margin = 3.16,
                    .gain = 6,
                    .visits = 300};
    CHECK(words_in("en").hint(*game, hint) ==
          "draw a card: in 300 simulated games, worth 3.2 more at the end than the next best of 12 "
          "choices; your lead can grow by 6 this turn");
    CHECK(
        words_in("en").aloud().hint(*game, hint) ==
        "draw a card: in 300 simulated games, worth three point two more at the end than the next "
        "best of twelve choices; your lead can grow by six this turn");
    CHECK(words_in("de").hint(*game, hint).find(" 3,2 besser ") != std::string::npos);
    Hint other = hint;
    other.gain = 0;
    CHECK(words_in("en").hint(*game, other).find("your lead can grow") == std::string::npos);
    other.gain = -2;
    other.margin = 4;
    other.reason = HintReason::Points;
    CHECK(words_in("en").hint(*game, other) ==
          "draw a card: worth 4 more by the end of the turn than the next best of 12 choices");
    other.reason = HintReason::Only;
    CHECK(words_in("en").hint(*game, other) == "draw a card: you have no other choice");
  }

  TEST_CASE("a result names all winners, and nobody before the end") {
    const auto game = game_of({.name = "showdown", .players = 3});
    const Words words = words_in("en").with_players({"Ben", "Anna", "Zoe"});
    std::vector<std::uint64_t> memory(game->state_size() / 8);
    const Block state = std::as_writable_bytes(std::span(memory));
    game->initial_state(0, state);
    CHECK(words.result(*game, state) == words.scores(*game, state));
    CHECK(words.result(*game, state) == "Ben: 0 points, Anna: 0 points, Zoe: 0 points");
    const std::vector<std::string> names = {"Ben", "Anna", "Zoe"};
    std::set<std::size_t> met;
    FastRandom random(SeedSequence(1));
    for (int i = 0; i < 1000 && met.size() < 2; ++i) {
      game->initial_state(i % 3, state);
      game->playout(state, random);
      const std::vector<int> scores = game->scores(state);
      const int best = *std::max_element(scores.begin(), scores.end());
      std::vector<std::string> winners;
      for (std::size_t p = 0; p < 3; ++p) {
        if (scores[p] == best) winners.push_back(names[p]);
      }
      if (winners.size() == 3) continue;
      met.insert(winners.size());
      CHECK(words.result(*game, state) == (winners.size() == 1
                                               ? winners[0] + " wins. "
                                               : winners[0] + " and " + winners[1] + " win. ") +
                                              words.scores(*game, state) + ".");
    }
    CHECK(met == std::set<std::size_t>{1, 2});
  }

  TEST_CASE("every text about a game is complete in each language and register") {
    const auto expect = [](const Words& words) {
      return [&words](const std::string& what, const std::string& text) {
        const bool is_complete = !text.empty() && text.find_first_of("{}") == std::string::npos &&
                                 text.find("  ") == std::string::npos;
        CHECK_MESSAGE(is_complete, words.language(), ": ", what, ": ", text);
      };
    };
    for (const std::string& language : Words::languages()) {
      const Words words = words_in(language);
      const Words aloud = words.aloud();
      for (const GameDescription& game : game_descriptions()) {
        for_each_description_text(words, game, expect(words));
        for_each_description_text(aloud, game, expect(aloud));
      }
      for (const GamePointer& game : all_games()) {
        CAPTURE(game->name());
        for_each_text(words, *game, expect(words));
        for_each_text(aloud, *game, expect(aloud));
        for_each_text(words, *game, golden::Playthrough(*game, golden::Play::Guided, 0),
                      expect(words));
        for_each_text(aloud, *game, golden::Playthrough(*game, golden::Play::Random, 1),
                      expect(aloud));
      }
    }
  }

  TEST_CASE("every text about a game and about a step fits into a buffer of a fixed size") {
    // In markup, these names take five times as many bytes.
    const std::vector<std::string> names(max_player_count, std::string(63, '&'));
    const auto expect = [](const std::string& what, const std::string& text) {
      CHECK_MESSAGE(text.size() < max_text_size, what);
    };
    for (const GamePointer& game : all_games()) {
      CAPTURE(game->name());
      const golden::Playthrough play(*game, golden::Play::Guided, 0);
      for (const std::string& language : Words::languages()) {
        const Words words = words_in(language).with_players(names).with_style(TextStyle::Markup);
        for_each_text(words, *game, expect);
        for_each_text(words, *game, play, expect);
        for (std::size_t number = 0; number < play.size(); ++number) {
          std::size_t size = 0;
          for (const std::string& sentence :
               words.events(*game, play.events(number, Viewer::player(0)))) {
            size += sentence.size() + 1;
          }
          CHECK(size <= max_text_size);
        }
      }
    }
  }

  TEST_CASE("different actions have different texts") {
    for (const GamePointer& game : all_games()) {
      for (const std::string& language : Words::languages()) {
        const Words words = words_in(language);
        std::map<std::string, int> ids;
        for (int id = 0; id < game->action_count(); ++id) {
          const auto added = ids.emplace(words.action(*game, id), id);
          const auto& other = *added.first;
          CHECK_MESSAGE(added.second, game->action_text(id), " and ",
                        game->action_text(other.second), ": ", other.first);
        }
      }
    }
  }

  TEST_CASE("all text comes from the catalogues: none is left in a made-up language") {
    const Words words = made_up();
    const auto expect = [](const std::set<std::string>& cards) {
      return [cards](const std::string& what, const std::string& text) {
        CHECK_MESSAGE(!text.empty(), what);
        for (const std::string& part : unmarked(text)) {
          CHECK_MESSAGE((is_number(part) || cards.contains(part)), what, ": ", text);
        }
      };
    };
    std::set<std::string> symbols;
    for (const Element& element : elements) symbols.emplace(element.symbol);
    for (const GameDescription& game : game_descriptions()) {
      for_each_description_text(words, game, expect(symbols));
    }
    for (const GamePointer& game : all_games()) {
      std::set<std::string> cards;
      for (int kind = 0; kind < game->card_kind_count(); ++kind) {
        cards.emplace(game->card_name(kind));
      }
      const golden::Playthrough play(*game, golden::Play::Guided, 2);
      for_each_text(words, *game, expect(cards));
      for_each_text(words, *game, play, expect(cards));
      // Read aloud, formulas are spelled letter by letter.
      for (char letter = 'A'; letter <= 'Z'; ++letter) cards.emplace(1, letter);
      for_each_text(words.aloud(), *game, expect(cards));
      for_each_text(words.aloud(), *game, play, expect(cards));
    }
  }

  TEST_CASE("GN-9: the texts for a viewer depend only on what the viewer knows") {
    for (const GamePointer& game : all_games()) {
      if (game->player_count() < 2) continue;
      const golden::Playthrough play(*game, golden::Play::Random, 3);
      View view(*game);
      View other_view(*game);
      std::vector<std::uint64_t> memory(game->state_size() / 8);
      const Block twin = std::as_writable_bytes(std::span(memory));
      const Words words = words_in("en");
      Generator random(SeedSequence(1).key(), Domain::Sampler, 0);
      for (std::size_t number = 0; number < play.size(); number += 5) {
        if (number > 200) break;
        const ConstBlock state = block_of(*game, play.moment(number));
        for (const Viewer viewer : laws::viewers(game->player_count())) {
          game->observe(state, viewer, view.block());
          // The hidden cards are elsewhere, and the viewer cannot tell the states apart.
          if (!game->determinize(view.block(), random, Others::Decided, twin)) continue;
          game->observe(twin, viewer, other_view.block());
          CHECK(words.prompt(*game, view.block()) == words.prompt(*game, other_view.block()));
          CHECK(words.result_seen(*game, view.block()) ==
                words.result_seen(*game, other_view.block()));
          if (viewer.is_spectator()) continue;
          for (int id = 0; id < game->action_count(); id += 7) {
            const auto refused = game->refusal(state, viewer.seat(), id);
            const auto refused_there = game->refusal(twin, viewer.seat(), id);
            REQUIRE(refused.has_value() == refused_there.has_value());
            if (!refused) continue;
            CHECK(words.refusal(*game, *refused) == words.refusal(*game, *refused_there));
          }
        }
        // An unseen card is just "a card", capitalized at the beginning of a sentence.
        for (const Viewer viewer : laws::viewers(game->player_count())) {
          for (Event event : play.events(number, viewer)) {
            if (event.kind || (event.verb != Verb::Deal && event.verb != Verb::Move)) continue;
            const std::string sentence = words.event(*game, event);
            CHECK((sentence.starts_with("A card") || sentence.find("a card") != std::string::npos));
          }
        }
      }
    }
  }
}
