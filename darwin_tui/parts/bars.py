"""The title bar above a board, and the strip of what others did since the viewer's last turn."""

from collections.abc import Sequence
from typing import Final

from darwin_tui.parts.area import ELLIPSIS, Area
from darwin_tui.parts.marks import seat_mark
from darwin_tui.widgets.board import AnyScene
from darwin_tui.widgets.canvas import Run, Styled, length

BLOCKS: Final = ("■", "□")
"""Steps of a clock that are reached, and those to come."""


def title_bar(area: Area, title: str, *pieces: Styled, right: Sequence[Styled] = ()) -> None:
    """Fill a row with the title of the game, the clock, and at the right what is left over."""
    bar = area.at(0, 0, area.width, 1, "strip")
    x = bar.text(0, 0, (f" {title} ", "strong token-ink on cursor"))
    bar.text(x + 2, 0, *pieces)
    if right:
        bar.right(0, *right, margin=1)


def clock_blocks(now: int, of: int) -> list[Run]:
    """Return the steps of a clock as blocks, those up to now filled."""
    return [(BLOCKS[0] * now, "ink"), (BLOCKS[1] * (of - now), "dim")]


def news(scene: AnyScene) -> dict[int, list[str]]:
    """Return what other seats did since the viewer's last action, by seats in order of events.

    Each sentence is without the name that it begins with.
    """
    found: dict[int, list[str]] = {}
    for event in scene.since:
        sentence = scene.game.sentence(event, scene.lexicon)
        for seat, name in enumerate(scene.names):
            if sentence.startswith(f"{name} "):
                rest = sentence.removeprefix(f"{name} ").rstrip(".")
                found.setdefault(seat, []).append(rest)
                break
    found.pop(scene.viewer, None)
    return found


def news_strip(
    area: Area, entries: Sequence[tuple[int, str]], title: str = "since your turn"
) -> None:
    """Write one entry for each rival in a row; a long one is shortened to the room of its share.

    Args:
        area: of one row or more; only the first is used.
        entries: seats and what they did, in few words.
        title: before the entries.
    """
    strip = area.at(0, 0, area.width, 1, "strip")
    x = strip.text(1, 0, (title, "dim")) + 2
    room = strip.width - x
    for place, (seat, text) in enumerate(entries):
        share = room // (len(entries) - place)
        shown = text if len(text) + 4 <= share else f"{text[: max(share - 5, 0)]}{ELLIPSIS}"
        pieces: list[Styled] = [seat_mark(seat), " ", shown]
        strip.text(x, 0, *pieces)
        used = length(pieces) + 2
        x += used
        room -= used
