"""The stack of pending effects, and the machine that settles it.

A state keeps its effects in ``pending``, the next one last. For each class of effects, a game
defines the possible answers while the effect is on top, and the consequence of an answer. An
answered effect leaves the stack before its answer is carried out; if the effect is to be asked
again, the consequence puts it back. A joint effect (``ask_all``) stays until all its seats have
answered::

    class Tide(Effect, frozen=True): ...
    class Prize(SeatEffect, frozen=True): ...

    class BarnaclesState(State):
        pending: list[Tide | Prize]
        ...

    _RULES = (
        ask_all(Tide, still_to_lay, cards_to_lay, lay, show),
        ask(Prize, prizes, take_prize),
    )
    RULES: Rules[BarnaclesState, AnyAction, BarnaclesEvent] = rules(
        (Tide, Prize), _RULES, emptied=begin_tide
    )

``setup`` calls ``RULES.settle``; ``to_move``, ``legal`` and ``apply`` of the game are those of
``RULES``. The tuple of rules has a separate name, so that a type checker compares the choices of
each effect with the actions that its consequence accepts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Generic, Never, Protocol, SupportsIndex, TypeVar, cast

import msgspec

from darwin_core.contract.game import A, Action, E, Emit

_STEPS_MAX: Final = 1000
"""Maximum number of steps between two choices. It is far more than rules need, so that a bug raises
an error instead of looping for ever."""


class Effect(msgspec.Struct, frozen=True, tag=True, array_like=True, gc=False):
    """Something that the rules still have to do. An effect with a choice waits on the stack for an
    answer."""


class SeatEffect(Effect, frozen=True):
    """An effect that concerns one seat."""

    seat: int


class Stack(Protocol):
    """The operations on a list of effects that the machine needs."""

    def __len__(self) -> int:
        """Return the number of effects."""
        ...

    def __getitem__(self, place: SupportsIndex, /) -> Effect:
        """Return the effect at an index."""
        ...

    def pop(self) -> Effect:
        """Remove and return the top effect."""
        ...


class HasPending(Protocol):
    """A state with a stack of effects, which rules change in place."""

    @property
    def pending(self) -> Stack:
        """The pending effects, the next one last."""
        ...


S = TypeVar("S", bound=HasPending)
F = TypeVar("F", bound=Effect)
A_co = TypeVar("A_co", bound=Action, covariant=True)

Act = Callable[[S, F, Emit[E] | None], None]
"""The consequence of an effect that leaves no choice."""
Step = Callable[[S, F, Emit[E] | None], bool]
"""An attempt to carry out an effect; True if it waits for an answer instead."""
Choices = Callable[[S, F], Sequence[A]]
"""The answers to an effect."""
Then = Callable[[S, F, A, Emit[E] | None], None]
"""The consequence of an answer to an effect."""


@dataclass(frozen=True, slots=True)
class Joint(Generic[S, A_co, E]):
    """The rule of an effect that several seats answer at once."""

    seats: Callable[[S], Sequence[int]]
    """Return the seats that still have to answer."""
    choices: Callable[[S, int], Sequence[A_co]]
    """Return the answers of a seat."""
    then: Callable[[S, int, Action, Emit[E] | None], None]
    """Carry out a seat's answer; the effect stays until all have answered."""


@dataclass(frozen=True, slots=True)
class Rule(Generic[S, A_co, E]):
    """The rule of one class of effects. Make it with ``at_once``, ``ask`` and the similar functions
    below, which check that its functions fit together."""

    effect: type[Effect]
    step: Step[S, Effect, E] | None
    """Carry out an effect without a choice; return whether it now waits for an answer. None for an
    effect that always waits."""
    choices: Choices[S, Effect, A_co] | None = None
    """None for an effect without a choice, and for a joint one."""
    then: Then[S, Effect, Action, E] | None = None
    joint: Joint[S, A_co, E] | None = None
    """The choices of an effect that several seats answer at once; else None."""


def at_once(effect: type[F], act: Act[S, F, E]) -> Rule[S, Never, E]:
    """Return the rule of an effect that leaves nothing to choose."""
    # ``rules`` calls a rule only with effects of its class, so these casts are safe.
    do = cast("Act[S, Effect, E]", act)

    def step(state: S, top: Effect, emit: Emit[E] | None) -> bool:
        # First, since the consequence may put further effects on the stack.
        state.pending.pop()
        do(state, top, emit)
        return False

    return Rule(effect, step)


def ask(
    effect: type[F],
    choices: Choices[S, F, A],
    then: Then[S, F, A, E],
    step: Step[S, F, E] | None = None,
) -> Rule[S, A, E]:
    """Return the rule of an effect that is asked even if it has a single answer. ``step``, if
    given, may carry it out without a question."""
    return Rule(
        effect,
        cast("Step[S, Effect, E] | None", step),
        cast("Choices[S, Effect, A]", choices),
        cast("Then[S, Effect, Action, E]", then),
    )


def ask_if_any(
    effect: type[F],
    choices: Choices[S, F, A],
    then: Then[S, F, A, E],
    otherwise: Act[S, F, E] | None = None,
) -> Rule[S, A, E]:
    """Return the rule of an effect that is asked if there is any answer; if there is none,
    ``otherwise`` is called."""

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
    choices: Choices[S, F, A],
    then: Then[S, F, A, E],
    otherwise: Act[S, F, E] | None = None,
) -> Rule[S, A, E]:
    """Return the rule of an effect that is asked if there are several answers. A single answer is
    taken without asking; if there is none, ``otherwise`` is called."""

    def step(state: S, top: F, emit: Emit[E] | None) -> bool:
        answers = choices(state, top)
        if len(answers) > 1:
            return True
        state.pending.pop()
        if answers:
            then(state, top, answers[0], emit)
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
    """Return the rule of an effect that several seats answer at once. ``seats`` returns the seats
    that still have to answer; ``finish`` is called after the last answer."""

    def step(state: S, top: Effect, emit: Emit[E] | None) -> bool:
        if seats(state):
            return True
        state.pending.pop()
        finish(state, emit)
        return False

    answered = cast("Callable[[S, int, Action, Emit[E] | None], None]", then)
    return Rule(effect, step, joint=Joint(seats, choices, answered))


@dataclass(frozen=True, slots=True)
class Rules(Generic[S, A, E]):
    """The rules of all effects of a game: how they are settled, and three functions of the
    contract."""

    settle: Callable[[S, Emit[E] | None], None]
    """Carry out effects without a choice, up to the next choice or the end of the match."""
    to_move: Callable[[S], Sequence[int]]
    legal: Callable[[S, int], Sequence[A]]
    apply: Callable[[S, int, A, Emit[E] | None], None]


def rules(
    effects: Iterable[type[Effect]],
    rows: Iterable[Rule[S, A, E]],
    emptied: Callable[[S, Emit[E] | None], None],
    actor: Callable[[S], int] | None = None,
) -> Rules[S, A, E]:
    """Return the rules of a game, made from the rules of its effects.

    Args:
        effects: all classes of effects of the game.
        rows: a rule for each class.
        emptied: called when the stack is empty; may put an effect on it.
        actor: returns the seat that answers the top effect, if the effect names no seat.
    """
    rows = [*rows]
    by_class = {rule.effect: rule for rule in rows}
    if by_class.keys() != {*effects} or len(by_class) < len(rows):
        raise TypeError("there is not one rule for each effect")
    steps = {kind: rule.step for kind, rule in by_class.items()}
    choices = {kind: rule.choices for kind, rule in by_class.items() if rule.choices}
    thens = {kind: rule.then for kind, rule in by_class.items() if rule.then}
    joints = {kind: rule.joint for kind, rule in by_class.items() if rule.joint}
    seat_of: Callable[[Effect], int] = attrgetter("seat")

    def settle(state: S, emit: Emit[E] | None) -> None:
        # Rules change the list of a state's effects in place and never replace it, so this
        # reference stays valid through all steps.
        pending = state.pending
        for _ in range(_STEPS_MAX):
            if not pending:
                emptied(state, emit)
                if not pending:
                    return
            top = pending[-1]
            step = steps[type(top)]
            if step is None or step(state, top, emit):
                return
        raise RuntimeError(
            f"the rules do not come to a choice in {_STEPS_MAX} steps; the last was of {top}"
        )

    # ``to_move`` and ``legal`` each look up the top effect and its seat: both are called often.
    def to_move(state: S) -> Sequence[int]:
        pending = state.pending
        if not pending:
            return ()
        top = pending[-1]
        # The first test spares games without joint effects a look-up.
        if joints and type(top) in joints:
            return joints[type(top)].seats(state)
        return (actor(state) if actor else seat_of(top),)

    def legal(state: S, seat: int) -> Sequence[A]:
        pending = state.pending
        if not pending:
            return ()
        top = pending[-1]
        if joints and (joint := joints.get(type(top))):
            return joint.choices(state, seat) if seat in joint.seats(state) else ()
        if seat != (actor(state) if actor else seat_of(top)):
            return ()
        return choices[type(top)](state, top)

    def apply(state: S, seat: int, action: A, emit: Emit[E] | None) -> None:
        pending = state.pending
        top = pending[-1]
        if joints and (joint := joints.get(type(top))):
            # The effect's step removes it once all seats have answered.
            joint.then(state, seat, action, emit)
        else:
            pending.pop()
            thens[type(top)](state, top, action, emit)
        settle(state, emit)

    return Rules(settle, to_move, legal, apply)
