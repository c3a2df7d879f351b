"""The wording of sentences: lists, articles, numbers and percents, the first clauses of a text, and
the steps of brevity in which texts are composed."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from typing import Final

from darwin_core.text.language import language, mark, noun, tr, tr_in
from darwin_core.text.nouns import Noun

ORDINAL_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
"""Endings of English ordinals by their last digit, except after a tens digit of 1; all others end
in ``th``."""
COLON: Final = ": "
"""The end of a clause that may be no more than an introduction."""
CLAUSE_ENDS: Final = ((". ", "; ", " · "), (COLON,))
"""Ends of clauses that can stand alone, preferred ends first; text follows them."""
QUOTED_LENGTH_MAX: Final = 40
"""Characters of a foreign text that a refusal repeats; chosen, so that its sentence stays short."""


def listed(words: Sequence[str], joined_by: str = mark("and")) -> str:
    """Return the words as ``a, b and c``; ``joined_by`` is the message before the last one."""
    joined = tr(joined_by)
    return f" {joined} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def a(thing: str) -> str:
    """Return the thing with its article: ``a card``, ``an egg``; in German, in the nominative."""
    return format(noun(thing), "a" if language() == "en" else "ein")


def counted(number: int, thing: str) -> Noun:
    """Return the thing with its number: ``1 card``, ``2 cards``."""
    return noun(thing).counted(number)


def quoted(text: str) -> str:
    """Return the beginning of a foreign text in quotes, with unprintable characters escaped."""
    return repr(text[:QUOTED_LENGTH_MAX])


def capitalized(text: str) -> str:
    """Return a text with its first letter capitalised; other capitals stay."""
    return f"{text[:1].upper()}{text[1:]}"


def with_full_stop(text: str) -> str:
    """Return a text with a full stop, unless another mark ends it, as in ``Darwinning!``."""
    return text if text.endswith(("!", "?", ".")) else f"{text}."


def ordinal(rank: int) -> str:
    """Return a rank in short form: 1st, 2nd, 11th, 21st."""
    if language() == "de":
        return f"{rank}."
    is_teen = rank // 10 % 10 == 1
    return f"{rank}{'th' if is_teen else ORDINAL_ENDINGS.get(rank % 10, 'th')}"


def decimal(value: float, spec: str) -> str:
    """Return a number by a format such as ``.1f``, with the language's decimal sign."""
    text = format(value, spec)
    return text.replace(".", ",") if language() == "de" else text


def percent(share: float) -> str:
    """Return a fraction from 0 to 1 as whole percent: ``70 %``."""
    return f"{100 * share:.0f} %"


def chance_figure(share: float, *, is_over: bool = False) -> str:
    """Return a chance to win from 0 to 1 as a number of percent, to be followed by ``%``. While the
    match is not over, nothing is certain: ``over 99`` and ``under 1`` replace 100 and 0."""
    figure = f"{100 * share:.0f}"
    if is_over or figure not in {"0", "100"}:
        return figure
    return tr("over 99") if figure == "100" else tr("under 1")


def chance_words(share: float, *, is_over: bool = False) -> str:
    """Return a chance to win from 0 to 1 as whole percent; see ``chance_figure``."""
    return f"{chance_figure(share, is_over=is_over)} %"


def first_clauses(text: str, room: int, *, lead_words: int = 0) -> str:
    """Return as many first clauses of a text as fit a line; the whole text if not even one does.

    Args:
        text: some sentences.
        room: columns of the line.
        lead_words: up to this many words before a colon are not a clause.
    """
    if len(text) <= room:
        return text
    for marks in CLAUSE_ENDS:
        # The whole mark lies within ``room``, so the full stop that replaces it fits as well.
        end = max(text.rfind(mark, 0, room) for mark in marks)
        if end > 0 and (marks != (COLON,) or len(text[:end].split()) > lead_words):
            return f"{text[:end].removesuffix('.')}."
    return text


def means_in(sentence: str) -> list[int]:
    """Return the indices at which the means of an action begin in a sentence, as in ``hunts the
    grazer with size and speed``. Cut there, the sentence is still a sentence."""
    means = f" {tr_in('means', 'with')} "
    return [match.start() for match in re.finditer(re.escape(means), sentence)]


class Brevity(IntEnum):
    """The steps in which a text becomes shorter; each includes the previous ones."""

    WHOLE = 0
    WORDS = 1
    """Fewer words for the same."""
    MARKS = 2
    """The marks of seats instead of their names; the caller passes them as seat names."""
    SIGNS = 3
    """Signs for coins, points and the like."""
    LETTERS = 4
    """Letters for colours."""
    ASIDES = 5
    """Without asides."""
    SEEN = 6
    """Without facts that the board shows at that place."""


_now: ContextVar[Brevity] = ContextVar("brevity", default=Brevity.WHOLE)
"""The step of brevity at which the texts of this context are composed."""


@contextmanager
def composing(brevity: Brevity) -> Iterator[None]:
    """Compose the texts inside the block at a step of brevity."""
    token = _now.set(brevity)
    try:
        yield
    finally:
        _now.reset(token)


def is_brief(step: Brevity) -> bool:
    """Return whether texts are composed at a step of brevity, or shorter."""
    return _now.get() >= step
