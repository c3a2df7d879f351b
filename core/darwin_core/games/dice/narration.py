"""The event log of Darwin's Dice in sentences."""

from typing import assert_never

from darwin_core.games.dice import events
from darwin_core.games.dice.components import CARDS, SCORPION, TRUMP, face
from darwin_core.games.dice.events import DiceEvent
from darwin_core.games.dice.words import card_name, mode_words, number_words, trump_words, worth
from darwin_core.text.language import noun, tr, tr_n
from darwin_core.text.seat_names import Lexicon, won_by
from darwin_core.text.wording import counted, listed


def reasons(event: events.Revealed) -> tuple[str, ...]:
    """Return the reason for the rank of each card of a reveal, strongest first."""
    trump, ranking = TRUMP[event.roll], event.ranking
    reasons = []
    for place, (_, card) in enumerate(ranking):
        below = ranking[place + 1][1] if place + 1 < len(ranking) else None
        reasons.append(_reason(card, below, trump))
    return tuple(reasons)


def _reason(card: int, below: int | None, trump: int) -> str:
    if below is None:
        return ""
    if card == below:
        return tr("the same card")
    if card == SCORPION and below == trump:
        return tr("scorpion beats trump")
    if card == trump:
        return tr("trump beats the rest")
    mine, other = CARDS[card], CARDS[below]
    if mine.halves == other.halves:
        return tr("{one} beats {other} in a tie", one=noun(mine.name), other=noun(other.name))
    return tr("{one} beats {other}", one=number_words(card), other=number_words(below))


def sentence(event: DiceEvent, lexicon: Lexicon) -> str:
    """Return an event as a sentence, with the seats' names."""
    names = lexicon.names
    match event:
        case events.RoundBegan(round, hands):
            dealt = counted(sum(hands[0].values()), "card")
            return tr("Round {round}: {cards} are dealt to each.", round=round, cards=dealt)
        case events.Rolled(darwin, roll):
            return tr(
                "{seat} rolls {mode}: {rule}; trump is {trump}.",
                seat=names[darwin],
                mode=noun(face(roll).mode),
                rule=mode_words(roll),
                trump=trump_words(roll),
            )
        case events.Chose(seat, card):
            return tr("{seat} plays {card} face down.", seat=names[seat], card=card_name(card))
        case events.Revealed(_, ranking):
            shown = ", ".join(f"{names[seat]} {card_name(card)}" for seat, card in ranking)
            return tr("The cards, strongest first: {cards}.", cards=shown)
        case events.Lost(seat, cards, cause):
            robber = noun(cause)
            if not cards:
                return tr(
                    "The {cause} costs {seat} nothing: there are no cards to lose yet.",
                    cause=robber,
                    seat=names[seat],
                )
            return tr_n(
                "The {cause} costs {seat} {cards} with {points}. It leaves the game.",
                "The {cause} costs {seat} {cards} with {points}. They leave the game.",
                len(cards),
                cause=robber,
                seat=names[seat],
                cards=counted(len(cards), "card"),
                points=worth(cards),
            )
        case events.Won(seat, cards, carried):
            return tr(
                "{seat} takes {cards} with {points}, {carried} of them from the middle."
                if carried
                else "{seat} takes {cards} with {points}.",
                seat=names[seat],
                cards=counted(len(cards) + len(carried), "card"),
                points=worth(cards + carried),
                carried=len(carried),
            )
        case events.Carried(card, seats):
            return tr(
                "{seats} played the same {card}: nobody wins, and all cards go to the middle.",
                seats=listed([names[seat] for seat in seats]),
                card=card_name(card),
            )
        case events.Scored(round, points, left):
            scores = ", ".join(f"{name} {p}" for name, p in zip(names, points, strict=True))
            text = tr("Round {round} ends. Points: {scores}.", round=round, scores=scores)
            if not left:
                return text
            gone = tr_n(
                "{number} card in the middle leaves the game.",
                "{number} cards in the middle leave the game.",
                len(left),
            )
            return f"{text} {gone}"
        case events.Ended(totals, winners):
            return f"{won_by(lexicon, winners, totals[winners[0]])}."
        case _:
            assert_never(event)
