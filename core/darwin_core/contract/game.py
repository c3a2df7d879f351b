"""The contract that every game fulfils: one frozen record of functions, and the types that these
functions exchange.

A game is a value, ``GAME = Game(setup=setup, legal=legal, ...)``. Nothing is inherited and nothing
is looked up by name, so a missing function fails when the game is imported. Everything outside a
game (matches, tables, bots, boards, tests) reaches it only through this record.

A "place" here is a spot that may hold a card, a piece or nothing; a seat's place among the results
is a rank.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, Self, TypeVar

import msgspec

from darwin_core.contract.tables import folder_of
from darwin_core.text.language import noun, page_of, tr
from darwin_core.text.seat_names import SeatNames

HIDDEN: Final = 255
"""A hidden place in a view. As an index it is past the end of every list of the rules, so that a
rule applied to a hidden place fails."""

NOTHING: Final = 254
"""An empty place."""

SPECTATOR: Final = 253
"""The viewer without a seat, who sees only the public part."""

OMNISCIENT: Final = 252
"""The viewer from whom nothing is hidden, for replays of finished matches. It gets the state
itself; no game's ``view`` is called for it."""

SEATS_MAX: Final = 12
"""Maximum number of seats at a table, of any game."""

Element = tuple[str, int]
"""Something selectable on a board: its kind and number, as in ``("card", 12)``."""

S = TypeVar("S", bound="State")
A = TypeVar("A", bound="Action")
E = TypeVar("E", bound="Event")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a match, chosen before play. Each field is a yes or no, or a choice of words or
    numbers; it has a default, and a title in its Meta."""


class Preset(msgspec.Struct, frozen=True):
    """A named set of options, in addition to the rules as printed."""

    name: str
    """The name as typed."""
    title: str
    options: Options
    seats: tuple[int, ...]
    """Seat counts for which this preset is recommended and the default."""


class State(msgspec.Struct, gc=False, array_like=True):
    """The whole position of a match, or the part that one viewer may know (then called a view).

    Mutable. A clone has other lists; it shares their items, which are replaced and never
    changed in place. A state is encoded as an array, so that its fingerprint is quick; so any
    change of the fields needs a new rules version.
    """

    chance: bytes
    """The 16 bytes that determine all future chance; empty in a view."""


class Action(msgspec.Struct, frozen=True, tag=True, cache_hash=True, gc=False):
    """One decision of one seat: only ids, never pieces of state, nor the seat itself.

    Searches make actions and events by the million. So an action caches its hash. Actions and
    events contain no cycles, so they are excluded from garbage collection; subclasses inherit that.
    """


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A change that the rules emit while applying an action; derived, never stored.

    An event about one seat has that seat in a field ``seat``.
    """

    final_since: ClassVar[int] = 0
    """First rules version in which this event ends undo even though it reveals nothing, such as an
    announcement or the final result; 0 for never.

    Records of earlier versions keep the undos that were allowed then.
    """
    is_draft: ClassVar[bool] = False
    """True if this event is a step towards something that a later event restates as a whole. Texts
    about a finished match omit the step."""
    sums_up: ClassVar[bool] = False
    """True if this event repeats the sum of what earlier events brought. The sentence about a
    turning point omits this event."""
    lines: ClassVar[tuple[str, ...]] = ()
    """Labels of the score lines by source that this event changes. They are given where several
    events of one step change different lines: the sentence about a turning point then omits the
    events that change other lines."""

    always_scores: ClassVar[bool] = False
    """True if every event of this class brings or costs points and says why; see ``scores``."""

    @property
    def reveals(self) -> bool:
        """True if this event shows something hidden or random, so that no action before the event
        can be undone. Override it by a class attribute for a class whose events all reveal, else by
        a property."""
        return False

    @property
    def scores(self) -> bool:
        """True if this event brings or costs points and says why. The sentence about a turning
        point begins with this event."""
        return self.always_scores

    loser: ClassVar[str] = ""
    """Name of the field with the seat that always loses something by this event; empty if no seat
    always does."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats from which this event takes something they had; the loss is announced to each
        of these seats. Numbers beyond the seats stand for neutral players."""
        if not self.loser:
            return ()
        seat: int = getattr(self, self.loser)
        return (seat,)

    @property
    def missed(self) -> tuple[int, ...]:
        """The seats that were about to get what this event gives another seat; each of them is told
        at its next decision."""
        return ()

    is_chosen_loss: ClassVar[bool] = False
    """True if the losers chose the loss by their own action, so that the loss is announced without
    a stop."""


class Refusal(msgspec.Struct, frozen=True):
    """The reason why an action is not allowed."""

    code: str
    """Short, stable name of the rule, for tests and for the rules page."""
    sentence: str
    """The reason, for the player."""


class Clock(msgspec.Struct, frozen=True):
    """The progress of a match, counted from 1."""

    round: int
    rounds: int
    turn: int
    """0 if a round is over and the next has not begun."""
    turns: int
    """Number of turns in this round; 0 if the rules set no number."""


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of the final score, seat by seat."""

    label: str
    points: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """The result of a match, or its standing."""

    lines: tuple[ScoreLine, ...]
    """The parts of the totals."""
    totals: tuple[int, ...]
    """Points by seat."""
    ranks: tuple[int, ...]
    """Ranks by seat, from 1; tied seats share a rank."""

    def with_last(self, seats: Sequence[int]) -> "Outcome":
        """Return the outcome with some seats ranked behind all others, as for resigning, which
        the rules of games do not know.

        Args:
            seats: last rank first, as in the order of resignations.
        """
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
        """The seats in first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def wins(self) -> tuple[float, ...]:
        """The share of the win by seat; a shared win counts in equal parts."""
        winners = self.winners
        return tuple((rank == 1) / len(winners) for rank in self.ranks)


class Section(msgspec.Struct, frozen=True):
    """A part of a position in words, one fact per line, nothing drawn."""

    name: str
    """The heading, in the reader's language."""
    lines: tuple[str, ...]


class Holding(msgspec.Struct, frozen=True):
    """Face-down cards of a seat in one zone, as its hand."""

    seat: int
    zone: str
    """The game's word for the zone, as ``hand``."""
    cards: bytes
    """The kind of each card, as numbered by the game; HIDDEN if a viewer does not see it."""


class Advice(Generic[A]):
    """The estimated value of an action, in points of the game, and the reason.

    A search needs only actions and values, so the reason, and whether the action tempts, may be
    given as functions. They are called once, when a front end first asks.
    """

    __slots__ = ("_reason", "_tempts", "action", "value")

    def __init__(
        self,
        action: A,
        value: float,
        reason: str | Callable[[], str],
        tempts: bool | Callable[[], bool] = False,
    ) -> None:
        self.action = action
        self.value = value
        self._reason = reason
        self._tempts = tempts

    @property
    def reason(self) -> str:
        """The reason in words, without a full stop."""
        if not isinstance(self._reason, str):
            self._reason = self._reason()
        return self._reason

    @property
    def tempts(self) -> bool:
        """True if new players are likely to prefer the action: where another one is suggested, they
        are told first why not this one."""
        if not isinstance(self._tempts, bool):
            self._tempts = self._tempts()
        return self._tempts

    def valued(self, value: float) -> Self:
        """Return the advice on the same action with another value."""
        return type(self)(self.action, value, self._reason, self._tempts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Advice) and (
            (self.action, self.value) == (other.action, other.value)
            and (self.reason, self.tempts) == (other.reason, other.tempts)
        )

    def __repr__(self) -> str:
        return f"Advice({self.action!r}, {self.value!r}, {self.reason!r}, {self.tempts!r})"


class Horizon(msgspec.Struct, frozen=True):
    """The length of a search's rollouts."""

    until: Literal["turn", "round", "match"] = "match"
    """The unit of the clock at whose end a rollout stops. A choice between two rounds belongs to
    the later round."""
    count: int = 1
    """Number of these units."""
    plies_max: int = 500
    """Maximum number of actions in a rollout."""


class Tuning(msgspec.Struct, frozen=True):
    """The search parameters of one game, measured by matches between bots."""

    horizon: Horizon = Horizon()
    """Length of the rollouts."""
    candidates: int = 6
    """Number of advised actions that a search tries."""
    doubt: float = 1.0
    """Standard errors by which another action must be better than the first advised one, to be
    played in its place."""
    erring: Horizon | None = None
    """Length of the rollouts of hints and analyses, whose players make mistakes.

    It is for games in which little is hidden: without mistakes, all rollouts would be the same.
    None if hints and analyses search as bots do.
    """
    pace: int = 5_000
    """Actions per second of a search on the machine where the game was tuned."""
    slack: float = 1.0
    """Number of points by which an action must be worse than the best action for the easy bot to
    take it about a third as often."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, repr=False)
class Manner(Generic[S, A]):
    """A way to play a game: a preference among actions worth nearly the same. So bots of a level
    that differ in their manner are equally strong."""

    title: str
    """The manner in a word or two, as in ``a robber``."""
    line: str
    """The rest of the sentence, in the game's words, as ``takes what costs you most``."""
    lean: Callable[[S, int, A], float]
    """``lean(view, seat, action)`` returns how well an action suits this manner, from 0 to 1."""
    margin: float
    """The points by which an action in this manner may be worse than the best."""


class BadText(ValueError):
    """Raised for a text that is not an action of the game."""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The text on the box of a game, read from ``box.json`` in its package, so that a list of games
    imports none. Its sentences are messages."""

    slug: str
    """Name of the game in commands and records, in lower case."""
    title: str
    blurb: str
    """One sentence for the list of games."""
    words: str
    """A shorter sentence than the blurb, of at most 40 letters, on what players do in the game."""
    seats: tuple[int, ...]
    """Possible numbers of seats."""
    minutes: int
    """Length of a match, by the rulebook."""
    weight: Annotated[int, msgspec.Meta(ge=1, le=3)]
    """1 for easy, 2 for medium, 3 for hard."""
    order: int = 0
    """Position in lists of games, lowest first; games of other packages follow ours."""
    package: str = ""
    """The game's package, which contains its rules page ``rules.md``."""


def read_box(package: str) -> Box:
    """Read the box of the game in a package without importing the package.

    Raises:
        FileNotFoundError: if the package has no ``box.json``.
        msgspec.ValidationError: if a field is missing, unknown or of the wrong kind.
    """
    # JSON, since importing a TOML reader takes longer than reading all boxes.
    text = folder_of(package).joinpath("box.json").read_bytes()
    return msgspec.structs.replace(msgspec.json.decode(text, type=Box), package=package)


Emit = Callable[[E], None]
"""A function that receives each event as it happens."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, repr=False)
class Texts(Generic[S, A, E]):
    """The texts of a game, composed with the seat names that their reader sees."""

    notation: Callable[[A], str]
    parse: Callable[[str], A]
    """Parse an action; raises BadText. ``parse(notation(action)) == action``."""
    element: Callable[[S, int, Element, SeatNames], str]
    """Return a sentence about an element and its current use for a viewer, from the viewer's
    view."""
    card_name: Callable[[int], str] = lambda card: f"card {card}"
    """Return the name of the cards with a number from ``holdings``."""
    prompt: Callable[[S, int, SeatNames], str]
    """Return a sentence about a viewer's current decision."""
    phase: Callable[[S, int], str] = lambda view, viewer: ""
    """Return the name of the phase in which a seat decides, if the game's ``primers.toml`` explains
    that phase to newcomers; else empty."""
    ending: Callable[[S, int], Sequence[str]] = lambda view, viewer: ()
    """Return texts for a viewer about an end that this turn or round brings, as ``last trick``:
    longest first. Empty if no end is near."""
    phrase: Callable[[S, A, SeatNames], str]
    """Return an action as a numbered choice, for a viewer who may take it."""
    sentence: Callable[[E, SeatNames], str]
    """Return a redacted event as a sentence."""
    defeat: Callable[[Sequence[E], int, SeatNames], str] = lambda events, seat, seat_names: ""
    """Return a sentence, to a seat, about a defeat that several events show together, with its
    cause; empty if the events show none. Losses that one event names are no defeats."""
    gift: Callable[[E, Sequence[E], int, SeatNames], str] = lambda event, events, seat, names: ""
    """``gift(event, events, seat, seat_names)`` returns a sentence, to a seat, about the things by
    which another seat scored or attacked in an event and which it has from that seat by trade;
    empty if there are none. ``events`` begin with the match and include the event."""
    describe: Callable[[S, int, SeatNames], list[Section]]
    """Return a view in words, for screen readers and plain mode."""
    why_not: Callable[[S, int, A, SeatNames], Refusal | None]
    """Return why a seat may not take an action, whose fields may hold any numbers; None if it
    may."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, repr=False)
class FittedPolicy(Generic[S, A]):
    """A fast policy that imitates a search, by weights fitted to the search's findings.

    ``python -m darwin_core.lab.fitted_policies GAME`` writes the weights to ``fitted_policy.toml``
    beside the game.
    """

    kind: Callable[[S, int], str]
    """Return the kind of a seat's current choice, from a whole state or its view; empty for choices
    left to the game's ``fast_policy``."""
    features: Mapping[str, tuple[str, ...]]
    """Names of the features by kind of choice."""
    scores: Callable[[S, int, Sequence[A], Sequence[float]], list[float]]
    """``scores(state, seat, actions, weights)`` returns the scores of all of a seat's legal actions
    in order; the highest is chosen.

    The scores are linear in the weights, of which each feature of the kind has one. Of a whole
    state, the function uses only what the seat may know.
    """
    advice: str = ""
    """Name of the feature that is the value in the game's own advice. A fit begins with this
    feature alone. Empty if there is no such feature."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, repr=False)
class Bots(Generic[S, A]):
    """A game's hand-written judgement, from which bots, hints and searches begin."""

    advise: Callable[[S, int, SeatNames], list[Advice[A]]]
    """Judge a seat's legal actions from its view, best first; used by the greedy bot and the
    hints."""
    fast_policy: Callable[[S, int], A]
    """Return the action that ``advise`` names first, without words, for the rollouts of a search.

    It receives a whole state or a view, and uses only what the seat may know: ``fast_policy(state,
    seat) == advise(view(state, seat), seat, seat_names)[0].action``.
    """
    state_value: Callable[[S], tuple[float, ...]]
    """Return the points that each seat of a whole state is likely to have at the end; the outcome's
    points once the match is over."""
    tuning: Tuning = field(default_factory=Tuning)
    tuning_at: Mapping[int, Tuning] = field(default_factory=dict)
    """Better tunings than ``tuning`` for some numbers of seats, by number of seats."""
    features: Callable[[S], Sequence[tuple[float, ...]]] | None = None
    """Return the features of each seat of a whole state, in the order of ``feature_names``;
    ``lab/fitting.py`` fits the weights of ``state_value`` by them. None if ``state_value`` is not
    fitted."""
    feature_names: tuple[str, ...] = ()
    """Name of each feature of ``features``."""
    manners: Mapping[str, Manner[S, A]] = field(default_factory=dict)
    """The manners of bots by the names in ``bots/manners.py``; bots whose manner is missing here
    play without any."""
    prospects: Callable[[S, int], Mapping[str, float]] = lambda state, seat: {}
    """Return what a seat may soon gain but others could still take, by label, without what
    ``forecast`` covers. Receives the seat's view. It must be quick, since it is called after each
    action of another seat."""
    contrast: Callable[[S, int, A, A, SeatNames], str] = lambda state, seat, best, other, names: ""
    """``contrast(view, seat, best, other, seat_names)`` says in a clause what another legal action
    lacks beside the advised one, as in "it beats fewer cards"; empty if nothing is known for sure.

    It is the answer to "Why not …?" in notes and hints, so it holds whatever a search finds, names
    no verdict, and speaks of the other action as "it".
    """
    guess: Callable[..., S] | None = None
    """``guess(view, chance)`` returns a whole state for searches: drawn as by ``determinize``,
    except that the other seats' hidden choices are made by ``fast_policy``, or by a policy given as
    a third argument. None if ``determinize`` is good enough."""
    fitted_policy: FittedPolicy[S, A] | None = None
    """The policy by fitted weights. If it is None, or has no weights for the number of seats,
    ``fast_policy`` is used."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, repr=False)
class Game(Generic[S, A, E]):
    """A game: a record of its functions. In their signatures, ``seat`` is a number from 0, and
    ``viewer`` a seat or SPECTATOR."""

    box: Box
    rules_version: int
    """Increased by any change of the rules or of the state's fields."""
    actions_max: Callable[[int], int]
    """Maximum number of actions in a match with a number of seats."""

    # Options and presets, and the types of states, actions and events.
    options: type[Options]
    presets: tuple[Preset, ...] = ()
    state: type[S]
    earlier: Mapping[int, type[S]] = field(default_factory=dict)
    """The state classes of earlier rules versions that are played by other rules, by version.

    Each class is a subclass of ``state`` with the same fields, so the same bytes. The rules consult
    the class of the given state, and a clone keeps it. Versions that are missing here are played by
    the current rules.
    """
    actions: Any
    """The tagged union of all actions (or the only action class)."""
    events: tuple[type[E], ...]

    # The rules.
    setup: Callable[[Any, int, str, Emit[E] | None], S]
    """``setup(options, seats, seed, emit)`` returns the state before the first decision."""
    clone: Callable[[S], S]
    """Return a copy that can be changed without changing the original."""
    to_move: Callable[[S], Sequence[int]]
    """Return the seats that owe a decision: several for simultaneous choices, none at the end."""
    legal: Callable[[S, int], Sequence[A]]
    """Return the actions a seat may take now, in a stable order, without duplicates. True to its
    view: ``legal(view(state, seat), seat) == legal(state, seat)``."""
    apply: Callable[[S, int, A, Emit[E] | None], None]
    """Apply a legal action in place; emit each event as it happens, unless emit is None."""
    # Hidden information.
    view: Callable[[S, int], S]
    """Return the part of a state that a viewer may know, without chance; the view of a view is the
    same view."""
    redact: Callable[[E, int], E | None]
    """Return an event with its parts hidden from a viewer blanked; None if the viewer may not know
    that it happened."""
    determinize: Callable[[S, bytes], S]
    """Return a whole state that agrees with a view, drawing the unknown from 16 bytes of chance.
    Branches of records are drawn by it, so it must not change."""
    holdings: Callable[[S], Sequence[Holding]] = lambda state: ()
    """Return the face-down cards of all seats, from a whole state or a view: the same zones, with
    as many cards, in both. ``analysis/beliefs.py`` infers what a viewer may think they are."""
    # The score.
    outcome: Callable[[S], Outcome | None]
    """Return the result of a match that is over; None before."""
    standing: Callable[[S], Outcome]
    """Return the result as if the match ended now; for a view, as far as it shows."""
    forecast: Callable[[S], Sequence[ScoreLine]] = lambda state: ()
    """Return the points that each seat would get if the current round ended now: a line per part,
    the sum last; for a view, as far as it shows. Empty if the end of a round brings no points."""
    has_lines_by_source: bool = False
    """True if each score line counts the points of one kind of action, as they are won. The lines
    that differ most then explain why a match was won."""
    by_source: Callable[[Outcome, Sequence[E]], Outcome] = lambda result, events: result
    """Return the result, or a standing, with the lines that best explain where the points came
    from. Receives all events so far, redacted or not."""
    invariants: Callable[[S], list[str]]
    """Return the broken invariants of the rules' book-keeping in sentences; none for a sound
    state."""
    clock: Callable[[S], Clock]
    clock_words: tuple[str, str] = ("round", "turn")
    """The rulebook's nouns for a round and a turn."""
    counts_turns_on: bool = False
    """True if the rules know no rounds, so that turns are counted from the start of the match."""
    share_left: Callable[[S], float] | None = None
    """Return the remaining fraction of a match, from 1 at its start; None if the clock determines
    it. Winning chances are more certain the less is left."""
    standing_answer: A | None = None
    """An answer that a seat may give in advance to off-turn questions; None if the game has no such
    questions."""
    targets: Callable[[A], tuple[Element, ...]]
    """Return the elements of the board by which an action is chosen. No two actions of one legal
    list have the same elements."""
    texts: Texts[S, A, E]
    bots: Bots[S, A]

    @property
    def slug(self) -> str:
        """Name of the game in commands and records."""
        return self.box.slug

    @property
    def package(self) -> str:
        """The game's package, which contains its rules page ``rules.md``."""
        return self.box.package

    @property
    def title(self) -> str:
        """Title on the box."""
        return self.box.title

    @property
    def blurb(self) -> str:
        """One sentence for the list of games."""
        return self.box.blurb

    @property
    def seats(self) -> tuple[int, ...]:
        """Possible numbers of seats."""
        return self.box.seats


AnyGame = Game[Any, Any, Any]
"""A game of unknown types, as code outside of games handles it."""


def summary_of(game: AnyGame) -> str:
    """Return the rules of a game in short; the whole rules page if it has no summary."""
    has_summary = (folder_of(game.package) / "summary.md").is_file()
    return page_of(game.package, "summary.md" if has_summary else "rules.md")


def when(game: Game[S, A, E], clock: Clock) -> str:
    """Return the progress of a match in words: ``era 2, trick 3``, ``after era 2``, ``turn 9``."""
    round_noun, turn_noun = map(noun, game.clock_words)
    if game.counts_turns_on:
        return turn_noun.followed_by(clock.turns * (clock.round - 1) + clock.turn)
    now = round_noun.followed_by(clock.round)
    if not clock.turn:
        return tr("after {round}", round=now)
    return f"{now}, {turn_noun.followed_by(clock.turn)}"


def during(game: Game[S, A, E], clock: Clock) -> str:
    """Return the progress of a match for the end of a clause: ``in era 2, trick 3``."""
    now = when(game, clock)
    # Between two rounds the words begin with a preposition already: ``after era 2``.
    return tr("in {moment}", moment=now) if clock.turn else now


def not_asked(seats: int, movers: Sequence[int], seat: int) -> Refusal | None:
    """Return why a seat owes no decision; None if it owes one."""
    if not 0 <= seat < seats:
        return Refusal("no-such-seat", tr("Nobody sits there."))
    if not movers:
        return Refusal("over", tr("The match is over."))
    if seat not in movers:
        return Refusal("not-your-turn", tr("It is not your turn."))
    return None


def rank(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the rank of each seat, 1 for the highest total; equal totals share a rank."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)
