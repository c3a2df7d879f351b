"""Facts in texts: a figure in a sentence is asked of the engine, and checked against it.

``You take {taken=four} cards`` asks the fact ``taken`` and says that it is 4. A fact may have
arguments, as in ``{worth:B8=4}``. What follows ``=`` is shown as it is written; without it the
answer of the engine is shown. A game keeps its facts in ``facts.py``, under their names in
``FACTS``; those in this module hold for every game.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Generic

from darwin_core.game import AnyGame, Event, S, State
from darwin_core.lexicon import Lexicon

WORDS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)
"""Numbers as words, by number."""
LEAST_COUNTED: Final = 2
"""The least number of which the word is a figure: ``one`` is a pronoun as well."""
_FACT: Final = re.compile(r"\{([^{}=]+)(?:=([^{}]*))?\}")
_FIGURE: Final = re.compile(rf"\d+|\b(?:{'|'.join(WORDS[LEAST_COUNTED:])})\b", re.IGNORECASE)
_TERM: Final = re.compile(r"\b(?:three|four) of a kind\b", re.IGNORECASE)
"""Names of combinations, which are no figures."""


@dataclass(frozen=True)
class Now(Generic[S]):
    """The position that a text speaks of, as one seat sees it."""

    game: AnyGame
    view: S
    seat: int
    events: Sequence[Event]
    """The events since the seat's last action, with it."""
    lexicon: Lexicon


AnyNow = Now[State]
"""A position of a game of unknown types."""
Fact = Callable[..., object]
"""``fact(now, *args)``: a figure, a name, or True or False. The arguments are words."""


class WrongFact(ValueError):
    """A text that says something untrue, or asks a fact that there is not."""


def _says(now: AnyNow, text: str) -> bool:
    """Return whether a sentence of the log since the seat's last action has a text in it."""
    return any(text in now.game.sentence(event, now.lexicon) for event in now.events)


COMMON: Final[Mapping[str, Fact]] = {
    "seats": lambda now: len(now.game.standing(now.view).totals),
    "name": lambda now, seat: now.lexicon.names[int(seat)],
    "round": lambda now: now.game.clock(now.view).round,
    "rounds": lambda now: now.game.clock(now.view).rounds,
    "points": lambda now, seat="": now.game.standing(now.view).totals[int(seat or now.seat)],
    "choices": lambda now: len(now.game.legal(now.view, now.seat)),
    "says": _says,
}
"""Facts of every game."""


@cache
def of(package: str) -> Mapping[str, Fact]:
    """Return the facts of the game in a package, by name."""
    module = f"{package}.facts"
    own: Mapping[str, Fact] = import_module(module).FACTS if find_spec(module) else {}
    return {**COMMON, **own}


def ask(now: AnyNow, question: str) -> object:
    """Return the answer to a question such as ``worth:B8``.

    Raises:
        WrongFact: if there is no such fact, or it cannot be asked in this way.
    """
    name, _, rest = question.partition(":")
    fact = of(now.game.package).get(name)
    if fact is None:
        raise WrongFact(f"There is no fact {name!r}.")
    try:
        return fact(now, *(rest.split(",") if rest else ()))
    except (LookupError, TypeError, ValueError) as error:
        raise WrongFact(f"{question!r} cannot be asked here: {error}") from error


def fill(text: str, now: AnyNow) -> str:
    """Return a text with its facts.

    Raises:
        WrongFact: if one of them is untrue.
    """

    def checked(found: re.Match[str]) -> str:
        question, said = found[1], found[2]
        answer = ask(now, question)
        if said is None:
            return _begun(found, str(answer))
        if said.casefold() not in _spellings(answer):
            raise WrongFact(f"{question!r} is {answer}, not {said}.")
        return said

    return _FACT.sub(checked, text)


def shown(text: str, now: AnyNow) -> str:
    """Return a text that was checked before with its facts, as it is written where it says them."""

    def answer(found: re.Match[str]) -> str:
        return _begun(found, str(ask(now, found[1]))) if found[2] is None else found[2]

    return _FACT.sub(answer, text)


def _begun(found: re.Match[str], answer: str) -> str:
    """Return an answer, with a capital where it begins a sentence."""
    before = found.string[: found.start()].rstrip()
    is_first = not before or before[-1] in ".!?"
    return f"{answer[:1].upper()}{answer[1:]}" if is_first else answer


def bare_figures(text: str) -> list[str]:
    """Return the figures of a text that no fact stands behind."""
    return _FIGURE.findall(_TERM.sub("", _FACT.sub("", text)))


def _spellings(answer: object) -> set[str]:
    """Return the ways in which an answer may be written."""
    found = {str(answer).casefold()}
    if isinstance(answer, int) and 0 <= answer < len(WORDS):
        found.add(WORDS[answer])
    return found
