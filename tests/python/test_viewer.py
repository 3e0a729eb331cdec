# SPDX-License-Identifier: Apache-2.0
"""Information for a viewer: acting players, scores, undo and beliefs."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import islice

import chemix
import numpy as np
import pytest
from guided import Step, guided_steps


def players_of(name: str) -> int:
    least: int = chemix.describe(name)["min_players"]
    return max(2, least)


def steps_of(name: str, seed: int, most: int = 150) -> list[Step]:
    game = chemix.load(name, players=players_of(name))
    return list(islice(guided_steps(game, seed), most))


def viewers_of(game: chemix.Game) -> list[int | str]:
    return [*range(game.players), "spectator"]


@pytest.mark.parametrize("name", chemix.games())
def test_observations_convert_to_bytes_and_back(name: str) -> None:
    for state, _, _ in steps_of(name, 5, most=30):
        for viewer in viewers_of(state.game):
            seen = state.observation(viewer)
            read = state.game.load_observation(bytes(seen))
            assert read == seen
            assert bytes(read) == bytes(seen)
            # A different state that looks the same to this viewer.
            twin = state.determinize(viewer, seed=7)
            assert bytes(twin.observation(viewer)) == bytes(seen)
    for wrong in (b"", bytes(seen)[:-1], bytes(seen) + b"\0", bytes(state)):
        with pytest.raises(chemix.InputError):
            state.game.load_observation(wrong)


@pytest.mark.parametrize("name", chemix.games())
def test_observations_contain_acting_players_and_scores(name: str) -> None:
    for state, _, _ in steps_of(name, 5):
        for viewer in viewers_of(state.game):
            seen = state.observation(viewer)
            assert seen.phase == state.phase
            assert seen.acting == state.acting_seen_by(viewer)
            assert seen.acting >= state.acting
            assert seen.is_sealed or seen.acting == state.acting
            assert (viewer in seen.acting) == (viewer in state.acting)
            assert (seen.is_chance, seen.is_terminal) == (state.is_chance, state.is_terminal)
            scores = seen.scores()
            for seat, (told, score) in enumerate(zip(scores, state.scores(), strict=True)):
                assert told == score or (told is None and seat != viewer)


@pytest.mark.parametrize("name", chemix.games())
def test_observations_contain_the_result(name: str) -> None:
    game = chemix.load(name, players=players_of(name))
    end = game.playout(5, "heuristic")
    assert game.initial_state().observation(0).returns() == [0] * game.players
    for viewer in viewers_of(game):
        seen = end.observation(viewer)
        assert seen.scores() == end.scores()
        assert seen.returns() == end.returns()
        assert seen.prompt("fr", players=["Ben"]) == end.words("fr", players=["Ben"])


def test_impossible_observations_have_no_returns() -> None:
    dealer, chooser = chemix.Dealer(seed=5), random.Random(5)
    end = chemix.load("chemuno", players=2).deal(seed=5)
    while not end.is_terminal:
        end = dealer.resolve(end.apply(chooser.choice(end.legal_actions())))
    seen = end.observation("spectator")
    # Lay the last card again.
    for event in end.events("spectator"):
        seen = seen.fold(event)
    assert seen.is_terminal
    with pytest.raises(chemix.InputError):
        seen.returns()
    assert seen.prompt() == "The game is over."


def test_scores_that_depend_on_hidden_hands_are_none() -> None:
    state = chemix.load("compound_capture", players=2).deal(seed=7)
    own, other = state.scores()
    assert state.observation(0).scores() == [own, None]
    assert state.observation(1).scores() == [None, other]
    assert state.observation("spectator").scores() == [None, None]


def claim() -> chemix.State:
    game = chemix.load("react", players=3)
    dealer = chemix.Dealer(seed=7)
    state = game.deal(seed=7)
    while state.phase != "claim":
        state = dealer.resolve(state.apply(state.legal_actions()[0]))
    return state


def test_sealed_decisions_hide_who_has_decided() -> None:
    before = claim()
    nothing = before.legal_actions(player=1)[-1]
    after = before.apply(nothing, player=1)
    assert after.acting == {0, 2}
    assert after.acting_seen_by(1) == {0, 2}
    for viewer in (0, 2, "spectator"):
        assert after.acting_seen_by(viewer) == {0, 1, 2}
        assert after.observation(viewer).is_sealed
        assert after.observation(viewer) == before.observation(viewer)
    with pytest.raises(chemix.InputError, match="may act now"):
        after.acting_seen_by()
    assert not before.can_undo(before, 1)
    assert not after.can_undo(before, 1)


@pytest.mark.parametrize("name", chemix.games())
def test_only_steps_that_reveal_nothing_can_be_undone(name: str) -> None:
    for before, player, after in steps_of(name, 3)[::3]:
        for seat in range(after.game.players):
            if not after.can_undo(before, seat):
                continue
            assert seat == player
            # In a world that somebody holds possible something would show the same.
            for viewer in viewers_of(after.game):
                world = before.determinize(viewer, seed=1)
                told = [str(event) for event in after.events(viewer)]
                shown = [
                    [str(event) for event in world.apply(action, seat).events(viewer)]
                    for action in world.legal_actions(seat)
                ]
                assert told in shown


def test_laid_and_drawn_cards_cannot_be_undone() -> None:
    game = chemix.load("chemuno", players=2)
    before = game.deal(seed=7)
    laid = before.apply("lay N")
    assert not laid.can_undo(before)
    drawn = chemix.Dealer(seed=7).resolve(laid.apply("draw"))
    assert not drawn.can_undo(laid)
    with pytest.raises(chemix.InputError, match="belongs to another game"):
        laid.can_undo(chemix.load("chemuno", players=3).deal(seed=7))


@pytest.mark.parametrize("name", chemix.games())
def test_legal_actions_of_observation_and_state_agree(name: str) -> None:
    game = chemix.load(name, players=chemix.describe(name)["min_players"])
    state = game.deal(7)
    for seat in range(game.players):
        seen = state.observation(seat)
        acts = seat in state.acting
        assert seen.legal_action_ids() == (state.legal_action_ids(seat) if acts else [])
        assert seen.legal_action_ids() == [action.id for action in seen.legal_actions()]
        assert seen.legal_action_mask().nonzero()[0].tolist() == seen.legal_action_ids()
        assert seen.legal_action_mask().shape == (game.action_count,)


def test_fold_rejects_events_of_another_game() -> None:
    state = chemix.load("chip_it", players=3).deal(seed=1)
    step = chemix.load("chemuno", players=2).deal(seed=7).apply("lay N")
    with pytest.raises(chemix.InputError, match="event: belongs to another game"):
        state.observation().fold(step.events()[0])


@pytest.mark.parametrize("name", chemix.games())
def test_marginals_agree_with_samples(name: str) -> None:
    samples = 60
    for state, _, _ in steps_of(name, 11)[20::60]:
        game = state.game
        seen = state.observation(0)
        marginals = seen.marginals()
        assert marginals.dtype == np.float64
        kinds = marginals.shape[1]
        assert marginals.shape == (len(seen.hidden_places), kinds, game.max_copies)
        assert ((marginals >= 0) & (marginals <= 1)).all()
        assert (np.diff(marginals, axis=2) <= 1e-9).all()
        # The expected numbers of all kinds sum to the size of the hand.
        sizes = seen.to_dict()["open"]["hand_size"]
        for row, place in zip(marginals, seen.hidden_places, strict=True):
            if place.startswith("hand"):
                assert row.sum() == pytest.approx(sizes[int(place[5])])
        if "hand[1]" not in seen.hidden_places:
            continue
        held = Counter[tuple[str, int]]()
        for seed in range(samples):
            own = state.determinize(0, seed=seed).observation(1).to_dict()["own"]
            assert own is not None
            for card, copies in Counter(own["hand"]).items():
                held.update((card, n) for n in range(1, copies + 1))
        for (card, n), found in held.items():
            share = seen.probability("hand[1]", card, n)
            assert share > 0
            assert abs(share - found / samples) < 0.35, (card, n)
        # Certain marginals are always true.
        for row, place in zip(marginals, seen.hidden_places, strict=True):
            if place == "hand[1]" and seen.forgotten == 0:
                assert (row > 1 - 1e-12).sum() <= sum(n == samples for n in held.values())


def test_probabilities_are_queried_by_name() -> None:
    seen = chemix.load("chemuno", players=3).deal(seed=7).observation(0)
    assert seen.hidden_places == ["hand[1]", "hand[2]", "draw_pile"]
    assert (seen.forgotten, seen.approximations) == (0, 0)
    one = seen.probability("hand[1]", "O")
    assert 0 < seen.probability("hand[1]", "O", at_least=2) < one < 1
    assert seen.probability("hand[2]", "O") == pytest.approx(one)
    assert seen.probability("hand[1]", "O", at_least=99) == 0
    for place, card, at_least, field in (
        ("hand[0]", "O", 1, "place"),
        ("attic", "O", 1, "place"),
        ("hand[1]", "Xx", 1, "card"),
        ("hand[1]", "O", 0, "at_least"),
    ):
        with pytest.raises(chemix.InputError, match=f"^{field}"):
            seen.probability(place, card, at_least)


def test_samples_of_sealed_decisions_are_decided_or_undecided() -> None:
    state = claim()
    for viewer in (0, 1, 2):
        assert state.determinize(viewer, seed=3).acting == {viewer}
        undecided = state.determinize(viewer, seed=3, others="undecided")
        assert undecided.acting == {0, 1, 2}
        assert undecided.observation(viewer) == state.observation(viewer)
    after = state.apply(state.legal_actions(player=1)[-1], player=1)
    assert after.determinize(1, seed=3, others="undecided").acting == {0, 2}
    assert len(after.determinize(1, seed=3).acting) == 1
    spectator = state.determinize("spectator", seed=3, others="undecided")
    assert spectator.acting == {0, 1, 2}
    with pytest.raises(chemix.InputError, match="must be 'decided' or 'undecided'"):
        state.determinize(0, seed=3, others="maybe")


def is_card(game: chemix.Game, name: str) -> bool:
    try:
        return bool(game.card_words(name))
    except chemix.InputError:
        return False


def test_drawing_without_a_match_makes_matches_unlikely() -> None:
    dealer = chemix.Dealer(seed=7)
    game = chemix.load("chemuno", players=2)
    state = dealer.resolve(game.deal(seed=7).apply("lay N").apply("draw"))
    seen = state.apply("keep").observation(0)
    # Only the card just drawn can fit N, which noble gases do too: it is any of 58, eight of which
    # fit.
    cards = set(re.split(r"[\s=,/]", str(state)))
    fitting = [card for card in cards if re.fullmatch(r"He|Ne|Ar|Rn|.*N(?![a-z]).*", card)]
    chances = [seen.probability("hand[1]", card) for card in fitting if is_card(game, card)]
    assert sum(chances) == pytest.approx(8 / 58)
    assert seen.probability("hand[1]", "C") > 0.2


@pytest.mark.parametrize("name", chemix.games())
def test_sampled_worlds_can_be_sampled_from(name: str) -> None:
    """Also if a belief is approximate and others know that its world is impossible."""
    players = chemix.describe(name)["max_players"]
    game, chooser = chemix.load(name, players=players), random.Random(1)
    for seed in range(4):
        dealer, state = chemix.Dealer(seed), game.deal(seed)
        for step in range(400):
            if state.is_terminal:
                break
            player = chooser.choice(sorted(state.acting))
            if step % 20 == 0:
                world = state.determinize(step % players, seed=step)
                for other in range(players):
                    assert world.determinize(other, seed=1).observation(other) == (
                        world.observation(other)
                    )
            legal = state.legal_actions(player)
            state = dealer.resolve(state.apply(chooser.choice(legal), player))
