"""Hints: the value of each legal action and its reason in words, best first; and the manners of
bots."""

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
from darwin_core.games.yummy.offers import ready
from darwin_core.games.yummy.rules import (
    captures,
    group_of,
    is_last_turn,
    lays_of,
    legal,
    limit,
    of_group,
    points_of,
    totals,
)
from darwin_core.games.yummy.texts import (
    LAST_MARK,
    card_name,
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
"""Maximum columns for the names of all cards of an exchange, as a hint has only two rows."""


def advise(view: YummyState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take, with its worth in points, best first.

    Ties keep their order.
    """
    choices = legal(view, seat)
    if not choices:
        return []
    judgement = Judgement(view, seat)
    values = judgement.values(choices)
    best = max(values)

    def reason(action: AnyAction, value: float) -> str:
        if isinstance(action, acts.Discard) and value == best:
            return _reason_to_discard(judgement, action.card)
        if isinstance(action, acts.Decline):
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
        case acts.Trade() | acts.Counter() if judgement.is_duel:
            return tr("your only rival would gain what you lose by it")
        case acts.Trade(partner):
            return _plan_words(judgement, partner)
        case acts.Keep():
            return tr("it lets you hold one card more")
        case acts.Bank():
            return tr("nobody can take it there")
        case acts.Discard(card):
            return _reason_to_keep(judgement, card)
        case acts.Accept() if isinstance(effect, Answer):
            brings = _exchange_words(judgement, effect.ask, effect.give)
            words = labels_words(effect.give, "acc")
            return tr("you get {cards}: {brings}", cards=words, brings=brings)
        case acts.Counter() if isinstance(effect, Answer):
            return _plan_words(judgement, effect.partner)
        case acts.Give() | acts.Ask() | acts.Propose() if isinstance(effect, Offer):
            return _reason_of_step(judgement, effect, action)
        case _:
            return _reason_to_end(judgement)


def _reason_to_decline(judgement: Judgement, is_better: bool) -> str:
    """Return the reason to decline an offer: the seat cannot accept it, or accepting is not worth
    it."""
    lacking = lacking_words(judgement.state).removesuffix(".")
    if lacking:
        return f"{lacking[:1].lower()}{lacking[1:]}"
    return tr("what you would give is worth more to you" if is_better else "nothing changes hands")


def _reason_to_end(judgement: Judgement) -> str:
    """Return the gain of ending the turn, and the choices that it leaves open."""
    view, seat = judgement.state, judgement.seat
    can_play = any(not isinstance(action, acts.Trade | acts.End) for action in legal(view, seat))
    room = limit(view, seat) - len(judgement.hand)
    why = tr("what you could play stays in your hand" if can_play else "you have nothing to play")
    if is_last_turn(view):
        return f"{why}; {tr('this is your last turn')}"
    if room < 0:
        return f"{why}; {tr('you discard {cards}', cards=counted(-room, 'card'))}"
    if not room:
        return f"{why}; {tr('your hand is full, so you draw none')}"
    if room >= len(view.deck):
        return f"{why}; {tr('you draw the rest of the deck, which ends the match')}"
    return f"{why}; {tr('you draw {cards}', cards=counted(room, 'card'))}"


def _reason_of_step(
    judgement: Judgement, effect: Offer, action: acts.Give | acts.Ask | acts.Propose
) -> str:
    if isinstance(action, acts.Propose) or action == judgement.next_step(effect):
        return _plan_words(judgement, effect.partner)
    if isinstance(action, acts.Give):
        return _reason_to_keep(judgement, action.card)
    odds = judgement.partner(effect.partner).holding_chance(action.label)
    return _chance_words(action.label, odds)


def _plan_words(judgement: Judgement, partner: int) -> str:
    """Return the best offer to a partner, its purpose, and the chance that it can be accepted."""
    plan = judgement.plan(partner)
    if not plan.ask:
        return tr("you are unlikely to gain by it")
    give, ask = (labels_words(cards, "acc") for cards in (plan.give, plan.ask))
    give = if_short(give, counted(len(plan.give), "card"), EXCHANGE_COLUMNS - len(ask))
    brings = _exchange_words(judgement, plan.give, plan.ask)
    odds = judgement.partner(partner).holding(plan.ask)
    chance = (
        tr("surely in that hand")
        if odds == 1
        else tr("{odds} likely in that hand", odds=_percent(odds))
    )
    offer = tr("offer {give} for {ask}: {brings}", give=give, ask=ask, brings=brings)
    return f"{offer}; {chance}"


def _exchange_words(judgement: Judgement, give: Cards, ask: Cards) -> str:
    """Return the gain that an exchange brings to the hand."""
    after = together(without(judgement.hand, give), ask)
    groups = dict.fromkeys(GROUP[card] for card in ask if card < FIRST_ACTION)
    brings = [_brings(judgement.hand, after, group) for group in groups]
    groups = dict.fromkeys(GROUP[card] for card in ask if card >= FIRST_ACTION)
    brings += [_action_brings(group) for group in groups]
    return listed(brings)


def _action_brings(group: int) -> str:
    """Return the use of an action card of a group."""
    if group == CITIZENS:
        return tr("a card to mark a triplet of the USA")
    return tr("a card to take {group}", group=group_name(group - 1))


def _brings(hand: Cards, after: Cards, group: int) -> str:
    """Return the use of more cards of a group to a hand."""
    name = group_name(group)
    mine = of_group(after, group)
    points = ready(mine) - ready(of_group(hand, group))
    if points > 0:
        return tr("a triplet of {group}, {points}", group=name, points=counted(points, "point"))
    if len(mine) == 1:
        return tr("a first card of {group}", group=name)
    return tr("one more of {group}" if lays_of(mine) else "{group} then lacks one card", group=name)


def _reason_to_discard(judgement: Judgement, card: int) -> str:
    """Return the reason to discard a card that is worth no more than any other in the hand."""
    if card < FIRST_ACTION and len(of_group(judgement.hand, GROUP[card])) == 1:
        return _reason_to_keep(judgement, card)
    return tr("no other card that you hold promises less")


def _reason_to_keep(judgement: Judgement, card: int) -> str:
    """Return the reason to keep a card, or words for a card without any use."""
    hand = judgement.hand
    group = GROUP[card]
    name = card_name(card)
    if card >= FIRST_ACTION:
        if group == CITIZENS:
            return tr("{card} could mark a triplet of the USA", card=name)
        below = group_name(group - 1)
        return tr("{card} could take {group}", card=name, group=below)
    mine = of_group(hand, group)
    if len(mine) == 1:
        return tr("nothing else you hold goes with {card}", card=name)
    if len(lays_of(mine)) > len(lays_of(without(mine, ONE[card]))):
        return tr("{card} is part of a triplet that you hold", card=name)
    return tr("{card} is part of a triplet that lacks one card", card=name)


def _chance_words(label: int, odds: float) -> str:
    """Return the chance that the partner holds a card, in words."""
    name = card_name(label)
    if not odds:
        return tr("{card} cannot be in that hand", card=name)
    if odds == 1:
        return tr("{card} is known to be in that hand", card=name)
    return tr("{card} is in that hand {odds} of the time", card=name, odds=_percent(odds))


def _percent(odds: float) -> str:
    """Return a chance in percent, from 1 to 99."""
    return f"{min(max(round(100 * odds), 1), 99)} %"


def _secures(view: YummyState, seat: int, action: AnyAction) -> float:
    return float(not isinstance(action, acts.Keep | acts.Counter))


def _robs(view: YummyState, seat: int, action: AnyAction) -> float:
    match action:
        case acts.Trump(owner=owner) | acts.Mark(owner=owner):
            points = totals(view)
            return 1.0 if points[owner] == max(points) else 0.75
        case acts.Ask(label):
            return float(label >= FIRST_ACTION and _may_hold(view, seat, label))
        case acts.Give() | acts.Propose():
            return 1.0
        case acts.Discard(card):
            return float(card < FIRST_ACTION)
        case _:
            return 0.0


def _may_hold(view: YummyState, seat: int, label: int) -> bool:
    """Return whether the partner of an offer may hold a card, as far as the seat knows."""
    effect = view.pending[-1]
    assert isinstance(effect, Offer)
    return Judgement(view, seat).partner(effect.partner).holding_chance(label) > 0


def _trades(view: YummyState, seat: int, action: AnyAction) -> float:
    match action:
        case acts.Accept():
            return 1.0
        case acts.Trade(partner) if partner not in view.openings:
            return float(bool(Judgement(view, seat).plan(partner).ask))
        case acts.Counter():
            return 0.9
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
