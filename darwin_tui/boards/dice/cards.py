"""The cards of Darwin's Dice in four sizes, their names in a row, and the count of unseen cards.

A chip is a card in one row on its animal's ground. Equal cards are copies.
"""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size

from darwin_core.contract.game import HIDDEN
from darwin_core.games.dice.material import (
    CARDS,
    COPIES,
    NUMBERS,
    SCORPION,
    SNAKES,
    TABLES,
    TRUMP,
    face,
)
from darwin_core.games.dice.texts import card_name, number_words, stronger_animals
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui.boards.dice.dice_view import DiceView
from darwin_tui.drawing.area import Area, big_text, cut
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.card import card as draw_blank
from darwin_tui.drawing.card import tag
from darwin_tui.drawing.marks import State, chip
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures

SMALL: Final = Size(8, 4)
MEDIUM: Final = Size(12, 9)
LARGE: Final = Size(16, 12)
HUGE: Final = Size(24, 18)
"""Columns and rows of a card in its four sizes."""
BAND_ROWS: Final = 3
"""Rows of the band of a card."""
HUGE_BAND_ROWS: Final = 6
"""Rows of the band of a huge card."""
MEDIUM_COLUMNS_MIN: Final = 10
"""Minimum columns of a card of medium height, whose animal then loses a pixel at each side."""
HUGE_COLUMNS_MIN: Final = 20
"""Minimum columns of a card of the largest height, whose animal then loses a pixel at each side."""
TINT: Final = "stock~16~{}-tone"
"""The colour of a card's stock: stock with 16 % of its animal's tone."""
POINT: Final = "◆"
"""Sign of a point."""
SMALL_POINTS: Final = 3
"""Maximum number of points in each of two rows of a small card."""
RANKS: Final = (
    mark("first of\nequal numbers"),
    mark("second of\nequal numbers"),
    mark("third of\nequal numbers"),
    mark("last of\nequal numbers"),
)
"""Lines about the rank of an animal among equal numbers, strongest first."""
HUES: Final = {
    "bear": "hue-blue",
    "lion": "hue-yellow",
    "fox": "hue-green",
    "snake": "hue-orange",
    "owl": "hue-grey",
    "scorpion": "hue-brown",
}
"""The animals' colours as text."""


def text_of(card: int) -> Run:
    """Return a card's name in its colour."""
    if card == HIDDEN:
        return (card_name(card), "dim")
    return (card_name(card), f"strong {HUES[CARDS[card].name]}")


def name_within(card: int, room: int) -> str:
    """Return a card's name if it fits, else its notation. The cards of the four animals have names
    in the same rooms; the name of a special card may need more."""
    name = card_name(card)
    most = max(len(f"{noun(row.name)} 1") for row in TABLES.animals)
    return name if room >= max(most, len(name)) else CARDS[card].code


def short_name(name: str, room: int) -> str:
    """Return an animal's name; if it does not fit, its short name, unless it has none."""
    whole = noun(name)
    if len(whole) <= room:
        return whole
    match name:
        case "snake":
            return tr_in("short", "snake")
        case "scorpion":
            return tr_in("short", "scorp.")
        case _:
            # The other names are short in every language.
            return whole


def code_of(card: int) -> Run:
    """Return a card's notation in its colour."""
    return (CARDS[card].code, f"strong {HUES[CARDS[card].name]}")


def chip_of(card: int, letters: int = 8) -> Run:
    """Return a card's number and animal on a filled ground; the short name if the name is longer
    than ``letters``."""
    data = CARDS[card]
    words = f"{number_words(card)} {short_name(data.name, letters)}"
    return chip(words, data.name, f"strong {data.name}-ink")


def small_chip(card: int, width: int = 4) -> Run:
    """Return a card's notation on a filled ground of a width."""
    data = CARDS[card]
    return (f"{data.code:^{width}}", f"strong {data.name}-ink on {data.name}")


def cards_within(cards: Sequence[int], room: int, *, in_words: bool) -> list[Styled]:
    """Return as many cards as fit, then the number of the others."""
    named = [text_of(card) if in_words else code_of(card) for card in cards]
    pieces: list[Styled] = []
    for number, piece in enumerate(named):
        left_over = len(named) - number - 1
        more_columns = len(f" {tr('{number} more', number=left_over)}") if left_over else 0
        if length(pieces) + len(piece[0]) + bool(pieces) + more_columns > room:
            more_words = tr("{number} more", number=left_over + 1)
            words = more_words if pieces else counted(left_over + 1, "card")
            return [*pieces, (f"{' ' if pieces else ''}{words}", "dim")]
        pieces += [" ", piece] if pieces else [piece]
    return pieces


def use_lines(card: int, roll: int) -> tuple[str, str]:
    """Return the use of a card in a turn, in two lines of up to 16 characters."""
    first, second = tr(_use_message(card, roll)).split("\n")
    return first, second


def _use_message(card: int, roll: int) -> str:
    """Return the message about a card's use, of two lines."""
    data = CARDS[card]
    if card == TRUMP[roll]:
        return mark("beaten only by\na scorpion")
    if card == SCORPION:
        return mark("beats a trump\nand robs it")
    if card in SNAKES:
        return mark("alone on top,\nrobs the 2nd")
    if data.name == "owl":
        # The owls have the lowest number, 0, and the highest one.
        is_best = (face(roll).mode == "fight") == bool(data.halves)
        return mark("the best\nnumber of all" if is_best else "the weakest\nnumber of all")
    return RANKS[len(stronger_animals(card, roll))]


def draw_card(area: Area, card: int, roll: int, state: State = State.PLAIN) -> None:
    """Draw the front of a card in all cells of an area, whose height determines the details."""
    area.stamp(_draw_card, card, roll, state)


def _draw_card(area: Area, card: int, roll: int, state: State) -> None:
    """Draw the front of a card: number, points and name in the band, the animal and use below."""
    data = CARDS[card]
    is_small = area.height < MEDIUM.height
    stock = "stock" if is_small else TINT.format(data.name)
    is_huge = area.height >= HUGE.height
    band_rows = HUGE_BAND_ROWS if is_huge else BAND_ROWS
    blank = draw_blank(area, state, band=data.name, band_rows=band_rows, stock=stock)
    ink = f"{data.name}-ink"
    band, body = blank.band, blank.body
    points = POINT * data.points
    if area.look.is_ascii:
        band.text(0, 0, (number_words(card), f"strong {ink}"))
        band.right(0, (points if len(points) <= SMALL_POINTS else f"{POINT}{len(points)}", ink))
        body.centre(0, (noun(data.name)[: body.width], "strong stock-ink"))
    else:
        whole, _, half = data.number.partition(".")
        digit = big_text(whole, ink)
        digit = (digit.doubled() if is_huge else digit).lowered()
        band.picture(1, 0, digit)
        if half:
            band.text(digit.width + 1, 2, ("½", f"strong {ink}"))
        if is_small:
            band.right(1, (points[:SMALL_POINTS], ink), margin=1)
            band.right(2, (points[SMALL_POINTS:], ink), margin=1)
            name = short_name(data.name, body.width)
            body.centre(0, (name, "strong stock-ink"))
            if len(name) == body.width and not state.is_focused:
                # A name as wide as the card would run into its shadow.
                beside = Area(area.drawing, body.region.translate((body.width, 0)), area.ground)
                beside.text(0, 0, " ")
        else:
            # Leave a blank beside the digit, and one at the edge if both fit.
            room = band.width - digit.width - 2
            name = cut(short_name(data.name, room), room)
            band.right(1, (name, f"strong {ink}"), margin=int(len(name) < room))
            band.right(3 if is_huge else 2, (points, ink), margin=1)
            art = pictures("dice")[data.name]
            art = art.doubled() if is_huge else art.lowered()
            body.picture((body.width - art.width) // 2, 0, art)
    if area.height >= LARGE.height:
        points_words = counted(data.points, "point")
        if is_huge:
            band.right(4, (points_words, f"strong {ink}"), margin=1)
        else:
            body.centre(body.height - 3, (points_words, "strong stock-ink"))
        for y, line in enumerate(use_lines(card, roll), body.height - 2):
            body.centre(y, (line, "stock-ink"))


def draw_copies(area: Area, card: int, copies: int) -> None:
    """Write the number of copies on the band of a card."""
    name = CARDS[card].name
    row = 1 if area.look.is_ascii else 0
    style = f"strong {name}-ink on {name}"
    area.right(row, (f"×{copies}", style), margin=1)


def draw_trump_tag(area: Area, card: int) -> None:
    """Mark a card as the trump on its lower edge."""
    is_small = area.height < MEDIUM.height
    tag(area, f"★ {noun(CARDS[card].name) if is_small else tr('trump')}")


# --- cards not seen yet

NO_CARD: Final = "·"
"""Sign for no card of a kind."""
ONE_CARD: Final = "█"
"""Sign for a card of a kind, in a wide grid."""
COPIES_OF_NUMBER: Final = 2
"""Number of copies of each card in the grid."""
UNSEEN_STEP: Final = 2
"""Columns from one number to the next in the narrow grid."""
SPECIALS_COLUMNS: Final = 11
"""Columns of the last row besides the names in it: numbers, counts and blanks of the special cards.
"""
UNSEEN_ROWS: Final = 6
"""Rows of the grid of unseen cards, with its heading."""


def _name_columns(names: Sequence[str]) -> int:
    """Return the columns before the numbers, for the animals' names or the title, and a blank."""
    return max(map(len, (tr_in("narrow", "unseen"), *names))) + 1


def _names(room: int) -> list[str]:
    """Return the animals' names, the short ones if the grid's width requires it."""
    names: list[str] = [noun(row.name) for row in TABLES.animals]
    if _name_columns(names) + UNSEEN_STEP * NUMBERS <= room:
        return names
    return [short_name(row.name, 0) for row in TABLES.animals]


def unseen_columns() -> int:
    """Return the columns of the narrow grid of unseen cards."""
    specials = {noun(special.name) for special in TABLES.specials}
    last_row = sum(map(len, specials)) + SPECIALS_COLUMNS
    return max(_name_columns(_names(0)) + UNSEEN_STEP * NUMBERS, last_row)


def has_unseen(table: DiceView) -> bool:
    """Return whether the table counts the unseen cards."""
    return table.view.options.counter


def draw_unseen_panel(area: Area, table: DiceView) -> None:
    """Draw a panel with the number of unseen cards of each kind."""
    unseen_count = len(table.unseen)
    total = tr("of {total}", total=sum(COPIES))
    note: list[Styled] = [(f"{unseen_count}", "strong"), (f" {total}", "dim")]
    _grid(panel(area, mark("unseen cards"), note), table, "")


def draw_unseen(area: Area, table: DiceView) -> None:
    """Draw the number of unseen cards of each kind; the title is in the first row."""
    _grid(area.mark("unseen cards"), table, tr_in("narrow", "unseen"))


def _grid(area: Area, table: DiceView, title: str) -> None:
    """Draw the numbers of unseen cards: a row for each animal with a column for each number, as
    blocks or digits; in the last row, the special cards."""
    cards = table.unseen
    names = _names(area.width)
    start = _name_columns(names)
    is_wide = area.width >= start + (UNSEEN_STEP + 1) * NUMBERS - 1
    step = UNSEEN_STEP + is_wide
    area.text(0, 0, (title, "strong"))
    for column in range(NUMBERS):
        area.text(start + column * step, 0, (f"{column + 1}", "dim"))
    for row, animal in enumerate(TABLES.animals):
        colour = HUES[animal.name]
        area.text(0, row + 1, (names[row], f"strong {colour}"))
        for column in range(NUMBERS):
            # The cards are numbered animal by animal.
            copies = cards.count(row * NUMBERS + column)
            x = start + column * step
            if is_wide:
                missing = NO_CARD * (COPIES_OF_NUMBER - copies)
                area.text(x, row + 1, (ONE_CARD * copies, colour), (missing, "faint"))
            else:
                area.text(x, row + 1, _copies(copies, colour))
    specials = range(NUMBERS * len(TABLES.animals), len(COPIES))
    pieces: list[Styled] = []
    for kind, special in zip(specials, TABLES.specials, strict=True):
        copies = cards.count(kind)
        colour = HUES[special.name]
        if special.halves % 2:
            # The scorpion has half a number, and one kind of card.
            pieces += [(f"{noun(special.name)} ", f"strong {colour}"), (f"{copies}", "strong")]
        else:
            name = "" if pieces else f"{noun(special.name)} "
            pieces += [
                (name, f"strong {colour}"),
                (f"{special.halves // 2}", "dim"),
                (":", "dim"),
                _copies(copies, colour),
                (" ", ""),
            ]
    area.text(0, UNSEEN_ROWS - 1, *pieces)


def _copies(copies: int, colour: str) -> Run:
    """Return a number of cards as a digit."""
    return (f"{copies}" if copies else NO_CARD, f"strong {colour}" if copies else "faint")
