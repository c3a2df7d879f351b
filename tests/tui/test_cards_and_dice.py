"""Cards that are dimmed, pictures on bands, and dice: with and without colours."""

import pytest
from tui.test_parts_of_boards import LOOKS, paper, seen

from darwin_core.games.dice.material import CARDS
from darwin_core.text.language import NAMES, reading
from darwin_tui.boards.dice import cards
from darwin_tui.drawing.area import big_text
from darwin_tui.drawing.canvas import Look
from darwin_tui.drawing.card import LARGE_PIXELS, SMALL_PIXELS, card, die, die_picture, figure
from darwin_tui.drawing.marks import State
from darwin_tui.drawing.picture import Picture

FACES = ("+", "−", *range(1, 9))


@LOOKS
@pytest.mark.parametrize("size", [SMALL_PIXELS, LARGE_PIXELS])
def test_every_face_of_a_die_looks_different(size, look):
    pictures = set()
    for face in FACES:
        area = paper(look=look)
        die(area, 1, 1, size, "blue", face, ink="blue-pip", word=f"word {face}"[:6])
        pictures.add(seen(area))
    assert len(pictures) == len(FACES)


@pytest.mark.parametrize("number", range(1, 9))
def test_large_die_has_as_many_pips_as_its_number(number):
    picture = die_picture(LARGE_PIXELS, "ivory", "ivory-pip", number)
    assert sum(row.count("ivory-pip") for row in picture.rows) == 4 * number
    holes = die_picture(LARGE_PIXELS, "ivory", None, number)
    clear = sum(row.count(None) for row in holes.rows)
    assert clear == 4 * number + 4, "and four corners"


def test_corners_of_a_card_in_a_ring_have_the_colour_of_the_ring():
    grounds = {}
    for state in (State.SELECTABLE, State.FOCUSED, State.SELECTED):
        area = paper()
        card(area.at(4, 2, 8, 4), state, band="fox")
        character, style = area.drawing.canvas.grid[2][4]
        assert character == "▟"
        grounds[state] = style.partition(" on ")[2]
    assert grounds == {State.SELECTABLE: "table", State.FOCUSED: "cursor", State.SELECTED: "ink"}


def test_picture_on_a_band_is_cut_out_of_it_where_there_are_no_colours():
    area = paper(look=Look(has_colours=False))
    dot = Picture((("#ffffff", None), ("#ffffff", None)))
    area.at(0, 0, 4, 1, "fox").picture(1, 0, dot)
    area.picture(1, 2, dot)
    reversed_ = [
        area.drawing.palette.style(name).reverse for _, name in area.drawing.canvas.grid[0]
    ]
    assert all(reversed_[:4])
    assert area.drawing.canvas.grid[0][1][0] == area.drawing.canvas.grid[2][1][0] == "█"
    assert not area.drawing.palette.style(area.drawing.canvas.grid[2][1][1]).reverse


def test_pictures_are_lowered():
    picture = Picture((("fox", None),))
    assert picture.lowered().rows == ((None, None), ("fox", None))


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize(
    "size",
    [cards.MEDIUM.with_width(cards.MEDIUM_COLUMNS_MIN), cards.MEDIUM, cards.LARGE, cards.HUGE],
)
def test_a_blank_stands_between_the_digit_of_a_dice_card_and_its_animal(size, language):
    with reading(language):
        for kind, row in enumerate(CARDS):
            area = paper(*size)
            cards.draw_card(area, kind, 0)
            digit = big_text(row.number.partition(".")[0], "ink")
            width = digit.width * (1 + (size == cards.HUGE))
            line = area.drawing.canvas.plain().splitlines()[1]
            assert line[1 + width] == " ", line
            assert line[1 + width :].split()[0].isalpha() or "." in line, line


@pytest.mark.parametrize(("chance", "drawn"), [(1.0, "✓"), (0.998, "99%"), (0.004, "0%")])
def test_only_a_certain_card_has_a_tick(chance, drawn):
    assert figure(chance) == drawn
