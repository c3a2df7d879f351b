"""Play of a match line by line."""

import asyncio
import shlex
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from darwin_core.game import SPECTATOR, Action, Event, State
from darwin_core.journal import FileChanged, JournalError
from darwin_core.lexicon import Lexicon
from darwin_core.table import AnySeat, AnySnapshot, Refused
from darwin_tui.place import Place
from darwin_tui.plain.console import CURTAIN, Console
from darwin_tui.plain.reader import Command, Left, Reader, command_in, number_in, say_outcome
from darwin_tui.seating import HUMAN

RECAP_SENTENCES: Final = 5
"""Sentences of the log that are repeated when a match is continued."""

READY: Final = "ready"
"""The word, or its beginning, that the next player at the keyboard types."""

LISTED_MAX: Final = 20
"""Choices that are listed without a command."""

SAVE: Final = "Nothing is lost: type save and the name of a new file to continue there."
"""Advice for a record that is no longer the file that was opened."""


class _Backlog:
    """The sentences that a viewer has not been shown yet, by the line that they belong to."""

    def __init__(self) -> None:
        self.is_begun = False
        """True once the viewer has been shown anything."""
        self._waiting: dict[int, list[str]] = {}
        self._shown: set[int] = set()

    def add(self, line: int, sentences: list[str]) -> None:
        """Keep the sentences of a line."""
        if sentences:
            self._waiting[line] = sentences

    def drop(self, line: int) -> bool:
        """Drop a line that was undone; return True if the viewer was never shown it."""
        return self._waiting.pop(line, None) is not None or line not in self._shown

    def clear(self) -> None:
        """Drop all waiting sentences."""
        self._waiting.clear()

    def take(self) -> Iterator[str]:
        """Yield all waiting sentences and mark them as shown."""
        while self._waiting:
            line = next(iter(self._waiting))
            self._shown.add(line)
            yield from self._waiting.pop(line)


class _Play(Reader):
    """A match played by the people at one keyboard, one after the other."""

    def __init__(self, table: Place, console: Console) -> None:
        spectator = table.spectator
        lexicon = Lexicon(spectator.names, console.session.language)
        super().__init__(spectator.game, lexicon, console)
        self.table = table
        self.people = table.people
        self._first_line = spectator.snapshot.line
        self._lines: dict[int, int] = {}
        self._backlogs: dict[int, _Backlog] = {}
        for viewer in (*self.people, SPECTATOR):
            self._backlogs[viewer] = _Backlog()
        self.commands: tuple[Command, ...] = (
            ("state", self.state, "the whole position in words"),
            ("hand", self.hand, "what you alone see"),
            ("log", self.log, "the last ten sentences, or as many as you say, as in log 5"),
            ("legal", self.legal, "your choices, with how each is written"),
            ("hint", self.hint, "the best choice and two more, with reasons"),
            ("undo", self.undo, "undo your last choice"),
            ("redo", self.redo, "redo your last undone choice"),
            ("reset", self.reset, "undo your turn"),
            ("rules", self.rules, "the rules of the game"),
            ("save", self.save, "continue in another file, as in save other.jsonl"),
            ("help", lambda _: self._help(), "these commands"),
            ("quit", self.leave, "leave; the match is saved already"),
        )

    # --- the course of it

    async def run(self) -> int:
        """Play until it is over or the player leaves."""
        for viewer in self._backlogs:
            self.table.seat(viewer).observe(self._receive)
        if self.people:
            self._greet()
        elif self.table.notice:
            self.say(self.table.notice)
        if len(self.people) == 1:
            self.viewer = self.people[0]
            self._say_backlog()
        try:
            while await self._next_choice():
                pass
        except Left:
            return await self._part()
        self._finish()
        return 0

    async def _part(self) -> int:
        """Say how to continue later; if the match is no longer saved, first ask for a file."""
        while why := self.table.why_unsaved():
            self.say(f"{why} {SAVE} quit leaves it unsaved.")
            line = await self.console.ask()
            word, rest = command_in("quit" if line is None else line)
            if word == "quit":
                self.say("The match is not saved.")
                return 1
            if word == "save":
                self.save(rest)
        self.say(self.farewell())
        return 0

    def farewell(self) -> str:
        """Return the command that continues the match later."""
        why = self.table.why_unsaved()
        if why:
            return f"{why} The match is not saved."
        if self.table.path is None:
            return "The match is saved; come back any time."
        path = shlex.quote(str(self.table.path))
        return f"The match is saved; continue with: darwin-tui play --plain --resume {path}"

    def _where_saved(self) -> str:
        where = f": {self.table.path}" if self.table.path else "."
        return f"The match is saved as it is played{where}"

    def _greet(self) -> None:
        self.say(f"{self.game.title}.")
        for seat, player in enumerate(self.table.spectator.players, 1):
            control = player.control.replace("bot:", "a bot, ")
            who = "" if player.control == HUMAN else f", {control}"
            self.say(f"Seat {seat}: {player.name}{who}.")
        if self.table.rules:
            self.say(f"Rules: {self.table.rules}.")
        self.say(self._where_saved())
        if self.table.notice:
            self.say(self.table.notice)
        self.say("Type the number of your choice, or ? for all commands.")

    async def _next_choice(self) -> bool:
        """Play up to and including one choice of a person; return False when the match is over."""
        await self._let_bots_play()
        waiting = self.table.spectator.snapshot.to_move
        seat = next((seat for seat in self.people if seat in waiting), None)
        if seat is None:
            return False
        if seat != self.viewer and not await self._pass_to(seat):
            return True
        self._say_backlog()
        # At the end the spectator is shown the events from here on.
        self._backlogs[SPECTATOR].clear()
        await self._choose()
        return True

    async def _let_bots_play(self) -> None:
        while True:
            try:
                await self.table.settle_bots()
                return
            except JournalError as error:
                if not self.people:
                    raise
                how = f"{SAVE} " if isinstance(error, FileChanged) else ""
                self.say(f"{error} {how}Press Enter to try again, or type quit.")
            word, rest = command_in(await self.ask())
            if word == "quit":
                raise Left
            if word == "save":
                self.save(rest)

    async def _pass_to(self, seat: int) -> bool:
        """Hand the keyboard over; return False if the player before undoes the last choice."""
        if self.viewer != SPECTATOR:
            for _ in range(CURTAIN):
                self.say()
        while True:
            # A key that is held down repeats Enter, so Enter alone does not count.
            self.say(f"Pass to {self.name(seat)}, who types ready.")
            word, rest = command_in(await self.ask())
            if word == "quit":
                raise Left
            if word == "save":
                self.save(rest)
            if word == "undo" and self.viewer != SPECTATOR:
                if await self.undo():
                    return False
            elif word and READY.startswith(word):
                self.viewer = seat
                return True

    def _receive(self, snapshot: AnySnapshot) -> None:
        """Keep the sentences for a viewer; show them at once to a person alone at the keyboard."""
        viewer, backlog = snapshot.viewer, self._backlogs[snapshot.viewer]
        if snapshot.line == self._lines.get(viewer, self._first_line):
            return
        self._lines[viewer] = snapshot.line
        if not snapshot.undone:
            backlog.add(snapshot.line, self.sentences(snapshot.events))
        elif not backlog.drop(snapshot.undone) and snapshot.seat != viewer:
            undone = f"{self.name(snapshot.seat)} undoes the last choice."
            backlog.add(snapshot.line, [undone])
        if self.people == (viewer,) and backlog.is_begun:
            self._say_backlog()

    def _say_backlog(self) -> None:
        """Say the sentences that wait for the viewer."""
        backlog = self._backlogs[self.viewer]
        if not backlog.is_begun and self._first_line:
            self.say("What happened last:")
            self.log(str(RECAP_SENTENCES))
            backlog.clear()
        elif not backlog.is_begun:
            for sentence in self.sentences(self.events()[0]):
                self.say(sentence)
        backlog.is_begun = True
        for sentence in backlog.take():
            self.say(sentence)

    def _finish(self) -> None:
        if len(self.people) > 1:
            self.viewer = SPECTATOR
            self._say_backlog()
        outcome = self.table.spectator.snapshot.outcome
        assert outcome is not None
        say_outcome(outcome, self.names, self.say)
        if self.table.path is not None:
            path = shlex.quote(str(self.table.path))
            self.say(f"The match is saved; replay it with: darwin-tui replay {path}")

    # --- a choice

    async def _choose(self) -> None:
        """Ask the viewer until the match has changed."""
        self.say(self.game.prompt(self.view(), self.viewer, self.lexicon))
        actions = self.actions()
        if len(actions) <= LISTED_MAX:
            for number, action in enumerate(actions, 1):
                self.say(f"{number}. {self.phrase(action)}")
        else:
            self.say(f"There are {len(actions)} choices; type legal to list them.")
        while not await self._obey(await self.ask(), actions):
            pass

    async def _obey(self, line: str, actions: Sequence[Action]) -> bool:
        """Carry out a line typed; return whether it has changed the match."""
        if not line:
            return False
        word, rest = command_in(line)
        for command, does, _ in self.commands:
            if word == command:
                answer = does(rest)
                return bool(await answer) if asyncio.iscoroutine(answer) else False
        number = number_in(line)
        if number is not None:
            if 1 <= number <= len(actions):
                return await self._submit(actions[number - 1])
            self.say(f"There is no choice {number}; there are choices 1 to {len(actions)}.")
            return False
        return await self._play_written(line, actions)

    async def _play_written(self, text: str, actions: Sequence[Action]) -> bool:
        action = None
        for written in (text, text.upper()):
            with suppress(ValueError):
                action = self.game.parse(written)
                break
        if action is None:
            try:
                self.game.parse(text)
            except ValueError as error:
                self.say(str(error))
            return False
        if action in actions:
            return await self._submit(action)
        refusal = self.game.why_not(self.view(), self.viewer, action, self.lexicon)
        self.say(refusal.sentence if refusal else "The rules do not allow that now.")
        return False

    @property
    def seat(self) -> AnySeat:
        """The seat of the present viewer."""
        return self.table.seat(self.viewer)

    def view(self) -> State:
        """Return the viewer's present view."""
        view: State = self.seat.snapshot.view
        return view

    def events(self) -> Sequence[Sequence[Event]]:
        """Return the events up to now."""
        return self.seat.log()

    async def _submit(self, action: Action) -> bool:
        return await self._done(self.seat.submit(action, self.seat.snapshot.question))

    async def _done(self, work: Awaitable[object]) -> bool:
        """Await a command at the table; return whether it was done, or say why not."""
        try:
            await work
        except (Refused, JournalError) as error:
            self._refuse(error)
            return False
        return True

    def _refuse(self, error: Refused | JournalError) -> None:
        self.say(f"{error} {SAVE}" if isinstance(error, FileChanged) else str(error))

    def save(self, place: str) -> None:
        """Save the match in another file and continue there."""
        if not place:
            self.say("After save comes the name of a new file, as in save other.jsonl.")
            return
        try:
            self.table.save_elsewhere(place, self.console.session.locations)
        except JournalError as error:
            self.say(str(error))
            return
        self.say(self._where_saved())

    def legal(self, _: str) -> None:
        """Say the choices, each with its notation."""
        for number, action in enumerate(self.actions(), 1):
            written = self.game.notation(action)
            self.say(f"{number}. {self.phrase(action)}, written {written}")

    async def undo(self, _: str = "") -> bool:
        """Undo the last choice."""
        done = await self._done(self.seat.undo())
        if done:
            self.say("Your last choice is undone.")
        return done

    async def redo(self, _: str) -> bool:
        """Redo the choice undone last."""
        return await self._done(self.seat.redo())

    async def reset(self, _: str) -> bool:
        """Undo the turn."""
        before = self.seat.snapshot.line
        try:
            sentence, _action = await self.seat.reset_turn()
            self.say(sentence)
        except (Refused, JournalError) as error:
            self._refuse(error)
        return self.seat.snapshot.line > before

    def _help(self) -> None:
        self.help(self.commands)
        self.say("A number plays that choice; so does the choice as it is written.")


def play_plain(table: Place, console: Console) -> int:
    """Play a match line by line; return the exit code. With bots only it plays to the end.

    Raises:
        JournalError: if bots alone play and their match cannot be saved.
        KeyboardInterrupt: on Ctrl-C, after saying that the match is saved.
    """
    play = _Play(table, console)
    try:
        return asyncio.run(play.run())
    except KeyboardInterrupt:
        console.say()
        console.say(play.farewell())
        raise
    finally:
        table.close()
