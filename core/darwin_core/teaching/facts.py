"""Facts in texts: the engine supplies, or confirms, each figure that a sentence states.

``You take {taken=four} cards`` asks the fact ``taken`` and claims that it is 4. A fact may have
arguments, as in ``{worth:B8=4}``. The text after ``=`` is shown as written. Without such a text,
the engine's answer is shown; in German, a form of its noun can be named, as in ``{card:B8|den}``. A
game keeps its facts in ``facts.py``, by name in ``FACTS``; those in this module apply to every
game. The themes of its puzzles are in the same module, in ``THEMES``.

A translation states its facts in words of the language: ``Du nimmst {taken=vier} Karten``,
``Spiele {card:B8=den Bären 8}``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Generic

from darwin_core.contract.game import Action, AnyGame, Event, S, State
from darwin_core.text.language import Language, language
from darwin_core.text.nouns import FORMS, Noun
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized

WORDS: Final[Mapping[Language, tuple[str, ...]]] = {
    "en": (
        *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
        *("eighteen", "nineteen", "twenty"),
    ),
    "de": (
        *("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"),
        *("zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn"),
        *("achtzehn", "neunzehn", "zwanzig"),
    ),
}
"""Numbers as words."""
ONE: Final[Mapping[Language, frozenset[str]]] = {
    "en": frozenset(),
    "de": frozenset({"ein", "eine", "einen", "einem", "einer"}),
}
"""Further words for 1, used before a noun."""
LEAST_COUNTED: Final = 2
"""The lowest number whose word counts as a figure. The word ``one`` does not count, as it is also a
pronoun."""
_FACT: Final = re.compile(r"\{([^{}=|]+)(?:\|(\w+))?(?:=([^{}]*))?\}")
"""A fact in a text: its question, and perhaps the form of a noun and the stated answer."""
_FIGURES: Final = {
    spoken: re.compile(rf"\d+|\b(?:{'|'.join(words[LEAST_COUNTED:])})\b", re.IGNORECASE)
    for spoken, words in WORDS.items()
}
"""Figures in a text, as digits or as words, by language."""
_TERM: Final = re.compile(r"\b(?:three|four) of a kind\b", re.IGNORECASE)
"""Names of combinations of cards, whose numbers are no figures of the position."""


@dataclass(frozen=True)
class Now(Generic[S]):
    """The position that a text is about, as one seat sees it."""

    game: AnyGame
    view: S
    seat: int
    events: Sequence[Event]
    """The seat's last action and the events since."""
    seat_names: SeatNames


AnyNow = Now[State]
"""A position of a game of unknown types."""
Fact = Callable[..., object]
"""``fact(now, *args)`` returns a figure, a name, or True or False. The arguments are words."""
Theme = Callable[..., bool]
"""``theme(now, actions)`` returns True if a seat's best actions have the theme."""


def begins_with(*kinds: type[Action]) -> Theme:
    """Return a theme of the answers whose first action is of one of the given classes."""

    def is_it(now: AnyNow, actions: Sequence[Action]) -> bool:
        return isinstance(actions[0], kinds)

    return is_it


class WrongFact(ValueError):
    """Raised for a text with an untrue statement, or with an unknown fact."""


def _says(now: AnyNow, text: str) -> bool:
    """Return whether a text occurs in the sentence of any event in ``Now.events``."""
    return any(text in now.game.texts.sentence(event, now.seat_names) for event in now.events)


COMMON: Final[Mapping[str, Fact]] = {
    "seats": lambda now: len(now.game.standing(now.view).totals),
    "name": lambda now, seat: now.seat_names.names[int(seat)],
    "round": lambda now: now.game.clock(now.view).round,
    "rounds": lambda now: now.game.clock(now.view).rounds,
    "points": lambda now, seat="": now.game.standing(now.view).totals[int(seat or now.seat)],
    "choices": lambda now: len(now.game.legal(now.view, now.seat)),
    "says": _says,
}
"""Facts of every game."""


@cache
def by_name(package: str) -> Mapping[str, Fact]:
    """Return the facts of a package's game, by name."""
    module = f"{package}.facts"
    if not find_spec(module):
        return COMMON
    facts_of_game: Mapping[str, Fact] = import_module(module).FACTS
    return {**COMMON, **facts_of_game}


@cache
def themes(package: str) -> Mapping[str, Theme]:
    """Return the puzzle themes of a package's game, by title. The theme of an answer is the first
    one that applies. Titles are messages."""
    module = f"{package}.facts"
    if not find_spec(module):
        return {}
    themes_of_game: Mapping[str, Theme] = getattr(import_module(module), "THEMES", {})
    return themes_of_game


def ask(now: AnyNow, question: str) -> object:
    """Return the answer to a question such as ``worth:B8``.

    Raises:
        WrongFact: if there is no such fact, or its arguments are invalid.
    """
    name, _, arguments = question.partition(":")
    fact = by_name(now.game.package).get(name)
    if fact is None:
        raise WrongFact(f"There is no fact {name!r}.")
    try:
        return fact(now, *(arguments.split(",") if arguments else ()))
    except (LookupError, TypeError, ValueError) as error:
        raise WrongFact(f"{question!r} cannot be asked here: {error}") from error


def fill(text: str, now: AnyNow) -> str:
    """Fill in and check the facts of a text.

    Raises:
        WrongFact: if one of them is untrue, unknown, or cannot be asked.
    """

    def checked(fact_match: re.Match[str]) -> str:
        question, _, stated = fact_match.groups()
        if stated is None:
            # The engine's own answer needs no check.
            return _answer(fact_match, now)
        answer = ask(now, question)
        if stated.casefold() not in _spellings(answer):
            raise WrongFact(f"{question!r} is {answer}, not {stated}.")
        return stated

    return _FACT.sub(checked, text)


def fill_in(text: str, now: AnyNow) -> str:
    """Fill in the facts of a text; stated answers are shown unchecked.

    Raises:
        WrongFact: if there is no such fact, or it cannot be asked.
    """

    def answer(fact_match: re.Match[str]) -> str:
        return _answer(fact_match, now) if fact_match[3] is None else fact_match[3]

    return _FACT.sub(answer, text)


def _answer(fact_match: re.Match[str], now: AnyNow) -> str:
    """Return the answer to a fact in the requested form, capitalised at the start of a sentence."""
    question, form, _ = fact_match.groups()
    answer = ask(now, question)
    try:
        text = format(answer, form) if form else str(answer)
    except (TypeError, ValueError) as error:
        raise WrongFact(f"{question!r} is {answer}, which has no form {form!r}.") from error
    before = fact_match.string[: fact_match.start()].rstrip()
    is_first = not before or before[-1] in ".!?"
    return capitalized(text) if is_first else text


def bare_figures(text: str) -> list[str]:
    """Return the figures of a text that are not written as facts."""
    return _FIGURES[language()].findall(_TERM.sub("", _FACT.sub("", text)))


def _spellings(answer: object) -> set[str]:
    """Return the ways in which an answer may be written."""
    spellings = {str(answer)}
    spoken = language()
    # True and False are integers too, but no figures.
    if type(answer) is int and 0 <= answer < len(WORDS[spoken]):
        spellings.add(WORDS[spoken][answer])
        if answer == 1:
            spellings |= ONE[spoken]
    if isinstance(answer, Noun) and answer.german:
        spellings |= {format(answer, form) for form in FORMS}
    return {spelling.casefold() for spelling in spellings}
