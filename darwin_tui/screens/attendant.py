"""Attendant of a live match: carries out all that its phases require except drawing.

Opens the curtain and the results, gives standing answers, keeps the bots going, and asks where to
save a match whose file is lost.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

from msgspec.structs import replace
from textual.timer import Timer
from textual.worker import WorkType

from darwin_core.journal import FileChanged, JournalError
from darwin_core.table import AnySnapshot, Refused, Trouble, runner
from darwin_core.text.language import mark, tr
from darwin_tui import settings
from darwin_tui.library import saves
from darwin_tui.library.seat_access import SeatAccess
from darwin_tui.play.lesson import Primers
from darwin_tui.play.live_match import Curtain, LiveMatch, Over
from darwin_tui.play.status_line import with_match
from darwin_tui.screens import navigation
from darwin_tui.screens.curtain import CurtainScreen, Invitation
from darwin_tui.widgets.dialogs import ConfirmDialog, EntryDialog
from darwin_tui.widgets.screen import DarwinScreen, key_of

PATH_LENGTH_MAX: Final = 4096
WHERE: Final = mark(
    "Save the match in a new file and continue there; a name without a folder is put beside it:"
)


class Rescue:
    """Asks in which file to save a match; one question at a time."""

    def __init__(self, screen: DarwinScreen[None], place: SeatAccess) -> None:
        """Prepare to ask.

        Args:
            screen: the screen over which dialogs are opened.
            place: the place at the table of the match.
        """
        self._screen = screen
        self._place = place
        self._asking = asyncio.Lock()

    @property
    def is_asking(self) -> bool:
        """True while a dialog is open."""
        return self._asking.locked()

    async def save_elsewhere(self, why: str = "") -> bool:
        """Ask for a file until the match is saved in one, or the player leaves the dialog.

        Args:
            why: a sentence about the file that it is saved in now.

        Returns:
            Whether it is saved in another one.
        """
        if self.is_asking:
            return False
        if self._place.path is None or not self._screen.player.locations.shows_paths:
            # A guest has no folders on the machine of the host to choose from.
            self._screen.notify(f"{why} {tr('The host keeps this match.')}".strip(), markup=False)
            return False
        async with self._asking:
            return await self._ask(why)

    async def _ask(self, why: str) -> bool:
        target: str | None = self._proposed_path()
        while True:
            question = f"{why} {tr('Nothing is lost.')}\n{tr(WHERE)}" if why else tr(WHERE)
            title = tr("Save in another file")
            dialog = EntryDialog(title, question, target or "", PATH_LENGTH_MAX)
            dialog.opens_by_itself = bool(why)
            target = await self._screen.app.push_screen_wait(dialog)
            if target is None:
                return False
            try:
                self._place.save_elsewhere(target, self._screen.player.locations)
            except JournalError as error:
                why = str(error)
                continue
            sentence = tr("The match is saved in {path}.", path=self._place.path)
            self._screen.notify(sentence, markup=False)
            return True

    def _proposed_path(self) -> str:
        path = self._place.path
        try:
            return str(saves.free_path(path)) if path else ""
        except JournalError:
            return str(path)

    async def leave(self, why: str, leave: Callable[[], object]) -> None:
        """Leave a match that is not saved, once it is saved elsewhere or the player insists."""
        dialog = ConfirmDialog(tr("Not saved"), tr("Leave the match, which is not saved?"))
        dialog.opens_by_itself = True
        if await self.save_elsewhere(why) or await self._screen.app.push_screen_wait(dialog):
            leave()

    async def wait(self, why: str, key: str) -> None:
        """Wait until the match is saved somewhere; the file may also come back.

        Args:
            why: a sentence about the file that is lost.
            key: the key that asks again.
        """
        if self._place.path is not None and await self.save_elsewhere(why):
            return
        if self._place.path is None:
            wait = tr("The bots wait.")
        else:
            wait = tr("The bots wait until {key} saves the match in another file.", key=key)
        self._screen.notify(
            f"{why} {wait}",
            markup=False,
            severity="error",
            timeout=8,
        )
        while self._place.why_unsaved():
            await asyncio.sleep(1)
        self._place.spectator.retry()


T = TypeVar("T")

RETRY_SECONDS: Final = 5
"""Time before bots that could not act try again."""
RESULTS_DELAY_SECONDS: Final = 0.8
"""Time before the results where nobody waits for a key."""
IDLE_SECONDS: Final = {"30": 30.0, "60": 60.0, "120": 120.0, "never": None}
"""Time without key or mouse after which a hand is covered, where several people play."""
SAVED: Final = mark("Saved. Continue it whenever you like.")
CONTINUES: Final = mark("The match continues without you: come back any time.")
_RESCUE: Final = "save elsewhere"


class Attendant:
    """Attends to one screen at a table."""

    def __init__(
        self,
        screen: DarwinScreen[None],
        place: SeatAccess,
        live: LiveMatch,
        open_results: Callable[[], None],
        resume: Callable[[], None],
    ) -> None:
        """Prepare to attend.

        Args:
            screen: the screen that draws the match.
            place: gives out the seats.
            live: the match as the people at the screen see it.
            open_results: called once the match is over.
            resume: draws the match again, after the curtain.
        """
        self._screen = screen
        self._place = place
        self._live = live
        self._open_results = open_results
        self._resume = resume
        self._curtain: CurtainScreen | None = None
        """The curtain, until the person who has opened it is shown the table."""
        self._rescue = Rescue(screen, place)
        self._trouble: Trouble | None = None
        self._idle: Timer | None = None
        self._last_key = ""
        self._pins: dict[int, str] = {}
        """The PINs of seats, until the match is left."""
        self._primers: Primers | None = None
        self.explains = True
        """Phases are explained the first time they come."""

    def start(self) -> None:
        """Let the bots act."""
        self._primers = Primers(self._place.spectator.game, self._screen.player.settings)
        self._place.open()
        if self._place.notice:
            self._screen.notify(self._place.notice, title=tr("Mended"), timeout=10, markup=False)

    def explain(self, snapshot: AnySnapshot) -> tuple[str, ...]:
        """Return what the phase of a decision is about, the first time that it comes; before the
        first decision, what there will be to decide."""
        if not self._primers or not self.explains:
            return ()
        return self._primers.due(snapshot) or self._primers.ahead(snapshot)

    def end(self) -> None:
        """Keep what was explained, and close the table; the match is saved."""
        if self._primers:
            self._primers.keep()
        self._place.close()

    def follow(self, delay: float) -> None:
        """Carry out what the phase requires.

        Args:
            delay: seconds before results are opened.
        """
        live = self._live
        self.attend_bots()
        if self._screen not in self._screen.app.screen_stack:
            return
        match live.phase:
            case Curtain(seat):
                self._draw_curtain(seat)
            case Over(has_results=False) if delay:
                self._screen.set_timer(delay, self._show_results)
            case Over(has_results=False):
                self._show_results()
        if live.due_answer is not None and not live.pause:
            answer = partial(self._answer, live.due_answer)
            self._screen.work_on(answer, "standing answer", exclusive=True)

    def _show_results(self) -> None:
        if self._screen.is_active and self._live.phase == Over():
            self._live.open_results()
            self._count_match()
            self._open_results()

    def _count_match(self) -> None:
        """Keep that a person here has seen one more match of the game to its end."""
        now = settings.of(self._screen.app)
        counted = with_match(now, self._place.spectator.game.slug)
        if self._live.people and counted != now:
            navigation.keep_settings(self._screen.app, counted)

    # --- the curtain

    def watch_idle(self, cover: Callable[[], None]) -> None:
        """Cover a hand after a while without key or mouse, if other people play here too."""
        seconds = IDLE_SECONDS[settings.of(self._screen.app).idle]
        if self._idle:
            self._idle.stop()
        self._idle = None
        if self._live.shares_screen and seconds:
            self._idle = self._screen.set_interval(seconds, cover)

    def note_presence(self, key: str = "") -> None:
        """Note a key or the mouse as a sign that somebody is there."""
        self._last_key = key or self._last_key
        if self._idle:
            self._idle.reset()

    def _draw_curtain(self, seat: int) -> None:
        invitation = self._invitation(seat)
        if self._curtain is not None:
            # A dialog may be open over it, as for a PIN; or it is being opened.
            self._curtain.invite(invitation)
            return
        self._clear_table()
        self._curtain = CurtainScreen(invitation, self.leave, self._pins.__setitem__)
        opened = partial(self._screen.call_next, self._open_curtain)
        self._screen.app.push_screen(self._curtain, opened)

    def _open_curtain(self, seat: int | None) -> None:
        """Show the table to the person who opened the curtain, unless it hung for another one by
        then."""
        self._curtain = None
        phase = self._live.phase
        if isinstance(phase, Curtain) and phase.seat == seat:
            self._live.open_curtain()
        self._resume()

    def _clear_table(self) -> None:
        """Close what is open over the table: the next person would find it under the curtain, and
        it may name a card of the one before."""
        stack = self._screen.app.screen_stack
        for screen in reversed(stack[stack.index(self._screen) + 1 :]):
            screen.dismiss()

    def _invitation(self, seat: int) -> Invitation:
        spectator, last = self._place.spectator, self._live.snapshot.seat
        names = spectator.names
        key = "enter" if self._last_key == "space" else "space"
        title, pin = spectator.game.title, self._pins.get(seat, "")
        invitation = Invitation(names[seat], seat, title, key, pin=pin)
        if last == seat or not self._live.can_undo(last):
            return invitation
        return replace(invitation, chooser=names[last], undo=partial(self._undo, last))

    async def _undo(self, seat: int) -> None:
        await self.attempt(self._place.seat(seat).undo(), self._notify)

    # --- standing answers and bots

    async def _answer(self, seat: int) -> None:
        """Give a standing answer, always after the same pause, so that it reveals nothing."""
        answers = self._place.seat(seat)
        answer, question = self._live.standing_answer, answers.snapshot.question
        await asyncio.sleep(runner.BOT_PAUSE_SECONDS)
        if question != answers.snapshot.question or answer is None:
            return
        if self._live.has_standing_answer(seat):
            await self.attempt(answers.submit(answer, question), self._notify)

    def attend_bots(self) -> None:
        """Let the bots wait during a pause, and show why they cannot act."""
        spectator = self._place.spectator
        if self._live.pause:
            spectator.hold()
        else:
            spectator.release()
        before, self._trouble = self._trouble, spectator.snapshot.trouble
        if self._trouble is None or self._trouble == before:
            return
        if self._trouble.kind == "file-changed":
            key = key_of(self._screen, "play.save_elsewhere")
            self._in_background(partial(self._rescue.wait, self._trouble.sentence, key))
            return
        text = f"{self._trouble.sentence} {tr('The bots wait.')}"
        self._screen.notify(text, markup=False, severity="error", timeout=8)
        self._screen.set_timer(RETRY_SECONDS, spectator.retry)

    # --- commands at the table

    async def attempt(self, command: Awaitable[T], say: Callable[[str], None]) -> T | None:
        """Await a command at the table; where it fails, say so and return None."""
        try:
            return await command
        except Refused as refused:
            say(str(refused))
        except FileChanged as error:
            self._in_background(partial(self._rescue.save_elsewhere, str(error)))
        except JournalError as error:
            text = f"{error} {tr('Nothing is lost: play it again.')}"
            say(self._screen.player.locations.redact(text))
        return None

    def _notify(self, text: str) -> None:
        self._screen.app.notify(text, markup=False)

    def _in_background(self, work: WorkType[object]) -> None:
        self._screen.work_on(work, _RESCUE)

    def save_elsewhere(self) -> None:
        """Save the match in another file and continue there."""
        self._in_background(self._rescue.save_elsewhere)

    # --- leaving

    def leave(self) -> None:
        """Leave for the first screen; where the match is not saved, not without asking."""
        why = self._place.why_unsaved()
        if why is None:
            at_home = self._place.company is None
            navigation.go(
                self._screen.app, navigation.Home(tr(SAVED) if at_home else self._parting())
            )
        else:
            home = partial(navigation.go, self._screen.app, navigation.Home())
            self._in_background(partial(self._rescue.leave, why, home))

    def _parting(self) -> str:
        return tr(CONTINUES if self._place.people else "You have stopped watching.")

    def may_quit(self) -> bool:
        """Return whether the program may end now. If not, ask for a file to save the match in.

        A second request to end while that question is open is granted.
        """
        why = self._place.why_unsaved()
        if why is None or self._rescue.is_asking:
            return True
        self._in_background(partial(self._rescue.leave, why, self._screen.app.exit))
        return False
