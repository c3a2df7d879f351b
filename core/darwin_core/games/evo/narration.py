"""The event log of Evo in sentences."""

from typing import assert_never

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.evo.components import PREDATION, TRAITS, primary
from darwin_core.games.evo.events import (
    Adopted,
    Arrived,
    Awoke,
    Counted,
    Culled,
    Dealt,
    DiedOut,
    Displaced,
    Drew,
    Ended,
    EvoEvent,
    Foraged,
    Foresaw,
    Hunted,
    Migrated,
    MillenniumBegan,
    Moved,
    Mutated,
    Outcompeted,
    Preyed,
    Settled,
    Slept,
    Survived,
    Withered,
)
from darwin_core.games.evo.words import (
    card_name,
    design_name,
    fauna_name,
    genes_words,
    location_of_trait,
    species_name,
    trait_name,
    uses_words,
)
from darwin_core.lexicon import Lexicon, won_by
from darwin_core.wording import a, counted, listed


def sentence(event: EvoEvent, lexicon: Lexicon) -> str:
    """Return a redacted event as a sentence with the seats' names."""
    names = lexicon.names
    match event:
        case Dealt(locations, species, _, first):
            parts = [
                f"{name} plays the {species_name(each)} at the {TRAITS[place].location}"
                for name, each, place in zip(names, species, locations, strict=True)
            ]
            return f"{listed(parts)}. {names[first]} begins."
        case MillenniumBegan(millennium, first):
            return f"Millennium {millennium} begins with {names[first]}."
        case Awoke(seat, location):
            return f"{names[seat]} begins a generation at {location_of_trait(location)}."
        case Hunted(seat, fauna, cards, uses, tokens, offspring):
            return (
                f"{names[seat]} hunts the {fauna_name(fauna)} with {genes_words(cards)}"
                f"{uses_words(uses)}: {counted(tokens, 'token')}"
                f"{_born(offspring, primary(fauna))}."
            )
        case Foraged(seat, flora, cards, uses, tokens, offspring):
            born = ", an offspring" if offspring else ""
            return (
                f"{names[seat]} forages the {TRAITS[flora].flora} with {genes_words(cards)}"
                f"{uses_words(uses)}: {counted(tokens, 'token')}{born}."
            )
        case Migrated(seat, location, survivor, lost):
            text = f"{names[seat]} migrates to {location_of_trait(location)}"
            if lost == NOTHING:
                return f"{text} by wandering: {trait_name(survivor)} is on the deck."
            what = "another card" if lost in (HIDDEN, survivor) else trait_name(lost)
            return f"{text}: {trait_name(survivor)} survives, {what} is lost."
        case Preyed(seat, prey, trait, offspring):
            paid = f"{PREDATION} {trait_name(trait)}"
            text = f"{names[seat]} hunts the {species_name(prey)} with {paid} (predation, ours)"
            return f"{text}{_born(offspring, trait)}."
        case Displaced(seat, prey, slot, card):
            what = "adds a token" if prey == NOTHING else "replaces a token"
            return f"{names[seat]} {what} on the {card_name(slot, card)}."
        case Foresaw(seat, card):
            what = "a card" if card == HIDDEN else trait_name(card)
            return f"{names[seat]} draws {what} by foresight."
        case Slept(seat, card):
            return f"{names[seat]} saves {trait_name(card)} by hibernation."
        case Withered(seat, cards):
            if not cards:
                return f"{names[seat]} ends a generation and loses nothing."
            return f"{names[seat]} ends a generation and loses {genes_words(cards)}."
        case Drew(seat, offspring, cards):
            born = f"; face up {genes_words(offspring)}" if offspring else ""
            return f"{names[seat]} draws {genes_words(cards)}{born}."
        case DiedOut(slot, card, location):
            return f"The {card_name(slot, card)} at {location_of_trait(location)} dies out."
        case Arrived(slot, card, location):
            came = a(card_name(slot, card))
            return f"{came[0].upper()}{came[1:]} comes to {location_of_trait(location)}."
        case Outcompeted(seat, location, tokens, kept):
            where = f"at {location_of_trait(location)}"
            if kept:
                what = counted(kept, "token")
                return f"{names[seat]} keeps {what} {where} by being territorial."
            return (
                f"Thriving competitors take {counted(tokens, 'token')} from {names[seat]} {where}."
            )
        case Survived(seat, tokens, bonus):
            more = f", and a bonus of {bonus}" if bonus else ""
            left = f"{counted(tokens, 'token')} left: {counted(tokens, 'point')}"
            return f"{names[seat]} has {left}{more}."
        case Counted(seat, size, change, cards):
            moved = f"; by chance {genes_words(cards)} " if cards else ""
            where = ("go back" if change > 0 else "are added") if cards else ""
            points = f"{change:+d} points" if change else "no points"
            return f"{names[seat]}'s Future Genome has {size} cards: {points}{moved}{where}."
        case Culled(species, design):
            return f"The {species_name(species)} loses {design_name(design)}."
        case Mutated(species, designs):
            what = listed([design_name(design) for design in designs]) or "nothing new"
            return f"The {species_name(species)} gains {what}."
        case Adopted(seat, species):
            return f"{names[seat]} plays the {species_name(species)} from now on."
        case Settled(seat, location):
            return f"{names[seat]} gets a new population at {location_of_trait(location)}."
        case Moved(seat, start, location):
            way = f"from {location_of_trait(start)} to {location_of_trait(location)}"
            return f"{names[seat]} moves one {way}."
        case Ended(totals, winners):
            return f"{won_by(lexicon, winners, totals[winners[0]])}."
        case _:
            assert_never(event)


def _born(offspring: int, trait: int) -> str:
    if not offspring:
        return ""
    number = "an" if offspring == 1 else offspring
    return f", {number} offspring of {trait_name(trait)}"
