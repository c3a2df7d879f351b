"""Puzzles line by line: in turn, or as a race."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from darwin_core.contract.game import Action
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import with_full_stop
from darwin_tui.library.training import NO_MORE, Mistake, Training
from darwin_tui.play.advice import steps
from darwin_tui.play.puzzles import (
    AGAIN,
    JUDGING,
    PuzzleSeat,
    Racing,
    open_mistake,
    open_puzzle,
)
from darwin_tui.text_mode.console import Console
from darwin_tui.text_mode.play import play_branch
from darwin_tui.text_mode.reader import Left, QuestionReader

NEXT: Final = mark("Enter brings the next puzzle; ? lists what else there is.")
"""The sentence after a puzzle."""


class PlainPuzzle(QuestionReader):
    """A puzzle that a player solves line by line."""

    IDLE = NEXT

    def __init__(self, asked: PuzzleSeat, console: Console) -> None:
        shared = {"legal", "state", "hand", "log", "forecast", "rules"}
        super().__init__(asked, asked.match_so_far(), console, shared)
        self._asked = asked
        self.commands = (
            *self.commands,
            ("explain", self._explain, mark("what the judge says of the answers")),
            ("show", self._show, mark("give up, and read the answer")),
            ("again", self._again, mark("answer once more; it does not count")),
            ("line", self._line, mark("how the match could continue after the answer")),
            ("branch", self._branch, mark("play on from the answer")),
            ("next", self._next, mark("the next puzzle")),
            ("help", self.help, mark("these commands")),
            ("quit", self.leave, mark("leave the puzzles")),
        )

    async def run(self) -> None:
        """Ask until the player continues with the next puzzle.

        Raises:
            Left: if the player leaves.
        """
        asked = self._asked
        self.say(f"{with_full_stop(asked.title)} {asked.aim}")
        self.state()
        actions = await self.list_choices()
        # The decision whose choices were listed: of a beginning, and of a puzzle's several ones.
        listed = (asked.begun, asked.number)
        try:
            while not asked.is_left:
                if asked.is_over:
                    actions = ()
                elif listed != (asked.begun, asked.number):
                    actions = await self.list_choices()
                    listed = (asked.begun, asked.number)
                question = asked.question
                while asked.question == question and not asked.is_left:
                    line = await self.ask()
                    if not line and asked.is_over:
                        asked.hurry()
                    await self.obey(line, actions)
        finally:
            asked.give_up()
            if asked.trouble:
                self.say(asked.trouble)

    async def _submit(self, action: Action) -> bool:
        """Answer, and print the judge's verdict."""
        asked = self._asked
        if not asked.is_known(action):
            self.say(tr(JUDGING))
        await super()._submit(action)
        self._say_verdict()
        return True

    def _say_verdict(self) -> None:
        asked = self._asked
        for words in asked.verdict():
            self.say(words)
        if asked.is_over:
            for words in (*asked.result(), tr(NEXT)):
                self.say(words)
        elif asked.wrong:
            self.say(tr(AGAIN))

    def _explain(self, _: str) -> None:
        lines = [line for line in self._asked.explanation() if line]
        for words in lines or [tr("Nothing is answered yet.")]:
            self.say(words)

    def _show(self, _: str) -> None:
        self._asked.show()
        self._say_verdict()

    def _again(self, _: str) -> None:
        self._asked.begin_again()

    def _next(self, _: str) -> None:
        self._asked.hurry()

    def _line(self, _: str) -> None:
        asked = self._asked
        if not asked.is_over:
            self.say(tr("First comes the answer; show shows it."))
            return
        line = asked.continued().recording(asked.viewer)
        for words in steps(line, asked.start, self.seat_names):
            self.say(words)

    async def _branch(self, _: str) -> None:
        asked = self._asked
        if not asked.is_over:
            self.say(tr("First comes the answer; show shows it."))
            return
        saved = asked.solved()
        position = saved.recording(asked.viewer).last
        await play_branch(saved, position, asked.viewer, None, self.console)


class PlainRace(QuestionReader):
    """A puzzle of a race, which allows one answer."""

    def __init__(self, racing: Racing, console: Console) -> None:
        self._racing = racing
        self._asked = racing.next()
        shared = {"legal", "state", "hand", "log", "forecast", "help"}
        super().__init__(self._asked, self._asked.match_so_far(), console, shared)
        self.commands = (*self.commands, ("quit", self.leave, mark("end the race")))

    async def run(self) -> None:
        """Ask until the puzzle is answered.

        Raises:
            Left: if the player ends the race.
            TimeoutError: if the time is over.
        """
        asked, racing = self._asked, self._racing
        self.say(f"{racing.words}. {asked.aim}")
        self.state()
        actions = await self.list_choices()
        number = asked.number
        while not racing.take(asked):
            if asked.number != number:
                actions = await self.list_choices()
                number = asked.number
            async with asyncio.timeout(racing.seconds):
                line = await self.ask()
            await self.obey(line, actions)
        self.say(tr("Right.") if asked.is_found else tr("Wrong."))


def race_plain(console: Console, slug: str) -> int:
    """Run a player's race line by line; return the exit code.

    Raises:
        RecordError: if the game has no puzzle, or it cannot be read.
    """
    asyncio.run(run_race(Racing.at_home(console.player, slug), console))
    return 0


async def run_race(racing: Racing, console: Console) -> None:
    """Ask the puzzles of a race line by line, and print the result; see ``race_plain``."""
    if trouble := await racing.keep():
        console.say(trouble)
    with suppress(Left, TimeoutError):
        while not racing.is_over:
            await PlainRace(racing, console).run()
            await racing.keep()
    for words in filter(None, await racing.end()):
        console.say(words)


def solve_plain(console: Console, slug: str, mistakes: Sequence[Mistake] = ()) -> int:
    """Ask puzzles line by line until the player leaves; return the exit code.

    Args:
        slug: the game, unless mistakes are asked.
        mistakes: the player's mistakes to solve in turn.

    Raises:
        RecordError: if there is no puzzle, or a match can no longer be read.
    """
    return asyncio.run(_solve(console, slug, mistakes))


async def _solve(console: Console, slug: str, mistakes: Sequence[Mistake]) -> int:
    """Ask puzzles in turn; see ``solve_plain``."""
    trouble = Training(console.player.locations).trouble
    waiting = [*mistakes]
    last = ""
    if trouble:
        console.say(trouble)
    with suppress(Left):
        while slug or waiting:
            player = console.player
            asked = (
                open_puzzle(player, slug, last) if slug else open_mistake(player, waiting.pop(0))
            )
            await PlainPuzzle(asked, console).run()
            last = asked.puzzle.id
        console.say(tr(NO_MORE))
    return 0
