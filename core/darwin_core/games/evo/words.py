"""Evo in words: prompts, the told story, and a position for listeners."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from darwin_core.cards import together
from darwin_core.english import a, counted, listed
from darwin_core.game import HIDDEN, NOTHING, Element, Section
from darwin_core.games.evo.components import (
    CATCH,
    FAUNA_SLOTS,
    FEEDER,
    FORAGER,
    HARDY,
    HUNTER,
    PREDATION,
    RING,
    SLOTS,
    SPECIAL,
    SURVIVAL_TOKENS,
    SYMBOLS,
    TABLES,
    TARGETS,
    TRAITS,
    VERSATILE,
    primary,
)
from darwin_core.games.evo.generation import price, search_card
from darwin_core.games.evo.genes import counted as counts_of
from darwin_core.games.evo.genes import has_future
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.rules import to_move
from darwin_core.games.evo.state import (
    Adopt,
    Adopted,
    AnyAction,
    Arrived,
    Awake,
    Awoke,
    Begin,
    Cards,
    Choose,
    Counted,
    Counts,
    Culled,
    Dealt,
    DiedOut,
    Displace,
    Displaced,
    Done,
    Drew,
    Drift,
    Ended,
    EvoEvent,
    EvoState,
    Forage,
    Foraged,
    Foresaw,
    Foresee,
    Found,
    Gorge,
    Hunt,
    Hunted,
    Live,
    Migrate,
    Migrated,
    MillenniumBegan,
    Move,
    Moved,
    Mutated,
    Outcompeted,
    Predate,
    Preyed,
    Replace,
    Save,
    Settle,
    Settled,
    Sleep,
    Slept,
    Survived,
    Withered,
)

_SPECIALS: Final = (
    "it saves one of two or more cards that a generation did not use",
    "a hunt of a fauna that holds a token places one more",
    "once in a generation it migrates for one card, and loses none",
    "thriving competitors take nothing where nobody has more tokens",
    "a hunt that gives an offspring gives a second one",
    "once in a generation it draws a card, if there is a future generation",
)


def trait_name(trait: int) -> str:
    """A trait's name."""
    return TRAITS[trait].name


def genes_words(cards: Sequence[int]) -> str:
    """Trait cards, equal ones together: ``2 size and speed``."""
    if HIDDEN in cards:
        return counted(len(cards), "card")
    numbers = counts_of(cards)
    return (
        listed(
            [
                f"{number} {trait_name(trait)}" if number > 1 else trait_name(trait)
                for trait, number in enumerate(numbers)
                if number
            ]
        )
        or "nothing"
    )


def location_name(view: EvoState, location: int) -> str:
    """A location with its article."""
    return _at(view.locations[location])


def species_name(species: int) -> str:
    """A species by its shape."""
    return TABLES.species[species].name


def card_name(slot: int, card: int) -> str:
    """The fauna or flora that lies on a slot."""
    if slot % SLOTS >= FAUNA_SLOTS:
        return TRAITS[card].flora
    return fauna_name(card)


def fauna_name(fauna: int) -> str:
    """A fauna with the trait that it asks for beside its own."""
    third = fauna % RING
    name = TRAITS[primary(fauna)].fauna
    return f"{name} of {trait_name(third)}" if third != primary(fauna) else f"great {name}"


def design_name(design: int) -> str:
    """An adaptation's name."""
    return TABLES.adaptations[design].name


def design_words(design: int) -> str:
    """What an adaptation does."""
    trait = design % RING
    name, following = trait_name(trait), trait_name((trait + 1) % RING)
    match design - trait:
        case 0 if VERSATILE == 0:
            return f"in a hunt a card of {following} may stand for {name}"
        case family if family == FORAGER:
            return f"a card of {name} may search for flora anywhere"
        case family if family == HUNTER:
            return f"hunting {a(TRAITS[trait].fauna)} takes one card of {name} less"
        case family if family == FEEDER:
            return f"foraging {a(TRAITS[trait].flora)} places one token more"
        case _:
            return _SPECIALS[design - SPECIAL]


def _uses_words(uses: Cards) -> str:
    return f", with {listed([design_name(design) for design in uses])}" if uses else ""


# --- what is wanted


def prompt(view: EvoState, viewer: int) -> str:
    """What the rules want of a viewer now."""
    if not view.pending:
        return "The match is over."
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return (
            "Another player's generation goes on."
            if isinstance(effect, Live)
            else "Another player chooses."
        )
    match effect:
        case Begin():
            return "A generation begins: choose the population that is active."
        case Live():
            return _live_words(view, effect)
        case Replace(_, _, left):
            return f"Predation (ours): choose a token of your prey to replace; {left} more at most."
        case Gorge():
            return "Predation (ours): choose where to place one more token."
        case Sleep():
            return "Hibernation: save a card for the Future Genome, or none."
        case Choose():
            following = f"millennium {view.millennium + 1}"
            return f"Choose the species for {following}: genome, populations, adaptations."
        case Settle():
            return "Choose where its new population stands."
        case Drift():
            return "Move one population to another location, or leave all where they are."
        case _:
            return "Wait."


def _live_words(view: EvoState, effect: Live) -> str:
    species = view.species[effect.seat]
    left = counted(len(view.hands[species]), "card")
    where = location_name(view, view.active)
    if has_future(view, species):
        return f"Hunt, forage or migrate at {where}; {left} left."
    return f"The last generation: hunt or forage at {where}; {left} left."


def phrase(view: EvoState, action: AnyAction, names: Sequence[str]) -> str:
    """An action as a numbered choice."""
    match action:
        case Awake(location):
            return f"begin at {location_name(view, location)}"
        case Hunt(slot, uses):
            fauna = view.slots[SLOTS * view.active + slot]
            cards = genes_words(price(fauna, uses))
            return f"hunt the {fauna_name(fauna)} by {cards}{_uses_words(uses)}"
        case Forage(slot, amount, uses):
            flora = view.slots[SLOTS * view.active + slot]
            spent = together(bytes((flora,)) * amount, bytes((search_card(view, uses),)))
            where = f"{_twins(view, slot)}{TRAITS[flora].flora}"
            return f"forage the {where} by {genes_words(spent)}{_uses_words(uses)}"
        case Migrate(cards, location):
            wandering = " by wandering" if len(cards) == 1 else ""
            where = location_name(view, location)
            return f"migrate to {where} for {genes_words(cards)}{wandering}"
        case Predate(prey, trait):
            by = f"{PREDATION} cards of {trait_name(trait)}"
            return f"hunt the {species_name(prey)} by {by} (predation, ours)"
        case Displace(slot):
            place = SLOTS * view.active + slot
            return f"on the {_twins(view, slot)}{card_name(place, view.slots[place])}"
        case Foresee():
            return "draw a card by foresight"
        case Save(trait):
            return f"save {trait_name(trait)}"
        case Adopt(species):
            return f"play the {species_name(species)}"
        case Found(location):
            return f"a new population at {location_name(view, location)}"
        case Move(start, location):
            return f"move one from {location_name(view, start)} to {location_name(view, location)}"
        case Done():
            return _done_words(view)
        case _:
            assert_never(action)


def _twins(view: EvoState, slot: int) -> str:
    """``second`` where two equal flora lie at the location."""
    first = SLOTS * view.active
    card, start = view.slots[first + slot], FAUNA_SLOTS if slot >= FAUNA_SLOTS else 0
    before = view.slots[first + start : first + slot]
    return "second " if card in before else ""


def _done_words(view: EvoState) -> str:
    match view.pending[-1] if view.pending else None:
        case Replace():
            return "that is enough"
        case Sleep():
            return "save nothing"
        case Drift():
            return "leave them where they are"
        case _:
            return "end the generation"


# --- what an element is


def element(view: EvoState, viewer: int, place: Element, names: Sequence[str]) -> str:
    """What an element is and does now."""
    kind, number = place
    match kind:
        case "slot" if view.active == NOTHING:
            return "No population is active."
        case "slot":
            return _slot_words(view, SLOTS * view.active + number)
        case "place":
            return _slot_words(view, number)
        case "location" | "goal":
            name = location_name(view, number)
            trait = trait_name(view.locations[number])
            return f"{name.capitalize()}: flora is searched for by {trait} here."
        case "card":
            return f"{trait_name(number).capitalize()}: {_trait_words(number)}."
        case "adaptation":
            name = design_name(number)
            return f"{name.capitalize()}: {design_words(number)}."
        case "amount":
            return f"Gather {counted(number, 'card')}: a token for each."
        case "species":
            return _species_words(view, number)
        case "button" if number:
            return "Draw the next card of the deck; once in a generation."
        case _:
            return f"{_done_words(view).capitalize()}."


def _trait_words(trait: int) -> str:
    row = TRAITS[trait]
    return f"it hunts {a(row.fauna)}, searches at the {row.location} and gathers {row.flora}"


def _slot_words(view: EvoState, place: int) -> str:
    card = view.slots[place]
    if card == NOTHING:
        return "Nothing lives here any more."
    left = HARDY + view.millennium - sum(view.tokens[place])
    end = f"room for {left}" if left > 0 else "dying out" if left else "full"
    home = view.locations[place // SLOTS]
    lasts = _has_future(view)
    if place % SLOTS >= FAUNA_SLOTS:
        start = f"{TRAITS[card].flora.capitalize()}: {trait_name(home)} finds it"
        extra = _offspring_words(view, home) if lasts else " and 1 more"
        return f"{start}; a token per {trait_name(card)}{extra}; {end}."
    start = f"{TRAITS[primary(card)].fauna.capitalize()}: {genes_words(SYMBOLS[card])}"
    if lasts:
        extra = _offspring_words(view, primary(card))
        return f"{start} for {CATCH} tokens{extra}; {end}."
    return f"{start} for {CATCH + 1} tokens; {end}."


def _has_future(view: EvoState) -> bool:
    """Whether a catch now is one with offspring."""
    if not view.pending or not isinstance(view.pending[-1], Live):
        return True
    return has_future(view, view.species[view.pending[-1].seat])


def _offspring_words(view: EvoState, trait: int) -> str:
    return f", {trait_name(trait)} born" if view.supply[trait] else ", none born"


def _species_words(view: EvoState, species: int) -> str:
    genome = ", ".join(
        f"{trait_name(trait)} {number}" for trait, number in enumerate(view.genomes[species])
    )
    return f"{species_name(species).capitalize()}: {genome}."


def shares_of(view: EvoState, species: int, trait: int) -> list[int]:
    """The parts of a hundred that a trait had of a species' genome, millennium by millennium."""
    genomes = [row[species] for row in view.history]
    return [round(100 * genome[trait] / max(sum(genome), 1)) for genome in genomes]


# --- what happened


def sentence(event: EvoEvent, names: Sequence[str]) -> str:
    """An event as heard, with the seats' names."""
    match event:
        case Dealt(locations, species, _, first):
            told = [
                f"{name} plays the {species_name(each)} at the {TRAITS[place].location}"
                for name, each, place in zip(names, species, locations, strict=True)
            ]
            return f"{listed(told)}. {names[first]} begins."
        case MillenniumBegan(millennium, first):
            return f"Millennium {millennium} begins with {names[first]}."
        case Awoke(seat, location):
            return f"{names[seat]} begins a generation at {_at(location)}."
        case Hunted(seat, fauna, cards, uses, tokens, offspring):
            return (
                f"{names[seat]} hunts the {fauna_name(fauna)} by {genes_words(cards)}"
                f"{_uses_words(uses)}: {counted(tokens, 'token')}"
                f"{_born(offspring, primary(fauna))}."
            )
        case Foraged(seat, flora, cards, uses, tokens, offspring):
            born = ", an offspring" if offspring else ""
            return (
                f"{names[seat]} forages the {TRAITS[flora].flora} by {genes_words(cards)}"
                f"{_uses_words(uses)}: {counted(tokens, 'token')}{born}."
            )
        case Migrated(seat, location, survivor, lost):
            text = f"{names[seat]} migrates to {_at(location)}"
            if lost == NOTHING:
                return f"{text} by wandering: {trait_name(survivor)} lies on its deck."
            what = "another card" if lost in (HIDDEN, survivor) else trait_name(lost)
            return f"{text}: {trait_name(survivor)} survives, {what} is lost."
        case Preyed(seat, prey, trait, offspring):
            by = f"{PREDATION} {trait_name(trait)}"
            text = f"{names[seat]} hunts the {species_name(prey)} by {by} (predation, ours)"
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
            born = f", face up {genes_words(offspring)}" if offspring else ""
            return f"{names[seat]} draws {genes_words(cards)}{born}."
        case DiedOut(slot, card, location):
            return f"The {card_name(slot, card)} at {_at(location)} dies out."
        case Arrived(slot, card, location):
            came = a(card_name(slot, card))
            return f"{came[0].upper()}{came[1:]} comes to {_at(location)}."
        case Outcompeted(seat, location, tokens, kept):
            where = f"at {_at(location)}"
            if kept:
                what = counted(kept, "token")
                return f"{names[seat]} keeps {what} {where} by being territorial."
            return f"Thriving competitors take {counted(tokens, 'token')} of {names[seat]} {where}."
        case Survived(seat, tokens, bonus):
            more = f", {bonus} more for so many" if bonus else ""
            left = f"{counted(tokens, 'token')} left: {counted(tokens, 'point')}"
            return f"{names[seat]} has {left}{more}."
        case Counted(seat, size, change, cards):
            moved = f"; by chance {genes_words(cards)} " if cards else ""
            where = ("go back" if change > 0 else "are added") if cards else ""
            return (
                f"{names[seat]}'s Future Genome has {size} cards: {change:+d} points{moved}{where}."
            )
        case Culled(species, design):
            return f"The {species_name(species)} loses {design_name(design)}."
        case Mutated(species, designs):
            what = listed([design_name(design) for design in designs]) or "nothing new"
            return f"The {species_name(species)} gains {what}."
        case Adopted(seat, species):
            return f"{names[seat]} plays the {species_name(species)} from now on."
        case Settled(seat, location):
            return f"{names[seat]} gets a new population at {_at(location)}."
        case Moved(seat, start, location):
            return f"{names[seat]} moves one from {_at(start)} to {_at(location)}."
        case Ended(totals, winners):
            who = listed([names[seat] for seat in winners])
            win = "wins" if len(winners) == 1 else "win"
            return f"{who} {win} with {counted(totals[winners[0]], 'point')}."
        case _:
            assert_never(event)


def _at(trait: int) -> str:
    """A location by its trait."""
    return f"the {TRAITS[trait].location}"


def _born(offspring: int, trait: int) -> str:
    if not offspring:
        return ""
    number = "an" if offspring == 1 else offspring
    return f", {number} offspring of {trait_name(trait)}"


# --- for listeners


def describe(view: EvoState, viewer: int, names: Sequence[str]) -> list[Section]:
    """The position in words: locations, every species, and the viewer's hand."""
    sections = [
        Section(location_name(view, place), _location_lines(view, place))
        for place in range(len(view.locations))
    ]
    for species in range(len(view.genomes)):
        who = view.species.find(species)
        whose = names[who] if who >= 0 else "nobody yet"
        lines = _species_lines(view, species)
        sections.append(Section(f"{species_name(species)} of {whose}", lines))
    told = tuple(f"{name} {points(view, seat)}" for seat, name in enumerate(names))
    target = TARGETS[view.millennium - 1]
    score = f"Points: {', '.join(told)}."
    clock = f"Millennium {view.millennium}: genomes should reach {target} cards."
    sections.append(Section("score", (score, clock)))
    if not view.pending:
        sections.append(Section("history", history_lines(view, names)))
    if viewer < len(view.species) and view.species[viewer] != NOTHING:
        hand = view.hands[view.species[viewer]]
        sections.append(Section("hand", (f"You hold {genes_words(hand)}.",)))
    return sections


def history_lines(view: EvoState, names: Sequence[str]) -> tuple[str, ...]:
    """How the genomes evolved, in parts of a hundred, from the beginning to the end."""
    lines = []
    for seat, species in enumerate(view.species):
        told = [
            f"{trait_name(trait)} {' '.join(map(str, shares_of(view, species, trait)))}"
            for trait in range(RING)
        ]
        lines.append(f"The {species_name(species)} of {names[seat]}: {', '.join(told)}.")
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
        lines.append(f"{_slot_words(view, place)}{tokens}")
    stand = [
        f"{species_name(species)} {counted(here, 'population')}, {told}"
        for species, (here, told) in enumerate(_populations(view, location))
        if here
    ]
    return (*lines, f"Here live: {'; '.join(stand) or 'none'}.")


def _populations(view: EvoState, location: int) -> Iterator[tuple[int, str]]:
    """By species all populations at a location, and which of them are available or active."""
    active = view.species[view.pending[-1].seat] if view.active == location else NOTHING
    for species, (ready, spent) in enumerate(zip(view.available, view.spent, strict=True)):
        is_active = species == active
        told = f"{ready[location]} available{', 1 active' if is_active else ''}"
        yield ready[location] + spent[location] + is_active, told


def _species_lines(view: EvoState, species: int) -> tuple[str, ...]:
    own = [
        f"{design_name(design)} ({counted(worn, 'token')})"
        for design, worn in zip(view.adaptations[species], view.worn[species], strict=True)
    ]
    deck = counted(len(view.decks[species]), "card")
    used = tokens_used(view, species)
    return (
        f"Genome: {_counts_words(view.genomes[species])}; born: "
        f"{_counts_words(view.born[species])}.",
        f"Future Genome: {_counts_words(view.future[species])}.",
        f"Deck: {deck}, and face up {genes_words(view.offspring[species])}. "
        f"Hand: {len(view.hands[species])}. Lost: {len(view.lost[species])}.",
        f"Adaptations: {listed(own)}.",
        f"Survival tokens: {used}{_beyond(used)}.",
    )


def tokens_used(view: EvoState, species: int) -> int:
    """A species' survival tokens on fauna, flora and adaptations."""
    return sum(tokens[species] for tokens in view.tokens) + sum(view.worn[species])


def _beyond(used: int) -> str:
    """The printed tokens would have run out, which stops nobody. [ruling: Components]"""
    return f", of which {SURVIVAL_TOKENS} are printed" if used > SURVIVAL_TOKENS else ""


def _counts_words(counts: Counts) -> str:
    told = [f"{trait_name(trait)} {number}" for trait, number in enumerate(counts) if number]
    return ", ".join(told) or "none"
