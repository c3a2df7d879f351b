"""Panels: a quiet round frame with a title in it; the active one is heavy."""

from collections.abc import Sequence
from typing import Final

from darwin_core.text.language import mark, tr
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import FRAMES, Run, Styled, length

TITLE_COLUMN: Final = 2


def panel(
    area: Area,
    title: Sequence[Styled] | str = "",
    note: Sequence[Styled] | str = "",
    foot: Sequence[Styled] | str = "",
    *,
    is_active: bool = False,
    ground: str = "panel",
    margin: int = 1,
) -> Area:
    """Draw a panel over a whole area.

    Args:
        area: to fill.
        title: at the left of the upper edge, bold. A plain text is a message, which is translated;
            the panel is found under its English title. Names and composed texts are in a list.
        note: at the right of the upper edge, dim; left out where there is no room for it.
        foot: at the right of the lower edge, dim.
        is_active: the frame is heavy and has the cursor's colour; one panel at a time.
        ground: the name of its ground.
        margin: blank columns at each side inside the frame.

    Returns:
        The area inside the frame and its margins.
    """
    own = area.on(ground)
    if own.height < 2 or own.width < 4:
        return own
    frame = "heavy" if is_active else "plain"
    style = "cursor" if is_active else "rule"
    left, right, low_left, low_right, across, down = tuple(FRAMES[frame])
    edge = own.style(style)
    width = own.width
    own.put(0, 0, [(left, edge), *[(across, edge)] * (width - 2), (right, edge)])
    own.put(
        0, own.height - 1, [(low_left, edge), *[(across, edge)] * (width - 2), (low_right, edge)]
    )
    for y in range(1, own.height - 1):
        own.put(0, y, [(down, edge)])
        own.put(width - 1, y, [(down, edge)])
    x = TITLE_COLUMN
    if title:
        pieces = _styled(title, "strong")
        own.mark("".join(piece[0] for piece in pieces).strip())
        if isinstance(title, str):
            pieces = [(tr(title), "strong")]
        x = own.text(x, 0, " ", *pieces, " ")
    if note:
        pieces = _styled(note, "dim")
        if x + length(pieces) + 4 <= width:
            own.right(0, " ", *pieces, " ", margin=TITLE_COLUMN)
    if foot:
        pieces = _styled(foot, "dim")
        own.right(own.height - 1, " ", *pieces, " ", margin=TITLE_COLUMN)
    return own.inside(1 + margin, 1, 1 + margin, 1)


def draw_action(area: Area, said: Sequence[str]) -> Area:
    """Draw the panel of a replay with the sentences on the last action; return the area that they
    leave free in it."""
    inner = panel(area, mark("This action"))
    y = 0
    for sentence in said:
        y = inner.paragraph(y, sentence)
    y = min(y, inner.height)
    return inner.at(0, y, inner.width, inner.height - y)


def heading(area: Area, y: int, *pieces: Styled, ground: str = "strip") -> Area:
    """Fill a row with the ground of headings and write in it; return the row."""
    row = area.at(0, y, area.width, 1, ground)
    row.text(1, 0, *pieces)
    return row


def _styled(pieces: Sequence[Styled] | str, style: str) -> list[Run]:
    """Return pieces, those without a style in the given one."""
    if isinstance(pieces, str):
        pieces = [pieces]
    return [(piece, style) if isinstance(piece, str) else piece for piece in pieces]
