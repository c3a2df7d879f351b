"""The scene on screen and the sentences about it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from darwin_core.contract.game import SPECTATOR, Action, AnyGame, Element
from darwin_core.table import AnySnapshot
from darwin_core.teaching.lessons import Look
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import listed
from darwin_tui.drawing.scene import AnyScene, Scene
from darwin_tui.play import selection, status_line
from darwin_tui.play.hint import Hint
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.play.seat_connection import SeatConnection
from darwin_tui.play.selection import Selection
from darwin_tui.play.status_line import Lines, Moment

if TYPE_CHECKING:
    from darwin_tui.widgets.board import AnyBoard
    from darwin_tui.widgets.board_panel import BoardPanel


class Presentation:
    """A live match as its viewer sees it, with the selection and the answer to the last key."""

    def __init__(
        self, game: AnyGame, live: LiveMatch, connection: SeatConnection, board: "AnyBoard"
    ) -> None:
        self.game = game
        self._live = live
        self._connection = connection
        self._board = board
        self._panel: BoardPanel | None = None
        self._asked: tuple[object, ...] = ()
        self.selection = Selection(game.targets)
        self.lexicon = Lexicon(connection.seat.names)
        """The words of the player."""
        self.room = 80
        """Columns of a line of text."""
        self.order = 0
        """The way in which the hand is sorted."""
        self.message = ""
        """An answer to the last key."""
        self.headline = ""
        """The actions of others since the viewer's last action, until a key is pressed."""
        self.hint: Hint | None = None
        """The hint at the table; it goes with the decision."""
        self.primer: tuple[str, ...] = ()
        """The sentences on the phase, until a key is pressed."""
        self._read_ahead: tuple[str, ...] = ()
        """Those shown before the first decision."""
        self.has_closed_primer = False
        """The key that is pressed now has closed a primer."""
        self.unsure: Action | None = None
        """The action that a second Enter would play, until another key is pressed."""
        self.was_unsure: Action | None = None
        """The same, before the key that is pressed now."""
        self.absence: Callable[[], str] = str
        """Returns a sentence on those who are waited for and not here."""
        self.refusal: Callable[[], str] = str
        """Returns a sentence on why nobody at this screen decides."""
        self.looks: Callable[[], tuple[Look, ...]] = tuple
        """Returns the places that a lesson speaks of."""
        self.only: Callable[[], str] = str
        """Returns a sentence on the only thing that a lesson allows now."""

    def fit(self, columns: int) -> None:
        """Use the columns of the terminal, and the names of the seats and who plays them now."""
        self.room = max(columns - 2, 1)
        self.lexicon = Lexicon(self._connection.seat.names, self._connection.snapshot.bots)

    def forget(self) -> None:
        """Start again for another viewer, who must see nothing of what the last one did."""
        self.selection.forget()
        self.message = self.headline = ""
        self.hint = self.unsure = self.was_unsure = None
        self.primer = ()

    # --- the question

    @property
    def suggested(self) -> Element | None:
        """The element that the game suggests for the present question."""
        snapshot = self._connection.snapshot
        return self._board.first(snapshot.view, snapshot.actions) if snapshot.actions else None

    def asks_newcomers(self, action: Action) -> bool:
        """Return whether a final action takes a second Enter in a player's first matches."""
        board, actions = self._board, self._connection.snapshot.actions
        return board.ASKS_NEWCOMERS and not board.is_harmless(action, actions)

    @property
    def _is_forced(self) -> bool:
        """The rules leave a single action; in a lesson the pupil chooses it all the same."""
        return len(self._connection.snapshot.actions) == 1 and not self.only()

    @property
    def front(self) -> int | None:
        """The pane that the decision needs; None for any."""
        front: int | None = self._board.front(
            self._connection.snapshot.view, self.selection.chooser
        )
        return front

    def take_in(self, explain: Callable[[AnySnapshot], tuple[str, ...]]) -> bool:
        """Update the viewer's question; return whether it is a new decision.

        Args:
            explain: returns the sentences on the phase of a decision that the player has not read.
        """
        snapshot = self._connection.snapshot
        asked = (snapshot.viewer, snapshot.question, snapshot.actions)
        if asked == self._asked and self.selection.chooser.actions:
            return False
        self._asked = asked
        self.selection.ask(snapshot.actions, self.suggested, is_forced=self._is_forced)
        self.message = self.headline = ""
        self.hint = self.unsure = self.was_unsure = None
        self._explain(
            explain(snapshot) if self._live.people else (), is_asked=bool(snapshot.actions)
        )
        if snapshot.actions and self._board.HEADLINES:
            events = self._connection.sight.new_events
            self.headline = status_line.headline(self.game, self.lexicon, events, self.room)
        return bool(snapshot.actions)

    def _explain(self, sentences: tuple[str, ...], *, is_asked: bool) -> None:
        """Lay the note on a phase on the board, unless it was read while the others acted."""
        is_read = bool(self._read_ahead) and not self.primer and sentences == self._read_ahead
        self._read_ahead = () if is_asked else sentences or self._read_ahead
        self.primer = () if is_read else sentences

    def clear_passing(self) -> bool:
        """Clear the words that are shown until a key is pressed; return whether there were any."""
        hint = self.hint if self.hint and self.hint.is_fresh else None
        # Nobody has read a note that has only just come.
        closes = bool(self.shown_primer) and not self._live.is_too_early
        self.has_closed_primer = closes
        self.was_unsure, self.unsure = self.unsure, None
        had_words = bool(self.message or self.headline or hint or closes or self.was_unsure)
        self.message = self.headline = ""
        if hint:
            self.hint = replace(hint, is_fresh=False)
        if closes:
            # The note lies over the board, and the key may be one that draws nothing.
            self.primer = ()
            if self._panel:
                self.draw(self._panel)
        return had_words

    @property
    def shown_primer(self) -> tuple[str, ...]:
        """The sentences on the phase, as far as the player can see them now."""
        live = self._live
        is_hidden = live.pause or live.viewpoint.is_hand_hidden or self._is_revealing
        return () if is_hidden else self.primer

    @property
    def _is_revealing(self) -> bool:
        """A reveal is shown frame by frame."""
        return self._panel is not None and self._panel.is_revealing

    # --- the scene

    def scene(self) -> AnyScene:
        """Return the scene; of a hand that is hidden, no more than a spectator sees."""
        connection, live = self._connection, self._live
        is_hidden = live.viewpoint.is_hand_hidden
        sight = connection.common_sight if is_hidden else connection.sight
        return Scene(
            self.game,
            sight.view,
            sight.viewer,
            self.lexicon,
            sight.events,
            None if is_hidden or live.pause else self.selection.chooser,
            self.selection.cursor,
            order=self.order,
            is_paused=live.pause is not None,
            since=sight.new_events,
            primer=() if is_hidden or live.pause else self.primer,
            hinted=self.hint.elements if self.hint and not is_hidden else (),
            looks=self.looks(),
        )

    def moment(self, scene: AnyScene) -> Moment:
        """Return the inputs of the sentences about a scene."""
        live, snapshot = self._live, self._connection.snapshot
        viewer = snapshot.viewer
        return Moment(
            scene=scene,
            room=self.room,
            is_asked=bool(snapshot.actions),
            is_there=self.selection.cursor in self._board.places,
            is_hand_hidden=live.viewpoint.is_hand_hidden,
            declines=live.has_standing_answer(viewer),
            can_continue=live.can_continue,
            can_undo=snapshot.can_undo,
            pause=live.pause,
            is_over=snapshot.outcome is not None or live.is_ended,
            absence=self.absence(),
            decider="" if live.people or viewer == SPECTATOR else self.lexicon.names[viewer],
            is_final=snapshot.final.__contains__,
            hint=self.hint,
            unsure=self.unsure,
            wanted=self._wanted,
            aim=self._aim,
            brief=self._board.brief,
            is_forced=self._is_forced,
            is_revealing=self._is_revealing,
        )

    @property
    def _wanted(self) -> str:
        """Words for the parts that the selection lacks; empty without one."""
        chooser = self.selection.chooser
        if not chooser.selected or chooser.ready is not None:
            return ""
        kinds = {kind for kind, _ in chooser.selectable}
        words = [tr(words) for kind, words in self._board.STEPS.items() if kind in kinds]
        return listed([*dict.fromkeys(words)], "or")

    @property
    def _aim(self) -> str:
        """Words for what the selection is for; empty where none of its elements says it."""
        kinds = [kind for kind, _ in self.selection.chooser.selected]
        return next((tr(self._board.AIMS[kind]) for kind in kinds if kind in self._board.AIMS), "")

    def lines(self) -> Lines:
        """Return the status line and the prompt."""
        headline = "" if self._board.has_news else self.headline
        return status_line.lines(self.moment(self.scene()), self.message, headline)

    def why_not(self) -> str:
        """Return why the element under the cursor cannot be selected."""
        return (
            self.refusal()
            or self.only()
            or status_line.why_not(self.moment(self.scene()), self.selection.offered)
        )

    def phrase(self, action: Action) -> str:
        """Return an action as a player says it."""
        connection = self._connection
        return self.game.phrase(connection.snapshot.view, action, self.lexicon)

    def draw(self, panel: "BoardPanel") -> None:
        """Show the scene and the log, with the cursor on an element that has a place.

        The first element of a decision is known without a drawing. Only where it has no place in
        the pane that is open, the scene is drawn once more. While nothing is asked the cursor may
        be on nothing.
        """
        self._panel = panel
        selected, scene = self.selection, self.scene()
        if selected.cursor is None and scene.selectable:
            selected.cursor = self._board.start(scene)
            scene = self.scene()
        panel.show(scene)
        places = self._board.places
        if places and selected.cursor not in places:
            # The element may have gone with a hand that was hidden.
            is_lost = selected.cursor is not None and bool(selected.chooser.actions)
            selected.cursor = None
            if scene.selectable or (is_lost and not self._live.pause):
                selected.cursor = self._first_place(scene, places, panel.pane)
                scene = self.scene()
                panel.show(scene)
        panel.event_log.show(scene.events, scene.lexicon)

    def _first_place(self, scene: AnyScene, places: Iterable[Element], pane: int) -> Element:
        """Return the first element that has a place in the pane that is open."""
        front = self._board.front(scene.view, self.selection.chooser)
        return selection.first_place(scene.selectable, places, front not in {None, pane})
