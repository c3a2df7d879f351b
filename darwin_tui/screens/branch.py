"""The dialog for a branch of a match: who plays, and whether hidden cards are dealt again."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.match.record import HUMAN, Player
from darwin_core.match.recording import AnyRecording
from darwin_core.table import Refused
from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import SeatAccess
from darwin_tui.seating import bot_values, branch_control, people_of
from darwin_tui.widgets.dialogs import Dialog
from darwin_tui.widgets.forms import Choice
from darwin_tui.widgets.screen import DarwinScreen


class BranchWish(msgspec.Struct, frozen=True):
    """The dialog's answer: who plays, and whether hidden cards are dealt again."""

    players: tuple[Player, ...]
    redeal_for: int | None
    """Viewer for whom the unknown is dealt again; None to keep the cards."""


class BranchDialog(Dialog[BranchWish | None]):
    """A dialog with a line for each seat and one for the hidden cards."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("branch")

    def __init__(
        self, players: Sequence[Player], viewer: int, is_unfinished: bool, mover: int | None = None
    ) -> None:
        """Ask for the players and the hidden cards.

        Args:
            is_unfinished: the match is not over.
            mover: for a trial, the seat that moves next; None for a match that is kept.
        """
        self._is_trial = mover is not None
        super().__init__(
            tr("Try moves from here" if self._is_trial else "Play from here"),
            tr(
                "↑ ↓ ← → change, [@click=screen.begin]Enter plays[/], "
                "[@click=screen.leave]Esc cancels[/]"
            ),
        )
        self._is_unfinished = is_unfinished
        self._keeps_cards = len(people_of(players)) < 2 or not is_unfinished
        self._players = players
        self._viewer = SPECTATOR if viewer == OMNISCIENT else viewer
        is_seat = self._viewer != SPECTATOR
        self._own_seat = self._viewer if is_seat or mover is None else mover
        """The seat that a single player takes: the seat of the perspective, or in a trial without
        one that of the next mover."""

    def body(self) -> ComposeResult:
        for seat, player in enumerate(self._players):
            with Horizontal(classes="line"):
                yield Static(f"{SEAT_MARKS[seat]} {player.name}", markup=False, classes="label")
                # Until the match is over, nobody may take over a rival's cards.
                can_be_human = player.control == HUMAN or not self._is_unfinished
                controls = [
                    *([(HUMAN, tr("a person"))] if can_be_human else []),
                    *bot_values(player.control),
                ]
                control = branch_control(self._players, seat, self._own_seat, self._is_unfinished)
                yield Choice(controls, control, id=f"control-{seat}")
        with Horizontal(classes="line"):
            yield Static(tr("hidden cards"), classes="label")
            # Several people of a match that is not over cannot keep the cards: in the branch, each
            # of them could see all hands.
            same = [("same", tr("as in this match"))] if self._keeps_cards else []
            yield Choice([*same, ("new", self._dealt_again)], id="hidden-cards")
        if self._is_trial:
            words = tr("It is not kept, unless Ctrl+S saves it meanwhile.")
            yield Static(words, classes="says")

    @property
    def _dealt_again(self) -> str:
        """The option to deal hidden cards again; the named player notices no difference."""
        if self._viewer == SPECTATOR:
            return tr("dealt again for a spectator")
        return tr("dealt again for {name}", name=self._players[self._viewer].name)

    def action_begin(self) -> None:
        players = tuple(
            Player(player.name, self.query_one(f"#control-{seat}", Choice).value)
            for seat, player in enumerate(self._players)
        )
        keeps_cards = self.query_one("#hidden-cards", Choice).value == "same"
        self.dismiss(BranchWish(players, None if keeps_cards else self._viewer))


async def ask_branch(
    screen: DarwinScreen[None],
    saved: SavedMatch,
    recording: AnyRecording,
    position: int,
    is_trial: bool = False,
) -> SeatAccess | None:
    """Ask for a branch from a position; return access to the new table, or None.

    Args:
        recording: the match from the player's perspective.
        is_trial: the branch will not be kept.
    """
    sentence = saved.why_no_branch
    movers = recording.game.to_move(recording.view(position))
    if not sentence and not movers:
        sentence = tr("The match is over here. Go back to an earlier action first.")
    if sentence:
        screen.notify(sentence, severity="warning")
        return None
    is_unfinished = not saved.is_open
    mover = movers[0] if is_trial else None
    dialog = BranchDialog(recording.players, recording.viewer, is_unfinished, mover)
    wish = await screen.app.push_screen_wait(dialog)
    if wish is None:
        return None
    player = screen.player
    try:
        opened = saved.branch(position, wish.players, wish.redeal_for, player.locations)
    except (JournalError, Refused) as error:
        screen.notify(str(error), markup=False, severity="error")
        return None
    return player.matches.host(opened, pace=player.settings.now.pace)
