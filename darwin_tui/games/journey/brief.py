"""Sentences on elements in fewer words, for rows that have no room for the long ones."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from darwin_core.games.journey.components import COLOURS, LETTERS
from darwin_core.language import Language, language
from darwin_tui.games.journey.marks import COIN, NOTE, POINT, STEP
from darwin_tui.widgets.canvas import SEAT_MARKS

Way = Callable[[str], str]
"""Returns a sentence in fewer words."""


def _replacing(*pairs: tuple[str, str]) -> Way:
    rules = [(re.compile(pattern), text) for pattern, text in pairs]

    def shorter(sentence: str) -> str:
        for pattern, text in rules:
            sentence = pattern.sub(text, sentence)
        return sentence

    return shorter


def _seals(words: Mapping[str, str], joined_by: str, things: str) -> Way:
    """Return a way to write numbers of seals as their letters: ``GGB`` for two green ones and a
    blue one.

    Args:
        words: patterns of colours, with their letters.
        joined_by: before the last colour.
        things: what has a colour and is no seal of a row.
    """
    one = rf"\d (?:{'|'.join(words)})\b(?! (?:{things}))"

    def letters(found: re.Match[str]) -> str:
        return "".join(
            letter * int(number)
            for number, colour in re.findall(r"(\d) (\w+)", found[0])
            for pattern, letter in words.items()
            if re.fullmatch(pattern, colour)
        )

    return lambda sentence: re.sub(rf"{one}(?:(?:, | {joined_by} ){one})*", letters, sentence)


_LAST_CLAUSE: Final = _replacing((r"; [^;]*$", "."))
_ENGLISH: Final[tuple[Way, ...]] = (
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
    _seals(dict(zip(COLOURS, LETTERS, strict=True)), "and", "specimen|seal"),
    _replacing(
        (r"; (?:the same as|unlocked|tents of|in the museum)[^;.]*", ""),
        (r", tents of [^;.]*", ""),
        (r", workers? (\d)", r", \1"),
    ),
    _replacing((r"workers? (\d)", r"\1")),
    _replacing((r"; (?:needs \d (?:green|blue|yellow|red)|needs [GBYR]|here:|stamps:)[^;.]*", "")),
    _LAST_CLAUSE,
    _LAST_CLAUSE,
)
_GERMAN: Final[tuple[Way, ...]] = (
    _replacing(
        (r"(Silber|Gold): [^;]*; noch n.{1,2}tig", r"\1 braucht"),
        (r" [\w ]+ fasst nur einen Arbeiter, und dort steht schon einer", " besetzt"),
        (r"Siegel n.{1,2}tig: [^;]*, (\d+) Siegel zu wenig; du hast", r"\1 Siegel fehlen, du hast"),
        (r"Zutritt zum besetzten Bereich kostet (.*); du hast", r"besetzt, \1, du hast"),
        ("kostenlos", "frei"),
        (r"([:;]) ein (\w+) Siegel jetzt, und ", r"\1 jetzt ein \2 Siegel, dann "),
        (r"(; |, dann )([^;]*), sobald eine Reihe [^.;]+ hat", r"\1für alle Siegel: \2"),
        (r"das (n.{1,2}chste)( Feld) kostet (\d)", rf"\1s\2 \3{COIN}"),
        ("silberne und goldene Auszeichnung", "Gold"),
        ("silberne Auszeichnung", "Silber"),
        ("von niemandem erforscht", "unerforscht"),
        (r"(erneut )?abliefern bringt", r"\1abliefern:"),
        (r"ein Schiff, das hierher kommt, setzt einen Forscher auf (Insel .)", r"Forscher auf \1"),
        (r"Anker der Beagle in Runde (\d)", r"Anker \1"),
        (r"1\. Platz ([^,;]+), 2\. ([^,;]+), 3\. ([^,;.]+)", r"\1, \2, \3"),
        (r"1\. Platz ([^,;]+), 2\. ([^,;.]+)", r"\1, \2"),
    ),
    _replacing(
        (r"(\d+) M.{1,2}nzen?\b", rf"\1{COIN}"),
        (r"(\d+) Punkte?\b", rf"\1{POINT}"),
        (r"(\d+) Wissen\b", rf"\1{NOTE}"),
        (r"(\d+) Schritte?\b", rf"\1{STEP}"),
        (r"auf beliebige Umschl.{1,2}ge", "frei verteilt"),
        ("ein Zelt auf beliebigem Lagerplatz", "ein Zelt"),
        ("einen gesperrten Ort nutzen", "gesperrter Ort"),
        ("ein beliebiges Exemplar erforschen", "frei forschen"),
        (r"einen Auftrag und Erf.{1,2}llen eines Auftrags", r"Auftrag, einen sofort"),
        (r"(Erkunden \d) und \1", r"2× \1"),
        (r"jetzt ein (\w+) Siegel", r"\1 Siegel"),
    ),
    _seals(
        {"gr.{1,2}ne?s?": "G", "blaue?s?": "B", "gelbe?s?": "Y", "rote?s?": "R", "lila": "P"},
        "und",
        r"Exemplar|Siegel|und \d \w+ Siegel",
    ),
    _replacing(
        (r"; (?:wie|ge.{1,2}ffnet|von Anfang|Zelte von|im Museum)\b[^;.]*", ""),
        (r", Zelte von [^;.]*", ""),
        (r", Arbeiter (\d)", r", \1"),
    ),
    _replacing((r"Arbeiter (\d)", r"\1")),
    _replacing((r"; (?:braucht \d (?:gr|bl|ge|ro)|braucht [GBYR]|hier:|Marken:)[^;.]*", "")),
    _LAST_CLAUSE,
    _LAST_CLAUSE,
)
_WAYS: Final[Mapping[Language, tuple[Way, ...]]] = {"en": _ENGLISH, "de": _GERMAN}
"""From what says the same in fewer signs to leaving out what the board shows at that place."""


def briefly(sentence: str, room: int, names: Sequence[str]) -> str:
    """Return a sentence on an element in so few words that a row has room for it.

    Args:
        sentence: at length.
        room: columns.
        names: of the seats, which their marks can stand for.
    """
    for way in _WAYS[language()]:
        if len(sentence) <= room:
            return sentence
        sentence = way(sentence)
        if len(sentence) > room:
            for mark, name in zip(SEAT_MARKS, names, strict=False):
                sentence = re.sub(rf"\b{re.escape(name)}(?!\w)", mark, sentence)
    return sentence
