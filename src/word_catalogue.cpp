// SPDX-License-Identifier: Apache-2.0
// Reading and validation of files in words/.
#include "word_catalogue.hpp"

#include "builtin_files.hpp"
#include "chemix/core/codec.hpp"
#include "concat.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

namespace chemix {
namespace {

constexpr std::string_view common = "common";
// Sentences of foreign catalogues must stay short, so that a buffer of a fixed size holds any text
// about a game.
constexpr std::size_t max_text_bytes = 512;
constexpr std::size_t max_placeholders = 8;
// The parts of a file, all of them required: see read_part.
constexpr std::array<std::string_view, 9> part_names = {"language",        "name",    "vowels",
                                                        "lowercase_names", "cards",   "phrases",
                                                        "words",           "numbers", "forms"};

// A placeholder of a sentence: the name of its argument and the phrases to apply.
struct Place {
  std::string name;
  std::vector<std::string> phrases;
};

// The placeholders of a sentence, or nothing if its braces do not match.
std::optional<std::vector<Place>> places_of(std::string_view text) {
  std::vector<Place> places;
  while (true) {
    const std::size_t open = text.find_first_of("{}");
    if (open == std::string_view::npos) return places;
    const std::size_t close = text.find_first_of("{}", open + 1);
    if (text[open] == '}' || close == std::string_view::npos || text[close] == '{') {
      return std::nullopt;
    }
    std::string_view inside = text.substr(open + 1, close - open - 1);
    Place place{std::string(inside.substr(0, inside.find(':'))), {}};
    while (inside.find_first_of(":/") != std::string_view::npos) {
      inside.remove_prefix(inside.find_first_of(":/") + 1);
      place.phrases.emplace_back(inside.substr(0, inside.find('/')));
    }
    places.push_back(std::move(place));
    text.remove_prefix(close + 1);
  }
}

std::set<std::string> placeholders_in(std::string_view text) {
  std::set<std::string> names;
  for (Place& place : places_of(text).value_or(std::vector<Place>())) {
    names.insert(std::move(place.name));
  }
  return names;
}

bool is_list_of_words(std::string_view text) {
  while (!text.empty()) {
    std::string_view part = split_off(text, " or ");
    while (!part.empty()) {
      const std::string_view word = split_off(part, ", ");
      if (word.empty() || word.find(' ') != std::string_view::npos) return false;
    }
  }
  return true;
}

// The values with which a sentence is this text, and the number of their letters.
std::optional<std::size_t> fill(std::string_view sentence, std::string_view text,
                                std::vector<std::pair<std::string, std::string>>& values) {
  std::size_t letters = 0;
  while (true) {
    const std::string_view before = split_off(sentence, "{");
    if (!text.starts_with(before)) return std::nullopt;
    text.remove_prefix(before.size());
    if (sentence.empty()) break;
    const std::string_view name = split_off(sentence, "}");
    const std::size_t end =
        sentence.empty() ? text.size() : text.find(sentence.substr(0, sentence.find('{')));
    if (end == 0 || end == std::string_view::npos) return std::nullopt;
    if (name != "text" && !is_list_of_words(text.substr(0, end))) return std::nullopt;
    letters += end;
    values.emplace_back(name, text.substr(0, end));
    text.remove_prefix(end);
  }
  return text.empty() ? std::optional(letters) : std::nullopt;
}

// Tries the game, then prefixes of its name, since a match uses the words of its game.
template <class Visit>
const std::string* first_scope(std::string_view game, Visit&& visit) {
  while (!game.empty()) {
    if (const std::string* found = visit(game)) return found;
    const std::size_t end = game.rfind('_');
    game = game.substr(0, end == std::string_view::npos ? 0 : end);
  }
  return visit(common);
}

}  // namespace

Result<std::shared_ptr<const WordCatalogue>> WordCatalogue::read(std::string_view text,
                                                                 const std::string& file) {
  auto made = std::make_shared<WordCatalogue>();
  made->file_ = file;
  const auto value = read_json(text, file);
  if (!value) return tl::unexpected(value.error());
  std::optional<InputError> wrong;
  const bool is_read = ValueReader(*value, file, wrong)
                           .each_field([&](const ValueReader& part, std::string_view name) {
                             return made->read_part(part, name);
                           });
  if (!is_read) return tl::unexpected(*wrong);
  for (const std::string_view part : part_names) {
    if (value->find(part) != nullptr) continue;
    return tl::unexpected(InputError{concat({file, ": ", part}), "", "is missing", ""});
  }
  for (const auto& [phrase, forms] : made->phrases_) {
    if (!forms.contains("other")) {
      return tl::unexpected(
          InputError{concat({file, ": phrases.", phrase}), "", "has no form named other", ""});
    }
    for (const auto& [form, said] : forms) {
      const auto places = places_of(said);
      if (!places || std::any_of(places->begin(), places->end(), [](const Place& place) {
            return !place.name.empty() || !place.phrases.empty();
          })) {
        return tl::unexpected(InputError{concat({file, ": phrases.", phrase, ".", form}), said,
                                         "must not contain placeholders other than {}", ""});
      }
    }
  }
  for (const auto& [game, sentences] : made->words_) {
    for (const auto& [key, said] : sentences) {
      auto error = made->template_error(concat({file, ": words.", game, ".", key}), said);
      if (error) return tl::unexpected(std::move(*error));
    }
  }
  return made;
}

bool WordCatalogue::read_part(const ValueReader& part, std::string_view name) {
  const auto text = [](const ValueReader& from, std::string& to) {
    std::string_view found;
    if (!from.text(found)) return false;
    if (found.size() > max_text_bytes) {
      return from.refuse(concat({"must have at most ", std::to_string(max_text_bytes), " bytes"}));
    }
    to = found;
    return true;
  };
  const auto texts = [&](const ValueReader& from, Texts& to) {
    return from.each_field([&](const ValueReader& field, std::string_view key) {
      return text(field, to[std::string(key)]);
    });
  };
  const auto texts_by_name = [&](std::map<std::string, Texts, std::less<>>& to) {
    return part.each_field([&](const ValueReader& field, std::string_view key) {
      return texts(field, to[std::string(key)]);
    });
  };
  if (name == "language") return text(part, language_);
  if (name == "name") return text(part, name_);
  if (name == "vowels") return text(part, vowels_);
  if (name == "lowercase_names") return part.truth(lowercase_names_);
  if (name == "cards") return texts(part, cards_);
  if (name == "phrases") return texts_by_name(phrases_);
  if (name == "words") return texts_by_name(words_);
  if (name == "numbers") {
    return part.each(
        [&](const ValueReader& entry) { return text(entry, numbers_.emplace_back()); });
  }
  if (name != "forms") {
    return part.refuse(concat({"no such part; known: ", with_commas(part_names)}));
  }
  return part.each_field([&](const ValueReader& form, std::string_view key) {
    return form.each([&](const ValueReader& entry) {
      return entry.number(forms_[std::string(key)].emplace_back(), 0, 1000);
    });
  });
}

std::optional<InputError> WordCatalogue::template_error(const std::string& field,
                                                        const std::string& text) const {
  const auto places = places_of(text);
  if (!places) return InputError{field, text, "has unbalanced braces", ""};
  if (places->size() > max_placeholders) {
    return InputError{field, text,
                      concat({"has more than ", std::to_string(max_placeholders), " placeholders"}),
                      ""};
  }
  for (const Place& place : *places) {
    for (const std::string& phrase : place.phrases) {
      // These convert a number to what it stands for.
      if (phrase == "card" || phrase == "player" || phrase == "needs") continue;
      if (phrases_.contains(phrase)) continue;
      return InputError{field, text, "there is no phrase " + phrase, ""};
    }
  }
  return std::nullopt;
}

std::shared_ptr<const WordCatalogue> WordCatalogue::builtin(std::string_view language) {
  static const auto all = [] {
    std::vector<std::shared_ptr<const WordCatalogue>> catalogues;
    for (const BuiltinFile& file : builtin_word_files()) {
      catalogues.push_back(read(file.text, std::string(file.name)).value());
    }
    return catalogues;
  }();
  for (const auto& catalogue : all) {
    if (catalogue->language_ == language) return catalogue;
  }
  return nullptr;
}

std::optional<InputError> WordCatalogue::error_against(const WordCatalogue& original) const {
  const auto field = [&](const std::string& game, const std::string& key) {
    return concat({file_, ": words.", game, ".", key});
  };
  for (const auto& [game, sentences] : original.words_) {
    const auto mine = words_.find(game);
    for (const auto& [key, said] : sentences) {
      const auto found = mine == words_.end() ? sentences.end() : mine->second.find(key);
      if (mine == words_.end() || found == mine->second.end()) {
        return InputError{field(game, key), "", "is missing", ""};
      }
      if (placeholders_in(found->second) != placeholders_in(said)) {
        return InputError{field(game, key), found->second,
                          "must have the same placeholders as: " + said, ""};
      }
    }
  }
  for (const auto& [game, sentences] : words_) {
    const auto theirs = original.words_.find(game);
    for (const auto& [key, said] : sentences) {
      if (theirs != original.words_.end() && theirs->second.contains(key)) continue;
      return InputError{field(game, key), said, "is not used by the library", ""};
    }
  }
  return std::nullopt;
}

const std::string* WordCatalogue::find(std::string_view game,
                                       std::initializer_list<std::string> keys, bool aloud) const {
  for (const std::string& key : keys) {
    const std::string* found = first_scope(game, [&](std::string_view scope) -> const std::string* {
      const auto words = words_.find(scope);
      if (words == words_.end()) return nullptr;
      auto sentence = aloud ? words->second.find(key + ".spoken") : words->second.end();
      if (sentence == words->second.end()) sentence = words->second.find(key);
      return sentence == words->second.end() ? nullptr : &sentence->second;
    });
    if (found != nullptr) return found;
  }
  return nullptr;
}

std::optional<WordCatalogue::Match> WordCatalogue::matching(std::string_view prefix,
                                                            std::string_view text) const {
  std::optional<Match> best;
  std::size_t fewest = text.size() + 1;
  const Texts& sentences = words_.find(common)->second;
  for (auto one = sentences.lower_bound(prefix);
       one != sentences.end() && one->first.starts_with(prefix); ++one) {
    Match match{one->first, {}};
    const auto letters = fill(one->second, text, match.arguments);
    if (!letters || *letters >= fewest) continue;
    fewest = *letters;
    best = std::move(match);
  }
  return best;
}

const std::string& WordCatalogue::form(std::string_view phrase,
                                       std::initializer_list<std::string_view> forms) const {
  const Texts& texts = phrases_.find(phrase)->second;
  for (const std::string_view form : forms) {
    if (const auto found = texts.find(form); found != texts.end()) return found->second;
  }
  return texts.find("other")->second;
}

bool WordCatalogue::has_form(std::string_view phrase, std::string_view form) const {
  return phrases_.find(phrase)->second.contains(form);
}

std::string_view WordCatalogue::form_of(int number) const {
  for (const auto& [form, all] : forms_) {
    if (std::find(all.begin(), all.end(), number) != all.end()) return form;
  }
  return "other";
}

bool WordCatalogue::begins_with_vowel(std::string_view text) const {
  if (text.empty()) return false;
  // A UTF-8 letter is its first byte and the continuation bytes.
  std::size_t size = 1;
  while (size < text.size() && (static_cast<std::uint8_t>(text[size]) & 0xC0U) == 0x80U) ++size;
  return vowels_.find(text.substr(0, size)) != std::string::npos;
}

std::string WordCatalogue::number_in_words(int number) const {
  const bool is_small = number >= 0 && static_cast<std::size_t>(number) < numbers_.size();
  return is_small ? numbers_[static_cast<std::size_t>(number)] : std::to_string(number);
}

std::string_view WordCatalogue::card_name(std::string_view card) const {
  const auto found = cards_.find(card);
  return found == cards_.end() ? std::string_view() : std::string_view(found->second);
}

std::string WordCatalogue::inside_sentence(std::string_view name) const {
  std::string text(name);
  if (!lowercase_names_ || text.size() < 2) return text;
  const auto is_between = [&](std::size_t at, int first, int last) {
    const auto byte = static_cast<std::uint8_t>(text[at]);
    return byte >= first && byte <= last;
  };
  if (is_between(0, 'A', 'Z') && !is_between(1, 'A', 'Z')) {
    text[0] = static_cast<char>(text[0] + ('a' - 'A'));
  } else if (is_between(0, 0xC3, 0xC3) && is_between(1, 0x80, 0x9E)) {
    // Accented Latin letters, such as É.
    text[1] = static_cast<char>(text[1] + 0x20);
  }
  return text;
}

}  // namespace chemix
