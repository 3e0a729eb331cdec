// SPDX-License-Identifier: Apache-2.0
// Serialization of values: canonical bytes, plain data and text. One `Codec` per field type;
// structures need none, since they list their fields once in `visit_fields`.
#pragma once

#include "chemix/core/error.hpp"
#include "chemix/core/fixed_list.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/value.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix {

// ---- Where bytes, words and numbers go and come from ----

/// Counts bytes, and writes those that fit into a buffer.
class ByteWriter {
 public:
  ByteWriter() = default;
  explicit ByteWriter(std::span<std::byte> buffer) : buffer_(buffer) {}

  /// Puts the lowest `bytes` bytes of `value`, lowest first.
  void put(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      if (size_ < buffer_.size()) buffer_[size_] = static_cast<std::byte>(value >> (8 * i));
      ++size_;
    }
  }
  /// The number of bytes put, including those that did not fit.
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::span<std::byte> buffer_;
  std::size_t size_ = 0;
};

/// Reads bytes in order. Once more is read than there is, it yields zeros and is no longer `ok`.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint64_t take(int count) {
    if (bytes_.size() < static_cast<std::size_t>(count)) {
      ok_ = false;
      return 0;
    }
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) {
      value |= static_cast<std::uint64_t>(bytes_[static_cast<std::size_t>(i)]) << (8 * i);
    }
    bytes_ = bytes_.subspan(static_cast<std::size_t>(count));
    return value;
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

/// Reads a game key; returns an error if it is not `key`.
std::optional<InputError> key_error(ByteReader& source, std::uint64_t key);
/// The error for bytes that end in this field or are not valid for it.
InputError bad_bytes(const ByteReader& source, std::string_view field);
/// Call after the last field: returns an error if there were too few bytes or too many.
std::optional<InputError> end_error(const ByteReader& source);

/// Splits `text` at the first `separator`: returns the part before it and removes that part and the
/// separator from `text`. Without a separator, returns and removes all of it.
inline std::string_view split_off(std::string_view& text, std::string_view separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
  return part;
}

/// Parses a whole text as one decimal number that fits into `Integer`.
template <std::integral Integer>
bool parse_number(std::string_view text, Integer& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end && std::to_string(value) == text;
}

/// The number as sixteen hexadecimal digits.
inline std::string hex(std::uint64_t number) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4) text[i] = "0123456789abcdef"[number & 15];
  return text;
}

/// Parses a number in the form that `hex` writes; false for all other texts.
inline bool parse_hex(std::string_view digits, std::uint64_t& number) {
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, 16);
  return error == std::errc{} && stop == end && hex(number) == digits;
}

/// Puts `count` bytes, the `i`-th being `byte(i)`, padded with zeros to whole words. The alignment
/// of the bytes that follow then does not depend on `count`.
void put_in_words(auto& sink, int count, auto&& byte) {
  for (int first = 0; first < count; first += 8) {
    std::uint64_t word = 0;
    for (int i = (std::min)(8, count - first); i-- > 0;) {
      word = word << 8 | static_cast<std::uint64_t>(byte(first + i));
    }
    sink.put(word, 8);
  }
}
/// The inverse: calls `take(byte)` for each byte. Returns false as soon as `take` does or the
/// padding is not zero.
bool take_in_words(ByteReader& source, int count, auto&& take) {
  for (int i = 0; i < count || i % 8 != 0; ++i) {
    const auto byte = static_cast<int>(source.take(1));
    if (i < count ? !take(byte) : byte != 0) return false;
  }
  return source.ok();
}

// ---- Field types ----

/// The context of serialization: the deck and the number of players. Games that share a deck type
/// share this type, so that codecs are compiled once for them. Holds the deck by reference.
template <class Deck>
class InPlay {
 public:
  InPlay(const Deck& deck, int player_count) : deck_(deck), player_count_(player_count) {}
  [[nodiscard]] const Deck& deck() const { return deck_; }
  [[nodiscard]] int player_count() const { return player_count_; }

 private:
  const Deck& deck_;
  int player_count_;
};

/// The same with the deck type erased.
class AnyInPlay {
 public:
  template <class Deck>
  AnyInPlay(const InPlay<Deck>& in_play) {  // NOLINT: it is the same
    static_assert(sizeof in_play <= sizeof kept_ && std::is_trivially_copyable_v<InPlay<Deck>>);
    new (kept_) InPlay<Deck>(in_play);
  }
  /// Precondition: it was made from an `InPlay<Deck>`.
  template <class Deck>
  [[nodiscard]] const InPlay<Deck>& with() const {
    return *std::launder(reinterpret_cast<const InPlay<Deck>*>(kept_));
  }

 private:
  alignas(void*) std::byte kept_[2 * sizeof(void*)] = {};
};

/// The serialization context of a game's rules.
auto in_play(const auto& rules) { return InPlay(rules.deck(), rules.player_count()); }

/// Serialization of one field type. `rules` is the context: codecs of cards ask it for the deck,
/// codecs of seats for the number of players.
///   write(sink, rules, value)            puts canonical bytes
///   read(source, rules, value) -> bool   the inverse; false if the bytes are invalid
///   to_value(rules, value) -> Value      the same as plain data
///   from_value(source, rules, value) -> bool   the inverse; false if the data is invalid
///   schema(rules) -> Value               a JSON schema of the plain data
///   print(text, rules, value)            appends text without blanks
///   parse(text, rules, value) -> bool    the inverse
/// If some values take more bytes than others, `max_added_bytes` is the maximum beyond the size of
/// the default value.
template <class T>
struct Codec;

template <class T>
concept HasAddedBytes = requires(int players) {
  Codec<T>::max_added_bytes(players);
};

/// An upper bound on the bytes of any value beyond those of the default value.
template <class T>
constexpr std::size_t max_added_bytes(int players) {
  if constexpr (HasAddedBytes<T>) {
    return Codec<T>::max_added_bytes(players);
  } else {
    return 0;
  }
}

/// A structure that lists its fields: `visit_fields(self, visit)` calls `visit("name", self.name)`
/// for each, in the order of the canonical form. A third argument may say how a field is shown in
/// plain data, see `data_as`.
template <class T>
concept HasFields = requires(T& value) {
  T::visit_fields(value, [](const char*, auto&, auto...) {});
};

/// A seat stored in a state.
struct Seat {
  std::uint8_t index = 0;

  constexpr bool operator==(const Seat&) const = default;
  constexpr operator Player() const { return index; }  // NOLINT: a seat is a player
  static constexpr Seat of(Player player) { return {static_cast<std::uint8_t>(player)}; }
};

/// The error for the first field of `value` that names a seat at or above `players`, or nothing.
template <HasFields T>
std::optional<InputError> missing_seat(const T& value, int players) {
  std::optional<InputError> error;
  const auto look_at = [&](const char* name, Seat seat) {
    if (seat.index < players) return;
    error = no_such_seat(name, seat.index, players);
  };
  T::visit_fields(value, [&]<class Field>(const char* name, const Field& field, auto...) {
    if constexpr (std::same_as<Field, Seat>) {
      look_at(name, field);
    } else if constexpr (std::same_as<Field, std::optional<Seat>>) {
      if (field) look_at(name, *field);
    } else if constexpr (HasFields<Field>) {
      if (!error) error = missing_seat(field, players);
    }
  });
  return error;
}

template <std::integral T>
requires(!std::same_as<T, bool>) struct Codec<T> {
  // Eight-byte numbers are digests. In plain data they are text, since many readers lose digits of
  // large numbers.
  static constexpr bool is_digest = std::same_as<T, std::uint64_t>;

  static void write(auto& sink, const auto&, T value) {
    sink.put(static_cast<std::uint64_t>(value), sizeof(T));
  }
  static bool read(ByteReader& source, const auto&, T& value) {
    value = static_cast<T>(source.take(sizeof(T)));
    return source.ok();
  }
  static Value to_value(const auto&, T value) {
    if constexpr (is_digest) return hex(value);
    return value;
  }
  static bool from_value(const ValueReader& source, const auto&, T& value) {
    if constexpr (is_digest) {
      std::string_view digits;
      return source.text(digits) &&
             (parse_hex(digits, value) || source.refuse("must be 16 hexadecimal digits"));
    } else {
      return source.number(value, (std::numeric_limits<T>::min)(), (std::numeric_limits<T>::max)());
    }
  }
  static Value schema(const auto&) {
    if constexpr (is_digest) {
      return value_schema::of_type("string").add("pattern", "^[0-9a-f]{16}$");
    } else {
      return value_schema::number((std::numeric_limits<T>::min)(), (std::numeric_limits<T>::max)());
    }
  }
  static void print(std::string& text, const auto&, T value) { text += std::to_string(value); }
  static bool parse(std::string_view text, const auto&, T& value) {
    return parse_number(text, value);
  }
};

template <>
struct Codec<bool> {
  static void write(auto& sink, const auto&, bool value) { sink.put(value ? 1 : 0, 1); }
  static bool read(ByteReader& source, const auto&, bool& value) {
    const std::uint64_t byte = source.take(1);
    value = byte == 1;
    return source.ok() && byte <= 1;
  }
  static Value to_value(const auto&, bool value) { return value; }
  static bool from_value(const ValueReader& source, const auto&, bool& value) {
    return source.truth(value);
  }
  static Value schema(const auto&) { return value_schema::of_type("boolean"); }
  static void print(std::string& text, const auto&, bool value) { text += value ? "yes" : "no"; }
  static bool parse(std::string_view text, const auto&, bool& value) {
    value = text == "yes";
    return value || text == "no";
  }
};

/// An enumeration with the enumerators 0, 1, …, whose names `names_of(value)` lists.
template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
  names_of(value).size();
};

/// Whether no two names are equal, and none is empty.
constexpr bool are_distinct(const auto& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (names[i] == names[j]) return false;
    }
  }
  return true;
}

template <NamedEnum T>
inline constexpr auto kept_names = names_of(T{});
/// The names of an enumeration as a span, independent of their number.
template <NamedEnum T>
inline constexpr std::span<const std::string_view> names_in = [] {
  static_assert(are_distinct(kept_names<T>), "names_of must name each enumerator differently");
  return std::span<const std::string_view>(kept_names<T>);
}();

/// The name of an enumerator. Precondition: `value` is one of the listed enumerators.
template <NamedEnum T>
constexpr std::string_view name_of(T value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

template <NamedEnum T>
struct Codec<T> {
  static constexpr std::size_t size = names_of(T{}).size();

  static void write(auto& sink, const auto&, T value) {
    sink.put(static_cast<std::uint64_t>(value), 1);
  }
  static bool read(ByteReader& source, const auto&, T& value) {
    const std::uint64_t byte = source.take(1);
    if (byte >= size) return false;
    value = static_cast<T>(byte);
    return source.ok();
  }
  static Value to_value(const auto&, T value) { return name_of(value); }
  static bool from_value(const ValueReader& source, const auto&, T& value) {
    std::size_t index = 0;
    if (!source.name(index, names_in<T>)) return false;
    value = static_cast<T>(index);
    return true;
  }
  static Value schema(const auto&) { return value_schema::one_of(Value::list_of(names_in<T>)); }
  static void print(std::string& text, const auto&, T value) { text += name_of(value); }
  static bool parse(std::string_view text, const auto&, T& value) {
    const auto index = index_of(names_in<T>, text);
    if (index) value = static_cast<T>(*index);
    return index.has_value();
  }
};

template <>
struct Codec<Seat> {
  static void write(auto& sink, const auto&, Seat value) { sink.put(value.index, 1); }
  static bool read(ByteReader& source, const auto& rules, Seat& value) {
    value.index = static_cast<std::uint8_t>(source.take(1));
    return source.ok() && value < rules.player_count();
  }
  static Value to_value(const auto&, Seat value) { return value.index; }
  static bool from_value(const ValueReader& source, const auto& rules, Seat& value) {
    return source.number(value.index, 0, rules.player_count() - 1);
  }
  static Value schema(const auto& rules) {
    return value_schema::number(0, rules.player_count() - 1);
  }
  static void print(std::string& text, const auto&, Seat value) {
    text += std::to_string(value.index);
  }
  static bool parse(std::string_view text, const auto& rules, Seat& value) {
    return parse_number(text, value.index) && value < rules.player_count();
  }
};

/// The seats of viewers as a list; null for everyone.
inline Value viewers_value(ViewerSet viewers, int players) {
  if (viewers.is_everyone()) return {};
  Value seats = Value::list();
  for (Player p = 0; p < players; ++p) {
    if (viewers.contains(Viewer::player(p))) seats.push_back(p);
  }
  return seats;
}

template <class T>
struct Codec<std::optional<T>> {
  static constexpr std::size_t max_added_bytes(int players) {
    return chemix::max_added_bytes<T>(players);
  }
  static void write(auto& sink, const auto& rules, const std::optional<T>& value) {
    sink.put(value ? 1 : 0, 1);
    Codec<T>::write(sink, rules, value.value_or(T{}));
  }
  static bool read(ByteReader& source, const auto& rules, std::optional<T>& value) {
    const std::uint64_t present = source.take(1);
    T inner{};
    const bool valid = Codec<T>::read(source, rules, inner);
    if (present == 1) {
      value = inner;
      return valid;
    }
    value.reset();
    return source.ok() && present == 0 && inner == T{};
  }
  static Value to_value(const auto& rules, const std::optional<T>& value) {
    return value ? Codec<T>::to_value(rules, *value) : Value();
  }
  static bool from_value(const ValueReader& source, const auto& rules, std::optional<T>& value) {
    value.reset();
    return source.is_null() || Codec<T>::from_value(source, rules, value.emplace());
  }
  static Value schema(const auto& rules) { return value_schema::or_null(Codec<T>::schema(rules)); }
  static void print(std::string& text, const auto& rules, const std::optional<T>& value) {
    if (value) {
      Codec<T>::print(text, rules, *value);
    } else {
      text += '-';
    }
  }
  static bool parse(std::string_view text, const auto& rules, std::optional<T>& value) {
    value.reset();
    return text == "-" || Codec<T>::parse(text, rules, value.emplace());
  }
};

/// In plain data and text, a viewer is an optional seat: absent for a spectator.
template <>
struct Codec<Viewer> {
  using Seats = Codec<std::optional<Seat>>;
  static constexpr std::uint64_t spectator_byte = 255;

  static void write(auto& sink, const auto&, Viewer value) {
    sink.put(value.is_spectator() ? spectator_byte : static_cast<std::uint64_t>(value.seat()), 1);
  }
  static bool read(ByteReader& source, const auto& rules, Viewer& value) {
    const std::uint64_t byte = source.take(1);
    const bool plays = byte != spectator_byte;
    value = plays ? Viewer::player(static_cast<Player>(byte)) : Viewer::spectator();
    return source.ok() && (!plays || value.seat() < rules.player_count());
  }
  static Value to_value(const auto& rules, Viewer value) {
    return Seats::to_value(rules, seat_of(value));
  }
  static bool from_value(const ValueReader& source, const auto& rules, Viewer& value) {
    std::optional<Seat> seat;
    const bool valid = Seats::from_value(source, rules, seat);
    value = viewer_at(seat);
    return valid;
  }
  static Value schema(const auto& rules) { return Seats::schema(rules); }
  static void print(std::string& text, const auto& rules, Viewer value) {
    Seats::print(text, rules, seat_of(value));
  }
  static bool parse(std::string_view text, const auto& rules, Viewer& value) {
    std::optional<Seat> seat;
    const bool valid = Seats::parse(text, rules, seat);
    value = viewer_at(seat);
    return valid;
  }

 private:
  static std::optional<Seat> seat_of(Viewer viewer) {
    if (viewer.is_spectator()) return std::nullopt;
    return Seat::of(viewer.seat());
  }
  static Viewer viewer_at(const std::optional<Seat>& seat) {
    return seat ? Viewer::player(*seat) : Viewer::spectator();
  }
};

/// Bytes are the number of values, then each of them. Text is the values separated by commas, or
/// `-` for an empty list.
template <class List>
struct ListCodec {
  using T = typename List::value_type;

  static constexpr std::size_t max_added_bytes(int) { return List::capacity * sizeof(T); }
  static void write(auto& sink, const auto& rules, const List& list) {
    sink.put(static_cast<std::uint64_t>(list.size()), 1);
    for (const T& value : list) Codec<T>::write(sink, rules, value);
  }
  static bool read(ByteReader& source, const auto& rules, List& list) {
    list = List();
    const auto size = static_cast<int>(source.take(1));
    if (size > List::capacity) return false;
    for (int i = 0; i < size; ++i) {
      T value{};
      if (!Codec<T>::read(source, rules, value)) return false;
      list.push_back(value);
    }
    return source.ok();
  }
  static Value to_value(const auto& rules, const List& list) {
    Value values = Value::list();
    for (const T& value : list) values.push_back(Codec<T>::to_value(rules, value));
    return values;
  }
  static bool from_value(const ValueReader& source, const auto& rules, List& list) {
    list = List();
    return source.each([&](const ValueReader& item) {
      T value{};
      if (!Codec<T>::from_value(item, rules, value)) return false;
      if (list.size() == List::capacity) return item.refuse_beyond(List::capacity);
      list.push_back(value);
      return true;
    });
  }
  static Value schema(const auto& rules) {
    return value_schema::list(Codec<T>::schema(rules)).add("maxItems", List::capacity);
  }
  static void print(std::string& text, const auto& rules, const List& list) {
    if (list.empty()) text += '-';
    const char* separator = "";
    for (const T& value : list) {
      text += separator;
      Codec<T>::print(text, rules, value);
      separator = ",";
    }
  }
  static bool parse(std::string_view text, const auto& rules, List& list) {
    list = List();
    if (text == "-") return true;
    bool more = true;
    while (more) {
      more = text.find(',') != std::string_view::npos;
      T value{};
      if (list.size() == List::capacity) return false;
      if (!Codec<T>::parse(split_off(text, ","), rules, value)) return false;
      list.push_back(value);
    }
    return true;
  }
};

template <class T, int Capacity>
struct Codec<FixedList<T, Capacity>> : ListCodec<FixedList<T, Capacity>> {};

/// Only the seats in play are serialized; text separates them by '/'.
template <class T, int Capacity>
requires(!HasFields<T>) struct Codec<PerPlayer<T, Capacity>> {
  using Values = PerPlayer<T, Capacity>;

  static constexpr std::size_t max_added_bytes(int players) {
    return static_cast<std::size_t>(players) * chemix::max_added_bytes<T>(players);
  }
  static void write(auto& sink, const auto& rules, const Values& values) {
    for (Player p = 0; p < rules.player_count(); ++p) Codec<T>::write(sink, rules, values[p]);
  }
  static bool read(ByteReader& source, const auto& rules, Values& values) {
    for (Player p = 0; p < rules.player_count(); ++p) {
      if (!Codec<T>::read(source, rules, values[p])) return false;
    }
    return true;
  }
  static Value to_value(const auto& rules, const Values& values) {
    Value list = Value::list();
    for (Player p = 0; p < rules.player_count(); ++p) {
      list.push_back(Codec<T>::to_value(rules, values[p]));
    }
    return list;
  }
  static bool from_value(const ValueReader& source, const auto& rules, Values& values) {
    return source.each_of(static_cast<std::size_t>(rules.player_count()),
                          [&](const ValueReader& entry, std::size_t p) {
                            return Codec<T>::from_value(entry, rules,
                                                        values[static_cast<Player>(p)]);
                          });
  }
  static Value schema(const auto& rules) {
    return value_schema::list(Codec<T>::schema(rules), rules.player_count());
  }
  static void print(std::string& text, const auto& rules, const Values& values) {
    for (Player p = 0; p < rules.player_count(); ++p) {
      if (p > 0) text += '/';
      Codec<T>::print(text, rules, values[p]);
    }
  }
  static bool parse(std::string_view text, const auto& rules, Values& values) {
    for (Player p = 0; p < rules.player_count(); ++p) {
      const bool last = p + 1 == rules.player_count();
      if (last == (text.find('/') != std::string_view::npos)) return false;
      if (!Codec<T>::parse(split_off(text, "/"), rules, values[p])) return false;
    }
    return true;
  }
};

// ---- Structures ----

template <HasFields T>
void write_fields(auto& sink, const auto& rules, const T& value) {
  T::visit_fields(value, [&](const char*, const auto& field, auto...) {
    Codec<std::remove_cvref_t<decltype(field)>>::write(sink, rules, field);
  });
}

/// The plain data of a field that depends on other fields of its structure, `whole`, or on the
/// deck. `Form::get(rules, whole)` returns it as a value with a codec; `Form::set(rules, whole,
/// value)` is the inverse. The field has the same bytes and text as without a form.
template <class Form, class Whole>
struct DataForm {
  const Whole* whole;
};
template <class Form, class Whole>
constexpr DataForm<Form, Whole> data_as(const Whole& self) {
  return {&self};
}

/// The data of such a field, as a value with a codec.
template <class Form, class Whole>
auto data_of(const auto& rules, DataForm<Form, Whole> form) {
  return Form::get(rules, *form.whole);
}

/// A form for numbers, or a number for each player, of which 0 means that there is none: null.
template <auto Number>
struct NullIfZero {
  static auto get(const auto&, const auto& whole) { return shown(whole.*Number); }
  static void set(const auto&, auto& whole, const auto& value) { put(whole.*Number, value); }

 private:
  template <std::integral T>
  static std::optional<T> shown(T number) {
    return number == 0 ? std::nullopt : std::optional(number);
  }
  template <class T, int Capacity>
  static auto shown(const PerPlayer<T, Capacity>& numbers) {
    PerPlayer<std::optional<T>, Capacity> list;
    for (Player p = 0; p < Capacity; ++p) list[p] = shown(numbers[p]);
    return list;
  }
  template <std::integral T>
  static void put(T& number, const std::optional<T>& value) {
    number = value.value_or(T{});
  }
  template <class T, int Capacity>
  static void put(PerPlayer<T, Capacity>& numbers,
                  const PerPlayer<std::optional<T>, Capacity>& list) {
    for (Player p = 0; p < Capacity; ++p) put(numbers[p], list[p]);
  }
};

/// The field and value that `Fields::parse` rejected.
struct FieldFault {
  std::string field;
  std::string value;
};

/// The functions of `Codec` for one field type, with the type erased: bytes and text, and data.
struct FieldForms {
  void (*write)(ByteWriter&, const AnyInPlay&, const void*);
  bool (*read)(ByteReader&, const AnyInPlay&, void*);
  void (*print)(std::string&, const AnyInPlay&, const void*);
  bool (*parse)(std::string_view, const AnyInPlay&, void*);
};
struct DataForms {
  Value (*to_value)(const AnyInPlay&, const void*);
  bool (*from_value)(const ValueReader&, const AnyInPlay&, void*);
  Value (*schema)(const AnyInPlay&);
};
template <class T, class Deck>
inline constexpr FieldForms forms_of{
    [](ByteWriter& sink, const AnyInPlay& rules, const void* at) {
      Codec<T>::write(sink, rules.with<Deck>(), *static_cast<const T*>(at));
    },
    [](ByteReader& source, const AnyInPlay& rules, void* at) {
      return Codec<T>::read(source, rules.with<Deck>(), *static_cast<T*>(at));
    },
    [](std::string& text, const AnyInPlay& rules, const void* at) {
      Codec<T>::print(text, rules.with<Deck>(), *static_cast<const T*>(at));
    },
    [](std::string_view text, const AnyInPlay& rules, void* at) {
      return Codec<T>::parse(text, rules.with<Deck>(), *static_cast<T*>(at));
    }};
template <class T, class Deck>
struct DataFormsOf {
  static constexpr DataForms forms{
      [](const AnyInPlay& rules, const void* at) {
        return Codec<T>::to_value(rules.with<Deck>(), *static_cast<const T*>(at));
      },
      [](const ValueReader& source, const AnyInPlay& rules, void* at) {
        return Codec<T>::from_value(source, rules.with<Deck>(), *static_cast<T*>(at));
      },
      [](const AnyInPlay& rules) { return Codec<T>::schema(rules.with<Deck>()); }};
};
template <class Form, class Whole, class Deck>
struct DataFormsOf<DataForm<Form, Whole>, Deck> {
  using Shown = std::remove_cvref_t<decltype(Form::get(std::declval<const InPlay<Deck>&>(),
                                                       std::declval<const Whole&>()))>;
  static constexpr DataForms forms{
      [](const AnyInPlay& rules, const void* whole) {
        const auto& context = rules.with<Deck>();
        return Codec<Shown>::to_value(context,
                                      Form::get(context, *static_cast<const Whole*>(whole)));
      },
      [](const ValueReader& source, const AnyInPlay& rules, void* whole) {
        Shown value{};
        if (!Codec<Shown>::from_value(source, rules.with<Deck>(), value)) return false;
        Form::set(rules.with<Deck>(), *static_cast<Whole*>(whole), value);
        return true;
      },
      [](const AnyInPlay& rules) { return Codec<Shown>::schema(rules.with<Deck>()); }};
};

/// The fields of a structure, each with its name, address and codec functions. Their types are
/// erased, so that serialization code is compiled once for all structures. The structure must
/// outlive this object; do not read into a constant structure.
class Fields {
 public:
  /// Starts without fields.
  explicit Fields(const AnyInPlay& rules) : rules_(rules) {}
  template <class Deck, HasFields T>
  Fields(const InPlay<Deck>& rules, const T& value) : rules_(rules) {
    add(rules, value);
  }

  /// Adds the fields of a structure. Precondition: it has the same context.
  template <class Deck, HasFields T>
  void add(const InPlay<Deck>&, const T& value) {
    T::visit_fields(value, [&](const char* name, const auto& field, auto... extra) {
      using Type = std::remove_cvref_t<decltype(field)>;
      auto* const at = const_cast<Type*>(&field);
      Field added{
          name, at, sizeof field, &forms_of<Type, Deck>, at, &DataFormsOf<Type, Deck>::forms,
          false};
      (show_as<Deck>(extra, added), ...);
      add(added);
    });
  }

  /// Puts the canonical bytes of all fields.
  void write(ByteWriter& sink) const;
  /// Reads all fields. Returns the name of the first field whose bytes are invalid, or nothing.
  [[nodiscard]] std::optional<std::string_view> read(ByteReader& source) const;
  /// Adds every field to a map.
  void add_to(Value& map) const;
  /// Returns a map of the fields.
  [[nodiscard]] Value value() const;
  /// Reads the field of this name and calls `named(begin, size)` with its address and size. Returns
  /// false if there is no such field or its value is invalid.
  bool read_value(const ValueReader& source, std::string_view name,
                  FunctionRef<void(const void*, std::size_t)> named) const;
  /// Whether the field of this name, after all fields were read, still has the value that was read:
  /// the data of some fields depends on others.
  [[nodiscard]] bool agrees(const ValueReader& source, std::string_view name) const;
  /// Adds the schema of every field to a map.
  void add_schemas_to(Value& map) const;
  /// Appends ` name=value` for every field.
  void print(std::string& text) const;
  /// Appends a blank and the value for every field.
  void print_words(std::string& text) const;
  /// Parses what `print_words` appends, without the first blank.
  [[nodiscard]] bool parse_words(std::string_view text) const;
  /// Parses ` name=value` for every field, all of them and in order, from the front of `text`.
  [[nodiscard]] std::optional<FieldFault> parse(std::string_view& text) const;

 private:
  struct Field {
    const char* name;
    void* at;
    std::size_t size;
    const FieldForms* forms;
    // The structure instead of the field if its data has a form of its own.
    void* data_at;
    const DataForms* data;
    bool has_form;
  };
  void add(const Field& field);
  template <class Deck>
  static void show_as(const auto&, Field&) {}
  template <class Deck, class Form, class Whole>
  static void show_as(DataForm<Form, Whole> form, Field& field) {
    field.data_at = const_cast<Whole*>(form.whole);
    field.data = &DataFormsOf<DataForm<Form, Whole>, Deck>::forms;
    field.has_form = true;
  }

  AnyInPlay rules_;
  std::vector<Field> fields_;
};

/// The fields of a structure.
Fields fields_in(const auto& rules, const HasFields auto& value) {
  return Fields(in_play(rules), value);
}

/// The maximum number of bytes of a structure of this type.
template <HasFields T>
std::size_t max_bytes(const auto& rules) {
  ByteWriter size;
  const T value;
  fields_in(rules, value).write(size);
  std::size_t added = 0;
  T::visit_fields(value, [&](const char*, const auto& field, auto...) {
    added += max_added_bytes<std::remove_cvref_t<decltype(field)>>(rules.player_count());
  });
  return size.size() + added;
}

}  // namespace chemix
