"""The event log of Yummy Darwinism in sentences."""

from typing import assert_never

from darwin_core.games.yummy import events
from darwin_core.games.yummy.components import MARKS, USA, VALUE
from darwin_core.games.yummy.events import YummyEvent
from darwin_core.games.yummy.triplets import SIZE, group_of, points_of
from darwin_core.games.yummy.words import (
    DIRECTIONS,
    LAST_MARK,
    card_words,
    cards_words,
    group_name,
    labels_words,
)
from darwin_core.text.language import tr, tr_n
from darwin_core.text.seat_names import Lexicon, won_by
from darwin_core.text.wording import counted


def sentence(event: YummyEvent, lexicon: Lexicon) -> str:
    """Return a redacted event as a sentence with the seats' names."""
    names = lexicon.names
    match event:
        case events.Dealt(hands, first):
            cards = counted(len(hands[0]), "card")
            return tr(
                "Each player is dealt {cards}. {seat} begins.", cards=cards, seat=names[first]
            )
        case events.TurnBegan(seat, card, left):
            return tr(
                "{seat} draws {card}."
                if left
                else "{seat} draws {card}, the last of the deck: this turn is the last.",
                seat=names[seat],
                card=card_words(card),
            )
        case events.Laid(seat, cards):
            words, group = cards_words(cards), group_name(group_of(cards))
            return tr("{seat} lays {cards} ({group}).", seat=names[seat], cards=words, group=group)
        case events.Kept(seat, cards):
            return tr(
                "{seat} leaves the triplet ({group}) on the field: {points}.",
                seat=names[seat],
                group=group_name(group_of(cards)),
                points=counted(VALUE[group_of(cards)], "point"),
            )
        case events.Banked(seat, cards, direction):
            return tr(
                "{seat} banks the triplet ({group}): {points}. Play continues {direction}.",
                seat=names[seat],
                group=group_name(group_of(cards)),
                points=counted(VALUE[group_of(cards)], "point"),
                direction=tr(DIRECTIONS[direction]),
            )
        case events.Trumped(cards=cards):
            if group_of(cards) == USA:
                return tr(
                    "{seat} takes {owner}'s {cards} ({group}) with {card}: {points} go to the "
                    "field of {seat}.",
                    **_played(event, lexicon),
                )
            return tr_n(
                "{seat} takes {owner}'s {cards} ({group}) with {card}: {points} goes to the point "
                "pile of {seat}.",
                "{seat} takes {owner}'s {cards} ({group}) with {card}: {points} go to the point "
                "pile of {seat}.",
                points_of(cards),
                **_played(event, lexicon),
            )
        case events.Marked(cards=cards):
            number = len(cards) - SIZE
            return tr(
                "{seat} marks {owner}'s {cards} ({group}) with {card}: {marks}."
                if number == MARKS
                else "{seat} marks {owner}'s {cards} ({group}) with {card}: {marks}, {points} "
                "left.",
                marks=counted(number, "mark"),
                **_played(event, lexicon),
            )
        case events.Captured(seat, owner, cards):
            return tr(
                "That is the {nth}: {seat} takes the triplet from {owner}, with all its {points}.",
                nth=tr(LAST_MARK),
                seat=names[seat],
                owner=names[owner],
                points=counted(points_of(cards), "point"),
            )
        case events.Swapped(seat, card, owner, joker):
            return tr(
                "{seat} takes {joker} from a triplet of {owner} and puts {card} in its place.",
                seat=names[seat],
                joker=card_words(joker),
                owner=names[owner],
                card=card_words(card),
            )
        case events.TradeOpened():
            return tr("{seat} wants to trade with {partner}.", **_partners(event, lexicon))
        case events.Countered():
            return tr("{seat} will make {partner} a counter-offer.", **_partners(event, lexicon))
        case events.Picked(seat, give, ask):
            given, asked = cards_words(give), cards_words(ask)
            return tr(
                "{seat} prepares an offer: {give} for {ask}."
                if ask
                else "{seat} prepares an offer: {give}.",
                seat=names[seat],
                give=given,
                ask=asked,
            )
        case events.Offered():
            return tr("{seat} offers {partner} {give} for {ask}.", **_partners(event, lexicon))
        case events.Traded():
            return tr(
                "{partner} accepts: {seat} gives {give} and gets {ask}.",
                **_partners(event, lexicon),
            )
        case events.Declined(seat, _):
            return tr("{seat} declines.", seat=names[seat])
        case events.Refilled(seat, cards):
            return tr("{seat} draws {cards}.", seat=names[seat], cards=cards_words(cards))
        case events.Discarded(seat, card):
            return tr("{seat} discards {card}.", seat=names[seat], card=card_words(card))
        case events.Ended(totals, winners):
            won = won_by(lexicon, winners, totals[winners[0]])
            return tr("The deck has run out. {won}.", won=won)
        case _:
            assert_never(event)


def _played(event: events.Trumped | events.Marked, lexicon: Lexicon) -> dict[str, str]:
    """Return the names of those in an event, and what is played on what."""
    cards = event.cards
    return {
        "seat": lexicon.names[event.seat],
        "owner": lexicon.names[event.owner],
        "card": card_words(event.card),
        "cards": labels_words(cards[:SIZE]),
        "group": group_name(group_of(cards)),
        "points": counted(points_of(cards), "point"),
    }


def _partners(
    event: events.TradeOpened | events.Countered | events.Offered | events.Traded, lexicon: Lexicon
) -> dict[str, str]:
    """Return the names of those who trade, and what they give each other."""
    found = {"seat": lexicon.names[event.seat], "partner": lexicon.names[event.partner]}
    if isinstance(event, events.Offered | events.Traded):
        found["give"] = cards_words(event.give)
        found["ask"] = cards_words(event.ask)
    return found
