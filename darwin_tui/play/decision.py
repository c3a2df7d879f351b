"""Commands of a player who decides: each changes the selection and returns a sentence to show."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from darwin_core.contract.chooser import NotSelectable
from darwin_core.contract.game import SPECTATOR, Action, Element
from darwin_core.text.language import mark, tr
from darwin_tui.play.hint import hint_of
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.play.presentation import Presentation
from darwin_tui.play.seat_connection import SeatConnection
from darwin_tui.play.status_line import CONTINUE, YOUR_DECISION
from darwin_tui.play.study import Study

if TYPE_CHECKING:
    from darwin_tui.widgets.board_panel import BoardPanel

NOTHING_ASKED: Final = mark("There is nothing to choose now.")


class Decision:
    """The commands of the player at the board."""

    def __init__(
        self,
        live: LiveMatch,
        connection: SeatConnection,
        presentation: Presentation,
        panel: "BoardPanel",
    ) -> None:
        self._live = live
        self._connection = connection
        self._presentation = presentation
        self._panel = panel
        self._selection = presentation.selection
        self._study: Study | None = None
        self._is_hint_asked = True

    @property
    def is_revealing(self) -> bool:
        """A reveal is shown frame by frame."""
        return self._panel.is_revealing

    # --- the cursor

    def move(self, dx: int, dy: int) -> None:
        """Put the cursor on the next element in a direction."""
        self.move_to(self._panel.board.neighbour(self._selection.cursor, dx, dy))

    def move_to(self, element: Element | None) -> None:
        """Put the cursor on an element."""
        self._live.note_cursor()
        self._selection.move_to(element)

    def return_to(self, undone: Action | None) -> None:
        """Put the cursor on the first target of an undone action, if it is selectable again."""
        targets = self._presentation.game.targets(undone) if undone is not None else ()
        if targets and targets[0] in self._selection.chooser.selectable:
            self.move_to(targets[0])

    # --- the selection

    def select(self) -> str:
        """Select the element under the cursor, or drop it if it is selected."""
        selection, board = self._selection, self._panel.board
        if self._live.viewpoint.is_hand_hidden:
            return ""
        if selection.cursor is None:
            return "" if selection.chooser.actions else self._presentation.why_not()
        view = self._connection.snapshot.view
        try:
            selection.toggle(lambda chooser: board.then(view, chooser), board.places)
        except NotSelectable:
            return self._presentation.why_not()
        self.bring_to_front()
        return ""

    def select_at(self, element: Element) -> str:
        """Put the cursor on an element and select it."""
        self.move_to(element)
        if self._live.pause:
            return tr(CONTINUE)
        return "" if self._selection.is_selected(element) else self.select()

    def select_number(self, number: int) -> str:
        """Select the first to ninth element."""
        numbers = self._panel.board.numbers
        if number in numbers:
            return self.select_at(numbers[number])
        if not numbers:
            return tr("There is no {number}; nothing has a number.", number=number)
        return tr("There is no {number}; the last is {last}.", number=number, last=max(numbers))

    def select_last(self) -> str:
        """Select the last button, such as ``done``, which ends the decision."""
        buttons = [element for element in self._panel.board.places if element[0] == "button"]
        return self.select_at(buttons[-1]) if buttons else tr("Nothing to skip.")

    @property
    def is_in_draft(self) -> bool:
        """There is nothing to drop, and the decision continues what nobody has seen yet."""
        snapshot, panel = self._connection.snapshot, self._panel
        if self._presentation.hint or self._selection.chooser.selected or panel.is_log_above:
            return False
        return snapshot.can_undo and panel.board.is_draft(snapshot.view, self._live.viewer)

    def back(self) -> None:
        """Drop the last selected element; if there is none, the hint, or close the log over the
        board."""
        if self._presentation.hint and not self._selection.chooser.selected:
            self._presentation.hint = None
        elif not self._selection.chooser.selected and self._panel.is_log_above:
            self._panel.toggle_log()
        else:
            self._selection.back()
            self.bring_to_front()

    def bring_to_front(self) -> None:
        """Open the pane that the decision needs."""
        pane = self._presentation.front
        self._panel.pane = self._panel.pane if pane is None else pane

    # --- other commands

    def sort(self) -> str:
        """Sort the hand in the next way that the board knows."""
        orders = self._panel.board.ORDERS
        self._presentation.order = (self._presentation.order + 1) % len(orders)
        return tr("The hand is sorted by {order}.", order=tr(orders[self._presentation.order]))

    def standing_answer(self) -> str:
        """Decline offers until the turn ends, or stop declining them."""
        if self._connection.snapshot.actions:
            return tr(YOUR_DECISION)
        if self._connection.snapshot.viewer == SPECTATOR:
            return tr("You have no seat.")
        if self._live.toggle_standing_answer():
            return tr("Offers to you are declined in this turn; d stops that.")
        return tr("You will be asked again.")

    def hint(self, *, is_asked: bool = True) -> str:
        """Put the next hint at the table, from this seat's view only; return why there is none.

        Args:
            is_asked: the player wants one. Of one that came by itself they want the first again.
        """
        if self._live.viewpoint.is_hand_hidden and not self._live.pause:
            return ""
        if reason := self.why_no_hint():
            return reason
        snapshot, game = self._connection.snapshot, self._presentation.game
        before = self._presentation.hint
        if self._study is None or before is None:
            self._study = Study(game, snapshot.view, snapshot.viewer, self._presentation.lexicon)
        self._put_hint(self._study, before.number + 1 if before and self._is_hint_asked else 0)
        self._is_hint_asked = is_asked
        return ""

    def why_no_hint(self) -> str:
        """Return why there can be no hint now; empty if there can be one."""
        if self._live.pause:
            return tr(CONTINUE)
        return "" if self._connection.snapshot.actions else tr(NOTHING_ASKED)

    def _put_hint(self, study: Study, number: int) -> None:
        """Put one of the best actions at the table, with the cursor on its first element."""
        advised = study.best
        number %= len(advised)
        advice = advised[number]
        before, targets = self._presentation.hint, self._presentation.game.targets(advice.action)
        phrase, value = self._presentation.phrase(advice.action), study.value_of(advice)
        hint = hint_of(advice, targets, phrase, number, len(advised), value)
        self._presentation.hint = hint
        is_other = before is None or before.number != number or before.action != advice.action
        selected = self._selection.chooser.selected
        if is_other and targets and (not selected or (before and selected == before.elements)):
            self._selection.take_over(targets)
            self.bring_to_front()

    async def refine_hints(self, draw: Callable[[], None]) -> None:
        """Search for the best actions while a hint is at the table.

        Args:
            draw: called when the words of the hint may have changed.
        """
        study = self._study
        if study is None or not study.begin():
            return

        def show() -> bool:
            hint = self._presentation.hint
            # Words that nobody reads any more stay as they were read: Y plays them.
            if self._study is study and hint is not None and hint.is_fresh:
                self._put_hint(study, hint.number)
                draw()
            return self._study is study and hint is not None

        await study.refine(show)
