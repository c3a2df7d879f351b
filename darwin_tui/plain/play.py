"""Playing a match line by line."""

import asyncio
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from darwin_core.bots import Bot
from darwin_core.game import WATCHER, read_options, rules_title
from darwin_core.journal import FileChanged, JournalError
from darwin_core.match import Redo, Refused, Undo, undone_line
from darwin_core.table import Table
from darwin_tui import saves
from darwin_tui.plain.console import CURTAIN, Console
from darwin_tui.plain.reader import Command, Left, Reader, command_in, number_in, tell_outcome
from darwin_tui.players import HUMAN
from darwin_tui.saves import Opened

RECAP: Final = 5
"""Sentences that tell of a match that is taken up again."""

READY: Final = "ready"
"""What one who was given the keyboard types, or the beginning of it."""

SHOWN: Final = 20
"""Choices that are listed unasked."""

SAVE: Final = "Nothing is lost: type save and the name of a new file to go on there."
"""What to do where the record is no longer the file that was opened."""


class _Play(Reader):
    """A match played by the people at one keyboard, one after the other."""

    def __init__(self, opened: Opened, bots: Mapping[int, Bot], console: Console) -> None:
        super().__init__(opened, console)
        assert opened.journal is not None
        self.opened = opened
        self.notice = opened.notice
        self.table: Table[Any, Any, Any] = Table(self.match, opened.journal, bots)
        self.people = [seat for seat in range(self.match.seats) if seat not in bots]
        self.resumed = bool(self.match.lines)
        self._seen: dict[int, int] = {}
        """For each viewer the lines of the record it has been told of."""
        self._told_lines: set[tuple[int, int]] = set()
        """Each viewer with the lines it heard something of."""
        self.commands: tuple[Command, ...] = (
            ("state", self.state, "the whole position in words"),
            ("hand", self.hand, "what you alone see"),
            ("log", self.log, "the last ten sentences, or as many as you say, as in log 5"),
            ("legal", self.legal, "your choices, with how each is written"),
            ("hint", self.hint, "the best choice and two more, with reasons"),
            ("undo", self.undo, "take back your last choice"),
            ("redo", self.redo, "do again what you took back"),
            ("reset", self.reset, "take back what you did in this turn"),
            ("rules", self.rules, "the rules of the game"),
            ("save", self.save, "go on in another file, as in save other.jsonl"),
            ("help", lambda _: self._help(), "these commands"),
            ("quit", self.leave, "leave; the match is saved already"),
        )

    # --- the course of it

    async def run(self) -> int:
        """Play until it is over or the player leaves."""
        if self.people:
            self._greet()
        elif self.notice:
            self.say(self.notice)
        if len(self.people) == 1:
            self.viewer = self.people[0]
            self._tell()
            # With one person at the keyboard everything is told as it happens.
            self.table.watch(WATCHER, lambda _: self._tell())
        try:
            while await self._next_choice():
                pass
        except Left:
            return await self._part()
        self._finish()
        return 0

    async def _part(self) -> int:
        """Say how to go on another time; where the match is not saved any more, ask first where to
        save it."""
        while why := saves.why_unsaved(self.opened):
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
        """How to go on another time."""
        why = saves.why_unsaved(self.opened)
        if why:
            return f"{why} The match is not saved."
        path = shlex.quote(str(self.opened.path))
        return f"The match is saved; go on with: darwin-tui play --plain --resume {path}"

    def _greet(self) -> None:
        self.say(f"{self.game.title}.")
        for seat, player in enumerate(self.match.header.players, 1):
            control = player.control.replace("bot:", "a bot, ")
            who = "" if player.control == HUMAN else f", {control}"
            self.say(f"Seat {seat}: {player.name}{who}.")
        if self.game.presets:
            options = read_options(self.game, self.match.header.options)
            self.say(f"Rules: {rules_title(self.game, options)}.")
        self.say(f"The match is saved as it is played: {self.opened.path}")
        if self.notice:
            self.say(self.notice)
        self.say("Type the number of your choice, or ? for all commands.")

    async def _next_choice(self) -> bool:
        """Bring the match on by one choice of a person; False when it is over."""
        await self._let_bots_play()
        waiting = self.game.to_move(self.match.state)
        seat = next((seat for seat in self.people if seat in waiting), None)
        if seat is None:
            return False
        if seat != self.viewer and not await self._pass_to(seat):
            return True
        self._tell()
        # At the end all are told together what happened since.
        self._seen[WATCHER] = len(self.match.lines)
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
        """Hand the keyboard over; False if the one before takes the last choice back instead."""
        if self.viewer != WATCHER:
            for _ in range(CURTAIN):
                self.say()
        while True:
            # Enter alone may come again and again from a key that is held down.
            self.say(f"Pass to {self.name(seat)}, who types ready.")
            word, rest = command_in(await self.ask())
            if word == "quit":
                raise Left
            if word == "save":
                self.save(rest)
            if word == "undo" and self.viewer != WATCHER:
                if await self.undo():
                    return False
            elif word and READY.startswith(word):
                self.viewer = seat
                return True

    def _tell(self) -> None:
        """Tell the viewer what it has not been told yet."""
        match, viewer = self.match, self.viewer
        seen = self._seen.get(viewer)
        if seen is None and not self.resumed:
            for sentence in self.sentences(0):
                self.say(sentence)
        if seen is None and self.resumed:
            self.say("What happened last:")
            self.log(str(RECAP))
        else:
            positions = {act.line: at for at, act in enumerate(match.history, 1)}
            for line in match.lines[seen or 0 :]:
                undone = undone_line(line.act)
                if undone is not None:
                    self._tell_undone(line.seat, undone)
                elif position := positions.get(line.number):
                    for sentence in self.sentences(position):
                        self.say(sentence)
                        self._told_lines.add((viewer, line.number))
        self._seen[viewer] = len(match.lines)

    def _tell_undone(self, seat: int, number: int) -> None:
        if seat != self.viewer and (self.viewer, number) in self._told_lines:
            self.say(f"{self.name(seat)} takes back the last choice.")

    def _finish(self) -> None:
        if len(self.people) > 1:
            self.viewer = WATCHER
            self._tell()
        outcome = self.game.outcome(self.match.state)
        assert outcome is not None
        tell_outcome(outcome, self.names, self.say)
        path = shlex.quote(str(self.opened.path))
        self.say(f"The match is saved; look at it again with: darwin-tui replay {path}")

    # --- a choice

    async def _choose(self) -> None:
        """Ask the viewer until it has done something."""
        self.say(self.game.prompt(self.view(), self.viewer))
        actions = self.actions()
        if len(actions) <= SHOWN:
            for number, action in enumerate(actions, 1):
                self.say(f"{number}. {self.phrase(action)}")
        else:
            self.say(f"There are {len(actions)} choices; type legal to hear them.")
        while not await self._obey(await self.ask(), actions):
            pass

    async def _obey(self, line: str, actions: Sequence[Any]) -> bool:
        """Do what was typed; whether the match has changed by it."""
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

    async def _play_written(self, text: str, actions: Sequence[Any]) -> bool:
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
        refusal = self.game.why_not(self.view(), self.viewer, action)
        self.say(refusal.sentence if refusal else "The rules do not allow that now.")
        return False

    async def _submit(self, act: Any) -> bool:  # noqa: ANN401 - any game's action
        try:
            await self.table.submit(self.viewer, act, self.match.question(self.viewer))
        except (Refused, JournalError) as error:
            self._refuse(error)
            return False
        return True

    def _refuse(self, error: Refused | JournalError) -> None:
        self.say(f"{error} {SAVE}" if isinstance(error, FileChanged) else str(error))

    def save(self, place: str) -> None:
        """Save the match in another file and go on there."""
        if not place:
            self.say("After save comes the name of a new file, as in save other.jsonl.")
            return
        try:
            saves.save_elsewhere(self.opened, place)
        except JournalError as error:
            self.say(str(error))
            return
        self.say(f"The match is saved as it is played: {self.opened.path}")

    def legal(self, _: str) -> None:
        """The choices, each with its notation."""
        for number, action in enumerate(self.actions(), 1):
            written = self.game.notation(action)
            self.say(f"{number}. {self.phrase(action)}, written {written}")

    async def undo(self, _: str = "") -> bool:
        """Take back the last choice."""
        done = await self._submit(Undo())
        if done:
            self.say("Your last choice is taken back.")
        return done

    async def redo(self, _: str) -> bool:
        """Do again what was taken back."""
        return await self._submit(Redo())

    async def reset(self, _: str) -> bool:
        """Take back what was done in this turn."""
        before = len(self.match.lines)
        try:
            self.say(await self.table.take_turn_back(self.viewer))
        except (Refused, JournalError) as error:
            self._refuse(error)
        return len(self.match.lines) > before

    def _help(self) -> None:
        self.help(self.commands)
        self.say("A number plays that choice; so does the choice as it is written.")


def play_plain(opened: Opened, bots: Mapping[int, Bot], console: Console | None = None) -> int:
    """Play a match line by line; returns the exit code. With bots only it plays to the end.

    Raises:
        JournalError: if bots alone play and their match cannot be saved.
        KeyboardInterrupt: on Ctrl-C, after saying that the match is saved.
    """
    console = console or Console()
    play = _Play(opened, bots, console)
    try:
        return asyncio.run(play.run())
    except KeyboardInterrupt:
        console.say()
        console.say(play.farewell())
        raise
    finally:
        play.table.close()
