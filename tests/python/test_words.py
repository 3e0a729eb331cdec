# SPDX-License-Identifier: Apache-2.0
"""Texts for people, in every language, through the Python binding."""

from __future__ import annotations

import json
import pickle
import random
import re
from pathlib import Path

import chemix
import pytest

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ["de", "en", "fr"]


def players_of(name: str) -> int:
    least: int = chemix.describe(name)["min_players"]
    return max(2, least)


def test_languages_match_the_files() -> None:
    assert chemix.languages() == LANGUAGES
    assert sorted(path.stem for path in (ROOT / "words").glob("*.json")) == LANGUAGES
    game = chemix.load("chemuno", players=2)
    with pytest.raises(chemix.InputError, match="no such language; known: de, en, fr"):
        game.action("draw").words("it")


def places(sentence: str) -> set[str]:
    return {name for name, _ in re.findall(r"{(\w*)(:[\w/]+)?}", sentence)}


def test_languages_have_the_same_keys_and_placeholders() -> None:
    said = {
        language: json.loads((ROOT / f"words/{language}.json").read_text(encoding="utf-8"))["words"]
        for language in LANGUAGES
    }
    for language in LANGUAGES:
        assert said[language].keys() == said["en"].keys()
        for game, sentences in said["en"].items():
            assert said[language][game].keys() == sentences.keys()
            for key, sentence in sentences.items():
                assert places(said[language][game][key]) == places(sentence), (language, game, key)


def said_in(language: str) -> dict[str, dict[str, str]]:
    text = (ROOT / f"words/{language}.json").read_text(encoding="utf-8")
    words: dict[str, dict[str, str]] = json.loads(text)["words"]
    return words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_gives_two_reasons(language: str) -> None:
    said = said_in(language)
    for game, own in said.items():
        reasons: dict[str, str] = {}
        for key, sentence in (said["common"] | own).items():
            if key.startswith("refusal."):
                assert reasons.setdefault(sentence, key) == key, (game, sentence)


def refusals_in(source: str) -> set[tuple[str, str]]:
    """Return the refusals that a source makes: the rule and the detail."""
    found = {(rule, "0") for rule in re.findall(r'refuse\("([A-Z]{2}-\d+)"', source)}
    # The second argument, which may contain calls.
    call = r'refuse_for\(\s*"([A-Z]{2}-\d+)",\s*((?:[^,;()]|\([^()]*\))*)'
    calls = re.findall(call, source)
    for rule, detail in calls:
        named = re.search(rf"const int {re.escape(detail)} =([^;]*);", source)
        numbers = re.findall(r"(?:^|[?:])\s*(\d+)\s*(?=$|:)", named[1] if named else detail)
        found |= {(rule, number) for number in numbers}
    return found


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    headers = (ROOT / "include/chemix/games").rglob("*.hpp")
    made = {one for path in headers for one in refusals_in(path.read_text(encoding="utf-8"))}
    keys = [key.split(".") for own in said_in("en").values() for key in own]
    sentences = {(key[1], key[2] if len(key) > 2 else "0") for key in keys if key[0] == "refusal"}
    # The core makes these; the texts of GN-10 are for its kinds of refusal.
    of_core = {key for key in sentences if key[0] in {"GN-2", "GN-10"}}
    assert made - {("GN-10", "0")} == sentences - of_core


@pytest.mark.parametrize("name", chemix.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_narrated(name: str, language: str) -> None:
    chosen = random.Random(7)
    game = chemix.load(name, players=players_of(name))
    dealer = chemix.Dealer(seed=7)
    state = game.initial_state()
    names = ["Ben", "Anna", "Zoë"][: game.players]
    said = []
    for _ in range(250):
        if state.is_terminal:
            break
        if state.is_chance:
            action = dealer.choose(state)
            state = state.apply(action)
        else:
            player = min(state.acting)
            said.append(state.prompt(player, language, players=names))
            action = chosen.choice(state.legal_actions(player))
            wrong = chosen.randrange(game.action_count)
            try:
                state.apply(wrong, player)
            except chemix.RuleError as error:
                said.append(error.words(language, players=names))
                assert pickle.loads(pickle.dumps(error)).words(language, players=names) == said[-1]
            state = state.apply(action, player)
        said.append(action.words(language, players=names))
        for viewer in (*range(game.players), "spectator"):
            events = state.events(viewer)
            told = [event.words(language, aloud=True) for event in events]
            # Some counters mean nothing to people.
            assert all(
                words or event.verb == "set" for words, event in zip(told, events, strict=True)
            )
            said += filter(None, told)
            said += state.event_words(viewer, language, players=names)
            for event in events:
                if event.verb == "set":
                    counter = str(event).split()[1]
                    assert (event.card is not None) == (counter in {"asked", "chosen", "run"})
                    assert (event.card or "") in event.words(language)
            said.append(state.prompt(viewer, language))
            assert said[-1] == state.observation(viewer).prompt(language)
        said.append(state.words(language, players=names))
        said.append(game.phase_words(state.phase, language))
    assert all(said)
    assert not any("{" in words for words in said)


@pytest.mark.parametrize("name", chemix.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_described(name: str, language: str) -> None:
    words = chemix.words(name, language)
    about = chemix.describe(name)
    assert words["title"]
    assert words["scores"]
    assert list(words["options"]) == [option["name"] for option in about["options"]]
    assert list(words["turn_weights"]) == [weight["name"] for weight in about["turn_weights"]]
    for option in about["options"]:
        said = words["options"][option["name"]]
        assert said["meaning"]
        choices = ["no", "yes"] if option["type"] == "switch" else option["choices"]
        assert list(said["choices"]) == choices
        assert all(said["choices"].values())


def test_words_name_their_subject() -> None:
    game = chemix.load("chemuno", players=2)
    state = game.deal(seed=7)
    assert state.prompt(0, players=["Ben"]) == "Ben, lay any card."
    assert state.prompt(0, "de") == "Person 1, lege eine beliebige Karte."
    assert state.prompt(1, "fr") == "On attend le joueur 1."
    assert game.action("lay H2O").words("fr") == "poser H2O"
    assert game.action("lay H2O").words(aloud=True) == "lay H two O"
    assert game.card_words("H2O", "de", aloud=True) == "H zwei O, Wasser, drei Punkte"
    with pytest.raises(chemix.RuleError) as caught:
        state.apply("lay He")
    assert caught.value.words() == "You do not have He in your hand."
    assert caught.value.words("de") == "Du hast He nicht auf der Hand."
    assert str(caught.value) == "lay He: You do not have He in your hand. [GN-11]"
    with pytest.raises(chemix.InputError, match="is not a card of the deck"):
        game.card_words("Xx")
    with pytest.raises(chemix.InputError, match="is not a phase of the game"):
        game.phase_words("siesta")
    with pytest.raises(chemix.InputError, match="no such game"):
        chemix.words("whist")
    too_many = "players = 3 names: must be at most 2, one for each seat"
    for says in (state.prompt, state.words, caught.value.words, game.action("draw").words):
        with pytest.raises(chemix.InputError, match=too_many):
            says(players=["Ben", "Anna", "Zoë"])


@pytest.mark.parametrize("name", chemix.games())
def test_exceptions_count_seats_from_0(name: str) -> None:
    """Players are numbered from 1 only in sentences for people."""
    game = chemix.load(name, players=players_of(name))
    chooser, dealer, state = random.Random(1), chemix.Dealer(1), game.deal(1)
    told = people = 0
    while not state.is_terminal:
        player = chooser.choice(sorted(state.acting))
        for seat in range(game.players):
            try:
                state.apply(chooser.randrange(game.action_count), seat)
            except chemix.RuleError as refused:
                assert not re.search(r"\b[Pp]layer \d", str(refused))
                told += "seat " in str(refused)
                people += bool(re.search(r"\bPlayer \d", refused.words()))
        state = dealer.resolve(state.apply(chooser.choice(state.legal_action_ids(player)), player))
    assert told == people > 0


def test_a_refusal_calls_a_player_by_seat_or_by_name() -> None:
    game = chemix.load("chemuno", players=2)
    with pytest.raises(chemix.RuleError, match="It is not your turn; wait for seat 0") as caught:
        game.deal(7).apply(0, 1)
    assert caught.value.words() == "It is not your turn; wait for Player 1."


def test_input_errors_are_worded() -> None:
    with pytest.raises(chemix.InputError) as caught:
        chemix.load("chemuno", players=2, penalty_growth="doublin")
    assert caught.value.words() == str(caught.value)
    assert caught.value.words("de") == (
        "penalty_growth = doublin: muss doubling oder additive sein; meintest du doubling? [CU-11]"
    )
    with pytest.raises(chemix.InputError, match="no such language"):
        caught.value.words("it")


def test_unseen_cards_are_called_a_card() -> None:
    game = chemix.load("chemuno", players=2)
    state = game.initial_state().apply("drawn H2O")
    assert [event.words() for event in state.events(0)] == ["Player 1 is dealt H2O."]
    assert [event.words() for event in state.events(1)] == ["Player 1 is dealt a card."]
    assert [event.words("fr") for event in state.events("spectator")] == [
        "Joueur 1 reçoit une carte."
    ]
