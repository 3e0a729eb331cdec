// SPDX-License-Identifier: Apache-2.0
// Game options: descriptions, text, and errors for unknown names and values out of range.
#include "chemix/core/options.hpp"

#include "chemix/core/value.hpp"
#include "chemix/values.hpp"
#include "support/printing.hpp"

#include <clocale>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

struct Mixture {
  double acid = 0.25;
  double base = -3;
  int drops = 7;

  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"acid", "", "how much acid", -10, 10}, self.acid);
    visit(OptionField{"base", "FK-1", "how much base", -10, 10}, self.base);
    visit(OptionField{"drops", "", "how many drops", 1, 9}, self.drops);
  }
};

std::string refusal_of(const std::string& text) {
  const auto parsed = parse_options<Mixture>(text, "part");
  return parsed ? "" : parsed.error().message();
}

}  // namespace

TEST_SUITE("options") {
  TEST_CASE("the description of a real option has its range and default") {
    const auto described = describe_options<Mixture>();
    REQUIRE(described.size() == 3);
    CHECK(described[0].type == "real");
    CHECK(described[0].least == -10);
    CHECK(described[0].most == 10);
    CHECK(described[0].choices.empty());
    CHECK(described[0].default_value == "0.25");
    CHECK(described[1].default_value == "-3");
    CHECK(described[2].type == "number");
  }

  TEST_CASE("real options are printed in the shortest form that reads back exactly") {
    Mixture mixture{0.1, -1e-7, 9};
    const std::string text = print_options(mixture);
    CHECK(text == "acid=0.1 base=-1e-07 drops=9");
    const auto parsed = parse_options<Mixture>(text);
    REQUIRE(parsed.has_value());
    CHECK(parsed->acid == mixture.acid);
    CHECK(parsed->base == mixture.base);
    const auto some = parse_options<Mixture>("base=10");
    REQUIRE(some.has_value());
    CHECK(some->acid == 0.25);
    CHECK(some->base == 10);
  }

  TEST_CASE("real numbers do not depend on the locale") {
    const auto told = [] { return json_text(description_value(*game_description("classic"))); };
    const std::string before = told();
    CHECK(before.find("\"default\":-0.5") != before.npos);
    bool any = false;
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR", "it_IT.UTF-8"}) {
      if (std::setlocale(LC_ALL, name) == nullptr) continue;
      any = true;
      CHECK(told() == before);
      CHECK(parse_options<Mixture>("acid=0.5").value().acid == 0.5);
      CHECK(print_options(Mixture{0.1, 0.5, 9}) == "acid=0.1 base=0.5 drops=9");
    }
    std::setlocale(LC_ALL, "C");
    if (!any) MESSAGE("no locale with a decimal comma is installed");
  }

  TEST_CASE("characters after the end of JSON are rejected") {
    const std::string text("{}\0 {", 5);
    const auto read = read_json(text, "record");
    REQUIRE(!read.has_value());
    CHECK(read.error().message() == "record: is not valid JSON: contains a NUL character");
    CHECK(read_json("{}", "record").has_value());
  }

  TEST_CASE("a real option outside its range, or no number, is rejected") {
    for (const char* text : {"10.5", "-11", "inf", "nan", "much", "", "1.5x", "1e999"}) {
      const std::string refusal = refusal_of(std::string("base=") + text);
      CHECK_MESSAGE(refusal.find("base") == 0, refusal);
      CHECK_MESSAGE(refusal.ends_with("from -10 to 10 [FK-1]"), refusal);
    }
    CHECK(refusal_of("base=-11") == "base = -11: must be from -10 to 10 [FK-1]");
    CHECK(refusal_of("base=much") == "base = much: must be a number from -10 to 10 [FK-1]");
    CHECK(refusal_of("drops=3.5") == "drops = 3.5: must be a whole number from 1 to 9");
    CHECK(refusal_of("drops=0") == "drops = 0: must be from 1 to 9");
    CHECK(refusal_of("drops") == "drops: must be a whole number from 1 to 9");
    CHECK(refusal_of("base=-10 acid=10").empty());
  }

  TEST_CASE("options may be given as a JSON object") {
    CHECK(*option_pairs("acid=1 drops=2") == "acid=1 drops=2");
    CHECK(*option_pairs("") == "");
    CHECK(*option_pairs(R"({})") == "");
    CHECK(
        *option_pairs(R"( {"acid": 0.5, "drops": 2, "open": true, "end": false, "by": "turn"})") ==
        "acid=0.5 drops=2 open=yes end=no by=turn");
    const auto refused = [](const char* text) {
      const auto pairs = option_pairs(text);
      return pairs ? "" : pairs.error().message();
    };
    CHECK(refused(R"({"acid": null})") ==
          "acid = null: must be a number, true or false, or a name");
    CHECK(refused(R"({"acid": [1]})") == "acid = [1]: must be a number, true or false, or a name");
    CHECK(refused(R"({"by": "turn drops=2"})") ==
          "by = turn drops=2: names and values must be single words");
    CHECK(refused(R"({"by=turn drops": 2})").find("single words") != std::string::npos);
    CHECK(refused(R"({"acid": 1)").find("options: is not valid JSON") == 0);
  }

  TEST_CASE("error messages use the given word for options") {
    CHECK(refusal_of("salt=1") == "parts = salt: no such part; known: acid, base, drops");
    CHECK(refusal_of("acid=1 acid=1") == "acid = 1: given twice");
  }
}
