"""The looks of the boards at every size: no room is wasted, no text is cut, no element moves within
a decision, and every word is legible."""

from dataclasses import replace
from functools import cache
from itertools import groupby, product

import pytest
import sampling
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color
from tui.scenes import LONG_NAMES, NAMES, asking, drawn, example, rows
from tui.test_themes import contrast

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_tui.boards import board_class, board_for
from darwin_tui.drawing.palette import palette_of
from darwin_tui.widgets.themes import THEMES

GAMES = pytest.mark.parametrize("slug", registry.SLUGS)
SIZES = ((80, 21), (100, 27), (120, 37), (160, 47), (200, 57))
"""The columns and rows of the board in terminals from 80 by 24 to 200 by 60."""
LOOKS = pytest.mark.parametrize(
    ("slug", "size"), sampling.grid(registry.SLUGS, SIZES, within=sampling.LOOK_INTERVAL), ids=str
)
EMPTY_ROWS_MAX = 3
"""Maximum number of empty rows of a board."""
EDGES = frozenset(" ·│┃┊╎")
"""Characters of rows on which nothing is drawn."""
GROUNDS = frozenset(["", "table", "panel", "strip", "felt", "felt-low"])
CONTRAST_MIN = 4.5
"""Minimum contrast of a text, by WCAG for small letters."""


@cache
def places(slug, names):
    """Return matches, viewers and positions: all seat counts, the first seat and a spectator, and
    eight positions all over each match."""
    game = registry.get(slug)
    return [
        (match, viewer, position)
        for seats in game.seats
        for match in [example(seats, "look", names=names, game=slug)]
        for last in [len(match.history)]
        for position in sorted({last * part // 7 for part in range(8)})
        for viewer in (0, SPECTATOR)
    ]


def some_scenes(slug, size, names=NAMES):
    """Return a sample of scenes of a game, which depends on the size."""
    all_places = places(slug, names)
    return (
        asking(*place) for place in sampling.some(all_places, sampling.LOOK_INTERVAL, size[0] // 20)
    )


def some_decisions(slug, size):
    """Return a sample of scenes in which the first seat owes a decision; it depends on the size."""
    decisions = [
        (match, viewer, position)
        for match, viewer, position in places(slug, NAMES)
        if viewer in match.game.to_move(match.state_at(position))
    ]
    return (
        asking(*place) for place in sampling.some(decisions, sampling.LOOK_INTERVAL, size[0] // 20)
    )


@LOOKS
def test_nothing_is_cut_and_no_band_of_the_board_lies_empty(slug, size):
    for names in (NAMES, LONG_NAMES):
        for now in some_scenes(slug, size, names):
            drawing = drawn(now, size)
            assert drawing.cuts == []
            assert empty_rows(drawing) <= EMPTY_ROWS_MAX, (now.viewer, rows(drawing))


def empty_rows(drawing):
    """Return the height of the tallest band with nothing but tables, panels and their edges."""
    filled = [
        any(character not in EDGES or ground_of(style) not in GROUNDS for character, style in row)
        for row in drawing.canvas.grid
    ]
    return max((len(list(band)) for is_filled, band in groupby(filled) if not is_filled), default=0)


def ground_of(style):
    """Return the name of a style's background."""
    return style.removeprefix("on ") if style.startswith("on ") else style.partition(" on ")[2]


@LOOKS
def test_nothing_moves_within_a_decision(slug, size):
    """No element changes its region while the cursor moves over the board."""
    for now in some_decisions(slug, size):
        board = board_for(slug)
        drawing = drawn(now, size, board)
        for element in list(drawing.places)[:12]:
            other = replace(now, cursor=element)
            assert drawn(other, size, board).places == drawing.places


@GAMES
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_word_on_the_board_is_legible(slug, theme):
    kind = board_class(slug)
    variables = {**theme.to_color_system().generate(), **theme.variables}
    palette = palette_of(theme.name, variables, kind.COLOURS, is_dark=theme.dark, has_colours=True)
    weak = {}
    for name, system in product(
        styles_of_words(slug), (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT)
    ):
        style = palette.style(name) if name else None
        assert style is not None or not name, name
        ink = style.color if style and style.color else RichColor.parse(variables["ink"])
        ground = style.bgcolor if style and style.bgcolor else RichColor.parse(variables["table"])
        seen = [Color.from_rich_color(colour.downgrade(system)) for colour in (ink, ground)]
        if contrast(*seen) < CONTRAST_MIN:
            weak[name, system.name] = round(contrast(*seen), 2)
    assert not weak


@cache
def styles_of_words(slug):
    """Return the styles of all words on the board of a game, at several sizes."""
    return {
        name
        for size in [(80, 21), (120, 37), (200, 57)]
        for now in some_scenes(slug, size)
        for row in drawn(now, size).canvas.grid
        for character, name in row
        if character.isalnum()
    }
