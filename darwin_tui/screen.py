"""Base of all screens and dialogs of the program."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.worker import WorkType

from darwin_tui.session import Session
from darwin_tui.terminal.screen import SteadyScreen

T = TypeVar("T")


class DarwinScreen(SteadyScreen[T]):
    """A screen of this program; one with a value is closed by answering."""

    labels: Mapping[str, str] = {}
    """The labels of commands now, by their names, where they differ from those of the table; in the
    language of the reader."""
    idle_actions: frozenset[str] = frozenset()
    """Actions that now only say why they do nothing; the key bar shows them dim."""

    @property
    def session(self) -> Session:
        """The player at this screen."""
        session = getattr(self.app, "session", None)
        assert isinstance(session, Session)
        return session

    @property
    def saved_at(self) -> Path | None:
        """The file that the match of this screen is saved in; None without one."""
        return None

    def may_quit(self) -> bool:
        """Return whether the program may end at once; if not, ask what must be asked before."""
        return True

    def work_on(self, work: WorkType[object], group: str, *, exclusive: bool = False) -> None:
        """Do work in the background until the screen is closed.

        Args:
            work: a function, not its coroutine: nobody would await that if the screen is closed
                before it has begun.
            group: of work; what is exclusive ends the rest of it.
            exclusive: True if only the last of the group continues.
        """
        self.run_worker(work, group=group, exclusive=exclusive)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close, unless another screen is over this one or it is closed already.

        A key can be on its way here while the terminal becomes too small, or while the key before
        it closes the screen. Textual would close the top screen, and fail on the next key.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()
