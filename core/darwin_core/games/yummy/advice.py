"""The worth of each choice, judged from what its seat may know: the greedy bot and the hints.

This is the judgement of a careful player without a plan. Cards in hand are worth the triplets that
they promise. A triplet on the field is worth its points, less the danger of being trumped, plus the
extra card that it lets its owner hold. A trade is worth its gain, weighted by the chance that it is
accepted.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from darwin_core.cards import together, without
from darwin_core.english import counted
from darwin_core.game import HIDDEN, Advice
from darwin_core.games.yummy.components import (
    CITIZENS,
    COPIES,
    FIRST_ACTION,
    GROUP,
    JOKERS,
    LABELS,
    MARKS,
    TRUMPED,
    USA,
    VALUE,
)
from darwin_core.games.yummy.rules import is_last_turn, legal, totals
from darwin_core.games.yummy.state import (
    Answer,
    AnyAction,
    Ask,
    Bank,
    Cards,
    Counter,
    Decline,
    Discard,
    Give,
    Keep,
    Lay,
    Mark,
    Move,
    Offer,
    Place,
    Propose,
    Swap,
    Trade,
    Trim,
    Triplet,
    Trump,
    YummyState,
)
from darwin_core.games.yummy.trades import holds
from darwin_core.games.yummy.triplets import (
    SIZE,
    captures,
    group_of,
    is_one_kind,
    lays_of,
    of_group,
)
from darwin_core.games.yummy.view import known_cards, remembered
from darwin_core.games.yummy.words import card_name, cards_words, group_name
from darwin_core.lexicon import Lexicon

State = YummyState

LATER: Final = 0.75
"""The worth of a triplet still in hand, relative to one on the table."""
SIGHTINGS: Final = 6
"""The number of chances to see a card that completes a triplet."""
HOPE: Final = 0.2
"""The worth of cards that lack two for a triplet, relative to cards that lack one."""
ACTION: Final = 0.55
"""The worth of an action card in hand, relative to the triplets that it trumps."""
CITIZENS_ACTION: Final = 0.6
ROOM: Final = 0.5
"""The worth of one more card in hand, in each turn to come."""
CARDS_PER_TURN: Final = 3.3
"""The cards that a turn takes from the deck on average."""
UNSEEN_CARDS: Final = 75
"""The unseen cards in the middle of a match."""
OFFER_THRESHOLD: Final = 0.08
"""The least promise of an offer, so that nobody is bothered for little."""
CANDIDATES_MAX: Final = 6
"""The number of labels to ask for, and of cards to give, that are weighed."""
PAIRED_MAX: Final = 4
"""The number of cards to give that are also weighed in pairs."""


def advise(view: State, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take, with its worth in points, best first.

    Ties keep their order.
    """
    actions = legal(view, seat)
    if not actions:
        return []
    judge = _JUDGES[type(view.pending[-1])]
    judged = judge(_Table(view, seat, lexicon), actions)
    return sorted(judged, key=lambda advice: -advice.value)


def _advice(action: AnyAction, value: float, reason: str) -> Advice[AnyAction]:
    return Advice(action, round(value, 6), reason)


# --- the worth of a hand


@lru_cache(maxsize=1 << 14)
def _promise(cards: Cards) -> float:
    """Return the worth of a hand's cards of one group, in the middle of a match."""
    if not cards:
        return 0.0
    value = VALUE[GROUP[cards[0]]]
    triplets = lays_of(cards)
    if triplets:
        return value * LATER + ROOM + max(_promise(without(cards, each.cards)) for each in triplets)
    return value * LATER * _chance(cards)


@lru_cache(maxsize=1 << 14)
def _chance(cards: Cards) -> float:
    """Return the chance that cards of one group without a triplet become one."""
    group = GROUP[cards[0]]
    more = [
        (COPIES[label] - cards.count(label), together(cards, bytes((label,))))
        for label in range(FIRST_ACTION)
        if GROUP[label] == group
    ]
    outs = sum(copies for copies, both in more if lays_of(both))
    if outs:
        return 1 - (1 - outs / UNSEEN_CARDS) ** SIGHTINGS
    if len(cards) > 1:
        return 0.0
    copies = sum(copies for copies, _ in more)
    return HOPE * sum(number * _chance(both) for number, both in more) / copies


def _use(card: int) -> float:
    """Return the worth of an action card in hand."""
    if GROUP[card] == CITIZENS:
        return CITIZENS_ACTION
    return ACTION * VALUE[TRUMPED[card]]


def hand_worth(hand: Cards) -> float:
    """Return the worth of a hand in the middle of a match, in points."""
    groups = range(len(JOKERS))
    actions = sum(_use(card) for card in hand if card >= FIRST_ACTION)
    return actions + sum(_promise(of_group(hand, group)) for group in groups)


@lru_cache(maxsize=LABELS)
def _typical_worth(card: int) -> float:
    """Return the worth of a card to a player whose hand is unknown."""
    if card >= FIRST_ACTION:
        return _use(card)
    return 2 * _promise(bytes((card,)))


class Plan(NamedTuple):
    """An offer and its promise."""

    value: float
    give: Cards
    ask: Cards


class _Table:
    """A view, and the estimates of its seat."""

    def __init__(self, view: State, seat: int, lexicon: Lexicon) -> None:
        self.view, self.seat, self.lexicon = view, seat, lexicon
        self.seats = len(view.hands)
        self.partner_weight = 1 / (self.seats - 1)
        """The weight of a trade partner's gain: 1 if there is no other opponent, less with more."""
        self.hand = view.hands[seat]
        self.totals = totals(view)
        turns = len(view.deck) / CARDS_PER_TURN
        self.turns = turns / self.seats
        """The turns that this seat still has."""
        self.hand_weight = min(1.0, self.turns / 2)
        """The weight of cards in hand for the rest of the match."""
        self.worth = hand_worth(self.hand)
        self.known = remembered(view, seat)
        left = list(COPIES)
        for card in known_cards(view):
            left[card] -= 1
        for cards in self.known:
            for card in cards:
                left[card] -= 1
        self.left = left
        """Unseen copies of each label."""
        self.unseen = max(sum(left), 1)

    def changed(self, gone: Cards, come: Cards = b"") -> float:
        """Return the change of worth if cards leave the hand and others come."""
        after = together(without(self.hand, gone), come)
        return self.hand_weight * (hand_worth(after) - self.worth)

    def rival_weight(self, owner: int) -> float:
        """Return the worth of one point less for another player: more if that player leads."""
        return (1.5 if self.totals[owner] == max(self.totals) else 1.0) / self.seats

    # --- triplets

    def danger(self, group: int) -> float:
        """Return the chance that a triplet of a group on the own field is trumped before the
        end."""
        others = sum(len(hand) for seat, hand in enumerate(self.view.hands) if seat != self.seat)
        reach = others + len(self.view.deck) * (self.seats - 1) / self.seats
        trumps = sum(
            self.left[card] * min(1.0, reach / self.unseen)
            for card in range(FIRST_ACTION, LABELS)
            if TRUMPED[card] == group
        )
        targets = sum(group_of(each) == group for field in self.view.fields for each in field)
        danger = min(0.9, trumps / (targets + 1.5))
        return danger * min(1.0, 0.3 + self.turns / 3)

    def on_field(self, triplet: Triplet) -> float:
        """Return the worth of a triplet on the own field."""
        group = group_of(triplet)
        danger, value = self.danger(group), VALUE[group]
        room = ROOM * min(self.turns, 4.0) * (1 - danger / 2)
        return value * (1 - danger) - danger * value / self.seats + room

    def placed(self, triplet: Triplet) -> float:
        """Return the worth of a triplet at its best place."""
        banked = VALUE[group_of(triplet)] if is_one_kind(triplet) else 0.0
        return max(banked, self.on_field(triplet))

    # --- trades

    def holding_chance(self, partner: int, label: int) -> float:
        """Return the chance that a player holds a card."""
        if label in self.known[partner]:
            return 1.0
        hidden = len(self.view.hands[partner]) - len(self.known[partner])
        return 1 - (1 - min(1.0, hidden / self.unseen)) ** self.left[label]

    def wanted(self, partner: int) -> Cards:
        """Return the labels that a player asked others for, and did not get at the last attempt."""
        start = partner * self.seats
        return b"".join(self.view.declined[start : start + self.seats])

    def plan(self, partner: int, asked: Cards = b"") -> Plan | None:
        """Return the best offer; ``asked`` is what the partner asks for now."""
        hand, wanted = self.hand, self.wanted(partner) + asked
        refused = self.view.declined[self.seat * self.seats + partner]
        asks = [
            (self.changed(b"", bytes((label,))) * self.holding_chance(partner, label), label)
            for label in range(LABELS)
            if label not in refused
        ]
        asks = sorted(asks, key=lambda each: (-each[0], each[1]))[:CANDIDATES_MAX]
        costs = sorted((-self.changed(bytes((card,))), card) for card in {*hand})
        cheap = [card for _, card in costs[:CANDIDATES_MAX]]
        cheap += [card for card in wanted if card in hand and card not in cheap]
        gives = [bytes((card,)) for card in cheap]
        gives += [bytes(sorted(pair)) for pair in combinations(cheap[:PAIRED_MAX], 2)]
        plans = [
            self._weighed(partner, give, bytes((label,)), wanted)
            for _, label in asks
            for give in gives
            if label not in give
        ]
        return max(plans, default=None)

    def _weighed(self, partner: int, give: Cards, ask: Cards, wanted: Cards) -> Plan:
        mine = self.changed(give, ask)
        theirs = sum(self._wants(partner, card, wanted) for card in give) - _typical_worth(ask[0])
        # The partner avoids an exchange that seems to help this seat.
        own_gain = VALUE[GROUP[ask[0]]] * LATER - sum(_typical_worth(card) for card in give)
        theirs *= self.hand_weight
        own_gain *= self.hand_weight
        willing = min(
            max(0.45 + 0.8 * (theirs - self.partner_weight * max(own_gain, 0.0)), 0.02), 0.9
        )
        gain = mine - self.partner_weight * max(theirs, 0.0)
        return Plan(self.holding_chance(partner, ask[0]) * willing * gain, give, ask)

    def _wants(self, partner: int, card: int, wanted: Cards) -> float:
        """Return the estimated worth of a card to a player."""
        if card in wanted:
            return VALUE[GROUP[card]] * LATER
        if card >= FIRST_ACTION:
            return _typical_worth(card)
        known = of_group(self.known[partner], GROUP[card])
        return max(
            _typical_worth(card), _promise(together(known, bytes((card,)))) - _promise(known)
        )


# --- a turn


def _judge_moves(table: _Table, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    return [_judge_move(table, action) for action in actions]


def _judge_move(table: _Table, action: AnyAction) -> Advice[AnyAction]:
    match action:
        case Lay(cards):
            # The triplet itself comes to the table; its cost is what the rest of the hand loses.
            points = VALUE[group_of(cards)]
            lost = table.changed(cards) + table.hand_weight * (points * LATER + ROOM)
            return _advice(action, max(points + lost, 0.1), f"{_points(cards)} on the table")
        case Trump(_, owner, place):
            triplet = table.view.fields[owner][place]
            points = VALUE[group_of(triplet)]
            mine = table.on_field(triplet) if group_of(triplet) == USA else points
            return _advice(
                action,
                mine + points * table.rival_weight(owner),
                "you gain it and its owner loses it",
            )
        case Mark(_, owner, place):
            return _judge_mark(table, action, table.view.fields[owner][place])
        case Swap(card, owner, place):
            joker = table.view.fields[owner][place][SIZE - 1 : SIZE]
            value = table.changed(bytes((card,)), joker)
            return _advice(action, value - 0.01, "a joker counts as any card of its group")
        case Trade(partner):
            return _judge_trade(table, action, partner)
        case _:
            return _advice(action, 0.0, "nothing better is left to do")


def _points(triplet: Triplet) -> str:
    return counted(VALUE[group_of(triplet)], "point")


def _judge_mark(table: _Table, action: Mark, triplet: Triplet) -> Advice[AnyAction]:
    marks = len(triplet) - SIZE
    if captures(triplet):
        value = table.on_field(triplet[:SIZE]) + (VALUE[USA] - marks) * table.rival_weight(
            action.owner
        )
        return _advice(action, value, "the third mark takes the triplet")
    value = table.rival_weight(action.owner)
    others = sum(card >= FIRST_ACTION and GROUP[card] == CITIZENS for card in table.hand) - 1
    if marks == MARKS - 2 and not is_last_turn(table.view):
        # The next player to mark captures the triplet: an opponent, or this seat.
        value += 1.5 if others else -1.5
    return _advice(
        action, value - CITIZENS_ACTION * table.hand_weight, "it costs its owner a point"
    )


def _judge_trade(table: _Table, action: Trade, partner: int) -> Advice[AnyAction]:
    plan = None if partner in table.view.openings else table.plan(partner)
    if plan is None:
        return _advice(action, -OFFER_THRESHOLD, "you are unlikely to gain by it")
    return _advice(action, plan.value - OFFER_THRESHOLD, _plan_words(table, plan))


def _plan_words(table: _Table, plan: Plan) -> str:
    give, ask = (cards_words(cards, table.lexicon) for cards in (plan.give, plan.ask))
    return f"offer {give} for {ask}"


def _judge_places(table: _Table, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    effect = table.view.pending[-1]
    assert isinstance(effect, Place)
    judged = []
    for action in actions:
        if isinstance(action, Keep):
            reason = "it lets you hold one card more"
            judged.append(_advice(action, table.on_field(effect.cards), reason))
        elif isinstance(action, Bank):
            value = float(VALUE[group_of(effect.cards)])
            judged.append(_advice(action, value, "nobody can trump it there"))
    return judged


def _judge_discards(table: _Table, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    return [
        _advice(action, table.changed(bytes((action.card,))), _reason_to_keep(table, action.card))
        for action in actions
        if isinstance(action, Discard)
    ]


def _reason_to_keep(table: _Table, card: int) -> str:
    """Return the reason to keep a card of a hand."""
    hand, group, name = table.hand, GROUP[card], card_name(card, table.lexicon)
    if card >= FIRST_ACTION:
        below = group_name(group - 1, table.lexicon)
        use = "mark a triplet of the USA" if group == CITIZENS else f"trump {below}"
        return f"{name} could {use}"
    mine = of_group(hand, group)
    if len(mine) == 1:
        return f"nothing else you hold goes with {name}"
    if len(lays_of(mine)) > len(lays_of(without(mine, bytes((card,))))):
        return f"{name} is part of a triplet that you hold"
    return f"{name} is part of a triplet that lacks one card"


# --- trades


def _judge_steps(table: _Table, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    """Follow the best plan that begins with the cards already selected."""
    effect = table.view.pending[-1]
    assert isinstance(effect, Offer)
    plan = table.plan(effect.partner) or Plan(0.0, b"", b"")
    return [_judge_step(table, effect, plan, action) for action in actions]


def _judge_step(table: _Table, effect: Offer, plan: Plan, action: AnyAction) -> Advice[AnyAction]:
    words = _plan_words(table, plan)
    giving, asking = len(effect.give), len(effect.ask)
    is_on_plan = plan.give[:giving] == effect.give and plan.ask[:asking] == effect.ask
    match action:
        case Give(card):
            fits = is_on_plan and plan.give[giving : giving + 1] == bytes((card,))
            if fits:
                return _advice(action, plan.value, words)
            cost = table.changed(bytes((card,)))
            return _advice(action, cost - 1, _reason_to_keep(table, card))
        case Ask(label):
            fits = is_on_plan and len(plan.give) == giving
            fits = fits and plan.ask[asking : asking + 1] == bytes((label,))
            if fits:
                return _advice(action, plan.value, words)
            gain = table.changed(effect.give, together(effect.ask, bytes((label,))))
            odds = table.holding_chance(effect.partner, label)
            return _advice(action, gain * odds - 1, _chance_words(label, odds, table.lexicon))
        case Propose():
            whole = table.changed(effect.give, effect.ask)
            done = is_on_plan and plan.ask == effect.ask
            return _advice(action, max(plan.value, 0.0) + 1 if done else whole - 0.5, words)
        case _:
            return _advice(action, 0.0, words)


def _chance_words(label: int, odds: float, lexicon: Lexicon) -> str:
    """Return the chance that the partner holds a card, in words."""
    name = card_name(label, lexicon)
    if not odds:
        return f"{name} cannot be in that hand"
    if odds == 1:
        return f"{name} is known to be in that hand"
    return f"{name} is in that hand {min(max(round(100 * odds), 1), 99)} % of the time"


def _judge_answers(table: _Table, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    effect = table.view.pending[-1]
    assert isinstance(effect, Answer)
    judged = []
    for action in actions:
        match action:
            case Decline():
                judged.append(_advice(action, 0.0, "what you hold is worth more to you"))
            case Counter():
                plan = table.plan(effect.partner, effect.ask)
                value = plan.value - OFFER_THRESHOLD if plan else -OFFER_THRESHOLD
                offer = _plan_words(table, plan) if plan else ""
                judged.append(_advice(action, value, offer))
            case _:
                judged.append(
                    _advice(action, _exchange_worth(table, effect), "it is a good exchange")
                )
    return judged


def _exchange_worth(table: _Table, effect: Answer) -> float:
    """Return the worth of accepting an offer: the own gain, less the partner's probable gain."""
    if not holds(table.hand, effect.ask) or HIDDEN in effect.give:
        return 0.0
    mine = table.changed(effect.ask, effect.give)
    # A player who asks for a card probably completes a triplet with it.
    theirs = sum(VALUE[GROUP[label]] * LATER for label in effect.ask)
    theirs -= sum(_typical_worth(card) for card in effect.give)
    return mine - table.partner_weight * max(theirs, 0.0) * table.hand_weight


_JUDGES: Final[dict[type, Callable[[_Table, Sequence[AnyAction]], list[Advice[AnyAction]]]]] = {
    Move: _judge_moves,
    Place: _judge_places,
    Offer: _judge_steps,
    Answer: _judge_answers,
    Trim: _judge_discards,
}
