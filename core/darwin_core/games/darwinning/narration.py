"""The event log of Darwinning! in sentences."""

from typing import Final, assert_never

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import acts
from darwin_core.games.darwinning.acts import DarwinningEvent
from darwin_core.games.darwinning.material import NUMBER
from darwin_core.games.darwinning.texts import (
    being_name,
    card_name,
    cards_words,
    environment_name,
    environments_words,
    set_words,
    species_name,
    trait_name,
)
from darwin_core.games.darwinning.tricks import rank_of
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames, won_by
from darwin_core.text.wording import counted


def sentence(event: DarwinningEvent, seat_names: SeatNames) -> str:
    """Return an event as a sentence, with the seats' names."""
    names = seat_names.names
    match event:
        case acts.SpeciesDrawn(seat, species, place):
            return tr(
                "{seat} is the {species}, on space {place}.",
                seat=names[seat],
                species=species_name(species),
                place=place,
            )
        case acts.DummyPlaced(place):
            return tr("The dummy is on space {place}.", place=place)
        case acts.EraBegan():
            return _begun(event)
        case acts.LeaderNamed(seat, leader):
            if seat == leader:
                return tr("{seat}, the lowest, leads the first trick.", seat=names[seat])
            return tr(
                "{seat}, the lowest, lets {leader} lead the first trick.",
                seat=names[seat],
                leader=names[leader],
            )
        case acts.TraitTaken(seat, owner, card, _):
            return tr(
                "{seat} takes {trait} from {owner} by Mutation.",
                seat=names[seat],
                trait=trait_name(NUMBER[card]),
                owner=being_name(owner, seat_names),
            )
        case acts.Played(seat, cards):
            return _played(names[seat], cards)
        case acts.Declared(seat, cards):
            return tr(
                "{seat} uses {cards} of the display.", seat=names[seat], cards=cards_words(cards)
            )
        case acts.TrickWon(seat, cards, is_last):
            return tr(
                "{seat} wins the last trick with {set}."
                if is_last
                else "{seat} wins the trick with {set}.",
                seat=names[seat],
                set=set_words(cards),
            )
        case acts.DummyMoved(points, place):
            return tr(
                "The dummy moves up by {points} to space {place}.", points=points, place=place
            )
        case acts.Climbed(seat, card, start, place):
            return tr(
                "{seat} moves up from {start} to {place} with {card}.",
                seat=names[seat],
                start=start,
                place=place,
                card=card_name(card),
            )
        case acts.Grown(seat, card, population):
            return tr(
                "{seat} grows to a population of {number} with {card}.",
                seat=names[seat],
                number=population,
                card=card_name(card),
            )
        case acts.Adapted(seat, card, environments):
            return tr(
                "{seat} adapts to {places} with {card}.",
                seat=names[seat],
                places=environments_words(environments),
                card=card_name(card),
            )
        case acts.Gained():
            return _gained(names[event.seat], event)
        case acts.Left(seat):
            return tr("{seat} improves nothing.", seat=names[seat])
        case acts.Chosen(seat, cards):
            return tr("{seat} keeps {cards}.", seat=names[seat], cards=cards_words(cards))
        case acts.AllKept(counts):
            kept = [f"{name} {count}" for name, count in zip(names, counts, strict=True)]
            return tr("Cards kept: {counts}.", counts=", ".join(kept))
        case acts.Shared(seat, environment, food):
            return tr(
                "{seat} lives in {place} by Symbiosis: {number} food.",
                seat=names[seat],
                place=environment_name(environment),
                number=food,
            )
        case acts.Eaten(eater, eaten, poisoned):
            being = being_name(eaten, seat_names)
            if eater >= len(names):
                return tr("The dummy eats {being}.", being=being)
            return tr(
                "{seat} eats {being} and is poisoned." if poisoned else "{seat} eats {being}.",
                seat=names[eater],
                being=being,
            )
        case acts.Fed():
            return _fed(names[event.seat], event)
        case acts.Bitten(seat, bites, change):
            return tr(
                "{seat} shrinks by one: {bites}."
                if change
                else "{seat} has {bites} and nothing to lose.",
                seat=names[seat],
                bites=counted(bites, "bite"),
            )
        case acts.Reshuffled():
            return tr("The deck is empty: the discards are shuffled.")
        case acts.Drawn(seat, card, is_laid):
            return tr(_DRAWN[is_laid], seat=names[seat], card=card_name(card))
        case acts.Ended(totals, winners):
            return f"{won_by(seat_names, totals, winners)}."
        case _:
            assert_never(event)


def _begun(event: acts.EraBegan) -> str:
    """Return the beginning of an era: its environments, the cards drawn, and the display."""
    places = environments_words(event.environments)
    sentences = [
        tr("Era {era}: {places}.", era=event.era, places=places),
        tr("Everybody draws up to {cards}.", cards=counted(max(map(len, event.hands)), "card")),
    ]
    if event.display:
        sentences.append(tr("On display: {cards}.", cards=cards_words(event.display)))
    return " ".join(sentences)


def _played(seat: str, cards: Cards) -> str:
    if len(cards) == 1:
        return tr("{seat} plays {card}.", seat=seat, card=card_name(cards[0]))
    if rank_of(cards) is None:
        return tr(
            "{seat} plays {cards}, to go with the display.", seat=seat, cards=cards_words(cards)
        )
    return tr(
        "{seat} plays {cards}: {set}.", seat=seat, cards=cards_words(cards), set=set_words(cards)
    )


def _gained(seat: str, event: acts.Gained) -> str:
    trait, space = trait_name(NUMBER[event.card]), event.space + 1
    if event.covered == NOTHING:
        return tr("{seat} gains {trait} on space {space}.", seat=seat, trait=trait, space=space)
    return tr(
        "{seat} gains {trait} on space {space}, in place of {covered}.",
        seat=seat,
        trait=trait,
        space=space,
        covered=trait_name(NUMBER[event.covered]),
    )


def _fed(seat: str, event: acts.Fed) -> str:
    """Return the food of a species, its sources, and what becomes of its population."""
    sources = [
        tr(whence, number=food)
        for food, whence in (
            (event.home, mark("{number} by environments")),
            (event.meals, mark("{number} by eating")),
            (event.extra, mark("{number} by traits")),
        )
        if food
    ]
    if not sources:
        return tr(_UNFED[event.change], seat=seat, needed=event.needed)
    return tr(
        _FED[event.change],
        seat=seat,
        needed=event.needed,
        found=event.home + event.meals + event.extra,
        sources=", ".join(sources),
    )


_DRAWN: Final = {
    True: mark("{seat} draws {card} for Metamorphosis."),
    False: mark("{seat} draws {card} for Metamorphosis; it cannot be a trait and is discarded."),
}
"""The card of Metamorphosis, by whether it becomes a trait."""
_FED: Final = {
    1: mark("{seat} needs {needed}, finds {found} food and grows: {sources}."),
    0: mark("{seat} needs {needed}, finds {found} food and stays as it is: {sources}."),
    -1: mark("{seat} needs {needed}, finds {found} food and shrinks: {sources}."),
}
"""The result of a species that found food, by the change of its population."""
_UNFED: Final = {
    0: mark("{seat} needs {needed}, finds no food and stays as it is."),
    -1: mark("{seat} needs {needed}, finds no food and shrinks."),
}
"""The result of a species that found none."""
