// SPDX-License-Identifier: Apache-2.0
// Serialization of fields other than cards, as bytes, text and values (JSON).
#include "chemix/core/codec.hpp"

#include "support/printing.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

enum class Weather : std::uint8_t { Sun, Rain, Snow };
constexpr std::array<std::string_view, 3> names_of(Weather) { return {"sun", "rain", "snow"}; }

struct NoDeck {};
const NoDeck no_deck;
const InPlay<NoDeck> two_play(no_deck, 2);
using Numbers = PerPlayer<std::uint8_t, 4>;

template <class T>
std::optional<T> read(const std::vector<std::uint8_t>& bytes) {
  ByteReader source(std::as_bytes(std::span(bytes)));
  T value{};
  if (!Codec<T>::read(source, two_play, value) || source.left() > 0) return std::nullopt;
  return value;
}

template <class T>
std::optional<T> parse(std::string_view text) {
  T value{};
  if (!Codec<T>::parse(text, two_play, value)) return std::nullopt;
  return value;
}

// The error of reading a value as this type, or "".
template <class T>
std::string refusal_of(const Value& data) {
  std::optional<InputError> error;
  T value{};
  const bool valid = Codec<T>::from_value(ValueReader(data, "field", error), two_play, value);
  CHECK(valid != error.has_value());
  return error ? error->message() : "";
}

Value list(const std::vector<int>& numbers) { return Value::list_of(numbers); }

struct Day {
  Weather weather = Weather::Sun;
  Seat host;
  std::uint8_t guests = 0;

  bool operator==(const Day&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("weather", self.weather);
    visit("host", self.host);
    visit("guests", self.guests);
  }
};

// The error of parsing a day, as `field: value`.
std::string wrong_in(std::string_view text) {
  Day day;
  const auto error = fields_in(two_play, day).parse(text);
  return error ? error->field + ": " + error->value : "";
}

}  // namespace

TEST_SUITE("forms of fields") {
  TEST_CASE("an enumerator is a byte below their number in bytes, and its name in text") {
    CHECK(read<Weather>({2}) == Weather::Snow);
    CHECK(!read<Weather>({3}));
    CHECK(!read<Weather>({255}));
    CHECK(!read<Weather>({}));
    CHECK(parse<Weather>("snow") == Weather::Snow);
    CHECK(!parse<Weather>("fog"));
    CHECK(!parse<Weather>("2"));
    CHECK(refusal_of<Weather>("rain").empty());
    CHECK(refusal_of<Weather>("fog") == "field = fog: must be one of sun, rain, snow");
  }

  TEST_CASE("GN-1: bytes, text and values accept only seats in play") {
    CHECK(read<Seat>({1}) == Seat::of(1));
    CHECK(!read<Seat>({2}));
    CHECK(parse<Seat>("1") == Seat::of(1));
    CHECK(!parse<Seat>("2"));
    CHECK(!parse<Seat>("-1"));
    CHECK(!parse<Seat>("-"));
    CHECK(refusal_of<Seat>(1).empty());
    CHECK(refusal_of<Seat>(2) == "field = 2: must be a whole number from 0 to 1");
    CHECK(refusal_of<Seat>(-1) == "field = -1: must be a whole number from 0 to 1");

    using MaybeSeat = std::optional<Seat>;
    CHECK(read<MaybeSeat>({1, 1}) == MaybeSeat(Seat::of(1)));
    CHECK(!read<MaybeSeat>({1, 2}));
    CHECK(!read<MaybeSeat>({2, 1}));
    REQUIRE(parse<MaybeSeat>("-").has_value());
    CHECK(!parse<MaybeSeat>("-")->has_value());
    CHECK(!parse<MaybeSeat>("2"));

    CHECK(read<Viewer>({1}) == Viewer::player(1));
    CHECK(read<Viewer>({255}) == Viewer::spectator());
    for (const std::uint8_t none : std::vector<std::uint8_t>{2, 3, 128, 254}) {
      CHECK(!read<Viewer>({none}));
    }
    CHECK(parse<Viewer>("1") == Viewer::player(1));
    CHECK(parse<Viewer>("-") == Viewer::spectator());
    CHECK(!parse<Viewer>("2"));
    CHECK(!parse<Viewer>("255"));
  }

  TEST_CASE("a list of values by player has exactly one value for each player") {
    const auto numbers = parse<Numbers>("7/8");
    REQUIRE(numbers.has_value());
    CHECK((*numbers)[0] == 7);
    CHECK((*numbers)[1] == 8);
    CHECK((*numbers)[2] == 0);
    for (const char* wrong : {"", "7", "7/", "/8", "7/8/", "7/8/9", "7/8/0/0", "7//8"}) {
      CHECK_MESSAGE(!parse<Numbers>(wrong), wrong);
    }
    CHECK(read<Numbers>({7, 8}) == numbers);
    CHECK(!read<Numbers>({7}));
    CHECK(!read<Numbers>({7, 8, 9}));
    CHECK(refusal_of<Numbers>(list({7, 8})).empty());
    CHECK(refusal_of<Numbers>(list({7})) ==
          "field = a list of 1 entries: must be a list of 2 entries");
    CHECK(refusal_of<Numbers>(list({7, 8, 9})) ==
          "field = a list of 3 entries: must be a list of 2 entries");
    CHECK(refusal_of<Numbers>(list({7, 256})) ==
          "field[1] = 256: must be a whole number from 0 to 255");
  }

  TEST_CASE("text has all fields of a structure in order, each with its name") {
    Day day;
    std::string_view text = " weather=snow host=1 guests=9 and more";
    CHECK(!fields_in(two_play, day).parse(text));
    CHECK(day == Day{Weather::Snow, Seat::of(1), 9});
    CHECK(text == " and more");
    CHECK(wrong_in(" wetter=snow host=1 guests=9") == "weather: wetter");
    CHECK(wrong_in(" weather=snow guests=1 host=1") == "host: guests");
    CHECK(wrong_in(" weather=snow host=2 guests=9") == "host: 2");
    CHECK(wrong_in(" weather=snow guests=9") == "host: guests");
    CHECK(wrong_in(" weather=snow host=1") == "guests: ");
    CHECK(wrong_in("weather=snow host=1 guests=9") == "weather: ");
    CHECK(wrong_in(" =snow host=1 guests=9") == "weather: ");
  }
}
