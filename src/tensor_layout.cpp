// SPDX-License-Identifier: Apache-2.0
// The layout of tensors as JSON.
#include "chemix/any_game.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace chemix {

std::string tensor_layout_json(const TensorLayout& layout) {
  using Json = nlohmann::ordered_json;
  Json fields = Json::array();
  for (const TensorField& field : layout.fields) {
    fields.push_back({{"name", field.name},
                      {"offset", field.offset},
                      {"size", field.size},
                      {"shape", field.shape},
                      {"labels", field.labels},
                      {"low", field.low},
                      {"high", field.high},
                      {"meaning", field.meaning}});
  }
  Json left_out = Json::array();
  for (const LeftOutField& field : layout.left_out) {
    left_out.push_back({{"name", field.name}, {"reason", field.reason}});
  }
  return Json({{"fields", fields}, {"left_out", left_out}}).dump();
}

}  // namespace chemix
