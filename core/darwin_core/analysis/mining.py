"""Mining: find puzzles in matches, prove their answers, and check kept puzzles in fresh worlds.

Terms:

- Normal's action is the action ranked first by the game's advice; the level Normal plays it.
- The tempting action is the action that scores the most points at once, if it scores more than
  Normal's action does. If no action scores more, it is Normal's action.
- The margin is the smallest difference, in points or in the chance to win, that separates a right
  action from a wrong one.
- An answer can be missed if Normal's action or the tempting action is wrong.
- A lead or a loss is significant if it reaches a threshold in standard errors. Each test has a
  constant for its threshold.

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

# The figures below are chosen, except where a docstring says from what they follow. Stricter ones
# drop more positions that are puzzles; looser ones cost more rollouts, or prove less.

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
RACE_ACTIONS: Final = 6
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
REST_ERRORS: Final = 2.0
"""Standard errors that are taken off the loss of each action without a verdict, so that the stated
minimum of these losses is cautious."""
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

POSITIONS_PER_MATCH_MAX: Final = 12
"""Maximum number of positions searched in a match between bots. Searching more matches instead
brings more variety: playing a match of Darwin's Journey costs less than a tenth of searching one of
its positions."""
LATE: Final = 0.85
"""Share of the match after which a position counts as late. Late rollouts are short and often reach
the end of the match, so that the judge need not estimate the rest."""
LATE_SHARE: Final = 3 / 4
"""Share of late positions among those drawn from a match between bots."""
SAMPLE_FACTOR: Final = 8
"""We sample SAMPLE_FACTOR times as many positions as we search, and keep those whose match is
undecided and where a missable action has a theme. Half of the positions of Yummy Darwinism are
steps of an offer, which have no theme.

Positions with a tempting action other than Normal's are searched first. The others are ordered by
how strongly the game's fitted policy prefers another action to Normal's: the quarter with the
strongest preference contains half of the puzzles of Darwinning! and two fifths of those of Dice."""

# --- Variety of a file of puzzles

PUZZLES_PER_MATCH_MAX: Final = 6
"""Maximum number of puzzles from one match."""
PER_THEME: Final = 32
"""Maximum number of puzzles of a theme in a file."""
PUZZLES_PER_GRADE_MAX: Final = 48
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
"""Key of a search's tally: the number of positions searched. Other keys are the names of the
filters that dropped positions."""
PUZZLES: Final = "puzzles"
"""Key of a search's tally: the number of puzzles found."""
ROLLOUTS: Final = "rollouts of {}"
"""Keys of a search's tally, by the part of the search: the number of rollouts."""


class Measure(NamedTuple):
    """A difference between two actions in one unit: points, or the chance to win."""

    mean: float
    error: float
    """The standard error. It is increased where worlds are few, since it is itself uncertain."""
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
        correction = 1 + FEW_WORLDS / max(len(differences) - 1, 1)
        return cls(mean(differences), correction * spread / sqrt(len(differences)), margin)


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
        """Return whether the other action is worse by more than a number of standard errors in one
        unit, and not better by that number in the other unit."""
        return self.errors > errors and min(self.points.errors, self.chance.errors) > -errors

    def is_below(self, margins: float, errors: float) -> bool:
        """Return whether the gain is significantly smaller than a number of margins, in both units.

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
    """Part of the seed: the worlds of two purposes differ."""
    actions_max: int = 0
    """Maximum number of actions to try, those ranked first by the advice; 0 for all."""
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
        tried = min(self.actions_max or legal, legal)
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
        """The actions to try, ranked by the game's advice, so that the first is Normal's action;
        ranked by the fitted policy where ``is_trained`` is True."""
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
        """Try the other actions again, each followed at once by the best action.

        The rollout policy may never return to the best action. Where the order of two actions does
        not matter, neither of them is wrong. If the best action raises the mean value of an action
        that it follows, the raised values replace the former values of that action.

        Args:
            best: the best action.
            others: the actions that would be wrong.
        """
        answer = self.actions[best]
        worlds = [self.trials.world(at) for at in range(FOLLOW_WORLDS)]
        for number in others:
            can_follow = any(self.trials.can_follow(world, number, answer) for world in worlds)
            if number == best or number in self.followed or not can_follow:
                continue
            values_alone = self.values[number]
            chances_alone = self.chances[number]
            self.values[number] = []
            self.chances[number] = []
            self.followed[number] = answer
            self.play([number], len(values_alone))
            if mean(self.values[number]) <= mean(values_alone):
                self.values[number] = values_alone
                self.chances[number] = chances_alone
                del self.followed[number]

    def best(self, numbers: Sequence[int]) -> int:
        """Return the action with the highest mean value."""
        return max(numbers, key=lambda number: mean(self.values[number]))

    def gain(self, best: int, other: int) -> Gain:
        """Return the gain of one action over another in the worlds in which both were tried."""
        # Each action was tried in the first worlds, so the shorter list ends the comparison.
        pairs_of_values = zip(self.values[best], self.values[other], strict=False)
        points = [mine - theirs for mine, theirs in pairs_of_values]
        pairs_of_chances = zip(self.chances[best], self.chances[other], strict=False)
        chances = [mine - theirs for mine, theirs in pairs_of_chances]
        return Gain(
            Measure.of(points, self._points_min), Measure.of(chances, MARGIN_MIN), len(points)
        )

    @cached_property
    def tempting(self) -> int:
        """The number of the tempting action: the action that scores the most points at once, or
        Normal's action, which is number 0, if no other action scores more. The scores are those of
        the first world."""
        world = self.trials.world(0)
        scores = list[int]()
        for action in self.actions:
            state = self.game.clone(world)
            self.game.apply(state, self.seat, action, None)
            scores.append(self.game.standing(state).totals[self.seat])
        return scores.index(max(scores)) if max(scores) > scores[0] else 0

    @cached_property
    def is_open(self) -> bool:
        """True if the match is undecided at the position, before the seat acts."""
        world = self.trials.world(0)
        chances = win_chances(self.game, world, self.game.bots.state_value(world))
        return IN_DOUBT <= chances[self.seat] <= 1 - IN_DOUBT

    @cached_property
    def preference(self) -> float:
        """The score by which the game's fitted policy prefers its best action to Normal's action;
        0 where the game has no fitted policy, or no weights for this kind of choice."""
        game = self.game
        view = self.view
        seat = self.seat
        policy = game.bots.fitted_policy
        by_kind = weights_of(game, len(game.standing(view).totals))
        weights = by_kind.get(policy.kind(view, seat)) if policy else None
        if policy is None or weights is None:
            return 0.0
        legal = game.legal(view, seat)
        scores = policy.scores(view, seat, legal, weights)
        # The advice ranks Normal's action first.
        return max(scores) - scores[legal.index(self.actions[0])]

    def is_missed(self, right: Container[int]) -> bool:
        """Return whether Normal's action or the tempting action is not among the right actions."""
        return 0 not in right or self.tempting not in right

    def race(self) -> list[int]:
        """Return the best action, followed by the actions that are nearly as good.

        The list is empty if the answer cannot be missed, if too many actions are as good as the
        best, or if a proof would be unlikely to succeed.
        """
        alive = [*range(len(self.values))]
        for worlds, errors in RACE.items():
            self.play(alive, worlds)
            best = self.best(alive)
            rival = 0 if best else self.tempting
            if best == rival or self.gain(best, rival).errors < errors:
                return []
            gains = {other: self.gain(best, other) for other in alive if other != best}
            always_kept = (0, self.tempting)
            alive = [
                best,
                *(
                    other
                    for other, gain in gains.items()
                    if other in always_kept or gain.errors < RACE_DROPS
                ),
            ]
        # From here on, ``best``, ``gains`` and ``worlds`` are those of the last stage of the race.
        close = [other for other in alive[1:] if gains[other].size < RACE_NEAR]
        is_lost = len(close) > ALSO_MAX or _is_hopeless(gains.values(), worlds)
        self.let_answer_follow(best, [rival])
        is_lost = is_lost or self.gain(best, rival).errors < errors
        return [] if is_lost else [best, *close]

    def answer(self, hopeful: Sequence[int] = (), *, is_missed: bool) -> list[int]:
        """Return the right actions, the best first, if they are significantly better than all other
        actions. The list is empty if there are none, or too many.

        Args:
            hopeful: the actions to try first. If these alone rule out an answer, the other actions
                are not tried.
            is_missed: True to accept only an answer that can be missed.
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
            right = self._separated_answer(best, alive)
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
        return self._separated_answer(best, right)

    def _tried(self, numbers: Sequence[int], worlds: int) -> tuple[int, dict[int, Gain]]:
        """Try actions in a number of worlds; return the best of them, and its gain over each other
        action."""
        self.play(numbers, worlds)
        best = self.best(numbers)
        return best, {other: self.gain(best, other) for other in numbers if other != best}

    def _is_refuted(self, best: int, gains: Mapping[int, Gain], is_missed: bool) -> bool:
        """Return whether too many actions are as good as the best, or whether the answer cannot
        be missed though it should be."""
        near = [other for other, gain in gains.items() if gain.is_below(1.0, REJECT_ERRORS)]
        return len(near) > ALSO_MAX or (is_missed and not self.is_missed([best, *near]))

    def closest(self, right: Sequence[int]) -> int:
        """Return the next best action: the wrong action with the smallest loss."""
        wrong = (number for number in range(len(self.values)) if number not in right)
        return min(wrong, key=lambda number: self.gain(right[0], number).size)

    def _compare_closest(self, right: Sequence[int]) -> None:
        """Try the right actions and the next best action in at least WORLDS_MIN worlds."""
        while len(self.values[closest := self.closest(right)]) < WORLDS_MIN:
            self.play([*right, closest], WORLDS_MIN)

    def _separated_answer(self, best: int, alive: Sequence[int]) -> list[int]:
        """Return the right actions if they are significantly better than all other actions; an
        empty list otherwise."""
        near = [n for n in alive if n != best and self.gain(best, n).size < NEAR]
        right = [best, *near]
        wrong = [number for number in range(len(self.values)) if number not in right]
        is_sure = all(self.gain(answer, number).is_sure for answer in right for number in wrong)
        is_question = len(wrong) >= WRONG_MIN and len(right) <= 1 + ALSO_MAX
        return right if is_question and is_sure else []

    def unbeaten_actions(
        self, decision: Decision, worlds: int, *, is_short: bool = False
    ) -> list[str]:
        """Return the notation of each action that the answers do not clearly beat.

        Args:
            decision: the decision with its answers.
            worlds: the minimum number of worlds; more worlds are added where the result is not
                significant.
            is_short: True to add no worlds, and to return only the actions that are significantly
                better than an answer.
        """
        notations = [self.game.texts.notation(action) for action in self.actions]
        right = [notations.index(action) for action in (decision.action, *decision.also)]
        wrong = [number for number in range(len(notations)) if number not in right]
        stage = min(worlds, STAGES[1])
        self.play([*right, *wrong], stage)
        self.let_answer_follow(right[0], wrong)
        while wrong:
            self.play([*right, *wrong], stage)
            gains = {n: [self.gain(answer, n) for answer in right] for n in wrong}
            better = [
                n for n in wrong if any(gain.is_below(0.0, FRESH_ERRORS) for gain in gains[n])
            ]
            errors = DROP_ERRORS if stage < worlds else FRESH_ERRORS
            wrong = [n for n in wrong if not all(gain.is_beyond(errors) for gain in gains[n])]
            if better or stage >= (worlds if is_short else WORLDS):
                wrong = better if is_short else wrong
                break
            stage = min(2 * stage, WORLDS)
        return [notations[number] for number in wrong]

    def is_contradicted(self, decision: Decision) -> bool:
        """Return whether the next best action is better than the answer where all seats play by the
        game's fitted policy."""
        parse = self.game.texts.parse
        next_best = next(iter(decision.wrong))
        opinion = self.opinion(parse(decision.action), parse(next_best))
        return opinion is not None and _is_worse(opinion)

    def has_false_reason(self, decision: Decision) -> bool:
        """Return whether the worlds of this contest contradict a reason for a decision."""
        notations = [self.game.texts.notation(action) for action in self.actions]
        next_best = next(iter(decision.wrong))
        right = self.accounts(notations.index(decision.action), REASON_WORLDS)
        wrong = self.accounts(notations.index(next_best), REASON_WORLDS)
        for claim in decision.why:
            key = claim.line, claim.is_later
            pairs = zip(right, wrong, strict=True)
            gains = [mine.get(key, 0.0) - theirs.get(key, 0.0) for mine, theirs in pairs]
            error = deviation(gains) / sqrt(len(gains))
            if mean(gains) * copysign(1, claim.points) < -FRESH_ERRORS * error or not any(gains):
                return True
        return False

    def opinion(self, action: Action, other: Action) -> Gain | None:
        """Return the gain of one action over another where all seats play by the game's fitted
        policy; None where the game has no fitted policy."""
        if not weights_of(self.game, len(self.game.standing(self.view).totals)):
            return None
        purpose = f"{self.purpose}, fitted policy"
        contest = Contest(self.game, self.view, self.seat, purpose, is_trained=True)
        both = [contest.actions.index(action), contest.actions.index(other)]
        for worlds in OPINION_WORLDS:
            contest.play(both, worlds)
            gain = contest.gain(*both)
            if _is_agreed(gain):
                break
        return gain

    def accounts(self, number: int, worlds: int) -> list[Account]:
        """Return the seat's points by origin after an action, one account for each world."""
        trials = self.trials
        then = self.followed.get(number)
        return [trials.account(trials.world(at), number, then) for at in range(worlds)]

    def decision(self, answer: Sequence[int]) -> Decision | None:
        """Return a decision: an answer with the verdicts on other actions; None if the reasons
        explain too little."""
        notation = self.game.texts.notation
        actions = self.actions
        best = answer[0]
        others = (number for number in range(len(actions)) if number not in answer)
        gains = {other: self.gain(best, other) for other in others}
        ranked = sorted(gains, key=lambda other: gains[other].size)
        named = ranked[:VERDICTS_MAX]
        unnamed = ranked[VERDICTS_MAX:]
        closest = gains[ranked[0]]
        right = notation(actions[best])
        accounts_of_best = self.accounts(best, EXPLAINED_WORLDS)
        accounts_of_next_best = self.accounts(ranked[0], EXPLAINED_WORLDS)
        decision = Decision(
            action=right,
            also=tuple(notation(actions[number]) for number in answer[1:]),
            margin=round(closest.chance.mean, 4),
            error=round(closest.chance.error, 4),
            points=round(closest.points.mean, 2),
            points_error=round(closest.points.error, 2),
            worlds=closest.worlds,
            why=rounded(claims_of(accounts_of_best, accounts_of_next_best, is_better=True)),
        )
        if not is_explained(decision):
            return None

        def verdict(other: int) -> Verdict:
            gain = gains[other]
            accounts_of_other = self.accounts(other, VERDICT_WORLDS)
            claims = claims_of(
                accounts_of_other, accounts_of_best[:VERDICT_WORLDS], is_better=False
            )
            return Verdict(
                right,
                round(gain.points.mean, 2),
                round(gain.points.error, 2),
                round(gain.chance.mean, 3),
                rounded(claims),
            )

        # The mean loss less REST_ERRORS standard errors: an action hardly ever gives away less.
        least_losses = [
            gains[other].points.mean - REST_ERRORS * gains[other].points.error for other in unnamed
        ]
        return msgspec.structs.replace(
            decision,
            wrong={notation(actions[other]): verdict(other) for other in named},
            rest=round(max(min(least_losses, default=0.0), 0.0), 1),
        )


def points_worth(game: AnyGame, view: State) -> float:
    """Return the margin in points: the points worth MARGIN_MIN of the chance to win."""
    return points_for(MARGIN_MIN, game.package, len(game.standing(view).totals))


def _is_agreed(gain: Gain) -> bool:
    """Return whether the fitted policy confirms an answer.

    The gain must be at least OPINION_SIZE margins and more than OPINION_ERRORS standard errors.
    """
    return gain.size >= OPINION_SIZE and gain.is_beyond(OPINION_ERRORS)


def _is_worse(gain: Gain) -> bool:
    """Return whether an answer is worse than another action by more than END_ERRORS standard
    errors, in points or in chance."""
    return min(gain.points.errors, gain.chance.errors) < -END_ERRORS


def _is_hopeless(gains: Container[Gain], worlds: int) -> bool:
    """Return whether the proof is unlikely to succeed: some gain is too large for a right action,
    and unlikely to become significant in the worlds of the last stage."""
    if worlds < HOPELESS_WORLDS:
        return False
    # A gain in standard errors grows with the square root of the number of worlds.
    growth = sqrt(STAGES[-1] / worlds)
    return any(
        NEAR <= gain.size < (1.0 if worlds >= WORLDS_MIN else RACE_NEAR)
        or (gain.size >= NEAR and gain.errors * growth < PROOF_ERRORS)
        for gain in gains
    )


def is_explained(decision: Decision) -> bool:
    """Return whether significant reasons explain enough of the next best action's loss, and that
    loss is worth explaining. Points to come do not count, since a player cannot see their
    source."""
    named = [claim for claim in decision.why if claim.line != TO_COME]
    gains = (-claim.points if claim.line == RIVALS else claim.points for claim in named)
    is_sure = not any(claim.error for claim in decision.why)
    is_seen = decision.points >= EXPLAINED_MIN
    return is_sure and is_seen and sum(gains) >= EXPLAINED_SHARE * decision.points


def answer_key(puzzle: Puzzle) -> tuple[object, ...]:
    """Return a key of a puzzle's answer. Puzzles of a match with the same key are duplicates."""
    return puzzle.record, puzzle.seat, puzzle.theme, puzzle.decisions[0].action


def deal_key(source: Source) -> tuple[object, ...]:
    """Return everything that determines the cards at the start of a match."""
    header = source.header
    options = tuple(sorted(header.options.items()))
    return header.game, header.seed, len(header.players), options, bytes(header.start)


def turn_of(game: AnyGame, state: State) -> tuple[int, int]:
    """Return the round and the turn of a state. A match has at most one puzzle per turn."""
    clock = game.clock(state)
    return clock.round, clock.turn


def puzzle_id(game: AnyGame, view: State) -> str:
    """Return the id of the puzzle at a view."""
    return f"{game.slug}-{sha256(msgspec.msgpack.encode(view)).hexdigest()[:8]}"


def solving_shares(game: AnyGame, view: State, seat: int, decision: Decision) -> dict[str, float]:
    """Return the share of tries in which each level plays a right action, by level. If QUICK, which
    is Hard with a fifth of its time, always plays one, Hard is not tried."""
    shares = dict[str, float]()
    right = (decision.action, *decision.also)
    for level, tries in TRIES.items():
        policy = levels.counted_bot(level)
        # From the view alone, so that the grade of a puzzle is the same on every machine.
        played = [
            policy(game, view, seat, from_seed(chance_of(view).hex(), level, number))
            for number in range(tries)
        ]
        right_tries = sum(game.texts.notation(action) in right for action in played)
        shares[level] = round(right_tries / tries, 2)
        if level == QUICK and shares[level] == 1:
            break
    return shares


def suspected_positions(match: AnyMatch) -> Iterator[int]:
    """Yield the positions of a match that may be puzzles: at least LEGAL_MIN actions are legal, and
    a bot that searches did not play Normal's action."""
    game = match.game
    for position, played in enumerate(match.history):
        if len(game.legal(match.state_at(position), played.seat)) < LEGAL_MIN:
            continue
        is_searched = match.header.players[played.seat].control.startswith(SEARCHERS)
        view = match.view(played.seat, position)
        if not is_searched or game.bots.fast_policy(view, played.seat) != played.action:
            yield position


def _sample(positions: Sequence[int], size: int, match: AnyMatch) -> list[int]:
    """Return a random sample of positions of a match, most of them late, in random order. Early
    positions fill the sample where late ones are too few."""
    # By the match's id: a repeated search draws the same positions.
    chance = Random(match.header.id)
    first_late = LATE * len(match.history)
    late = [position for position in positions if position >= first_late]
    early = [position for position in positions if position < first_late]
    chosen = chance.sample(late, min(round(LATE_SHARE * size), len(late)))
    chosen += chance.sample(early, min(size - len(chosen), len(early)))
    return chance.sample(chosen, len(chosen))


class Prospector:
    """The search of a match for puzzles. Its tally counts the positions that each filter drops, and
    the rollouts."""

    def __init__(self, match: AnyMatch, closed: Container[str] = ()) -> None:
        """Prepare a search.

        Args:
            match: the match.
            closed: themes to skip, as they have enough puzzles.
        """
        self._match = match
        self._game = match.game
        self._closed = closed
        self._names = SeatNames(match.header.names)
        self._races = dict[int, Contest]()
        self.tally = Counter[str]()

    def puzzles(self, positions_max: int | None = None) -> list[Puzzle]:
        """Return the puzzles of the match, no two of them in one turn.

        Args:
            positions_max: the maximum number of positions to search; by default, all positions that
                may be puzzles.
        """
        match = self._match
        puzzles_by_turn = dict[tuple[int, int], Puzzle]()
        positions = [*suspected_positions(match)]
        if positions_max is not None:
            sample = _sample(positions, SAMPLE_FACTOR * positions_max, match)
            races = {at: self._race_at(at) for at in sample}
            # SAMPLE_FACTOR explains the order: first those with a tempting action of their own.
            ranks = {
                at: (bool(race.tempting), race.preference)
                for at, race in races.items()
                if race.is_open and self._can_be_named(race)
            }
            # In the order of the match: of two puzzles in one turn, the earlier one is kept.
            positions = sorted(sorted(ranks, key=ranks.__getitem__, reverse=True)[:positions_max])
        for position in positions:
            turn = turn_of(match.game, match.state_at(position))
            if turn not in puzzles_by_turn and (puzzle := self._puzzle_at(position)):
                puzzles_by_turn[turn] = puzzle
            if len(puzzles_by_turn) == PUZZLES_PER_MATCH_MAX:
                break
        return [*puzzles_by_turn.values()]

    def _race_at(self, position: int) -> Contest:
        """Return the race at a position, prepared on the first call."""
        race = self._races.get(position)
        if race is None:
            seat = self._match.history[position].seat
            view = self._match.view(seat, position)
            race = self._races[position] = Contest(self._game, view, seat, "race", RACE_ACTIONS)
        return race

    def _can_be_named(self, race: Contest) -> bool:
        """Return whether an action that can be a missed answer has a theme."""
        # Normal's action can be the answer only if another action tempts.
        actions = race.actions if race.tempting else race.actions[1:]
        return any(self._theme(race.view, race.seat, [action]) for action in actions)

    def _puzzle_at(self, position: int) -> Puzzle | None:
        """Return the puzzle at a position; None if there is none."""
        game = self._game
        race = self._race_at(position)
        view = race.view
        seat = race.seat
        first = self._first_decision(race)
        if first is None:
            return None
        find_shares = solving_shares(game, view, seat, first)
        if find_shares[EASY] >= FINDS:
            self._count_dropped("that Easy finds")
            return None
        start = Source.of(self._match, position).match()
        decisions = [first, *self._further_decisions(start, seat, first)]
        actions = [game.texts.parse(decision.action) for decision in decisions]
        theme = self._theme(view, seat, actions)
        if not theme:
            self._count_dropped("without a theme")
            return None
        self.tally[PUZZLES] += 1
        return Puzzle(
            id=puzzle_id(game, view),
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

    def _first_decision(self, race: Contest) -> Decision | None:
        """Run a race, and return the proved decision of its position; None if there is none, or if
        its answer cannot be missed."""
        self.tally[POSITIONS] += 1
        view = race.view
        seat = race.seat
        ahead = race.race()
        self.tally[ROLLOUTS.format("races")] += race.rollouts
        if not ahead:
            self._count_dropped("lost in the race")
            return None
        if not IN_DOUBT <= mean(race.chances[ahead[0]]) <= 1 - IN_DOUBT:
            self._count_dropped("in a match that is decided")
            return None
        if self._theme(view, seat, [race.actions[ahead[0]]]) in self._closed:
            self._count_dropped("of a theme with puzzles enough")
            return None
        return self._proved_decision(view, seat, range(len(race.values)), is_missed=True)

    def _proved_decision(
        self, view: State, seat: int, hopeful: Sequence[int] = (), *, is_missed: bool
    ) -> Decision | None:
        """Return the proved decision at a view; None if there is none.

        Its answer is significantly better than all wrong actions, also where the match is played to
        its end, and its reasons explain enough of the difference.

        Args:
            view: the seat's view.
            seat: the seat.
            hopeful: the actions to try first.
            is_missed: True to accept only an answer that can be missed.
        """
        contest = Contest(self._game, view, seat)
        answer = contest.answer(hopeful, is_missed=is_missed)
        self.tally[ROLLOUTS.format("proofs")] += contest.rollouts
        if not answer:
            self._count_dropped("without a proof")
            return None
        both = [answer[0], contest.closest(answer)]
        opinion = contest.opinion(*(contest.actions[number] for number in both))
        if opinion and not _is_agreed(opinion):
            self._count_dropped("denied by the fitted policy")
            return None
        decision = contest.decision(answer)
        if decision is None:
            self._count_dropped("without a reason")
            return None
        # This filter comes last: in long matches it costs the most and drops the fewest positions.
        end = Contest(self._game, view, seat, "end", horizon=Horizon())
        end.play(both, END_WORLDS)
        self.tally[ROLLOUTS.format("matches to their end")] += end.rollouts
        if _is_worse(end.gain(*both)):
            self._count_dropped("denied at the end of the match")
            return None
        return decision

    def _count_dropped(self, where: str) -> None:
        """Count a position that a filter has dropped, under the name of the filter."""
        self.tally[where] += 1

    def _further_decisions(self, line: AnyMatch, seat: int, decision: Decision) -> list[Decision]:
        """Return the further decisions of a turn.

        They end before the first action that cannot be proved, and after an action that reveals
        something, for the player could not have planned beyond it.

        Args:
            line: the match before the first action; this method changes it.
            seat: the seat.
            decision: the first decision.
        """
        game = line.game
        decisions = list[Decision]()
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
                else self._proved_decision(line.view(seat), seat, is_missed=False)
            )
            if next_decision is None:
                break
            decision = next_decision
            decisions.append(decision)
        while decisions and decisions[-1].is_forced:
            decisions.pop()
        return decisions


def self_play(game: AnyGame, players: Sequence[Player], seed: str, name: str) -> AnyMatch:
    """Play a match between bots and return it. Searches are limited by steps and not by time, so
    that the match, except for its date, is the same on every machine.

    Args:
        game: the game.
        players: the bots by seat.
        seed: the seed of the match.
        name: the id of the record.
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
    """The result of the search of one match for puzzles."""

    record: str
    """Id of the match."""
    source: Source | None
    """The match; None if it has no puzzles."""
    puzzles: tuple[Puzzle, ...] = ()
    tally: dict[str, int] = {}
    """The number of positions that each filter has dropped, and the numbers of rollouts."""

    @classmethod
    def of(
        cls, match: AnyMatch, positions_max: int | None = None, closed: Container[str] = ()
    ) -> "Find":
        """Search a match; see ``Prospector``."""
        prospector = Prospector(match, closed)
        puzzles = tuple(prospector.puzzles(positions_max))
        # The puzzles are in the order of the match, so the source ends at the last one.
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
    """Play matches between bots and search them. This function can be sent to other processes.

    Args:
        slug: the slug of the game.
        bots: the levels of the bots; the seats take them in rotation.
        names: the names of the players by seat.
        seed: the seed shared by all matches.
        numbers: the numbers of the matches; each determines the number of seats.
        closed: themes to skip, as they have enough puzzles.
    """
    game = registry.get(slug)
    finds = list[Find]()
    for number in numbers:
        seats = seats_in(game, number)
        # From match to match, each bot moves on by a seat.
        players = [
            Player(names[seat], f"bot:{bots[(seat + number) % len(bots)]}") for seat in range(seats)
        ]
        name = match_name(slug, seed, number)
        match = self_play(game, players, f"{seed} {number}", name)
        finds.append(Find.of(match, POSITIONS_PER_MATCH_MAX, closed))
    return finds


def closed_themes(collection: Collection) -> frozenset[str]:
    """Return the themes that have enough puzzles, for a search to skip: at least THEME_MIN, and
    THEME_SHARE of the file, or PER_THEME in any case."""
    counts = Counter(puzzle.theme for puzzle in collection.puzzles)
    enough = min(max(THEME_MIN, THEME_SHARE * counts.total()), PER_THEME)
    return frozenset(theme for theme, count in counts.items() if count >= enough)


def seats_in(game: AnyGame, number: int) -> int:
    """Return the number of seats of a numbered match between bots: each possible number in turn."""
    return game.seats[number % len(game.seats)]


def match_name(slug: str, seed: str, number: int) -> str:
    """Return the id of a numbered match between bots."""
    return f"{slug}-{seed}-{number}"


def dig_records(texts: Sequence[bytes], numbers: Sequence[int]) -> list[Find]:
    """Search the records with the given numbers. This function can be sent to other processes.

    Raises:
        RecordError: if a record cannot be read.
        BrokenPuzzle: if the rules lead to another match than the recorded one.
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
    """A file of puzzles. Searched matches are appended to it one at a time."""

    def __init__(self, path: Path) -> None:
        """Read the file if it exists, up to the last match that was written completely.

        Raises:
            JournalError: if the file cannot be read.
            BrokenPuzzle: if the file has a line that is no part of a file of puzzles.
        """
        self._path = path
        try:
            text = read_whole(path, BYTES_MAX)
        except FileNotFoundError:
            text = b""
        except OSError as error:
            raise unreadable(path, error) from None
        last = text.rfind(_SEARCHED)
        end = text.find(b"\n", last) + 1 if last >= 0 else 0
        # The remainder must begin like a line of puzzles, even if it is shorter than a beginning:
        # never add puzzles to a file of something else.
        if not (text[end:] + _BEGINNING).startswith(_BEGINNING[: len(text) - end]):
            raise BrokenPuzzle(f"{path} has something else than puzzles.")
        self.collection = read(text[:end])
        self._cut_at = end if end < len(text) else None
        """Size to which ``add`` first cuts the file, to drop a match that was not written
        completely; None for a whole file."""

    def add(self, find: Find) -> list[Puzzle]:
        """Write the puzzles of a match that add variety; return the written puzzles.

        Raises:
            JournalError: if the file cannot be written.
        """
        added = list[Puzzle]()
        sources = self.collection.sources.values()
        is_known = find.source is not None and deal_key(find.source) in map(deal_key, sources)
        for puzzle in () if is_known else find.puzzles:
            others = [*self.collection.puzzles, *added]
            is_new = all(
                puzzle.id != other.id and answer_key(puzzle) != answer_key(other)
                for other in others
            )
            of_theme = sum(puzzle.theme == other.theme for other in others)
            of_grade = sum(puzzle.grade == other.grade for other in others)
            if is_new and of_theme < PER_THEME and of_grade < PUZZLES_PER_GRADE_MAX:
                added.append(puzzle)
        # The match comes before its puzzles, and the line that ends them last: a write cut off
        # before that line is dropped by the next start.
        lines: list[msgspec.Struct] = [*added, Searched(record=find.record)]
        if find.source and added:
            lines.insert(0, find.source)
        try:
            with self._path.open("ab") as file:
                if self._cut_at is not None:
                    file.truncate(self._cut_at)
                file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        except OSError as error:
            raise unwritable(self._path, error) from None
        self._cut_at = None
        old = self.collection
        matches = dict(old.sources)
        if find.source and added:
            matches[find.record] = find.source
        self.collection = Collection(matches, (*old.puzzles, *added), old.searched | {find.record})
        return added


# --- Check of kept puzzles


def faults(collection: Collection) -> Iterator[str]:
    """Yield the faults of puzzles that can be found without playing rollouts.

    Examples are records that do not verify, illegal answers, answers that cannot be missed, two
    puzzles in one turn, two puzzles with the same answer in one match, and two matches that begin
    with the same cards.
    """
    deals = Counter(map(deal_key, collection.sources.values()))
    for source in collection.sources.values():
        if deals[deal_key(source)] > 1:
            yield f"{source.header.id}: another match begins with the same cards."
        puzzles = [puzzle for puzzle in collection.puzzles if puzzle.record == source.header.id]
        try:
            yield from _faults_of_match(source, sorted(puzzles, key=lambda puzzle: puzzle.position))
        except (RecordError, registry.UnknownGame) as error:
            yield str(error)


def _faults_of_match(source: Source, puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yield the faults of the puzzles of a match.

    Args:
        source: the match.
        puzzles: its puzzles, in the order of their positions.

    Raises:
        RecordError: if the record of the match does not verify.
    """
    match = source.match(0)
    turns = set[tuple[int, int]]()
    answers = Counter(answer_key(puzzle) for puzzle in puzzles if puzzle.decisions)
    for puzzle in puzzles:
        if not puzzle.decisions:
            yield f"{puzzle.id}: it has no answer."
            continue
        if answers[answer_key(puzzle)] > 1:
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
    """Yield the faults of a puzzle, given its match at the position of the puzzle."""
    game = match.game
    seat = puzzle.seat
    view = match.view(seat)
    if puzzle.game != game.slug or puzzle.id != puzzle_id(game, view):
        yield "its position has another name."
    if not puzzle.judge:
        yield "no judge is named."
    try:
        walked(match.fork(), puzzle, len(puzzle.decisions))
    except BrokenPuzzle as error:
        yield str(error)
        return
    for number, decision in enumerate(puzzle.decisions):
        legal = {*map(game.texts.notation, walked(match.fork(), puzzle, number).legal(seat))}
        for named in (*decision.also, *decision.wrong):
            if named not in legal:
                yield f"{named!r} is no legal action."
                return
    first = puzzle.decisions[0]
    theme = theme_of(now_of(match, puzzle), [*map(game.texts.parse, puzzle.solution)])
    if puzzle.theme != theme:
        yield f"its theme is {theme!r}, not {puzzle.theme!r}."
    contest = Contest(game, view, seat)
    notations = [game.texts.notation(action) for action in contest.actions]
    right = [notations.index(action) for action in (first.action, *first.also)]
    if not contest.is_missed(right):
        yield "nobody misses the answer."
    if not is_explained(first):
        yield "no reason can be said."
    lines = {line for line, _ in contest.accounts(right[0], 1)[0]}
    reasons = (first.why, *(verdict.claims for verdict in first.wrong.values()))
    for line in sorted({claim.line for claims in reasons for claim in claims} - lines):
        yield f"a reason names {line!r}, which is no score line."
    chance = Measure(first.margin, first.error, MARGIN_MIN)
    points = Measure(first.points, first.points_error, points_worth(game, view))
    if not (chance.is_sure or (points.is_sure and chance.is_seen)):
        yield "the margin is not beyond doubt."


def doubts(source: Source, puzzle: Puzzle, worlds: int, *, is_short: bool = False) -> Iterator[str]:
    """Yield a sentence on each doubt that fresh worlds cast on the answer of a puzzle.

    Args:
        source: the match that contains the puzzle.
        puzzle: the puzzle.
        worlds: the minimum number of worlds. More worlds are added where the result is not
            significant, up to WORLDS.
        is_short: True to add no worlds, and to yield only clear contradictions.
    """
    match = source.match(puzzle.position)
    for decision in puzzle.decisions:
        if not decision.is_forced:
            contest = Contest(match.game, match.view(puzzle.seat), puzzle.seat, "check")
            for wrong in contest.unbeaten_actions(decision, worlds, is_short=is_short):
                yield f"{decision.action} is not better than {wrong} beyond doubt."
            if decision.wrong and contest.is_contradicted(decision):
                yield f"{decision.action} is worse where all play by the fitted policy."
            if decision.wrong and contest.has_false_reason(decision):
                yield f"a reason for {decision.action} is not true."
        action = match.game.texts.parse(decision.action)
        match.accept(match.propose(puzzle.seat, action))
