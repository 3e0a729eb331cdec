# SPDX-License-Identifier: Apache-2.0
"""Built-in policies use only observations and are reproducible by seed."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import chemix
import kuhn
import numpy as np
import policy_table
import pytest
from chemix.gymnasium import SeatEnv
from chemix.lab import episodes
from chemix.study import Study
from chemix.tournament import Tournament

MATCHES = (
    "chip_it_tournament",
    "chip_it_duel",
    "compound_capture_match",
    "chemistry_canasta_match",
)
POLICIES = ("random", "greedy worlds=2", "heuristic worlds=2", "search iterations=20 worlds=5")


def game_of(name: str) -> chemix.Game:
    return chemix.load(name, players=min(3, chemix.describe(name)["max_players"]))


def decisions(name: str, seed: int = 3, every: int = 11) -> Iterator[tuple[chemix.State, int]]:
    """Yield decisions of a random game: the state and the acting player."""
    game, chooser, dealer = game_of(name), random.Random(seed), chemix.Dealer(seed)
    state = game.deal(seed)
    for step in range(150):
        if state.is_terminal:
            return
        player = chooser.choice(sorted(state.acting))
        if step % every == 0:
            yield state, player
        state = dealer.resolve(state.apply(chooser.choice(state.legal_actions(player)), player))


@pytest.mark.parametrize("name", chemix.games())
@pytest.mark.parametrize("text", POLICIES)
def test_choices_are_legal_and_reproducible(text: str, name: str) -> None:
    policy = chemix.Policy(text)
    for state, player in decisions(name):
        seen = state.observation(player)
        chosen = policy.choose(seen, seed=5)
        assert chosen in state.legal_actions(player)
        assert chemix.Policy(text).choose(seen, seed=5) == chosen


@pytest.mark.parametrize("name", chemix.games())
def test_equal_observations_give_equal_values(name: str) -> None:
    policy = chemix.Policy("search iterations=30 worlds=10")
    for state, player in decisions(name, every=23):
        world = state.determinize(player, seed=9, others="undecided")
        own, other = state.observation(player), world.observation(player)
        assert policy.action_values(own, seed=1) == policy.action_values(other, seed=1)


@pytest.mark.parametrize("name", chemix.games())
def test_action_values_cover_all_actions_best_first(name: str) -> None:
    for text in POLICIES:
        for state, player in decisions(name, every=29):
            values = chemix.Policy(text).action_values(state.observation(player), seed=2)
            ids = sorted(action.id for action, _, _ in values)
            assert ids == state.legal_action_ids(player)
            ranks = [(-visits, -value, action.id) for action, value, visits in values]
            assert ranks == sorted(ranks)
            visits = sum(visits for _, _, visits in values)
            assert visits == (20 if text.startswith("search") else 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("greedy worlds=1", "greedy worlds=8"),
        ("heuristic worlds=1", "heuristic worlds=8"),
        ("heuristic preference=0", "heuristic preference=0.05"),
        ("heuristic preference=0", "greedy"),
        ("search iterations=60 worlds=1", "search iterations=60 worlds=60"),
        ("search iterations=60 turns=0", "search iterations=60 turns=20"),
        ("search iterations=60 guided=no", "search iterations=60 guided=yes"),
        ("search iterations=60 exploration=0", "search iterations=60 exploration=1"),
    ],
)
def test_every_parameter_has_an_effect(one: str, other: str) -> None:
    values = [
        [
            chemix.Policy(text).action_values(state.observation(player), seed=1)
            for text in (one, other)
        ]
        for state, player in decisions("chemuno", every=9)
    ]
    assert any(first != second for first, second in values)


def test_ties_are_broken_at_random() -> None:
    state = game_of("chemuno").deal(4)
    (player,) = state.acting
    seen, legal = state.observation(player), state.legal_actions(player)
    assert len(legal) > 2
    assert {chemix.Policy("random").choose(seen, seed) for seed in range(100)} == set(legal)


def test_heuristic_prefers_actions_that_advance_the_game() -> None:
    for seed in range(8):
        for state, player in decisions("chemuno", seed, every=5):
            kinds = {action.kind for action in state.legal_actions(player)}
            if {"lay", "draw"} <= kinds:
                seen = state.observation(player)
                assert chemix.Policy("heuristic preference=1000").choose(seen, 1).kind == "lay"


def test_the_seed_determines_the_whole_game() -> None:
    game = game_of("react")
    policies = [chemix.Policy(text) for text in POLICIES[:3]]
    ends = [game.deal(7).playout(7, policies) for _ in range(2)]
    assert ends[0] == ends[1]
    assert ends[0].is_terminal
    assert ends[0] != game.deal(7).playout(8, policies)
    # Policies choose the same actions if a function, called for each decision, plays beside them.
    asked = []

    def third(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        asked.append(seen.viewer)
        return chemix.Policy("random").choose(seen, len(asked))

    mixed = game.deal(7).playout(7, [*policies[:2], third])
    assert mixed.is_terminal
    assert set(asked) == {2}


# ---- Functions as policies ----


def any_of(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
    legal = seen.legal_actions()
    return legal[int(random.integers(len(legal)))]


@chemix.full_state
def knowing(state: chemix.State, seat: int, random: np.random.Generator) -> int:
    """Plays at random, and could look at all hands."""
    assert seat in state.acting
    legal = state.legal_action_ids(seat)
    return legal[int(random.integers(len(legal)))]


def test_functions_see_the_observation_of_their_seat_only() -> None:
    game = game_of("chemuno")
    asked: list[tuple[chemix.Observation, float]] = []

    def noted(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        asked.append((seen, random.random()))
        return seen.legal_actions()[0]

    ends = [game.playout(seed, [noted, "random", None]) for seed in (7, 7, 8)]
    assert ends[0] == ends[1] != ends[2]
    assert {type(seen) for seen, _ in asked} == {chemix.Observation}
    assert {seen.viewer for seen, _ in asked} == {0}
    # The numbers follow from the seed: the same for the same, others for another.
    drawn = [number for _, number in asked]
    half = next(i for i in range(1, len(drawn)) if drawn[i] == drawn[0])
    assert drawn[:half] == drawn[half : 2 * half]
    assert len(set(drawn)) == len(drawn) - half


def test_a_policy_of_a_state_is_not_taken_for_one_of_an_observation() -> None:
    game = game_of("chemuno")

    def peeking(state: chemix.State, seat: int) -> Any:
        return state.legal_action_ids(seat)[0]

    with pytest.raises((AttributeError, TypeError)):
        game.playout(7, peeking)


def test_functions_play_alike_everywhere() -> None:
    # By name: the game, a list of its steps, and an environment.
    game = game_of("react")
    seats: list[Any] = [any_of, "heuristic", any_of]
    end = game.playout(7, seats)
    *_, last = episodes.steps(game, seats, episodes.sources_of(7, 3), 7)
    assert last.state == end
    # A seed may also be 32 bytes.
    assert game.playout((7).to_bytes(32, "little"), seats) == end
    assert game.initial_state().playout(7, seats) == end


def test_full_state_policies_are_accepted_wherever_functions_are() -> None:
    game = chemix.load("chemuno", players=2)
    asked: list[tuple[type, int]] = []

    def noted(state: Any, seat: int, random: np.random.Generator) -> int:
        asked.append((type(state), seat))
        random.random()
        return int(state.legal_action_ids(seat)[0])

    policy = chemix.full_state(noted)
    policy.name = "noted"  # type: ignore[attr-defined]
    plays: list[Callable[[], object]] = [
        lambda: game.playout(7, [policy, "random"]),
        lambda: game.deal(7).playout(7, policy),
        lambda: Study(game, [policy, "random"], 2, 1).play(),
        lambda: Study(game, [policy, "random"], 2, 1).trajectories(),
        lambda: Study(game, [policy, "random"], 2, 1).record(0),
        lambda: Tournament(game, [policy, "random"], 2, 1).run(),
        lambda: list(episodes.steps(game, [policy] * 2, episodes.sources_of(1, 2), 1)),
        lambda: SeatEnv(game, seat=1, opponents=policy).reset(seed=7),
        lambda: chemix.report(game, games=2, policies=policy, sample=1),
    ]
    for play in plays:
        asked.clear()
        play()
        assert asked
        assert {kind for kind, _ in asked} == {chemix.State}
    asked.clear()
    SeatEnv(kuhn.Kuhn(), seat=1, opponents=policy).reset(seed=7)
    assert asked == [(kuhn.State, 0)]


def test_full_state_policies_have_names_and_can_be_pickled() -> None:
    assert knowing.__doc__ is not None and knowing.__doc__.startswith("Plays at random")
    study = Study(chemix.load("chemuno", players=2), [knowing, "random"], 4, 1)
    assert study.names == ["test_policies:knowing", "random"]
    assert pickle.loads(pickle.dumps(knowing)) is knowing
    by_name = Study(study.game, ["test_policies:knowing", "random"], 4, 1)
    assert by_name.run().digest == study.run().digest
    restored = pickle.loads(pickle.dumps(study))
    assert restored.run().digest == study.run().digest
    # One that is wrapped where it is used has no name of its own.
    wrapped = chemix.full_state(first_of)
    assert pickle.loads(pickle.dumps(wrapped)) == wrapped == chemix.full_state(first_of)
    assert wrapped != knowing
    assert len({wrapped, chemix.full_state(first_of), knowing}) == 2


def first_of(state: chemix.State, seat: int, random: np.random.Generator) -> chemix.Action:
    return state.legal_actions(seat)[0]


def test_only_functions_are_wrapped() -> None:
    wrong: list[Any] = ["heuristic", None, chemix.Policy("random"), knowing]
    for policy in wrong:
        with pytest.raises(chemix.InputError, match="must be a function of state, seat and ran"):
            chemix.full_state(policy)
    with pytest.raises(chemix.InputError, match=r"policies = .*: chose 'no' for seat 0"):
        chemix.load("chemuno").playout(1, chemix.full_state(lambda *_: "no"))


def test_playouts_accept_policy_texts() -> None:
    game = game_of("react")
    assert game.playout(7, "heuristic") == game.playout(7, [chemix.Policy("heuristic")] * 3)
    assert game.playout(7, "random") == game.playout(7) == game.playout(7, [None, "random", None])
    assert game.playout(7, chemix.Policy("random")) == game.playout(7)
    deal = game.deal(7)
    assert deal.playout(8, ("heuristic", None, "greedy")) == deal.playout(
        8, [chemix.Policy("heuristic"), None, chemix.Policy("greedy")]
    )
    wrong: list[Any] = [
        "thum",
        3,
        b"heuristic",
        [None, 3, None],
        ["heuristic", "", None],
        ["heuristic"],
    ]
    for policy in wrong:
        for playout in (game.playout, deal.playout):
            with pytest.raises(chemix.InputError):
                playout(7, policy)


@pytest.mark.parametrize(
    ("better", "worse"),
    [("greedy worlds=2", "random"), ("search iterations=100 worlds=50", "random")],
)
def test_policies_beat_random_play(better: str, worse: str) -> None:
    """Play paired deals with changed seats; fixed seeds make the comparison reproducible."""
    game = chemix.load("chemuno", players=2)
    one, other = chemix.Policy(better), chemix.Policy(worse)
    lead = 0.0
    for seed in range(30):
        start = game.initial_state()
        lead += start.playout(seed, [one, other]).returns()[0]
        lead += start.playout(seed, [other, one]).returns()[1]
    assert lead > 0


@pytest.mark.parametrize("better", ["greedy", "heuristic"])
@pytest.mark.parametrize("name", MATCHES)
def test_policies_play_for_the_running_game_of_a_match(name: str, better: str) -> None:
    """Play paired deals with changed seats; nothing is decided before the game ends."""
    assert policy_table.match(name, better, "random", deals=8, seed=7)["low"] > 0


def moments(name: str, kind: str) -> Iterator[tuple[chemix.Observation, list[chemix.Action]]]:
    """Yield observations and legal actions of decisions that allow this kind of action."""
    for seed in range(8):
        for state, player in decisions(name, seed, every=1):
            legal = state.legal_actions(player)
            if any(action.kind == kind for action in legal):
                yield state.observation(player), legal


@pytest.mark.parametrize("policy", ["greedy", "heuristic"])
def test_nobody_forgets_to_call(policy: str) -> None:
    """Penalty cards drawn by the end of the turn count in the points."""
    met = list(moments("chemuno", "call"))
    assert len(met) > 3
    assert {chemix.Policy(policy).choose(seen, 1).kind for seen, _ in met} == {"call"}


@pytest.mark.parametrize(("name", "players", "deals"), [("classic", 2, 6), ("chip_it", 3, 20)])
def test_search_beats_the_heuristic(name: str, players: int, deals: int) -> None:
    """The heuristic guides the search, which matters in long turns and uninformative playouts."""
    game = chemix.load(name, players=players)
    search, heuristic = chemix.Policy("search iterations=150 worlds=50"), chemix.Policy("heuristic")
    lead = 0.0
    for seed in range(deals):
        for seat in range(players):
            at_table = [heuristic] * players
            at_table[seat] = search
            lead += game.initial_state().playout(seed, at_table).returns()[seat]
    assert lead > 0


SMALL = chemix.small_deck(["H2", "O2", "H2O", "CO"], copies=2, noble_gases=["He", "Ne"])


def small_showdown(players: int = 2) -> chemix.Game:
    return chemix.load("showdown", players=players, deck=SMALL)


def value_by_trying_all(state: chemix.State, known: dict[chemix.Table, float]) -> float:
    """Return the return of seat 0 with perfect play, by minimax; requires a game without chance."""
    found = known.get(state.table)
    if found is not None:
        return found
    if state.is_terminal:
        return state.returns()[0]
    (player,) = state.acting
    values = [
        value_by_trying_all(state.apply(action, player), known)
        for action in state.legal_actions(player)
    ]
    known[state.table] = best = max(values) if player == 0 else min(values)
    return best


def test_solver_agrees_with_minimax() -> None:
    deck = chemix.small_deck(["H2", "O2", "H2O"], copies=2, noble_gases=["He", "Ne"])
    game = chemix.load("showdown", players=2, deck=deck)
    policy, known = chemix.Policy("solver"), dict[chemix.Table, float]()
    values = set()
    for seed in range(8):
        state = game.deal(seed)
        while not state.is_terminal:
            (player,) = state.acting
            sign = 1 if player == 0 else -1
            listed = policy.action_values(state.observation(player), seed=1)
            for action, value, visits in listed:
                assert value == sign * value_by_trying_all(state.apply(action, player), known)
                assert visits == 0
                values.add(value)
            # Not the best action, to reach positions off the line of perfect play.
            state = state.apply(listed[-1][0], player)
    assert len(values) > 3


def test_search_of_a_sealed_decision_tries_all_actions() -> None:
    policy, asked = chemix.Policy("search iterations=40 worlds=5"), set()
    for state, player in decisions("react", seed=5, every=1):
        if len(state.acting) > 1 and len(state.legal_actions(player)) > 1:
            asked.add(player)
            values = policy.action_values(state.observation(player), seed=1)
            assert min(visits for _, _, visits in values) > 0
    assert asked == {0, 1, 2}


def test_search_approaches_perfect_play() -> None:
    solver = chemix.Policy("solver")
    search = chemix.Policy("search iterations=2000 positions=0")
    for seed in range(4):
        state = small_showdown().deal(seed)
        # Near the end, so that few iterations are enough.
        for _ in range(8):
            state = state.apply(solver.choose(state.observation(min(state.acting)), 1))
        while not state.is_terminal:
            seen = state.observation(min(state.acting))
            known = {action: value for action, value, _ in solver.action_values(seen, seed=1)}
            action, value, _ = search.action_values(seen, seed=1)[0]
            assert known[action] == max(known.values())
            assert value == pytest.approx(known[action], abs=1.5)
            state = state.apply(solver.choose(seen, 1))


def test_solver_is_consistent_between_steps() -> None:
    policy, chooser, compared = chemix.Policy("solver"), random.Random(5), 0
    names = ["H2", "O2", "O3", "CO", "CO2", "H2O", "H2O2", "CH4", "HCOOH", "CH3OH", "H2CO3"]

    def values(state: chemix.State) -> dict[chemix.Action, float] | None:
        """Return seat 0's return after each action, or None if there are too many positions."""
        (player,) = state.acting
        values = policy.action_values(state.observation(player), seed=1)
        if any(visits for _, _, visits in values):
            return None
        return {action: value if player == 0 else -value for action, value, _ in values}

    for seed in range(150):
        compounds = chooser.sample(names, chooser.choice([3, 4, 5]))
        deck = chemix.small_deck(compounds, copies=2, noble_gases=["He", "Ne"])
        state = chemix.load("showdown", players=2, deck=deck).deal(seed)
        promised, steps = None, 0
        while not state.is_terminal:
            # The first positions have too many continuations.
            known = values(state) if steps >= 4 else None
            (player,) = state.acting
            if known is not None and promised is not None:
                assert promised == (max if player == 0 else min)(known.values())
                compared += 1
            action = chooser.choice(state.legal_actions(player))
            promised = known and known[action]
            state, steps = state.apply(action, player), steps + 1
    assert compared > 1000


@pytest.mark.parametrize(
    "other", ["random", "heuristic", "search iterations=30 positions=0", "solver"]
)
def test_solver_never_loses_a_pair(other: str) -> None:
    """Play each deal twice, with changed seats."""
    game = small_showdown()
    solver, against = chemix.Policy("solver"), chemix.Policy(other)
    leads = []
    for seed in range(8 if other == "solver" else 20):
        start = game.initial_state()
        first = start.playout(seed, [solver, against]).returns()[0]
        leads.append(first + start.playout(seed, [against, solver]).returns()[1])
    assert min(leads) >= 0
    assert (max(leads) > 0) == (other != "solver")


def test_solver_handles_a_single_world_of_larger_weight() -> None:
    dealer, chooser = chemix.Dealer(16), random.Random(16)
    state = dealer.resolve(chemix.load("showdown", players=2).initial_state())
    for _ in range(116):
        player = chooser.choice(sorted(state.acting))
        state = dealer.resolve(state.apply(chooser.choice(state.legal_actions(player)), player))
    (player,) = state.acting
    seen = state.observation(player)
    assert seen.count_worlds() == 18
    for action, value, visits in chemix.Policy("solver").action_values(seen, seed=1):
        assert visits == 0
        lead = value_by_trying_all(state.apply(action, player), {})
        assert value == (lead if player == 0 else -lead)


def test_solver_searches_where_it_cannot_solve() -> None:
    def visits(policy: str, game: chemix.Game, seed: int = 1) -> int:
        state = game.deal(seed)
        seen = state.observation(min(state.acting))
        return sum(visits for _, _, visits in chemix.Policy(policy).action_values(seen, seed=1))

    few = " iterations=20"
    assert visits("solver" + few, small_showdown()) == 0
    # Too many positions; more players; hidden hands; sealed decisions.
    assert visits("solver positions=10" + few, small_showdown()) == 20
    assert visits("solver" + few, chemix.load("showdown", players=3)) == 20
    assert visits("solver" + few, chemix.load("chemuno", players=2)) == 20
    assert visits("solver" + few, chemix.load("chemistry_battle", players=2)) == 20


def test_solver_does_not_foresee_draws() -> None:
    deck = chemix.small_deck(["H2", "O2", "H2O"], copies=2, noble_gases=["He", "Ne"])
    game = chemix.load("chemuno", players=2, deck=deck, hand_size=2)
    policy, chooser, solved = chemix.Policy("solver iterations=1"), random.Random(7), 0
    for seed in range(40):
        state, dealer = game.deal(seed), chemix.Dealer(seed)
        while not state.is_terminal:
            (player,) = state.acting
            legal = state.legal_actions(player)
            if len(legal) > 1:
                values = policy.action_values(state.observation(player), seed=1)
                if not any(visits for _, _, visits in values):
                    solved += 1
                    # All cards are in hands or public, and the game ends before any card is drawn.
                    shown: dict[str, Any] = dict(state.to_dict()["open"])
                    assert shown["draw_pile_size"] == 0
                    for viewer in (0, 1):
                        chances = state.observation(viewer).marginals()
                        assert np.isin(chances, (0, 1)).all()
            state = dealer.resolve(state.apply(chooser.choice(legal), player))
    assert solved > 0


def test_solver_knows_all_cards_when_it_plays_perfectly() -> None:
    game = chemix.load("chemistry_canasta", players=2)
    policy, chooser, solved = (
        chemix.Policy("solver positions=3000 iterations=1"),
        random.Random(7),
        0,
    )
    for seed in range(12):
        state, dealer, decided = game.deal(seed), chemix.Dealer(seed), []
        while not state.is_terminal:
            (player,) = state.acting
            decided.append((state, player))
            action = chooser.choice(state.legal_actions(player))
            state = dealer.resolve(state.apply(action, player))
        for state, player in decided[-60:]:
            seen = state.observation(player)
            if len(state.legal_actions(player)) < 2:
                continue
            if not any(visits for _, _, visits in policy.action_values(seen, seed=1)):
                solved += 1
                marginals = seen.marginals()
                assert np.all((marginals < 1e-9) | (marginals > 1 - 1e-9))
    assert solved > 0


@pytest.mark.parametrize("name", chemix.games())
def test_a_hint_is_the_best_action_with_its_reason(name: str) -> None:
    seen_reasons = set()
    for text in POLICIES:
        policy = chemix.Policy(text)
        for state, player in decisions(name, every=17):
            seen = state.observation(player)
            hint, values = policy.hint(seen, seed=2), policy.action_values(seen, seed=2)
            assert hint == policy.hint(seen, seed=2)
            assert hint["action"] == policy.choose(seen, seed=2)
            assert any((hint["action"], *values[0][1:]) == one for one in values)
            assert hint["choices"] == len(values)
            assert hint["words"].startswith(hint["action"].words())
            seen_reasons.add(hint["reason"])
            if len(values) == 1:
                assert (hint["reason"], hint["margin"]) == ("only", 0)
                continue
            is_known = hint["visits"] == 0 or values[1][2] > 0
            margin = values[0][1] - values[1][1] if is_known else 0
            # An advantage below a quarter of a point at the end of the turn is not a reason.
            if margin < (0.25 if text.split()[0] in ("greedy", "heuristic") else 0.05):
                assert (hint["reason"], hint["margin"]) == ("alike", 0)
                continue
            assert hint["margin"] == margin
            assert hint["visits"] == sum(visits for _, _, visits in values)
            assert (hint["reason"] == "looked_ahead") == (hint["visits"] > 0)
    assert seen_reasons <= {"only", "alike", "points", "looked_ahead", "solved"}
    assert "alike" in seen_reasons


def test_hints_state_points() -> None:
    game = chemix.load("classic", players=2)
    seen = game.deal(10).observation(0)
    hint = chemix.Policy("greedy").hint(seen, seed=1, language="de")
    assert hint["gain"] == 7
    assert hint["words"].endswith("; dein Vorsprung kann bis zum Ende des Zuges um 7 wachsen")
    small = small_showdown()
    state = small.deal(1)
    solved = chemix.Policy("solver").hint(state.observation(min(state.acting)), seed=1)
    assert (solved["reason"], solved["margin"]) == ("solved", 1.5)
    assert "worth 1.5 more than " in solved["words"]
    with pytest.raises(chemix.InputError, match="language"):
        chemix.Policy("greedy").hint(seen, seed=1, language="xx")


def test_hints_in_a_match_state_points_of_the_running_game() -> None:
    gains = []
    for name in ("compound_capture", "compound_capture_match"):
        game = chemix.load(name, players=2)
        gains.append(
            [
                chemix.Policy("heuristic").hint(game.deal(seed).observation(0), seed=1)["gain"]
                for seed in range(10)
            ]
        )
    assert gains[0] == gains[1]
    assert max(gains[0]) > 10


def test_the_gain_of_a_hint_is_the_growth_of_the_lead() -> None:
    policy, leads = chemix.Policy("greedy"), set()
    chooser, dealer = random.Random(4), chemix.Dealer(4)
    state = chemix.load("showdown", players=2).deal(4)
    while not state.is_terminal:
        player = min(state.acting)
        seen, scores = state.observation(player), state.scores()
        if len(seen.legal_actions()) > 1:
            lead = scores[player] - scores[1 - player]
            # No hidden card affects the score before the end of the turn.
            best = policy.action_values(seen, seed=1)[0][1]
            assert policy.hint(seen, seed=1)["gain"] == pytest.approx(best - lead)
            leads.add(lead)
        state = dealer.resolve(state.apply(chooser.choice(seen.legal_actions()), player))
    assert len(leads) > 2


def test_hints_ignore_unvisited_actions() -> None:
    # The value of the only visited action is above 0 for some seeds, and below 0 for others.
    for seed in range(8):
        state = chemix.load("react", players=2).deal(seed)
        seen = state.observation(min(state.acting))
        hint = chemix.Policy("search iterations=1 positions=0").hint(seen, seed=1)
        assert (hint["reason"], hint["margin"], hint["visits"]) == ("alike", 0, 1)


def test_the_table_of_matches_is_reproducible() -> None:
    line = policy_table.match("react", "heuristic", "random", deals=3, seed=7)
    assert line == policy_table.match("react", "heuristic", "random", deals=3, seed=7)
    assert line["low"] <= line["mean"] <= line["high"]
    unclear = line | {"game": "chemuno", "mean": 0.5, "low": -0.25, "high": 1.25}
    table = policy_table.table([line, unclear]).splitlines()
    assert len(table) == 2 + len(policy_table.GAMES)
    assert "[+0.50 ± 0.75] (3)" in next(row for row in table if row.startswith("| chemuno (2)"))


def test_invalid_policies_are_rejected() -> None:
    for text, message in (
        ("", "policy: must be one of random, greedy, heuristic, search, solver"),
        ("best", "policy = best: must be one of"),
        ("random ", "policy = random : must not end with a blank"),
        ("random worlds=3", "worlds"),
        ("search iterations=0", "iterations = 0"),
        ("search iteration=5", "iteration"),
        ("greedy worlds=0", "worlds"),
        ("solver positions=-1", "positions"),
    ):
        with pytest.raises(chemix.InputError, match=message):
            chemix.Policy(text)
    state = game_of("chemuno").deal(1)
    waiting = next(p for p in range(3) if p not in state.acting)
    for viewer in (waiting, "spectator"):
        with pytest.raises(chemix.InputError, match="no decision to make"):
            chemix.Policy("random").choose(state.observation(viewer), seed=1)
    with pytest.raises(TypeError):
        chemix.Policy("random").choose(state, seed=1)  # type: ignore[arg-type]


def test_a_search_whose_tree_is_full_plays_all_its_games() -> None:
    # A MiB has room for some nine thousand nodes.
    policy = chemix.Policy("search iterations=12000 turns=0 positions=0 memory=1")
    state = game_of("chemuno").deal(1)
    seen = state.observation(min(state.acting))
    values = policy.action_values(seen, seed=1)
    assert sum(visits for _, _, visits in values) == 12_000


def test_policies_are_values() -> None:
    policy = chemix.Policy("search iterations=7")
    for again in (pickle.loads(pickle.dumps(policy)), copy.deepcopy(policy), copy.copy(policy)):
        assert again == policy
        assert hash(again) == hash(policy)
    assert policy != chemix.Policy("search")
    assert repr(policy) == "Policy('search iterations=7')"


def test_the_list_describes_the_parameters() -> None:
    listed = chemix.policies()
    assert [policy["name"] for policy in listed] == [
        "random",
        "greedy",
        "heuristic",
        "search",
        "solver",
    ]
    for policy in listed:
        for parameter in policy["parameters"]:
            default = parameter["default"]
            if isinstance(default, bool):
                default = "yes" if default else "no"
            chemix.Policy(f"{policy['name']} {parameter['name']}={default}")
