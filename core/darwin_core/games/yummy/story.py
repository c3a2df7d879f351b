"""What happens in Yummy Darwinism, told as a story."""

from collections.abc import Sequence
from typing import assert_never

from darwin_core.english import counted, listed
from darwin_core.games.yummy.components import MARKS, USA, VALUE
from darwin_core.games.yummy.state import (
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
from darwin_core.games.yummy.triplets import SIZE, group_of
from darwin_core.games.yummy.words import (
    DIRECTIONS,
    ORDINALS,
    card_name,
    cards_words,
    triplet_words,
)


def sentence(event: YummyEvent, names: Sequence[str]) -> str:
    """An event as heard, with the seats' names."""
    match event:
        case Dealt(hands, first):
            return f"{counted(len(hands[0]), 'card')} each are dealt. {names[first]} begins."
        case TurnBegan(seat, card, left):
            end = "" if left else ", the last of the deck: this turn is the last"
            return f"{names[seat]} draws {card_name(card)}{end}."
        case Laid(seat, cards):
            return f"{names[seat]} lays {triplet_words(cards)}."
        case Kept(seat, _):
            return f"{names[seat]} leaves them on the field."
        case Banked(seat, cards, direction):
            points = counted(VALUE[group_of(cards)], "point")
            return f"{names[seat]} banks them: {points}. Play goes on {DIRECTIONS[direction]}."
        case Trumped(seat, card, owner, cards):
            what = triplet_words(cards)
            text = f"{names[seat]} trumps {names[owner]}'s {what} by {card_name(card)}"
            return f"{text} and takes it." if group_of(cards) == USA else f"{text}."
        case Marked(seat, card, owner, cards):
            nth = len(cards) - SIZE
            what = triplet_words(cards)
            return f"{names[seat]} plays {card_name(card)} on {names[owner]}'s {what}: mark {nth}."
        case Captured(seat, owner, _):
            return f"That is the {ORDINALS[MARKS - 1]}: {names[seat]} takes it from {names[owner]}."
        case Swapped(seat, card, owner, joker):
            return (
                f"{names[seat]} swaps {card_name(card)} for the {card_name(joker)} of "
                f"{names[owner]}."
            )
        case TradeOpened(seat, partner):
            return f"{names[seat]} wants to trade with {names[partner]}."
        case Countered(seat, partner):
            return f"{names[seat]} will make {names[partner]} another offer."
        case Picked(seat, give, ask):
            for_what = f" for {cards_words(ask)}" if ask else ""
            return f"{names[seat]} would give {cards_words(give)}{for_what}."
        case Offered(seat, partner, give, ask):
            return (
                f"{names[seat]} offers {names[partner]} {cards_words(give)} for {cards_words(ask)}."
            )
        case Traded(seat, partner, give, ask):
            return (
                f"{names[partner]} accepts: {names[seat]} gives {cards_words(give)} and gets "
                f"{cards_words(ask)}."
            )
        case Declined(seat, _):
            return f"{names[seat]} declines."
        case Refilled(seat, cards):
            return f"{names[seat]} draws up: {cards_words(cards)}."
        case Discarded(seat, card):
            return f"{names[seat]} discards {card_name(card)}."
        case Ended(totals, winners):
            who = listed([names[seat] for seat in winners])
            win = "wins" if len(winners) == 1 else "win"
            return f"The deck has run out. {who} {win} with {counted(totals[winners[0]], 'point')}."
        case _:
            assert_never(event)
