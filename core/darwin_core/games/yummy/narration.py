"""The event log of Yummy Darwinism in sentences."""

from typing import assert_never

from darwin_core.games.yummy.components import MARKS, USA, VALUE
from darwin_core.games.yummy.events import (
    Banked,
    Captured,
    Countered,
    Dealt,
    Declined,
    Discarded,
    Ended,
    Kept,
    Laid,
    Marked,
    Offered,
    Picked,
    Refilled,
    Swapped,
    Traded,
    TradeOpened,
    Trumped,
    TurnBegan,
    YummyEvent,
)
from darwin_core.games.yummy.state import Triplet
from darwin_core.games.yummy.triplets import SIZE, group_of, points_of
from darwin_core.games.yummy.words import (
    DIRECTIONS,
    ORDINALS,
    card_words,
    cards_words,
    group_name,
    labels_words,
)
from darwin_core.lexicon import Lexicon, won_by
from darwin_core.wording import counted


def _triplet_of(name: str, triplet: Triplet, lexicon: Lexicon) -> str:
    """Return a triplet with its owner and its group: ``Ben's 3 presidents (USA)``."""
    group = group_name(group_of(triplet), lexicon)
    return f"{name}'s {labels_words(triplet[:SIZE], lexicon)} ({group})"


def sentence(event: YummyEvent, lexicon: Lexicon) -> str:
    """Return a redacted event as a sentence with the seats' names."""
    names = lexicon.names
    match event:
        case Dealt(hands, first):
            return f"Each player is dealt {counted(len(hands[0]), 'card')}. {names[first]} begins."
        case TurnBegan(seat, card, left):
            end = "" if left else ", the last of the deck: this turn is the last"
            return f"{names[seat]} draws {card_words(card, lexicon)}{end}."
        case Laid(seat, cards):
            group = group_name(group_of(cards), lexicon)
            return f"{names[seat]} lays {cards_words(cards, lexicon)} ({group})."
        case Kept(seat, _):
            return f"{names[seat]} leaves them on the field."
        case Banked(seat, cards, direction):
            points = counted(VALUE[group_of(cards)], "point")
            return f"{names[seat]} banks them: {points}. Play continues {DIRECTIONS[direction]}."
        case Trumped(seat, card, owner, cards):
            where = "field" if group_of(cards) == USA else "point pile"
            go = "goes" if points_of(cards) == 1 else "go"
            return (
                f"{names[seat]} takes {_triplet_of(names[owner], cards, lexicon)} "
                f"with {card_words(card, lexicon)}: "
                f"{counted(points_of(cards), 'point')} {go} to the {where} of {names[seat]}."
            )
        case Marked(seat, card, owner, cards):
            nth = len(cards) - SIZE
            rest = "" if nth == MARKS else f", {counted(points_of(cards), 'point')} left"
            return (
                f"{names[seat]} marks {_triplet_of(names[owner], cards, lexicon)} "
                f"with {card_words(card, lexicon)}: "
                f"{counted(nth, 'mark')}{rest}."
            )
        case Captured(seat, owner, cards):
            points = counted(points_of(cards), "point")
            return (
                f"That is the {ORDINALS[MARKS - 1]}: {names[seat]} takes the triplet from "
                f"{names[owner]}, with all its {points}."
            )
        case Swapped(seat, card, owner, joker):
            text = (
                f"{names[seat]} takes {card_words(joker, lexicon)} from a triplet of {names[owner]}"
            )
            return f"{text} and puts {card_words(card, lexicon)} in its place."
        case TradeOpened(seat, partner):
            return f"{names[seat]} wants to trade with {names[partner]}."
        case Countered(seat, partner):
            return f"{names[seat]} will make {names[partner]} a counter-offer."
        case Picked(seat, give, ask):
            for_what = f" for {cards_words(ask, lexicon)}" if ask else ""
            return f"{names[seat]} prepares an offer: {cards_words(give, lexicon)}{for_what}."
        case Offered(seat, partner, give, ask):
            what = f"{cards_words(give, lexicon)} for {cards_words(ask, lexicon)}"
            return f"{names[seat]} offers {names[partner]} {what}."
        case Traded(seat, partner, give, ask):
            return (
                f"{names[partner]} accepts: {names[seat]} gives {cards_words(give, lexicon)} "
                f"and gets {cards_words(ask, lexicon)}."
            )
        case Declined(seat, _):
            return f"{names[seat]} declines."
        case Refilled(seat, cards):
            return f"{names[seat]} draws {cards_words(cards, lexicon)}."
        case Discarded(seat, card):
            return f"{names[seat]} discards {card_words(card, lexicon)}."
        case Ended(totals, winners):
            return f"The deck has run out. {won_by(lexicon, winners, totals[winners[0]])}."
        case _:
            assert_never(event)
