// SPDX-License-Identifier: Apache-2.0
// Words of games: each text is a sentence of a catalogue with its placeholders filled in.
#include "chemix/words.hpp"

#include "builtin_files.hpp"
#include "chemix/cards/formula.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "concat.hpp"
#include "end_seen.hpp"
#include "word_catalogue.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace chemix {
namespace {

/// The kind of an unseen card.
constexpr int unseen = -1;

struct Several {
  std::vector<Player> players;
};
/// The source or target of a move.
struct From {
  Place place;
};
struct To {
  Place place;
};
/// A finished text.
struct Said {
  std::string text;
};
using Mention =
    std::variant<std::monostate, Seat, int, std::string, std::vector<int>, Several, From, To, Said>;

// By `Language`.
constexpr std::array<std::string_view, 3> languages_of_decks = {"de", "fr", "en"};

}  // namespace

/// Renders values as words of one language. Cards require a game.
class Words::Speaker {
 public:
  Speaker(const Words& words, const AnyGame& game) : Speaker(words, game.name()) { game_ = &game; }
  Speaker(const Words& words, std::string_view game) : words_(words), name_(game) {}

  /// A value and the name by which sentences refer to it.
  struct Argument {
    std::string name;
    Mention value;
  };
  using Arguments = std::vector<Argument>;

  /// Fills in placeholders: `{card}`, or by phrases `{amount:cards}`, `{0:card/of}`.
  [[nodiscard]] std::string say(std::initializer_list<std::string> keys,
                                const Arguments& arguments = {}) const;
  [[nodiscard]] bool can_say(const std::string& key) const { return find({key}) != nullptr; }

  [[nodiscard]] std::string number(int number) const {
    return is_aloud() ? catalogue().number_in_words(number) : std::to_string(number);
  }
  [[nodiscard]] static bool is_player(Player player) {
    return player >= 0 && player < max_player_count;
  }
  /// Whether a player is called by a name other than `Player 2`, which callers may pass as one.
  [[nodiscard]] bool has_name(Player player) const {
    const auto seat = static_cast<std::size_t>(player);
    const auto& names = *words_.players_;
    return is_player(player) && seat < names.size() && !names[seat].empty() &&
           escaped(names[seat]) != say({"player"}, {{"n", Said{std::to_string(player + 1)}}});
  }
  [[nodiscard]] std::string player(Player player) const {
    if (!is_player(player)) return say({"player.others"});
    if (has_name(player)) return escaped((*words_.players_)[static_cast<std::size_t>(player)]);
    return say({"player"}, {{"n", player + 1}});
  }
  [[nodiscard]] std::string list(const std::vector<std::string>& parts,
                                 const std::string& last = "list.and") const;
  /// What a player is asked for, without the fields that a prompt mentions: the kinds of action in
  /// a mask, as in NotLegal::Kind. Empty if there are none.
  [[nodiscard]] std::string asked_by_refusal(int phase, int kinds) const;
  /// A card as written in a sentence.
  [[nodiscard]] std::string label(int kind) const;
  /// Cards with their numbers: `H, O and two Na`.
  [[nodiscard]] std::string counted(const std::vector<int>& kinds) const;
  [[nodiscard]] std::string name(int kind) const;
  /// The scores of all players, by seat; absent ones are unknown.
  [[nodiscard]] std::string scores(const std::vector<std::optional<int>>& scores) const;
  /// A text as it appears in this style.
  [[nodiscard]] std::string escaped(std::string_view text) const;
  /// A value as rendered by phrases; unchanged if there are none.
  [[nodiscard]] std::string said(const Mention& value, std::string_view phrases) const;

 private:
  [[nodiscard]] const WordCatalogue& catalogue() const { return *words_.catalogue_; }
  [[nodiscard]] bool is_aloud() const { return words_.style_ == TextStyle::Aloud; }
  [[nodiscard]] const std::string* find(std::initializer_list<std::string> keys) const {
    return catalogue().find(name_, keys, is_aloud());
  }
  [[nodiscard]] bool is_kind(int kind) const {
    return game_ != nullptr && kind >= 0 && kind < game_->card_kind_count();
  }
  [[nodiscard]] std::string_view type_of(int kind) const {
    return kind == unseen ? "unseen" : game_->card(kind).type;
  }
  [[nodiscard]] std::string place(std::string_view way, Place place) const {
    return say({concat({"place.", way, ".", name_of(place.zone)})},
               {{"player", Seat::of(place.owner)}});
  }
  [[nodiscard]] std::string plain(const Mention& value) const;
  [[nodiscard]] std::string by_phrase(const Mention& value, std::string_view phrase) const;
  [[nodiscard]] std::string written(std::string_view formula) const;
  [[nodiscard]] std::string spelled(std::string_view formula) const;
  [[nodiscard]] std::vector<int> tokens_of(int compound) const;

  const Words& words_;
  std::string_view name_;
  const AnyGame* game_ = nullptr;
};

// ---- Sentences ----

std::string Words::Speaker::say(std::initializer_list<std::string> keys,
                                const Arguments& arguments) const {
  const std::string* sentence = find(keys);
  if (sentence == nullptr) return "";
  std::string text;
  for (std::string_view left = *sentence;;) {
    text += escaped(split_off(left, "{"));
    if (left.empty()) return text;
    std::string_view phrases = split_off(left, "}");
    const std::string_view name = split_off(phrases, ":");
    const auto argument = std::find_if(arguments.begin(), arguments.end(),
                                       [&](const Argument& one) { return one.name == name; });
    // Only an unchecked catalogue refers to missing arguments.
    if (argument == arguments.end()) return escaped(*sentence);
    text += said(argument->value, phrases);
  }
}

std::string Words::Speaker::said(const Mention& value, std::string_view phrases) const {
  Mention last = value;
  while (!phrases.empty()) {
    const std::string_view phrase = split_off(phrases, "/");
    const int* number = std::get_if<int>(&last);
    if (phrase == "card" && number != nullptr) {
      if (is_kind(*number)) last = std::vector<int>{*number};
    } else if (phrase == "needs" && number != nullptr) {
      last = Said{is_kind(*number) ? counted(tokens_of(*number)) : ""};
    } else if (phrase == "player" && number != nullptr) {
      last = Seat::of(*number >= 0 && *number < max_player_count ? *number : max_player_count);
    } else {
      last = Said{by_phrase(last, phrase)};
    }
  }
  return plain(last);
}

std::string Words::Speaker::plain(const Mention& value) const {
  return std::visit(
      [&](const auto& held) -> std::string {
        using Held = std::remove_cvref_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) return "";
        if constexpr (std::is_same_v<Held, Seat>) return player(held);
        if constexpr (std::is_same_v<Held, int>) return number(held);
        if constexpr (std::is_same_v<Held, std::string>) return say({"choice." + held});
        if constexpr (std::is_same_v<Held, Said>) return held.text;
        if constexpr (std::is_same_v<Held, From>) return place("from", held.place);
        if constexpr (std::is_same_v<Held, To>) return place("to", held.place);
        std::vector<std::string> parts;
        if constexpr (std::is_same_v<Held, std::vector<int>>) {
          if (held.empty()) return say({"card.none"});
          for (const int kind : held) parts.push_back(label(kind));
        }
        if constexpr (std::is_same_v<Held, Several>) {
          for (const Player seat : held.players) parts.push_back(player(seat));
        }
        return list(parts);
      },
      value);
}

std::string Words::Speaker::by_phrase(const Mention& value, std::string_view phrase) const {
  const auto filled = [&](std::string_view form, const std::string& text) {
    std::string_view behind = form;
    const std::string_view before = split_off(behind, "{}");
    return before.size() == form.size() ? escaped(form)
                                        : concat({escaped(before), text, escaped(behind)});
  };
  // Some languages put an article before a number, but not before a name: French "du joueur 2".
  if (catalogue().has_form(phrase, "numbered")) {
    if (const auto* seat = std::get_if<Seat>(&value);
        seat != nullptr && is_player(*seat) && !has_name(*seat)) {
      return filled(catalogue().form(phrase, {"numbered"}), number(*seat + 1));
    }
    if (const auto* several = std::get_if<Several>(&value)) {
      std::vector<std::string> parts;
      for (const Player seat : several->players) parts.push_back(by_phrase(Seat::of(seat), phrase));
      return list(parts);
    }
  }
  const std::string text = plain(value);
  const std::string_view start = catalogue().begins_with_vowel(text) ? "vowel" : "other";
  const auto form = [&]() -> const std::string& {
    if (std::holds_alternative<std::monostate>(value)) return catalogue().form(phrase, {"none"});
    if (const auto* number = std::get_if<int>(&value)) {
      return catalogue().form(phrase, {std::to_string(*number), catalogue().form_of(*number)});
    }
    if (const auto* choice = std::get_if<std::string>(&value)) {
      return catalogue().form(phrase, {*choice});
    }
    if (const auto* cards = std::get_if<std::vector<int>>(&value); cards && cards->size() < 2) {
      if (cards->empty()) return catalogue().form(phrase, {"none"});
      // Articles depend on the type of a card: a 2, but H2O.
      const std::string type(type_of(cards->front()));
      const std::string spoken = is_aloud() ? type + ".spoken" : type;
      return catalogue().form(phrase, {spoken, type, start});
    }
    if (const auto* several = std::get_if<Several>(&value)) {
      const auto count = static_cast<int>(several->players.size());
      return catalogue().form(phrase, {catalogue().form_of(count)});
    }
    return catalogue().form(phrase, {start});
  }();
  return filled(form, text);
}

std::string Words::Speaker::escaped(std::string_view text) const {
  if (words_.style_ != TextStyle::Markup) return std::string(text);
  std::string all;
  for (const char sign : text) {
    if (sign == '&') {
      all += "&amp;";
    } else if (sign == '<') {
      all += "&lt;";
    } else if (sign == '>') {
      all += "&gt;";
    } else {
      all += sign;
    }
  }
  return all;
}

std::string Words::Speaker::asked_by_refusal(int phase, int kinds) const {
  if (game_ == nullptr || phase < 0 || phase >= game_->phase_count()) return "";
  const std::string in_phase = concat({".", game_->phase_name(phase)});
  std::vector<std::string> asked;
  int last = -1;
  for (int id = 0; id < game_->action_count(); ++id) {
    const int kind = game_->action_kind_number(id);
    // Ids of one kind are adjacent.
    if (std::exchange(last, kind) == kind || (kinds >> kind & 1) == 0) continue;
    const std::string instead = concat({"instead.", game_->action_kind(id)});
    const std::string ask = concat({"ask.", game_->action_kind(id)});
    asked.push_back(say({instead + in_phase, ask + in_phase, instead, ask}));
  }
  return list(asked, "list.or");
}

std::string Words::Speaker::list(const std::vector<std::string>& parts,
                                 const std::string& last) const {
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    all = i == 0 ? parts[0]
                 : say({is_last ? last : "list.more"}, {{"0", Said{all}}, {"1", Said{parts[i]}}});
  }
  return all;
}

// ---- Cards ----

std::string Words::Speaker::label(int kind) const {
  if (kind == unseen) return say({"card.unseen"});
  const CardDescription card = game_->card(kind);
  const std::string key = concat({"card.", card.type});
  if (can_say(key)) return say({key}, {{"n", card.number}});
  if (card.type == "multiplier") return number(card.number);
  if (!is_aloud()) return written(game_->card_name(kind));
  const std::string called = card.type == "compound" ? "" : name(kind);
  return called.empty() ? spelled(game_->card_name(kind)) : called;
}

std::string Words::Speaker::counted(const std::vector<int>& kinds) const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto seen = kinds.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(kinds.begin(), seen, kinds[i]) != seen) continue;
    const auto count = static_cast<int>(std::count(seen, kinds.end(), kinds[i]));
    parts.push_back(count == 1 ? label(kinds[i])
                               : say({concat({"card.several.", type_of(kinds[i])}), "card.several"},
                                     {{"n", Said{escaped(catalogue().number_in_words(count))}},
                                      {"card", std::vector<int>{kinds[i]}}}));
  }
  return list(parts);
}

// The cards that lay a compound of a ChemiX deck, by kind.
std::vector<int> Words::Speaker::tokens_of(int compound) const {
  std::vector<int> kinds;
  if (const auto tokens = parse_formula(game_->card_name(compound))) {
    for (const Card token : *tokens) kinds.push_back(token.index);
  }
  return kinds;
}

std::string Words::Speaker::name(int kind) const {
  const auto& tags = languages_of_decks;
  const auto tag = std::find(tags.begin(), tags.end(), catalogue().language());
  std::string name;
  if (tag != tags.end()) {
    name = game_->card(kind).names[static_cast<std::size_t>(tag - tags.begin())];
  }
  if (name.empty()) name = catalogue().card_name(game_->card_name(kind));
  return escaped(catalogue().inside_sentence(name));
}

std::string Words::Speaker::written(std::string_view formula) const {
  const FormulaStyle style = words_.style_ == TextStyle::Unicode  ? FormulaStyle::Unicode
                             : words_.style_ == TextStyle::Markup ? FormulaStyle::Markup
                                                                  : FormulaStyle::Plain;
  return formula_text(escaped(formula), style);
}

// Spells a formula letter by letter: H two O.
std::string Words::Speaker::spelled(std::string_view formula) const {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  while (!formula.empty()) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto* after = std::find_if_not(formula.begin(), formula.end(), is_digit);
    if (int value = 0;
        after != formula.begin() &&
        parse_number(formula.substr(0, static_cast<std::size_t>(after - formula.begin())), value)) {
      add(number(value));
      formula.remove_prefix(static_cast<std::size_t>(after - formula.begin()));
      continue;
    }
    const char sign = formula.front();
    formula.remove_prefix(1);
    if (sign == '(' || sign == ')') {
      add(say({sign == '(' ? "card.open_bracket" : "card.close_bracket"}));
    } else {
      add(std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(sign)))));
    }
  }
  return text;
}

// ---- Languages ----

Words::Words(std::shared_ptr<const WordCatalogue> catalogue)
    : catalogue_(std::move(catalogue)),
      players_(std::make_shared<const std::vector<std::string>>()) {}

namespace {

// The language of a tag, such as `de` of `de-AT` or of the locale `de_DE.UTF-8`.
std::string primary_language(std::string_view tag) {
  std::string language(tag.substr(0, tag.find_first_of("-_.@")));
  for (char& letter : language) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return language;
}

}  // namespace

Result<Words> Words::in(std::string_view language) {
  if (auto catalogue = WordCatalogue::builtin(primary_language(language))) {
    return Words(std::move(catalogue));
  }
  return tl::unexpected(InputError{"language", std::string(language),
                                   concat({"no such language; known: ", with_commas(languages())}),
                                   ""});
}

Result<Words> Words::from_text(std::string_view catalogue, std::string_view file) {
  auto made = WordCatalogue::read(catalogue, std::string(file));
  if (!made) return tl::unexpected(made.error());
  if (auto error = (*made)->error_against(*WordCatalogue::builtin("en"))) {
    return tl::unexpected(*error);
  }
  return Words(std::move(*made));
}

std::vector<std::string> Words::languages() {
  std::vector<std::string> all;
  for (const BuiltinFile& file : builtin_word_files()) all.emplace_back(file.name);
  sort_few(all.begin(), all.end());
  return all;
}

Words Words::with_style(TextStyle style) const {
  Words words = *this;
  words.style_ = style;
  return words;
}

Words Words::with_players(std::vector<std::string> names) const {
  Words words = *this;
  words.players_ = std::make_shared<const std::vector<std::string>>(std::move(names));
  return words;
}

std::string_view Words::language() const { return catalogue_->language(); }
std::string Words::language_name() const { return Speaker(*this, "").escaped(catalogue_->name()); }
std::string Words::player(Player seat) const { return Speaker(*this, "").player(seat); }
std::string Words::undo(Undo undo) const {
  return Speaker(*this, "").say({concat({"undo.", name_of(undo)})});
}

// ---- By the name of a game ----

std::string Words::title(std::string_view game) const {
  return Speaker(*this, game).say({"title"});
}

std::string Words::option(std::string_view game, std::string_view option) const {
  return Speaker(*this, game).say({concat({"option.", option})});
}

std::string Words::choice(std::string_view game, std::string_view option,
                          std::string_view choice) const {
  const Speaker speaker(*this, game);
  std::string said =
      speaker.say({concat({"option.", option, ".", choice}), concat({"choice.", choice})});
  if (!said.empty()) return said;
  // A choice without a text of its own, such as a list of element symbols.
  std::vector<std::string> parts;
  while (!choice.empty()) parts.push_back(speaker.escaped(split_off(choice, ",")));
  return speaker.list(parts);
}

std::string Words::turn_weight(std::string_view game, std::string_view weight) const {
  return Speaker(*this, game).say({concat({"weight.", weight})});
}

std::string Words::phase(std::string_view game, std::string_view phase) const {
  return Speaker(*this, game).say({concat({"phase.", phase})});
}

std::string Words::score_meaning(std::string_view game) const {
  return Speaker(*this, game).say({"score.meaning"});
}

std::string Words::zone(std::string_view game, Zone zone) const {
  return Speaker(*this, game).say({concat({"zone.", name_of(zone)})});
}

std::string Words::place(std::string_view game, Place place) const {
  if (!place.has_owner()) return zone(game, place.zone);
  return Speaker(*this, game)
      .say({concat({"place.", name_of(place.zone)})}, {{"player", Seat::of(place.owner)}});
}

std::string Words::pile(std::string_view game, Zone zone, std::string_view pile) const {
  // The last part of a name such as `compounds.open`.
  const std::string_view name = pile.substr(pile.rfind('.') + 1);
  return Speaker(*this, game)
      .say({concat({"pile.", name}), concat({"zone.", name}), concat({"zone.", name_of(zone)})});
}

std::string Words::field_name(std::string_view game, std::string_view field) const {
  return Speaker(*this, game).say({concat({"field.", field})});
}

// ---- For a game ----

namespace {

template <class Speaker>
typename Speaker::Arguments arguments_of(const std::vector<MessageArgument>& fields) {
  typename Speaker::Arguments arguments;
  for (const MessageArgument& field : fields) {
    arguments.push_back(
        {field.name, std::visit([](const auto& held) { return Mention(held); }, field.value)});
  }
  return arguments;
}

}  // namespace

std::string Words::card(const AnyGame& game, int kind) const {
  const Speaker speaker(*this, game);
  const CardDescription card = game.card(kind);
  const std::string label = speaker.label(kind);
  const std::string name = speaker.name(kind);
  const std::string key = concat({"card.", card.type, ".full"});
  const Speaker::Arguments arguments = {
      {"label", Said{label}}, {"name", Said{name}}, {"n", card.number}};
  const std::string said = speaker.say({name.empty() ? key + ".unnamed" : key}, arguments);
  return said.empty() ? label : said;
}

std::string Words::card_name(const AnyGame& game, int kind) const {
  const Speaker speaker(*this, game);
  const std::string name = speaker.name(kind);
  return name.empty() ? speaker.label(kind) : name;
}

std::string Words::field_value(const AnyGame& game, const MessageArgument& field) const {
  const Speaker speaker(*this, game);
  if (!speaker.can_say(concat({"field.", field.name}))) return "";
  const std::string key = concat({"value.", field.name});
  if (std::holds_alternative<std::monostate>(field.value)) {
    return speaker.say({key + ".absent", "value.absent"});
  }
  // A number or a choice may have a text of its own.
  std::string exact = key;
  if (const int* number = std::get_if<int>(&field.value)) {
    exact = concat({key, ".", std::to_string(*number)});
  } else if (const auto* choice = std::get_if<std::string>(&field.value)) {
    exact = concat({key, ".", *choice});
  }
  const Mention value = std::visit([](const auto& held) { return Mention(held); }, field.value);
  std::string said = speaker.say({exact, key}, {{"value", value}});
  return said.empty() ? speaker.said(value, "") : said;
}

std::string Words::action(const AnyGame& game, int action) const {
  return Speaker(*this, game)
      .say({concat({"action.", game.action_kind(action)})},
           arguments_of<Speaker>(game.action_arguments(action)));
}

std::string Words::chance_action(const AnyGame& game, int action) const {
  return Speaker(*this, game)
      .say({concat({"chance.", game.chance_action_kind(action)})},
           arguments_of<Speaker>(game.chance_action_arguments(action)));
}

std::vector<std::string> Words::legal_actions(const AnyGame& game, ConstBlock observation) const {
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  ids.resize(game.legal_actions_seen(observation, ids));
  std::vector<std::string> said;
  said.reserve(ids.size());
  for (const int id : ids) said.push_back(action(game, id));
  return said;
}

std::string Words::prompt(const AnyGame& game, ConstBlock observation) const {
  const Speaker speaker(*this, game);
  const Acting acting = game.acting_seen(observation);
  const Viewer viewer = game.viewer(observation);
  if (acting.is_nobody()) {
    if (game.observation_error(observation)) return speaker.say({"prompt.over"});
    const auto end = end_seen(game, observation);
    return end ? result(game, end->block()) : speaker.say({"prompt.over"});
  }
  if (acting.is_chance()) return speaker.say({"prompt.chance"});
  if (viewer.is_spectator() || !acting.contains(viewer.seat())) {
    Several waited_for;
    for (int i = 0; i < acting.players().size(); ++i) {
      waited_for.players.push_back(acting.players().nth(i));
    }
    return speaker.say({"prompt.waiting"}, {{"players", waited_for}});
  }
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  ids.resize(game.legal_actions_seen(observation, ids));
  const std::vector<MessageArgument> said = game.observation_arguments(observation);
  const auto fields = arguments_of<Speaker>(said);
  const std::string_view phase = game.phase_seen(observation);
  // The prompt may depend on a field that is present, such as a wish.
  const auto asked_with = [&](const std::string& asked) {
    for (const MessageArgument& field : said) {
      std::string with = concat({asked, ".with.", field.name});
      if (!std::holds_alternative<std::monostate>(field.value) && speaker.can_say(with))
        return with;
    }
    return asked;
  };
  std::vector<std::string> asked;
  std::string_view last;
  for (const int id : ids) {
    // Ids of one kind are adjacent.
    const std::string_view kind = game.action_kind(id);
    if (std::exchange(last, kind) == kind) continue;
    const std::string ask = concat({"ask.", kind});
    asked.push_back(speaker.say({concat({ask, ".", phase}), asked_with(ask)}, fields));
  }
  return speaker.say({"prompt.asked"}, {{"player", Said{speaker.player(viewer.seat())}},
                                        {"asked", Said{speaker.list(asked, "list.or")}}});
}

std::string Words::hint(const AnyGame& game, const Hint& hint) const {
  const Speaker speaker(*this, game);
  const auto tenths = static_cast<int>(std::min(std::round(hint.margin * 10), 1e9));
  const std::string margin =
      tenths % 10 == 0
          ? speaker.number(tenths / 10)
          : speaker.say({"decimal"}, {{"whole", tenths / 10}, {"tenths", tenths % 10}});
  std::string said =
      speaker.say({concat({"hint.", name_of(hint.reason)})},
                  {{"action", Said{action(game, hint.action)}},
                   {"margin", Said{margin}},
                   {"choices", hint.choices},
                   {"games", static_cast<int>(std::min<std::int64_t>(hint.visits, 1000000000))}});
  const auto gain = static_cast<int>(std::clamp(std::round(hint.gain), -1e9, 1e9));
  if (gain <= 0) return said;
  return speaker.say({"hint.gain"}, {{"hint", Said{std::move(said)}}, {"gain", gain}});
}

namespace {

// The suffix of the key for a more specific sentence.
std::string detail_of(const AnyGame& game, const Event& event) {
  switch (event.verb) {
    case Verb::Deal:
    case Verb::Move:
    case Verb::Pay:
    case Verb::Sweep:
    case Verb::Shuffle:
      return concat({name_of(event.from.zone), ".", name_of(event.to.zone)});
    case Verb::Set:
      return std::string(game.counter_name(event.index));
    case Verb::Name:
      return event.kind ? std::string(game.card(*event.kind).type) : "none";
    case Verb::Seal:
      return event.kind ? "card" : "none";
    default:
      return std::to_string(event.amount);
  }
}

}  // namespace

std::string Words::shown(const AnyGame& game, std::span<const Event> events) const {
  const Speaker speaker(*this, game);
  std::vector<int> kinds;
  for (const Event& event : events) {
    if (!event.kind) continue;
    // Each event counts the cards of its kind that have been shown so far.
    const int more =
        event.amount - static_cast<int>(std::count(kinds.begin(), kinds.end(), int{*event.kind}));
    if (more > 0) kinds.insert(kinds.end(), static_cast<std::size_t>(more), int{*event.kind});
  }
  Mention cards = Said{kinds.empty() ? speaker.said(static_cast<int>(events.size()), "cards")
                                     : speaker.counted(kinds)};
  // One card may have an article, which depends on its type.
  if (kinds.size() == 1) cards = kinds;
  if (kinds.empty() && events.size() == 1) cards = std::vector<int>{unseen};
  const Event& first = events.front();
  Player to = -1;
  for (Player p = 0; p < game.player_count(); ++p) {
    if (p != first.from.owner && first.seen_by.contains(Viewer::player(p))) to = p;
  }
  const bool to_all = first.is_public() || to < 0;
  return speaker.say({to_all ? "event.show" : "event.show.to"},
                     {{"from_player", Seat::of(first.from.owner)},
                      {"to_player", Seat::of(to_all ? 0 : to)},
                      {"card", std::move(cards)}});
}

std::vector<std::string> Words::events(const AnyGame& game, std::span<const Event> events) const {
  const Speaker speaker(*this, game);
  std::vector<std::string> sentences;
  while (!events.empty()) {
    const Event& first = events.front();
    std::size_t count = 1;
    while (first.verb == Verb::Show && count < events.size() && events[count].verb == Verb::Show &&
           events[count].from == first.from && events[count].seen_by == first.seen_by) {
      ++count;
    }
    std::string sentence;
    if (first.verb == Verb::Show) {
      sentence = shown(game, events.first(count));
    } else if (first.verb == Verb::Call && speaker.can_say("event.call.late") &&
               (events.size() == 1 || events[1].verb != Verb::Move ||
                events[1].to != stack_of(first.player))) {
      sentence = speaker.say({"event.call.late"}, {{"player", Seat::of(first.player)}});
    } else {
      sentence = event(game, first);
    }
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
    events = events.subspan(count);
  }
  return sentences;
}

std::string Words::event(const AnyGame& game, const Event& event) const {
  if (event.verb == Verb::Show) return shown(game, std::span(&event, 1));
  const Speaker speaker(*this, game);
  const std::string key = concat({"event.", name_of(event.verb)});
  const std::string phase =
      event.verb == Verb::Phase ? this->phase(game.name(), game.phase_name(event.index)) : "";
  const SeenKind seen = game.kind_of(event);
  const int kind = seen ? int{*seen} : unseen;
  // In a run, which of its cards are wild now.
  const int amount = event.verb == Verb::Run ? event.amount % 8 : event.amount;
  return speaker.say({key + "." + detail_of(game, event), key},
                     {{"player", Seat::of(event.player)},
                      {"card", std::vector<int>{kind}},
                      {"amount", amount},
                      {"phase", Said{phase}},
                      {"from", From{event.from}},
                      {"to", To{event.to}},
                      {"from_player", Seat::of(event.from.owner)},
                      {"to_player", Seat::of(event.to.owner)}});
}

std::string Words::refusal(const AnyGame& game, const RuleError& error) const {
  return refusal(game, error.rule.text(), error.detail, error.arguments);
}

std::string Words::refusal(const AnyGame& game, std::string_view rule, int detail,
                           std::span<const std::int16_t, 3> arguments) const {
  const Speaker speaker(*this, game);
  const std::string key = concat({"refusal.", rule});
  if (rule == "GN-10" && detail == static_cast<int>(NotLegal::Kind)) {
    std::string asked = speaker.asked_by_refusal(arguments[0], arguments[1]);
    if (!asked.empty()) return speaker.say({key + ".asked"}, {{"asked", Said{std::move(asked)}}});
  }
  return speaker.say(
      {concat({key, ".", std::to_string(detail)}), key},
      {{"0", int{arguments[0]}}, {"1", int{arguments[1]}}, {"2", int{arguments[2]}}});
}

std::string Words::input_error(const InputError& error) const {
  if (style_ == TextStyle::Markup) {
    return Speaker(*this, "").escaped(with_style(TextStyle::Plain).input_error(error));
  }
  const auto english = WordCatalogue::builtin("en");
  if (language() == english->language()) return error.message();
  const Speaker speaker(*this, "");
  const auto field_words = [&](const std::string& name) {
    std::string words = speaker.say({concat({"field.", name})});
    return words.empty() ? name : words;
  };
  // Words that are input stay as they are, also in a list.
  const auto given = [&](const std::string& text) {
    std::vector<std::string> parts;
    for (std::string_view rest = text; !rest.empty();) parts.emplace_back(split_off(rest, " or "));
    return speaker.list(parts, "list.or");
  };
  InputError said = error;
  said.field = field_words(error.field);
  said.reason.clear();
  for (std::string_view rest = error.reason; !rest.empty();) {
    const std::string_view clause = split_off(rest, "; ");
    const auto found = english->matching("input.", clause);
    if (!found) return error.message();
    Speaker::Arguments arguments;
    for (const auto& [name, value] : found->arguments) {
      arguments.push_back({name, Said{name == "field" ? field_words(value) : given(value)}});
    }
    std::string said_clause = speaker.say({found->key}, arguments);
    said.reason =
        said.reason.empty()
            ? std::move(said_clause)
            : speaker.say({"input.clauses"}, {{"0", Said{said.reason}}, {"1", Said{said_clause}}});
  }
  return said.message();
}

std::string Words::Speaker::scores(const std::vector<std::optional<int>>& scores) const {
  std::vector<std::string> parts;
  parts.reserve(scores.size());
  for (std::size_t p = 0; p < scores.size(); ++p) {
    const Seat seat = Seat::of(static_cast<Player>(p));
    parts.push_back(scores[p] ? say({"score"}, {{"player", seat}, {"amount", *scores[p]}})
                              : say({"score.unknown"}, {{"player", seat}}));
  }
  return list(parts, "list.more");
}

std::string Words::scores(const AnyGame& game, ConstBlock state) const {
  const std::vector<int> scores = game.scores(state);
  return Speaker(*this, game).scores({scores.begin(), scores.end()});
}

std::string Words::result_seen(const AnyGame& game, ConstBlock observation) const {
  if (game.acting_seen(observation).is_nobody() && !game.observation_error(observation)) {
    if (const auto end = end_seen(game, observation)) return result(game, end->block());
  }
  return Speaker(*this, game).scores(game.scores_seen(observation));
}

std::string Words::result(const AnyGame& game, ConstBlock state) const {
  std::string points = scores(game, state);
  if (!game.acting(state).is_nobody()) return points;
  const std::vector<Fraction> returns = game.returns(state);
  const auto value = [&](Player p) { return returns[static_cast<std::size_t>(p)].value(); };
  double best = value(0);
  for (Player p = 1; p < game.player_count(); ++p) best = std::max(best, value(p));
  Several winners;
  for (Player p = 0; p < game.player_count(); ++p) {
    if (value(p) == best) winners.players.push_back(p);
  }
  const bool all_alike = static_cast<int>(winners.players.size()) == game.player_count();
  const std::string key = game.player_count() == 1 ? "result.alone"
                          : all_alike              ? "result.draw"
                                                   : "result";
  return Speaker(*this, game).say({key}, {{"winners", winners}, {"scores", Said{points}}});
}

std::string refusal_text(const AnyGame& game, const RuleError& error, bool by_chance) {
  const std::string action =
      by_chance ? game.chance_action_text(error.action) : game.action_text(error.action);
  // Programs count players from 0, people from 1.
  static const Words english = [] {
    std::vector<std::string> seats;
    seats.reserve(max_player_count);
    for (int seat = 0; seat < max_player_count; ++seat) {
      seats.push_back(concat({"seat ", std::to_string(seat)}));
    }
    return Words::in("en").value().with_players(std::move(seats));
  }();
  return concat({action, ": ", english.refusal(game, error), " [", error.rule.text(), "]"});
}

}  // namespace chemix
