"""A position of Evo in sentences, for use without the board."""

from collections.abc import Iterator

from darwin_core.game import NOTHING, Section
from darwin_core.games.evo.components import RING, SLOTS, SURVIVAL_TOKENS, TARGETS
from darwin_core.games.evo.elements import slot_words
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.state import Counts, EvoState
from darwin_core.games.evo.words import (
    design_name,
    genes_words,
    location_name,
    species_name,
    trait_name,
)
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted, listed


def describe(view: EvoState, viewer: int, lexicon: Lexicon) -> list[Section]:
    """Describe the position: locations, every species, and the viewer's hand."""
    sections = [
        Section(location_name(view, place), _location_lines(view, place))
        for place in range(len(view.locations))
    ]
    for species in range(len(view.genomes)):
        who = view.species.find(species)
        whose = lexicon.names[who] if who >= 0 else "nobody yet"
        lines = _species_lines(view, species)
        sections.append(Section(f"{species_name(species)} of {whose}", lines))
    parts = tuple(f"{name} {points(view, seat)}" for seat, name in enumerate(lexicon.names))
    target = TARGETS[view.millennium - 1]
    score = f"Points: {', '.join(parts)}."
    clock = f"Millennium {view.millennium}: genomes should reach {target} cards."
    sections.append(Section("score", (score, clock)))
    if not view.pending:
        sections.append(Section("history", _history_lines(view, lexicon)))
    if viewer < len(view.species) and view.species[viewer] != NOTHING:
        hand = view.hands[view.species[viewer]]
        sections.append(Section("hand", (f"You hold {genes_words(hand)}.",)))
    return sections


def shares_of(view: EvoState, species: int, trait: int) -> list[int]:
    """Return a trait's share of a species' genome in percent, millennium by millennium."""
    genomes = [row[species] for row in view.history]
    return [round(100 * genome[trait] / max(sum(genome), 1)) for genome in genomes]


def _history_lines(view: EvoState, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the evolution of the genomes in percent, from the beginning to the end."""
    lines = []
    for seat, species in enumerate(view.species):
        parts = [
            f"{trait_name(trait)} {' '.join(map(str, shares_of(view, species, trait)))}"
            for trait in range(RING)
        ]
        lines.append(f"The {species_name(species)} of {lexicon.names[seat]}: {', '.join(parts)}.")
    return tuple(lines)


def _location_lines(view: EvoState, location: int) -> tuple[str, ...]:
    lines = []
    for place in range(SLOTS * location, SLOTS * (location + 1)):
        held = [
            f"{species_name(species)} {number}"
            for species, number in enumerate(view.tokens[place])
            if number
        ]
        tokens = f" Tokens: {', '.join(held)}." if held else ""
        lines.append(f"{slot_words(view, place)}{tokens}")
    populations = [
        f"{species_name(species)} {counted(here, 'population')}, {state}"
        for species, (here, state) in enumerate(_populations(view, location))
        if here
    ]
    return (*lines, f"Here live: {'; '.join(populations) or 'none'}.")


def _populations(view: EvoState, location: int) -> Iterator[tuple[int, str]]:
    """Yield by species the number of its populations at a location, and their state in words.

    The words say how many are available or active.
    """
    active = view.species[view.pending[-1].seat] if view.active == location else NOTHING
    for species, (ready, spent) in enumerate(zip(view.available, view.spent, strict=True)):
        is_active = species == active
        state = f"{ready[location]} available{', 1 active' if is_active else ''}"
        yield ready[location] + spent[location] + is_active, state


def _species_lines(view: EvoState, species: int) -> tuple[str, ...]:
    own = [
        f"{design_name(design)} ({counted(worn, 'token')})"
        for design, worn in zip(view.adaptations[species], view.worn[species], strict=True)
    ]
    deck = counted(len(view.decks[species]), "card")
    used = _tokens_used(view, species)
    return (
        f"Genome: {_counts_words(view.genomes[species])}; born: "
        f"{_counts_words(view.born[species])}.",
        f"Future Genome: {_counts_words(view.future[species])}.",
        f"Deck: {deck}, and face up {genes_words(view.offspring[species])}. "
        f"Hand: {len(view.hands[species])}. Lost: {len(view.lost[species])}.",
        f"Adaptations: {listed(own)}.",
        f"Survival tokens: {used}{_beyond(used)}.",
    )


def _tokens_used(view: EvoState, species: int) -> int:
    """Return a species' survival tokens on fauna, flora and adaptations."""
    return sum(tokens[species] for tokens in view.tokens) + sum(view.worn[species])


def _beyond(used: int) -> str:
    """Return a note if more tokens are in use than are printed, which is allowed.

    [ruling: Components]
    """
    return f", of which {SURVIVAL_TOKENS} are printed" if used > SURVIVAL_TOKENS else ""


def _counts_words(counts: Counts) -> str:
    parts = [f"{trait_name(trait)} {number}" for trait, number in enumerate(counts) if number]
    return ", ".join(parts) or "none"
