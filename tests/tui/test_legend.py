"""The legend of a board: it names every sign that is drawn, in a legible style."""

import pytest
from rich.color import Color as RichColor
from textual.color import Color
from tui.scenes import asking, drawn, example, play_of, playing, rows, saved, shown
from tui.test_themes import contrast

from darwin_core.contract import registry
from darwin_core.text.language import tr
from darwin_tui.boards import board_class, board_for
from darwin_tui.commands import KEYS
from darwin_tui.drawing.marks import SHARED, legend
from darwin_tui.drawing.palette import palette_of
from darwin_tui.widgets.themes import THEMES

PUNCTUATION = frozenset(" .,;:!?()[]'\"-/+%=…’“”*&½°")
FRAMES = frozenset("─│┄┆╌━┃╭╮╰╯┏┓┗┛┼╱╲▀▄█▉▊▋▌▍▎▏▐▙▛▜▟▖▗▘▝░▒▓")
"""Characters of frames, cards, pictures and bars, which have no meaning by themselves."""
ACTS = (0, 5, 20, 45, 80, 120, 170)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_every_sign_that_is_drawn_is_in_the_legend(slug):
    board = board_for(slug)
    named = {character for sign in (*board.SIGNS, *SHARED) for character in sign.drawn}
    unnamed = {}
    for acts in ACTS:
        match = example(
            registry.get(slug).seats[1], "signs", acts, game=slug, names=("A", "B", "C")
        )
        seat = next(iter(match.game.to_move(match.state)), 0)
        for pane in range(max(len(board.PANES), 1)):
            scene = asking(match, seat, pane=pane)
            for size in ((80, 21), (120, 37)):
                for row in rows(drawn(scene, size)):
                    for character in {*row} - named - FRAMES - PUNCTUATION:
                        if not character.isalnum():
                            unnamed[character] = row
    assert not unnamed


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_signs_have_a_style_of_the_board_and_a_pane_that_is_there(slug):
    board = board_for(slug)
    for pane, _ in enumerate(board.PANES):
        signs = legend(board.SIGNS, pane)
        assert 4 < len(signs) <= 18
        for sign in signs:
            assert board.palette.style(sign.style) is not None, sign
            assert len(sign.drawn) <= 10
            assert len(tr(sign.words, **KEYS)) <= 45
    assert {pane for sign in board.SIGNS for pane in sign.panes} <= {*range(len(board.PANES))}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_signs_are_legible_in_every_theme(slug, theme):
    kind = board_class(slug)
    variables = {**theme.to_color_system().generate(), **theme.variables}
    palette = palette_of(theme.name, variables, kind.COLOURS, is_dark=theme.dark, has_colours=True)
    for sign in (*kind.SIGNS, *SHARED):
        style = palette.style(sign.style)
        assert style is not None, sign
        ink = style.color or RichColor.parse(variables["ink"])
        ground = style.bgcolor or RichColor.parse(variables["panel"])
        seen = [Color.from_rich_color(colour) for colour in (ink, ground)]
        assert contrast(*seen) >= 4.5, sign


async def test_g_names_the_signs_of_the_open_pane_and_the_next_key_works(resting_bots):
    async with playing(saved("human", "bot:random", game="evo")).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await pilot.press("g")
        words = shown(pilot.app)
        assert "Signs on this board" in words
        text = screen.panel.board.drawing.canvas.plain()
        for sign in legend(screen.panel.board.SIGNS, 0, text):
            assert sign.words in words
        await pilot.press("tab")
        assert pilot.app.screen is screen
        assert screen.panel.pane == 1
