"""The results of a match at a server's table: those who sat there talk, and may play again."""

from collections.abc import Callable, Iterable

from textual import work
from textual.widget import Widget

from darwin_core.text.language import tr
from darwin_tui import settings
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.hosted.people import ONLY_READ, TableFoot, spoken
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.seat_access import Company, Rejected
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.server.model import CHAT_CHARACTERS_MAX


class HostedResultsScreen(ResultsScreen):
    """The score of a match that has just ended, with the last words of its players."""

    def __init__(self, saved: SavedMatch, company: Company) -> None:
        super().__init__(saved, company.ended)
        self._company = company
        self._foot = TableFoot()
        self._last_said = company.chat[-1] if company.chat else None
        self._end_observing: Callable[[], None] | None = None

    def feet(self) -> Iterable[Widget]:
        """Yield the keys, with the people."""
        yield self._foot

    @property
    def has_company(self) -> bool:
        """True: there are others to talk to."""
        return True

    def on_mount(self) -> None:
        """Follow the company."""
        self._end_observing = self._company.observe(self._follow)
        self._follow()

    def on_unmount(self) -> None:
        """Follow it no longer."""
        if self._end_observing:
            self._end_observing()

    def _follow(self) -> None:
        """Show who plays again, and what was just said."""
        if not self.is_mounted:
            return
        name, muted = self._company.rematch, settings.of(self.app).muted
        self._foot.write(tr("{name} plays again: m joins", name=name) if name else "")
        audible = [line for line in self._company.chat if line.name not in muted]
        if audible and audible[-1] != self._last_said:
            self._last_said = audible[-1]
            self._foot.show(spoken(audible[-1]))

    @work
    async def action_chat(self) -> None:
        """Write a line to those who sat at the table."""
        company = self._company
        if not company.can_say:
            self._foot.show(tr(ONLY_READ))
            return
        dialog = EntryDialog(tr("Say"), tr("To those at the table:"), "", CHAT_CHARACTERS_MAX)
        text = await self.app.push_screen_wait(dialog)
        if text and text.strip():
            try:
                await company.say(text)
            except Rejected as refusal:
                self._foot.show(str(refusal))
