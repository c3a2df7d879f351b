"""Checks that the drawing of every board has to pass, whatever the game."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from rich.cells import cell_len
from textual.geometry import Region
from tui.scenes import BOARDS, chooser_in, drawn, rows, twin_of

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import SPECTATOR
from darwin_core.match import AnyMatch
from darwin_tui.boards import board_for
from darwin_tui.drawing.canvas import Drawing
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.terminal.painter import to_ascii

# --- all of it is there


def check_frame(drawing: Drawing, size: tuple[int, int], unwritable: str = "") -> None:
    """Check that it fills its size, in characters of which all but these have an ASCII
    substitute."""
    lines = rows(drawing)
    assert [len(line) for line in lines] == [size[0]] * size[1]
    for line in lines:
        assert cell_len(line) == len(line)
        ascii_line = to_ascii(line)
        assert ascii_line.isascii()
        assert len(ascii_line) == len(line)
        signs = sum(character in unwritable for character in line)
        assert ascii_line.count("?") == signs, line


def check_apart(drawing: Drawing) -> None:
    """Check that all places are within the board, and none overlaps another."""
    everything = Region(0, 0, drawing.canvas.width, drawing.canvas.height)
    for region in drawing.places.values():
        assert everything.contains_region(region)
    for one, other in itertools.combinations(drawing.places.values(), 2):
        assert not one.overlaps(other)


def check_places(drawing: Drawing, now: AnyScene) -> None:
    """Check that everything selectable has a place on the board, or is in another pane whose name
    is marked."""
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
    picked, here = set(), set()
    for element in selectable:
        selected = chooser.select(element)
        picked.add(looks(selected, away))
        here.add(looks(selected, element))
    assert len(picked) == len(selectable), "what is picked"
    assert not here & frames, "what is picked under the cursor"
    none = looks(Chooser.of((), now.game.targets), away)
    assert none != looks(chooser, away), "what can be picked"


# --- what is hidden


def twins(match: AnyMatch, positions: Iterable[int]) -> Iterator[tuple[int, int, Any, Any]]:
    """Yield for each position and viewer both, the state, and another state that the viewer may not
    distinguish from it."""
    rng = Random("twins")
    for position in positions:
        state = match.state_at(position)
        for viewer in (*range(match.seats), SPECTATOR):
            yield position, viewer, state, twin_of(match.game.slug, state, viewer, rng)


def check_alike(one: AnyScene, other: AnyScene, size: tuple[int, int]) -> None:
    """Check that two scenes are drawn exactly the same. A board draws nothing but its scene, so
    that equal ones need not be drawn."""
    if one == other:
        return
    first, second = drawn(one, size), drawn(other, size)
    assert rows(first) == rows(second)
    assert first.canvas.changed_rows(second.canvas) == []
    assert first.places == second.places


def differs(now: AnyScene, view: Any) -> bool:
    """Return whether a scene is drawn differently with another view in it."""
    return drawn(now).canvas.plain() != drawn(replace(now, view=view)).canvas.plain()
