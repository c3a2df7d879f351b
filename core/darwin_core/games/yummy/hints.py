"""Hints: the value of each legal action and its reason in words, best first, and what another
action lacks beside it; and the manners of bots."""

from collections import Counter as Multiset
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from darwin_core.contract.cards import ONE, Cards, together, without
from darwin_core.contract.game import Advice, Manner
from darwin_core.games.yummy import acts
from darwin_core.games.yummy.acts import ACCEPT, COUNTER, AnyAction
from darwin_core.games.yummy.bots import Judgement
from darwin_core.games.yummy.material import (
    CITIZENS,
    FIRST_ACTION,
    GROUP_OF,
    TRADES_MAX,
    VALUE_OF_GROUP,
    Answer,
    Move,
    Offer,
    PlaceTriplet,
    YummyState,
)
from darwin_core.games.yummy.offers import points_ready
from darwin_core.games.yummy.rules import (
    SIZE,
    apply,
    captures,
    cards_of_group,
    clone,
    dangers,
    group_of,
    is_last_turn,
    is_one_kind,
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
from darwin_core.games.yummy.trades import holds
from darwin_core.kit.judging import DIGITS, advised
from darwin_core.text.language import mark, tr, tr_n
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, listed

MAX_ONE_IN: Final = 0.25
"""Maximum chance that is said as one time in so many; a larger one is said in tenths."""
LIKELY: Final = 0.5
"""Minimum chance that nobody calls small."""
LEAST_CHANCE: Final = 0.01
"""Least chance in words: a smaller one is said like it."""
EXCHANGE_COLUMNS: Final = 34
"""Maximum columns for the names of the cards given and requested. In a longer exchange, the cards
given are only counted, as a hint has two rows."""

CONTRAST_COLUMNS: Final = 72
"""Maximum columns of an answer to "Why not …?" with names of cards."""


def advise(view: YummyState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take, with its worth in points, best first; equal values
    keep the order of ``legal``."""
    choices = legal(view, seat)
    if not choices:
        return []
    judgement = Judgement(view, seat)
    # Texts without names, as in a search, name nobody.
    names = seat_names.names or (tr("that player"),) * len(view.hands)
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
        return _reason(judgement, action, names)

    return advised(choices, values, reason)


def _reason(judgement: Judgement, action: AnyAction, names: Sequence[str]) -> str:
    """Return the reason for or against an action."""
    view = judgement.state
    effect = view.pending[-1]
    match action:
        case acts.Lay(cards):
            return _laid_words(judgement, cards)
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
            plan = _plan_words(judgement, partner, names)
            first = _first_words(judgement)
            return f"{plan}; {first}" if first else plan
        case acts.Keep():
            return tr("it lets you hold one card more")
        case acts.Bank():
            return tr("nobody can take it there")
        case acts.Discard(card):
            return _card_use(judgement, card)
        case acts.Accept() if isinstance(effect, Answer):
            # The seat gives the cards that the partner asks for.
            brings = _exchange_words(judgement, effect.ask, effect.give)
            words = labels_words(effect.give, "acc")
            reason = tr("you get {cards}: {brings}", cards=words, brings=brings)
            return reason + rival_words(judgement, effect.partner, effect.ask, effect.give)
        case acts.Counter() if isinstance(effect, Answer):
            return _plan_words(_countering(judgement), effect.partner, names)
        case acts.Give() | acts.Ask() | acts.Propose() if isinstance(effect, Offer):
            return _reason_of_step(judgement, effect, action, names)
        case _:
            # ``End``; to decline has its reason in ``advise``.
            return _reason_to_end(judgement)


def _laid_words(judgement: Judgement, cards: Cards) -> str:
    """Return the points of a triplet to lay, and the number of action cards that could take it; or
    that it can be banked."""
    view = judgement.state
    points = counted(VALUE_OF_GROUP[group_of(cards)], "point")
    if is_one_kind(cards):
        return tr("{points}, safe once banked", points=points)
    takers = _takers(judgement, cards)
    if not takers or is_last_turn(view):
        return tr("{points} on your field", points=points)
    others = tr_n(
        "{number} action card of {group} could take it",
        "any of {number} action cards of {group} could take it",
        takers,
        group=group_name(group_of(cards) + 1),
    )
    return f"{tr('{points} on your field', points=points)}; {others}"


def _takers(judgement: Judgement, cards: Cards) -> int:
    """Return the number of action cards that could each take a triplet from the seat's field."""
    threats = dangers(judgement.state, judgement.seat, cards) or ()
    return sum(threat.left for threat in threats if threat.group != CITIZENS)


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
    own_targets = judgement.own_targets
    against = [GROUP_OF[c] for c in brings if c >= FIRST_ACTION and own_targets[GROUP_OF[c]]]
    if against:
        # The citizens' actions, which come first, cost least.
        group = against[-1]
        words = (
            tr("they can then mark your USA")
            if group == CITIZENS
            else tr("they can then take your {group}", group=group_name(group - 1))
        )
        return f"; {words}"
    known = judgement.known[partner]
    before = bytes(sorted((Multiset(known) - Multiset(takes)).elements()))
    after = together(before, brings)
    groups = {GROUP_OF[card] for card in brings if card < FIRST_ACTION}
    for group in sorted(groups, key=lambda group: -VALUE_OF_GROUP[group]):
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
    judgement: Judgement,
    effect: Offer,
    action: acts.Give | acts.Ask | acts.Propose,
    names: Sequence[str],
) -> str:
    """Return the offer to be made, the plan that a step belongs to, or the reason against a step
    that leaves it."""
    if isinstance(action, acts.Propose):
        return _offer_words(judgement, effect.partner, effect.give, effect.ask, names)
    if action == judgement.next_step(effect):
        return _plan_words(judgement, effect.partner, names)
    if isinstance(action, acts.Give):
        return _card_use(judgement, action.card)
    chance = judgement.partner(effect.partner).chance_to_hold(action.label)
    return _chance_words(action.label, chance)


def _plan_words(judgement: Judgement, partner: int, names: Sequence[str]) -> str:
    """Return the best offer to a partner, its purpose, and the chance that it can be accepted."""
    plan = judgement.plan(partner)
    if not plan.ask:
        return tr("you are unlikely to gain by it")
    return _offer_words(judgement, partner, plan.give, plan.ask, names)


def _offer_words(
    judgement: Judgement, partner: int, give: Cards, ask: Cards, names: Sequence[str]
) -> str:
    """Return an offer, its purpose, and the chance that it can be accepted."""
    given, asked = (labels_words(cards, "acc") for cards in (give, ask))
    given = if_short(given, counted(len(give), "card"), EXCHANGE_COLUMNS - len(asked))
    brings = _exchange_words(judgement, give, ask)
    likely = _held_words(judgement, partner, ask, names)
    offer = tr("offer {give} for {ask}: {brings}", give=given, ask=asked, brings=brings)
    return f"{offer}; {likely}{rival_words(judgement, partner, give, ask)}"


def _countering(judgement: Judgement) -> Judgement:
    """Return the judgement of a counter-offer once it is announced: the partner's offer has then
    replaced that which the seat declined before."""
    later = clone(judgement.state)
    apply(later, judgement.seat, COUNTER, None)
    return Judgement(later, judgement.seat)


def _held_words(judgement: Judgement, partner: int, ask: Cards, names: Sequence[str]) -> str:
    """Return the chance that a seat holds the cards that an offer asks for."""
    name, is_one = names[partner], len(ask) == 1
    chance = judgement.partner(partner).chance_to_hold_all(ask)
    if not chance:
        return tr(
            "{seat} cannot have it" if is_one else "{seat} cannot have all of them", seat=name
        )
    if chance == 1:
        return tr("{seat} surely has it" if is_one else "{seat} surely has all of them", seat=name)
    return tr(
        "{seat} has it {odds}" if is_one else "{seat} has all of them {odds}",
        seat=name,
        odds=_odds(chance),
    )


def _exchange_words(judgement: Judgement, give: Cards, ask: Cards) -> str:
    """Return the gain that an exchange brings to the hand."""
    after = together(without(judgement.hand, give), ask)
    # Each group once, in the order of the cards.
    groups = dict.fromkeys(GROUP_OF[card] for card in ask if card < FIRST_ACTION)
    brings = [_group_words(judgement.hand, after, group) for group in groups]
    action_groups = dict.fromkeys(GROUP_OF[card] for card in ask if card >= FIRST_ACTION)
    brings += [_action_words(group) for group in action_groups]
    return listed(brings) + _idle_words(judgement, action_groups)


def _action_words(group: int) -> str:
    """Return the use of an action card of a group."""
    if group == CITIZENS:
        return tr("a card to mark a triplet of the USA")
    return tr("a card to take {group}", group=group_name(group - 1))


def _idle_words(judgement: Judgement, groups: Iterable[int]) -> str:
    """Return, after a semicolon, that no rival has a triplet for action cards of some groups; empty
    if a rival has one, or there are no groups."""
    groups = [*groups]
    if not groups or any(judgement.targets[group] for group in groups):
        return ""
    is_own = any(judgement.own_targets[group] for group in groups)
    words = tr("only you have a triplet for it" if is_own else "there is no triplet for it now")
    return f"; {words}"


def _group_words(hand: Cards, after: Cards, group: int) -> str:
    """Return the use of more cards of a group to a hand.

    Args:
        after: the hand with these cards.
    """
    name = group_name(group)
    own_cards = cards_of_group(after, group)
    points = points_ready(own_cards) - points_ready(cards_of_group(hand, group))
    if points > 0:
        mates = _mates(hand, own_cards)
        if mates:
            cards = labels_words(mates)
            return tr("a {number}-point triplet with {cards}", number=points, cards=cards)
        return tr("a triplet of {group}, {points}", group=name, points=counted(points, "point"))
    if len(own_cards) == 1:
        return tr("a first card of {group}", group=name)
    return tr(
        "one more of {group}" if lays_of(own_cards) else "{group} then lacks one card", group=name
    )


def _mates(hand: Cards, after: Cards) -> Cards:
    """Return the two cards of a hand that make a triplet with the only card that an exchange
    brings to a group; empty if it brings more.

    Args:
        after: the cards of the group after the exchange.
    """
    new = Multiset(after) - Multiset(hand)
    if new.total() != 1:
        return b""
    (card,) = new
    triplets = [without(lay.cards, ONE[card]) for lay in lays_of(after) if card in lay.cards]
    return next((mates for mates in triplets if holds(hand, mates)), b"")


def _reason_to_discard(judgement: Judgement, card: int) -> str:
    """Return the reason to discard a card that is worth no more than any other in the hand."""
    # A single card of its group has no use, which is the better reason.
    if card < FIRST_ACTION and len(cards_of_group(judgement.hand, GROUP_OF[card])) == 1:
        return _card_use(judgement, card)
    return tr("no other card that you hold promises less")


def _card_use(judgement: Judgement, card: int, *, is_named: bool = False) -> str:
    """Return the use of a card in the hand, or that it has none.

    Args:
        is_named: the card is to be given in an exchange, which does not name it.
    """
    hand = judgement.hand
    group = GROUP_OF[card]
    name = card_name(card)
    if card >= FIRST_ACTION:
        idle = _idle_words(judgement, [group])
        if group == CITIZENS:
            use = tr(
                "you would give {card}, which could mark the USA"
                if is_named
                else "it could mark a triplet of the USA",
                card=name,
            )
            return use + idle
        use = tr(
            "you would give {card}, which could take {group}"
            if is_named
            else "it could take {group}",
            card=name,
            group=group_name(group - 1),
        )
        return use + idle
    own_cards = cards_of_group(hand, group)
    if len(own_cards) == 1:
        return tr("nothing else you hold goes with it")
    if len(lays_of(own_cards)) > len(lays_of(without(own_cards, ONE[card]))):
        return tr(
            "you would give {card}, part of a triplet that you hold"
            if is_named
            else "it is part of a triplet that you hold",
            card=name,
        )
    return tr(
        "you would give {card}, part of a triplet that lacks one card"
        if is_named
        else "it is part of a triplet that lacks one card",
        card=name,
    )


def _chance_words(label: int, chance: float) -> str:
    """Return the chance that the partner holds a card, in words."""
    name = card_name(label)
    if not chance:
        return tr("{card} cannot be in that hand", card=name)
    if chance == 1:
        return tr("{card} is known to be in that hand", card=name)
    return tr("{card} is in that hand {odds} of the time", card=name, odds=_percent(chance))


def _odds(chance: float) -> str:
    """Return an uncertain chance as the number of times that it comes true, as in "about 1 time in
    5"."""
    if chance <= MAX_ONE_IN:
        return tr("about 1 time in {number}", number=round(1 / max(chance, LEAST_CHANCE)))
    return tr("about {number} times in 10", number=min(max(round(10 * chance), 3), 9))


def _percent(chance: float) -> str:
    """Return a chance in percent, from 1 to 99. Certain cases have words of their own, so a rounded
    figure must not look certain."""
    return f"{min(max(round(100 * chance), 1), 99)} %"


# --- why not another action


class _Pair(NamedTuple):
    """An advised action and another legal one, with all that their comparison needs."""

    judgement: Judgement
    names: Sequence[str]
    best: AnyAction
    other: AnyAction

    @property
    def view(self) -> YummyState:
        """The seat's view."""
        return self.judgement.state


def contrast(
    view: YummyState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    """Return what another legal action lacks beside the advised one, or that nothing is lost by
    taking it later; empty if nothing is known for sure."""
    pair = _Pair(Judgement(view, seat), seat_names.names, best, other)
    effect = view.pending[-1]
    match effect:
        case Move():
            return _contrast_of_moves(pair)
        case PlaceTriplet():
            return _contrast_of_places(pair, effect.cards)
        case Offer():
            return _contrast_of_steps(pair, effect)
        case Answer():
            return _contrast_of_answers(pair, effect)
        case _:
            return _contrast_of_cards(pair)


_AFTER: Final[Mapping[type, str]] = {
    acts.Lay: mark("after laying"),
    acts.Trump: mark("after taking"),
    acts.Mark: mark("after marking"),
    acts.Swap: mark("after the swap"),
    acts.Trade: mark("after the offer"),
}
"""The moves that do not end the turn, as the time of a later one."""


def _contrast_of_moves(pair: _Pair) -> str:
    """Return the contrast of two moves of a turn."""
    best, other = pair.best, pair.other
    if isinstance(best, acts.End):
        return _contrast_to_end(pair)
    later = tr(_AFTER[type(best)]) if _stays_legal(pair) else ""
    match other:
        case acts.End():
            return _unused_words(pair)
        case acts.Trade() if isinstance(best, acts.Trade):
            return _contrast_of_offers(pair, best.partner, other.partner)
        case acts.Trade():
            if later:
                return tr("you can still trade {after}", after=later)
            return tr("an offer scores nothing")
        case acts.Lay() if isinstance(best, acts.Lay):
            return _contrast_of_lays(pair, best.cards, other.cards, is_later=bool(later))
        case acts.Lay() if later:
            return tr("you can still lay it {after}", after=later)
        case acts.Trump() if isinstance(best, acts.Trump):
            return _contrast_of_trumps(pair, best, other, is_later=bool(later))
        case acts.Trump() if later:
            return tr("you can still take it {after}", after=later)
        case acts.Mark() if later:
            return tr("you can still mark it {after}", after=later)
        case acts.Swap() if later:
            return tr("you can still swap it {after}", after=later)
        case acts.Swap():
            return tr("a joker scores nothing yet")
        case _:
            return ""


def _stays_legal(pair: _Pair) -> bool:
    """Return whether another move is surely possible after the advised one, whether or not an offer
    is accepted."""
    best, other = pair.best, pair.other
    hand = pair.judgement.hand
    match best:
        case acts.Lay(cards):
            hand = without(hand, cards)
        case acts.Trump(card) | acts.Mark(card) | acts.Swap(card):
            hand = without(hand, ONE[card])
        case acts.Trade(partner):
            plan = pair.judgement.plan(partner)
            if not plan.ask:
                return False
            hand = without(hand, plan.give)
        case _:
            return False
    match other:
        case acts.Lay(cards):
            return holds(hand, cards)
        case acts.Trade():
            is_last_opening = (
                isinstance(best, acts.Trade) and len(pair.view.openings) + 1 == TRADES_MAX
            )
            return bool(hand) and not is_last_opening
        case acts.Trump(card) | acts.Mark(card) | acts.Swap(card):
            # One mark a turn; a triplet may be gone, or be marked.
            is_same = isinstance(best, acts.Trump | acts.Mark | acts.Swap) and (
                (best.owner, best.place) == (other.owner, other.place)
                or type(best) is type(other) is acts.Mark
            )
            return card in hand and not is_same
        case _:
            return False


def _unused_words(pair: _Pair) -> str:
    """Return words on the effect of the advised move that ending the turn forgoes."""
    view, judgement = pair.view, pair.judgement
    match pair.best:
        case acts.Lay(cards):
            if is_last_turn(view):
                return tr("it scores nothing, and cards in your hand count nothing in the end")
            return _drawn_words(judgement, cards)
        case acts.Trump(_, owner, place) | acts.Mark(_, owner, place):
            points = counted(points_of(view.fields[owner][place]), "point")
            return tr(
                "{seat} keeps {points} on that triplet", seat=pair.names[owner], points=points
            )
        case acts.Swap(_, owner):
            return tr("the joker stays with {seat}", seat=pair.names[owner])
        case _:
            left = TRADES_MAX - len(view.openings)
            return tr_n(
                "you have {number} offer left, and a refused one costs you no card",
                "you have {number} offers left, and a refused one costs you no card",
                left,
            )


def _drawn_words(judgement: Judgement, cards: Cards) -> str:
    """Return the cards drawn or discarded at the end of the turn without a triplet laid, and with
    it."""
    view = judgement.state
    room = limit(view, judgement.seat) - len(judgement.hand)
    # Three of a kind may be banked, which does not raise the limit.
    after = room + SIZE + (not is_one_kind(cards))
    if room < 0:
        now = tr("you discard {cards}", cards=counted(-room, "card"))
    elif room:
        now = tr("you draw {cards}", cards=counted(min(room, len(view.deck)), "card"))
    else:
        now = tr("you draw none")
    text = tr("it scores nothing, and {ending}", ending=now)
    if is_one_kind(cards) or after <= 0 or after >= len(view.deck):
        return text
    return f"{text}; {tr('after laying you draw {number}', number=after)}"


def _contrast_of_lays(pair: _Pair, best: Cards, other: Cards, *, is_later: bool) -> str:
    """Return the contrast of two triplets to lay."""
    points, fewer = VALUE_OF_GROUP[group_of(best)], VALUE_OF_GROUP[group_of(other)]
    if fewer < points:
        less = tr("it counts {points}, not {number}", points=counted(fewer, "point"), number=points)
        # The cards of another group stay in the hand.
        return f"{less}; {tr('you can lay it as well')}"
    if is_later:
        return tr("you can lay it as well")
    if fewer > points:
        return ""
    if is_one_kind(best) and not is_one_kind(other):
        return tr("it counts the same, but only three of a kind can be banked")
    hand = pair.judgement.hand
    left, kept = ({*without(hand, cards)} for cards in (other, best))
    if left == kept or is_one_kind(other) != is_one_kind(best):
        return ""
    return if_short(
        tr(
            "it counts the same, and leaves you {cards}, not {others}",
            cards=labels_words(bytes(sorted(left - kept)), "acc"),
            others=labels_words(bytes(sorted(kept - left)), "acc"),
        ),
        tr("it counts the same; only the cards left in your hand differ"),
        CONTRAST_COLUMNS,
    )


def _contrast_of_trumps(pair: _Pair, best: acts.Trump, other: acts.Trump, *, is_later: bool) -> str:
    """Return the contrast of two triplets to take."""
    names = pair.names
    if (best.owner, best.place) == (other.owner, other.place):
        return tr("it takes the same triplet with another card")
    if is_later:
        return tr("you can take it as well")
    # A card takes triplets of one group, which count the same.
    sums = pair.judgement.totals
    if sums[other.owner] < sums[best.owner]:
        return tr(
            "{seat} has {points}, {other} {number}",
            seat=names[other.owner],
            points=counted(sums[other.owner], "point"),
            other=names[best.owner],
            number=sums[best.owner],
        )
    return ""


def _contrast_to_end(pair: _Pair) -> str:
    """Return the drawback of a move if the turn had better end."""
    match pair.other:
        case acts.Lay(cards) if not is_one_kind(cards) and not is_last_turn(pair.view):
            if takers := _takers(pair.judgement, cards):
                return tr_n(
                    "{number} action card could take it from your field",
                    "{number} action cards could take it from your field",
                    takers,
                )
            return ""
        case acts.Trump(card):
            return tr("it uses up {card}", card=card_name(card))
        case acts.Mark(card, owner, place) if not captures(pair.view.fields[owner][place]):
            return tr("it brings you no points, and uses up {card}", card=card_name(card))
        case acts.Swap(card):
            return tr(
                "a joker scores nothing yet, and you give {card} for it", card=card_name(card)
            )
        case acts.Trade(partner):
            return _doubt_words(pair.judgement, pair.names, partner)
        case _:
            return ""


def _doubt_words(judgement: Judgement, names: Sequence[str], partner: int) -> str:
    """Return what speaks against an offer of the seat's to a partner: nothing that the partner may
    hold completes a triplet, the best offer completes none, or the card may not be there, while
    the cards offered are shown even if it is refused."""
    name = names[partner]
    ready = points_ready(judgement.hand)
    knowledge = judgement.partner(partner)
    completing = any(
        points_ready(together(judgement.hand, ONE[label])) > ready
        and knowledge.chance_to_hold(label)
        for label in range(FIRST_ACTION)
    )
    if not completing:
        return tr("no card that {seat} may hold completes a triplet for you", seat=name)
    plan = judgement.plan(partner)
    if not plan.ask:
        return ""
    if not _plan_points(judgement, partner):
        return tr("even if accepted, it completes no triplet")
    chance = knowledge.chance_to_hold_all(plan.ask)
    if chance >= LIKELY:
        return tr("{seat} may decline it, and sees your offer", seat=name)
    card = card_name(plan.ask[0])
    return if_short(
        tr(
            "{seat} has {card} only {odds}, and sees your offer",
            seat=name,
            card=card,
            odds=_odds(chance),
        ),
        tr("{seat} may not have {card}, and sees your offer", seat=name, card=card),
        CONTRAST_COLUMNS,
    )


def _plan_points(judgement: Judgement, partner: int) -> int:
    """Return the points by which the best offer to a partner, once accepted, adds to the triplets
    in the hand."""
    plan = judgement.plan(partner)
    after = together(without(judgement.hand, plan.give), plan.ask)
    return points_ready(after) - points_ready(judgement.hand)


def _contrast_of_offers(pair: _Pair, best: int, other: int) -> str:
    """Return the contrast of the best offers to two partners."""
    judgement = pair.judgement
    if not judgement.plan(best).ask or not judgement.plan(other).ask:
        return ""
    points, fewer = (_plan_points(judgement, partner) for partner in (best, other))
    if fewer <= 0 < points:
        return tr("even if accepted, it completes no triplet")
    if 0 < fewer < points:
        return tr(
            "its triplet counts {points}, not {number}",
            points=counted(fewer, "point"),
            number=points,
        )
    chances = [
        judgement.partner(partner).chance_to_hold_all(judgement.plan(partner).ask)
        for partner in (best, other)
    ]
    if chances[0] == 1 > chances[1]:
        return tr(
            "{seat} surely holds the card, {other} perhaps not",
            seat=pair.names[best],
            other=pair.names[other],
        )
    if _stays_legal(pair):
        return tr("it can be your second offer of this turn")
    return ""


def _contrast_of_places(pair: _Pair, cards: Cards) -> str:
    """Return the contrast of banking a triplet and leaving it on the field."""
    view, judgement = pair.view, pair.judgement
    if isinstance(pair.other, acts.Bank):
        most = limit(view, judgement.seat)
        return tr("your hand limit then stays {number}, not {more}", number=most, more=most + 1)
    takers = 0 if is_last_turn(view) else _takers(judgement, cards)
    if not takers:
        return ""
    return tr_n(
        "{number} action card could take it from your field",
        "{number} action cards could take it from your field",
        takers,
    )


def _contrast_of_steps(pair: _Pair, effect: Offer) -> str:
    """Return the contrast of two steps of an offer."""
    judgement = pair.judgement
    match pair.best, pair.other:
        case acts.Give(), acts.Give():
            return _contrast_of_cards(pair)
        case _, acts.Give():
            return tr("it gives one card more away")
        case acts.Propose(), acts.Ask():
            return tr(
                "to accept, {seat} must then hold that card, too", seat=pair.names[effect.partner]
            )
        case acts.Ask(best), acts.Ask(other):
            partner = judgement.partner(effect.partner)
            if not partner.chance_to_hold(other):
                return tr("{seat} cannot hold it", seat=pair.names[effect.partner])
            hand = without(judgement.hand, effect.give)
            points, fewer = (
                points_ready(together(hand, ONE[label])) - points_ready(hand)
                for label in (best, other)
            )
            if fewer == 0 < points:
                return tr("it completes no triplet in your hand")
            if fewer < points:
                return tr(
                    "its triplet counts {points}, not {number}",
                    points=counted(fewer, "point"),
                    number=points,
                )
            if partner.chance_to_hold(best) == 1 > partner.chance_to_hold(other):
                return tr("you have not seen it in that hand")
            return ""
        case _:
            return ""


def _contrast_of_answers(pair: _Pair, effect: Answer) -> str:
    """Return the contrast of two answers to an offer."""
    judgement = pair.judgement
    name = pair.names[effect.partner]
    hand = judgement.hand
    gain = points_ready(together(without(hand, effect.ask), effect.give)) - points_ready(hand)
    match pair.best, pair.other:
        case acts.Accept(), acts.Decline():
            if gain <= 0:
                return ""
            return tr("you could then lay {points} less", points=counted(gain, "point"))
        case acts.Accept(), acts.Counter():
            return tr("{seat} may decline it, and this offer is gone then", seat=name)
        case acts.Counter(), acts.Decline():
            return tr("nothing changes hands; a refused counter-offer costs you no card")
        case acts.Counter(), acts.Accept() if (
            gain <= 0 < _plan_points(_countering(judgement), effect.partner)
        ):
            return tr("it completes no triplet, as the counter-offer can")
        case acts.Decline(), acts.Counter():
            return _doubt_words(_countering(judgement), pair.names, effect.partner)
        case acts.Decline(), acts.Accept():
            if theirs := rival_words(judgement, effect.partner, effect.ask, effect.give):
                return theirs.removeprefix("; ")
            if gain < 0:
                return tr("you could then lay {points} less", points=counted(-gain, "point"))
            uses = (
                _use_words(judgement, card, is_named=True)
                for card in sorted({*effect.ask}, reverse=True)
            )
            if use := next(filter(None, uses), ""):
                return use
            return "" if gain else tr("what you get completes no triplet")
        case _:
            return ""


def _contrast_of_cards(pair: _Pair) -> str:
    """Return the use of a card, compared with the card which the seat had better give away."""
    best, other = pair.best, pair.other
    assert isinstance(best, acts.Give | acts.Discard)
    assert isinstance(other, acts.Give | acts.Discard)
    uses = [_use_words(pair.judgement, card) for card in (best.card, other.card)]
    if uses[1] and not uses[0]:
        return uses[1]
    group, other_group = GROUP_OF[best.card], GROUP_OF[other.card]
    if (
        max(best.card, other.card) >= FIRST_ACTION
        or VALUE_OF_GROUP[group] >= VALUE_OF_GROUP[other_group]
    ):
        return uses[1]
    return tr(
        "a triplet of {group} counts {points}, one of {other} {number}",
        group=group_name(other_group),
        points=counted(VALUE_OF_GROUP[other_group], "point"),
        other=group_name(group),
        number=VALUE_OF_GROUP[group],
    )


def _use_words(judgement: Judgement, card: int, *, is_named: bool = False) -> str:
    """Return the use of a card in the hand; empty for a playing card alone of its group.

    Args:
        is_named: as in ``_card_use``.
    """
    if card < FIRST_ACTION and len(cards_of_group(judgement.hand, GROUP_OF[card])) == 1:
        return ""
    return _card_use(judgement, card, is_named=is_named)


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
