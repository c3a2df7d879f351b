"""The stack of effects still to be done, and the one machine that settles it.

A state keeps its effects in ``pending``, the next one last. Of each class of effect a game says
what may be chosen while it is on top, and what then happens. An effect that is answered leaves the
stack before its answer is carried out; one that is to be asked again is put back by the answer.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Never, Protocol, SupportsIndex, TypeVar, cast

import msgspec

from darwin_core.game import A, Action, E, Emit

STEPS_MAX: Final = 1000
"""More effects than can follow from one choice: a slip in the rules must raise, not hang."""


class Effect(msgspec.Struct, frozen=True, tag=True, array_like=True, gc=False):
    """Something still to be done. One that leaves a choice waits on the stack."""


class SeatEffect(Effect, frozen=True, gc=False):
    """Something that a seat has to do, or that happens to it."""

    seat: int


class Stack(Protocol):
    """The part of a list of effects that the machine needs."""

    def __len__(self) -> int:
        """Return the number of effects."""
        ...

    def __getitem__(self, place: SupportsIndex, /) -> Effect:
        """Return the effect in a place."""
        ...

    def pop(self) -> Effect:
        """Take the effect on top."""
        ...


class HasPending(Protocol):
    """A state with a stack of effects, which rules change in place."""

    @property
    def pending(self) -> Stack:
        """Return the effects still to be done, the next one last."""
        ...


S = TypeVar("S", bound=HasPending)
F = TypeVar("F", bound=Effect)
A_co = TypeVar("A_co", bound=Action, covariant=True)


@dataclass(frozen=True, slots=True)
class Joint(Generic[S, A_co, E]):
    """An effect that several seats answer at once."""

    seats: Callable[[S], Sequence[int]]
    choices: Callable[[S, int], Sequence[A_co]]
    then: Callable[[S, int, Action, Emit[E] | None], None]


@dataclass(frozen=True, slots=True)
class Rule(Generic[S, A_co, E]):
    """The rule of one class of effect; made by ``at_once``, ``ask`` and the like, which check that
    its functions go together."""

    effect: type[Effect]
    step: Callable[[S, Effect, Emit[E] | None], bool]
    """Carry out what leaves no choice; return whether the effect now waits for an answer."""
    choices: Callable[[S, Effect], Sequence[A_co]] | None = None
    then: Callable[[S, Effect, Action, Emit[E] | None], None] | None = None
    joint: Joint[S, A_co, E] | None = None


def at_once(effect: type[F], deed: Callable[[S, F, Emit[E] | None], None]) -> Rule[S, Never, E]:
    """Return the rule of an effect that leaves nothing to choose."""
    do = cast("Callable[[S, Effect, Emit[E] | None], None]", deed)

    def step(state: S, top: Effect, emit: Emit[E] | None) -> bool:
        state.pending.pop()
        do(state, top, emit)
        return False

    return Rule(effect, step)


def ask(
    effect: type[F],
    choices: Callable[[S, F], Sequence[A]],
    then: Callable[[S, F, A, Emit[E] | None], None],
    step: Callable[[S, F, Emit[E] | None], bool] | None = None,
) -> Rule[S, A, E]:
    """Return the rule of an effect that is asked even if there is one answer, or whose own step
    says whether it is."""
    return Rule(
        effect,
        cast("Callable[[S, Effect, Emit[E] | None], bool]", step or _wait),
        cast("Callable[[S, Effect], Sequence[A]]", choices),
        cast("Callable[[S, Effect, Action, Emit[E] | None], None]", then),
    )


def _wait(state: HasPending, top: Effect, emit: object) -> bool:
    return True


def ask_if_any(
    effect: type[F],
    choices: Callable[[S, F], Sequence[A]],
    then: Callable[[S, F, A, Emit[E] | None], None],
    otherwise: Callable[[S, F, Emit[E] | None], None] | None = None,
) -> Rule[S, A, E]:
    """Return the rule of an effect that is asked if there is any answer; ``otherwise`` is what
    happens if there is none."""

    def step(state: S, top: F, emit: Emit[E] | None) -> bool:
        if choices(state, top):
            return True
        state.pending.pop()
        if otherwise:
            otherwise(state, top, emit)
        return False

    return ask(effect, choices, then, step)


def ask_if_several(
    effect: type[F],
    choices: Callable[[S, F], Sequence[A]],
    then: Callable[[S, F, A, Emit[E] | None], None],
    otherwise: Callable[[S, F, Emit[E] | None], None] | None = None,
) -> Rule[S, A, E]:
    """Return the rule of an effect whose only answer is taken unasked; ``otherwise`` is what
    happens if there is none."""

    def step(state: S, top: F, emit: Emit[E] | None) -> bool:
        found = choices(state, top)
        if len(found) > 1:
            return True
        state.pending.pop()
        if found:
            then(state, top, found[0], emit)
        elif otherwise:
            otherwise(state, top, emit)
        return False

    return ask(effect, choices, then, step)


def ask_all(
    effect: type[Effect],
    seats: Callable[[S], Sequence[int]],
    choices: Callable[[S, int], Sequence[A]],
    then: Callable[[S, int, A, Emit[E] | None], None],
    finish: Callable[[S, Emit[E] | None], None],
) -> Rule[S, A, E]:
    """Return the rule of an effect that several seats answer at once: ``seats`` are those that
    still have to, ``finish`` is what happens when none does."""

    def step(state: S, top: Effect, emit: Emit[E] | None) -> bool:
        if seats(state):
            return True
        state.pending.pop()
        finish(state, emit)
        return False

    answered = cast("Callable[[S, int, Action, Emit[E] | None], None]", then)
    return Rule(effect, step, joint=Joint(seats, choices, answered))


class Rules(Generic[S, A, E]):
    """The rules of all effects of a game, and with them three functions of its contract.

    The rules are best given as a tuple of their own, so that each is checked by itself: what then
    happens has to take all that may be chosen.
    """

    def __init__(
        self,
        effects: Iterable[type[Effect]],
        rules: Iterable[Rule[S, A, E]],
        seat_of: Callable[[S], int],
        emptied: Callable[[S, Emit[E] | None], None],
    ) -> None:
        """Take one rule for each class of effect.

        Args:
            effects: all classes there are.
            rules: their rules.
            seat_of: the seat that answers the effect on top.
            emptied: what happens when nothing is left to do; it may put something on the stack.
        """
        self._seat_of, self._emptied = seat_of, emptied
        by_class = {rule.effect: rule for rule in rules}
        if by_class.keys() != {*effects}:
            raise TypeError("there is not one rule for each effect")
        self._steps = {kind: rule.step for kind, rule in by_class.items()}
        self._choices = {kind: rule.choices for kind, rule in by_class.items() if rule.choices}
        self._then = {kind: rule.then for kind, rule in by_class.items() if rule.then}
        self._joint = {kind: rule.joint for kind, rule in by_class.items() if rule.joint}

    def settle(self, state: S, emit: Emit[E] | None) -> None:
        """Carry out what leaves no choice, up to the next choice or to the end of the match."""
        pending, steps = state.pending, self._steps
        for _ in range(STEPS_MAX):
            if not pending:
                self._emptied(state, emit)
                if not pending:
                    return
            top = pending[-1]
            if steps[type(top)](state, top, emit):
                return
        raise RuntimeError("the rules do not come to a choice")

    def to_move(self, state: S) -> Sequence[int]:
        """Return the seats that have to choose; none at the end."""
        pending = state.pending
        if not pending:
            return ()
        joint = self._joint.get(type(pending[-1]))
        return joint.seats(state) if joint else (self._seat_of(state),)

    def legal(self, state: S, seat: int) -> Sequence[A]:
        """Return the actions that a seat may choose from now."""
        pending = state.pending
        if not pending:
            return ()
        top = pending[-1]
        joint = self._joint.get(type(top))
        if joint:
            return joint.choices(state, seat) if seat in joint.seats(state) else ()
        return self._choices[type(top)](state, top) if self._seat_of(state) == seat else ()

    def apply(self, state: S, seat: int, action: A, emit: Emit[E] | None = None) -> None:
        """Carry out what a seat chose, and all that follows up to the next choice."""
        pending = state.pending
        top = pending[-1]
        joint = self._joint.get(type(top))
        if joint:
            joint.then(state, seat, action, emit)
        else:
            pending.pop()
            self._then[type(top)](state, top, action, emit)
        self.settle(state, emit)


def seat_on_top(state: HasPending) -> int:
    """Return the seat of the effect on top."""
    top = state.pending[-1]
    assert isinstance(top, SeatEffect)
    return top.seat
