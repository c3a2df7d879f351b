"""Base of screens that are read from the saved matches."""

from darwin_core.journal import JournalError
from darwin_tui.library import saves
from darwin_tui.library.saves import Listed
from darwin_tui.screens import navigation
from darwin_tui.widgets.screen import DarwinScreen


class MatchesScreen(DarwinScreen[None]):
    """A screen that reads all saved matches, a moment at a time while keys act."""

    def __init__(self) -> None:
        super().__init__()
        self._found: list[Listed] = []
        """The matches that are read."""
        self._unverified = saves.Slices()
        """The matches that are not read yet."""

    def show_matches(self) -> None:
        """Show the matches that are read so far; called again as long as there are more."""
        raise NotImplementedError

    def read_matches(self) -> None:
        """Read the saved matches from the beginning."""
        self._unverified.close()
        self._found = []
        try:
            self._unverified.start(self.session.locations)
        except JournalError as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
        self._read_on()

    def _read_on(self) -> None:
        if not self.is_mounted:
            return
        self._found += self._unverified.next()
        if self._unverified.has_more:
            self.call_after_refresh(self._read_on)
        self.show_matches()

    def on_unmount(self) -> None:
        """Keep the results of verifying so far."""
        self._unverified.close()

    def action_help(self) -> None:
        """Open the keys."""
        navigation.go(self.app, navigation.Help(self))

    def action_leave(self) -> None:
        """Close the screen."""
        self.dismiss()
