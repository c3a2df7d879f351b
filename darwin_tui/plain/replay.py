"""Telling a record again, line by line."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from darwin_core.game import SPECTATOR, Event, State
from darwin_core.lexicon import Lexicon
from darwin_core.match import OMNISCIENT, replay
from darwin_tui.perspective import why_not_look
from darwin_tui.plain.console import Console
from darwin_tui.plain.reader import Command, Left, Reader, command_in, number_in, tell_outcome
from darwin_tui.saves import Opened


class _Replay(Reader):
    """A record told again, act by act."""

    def __init__(self, opened: Opened, viewer: int, console: Console) -> None:
        match = opened.match
        super().__init__(match.game, Lexicon(match.header.names, console.session.language), console)
        self.match = match
        self.viewer = viewer
        self.notice = opened.notice
        self.now = 0
        self.end = len(self.match.history)
        self.over = self.game.outcome(self.match.state) is not None
        self.clocks = replay.clocks(self.match)
        self.commands: tuple[Command, ...] = (
            ("next", self.step, "on to the next act that is heard of, as Enter does"),
            ("back", self.back, "back by one"),
            ("go", self.go, "to the position after so many acts, as in go 12"),
            ("turn", self.turn, "on to the next turn"),
            ("round", self.round, "on to the next round, or to one you name, as in round 2"),
            ("play", self.play, "tell everything up to the end"),
            ("as", self.look_as, "look through the eyes of a player, watcher or all, as in as all"),
            ("state", self.state, "the whole position in words"),
            ("hand", self.hand, "what the viewer alone sees"),
            ("log", self.log, "the last ten sentences, or as many as you say, as in log 5"),
            ("hint", self.hint, "the best choices of the viewer here, with reasons"),
            ("rules", self.rules, "the rules of the game"),
            ("help", lambda _: self.help(self.commands), "these commands"),
            ("quit", self.leave, "leave"),
        )

    def view(self) -> State:
        """Return what the viewer saw at this position."""
        view: State = self.match.look(self.viewer, self.now)
        return view

    def events(self) -> Sequence[Sequence[Event]]:
        """Return what the viewer heard up to this position."""
        return replay.event_log(self.match, self.viewer, self.now)

    def _told_at(self, position: int) -> list[str]:
        return self.sentences(self.match.told(self.viewer, position))

    async def run(self) -> int:
        """Obey until the reader leaves."""
        self._greet()
        self._move(0)
        with suppress(Left):
            while True:
                word, rest = command_in(await self.ask())
                self._obey(word or "next", rest)
        return 0

    def _greet(self) -> None:
        players = ", ".join(self.names)
        self.say(f"{self.game.title}, a record of {players}.")
        if self.notice:
            self.say(self.notice)
        self.say(f"You see what {self._eyes()}. Press Enter to go on, or type ? for help.")

    def _eyes(self) -> str:
        if self.viewer == OMNISCIENT:
            return "nobody saw: everything"
        return f"{self.name(self.viewer)} saw"

    def _obey(self, word: str, rest: str) -> None:
        for command, does, _ in self.commands:
            if word == command:
                does(rest)
                return
        self.say(f"There is no command {word[:20]!r}; type help for those there are.")

    def _move(self, position: int, *, quiet: bool = False) -> None:
        """Go to a position and tell what happened there."""
        self.now = position
        told = self._told_at(position)
        for place, sentence in enumerate(told):
            self.say(f"{position}. {sentence}" if place == 0 and position else sentence)
        if not told and not quiet:
            self.say(f"After act {position}.")

    def _end(self) -> None:
        outcome = self.game.outcome(self.match.state)
        self.say("That is the end of the record.")
        if outcome:
            tell_outcome(outcome, self.names, self.say)

    def step(self, _: str) -> None:
        """On to the next act that the viewer hears of."""
        if self.now == self.end:
            self._end()
            return
        position = self.now + 1
        while position < self.end and not self._told_at(position):
            position += 1
        self._move(position)

    def back(self, _: str) -> None:
        """Back to the act before that the viewer heard of."""
        if not self.now:
            self.say("This is the beginning.")
            return
        position = self.now - 1
        while position and not self._told_at(position):
            position -= 1
        self._move(position)

    def go(self, text: str) -> None:
        """To the position after so many acts."""
        number = number_in(text)
        if number is None or number > self.end:
            # How many there are is not said: it would tell how long the match goes on.
            self.say("After go comes a number of acts that the record has, as in go 12.")
            return
        self._move(number)

    def turn(self, _: str) -> None:
        """On to the next turn."""
        here = self.clocks[self.now]
        self._on_to(lambda at: self.clocks[at] != here)

    def round(self, text: str) -> None:
        """On to the next round, or to the beginning of the one named."""
        if not text:
            here = self.clocks[self.now].round
            self._on_to(lambda at: self.clocks[at].round != here)
            return
        number = number_in(text)
        rounds = [clock.round for clock in self.clocks]
        if number not in rounds:
            self.say("After round comes the number of a round that the record has.")
            return
        self._move(rounds.index(number))

    def _on_to(self, there: Callable[[int], bool]) -> None:
        """Tell everything up to the first position ahead where ``there`` holds."""
        if self.now == self.end:
            self._end()
            return
        for position in range(self.now + 1, self.end + 1):
            self._move(position, quiet=True)
            if there(position):
                return

    def play(self, _: str) -> None:
        """Everything up to the end."""
        for position in range(self.now + 1, self.end + 1):
            self._move(position, quiet=True)
        self._end()

    def look_as(self, text: str) -> None:
        """Through other eyes."""
        wanted = text.casefold()
        names = {name.casefold(): seat for seat, name in enumerate(self.names)}
        viewer = {**names, "watcher": SPECTATOR, "all": OMNISCIENT}.get(wanted)
        if viewer is None:
            self.say(f"After as comes one of {', '.join(self.names)}, watcher or all.")
            return
        refusal = why_not_look(self.match, viewer)
        if refusal:
            self.say(refusal)
            return
        self.viewer = viewer
        self.say(f"You see what {self._eyes()}.")


def replay_plain(opened: Opened, viewer: int, console: Console) -> int:
    """Replay a record line by line; return the exit code."""
    return asyncio.run(_Replay(opened, viewer, console).run())
