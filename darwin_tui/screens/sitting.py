"""Sitting at a table: hearing what is done there, and looking at it for as long as one likes.

What is heard is shown at once, or held to be looked at until a key goes on. Bots wait for people,
and people for one another behind a curtain.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace
from textual import work
from textual.binding import Binding

from darwin_core.game import SPECTATOR, Clock, Element
from darwin_core.journal import FileChanged, JournalError
from darwin_core.table import Refused, Snapshot
from darwin_tui import navigation, saves, settings
from darwin_tui.dialogs.confirm import ConfirmDialog
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.play import pacing
from darwin_tui.play.curtain import CurtainScreen, Invitation, key_of
from darwin_tui.play.local_table import LocalTable
from darwin_tui.screens.board_screen import BoardScreen
from darwin_tui.widgets.canvas import SEAT_MARKS

AnySnapshot = Snapshot[Any, Any, Any]

PICTURE: Final = 0.07
"""Seconds that each picture of something moving stands."""
MOMENT: Final = 0.8
"""Seconds before the results where nobody waits for a key."""
LONGEST_PATH: Final = 4096
WHERE: Final = "Save the match in a new file and continue there:"

SAVE_ELSEWHERE: Final = Binding(
    "ctrl+s", "save_elsewhere", "save in another file", show=False, id="play.save_elsewhere"
)


class SittingScreen(BoardScreen):
    """A table seen from one seat; several people at one screen pass it on behind a curtain."""

    def __init__(self, table: LocalTable, over: Callable[[], None]) -> None:
        """A screen at a table.

        Args:
            table: gives out the seats.
            over: opens the results.
        """
        spectator = table.spectator
        super().__init__(spectator.game, spectator.names)
        self._table = table
        self._over = over
        self._people = table.people
        self._viewer = self._people[0] if len(self._people) == 1 else SPECTATOR
        self._seat = table.seat(self._viewer)
        self._news = self._seat.snapshot
        self._story: list[Any] = []
        self._cursor: Element | None = None
        self._leave_table: Callable[[], None] | None = None
        self._over_told = False
        self._seated = False
        self._pace = pacing.Pace()
        self._stirred = asyncio.Event()
        """Something has changed that bots may have waited for."""
        self._waits_for_key = False
        """Whether bots wait for a key, or for a moment that it cuts short."""
        self._may_surprise = True
        """Whether a key that goes on, such as the one that opened this table, may have been pressed
        since a person was asked anything."""
        self._surprised_at = -inf
        """When something was asked while a key was to go on."""
        self._is_held = False
        """Whether what was told last is to be looked at until a key goes on."""
        self._has_told = False
        """Whether the last act ended something that should be looked at, such as a trick."""
        self._held_round = 0
        """The round that what is held belongs to."""
        self._shown_at = 0.0
        """When the last act was seen; a key held down since then does not go on."""
        self._clock: Clock = self._game.clock(self._news.view)
        self._beforehand: dict[int, Clock] = {}
        """By seat the turn in which it answers all questions beforehand."""
        self._passes_to = SPECTATOR
        """Who is to open the curtain."""
        self._last_key = ""
        self._is_asking_where = False
        """True while a dialog asks in which file to save the match."""
        self._frame = 0
        """Pictures left of what is being shown moving, such as dice that roll."""

    # --- for the screen that this is

    def _learn(self, news: AnySnapshot) -> None:
        """Take in what the viewer now sees and is asked."""
        raise NotImplementedError

    @property
    def saved_at(self) -> Path:
        """Where the match is saved as it is played."""
        return self._table.path

    # --- saving elsewhere

    @work(group="save elsewhere")
    async def action_save_elsewhere(self) -> None:
        """Save the match in another file and go on there."""
        await self._save_elsewhere()

    @work(group="save elsewhere")
    async def _offer_elsewhere(self, error: FileChanged) -> None:
        """Say what has become of the record, and offer to save the match in another file."""
        await self._save_elsewhere(str(error))

    async def _save_elsewhere(self, why: str = "") -> bool:
        """Ask for a file until the match is saved in one, or the player leaves it.

        Args:
            why: what is wrong with the file it is saved in now, in a sentence.

        Returns:
            Whether it is saved in another one.
        """
        if self._is_asking_where:
            return False
        self._is_asking_where = True
        try:
            return await self._ask_where(why)
        finally:
            self._is_asking_where = False

    async def _ask_where(self, why: str) -> bool:
        place: str | None = self._proposed_place()
        while True:
            question = f"{why} Nothing is lost.\n{WHERE}" if why else WHERE
            dialog = EntryDialog("Save in another file", question, place or "", LONGEST_PATH)
            place = await self.app.push_screen_wait(dialog)
            if place is None:
                return False
            try:
                self._table.save_elsewhere(place, self.session.locations)
            except JournalError as error:
                why = str(error)
                continue
            self.notify(f"The match is saved in {self.saved_at}.", markup=False)
            self._stirred.set()
            return True

    def _proposed_place(self) -> str:
        try:
            return str(saves.free_path(self.saved_at))
        except JournalError:
            return str(self.saved_at)

    def leave(self) -> None:
        """Back to the first screen; where the match is not saved any more, not without asking."""
        why = self._table.why_unsaved()
        if why is None:
            navigation.leave_table(self.app)
        else:
            self._leave_unsaved(why, partial(navigation.home, self.app))

    def may_quit(self) -> bool:
        """Return whether the program may end at once; else ask first where to save the match. Who
        wishes it again while being asked may."""
        why = self._table.why_unsaved()
        if why is None or self._is_asking_where:
            return True
        self._leave_unsaved(why, self.app.exit)
        return False

    @work(group="save elsewhere")
    async def _leave_unsaved(self, why: str, go: Callable[[], object]) -> None:
        question = "Leave the match, which is not saved?"
        if await self._save_elsewhere(why) or await self.app.push_screen_wait(
            ConfirmDialog("Not saved", question)
        ):
            go()

    # --- sitting down

    def on_mount(self) -> None:
        """Sit down."""
        self._board.focus()
        self._sit(self._viewer)
        if self._table.notice:
            self.notify(self._table.notice, title="Mended", timeout=10, markup=False)
        self.run_worker(self._run_bots(), exclusive=True)
        self._seated = True
        self._go_on()

    def on_unmount(self) -> None:
        """Let go of the record; it is saved."""
        self._table.close()

    def on_screen_resume(self) -> None:
        """Go on with what waited while another screen lay over this one."""
        if self._seated:
            self._show()
            self._go_on()

    def _sit(self, viewer: int) -> None:
        """Look at the table with a viewer's eyes from now on."""
        if self._leave_table:
            self._leave_table()
        self._viewer = viewer
        self._seat = self._table.seat(viewer)
        self._leave_table = self._seat.observe(self._hear).end
        # The next player must not see on which card the last one let go.
        self._cursor = None
        self._retell()
        self._learn(self._seat.snapshot)

    def _retell(self) -> None:
        self._story = [event for events in self._seat.log() for event in events]

    def _hear(self, news: AnySnapshot) -> None:
        if not self.display:
            # News can still come while the screen is being taken down, its parts first.
            return
        if news.events:
            self._story += news.events
        else:
            self._retell()
        before, self._clock = self._clock, self._game.clock(news.view)
        self._shown_at = time.monotonic()
        self._has_told = self._board.tells(news.events)
        if self._has_told:
            self._pane = 0
            self._held_round = before.round
            self._is_held = self._wants_look(before, news)
        if self._is_held and self._passes_on:
            # All look at what was turned up, so nobody's hand may lie beside it.
            self._sit(SPECTATOR)
        else:
            if not self._is_held:
                self._move(news.events)
            self._learn(news)
        self._pace.press()
        self._stirred.set()
        self._go_on()

    # --- holding what is to be looked at

    @property
    def _passes_on(self) -> bool:
        """Whether people pass this screen on behind a curtain, where anything is hidden."""
        return len(self._people) > 1 and settings.of(self.app).curtain != "never"

    @property
    def _hides(self) -> bool:
        """Whether a curtain would hide anything: what one at this screen sees and another not."""
        if settings.of(self.app).curtain == "always":
            return True
        common = self._table.spectator.snapshot.view
        return any(self._table.seat(seat).snapshot.view != common for seat in self._people)

    @property
    def _goes_on(self) -> bool:
        """Whether Enter and Space go on, as there is nothing for them to pick or play."""
        return self._is_held or (self._waits_for_key and not self._news.actions)

    def _wants_look(self, before: Clock, news: AnySnapshot) -> bool:
        """Whether to stop at what has just been told until a key goes on: where something else
        would take its place at once, or where the player goes step by step."""
        wish = settings.of(self.app).pace
        if self._passes_on or wish == "step":
            return True
        ends = self._clock.round != before.round or self._game.outcome(news.view) is not None
        ends = ends or self._board.stops(news.events)
        return ends and wish != "instant"

    def _step_on(self) -> None:
        """The key that goes on: from what is held to be looked at, or to the bots' acts."""
        if time.monotonic() - self._shown_at < pacing.HASTE:
            return
        if not self._is_held:
            self._pace.press()
            return
        self._is_held = False
        self._cursor = None
        if self._news.actions:
            self._surprised_at = time.monotonic()
        self._move(self._news.events)
        self._show()
        self._stirred.set()
        self._go_on(moment=0)

    def _move(self, told: Sequence[Any]) -> None:
        """Begin to show something moving, if the events call for it and the player likes it."""
        pictures = self._board.pictures(told)
        if pictures and settings.of(self.app).motion and self.app.animation_level != "none":
            self._frame = pictures
            self.set_timer(PICTURE, self._next_picture)

    def _next_picture(self) -> None:
        if self._frame:
            self._frame -= 1
            self._show()
        if self._frame:
            self.set_timer(PICTURE, self._next_picture)

    # --- going on

    def _asked_people(self) -> list[int]:
        asked = self._seat.snapshot.to_move
        return [seat for seat in self._people if seat in asked]

    def _go_on(self, moment: float = MOMENT) -> None:
        """Pass the screen on or, after a moment, tell the end, if that is what comes next."""
        if self._is_held or self not in self.app.screen_stack:
            return
        if not self._seat.snapshot.to_move:
            self.set_timer(moment, self._tell_end) if moment else self._tell_end()
            return
        people = self._asked_people()
        for seat in people:
            if self._answers_beforehand(seat):
                self.run_worker(self._answer_beforehand(seat), group="beforehand", exclusive=True)
                return
        if people and self._viewer != people[0] and len(self._people) > 1:
            if self._passes_on and self._hides:
                self._pass_to(people[0])
            else:
                self._sit(people[0])

    def _answers_beforehand(self, seat: int) -> bool:
        """Whether a seat has answered what it is asked now, or would be in this turn."""
        if self._beforehand.get(seat) != self._clock:
            return False
        asked = self._table.seat(seat).snapshot.actions
        return not asked or self._game.standing_answer in asked

    async def _answer_beforehand(self, seat: int) -> None:
        """Give the answer after the same moment whatever the hand, so that it tells nothing."""
        answers = self._table.seat(seat)
        question = answers.snapshot.question
        await asyncio.sleep(pacing.BOT_PAUSE)
        if question != answers.snapshot.question or not self._answers_beforehand(seat):
            return
        try:
            await answers.submit(self._game.standing_answer, question)
        except FileChanged as error:
            self._offer_elsewhere(error)
        except (Refused, JournalError) as failure:
            self.notify(str(failure), markup=False)

    def _pass_to(self, seat: int) -> None:
        self._passes_to = seat
        invitation = self._invitation(seat)
        if isinstance(self.app.screen, CurtainScreen):
            self.app.screen.invite(invitation)
            return
        self._sit(SPECTATOR)
        self._may_surprise = True
        curtain = CurtainScreen(invitation, self.leave)
        self.app.push_screen(curtain, lambda _: self._sit(self._passes_to))

    def _invitation(self, seat: int) -> Invitation:
        last = self._seat.snapshot.seat
        key = "enter" if self._last_key == "space" else "space"
        invitation = Invitation(self._names[seat], SEAT_MARKS[seat], key)
        if last == seat or not self._can_undo(last):
            return invitation
        return replace(
            invitation, chooser=self._names[last], take_back=partial(self._take_back, last)
        )

    async def _take_back(self, seat: int) -> None:
        """Take back at the curtain what a seat did before it fell."""
        try:
            await self._table.seat(seat).undo()
        except FileChanged as error:
            self._offer_elsewhere(error)
        except (Refused, JournalError) as failure:
            self.app.notify(str(failure), markup=False)

    def _can_undo(self, seat: int) -> bool:
        """Return whether somebody at this screen may take back their last action."""
        return seat in self._people and self._table.seat(seat).snapshot.can_undo

    def _tell_end(self) -> None:
        if self.is_active and not self._over_told:
            self._over_told = True
            self._over()

    # --- bots

    async def _run_bots(self) -> None:
        """Play the bots' turns for ever."""
        while True:
            self._stirred.clear()
            seat = self._table.waiting_bot()
            if seat is None or self._people_come_first():
                await self._stirred.wait()
                continue
            line = self._seat.snapshot.line
            await self._wait_for_people()
            try:
                if line == self._seat.snapshot.line and not self._people_come_first():
                    await self._table.play_bot(seat)
            except FileChanged as error:
                await self._wait_for_place(error)
            except JournalError as error:
                self.notify(f"{error} The bots wait.", markup=False, severity="error", timeout=8)
                await asyncio.sleep(5)

    async def _wait_for_place(self, error: FileChanged) -> None:
        """Let the bots wait until the match is saved somewhere."""
        if await self._save_elsewhere(str(error)):
            return
        key = key_of(self, SAVE_ELSEWHERE)
        self.notify(
            f"{error} The bots wait until {key} saves the match in another file.",
            markup=False,
            severity="error",
            timeout=8,
        )
        # The file may also come back.
        while self._table.why_unsaved():
            await asyncio.sleep(1)

    def _people_come_first(self) -> bool:
        """Whether a person owes a choice that is made at the same time, or still looks."""
        return self._is_held or bool(self._asked_people())

    async def _wait_for_people(self) -> None:
        """Let people follow the last act, and for longer one that ended something, or that whoever
        did it may still take back."""
        lingers = self._has_told or self._can_undo(self._news.seat)
        # Nobody need follow what nobody saw, such as another bot's card laid face down.
        if lingers or self._news.events or not self._news.line:
            await self._wait_as_wished(lingers)

    async def _wait_as_wished(self, lingers: bool) -> None:
        wish = settings.of(self.app).pace
        self._waits_for_key = wish == "step" or (lingers and wish != "instant")
        self._show()
        try:
            await self._pace.wait(wish, lingers)
        finally:
            self._may_surprise |= self._waits_for_key
            self._waits_for_key = False
        self._show()
