# SPDX-License-Identifier: Apache-2.0
"""Text and pictures of the table of any game, as one viewer sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chemix
from chemix._errors import quoted, wrong

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt
    from rich.console import RenderableType

    from chemix import values

_SIZE = (1280, 960)
_LABELS = 200
_LINE = 30
_CLOTH = (24, 70, 52)
_INK = (235, 240, 235)
_CARDS = {
    "element": (205, 226, 247),
    "compound": (252, 236, 190),
    "number": (226, 214, 244),
}
_OTHER_CARD = (238, 238, 238)
# Terminal styles: they need only the sixteen standard colors.
_STYLES = {
    "element": "black on bright_cyan",
    "compound": "black on bright_yellow",
    "multiplier": "black on bright_magenta",
    "number": "black on bright_magenta",
    "noble_gas": "black on bright_green",
}
_OTHER_STYLE = "black on white"
# Values of at most this many tokens show each card with its name and points.
_NAMED = 12


class Drawing:
    """Renders observations of one game in one language.

    The constructor queries the catalogue of the game; create one instance and reuse it.

    >>> from chemix.drawing import Drawing
    >>> game = chemix.load("chemuno", players=2)
    >>> print(Drawing(game, "de").text(game.deal(seed=7).observation(1)).splitlines()[0])
    == ChemiX Chemuno: die erste Karte

    Raises:
        InputError: the game is not a built-in game, or the language is unknown. All methods raise
            it for anything but an observation of the game.

    """

    def __init__(self, game: chemix.Game, language: str = "en") -> None:
        if not isinstance(game, chemix.Game):
            raise wrong("game", quoted(game), "must be a built-in game, as returned by chemix.load")
        game.card_words(game.catalogue["cards"][0]["name"], language)
        self.language = language
        self._game = game
        self._catalogue = game.catalogue
        self._cards = {card["name"]: card for card in self._catalogue["cards"]}
        self._phases = {phase["name"]: phase["words"] for phase in self._catalogue["phases"]}

    def text(self, seen: chemix.Observation) -> str:
        """Return the observation as text: a headline, a line for each value, and the prompt.

        >>> from chemix.drawing import Drawing
        >>> game = chemix.load("chemuno", players=2)
        >>> lines = Drawing(game).text(game.deal(seed=7).observation(0)).splitlines()
        >>> lines[1].split(), lines[-1]
        (['phase', 'lead'], '-> Player 1, lay any card.')
        """
        rows = (f"   {name:16} {self._words(value)}" for name, value in self._values(seen))
        return "\n".join([self._headline(seen), *rows, f"-> {seen.prompt(self.language)}"])

    def styled(
        self, seen: chemix.Observation, players: Sequence[str] | None = None
    ) -> RenderableType:
        """Return the same as :meth:`text` in colors, for ``rich.print`` on a terminal.

        Empty values, such as an empty pile or a false flag, are left out. ``players`` are the
        names of the players.

        >>> from rich.console import Console
        >>> from chemix.drawing import Drawing
        >>> seen = chemix.load("chemuno", players=2).deal(seed=7).observation(0)
        >>> console = Console(width=80)
        >>> with console.capture() as printed:
        ...     console.print(Drawing(seen.game).styled(seen, ["Anna", "Ben"]))
        >>> printed.get().splitlines()[-1]
        '-> Anna, lay any card.'

        Raises:
            ImportError: Rich is missing.

        """
        try:
            from rich.console import Group
            from rich.table import Table
            from rich.text import Text
        except ImportError as missing:
            message = 'colors need Rich: pip install "chemix-engine[cli]"'
            raise ImportError(message) from missing
        rows = Table.grid(padding=(0, 1))
        for name, value in self._values(seen):
            if _is_nothing(value):
                continue
            line = Text()
            tokens = self._tokens(value)
            for word, is_card in tokens:
                copies, _, card = word.rpartition(" ")
                if not is_card:
                    line.append(f"{word} ")
                    continue
                style = _STYLES.get(self._cards[card]["type"], _OTHER_STYLE)
                line.append(f"{copies}×" if copies else "")
                # No-break spaces keep the padding at the end of a line.
                line.append(f"\u00a0{card}\u00a0", style)
                label = self._label(self._cards[card]).removeprefix(card)
                line.append(f"{label} " if len(tokens) <= _NAMED else " ")
            rows.add_row(Text(f"   {name}", "dim"), line)
        prompt = f"-> {seen.prompt(self.language, players=players)}"
        return Group(Text(self._headline(seen), "bold"), rows, Text(prompt, "bold"))

    def picture(self, seen: chemix.Observation) -> npt.NDArray[np.uint8]:
        """Draw the observation into a uint8 array of shape (960, 1280, 3).

        >>> from chemix.drawing import Drawing
        >>> game = chemix.load("chemuno", players=2)
        >>> Drawing(game).picture(game.deal(seed=7).observation(0)).shape
        (960, 1280, 3)

        Raises:
            ImportError: Pillow is missing.

        """
        try:
            from PIL import Image, ImageDraw, ImageFont, ImageOps
        except ImportError as missing:
            message = 'pictures need Pillow: pip install "chemix-engine[pictures]"'
            raise ImportError(message) from missing
        import numpy as np

        font = ImageFont.load_default(16)
        rows = [(name, self._tokens(value)) for name, value in self._values(seen)]
        width = _SIZE[0]

        def lay_out(draw: ImageDraw.ImageDraw | None) -> int:
            """Draw the rows if there is a canvas, and return where they end."""
            y = 2 * _LINE
            for name, tokens in rows:
                if draw:
                    draw.text((16, y + 4), name, fill=_INK, font=font)
                x = _LABELS
                for word, is_card in tokens:
                    wide = int(font.getlength(word)) + 14
                    if x + wide > width - 16 and x > _LABELS:
                        x, y = _LABELS, y + _LINE
                    if draw and is_card:
                        color = _CARDS.get(self._cards[word.split(" ")[-1]]["type"], _OTHER_CARD)
                        draw.rounded_rectangle((x, y, x + wide - 4, y + 25), 5, fill=color)
                        draw.text((x + 5, y + 3), word, fill=(20, 20, 20), font=font)
                    elif draw:
                        draw.text((x, y + 4), word, fill=_INK, font=font)
                    x += wide
                y += _LINE
            return y

        height = max(lay_out(None) + 2 * _LINE, _SIZE[1])
        image = Image.new("RGB", (width, height), _CLOTH)
        draw = ImageDraw.Draw(image)
        draw.text((16, 12), self._headline(seen), fill=_INK, font=font)
        end = lay_out(draw)
        draw.text((16, end + 8), seen.prompt(self.language), fill=_INK, font=font)
        return np.array(ImageOps.pad(image, _SIZE, color=_CLOTH), dtype=np.uint8)

    def _values(self, seen: chemix.Observation) -> list[tuple[str, Any]]:
        if not isinstance(seen, chemix.Observation) or seen.game != self._game:
            raise wrong("seen", quoted(seen), f"must be an observation of {self._game!r}")
        parts = seen.to_dict()
        own: dict[str, Any] = dict(parts["own"] or {})
        return [*parts["open"].items(), *own.items()]

    def _headline(self, seen: chemix.Observation) -> str:
        title = self._catalogue["title"][self.language]
        # French sets a space before a colon.
        colon = "\N{NO-BREAK SPACE}:" if self.language == "fr" else ":"
        return f"== {title}{colon} {self._phases[seen.phase][self.language]}"

    def _label(self, card: values.CardKind) -> str:
        about = [card["names"][self.language]] if card["names"] else []
        about += [str(card["points"])] if card["points"] is not None else []
        return f"{card['name']} ({', '.join(about)})" if about else str(card["name"])

    def _is_cards(self, value: Any) -> bool:
        """Return whether a value is a mapping of cards to numbers of copies."""
        if not isinstance(value, dict) or not value.keys() <= self._cards.keys():
            return False
        return all(isinstance(copies, int) for copies in value.values())

    def _words(self, value: Any) -> str:
        """Format any value: cards by their labels, lists by player side by side."""
        if self._is_cards(value):
            counts = (f"{copies} × {self._words(card)}" for card, copies in value.items())
            return ", ".join(counts) or "-"
        if isinstance(value, dict):
            return "; ".join(f"{name} {self._words(part)}" for name, part in value.items())
        if isinstance(value, list):
            return " | ".join(self._words(part) for part in value) or "-"
        if isinstance(value, str):
            return self._label(self._cards[value]) if value in self._cards else value
        return "-" if value is None else str(value)

    def _tokens(self, value: Any) -> list[tuple[str, bool]]:
        """Split a value into words, and mark which of them are cards."""
        if self._is_cards(value):
            counts = value.items()
            return [(f"{n} {card}" if n > 1 else card, True) for card, n in counts] or [
                ("-", False)
            ]
        if isinstance(value, dict):
            named = ([(str(name), False), *self._tokens(part)] for name, part in value.items())
            return [token for part in named for token in part]
        if isinstance(value, list) and not all(isinstance(part, str) for part in value):
            split = ([("|", False), *self._tokens(part)] for part in value)
            return [token for part in split for token in part][1:] or [("-", False)]
        if isinstance(value, list):
            return [token for part in value for token in self._tokens(part)] or [("-", False)]
        is_card = isinstance(value, str) and value in self._cards
        return [(value, True)] if is_card else [(self._words(value), False)]


def _is_nothing(value: Any) -> bool:
    """Return whether a value and all its parts are empty, None or false."""
    if isinstance(value, dict | list):
        return all(
            _is_nothing(part) for part in (value.values() if isinstance(value, dict) else value)
        )
    return value is None or value is False or value == ""


# Pickles name the public module.
for _public in (Drawing,):
    _public.__module__ = "chemix.drawing"
