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
__all__: list[str] = ['Action', 'Batch', 'Client', 'Dealer', 'Event', 'Game', 'Observation', 'Policy', 'Session', 'State', 'Table', 'WholeTurn', 'WholeTurnIterator', 'WholeTurns', 'commit', 'dealing_seed', 'decks', 'describe', 'games', 'input_error_words', 'languages', 'make_game', 'policies', 'read_deck', 'read_deck_text', 'read_record', 'read_seen_record', 'record_to_dict', 'refusal_words', 'restored_action', 'restored_batch', 'restored_event', 'restored_observation', 'restored_state', 'restored_table', 'verify_deal', 'words', 'write_deck', 'write_record', 'write_seen_record']
class Action:
    """
    An action of a player or of chance. An immutable value.
    
    >>> action = chemix.load('chemuno').action('lay H2O')
    >>> action.kind, action.fields, action.is_chance
    ('lay', {'card': 'H2O'}, False)
    >>> str(action), action == chemix.load('chemuno').action(action.id)
    ('lay H2O', True)
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
        Return JSON-compatible values: kind, id, chance and fields.
        
        >>> action = chemix.load('chemuno').action('lay H2O').to_dict()
        >>> action['kind'], action['fields'], action['chance']
        ('lay', {'card': 'H2O'}, False)
        """
    def words(self, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Return a phrase that describes the action, such as 'lay H2O'.
        
        `players` are the players' names; `aloud` spells out formulas.
        
        Raise InputError for an unknown language, and for more names than seats.
        
        >>> action = chemix.load('chemuno').action('lay H2O')
        >>> action.words('de'), action.words(aloud=True)
        ('H2O legen', 'lay H two O')
        """
    @property
    def fields(self) -> dict:
        """
        The arguments by name: cards and choices are str, seats and numbers int.
        """
    @property
    def id(self) -> int:
        """
        The id, from 0 to action_count - 1. Chance actions have ids of their own, from 0 to chance_action_count - 1.
        """
    @property
    def is_chance(self) -> bool:
        """
        Whether this is an action of chance.
        """
    @property
    def kind(self) -> str:
        """
        The kind of the action, such as 'lay'.
        """
class Batch:
    """
    Many episodes of one or several games, stepped in one call. Each episode equals one that is stepped alone: it starts from `Game.deal(seed)`, and its seed determines chance and, where several players may act, which one does, as in `Game.playout`.
    
    Calls release the GIL and can use several threads. While one thread is in a call, calls of other threads raise InputError.
    
    >>> game = chemix.load('chemuno', players=3)
    >>> batch = chemix.Batch(game, seeds=range(100))
    >>> rewards, done = batch.step(batch.random_actions())
    >>> rewards.shape, done.shape
    ((100, 3), (100,))
    >>> len(batch), batch[0].game == game
    (100, True)
    """
    def __getitem__(self, i: int) -> State:
        """
        Return a copy of the state of an episode.
        
        Raises IndexError if there is no such episode.
        """
    def __init__(self, games: Game | collections.abc.Sequence[Game], seeds: int | collections.abc.Sequence[int], *, auto_reset: bool = True, threads: int = 1, scale_rewards: bool = False) -> None:
        """
        Deal the episodes. `games` is one game or a list of games; `seeds` is a list of seeds from 0 to 2**64 - 1, or one seed, which spawns a seed for each episode. At least one of them is a list, whose length is the number of episodes: from 1 to 1,000,000.
        
        The seeds that one seed spawns are those of `numpy.random.SeedSequence(seed, spawn_key=(i,), pool_size=8)`, so that batches with seeds 5 and 6 share no games. With auto_reset, the step after the end of an episode ignores its action and resets it, with a seed spawned from its own by the key (0, 0). Without auto_reset, an episode that is over stays over.
        
        With scale_rewards, the rewards of step and play_to are divided by the largest absolute return of the game, max(-min_return, max_return): they are from -1 to 1, and 0 and the sum of 0 stay 0. Raises InputError if the lists are empty, too long or of different lengths, for an invalid seed, and unless threads is from 1 to 256.
        """
    def __len__(self) -> int:
        ...
    def __reduce__(self) -> tuple:
        ...
    def legal(self) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int32]]:
        """
        Return the ids of the legal actions as `(offsets, ids)`: those of episode i are ids[offsets[i]:offsets[i + 1]].
        
        >>> batch = chemix.Batch(chemix.load('chemuno'), seeds=range(10))
        >>> offsets, ids = batch.legal()
        >>> ids[offsets[3]:offsets[4]].tolist() == batch[3].legal_action_ids()
        True
        """
    def masks(self, out: typing.Any = None) -> numpy.typing.NDArray[numpy.bool]:
        """
        Return the action masks of the seats that decide next: a bool array of shape (len, largest action_count of the games), true for legal actions. No row is empty: where an episode is over, step accepts and ignores every action of its game, so that all of them are true. `out` is filled and returned, if given.
        
        Raises InputError if `out` has another shape or type.
        
        >>> batch = chemix.Batch(chemix.load('chemuno'), seeds=range(10))
        >>> masks = batch.masks()
        >>> masks.shape == (10, batch[0].game.action_count), bool(masks.any(axis=1).all())
        (True, True)
        >>> batch.masks(out=masks) is masks
        True
        """
    def play_to(self, seat: int, *, where: typing.Any = None) -> tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.bool]]:
        """
        Step with random actions, drawn as by random_actions, until this seat decides or the episode is over. `where` and the result are as in step.
        
        Raises InputError if a game lacks the seat.
        
        >>> batch = chemix.Batch(chemix.load('chemuno', players=3), seeds=range(10))
        >>> rewards, done = batch.play_to(2)
        >>> set(batch.acting[~done].tolist()) <= {2}
        True
        """
    def playouts(self, seed: typing.SupportsIndex, *, stop: typing.Any = None, time_budget: float | None = None) -> numpy.typing.NDArray[numpy.float64]:
        """
        Play a copy of each episode at random to its end, and return the returns: a float64 array of shape (len, largest number of players). Row i depends only on the state, the seed and i.
        
        Raises InputError for a seed that is not from 0 to 2**64 - 1, and Stopped when `stop`, an object with is_set() such as a threading.Event, is set, or when `time_budget` seconds are used up.
        
        >>> batch = chemix.Batch(chemix.load('chemuno', players=3), seeds=range(10))
        >>> returns = batch.playouts(seed=1)
        >>> returns.shape, bool(abs(returns.sum(axis=1)).max() < 1e-9)
        ((10, 3), True)
        """
    def random_actions(self, *, where: typing.Any = None) -> numpy.typing.NDArray[numpy.int32]:
        """
        Draw a uniformly random legal action for each episode: an int32 array of shape (len,), -1 where the episode is over or `where`, as in step, is false.
        
        Each call draws the next random numbers of the episode's seed, so two calls without a step between them mostly differ. An episode whose steps each take the actions of one call equals `Game.playout` of its seed.
        
        >>> batch = chemix.Batch(chemix.load('chemuno'), seeds=range(10))
        >>> actions = batch.random_actions()
        >>> actions.shape, bool(batch.masks()[range(10), actions].all())
        ((10,), True)
        """
    def reset(self, seeds: collections.abc.Sequence[typing.SupportsIndex], *, where: typing.Any = None) -> None:
        """
        Reset episodes, each with its seed; `where` is as in step.
        
        Raises InputError unless there are len(batch) seeds from 0 to 2**64 - 1.
        
        >>> game = chemix.load('chemuno')
        >>> batch = chemix.Batch(game, seeds=[1, 2])
        >>> batch.reset([5, 6])
        >>> batch[1] == game.deal(6)
        True
        """
    def step(self, actions: numpy.typing.ArrayLike, *, where: typing.Any = None) -> tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.bool]]:
        """
        Apply an action in each episode, by its id, and advance to the next decision. Episodes where `where`, a bool array of shape (len,), is false are unchanged. Returns `(rewards, done)`. `rewards` is a float64 array of shape (len, largest number of players): the returns of the players where this call ends the episode, otherwise 0. So each episode pays its returns once. `done` is a bool array of shape (len,), true as long as an episode is over.
        
        Raises InputError for an illegal action; then nothing changes.
        
        >>> batch = chemix.Batch(chemix.load('chemuno'), seeds=range(10), auto_reset=False)
        >>> while (batch.acting >= 0).any():
        ...     rewards, done = batch.step(batch.random_actions())
        >>> rewards.shape, bool(done.all())
        ((10, 2), True)
        """
    def tensors(self, out: typing.Any = None, seat: int | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Return the observation tensors of a seat: a float32 array of shape (len, largest tensor_size of the games). By default, each row is of the seat that decides next, or of seat 0 if the episode is over. Rows of shorter tensors are padded with zeros. `out` is filled and returned, if given.
        
        Raises InputError if `out` has another shape or type, and if a game lacks the seat.
        
        >>> game = chemix.load('chemuno')
        >>> tensors = chemix.Batch(game, seeds=range(10)).tensors(seat=1)
        >>> tensors.shape == (10, game.tensor_size), tensors.dtype
        (True, dtype('float32'))
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
class Client:
    """
    One viewer's side of a session: the observation, and the events that led to it. It has no state and no secrets of others.
    
    >>> import chemix
    >>> session = chemix.Session(chemix.load('chemuno', players=2), seed=7)
    >>> client = chemix.Client(session.observation(1))
    >>> steps = session.advance()
    >>> for seen in range(client.seen_count, session.seen_count(1)):
    ...     client.receive(session.message(1, seen))
    >>> client.observation == session.observation(1)
    True
    
    Pickle and copy use the text of `save`.
    """
    @staticmethod
    def load(text: str) -> Client:
        """
        Read what `save`, `Session.save_seen` or `write_seen_record` returned.
        
        Raise InputError if the text is invalid. Success does not prove that such a game was played.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> client = chemix.Client.load(session.save_seen(1))
        >>> client.observation == session.observation(1), client.seen_count == steps
        (True, True)
        """
    def __init__(self, observation: Observation, seen: int = 0) -> None:
        """
        Make a client from an observation when the viewer had noticed `seen` steps. It does not have the events of these steps.
        """
    def __reduce__(self) -> tuple[typing.Any, tuple[str]]:
        ...
    def __repr__(self) -> str:
        ...
    def events(self, seen: int) -> list[Event]:
        """
        Return the events of a step as the viewer saw them; `seen` is from first_seen to seen_count - 1.
        
        Raise InputError for a step out of this range.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> client = chemix.Client.load(session.save_seen(1))
        >>> client.events(0) == session.events(1, 0)
        True
        """
    def fold(self, events: collections.abc.Sequence[Event]) -> None:
        """
        Apply the events of the next step, a list of at least one Event.
        
        Raise InputError for an event that cannot be applied; the client is then unchanged.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> client = chemix.Client(session.observation(1))
        >>> steps = session.advance(max_steps=1)
        >>> client.fold(session.events(1, 0))
        >>> client.seen_count, client.observation == session.observation(1)
        (1, True)
        """
    def observe_at(self, seen: int) -> Observation:
        """
        Return what the viewer saw before the step `seen`, from first_seen to seen_count.
        
        Raise InputError for a step out of this range.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> client = chemix.Client.load(session.save_seen('spectator'))
        >>> client.observe_at(0).phase, client.observe_at(steps).phase
        ('deal', 'lead')
        """
    def receive(self, message: str) -> None:
        """
        Apply a message of `Session.message`.
        
        Raise InputError, whose field is 'seen' if the message is not the next one, and 'digest' if the views differ: then make the client again. The client is unchanged after an error.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> client = chemix.Client(session.observation(0))
        >>> for seen in range(session.advance()):
        ...     client.receive(session.message(0, seen))
        >>> client.observation == session.observation(0)
        True
        """
    def rewind(self, seen: int) -> None:
        """
        Return to the view before the step `seen`, after an undo: from first_seen to seen_count.
        
        Raise InputError for a step out of this range.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> client = chemix.Client.load(session.save_seen(0))
        >>> client.rewind(steps - 2)
        >>> client.observation == session.observe_at(0, steps - 2)
        True
        """
    def save(self) -> str:
        """
        Return the client as JSON: a record of what one viewer saw.
        
        >>> client = chemix.Client(chemix.load('chemuno').deal(seed=7).observation(1))
        >>> chemix.Client.load(client.save()).observation == client.observation
        True
        """
    @property
    def first_seen(self) -> int:
        """
        The number of steps whose events the client does not have.
        """
    @property
    def game(self) -> Game:
        """
        The game.
        """
    @property
    def observation(self) -> Observation:
        """
        What the viewer sees now.
        """
    @property
    def seen_count(self) -> int:
        """
        The number of steps that the viewer has noticed.
        """
class Dealer:
    """
    Resolves chance from a seed. The i-th chance action of a game uses the i-th draw, whatever the dealer did before. An immutable value.
    
    A search must use seeds of its own: the dealer of the game would reveal future draws to it.
    
    The seed is a nonnegative integer of at most 1,000 hexadecimal digits, or 32 bytes. Raise InputError for any other.
    
    >>> state = chemix.load('chemuno').initial_state()
    >>> state = chemix.Dealer(seed=7).resolve(state)
    >>> state == chemix.load('chemuno').deal(seed=7)
    True
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
        Return the next chance action without applying it.
        
        Raise InputError if chance does not act.
        
        >>> state = chemix.load('chemuno').initial_state()
        >>> action = chemix.Dealer(seed=7).choose(state)
        >>> action.is_chance, action.kind
        (True, 'drawn')
        """
    @typing.overload
    def choose(self, table: Table) -> Action:
        """
        Do the same for a table.
        """
    @typing.overload
    def resolve(self, state: State) -> State:
        """
        Apply chance actions until a player acts or the game is over.
        
        >>> game, dealer = chemix.load('chemuno'), chemix.Dealer(seed=7)
        >>> state = dealer.resolve(game.initial_state())
        >>> while not state.is_terminal:
        ...     state = dealer.resolve(state.apply(state.legal_actions()[0]))
        >>> state.phase
        'over'
        """
    @typing.overload
    def resolve(self, table: Table) -> Table:
        """
        Do the same for a table.
        """
class Event:
    """
    An event at the table, as one viewer sees it. An immutable value.
    
    >>> state = chemix.load('chemuno').deal(seed=7)
    >>> state = state.apply(state.legal_actions()[0])
    >>> event = state.events(1)[0]
    >>> event.verb, event.source, event.player
    ('move', 'hand[0]', 0)
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
        Return JSON-compatible values: the verb and its arguments.
        
        Places are {'zone', 'player'}; a card that the viewer does not see is None.
        
        >>> state = chemix.load('chemuno').initial_state().apply('drawn H2O')
        >>> event = state.events(0)[0].to_dict()
        >>> event['verb'], event['target'], event['card']
        ('deal', {'zone': 'hand', 'player': 0}, 'H2O')
        >>> state.events(1)[0].to_dict()['card'] is None
        True
        """
    def words(self, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Return a sentence that describes the event; empty for a counter that means nothing to people.
        
        `players` are the players' names; `aloud` spells out formulas.
        
        Raise InputError for an unknown language, and for more names than seats.
        
        >>> state = chemix.load('chemuno').initial_state().apply('drawn H2O')
        >>> state.events(0)[0].words(players=['Anna', 'Ben'])
        'Anna is dealt H2O.'
        >>> state.events(1)[0].words(players=['Anna', 'Ben'])
        'Anna is dealt a card.'
        """
    @property
    def amount(self) -> int:
        """
        The number of cards or points, or the new value of a counter, score or total.
        """
    @property
    def card(self) -> str | None:
        """
        The card, or None if there is none or the viewer does not see it. For a counter, the card that its number stands for.
        """
    @property
    def player(self) -> int:
        """
        The seat of the player who acts or whom the event concerns.
        """
    @property
    def source(self) -> str:
        """
        The place that cards or points come from, such as 'hand[1]'.
        """
    @property
    def target(self) -> str:
        """
        The place that cards or points go to.
        """
    @property
    def verb(self) -> str:
        """
        The kind of the event, such as 'deal', 'move' or 'turn'.
        """
class Game:
    """
    A game: rules, deck, options and number of players. Immutable.
    
    >>> game = chemix.load('chemuno', players=3, hand_size=5)
    >>> game.name, game.players, game.deck, game.best_score
    ('chemuno', 3, 'chemix', 'fewest')
    >>> game.option_values['hand_size'], game.max_return > 0 > game.min_return
    (5, True)
    >>> game == chemix.load('chemuno', players=3)
    False
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
        Return the action with this id or text, such as 'lay H2O'; with chance=True a chance action, such as 'drawn H2O'.
        
        Raise InputError if there is no such action.
        
        >>> game = chemix.load('chemuno')
        >>> action = game.action('lay H2O')
        >>> game.action(action.id) == action
        True
        >>> game.action('drawn H2O', chance=True).is_chance
        True
        """
    def card_words(self, card: str, language: str = 'en', aloud: bool = False) -> str:
        """
        Return a card with its name and points, such as 'H2O, water, 3 points'; with aloud=True 'H two O, water, three points'.
        
        Raise InputError for an unknown card or language.
        
        >>> game = chemix.load('chemuno')
        >>> game.card_words('H2O'), game.card_words('H2O', 'de', aloud=True)
        ('H2O, water, 3 points', 'H zwei O, Wasser, drei Punkte')
        """
    def deal(self, seed: typing.Any, start_player: int = 0) -> State:
        """
        Return the state at the first decision of a player; the seed determines all chance before it.
        
        Raise InputError for an invalid seed (see Dealer), and for a seat that does not exist.
        
        >>> game = chemix.load('chemuno', players=3)
        >>> state = game.deal(seed=7, start_player=2)
        >>> state.current_player, state == game.deal(seed=7, start_player=2)
        (2, True)
        >>> game.deal(seed=bytes(32)).is_chance
        False
        """
    def information_state_tensor_layout(self) -> chemix.values.TensorLayoutDict:
        """
        Describe the information-state tensor in the same form as tensor_layout().
        
        >>> game = chemix.load('chemuno')
        >>> fields = game.information_state_tensor_layout()['fields']
        >>> sum(field['size'] for field in fields) == game.information_state_tensor_size
        True
        """
    def initial_state(self, start_player: int = 0) -> State:
        """
        Return the state before anything is dealt.
        
        Chance acts first: let a Dealer resolve it, or apply one of chance_outcomes at a time. Raise InputError for a seat that does not exist.
        
        >>> state = chemix.load('chemuno').initial_state()
        >>> state.phase, state.is_chance, state.current_player
        ('deal', True, None)
        """
    def load_observation(self, bytes: typing_extensions.Buffer) -> Observation:
        """
        Read an observation from its canonical bytes, `bytes(observation)`, or from any other buffer; the content is validated.
        
        Raise InputError if the bytes are not an observation of this game.
        
        >>> game = chemix.load('chemuno')
        >>> seen = game.deal(seed=7).observation(1)
        >>> game.load_observation(bytes(seen)) == seen
        True
        """
    def load_state(self, bytes: typing_extensions.Buffer) -> State:
        """
        Read a state from its canonical bytes, `bytes(state)`, or from any other buffer; the content is validated.
        
        Raise InputError if the bytes are not a state of this game.
        
        >>> game = chemix.load('chemuno')
        >>> state = game.deal(seed=7)
        >>> game.load_state(bytes(state)) == state
        True
        >>> game.load_state(bytes(state)[:-1])
        Traceback (most recent call last):
            ...
        chemix.InputError: chance_count: the bytes end too early
        """
    def parse_state(self, text: str) -> State:
        """
        Read a state from its notation, `str(state)`.
        
        Raise InputError if the text is not a state of this game.
        
        >>> game = chemix.load('chemuno')
        >>> state = game.deal(seed=7)
        >>> game.parse_state(str(state)) == state
        True
        """
    def phase_words(self, phase: str, language: str = 'en') -> str:
        """
        Return a phrase that describes a phase.
        
        Raise InputError for an unknown phase or language.
        
        >>> game = chemix.load('chemuno')
        >>> game.phase_words('lead'), game.phase_words('lead', 'de')
        ('the first card', 'die erste Karte')
        """
    def playout(self, seed: typing.Any, policies: typing.Any = None, start_player: int = 0, *, stop: typing.Any = None, time_budget: float | None = None) -> State:
        """
        Play a game to its end and return the final state.
        
        A policy is a Policy, its text, such as 'heuristic', or a function `policy(observation, random)`, which takes the observation of its player and a numpy.random.Generator, and returns an action in any form that `apply` accepts. The generator follows from the seed and the seat. A policy that sees the complete state must be wrapped by chemix.full_state. A single policy plays for all players; a list has one for each seat, with None or 'random' for random play. Without policies, every legal action is equally likely. Without functions, the playout is native and releases the GIL. If several players may act, one of them is drawn uniformly.
        
        Raise InputError for an invalid policy, for a list whose length is not the number of players, and for a function that returns an illegal action; the message then contains its name, the seat and the choice. Raise Stopped if built-in policies are still playing when `stop`, an object with is_set() such as a threading.Event, is set, or when `time_budget` seconds are used up.
        
        >>> game = chemix.load('chemuno', players=3)
        >>> def last(observation, random):
        ...     return observation.legal_actions()[-1]
        >>> end = game.playout(seed=7, policies=[last, 'heuristic', 'random'])
        >>> end.is_terminal, len(end.returns())
        (True, 3)
        """
    def schema(self, what: str) -> dict:
        """
        Return the JSON schema of values that to_dict returns: of a 'state' or an 'observation' of this game, or of values that are alike in all games: 'action', 'event', 'refusal', 'error', 'description', 'record', 'tensor_layout', 'catalogue'.
        
        Raise InputError for any other name.
        
        >>> schema = chemix.load('chemuno').schema('observation')
        >>> sorted(schema['properties'])
        ['game', 'key', 'knowledge', 'open', 'own', 'viewer']
        """
    def state_from_dict(self, values: collections.abc.Mapping[str, typing.Any]) -> State:
        """
        Make a state from JSON-compatible values like those of `state.to_dict`.
        
        Omitted fields keep their values from before the deal, where the player of open.current_player begins. Sizes follow from the cards. Cards that are not listed stay where they were before the deal, in most games in the draw pile. No player has seen anything before this state. Raise InputError with field, value and rule for an impossible state, and TypeError for values that JSON lacks.
        
        >>> game = chemix.load('chemuno', hand_size=2)
        >>> hands = [{'hand': {'H': 1, 'O': 1}}, {'hand': {'H2O': 1, 'CO2': 1}}]
        >>> state = game.state_from_dict({'open': {'phase': 'lead'}, 'own': hands})
        >>> [str(action) for action in state.legal_actions()]
        ['lay H', 'lay O']
        """
    def state_tensor_layout(self) -> chemix.values.TensorLayoutDict:
        """
        Describe the state tensor in the same form as tensor_layout().
        
        >>> game = chemix.load('chemuno')
        >>> fields = game.state_tensor_layout()['fields']
        >>> sum(field['size'] for field in fields) == game.state_tensor_size
        True
        """
    def tensor_layout(self) -> chemix.values.TensorLayoutDict:
        """
        Describe the observation tensor as a dict of 'fields' and 'left_out'.
        
        A field is a dict of name, offset, size, shape (row-major; [] for a single number), labels (of the last axis; [] if it runs over the seats, own seat first), low and high (bounds of all its numbers) and meaning. An entry of 'left_out' has a name and a reason.
        
        >>> game = chemix.load('chemuno')
        >>> fields = game.tensor_layout()['fields']
        >>> sum(field['size'] for field in fields) == game.tensor_size
        True
        >>> sorted(fields[0])
        ['high', 'labels', 'low', 'meaning', 'name', 'offset', 'shape', 'size']
        """
    @property
    def action_count(self) -> int:
        """
        The number of action ids of players.
        """
    @property
    def best_score(self) -> str:
        """
        Which scores are best, 'most' or 'fewest'. The highest return is always best.
        """
    @property
    def catalogue(self) -> chemix.values.CatalogueDict:
        """
        Everything that a frontend needs before the first card is dealt, as JSON-compatible values: title, options with their allowed values, phases, kinds of actions, places, counters, verbs, cards, scores, tensor fields and limits; words by language.
        
        Recomputed on each access; cache it.
        """
    @property
    def chance_action_count(self) -> int:
        """
        The number of action ids of chance.
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
        The number of elements of an information-state tensor.
        """
    @property
    def key(self) -> int:
        """
        A 64-bit hash, equal for games that play identically.
        """
    @property
    def max_copies(self) -> int:
        """
        The largest number of copies of any card in the deck.
        """
    @property
    def max_legal_actions(self) -> int:
        """
        The maximum number of legal actions of a decision.
        """
    @property
    def max_return(self) -> float:
        """
        An upper bound on any player's return. Recomputed on each access; cache it.
        """
    @property
    def max_steps(self) -> int:
        """
        The maximum number of actions in a game, chance included.
        """
    @property
    def min_return(self) -> float:
        """
        A lower bound on any player's return. Recomputed on each access; cache it.
        """
    @property
    def name(self) -> str:
        """
        The name of the game.
        """
    @property
    def option_values(self) -> dict:
        """
        All options by name, as JSON-compatible values.
        """
    @property
    def options(self) -> str:
        """
        All options as text: name=value, separated by spaces.
        """
    @property
    def players(self) -> int:
        """
        The number of players; seats are 0 to players - 1.
        """
    @property
    def revision(self) -> int:
        """
        The revision of the rules.
        """
    @property
    def state_tensor_size(self) -> int:
        """
        The number of elements of a state tensor.
        """
    @property
    def tensor_size(self) -> int:
        """
        The number of elements of an observation tensor.
        """
class Observation:
    """
    Exactly what a viewer sees and knows. An immutable value.
    
    >>> state = chemix.load('chemuno').deal(seed=7)
    >>> seen = state.observation(1)
    >>> seen.viewer, seen.phase, seen.acting, seen.hidden_places
    (1, 'lead', frozenset({0}), ['hand[0]', 'draw_pile'])
    >>> seen.legal_actions(), seen == state.observation(0)
    ([], False)
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
        Return the exact total weight of the worlds that are consistent with the viewer's knowledge.
        
        Each world has an integer weight in proportion to its probability; the weights may have a common divisor. If all worlds are equally likely, the total is the number of deals of the unseen cards. A single remaining world may count more than once: use `marginals` to find out whether everything is known.
        
        >>> deck = chemix.small_deck(['H2', 'O2', 'H2O'], copies=2)
        >>> game = chemix.load('chemuno', hand_size=1, deck=deck)
        >>> game.deal(seed=7).observation().count_worlds() > 1
        True
        """
    def determinize(self, *, seed: typing.Any, others: str = 'decided') -> State:
        """
        Sample a state that the viewer cannot distinguish from the true one, with the probabilities of the viewer's belief, as State.determinize does. It serves policies, which have no state.
        
        Raise InputError if no state can have this observation; see fold.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation()
        >>> world = seen.determinize(seed=1)
        >>> world.observation(0) == seen
        True
        """
    def fold(self, event: Event) -> Observation:
        """
        Return the observation after the viewer sees an event.
        
        Raise InputError for an event of another game, and if a field would name a seat that does not exist. Events of another step may lead to an observation that no state can have; belief queries on such an observation raise InputError too.
        
        >>> before = chemix.load('chemuno').deal(seed=7)
        >>> after = before.apply(before.legal_actions()[0])
        >>> seen = before.observation(1)
        >>> for event in after.events(1):
        ...     seen = seen.fold(event)
        >>> seen == after.observation(1)
        True
        """
    def information_state_tensor(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        Return a float32 array of shape (game.information_state_tensor_size,): the tensor, and 16 further numbers with a digest of all that the viewer saw and did. It differs between any two information states.
        
        >>> game = chemix.load('chemuno')
        >>> tensor = game.deal(seed=7).observation().information_state_tensor()
        >>> tensor.shape == (game.information_state_tensor_size,), tensor.dtype
        (True, dtype('float32'))
        """
    def legal_action_ids(self) -> list[int]:
        """
        Return the ids of the viewer's legal actions, ascending; empty if the viewer cannot act.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation(0)
        >>> seen.legal_action_ids() == [action.id for action in seen.legal_actions()]
        True
        """
    def legal_action_mask(self) -> numpy.typing.NDArray[numpy.bool]:
        """
        Return a bool array of shape (game.action_count,), true for the viewer's legal actions.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation(0)
        >>> seen.legal_action_mask().nonzero()[0].tolist() == seen.legal_action_ids()
        True
        """
    def legal_actions(self) -> list[Action]:
        """
        Return the viewer's legal actions, by ascending id; empty if the viewer cannot act.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.observation(0).legal_actions() == state.legal_actions(0)
        True
        >>> state.observation(1).legal_actions()
        []
        """
    def marginals(self, *, stop: typing.Any = None, time_budget: float | None = None) -> numpy.typing.NDArray[numpy.float64]:
        """
        Return a float64 array of shape (places, kinds, game.max_copies): the probabilities that each of the hidden_places holds at least 1, 2, ... cards of each kind.
        
        Kinds are in the order of game.catalogue["cards"]. The probabilities are exact, except in Chip it while another player announces a combination: then they are frequencies in some thousand samples, equal on each call. Raise Stopped when `stop`, an object with is_set() such as a threading.Event, is set, or when `time_budget` seconds are used up.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation(0)
        >>> places, kinds, copies = seen.marginals().shape
        >>> places == len(seen.hidden_places), copies == seen.game.max_copies
        (True, True)
        >>> hand = seen.marginals()[seen.hidden_places.index('hand[1]')]
        >>> round(hand.sum())
        7
        """
    def probability(self, place: str, card: str, at_least: int = 1) -> float:
        """
        Return the probability that one of the hidden_places holds at least `at_least` copies of a card, such as 'H2O'.
        
        For many probabilities use marginals. Raise InputError for an unknown place or card, and if `at_least` is below 1.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation(0)
        >>> 0 <= seen.probability('hand[1]', 'H', at_least=2) <= seen.probability('hand[1]', 'H') <= 1
        True
        >>> seen.probability('table', 'H')
        Traceback (most recent call last):
            ...
        chemix.InputError: place = table: is not a hidden place; see hidden_places
        """
    def prompt(self, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Return a sentence for the viewer: what to decide, who acts instead, or, at the end, who has won, with the scores.
        
        `players` are the players' names; `aloud` spells out formulas.
        
        Raise InputError for an unknown language, and for more names than seats.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation(1)
        >>> seen.prompt('fr', players=['Zoë', 'Ben'])
        'On attend Zoë.'
        """
    def returns(self) -> list[float]:
        """
        Return each player's return, which is public at the end; 0 before the end.
        
        Raise InputError if no state can have this observation.
        
        >>> chemix.load('chemuno').deal(seed=7).observation(1).returns()
        [0.0, 0.0]
        """
    def scores(self) -> list[int | None]:
        """
        Return each player's current score by the rulebook; None if it depends on cards that the viewer does not see.
        
        >>> chemix.load('chemuno', players=3).deal(seed=7).observation(1).scores()
        [7, 7, 7]
        """
    def tensor(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        Return a float32 array of shape (game.tensor_size,), own seat first, within the bounds of game.tensor_layout().
        
        >>> game = chemix.load('chemuno')
        >>> tensor = game.deal(seed=7).observation(1).tensor()
        >>> tensor.shape == (game.tensor_size,), tensor.dtype
        (True, dtype('float32'))
        """
    def to_dict(self) -> chemix.values.ObservationDict:
        """
        Return JSON-compatible values: game, key, viewer, open (public), own (None for a spectator) and knowledge.
        
        Hands and piles are {card: copies}, or lists from the top if their order is seen; seats are int, missing values None, digests str.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation(1).to_dict()
        >>> seen['viewer'], seen['open']['hand_size']
        (1, [7, 7])
        >>> sum(seen['own']['hand'].values())
        7
        """
    @property
    def acting(self) -> frozenset:
        """
        The seats that may act now, as far as the viewer can tell; empty if chance acts or the game is over. During a sealed decision this includes the other players who have already decided.
        """
    @property
    def approximations(self) -> int:
        """
        How often the belief was simplified to bound the work. The belief is exact if this and forgotten are both 0.
        """
    @property
    def digest(self) -> int:
        """
        A 64-bit hash, with which a client and a server can compare their observations.
        """
    @property
    def forgotten(self) -> int:
        """
        The number of observations that could be kept only in part. If it is not 0, the belief still covers every possible state, but is less sharp than it could be.
        """
    @property
    def game(self) -> Game:
        """
        The game.
        """
    @property
    def hidden_places(self) -> list[str]:
        """
        The places whose cards the viewer does not see, named as in events, such as 'hand[1]': hands by seat, then piles.
        """
    @property
    def is_chance(self) -> bool:
        """
        Whether chance acts.
        """
    @property
    def is_sealed(self) -> bool:
        """
        Whether the decision is sealed: choices, and who has already chosen, stay hidden until all players have chosen.
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
    A built-in policy, which chooses actions for a seat from this seat's observation alone. An immutable value.
    
    Made from a name and parameters, such as Policy('random') or Policy('search iterations=2000'); policies() lists them. Raise InputError for an unknown name or an invalid parameter.
    
    >>> policy = chemix.Policy('search iterations=50')
    >>> policy, policy == chemix.Policy(policy.text)
    (Policy('search iterations=50'), True)
    >>> chemix.Policy('serch')
    Traceback (most recent call last):
        ...
    chemix.InputError: policy = serch: must be one of random, greedy, heuristic, search, solver; did you mean search?
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
    def action_values(self, observation: Observation, seed: typing.Any, *, stop: typing.Any = None, time_budget: float | None = None) -> list[tuple[Action, float, int]]:
        """
        Return (action, value, visits) for each legal action, the best first.
        
        Higher values are better; compare only values of the same decision. Policies that search count in `visits` how often they tried the action; otherwise it is 0. `stop`, `time_budget` and errors are as for choose.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation()
        >>> values = chemix.Policy('heuristic').action_values(seen, seed=1)
        >>> len(values) == len(seen.legal_actions())
        True
        >>> action, value, visits = values[0]
        >>> value == max(value for _, value, _ in values)
        True
        """
    def choose(self, observation: Observation, seed: typing.Any, *, decision: int = 0, stop: typing.Any = None, time_budget: float | None = None) -> Action:
        """
        Return one of the viewer's legal actions.
        
        The observation, the seed and `decision` determine the choice. With the seed of a `Game.playout`, and with the number of decisions that all players have made before, it equals the choice in that playout. Raise InputError if the viewer has no decision to make, and if `decision` is negative.
        
        `time_budget` is in seconds: when it is used up, the policy returns the best that it has found. `stop` is an object with is_set(), such as a threading.Event: once it is set, the call raises chemix.Stopped within 0.2 s.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation()
        >>> policy = chemix.Policy('heuristic')
        >>> policy.choose(seen, seed=1) in seen.legal_actions()
        True
        >>> policy.choose(seen, seed=1) == policy.choose(seen, seed=1)
        True
        """
    def hint(self, observation: Observation, seed: typing.Any, *, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None, stop: typing.Any = None, time_budget: float | None = None) -> dict:
        """
        Return the action that the policy would choose, and why, as a dict.
        
        `action`; `reason`: 'only' (no other action is legal), 'alike' (another action is as good, or nearly so), 'points' (at the end of the turn), 'looked_ahead' or 'solved' (perfect play); `choices`, the number of legal actions; `margin`, by how much its value exceeds that of any other action; `gain`, by how many points the lead grows by the end of the turn; `visits`, the total number of games searched; `words`, a sentence with the reason in points. Raise InputError as choose does, and for an unknown language. `stop` and `time_budget` are as for choose.
        
        >>> seen = chemix.load('chemuno').deal(seed=7).observation()
        >>> hint = chemix.Policy('heuristic').hint(seen, seed=1)
        >>> hint['choices'] == len(seen.legal_actions()), hint['action'] in seen.legal_actions()
        (True, True)
        >>> sorted(hint)
        ['action', 'choices', 'gain', 'margin', 'reason', 'visits', 'words']
        """
    @property
    def text(self) -> str:
        """
        The text that specifies the policy, such as 'search iterations=2000'.
        """
class Session:
    """
    A game in progress, as a server or a frontend needs it: its log, its chance, the policies that play for seats, and what each viewer has seen. It contains all secrets: show players only observations, events and messages.
    
    >>> import chemix
    >>> game = chemix.load('chemuno', players=2)
    >>> session = chemix.Session(game, seed=7)
    >>> session.set_policy(1, 'heuristic')
    >>> steps = session.advance()
    >>> while (seat := session.next) is not None:
    ...     action = session.observation(seat).legal_actions()[0]
    ...     session.act(seat, action)
    ...     steps += session.advance()
    >>> session.state.is_terminal, session.next
    (True, None)
    >>> chemix.Session.load(session.save()).state == session.state
    True
    
    Viewers are seats or 'spectator'. They count only the steps that they notice, since the number of all steps would reveal who has decided in a sealed decision.
    
    Long calls release the GIL. While a call changes the session, all other calls raise InputError; while one only reads it, such as `choose`, `hint` or `save`, others may read it too. Pickle and copy use the text of `save`.
    """
    @staticmethod
    def load(text: str) -> Session:
        """
        Read what `save` returned, and replay it by the rules.
        
        Raise InputError if the text is not a session.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> chemix.Session.load(session.save()).state == session.state
        True
        """
    @staticmethod
    def replay(record: str, seed: typing.SupportsIndex | bytes | None = None) -> Session:
        """
        Make a session with all steps of a record, to watch the game or to continue it. People then play for all seats.
        
        Raise InputError if the record is invalid.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> chemix.Session.replay(session.record()).state == session.state
        True
        """
    @staticmethod
    def resume(state: State, seed: typing.SupportsIndex | bytes | None = None) -> Session:
        """
        Begin a session that continues from a state; its records contain this state. The seed is as for a new session.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> session = chemix.Session.resume(state, seed=8)
        >>> session.next, session.log, session.state == state
        (0, [], True)
        """
    def __init__(self, game: Game, seed: typing.SupportsIndex | bytes | None = None, start_player: int = 0) -> None:
        """
        Begin a new game before the deal.
        
        With a seed, `advance` lets chance act by it, as `Game.deal` does. With None the caller supplies chance: `act('chance', action)`. Raise InputError for an invalid seed (see Dealer), and for a seat that does not exist.
        """
    def __reduce__(self) -> tuple[typing.Any, tuple[str]]:
        ...
    def __repr__(self) -> str:
        ...
    def act(self, actor: int | str, action: int | Action | str) -> None:
        """
        Apply an action of a seat, or of 'chance' if the session has no seed.
        
        The action is an Action, its id or its text. Raise RuleError if a rule refuses it; the session is then unchanged. Raise InputError if there is no such actor or action.
        
        >>> session = chemix.Session(chemix.load('chemuno'))
        >>> session.act('chance', 'drawn H2O')
        >>> session.log[0]['actor'], str(session.log[0]['action'])
        ('chance', 'drawn H2O')
        >>> session.act(0, 'lay H2O')
        Traceback (most recent call last):
            ...
        chemix.RuleError: lay H2O: Chance decides now. [GN-10]
        """
    def advance(self, max_steps: int = 0, *, stop: typing.Any = None, time_budget: float | None = None) -> int:
        """
        Let chance and policies act while they are next, at most `max_steps` steps (0 for no limit), and return the number of steps. Then `next` is the seat of a person, 'chance' if the caller supplies it, or None.
        
        Raise Stopped if `stop`, an object with is_set() such as a threading.Event, is set, or if `time_budget` seconds are used up meanwhile. The steps that were completed remain, also after Ctrl-C.
        
        >>> game = chemix.load('chemuno')
        >>> session = chemix.Session(game, seed=7)
        >>> session.advance() == len(session.log)
        True
        >>> session.next, session.state == game.deal(seed=7)
        (0, True)
        """
    def can_undo(self, seat: int) -> bool:
        """
        Return whether a seat may take back its last step.
        
        See `undo` for what prevents it. Raise InputError for a seat that does not exist.
        
        >>> session = chemix.Session(chemix.load('chip_it_duel'), seed=7)
        >>> steps = session.advance()
        >>> session.can_undo(0)
        False
        >>> session.act(0, 'size 1')
        >>> session.can_undo(0)
        True
        """
    def choose(self, seat: int, policy: Policy | str | None = None, *, stop: typing.Any = None, time_budget: float | None = None) -> Action:
        """
        Return the action that a policy chooses for a seat, without applying it; by default the policy of the seat. It is the choice that `advance` would make.
        
        `time_budget` is in seconds: when it is used up, the policy returns the best that it has found. Raise Stopped if `stop` is set, and InputError if the seat has no decision to make, or if there is no policy or no seed.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> session.choose(0, 'heuristic') in session.observation(0).legal_actions()
        True
        """
    def events(self, viewer: int | str, seen: int) -> list[Event]:
        """
        Return the events of a step as a viewer saw them; `seen` counts the steps that the viewer noticed, from 0 to seen_count - 1.
        
        Raise InputError for a viewer or a step that does not exist.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> event = session.events(1, 0)[0]
        >>> event.verb, event.source, event.target
        ('deal', 'draw_pile', 'hand[0]')
        """
    def handovers(self) -> list[chemix.values.Handover]:
        """
        Return the handovers so far, as in `record_to_dict`: before which step a policy took over a seat, or a person, where the policy is None. A handover is recorded with the next step.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> session.set_policy(1, 'heuristic')
        >>> steps = session.advance()
        >>> session.handovers()
        [{'step': 0, 'player': 1, 'policy': 'heuristic'}]
        """
    def hint(self, seat: int, policy: Policy | str | None = None, *, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None, stop: typing.Any = None, time_budget: float | None = None) -> dict:
        """
        Return what a policy recommends to a seat, a dict as of `Policy.hint`; by default the policy of the seat. Other arguments and errors are as for `choose` and `Policy.hint`.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> session.hint(0, 'heuristic')['action'] in session.observation(0).legal_actions()
        True
        """
    def message(self, viewer: int | str, seen: int) -> str:
        """
        Return the message about a step for a viewer, for `Client.receive`; `seen` is as for `events`.
        
        Raise InputError for a viewer or a step that does not exist.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> client = chemix.Client(session.observation(0))
        >>> steps = session.advance(max_steps=1)
        >>> client.receive(session.message(0, 0))
        >>> client.observation == session.observation(0)
        True
        """
    def observation(self, viewer: int | str) -> Observation:
        """
        Return what a viewer sees now. Its `legal_actions` are those of the seat.
        
        Raise InputError for a viewer that does not exist.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> session.observation(1).viewer, session.observation('spectator').viewer
        (1, 'spectator')
        """
    def observe_at(self, viewer: int | str, seen: int) -> Observation:
        """
        Return what a viewer saw before the step `seen`, from 0 to seen_count.
        
        Raise InputError for a viewer or a step that does not exist.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> session.observe_at(0, 0).phase, session.observe_at(0, steps).phase
        ('deal', 'lead')
        """
    def player(self, seat: int) -> str:
        """
        Return the name of a player, '' if none was set.
        
        Raise InputError for a seat that does not exist.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> session.set_player(1, 'Zoë')
        >>> session.player(0), session.player(1)
        ('', 'Zoë')
        """
    def policy(self, seat: int) -> str | None:
        """
        Return the text of the policy that plays for a seat; None for a person.
        
        Raise InputError for a seat that does not exist.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> session.set_policy(1, 'search iterations=100')
        >>> session.policy(0), session.policy(1)
        (None, 'search iterations=100')
        """
    def record(self) -> str:
        """
        Return the record of the game so far, for `read_record`, with its handovers.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> chemix.read_record(session.record())[-1] == session.state
        True
        """
    def rewind(self, step: int) -> None:
        """
        Return to the state before a step, from 0 to len(log), even if somebody has learned something since.
        
        Raise InputError for a step out of this range.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> session.rewind(0)
        >>> len(session.log), session.next
        (0, 'chance')
        """
    def save(self) -> str:
        """
        Return the session as JSON: its record, seeds, policies, names and times. Keep it secret.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> session.set_player(0, 'Anna')
        >>> chemix.Session.load(session.save()).player(0)
        'Anna'
        """
    def save_seen(self, viewer: int | str) -> str:
        """
        Return all that a viewer has seen, for `Client.load` or `read_seen_record`, without the secrets of others.
        
        Raise InputError for a viewer that does not exist.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> seen = chemix.read_seen_record(session.save_seen(1))
        >>> len(seen) == steps + 1
        True
        """
    def seen_count(self, viewer: int | str) -> int:
        """
        Return the number of steps that a viewer has noticed.
        
        Raise InputError for a viewer that does not exist.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> session.advance() == session.seen_count(0) == session.seen_count('spectator')
        True
        """
    def set_move_time(self, milliseconds: int) -> None:
        """
        Limit the time that a policy has for each decision, in milliseconds; 0 for no limit except its own parameters. With a limit, the same seed may lead to other choices.
        
        Raise InputError for a negative time.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> session.set_policy(0, 'search')
        >>> session.set_move_time(20)
        >>> dealt = session.advance(max_steps=14)
        >>> session.advance(max_steps=1), session.log[-1]['by_policy']
        (1, True)
        """
    def set_player(self, seat: int, name: str) -> None:
        """
        Set the name of a player, which is saved with the session.
        
        Raise InputError for a name of more than 63 bytes in UTF-8, and for one with control characters.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> session.set_player(1, 'Zoë')
        >>> session.player(1)
        'Zoë'
        """
    def set_policy(self, seat: int, policy: Policy | str | None) -> None:
        """
        Let a Policy, or the text of one, play for a seat from now on; with None, a person.
        
        Raise InputError for an invalid policy, and if the session has no seed, neither of chance nor of its policies. Functions are not policies here: call them, and pass their choice to `act`.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> for seat in range(session.game.players):
        ...     session.set_policy(seat, 'heuristic')
        >>> steps = session.advance()
        >>> session.state.is_terminal
        True
        """
    def set_policy_seed(self, seed: typing.Any) -> None:
        """
        Set the seed of the policies. Without one they use the seed of chance, in a stream of their own.
        
        Raise InputError for an invalid seed; see Dealer.
        
        >>> session = chemix.Session(chemix.load('chemuno'))
        >>> session.set_policy_seed(3)
        >>> session.set_policy(1, 'heuristic')
        >>> session.next
        'chance'
        """
    def set_step_time(self, step: int, milliseconds: int) -> None:
        """
        Set in the log how many milliseconds a person took for a step.
        
        Raise InputError for a step that is not in the log, and for a negative time.
        
        >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
        >>> steps = session.advance()
        >>> session.act(0, session.observation(0).legal_actions()[0])
        >>> session.set_step_time(steps, 1500)
        >>> session.log[steps]['milliseconds']
        1500
        """
    def state_at(self, step: int) -> State:
        """
        Return the state before a step, from 0 to len(log). Keep it secret.
        
        Raise InputError for a step out of this range.
        
        >>> game = chemix.load('chemuno')
        >>> session = chemix.Session(game, seed=7)
        >>> steps = session.advance()
        >>> session.state_at(0) == game.initial_state(), session.state_at(steps) == session.state
        (True, True)
        """
    def undo(self, seat: int) -> str | None:
        """
        Take back the last step of a seat and return None, or return why it may not be: 'nothing' (the seat has not acted), 'others_acted', 'chance_acted', 'sealed', 'game_over', or 'learned' (a viewer may have learned something about hidden cards). Viewers then have noticed fewer steps: let their clients `rewind`.
        
        Raise InputError for a seat that does not exist.
        
        >>> session = chemix.Session(chemix.load('chip_it_duel'), seed=7)
        >>> steps = session.advance()
        >>> session.act(0, 'size 1')
        >>> print(session.undo(0), session.undo(0))
        None nothing
        """
    @property
    def game(self) -> Game:
        """
        The game.
        """
    @property
    def log(self) -> list[dict]:
        """
        All steps, as dicts: `actor` (a seat or 'chance'), `action`, `by_policy` (whether a policy played for the seat) and `milliseconds` (how long the policy took, or set_step_time). Keep it secret.
        """
    @property
    def next(self) -> int | str | None:
        """
        The next to act: a seat, 'chance', or None at the end.
        
        If several players may act, one is drawn by the seed of the policies; without a seed, it is the lowest seat. Other players may act as well. In a sealed decision policies come first, then people by seat: show it to nobody else, since it reveals who has decided.
        """
    @property
    def state(self) -> State:
        """
        The current state. Keep it secret.
        """
class State:
    """
    The complete state of a game, hidden parts included. An immutable value. Keep it secret: show players only observations and events.
    
    >>> game = chemix.load('chemuno')
    >>> state = game.deal(seed=7)
    >>> state.phase, state.current_player, state.acting, state.is_chance, state.is_terminal
    ('lead', 0, frozenset({0}), False, False)
    >>> after = state.apply(state.legal_actions()[0])
    >>> after == state, state == game.deal(seed=7)
    (False, True)
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
        Return the seats that may act now, as far as a player can tell. During a sealed decision this includes the other players who have already decided. For the default player, see observation.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.acting_seen_by(1)
        frozenset({0})
        """
    def apply(self, action: int | Action | str, player: int | None = None) -> State:
        """
        Return the position after an action; this position is unchanged.
        
        The action is an Action, its id or its text. It is an action of chance if chance acts and no player is passed; otherwise the player defaults to current_player. Raise RuleError if a rule refuses the action, and InputError if several players may act and none is passed.
        
        >>> state = chemix.load('chemuno').initial_state()
        >>> state.apply('drawn H2O') == state
        False
        >>> chemix.load('chemuno').deal(seed=7).apply('pass')
        Traceback (most recent call last):
            ...
        chemix.RuleError: pass: You cannot do that now; lay any card. [GN-10]
        """
    def can_undo(self, before: State, player: int | None = None) -> bool:
        """
        Return whether a player may undo everything since `before`.
        
        This requires that only decisions of this player led here, that chance did not act, and that no viewer has learned anything about hidden cards. A sealed decision can never be undone, since the answer would reveal who else has decided; nor can a decision that ends the game, since results reveal hands. True is certain. False may also mean that the limit of some thousand alternatives was reached, or that a viewer's knowledge is incomplete. The player defaults to the only one who acts in `before`.
        
        >>> before = chemix.load('chip_it_duel').deal(seed=7)
        >>> before.apply('size 1').can_undo(before)
        True
        """
    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """
        Return the outcomes of chance as (action, probability); empty if chance does not act.
        
        >>> outcomes = chemix.load('chemuno').initial_state().chance_outcomes()
        >>> outcomes[0][0], round(sum(probability for _, probability in outcomes), 9)
        (Action('drawn H', chance=True), 1.0)
        """
    def check(self, action: int | Action | str, player: int | None = None) -> str | None:
        """
        Return the ID of the rule that refuses an action, or None if it is legal.
        
        The player defaults to current_player. Raise InputError if no player is passed and not exactly one acts.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.check('pass'), state.check(state.legal_actions()[0])
        ('GN-10', None)
        """
    def copy(self) -> State:
        """
        Return a copy.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.copy() == state
        True
        """
    def determinize(self, player: int | str | None = None, *, seed: typing.Any, others: str = 'decided') -> State:
        """
        Sample a state that the player cannot distinguish from this one, with the probabilities of the player's belief. For the default player, see observation.
        
        During a sealed decision, others='decided' samples the other players' choices uniformly among those that leave it open. With others='undecided' no other player has decided yet; use it to search over their choices.
        
        Raise InputError for an invalid seed, and for any other word as `others`.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> world = state.determinize(1, seed=3)
        >>> world.observation(1) == state.observation(1)
        True
        """
    def event_words(self, player: int | str | None = None, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> list[str]:
        """
        Return the events in sentences, for people. Cards that are shown together are one sentence, and events that mean nothing to people are left out. For the default player, see observation.
        
        `players` are the players' names; `aloud` spells out formulas.
        
        Raise InputError for an unknown language, and for more names than seats.
        
        >>> state = chemix.load('chemuno').initial_state().apply('drawn H2O')
        >>> state.event_words(0, players=['Anna', 'Ben'])
        ['Anna is dealt H2O.']
        >>> state.event_words('spectator', 'de', players=['Anna', 'Ben'])
        ['Anna bekommt eine Karte.']
        """
    def events(self, player: int | str | None = None) -> list[Event]:
        """
        Return the events of the step that led here, as a player saw them; empty for a state that was not reached by `apply`. For the default player, see observation.
        
        >>> state = chemix.load('chemuno').initial_state().apply('drawn H2O')
        >>> state.events(0), state.events(1)
        ([Event('deal draw_pile hand[0] H2O')], [Event('deal draw_pile hand[0] ?')])
        """
    def information_state(self, player: int | str | None = None) -> str:
        """
        Return a text that is equal exactly if the player saw and did the same since the start of the game. For the default player, see observation.
        
        >>> game = chemix.load('chemuno')
        >>> state = game.deal(seed=7)
        >>> state.information_state(1) == state.determinize(1, seed=3).information_state(1)
        True
        """
    def information_state_tensor(self, player: int | str | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Return the information state as a float32 array of shape (game.information_state_tensor_size,). For the default player, see observation.
        
        >>> game = chemix.load('chemuno')
        >>> tensor = game.deal(seed=7).information_state_tensor(1)
        >>> tensor.shape == (game.information_state_tensor_size,)
        True
        """
    def legal_action_ids(self, player: int | None = None) -> list[int]:
        """
        Return the ids of a player's legal actions, ascending. For the default player, see legal_actions.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.legal_action_ids() == [action.id for action in state.legal_actions()]
        True
        """
    def legal_action_mask(self, player: int | None = None) -> numpy.typing.NDArray[numpy.bool]:
        """
        Return a bool array of shape (game.action_count,), true for a player's legal actions. For the default player, see legal_actions.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> mask = state.legal_action_mask()
        >>> mask.shape == (state.game.action_count,), mask.nonzero()[0].tolist() == state.legal_action_ids()
        (True, True)
        """
    def legal_actions(self, player: int | None = None) -> list[Action]:
        """
        Return a player's legal actions, by ascending id; empty if no player acts.
        
        The player defaults to current_player. Raise InputError if several players may act and none is passed.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> {action.kind for action in state.legal_actions()}
        {'lay'}
        >>> state.legal_actions(1)
        []
        """
    def observation(self, player: int | str | None = None) -> Observation:
        """
        Return what a player sees and knows.
        
        The player is a seat or 'spectator', and defaults to current_player. Raise InputError if no player is passed and not exactly one acts.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.observation(), state.observation('spectator').viewer
        (<Observation of chemuno by seat 0, phase lead>, 'spectator')
        """
    def observation_tensor(self, player: int | str | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Return the observation as a float32 array of shape (game.tensor_size,). For the default player, see observation.
        
        >>> game = chemix.load('chemuno')
        >>> tensor = game.deal(seed=7).observation_tensor(1)
        >>> tensor.shape == (game.tensor_size,), tensor.dtype
        (True, dtype('float32'))
        """
    def playout(self, seed: typing.Any, policies: typing.Any = None, *, stop: typing.Any = None, time_budget: float | None = None) -> State:
        """
        Play on to the end and return the final state.
        
        Policies are as for `Game.playout`. Without policies, all players act at random: this is native, releases the GIL and is fastest, but draws differ from those of the policy "random". The seed determines chance: with the seed of the game's own deal, a search would foresee its cards. `stop`, `time_budget` and errors are as for `Game.playout`.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> ends = [state.playout(seed) for seed in range(20)]
        >>> all(end.is_terminal for end in ends)
        True
        >>> state.playout(3, policies=['greedy', 'random']).is_terminal
        True
        """
    def prompt(self, player: int | str | None = None, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Return a sentence for a player: what to decide, who acts instead, or, at the end, who has won. For the default player, see observation.
        
        `players` are the players' names; `aloud` spells out formulas.
        
        Raise InputError for an unknown language, and for more names than seats.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.prompt(), state.prompt(1, 'de', players=['Anna', 'Ben'])
        ('Player 1, lay any card.', 'Warten auf Anna.')
        """
    def returns(self) -> list[float]:
        """
        Return each player's return; 0 before the end.
        
        >>> game = chemix.load('chemuno', players=3)
        >>> game.deal(seed=7).returns(), abs(sum(game.playout(seed=7).returns())) < 1e-9
        ([0.0, 0.0, 0.0], True)
        """
    def scores(self) -> list[int]:
        """
        Return each player's current score by the rulebook.
        
        >>> chemix.load('classic', players=3).initial_state().scores()
        [0, 0, 0]
        """
    def state_tensor(self, player: int | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Return the table as a float32 array of shape (game.state_tensor_size,), for training with full information: all hands, from the player's seat on (by default from seat 0), and all piles. Keep it secret.
        
        Raise InputError for a seat that does not exist.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.state_tensor().shape == (state.game.state_tensor_size,)
        True
        """
    def to_dict(self) -> chemix.values.StateDict:
        """
        Return JSON-compatible values: game, key, open (public), own (by player), hidden, knowledge and chance_count. Keep them secret.
        
        `game.state_from_dict` is the inverse.
        
        >>> game = chemix.load('chemuno')
        >>> state = game.deal(seed=7)
        >>> sorted(state.to_dict())
        ['chance_count', 'game', 'hidden', 'key', 'knowledge', 'open', 'own']
        >>> game.state_from_dict(state.to_dict()) == state
        True
        """
    def whole_turns(self) -> WholeTurns:
        """
        Return the possible outcomes of the turn that begins here, each once.
        
        Raise InputError if no turn begins here, and in games without turn weights; see describe.
        
        >>> turns = chemix.load('classic').deal(seed=7).whole_turns()
        >>> len(turns) == len(list(turns))
        True
        >>> chemix.load('chemuno').deal(seed=7).whole_turns()
        Traceback (most recent call last):
            ...
        chemix.InputError: game = chemuno: does not list whole turns
        """
    def words(self, language: str = 'en', aloud: bool = False, players: collections.abc.Sequence[str] | None = None) -> str:
        """
        Return a sentence with all current scores, and at the end with the winner.
        
        `players` are the players' names; `aloud` spells out formulas.
        
        Raise InputError for an unknown language, and for more names than seats.
        
        >>> chemix.load('chemuno').deal(seed=7).words(players=['Anna', 'Ben'])
        'Anna: 7 cards left, Ben: 7 cards left'
        """
    @property
    def acting(self) -> frozenset:
        """
        The seats that may act now; empty if chance acts or the game is over.
        
        During a sealed decision: the players who have not decided yet. Do not show this to players, since it reveals who has decided; use State.acting_seen_by.
        """
    @property
    def current_player(self) -> int | None:
        """
        The seat that acts if exactly one does, otherwise None; see acting.
        """
    @property
    def digest(self) -> int:
        """
        A 64-bit hash of the complete state. Keep it secret.
        """
    @property
    def game(self) -> Game:
        """
        The game.
        """
    @property
    def is_chance(self) -> bool:
        """
        Whether chance acts.
        """
    @property
    def is_sealed(self) -> bool:
        """
        Whether the decision is sealed: choices, and who has already chosen, stay hidden until all players have chosen.
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
        The table alone, without the players' knowledge, for search. It shows all cards, as the state does.
        """
    @property
    def table_digest(self) -> int:
        """
        A 64-bit hash of the table alone, without the players' knowledge, with which a search can recognize equal tables. Keep it secret.
        """
class Table:
    """
    A state without the players' knowledge: everything that the rules depend on, made by State.table, for search. An immutable value. Playing on from it is up to twice as fast as from the state; docs/search.md has figures.
    
    It shows all cards. A player's search must use the table of a state from the player's belief, `observation.determinize(seed=...).table`, never that of the true state: it would act on cards that the player cannot see. A table has no observations or events, so that it is not mistaken for a player's view.
    
    Equal tables play identically, whatever led to them, and have equal hashes: a search may cache results by table. A table also counts the chance actions before it, which determine the next draw of a Dealer; equality ignores this count.
    
    >>> state = chemix.load('chemuno').deal(seed=7)
    >>> table = state.observation().determinize(seed=1).table
    >>> table == state.observation().determinize(seed=1).table
    True
    >>> after = table.apply(table.legal_actions()[0])
    >>> after == table, after.is_terminal
    (False, False)
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
        Return the position after an action; this position is unchanged.
        
        The action is an Action, its id or its text. It is an action of chance if chance acts and no player is passed; otherwise the player defaults to current_player. Raise RuleError if a rule refuses the action, and InputError if several players may act and none is passed.
        
        >>> state = chemix.load('chemuno').initial_state()
        >>> state.apply('drawn H2O') == state
        False
        >>> chemix.load('chemuno').deal(seed=7).apply('pass')
        Traceback (most recent call last):
            ...
        chemix.RuleError: pass: You cannot do that now; lay any card. [GN-10]
        """
    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """
        Return the outcomes of chance as (action, probability); empty if chance does not act.
        
        >>> outcomes = chemix.load('chemuno').initial_state().chance_outcomes()
        >>> outcomes[0][0], round(sum(probability for _, probability in outcomes), 9)
        (Action('drawn H', chance=True), 1.0)
        """
    def check(self, action: int | Action | str, player: int | None = None) -> str | None:
        """
        Return the ID of the rule that refuses an action, or None if it is legal.
        
        The player defaults to current_player. Raise InputError if no player is passed and not exactly one acts.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.check('pass'), state.check(state.legal_actions()[0])
        ('GN-10', None)
        """
    def copy(self) -> Table:
        """
        Return a copy.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.copy() == state
        True
        """
    def legal_action_ids(self, player: int | None = None) -> list[int]:
        """
        Return the ids of a player's legal actions, ascending. For the default player, see legal_actions.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.legal_action_ids() == [action.id for action in state.legal_actions()]
        True
        """
    def legal_action_mask(self, player: int | None = None) -> numpy.typing.NDArray[numpy.bool]:
        """
        Return a bool array of shape (game.action_count,), true for a player's legal actions. For the default player, see legal_actions.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> mask = state.legal_action_mask()
        >>> mask.shape == (state.game.action_count,), mask.nonzero()[0].tolist() == state.legal_action_ids()
        (True, True)
        """
    def legal_actions(self, player: int | None = None) -> list[Action]:
        """
        Return a player's legal actions, by ascending id; empty if no player acts.
        
        The player defaults to current_player. Raise InputError if several players may act and none is passed.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> {action.kind for action in state.legal_actions()}
        {'lay'}
        >>> state.legal_actions(1)
        []
        """
    def playout(self, seed: typing.Any, *, guided: bool = False) -> Table:
        """
        Play at random to the end, and return the final table. It is that of State.playout with the same seed. The call releases the GIL.
        
        With guided=True, actions that advance the game are preferred, as in the playouts of the policy 'search'. Policies cannot be passed: they need an observation, and a table has none.
        
        Raise InputError for an invalid seed; see Dealer.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.table.playout(seed=3) == state.playout(seed=3).table
        True
        """
    def returns(self) -> list[float]:
        """
        Return each player's return; 0 before the end.
        
        >>> game = chemix.load('chemuno', players=3)
        >>> game.deal(seed=7).returns(), abs(sum(game.playout(seed=7).returns())) < 1e-9
        ([0.0, 0.0, 0.0], True)
        """
    def scores(self) -> list[int]:
        """
        Return each player's current score by the rulebook.
        
        >>> chemix.load('classic', players=3).initial_state().scores()
        [0, 0, 0]
        """
    def state_tensor(self, player: int | None = None) -> numpy.typing.NDArray[numpy.float32]:
        """
        Return the table as a float32 array of shape (game.state_tensor_size,), for training with full information: all hands, from the player's seat on (by default from seat 0), and all piles. Keep it secret.
        
        Raise InputError for a seat that does not exist.
        
        >>> state = chemix.load('chemuno').deal(seed=7)
        >>> state.state_tensor().shape == (state.game.state_tensor_size,)
        True
        """
    @property
    def acting(self) -> frozenset:
        """
        The seats that may act now; empty if chance acts or the game is over.
        
        During a sealed decision: the players who have not decided yet. Do not show this to players, since it reveals who has decided; use State.acting_seen_by.
        """
    @property
    def current_player(self) -> int | None:
        """
        The seat that acts if exactly one does, otherwise None; see acting.
        """
    @property
    def digest(self) -> int:
        """
        A 64-bit hash, equal to State.table_digest of a state with this table. Keep it secret: it depends on hidden cards.
        """
    @property
    def game(self) -> Game:
        """
        The game.
        """
    @property
    def is_chance(self) -> bool:
        """
        Whether chance acts.
        """
    @property
    def is_sealed(self) -> bool:
        """
        Whether the decision is sealed: choices, and who has already chosen, stay hidden until all players have chosen.
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
    A possible outcome of a turn, with actions that lead to it.
    
    >>> state = chemix.load('classic').deal(seed=7)
    >>> turn, value = state.whole_turns().best()
    >>> for action in turn.actions:
    ...     state = state.apply(action)
    >>> len(turn.points)
    2
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
        A shortest sequence of actions for this outcome; the last action ends the turn, or leads to the refilling of the hand.
        """
    @property
    def points(self) -> list[int]:
        """
        The change of each seat's score.
        """
class WholeTurnIterator:
    """
    An iterator over whole turns.
    """
    def __iter__(self) -> WholeTurnIterator:
        ...
    def __next__(self) -> WholeTurn:
        ...
    def __reduce__(self) -> typing.Any:
        ...
class WholeTurns:
    """
    All possible outcomes of a turn, each once, enumerated during iteration. len() returns their number.
    
    >>> turns = chemix.load('classic').deal(seed=7).whole_turns()
    >>> len(turns) == len(list(turns)) > 0
    True
    """
    def __iter__(self) -> WholeTurnIterator:
        ...
    def __len__(self) -> int:
        ...
    def __reduce__(self) -> typing.Any:
        ...
    def best(self, **weights: float) -> tuple[WholeTurn, float]:
        """
        Return the best turn by weights, and its value.
        
        The value is the sum of the amounts that turn_weights in the description of the game lists, each multiplied by its weight; omitted weights keep their default. Raise InputError for an unknown weight, and for one out of range.
        
        >>> turns = chemix.load('classic').deal(seed=7).whole_turns()
        >>> turn, value = turns.best(points_to_others=-1)
        >>> turn in list(turns)
        True
        >>> turns.best(luck=1)
        Traceback (most recent call last):
            ...
        chemix.InputError: weights = luck: no such weight; known: points, points_to_others, cards_kept, minus_cards, noble_gases
        """
def commit(game: Game, seed: memoryview, salt: memoryview, start_player: int) -> str:
    """
    Return the commitment to a seed. Use chemix.commit instead.
    """
def dealing_seed(seed: memoryview, contributions: collections.abc.Sequence[bytes]) -> bytes:
    """
    Return the seed to deal with. Use chemix.dealing_seed instead.
    """
def decks() -> list[str]:
    """
    Return the names of the built-in deck files.
    
    >>> chemix.decks()
    ['chemix', 'covalent', 'ionic']
    """
def describe(name: str) -> chemix.values.DescriptionDict:
    """
    Describe a game: its numbers of players, deck, options and turn weights.
    
    An option has a type, least and most or choices, a default, a rule and a meaning. So have turn weights, which value whole turns; they are empty for a game without whole turns. Raise InputError for an unknown name.
    
    >>> about = chemix.describe('chemuno')
    >>> about['min_players'], about['max_players'], about['deck']
    (2, 4, 'chemix')
    >>> about['options'][0]['name'], about['options'][0]['least'], about['options'][0]['most']
    ('hand_size', 1, 10)
    """
def games() -> list[str]:
    """
    Return the names of all games.
    
    >>> {'chemuno', 'classic', 'react'} <= set(chemix.games())
    True
    """
def input_error_words(field: str, value: str, reason: str, rule: str, language: str) -> str:
    """
    Return a sentence on why input is rejected. Use InputError.words instead.
    """
def languages() -> list[str]:
    """
    Return the codes of the supported languages, such as 'en'.
    
    >>> chemix.languages()
    ['de', 'en', 'fr']
    """
def make_game(name: str, players: int, options: dict, deck: str, deck_text: str, deck_file: str) -> Game:
    """
    Make a game from options and texts. Use chemix.load instead.
    """
def policies() -> typing.Any:
    """
    Return the built-in policies as dicts of name, meaning and parameters, which are described in the same form as options of games.
    
    >>> [policy['name'] for policy in chemix.policies()]
    ['random', 'greedy', 'heuristic', 'search', 'solver']
    """
def read_deck(name: str) -> dict:
    """
    Return a built-in deck as JSON-compatible values. Use chemix.read_deck instead, which also reads files.
    """
def read_deck_text(text: str, file: str) -> dict:
    """
    Convert the text of a deck file to JSON-compatible values. Use chemix.read_deck instead.
    """
def read_record(text: str) -> list[State]:
    """
    Replay and verify a record; return all its states, the first before the deal, or where the game was resumed.
    
    Raise InputError if the record is invalid.
    
    >>> game = chemix.load('chemuno')
    >>> record = chemix.write_record(game, 0, [(None, game.action('drawn H2O', chance=True).id)])
    >>> states = chemix.read_record(record)
    >>> len(states), states[0] == game.initial_state()
    (2, True)
    """
def read_seen_record(text: str) -> list[tuple[list[Event], Observation]]:
    """
    Read what a viewer saw of a game; return pairs of the events of a step and the observation after it, the first without events.
    
    Raise InputError if the text is invalid. Success proves that the digest matches, not that such a game was played.
    
    >>> session = chemix.Session(chemix.load('chemuno'), seed=7)
    >>> steps = session.advance()
    >>> seen = chemix.read_seen_record(session.save_seen(1))
    >>> events, observation = seen[-1]
    >>> len(seen) == steps + 1, observation == session.observation(1)
    (True, True)
    """
def record_to_dict(text: str) -> chemix.values.RecordDict:
    """
    Replay and verify a record; return JSON-compatible values: the parameters of the game, and the steps, each with its player (None for chance) and action.
    
    Raise InputError if the record is invalid.
    
    >>> record = chemix.Session(chemix.load('chemuno', players=3), seed=7).record()
    >>> data = chemix.record_to_dict(record)
    >>> data['game'], data['players'], data['steps']
    ('chemuno', 3, [])
    """
def refusal_words(game: Game, rule: str, detail: typing.SupportsInt | typing.SupportsIndex, arguments: typing.Annotated[collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(3)"], language: str, aloud: bool, players: collections.abc.Sequence[str] | None) -> str:
    """
    Return a sentence on why a rule refuses an action. Use RuleError.words instead.
    """
def restored_action(game: Game, id: typing.SupportsInt | typing.SupportsIndex, is_chance: bool) -> Action:
    """
    Restore a pickled action.
    """
def restored_batch(episodes: collections.abc.Sequence[tuple[State, typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex | None, typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex]], auto_reset: bool, threads: int, scale_rewards: bool) -> Batch:
    """
    Restore a pickled batch.
    """
def restored_event(game: Game, build: bytes, image: bytes) -> Event:
    """
    Restore a pickled event.
    """
def restored_observation(game: Game, build: bytes, image: bytes, saved: bytes) -> Observation:
    """
    Restore a pickled observation.
    """
def restored_state(game: Game, build: bytes, image: bytes, saved: bytes, step: tuple[bytes, bytes, typing.SupportsInt | typing.SupportsIndex | None, typing.SupportsInt | typing.SupportsIndex] | None) -> State:
    """
    Restore a pickled state, with the step that led to it.
    """
def restored_table(game: Game, build: bytes, image: bytes, saved: bytes, chances: typing.SupportsInt | typing.SupportsIndex) -> Table:
    """
    Restore a pickled table.
    """
def verify_deal(record: str, commitment: str, seed: memoryview, salt: memoryview, contributions: collections.abc.Sequence[bytes]) -> list[State]:
    """
    Verify the deal of a record. Use chemix.verify_deal instead.
    """
def words(name: str, language: str = 'en') -> dict:
    """
    Return the words of a game in a language: its title, and the meanings of its options and their choices, its scores and its turn weights.
    
    Raise InputError for an unknown name or language.
    
    >>> words = chemix.words('compound_capture', 'de')
    >>> words['title'], sorted(words)
    ('Compound Capture', ['options', 'scores', 'title', 'turn_weights'])
    """
def write_deck(deck: collections.abc.Mapping[str, typing.Any]) -> str:
    """
    Convert JSON-compatible values like those of read_deck to the text of a deck file.
    
    Raise InputError with field, value and rule for an invalid deck, and TypeError for values that JSON lacks.
    
    >>> deck = chemix.small_deck(['H2', 'O2', 'H2O'])
    >>> text = chemix.write_deck(deck)
    >>> text.startswith("{"), '"H2O"' in text
    (True, True)
    """
@typing.overload
def write_record(game: Game, start_player: int, steps: collections.abc.Sequence[tuple[typing.SupportsInt | typing.SupportsIndex | None, typing.SupportsInt | typing.SupportsIndex]]) -> str:
    """
    Write a record from (player, action id) pairs; the player is None for chance.
    
    Raise InputError for an action that is not legal; its field is 'steps[n]'.
    
    >>> game = chemix.load('chemuno')
    >>> drawn = game.action('drawn H2O', chance=True)
    >>> record = chemix.write_record(game, 0, [(None, drawn.id)])
    >>> chemix.read_record(record)[-1] == game.initial_state().apply(drawn)
    True
    """
@typing.overload
def write_record(start: State, steps: collections.abc.Sequence[tuple[typing.SupportsInt | typing.SupportsIndex | None, typing.SupportsInt | typing.SupportsIndex]]) -> str:
    """
    Write a record of a game that was resumed in the state `start`. The record reveals that state to its readers.
    """
def write_seen_record(record: str, viewer: int | str) -> str:
    """
    Write what a seat or 'spectator' saw of a recorded game: a text for this viewer, without the secrets of other players.
    
    Raise InputError for an invalid record or viewer.
    
    >>> record = chemix.Session(chemix.load('chemuno'), seed=7).record()
    >>> chemix.Client.load(chemix.write_seen_record(record, 'spectator')).observation.viewer
    'spectator'
    """
__version__: str = '0.1.0'
