"""A player's notes on the actions of a match, in a file beside its record."""

from pathlib import Path
from typing import Annotated, Final

import msgspec

from darwin_core.journal import JournalError, unreadable
from darwin_core.journal.disk import changing, read_whole, write_whole
from darwin_core.match.record import UNREADABLE
from darwin_core.text.language import tr
from darwin_tui.seating import level_title
from darwin_tui.terminal.printable import clean

GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""Marks of keys 1 to 6, from brilliant to a blunder."""

TEXT_CHARACTERS_MAX: Final = 200
BYTES_MAX: Final = 1024 * 1024


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's comment on an action."""

    line: Annotated[int, msgspec.Meta(ge=0)]
    """The line of the record; 0 for the start."""
    by: Annotated[str, msgspec.Meta(max_length=16)]
    glyph: Annotated[str, msgspec.Meta(max_length=2)] = ""
    text: Annotated[str, msgspec.Meta(max_length=TEXT_CHARACTERS_MAX)] = ""
    level: Annotated[str, msgspec.Meta(max_length=16)] = ""
    """The level that the bot of that name has from here on; empty where it does not change."""

    def render(self) -> str:
        """Return the note as one line that cannot drive a terminal."""
        comment = self.text
        if self.level:
            # The level is kept by name, and every reader reads it in their language.
            comment = tr("plays as {level} from here", level=level_title(self.level))
        text = f"{self.glyph} {self.by}: {comment}" if comment else f"{self.glyph} {self.by}"
        return clean(text).strip()


def read(path: Path) -> list[Note]:
    """Return the notes in a file in the order of lines; none where there is no sound file."""
    try:
        return _read(path)
    except JournalError:
        return []


def _read(path: Path) -> list[Note]:
    try:
        notes = msgspec.json.decode(read_whole(path, BYTES_MAX), type=list[Note])
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(path, error) from None
    except UNREADABLE:
        raise JournalError(tr("{name} is damaged; it is left as it is.", name=path)) from None
    return sorted(notes, key=lambda note: (note.line, note.by))


def write(path: Path, note: Note) -> list[Note]:
    """Keep a note in place of the same author's on that line; an empty one removes it.

    Args:
        path: the file of the notes on one record.
        note: the new note.

    Raises:
        JournalError: if the notes cannot be written, or those there are cannot be read; then they
            are unchanged.
    """
    with changing(path.parent):
        notes = [old for old in _read(path) if (old.line, old.by) != (note.line, note.by)]
        if note.glyph or note.text:
            notes.append(note)
        data = msgspec.json.format(msgspec.json.encode(notes), indent=1) + b"\n"
        write_whole(path, data)
    return sorted(notes, key=lambda note: (note.line, note.by))
