"""The event log of Evo in sentences."""

from typing import Final

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.evo import acts
from darwin_core.games.evo.acts import EvoEvent
from darwin_core.games.evo.material import PREDATION, TRAITS, primary
from darwin_core.games.evo.texts import (
    at_location,
    card_name,
    design_name,
    designs_words,
    fauna_name,
    from_location,
    genes_words,
    species_name,
    to_location,
    trait_name,
)
from darwin_core.kit.sentences import Sentences, plural, say, say_by
from darwin_core.text.language import noun, tr, tr_n
from darwin_core.text.seat_names import SeatNames, won_by
from darwin_core.text.wording import a, capitalized, counted, listed


def _dealt(event: acts.Dealt, seat_names: SeatNames) -> str:
    rows = zip(seat_names.names, event.species, event.locations, strict=True)
    parts = [
        tr(
            "{seat} plays the {species} {where}",
            seat=name,
            species=species_name(species),
            where=at_location(place),
        )
        for name, species, place in rows
    ]
    first = seat_names.names[event.first]
    return tr("{parts}. {seat} begins.", parts=listed(parts), seat=first)


def _born(offspring: int, trait: int) -> str:
    name = trait_name(trait)
    return tr_n("an offspring of {trait}", "{number} offspring of {trait}", offspring, trait=name)


def _gained(event: acts.Hunted | acts.Foraged, seat_names: SeatNames) -> str:
    """Return the tokens of a catch, and the offspring if there is any."""
    tokens = counted(event.tokens, "token")
    if not event.offspring:
        return tokens
    if isinstance(event, acts.Foraged):
        return f"{tokens}, {tr('an offspring')}"
    return f"{tokens}, {_born(event.offspring, primary(event.fauna))}"


def _lost(event: acts.Migrated, seat_names: SeatNames) -> str:
    """Return the card that a migration cost."""
    is_alike = event.lost in (HIDDEN, event.survivor)
    return tr("another card") if is_alike else trait_name(event.lost)


def _died(event: acts.DiedOut, seat_names: SeatNames) -> str:
    """Return the tokens that were on a card, by their owners."""
    return listed(
        [
            tr("{tokens} of {seat}", tokens=counted(number, "token"), seat=seat_names.names[seat])
            for seat, number in event.tokens
        ]
    )


def _change(event: acts.Counted, seat_names: SeatNames) -> str:
    """Return the points for the length of a Future Genome, with their sign."""
    if not event.points:
        return tr("no points")
    change = f"{event.points:+d}".replace("-", "−")
    return tr_n("{change} point", "{change} points", abs(event.points), change=change)


sentence: Final = Sentences[EvoEvent, SeatNames](
    EvoEvent,
    say_by(acts.Dealt, _dealt),
    say(
        acts.MillenniumBegan,
        "Millennium {number} begins with {seat}.",
        number=lambda event, _: event.millennium,
        seat=lambda event, seat_names: seat_names.names[event.first],
    ),
    say(acts.Awoke, "{seat} begins a generation {where}."),
    say(
        acts.Hunted,
        lambda event: (
            "{seat} hunts the {fauna} with {cards}, using {uses}: {gained}."
            if event.uses
            else "{seat} hunts the {fauna} with {cards}: {gained}."
        ),
    ),
    say(
        acts.Foraged,
        lambda event: (
            "{seat} forages the {flora} with {cards}, using {uses}: {gained}."
            if event.uses
            else "{seat} forages the {flora} with {cards}: {gained}."
        ),
    ),
    say(
        acts.Preyed,
        lambda event: (
            "{seat} hunts {owner}'s {species} with {number} {trait} (predation, ours), {born}."
            if event.offspring
            else "{seat} hunts {owner}'s {species} with {number} {trait} (predation, ours)."
        ),
        owner=lambda event, seat_names: seat_names.names[event.owner],
        species=lambda event, _: species_name(event.prey),
        number=lambda event, _: PREDATION,
        trait=lambda event, _: trait_name(event.trait),
        born=lambda event, _: _born(event.offspring, event.trait),
    ),
    say(
        acts.Migrated,
        lambda event: (
            "{seat} migrates {where} by wandering: {kept} is on the deck."
            if event.is_wandering
            else "{seat} migrates {where}: {kept} survives, {lost} is lost."
        ),
        where=lambda event, _: to_location(event.location),
        kept=lambda event, _: trait_name(event.survivor),
        lost=_lost,
    ),
    say(
        acts.Displaced,
        lambda event: (
            "{seat} adds a token on the {card}."
            if event.prey == NOTHING
            else "{seat} replaces a token on the {card}."
            if event.owner == NOTHING
            else "{seat} replaces a token of {owner} on the {card}."
        ),
        owner=lambda event, seat_names: seat_names.names[event.owner],
    ),
    say(
        acts.Foresaw,
        "{seat} draws {card} by foresight.",
        card=lambda event, _: a("card") if event.card == HIDDEN else trait_name(event.card),
    ),
    say(
        acts.Slept,
        "{seat} saves {trait} by hibernation.",
        trait=lambda event, _: trait_name(event.card),
    ),
    say(
        acts.Withered,
        lambda event: (
            "{seat} ends a generation and loses {cards}."
            if event.cards
            else "{seat} ends a generation and loses nothing."
        ),
    ),
    say(
        acts.Drew,
        lambda event: (
            "{seat} draws {cards}; face up {born}." if event.offspring else "{seat} draws {cards}."
        ),
        born=lambda event, _: genes_words(event.offspring),
    ),
    say(
        acts.DiedOut,
        lambda event: (
            "The {card} {where} dies out, and with it {tokens}."
            if event.tokens
            else "The {card} {where} dies out."
        ),
        tokens=_died,
    ),
    say(
        acts.Arrived,
        "{card} comes {where}.",
        card=lambda event, _: capitalized(a(card_name(event.slot, event.card))),
        where=lambda event, _: to_location(event.location),
    ),
    say(
        acts.Outcompeted,
        lambda event: (
            "{seat} keeps {tokens} {where} by being territorial."
            if event.kept
            else "Food without tokens takes {tokens} from {seat} {where}."
        ),
        tokens=lambda event, _: counted(event.kept or event.tokens, "token"),
    ),
    say(
        acts.Survived,
        lambda event: (
            "{seat} has {tokens} left: {points}, and a bonus of {bonus}."
            if event.bonus
            else "{seat} has {tokens} left: {points}."
        ),
        points=lambda event, _: counted(event.tokens, "point"),
    ),
    say(
        acts.Counted,
        lambda event: (
            "{seat}'s Future Genome has {size} cards: {points}."
            if not event.cards
            else plural(
                "{seat}'s Future Genome has {size} cards: {points}; by chance {cards} goes back.",
                "{seat}'s Future Genome has {size} cards: {points}; by chance {cards} go back.",
                len(event.cards),
            )
            if event.points > 0
            else plural(
                "{seat}'s Future Genome has {size} cards: {points}; by chance {cards} is added.",
                "{seat}'s Future Genome has {size} cards: {points}; by chance {cards} are added.",
                len(event.cards),
            )
        ),
        points=_change,
    ),
    say(acts.Culled, "Natural selection takes {design} from {seat}'s {species}."),
    say(acts.Mutated, "{seat}'s {species} gains {designs}."),
    say(acts.Adopted, "{seat} plays the {species} from now on."),
    say(acts.Settled, "{seat} gets a new population {where}."),
    say(acts.Moved, "{seat} moves one {start} {goal}."),
    say_by(
        acts.Ended, lambda event, seat_names: f"{won_by(seat_names, event.totals, event.winners)}."
    ),
    seat=lambda event, seat_names: seat_names.names[event.seat],
    where=lambda event, _: at_location(event.location),
    start=lambda event, _: from_location(event.start),
    goal=lambda event, _: to_location(event.location),
    species=lambda event, _: species_name(event.species),
    card=lambda event, _: card_name(event.slot, event.card),
    cards=lambda event, _: genes_words(event.cards),
    fauna=lambda event, _: fauna_name(event.fauna),
    flora=lambda event, _: noun(TRAITS[event.flora].flora),
    uses=lambda event, _: designs_words(event.uses),
    gained=_gained,
    tokens=lambda event, _: counted(event.tokens, "token"),
    design=lambda event, _: design_name(event.design),
    designs=lambda event, _: designs_words(event.designs) or tr("nothing new"),
)
"""Return a redacted event as a sentence with the seats' names."""
