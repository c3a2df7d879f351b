"""The reasons why an action is illegal."""

from typing import Final

from darwin_core.contract.cards import Cards, without
from darwin_core.contract.game import Refusal, not_asked
from darwin_core.games.yummy import acts, material
from darwin_core.games.yummy.acts import AnyAction
from darwin_core.games.yummy.material import (
    CARDS,
    CITIZENS,
    COPIES,
    FIRST_ACTION,
    GROUP,
    JOKERS,
    LABELS,
    OPENINGS,
    TRADED,
    TRUMPED,
    USA,
    Triplet,
    YummyState,
)
from darwin_core.games.yummy.rules import SIZE, group_of, is_one_kind, legal, to_move
from darwin_core.games.yummy.texts import group_name
from darwin_core.games.yummy.trades import holds
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames

_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    material.Move: (
        acts.Lay,
        acts.Trump,
        acts.Mark,
        acts.Swap,
        acts.Trade,
        acts.End,
    ),
    material.Place: (acts.Keep, acts.Bank),
    material.Offer: (acts.Give, acts.Ask, acts.Propose),
    material.Answer: (acts.Accept, acts.Decline, acts.Counter),
    material.Trim: (acts.Discard,),
}
"""The kinds of action that answer each decision."""

_ASKED: Final[dict[type, str]] = {
    material.Move: mark("First lay, take, mark, swap, trade or end the turn."),
    material.Place: mark("First bank the triplet, or leave it on the field."),
    material.Offer: mark("First finish the offer."),
    material.Answer: mark("First answer the offer."),
    material.Trim: mark("First discard cards."),
}


def why_not(
    state: YummyState, seat: int, action: AnyAction, seat_names: SeatNames
) -> Refusal | None:
    """Return the reason why a seat cannot take an action now, or None if it can."""
    refusal = not_asked(len(state.hands), to_move(state), seat)
    if refusal:
        return refusal
    effect = state.pending[-1]
    if not isinstance(action, _ANSWERS[type(effect)]):
        return Refusal("not-now", tr(_ASKED[type(effect)]))
    if action in legal(state, seat):
        return None
    match action:
        case acts.Lay(cards):
            return _why_not_laid(state, seat, cards)
        case (
            acts.Trump(card, owner, place)
            | acts.Mark(card, owner, place)
            | acts.Swap(card, owner, place)
        ):
            return _why_not_on(state, seat, action, card, owner, place)
        case acts.Trade(partner):
            return _why_not_opened(state, seat, partner)
        case acts.Give() | acts.Ask() | acts.Propose():
            assert isinstance(effect, material.Offer)
            return _why_not_offered(state, effect, action)
        case acts.Accept():
            return Refusal("not-held", tr("You do not hold all that is asked for."))
        case acts.Counter():
            return Refusal("one-counter", tr("A counter-offer is accepted or declined."))
        case _:
            return Refusal("not-in-hand", tr("You do not hold that card."))


def _why_not_laid(state: YummyState, seat: int, cards: Cards) -> Refusal:
    if any(card >= LABELS for card in cards) or not holds(state.hands[seat], cards):
        return Refusal("not-in-hand", tr("You do not hold those cards."))
    if cards != bytes(sorted(cards)):
        codes = " ".join(CARDS[card].code for card in sorted(cards))
        return Refusal("out-of-order", tr("In order, those cards are {codes}.", codes=codes))
    if len(cards) != SIZE:
        return Refusal("not-three", tr("A triplet is three cards."))
    if cards[-1] >= FIRST_ACTION:
        return Refusal("action-card", tr("Action cards form no triplets."))
    if len({GROUP[card] for card in cards}) > 1:
        return Refusal("two-groups", tr("The cards of a triplet are of one group."))
    return Refusal("two-and-one", tr("A triplet is three of a kind or three different kinds."))


def _why_not_on(
    state: YummyState,
    seat: int,
    action: acts.Trump | acts.Mark | acts.Swap,
    card: int,
    owner: int,
    place: int,
) -> Refusal:
    if not 0 <= card < LABELS or card not in state.hands[seat]:
        return Refusal("not-in-hand", tr("You do not hold that card."))
    if not 0 <= owner < len(state.hands) or not 0 <= place < len(state.fields[owner]):
        return Refusal("no-such-triplet", tr("There is no such triplet."))
    if owner == seat:
        return Refusal("own-triplet", tr("That is possible only with triplets of other players."))
    triplet = state.fields[owner][place]
    match action:
        case acts.Trump():
            return _why_not_trumped(card, triplet)
        case acts.Mark():
            return _why_not_marked(state, card, triplet)
        case acts.Swap():
            return _why_not_swapped(card, triplet)


def _why_not_trumped(card: int, triplet: Triplet) -> Refusal:
    if card < FIRST_ACTION:
        return Refusal("no-action-card", tr("Triplets are taken by action cards."))
    if GROUP[card] == CITIZENS:
        return Refusal(
            "nobody-below", tr("Nobody is below the citizens; their actions mark the USA.")
        )
    if TRUMPED[card] != group_of(triplet):
        below = group_name(TRUMPED[card])
        return Refusal("not-the-group-below", tr("That card takes {group} only.", group=below))
    return Refusal("marked", tr("The aliens cannot take a triplet with citizens' actions on it."))


def _why_not_marked(state: YummyState, card: int, triplet: Triplet) -> Refusal:
    if card < FIRST_ACTION or GROUP[card] != CITIZENS:
        return Refusal("no-citizens-action", tr("Only the citizens' actions mark a triplet."))
    if group_of(triplet) != USA:
        return Refusal("not-the-usa", tr("The citizens' actions are played on the USA only."))
    assert state.has_marked
    return Refusal("marked-already", tr("You can play one citizens' action in a turn."))


def _why_not_swapped(card: int, triplet: Triplet) -> Refusal:
    joker = triplet[SIZE - 1]
    if joker not in JOKERS:
        return Refusal("no-joker", tr("There is no joker in that triplet."))
    if card >= FIRST_ACTION or card in JOKERS or GROUP[card] != GROUP[joker]:
        return Refusal("wrong-group", tr("A card of its group takes a joker's place."))
    if is_one_kind(triplet):
        return Refusal("wrong-kind", tr("Only the third of its kind takes that joker's place."))
    return Refusal(
        "doubled", tr("A third kind takes that joker's place, not one that is already there.")
    )


def _why_not_opened(state: YummyState, seat: int, partner: int) -> Refusal:
    if not 0 <= partner < len(state.hands) or partner == seat:
        return Refusal("no-partner", tr("There is no other player to trade with there."))
    if len(state.openings) == OPENINGS:
        return Refusal(
            "two-openings", tr("You can open {number} trades in a turn at most.", number=OPENINGS)
        )
    return Refusal("no-cards", tr("Both players need cards to trade."))


def _why_not_offered(state: YummyState, effect: material.Offer, action: AnyAction) -> Refusal:
    match action:
        case acts.Give(card):
            if effect.ask:
                return Refusal("asking", tr("Choose the cards you give before those you ask for."))
            if len(effect.give) == TRADED:
                return Refusal(
                    "three-cards", tr("You can give {number} cards at most.", number=TRADED)
                )
            left = without(state.hands[effect.seat], effect.give)
            if not 0 <= card < LABELS or card not in left:
                return Refusal("not-in-hand", tr("You do not hold that card, or no more of it."))
            return Refusal("in-order", tr("Cards are added in the order of the hand; undo first."))
        case acts.Ask(label):
            if not 0 <= label < LABELS:
                return Refusal("no-such-label", tr("There is no such card."))
            if not effect.give:
                return Refusal("no-gifts", tr("First give at least one card."))
            if len(effect.ask) == TRADED:
                return Refusal(
                    "three-cards", tr("You can ask for {number} cards at most.", number=TRADED)
                )
            if effect.ask.count(label) == COPIES[label]:
                return Refusal("no-more-copies", tr("There are no more of that card."))
            return Refusal("in-order", tr("Cards are asked for in their order; undo first."))
        case _:
            return Refusal("no-gifts", tr("Give at least one card and ask for at least one."))
