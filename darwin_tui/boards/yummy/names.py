"""Names of cards and groups in the room there is: whole, divided by syllables, or abbreviated."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from darwin_core.contract.game import HIDDEN
from darwin_core.games.yummy.components import (
    CARDS,
    CITIZENS,
    GROUP,
    GROUPS,
    JOKERS,
    POLITICS,
    TRUMPED,
    USA,
    without_article,
)
from darwin_core.games.yummy.words import card_name, group_name
from darwin_core.text.language import UMLAUTS, Reader, noun, reader, tr
from darwin_core.text.wording import a
from darwin_tui.drawing.names import cut

DIVIDER: Final = "·"
HYPHENATED: Final = """
anar·chist bour·geois scien·tist pro·leta·riat trade union·ist pen·sioner mili·tary con·trol·ler
judi·ciary corrup·tion diplo·macy organ·ised legis·la·ture assas·sin Super·man presi·dent
pol·lution con·trol eco·nomic boy·cott demon·stra·tion govern·men·tal repres·sion depor·ta·tion
evic·tion de-·esca·la·tion strat·egy house-·to-·house tele·phone tor·ture com·mis·sion
employ·ment preven·tive Auto·nomer Wissen·schaft·ler Prole·tarier Gewerk·schaf·ter
Fahr·karten·kon·trol·leur Judi·kative Verfas·sungs·schutz Korrup·tion Diplo·matie
Organi·siertes Ver·brechen Legis·lative Atten·täter Präsi·dent Umwelt·schutz
Wirt·schafts·boykott Demon·stra·tion Staat·liche Repres·sion Depor·ta·tion Zwangs·räumung
Deeska·lie·rungs·strate·gie Raster·fahn·dung Telefon·sex-Affäre Kirchen·asyl
Folter·kommis·sion Stellen·strei·chung Giftgas·anschlag Terror·anschlag
Selbst·mord-Atten·täter Präven·tiv·schlag Außen·politik bezwin·gen
"""
"""The long words of the names, each with the places where it may be divided."""
_SYLLABLES: Final = {
    word.replace(DIVIDER, ""): word.split(DIVIDER)
    for word in (*HYPHENATED.split(), *HYPHENATED.translate(UMLAUTS).split())
}
SHORT: Final = {
    "Fahrkartenkontrolleur": "Kontrolleur",
    "Verfassungsschutz": "Verf.-Schutz",
    "Organisiertes Verbrechen": "Org. Verbr.",
    "organised crime": "org. crime",
    "ticket controller": "controller",
    "trade unionist": "unionist",
    "Staatsmacht": "Staat",
}
"""Names of cards and groups that are better abbreviated by hand than cut."""
LETTERS_LEAST: Final = 4
"""The fewest letters of an abbreviation with a full stop."""
MARKED: Final = "×"
"""The sign of a mark on a triplet."""


def band(group: int) -> str:
    """Return the name of the ground of a group."""
    return GROUPS[group].name.lower()


def band_ink(group: int) -> str:
    """Return the name of the ink on the ground of a group."""
    return "dark-ink" if group in (CITIZENS, POLITICS) else "light-ink"


_HUES: Final = ("yellow", "green", "brown", "grey", "orange", "blue")


def hue(group: int) -> str:
    """Return the colour of a group's name in a text."""
    return f"hue-{_HUES[group]}"


def letter(group: int) -> str:
    """Return the letter of a group in the reader's language."""
    return noun(GROUPS[group].name)[0].upper()


def row_of(card: int) -> int:
    """Return the column of a card in a list of all: its group's; the aliens are with the USA."""
    return min(GROUP[card], USA)


def target(card: int) -> int:
    """Return the group on whose triplets an action card is played."""
    return USA if GROUP[card] == CITIZENS else TRUMPED[card]


def plain_name(card: int) -> str:
    """Return a card's name without its article; of a joker that word alone."""
    if card == HIDDEN:
        return a("card")
    return tr("joker") if card in JOKERS else without_article(card_name(card))


def fitted(card: int, width: int) -> str:
    """Return a card's name in one row: whole, without its article, abbreviated, or cut."""
    whole = tr("joker") if card in JOKERS else card_name(card)
    name = plain_name(card)
    for text in (whole, name, SHORT.get(name, name)):
        if len(text) <= width:
            return text
    return cut(SHORT.get(name, name), width)


def likely_name(card: int, room: int) -> str:
    """Return the name of a card that is likely, without its article where there is room."""
    name = plain_name(card)
    return name if len(name) <= room else fitted(card, room)


_VOWEL: Final = re.compile(r"(?<=.{5})[aeiouäöü]+\.$")
"""The vowels at the end of an abbreviation of six letters or more."""


def fitted_group(group: int, width: int) -> str:
    """Return a group's name, shortened to the room; its letter where there is only one column."""
    if width == 1:
        return letter(group)
    name: str = group_name(group)
    if len(name) > width:
        name = SHORT.get(name, name)
    if width < LETTERS_LEAST:
        return name[:width]
    # As one abbreviates: "citiz." and "polit.", where there is room for that.
    return _VOWEL.sub(".", cut(name, width))


def name_lines(card: int, width: int, rows: int) -> list[str]:
    """Return a card's name, fitted to a number of rows, long words divided between syllables."""
    whole = tr("joker") if card in JOKERS else card_name(card)
    for name in (whole, plain_name(card)):
        lines = _wrapped(name, width)
        if len(lines) <= rows and all(len(line) <= width for line in lines):
            return lines
    lines = _wrapped(plain_name(card), width)
    rest = " ".join(lines[rows - 1 :]).replace("- ", "")
    return [*lines[: rows - 1], cut(rest, width)]


@lru_cache(maxsize=2048)
def _wrapped(name: str, width: int) -> list[str]:
    lines = [""]
    for word in name.split():
        line = f"{lines[-1]} {word}".strip()
        if len(line) <= width:
            lines[-1] = line
        elif len(word) <= width:
            lines.append(word)
        else:
            lines = [*filter(None, lines), *_divided(word, width)]
    return lines


def _divided(word: str, width: int) -> list[str]:
    """Return a word in rows, as many syllables in each as there is room for."""
    lines: list[str] = []
    line = ""
    for syllable in _SYLLABLES.get(word, [word]):
        if line and len(line) + len(syllable) + 1 > width:
            lines.append(line if line.endswith("-") else f"{line}-")
            line = syllable
        else:
            line += syllable
    return [cut(each, width) for each in (*lines, line)]


def short(card: int, width: int = 3) -> str:
    """Return a card's name in ``width`` letters, without its article.

    If names in one row begin alike, the last letter is the first in which they differ.
    """
    if card == HIDDEN:
        return "▒" * width
    if card in JOKERS:
        return "?".center(width)
    name = plain_name(card)
    last = _last_letters(width, reader()).get(card, width - 1)
    return f"{name[: width - 1] + name[last : last + 1]:<{width}}"


@lru_cache(maxsize=64)
def _last_letters(width: int, reader: Reader) -> dict[int, int]:
    """Return, for each card whose name begins like another of its row, the first letter that
    differs; kept for each reader."""
    names = {
        card: without_article(noun(row.name))
        for card, row in enumerate(CARDS)
        if card not in JOKERS
    }
    last: dict[int, int] = {}
    for one, other in combinations(names, 2):
        if row_of(one) == row_of(other) and names[one][:width] == names[other][:width]:
            pairs = enumerate(zip(names[one], names[other], strict=False))
            last[one] = last[other] = next(at for at, (mine, theirs) in pairs if mine != theirs)
    return last


def short_list(cards: Sequence[int], width: int) -> str:
    """Return cards in a row in the room there is, equal ones together, each without its article."""
    kinds = list(dict.fromkeys(cards))
    times = [f" {MARKED}{cards.count(kind)}" if cards.count(kind) > 1 else "" for kind in kinds]
    room = width - len(kinds) + 1 - sum(map(len, times))
    names = [SHORT.get(name, name) for name in (plain_name(kind) for kind in kinds)]
    left = [len(name) for name in names]
    # The longest names give way first.
    while sum(left) > room and max(left) > 1:
        left[left.index(max(left))] -= 1
    return " ".join(
        f"{cut(name, letters)}{number}"
        for name, letters, number in zip(names, left, times, strict=True)
    )
