"""The contract every game fulfils: one frozen record of functions.

A game is a value, ``GAME = Game(setup=setup, legal=legal, ...)``. Nothing is inherited and nothing
is looked up by name, so a missing function fails when the game is imported. Everything outside a
game (matches, tables, bots, boards, tests) reaches it through this record only.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

HIDDEN: Final = 255
"""Stands in a view where something lies that the viewer may not know. Past the end of every table,
so that a rule run on it fails at once."""

NOTHING: Final = 254
"""Stands where nothing lies."""

SPECTATOR: Final = 253
"""The viewer who holds no seat and sees only what all see."""

OMNISCIENT: Final = 252
"""The viewer from whom nothing is hidden: for replays of matches that are over."""

Element = tuple[str, int]
"""Something on a board that can be picked: its kind and which one, as in ``("card", 12)``."""

S = TypeVar("S", bound="State")
A = TypeVar("A", bound="Action")
E = TypeVar("E", bound="Event")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before play; every field has a default and a title in its Meta."""


class Preset(msgspec.Struct, frozen=True):
    """Options that go well together, beside the rules as printed."""

    name: str
    """As it is typed."""
    title: str
    options: Options
    seats: tuple[int, ...]
    """The seat counts for which it is recommended, and the default."""


class State(msgspec.Struct, gc=False, array_like=True):
    """All of a match at one moment, or what one viewer may know of it (then called a view).

    Mutable. Lists that clones share are replaced, never changed in place. Written as an array, so
    that a fingerprint is quick: a change of fields is a change of the rules version.
    """

    chance: bytes
    """The 16 bytes from which all chance to come follows; empty in a view."""


class Action(msgspec.Struct, frozen=True, tag=True, cache_hash=True, gc=False):
    """One decision of one seat: ids only, never pieces of state, nor the seat itself."""


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that happened, told while an action is applied; derived, never stored."""

    reveals: ClassVar[bool] = False
    """Whether it shows something hidden or random, so that nothing before it can be undone."""
    final_since: ClassVar[int] = 0
    """The first rules version in which it stops undo though it reveals nothing, as when others have
    heard an announcement or the result is known; 0 for never. Records of earlier versions keep
    the undos that were allowed then."""


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not allowed."""

    code: str
    """The rule's short name, stable, for tests and for the rules page."""
    sentence: str
    """The reason, for the player."""


class Clock(msgspec.Struct, frozen=True):
    """How far a match has come, counted from 1."""

    round: int
    rounds: int
    turn: int
    """0 where a round is over and the next has not begun."""
    turns: int
    """Turns in this round; 0 where the rules set no number."""


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of the final score, told seat by seat."""

    label: str
    points: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended. ``ranks`` are places from 1; seats that share a place share its number."""

    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Section(msgspec.Struct, frozen=True):
    """A part of a position told in words, one fact a line, nothing drawn."""

    name: str
    lines: tuple[str, ...]


class Advice(msgspec.Struct, Generic[A], frozen=True):
    """What an action is thought to be worth, in points of the game, and why."""

    action: A
    value: float
    reason: str


class BadText(ValueError):
    """A text that names no action of the game."""


Emit = Callable[[E], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Game(Generic[S, A, E]):
    """A game. ``seat`` is a number from 0; ``viewer`` a seat or WATCHER."""

    slug: str
    title: str
    blurb: str
    """One sentence for the list of games."""
    seats: tuple[int, ...]
    """The seat counts it can be played with."""
    rules_version: int
    """Raised by any change of the rules or of the fields of the state."""
    bound: Callable[[int], int]
    """The most actions a match with so many seats can take."""

    options: type[Options]
    presets: tuple[Preset, ...] = ()
    state: type[S]
    earlier: Mapping[int, type[S]] = field(default_factory=dict)
    """State classes of earlier rules versions that are played by other rules, by version.

    Each is a subclass of ``state`` with the same fields, so the same bytes. The rules ask the state
    they are given, and a clone keeps its class. A version that is not here is played as today's."""
    actions: Any
    """The tagged union of all actions (a single class where there is one)."""
    events: tuple[type[E], ...]

    setup: Callable[[Any, int, str, Emit[E] | None], S]
    """``setup(options, seats, seed, tell)``: the state before the first decision."""
    clone: Callable[[S], S]
    to_move: Callable[[S], Sequence[int]]
    """The seats that owe a decision: several where choices are simultaneous, none at the end."""
    legal: Callable[[S, int], Sequence[A]]
    """The actions a seat may take now, in a stable order, without duplicates. True to its view:
    ``legal(view(state, seat), seat) == legal(state, seat)``."""
    apply: Callable[[S, int, A, Emit[E] | None], None]
    """Carry out a legal action in place, telling each event as it happens if anybody listens."""
    view: Callable[[S, int], S]
    redact: Callable[[E, int], E | None]
    """An event as a viewer may hear it: hidden parts blanked, or None."""
    determinize: Callable[[S, bytes], S]
    """A whole state that agrees with a view, the unknown drawn from 16 bytes of chance."""
    outcome: Callable[[S], Outcome | None]
    why_not: Callable[[S, int, A], Refusal | None]
    problems: Callable[[S], list[str]]
    """Every way in which a state breaks the rules' book-keeping; empty for a sound one."""
    clock: Callable[[S], Clock]
    clock_words: tuple[str, str] = ("round", "turn")
    """What the rulebook calls a round and a turn."""
    standing_answer: A | None = None
    """An answer that a seat may give beforehand to whatever it is asked out of turn."""
    advise: Callable[[S, int], list[Advice[A]]]
    """A seat's legal actions judged from its view, best first: the greedy bot and the hints."""

    notation: Callable[[A], str]
    parse: Callable[[str], A]
    """The action a text stands for; raises BadText. ``parse(notation(a)) == a``."""
    targets: Callable[[A], tuple[Element, ...]]
    """The elements of the board that are picked to choose an action. No two actions of one legal
    list touch the same ones."""
    element: Callable[[S, int, Element, Sequence[str]], str]
    """What an element is and does now for a viewer, in a sentence with the seats' names."""
    prompt: Callable[[S, int], str]
    """What the rules want of a viewer now, in a sentence."""
    phrase: Callable[[S, A, Sequence[str]], str]
    """An action as a numbered choice, as whoever may take it sees it now, with the seats' names."""
    sentence: Callable[[E, Sequence[str]], str]
    """An event, as heard, in a sentence with the seats' names."""
    describe: Callable[[S, int, Sequence[str]], list[Section]]
    """A view in words, for players who listen rather than look."""


def when(game: Game[S, A, E], clock: Clock) -> str:
    """How far a match has come, as in ``era 2, trick 3``, or ``after era 2``."""
    round, turn = game.clock_words
    if not clock.turn:
        return f"after {round} {clock.round}"
    return f"{round} {clock.round}, {turn} {clock.turn}"


def not_asked(seats: int, movers: Sequence[int], seat: int) -> Refusal | None:
    """Why a seat is not asked anything, of so many and those to move; None if it is."""
    if not 0 <= seat < seats:
        return Refusal("no-such-seat", "Nobody sits there.")
    if not movers:
        return Refusal("over", "The match is over.")
    if seat not in movers:
        return Refusal("not-your-turn", "It is not your turn.")
    return None


def rank(totals: Sequence[int]) -> tuple[int, ...]:
    """Places from 1 by highest total; equal totals share a place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)
