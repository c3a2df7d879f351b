"""The value of each action and of each position in points, and the fast policy.

The values are those of a careful player who does not plan ahead. Cards in hand are worth the
triplets that they promise. A triplet on the field is worth its points, less the danger of being
trumped, plus the extra card that it lets its owner hold. A trade is worth its gain, weighted by the
chance that it is accepted. Even from a whole state, the values use only what the seat may know.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from math import fsum
from typing import Final

from darwin_core.contract.cards import ONE, Cards, together, without
from darwin_core.games.yummy.acts import (
    PROPOSE,
    Accept,
    AnyAction,
    Ask,
    Bank,
    Counter,
    Discard,
    Give,
    Keep,
    Lay,
    Mark,
    Swap,
    Trade,
    Trump,
)
from darwin_core.games.yummy.material import (
    ALIENS,
    CITIZENS,
    COPIES_OF,
    EXECUTIVE,
    FIRST_ACTION,
    GROUP_OF,
    HAND_CARDS,
    LABELS,
    MARKS_TO_CAPTURE,
    TRUMPED,
    USA,
    VALUE_OF_GROUP,
    Answer,
    Move,
    Offer,
    PlaceTriplet,
    Trim,
    Triplet,
    YummyState,
)
from darwin_core.games.yummy.offers import (
    CARDS_PER_TURN,
    CITIZENS_ACTION,
    GROUPS,
    LATER,
    NO_PLAN,
    ROOM,
    SUCCESS_MIN,
    TYPICAL,
    WILLING_EVEN,
    Partner,
    Plan,
    gain_weight,
    hand_worth,
    partner_of,
    points_ready,
    worth_to_asker,
)
from darwin_core.games.yummy.rules import (
    SIZE,
    can_be_trumped,
    captures,
    group_of,
    is_last_turn,
    lays,
    legal,
    outcome,
    points_of,
    swaps,
    totals,
)
from darwin_core.games.yummy.trades import holds
from darwin_core.games.yummy.view import remembered_by_seat, unseen_copies
from darwin_core.kit.judging import best, fitted_state_value
from darwin_core.text.language import mark

OFFER_THRESHOLD: Final = 0.02
"""The minimum value of an offer in points. At three to five seats, 0.02 brings about a point per
match more than 0.08, as measured in 1,200 matches."""
COUNTER_THRESHOLD: Final = 0.02
"""The minimum value of a counter-offer in points."""
OFF_PLAN: Final = 1.0
"""Penalty in points for a step that leaves the plan of an offer."""

# The figures below are estimates: set by hand, and not covered by the fit of ``state_value.toml``.
LATE_HAND_TURNS: Final = 2
"""Number of turns left to the seat below which cards in hand weigh less and less."""
LEADER_FACTOR: Final = 1.5
"""The value of a point that the leader loses, relative to another rival's."""
DANGER_MAX: Final = 0.9
"""Maximum chance that a triplet is trumped."""
FURTHER_TARGETS: Final = 1.5
"""Number of triplets of the same group that take danger off one, beside those on the fields."""
DANGER_NOW: Final = 0.3
"""The share of the danger that remains without further turns, before the match's last turn."""
DANGER_TURNS: Final = 3
"""Number of turns left to the seat in which the rest of the danger builds up."""
ROOM_TURNS_MAX: Final = 4.0
"""Maximum number of turns in which room in hand is worth something."""
LAY_VALUE_MIN: Final = 0.1
"""Minimum value of laying a triplet in points: more than ending the turn, which is worth 0."""
SWAP_COST: Final = 0.01
"""Cost of a swap in points, so that a swap without gain is worth less than ending the turn."""
NEXT_MARK_VALUE: Final = 1.5
"""The worth in points of holding a card for the capturing mark, and the loss if only others may
hold one."""


class Judgement:
    """One seat's estimates of a position."""

    def __init__(self, state: YummyState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.seats = len(state.hands)
        self.hand = state.hands[seat]
        self.turns = len(state.deck) / CARDS_PER_TURN / self.seats
        """The number of turns that the seat still has."""
        self.hand_weight = min(1.0, self.turns / LATE_HAND_TURNS)
        """The weight of cards in hand for the rest of the match."""
        # The bottom of the stack is the move of the player in turn.
        is_in_turn = state.pending[0] == Move(seat)
        self._ready_weight = 1 - self.hand_weight if is_in_turn else 0.0
        """The weight of points that the hand can still bring in this turn."""

    @property
    def is_two_player(self) -> bool:
        """True if there is a single rival."""
        return self.seats == 2

    @cached_property
    def known(self) -> list[Cards]:
        """The cards of others that the seat knows, by seat."""
        return remembered_by_seat(self.state, self.seat)

    @cached_property
    def unseen_copies(self) -> list[int]:
        """The number of unseen copies of each label."""
        return unseen_copies(self.state, self.seat)

    @cached_property
    def unseen(self) -> int:
        """The number of unseen cards, at least 1."""
        return max(sum(self.unseen_copies), 1)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The points on the table by seat."""
        return totals(self.state)

    def values(self, actions: Sequence[AnyAction]) -> list[float]:
        """Return the values of the seat's legal actions, in order."""
        values = self._values(actions)
        if type(self.state.pending[-1]) is Move:
            # A useful move that needs no partner goes first, so no trade may be worth more.
            alone = max(self._values(_alone(actions)))
            if alone > 0:
                values = [min(value, alone) for value in values]
        return values

    def best(self) -> AnyAction:
        """Return the first of the best actions without valuing actions that cannot be the best."""
        effect = self.state.pending[-1]
        if type(effect) is Offer:
            return self.next_step(effect)
        actions = legal(self.state, self.seat)
        if type(effect) is Move:
            alone = _alone(actions)
            values = self._values(alone)
            if max(values) > 0:
                return best(alone, values)
        return best(actions, self._values(actions))

    def _values(self, actions: Sequence[AnyAction]) -> list[float]:
        judge = _JUDGES[type(self.state.pending[-1])]
        return [judge(self, action) for action in actions]

    def hand_change(self, given: Cards, received: Cards = b"") -> float:
        """Return the change in the worth of the hand if some cards leave it and others enter it."""
        after = together(without(self.hand, given), received)
        change = self.hand_weight * (hand_worth(after) - hand_worth(self.hand))
        if self._ready_weight:
            gain = self._points_at_once(after) - self._points_at_once(self.hand)
            change += self._ready_weight * gain
        return change

    def _points_at_once(self, hand: Cards) -> float:
        """Return the points that a hand can bring in this turn, by laying or trumping."""
        taken = 0
        for group in range(EXECUTIVE, ALIENS + 1):
            if targets := self.targets[group]:
                held = sum(map(hand.count, _ACTIONS[group]))
                taken += VALUE_OF_GROUP[group - 1] * min(targets, held)
        return points_ready(hand) + taken

    @cached_property
    def targets(self) -> list[int]:
        """The number of rivals' triplets that an action card of each group could take or mark."""
        fields = self.state.fields
        return _targets(field for owner, field in enumerate(fields) if owner != self.seat)

    @cached_property
    def own_targets(self) -> list[int]:
        """The number of the seat's triplets that an action card of each group could take or
        mark."""
        return _targets([self.state.fields[self.seat]])

    def rival_weight(self, owner: int) -> float:
        """Return the value of each point that another player loses; it is higher if that player
        leads."""
        is_leader = self.totals[owner] == max(self.totals)
        return (LEADER_FACTOR if is_leader else 1.0) / self.seats

    # --- triplets

    def danger(self, group: int) -> float:
        """Return the chance that the seat's triplet of a group is trumped before the end."""
        state = self.state
        # After this turn, nobody can trump it.
        if is_last_turn(state):
            return 0.0
        in_hands = sum(map(len, state.hands)) - len(self.hand)
        # The cards that others have or are likely to draw, as a share of the unseen ones.
        reach = in_hands + len(state.deck) * (self.seats - 1) / self.seats
        reached = min(1.0, reach / self.unseen)
        trumps = fsum([reached * self.unseen_copies[card] for card in _ACTIONS[group + 1]])
        trumps += sum([card in _ACTIONS[group + 1] for cards in self.known for card in cards])
        targets = sum([group_of(triplet) == group for field in state.fields for triplet in field])
        danger = min(DANGER_MAX, trumps / (targets + FURTHER_TARGETS))
        return danger * min(1.0, DANGER_NOW + self.turns / DANGER_TURNS)

    def on_field(self, triplet: Triplet) -> float:
        """Return the worth of a triplet on the seat's field."""
        group = group_of(triplet)
        danger = self.danger(group)
        value = VALUE_OF_GROUP[group]
        # A triplet that is trumped is taken to have given its room for half of the turns.
        room = ROOM * min(self.turns, ROOM_TURNS_MAX) * (1 - danger / 2)
        # Points that a rival takes are lost and, as in ``rival_weight``, count for the rival.
        return value * (1 - danger) - danger * value / self.seats + room

    # --- a turn

    def move_value(self, action: AnyAction) -> float:
        """Return the value of a move of a turn."""
        state = self.state
        match action:
            case Lay(cards):
                # The triplet's points are safe on the table, so only the loss to the rest of the
                # hand counts against it.
                points = VALUE_OF_GROUP[group_of(cards)]
                own_worth = self.hand_weight * (points * LATER + ROOM) + self._ready_weight * points
                return max(points + self.hand_change(cards) + own_worth, LAY_VALUE_MIN)
            case Trump(_, owner, place):
                triplet = state.fields[owner][place]
                points = VALUE_OF_GROUP[group_of(triplet)]
                # A triplet of the USA goes to the field, where others can take it.
                gain = self.on_field(triplet) if group_of(triplet) == USA else points
                return gain + points * self.rival_weight(owner)
            case Mark(_, owner, place):
                return self._mark_value(owner, state.fields[owner][place])
            case Swap(card, owner, place):
                joker = state.fields[owner][place][SIZE - 1 : SIZE]
                return self.hand_change(ONE[card], joker) - SWAP_COST
            case Trade(partner):
                return self._trade_value(partner)
            case _:
                # To end the turn.
                return 0.0

    def _mark_value(self, owner: int, triplet: Triplet) -> float:
        """Return the value of a mark on a triplet, which may capture it."""
        marks = len(triplet) - SIZE
        if captures(triplet):
            taken = (VALUE_OF_GROUP[USA] - marks) * self.rival_weight(owner)
            return self.on_field(triplet[:SIZE]) + taken
        value = self.rival_weight(owner)
        other_marks = sum(map(_is_citizens_action, self.hand)) - 1
        if marks == MARKS_TO_CAPTURE - 2 and not is_last_turn(self.state):
            # The next player to mark captures the triplet: an opponent, or this seat.
            value += NEXT_MARK_VALUE if other_marks else -NEXT_MARK_VALUE
        return value - CITIZENS_ACTION * self.hand_weight

    def placing_value(self, action: AnyAction) -> float:
        """Return the value of keeping or banking a triplet of one kind."""
        effect = self.state.pending[-1]
        assert isinstance(effect, PlaceTriplet)
        if isinstance(action, Keep):
            return self.on_field(effect.cards)
        assert isinstance(action, Bank)
        return float(VALUE_OF_GROUP[group_of(effect.cards)])

    def discard_value(self, action: AnyAction) -> float:
        """Return the value of a discard."""
        assert isinstance(action, Discard)
        return self.hand_change(ONE[action.card])

    # --- trades

    def partner(self, partner: int) -> Partner:
        """Return the seat's knowledge of a trade partner."""
        return partner_of(
            self.state,
            self.seat,
            partner,
            self.unseen_copies,
            self.known[partner],
            self._useless,
            self.hand_weight,
        )

    @cached_property
    def _useless(self) -> Cards:
        """The action cards that the hand could not use now: rivals have no triplet for another card
        of their group."""
        useless = b""
        for cards, targets in zip(_ACTIONS, self.targets, strict=True):
            if targets <= sum(map(self.hand.count, cards)):
                useless += cards
        return useless

    @cached_property
    def spare(self) -> Cards:
        """The hand without the cards that are not given in a trade: triplets that the seat can lay
        in this turn, action cards that it can use now, and action cards that a rival could use
        against it."""
        hand = self.hand
        if self.state.pending[0] == Move(self.seat):
            while ready := lays(hand):
                hand = without(
                    hand, max(ready, key=lambda lay: VALUE_OF_GROUP[group_of(lay.cards)]).cards
                )
        for group, cards in enumerate(_ACTIONS):
            held = bytes(card for card in cards if card in hand)
            hand = without(hand, held if self.own_targets[group] else held[: self.targets[group]])
        return hand

    def plan(self, partner: int) -> Plan:
        """Return the best offer to a partner, which continues an offer that is being built; NO_PLAN
        if the seat can spare no card."""
        effect = self.state.pending[-1]
        if not self.spare and not isinstance(effect, Offer):
            return NO_PLAN
        knowledge = self.partner(partner)
        if self.spare and (not isinstance(effect, Offer) or holds(self.spare, effect.give)):
            # Their use is worth more than what they would bring in a trade.
            knowledge = knowledge._replace(hand=self.spare)
        if is_last_turn(self.state) and self._ready_weight:
            begun = (effect.give, effect.ask) if isinstance(effect, Offer) else (b"", b"")
            last = self._last_plan(knowledge, *begun)
            if last.ask:
                return last
        if not isinstance(effect, Offer):
            return knowledge.plan()
        plan = knowledge.plan(effect.give, effect.ask)
        if plan.ask:
            return plan
        # No plan fits the unfinished offer, so it may ask for any card.
        # As in ``partner_of``, ``len(COPIES_OF)`` is no limit.
        without_limits = knowledge._replace(avoided=b"", wanted=b"", hand_limit=len(COPIES_OF))
        return without_limits.plan(effect.give, effect.ask)

    @cached_property
    def _scoring(self) -> list[Cards]:
        """The labels that bring points in this turn when they are added to the hand."""
        labels = map(ONE.__getitem__, range(LABELS))
        now = self._points_at_once(self.hand)
        return [card for card in labels if self._points_at_once(together(self.hand, card)) > now]

    def _last_plan(self, partner: Partner, offered: Cards, asked: Cards) -> Plan:
        """Return the best offer of the match's last turn, for points in this turn; NO_PLAN if
        there is none. It begins with the cards of an unfinished offer."""
        if asked:
            asks = [asked]
        else:
            asks = [card for card in self._scoring if card[0] not in partner.avoided]
        chances = {ask: partner.chance_to_hold_all(ask) * WILLING_EVEN for ask in asks}
        likely = [ask for ask in asks if chances[ask] >= SUCCESS_MIN]
        cheapest_first = sorted({*self.hand}, key=lambda card: (TYPICAL[card], card))
        now = self._points_at_once(self.hand)
        best = NO_PLAN
        for give in [offered] if offered else [ONE[card] for card in cheapest_first]:
            rest = without(self.hand, give)
            for ask in likely:
                success = chances[ask]
                # As in ``Partner``, likelier offers count more than their expected gain.
                value = success * success * (self._points_at_once(together(rest, ask)) - now)
                if value > best.value and ask[0] not in give:
                    best = Plan(value, give, ask)
        return best

    def _trade_value(self, partner: int) -> float:
        # In a match of two, one player's gain is the other's loss. One trade with each partner in a
        # turn is enough.
        if self.is_two_player or partner in self.state.openings:
            return -OFFER_THRESHOLD
        return self.plan(partner).value - OFFER_THRESHOLD

    def next_step(self, effect: Offer) -> AnyAction:
        """Return the next step of the best plan for an unfinished offer. Plans ask for one card
        only, so an offer that asks for any is made."""
        if effect.ask:
            return PROPOSE
        plan = self.plan(effect.partner)
        if len(plan.give) > len(effect.give):
            return Give(plan.give[len(effect.give)])
        return Ask(plan.ask[0])

    def step_value(self, action: AnyAction) -> float:
        """Return the value of a step of an offer; the best plan's step has the highest value."""
        effect = self.state.pending[-1]
        assert isinstance(effect, Offer)
        plan_value = max(self.plan(effect.partner).value, 0.0)
        match action:
            case _ if action == self.next_step(effect):
                return plan_value
            case Give(card):
                return plan_value + self.hand_change(ONE[card]) - OFF_PLAN
            case Ask(label):
                gain = self.hand_change(effect.give, together(effect.ask, ONE[label]))
                chance = self.partner(effect.partner).chance_to_hold(label)
                return min(gain * chance, plan_value) - OFF_PLAN
            case _:
                # The offer could be made immediately.
                return plan_value - OFF_PLAN

    def answer_value(self, action: AnyAction) -> float:
        """Return the value of an answer to an offer."""
        effect = self.state.pending[-1]
        assert isinstance(effect, Answer)
        match action:
            case Accept():
                return self._exchange_value(effect)
            case Counter():
                if self.is_two_player:
                    return -COUNTER_THRESHOLD
                return self.plan(effect.partner).value - COUNTER_THRESHOLD
            case _:
                # To decline.
                return 0.0

    def _exchange_value(self, effect: Answer) -> float:
        """Return the value of an exchange: the seat's gain, less the partner's probable gain."""
        # The seat gives the cards that the partner asks for.
        mine = self.hand_change(effect.ask, effect.give) - self._exposed_by(effect.ask)
        theirs = worth_to_asker(effect.ask) - fsum([TYPICAL[card] for card in effect.give])
        weight = gain_weight(self.state, self.seat, effect.partner)
        value = mine - weight * max(theirs, 0.0) * self.hand_weight
        if not self.partner(effect.partner).keeps(effect.ask, effect.give):
            # A card that must be discarded immediately is a gift without return.
            return min(value, 0.0) - OFFER_THRESHOLD
        return value

    def _exposed_by(self, given: Cards) -> int:
        """Return the points of the seat's triplets that a rival could take or mark with some
        cards."""
        groups = {GROUP_OF[card] for card in given if card >= FIRST_ACTION}
        return sum(
            1 if group == CITIZENS else VALUE_OF_GROUP[group - 1]
            for group in groups
            if self.own_targets[group]
        )


def _is_citizens_action(card: int) -> bool:
    return card >= FIRST_ACTION and GROUP_OF[card] == CITIZENS


def _alone(actions: Sequence[AnyAction]) -> list[AnyAction]:
    """Return the moves that need no partner."""
    return [action for action in actions if type(action) is not Trade]


def _targets(fields: Iterable[Sequence[Triplet]]) -> list[int]:
    """Return the number of triplets on some fields that an action card of each group could take or
    mark."""
    targets = [0] * len(VALUE_OF_GROUP)
    for field in fields:
        for triplet in field:
            group = group_of(triplet)
            targets[group + 1] += can_be_trumped(triplet)
            targets[CITIZENS] += group == USA
    return targets


_ACTIONS: Final = tuple(
    bytes(card for card in range(FIRST_ACTION, LABELS) if GROUP_OF[card] == group)
    for group in range(len(VALUE_OF_GROUP))
)
"""The action cards of each group."""

_JUDGES: Final[dict[type, Callable[[Judgement, AnyAction], float]]] = {
    Move: Judgement.move_value,
    PlaceTriplet: Judgement.placing_value,
    Offer: Judgement.step_value,
    Answer: Judgement.answer_value,
    Trim: Judgement.discard_value,
}


def fast_policy(state: YummyState, seat: int) -> AnyAction:
    """Return the legal action with the highest value, the first of equals: the action that
    ``hints.advise`` names first."""
    return Judgement(state, seat).best()


FEATURE_NAMES: Final = (
    "seats",
    "turns left",
    "points",
    "points on the field",
    "points on the field by turns left",
    "points on the field that rivals can take",
    "points on the field that cards of the deck can take",
    "points that it can take",
    "points that it can take if they are laid",
    "citizens' actions",
    "citizens' actions by triplets of the USA to mark",
    "points of triplets in the hand",
    "promise of the hand",
    "promise of the hand by turns left",
    "promise of hands of rivals",
    "promise of hands of rivals by turns left",
    "points of rivals",
    "cards in the hand above six",
    "triplets on the field by turns left",
    "is to move",
)
"""The names of the features in order, as in ``state_value.toml``. "X by y" is a product; figures of
rivals are means of one rival."""

TURNS_MANY: Final = 3.0
"""Number of turns left per seat from which more turns do not make cards in hand more useful."""


def _trumps_by_group(cards: Cards) -> list[int]:
    """Return, for each group, the number of cards that trump it."""
    trumping = [0] * len(VALUE_OF_GROUP)
    for card in cards:
        if card >= FIRST_ACTION and GROUP_OF[card] != CITIZENS:
            trumping[TRUMPED[card]] += 1
    return trumping


def features(state: YummyState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state, in the order of ``FEATURE_NAMES``."""
    seats = len(state.hands)
    rivals = seats - 1
    turns = len(state.deck) / CARDS_PER_TURN / seats
    weight = min(turns, TURNS_MANY) / TURNS_MANY
    now = totals(state)
    trumps = [_trumps_by_group(hand) for hand in state.hands]
    in_deck = _trumps_by_group(state.deck)
    promises = [hand_worth(hand) for hand in state.hands]
    # Triplets that can be trumped, by owner and group.
    exposed = [[0] * len(VALUE_OF_GROUP) for _ in range(seats)]
    for by_group, field in zip(exposed, state.fields, strict=True):
        for triplet in field:
            if can_be_trumped(triplet):
                by_group[group_of(triplet)] += 1
    sums_exposed = [sum(column) for column in zip(*exposed, strict=True)]
    sums_trumps = [sum(column) for column in zip(*trumps, strict=True)]
    usa = [sum([group_of(triplet) == USA for triplet in field]) for field in state.fields]
    movers = {effect.seat for effect in state.pending[-1:]}
    rows: list[tuple[float, ...]] = []
    for seat in range(seats):
        hand = state.hands[seat]
        field = state.fields[seat]
        mine = exposed[seat]
        own_trumps = trumps[seat]
        on_field = sum(map(points_of, field))
        threatened = in_reach = takes = later = 0.0
        for group in GROUPS:
            targets = sums_exposed[group] - mine[group]
            value = VALUE_OF_GROUP[group]
            takes += value * min(own_trumps[group], targets)
            later += value * max(own_trumps[group] - targets, 0)
            if mine[group]:
                # The seat's triplets are as likely to be taken as all others of the group.
                share = mine[group] / sums_exposed[group]
                threatened += value * min(
                    mine[group], (sums_trumps[group] - own_trumps[group]) * share
                )
                in_reach += value * min(mine[group], in_deck[group] * share)
        marks = sum(map(_is_citizens_action, hand))
        theirs = (fsum(promises) - promises[seat]) / rivals
        rows.append(
            (
                float(seats),
                turns,
                float(now[seat]),
                float(on_field),
                on_field * weight,
                threatened,
                in_reach * rivals / seats,
                takes,
                later * weight,
                marks * weight,
                float(min(marks, sum(usa) - usa[seat])),
                float(points_ready(hand)),
                promises[seat],
                promises[seat] * weight,
                theirs,
                theirs * weight,
                (sum(now) - now[seat]) / rivals,
                float(max(len(hand) - HAND_CARDS, 0)),
                len(field) * weight,
                float(seat in movers),
            )
        )
    return rows


state_value: Final = fitted_state_value(__package__, FEATURE_NAMES, features, outcome)


# --- gains that others could still take from a seat


def prospects(state: YummyState, seat: int) -> dict[str, float]:
    """Return the points that the action cards of a seat could take from rivals, and the jokers for
    which it could swap a card."""
    effect = state.pending[-1] if state.pending else None
    if effect is None or (type(effect) is Answer and effect.partner == seat):
        # The answer to the seat's offer may cost it cards, but the seat wanted that trade.
        return {}
    fields = (field for owner, field in enumerate(state.fields) if owner != seat)
    laid = [triplet for field in fields for triplet in field]
    exposed = [0] * len(VALUE_OF_GROUP)
    for triplet in laid:
        exposed[group_of(triplet)] += can_be_trumped(triplet)
    trumps = _trumps_by_group(state.hands[seat])
    hand = {*state.hands[seat]}
    taken = sum(VALUE_OF_GROUP[group] * min(trumps[group], exposed[group]) for group in GROUPS)
    # One mark can be played in a turn.
    if any(map(captures, laid)) and any(map(_is_citizens_action, hand)):
        taken += VALUE_OF_GROUP[USA]
    return {
        mark("points within your reach"): float(taken),
        mark("jokers within your reach"): float(
            sum(not hand.isdisjoint(swaps(triplet)) for triplet in laid)
        ),
    }
