# SPDX-License-Identifier: Apache-2.0
"""The interface between Python and the library: types, errors, values, copies, threads."""

from __future__ import annotations

import copy
import json
import math
import pickle
import subprocess
import sys
import threading
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chemix
import numpy as np
import numpy.typing as npt
import pytest
from chemix._errors import expect
from chemix._files import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from chemix import values


@pytest.fixture(name="game")
def _game() -> chemix.Game:
    return chemix.load("chemuno", players=3)


def test_games_are_described() -> None:
    assert "chemuno" in chemix.games()
    about = chemix.describe("chemuno")
    assert (about["min_players"], about["max_players"]) == (2, 4)
    hand_size = about["options"][0]
    assert (hand_size["name"], hand_size["least"], hand_size["most"]) == ("hand_size", 1, 10)
    assert about["turn_weights"] == []
    others = chemix.describe("classic")["turn_weights"][1]
    assert (others["name"], others["type"]) == ("points_to_others", "real")
    assert (others["least"], others["most"], others["default"]) == (-1000, 1000, -0.5)
    with pytest.raises(chemix.InputError, match="known: chemuno"):
        chemix.describe("poker")


def test_options_are_keyword_arguments(game: chemix.Game) -> None:
    other = chemix.load("chemuno", players=3, hand_size=5, auto_call=True)
    assert "hand_size=5" in other.options
    assert "auto_call=yes" in other.options
    assert other != game
    assert other.key != game.key


def test_false_switches_an_option_off() -> None:
    for auto_call in (False, True):
        made = chemix.load("chemuno", players=3, auto_call=auto_call)
        assert made.option_values["auto_call"] is auto_call


def test_best_score_and_sealed_decisions() -> None:
    assert chemix.load("chemuno", players=2).best_score == "fewest"
    assert chemix.load("classic", players=2).best_score == "most"
    # Claims are sealed, turns are not.
    assert chemix.load("react", players=3).has_sealed_decisions
    assert not chemix.load("react", players=3, claims="realtime").has_sealed_decisions
    assert not chemix.load("classic", players=2).has_sealed_decisions


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"players": 1}, "players"),
        ({"players": 5}, "players"),
        ({"players": 3, "hand_size": 0}, "hand_size"),
        ({"players": 3, "hand_size": True}, "hand_size"),
        ({"players": 3, "auto_call": "maybe"}, "auto_call"),
        ({"players": 3, "auto_call": "yes hand_size=3"}, "auto_call"),
        ({"players": 3, "penalty_growth": "steep"}, "penalty_growth"),
        ({"players": 3, "speed": 3}, "options"),
        ({"players": 3, "deck": "klassik"}, "deck"),
        ({"players": 3, "deck": "ionic"}, "deck"),
    ],
)
def test_invalid_options_are_named(options: dict[str, Any], field: str) -> None:
    with pytest.raises(chemix.InputError) as caught:
        chemix.load("chemuno", **options)
    assert caught.value.field == field
    assert field in str(caught.value)


@pytest.mark.parametrize(
    ("call", "near"),
    [
        (lambda: chemix.load("chemnuo", players=2), "chemuno"),
        (lambda: chemix.describe("showdwon"), "showdown"),
        (lambda: chemix.load("chemuno", players=2, hand_szie=5), "hand_size"),
        (lambda: chemix.load("chemuno", players=2, penalty_growth="additiv"), "additive"),
        (lambda: chemix.load("compound_capture", players=2, decks="bothe"), "both"),
        (lambda: chemix.load("chemuno", players=2, deck="chemiks"), "chemix"),
        (lambda: chemix.load("classic", players=2).deal(1).whole_turns().best(pionts=1), "points"),
        (lambda: expect("render_mode", "anssi", (None, "human", "ansi")), "ansi"),
    ],
)
def test_misspellings_suggest_the_nearest_word(call: Callable[[], object], near: str) -> None:
    with pytest.raises(chemix.InputError) as caught:
        call()
    assert caught.value.reason.endswith(f"; did you mean {near}?")
    assert caught.value.reason in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).to_dict() == caught.value.to_dict()


@pytest.mark.parametrize(
    "call",
    [
        lambda: chemix.describe("poker"),
        lambda: chemix.load("chemuno", players=9),
        lambda: chemix.load("chemuno", players=2, hand_size=11),
        lambda: expect("viewer", 10, (0, 1, "spectator")),
    ],
)
def test_no_suggestion_without_a_near_word(call: Callable[[], object]) -> None:
    with pytest.raises(chemix.InputError) as caught:
        call()
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("name", chemix.games())
def test_a_game_is_for_the_fewest_players_by_default(name: str) -> None:
    fewest = chemix.describe(name)["min_players"]
    assert chemix.load(name) == chemix.load(name, players=None) == chemix.load(name, players=fewest)


@pytest.mark.parametrize("players", ["2", 2.0, True])
def test_players_must_be_an_integer(players: Any) -> None:
    with pytest.raises(chemix.InputError, match=r"players = .*: must be a whole number") as caught:
        chemix.load("chemuno", players=players)
    assert caught.value.rule == "GN-1"


def test_messages_truncate_long_values() -> None:
    for call in (chemix.describe, chemix.Policy, chemix.load("chemuno", players=2).action):
        with pytest.raises(chemix.InputError) as caught:
            call("x" * 3000)
        assert "x" * 200 + "…" in str(caught.value)
        assert "x" * 201 not in str(caught.value)
        assert caught.value.value == "x" * 3000


def test_library_classes_have_no_empty_instances() -> None:
    game = chemix.load("classic", players=2)
    state = game.deal(seed=1)
    turns = state.whole_turns()
    made = [
        game,
        state,
        state.table,
        state.observation(),
        state.events()[0],
        game.action(0),
        turns,
        iter(turns),
        next(iter(turns)),
    ]
    for value in made:
        kind: Any = type(value)
        for make in (
            kind,
            lambda kind=kind: kind.__new__(kind),
            lambda kind=kind: object.__new__(kind),
        ):
            with pytest.raises(TypeError):
                make()


@pytest.mark.parametrize("kind", [chemix.Batch, chemix.Dealer, chemix.Policy])
def test_objects_made_by_new_alone_are_rejected(kind: Any) -> None:
    empty = kind.__new__(kind)
    state = chemix.load("chemuno", players=2).deal(seed=1)
    uses: dict[Any, list[Callable[[], object]]] = {
        chemix.Batch: [lambda: empty.acting, lambda: len(empty), lambda: empty[0]],
        chemix.Dealer: [lambda: empty.resolve(state), lambda: pickle.dumps(empty)],
        chemix.Policy: [lambda: empty.text, lambda: empty.choose(state.observation(), 1)],
    }
    for use in uses[kind]:
        with pytest.raises(TypeError):
            use()
    with pytest.raises(TypeError):
        pickle.dumps(empty)
    made = {chemix.Batch: chemix.Batch(state.game, range(2)), chemix.Dealer: chemix.Dealer(1)}
    value: Any = made.get(kind, chemix.Policy("heuristic"))
    assert type(pickle.loads(pickle.dumps(value))) is kind


@pytest.mark.parametrize("number", [np.float32(1.9), np.float64(1), Fraction(19, 10), 1.0, True])
def test_other_types_are_not_converted_to_integers(game: chemix.Game, number: Any) -> None:
    for steps in [[(None, number)], [(number, 1)]]:
        with pytest.raises((TypeError, chemix.InputError)):
            chemix.write_record(game, 0, steps)
    state = game.deal(seed=7)
    for use in (game.initial_state, game.action, state.observation, state.apply):
        with pytest.raises(TypeError):
            use(number)


def test_records_do_not_accept_minus_one_for_chance(game: chemix.Game) -> None:
    with pytest.raises(chemix.InputError, match=r"steps\[1\] = -1: must be a seat, or None"):
        chemix.write_record(game, 0, [(None, 1), (-1, 1)])


def test_lone_surrogates_are_rejected(game: chemix.Game) -> None:
    with pytest.raises(chemix.InputError, match="penalty_growth"):
        chemix.load("chemuno", players=2, penalty_growth="\ud800")
    with pytest.raises(chemix.InputError, match=r"players\[1\]"):
        game.deal(seed=1).words(players=["a", "\ud800"])


def test_player_names_must_be_a_sequence(game: chemix.Game) -> None:
    state = game.deal(seed=1)
    for names in ({"a", "b"}, "ab", {"a": 1}, b"ab", 3, [1, 2]):
        with pytest.raises(chemix.InputError, match="players"):
            state.words(players=names)  # type: ignore[arg-type]
    assert "Ben" in state.words(players=("Ben",))


def test_a_deck_file_is_read(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "decks" / "chemix.json").read_text(encoding="utf-8")
    deck = json.loads(text)
    deck["compounds"][0]["points"] = 5
    deck["deck"] = "mine"
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(deck), encoding="utf-8")
    game = chemix.load("chemuno", players=2, deck=path)
    assert game.deck == "mine"
    assert game != chemix.load("chemuno", players=2)
    state = game.deal(seed=1)
    assert pickle.loads(pickle.dumps(state)) == state
    deck["compounds"][0]["points"] = 50
    path.write_text(json.dumps(deck), encoding="utf-8")
    with pytest.raises(chemix.InputError, match=r"points = 50.*mine.json.*DK-6"):
        chemix.load("chemuno", players=2, deck=path)
    path.write_text("", encoding="utf-8")
    with pytest.raises(chemix.InputError, match="the file is empty"):
        chemix.load("chemuno", players=2, deck=path)


@pytest.mark.parametrize("name", ["mine.txt", "mine", "chemix"])
def test_deck_files_may_have_any_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = chemix.write_deck(chemix.small_deck(["H2", "O2", "H2O"], copies=4))
    (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    options = {"hand_size": 2}
    by_path = chemix.load("chemuno", players=2, deck=Path(name), **options)
    assert (by_path.deck, chemix.read_deck(Path(name))["deck"]) == ("small", "small")
    assert pickle.loads(pickle.dumps(by_path)) == by_path
    # The name of a built-in deck takes precedence.
    deck = "chemix" if name == "chemix" else "small"
    assert chemix.load("chemuno", players=2, deck=name, **options).deck == deck
    assert chemix.read_deck(name)["deck"] == deck
    with pytest.raises(FileNotFoundError, match=r"'[^']*'$"):
        chemix.read_deck(Path("other"))
    with pytest.raises(chemix.InputError, match="deck = other: no such"):
        chemix.load("chemuno", players=2, deck="other")


def test_a_state_is_a_value(game: chemix.Game) -> None:
    state = game.deal(seed=7)
    before = str(state)
    following = state.apply(state.legal_actions()[0])
    assert str(state) == before
    assert following != state
    assert len({state, copy.copy(state), copy.deepcopy(state), state.copy()}) == 1
    assert game.parse_state(str(following)) == following
    assert game.load_state(bytes(following)) == following
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(following, protocol)) == following
    assert state != "a state"


def test_actions_have_ids_texts_and_fields(game: chemix.Game) -> None:
    for number in range(game.action_count):
        action = game.action(number)
        assert action.id == number
        assert game.action(str(action)) == action
    wish = game.action("wish Fe")
    assert (wish.kind, wish.fields) == ("wish", {"element": "Fe"})
    assert game.action("draw").fields == {}
    assert len({game.action("draw"), game.action("draw"), game.action("keep")}) == 2
    for wrong in (-1, game.action_count, "lay", "lay Gold", ""):
        with pytest.raises(chemix.InputError):
            game.action(wrong)


def test_legal_actions_ids_and_mask_agree(game: chemix.Game) -> None:
    state = game.deal(seed=3)
    ids = state.legal_action_ids()
    assert [action.id for action in state.legal_actions()] == ids
    mask = state.legal_action_mask()
    assert mask.dtype == np.bool_
    assert mask.shape == (game.action_count,)
    assert list(np.flatnonzero(mask)) == ids
    assert state.legal_actions(player=1) == []
    assert state.acting == frozenset({0})
    for number in range(game.action_count):
        assert (state.check(number) is None) == (number in ids)


def test_a_refusal_names_its_rule(game: chemix.Game) -> None:
    state = game.deal(seed=7)
    with pytest.raises(chemix.RuleError, match="GN-10") as caught:
        state.apply("draw")
    assert caught.value.rule == "GN-10"
    assert caught.value.action == "draw"
    assert isinstance(caught.value, ValueError)
    with pytest.raises(chemix.RuleError, match="GN-10"):
        state.apply(state.legal_actions()[0], player=1)
    with pytest.raises(chemix.RuleError, match="GN-11") as caught:
        state.apply("lay He")
    # The kind of the card that is not in the hand.
    assert (caught.value.detail, caught.value.arguments) == (0, (10, 0, 0))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.rule, again.arguments) == ("GN-11", (10, 0, 0))


def test_chance_is_resolved_or_listed(game: chemix.Game) -> None:
    state = game.initial_state(start_player=1)
    assert state.is_chance
    assert state.current_player is None
    assert state.legal_actions() == []
    outcomes = state.chance_outcomes()
    assert sum(share for _, share in outcomes) == pytest.approx(1)
    action, _ = outcomes[0]
    assert action.is_chance
    assert str(action) == "drawn H"
    assert game.action("drawn H", chance=True) == game.action(action.id, chance=True) == action
    assert game.action(action.id) != action
    # 72 cards: 4 of hydrogen, 2 of carbon.
    shares = {str(outcome): share for outcome, share in outcomes}
    assert shares["drawn H"] == pytest.approx(4 / 72)
    assert shares["drawn C"] == pytest.approx(2 / 72)
    after = {str(outcome): share for outcome, share in state.apply(action).chance_outcomes()}
    assert after["drawn H"] == pytest.approx(3 / 71)
    # Chance acts, so a named player may not.
    with pytest.raises(chemix.RuleError, match="GN-10"):
        state.apply(action.id, 0)
    with pytest.raises(chemix.InputError, match="must be an action of a player"):
        state.apply(action, 0)
    for wrong in (-1, game.chance_action_count, "draw"):
        with pytest.raises(chemix.InputError):
            game.action(wrong, chance=True)
    assert state.apply(action).apply("drawn H2O").is_chance
    with pytest.raises(chemix.RuleError, match="GN-2"):
        state.apply("drawn He").apply("drawn He")
    with pytest.raises(chemix.InputError, match="must be an action of chance, which acts now"):
        state.apply(game.action("draw"))
    dealer = chemix.Dealer(seed=7)
    assert dealer.resolve(state) == game.deal(seed=7, start_player=1)
    assert state.apply(dealer.choose(state)) != state
    dealt = dealer.resolve(state)
    assert dealer.resolve(dealt) == dealt
    with pytest.raises(chemix.InputError, match="GN-2"):
        dealer.choose(dealt)


def test_seeds_are_integers_of_any_size_or_32_bytes(game: chemix.Game) -> None:
    assert game.deal(seed=7) == game.deal(seed=(7).to_bytes(32, "little"))
    assert game.deal(seed=np.int64(7)) == game.deal(seed=7)
    big = 2**200 + 1
    assert game.deal(seed=big) == game.deal(seed=big)
    assert game.deal(seed=big) != game.deal(seed=1)
    for wrong in (-1, 1.5, "7", b"7", None, True, 16**1001):
        with pytest.raises(chemix.InputError, match="seed"):
            game.deal(seed=wrong)


def test_observations_hide_hidden_cards(game: chemix.Game) -> None:
    state = game.deal(seed=7)
    for viewer in (0, 1, 2, "spectator"):
        seen = state.observation(viewer)
        assert seen.viewer == viewer
        values = seen.to_dict()
        assert values["open"]["hand_size"] == [7, 7, 7]
        assert "draw_pile" not in str(sorted(values["open"].keys() - {"draw_pile_size"}))
        assert "hidden" not in values
        assert state.observation(seen.viewer) == seen
    assert state.observation("spectator").to_dict()["own"] is None
    twin = state.determinize(1, seed=5)
    assert twin != state
    assert twin.observation(1) == state.observation(1)
    assert twin.information_state(1) == state.information_state(1)
    assert state.determinize(1, seed=5) == twin
    assert state.determinize(1, seed=6) != twin
    assert state.observation(1).count_worlds() > 10**15
    assert state.observation(0).legal_actions() == state.legal_actions()
    with pytest.raises(chemix.InputError, match="player = 3"):
        state.observation(3)


def test_events_fold_into_the_next_observation(game: chemix.Game) -> None:
    dealer = chemix.Dealer(seed=2)
    state = game.initial_state()
    viewers: tuple[int | str, ...] = (0, 1, 2, "spectator")
    seen = [state.observation(viewer) for viewer in viewers]
    assert state.events(0) == []
    steps = 0
    while not state.is_terminal and steps < 200:
        action = dealer.choose(state) if state.is_chance else state.legal_actions()[-1]
        state = state.apply(action)
        steps += 1
        for index, viewer in enumerate(viewers):
            for event in state.events(viewer):
                seen[index] = seen[index].fold(event)
            assert seen[index] == state.observation(viewer)
            assert seen[index].digest == state.observation(viewer).digest


def after_a_lay(game: chemix.Game) -> chemix.State:
    state = game.deal(seed=7)
    return state.apply(next(action for action in state.legal_actions() if action.kind == "lay"))


def test_events_are_readable(game: chemix.Game) -> None:
    state = after_a_lay(game)
    event = state.events("spectator")[0]
    assert (event.verb, event.source, event.target) == ("move", "hand[0]", "discard_pile")
    assert str(event) == f"move hand[0] discard_pile {event.card}"
    own = game.deal(seed=7).observation(0).to_dict()["own"]
    assert own is not None
    assert event.card in own["hand"]
    dealt = game.initial_state().apply("drawn H2O")
    assert dealt.events(0)[0].card == "H2O"
    assert dealt.events(1)[0].card is None


def test_tensors_match_their_layout(game: chemix.Game) -> None:
    state = game.deal(seed=7)
    tensor = state.observation_tensor(1)
    assert tensor.dtype == np.float32
    assert tensor.shape == (game.tensor_size,)
    layout = game.tensor_layout()
    fields = {field["name"]: field for field in layout["fields"]}
    assert sum(field["size"] for field in fields.values()) == game.tensor_size
    for field in fields.values():
        assert math.prod(field["shape"]) == field["size"], field["name"]
        assert field["labels"] == [] or len(field["labels"]) == field["shape"][-1]
        numbers = part(tensor, field)
        assert (field["low"] <= numbers).all() and (numbers <= field["high"]).all()
        assert field["meaning"]
    # Seat 0 acts: the last of three seats, seen from seat 1.
    assert list(part(tensor, fields["current_player"])) == [0, 0, 1]
    hand = fields["hand"]
    held = [kind for kind, there in zip(hand["labels"], part(tensor, hand), strict=True) if there]
    own = state.observation(1).to_dict()["own"]
    assert own is not None
    assert held == sorted(own["hand"], key=hand["labels"].index)
    assert "log" in {field["name"] for field in layout["left_out"]}


def test_state_tensors_show_all_hands_from_a_seat(game: chemix.Game) -> None:
    state = game.deal(seed=7)
    fields = {field["name"]: field for field in game.state_tensor_layout()["fields"]}
    for seat in range(3):
        tensor = state.state_tensor(seat)
        assert tensor.dtype == np.float32
        assert tensor.shape == (game.state_tensor_size,)
        seen = {field["name"]: field for field in game.tensor_layout()["fields"]}
        for i in range(3):
            own = state.observation_tensor((seat + i) % 3)
            assert list(part(tensor, fields[f"own[{i}].hand"])) == list(part(own, seen["hand"]))
    assert list(state.state_tensor()) == list(state.state_tensor(0))
    with pytest.raises(chemix.InputError):
        state.state_tensor(3)


def test_information_state_tensors_distinguish_information_states(game: chemix.Game) -> None:
    fields = game.information_state_tensor_layout()["fields"]
    assert fields[:-2] == game.tensor_layout()["fields"]
    assert [field["name"] for field in fields[-2:]] == ["history", "own_history"]
    by_text: dict[str, bytes] = {}
    for seed in (1, 2):
        for _ in range(2):
            dealer = chemix.Dealer(seed)
            state = game.deal(seed=seed)
            for _ in range(8):
                for seat in range(3):
                    tensor = state.information_state_tensor(seat)
                    assert tensor.shape == (game.information_state_tensor_size,)
                    assert tensor.min() >= 0 and tensor.max() <= 1
                    assert list(tensor[:-16]) == list(state.observation_tensor(seat))
                    text = state.information_state(seat)
                    assert by_text.setdefault(text, tensor.tobytes()) == tensor.tobytes()
                is_chance = state.is_chance
                state = state.apply(dealer.choose(state) if is_chance else state.legal_actions()[0])
    assert len(set(by_text.values())) == len(by_text) > 40


def part(tensor: npt.NDArray[np.float32], field: values.TensorField) -> npt.NDArray[np.float32]:
    return tensor[field["offset"] : field["offset"] + field["size"]]


def test_playouts_end(game: chemix.Game) -> None:
    end = game.playout(seed=11)
    assert end.is_terminal
    assert end == game.playout(seed=11)
    assert end != game.playout(seed=12)
    assert sum(end.returns()) == pytest.approx(0)
    assert end.acting == frozenset()
    with pytest.raises(chemix.InputError, match="the game is over"):
        end.apply("draw")
    first = game.playout(seed=11, policies=lambda seen, _: seen.legal_actions()[0])
    again = game.playout(seed=11, policies=lambda seen, _: seen.legal_actions()[0].id)
    texts = game.playout(seed=11, policies=lambda seen, _: str(seen.legal_actions()[0]))
    assert first == again == texts
    with pytest.raises(ZeroDivisionError):
        game.playout(seed=11, policies=lambda seen, random: 1 // 0)


def test_playouts_continue_from_any_state(game: chemix.Game) -> None:
    state = after_a_lay(game)
    end = state.playout(seed=3)
    assert end.is_terminal
    assert end == state.playout(seed=3)
    assert len({state.playout(seed).digest for seed in range(20)}) > 15
    assert game.initial_state().playout(seed=1).is_terminal
    assert end.playout(seed=1) == end

    def first(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        return seen.legal_actions()[0]

    asked: list[int | str] = []

    def noted(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        asked.append(seen.viewer)
        return first(seen, random)

    assert state.playout(3, first) == state.playout(3, [first, first, first])
    assert state.playout(3, [first, noted, None]).is_terminal
    assert set(asked) == {1}
    assert state.playout(3, [None, None, None]) == state.playout(3, (None,) * 3)
    assert game.playout(7, [first] * 3) == game.playout(7, first)
    assert game.playout(7, [None] * 3) == game.playout(7)
    # With the seed of the deal, the result equals that of Game.playout.
    assert game.deal(seed=7).playout(7, first) == game.playout(7, first)
    for policies in ([first], [first] * 4):
        with pytest.raises(chemix.InputError, match="must be 3, one for each player"):
            state.playout(3, policies)
        with pytest.raises(chemix.InputError, match="must be 3, one for each player"):
            game.playout(3, policies)
    with pytest.raises(ZeroDivisionError):
        state.playout(3, lambda seen, random: 1 // 0)


@pytest.mark.parametrize("claims", ["simultaneous", "realtime"])
def test_the_player_is_required_if_several_may_act(claims: str) -> None:
    game = chemix.load("react", players=3, claims=claims)
    dealer = chemix.Dealer(seed=7)
    state = game.deal(seed=7)
    while state.phase != "claim":
        state = dealer.resolve(state.apply(state.legal_actions()[0]))
    assert state.acting == frozenset({0, 1, 2})
    assert state.current_player is None
    nothing = state.legal_actions(player=1)[-1]
    for ask in (
        lambda: state.apply(nothing),
        lambda: state.check(nothing),
        lambda: state.legal_actions(),
        lambda: state.legal_action_ids(),
        lambda: state.legal_action_mask(),
        lambda: state.observation(),
        lambda: state.observation_tensor(),
        lambda: state.information_state(),
        lambda: state.events(),
        lambda: state.prompt(),
        lambda: state.determinize(seed=1),
    ):
        with pytest.raises(chemix.InputError, match=r"must be given: players 0, 1, 2 may act now"):
            ask()
    assert state.is_sealed == (claims == "simultaneous")
    assert not game.deal(seed=7).is_sealed
    state = state.apply(nothing, player=1)
    assert state.acting == frozenset({0, 2})
    with pytest.raises(chemix.InputError, match=r"must be given: players 0, 2 may act now"):
        state.apply(nothing)


def test_the_viewer_defaults_to_the_acting_player(game: chemix.Game) -> None:
    state = after_a_lay(game)
    assert state.current_player == 1
    assert state.observation() == state.observation(1)
    assert (state.observation_tensor() == state.observation_tensor(1)).all()
    assert state.information_state() == state.information_state(1)
    assert [str(event) for event in state.events()] == [str(event) for event in state.events(1)]
    assert state.prompt() == state.prompt(1)
    assert state.determinize(seed=3) == state.determinize(1, seed=3)
    for nobody in (game.initial_state(), game.playout(seed=1)):
        with pytest.raises(chemix.InputError, match=r"^player: must be given: no player acts now"):
            nobody.observation()
        assert nobody.observation("spectator").viewer == "spectator"
    with pytest.raises(chemix.InputError, match="must be a seat or 'spectator'"):
        state.observation("audience")


def test_playouts_draw_the_acting_player_uniformly() -> None:
    game = chemix.load("react", players=4, claims="realtime")
    asked: Counter[int] = Counter()

    @chemix.full_state
    def choose(state: chemix.State, seat: int, random: np.random.Generator) -> chemix.Action:
        assert seat in state.acting
        if len(state.acting) == 4:
            asked[seat] += 1
        return state.legal_actions(seat)[0]

    for seed in range(60):
        assert game.playout(seed, choose).is_terminal
    total = sum(asked.values())
    assert total > 400
    assert sum((n - total / 4) ** 2 for n in asked.values()) / (total / 4) < 16.3


def test_records_replay(game: chemix.Game) -> None:
    dealer = chemix.Dealer(seed=4)
    state = game.initial_state(start_player=2)
    steps: list[tuple[int | None, int]] = []
    while not state.is_terminal:
        action = dealer.choose(state) if state.is_chance else state.legal_actions()[0]
        steps.append((state.current_player, action.id))
        state = state.apply(action)
    text = chemix.write_record(game, 2, steps)
    states = chemix.read_record(text)
    assert len(states) == len(steps) + 1
    assert states[-1] == state
    record = json.loads(text)
    for field, value in (
        ("digest", "0" * 16),
        ("revision", 99),
        ("key", "0" * 16),
        ("game", "poker"),
        ("players", 9),
        ("options", "speed=1"),
        ("start_player", 7),
        ("steps", record["steps"][:-1]),
        ("extra", 1),
    ):
        with pytest.raises(chemix.InputError):
            chemix.read_record(json.dumps({**record, field: value}))
    record["steps"][25] = "0 lay H"
    with pytest.raises(chemix.InputError, match=r"steps\[25\]"):
        chemix.read_record(json.dumps(record))


def test_saved_bytes_are_validated(game: chemix.Game) -> None:
    saved = bytes(game.deal(seed=7))
    for cut in range(0, len(saved), 7):
        with pytest.raises(chemix.InputError):
            game.load_state(saved[:cut])
    with pytest.raises(chemix.InputError, match="game key"):
        chemix.load("chemuno", players=2).load_state(saved)


def test_any_buffer_is_accepted_as_bytes(game: chemix.Game) -> None:
    state = game.deal(seed=7)
    seen = state.observation(1)
    likes: tuple[Callable[[bytes], Any], ...] = (
        bytearray,
        memoryview,
        lambda saved: memoryview(saved[::-1])[::-1],
        lambda saved: np.frombuffer(saved, np.uint8),
    )
    for like in likes:
        assert game.load_state(like(bytes(state))) == state
        assert game.load_observation(like(bytes(seen))) == seen
    text = str(state).encode()
    words: Any = text
    assert game.parse_state(words) == state
    for wrong in (b"\xff\xfe", bytes(state)):
        words = wrong
        with pytest.raises(chemix.InputError):
            game.parse_state(words)


@pytest.mark.parametrize(
    "number", [2**31, 2**70, -(2**70), 10**5000], ids=["32", "70", "-70", "long"]
)
def test_integers_out_of_range_are_named(game: chemix.Game, number: int) -> None:
    state = game.deal(seed=7)
    batch = chemix.Batch(game, range(2))
    calls: dict[str, list[Callable[[], object]]] = {
        "player": [
            lambda: state.observation(number),
            lambda: state.legal_actions(number),
            lambda: state.apply(0, number),
            lambda: chemix.write_record(game, 0, [(number, 0)]),
        ],
        "action": [
            lambda: state.apply(number),
            lambda: state.check(number),
            lambda: game.action(number),
            lambda: chemix.write_record(game, 0, [(0, number)]),
        ],
        "start_player": [
            lambda: game.initial_state(number),
            lambda: game.deal(seed=1, start_player=number),
            lambda: game.playout(seed=1, start_player=number),
            lambda: chemix.write_record(game, number, []),
        ],
        "players": [lambda: chemix.load("chemuno", players=number)],
        "viewer": [lambda: chemix.write_seen_record(chemix.write_record(game, 0, []), number)],
        "seat": [lambda: batch.tensors(seat=number), lambda: batch.play_to(number)],
        "threads": [lambda: chemix.Batch(game, range(2), threads=number)],
        "i": [lambda: batch[number]],
        "decision": [
            lambda: chemix.Policy("heuristic").choose(state.observation(), 1, decision=number)
        ],
        "at_least": [lambda: state.observation(0).probability("draw_pile", "H", at_least=number)],
    }
    for name, those in calls.items():
        for call in those:
            with pytest.raises(
                chemix.InputError, match="must be a whole number from -2147"
            ) as said:
                call()
            assert said.value.field == name


def first_action(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
    return seen.legal_actions()[0]


@pytest.mark.parametrize(
    "policies", [None, "heuristic worlds=1", ["heuristic worlds=1", first_action, None]]
)
def test_native_playouts_release_the_gil(game: chemix.Game, policies: Any) -> None:
    """Also between calls of functions, while built-in policies decide."""
    games = 200
    played: list[int] = []
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # the interpreter forces no thread to release the GIL
    try:
        playing = threading.Thread(
            target=lambda: played.extend(
                game.playout(seed, policies).digest for seed in range(games)
            )
        )
        playing.start()
        seen = len(played)
        playing.join()
    finally:
        sys.setswitchinterval(before)
    assert seen < len(played) == games


def test_playouts_keep_the_events_of_the_last_step(game: chemix.Game) -> None:
    end = game.playout(3)
    assert end.events(0)
    anyone = game.playout(3, [None] * 3)
    assert anyone == end
    assert anyone.events(1) == end.events(1)


def test_threads_can_share_a_game(game: chemix.Game) -> None:
    digests: list[int] = []
    threads = [
        threading.Thread(target=lambda: digests.append(game.playout(seed=9).digest))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(digests)) == 1


def test_a_sub_interpreter_refuses_the_import() -> None:
    """It neither hangs nor disturbs the main interpreter, before and after the import there."""
    program = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
attempt = '''
try:
    import {}
except ImportError as error:
    print(error, flush=True)
'''
for name in ("chemix", "chemix._core"):
    one = interpreters.create()
    interpreters.run_string(one, f"import sys; sys.path[:0] = {sys.path}" + attempt.format(name))
    interpreters.destroy(one)
    import chemix
print(chemix.load("chemuno", players=2).playout(1).is_terminal)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
    # From 3.13 on, Python itself refuses the module.
    refused = "module chemix._core does not support loading in subinterpreters\n"
    if sys.version_info < (3, 13):
        refused = (
            "chemix cannot be imported in a sub-interpreter: import it in the main interpreter, or "
            "use processes\n"
        )
    assert (run.stdout, run.stderr) == (2 * refused + "True\n", "")


@pytest.mark.parametrize("text", ["size 20", "value 1", "value 200", "pass 3", "play g22"])
def test_numbers_without_an_id_are_not_actions(text: str) -> None:
    state = chemix.load("chip_it", players=3).deal(seed=1)
    with pytest.raises(chemix.InputError, match="not an action of this game"):
        state.apply(text)


@pytest.mark.parametrize("ruleset", ["booklet", "simplified"])
def test_whole_turns_and_the_best_turn(ruleset: str) -> None:
    game = chemix.load("classic", players=2, ruleset=ruleset)
    dealer = chemix.Dealer(seed=3)
    state = game.deal(seed=3)
    while not state.is_terminal:
        player = state.current_player
        assert player is not None
        turns = state.whole_turns()
        listed = list(turns)
        assert len(turns) == len(listed) > 0
        before = state.scores()
        for turn in listed[:50]:
            after = state
            for action in turn.actions:
                after = after.apply(action)
            if after.phase == "fill":
                changes = [now - then for now, then in zip(after.scores(), before, strict=True)]
                assert changes == turn.points
        most = max(turn.points[player] for turn in listed)
        best, value = turns.best(points_to_others=0, cards_kept=0, noble_gases=0)
        assert best.points[player] == value == most
        assert best in listed
        assert len(set(listed)) == len(listed)
        assert repr(best) == f"<WholeTurn of {len(best.actions)} actions>"
        for action in best.actions:
            state = state.apply(action)
        if state.phase == "fill":
            state = state.apply("fill")
        state = dealer.resolve(state)


def test_turn_weights_match_the_description() -> None:
    turns = chemix.load("classic", players=2).deal(seed=3).whole_turns()
    weights = chemix.describe("classic")["turn_weights"]
    defaults = {weight["name"]: float(weight["default"]) for weight in weights}
    assert turns.best(**defaults)[1] == turns.best()[1]
    only_cards = dict.fromkeys(defaults, 0) | {"cards_kept": np.float64(1.5)}
    assert turns.best(**only_cards)[1] == 1.5 * 3
    refused: list[tuple[dict[str, Any], str]] = [
        ({"speed": 1}, "weights"),
        ({"points": "much"}, "points"),
        ({"points": -1000.5}, "points"),
        ({"points": float("nan")}, "points"),
        ({"points": True}, "points"),
        ({"points": "1 cards_kept=2"}, "points"),
    ]
    for wrong, field in refused:
        with pytest.raises(chemix.InputError) as caught:
            turns.best(**wrong)
        assert caught.value.field == field


def test_whole_turns_need_support_and_the_beginning_of_a_turn(game: chemix.Game) -> None:
    with pytest.raises(chemix.InputError, match="does not list whole turns"):
        game.deal(seed=7).whole_turns()
    classic = chemix.load("classic", players=2)
    with pytest.raises(chemix.InputError, match="must be at the beginning of a turn"):
        classic.initial_state().whole_turns()


def test_events_depend_on_the_viewer() -> None:
    state = chemix.load("react", players=3).initial_state()
    dealer, differ = chemix.Dealer(seed=3), 0
    for _ in range(150):
        if state.is_terminal:
            break
        seat = None if state.is_chance else min(state.acting)
        action = dealer.choose(state) if seat is None else state.legal_actions(seat)[-1]
        after = state.apply(action, seat)
        for viewer in (0, 1, 2, "spectator"):
            seen = state.observation(viewer)
            for event in after.events(viewer):
                seen = seen.fold(event)
            assert seen == after.observation(viewer)
        if seat is not None:
            differ += after.events(seat) != after.events((seat + 1) % 3)
        state = after
    assert differ > 0


def test_events_of_another_game_are_rejected() -> None:
    event = chemix.load("chemuno", players=2).deal(seed=7).apply("lay N").events(0)[0]
    for other in (chemix.load("chemuno", players=3), chemix.load("react", players=2)):
        with pytest.raises(chemix.InputError, match="belongs to another game"):
            other.deal(seed=7).observation(0).fold(event)


def test_files_of_the_maximum_size_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("four", encoding="utf-8")
    assert text_of(path, 4) == "four"
    with pytest.raises(chemix.InputError, match="must be at most 3 bytes"):
        text_of(path, 3)
