"""The event log of Darwinning! in sentences."""

from typing import assert_never

from darwin_core.game import NOTHING
from darwin_core.games.darwinning.combinations import rank_of
from darwin_core.games.darwinning.components import ENVIRONMENTS, NUMBER, SPECIES
from darwin_core.games.darwinning.events import (
    Adapted,
    AllKept,
    Bitten,
    Chosen,
    Climbed,
    DarwinningEvent,
    Declared,
    Drawn,
    DummyMoved,
    DummyPlaced,
    Eaten,
    Ended,
    EraBegan,
    Fed,
    Gained,
    Grown,
    LeaderNamed,
    Left,
    Played,
    Reshuffled,
    Shared,
    SpeciesDrawn,
    TraitTaken,
    TrickWon,
)
from darwin_core.games.darwinning.words import (
    DUMMY,
    being_name,
    card_name,
    cards_words,
    environments_words,
    set_words,
    trait_name,
)
from darwin_core.lexicon import Lexicon, won_by
from darwin_core.wording import counted


def sentence(event: DarwinningEvent, lexicon: Lexicon) -> str:
    """Return an event as a sentence, with the seats' names."""
    names = lexicon.names
    match event:
        case SpeciesDrawn(seat, species, place):
            return f"{names[seat]} is the {SPECIES[species].name}, on space {place}."
        case DummyPlaced(place):
            return f"The dummy is on space {place}."
        case EraBegan(era, environments, hands, display):
            text = f"Era {era}: {environments_words(environments)}."
            most = max(map(len, hands))
            text += f" Everybody draws up to {counted(most, 'card')}."
            return f"{text} On display: {cards_words(display)}." if display else text
        case LeaderNamed(seat, leader):
            if seat == leader:
                return f"{names[seat]}, the lowest, leads the first trick."
            return f"{names[seat]}, the lowest, lets {names[leader]} lead the first trick."
        case TraitTaken(seat, owner, card, _):
            return (
                f"{names[seat]} takes {trait_name(NUMBER[card])} from "
                f"{being_name(owner, lexicon)} by Mutation."
            )
        case Played(seat, cards):
            if len(cards) == 1:
                return f"{names[seat]} plays {card_name(cards[0])}."
            if rank_of(cards) is None:
                return f"{names[seat]} plays {cards_words(cards)}, to go with the display."
            return f"{names[seat]} plays {cards_words(cards)}: {set_words(cards)}."
        case Declared(seat, cards):
            return f"{names[seat]} uses {cards_words(cards)} of the display."
        case TrickWon(seat, cards, is_last):
            last = "the last trick" if is_last else "the trick"
            return f"{names[seat]} wins {last} with {set_words(cards)}."
        case DummyMoved(points, place):
            return f"The dummy moves up by {points} to space {place}."
        case Climbed(seat, card, start, place):
            return f"{names[seat]} moves up from {start} to {place} with {card_name(card)}."
        case Grown(seat, card, population):
            return f"{names[seat]} grows to a population of {population} with {card_name(card)}."
        case Adapted(seat, card, environments):
            return (
                f"{names[seat]} adapts to {environments_words(environments)} "
                f"with {card_name(card)}."
            )
        case Gained(seat, card, space, covered):
            text = f"{names[seat]} gains {trait_name(NUMBER[card])} on space {space + 1}"
            if covered == NOTHING:
                return f"{text}."
            return f"{text}, in place of {trait_name(NUMBER[covered])}."
        case Left(seat):
            return f"{names[seat]} improves nothing."
        case Chosen(seat, cards):
            return f"{names[seat]} keeps {cards_words(cards)}."
        case AllKept(counts):
            kept = [f"{name} {count}" for name, count in zip(names, counts, strict=True)]
            return f"Cards kept: {', '.join(kept)}."
        case Shared(seat, environment, food):
            return f"{names[seat]} lives in {ENVIRONMENTS[environment]} by Symbiosis: {food} food."
        case Eaten(eater, eaten, poisoned):
            who = names[eater] if eater < len(names) else DUMMY.capitalize()
            text = f"{who} eats {being_name(eaten, lexicon)}"
            return f"{text} and is poisoned." if poisoned and eater < len(names) else f"{text}."
        case Fed(seat, needed, home, meals, extra, change):
            return _fed(names[seat], needed, home, meals, extra, change)
        case Bitten(seat, bites, change):
            if change:
                return f"{names[seat]} shrinks by one: {counted(bites, 'bite')}."
            return f"{names[seat]} has {counted(bites, 'bite')} and nothing to lose."
        case Reshuffled():
            return "The deck is empty: the discards are shuffled."
        case Drawn(seat, card, is_laid):
            text = f"{names[seat]} draws {card_name(card)} for Metamorphosis"
            return f"{text}." if is_laid else f"{text}; it cannot be a trait and is discarded."
        case Ended(totals, winners):
            return f"{won_by(lexicon, winners, totals[winners[0]])}."
        case _:
            assert_never(event)


def _fed(name: str, needed: int, home: int, meals: int, extra: int, change: int) -> str:
    parts = [
        f"{food} {whence}"
        for food, whence in ((home, "by environments"), (meals, "by eating"), (extra, "by traits"))
        if food
    ]
    found = f"{home + meals + extra} food" if parts else "no food"
    sources = f": {', '.join(parts)}" if parts else ""
    after = {1: "grows", 0: "stays as it is", -1: "shrinks"}[change]
    return f"{name} needs {needed}, finds {found} and {after}{sources}."
