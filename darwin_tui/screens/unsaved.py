"""Saving a match elsewhere, where its file is lost, and leaving a match that is not saved."""

import asyncio
from collections.abc import Callable
from typing import Final

from darwin_core.journal import JournalError
from darwin_core.text.language import mark, tr
from darwin_tui.dialogs.confirm import ConfirmDialog
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.library import saves
from darwin_tui.play.seat_access import Place
from darwin_tui.widgets.screen import DarwinScreen

PATH_LENGTH_MAX: Final = 4096
WHERE: Final = mark(
    "Save the match in a new file and continue there; a name without a folder is put beside it:"
)


class Rescue:
    """Asks in which file to save a match; one question at a time."""

    def __init__(self, screen: DarwinScreen[None], place: Place) -> None:
        """Prepare to ask.

        Args:
            screen: the screen over which dialogs are opened.
            place: the place at the table of the match.
        """
        self._screen = screen
        self._place = place
        self._asking = asyncio.Lock()

    @property
    def is_asking(self) -> bool:
        """True while a dialog is open."""
        return self._asking.locked()

    async def save_elsewhere(self, why: str = "") -> bool:
        """Ask for a file until the match is saved in one, or the player leaves the dialog.

        Args:
            why: a sentence about the file that it is saved in now.

        Returns:
            Whether it is saved in another one.
        """
        if self.is_asking:
            return False
        if self._place.path is None or not self._screen.session.locations.shows_paths:
            # A guest has no folders on the machine of the host to choose from.
            self._screen.notify(f"{why} {tr('The host keeps this match.')}".strip(), markup=False)
            return False
        async with self._asking:
            return await self._ask(why)

    async def _ask(self, why: str) -> bool:
        target: str | None = self._proposed_path()
        while True:
            question = f"{why} {tr('Nothing is lost.')}\n{tr(WHERE)}" if why else tr(WHERE)
            title = tr("Save in another file")
            dialog = EntryDialog(title, question, target or "", PATH_LENGTH_MAX)
            dialog.opens_by_itself = bool(why)
            target = await self._screen.app.push_screen_wait(dialog)
            if target is None:
                return False
            try:
                self._place.save_elsewhere(target, self._screen.session.locations)
            except JournalError as error:
                why = str(error)
                continue
            sentence = tr("The match is saved in {path}.", path=self._place.path)
            self._screen.notify(sentence, markup=False)
            return True

    def _proposed_path(self) -> str:
        path = self._place.path
        try:
            return str(saves.free_path(path)) if path else ""
        except JournalError:
            return str(path)

    async def leave(self, why: str, leave: Callable[[], object]) -> None:
        """Leave a match that is not saved, once it is saved elsewhere or the player insists."""
        dialog = ConfirmDialog(tr("Not saved"), tr("Leave the match, which is not saved?"))
        dialog.opens_by_itself = True
        if await self.save_elsewhere(why) or await self._screen.app.push_screen_wait(dialog):
            leave()

    async def wait(self, why: str, key: str) -> None:
        """Wait until the match is saved somewhere; the file may also come back.

        Args:
            why: a sentence about the file that is lost.
            key: the key that asks again.
        """
        if self._place.path is not None and await self.save_elsewhere(why):
            return
        if self._place.path is None:
            wait = tr("The bots wait.")
        else:
            wait = tr("The bots wait until {key} saves the match in another file.", key=key)
        self._screen.notify(
            f"{why} {wait}",
            markup=False,
            severity="error",
            timeout=8,
        )
        while self._place.why_unsaved():
            await asyncio.sleep(1)
        self._place.spectator.retry()
