"""Cards and triplets of Yummy Darwinism: in a hand, on a field, in a list of labels."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from textual.geometry import Region

from darwin_core.game import HIDDEN
from darwin_core.games.yummy.components import (
    CARDS,
    CITIZENS,
    FIRST_ACTION,
    GROUP,
    GROUPS,
    JOKERS,
    TRUMPED,
    USA,
    VALUE,
    without_article,
)
from darwin_core.games.yummy.dangers import Danger
from darwin_core.games.yummy.state import Triplet
from darwin_core.games.yummy.triplets import SIZE, group_of, worth
from darwin_core.games.yummy.words import card_name
from darwin_core.lexicon import Lexicon
from darwin_tui.widgets.canvas import Canvas, Styled

TAIL: Final = 3
"""The fewest letters of a divided word in its second row."""
JOKER: Final = "?"
"""The sign of a joker."""


def hue(group: int) -> str:
    """Return the style of a group."""
    return f"yummy--{GROUPS[group].name.lower()}"


def letter(group: int) -> str:
    """Return the letter of a group."""
    return GROUPS[group].letter


def short(card: int, lexicon: Lexicon, width: int = 3) -> str:
    """Return a card's name in ``width`` letters, without its article.

    If names in one row begin alike, the last letter is the first in which they differ.
    """
    if card == HIDDEN:
        return "▒" * width
    if card in JOKERS:
        return JOKER.center(width)
    name = without_article(card_name(card, lexicon))
    last = _last_letters(width, lexicon.language == "de").get(card, width - 1)
    return f"{name[: width - 1] + name[last : last + 1]:<{width}}"


@lru_cache(maxsize=64)
def _last_letters(width: int, german: bool) -> dict[int, int]:
    """Return, for each card whose name begins like another of its row, the first letter that
    differs."""
    names = {
        card: without_article(row.german if german else row.english)
        for card, row in enumerate(CARDS)
        if card not in JOKERS
    }
    last: dict[int, int] = {}
    for one, other in combinations(names, 2):
        if row_of(one) == row_of(other) and names[one][:width] == names[other][:width]:
            pairs = enumerate(zip(names[one], names[other], strict=False))
            last[one] = last[other] = next(at for at, (mine, theirs) in pairs if mine != theirs)
    return last


def row_of(card: int) -> int:
    """Return the row of a card in a list of all: its group's; the aliens are beside the USA."""
    return min(GROUP[card], USA)


def target(card: int) -> int:
    """Return the group on whose triplets an action card is played."""
    return USA if GROUP[card] == CITIZENS else TRUMPED[card]


def draw_front(canvas: Canvas, region: Region, card: int, playable: bool, lexicon: Lexicon) -> None:
    """Draw the front of a card: its group's letter, its points or its target, and its name."""
    x, width = region.x + 1, region.width - 2
    group = GROUP[card]
    style = hue(group) if playable else "dim"
    canvas.text(x, region.y + 1, (letter(group), f"{style} strong"))
    corner = f"▸{letter(target(card))}" if card >= FIRST_ACTION else str(VALUE[group])
    canvas.right(x + width, region.y + 1, (corner, f"{style} strong"))
    rows = region.height - 3
    for row, text in enumerate(name_lines(card, width, rows, lexicon)):
        canvas.text(x, region.y + 2 + row, (text, style))


def name_lines(card: int, width: int, rows: int, lexicon: Lexicon) -> list[str]:
    """Return a card's name in up to two rows: a long word is divided, two words are each cut."""
    if card in JOKERS:
        return ["joker"[:width], JOKER.center(width)][:rows]
    name = card_name(card, lexicon)
    if len(name) > width:
        name = without_article(name)
    if len(name) <= width or rows < 2:
        return [cut(name, width)]
    one, _, two = name.partition(" ")
    if not two:
        at = min(width - 1, len(one) - TAIL)
        return [f"{one[:at]}-", cut(one[at:], width)]
    return [cut(one, width), cut(two, width)]


def cut(text: str, width: int) -> str:
    """Return a text, shortened by a full stop if there is no room for it."""
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}."


def threats(by: Sequence[Danger] | None) -> tuple[str, str]:
    """Return the sign of the dangers to a triplet, and its style.

    ``!E3``: three action cards of the executive could take it. ``−C2``: two marks could cost it
    points. ``safe``: there are no dangers. The text is empty once the match is over.
    """
    if by is None:
        return "", ""
    words = " ".join(f"{_sign(each)}{letter(each.group)}{each.left}" for each in by)
    return (words, "bad") if words else ("safe", "good")


def _sign(danger: Danger) -> str:
    return "!" if danger.takes else "−"


def draw_triplet(
    canvas: Canvas,
    region: Region,
    triplet: Triplet,
    by: Sequence[Danger] | None,
    style: str,
    frame: str,
    lexicon: Lexicon,
) -> None:
    """Draw a triplet as three framed cards that overlap, with its dangers below."""
    group = group_of(triplet)
    canvas.box(region, style, frame)
    canvas.text(region.x + 1, region.y, (letter(group), f"{hue(group)} strong"))
    canvas.right(region.right - 1, region.y, (str(worth(triplet)), f"{hue(group)} strong"))
    width = region.width - 2
    for row, card in enumerate(triplet[:SIZE]):
        name = f"{JOKER} joker" if card in JOKERS else name_lines(card, width, 1, lexicon)[0]
        canvas.text(region.x + 1, region.y + 1 + row, (cut(name, width), hue(group)))
    canvas.right(region.right - 1, region.bottom - 1, threats(by))
    canvas.text(region.x + 1, region.bottom - 1, (_marks(triplet), "strong"))


def triplet_line(
    triplet: Triplet, by: Sequence[Danger] | None, is_wide: bool, lexicon: Lexicon
) -> list[Styled]:
    """Return a triplet in one line: group, cards, and if there is room points and dangers."""
    group = group_of(triplet)
    name: Styled = (letter(group), f"{hue(group)} strong")
    cards: Styled = (" ".join(short(card, lexicon) for card in triplet[:SIZE]), hue(group))
    marks: Styled = (_marks(triplet), "strong")
    words, feel = threats(by)
    if is_wide:
        gap = " " if len(triplet) > SIZE else ""
        return [name, " ", cards, (f" {worth(triplet)} ", "strong"), marks, gap, (words, feel)]
    return [name, marks if len(triplet) > SIZE else (_sign(by[0]) if by else " ", feel), cards]


def _marks(triplet: Triplet) -> str:
    return "×" * (len(triplet) - SIZE)
