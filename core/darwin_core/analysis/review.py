"""The review of a match for one seat: its chance to win over the whole match, parted into luck and
decisions, and its decisions judged.

The chance is that of the seat as a viewer knew it then. A step changes it by a decision of the seat
(the same worlds with and without that action) and by luck: what was drawn, rolled and shown, and
what the others did. Start, luck and decisions add up to the result.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from math import exp, sqrt
from typing import Final, Literal, NamedTuple

import msgspec

from darwin_core.bots.rollouts import ahead, deal, deviation, mean, play_on, with_chance
from darwin_core.contract.chance import below, from_seed
from darwin_core.contract.game import OMNISCIENT, SPECTATOR, Action, AnyGame, Horizon, State
from darwin_core.contract.tables import read_text
from darwin_core.match.match import AnyMatch, begin
from darwin_core.match.record import fingerprint
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames

FILE: Final = "chances.toml"
"""The data of a game in its package, written by ``python -m darwin_core.lab.calibration``."""


class Spread(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The uncertainty of a game's worth in points, by the share of the match that is left."""

    at_end: float = 1.0
    """Points of uncertainty just before the end."""
    at_start: float = 20.0
    """Points of uncertainty at the start."""
    bend: float = 0.5
    """The power of the share left by which the uncertainty grows between the two."""

    def points(self, left: float) -> float:
        """Return the uncertainty in points with a share of the match left."""
        grown: float = left**self.bend
        return self.at_end + (self.at_start - self.at_end) * grown


class Measured(msgspec.Struct, frozen=True):
    """The file of a game: its spread at each number of seats, and the run that found it."""

    spread: dict[str, Spread]
    run: dict[str, str | int | float]


def left(game: AnyGame, state: State) -> float:
    """Return the share of a match that is left, from 1 at the start to 0."""
    if game.left is not None:
        return game.left(state)
    clock = game.clock(state)
    turn = (clock.turn - 1) / clock.turns if clock.turn and clock.turns else 0.5
    if not clock.turn:
        turn = 1.0
    return max(0.0, 1 - (clock.round - 1 + min(turn, 1.0)) / clock.rounds)


def chances_by(worth: Sequence[float], uncertainty: float) -> tuple[float, ...]:
    """Return the chances to win of seats, given the points that each is likely to have at the end
    and their uncertainty; they add up to 1."""
    most = max(worth)
    weights = [exp((points - most) / uncertainty) for points in worth]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def win_chances(
    game: AnyGame, state: State, worth: Sequence[float] | None = None
) -> tuple[float, ...]:
    """Return the chance to win of each seat of a whole state, whose worth may be known already; a
    shared win counts in equal parts once the match is over."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.wins
    points = game.bots.state_value(state) if worth is None else worth
    return chances_by(points, spread_of(game.package, len(points)).points(left(game, state)))


def spread_of(package: str, seats: int) -> Spread:
    """Return the spread of the game in a package; a guess where it brings no data."""
    return _spreads(package).get(str(seats)) or Spread()


@cache
def _spreads(package: str) -> dict[str, Spread]:
    try:
        text = read_text(package, FILE)
    except FileNotFoundError:
        return {}
    return msgspec.toml.decode(text, type=Measured).spread


ACTIONS_PER_MISTAKE: Final = 8
"""One action in so many is any legal one where players err, as they do where all cards are open:
the policies alone would always play on in the same way, and every chance would be 0 or 1."""
WORLDS_MIN: Final = 8
"""Worlds in which an action is tried, however long that takes. After each so many it is asked which
actions are still in doubt: now and then only, or chance would make some seem clear."""
DEVIATION_MIN: Final = 0.12
"""The least standard deviation of a difference in chance: a few worlds that agree prove little."""
ERROR_MAX: Final = 0.005
"""The standard error of a chance that is exact enough."""
CHANCE_DEVIATION_MIN: Final = 0.02
"""The least standard deviation of a chance: a few worlds that agree prove little."""
CLEAR_ERRORS: Final = 2.0
"""The standard errors by which an action must miss what counts to be tried no more."""


class Found(NamedTuple):
    """The promise of a position to a seat."""

    chance: float
    """The chance to win, from 0 to 1."""
    points: float
    """The points ahead of the mean of the others at the end."""


class Outlook:
    """The promise of a position to a seat with the knowledge of a viewer, by action played next.

    Every action is tried in the same worlds, so that their difference is not one of luck. The same
    view gives the same worlds.
    """

    def __init__(
        self,
        game: AnyGame,
        view: State,
        viewer: int,
        seat: int,
        horizon: Horizon,
        actions: Sequence[Action | None] = (None,),
        *,
        errs: bool = False,
    ) -> None:
        """Prepare to try some actions.

        Args:
            game: the game.
            view: the position as the viewer knows it.
            viewer: a seat, SPECTATOR or OMNISCIENT.
            seat: the seat whose chance and points are found.
            horizon: how far the position is played on.
            actions: actions of the seat to compare; None is what the policy plays.
            errs: whether players err also where cards are hidden.
        """
        self._game, self._view, self._viewer, self._seat = game, view, viewer, seat
        self._horizon, self._errs = horizon, errs or viewer == OMNISCIENT
        self._seed = fingerprint(msgspec.msgpack.encode(view))
        self._samples: dict[Action | None, list[Found]] = {action: [] for action in actions}
        self.likely: list[Action | None] = [*actions]
        """The actions that are not clearly worse than the first one."""

    def explore(
        self, worlds: int, seconds: float, least: float = 0.0, keep: Action | None = None
    ) -> "Outlook":
        """Try the actions in some worlds, until nothing is in doubt.

        Args:
            worlds: the maximum of worlds.
            seconds: the time it may take by the pace of the game's tuning: a count of actions, so
                the same on every machine.
            least: the chance that counts; actions that will clearly not bring so much beyond the
                first are tried no more.
            keep: an action that is tried in any case.
        """
        steps = round(seconds * self._game.bots.tuning.pace)
        for number in range(worlds):
            chance = from_seed(self._seed, "world", number)
            world = self._deal(chance)
            for action in self.likely:
                found, played = self._play(world, chance, action)
                self._samples[action].append(found)
                steps -= played
            tried = number + 1
            if steps <= 0 and tried >= WORLDS_MIN:
                break
            if tried % WORLDS_MIN:
                continue
            if len(self._samples) > 1:
                self._drop_unlikely(tried / worlds, least, keep)
            if self._is_clear():
                break
        return self

    def _is_clear(self) -> bool:
        """Return whether more worlds would tell nothing new: one action is left of several, or the
        chance of the only one is exact enough."""
        if len(self._samples) > 1:
            return len(self.likely) == 1
        chances = [sample.chance for sample in self._samples[self.likely[0]]]
        spread = max(deviation(chances), CHANCE_DEVIATION_MIN)
        return spread / sqrt(len(chances)) <= ERROR_MAX

    def _drop_unlikely(self, tried: float, least: float, keep: Action | None) -> None:
        """Drop the actions that will clearly not bring what counts, after a share of the worlds."""
        first = self.likely[0]
        # The worlds still to come can change the mean by this many of its present standard errors.
        share = CLEAR_ERRORS * sqrt(1 - tried)
        self.likely = [
            action
            for action in self.likely
            if action in (first, keep)
            or self.gain(action, first) + share * self.doubt(action, first) >= least
        ]

    def of(self, action: Action | None = None) -> Found:
        """Return the mean over all worlds."""
        chances, points = zip(*self._samples[action], strict=True)
        return Found(mean(chances), mean(points))

    def gain(self, one: Action | None, other: Action | None) -> float:
        """Return the chance that one action brings beyond another."""
        return mean(self._differences(one, other))

    def doubt(self, one: Action | None, other: Action | None) -> float:
        """Return the standard error of that gain."""
        differences = self._differences(one, other)
        if len(differences) < 2:
            return 1.0
        return max(deviation(differences), DEVIATION_MIN) / sqrt(len(differences))

    def _differences(self, one: Action | None, other: Action | None) -> list[float]:
        """Return the differences in the worlds that both actions were tried in."""
        pairs = zip(self._samples[one], self._samples[other], strict=False)
        return [mine.chance - theirs.chance for mine, theirs in pairs]

    def _deal(self, chance: bytes) -> State:
        """Return a world that agrees with the view."""
        draw = with_chance if self._viewer == OMNISCIENT else deal
        return draw(self._game, self._view, chance)

    def _play(self, world: State, chance: bytes, action: Action | None) -> tuple[Found, int]:
        """Return what an action leads to in a world, and the number of actions played for it."""
        game, state = self._game, self._game.clone(world)
        if action is not None:
            game.apply(state, self._seat, action, None)
        policy = _erring(game, chance) if self._errs else game.bots.fast_policy
        played = play_on(game, state, game.clock(self._view), self._horizon, policy)
        points = game.bots.state_value(state)
        found = Found(win_chances(game, state, points)[self._seat], ahead(points, self._seat))
        return found, played + 1


def _erring(game: AnyGame, chance: bytes) -> Callable[[State, int], Action]:
    """Return the policy of a game with mistakes, drawn from a chance of its own."""
    numbers = count()

    def policy(state: State, seat: int) -> Action:
        drawn = from_seed(chance.hex(), "mistake", next(numbers))
        is_mistake = below(drawn, ACTIONS_PER_MISTAKE) == 0
        if not is_mistake:
            action: Action = game.bots.fast_policy(state, seat)
        else:
            actions = game.legal(state, seat)
            # Read backwards, the same bytes are another draw.
            action = actions[below(drawn[::-1], len(actions))]
        return action

    return policy


WORLDS: Final = 32
"""Worlds in which each action is tried."""
NEAR: Final = Horizon("turn")
"""A position is played on to the end of a turn to find the chance to win."""
NEAR_WORLDS_FACTOR: Final = 2
"""Times as many worlds for that: they cost less."""
NEAR_SECONDS: Final = 0.05
"""The most time for that, by the pace of the game's tuning."""
CHOICE_SECONDS: Final = 0.2
"""The most time for a decision, by the pace of the game's tuning."""
CANDIDATES: Final = 3
"""The actions advised first that are compared with the one played."""
SLIP: Final = 0.02
"""The chance to win that a slip costs at least; less is of no interest."""
MISTAKE: Final = 0.05
"""The chance to win that a mistake costs at least."""
BLUNDER: Final = 0.12
"""The chance to win that a blunder costs at least."""
STRONG: Final = 0.03
"""The chance to win that a strong action brings beyond the one that is advised."""
SURE_ERRORS: Final = 2.5
"""The standard errors by which two actions must differ to count as different."""

Mark = Literal["", "!", "?!", "?", "??"]
Knowledge = Literal["players", "spectator", "all"]
"""The cards that are known when chances are found: those that each player knew, that a spectator
knew, or all. A spectator cannot judge decisions, so that all change is luck."""


def viewer_with(knowledge: Knowledge, seat: int) -> int:
    """Return the viewer with whose knowledge the chance of a seat is found."""
    if knowledge == "players":
        return seat
    return SPECTATOR if knowledge == "spectator" else OMNISCIENT


class Choice(msgspec.Struct, frozen=True):
    """A decision of the seat, beside the best one that was found."""

    position: int
    """The actions in force before it."""
    played: str
    best: str
    """In the game's notation; the action played if none was better."""
    cost: float
    """The chance to win that the best action would have brought beyond the one played."""
    points: float
    """The points that it would have brought beyond."""
    mark: Mark


class Review(msgspec.Struct, frozen=True):
    """A match as one seat went through it; chances from 0 to 1."""

    seat: int
    viewer: int
    chances: tuple[float, ...]
    """The chance at each position, from the start to the result."""
    luck: tuple[float, ...]
    """The change by luck of each step."""
    decisions: tuple[float, ...]
    """The change of each step by a decision of the seat."""
    choices: tuple[Choice, ...]

    @property
    def start(self) -> float:
        """The chance before the first action."""
        return self.chances[0]

    @property
    def result(self) -> float:
        """The share of the win."""
        return self.chances[-1]


class Judgement(msgspec.Struct, frozen=True):
    """One position, judged by itself."""

    chance: float | None = None
    """The chance to win there; None if nothing new was seen since the last position."""
    decision: float = 0.0
    """The change of the chance by the seat's decision there."""
    choice: Choice | None = None
    """The seat's decision there, if there was one to take."""


def judge(
    match: AnyMatch, seat: int, position: int, viewer: int | None = None, worlds: int = WORLDS
) -> Judgement:
    """Judge a position of a match that is over, and the decision taken there.

    Args:
        match: the match.
        seat: the seat whose chance to win is followed.
        position: the number of actions in force before; not the last one.
        viewer: whose knowledge is used: a seat, SPECTATOR or OMNISCIENT; by default the seat's
            own. Others than the seat and the omniscient cannot judge its decisions.
        worlds: the number of worlds in which each action is tried.
    """
    viewer = seat if viewer is None else viewer
    game, played, view = match.game, match.history[position], match.view(viewer, position)
    chance = None
    if _is_news(match, seat, position, viewer):
        chance = present_chance(game, view, viewer, seat, worlds)
    decides = played.seat == seat and viewer in (seat, OMNISCIENT)
    if not decides or len(game.legal(view, seat)) < 2:
        return Judgement(chance)
    beyond, choice = _judge_choice(match, view, position, viewer, worlds)
    return Judgement(chance, beyond, choice)


def present_chance(
    game: AnyGame, view: State, viewer: int, seat: int, worlds: int = WORLDS
) -> float:
    """Return the chance of a seat in a position as a viewer knows it, judged by what is near: so it
    varies least."""
    outlook = Outlook(game, view, viewer, seat, NEAR)
    return outlook.explore(NEAR_WORLDS_FACTOR * worlds, NEAR_SECONDS).of().chance


def _is_news(match: AnyMatch, seat: int, position: int, viewer: int) -> bool:
    """Return whether a viewer has learnt anything by the action before a position; of the seat's
    own actions only what they reveal is news."""
    if not position:
        return True
    # Hidden choices of several seats count when all of them are known.
    if len(match.game.to_move(match.state_at(position - 1))) > 1:
        return False
    own = match.history[position - 1].seat == seat
    return not own or any(event.reveals for event in match.events(viewer, position))


def _judge_choice(
    match: AnyMatch, view: State, position: int, viewer: int, worlds: int
) -> tuple[float, Choice]:
    """Return the chance that an action brought beyond the one advised first, and the decision for
    it judged."""
    game, seat, played = match.game, match.history[position].seat, match.history[position].action
    advised = game.bots.advise(game.view(view, seat), seat, SeatNames())[:CANDIDATES]
    advised_first = advised[0].action
    actions = [played, *(advice.action for advice in advised if advice.action != played)]
    horizon = game.bots.tuning.analysis_horizon or game.bots.tuning.horizon
    errs = game.bots.tuning.analysis_errs
    outlook = Outlook(game, view, viewer, seat, horizon, actions, errs=errs)
    least = max(SLIP, SURE_ERRORS * DEVIATION_MIN / sqrt(worlds))
    outlook.explore(worlds, CHOICE_SECONDS, least, keep=advised_first)
    best = max(outlook.likely, key=lambda action: outlook.of(action).chance)
    found, better = outlook.of(played), outlook.of(best)
    cost = better.chance - found.chance
    points = better.points - found.points
    # Differences that could be chance are left to luck.
    if best != played and cost < max(SLIP, SURE_ERRORS * outlook.doubt(best, played)):
        best, cost, points = played, 0.0, 0.0
    beyond = outlook.gain(played, advised_first)
    if abs(beyond) < SURE_ERRORS * outlook.doubt(played, advised_first):
        beyond = 0.0
    mark = _mark(cost, beyond >= STRONG)
    choice = Choice(
        position, game.texts.notation(played), game.texts.notation(best), cost, points, mark
    )
    return beyond, choice


def review(
    match: AnyMatch, seat: int, judgements: Sequence[Judgement], viewer: int | None = None
) -> Review:
    """Put the judgements of all positions but the last together.

    Raises:
        ValueError: if the match is not over.
    """
    if match.game.outcome(match.state) is None:
        raise ValueError(tr("Only a match that is over can be analysed."))
    chances, luck, decisions = [judgements[0].chance or 0.0], [], []
    ends = [each.chance for each in judgements[1:]]
    ends.append(win_chances(match.game, match.state)[seat])
    for judgement, seen in zip(judgements, ends, strict=True):
        before = chances[-1]
        after = min(max(before + judgement.decision, 0.0), 1.0) if seen is None else seen
        decisions.append(judgement.decision)
        luck.append(after - before - judgement.decision)
        chances.append(after)
    choices = tuple(each.choice for each in judgements if each.choice)
    knower = seat if viewer is None else viewer
    return Review(seat, knower, tuple(chances), tuple(luck), tuple(decisions), choices)


def sketch(judgements: Sequence[Judgement | None], result: float) -> list[float | None]:
    """Return the chances of a review of which some positions are not judged yet: None there, and
    after them until something new is seen.

    Args:
        judgements: those of all positions but the last, in order.
        result: the share of the win.
    """
    found: list[float | None] = []
    chance: float | None = None
    for judgement in judgements:
        if judgement is None:
            chance = None
        elif judgement.chance is not None:
            chance = judgement.chance
        found.append(chance)
        if judgement and chance is not None:
            chance = min(max(chance + judgement.decision, 0.0), 1.0)
    return [*found, result]


def _mark(cost: float, is_strong: bool) -> Mark:
    if cost >= BLUNDER:
        return "??"
    if cost >= MISTAKE:
        return "?"
    if cost >= SLIP:
        return "?!"
    return "!" if is_strong else ""


STEPS: Final = 5
"""The actions of a line: the best one, and what the policy of the game plays then."""


def better_line(match: AnyMatch, choice: Choice) -> AnyMatch:
    """Return a match that goes as another up to a decision and then takes the best action.

    It keeps the seed, so cards and dice come as they would have come, and the same choice gives the
    same line. Every seat plays on from its own view.
    """
    game = match.game
    line, _ = begin(game, match.header)
    for played in match.history[: choice.position]:
        line.accept(line.propose(played.seat, played.action))
    seat, action = match.history[choice.position].seat, game.texts.parse(choice.best)
    for _ in range(STEPS):
        line.accept(line.propose(seat, action))
        movers = game.to_move(line.state)
        if not movers:
            break
        seat = movers[0]
        action = game.bots.fast_policy(line.view(seat), seat)
    return line
