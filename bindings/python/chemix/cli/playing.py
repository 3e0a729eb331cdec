# SPDX-License-Identifier: Apache-2.0
"""The terminal game: people against policies, or several people who share one screen.

Nothing here is specific to a game. People see only what they may see: the table, the events since
their last turn, and their legal actions. Players of a sealed decision are asked one after another.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import click

import chemix
from chemix._errors import wrong
from chemix._files import MAX_OF_RECORD, text_of, write_text
from chemix._full_state import source_of
from chemix._rule_pages import summary
from chemix.cli import answers
from chemix.cli.sentences import SENTENCES
from chemix.lab.drawing import Drawing
from chemix.lab.episodes import decision
from chemix.lab.policies import name_of, policies_of

_FORMAT = "chemix play 1"

# The policy that gives hints.
HINTS = chemix.Policy("heuristic")

# Actions with their texts for people.
Choices: TypeAlias = list[tuple[chemix.Action, str]]


@click.command()
@click.argument("game", type=answers.GAME, required=False, metavar="GAME")
@answers.game_options
@click.option("--seat", "seats", type=int, multiple=True, help="Seat of a person; by default 0.")
@click.option("--hot-seat", is_flag=True, help="Seat a person at every seat.")
@click.option("--name", "names", multiple=True, help="Name of the next player, from seat 0.")
@answers.policies
@click.option("--seed", type=click.IntRange(min=0), help="Seed of the cards; by default random.")
@click.option("--resume", type=click.Path(exists=True, dir_okay=False), help="Resume a saved game.")
@click.option("--record", type=click.Path(dir_okay=False), help="Write the record to a file.")
@answers.language
def play(
    game: str | None,
    players: int | None,
    deck: str | None,
    options: dict[str, str],
    seats: tuple[int, ...],
    hot_seat: bool,
    names: tuple[str, ...],
    policies: tuple[str, ...],
    seed: int | None,
    resume: str | None,
    record: str | None,
    language: str,
) -> None:
    """Play a GAME in the terminal.

    Play against policies, or with other people who share the screen.

    Choose an action by number, words or text, for example: lay H2O. Type "help" for further
    commands. A file written by "save" contains all hidden cards. To resume it, leave out GAME:
    play --resume FILE.
    """
    answers.expect_place("record", record)
    if resume:
        others = (game, players, deck, options, seats, hot_seat, names, policies)
        if any(others) or seed is not None:
            raise click.UsageError("--resume contains the game; leave out GAME and its options")
        table = _resumed(Path(resume), language)
    else:
        if not game:
            raise click.UsageError("pass a GAME (chemix games lists them)")
        if hot_seat and (seats or policies):
            raise click.UsageError("--hot-seat cannot be combined with --seat or --policy")
        made = answers.game_of(game, players, deck, options)
        people = range(made.players) if hot_seat else seats or (0,)
        for seat in people:
            if not 0 <= seat < made.players:
                reason = f"{seat}: must be from 0 to {made.players - 1}"
                raise click.BadParameter(reason, param_hint="--seat")
        by_seat = policies_of(answers.policies_of(policies), made)
        if len(names) > made.players:
            raise click.BadParameter(f"at most {made.players} names", param_hint="--name")
        if not all(map(str.strip, names)) or len({*names}) < len(names):
            raise click.BadParameter("names must be distinct and not empty", param_hint="--name")
        number = secrets.randbits(63) if seed is None else seed
        table = _Table(made, set(people), by_seat, number, names, language)
    with answers.playing(map(name_of, table.policies)):
        is_over = table.play()
    if record:
        write_text(Path(record), table.record())
        table.say("record", record)
    if not is_over:
        table.say("left")
    if table.is_cut_off:
        raise SystemExit(1)


COMMANDS = (play,)


class _Left(Exception):
    """A person left the game, or the input ended."""


class _Table:
    """A game in progress, with its whole history."""

    def __init__(
        self,
        game: chemix.Game,
        people: set[int],
        policies: Sequence[Any],
        seed: int,
        names: Sequence[str],
        language: str,
    ) -> None:
        self.game = game
        self.people = people
        self.policies = policies
        self.seed = seed
        self.language = language
        self.sentences = SENTENCES[language]
        self.given = list(names)
        given = dict(enumerate(names))
        numbered = self.sentences["player"]
        self.names = [given.get(seat, numbered.format(seat + 1)) for seat in range(game.players)]
        self.dealer = chemix.Dealer(seed)
        self.console = answers.console()
        self.drawing = Drawing(game, language)
        self.states = [game.initial_state()]
        self.done: list[tuple[int | None, int]] = []
        # The number of steps that have been shown to each seat.
        self.told = dict.fromkeys(range(game.players), 0)
        self.is_cut_off = False
        self.looking: int | None = min(people) if len(people) == 1 else None

    @property
    def state(self) -> chemix.State:
        return self.states[-1]

    def play(self) -> bool:
        """Play until the game ends or a person leaves; return whether it ended."""
        try:
            while not self.state.is_terminal:
                self._step()
        except _Left:
            return False
        for seat in self._shown_to():
            self._tell(seat)
        self.console.print(
            self.state.words(self.language, players=self.names), style="bold", soft_wrap=True
        )
        return True

    def record(self) -> str:
        return chemix.write_record(self.game, 0, self.done)

    def say(self, sentence: str, *parts: object) -> None:
        self.console.print(self.sentences[sentence].format(*parts), soft_wrap=True)

    # ---- Steps ----

    def _step(self) -> None:
        """Let chance or one player act."""
        if self.state.is_chance:
            self._take(None, self.dealer.choose(self.state))
            return
        player = min(self.state.acting)
        if player in self.people:
            if self._has_screen(player):
                self._ask(player)
            return
        # One source per decision, so that a resumed game continues in the same way.
        policy, source = self.policies[player], source_of(self.seed, len(self.done))
        self._take(player, decision(policy, self.state, player, source))

    def _take(self, player: int | None, action: chemix.Action) -> None:
        after = self.state.apply(action) if player is None else self.state.apply(action, player)
        self.states.append(after)
        self.done.append((player, action.id))

    def _undo(self, player: int) -> bool:
        """Undo the last decision of a player, unless it gave somebody new information."""
        last = max((i for i, (who, _) in enumerate(self.done) if who is not None), default=-1)
        may = last >= 0 and self.done[last][0] == player
        may = may and self.state.can_undo(self.states[last], player)
        self.say("undone" if may else "not_undone" if last >= 0 else "nothing_done")
        if may:
            del self.states[last + 1 :], self.done[last:]
        return may

    # ---- Output ----

    def _shown_to(self) -> list[int]:
        """Return the seats that may see the final screen: a single person, otherwise nobody."""
        return sorted(self.people) if len(self.people) == 1 else []

    def _tell(self, seat: int) -> None:
        """Print the events since the last call, as the person at the seat saw them."""
        news = [
            sentence
            for state in self.states[self.told[seat] + 1 :]
            for sentence in state.event_words(seat, self.language, players=self.names)
        ]
        self.told[seat] = len(self.states) - 1
        if news:
            self.say("happened")
        for line in news:
            self.console.print(f"   {line}", soft_wrap=True)

    def _show(self, seat: int) -> None:
        seen = self.state.observation(seat)
        self.console.print(self.drawing.styled(seen, self.names))

    def _choices(self, player: int) -> Choices:
        return [
            (action, action.words(self.language, players=self.names))
            for action in self.state.legal_actions(player)
        ]

    def _has_screen(self, player: int) -> bool:
        """Hand the screen to a player; return False if the previous person undid a decision."""
        if len(self.people) == 1 or self.looking == player:
            return True
        if self.looking is not None:
            while (word := self._read(self.sentences["hide"])) == "undo":
                if self._undo(self.looking):
                    return False
            if word == "quit":
                raise _Left
            # Clear the scrollback too.
            click.clear()
            if self.console.is_terminal:
                self.console.file.write("\033[3J")
        self.looking = None
        if self._read(self.sentences["pass_to"].format(self.names[player])) == "quit":
            raise _Left
        self.looking = player
        return True

    # ---- Input ----

    def _read(self, prompt: str) -> str:
        """Read a line from the terminal."""
        try:
            answer: str = click.prompt(
                prompt, default="", show_default=False, prompt_suffix=" ", type=str
            )
        except click.Abort:
            self.is_cut_off = True
            raise _Left from None
        return answer.strip()

    def _ask(self, player: int) -> None:
        """Ask until the player takes or undoes an action."""
        self.console.print()
        self.console.print(self.names[player], style="bold reverse")
        self._tell(player)
        self._show(player)
        choices = self._choices(player)
        for number, (_, words) in zip(count(1), choices, strict=False):
            self.console.print(f"{number:4}  {words}", soft_wrap=True)
        while True:
            line = self._read(f"{self.sentences['choose']}:")
            word, _, rest = line.partition(" ")
            if word == "quit":
                raise _Left
            if word == "undo":
                if self._undo(player):
                    return
                continue
            if self._obeyed(word, rest.strip(), player):
                continue
            action = self._meant(line, choices)
            if action is not None and self._is_taken(player, action):
                return

    def _obeyed(self, word: str, rest: str, player: int) -> bool:
        """Run a command such as "save"; return False if the word is not a command."""
        if word == "save" and rest:
            self._save(Path(rest))
        elif word == "table":
            self._show(player)
        elif word == "hint":
            self._hint(player)
        elif word == "rules" and rest:
            self._say_rule(rest.upper())
        elif word == "rules":
            for part in summary(self.game.name, self.language):
                self.console.print(part)
        elif word in ("", "help", "save"):
            self.say("help", chemix.describe(self.game.name)["options"][0]["rule"])
        else:
            return False
        return True

    def _hint(self, player: int) -> None:
        """Print the choice of a policy that sees what the player sees."""
        seen = self.state.observation(player)
        hint = HINTS.hint(seen, len(self.done), language=self.language, players=self.names)
        self.say("hint", hint["words"])

    def _is_taken(self, player: int, action: chemix.Action) -> bool:
        """Apply an action, or print why a rule refuses it."""
        try:
            self._take(player, action)
        except chemix.RuleError as refused:
            reason = refused.words(self.language, players=self.names)
            self.console.print(f"{refused.rule}: {reason}", style="red", soft_wrap=True)
            return False
        return True

    def _meant(self, line: str, choices: Choices) -> chemix.Action | None:
        """Find an action by its number, its words or text, or an unambiguous prefix of these.

        The full text of an illegal action also matches, so that its refusal can be explained.
        """
        if line.isdecimal():
            if 1 <= int(line) <= len(choices):
                return choices[int(line) - 1][0]
            self.say("numbers", len(choices))
            return None
        said = line.casefold()
        begun = {}
        for action, words in choices:
            called = words.casefold(), str(action).casefold()
            if said in called:
                return action
            if any(name.startswith(said) for name in called):
                begun[words] = action
        if len(begun) > 1:
            self.say("several", ", ".join(begun))
            return None
        if begun:
            return next(iter(begun.values()))
        try:
            return self.game.action(line)
        except chemix.InputError:
            self.say("nothing")
            return None

    def _say_rule(self, rule: str) -> None:
        try:
            for one in chemix.rules(rule, language=self.language):
                self.console.print(f"{one['rule']} {one['text']}")
        except chemix.InputError:
            self.say("no_rule", rule)

    # ---- Files ----

    def _save(self, path: Path) -> None:
        saved = {
            "format": _FORMAT,
            "seed": str(self.seed),
            "people": sorted(self.people),
            "policies": [name_of(policy) for policy in self.policies],
            "names": self.given,
            "record": self.record(),
        }
        try:
            write_text(path, json.dumps(saved, ensure_ascii=False))
        except OSError as failed:
            self.console.print(str(failed), style="red", soft_wrap=True)
            return
        self.say("saved", path)


def is_saved(text: str) -> bool:
    """Return whether a text is a game saved by this command."""
    return text.startswith(json.dumps({"format": _FORMAT})[:-1])


def _resumed(path: Path, language: str) -> _Table:
    """Resume a saved game."""
    try:
        saved = json.loads(text_of(path, MAX_OF_RECORD))
        seed, people = int(saved["seed"]), {int(seat) for seat in saved["people"]}
        names, record, policies = saved["names"], saved["record"], saved["policies"]
        is_saved = saved["format"] == _FORMAT and all(
            isinstance(text, str) for text in (*names, record, *policies)
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        is_saved = False
    if not is_saved:
        raise wrong("resume", path, "is not a game saved by chemix play")
    states = chemix.read_record(record)
    steps = chemix.record_to_dict(record)["steps"]
    game = states[0].game
    if not people <= set(range(game.players)):
        raise wrong("resume", path, "has people at seats that do not exist")
    table = _Table(game, people, policies_of(policies, game), seed, names, language)
    table.states = states
    table.done = [(step["player"], step["action"]["id"]) for step in steps]
    # Players have seen everything up to their own last decision.
    for number, (player, _) in enumerate(table.done):
        if player is not None:
            table.told[player] = number
    return table
