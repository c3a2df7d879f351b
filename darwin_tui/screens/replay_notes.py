"""The player's notes on the actions of a replay, and the dialogs for them."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from darwin_core.journal import JournalError
from darwin_core.text.language import mark, tr
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.dialogs.pick import PickDialog
from darwin_tui.library import notes
from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.widgets.screen import DarwinScreen

NO_NOTES: Final = mark("Notes are kept at home: download the record first.")


class ReplayNotes:
    """Reads and writes the notes on one record."""

    def __init__(
        self,
        screen: DarwinScreen[None],
        path: Path | None,
        cursor: ReplayCursor,
        changed: Callable[[], None],
    ) -> None:
        """Open the notes of the player at a screen.

        Args:
            screen: the screen over which dialogs are opened.
            path: the file of the notes; None for a match whose record is no file of the player's.
            cursor: the position that new notes belong to.
            changed: called after a note is written.
        """
        self._screen = screen
        self._path = path
        self._cursor = cursor
        self._changed = changed
        self.all = notes.read(path) if path else []

    def lines_here(self) -> list[str]:
        """Return the notes on the last action, each in a line."""
        return [note.render() for note in self.all if note.line == self._cursor.line]

    def placed(self) -> list[tuple[int, str]]:
        """Return the positions of the notes, each with its glyph, which may be empty."""
        found = ((self._cursor.position_of(note.line), note.glyph) for note in self.all)
        return [(position, glyph) for position, glyph in found if position is not None]

    def toggle_glyph(self, number: int) -> None:
        """Judge the last action by the glyph of a number; the same again removes it."""
        if self._is_refused():
            return
        glyph, old = notes.GLYPHS[number - 1], self._own(self._cursor.line)
        self._write(replace(old, glyph="" if glyph == old.glyph else glyph))

    async def ask_text(self) -> None:
        """Ask for a note on the last action."""
        if self._is_refused():
            return
        line = self._cursor.line
        question = tr("On action {number}:", number=self._cursor.position)
        dialog = EntryDialog(tr("Note"), question, self._own(line).text)
        text = await self._screen.app.push_screen_wait(dialog)
        if text is not None:
            kept = text.strip()[: notes.TEXT_CHARACTERS_MAX]
            self._write(replace(self._own(line), text=kept))

    async def ask_which(self) -> int | None:
        """Ask for one of the notes, and return its position. Those of others ahead would give away
        what comes: they are listed once the length of the match is shown."""
        cursor, own = self._cursor, self._screen.session.name
        placed = [(cursor.position_of(note.line), note) for note in self.all]
        found = [
            (place, note)
            for place, note in placed
            if place is not None
            and (cursor.is_revealed or note.by == own or place <= cursor.position)
        ]
        if not found:
            words = tr("No notes yet: n writes one, 1 to 6 rate an action.")
            self._screen.notify(words, timeout=3)
            return None
        lines = [f"{tr('action')} {place:>3}  {note.render()}" for place, note in found]
        selected = await self._screen.app.push_screen_wait(PickDialog(tr("Notes"), lines))
        return None if selected is None else found[selected][0]

    def _is_refused(self) -> bool:
        """Say where notes are kept, if they cannot be kept here."""
        if self._path is None:
            self._screen.notify(tr(NO_NOTES), severity="warning")
        return self._path is None

    def _own(self, line: int) -> notes.Note:
        """Return the player's own note on a line; an empty one where there is none."""
        author = self._screen.session.name
        own = (note for note in self.all if (note.line, note.by) == (line, author))
        return next(own, notes.Note(line, author))

    def _write(self, note: notes.Note) -> None:
        assert self._path
        try:
            self.all = notes.write(self._path, note)
        except JournalError as error:
            self._screen.notify(str(error), markup=False, severity="error")
        self._changed()
