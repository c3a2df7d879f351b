"""Sentences on elements in fewer words, for rows that have no room for the long ones."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from darwin_core.games.journey.components import COLOURS, LETTERS
from darwin_tui.games.journey.marks import COIN, NOTE, POINT, STEP
from darwin_tui.widgets.canvas import SEAT_MARKS

Way = Callable[[str], str]
"""Returns a sentence in fewer words."""
_COLOUR: Final = rf"\d (?:{'|'.join(COLOURS)})\b(?! specimen| seal)"


def _replacing(*pairs: tuple[str, str]) -> Way:
    rules = [(re.compile(pattern), text) for pattern, text in pairs]

    def shorter(sentence: str) -> str:
        for pattern, text in rules:
            sentence = pattern.sub(text, sentence)
        return sentence

    return shorter


def _letters(found: re.Match[str]) -> str:
    """Return seals as their letters: ``GGB`` for two green ones and a blue one."""
    pairs = re.findall(r"(\d) (\w+)", found[0])
    return "".join(LETTERS[COLOURS.index(colour)] * int(number) for number, colour in pairs)


_WAYS: Final[tuple[Way, ...]] = (
    _replacing(
        # What an objective still needs repeats what it asks for.
        (r"([sS]ilver|[gG]old): [^;]*; still needs", r"\1: needs"),
        (r"[\w ]+ holds one worker, and one is there already", " it is taken"),
        ("at no cost", "free"),
        (r"once one row has [^.;]+", "once a row has its seals"),
        (r"the next spot costs (\d)", rf"next \1{COIN}"),
        ("silver and gold distinction", "gold"),
        ("silver distinction", "silver"),
        ("researched by nobody", "known to nobody"),
        ("researched by", "known to"),
        (r"delivering it( again)? gains", r"delivered\1"),
        (r"a ship that comes here places an explorer on (island .)", r"explorer to \1"),
        (r"the Beagle's anchor of round (\d)", r"anchor \1"),
        (r"first place ([^,;]+), second ([^,;]+), third ([^,;.]+)", r"\1, \2, \3"),
        (r"first place ([^,;]+), second ([^,;.]+)", r"\1, \2"),
    ),
    _replacing(
        (r"(\d+) coins?", rf"\1{COIN}"),
        (r"(\d+) points?", rf"\1{POINT}"),
        (r"(\d+) knowledge", rf"\1{NOTE}"),
        (r"(\d+) steps?", rf"\1{STEP}"),
        ("stamps on any envelopes", "stamps anywhere"),
        ("a tent on any campsite", "a tent anywhere"),
        ("once a row has its seals", "for its seals"),
        ("objective and achieve an objective", "objective, achieve one"),
        ("use a locked location", "a locked place"),
    ),
    lambda sentence: re.sub(rf"{_COLOUR}(?:(?:, | and ){_COLOUR})*", _letters, sentence),
    _replacing(
        (r"; (?:the same as|unlocked|tents of|in the museum)[^;.]*", ""),
        (r", tents of [^;.]*", ""),
        (r", workers? (\d)", r", \1"),
    ),
    _replacing((r"workers? (\d)", r"\1")),
    _replacing((r"; (?:needs \d (?:green|blue|yellow|red)|needs [GBYR]|here:|stamps:)[^;.]*", "")),
    _replacing((r"; [^;]*$", ".")),
    _replacing((r"; [^;]*$", ".")),
)
"""From what says the same in fewer signs to leaving out what the board shows at that place."""


def briefly(sentence: str, room: int, names: Sequence[str]) -> str:
    """Return a sentence on an element in so few words that a row has room for it.

    Args:
        sentence: at length.
        room: columns.
        names: of the seats, which their marks can stand for.
    """
    for way in _WAYS:
        if len(sentence) <= room:
            return sentence
        sentence = way(sentence)
        if len(sentence) > room:
            for mark, name in zip(SEAT_MARKS, names, strict=False):
                sentence = re.sub(rf"\b{re.escape(name)}(?!\w)", mark, sentence)
    return sentence
