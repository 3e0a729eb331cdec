// SPDX-License-Identifier: Apache-2.0
// Deck files: JSON, valid against the schemas in decks/, and the decks built into the library.
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

/// A deck file may be at most this long.
inline constexpr std::size_t max_deck_file_bytes = 1 << 20;

/// Reads the text of a deck file; `file` is what messages call it. Nothing is loaded from a refused
/// file (DK-6, DK-10).
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
/// A file holds one deck.
template <>
Result<std::shared_ptr<const ExpansionSet>> read_deck<ExpansionSet>(std::string_view text,
                                                                    std::string_view file);

/// What makes a text no deck file of any kind, or nothing.
[[nodiscard]] std::optional<InputError> deck_file_error(std::string_view text,
                                                        std::string_view file);

/// Writes a deck as a deck file that reads back as an equal deck, if its key, title and sources are
/// texts that a file may have: UTF-8, and not empty.
[[nodiscard]] std::string deck_text(const ChemixDeck& deck);
[[nodiscard]] std::string deck_text(const ExpansionDeck& deck);
/// The file of a set that has one deck. Precondition: it has not two.
[[nodiscard]] std::string deck_text(const ExpansionSet& set);

/// The names of the deck files built into the library.
[[nodiscard]] std::vector<std::string> builtin_deck_names();
/// The text of a built-in deck file; empty when there is none of this name.
[[nodiscard]] std::string_view builtin_deck_text(std::string_view name);

/// A built-in deck; refuses names that are not of this kind of deck.
template <class Deck>
[[nodiscard]] Result<std::shared_ptr<const Deck>> builtin_deck(std::string_view name) {
  return Deck::builtin(name);
}
template <>
Result<std::shared_ptr<const ChemixDeck>> builtin_deck<ChemixDeck>(std::string_view name);
template <>
Result<std::shared_ptr<const ExpansionDeck>> builtin_deck<ExpansionDeck>(std::string_view name);
/// `expansion` are both published decks.
template <>
Result<std::shared_ptr<const ExpansionSet>> builtin_deck<ExpansionSet>(std::string_view name);

}  // namespace chemix
