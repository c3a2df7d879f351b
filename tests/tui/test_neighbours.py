"""The targets of the arrow keys.

An arrow focuses the nearest of all elements whose middle lies farther in its direction than the
middle of the focused element. Distance to the side counts twice as much as distance ahead. A row
counts as two columns, because it is about as high as two columns are wide. To the left and right,
elements that share a row with the focused element come before all others, however far they are. Of
two equally near elements, the one drawn first is focused. There is no wrapping: the focus stays
where a direction has no element. If nothing is focused, or the focused element is gone, any arrow
focuses the element drawn first.
"""

import pytest
import sampling
from matches import DICE
from textual.geometry import Region
from tui import darwinning_scenes, evo_scenes, journey_scenes, yummy_scenes
from tui.hands import ARROWS
from tui.scenes import BOARDS, asking, drawn, example

from darwin_core.contract.game import Element
from darwin_core.contract.registry import SLUGS
from darwin_core.match import AnyMatch
from darwin_tui.boards import board_for
from darwin_tui.drawing.canvas import Canvas, Drawing
from darwin_tui.widgets.board import AnyBoard, Board

Places = dict[Element, Region]


def board_with(places: Places) -> AnyBoard:
    board: AnyBoard = Board()
    board._drawing = Drawing(Canvas(0, 0), places)
    return board


def layout(name: str) -> Places:
    """Return the elements of a layout in alphabetical order; an element's letter fills its
    cells."""
    rows = LAYOUTS[name].strip("\n").splitlines()
    cells: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter.isalpha():
                cells.setdefault(letter, []).append((x, y))
    places = {}
    for letter, cell in sorted(cells.items()):
        (left, right), (top, bottom) = (
            (min(numbers), max(numbers) + 1) for numbers in zip(*cell, strict=True)
        )
        places[letter, 0] = Region(left, top, right - left, bottom - top)
        assert len(cell) == places[letter, 0].area, "an element is a rectangle"
    return places


LAYOUTS = {
    "row": "aa bb cc",
    "grid": """
aa bb cc
dd ee ff
gg hh ii
""",
    "straight or slanted": """
a

  c

b
""",
    "slanted enough": """
a
  c




b
""",
    "far or low": """
a
        b
     c
""",
    "low enough": """
a
        b
   c
""",
    "none in the row": """
                    c
aaa
     b
""",
    "overlapping": """
aaa
aaa                 c
     b
     b
""",
    "wide": """
aaaaaaaaaaa
bb  cc
""",
    "tall": """
    b
aa
aa
aa
    c
""",
    "inside": """
aaaa
aaaabb
aaaa
""",
    "beside and below": """
aa
aa      bb
        bb

cc
""",
    "equally far": """
  a
b   c
""",
    "stairs": """
a
 b
  c
""",
}


@pytest.mark.parametrize(
    ("name", "here", "key", "there"),
    [
        # In a row, one after the other, and no wrapping at its ends.
        ("row", "a", "right", "b"),
        ("row", "b", "right", "c"),
        ("row", "c", "right", "c"),
        ("row", "b", "left", "a"),
        ("row", "a", "left", "a"),
        ("row", "b", "up", "b"),
        ("row", "b", "down", "b"),
        # In a grid along rows and columns; a row's end does not lead to the next row.
        ("grid", "e", "left", "d"),
        ("grid", "e", "right", "f"),
        ("grid", "e", "up", "b"),
        ("grid", "e", "down", "h"),
        ("grid", "a", "up", "a"),
        ("grid", "i", "down", "i"),
        ("grid", "c", "right", "c"),
        ("grid", "f", "right", "f"),
        ("grid", "d", "left", "d"),
        # Distance to the side counts twice: four rows ahead are as near as two columns aside.
        ("straight or slanted", "a", "down", "b"),
        ("slanted enough", "a", "down", "c"),
        # For left and right, rows are to the side; each row counts as two columns.
        ("far or low", "a", "right", "b"),
        ("low enough", "a", "right", "c"),
        # An element that shares any row comes first; to touch the row is not enough.
        ("overlapping", "a", "right", "c"),
        ("overlapping", "c", "left", "a"),
        ("overlapping", "b", "left", "a"),
        ("none in the row", "a", "right", "b"),
        # From the middle, not from a corner.
        ("wide", "a", "down", "c"),
        ("wide", "b", "up", "a"),
        ("tall", "a", "right", "b"),
        ("tall", "a", "down", "c"),
        ("tall", "a", "up", "b"),
        # Shared rows do not matter to up and down.
        ("beside and below", "a", "down", "c"),
        ("beside and below", "c", "up", "a"),
        # An element beside is neither above nor below, however long it is.
        ("inside", "a", "down", "a"),
        ("inside", "b", "up", "b"),
        ("inside", "b", "left", "a"),
        # Of two equally near elements, the first one.
        ("equally far", "a", "down", "b"),
        # Diagonally if nothing is straight ahead.
        ("stairs", "a", "right", "b"),
        ("stairs", "a", "down", "b"),
        ("stairs", "c", "up", "b"),
    ],
)
def test_an_arrow_focuses_the_nearest_in_its_direction(name, here, key, there):
    places = layout(name)
    assert board_with(places).neighbour((here, 0), *ARROWS[key]) == (there, 0)
    assert by_rule(places, (here, 0), key) == (there, 0)


def test_of_equally_near_ones_the_one_drawn_first_is_focused():
    places = layout("equally far")
    turned = dict(reversed(places.items()))
    assert board_with(turned).neighbour(("a", 0), 0, 1) == ("c", 0)


@pytest.mark.parametrize("key", ARROWS)
def test_where_nothing_is_focused_any_arrow_focuses_what_was_drawn_first(key):
    board = board_with(layout("grid"))
    assert board.neighbour(None, *ARROWS[key]) == ("a", 0)
    assert board.neighbour(("gone", 0), *ARROWS[key]) == ("a", 0)
    assert board_with({}).neighbour(None, *ARROWS[key]) is None
    assert board_with({}).neighbour(("gone", 0), *ARROWS[key]) is None


# --- over the boards of all games


def by_rule(places: Places, here: Element, key: str) -> Element:
    """Return the target of an arrow by the rule above, computed from the regions alone.

    Distances are in half columns.
    """

    def middle(region: Region) -> tuple[int, int]:
        return region.x + region.right, 2 * (region.y + region.bottom)

    def ahead_and_aside(target: Element) -> tuple[int, int]:
        across, down = (b - a for a, b in zip(middle(home), middle(places[target]), strict=True))
        return {
            "left": (-across, abs(down)),
            "right": (across, abs(down)),
            "up": (-down // 2, abs(across)),
            "down": (down // 2, abs(across)),
        }[key]

    def shares_a_row(target: Element) -> bool:
        other = places[target]
        return bool({*range(home.y, home.bottom)} & {*range(other.y, other.bottom)})

    home = places[here]
    farther = [target for target in places if ahead_and_aside(target)[0] > 0]
    if key in {"left", "right"}:
        farther = list(filter(shares_a_row, farther)) or farther

    def distance(target: Element) -> int:
        ahead, aside = ahead_and_aside(target)
        return ahead + 2 * aside

    return min(farther, key=distance, default=here)


def moments(slug: str) -> tuple[AnyMatch, list[int]]:
    """Return a match with the most seats of a game, and positions all over it."""
    if slug == "dice":
        match = example(max(DICE.seats), "neighbours")
        return match, list(range(len(match.history)))
    scenes = {
        "yummy": yummy_scenes,
        "darwinning": darwinning_scenes,
        "evo": evo_scenes,
        "journey": journey_scenes,
    }[slug]
    sample: tuple[AnyMatch, list[int]] = scenes.moments(max(scenes.SEATS))
    return sample


@pytest.mark.parametrize(("slug", "size"), sampling.grid(SLUGS, BOARDS[::2]), ids=str)
def test_on_every_board_arrows_keep_to_the_rule(slug, size):
    match, positions = moments(slug)
    board = board_for(slug)
    moves = 0
    panes = max(len(board.PANES), 1)
    for position in sampling.some(positions, 6):
        for seat in match.game.to_move(match.state_at(position))[:1]:
            scene = asking(match, seat, position, pane=position % panes)
            board._drawing = drawn(scene, size)
            for start in board.places:
                for key, direction in ARROWS.items():
                    target = by_rule(board.places, start, key)
                    moves += target != start
                    assert board.neighbour(start, *direction) == target, (position, start, key)
    assert moves > 20, "there is something to go to"
