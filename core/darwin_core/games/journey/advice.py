"""The worth of each choice now, judged from the seat's view: the greedy bot and the hints.

A choice is carried out on a copy in which no other effect is pending, so that no other seat acts.
The difference is the change in the worth of the position. An effect that the choice has left to be
chosen counts as the best of its choices. Skipping an effect is worth nothing.
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.game import Advice
from darwin_core.games.journey import diaries, rules, worth
from darwin_core.games.journey.academy import lacking
from darwin_core.games.journey.actions import (
    END,
    AnyAction,
    Keep,
    Place,
    Skip,
)
from darwin_core.games.journey.components import (
    CREW,
    ORDER_LOCATION,
    ROUNDS,
    areas,
)
from darwin_core.games.journey.effect_words import effect_words, parts_words
from darwin_core.games.journey.effects import can
from darwin_core.games.journey.pieces import (
    GAINS,
    means,
)
from darwin_core.games.journey.state import (
    Act,
    AnyEffect,
    AnyOrder,
    Coins,
    Correspond,
    Either,
    InOrder,
    Inside,
    JourneyState,
    Spend,
    Turn,
)
from darwin_core.kit.rows import plus
from darwin_core.lexicon import Lexicon

SPARE: Final = 0.12
"""The worth of a worker for each seal that a location does not ask for: it may be missed later."""
DEPTH: Final = 2
"""Depth of the search: the number of nested choices, each started by another."""

ONLY_COSTS: Final = "it only costs"
NO_HOPE: Final = (0.0, "nothing can be done there")

Parts = dict[str, float]


def advise(view: JourneyState, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take with its worth in points, best first; ties in their
    order."""
    actions = rules.legal(view, seat)
    if not actions:
        return []
    if isinstance(actions[0], Keep):
        judged = [_judge_card(view, seat, action) for action in actions if isinstance(action, Keep)]
    else:
        judged = _Judge(view, seat).judge(actions)
    return sorted(judged, key=lambda advice: -advice.value)


def _judge_card(view: JourneyState, seat: int, action: Keep) -> Advice[AnyAction]:
    """Judge a crew card by its reward, and by the match of its seals with those of the cards
    kept."""
    row = CREW[action.card]
    kept = view.crew[seat]
    starts = {CREW[card].start for card in kept}
    alike = sum(letter in row.seals for card in kept for letter in {*CREW[card].seals})
    ease = 0.4 * (row.start not in starts) + 0.1 * alike + 0.1 * row.seals.count(row.start)
    value = round(worth.card_value(action.card) * 0.6 + ease, 6)
    return Advice(action, value, f"its reward: {parts_words(row.reward)}")


class _Judge:
    """The judge of the choices of one moment."""

    def __init__(self, view: JourneyState, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.before = worth.parts(view, seat)
        self.left = ROUNDS - max(view.round, 1)
        self._locations: dict[tuple[int, int, int], tuple[float, str]] = {}

    def judge(self, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
        placed = [self._place(action) for action in actions if isinstance(action, Place)]
        best = max((advice.value for advice in placed), default=0.0)
        others = [self._other(action, best) for action in actions if not isinstance(action, Place)]
        return placed + others

    def _other(self, action: AnyAction, place: float) -> Advice[AnyAction]:
        if action == END:
            return Advice(action, 0.0, "nothing is left to do in this turn")
        if isinstance(action, Skip) and not self._has_stamped():
            return Advice(action, 0.0, "it changes nothing")
        effect = self.view.pending[-1]
        value, reason = self._tried(self.view, effect, action, self.before, DEPTH)
        # A free action does not keep a worker from being placed.
        return Advice(action, round(value + place, 6), reason)

    def _has_stamped(self) -> bool:
        effect = self.view.pending[-1]
        return isinstance(effect, Correspond) and bool(effect.emptied)

    def _tried(
        self,
        state: JourneyState,
        effect: AnyEffect,
        action: AnyAction,
        before: Parts,
        depth: int,
    ) -> tuple[float, str]:
        """Return the change that an action makes, and its largest part."""
        after = rules.clone(state)
        after.pending = [*_ground(state, self.seat), effect]
        height = len(after.pending) - 1
        rules.apply(after, self.seat, action, None)
        now = worth.parts(after, self.seat)
        changes = {name: now[name] - before[name] for name in now}
        value = sum(changes.values())
        hope, follows = self._hope_of(after, after.pending[height:], now, depth - 1)
        most = max(changes, key=lambda name: changes[name])
        return value + hope, f"for {most}" if changes[most] >= hope else follows

    def _hope_of(
        self, state: JourneyState, pending: Sequence[AnyEffect], now: Parts, depth: int
    ) -> tuple[float, str]:
        """Return the value of pending choices and its reason: the next is searched, the rest
        estimated."""
        found, reason = sum(worth.guess(effect) for effect in pending[:-1]), ONLY_COSTS
        for effect in pending[-1:]:
            hope, reason = self._hope(state, effect, now, depth)
            found += hope
        return found, reason

    def _hope(
        self, state: JourneyState, effect: AnyEffect, now: Parts, depth: int
    ) -> tuple[float, str]:
        """Return the value of an effect pending in a state, by its best choice, and the reason."""
        kind = type(effect)
        if kind in GAINS:
            return worth.guess(effect), f"for {effect_words(effect)}"
        if isinstance(effect, AnyOrder | Act | InOrder):
            hopes = [self._hope(state, part, now, depth) for part in effect.parts]
            return sum(value for value, _ in hopes), max(hopes, default=NO_HOPE)[1]
        if isinstance(effect, Either | Spend):
            return max(self._hope(state, way, now, depth) for way in effect.ways)
        if isinstance(effect, Turn | Inside) or not can(state, effect, means(state)):
            return NO_HOPE
        if depth <= 0:
            return worth.guess(effect), f"it leads to {effect_words(effect)}"
        asked = rules.clone(state)
        asked.pending = [*_ground(state, self.seat), effect]
        tried = [
            self._tried(state, effect, choice, now, depth)
            for choice in rules.legal(asked, self.seat)
            if not isinstance(choice, Skip)
        ]
        return max(tried, default=NO_HOPE)

    # --- workers

    def _place(self, action: Place) -> Advice[AnyAction]:
        view, seat = self.view, self.seat
        worker, location = action.worker, action.location
        row = diaries.row_of(view, seat, worker)
        seals = diaries.seals_of(view, location)
        lack = lacking(row, seals)
        level = diaries.distinction(row)
        key = (location, level, lack)
        if key not in self._locations:
            self._locations[key] = self._stay(location, level, lack)
        value, reason = self._locations[key]
        spare = max(len(row) - len(seals), 0) + 0.5 * (len({*row}) - len({*seals}))
        return Advice(action, round(value - SPARE * spare * (self._others_left()), 6), reason)

    def _others_left(self) -> float:
        """Return whether workers are left that could miss the seals of this worker."""
        return 1.0 if len(diaries.at_home(self.view, self.seat)) > 1 else 0.0

    def _stay(self, location: int, level: int, lack: int) -> tuple[float, str]:
        """Return the gain of a worker of a distinction at a location, less its costs."""
        view, seat = self.view, self.seat
        after = rules.clone(view)
        _, busy = diaries.crowded(view)
        cost = 0
        if areas(len(view.coins))[location] in busy:
            cost = diaries.occupied_cost(view, seat)
        parts, bonus, discount = diaries.stay(view, location, level)
        paid = -cost + sum(part.number for part in bonus if isinstance(part, Coins))
        after.coins = plus(after.coins, seat, paid)
        after.knowledge = plus(after.knowledge, seat, -lack)
        if location == ORDER_LOCATION:
            after.queue += bytes((seat,))
        after.pending = [Turn(seat, has_placed=True), Act((), discount, has_begun=True)]
        now = worth.parts(after, seat)
        value = sum(now.values()) - sum(self.before.values())
        value += sum(worth.guess(part) for part in bonus if not isinstance(part, Coins))
        hopes = [self._hope(after, part, now, DEPTH) for part in parts]
        value += sum(max(hope, 0.0) for hope, _ in hopes)
        return value, max(hopes)[1]


def _ground(state: JourneyState, seat: int) -> list[AnyEffect]:
    """Return the effects below a choice: a turn that continues afterwards, and price changes."""
    discount = means(state).discount
    return [
        Turn(seat, has_placed=True),
        *[Act((), discount, has_begun=True)] * bool(discount),
        *(effect for effect in state.pending if isinstance(effect, Inside)),
    ]
