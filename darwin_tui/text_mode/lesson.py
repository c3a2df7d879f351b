"""A lesson line by line."""

from collections.abc import Callable, Sequence
from typing import Final

from darwin_core.contract.game import Action
from darwin_core.teaching.lessons import TEACHER
from darwin_core.text.language import mark, tr
from darwin_tui.play.lesson import Learning
from darwin_tui.text_mode.console import Console
from darwin_tui.text_mode.play import PlainPlay

LATER: Final = mark("The lesson continues at this step with: darwin-tui learn {slug} --plain")
FREE: Final = mark("You play on freely; the others decide for themselves.")


class _SetBack(Exception):
    """The match of the lesson must be set back for the step before."""


class _Lesson(PlainPlay):
    """A match in which a teacher says what comes next."""

    def __init__(self, learning: Learning, console: Console, is_first: bool) -> None:
        super().__init__(learning.place, console)
        self._learning = learning
        self._coach = learning.coach
        self._is_first = is_first
        self._announced = -1
        self.is_set_back = False
        """The player has gone back a step, and the match must be opened again."""
        self.add_commands(
            ("skip", self._skip, mark("let the teacher play this step")),
            ("back", self._back, mark("go back a step")),
            ("why", self._why, mark("why this is to be done")),
            ("free", self._free, mark("play on freely")),
        )

    def _greet(self) -> None:
        if self._is_first:
            self.introduce()
            self.say(tr("{teacher} is your teacher. Type ? for all commands.", teacher=TEACHER))

    def farewell(self) -> str:
        """Return the command that continues the lesson, or the match."""
        if self._coach.is_free:
            return super().farewell()
        return tr(LATER, slug=self.game.slug)

    async def run(self) -> int:
        """Play until it is over, the player leaves, or the match must be set back."""
        try:
            return await super().run()
        except _SetBack:
            self.is_set_back = True
            return 0

    def actions(self) -> Sequence[Action]:
        """Return the actions that the step allows."""
        return self._coach.permit(self.seat.snapshot).actions

    async def _choose(self) -> None:
        coach = self._coach
        coach.permit(self.seat.snapshot)
        coach.catch_up()
        if coach.is_free:
            await super()._choose()
            return
        self._learning.keep()
        if self._announced != coach.step:
            self._announced = coach.step
            coach.compose(self.seat.snapshot, self.names)
            note = coach.note()
            self.say(
                tr(
                    "Step {number} of {count}: {title}.",
                    number=note.number,
                    count=note.count,
                    title=note.titles[coach.step],
                )
            )
            self.say(note.text)
            self.say(note.do)
        if coach.is_reading:
            line = await self.ask()
            if line:
                await self.obey(line, ())
            else:
                self._read_on()
        else:
            actions = self.actions()
            for number, action in enumerate(actions, 1):
                self.say(f"{number}. {self.phrase(action)}")
            while coach.step == self._announced and not coach.is_free:
                if await self.obey(await self.ask(), actions):
                    break

    def _read_on(self) -> None:
        self._coach.read_on()
        if self._coach.is_free:
            self._end()

    def _end(self) -> None:
        self._learning.keep()
        self.say(tr(FREE))

    async def _skip(self, _: str) -> bool:
        action = self._coach.action
        if action is None:
            self._read_on()
            return False
        return await self._submit(action)

    def _back(self, _: str) -> None:
        if self._coach.step == 0:
            self.say(tr("This is the first step."))
        elif self._coach.step_back():
            self._learning.keep()
            raise _SetBack

    def _why(self, _: str) -> None:
        self.say(self._coach.why or tr("There is nothing more to say about it."))

    def _free(self, _: str) -> None:
        self._coach.is_free = True
        self._end()


def learn_plain(open_lesson: Callable[[], Learning], console: Console) -> int:
    """Teach a lesson line by line; return the exit code.

    Args:
        open_lesson: opens it at the step that it has reached.
        console: the player's.
    """
    lesson = _Lesson(open_lesson(), console, is_first=True)
    code = lesson.play()
    while lesson.is_set_back:
        lesson = _Lesson(open_lesson(), console, is_first=False)
        code = lesson.play()
    return code
