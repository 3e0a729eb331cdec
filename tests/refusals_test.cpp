// SPDX-License-Identifier: Apache-2.0
// Every refusal in play, as data, and in the words of every language. The file refusals.txt of a
// game has lines:
//   deck ... | game ...              see support/game_lines.hpp
//   state NOTATION                   without the name and key of the game
//   ACTOR ACTION -> RULE[.DETAIL]    must be refused by this; ACTOR is a seat or `chance`
// Run with -s to read all sentences.
#include "chemix/words.hpp"
#include "support/game_lines.hpp"
#include "support/printing.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace chemix {
namespace {

using Json = nlohmann::ordered_json;

/// A refusal as the catalogues name it, such as `CU-4.1`.
std::string key_of(const RuleError& error) {
  const bool is_kind = error.rule == "GN-10" && error.detail == static_cast<int>(NotLegal::Kind);
  return error.rule.text() + (is_kind             ? ".asked"
                              : error.detail == 0 ? ""
                                                  : "." + std::to_string(error.detail));
}

class Reader {
 public:
  Reader() {
    for (const std::string& language : Words::languages()) {
      words_.push_back(*Words::in(language));
      std::ifstream file(std::string(CHEMIX_WORD_DIR) + "/" + language + ".json");
      if (language == "en") english_ = Json::parse(file)["words"];
    }
  }

  void read(const std::filesystem::path& path) {
    reasons_.clear();
    std::ifstream file(path);
    for (std::string text; std::getline(file, text);) {
      if (text.empty() || text.front() == '#') continue;
      CAPTURE(path.parent_path().filename());
      CAPTURE(text);
      std::string_view line = text;
      if (lines_.read(line)) continue;
      if (line.starts_with("state ")) {
        line.remove_prefix(6);
        state_.assign(lines_.game()->state_size() / sizeof(std::uint64_t), 0);
        const auto wrong = lines_.game()->parse(test::with_key(*lines_.game(), line), state());
        REQUIRE_MESSAGE(!wrong, (wrong ? wrong->message() : ""));
        continue;
      }
      const std::string actor(split_off(line, " "));
      const std::string_view action = split_off(line, " -> ");
      expect(actor == "chance" ? Actor::chance() : Actor(std::stoi(actor)), action, line);
    }
  }

  /// Whether each refusal of the catalogues was met.
  void expect_all() const {
    for (const auto& [scope, sentences] : english_.items()) {
      for (const auto& sentence : sentences.items()) {
        const std::string& key = sentence.key();
        // The sentence without what is asked is for arguments that no refusal in play has.
        if (!key.starts_with("refusal.") || key == "refusal.GN-10") continue;
        const std::string name = scope + " " + key;
        CHECK_MESSAGE(met_.contains(name), name);
      }
    }
  }

 private:
  Block state() { return std::as_writable_bytes(std::span(state_)); }

  void expect(Actor actor, std::string_view text, std::string_view expected) {
    const AnyGame& game = *lines_.game();
    const auto action =
        actor.is_chance() ? game.parse_chance_action(text) : game.parse_action(text);
    REQUIRE_MESSAGE(action.has_value(), (action ? "" : action.error().message()));
    const std::optional<RuleError> refused = game.refusal(state(), actor, *action);
    REQUIRE(refused.has_value());
    const bool is_kind = key_of(*refused) == "GN-10.asked";
    CHECK((is_kind ? "GN-10" : key_of(*refused)) == expected);
    met_.insert(scope_of(game.name(), "refusal." + key_of(*refused)));
    for (const Words& words : words_) {
      const std::string sentence = words.refusal(game, *refused);
      const std::string reason = std::string(words.language()) + ": " + sentence;
      const bool is_complete = !sentence.empty() && sentence.find_first_of("{}") == sentence.npos;
      CHECK_MESSAGE(is_complete, reason);
      // One sentence stands for one reason.
      CHECK_MESSAGE(reasons_.emplace(reason, expected).first->second == expected, reason);
      if (is_kind) CHECK(sentence != words.refusal(game, RuleError{"GN-10"}));
    }
  }

  /// The part of the catalogue that has the sentence, and its key: a game or `common`.
  [[nodiscard]] std::string scope_of(std::string_view game, const std::string& key) const {
    std::string scope(game);
    while (!scope.empty() && !(english_.contains(scope) && english_[scope].contains(key))) {
      const std::size_t end = scope.rfind('_');
      scope = scope.substr(0, end == std::string::npos ? 0 : end);
    }
    return (scope.empty() ? "common" : scope) + " " + key;
  }

  std::vector<Words> words_;
  Json english_;
  test::GameLines lines_;
  std::vector<std::uint64_t> state_;
  std::map<std::string, std::string> reasons_;
  std::set<std::string> met_;
};

TEST_SUITE("refusals") {
  TEST_CASE("every refusal occurs, and each has a sentence of its own in each language") {
    Reader reader;
    for (const auto& entry : std::filesystem::directory_iterator(CHEMIX_TEST_DIR "/games")) {
      if (entry.is_directory()) reader.read(entry.path() / "refusals.txt");
    }
    reader.expect_all();
  }
}

}  // namespace
}  // namespace chemix
