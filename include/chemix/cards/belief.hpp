// SPDX-License-Identifier: Apache-2.0
// Beliefs: what a viewer can think of hidden cards, every world weighted by the histories that lead
// to it and look the same to the viewer.
#pragma once

// Every card is an individual. What was seen is gone through once, with all that may have happened
// unseen: an *account* says which places hold cards that were seen to come there, and of which
// pool the others are. Where one of several cards can have moved, an account becomes several, each
// with the number of ways; equal ones are one again. In an account all cards that were not seen are
// alike, so that its worlds are dealt like a pack, group by group. Where groups cannot be some
// kinds, more ways are reckoned with than there are: a deal that lands on one too many is taken
// back, so that every world stays as likely as it should be. If that happens too often the worlds
// are counted.

#include "chemix/cards/accounts.hpp"
#include "chemix/cards/memory.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/few_of.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix {

/// What the hand of a player holds for certain: of each of some sets of kinds so many cards.
template <class Set>
struct SurelyHeldOf {
  struct Cards {
    Set kinds;
    int at_least = 0;
  };

  Player player = 0;
  FewOf<Cards, 40> cards;
};

/// What one viewer believes of hidden cards: worlds, weighted.
template <class BagType>
class BeliefOf {
 public:
  using Bag = BagType;
  /// Room for all orders of the cards times the widest factor of an account; what needs more is
  /// rounded.
  using Number = BigUnsigned<max_world_cards<Bag> <= 96 ? 11 : 18>;
  using World = WorldOf<Bag>;
  using Set = typename Bag::Set;
  using SurelyHeld = SurelyHeldOf<Set>;

  /// Of so many accounts at most worlds are counted, and of so few where much was gone through.
  static constexpr std::size_t max_accounts = 64;
  static constexpr std::size_t few_accounts = 12;

  /// What the viewer of `seen` believes of the hidden places after what `memory` says. `all` are
  /// the cards of the game, `pile` those that the draw pile was last made of anew; `unheld` are
  /// kinds that no hidden hand can hold now, `held` is what a hand surely holds.
  template <class Rules, class Observation, class Memory>
  BeliefOf(const Rules& rules, const Observation& seen, const Memory& memory, const Bag& all,
           const Bag& pile = {}, const Set& unheld = {}, const SurelyHeld& held = {})
      : viewer_(seen.viewer),
        hands_(Memory::hand_count),
        own_(viewer_.is_spectator() ? 0U : 1U << viewer_.seat()),
        unheld_(unheld),
        held_(held) {
    problem_ = rules.hidden_places(seen, all, [&](Place place, PlaceSet set, const auto* shown) {
      const HiddenPlace number = rules.hidden_place(place);
      if (number >= hidden_place_count) return;
      Known& known = known_[number];
      if (set != 0) known.place = std::countr_zero(static_cast<unsigned>(set));
      known.is_shown = shown != nullptr;
      if (shown != nullptr) add_cards(known.shown, *shown);
    });
    // What the viewer holds the viewer sees.
    if (known_[at(held_.player)].place < 0) held_.cards.clear();
    for (std::size_t i = 0; i < memory.size() && own_ != 0; ++i) {
      forgot_own_ |= !memory.kind(i) && memory.what(i) == Memo::What::Move &&
                     (is_own(memory.from(i)) || is_own(memory.to(i)));
    }
    constexpr unsigned places = (1U << hidden_place_count) - 1;
    hidden_ = forgot_own_ ? places : places & ~own_;
    begin(memory, all, pile);
    for (std::size_t i = 0; i < memory.size() && !accounts_.empty(); ++i) {
      if (memory.what(i) == Memo::What::Pile) continue;
      if (memory.what(i) == Memo::What::Move) {
        if (is_hidden(memory.from(i)) || is_hidden(memory.to(i))) replay(rules, memory, i);
        if (const SeenKind kind = memory.kind(i)) last_[memory.to(i)] = kind;
        continue;
      }
      // Of cards shown one after another the last says how many there were.
      if (i + 1 < memory.size() && goes_on(memory, i)) continue;
      if (memory.begins_reshuffle(i)) {
        for (Account& account : accounts_) account.pools.add(piles_[piles_.size() - pool_ - 1U]);
        ++pool_;
      }
      replay(rules, memory, i);
    }
    end();
  }

  /// The hand of a player was counted: of a kind it holds exactly so many cards.
  void count_hand(Player player, Card card, int cards) {
    const int number = known_[at(player)].place;
    if (number < 0) return;
    const int size = problem_.size(number);
    const auto found = [&](const Account& account) { return account.seen[at(player)].count(card); };
    keep_if([&](const Account& account) { return found(account) <= cards; });
    erase_dropped();
    // Those that were not seen to come there are found one by one, in any order: reckoned with the
    // others among them, so that no account has more ways for having seen fewer.
    for (Account& account : accounts_) {
      for (int i = 0; i < found(account); ++i) account.factor.multiply(as_factor(cards - i));
    }
    for (int i = 0; i < cards; ++i) {
      const std::size_t count = accounts_.size();
      for (std::size_t nth = 0; nth < count; ++nth) {
        if (found(accounts_[nth]) < cards) find(nth, player, size, card);
      }
      merge_many();
    }
    for (Account& account : accounts_) exclude_unseen(account, player, size, Set::of(card));
    simplify();
  }

  /// The hidden places and the cards that lie there.
  [[nodiscard]] const WorldProblemOf<Bag>& places() const { return problem_; }
  /// How often something was forgotten to keep accounts few, or ways were rounded; 0: it is exact.
  [[nodiscard]] int approximated() const { return approximated_; }

  /// All ways, as `ways_of` counts them.
  [[nodiscard]] Number ways() const {
    Number all;
    for (const Account& account : accounts_) all += ways_of(account);
    return all;
  }
  /// The number of worlds in decimal digits: each counts as often, in smallest whole numbers, as it
  /// is likely; while all is one, as the choices of individual cards for the places.
  [[nodiscard]] std::string count() const {
    Number all;
    Number common;
    for (const Account& account : accounts_) {
      const auto seats = seats_of(account);
      const Number ways = ways_of(account);
      if (ways == Number()) continue;
      all += ways;
      Number unit(account.factor.whole());
      for (const Group& group : *seats) unit = unit * factorial(group.size);
      common = common == Number() ? unit : Number::common_divisor(common, unit);
    }
    return all == Number() ? "0" : all.divided_by(common).text();
  }

  /// The ways that lead to a world: of all `ways()`, they are its probability.
  [[nodiscard]] Number ways_of(const World& world) const {
    Number all;
    for_each_way_to(world, [&](const Account& account, const Number& ways) {
      all += Number(account.factor.whole()) * ways;
      return true;
    });
    return all;
  }
  /// Whether any way leads to a world.
  [[nodiscard]] bool can_be(const World& world) const {
    return !for_each_way_to(world, [](const Account&, const Number&) { return false; });
  }
  /// Whether any world can be.
  [[nodiscard]] bool can_be() const {
    FastRandom generator(SeedSequence(0));
    RandomRef random(generator);
    return sample(random).has_value();
  }

  /// Cards that are dealt apart from others to the places of `problem`, in each of which all seats
  /// are alike: `seats[i][place]` of the `i`-th are of a place of the belief.
  struct Pack {
    WorldProblemOf<Bag> problem;
    std::array<std::array<std::uint8_t, max_place_count>, max_place_count> seats{};
  };
  /// Calls `visit(ways, seen, packs)` for all accounts and ways to share out what a hand surely
  /// holds that any world comes of: in so many ways the places hold what was seen to come there,
  /// `seen`, and of each pack what is dealt to them.
  void for_each_account(auto&& visit) const {
    for (const Account& account : accounts_) {
      const auto seats = seats_of(account);
      if (!seats) continue;
      std::vector<Pack> packs;
      const auto share = [&](auto& self, std::size_t pool, const Needs& needs,
                             const Number& ways) -> void {
        if (pool > pool_) {
          if (needs.empty()) visit(ways, world_of(account), packs);
          return;
        }
        for_each_share(account, *seats, pool, needs, [&](const Seating& made, const Needs& left) {
          const Number here = made.ways();
          if (here == Number()) return;
          const bool is_dealt = made.places.size() > 0;
          if (is_dealt) packs.push_back(pack_of(made, *seats, pool));
          self(self, pool + 1, left, ways * here);
          if (is_dealt) packs.pop_back();
        });
      };
      share(share, 0, needs_besides(held_.cards, held_cards(account)),
            Number(account.factor.whole()));
    }
  }

  /// One of the worlds by its probability, or nothing when there is none.
  template <class Random>
  [[nodiscard]] std::optional<World> sample(Random& random) const {
    if (accounts_.size() == 1) {
      const auto made = dealing(accounts_[0]);
      for (int i = 0; i < most_deals && made; ++i) {
        if (auto world = dealt(accounts_[0], *made, random)) return world;
      }
      return made ? sample_counted(random) : std::nullopt;
    }
    thread_local std::vector<Dealing> dealings;
    const Weights weights = reckoned(dealings);
    for (int i = 0; i < most_deals && !(weights.all == Number()); ++i) {
      const std::size_t nth = chosen(weights, random);
      if (auto world = dealt(accounts_[nth], dealings[nth], random)) return world;
    }
    return sample_counted(random);
  }

 private:
  using Account = AccountOf<Bag>;
  using Accounts = AccountsOf<Account>;
  using Group = typename Account::Group;
  using Groups = typename Account::Groups;
  using Seats = typename Account::Seats;
  using Pools = typename Account::Pools;
  using Whole = Factor::Whole;
  static constexpr std::size_t most_groups = Account::most_groups;
  static constexpr std::size_t most_piles = Account::most_piles;
  static constexpr std::size_t pool_count = Account::pool_count;

  struct Known {
    /// Its number in the problem, or −1 when the viewer sees its cards, if it has any.
    int place = -1;
    bool is_shown = false;
    Bag shown;
  };

  static constexpr std::size_t at(int place) { return Account::at(place); }
  static constexpr std::uint64_t as_factor(int cards) { return static_cast<std::uint64_t>(cards); }

  [[nodiscard]] bool is_own(int place) const { return (own_ >> place & 1U) != 0; }
  // Whether cards of a place are unknown to the viewer but for what the memory says; the viewer's
  // own are where not all is remembered that came there.
  [[nodiscard]] bool is_hidden(int place) const { return (hidden_ >> place & 1U) != 0; }

  // Of the cards that a place holds the last come, of which nothing is known; below 0: none fit.
  static int others(const Account& account, int place, int size) {
    return size - account.told[at(place)];
  }
  [[nodiscard]] Group latest(int place, int size = 0) const {
    Group group;
    group.place = static_cast<std::uint8_t>(place);
    group.pool = pool_;
    group.size = static_cast<std::uint8_t>(size);
    return group;
  }

  // ---- Going through what was seen ----

  // The cards that were hidden when the memory begins: those of now, and what was seen to change.
  void begin(const auto& memory, const Bag& all, const Bag& pile) {
    Bag hidden = problem_.unseen;
    for (int place = 0; place < hidden_place_count; ++place) {
      if (!is_hidden(place) || !known_[at(place)].is_shown) continue;
      const Bag& shown = known_[at(place)].shown;
      bool fit = true;
      shown.kinds().for_each([&](Card card) {
        fit = fit && hidden.count(card) + shown.count(card) <= Bag::most_copies(card);
      });
      if (!fit) return;
      hidden += shown;
    }
    // Of cards that are not hidden those are looked at that are said to have come.
    Counts own{};
    if (!viewer_.is_spectator()) {
      const Bag& hand = known_[at(viewer_.seat())].shown;
      hand.kinds().for_each(
          [&](Card card) { own[card.index] = static_cast<std::int16_t>(hand.count(card)); });
    }
    // The last reshuffle comes first; at the next one it is told what the pile was made of before.
    Bag made_of = pile;
    for (std::size_t i = memory.size(); i-- > 0;) {
      if (memory.what(i) != Memo::What::Move) {
        if (!memory.begins_reshuffle(i)) continue;
        if (piles_.size() == most_piles || !hidden.contains(made_of)) return;
        hidden -= made_of;
        piles_.add(made_of);
        made_of = bag_of(memory.pile_before(i), all);
        continue;
      }
      const HiddenPlace from = memory.from(i);
      const HiddenPlace to = memory.to(i);
      const SeenKind kind = memory.kind(i);
      if (kind && !forgot_own_) {
        if (is_own(from)) ++own[*kind];
        if (is_own(to) && --own[*kind] < 0) return;
      }
      if (is_hidden(from) == is_hidden(to)) continue;
      if (!kind || *kind >= max_card_kind_count) return;
      const Card card = Card::of(*kind);
      if (is_hidden(from)) {
        if (hidden.count(card) >= Bag::most_copies(card)) return;
        hidden.add(card);
      } else {
        if (hidden.count(card) == 0) return;
        hidden.remove(card);
      }
    }
    accounts_.add(Account()).pools.add(hidden);
  }
  // Cards by kind; memos tell of no more kinds than fit into them.
  using Counts = std::array<std::int16_t, 128>;

  static bool goes_on(const auto& memory, std::size_t i) {
    if (memory.what(i) != Memo::What::Show || memory.what(i + 1) != Memo::What::Show) return false;
    const Memo memo = memory[i];
    const Memo next = memory[i + 1];
    return memo.kind && memo.kind == next.kind && memo.from == next.from &&
           memo.amount + 1 == next.amount;
  }

  // The kinds that a card that moves unseen or a hand cannot be of.
  static Set excluded(const auto& rules, const Memo& memo) {
    if (memo.what == Memo::What::Lack) return rules.lacked(Card::of(*memo.kind));
    if (memo.what != Memo::What::Move || memo.kind) return {};
    return rules.not_among(memo.among);
  }
  void replay(const auto& rules, const auto& memory, std::size_t nth) {
    const Memo memo = memory[nth];
    if (!is_hidden(memo.from)) {
      // Accounts stay apart.
      if (memo.what != Memo::What::Move || !is_hidden(memo.to)) return;
      for (Account& account : accounts_) add_seen(account, memo.to, Card::of(*memo.kind));
      return;
    }
    if (memo.what == Memo::What::Show && !memo.kind) return;
    const Set without = excluded(rules, memo);
    // Accounts that come of one stand at the end.
    const std::size_t count = accounts_.size();
    const bool moves = memo.what == Memo::What::Move;
    for (std::size_t i = 0; i < count && moves; ++i) move(i, memo, without);
    for (std::size_t i = 0; i < count && !moves; ++i) {
      switch (memo.what) {
        case Memo::What::Move:
        case Memo::What::Pile:
          break;
        case Memo::What::Show:
          show(i, memo.from, memo.size, Card::of(*memo.kind), memo.amount);
          break;
        case Memo::What::Lack:
          lack(accounts_[i], memo, without);
          break;
        case Memo::What::MoveAll:
          move_all(accounts_[i], memo);
          break;
        case Memo::What::Reshuffle:
          reshuffle(accounts_[i], memo);
          break;
      }
    }
    work_ += accounts_.size();
    merge_many();
  }

  void drop(Account& account) {
    account.factor = 0;
    is_dropped_ = true;
  }

  // Each of the choices that an account leaves open makes one of its own; the first stays where it
  // was.
  template <class Choice>
  void split(std::size_t i, auto&& for_each_choice, auto&& take) {
    Account& account = accounts_[i];
    std::optional<Choice> first;
    for_each_choice(account, [&](const Choice& choice) {
      if (!first) {
        first = choice;
      } else {
        take(accounts_.add(account), choice);
      }
    });
    if (!first) return drop(account);
    take(account, *first);
  }

  // One of the cards that may have moved: one seen to come, or one of the `nth` group, those that
  // came last being behind all. Accounts become several seldom, so that it is kept small.
  struct Option {
    bool is_seen = false;
    Card card;
    std::uint8_t nth = 0;
    std::uint8_t copies = 0;

    static Option seen(Card card, int copies) {
      return {true, card, 0, static_cast<std::uint8_t>(copies)};
    }
    static Option of_group(std::size_t nth, int copies) {
      return {false, {}, static_cast<std::uint8_t>(nth), static_cast<std::uint8_t>(copies)};
    }
  };

  // One for each kind that was seen to come and each group.
  using Options = FewOf<Option, max_card_kind_count + most_groups + 1>;

  // Any of the cards that may have moved has.
  CHEMIX_INLINE_FOLD void move(std::size_t i, const Memo& memo, const Set& without) {
    Options options;
    add_options(options, accounts_[i], memo, without);
    take_any(i, options, memo, without);
  }
  // A card that was not seen to come to a place is of this kind.
  void find(std::size_t i, int place, int size, Card card) {
    const Memo stays = staying(place, size, card);
    Options options;
    add_unseen_options(options, accounts_[i], stays, others(accounts_[i], place, size));
    take_any(i, options, stays, {});
  }
  // A card of this kind is shown: one that was seen to come there or any other.
  void show_one(std::size_t i, int place, int rest, int size, Card card) {
    const Memo stays = staying(place, size, card);
    Options options;
    add_unseen_options(options, accounts_[i], stays, rest);
    // As `for_each_pick` has them.
    std::reverse(options.begin(), options.end());
    const int copies = accounts_[i].seen[at(place)].count(card);
    if (copies > 0) options.add(Option::seen(card, copies));
    take_any(i, options, stays, {});
  }
  static Memo staying(int place, int size, Card card) {
    const auto here = static_cast<HiddenPlace>(place);
    return {Memo::What::Move, here, here, card.index, {}, static_cast<std::uint8_t>(size)};
  }
  void add_options(Options& options, const Account& account, const Memo& memo,
                   const Set& without) const {
    const int place = memo.from;
    const int rest = others(account, place, memo.size);
    if (rest < 0) return;
    if (memo.among == Memo::Among::Newest) {
      if (rest > 0 && may_be_latest(account, memo)) {
        options.add(Option::of_group(account.groups.size(), 1));
      }
      return;
    }
    const Bag& seen = account.seen[at(place)];
    if ((seen_at_ >> place & 1U) == 0) {
      // No card was seen to come there.
    } else if (memo.kind) {
      const Card card = Card::of(*memo.kind);
      const int copies = seen.count(card);
      if (copies > 0) options.add(Option::seen(card, copies));
    } else {
      (seen.kinds() - without).for_each([&](Card card) {
        const bool stays =
            memo.among == Memo::Among::AllButLast && last_[at(place)] == SeenKind(card.index);
        const int copies = seen.count(card) - static_cast<int>(stays);
        if (copies > 0) options.add(Option::seen(card, copies));
      });
    }
    add_unseen_options(options, account, memo, rest);
  }
  void add_unseen_options(Options& options, const Account& account, const Memo& memo,
                          int rest) const {
    const Groups& groups = account.groups;
    for (std::size_t nth = 0; nth < groups.size(); ++nth) {
      const Group& group = groups[nth];
      if (group.place == memo.from && may_be_of(account, group, memo)) {
        options.add(Option::of_group(nth, group.size));
      }
    }
    if (rest > 0 && may_be_latest(account, memo)) {
      options.add(Option::of_group(groups.size(), rest));
    }
  }
  // Each option makes an account of its own; the first stays where it was.
  CHEMIX_INLINE_FOLD void take_any(std::size_t i, const Options& options, const Memo& memo,
                                   const Set& without) {
    Account& account = accounts_[i];
    if (options.empty()) return drop(account);
    for (std::size_t nth = 1; nth <= options.size(); ++nth) {
      const bool stays = nth == options.size();
      take(stays ? account : accounts_.add(account), options[stays ? 0 : nth], memo, without);
    }
  }
  CHEMIX_INLINE_FOLD void take(Account& account, const Option& option, const Memo& memo,
                               const Set& without) {
    if (option.copies > 1) account.factor.multiply(as_factor(option.copies));
    if (option.is_seen) {
      account.remove_seen(memo.from, option.card);
      if (is_hidden(memo.to)) add_seen(account, memo.to, option.card);
      return;
    }
    const bool is_latest = option.nth == account.groups.size();
    if (memo.kind) {
      Bag& pool = account.pools[is_latest ? pool_ : account.groups[option.nth].pool];
      const Card card = Card::of(*memo.kind);
      if (!is_latest) account.resize(account.groups[option.nth], -1);
      account.factor.multiply(as_factor(pool.count(card)));
      pool.remove(card);
      if (is_hidden(memo.to)) add_seen(account, memo.to, card);
      return;
    }
    Group group = is_latest ? latest(memo.to) : account.groups[option.nth];
    if (!is_latest) account.resize(account.groups[option.nth], -1);
    group.place = memo.to;
    if (!without.empty()) group.exclude(without);
    add_to_group(account, group, 1);
  }
  void add_seen(Account& account, int place, Card card) {
    seen_at_ |= 1U << place;
    account.add_seen(place, card);
  }
  // Whether what moves may be one of a group.
  static bool may_be_of(const Account& account, const Group& group, const Memo& memo) {
    if (!memo.kind) return true;
    const Card card = Card::of(*memo.kind);
    return !group.without.contains(card) && account.pools[group.pool].count(card) > 0;
  }
  // Whether it may be one of those that came last.
  [[nodiscard]] bool may_be_latest(const Account& account, const Memo& memo) const {
    return !memo.kind || account.pools[pool_].count(Card::of(*memo.kind)) > 0;
  }

  // Of cards of a kind that are shown, how many were seen to come, and how many are of each group,
  // those that came last being behind all.
  struct Picks {
    int seen = 0;
    std::array<std::uint8_t, most_groups + 1> of_group{};
    /// In how many ways: any of the cards, in any order.
    std::uint64_t ways = 1;
  };

  // So many cards of a kind are shown: any of those that are there, some of which may have been
  // seen to come.
  void show(std::size_t i, int place, int size, Card card, int amount) {
    const int rest = others(accounts_[i], place, size);
    if (rest < 0) return drop(accounts_[i]);
    if (amount == 1) return show_one(i, place, rest, size, card);
    const Group last = latest(place, rest);
    split<Picks>(
        i,
        [&](const Account& here, auto&& visit) { for_each_pick(here, last, card, amount, visit); },
        [&](Account& here, const Picks& picks) { take_all(here, picks, last, card); });
  }
  void for_each_pick(const Account& account, const Group& last, Card card, int amount,
                     auto&& visit) const {
    const Groups& groups = account.groups;
    std::array<int, pool_count> left{};
    for (std::size_t pool = 0; pool <= pool_; ++pool) left[pool] = account.pools[pool].count(card);
    Picks picks;
    const auto pick = [&](auto& self, std::size_t nth, int more, std::uint64_t ways) -> void {
      if (more == 0) {
        picks.ways = ways;
        return visit(picks);
      }
      while (nth < groups.size() && groups[nth].place != last.place) ++nth;
      if (nth > groups.size()) return;
      const Group& group = nth < groups.size() ? groups[nth] : last;
      const int most =
          group.without.contains(card) ? 0 : std::min({more, int{group.size}, left[group.pool]});
      for (int number = 0; number <= most; ++number) {
        picks.of_group[nth] = static_cast<std::uint8_t>(number);
        self(self, nth + 1, more - number, ways * choose(group.size, number));
        ways *= as_factor(left[group.pool]--);
      }
      left[group.pool] += most + 1;
      picks.of_group[nth] = 0;
    };
    const int seen = std::min(account.seen[last.place].count(card), amount);
    const int copies = account.seen[last.place].count(card);
    for (; picks.seen <= seen; ++picks.seen) {
      pick(pick, 0, amount - picks.seen, choose(copies, picks.seen));
    }
  }
  void take_all(Account& account, const Picks& picks, const Group& last, Card card) {
    if (picks.ways > 1) account.factor.multiply(picks.ways);
    // From the last one on, since groups of which nothing is left go.
    for (std::size_t nth = account.groups.size() + 1; nth-- > 0;) {
      const int number = picks.of_group[nth];
      if (number == 0) continue;
      const bool is_last = nth == account.groups.size();
      Bag& pool = account.pools[is_last ? last.pool : account.groups[nth].pool];
      for (int i = 0; i < number; ++i) {
        pool.remove(card);
        add_seen(account, last.place, card);
      }
      if (!is_last) account.resize(account.groups[nth], -number);
    }
  }
  // The ways to choose at most seven.
  static std::uint64_t choose(int of, int number) {
    if (number == 0) return 1;
    std::uint64_t ways = as_factor(of);
    for (int i = 1; i < number; ++i) ways = ways * as_factor(of - i) / as_factor(i + 1);
    return ways;
  }

  // The groups of a place cannot be some kinds.
  static void exclude(Account& account, int place, const Set& kinds) {
    Groups& groups = account.groups;
    const auto is_here = [&](const Group& group) { return group.place == place; };
    Group* const first = std::find_if(groups.begin(), groups.end(), is_here);
    Group* const end = std::find_if_not(first, groups.end(), is_here);
    bool any_changes = false;
    for (Group* group = first; group != end; ++group) {
      if ((kinds - group->without).empty()) continue;
      any_changes = true;
      account.hash -= group->mark();
      group->exclude(kinds);
      account.hash += group->mark();
    }
    if (!any_changes || end - first < 2) return;
    sort_few(first, end);
    // Those that are alike now are one.
    Group* kept = first;
    for (Group* group = first; group != end; ++group) {
      if (kept != first && kept[-1].is_like(*group)) {
        account.hash -= group->mark() + kept[-1].mark();
        kept[-1].size = static_cast<std::uint8_t>(kept[-1].size + group->size);
        account.hash += kept[-1].mark();
      } else {
        *kept++ = *group;
      }
    }
    groups.erase(kept, end);
  }

  void lack(Account& account, const Memo& memo, const Set& lacked) {
    if (!(account.seen[memo.from].kinds() & lacked).empty()) return drop(account);
    exclude_unseen(account, memo.from, memo.size, lacked);
  }
  // What was not seen to come to a place cannot be some kinds.
  void exclude_unseen(Account& account, int place, int size, const Set& kinds) {
    const int rest = others(account, place, size);
    if (rest < 0) return drop(account);
    exclude(account, place, kinds);
    Group last = latest(place);
    last.exclude(kinds);
    add_to_group(account, last, rest);
  }

  // What was in a hand then is of the older cards.
  void reshuffle(Account& account, const Memo& memo) {
    const int rest = others(account, memo.from, memo.size);
    if (rest < 0) return drop(account);
    // In the middle of this all pools may have become one.
    if (approximated_ > 0 && account.pools[pool_ - 1U].empty()) return;
    Group group = latest(memo.from);
    --group.pool;
    add_to_group(account, group, rest);
  }

  void move_all(Account& account, const Memo& memo) {
    const Bag cards = account.seen[memo.from];
    for (int i = 0; i < cards.size(); ++i) {
      account.remove_seen(memo.from, cards.nth(i));
      add_seen(account, memo.to, cards.nth(i));
    }
    account.regroup([&] {
      for (Group& group : account.groups) {
        if (group.place == memo.from) group.place = memo.to;
      }
      sort_few(account.groups.begin(), account.groups.end());
    });
  }

  // Calls `visit(group)` for all groups of a place, those that came last at the end, which are
  // `rest`.
  void for_each_group(const Account& account, int place, int rest, auto&& visit) const {
    for (const Group& group : account.groups) {
      if (group.place == place) visit(group);
    }
    if (rest == 0) return;
    visit(latest(place, rest));
  }

  // Adds cards to a group; those that came last are not kept.
  void add_to_group(Account& account, Group like, int cards) {
    if (cards == 0 || like.is_like(latest(like.place))) return;
    auto& groups = account.groups;
    for (;;) {
      // Most are of other places: going through all is faster than halving.
      Group* const found = std::find_if(groups.begin(), groups.end(),
                                        [&](const Group& group) { return group.is_like(like); });
      if (found != groups.end()) return account.resize(*found, cards);
      if (groups.size() < most_groups) break;
      weaken(account);
      // Its pool may be one with the next now.
      while (like.pool < pool_ && account.pools[like.pool].empty()) ++like.pool;
      if (like.is_like(latest(like.place))) return;
    }
    like.size = static_cast<std::uint8_t>(cards);
    account.insert(like);
  }
  // Forgets what the group cannot be of which that is known least; if nothing is known of any,
  // which cards are of the oldest pool.
  void weaken(Account& account) {
    ++approximated_;
    Group* weakest = nullptr;
    for (Group& group : account.groups) {
      if (group.without.empty()) continue;
      if (weakest == nullptr || group.without.size() < weakest->without.size()) weakest = &group;
    }
    if (weakest == nullptr) return unite_pools(account, oldest_pool(account));
    Group any = *weakest;
    any.without = Set();
    any.hash = 0;
    account.resize(*weakest, -any.size);
    add_to_group(account, any, any.size);
  }

  [[nodiscard]] std::size_t most_accounts() const {
    return work_ < most_work ? max_accounts : few_accounts;
  }
  // Accounts that say the same are one. Of too many something is forgotten that sets them apart; so
  // no world is ever lost.
  void merge() {
    erase_dropped();
    unite();
    for (; accounts_.size() > most_accounts(); ++approximated_) {
      forget();
      unite();
    }
    merged_ = accounts_.size();
    keep_factors_short();
  }
  // As long as few have come to those there were, looking for equal ones takes longer than they do.
  void merge_many() {
    erase_dropped();
    if (accounts_.size() > std::min(most_accounts(), 2 * merged_ + 2)) return merge();
    keep_factors_short();
  }
  void erase_dropped() {
    if (!is_dropped_) return;
    accounts_.keep_if(
        [](const Account& account, std::size_t) { return !account.factor.is_zero(); });
    is_dropped_ = false;
  }
  void keep_factors_short() {
    if (accounts_.size() == 1) accounts_[0].factor = 1;
    if (accounts_.size() < 2) return;
    for (Account& account : accounts_) {
      if (account.factor.is_wide()) return shorten();
    }
  }

  [[nodiscard]] int widest_factor() const {
    int widest = 0;
    for (const Account& account : accounts_) {
      widest = std::max(widest, account.factor.whole().bit_width());
    }
    return widest;
  }
  [[nodiscard]] bool divides_all(const OddDivisor& divisor) const {
    for (const Account& account : accounts_) {
      Whole factor = account.factor.whole();
      if (!factor.divide_exactly(divisor)) return false;
    }
    return true;
  }
  // Takes what all factors have in common out of them, and rounds them if that is not enough.
  void shorten() {
    int twos = 64 * static_cast<int>(Whole::size);
    for (Account& account : accounts_) {
      twos = std::min(twos, account.factor.whole().trailing_zeros());
    }
    for (Account& account : accounts_) account.factor.whole().shift_right(twos);
    static constexpr std::array<OddDivisor, 5> odd_primes = {3U, 5U, 7U, 11U, 13U};
    for (const OddDivisor& prime : odd_primes) {
      while (divides_all(prime)) {
        for (Account& account : accounts_) account.factor.whole().divide_exactly(prime);
      }
    }
    const int widest = widest_factor();
    if (widest <= Factor::most_bits) return;
    for (Account& account : accounts_) {
      Whole& factor = account.factor.whole();
      factor.shift_right(widest - Factor::most_bits / 2);
      if (factor == Whole()) factor = 1;
    }
    ++approximated_;
  }

  void unite() {
    if (accounts_.size() < 2) return;
    work_ += accounts_.size();
    // Of each one that is kept its number from 1 on, and above it the hash.
    thread_local std::vector<std::uint64_t> index;
    index.assign(std::bit_ceil(2 * accounts_.size()), 0);
    const std::size_t slots = index.size() - 1;
    accounts_.keep_if([&](Account& account, std::size_t kept) {
      const auto hash = static_cast<std::uint32_t>(account.hash * 0x9E3779B97F4A7C15U >> 32);
      for (std::size_t slot = hash & slots;; slot = (slot + 1) & slots) {
        if (index[slot] == 0) {
          index[slot] = std::uint64_t{hash} << 32 | (kept + 1);
          return true;
        }
        if (index[slot] >> 32 != hash) continue;
        Account& other = accounts_[static_cast<std::uint32_t>(index[slot]) - 1];
        if (!are_alike(other, account)) continue;
        other.factor += account.factor;
        return false;
      }
    });
  }
  [[nodiscard]] bool are_alike(const Account& one, const Account& other) const {
    const auto first = static_cast<std::size_t>(std::countr_zero(seen_at_ | 1U << 31));
    const auto end = static_cast<std::size_t>(std::bit_width(seen_at_));
    // What is in none of these is in the last pool: all accounts are of the same cards.
    return one.groups.size() == other.groups.size() &&
           are_equal(one.seen.data(), other.seen.data(), first, end) &&
           are_equal(one.pools.begin(), other.pools.begin(), 0, pool_) &&
           are_equal(one.groups.begin(), other.groups.begin(), 0, one.groups.size());
  }
  // By their bytes, since mostly they are; the large ones all at once.
  template <class T>
  static bool are_equal(const T* ones, const T* others, std::size_t first, std::size_t end) {
    static_assert(std::has_unique_object_representations_v<T>);
    if (first >= end) return true;
    if constexpr (sizeof(T) > sizeof(Group)) {
      return std::memcmp(ones + first, others + first, (end - first) * sizeof(T)) == 0;
    }
    for (; first < end; ++first) {
      if (std::memcmp(ones + first, others + first, sizeof(T)) != 0) return false;
    }
    return true;
  }
  // Calls `visit(place)` for all places to which a card was seen to come.
  void for_each_seen_at(auto&& visit) const {
    for (unsigned rest = seen_at_; rest != 0; rest &= rest - 1) {
      visit(static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }

  // By place, the kinds of which not all accounts have seen as many come there.
  using Varied = std::array<Set, hidden_place_count>;
  [[nodiscard]] Varied varied() const {
    Varied varied;
    for_each_seen_at([&](std::size_t place) {
      const auto first = accounts_[0].seen[place].words();
      auto differing = decltype(first){};
      for (const Account& account : accounts_) {
        const auto words = account.seen[place].words();
        for (std::size_t i = 0; i < words.size(); ++i) differing[i] |= words[i] ^ first[i];
      }
      varied[place] = Bag::kinds_in(differing);
    });
    return varied;
  }
  // The kind that accounts disagree about most, if there is one.
  [[nodiscard]] std::optional<Card> most_varied_kind(const Varied& varied) const {
    Set kinds;
    for (const Set& here : varied) kinds = kinds | here;
    std::optional<Card> found;
    int most = 0;
    kinds.for_each([&](Card card) {
      // The counts in all places as one number, of which most places make the same part.
      const auto part = [&](std::size_t place, const Account& account) {
        return static_cast<std::uint64_t>(account.seen[place].count(card))
               << (6 * (hidden_place_count - 1 - place));
      };
      std::uint64_t same = 0;
      int copies = 0;
      FewOf<std::size_t, hidden_place_count> places;
      for_each_seen_at([&](std::size_t place) {
        copies += accounts_[0].seen[place].count(card);
        if (varied[place].contains(card)) {
          places.add(place);
        } else {
          same |= part(place, accounts_[0]);
        }
      });
      // All copies of the kind share themselves out between so many places and the others.
      for (const Bag& pool : accounts_[0].pools) copies += pool.count(card);
      const auto shares = static_cast<int>(places.size());
      if (choose(copies + shares, shares) <= static_cast<std::uint64_t>(most)) return;
      // How many different ones there are, nearly: of 64 marks those that some of them set.
      const std::size_t stride = std::max<std::size_t>(1, accounts_.size() / few_accounts);
      std::uint64_t marks = 0;
      for (std::size_t i = 0; i < accounts_.size(); i += stride) {
        std::uint64_t counts = same;
        for (const std::size_t place : places) counts |= part(place, accounts_[i]);
        marks |= std::uint64_t{1} << (counts * 0x9E3779B97F4A7C15U >> 58);
      }
      if (popcount(marks) <= most) return;
      most = popcount(marks);
      found = card;
    });
    return found;
  }
  // Of the kind that accounts disagree about most only those cards were seen of which all say so;
  // if there is none, it is not known which cards are of the oldest pool.
  void forget() {
    const Varied varied = this->varied();
    const std::optional<Card> card = most_varied_kind(varied);
    if (!card) {
      std::size_t oldest = pool_;
      for (const Account& account : accounts_) oldest = std::min(oldest, oldest_pool(account));
      for (Account& account : accounts_) unite_pools(account, oldest);
      return;
    }
    for_each_seen_at([&](std::size_t place) {
      if (!varied[place].contains(*card)) return;
      int certain = accounts_[0].seen[place].count(*card);
      for (const Account& account : accounts_) {
        certain = std::min(certain, account.seen[place].count(*card));
      }
      for (Account& account : accounts_) {
        for (int more = account.seen[place].count(*card) - certain; more > 0; --more) {
          account.remove_seen(static_cast<int>(place), *card);
          account.pools[pool_].add(*card);
        }
      }
    });
  }

  // The first that has cards.
  [[nodiscard]] std::size_t oldest_pool(const Account& account) const {
    std::size_t pool = 0;
    while (pool < pool_ && account.pools[pool].empty()) ++pool;
    return pool;
  }
  // A pool becomes one with the next; of the last one it is not known any more what groups cannot
  // be.
  void unite_pools(Account& account, std::size_t pool) const {
    account.regroup([&] {
      if (pool == pool_) return account.groups.clear();
      account.pools[pool + 1] += account.pools[pool];
      account.pools[pool] = Bag();
      Groups united;
      for (Group group : account.groups) {
        if (group.pool == pool) ++group.pool;
        if (group.is_like(latest(group.place))) continue;
        Group* const found = std::find_if(united.begin(), united.end(),
                                          [&](const Group& other) { return other.is_like(group); });
        if (found == united.end()) {
          united.add(group);
        } else {
          found->size = static_cast<std::uint8_t>(found->size + group.size);
        }
      }
      sort_few(united.begin(), united.end());
      account.groups = united;
    });
  }

  // ---- Where all this ended ----

  void end() {
    for (int place = 0; place < hidden_place_count; ++place) {
      if (!is_hidden(place) || !known_[at(place)].is_shown) continue;
      const Bag& shown = known_[at(place)].shown;
      shown.kinds().for_each([&](Card card) {
        const int amount = shown.count(card);
        const std::size_t count = accounts_.size();
        for (std::size_t i = 0; i < count; ++i) show(i, place, shown.size(), card, amount);
        keep_if(
            [&](const Account& account) { return account.seen[at(place)].count(card) == amount; });
        merge();
      });
      keep_if([&](const Account& account) { return account.seen[at(place)] == shown; });
    }
    simplify();
  }
  void keep_if(auto&& holds) {
    for (Account& account : accounts_) {
      if (!holds(account)) drop(account);
    }
  }

  void simplify() {
    merge();
    for (Account& account : accounts_) simplify(account);
    if (is_dropped_) merge();
    for (Account& account : accounts_) (void)account.factor.whole();
  }
  // Worlds are counted with so many places at most, one for each set of kinds that groups cannot
  // be.
  void simplify(Account& account) {
    constexpr std::size_t most = max_place_count;
    while (account.groups.size() + at(problem_.place_count()) > most) {
      const auto seats = seats_of(account);
      if (!seats) return;
      bool fits = true;
      for (std::size_t pool = 0; pool <= pool_; ++pool) {
        fits = fits && places_of(*seats, pool).size() <= most;
      }
      if (fits) return;
      weaken(account);
    }
  }

  // All groups of an account, by the places of the problem; nothing if it does not fit them.
  [[nodiscard]] std::optional<Seats> seats_of(const Account& account) const {
    Seats seats;
    std::array<bool, max_place_count> remembered{};
    std::array<int, pool_count> room{};
    const auto add = [&](const Group& group) {
      seats.add(group);
      room[group.pool] += group.size;
    };
    for (int place = 0; place < hidden_place_count; ++place) {
      const int number = known_[at(place)].place;
      if (number < 0) continue;
      remembered[at(number)] = true;
      const int rest = others(account, place, problem_.size(number));
      if (rest < 0) return std::nullopt;
      const bool is_hand = place < hands_;
      const Set unheld = is_hand ? unheld_ : Set();
      if (!unheld.empty() && !(account.seen[at(place)].kinds() & unheld).empty()) {
        return std::nullopt;
      }
      for_each_group(account, place, rest, [&](Group group) {
        group.place = static_cast<std::uint8_t>(number);
        if (!unheld.empty()) group.exclude(unheld);
        group.is_held = place == held_.player && !held_.cards.empty();
        add(group);
      });
    }
    for (int number = 0; number < problem_.place_count(); ++number) {
      if (remembered[at(number)] || problem_.size(number) == 0) continue;
      add(latest(number, problem_.size(number)));
    }
    for (std::size_t pool = 0; pool <= pool_; ++pool) {
      if (room[pool] != account.pools[pool].size()) return std::nullopt;
    }
    return seats;
  }

  [[nodiscard]] bool holds(const World& world) const {
    return std::all_of(held_.cards.begin(), held_.cards.end(), [&](const auto& cards) {
      return missing(cards, world[at(known_[at(held_.player)].place)]) <= 0;
    });
  }
  // How many of the cards that are surely held are not among these.
  static int missing(const typename SurelyHeld::Cards& held, const Bag& cards) {
    int found = 0;
    held.kinds.for_each([&](Card card) { found += cards.count(card); });
    return held.at_least - found;
  }

  // ---- Dealing, with more ways than there are ----

  // The groups of an account in the order in which they are dealt: those with the fewest cards that
  // they can be come first, those that can be any last, the largest at the end.
  struct Dealing {
    Seats seats;
    /// Of each group that cannot be some kinds: how many cards at most the first of it can be.
    std::array<std::uint8_t, Seats::capacity> most{};
    /// How many groups these are.
    std::size_t bound = 0;
    /// By pool: cards of the groups that can be any.
    std::array<int, pool_count> rest{};
  };

  [[nodiscard]] std::optional<Dealing> dealing(const Account& account) const {
    const auto seats = seats_of(account);
    if (!seats) return std::nullopt;
    Dealing made{*seats};
    std::array<std::pair<int, const Group*>, Seats::capacity> order;
    std::size_t count = 0;
    for (const Group& group : *seats) {
      const int most = group.without.empty() ? 256 + group.size
                                             : cards_for(account.pools[group.pool], group).size();
      order[count++] = {most, &group};
      if (group.without.empty()) {
        made.rest[group.pool] += group.size;
      } else {
        ++made.bound;
      }
    }
    sort_few(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < count; ++i) made.seats[i] = *order[i].second;
    // Cards that earlier groups take away for certain.
    for (std::size_t i = 0; i < made.bound; ++i) {
      const Group& group = made.seats[i];
      int most = order[i].first;
      for (std::size_t earlier = 0; earlier < i; ++earlier) {
        const Group& other = made.seats[earlier];
        if (other.pool != group.pool) continue;
        const int elsewhere =
            cards_for(account.pools[group.pool], other).only(group.without).size();
        most -= std::max(0, other.size - elsewhere);
      }
      if (most < group.size) return std::nullopt;
      made.most[i] = static_cast<std::uint8_t>(most);
    }
    return made;
  }
  // The cards of a pool that a group can be.
  static Bag cards_for(const Bag& pool, const Group& group) {
    return pool.only(pool.kinds() - group.without);
  }

  struct Weights {
    FewOf<Number, max_accounts> of;
    Number all;
  };

  // A number that is multiplied by small ones, several of them at once.
  class Multiplied {
   public:
    explicit Multiplied(Number& number) : number_(number) {}
    Multiplied(const Multiplied&) = delete;
    Multiplied& operator=(const Multiplied&) = delete;
    ~Multiplied() { number_ *= part_; }
    void by(int cards) {
      part_ *= as_factor(cards);
      if (part_ >> 56 != 0) number_ *= std::exchange(part_, 1);
    }

   private:
    Number& number_;
    std::uint64_t part_ = 1;
  };

  // At least as many ways as lead to worlds, of each account, and how these are dealt.
  [[nodiscard]] Weights reckoned(std::vector<Dealing>& dealings) const {
    Weights weights;
    dealings.clear();
    dealings.reserve(max_accounts);
    std::array<int, pool_count> least;
    least.fill(max_world_cards<Bag>);
    for (const Account& account : accounts_) {
      const auto made = dealing(account);
      weights.of.add(made ? Number(account.factor.whole()) : Number());
      dealings.push_back(made.value_or(Dealing()));
      if (!made) continue;
      for (std::size_t pool = 0; pool <= pool_; ++pool) {
        least[pool] = std::min(least[pool], made->rest[pool]);
      }
    }
    for (std::size_t i = 0; i < accounts_.size(); ++i) {
      if (weights.of[i] == Number()) continue;
      multiply(weights.of[i], dealings[i], least, pool_ + 1U);
      weights.all += weights.of[i];
    }
    return weights;
  }
  // By the ways to deal the groups, but for those of the `least` cards that can be any.
  static void multiply(Number& ways, const Dealing& made, const std::array<int, pool_count>& least,
                       std::size_t pools) {
    Multiplied product(ways);
    for (std::size_t nth = 0; nth < made.bound; ++nth) {
      for (int card = 0; card < made.seats[nth].size; ++card) product.by(made.most[nth] - card);
    }
    for (std::size_t pool = 0; pool < pools; ++pool) {
      for (int cards = made.rest[pool]; cards > least[pool]; --cards) product.by(cards);
    }
  }
  template <class Random>
  static std::size_t chosen(const Weights& weights, Random& random) {
    Number nth = Number::below(weights.all, random);
    std::size_t i = 0;
    for (; !(nth < weights.of[i]); ++i) nth -= weights.of[i];
    return i;
  }

  // A world of the account, or nothing when a card was dealt that is one too many.
  template <class Random>
  [[nodiscard]] std::optional<World> dealt(const Account& account, const Dealing& made,
                                           Random& random) const {
    Pools pools = account.pools;
    World world = world_of(account);
    for (std::size_t i = 0; i < made.seats.size(); ++i) {
      const Group& group = made.seats[i];
      Bag& pool = pools[group.pool];
      Bag& place = world[group.place];
      const bool is_bound = i < made.bound;
      Bag cards = is_bound ? cards_for(pool, group) : pool;
      int left = cards.size();
      if (!is_bound && left == group.size) {
        place += pool;
        pool = Bag();
        continue;
      }
      for (int card = 0; card < group.size; ++card, --left) {
        const int most = is_bound ? made.most[i] - card : left;
        const auto nth = static_cast<int>(random.below(static_cast<std::uint64_t>(most)));
        if (nth >= left) return std::nullopt;
        const Card drawn = cards.nth(nth);
        cards.remove(drawn);
        pool.remove(drawn);
        place.add(drawn);
      }
    }
    if (!holds(world)) return std::nullopt;
    return world;
  }
  // The cards that were seen, in the places of the problem.
  [[nodiscard]] World world_of(const Account& account) const {
    World world;
    for (int place = 0; place < hidden_place_count; ++place) {
      const int number = known_[at(place)].place;
      if (number >= 0 && is_hidden(place)) world[at(number)] = account.seen[at(place)];
    }
    return world;
  }

  // ---- Counting ----

  // The seats of one pool as a problem of its own: groups that cannot be the same kinds are one
  // place.
  struct Seating {
    WorldProblemOf<Bag> problem;
    Seats places;
    /// Those of the hand that surely holds something.
    PlaceSet held = 0;

    [[nodiscard]] Number ways() const {
      Number all(WorldCounter<WaysOf<Bag>, Bag>(problem).count());
      for (int place = 0; place < problem.place_count(); ++place) {
        all = all * factorial(problem.size(place));
      }
      return all;
    }
  };
  using Needs = decltype(SurelyHeld::cards);

  static std::size_t place_of(const Seats& places, const Group& group) {
    const auto* found = std::find_if(places.begin(), places.end(), [&](const Group& other) {
      return other.is_held == group.is_held && other.without == group.without;
    });
    return static_cast<std::size_t>(found - places.begin());
  }
  static Seats places_of(const Seats& seats, std::size_t pool) {
    Seats places;
    for (const Group& group : seats) {
      if (group.pool == pool && place_of(places, group) == places.size()) places.add(group);
    }
    return places;
  }

  [[nodiscard]] Seating seating(const Account& account, const Seats& seats,
                                std::size_t pool) const {
    Seating made;
    made.places = places_of(seats, pool);
    std::array<int, Seats::capacity> sizes{};
    for (const Group& group : seats) {
      if (group.pool == pool) sizes[place_of(made.places, group)] += group.size;
    }
    made.problem.unseen = account.pools[pool];
    for (std::size_t place = 0; place < made.places.size(); ++place) {
      const PlaceSet set = made.problem.add_place(sizes[place]);
      const Group& group = made.places[place];
      if (!group.without.empty()) {
        made.problem.add_fact({set, group.without, 0, 0});
      }
      if (group.is_held) made.held = static_cast<PlaceSet>(made.held | set);
    }
    return made;
  }

  static Pack pack_of(const Seating& made, const Seats& seats, std::size_t pool) {
    Pack pack{made.problem, {}};
    for (const Group& group : seats) {
      if (group.pool != pool) continue;
      std::uint8_t& shared = pack.seats[place_of(made.places, group)][group.place];
      shared = static_cast<std::uint8_t>(shared + group.size);
    }
    return pack;
  }

  // What has to be found of the cards besides some of them.
  static Needs needs_besides(const Needs& needs, const Bag& cards) {
    Needs left;
    for (const auto& need : needs) {
      const int more = missing(need, cards);
      if (more > 0) left.add({need.kinds, more});
    }
    return left;
  }
  // Calls `visit(seating, left)` for the ways to share out what a hand needs between a pool and
  // those after it, `left` being their share. It is one way unless the hand has seats of several.
  void for_each_share(const Account& account, const Seats& seats, std::size_t pool,
                      const Needs& needs, auto&& visit) const {
    Seating places = seating(account, seats, pool);
    if (places.held == 0 || needs.empty()) return visit(places, needs);
    const bool is_last = std::none_of(seats.begin(), seats.end(), [&](const Group& group) {
      return group.is_held && group.pool > pool;
    });
    Set kinds;
    for (const auto& need : needs) {
      kinds = kinds | need.kinds;
      const auto at_least = static_cast<std::uint8_t>(need.at_least);
      if (is_last) places.problem.add_fact({places.held, need.kinds, at_least});
    }
    if (is_last) return visit(places, Needs());
    int room = 0;
    for (const Group& group : seats) room += group.is_held && group.pool == pool ? group.size : 0;
    const auto share = [&](auto& self, Bag cards, const Bag& part, int left) -> void {
      if (cards.empty()) {
        Seating shared = places;
        (account.pools[pool].kinds() & kinds).for_each([&](Card card) {
          const auto count = static_cast<std::uint8_t>(part.count(card));
          shared.problem.add_fact({places.held, Set::of(card), count, count});
        });
        return visit(shared, needs_besides(needs, part));
      }
      const Card card = cards.nth(0);
      const int copies = cards.count(card);
      for (int i = 0; i < copies; ++i) cards.remove(card);
      Bag more = part;
      for (int i = 0; i <= std::min(copies, left); ++i) {
        self(self, cards, more, left - i);
        more.add(card);
      }
    };
    share(share, account.pools[pool].only(kinds), Bag(), room);
  }
  // In how many ways the pools from the `pool`-th on can be seated.
  [[nodiscard]] Number ways_to_fill(const Account& account, const Seats& seats, std::size_t pool,
                                    const Needs& needs) const {
    if (pool > pool_) return needs.empty() ? 1 : 0;
    Number all;
    for_each_share(account, seats, pool, needs, [&](const Seating& places, const Needs& left) {
      const Number ways = places.ways();
      if (!(ways == Number())) all += ways * ways_to_fill(account, seats, pool + 1, left);
    });
    return all;
  }

  // In how many ways an account leads to a world.
  [[nodiscard]] Number ways_of(const Account& account) const {
    const auto seats = seats_of(account);
    if (!seats) return 0;
    return Number(account.factor.whole()) *
           ways_to_fill(account, *seats, 0, needs_besides(held_.cards, held_cards(account)));
  }
  // The cards that were seen to come to the hand that surely holds something.
  [[nodiscard]] const Bag& held_cards(const Account& account) const {
    return account.seen[at(held_.player)];
  }
  static const Number& factorial(int n) {
    struct Products : std::array<Number, max_world_cards<Bag> + 1> {
      Products() {
        (*this)[0] = 1;
        for (std::size_t i = 1; i < this->size(); ++i) ((*this)[i] = (*this)[i - 1]) *= i;
      }
    };
    static const Products products;
    return products[static_cast<std::size_t>(n)];
  }

  // `sample` by the exact number of ways.
  template <class Random>
  [[nodiscard]] std::optional<World> sample_counted(Random& random) const {
    Weights weights;
    for (const Account& account : accounts_) {
      weights.of.add(ways_of(account));
      weights.all += weights.of[weights.of.size() - 1];
    }
    if (weights.all == Number()) return std::nullopt;
    const Account& account = accounts_[chosen(weights, random)];
    const auto seats = *seats_of(account);
    World world = world_of(account);
    Needs needs = needs_besides(held_.cards, held_cards(account));
    for (std::size_t pool = 0; pool <= pool_; ++pool) {
      Number nth = Number::below(ways_to_fill(account, seats, pool, needs), random);
      std::optional<Seating> places;
      Needs rest;
      for_each_share(account, seats, pool, needs, [&](const Seating& shared, const Needs& left) {
        if (places) return;
        const Number ways = shared.ways() * ways_to_fill(account, seats, pool + 1, left);
        if (nth < ways) {
          places = shared;
          rest = left;
        } else {
          nth -= ways;
        }
      });
      needs = rest;
      auto dealt = *places->problem.sample(random);
      for (const Group& group : seats) {
        if (group.pool != pool) continue;
        Bag& cards = dealt[place_of(places->places, group)];
        for (int i = 0; i < group.size; ++i) {
          const auto at_card = random.below(static_cast<std::uint64_t>(cards.size()));
          const Card card = cards.nth(static_cast<int>(at_card));
          cards.remove(card);
          world[group.place].add(card);
        }
      }
    }
    return world;
  }

  // Calls `visit(account, ways)` for the ways to seat the cards of each account so that it is this
  // world; when that is false, nothing more is looked at. Returns whether it never was.
  bool for_each_way_to(const World& world, auto&& visit) const {
    for (int number = 0; number < problem_.place_count(); ++number) {
      if (world[at(number)].size() != problem_.size(number)) return true;
    }
    if (!holds(world)) return true;
    for (const Account& account : accounts_) {
      const auto seats = seats_of(account);
      if (!seats) continue;
      World rest = world;
      bool fits = true;
      for (int place = 0; place < hidden_place_count; ++place) {
        const int number = known_[at(place)].place;
        if (number < 0 || !is_hidden(place)) continue;
        const Bag& seen = account.seen[at(place)];
        fits = fits && rest[at(number)].contains(seen);
        if (fits) rest[at(number)] -= seen;
      }
      if (!fits) continue;
      const Number ways = ways_to_seat(*seats, account.pools, rest);
      if (!(ways == Number()) && !visit(account, ways)) return false;
    }
    return true;
  }

  // Of each group, how many seats are free; and what is left of the pools.
  struct Seated {
    std::array<std::uint8_t, Seats::capacity> room{};
    Pools pools;

    [[nodiscard]] bool operator<(const Seated& other) const {
      if (room != other.room) return room < other.room;
      for (std::size_t pool = 0; pool < pools.size(); ++pool) {
        const auto here = pools[pool].words();
        const auto there = other.pools[pool].words();
        if (here != there) return here < there;
      }
      return false;
    }
  };
  using Ways = std::map<Seated, Number>;

  // In how many ways the cards of the pools take all seats so that the places hold `cards`: place
  // by place and kind by kind, so that few ways to have begun differ in what is left.
  static Number ways_to_seat(const Seats& seats, const Pools& pools, const World& cards) {
    Seated begun{{}, pools};
    for (std::size_t i = 0; i < seats.size(); ++i) begun.room[i] = seats[i].size;
    Number orders = 1;
    for (const Bag& pool : pools) {
      pool.kinds().for_each([&](Card card) { orders = orders * factorial(pool.count(card)); });
    }
    Ways found{{begun, orders}};
    for (std::size_t first = 0; first < seats.size();) {
      std::size_t end = first;
      while (end < seats.size() && seats[end].place == seats[first].place) ++end;
      const Bag& here = cards[seats[first].place];
      here.kinds().for_each([&](Card card) {
        Ways next;
        for (const auto& [seated, ways] : found) {
          seat(seats, first, end, card, here.count(card), seated, ways, next);
        }
        found = std::move(next);
      });
      first = end;
    }
    return found.empty() ? Number() : found.begin()->second;
  }
  // Seats so many cards of a kind on groups from `nth` to `end`, in any order.
  static void seat(const Seats& seats, std::size_t nth, std::size_t end, Card card, int cards,
                   const Seated& seated, const Number& ways, Ways& found) {
    if (cards == 0) {
      found[seated] += ways;
      return;
    }
    if (nth == end) return;
    const Group& group = seats[nth];
    const int room = seated.room[nth];
    const bool may_be = !group.without.contains(card);
    const int most = may_be ? std::min({cards, room, seated.pools[group.pool].count(card)}) : 0;
    Seated more = seated;
    for (int number = 0; number <= most; ++number) {
      seat(seats, nth + 1, end, card, cards - number, more,
           number == 0 ? ways : ways * Number(choose(room, number)), found);
      if (number == most) return;
      --more.room[nth];
      more.pools[group.pool].remove(card);
    }
  }

  // So many accounts are gone through, for each memo and to find equal ones, before they are to be
  // few.
  static constexpr std::size_t most_work = 800;
  // So often cards are dealt before worlds are counted.
  static constexpr int most_deals = 4096;

  WorldProblemOf<Bag> problem_;
  Viewer viewer_;
  int hands_ = 0;
  // Places as bits: the viewer's own hand, and those that are hidden.
  unsigned own_ = 0;
  unsigned hidden_ = 0;
  std::array<Known, hidden_place_count> known_{};
  bool forgot_own_ = false;
  std::uint8_t pool_ = 0;
  // Draw piles that were made anew, the last one first.
  FewOf<Bag, most_piles> piles_;
  Set unheld_;
  SurelyHeld held_;
  // The kind that was seen last to come to each place.
  std::array<SeenKind, 8> last_{};
  Accounts accounts_;
  // Where accounts may have cards that were seen to come, as bits.
  unsigned seen_at_ = 0;
  // How many accounts were gone through, for each memo and to find equal ones.
  std::size_t work_ = 0;
  // How many accounts there were when equal ones were last looked for.
  std::size_t merged_ = 1;
  bool is_dropped_ = false;
  int approximated_ = 0;
};

}  // namespace chemix
