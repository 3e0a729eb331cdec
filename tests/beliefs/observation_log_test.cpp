// SPDX-License-Identifier: Apache-2.0
// The log of observations about hidden cards: which events it records, what each viewer learns,
// what it forgets when full, and its notation, bytes and values.
#include "chemix/beliefs/observation_log.hpp"

#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/value.hpp"
#include "support/printing.hpp"

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// The parts of rules that the codec of a log needs.
struct ThreeSeats {
  std::shared_ptr<const ChemixDeck> cards = *builtin_deck<ChemixDeck>("chemix");

  [[nodiscard]] const ChemixDeck& deck() const { return *cards; }
  [[nodiscard]] static int player_count() { return 3; }
};

struct SixSeats : ThreeSeats {
  [[nodiscard]] static int player_count() { return 6; }
};

std::string text_of(const ObservationLog& log) {
  std::string text;
  Codec<ObservationLog>::print(text, ThreeSeats(), log);
  return text;
}

bool is_text(const std::string& text) {
  ObservationLog log;
  return Codec<ObservationLog>::parse(text, ThreeSeats(), log);
}

ObservationLog log_of(const std::string& text) {
  ObservationLog log;
  REQUIRE_MESSAGE(Codec<ObservationLog>::parse(text, ThreeSeats(), log), text);
  return log;
}

std::vector<std::byte> bytes_of(const ObservationLog& log) {
  std::vector<std::byte> bytes(1000);
  ByteWriter writer(bytes);
  Codec<ObservationLog>::write(writer, ThreeSeats(), log);
  bytes.resize(writer.size());
  return bytes;
}

// A card moves from one place to another. Before, there were `size` cards in `from`.
void move(ObservationLog& log, const std::string& card, HiddenPlace from, HiddenPlace to, int size,
          ViewerSet seen_by, LogEntry::Constraint among = LogEntry::Constraint::AnyCard) {
  log.learn(Event::move({}, {}, small_card(card)->index, seen_by), from, to, size, among);
}

const auto everyone = ViewerSet::everyone();

}  // namespace

TEST_SUITE("log") {
  TEST_CASE("a card that others saw arrive in a hand is logged") {
    ObservationLog log;
    move(log, "H", place_draw_pile, 0, 9, ViewerSet::only(0));
    CHECK(text_of(log) == "~0");
    move(log, "H", place_draw_pile, 0, 8, ViewerSet::both(0, 1));
    CHECK(text_of(log) == "d>0:H:8@01~0");
    move(log, "C", place_public, 1, 0, everyone);
    CHECK(text_of(log) == "d>0:H:8@01+->1:C:0~0");
  }

  TEST_CASE("a card that somebody saw arrive in a pile is logged") {
    ObservationLog log;
    move(log, "Fe", 2, place_discarded, 3, ViewerSet::only(2));
    CHECK(text_of(log) == "2>a:Fe:3@2~0");
  }

  TEST_CASE("a card that leaves a place without entries is not logged") {
    ObservationLog log;
    move(log, "H", 0, place_public, 5, everyone);
    move(log, "H", 0, 1, 4, ViewerSet::only(1));
    move(log, "H", place_draw_pile, 1, 4, ViewerSet::only(1));
    CHECK(text_of(log) == "~0");
  }

  TEST_CASE("cards that leave a logged place are logged until the place is empty") {
    ObservationLog log;
    move(log, "H", place_public, 0, 0, everyone);
    move(log, "C", 0, place_public, 2, everyone);
    move(log, "H", 0, 1, 1, ViewerSet::only(1));
    CHECK(text_of(log) == "->0:H:0+0>-:C:2+0>1:H:1@1~0");
    move(log, "O", 0, place_public, 4, everyone);
    CHECK(log.size() == 3);
  }

  TEST_CASE("a public constraint is logged only if somebody did not see the card") {
    ObservationLog log;
    move(log, "He", 0, 1, 4, ViewerSet::both(0, 1), LogEntry::Constraint::NobleGas);
    move(log, "H", 1, 0, 5, ViewerSet::both(0, 1), LogEntry::Constraint::NotLast);
    move(log, "H", 0, 1, 4, everyone, LogEntry::Constraint::NotNobleGas);
    CHECK(text_of(log) == "0>1:He!:4@01+1>0:H^:5@01+0>1:H:4~0");
  }

  TEST_CASE("shown cards and kinds that a hand lacks are logged") {
    ObservationLog log;
    log.learn(Event::show(hand_of(1), small_card("Fe")->index, 2, ViewerSet::both(0, 1)), 1,
              place_public, 7);
    log.lack(2, *small_card("O"), 4);
    CHECK(text_of(log) == "1=Fe*2:7@01+2!O:4~0");
  }

  TEST_CASE("other events are not logged") {
    ObservationLog log;
    log.learn(Event::turn(1), 0, 1, 3);
    log.learn(Event::name(1, 0), 0, 1, 3);
    log.learn(Event::show(draw_pile, 0, 1, everyone), place_public, place_public, 0);
    CHECK(log == ObservationLog());
  }

  TEST_CASE("viewers who did not see a card know only that one moved or was shown") {
    ObservationLog log;
    move(log, "He", 0, 1, 4, ViewerSet::both(0, 1), LogEntry::Constraint::NobleGas);
    log.learn(Event::show(hand_of(1), small_card("Fe")->index, 2, ViewerSet::only(0)), 1,
              place_public, 7);
    log.lack(2, *small_card("O"), 4);
    CHECK(log.as_seen_by(Viewer::player(0)) == log);
    CHECK(text_of(log.as_seen_by(Viewer::player(1))) == "0>1:He!:4@01+1=?*0:7@0+2!O:4~0");
    for (const Viewer viewer : {Viewer::player(2), Viewer::spectator()}) {
      CHECK(text_of(log.as_seen_by(viewer)) == "0>1:?!:4@01+1=?*0:7@0+2!O:4~0");
    }
  }

  TEST_CASE("a full log forgets its oldest entries and counts them") {
    ObservationLog log;
    move(log, "H", place_public, 0, 0, everyone);
    for (std::size_t i = 0; i < ObservationLog::capacity; ++i) {
      CHECK(log.forgotten() == 0);
      move(log, "C", place_public, 1, 0, everyone);
    }
    CHECK(log.forgotten() == ObservationLog::capacity / 4);
    CHECK(log.size() == ObservationLog::capacity - ObservationLog::capacity / 4 + 1);
    CHECK(log[0].kind == SeenKind(small_card("C")->index));
  }

  TEST_CASE("forgetting keeps the cards that must still be in a hand") {
    ObservationLog log;
    move(log, "Fe", place_public, 0, 0, everyone);
    move(log, "Na", place_public, 0, 0, everyone);
    move(log, "Na", place_public, 0, 0, everyone);
    // One of the seen Na left, or another.
    move(log, "Na", 0, place_public, 5, everyone);
    move(log, "O", place_public, 1, 0, everyone);
    // The hidden card may be the O.
    move(log, "C", 1, 2, 3, ViewerSet::both(1, 2));
    // Everybody saw where the Fe went.
    move(log, "Fe", 0, 2, 4, everyone);
    move(log, "S", place_public, 1, 0, everyone);
    while (log.forgotten() == 0) {
      move(log, "Cl", place_public, 0, 0, everyone);
      if (log.forgotten() == 0) move(log, "Cl", 0, place_public, 5, everyone);
    }
    CHECK(text_of(log).starts_with("->0:Na:0+->2:Fe:0+->1:S:0+->0:Cl:0+0>-:Cl:5+"));
    CHECK(log.forgotten() == ObservationLog::capacity / 4 - 3);
  }

  TEST_CASE("a reshuffle is forgotten as a whole") {
    constexpr std::size_t forgotten = ObservationLog::capacity / 4;
    ObservationLog log;
    while (log.size() < forgotten - 2) move(log, "C", place_public, 1, 0, everyone);
    log.reshuffle(3, [](HiddenPlace) { return 2; });
    while (log.forgotten() == 0) move(log, "C", place_public, 1, 0, everyone);
    CHECK(log.forgotten() == 3);
    for (std::size_t i = 0; i < log.size(); ++i) CHECK(log[i].type == LogEntry::Type::Move);
  }

  TEST_CASE("a reshuffle is logged with the sizes of the hands drawn before it") {
    ObservationLog log;
    move(log, "H", place_public, 0, 0, everyone);
    log.reshuffle(3, [](HiddenPlace hand) { return hand; });
    CHECK(text_of(log) == "->0:H:0+1%d:1+2%d:2~0");
    // Beyond the maximum, the oldest entries are dropped, except for cards that are surely held.
    const auto again = [&] { log.reshuffle(3, [](HiddenPlace hand) { return hand == 0; }); };
    for (std::size_t i = 1; i < ObservationLog::max_reshuffles; ++i) {
      move(log, "C", place_draw_pile, 0, 1, ViewerSet::only(0));
      again();
    }
    CHECK(log.forgotten() == 0);
    again();
    const std::string text = text_of(log);
    CHECK(text.starts_with("->0:H:0+d>0:C:1@0+0%d:1+d>0:C:1@0+0%d:1+"));
    CHECK(text.ends_with("+d>0:C:1@0+0%d:1+0%d:1~2"));
    CHECK(log.size() == 1 + 2 * (ObservationLog::max_reshuffles - 1) + 1);
  }

  TEST_CASE("from the second reshuffle on, the contents of the earlier pile are logged") {
    const CardBag all = ThreeSeats().deck().all_cards();
    const auto pile_of = [&](std::initializer_list<const char*> names) {
      CardBag pile;
      for (const char* name : names) pile.add(*ThreeSeats().deck().card(name));
      return pile;
    };
    LogPileKnowledgeOf<ObservationLog, CardBag> knowledge;
    const auto one_each = [](HiddenPlace) { return 1; };
    knowledge.reshuffle(pile_of({"H", "H", "He"}), all, 2, one_each);
    CHECK(text_of(knowledge.log) == "0%d:1+1%d:1~0");
    knowledge.reshuffle(pile_of({"4"}), all, 2, one_each);
    CHECK(text_of(knowledge.log) == "0%d:1+1%d:1+%H,H,He+0%d:1+1%d:1~0");
    CHECK(knowledge.log.size() == 5);
    CHECK(bag_of(knowledge.log.pile_before(3), all) == pile_of({"H", "H", "He"}));
    CHECK(bag_of(knowledge.log.pile_before(0), all).empty());
    knowledge.reshuffle(all, all, 2, one_each);
    knowledge.reshuffle(pile_of({"4"}), all, 2, one_each);
    // The pile of the published deck takes three entries.
    CHECK(knowledge.log.size() == 5 + 2 + 2 + 3 + 2);
    CHECK(bag_of(knowledge.log.pile_before(12), all) == all);
    CHECK(knowledge.pile == pile_of({"4"}));
    // The contents are public.
    for (const Viewer viewer : {Viewer::player(0), Viewer::player(2), Viewer::spectator()}) {
      CHECK(knowledge.log.as_seen_by(viewer) == knowledge.log);
    }
    // The remembered pile does not affect knowledge about places.
    move(knowledge.log, "H", place_draw_pile, 2, 9, ViewerSet::only(2));
    CHECK(knowledge.log.size() == 15);
  }

  TEST_CASE("the contents of a pile are forgotten with the reshuffle before it") {
    const CardBag all = ThreeSeats().deck().all_cards();
    LogPileKnowledgeOf<ObservationLog, CardBag> knowledge;
    const auto one_held = [](HiddenPlace) { return 1; };
    while (knowledge.log.forgotten() == 0) {
      knowledge.reshuffle(all, all, 1, one_held);
      move(knowledge.log, "C", place_public, 1, 0, everyone);
    }
    CHECK(knowledge.log.size() <= ObservationLog::capacity);
    std::size_t piles = 0;
    std::size_t reshuffles = 0;
    for (std::size_t i = 0; i < knowledge.log.size(); ++i) {
      if (!knowledge.log.begins_reshuffle(i)) continue;
      CHECK(bag_of(knowledge.log.pile_before(i), all).empty() == (reshuffles == 0));
      if (reshuffles++ > 0) CHECK(bag_of(knowledge.log.pile_before(i), all) == all);
      piles += knowledge.log.pile_before(i) == CardBits{} ? 0U : 1U;
    }
    CHECK(piles + 1 == reshuffles);
    CHECK(reshuffles == ObservationLog::max_reshuffles);
    // A reshuffle is logged as a whole, even if the log is nearly full.
    for (int i = 0; i < 200; ++i) {
      for (int card = 0; card < i % 23; ++card) {
        move(knowledge.log, "C", place_public, 1, 0, everyone);
        move(knowledge.log, "C", 1, place_public, 9, everyone);
      }
      knowledge.reshuffle(all, all, 3, one_held);
      CAPTURE(text_of(knowledge.log));
      CHECK(text_of(log_of(text_of(knowledge.log))) == text_of(knowledge.log));
    }
  }

  TEST_CASE("a reshuffle empties the log if nobody holds cards") {
    ObservationLog log;
    move(log, "H", place_public, 0, 0, everyone);
    move(log, "H", 0, place_public, 1, everyone);
    log.reshuffle(3, [](HiddenPlace) { return 0; });
    CHECK(log == ObservationLog());
  }

  TEST_CASE("turning over a pile moves the knowledge about it") {
    ObservationLog log;
    log.move_all(place_discarded, place_draw_pile);
    CHECK(log == ObservationLog());
    move(log, "Fe", 2, place_discarded, 3, ViewerSet::only(2));
    log.move_all(place_discarded, place_draw_pile);
    CHECK(text_of(log) == "2>a:Fe:3@2+a>>d~0");
    move(log, "H", place_draw_pile, 0, 6, ViewerSet::only(0));
    CHECK(log.size() == 3);
  }

  TEST_CASE("the last discards are set aside once") {
    ObservationLog log;
    for (const char* card : {"H", "C", "O"}) {
      move(log, card, 1, place_discarded, 3, ViewerSet::only(1));
    }
    log.set_aside(2);
    CHECK(text_of(log) == "1>a:H:3@1+1>k:C:3@1+1>k:O:3@1~0");
    log.set_aside(2);
    CHECK(text_of(log) == "1>a:H:3@1+1>k:C:3@1+1>k:O:3@1~0");
    log.put_back(Event::move({}, {}, small_card("O")->index, ViewerSet::only(1)), 2);
    log.put_back(Event::move({}, {}, small_card("C")->index, ViewerSet::only(1)), 1);
    CHECK(text_of(log) == "1>a:H:3@1+1>k:C:3@1+1>k:O:3@1+k>a:O:2@1+k>a:C:1@1~0");
  }

  TEST_CASE("log entries survive the round trip through text and bytes") {
    for (const std::string text :
         {"~0", "~7", "->0:H:0~0", "2>0:Fe:5@02~0", "2>0:?:5@~0", "d>1:?!:9@1~0", "0>1:?-:5@01~0",
          "1>0:He^:5@01~0", "2>a:?:3@2+a>>d~0", "1>k:O:3@1~0", "1=Fe*2:7~0", "1=?*0:7@0~0",
          "1!Fe:7~0", "1%d:4+2%d:3~12", "1%d:4+%H,H,He,H2O+1%d:3~0",
          "1%d:4+%4+1%d:3+%He+0%d:1~2"}) {
      CAPTURE(text);
      const ObservationLog log = log_of(text);
      CHECK(text_of(log) == text);
      const auto bytes = bytes_of(log);
      ByteReader reader(bytes);
      ObservationLog again;
      CHECK(Codec<ObservationLog>::read(reader, ThreeSeats(), again));
      CHECK(reader.left() == 0);
      CHECK(again == log);
    }
  }

  TEST_CASE("the JSON of a log entry names the players who saw it") {
    ObservationLog log;
    move(log, "H", place_draw_pile, 0, 8, ViewerSet::both(0, 1));
    move(log, "Fe", 2, place_discarded, 3, ViewerSet::only(2));
    move(log, "C", place_public, 1, 0, everyone);
    const Value value = Codec<ObservationLog>::to_value(ThreeSeats(), log);
    const auto& entries = *value.find("entries")->as<Value::List>();
    REQUIRE(entries.size() == 3);
    CHECK(json_text(*entries[0].find("seen_by")) == "[0,1]");
    CHECK(json_text(*entries[1].find("seen_by")) == "[2]");
    CHECK(json_text(*entries[2].find("seen_by")) == "null");
  }

  TEST_CASE("the padding after an odd number of entries must be 0") {
    ObservationLog log;
    move(log, "Fe", 2, place_discarded, 3, ViewerSet::only(2));
    const std::vector<std::byte> good = bytes_of(log);
    const auto is_read = [](const std::vector<std::byte>& bytes) {
      ByteReader reader(bytes);
      ObservationLog again;
      return Codec<ObservationLog>::read(reader, ThreeSeats(), again);
    };
    REQUIRE(is_read(good));
    // The padding follows the number of entries (1 byte) and the only entry (4 bytes).
    for (std::size_t byte = 5; byte < 9; ++byte) {
      std::vector<std::byte> bytes = good;
      bytes[byte] = std::byte{1};
      CHECK(!is_read(bytes));
    }
  }

  TEST_CASE("malformed or inconsistent text is rejected") {
    for (const std::string text : {"",
                                   "~",
                                   "~x",
                                   "~65536",
                                   "~0~",
                                   "~0~0",
                                   "~0x",
                                   "+~0",
                                   "->0:H:0+~0",
                                   "->0~0",
                                   "->0:H~0",
                                   "->0:X:0~0",
                                   "->0:H:x~0",
                                   "->0:H:256~0",
                                   "->4:H:0~0",
                                   "->3:H:0~0",
                                   "x>0:H:0~0",
                                   "0>0:H:4~0",
                                   "0>1:H:0~0",
                                   "0>1:H:4@3~0",
                                   "0>1:H:4@00~0",
                                   "0>1:H?:4~0",
                                   "0>1:H:4*2~0",
                                   "0=H:4~0",
                                   "0=H*5:4~0",
                                   "0=H*0:4~0",
                                   "0=?*1:4~0",
                                   "-=H*1:4~0",
                                   "0!?:4~0",
                                   "-!H:4~0",
                                   "0!H~0",
                                   "a>>a~0",
                                   "a>>-~0",
                                   "a>>dd~0",
                                   "d%d:4~0",
                                   "0%a:4~0",
                                   "0%d~0",
                                   "0#1:H:4~0",
                                   "%H~0",
                                   "%H+1%d:4~0",
                                   "1%d:4+%H~0",
                                   "1%d:4+%H+->0:H:0~0",
                                   "1%d:4+%+1%d:4~0",
                                   "1%d:4+%-+1%d:4~0",
                                   "1%d:4+%H,H,H,H,H+1%d:4~0",
                                   "1%d:4+%He,H+1%d:4~0",
                                   "1%d:4+%H+%H+1%d:4~0",
                                   "1%d:4+%H+%C+1%d:4~0"}) {
      CAPTURE(text);
      CHECK(!is_text(text));
    }
    std::string many = "->0:H:0";
    for (std::size_t i = 1; i < ObservationLog::capacity; ++i) many += "+->0:H:0";
    CHECK(is_text(many + "~0"));
    CHECK(!is_text(many + "+->0:H:0~0"));
  }

  TEST_CASE("a log for six players has six hands and only the draw pile") {
    using Six = ObservationLogOf<6, 92>;
    const auto read = [](const std::string& text) {
      Six log;
      std::string again;
      if (Codec<Six>::parse(text, SixSeats(), log)) Codec<Six>::print(again, SixSeats(), log);
      return again;
    };
    for (const std::string text :
         {"->5:H:0~0", "5>0:Fe:3@05+5>4:?:2@45~0", "d>5:Na:9@5+4>-:4:2~0", "5>-:H:160~0"}) {
      CHECK(read(text) == text);
    }
    CHECK(read("5>a:H:3~0").empty());
    CHECK(read("5>k:H:3~0").empty());
    // An event seen by all six players must be marked as seen by everybody.
    CHECK(read("5>0:H:3@012345~0").empty());
  }

  TEST_CASE("malformed or inconsistent bytes are rejected") {
    const auto is_read = [](const std::vector<std::byte>& bytes) {
      ByteReader reader(bytes);
      ObservationLog log;
      return Codec<ObservationLog>::read(reader, ThreeSeats(), log);
    };
    const auto good = bytes_of(log_of("->0:H:0~0"));
    CHECK(is_read(good));
    for (std::size_t size = 0; size < good.size(); ++size) {
      CHECK(!is_read(std::vector<std::byte>(good.begin(), good.begin() + static_cast<int>(size))));
    }
    auto bad = good;
    bad[0] = std::byte{ObservationLog::capacity + 1};
    CHECK(!is_read(bad));
    // An unknown type of entry.
    bad = good;
    bad[1] |= std::byte{7};
    CHECK(!is_read(bad));
    // These kinds of entries, such as lacks and reshuffles, must be marked as seen by everybody.
    for (const std::string text : {"1!Fe:7~0", "d>>0~0", "1%d:4~0"}) {
      CAPTURE(text);
      bad = bytes_of(log_of(text));
      bad[3] &= ~std::byte{ObservationLog::seen_by_everyone};
      CHECK(!is_read(bad));
    }
    // The third entry holds the contents of a pile as bits, from its fourth bit on.
    const auto pile = bytes_of(log_of("1%d:4+1%d:3+%H,H,He+1%d:4~0"));
    CHECK(is_read(pile));
    bad = pile;
    // A third H without a second one.
    bad[9] = std::byte{5 | 5 << 3};
    CHECK(!is_read(bad));
    // Not seen by everybody.
    bad = pile;
    bad[11] &= ~std::byte{ObservationLog::seen_by_everyone};
    CHECK(!is_read(bad));
    // An empty pile.
    bad = pile;
    bad[9] = std::byte{5};
    bad[10] = std::byte{0};
    bad[12] = std::byte{0};
    CHECK(!is_read(bad));
  }
}
