// SPDX-License-Identifier: Apache-2.0
// Options through type-erased references: parsing, printing and validation, alone and as a list.
#include "chemix/core/options.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace chemix {

namespace {

// The shortest text that reads back as the same number, as in JSON, but without `.0`.
std::string print_real(double value) {
  std::string text = json_text(Value(value));
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

}  // namespace

// ---- One option ----

OptionDescription OptionRef::description() const {
  constexpr std::array<const char*, 4> types = {"number", "real", "switch", "choice"};
  return {field_.name,  types[static_cast<std::size_t>(type_)],
          field_.least, field_.most,
          choices(),    print(),
          field_.rule,  field_.meaning};
}

bool OptionRef::is_valid() const {
  switch (type_) {
    case Type::Number:
      return as<int>() >= field_.least && as<int>() <= field_.most;
    case Type::Real:
      return as<double>() >= field_.least && as<double>() <= field_.most;
    case Type::Switch:
      return true;
    case Type::Choice:
      return as<std::uint8_t>() < names_.size();
  }
  return false;
}

std::optional<InputError> OptionRef::validation_error() const {
  if (is_valid()) return std::nullopt;
  // An invalid choice has no name to print.
  return refuse(has_range() ? print() : "");
}

InputError OptionRef::refuse(std::string_view given) const {
  std::string reason = "must be";
  if (has_range()) {
    reason += " from " + std::to_string(field_.least) + " to " + std::to_string(field_.most);
  } else {
    const char* separator = " ";
    for (const std::string& choice : choices()) {
      reason += separator + choice;
      separator = " or ";
    }
  }
  return {field_.name, given, reason, field_.rule};
}

std::string OptionRef::print() const {
  switch (type_) {
    case Type::Number:
      return std::to_string(as<int>());
    case Type::Real:
      return print_real(as<double>());
    case Type::Switch:
      return as<bool>() ? "yes" : "no";
    case Type::Choice:
      return std::string(names_[as<std::uint8_t>()]);
  }
  return {};
}

bool OptionRef::parse(std::string_view text) {
  switch (type_) {
    case Type::Number:
      return parse_number(text, as<int>());
    case Type::Real:
      if (const auto number = read_real(text)) {
        as<double>() = *number;
        return true;
      }
      return false;
    case Type::Switch:
      as<bool>() = text == "yes";
      return as<bool>() || text == "no";
    case Type::Choice: {
      const auto index = index_of(names_, text);
      if (index) as<std::uint8_t>() = static_cast<std::uint8_t>(*index);
      return index.has_value();
    }
  }
  return false;
}

Value OptionRef::value() const {
  switch (type_) {
    case Type::Number:
      return as<int>();
    case Type::Real:
      return as<double>();
    case Type::Switch:
      return as<bool>();
    case Type::Choice:
      return names_[as<std::uint8_t>()];
  }
  return {};
}

Value OptionRef::accepted(FunctionRef<bool()> accepts) {
  Value about = Value::map().add("name", field_.name).add("value", value());
  const std::string given = print();
  if (type_ == Type::Number) {
    const auto takes = [&](int number) {
      as<int>() = number;
      return accepts();
    };
    // Binary search for the value farthest from the current one that is still accepted.
    const auto farthest = [&](int from, int end) {
      int good = from;
      int bad = end;
      if (takes(end)) return end;
      while (bad - good > 1 || good - bad > 1) {
        const int middle = good + (bad - good) / 2;
        (takes(middle) ? good : bad) = middle;
      }
      return good;
    };
    const int value = as<int>();
    about.add("least", farthest(value, field_.least)).add("most", farthest(value, field_.most));
    about.add("choices", Value());
    as<int>() = value;
    return about;
  }
  Value found = Value::list();
  for (const std::string& choice : choices()) {
    if (parse(choice) && accepts()) found.push_back(value());
  }
  (void)parse(given);
  return about.add("least", Value()).add("most", Value()).add("choices", std::move(found));
}

std::vector<std::string> OptionRef::choices() const {
  if (has_range()) return {};
  if (type_ == Type::Switch) return {"no", "yes"};
  return {names_.begin(), names_.end()};
}

// ---- All options ----

std::vector<OptionDescription> describe_options(const std::vector<OptionRef>& options) {
  std::vector<OptionDescription> all;
  all.reserve(options.size());
  for (const OptionRef& option : options) all.push_back(option.description());
  return all;
}

std::optional<InputError> option_error(const std::vector<OptionRef>& options) {
  for (const OptionRef& option : options) {
    if (auto error = option.validation_error()) return error;
  }
  return std::nullopt;
}

std::string print_options(const std::vector<OptionRef>& options) {
  std::string text;
  for (const OptionRef& option : options) {
    if (!text.empty()) text += ' ';
    text += option.field().name;
    text += '=' + option.print();
  }
  return text;
}

std::optional<InputError> parse_options(std::vector<OptionRef> options, std::string_view text,
                                        const std::string& called) {
  std::vector<std::string_view> seen;
  while (!text.empty()) {
    std::string_view word = split_off(text, " ");
    if (word.empty()) continue;
    const std::string_view name = split_off(word, "=");
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      return InputError{name, word, "given twice", ""};
    }
    seen.push_back(name);
    const auto found = std::find_if(options.begin(), options.end(), [&](const OptionRef& option) {
      return option.field().name == name;
    });
    if (found == options.end()) {
      std::string known;
      for (const OptionRef& option : options) {
        known += (known.empty() ? "" : ", ") + std::string(option.field().name);
      }
      return option_text::unknown(called, name, known);
    }
    if (!found->parse(word)) {
      InputError error = found->refuse(word);
      const std::string type = found->description().type;
      // Unlike a number out of range, this is not a number at all.
      const bool is_whole = type == "number";
      if (is_whole || type == "real") {
        error.reason.insert(std::string_view("must be").size(),
                            is_whole ? " a whole number" : " a number");
      }
      return error;
    }
  }
  return option_error(options);
}

Result<std::string> option_pairs(std::string_view text, const std::string& name) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{') return std::string(text);
  const Result<Value> object = read_json(text, name);
  if (!object) return tl::unexpected(object.error());
  std::string pairs;
  for (const Value::Field& field : *object->as<Value::Map>()) {
    std::string value;
    if (const auto* truth = field.value.as<bool>()) {
      value = *truth ? "yes" : "no";
    } else if (const auto* number = field.value.as<std::int64_t>()) {
      value = std::to_string(*number);
    } else if (const auto* real = field.value.as<double>()) {
      value = print_real(*real);
    } else if (const auto* word = field.value.as<std::string>()) {
      value = *word;
    } else {
      return tl::unexpected(InputError{field.name, json_text(field.value),
                                       "must be a number, true or false, or a name", ""});
    }
    // A blank or an equals sign would begin another option.
    for (const std::string& part : {field.name, value}) {
      if (part.empty() || part.find_first_of(" =") != std::string::npos) {
        return tl::unexpected(
            InputError{field.name, value, "names and values must be single words", ""});
      }
    }
    pairs += (pairs.empty() ? "" : " ") + field.name + "=" + value;
  }
  return pairs;
}

Value options_value(const std::vector<OptionRef>& options) {
  Value map = Value::map();
  for (const OptionRef& option : options) map.add(option.field().name, option.value());
  return map;
}

InputError option_text::unknown(const std::string& called, std::string_view name,
                                const std::string& known) {
  return {called + "s", name,
          "no such " + called + (known.empty() ? "; there are none" : "; known: " + known), ""};
}

std::optional<InputError> players_error(int players, int least, int most) {
  if (players >= least && players <= most) return std::nullopt;
  return InputError{"players", std::to_string(players),
                    "must be from " + std::to_string(least) + " to " + std::to_string(most), ""};
}

}  // namespace chemix
