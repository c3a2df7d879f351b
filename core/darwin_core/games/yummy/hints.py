"""Hints: the value of each legal action and its reason in words, best first; and the manners of
bots."""

from collections import Counter as Multiset
from typing import Final

from darwin_core.contract.cards import ONE, Cards, together, without
from darwin_core.contract.game import Advice, Manner
from darwin_core.games.yummy import acts
from darwin_core.games.yummy.acts import ACCEPT, AnyAction
from darwin_core.games.yummy.bots import Judgement
from darwin_core.games.yummy.material import (
    CITIZENS,
    FIRST_ACTION,
    GROUP,
    VALUE,
    Answer,
    Offer,
    YummyState,
)
from darwin_core.games.yummy.offers import points_ready
from darwin_core.games.yummy.rules import (
    SIZE,
    captures,
    cards_of_group,
    group_of,
    is_last_turn,
    lays_of,
    legal,
    limit,
    points_of,
    totals,
)
from darwin_core.games.yummy.texts import (
    LAST_MARK,
    card_name,
    cards_words,
    group_name,
    if_short,
    labels_words,
    lacking_words,
)
from darwin_core.kit.judging import DIGITS, advised
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, listed

EXCHANGE_COLUMNS: Final = 34
"""Maximum columns for the names of the cards given and requested. In a longer exchange, the cards
given are only counted, as a hint has two rows."""


def advise(view: YummyState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take, with its worth in points, best first; equal values
    keep the order of ``legal``."""
    choices = legal(view, seat)
    if not choices:
        return []
    judgement = Judgement(view, seat)
    values = judgement.values(choices)
    best = max(values)

    def reason(action: AnyAction, value: float) -> str:
        # Of any other discard, the hint says why the card is better kept.
        if isinstance(action, acts.Discard) and value == best:
            return _reason_to_discard(judgement, action.card)
        if isinstance(action, acts.Decline):
            # If the offer cannot be accepted, there is nothing to compare.
            accepting = values[choices.index(ACCEPT)] if ACCEPT in choices else value
            return _reason_to_decline(judgement, is_better=round(value - accepting, DIGITS) > 0)
        return _reason(judgement, action)

    return advised(choices, values, reason)


def _reason(judgement: Judgement, action: AnyAction) -> str:
    """Return the reason for or against an action."""
    view = judgement.state
    effect = view.pending[-1]
    match action:
        case acts.Lay(cards):
            return tr("{points} on the table", points=counted(VALUE[group_of(cards)], "point"))
        case acts.Trump(_, owner, place):
            points = counted(points_of(view.fields[owner][place]), "point")
            return tr("you gain {points}, and its owner loses as much", points=points)
        case acts.Mark(_, owner, place):
            if captures(view.fields[owner][place]):
                return tr("the {nth} mark takes the triplet", nth=tr(LAST_MARK))
            return tr("it costs its owner a point")
        case acts.Swap():
            return tr("a joker counts as any card of its group")
        case acts.Trade() | acts.Counter() if judgement.is_two_player:
            return tr("your only rival would gain what you lose by it")
        case acts.Trade(partner):
            plan = _plan_words(judgement, partner)
            first = _first_words(judgement)
            return f"{plan}; {first}" if first else plan
        case acts.Keep():
            return tr("it lets you hold one card more")
        case acts.Bank():
            return tr("nobody can take it there")
        case acts.Discard(card):
            return _reason_to_keep(judgement, card)
        case acts.Accept() if isinstance(effect, Answer):
            # The seat gives the cards that the partner asks for.
            brings = _exchange_words(judgement, effect.ask, effect.give)
            words = labels_words(effect.give, "acc")
            reason = tr("you get {cards}: {brings}", cards=words, brings=brings)
            return reason + rival_words(judgement, effect.partner, effect.ask, effect.give)
        case acts.Counter() if isinstance(effect, Answer):
            return _plan_words(judgement, effect.partner)
        case acts.Give() | acts.Ask() | acts.Propose() if isinstance(effect, Offer):
            return _reason_of_step(judgement, effect, action)
        case _:
            # ``End``; to decline has its reason in ``advise``.
            return _reason_to_end(judgement)


def _reason_to_decline(judgement: Judgement, is_better: bool) -> str:
    """Return the reason to decline an offer: the seat cannot accept it, or accepting is not worth
    it."""
    lacking = lacking_words(judgement.state).removesuffix(".")
    if lacking:
        # A hint is no sentence: it begins in lower case and has no full stop.
        return f"{lacking[:1].lower()}{lacking[1:]}"
    return tr("what you would give is worth more to you" if is_better else "nothing changes hands")


def _reason_to_end(judgement: Judgement) -> str:
    """Return the choices that ending the turn leaves unused, and the cards then drawn or
    discarded."""
    view, seat = judgement.state, judgement.seat
    can_play = any(not isinstance(action, acts.Trade | acts.End) for action in legal(view, seat))
    room = limit(view, seat) - len(judgement.hand)
    why = tr("what you could play stays in your hand" if can_play else "you have nothing to play")
    if not can_play:
        why = _unasked_words(judgement) or why
    if is_last_turn(view):
        return f"{why}; {tr('this is your last turn')}"
    if room < 0:
        return f"{why}; {tr('you discard {cards}', cards=counted(-room, 'card'))}"
    if not room:
        return f"{why}; {tr('your hand is full, so you draw none')}"
    if room >= len(view.deck):
        return f"{why}; {tr('you draw the rest of the deck, which ends the match')}"
    return f"{why}; {tr('you draw {cards}', cards=counted(room, 'card'))}"


def _unasked_words(judgement: Judgement) -> str:
    """Return the card of most points that completes a triplet and is known to be in the hand of a
    seat that can still be asked; empty if there is none."""
    view, hand = judgement.state, judgement.hand
    completing = [
        (points_ready(together(hand, ONE[card])) - points_ready(hand), card)
        for action in legal(view, judgement.seat)
        if isinstance(action, acts.Trade)
        for card in judgement.known[action.partner]
    ]
    points, card = max(completing, default=(0, 0))
    # Besides the two cards of the triplet, one is needed in exchange.
    if not points or len(hand) < SIZE:
        return ""
    return tr(
        "a rival holds {card}, with which you could lay {points}",
        card=cards_words(ONE[card]),
        points=counted(points, "point"),
    )


def _first_words(judgement: Judgement) -> str:
    """Return the choices to lay and to take triplets, which stay after a trade; empty if there are
    none."""
    kinds = set(map(type, legal(judgement.state, judgement.seat)))
    if not kinds & {acts.Lay, acts.Trump} or not judgement.spare:
        return ""
    if acts.Trump not in kinds:
        return tr("lay first: you can trade after it")
    return tr(
        "lay and take first: you can trade after it"
        if acts.Lay in kinds
        else "take first: you can trade after it"
    )


def rival_words(judgement: Judgement, partner: int, brings: Cards, takes: Cards) -> str:
    """Return the use of an exchange to the partner, as far as the seat knows, after a semicolon;
    empty for none.

    Args:
        brings: the cards that the partner gets.
        takes: the cards that the partner gives.
    """
    known = judgement.known[partner]
    before = bytes(sorted((Multiset(known) - Multiset(takes)).elements()))
    after = together(before, brings)
    groups = {GROUP[card] for card in brings if card < FIRST_ACTION}
    for group in sorted(groups, key=lambda group: -VALUE[group]):
        points = points_ready(cards_of_group(after, group))
        if points > points_ready(cards_of_group(before, group)):
            words = tr(
                "they can then lay {group}, {points}",
                group=group_name(group),
                points=counted(points, "point"),
            )
            return f"; {words}"
    return ""


def _reason_of_step(
    judgement: Judgement, effect: Offer, action: acts.Give | acts.Ask | acts.Propose
) -> str:
    """Return the plan that a step belongs to, or the reason against a step that leaves it."""
    if isinstance(action, acts.Propose) or action == judgement.next_step(effect):
        return _plan_words(judgement, effect.partner)
    if isinstance(action, acts.Give):
        return _reason_to_keep(judgement, action.card)
    chance = judgement.partner(effect.partner).chance_to_hold(action.label)
    return _chance_words(action.label, chance)


def _plan_words(judgement: Judgement, partner: int) -> str:
    """Return the best offer to a partner, its purpose, and the chance that it can be accepted."""
    plan = judgement.plan(partner)
    if not plan.ask:
        return tr("you are unlikely to gain by it")
    give, ask = (labels_words(cards, "acc") for cards in (plan.give, plan.ask))
    give = if_short(give, counted(len(plan.give), "card"), EXCHANGE_COLUMNS - len(ask))
    brings = _exchange_words(judgement, plan.give, plan.ask)
    chance = judgement.partner(partner).chance_to_hold_all(plan.ask)
    likely = (
        tr("surely in that hand")
        if chance == 1
        else tr("{odds} likely in that hand", odds=_percent(chance))
    )
    offer = tr("offer {give} for {ask}: {brings}", give=give, ask=ask, brings=brings)
    return f"{offer}; {likely}{rival_words(judgement, partner, plan.give, plan.ask)}"


def _exchange_words(judgement: Judgement, give: Cards, ask: Cards) -> str:
    """Return the gain that an exchange brings to the hand."""
    after = together(without(judgement.hand, give), ask)
    # Each group once, in the order of the cards.
    groups = dict.fromkeys(GROUP[card] for card in ask if card < FIRST_ACTION)
    brings = [_group_words(judgement.hand, after, group) for group in groups]
    action_groups = dict.fromkeys(GROUP[card] for card in ask if card >= FIRST_ACTION)
    brings += [_action_words(group) for group in action_groups]
    return listed(brings)


def _action_words(group: int) -> str:
    """Return the use of an action card of a group."""
    if group == CITIZENS:
        return tr("a card to mark a triplet of the USA")
    return tr("a card to take {group}", group=group_name(group - 1))


def _group_words(hand: Cards, after: Cards, group: int) -> str:
    """Return the use of more cards of a group to a hand.

    Args:
        after: the hand with these cards.
    """
    name = group_name(group)
    own_cards = cards_of_group(after, group)
    points = points_ready(own_cards) - points_ready(cards_of_group(hand, group))
    if points > 0:
        return tr("a triplet of {group}, {points}", group=name, points=counted(points, "point"))
    if len(own_cards) == 1:
        return tr("a first card of {group}", group=name)
    return tr(
        "one more of {group}" if lays_of(own_cards) else "{group} then lacks one card", group=name
    )


def _reason_to_discard(judgement: Judgement, card: int) -> str:
    """Return the reason to discard a card that is worth no more than any other in the hand."""
    # A single card of its group has no use, which is the better reason.
    if card < FIRST_ACTION and len(cards_of_group(judgement.hand, GROUP[card])) == 1:
        return _reason_to_keep(judgement, card)
    return tr("no other card that you hold promises less")


def _reason_to_keep(judgement: Judgement, card: int) -> str:
    """Return the use of a card, as the reason against giving it away; or that it has none."""
    hand = judgement.hand
    group = GROUP[card]
    name = card_name(card)
    if card >= FIRST_ACTION:
        if group == CITIZENS:
            return tr("{card} could mark a triplet of the USA", card=name)
        below = group_name(group - 1)
        return tr("{card} could take {group}", card=name, group=below)
    own_cards = cards_of_group(hand, group)
    if len(own_cards) == 1:
        return tr("nothing else you hold goes with {card}", card=name)
    if len(lays_of(own_cards)) > len(lays_of(without(own_cards, ONE[card]))):
        return tr("{card} is part of a triplet that you hold", card=name)
    return tr("{card} is part of a triplet that lacks one card", card=name)


def _chance_words(label: int, chance: float) -> str:
    """Return the chance that the partner holds a card, in words."""
    name = card_name(label)
    if not chance:
        return tr("{card} cannot be in that hand", card=name)
    if chance == 1:
        return tr("{card} is known to be in that hand", card=name)
    return tr("{card} is in that hand {odds} of the time", card=name, odds=_percent(chance))


def _percent(chance: float) -> str:
    """Return a chance in percent, from 1 to 99. Certain cases have words of their own, so a rounded
    figure must not look certain."""
    return f"{min(max(round(100 * chance), 1), 99)} %"


# --- manners

_OTHERS_LEAN: Final = 0.75
"""A robber's lean to triplets of players who do not lead."""
_COUNTER_LEAN: Final = 0.9
"""A trader's lean to counter-offers, which comes after accepting."""


def _secures(view: YummyState, seat: int, action: AnyAction) -> float:
    """Lean of the careful: to all but leaving a triplet on the field and counter-offers."""
    return float(not isinstance(action, acts.Keep | acts.Counter))


def _robs(view: YummyState, seat: int, action: AnyAction) -> float:
    """Lean of the robber: to taking and marking triplets, and to getting action cards and keeping
    them."""
    match action:
        case acts.Trump(owner=owner) | acts.Mark(owner=owner):
            points = totals(view)
            return 1.0 if points[owner] == max(points) else _OTHERS_LEAN
        case acts.Ask(label):
            return float(label >= FIRST_ACTION and _may_hold(view, seat, label))
        case acts.Give() | acts.Propose():
            # Steps towards asking for cards.
            return 1.0
        case acts.Discard(card):
            return float(card < FIRST_ACTION)
        case _:
            return 0.0


def _may_hold(view: YummyState, seat: int, label: int) -> bool:
    """Return whether the partner of an offer may hold a card, as far as the seat knows."""
    effect = view.pending[-1]
    assert isinstance(effect, Offer)
    return Judgement(view, seat).partner(effect.partner).chance_to_hold(label) > 0


def _trades(view: YummyState, seat: int, action: AnyAction) -> float:
    """Lean of the trader: to accepting, to a first trade with each seat, and to counter-offers."""
    match action:
        case acts.Accept():
            return 1.0
        case acts.Trade(partner) if partner not in view.openings:
            return float(bool(Judgement(view, seat).plan(partner).ask))
        case acts.Counter():
            return _COUNTER_LEAN
        case _:
            return 0.0


MANNERS: Final[dict[str, Manner[YummyState, AnyAction]]] = {
    "careful": Manner(
        title="careful",
        line="brings triplets to safety and seldom makes counter-offers",
        lean=_secures,
        margin=1.0,
    ),
    "robber": Manner(
        title="a robber", line="asks for action cards and takes triplets", lean=_robs, margin=1.2
    ),
    "trader": Manner(title="a trader", line="offers and accepts a lot", lean=_trades, margin=0.4),
}
