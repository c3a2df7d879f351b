"""Kinds of visual faults that no board and no screen may have: text on frames, pieces without a
blank between them, repeated remarks, empty frames, several signs for a seat, and legends of absent
signs."""

import re
from collections import Counter
from itertools import pairwise, product

import pytest
import sampling
from textual.geometry import Region
from tui.pictured import scenes_of
from tui.scenes import NAMES, drawn, play_of, playing, rows, saved, shown
from tui.test_bare_terminals import SCREENS

from darwin_core.contract import registry
from darwin_core.text.language import reading
from darwin_tui.boards import board_class, board_for
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.marks import SHARED, legend

SIZES = ((80, 21), (100, 27), (120, 37), (160, 47), (200, 57))
"""The columns and rows of the board in terminals from 80 by 24 to 200 by 60."""
SCENES = 18
"""One scene in so many is tested, other ones at each size."""
CORNERS = tuple(map(tuple, ("╭╮╰╯", "┏┓┗┛", "┌┐└┘")))
SIDES = frozenset("│┃┆║┊▐▌█▏▕▎▊╭╮╰╯┏┓┗┛├┤┣┫┼╋")
ACROSS = frozenset("─━┄═┈")
REMARKS_MAX = 15
"""The most times that a board may repeat a remark: on the cards of a large hand, or on the triplets
of long fields."""
EMPTY_MAX = 8
"""The most empty frames on a board: the free places of a table, and both sides of a trade."""
SEAT_LIKE = frozenset("●▲■◆★♁○△□◇▢▷◈")
"""Signs that a player takes for the mark of a seat if they stand before its name."""


# --- the kinds of faults


def frames(lines):
    """Yield the region of each frame that has all four corners and a horizontal edge."""
    for left, right, low_left, low_right in CORNERS:
        for y, line in enumerate(lines):
            for match in re.finditer(f"{left}[^{left}{right}]*{right}", line):
                x = match.start()
                end = match.end() - 1
                if not ACROSS & {*match[0]}:
                    continue
                low = next(
                    (
                        below
                        for below in range(y + 1, len(lines))
                        if lines[below][x] == low_left and lines[below][end] == low_right
                    ),
                    None,
                )
                if low is not None:
                    yield Region(x, y, end - x + 1, low - y + 1)


def on_frames(lines):
    """Return the words that stand on the sides of a frame, or touch its upper or lower edge."""
    pieces = []
    for frame in frames(lines):
        for y in range(frame.y + 1, frame.bottom - 1):
            for x in (frame.x, frame.right - 1):
                if lines[y][x].isalnum():
                    pieces.append(lines[y][max(x - 8, 0) : x + 9])
        for y in (frame.y, frame.bottom - 1):
            edge = lines[y][frame.x : frame.right]
            pieces += [
                edge
                for one, other in pairwise(edge)
                if (one in ACROSS and other.isalnum()) or (other in ACROSS and one.isalnum())
            ]
    return pieces


def glued(lines):
    """Return the texts in which the mark of a seat touches the word before it."""
    marks = SEAT_MARKS[:6]
    return [
        match[0] for line in lines for match in re.finditer(rf"\S*[^\W\d_]{{2}}[{marks}]\S*", line)
    ]


def chips_that_touch(drawing, grounds):
    """Return the rows in which letters on two of the grounds stand side by side without a blank."""
    touching = []
    for row in drawing.canvas.grid:
        for (one, style), (other, beside) in pairwise(row):
            names = [ground.rpartition("on ")[2] for ground in (style, beside)]
            if one.isalnum() and other.isalnum() and names[0] != names[1]:
                touching += ["".join(character for character, _ in row)] * (grounds >= {*names})
    return touching


def repeated(lines):
    """Return the remarks of two words or more that are repeated too often, with their counts."""
    pieces = Counter(
        piece.strip()
        for line in lines
        for piece in re.split(r"\s{2,}|[│┃┆║▌▐]", line)
        if len(re.findall(r"[^\W\d_]{2,}", piece)) > 1
    )
    return {piece: count for piece, count in pieces.items() if count > REMARKS_MAX}


def empty(lines):
    """Return the frames without anything in them."""
    return [
        frame
        for frame in frames(lines)
        if frame.height > 2
        and not any(
            lines[y][frame.x + 1 : frame.right - 1].strip()
            for y in range(frame.y + 1, frame.bottom - 1)
        )
    ]


def signs_of(lines, names):
    """Return the names that have a wrong seat's sign before them, with that sign."""
    wrong = set()
    for seat, name in enumerate(names):
        for line in lines:
            for match in re.finditer(rf"(\S) {re.escape(name)}\b", line):
                if match[1] in SEAT_LIKE - {SEAT_MARKS[seat]}:
                    wrong.add((name, match[1]))
    return wrong


def faults(lines, names):
    """Return the faults of a board or screen by kind."""
    wrong = {
        "text on a frame": on_frames(lines),
        "glued": glued(lines),
        "repeated": repeated(lines),
        "empty frames": [empties for empties in [empty(lines)] if len(empties) > EMPTY_MAX],
        "signs": signs_of(lines, names),
    }
    return {kind: cases for kind, cases in wrong.items() if cases}


# --- every board


def lines_of(pictured, size):
    """Return the rows of a scene in its language."""
    with reading(pictured.language):
        return rows(drawn(pictured.scene, size))


FLIES = ("text on a frame",)
"""Kinds of faults that are allowed while cards and points fly over the board."""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_no_board_has_a_fault_of_these_kinds(slug, size):
    for pictured in sampling.some(scenes_of(slug), SCENES, size[0] // 20):
        frame = pictured.scene.frame
        lines = lines_of(pictured, size)
        # Flying cards and points cross frames.
        names = pictured.scene.names
        wrong = faults(lines, names).keys() - {*FLIES[: bool(frame)]}
        assert not wrong, (pictured.name, faults(lines, names), lines)


SUITS = {
    "dice": {"bear", "lion", "fox", "snake", "owl", "scorpion"},
    "darwinning": {"acorn", "blueberry", "flower", "stock", "printed"},
    "yummy": {"citizens", "executive", "politics", "terror", "usa", "aliens"},
}
"""The grounds of chips and cards that lie side by side."""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("slug", SUITS)
def test_chips_lie_apart(slug, size):
    for pictured in sampling.some(scenes_of(slug), SCENES, size[0] // 20):
        drawing = drawn(pictured.scene, size)
        assert not chips_that_touch(drawing, SUITS[slug]), pictured.name


@pytest.mark.parametrize("size", SIZES[::2], ids=str)
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_the_legend_names_only_what_is_on_the_board(slug, size):
    board_signs = board_class(slug).SIGNS
    for pictured in sampling.some(scenes_of(slug), SCENES, size[0] // 20):
        text = drawn(pictured.scene, size).canvas.plain()
        for sign in legend(board_signs, pictured.scene.pane, text):
            assert sign.is_on(text), (pictured.name, sign)
            signs = {
                character
                for character in sign.drawn
                if not character.isalpha() and not character.isdecimal()
            }
            assert sign.shown_by or signs <= {" "} or (signs - {" "}) & {*text}, pictured.name


# --- every screen


@pytest.mark.usefixtures("resting_bots")
@pytest.mark.parametrize(
    ("size", "screen"), sampling.some(product(((80, 24), (120, 40)), SCREENS), 4)
)
async def test_no_screen_has_a_fault_of_these_kinds(size, screen):
    """The short form of the tests checks each screen at one of the sizes."""
    app, keys = screen
    async with app().run_test(size=size) as pilot:
        await pilot.press(*keys)
        lines = [line.ljust(size[0]) for line in shown(pilot.app).splitlines()]
        wrong = faults(lines, NAMES)
        assert not wrong, (wrong, "\n".join(lines))


@pytest.mark.usefixtures("resting_bots")
async def test_g_leaves_out_what_the_board_does_not_show():
    async with playing(saved("human", "bot:random", game="dice")).run_test(size=(80, 24)) as pilot:
        board = play_of(pilot.app).panel.board
        assert "½" not in board.drawing.canvas.plain()
        absent = {sign.words for sign in (*board.SIGNS, *SHARED)} - {
            sign.words for sign in legend(board.SIGNS, 0, board.drawing.canvas.plain())
        }
        await pilot.press("g")
        words = shown(pilot.app)
        assert absent
        assert not [sign for sign in absent if sign in words]


# --- planted faults


FRAME = ["╭─ hand ───╮", "│ a card   │", "│          │", "╰──────────╯"]


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("text on a frame", ["╭─ hand ───╮", "│ a card tha│"[:11] + "t", *FRAME[2:]]),
        ("text on a frame", ["╭─hand ────╮", *FRAME[1:]]),
        ("glued", ["corruption▲ CIA".ljust(20)]),
        ("repeated", ["none is born".ljust(20)] * (REMARKS_MAX + 1)),
        ("empty frames", [" ".join([row] * (EMPTY_MAX + 1)) for row in ("╭──╮", "│  │", "╰──╯")]),
        ("signs", ["□ Ada".ljust(10)]),
        ("signs", ["▲ Ada".ljust(10)]),
    ],
)
def test_a_planted_fault_is_found(kind, lines):
    assert [*faults(lines, NAMES)] == [kind]


def test_what_is_right_is_let_pass():
    assert not faults(FRAME, NAMES)
    assert not faults(["● Ada  ▲ Ben", "none is born"], NAMES)


def test_a_planted_pair_of_chips_that_touch_is_found():
    now = scenes_of("yummy")[0].scene
    drawing = drawn(now)
    drawing.canvas.write(0, 0, [("a", "strong dark-ink on citizens"), ("b", "x on usa")])
    assert chips_that_touch(drawing, SUITS["yummy"])


def test_a_planted_sign_that_is_not_shown_is_left_out():
    board = board_for("dice")
    assert "½" in {sign.drawn for sign in legend(board.SIGNS, 0, "a ½ card")}
    assert "½" not in {sign.drawn for sign in legend(board.SIGNS, 0, "a card")}
