"""Common parts of screens about saved matches: reading them all, analysing, sharing, branching."""

from collections.abc import Callable, Sequence, Set
from typing import ClassVar, Final

import msgspec
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Static

from darwin_core.analysis.report import Analysis
from darwin_core.analysis.review import Knowledge
from darwin_core.bots import Undecided
from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.match.record import HUMAN, Player, RecordError
from darwin_core.match.recording import AnyRecording
from darwin_core.table import Refused
from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.commands import FILE, KEYS
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.export.images import NoConverter
from darwin_tui.export.share import KINDS, REPORT, Shared, share
from darwin_tui.library import saves
from darwin_tui.library.analyses import Analysing
from darwin_tui.library.caches import Listed
from darwin_tui.library.hindsight import KNOWN
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import SeatAccess
from darwin_tui.screens import navigation
from darwin_tui.seating import bot_values, branch_control, default_viewer, people_of
from darwin_tui.terminal import painter
from darwin_tui.widgets.dialogs import Dialog, MessageDialog, PickDialog
from darwin_tui.widgets.forms import Choice
from darwin_tui.widgets.screen import DarwinScreen, KeyBar


class MatchesScreen(DarwinScreen[None]):
    """A screen that reads all saved matches piece by piece while it stays responsive."""

    def __init__(self) -> None:
        super().__init__()
        self._listed: list[Listed] = []
        """The matches read so far."""
        self._slices = saves.Slices()
        """The saved matches, read and verified in slices of time."""

    def show_matches(self) -> None:
        """Show the matches read so far; called repeatedly until all are read."""
        raise NotImplementedError

    def read_matches(self) -> None:
        """Read the saved matches from the beginning."""
        self._slices.close()
        self._listed = []
        try:
            self._slices.start(self.player.locations)
        except JournalError as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
        self._read_on()

    def _read_on(self) -> None:
        if not self.is_mounted:
            return
        self._listed += self._slices.next()
        if self._slices.has_more:
            self.call_after_refresh(self._read_on)
        self.show_matches()

    def on_unmount(self) -> None:
        """Stop reading, and store which of the matches read are sound."""
        self._slices.close()

    def action_help(self) -> None:
        navigation.go(self.app, navigation.Help(self))

    def action_leave(self) -> None:
        self.dismiss()


POLL_SECONDS: Final = 0.25
"""Time between two checks of the progress of an analysis."""


class Analyst:
    """One screen's analysis: begun on demand, dropped when the screen is left."""

    def __init__(
        self, screen: DarwinScreen[None], saved: SavedMatch, changed: Callable[[], None]
    ) -> None:
        """Prepare to analyse a match; nothing starts yet.

        Args:
            changed: called when the drawing must change.
        """
        self._screen = screen
        self._saved = saved
        self._changed = changed
        self._analysing: Analysing | None = None
        self._timer: Timer | None = None
        self.knowledge: Knowledge = "players"
        """The knowledge of the cards with which the analysis judges."""
        self._analyses: dict[Knowledge, Analysis] = {}
        """Analyses made or loaded, by the knowledge of the cards."""

    @property
    def is_at_work(self) -> bool:
        """True while the analysis runs."""
        return self._analysing is not None

    @property
    def progress(self) -> float:
        """Fraction done, from 0 to 1."""
        return self._analysing.share if self._analysing else 0

    @property
    def curve(self) -> list[list[float | None]]:
        """The finished parts of the curves."""
        return self._analysing.curve if self._analysing else []

    @property
    def analysis(self) -> Analysis | None:
        """The analysis, once made or loaded."""
        return self._analyses.get(self.knowledge)

    def find(self) -> Analysis | None:
        """Return the stored analysis, if there is one."""
        if self.analysis is None:
            analysis = self._saved.analysis(self._screen.player.locations, self.knowledge)
            if analysis:
                self._analyses[self.knowledge] = analysis
        return self.analysis

    def switch(self) -> None:
        """Switch to the next kind of knowledge, and load or begin its analysis."""
        self.stop()
        kinds = list(KNOWN)
        self.knowledge = kinds[(kinds.index(self.knowledge) + 1) % len(kinds)]
        self.begin()

    def begin(self) -> Analysing | None:
        """Load the stored analysis, or begin a new one and return it in progress. Return None if
        the analysis was loaded. If the reader may not have one, show why, and return None."""
        if self.find() is None and not self.is_at_work:
            locations = self._screen.player.locations
            try:
                self._analysing = self._saved.analyse(locations, self.knowledge)
            except Refused as refused:
                self._screen.notify(str(refused), markup=False, timeout=4)
                return None
            self._timer = self._screen.set_interval(POLL_SECONDS, self._poll)
        return self._analysing

    def _poll(self) -> None:
        """Take the analysis if it is done; stop after a failure, which is shown."""
        if self._analysing is None:
            return
        try:
            if analysis := self._analysing.poll():
                self._analyses[self.knowledge] = analysis
            trouble = self._analysing.trouble
        except Undecided as error:
            trouble = tr(str(error))
            self.stop()
        if trouble:
            self._screen.notify(trouble, severity="warning", markup=False)
        if self.analysis:
            self.stop()
        self._changed()

    def stop(self) -> None:
        """Drop an unfinished analysis."""
        if self._timer:
            self._timer.stop()
        if self._analysing:
            self._analysing.cancel()
        self._timer = self._analysing = None


class ShareableMatchScreen(DarwinScreen[None]):
    """A screen of a saved match that can be written as a picture, a text or a film."""

    _saved: SavedMatch

    @property
    def shared_viewer(self) -> int:
        """Perspective of the text and the film."""
        person = self._saved.person
        return default_viewer(() if person is None else (person,))

    @property
    def shared_position(self) -> int:
        """Number of actions before the drawn position, if the last one can be reported; else 0."""
        return 0

    @property
    def share_capability(self) -> Set[str]:
        """{FILE} for a match in the player's own file, whose path may be shown; else empty."""
        has_file = self._saved.path is not None and self.player.locations.shows_paths
        return {FILE} if has_file else set()

    @work
    async def action_share(self) -> None:
        """Write the match or a picture of the screen to a file, and say where it is."""
        # Taken before the dialog covers the screen; without the key bar, in the last rows.
        keys = self.query_one(KeyBar).region
        picture = painter.rows(self.app.screen)[: keys.y]
        position = self.shared_position
        kinds = (*KINDS, REPORT) if position else KINDS
        words = [tr(kind.words) for kind in kinds]
        dialog = PickDialog(tr("Share"), words, enter=tr("Enter writes it"), is_numbered=True)
        chosen = await self.app.push_screen_wait(dialog)
        if chosen is None:
            return
        kind = kinds[chosen]
        if kind.wait:
            self.notify(tr(kind.wait), timeout=4)
        shared = Shared(self._saved, self.shared_viewer, picture, self.player, position)
        try:
            path = await share(kind.name, shared)
        except (JournalError, RecordError, NoConverter) as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
            return
        if self.is_attached:
            await self.app.push_screen_wait(MessageDialog(tr("Shared"), [tr(kind.done), str(path)]))


# --- playing on from a position


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
        """The seat that a single player takes: the seat of the perspective; in a trial without a
        perspective, the seat that moves next."""

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
            words = tr("It is not kept, unless {play.save_elsewhere} saves it meanwhile.", **KEYS)
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
