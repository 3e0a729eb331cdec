# SPDX-License-Identifier: Apache-2.0
"""Types of the JSON-compatible values of ``to_dict`` and similar functions, for type checkers.

Written by tools/make_types.py from the schemas, which also contain bounds and the names of cards.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Argument = str | int | None | list[str]


class ActionDict(TypedDict):
    """One decision of a player, or what chance does."""

    kind: str
    id: int
    chance: bool
    fields: dict[str, Argument]


class Place(TypedDict):
    """A place: the player is null where it is nobody's."""

    zone: str
    player: int | None


Card = str | None


SeenBy = list[int] | None


class CardsMoved(TypedDict):
    """Cards that come from a place to another."""

    verb: Literal["deal", "move"]
    source: Place
    target: Place
    card: Card
    seen_by: SeenBy


class Moved(TypedDict):
    """So many cards or points that go from a place to another."""

    verb: Literal["shuffle", "pay", "sweep"]
    source: Place
    target: Place
    amount: int


class Counted(TypedDict):
    """Something of a player that is counted."""

    verb: Literal["call", "score", "total"]
    player: int
    amount: int


class Made(TypedDict):
    """A compound that a player makes or undoes."""

    verb: Literal["form", "dissolve"]
    player: int
    card: Card
    amount: int
    seen_by: SeenBy


class RunLaid(TypedDict):
    """A run that a player lays, or lays on."""

    verb: Literal["run"]
    player: int
    card: Card
    wilds: list[int]
    wilds_before: list[int] | None
    seen_by: SeenBy


class Named(TypedDict):
    """A card that a player names, or decides for in secret."""

    verb: Literal["name", "seal"]
    player: int
    card: Card
    seen_by: SeenBy


class CounterSet(TypedDict):
    """A number that lies on the table, and the card that it stands for; null: for none."""

    verb: Literal["set"]
    counter: str
    amount: int
    card: Card


class PhaseBegun(TypedDict):
    """What is asked from now on."""

    verb: Literal["phase"]
    phase: str
    amount: int


class Shown(TypedDict):
    """Cards that are shown and stay where they are."""

    verb: Literal["show"]
    source: Place
    card: Card
    amount: int
    seen_by: SeenBy


class PlaceTaken(TypedDict):
    """A player who is done, with the place."""

    verb: Literal["finish"]
    player: int
    amount: int


class ElementFinished(TypedDict):
    """A player who is done with an element."""

    verb: Literal["finish"]
    player: int
    card: Card
    seen_by: SeenBy


class DoneBy(TypedDict):
    """What a player does or lacks."""

    verb: Literal["lack", "turn", "begin", "pass"]
    player: int


EventDict = (
    CardsMoved
    | Moved
    | Counted
    | Made
    | RunLaid
    | Named
    | CounterSet
    | PhaseBegun
    | Shown
    | PlaceTaken
    | ElementFinished
    | DoneBy
)


class RefusalDict(TypedDict):
    """Why a rule refuses an action."""

    rule: str
    detail: int
    arguments: list[int]
    action: ActionDict


class ErrorDict(TypedDict):
    """What is wrong with something that was given."""

    field: str
    value: str
    reason: str
    rule: str


OptionValue = float | bool | str


class Option(TypedDict):
    """What a game may be made with."""

    name: str
    type: Literal["number", "real", "switch", "choice"]
    least: float | None
    most: float | None
    choices: list[OptionValue]
    default: OptionValue
    rule: str
    meaning: str


class DescriptionDict(TypedDict):
    """What a game may be made with."""

    name: str
    revision: int
    min_players: int
    max_players: int
    deck: str
    options: list[Option]
    turn_weights: list[Option]


class Step(TypedDict):
    """What a player did, or chance, where the player is null."""

    player: int | None
    action: ActionDict


class Handover(TypedDict):
    """A seat that is handed over before a step."""

    step: int
    player: int
    policy: str | None


class RecordDict(TypedDict):
    """A game as it was played; the text of a record is a format of its own."""

    game: str
    revision: int
    players: int
    options: dict[str, OptionValue]
    deck: str
    key: str
    start_player: int | None
    start_state: str | None
    steps: list[Step]
    handovers: list[Handover]
    digest: str


class TensorField(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    name: str
    offset: int
    size: int
    shape: list[int]
    labels: list[str]
    low: float
    high: float
    meaning: str


class LeftOutField(TypedDict):
    """What of an observation or a state no number tells."""

    name: str
    reason: str


class TensorLayoutDict(TypedDict):
    """How a tensor is laid out."""

    fields: list[TensorField]
    left_out: list[LeftOutField]


class CatalogueOption(TypedDict):
    """An option, with what it may be for this deck and so many players."""

    name: str
    value: OptionValue
    least: float | None
    most: float | None
    choices: list[OptionValue] | None
    type: Literal["number", "real", "switch", "choice"]
    default: OptionValue
    rule: str
    meaning: dict[str, str]
    choice_words: dict[str, dict[str, str]]


class TurnWeight(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    name: str
    type: Literal["number", "real", "switch", "choice"]
    least: float | None
    most: float | None
    default: OptionValue
    rule: str
    meaning: dict[str, str]


class Phase(TypedDict):
    """A phase, with who is asked in it."""

    name: str
    asked: Literal["chance", "nobody", "one", "several"]
    sealed: bool
    actions: list[str]
    words: dict[str, str]


class ActionField(TypedDict):
    """All that a field can be."""

    name: str
    values: list[Argument]


class ActionKind(TypedDict):
    """Actions with ids one after another."""

    kind: str
    first_id: int
    count: int
    phases: list[str]
    fields: list[ActionField]


class Zone(TypedDict):
    """A kind of place."""

    zone: str
    per_player: bool
    hidden: bool


class Verb(TypedDict):
    """A verb of events, with what it names."""

    verb: str
    fields: list[str]


class Marks(TypedDict):
    """Whether a source shows it."""

    formula: Literal["attested", "reconstructed"]
    points: Literal["attested", "reconstructed"]
    names: Literal["attested", "reconstructed"]


class CardKind(TypedDict):
    """A kind of card."""

    id: int
    name: str
    type: Literal["element", "noble_gas", "multiplier", "compound", "wild", "number"]
    copies: int
    points: int | None
    value: int | None
    atomic_number: int | None
    elements: list[str]
    tokens: list[str]
    needs: dict[str, int]
    color: Literal["green", "purple"] | None
    names: dict[str, str] | None
    marks: Marks | None


class Scores(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    meaning: dict[str, str]
    best: Literal["most", "fewest"]
    min_return: float
    max_return: float


class Limits(TypedDict):
    """No state, observation, step, decision or play has more."""

    max_state_bytes: int
    max_observation_bytes: int
    max_json_size: int
    max_steps: int
    action_count: int
    chance_action_count: int
    max_legal_actions: int
    max_step_events: int
    tensor_size: int
    information_state_tensor_size: int
    state_tensor_size: int


class CatalogueDict(TypedDict):
    """All that a frontend must know of a game before the first card is dealt."""

    name: str
    title: dict[str, str]
    revision: int
    key: str
    players: int
    min_players: int
    max_players: int
    deck: str
    options: list[CatalogueOption]
    turn_weights: list[TurnWeight]
    phases: list[Phase]
    actions: list[ActionKind]
    chance_actions: list[ActionKind]
    places: list[Zone]
    counters: list[str]
    verbs: list[Verb]
    cards: list[CardKind]
    scores: Scores
    tensor: TensorLayoutDict
    information_state_tensor: TensorLayoutDict
    state_tensor: TensorLayoutDict
    limits: Limits


class ChemunoOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    phase: Literal[
        "deal",
        "lead",
        "penalty",
        "drawing_penalty",
        "turn",
        "drawing",
        "drawn",
        "call",
        "drawing_forgotten",
        "wish",
        "over",
    ]
    current_player: int
    draws_due: int
    penalty: int
    wish: str | None
    top: str | None
    acted: bool
    idle_turns: int
    turns: int
    draw_pile_size: int
    hand_size: list[int]
    laid: dict[str, int]


class ChemunoOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]
    drawn: str | None


class ChemunoHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    draw_pile: dict[str, int]


Entry = TypedDict(
    "Entry",
    {
        "type": 'Literal["move", "show", "lack", "move_all", "reshuffle", "pile"]',
        "from": 'int | Literal["set_aside", "discarded", "draw_pile", "public"]',
        "to": 'int | Literal["set_aside", "discarded", "draw_pile", "public"]',
        "card": "str | None",
        "constraint": 'Literal["all", "noble_gases", "others", "all_but_last", "newest"]',
        "size": "int",
        "amount": "int",
        "seen_by": "list[int] | None",
        "cards": "dict[str, int] | None",
    },
)


class Log(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    entries: list[Entry]
    forgotten: int


class ChemunoKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log
    pile: dict[str, int]
    history: str
    own_history: list[str]


class ChemunoStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chemuno"]
    key: str
    open: ChemunoOpen
    own: list[ChemunoOwn]
    hidden: ChemunoHidden
    knowledge: ChemunoKnowledge
    chance_count: int


class ShowdownOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    phase: Literal["deal_gases", "deal", "lay", "finish", "swap", "take", "give", "collect", "over"]
    current_player: int
    beginner: int
    round: int
    last_player: int | None
    passer: int
    last_laid: str | None
    asked: str | None
    passed: list[bool]
    hand_size: list[int]
    gases_due: list[int]
    gases: list[dict[str, int]]
    draw_pile_size: int
    gas_pile: dict[str, int]
    display: dict[str, int]
    multipliers: dict[str, int]
    stacks: list[dict[str, int]]
    stack_cards: dict[str, int]
    points: list[dict[str, int]]
    finished_by: dict[str, int | None]
    finished_with: dict[str, str | None]
    removed: dict[str, int]


class ShowdownOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]
    shown: dict[str, int]


class ShowdownHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    draw_pile: dict[str, int]


class ShowdownKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log
    history: str
    own_history: list[str]


class ShowdownStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["showdown"]
    key: str
    open: ShowdownOpen
    own: list[ShowdownOwn]
    hidden: ShowdownHidden
    knowledge: ShowdownKnowledge
    chance_count: int


class ReactOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    phase: Literal[
        "deal",
        "market",
        "exchange",
        "put",
        "draw",
        "swap",
        "draw_blind",
        "reserve_drawn",
        "give",
        "reserve_given",
        "reserve_asked",
        "take_back",
        "turn_up",
        "claim",
        "call",
        "over",
    ]
    leader: int
    current_player: int
    partner: int | None
    asked: str | None
    rounds: int
    second_try: bool
    sweep_due: bool
    hand_size: list[int]
    draw_pile_size: int
    discard_pile_size: int
    aside_size: int
    market: dict[str, int]
    taken: list[str]
    compound_pile: dict[str, int]
    bottom: list[str]
    display: list[str]
    reserved: list[dict[str, int]]
    won: list[dict[str, int]]
    claims: list[str | None]
    passed: list[bool]
    called: list[bool]
    first_caller: int | None
    open_won: bool


class ReactOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]
    aside: list[str]
    shown: dict[str, int]
    decided: bool
    claim: str | None


class ReactHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    draw_pile: dict[str, int]
    discard_pile: dict[str, int]


class ReactKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log
    history: str
    own_history: list[str]


class ReactStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["react"]
    key: str
    open: ReactOpen
    own: list[ReactOwn]
    hidden: ReactHidden
    knowledge: ReactKnowledge
    chance_count: int


class ClassicOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    phase: Literal[
        "deal_gases",
        "deal",
        "build",
        "return",
        "lay_off",
        "gas",
        "restore",
        "give",
        "fill",
        "draw",
        "over",
    ]
    current_player: int
    passes: int
    undone: bool
    turns: int
    taken: str | None
    returned: str | None
    hand_size: list[int]
    draw_pile_size: int
    gases: list[dict[str, int]]
    gas_pile: dict[str, int]
    display: dict[str, int]
    formed: list[str]
    multipliers: dict[str, int]
    free_cards: dict[str, int]
    laid: list[dict[str, int]]
    dissolved: list[str]
    laid_cards: dict[str, int]
    won: list[dict[str, int]]
    minus: list[dict[str, int]]
    laid_off: dict[str, int]
    discard_pile: dict[str, int]


class ClassicOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]


class ClassicHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    draw_pile: dict[str, int]


class ClassicKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log
    pile: dict[str, int]
    history: str
    own_history: list[str]


class ClassicStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["classic"]
    key: str
    open: ClassicOpen
    own: list[ClassicOwn]
    hidden: ClassicHidden
    knowledge: ClassicKnowledge
    chance_count: int


class ChemistryBattleOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    phase: Literal["deal", "play", "turning_up", "over"]
    current_player: int
    leader: int
    rounds: int
    hand_size: list[int]
    played: list[list[str]]
    pile: list[list[str]]
    kitty_size: int
    kitty_owner: int | None
    above_kitty: int


class ChemistryBattleOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]


class ChemistryBattleHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    kitty: dict[str, int]


class ChemistryBattleKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    history: str
    own_history: list[str]


class ChemistryBattleStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chemistry_battle"]
    key: str
    open: ChemistryBattleOpen
    own: list[ChemistryBattleOwn]
    hidden: ChemistryBattleHidden
    knowledge: ChemistryBattleKnowledge
    chance_count: int


class ChipItOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    phase: Literal["deal", "turn", "value", "cards", "over"]
    current_player: int
    size: int
    value: int | None
    standing_value: int | None
    standing_player: int | None
    turns: int
    idle_passes: int
    supply: int
    hand_size: list[int]
    chips: list[int]
    front: list[dict[str, int]]
    front_value: list[int | None]
    front_chips: list[int]
    place: list[int | None]
    removed_size: int
    discard_pile: dict[str, int]


class ChipItOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]


class ChipItHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    removed: dict[str, int]


class ChipItKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    history: str
    own_history: list[str]


class ChipItStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chip_it"]
    key: str
    open: ChipItOpen
    own: list[ChipItOwn]
    hidden: ChipItHidden
    knowledge: ChipItKnowledge
    chance_count: int


class ChipItTournamentOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    games: int
    first_start: int
    totals: list[int]
    phase: Literal["deal", "turn", "value", "cards", "over"]
    current_player: int
    size: int
    value: int | None
    standing_value: int | None
    standing_player: int | None
    turns: int
    idle_passes: int
    supply: int
    hand_size: list[int]
    chips: list[int]
    front: list[dict[str, int]]
    front_value: list[int | None]
    front_chips: list[int]
    place: list[int | None]
    removed_size: int
    discard_pile: dict[str, int]


class ChipItTournamentOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]


class ChipItTournamentHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    removed: dict[str, int]


class ChipItTournamentKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    history: str
    own_history: list[str]


class ChipItTournamentStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chip_it_tournament"]
    key: str
    open: ChipItTournamentOpen
    own: list[ChipItTournamentOwn]
    hidden: ChipItTournamentHidden
    knowledge: ChipItTournamentKnowledge
    chance_count: int


class ChipItDuelOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    games: int
    first_start: int
    totals: list[int]
    phase: Literal["deal", "turn", "value", "cards", "over"]
    current_player: int
    size: int
    value: int | None
    standing_value: int | None
    standing_player: int | None
    turns: int
    idle_passes: int
    supply: int
    hand_size: list[int]
    chips: list[int]
    front: list[dict[str, int]]
    front_value: list[int | None]
    front_chips: list[int]
    place: list[int | None]
    removed_size: int
    discard_pile: dict[str, int]


class ChipItDuelOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]


class ChipItDuelHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    removed: dict[str, int]


class ChipItDuelKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    history: str
    own_history: list[str]


class ChipItDuelStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chip_it_duel"]
    key: str
    open: ChipItDuelOpen
    own: list[ChipItDuelOwn]
    hidden: ChipItDuelHidden
    knowledge: ChipItDuelKnowledge
    chance_count: int


class Compounds(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    stack: list[str]
    open: list[str]
    captured: list[list[str]]


class CompoundCaptureOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    phase: Literal[
        "turn_up",
        "deal",
        "first_discard",
        "source",
        "drawing",
        "main",
        "wilds",
        "top",
        "refill",
        "over",
    ]
    current_player: int
    draws: int
    took_discard: bool
    chosen: str | None
    wilds: list[int]
    draw_pile_size: int
    hand_size: list[int]
    compounds: Compounds
    discard_pile: list[str]
    points: list[int] | None
    captured: bool
    idle_turns: int
    turns: int


class CompoundCaptureOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]


class CompoundCaptureHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    draw_pile: dict[str, int]


Entry2 = TypedDict(
    "Entry2",
    {
        "type": 'Literal["move", "show", "lack", "move_all", "reshuffle", "pile"]',
        "from": 'int | Literal["draw_pile", "public"]',
        "to": 'int | Literal["draw_pile", "public"]',
        "card": "str | None",
        "constraint": 'Literal["all", "noble_gases", "others", "all_but_last", "newest"]',
        "size": "int",
        "amount": "int",
        "seen_by": "list[int] | None",
        "cards": "dict[str, int] | None",
    },
)


class Log2(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    entries: list[Entry2]
    forgotten: int


class CompoundCaptureKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log2
    pile: dict[str, int]
    history: str
    own_history: list[str]


class CompoundCaptureStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["compound_capture"]
    key: str
    open: CompoundCaptureOpen
    own: list[CompoundCaptureOwn]
    hidden: CompoundCaptureHidden
    knowledge: CompoundCaptureKnowledge
    chance_count: int


class CompoundCaptureMatchOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    games: int
    first_start: int
    totals: list[int]
    phase: Literal[
        "turn_up",
        "deal",
        "first_discard",
        "source",
        "drawing",
        "main",
        "wilds",
        "top",
        "refill",
        "over",
    ]
    current_player: int
    draws: int
    took_discard: bool
    chosen: str | None
    wilds: list[int]
    draw_pile_size: int
    hand_size: list[int]
    compounds: Compounds
    discard_pile: list[str]
    points: list[int] | None
    captured: bool
    idle_turns: int
    turns: int


class CompoundCaptureMatchOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]


class CompoundCaptureMatchHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    draw_pile: dict[str, int]


class CompoundCaptureMatchKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log2
    pile: dict[str, int]
    history: str
    own_history: list[str]


class CompoundCaptureMatchStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["compound_capture_match"]
    key: str
    open: CompoundCaptureMatchOpen
    own: list[CompoundCaptureMatchOwn]
    hidden: CompoundCaptureMatchHidden
    knowledge: CompoundCaptureMatchKnowledge
    chance_count: int


class Run(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    owner: int
    lowest: str
    cards: list[str]


class ChemistryCanastaOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    phase: Literal[
        "turn_up",
        "deal",
        "first_discard",
        "source",
        "drawing",
        "main",
        "wilds",
        "top",
        "refill",
        "over",
        "run",
    ]
    current_player: int
    draws: int
    took_discard: bool
    chosen: str | None
    wilds: list[int]
    draw_pile_size: int
    hand_size: list[int]
    compounds: Compounds
    discard_pile: list[str]
    points: list[int] | None
    deed: Literal["none", "capture", "run"]
    run: str | None
    runs: list[Run]
    skipped: bool
    idle_turns: int
    turns: int


class ChemistryCanastaOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]


class ChemistryCanastaHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    draw_pile: dict[str, int]


class ChemistryCanastaKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log2
    pile: dict[str, int]
    history: str
    own_history: list[str]


class ChemistryCanastaStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chemistry_canasta"]
    key: str
    open: ChemistryCanastaOpen
    own: list[ChemistryCanastaOwn]
    hidden: ChemistryCanastaHidden
    knowledge: ChemistryCanastaKnowledge
    chance_count: int


class ChemistryCanastaMatchOpen(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    games: int
    first_start: int
    totals: list[int]
    phase: Literal[
        "turn_up",
        "deal",
        "first_discard",
        "source",
        "drawing",
        "main",
        "wilds",
        "top",
        "refill",
        "over",
        "run",
    ]
    current_player: int
    draws: int
    took_discard: bool
    chosen: str | None
    wilds: list[int]
    draw_pile_size: int
    hand_size: list[int]
    compounds: Compounds
    discard_pile: list[str]
    points: list[int] | None
    deed: Literal["none", "capture", "run"]
    run: str | None
    runs: list[Run]
    skipped: bool
    idle_turns: int
    turns: int


class ChemistryCanastaMatchOwn(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    hand: dict[str, int]


class ChemistryCanastaMatchHidden(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    draw_pile: dict[str, int]


class ChemistryCanastaMatchKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log2
    pile: dict[str, int]
    history: str
    own_history: list[str]


class ChemistryCanastaMatchStateDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chemistry_canasta_match"]
    key: str
    open: ChemistryCanastaMatchOpen
    own: list[ChemistryCanastaMatchOwn]
    hidden: ChemistryCanastaMatchHidden
    knowledge: ChemistryCanastaMatchKnowledge
    chance_count: int


StateDict = (
    ChemunoStateDict
    | ShowdownStateDict
    | ReactStateDict
    | ClassicStateDict
    | ChemistryBattleStateDict
    | ChipItStateDict
    | ChipItTournamentStateDict
    | ChipItDuelStateDict
    | CompoundCaptureStateDict
    | CompoundCaptureMatchStateDict
    | ChemistryCanastaStateDict
    | ChemistryCanastaMatchStateDict
)


class ChemunoSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log
    pile: dict[str, int]
    history: str
    own_history: str


class ChemunoObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chemuno"]
    key: str
    viewer: int | None
    open: ChemunoOpen
    own: ChemunoOwn | None
    knowledge: ChemunoSeenKnowledge


class ShowdownSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log
    history: str
    own_history: str


class ShowdownObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["showdown"]
    key: str
    viewer: int | None
    open: ShowdownOpen
    own: ShowdownOwn | None
    knowledge: ShowdownSeenKnowledge


class ReactSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log
    history: str
    own_history: str


class ReactObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["react"]
    key: str
    viewer: int | None
    open: ReactOpen
    own: ReactOwn | None
    knowledge: ReactSeenKnowledge


class ClassicSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log
    pile: dict[str, int]
    history: str
    own_history: str


class ClassicObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["classic"]
    key: str
    viewer: int | None
    open: ClassicOpen
    own: ClassicOwn | None
    knowledge: ClassicSeenKnowledge


class ChemistryBattleSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    history: str
    own_history: str


class ChemistryBattleObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chemistry_battle"]
    key: str
    viewer: int | None
    open: ChemistryBattleOpen
    own: ChemistryBattleOwn | None
    knowledge: ChemistryBattleSeenKnowledge


class ChipItSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    history: str
    own_history: str


class ChipItObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chip_it"]
    key: str
    viewer: int | None
    open: ChipItOpen
    own: ChipItOwn | None
    knowledge: ChipItSeenKnowledge


class ChipItTournamentSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    history: str
    own_history: str


class ChipItTournamentObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chip_it_tournament"]
    key: str
    viewer: int | None
    open: ChipItTournamentOpen
    own: ChipItTournamentOwn | None
    knowledge: ChipItTournamentSeenKnowledge


class ChipItDuelSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    history: str
    own_history: str


class ChipItDuelObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chip_it_duel"]
    key: str
    viewer: int | None
    open: ChipItDuelOpen
    own: ChipItDuelOwn | None
    knowledge: ChipItDuelSeenKnowledge


class CompoundCaptureSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log2
    pile: dict[str, int]
    history: str
    own_history: str


class CompoundCaptureObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["compound_capture"]
    key: str
    viewer: int | None
    open: CompoundCaptureOpen
    own: CompoundCaptureOwn | None
    knowledge: CompoundCaptureSeenKnowledge


class CompoundCaptureMatchSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log2
    pile: dict[str, int]
    history: str
    own_history: str


class CompoundCaptureMatchObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["compound_capture_match"]
    key: str
    viewer: int | None
    open: CompoundCaptureMatchOpen
    own: CompoundCaptureMatchOwn | None
    knowledge: CompoundCaptureMatchSeenKnowledge


class ChemistryCanastaSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log2
    pile: dict[str, int]
    history: str
    own_history: str


class ChemistryCanastaObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chemistry_canasta"]
    key: str
    viewer: int | None
    open: ChemistryCanastaOpen
    own: ChemistryCanastaOwn | None
    knowledge: ChemistryCanastaSeenKnowledge


class ChemistryCanastaMatchSeenKnowledge(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    log: Log2
    pile: dict[str, int]
    history: str
    own_history: str


class ChemistryCanastaMatchObservationDict(TypedDict):
    """JSON-compatible values, described in docs/notation.md."""

    game: Literal["chemistry_canasta_match"]
    key: str
    viewer: int | None
    open: ChemistryCanastaMatchOpen
    own: ChemistryCanastaMatchOwn | None
    knowledge: ChemistryCanastaMatchSeenKnowledge


ObservationDict = (
    ChemunoObservationDict
    | ShowdownObservationDict
    | ReactObservationDict
    | ClassicObservationDict
    | ChemistryBattleObservationDict
    | ChipItObservationDict
    | ChipItTournamentObservationDict
    | ChipItDuelObservationDict
    | CompoundCaptureObservationDict
    | CompoundCaptureMatchObservationDict
    | ChemistryCanastaObservationDict
    | ChemistryCanastaMatchObservationDict
)
