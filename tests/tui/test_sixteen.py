"""Terminals with sixteen colours: suits differ in colour, and every text is legible."""

from itertools import combinations

import pytest
from rich.color import Color
from rich.style import Style
from tui.test_colour_blindness import BANDS

from darwin_tui.drawing.palette import colours_of
from darwin_tui.drawing.picture import pictures
from darwin_tui.terminal.painter import CONTRAST_MIN, contrast, in_sixteen
from darwin_tui.widgets.themes import THEMES


def ground(colour: str) -> int | None:
    """Return the number of a background among the sixteen colours."""
    style = in_sixteen(Style(bgcolor=colour), is_picture=False)
    return style.bgcolor.number if style.bgcolor else None


def test_suits_of_dice_and_groups_of_yummy_have_a_colour_each():
    for slug in ("dice", "yummy"):
        bands = {name: colours_of(f"darwin_tui.boards.{slug}")[name][0] for name in BANDS[slug]}
        alike = [
            pair for pair in combinations(bands, 2) if len({ground(bands[e]) for e in pair}) == 1
        ]
        assert not alike


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_can_be_read_on_every_ground(theme):
    inks = [value for value in theme.variables.values() if value.startswith("#")]
    for ink in inks:
        for below in inks:
            style = in_sixteen(Style(color=ink, bgcolor=below), is_picture=False)
            assert style.color
            assert style.bgcolor
            assert contrast(style.color, style.bgcolor) >= CONTRAST_MIN, (ink, below)


def test_pixels_of_a_picture_and_the_colours_of_the_terminal_are_kept():
    near = in_sixteen(Style(color="#165232", bgcolor="#2b8450"), is_picture=True)
    assert near.color == near.bgcolor == Color.from_ansi(2)
    plain = Style(color=Color.default(), bgcolor=Color.from_ansi(4))
    assert in_sixteen(plain, is_picture=False).bgcolor == Color.from_ansi(4)


@pytest.mark.parametrize("animal", ["bear", "lion", "fox", "snake", "owl"])
def test_eyes_stay_apart_from_the_face_that_they_are_in(animal):
    pixels = {pixel for row in pictures("dice")[animal].rows for pixel in row if pixel}
    eyes, *face = sorted(pixels, key=lambda pixel: sum(Color.parse(pixel).get_truecolor()))
    assert ground(eyes) == 0
    assert all(ground(pixel) for pixel in face)
