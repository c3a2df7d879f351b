"""Reasons for refusing actions, as two tables: the question of each decision, and the reasons of
each class of actions.

An action is refused if its seat owes no decision, or owes a decision of another kind. A legal
action is not refused. Any other action is refused for a reason of its class::

    why_not = refusals(
        lambda state: len(state.species),
        to_move,
        legal,
        (
            question(Begin, "First choose the active population.", Awake),
            question(Live, "Hunt, forage, migrate, or end the generation.", Hunt, Forage, Done),
        ),
        (
            reason(Awake, "no-population", "You have no available population there."),
            reason_by(Hunt, _why_not_hunt),
            ...
        ),
    )

The sentences are messages: ``lab.messages`` finds them in the calls of these functions.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from darwin_core.contract.game import A, Action, Refusal, not_asked
from darwin_core.kit.effects import Effect, HasPending
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames

S = TypeVar("S", bound=HasPending)
F = TypeVar("F", bound=Effect)
B = TypeVar("B", bound=Action)

Why = Callable[[HasPending, Effect, Action], Refusal | None]
"""A function that finds why an action, of a class that answers the top effect, is illegal."""


def refuse(code: str, sentence: str, /, **words: object) -> Refusal:
    """Return a refusal with its sentence in the reader's language."""
    return Refusal(code, tr(sentence, **words))


@dataclass(frozen=True, slots=True)
class Question:
    """The decision that an effect asks for: a sentence that tells players to decide it first, and
    the classes of its answers."""

    effect: type[Effect]
    sentence: str | Callable[[Effect], str]
    answers: tuple[type[Action], ...]


def question(
    effect: type[F], sentence: str | Callable[[F], str], *answers: type[Action]
) -> Question:
    """Return the question of a class of effects: a message, or the function that composes it."""
    return Question(effect, cast("str | Callable[[Effect], str]", sentence), answers)


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why actions of a class are refused."""

    action: type[Action]
    why: Why


def reason(action: type[Action], code: str, sentence: str) -> Reason:
    """Return the reason that holds for all refused actions of a class."""
    return Reason(action, lambda *_: refuse(code, sentence))


def reason_by(action: type[B], why: Callable[[S, F, B], Refusal | None]) -> Reason:
    """Return reasons that a function finds, action by action, for a class."""
    return Reason(action, cast("Why", why))


def refusals(
    seats: Callable[[S], int],
    to_move: Callable[[S], Sequence[int]],
    legal: Callable[[S, int], Sequence[A]],
    questions: Iterable[Question],
    reasons: Iterable[Reason],
) -> Callable[[S, int, A, SeatNames], Refusal | None]:
    """Return the contract's function that says why an action is refused.

    Args:
        seats: returns the number of seats of a match.
        to_move: the function of the rules.
        legal: the function of the rules.
        questions: one for each class of effects that waits for an answer.
        reasons: one for each class of actions that can be illegal.
    """
    questions_by_effect = {row.effect: row for row in questions}
    why = {row.action: row.why for row in reasons}

    def why_not(state: S, seat: int, action: A, seat_names: SeatNames) -> Refusal | None:
        """Return why a seat cannot take an action now; None if it can."""
        refusal = not_asked(seats(state), to_move(state), seat)
        if refusal:
            return refusal
        effect = state.pending[-1]
        asked = questions_by_effect[type(effect)]
        if not isinstance(action, asked.answers):
            sentence = asked.sentence
            text = tr(sentence) if isinstance(sentence, str) else sentence(effect)
            return Refusal("not-now", text)
        if action in legal(state, seat):
            return None
        return why[type(action)](state, effect, action)

    return why_not
