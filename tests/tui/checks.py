"""Checks that every game's board has to pass, used by the tests of the boards."""

import itertools
from dataclasses import replace

from rich.cells import cell_len
from textual.geometry import Region
from tui.scenes import BOARDS, chooser_in, drawn, rows

from darwin_core.contract.chooser import Chooser
from darwin_tui.boards import board_for
from darwin_tui.drawing.canvas import Drawing
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.terminal.painter import to_ascii

# --- completeness


def check_frame(drawing: Drawing, size: tuple[int, int]) -> None:
    """Check that a drawing fills its size, in columns and rows, and that its characters have ASCII
    substitutes."""
    lines = rows(drawing)
    assert [len(line) for line in lines] == [size[0]] * size[1]
    for line in lines:
        assert cell_len(line) == len(line)
        ascii_line = to_ascii(line)
        assert ascii_line.isascii()
        assert len(ascii_line) == len(line)
        # A question mark stands for a character without a substitute.
        assert ascii_line.count("?") == line.count("?"), line


def check_apart(drawing: Drawing) -> None:
    """Check that the regions of all elements are within the board and do not overlap."""
    everything = Region(0, 0, drawing.canvas.width, drawing.canvas.height)
    for region in drawing.places.values():
        assert everything.contains_region(region)
    for one, other in itertools.combinations(drawing.places.values(), 2):
        assert not one.overlaps(other)


def check_places(drawing: Drawing, now: AnyScene) -> None:
    """Check that every selectable element is on the board, or in another pane whose name has a
    mark."""
    missing = now.selectable - set(drawing.places)
    if missing:
        assert len(missing) < len(now.selectable)
        assert "•" in rows(drawing)[min(region.y for region in (drawing.panes or {}).values())]


# --- without colour


def check_marks(now: AnyScene, ascii_only: bool, size: tuple[int, int] = BOARDS[0]) -> None:
    """Check that characters alone show the cursor, what is selected and what is selectable."""

    board = board_for(now.game.slug)

    def looks(chooser, cursor):
        text = drawn(replace(now, chooser=chooser, cursor=cursor), size, board).canvas.plain()
        return to_ascii(text) if ascii_only else text

    chooser = chooser_in(now)
    elements = list(drawn(now, size).places)
    frames = {looks(chooser, element) for element in elements}
    assert len(frames) == len(elements), "where the cursor is"
    selectable = [element for element in elements if element in chooser.selectable]
    away = next((element for element in elements if element not in selectable), None)
    selected_frames, focused_frames = set(), set()
    for element in selectable:
        selected = chooser.select(element)
        selected_frames.add(looks(selected, away))
        focused_frames.add(looks(selected, element))
    assert len(selected_frames) == len(selectable), "what is picked"
    assert not focused_frames & frames, "what is picked under the cursor"
    none = looks(Chooser.of((), now.game.targets), away)
    assert none != looks(chooser, away), "what can be picked"
