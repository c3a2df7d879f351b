"""Base of the screens with a recording: a cursor in time, and the perspective."""

from collections.abc import Sequence

from darwin_core.analysis.beliefs import Belief
from darwin_core.text.seat_names import Lexicon
from darwin_tui.boards import board_for
from darwin_tui.drawing.scene import AnyScene, Scene
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.screens.board_screen import BoardScreen
from darwin_tui.widgets.board_panel import BoardPanel
from darwin_tui.widgets.event_log import EventLog


class RecordedScreen(BoardScreen):
    """A board at a position of a saved match."""

    def __init__(self, saved: SavedMatch, viewer: int | None, position: int) -> None:
        """Open a saved match.

        Args:
            saved: the match.
            viewer: the first perspective; None for that of the saved match.
            position: the number of actions before the first picture.
        """
        super().__init__()
        recording = saved.recording(viewer)
        self._saved, self._game = saved, recording.game
        self.slug = self._game.slug
        self._cursor = ReplayCursor(recording)
        self._cursor.go(position)
        self.panel = BoardPanel(board_for(self.slug, id="board"), EventLog(self._game))

    @property
    def _lexicon(self) -> Lexicon:
        """The words of the reader."""
        return Lexicon(self._cursor.recording.names)

    def _scene(self, said: Sequence[str] = (), beliefs: tuple[Belief, ...] = ()) -> AnyScene:
        """Return the scene at the cursor.

        Args:
            said: the sentences that the board shows.
            beliefs: what it shows of hidden cards.
        """
        cursor = self._cursor
        view, viewer = cursor.recording.view(cursor.position), cursor.recording.viewer
        return Scene(
            self._game,
            view,
            viewer,
            self._lexicon,
            cursor.log,
            said=tuple(said),
            since=cursor.recording.news(cursor.position),
            beliefs=beliefs,
        )

    def _moved(self) -> None:
        """Show where the cursor is now, on the pane that shows its action."""
        self.panel.open_for(self._cursor.recording.targets(self._cursor.position))
        self.draw()

    def _move_to(self, position: int) -> None:
        """Go to a position."""
        self._cursor.go(position)
        self._moved()

    def action_perspective(self) -> None:
        """Switch to the next perspective; the omniscient one only once the match is over."""
        viewers = self._saved.viewers
        here = viewers.index(self._cursor.recording.viewer)
        self._cursor.recording = self._saved.recording(viewers[(here + 1) % len(viewers)])
        self.draw()
