"""A match line by line: new or saved, a branch of a record, or a lesson."""

import asyncio
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from darwin_core.analysis.review import MISTAKE
from darwin_core.bots import Undecided
from darwin_core.contract.game import SPECTATOR, Action
from darwin_core.journal import FileChanged, JournalError
from darwin_core.match.record import Player
from darwin_core.table import AnySnapshot, Refused
from darwin_core.teaching import lessons
from darwin_core.teaching.lessons import TEACHER
from darwin_core.text.language import mark, tr, tr_n
from darwin_tui.library.hindsight import Hindsight, swings
from darwin_tui.library.notes import help_in
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import SeatAccess
from darwin_tui.play.lesson import OpenLesson
from darwin_tui.seating import branch_control
from darwin_tui.settings import with_match
from darwin_tui.text_mode.console import CURTAIN, Console
from darwin_tui.text_mode.reader import Left, SeatReader, command_in, number_in, say_outcome

READY: Final = "ready"
"""The word, or its beginning, that the next player at the keyboard types."""

JUDGING_CHECKS_MAX: Final = 40
"""Maximum number of checks, after a match, for the end of judging: ten seconds in all."""
JUDGING_CHECK_SECONDS: Final = 0.25
"""Time between two of these checks."""
SAVE_ADVICE: Final = mark(
    "Nothing is lost: type save and the name of a new file to continue there."
)
"""Advice for a record whose file was replaced."""
LESSON_FAREWELL: Final = mark(
    "The lesson continues at this step with: darwin-tui learn {lesson} --plain"
)
"""The farewell of a lesson."""
FREE_PLAY_NOTE: Final = mark("You play on freely; the others decide for themselves.")
"""The sentence at the end of a lesson's steps."""


class _Backlog:
    """Sentences that a viewer has not read yet, by record line."""

    def __init__(self) -> None:
        self.is_begun = False
        """True once the viewer has been shown anything."""
        self._waiting: dict[int, list[str]] = {}
        self._shown: set[int] = set()
        """Record lines whose sentences the viewer has read."""

    def add(self, line: int, sentences: list[str]) -> None:
        if sentences:
            self._waiting[line] = sentences

    def drop(self, line: int) -> bool:
        """Drop an undone record line; return whether the viewer has never read it."""
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


class PlainPlay(SeatReader):
    """A match played by the people at one keyboard in turn."""

    def __init__(self, access: SeatAccess, console: Console) -> None:
        super().__init__(access, console)
        self._first_line = access.spectator.snapshot.line
        """Record line at which play begins or continues."""
        self._lines: dict[int, int] = {}
        """Last record line received by each viewer."""
        self._backlogs: dict[int, _Backlog] = {}
        for viewer in (*self.people, SPECTATOR):
            self._backlogs[viewer] = _Backlog()
        save = mark("continue in another file, as in save other.jsonl")
        self.add_commands(("save", self.save, save))

    # --- the course of the match

    def play(self) -> int:
        """Play until the match is over or the player leaves; return the exit code."""
        try:
            return asyncio.run(self.run())
        except KeyboardInterrupt:
            self.say()
            self.say(self.farewell())
            raise
        finally:
            self.access.close()

    async def run(self) -> int:
        """Play until the match is over or the player leaves."""
        for viewer in self._backlogs:
            self.access.seat(viewer).observe(self._receive)
        if self.people:
            self._greet()
        elif self.access.notice:
            self.say(self.access.notice)
        if len(self.people) == 1:
            self.viewer = self.people[0]
            self._say_backlog()
        try:
            while await self._next_choice():
                pass
        except Left:
            return await self._leave()
        self._finish()
        await self._judge()
        return 0

    async def _leave(self) -> int:
        """Print how to continue later; if the match is no longer saved, first ask for a file."""
        while why := self.access.why_unsaved():
            self.say(f"{why} {tr(SAVE_ADVICE)} {tr('quit leaves it unsaved.')}")
            line = await self.console.ask()
            word, argument = command_in("quit" if line is None else line)
            if word == "quit":
                self.say(tr("The match is not saved."))
                return 1
            if word == "save":
                self.save(argument)
        self.say(self.farewell())
        return 0

    def farewell(self) -> str:
        """Return the command that continues the match later."""
        why = self.access.why_unsaved()
        if why:
            return f"{why} {tr('The match is not saved.')}"
        if self.access.path is None:
            return tr("The match is saved; come back any time.")
        path = shlex.quote(str(self.access.path))
        return tr(
            "The match is saved; continue with: darwin-tui play --plain --resume {path}", path=path
        )

    def _where_saved(self) -> str:
        if self.access.path is None:
            return tr("The match is saved as it is played.")
        return tr("The match is saved as it is played: {path}", path=self.access.path)

    def _greet(self) -> None:
        self.introduce()
        self.say(self._where_saved())
        if self.access.notice:
            self.say(self.access.notice)
        self.say(tr("Type the number of your choice, or ? for all commands."))

    async def _next_choice(self) -> bool:
        """Play until after one choice by a person; return False when the match is over."""
        await self._let_bots_play()
        waiting = self.access.spectator.snapshot.to_move
        seat = next((seat for seat in self.people if seat in waiting), None)
        if seat is None:
            return False
        if seat != self.viewer and not await self._pass_to(seat):
            return True
        self._say_backlog()
        # At the end, the spectator is shown only the events from here on.
        self._backlogs[SPECTATOR].clear()
        await self._choose()
        return True

    async def _let_bots_play(self) -> None:
        while True:
            try:
                await self.access.settle_bots()
                return
            except JournalError as error:
                if not self.people:
                    raise
                how = f"{tr(SAVE_ADVICE)} " if isinstance(error, FileChanged) else ""
                retry = tr("Press Enter to try again, or type quit.")
                self.say(f"{error} {how}{retry}")
            await self._ask_between()

    async def _ask_between(self) -> str:
        """Return a command typed between choices; quit and save are carried out."""
        word, argument = command_in(await self.ask())
        if word == "quit":
            raise Left
        if word == "save":
            self.save(argument)
        return word

    async def _pass_to(self, seat: int) -> bool:
        """Pass the keyboard on; return False if the previous player undoes the last choice."""
        if self.viewer != SPECTATOR:
            # Blank lines hide the previous player's hand.
            for _ in range(CURTAIN):
                self.say()
        while True:
            # A held Enter key repeats, so Enter alone does not count.
            self.say(tr("Pass to {player}, who types ready.", player=self.name(seat)))
            word = await self._ask_between()
            if word == "undo" and self.viewer != SPECTATOR:
                if await self.undo():
                    return False
            elif word and READY.startswith(word):
                self.viewer = seat
                return True

    def _receive(self, snapshot: AnySnapshot) -> None:
        """Keep the sentences for a viewer; show them at once to a person alone at the keyboard."""
        viewer = snapshot.viewer
        backlog = self._backlogs[viewer]
        self.note_setbacks(snapshot)
        if snapshot.line == self._lines.get(viewer, self._first_line):
            return
        self._lines[viewer] = snapshot.line
        if not snapshot.undone_line:
            backlog.add(snapshot.line, self.sentences(snapshot.events, viewer))
        elif not backlog.drop(snapshot.undone_line) and snapshot.seat != viewer:
            undone = tr("{player} undoes the last choice.", player=self.name(snapshot.seat))
            backlog.add(snapshot.line, [undone])
        if self.people == (viewer,) and backlog.is_begun:
            self._say_backlog()

    def _say_backlog(self) -> None:
        """Print the sentences that the viewer has not read yet."""
        backlog = self._backlogs[self.viewer]
        if not backlog.is_begun:
            self.recap(self._first_line)
            if self._first_line:
                backlog.clear()
        backlog.is_begun = True
        for sentence in backlog.take():
            self.say(sentence)

    def _finish(self) -> None:
        if len(self.people) > 1:
            self.viewer = SPECTATOR
            self._say_backlog()
        alone = self.people[0] if len(self.people) == 1 else None
        preferences = self.console.player.settings
        if self.people:
            with suppress(JournalError):
                preferences.keep(with_match(preferences.now, self.game.slug))
        saved = self.access.saved
        recording = saved.recording(SPECTATOR)
        say_outcome(recording.by_source(), self.names, self.say, alone, recording.resigned)
        if saved.path is not None and alone is not None:
            notes = self.console.player.locations.notes_on(saved.path)
            if help_sentence := help_in(notes, self.names[alone], saved.undos, alone).sentence:
                self.say(help_sentence)
        turning_points = swings(recording, alone, self.seat_names)
        if turning_points:
            self.say(tr("What made the largest differences:"))
        for _, sentence in turning_points:
            self.say(sentence)
        if self.access.path is not None:
            path = shlex.quote(str(self.access.path))
            self.say(tr("The match is saved; replay it with: darwin-tui replay {path}", path=path))

    async def _judge(self) -> None:
        """Name the costliest choice of a person alone at a terminal. Most choices were judged
        during the match, and the rest is worth a short wait."""
        saved = self.access.saved
        locations = self.console.player.locations
        # Until the match is over, not all cards may be known; see ``SavedMatch.is_open``.
        may_judge = len(self.people) == 1 and saved.path is not None and saved.is_open
        if not (may_judge and self.console.is_interactive):
            return
        analysing = saved.analyse(locations)
        hindsight = saved.hindsight(self.people[0], analysing, locations)
        try:
            for _ in range(JUDGING_CHECKS_MAX):
                if hindsight.is_done:
                    self.say(hindsight.verdict(self.seat_names)[1])
                    self._offer_puzzles(hindsight)
                    return
                await asyncio.sleep(JUDGING_CHECK_SECONDS)
            path = shlex.quote(str(saved.path))
            self.say(
                tr("Your choices are still being judged: darwin-tui analyse {path}", path=path)
            )
        except Undecided as error:
            self.say(tr(str(error)))
        finally:
            analysing.cancel()

    def _offer_puzzles(self, hindsight: Hindsight) -> None:
        """Print the number of the person's decisions that can be solved as puzzles."""
        number = sum(
            choice.cost >= MISTAKE and choice.position not in hindsight.followed
            for choice in hindsight.choices()
        )
        if number:
            words = tr_n(
                "{number} of your decisions as a puzzle: darwin-tui puzzles --mistakes --plain",
                "{number} of your decisions as puzzles: darwin-tui puzzles --mistakes --plain",
                number,
            )
            self.say(words)

    # --- a choice

    async def _choose(self) -> None:
        """Ask the viewer until the match has changed."""
        actions = await self.list_choices()
        while not await self.obey(await self.ask(), actions):
            pass

    def refuse(self, error: Refused | JournalError) -> None:
        """Print why a command was refused, and how to save an unsaved match."""
        self.say(f"{error} {tr(SAVE_ADVICE)}" if isinstance(error, FileChanged) else str(error))

    def save(self, target: str) -> None:
        """Save the match in another file and continue there."""
        if not target:
            self.say(tr("After save comes the name of a new file, as in save other.jsonl."))
            return
        try:
            self.access.save_elsewhere(target, self.console.player.locations)
        except JournalError as error:
            self.say(str(error))
            return
        self.say(self._where_saved())


def play_plain(access: SeatAccess, console: Console) -> int:
    """Play a match line by line; return the exit code. With bots only, it plays to the end.

    Raises:
        JournalError: if only bots play and their match cannot be saved.
        KeyboardInterrupt: on Ctrl-C, after saying that the match is saved.
    """
    return PlainPlay(access, console).play()


async def play_branch(
    saved: SavedMatch, position: int, own_seat: int, redeal_for: int | None, console: Console
) -> None:
    """Play a branch of a match from a position, or say why that is refused.

    Args:
        position: number of actions to keep.
        redeal_for: viewer for whom hidden cards are dealt again; None for the same cards.
    """
    old = saved.recording(SPECTATOR).players
    player = console.player
    controls = (branch_control(old, seat, own_seat, not saved.is_open) for seat in range(len(old)))
    players = [Player(former.name, now) for former, now in zip(old, controls, strict=True)]
    try:
        opened = saved.branch(position, players, redeal_for, player.locations)
    except (JournalError, Refused) as error:
        console.say(str(error))
        return
    access = player.matches.host(opened)
    try:
        await PlainPlay(access, console).run()
    finally:
        access.close()


class _SetBack(Exception):
    """The lesson's match must be set to the position of another step."""


class _Lesson(PlainPlay):
    """The match of a lesson, in which a teacher explains each step."""

    NOT_OFFERED = mark("Not in this step.")

    def __init__(self, learning: OpenLesson, console: Console, is_first: bool) -> None:
        super().__init__(learning.access, console)
        self._open_lesson = learning
        self._coach = learning.coach
        self._is_first = is_first
        self._announced = -1
        """The step that was last explained; -1 before the first."""
        self.is_set_back = False
        """The lesson continues in another position, so the match must be opened again."""
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
        well = " --well" if self._open_lesson.part == lessons.WELL else ""
        return tr(LESSON_FAREWELL, lesson=f"{self.game.slug}{well}")

    async def run(self) -> int:
        """Play until the match is over, the player leaves, or the match must be set back."""
        try:
            return await super().run()
        except _SetBack:
            self.is_set_back = True
            return 0

    def actions(self) -> Sequence[Action]:
        """Return the actions that the step allows."""
        return self._coach.permit(self.seat.snapshot).actions

    async def hint(self, _: str = "") -> None:
        """Repeat the request to the pupil; in a free match, give a hint."""
        if self._coach.is_free:
            await super().hint()
        elif self._coach.is_reading:
            self.say(self._coach.only())
        else:
            self._list_step()

    def _list_step(self) -> Sequence[Action]:
        """Print the actions that the step allows, and return them. Where they leave a choice, it is
        asked first; other requests name keys and places of the full screen."""
        actions = self.actions()
        choosing = self._coach.chooses
        self.say(self._coach.note().do if choosing else tr("Only this is possible:"))
        for number, action in enumerate(actions, 1):
            self.say(f"{number}. {self.phrase(action)}")
        return actions

    async def _choose(self) -> None:
        coach = self._coach
        coach.permit(self.seat.snapshot)
        coach.catch_up()
        if coach.is_free:
            await super()._choose()
            return
        self._open_lesson.keep()
        if self._announced != coach.step:
            self._announced = coach.step
            coach.note_position(self.seat.snapshot, self.names)
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
            if coach.is_reading:
                self.say(note.do)
        if coach.is_reading:
            line = await self.ask()
            # Enter alone reads on; the step allows no action.
            if number_in(line) is not None:
                self.say(coach.only())
            elif line:
                await self.obey(line, ())
            else:
                self._read_on()
        else:
            actions = self._list_step()
            # ``skip``, ``back`` and ``free`` end the step without an action.
            while coach.step == self._announced and not coach.is_free and not coach.is_reading:
                if await self.obey(await self.ask(), actions):
                    break

    async def _submit(self, action: Action) -> bool:
        """Play an action; of the choices that a step allows, only the right one."""
        if self._coach.answer(action):
            return await super()._submit(action)
        note = self._coach.note()
        self.say(note.text)
        self.say(note.do)
        return False

    async def undo(self, _: str = "") -> bool:
        """Undo the last choice, unless the step begins after it."""
        if why := self._coach.why_no_undo:
            self.say(why)
            return False
        return await super().undo()

    async def reset(self, _: str) -> bool:
        """Undo the turn, unless the step begins after it."""
        if why := self._coach.why_no_undo:
            self.say(why)
            return False
        return await super().reset(_)

    def _read_on(self) -> None:
        """Go to the next step; if it has another position, open the match again."""
        if self._coach.read_on():
            self._open_lesson.keep()
            raise _SetBack
        if self._coach.is_free:
            self._end()

    def _end(self) -> None:
        self._open_lesson.keep()
        self.say(tr(FREE_PLAY_NOTE))

    async def _skip(self, _: str) -> bool:
        """Let the teacher play the step."""
        action = self._coach.action
        if action is None:
            self._read_on()
            return False
        return await self._submit(action)

    def _back(self, _: str) -> None:
        if self._coach.step == 0:
            self.say(tr("This is the first step."))
        elif self._coach.step_back():
            self._open_lesson.keep()
            raise _SetBack

    def _why(self, _: str) -> None:
        self.say(self._coach.why or tr("There is nothing more to say about it."))

    def _free(self, _: str) -> None:
        self._coach.is_free = True
        self._end()


def learn_plain(open_lesson: Callable[[], OpenLesson], console: Console) -> int:
    """Teach a lesson line by line; return the exit code.

    Args:
        open_lesson: opens the lesson at the step reached earlier.
    """
    lesson = _Lesson(open_lesson(), console, is_first=True)
    code = lesson.play()
    while lesson.is_set_back:
        lesson = _Lesson(open_lesson(), console, is_first=False)
        code = lesson.play()
    return code
