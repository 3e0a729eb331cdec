// SPDX-License-Identifier: Apache-2.0
// Histories: all that may have happened unseen, as the accounts that a memory leaves.
#pragma once

// A memory is gone through once. Where one of several cards can have moved, an account becomes
// several, each with the number of ways; equal ones are one again. Of too many something is
// forgotten that sets them apart, so that work is bounded and no world is lost.

#include "chemix/cards/accounts.hpp"
#include "chemix/cards/memory.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/few_of.hpp"
#include "chemix/core/inline.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

namespace chemix {

/// A place of a memory as it is now.
template <class Bag>
struct PlaceNowOf {
  /// Its number among the places whose cards the viewer does not see, or −1 where there is none.
  int place = -1;
  bool is_shown = false;
  /// What lies there, if it is shown.
  Bag shown;
};

/// What may have happened unseen of one viewer, with the number of ways.
template <class BagType>
class HistoriesOf {
 public:
  using Bag = BagType;
  using Set = typename Bag::Set;
  using Account = AccountOf<Bag>;
  using Accounts = AccountsOf<Account>;
  using Group = typename Account::Group;
  using PlacesNow = std::array<PlaceNowOf<Bag>, hidden_place_count>;

  /// There are so many accounts at most, and so few where much was gone through.
  static constexpr std::size_t max_accounts = 64;
  static constexpr std::size_t few_accounts = 12;

  /// What `viewer` can think after what `memory` says. `unseen` are the cards that lie in the
  /// hidden places of `now`; `all` are the cards of the game, `pile` those that the draw pile was
  /// last made of anew.
  template <class Rules, class Memory>
  HistoriesOf(const Rules& rules, Viewer viewer, const Memory& memory, const Bag& unseen,
              const PlacesNow& now, const Bag& all, const Bag& pile)
      : own_(viewer.is_spectator() ? 0U : 1U << viewer.seat()) {
    for (std::size_t i = 0; i < memory.size() && own_ != 0; ++i) {
      forgot_own_ |= !memory.kind(i) && memory.what(i) == Memo::What::Move &&
                     (is_own(memory.from(i)) || is_own(memory.to(i)));
    }
    constexpr unsigned places = (1U << hidden_place_count) - 1;
    hidden_ = forgot_own_ ? places : places & ~own_;
    begin(viewer, memory, unseen, now, all, pile);
    for (std::size_t i = 0; i < memory.size() && !accounts_.empty(); ++i) {
      if (memory.what(i) == Memo::What::Pile) continue;
      if (memory.what(i) == Memo::What::Move) {
        if (is_hidden(memory.from(i)) || is_hidden(memory.to(i))) replay(rules, memory, i);
        const SeenKind kind = memory.kind(i);
        newest_[memory.to(i)] = kind;
        if (kind) last_[memory.to(i)] = kind;
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
    end(now);
  }

  [[nodiscard]] const Accounts& accounts() const { return accounts_; }
  /// The pool of the cards that come last: how often a pile was made anew.
  [[nodiscard]] std::size_t last_pool() const { return pool_; }
  /// How often something was forgotten to keep accounts few, or ways were rounded; 0: it is exact.
  [[nodiscard]] int approximated() const { return approximated_; }
  /// Whether cards of a place are unknown to the viewer but for what the memory says; the viewer's
  /// own are where not all is remembered that came there.
  [[nodiscard]] bool is_hidden(int place) const { return (hidden_ >> place & 1U) != 0; }

  /// Calls `visit(group)` for all groups of a place of `size` cards, those that came last at the
  /// end; returns whether so few cards can be all there.
  bool for_each_group(const Account& account, int place, int size, auto&& visit) const {
    const int rest = others(account, place, size);
    if (rest < 0) return false;
    for (const Group& group : account.groups) {
      if (group.place == place) visit(group);
    }
    if (rest > 0) visit(latest(place, rest));
    return true;
  }
  /// Cards of a place of which nothing is known.
  [[nodiscard]] Group latest(int place, int size = 0) const {
    Group group;
    group.place = static_cast<std::uint8_t>(place);
    group.pool = pool_;
    group.size = static_cast<std::uint8_t>(size);
    return group;
  }

  /// The hand at `place`, of `size` cards, was counted: of a kind it holds exactly so many cards.
  /// All of them are found then: no other card there is of this kind.
  void count_hand(int place, int size, Card card, int cards) {
    const auto found = [&](const Account& account) { return account.seen[at(place)].count(card); };
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
        if (found(accounts_[nth]) < cards) find(nth, place, size, card);
      }
      merge_many();
    }
  }
  /// Makes accounts one that say the same, and forgets of each what its groups cannot be until it
  /// `fits`.
  void simplify(auto&& fits) {
    merge();
    for (Account& account : accounts_) {
      while (!fits(account)) weaken(account);
    }
    if (is_dropped_) merge();
    for (Account& account : accounts_) (void)account.factor.whole();
  }

 private:
  using Groups = typename Account::Groups;
  using Whole = Factor::Whole;
  static constexpr std::size_t most_groups = Account::most_groups;
  static constexpr std::size_t most_piles = Account::most_piles;
  static constexpr std::size_t pool_count = Account::pool_count;

  static constexpr std::size_t at(int place) { return Account::at(place); }
  static constexpr std::uint64_t as_factor(int cards) { return static_cast<std::uint64_t>(cards); }

  [[nodiscard]] bool is_own(int place) const { return (own_ >> place & 1U) != 0; }

  // Of the cards that a place holds the last come, of which nothing is known; below 0: none fit.
  static int others(const Account& account, int place, int size) {
    return size - account.told[at(place)];
  }

  // ---- Going through what was seen ----

  // The cards that were hidden when the memory begins: those of now, and what was seen to change.
  void begin(Viewer viewer, const auto& memory, Bag hidden, const PlacesNow& now, const Bag& all,
             const Bag& pile) {
    for (int place = 0; place < hidden_place_count; ++place) {
      if (!is_hidden(place) || !now[at(place)].is_shown) continue;
      const Bag& shown = now[at(place)].shown;
      bool fit = true;
      shown.kinds().for_each([&](Card card) {
        fit = fit && hidden.count(card) + shown.count(card) <= Bag::most_copies(card);
      });
      if (!fit) return;
      hidden += shown;
    }
    // Of cards that are not hidden those are looked at that are said to have come.
    Counts own{};
    if (!viewer.is_spectator()) {
      const Bag& hand = now[at(viewer.seat())].shown;
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
    const Bag& seen = account.seen[at(place)];
    if (memo.among == Memo::Among::Newest) {
      // Its holder has seen it, whose own cards are hidden where some of them came unseen.
      const SeenKind newest = newest_[at(place)];
      if (newest) {
        const bool is_it = memo.kind == newest && seen.count(Card::of(*newest)) > 0;
        if (is_it) options.add(Option::seen(Card::of(*newest), 1));
      } else if (rest > 0 && may_be_latest(account, memo)) {
        options.add(Option::of_group(account.groups.size(), 1));
      }
      return;
    }
    const auto add_seen = [&](Card card) {
      const bool stays =
          memo.among == Memo::Among::AllButLast && last_[at(place)] == SeenKind(card.index);
      const int copies = seen.count(card) - static_cast<int>(stays);
      if (copies > 0) options.add(Option::seen(card, copies));
    };
    if ((seen_at_ >> place & 1U) == 0) {
      // No card was seen to come there.
    } else if (memo.kind) {
      add_seen(Card::of(*memo.kind));
    } else {
      (seen.kinds() - without).for_each(add_seen);
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
        self(self, nth + 1, more - number, ways * choose_few(group.size, number));
        ways *= as_factor(left[group.pool]--);
      }
      left[group.pool] += most + 1;
      picks.of_group[nth] = 0;
    };
    const int seen = std::min(account.seen[last.place].count(card), amount);
    const int copies = account.seen[last.place].count(card);
    for (; picks.seen <= seen; ++picks.seen) {
      pick(pick, 0, amount - picks.seen, choose_few(copies, picks.seen));
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
      if (choose_few(copies + shares, shares) <= static_cast<std::uint64_t>(most)) return;
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

  void end(const PlacesNow& now) {
    for (int place = 0; place < hidden_place_count; ++place) {
      if (!is_hidden(place) || !now[at(place)].is_shown) continue;
      const Bag& shown = now[at(place)].shown;
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
  }
  void keep_if(auto&& holds) {
    for (Account& account : accounts_) {
      if (!holds(account)) drop(account);
    }
  }

  // So many accounts are gone through, for each memo and to find equal ones, before they are to be
  // few.
  static constexpr std::size_t most_work = 800;

  // Places as bits: the viewer's own hand, and those that are hidden.
  unsigned own_ = 0;
  unsigned hidden_ = 0;
  bool forgot_own_ = false;
  std::uint8_t pool_ = 0;
  // Draw piles that were made anew, the last one first.
  FewOf<Bag, most_piles> piles_;
  // The kind that was seen last to come to each place, and the kind of the card that came last, if
  // it was seen.
  std::array<SeenKind, 8> last_{};
  std::array<SeenKind, 8> newest_{};
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
