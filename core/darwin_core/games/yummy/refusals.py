"""The reasons for refusing an action of Yummy Darwinism, by decision and by class of action.

Actions come from notation and from records, so their numbers may be out of range. Each function is
called only with an illegal action: it tests for one fault after the other, and returns the last one
without a test.
"""

from typing import Final

from darwin_core.contract.cards import without
from darwin_core.contract.game import Refusal
from darwin_core.games.yummy import acts, material
from darwin_core.games.yummy.material import (
    CARDS,
    CITIZENS,
    COPIES_OF,
    FIRST_ACTION,
    GROUP_OF,
    JOKERS,
    LABELS,
    TRADE_CARDS_MAX,
    TRADES_MAX,
    TRUMPED,
    USA,
    Triplet,
    YummyState,
)
from darwin_core.games.yummy.rules import SIZE, flaw_of, group_of, is_one_kind, legal, to_move
from darwin_core.games.yummy.texts import group_name
from darwin_core.games.yummy.trades import holds
from darwin_core.kit.refusals import question, reason, reason_by, refusals, refuse
from darwin_core.text.language import mark

FLAWS: Final = {
    "not-three": mark("A triplet is three cards."),
    "action-card": mark("Action cards form no triplets."),
    "two-groups": mark("The cards of a triplet are of one group."),
    "two-and-one": mark("A triplet is three of a kind or three different kinds."),
}
"""The reasons why cards are not a triplet, by the codes of ``rules.flaw_of``."""


def _why_not_lay(state: YummyState, effect: material.Move, action: acts.Lay) -> Refusal:
    cards = action.cards
    if any(card >= LABELS for card in cards) or not holds(state.hands[effect.seat], cards):
        return refuse("not-in-hand", "You do not hold those cards.")
    if cards != bytes(sorted(cards)):
        codes = " ".join(CARDS[card].code for card in sorted(cards))
        return refuse("out-of-order", "In order, those cards are {codes}.", codes=codes)
    flaw = flaw_of(cards)
    return refuse(flaw, FLAWS[flaw])


def _why_not_on_triplet(
    state: YummyState, effect: material.Move, action: acts.Trump | acts.Mark | acts.Swap
) -> Refusal:
    card, owner, place = action.card, action.owner, action.place
    if not 0 <= card < LABELS or card not in state.hands[effect.seat]:
        return refuse("not-in-hand", "You do not hold that card.")
    if not 0 <= owner < len(state.hands) or not 0 <= place < len(state.fields[owner]):
        return refuse("no-such-triplet", "There is no such triplet.")
    if owner == effect.seat:
        return refuse("own-triplet", "That is possible only with triplets of other players.")
    triplet = state.fields[owner][place]
    match action:
        case acts.Trump():
            return _why_not_trump(card, triplet)
        case acts.Mark():
            return _why_not_mark(card, triplet)
        case acts.Swap():
            return _why_not_swap(card, triplet)


def _why_not_trump(card: int, triplet: Triplet) -> Refusal:
    if card < FIRST_ACTION:
        return refuse("no-action-card", "Triplets are taken by action cards.")
    if GROUP_OF[card] == CITIZENS:
        return refuse("nobody-below", "Nobody is below the citizens; their actions mark the USA.")
    if TRUMPED[card] != group_of(triplet):
        below = group_name(TRUMPED[card])
        return refuse("not-the-group-below", "That card takes {group} only.", group=below)
    return refuse("marked", "The aliens cannot take a triplet with citizens' actions on it.")


def _why_not_mark(card: int, triplet: Triplet) -> Refusal:
    if card < FIRST_ACTION or GROUP_OF[card] != CITIZENS:
        return refuse("no-citizens-action", "Only the citizens' actions mark a triplet.")
    if group_of(triplet) != USA:
        return refuse("not-the-usa", "The citizens' actions are played on the USA only.")
    return refuse("marked-already", "You can play one citizens' action in a turn.")


def _why_not_swap(card: int, triplet: Triplet) -> Refusal:
    # A joker has the highest label of its group.
    joker = triplet[SIZE - 1]
    if joker not in JOKERS:
        return refuse("no-joker", "There is no joker in that triplet.")
    if card >= FIRST_ACTION or card in JOKERS or GROUP_OF[card] != GROUP_OF[joker]:
        return refuse("wrong-group", "A card of its group takes a joker's place.")
    if is_one_kind(triplet):
        return refuse("wrong-kind", "Only the third of its kind takes that joker's place.")
    return refuse(
        "doubled", "A third kind takes that joker's place, not one that is already there."
    )


def _why_not_trade(state: YummyState, effect: material.Move, action: acts.Trade) -> Refusal:
    partner = action.partner
    if not 0 <= partner < len(state.hands) or partner == effect.seat:
        return refuse("no-partner", "There is no other player to trade with there.")
    if len(state.openings) == TRADES_MAX:
        sentence = "You can open {number} trades in a turn at most."
        return refuse("two-openings", sentence, number=TRADES_MAX)
    return refuse("no-cards", "Both players need cards to trade.")


def _why_not_give(state: YummyState, effect: material.Offer, action: acts.Give) -> Refusal:
    if effect.ask:
        return refuse("asking", "Choose the cards you give before those you ask for.")
    if len(effect.give) == TRADE_CARDS_MAX:
        return refuse("three-cards", "You can give {number} cards at most.", number=TRADE_CARDS_MAX)
    cards_left = without(state.hands[effect.seat], effect.give)
    if not 0 <= action.card < LABELS or action.card not in cards_left:
        return refuse("not-in-hand", "You do not hold that card, or no more of it.")
    return refuse("in-order", "Cards are added in the order of the hand; undo first.")


def _why_not_ask(state: YummyState, effect: material.Offer, action: acts.Ask) -> Refusal:
    label = action.label
    if not 0 <= label < LABELS:
        return refuse("no-such-label", "There is no such card.")
    if not effect.give:
        return refuse("no-gifts", "First give at least one card.")
    if len(effect.ask) == TRADE_CARDS_MAX:
        return refuse(
            "three-cards", "You can ask for {number} cards at most.", number=TRADE_CARDS_MAX
        )
    if effect.ask.count(label) == COPIES_OF[label]:
        return refuse("no-more-copies", "There are no more of that card.")
    return refuse("in-order", "Cards are asked for in their order; undo first.")


why_not: Final = refusals(
    lambda state: len(state.hands),
    to_move,
    legal,
    (
        question(
            material.Move,
            "First lay, take, mark, swap, trade or end the turn.",
            # In one star, so that the formatter keeps them in one row.
            *(acts.Lay, acts.Trump, acts.Mark, acts.Swap, acts.Trade, acts.End),
        ),
        question(
            material.PlaceTriplet,
            "First bank the triplet, or leave it on the field.",
            *(acts.Keep, acts.Bank),
        ),
        question(material.Offer, "First finish the offer.", acts.Give, acts.Ask, acts.Propose),
        question(
            material.Answer, "First answer the offer.", acts.Accept, acts.Decline, acts.Counter
        ),
        question(material.Trim, "First discard cards.", acts.Discard),
    ),
    # The actions without a reason are legal whenever their decision is asked.
    (
        reason_by(acts.Lay, _why_not_lay),
        reason_by(acts.Trump, _why_not_on_triplet),
        reason_by(acts.Mark, _why_not_on_triplet),
        reason_by(acts.Swap, _why_not_on_triplet),
        reason_by(acts.Trade, _why_not_trade),
        reason_by(acts.Give, _why_not_give),
        reason_by(acts.Ask, _why_not_ask),
        reason(acts.Propose, "no-gifts", "Give at least one card and ask for at least one."),
        reason(acts.Accept, "not-held", "You do not hold all that is asked for."),
        reason(acts.Counter, "one-counter", "A counter-offer is accepted or declined."),
        reason(acts.Discard, "not-in-hand", "You do not hold that card."),
    ),
)
"""Return the reason why a seat cannot take an action now, or None if it can."""
