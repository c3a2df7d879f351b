"""The values of actions in points, for the greedy bot, the hints and the search; and the fast
policy.

An action is carried out on a copy of the state in which no other effect is pending, so that no
other seat acts. Its value is the change in the value of the position. If the action leaves a
further effect to be answered, the value of the best answer is added. Skipping an effect is worth
nothing, unless an emptied stack of stamps gives its reward. The *hope* of an effect or a position
is the value of the effects that follow.

Even from a whole state, the values use only what the seat may know. Reasons are stored as data,
which ``hints`` puts into words. As little in a match depends on chance, the worlds of a search meet
the same positions many times; the chosen actions are therefore cached, with everything that they
depend on as the key.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import fsum
from operator import attrgetter, itemgetter
from typing import Final

import msgspec

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import diaries, rounds, rules, worth
from darwin_core.games.journey.acts import END, SKIP, AnyAction, Buy, Keep, Place, Skip, Stamp
from darwin_core.games.journey.material import (
    CREW,
    ORDER_LOCATION,
    ROUNDS,
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
from darwin_core.games.journey.objectives import forecast
from darwin_core.games.journey.pieces import GAINS, can, lacking, means, seal_cost
from darwin_core.games.journey.view import is_draft
from darwin_core.games.journey.worth import Value, typical_value
from darwin_core.kit.judging import BoundedCache, best
from darwin_core.kit.states import plus
from darwin_core.text.language import mark

# These figures are estimates in points, set by hand with the first greedy bot.
SPARE: Final = 0.12
"""Cost in points of using a worker, for each of the worker's seals that the location does not need:
the worker may be missed later."""
_REWARD_SHARE: Final = 0.6
"""The share of the reward of a crew card that counts in the draft."""
_NEW_COLOUR: Final = 0.4
"""The worth of a crew card that brings a seal of a colour that the other cards do not bring."""
_EASE: Final = 0.1
"""The worth of each colour that a crew card and a kept card both ask for, and of each seal asked
for of the colour that the card brings."""
DEPTH: Final = 2
"""Depth of the search: the number of nested choices, each started by another."""


class Gain(msgspec.Struct, frozen=True, gc=False):
    """A reason: the effect is a gain."""

    effect: AnyEffect


class Promise(msgspec.Struct, frozen=True, gc=False):
    """A reason: the effect may be done later."""

    effect: AnyEffect


class Change(msgspec.Struct, frozen=True, gc=False):
    """A reason: the change in the value of the position, or the value of the effects that
    follow."""

    before: Value
    after: Value
    hope: float
    """The value of the effects that follow."""
    follows: "Reason"


Reason = str | Gain | Promise | Change
Judged = tuple[float, Reason]
"""A value in points, and the reason for it."""

# Reasons without a figure; with a value, judgements of actions whose value is known.
ONLY_COSTS: Final = mark("it only costs")
NO_HOPE: Final[Judged] = (0.0, mark("nothing can be done there"))
ENDS: Final[Judged] = (0.0, mark("nothing is left to do in this turn"))
LEAVES: Final[Judged] = (0.0, mark("it leaves other actions undone"))
SKIPS: Final = (0.0, mark("it brings nothing"))
KEEPS: Final[Judged] = (0.0, mark("your stamps stay on the envelope"))

_SEVERAL: Final = (AnyOrder, Act, InOrder)
"""Effects whose parts are all done."""
_CHOICES: Final = (Either, Spend)
"""Effects of which one way is chosen."""
_NOTES: Final = (Turn, Inside)
"""Effects that bring nothing by themselves."""

_value: Final = itemgetter(0)
"""Return the value of a judgement."""


def judge(state: JourneyState, seat: int, actions: Sequence[AnyAction]) -> list[Judged]:
    """Judge each of a seat's legal actions, in order, using only what the seat may know."""
    if actions and type(actions[0]) is Keep:
        return [_judge_card(state, seat, action) for action in actions if isinstance(action, Keep)]
    return judge_from(state, seat, actions)[1]


def judge_from(
    state: JourneyState, seat: int, actions: Sequence[AnyAction]
) -> tuple[Value, list[Judged]]:
    """Return the value of a position after the draft, and judge the legal actions in it."""
    judge = _Judge(state, seat)
    return judge.before, judge.judge(actions)


def _judge_card(state: JourneyState, seat: int, action: Keep) -> Judged:
    """Judge a crew card by its reward, and by how well its seals match those of the cards already
    kept."""
    row = CREW[action.card]
    crew = state.crew[seat]
    starts = {CREW[card].start for card in crew}
    alike = sum(letter in row.seals for card in crew for letter in {*CREW[card].seals})
    ease = _NEW_COLOUR * (row.start not in starts) + _EASE * alike
    ease += _EASE * row.seals.count(row.start)
    # Hints name the seal and the reward, so no reason is needed.
    return worth.card_value(action.card) * _REWARD_SHARE + ease, ""


class _Judge:
    """The judge of a seat's choices in one position."""

    def __init__(self, state: JourneyState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.before = worth.value_of(state, seat)
        self.hopes: dict[object, Judged] = {}
        """Judged effects of locations, see ``_cached_hope``."""

    def judge(self, actions: Sequence[AnyAction]) -> list[Judged]:
        """Judge the legal actions, in which placings of workers come first.

        Actions of equal worth that place no worker are judged once.
        """
        place_actions = [action for action in actions if type(action) is Place]
        placed = self._judge_placings(place_actions) if place_actions else []
        # A free action does not prevent the placing of a worker, so the best placing is added.
        best = max(placed, key=_value)[0] if placed else 0.0
        effect = self.state.pending[-1]
        asked = self._asked(self.state, effect)
        known: dict[object, Judged] = {END: ENDS if len(actions) == 1 else self._judge_end()}
        # After stamps that emptied a stack, skipping brings the stack's reward, so it is tried.
        if not (isinstance(effect, Correspond) and effect.emptied):
            known[SKIP] = KEEPS if rounds.can_keep_stamps(self.state) else SKIPS
        others = list[Judged]()
        for action in actions[len(place_actions) :]:
            key = _equivalence_key(asked, action, DEPTH)
            if key not in known:
                value, reason = self._judge_answer(asked, action, self.before, DEPTH)
                known[key] = value + best, reason
            others.append(known[key])
        return placed + others

    def _judge_end(self) -> Judged:
        """Judge the end of a turn that leaves free actions undone. At the end of the seat's last
        turn in the match, its objectives can no longer be achieved."""
        state, seat = self.state, self.seat
        if state.round < ROUNDS or diaries.at_home(state, seat):
            return LEAVES
        return -worth.unachieved(state, seat, 0), LEAVES[1]

    def _asked(self, state: JourneyState, effect: AnyEffect) -> JourneyState:
        """Return a copy in which only this effect is pending, above a turn that continues
        afterwards, the discount on seals, and the marks of locations that are being performed."""
        asked = rules.clone(state)
        discount = means(state).discount
        asked.pending = [Turn(self.seat, has_placed=True)]
        if discount:
            asked.pending.append(Act((), discount, has_begun=True))
        asked.pending += [below for below in state.pending if type(below) is Inside]
        asked.pending.append(effect)
        return asked

    def _judge_answer(
        self, asked: JourneyState, action: AnyAction, before: Value, depth: int
    ) -> Judged:
        """Judge an answer to the top effect: the change in value, and the hope of the effects that
        follow.

        Args:
            asked: the position, as returned by ``_asked``.
            before: its value.
            depth: the depth left, counting this answer.
        """
        after = rules.clone(asked)
        height = len(after.pending) - 1
        rules.apply(after, self.seat, action, None)
        now = worth.updated_value(after, self.seat, before)
        pending = after.pending[height:]
        hope: float = 0.0
        follows: Reason = ONLY_COSTS
        if pending:
            # The next choice is searched; the other pending effects get their usual worth.
            hope, follows = self._hope(after, pending.pop(), now, depth - 1)
            typical = max(pending, key=typical_value, default=None)
            if typical and typical_value(typical) > max(hope, 0.0):
                follows = Promise(typical)
            hope += fsum(map(typical_value, pending))
        return now.total - before.total + hope, Change(before, now, hope, follows)

    def _hope(self, state: JourneyState, effect: AnyEffect, now: Value, depth: int) -> Judged:
        """Judge an effect that is pending in a state by its best answer.

        Without depth left, and for pure gains, it gets its usual worth.
        """
        if type(effect) in GAINS:
            return typical_value(effect), Gain(effect)
        if isinstance(effect, _SEVERAL):
            hopes = [self._hope(state, part, now, depth) for part in effect.parts]
            return fsum([value for value, _ in hopes]), _leading(hopes)
        if isinstance(effect, _CHOICES):
            hopes = [self._hope(state, way, now, depth) for way in effect.ways]
            return max(map(_value, hopes)), _leading(hopes)
        if isinstance(effect, _NOTES) or not can(state, effect, means(state)):
            return NO_HOPE
        if depth <= 0:
            return typical_value(effect), Promise(effect)
        asked = self._asked(state, effect)
        choices = _distinct(asked, rules.legal(asked, self.seat), depth)
        tried = [self._judge_answer(asked, choice, now, depth) for choice in choices]
        return max(tried, key=_value, default=NO_HOPE)

    # --- workers

    def _judge_placings(self, actions: Sequence[Place]) -> list[Judged]:
        """Judge the placings of workers."""
        state, seat = self.state, self.seat
        rows = diaries.rows_of(state, seat)
        # If other workers remain, this worker's unused seals may be missed at a later placing. The
        # stay itself depends on the worker only by its distinction and the seals that it lacks.
        spare = SPARE * (len(diaries.at_home(state, seat)) > 1)
        stays: dict[tuple[int, int, int], Judged] = {}
        judgements = list[Judged]()
        for action in actions:
            location = action.location
            level, lack, unused = _fit(rows[action.worker], diaries.seals_of(state, location))
            stay = location, level, lack
            if stay not in stays:
                stays[stay] = self._judge_stay(*stay)
            value, reason = stays[stay]
            judgements.append((value - spare * unused, reason))
        return judgements

    def _judge_stay(self, location: int, level: int, lack: int) -> Judged:
        """Judge a worker's stay at a location: its gain, less its costs.

        Args:
            level: the worker's distinction.
            lack: the number of seals that the worker lacks.
        """
        state, seat = self.state, self.seat
        after = rules.clone(state)
        cost = diaries.entry_cost(state, seat, location)
        parts, bonus, discount = diaries.stay(state, location, level)
        coin_change = -cost + sum(part.number for part in bonus if isinstance(part, Coins))
        if coin_change:
            after.coins = plus(after.coins, seat, coin_change)
        if lack:
            after.knowledge = plus(after.knowledge, seat, -lack)
        if location == ORDER_LOCATION:
            after.queue += bytes((seat,))
        after.pending = [Turn(seat, has_placed=True), Act((), discount, has_begun=True)]
        now = worth.updated_value(after, seat, self.before)
        value = now.total - self.before.total
        value += fsum(typical_value(part) for part in bonus if not isinstance(part, Coins))
        hopes = [self._cached_hope(after, part, now, discount) for part in parts]
        value += fsum(max(hope, 0.0) for hope, _ in hopes)
        return value, _leading(hopes)

    def _cached_hope(
        self, state: JourneyState, part: AnyEffect, now: Value, discount: int
    ) -> Judged:
        """Judge an effect of a location. The judgement is cached: the same effect with the same
        means is searched only once in a position."""
        key = part, state.coins, state.knowledge, state.queue, discount
        if key not in self.hopes:
            self.hopes[key] = self._hope(state, part, now, DEPTH)
        return self.hopes[key]


@lru_cache(maxsize=1 << 14)
def _fit(row: Cards, seals: str) -> tuple[int, int, float]:
    """Return a worker's distinction, the number of seals missing for a location, and a measure of
    the worker's seals that the location does not need: each counts 1, and each colour 0.5."""
    unused = max(len(row) - len(seals), 0) + 0.5 * (len({*row}) - len({*seals}))
    return diaries.distinction(row), lacking(row, seals), unused


def _leading(hopes: Sequence[Judged]) -> Reason:
    """Return the reason for the best of several hopes, or the reason of NO_HOPE."""
    # NO_HOPE is compared by identity: another hope may also have the value 0.
    known_hopes = [hope for hope in hopes if hope is not NO_HOPE]
    return max(known_hopes, key=_value, default=NO_HOPE)[1]


def _equivalence_key(state: JourneyState, action: AnyAction, depth: int) -> object:
    """Return a key that is equal for actions of equal worth: purchases of equal seals at the same
    cost, and stamps on an envelope from stacks that no search of this depth can empty."""
    if type(action) is Buy:
        spot = action.spot
        return state.scrolls[spot], seal_cost(state, spot, action.row, 0), action.row
    if type(action) is Stamp:
        # Each answer of the search places one stamp at most.
        is_large = state.stacks[state.actor][action.stack] > depth
        return NOTHING if is_large else action.stack, action.envelope
    return action


def _distinct(asked: JourneyState, choices: Sequence[AnyAction], depth: int) -> Iterable[AnyAction]:
    """Return the choices that may be the best, without skipping. Among equal seals, only the
    cheapest is kept; among stamps of equal worth, only one."""
    firsts = dict[object, AnyAction]()
    for choice in choices:
        if type(choice) is Buy:
            firsts.setdefault((asked.scrolls[choice.spot], choice.row), choice)
        elif type(choice) is not Skip:
            firsts.setdefault(_equivalence_key(asked, choice, depth), choice)
    return firsts.values()


# --- gains that others could still take from a seat


def prospects(state: JourneyState, seat: int) -> dict[str, float]:
    """Return the number of second rewards that a seat would win with its stamps now, the number of
    locations to which its workers at home can go, and the number of seats behind it in the next
    round's turn order; nothing before the first round."""
    if not state.round or not state.pending:
        return {}
    rewards = {line.label: float(line.points[seat]) for line in forecast(state)}
    turn = msgspec.structs.replace(state, actor=seat, pending=[Turn(seat)])
    locations = {placing.location for placing in rounds.placings(turn, seat)}
    following = bytes(dict.fromkeys(state.queue + state.order))
    behind = len(following) - following.index(seat) - 1
    return {
        mark("second rewards"): rewards["second rewards for stamps"],
        mark("open locations"): float(len(locations)),
        mark("place in the next turn order"): float(behind if state.round < ROUNDS else 0),
    }


# --- the choice of the greedy bot, for searches


CHOICES_MAX: Final = 1 << 13
"""Maximum number of cached choices."""

# The rules version is added, because states of earlier rules differ only in their class. The list
# of pending effects is added as a tuple, because a list cannot be part of a key.
# Chance is left out, because no value depends on it.
_FIELDS: Final = {*JourneyState.__struct_fields__, "rules"} - {"chance", "pending"}
_key_fields: Final = attrgetter(*sorted(_FIELDS))
_chosen: Final = BoundedCache[tuple[object, ...], AnyAction](CHOICES_MAX)


def fast_policy(state: JourneyState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    if is_draft(state):
        # The hands of others are hidden, so they must not be part of a key.
        return _best(state, seat)
    key = key_of(state)
    return _chosen.get(key) or _chosen.keep(key, _best(state, seat))


def key_of(state: JourneyState) -> tuple[object, ...]:
    """Return everything that the chosen action depends on, for a state without hidden hands."""
    return (*_key_fields(state), *state.pending)


def _best(state: JourneyState, seat: int) -> AnyAction:
    actions = rules.legal(state, seat)
    if len(actions) == 1:
        return actions[0]
    return best(actions, [value for value, _ in judge(state, seat, actions)])
