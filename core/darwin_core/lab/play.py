"""Playouts for the checks of games, random ones or advised, the same on every machine; and counts
of the positions some actions ahead.

A moment is a ply of a playout; a position is a state, named by the number of actions before it.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Generic, TypeVar, get_args

import msgspec

from darwin_core.contract.game import SPECTATOR, A, E, Emit, Game, Options, S
from darwin_core.contract.options import read_options, values_of
from darwin_core.match import Match, begin
from darwin_core.match.record import Header, Player
from darwin_core.text.seat_names import SeatNames

NAMES: Final = (
    *("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"),
    *("Gus", "Hal", "Ida", "Jon", "Kim", "Leo"),
)
"""Names of the players by seat, as many as the largest table has."""

T = TypeVar("T")

packed = msgspec.msgpack.Encoder().encode
"""Function that encodes a value; equal states have equal bytes."""


@dataclass(frozen=True)
class Case(Generic[S, A, E]):
    """A match that tests a game: its set-up and, by the seed, its actions."""

    game: Game[S, A, E]
    seats: int
    seed: str
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    is_advised: bool = False
    """True if all seats follow the game's advice instead of playing at random. Some things happen
    only in matches that are played well."""
    steps: Container[int] | None = None
    """Steps at which costly checks run; None for all."""
    plies: "Sequence[Ply[S, A, E]] | None" = field(default=None, repr=False, compare=False)
    """The match's plies if it was already played, so that it is not played again."""

    def __str__(self) -> str:
        options = "".join(f", {key} {value}" for key, value in self.options.items())
        advised = ", advised" if self.is_advised else ""
        return f"{self.game.slug} with {self.seats} seats, seed {self.seed!r}{options}{advised}"

    @property
    def viewers(self) -> tuple[int, ...]:
        """Every seat and the spectator."""
        return (*range(self.seats), SPECTATOR)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players by seat."""
        return NAMES[: self.seats]

    @property
    def seat_names(self) -> SeatNames:
        """The players' names, for English texts."""
        return SeatNames(self.names)

    def looks_at(self, step: int) -> bool:
        """Return whether costly checks run at a step."""
        return self.steps is None or step in self.steps

    def read_options(self) -> Options:
        """Return the options as the game reads them."""
        return read_options(self.game, self.options)

    def rng(self, purpose: str) -> Random:
        """Return a random generator for one purpose of the test."""
        return Random(f"{self.game.slug} {self.seats} {self.seed} {purpose}")

    def start(self, emit: Emit[E] | None = None) -> S:
        """Return the state before the first decision."""
        return self.game.setup(self.read_options(), self.seats, self.seed, emit)

    def match(self) -> tuple[Match[S, A, E], bytes]:
        """Return the match before its first action, and the first line of its record."""
        header = Header(
            game=self.game.slug,
            rules=self.game.rules_version,
            players=tuple(Player(name) for name in self.names),
            seed=self.seed,
            id=f"test-{self.seed}",
            made="2026-01-01T00:00:00Z",
            engine="test",
            options=dict(self.options),
        )
        return begin(self.game, header)

    def failure(self, step: int, what: str) -> AssertionError:
        """Return the error for a broken law; ``step`` counts the actions taken."""
        return AssertionError(f"{self}, step {step}: {what}")


AnyCase = Case[Any, Any, Any]
"""A match of a game of unknown types."""


@dataclass(frozen=True, slots=True)
class Ply(Generic[S, A, E]):
    """One action of a playout, with the states before and after it, which must not be changed."""

    step: int
    """Number of actions before it."""
    before: S
    seat: int
    legal: tuple[A, ...]
    """The seat's legal actions."""
    action: A
    events: tuple[E, ...]
    after: S


def action_kinds(game: Game[S, A, E]) -> tuple[type[A], ...]:
    """Return the classes of a game's actions."""
    return get_args(game.actions) or (game.actions,)


def pick(rng: Random, items: Sequence[T]) -> T:
    """Return one item, each equally likely; for a seed the same in every version of Python."""
    return items[int(rng.random() * len(items))]


def moments(case: Case[S, A, E]) -> Iterator[Ply[S, A, E]]:
    """Play a match action by action: random, unless it is advised.

    Raises:
        AssertionError: if a seat that is to move has no action, or the match does not end within
            the game's bound.
    """
    if case.plies is not None:
        yield from case.plies
        return
    game = case.game
    rng = case.rng("play")
    state = case.start()
    for step in range(game.actions_max(case.seats)):
        movers = game.to_move(state)
        if not movers:
            return
        # Seats that decide at the same time act in any order.
        seat = pick(rng, movers)
        legal = tuple(game.legal(state, seat))
        if not legal:
            raise case.failure(step, f"seat {seat} is to move and may do nothing")
        action = _advised(game, state, seat) if case.is_advised else pick(rng, legal)
        after = game.clone(state)
        events = list[E]()
        game.apply(after, seat, action, events.append)
        yield Ply(step, state, seat, legal, action, tuple(events), after)
        state = after
    if game.to_move(state):
        actions_max = game.actions_max(case.seats)
        raise case.failure(actions_max, "it has not ended within its bound")


def _advised(game: Game[S, A, E], state: S, seat: int) -> A:
    return game.bots.advise(game.view(state, seat), seat, SeatNames())[0].action


def variants(game: Game[S, A, E]) -> Iterator[dict[str, bool | int | str]]:
    """Yield the options to try: the defaults, each other value of each option by itself, then the
    presets."""
    yield {}
    for option in msgspec.structs.fields(game.options):
        for value in values_of(option.type).values():
            if value != option.default:
                yield {option.name: value}
    for preset in game.presets:
        yield msgspec.structs.asdict(preset.options)


def positions(case: Case[S, A, E]) -> Iterator[tuple[int, S]]:
    """Yield every state of a case's match with the number of actions taken, including first and
    last."""
    yield 0, case.start()
    for moment in moments(case):
        yield moment.step + 1, moment.after


def sampled_moments(case: Case[S, A, E]) -> Iterator[Ply[S, A, E]]:
    """Yield the moments of a match at which the case runs costly checks."""
    return (moment for moment in moments(case) if case.looks_at(moment.step))


def sampled_positions(case: Case[S, A, E]) -> Iterator[tuple[int, S]]:
    """Yield the states of a match at which the case runs costly checks, and its end."""
    last = 0, case.start()
    for moment in moments(case):
        if case.looks_at(moment.step):
            yield moment.step, moment.before
        last = moment.step + 1, moment.after
    yield last


def play_on(case: Case[S, A, E], state: S, rng: Random, step: int) -> None:
    """Play a state at random to its end, in place.

    Raises:
        AssertionError: if it does not end within the game's bound.
    """
    game = case.game
    for _ in range(game.actions_max(case.seats)):
        movers = game.to_move(state)
        if not movers:
            return
        seat = pick(rng, movers)
        legal = game.legal(state, seat)
        if not legal:
            raise case.failure(step, f"played on, seat {seat} is to move and may do nothing")
        game.apply(state, seat, pick(rng, legal), None)
    if game.to_move(state):
        raise case.failure(step, "played on, it has not ended within its bound")


def notations(case: Case[S, A, E], actions: Sequence[A]) -> str:
    """Return actions in notation, for messages."""
    return " ".join(case.game.texts.notation(action) for action in actions) or "nothing"


@dataclass(frozen=True)
class Count:
    """The positions a number of actions ahead."""

    paths: int
    """Number of sequences of actions. If several seats are to move, each may act first."""
    states: int
    """Number of different states to which the sequences lead."""


def count_ahead(game: Game[S, A, E], state: S, depth: int) -> tuple[Count, ...]:
    """Return the counts for 1 to ``depth`` actions ahead, over all seats to move and their
    actions."""
    counts = list[Count]()
    ahead: dict[bytes, tuple[S, int]] = {packed(state): (state, 1)}
    for _ in range(depth):
        further = dict[bytes, tuple[S, int]]()
        for before, paths in ahead.values():
            for seat in game.to_move(before):
                for action in game.legal(before, seat):
                    after = game.clone(before)
                    game.apply(after, seat, action, None)
                    # Equal states are counted on together, with the sum of their paths.
                    key = packed(after)
                    further[key] = (after, paths + further.get(key, (after, 0))[1])
        ahead = further
        counts.append(Count(sum(paths for _, paths in ahead.values()), len(ahead)))
    return tuple(counts)
