"""A record line by line: its replay, and guessing what a player did next."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from darwin_core.analysis import beliefs
from darwin_core.analysis.report import Analysis
from darwin_core.analysis.review import Knowledge
from darwin_core.bots import Undecided
from darwin_core.contract.game import OMNISCIENT, SPECTATOR, Event, State
from darwin_core.journal import JournalError
from darwin_core.table import Refused
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import with_full_stop
from darwin_tui.library import notes
from darwin_tui.library.analyses import Analysing
from darwin_tui.library.hindsight import KNOWN, lines
from darwin_tui.library.notes import Note
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.advice import steps, verdict
from darwin_tui.play.guessing import GuessSeat, guessed_seat, why_no_guess
from darwin_tui.play.second_look import SecondLook, second_look_words
from darwin_tui.text_mode.console import Console
from darwin_tui.text_mode.play import play_branch
from darwin_tui.text_mode.reader import (
    Left,
    QuestionReader,
    Reader,
    command_in,
    number_in,
    say_outcome,
)

POLL_SECONDS: Final = 0.05
"""Time between two looks at the progress of an analysis."""
REPORTED_SHARE: Final = 0.25
"""Fraction of an analysis between two reports of its progress."""


class PlainGuess(QuestionReader):
    """A guessing game over a seat's decisions, in order. The number of decisions is not shown, as
    it would reveal the length of the match."""

    def __init__(self, guesses: GuessSeat, saved: SavedMatch, console: Console) -> None:
        super().__init__(guesses, saved, console, {"legal", "state", "log"})
        self._guesses = guesses
        self.commands = (
            *self.commands,
            ("hand", self.hand, mark("what only that player sees")),
            ("help", self.help, mark("these commands")),
            ("quit", self.leave, mark("stop, with the score")),
        )

    async def run(self) -> None:
        """Ask for guesses until the last decision, or until the reader leaves; print the score."""
        guesses = self._guesses
        reported = guesses.position
        self.say(
            tr(
                "Guess what {player} did. Type a number, or ? for help.",
                player=self.name(self.viewer),
            )
        )
        try:
            while not guesses.is_over:
                for position in range(reported + 1, guesses.position + 1):
                    for sentence in self.sentences(guesses.recording.events(position)):
                        self.say(sentence)
                reported = guesses.position
                actions = await self.list_choices()
                while not await self.obey(await self.ask(), actions):
                    pass
                for sentence in guesses.verdict(self.seat_names):
                    self.say(sentence)
                guesses.hurry()
            self.say(tr("There is nothing more to guess."))
        except Left:
            pass
        for sentence in guesses.score():
            self.say(sentence)


class _Replay(Reader):
    """The replay of a record, action by action."""

    def __init__(self, saved: SavedMatch, viewer: int, console: Console) -> None:
        self.saved = saved
        self.recording = saved.recording(viewer)
        seat_names = SeatNames(self.recording.names)
        super().__init__(self.recording.game, seat_names, console)
        self.viewer = viewer
        self.now = 0
        """The position: the number of actions before it."""
        self.end = self.recording.last
        """The last position."""
        self.clocks = self.recording.clocks
        notes_path = self._notes_path
        self._notes = notes.read(notes_path) if notes_path else []
        self._known: dict[str, Analysis] = {}
        """Analyses made here, by knowledge: a server stores none."""
        self.commands = (
            ("next", self.step, mark("to the next action that you see, as Enter does")),
            ("back", self.back, mark("to the action before")),
            ("go", self.go, mark("to the position after so many actions, as in go 12")),
            ("turn", self.turn, mark("to the next turn")),
            ("round", self.round, mark("to the next round, or to one you name, as in round 2")),
            ("play", self.play, mark("read everything up to the end")),
            ("as", self.look_as, mark("switch to a player, spectator or all, as in as all")),
            ("state", self.state, mark("the whole position in words")),
            ("hand", self.hand, mark("what only that player sees")),
            ("log", self.log, mark("the last ten sentences, or as many as you say, as in log 5")),
            ("hint", self.hint, mark("the best choices here, with reasons")),
            ("hidden", self.hidden, mark("what the cards that you do not see could be")),
            (
                "analyse",
                self.analyse,
                mark("chances to win and mistakes; with open cards: analyse all"),
            ),
            ("better", self.better, mark("what was better than this action, once it is analysed")),
            ("branch", self.branch, mark("play on from here; branch new deals hidden cards again")),
            ("guess", self.guess, mark("guess what a player does next, decision by decision")),
            (
                "note",
                self.note,
                mark("a note on this action, as in note too early; note alone removes it"),
            ),
            ("rules", self.rules, mark("the rules of the game")),
            ("help", self.help, mark("these commands")),
            ("quit", self.leave, mark("leave")),
        )

    def view(self) -> State:
        view: State = self.recording.view(self.now)
        return view

    def events(self) -> Sequence[Sequence[Event]]:
        """Return the events up to this position, by action."""
        return self.recording.log(self.now)

    def _sentences_at(self, position: int) -> list[str]:
        resigned = self.recording.resigned_at(position)
        return [
            *self.sentences(self.recording.events(position)),
            *(tr("{name} has resigned.", name=self.names[seat]) for seat in resigned),
        ]

    async def run(self) -> int:
        """Carry out commands until the reader leaves."""
        self._greet()
        self._move(0)
        with suppress(Left):
            while True:
                word, argument = command_in(await self.ask())
                await self._obey(word or "next", argument)
        return 0

    def _greet(self) -> None:
        players = ", ".join(self.names)
        self.say(tr("{title}, a record of {players}.", title=self.game.title, players=players))
        if self.saved.notice:
            self.say(self.saved.notice)
        more = tr("Press Enter to continue, or type ? for help.")
        self.say(f"{self._perspective_name()} {more}")

    def _perspective_name(self) -> str:
        if self.viewer == OMNISCIENT:
            return tr("You see everything.")
        return tr("You see what {player} saw.", player=self.name(self.viewer))

    async def _obey(self, word: str, argument: str) -> None:
        """Carry out a command, or name the list of commands."""
        if does := self.command(word):
            answer = does(argument)
            if asyncio.iscoroutine(answer):
                await answer
            return
        self.say_unknown(word)

    def _move(self, position: int, *, quiet: bool = False) -> None:
        """Go to a position and print its events."""
        self.now = position
        sentences = self._sentences_at(position)
        for number, sentence in enumerate(sentences):
            self.say(f"{position}. {sentence}" if number == 0 and position else sentence)
        if not sentences and not quiet:
            self.say(tr("After action {position}.", position=position))
        for note in self._notes_at(position):
            self.say(tr("Note: {note}", note=with_full_stop(note.render())))

    def _end(self) -> None:
        """Print the result, if there is one."""
        self.say(tr("That is the end of the record."))
        if self.saved.is_decided:
            outcome = self.saved.placed(self.recording.by_source())
            say_outcome(outcome, self.names, self.say, resigned=self.saved.resigned)

    async def hint(self, _: str = "") -> None:
        """Print the viewer's best choices, or who chooses instead."""
        asked = self.game.to_move(self.view())
        if not asked or self.viewer in asked:
            await super().hint()
            return
        words = tr("{player} chooses here: type as {player} first.", player=self.names[asked[0]])
        self.say(self.saved.why_hidden(asked[0]) or words)

    def step(self, _: str) -> None:
        """Go to the next action that the viewer sees."""
        if self.now == self.end:
            self._end()
            return
        position = self.now + 1
        while position < self.end and not self._sentences_at(position):
            position += 1
        self._move(position)

    def back(self, _: str) -> None:
        """Go back to the previous action that the viewer saw."""
        if not self.now:
            self.say(tr("This is the beginning."))
            return
        position = self.now - 1
        while position and not self._sentences_at(position):
            position -= 1
        self._move(position)

    def go(self, text: str) -> None:
        """Go to a position."""
        number = number_in(text)
        if number is None or number > self.end:
            # Do not name the number of actions: it would reveal the length of the match.
            self.say(tr("After go comes a number of actions that the record has, as in go 12."))
            return
        self._move(number)

    def turn(self, _: str) -> None:
        """Go to the next turn."""
        clock = self.clocks[self.now]
        self._move_until(lambda at: self.clocks[at] != clock)

    def round(self, text: str) -> None:
        """Go to the next round, or to the start of a named one."""
        if not text:
            present_round = self.clocks[self.now].round
            self._move_until(lambda at: self.clocks[at].round != present_round)
            return
        number = number_in(text)
        rounds = [clock.round for clock in self.clocks]
        if number not in rounds:
            self.say(tr("After round comes the number of a round that the record has."))
            return
        self._move(rounds.index(number))

    def _move_until(self, is_goal: Callable[[int], bool]) -> None:
        """Print all events up to the first later position that satisfies a condition."""
        if self.now == self.end:
            self._end()
            return
        for position in range(self.now + 1, self.end + 1):
            self._move(position, quiet=True)
            if is_goal(position):
                return

    def play(self, _: str) -> None:
        """Print all events up to the end."""
        for position in range(self.now + 1, self.end + 1):
            self._move(position, quiet=True)
        self._end()

    def hidden(self, _: str) -> None:
        """Print the likely hidden cards, by the viewer's knowledge."""
        hidden_places = beliefs.Beliefs(self.game, self.view()).deal().current()
        for belief in hidden_places:
            self.say(beliefs.sentence(self.game, belief, self.seat_names))
        if not hidden_places:
            self.say(tr("No cards are hidden from you here."))

    @property
    def _notes_path(self) -> Path | None:
        path = self.saved.path
        return self.console.player.locations.notes_on(path) if path else None

    def _notes_at(self, position: int) -> list[Note]:
        """Return the notes on the action before a position."""
        line = self.recording.line(position)
        return [note for note in self._notes if note.line == line and (note.glyph or note.text)]

    def note(self, text: str) -> None:
        """Write a note on the last action, replacing an earlier one; without words remove it."""
        path = self._notes_path
        line = self.recording.line(self.now)
        author = self.console.player.name
        if path is None:
            self.say(tr("Notes are kept at home: download the record first."))
            return
        old = next((other for other in self._notes_at(self.now) if other.by == author), None)
        note_text = text.strip()[: notes.TEXT_CHARACTERS_MAX]
        try:
            empty = Note(line, author)
            new = replace(old or empty, text=note_text) if note_text else empty
            self._notes = notes.write(path, new)
        except JournalError as error:
            self.say(str(error))
            return
        if note_text and note_text != text.strip():
            self.say(tr("The first {number} characters are kept.", number=len(note_text)))
        elif note_text:
            self.say(tr("The note is kept."))
        else:
            self.say(tr("Your note is removed." if old else "There is no note of yours here."))

    async def guess(self, _: str) -> None:
        """Ask for the next actions of the viewer; for a spectator, of the only person or else of
        the player who acts next."""
        if refusal := why_no_guess(self.recording, self.now):
            self.say(refusal)
            return
        seat = guessed_seat(self.saved, self.recording, self.now)
        analysis = self._saved_analysis()
        guesses = GuessSeat(self.saved.recording(seat), analysis, self.now)
        await PlainGuess(guesses, self.saved, self.console).run()
        self.say(tr("You are back in the replay, after action {position}.", position=self.now))

    async def branch(self, text: str) -> None:
        """Play a branch from this position, then return to the replay. It keeps the cards, or deals
        hidden cards again."""
        if text.casefold() not in ("", "new"):
            self.say(
                tr("After branch comes new, which deals again what you do not see, or nothing.")
            )
            return
        movers = self.game.to_move(self.view())
        refusal = self.saved.why_no_branch
        if not refusal and not movers:
            refusal = tr("The match is over here. Go back to an earlier action first.")
        if refusal:
            self.say(refusal)
            return
        # With all cards open, deal again what a spectator does not see.
        viewer = SPECTATOR if self.viewer == OMNISCIENT else self.viewer
        own_seat = movers[0] if viewer == SPECTATOR else viewer
        redeal_for = viewer if text else None
        await play_branch(self.saved, self.now, own_seat, redeal_for, self.console)
        self.say(tr("You are back in the replay, after action {position}.", position=self.now))

    async def analyse(self, text: str) -> None:
        """Print how the match was won and lost, by the named knowledge or each player's own. The
        first time, the match is analysed, which takes a while."""
        wanted = text.casefold() or "players"
        knowledge = next((kind for kind in KNOWN if kind == wanted), None)
        if knowledge is None:
            self.say(tr("After analyse comes players, spectator or all, or nothing."))
            return
        if self.recording.outcome is None:
            self.say(tr("Only a match that was played to its end can be analysed."))
            return
        analysis = self._saved_analysis(knowledge)
        if analysis is None:
            self.say(tr("The match is being analysed."))
            try:
                analysing = self.saved.analyse(self.console.player.locations, knowledge)
                analysis = self._known[knowledge] = await self._analysis(analysing)
            except Undecided as error:
                self.say(tr(str(error)))
                return
            if analysing.trouble:
                self.say(analysing.trouble)
        for line in filter(None, lines(self.saved.recording(OMNISCIENT), analysis, self._followed)):
            self.say(line)

    def _saved_analysis(self, knowledge: Knowledge = "players") -> Analysis | None:
        locations = self.console.player.locations
        return self._known.get(knowledge) or self.saved.analysis(locations, knowledge)

    async def better(self, _: str) -> None:
        """Print a better action than the last one, and how the match could have continued; if the
        analysis found none, print what a hint says of the action."""
        if self.recording.outcome is None:
            self.say(tr("Only a match that was played to its end can be analysed."))
            return
        analysis = self._saved_analysis()
        if analysis is None:
            self.say(tr("Type analyse first."))
            return
        choice = analysis.mistake_before(self.now)
        if choice is None:
            await self._say_second_look(analysis)
            return
        line = self.saved.better_line(choice).recording(self.viewer)
        of_seat = self.saved.recording(self.recording.seat(self.now))
        is_hinted = choice.position in self._followed
        for words in (
            *verdict(of_seat, choice, self.seat_names, is_hinted=is_hinted),
            tr("It could have continued so:"),
            *steps(line, choice.position, self.seat_names),
        ):
            self.say(words)

    async def _say_second_look(self, analysis: Analysis) -> None:
        """Print what a hint says of the last action."""
        if not self.now:
            self.say(tr("Nobody has acted yet."))
            return
        recording = self.saved.recording(self.recording.seat(self.now))
        study = SecondLook.before(recording, self.now, self.seat_names)
        # There is an action before this position.
        assert study is not None
        await study.judge(lambda: True)
        player = self.name(recording.viewer)
        choice = analysis.choice_before(self.now)
        for words in filter(None, second_look_words(study, player, choice)):
            self.say(words)

    @property
    def _followed(self) -> frozenset[int]:
        """Positions of decisions that followed a hint."""
        return self.saved.all_followed(self.console.player.locations)

    async def _analysis(self, analysing: Analysing) -> Analysis:
        """Wait for an analysis, and report its progress now and then."""
        reported_share = 0.0
        try:
            while (analysis := analysing.poll()) is None:
                if analysing.share >= reported_share + REPORTED_SHARE:
                    reported_share = analysing.share
                    self.say(tr("{share} % is done.", share=f"{100 * reported_share:.0f}"))
                await asyncio.sleep(POLL_SECONDS)
        finally:
            analysing.cancel()
        return analysis

    def look_as(self, text: str) -> None:
        """Switch to the perspective of a player, a spectator, or all."""
        wanted = text.casefold()
        names = {name.casefold(): seat for seat, name in enumerate(self.names)}
        viewer = {**names, "spectator": SPECTATOR, "all": OMNISCIENT}.get(wanted)
        if viewer is None:
            self.say(
                tr(
                    "After as comes one of {players}, spectator or all.",
                    players=", ".join(self.names),
                )
            )
            return
        try:
            self.recording = self.saved.recording(viewer)
        except Refused as refused:
            self.say(str(refused))
            return
        self.viewer = viewer
        self.say(self._perspective_name())


def replay_plain(saved: SavedMatch, viewer: int, console: Console) -> int:
    """Replay a record line by line; return the exit code."""
    return asyncio.run(replay_at(saved, viewer, console))


async def replay_at(saved: SavedMatch, viewer: int, console: Console) -> int:
    """Replay a record line by line at a console; return the exit code."""
    return await _Replay(saved, viewer, console).run()
