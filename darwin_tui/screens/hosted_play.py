"""The screen of a live match at a server's table: the match, and the company around it."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.widgets import Input

from darwin_tui import commands
from darwin_tui.place import Company, Place
from darwin_tui.play.phases import Wishes
from darwin_tui.screens.attendant import RESULTS_DELAY_SECONDS
from darwin_tui.screens.company import CompanyDesk
from darwin_tui.screens.play import PlayScreen
from darwin_tui.widgets.table_foot import ChatInput


class HostedPlayScreen(PlayScreen):
    """A table with the player's selection, chat, and the people around it."""

    def __init__(self, place: Place, company: Company, open_results: Callable[[], None]) -> None:
        """Prepare a screen at a table.

        Args:
            place: gives out the seats.
            company: the people around the table.
            open_results: called once the match is over.
        """
        super().__init__(place, open_results)
        self.live.is_guest = True
        self.code = company.code
        """The code of the table."""
        self.desk = CompanyDesk(
            self,
            place,
            company,
            self.live,
            self.connection,
            say=self._say,
            write=self._write,
            follow=self._follow,
        )
        self.presentation.absence = self.desk.absence
        self.presentation.refusal = self.desk.refusal

    def compose(self) -> ComposeResult:
        """Yield the board, the log beside it, status line and prompt, the keys and the people."""
        yield self.panel
        yield from self._sentences.lines
        yield from self.desk.widgets

    def on_mount(self) -> None:
        """Follow the company."""
        self.desk.start()

    def on_unmount(self) -> None:
        """Follow it no longer."""
        self.desk.stop()

    def _wishes(self) -> Wishes:
        # One person at a server's table hides nothing from themselves.
        return Wishes(super()._wishes().pace, curtain="never")

    def _follow(self, delay: float = RESULTS_DELAY_SECONDS) -> None:
        super()._follow(delay)
        self.desk.note_turn()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the commands at a server's table too."""
        return action == commands.COMPANY or super().check_action(action, parameters)

    def action_company(self, name: str) -> None:
        """Carry out a command that concerns the people around the table."""
        self.desk.command(name)

    def action_hide(self) -> None:
        """Hide the own hand, or show it again; show a spectator another perspective."""
        if self.live.people:
            super().action_hide()
        else:
            self.desk.switch_perspective()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send a line of chat."""
        event.stop()
        self.desk.send()

    def on_chat_input_left(self, event: ChatInput.Left) -> None:
        """Give the prompt its place back."""
        event.stop()
        self.desk.close_input()
