"""The canvas: the grid of characters and styles on which boards are drawn."""

import pytest
from rich.cells import cell_len
from textual.geometry import Region

from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import (
    FRAMES,
    SEAT_MARKS,
    Canvas,
    Drawing,
    beginning,
    gathered,
    length,
    spread,
    wrapped,
)
from darwin_tui.drawing.palette import Palette
from darwin_tui.terminal.painter import to_ascii

PALETTE = Palette({}, 0)
EVERY_GLYPH = "─━│┃╭╮╰╯┏┓┗┛┄┆▓▒░█▕▏·•◇−×‘’“”„…→←↑↓✓✗▶▸⏸–—‹›⏎⌫" + SEAT_MARKS


def test_text_returns_the_column_after_it():
    canvas = Canvas(12, 1)
    assert canvas.text(1, 0, "ab", ("cd", "dim")) == 5
    assert canvas.plain() == " abcd"
    assert length(["ab", ("cde", "x")]) == 5


def test_what_does_not_fit_is_cut_off_at_every_edge():
    canvas = Canvas(4, 2)
    canvas.text(-2, 0, "abcdefgh")
    canvas.text(0, 5, "far below")
    canvas.text(0, -1, "above")
    canvas.text(2, 1, "abcdef")
    assert canvas.plain() == "cdef\n  ab"


def test_row_joins_what_has_one_style():
    canvas = Canvas(6, 1)
    canvas.text(0, 0, ("ab", "x"), ("c", "x"), ("d", "y"))
    assert canvas.row(0) == [("abc", "x"), ("d", "y"), ("  ", "")]


def test_frames_differ_in_ascii():
    assert len({to_ascii(frame) for frame in FRAMES.values()}) == len(FRAMES)


def test_changed_rows_differ_in_characters_or_styles():
    one, two = Canvas(9, 3), Canvas(9, 3)
    assert one.changed_rows(two) == []
    two.text(2, 1, "ab")
    two.text(6, 1, "c")
    two.text(0, 2, (" ", "cursor"))
    assert one.changed_rows(two) == [1, 2]


def test_stamp_is_drawn_once_and_looks_everywhere_as_its_function_draws_it():
    drawn = []

    def draw(area: Area, text: str) -> None:
        drawn.append(text)
        area.fill("·", "x")
        area.text(0, 0, (text, "y"))
        area.text(2, 1, "too long")
        # Beside the area, with a gap that keeps its cells.
        area.drawing.canvas.text(area.region.x - 2, area.region.y, "!")

    for x, y in ((2, 1), (5, 0), (9, 3), (0, 0)):
        stamped, direct = (Drawing(Canvas(12, 4), {}, palette=PALETTE, cuts=[]) for _ in range(2))
        Area(stamped, Region(x, y, 5, 2), "g").stamp(draw, "ab")
        draw(Area(direct, Region(x, y, 5, 2), "g"), "ab")
        assert (stamped.canvas.grid, stamped.cuts) == (direct.canvas.grid, direct.cuts)
    # The function draws once for all four stamps, and once for each direct drawing.
    assert len(drawn) == 1 + 4
    Area(stamped, Region(0, 0, 5, 2)).stamp(draw, "ab")
    Area(stamped, Region(0, 0, 5, 2), "g").stamp(draw, "cd")
    assert len(drawn) == 1 + 4 + 2, "another ground, another text"


@pytest.mark.parametrize("glyph", EVERY_GLYPH)
def test_every_glyph_is_one_column_wide_and_has_an_ascii_twin(glyph):
    assert cell_len(glyph) == 1
    twin = to_ascii(glyph)
    assert len(twin) == 1
    assert twin.isascii()
    assert twin != "?"


def test_marks_of_seats_differ_in_ascii_too():
    assert len(set(to_ascii(SEAT_MARKS))) == len(SEAT_MARKS)


def test_points_on_cards_are_no_seats_mark():
    assert to_ascii("◇") not in to_ascii(SEAT_MARKS)
    assert "◇" not in SEAT_MARKS


@pytest.mark.parametrize(("columns", "text"), [(-2, ""), (0, ""), (1, ""), (2, "李"), (3, "李a")])
def test_a_beginning_has_no_more_columns_than_there_is_room_for(columns, text):
    assert beginning("李ab", columns) == text


def test_a_text_is_wrapped_by_columns():
    assert wrapped("李李 ab 李李 ab", 7) == ["李李 ab", "李李 ab"]
    assert gathered(spread("李a")) == "李a"
    assert len(spread("李a")) == 3
