"""The event log of Darwin's Dice in sentences."""

from typing import assert_never

from darwin_core.games.dice.components import CARDS, SCORPION, TRUMP, face
from darwin_core.games.dice.events import (
    Carried,
    Chose,
    DiceEvent,
    Ended,
    Lost,
    Revealed,
    Rolled,
    RoundBegan,
    Scored,
    Won,
)
from darwin_core.games.dice.words import card_name, mode_words, trump_words, worth
from darwin_core.lexicon import Lexicon, won_by
from darwin_core.wording import counted, listed


def reasons(event: Revealed) -> tuple[str, ...]:
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
        return "the same card"
    if card == SCORPION and below == trump:
        return "scorpion beats trump"
    if card == trump:
        return "trump beats the rest"
    mine, other = CARDS[card], CARDS[below]
    if mine.halves == other.halves:
        return f"{mine.name} beats {other.name} in a tie"
    return f"{mine.number} beats {other.number}"


def sentence(event: DiceEvent, lexicon: Lexicon) -> str:
    """Return an event as a sentence, with the seats' names."""
    names = lexicon.names
    match event:
        case RoundBegan(round, hands):
            return f"Round {round}: {counted(sum(hands[0].values()), 'card')} are dealt to each."
        case Rolled(darwin, roll):
            mode = face(roll).mode
            return (
                f"{names[darwin]} rolls {mode}: {mode_words(roll)}; trump is {trump_words(roll)}."
            )
        case Chose(seat, card):
            return f"{names[seat]} plays {card_name(card)} face down."
        case Revealed(_, ranking):
            shown = ", ".join(f"{names[seat]} {card_name(card)}" for seat, card in ranking)
            return f"The cards, strongest first: {shown}."
        case Lost(seat, cards, cause):
            if not cards:
                return f"The {cause} costs {names[seat]} nothing: there are no cards to lose yet."
            what = f"{counted(len(cards), 'card')} with {worth(cards)}"
            leave = "It leaves" if len(cards) == 1 else "They leave"
            return f"The {cause} costs {names[seat]} {what}. {leave} the game."
        case Won(seat, cards, carried):
            text = f"{names[seat]} takes {counted(len(cards) + len(carried), 'card')} with "
            text += worth(cards + carried)
            return f"{text}, {len(carried)} of them from the middle." if carried else f"{text}."
        case Carried(card, seats):
            who = listed([names[seat] for seat in seats])
            what = f"the same {card_name(card)}"
            return f"{who} played {what}: nobody wins, and all cards go to the middle."
        case Scored(round, points, left):
            scores = ", ".join(f"{name} {p}" for name, p in zip(names, points, strict=True))
            text = f"Round {round} ends. Points: {scores}."
            gone = counted(len(left), "card")
            leave = "leaves" if len(left) == 1 else "leave"
            return f"{text} {gone} in the middle {leave} the game." if left else text
        case Ended(totals, winners):
            return f"{won_by(lexicon, winners, totals[winners[0]])}."
        case _:
            assert_never(event)
