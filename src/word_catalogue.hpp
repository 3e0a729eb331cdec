// SPDX-License-Identifier: Apache-2.0
// The words of one language, as a file in words/ gives them.
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
#include <vector>

namespace chemix {

/// Sentences by game and key, and what they are put together from. Places to be filled in are
/// written `{name}`, or `{name:phrase}` to be said by one of the forms of a phrase.
class WordCatalogue {
 public:
  /// The text of a file; `file` is what messages call it.
  static Result<std::shared_ptr<const WordCatalogue>> read(std::string_view text,
                                                           const std::string& file);
  /// A built-in language, or null.
  static std::shared_ptr<const WordCatalogue> builtin(std::string_view language);

  /// What a translation lacks or has too much of, against the original; or nothing.
  [[nodiscard]] std::optional<InputError> error_against(const WordCatalogue& original) const;

  [[nodiscard]] const std::string& language() const { return language_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The sentence of the first of the keys that the game has, or any game; for each of them first
  /// the one to be read aloud, when that is wanted. Null when there is none.
  [[nodiscard]] const std::string* find(std::string_view game,
                                        std::initializer_list<std::string> keys, bool aloud) const;
  /// The first of these forms that a phrase has, else its form `other`.
  [[nodiscard]] const std::string& form(std::string_view phrase,
                                        std::initializer_list<std::string_view> forms) const;
  /// The form of a number, such as `one`; `other` when it has none.
  [[nodiscard]] std::string_view form_of(int number) const;
  /// Whether a text begins with a vowel, before which some words are shortened.
  [[nodiscard]] bool begins_with_vowel(std::string_view text) const;
  /// A number in words, or in digits when it is large.
  [[nodiscard]] std::string number_in_words(int number) const;
  /// What a card is called that has no name in its deck in this language; empty when unknown.
  [[nodiscard]] std::string_view card_name(std::string_view card) const;
  /// A name as it stands inside a sentence.
  [[nodiscard]] std::string inside_sentence(std::string_view name) const;

 private:
  using Texts = std::map<std::string, std::string, std::less<>>;

  /// Reads a part of a file of words by its name; false when it is none.
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
