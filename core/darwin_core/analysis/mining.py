"""Mining: find puzzles in matches, prove them, and prove kept puzzles again in other worlds.

An answer is proved by the judge's own rollouts from the seat's view: all legal actions are tried in
the same worlds, drawn from several seeds; those that are worse beyond doubt are dropped early. What
is left must be worse beyond doubt in many worlds, and in those of each seed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from math import sqrt
from typing import Final, NamedTuple

import msgspec

from darwin_core import __version__
from darwin_core.analysis.report import FORMAT
from darwin_core.analysis.review import MISTAKE
from darwin_core.bots import levels
from darwin_core.bots.rollouts import deviation, mean
from darwin_core.bots.search import (
    FEW_WORLDS,
    GAIN_DEVIATION_MIN,
    Trials,
    chance_of,
    claims_of,
    tuning_in,
)
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.match import AnyMatch, begin
from darwin_core.match.record import Header, Player
from darwin_core.teaching.lessons import Verdict
from darwin_core.teaching.puzzles import (
    EASY,
    HARD,
    QUICK,
    Decision,
    Puzzle,
    Source,
    now_of,
    rounded,
    theme_of,
)

JUDGE: Final = f"judge {FORMAT}"
"""The judge and its version."""
WORLDS: Final = 2_000
"""Worlds in which the last actions are compared."""
SLOW_WORLDS: Final = 240
"""The same where a game is slow, if they leave no doubt."""
SLOW_PACE: Final = 10_000
"""The actions per second of a game below which it is slow."""
SEEDS: Final = 4
"""The seeds from which the worlds are drawn in equal parts."""
STAGES: Final = (8, 16, 32, 64, 120, 240, 480, 960, WORLDS)
"""Worlds after which actions are dropped."""
MARGIN_MIN: Final = MISTAKE
"""The least chance to win by which the answer is better than any other action."""
NEAR: Final = MARGIN_MIN / 3
"""The chance to win that an action may give away to count as right as well."""
ALSO_MAX: Final = 2
"""Actions that are as good as the best."""
PROOF_ERRORS: Final = 4.0
"""The standard errors by which it must be better."""
DROP_ERRORS: Final = 6.0
"""The standard errors by which an action must be worse to be dropped before the end."""
REJECT_ERRORS: Final = 1.5
"""The standard errors by which a margin must be too small for a position to be no puzzle."""
VERDICTS_MAX: Final = 8
"""The wrong actions on which a verdict is kept."""
EXPLAINED_WORLDS: Final = 96
"""Worlds in which they are compared line by line."""
LEGAL_MIN: Final = 3
"""The legal actions of a position worth asking about."""
LINE_MAX: Final = 6
"""The actions of an answer."""
TRIES: Final = {EASY: 20, QUICK: 5, HARD: 5}
"""The tries of each level that show how difficult a puzzle is."""
MATCH_MAX: Final = 6
"""Puzzles of a match."""
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
            max(deviation(chances), GAIN_DEVIATION_MIN) / root,
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
            dropped = {
                other
                for other, gain in gains.items()
                if gain.is_beyond(DROP_ERRORS) and gain.is_above(MARGIN_MIN, REJECT_ERRORS)
            }
            # The closest stays, so that the answer is compared in all worlds.
            rest = [other for other in gains if other not in dropped] or [
                min(gains, key=lambda other: gains[other].chance)
            ]
            alive = [best, *rest]
            if is_slow and stage >= SLOW_WORLDS and self._parted(best, alive):
                break
        right = self._parted(best, alive)
        return right if right and not (differs and 0 in right) else None

    def _parted(self, best: int, alive: Sequence[int]) -> list[int] | None:
        """Return the best actions if they are better than all others beyond doubt."""
        right = [best, *(n for n in alive if n != best and self.gain(best, n).chance < NEAR)]
        last = max(right, key=lambda number: self.gain(best, number).chance)
        wrong = [number for number in range(len(self.values)) if number not in right]
        is_sure = wrong and all(self.is_proved(last, number) for number in wrong)
        return right if is_sure and len(right) <= 1 + ALSO_MAX else None

    def decision(self, answer: Sequence[int]) -> Decision:
        """Return an answer with the verdicts on all other actions."""
        notation, actions, best = self.game.texts.notation, self.actions, answer[0]
        others = (number for number in range(len(actions)) if number not in answer)
        gains = {other: self.gain(best, other) for other in others}
        ranked = sorted(gains, key=lambda other: gains[other].chance)
        told, untold = ranked[:VERDICTS_MAX], ranked[VERDICTS_MAX:]
        trials = self.trials[0]
        worlds = [trials.world(number) for number in range(EXPLAINED_WORLDS)]
        accounts = {
            number: [trials.account(world, number) for world in worlds] for number in [best, *told]
        }
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
        rest = [gains[other].points - 2 * gains[other].points_error for other in untold]
        return Decision(
            action=right,
            also=tuple(notation(actions[number]) for number in answer[1:]),
            margin=round(closest.chance, 4),
            error=round(closest.chance_error, 4),
            points=round(closest.points, 2),
            worlds=closest.worlds,
            why=rounded(claims_of(accounts[best], accounts[ranked[0]], is_better=True)),
            wrong={notation(actions[other]): verdict(other) for other in told},
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
    is_said = decision.why and not any(claim.error for claim in decision.why)
    return decision if is_said else None


def puzzle_at(match: AnyMatch, position: int) -> Puzzle | None:
    """Return the puzzle that stands at a position of a match; None if there is none."""
    game, seat = match.game, match.history[position].seat
    view = match.view(seat, position)
    first = proved(game, view, seat, differs=True)
    if first is None:
        return None
    line = Source.of(match, position).match()
    decisions = [first, *_continued(line, seat, first)]
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
    start = Source.of(match, position).match()
    actions = [game.texts.parse(written) for written in puzzle.solution]
    return msgspec.structs.replace(
        puzzle,
        theme=theme_of(now_of(start, puzzle), actions),
        found=found_by(game, view, seat, first.action),
    )


def _continued(line: AnyMatch, seat: int, decision: Decision) -> list[Decision]:
    """Return the rest of a turn, as far as it is proved and nothing new is shown.

    Args:
        line: the match at the first action; it is changed.
        seat: the seat.
        decision: the first action.
    """
    game, decisions = line.game, list[Decision]()
    turn = _turn(game, line.state)
    while len(decisions) + 1 < LINE_MAX and not decision.also:
        line.accept(line.propose(seat, game.texts.parse(decision.action)))
        is_shown = any(event.reveals for event in line.events(seat))
        is_asked = tuple(game.to_move(line.state)) == (seat,)
        if is_shown or not is_asked or _turn(game, line.state) != turn:
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


def _turn(game: AnyGame, state: State) -> tuple[int, int]:
    clock = game.clock(state)
    return clock.round, clock.turn


def name_of(game: AnyGame, view: State) -> str:
    """Return the name of the puzzle of a view."""
    return f"{game.slug}-{sha256(msgspec.msgpack.encode(view)).hexdigest()[:8]}"


def found_by(game: AnyGame, view: State, seat: int, action: str) -> dict[str, float]:
    """Return the share of tries in which each level plays an action, given in notation."""
    found = {}
    for level, tries in TRIES.items():
        policy = levels.counted_bot(level)
        played = [
            policy(game, view, seat, from_seed(chance_of(view).hex(), level, number))
            for number in range(tries)
        ]
        found[level] = round(sum(game.texts.notation(each) == action for each in played) / tries, 2)
    return found


def suspected(match: AnyMatch) -> Iterator[int]:
    """Yield the positions of a match that may be puzzles."""
    game = match.game
    for position, played in enumerate(match.history):
        state = match.state_at(position)
        if len(game.legal(state, played.seat)) < LEGAL_MIN:
            continue
        control = match.header.players[played.seat].control
        view = match.view(played.seat, position)
        is_searched = control.startswith(SEARCHERS)
        if is_searched and game.bots.fast_policy(view, played.seat) == played.action:
            continue
        yield position


def mined(match: AnyMatch, is_wanted: Callable[[], bool] = lambda: True) -> list[Puzzle]:
    """Return the puzzles of a match, no two of them in one turn."""
    game, puzzles, turns = match.game, list[Puzzle](), set[tuple[int, int]]()
    for position in suspected(match):
        turn = _turn(game, match.state_at(position))
        if turn in turns:
            continue
        puzzle = puzzle_at(match, position)
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
