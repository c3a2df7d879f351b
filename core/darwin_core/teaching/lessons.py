"""Lessons: a match of a fixed seed, explained step by step by a teacher.

A lesson is data beside its game. ``lesson.jsonl`` is the record of a real match, ``lesson.toml``
the teacher's words. To write one:

1. Play the match: ``darwin-tui play GAME --seats human,bot,bot --seed TEXT --save lesson.jsonl``.
   Play what teaches best, until shortly after the last thing that is taught, and leave. The first
   person in the match is the pupil. All actions of all seats are taken from this record, so a
   lesson does not change when the bots learn to play better.
2. Write the steps, in the order that teaches: the theme, the goal, one turn as a whole, the first
   action within 20 seconds; then everything when it is needed; a tip at the end. A step has

   - ``title``: a few words for the list of steps;
   - ``text``: one or two sentences, as one says them at a table;
   - ``do``: the one thing to do, which is shown in bold;
   - ``play``: the pupil's next actions of the record, in notation. Only these can be played in
     this step. Without it the pupil only reads, and Enter leads on;
   - ``look``: the subject of the sentence: an element of the board as ``card:14``, all elements of
     an action as ``=B8``, or the title of a panel or a mark, as ``last turn``;
   - ``pane``: the pane that shows it, where the board has several;
   - ``why``: the reason for what is to be done;
   - ``claims``: facts that must be true at this step, beside those in the texts;
   - ``wrong``: other actions, in notation, that the pupil may choose instead of the one to play.
     The judge says what each gives away, and the pupil tries again;
   - ``at``: the number of the pupil's actions in the match before this step. The lesson skips the
     actions in between. So the answer to a step with ``wrong`` is not played, but praised by its
     ``why``.
3. Every figure of a text is a fact, as in ``You take {taken=four} cards`` (see ``facts``). A figure
   that is not a fact is refused, and so is one that differs from the engine's answer.
4. Translate the texts in the message files of the game.
5. ``python -m darwin_core.lab.verdicts GAME`` has the judge compare the actions of each choice,
   and writes ``verdicts.json``.
6. ``darwin-tui learn GAME --check`` says what is wrong, in all languages.

A game has up to two lessons: ``lesson`` teaches the rules, and ``well`` teaches how to play well,
in positions of one match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

import msgspec

from darwin_core.bots import Policy, hints, levels
from darwin_core.bots.chances import points_for
from darwin_core.bots.search import CLEAR_ERRORS, Claim
from darwin_core.contract import registry
from darwin_core.contract.game import Action, AnyGame, BadText, Element, Event, State
from darwin_core.contract.tables import read_text
from darwin_core.match import AnyMatch, Match, Played, begin, record
from darwin_core.match.record import HUMAN, Header, Player, RecordError
from darwin_core.teaching import facts
from darwin_core.teaching.facts import AnyNow, Now, WrongFact
from darwin_core.text.language import ENGLISH, NAMES, language, reading, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized, counted

TEACHER: Final = "Henslow"
"""Darwin's own teacher."""
TEXTS: Final = ("text", "do", "why")
"""Fields of a step whose texts may contain facts."""
RULES: Final = "lesson"
"""The first lesson of a game: its rules."""
WELL: Final = "well"
"""The second lesson: how to play *well*."""
VERDICTS_FILE: Final = "verdicts.json"
"""File of the judge's verdicts on wrong choices, in the game's package."""
CHANCE_FACTOR_MIN: Final = 3
"""The winning chance is named beside the points if it is at least this many times what the same
points cost at the start of an even match. Chosen; with a larger factor, the chance is named less
often."""
EXPLANATION_COLUMNS_MAX: Final = 144
"""Maximum columns of an explanation, which fills two lines of the smallest screen."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of a lesson; see the module."""

    title: str
    text: str
    do: str = ""
    play: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    pane: str = ""
    why: str = ""
    claims: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    at: int | None = None

    @property
    def is_exercise(self) -> bool:
        """True for a choice (``wrong``) at a point of the match (``at``): its answer is not played,
        and the lesson continues in another position."""
        return self.at is not None and bool(self.wrong)

    @property
    def translated(self) -> "Step":
        """The step in the reader's language, with facts in the texts."""
        words = {name: tr(getattr(self, name)) for name in ("title", *TEXTS)}
        return msgspec.structs.replace(self, **words)


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The judge's verdict on a wrong choice."""

    right: str
    """The action with which the choice was compared, in notation."""
    points: float
    """Points that the choice gives away."""
    error: float
    """Standard error of these points."""
    chance: float
    """Winning chance that the choice gives away, from 0 to 1."""
    claims: tuple[Claim, ...] = ()
    """Differences in points, most of them losses."""


Verdicts = Mapping[str, Mapping[str, Verdict]]
"""Verdicts by the title of the step and the notation of the wrong choice."""


class _Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    steps: tuple[Step, ...]


Look = Element | str
"""The subject of a sentence: an element of the board, or the name of a mark."""
Move = tuple[int, Action]
"""A seat and its action."""


class BrokenLesson(RecordError):
    """Raised for a lesson that does not fit its match."""


@dataclass(frozen=True)
class Lesson:
    """A match and the steps that explain it."""

    game: AnyGame
    steps: tuple[Step, ...]
    players: tuple[Player, ...]
    seed: str
    options: Mapping[str, bool | int | str]
    script: tuple[Move, ...]
    """All actions of the match."""
    verdicts: Verdicts

    @cached_property
    def pupil(self) -> int:
        """The pupil's seat."""
        return next(seat for seat, player in enumerate(self.players) if player.control == HUMAN)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The position of the match at which each step starts, and the end of the last step.

        Raises:
            BrokenLesson: if a step names other actions than the pupil's in the match.
        """
        position = self._next_pupil_position(0)
        positions = list[int]()
        for number, step in enumerate(self.steps, 1):
            if step.at is not None:
                position = self._pupil_position(step.at)
            positions.append(position)
            for written in step.play:
                if position >= len(self.script):
                    raise BrokenLesson(f"Step {number}: the match ends before {written}.")
                played = self.game.texts.notation(self.script[position][1])
                # In a position, the answer to a choice need not be the action of the match.
                if played != written and not step.is_exercise:
                    raise BrokenLesson(f"Step {number}: the match has {played}, not {written}.")
                position = self._next_pupil_position(position + 1)
        return (*positions, position)

    def _next_pupil_position(self, at: int) -> int:
        """Return the position, from ``at`` on, of the pupil's next action in the match; the end of
        the match if there is none."""
        while at < len(self.script) and self.script[at][0] != self.pupil:
            at += 1
        return at

    def _pupil_position(self, done: int) -> int:
        """Return the position of the pupil's next action after the first ``done``."""
        position = self._next_pupil_position(0)
        for _ in range(done):
            position = self._next_pupil_position(position + 1)
        return position

    @cached_property
    def own_starts(self) -> tuple[int, ...]:
        """The number of the pupil's actions before each step, and after the last."""
        return tuple(sum(seat == self.pupil for seat, _ in self.script[:at]) for at in self.starts)

    def step_at(self, done: int, is_asked: bool, shown: int = 0) -> int:
        """Return the step that a match has reached.

        Args:
            done: number of the pupil's actions.
            is_asked: the pupil owes a decision, so the others have played.
            shown: the step shown last, as several may start after the same action.
        """
        starts = self.own_starts[:-1]
        if done and not is_asked:
            # Stay at the step of the last action until the others have played.
            return max(number for number, start in enumerate(starts) if start < done)
        last = max((number for number, start in enumerate(starts) if start <= done), default=0)
        if done > starts[last]:
            # In the middle of a step of several actions.
            return last
        # Of the steps that start here, the one shown last, or else the first.
        return max(starts.index(starts[last]), min(shown, last))

    @cached_property
    def _by_seat(self) -> tuple[tuple[Action, ...], ...]:
        return by_seat(self.script, len(self.players))

    @property
    def own_actions(self) -> tuple[Action, ...]:
        """The actions of the pupil."""
        return self._by_seat[self.pupil]

    def next_action(self, seat: int, history: Sequence[Move]) -> Action | None:
        """Return a seat's next action in the lesson; None once the match has left the lesson."""
        actions = self._by_seat[seat]
        done = sum(mover == seat for mover, _ in history)
        return actions[done] if done < len(actions) and self.follows(history) else None

    def follows(self, history: Sequence[Move]) -> bool:
        """Return whether a match has followed the lesson so far. Seats that are asked at the same
        time may answer in any order."""
        done = by_seat(history, len(self.players))
        return all(
            script[: len(played)] == played
            for script, played in zip(self._by_seat, done, strict=True)
        )

    def elements(self, look: str) -> tuple[Element, ...]:
        """Return the board elements at which a step points; none for the title of a panel."""
        if look.startswith("="):
            return self.game.targets(self.game.texts.parse(look[1:]))
        kind, colon, number = look.partition(":")
        return ((kind, int(number)),) if colon and number.isdecimal() else ()

    def wrong_actions(self, step: Step) -> tuple[Action, ...]:
        """Return the wrong choices of a step."""
        return tuple(self.game.texts.parse(written) for written in step.wrong)

    def explanation(self, step: Step, action: Action, now: AnyNow) -> str:
        """Return the cost of a wrong choice, in the judge's words."""
        verdict = self.verdicts[step.title][self.game.texts.notation(action)]
        return gives_away(verdict, action, now)

    def header(self, fresh: Header) -> Header:
        """Return a fresh header with the seed and options of this lesson."""
        return msgspec.structs.replace(fresh, seed=self.seed, options={**self.options})

    def record(self, header: Header, position: int) -> bytes:
        """Return the record of a match that follows the lesson up to a position."""
        match, text = begin(self.game, header)
        texts = [text]
        for seat, action in self.script[:position]:
            step = match.propose(seat, action)
            match.accept(step)
            texts.append(step.text)
        return b"".join(texts)


def gives_away(verdict: Verdict, action: Action, now: AnyNow) -> str:
    """Return the cost of a wrong action and the reason, in the judge's words. As many claims are
    named as fit EXPLANATION_COLUMNS_MAX; none if not even the first fits."""
    phrase = capitalized(now.game.texts.phrase(now.view, action, now.seat_names))
    # ``faults`` refuses wrong choices of less than a point, but puzzles may have them.
    points = counted(max(round(verdict.points), 1), "point")
    gives = tr("{action}: gives away about {points}.", action=phrase, points=points)
    share = round(100 * verdict.chance)
    seats = len(now.game.standing(now.view).totals)
    even_share = max(verdict.points, 1.0) / points_for(0.01, now.game.package, seats)
    if share >= CHANCE_FACTOR_MIN * even_share:
        # These points cost more winning chance than usual, so name the chance as well.
        gives = tr(
            "{action}: gives away about {points}, {share} of the chance to win.",
            action=phrase,
            points=points,
            share=f"{share} %",
        )
    for number in range(len(verdict.claims), 0, -1):
        why = capitalized(hints.claims_words(verdict.claims[:number]))
        # The blank between the sentences and the last full stop are two more columns.
        if len(gives) + len(why) + 2 <= EXPLANATION_COLUMNS_MAX:
            return f"{gives} {why}."
    return gives


def games_with_lessons() -> tuple[str, ...]:
    """Return the games with a lesson."""
    return tuple(slug for slug in registry.slugs() if has_lesson(slug))


def all_lessons() -> tuple[tuple[str, str], ...]:
    """Return all lessons as pairs of a part and a game, those about the rules first."""
    return tuple(
        (part, slug)
        for part in (RULES, WELL)
        for slug in registry.slugs()
        if has_lesson(slug, part)
    )


def has_lesson(slug: str, part: str = RULES) -> bool:
    """Return whether a game has a lesson, by default the one about its rules."""
    return _has_lesson(registry.box(slug).package, part)


@cache
def _has_lesson(package: str, part: str) -> bool:
    return files(package).joinpath(f"{part}.toml").is_file()


@cache
def load(slug: str, part: str = RULES) -> Lesson:
    """Return a lesson of a game, by default the one about its rules.

    Raises:
        BrokenLesson: if the game has no such lesson, or the lesson cannot be read.
    """
    game = registry.get(slug)
    if not has_lesson(slug, part):
        raise BrokenLesson(tr("There is no lesson of {game} yet.", game=game.title))
    package = files(game.package)
    try:
        page = msgspec.toml.decode(read_text(game.package, f"{part}.toml"), type=_Page)
        contents = record.read(package.joinpath(f"{part}.jsonl").read_bytes())
    except (msgspec.DecodeError, RecordError, OSError) as error:
        raise BrokenLesson(f"The lesson of {game.title} cannot be read: {error}") from error
    header = contents.header
    match: AnyMatch = Match.load(game, header, contents.chain, contents.lines)
    if match.divergence:
        raise BrokenLesson(f"The match of the lesson of {game.title}: {match.divergence.sentence}")
    return Lesson(
        game,
        page.steps,
        header.players,
        header.seed,
        header.options,
        moves(match.history),
        read_verdicts(game.package).get(part, {}),
    )


@cache
def read_verdicts(package: str) -> Mapping[str, Verdicts]:
    """Return the verdicts on wrong choices in a package's lessons, by lesson."""
    file = files(package).joinpath(VERDICTS_FILE)
    if not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, dict[str, Verdict]]])


def by_seat(history: Sequence[Move], seats: int) -> tuple[tuple[Action, ...], ...]:
    """Return the actions of each seat."""
    actions: tuple[list[Action], ...] = tuple([] for _ in range(seats))
    for seat, action in history:
        actions[seat].append(action)
    return tuple(map(tuple, actions))


def is_lesson_seed(slug: str, seed: str) -> bool:
    """Return whether a seed belongs to a lesson's match, which prescribes the actions."""
    parts = (part for part in (RULES, WELL) if slug in registry.slugs() and has_lesson(slug, part))
    return any(load(slug, part).seed == seed for part in parts)


def moves(history: Sequence[Played[Action]]) -> tuple[Move, ...]:
    """Return the seat and action of each entry of a history."""
    return tuple((played.seat, played.action) for played in history)


def rivals(lesson: Lesson, history: Callable[[], Sequence[Played[Action]]]) -> dict[int, Policy]:
    """Return the policies of the pupil's rivals.

    They play the lesson while the match follows it, and as greedy bots afterwards.

    Args:
        history: returns the actions in force of the match.
    """

    def choose(game: AnyGame, view: State, seat: int, chance: bytes) -> Action:
        action = lesson.next_action(seat, moves(history()))
        if action is not None and action in game.legal(view, seat):
            return action
        return levels.choose_greedily(game, view, seat, chance)

    return {seat: choose for seat, player in enumerate(lesson.players) if player.control != HUMAN}


def step_views(lesson: Lesson) -> Iterator[AnyNow]:
    """Yield the position at which each step starts, as the pupil sees it, with the events from the
    pupil's last action on.

    Raises:
        BrokenLesson: if the steps do not fit the match.
    """
    game, pupil = lesson.game, lesson.pupil
    seat_names = SeatNames(tuple(player.name for player in lesson.players))
    events: list[Event] = []
    state = game.setup(
        msgspec.convert({**lesson.options}, game.options),
        len(lesson.players),
        lesson.seed,
        events.append,
    )
    position = 0
    for start in lesson.starts[:-1]:
        for seat, action in lesson.script[position:start]:
            if action not in game.legal(state, seat):
                raise BrokenLesson(
                    f"{game.texts.notation(action)} of seat {seat + 1} is not legal."
                )
            if seat == pupil:
                # The events of the pupil's own action are the first to be kept.
                events.clear()
            game.apply(state, seat, action, events.append)
        position = start
        redacted = (game.redact(event, pupil) for event in events)
        seen_events = [event for event in redacted if event is not None]
        yield Now(game, game.view(state, pupil), pupil, seen_events, seat_names)


def faults(lesson: Lesson) -> list[str]:
    """Return the faults of a lesson: illegal actions, untrue facts, figures that are not facts."""
    sentences: list[str] = []
    try:
        for number, (step, now) in enumerate(zip(lesson.steps, step_views(lesson), strict=True), 1):
            sentences += [f"Step {number}: {fault}" for fault in _faults_of_step(lesson, step, now)]
    except BrokenLesson as error:
        sentences.append(str(error))
    return sentences


def _faults_of_step(lesson: Lesson, step: Step, now: AnyNow) -> Iterator[str]:
    """Yield the faults of a step at its position."""
    for name in NAMES:
        with reading(name):
            yield from _faults_of_texts(step, now)
    # Claims are not shown, so they are written in English alone.
    with reading(ENGLISH.language):
        for claim in step.claims:
            try:
                # A claim without a value states a fact that is true or false.
                statement = claim if "=" in claim else f"{claim}=True"
                facts.fill(f"{{{statement}}}", now)
            except WrongFact as error:
                yield str(error)
    game = lesson.game
    # Only the first action: ``Lesson.starts`` compares the others with the match, which is legal.
    for written in step.play[:1]:
        try:
            if game.texts.parse(written) not in game.legal(now.view, now.seat):
                yield f"{written} is not legal there."
        except BadText as error:
            yield str(error)
    yield from _faults_of_choices(lesson, step, now)
    for look in step.look:
        try:
            lesson.elements(look)
        except BadText as error:
            yield str(error)


def _faults_of_choices(lesson: Lesson, step: Step, now: AnyNow) -> Iterator[str]:
    """Yield the faults of a step's wrong choices."""
    legal = lesson.game.legal(now.view, now.seat)
    for written in step.wrong:
        try:
            is_legal = lesson.game.texts.parse(written) in legal
        except BadText as error:
            yield str(error)
            continue
        if not is_legal:
            yield f"{written} is not legal there."
        verdict = lesson.verdicts.get(step.title, {}).get(written)
        if verdict is None or verdict.right not in step.play:
            yield f"the judge has not compared {written} with what is to be played."
        elif verdict.points < CLEAR_ERRORS * verdict.error or round(verdict.points) < 1:
            yield f"{written} is not worse beyond doubt."
    if step.wrong and len(step.play) != 1:
        yield "a choice has one action to be played."
    if step.is_exercise and not step.why:
        yield "nothing says why the answer is right."


def _faults_of_texts(step: Step, now: AnyNow) -> Iterator[str]:
    """Yield the faults of a step's texts in the language of the context."""
    words = step.translated
    for name in TEXTS:
        text = getattr(words, name)
        if language() != ENGLISH.language and text == getattr(step, name):
            # The text is not translated, and it was already checked in English.
            continue
        try:
            facts.fill(text, now)
        except WrongFact as error:
            yield str(error)
        for figure in facts.bare_figures(text):
            yield f"no fact stands behind {figure!r}."
