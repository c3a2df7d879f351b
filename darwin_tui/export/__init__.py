"""A match for readers without the program: as text, as data, as pictures, as a film.

What is exported is what one viewer may know; the whole match is exported only once it is over.
"""

from collections.abc import Iterator
from pathlib import Path

from darwin_core.journal import JournalError, reason
from darwin_core.journal.file import file_size, write_whole
from darwin_tui.export.cast import Version, cast
from darwin_tui.export.data import data
from darwin_tui.export.markdown import markdown
from darwin_tui.export.offscreen import pictures
from darwin_tui.saves import Opened, SavedMatch
from darwin_tui.session import Session

SIZE = (100, 30)
"""Columns and rows of pictures and films."""


def exported(
    session: Session,
    opened: Opened,
    viewer: int,
    kind: str,
    at: int | None = None,
    version: Version = 2,
) -> bytes:
    """Return a match as one viewer may know it.

    Args:
        session: the player whose theme, language and notes pictures and films show.
        opened: the match.
        viewer: the perspective.
        kind: ``md``, ``json``, ``svg`` or ``cast``.
        at: for ``svg``, the number of actions before the picture; None for all.
        version: of the format, for ``cast``.
    """
    saved = SavedMatch(opened.match, opened.path)
    recording = saved.recording(viewer)
    if kind == "json":
        return data(recording, session.language)
    if kind == "cast":
        return cast(session, saved, recording, version, SIZE)
    if kind == "svg":
        position = recording.last if at is None else at
        return pictures(session, saved, viewer, [position], SIZE)[0].encode()
    return markdown(recording, session.language).encode()


def rounds(session: Session, opened: Opened, viewer: int) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of pictures of the table at the end of each round."""
    saved = SavedMatch(opened.match, opened.path)
    recording = saved.recording(viewer)
    clocks, last = recording.clocks, recording.last
    ends = [p for p in range(last) if clocks[p].round != clocks[p + 1].round] + [last]
    drawn = pictures(session, saved, viewer, ends, SIZE)
    for position, picture in zip(ends, drawn, strict=True):
        yield f"round-{clocks[position].round}.svg", picture.encode()


def write(path: Path, data: bytes) -> None:
    """Write an export to a file; where the path is a link, to the file that it leads to.

    Raises:
        JournalError: if it cannot be written, or there is something that is no file.
    """
    try:
        file_size(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise JournalError(f"{path} cannot be written: {reason(error)}.") from None
    write_whole(path.resolve(), data)
