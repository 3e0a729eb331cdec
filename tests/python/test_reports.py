# SPDX-License-Identifier: Apache-2.0
"""Reports match the records of the same games, and their pages are self-contained."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import chemix
import chemix.reports
import numpy as np
import pytest
from chemix.cli import commands
from chemix.lab.deck_facts import deck_facts
from chemix.lab.report_counts import _happened
from chemix.lab.report_figures import _mean
from chemix.lab.report_words import SENTENCES
from chemix.reports import GameReport
from chemix.study import Study, share_interval
from click.testing import CliRunner
from kuhn import Kuhn
from scipy.stats import binomtest, ttest_1samp, ttest_rel
from study_runs import any_action, first_action

ROOT = Path(__file__).parents[2]
GAMES = 24


@lru_cache
def told(name: str, players: int = 3, policies: str = "random") -> GameReport:
    game = chemix.load(name, players=players)
    made = chemix.report(game, games=GAMES, sample=20, policies=policies, seed=3, vary={})
    return made.to_dict()["games"][0]


@lru_cache
def records(name: str, players: int = 3, policies: str = "random") -> list[Any]:
    game = chemix.load(name, players=players)
    study = Study(game, policies, GAMES, 3, "rotated")
    return [
        (chemix.record_to_dict(text)["steps"], chemix.read_record(text))
        for text in map(study.record, range(GAMES))
    ]


def assert_mean(figure: Any, values: Any) -> None:
    """Compare an interval with that of SciPy."""
    assert figure["value"] == pytest.approx(np.mean(values))
    low, high = ttest_1samp(values, 0).confidence_interval(0.95)
    if np.ptp(values):
        assert (figure["low"], figure["high"]) == pytest.approx((low, high))


def assert_share(figure: Any, some: int, games: int) -> None:
    low, high = binomtest(some, games).proportion_ci(method="wilson")
    assert figure["value"] == pytest.approx(some / games)
    assert (figure["low"], figure["high"]) == pytest.approx((low, high))


# ---- Figures ----


@pytest.mark.parametrize("policies", ["random", "study_runs:any_action"])
@pytest.mark.parametrize("name", ["chemuno", "showdown", "react", "compound_capture"])
@pytest.mark.filterwarnings("ignore:Precision loss:RuntimeWarning")
def test_figures_match_the_records(name: str, policies: str) -> None:
    said = told(name, 3, policies)
    decisions, turns, legal, forced, kinds = [], [], [], [], []
    for steps, states in records(name, 3, policies):
        made = [(at, step["player"]) for at, step in enumerate(steps) if step["player"] is not None]
        seats = [player for _, player in made]
        counts = [len(states[at].legal_actions(player)) for at, player in made]
        decisions.append(len(made))
        turns.append(1 + sum(a != b for a, b in pairwise(seats)))
        legal.append(np.mean(counts))
        forced.append(np.mean([count == 1 for count in counts]))
        kinds.append(Counter(steps[at]["action"]["kind"] for at, _ in made))
    assert_mean(said["measures"]["decisions"], decisions)
    assert_mean(said["measures"]["turns"], turns)
    assert_mean(said["measures"]["choices"], legal)
    assert_mean(said["forced"], forced)
    assert sum(bar["times"] for bar in said["bars"]["choices"]) == sum(decisions)
    ends = [states[-1] for _, states in records(name, 3, policies)]
    scores = np.array([end.scores() for end in ends])
    returns = np.array([end.returns() for end in ends])
    assert_mean(said["measures"]["spread"], np.ptp(scores, axis=1))
    best = [np.flatnonzero(row == row.max()).tolist() for row in returns]
    for seat in said["seats"]:
        assert_mean(seat["return"], returns[:, seat["seat"]])
        assert_mean(seat["score"], scores[:, seat["seat"]])
        assert_share(seat["wins"], best.count([seat["seat"]]), GAMES)
    assert_share(said["undecided"], sum(len(seats) > 1 for seats in best), GAMES)
    for action in said["actions"]:
        assert_mean(action["times"], [counted[action["name"]] for counted in kinds])
        some = sum(action["name"] in counted for counted in kinds)
        assert_share(action["games"], some, GAMES)


def drawn_and_laid(name: str, steps: list[Any]) -> tuple[Counter[str], Counter[str]]:
    """Count by actions instead of events."""
    drawn: Counter[str] = Counter()
    laid: Counter[str] = Counter()
    for step in steps:
        action = step["action"]
        if name == "chemuno" and action["kind"] in ("drawn", "lay"):
            (drawn if action["kind"] == "drawn" else laid)[action["fields"]["card"]] += 1
        elif action["kind"] == {"showdown": "lay", "compound_capture": "capture"}.get(name):
            laid[action["fields"]["compound"]] += 1
    return drawn, laid


@pytest.mark.parametrize("name", ["chemuno", "showdown", "compound_capture"])
@pytest.mark.filterwarnings("ignore:Precision loss:RuntimeWarning")
def test_drawn_and_laid_cards_are_counted(name: str) -> None:
    said = told(name)
    assert said["sample"] == 20
    counted = [drawn_and_laid(name, steps) for steps, _ in records(name)]
    sample = counted[:20]
    never_laid, never_named = [], []
    for card in said["cards"]:
        if name != "chemuno" and card["type"] != "compound":
            continue
        symbol = card["card"]
        if name == "chemuno":
            assert_mean(card["drawn"], [drawn[symbol] for drawn, _ in sample])
        assert_mean(card["laid"], [laid[symbol] for _, laid in sample])
        assert_share(card["games"], sum(symbol in laid for _, laid in sample), 20)
        if card["chosen"] is not None:
            some = sum(symbol in laid for _, laid in counted)
            assert_share(card["chosen"], some, GAMES)
            never_named += [symbol] * (not some)
            never_laid += [symbol] * (not any(symbol in laid for _, laid in sample))
    assert said["never_laid"] == never_laid
    assert said["never_named"] == never_named


def test_cards_moved_between_hands_are_not_drawn() -> None:
    taken = 0
    for steps, states in records("showdown"):
        for step, state in zip(steps, states[1:], strict=True):
            # From the hand of another player.
            if step["action"]["kind"] == "take":
                taken += 1
                assert "drawn" not in {what for what, _ in _happened(state)}
    assert taken > 0


def test_finished_elements_match_the_states() -> None:
    said = told("showdown")
    ends = [states[-1].to_dict()["open"]["finished_by"] for _, states in records("showdown")]
    elements = [card for card in said["cards"] if card["type"] == "element"]
    for card in elements:
        some = sum(end.get(card["card"]) is not None for end in ends[:20])
        assert_share(card["finished"], some, 20)
    assert sum(card["finished"]["value"] for card in elements if card["finished"]) > 0
    assert {card["finished"] for card in told("chemuno")["cards"]} == {None}


@pytest.mark.parametrize("name", ["chemuno", "react"])
def test_refusals_cover_all_actions(name: str) -> None:
    """Try all ids, regardless of the phase."""
    said = told(name)
    counted: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    for steps, states in records(name)[: said["checked"]]:
        for at, step in enumerate(steps):
            phases[states[at].phase] += not at or states[at].phase != states[at - 1].phase
            if step["player"] is not None:
                tried = range(states[at].game.action_count)
                rules = {states[at].check(id, step["player"]) for id in tried}
                counted.update(rule for rule in rules if rule and not rule.startswith("GN-"))
    assert {rule["name"]: rule["times"]["value"] * 20 for rule in said["rules"]} == pytest.approx(
        counted
    )
    assert all(rule["words"]["en"] for rule in said["rules"])
    times = {phase["name"]: phase["times"]["value"] * 20 for phase in said["phases"]}
    # Count a phase again if it begins several times in a row.
    assert all(times[phase] >= count - 1e-6 for phase, count in phases.items())
    assert times["deal"] == pytest.approx(20)


def test_results_by_seat_match_the_study() -> None:
    game = chemix.load("chemuno", players=3)
    policies: list[Any] = [first_action, any_action, "random"]
    study = Study(game, policies, GAMES, 3, "rotated").run()
    said = chemix.report(game, games=GAMES, policies=policies, seed=3, vary={}).to_dict()
    (one,) = said["games"]
    for seat, expected in zip(one["seats"], study.by_seat().to_dict("records"), strict=True):
        assert seat["return"]["low"] == pytest.approx(expected["return_low"])
    for policy, expected in zip(one["policies"], study.by_policy().to_dict("records"), strict=True):
        assert policy["policy"] == expected["policy"]
        assert policy["return"]["high"] == pytest.approx(expected["return_high"])


@pytest.mark.parametrize(
    ("name", "players", "option", "value", "rule"),
    [
        ("chemuno", 2, "max_turns", 20, "CU-17"),
        ("react", 3, "max_rounds", 3, "RX-22"),
        ("chemistry_battle", 2, "max_rounds", 500, "CB-6"),
        ("chip_it", 3, "max_turns", 10, "CI-18"),
        ("compound_capture_match", 2, "max_rounds", 2, "CC-12"),
        ("chemistry_canasta", 2, "max_turns", 40, "CN-8"),
    ],
)
def test_games_that_reach_a_limit_are_reported(
    name: str, players: int, option: str, value: int, rule: str
) -> None:
    asked: Any = {option: value}
    game = chemix.load(name, players=players, **asked)
    made = chemix.report(game, games=20, seed=7, sample=1, vary={})
    (limit,) = made.to_dict()["games"][0]["limits"]
    assert (limit["option"], limit["rule"], limit["value"]) == (option, rule, value)
    asked[option] += 1
    later = chemix.load(name, players=players, **asked)
    study = Study(game, "random", 20, 7, "rotated")
    ends = [
        [each.playout(study.seed_of(i)).to_dict()["open"] for each in (game, later)]
        for i in range(20)
    ]
    longer = sum(end != other for end, other in ends)
    assert limit["games"]["value"] >= longer / 20 > 0
    assert f"reached the limit {option} = {value} ({rule})." in str(made)


def test_no_limit_is_reported_if_none_is_reached() -> None:
    made = chemix.report(chemix.load("chemuno", players=3), games=20, vary={})
    assert made.to_dict()["games"][0]["limits"][0]["games"]["value"] == 0
    assert "limit" not in str(made)


def test_options_are_compared_in_pairs() -> None:
    game = chemix.load("chemuno", players=2)
    made = chemix.report(game, games=40, vary_games=30, seed=3, vary={"hand_size": [5]})
    (effect,) = made.to_dict()["effects"]
    assert (effect["option"], effect["before"], effect["value"]) == ("hand_size", 7, 5)
    assert (effect["rule"], effect["games"]) == ("CU-2", 30)
    after = chemix.load("chemuno", players=2, hand_size=5)
    scores = [
        Study(one, "random", 40, 3, "rotated").play(0, 30)["scores"].mean(axis=1)
        for one in (after, game)
    ]
    change = effect["measures"]["score"]
    assert_mean(change["value"], scores[0])
    low, high = ttest_rel(*scores).confidence_interval(0.95)
    assert (change["difference"]["low"], change["difference"]["high"]) == pytest.approx((low, high))


@pytest.mark.parametrize("name", chemix.games())
def test_every_game_has_a_report_with_its_options(name: str) -> None:
    game = chemix.load(name, players=chemix.describe(name)["min_players"])
    made = chemix.report(game, games=4)
    said = made.to_dict()
    assert {effect["option"] for effect in said["effects"]} <= game.option_values.keys()
    assert all(effect["measures"] for effect in said["effects"])
    assert sum(card["laid"]["value"] for card in said["games"][0]["cards"]) > 0
    assert said["games"][0]["title"]["en"] in made.to_html()


def test_only_values_that_the_deck_supports_are_tried() -> None:
    deck = chemix.small_deck(["H2", "O2", "H2O"], copies=2)
    game = chemix.load("chemuno", players=2, hand_size=4, deck=deck)
    effects = chemix.report(game, games=3).to_dict()["effects"]
    assert [one["value"] for one in effects if one["option"] == "hand_size"] == [3]
    with pytest.raises(chemix.InputError, match="the deck has 9"):
        chemix.report(game, games=3, vary={"hand_size": [5]})


def test_decks_are_compared() -> None:
    decks: list[Any] = ["covalent", "ionic", "ionic"]
    games = [chemix.load("compound_capture", players=2, deck=deck) for deck in decks]
    made = chemix.report(games, games=10, vary={})
    said = made.to_dict()
    assert [game["label"] for game in said["games"]] == ["covalent", "ionic 1", "ionic 2"]
    pairs = [(one["label"], one["than"]) for one in said["comparisons"]]
    assert pairs == [("ionic 1", "covalent"), ("ionic 2", "covalent"), ("ionic 2", "ionic 1")]
    assert said["comparisons"][2]["differences"]["decisions"] == {"value": 0, "low": 0, "high": 0}
    for name in ("decisions", "choices", "score"):
        bars = [game["bars"][name] for game in said["games"]]
        assert len({(bar[0]["least"], bar[0]["most"]) for bar in bars}) == 1
        assert 1 < max(map(len, bars)) <= 24
    assert {sum(bar["times"] for bar in game["bars"]["score"]) for game in said["games"]} == {20}
    page = made.to_html()
    assert "ionic 1 − covalent" in page
    assert "NaCl" in page and "H2O2" in page


# ---- The same everywhere ----


@pytest.mark.parametrize(
    ("policies", "chunk", "executor"),
    [
        ("random", 7, lambda: ThreadPoolExecutor(3)),
        ("random", 1, lambda: ProcessPoolExecutor(2)),
        ("study_runs:any_action", None, lambda: ProcessPoolExecutor(2)),
    ],
)
def test_a_report_is_the_same_on_every_executor(
    policies: str, chunk: int | None, executor: Callable[[], Any]
) -> None:
    game = chemix.load("chemuno", players=2)
    asked: dict[str, Any] = {"games": 30, "sample": 11, "policies": policies, "seed": 5}
    asked["vary"] = {"auto_call": [True]}
    alone = chemix.report(game, **asked)
    with executor() as runs:
        shared = chemix.report(game, **asked, executor=runs, chunk=chunk)
    assert shared.to_dict() == alone.to_dict()
    assert shared.to_html() == alone.to_html()
    assert chemix.report(game, **{**asked, "seed": 6}).to_dict() != alone.to_dict()


def test_exceptions_of_policies_are_raised() -> None:
    def broken(seen: chemix.Observation, random: np.random.Generator) -> str:
        raise KeyError("broken")

    broken.name = "broken"  # type: ignore[attr-defined]
    with pytest.raises(KeyError, match="broken"):
        chemix.report(chemix.load("classic", players=2), games=2, policies=broken)


# ---- Intervals ----


@pytest.mark.parametrize(("some", "count"), [(0, 10), (10, 10), (3, 7), (1, 1), (500, 1000)])
def test_intervals_of_shares_follow_wilson(some: int, count: int) -> None:
    expected = binomtest(some, count).proportion_ci(method="wilson")
    assert share_interval(some, count) == pytest.approx((expected.low, expected.high))


def test_intervals_cover_the_mean_in_about_95_of_100_reports() -> None:
    """Estimate the mean from 20,000 games with another seed."""
    game = chemix.load("compound_capture", players=2)
    truth = Study(game, "random", 20000, 99, "rotated").play()["scores"].mean()
    hits = 0
    for seed in range(200):
        rows = Study(game, "random", 50, seed, "rotated").play()
        figure = _mean(rows["scores"].mean(axis=1))
        hits += figure["low"] <= truth <= figure["high"]
    assert 180 <= hits <= 199


# ---- Decks ----


def test_deck_facts_follow_from_the_cards() -> None:
    deck = chemix.small_deck(["H2O", "NaOH", "Na2CO3", "H2", "CaCl2"], copies=1)
    game = chemix.load("chemuno", players=2, hand_size=1, deck=deck)
    facts = deck_facts(game.catalogue["cards"])
    use = {card["card"]: card for card in facts["cards"]}
    assert use["H"] == {"card": "H", "copies": 1, "compounds": 3, "needed": 3, "at_once": 1}
    # H2, H2O, CaCl2 and Na2CO3 each need a 2.
    assert use["2"] == {"card": "2", "copies": 1, "compounds": 4, "needed": 4, "at_once": 1}
    assert facts["lacking"] == []
    # Carbonate and hydroxide are groups of this deck.
    further = {"H2CO3", "HCl", "NaCl", "Na2O", "CaCO3", "CaO", "Ca(OH)2"}
    assert set(facts["further"]) == further


def test_compounds_that_lack_cards_are_reported() -> None:
    cards = chemix.load("compound_capture", players=2, deck="covalent").catalogue["cards"]
    for card in cards:
        if card["name"] == "O":
            card["copies"] = 1
        if card["name"] == "wild":
            card["copies"] = 0
    assert deck_facts(cards)["lacking"] == ["CO2", "SO2", "H2O2"]


# ---- Pages ----


class Page(HTMLParser):
    """Parses a page; collects the resources that it loads and unclosed tags."""

    VOID = ("meta", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loaded += [
            value or ""
            for name, value in attrs
            if name in ("src", "href", "xlink:href") and not (value or "").startswith("#")
        ]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", chemix.languages())
def test_a_page_is_self_contained(language: str) -> None:
    game = chemix.load("chemuno", players=2)
    page = chemix.report(game, games=5, seed=2).to_html(language)
    assert Page(page).loaded == []
    assert "url(http" not in page and "@import" not in page
    plots = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(plots) >= 10
    ids: list[str] = []
    for plot in plots:
        ElementTree.fromstring(plot)
        ids += re.findall(r' id="([^"]+)"', plot)
        # All colors come from the style sheet, for light and dark mode.
        assert not re.search(r"(?<!url\()#[0-9a-f]{6}\b", plot)
    assert len(ids) == len(set(ids))
    # Tables and plot axes format figures for the language.
    texts = re.findall(r">([^<]+)</(?:td|text)>", page)
    points = {mark for text in texts for mark in re.findall(r"\d([.,])\d", text)}
    assert points == {"." if language == "en" else ","}
    assert page == chemix.report(game, games=5, seed=2).to_html(language)


def test_pages_have_the_same_content_in_every_language() -> None:
    assert SENTENCES.keys() == set(chemix.languages())
    for words in SENTENCES.values():
        fields = {name: sorted(re.findall(r"{\w*}", text)) for name, text in words.items()}
        assert fields == {
            name: sorted(re.findall(r"{\w*}", text)) for name, text in SENTENCES["en"].items()
        }


def test_deck_names_are_escaped() -> None:
    deck = chemix.small_deck(["H2", "O2", "H2O"], copies=2, name="<script>$x^$</script>")
    games = [chemix.load("chemuno", players=2, hand_size=2, deck=deck)] * 2
    page = chemix.report(games, games=2, vary={}).to_html()
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_notebooks_show_the_page() -> None:
    made = chemix.report(chemix.load("classic", players=2), games=2, vary={})
    assert repr(made) == "<Report on ChemiX Classic>"
    assert str(made).startswith("Report on ChemiX Classic\nGames: 2.")
    shown = made._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    assert "&lt;h1&gt;" in shown


# ---- Errors ----


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"games": 0}, "games = 0: must be from 1 to 1000000000"),
        ({"sample": 0}, "sample = 0: must be 1 or more"),
        ({"sample": True}, "sample = True: must be a whole number"),
        ({"executor": "threads"}, "executor = threads: must be an executor"),
        ({"vary": "hand_size"}, "vary = 'hand_size': must map option names to lists"),
        ({"vary": ["hand_size"]}, "vary = ['hand_size']: must map option names to lists"),
        ({"sample": 1.5}, "sample = 1.5: must be a whole number"),
        ({"vary_games": 0}, "vary_games = 0"),
        ({"chunk": 0}, "chunk = 0"),
        ({"seed": -1}, "seed = -1"),
        ({"policies": "heuristc"}, "did you mean heuristic"),
        ({"vary": {"hand_sise": [5]}}, "did you mean hand_size"),
        ({"vary": {"hand_size": [99]}}, "hand_size = 99: must be from 1 to 10"),
        ({"vary": {"hand_size": 5}}, "vary = hand_size: 5: must be a list of values"),
        ({"vary": {"hand_size": "10"}}, "vary = hand_size: '10': must be a list of values"),
    ],
)
def test_wrong_arguments_are_named(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(chemix.InputError, match=re.escape(said)):
        chemix.report(chemix.load("chemuno", players=2), **asked)


def test_unknown_languages_and_missing_games_are_rejected() -> None:
    made = chemix.report(chemix.load("classic", players=2), games=2, vary={})
    with pytest.raises(chemix.InputError, match="language = it"):
        made.to_html("it")
    with pytest.raises(chemix.InputError, match="at least one"):
        chemix.report([])
    wrong: list[Any] = [Kuhn(), "chemuno", {made}, [Kuhn()], 5]
    for game in wrong:
        with pytest.raises(chemix.InputError, match=r"game = .*must be a built-in game, as"):
            chemix.report(game)


@pytest.mark.parametrize("module", ["matplotlib", "jinja2", "scipy"])
def test_missing_dependencies_are_reported(module: str) -> None:
    program = (
        f"import sys; sys.modules['{module}'] = None; import chemix;"
        "chemix.report(chemix.load('classic', players=2), games=2, vary={}).to_html()"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.returncode == 1
    assert 'pip install "chemix-engine[' in ran.stderr.splitlines()[-1]


def test_reports_are_imported_lazily() -> None:
    program = (
        "import sys, chemix; assert 'chemix.reports' not in sys.modules;"
        "assert chemix.report is chemix.reports.report; chemix.rapport"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stderr.splitlines()[-1].startswith("AttributeError: module 'chemix'")


def test_the_documented_report_is_real() -> None:
    text = (ROOT / "docs/reports.md").read_text(encoding="utf-8")
    (command, shown), *_ = re.findall(r"```console\n\$ chemix (.*?)\n(.*?)…\n```", text, re.S)
    result = CliRunner().invoke(commands, command.split(), prog_name="chemix")
    lines = [line.rstrip() for line in result.output.splitlines()]
    assert shown
    assert "\n".join(lines).startswith(shown.rstrip())


def test_json_matches_python() -> None:
    words = ["report", "classic", "--games", "9", "--seed", "4", "--json"]
    result = CliRunner().invoke(commands, words, prog_name="chemix")
    said = chemix.report(chemix.load("classic", players=2), games=9, seed=4).to_dict()
    assert json.loads(result.output) == json.loads(json.dumps(said))
