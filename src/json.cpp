// SPDX-License-Identifier: Apache-2.0
// Values as JSON.
#include "chemix/core/value.hpp"
#include "concat.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

namespace chemix {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_depth = 32;

/// Writes values as text. Lists and maps are not converted to values of the JSON library, whose
/// destructors may allocate and fail when memory is exhausted.
class Writer {
 public:
  /// `indent` is the number of blanks per level; negative for a single line.
  explicit Writer(int indent) : indent_(indent) {}

  void put(const Value& value) {
    value.visit([&]<class T>(const T& kept) {
      if constexpr (std::is_same_v<T, std::monostate>) {
        text_ += "null";
      } else if constexpr (std::is_same_v<T, Value::List>) {
        put_all('[', kept, ']', [&](const Value& entry) { put(entry); });
      } else if constexpr (std::is_same_v<T, Value::Map>) {
        put_all('{', kept, '}', [&](const Value::Field& field) {
          put_scalar(field.name);
          text_ += indent_ < 0 ? ":" : ": ";
          put(field.value);
        });
      } else {
        put_scalar(kept);
      }
    });
  }
  [[nodiscard]] std::string& text() { return text_; }

 private:
  void put_scalar(bool truth) { text_ += truth ? "true" : "false"; }
  void put_scalar(std::int64_t number) { text_ += std::to_string(number); }
  void put_scalar(double number) { dump(number); }
  void put_scalar(const std::string& text) {
    if (!std::all_of(text.begin(), text.end(), stands_for_itself)) return dump(text);
    text_ += '"';
    text_ += text;
    text_ += '"';
  }
  static bool stands_for_itself(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }
  // The JSON library makes a writer for each value, which is slower than writing most of them
  // directly.
  void dump(const auto& kept) {
    text_ += Json(kept).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  void put_all(char open, const auto& entries, char close, auto&& put_one) {
    text_ += open;
    ++depth_;
    const char* separator = "";
    for (const auto& entry : entries) {
      text_ += separator;
      begin_line();
      put_one(entry);
      separator = ",";
    }
    --depth_;
    if (!entries.empty()) begin_line();
    text_ += close;
  }
  void begin_line() {
    if (indent_ < 0) return;
    text_ += '\n';
    text_.append(static_cast<std::size_t>(indent_) * static_cast<std::size_t>(depth_), ' ');
  }

  int indent_;
  int depth_ = 0;
  std::string text_;
};

/// Builds a value from parser events. Repeated names are kept, for the reader to reject.
class Builder : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return put(Value()); }
  bool boolean(bool truth) override { return put(truth); }
  bool number_integer(number_integer_t number) override { return put(number); }
  bool number_unsigned(number_unsigned_t number) override {
    if (number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return put(static_cast<std::int64_t>(number));
    }
    return put(static_cast<double>(number));
  }
  bool number_float(number_float_t number, const string_t&) override { return put(number); }
  bool string(string_t& text) override { return put(text); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Value::map()); }
  bool key(string_t& name) override {
    names_.back() = name;
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Value::list()); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // Drop the parser's own error name in brackets.
    const std::string_view told = error.what();
    const std::size_t end = told.find("] ");
    error_ = concat({"is not valid JSON: ", cut(told.substr(end == told.npos ? 0 : end + 2))});
    return false;
  }

  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] Value& value() { return whole_; }

 private:
  bool put(Value value) {
    if (open_.empty()) {
      whole_ = std::move(value);
    } else if (open_.back().as<Value::List>() != nullptr) {
      open_.back().push_back(std::move(value));
    } else {
      open_.back().add(names_.back(), std::move(value));
    }
    return true;
  }
  bool open(Value value) {
    if (open_.size() == max_depth) {
      error_ = concat({"is nested deeper than ", std::to_string(max_depth), " levels"});
      return false;
    }
    open_.push_back(std::move(value));
    names_.emplace_back();
    return true;
  }
  bool close() {
    Value value = std::move(open_.back());
    open_.pop_back();
    names_.pop_back();
    return put(std::move(value));
  }

  // The open lists and maps, outermost first, and the name of the next field in each.
  std::vector<Value> open_;
  std::vector<std::string> names_;
  Value whole_;
  std::string error_;
};

}  // namespace

std::string json_text(const Value& value, std::optional<int> indent) {
  Writer writer(indent.value_or(-1));
  writer.put(value);
  return std::move(writer.text());
}

Result<Value> read_json(std::string_view text, const std::string& name, std::size_t max_bytes) {
  if (text.size() > max_bytes) {
    return tl::unexpected(
        InputError{name, concat({std::to_string(text.size()), " bytes"}),
                   concat({"must be at most ", std::to_string(max_bytes), " bytes"}), ""});
  }
  Builder builder;
  // The parser would take NUL for the end of the text.
  const bool is_cut = text.find('\0') != text.npos;
  if (is_cut || !Json::sax_parse(text, &builder)) {
    return tl::unexpected(InputError{
        name, "", is_cut ? "is not valid JSON: contains a NUL character" : builder.error(), ""});
  }
  return std::move(builder.value());
}

std::optional<double> read_real(std::string_view text) {
  if (text.find_first_not_of("-+.0123456789eE") != text.npos) return std::nullopt;
  const auto number = read_json(text, "number");
  if (!number) return std::nullopt;
  if (const auto* whole = number->as<std::int64_t>()) return static_cast<double>(*whole);
  const auto* real = number->as<double>();
  return real == nullptr ? std::nullopt : std::optional(*real);
}

std::string as_utf8(std::string_view text) {
  const auto is_ascii = [](char letter) { return static_cast<unsigned char>(letter) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) return std::string(text);
  return *read_json(json_text(Value(text)), "text", text.npos)->as<std::string>();
}

}  // namespace chemix
