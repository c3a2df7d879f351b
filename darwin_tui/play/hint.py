"""A hint that stays at the table until the decision is made: its action can be played by a key."""

import re
from dataclasses import dataclass
from typing import Final

from darwin_core.bots.hints import worth
from darwin_core.contract.game import Action, Advice, Element
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import capitalized

PLAYS: Final = mark("Y plays the hint")
"""The note beside the prompt while a hint is there."""


@dataclass(frozen=True)
class Hint:
    """One of the best actions of a decision, with the elements that it is chosen by, in order."""

    action: Action
    elements: tuple[Element, ...]
    texts: tuple[str, ...]
    """The reason in words, the longest text first."""
    number: int
    """Its place among the best, from 0."""
    is_fresh: bool = True
    """No key was pressed since it was given; its words are shown."""


def hint_of(
    advice: Advice[Action],
    elements: tuple[Element, ...],
    phrase: str,
    number: int,
    count: int,
    value: str | None = None,
) -> Hint:
    """Return a hint in words.

    Args:
        advice: the action, its value and the reason.
        elements: those that the action is chosen by.
        phrase: the action as a player says it.
        number: the place of the advice among the best, from 0.
        count: how many there are; H shows the next.
        value: the value in words, which may be empty; by default that of the advice.
    """
    value = worth(advice) if value is None else value
    reason = f"{capitalized(advice.reason)}."
    which = tr("Hint")
    if count > 1:
        which = tr("Hint {number} of {count}", number=number + 1, count=count)
    brief = without_details(phrase)
    said = {each: f"{each}, {value}" if value else each for each in (phrase, brief)}
    texts = (
        f"{said[phrase]}. {reason}",
        f"{phrase}. {reason}",
        f"{said[brief]}. {reason}",
        f"{brief}. {reason}",
        f"{said[phrase]}.",
        f"{phrase}.",
        f"{brief}.",
        reason,
    )
    return Hint(advice.action, elements, tuple(f"{which}: {each}" for each in texts), number)


def without_details(phrase: str) -> str:
    """Return the words for an action without what stands in brackets."""
    return re.sub(r" \([^)]*\)", "", phrase)
