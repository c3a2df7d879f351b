"""Why an action is not allowed, and what a sound state looks like."""

from typing import Final

from darwin_core.cards import without
from darwin_core.game import HIDDEN, Refusal, not_asked
from darwin_core.games.yummy.components import (
    BOX,
    CARDS,
    CITIZENS,
    COPIES,
    FIRST_ACTION,
    GROUP,
    JOKERS,
    LABELS,
    MARKS,
    OPENINGS,
    TRADED,
    TRUMPED,
    USA,
)
from darwin_core.games.yummy.memory import row
from darwin_core.games.yummy.rules import legal, to_move
from darwin_core.games.yummy.state import (
    Accept,
    Answer,
    AnyAction,
    Ask,
    Bank,
    Begin,
    Cards,
    Counter,
    Decline,
    Discard,
    End,
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
from darwin_core.games.yummy.triplets import SIZE, group_of, is_one_kind, is_triplet
from darwin_core.games.yummy.view import known_cards
from darwin_core.games.yummy.words import group_name

_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    Move: (Lay, Trump, Mark, Swap, Trade, End),
    Place: (Keep, Bank),
    Offer: (Give, Ask, Propose),
    Answer: (Accept, Decline, Counter),
    Trim: (Discard,),
}
"""The kinds of action that answer each decision."""
_ASKED: Final[dict[type, str]] = {
    Move: "It is for the player in turn to lay, trump, swap, trade or end the turn.",
    Place: "First it is to be said whether the triplet is banked.",
    Offer: "First the offer is to be put together.",
    Answer: "First the offer is to be answered.",
    Trim: "First cards are to be discarded.",
}


def why_not(state: YummyState, seat: int, action: AnyAction) -> Refusal | None:
    """Why a seat cannot do something now."""
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
            return _why_not_on(state, seat, action, card, owner, place)
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
    return Refusal(
        "two-and-one", "A triplet is three of a kind or three different; two and one is neither."
    )


def _why_not_on(
    state: YummyState, seat: int, action: Trump | Mark | Swap, card: int, owner: int, place: int
) -> Refusal:
    if not 0 <= card < LABELS or card not in state.hands[seat]:
        return Refusal("not-in-hand", "You do not hold that card.")
    if not 0 <= owner < len(state.hands) or not 0 <= place < len(state.fields[owner]):
        return Refusal("no-such-triplet", "There is no such triplet.")
    if owner == seat:
        return Refusal("own-triplet", "That is done to triplets of others.")
    triplet = state.fields[owner][place]
    match action:
        case Trump():
            return _why_not_trumped(card, triplet)
        case Mark():
            return _why_not_marked(state, card, triplet)
        case Swap():
            return _why_not_swapped(card, triplet)


def _why_not_trumped(card: int, triplet: Triplet) -> Refusal:
    if card < FIRST_ACTION:
        return Refusal("no-action-card", "Triplets are trumped by action cards.")
    if GROUP[card] == CITIZENS:
        return Refusal("nobody-below", "Nobody is below the citizens; they mark the USA.")
    if TRUMPED[card] != group_of(triplet):
        below = group_name(TRUMPED[card])
        return Refusal("not-the-group-below", f"That card trumps {below} only.")
    return Refusal("marked", "The aliens cannot trump a triplet with citizens' actions on it.")


def _why_not_marked(state: YummyState, card: int, triplet: Triplet) -> Refusal:
    if card < FIRST_ACTION or GROUP[card] != CITIZENS:
        return Refusal("no-citizens-action", "Only the citizens' actions mark a triplet.")
    if group_of(triplet) != USA:
        return Refusal("not-the-usa", "The citizens' actions are played on the USA only.")
    assert state.has_marked
    return Refusal("marked-already", "One citizens' action is played in a turn.")


def _why_not_swapped(card: int, triplet: Triplet) -> Refusal:
    joker = triplet[SIZE - 1]
    if joker not in JOKERS:
        return Refusal("no-joker", "There is no joker in that triplet.")
    if card >= FIRST_ACTION or card in JOKERS or GROUP[card] != GROUP[joker]:
        return Refusal("wrong-group", "A card of its group takes a joker's place.")
    if is_one_kind(triplet):
        return Refusal("wrong-kind", "Only the third of its kind takes that joker's place.")
    return Refusal("doubled", "A third kind takes that joker's place, not one that lies there.")


def _why_not_opened(state: YummyState, seat: int, partner: int) -> Refusal:
    if not 0 <= partner < len(state.hands) or partner == seat:
        return Refusal("no-partner", "There is nobody else to trade with there.")
    if len(state.openings) == OPENINGS:
        return Refusal("two-openings", f"At most {OPENINGS} trades are opened in a turn.")
    return Refusal("no-cards", "Both need cards to trade.")


def _why_not_offered(state: YummyState, effect: Offer, action: AnyAction) -> Refusal:
    match action:
        case Give(card):
            if effect.ask:
                return Refusal("asking", "What is given comes before what is asked for.")
            if len(effect.give) == TRADED:
                return Refusal("three-cards", f"At most {TRADED} cards are given.")
            left = without(state.hands[effect.seat], effect.give)
            if not 0 <= card < LABELS or card not in left:
                return Refusal("not-in-hand", "You do not hold that card, or not once more.")
            return Refusal("in-order", "Cards are added in the order of the hand; take back first.")
        case Ask(label):
            if not 0 <= label < LABELS:
                return Refusal("no-such-label", "There is no such card.")
            if not effect.give:
                return Refusal("no-gifts", "First at least one card is to be given.")
            if len(effect.ask) == TRADED:
                return Refusal("three-cards", f"At most {TRADED} cards are asked for.")
            if effect.ask.count(label) == COPIES[label]:
                return Refusal("no-more-copies", "There are no more of that card.")
            return Refusal("in-order", "Labels are added in their order; take back first.")
        case _:
            return Refusal("no-gifts", "At least one card is given and one asked for.")


def problems(state: YummyState) -> list[str]:
    """Book-keeping: the 100 cards lie somewhere, and everybody remembers what is there."""
    seats = len(state.hands)
    found: list[str] = []
    if not 2 <= seats <= 5 or {len(state.fields), len(state.piles)} != {seats}:
        return ["the seats do not agree"]
    if len(state.seen) != seats * (seats + 1):
        return ["the memories are not as many as the seats ask for"]
    if len(state.declined) != seats * seats:
        return ["the offers declined are not as many as the seats ask for"]
    rows = (state.deck, state.out, *state.hands, *state.seen, *state.declined)
    if any(card >= LABELS for cards in rows for card in cards):
        return ["there is no such card"]
    triplets = [each for row in (*state.fields, *state.piles) for each in row]
    if not all(triplets):
        return ["a triplet has no cards"]
    if sorted(known_cards(state)) != sorted(BOX):
        found.append("the cards are not the 100 of the box")
    if any(bytes(sorted(hand)) != hand for hand in state.hands):
        found.append("a hand is not in order")
    for each in triplets:
        if not is_triplet(each[:SIZE]):
            found.append("three cards are no triplet")
        elif len(each) > SIZE and not _is_marked_well(each):
            found.append("a triplet has marks that it cannot have")
    if any(len(each) > SIZE for pile in state.piles for each in pile):
        found.append("a triplet on a point pile has marks")
    if state.direction not in (1, -1):
        found.append("play goes in no direction")
    if len(state.openings) > OPENINGS or any(seat >= seats for seat in state.openings):
        found.append("too many trades were opened, or with somebody who is not there")
    return found + _misremembered(state) + _undecided(state)


def _is_marked_well(triplet: Triplet) -> bool:
    marks = triplet[SIZE:]
    is_citizens = all(card >= FIRST_ACTION and GROUP[card] == CITIZENS for card in marks)
    return group_of(triplet) == USA and is_citizens and len(marks) < MARKS


def _misremembered(state: YummyState) -> list[str]:
    """Does everybody remember what is there, of others only, and all what watchers have seen?"""
    found: list[str] = []
    seats = len(state.hands)
    for holder, hand in enumerate(state.hands):
        by_all = state.seen[row(state, seats, holder)]
        for viewer in range(seats):
            cards = state.seen[row(state, viewer, holder)]
            if viewer == holder and cards:
                found.append("a seat remembers its own hand")
            elif viewer != holder and not holds(cards, by_all):
                found.append("watchers have seen what a player has not")
            elif not holds(hand, cards):
                found.append("somebody remembers cards that are not there")
        if not holds(hand, by_all):
            found.append("watchers remember cards that are not there")
    return found


def _undecided(state: YummyState) -> list[str]:
    """Is what waits on top something that a seat can decide?"""
    if not state.pending:
        return [] if not state.deck else ["the match is over before the deck"]
    first, top = state.pending[0], state.pending[-1]
    if isinstance(top, Begin) or not 0 <= top.seat < len(state.hands):
        return ["nobody has to choose, or somebody who is not there"]
    if isinstance(top, Offer | Answer):
        if not 0 <= top.partner < len(state.hands) or top.partner == top.seat:
            return ["there is nobody to trade with"]
        if first.seat not in (top.seat, top.partner):
            return ["two trade of whom neither is in turn"]
        if said := _ill_offered(state, top):
            return [said]
    if isinstance(top, Place) and not (is_triplet(top.cards) and is_one_kind(top.cards)):
        return ["what may be banked is not three of a kind"]
    if not legal(state, top.seat):
        return ["there is nothing to choose"]
    return []


def _ill_offered(state: YummyState, offer: Offer | Answer) -> str | None:
    """What is wrong with an offer, be it made or not."""
    is_made = isinstance(offer, Answer)
    giver = offer.partner if is_made else offer.seat
    give, ask = offer.give, offer.ask
    if HIDDEN in (*give, *ask):
        return None
    if not holds(state.hands[giver], give):
        return "an offer gives what its seat does not hold"
    if max(len(give), len(ask)) > TRADED or not holds(BOX, ask):
        return "an offer is too large, or asks for more than there is"
    if bytes(sorted(give)) != give or bytes(sorted(ask)) != ask:
        return "an offer is not in order"
    if is_made and not (give and ask):
        return "an offer is a gift"
    if is_made and not holds(state.seen[row(state, offer.seat, giver)], give):
        return "an offer lies there, and who is offered it does not remember it"
    return None
