"""The judge: the value of a position to a seat, and the best action in it.

A seat knows only its view. The judge completes the view at random to a whole state, called a world,
and tries each candidate in the same worlds, so that no candidate is luckier than another. A trial
is a rollout: after the candidate, all seats play by the game's fast policy up to a horizon, and the
judge takes the value of the position reached.

The default action is the candidate ranked first. The game's advice ranks the candidates, so that it
is the action that the level Normal plays; where a search supposes play by the game's fitted policy,
that policy ranks them. The default action is chosen unless another action is significantly better:
its lead must exceed the game's threshold in standard errors, ``Tuning.doubt``.

Bots, hints and analyses use the same search with different budgets. Master, hints and analyses
suppose play by the fitted policy, where a game has one.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import count as numbers_from
from math import ceil, fsum, inf, log2, sqrt
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

import msgspec

from darwin_core.bots import Undecided
from darwin_core.bots.chances import win_chances
from darwin_core.bots.manners import of_equals
from darwin_core.bots.rollouts import (
    deal,
    deviation,
    lead_over_others,
    mean,
    play_on,
    suppositions,
    with_chance,
)
from darwin_core.contract.chance import below, from_seed
from darwin_core.contract.game import OMNISCIENT, Action, AnyGame, Horizon, State, Tuning
from darwin_core.text.language import mark
from darwin_core.text.seat_names import SeatNames

_log: Final = logging.getLogger(__name__)

SEARCH_FAILED: Final = mark("Its search failed.")
"""The message about a bot whose search raised an error; the log names the error."""


class Rollout(msgspec.Struct, frozen=True, array_like=True):
    """The result of a candidate in one world."""

    value: float
    """The seat's lead over the mean of the other seats, in points."""
    steps: int
    """The number of actions played."""
    is_settled: bool
    """True if the candidate gives this result in every world with the same policies."""
    chances: tuple[float, ...] = ()
    """The chance of each seat to win, from 0 to 1."""


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """A difference between two actions in one line of the score."""

    line: str
    """The label of the line; TO_COME or RIVALS."""
    is_later: bool
    """True if the points come after the present turn."""
    points: float
    """The points of the action less the points of the other action; for RIVALS, the difference in
    the rivals' points."""
    error: float = 0.0
    """The standard error of a doubtful difference; 0 for a significant difference."""


TO_COME: Final = ""
"""In place of a line: the points that the position's value includes and no line shows yet."""
RIVALS: Final = "rivals"
"""In place of a line: the mean of the points of all other seats."""
Account = dict[tuple[str, bool], float]
"""The points of a seat in a world. A key is the line of the score, and True if the points come
after the present turn."""


ACTIONS_PER_MISTAKE: Final = 8
"""One action in this many is a mistake, that is a random legal action, where little is hidden.
Without mistakes every rollout would be the same, and every chance 0 or 1. Chosen; with a larger
figure, mistakes are rarer."""
PRESENT: Final = Horizon("turn")
"""The rest of the present turn."""


def tuning_in(game: AnyGame, view: State) -> Tuning:
    """Return the tuning of a game for the number of seats in a view."""
    return game.bots.tuning_at.get(len(game.standing(view).totals), game.bots.tuning)


def chance_of(view: State) -> bytes:
    """Return the 16 bytes from which the worlds of a view are drawn.

    The bytes depend on the view alone, so that all judgements of a position use the same worlds.
    """
    return from_seed("worlds", sha256(msgspec.msgpack.encode(view)).hexdigest())


class Trials:
    """The candidates of one decision, and the worlds in which they are tried."""

    def __init__(
        self,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
        *,
        viewer: int | None = None,
        also: Sequence[Action] = (),
        decides: bool = True,
        candidates: int = 0,
        errs: bool = False,
        is_trained: bool = False,
        horizon: Horizon | None = None,
        resigned: Sequence[int] = (),
    ) -> None:
        """Find the candidates.

        Args:
            game: the game.
            view: the position as the viewer knows it.
            seat: the seat whose candidates are judged.
            chance: 16 bytes that determine all worlds.
            viewer: a seat, SPECTATOR or OMNISCIENT; by default the judged seat.
            also: further candidates, after the others.
            decides: False to judge the position without a decision: the only candidate is None, and
                rollouts begin at once.
            candidates: the number of candidates, taken from the top of the game's advice; 0 for the
                number in the game's tuning.
            errs: True to let all seats err where little is hidden.
            is_trained: True to suppose play by the game's fitted policy, where it has one.
            horizon: the length of the rollouts; None for the length in the game's tuning.
            resigned: resigned seats in order, which have no chance to win.
        """
        self.tuning = tuning_in(game, view)
        self._supposed = (
            suppositions(game, view, seat, chance.hex(), decides=decides) if is_trained else None
        )
        self.candidates: list[Action | None] = [None]
        self.advised: list[float] = [0.0]
        """The value of each candidate by the game's advice."""
        self.named = 1
        """The number of candidates without the further ones in ``also``."""
        if decides:
            advised = game.bots.advise(game.view(view, seat), seat, SeatNames())
            tried = candidates or self.tuning.candidates
            chosen = (
                self._supposed.candidates(advised, tried) if self._supposed else advised[:tried]
            )
            more = [advice for advice in advised if advice.action in also and advice not in chosen]
            self.named = len(chosen)
            self.candidates = [advice.action for advice in (*chosen, *more)]
            self.advised = [advice.value for advice in (*chosen, *more)]
        self._game = game
        self._view = view
        self._seat = seat
        self._resigned = resigned
        self._knows_all = viewer == OMNISCIENT
        self._seed = chance.hex()
        self._since = game.clock(view)
        # Where nothing is hidden, every rollout without mistakes would be the same.
        self._errs = self._knows_all or (errs and self.tuning.erring is not None)
        self._horizon = horizon or (self.tuning.erring if errs else None) or self.tuning.horizon

    def world(self, number: int) -> State:
        """Return the world with a number; the same number always gives the same world."""
        if self._supposed:
            return self._supposed.world(number, knows_all=self._knows_all)
        draw = with_chance if self._knows_all else deal
        return draw(self._game, self._view, from_seed(self._seed, "world", number))

    def play(self, world: State, number: int, then: Action | None = None) -> Rollout:
        """Try a candidate in a world: apply it, and let all seats play up to the horizon.

        Args:
            world: the world.
            number: the number of the candidate.
            then: an action to apply right after the candidate, if the turn continues and the action
                is legal.
        """
        game = self._game
        state = self._after(world, number, then)
        steps = 1 + play_on(game, state, self._since, self._horizon, self._policy(world))
        points = game.bots.state_value(state)
        # Unchanged chance: nothing was drawn, so only hidden cards could make worlds differ.
        is_settled = not self._errs and state.chance == world.chance and self._knows_all_of(world)
        chances = win_chances(game, state, points, self._resigned)
        return Rollout(lead_over_others(points, self._seat), steps, is_settled, chances)

    @property
    def is_fitted(self) -> bool:
        """True if play by a fitted policy is supposed."""
        return self._supposed is not None

    @property
    def kinds(self) -> int:
        """The number of kinds of worlds, which alternate: two where the rivals play by the fitted
        policy in some worlds alone."""
        return self._supposed.kinds if self._supposed else 1

    def counts(self, number: int) -> bool:
        """Return whether the world with a number counts for the chance to win at a position: the
        rivals are supposed to play as well as the seat."""
        return not self._supposed or self._supposed.are_rivals_fitted(number)

    def can_follow(self, world: State, number: int, then: Action) -> bool:
        """Return whether the turn continues after a candidate and an action is still legal."""
        return self._is_next(self._after(world, number, None), then)

    def _is_next(self, state: State, action: Action) -> bool:
        """Return whether a state belongs to the same turn and an action is legal in it."""
        game = self._game
        seat = self._seat
        clock = game.clock(state)
        since = self._since
        is_same_turn = (clock.round, clock.turn) == (since.round, since.turn)
        decides = is_same_turn and tuple(game.to_move(state)) == (seat,)
        return decides and action in game.legal(state, seat)

    def _after(self, world: State, number: int, then: Action | None) -> State:
        """Return the state after a candidate and the action after it; see ``play``."""
        game = self._game
        seat = self._seat
        action = self.candidates[number]
        state: State = game.clone(world)
        if action is not None:
            game.apply(state, seat, action, None)
        if then is not None and self._is_next(state, then):
            game.apply(state, seat, then, None)
        return state

    def _policy(self, world: State) -> Callable[[State, int], Action]:
        """Return the rollout policy of all seats in a world. Mistakes follow from the chance of the
        world, so that all candidates meet the same ones."""
        policy = self._supposed.policy(world) if self._supposed else self._game.bots.fast_policy
        return erring_policy(self._game, world.chance, policy) if self._errs else policy

    def account(self, world: State, number: int, then: Action | None = None) -> Account:
        """Try a candidate in a world as ``play`` does, and return the seat's points by origin.

        The value of the candidate is the sum of these points less the points of RIVALS.
        """
        game = self._game
        state = self._after(world, number, then)
        policy = self._policy(world)
        steps = play_on(game, state, self._since, PRESENT, policy)
        now = self._lines(state)
        plies_left = self._horizon.plies_max - steps
        horizon = msgspec.structs.replace(self._horizon, plies_max=plies_left)
        play_on(game, state, self._since, horizon, policy)
        end = self._lines(state)
        points = game.bots.state_value(state)
        own_points = points[self._seat]
        rivals = points[self._seat] - lead_over_others(points, self._seat)
        account: Account = {(line, False): now[line] for line in now}
        account |= {(line, True): end[line] - now.get(line, 0.0) for line in end}
        account[TO_COME, True] = own_points - fsum(end[line] for line in end if line != RIVALS)
        # Replaces the difference of totals: rivals, too, have points that no line shows yet.
        account[RIVALS, True] = rivals - now[RIVALS]
        return account

    def _lines(self, state: State) -> dict[str, float]:
        """Return the seat's points by line, and the mean of the rivals' totals."""
        standing = self._game.standing(state)
        lines: dict[str, float] = {line.label: line.points[self._seat] for line in standing.lines}
        totals = standing.totals
        lines[RIVALS] = totals[self._seat] - lead_over_others(totals, self._seat)
        return lines

    def _knows_all_of(self, world: State) -> bool:
        """Return whether the view hides nothing but the chance to come."""
        return bool(with_chance(self._game, world, self._view.chance) == self._view)


def erring_policy(
    game: AnyGame, chance: bytes, policy: Callable[[State, int], Action]
) -> Callable[[State, int], Action]:
    """Return a policy with random mistakes. The mistakes are drawn from ``chance`` alone, and leave
    the chance of the state unchanged."""
    numbers = numbers_from()

    def erring(state: State, seat: int) -> Action:
        drawn = from_seed(chance.hex(), "mistake", next(numbers))
        is_mistake = below(drawn, ACTIONS_PER_MISTAKE) == 0
        if not is_mistake:
            action: Action = policy(state, seat)
        else:
            actions = game.legal(state, seat)
            # Read backwards, the same bytes serve as a second draw.
            action = actions[below(drawn[::-1], len(actions))]
        return action

    return erring


# --- Course of a search

# The figures of this section and of the next two are chosen: no command derives them.
WORLDS_MIN: Final = 8
"""Minimum number of worlds before the first candidates are dropped, or another action replaces
the default action."""
CLEAR_ERRORS: Final = 3.0
"""Threshold, in standard errors, for dropping a candidate that is worse than the best."""
SURPRISE_ERRORS: Final = 2.0
"""Threshold, in standard deviations, for the disagreement of worlds and advice. Above it, twice as
many worlds are needed to replace the default action."""
WORLDS_MAX: Final = 512
"""Maximum number of worlds; further worlds would hardly change the result."""
FOLLOW_WORLDS: Final = 4
"""Number of worlds in which we test whether an action is legal after a candidate. One world in
which it is legal is enough to try the pair."""
SHARE_OF_TIME: Final = 0.6
"""Share of the allowed seconds that is converted to steps. The rest is a reserve for slower
machines and longer positions."""
SECONDS_LEFT_MIN: Final = 0.001
"""The time left once the time is over, in seconds, since 0 means no limit."""

# --- Explanations

EXPLAINED_MAX: Final = 4
"""Maximum number of actions that are compared line by line."""
EXPLAINED_WORLDS: Final = 256
"""Maximum number of worlds in which actions are compared line by line."""
EXPLAINED_WORLDS_MIN: Final = 2
"""Minimum number of worlds in which actions are compared line by line; a standard error needs
two."""
CLAIM_POINTS_MIN: Final = 0.75
"""Smallest difference in points that becomes a claim."""
CLAIM_ERRORS: Final = 2.5
"""Threshold, in standard errors, for a difference to be significant."""
FEW_WORLDS: Final = 3.0
"""Increase of a standard error from two worlds, as a share of the error, since such an error is
itself uncertain. From n worlds, the increase is this figure divided by n - 1."""
CLAIMS_MAX: Final = 3
"""Maximum number of claims where a difference is significant."""
DOUBTFUL_MAX: Final = 2
"""Maximum number of claims where no difference is significant."""

# --- Chances

CHANCE_ERROR_MAX: Final = 0.01
"""Largest standard error with which a chance counts as exact."""
CHANCE_DEVIATION_MIN: Final = 0.02
"""Lower bound of the standard deviation of a chance, since a few worlds that agree prove little."""
COUNTED_MIN: Final = 32
"""Minimum number of counted worlds from which a chance is told where play by a fitted policy is
supposed. Without mistakes, fewer often agree by luck."""
GAIN_DEVIATION_MIN: Final = 0.12
"""Lower bound of the standard deviation of a difference in chance, since a few worlds that agree
prove little."""


class Budget(msgspec.Struct, frozen=True):
    """The limits of a search: a number of actions, a time, or both."""

    steps: int = 0
    """Maximum number of actions played in worlds; 0 for no limit. Without a time limit, the same
    view and chance give the same choice on every machine."""
    seconds: float = 0
    """Time limit in seconds; 0 for no limit."""
    worlds: int = WORLDS_MAX
    """Maximum number of worlds."""
    candidates: int = 0
    """Number of candidates, taken from the top of the game's advice; 0 for the number in the game's
    tuning."""
    errs: bool = False
    """True to let all seats err where little is hidden, as hints and analyses do."""
    is_trained: bool = False
    """True to suppose play by the game's fitted policy, where it has one, as Master, hints and
    analyses do."""
    is_exact: bool = False
    """True to add worlds until the chance to win at the position is exact."""
    follows: bool = False
    """True to try the other candidates also with the best one right after them, as hints do."""


class Judged(msgspec.Struct, frozen=True):
    """An action and its judgement by a search."""

    action: Action
    value: float
    """The seat's expected lead over the mean of the other seats at the end, in points."""
    error: float
    """The standard error of the difference from the chosen action; 0 for the chosen action."""
    worlds: int
    """Number of worlds in which the action was tried; 0 for the only legal action."""
    chance: float = 0.0
    """The chance to win after the action, from 0 to 1."""
    claims: tuple[Claim, ...] = ()
    """The differences in points: for the chosen action, from the next best action; for any other
    action, from the chosen action."""


class Difference(NamedTuple):
    """The difference between two actions in the worlds in which both were tried."""

    points: float
    points_error: float
    """The standard error of the points."""
    chance: float
    chance_error: float
    """The standard error of the chance."""
    share: float
    """The share of the first action's chance that the other action gives away."""


def claims_of(
    one: Sequence[Account], other: Sequence[Account], *, is_better: bool
) -> tuple[Claim, ...]:
    """Return the largest differences between the accounts of two actions in the same worlds.

    Differences that explain why the first action is better (or worse) come first, then the largest
    difference that speaks against it. Where no explaining difference is significant, the largest
    doubtful ones are returned with their errors. Differences smaller than their errors, or than
    CLAIM_POINTS_MIN, are never returned.

    Args:
        one: the accounts of the first action, by world.
        other: the accounts of the other action in the same worlds.
        is_better: True to explain why the first action is better; False, why it is worse.
    """
    parts: dict[tuple[str, bool], list[float]] = {}
    for key in dict.fromkeys(key for account in (*one, *other) for key in account):
        pairs = zip(one, other, strict=True)
        parts[key] = [mine.get(key, 0.0) - theirs.get(key, 0.0) for mine, theirs in pairs]
    claims, doubtful = list[Claim](), list[Claim]()
    for (line, is_later), differences in parts.items():
        points = mean(differences)
        count = len(differences)
        error = deviation(differences) / sqrt(count) if count > 1 else 0.0
        error *= 1 + FEW_WORLDS / max(count - 1, 1)
        if abs(points) >= max(CLAIM_POINTS_MIN, CLAIM_ERRORS * error):
            claims.append(Claim(line, is_later, points))
        elif abs(points) >= max(CLAIM_POINTS_MIN, error):
            doubtful.append(Claim(line, is_later, points, error))
    for some in (claims, doubtful):
        some.sort(key=lambda claim: -abs(claim.points))

    def is_reason(claim: Claim) -> bool:
        return ((claim.points > 0) != (claim.line == RIVALS)) == is_better

    reasons = [claim for claim in claims if is_reason(claim)]
    if not reasons:
        return tuple(claim for claim in doubtful if is_reason(claim))[:DOUBTFUL_MAX]
    against = [claim for claim in claims if not is_reason(claim)][:1]
    return (*reasons[: CLAIMS_MAX - len(against)], *against)


def compared(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean difference between the values of two candidates in the same worlds, and its
    standard error, which is 0 for fewer than two worlds."""
    # A dropped candidate has fewer values, all of them from the first worlds.
    differences = [mine - theirs for mine, theirs in zip(one, other, strict=False)]
    if len(differences) < 2:
        return mean(differences), 0.0
    return mean(differences), deviation(differences) / sqrt(len(differences))


def is_clearly_worse(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether a candidate is significantly worse than another, by CLEAR_ERRORS, or equal to
    it in every world."""
    difference, error = compared(one, other)
    return difference + CLEAR_ERRORS * error <= 0


class Search:
    """The search for the best action of one decision, one rollout at a time.

    The loop ``while search.play_next(): ...`` may stop at any time, and ``judged`` may be called at
    any time.
    """

    def __init__(
        self,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
        budget: Budget,
        *,
        viewer: int | None = None,
        also: Sequence[Action] = (),
        decides: bool = True,
        afterwards: Sequence[Action] = (),
        resigned: Sequence[int] = (),
    ) -> None:
        """Prepare the search; see ``Trials`` for the other arguments.

        Args:
            afterwards: actions to judge as well. Those that are no candidates are tried once the
                search is over, so that the judgements of all candidates stay the same.
        """
        if not (budget.steps or budget.seconds):
            raise ValueError("a search needs a bound of its steps or of its time")
        self.trials = Trials(
            game,
            view,
            seat,
            chance,
            viewer=viewer,
            also=[*also, *afterwards],
            decides=decides,
            candidates=budget.candidates,
            errs=budget.errs,
            is_trained=budget.is_trained,
            resigned=resigned,
        )
        self._doubt = self.trials.tuning.doubt
        self._budget = budget
        self.seat = seat
        count = len(self.trials.candidates)
        self._afterwards = afterwards
        self._late = [
            number
            for number, action in enumerate(self.trials.candidates)
            if number >= self.trials.named and action in afterwards and action not in also
        ]
        """Candidates that are tried once the search is over."""
        self._samples: list[list[float]] = [[] for _ in range(count)]
        """The values of each candidate by world."""
        self._chances: list[list[tuple[float, ...]]] = [[] for _ in range(count)]
        """The chances of all seats after each candidate, by world."""
        self._settled: dict[int, Rollout] = {}
        """Candidates with the same result in every world."""
        self._followed: dict[int, Action] = {}
        """Candidates whose samples include the best action right after them; see
        ``_let_best_follow``."""
        self._alive = [number for number in range(count) if number not in self._late]
        """Candidates that have not been dropped."""
        self._halvings = max(1, ceil(log2(len(self._alive))))
        """Number of times that half of the candidates will be dropped; without the exceptions of
        ``_drop_worse_half``, one would then be left."""
        self._halved = 0
        """Number of times that half of the candidates has been dropped so far."""
        self._rollouts = self._play()
        self.is_over = len(self._alive) == 1 and not budget.is_exact
        self.worlds = 0
        """Number of worlds in which all remaining candidates were tried."""
        self._first_world = 0
        """Number of the first of these worlds."""
        self.steps = 0
        """Number of actions played in worlds so far."""
        self._ends = 0.0
        """Time of the monotonic clock at which the time is over; 0 if no clock is running."""

    def play_next(self) -> bool:
        """Play the next rollout; return False if the search is over."""
        return next(self._rollouts, False)

    def begin(self) -> None:
        """Start the clock if it is not running."""
        if self._budget.seconds and not self._ends:
            self._ends = monotonic() + self._budget.seconds

    @property
    def is_late(self) -> bool:
        """True if the time is over."""
        return bool(self._ends) and monotonic() >= self._ends

    @property
    def steps_left(self) -> float:
        """The number of actions left in the budget."""
        return self._budget.steps - self.steps if self._budget.steps else inf

    @property
    def seconds_left(self) -> float:
        """The seconds left in the budget; 0 for no limit."""
        if not self._ends:
            return self._budget.seconds
        return max(self._ends - monotonic(), SECONDS_LEFT_MIN)

    def judged(self) -> list[Judged]:
        """Return the present judgements of the candidates. The chosen action comes first, and the
        others follow by value."""
        chosen = self._chosen()
        all_worlds = self.worlds
        value = mean(self._samples[chosen][:all_worlds])
        chance = self.chances()[self.seat] if all_worlds else 0.0
        judgements = []
        for number, action in enumerate(self.trials.candidates):
            assert action is not None, "there is nothing to decide"
            points, error, _, _, share = self._difference(chosen, number)
            worlds = min(len(self._samples[number]), all_worlds)
            # Cap every value at the chosen action's: a higher mean was not significant.
            capped_value = value - max(points, 0.0)
            judgements.append(Judged(action, capped_value, error, worlds, chance * (1 - share)))
        others = [judged for number, judged in enumerate(judgements) if number != chosen]
        # Candidates that were not tried come last, in the order of the advice.
        others.sort(key=lambda judged: (judged.worlds == 0, -judged.value))
        return [judgements[chosen], *others]

    def explained(self, steps: int, is_wanted: Callable[[], bool] = lambda: True) -> list[Judged]:
        """Return the judgements; the first EXPLAINED_MAX have claims, and so have the actions
        judged afterwards.

        Args:
            steps: the approximate number of further actions to play.
            is_wanted: called before each action is explained. Once it returns False, the judgements
                are returned without claims.
        """
        judged = self.judged()
        compared = [candidate for candidate in judged if candidate.worlds][:EXPLAINED_MAX]
        if len(compared) < 2:
            return judged
        asked = [
            candidate
            for candidate in judged
            if candidate.worlds
            and candidate not in compared
            and candidate.action in self._afterwards
        ]
        named = [*compared, *asked]
        # Steps are shared among ``compared`` alone: further actions change no hint.
        accounts = []
        for candidate in named:
            if not is_wanted():
                return judged
            accounts.append(self._accounts(candidate.action, len(compared), steps))
        first, *others = accounts
        claims = [
            claims_of(first, others[0], is_better=True),
            # Where no claim explains why an action is worse, take the claims in its favour.
            *(
                claims_of(other, first, is_better=False) or claims_of(other, first, is_better=True)
                for other in others
            ),
        ]
        whys = dict(zip((candidate.action for candidate in named), claims, strict=True))
        return [
            msgspec.structs.replace(candidate, claims=whys.get(candidate.action, ()))
            for candidate in judged
        ]

    def claims(self, one: Action, other: Action, steps: int) -> tuple[Claim, ...]:
        """Return the differences in points that explain why one action is better than another.

        Args:
            one: the better action.
            other: the worse action.
            steps: the approximate number of further actions to play.
        """
        accounts = (self._accounts(action, 2, steps) for action in (one, other))
        return claims_of(*accounts, is_better=True)

    def _accounts(self, action: Action, compared: int, steps: int) -> list[Account]:
        """Return the accounts of an action in the first worlds. The number of worlds is the same
        for all actions among which the steps are shared, whose number is given."""
        in_time = [len(tried) for at, tried in enumerate(self._samples) if at not in self._late]
        rollout_steps = max(1.0, self.steps / max(sum(in_time), 1))
        worlds = max(EXPLAINED_WORLDS_MIN, round(steps / (rollout_steps * compared)))
        worlds = min(worlds, EXPLAINED_WORLDS)
        return [self.account(action, world) for world in range(worlds)]

    def account(self, action: Action, world: int) -> Account:
        """Return the account of an action in the world with a number. If the samples of the action
        include the best action after it, so does the account."""
        number = self.trials.candidates.index(action)
        return self.trials.account(self.trials.world(world), number, self._followed.get(number))

    def confirm(self, action: Action, worlds: int) -> Iterator[bool]:
        """Compare three candidates again in worlds that the search has not used: the chosen action,
        the default action and another one. Yield after each rollout. All later judgements come from
        these worlds alone.

        The first worlds have selected the chosen action, so they make its lead look too large.

        Args:
            action: the other candidate.
            worlds: number of worlds in which the three are tried.
        """
        chosen = self._chosen()
        other = self.trials.candidates.index(action)
        numbers = sorted({0, chosen, other})
        # The first world that none of them has seen.
        first = max(len(self._samples[number]) for number in numbers)
        for number in numbers:
            rollouts: list[Rollout] = []
            then, settled = self._followed.get(number), self._settled.get(number)
            for world in range(first, first + worlds):
                if settled is None:
                    rollout = self.trials.play(self.trials.world(world), number, then)
                    self.steps += rollout.steps
                    yield True
                rollouts.append(settled or rollout)
            self._samples[number] = [rollout.value for rollout in rollouts]
            self._chances[number] = [rollout.chances for rollout in rollouts]
        self._alive = sorted({0, chosen})
        self.worlds = worlds
        self._first_world = first

    def chances(self) -> tuple[float, ...]:
        """Return the chances of all seats to win after the chosen action."""
        return tuple(map(mean, zip(*self._counted(self._chosen()), strict=True)))

    @property
    def chance_error(self) -> float:
        """The standard error of the deciding seat's chance to win."""
        samples = [sample[self.seat] for sample in self._counted(self._chosen())]
        if len(samples) < 2:
            # Larger than any chance: nothing is known.
            return 1.0
        return max(deviation(samples), CHANCE_DEVIATION_MIN) / sqrt(len(samples))

    def advised_chances(self) -> tuple[float, ...]:
        """Return the chances of all seats to win after the default action."""
        return tuple(map(mean, zip(*self._counted(0), strict=True)))

    def _counted(self, candidate: int) -> list[tuple[float, ...]]:
        """Return the chances of all seats after a candidate, by world, in the worlds that count;
        in all worlds as long as few of them count, since their errors are then larger than what the
        others exaggerate."""
        chances = self._chances[candidate][: self.worlds]
        counted = [
            chance
            for number, chance in enumerate(chances, self._first_world)
            if self.trials.counts(number)
        ]
        return counted if len(counted) >= WORLDS_MIN else chances

    def lead(self, action: Action) -> Difference:
        """Return the difference between the chosen action and another candidate."""
        return self._difference(self._chosen(), self.trials.candidates.index(action))

    def lead_over_advised(self) -> Difference:
        """Return the difference between the chosen action and the default action."""
        return self._difference(self._chosen(), 0)

    def _chosen(self) -> int:
        """Return the candidate to play: the default action, unless another candidate is
        significantly better in enough worlds."""
        best = self._best()
        if 0 not in self._alive:
            # The default action was dropped.
            return best
        difference, error = self._compared(best, 0)
        is_tried = self.worlds >= self._worlds_to_leave(best) or self._settled.keys() >= {0, best}
        is_sure = self.worlds > 1 and difference > self._doubt * error
        return best if is_sure and is_tried else 0

    def _worlds_to_leave(self, other: int) -> int:
        """Return the number of worlds after which another action may replace the default action.

        The game's advice often continues a plan, which rollouts value too low. So the number is
        doubled where advice and worlds disagree by more than SURPRISE_ERRORS standard deviations
        among the worlds.
        """
        worlds = WORLDS_MIN
        advised = self.trials.advised
        difference, error = self._compared(other, 0)
        surprise = difference + advised[0] - advised[other]
        if surprise > SURPRISE_ERRORS * error * sqrt(max(self.worlds, 1)):
            worlds *= 2
        return min(worlds, self._budget.worlds)

    def _best(self) -> int:
        """Return the remaining candidate with the highest mean value."""
        worlds = self.worlds
        return max(self._alive, key=lambda number: mean(self._samples[number][:worlds]))

    def _compared(self, one: int, other: int) -> tuple[float, float]:
        """Return the mean difference between the values of two candidates, and its standard
        error."""
        return compared(self._samples[one], self._samples[other])

    def _difference(self, one: int, other: int) -> Difference:
        """Return the difference between two candidates."""
        points, error = self._compared(one, other)
        if one == other:
            return Difference(0.0, 0.0, 0.0, 0.0, 0.0)
        pairs = [
            (mine[self.seat], theirs[self.seat])
            for mine, theirs in zip(self._chances[one], self._chances[other], strict=False)
        ]
        if not pairs:
            return Difference(points, error, 0.0, 1.0, 0.0)
        differences = [mine - theirs for mine, theirs in pairs]
        # If both results are the same in every world, further worlds add no information.
        count = 1 if self._settled.keys() >= {one, other} else len(differences)
        spread = deviation(differences) if len(differences) > 1 else 0.0
        error_of_chance = max(spread, GAIN_DEVIATION_MIN) / sqrt(count)
        gain = mean(differences)
        had = mean([mine for mine, _ in pairs])
        share = min(max(gain / had, 0.0), 1.0) if had else 0.0
        return Difference(points, error, gain, error_of_chance, share)

    def _play(self) -> Iterator[bool]:
        """Try the remaining candidates world by world, yielding after each rollout."""
        self.begin()
        while not self.is_over:
            world = self.trials.world(self.worlds)
            for number in self.wanted():
                self._take(number, self.trials.play(world, number))
                yield True
                if self.is_late:
                    return

        # The late candidates come last, so that they change nothing for the others.
        if self._budget.follows:
            yield from self._let_best_follow()
        for number in self._late:
            yield from self._try_late(number)

    def _try_late(self, number: int) -> Iterator[bool]:
        """Try a candidate in all worlds of the finished search. It is chosen only if it is
        significantly better than the action that the search has chosen. Its steps do not count."""
        alive, chosen, steps = self._alive, self._chosen(), self.steps
        values = self._samples[number]
        while len(values) < self.worlds:
            rollout = self._settled.get(number)
            if rollout is None:
                rollout = self.trials.play(self.trials.world(len(values)), number)
                yield True
            values.append(rollout.value)
            self._chances[number].append(rollout.chances)
            self._note_if_settled(number, rollout)
            if self._is_test_due(len(values)) and is_clearly_worse(values, self._samples[chosen]):
                break
        then = self.trials.candidates[chosen]
        if self._budget.follows and then is not None and self._can_follow(number, then):
            yield from self._try_followed(number, chosen, then)
        # Not counted: ``_accounts`` derives the length of a rollout from the steps.
        self.steps = steps
        difference, error = self._compared(number, chosen)
        is_tried = len(self._samples[number]) == self.worlds and (
            self.worlds >= WORLDS_MIN or self._settled.keys() >= {number, chosen}
        )
        is_best = is_tried and difference > self._doubt * error
        self._alive = sorted([*alive, number]) if is_best else alive

    def _let_best_follow(self) -> Iterator[bool]:
        """Try each other candidate with the best one right after it. Repeat this if another
        candidate becomes the best.

        The rollout policy may never return to the best action. An action after which the best is
        still legal loses nothing.
        """
        tried = set[int]()
        while (best := self._chosen()) not in tried:
            tried.add(best)
            then = self.trials.candidates[best]
            assert then is not None, "there is nothing to decide"
            for number in range(len(self._samples)):
                if number not in (best, *self._late) and self._can_follow(number, then):
                    yield from self._try_followed(number, best, then)

    def _can_follow(self, number: int, then: Action) -> bool:
        """Return whether an action is legal right after a candidate in one of the first worlds."""
        trials = self.trials
        worlds = range(min(self.worlds, FOLLOW_WORLDS))
        return any(trials.can_follow(trials.world(at), number, then) for at in worlds)

    def _try_followed(self, number: int, best: int, then: Action) -> Iterator[bool]:
        """Try a candidate with the best one right after it, in all worlds so far.

        If this raises the mean value of the candidate, the new samples replace the former ones. We
        do not choose the better sample in each world, since this would overestimate the candidate.
        """
        alone = self._samples[number]
        values = list[float]()
        chances = list[tuple[float, ...]]()
        rollout: Rollout | None = None
        while len(values) < self.worlds:
            if rollout is None or not self._is_settled(rollout, chances):
                rollout = self.trials.play(self.trials.world(len(values)), number, then)
                self.steps += rollout.steps
                yield True
            values.append(rollout.value)
            chances.append(rollout.chances)
            if self._is_test_due(len(values)) and any(
                is_clearly_worse(values, others) for others in (alone, self._samples[best])
            ):
                break
        if rollout is None or compared(values, alone)[0] <= 0:
            return
        self._followed[number] = then
        self._samples[number] = values
        self._chances[number] = chances
        self._settled.pop(number, None)
        self._note_if_settled(number, rollout)
        # A candidate dropped earlier may be chosen again; one that was clearly worse before the
        # last world may not.
        self._alive = [candidate for candidate in self._alive if candidate != number]
        if len(values) == self.worlds:
            self._alive = sorted([*self._alive, number])

    def wanted(self) -> list[int]:
        """Return the candidates to try in the next world."""
        return [number for number in self._alive if number not in self._settled]

    def take(self, rollouts: Mapping[int, Rollout]) -> None:
        """Take the rollouts of the next world.

        Args:
            rollouts: by candidate; all candidates that ``wanted`` returns, and maybe others.
        """
        for number in self.wanted():
            self._take(number, rollouts[number])

    def _take(self, number: int, rollout: Rollout) -> None:
        self.steps += rollout.steps
        self._samples[number].append(rollout.value)
        self._chances[number].append(rollout.chances)
        self._note_if_settled(number, rollout)
        # A settled candidate gets its value when the world is closed.
        if all(len(self._samples[number]) > self.worlds for number in self.wanted()):
            self._close_world()

    def _note_if_settled(self, number: int, rollout: Rollout) -> None:
        """Note a candidate if its last rollout and those before it give the result of every
        world."""
        if self._is_settled(rollout, self._chances[number]):
            self._settled[number] = rollout

    def _is_settled(self, rollout: Rollout, chances: Sequence[tuple[float, ...]]) -> bool:
        """Return whether a rollout gives the result of a candidate in every world.

        Args:
            rollout: the last rollout of the candidate.
            chances: the chances of all seats after the candidate, by world.
        """
        kinds = self.trials.kinds
        return rollout.is_settled and len({*chances[-kinds:]}) == 1 and len(chances) >= kinds

    def _close_world(self) -> None:
        """Complete the samples of the current world, drop worse candidates, and test whether the
        search is over."""
        for number in self._alive:
            if len(self._samples[number]) == self.worlds:
                self._samples[number].append(self._settled[number].value)
                self._chances[number].append(self._settled[number].chances)
        self.worlds += 1
        if self._settled.keys() >= {*self._alive}:
            self.is_over = True
            if self.worlds == 1:
                # The second world repeats the first: two samples give a standard error, which is 0.
                self._close_world()
            return
        self._drop_worse_half()
        self._drop_clearly_worse()
        self.is_over = self.is_over or self._is_bought() or self._is_clear()

    def _is_clear(self) -> bool:
        """Return whether one candidate is left and its chance to win is as exact as the budget
        demands."""
        if len(self._alive) > 1:
            return False
        return not self._budget.is_exact or (
            self.worlds >= self._worlds_of_a_chance and self.chance_error <= CHANCE_ERROR_MAX
        )

    @property
    def _worlds_of_a_chance(self) -> int:
        """The minimum number of worlds from which a chance at a position is told."""
        return COUNTED_MIN * self.trials.kinds if self.trials.is_fitted else WORLDS_MIN

    def _is_bought(self) -> bool:
        """Return whether the budget is used up and the choice is settled.

        If another action seems significantly better than the default action by then, but was tried
        in too few worlds, only these two stay and the search continues beyond its steps.
        """
        if self.worlds >= min(WORLDS_MAX, self._budget.worlds):
            return True
        if self._share_spent() < 1:
            return False
        best = self._best()
        difference, error = self._compared(best, 0)
        is_tried = self.worlds >= self._worlds_to_leave(best) or difference <= self._doubt * error
        if not is_tried:
            self._alive = [0, best]
        elif self._budget.is_exact and self.worlds < self._worlds_of_a_chance:
            # A few more worlds with the chosen action make the chance at the position exact.
            self._alive = [self._chosen()]
        else:
            return True
        return False

    def _share_spent(self) -> float:
        """Return the used share of the budget; 1 or more once it is used up."""
        share = self.steps / self._budget.steps if self._budget.steps else 0.0
        if self._ends:
            share_left = (self._ends - monotonic()) / self._budget.seconds
            share = max(share, 1 - share_left)
        return share

    def _drop_clearly_worse(self) -> None:
        """Drop the candidates that are significantly worse than the best, or equal to it in every
        world."""
        if not self._is_test_due(self.worlds):
            return
        best = self._best()
        self._alive = [
            number
            for number in self._alive
            if number == best or not is_clearly_worse(self._samples[number], self._samples[best])
        ]

    @staticmethod
    def _is_test_due(worlds: int) -> bool:
        """Return whether candidates may be dropped after a number of worlds. We test at powers of
        two only, since a test after each world would drop good candidates by chance."""
        return worlds > WORLDS_MIN and worlds.bit_count() == 1

    def _drop_worse_half(self) -> None:
        """Drop the worse half of the candidates whenever the next equal share of the budget is used
        up. The default action stays, since the other candidates are compared with it."""
        enough = self.worlds >= WORLDS_MIN * (self._halved + 1)
        if not enough or self._share_spent() < (self._halved + 1) / (self._halvings + 1):
            return
        self._halved += 1
        ranked = sorted(self._alive, key=lambda number: -mean(self._samples[number]))
        # At least two stay; ``_drop_clearly_worse`` may drop one of them.
        better_half = ranked[: max(2, ceil(len(ranked) / 2))]
        self._alive = [number for number in self._alive if number in better_half or number == 0]


class Searcher(msgspec.Struct, frozen=True):
    """A policy that searches for a limited time. It is picklable, so that it can be sent to other
    processes."""

    seconds: float

    is_timed: bool = True
    """False to limit the search by steps alone, for the same result on every machine."""

    errs: bool = False
    """True to let all seats err where little is hidden, as hints do."""

    is_trained: bool = False
    """True to suppose play by the game's fitted policy, where it has one."""

    manner: str = ""
    """The name of the manner that chooses among actions that the search found equally good."""

    def budget(self, game: AnyGame, view: State, workers: int = 1) -> Budget:
        """Return the budget of a search from a view. Its steps grow with the number of workers."""
        steps = SHARE_OF_TIME * self.seconds * tuning_in(game, view).pace * workers
        seconds = self.seconds if self.is_timed else 0
        return Budget(
            max(round(steps), 1),
            seconds,
            errs=self.errs,
            is_trained=self.is_trained,
            follows=self.errs,
        )

    def search(
        self,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
        afterwards: Sequence[Action] = (),
    ) -> Search:
        """Return a search for a decision, not yet begun; see ``Search``."""
        budget = self.budget(game, view)
        return Search(game, view, seat, chance, budget, afterwards=afterwards)

    def __call__(self, game: AnyGame, view: State, seat: int, chance: bytes) -> Action:
        """Search for the best action and return it."""
        search = self.search(game, view, seat, chance)
        while search.play_next():
            pass
        return self.chosen(game, view, seat, search.judged())

    def chosen(self, game: AnyGame, view: State, seat: int, judged: Sequence[Judged]) -> Action:
        """Return the action to play: the first judged action, or an equally good action that the
        manner prefers. If the time was over before any action was tried in a whole world, no two
        are known to be equally good.

        Args:
            game: the game.
            view: the seat's view.
            seat: the seat that decides.
            judged: the judgements of ``Search.judged``, the chosen action first.
        """
        best = judged[0]
        if not best.worlds:
            return best.action
        doubt = tuning_in(game, view).doubt
        near = [
            candidate
            for candidate in judged
            if candidate.worlds == best.worlds
            and candidate.value >= best.value - doubt * candidate.error
        ]
        lacks = [max(best.value - candidate.value, 0.0) for candidate in near]
        actions = [candidate.action for candidate in near]
        return of_equals(game, view, seat, actions, lacks, self.manner)


BLOCK_SECONDS: Final = 0.02
"""Target duration of a block: long enough to be worth sending to a worker, and short enough that
little is lost if its results are discarded."""


class Block(msgspec.Struct, frozen=True, array_like=True):
    """Consecutive worlds, and the candidates that a worker tries in them."""

    first: int
    """Number of the first world."""
    count: int
    """Number of worlds."""
    candidates: tuple[int, ...]
    """Numbers of the candidates, in the order of their results."""


Rollouts = Sequence[Sequence[Rollout]]
"""The results of a block by world and candidate; fewer worlds if the time ran out."""
Ask = Callable[[Block, float], Future[Rollouts]]
"""A function that sends a block to a worker, with a time limit in seconds; 0 for no limit."""


class Split:
    """A search whose blocks run in several workers at the same time and may finish in any order."""

    def __init__(self, ask: Ask) -> None:
        """Prepare to split a search.

        Args:
            ask: sends a block to a worker.
        """
        self.answer: Future[list[Judged]] = Future()
        """The judgements, the chosen action first. This future can be cancelled at any time."""
        self._search: Search
        """The search, made by ``begin``."""
        self._ask = ask
        self._workers = 0
        """Number of workers, each of which has one block at a time."""
        self._block_steps = 0.0
        """Number of actions that a worker plays in BLOCK_SECONDS, by the game's pace."""
        self._next_world = 0
        """Number of the first world of which no candidate was sent to a worker."""
        self._rest: tuple[int, ...] = ()
        """Candidates of the last begun world that were not yet sent to a worker."""
        self._rollouts = self._steps = 0
        """Numbers of rollouts and of their actions so far, by which the length of the next ones is
        estimated."""
        self._rollouts_of_worlds: dict[int, dict[int, Rollout]] = {}
        """Rollouts by world and candidate, kept until all earlier worlds are complete."""
        self._asked: dict[Future[Rollouts], int] = {}
        """The number of rollouts in each block that a worker has."""
        self._lock = Lock()
        """Held while the fields are read or changed: answers arrive in the workers' threads."""
        self.answer.add_done_callback(self._drop)

    def begin(self, search: Callable[[], Search], workers: int) -> None:
        """Send a block to each worker, and another one after each answer, until the search is over.

        Args:
            search: a function that returns a search not yet begun.
            workers: the number of workers.
        """
        try:
            self._search = search()
        except Exception as error:
            _log.warning("A search of the bots has failed: %s.", type(error).__name__)
            self._end(Undecided(SEARCH_FAILED))
            return
        if self._search.is_over:
            # A single candidate; ``_hand_out`` then sees that the answer is there.
            self._end(self._search.judged())
        self._workers = workers
        self._block_steps = BLOCK_SECONDS * self._search.trials.tuning.pace
        self._hand_out()

    def _end(self, result: list[Judged] | BaseException) -> None:
        """Resolve the answer, unless it is resolved or cancelled already."""
        with suppress(InvalidStateError):
            if isinstance(result, BaseException):
                self.answer.set_exception(result)
            else:
                self.answer.set_result(result)

    def _hand_out(self) -> None:
        """Send blocks to idle workers as long as there is work."""
        while True:
            with self._lock:
                if self.answer.done() or not self._has_work():
                    return
                block = self._next_block()
                future = self._ask(block, self._search.seconds_left)
                self._asked[future] = block.count * len(block.candidates)
            future.add_done_callback(partial(self._answered, block))

    def _has_work(self) -> bool:
        """Return whether a worker is idle and further rollouts are needed."""
        if len(self._asked) == self._workers:
            return False
        if not self._asked:
            # Nothing is on its way, so the search would stand still without a block.
            return True
        waiting = sum(self._asked.values()) + sum(map(len, self._rollouts_of_worlds.values()))
        is_enough = waiting * self._steps_each() >= self._search.steps_left
        return not is_enough and (bool(self._rest) or self._next_world < WORLDS_MAX)

    def _steps_each(self) -> float:
        """Return the mean length of a rollout in actions; 0 before the first."""
        return self._steps / self._rollouts if self._rollouts else 0.0

    def _next_block(self) -> Block:
        """Return as many whole worlds as fill the time of a block. If one world takes longer,
        return a part of it, and the next block has the rest."""
        rollout_steps = self._steps_each()
        rollouts = max(1, round(self._block_steps / rollout_steps)) if rollout_steps else 1
        if self._rest:
            world = self._next_world - 1
            worlds = 1
            wanted = self._rest
        else:
            wanted = tuple(self._search.wanted())
            world = self._next_world
            worlds = max(1, rollouts // len(wanted))
        self._next_world = world + worlds
        self._rest = wanted[rollouts:]
        return Block(world, worlds, wanted[:rollouts])

    def _answered(self, block: Block, future: Future[Rollouts]) -> None:
        """Take the results of a block; end the search or send further blocks."""
        with self._lock:
            del self._asked[future]
            if future.cancelled() or self.answer.done():
                return
            error = future.exception()
            if error is None:
                self._take(block, future.result())
            is_over = self._search.is_over or self._search.is_late
            judged = self._search.judged() if is_over else []
        # Outside of the lock: the callbacks of the answer take it, too; see ``_drop``.
        if error is not None or is_over:
            self._end(error or judged)
        else:
            self._hand_out()

    def _take(self, block: Block, results: Rollouts) -> None:
        """Keep the results of a block, and give the search all worlds that are complete, in order.

        The time of the search runs from the first results on.
        """
        search = self._search
        search.begin()
        for world, rollouts in enumerate(results, block.first):
            by_candidate = self._rollouts_of_worlds.setdefault(world, {})
            by_candidate.update(zip(block.candidates, rollouts, strict=True))
            self._rollouts += len(rollouts)
            self._steps += sum(rollout.steps for rollout in rollouts)
        while not search.is_over and self._rollouts_of_worlds.get(search.worlds, {}).keys() >= {
            *search.wanted()
        }:
            search.take(self._rollouts_of_worlds.pop(search.worlds))

    def _drop(self, answer: Future[list[Judged]]) -> None:
        """Cancel the blocks that workers have not finished."""
        with self._lock:
            asked = tuple(self._asked)
        for future in asked:
            future.cancel()
