"""All formats of an export, by name."""

from collections.abc import Iterator
from typing import Final

from darwin_tui.export.cast import Version, cast
from darwin_tui.export.data import data
from darwin_tui.export.files import write
from darwin_tui.export.markdown import markdown
from darwin_tui.export.offscreen import moving_picture, pictures
from darwin_tui.export.png import NoConverter, png
from darwin_tui.export.svg import HEIGHT, WIDTH
from darwin_tui.library.saves import Opened, SavedMatch
from darwin_tui.play.player_context import Session

__all__ = ["NoConverter", "Version", "exported", "rounds", "write"]

SIZE: Final = (100, 30)
"""Columns and rows of pictures and films."""
CHANCES_ROWS: Final = 52
"""The least rows of a picture with chances to win and turning points below the board."""


def exported(
    session: Session,
    opened: Opened,
    viewer: int,
    kind: str,
    at: int | None = None,
    version: Version = 2,
    size: tuple[int, int] = SIZE,
    moving: int = 0,
) -> bytes:
    """Return a match as one viewer may know it.

    Args:
        session: the player whose theme, language and notes pictures and films show.
        opened: the match.
        viewer: the perspective.
        kind: ``md``, ``json``, ``svg``, ``png`` or ``cast``.
        at: for pictures, the number of actions before the picture; None for all.
        version: of the format, for ``cast``.
        size: of pictures and films, in columns and rows.
        moving: for ``svg``, the number of actions up to there that the picture shows in turn; 0
            for a still one.

    Raises:
        NoConverter: with a sentence, if there is no program to make a PNG.
    """
    saved = SavedMatch(opened.match, opened.path)
    recording = saved.recording(viewer)
    analysis = saved.analysis(session.locations)
    if kind == "json":
        return data(recording, analysis)
    if kind == "cast":
        return cast(session, saved, recording, version, size)
    if kind in ("svg", "png"):
        position = recording.last if at is None else at
        if moving:
            positions = range(max(position - moving, 0), position + 1)
            return moving_picture(session, saved, viewer, positions, size).encode()
        # A picture of the end has room for the whole course.
        has_chances = analysis is not None and position == recording.last
        if has_chances:
            size = size[0], max(size[1], CHANCES_ROWS)
        drawn = pictures(session, saved, viewer, [position], size, has_chances=has_chances)
        picture = drawn[0].encode()
        return picture if kind == "svg" else png(picture, (size[0] * WIDTH, size[1] * HEIGHT))
    return markdown(recording, analysis).encode()


def rounds(
    session: Session, opened: Opened, viewer: int, size: tuple[int, int] = SIZE
) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of pictures of the table at the end of each round."""
    saved = SavedMatch(opened.match, opened.path)
    recording = saved.recording(viewer)
    drawn = pictures(session, saved, viewer, recording.round_ends, size)
    for position, picture in zip(recording.round_ends, drawn, strict=True):
        yield f"round-{recording.clocks[position].round}.svg", picture.encode()
