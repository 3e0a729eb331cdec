# SPDX-License-Identifier: Apache-2.0
"""The contents of a report page, section by section; report_page.html is its template."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources import files
from typing import Any

import chemix
from chemix._errors import expect
from chemix.lab.report_plots import histogram, intervals
from chemix.lab.report_text import Figures, counted, differs, shown
from chemix.lab.report_values import Estimate, Frequency, GameReport, ReportDict
from chemix.lab.report_words import SENTENCES


def page(said: ReportDict, language: str) -> str:
    """Render the HTML page of a report."""
    expect("language", language, tuple(SENTENCES))
    try:
        import jinja2
    except ImportError as missing:
        raise ImportError('pages need Jinja: pip install "chemix-engine[report]"') from missing
    template = files("chemix.lab").joinpath("report_page.html").read_text(encoding="utf-8")
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    made = Contents(said, language)
    sections = made.sections()
    for section in sections:
        section["plots"] = [
            draw(tick=made.write.tick, unit=made.write.percent) for draw in section["plots"]
        ]
    return environment.from_string(template).render(
        language=language,
        title=made.title(),
        made=made.made(),
        keys=made.labels if len(made.labels) > 1 else [],
        short=made.short(),
        sections=sections,
    )


class Contents:
    """The contents of a report in one language."""

    def __init__(self, said: ReportDict, language: str) -> None:
        self.said = said
        self.games = said["games"]
        self.labels = [game["label"] for game in self.games]
        self.words = SENTENCES[language]
        self.language = language
        self.write = Figures(language)
        self.is_of_deck = len({game["study"]["game"] for game in self.games}) > 1

    def title(self) -> str:
        """Return the title: the game, or the deck if several games are played with it."""
        first = self.games[0]
        if self.is_of_deck:
            return self.words["deck_title"].format(first["study"]["deck"])
        return self.words["title"].format(first["title"][self.language])

    def made(self) -> str:
        """Return a sentence on the games, players, policies and seed."""
        study = self.games[0]["study"]
        players = sorted({game["study"]["players"] for game in self.games})
        return self.words["made"].format(
            games=counted(study["games"]),
            each=self.words["each"] if len(self.games) > 1 else "",
            players="/".join(map(str, players)),
            policies=", ".join(dict.fromkeys(study["policies"])),
            seed=study["seed"],
            version=chemix.__version__,
        )

    def short(self) -> list[str]:
        """Return sentences on the most notable results."""
        sentences = []
        for game in self.games:
            means = {
                name: self.write.number(one["value"]) for name, one in game["measures"].items()
            }
            told = [
                self.words["length"].format(
                    **means, forced=self.write.share(game["forced"]["value"])
                )
            ]
            told += [
                self.words["limit"].format(
                    share=self.write.share(limit["games"]["value"]),
                    option=limit["option"],
                    value=shown(limit["value"]),
                    rule=limit["rule"],
                )
                for limit in game["limits"]
                if limit["games"]["value"]
            ]
            if len(game["seats"]) > 1:
                told += [
                    self.words["seat_differs"].format(
                        seat=seat["seat"], **{"return": self.write.estimate(seat["return"])}
                    )
                    for seat in game["seats"]
                    if differs(seat["return"])
                ] or [self.words["seats_even"]]
            if any(card["type"] == "compound" for card in game["cards"]):
                told += [
                    self.words[name].format(
                        ", ".join(game[name]),  # type: ignore[literal-required]
                        games=counted(games),
                    )
                    for name, games in (
                        ("never_laid", game["sample"]),
                        ("never_named", game["study"]["games"]),
                    )
                    if game[name]  # type: ignore[literal-required]
                ] or [self.words["all_laid"]]
            changes = [
                f"{effect['option']} = {shown(effect['value'])} "
                f"{self.write.estimate(difference, sign=True)}"
                for effect in self.said["effects"]
                if effect["label"] == game["label"]
                for difference in [effect["measures"]["decisions"]["difference"]]
                if differs(difference)
            ]
            if changes:
                told.append(self.words["changes"].format("; ".join(changes)))
            if len(self.games) > 1:
                told = [f"{game['label']}: {' '.join(told)}"]
            sentences += told
        return sentences

    def summary(self) -> list[str]:
        """Return the lines of a text summary."""
        return [self.title(), self.made(), *(f"- {sentence}" for sentence in self.short())]

    def sections(self) -> list[dict[str, Any]]:
        """Return the sections with their tables and plot functions."""
        of_cards = [self._compounds(), self._cards(), self._deck()]
        listed = [
            *(of_cards if self.is_of_deck else []),
            self._seats(),
            self._lengths(),
            self._scores(),
            self._actions(),
            *([] if self.is_of_deck else of_cards),
            self._rules(),
            self._effects(),
            self._comparisons(),
        ]
        return [section for section in listed if section["plots"] or section["tables"]]

    # ---- Sections ----

    def _seats(self) -> dict[str, Any]:
        games = [game for game in self.games if len(game["seats"]) > 1]
        undecided = " / ".join(self.write.share(game["undecided"]["value"]) for game in games)
        rows = range(max((len(game["seats"]) for game in games), default=0))
        names = {seat: f"{self.words['seat']} {seat}" for seat in rows}

        def of(name: str) -> list[tuple[str, list[Estimate | None]]]:
            return [
                (
                    names[row],
                    [
                        game["seats"][row][name] if row < len(game["seats"]) else None  # type: ignore[literal-required]
                        for game in self.games
                    ],
                )
                for row in rows
            ]

        plots = []
        if games:
            plots = [
                partial(intervals, self.words["return"], of("return"), zero=True),
                partial(intervals, self.words["wins"], of("wins"), percent=True),
            ]
        tables = [
            self._table(
                "seats",
                ("seat", "return", "wins", "score"),
                lambda game: (
                    [
                        (
                            names[seat["seat"]],
                            self.write.estimate(seat["return"]),
                            self.write.share_estimate(seat["wins"]),
                            self.write.estimate(seat["score"]),
                        )
                        for seat in game["seats"]
                    ]
                    if game in games
                    else []
                ),
            ),
            self._table(
                "policy",
                ("policy", "return", "score"),
                lambda game: [
                    (
                        one["policy"],
                        self.write.estimate(one["return"]),
                        self.write.estimate(one["score"]),
                    )
                    for one in game["policies"]
                    if len(game["policies"]) > 1
                ],
            ),
        ]
        return self._section("seats", plots, tables, undecided=undecided)

    def _lengths(self) -> dict[str, Any]:
        plots = [
            partial(
                histogram,
                f"{self.words[name]}, {self.words[of]}",
                [game["bars"][name] for game in self.games],
                self.words[name],
            )
            for name, of in (("decisions", "share_games"), ("choices", "share_decisions"))
        ]
        table = self._table(
            "lengths",
            ("measure", "mean"),
            lambda game: [
                *(
                    (self.words[name], self.write.estimate(one))
                    for name, one in game["measures"].items()
                ),
                (self.words["forced"], self.write.share_estimate(game["forced"])),
            ],
        )
        return self._section("lengths", plots, [table])

    def _scores(self) -> dict[str, Any]:
        bars = [game["bars"]["score"] for game in self.games]
        title = f"{self.words['points']}, {self.words['share_seats']}"
        plots = [partial(histogram, title, bars, self.words["points"])]
        meanings = dict.fromkeys(game["score_meaning"][self.language] for game in self.games)
        section = self._section("scores", plots, [])
        section["text"] = section["text"].format(" ".join(meanings))
        return section

    def _actions(self) -> dict[str, Any]:
        kinds = self._merged("actions", lambda one: one["times"])
        plots = [partial(intervals, self.words["times"], kinds)] if kinds else []
        tables = [
            self._frequencies("actions", "action"),
            self._frequencies("phases", "phase"),
        ]
        return self._section("actions", plots, tables, sample=self.games[0]["sample"])

    def _compounds(self) -> dict[str, Any]:
        rows = self._card_rows("games", compounds=True)
        plots = [partial(intervals, self.words["laid_games"], rows, percent=True)] if rows else []
        table = self._table(
            "compounds",
            ("compound", "name", "laid_games", "named_games", "drawn"),
            lambda game: [
                (
                    card["card"],
                    (card["names"] or {}).get(self.language, ""),
                    self.write.share_estimate(card["games"]),
                    self.write.share_estimate(card["chosen"]),
                    # In most games compounds are never in a hand.
                    self.write.estimate(card["drawn"]) if card["drawn"]["value"] else "",
                )
                for card in game["cards"]
                if card["chosen"] is not None
            ],
        )
        return self._section("compounds", plots, [table], sample=self.games[0]["sample"])

    def _cards(self) -> dict[str, Any]:
        plots = [
            partial(intervals, self.words[name], rows)
            for name in ("drawn", "laid")
            for rows in [self._card_rows(name, compounds=False)]
            if rows
        ]
        table = self._table(
            "cards",
            ("card", "copies", "drawn", "laid", "laid_games", "finished"),
            lambda game: [
                (
                    card["card"],
                    str(card["copies"]),
                    self.write.estimate(card["drawn"]),
                    self.write.estimate(card["laid"]),
                    self.write.share_estimate(card["games"]),
                    self.write.share_estimate(card["finished"]),
                )
                for card in game["cards"]
                if card["chosen"] is None
            ],
        )
        return self._section("cards", plots, [table], sample=self.games[0]["sample"])

    def _rules(self) -> dict[str, Any]:
        rules = self._merged("rules", lambda one: one["times"])
        plots = [partial(intervals, self.words["decisions"], rules)] if rules else []
        table = self._frequencies("rules", "rule")
        return self._section("rules", plots, [table], checked=self.games[0]["checked"])

    def _effects(self) -> dict[str, Any]:
        several = len(self.games) > 1
        effects = self.said["effects"]

        def name(effect: Any) -> str:
            before = f"{effect['label']}: " if several else ""
            return f"{before}{effect['option']} = {shown(effect['value'])}"

        measures = list(dict.fromkeys(key for effect in effects for key in effect["measures"]))
        plots = [
            partial(
                intervals,
                self.words["difference"].format(self.words[measure]),
                [
                    (name(effect), [effect["measures"][measure]["difference"]])
                    for effect in effects
                    if measure in effect["measures"]
                ],
                zero=True,
            )
            for measure in measures
        ]
        rows = [
            (
                name(effect),
                shown(effect["before"]),
                self.words[measure],
                self.write.estimate(change["value"]),
                self.write.estimate(change["difference"], sign=True),
            )
            for effect in effects
            for measure, change in effect["measures"].items()
        ]
        options = {effect["option"]: effect for effect in effects}
        meanings = [
            (option, effect["rule"], effect["meaning"].get(self.language, ""))
            for option, effect in options.items()
        ]
        tables = [
            self._plain_table("options", ["option", "rule", "meaning"], meanings),
            self._plain_table("effects", ["option", "instead", "measure", "mean", "change"], rows),
        ]
        games = max((effect["games"] for effect in effects), default=0)
        return self._section("effects", plots, tables, games=counted(games))

    def _comparisons(self) -> dict[str, Any]:
        compared = self.said["comparisons"]
        measures = list(dict.fromkeys(key for one in compared for key in one["differences"]))
        pairs = [f"{one['label']} − {one['than']}" for one in compared]
        plots = [
            partial(
                intervals,
                self.words["difference"].format(self.words[measure]),
                [
                    (pair, [one["differences"].get(measure)])
                    for pair, one in zip(pairs, compared, strict=True)
                ],
                zero=True,
            )
            for measure in measures
        ]
        rows = [
            (
                pair,
                *(
                    self.write.estimate(one["differences"][measure], sign=True)
                    if measure in one["differences"]
                    else ""
                    for measure in measures
                ),
            )
            for pair, one in zip(pairs, compared, strict=True)
        ]
        table = self._plain_table("comparisons", ["compared", *measures], rows)
        return self._section("comparisons", plots, [table])

    def _deck(self) -> dict[str, Any]:
        # Games with equal deck facts share one entry.
        decks = {str(game["deck"]): game for game in self.games}
        if self.is_of_deck:
            decks = {"": self.games[0]}
        columns = ("card", "copies", "compounds", "needed", "at_once")
        rows = [
            (*([game["label"]] if len(decks) > 1 else []), *(str(one[name]) for name in columns))  # type: ignore[literal-required]
            for game in decks.values()
            for one in game["deck"]["cards"]
        ]
        names = ["card", "copies", "takes", "needed", "at_once"]
        table = self._plain_table("deck", ["compared"] * (len(decks) > 1) + names, rows)
        section = self._section("deck", [], [table])
        for game in decks.values():
            facts, before = game["deck"], f"{game['label']}: " if len(decks) > 1 else ""
            lacking = ", ".join(facts["lacking"])
            told = self.words["lacking"].format(lacking) if lacking else self.words["all_possible"]
            section["text"] += before + told + " "
            if facts["further"]:
                section["text"] += self.words["further"].format(", ".join(facts["further"])) + " "
        return section

    # ---- Parts of sections ----

    def _section(
        self,
        name: str,
        plots: Sequence[Callable[[], dict[str, str]]],
        tables: list[dict[str, Any]],
        **said: Any,
    ) -> dict[str, Any]:
        text = self.words[f"{name}_text"]
        return {
            "title": self.words[name],
            "text": text.format(**said) if said else text,
            "plots": plots,
            "tables": [table for table in tables if table["rows"]],
        }

    def _table(
        self,
        title: str,
        columns: Sequence[str],
        rows_of: Callable[[GameReport], Sequence[tuple[str, ...]]],
    ) -> dict[str, Any]:
        """Make a table of the rows of all games, with a column for the game if several."""
        if len(self.games) == 1:
            return self._plain_table(title, columns, rows_of(self.games[0]))
        rows = [(game["label"], *row) for game in self.games for row in rows_of(game)]
        return self._plain_table(title, ["compared", *columns], rows)

    def _plain_table(
        self, title: str, columns: Sequence[str], rows: Sequence[tuple[str, ...]]
    ) -> dict[str, Any]:
        used = [i for i in range(len(columns)) if any(row[i] for row in rows)]
        return {
            "title": self.words[title],
            "columns": [self.words[columns[i]] for i in used],
            "rows": [[row[i] for i in used] for row in rows],
        }

    def _frequencies(self, title: str, what: str) -> dict[str, Any]:
        def rows(game: GameReport) -> list[tuple[str, ...]]:
            frequencies: list[Frequency] = game[title]  # type: ignore[literal-required]
            return [
                (
                    one["name"],
                    self.write.estimate(one["times"]),
                    self.write.share_estimate(one["games"]),
                    one["words"].get(self.language, one["words"].get("en", "")),
                )
                for one in frequencies
            ]

        return self._table(title, (what, "times", "games", "meaning"), rows)

    def _merged(
        self, what: str, figure: Callable[[Frequency], Estimate]
    ) -> list[tuple[str, list[Estimate | None]]]:
        """Return the figures of all games by name."""
        found = [{one["name"]: figure(one) for one in game[what]} for game in self.games]  # type: ignore[literal-required]
        names = dict.fromkeys(name for figures in found for name in figures)
        return [(name, [figures.get(name) for figures in found]) for name in names]

    def _card_rows(self, name: str, *, compounds: bool) -> list[tuple[str, list[Estimate | None]]]:
        """Return a figure by card; compounds are sorted by frequency."""
        found: list[dict[str, Estimate]] = [
            {
                card["card"]: card[name]  # type: ignore[literal-required]
                for card in game["cards"]
                if (card["chosen"] is not None) == compounds
            }
            for game in self.games
        ]
        names = list(dict.fromkeys(card for figures in found for card in figures))
        if compounds:
            names.sort(key=lambda card: -max(one[card]["value"] for one in found if card in one))
        return [(card, [figures.get(card) for figures in found]) for card in names]
