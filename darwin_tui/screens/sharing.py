"""Sharing a match from the screen that shows it."""

from collections.abc import Set

from textual import work

from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_core.text.language import tr
from darwin_tui.commands import FILE
from darwin_tui.dialogs.message import MessageDialog
from darwin_tui.dialogs.pick import PickDialog
from darwin_tui.export.png import NoConverter
from darwin_tui.export.share import KINDS, REPORT, Shared, share
from darwin_tui.library.saves import SavedMatch
from darwin_tui.seating import default_viewer
from darwin_tui.terminal import frame
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.screen import DarwinScreen


class Sharing(DarwinScreen[None]):
    """A screen of a saved match, which can be written as a picture, a text or a film."""

    _saved: SavedMatch

    @property
    def shared_viewer(self) -> int:
        """The perspective of the text and the film."""
        person = self._saved.person
        return default_viewer(() if person is None else (person,))

    @property
    def shared_position(self) -> int:
        """The number of actions before what is shown, where the last one can be reported; else
        0."""
        return 0

    @property
    def sharing(self) -> Set[str]:
        """The capability to share: of a match in a file of the player's own."""
        has_file = self._saved.path is not None and self.session.locations.shows_paths
        return {FILE} if has_file else set()

    @work
    async def action_share(self) -> None:
        """Write the match or a picture of the screen to a file, and say where it is."""
        keys = self.query_one(KeyBar).region
        picture = frame.rows(self.app.screen)[: keys.y]
        position = self.shared_position
        kinds = (*KINDS, REPORT) if position else KINDS
        words = [tr(kind.words) for kind in kinds]
        dialog = PickDialog(tr("Share"), words, enter=tr("Enter writes it"), is_numbered=True)
        chosen = await self.app.push_screen_wait(dialog)
        if chosen is None:
            return
        kind = kinds[chosen]
        if kind.wait:
            self.notify(tr(kind.wait), timeout=4)
        shared = Shared(self._saved, self.shared_viewer, picture, self.session, position)
        try:
            path = await share(kind.name, shared)
        except (JournalError, RecordError, NoConverter) as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
            return
        if self.is_attached:
            await self.app.push_screen_wait(MessageDialog(tr("Shared"), [tr(kind.done), str(path)]))
