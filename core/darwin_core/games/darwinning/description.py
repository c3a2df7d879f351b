"""A position of Darwinning! as text for screen readers."""

from darwin_core.game import NOTHING, Section
from darwin_core.games.darwinning.boards import TWO, habitats_of, shown
from darwin_core.games.darwinning.components import ENVIRONMENTS, SPECIES
from darwin_core.games.darwinning.rules import score
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.words import cards_words, environments_words, trait_name
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted


def describe(view: DarwinningState, viewer: int, lexicon: Lexicon) -> list[Section]:
    """Return the position in words: the era, each species, the trick, and the viewer's hand."""
    table = [f"Era {view.era} of {view.options.eras}: {environments_words(view.environments)}."]
    if len(view.hands) == TWO:
        cards = [card for card in view.display if card != NOTHING]
        table.append(f"On display: {cards_words(cards)}.")
        table.append(f"The dummy is on space {view.places[TWO]}.")
    trick = [
        f"{lexicon.names[seat]} has played {cards_words(cards)}."
        for seat, cards in enumerate(view.played)
        if cards
    ]
    sections = [Section("table", tuple(table))]
    sections += [
        Section(f"species of {name}", _board_lines(view, seat))
        for seat, name in enumerate(lexicon.names)
    ]
    if trick:
        sections.append(Section("trick", tuple(trick)))
    if viewer < len(view.hands):
        sections.append(Section("hand", (f"You hold {cards_words(view.hands[viewer])}.",)))
    return sections


def _board_lines(view: DarwinningState, seat: int) -> tuple[str, ...]:
    species = view.species[seat]
    homes = habitats_of(view, seat)
    lives = [f"{ENVIRONMENTS[place]} {food}" for place, food in sorted(homes.items())]
    traits = [
        f"{space + 1} {trait_name(trait)}"
        for space, trait in enumerate(shown(species, view.traits[seat]))
        if trait
    ]
    lines = [
        f"{SPECIES[species].name.capitalize()} on space {view.places[seat]}, population "
        f"{view.population[seat]}, {counted(view.bites[seat], 'bite')}.",
        f"Lives in {', '.join(lives)}.",
        f"Traits: {', '.join(traits) or 'none'}.",
    ]
    if view.options.hand_sizes:
        lines.append(f"Holds {counted(len(view.hands[seat]), 'card')}.")
    points = ", ".join(f"{line.label} {line.points[seat]}" for line in score(view))
    return (*lines, f"Would score: {points}.")
