"""Mining: find puzzles in matches, prove them, and prove kept puzzles again in other worlds.

An answer is proved by the judge's own rollouts from the seat's view: all legal actions are tried in
the same worlds, drawn from several seeds; those that are worse beyond doubt are dropped early. What
is left must be worse beyond doubt in many worlds, and in those of each seed.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from math import copysign, sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec

from darwin_core import __version__
from darwin_core.analysis.report import FORMAT
from darwin_core.bots import levels
from darwin_core.bots.rollouts import deviation, mean
from darwin_core.bots.search import (
    FEW_WORLDS,
    RIVALS,
    Account,
    Trials,
    chance_of,
    claims_of,
    tuning_in,
)
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.journal import unreadable, unwritable
from darwin_core.journal.disk import read_whole
from darwin_core.match import AnyMatch, Match, begin
from darwin_core.match.record import Header, Player, RecordError
from darwin_core.match.record import read as read_record
from darwin_core.teaching.lessons import Verdict
from darwin_core.teaching.puzzles import (
    EASY,
    HARD,
    QUICK,
    BrokenPuzzle,
    Collection,
    Decision,
    Puzzle,
    Searched,
    Source,
    now_of,
    read,
    rounded,
    theme_of,
    walked,
)

JUDGE: Final = f"judge {FORMAT}"
"""The judge and its version."""
WORLDS: Final = 2_000
"""Worlds in which the last actions are compared."""
SLOW_WORLDS: Final = 240
"""The same where a game is slow, if they leave no doubt."""
SETTLED_WORLDS: Final = 240
"""Worlds after which an action that is neither as good nor worse by the margin ends the search."""
SLOW_PACE: Final = 30_000
"""The actions per second of a game below which it is slow."""
SEEDS: Final = 4
"""The seeds from which the worlds are drawn in equal parts."""
STAGES: Final = (8, 16, 32, 64, 120, 240, 480, 960, WORLDS)
"""Worlds after which actions are dropped."""
MARGIN_MIN: Final = 0.04
"""The least chance to win by which the answer is better than any other action."""
NEAR: Final = MARGIN_MIN / 3
"""The chance to win that an action may give away to count as right as well."""
ALSO_MAX: Final = 2
"""Actions that are as good as the best."""
DEVIATION_MIN: Final = 0.05
"""The least standard deviation of a difference in chance."""
PROOF_ERRORS: Final = 4.0
"""The standard errors by which it must be better."""
FRESH_ERRORS: Final = 2.5
"""The standard errors by which it must be better in other worlds."""
DROP_ERRORS: Final = 6.0
"""The standard errors by which an action must be worse to be dropped before the end."""
REJECT_ERRORS: Final = 1.5
"""The standard errors by which a margin must be too small for a position to be no puzzle."""
VERDICTS_MAX: Final = 8
"""The wrong actions on which a verdict is kept."""
EXPLAINED_WORLDS: Final = 96
"""Worlds in which they are compared line by line."""
REASON_WORLDS: Final = 24
"""Other worlds in which a reason is tried."""
EXPLAINED_SHARE: Final = 0.5
"""The share of the points given away that the reasons make, at least."""
LEGAL_MIN: Final = 3
"""The legal actions of a position worth asking about."""
LINE_MAX: Final = 6
"""The actions of an answer."""
TRIES: Final = {EASY: 20, QUICK: 3, HARD: 3}
"""The tries of each level that show how difficult a puzzle is."""
SEARCHED_MAX: Final = 20
"""Positions of a match between bots that are searched: more matches bring more variety."""
MATCH_MAX: Final = 6
"""Puzzles of a match."""
PER_THEME: Final = 32
"""Puzzles of a theme in a file."""
PER_GRADE: Final = 48
"""Puzzles of a grade in a file."""
BYTES_MAX: Final = 2**26
_BEGINNING: Final = b'{"line":'
"""The beginning of every line."""
_SEARCHED: Final = b'{"line":"searched"'
SEARCHERS: Final = ("bot:hard", "bot:master")
"""The beginnings of controls whose bots search: where they play what Normal plays, nothing is to be
found."""


class Gain(NamedTuple):
    """The difference between the best action and another."""

    points: float
    points_error: float
    chance: float
    chance_error: float
    worlds: int

    @property
    def doubt(self) -> float:
        """The factor of errors from few worlds, which are uncertain themselves."""
        return 1 + FEW_WORLDS / max(self.worlds - 1, 1)

    def is_beyond(self, errors: float) -> bool:
        """Return True if the other action is worse by a number of standard errors."""
        errors *= self.doubt
        return self.points > errors * self.points_error and self.chance > errors * self.chance_error

    def is_above(self, margin: float, errors: float) -> bool:
        """Return True if it loses more chance than a margin, by a number of standard errors."""
        return self.chance - errors * self.doubt * self.chance_error > margin

    def is_below(self, margin: float, errors: float) -> bool:
        """Return True if it loses less chance than a margin, by a number of standard errors."""
        return self.chance + errors * self.doubt * self.chance_error < margin


@dataclass
class Contest:
    """All legal actions of a seat, tried in the same worlds of several seeds."""

    game: AnyGame
    view: State
    seat: int
    purpose: str = "puzzle"
    """Other purposes have other worlds."""
    trials: list[Trials] = field(init=False)
    values: list[list[float]] = field(init=False)
    """The value of each action by world."""
    chances: list[list[float]] = field(init=False)
    """The seat's chance after each action by world."""

    def __post_init__(self) -> None:
        game, view, seat = self.game, self.view, self.seat
        legal, chance = len(game.legal(view, seat)), chance_of(view).hex()
        self.trials = [
            Trials(
                game,
                view,
                seat,
                from_seed(chance, self.purpose, number),
                candidates=legal,
                errs=True,
            )
            for number in range(SEEDS)
        ]
        self.values = [[] for _ in range(legal)]
        self.chances = [[] for _ in range(legal)]

    @property
    def actions(self) -> list[Action]:
        """The legal actions, the first advised at the front: it is what Normal plays."""
        return [action for action in self.trials[0].candidates if action is not None]

    def play(self, numbers: Sequence[int], worlds: int) -> None:
        """Try actions in further worlds, up to a number of them."""
        for at in range(len(self.values[numbers[0]]), worlds):
            trials = self.trials[at % SEEDS]
            world = trials.world(at // SEEDS)
            for number in numbers:
                rollout = trials.play(world, number)
                self.values[number].append(rollout.value)
                self.chances[number].append(rollout.chances[self.seat])

    def best(self, numbers: Sequence[int]) -> int:
        """Return the action of the highest mean value."""
        return max(numbers, key=lambda number: mean(self.values[number]))

    def gain(self, best: int, other: int, seed: int | None = None) -> Gain:
        """Return by how much an action is better than another in their common worlds, of one seed
        or of all."""
        step = slice(None) if seed is None else slice(seed, None, SEEDS)
        both = [*zip(self.values[best], self.values[other], strict=False)][step]
        points = [mine - theirs for mine, theirs in both]
        both = [*zip(self.chances[best], self.chances[other], strict=False)][step]
        chances = [mine - theirs for mine, theirs in both]
        root = sqrt(len(points))
        return Gain(
            mean(points),
            deviation(points) / root,
            mean(chances),
            max(deviation(chances), DEVIATION_MIN) / root,
            len(points),
        )

    def is_proved(self, right: int, wrong: int) -> bool:
        """Return True if an action is better than another by the margin and beyond doubt, also by
        the worlds of each seed."""
        gain = self.gain(right, wrong)
        each = (self.gain(right, wrong, seed) for seed in range(SEEDS))
        return (
            gain.chance >= MARGIN_MIN
            and gain.is_beyond(PROOF_ERRORS)
            and all(part.points > part.points_error and part.chance > 0 for part in each)
        )

    def answer(self, *, differs: bool) -> list[int] | None:
        """Return the actions that are better than any other beyond doubt, the best at the front;
        None if there are none, or more than are asked for.

        Args:
            differs: True to look for actions that are not what Normal plays.
        """
        alive = [*range(len(self.values))]
        is_slow = tuning_in(self.game, self.view).pace < SLOW_PACE
        for stage in STAGES:
            self.play(alive, stage)
            best = self.best(alive)
            gains = {other: self.gain(best, other) for other in alive if other != best}
            near = [n for n, gain in gains.items() if gain.is_below(MARGIN_MIN, REJECT_ERRORS)]
            if len(near) > ALSO_MAX or (differs and 0 in (best, *near)):
                return None
            if stage >= SETTLED_WORLDS and any(
                NEAR < gain.chance < MARGIN_MIN for gain in gains.values()
            ):
                return None
            dropped = {
                other
                for other, gain in gains.items()
                if gain.is_beyond(DROP_ERRORS) and gain.is_above(MARGIN_MIN, REJECT_ERRORS)
            }
            alive = [best, *(other for other in gains if other not in dropped)]
            if is_slow and stage >= SLOW_WORLDS and self._parted(best, alive):
                break
            if len(alive) == 1:
                break
        right = self._parted(best, alive)
        if right is None or (differs and 0 in right):
            return None
        self._compare_closest(right, SLOW_WORLDS if is_slow else STAGES[-1])
        return self._parted(best, right)

    def _compare_closest(self, right: Sequence[int], worlds: int) -> None:
        """Compare the answers with the closest other action in a number of worlds at least."""
        wrong = [number for number in range(len(self.values)) if number not in right]
        while True:
            closest = min(wrong, key=lambda number: self.gain(right[0], number).chance)
            some = [n for n in (*right, closest) if len(self.values[n]) < worlds]
            if not some:
                return
            for number in some:
                self.play([number], worlds)

    def _parted(self, best: int, alive: Sequence[int]) -> list[int] | None:
        """Return the best actions if they are better than all others beyond doubt."""
        right = [best, *(n for n in alive if n != best and self.gain(best, n).chance < NEAR)]
        last = max(right, key=lambda number: self.gain(best, number).chance)
        wrong = [number for number in range(len(self.values)) if number not in right]
        is_sure = wrong and all(self.is_proved(last, number) for number in wrong)
        return right if is_sure and len(right) <= 1 + ALSO_MAX else None

    def denied(self, decision: Decision, worlds: int, *, is_short: bool = False) -> list[str]:
        """Return the actions, in notation, than which the answers of a decision are not better
        beyond doubt.

        Args:
            decision: the decision.
            worlds: the least number of worlds; more are asked where they leave doubts.
            is_short: True to ask no more, and to return actions that are better beyond doubt.
        """
        written = [self.game.texts.notation(action) for action in self.actions]
        right = [written.index(each) for each in (decision.action, *decision.also)]
        wrong = [number for number in range(len(written)) if number not in right]
        asked = min(worlds, STAGES[1])
        while wrong:
            self.play([*right, *wrong], asked)
            gains = {n: [self.gain(each, n) for each in right] for n in wrong}
            better = [
                n for n in wrong if any(gain.is_below(0.0, FRESH_ERRORS) for gain in gains[n])
            ]
            errors = DROP_ERRORS if asked < worlds else FRESH_ERRORS
            wrong = [n for n in wrong if not all(gain.is_beyond(errors) for gain in gains[n])]
            if better or asked >= (worlds if is_short else WORLDS):
                wrong = better if is_short else wrong
                break
            asked = min(2 * asked, WORLDS)
        return [written[number] for number in wrong]

    def is_denied(self, decision: Decision) -> bool:
        """Return True if these worlds say the contrary of a reason for a decision."""
        written = [self.game.texts.notation(action) for action in self.actions]
        both = [written.index(each) for each in (decision.action, next(iter(decision.wrong)))]
        right, wrong = (self.accounts(number, REASON_WORLDS) for number in both)
        for claim in decision.why:
            key = claim.line, claim.is_later
            pairs = zip(right, wrong, strict=True)
            gains = [mine.get(key, 0.0) - theirs.get(key, 0.0) for mine, theirs in pairs]
            error = deviation(gains) / sqrt(len(gains))
            if mean(gains) * copysign(1, claim.points) < -FRESH_ERRORS * error or not any(gains):
                return True
        return False

    def accounts(self, number: int, worlds: int) -> list[Account]:
        """Return the points after an action by their origin, in some worlds."""
        trials = self.trials[0]
        return [trials.account(trials.world(at), number) for at in range(worlds)]

    def decision(self, answer: Sequence[int]) -> Decision:
        """Return an answer with the verdicts on all other actions."""
        notation, actions, best = self.game.texts.notation, self.actions, answer[0]
        others = (number for number in range(len(actions)) if number not in answer)
        gains = {other: self.gain(best, other) for other in others}
        ranked = sorted(gains, key=lambda other: gains[other].chance)
        named, unnamed = ranked[:VERDICTS_MAX], ranked[VERDICTS_MAX:]
        accounts = {number: self.accounts(number, EXPLAINED_WORLDS) for number in (best, *named)}
        right = notation(actions[best])

        def verdict(other: int) -> Verdict:
            gain = gains[other]
            claims = claims_of(accounts[other], accounts[best], is_better=False)
            return Verdict(
                right,
                round(gain.points, 2),
                round(gain.points_error, 2),
                round(gain.chance, 3),
                rounded(claims),
            )

        closest = gains[ranked[0]]
        rest = [gains[other].points - 2 * gains[other].points_error for other in unnamed]
        return Decision(
            action=right,
            also=tuple(notation(actions[number]) for number in answer[1:]),
            margin=round(closest.chance, 4),
            error=round(closest.chance_error, 4),
            points=round(closest.points, 2),
            worlds=closest.worlds,
            why=rounded(claims_of(accounts[best], accounts[ranked[0]], is_better=True)),
            wrong={notation(actions[other]): verdict(other) for other in named},
            rest=round(max(min(rest, default=0.0), 0.0), 1),
        )


def proved(game: AnyGame, view: State, seat: int, *, differs: bool) -> Decision | None:
    """Return the action of a view that is better than any other beyond doubt, with a reason that
    can be said; None if there is none.

    Args:
        game: the game.
        view: the seat's view.
        seat: the seat.
        differs: True to look for an action that is not what Normal plays.
    """
    contest = Contest(game, view, seat)
    answer = contest.answer(differs=differs)
    if answer is None:
        return None
    decision = contest.decision(answer)
    return decision if is_explained(decision) else None


def is_explained(decision: Decision) -> bool:
    """Return whether sure reasons make a good part of what the next best action gives away."""
    gains = (-claim.points if claim.line == RIVALS else claim.points for claim in decision.why)
    is_sure = not any(claim.error for claim in decision.why)
    return is_sure and sum(gains) >= EXPLAINED_SHARE * decision.points


def puzzle_at(match: AnyMatch, position: int) -> Puzzle | None:
    """Return the puzzle that stands at a position of a match; None if there is none."""
    game, seat = match.game, match.history[position].seat
    view = match.view(seat, position)
    first = proved(game, view, seat, differs=True)
    if first is None:
        return None
    start = Source.of(match, position).match()
    decisions = [first, *_continued(start.fork(), seat, first)]
    puzzle = Puzzle(
        id=name_of(game, view),
        game=game.slug,
        record=match.header.id,
        position=position,
        seat=seat,
        decisions=tuple(decisions),
        theme="",
        judge=JUDGE,
    )
    actions = [game.texts.parse(written) for written in puzzle.solution]
    return msgspec.structs.replace(
        puzzle,
        theme=theme_of(now_of(start, puzzle), actions),
        found=found_by(game, view, seat, first),
    )


def _continued(line: AnyMatch, seat: int, decision: Decision) -> list[Decision]:
    """Return the rest of a turn, up to the first action without proof and the first news.

    Args:
        line: the match at the first action; it is changed.
        seat: the seat.
        decision: the first action.
    """
    game, decisions = line.game, list[Decision]()
    turn = turn_of(game, line.state)
    while len(decisions) + 1 < LINE_MAX and not decision.also:
        line.accept(line.propose(seat, game.texts.parse(decision.action)))
        is_shown = any(event.reveals for event in line.events(seat))
        is_asked = tuple(game.to_move(line.state)) == (seat,)
        if is_shown or not is_asked or turn_of(game, line.state) != turn:
            break
        legal = line.legal(seat)
        next_decision = (
            Decision(action=game.texts.notation(legal[0]))
            if len(legal) == 1
            else proved(game, line.view(seat), seat, differs=False)
        )
        if next_decision is None:
            break
        decision = next_decision
        decisions.append(decision)
    while decisions and decisions[-1].is_forced:
        decisions.pop()
    return decisions


def turn_of(game: AnyGame, state: State) -> tuple[int, int]:
    """Return the turn of a state, with its round."""
    clock = game.clock(state)
    return clock.round, clock.turn


def name_of(game: AnyGame, view: State) -> str:
    """Return the name of the puzzle of a view."""
    return f"{game.slug}-{sha256(msgspec.msgpack.encode(view)).hexdigest()[:8]}"


def found_by(game: AnyGame, view: State, seat: int, decision: Decision) -> dict[str, float]:
    """Return the share of tries in which each level plays one of the answers of a decision."""
    shares, right = dict[str, float](), (decision.action, *decision.also)
    for level, tries in TRIES.items():
        policy = levels.counted_bot(level)
        played = [
            policy(game, view, seat, from_seed(chance_of(view).hex(), level, number))
            for number in range(tries)
        ]
        shares[level] = round(sum(game.texts.notation(each) in right for each in played) / tries, 2)
    return shares


def suspected(match: AnyMatch) -> Iterator[int]:
    """Yield the positions of a match that may be puzzles."""
    game = match.game
    for position, played in enumerate(match.history):
        if len(game.legal(match.state_at(position), played.seat)) < LEGAL_MIN:
            continue
        is_searched = match.header.players[played.seat].control.startswith(SEARCHERS)
        view = match.view(played.seat, position)
        if not is_searched or game.bots.fast_policy(view, played.seat) != played.action:
            yield position


def mined(match: AnyMatch, most: int | None = None) -> list[Puzzle]:
    """Return the puzzles of a match, no two of them in one turn.

    Args:
        match: the match.
        most: the positions that are searched, by default all that may be puzzles.
    """
    puzzles, turns, positions = list[Puzzle](), set[tuple[int, int]](), [*suspected(match)]
    if most is not None and most < len(positions):
        positions = sorted(Random(match.header.id).sample(positions, most))
    for position in positions:
        turn = turn_of(match.game, match.state_at(position))
        puzzle = None if turn in turns else puzzle_at(match, position)
        if puzzle:
            turns.add(turn)
            puzzles.append(puzzle)
        if len(puzzles) == MATCH_MAX:
            break
    return puzzles


def self_play(game: AnyGame, players: Sequence[Player], seed: str, name: str) -> AnyMatch:
    """Return a match between bots, whose searches are bound by count.

    Args:
        game: the game.
        players: the bots by seat.
        seed: of the match.
        name: the id of its record.
    """
    header = Header(
        game=game.slug,
        rules=game.rules_version,
        players=tuple(players),
        seed=seed,
        id=name,
        made=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        engine=__version__,
    )
    match: AnyMatch
    match, _ = begin(game, header)
    policies = [levels.counted_bot(player.control.removeprefix("bot:")) for player in players]
    while movers := game.to_move(match.state):
        seat = movers[0]
        chance = from_seed(seed, "bot", seat, len(match.history))
        action = policies[seat](game, match.view(seat), seat, chance)
        match.accept(match.propose(seat, action))
    return match


class Find(msgspec.Struct, frozen=True):
    """The puzzles of a match."""

    record: str
    source: Source | None
    """The match; None where it has no puzzles."""
    puzzles: tuple[Puzzle, ...] = ()

    @classmethod
    def of(cls, match: AnyMatch, most: int | None = None) -> "Find":
        """Search a match; see ``mined``."""
        puzzles = tuple(mined(match, most))
        last = puzzles[-1].position if puzzles else 0
        return cls(match.header.id, Source.of(match, last) if puzzles else None, puzzles)


def dig(
    slug: str, bots: Sequence[str], names: Sequence[str], seed: str, numbers: Sequence[int]
) -> list[Find]:
    """Play matches of bots and search them; it can be sent to other processes.

    Args:
        slug: the game.
        bots: their levels, by turns.
        names: of the players by seat.
        seed: of all matches.
        numbers: of the matches. The number of seats follows from them.
    """
    game, finds = registry.get(slug), list[Find]()
    for number in numbers:
        seats = game.seats[number % len(game.seats)]
        players = [
            Player(names[seat], f"bot:{bots[(seat + number) % len(bots)]}") for seat in range(seats)
        ]
        name = match_name(slug, seed, number)
        match = self_play(game, players, f"{seed} {number}", name)
        finds.append(Find.of(match, SEARCHED_MAX))
    return finds


def match_name(slug: str, seed: str, number: int) -> str:
    """Return the id of a match that is played to be searched."""
    return f"{slug}-{seed}-{number}"


def dig_records(texts: Sequence[bytes], numbers: Sequence[int]) -> list[Find]:
    """Search some of the records of matches; it can be sent to other processes.

    Raises:
        RecordError: if the rules do not lead to what is recorded.
    """
    finds = list[Find]()
    for text in (texts[number] for number in numbers):
        reading = read_record(text)
        game = registry.get(reading.header.game)
        match: AnyMatch = Match.load(game, reading.header, reading.chain, reading.lines)
        if match.divergence:
            raise BrokenPuzzle(match.divergence.sentence)
        finds.append(Find.of(match))
    return finds


class Mine:
    """A file of puzzles that grows by those of one match after the other."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one; drop the last match if its search was not finished.

        Raises:
            JournalError: if it cannot be read.
            BrokenPuzzle: if it has a line of something else.
        """
        self._path = path
        try:
            text = read_whole(path, BYTES_MAX)
        except FileNotFoundError:
            text = b""
        except OSError as error:
            raise unreadable(path, error) from None
        last = text.rfind(_SEARCHED)
        whole = text.find(b"\n", last) + 1 if last >= 0 else 0
        if not (text[whole:] + _BEGINNING).startswith(_BEGINNING[: len(text) - whole]):
            raise BrokenPuzzle(f"{path} has something else than puzzles.")
        self.collection = read(text[:whole])
        if whole < len(text):
            try:
                os.truncate(path, whole)
            except OSError as error:
                raise unwritable(path, error) from None

    def add(self, find: Find) -> list[Puzzle]:
        """Write the puzzles of a match, as far as they add variety; return them.

        Raises:
            JournalError: if they cannot be written.
        """
        kept = list[Puzzle]()
        for puzzle in find.puzzles:
            others = [*self.collection.puzzles, *kept]
            is_new = all(puzzle.id != other.id for other in others)
            of_theme = sum(puzzle.theme == other.theme for other in others)
            of_grade = sum(puzzle.grade == other.grade for other in others)
            if is_new and of_theme < PER_THEME and of_grade < PER_GRADE:
                kept.append(puzzle)
        lines: list[msgspec.Struct] = [*kept, Searched(record=find.record)]
        if find.source and kept:
            lines.insert(0, find.source)
        try:
            with self._path.open("ab", buffering=0) as file:
                file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        except OSError as error:
            raise unwritable(self._path, error) from None
        old, sources = self.collection, dict(self.collection.sources)
        if find.source and kept:
            sources[find.record] = find.source
        self.collection = Collection(sources, (*old.puzzles, *kept), old.searched | {find.record})
        return kept


# --- proof of kept puzzles


def faults(collection: Collection) -> Iterator[str]:
    """Yield the faults of puzzles, but for the comparisons of their answers: records that do
    not verify, illegal answers, answers that Normal plays, two puzzles in one turn."""
    turns = set[tuple[str, tuple[int, int]]]()
    for source in collection.sources.values():
        try:
            match = source.match()
        except RecordError as error:
            yield str(error)
            continue
        for puzzle in collection.puzzles:
            if puzzle.record != source.header.id:
                continue
            if puzzle.position > len(source.actions):
                yield f"{puzzle.id}: its match is shorter."
                continue
            turn = turn_of(match.game, match.state_at(puzzle.position))
            if (puzzle.record, turn) in turns:
                yield f"{puzzle.id}: another puzzle stands in this turn."
            turns.add((puzzle.record, turn))
            for fault in _faults(source, puzzle):
                yield f"{puzzle.id}: {fault}"


def _faults(source: Source, puzzle: Puzzle) -> Iterator[str]:
    """Yield the faults of a puzzle of a match."""
    match, seat = source.match(puzzle.position), puzzle.seat
    game, view = match.game, match.view(puzzle.seat)
    if puzzle.game != game.slug or puzzle.id != name_of(game, view):
        yield "its position has another name."
    if not puzzle.judge:
        yield "no judge is named."
    try:
        walked(source.match(puzzle.position), puzzle, len(puzzle.decisions))
    except BrokenPuzzle as error:
        yield str(error)
        return
    first = puzzle.decisions[0]
    theme = theme_of(now_of(match, puzzle), [*map(game.texts.parse, puzzle.solution)])
    if puzzle.theme != theme:
        yield f"its theme is {theme!r}, not {puzzle.theme!r}."
    if game.texts.notation(game.bots.fast_policy(view, seat)) in (first.action, *first.also):
        yield "the answer is what Normal plays."
    if not is_explained(first):
        yield "no reason can be said."
    if first.margin < MARGIN_MIN or first.margin < PROOF_ERRORS * first.error:
        yield "the margin is not beyond doubt."


def doubts(source: Source, puzzle: Puzzle, worlds: int, *, is_short: bool = False) -> Iterator[str]:
    """Yield what worlds that nobody has seen say against the answer of a puzzle. Where they leave
    doubts, more are asked, up to WORLDS.

    Args:
        source: the match that it stands in.
        puzzle: the puzzle.
        worlds: the least number of worlds.
        is_short: True to ask no more: only what they contradict is yielded.
    """
    match = source.match(puzzle.position)
    for decision in puzzle.decisions:
        if not decision.is_forced:
            contest = Contest(match.game, match.view(puzzle.seat), puzzle.seat, "check")
            for wrong in contest.denied(decision, worlds, is_short=is_short):
                yield f"{decision.action} is not better than {wrong} beyond doubt."
            if decision.wrong and contest.is_denied(decision):
                yield f"a reason for {decision.action} is not true."
        action = match.game.texts.parse(decision.action)
        match.accept(match.propose(puzzle.seat, action))
