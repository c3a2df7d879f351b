"""Playing and watching line by line at a server's table, with the people around it."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from typing import Final

from darwin_core.contract.game import SPECTATOR, Action
from darwin_core.text.language import mark, tr, tr_n
from darwin_core.text.wording import listed
from darwin_tui.library.dates import short_moment
from darwin_tui.library.seat_access import Member, People, Rejected, SeatAccess, UnreadChat, Vote
from darwin_tui.text_mode.console import Console
from darwin_tui.text_mode.reader import Command, Left, SeatReader, say_outcome

_STATES: Final = {
    "here": mark("{name} is here"),
    "thinking": mark("{name} is here and to move"),
    "away": mark("{name} is away"),
    "left": mark("{name} has left"),
    "bot": mark("{name} is a bot"),
    "stand-in": mark("{name} is away; a bot plays until they return"),
    "resigned": mark("{name} has resigned; a bot plays to the end"),
}
"""The states of people at a table, without a full stop."""
_VOTES: Final[dict[Vote, str]] = {
    "wait": mark("{name} votes to wait."),
    "bot": mark("{name} votes to let bots play."),
    "stop": mark("{name} votes to stop the match."),
}
"""Others' votes on absent people."""
_OWN_VOTES: Final[dict[Vote, str]] = {
    "wait": mark("You vote to wait; it is done once all who are here vote the same."),
    "bot": mark("You vote to let bots play; it is done once all who are here vote the same."),
    "stop": mark("You vote to stop the match; it is done once all who are here vote the same."),
}
"""Answers to the player's vote."""
_WATCHING: Final = ("state", "log", "rules", "help", "quit")
"""The commands that spectators keep."""


class Around:
    """The people around a player at a table: reports about them, and commands for chat and
    votes."""

    def __init__(self, table_people: People, people: tuple[int, ...], console: Console) -> None:
        """Observe the people around a player.

        Args:
            people: seats of the player; empty for a spectator.
        """
        self.table_people = table_people
        self._people = people
        self._settings = console.player.settings
        self._say = console.say
        self._unread = UnreadChat(table_people)
        # States, votes and absent people at the last report.
        self._states = self._present_states()
        self._votes = self._present_votes()
        self._absent: tuple[int, ...] = ()

    def commands(self) -> tuple[Command, ...]:
        """Return the commands of a player or spectator, with a sentence each."""
        shared: tuple[Command, ...] = (
            ("say", self.chat, mark("write to the others, as in say well played")),
            ("who", self.who, mark("who is at the table")),
            ("code", self.code, mark("the line with which friends come to the table")),
        )
        if not self._people:
            return shared
        return (
            *shared,
            (
                "vote",
                self.vote,
                mark("on who is away for two minutes: vote wait, vote bot or vote stop"),
            ),
            ("agree", self.agree, mark("wish to end the match now; agree no cancels that")),
            ("resign", self.resign, mark("let a bot play for you to the end, as in resign yes")),
        )

    # --- what happens

    def report(self) -> None:
        """Print the news: lines of the chat, and arrivals, departures and resignations."""
        for line in reversed(self._unread.take()):
            if line.name not in self._settings.now.muted:
                sentence = tr("{name} says: {text}", name=line.name, text=line.text)
                self._say(sentence if line.name else line.text)
        before, self._states = self._states, self._present_states()
        for name, state in self._states.items():
            if before.get(name, state) != state:
                self._say(f"{tr(_STATES[state], name=name)}.")
        votes, self._votes = self._votes, self._present_votes()
        for name, vote in self._votes.items():
            if votes.get(name, vote) != vote and self.table_people.absent:
                self._say(tr(_VOTES[vote], name=name))
        self._report_absent()

    def _report_absent(self) -> None:
        """Name people on whom the player may newly vote."""
        absent = tuple(self.table_people.absent)
        is_rated = self.table_people.is_rated
        names = [
            member.name
            for member in self.table_people.members
            if member.seat in absent and member.seat not in self._absent
            if member.state == "away" or is_rated
        ]
        self._absent = absent
        if names and is_rated:
            self._say(
                tr_n(
                    "The time of {names} is over. The others may vote: vote wait, or vote stop, by "
                    "which {names} loses.",
                    "The time of {names} is over. The others may vote: vote wait, or vote stop, by "
                    "which {names} lose.",
                    len(names),
                    names=listed(names),
                )
            )
        elif names:
            self._say(
                tr_n(
                    "{names} has been away for two minutes. The players who are here may vote: "
                    "vote wait, vote bot or vote stop.",
                    "{names} have been away for two minutes. The players who are here may vote: "
                    "vote wait, vote bot or vote stop.",
                    len(names),
                    names=listed(names),
                )
            )

    def _present_votes(self) -> dict[str, Vote]:
        """Return the votes of the other players by name."""
        return {
            member.name: member.vote
            for member in self.table_people.members
            if member.seat is not None and member.seat not in self._people
        }

    def _present_states(self) -> dict[str, str]:
        """Return the states of the players by name; thinking counts as present."""
        return {
            member.name: "here" if member.state == "thinking" else member.state
            for member in self.table_people.members
            if member.seat is not None and member.seat not in self._people
        }

    def end(self) -> str:
        """Return a sentence about the end of play at this table; empty before."""
        return self.table_people.closed or self.table_people.ended

    def resigned(self) -> set[int]:
        """Return the resigned seats, which bots play to the end."""
        return {
            member.seat
            for member in self.table_people.members
            if member.seat is not None and member.state == "resigned"
        }

    # --- commands

    def who(self, _: str = "") -> None:
        """Print the people at the table."""
        for member in self.table_people.members:
            self._say(_sentence(member, time.time()))
        self._say(self.table_people.watching)

    def code(self, _: str = "") -> None:
        """Print the line by which friends join the table."""
        self._say(self.table_people.invitation)

    async def chat(self, text: str) -> bool:
        """Write a line of chat."""
        if not text:
            self._say(tr("After say come your words, as in say well played."))
        elif not self.table_people.can_say:
            self._say(tr("Spectators cannot write at this table."))
        else:
            await self._try(self.table_people.say(text))
        return False

    async def vote(self, text: str) -> bool:
        """Vote on absent people."""
        vote = next((wish for wish in _VOTES if wish == text.casefold()), None)
        if vote is None:
            self._say(tr("Type vote wait, vote bot or vote stop."))
        elif all([await self._try(self.table_people.vote(seat, vote)) for seat in self._people]):
            self._say(tr(_OWN_VOTES[vote]))
        return False

    async def agree(self, text: str) -> bool:
        """Agree to end the match now, or withdraw that."""
        wish = text.casefold() != "no"
        if wish and text.casefold() not in ("", "yes"):
            self._say(
                tr("Type agree to wish for the end of the match, or agree no to cancel that.")
            )
        elif all([await self._try(self.table_people.agree(seat, wish)) for seat in self._people]):
            self._say(
                tr("The match ends once all players agree." if wish else "You wish to play on.")
            )
        return False

    async def resign(self, text: str) -> bool:
        """Let a bot play the player's seats to the end, and leave."""
        if text.casefold() != "yes":
            self._say(tr("Type resign yes to come last and let a bot play for you to the end."))
            return False
        if all([await self._try(self.table_people.resign(seat)) for seat in self._people]):
            self._say(tr("You have resigned; a bot plays for you to the end."))
            raise Left
        return False

    async def _try(self, work: Awaitable[None]) -> bool:
        """Await a command; if it is refused, print why and return False."""
        try:
            await work
        except Rejected as refusal:
            self._say(str(refusal))
            return False
        return True


def _sentence(member: Member, now: float) -> str:
    """Describe a person at the table in one sentence."""
    if member.seat is None:
        return tr("Watching: {name}.", name=member.name)
    state_words = tr(_STATES[member.state], name=member.name)
    if time_left := member.time_left(now):
        state_words = f"{state_words}, {tr('{time} left', time=time_left)}"
    if member.holiday:
        until = tr("on holiday until {day}", day=short_moment(member.holiday))
        state_words = f"{state_words}, {until}"
    if member.agrees:
        state_words = tr("{said}, and wishes to end the match", said=state_words)
    if member.vote == "bot":
        state_words = tr("{said}, and votes to let bots play", said=state_words)
    elif member.vote == "stop":
        state_words = tr("{said}, and votes to stop the match", said=state_words)
    return tr("Seat {number}: {said}.", number=member.seat + 1, said=state_words)


class _Visit(SeatReader):
    """The visit of a player or spectator to a server's table."""

    def __init__(self, access: SeatAccess, table_people: People, console: Console) -> None:
        super().__init__(access, console)
        self._around = Around(table_people, self.people, console)
        self._has_changed = asyncio.Event()
        # Record line and number of actions in force at the last report.
        self._line = access.spectator.snapshot.line
        self._position = access.spectator.snapshot.position
        self.viewer = self.people[0] if self.people else SPECTATOR
        if not self.people:
            self.commands = tuple(command for command in self.commands if command[0] in _WATCHING)
        self.add_commands(*self._around.commands())

    async def run(self) -> int:
        """Play or watch until the match is over or the player leaves; return the exit code."""
        self.seat.observe(lambda _: self._say_news())
        end_observing = self._around.table_people.observe(self._has_changed.set)
        try:
            self._greet()
            while not self._is_over():
                await self._take_turn()
        except Left:
            if not self.people:
                self.say(tr("You have left the table."))
            elif not self._around.resigned().issuperset(self.people):
                self.say(tr("Your seat is kept."))
            return 0
        finally:
            end_observing()
        # The end may be known before the last snapshot has arrived, so print its events here.
        self._say_news()
        self._around.report()
        return self._finish()

    def _greet(self) -> None:
        """Introduce the table, and print the last or the first events."""
        self.introduce()
        if self.access.notice:
            self.say(self.access.notice)
        if self.people:
            self.say(tr("Type the number of your choice, or ? for all commands."))
        else:
            self.say(tr("Type ? for all commands."))
        self.recap(self._line)

    def _finish(self) -> int:
        """Print the end of play and the result; return the exit code."""
        table_people = self._around.table_people
        if table_people.closed:
            self.say(table_people.closed)
            return 1
        if table_people.ended:
            self.say(table_people.ended)
        saved = self.access.saved
        if saved.is_decided:
            outcome = saved.recording(SPECTATOR).by_source()
            say_outcome(saved.placed(outcome), self.names, self.say, resigned=saved.resigned)
        if table_people.rating:
            self.say(table_people.rating)
        if self.people:
            self.say(tr("To play the same again: rematch {code}", code=table_people.code))
        if table_people.can_download:
            self.say(tr("The match is saved; download it with: get {code}", code=table_people.code))
        return 0

    # --- what happens

    def _say_news(self) -> None:
        """Print the events since the last report."""
        for seat in self.people:
            self.note_setbacks(self.access.seat(seat).snapshot)
        snapshot = self.seat.snapshot
        lines = snapshot.line - self._line
        self._line = snapshot.line
        actions = snapshot.position - self._position
        self._position = snapshot.position
        if lines and not snapshot.undone_line:
            # Of lines that arrived together, the snapshot has only the events of the last one.
            news = self.events()[-actions:] if lines > 1 and actions > 0 else (snapshot.events,)
            for events in news:
                for sentence in self.sentences(events, self.viewer):
                    self.say(sentence)
        elif lines and snapshot.seat not in self.people:
            self.say(tr("{player} undoes the last choice.", player=self.name(snapshot.seat)))
        self._has_changed.set()

    def _is_over(self) -> bool:
        return bool(self.access.spectator.snapshot.outcome or self._around.end())

    def _asked_seat(self) -> int | None:
        """Return one of the player's seats that owes a decision, preferably the current one."""
        waiting = set(self.access.spectator.snapshot.to_move) - self._around.resigned()
        seats = [seat for seat in self.people if seat in waiting]
        return self.viewer if self.viewer in seats else next(iter(seats), None)

    # --- a turn

    async def _take_turn(self) -> None:
        """Let the player choose if asked, else wait until the table changes."""
        seat = self._asked_seat()
        actions: Sequence[Action] = ()
        question = None
        if seat is not None:
            if seat != self.viewer:
                self.say(tr("You play {player} now.", player=self.name(seat)))
                self.viewer = seat
            question = self.seat.snapshot.question
            actions = await self.list_choices()
        while not self._is_over() and self._asked_seat() == seat:
            if question is not None and self.seat.snapshot.question != question:
                return
            line = await self._next_line()
            self._around.report()
            if line is not None and await self.obey(line, actions):
                return

    async def _next_line(self) -> str | None:
        """Return the next typed line; None if the table changes first. A spectator whose input has
        ended continues to watch; a player leaves."""
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


async def visit_plain(access: SeatAccess, table_people: People, console: Console) -> int:
    """Play or watch at a server's table line by line; return the exit code. The access is closed at
    the end; the player keeps the seats."""
    access.open()
    try:
        return await _Visit(access, table_people, console).run()
    finally:
        access.close()
