// SPDX-License-Identifier: Apache-2.0
// Deck files. The checks of form agree with the schemas in decks/, those of content are the decks'.
#include "chemix/cards/deck_file.hpp"

#include "builtin_files.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

namespace chemix {
namespace {

// Keeps the order of keys, which for requirements is the order of display.
using Json = nlohmann::ordered_json;

// Thrown inside this file only; every entry below catches it.
struct Refused {
  InputError error;
};

/// A value of a deck file and where it stands.
class Node {
 public:
  Node(const Json& json, std::string path, const char* rule)
      : json_(json), path_(std::move(path)), rule_(rule) {}

  [[noreturn]] void refuse(const std::string& value, const std::string& reason) const {
    throw Refused{{path_, value, reason, rule_}};
  }

  [[nodiscard]] Node at(const std::string& key) const {
    if (!json_.is_object()) refuse(json_.type_name(), "must be an object");
    const auto found = json_.find(key);
    if (found == json_.end()) child(json_, key).refuse("", "is missing");
    return child(*found, key);
  }
  [[nodiscard]] bool has(const std::string& key) const {
    return json_.is_object() && json_.contains(key);
  }
  /// Refuses keys that no schema knows: a misspelt one must not be ignored.
  void only(std::initializer_list<const char*> keys) const {
    if (!json_.is_object()) refuse(json_.type_name(), "must be an object");
    for (const auto& [key, value] : json_.items()) {
      const bool known = std::any_of(keys.begin(), keys.end(),
                                     [&key = key](const char* name) { return key == name; });
      if (!known) child(value, key).refuse("", "is no key of a deck file");
    }
  }

  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) refuse(shown(), "must be a text");
    return json_.get<std::string>();
  }
  [[nodiscard]] std::string filled_text() const {
    std::string words = text();
    if (words.empty()) refuse("", "must not be empty");
    return words;
  }
  /// A whole number; the ranges of content are checked by the deck.
  [[nodiscard]] int number() const {
    const bool fits = json_.is_number_integer() && json_ >= -1000000 && json_ <= 1000000;
    if (!fits) refuse(shown(), "must be a whole number");
    return json_.get<int>();
  }
  template <class Visit>
  void each(Visit&& visit) const {
    if (!json_.is_array()) refuse(shown(), "must be a list");
    for (std::size_t i = 0; i < json_.size(); ++i) {
      visit(Node(json_[i], path_ + "[" + std::to_string(i) + "]", rule_));
    }
  }
  template <class Visit>
  void each_key(Visit&& visit) const {
    if (!json_.is_object()) refuse(shown(), "must be an object");
    for (const auto& [key, value] : json_.items()) visit(key, child(value, key));
  }
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> all;
    each([&](const Node& node) { all.push_back(node.filled_text()); });
    return all;
  }

 private:
  [[nodiscard]] Node child(const Json& json, const std::string& key) const {
    const std::string separator = path_.ends_with(": ") ? "" : ".";
    return {json, path_ + separator + key, rule_};
  }
  [[nodiscard]] std::string shown() const {
    const std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() <= 40 ? text : text.substr(0, 40) + "…";
  }

  const Json& json_;
  std::string path_;
  const char* rule_;
};

Json parse_json(std::string_view text, const std::string& file, const char* rule) {
  const auto refuse = [&](const std::string& reason) -> Json {
    throw Refused{{file, "", reason, rule}};
  };
  if (text.size() > max_deck_file_bytes) {
    return refuse(std::to_string(text.size()) + " bytes: longer than any deck");
  }
  // Later keys of the same name would hide earlier ones, so repeated keys are refused.
  std::vector<std::set<std::string>> keys;
  std::string repeated;
  int depth = 0;
  const auto watch = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
      repeated = value.get<std::string>();
    }
    const bool opens =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    const bool closes =
        event == Json::parse_event_t::object_end || event == Json::parse_event_t::array_end;
    depth += (opens ? 1 : 0) - (closes ? 1 : 0);
    if (depth > 8) throw Refused{{file, "", "is nested deeper than any deck", rule}};
    return true;
  };
  Json json;
  try {
    json = Json::parse(text, watch);
  } catch (const nlohmann::json::exception& error) {
    return refuse(std::string("is no JSON: ") + error.what());
  }
  if (!repeated.empty()) return refuse("the key " + repeated + " stands twice in one object");
  return json;
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

template <class CompoundCard>
void read_compound_head(const Node& node, CompoundCard& compound) {
  compound.formula = node.at("formula").filled_text();
  compound.points = node.at("points").number();
  compound.names = read_names(node.at("names"));
  compound.marks = read_marks(node.at("marks"));
  if (node.has("sources")) compound.sources = node.at("sources").texts();
}

// Reads the copies of small cards that are named by `key`; each may stand once.
template <class Content>
void read_copies(const Node& list, const char* key, Content& content) {
  list.each([&](const Node& node) {
    node.only({key, "copies"});
    const bool is_number = std::string_view(key) == "value";
    const std::string name =
        is_number ? std::to_string(node.at(key).number()) : node.at(key).text();
    const auto card = small_card(name);
    const bool fits = card && (is_number ? card->is_multiplier() : !card->is_multiplier());
    if (!fits) node.at(key).refuse(name, "is no small card of a ChemiX deck");
    int& copies = content.copies[card->index];
    if (copies != 0) node.at(key).refuse(name, "stands twice");
    copies = node.at("copies").number();
    if (copies < 1) node.at("copies").refuse(std::to_string(copies), "must be at least 1");
  });
}

ChemixDeckContent read_chemix_content(const Node& root) {
  ChemixDeckContent content;
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
        root.at(key).refuse(std::string(small_names[i]), "does not belong here");
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
        token.refuse(token.text(), "is no element or multiplier of the deck");
      }
      compound.tokens.push_back(*card);
    });
    content.compounds.push_back(std::move(compound));
  });
  return content;
}

ExpansionDeckContent read_expansion_content(const Node& root) {
  ExpansionDeckContent content;
  root.only(
      {"$schema", "deck", "title", "about", "sources", "elements", "wild_cards", "compounds"});
  read_head(root, content);
  const auto lane_of = [](const Node& node, const std::string& symbol) {
    const Element* element = find_element(symbol);
    if (element == nullptr || element->atomic_number > basic_deck_size) {
      node.refuse(symbol, "is no element with an atomic number from 1 to 54");
    }
    return static_cast<std::size_t>(element->atomic_number - 1);
  };
  root.at("elements").each([&](const Node& node) {
    node.only({"symbol", "copies"});
    const std::string symbol = node.at("symbol").text();
    const std::size_t lane = lane_of(node.at("symbol"), symbol);
    int& copies = content.copies[lane];
    if (copies != 0) node.at("symbol").refuse(symbol, "stands twice");
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

std::string name_of_file(std::string_view file) {
  return std::string(file.empty() ? std::string_view("deck") : file);
}

tl::unexpected<InputError> refused_in(const std::string& name, InputError error) {
  error.field = name + ": " + error.field;
  return tl::unexpected(std::move(error));
}

/// Reads, then makes the deck; every refusal names the file.
template <class Deck, class Read>
Result<std::shared_ptr<const Deck>> make_deck(std::string_view text, std::string_view file,
                                              const char* rule, Read&& read) {
  const std::string name = name_of_file(file);
  try {
    const Json json = parse_json(text, name, rule);
    auto deck = Deck::create(read(Node(json, name + ": ", rule)));
    if (!deck) return refused_in(name, deck.error());
    return *deck;
  } catch (const Refused& refused) {
    return tl::unexpected(refused.error);
  }
}

// Whether a text has what only the files of expansion decks have.
bool is_expansion(std::string_view text) {
  try {
    return parse_json(text, "", "").contains("wild_cards");
  } catch (const Refused&) {
    return false;
  }
}

Json json_of(const Names& names) { return {{"de", names[0]}, {"fr", names[1]}, {"en", names[2]}}; }

const char* word_of(Mark mark) { return mark == Mark::Attested ? "attested" : "reconstructed"; }

Json json_of(const Marks& marks) {
  return {{"formula", word_of(marks.formula)},
          {"points", word_of(marks.points)},
          {"names", word_of(marks.names)}};
}

template <class Deck>
Result<std::shared_ptr<const Deck>> read_builtin(std::string_view name) {
  const std::string_view text = builtin_deck_text(name);
  if (!text.empty()) return read_deck<Deck>(text, name);
  std::string known;
  for (const std::string& deck : builtin_deck_names()) {
    known += (known.empty() ? "" : ", ") + deck;
  }
  return tl::unexpected(
      InputError{"deck", std::string(name), "no such built-in deck; known: " + known, ""});
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

std::optional<InputError> deck_file_fault(std::string_view text, std::string_view file) {
  const auto fault = [](const auto& deck) {
    return deck ? std::optional<InputError>() : std::optional<InputError>(deck.error());
  };
  return is_expansion(text) ? fault(read_deck<ExpansionSet>(text, file))
                            : fault(read_deck<ChemixDeck>(text, file));
}

std::string deck_text(const ChemixDeck& deck) {
  const ChemixDeckContent& content = deck.content();
  Json json;
  json["deck"] = content.key;
  json["title"] = content.title;
  json["about"] = content.about;
  json["sources"] = content.sources;
  json["elements"] = json["noble_gases"] = json["multipliers"] = Json::array();
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const auto i = static_cast<std::size_t>(kind);
    const Card card = Card::of(kind);
    const int copies = content.copies[i];
    if (copies == 0) continue;
    if (card.is_multiplier()) {
      json["multipliers"].push_back({{"value", card.multiplier()}, {"copies", copies}});
    } else {
      json[card.is_element() ? "elements" : "noble_gases"].push_back(
          {{"symbol", std::string(small_names[i])}, {"copies", copies}});
    }
  }
  json["compounds"] = Json::array();
  for (const Compound& compound : content.compounds) {
    Json tokens = Json::array();
    for (const Card token : compound.tokens)
      tokens.push_back(std::string(small_names[token.index]));
    json["compounds"].push_back({{"formula", compound.formula},
                                 {"tokens", tokens},
                                 {"points", compound.points},
                                 {"names", json_of(compound.names)},
                                 {"marks", json_of(compound.marks)},
                                 {"sources", compound.sources}});
  }
  return json.dump();
}

std::string deck_text(const ExpansionDeck& deck) {
  const ExpansionDeckContent& content = deck.content();
  Json json;
  json["deck"] = content.key;
  json["title"] = content.title;
  json["about"] = content.about;
  json["sources"] = content.sources;
  json["elements"] = json["wild_cards"] = json["compounds"] = Json::array();
  for (const int number : content.whole_order()) {
    const auto i = static_cast<std::size_t>(number - 1);
    if (content.copies[i] == 0) continue;
    json["elements"].push_back(
        {{"symbol", std::string(elements[i].symbol)}, {"copies", content.copies[i]}});
  }
  for (const WildCard& wild : content.wild_cards) {
    json["wild_cards"].push_back({{"names", json_of(wild.names)}, {"copies", wild.copies}});
  }
  for (const ExpansionCompound& compound : content.compounds) {
    Json needs = Json::object();
    for (const Requirement& need : compound.requires_cards) {
      const auto i = static_cast<std::size_t>(need.atomic_number - 1);
      needs[std::string(elements[i].symbol)] = need.cards;
    }
    json["compounds"].push_back({{"formula", compound.formula},
                                 {"requires", needs},
                                 {"points", compound.points},
                                 {"names", json_of(compound.names)},
                                 {"marks", json_of(compound.marks)},
                                 {"sources", compound.sources}});
  }
  return json.dump();
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
