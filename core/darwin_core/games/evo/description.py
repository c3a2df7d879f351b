"""A position of Evo in sentences, for use without the board."""

from collections.abc import Iterator

from darwin_core.contract.game import NOTHING, Section
from darwin_core.games.evo.components import RING, SLOTS, SURVIVAL_TOKENS, TARGETS
from darwin_core.games.evo.elements import slot_words
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import (
    counts_words,
    design_name,
    genes_words,
    location_name,
    species_name,
    trait_name,
)
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import counted, listed


def describe(view: EvoState, viewer: int, lexicon: Lexicon) -> list[Section]:
    """Describe the position: locations, every species, and the viewer's hand."""
    sections = [
        Section(location_name(view, place), _location_lines(view, place))
        for place in range(len(view.locations))
    ]
    for species in range(len(view.genomes)):
        who = view.species.find(species)
        whose = lexicon.names[who] if who >= 0 else tr("nobody yet")
        title = tr("{species} of {player}", species=species_name(species), player=whose)
        sections.append(Section(title, _species_lines(view, species)))
    parts = [f"{name} {points(view, seat)}" for seat, name in enumerate(lexicon.names)]
    score = tr("Points: {points}.", points=", ".join(parts))
    clock = tr(
        "Millennium {number}: genomes should reach {target} cards.",
        number=view.millennium,
        target=TARGETS[view.millennium - 1],
    )
    sections.append(Section(mark("score"), (score, clock)))
    if not view.pending:
        sections.append(Section(mark("history"), _history_lines(view, lexicon)))
    if viewer < len(view.species) and view.species[viewer] != NOTHING:
        hand = genes_words(view.hands[view.species[viewer]])
        sections.append(Section(mark("hand"), (tr("You hold {cards}.", cards=hand),)))
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
        lines.append(
            tr(
                "The {species} of {player}: {shares}.",
                species=species_name(species),
                player=lexicon.names[seat],
                shares=", ".join(parts),
            )
        )
    return tuple(lines)


def _location_lines(view: EvoState, location: int) -> tuple[str, ...]:
    lines = []
    for place in range(SLOTS * location, SLOTS * (location + 1)):
        held = [
            f"{species_name(species)} {number}"
            for species, number in enumerate(view.tokens[place])
            if number
        ]
        tokens = tr("Tokens: {tokens}.", tokens=", ".join(held)) if held else ""
        lines.append(" ".join(filter(None, (slot_words(view, place), tokens))))
    populations = [*_populations(view, location)]
    if not populations:
        return (*lines, tr("Here live: none."))
    return (*lines, tr("Here live: {populations}.", populations="; ".join(populations)))


def _populations(view: EvoState, location: int) -> Iterator[str]:
    """Yield for each species that lives at a location the number of its populations, and how many
    are available or active."""
    active = view.species[view.pending[-1].seat] if view.active == location else NOTHING
    for species, (ready, spent) in enumerate(zip(view.available, view.spent, strict=True)):
        is_active = species == active
        here = ready[location] + spent[location] + is_active
        if here:
            yield tr(
                "{species} {populations}, {number} available, 1 active"
                if is_active
                else "{species} {populations}, {number} available",
                species=species_name(species),
                populations=counted(here, "population"),
                number=ready[location],
            )


def _species_lines(view: EvoState, species: int) -> tuple[str, ...]:
    own = [
        f"{design_name(design)} ({counted(worn, 'token')})"
        for design, worn in zip(view.adaptations[species], view.worn[species], strict=True)
    ]
    return (
        tr(
            "Genome: {genome}; born: {born}.",
            genome=counts_words(view.genomes[species]),
            born=counts_words(view.born[species]),
        ),
        tr("Future Genome: {genome}.", genome=counts_words(view.future[species])),
        tr(
            "Deck: {deck}, and face up {cards}. Hand: {hand}. Lost: {lost}.",
            deck=counted(len(view.decks[species]), "card"),
            cards=genes_words(view.offspring[species]),
            hand=len(view.hands[species]),
            lost=len(view.lost[species]),
        ),
        tr("Adaptations: {adaptations}.", adaptations=listed(own)),
        _tokens_words(view, species),
    )


def _tokens_words(view: EvoState, species: int) -> str:
    """Return how many survival tokens of a species are on fauna, flora and adaptations; also that
    they are more than are printed, which is allowed. [ruling: Components]"""
    used = sum(tokens[species] for tokens in view.tokens) + sum(view.worn[species])
    if used <= SURVIVAL_TOKENS:
        return tr("Survival tokens: {used}.", used=used)
    return tr(
        "Survival tokens: {used}, of which {printed} are printed.",
        used=used,
        printed=SURVIVAL_TOKENS,
    )
