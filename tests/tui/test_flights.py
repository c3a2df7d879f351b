"""The animation at the end of an action in which cards and points fly to a seat's panel."""

import pytest
from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from tui import darwinning_scenes, evo_scenes, journey_scenes, yummy_scenes
from tui.scenes import example, scene

from darwin_core.games.darwinning.acts import Climbed, Eaten, Grown, TraitTaken, TrickWon
from darwin_core.games.dice.acts import Won
from darwin_core.games.evo.acts import Displaced, Foraged, Hunted
from darwin_core.games.journey.acts import (
    Achieved,
    Bought,
    CameFirst,
    Completed,
    Delivered,
    Took,
    Unlocked,
)
from darwin_core.games.yummy.acts import Laid, Traded, Trumped
from darwin_tui.boards import board_for
from darwin_tui.boards.darwinning.trick import counted_points as darwinning_points
from darwin_tui.boards.yummy.scene import counted_points as yummy_points
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas, Drawing
from darwin_tui.drawing.overlay import FLIGHT_FRAMES, Flight, draw_flights, points
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.painter import Painter
from darwin_tui.widgets.board_panel import FRAME_SECONDS

FRAME_BYTES_MAX = 1500
"""The most bytes of a frame on a terminal with all colours: about those of a card of Darwin's Dice
that is turned up."""
MATCHES = {
    "darwinning": lambda: darwinning_scenes.whole_match(4, "theft"),
    "yummy": lambda: yummy_scenes.whole_match(4),
    "dice": lambda: example(4, "flight"),
    "evo": lambda: evo_scenes.whole_match(4),
    "journey": lambda: journey_scenes.whole_match(4),
}
CASES = [
    ("yummy", Laid),
    ("yummy", Trumped),
    ("yummy", Traded),
    ("darwinning", TrickWon),
    ("darwinning", TraitTaken),
    ("darwinning", Eaten),
    ("darwinning", Climbed),
    ("darwinning", Grown),
    ("dice", Won),
    ("evo", Hunted),
    ("evo", Foraged),
    ("evo", Displaced),
    ("journey", CameFirst),
    ("journey", Delivered),
    ("journey", Achieved),
    ("journey", Completed),
    ("journey", Took),
    ("journey", Bought),
    ("journey", Unlocked),
]
WORDY = (Achieved, Completed, Took, Bought)
"""Events whose gains fly as several words. A row of figures seldom has room for the words, so that
their flight may end before it."""


def test_a_flight_takes_no_longer_than_a_step_may():
    assert FLIGHT_FRAMES * FRAME_SECONDS <= 0.3


@pytest.mark.parametrize("size", [(80, 21), (120, 37)], ids=str)
@pytest.mark.parametrize(("slug", "kind"), CASES, ids=str)
def test_points_and_cards_fly_to_who_gets_them(slug, kind, size):
    match = MATCHES[slug]()
    board = board_for(slug)
    at = Size(*size)
    position = next(
        step
        for step in range(1, len(match.lines))
        if any(isinstance(event, kind) and taker(event) for event in match.events(0, step))
        and (slug == "dice" or board.frames(match.events(0, step)))
    )
    events = match.events(0, position)
    more = {"is_paused": slug == "dice"}
    frames = board.reveal_frames(events) if slug == "dice" else board.frames(events)
    still = board.draw(scene(match, 0, position, **more), at)
    seat = next(taker(event) for event in events if isinstance(event, kind))
    painter = Painter(TerminalFacts())
    moved = []
    ends = []
    for frame in range(frames, -1, -1):
        more |= {"frame": frame, "moving": events if frame else ()}
        now = board.draw(scene(match, 0, position, **more), at)
        moved.append(sent(painter, board, now, at))
        end = now.marks[f"{'board' if slug == 'darwinning' else 'plate'} {seat}"]
        row = Region(0, max(end.y - 1, 0), size[0], end.height + 2).intersection(at.region)
        row = at.region if kind in WORDY else row
        ends.append(any(" on good" in style for _, style in cells_in(now, row)))
    assert now.canvas.plain() == still.canvas.plain(), "nothing of it is left"
    assert max(moved[1:]) <= FRAME_BYTES_MAX
    if kind not in (Traded, TraitTaken, TrickWon):
        assert any(ends), "the points come to the panel, or to its row"


def taker(event):
    """Return the seat to which an event's cards or points fly."""
    return event.eater if isinstance(event, Eaten) else event.seat


def cells_in(drawing, region):
    """Return the cells of a drawing in a region."""
    return [
        cell
        for y in range(region.y, region.bottom)
        for cell in drawing.canvas.grid[y][region.x : region.right]
    ]


def sent(painter, board, drawing, size):
    """Return the number of bytes that change the painter's last drawing into this one."""
    strips = [
        Strip([Segment(text, board.palette.style(name)) for text, name in drawing.canvas.row(y)])
        for y in range(size.height)
    ]
    parts = ((0, y, strip, 0, size.width) for y, strip in enumerate(strips))
    return len(painter.paint(parts, size).encode())


COUNTED = [("yummy", Laid), ("yummy", Trumped), ("darwinning", Climbed), ("darwinning", Grown)]


@pytest.mark.parametrize(("slug", "kind"), COUNTED, ids=str)
def test_points_are_counted_from_what_they_were_to_what_they_are(slug, kind):
    match = MATCHES[slug]()
    board = board_for(slug)
    position = next(
        step
        for step in range(1, len(match.lines))
        if any(isinstance(event, kind) for event in match.events(0, step))
    )
    events = match.events(0, position)
    before, after = (
        match.game.standing(match.state_at(step)).totals for step in (position - 1, position)
    )
    assert before != after
    frames = board.frames(events)
    for seat in range(match.seats):
        counts = [
            counted(slug, scene(match, 0, position, frame=frame, moving=events), seat, frames)
            for frame in range(frames, -1, -1)
        ]
        assert (counts[0], counts[-1]) == (before[seat], after[seat])
        assert counts == sorted(counts, reverse=after[seat] < before[seat])


def counted(slug, now, seat, frames):
    """Return the points of a seat that a frame shows."""
    if slug == "yummy":
        return yummy_points(now, seat)
    return darwinning_points(now, seat, frames)


@pytest.mark.parametrize("left", range(1, FLIGHT_FRAMES + 1))
def test_words_on_the_same_way_never_cover_each_other(left):
    drawing = Drawing(Canvas(40, 9), {})
    near, far = Region(0, 4, 5, 1), Region(30, 8, 5, 1)
    words = [points(number) for number in (3, 4, 5)]
    draw_flights(drawing, [Flight(word, near, far) for word in words], left)
    rows = ["".join(character for character, _ in row) for row in drawing.canvas.grid]
    assert sum(row.count("+") for row in rows) == 3
    assert all(any(f" +{number} " in row for row in rows) for number in (3, 4, 5))


@pytest.mark.parametrize("left", range(1, FLIGHT_FRAMES + 1))
def test_words_that_fly_cover_no_letter_of_the_board(left):
    drawing = Drawing(Canvas(40, 9), {})
    text = "genomes points berry 2 berry 3 finch 17 "
    area = Area(drawing, Region(0, 0, 40, 9))
    for row in range(9):
        area.text(0, row, text[: 40 if row % 2 else 30])
    before = drawing.canvas.plain().split()
    draw_flights(drawing, [Flight(points(4), Region(0, 2, 5, 1), Region(20, 7, 9, 1))], left)
    after = drawing.canvas.plain().split()
    assert [word for word in after if word != "+4"] == before
    assert "+4" in after
