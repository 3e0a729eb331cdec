// SPDX-License-Identifier: Apache-2.0
// Reads and writes deck files. Their form is validated here, in agreement with the schemas in
// decks/; their content is validated by the decks.
#include "chemix/cards/deck_file.hpp"

#include "builtin_files.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/value.hpp"
#include "concat.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix {
namespace {

// Thrown and caught inside this file only.
struct Refused {
  InputError error;
};

/// A value in a deck file, with its path for messages, which is empty for the whole file. Maps keep
/// their order; that of requirements is the order of display.
class Node {
 public:
  Node(const Value& value, std::string path, const char* rule)
      : value_(value), path_(std::move(path)), rule_(rule) {}

  [[noreturn]] void refuse(const std::string& value, const std::string& reason) const {
    throw Refused{{path_, value, reason, rule_}};
  }

  [[nodiscard]] Node at(const std::string& key) const {
    (void)fields();
    const Value* found = value_.find(key);
    if (found == nullptr) child(value_, key).refuse("", "is missing");
    return child(*found, key);
  }
  [[nodiscard]] bool has(const std::string& key) const { return value_.find(key) != nullptr; }
  /// Rejects unknown keys, so that a misspelled one is not ignored.
  void only(std::initializer_list<const char*> keys) const {
    for (const Value::Field& field : fields()) {
      const bool known = std::any_of(keys.begin(), keys.end(),
                                     [&](const char* name) { return field.name == name; });
      if (!known) child(field.value, field.name).refuse("", "is not a key of a deck file");
    }
  }

  [[nodiscard]] std::string text() const {
    const auto* words = value_.as<std::string>();
    if (words == nullptr) refuse(shown(), "must be a string");
    return *words;
  }
  [[nodiscard]] std::string filled_text() const {
    std::string words = text();
    if (words.empty()) refuse("", "must not be empty");
    return words;
  }
  /// An integer; the deck validates the range.
  [[nodiscard]] int number() const {
    const auto* number = value_.as<std::int64_t>();
    const bool fits = number != nullptr && *number >= -1000000 && *number <= 1000000;
    if (!fits) refuse(shown(), "must be a whole number from -1000000 to 1000000");
    return static_cast<int>(*number);
  }
  template <class Visit>
  void each(Visit&& visit) const {
    const auto* list = value_.as<Value::List>();
    if (list == nullptr) refuse(shown(), "must be a list");
    for (std::size_t i = 0; i < list->size(); ++i) {
      visit(Node((*list)[i], path_ + "[" + std::to_string(i) + "]", rule_));
    }
  }
  template <class Visit>
  void each_key(Visit&& visit) const {
    for (const Value::Field& field : fields()) visit(field.name, child(field.value, field.name));
  }
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> all;
    each([&](const Node& node) { all.push_back(node.filled_text()); });
    return all;
  }

 private:
  // Rejects repeated keys, since a later one would be hidden by an earlier one.
  [[nodiscard]] const Value::Map& fields() const {
    const auto* map = value_.as<Value::Map>();
    if (map == nullptr) refuse(shown(), "must be an object");
    for (const Value::Field& field : *map) {
      if (value_.find(field.name) != &field.value) {
        child(field.value, field.name).refuse("", "given twice");
      }
    }
    return *map;
  }
  [[nodiscard]] Node child(const Value& value, const std::string& key) const {
    return {value, path_.empty() ? key : path_ + "." + key, rule_};
  }
  [[nodiscard]] std::string shown() const { return json_text(value_); }

  const Value& value_;
  std::string path_;
  const char* rule_;
};

Value parse_deck(std::string_view text, const std::string& file, const char* rule) {
  if (text.size() > max_deck_file_bytes) {
    throw Refused{{file, std::to_string(text.size()) + " bytes",
                   "must be at most " + std::to_string(max_deck_file_bytes) + " bytes", rule}};
  }
  Result<Value> value = read_json(text, file);
  if (value) return std::move(*value);
  value.error().rule = rule;
  throw Refused{value.error()};
}

Names read_names(const Node& node) {
  node.only({"de", "fr", "en"});
  return {node.at("de").filled_text(), node.at("fr").filled_text(), node.at("en").filled_text()};
}

Mark read_mark(const Node& node) {
  const std::string text = node.text();
  if (text == "attested") return Mark::Attested;
  if (text != "reconstructed") node.refuse(text, "must be attested or reconstructed");
  return Mark::Reconstructed;
}

Marks read_marks(const Node& node) {
  node.only({"formula", "points", "names"});
  return {read_mark(node.at("formula")), read_mark(node.at("points")), read_mark(node.at("names"))};
}

template <class Content>
void read_head(const Node& root, Content& content) {
  content.key = root.at("deck").filled_text();
  content.title = root.at("title").filled_text();
  if (root.has("about")) content.about = root.at("about").text();
  if (root.has("sources")) content.sources = root.at("sources").texts();
}

// Structures with fixed arrays hold the data of every card.
void expect_at_most(const Node& node, std::size_t count, std::size_t most, const char* unit) {
  if (count <= most) return;
  node.refuse(std::to_string(count) + unit, "must be at most " + std::to_string(most));
}

template <class CompoundCard>
void read_compound_head(const Node& node, CompoundCard& compound) {
  compound.formula = node.at("formula").filled_text();
  expect_at_most(node.at("formula"), compound.formula.size(), max_formula_bytes, " bytes");
  compound.points = node.at("points").number();
  compound.names = read_names(node.at("names"));
  compound.marks = read_marks(node.at("marks"));
  if (node.has("sources")) compound.sources = node.at("sources").texts();
}

// The names of the small kinds for which `fits` is true, as in messages.
std::string small_names_where(FunctionRef<bool(Card)> fits) {
  std::vector<std::string_view> names;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    if (fits(Card::of(kind))) names.push_back(small_names[static_cast<std::size_t>(kind)]);
  }
  return with_commas(names);
}

// Reads the copies of small cards, identified by `key`; each may appear once.
template <class Content>
void read_copies(const Node& list, const char* key, Content& content) {
  list.each([&](const Node& node) {
    node.only({key, "copies"});
    const bool is_number = std::string_view(key) == "value";
    const std::string name =
        is_number ? std::to_string(node.at(key).number()) : node.at(key).text();
    const auto card = small_card(name);
    const auto fits = [&](Card one) { return one.is_multiplier() == is_number; };
    if (!card || !fits(*card)) {
      node.at(key).refuse(name, "must be one of " + small_names_where(fits));
    }
    int& copies = content.copies[card->index];
    if (copies != 0) node.at(key).refuse(name, "is listed twice");
    copies = node.at("copies").number();
    if (copies < 1) node.at("copies").refuse(std::to_string(copies), "must be at least 1");
  });
}

// Keys that only one kind of deck has.
constexpr const char* chemix_key = "multipliers";
constexpr const char* expansion_key = "wild_cards";

// Rejects a deck of the other kind as a whole, rather than its first unknown key.
void expect_kind(const Node& root, const char* key, const char* other_key, const char* reason) {
  if (root.has(key) || !root.has(other_key)) return;
  root.refuse(root.has("deck") ? root.at("deck").text() : "", reason);
}

ChemixDeckContent read_chemix_content(const Node& root) {
  ChemixDeckContent content;
  expect_kind(root, chemix_key, expansion_key, "is an expansion deck, not a ChemiX deck");
  root.only({"$schema", "deck", "title", "about", "sources", "elements", "noble_gases",
             "multipliers", "compounds"});
  read_head(root, content);
  const auto section = [&](const char* key, bool (Card::*belongs)() const, const char* name) {
    ChemixDeckContent part;
    read_copies(root.at(key), name, part);
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const auto i = static_cast<std::size_t>(kind);
      if (part.copies[i] == 0) continue;
      if (!(Card::of(kind).*belongs)()) {
        root.at(key).refuse(std::string(small_names[i]), "does not belong in this section");
      }
      content.copies[i] = part.copies[i];
    }
  };
  section("elements", &Card::is_element, "symbol");
  section("noble_gases", &Card::is_noble_gas, "symbol");
  section("multipliers", &Card::is_multiplier, "value");
  root.at("compounds").each([&](const Node& node) {
    node.only({"formula", "tokens", "points", "names", "marks", "sources"});
    Compound compound;
    read_compound_head(node, compound);
    node.at("tokens").each([&](const Node& token) {
      const auto card = small_card(token.text());
      if (!card || !card->is_token()) {
        token.refuse(token.text(), "must be one of " +
                                       small_names_where([](Card one) { return one.is_token(); }));
      }
      compound.tokens.push_back(*card);
    });
    expect_at_most(node.at("tokens"), compound.tokens.size(), max_tokens, " tokens");
    content.compounds.push_back(std::move(compound));
  });
  return content;
}

ExpansionDeckContent read_expansion_content(const Node& root) {
  ExpansionDeckContent content;
  expect_kind(root, expansion_key, chemix_key, "is a ChemiX deck, not an expansion deck");
  root.only(
      {"$schema", "deck", "title", "about", "sources", "elements", "wild_cards", "compounds"});
  read_head(root, content);
  const auto lane_of = [](const Node& node, const std::string& symbol) {
    const Element* element = find_element(symbol);
    if (element == nullptr || element->atomic_number > basic_deck_size) {
      node.refuse(symbol, "must be the symbol of an element with an atomic number from 1 to 54");
    }
    return static_cast<std::size_t>(element->atomic_number - 1);
  };
  root.at("elements").each([&](const Node& node) {
    node.only({"symbol", "copies"});
    const std::string symbol = node.at("symbol").text();
    const std::size_t lane = lane_of(node.at("symbol"), symbol);
    int& copies = content.copies[lane];
    if (copies != 0) node.at("symbol").refuse(symbol, "is listed twice");
    copies = node.at("copies").number();
    if (copies < 1) node.at("copies").refuse(std::to_string(copies), "must be at least 1");
    content.order.push_back(static_cast<int>(lane) + 1);
  });
  root.at("wild_cards").each([&](const Node& node) {
    node.only({"names", "copies", "marks"});
    if (node.has("marks")) {
      node.at("marks").only({"names"});
      read_mark(node.at("marks").at("names"));
    }
    content.wild_cards.push_back({read_names(node.at("names")), node.at("copies").number()});
  });
  root.at("compounds").each([&](const Node& node) {
    node.only({"formula", "requires", "points", "names", "marks", "sources"});
    ExpansionCompound compound;
    read_compound_head(node, compound);
    node.at("requires").each_key([&](const std::string& symbol, const Node& cards) {
      compound.requires_cards.push_back(
          {static_cast<int>(lane_of(cards, symbol)) + 1, cards.number()});
    });
    content.compounds.push_back(std::move(compound));
  });
  return content;
}

constexpr std::string_view unnamed = "deck";

std::string name_of_file(std::string_view file) {
  return std::string(file.empty() ? unnamed : file);
}

/// Adds the name of the file to an error: as its field if the error is about the whole file.
tl::unexpected<InputError> refused_in(const std::string& name, InputError error) {
  if (error.field.empty() || error.field == name) {
    error.field = name;
  } else if (name != unnamed) {
    error.reason += concat({" (in ", name, ")"});
  }
  return tl::unexpected(std::move(error));
}

/// Reads and makes the deck; every error names the file.
template <class Deck, class Read>
Result<std::shared_ptr<const Deck>> make_deck(std::string_view text, std::string_view file,
                                              const char* rule, Read&& read) {
  const std::string name = name_of_file(file);
  try {
    const Value value = parse_deck(text, name, rule);
    auto deck = Deck::create(read(Node(value, "", rule)));
    if (!deck) return refused_in(name, deck.error());
    return *deck;
  } catch (const Refused& refused) {
    return refused_in(name, refused.error);
  }
}

// Whether a text has the key that only files of expansion decks have.
bool is_expansion(std::string_view text) {
  try {
    return parse_deck(text, "", "").find(expansion_key) != nullptr;
  } catch (const Refused&) {
    return false;
  }
}

Value value_of(const Names& names) {
  return Value::map().add("de", names[0]).add("fr", names[1]).add("en", names[2]);
}

const char* word_of(Mark mark) { return mark == Mark::Attested ? "attested" : "reconstructed"; }

Value value_of(const Marks& marks) {
  return Value::map()
      .add("formula", word_of(marks.formula))
      .add("points", word_of(marks.points))
      .add("names", word_of(marks.names));
}

template <class Content>
Value head_of(const Content& content) {
  return Value::map()
      .add("deck", content.key)
      .add("title", content.title)
      .add("about", content.about)
      .add("sources", Value::list_of(content.sources));
}

// A compound card; `name` is the key for the cards that it needs, which depends on the kind of
// deck.
template <class CompoundCard>
Value value_of(const CompoundCard& compound, const char* name, Value cards) {
  return Value::map()
      .add("formula", compound.formula)
      .add(name, std::move(cards))
      .add("points", compound.points)
      .add("names", value_of(compound.names))
      .add("marks", value_of(compound.marks))
      .add("sources", Value::list_of(compound.sources));
}

InputError no_such_deck(std::string_view name, const std::vector<std::string>& known) {
  return {"deck", std::string(name), "no such built-in deck; known: " + with_commas(known), ""};
}

// The names of the built-in deck files of one kind.
template <class Deck>
std::vector<std::string> deck_names() {
  std::vector<std::string> names = builtin_deck_names();
  std::erase_if(names, [](const std::string& name) {
    return is_expansion(builtin_deck_text(name)) != std::is_same_v<Deck, ExpansionDeck>;
  });
  return names;
}

template <class Deck>
Result<std::shared_ptr<const Deck>> read_builtin(std::string_view name) {
  const std::string_view text = builtin_deck_text(name);
  if (!text.empty()) return read_deck<Deck>(text, name);
  return tl::unexpected(no_such_deck(name, deck_names<Deck>()));
}

}  // namespace

template <>
Result<std::shared_ptr<const ChemixDeck>> read_deck<ChemixDeck>(std::string_view text,
                                                                std::string_view file) {
  return make_deck<ChemixDeck>(text, file, "DK-6", read_chemix_content);  // DK-6 (ruling)
}

template <>
Result<std::shared_ptr<const ExpansionDeck>> read_deck<ExpansionDeck>(std::string_view text,
                                                                      std::string_view file) {
  return make_deck<ExpansionDeck>(text, file, "DK-10", read_expansion_content);  // DK-10 (ruling)
}

template <>
Result<std::shared_ptr<const ExpansionSet>> read_deck<ExpansionSet>(std::string_view text,
                                                                    std::string_view file) {
  const auto deck = read_deck<ExpansionDeck>(text, file);
  if (!deck) return tl::unexpected(deck.error());
  auto set = ExpansionSet::create({*deck});
  if (!set) return refused_in(name_of_file(file), set.error());
  return set;
}

std::optional<InputError> deck_file_error(std::string_view text, std::string_view file) {
  const auto error = [](const auto& deck) {
    return deck ? std::optional<InputError>() : std::optional<InputError>(deck.error());
  };
  return is_expansion(text) ? error(read_deck<ExpansionSet>(text, file))
                            : error(read_deck<ChemixDeck>(text, file));
}

std::string deck_text(const ChemixDeck& deck) {
  const ChemixDeckContent& content = deck.content();
  Value element_cards = Value::list();
  Value noble_gas_cards = Value::list();
  Value multiplier_cards = Value::list();
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const auto i = static_cast<std::size_t>(kind);
    const Card card = Card::of(kind);
    const int copies = content.copies[i];
    if (copies == 0) continue;
    if (card.is_multiplier()) {
      multiplier_cards.push_back(
          Value::map().add("value", card.multiplier()).add("copies", copies));
    } else {
      (card.is_element() ? element_cards : noble_gas_cards)
          .push_back(Value::map().add("symbol", small_names[i]).add("copies", copies));
    }
  }
  Value compounds = Value::list();
  for (const Compound& compound : content.compounds) {
    Value tokens = Value::list();
    for (const Card token : compound.tokens) tokens.push_back(small_names[token.index]);
    compounds.push_back(value_of(compound, "tokens", std::move(tokens)));
  }
  return json_text(head_of(content)
                       .add("multipliers", std::move(multiplier_cards))
                       .add("noble_gases", std::move(noble_gas_cards))
                       .add("elements", std::move(element_cards))
                       .add("compounds", std::move(compounds)));
}

std::string deck_text(const ExpansionDeck& deck) {
  const ExpansionDeckContent& content = deck.content();
  Value element_cards = Value::list();
  for (const int number : content.whole_order()) {
    const auto i = static_cast<std::size_t>(number - 1);
    if (content.copies[i] == 0) continue;
    element_cards.push_back(
        Value::map().add("symbol", elements[i].symbol).add("copies", content.copies[i]));
  }
  Value wild_cards = Value::list();
  for (const WildCard& wild : content.wild_cards) {
    wild_cards.push_back(
        Value::map().add("names", value_of(wild.names)).add("copies", wild.copies));
  }
  Value compounds = Value::list();
  for (const ExpansionCompound& compound : content.compounds) {
    Value needs = Value::map();
    for (const Requirement& need : compound.requires_cards) {
      const auto i = static_cast<std::size_t>(need.atomic_number - 1);
      needs.add(std::string(elements[i].symbol), need.cards);
    }
    compounds.push_back(value_of(compound, "requires", std::move(needs)));
  }
  return json_text(head_of(content)
                       .add("compounds", std::move(compounds))
                       .add("wild_cards", std::move(wild_cards))
                       .add("elements", std::move(element_cards)));
}

std::string deck_text(const ExpansionSet& set) { return deck_text(*set.decks().front()); }

std::vector<std::string> builtin_deck_names() {
  std::vector<std::string> names;
  for (const BuiltinFile& file : builtin_deck_files()) names.emplace_back(file.name);
  return names;
}

std::string_view builtin_deck_text(std::string_view name) {
  for (const BuiltinFile& file : builtin_deck_files()) {
    if (file.name == name) return file.text;
  }
  return {};
}

template <>
Result<std::shared_ptr<const ChemixDeck>> builtin_deck<ChemixDeck>(std::string_view name) {
  return read_builtin<ChemixDeck>(name);
}

template <>
Result<std::shared_ptr<const ExpansionDeck>> builtin_deck<ExpansionDeck>(std::string_view name) {
  return read_builtin<ExpansionDeck>(name);
}

template <>
Result<std::shared_ptr<const ExpansionSet>> builtin_deck<ExpansionSet>(std::string_view name) {
  if (name != ExpansionSet::published) {
    if (builtin_deck_text(name).empty()) {
      std::vector<std::string> known = deck_names<ExpansionDeck>();
      known.emplace_back(ExpansionSet::published);
      return tl::unexpected(no_such_deck(name, known));
    }
    const auto deck = builtin_deck<ExpansionDeck>(name);
    if (!deck) return tl::unexpected(deck.error());
    return ExpansionSet::create({*deck});
  }
  const auto covalent = builtin_deck<ExpansionDeck>("covalent");
  if (!covalent) return tl::unexpected(covalent.error());
  const auto ionic = builtin_deck<ExpansionDeck>("ionic");
  if (!ionic) return tl::unexpected(ionic.error());
  return ExpansionSet::create({*covalent, *ionic});
}

}  // namespace chemix
