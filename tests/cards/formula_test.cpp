// SPDX-License-Identifier: Apache-2.0
// Formulas with subscripts.
#include "chemix/cards/formula.hpp"

#include "support/printing.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("formula") {
  TEST_CASE("numbers after an element or a group are subscripts") {
    const auto unicode = [](std::string_view name) {
      return formula_text(name, FormulaStyle::Unicode);
    };
    const auto markup = [](std::string_view name) {
      return formula_text(name, FormulaStyle::Markup);
    };
    CHECK(formula_text("Ca(OH)2", FormulaStyle::Plain) == "Ca(OH)2");
    CHECK(unicode("Ca(OH)2") == "Ca(OH)\u2082");
    CHECK(unicode("C6H12O6") == "C\u2086H\u2081\u2082O\u2086");
    CHECK(markup("Ca(OH)2") == "Ca(OH)<sub>2</sub>");
    CHECK(markup("C6H12O6") == "C<sub>6</sub>H<sub>12</sub>O<sub>6</sub>");
    CHECK(markup("NaCl") == "NaCl");
  }

  TEST_CASE("the numbers of other cards are none") {
    for (const std::string_view name : {"2", "4", "g4", "p10", "wild", ""}) {
      for (const FormulaStyle style :
           {FormulaStyle::Plain, FormulaStyle::Unicode, FormulaStyle::Markup}) {
        CHECK(formula_text(name, style) == name);
      }
    }
  }
}
