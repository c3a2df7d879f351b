"""Notes on the acts of a match, kept beside its record, which they leave as it is."""

from pathlib import Path
from typing import Annotated, Final

import msgspec

from darwin_core.journal import JournalError, reason
from darwin_core.journal.file import read_whole, write_whole
from darwin_core.record import UNREADABLE
from darwin_tui import locations

GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""What keys 1 to 6 say of an act: from brilliant to a blunder."""

LONGEST: Final = 200
MOST_BYTES: Final = 1024 * 1024


class Note(msgspec.Struct, frozen=True):
    """What somebody thinks of an act."""

    line: Annotated[int, msgspec.Meta(ge=0)]
    """The line of the record it is on; 0 for the start."""
    by: Annotated[str, msgspec.Meta(max_length=16)]
    glyph: Annotated[str, msgspec.Meta(max_length=2)] = ""
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""

    def told(self) -> str:
        """The note as one line that cannot drive a terminal."""
        text = f"{self.glyph} {self.by}: {self.text}" if self.text else f"{self.glyph} {self.by}"
        return "".join(c if c.isprintable() else "?" for c in text).strip()


def read(record: Path) -> list[Note]:
    """The notes on a record, in the order of its lines; none where there is no sound file."""
    try:
        return _read(locations.notes_path(record))
    except JournalError:
        return []


def _read(path: Path) -> list[Note]:
    try:
        notes = msgspec.json.decode(read_whole(path, MOST_BYTES), type=list[Note])
    except FileNotFoundError:
        return []
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {reason(error)}.") from None
    except UNREADABLE:
        raise JournalError(f"{path} is damaged; it is left as it is.") from None
    return sorted(notes, key=lambda note: (note.line, note.by))


def write(record: Path, note: Note) -> list[Note]:
    """Keep a note in place of the same author's on that line; an empty one removes it.

    Raises:
        JournalError: if the notes cannot be written, or those there are cannot be read; then they
            are as they were.
    """
    path = locations.notes_path(record)
    notes = [old for old in _read(path) if (old.line, old.by) != (note.line, note.by)]
    if note.glyph or note.text:
        notes.append(note)
    data = msgspec.json.format(msgspec.json.encode(notes), indent=1) + b"\n"
    write_whole(path, data)
    return sorted(notes, key=lambda note: (note.line, note.by))
