# SPDX-License-Identifier: Apache-2.0
"""Sessions and clients in Python."""

from __future__ import annotations

import copy
import json
import pickle
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import chemix
import pytest

GAMES = chemix.games()
# In seconds: a call that is not ended hangs.
HANGS = 120
# Takes hours.
SEARCH = "search iterations=100000000"


def loaded(name: str) -> chemix.Game:
    least: int = chemix.describe(name)["min_players"]
    return chemix.load(name, players=max(2, least))


def viewers(game: chemix.Game) -> list[Any]:
    return [*range(game.players), "spectator"]


def played(name: str, max_steps: int = 0) -> chemix.Session:
    """Let policies play a game, or its first steps."""
    session = chemix.Session(loaded(name), seed=7)
    for seat in range(session.game.players):
        session.set_policy(seat, "random")
    session.advance(max_steps)
    return session


def seen_by(session: chemix.Session, viewer: Any) -> list[list[str]]:
    return [
        [str(event) for event in session.events(viewer, seen)]
        for seen in range(session.seen_count(viewer))
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_policies_is_the_replay_of_its_log(name: str) -> None:
    session = played(name)
    assert session.next is None
    assert session.state.is_terminal
    again = chemix.Session(session.game)
    for entry in session.log:
        assert entry["by_policy"] == (entry["actor"] != "chance")
        again.act(entry["actor"], entry["action"])
    assert again.state == session.state
    assert again.next is None
    watched = chemix.Session.replay(session.record())
    assert watched.state == session.state
    assert watched.record() == session.record()
    assert [step["step"] for step in session.handovers()] == [0] * session.game.players
    for viewer in viewers(session.game):
        assert again.observation(viewer) == session.observation(viewer)
        assert seen_by(again, viewer) == seen_by(session, viewer)
    for step in range(0, len(session.log), 16):
        assert again.state_at(step) == session.state_at(step)


@pytest.mark.parametrize("name", GAMES)
def test_saved_sessions_continue_alike(name: str) -> None:
    whole = played(name)
    chooser = random.Random(name)
    for step in sorted(chooser.sample(range(len(whole.log)), 3)):
        session = played(name, step) if step > 0 else whole
        session.set_player(0, "Marie")
        for again in (
            chemix.Session.load(session.save()),
            pickle.loads(pickle.dumps(session)),
            copy.copy(session),
        ):
            assert again.save() == session.save()
            assert again.player(0) == "Marie"
            assert again.policy(0) == "random"
            again.advance()
            assert again.state == whole.state


@pytest.mark.parametrize("name", GAMES)
def test_people_play_by_what_they_see(name: str) -> None:
    session = chemix.Session(loaded(name), seed=3)
    session.set_policy(0, chemix.Policy("random"))
    chooser = random.Random(name)
    refused = 0
    session.advance()
    while (seat := session.next) is not None:
        assert isinstance(seat, int)
        legal = session.observation(seat).legal_actions()
        before = session.save()
        illegal = chooser.randrange(session.game.action_count)
        if illegal not in {action.id for action in legal}:
            with pytest.raises(chemix.RuleError):
                session.act(seat, illegal)
            assert session.save() == before
            refused += 1
        action = chooser.choice(legal)
        forms: list[chemix.Action | int | str] = [action, action.id, str(action)]
        session.act(seat, chooser.choice(forms))
        session.advance()
    assert session.state.is_terminal
    assert refused > 0


@pytest.mark.parametrize("name", GAMES)
def test_clients_see_what_viewers_of_the_session_see(name: str) -> None:
    session = chemix.Session(loaded(name), seed=5)
    for seat in range(session.game.players):
        session.set_policy(seat, "random")
    clients = {
        viewer: chemix.Client(session.observation(viewer)) for viewer in viewers(session.game)
    }
    folded = {viewer: copy.copy(client) for viewer, client in clients.items()}
    while session.advance(10):
        for viewer, client in clients.items():
            for seen in range(client.seen_count, session.seen_count(viewer)):
                client.receive(session.message(viewer, seen))
                folded[viewer].fold(session.events(viewer, seen))
            assert client.observation == session.observation(viewer)
            assert folded[viewer].observation == client.observation
    chooser = random.Random(name)
    for viewer, client in clients.items():
        late = chemix.Client.load(session.save_seen(viewer))
        for again in (late, chemix.Client.load(client.save()), pickle.loads(pickle.dumps(client))):
            assert again.observation == client.observation
            assert again.seen_count == client.seen_count
        if client.seen_count == 0:
            continue
        seen = chooser.randrange(client.seen_count)
        assert client.events(seen) == session.events(viewer, seen)
        assert client.observe_at(seen) == session.observe_at(viewer, seen)
        late.rewind(seen)
        assert late.observation == session.observe_at(viewer, seen)
        joined = chemix.Client(session.observe_at(viewer, seen), seen)
        assert (joined.first_seen, joined.seen_count) == (seen, seen)
        joined.receive(session.message(viewer, seen))
        assert joined.observation == session.observe_at(viewer, seen + 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_step_is_undone_exactly_if_it_may_be(name: str) -> None:
    session = chemix.Session(loaded(name), seed=9)
    chooser = random.Random(name)
    session.advance()
    for _ in range(60):
        seat: Any = session.next
        if seat is None:
            break
        session.act(seat, chooser.choice(session.observation(seat).legal_actions()))
        after = session.save()
        steps = len(session.log)
        may = session.can_undo(seat)
        assert (session.undo(seat) is None) == may
        if may:
            assert len(session.log) == steps - 1
            session.act(seat, chemix.Session.load(after).log[-1]["action"])
        assert session.state == chemix.Session.load(after).state
        session.advance()
    session.rewind(0)
    assert session.log == []
    assert not session.can_undo(0)
    assert session.undo(0) == "nothing"
    assert all(session.seen_count(viewer) == 0 for viewer in viewers(session.game))


def test_the_caller_supplies_chance() -> None:
    session, dealer = chemix.Session(loaded("chemuno")), chemix.Dealer(seed=7)
    assert session.advance() == 0
    while session.next == "chance":
        session.act("chance", dealer.choose(session.state))
    assert session.state == session.game.deal(seed=7)
    resumed = chemix.Session.resume(session.state, seed=7)
    assert resumed.state == session.state
    assert resumed.log == []
    assert resumed.advance() == 0


def test_policies_use_seeds_of_their_own() -> None:
    session = chemix.Session(loaded("chemuno"))
    with pytest.raises(chemix.InputError, match="policy"):
        session.set_policy(0, "random")
    session.set_policy_seed(1)
    session.set_policy(0, "heuristic")
    assert session.policy(0) == "heuristic"
    session.set_policy(0, None)
    assert session.policy(0) is None


def test_policies_advise_without_acting() -> None:
    session = chemix.Session(loaded("chemuno"), seed=7)
    session.advance()
    seat: Any = session.next
    with pytest.raises(chemix.InputError, match="policy"):
        session.choose(seat)
    chosen = session.choose(seat, "heuristic")
    assert session.hint(seat, chemix.Policy("heuristic"))["action"] == chosen
    before = session.state
    session.set_policy(seat, "heuristic")
    assert session.state == before
    assert session.choose(seat) == chosen
    session.advance(1)
    assert session.log[-1]["action"] == chosen
    session.set_step_time(0, 1500)
    assert session.log[0]["milliseconds"] == 1500


def test_long_calls_end_and_exclude_others() -> None:
    session = chemix.Session(loaded("chemuno"), seed=7)
    session.advance()
    seat: Any = session.next
    session.set_policy(seat, SEARCH)
    before, stop, begun = session.state, threading.Event(), threading.Event()

    class Stop:
        def is_set(self) -> bool:
            begun.set()
            return stop.is_set()

    calls: list[Callable[[], object]] = [
        lambda: session.advance(stop=Stop()),
        lambda: session.choose(seat, stop=Stop()),
        lambda: session.hint(seat, stop=Stop()),
    ]
    for changes, call in zip((True, False, False), calls, strict=True):
        stop.clear()
        begun.clear()
        with ThreadPoolExecutor(1) as threads:
            running = threads.submit(call)
            # The first answer comes before the call.
            assert begun.wait(HANGS)
            while not changes and not running.done():
                try:
                    session.set_player(0, "")
                except chemix.InputError:
                    break
            while changes and not running.done():
                try:
                    session.observation(0)
                except chemix.InputError as error:
                    assert error.field == "session"
                    break
            if not changes:
                assert session.state == before
            stop.set()
            with pytest.raises(chemix.Stopped):
                running.result(HANGS)
    with pytest.raises(chemix.Stopped):
        session.advance(time_budget=0)
    assert session.state == before
    assert session.choose(seat, time_budget=0) in session.observation(seat).legal_actions()
    session.set_move_time(1)
    assert session.advance(1) == 1


def test_errors_name_field_and_value() -> None:
    session = played("chemuno", 30)
    game, seen = session.game, session.seen_count(0)
    client = chemix.Client.load(session.save_seen(0))
    wrong: Any = 7
    people = chemix.Session(game, seed=1)
    calls: dict[tuple[str, str], Callable[[], object]] = {
        ("start_player", "2"): lambda: chemix.Session(game, start_player=2),
        ("seed", "-1"): lambda: chemix.Session(game, seed=-1),
        ("actor", "5"): lambda: session.act(5, 0),
        ("actor", "nobody"): lambda: session.act("nobody", 0),
        ("actor", "chance"): lambda: session.act("chance", 0),
        ("action", "-1"): lambda: session.act(0, -1),
        ("max_steps", "-1"): lambda: session.advance(-1),
        ("seat", "2"): lambda: session.can_undo(2),
        ("seat", "-1"): lambda: session.set_policy(-1, None),
        ("policy", "7"): lambda: session.set_policy(0, wrong),
        ("policy", "None"): lambda: people.choose(0),
        ("name", "a\nb"): lambda: session.set_player(0, "a\nb"),
        ("milliseconds", "-1"): lambda: session.set_move_time(-1),
        ("step", "31"): lambda: session.rewind(31),
        ("step", "32"): lambda: session.state_at(32),
        ("step", "30"): lambda: session.set_step_time(30, 0),
        ("viewer", "judge"): lambda: session.observation("judge"),
        ("viewer", "2"): lambda: session.seen_count(2),
        ("seen", str(seen)): lambda: session.events(0, seen),
        ("seen", str(seen + 1)): lambda: session.observe_at(0, seen + 1),
        ("seen", "0"): lambda: people.message(0, 0),
        ("seen", "-1"): lambda: client.rewind(-1),
        ("seen", "3"): lambda: client.receive(session.message(0, 3)),
        ("seen", "-2"): lambda: chemix.Client(session.observation(0), -2),
    }
    before = session.save(), client.save()
    for (field, value), call in calls.items():
        with pytest.raises(chemix.InputError) as caught:
            call()
        assert (caught.value.field, caught.value.value) == (field, value)
    assert (session.save(), client.save()) == before
    for load in (chemix.Session.load, chemix.Client.load, chemix.Session.replay):
        with pytest.raises(chemix.InputError):
            load("{}")


def test_messages_that_do_not_fit_change_nothing() -> None:
    session = played("chemuno", 30)
    client = chemix.Client(session.observe_at(0, 3), 3)
    message = json.loads(session.message(0, 3))
    message["digest"] = "0" * 16
    with pytest.raises(chemix.InputError) as caught:
        client.receive(json.dumps(message))
    assert caught.value.field == "digest"
    assert client.seen_count == 3
    with pytest.raises(chemix.InputError, match="events"):
        client.fold([])
    other = chemix.Session(chemix.load("chemuno", players=2, hand_size=5), seed=7)
    other.advance()
    with pytest.raises(chemix.InputError, match="another game"):
        client.fold(other.events(0, 0))
    assert client.observation == session.observe_at(0, 3)


def test_texts_about_sessions_show_no_secrets() -> None:
    session = played("chemuno", 30)
    assert repr(session) == "<Session of chemuno, 30 steps>"
    client = chemix.Client(session.observation("spectator"), 2)
    assert repr(client) == "<Client of chemuno, spectator, 2 steps seen>"
