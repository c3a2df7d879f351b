"""The worth of cards in hand, and the offers that a seat can make to a partner.

Cards in hand promise triplets, or trump others' triplets. The value of an offer is the seat's gain
less the partner's, weighted by the chances that the partner holds the cards and accepts.
"""

from functools import lru_cache
from itertools import combinations
from math import fsum, nan, prod
from typing import Final, NamedTuple

from darwin_core.contract.cards import ONE, Cards, together, with_one, without
from darwin_core.games.yummy.material import (
    CITIZENS,
    COPIES,
    FIRST_ACTION,
    GROUP,
    JOKERS,
    LABELS,
    TRUMPED,
    VALUE,
    Answer,
    YummyState,
)
from darwin_core.games.yummy.rules import SIZE, lays_of, limit, of_group, totals

# The figures of worth and chance in this module are estimates: set by hand, some adjusted after
# trial matches, and not covered by the fit of ``state_value.toml``.
LATER: Final = 0.75
"""The worth of a triplet still in hand, relative to one on the table."""
SIGHTINGS: Final = 6
"""The assumed number of opportunities to get a card that completes a triplet."""
HOPE: Final = 0.2
"""The worth of cards that need two more for a triplet, relative to cards that need one."""
ACTION: Final = 0.55
"""The worth of an action card in hand, relative to the triplets that it trumps."""
CITIZENS_ACTION: Final = 0.6
"""The worth in points of a citizens' action card in hand, which trumps nothing."""
CARDS_PER_TURN: Final = 3.3
"""The average number of cards drawn in a turn."""
ROOM: Final = 0.5
"""The worth in points of room for one more card in hand, for each turn left."""
UNSEEN_CARDS: Final = 75
"""The assumed number of unseen cards in the middle of a match."""
GIVES_MAX: Final = 6
"""Maximum number of cards considered for giving, one at a time."""
PAIRED_MAX: Final = 4
"""Maximum number of cards considered for giving in pairs."""

GROUPS: Final = range(len(JOKERS))
"""The groups whose cards make triplets."""
LABELS_OF: Final = tuple(
    tuple(label for label in range(FIRST_ACTION) if GROUP[label] == group) for group in GROUPS
)
"""The playing cards and the joker of each group, in order."""


@lru_cache(maxsize=1 << 14)
def promise(cards: Cards) -> float:
    """Return the worth in points of a hand's cards of one group, in the middle of a match."""
    if not cards:
        return 0.0
    value = VALUE[GROUP[cards[0]]]
    triplets = lays_of(cards)
    if triplets:
        return (
            value * LATER
            + ROOM
            + max(promise(without(cards, triplet.cards)) for triplet in triplets)
        )
    return value * LATER * _chance(cards)


@lru_cache(maxsize=1 << 14)
def _chance(cards: Cards) -> float:
    """Return the chance that cards of one group, which are not yet a triplet, become one."""
    draws = [
        (COPIES[label] - cards.count(label), with_one(cards, label))
        for label in LABELS_OF[GROUP[cards[0]]]
    ]
    outs = sum(copies for copies, after in draws if lays_of(after))
    if outs:
        return 1 - (1 - outs / UNSEEN_CARDS) ** SIGHTINGS
    if len(cards) > 1:
        return 0.0
    copies = sum(copies for copies, _ in draws)
    return HOPE * fsum(number * _chance(after) for number, after in draws) / copies


def _use(card: int) -> float:
    """Return the worth of an action card in hand."""
    if GROUP[card] == CITIZENS:
        return CITIZENS_ACTION
    return ACTION * VALUE[TRUMPED[card]]


TYPICAL: Final = tuple(
    _use(card) if card >= FIRST_ACTION else 2 * promise(ONE[card]) for card in range(LABELS)
)
"""The worth of each card to a player whose hand is unknown."""
_USES: Final = TYPICAL[FIRST_ACTION:]


@lru_cache(maxsize=1 << 14)
def _gains(cards: Cards, group: int) -> tuple[float, ...]:
    """Return how much each card of a group adds to the worth of a hand's cards of that group."""
    before = promise(cards)
    return tuple(promise(with_one(cards, label)) - before for label in LABELS_OF[group])


@lru_cache(maxsize=1 << 14)
def hand_worth(hand: Cards) -> float:
    """Return the worth of a hand in the middle of a match, in points."""
    actions = fsum([TYPICAL[card] for card in hand if card >= FIRST_ACTION])
    return actions + fsum([promise(of_group(hand, group)) for group in GROUPS])


@lru_cache(maxsize=1 << 12)
def gains(hand: Cards) -> tuple[float, ...]:
    """Return how much each label adds to the worth of a hand."""
    of_groups = [_gains(of_group(hand, group), group) for group in GROUPS]
    return (*sum(of_groups, ()), *_USES)


@lru_cache(maxsize=1 << 14)
def _laid(cards: Cards) -> int:
    """Return the number of triplets that can be laid from cards of one group."""
    triplets = lays_of(cards)
    return max((1 + _laid(without(cards, triplet.cards)) for triplet in triplets), default=0)


@lru_cache(maxsize=1 << 14)
def ready(hand: Cards) -> int:
    """Return the points of the triplets that can be laid from a hand."""
    return sum(VALUE[group] * _laid(of_group(hand, group)) for group in GROUPS)


@lru_cache(maxsize=1 << 13)
def hand_kept(hand: Cards, most: int) -> Cards:
    """Return the cards of a hand that are not discarded at the end of a turn.

    The hand's triplets are assumed to be laid, and each makes room for one more card; the least
    useful of the other cards are discarded.

    Args:
        hand: the cards in order.
        most: the limit of the hand before the triplets are laid.
    """
    triplets = sum(_laid(of_group(hand, group)) for group in GROUPS)
    for _ in range(len(hand) - most - (SIZE + 1) * triplets):
        hand = without(hand, ONE[min(sorted({*hand}), key=lambda card: cost(hand, ONE[card]))])
    return hand


def cost(hand: Cards, gone: Cards) -> float:
    """Return the value that a hand loses without some of its cards."""
    return hand_worth(hand) - hand_worth(without(hand, gone))


@lru_cache(maxsize=1 << 12)
def cheap_gives(hand: Cards) -> tuple[Cards, ...]:
    """Return the single cards and pairs that cost the hand least to give."""
    cheap = sorted({*hand}, key=lambda card: (cost(hand, ONE[card]), card))
    pairs = combinations(cheap[:PAIRED_MAX], 2)
    singles = [ONE[card] for card in cheap[:GIVES_MAX]]
    return (*singles, *[bytes(sorted(pair)) for pair in pairs])


ASKS_MAX: Final = 6
"""Maximum number of labels considered for asking."""
WILLING_MAX: Final = 0.9
"""Maximum chance that a partner who holds the requested cards accepts."""
WILLING_EVEN: Final = 0.45
"""Chance that a partner who holds the requested cards accepts an exchange of equal worth."""
ODDS_MIN: Final = 0.26
"""Minimum chance of success for an offer, so that partners are rarely asked in vain."""
COMPLETES: Final = 0.25
"""The assumed worth of a requested card, on a scale from its typical worth (0) to the worth of
a triplet (1)."""
NOT_MADE: Final = 0.3
"""Limit and penalty in points for an offer that would not be made. The value is cut to the limit
before the penalty is subtracted, so that it is never positive."""
LATE_TURNS: Final = 4.0
"""Number of turns left to a seat below which the gain of a leading rival weighs more and more."""

_GROUPS: Final = GROUP.ljust(256, b"\0")
"""The group of each card as a translation table."""


class Plan(NamedTuple):
    """An offer and its promised value."""

    value: float
    give: Cards
    ask: Cards


NO_PLAN: Final = Plan(0.0, b"", b"")


class _Give(NamedTuple):
    """Cards to give, with their worth to both sides."""

    cards: Cards
    groups: bytes
    cost: float
    """The worth of the cards in the seat's hand."""
    theirs: float
    """The estimated worth of the cards to the partner."""
    typical: float
    """The worth of the cards to a player whose hand is unknown."""


class _Ask(NamedTuple):
    """Cards to ask for, with their worth and the chance to get them."""

    cards: Cards
    group: int
    holding: float
    """The chance that the partner holds the cards."""
    gain: float
    """The worth that a single card adds to the seat's hand."""
    promise: float
    """The gain times the chance that the partner holds the card."""
    typical: float
    likely: float
    """The worth of the cards to the player who asks for them, as estimated by others."""


class Partner(NamedTuple):
    """All that a seat's offers to a trade partner depend on."""

    hand: Cards
    """The seat's hand."""
    left: bytes
    """The unseen cards by label."""
    unseen: int
    """The number of all unseen cards."""
    known: Cards
    """The cards that the partner is known to hold."""
    hidden: int
    """The number of the partner's other cards."""
    wanted: Cards
    """The labels that the partner asked for in its last declined offer."""
    refused: Cards
    """The labels asked for in the last offer that the partner declined."""
    hand_weight: float
    """The weight of cards in hand for the rest of the match."""
    gain_weight: float
    """The weight of the partner's gain."""
    avoidance: float
    """The weight that the partner gives to the seat's gain."""
    most: int
    """Maximum number of cards that the seat may hold at the end of its turn; unlimited in the turns
    of others."""

    def holding_chance(self, label: int) -> float:
        """Return the chance that the partner holds a card, from 0 to 1."""
        return 1.0 if label in self.known else self._chances()[self.left[label]]

    def holding(self, cards: Cards) -> float:
        """Return the chance that the partner holds all of some cards."""
        chances = self._chances()
        missing = without(cards, bytes(card for card in self.known if card in cards))
        return prod(chances[self.left[label]] for label in missing)

    def _chances(self) -> list[float]:
        """Return the chance that the partner holds a card, by the card's number of unseen
        copies."""
        missed = 1 - min(1.0, self.hidden / self.unseen)
        return [1 - missed**copies for copies in range(4)]

    def plan(self, offered: Cards = b"", asked: Cards = b"") -> Plan:
        """Return the best offer that begins with the cards of an unfinished offer."""
        best = _best_plan(self)
        is_begun = best.give.startswith(offered) and (not asked or best.ask == asked)
        return best if is_begun else self.searched(offered, asked)

    def searched(self, offered: Cards = b"", asked: Cards = b"") -> Plan:
        """Search for the best offer that begins with the cards of an unfinished offer."""
        gives = [self._weighed_give(cards) for cards in self._gives(offered)]
        best = NO_PLAN
        for ask in [self._weighed_ask(asked)] if asked else self._asks():
            if ask.promise * WILLING_MAX * self.hand_weight <= best.value and best.ask:
                break
            plans = [self._weighed(give, ask) for give in gives if ask.cards[0] not in give.cards]
            for plan in sorted(plans, reverse=True):
                if best.ask and plan <= best:
                    break
                if self.keeps(plan.give, plan.ask):
                    best = plan
                    break
        return best

    def keeps(self, gone: Cards, come: Cards) -> bool:
        """Return whether the hand keeps the gain of an exchange until the end of the turn.

        All cards that come stay, and no more cards are discarded than without the exchange.
        """
        after = together(without(self.hand, gone), come)
        cards_left = hand_kept(after, self.most)
        discards = len(self.hand) - len(hand_kept(self.hand, self.most))
        stay = all(cards_left.count(card) == after.count(card) for card in come)
        return stay and len(after) - len(cards_left) <= discards

    def _asks(self) -> list[_Ask]:
        """Return the labels with the highest promise, without labels that the partner last refused
        or wants."""
        chances = self._chances()
        gained = gains(self.hand)
        refused = {*self.refused, *self.wanted}
        asks = [gain * chances[copies] for gain, copies in zip(gained, self.left, strict=True)]
        for label in self.known:
            asks[label] = gained[label]
        best = sorted(range(LABELS), key=asks.__getitem__, reverse=True)
        wanted = [label for label in best if label not in refused]
        return [self._weighed_ask(ONE[label]) for label in wanted[:ASKS_MAX]]

    def _gives(self, offered: Cards) -> list[Cards]:
        """Return the cards that cost the hand least to give, and the cards that the partner
        wants."""
        gives = [*cheap_gives(self.hand)]
        if self.wanted:
            wanted = sorted({*self.wanted})
            gives += [ONE[card] for card in wanted if card in self.hand and ONE[card] not in gives]
        return [give for give in gives if give.startswith(offered)] or [offered]

    def _weighed_give(self, cards: Cards) -> _Give:
        theirs = fsum([self._worth_to_partner(card) for card in cards])
        typical = fsum([TYPICAL[card] for card in cards])
        groups = cards.translate(_GROUPS)
        return _Give(cards, groups, cost(self.hand, cards), theirs, typical)

    def _worth_to_partner(self, card: int) -> float:
        if card in self.wanted:
            return VALUE[GROUP[card]] * LATER
        if card >= FIRST_ACTION or not self.known:
            return TYPICAL[card]
        known = of_group(self.known, GROUP[card])
        return max(TYPICAL[card], promise(together(known, ONE[card])) - promise(known))

    def _weighed_ask(self, cards: Cards) -> _Ask:
        holding = self.holding(cards)
        typical = fsum([TYPICAL[card] for card in cards])
        gain = gains(self.hand)[cards[0]] if len(cards) == 1 else nan
        return _Ask(
            cards, GROUP[cards[0]], holding, gain, holding * gain, typical, worth_to_asker(cards)
        )

    def _weighed(self, give: _Give, ask: _Ask) -> Plan:
        """Return an offer with its value: the gain, weighted by the odds that it succeeds."""
        weight = self.hand_weight
        if len(ask.cards) > 1 or ask.group in give.groups:
            after = together(without(self.hand, give.cards), ask.cards)
            mine = weight * (hand_worth(after) - hand_worth(self.hand))
        else:
            mine = weight * (ask.gain - give.cost)
        theirs = weight * (give.theirs - ask.typical)
        # The partner avoids an exchange that seems to help this seat.
        own_gain = weight * (ask.likely - give.typical)
        avoided = self.avoidance * own_gain if own_gain > 0 else 0.0
        willing = min(max(WILLING_EVEN + 0.8 * (theirs - avoided), 0.02), WILLING_MAX)
        lost = self.gain_weight * theirs if theirs > 0 else 0.0
        odds = ask.holding * willing
        # Declined offers annoy the partner: if the expected gain is equal, prefer the likelier one.
        value = odds * odds * (mine - lost)
        if odds < ODDS_MIN or value <= 0:
            # The offer will not be made, but it still needs a rank among other such offers.
            value = min(value, NOT_MADE) - NOT_MADE
        return Plan(value, give.cards, ask.cards)


@lru_cache(maxsize=1 << 12)
def _best_plan(partner: Partner) -> Plan:
    """Return the best offer. The result is cached, because each step of building the offer needs
    it."""
    return partner.searched()


def worth_to_asker(cards: Cards) -> float:
    """Return the worth of requested cards to the player who asks for them, whose hand is unknown:
    each may complete a triplet."""
    typical = fsum([TYPICAL[card] for card in cards])
    triplets = LATER * fsum([VALUE[GROUP[card]] for card in cards])
    return typical + COMPLETES * (triplets - typical)


def gain_weight(state: YummyState, seat: int, rival: int) -> float:
    """Return the weight that a seat gives to a rival's gain.

    It is 1 if the rival is the only opponent, and smaller with more opponents. For a leading rival,
    it approaches 1 towards the end.
    """
    rivals = len(state.hands) - 1
    points = totals(state)
    if points[rival] < max(points):
        return 1 / rivals
    turns = len(state.deck) / CARDS_PER_TURN / (rivals + 1)
    late = max(1 - turns / LATE_TURNS, 0.0)
    return (1 + late * (rivals - 1)) / rivals


def partner_of(
    state: YummyState, seat: int, partner: int, left: list[int], known: Cards, hand_weight: float
) -> Partner:
    """Return a seat's knowledge of a trade partner.

    Args:
        state: the position, or the seat's view of it.
        left: the unseen cards by label.
        known: the cards that the partner is known to hold.
        hand_weight: the weight of cards in hand for the rest of the match.
    """
    seats = len(state.hands)
    wanted = b"".join(state.declined[partner * seats : (partner + 1) * seats])
    effect = state.pending[-1]
    if isinstance(effect, Answer):
        wanted += effect.ask
    return Partner(
        state.hands[seat],
        bytes(left),
        max(sum(left), 1),
        known,
        len(state.hands[partner]) - len(known),
        wanted,
        state.declined[seat * seats + partner],
        hand_weight,
        gain_weight(state, seat, partner),
        gain_weight(state, partner, seat),
        limit(state, seat) if state.pending[0].seat == seat else len(COPIES),
    )
