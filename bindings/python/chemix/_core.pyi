"""
Bindings of the chemix library; import chemix instead.
"""
from __future__ import annotations
import chemix.values
import collections.abc
import numpy
import numpy.typing
import typing
import typing_extensions
__all__: list[str] = ['Action', 'Batch', 'Dealer', 'Event', 'Game', 'Observation', 'Policy', 'State', 'Table', 'WholeTurn', 'WholeTurnIterator', 'WholeTurns', 'commit', 'dealing_seed', 'decks', 'describe', 'games', 'languages', 'make_game', 'policies', 'read_deck', 'read_deck_text', 'read_record', 'read_seen_record', 'record_to_dict', 'refusal_words', 'restored_action', 'restored_batch', 'restored_event', 'restored_observation', 'restored_state', 'restored_table', 'verify_deal', 'words', 'write_deck', 'write_record', 'write_seen_record']
class Action:
    """
    One decision, or what chance does. A value.
    """
    def __copy__(self) -> typing.Any:
        ...
    def __deepcopy__(self, memo: dict) -> typing.Any:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, tuple[typing.Any, int, bool]]:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def to_dict(self) -> chemix.values.ActionDict:
        """
        Make plain values: kind, id, chance and fields.
        """
    def words(self, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Say what is done.
        
        `players` are their names; `aloud` spells formulas.
        """
    @property
    def fields(self) -> dict:
        """
        What it is done with, by name: cards and choices are str, seats and numbers int.
        """
    @property
    def id(self) -> int:
        """
        The id: 0 to action_count - 1, or of chance's own id space.
        """
    @property
    def is_chance(self) -> bool:
        """
        Whether only chance takes it.
        """
    @property
    def kind(self) -> str:
        """
        What is done, such as 'lay'.
        """
class Batch:
    """
    Many episodes of one or several games, stepped in one call. Each episode equals one that is stepped alone: it starts from `Game.deal(seed)`, and its seed determines chance and, where several players may act, which one does, as in `Game.playout`.
    
    Calls release the GIL and can use several threads. While one thread is in a call, calls of other threads raise InputError.
    """
    def __getitem__(self, i: int) -> State:
        """
        Return a copy of the state of an episode.
        
        Raises IndexError if there is no such episode.
        """
    def __init__(self, games: Game | collections.abc.Sequence[Game], seeds: int | collections.abc.Sequence[int], *, auto_reset: bool = True, threads: int = 1) -> None:
        """
        Deal the episodes. `games` is one game or a list of games; `seeds` is a list of seeds from 0 to 2**64 - 1, or the first of consecutive seeds. At least one of them is a list, whose length is the number of episodes: from 1 to 1,000,000.
        
        With auto_reset, the step after the end of an episode resets it, with its seed plus len(batch), and ignores its action. If the seeds were consecutive, no seed ever repeats. Without auto_reset, an episode that is over stays over. Raises InputError if the lists are empty, too long or of different lengths, for an invalid seed, and unless threads is from 1 to 256.
        """
    def __len__(self) -> int:
        ...
    def __reduce__(self) -> tuple:
        ...
    def legal(self) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int32]]:
        """
        Return the ids of the legal actions as `(offsets, ids)`: those of episode i are ids[offsets[i]:offsets[i + 1]].
        """
    def masks(self, out: typing.Any = None) -> numpy.typing.NDArray[numpy.bool]:
        """
        Return the action masks of the seats that decide next: a bool array of shape (len, largest action_count of the games), true for legal actions. Rows of episodes that are over are false. `out` is filled and returned, if given.
        
        Raises InputError if `out` has another shape or type.
        """
    def play_to(self, seat: int, *, where: typing.Any = None) -> tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.bool]]:
        """
        Step with random actions, drawn as by random_actions, until this seat decides or the episode is over. `where` and the result are as in step.
        
        Raises InputError if a game lacks the seat.
        """
    def playouts(self, seed: typing.SupportsIndex) -> numpy.typing.NDArray[numpy.float64]:
        """
        Play a copy of each episode at random to its end, and return the returns: a float64 array of shape (len, largest number of players). Row i depends only on the state, the seed and i.
        
        Raises InputError for a seed that is not from 0 to 2**64 - 1.
        """
    def random_actions(self, *, where: typing.Any = None) -> numpy.typing.NDArray[numpy.int32]:
        """
        Draw a uniformly random legal action for each episode: an int32 array of shape (len,), -1 where the episode is over or `where`, as in step, is false.
        
        Each call draws the next random numbers of the episode's seed, so two calls without a step between them mostly differ. An episode whose steps each take the actions of one call equals `Game.playout` of its seed.
        """
    def reset(self, seeds: collections.abc.Sequence[typing.SupportsIndex], *, where: typing.Any = None) -> None:
        """
        Reset episodes, each with its seed; `where` is as in step.
        
        Raises InputError unless there are len(batch) seeds from 0 to 2**64 - 1.
        """
    def step(self, actions: numpy.typing.ArrayLike, *, where: typing.Any = None) -> tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.bool]]:
        """
        Apply an action in each episode, by its id, and advance to the next decision. Episodes where `where`, a bool array of shape (len,), is false are unchanged. Returns `(rewards, done)`. `rewards` is a float64 array of shape (len, largest number of players): 0 before the end of an episode, then the returns of its players. `done` is a bool array of shape (len,), true for episodes that are over. As long as an episode stays over, each call returns its rewards again: when you sum rewards, skip episodes that were over before the call.
        
        Raises InputError for an illegal action; then nothing changes.
        """
    def tensors(self, out: typing.Any = None, seat: int | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Return the observation tensors of a seat: a float32 array of shape (len, largest tensor_size of the games). By default, each row is of the seat that decides next, or of seat 0 if the episode is over. Rows of shorter tensors are padded with zeros. `out` is filled and returned, if given.
        
        Raises InputError if `out` has another shape or type, and if a game lacks the seat.
        """
    @property
    def acting(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        The seats that decide next: an int8 array of shape (len,), -1 where the episode is over.
        """
    @property
    def digests(self) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The digests of the states: a uint64 array of shape (len,).
        """
    @property
    def seeds(self) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The seeds of the episodes: a uint64 array of shape (len,).
        """
class Dealer:
    """
    Resolves chance from a seed: the i-th chance action of a game is the i-th draw, whatever the dealer did before. A value.
    
    A search takes seeds of its own: with the dealer of the game it would foresee what is drawn.
    """
    def __copy__(self) -> typing.Any:
        ...
    def __deepcopy__(self, memo: dict) -> typing.Any:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __init__(self, seed: typing.Any) -> None:
        ...
    def __reduce__(self) -> tuple[type, tuple[typing.Any]]:
        ...
    @typing.overload
    def choose(self, state: State) -> Action:
        """
        Choose what chance does, without applying it.
        """
    @typing.overload
    def choose(self, table: Table) -> Action:
        """
        The same at a table.
        """
    @typing.overload
    def resolve(self, state: State) -> State:
        """
        Let chance act until a player decides or the game is over.
        """
    @typing.overload
    def resolve(self, table: Table) -> Table:
        """
        The same at a table.
        """
class Event:
    """
    What happens at the table, as one viewer sees it.
    """
    def __copy__(self) -> typing.Any:
        ...
    def __deepcopy__(self, memo: dict) -> typing.Any:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, tuple[typing.Any, bytes, bytes]]:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def to_dict(self) -> chemix.values.EventDict:
        """
        Make plain values: the verb and what it names.
        
        Places are {'zone', 'player'}; a card that the viewer does not see is None.
        """
    def words(self, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Say what happens, in a sentence.
        
        `players` are their names; `aloud` spells formulas.
        """
    @property
    def amount(self) -> int:
        """
        How many.
        """
    @property
    def card(self) -> str | None:
        """
        The card, or None when the viewer does not see it or there is none. Of a counter, the card that its number stands for.
        """
    @property
    def player(self) -> int:
        """
        Who does it, or whose it is.
        """
    @property
    def source(self) -> str:
        """
        Where cards or points come from, such as 'hand[1]'.
        """
    @property
    def target(self) -> str:
        """
        Where cards or points go.
        """
    @property
    def verb(self) -> str:
        """
        What happens, such as 'deal', 'move' or 'turn'.
        """
class Game:
    """
    A game: rules, deck, options and number of players. Immutable.
    """
    def __copy__(self) -> typing.Any:
        ...
    def __deepcopy__(self, memo: dict) -> typing.Any:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, tuple[str, int, str, str, str, str]]:
        ...
    def __repr__(self) -> str:
        ...
    def action(self, action: int | str, *, chance: bool = False) -> Action:
        """
        Make an action from its id or its text, such as 'lay H2O'; with chance=True one of chance, such as 'drawn H2O'.
        
        Raises InputError when there is none.
        """
    def card_words(self, card: str, language: str = 'en', aloud: bool = False) -> str:
        """
        Say a card with its name and points, such as 'H2O, water, 3 points'; aloud 'H two O, water, three points'.
        """
    def deal(self, seed: typing.Any, start_player: int = 0) -> State:
        """
        Make a state with chance resolved up to the first decision of a player.
        """
    def information_state_tensor_layout(self) -> chemix.values.TensorLayoutDict:
        """
        Describe the information-state tensor, as tensor_layout() does that of an observation.
        """
    def initial_state(self, start_player: int = 0) -> State:
        """
        Make the state before anything is dealt.
        """
    def load_observation(self, bytes: typing_extensions.Buffer) -> Observation:
        """
        Read an observation from its canonical bytes, `bytes(observation)`, or what is like bytes; they are validated.
        
        Raises InputError for what is none of this game.
        """
    def load_state(self, bytes: typing_extensions.Buffer) -> State:
        """
        Read a state from its canonical bytes, or what is like bytes; they are validated.
        
        Raises InputError for what is no state.
        """
    def parse_state(self, text: str) -> State:
        """
        Read a state from its notation, a text.
        
        Raises InputError for what is no state.
        """
    def phase_words(self, phase: str, language: str = 'en') -> str:
        """
        Say what a phase is about.
        """
    def playout(self, seed: typing.Any, policies: typing.Any = None, start_player: int = 0) -> State:
        """
        Play a game to its end.
        
        A policy is a Policy or the text of one, such as 'heuristic', or a function from a state and the player who acts to an action, as `apply` takes it, or a list of these by seat, with None or 'random' for who decides at random; without one every legal action is equally likely. Where no function is among them all is played natively, leaving Python's lock to others. Where several players may act, one of them is drawn, each alike. Raises InputError for what is no policy, for a list that is not as long as there are players, and for a function that chooses what is not legal, with its name, the seat and the choice.
        """
    def schema(self, what: str) -> dict:
        """
        Make the JSON schema of what to_dict makes of a 'state' or an 'observation' of this game, or of what all games have alike: 'action', 'event', 'refusal', 'error', 'description', 'record', 'tensor_layout', 'catalogue'.
        
        Raises InputError for other names.
        """
    def state_from_dict(self, values: collections.abc.Mapping[str, typing.Any]) -> State:
        """
        Set up a state from plain values like those of `state.to_dict`.
        
        What is not named follows: it is as before the deal, with the player of open.current_player as the one who begins; sizes are those of the cards; cards that are named nowhere lie where they lay before the deal, in most games in the draw pile. Nothing was seen before. Raises InputError with field, value and rule for what cannot be, TypeError for values that are not plain.
        """
    def state_tensor_layout(self) -> chemix.values.TensorLayoutDict:
        """
        Describe the state tensor, as tensor_layout() does that of an observation.
        """
    def tensor_layout(self) -> chemix.values.TensorLayoutDict:
        """
        Describe the observation tensor, as a dict of 'fields' and 'left_out'.
        
        A field is a dict of name, offset, size, shape (row by row; [] for a single number), labels (what the last axis runs over; [] where it is the seats, own seat first), low and high (no number is less or more) and meaning. What is left out has a name and a reason.
        """
    @property
    def action_count(self) -> int:
        """
        How many ids players have.
        """
    @property
    def best_score(self) -> str:
        """
        Which scores are best, 'most' or 'fewest'; of returns the most always are.
        """
    @property
    def catalogue(self) -> chemix.values.CatalogueDict:
        """
        All that a frontend must know before the first card is dealt, as plain values: title, options with what they may be, phases, kinds of actions, places, counters, verbs, cards, scores, tensor fields and limits; words by language.
        
        Made anew each time.
        """
    @property
    def chance_action_count(self) -> int:
        """
        How many ids chance has.
        """
    @property
    def deck(self) -> str:
        """
        The name of the deck.
        """
    @property
    def has_sealed_decisions(self) -> bool:
        """
        Whether some decisions are sealed; see State.is_sealed.
        """
    @property
    def information_state_tensor_size(self) -> int:
        """
        How many numbers an information-state tensor has.
        """
    @property
    def key(self) -> int:
        """
        A 64-bit number, equal for games that play alike.
        """
    @property
    def least_return(self) -> float:
        """
        No play returns less to anybody. Looked up each time, as the other bound: keep it.
        """
    @property
    def max_copies(self) -> int:
        """
        The most copies of a card that the deck has.
        """
    @property
    def max_legal_actions(self) -> int:
        """
        The most actions of any decision.
        """
    @property
    def max_steps(self) -> int:
        """
        The most applied actions of any play.
        """
    @property
    def most_return(self) -> float:
        """
        No play returns more to anybody.
        """
    @property
    def name(self) -> str:
        """
        The name of the game.
        """
    @property
    def option_values(self) -> dict:
        """
        All options by name, as plain values.
        """
    @property
    def options(self) -> str:
        """
        All options as name=value.
        """
    @property
    def players(self) -> int:
        """
        How many play.
        """
    @property
    def revision(self) -> int:
        """
        The revision of the rules.
        """
    @property
    def state_tensor_size(self) -> int:
        """
        How many numbers a state tensor has.
        """
    @property
    def tensor_size(self) -> int:
        """
        How many numbers an observation tensor has.
        """
class Observation:
    """
    All that a viewer sees and knows, and nothing else. A value.
    """
    def __bytes__(self) -> bytes:
        ...
    def __copy__(self) -> typing.Any:
        ...
    def __deepcopy__(self, memo: dict) -> typing.Any:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, tuple[typing.Any, bytes, bytes, bytes]]:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def count_worlds(self) -> int:
        """
        Count, exactly, the worlds that fit all that the viewer knows.
        
        It counts in the weights of the belief: each world as often as it is likely, in whole numbers that may have a divisor in common. Where all are alike these are the deals of the unseen cards. So the last world that is left may count more than once: that all is known, `marginals` tells.
        """
    def determinize(self, *, seed: typing.Any, others: str = 'decided') -> State:
        """
        Draw a state that the viewer cannot tell from the true one, as likely as believed, as State.determinize does; for policies, which have no state.
        
        Raises InputError for a view that no state has, see fold.
        """
    def fold(self, event: Event) -> Observation:
        """
        Make the observation that follows when the viewer sees an event.
        
        Raises InputError for an event of another game, and for one after which a field would name a seat that does not exist. Events of another step may lead to a view that no state has; asking for beliefs of such a view raises InputError too.
        """
    def information_state_tensor(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        Make the tensor and 16 numbers more, a digest of all that the viewer saw and did: a float32 array of shape (game.information_state_tensor_size,), different for any two information states.
        """
    def legal_action_ids(self) -> list[int]:
        """
        List the ids of what the viewer may do, ascending; empty when the viewer does not act.
        """
    def legal_action_mask(self) -> numpy.typing.NDArray[numpy.bool]:
        """
        Make a bool array of shape (game.action_count,), true for what the viewer may do.
        """
    def legal_actions(self) -> list[Action]:
        """
        List what the viewer may do; empty when the viewer does not act.
        """
    def marginals(self) -> numpy.typing.NDArray[numpy.float64]:
        """
        Make a float64 array of shape (places, kinds, game.max_copies): how likely each of the hidden_places holds at least 1, 2, ... cards of each kind.
        
        Exact shares of the numbers of worlds, kinds in the order of game.catalogue["cards"]; in Chip it, while somebody else says a combination, frequencies of some thousand samples, the same each time.
        """
    def probability(self, place: str, card: str, at_least: int = 1) -> float:
        """
        Say how likely one of the hidden_places holds so many of a card, such as 'H2O', by name.
        
        Of many, take marginals. Raises InputError for other places and cards, and for a number below 1.
        """
    def prompt(self, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Say what the viewer is asked for, who acts instead, or, at the end, who has won, with the scores.
        """
    def returns(self) -> list[float]:
        """
        List what everybody gets, which the end shows to all; 0 before it.
        
        Raises InputError for a view that no state has.
        """
    def scores(self) -> list[int | None]:
        """
        List the points by the rulebook as they stand; None where one depends on cards that the viewer does not see.
        """
    def tensor(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        Make a float32 array of shape (game.tensor_size,), own seat first, within the bounds that game.tensor_layout() tells.
        """
    def to_dict(self) -> chemix.values.ObservationDict:
        """
        Make plain values: game, key, viewer, open (what all see), own (None for a spectator) and knowledge.
        
        Hands and piles are {card: copies}, or lists from the top where their order is seen; seats are int, what is absent is None, digests are str.
        """
    @property
    def acting(self) -> frozenset:
        """
        The seats that may decide now, as far as the viewer can tell: of a sealed decision also the others who have decided; empty when chance acts or the game is over.
        """
    @property
    def approximations(self) -> int:
        """
        How often something was left out in going through what is kept. Where this and forgotten are 0 the belief is exact.
        """
    @property
    def digest(self) -> int:
        """
        A 64-bit hash that viewer and server may compare.
        """
    @property
    def forgotten(self) -> int:
        """
        How often something that the viewer saw could be kept only in part. The belief then leaves nothing out that can be, but is less sharp than it could be.
        """
    @property
    def game(self) -> Game:
        ...
    @property
    def hidden_places(self) -> list[str]:
        """
        The places that the viewer does not see into, as events call them, such as 'hand[1]': hands by seat, then piles.
        """
    @property
    def is_chance(self) -> bool:
        """
        Whether chance acts.
        """
    @property
    def is_sealed(self) -> bool:
        """
        Whether the decision is sealed: nobody sees the others' decisions, nor who has decided, until all are in.
        """
    @property
    def is_terminal(self) -> bool:
        """
        Whether the game is over.
        """
    @property
    def phase(self) -> str:
        """
        The name of the phase.
        """
    @property
    def viewer(self) -> int | str:
        """
        The seat, or 'spectator'.
        """
class Policy:
    """
    Who plays for a seat, by what this seat sees and knows alone. A value.
    
    Made of a name and parameters, such as Policy('random') or Policy('search iterations=2000'); policies() lists what there is. Raises InputError for what there is not.
    """
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __init__(self, text: str) -> None:
        ...
    def __reduce__(self) -> tuple[type, tuple[str]]:
        ...
    def __repr__(self) -> str:
        ...
    def action_values(self, observation: Observation, seed: typing.Any) -> list[tuple[Action, float, int]]:
        """
        List (action, value, visits) of all legal actions, the best first.
        
        A value is the higher, the better, to be compared with others of the same decision only; visits tell how often a policy that looks ahead looked at the action, else 0. Raises InputError as choose does.
        """
    def choose(self, observation: Observation, seed: typing.Any, *, decision: int = 0) -> Action:
        """
        Choose one of the legal actions of who sees this.
        
        The same for the same seed and number of the decision. With the seed of a `Game.playout`, and how many decisions all players have taken before, it does what it does there. Raises InputError for a viewer who has nothing to decide, and for a number below 0.
        """
    def hint(self, observation: Observation, seed: typing.Any, *, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> dict:
        """
        Tell what it would do and why, as a dict.
        
        `action`; `reason`, which is 'only' (nothing else is allowed), 'alike' (another is as good or nearly), 'points' (by the end of the turn), 'looked_ahead' or 'solved' (perfect play); how many `choices` there are; `margin`, by how much it expects more of it than of any other; `gain`, by how many points the lead grows by the end of the turn; `visits`, how many games were looked ahead in all; `words`, a sentence with the reason in points. Raises InputError as choose does, and for an unknown language.
        """
    @property
    def text(self) -> str:
        """
        What it was made of, such as 'search iterations=2000'.
        """
class State:
    """
    Everything at one point of a game: a value. A whole state is secret; show a player only observations and events.
    """
    def __bytes__(self) -> bytes:
        ...
    def __copy__(self) -> typing.Any:
        ...
    def __deepcopy__(self, memo: dict) -> typing.Any:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, tuple[typing.Any, bytes, bytes, bytes, typing.Any]]:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def acting_seen_by(self, player: int | str | None = None) -> frozenset:
        """
        Tell the seats that may decide now as far as a player can tell: of a sealed decision also the others who have decided; of whom, see observation.
        """
    def apply(self, action: int | Action | str, player: int | None = None) -> State:
        """
        Make what comes after an action.
        
        The action is an Action, its id or its text. When chance acts it is chance's, unless a player is given; else the player is by default the current one. Raises RuleError when a rule refuses it, InputError when several players may act and none is given; nothing is ever changed.
        """
    def can_undo(self, before: State, player: int | None = None) -> bool:
        """
        Tell whether a player may take back all that led here from `before`.
        
        Only decisions of this player did, chance did nothing, and no viewer has learned anything of hidden cards. A sealed decision never may be: the answer would tell who else has decided; nor may what ends the game: results tell of hands. True is sure; after some thousand other ways to go on, and where a viewer's knowledge is incomplete, the answer is False. The player is by default the one who acts alone in `before`.
        """
    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """
        List (action, probability) of what chance may do; empty when it does not act.
        """
    def check(self, action: int | Action | str, player: int | None = None) -> str | None:
        """
        Tell the ID of the rule that refuses an action, or None when it is legal.
        
        The player is by default the current one. Raises InputError when not exactly one acts and none is given.
        """
    def copy(self) -> State:
        """
        Make an equal one.
        """
    def determinize(self, player: int | str | None = None, *, seed: typing.Any, others: str = 'decided') -> State:
        """
        Draw a state that the player cannot tell from this one, as likely as believed; of whom, see observation.
        
        While a decision is sealed, all others have taken it, each evenly among what may be done, but as many as keep it open; or with others='undecided' nobody else has, for who searches what they may do.
        """
    def events(self, player: int | str | None = None) -> list[Event]:
        """
        List what happened in the step that led here, as a player saw it; of whom, see observation. Empty for a state that was not reached by `apply`.
        """
    def information_state(self, player: int | str | None = None) -> str:
        """
        Make a text that is equal exactly when the player saw and did the same all game long; of whom, see observation.
        """
    def information_state_tensor(self, player: int | str | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Make the information state as a float32 array of shape (game.information_state_tensor_size,); of whom, see observation.
        """
    def legal_action_ids(self, player: int | None = None) -> list[int]:
        """
        List the ids of the legal actions, ascending; of whom, see legal_actions.
        """
    def legal_action_mask(self, player: int | None = None) -> numpy.typing.NDArray[numpy.bool]:
        """
        Make a bool array of shape (game.action_count,), true for the legal actions; of whom, see legal_actions.
        """
    def legal_actions(self, player: int | None = None) -> list[Action]:
        """
        List what a player may do, by ascending id.
        
        By default the current player; empty when no player acts. Raises InputError when several may act and none is given.
        """
    def observation(self, player: int | str | None = None) -> Observation:
        """
        Make what a player sees and knows.
        
        The player is a seat or 'spectator', by default the current player. Raises InputError when not exactly one acts and none is given.
        """
    def observation_tensor(self, player: int | str | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Make the observation as a float32 array of shape (game.tensor_size,); of whom, see observation.
        """
    def playout(self, seed: typing.Any, policies: typing.Any = None) -> State:
        """
        Play on to the end, and give the state there.
        
        Policies are those of `Game.playout`; without any, all is at random, natively and leaving Python's lock to others, by draws of its own, the fastest: not those of "random". Chance acts for the seed: with the one that the game is dealt from, a search would foresee its cards. Raises InputError as `Game.playout` does.
        """
    def prompt(self, player: int | str | None = None, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Say what a player is asked for, who acts instead, or, at the end, who has won; of whom, see observation.
        
        `players` are their names; `aloud` spells formulas.
        """
    def returns(self) -> list[float]:
        """
        List what everybody gets; 0 before the end.
        """
    def scores(self) -> list[int]:
        """
        List the points by the rulebook as they stand.
        """
    def state_tensor(self, player: int | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Make the whole table as a float32 array of shape (game.state_tensor_size,), for training with full information: all hands, from the player's seat on (by default from seat 0), and all piles. It is secret.
        """
    def to_dict(self) -> chemix.values.StateDict:
        """
        Make plain values: game, key, open (what all see), own (what each player holds), hidden, knowledge and chance_count; secret.
        
        `game.state_from_dict` is the reverse.
        """
    def whole_turns(self) -> WholeTurns:
        """
        Make the whole turns that can be taken now, each outcome once.
        
        Raises InputError where no turn begins, and in games that do not list them: those without turn weights, see describe.
        """
    def words(self, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Say everybody's score as it stands, and at the end who has won.
        """
    @property
    def acting(self) -> frozenset:
        """
        The seats that may decide now; empty when chance acts or the game is over.
        
        Of a sealed decision those who have not decided yet: shown to a player, it tells who has. What a player may know says State.acting_seen_by.
        """
    @property
    def current_player(self) -> int | None:
        """
        The seat that acts if exactly one does, else None; see acting.
        """
    @property
    def digest(self) -> int:
        """
        A 64-bit hash of the whole state; secret.
        """
    @property
    def game(self) -> Game:
        """
        The game that it is of.
        """
    @property
    def is_chance(self) -> bool:
        """
        Whether chance acts.
        """
    @property
    def is_sealed(self) -> bool:
        """
        Whether the decision is sealed: nobody sees the others' decisions, nor who has decided, until all are in.
        """
    @property
    def is_terminal(self) -> bool:
        """
        Whether the game is over.
        """
    @property
    def phase(self) -> str:
        """
        The name of the phase.
        """
    @property
    def table(self) -> Table:
        """
        The table alone, without what players remember, for search; it shows all cards, as the state does.
        """
    @property
    def table_digest(self) -> int:
        """
        A 64-bit hash of the table alone, without what players remember, to tell when a search comes to the same table again; secret.
        """
class Table:
    """
    A state without what anybody remembers: all that the rules look at, made by State.table, for search. A value, played on up to twice as fast as the state; docs/search.md has figures.
    
    It shows all cards. A player's search takes the table of a state that this player believes in, `observation.determinize(seed=...).table`, never that of the true state: it would play by cards that the player cannot see. So that nobody takes one for a player's view, it has neither observations nor events.
    
    Equal tables play alike, whatever led there, and have equal hashes: a search may keep what it found by table. A Dealer draws by how many chance actions led there, which a table counts besides.
    """
    def __copy__(self) -> typing.Any:
        ...
    def __deepcopy__(self, memo: dict) -> typing.Any:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, tuple[typing.Any, bytes, bytes, bytes, int]]:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def apply(self, action: int | Action | str, player: int | None = None) -> Table:
        """
        Make what comes after an action.
        
        The action is an Action, its id or its text. When chance acts it is chance's, unless a player is given; else the player is by default the current one. Raises RuleError when a rule refuses it, InputError when several players may act and none is given; nothing is ever changed.
        """
    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """
        List (action, probability) of what chance may do; empty when it does not act.
        """
    def check(self, action: int | Action | str, player: int | None = None) -> str | None:
        """
        Tell the ID of the rule that refuses an action, or None when it is legal.
        
        The player is by default the current one. Raises InputError when not exactly one acts and none is given.
        """
    def copy(self) -> Table:
        """
        Make an equal one.
        """
    def legal_action_ids(self, player: int | None = None) -> list[int]:
        """
        List the ids of the legal actions, ascending; of whom, see legal_actions.
        """
    def legal_action_mask(self, player: int | None = None) -> numpy.typing.NDArray[numpy.bool]:
        """
        Make a bool array of shape (game.action_count,), true for the legal actions; of whom, see legal_actions.
        """
    def legal_actions(self, player: int | None = None) -> list[Action]:
        """
        List what a player may do, by ascending id.
        
        By default the current player; empty when no player acts. Raises InputError when several may act and none is given.
        """
    def playout(self, seed: typing.Any, *, guided: bool = False) -> Table:
        """
        Play at random to the end, and return the final table. It is that of State.playout with the same seed. The call releases the GIL.
        
        With guided=True, actions that advance the game are preferred, as in the playouts of the policy 'search'. Policies cannot be passed: they need an observation, and a table has none.
        """
    def returns(self) -> list[float]:
        """
        List what everybody gets; 0 before the end.
        """
    def scores(self) -> list[int]:
        """
        List the points by the rulebook as they stand.
        """
    def state_tensor(self, player: int | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Make the whole table as a float32 array of shape (game.state_tensor_size,), for training with full information: all hands, from the player's seat on (by default from seat 0), and all piles. It is secret.
        """
    @property
    def acting(self) -> frozenset:
        """
        The seats that may decide now; empty when chance acts or the game is over.
        
        Of a sealed decision those who have not decided yet: shown to a player, it tells who has. What a player may know says State.acting_seen_by.
        """
    @property
    def current_player(self) -> int | None:
        """
        The seat that acts if exactly one does, else None; see acting.
        """
    @property
    def digest(self) -> int:
        """
        A 64-bit hash, equal to State.table_digest of a state with this table. Keep it secret: it depends on hidden cards.
        """
    @property
    def game(self) -> Game:
        """
        The game that it is of.
        """
    @property
    def is_chance(self) -> bool:
        """
        Whether chance acts.
        """
    @property
    def is_sealed(self) -> bool:
        """
        Whether the decision is sealed: nobody sees the others' decisions, nor who has decided, until all are in.
        """
    @property
    def is_terminal(self) -> bool:
        """
        Whether the game is over.
        """
    @property
    def phase(self) -> str:
        """
        The name of the phase.
        """
class WholeTurn:
    """
    A turn from its beginning to its end.
    """
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __reduce__(self) -> typing.Any:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def actions(self) -> list[Action]:
        """
        A shortest way to take it; the last action ends the turn or leads to where the hand is filled.
        """
    @property
    def points(self) -> list[int]:
        """
        By how much the score of every seat changes.
        """
class WholeTurnIterator:
    """
    One whole turn after another.
    """
    def __iter__(self) -> WholeTurnIterator:
        ...
    def __next__(self) -> WholeTurn:
        ...
    def __reduce__(self) -> typing.Any:
        ...
class WholeTurns:
    """
    All that can come out of a turn, each outcome once; found while it is iterated over. Its len() is their number.
    """
    def __iter__(self) -> WholeTurnIterator:
        ...
    def __len__(self) -> int:
        ...
    def __reduce__(self) -> typing.Any:
        ...
    def best(self, **weights: float) -> tuple[WholeTurn, float]:
        """
        Find the best turn by weights; give it and what it is worth.
        
        A turn is worth the sum of what the game's description lists as turn_weights, each times its weight; those that are not named keep their default. Raises InputError for others and outside their range.
        """
def commit(game: Game, seed: memoryview, salt: memoryview, start_player: int) -> str:
    """
    Commit to a seed; chemix.commit is the comfortable way.
    """
def dealing_seed(seed: memoryview, contributions: collections.abc.Sequence[bytes]) -> bytes:
    """
    Make the seed to deal with; chemix.dealing_seed is the comfortable way.
    """
def decks() -> list[str]:
    """
    List the names of the built-in deck files.
    """
def describe(name: str) -> chemix.values.DescriptionDict:
    """
    Describe a game: how many may play, its deck and its options with type, least and most or choices, default, rule and meaning; and likewise what whole turns are weighed by, nothing for a game that does not list them.
    
    Raises InputError for an unknown name.
    """
def games() -> list[str]:
    """
    List the names of all games.
    """
def languages() -> list[str]:
    """
    List the languages that there are words in.
    """
def make_game(name: str, players: int, options: dict, deck: str, deck_text: str, deck_file: str) -> Game:
    """
    Make a game from options and texts; chemix.load is the comfortable way.
    """
def policies() -> typing.Any:
    """
    List the policies that Policy makes: dicts of name, meaning and parameters, which are described as options of games are.
    """
def read_deck(name: str) -> dict:
    """
    Make plain values of a built-in deck; chemix.read_deck reads files too.
    """
def read_deck_text(text: str, file: str) -> dict:
    """
    Make plain values of the text of a deck file; chemix.read_deck is the comfortable way.
    """
def read_record(text: str) -> list[State]:
    """
    Read a record, replay and verify it; list all its states, the first before the deal, or where the game was resumed.
    """
def read_seen_record(text: str) -> list[tuple[list[Event], Observation]]:
    """
    Read what a viewer saw of a game: pairs of the events of a step and the observation after them, the first without events.
    
    Raises InputError for what is none. That it can be read says that its digest fits, not that such a game was played.
    """
def record_to_dict(text: str) -> chemix.values.RecordDict:
    """
    Read a record, replay and verify it; make plain values: what the game was made of, and its steps, each with its player (None for chance) and action.
    """
def refusal_words(game: Game, rule: str, detail: typing.SupportsInt | typing.SupportsIndex, arguments: typing.Annotated[collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(3)"], language: str, aloud: bool, players: collections.abc.Sequence[str] | None) -> str:
    """
    Say why a rule refuses; RuleError.words is the comfortable way.
    """
def restored_action(game: Game, id: typing.SupportsInt | typing.SupportsIndex, is_chance: bool) -> Action:
    """
    Make an action of what was pickled.
    """
def restored_batch(episodes: collections.abc.Sequence[tuple[State, typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex | None, typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex]], auto_reset: bool, threads: int) -> Batch:
    """
    Restore a pickled batch.
    """
def restored_event(game: Game, build: bytes, image: bytes) -> Event:
    """
    Make an event of what was pickled.
    """
def restored_observation(game: Game, build: bytes, image: bytes, saved: bytes) -> Observation:
    """
    Make an observation of what was pickled.
    """
def restored_state(game: Game, build: bytes, image: bytes, saved: bytes, step: tuple[bytes, bytes, typing.SupportsInt | typing.SupportsIndex | None, typing.SupportsInt | typing.SupportsIndex] | None) -> State:
    """
    Make a state of what was pickled, and the step that led to it.
    """
def restored_table(game: Game, build: bytes, image: bytes, saved: bytes, chances: typing.SupportsInt | typing.SupportsIndex) -> Table:
    """
    Make a table of what was pickled.
    """
def verify_deal(record: str, commitment: str, seed: memoryview, salt: memoryview, contributions: collections.abc.Sequence[bytes]) -> list[State]:
    """
    Verify a record; chemix.verify_deal is the comfortable way.
    """
def words(name: str, language: str = 'en') -> dict:
    """
    Say what a game is called, what its options and their choices mean, what its scores count and what whole turns are weighed by.
    
    Raises InputError for an unknown name or language.
    """
def write_deck(deck: collections.abc.Mapping[str, typing.Any]) -> str:
    """
    Make the text of a deck file from plain values like those of read_deck.
    
    Raises InputError with field, value and rule for what is no deck, TypeError for values that are not plain.
    """
@typing.overload
def write_record(game: Game, start_player: int, steps: collections.abc.Sequence[tuple[typing.SupportsInt | typing.SupportsIndex | None, typing.SupportsInt | typing.SupportsIndex]]) -> str:
    """
    Write a record from (player, action id) pairs; the player is None where chance acted.
    """
@typing.overload
def write_record(start: State, steps: collections.abc.Sequence[tuple[typing.SupportsInt | typing.SupportsIndex | None, typing.SupportsInt | typing.SupportsIndex]]) -> str:
    """
    Write a record of a game that was resumed in the state start. Whoever has it sees that state.
    """
def write_seen_record(record: str, viewer: int | str) -> str:
    """
    Write what a seat, or 'spectator', saw of a recorded game: a text for this viewer, which shows nobody else's secrets.
    
    Raises InputError for what is no record and no viewer.
    """
__version__: str = '0.1.0'
