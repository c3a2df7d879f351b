"""The review of a match for one seat: its chance to win over the whole match, parted into luck and
decisions, and its decisions judged.

The chance is that of the seat as a viewer knew it then. A step changes it by a decision of the seat
(the same worlds with and without that action) and by luck: what was drawn, rolled and shown, and
what the others did. Start, luck and decisions add up to the result.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final, Literal

import msgspec

from darwin_core.analysis.chances import win_chances
from darwin_core.analysis.outlook import DEVIATION_MIN, Outlook
from darwin_core.contract.game import OMNISCIENT, SPECTATOR, AnyGame, Horizon, State
from darwin_core.match.match import AnyMatch
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon

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
    advised = game.advise(game.view(view, seat), seat, Lexicon())[:CANDIDATES]
    advised_first = advised[0].action
    actions = [played, *(advice.action for advice in advised if advice.action != played)]
    horizon = game.tuning.analysis_horizon or game.tuning.horizon
    errs = game.tuning.analysis_errs
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
    choice = Choice(position, game.notation(played), game.notation(best), cost, points, mark)
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
