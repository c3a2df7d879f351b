"""Every field with its player's name, as large as there is room for, and the latest events."""

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import shorten, wrap
from typing import Final

from textual.geometry import Region, Size

from darwin_core.games.yummy.dangers import Danger, dangers
from darwin_core.games.yummy.notation import triplet_element
from darwin_core.games.yummy.rules import limit, to_move, totals
from darwin_core.games.yummy.state import Picked, Triplet, YummyState
from darwin_core.games.yummy.triplets import worth
from darwin_core.games.yummy.view import remembered
from darwin_core.games.yummy.words import cards_words
from darwin_tui.games.yummy.cards import draw_triplet, triplet_line
from darwin_tui.games.yummy.scene import Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Run
from darwin_tui.widgets.signs import sign

TRIPLET: Final = Size(15, 5)
"""The size of a triplet drawn as cards."""
WIDE: Final = 25
NARROW: Final = 15
"""The columns of a triplet in a line, with and without its points and dangers."""
POINTS: Final = 10
"""The columns of a player's points and of the marks beside the name."""
NEWS: Final = 2
"""The least rows for the last sentences of the event log, if the log itself is not visible."""
EVENTS_MAX: Final = 12
"""The number of events to format: more than there are rows for."""

Draw = Callable[[Drawing, Scene, int, int, Region, Triplet, list[Danger] | None], None]


@dataclass(frozen=True)
class _Style:
    """A way to draw fields."""

    width: int
    """The columns of a triplet."""
    rows: int
    """The rows of a row of triplets."""
    draw: Draw
    is_inline: bool = False
    """True if triplets are beside the player's name, not below it."""
    is_cut: bool = False
    """True if triplets beyond the first row are only counted."""

    def start(self, scene: Scene) -> int:
        """Return the column where triplets begin."""
        return max(map(len, scene.names)) + POINTS if self.is_inline else 1

    def in_row(self, canvas: Canvas, scene: Scene) -> int:
        """Return the number of triplets in a row."""
        return (canvas.width - self.start(scene)) // self.width

    def height(self, canvas: Canvas, scene: Scene, triplets: int) -> int:
        """Return the rows of a player."""
        if self.is_cut:
            return 1
        rows = max(-(-triplets // self.in_row(canvas, scene)), 1)
        return rows if self.is_inline else 1 + rows * (self.rows if triplets else 1)


def _sign(scene: Scene, owner: int, place: int) -> Run:
    """Return the sign of a triplet's element, with the style of the triplet."""
    text, style = sign(scene, triplet_element(owner, place))
    return text, style or "selectable"


def _framed(
    drawing: Drawing,
    scene: Scene,
    owner: int,
    place: int,
    at: Region,
    each: Triplet,
    by: list[Danger] | None,
) -> None:
    mark, style = _sign(scene, owner, place)
    region = Region(at.x, at.y, TRIPLET.width, TRIPLET.height)
    frame = "heavy" if mark in "▶✓»" else "plain"
    draw_triplet(drawing.canvas, region, each, by, style, frame, scene.lexicon)
    if mark != " ":
        drawing.canvas.text(at.x + 3, at.y, (mark, style))


def _line(is_wide: bool) -> Draw:
    def draw(
        drawing: Drawing,
        scene: Scene,
        owner: int,
        place: int,
        at: Region,
        each: Triplet,
        by: list[Danger] | None,
    ) -> None:
        mark, style = _sign(scene, owner, place)
        drawing.canvas.text(
            at.x, at.y, (mark, style), *triplet_line(each, by, is_wide, scene.lexicon)
        )

    return draw


_STYLES: Final = (
    _Style(TRIPLET.width + 1, TRIPLET.height, _framed),
    _Style(WIDE, 1, _line(is_wide=True)),
    _Style(NARROW, 1, _line(is_wide=False)),
    _Style(NARROW, 1, _line(is_wide=False), is_inline=True),
    _Style(NARROW, 1, _line(is_wide=False), is_inline=True, is_cut=True),
)
"""The styles, largest first."""


def _rows(canvas: Canvas, scene: Scene, view: YummyState, style: _Style) -> int:
    """Return the rows of all fields."""
    return sum(style.height(canvas, scene, len(field)) for field in view.fields)


def _style_for(canvas: Canvas, scene: Scene, view: YummyState, room: int) -> _Style:
    news = 0 if scene.has_log else NEWS
    fitting = [each for each in _STYLES if _rows(canvas, scene, view, each) <= room]
    roomy = [
        each
        for each in fitting
        if _rows(canvas, scene, view, each) + news <= room and not each.is_cut
    ]
    return [*roomy, *fitting, _STYLES[-1]][0]


def has_room(canvas: Canvas, scene: Scene, view: YummyState, room: int, rows: int) -> bool:
    """Return whether there is room for more rows without smaller fields.

    The last sentences of the event log keep their room.
    """
    style = _style_for(canvas, scene, view, room)
    news = 0 if scene.has_log else 2 * NEWS
    return _rows(canvas, scene, view, style) + news + rows <= room and not style.is_inline


def draw_fields(drawing: Drawing, scene: Scene, view: YummyState, top: int, bottom: int) -> None:
    """Draw every field with its player's name, as large as there is room for; then the latest
    events."""
    canvas = drawing.canvas
    seats = range(len(view.hands))
    room = bottom - top
    news = 0 if scene.has_log else NEWS
    style = _style_for(canvas, scene, view, room)
    rows = _rows(canvas, scene, view, style)
    gap = 1 if rows + len(seats) + news <= room else 0
    y = top
    for seat in seats:
        _player(canvas, scene, view, seat, y, style)
        _field(drawing, scene, view, seat, y, style)
        y += style.height(canvas, scene, len(view.fields[seat])) + gap
    if not scene.has_log:
        _draw_latest_events(canvas, scene, y, bottom)


def _field(
    drawing: Drawing, scene: Scene, view: YummyState, seat: int, y: int, style: _Style
) -> None:
    canvas, field = drawing.canvas, view.fields[seat]
    start, in_row = style.start(scene), style.in_row(canvas, scene)
    below = 0 if style.is_inline else 1
    if not field:
        canvas.text(start + 1, y + below, ("no triplets", "faint"))
    shown = field
    if style.is_cut and len(field) > in_row:
        shown = field[:in_row]
        canvas.right(canvas.width, y, (f"+{len(field) - in_row}", "strong"))
    for place, each in enumerate(shown):
        row, column = divmod(place, in_row)
        x, top = start + column * style.width, y + below + row * style.rows
        at = Region(x, top, style.width - (style.rows > 1), style.rows)
        drawing.places[triplet_element(seat, place)] = at
        style.draw(drawing, scene, seat, place, at, each, dangers(view, seat, each))


def _player(
    canvas: Canvas, scene: Scene, view: YummyState, seat: int, y: int, style: _Style
) -> None:
    """Draw a player's name and points; if there is room, also pile and hand."""
    hue = f"seat-{seat} strong" if seat == scene.viewer else f"seat-{seat}"
    canvas.text(1, y, ("▸" if seat in to_move(view) else " ", "cursor"))
    canvas.text(2, y, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", hue))
    points = totals(view)[seat]
    x = canvas.text(max(map(len, scene.names)) + 5, y, (f"{points:>3}", "strong"))
    if style.is_inline:
        return
    piled = sum(map(worth, view.piles[seat]))
    x = canvas.text(
        x,
        y,
        (" points" if points != 1 else " point ", "dim"),
        ("   pile ", "dim"),
        (f"{piled:<3}", "strong" if piled else "dim"),
        (" hand ", "dim"),
        (f"{len(view.hands[seat])}", "strong"),
        (f" of {limit(view, seat)}", "dim"),
    )
    known = remembered(view, scene.viewer)[seat] if seat != scene.viewer else b""
    if known:
        held = shorten(cards_words(known, scene.lexicon), canvas.width - x - 10, placeholder=" …")
        canvas.text(x, y, (", holds ", "dim"), held)


def _draw_latest_events(canvas: Canvas, scene: Scene, y: int, bottom: int) -> None:
    """Draw the last sentences of the event log, the newest below."""
    lines = [
        line
        for event in scene.events[-EVENTS_MAX:]
        if not isinstance(event, Picked)
        for line in wrap(
            scene.game.sentence(event, scene.lexicon), canvas.width - 2, subsequent_indent="  "
        )
    ]
    rows = min(max(bottom - y, 0), len(lines))
    for row, text in enumerate(lines[len(lines) - rows :]):
        canvas.text(1, bottom - rows + row, (text, "dim"))
