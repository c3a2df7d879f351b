"""A position of Darwinning! as text for screen readers."""

from darwin_core.contract.game import NOTHING, Section
from darwin_core.games.darwinning.boards import TWO, habitats_of, shown
from darwin_core.games.darwinning.scoring import score
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.words import (
    cards_words,
    environment_name,
    environments_words,
    species_name,
    trait_name,
)
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import capitalized, counted


def describe(view: DarwinningState, viewer: int, lexicon: Lexicon) -> list[Section]:
    """Return the position in words: the era, each species, the trick, and the viewer's hand."""
    table = [
        tr(
            "Era {era} of {eras}: {places}.",
            era=view.era,
            eras=view.options.eras,
            places=environments_words(view.environments),
        )
    ]
    if len(view.hands) == TWO:
        cards = [card for card in view.display if card != NOTHING]
        table.append(tr("On display: {cards}.", cards=cards_words(cards)))
        table.append(tr("The dummy is on space {place}.", place=view.places[TWO]))
    trick = [
        tr("{seat} has played {cards}.", seat=lexicon.names[seat], cards=cards_words(cards))
        for seat, cards in enumerate(view.played)
        if cards
    ]
    sections = [Section(mark("table"), tuple(table))]
    sections += [
        Section(species_of(name), _board_lines(view, seat))
        for seat, name in enumerate(lexicon.names)
    ]
    if trick:
        sections.append(Section(mark("trick"), tuple(trick)))
    if viewer < len(view.hands):
        sections.append(
            Section(mark("hand"), (tr("You hold {cards}.", cards=cards_words(view.hands[viewer])),))
        )
    return sections


def species_of(name: str) -> str:
    """Return the name of the section on the species of a seat."""
    return tr("species of {seat}", seat=name)


def _board_lines(view: DarwinningState, seat: int) -> tuple[str, ...]:
    species = view.species[seat]
    homes = habitats_of(view, seat)
    lives = [f"{environment_name(place)} {food}" for place, food in sorted(homes.items())]
    traits = [
        f"{space + 1} {trait_name(trait)}"
        for space, trait in enumerate(shown(species, view.traits[seat]))
        if trait
    ]
    lines = [
        tr(
            "{species} on space {place}, population {number}, {bites}.",
            species=capitalized(species_name(species)),
            place=view.places[seat],
            number=view.population[seat],
            bites=counted(view.bites[seat], "bite"),
        ),
        tr("Lives in {places}.", places=", ".join(lives)),
        tr("Traits: {traits}.", traits=", ".join(traits) or tr("none")),
    ]
    if view.options.hand_sizes:
        lines.append(tr("Holds {cards}.", cards=counted(len(view.hands[seat]), "card")))
    points = ", ".join(f"{tr(line.label)} {line.points[seat]}" for line in score(view))
    return (*lines, tr("Would score: {points}.", points=points))
