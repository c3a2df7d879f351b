"""Mining: find puzzles in matches, prove their answers, and check kept puzzles in fresh worlds.

Terms:

- Normal's action is the action ranked first by the game's advice; the level Normal plays it.
- The tempting action is the action that scores the most points at once, if it scores more than
  Normal's action does. If no action scores more, it is Normal's action.
- The margin is the smallest difference, in points or in the chance to win, that separates a right
  action from a wrong one.
- An answer can be missed if Normal's action or the tempting action is wrong.
- A lead or a loss is significant if it is at least a number of standard errors. A constant gives
  that number for each test.

Positions pass a series of filters, the cheapest first. In the race, the actions ranked first by the
advice are tried in a few worlds, to learn whether a proof is worth its cost. Most positions are
dropped there; missing a puzzle now and then is cheaper than proving every position.

The proof uses other worlds than the race, so that a lucky race proves nothing. It tries all legal
actions in the same worlds, by the judge's rollouts from the seat's view. An action is dropped once
it is worse by a margin and by PROOF_ERRORS standard errors. Over the six STAGES, chance alone
causes this in one of 5,000 comparisons. Worlds are added until the result is significant. A wrong
action must also be worse if the answer follows it; if the order of the two actions does not matter,
neither of them is wrong. The answer must also hold if the match is played to its end, and if all
seats play by the game's fitted policy. Finally, significant reasons must explain a good part of
what the next best action gives away.
"""

import os
from collections import Counter
from collections.abc import Collection as Container
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from math import copysign, sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec

from darwin_core import __version__
from darwin_core.analysis.report import FORMAT
from darwin_core.bots import levels
from darwin_core.bots.chances import points_for, win_chances
from darwin_core.bots.rollouts import deviation, mean
from darwin_core.bots.search import (
    FEW_WORLDS,
    FOLLOW_WORLDS,
    RIVALS,
    TO_COME,
    Account,
    Trials,
    chance_of,
    claims_of,
)
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, AnyGame, Horizon, State
from darwin_core.journal import unreadable, unwritable
from darwin_core.journal.disk import read_whole
from darwin_core.kit.fitted_policies import weights_of
from darwin_core.match import AnyMatch, Match, begin
from darwin_core.match.record import Header, Player, RecordError
from darwin_core.match.record import read as read_record
from darwin_core.teaching.facts import Now
from darwin_core.teaching.lessons import Verdict
from darwin_core.teaching.puzzles import (
    EASY,
    FINDS,
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
from darwin_core.text.seat_names import SeatNames

JUDGE: Final = f"judge {FORMAT}"
"""Name of the judge, with its version."""

# --- Right and wrong: the size of a difference

MARGIN_MIN: Final = 0.04
"""The margin in the chance to win. The margin in points is the number of points that raises the
chance by this much at the start of an even match; see ``points_worth``."""
NEAR: Final = 1 / 3
"""Share of the margin that an action may give away and still be right."""
ALSO_MAX: Final = 2
"""Maximum number of right actions besides the best one."""
WRONG_MIN: Final = 2
"""Minimum number of wrong actions."""
DEVIATION_MIN: Final = 0.05
"""Lower bound of the standard deviation of a difference in chance, since a few worlds that agree
prove little. For points, the bound is the same multiple of the margin."""
IN_DOUBT: Final = 0.03
"""Minimum chance to win, and to lose, after the answer. In a decided match nobody cares about
points."""

# --- Race: a few worlds show whether a proof is worth its cost

RACE: Final = {2: 0.08, 4: 0.3, 8: 0.6, 16: 1.1, 32: 1.8}
"""By number of worlds: the lead over Normal's action, in standard errors, needed to stay in the
race. If Normal's action is the best, the lead over the tempting action counts.

The thresholds minimize the total cost where one position in 30 is a puzzle, a proof costs 500
rollouts, and the right action is better by half a standard deviation. Stricter thresholds at the
start, or a longer race, would not cost less."""
RACED: Final = 6
"""Number of actions in the race: those ranked first by the advice."""
RACE_DROPS: Final = 2.0
"""Threshold, in standard errors, for dropping a worse action from the race."""
RACE_NEAR: Final = 0.6
"""Share of the margin within which an action counts as good as the best in the race. It is larger
than NEAR, since few worlds leave much uncertainty."""

# --- Proof: all legal actions in the same worlds

WORLDS_MIN: Final = 120
"""Minimum number of worlds in which the answer is compared with the next best action."""
STAGES: Final = (16, 32, 64, WORLDS_MIN, 240, 480)
"""Numbers of worlds after which actions may be dropped."""
HOPEFUL_STAGES: Final = STAGES[:3]
"""Stages in which the actions that did well in the race are tried before all others."""
PROOF_ERRORS: Final = 4.0
"""Threshold, in standard errors, for the lead of a right action over a wrong one."""
SEEN_ERRORS: Final = 1.0
"""Threshold, in standard errors, for the lead in the chance to win. It is lower than PROOF_ERRORS,
because the lead in points may be the significant one."""
REJECT_ERRORS: Final = 1.5
"""Threshold, in standard errors, by which a loss must be below the margin for an action to count as
good as the best. A position with too many such actions is rejected."""
HOPELESS_WORLDS: Final = 16
"""Minimum number of worlds before a proof may be abandoned because further worlds are unlikely to
complete it; that is the first of the STAGES."""

# --- Confirmation: the answer against the next best action in other rollouts

END_WORLDS: Final = 64
"""Number of worlds in which both actions are played to the end of the match."""
END_ERRORS: Final = 1.0
"""Threshold, in standard errors: an answer that is worse by more is rejected, both at the end of
the match and in a check with the fitted policy."""
OPINION_WORLDS: Final = (64, 240)
"""Numbers of worlds in which both actions are tried with all seats playing by the game's fitted
policy. The second number applies if the first leaves doubt."""
OPINION_ERRORS: Final = 2.0
"""Threshold, in standard errors, for the answer's lead where all seats play by the fitted policy;
otherwise the answer may only avoid a later mistake that Normal's rollout policy would make. Of ten
answers in Darwinning! that Hard missed, five did only that."""
OPINION_SIZE: Final = 0.6
"""Minimum lead of the answer, in margins, where all seats play by the fitted policy."""

# --- Explanation: reasons and verdicts

VERDICTS_MAX: Final = 6
"""Maximum number of wrong actions whose verdicts are kept."""
EXPLAINED_WORLDS: Final = 120
"""Number of worlds in which the answer and the next best action are compared line by line."""
VERDICT_WORLDS: Final = 32
"""Number of worlds in which the answer and any other wrong action are compared line by line."""
EXPLAINED_SHARE: Final = 0.5
"""Minimum share of the loss in points that the reasons must explain."""
EXPLAINED_MIN: Final = 0.5
"""Smallest loss in points worth explaining; less counts as no loss, as it would be rounded to 0."""

# --- Check: kept puzzles in fresh worlds

WORLDS: Final = 2_000
"""Maximum number of worlds of a check."""
FRESH_ERRORS: Final = 2.5
"""Threshold, in standard errors, for the answer's lead in a check. It is lower than PROOF_ERRORS,
because a check tests one known answer and does not choose among many."""
DROP_ERRORS: Final = 6.0
"""Threshold, in standard errors, for dropping a wrong action before the last worlds of a check."""
REASON_WORLDS: Final = 24
"""Number of fresh worlds in which a reason is checked."""

# --- Positions and their difficulty

LEGAL_MIN: Final = 3
"""Minimum number of legal actions in a position: one right action and WRONG_MIN wrong ones."""
LINE_MAX: Final = 6
"""Maximum number of actions in an answer."""
TRIES: Final = {EASY: 20, QUICK: 2, HARD: 2}
"""By level: the number of tries that measure how difficult a puzzle is. Easy chooses at random, so
that its share of right actions needs more tries."""
SEARCHERS: Final = ("bot:hard", "bot:master")
"""Prefixes of the controls of bots that search. A position in which such a bot plays Normal's
action is skipped: its search found nothing better."""

# --- Sampling of positions in matches between bots

SEARCHED_MAX: Final = 12
"""Maximum number of positions searched in a match between bots. Searching more matches instead
brings more variety: playing a match of Darwin's Journey costs less than a tenth of searching one of
its positions."""
LATE: Final = 0.85
"""Share of the match after which a position counts as late. Late rollouts are short and often reach
the end of the match, so that the judge need not estimate the rest."""
LATE_SHARE: Final = 3 / 4
"""Share of late positions among those drawn from a match between bots."""
DRAWN: Final = 8
"""We sample DRAWN times as many positions as we search, and keep those whose match is undecided and
where a missable action has a theme. Half of the positions of Yummy Darwinism are steps of an offer,
which have no theme.

Positions with a tempting action other than Normal's are searched first. The others are ordered by
how strongly the game's fitted policy prefers another action to Normal's: the quarter with the
strongest preference contains half of the puzzles of Darwinning! and two fifths of those of Dice."""

# --- Variety of a file of puzzles

MATCH_MAX: Final = 6
"""Maximum number of puzzles from one match."""
PER_THEME: Final = 32
"""Maximum number of puzzles of a theme in a file."""
PER_GRADE: Final = 48
"""Maximum number of puzzles of a grade in a file."""
THEME_MIN: Final = 10
"""Minimum number of puzzles before a search skips a theme."""
THEME_SHARE: Final = 1 / 3
"""Minimum share of the file before a search skips a theme."""

# --- Files and tallies

BYTES_MAX: Final = 2**26
"""Maximum size of a file of puzzles, in bytes."""
_BEGINNING: Final = b'{"line":'
"""First bytes of every line."""
_SEARCHED: Final = b'{"line":"searched"'
"""First bytes of the line that ends the puzzles of a match."""
POSITIONS: Final = "positions"
PUZZLES: Final = "puzzles"
ROLLOUTS: Final = "rollouts of {}"
"""Keys of a search's tally, besides the names of its filters."""


class Measure(NamedTuple):
    """A difference between two actions in one unit: points, or the chance to win."""

    mean: float
    error: float
    """The standard error. It is increased where worlds are few, since it is then uncertain."""
    margin: float
    """The smallest difference that separates a right action from a wrong one."""

    @property
    def size(self) -> float:
        """The difference in margins."""
        return self.mean / self.margin

    @property
    def errors(self) -> float:
        """The difference in standard errors."""
        return self.mean / self.error

    @property
    def is_sure(self) -> bool:
        """True if the difference is at least a margin, and at least PROOF_ERRORS standard
        errors."""
        return self.size >= 1 and self.mean >= PROOF_ERRORS * self.error > 0

    @property
    def is_seen(self) -> bool:
        """True if the difference is at least SEEN_ERRORS standard errors."""
        return self.mean >= SEEN_ERRORS * self.error > 0

    @classmethod
    def of(cls, differences: Sequence[float], margin: float) -> "Measure":
        """Return the mean of the differences in each world, with its standard error."""
        spread = max(deviation(differences), DEVIATION_MIN / MARGIN_MIN * margin)
        doubt = 1 + FEW_WORLDS / max(len(differences) - 1, 1)
        return cls(mean(differences), doubt * spread / sqrt(len(differences)), margin)


class Gain(NamedTuple):
    """The gain of the best action over another action, in points and in the chance to win.

    Either unit may decide whether an action is right or wrong. Where a seat is far ahead or behind,
    four points hardly change its chance, but they are still four points.
    """

    points: Measure
    chance: Measure
    worlds: int
    """Number of worlds in which both actions were tried."""

    @property
    def size(self) -> float:
        """The gain in margins, in points or in chance, whichever is larger."""
        return max(measure.size for measure in (self.points, self.chance))

    @property
    def errors(self) -> float:
        """The gain in standard errors, in points or in chance, whichever is larger."""
        return max(self.points.errors, self.chance.errors)

    @property
    def is_sure(self) -> bool:
        """True if the other action is significantly worse by a margin, in points or in chance.

        It must also not be better in points, and it must be worse in chance by SEEN_ERRORS: a seat
        wants to win, so points alone are not enough.
        """
        is_large = self.points.is_sure or self.chance.is_sure
        return is_large and self.points.mean >= 0 and self.chance.is_seen

    def is_beyond(self, errors: float) -> bool:
        """Return True if the other action is worse by more than a number of standard errors in one
        unit, and not better by that number in the other unit."""
        return self.errors > errors and min(self.points.errors, self.chance.errors) > -errors

    def is_below(self, margins: float, errors: float) -> bool:
        """Return True if the gain is significantly smaller than a number of margins, in both units.

        Args:
            margins: the number of margins.
            errors: the threshold, in standard errors.
        """
        return all(
            measure.mean + errors * measure.error < margins * measure.margin
            for measure in (self.points, self.chance)
        )


@dataclass
class Contest:
    """The actions of a seat, tried in the same worlds."""

    game: AnyGame
    view: State
    seat: int
    purpose: str = "puzzle"
    """Part of the seed: each purpose has its own worlds."""
    most: int = 0
    """Number of actions to try, those ranked first by the advice; 0 for all."""
    horizon: Horizon | None = None
    """Length of the rollouts; None for the judge's length. With a given length, no seat errs."""
    is_trained: bool = False
    """True if all seats play by the game's fitted policy, where it has one."""
    trials: Trials = field(init=False)
    values: list[list[float]] = field(init=False)
    """The value of each action by world."""
    chances: list[list[float]] = field(init=False)
    """The seat's chance to win after each action, by world."""
    followed: dict[int, Action] = field(init=False, default_factory=dict)
    """Actions that are tried with the answer after them; see ``let_answer_follow``."""
    rollouts: int = field(init=False, default=0)
    """Number of rollouts so far."""

    def __post_init__(self) -> None:
        game = self.game
        view = self.view
        seat = self.seat
        legal = len(game.legal(view, seat))
        tried = min(self.most or legal, legal)
        self.trials = Trials(
            game,
            view,
            seat,
            from_seed(chance_of(view).hex(), self.purpose),
            candidates=tried,
            errs=self.horizon is None,
            horizon=self.horizon,
            is_trained=self.is_trained,
        )
        self.values = [[] for _ in range(tried)]
        self.chances = [[] for _ in range(tried)]
        self._points_min = points_worth(game, view)

    @property
    def actions(self) -> list[Action]:
        """The actions to try, ranked by the game's advice; the first is Normal's action."""
        return [action for action in self.trials.candidates if action is not None]

    def play(self, numbers: Sequence[int], worlds: int) -> None:
        """Try actions in further worlds, until each action was tried in a number of worlds."""
        for at in range(min(len(self.values[number]) for number in numbers), worlds):
            world = self.trials.world(at)
            for number in numbers:
                if len(self.values[number]) == at:
                    rollout = self.trials.play(world, number, self.followed.get(number))
                    self.values[number].append(rollout.value)
                    self.chances[number].append(rollout.chances[self.seat])
                    self.rollouts += 1

    def let_answer_follow(self, best: int, others: Container[int]) -> None:
        """Try actions with the best action after them, in the worlds in which they were tried; they
        count as that from now on wherever it is better. Who plays on by the fast policy may never
        come back to the best action, and where the order of two actions does not matter, neither is
        wrong.

        Args:
            best: the best action.
            others: actions that shall not be right.
        """
        answer, worlds = self.actions[best], [self.trials.world(at) for at in range(FOLLOW_WORLDS)]
        for number in others:
            can_follow = any(self.trials.can_follow(world, number, answer) for world in worlds)
            if number == best or number in self.followed or not can_follow:
                continue
            alone = self.values[number], self.chances[number]
            self.values[number], self.chances[number] = [], []
            self.followed[number] = answer
            self.play([number], len(alone[0]))
            if mean(self.values[number]) <= mean(alone[0]):
                self.values[number], self.chances[number] = alone
                del self.followed[number]

    def best(self, numbers: Sequence[int]) -> int:
        """Return the action of the highest mean value."""
        return max(numbers, key=lambda number: mean(self.values[number]))

    def gain(self, best: int, other: int) -> Gain:
        """Return by how much an action is better than another in their common worlds."""
        values = zip(self.values[best], self.values[other], strict=False)
        points = [mine - theirs for mine, theirs in values]
        both = zip(self.chances[best], self.chances[other], strict=False)
        chances = [mine - theirs for mine, theirs in both]
        return Gain(
            Measure.of(points, self._points_min), Measure.of(chances, MARGIN_MIN), len(points)
        )

    @cached_property
    def lure(self) -> int:
        """The action that scores most at once; that of Normal if none scores more."""
        world, scores = self.trials.world(0), list[int]()
        for action in self.actions:
            state = self.game.clone(world)
            self.game.apply(state, self.seat, action, None)
            scores.append(self.game.standing(state).totals[self.seat])
        return scores.index(max(scores)) if max(scores) > scores[0] else 0

    @cached_property
    def is_open(self) -> bool:
        """True if the position, before anything is played, leaves the winner in doubt."""
        world = self.trials.world(0)
        chances = win_chances(self.game, world, self.game.bots.state_value(world))
        return IN_DOUBT <= chances[self.seat] <= 1 - IN_DOUBT

    @cached_property
    def doubt(self) -> float:
        """The score by which the fitted policy of the game prefers another action to that of
        Normal; 0 where it has no policy."""
        game, view, seat = self.game, self.view, self.seat
        policy, by_kind = game.bots.fitted_policy, weights_of(game, len(game.standing(view).totals))
        weights = by_kind.get(policy.kind(view, seat)) if policy else None
        if policy is None or weights is None:
            return 0.0
        legal = game.legal(view, seat)
        scores = policy.scores(view, seat, legal, weights)
        return max(scores) - scores[legal.index(self.actions[0])]

    def is_missed(self, right: Container[int]) -> bool:
        """Return True if an action is wrong that Normal plays, or that scores most at once."""
        return 0 not in right or self.lure not in right

    def race(self) -> list[int]:
        """Return the actions that may be the answer, the best at the front; none if nobody misses
        them, or too many actions are as good."""
        alive = [*range(len(self.values))]
        for worlds, errors in RACE.items():
            self.play(alive, worlds)
            best = self.best(alive)
            rival = 0 if best else self.lure
            if best == rival or self.gain(best, rival).errors < errors:
                return []
            gains = {other: self.gain(best, other) for other in alive if other != best}
            kept = (0, self.lure)
            alive = [
                best,
                *(n for n, gain in gains.items() if n in kept or gain.errors < RACE_DROPS),
            ]
        close = [other for other in alive[1:] if gains[other].size < RACE_NEAR]
        is_lost = len(close) > ALSO_MAX or _is_hopeless(gains.values(), worlds)
        self.let_answer_follow(best, [rival])
        is_lost = is_lost or self.gain(best, rival).errors < errors
        return [] if is_lost else [best, *close]

    def answer(self, hopeful: Sequence[int] = (), *, is_missed: bool) -> list[int]:
        """Return the actions that are better than any other beyond doubt, the best at the front;
        none if there are none, or more than are asked for.

        Args:
            hopeful: actions that are tried first: where these alone leave no answer, the others
                need not be tried.
            is_missed: True to look for an answer that somebody misses.
        """
        alive = [*hopeful]
        for stage in HOPEFUL_STAGES if alive else ():
            best, gains = self._tried(alive, stage)
            if self._is_refuted(best, gains, is_missed) or _is_hopeless(gains.values(), stage):
                return []
            alive = [best, *(other for other, gain in gains.items() if not gain.is_sure)]
        alive = [*range(len(self.values))]
        for stage in STAGES:
            best, gains = self._tried(alive, stage)
            if self._is_refuted(best, gains, is_missed):
                return []
            alive = [best, *(other for other, gain in gains.items() if not gain.is_sure)]
            right = self._parted(best, alive)
            if right and stage >= WORLDS_MIN:
                break
            if not right and (stage == STAGES[-1] or _is_hopeless(gains.values(), stage)):
                return []
        if is_missed and not self.is_missed(right):
            return []
        wrong = [number for number in range(len(self.values)) if number not in right]
        self.let_answer_follow(best, wrong)
        self.play([*right, *self.followed], WORLDS_MIN)
        self._compare_closest(right)
        return self._parted(best, right)

    def _tried(self, numbers: Sequence[int], worlds: int) -> tuple[int, dict[int, Gain]]:
        """Try actions in some worlds; return the best of them, and by how much it is better than
        each other one."""
        self.play(numbers, worlds)
        best = self.best(numbers)
        return best, {other: self.gain(best, other) for other in numbers if other != best}

    def _is_refuted(self, best: int, gains: Mapping[int, Gain], is_missed: bool) -> bool:
        """Return True if too many actions are as good as the best, or nobody misses them where
        somebody should."""
        near = [other for other, gain in gains.items() if gain.is_below(1.0, REJECT_ERRORS)]
        return len(near) > ALSO_MAX or (is_missed and not self.is_missed([best, *near]))

    def closest(self, right: Sequence[int]) -> int:
        """Return the next best action."""
        wrong = (number for number in range(len(self.values)) if number not in right)
        return min(wrong, key=lambda number: self.gain(right[0], number).size)

    def _compare_closest(self, right: Sequence[int]) -> None:
        """Compare the answers with the next best action in enough worlds."""
        while len(self.values[closest := self.closest(right)]) < WORLDS_MIN:
            self.play([*right, closest], WORLDS_MIN)

    def _parted(self, best: int, alive: Sequence[int]) -> list[int]:
        """Return the best actions if they are better than all others beyond doubt."""
        right = [best, *(n for n in alive if n != best and self.gain(best, n).size < NEAR)]
        wrong = [number for number in range(len(self.values)) if number not in right]
        is_sure = all(self.gain(each, number).is_sure for each in right for number in wrong)
        is_question = len(wrong) >= WRONG_MIN and len(right) <= 1 + ALSO_MAX
        return right if is_question and is_sure else []

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
        self.play([*right, *wrong], asked)
        self.let_answer_follow(right[0], wrong)
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

    def is_contradicted(self, decision: Decision) -> bool:
        """Return True if the next best action is better than the answer where all play on by the
        fitted policy of the game."""
        parse, other = self.game.texts.parse, next(iter(decision.wrong))
        opinion = self.opinion(parse(decision.action), parse(other))
        return opinion is not None and _is_denied(opinion)

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

    def opinion(self, action: Action, other: Action) -> Gain | None:
        """Return by how much an action is better than another where all play on by the fitted
        policy of the game; None where it has none."""
        if not weights_of(self.game, len(self.game.standing(self.view).totals)):
            return None
        purpose = f"{self.purpose}, fitted policy"
        contest = Contest(self.game, self.view, self.seat, purpose, is_trained=True)
        both = [contest.actions.index(each) for each in (action, other)]
        for worlds in OPINION_WORLDS:
            contest.play(both, worlds)
            gain = contest.gain(*both)
            if _is_agreed(gain):
                break
        return gain

    def accounts(self, number: int, worlds: int) -> list[Account]:
        """Return the points after an action by their origin, in some worlds."""
        trials, then = self.trials, self.followed.get(number)
        return [trials.account(trials.world(at), number, then) for at in range(worlds)]

    def decision(self, answer: Sequence[int]) -> Decision | None:
        """Return an answer with the verdicts on other actions; None if no reason can be said."""
        notation, actions, best = self.game.texts.notation, self.actions, answer[0]
        others = (number for number in range(len(actions)) if number not in answer)
        gains = {other: self.gain(best, other) for other in others}
        ranked = sorted(gains, key=lambda other: gains[other].size)
        named, unnamed = ranked[:VERDICTS_MAX], ranked[VERDICTS_MAX:]
        closest, right = gains[ranked[0]], notation(actions[best])
        own = self.accounts(best, EXPLAINED_WORLDS)
        next_best = self.accounts(ranked[0], EXPLAINED_WORLDS)
        decision = Decision(
            action=right,
            also=tuple(notation(actions[number]) for number in answer[1:]),
            margin=round(closest.chance.mean, 4),
            error=round(closest.chance.error, 4),
            points=round(closest.points.mean, 2),
            points_error=round(closest.points.error, 2),
            worlds=closest.worlds,
            why=rounded(claims_of(own, next_best, is_better=True)),
        )
        if not is_explained(decision):
            return None

        def verdict(other: int) -> Verdict:
            gain = gains[other]
            worse = self.accounts(other, VERDICT_WORLDS)
            claims = claims_of(worse, own[:VERDICT_WORLDS], is_better=False)
            return Verdict(
                right,
                round(gain.points.mean, 2),
                round(gain.points.error, 2),
                round(gain.chance.mean, 3),
                rounded(claims),
            )

        rest = [gains[other].points.mean - 2 * gains[other].points.error for other in unnamed]
        return msgspec.structs.replace(
            decision,
            wrong={notation(actions[other]): verdict(other) for other in named},
            rest=round(max(min(rest, default=0.0), 0.0), 1),
        )


def points_worth(game: AnyGame, view: State) -> float:
    """Return the least points that part a right action from a wrong one."""
    return points_for(MARGIN_MIN, game.package, len(game.standing(view).totals))


def _is_agreed(gain: Gain) -> bool:
    """Return True if an answer is better than another action by most of a margin, with few
    doubts."""
    return gain.size >= OPINION_SIZE and gain.is_beyond(OPINION_ERRORS)


def _is_denied(gain: Gain) -> bool:
    """Return True if an answer is worse than another action, in points or in chance."""
    return min(gain.points.errors, gain.chance.errors) < -END_ERRORS


def _is_hopeless(gains: Container[Gain], worlds: int) -> bool:
    """Return True if some difference is neither small nor, in all worlds, likely to be sure."""
    if worlds < HOPELESS_WORLDS:
        return False
    growth = sqrt(STAGES[-1] / worlds)
    return any(
        NEAR <= gain.size < (1.0 if worlds >= WORLDS_MIN else RACE_NEAR)
        or (gain.size >= NEAR and gain.errors * growth < PROOF_ERRORS)
        for gain in gains
    )


def is_explained(decision: Decision) -> bool:
    """Return whether sure reasons explain a good part of the loss by the next best action, and the
    loss is at least half a point. Points to come name nothing that a player could see."""
    named = [claim for claim in decision.why if claim.line != TO_COME]
    gains = (-claim.points if claim.line == RIVALS else claim.points for claim in named)
    is_sure = not any(claim.error for claim in decision.why)
    is_seen = decision.points >= EXPLAINED_MIN
    return is_sure and is_seen and sum(gains) >= EXPLAINED_SHARE * decision.points


def answer_of(puzzle: Puzzle) -> tuple[object, ...]:
    """Return the key of a question that a match asks once: the answer of a seat, and its theme."""
    return puzzle.record, puzzle.seat, puzzle.theme, puzzle.decisions[0].action


def deal_of(source: Source) -> tuple[object, ...]:
    """Return what decides the cards with which a match begins."""
    header = source.header
    options = tuple(sorted(header.options.items()))
    return header.game, header.seed, len(header.players), options, bytes(header.start)


def turn_of(game: AnyGame, state: State) -> tuple[int, int]:
    """Return the turn of a state, with its round."""
    clock = game.clock(state)
    return clock.round, clock.turn


def name_of(game: AnyGame, view: State) -> str:
    """Return the name of the puzzle of a view."""
    return f"{game.slug}-{sha256(msgspec.msgpack.encode(view)).hexdigest()[:8]}"


def found_by(game: AnyGame, view: State, seat: int, decision: Decision) -> dict[str, float]:
    """Return the share of tries in which each level plays one of the answers of a decision; Hard
    is not asked where it needs a fifth of its time."""
    shares, right = dict[str, float](), (decision.action, *decision.also)
    for level, tries in TRIES.items():
        policy = levels.counted_bot(level)
        played = [
            policy(game, view, seat, from_seed(chance_of(view).hex(), level, number))
            for number in range(tries)
        ]
        shares[level] = round(sum(game.texts.notation(each) in right for each in played) / tries, 2)
        if level == QUICK and shares[level] == 1:
            break
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


def _sample(positions: Sequence[int], most: int, match: AnyMatch) -> list[int]:
    """Return some positions of a match in any order, most of them late."""
    chance, first = Random(match.header.id), LATE * len(match.history)
    late = [position for position in positions if position >= first]
    early = [position for position in positions if position < first]
    chosen = chance.sample(late, min(round(LATE_SHARE * most), len(late)))
    chosen += chance.sample(early, min(most - len(chosen), len(early)))
    return chance.sample(chosen, len(chosen))


class Prospector:
    """The search of a match, which counts the positions that each filter ends, and its rollouts."""

    def __init__(self, match: AnyMatch, closed: Container[str] = ()) -> None:
        """Begin to search.

        Args:
            match: the match.
            closed: themes that have puzzles enough.
        """
        self._match, self._game, self._closed = match, match.game, closed
        self._names = SeatNames(match.header.names)
        self._races = dict[int, Contest]()
        self.tally = Counter[str]()

    def puzzles(self, most: int | None = None) -> list[Puzzle]:
        """Return the puzzles of the match, no two of them in one turn.

        Args:
            most: the positions that are searched, by default all that may be puzzles.
        """
        match, found = self._match, dict[tuple[int, int], Puzzle]()
        positions = [*suspected(match)]
        if most is not None:
            sample = _sample(positions, DRAWN * most, match)
            races = {at: self._race_at(at) for at in sample}
            ranks = {
                at: (bool(race.lure), race.doubt)
                for at, race in races.items()
                if race.is_open and self._can_be_named(race)
            }
            positions = sorted(sorted(ranks, key=ranks.__getitem__, reverse=True)[:most])
        for position in positions:
            turn = turn_of(match.game, match.state_at(position))
            if turn not in found and (puzzle := self._puzzle_at(position)):
                found[turn] = puzzle
            if len(found) == MATCH_MAX:
                break
        return [*found.values()]

    def _race_at(self, position: int) -> Contest:
        """Return the race of a position, which is the same each time."""
        race = self._races.get(position)
        if race is None:
            seat = self._match.history[position].seat
            view = self._match.view(seat, position)
            race = self._races[position] = Contest(self._game, view, seat, "race", RACED)
        return race

    def _can_be_named(self, race: Contest) -> bool:
        """Return True if an action that somebody may miss has a theme."""
        actions = race.actions if race.lure else race.actions[1:]
        return any(self._theme(race.view, race.seat, [action]) for action in actions)

    def _puzzle_at(self, position: int) -> Puzzle | None:
        """Return the puzzle that stands at a position; None if there is none."""
        game, race = self._game, self._race_at(position)
        view, seat = race.view, race.seat
        first = self._first(race)
        if first is None:
            return None
        find_shares = found_by(game, view, seat, first)
        if find_shares[EASY] >= FINDS:
            self._lost("that Easy finds")
            return None
        start = Source.of(self._match, position).match()
        decisions = [first, *self._continued(start, seat, first)]
        actions = [game.texts.parse(decision.action) for decision in decisions]
        theme = self._theme(view, seat, actions)
        if not theme:
            self._lost("without a theme")
            return None
        self.tally[PUZZLES] += 1
        return Puzzle(
            id=name_of(game, view),
            game=game.slug,
            record=self._match.header.id,
            position=position,
            seat=seat,
            decisions=tuple(decisions),
            theme=theme,
            found=find_shares,
            judge=JUDGE,
        )

    def _theme(self, view: State, seat: int, actions: Sequence[Action]) -> str:
        return theme_of(Now(self._game, view, seat, (), self._names), actions)

    def _first(self, race: Contest) -> Decision | None:
        """Return the answer that somebody misses, given the race; None if there is none."""
        self.tally[POSITIONS] += 1
        view, seat = race.view, race.seat
        ahead = race.race()
        self.tally[ROLLOUTS.format("races")] += race.rollouts
        if not ahead:
            self._lost("lost in the race")
            return None
        if not IN_DOUBT <= mean(race.chances[ahead[0]]) <= 1 - IN_DOUBT:
            self._lost("in a match that is decided")
            return None
        if self._theme(view, seat, [race.actions[ahead[0]]]) in self._closed:
            self._lost("of a theme with puzzles enough")
            return None
        return self._proved(view, seat, range(len(race.values)), is_missed=True)

    def _proved(
        self, view: State, seat: int, hopeful: Sequence[int] = (), *, is_missed: bool
    ) -> Decision | None:
        """Return the action of a view that is better than any other beyond doubt, also to the end
        of the match, with a reason that can be said; None if there is none.

        Args:
            view: the seat's view.
            seat: the seat.
            hopeful: actions that are tried first.
            is_missed: True to look for an answer that somebody misses.
        """
        contest = Contest(self._game, view, seat)
        answer = contest.answer(hopeful, is_missed=is_missed)
        self.tally[ROLLOUTS.format("proofs")] += contest.rollouts
        if not answer:
            self._lost("without a proof")
            return None
        both = [answer[0], contest.closest(answer)]
        opinion = contest.opinion(*(contest.actions[number] for number in both))
        if opinion and not _is_agreed(opinion):
            self._lost("denied by the fitted policy")
            return None
        decision = contest.decision(answer)
        if decision is None:
            self._lost("without a reason")
            return None
        # Where a match is long, its end is the dearest to reach, and denies least.
        end = Contest(self._game, view, seat, "end", horizon=Horizon())
        end.play(both, END_WORLDS)
        self.tally[ROLLOUTS.format("matches to their end")] += end.rollouts
        if _is_denied(end.gain(*both)):
            self._lost("denied at the end of the match")
            return None
        return decision

    def _lost(self, where: str) -> None:
        """Count a position that a filter has ended."""
        self.tally[where] += 1

    def _continued(self, line: AnyMatch, seat: int, decision: Decision) -> list[Decision]:
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
                else self._proved(line.view(seat), seat, is_missed=False)
            )
            if next_decision is None:
                break
            decision = next_decision
            decisions.append(decision)
        while decisions and decisions[-1].is_forced:
            decisions.pop()
        return decisions


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
    tally: dict[str, int] = {}
    """The positions that each filter has ended, and its rollouts."""

    @classmethod
    def of(cls, match: AnyMatch, most: int | None = None, closed: Container[str] = ()) -> "Find":
        """Search a match; see ``Prospector``."""
        prospector = Prospector(match, closed)
        puzzles = tuple(prospector.puzzles(most))
        last = puzzles[-1].position if puzzles else 0
        source = Source.of(match, last) if puzzles else None
        return cls(match.header.id, source, puzzles, dict(prospector.tally))


def dig(
    slug: str,
    bots: Sequence[str],
    names: Sequence[str],
    seed: str,
    numbers: Sequence[int],
    closed: Container[str],
) -> list[Find]:
    """Play matches of bots and search them; it can be sent to other processes.

    Args:
        slug: the game.
        bots: their levels, by turns.
        names: of the players by seat.
        seed: of all matches.
        numbers: of the matches. The number of seats follows from them.
        closed: themes that have puzzles enough.
    """
    game, finds = registry.get(slug), list[Find]()
    for number in numbers:
        seats = seats_in(game, number)
        players = [
            Player(names[seat], f"bot:{bots[(seat + number) % len(bots)]}") for seat in range(seats)
        ]
        name = match_name(slug, seed, number)
        match = self_play(game, players, f"{seed} {number}", name)
        finds.append(Find.of(match, SEARCHED_MAX, closed))
    return finds


def closed_themes(collection: Collection) -> frozenset[str]:
    """Return the themes that have puzzles enough, so that other themes are searched first."""
    counts = Counter(puzzle.theme for puzzle in collection.puzzles)
    enough = min(max(THEME_MIN, THEME_SHARE * counts.total()), PER_THEME)
    return frozenset(theme for theme, count in counts.items() if count >= enough)


def seats_in(game: AnyGame, number: int) -> int:
    """Return the number of seats in a match that is played to be searched."""
    return game.seats[number % len(game.seats)]


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
        kept, sources = list[Puzzle](), self.collection.sources.values()
        is_known = find.source is not None and deal_of(find.source) in map(deal_of, sources)
        for puzzle in () if is_known else find.puzzles:
            others = [*self.collection.puzzles, *kept]
            is_new = all(
                puzzle.id != other.id and answer_of(puzzle) != answer_of(other) for other in others
            )
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
        old, matches = self.collection, dict(self.collection.sources)
        if find.source and kept:
            matches[find.record] = find.source
        self.collection = Collection(matches, (*old.puzzles, *kept), old.searched | {find.record})
        return kept


# --- proof of kept puzzles


def faults(collection: Collection) -> Iterator[str]:
    """Yield the faults of puzzles, but for the comparisons of their answers: records that do
    not verify, illegal answers, answers that nobody misses, two puzzles in one turn, two with
    one answer in one match, two matches that begin with the same cards."""
    deals = Counter(map(deal_of, collection.sources.values()))
    for source in collection.sources.values():
        if deals[deal_of(source)] > 1:
            yield f"{source.header.id}: another match begins with the same cards."
        puzzles = [puzzle for puzzle in collection.puzzles if puzzle.record == source.header.id]
        try:
            yield from _faults_of_match(source, sorted(puzzles, key=lambda each: each.position))
        except RecordError as error:
            yield str(error)


def _faults_of_match(source: Source, puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yield the faults of the puzzles of a match, which are in its order; raises RecordError."""
    match, turns = source.match(0), set[tuple[int, int]]()
    answers = Counter(map(answer_of, puzzles))
    for puzzle in puzzles:
        if answers[answer_of(puzzle)] > 1:
            yield f"{puzzle.id}: another puzzle of this match has its answer."
        if puzzle.position > len(source.actions):
            yield f"{puzzle.id}: its match is shorter."
            continue
        source.play_on(match, puzzle.position)
        turn = turn_of(match.game, match.state)
        if turn in turns:
            yield f"{puzzle.id}: another puzzle stands in this turn."
        turns.add(turn)
        for fault in _faults(match, puzzle):
            yield f"{puzzle.id}: {fault}"
    source.play_on(match)


def _faults(match: AnyMatch, puzzle: Puzzle) -> Iterator[str]:
    """Yield the faults of a puzzle of a match, which stands at its position."""
    game, view, seat = match.game, match.view(puzzle.seat), puzzle.seat
    if puzzle.game != game.slug or puzzle.id != name_of(game, view):
        yield "its position has another name."
    if not puzzle.judge:
        yield "no judge is named."
    try:
        walked(match.fork(), puzzle, len(puzzle.decisions))
    except BrokenPuzzle as error:
        yield str(error)
        return
    first = puzzle.decisions[0]
    theme = theme_of(now_of(match, puzzle), [*map(game.texts.parse, puzzle.solution)])
    if puzzle.theme != theme:
        yield f"its theme is {theme!r}, not {puzzle.theme!r}."
    contest = Contest(game, view, seat)
    written = [game.texts.notation(action) for action in contest.actions]
    if not contest.is_missed([written.index(action) for action in (first.action, *first.also)]):
        yield "nobody misses the answer."
    if not is_explained(first):
        yield "no reason can be said."
    chance = Measure(first.margin, first.error, MARGIN_MIN)
    points = Measure(first.points, first.points_error, points_worth(game, view))
    if not (chance.is_sure or (points.is_sure and chance.is_seen)):
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
            if decision.wrong and contest.is_contradicted(decision):
                yield f"{decision.action} is worse where all play by the fitted policy."
            if decision.wrong and contest.is_denied(decision):
                yield f"a reason for {decision.action} is not true."
        action = match.game.texts.parse(decision.action)
        match.accept(match.propose(puzzle.seat, action))
