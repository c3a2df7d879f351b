"""A dialog that asks for the players of a branch and its future."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.match.record import Player
from darwin_core.match.recording import AnyRecording
from darwin_core.table import Refused
from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.dialogs import Dialog
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.seat_access import Place
from darwin_tui.seating import HUMAN, bot_values, branch_control, people_of
from darwin_tui.widgets.choice import Choice
from darwin_tui.widgets.screen import DarwinScreen


class BranchWish(msgspec.Struct, frozen=True):
    """The answer of the dialog: the players, and the future."""

    players: tuple[Player, ...]
    redeal_for: int | None
    """The viewer for whom the unknown is dealt again; None for the same cards."""


class BranchDialog(Dialog[BranchWish | None]):
    """A line for each seat and one for the future."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("branch")

    def __init__(
        self, players: Sequence[Player], viewer: int, is_living: bool, mover: int | None = None
    ) -> None:
        """Ask for the players and the future.

        Args:
            players: of the match.
            viewer: the perspective from which it is seen.
            is_living: it is not over.
            mover: the seat that moves next, for a trial; None for a match that is kept.
        """
        self._is_trial = mover is not None
        super().__init__(
            tr("Try moves from here" if self._is_trial else "Play from here"),
            tr(
                "↑ ↓ ← → change, [@click=screen.begin]Enter plays[/], "
                "[@click=screen.leave]Esc cancels[/]"
            ),
        )
        self._is_living = is_living
        self._keeps_cards = len(people_of(players)) < 2 or not is_living
        self._players = players
        self._viewer = SPECTATOR if viewer == OMNISCIENT else viewer
        is_seat = self._viewer != SPECTATOR
        self._sitter = self._viewer if is_seat or mover is None else mover
        """The seat of a single player, who tries moves of the next player where no seat is seen."""

    def body(self) -> ComposeResult:
        """Yield a line for each seat and one for the future."""
        for seat, player in enumerate(self._players):
            with Horizontal(classes="line"):
                yield Static(f"{SEAT_MARKS[seat]} {player.name}", markup=False, classes="label")
                # Until the match is over, no person may take over a rival's cards.
                open_to_all = player.control == HUMAN or not self._is_living
                sitters = [
                    *([(HUMAN, tr("a person"))] if open_to_all else []),
                    *bot_values(player.control),
                ]
                control = branch_control(self._players, seat, self._sitter, self._is_living)
                yield Choice(sitters, control, id=f"sitter-{seat}")
        with Horizontal(classes="line"):
            yield Static(tr("hidden cards"), classes="label")
            # With several people, each of them could see all hands in a branch.
            same = [("same", tr("as in this match"))] if self._keeps_cards else []
            yield Choice([*same, ("new", self._dealt_again)], id="future")
        if self._is_trial:
            words = tr("It is not kept, unless Ctrl+S saves it meanwhile.")
            yield Static(words, classes="says")

    @property
    def _dealt_again(self) -> str:
        """The words on hidden cards that are dealt again; who is named sees no difference."""
        if self._viewer == SPECTATOR:
            return tr("dealt again for a spectator")
        return tr("dealt again for {name}", name=self._players[self._viewer].name)

    def action_begin(self) -> None:
        """Close with the wish."""
        players = tuple(
            Player(player.name, self.query_one(f"#sitter-{seat}", Choice).value)
            for seat, player in enumerate(self._players)
        )
        same = self.query_one("#future", Choice).value == "same"
        self.dismiss(BranchWish(players, None if same else self._viewer))


async def ask_branch(
    screen: DarwinScreen[None],
    saved: SavedMatch,
    recording: AnyRecording,
    position: int,
    is_trial: bool = False,
) -> Place | None:
    """Ask for a branch from a position; return a place at the new table, or None.

    Args:
        screen: the screen over which the dialog is opened.
        saved: the match to branch from.
        recording: the match from the perspective that the player has of it.
        position: the position in it.
        is_trial: it will not be kept.
    """
    sentence = saved.why_no_branch
    movers = recording.game.to_move(recording.view(position))
    if not sentence and not movers:
        sentence = tr("The match is over here. Go back to an earlier action first.")
    if sentence:
        screen.notify(sentence, severity="warning")
        return None
    is_living = not saved.is_open
    mover = movers[0] if is_trial else None
    dialog = BranchDialog(recording.players, recording.viewer, is_living, mover)
    wish = await screen.app.push_screen_wait(dialog)
    if wish is None:
        return None
    session = screen.session
    try:
        opened = saved.branch(position, wish.players, wish.redeal_for, session.locations)
    except (JournalError, Refused) as error:
        screen.notify(str(error), markup=False, severity="error")
        return None
    return session.house.host(opened, pace=session.settings.now.pace)
