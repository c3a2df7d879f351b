"""The notes on the actions of a match, and the help that players had in it. The record stays
unchanged.

A note is a comment by a person, the new level of a bot, a hint that a player asked for, or actions
that the program named to a player.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec

from darwin_core.journal import JournalError, unreadable
from darwin_core.journal.disk import changing, read_whole, write_whole
from darwin_core.match import AnyMatch
from darwin_core.match.record import UNREADABLE
from darwin_core.text.language import tr, tr_n
from darwin_core.text.wording import capitalized
from darwin_tui.seating import level_title
from darwin_tui.terminal.printable import clean

GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""Glyphs of keys 1 to 6, from brilliant to a blunder."""
TEXT_CHARACTERS_MAX: Final = 200
"""Maximum length of a note."""
NOTATION_CHARACTERS_MAX: Final = 400
"""Maximum length of a named action."""
BYTES_MAX: Final = 1024 * 1024
"""Maximum size of a file of notes; a larger one is not read."""


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A note on an action; see the module."""

    line: Annotated[int, msgspec.Meta(ge=0)]
    """The record line; 0 for the start."""
    by: Annotated[str, msgspec.Meta(max_length=16)]
    """Name of the author, of the bot with a new level, or of the player with a hint."""
    glyph: Annotated[str, msgspec.Meta(max_length=2)] = ""
    text: Annotated[str, msgspec.Meta(max_length=TEXT_CHARACTERS_MAX)] = ""
    level: Annotated[str, msgspec.Meta(max_length=16)] = ""
    """The level of the bot ``by`` from here on; empty if it does not change."""
    hint: bool = False
    """The player ``by`` got a hint for the next decision; such a note is not a comment."""
    named: tuple[Annotated[str, msgspec.Meta(max_length=NOTATION_CHARACTERS_MAX)], ...] = ()
    """The actions that hints or a note of the program named for that decision, in the game's
    notation. Without ``hint``, the player did not ask; such a note is not a comment either."""

    @property
    def is_comment(self) -> bool:
        return not (self.hint or self.named)

    def render(self) -> str:
        """Return the note as one line that cannot control a terminal."""
        comment = self.text
        if self.level:
            # The level is stored by name, so that every reader sees it in their language.
            comment = tr("plays as {level} from here", level=level_title(self.level))
        text = f"{self.glyph} {self.by}: {comment}" if comment else f"{self.glyph} {self.by}"
        return clean(text).strip()


def read(path: Path) -> list[Note]:
    """Return the comments in a file by line; empty without a sound file."""
    return [note for note in _sound(path) if note.is_comment]


def _sound(path: Path) -> list[Note]:
    """Return all notes in a file; none if it cannot be read."""
    with suppress(JournalError):
        return _read(path)
    return []


def _read(path: Path) -> list[Note]:
    """Return all notes in a file by line; raises JournalError if it cannot be read."""
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
    """Store a note in place of the same author's on that line; an empty one removes it.

    Raises:
        JournalError: if the notes cannot be written, or existing ones cannot be read; then they
            stay unchanged.
    """
    with changing(path.parent):
        notes = [old for old in _read(path) if _key(old) != _key(note)]
        if note.glyph or note.text or not note.is_comment:
            notes.append(note)
        data = msgspec.json.format(msgspec.json.encode(notes), indent=1) + b"\n"
        write_whole(path, data)
    comments = (note for note in notes if note.is_comment)
    return sorted(comments, key=lambda note: (note.line, note.by))


def _key(note: Note) -> tuple[int, str, bool, bool]:
    """Return the key of a note; a new one replaces the note with the same key."""
    return note.line, note.by, note.hint, note.is_comment


def note_named(path: Path, note: Note) -> None:
    """Note that the program has named an action to a player after a line of a match, besides those
    named before. A failure to write the note does not prevent the hint."""
    with suppress(JournalError, OSError):
        named = (action for old in _read(path) if _key(old) == _key(note) for action in old.named)
        write(path, msgspec.structs.replace(note, named=(*dict.fromkeys((*named, *note.named)),)))


def followed(path: Path, match: AnyMatch, seat: int) -> frozenset[int]:
    """Return the positions of a seat's decisions in which its player took an action that the
    program had named.

    Args:
        path: file of the match's notes.
    """
    player = match.header.names[seat]
    notes = [note for note in _sound(path) if note.named and note.by == player]
    positions = set[int]()
    # Record line of the player's previous action; notes on later lines are about the next one.
    line_before = -1
    for position, played in enumerate(match.history if notes else ()):
        if played.seat != seat:
            continue
        notation = match.game.texts.notation(played.action)
        if any(line_before <= note.line < played.line and notation in note.named for note in notes):
            positions.add(position)
        line_before = played.line
    return frozenset(positions)


class Help(NamedTuple):
    """The help that a player had in a match."""

    hints: int = 0
    """Number of decisions with a hint."""
    undos: int = 0
    """Number of undos of actions that others had seen."""
    levels: int = 0
    """Number of changes of a bot's level."""
    suggestions: int = 0
    """Number of decisions without a hint for which the program suggested an action."""

    @property
    def words(self) -> str:
        """The help in words, such as "with help: 1 hint"; empty for none."""
        parts = [
            (self.hints, tr_n("{number} hint", "{number} hints", self.hints)),
            (self.undos, tr_n("{number} undo", "{number} undos", self.undos)),
            (self.levels, tr_n("{number} other level", "{number} other levels", self.levels)),
            (
                self.suggestions,
                tr_n("{number} suggestion", "{number} suggestions", self.suggestions),
            ),
        ]
        words = ", ".join(words for number, words in parts if number)
        return tr("with help: {help}", help=words) if words else ""

    @property
    def sentence(self) -> str:
        """The help in a sentence; empty for none."""
        return f"{capitalized(self.words)}." if self.words else ""


def help_in(path: Path, player: str, undos: Sequence[int], seat: int) -> Help:
    """Return the help that a player had in a match.

    Args:
        undos: the seat of each undo of an action that others saw.
    """
    notes = _sound(path)
    hinted = {note.line for note in notes if note.hint and note.by == player}
    named = {note.line for note in notes if note.named and note.by == player}
    return Help(
        len(hinted),
        undos.count(seat),
        sum(bool(note.level) for note in notes),
        len(named - hinted),
    )
