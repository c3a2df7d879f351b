"""Parts of a drawing that are reused from the last drawing look as if they were drawn again."""

from dataclasses import replace
from random import Random

import pytest
import sampling
from textual.geometry import Region, Size
from tui.scenes import asking, chooser_for

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.lab.play import Case, moments
from darwin_tui.boards import board_for
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Canvas, Cursor, Drawing, Parts
from darwin_tui.drawing.marks import seat_mark, token

SIZES = (Size(80, 20), Size(80, 34), Size(120, 36), Size(200, 50))
MATCHES = 5
STEPS = sampling.part(150, 2)
ALWAYS_MOVING = {("darwinning", False), ("yummy", True)}
"""Games, paused or not, in which points are counted or something flies in every frame."""
LENGTHS_MAX = 4
"""The most lengths of animations that are drawn."""
LENGTH_MOVES = 2
"""The most animations of each length."""


def looks(drawing):
    """Return all cells and all other facts of a drawing."""
    rows = [drawing.canvas.row(y) for y in range(drawing.canvas.height)]
    places = list(drawing.places.items())
    return rows, places, drawing.numbers, drawing.has_news, drawing.panes


def played(slug, number):
    """Return a match that is played to its end; the number chooses seats, seed and players."""
    game = registry.get(slug)
    seats = game.seats[number % len(game.seats)]
    case = Case(game, seats, f"parts {number}", is_advised=bool(number % 2))
    match, _ = case.match()
    for moment in moments(case):
        match.accept(match.propose(moment.seat, moment.action))
    return match


def changed(rng, board, scene, drawing, match):
    """Return a scene after a random change, in half of all cases a move of the cursor."""
    elements = [*drawing.places, *drawing.places, None]
    change = rng.randrange(12)
    if change < 6:
        return replace(scene, cursor=rng.choice(elements))
    if change == 6:
        return replace(scene, pane=rng.randrange(max(len(board.PANES), 1)))
    if change == 7:
        return replace(scene, order=rng.randrange(len(board.ORDERS)))
    if change == 8:
        return replace(scene, has_log=not scene.has_log)
    if change == 9 and scene.chooser and scene.selectable:
        chosen = scene.chooser.select(rng.choice(sorted(scene.selectable)))
        return replace(scene, chooser=chosen)
    if change == 10:
        return replace(scene, chooser=chooser_for(scene.game, scene.view, scene.viewer))
    viewer = rng.choice([*range(match.seats), SPECTATOR])
    return asking(match, viewer, rng.randrange(len(match.history) + 1), cursor=scene.cursor)


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.GAMES_INTERVAL))
def test_kept_drawing_is_the_fresh_drawing(slug):
    for number in sampling.some(range(MATCHES), MATCHES):
        rng = Random(f"parts {slug} {number}")
        match = played(slug, number)
        board = board_for(slug)
        scene = asking(match, 0, len(match.history) // 2)
        size = SIZES[1]
        drawing = board.draw(scene, size)
        for step in range(STEPS):
            scene = changed(rng, board, scene, drawing, match)
            if rng.randrange(20) == 0:
                size = rng.choice(SIZES)
            drawing = board.draw(scene, size)
            fresh = board_for(slug).draw(scene, size)
            assert looks(drawing) == looks(fresh), f"match {number}, step {step}"


@pytest.mark.parametrize(("slug", "is_paused"), sampling.grid(registry.SLUGS, [True, False]))
def test_frames_that_are_not_drawn_again_look_like_the_first_of_them(slug, is_paused):
    """One board draws all frames, and so keeps parts; each frame is compared with a new board's."""
    match = played(slug, 3)
    board = board_for(slug)
    frames = 0
    drawn = 0
    for position in animated(board, match, is_paused=is_paused):
        moving = match.events(0, position)
        last = None
        count = board.reveal_frames(moving) + (0 if is_paused else board.frames(moving))
        scene = asking(match, 0, position, moving=moving, is_paused=is_paused)
        first = count
        for frame in range(count, 0, -1):
            shown = looks(board_for(slug).draw(replace(scene, frame=frame), SIZES[2]))
            drawing = board.draw(replace(scene, frame=frame), SIZES[2])
            assert looks(drawing) == shown, f"line {position}, frame {frame} of {count}"
            if frame == first:
                flies = board.flies(moving, frame, is_paused=is_paused)
                first -= 1 if flies else board.alike(moving, frame, is_paused=is_paused)
                last = shown
                drawn += 1
            assert shown == last, f"line {position}, frame {frame} of {count}"
            frames += 1
        assert first == 0
    assert frames
    assert drawn < frames or (slug, is_paused) in ALWAYS_MOVING


def animated(board, match, *, is_paused):
    """Return positions of a match with animations: a few of each length."""
    by_length: dict[tuple[int, int], list[int]] = {}
    for position in range(1, len(match.history) + 1):
        events = match.events(0, position)
        reveal, moving = board.reveal_frames(events), board.frames(events)
        if reveal if is_paused else moving:
            by_length.setdefault((reveal, moving), []).append(position)
    lengths = [positions[:LENGTH_MOVES] for positions in by_length.values()]
    return [position for positions in lengths[:LENGTHS_MAX] for position in positions]


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.GAMES_INTERVAL, 1))
def test_moved_cursor_is_drawn_everywhere(slug):
    """The cursor moves over the elements and back, at several kinds of decision."""
    match = played(slug, 1)
    board = board_for(slug)
    size = SIZES[2]
    for position in sampling.some(range(0, len(match.history), 3), 55):
        viewer = match.history[position].seat
        scene = asking(match, viewer, position)
        places = list(board.draw(scene, size).places)
        places = [*places, *reversed(places[::2])]
        for cursor in sampling.some(places, sampling.PLACES_INTERVAL, position):
            scene = replace(scene, cursor=cursor)
            assert looks(board.draw(scene, size)) == looks(board_for(slug).draw(scene, size))


def test_view_that_changes_in_place_is_drawn_again():
    match = played("journey", 0)
    board = board_for("journey")
    scene = asking(match, 0, 40)
    board.draw(scene, SIZES[1])
    scene.view.coins = [97] * len(scene.view.coins)
    assert looks(board.draw(scene, SIZES[1])) == looks(board_for("journey").draw(scene, SIZES[1]))
    assert "97" in board.draw(scene, SIZES[1]).canvas.plain()


class Drawn:
    """A board of two parts with an inner part each, and a list of the parts that were drawn."""

    def __init__(self):
        self.parts = Parts()
        self.calls = []

    def draw(self, key, element):
        cursor = Cursor(element)
        self.parts.start(key, cursor)
        self.calls.clear()
        drawing = Drawing(Canvas(20, 3), {}, parts=self.parts)
        for number in (1, 2):
            row = Area(drawing, Region(0, number, 20, 1))
            row.part(self._outer, (cursor,), number)
        return drawing

    def _outer(self, area, cursor, number):
        self.calls.append(f"outer {number}")
        area.part(self._inner, (cursor,), number)
        area.drawing.panes[number] = area.at(0, 0, 5, 1).region

    def _inner(self, area, cursor, number):
        self.calls.append(f"inner {number}")
        mark = "▶" if cursor.is_on(("card", number)) else "·"
        area.text(0, 0, (f"{mark}{cursor.number_of('space')}", "strong"))
        area.at(0, 0, 3, 1).enter(("card", number))


def test_parts_are_drawn_where_an_answer_of_the_cursor_may_differ():
    board = Drawn()
    board.draw("key", None)
    assert board.calls == ["outer 1", "inner 1", "outer 2", "inner 2"]
    board.draw("key", ("button", 1))
    assert board.calls == []
    first = board.draw("key", ("card", 1))
    assert board.calls == ["outer 1", "inner 1"]
    assert first.canvas.plain().split() == ["▶None", "·None"]
    assert list(first.places) == [("card", 1), ("card", 2)]
    assert set(first.panes) == {1, 2}
    second = board.draw("key", ("card", 2))
    assert second.canvas.plain().split() == ["·None", "▶None"]
    assert len(board.calls) == 4
    board.draw("key", ("space", 3))
    assert len(board.calls) == 4
    board.draw("other key", ("space", 3))
    assert len(board.calls) == 4


def test_cursor_that_is_read_whole_counts_whole():
    cursor, other = Cursor(("card", 1)), Cursor(("card", 2))
    cursor.begin()
    assert cursor.read() == ("card", 1)
    reads = cursor.end()
    assert reads.may_differ(cursor.element, other.element)
    assert not reads.may_differ(cursor.element, cursor.element)


@pytest.mark.parametrize("seat", range(len(SEAT_MARKS)))
def test_a_token_has_the_sign_of_its_seat(seat):
    assert token(seat)[0] == seat_mark(seat)[0] == SEAT_MARKS[seat]
