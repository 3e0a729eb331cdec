// SPDX-License-Identifier: Apache-2.0
// Formulas: how the displayed formula of a compound becomes its ordered card tokens (DK-5), and how
// many atoms of each element it has (DK-10).
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/element.hpp"
#include "chemix/core/error.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// The names of the small kinds, in the order of `Card`.
inline constexpr std::array<std::string_view, small_kind_count> small_names = {
    "H",  "C",  "N",  "O",  "Na", "P", "S", "Cl", "Ca",  // DK-1
    "Fe", "He", "Ne", "Ar", "Rn", "2", "3", "4"};        // DK-2 DK-3

/// The small card with this name; nothing if there is none.
constexpr std::optional<Card> small_card(std::string_view name) {
  for (int kind = 0; kind < small_kind_count; ++kind) {
    if (small_names[static_cast<std::size_t>(kind)] == name) return Card::of(kind);
  }
  return std::nullopt;
}

/// The multiset of the cards that lay these tokens; the order of tokens is for display only (MT-3).
constexpr SmallBag cards_of(const std::vector<Card>& tokens) {
  SmallBag bag;
  for (const Card token : tokens) bag.add(token.index);
  return bag;
}

/// Parses a displayed formula such as `Ca(OH)2` into its tokens `Ca O H 2`. A multiplier follows
/// the element or group that it multiplies, and is 2, 3 or 4.
inline Result<std::vector<Card>> parse_formula(std::string_view formula) {
  const auto refuse = [&](const std::string& reason) {
    return tl::unexpected(InputError{"formula", std::string(formula), reason, "DK-5"});
  };
  std::vector<Card> tokens;
  bool in_group = false;
  bool may_multiply = false;
  bool group_is_empty = false;
  for (std::size_t i = 0; i < formula.size(); ++i) {
    const char sign = formula[i];
    const std::string shown(1, sign);
    if (sign >= 'A' && sign <= 'Z') {
      const bool longer = i + 1 < formula.size() && formula[i + 1] >= 'a' && formula[i + 1] <= 'z';
      const std::string_view symbol = formula.substr(i, longer ? 2 : 1);
      const auto card = small_card(symbol);
      if (!card || !card->is_element()) {
        return refuse(std::string(symbol) + " is not an element of the deck");  // DK-5
      }
      tokens.push_back(*card);
      i += longer ? 1 : 0;
      may_multiply = true;
      group_is_empty = false;
    } else if (sign >= '0' && sign <= '9') {
      if (!may_multiply)
        return refuse("the multiplier " + shown + " must follow an element or a group");
      if (sign < '2' || sign > '4') return refuse("multipliers must be 2, 3 or 4");
      tokens.push_back(Card::of_multiplier(sign - '0'));
      may_multiply = false;
    } else if (sign == '(' && !in_group) {
      in_group = true;
      group_is_empty = true;
      may_multiply = false;
    } else if (sign == ')' && in_group && !group_is_empty) {
      in_group = false;
      may_multiply = true;
    } else {
      return refuse("'" + shown + "' is not allowed here");
    }
  }
  if (in_group) return refuse("a parenthesis is not closed");
  if (tokens.empty()) return refuse("must not be empty");
  return tokens;
}

/// How the numbers in formulas are written.
enum class FormulaStyle : std::uint8_t {
  Plain,
  /// As subscript digits of Unicode.
  Unicode,
  /// As `<sub>2</sub>`.
  Markup,
};

/// The name of a card in a style. The numbers after an element or a group are subscripts, those of
/// other cards, such as `2` and `g4`, are not.
inline std::string formula_text(std::string_view name, FormulaStyle style) {
  const auto is_between = [&](std::size_t i, char first, char last) {
    return i < name.size() && name[i] >= first && name[i] <= last;
  };
  std::string text;
  bool follows_part = false;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i + 1;
    if (!is_between(i, '0', '9')) {
      const bool is_symbol = is_between(i, 'A', 'Z');
      if (is_symbol && is_between(end, 'a', 'z')) ++end;
      follows_part = is_symbol || name[i] == ')';
      text += name.substr(i, end - i);
    } else {
      while (is_between(end, '0', '9')) ++end;
      const std::string_view digits = name.substr(i, end - i);
      if (!follows_part || style == FormulaStyle::Plain) {
        text += digits;
      } else if (style == FormulaStyle::Markup) {
        text.append("<sub>").append(digits).append("</sub>");
      } else {
        for (const char digit : digits) {
          text += "\xE2\x82";
          text += static_cast<char>('\x80' + (digit - '0'));
        }
      }
    }
    i = end;
  }
  return text;
}

/// How many atoms a formula has of each element, by atomic number − 1.
using Atoms = std::array<int, basic_deck_size>;

/// Counts the atoms of a displayed formula such as `Ca(OH)2`. Its elements are those of the basic
/// deck, and a number from 2 to 99 follows the element or group that it multiplies.
inline Result<Atoms> count_atoms(std::string_view formula) {
  const auto refuse = [&](const std::string& reason) {
    return tl::unexpected(InputError{"formula", std::string(formula), reason, "DK-10"});
  };
  const auto is_between = [&](std::size_t i, char first, char last) {
    return i < formula.size() && formula[i] >= first && formula[i] <= last;
  };
  Atoms atoms{};
  Atoms group{};
  bool in_group = false;
  for (std::size_t i = 0; i < formula.size();) {
    Atoms part{};
    if (is_between(i, 'A', 'Z')) {
      const std::string_view symbol = formula.substr(i, is_between(i + 1, 'a', 'z') ? 2 : 1);
      const Element* element = find_element(symbol);
      if (element == nullptr || element->atomic_number > basic_deck_size) {
        return refuse(std::string(symbol) +
                      " is not an element with an atomic number from 1 to 54");
      }
      part[static_cast<std::size_t>(element->atomic_number - 1)] = 1;
      i += symbol.size();
    } else if (formula[i] == '(' && !in_group) {
      in_group = true;
      group = {};
      ++i;
      continue;
    } else if (formula[i] == ')' && in_group && group != Atoms{}) {
      in_group = false;
      part = group;
      ++i;
    } else {
      return refuse("'" + std::string(1, formula[i]) + "' is not allowed here");
    }
    int times = 1;
    if (is_between(i, '0', '9')) {
      const std::size_t begin = i;
      times = 0;
      for (; is_between(i, '0', '9') && i < begin + 3; ++i) times = 10 * times + formula[i] - '0';
      if (formula[begin] == '0' || times < 2 || times > 99) {
        return refuse("its numbers must be from 2 to 99");
      }
    }
    Atoms& sum = in_group ? group : atoms;
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += times * part[k];
  }
  if (in_group) return refuse("its parenthesis is not closed");
  return atoms;
}

}  // namespace chemix
