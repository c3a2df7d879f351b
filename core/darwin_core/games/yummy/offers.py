"""The worth of cards in hand, and the offers that a seat can make to a partner.

Cards in hand promise triplets, or trump others' triplets. The value of an offer is the seat's gain
less the partner's, weighted by the chances that the partner holds the cards and accepts. Worth,
gains and values are in points.
"""

from functools import lru_cache
from itertools import combinations
from math import fsum, nan, prod
from typing import Final, NamedTuple

from darwin_core.contract.cards import ONE, Cards, together, with_one, without
from darwin_core.games.yummy.material import (
    CITIZENS,
    COPIES_OF,
    FIRST_ACTION,
    GROUP_OF,
    JOKERS,
    LABELS,
    TRUMPED,
    VALUE_OF_GROUP,
    Answer,
    YummyState,
)
from darwin_core.games.yummy.rules import SIZE, cards_of_group, lays_of, limit, totals

# The figures of worth and chance in this module are estimates: set by hand, some adjusted after
# trial matches, and not covered by the fit of ``state_value.toml``. The command
# ``python -m tests.core.games.yummy.test_trade_manners 200`` prints how often offers succeed.
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
    tuple(label for label in range(FIRST_ACTION) if GROUP_OF[label] == group) for group in GROUPS
)
"""The playing cards and the joker of each group, in order."""


@lru_cache(maxsize=1 << 14)
def group_worth(cards: Cards) -> float:
    """Return the worth in points of a hand's cards of one group, in the middle of a match."""
    if not cards:
        return 0.0
    value = VALUE_OF_GROUP[GROUP_OF[cards[0]]]
    triplets = lays_of(cards)
    if triplets:
        return (
            value * LATER
            + ROOM
            + max(group_worth(without(cards, triplet.cards)) for triplet in triplets)
        )
    return value * LATER * _chance(cards)


@lru_cache(maxsize=1 << 14)
def _chance(cards: Cards) -> float:
    """Return the chance that cards of one group, which are not yet a triplet, become one."""
    draws = [
        (COPIES_OF[label] - cards.count(label), with_one(cards, label))
        for label in LABELS_OF[GROUP_OF[cards[0]]]
    ]
    outs = sum(copies for copies, after in draws if lays_of(after))
    if outs:
        return 1 - (1 - outs / UNSEEN_CARDS) ** SIGHTINGS
    # Only a single card lacks two, as any two cards of a group go together. It has the mean chance
    # of the pairs that it can make.
    total = sum(copies for copies, _ in draws)
    return HOPE * fsum(copies * _chance(after) for copies, after in draws) / total


def _action_worth(card: int) -> float:
    """Return the worth of an action card in hand."""
    if GROUP_OF[card] == CITIZENS:
        return CITIZENS_ACTION
    return ACTION * VALUE_OF_GROUP[TRUMPED[card]]


_WITH_OTHERS: Final = 2
"""The worth of a playing card to an unknown hand, relative to a card alone: the hand may have other
cards of its group."""
TYPICAL: Final = tuple(
    _action_worth(card) if card >= FIRST_ACTION else _WITH_OTHERS * group_worth(ONE[card])
    for card in range(LABELS)
)
"""The worth of each card to a player whose hand is unknown."""
_ACTION_WORTHS: Final = TYPICAL[FIRST_ACTION:]
"""The worth of each action card, which is the same to every hand."""


@lru_cache(maxsize=1 << 14)
def _group_gains(cards: Cards, group: int) -> tuple[float, ...]:
    """Return how much each card of a group adds to the worth of a hand's cards of that group."""
    before = group_worth(cards)
    return tuple(group_worth(with_one(cards, label)) - before for label in LABELS_OF[group])


@lru_cache(maxsize=1 << 14)
def hand_worth(hand: Cards) -> float:
    """Return the worth of a hand in the middle of a match, in points."""
    actions = fsum([TYPICAL[card] for card in hand if card >= FIRST_ACTION])
    return actions + fsum([group_worth(cards_of_group(hand, group)) for group in GROUPS])


@lru_cache(maxsize=1 << 12)
def gains(hand: Cards) -> tuple[float, ...]:
    """Return how much each label adds to the worth of a hand, in order of labels."""
    of_groups = [_group_gains(cards_of_group(hand, group), group) for group in GROUPS]
    # The labels of a group follow each other, and action cards come last.
    return (*sum(of_groups, ()), *_ACTION_WORTHS)


@lru_cache(maxsize=1 << 14)
def _triplets_in(cards: Cards) -> int:
    """Return the number of triplets that can be laid from cards of one group."""
    triplets = lays_of(cards)
    return max((1 + _triplets_in(without(cards, triplet.cards)) for triplet in triplets), default=0)


@lru_cache(maxsize=1 << 14)
def points_ready(hand: Cards) -> int:
    """Return the points of the triplets that can be laid from a hand."""
    return sum(
        VALUE_OF_GROUP[group] * _triplets_in(cards_of_group(hand, group)) for group in GROUPS
    )


@lru_cache(maxsize=1 << 13)
def hand_kept(hand: Cards, hand_limit: int) -> Cards:
    """Return the cards of a hand that are not discarded at the end of a turn.

    The hand's triplets are assumed to be laid, and each makes room for one more card; the least
    useful of the other cards are discarded.

    Args:
        hand: the cards in order.
        hand_limit: the limit of the hand before the triplets are laid.
    """
    triplets = sum(_triplets_in(cards_of_group(hand, group)) for group in GROUPS)
    # A triplet takes its cards from the hand and raises the limit by one.
    for _ in range(len(hand) - hand_limit - (SIZE + 1) * triplets):
        hand = without(hand, ONE[min(sorted({*hand}), key=lambda card: cost(hand, ONE[card]))])
    return hand


def cost(hand: Cards, given: Cards) -> float:
    """Return the worth that a hand loses without some of its cards."""
    return hand_worth(hand) - hand_worth(without(hand, given))


@lru_cache(maxsize=1 << 12)
def cheap_gives(hand: Cards) -> tuple[Cards, ...]:
    """Return the single cards and pairs that cost the hand least to give: singles first, the
    cheapest of them first."""
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
WILLING_SLOPE: Final = 0.8
"""Increase of that chance by each point that the partner gains more."""
WILLING_MIN: Final = 0.02
"""Minimum chance that a partner who holds the requested cards accepts."""
SUCCESS_MIN: Final = 0.26
"""Minimum chance of success for an offer, so that partners are rarely asked in vain. With it and
``COMPLETES``, 44 % of the approaches in trial matches led to a deal."""
COMPLETES: Final = 0.25
"""The assumed worth of a requested card, on a scale from its typical worth (0) to the worth of
a triplet (1)."""
NOT_MADE: Final = 0.3
"""Limit and penalty in points for an offer that would not be made. The value is cut to the limit
before the penalty is subtracted, so that it is never positive."""
LATE_TURNS: Final = 4.0
"""Number of turns left to a seat below which the gain of a leading rival weighs more and more."""

_GROUPS: Final = GROUP_OF.ljust(256, b"\0")
"""The group of each card as a translation table."""


class Plan(NamedTuple):
    """An offer and its value. Plans compare by value first."""

    value: float
    give: Cards
    ask: Cards


NO_PLAN: Final = Plan(0.0, b"", b"")
"""No offer; the only plan that asks for nothing."""


class _Give(NamedTuple):
    """Cards to give, with their worth to both sides."""

    cards: Cards
    groups: bytes
    """The group of each card."""
    cost: float
    """The worth of the cards in the seat's hand."""
    worth_to_partner: float
    """The estimated worth of the cards to the partner."""
    typical_worth: float
    """The worth of the cards to a player whose hand is unknown."""


class _Ask(NamedTuple):
    """Cards to ask for, with their worth and the chance to get them."""

    cards: Cards
    group: int
    """The group of the first card."""
    chance_held: float
    """The chance that the partner holds the cards."""
    gain: float
    """The worth that a single card adds to the seat's hand; NaN for several cards."""
    expected_gain: float
    """The gain times the chance that the partner holds the card."""
    typical_worth: float
    """The worth of the cards to a player whose hand is unknown."""
    seeming_worth: float
    """The worth of the cards to the player who asks for them, as estimated by others."""


class Partner(NamedTuple):
    """All that a seat's offers to a trade partner depend on."""

    hand: Cards
    """The seat's hand."""
    unseen_copies: bytes
    """The number of unseen copies by label."""
    unseen: int
    """The number of all unseen cards."""
    known: Cards
    """The cards that the partner is known to hold."""
    hidden: int
    """The number of the partner's other cards."""
    wanted: Cards
    """The labels that the partner asked for in its last declined offer to each seat, and in the
    offer to be answered now."""
    avoided: Cards
    """The labels that the seat does not ask for: cards that the partner wants or last declined to
    give, and action cards that the seat could not use now."""
    hand_weight: float
    """The weight of cards in hand for the rest of the match."""
    weight_of_partner: float
    """The weight that the seat gives to the partner's gain."""
    weight_of_seat: float
    """The weight that the partner gives to the seat's gain."""
    hand_limit: int
    """Maximum number of cards that the seat may hold at the end of its turn; unlimited in the turns
    of others."""

    def chance_to_hold(self, label: int) -> float:
        """Return the chance that the partner holds a card, from 0 to 1."""
        return 1.0 if label in self.known else self._chances()[self.unseen_copies[label]]

    def chance_to_hold_all(self, cards: Cards) -> float:
        """Return the chance that the partner holds all of some cards."""
        chances = self._chances()
        missing = without(cards, bytes(card for card in self.known if card in cards))
        return prod(chances[self.unseen_copies[label]] for label in missing)

    def _chances(self) -> list[float]:
        """Return the chance that the partner holds a card, by the card's number of unseen
        copies."""
        missed = 1 - min(1.0, self.hidden / self.unseen)
        return [1 - missed**copies for copies in range(max(COPIES_OF) + 1)]

    def plan(self, offered: Cards = b"", asked: Cards = b"") -> Plan:
        """Return the best offer that begins with the cards of an unfinished offer."""
        best = _best_plan(self)
        is_begun = best.give.startswith(offered) and (not asked or best.ask == asked)
        return best if is_begun else self.search(offered, asked)

    def search(self, offered: Cards = b"", asked: Cards = b"") -> Plan:
        """Return the best offer that begins with the cards of an unfinished offer; NO_PLAN if there
        is none."""
        gives = [self._weigh_give(cards) for cards in self._gives(offered)]
        best = NO_PLAN
        for ask in [self._weigh_ask(asked)] if asked else self._asks():
            # This bounds the value of every offer that asks for these cards. Asks come in order of
            # their expected gain, so no later one is better.
            if ask.expected_gain * WILLING_MAX * self.hand_weight <= best.value and best.ask:
                break
            # A card is not exchanged for its like.
            plans = [self._weigh(give, ask) for give in gives if ask.cards[0] not in give.cards]
            # From the best plan down, so that ``keeps`` is rarely called.
            for plan in sorted(plans, reverse=True):
                if best.ask and plan <= best:
                    break
                if self.keeps(plan.give, plan.ask):
                    best = plan
                    break
        return best

    def keeps(self, given: Cards, received: Cards) -> bool:
        """Return whether the hand keeps the gain of an exchange until the end of the turn.

        All cards received stay, and no more cards are discarded than without the exchange.
        """
        after = together(without(self.hand, given), received)
        cards_left = hand_kept(after, self.hand_limit)
        discards = len(self.hand) - len(hand_kept(self.hand, self.hand_limit))
        stay = all(cards_left.count(card) == after.count(card) for card in received)
        return stay and len(after) - len(cards_left) <= discards

    def _asks(self) -> list[_Ask]:
        """Return the labels with the highest expected gain, highest first, without labels to
        avoid."""
        chances = self._chances()
        hand_gains = gains(self.hand)
        gains_and_copies = zip(hand_gains, self.unseen_copies, strict=True)
        expected = [gain * chances[copies] for gain, copies in gains_and_copies]
        for label in self.known:
            expected[label] = hand_gains[label]
        best = sorted(range(LABELS), key=expected.__getitem__, reverse=True)
        asked = [label for label in best if label not in self.avoided]
        return [self._weigh_ask(ONE[label]) for label in asked[:ASKS_MAX]]

    def _gives(self, offered: Cards) -> list[Cards]:
        """Return the cards that cost the hand least to give, and the cards that the partner
        wants."""
        gives = [*cheap_gives(self.hand)]
        if self.wanted:
            wanted = sorted({*self.wanted})
            gives += [ONE[card] for card in wanted if card in self.hand and ONE[card] not in gives]
        # An unfinished offer that is not among these is made unchanged.
        return [give for give in gives if give.startswith(offered)] or [offered]

    def _weigh_give(self, cards: Cards) -> _Give:
        worth_to_partner = fsum([self._worth_to_partner(card) for card in cards])
        typical = fsum([TYPICAL[card] for card in cards])
        groups = cards.translate(_GROUPS)
        return _Give(cards, groups, cost(self.hand, cards), worth_to_partner, typical)

    def _worth_to_partner(self, card: int) -> float:
        if card in self.wanted:
            # Taken to complete a triplet.
            return VALUE_OF_GROUP[GROUP_OF[card]] * LATER
        if card >= FIRST_ACTION or not self.known:
            return TYPICAL[card]
        known = cards_of_group(self.known, GROUP_OF[card])
        return max(TYPICAL[card], group_worth(together(known, ONE[card])) - group_worth(known))

    def _weigh_ask(self, cards: Cards) -> _Ask:
        chance = self.chance_to_hold_all(cards)
        typical = fsum([TYPICAL[card] for card in cards])
        # Gains of several cards do not add up; ``_weigh`` compares whole hands for them.
        gain = gains(self.hand)[cards[0]] if len(cards) == 1 else nan
        group = GROUP_OF[cards[0]]
        return _Ask(cards, group, chance, gain, chance * gain, typical, worth_to_asker(cards))

    def _weigh(self, give: _Give, ask: _Ask) -> Plan:
        """Return an offer with its value: the gain, weighted by the chance of success."""
        weight = self.hand_weight
        # Within a group, the gain depends on the cards given.
        if len(ask.cards) > 1 or ask.group in give.groups:
            after = together(without(self.hand, give.cards), ask.cards)
            mine = weight * (hand_worth(after) - hand_worth(self.hand))
        else:
            mine = weight * (ask.gain - give.cost)
        theirs = weight * (give.worth_to_partner - ask.typical_worth)
        # The partner avoids an exchange that seems to help this seat.
        seeming_gain = weight * (ask.seeming_worth - give.typical_worth)
        avoided = self.weight_of_seat * seeming_gain if seeming_gain > 0 else 0.0
        willing = WILLING_EVEN + WILLING_SLOPE * (theirs - avoided)
        willing = min(max(willing, WILLING_MIN), WILLING_MAX)
        lost = self.weight_of_partner * theirs if theirs > 0 else 0.0
        success = ask.chance_held * willing
        # Declined offers annoy the partner: if the expected gain is equal, prefer the likelier one.
        value = success * success * (mine - lost)
        if success < SUCCESS_MIN or value <= 0:
            # The offer will not be made, but it still needs a rank among other such offers.
            value = min(value, NOT_MADE) - NOT_MADE
        return Plan(value, give.cards, ask.cards)


@lru_cache(maxsize=1 << 12)
def _best_plan(partner: Partner) -> Plan:
    """Return the best offer. The result is cached, because each step of building the offer needs
    it."""
    return partner.search()


def worth_to_asker(cards: Cards) -> float:
    """Return the worth of requested cards to the player who asks for them, whose hand is unknown:
    each may complete a triplet."""
    typical = fsum([TYPICAL[card] for card in cards])
    triplets = LATER * fsum([VALUE_OF_GROUP[GROUP_OF[card]] for card in cards])
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
    state: YummyState,
    seat: int,
    partner: int,
    unseen_copies: list[int],
    known: Cards,
    useless: Cards,
    hand_weight: float,
) -> Partner:
    """Return a seat's knowledge of a trade partner.

    Args:
        state: the position, or the seat's view of it.
        unseen_copies: the number of unseen copies by label.
        known: the cards that the partner is known to hold.
        useless: action cards that the seat could not use now.
        hand_weight: the weight of cards in hand for the rest of the match.
    """
    seats = len(state.hands)
    # The offers that the partner made to each seat.
    wanted = b"".join(state.declined[partner * seats : (partner + 1) * seats])
    effect = state.pending[-1]
    if isinstance(effect, Answer):
        wanted += effect.ask
    return Partner(
        state.hands[seat],
        bytes(unseen_copies),
        max(sum(unseen_copies), 1),
        known,
        len(state.hands[partner]) - len(known),
        wanted,
        wanted + state.declined[seat * seats + partner] + useless,
        hand_weight,
        gain_weight(state, seat, partner),
        gain_weight(state, partner, seat),
        # Only the player in turn has a limit; no hand has as many cards as there are labels.
        limit(state, seat) if state.pending[0].seat == seat else len(COPIES_OF),
    )
