"""Commands that change a live match: continue, play, undo and redo."""

from collections.abc import Callable

from darwin_core.contract.game import Action, Clock, Element
from darwin_core.table import AnySeat
from darwin_core.text.language import tr
from darwin_tui import settings
from darwin_tui.play.caution import needs_second_enter
from darwin_tui.play.decision import Decision
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.play.phases import Curtain, Response
from darwin_tui.play.presentation import Presentation
from darwin_tui.play.seat_connection import SeatConnection
from darwin_tui.play.status_line import SPACE_SKIPS, YOUR_DECISION
from darwin_tui.screens.attendant import Attendant
from darwin_tui.widgets.screen import DarwinScreen


class SeatCommands:
    """Gives the commands of the people at one screen to their seats."""

    def __init__(
        self,
        screen: DarwinScreen[None],
        live: LiveMatch,
        connection: SeatConnection,
        presentation: Presentation,
        decision: Decision,
        attendant: Attendant,
        say: Callable[[str], None],
        resume: Callable[[], None],
    ) -> None:
        """Prepare to take commands.

        Args:
            screen: has the settings of the player.
            live: the match as the people at the screen see it.
            connection: the seat that they look from.
            presentation: the scene on screen, and the sentences about it.
            decision: the commands that change the selection.
            attendant: reports commands that fail.
            say: draws, with an answer to a key.
            resume: draws what follows a pause.
        """
        self._screen = screen
        self._live = live
        self._connection = connection
        self._presentation = presentation
        self._decision = decision
        self._attendant = attendant
        self._say = say
        self._resume = resume

    def press_continue(self, *, plays: bool = False) -> bool:
        """Take in a continue key; return whether it is used up.

        Args:
            plays: the key would play an action in a decision.
        """
        if isinstance(self._live.phase, Curtain):
            return True
        if self._presentation.has_closed_primer:
            # Whoever reads on does not play yet.
            return True
        if self._decision.is_revealing:
            # The key ends the reveal; the next one ends the pause, or answers the question.
            return True
        match self._live.press_continue(plays=plays):
            case Response.UNUSED:
                return False
            case Response.CONTINUED:
                self._presentation.selection.cursor = self._presentation.suggested
                self._resume()
            case Response.HURRIED:
                self._connection.seat.hurry()
            case Response.OTHER_KEY:
                self._say(tr(SPACE_SKIPS))
            case Response.TOO_LATE:
                # A key that is held down is no second Enter.
                self._presentation.unsure = self._presentation.was_unsure
                self._say("" if self._presentation.unsure else tr(YOUR_DECISION))
        return True

    def select(self) -> None:
        """Select the element under the cursor, continue, or end a wait for bots."""
        if self.press_continue():
            return
        if self._live.can_hurry:
            self._connection.seat.hurry()
        else:
            self._say(self._decision.select())

    async def pick(self, element: Element) -> None:
        """Select a clicked element; play if it is selected and cannot be selected again."""
        if self._live.pause:
            return
        self._presentation.clear_passing()
        self._decision.move_to(element)
        if self._presentation.selection.is_selected(element):
            await self.play()
        else:
            self.select()

    async def play(self) -> None:
        """Play what is selected, or the element under the cursor if nothing else is missing; where
        nothing is to be played, continue."""
        if self.press_continue(plays=True):
            return
        if self._live.viewpoint.is_hand_hidden:
            # Nobody plays a card that they do not see.
            self._live.toggle_hand()
            self._say("")
            return
        action = self._presentation.selection.action
        if action is None:
            self._say(self._decision.select())
        elif action != self._presentation.was_unsure and self._needs_second_enter(action):
            self._presentation.unsure = action
            self._live.note_question()
            self._say("")
        else:
            await self.submit(action)

    def _needs_second_enter(self, action: Action) -> bool:
        presentation = self._presentation
        return needs_second_enter(
            settings.of(self._screen.app),
            self._connection.snapshot,
            action,
            slug=presentation.game.slug,
            asks_newcomers=presentation.asks_newcomers(action),
        )

    async def play_hint(self) -> None:
        """Play the hint at the table, or say that there is none."""
        hint = self._presentation.hint
        if hint is None or hint.action not in self._connection.snapshot.actions:
            self._say(self._decision.why_no_hint() or tr("There is no hint to play; H gives one."))
        elif self._may_decide():
            before = self._moment
            await self.submit(hint.action)
            if self._moment == before and self._connection.snapshot.actions:
                # What takes several steps is advised to its end.
                self._say(self._decision.hint(is_asked=False))

    @property
    def _moment(self) -> tuple[int, Clock]:
        """The viewer, and the turn that the match is in."""
        snapshot = self._connection.snapshot
        return snapshot.viewer, self._presentation.game.clock(snapshot.view)

    async def submit(self, action: Action) -> None:
        """Submit an action as an answer to the present question."""
        seat, question = self._connection.seat, self._connection.snapshot.question
        await self._attendant.attempt(seat.submit(action, question), self._say)

    def _may_decide(self) -> bool:
        """Return whether a person at this screen decides; if not, say why."""
        refusal = self._presentation.refusal()
        if refusal:
            self._say(refusal)
        return not refusal

    async def undo(self) -> None:
        """Undo one's own last action, as far as the rules of undo allow."""
        if not self._may_decide():
            return
        seat = self._connection.seat
        self._return_to(seat, await self._attendant.attempt(seat.undo(), self._say))

    async def reset(self) -> None:
        """Undo all that one did in this turn, as far as the rules of undo allow."""
        if not self._may_decide():
            return
        seat = self._connection.seat
        text, action = await self._attendant.attempt(seat.reset_turn(), self._say) or ("", None)
        self._return_to(seat, action, text)

    def _return_to(self, seat: AnySeat, undone: Action | None, text: str = "") -> None:
        if undone is not None and seat is self._connection.seat:
            self._decision.return_to(undone)
            self._say(text)

    async def redo(self) -> None:
        """Redo the action undone last."""
        if self._may_decide():
            await self._attendant.attempt(self._connection.seat.redo(), self._say)
