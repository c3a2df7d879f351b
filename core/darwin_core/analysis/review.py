"""The review of a match for one seat: its chance to win over the whole match, parted into luck and
decisions, and its decisions judged.

The chance is that of the seat as a viewer knew it then. A step changes it by a decision of the seat
(the same worlds with and without that action) and by luck: what was drawn, rolled and shown, and
what the others did. Start, luck and decisions add up to the result.
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from darwin_core.analysis.chances import win_chances
from darwin_core.analysis.outlook import Outlook
from darwin_core.game import OMNISCIENT, Action, AnyGame, Horizon, State
from darwin_core.lexicon import Lexicon
from darwin_core.match.match import AnyMatch
from darwin_core.record import fingerprint

WORLDS: Final = 32
"""Worlds in which each action is tried."""
NEAR: Final = Horizon("turn")
"""A position is played on to the end of a turn to find the chance to win."""
NEAR_WORLDS: Final = 2
"""Times as many worlds for that: they cost less."""
CANDIDATES: Final = 3
"""The actions advised first that are compared with the one played."""
MISTAKE: Final = 0.05
"""The chance to win that a mistake costs at least."""
BLUNDER: Final = 0.12
"""The chance to win that a blunder costs at least."""
STRONG: Final = 0.03
"""The chance to win that a strong action brings beyond the one that is advised."""
SURE: Final = 2.5
"""The standard errors by which two actions must differ to count as different."""

Mark = Literal["", "!", "?", "??"]


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

    def turning_points(self, most: int = 3) -> list[int]:
        """Return the steps that changed most, the largest change first; each is the position after
        the action."""
        changes = [
            abs(after - before)
            for before, after in zip(self.chances, self.chances[1:], strict=False)
        ]
        ranked = sorted(range(len(changes)), key=lambda step: -changes[step])
        return [step + 1 for step in ranked[:most] if changes[step] >= MISTAKE]


class Reviewing:
    """A review being made, a position at a time; it may be left at any time.

    ``for share in reviewing.steps(): ...`` yields the share that is done; then ``review`` is whole.
    """

    def __init__(
        self, match: AnyMatch, seat: int, viewer: int | None = None, worlds: int = WORLDS
    ) -> None:
        """Prepare the review of a finished match.

        Args:
            match: the match.
            seat: the seat whose chance to win is followed.
            viewer: whose knowledge is used: a seat, SPECTATOR or OMNISCIENT; by default the seat's
                own. A spectator cannot judge decisions, and parts nothing.
            worlds: in how many worlds each action is tried.

        Raises:
            ValueError: if the match is not over.
        """
        if match.game.outcome(match.state) is None:
            raise ValueError("Only a match that is over can be analysed.")
        self._match, self._seat, self._worlds = match, seat, worlds
        self._viewer = seat if viewer is None else viewer
        self._chances: list[float] = []
        self._luck: list[float] = []
        self._decisions: list[float] = []
        self._choices: list[Choice] = []

    @property
    def review(self) -> Review:
        """The review as far as it was made."""
        return Review(
            self._seat,
            self._viewer,
            tuple(self._chances),
            tuple(self._luck),
            tuple(self._decisions),
            tuple(self._choices),
        )

    def steps(self) -> Iterator[float]:
        """Judge one position after the other; yield the share of them that is done."""
        match, history = self._match, self._match.history
        chance = self._chance_at(0)
        self._chances.append(chance)
        for position, played in enumerate(history):
            view = match.view(self._viewer, position)
            decision = 0.0
            if played.seat == self._seat and self._viewer in (self._seat, OMNISCIENT):
                decision = self._decide(position, view, played.action)
            after = self._after(position + 1, chance + decision)
            self._decisions.append(decision)
            self._luck.append(after - chance - decision)
            self._chances.append(after)
            chance = after
            yield (position + 1) / len(history)

    def _after(self, position: int, expected: float) -> float:
        """Return the chance at a position; the one expected if nothing new was seen."""
        match = self._match
        if position == len(match.history):
            return win_chances(match.game, match.state)[self._seat]
        own = match.history[position - 1].seat == self._seat
        is_quiet = own and not any(e.reveals for e in match.events(self._viewer, position))
        # Hidden choices of several seats count when all of them are known.
        is_early = len(match.game.to_move(match.state_at(position - 1))) > 1
        if is_quiet or is_early:
            return min(max(expected, 0.0), 1.0)
        return self._chance_at(position)

    def _decide(self, position: int, view: State, played: Action) -> float:
        """Judge a decision; return the change of the chance by it."""
        game = self._match.game
        if len(game.legal(view, self._seat)) < 2:
            return 0.0
        outlook = self._outlook(view, self._worlds, game.tuning.horizon)
        advised = [
            advice.action
            for advice in game.advise(game.view(view, self._seat), self._seat, Lexicon())
        ][:CANDIDATES]
        found = outlook.of(played)
        best = max((*advised, played), key=lambda action: outlook.of(action).chance)
        cost = outlook.of(best).chance - found.chance
        is_sure = best != played and cost > SURE * outlook.doubt(best, played)
        # What could be chance is left to luck.
        beyond = found.chance - outlook.of(advised[0]).chance
        if abs(beyond) < SURE * outlook.doubt(played, advised[0]):
            beyond = 0.0
        self._choices.append(
            Choice(
                position,
                game.notation(played),
                game.notation(best if is_sure else played),
                cost if is_sure else 0.0,
                outlook.of(best).points - found.points if is_sure else 0.0,
                _mark(cost if is_sure else 0.0, beyond >= STRONG),
            )
        )
        return beyond

    def _chance_at(self, position: int) -> float:
        """Return the chance at a position, judged by what is near: so it varies least."""
        view = self._match.view(self._viewer, position)
        outlook = self._outlook(view, NEAR_WORLDS * self._worlds, NEAR)
        return outlook.of().chance

    def _outlook(self, view: State, worlds: int, horizon: Horizon) -> Outlook:
        game: AnyGame = self._match.game
        seed = fingerprint(msgspec.msgpack.encode(view))
        return Outlook(game, view, self._viewer, self._seat, seed, worlds, horizon)


def _mark(cost: float, is_strong: bool) -> Mark:
    if cost >= BLUNDER:
        return "??"
    if cost >= MISTAKE:
        return "?"
    return "!" if is_strong else ""
