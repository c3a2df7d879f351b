"""The event log of Darwinning! in sentences."""

from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import acts
from darwin_core.games.darwinning.acts import DarwinningEvent
from darwin_core.games.darwinning.material import NUMBER_OF
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
from darwin_core.kit.sentences import Sentences, say, say_by
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames, won_by
from darwin_core.text.wording import counted


def _begun(event: acts.EraBegan, seat_names: SeatNames) -> str:
    """Return the beginning of an era: its environments, the cards drawn, and the display."""
    places = environments_words(event.environments)
    sentences = [
        tr("Era {era}: {places}.", era=event.era, places=places),
        tr("Everybody draws up to {cards}.", cards=counted(max(map(len, event.hands)), "card")),
    ]
    if event.display:
        sentences.append(tr("On display: {cards}.", cards=cards_words(event.display)))
    return " ".join(sentences)


def _played(event: acts.Played) -> str:
    if len(event.cards) == 1:
        return mark("{seat} plays {card}.")
    if rank_of(event.cards) is None:
        return mark("{seat} plays {cards}, to go with the display.")
    return mark("{seat} plays {cards}: {set}.")


def _counts(event: acts.AllKept, seat_names: SeatNames) -> str:
    by_seat = zip(seat_names.names, event.counts, strict=True)
    return ", ".join([f"{name} {count}" for name, count in by_seat])


def _eaten(event: acts.Eaten, seat_names: SeatNames) -> str:
    names, being = seat_names.names, being_name(event.eaten, seat_names)
    if event.eater >= len(names):
        meal = tr("The dummy eats {being}.", being=being)
    else:
        meal = tr(
            "{seat} eats {being} and is poisoned." if event.poisoned else "{seat} eats {being}.",
            seat=names[event.eater],
            being=being,
        )
    if not event.bites:
        return meal
    bites = counted(event.bites, "bite")
    return f"{meal} {tr('{being} has {bites} now.', being=being, bites=bites)}"


def _food(event: acts.Fed) -> int:
    return event.home + event.meals + event.extra


def _sources(event: acts.Fed, seat_names: SeatNames) -> str:
    sources = (
        (event.home, mark("{number} by environments")),
        (event.meals, mark("{number} by eating")),
        (event.extra, mark("{number} by traits")),
    )
    return ", ".join([tr(source, number=food) for food, source in sources if food])


_FED: Final = {
    1: "{seat} needs {needed}, finds {found} food and grows: {sources}.",
    0: "{seat} needs {needed}, finds {found} food and stays as it is: {sources}.",
    -1: "{seat} needs {needed}, finds {found} food and shrinks: {sources}.",
}
"""The result of a species that found food, by the change of its population."""
_UNFED: Final = {
    0: "{seat} needs {needed}, finds no food and stays as it is.",
    -1: "{seat} needs {needed}, finds no food and shrinks.",
}
"""The result of a species that found none."""


sentence: Final = Sentences[DarwinningEvent, SeatNames](
    DarwinningEvent,
    say(
        acts.SpeciesDrawn,
        "{seat} is the {species}, on space {place}.",
        species=lambda event, _: species_name(event.species),
    ),
    say(acts.DummyPlaced, "The dummy is on space {place}."),
    say_by(acts.EraBegan, _begun),
    say(
        acts.LeaderNamed,
        lambda event: (
            "{seat}, the lowest, leads the first trick."
            if event.seat == event.leader
            else "{seat}, the lowest, lets {leader} lead the first trick."
        ),
        leader=lambda event, names: names.names[event.leader],
    ),
    say(
        acts.TraitTaken,
        "{seat} takes {trait} from {owner} by Mutation.",
        owner=lambda event, names: being_name(event.owner, names),
    ),
    say(acts.Played, _played, card=lambda event, _: card_name(event.cards[0])),
    say(acts.Declared, "{seat} uses {cards} of the display."),
    say(
        acts.TrickWon,
        lambda event: (
            "{seat} wins the last trick with {set}."
            if event.is_last
            else "{seat} wins the trick with {set}."
        ),
    ),
    say(acts.DummyMoved, "The dummy moves up by {points} to space {place}."),
    say(acts.Climbed, "{seat} moves up from {start} to {place} with {card}."),
    say(
        acts.Grown,
        "{seat} grows to a population of {number} with {card}.",
        number=lambda event, _: event.population,
    ),
    say(acts.Adapted, "{seat} adapts to {places} with {card}."),
    say(
        acts.Gained,
        lambda event: (
            "{seat} gains {trait} on space {space}."
            if event.covered == NOTHING
            else "{seat} gains {trait} on space {space}, in place of {covered}."
        ),
        space=lambda event, _: event.space + 1,
        covered=lambda event, _: trait_name(NUMBER_OF[event.covered]),
    ),
    say(acts.Left, "{seat} improves nothing."),
    say(acts.Chosen, "{seat} keeps {cards}."),
    say(acts.AllKept, "Cards kept: {counts}.", counts=_counts),
    say(
        acts.Shared,
        "{seat} lives in {place} by Symbiosis: {number} food.",
        place=lambda event, _: environment_name(event.environment),
        number=lambda event, _: event.food,
    ),
    say_by(acts.Eaten, _eaten),
    say(
        acts.Fed,
        lambda event: _FED[event.change] if _food(event) else _UNFED[event.change],
        found=lambda event, _: _food(event),
        sources=_sources,
    ),
    say(
        acts.Bitten,
        lambda event: (
            "{seat} shrinks by one: {bites}."
            if event.change
            else "{seat} has {bites} and nothing to lose."
        ),
        bites=lambda event, _: counted(event.bites, "bite"),
    ),
    say(acts.Reshuffled, "The deck is empty: the discards are shuffled."),
    say(
        acts.Drawn,
        lambda event: (
            "{seat} draws {card} for Metamorphosis."
            if event.is_laid
            else "{seat} draws {card} for Metamorphosis; it cannot be a trait and is discarded."
        ),
    ),
    say_by(acts.Ended, lambda event, names: f"{won_by(names, event.totals, event.winners)}."),
    seat=lambda event, names: names.names[event.seat],
    card=lambda event, _: card_name(event.card),
    cards=lambda event, _: cards_words(event.cards),
    set=lambda event, _: set_words(event.cards),
    trait=lambda event, _: trait_name(NUMBER_OF[event.card]),
    places=lambda event, _: environments_words(event.environments),
)
"""Return a redacted event as a sentence with the seats' names."""
