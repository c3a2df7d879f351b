"""The event log of Evo in sentences."""

from collections.abc import Sequence
from typing import assert_never

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
from darwin_core.text.language import noun, tr, tr_n
from darwin_core.text.seat_names import SeatNames, won_by
from darwin_core.text.wording import a, capitalized, counted, listed


def sentence(event: EvoEvent, seat_names: SeatNames) -> str:
    """Return a redacted event as a sentence with the seats' names."""
    names = seat_names.names
    match event:
        case acts.Dealt(locations, species, _, first):
            parts = [
                tr(
                    "{seat} plays the {species} {where}",
                    seat=name,
                    species=species_name(each),
                    where=at_location(place),
                )
                for name, each, place in zip(names, species, locations, strict=True)
            ]
            return tr("{parts}. {seat} begins.", parts=listed(parts), seat=names[first])
        case acts.MillenniumBegan(millennium, first):
            return tr(
                "Millennium {number} begins with {seat}.", number=millennium, seat=names[first]
            )
        case acts.Awoke(seat, location):
            return tr(
                "{seat} begins a generation {where}.",
                seat=names[seat],
                where=at_location(location),
            )
        case acts.Hunted() | acts.Foraged() | acts.Preyed():
            return _catch(event, names[event.seat])
        case acts.Migrated():
            return _way(event, names[event.seat])
        case acts.Displaced(seat, prey, slot, card):
            return tr(
                "{seat} adds a token on the {card}."
                if prey == NOTHING
                else "{seat} replaces a token on the {card}.",
                seat=names[seat],
                card=card_name(slot, card),
            )
        case acts.Foresaw(seat, card):
            what = a("card") if card == HIDDEN else trait_name(card)
            return tr("{seat} draws {card} by foresight.", seat=names[seat], card=what)
        case acts.Slept(seat, card):
            return tr(
                "{seat} saves {trait} by hibernation.", seat=names[seat], trait=trait_name(card)
            )
        case acts.Withered(seat, cards):
            if not cards:
                return tr("{seat} ends a generation and loses nothing.", seat=names[seat])
            return tr(
                "{seat} ends a generation and loses {cards}.",
                seat=names[seat],
                cards=genes_words(cards),
            )
        case acts.Drew(seat, offspring, cards):
            return tr(
                "{seat} draws {cards}; face up {born}." if offspring else "{seat} draws {cards}.",
                seat=names[seat],
                cards=genes_words(cards),
                born=genes_words(offspring),
            )
        case acts.Adopted(seat, species):
            return tr(
                "{seat} plays the {species} from now on.",
                seat=names[seat],
                species=species_name(species),
            )
        case acts.Settled(seat, location):
            return tr(
                "{seat} gets a new population {where}.",
                seat=names[seat],
                where=at_location(location),
            )
        case acts.Moved(seat, start, location):
            return tr(
                "{seat} moves one {start} {goal}.",
                seat=names[seat],
                start=from_location(start),
                goal=to_location(location),
            )
        case acts.Ended(totals, winners):
            return f"{won_by(seat_names, winners, totals[winners[0]])}."
        case _:
            return _end_of_millennium(event, names)


def _catch(event: acts.Hunted | acts.Foraged | acts.Preyed, seat: str) -> str:
    """Return what a species found, or took from another one."""
    match event:
        case acts.Hunted(_, fauna, cards, uses, tokens, offspring):
            gained = [counted(tokens, "token"), *_born(offspring, primary(fauna))]
            return tr(
                "{seat} hunts the {fauna} with {cards}, using {uses}: {gained}."
                if uses
                else "{seat} hunts the {fauna} with {cards}: {gained}.",
                seat=seat,
                fauna=fauna_name(fauna),
                cards=genes_words(cards),
                uses=designs_words(uses),
                gained=", ".join(gained),
            )
        case acts.Foraged(_, flora, cards, uses, tokens, offspring):
            gained = [counted(tokens, "token"), *([tr("an offspring")] if offspring else [])]
            return tr(
                "{seat} forages the {flora} with {cards}, using {uses}: {gained}."
                if uses
                else "{seat} forages the {flora} with {cards}: {gained}.",
                seat=seat,
                flora=noun(TRAITS[flora].flora),
                cards=genes_words(cards),
                uses=designs_words(uses),
                gained=", ".join(gained),
            )
        case acts.Preyed(_, prey, trait, offspring):
            return tr(
                "{seat} hunts the {species} with {number} {trait} (predation, ours), {born}."
                if offspring
                else "{seat} hunts the {species} with {number} {trait} (predation, ours).",
                seat=seat,
                species=species_name(prey),
                number=PREDATION,
                trait=trait_name(trait),
                born=", ".join(_born(offspring, trait)),
            )


def _born(offspring: int, trait: int) -> list[str]:
    """Return the offspring in words, if there is any."""
    if not offspring:
        return []
    name = trait_name(trait)
    return [tr_n("an offspring of {trait}", "{number} offspring of {trait}", offspring, trait=name)]


def _way(event: acts.Migrated, seat: str) -> str:
    """Return where a population went, and which of the cards for it is lost."""
    where, kept = to_location(event.location), trait_name(event.survivor)
    if event.lost == NOTHING:
        return tr(
            "{seat} migrates {where} by wandering: {kept} is on the deck.",
            seat=seat,
            where=where,
            kept=kept,
        )
    is_other = event.lost in (HIDDEN, event.survivor)
    return tr(
        "{seat} migrates {where}: {kept} survives, {lost} is lost.",
        seat=seat,
        where=where,
        kept=kept,
        lost=tr("another card") if is_other else trait_name(event.lost),
    )


_Reckoning = (
    acts.DiedOut
    | acts.Arrived
    | acts.Outcompeted
    | acts.Survived
    | acts.Counted
    | acts.Culled
    | acts.Mutated
)
"""The events of the end of a millennium."""


def _end_of_millennium(event: _Reckoning, names: Sequence[str]) -> str:
    match event:
        case acts.DiedOut(slot, card, location):
            return tr(
                "The {card} {where} dies out.",
                card=card_name(slot, card),
                where=at_location(location),
            )
        case acts.Arrived(slot, card, location):
            return tr(
                "{card} comes {where}.",
                card=capitalized(a(card_name(slot, card))),
                where=to_location(location),
            )
        case acts.Outcompeted(seat, location, tokens, kept):
            return tr(
                "{seat} keeps {tokens} {where} by being territorial."
                if kept
                else "Thriving competitors take {tokens} from {seat} {where}.",
                seat=names[seat],
                tokens=counted(kept or tokens, "token"),
                where=at_location(location),
            )
        case acts.Survived(seat, tokens, bonus):
            return tr(
                "{seat} has {tokens} left: {points}, and a bonus of {bonus}."
                if bonus
                else "{seat} has {tokens} left: {points}.",
                seat=names[seat],
                tokens=counted(tokens, "token"),
                points=counted(tokens, "point"),
                bonus=bonus,
            )
        case acts.Counted():
            return _genome_words(event, names[event.seat])
        case acts.Culled(species, design):
            return tr(
                "The {species} loses {design}.",
                species=species_name(species),
                design=design_name(design),
            )
        case acts.Mutated(species, designs):
            return tr(
                "The {species} gains {designs}.",
                species=species_name(species),
                designs=designs_words(designs) or tr("nothing new"),
            )
        case _:
            assert_never(event)


def _genome_words(event: acts.Counted, seat: str) -> str:
    """Return what a Future Genome brought, and which cards it lost or got."""
    change = f"{event.points:+d}".replace("-", "−")
    points = tr_n("{change} point", "{change} points", abs(event.points), change=change)
    values = {
        "seat": seat,
        "size": event.size,
        "points": points if event.points else tr("no points"),
    }
    if not event.cards:
        return tr("{seat}'s Future Genome has {size} cards: {points}.", **values)
    cards = genes_words(event.cards)
    if event.points > 0:
        return tr_n(
            "{seat}'s Future Genome has {size} cards: {points}; by chance {cards} goes back.",
            "{seat}'s Future Genome has {size} cards: {points}; by chance {cards} go back.",
            len(event.cards),
            cards=cards,
            **values,
        )
    return tr_n(
        "{seat}'s Future Genome has {size} cards: {points}; by chance {cards} is added.",
        "{seat}'s Future Genome has {size} cards: {points}; by chance {cards} are added.",
        len(event.cards),
        cards=cards,
        **values,
    )
