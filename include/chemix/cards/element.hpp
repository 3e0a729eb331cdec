// SPDX-License-Identifier: Apache-2.0
// Chemical elements: numbers, symbols and names.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace chemix {

/// The languages of names: German, French, English.
enum class Language { De, Fr, En };

/// The basic deck has one card for each of the elements 1 to 54.
inline constexpr int basic_deck_size = 54;  // DK-7

/// A chemical element that has a card in some deck.
struct Element {
  int atomic_number = 0;
  std::string_view symbol;
  /// By `Language`.
  std::array<std::string_view, 3> names;

  [[nodiscard]] constexpr std::string_view name(Language language) const {
    return names[static_cast<std::size_t>(language)];
  }
};

/// The elements of all decks by ascending atomic number: 1 to 54, and radon.
inline constexpr std::array<Element, 55> elements = {{
    {1, "H", {"Wasserstoff", "Hydrogène", "Hydrogen"}},
    {2, "He", {"Helium", "Hélium", "Helium"}},
    {3, "Li", {"Lithium", "Lithium", "Lithium"}},
    {4, "Be", {"Beryllium", "Béryllium", "Beryllium"}},
    {5, "B", {"Bor", "Bore", "Boron"}},
    {6, "C", {"Kohlenstoff", "Carbone", "Carbon"}},
    {7, "N", {"Stickstoff", "Azote", "Nitrogen"}},
    {8, "O", {"Sauerstoff", "Oxygène", "Oxygen"}},
    {9, "F", {"Fluor", "Fluor", "Fluorine"}},
    {10, "Ne", {"Neon", "Néon", "Neon"}},
    {11, "Na", {"Natrium", "Sodium", "Sodium"}},
    {12, "Mg", {"Magnesium", "Magnésium", "Magnesium"}},
    {13, "Al", {"Aluminium", "Aluminium", "Aluminium"}},
    {14, "Si", {"Silicium", "Silicium", "Silicon"}},
    {15, "P", {"Phosphor", "Phosphore", "Phosphorus"}},
    {16, "S", {"Schwefel", "Soufre", "Sulfur"}},
    {17, "Cl", {"Chlor", "Chlore", "Chlorine"}},
    {18, "Ar", {"Argon", "Argon", "Argon"}},
    {19, "K", {"Kalium", "Potassium", "Potassium"}},
    {20, "Ca", {"Calcium", "Calcium", "Calcium"}},
    {21, "Sc", {"Scandium", "Scandium", "Scandium"}},
    {22, "Ti", {"Titan", "Titane", "Titanium"}},
    {23, "V", {"Vanadium", "Vanadium", "Vanadium"}},
    {24, "Cr", {"Chrom", "Chrome", "Chromium"}},
    {25, "Mn", {"Mangan", "Manganèse", "Manganese"}},
    {26, "Fe", {"Eisen", "Fer", "Iron"}},
    {27, "Co", {"Cobalt", "Cobalt", "Cobalt"}},
    {28, "Ni", {"Nickel", "Nickel", "Nickel"}},
    {29, "Cu", {"Kupfer", "Cuivre", "Copper"}},
    {30, "Zn", {"Zink", "Zinc", "Zinc"}},
    {31, "Ga", {"Gallium", "Gallium", "Gallium"}},
    {32, "Ge", {"Germanium", "Germanium", "Germanium"}},
    {33, "As", {"Arsen", "Arsenic", "Arsenic"}},
    {34, "Se", {"Selen", "Sélénium", "Selenium"}},
    {35, "Br", {"Brom", "Brome", "Bromine"}},
    {36, "Kr", {"Krypton", "Krypton", "Krypton"}},
    {37, "Rb", {"Rubidium", "Rubidium", "Rubidium"}},
    {38, "Sr", {"Strontium", "Strontium", "Strontium"}},
    {39, "Y", {"Yttrium", "Yttrium", "Yttrium"}},
    {40, "Zr", {"Zirconium", "Zirconium", "Zirconium"}},
    {41, "Nb", {"Niob", "Niobium", "Niobium"}},
    {42, "Mo", {"Molybdän", "Molybdène", "Molybdenum"}},
    {43, "Tc", {"Technetium", "Technétium", "Technetium"}},
    {44, "Ru", {"Ruthenium", "Ruthénium", "Ruthenium"}},
    {45, "Rh", {"Rhodium", "Rhodium", "Rhodium"}},
    {46, "Pd", {"Palladium", "Palladium", "Palladium"}},
    {47, "Ag", {"Silber", "Argent", "Silver"}},
    {48, "Cd", {"Cadmium", "Cadmium", "Cadmium"}},
    {49, "In", {"Indium", "Indium", "Indium"}},
    {50, "Sn", {"Zinn", "Étain", "Tin"}},
    {51, "Sb", {"Antimon", "Antimoine", "Antimony"}},
    {52, "Te", {"Tellur", "Tellure", "Tellurium"}},
    {53, "I", {"Iod", "Iode", "Iodine"}},
    {54, "Xe", {"Xenon", "Xénon", "Xenon"}},
    {86, "Rn", {"Radon", "Radon", "Radon"}},
}};

/// The element with this symbol, or null.
constexpr const Element* find_element(std::string_view symbol) {
  for (const Element& element : elements) {
    if (element.symbol == symbol) return &element;
  }
  return nullptr;
}

}  // namespace chemix
