"""Play and watching line by line at a server's table, where the others move meanwhile."""

import asyncio
from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import SPECTATOR, Action
from darwin_core.text.language import tr
from darwin_tui.play.seat_access import Company, Place
from darwin_tui.text_mode.company import Around
from darwin_tui.text_mode.console import Console
from darwin_tui.text_mode.reader import Left, say_outcome
from darwin_tui.text_mode.seat_reader import SeatReader

RECAP_SENTENCES: Final = 5
"""Sentences of the log that are repeated at the beginning of a visit."""
_WATCHING: Final = ("state", "log", "rules", "help", "quit")
"""Commands that a spectator has too."""


class _Visit(SeatReader):
    """A player at the own seats of a server's table, or a spectator."""

    def __init__(self, place: Place, company: Company, console: Console) -> None:
        super().__init__(place, console)
        self._around = Around(company, self.people, self.say)
        self._has_changed = asyncio.Event()
        self._line = place.spectator.snapshot.line
        self.viewer = self.people[0] if self.people else SPECTATOR
        if not self.people:
            self.commands = tuple(each for each in self.commands if each[0] in _WATCHING)
        self.add_commands(*self._around.commands())

    async def run(self) -> int:
        """Play or watch until the match is over or the player leaves; return the exit code."""
        self.seat.observe(lambda _: self._say_news())
        end_observing = self._around.company.observe(self._has_changed.set)
        try:
            self._greet()
            while not self._is_over():
                await self._take_turn()
        except Left:
            self.say(tr("Your seat is kept." if self.people else "You have left the table."))
            return 0
        finally:
            end_observing()
        # The end may be known before the last snapshot has come.
        self._say_news()
        self._around.report()
        return self._finish()

    def _greet(self) -> None:
        self.introduce()
        if self.place.notice:
            self.say(self.place.notice)
        if self.people:
            self.say(tr("Type the number of your choice, or ? for all commands."))
        else:
            self.say(tr("Type ? for all commands."))
        if self._line:
            self.say(tr("What happened last:"))
            self.log(str(RECAP_SENTENCES))
        else:
            for sentence in self.sentences(self.events()[0]):
                self.say(sentence)

    def _finish(self) -> int:
        company = self._around.company
        if company.closed:
            self.say(company.closed)
            return 1
        if company.ended:
            self.say(company.ended)
        saved = self.place.saved
        if saved.is_decided:
            standing = saved.recording(SPECTATOR).standing
            say_outcome(saved.placed(standing), self.names, self.say)
        if self.people:
            self.say(tr("To play the same again: rematch {code}", code=company.code))
        if company.can_download:
            self.say(tr("The match is saved; download it with: get {code}", code=company.code))
        return 0

    # --- what happens

    def _say_news(self) -> None:
        """Say what has happened since it was said last."""
        snapshot = self.seat.snapshot
        lines, self._line = snapshot.line - self._line, snapshot.line
        if lines and not snapshot.undone_line:
            # Lines that came together are one snapshot.
            missed = self.events()[-lines:-1] if lines > 1 else ()
            for events in (*missed, snapshot.events):
                for sentence in self.sentences(events):
                    self.say(sentence)
        elif lines and snapshot.seat not in self.people:
            self.say(tr("{player} undoes the last choice.", player=self.name(snapshot.seat)))
        self._has_changed.set()

    def _is_over(self) -> bool:
        return bool(self.place.spectator.snapshot.outcome or self._around.end())

    def _asked(self) -> int | None:
        """Return the player's seat that is asked, the present one first."""
        waiting = set(self.place.spectator.snapshot.to_move) - self._around.resigned()
        seats = [seat for seat in self.people if seat in waiting]
        return self.viewer if self.viewer in seats else next(iter(seats), None)

    # --- a turn

    async def _take_turn(self) -> None:
        """Let the player choose if asked, else wait until the table changes."""
        seat = self._asked()
        actions: Sequence[Action] = ()
        question = None
        if seat is not None:
            if seat != self.viewer:
                self.say(tr("You play {player} now.", player=self.name(seat)))
                self.viewer = seat
            question = self.seat.snapshot.question
            actions = self.list_choices()
        while not self._is_over() and self._asked() == seat:
            if question is not None and self.seat.snapshot.question != question:
                return
            line = await self._next_line()
            self._around.report()
            if line is not None and await self.obey(line, actions):
                return

    async def _next_line(self) -> str | None:
        """Return the next line typed; None if the table has changed before.

        A spectator whose input has ended watches on; a player leaves.
        """
        self._has_changed.clear()
        reading = asyncio.ensure_future(self.console.ask())
        changing = asyncio.ensure_future(self._has_changed.wait())
        try:
            await asyncio.wait((reading, changing), return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                return None
            line = reading.result()
            if line is not None:
                return line
            if self.people:
                raise Left
            await changing
            return None
        finally:
            for work in (reading, changing):
                work.cancel()
            await asyncio.gather(reading, changing, return_exceptions=True)


async def visit_plain(place: Place, company: Company, console: Console) -> int:
    """Play the own seats of a server's table line by line, or watch; return the exit code.

    The place is closed at the end; the match and the seats are kept.
    """
    place.open()
    try:
        return await _Visit(place, company, console).run()
    finally:
        place.close()
