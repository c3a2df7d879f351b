"""The dice on the felt, and their meaning: mode, trump and the order of equal numbers."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.dice.components import CARDS, TRUMP, face, number
from darwin_core.games.dice.words import mode_words, tie_order
from darwin_core.teaching.facts import WORDS
from darwin_core.text.language import language, mark, noun, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui.boards.dice.cards import HUES, chip_of, short_name
from darwin_tui.boards.dice.moment import Moment, worth
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bigtext import write_big
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.die import LARGE_PIXELS, SMALL_PIXELS, die

MEDIUM_ROWS: Final = 16
LARGE_ROWS: Final = 21
"""Rows inside the felt for cards of these sizes with all that is written beside them."""
ROLL_STEP: Final = 11
"""The step from the face of one frame to the next; it shares no factor with the number of rolls."""
TIES_COLUMNS: Final = 40
"""Columns for the order of the animals with whole names in any language."""
ROBBERS: Final = mark(
    "A scorpion beats the trump and robs it. A snake alone on top robs the second."
)


def draw_dice(area: Area, moment: Moment) -> None:
    """Draw the dice, and what they mean once they have come to rest."""
    is_rolling = moment.is_rolling
    roll = moment.roll
    if is_rolling:
        roll = (roll + moment.scene.frame * ROLL_STEP) % len(TRUMP)
    mode = face(roll).mode
    is_large = area.height >= MEDIUM_ROWS
    top = max((area.height - MEDIUM_ROWS) // 3, 0)
    if not is_rolling:
        # The meaning of the dice is shown after they have come to rest.
        write_big(area, 0, top, noun(mode).upper())
        area.text(0, top + 3, (mode_words(roll), "strong"))
    size = LARGE_PIXELS if is_large else SMALL_PIXELS
    y = top + (5 if is_large else 4)
    second = size + (3 if is_large else 1)
    sign = "+" if mode == "fight" else "−"
    colour = face(roll).colour
    die(area, 0, y, size, colour, sign, ink=f"{colour}-pip", word=tr(colour))
    word = WORDS[language()][number(roll)]
    die(area, second, y, size, "ivory", number(roll), ink="ivory-pip", word=word)
    if is_rolling:
        return
    if not is_large:
        _meaning_beside(area.at(2 * size + 2, y, area.width - 2 * size - 2, 4), moment)
        return
    y += size // 2
    area.at(0, y, size, 1).centre(
        0, (f"{tr(colour)} {sign}", f"strong {HUES[CARDS[TRUMP[roll]].name]}")
    )
    area.at(second, y, size, 1).centre(0, (word, "strong"))
    labels = tr("trump"), tr("ties"), tr("middle")
    columns = max(map(len, labels)) + 1
    values: list[Sequence[Styled]] = [
        [chip_of(TRUMP[roll])],
        ties(roll, area.width - columns),
        _middle(moment.middle),
    ]
    for row, (label, value) in enumerate(zip(labels, values, strict=True), y + 2):
        area.text(0, row, (label.ljust(columns), "dim"), *value)
    if area.height >= LARGE_ROWS and moment.last:
        area.paragraph(y + 6, tr(ROBBERS), "dim")


def ties(roll: int, room: int = TIES_COLUMNS) -> list[Styled]:
    """Return the animals in the order that wins on equal numbers, strongest first.

    Args:
        roll: of the turn.
        room: columns; where they are too few, long names are short.
    """
    order = tie_order(roll)
    found: list[Styled] = []
    for letters in (room, 0):
        found = []
        for name in order:
            found += [("›", "dim")] if found else []
            found.append((short_name(name, letters), f"strong {HUES[name]}"))
        if length(found) <= room:
            break
    return found


def _middle(cards: Sequence[int]) -> Sequence[Styled]:
    if not cards:
        return [(tr("nothing carried over"), "ink")]
    return [(f"{counted(len(cards), 'card')}, {counted(worth(cards), 'point')}", "strong good")]


def _meaning_beside(area: Area, moment: Moment) -> None:
    """Write trump and middle beside small dice."""
    middle = moment.middle
    area.text(0, 0, (tr("trump"), "dim"))
    area.text(0, 1, chip_of(TRUMP[moment.roll]))
    if middle:
        area.text(0, 2, (f"{tr('middle')} ", "dim"), (f"{len(middle)}", "strong"))
        area.text(0, 3, (counted(worth(middle), "point"), "strong good"))
    else:
        area.text(0, 2, (tr("middle"), "dim"))
        area.text(0, 3, (tr_in("short", "no cards"), ""))
