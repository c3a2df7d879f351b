"""Guessing what a player of a finished match did next, on the same board as play."""

from itertools import chain
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from darwin_core.contract.chooser import NotSelectable
from darwin_core.contract.game import Element
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui import commands
from darwin_tui.boards import board_for
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.scene import AnyScene, Scene
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play import selection, status_line
from darwin_tui.play.guessing import Guessing
from darwin_tui.play.selection import Selection
from darwin_tui.play.status_line import CONTINUE, Lines, PromptContext
from darwin_tui.screens.board_screen import BoardScreen, Sentences
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.board_panel import BoardPanel, EventLog
from darwin_tui.widgets.dialogs import MessageDialog
from darwin_tui.widgets.screen import KeyBar


class GuessScreen(BoardScreen):
    """A seat's decisions, to be guessed one after the other. The length of the match, its result
    and its chances are not shown."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("guess")

    def __init__(self, saved: SavedMatch, seat: int, position: int = 0) -> None:
        """Prepare to guess.

        Args:
            saved: a match that is over.
            seat: whose actions are guessed, from what it knew.
            position: the number of actions that are known.
        """
        super().__init__()
        self._saved = saved
        self._recording = recording = saved.recording(seat)
        self._position = position
        self.slug = recording.game.slug
        self.panel = BoardPanel(board_for(self.slug, id="board"), EventLog(recording.game))
        self._selection = Selection(recording.game.targets)
        self._sentences = Sentences()
        self._message = ""

    def compose(self) -> ComposeResult:
        """Yield the board under a banner, the lines below it, and the keys."""
        yield Static("", id="perspective", markup=False)
        yield self.panel
        yield from self._sentences.lines
        yield KeyBar()

    def on_mount(self) -> None:
        analysis = self._saved.analysis(self.player.locations)
        self._guessing = Guessing(self._recording, analysis, self._position)
        self.panel.board.focus()
        self._ask()

    # --- drawing

    @property
    def _lexicon(self) -> SeatNames:
        return SeatNames(self._recording.names)

    def _scene(self) -> AnyScene:
        recording, guessing = self._recording, self._guessing
        shown = guessing.shown
        return Scene(
            recording.game,
            recording.view(guessing.position),
            recording.viewer,
            self._lexicon,
            list(chain.from_iterable(recording.log(guessing.position))),
            self._selection.chooser if guessing.actions else None,
            self._selection.cursor,
            since=recording.news(guessing.position),
            hinted=recording.game.targets(shown.played) if shown else (),
        )

    def draw(self) -> None:
        """Draw the decision, with the cursor on an element that has a place."""
        if not self.is_mounted:
            return
        board, picked, scene = self.panel.board, self._selection, self._scene()
        if picked.cursor is None and scene.selectable:
            picked.cursor = board.start(scene)
            scene = self._scene()
        self.panel.show(scene)
        if scene.selectable and board.places and picked.cursor not in board.places:
            front = board.front(scene.view, picked.chooser)
            is_for_looking = front not in {None, self.panel.pane}
            picked.cursor = selection.first_place(scene.selectable, board.places, is_for_looking)
            scene = self._scene()
            self.panel.show(scene)
        self.panel.event_log.show(scene.events, scene.seat_names)
        seat, names = self._recording.viewer, self._recording.names
        number = len(self._guessing.guesses) + (self._guessing.shown is None)
        banner = tr(
            "Guess what {player} played · decision {number}",
            player=f"{SEAT_MARKS[seat]} {names[seat]}",
            number=number,
        )
        self.query_one("#perspective", Static).update(banner, layout=False)
        self._sentences.write(self._lines(scene))

    def _lines(self, scene: AnyScene) -> Lines:
        room = max(self.app.size.width - 2, 1)
        verdict = " ".join(self._guessing.verdict(scene.seat_names))
        if not verdict:
            return status_line.lines(self._moment(scene), self._message, "")
        # A verdict may take both rows; any key that continues is known by then.
        first, rest = status_line.two_rows(verdict, room)
        return Lines(first, rest or tr(CONTINUE), is_refusal=False, is_long=bool(rest))

    def _moment(self, scene: AnyScene) -> PromptContext:
        is_there = self._selection.cursor in self.panel.board.places
        return PromptContext(
            scene=scene,
            room=max(self.app.size.width - 2, 1),
            is_asked=bool(self._guessing.actions),
            is_there=is_there,
        )

    def _say(self, message: str = "") -> None:
        self._message = message
        self.draw()

    # --- the decision

    def _ask(self) -> None:
        """Ask for the next decision; after the last one, say how it went."""
        guessing, board = self._guessing, self.panel.board
        if guessing.is_over:
            self.action_leave()
            return
        view = self._recording.view(guessing.position)
        actions = guessing.actions
        self._selection.ask(actions, board.first(view, actions))
        self._bring_to_front()
        self._say()

    def _bring_to_front(self) -> None:
        view = self._recording.view(self._guessing.position)
        pane = self.panel.board.front(view, self._selection.chooser)
        self.panel.pane = self.panel.pane if pane is None else pane

    def _continues(self) -> bool:
        """Continue to the next decision if an answer is shown; return whether one was."""
        if self._guessing.shown is None:
            return False
        self._guessing.proceed()
        self._ask()
        return True

    def action_play(self) -> None:
        """Guess what is selected; or continue to the next decision."""
        if self._continues():
            return
        action = self._selection.action
        if action is None:
            self.action_select()
        else:
            self._guessing.guess(action)
            self._say()

    def action_select(self) -> None:
        """Select the element under the cursor, or say why it cannot be selected; or continue."""
        if self._continues():
            return
        picked, board = self._selection, self.panel.board
        view = self._recording.view(self._guessing.position)
        try:
            picked.toggle(lambda chooser: board.then(view, chooser), board.places)
        except NotSelectable:
            self._say(status_line.why_not(self._moment(self._scene()), picked.offered))
        else:
            self._bring_to_front()
            self._say()

    def _select_at(self, element: Element) -> None:
        self._selection.move_to(element)
        if not self._selection.is_selected(element):
            self.action_select()

    def action_select_number(self, number: int) -> None:
        if element := self.panel.board.numbers.get(number):
            self._select_at(element)

    def action_select_last(self) -> None:
        """Select the last button, such as ``done``, which ends the decision."""
        buttons = [element for element in self.panel.board.places if element[0] == "button"]
        if buttons:
            self._select_at(buttons[-1])

    def action_move(self, dx: int, dy: int) -> None:
        """Put the cursor on the next element in a direction."""
        self._selection.move_to(self.panel.board.neighbour(self._selection.cursor, dx, dy))
        self._say()

    def action_back(self) -> None:
        """Drop the last selected element."""
        self._selection.back()
        self._bring_to_front()
        self._say()

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Move the cursor to the element under the mouse."""
        self._selection.move_to(event.element)
        self._say()

    def on_board_clicked(self, event: Board.Clicked) -> None:
        """Select the element clicked; a second click guesses if it cannot be selected again."""
        self._selection.move_to(event.element)
        if self._selection.is_selected(event.element):
            self.action_play()
        else:
            self.action_select()

    def on_key(self, event: events.Key) -> None:
        self.panel.end_animation()

    # --- the view, and leaving

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the panes that there are."""
        return action != "open" or self.panel.has_letters(parameters)

    def action_zoom(self) -> None:
        """Show the verdict at length, or details of the element under the cursor."""
        lines = self._guessing.verdict(self._lexicon)
        if lines or self._selection.cursor:
            self.app.push_screen(MessageDialog(tr("Details"), lines or self.panel.board.zoomed))

    def action_leave(self) -> None:
        score, app = self._guessing.score(), self.app
        if self._guessing.is_over:
            score = [tr("There is nothing more to guess."), *score]
        self.dismiss()
        app.push_screen(MessageDialog(tr("Your guesses"), score))
