"""The contract every game fulfils: one frozen record of functions.

A game is a value, ``GAME = Game(setup=setup, legal=legal, ...)``. Nothing is inherited and nothing
is looked up by name, so a missing function fails when the game is imported. Everything outside a
game (matches, tables, bots, boards, tests) reaches it through this record only.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, TypeVar

import msgspec

from darwin_core.contract.tables import folder_of
from darwin_core.text.language import noun, page_of, tr
from darwin_core.text.seat_names import SeatNames

HIDDEN: Final = 255
"""A hidden place in a view. Past the end of every table, so that a rule applied to it fails."""

NOTHING: Final = 254
"""An empty place."""

SPECTATOR: Final = 253
"""The viewer without a seat, who sees only the public part."""

OMNISCIENT: Final = 252
"""The viewer from whom nothing is hidden: for replays of matches that are over. No game is asked
for its view."""

SEATS_MAX: Final = 12
"""The maximum of seats at a table, of any game."""

Element = tuple[str, int]
"""Something on a board that can be selected: its kind and number, as in ``("card", 12)``."""

S = TypeVar("S", bound="State")
A = TypeVar("A", bound="Action")
E = TypeVar("E", bound="Event")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a match, chosen before play; each field has a default and a title in its Meta."""


class Preset(msgspec.Struct, frozen=True):
    """A named set of options, beside the rules as printed."""

    name: str
    """The name as it is typed."""
    title: str
    options: Options
    seats: tuple[int, ...]
    """The seat counts for which it is recommended, and the default."""


class State(msgspec.Struct, gc=False, array_like=True):
    """The whole position of a match, or the part that one viewer may know (then called a view).

    Mutable. Lists that clones share are replaced, never changed in place. Written as an array, so
    that a fingerprint is quick: a change of fields is a change of the rules version.
    """

    chance: bytes
    """The 16 bytes that determine all future chance; empty in a view."""


class Action(msgspec.Struct, frozen=True, tag=True, cache_hash=True, gc=False):
    """One decision of one seat: ids only, never pieces of state, nor the seat itself.

    Searches make actions and events by the million. So an action keeps its hash, and both, which
    hold no cycles, are left out of garbage collection; subclasses inherit that.
    """


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A change that the rules emit while they apply an action; derived, never stored."""

    final_since: ClassVar[int] = 0
    """The first rules version in which it stops undo although it reveals nothing, as after an
    announcement or once the result is known; 0 for never. Records of earlier versions keep the
    undos that were allowed then."""
    is_draft: ClassVar[bool] = False
    """A step towards something that a later event states as a whole: texts of a match that is
    read afterwards leave it out."""
    sums_up: ClassVar[bool] = False
    """It repeats in sum what earlier events brought: the sentence on a turning point leaves it
    out."""
    lines: ClassVar[tuple[str, ...]] = ()
    """Labels of the lines of the score by source that it changes, where one step changes several:
    the sentence on a turning point leaves out those of other lines."""

    always_scores: ClassVar[bool] = False

    @property
    def reveals(self) -> bool:
        """True if it shows something hidden or random, so that nothing before it can be undone: a
        class attribute where it always does, a property where it depends on the event."""
        return False

    @property
    def scores(self) -> bool:
        """True if it brings or costs points and says for what: the sentence on a turning point
        begins with it."""
        return self.always_scores

    loser: ClassVar[str] = ""
    """The field with the seat that always loses something by it."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats from which it takes something that they had: it is announced to each of them.
        Numbers beyond the seats stand for neutral players."""
        if not self.loser:
            return ()
        seat: int = getattr(self, self.loser)
        return (seat,)

    @property
    def missed(self) -> tuple[int, ...]:
        """The seats that were about to get what it gives another seat: it is said to each of them
        when it decides next."""
        return ()

    is_chosen_loss: ClassVar[bool] = False
    """Its losers chose the loss with their action: it is announced without a stop."""


class Refusal(msgspec.Struct, frozen=True):
    """The reason for which an action is not allowed."""

    code: str
    """The rule's short name, stable, for tests and for the rules page."""
    sentence: str
    """The reason, for the player."""


class Clock(msgspec.Struct, frozen=True):
    """The progress of a match, counted from 1."""

    round: int
    rounds: int
    turn: int
    """0 where a round is over and the next has not begun."""
    turns: int
    """Turns in this round; 0 where the rules set no number."""


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of the final score, seat by seat."""

    label: str
    points: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """The result of a match. ``ranks`` are places from 1; equal places share a number."""

    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]

    def with_last(self, seats: Sequence[int]) -> "Outcome":
        """Return the outcome with some seats behind all others, the first of them last."""
        count = len(self.ranks)
        others = [rank for seat, rank in enumerate(self.ranks) if seat not in seats]
        ranks = tuple(
            count - seats.index(seat)
            if seat in seats
            else 1 + sum(other < rank for other in others)
            for seat, rank in enumerate(self.ranks)
        )
        return msgspec.structs.replace(self, ranks=ranks)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def wins(self) -> tuple[float, ...]:
        """The share of the win by seat: a shared win counts in equal parts."""
        winners = self.winners
        return tuple((rank == 1) / len(winners) for rank in self.ranks)


class Section(msgspec.Struct, frozen=True):
    """A part of a position in words, one fact a line, nothing drawn."""

    name: str
    lines: tuple[str, ...]


class Holding(msgspec.Struct, frozen=True):
    """Cards that a seat has face down in one place."""

    seat: int
    place: str
    """The game's word: ``hand``."""
    cards: bytes
    """The kind of each card, a number of the game's own; HIDDEN where a viewer does not see it."""


class Advice(msgspec.Struct, Generic[A], frozen=True):
    """The estimated value of an action, in points of the game, and the reason."""

    action: A
    value: float
    reason: str


class Horizon(msgspec.Struct, frozen=True):
    """The length of the rollouts of a search."""

    until: Literal["turn", "round", "match"] = "match"
    """The part of the clock that ends. A choice between two rounds belongs to the one to come."""
    count: int = 1
    """The number of these parts."""
    plies_max: int = 500
    """The maximum of actions."""


class Tuning(msgspec.Struct, frozen=True):
    """Figures of the search for one game, measured by matches between bots."""

    horizon: Horizon = Horizon()
    """The length of the rollouts."""
    candidates: int = 6
    """The number of advised actions that a search tries."""
    doubt: float = 1.0
    """The standard errors by which another action must be better than the first advised action."""
    erring: Horizon | None = None
    """The length of the rollouts of hints and analyses, in which players err. For games in which
    little is hidden: without mistakes all worlds would go the same way. None if hints and analyses
    search as bots do."""
    pace: int = 5_000
    """The actions per second of a search on the machine where the game was tuned."""
    slack: float = 1.0
    """An action worse by these points is taken about a third as often by the easy bot."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Manner(Generic[S, A]):
    """A way to play a game: a leaning between actions that are worth nearly the same. So bots of a
    level that differ in their manner are equally strong."""

    title: str
    """The manner in a word or two, as in ``a robber``."""
    line: str
    """The rest of the sentence, in the words of the game: ``takes what costs you most``."""
    lean: Callable[[S, int, A], float]
    """``lean(view, seat, action)``: how much an action is in this manner, from 0 to 1."""
    margin: float
    """The points by which an action in this manner may be worse than the best."""


class BadText(ValueError):
    """Raised for a text that names no action of the game."""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The text on the box of a game, read from ``box.json`` in its package, so that a shelf of
    boxes imports no game. Its sentences are messages."""

    slug: str
    """The name of the game in commands and records, of small letters."""
    title: str
    blurb: str
    """One sentence for the list of games."""
    words: str
    """A shorter one, of 40 letters at most: what players do in the game."""
    seats: tuple[int, ...]
    """The seat counts it can be played with."""
    minutes: int
    """Length of a match, by the rulebook."""
    weight: Annotated[int, msgspec.Meta(ge=1, le=3)]
    """1 for easy, 2 for medium, 3 for hard."""
    order: int = 0
    """Place in lists of games, lowest first; games of other packages follow ours."""
    package: str = ""
    """The package that the game is in, with its rules page ``rules.md``."""


def read_box(package: str) -> Box:
    """Read the box of the game in a package, which is not imported.

    Raises:
        FileNotFoundError: if the package has no ``box.json``.
        msgspec.ValidationError: if a field is missing, unknown or of the wrong kind.
    """
    # JSON, since a reader of TOML takes longer to import than all boxes to read.
    text = folder_of(package).joinpath("box.json").read_bytes()
    return msgspec.structs.replace(msgspec.json.decode(text, type=Box), package=package)


Emit = Callable[[E], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Texts(Generic[S, A, E]):
    """The texts of a game, composed with the seat names that their reader sees."""

    notation: Callable[[A], str]
    parse: Callable[[str], A]
    """Parse a text as an action; raises BadText. ``parse(notation(a)) == a``."""
    element: Callable[[S, int, Element, SeatNames], str]
    """Return a sentence on an element and its present use for a viewer."""
    card_name: Callable[[int], str] = lambda card: f"card {card}"
    """Return the name of the cards with one of the numbers of ``holdings``."""
    prompt: Callable[[S, int, SeatNames], str]
    """Return a sentence on a viewer's present decision."""
    phase: Callable[[S, int], str] = lambda view, viewer: ""
    """The name of the phase that a seat decides in, of those that its ``primers.toml`` explains to
    newcomers; empty where there is none."""
    ending: Callable[[S, int], Sequence[str]] = lambda view, viewer: ()
    """Words for a viewer on the end that this turn or this round brings, the longest first, before
    it matters: ``last trick``; nothing where none is near."""
    phrase: Callable[[S, A, SeatNames], str]
    """An action as a numbered choice, for a viewer who may take it."""
    sentence: Callable[[E, SeatNames], str]
    """A redacted event as a sentence."""
    describe: Callable[[S, int, SeatNames], list[Section]]
    """A view in words, for screen readers and plain mode."""
    why_not: Callable[[S, int, A, SeatNames], Refusal | None]
    """The reason why a seat may not take an action, whose fields may hold any numbers; None if it
    may."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FittedPolicy(Generic[S, A]):
    """A fast policy by weights that are fitted on what a search finds: a quick imitation of a
    player who searches. ``python -m darwin_core.lab.fitted_policies GAME`` writes the weights to
    ``fitted_policy.toml`` beside the game."""

    kind: Callable[[S, int], str]
    """The kind of a seat's present choice, of a whole state or of its view; empty for choices that
    the game's ``fast_policy`` makes."""
    features: Mapping[str, tuple[str, ...]]
    """The names of the features by kind of choice."""
    scores: Callable[[S, int, Sequence[A], Sequence[float]], list[float]]
    """``scores(state, seat, actions, weights)``: the scores of all legal actions of a seat, in
    their order; the highest is chosen. Linear in the weights, a weight for each feature of the
    kind. It asks of a whole state only what the seat may know."""
    advice: str = ""
    """The feature that is the value in the game's own advice, from which a fit then begins; empty
    if none is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Bots(Generic[S, A]):
    """The judgement of a game by hand, from which bots, hints and searches begin."""

    advise: Callable[[S, int, SeatNames], list[Advice[A]]]
    """A seat's legal actions judged from its view, best first: the greedy bot and the hints."""
    fast_policy: Callable[[S, int], A]
    """The action that ``advise`` names first, without words, for the rollouts of a search. It is
    given a whole state or a view, and asks of it only what its seat may know:
    ``fast_policy(state, seat) == advise(view(state, seat), seat, seat_names)[0].action``."""
    state_value: Callable[[S], tuple[float, ...]]
    """The points that each seat of a whole state is likely to have at the end; those of the outcome
    once the match is over."""
    tuning: Tuning = field(default_factory=Tuning)
    tuning_at: Mapping[int, Tuning] = field(default_factory=dict)
    """The tuning at the numbers of seats where another one is better."""
    features: Callable[[S], Sequence[tuple[float, ...]]] | None = None
    """The numbers of each seat of a whole state by which ``lab/fitting.py`` fits the weights of
    ``state_value``, in the order of ``feature_names``; None where it is not fitted."""
    feature_names: tuple[str, ...] = ()
    manners: Mapping[str, Manner[S, A]] = field(default_factory=dict)
    """The manners of bots by the names in ``bots/manners.py``; without one of a name, bots of that
    manner play plainly."""
    prospects: Callable[[S, int], Mapping[str, float]] = lambda state, seat: {}
    """The points or things, by words for them, that a seat may soon get and others can take from
    it, beside those of ``forecast``; of a view of the seat. It is called after each action of
    others, so it is quick."""
    guess: Callable[..., S] | None = None
    """``guess(view, chance)``: a whole state as ``determinize`` draws it, in which others have made
    their hidden choices by ``fast_policy``, or by a policy that is given as a third argument; for
    searches."""
    fitted_policy: FittedPolicy[S, A] | None = None
    """The fitted policy; without it, or at numbers of seats without weights, ``fast_policy``
    serves."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Game(Generic[S, A, E]):
    """A game. ``seat`` is a number from 0; ``viewer`` a seat or SPECTATOR."""

    box: Box
    rules_version: int
    """Increased by any change of the rules or of the fields of the state."""
    actions_max: Callable[[int], int]
    """The maximum of actions in a match with a number of seats."""

    options: type[Options]
    presets: tuple[Preset, ...] = ()
    state: type[S]
    earlier: Mapping[int, type[S]] = field(default_factory=dict)
    """State classes of earlier rules versions that are played by other rules, by version.

    Each is a subclass of ``state`` with the same fields, so the same bytes. The rules ask the state
    they are given, and a clone keeps its class. Other versions are played by the present rules."""
    actions: Any
    """The tagged union of all actions (a single class where there is one)."""
    events: tuple[type[E], ...]

    setup: Callable[[Any, int, str, Emit[E] | None], S]
    """``setup(options, seats, seed, emit)``: the state before the first decision."""
    clone: Callable[[S], S]
    to_move: Callable[[S], Sequence[int]]
    """The seats that owe a decision: several for simultaneous choices, none at the end."""
    legal: Callable[[S, int], Sequence[A]]
    """The actions a seat may take now, in a stable order, without duplicates. True to its view:
    ``legal(view(state, seat), seat) == legal(state, seat)``."""
    apply: Callable[[S, int, A, Emit[E] | None], None]
    """Apply a legal action in place; emit each event as it happens, unless emit is None."""
    view: Callable[[S, int], S]
    redact: Callable[[E, int], E | None]
    """Return an event redacted for a viewer: hidden parts blanked, or None."""
    determinize: Callable[[S, bytes], S]
    """A whole state that agrees with a view, the unknown drawn from 16 bytes of chance. Branches of
    records are drawn by it, so it stays as it is."""
    holdings: Callable[[S], Sequence[Holding]] = lambda state: ()
    """The cards that seats have face down, of a whole state or of a view: the same places, with as
    many cards, in both. ``analysis/beliefs.py`` finds what a viewer may think that they are."""
    outcome: Callable[[S], Outcome | None]
    standing: Callable[[S], Outcome]
    """The result as if the match ended now; of a view, as far as it shows."""
    forecast: Callable[[S], Sequence[ScoreLine]] = lambda state: ()
    """The points that the end of the present round would bring each seat if it came now, a line for
    each part, the sum last; of a view, as far as it shows. Nothing where there is no such end."""
    has_lines_by_source: bool = False
    """Each line of the score counts the points of one kind of action, as they are won. The lines
    that differ most then say why a match was won."""
    by_source: Callable[[Outcome, Sequence[E]], Outcome] = lambda result, events: result
    """The result, or a standing, with the lines that say best where the points came from; the
    events are all up to then, redacted or not."""
    invariants: Callable[[S], list[str]]
    """The invariants of the rules' book-keeping that a state breaks, in sentences; none for a sound
    state."""
    clock: Callable[[S], Clock]
    clock_words: tuple[str, str] = ("round", "turn")
    """The rulebook's words for a round and a turn, nouns."""
    counts_turns_on: bool = False
    """The rules know no rounds: the turns of a match are counted on from the first."""
    share_left: Callable[[S], float] | None = None
    """The share of a match that is left, from 1 at its start; None where the clock says it. Chances
    to win are the surer, the less is left."""
    standing_answer: A | None = None
    """An answer that a seat may give in advance to off-turn questions."""
    targets: Callable[[A], tuple[Element, ...]]
    """The elements of the board that an action is chosen by. No two actions of one legal list have
    the same ones."""
    texts: Texts[S, A, E]
    bots: Bots[S, A]

    @property
    def slug(self) -> str:
        """The name of the game in commands and records."""
        return self.box.slug

    @property
    def package(self) -> str:
        """The package that the game is in, with its rules page ``rules.md``."""
        return self.box.package

    @property
    def title(self) -> str:
        """The title on the box."""
        return self.box.title

    @property
    def blurb(self) -> str:
        """One sentence for the list of games."""
        return self.box.blurb

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat counts it can be played with."""
        return self.box.seats


AnyGame = Game[Any, Any, Any]
"""A game of unknown types, as code outside of games handles it."""


def summary_of(game: AnyGame) -> str:
    """Return the rules of a game in short; the whole page of the rules if it has no summary."""
    has_summary = (folder_of(game.package) / "summary.md").is_file()
    return page_of(game.package, "summary.md" if has_summary else "rules.md")


def when(game: Game[S, A, E], clock: Clock) -> str:
    """Return the progress of a match in words: ``era 2, trick 3``, ``after era 2``, ``turn 9``."""
    round, turn = map(noun, game.clock_words)
    if game.counts_turns_on:
        return turn.followed_by(clock.turns * (clock.round - 1) + clock.turn)
    now = round.followed_by(clock.round)
    if not clock.turn:
        return tr("after {round}", round=now)
    return f"{now}, {turn.followed_by(clock.turn)}"


def during(game: Game[S, A, E], clock: Clock) -> str:
    """Return the same at the end of a clause: ``in era 2, trick 3``, or ``after era 2``."""
    now = when(game, clock)
    return tr("in {moment}", moment=now) if clock.turn else now


def not_asked(seats: int, movers: Sequence[int], seat: int) -> Refusal | None:
    """Return the reason for which a seat owes no decision; None if it owes one."""
    if not 0 <= seat < seats:
        return Refusal("no-such-seat", tr("Nobody sits there."))
    if not movers:
        return Refusal("over", tr("The match is over."))
    if seat not in movers:
        return Refusal("not-your-turn", tr("It is not your turn."))
    return None


def rank(totals: Sequence[int]) -> tuple[int, ...]:
    """Return places from 1 by highest total; equal totals share a place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)
