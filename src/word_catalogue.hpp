// SPDX-License-Identifier: Apache-2.0
// The words of one language, read from a file in words/.
#pragma once

#include "chemix/core/error.hpp"
#include "chemix/core/value.hpp"

#include <cstddef>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemix {

/// Sentences by game and key, and the phrases that they use. A placeholder is written `{name}`, or
/// `{name:phrase}` to insert one of the forms of a phrase.
class WordCatalogue {
 public:
  /// Reads the text of a file; `file` names it in messages.
  static Result<std::shared_ptr<const WordCatalogue>> read(std::string_view text,
                                                           const std::string& file);
  /// Returns a built-in language, or null.
  static std::shared_ptr<const WordCatalogue> builtin(std::string_view language);

  /// Returns an error if a translation has other keys than the original, or if a sentence uses
  /// other arguments.
  [[nodiscard]] std::optional<InputError> error_against(const WordCatalogue& original) const;

  [[nodiscard]] const std::string& language() const { return language_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The sentence of the first of these keys that the game, or else any game, has; with `aloud`,
  /// its version for reading aloud if there is one. Null if there is none.
  [[nodiscard]] const std::string* find(std::string_view game,
                                        std::initializer_list<std::string> keys, bool aloud) const;
  /// A sentence that says a text, with the values of its placeholders.
  struct Match {
    std::string key;
    std::vector<std::pair<std::string, std::string>> arguments;
  };
  /// The sentence of any game with this prefix that says `text`, of several the one with the fewest
  /// letters in values; nothing if there is none. Values are words or lists of words, except for a
  /// placeholder `{text}`.
  [[nodiscard]] std::optional<Match> matching(std::string_view prefix, std::string_view text) const;
  /// The first of these forms that a phrase has, or else its form `other`.
  [[nodiscard]] const std::string& form(std::string_view phrase,
                                        std::initializer_list<std::string_view> forms) const;
  [[nodiscard]] bool has_form(std::string_view phrase, std::string_view form) const;
  /// The form for a number, such as `one`; `other` if it has none.
  [[nodiscard]] std::string_view form_of(int number) const;
  /// Whether a text begins with a vowel, before which some words are elided.
  [[nodiscard]] bool begins_with_vowel(std::string_view text) const;
  /// A number in words, or in digits if it is large.
  [[nodiscard]] std::string number_in_words(int number) const;
  /// The name of a card whose deck has no name in this language; empty if unknown.
  [[nodiscard]] std::string_view card_name(std::string_view card) const;
  /// A name as written inside a sentence.
  [[nodiscard]] std::string inside_sentence(std::string_view name) const;

 private:
  using Texts = std::map<std::string, std::string, std::less<>>;

  /// Reads the part of a file with this name; returns false if there is no such part.
  bool read_part(const ValueReader& part, std::string_view name);
  [[nodiscard]] std::optional<InputError> template_error(const std::string& field,
                                                         const std::string& text) const;

  std::string file_;
  std::string language_;
  std::string name_;
  std::map<std::string, std::vector<int>, std::less<>> forms_;
  std::string vowels_;
  bool lowercase_names_ = false;
  std::vector<std::string> numbers_;
  Texts cards_;
  std::map<std::string, Texts, std::less<>> phrases_;
  std::map<std::string, Texts, std::less<>> words_;
};

}  // namespace chemix
