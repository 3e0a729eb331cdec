// SPDX-License-Identifier: Apache-2.0
// The layout of tensors, described field by field while a rule set encodes.
#include "chemix/core/tensor.hpp"

#include <utility>

namespace chemix {

void TensorWriter::describe(std::string name, const char* meaning, std::optional<int> rows,
                            const std::optional<TensorColumns>& columns, double low) {
  TensorField field;
  field.name = std::move(name);
  field.offset = size_;
  if (rows) field.shape.push_back(static_cast<std::size_t>(*rows));
  if (columns) {
    (*columns)([&](std::string_view label) { field.labels.emplace_back(label); });
    // A field whose columns are all absent in this game is empty.
    if (field.labels.empty()) return;
    field.shape.push_back(field.labels.size());
  }
  for (const std::size_t length : field.shape) field.size *= length;
  field.low = low;
  field.meaning = meaning;
  layout_->fields.push_back(std::move(field));
}

void TensorWriter::leave_out(std::string name, const char* reason) {
  layout_->left_out.push_back({std::move(name), reason});
}

}  // namespace chemix
