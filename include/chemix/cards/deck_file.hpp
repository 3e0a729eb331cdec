// SPDX-License-Identifier: Apache-2.0
// Deck files (JSON, valid against the schemas in decks/), and the decks built into the library.
#pragma once

#include "chemix/cards/deck.hpp"
#include "chemix/cards/expansion_set.hpp"
#include "chemix/core/error.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// The maximum size of a deck file.
inline constexpr std::size_t max_deck_file_bytes = 1 << 20;
/// The maximum length of a formula, and the maximum number of tokens in it.
inline constexpr std::size_t max_formula_bytes = 95;
inline constexpr std::size_t max_tokens = 32;

/// Parses a deck file; `file` identifies it in messages. Nothing is loaded from a rejected file
/// (DK-6, DK-10).
template <class Deck>
[[nodiscard]] Result<std::shared_ptr<const Deck>> read_deck(std::string_view text,
                                                            std::string_view file) {
  return Deck::from_text(text, file);
}
template <>
Result<std::shared_ptr<const ChemixDeck>> read_deck<ChemixDeck>(std::string_view text,
                                                                std::string_view file);
template <>
Result<std::shared_ptr<const ExpansionDeck>> read_deck<ExpansionDeck>(std::string_view text,
                                                                      std::string_view file);
/// Returns a set of one deck, since a file holds one.
template <>
Result<std::shared_ptr<const ExpansionSet>> read_deck<ExpansionSet>(std::string_view text,
                                                                    std::string_view file);

/// Why a text is not a valid deck file of any kind, or nothing.
[[nodiscard]] std::optional<InputError> deck_file_error(std::string_view text,
                                                        std::string_view file);

/// Writes a deck as a deck file, which reads back as an equal deck if its key, title and sources
/// are nonempty UTF-8.
[[nodiscard]] std::string deck_text(const ChemixDeck& deck);
[[nodiscard]] std::string deck_text(const ExpansionDeck& deck);
/// Writes the only deck of a set. Precondition: the set has one deck.
[[nodiscard]] std::string deck_text(const ExpansionSet& set);

/// The names of the deck files built into the library.
[[nodiscard]] std::vector<std::string> builtin_deck_names();
/// The text of a built-in deck file; empty if there is none with this name.
[[nodiscard]] std::string_view builtin_deck_text(std::string_view name);

/// A built-in deck; rejects unknown names and names of other kinds of decks.
template <class Deck>
[[nodiscard]] Result<std::shared_ptr<const Deck>> builtin_deck(std::string_view name) {
  return Deck::builtin(name);
}
template <>
Result<std::shared_ptr<const ChemixDeck>> builtin_deck<ChemixDeck>(std::string_view name);
template <>
Result<std::shared_ptr<const ExpansionDeck>> builtin_deck<ExpansionDeck>(std::string_view name);
/// The name `expansion` stands for both published decks together.
template <>
Result<std::shared_ptr<const ExpansionSet>> builtin_deck<ExpansionSet>(std::string_view name);

}  // namespace chemix
