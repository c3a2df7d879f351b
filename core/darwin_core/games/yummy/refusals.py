"""The reasons why an action is illegal."""

from typing import Final

from darwin_core.cards import without
from darwin_core.game import Refusal, not_asked
from darwin_core.games.yummy.actions import (
    Accept,
    AnyAction,
    Ask,
    Bank,
    Counter,
    Decline,
    Discard,
    End,
    Give,
    Keep,
    Lay,
    Mark,
    Propose,
    Swap,
    Trade,
    Trump,
)
from darwin_core.games.yummy.components import (
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
)
from darwin_core.games.yummy.rules import legal, to_move
from darwin_core.games.yummy.state import (
    Answer,
    Cards,
    Move,
    Offer,
    Place,
    Trim,
    Triplet,
    YummyState,
)
from darwin_core.games.yummy.trades import holds
from darwin_core.games.yummy.triplets import SIZE, group_of, is_one_kind
from darwin_core.games.yummy.words import group_name
from darwin_core.lexicon import Lexicon

_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    Move: (Lay, Trump, Mark, Swap, Trade, End),
    Place: (Keep, Bank),
    Offer: (Give, Ask, Propose),
    Answer: (Accept, Decline, Counter),
    Trim: (Discard,),
}
"""The kinds of action that answer each decision."""

_ASKED: Final[dict[type, str]] = {
    Move: "First lay, take, mark, swap, trade or end the turn.",
    Place: "First bank the triplet, or leave it on the field.",
    Offer: "First finish the offer.",
    Answer: "First answer the offer.",
    Trim: "First discard cards.",
}


def why_not(state: YummyState, seat: int, action: AnyAction, lexicon: Lexicon) -> Refusal | None:
    """Return the reason why a seat cannot take an action now, or None if it can."""
    refusal = not_asked(len(state.hands), to_move(state), seat)
    if refusal:
        return refusal
    effect = state.pending[-1]
    if not isinstance(action, _ANSWERS[type(effect)]):
        return Refusal("not-now", _ASKED[type(effect)])
    if action in legal(state, seat):
        return None
    match action:
        case Lay(cards):
            return _why_not_laid(state, seat, cards)
        case Trump(card, owner, place) | Mark(card, owner, place) | Swap(card, owner, place):
            return _why_not_on(state, seat, action, card, owner, place, lexicon)
        case Trade(partner):
            return _why_not_opened(state, seat, partner)
        case Give() | Ask() | Propose():
            assert isinstance(effect, Offer)
            return _why_not_offered(state, effect, action)
        case Accept():
            return Refusal("not-held", "You do not hold all that is asked for.")
        case Counter():
            return Refusal("one-counter", "A counter-offer is accepted or declined.")
        case _:
            return Refusal("not-in-hand", "You do not hold that card.")


def _why_not_laid(state: YummyState, seat: int, cards: Cards) -> Refusal:
    if any(card >= LABELS for card in cards) or not holds(state.hands[seat], cards):
        return Refusal("not-in-hand", "You do not hold those cards.")
    if cards != bytes(sorted(cards)):
        codes = " ".join(CARDS[card].code for card in sorted(cards))
        return Refusal("out-of-order", f"In order, those cards are {codes}.")
    if len(cards) != SIZE:
        return Refusal("not-three", "A triplet is three cards.")
    if cards[-1] >= FIRST_ACTION:
        return Refusal("action-card", "Action cards form no triplets.")
    if len({GROUP[card] for card in cards}) > 1:
        return Refusal("two-groups", "The cards of a triplet are of one group.")
    return Refusal("two-and-one", "A triplet is three of a kind or three different kinds.")


def _why_not_on(
    state: YummyState,
    seat: int,
    action: Trump | Mark | Swap,
    card: int,
    owner: int,
    place: int,
    lexicon: Lexicon,
) -> Refusal:
    if not 0 <= card < LABELS or card not in state.hands[seat]:
        return Refusal("not-in-hand", "You do not hold that card.")
    if not 0 <= owner < len(state.hands) or not 0 <= place < len(state.fields[owner]):
        return Refusal("no-such-triplet", "There is no such triplet.")
    if owner == seat:
        return Refusal("own-triplet", "That is possible only with triplets of other players.")
    triplet = state.fields[owner][place]
    match action:
        case Trump():
            return _why_not_trumped(card, triplet, lexicon)
        case Mark():
            return _why_not_marked(state, card, triplet)
        case Swap():
            return _why_not_swapped(card, triplet)


def _why_not_trumped(card: int, triplet: Triplet, lexicon: Lexicon) -> Refusal:
    if card < FIRST_ACTION:
        return Refusal("no-action-card", "Triplets are taken by action cards.")
    if GROUP[card] == CITIZENS:
        return Refusal("nobody-below", "Nobody is below the citizens; their actions mark the USA.")
    if TRUMPED[card] != group_of(triplet):
        below = group_name(TRUMPED[card], lexicon)
        return Refusal("not-the-group-below", f"That card takes {below} only.")
    return Refusal("marked", "The aliens cannot take a triplet with citizens' actions on it.")


def _why_not_marked(state: YummyState, card: int, triplet: Triplet) -> Refusal:
    if card < FIRST_ACTION or GROUP[card] != CITIZENS:
        return Refusal("no-citizens-action", "Only the citizens' actions mark a triplet.")
    if group_of(triplet) != USA:
        return Refusal("not-the-usa", "The citizens' actions are played on the USA only.")
    assert state.has_marked
    return Refusal("marked-already", "You can play one citizens' action in a turn.")


def _why_not_swapped(card: int, triplet: Triplet) -> Refusal:
    joker = triplet[SIZE - 1]
    if joker not in JOKERS:
        return Refusal("no-joker", "There is no joker in that triplet.")
    if card >= FIRST_ACTION or card in JOKERS or GROUP[card] != GROUP[joker]:
        return Refusal("wrong-group", "A card of its group takes a joker's place.")
    if is_one_kind(triplet):
        return Refusal("wrong-kind", "Only the third of its kind takes that joker's place.")
    return Refusal(
        "doubled", "A third kind takes that joker's place, not one that is already there."
    )


def _why_not_opened(state: YummyState, seat: int, partner: int) -> Refusal:
    if not 0 <= partner < len(state.hands) or partner == seat:
        return Refusal("no-partner", "There is no other player to trade with there.")
    if len(state.openings) == OPENINGS:
        return Refusal("two-openings", f"You can open {OPENINGS} trades in a turn at most.")
    return Refusal("no-cards", "Both players need cards to trade.")


def _why_not_offered(state: YummyState, effect: Offer, action: AnyAction) -> Refusal:
    match action:
        case Give(card):
            if effect.ask:
                return Refusal("asking", "Choose the cards you give before those you ask for.")
            if len(effect.give) == TRADED:
                return Refusal("three-cards", f"You can give {TRADED} cards at most.")
            left = without(state.hands[effect.seat], effect.give)
            if not 0 <= card < LABELS or card not in left:
                return Refusal("not-in-hand", "You do not hold that card, or no more of it.")
            return Refusal("in-order", "Cards are added in the order of the hand; undo first.")
        case Ask(label):
            if not 0 <= label < LABELS:
                return Refusal("no-such-label", "There is no such card.")
            if not effect.give:
                return Refusal("no-gifts", "First give at least one card.")
            if len(effect.ask) == TRADED:
                return Refusal("three-cards", f"You can ask for {TRADED} cards at most.")
            if effect.ask.count(label) == COPIES[label]:
                return Refusal("no-more-copies", "There are no more of that card.")
            return Refusal("in-order", "Cards are asked for in their order; undo first.")
        case _:
            return Refusal("no-gifts", "Give at least one card and ask for at least one.")
