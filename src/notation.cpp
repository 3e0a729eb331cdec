// SPDX-License-Identifier: Apache-2.0
#include "chemix/core/notation.hpp"

namespace chemix::notation_part {

std::string head(std::string_view game, std::uint64_t key) {
  return std::string(game) + '#' + hex(key);
}

void LineReader::expect(std::string_view words, const char* what) {
  if (fault_) return;
  if (text_.starts_with(words)) return text_.remove_prefix(words.size());
  fault_ = InputError{what, text_.substr(0, words.size()), "must be " + std::string(words), ""};
}

void LineReader::end() {
  if (!fault_ && !text_.empty()) fault_ = InputError{"end", text_, "nothing may follow", ""};
}

void LineReader::keep(const std::optional<FieldFault>& wrong) {
  if (wrong) fault_ = InputError{wrong->field, wrong->value, "not a value of this field", ""};
}

}  // namespace chemix::notation_part
