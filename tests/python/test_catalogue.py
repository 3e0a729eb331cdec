# SPDX-License-Identifier: Apache-2.0
"""The catalogue of a game is complete and matches played games."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import chemix
import jsonschema
import pytest
from guided import guided_steps

if TYPE_CHECKING:
    from pathlib import Path

    from chemix import values

GAMES = [
    (name, players)
    for name in chemix.games()
    for players in sorted({chemix.describe(name)[end] for end in ("min_players", "max_players")})
]
LANGUAGES = chemix.languages()
ENDS = ("source", "target")


def schema(game: chemix.Game, what: str) -> jsonschema.Draft202012Validator:
    made = game.schema(what)
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


def assert_said(words: Any) -> None:
    assert sorted(words) == LANGUAGES
    assert all(words.values())


def end_of_a_game(game: chemix.Game, seed: int, catalogue: values.CatalogueDict) -> chemix.State:
    """Play a game, and compare its steps with the catalogue."""
    draw = random.Random(seed)
    phases = {phase["name"]: phase for phase in catalogue["phases"]}
    verbs = {verb["verb"]: set(verb["fields"]) for verb in catalogue["verbs"]}
    zones = {place["zone"]: place for place in catalogue["places"]}
    limits = catalogue["limits"]
    state = game.initial_state()
    for step in range(400):
        phase = phases[state.phase]
        if state.is_terminal:
            assert phase["asked"] == "nobody"
            return state
        if step % 10 == 0:
            assert len(bytes(state)) <= limits["max_state_bytes"]
            assert len(str(state)) < limits["max_json_size"]
            text = json.dumps(state.to_dict(), separators=(",", ":"))
            assert len(text) < limits["max_json_size"]
        if state.is_chance:
            assert phase["asked"] == "chance"
            state = state.apply(draw.choice([action for action, _ in state.chance_outcomes()]))
        else:
            assert phase["asked"] in ("one", "several")
            assert phase["asked"] == "several" or len(state.acting) == 1
            player = draw.choice(sorted(state.acting))
            actions = state.legal_actions(player)
            assert len(actions) <= limits["max_legal_actions"]
            assert {action.kind for action in actions} <= set(phase["actions"])
            state = state.apply(draw.choice(actions), player)
        events = state.events("spectator")
        assert len(events) <= limits["max_step_events"]
        for event in events:
            told: Any = event.to_dict()
            assert set(told) - {"verb"} <= verbs[event.verb]
            for end in ENDS:
                if end in told:
                    per_player = zones[told[end]["zone"]]["per_player"]
                    assert (told[end]["player"] is not None) == per_player
    return state


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_catalogue_is_complete_and_matches_play(name: str, players: int) -> None:
    game = chemix.load(name, players=players)
    catalogue = game.catalogue
    assert json.loads(json.dumps(catalogue)) == catalogue
    schema(game, "catalogue").validate(catalogue)
    schema(game, "description").validate(chemix.describe(name))
    schema(game, "tensor_layout").validate(game.tensor_layout())
    assert (catalogue["name"], catalogue["players"]) == (name, players)
    assert catalogue["min_players"] <= players <= catalogue["max_players"]
    assert catalogue["key"] == f"{game.key:016x}"
    assert_said(catalogue["title"])
    assert_said(catalogue["scores"]["meaning"])
    for phase in catalogue["phases"]:
        assert_said(phase["words"])
        assert (phase["asked"] in ("one", "several")) == bool(phase["actions"]), phase
        assert not phase["sealed"] or phase["asked"] == "several"
    for by_chance, count in ((False, game.action_count), (True, game.chance_action_count)):
        kinds = catalogue["chance_actions" if by_chance else "actions"]
        assert kinds[0]["first_id"] == 0
        ends = [kind["first_id"] + kind["count"] for kind in kinds]
        assert [kind["first_id"] for kind in kinds[1:]] + [count] == ends
        if by_chance:
            continue
        for kind in kinds:
            fields = {field["name"]: field["values"] for field in kind["fields"]}
            for number in (kind["first_id"], kind["first_id"] + kind["count"] - 1):
                action = game.action(number)
                assert action.kind == kind["kind"]
                assert set(action.fields) == set(fields)
                assert all(value in fields[name] for name, value in action.fields.items())
    assert catalogue["tensor"] == game.tensor_layout()
    assert catalogue["information_state_tensor"] == game.information_state_tensor_layout()
    assert catalogue["state_tensor"] == game.state_tensor_layout()
    assert catalogue["limits"]["action_count"] == game.action_count
    assert catalogue["limits"]["tensor_size"] == game.tensor_size
    scores = catalogue["scores"]
    assert (game.min_return, game.max_return) == (scores["min_return"], scores["max_return"])
    assert game.best_score == scores["best"]
    for seed in range(3):
        end = end_of_a_game(game, seed, catalogue)
        if not end.is_terminal:
            continue
        for share in end.returns():
            assert scores["min_return"] <= share <= scores["max_return"]
        if players > 1:
            best = max if scores["best"] == "most" else min
            winner = end.returns().index(max(end.returns()))
            assert end.scores()[winner] == best(end.scores())


@pytest.mark.parametrize("name", chemix.games())
def test_all_verbs_and_places_occur_in_play(name: str) -> None:
    described = chemix.describe(name)
    verbs: dict[str, bool] = {}
    zones: dict[str, bool] = {}
    for seed in range(40):
        players = described["min_players"] + seed % (
            described["max_players"] - described["min_players"] + 1
        )
        # Classic has a discard pile only with the simplified rules.
        rules: Any = {"ruleset": "simplified"} if name == "classic" and seed % 2 else {}
        game = chemix.load(name, players=players, **rules)
        for verb in game.catalogue["verbs"]:
            verbs.setdefault(verb["verb"], False)
        for place in game.catalogue["places"]:
            zones.setdefault(place["zone"], False)
        for _, player, after in guided_steps(game, seed):
            for event in after.events("spectator" if player is None else player):
                assert event.verb in verbs
                verbs[event.verb] = True
                told: Any = event.to_dict()
                zones.update({told[end]["zone"]: True for end in ENDS if end in told})
    # Nobody may pass while a card can be drawn (CC-9), which is nearly always possible.
    unmet = {verb for verb, met in verbs.items() if not met}
    assert unmet <= ({"pass"} if name.startswith("compound_capture") else set())
    assert all(zones.values()), zones


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_options_accept_exactly_the_listed_values(name: str, players: int) -> None:
    game = chemix.load(name, players=players)
    assert {o["name"]: o["value"] for o in game.catalogue["options"]} == game.option_values
    options: list[Any] = list(game.catalogue["options"])
    for option in options:
        assert_said(option["meaning"])
        assert option["rule"]
        for words in option["choice_words"].values():
            assert_said(words)
        if option["choices"] is not None:
            assert option["value"] in option["choices"]
            allowed = option["choices"]
            refused = [choice for choice in option["choice_words"] if choice not in allowed]
        else:
            allowed = [option["least"], option["most"]]
            refused = [option["least"] - 1, option["most"] + 1]
        for value in allowed:
            chemix.load(name, players=players, **{option["name"]: value})
        for value in refused:
            with pytest.raises(chemix.InputError):
                chemix.load(name, players=players, **{option["name"]: value})


@pytest.mark.parametrize("name", chemix.games())
def test_cards_are_described(name: str) -> None:
    game = chemix.load(name, players=chemix.describe(name)["min_players"])
    cards = game.catalogue["cards"]
    assert [card["id"] for card in cards] == list(range(len(cards)))
    by_name = {card["name"]: card for card in cards}
    assert len(by_name) == len(cards)
    for card in cards:
        assert card["copies"] >= 0
        assert (card["points"] is not None) == (card["type"] == "compound")
        assert (card["value"] is not None) == (card["type"] in ("number", "multiplier"))
        assert (card["color"] is not None) == (card["type"] == "number")
        assert (card["atomic_number"] is not None) == (card["type"] in ("element", "noble_gas"))
        if card["type"] != "compound":
            assert card["tokens"] == [] and card["needs"] == {} and card["marks"] is None
            continue
        assert_said(card["names"])
        assert sorted(card["tokens"]) == sorted(
            part for part, copies in card["needs"].items() for _ in range(copies)
        )
        assert all(part in by_name for part in card["needs"])
        assert all(by_name[element]["type"] == "element" for element in card["elements"])
        assert card["marks"] is not None
        assert set(card["marks"].values()) <= {"attested", "reconstructed"}
    if name == "chemuno":
        water = by_name["H2O"]
        assert water["tokens"] == ["H", "2", "O"]
        assert water["elements"] == ["H", "O"]
        assert water["names"] is not None
        assert water["names"]["de"] == "Wasser"
        assert by_name["Fe"]["atomic_number"] == 26


def test_option_ranges_depend_on_the_number_of_players() -> None:
    def most(players: int) -> Any:
        options = chemix.load("chemuno", players=players).catalogue["options"]
        return next(option["most"] for option in options if option["name"] == "hand_size")

    assert most(2) == 10
    react = chemix.load("react", players=4).catalogue
    claim = next(phase for phase in react["phases"] if phase["name"] == "claim")
    assert (claim["asked"], claim["sealed"]) == ("several", True)


def test_decks_are_listed_and_read() -> None:
    assert "chemix" in chemix.decks()
    for name in chemix.decks():
        assert chemix.read_deck(name)["compounds"]
    with pytest.raises(chemix.InputError, match="known: "):
        chemix.read_deck("poker")


def test_decks_are_written_and_read_back(tmp_path: Path) -> None:
    for name in chemix.decks():
        deck = chemix.read_deck(name)
        file = tmp_path / f"{name}.json"
        file.write_text(chemix.write_deck(deck), encoding="utf-8")
        assert chemix.read_deck(file) == deck
    deck = chemix.read_deck("chemix")
    deck["compounds"][0]["points"] = 9
    file.write_text(chemix.write_deck(deck), encoding="utf-8")
    own = chemix.load("chemuno", players=2, deck=file)
    assert own.key != chemix.load("chemuno", players=2).key
    del deck["compounds"][0]["points"]
    with pytest.raises(chemix.InputError, match=r"^compounds\[0\].points: is missing"):
        chemix.write_deck(deck)
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(chemix.InputError, match=f"{name}.json"):
        chemix.read_deck(file)
    file.write_text("", encoding="utf-8")
    with pytest.raises(chemix.InputError, match="empty"):
        chemix.read_deck(file)
    with pytest.raises(TypeError):
        chemix.write_deck({"deck": object()})
