"""The people at a screen before their table: its seat and events, the scene, and their commands."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Final

from darwin_core.contract.chooser import NotSelectable
from darwin_core.contract.game import SPECTATOR, Action, AnyGame, Element, Event, State
from darwin_core.table import AnyObservation, AnySeat, AnySnapshot
from darwin_core.teaching.lessons import Look
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import listed
from darwin_tui.drawing.scene import AnyScene, Scene
from darwin_tui.library.seat_access import SeatAccess
from darwin_tui.play import selection, status_line
from darwin_tui.play.advice import Study
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.play.selection import Hint, Selection, hint_of
from darwin_tui.play.status_line import CONTINUE, YOUR_DECISION, Lines, PromptContext

if TYPE_CHECKING:
    from darwin_tui.widgets.board import AnyBoard
    from darwin_tui.widgets.board_panel import BoardPanel


@dataclass(frozen=True)
class Sight:
    """A table as one viewer sees it: the view of a snapshot, with that viewer and their log.

    Whatever is drawn takes all of them from one sight, so that no view is drawn for anybody else.
    """

    snapshot: AnySnapshot
    events: Sequence[Event]
    """The events of the match so far, redacted for the viewer."""
    new_events: Sequence[Event] = ()
    """Those since the viewer's last action."""

    @property
    def viewer(self) -> int:
        """The viewer that the view and the events are redacted for."""
        return self.snapshot.viewer

    @property
    def view(self) -> State:
        """The state as the viewer may know it."""
        return self.snapshot.view


class SeatConnection:
    """Connects the live match of a screen to the seats of its table."""

    def __init__(
        self,
        place: SeatAccess,
        live: LiveMatch,
        board: "AnyBoard",
        received: Callable[[bool], None],
    ) -> None:
        """Prepare a connection to a table.

        Args:
            place: gives out the seats.
            live: the match as the people at the screen see it.
            board: decides which events cause a pause.
            received: called after each snapshot, with True if it comes from a new action.
        """
        self._place = place
        self._live = live
        self._board = board
        self._received = received
        self.seat: AnySeat = place.seat(live.viewer)
        self._observation: AnyObservation | None = None
        self.snapshot: AnySnapshot = live.snapshot
        """The viewer's snapshot that was received last."""
        self.events: list[Event] = []
        """The events of the match so far, redacted for the viewer."""
        self._read = 0
        """Number of the events up to the viewer's last action."""

    @property
    def is_seated(self) -> bool:
        """True while snapshots of the table are received."""
        return self._observation is not None

    @property
    def sight(self) -> Sight:
        """The table as the viewer sees it."""
        return Sight(self.snapshot, self.events, self.events[self._read :])

    def sit(self) -> None:
        """Receive snapshots from the live match's viewpoint from now on."""
        self.end()
        self.seat = self._place.seat(self._live.viewer)
        self._observation = self.seat.observe(self._receive)
        self.snapshot = self._live.snapshot
        self._read_log()

    def end(self) -> None:
        """Stop receiving snapshots."""
        if self._observation:
            self._observation.end()
            self._observation = None

    @property
    def common_sight(self) -> Sight:
        """The table as a spectator sees it, for any viewer."""
        spectator = self._place.spectator
        return Sight(spectator.snapshot, list(chain.from_iterable(spectator.log())))

    def _read_log(self) -> None:
        self.events = list(chain.from_iterable(self.seat.log()))

    def _receive(self, snapshot: AnySnapshot) -> None:
        snapshot = self._live.permitted(snapshot)
        before, self.snapshot = self.snapshot, snapshot
        is_new = snapshot.line != before.line
        if is_new:
            self._take_in(snapshot, is_next=snapshot.line == before.line + 1)
        else:
            self._live.bots_wait(snapshot.can_hurry)
        self._received(is_new)

    def _take_in(self, snapshot: AnySnapshot, is_next: bool) -> None:
        """Receive a new action, or several at once, of which only the last has a snapshot."""
        if is_next and snapshot.events:
            self.events += snapshot.events
        else:
            self._read_log()
        if snapshot.seat == snapshot.viewer:
            self._read = len(self.events)
        reveals = self._board.pauses_on(snapshot.events)
        stops = self._board.waits_after(snapshot.events)
        self._live.receive(snapshot, reveals=reveals, stops=stops)
        if reveals:
            self.seat.linger()


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
        self.seat_names = SeatNames(connection.seat.names)
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
        self.seat_names = SeatNames(self._connection.seat.names, self._connection.snapshot.bots)

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
            self.headline = status_line.headline(self.game, self.seat_names, events, self.room)
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
            self.seat_names,
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

    def moment(self, scene: AnyScene) -> PromptContext:
        """Return the inputs of the sentences about a scene."""
        live, snapshot = self._live, self._connection.snapshot
        viewer = snapshot.viewer
        return PromptContext(
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
            decider="" if live.people or viewer == SPECTATOR else self.seat_names.names[viewer],
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
        return self.game.texts.phrase(connection.snapshot.view, action, self.seat_names)

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
        panel.event_log.show(scene.events, scene.seat_names)

    def _first_place(self, scene: AnyScene, places: Iterable[Element], pane: int) -> Element:
        """Return the first element that has a place in the pane that is open."""
        front = self._board.front(scene.view, self.selection.chooser)
        return selection.first_place(scene.selectable, places, front not in {None, pane})


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
            self._study = Study(game, snapshot.view, snapshot.viewer, self._presentation.seat_names)
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
