"""Solving of puzzles: the seat that asks for a position's best actions, and races of puzzles."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import ceil
from typing import Final, Protocol

import msgspec

from darwin_core.analysis.review import STEPS, WORLDS, Choice, Seen, beginning_of, played_on
from darwin_core.bots import Undecided
from darwin_core.contract import registry
from darwin_core.contract.game import Action, Clock, Event, State
from darwin_core.journal import JournalError
from darwin_core.match import AnyMatch
from darwin_core.match.record import HUMAN, Player
from darwin_core.match.recording import Recording
from darwin_core.teaching import puzzles
from darwin_core.teaching.facts import AnyNow
from darwin_core.teaching.lessons import Verdict
from darwin_core.teaching.puzzles import EASY, HARD, QUICK, Answer, BrokenPuzzle, Decision, Puzzle
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import capitalized, counted
from darwin_core.workers import pool
from darwin_tui.library import saves
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.training import (
    Attempt,
    Mistake,
    Race,
    Training,
    in_race,
    of_day,
    rating_words,
    tries_words,
    week_of,
)
from darwin_tui.play.guessing import AskedSeat
from darwin_tui.seating import level_title

POINTS: Final = (1300, 1500, 1650, 1800, 1950)
"""Rating of a puzzle, by grade from 1 to 5."""
FINDERS: Final = (EASY, QUICK, HARD)
"""Levels, weakest first, of which an explanation says whether they find the answer."""
OTHERS_MAX: Final = 2
"""Maximum number of further wrong actions whose cost an explanation names."""
RACE_SECONDS: Final = 300
"""Duration of a puzzle race."""
WEEKS_SHOWN: Final = 10
"""Maximum number of weeks in the list of races, newest first."""
PRACTICE: Final = mark("Practice: the first race of a week counts.")
AGAIN: Final = mark("Choose again.")
JUDGING: Final = mark("The judge compares this with the best …")
NOT_JUDGED: Final = mark("The judge could not compare this with the best.")


def points_of(puzzle: Puzzle) -> int:
    return POINTS[puzzle.grade - 1]


class PuzzleSeat(AskedSeat):
    """A seat that asks for the actions of a puzzle's answer, one by one. After a wrong action it
    asks again. The last right action stays on display, without legal actions, until ``hurry``."""

    def __init__(
        self,
        puzzle: Puzzle,
        match: AnyMatch,
        training: Training,
        mistake: Mistake | None = None,
        *,
        is_of_day: bool = False,
        counts: bool = True,
    ) -> None:
        """Ask for the first action.

        Args:
            match: the match at the puzzle's position; its only person has the seat.
            training: stores the attempt.
            mistake: the player's decision that is asked again; None for a puzzle of the game.
            is_of_day: it is today's puzzle.
            counts: the attempt is stored, which it is not in a race.
        """
        super().__init__(Recording(match, puzzle.seat))
        self.puzzle = puzzle
        self.training = training
        self.mistake = mistake
        self.is_of_day = is_of_day
        self._counts = counts
        self.attempt: Attempt | None = None
        """The attempt, once made; later answers do not count."""
        self.trouble = ""
        """The reason why the attempt could not be stored."""
        self._start = match
        self.begun = 0
        """Number of times the answer was begun."""
        self._set_out()

    def _set_out(self) -> None:
        """Ask for the answer from its first action."""
        # A copy of the whole match, to which the answers are added.
        self._match: AnyMatch = beginning_of(self._start, len(self._start.history))
        """The match up to the last displayed action."""
        self._show_match()
        self.begun += 1
        self.number = 0
        """Number of the answer's actions played so far, also the index of the decision asked."""
        self.tries = 1
        """Number of the current try."""
        self.wrong: list[tuple[Action, str]] = []
        """Wrong answers to the current decision, each with its cost."""
        self.is_over = False
        """The answer is found or shown. Its last action is not played, so that it can be seen."""
        self.is_found = False
        """The player found the answer."""
        self.chosen: Action | None = None
        """The player's last right action if it differs from the answer but is as good."""
        self.is_left = False
        """The player has continued to another puzzle."""
        self._skip_forced()

    def _show_match(self) -> None:
        self._recording = Recording(self._match, self.viewer)
        self.position = self._recording.last

    # --- the position

    @property
    def view(self) -> State:
        view: State = self._match.view(self.viewer)
        return view

    @property
    def clock(self) -> Clock:
        return self.game.clock(self.view)

    @property
    def is_asked(self) -> bool:
        return not self.is_over

    @property
    def is_shown(self) -> bool:
        return self.is_over

    def log(self) -> Sequence[tuple[Event, ...]]:
        """Return the events up to the decision."""
        return self._recording.log()

    @property
    def decision(self) -> Decision:
        """The answer's decision that the player is asked for now."""
        return self.puzzle.decisions[self.number]

    @property
    def right(self) -> Action:
        """The action asked for."""
        action: Action = self.game.texts.parse(self.decision.action)
        return action

    @property
    def answers(self) -> list[Action]:
        """The actions that count as right now, the best first."""
        decision = self.decision
        return [*map(self.game.texts.parse, (decision.action, *decision.also))]

    @property
    def answered(self) -> Action:
        """The right action, or the player's own if it is as good."""
        return self.chosen or self.right

    def news(self) -> Sequence[Event]:
        """Return the events since the seat's last action."""
        return self._recording.news(self._recording.last)

    def _now(self, number: int | None = None) -> AnyNow:
        """Return a position for texts: the current one, or that after a number of answer
        actions."""
        match = self._match if number is None else self._solved(number)
        return puzzles.now_of(match, self.puzzle)

    def _solved(self, number: int) -> AnyMatch:
        """Return the match after a number of answer actions."""
        start = beginning_of(self._start, len(self._start.history))
        return puzzles.walked(start, self.puzzle, number)

    @property
    def start(self) -> int:
        """Number of actions before the puzzle."""
        return len(self._start.history)

    def match_so_far(self) -> SavedMatch:
        """Return the match up to the last displayed action."""
        return SavedMatch(self._match)

    def solved(self) -> SavedMatch:
        """Return the match after the answer."""
        return SavedMatch(self._solved(len(self.puzzle.decisions)))

    def continued(self) -> SavedMatch:
        """Return the match after the answer with a possible continuation."""
        return SavedMatch(played_on(self._solved(len(self.puzzle.decisions)), STEPS - 1))

    # --- answers

    def is_known(self, action: Action) -> bool:
        """Return whether an answer is judged without a search, as always in a puzzle of the game. A
        search takes a moment."""
        written = self.game.texts.notation(action)
        decision = self.decision
        is_judged = written in (decision.action, *decision.also, *decision.wrong)
        return self.mistake is None or is_judged

    async def submit(self, action: Action, question: int) -> None:
        if question != self.question or self.is_over:
            return
        is_known = self.is_known(action)
        verdict = None if is_known else await self._judged(action)
        if question != self.question:
            return
        self.question += 1
        written = self.game.texts.notation(action)
        decision = self.decision
        if written in (decision.action, *decision.also) or (verdict and verdict.points <= 0):
            self._take(action)
        elif verdict is None and not is_known:
            # The workers failed, so nobody knows what the answer gives away, and it is no try.
            self.wrong.append((action, tr(NOT_JUDGED)))
        else:
            judgement = verdict or decision.wrong.get(written)
            answer = Answer("wrong", self.number, judgement, decision.rest)
            self.wrong.append((action, answer.words(action, self._now())))
            self.tries += 1
        self._publish()

    async def _judged(self, action: Action) -> Verdict | None:
        """Judge an answer to a mistake as if it had been played. Return its loss: 0 points if
        nothing is better beyond doubt; None if the workers fail."""
        trial = beginning_of(self._match, len(self._match.history))
        trial.accept(trial.propose(self.viewer, action))
        seen = [Seen(self.viewer, self.viewer)]
        position = len(self._match.history)
        review = pool.shared().review(trial.text(), seen, position, WORLDS)
        try:
            judgements = await asyncio.wrap_future(review)
        except Undecided:
            return None
        choice = judgements[0].choice if judgements else None
        return None if choice is None else _verdict(choice)

    def _take(self, action: Action) -> None:
        """Play a right action. The puzzle is over after the last action of the answer, or after one
        that is as good as the answer."""
        self.wrong.clear()
        self.chosen = None if action == self.right else action
        if self.chosen or self.number == len(self.puzzle.decisions) - 1:
            self._end(is_found=True)
        else:
            self._play(action)
            self._skip_forced()

    def _play(self, action: Action) -> None:
        self._match.accept(self._match.propose(self.viewer, action))
        self._show_match()
        self.number += 1

    def _skip_forced(self) -> None:
        """Play those actions of the answer to which the rules leave no alternative."""
        while self.decision.is_forced and self.number < len(self.puzzle.decisions) - 1:
            self._play(self.right)

    def _end(self, *, is_found: bool) -> None:
        self.is_over = True
        self.is_found = is_found
        self._note(self.tries if is_found else 0)

    def _note(self, tries: int) -> None:
        """Store the attempt when the puzzle is over for the first time."""
        if self.attempt is not None or not self._counts:
            return
        mistake, training = self.mistake, self.training
        self.attempt = Attempt(
            mistake.id if mistake else self.puzzle.id,
            self.puzzle.game,
            training.today(),
            tries,
            0 if mistake else points_of(self.puzzle),
            self.is_of_day,
        )
        try:
            training.add(self.attempt)
        except JournalError as error:
            self.trouble = training.locations.redact(str(error))

    def show(self) -> None:
        """Show the rest of the answer."""
        if not self.is_over:
            self.question += 1
            while self.number < len(self.puzzle.decisions) - 1:
                self._play(self.right)
            self.wrong.clear()
            self._end(is_found=False)
            self._publish()

    def begin_again(self) -> None:
        """Ask for the whole answer once more, without counting it."""
        self.give_up()
        self.question += 1
        self._set_out()
        self._publish()

    def give_up(self) -> None:
        """Count a puzzle that was tried but is left unsolved."""
        if self.tries > 1 and not self.is_over:
            self._note(0)

    def hurry(self) -> None:
        self.is_left = True

    # --- in words

    @property
    def title(self) -> str:
        """The kind of puzzle, and its game."""
        game = self.game.title
        if self.mistake:
            return tr("Your mistake: {game}", game=game)
        if self.is_of_day:
            return tr("Puzzle of the day: {game}", game=game)
        return tr("Puzzle: {game}", game=game)

    @property
    def aim(self) -> str:
        return tr("{player} wants to win.", player=self.names[self.viewer])

    def verdict(self) -> list[str]:
        """Return sentences about the last answer; none before an answer."""
        if self.wrong:
            return [self.wrong[-1][1]]
        if not self.is_over:
            # Forced actions may have been played before the first answer.
            return [tr("Right so far.")] if self.number and self.question else []
        texts = self.game.texts
        now = self._now()
        action = texts.phrase(now.view, self.answered, now.seat_names)
        if self.chosen:
            return [tr("Right: {action} is as good as the best.", action=action)]
        if why := puzzles.reason(self.decision, now):
            return [tr("Right.") if self.is_found else tr("The answer:"), why]
        lead = "Right: {action}." if self.is_found else "The answer: {action}."
        return [tr(lead, action=action)]

    def explanation(self) -> list[str]:
        """Return detailed sentences. They are about the wrong answers, the last one first; once the
        puzzle is over, about the whole answer and how it is known."""
        if not self.is_over:
            return [words for _, words in reversed(self.wrong)]
        lines = list[str]()
        for number, decision in enumerate(self.puzzle.decisions):
            if not decision.is_forced:
                lines += [*self._on(decision, self._now(number)), ""]
        return [*lines, *self._origin()]

    def _on(self, decision: Decision, now: AnyNow) -> Iterator[str]:
        """Yield sentences about an action of the answer and the alternatives."""
        texts = self.game.texts
        why = puzzles.reason(decision, now)
        yield why or capitalized(
            texts.phrase(now.view, texts.parse(decision.action), now.seat_names)
        )
        if share := round(100 * decision.margin):
            error = round(100 * decision.error)
            yield tr(
                "The next best choice gives away {share} of the chance to win.",
                share=f"{share} ± {error} %" if error else f"{share} %",
            )
        # The reason already compares the answer with the next best action, so leave that out.
        for written in [*decision.wrong][bool(why) :][:OTHERS_MAX]:
            answer = Answer("wrong", 0, decision.wrong[written])
            yield answer.words(texts.parse(written), now)

    def _origin(self) -> Iterator[str]:
        """Yield sentences about who finds the answer, and about the judge."""
        puzzle = self.puzzle
        if puzzle.theme:
            yield tr("Theme: {theme}.", theme=tr(puzzle.theme))
        if puzzle.found:
            yield _finders(puzzle.found)
        if puzzle.judge:
            yield tr(
                "Tried with {worlds} deals of what {player} does not see ({judge}).",
                worlds=puzzle.worlds,
                judge=puzzle.judge,
                player=self.names[self.viewer],
            )

    def result(self) -> list[str]:
        """Return sentences about the attempt: its tries, and the rating or the next date. None
        before the attempt is made."""
        attempt, training = self.attempt, self.training
        if attempt is None:
            return []
        words = [tr("Counted: {tries}.", tries=tries_words(attempt.tries))]
        if self.mistake:
            due = training.due(attempt.puzzle)
            days = counted((due - training.today()).days, "day") if due else ""
            back = tr("It comes back in {days}.", days=days)
            words.append(back if due else tr("It does not come back."))
        elif own_rating := training.rating(attempt.game):
            words.append(tr("Your rating: {rating}.", rating=rating_words(own_rating)))
        return words


def _verdict(choice: Choice) -> Verdict:
    """Return the loss of a decision's action against the best action."""
    claims = tuple(msgspec.structs.replace(claim, points=-claim.points) for claim in choice.why)
    return Verdict(choice.best, choice.points, 0.0, choice.cost, claims)


def _finders(levels: Mapping[str, float]) -> str:
    names = [level_title(level) for level in FINDERS if levels.get(level, 0.0) >= puzzles.FINDS]
    if not names:
        return tr("Neither Normal nor Hard finds it.")
    return tr("The weakest level that finds it: {level}.", level=names[0])


def of_mistake(mistake: Mistake, seats_match: AnyMatch) -> Puzzle:
    """Return a player's mistake as a puzzle whose answer is the better action."""
    choice = mistake.choice
    decision = Decision(
        choice.best,
        margin=choice.cost,
        error=choice.error,
        points=choice.points,
        worlds=WORLDS,
        why=choice.why,
        wrong={choice.played: _verdict(choice)},
    )
    return Puzzle(
        id=mistake.id,
        game=mistake.game,
        record=seats_match.header.id,
        position=choice.position,
        seat=mistake.seat,
        decisions=(decision,),
        theme="",
        judge="",
    )


def open_mistake(player: PlayerContext, mistake: Mistake) -> PuzzleSeat:
    """Return the seat that asks a mistake again.

    Raises:
        RecordError: if its match can no longer be read.
    """
    match = saves.read(mistake.path).match
    puzzle = of_mistake(mistake, match)
    start = beginning_of(match, mistake.choice.position)
    return PuzzleSeat(puzzle, start, Training(player.locations), mistake)


def open_puzzle(player: PlayerContext, slug: str, but: str = "") -> PuzzleSeat:
    """Return the seat of the game's puzzle that the player solves next; today's first.

    Args:
        but: id of the puzzle solved just now, which is not repeated.

    Raises:
        BrokenPuzzle: if there is none, or it cannot be read.
    """
    training = Training(player.locations)
    by_id = {puzzle.id: puzzle for puzzle in puzzles.load(slug)}
    today = of_day(slug, by_id, training.today())
    is_of_day = today is not None and training.on_day(slug) is None
    id = today if is_of_day else training.next(slug, _points(by_id), but)
    if id is None:
        raise BrokenPuzzle(tr("There is no puzzle of this game yet."))
    puzzle = by_id[id]
    return PuzzleSeat(puzzle, _own_match(puzzle, player.name), training, is_of_day=is_of_day)


def _points(by_id: Mapping[str, Puzzle]) -> dict[str, int]:
    return {id: points_of(puzzle) for id, puzzle in by_id.items()}


def _own_match(puzzle: Puzzle, name: str) -> AnyMatch:
    """Return the match of a game's puzzle at its position, with the player in its seat."""
    source = puzzles.collection(puzzle.game).sources[puzzle.record]
    players = [*source.header.players]
    taken = {player.name for seat, player in enumerate(players) if seat != puzzle.seat}
    own_name = players[puzzle.seat].name if name in taken else name
    players[puzzle.seat] = Player(own_name, HUMAN)
    header = msgspec.structs.replace(source.header, players=tuple(players))
    return msgspec.structs.replace(source, header=header).match(puzzle.position)


class RaceBook(Protocol):
    """A store of one player's races."""

    @property
    def today(self) -> date:
        """The date that determines the week of a race."""

    async def keep(self, race: Race, *, is_over: bool) -> str:
        """Store the state of a race. Return why the race does not count; empty if it counts."""

    async def lines(self, slug: str) -> list[str]:
        """Return the races of a game as lines."""


@dataclass
class OwnRaces:
    """A player's races at home."""

    training: Training

    @property
    def today(self) -> date:
        return self.training.today()

    async def keep(self, race: Race, *, is_over: bool) -> str:
        """Store a race if it is finished; return why it does not count."""
        training = self.training
        is_practice = race.week in training.counting_races(race.game)
        if is_over:
            try:
                training.add(race)
            except JournalError as error:
                return training.locations.redact(str(error))
        return tr(PRACTICE) if is_practice else ""

    async def lines(self, slug: str) -> list[str]:
        """Return the races of a game as lines, week by week."""
        return race_lines(slug, self.training)


@dataclass
class Racing:
    """One player's race: as many puzzles of a game as time allows, with one answer each."""

    player: PlayerContext
    slug: str
    book: RaceBook
    now: Callable[[], float] = time.monotonic
    right: int = field(init=False, default=0)
    wrong: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._week = week_of(self.book.today)
        by_id = {puzzle.id: puzzle for puzzle in puzzles.load(self.slug)}
        self._left = [by_id[id] for id in in_race(self._week, _points(by_id))]
        self.ends_at = self.now() + RACE_SECONDS

    @classmethod
    def at_home(cls, player: PlayerContext, slug: str) -> "Racing":
        """Return a race stored on the player's own disk."""
        return cls(player, slug, OwnRaces(Training(player.locations)))

    @property
    def seconds(self) -> int:
        """Seconds left."""
        return max(ceil(self.ends_at - self.now()), 0)

    @property
    def is_over(self) -> bool:
        """True if no time or no puzzle is left."""
        return not (self.seconds and self._left)

    @property
    def words(self) -> str:
        """The game, the time left, and the answers so far."""
        minutes, seconds = divmod(self.seconds, 60)
        return tr(
            "Race: {game} · {time} · {right} right, {wrong} wrong",
            game=registry.get(self.slug).title,
            time=f"{minutes}:{seconds:02}",
            right=self.right,
            wrong=self.wrong,
        )

    def next(self) -> PuzzleSeat:
        """Return the seat of the next puzzle, which allows one answer.

        Raises:
            BrokenPuzzle: if the game has none, or it cannot be read.
        """
        if not self._left:
            raise BrokenPuzzle(tr("There is no puzzle of this game yet."))
        puzzle = self._left.pop(0)
        match = _own_match(puzzle, self.player.name)
        training = Training(self.player.locations)
        return PuzzleSeat(puzzle, match, training, counts=False)

    def take(self, asked: PuzzleSeat) -> bool:
        """Take the answer to a puzzle; return whether the puzzle is over. It continues after a
        right step of a longer answer."""
        is_over = asked.is_over or bool(asked.wrong)
        if is_over and self.seconds:
            self.right += asked.is_found
            self.wrong += not asked.is_found
        return is_over

    async def keep(self, *, is_over: bool = False) -> str:
        """Store the current state. Return why the race does not count; empty if it counts."""
        race = Race(self.slug, self._week, self.right, self.wrong)
        return await self.book.keep(race, is_over=is_over)

    async def end(self) -> list[str]:
        """Store the race, and return sentences about it and other races."""
        words = [tr("{right} right, {wrong} wrong.", right=self.right, wrong=self.wrong)]
        if sentence := await self.keep(is_over=True):
            words.append(sentence)
        return [*words, "", *await self.book.lines(self.slug)]


def race_lines(slug: str, training: Training) -> list[str]:
    """Return a game's last races that count as lines, newest first."""
    races = training.counting_races(slug)
    title = registry.get(slug).title
    if not races:
        return [tr("You have not raced in {game} yet.", game=title)]
    best = max(race.right for race in races.values())
    lines = [tr("Your races in {game}; the most right is {best}.", game=title, best=best)]
    for week in sorted(races, reverse=True)[:WEEKS_SHOWN]:
        race = races[week]
        lines.append(
            tr(
                "{week}: {right} right, {wrong} wrong",
                week=week,
                right=race.right,
                wrong=race.wrong,
            )
        )
    return lines
