"""A better line of a match on the board, and the dialogs to choose it or to branch off."""

from collections.abc import Sequence
from textwrap import shorten
from typing import ClassVar, Final

import msgspec
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from darwin_core.analysis.review import Choice as JudgedChoice
from darwin_core.contract.game import OMNISCIENT, SPECTATOR, when
from darwin_core.journal import JournalError
from darwin_core.match.record import HUMAN, Player
from darwin_core.match.recording import AnyRecording
from darwin_core.table import Refused
from darwin_core.text.language import tr, tr_in
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import first_clauses
from darwin_tui import commands
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import SeatAccess
from darwin_tui.play.advice import steps, unseen_decision, verdict
from darwin_tui.screens import navigation
from darwin_tui.screens.board_screen import RecordedScreen
from darwin_tui.seating import bot_values, branch_control, people_of
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.dialogs import Dialog
from darwin_tui.widgets.forms import Choice
from darwin_tui.widgets.screen import DarwinScreen, KeyBar


class BetterDialog(Dialog[bool]):
    """The better action, its reason and the steps of its line; returns True to walk through the
    line."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("better")

    def __init__(self, verdict: Sequence[str], steps: Sequence[str]) -> None:
        super().__init__(
            tr("Better"),
            tr("[@click=screen.walk]→ walks this line[/], [@click=screen.leave]Esc goes back[/]"),
        )
        self._verdict = verdict
        self._steps = steps

    def body(self) -> ComposeResult:
        steps = (f"┄ {step}" for step in self._steps)
        lines = [*self._verdict, "", tr("It could have continued so:"), *steps]
        text = Text("\n").join(Text(clean(line)) for line in lines)
        yield Static(text, markup=False, classes="says")

    def action_walk(self) -> None:
        self.dismiss(True)


async def ask_better(
    screen: DarwinScreen[None],
    saved: SavedMatch,
    viewer: int,
    choice: JudgedChoice,
    seat_names: SeatNames,
) -> SavedMatch | None:
    """Show what was better than a choice; return the line if the reader wants to walk through
    it."""
    line = saved.better_line(choice)
    recording = line.recording(viewer)
    seat = recording.seat(choice.position + 1)
    is_hinted = choice.position in saved.followed(seat, screen.player.locations)
    words = verdict(saved.recording(seat), choice, seat_names, is_hinted=is_hinted)
    dialog = BetterDialog([*words], [*steps(recording, choice.position, seat_names)])
    return line if await screen.app.push_screen_wait(dialog) else None


class BranchWish(msgspec.Struct, frozen=True):
    """The dialog's answer: the players, and the future."""

    players: tuple[Player, ...]
    redeal_for: int | None
    """Viewer for whom the unknown is dealt again; None to keep the cards."""


class BranchDialog(Dialog[BranchWish | None]):
    """A dialog with a line for each seat and one for the future."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("branch")

    def __init__(
        self, players: Sequence[Player], viewer: int, is_living: bool, mover: int | None = None
    ) -> None:
        """Ask for the players and the future.

        Args:
            is_living: the match is not over.
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
        self._is_living = is_living
        self._keeps_cards = len(people_of(players)) < 2 or not is_living
        self._players = players
        self._viewer = SPECTATOR if viewer == OMNISCIENT else viewer
        is_seat = self._viewer != SPECTATOR
        self._sitter = self._viewer if is_seat or mover is None else mover
        """The seat of the single player. If no seat's perspective is shown, a trial takes the next
        player's."""

    def body(self) -> ComposeResult:
        for seat, player in enumerate(self._players):
            with Horizontal(classes="line"):
                yield Static(f"{SEAT_MARKS[seat]} {player.name}", markup=False, classes="label")
                # Until the match is over, nobody may take over a rival's cards.
                open_to_all = player.control == HUMAN or not self._is_living
                sitters = [
                    *([(HUMAN, tr("a person"))] if open_to_all else []),
                    *bot_values(player.control),
                ]
                control = branch_control(self._players, seat, self._sitter, self._is_living)
                yield Choice(sitters, control, id=f"sitter-{seat}")
        with Horizontal(classes="line"):
            yield Static(tr("hidden cards"), classes="label")
            # Several people of a match that is not over cannot keep the cards: in the branch, each
            # of them could see all hands.
            same = [("same", tr("as in this match"))] if self._keeps_cards else []
            yield Choice([*same, ("new", self._dealt_again)], id="future")
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
    is_living = not saved.is_open
    mover = movers[0] if is_trial else None
    dialog = BranchDialog(recording.players, recording.viewer, is_living, mover)
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


STEP_COLUMNS: Final = 4
"""Columns of a step in the timeline."""
BESIDE_BAR_COLUMNS: Final = 50
"""Columns of the timeline besides the match's bar and the steps."""
MARGIN_COLUMNS: Final = 2
"""Columns that the banner does not use: one at each side."""


class BetterLineScreen(RecordedScreen):
    """A line of a few steps that branches off a match at a decision."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("line")

    def __init__(
        self, line: SavedMatch, viewer: int, position: int, back: navigation.Replay | None
    ) -> None:
        """Show the first step.

        Args:
            line: the line, with the match before it.
            position: number of actions before the line leaves the match.
            back: replay to which leaving a branch of the line returns; None after a puzzle.
        """
        super().__init__(line, viewer, position + 1)
        self._start = position
        self._back = back
        self.labels = {} if back else {"line.leave": tr_in("key", "back")}

    def compose(self) -> ComposeResult:
        yield Static("", id="perspective", markup=False)
        yield self.panel
        yield Static("", id="scrubber", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._moved()

    def draw(self) -> None:
        """Draw the board at the current step, the banner and the timeline."""
        cursor, seat_names = self._cursor, self._seat_names
        self.panel.show(self._scene())
        self.panel.event_log.show(cursor.log, seat_names)
        sentences = cursor.sentences(seat_names)
        if not sentences and cursor.position > self._start:
            sentences = [unseen_decision(cursor.recording, cursor.position, seat_names)]
        title = tr("A better line, not the match" if self._back else "A line of the answer")
        words = f"{title} · {' '.join(sentences)}"
        room = max(self.app.size.width - MARGIN_COLUMNS, 1)
        banner = shorten(first_clauses(words, room), room, placeholder=" …")
        self.query_one("#perspective", Static).update(banner, layout=False)
        self.query_one("#scrubber", Static).update(self._timeline(), layout=False)

    def _timeline(self) -> str:
        """Return the bar of the match up to the line, and the line's steps, dashed."""
        cursor = self._cursor
        # Steps of the line, from 1; step 0 is the decision at which it leaves the match.
        reached, last = cursor.position - self._start, cursor.last - self._start
        columns = max(self.size.width - BESIDE_BAR_COLUMNS - STEP_COLUMNS * last, 1)
        dash = "┄" * (STEP_COLUMNS - 1)
        steps = "".join(f"{dash}{'◆' if step == reached else '┄'}" for step in range(1, last + 1))
        bar = "━" * columns + ("◆" if not reached else "┄") + steps
        moment = when(self._game, cursor.recording.clocks[cursor.position]).replace(",", "")
        step = tr("step {number} of {all}", number=reached, all=last)
        return f"· {bar} {step}  {moment}"

    def action_step(self, by: int) -> None:
        """Step along the line, back at most to the decision."""
        self._move_to(max(self._cursor.position + by, self._start))

    @work
    async def action_branch(self) -> None:
        cursor = self._cursor
        access = await ask_branch(self, self._saved, cursor.recording, cursor.position)
        if access is not None:
            navigation.go(self.app, navigation.Play(access, self._back))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the letters that open the board's panes."""
        return self.panel.has_letters(parameters) if action == "open" else True

    def action_leave(self) -> None:
        self.dismiss()
