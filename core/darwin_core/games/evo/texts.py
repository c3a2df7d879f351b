"""Evo in words: names, prompts, phrases for actions, the elements of the board, a position, and the
event log."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from darwin_core.contract.cards import Cards, Counts, together
from darwin_core.contract.game import HIDDEN, NOTHING, Element, Section
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.acts import AnyAction, EvoEvent
from darwin_core.games.evo.catches import lines_of
from darwin_core.games.evo.generation import (
    affordable,
    counts_of,
    has_future,
    kills,
    price,
    search_card,
)
from darwin_core.games.evo.material import (
    CATCH,
    FAUNA_NAMES,
    FAUNA_SLOTS,
    FEEDER,
    FORAGER,
    FORESIGHT,
    HIBERNATION,
    HUNTER,
    MIGRATION_CARDS,
    MILLENNIA,
    PREDATION,
    RING,
    SCAVENGER,
    SLOTS,
    SPECIAL,
    SURVIVAL_TOKENS,
    SYMBOLS,
    TABLES,
    TRAITS,
    VERSATILE,
    WANDERER,
    AnyEffect,
    EvoState,
    Live,
    MovePopulation,
    active_species,
    is_choosing,
    populations_of,
    primary,
    target_of,
    tokens_max,
)
from darwin_core.games.evo.millennium import points, taken_over
from darwin_core.games.evo.rules import legal, to_move
from darwin_core.kit.sentences import Sentences, plural, say, say_by
from darwin_core.text.language import language, mark, noun, tr, tr_in, tr_n
from darwin_core.text.nouns import Noun
from darwin_core.text.seat_names import SeatNames, waiting_for, won_by
from darwin_core.text.wording import a, capitalized, counted, listed

KINDS_NAMED: Final = 3
"""Maximum number of traits named in the sentence about a loss; of more, only the number of cards is
named."""
_SPECIALS: Final = (
    mark("it saves one of two or more cards that a generation did not use"),
    mark("a hunt of a fauna that holds a token places one more"),
    mark("once in a generation it migrates for one card, and loses none"),
    mark("food without tokens takes nothing where no rival has more tokens"),
    mark("a hunt that gives an offspring gives a second one"),
    mark("once in a generation draw a card, if there is a future generation"),
)
"""The effects of the special adaptations, in the order of their designs."""


def trait_name(trait: int) -> Noun:
    return noun(TRAITS[trait].name)


def trait_letter(trait: int) -> str:
    """Return a trait's letter on the board: the notation's in English, else the first letter of the
    translated name."""
    return TRAITS[trait].letter if language() == "en" else trait_name(trait)[0]


def genes_words(cards: Sequence[int]) -> str:
    """Return trait cards in words, with equal cards counted together: ``2 size and speed``. Return
    only their number if a card is hidden."""
    if HIDDEN in cards:
        return counted(len(cards), "card")
    parts = [
        f"{number} {trait_name(trait)}" if number > 1 else trait_name(trait)
        for trait, number in enumerate(counts_of(cards))
        if number
    ]
    return listed(parts) or tr("nothing")


def counts_words(counts: Counts) -> str:
    """Return numbers of cards by trait in words: ``size 2, speed 1``."""
    parts = [f"{trait_name(trait)} {number}" for trait, number in enumerate(counts) if number]
    return ", ".join(parts) or tr_in("cards", "none")


def location_name(view: EvoState, location: int) -> str:
    """Return a location with its article."""
    return location_of_trait(view.locations[location])


def location_of_trait(trait: int) -> str:
    """Return the location of a trait, with its article."""
    return tr(f"the {TRAITS[trait].location}")


def at_location(trait: int) -> str:
    """Return where the location of a trait is: ``at the lake``."""
    return tr(f"at the {TRAITS[trait].location}")


def to_location(trait: int) -> str:
    """Return the location of a trait as a destination: ``to the lake``."""
    return tr(f"to the {TRAITS[trait].location}")


def from_location(trait: int) -> str:
    """Return the location of a trait as a starting point: ``from the lake``."""
    return tr(f"from the {TRAITS[trait].location}")


def species_name(species: int) -> Noun:
    """Return the name of a species: its shape."""
    return noun(TABLES.species[species].name)


def card_name(slot: int, card: int) -> Noun:
    """Return the name of the fauna or flora on a slot or place."""
    if slot % SLOTS >= FAUNA_SLOTS:
        return noun(TRAITS[card].flora)
    return fauna_name(card)


def kind_name(slot: int, card: int) -> Noun:
    """Return the name of the fauna or flora on a slot or place, without a fauna's third trait."""
    is_fauna = slot % SLOTS < FAUNA_SLOTS
    return noun(TRAITS[primary(card)].fauna if is_fauna else TRAITS[card].flora)


def food_name(view: EvoState, place: int) -> Noun:
    """Return the name of the fauna or flora on a place: a fauna's third trait only if the location
    has another fauna of its kind."""
    first = place - place % SLOTS
    name = kind_name(place, view.slots[place])
    fauna = view.slots[first : first + FAUNA_SLOTS]
    same = [card for card in fauna if card != NOTHING and kind_name(0, card) == name]
    return card_name(place, view.slots[place]) if len(same) > 1 else name


def fauna_name(fauna: int) -> Noun:
    """Return a fauna's name with the third trait that hunting it needs."""
    return noun(FAUNA_NAMES[fauna])


def design_name(design: int) -> str:
    """Return an adaptation's name."""
    return noun(TABLES.adaptations[design].name)


def designs_words(designs: Cards) -> str:
    """Return the names of some adaptations."""
    return listed([design_name(design) for design in designs])


def design_words(design: int) -> str:
    """Return the effect of an adaptation in words."""
    trait = design % RING
    name = trait_name(trait)
    # Versatile substitutes the next trait in the ring.
    following = trait_name((trait + 1) % RING)
    row = TRAITS[trait]
    family = design - trait
    if family == VERSATILE:
        return tr(
            "in a hunt a card of {following} may count as {name}", following=following, name=name
        )
    if family == FORAGER:
        return tr("a card of {name} may search for flora anywhere", name=name)
    if family == HUNTER:
        fauna = noun(row.fauna)
        return tr("hunting {fauna:a} takes one card of {name} less", fauna=fauna, name=name)
    if family == FEEDER:
        return tr("foraging {flora:a} places one token more", flora=noun(row.flora))
    return tr(_SPECIALS[design - SPECIAL])


def design_sentence(design: int) -> str:
    """Return the name and the effect of an adaptation."""
    return f"{capitalized(design_name(design))}: {design_words(design)}."


# --- prompts and actions


def _live_words(effect: material.Live, view: EvoState) -> str:
    """Return the question of a generation, with the actions that are possible."""
    species = view.species[effect.seat]
    kinds = set(map(type, legal(view, effect.seat)))
    if not view.hands[species] and acts.Foresee not in kinds:
        return tr("You have no cards left: end the generation.")
    slots = affordable(view, species)
    if not slots:
        return tr(
            "No food {where} can be paid for, but another species can be hunted."
            if acts.Predate in kinds
            else "No food {where} can be paid for, but foresight can draw a card."
            if acts.Foresee in kinds
            else "No food {where} can be paid for: migrate, or end the generation."
            if acts.Migrate in kinds
            else "No food {where} can be paid for: end the generation.",
            where=at_location(view.locations[view.active]),
        )
    first = SLOTS * view.active
    foods = dict.fromkeys(kind_name(slot, view.slots[first + slot]) for slot in sorted(slots))
    return tr(
        "Here your cards can pay for {foods}."
        if has_future(view, species)
        else "The last generation: your cards can pay for {foods}.",
        foods=listed([*foods], "or"),
    )


_PROMPTS: Final = Sentences[AnyEffect, EvoState](
    AnyEffect,
    say(material.AwakePopulation, "Your turn: choose the population that acts."),
    say_by(material.Live, _live_words),
    say(
        material.DisplaceTokens,
        "Predation (ours): choose a token of your prey to replace; {left} more at most.",
    ),
    say(material.Gorge, "Predation (ours): choose where to place one more token."),
    say(material.SaveCard, "Hibernation: save a card for the Future Genome, or none."),
    say(
        material.AdoptSpecies,
        "Choose the species for millennium {number}: genome, populations, adaptations.",
        number=lambda _, view: view.millennium + 1,
    ),
    say(
        material.SettlePopulation,
        "Your {species} gets a new population: choose its location.",
        species=lambda effect, view: species_name(view.species[effect.seat]),
    ),
    say(material.MovePopulation, "Move one population to another location, or none."),
)


def prompt(view: EvoState, viewer: int, seat_names: SeatNames) -> str:
    """Return the question to a viewer, or the name of the seat that must decide."""
    if not view.pending:
        return tr("The match is over.")
    if viewer not in to_move(view):
        return waiting_for(seat_names, to_move(view))
    return _PROMPTS(view.pending[-1], view)


def _may_act_again(view: EvoState, seat: int) -> bool:
    """Return whether a seat has another generation in this millennium, after its present one."""
    species = view.species[seat]
    has_cards = view.offspring[species] or view.decks[species]
    # The hand of the seat in its generation does not last to another one.
    if view.active == NOTHING or view.pending[-1].seat != seat:
        has_cards = has_cards or view.hands[species]
    return bool(has_cards) and any(view.available[species])


def ending(view: EvoState, viewer: int) -> Sequence[str]:
    """Return a notice in the last generation of a millennium, the viewer's last generation in it,
    or the last millennium; longest version first. Return nothing at other times."""
    if not view.pending or NOTHING in view.species:
        return ()
    waiting = [seat for seat in range(len(view.species)) if _may_act_again(view, seat)]
    if not waiting:
        return (tr("last generation of the millennium"), tr("last generation"))
    if viewer < len(view.species) and viewer not in waiting and viewer in to_move(view):
        return (tr("your last generation in the millennium"), tr("your last"))
    return (tr("last millennium"),) if view.millennium == MILLENNIA else ()


def phrase(view: EvoState, action: AnyAction, seat_names: SeatNames) -> str:
    """Return the words for an action in a numbered list of choices."""
    match action:
        case acts.Awake(location):
            return tr("begin {where}", where=at_location(view.locations[location]))
        case acts.Hunt(slot, uses):
            fauna = view.slots[SLOTS * view.active + slot]
            hunt = tr(_HUNTS[_kills(view, action)], fauna=fauna_name(fauna))
            return _with_payment(hunt, price(fauna, uses), uses)
        case acts.Forage():
            return _forage_words(view, action)
        case acts.Migrate(cards, location):
            return tr(
                "migrate {where} by wandering, paying {cards}"
                if action.is_wandering
                else "migrate {where}, paying {cards}",
                where=to_location(view.locations[location]),
                cards=genes_words(cards),
            )
        case acts.Predate(prey, trait):
            return tr(
                "hunt {seat}'s {species} with {number} cards of {trait} (predation, ours)",
                seat=seat_names.names[view.species.index(prey)],
                species=species_name(prey),
                number=PREDATION,
                trait=trait_name(trait),
            )
        case acts.Displace(slot):
            place = SLOTS * view.active + slot
            return tr(
                "on the second {card}" if _is_second(view, slot) else "on the {card}",
                card=card_name(place, view.slots[place]),
            )
        case acts.Foresee():
            return tr("draw a card by foresight")
        case acts.Save(trait):
            return tr("save {trait}", trait=trait_name(trait))
        case acts.Adopt(species):
            return tr("choose the {species} as your species", species=species_name(species))
        case acts.Settle(location):
            return tr("a new population {where}", where=at_location(view.locations[location]))
        case acts.Move(start, location):
            return tr(
                "move one {start} {goal}",
                start=from_location(view.locations[start]),
                goal=to_location(view.locations[location]),
            )
        case acts.Done():
            return done_words(view)
        case _:
            assert_never(action)


_HUNTS: Final = {
    False: mark("hunt the {fauna}"),
    True: mark("hunt the {fauna} to extinction"),
}
"""Words for a hunt. The key says if the fauna dies out by it. No fauna card exists twice, so a hunt
needs no *second*, which forages do."""
_FORAGES: Final = {
    (False, False): mark("forage the {flora}"),
    (False, True): mark("forage the second {flora}"),
    (True, False): mark("forage the {flora} to extinction"),
    (True, True): mark("forage the second {flora} to extinction"),
}
"""Words for a forage. The keys say if the flora dies out by it, and if an equal card is on an
earlier slot."""


def _with_payment(words: str, cards: bytes, uses: bytes) -> str:
    """Add to the words for a hunt or a forage, in brackets, the cards and adaptations that pay."""
    paid = genes_words(cards)
    if uses:
        paid = tr("{cards}, using {uses}", cards=paid, uses=designs_words(uses))
    return f"{words} ({paid})"


def _kills(view: EvoState, action: acts.Hunt | acts.Forage) -> bool:
    """Return whether the food of an action would have too many tokens after it."""
    return kills(view, view.species[view.pending[-1].seat], action)


def _forage_words(view: EvoState, action: acts.Forage) -> str:
    flora = view.slots[SLOTS * view.active + action.slot]
    spent = together(bytes((flora,)) * action.amount, bytes((search_card(view, action.uses),)))
    key = _kills(view, action), _is_second(view, action.slot)
    forage = tr(_FORAGES[key], flora=noun(TRAITS[flora].flora))
    return _with_payment(forage, spent, action.uses)


def _is_second(view: EvoState, slot: int) -> bool:
    """Return whether an equal card is on an earlier slot of the location."""
    first = SLOTS * view.active
    card = view.slots[first + slot]
    start = FAUNA_SLOTS if slot >= FAUNA_SLOTS else 0
    return card in view.slots[first + start : first + slot]


def done_words(view: EvoState) -> str:
    """Return the meaning of "done" for the current decision."""
    match view.pending[-1] if view.pending else None:
        case material.DisplaceTokens():
            return tr("replace no more tokens")
        case material.SaveCard():
            return tr("save nothing")
        case material.MovePopulation():
            return tr("move no population")
        case _:
            return tr("end the generation")


# --- the elements of the board: their meaning and their present use


def element(view: EvoState, viewer: int, place: Element, seat_names: SeatNames) -> str:
    """Return the meaning of an element of the board and its present use."""
    kind, number = place
    match kind:
        case "slot" if view.active == NOTHING:
            return tr("No population is active.")
        case "slot":
            return _lack_words(view, viewer, number) or slot_words(
                view, SLOTS * view.active + number
            )
        case "place":
            is_far = _acts(view, viewer) and number // SLOTS != view.active
            return slot_words(view, number, is_far=is_far)
        case "location" if number == view.active and _acts(view, viewer):
            searcher = trait_name(view.locations[number])
            return tr("You are here already: {trait} searches for flora.", trait=searcher)
        case "location" if _acts(view, viewer) and _can_leave(view, view.species[viewer]):
            return _journey_words(view, view.species[viewer], number)
        case "location" | "goal" | "population":
            return tr(
                _location_words(view),
                place=capitalized(location_name(view, number)),
                trait=trait_name(view.locations[number]),
            )
        case "card" if _acts(view, viewer) and number in view.hands[view.species[viewer]]:
            return _card_words(view, view.species[viewer], number)
        case "card":
            return _trait_words(number)
        case "adaptation":
            return design_sentence(number)
        case "amount":
            return _gather_words(view, number)
        case "species":
            return _species_words(view, number)
        case "button" if number:
            return tr_n(
                "Draw the next card of the deck; once in a generation.",
                "Draw the next card of the deck; {number} times in a generation.",
                _copies(view, viewer, FORESIGHT),
            )
        case _ if _acts(view, viewer) and (hand := view.hands[view.species[viewer]]):
            return _loss_words(view, view.species[viewer], hand)
        case _:
            return f"{capitalized(done_words(view))}."


def _can_leave(view: EvoState, species: int) -> bool:
    """Return whether a species in its generation can migrate."""
    is_rich = len(view.hands[species]) >= MIGRATION_CARDS
    wanders = view.adaptations[species].count(WANDERER) > view.wandered
    return has_future(view, species) and (is_rich or bool(view.hands[species] and wanders))


def _journey_words(view: EvoState, species: int, location: int) -> str:
    """Return the cost of a migration, and the food that the other cards can pay for there."""
    wanders = view.adaptations[species].count(WANDERER) > view.wandered
    places = lines_of(view, species).elsewhere(location)
    return tr(
        _JOURNEYS[wanders, bool(places)],
        place=capitalized(location_name(view, location)),
        foods=_kinds_words(view, places),
    )


_JOURNEYS: Final = {
    (False, True): mark("{place}: two cards to go; the rest can pay for {foods}."),
    (False, False): mark("{place}: two cards to go; the rest can pay for no food there."),
    (True, True): mark("{place}: one card to go (wanderer); the rest can pay for {foods}."),
    (True, False): mark("{place}: one card to go (wanderer); the rest can pay for no food there."),
}
"""Words for a migration, by whether wanderer makes one card enough, and whether it leads to food
that can be paid for."""


def _kinds_words(view: EvoState, places: Iterable[int]) -> str:
    """Return the kinds of some food, or their number if they are too many to name."""
    kinds = [*dict.fromkeys(kind_name(place, view.slots[place]) for place in sorted(places))]
    if len(kinds) > KINDS_NAMED:
        return tr("{number} kinds of food", number=len(kinds))
    return listed(kinds, "or")


def _location_words(view: EvoState) -> str:
    """Return the words for a location, with the cost of going there now."""
    match view.pending[-1] if view.pending else None:
        case Live() if _has_future(view):
            return mark("{place}: {trait} searches for flora. Migrating costs any two cards.")
        case Live():
            return mark("{place}: {trait} searches for flora. The last generation stays.")
        case MovePopulation():
            return mark("{place}: {trait} searches for flora. Moving is free now.")
        case _:
            return mark("{place}: {trait} searches for flora.")


def _loss_words(view: EvoState, species: int, hand: Cards) -> str:
    """Return the cards that would be lost at the end of a generation; their number if there are too
    many to name."""
    saved = min(view.adaptations[species].count(HIBERNATION), len(hand) - 1)
    if saved:
        return tr(
            "End the generation: {number} cards are lost; hibernation can save {saved}.",
            number=len(hand),
            saved=saved,
        )
    is_short = len({*hand}) <= KINDS_NAMED
    return tr_n(
        "End the generation: {cards} is lost.",
        "End the generation: {cards} are lost.",
        len(hand),
        cards=genes_words(hand) if is_short else counted(len(hand), "card"),
    )


def _copies(view: EvoState, viewer: int, design: int) -> int:
    """Return how many copies of an adaptation the viewer's species has; 1 if the viewer plays no
    species."""
    has_species = viewer < len(view.species) and view.species[viewer] != NOTHING
    return view.adaptations[view.species[viewer]].count(design) if has_species else 1


def _acts(view: EvoState, viewer: int) -> bool:
    """Return whether a viewer hunts, forages or migrates now."""
    effect = view.pending[-1] if view.pending else None
    return isinstance(effect, Live) and effect.seat == viewer


def _trait_words(trait: int) -> str:
    row = TRAITS[trait]
    return tr(
        "{trait}: it hunts {fauna:a}, searches {where} and gathers {flora}.",
        trait=capitalized(trait_name(trait)),
        fauna=noun(row.fauna),
        where=at_location(trait),
        flora=noun(row.flora),
    )


def _card_words(view: EvoState, species: int, trait: int) -> str:
    """Return the food that a card of the hand helps to pay for at the active location."""
    catches = lines_of(view, species).payable(view.active, view.hands[species])
    places = {catch.place for catch in catches if trait in catch.cards}
    return tr(
        "{trait}: it helps to pay for {foods} here."
        if places
        else "{trait}: it pays for no food here with your other cards.",
        trait=capitalized(trait_name(trait)),
        foods=_kinds_words(view, places),
    )


def slot_words(view: EvoState, place: int, *, is_far: bool = False) -> str:
    """Return a slot's card with its present cost and its yield, and its room for tokens.

    Args:
        is_far: another location is active; say whether a migration reaches the card.
    """
    card = view.slots[place]
    if card == NOTHING:
        return tr("This place is empty.")
    home = view.locations[place // SLOTS]
    lasts = _has_future(view)
    # The tokens of the smallest catch, without adaptations.
    least = (1 if place % SLOTS >= FAUNA_SLOTS else CATCH) + (not lasts)
    room_left = tokens_max(view) - sum(view.tokens[place])
    room = (
        tr("dies out")
        if room_left < 0
        else tr("it would die out")
        if room_left < least
        else tr("room for {left}", left=room_left)
    )
    is_flora = place % SLOTS >= FAUNA_SLOTS
    cost = _flora_cost(home, card) if is_flora else _fauna_cost(card)
    if not is_flora:
        gain = counted(CATCH + (not lasts), "token")
        cost = tr("{cost} for {tokens}", cost=cost, tokens=gain)
    elif not lasts:
        cost = tr("{cost} and 1 more", cost=cost)
    if is_far:
        # The way there comes first, since the end of a long text is cut.
        seat = view.pending[-1].seat
        reached = lines_of(view, view.species[seat]).elsewhere(place // SLOTS)
        way = tr("Reached by migrating.") if place in reached else tr("Out of reach.")
        return f"{way} {cost}."
    born = _offspring_words(view, home if is_flora else primary(card)) if lasts else ""
    return "; ".join(filter(None, (cost, born, room))) + "."


def _lack_words(view: EvoState, viewer: int, slot: int) -> str:
    """Return the cards that the viewer's hand lacks to hunt or forage a card without adaptations,
    and the cost; empty if the hand can pay, or outside the viewer's generation."""
    card = view.slots[SLOTS * view.active + slot]
    if not _acts(view, viewer) or card == NOTHING:
        return ""
    species = view.species[viewer]
    home = view.locations[view.active]
    hand = view.hands[species]
    if slot in affordable(view, species):
        return ""
    is_fauna = slot < FAUNA_SLOTS
    wanted = Counter(SYMBOLS[card] if is_fauna else (home, card))
    lack = wanted - Counter(hand)
    cost = _fauna_cost(card) if is_fauna else _flora_cost(home, card)
    if lack == wanted:
        return tr("You lack all cards for it. {cost}.", cost=cost)
    cards = genes_words(bytes(sorted(lack.elements())))
    return tr("You lack {cards}. {cost}.", cards=cards, cost=cost)


def _fauna_cost(card: int) -> str:
    return f"{capitalized(noun(TRAITS[primary(card)].fauna))}: {genes_words(SYMBOLS[card])}"


def _flora_cost(home: int, card: int) -> str:
    return tr(
        "{flora}: 1 {home}, then 1 token per {trait}",
        flora=capitalized(noun(TRAITS[card].flora)),
        home=trait_name(home),
        trait=trait_name(card),
    )


def _gather_words(view: EvoState, number: int) -> str:
    """Return how many cards are spent on flora, and how many tokens they bring."""
    tokens = counted(number + (not _has_future(view)), "token")
    return tr_n(
        "1 card searches, {number} gathers: {tokens}.",
        "1 card searches, {number} gather: {tokens}.",
        number,
        tokens=tokens,
    )


def _has_future(view: EvoState) -> bool:
    """Return whether the species that decides has a future generation, for which a catch gives an
    offspring in place of a token; True between millennia and after the match."""
    if not view.pending or is_choosing(view):
        return True
    return has_future(view, view.species[view.pending[-1].seat])


def _offspring_words(view: EvoState, trait: int) -> str:
    if not view.supply[trait]:
        return tr("supply empty")
    return tr("1 new {trait}", trait=trait_name(trait))


def _species_words(view: EvoState, species: int) -> str:
    genome = ", ".join(
        f"{trait_name(trait)} {number}" for trait, number in enumerate(view.genomes[species])
    )
    return f"{capitalized(species_name(species))}: {genome}."


# --- a position in sentences, for use without the board


def describe(view: EvoState, viewer: int, seat_names: SeatNames) -> list[Section]:
    """Describe the position: locations, every species, and the viewer's hand."""
    sections = [
        Section(location_name(view, place), _location_lines(view, place, seat_names))
        for place in range(len(view.locations))
    ]
    for species in range(len(view.genomes)):
        seat = view.species.find(species)
        player = seat_names.names[seat] if seat >= 0 else tr("nobody yet")
        title = tr("{species} of {player}", species=species_name(species), player=player)
        sections.append(Section(title, _species_lines(view, species)))
    parts = [f"{name} {points(view, seat)}" for seat, name in enumerate(seat_names.names)]
    score = tr("Points: {points}.", points=", ".join(parts))
    clock = tr(
        "Millennium {number}: genomes should reach {target} cards.",
        number=view.millennium + is_choosing(view),
        target=target_of(view),
    )
    sections.append(Section(mark("score"), (score, clock)))
    if not view.pending:
        sections.append(Section(mark("history"), _history_lines(view, seat_names)))
    if viewer < len(view.species) and view.species[viewer] != NOTHING:
        hand = genes_words(view.hands[view.species[viewer]])
        sections.append(Section(mark("hand"), (tr("You hold {cards}.", cards=hand),)))
    return sections


def shares_of(view: EvoState, species: int, trait: int) -> list[int]:
    """Return a trait's share of a species' genome in percent, millennium by millennium."""
    genomes = [row[species] for row in view.history]
    return [round(100 * genome[trait] / max(sum(genome), 1)) for genome in genomes]


def _history_lines(view: EvoState, seat_names: SeatNames) -> tuple[str, ...]:
    """Return each trait's share of each genome in percent, millennium by millennium."""
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
                player=seat_names.names[seat],
                shares=", ".join(parts),
            )
        )
    return tuple(lines)


def _owner_name(view: EvoState, species: int, seat_names: SeatNames) -> str:
    """Return the name of a species' player, or of the species if nobody plays it."""
    seat = view.species.find(species)
    return seat_names.names[seat] if seat >= 0 else species_name(species)


def _location_lines(view: EvoState, location: int, seat_names: SeatNames) -> tuple[str, ...]:
    lines = []
    for place in range(SLOTS * location, SLOTS * (location + 1)):
        owners = [
            f"{_owner_name(view, species, seat_names)} {number}"
            for species, number in enumerate(view.tokens[place])
            if number
        ]
        tokens = tr("Tokens: {tokens}.", tokens=", ".join(owners)) if owners else ""
        lines.append(" ".join(filter(None, (slot_words(view, place), tokens))))
    populations = [*_populations(view, location, seat_names)]
    if not populations:
        return (*lines, tr("Here live: none."))
    return (*lines, tr("Here live: {populations}.", populations="; ".join(populations)))


def _populations(view: EvoState, location: int, seat_names: SeatNames) -> Iterator[str]:
    """Yield for each species that lives at a location the number of its populations, and how many
    are available or active."""
    for species, ready in enumerate(view.available):
        is_active = view.active == location and species == active_species(view)
        if count := populations_of(view, species)[location]:
            yield tr(
                "{seat}: {populations}, {number} available, 1 active"
                if is_active
                else "{seat}: {populations}, {number} available",
                seat=_owner_name(view, species, seat_names),
                populations=counted(count, "population"),
                number=ready[location],
            )


def _species_lines(view: EvoState, species: int) -> tuple[str, ...]:
    designs = [
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
        tr("Adaptations: {adaptations}.", adaptations=listed(designs)),
        _tokens_words(view, species),
    )


def _tokens_words(view: EvoState, species: int) -> str:
    """Return how many survival tokens of a species are on fauna, flora and adaptations. Note if
    that is more than the box contains, which the rules allow. [ruling: Components]"""
    used = sum(tokens[species] for tokens in view.tokens) + sum(view.worn[species])
    if used <= SURVIVAL_TOKENS:
        return tr("Survival tokens: {used}.", used=used)
    return tr(
        "Survival tokens: {used}, of which {printed} are printed.",
        used=used,
        printed=SURVIVAL_TOKENS,
    )


def defeat(events: Sequence[EvoEvent], seat: int, seat_names: SeatNames) -> str:
    """Return a sentence about the species of a seat that a rival took over; empty if none was."""
    taken = taken_over(events, seat)
    if taken is None:
        return ""
    event, cards = taken
    return tr(
        "{rival} takes your {species}: its genome of {cards}, its adaptations.",
        rival=seat_names.names[event.seat],
        species=species_name(event.species),
        cards=counted(cards, "card"),
    )


# --- texts in tables, listed for the message files

MESSAGES: Final = (
    *(
        f"{where} {trait.location}"
        for where in ("the", "at the", "to the", "from the")
        for trait in TRAITS
    ),
)
NOUNS: Final = (
    *(name for row in TRAITS for name in (row.name, row.location, row.fauna, row.flora)),
    *FAUNA_NAMES,
    *(row.name for row in TABLES.species),
    *(row.name for row in TABLES.adaptations),
)


# --- the event log


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
    """Return the tokens and any offspring of a catch; if the supply had no offspring, say so."""
    tokens = counted(event.tokens, "token")
    if not event.offspring:
        # Without a future generation, one token more replaces the offspring. The event does not say
        # whether there is one, but the number of tokens does.
        is_supply_empty = event.tokens == _least_tokens(event)
        return f"{tokens}, {tr('no offspring left in the supply')}" if is_supply_empty else tokens
    if isinstance(event, acts.Foraged):
        return f"{tokens}, {tr('an offspring')}"
    return f"{tokens}, {_born(event.offspring, primary(event.fauna))}"


def _least_tokens(event: acts.Hunted | acts.Foraged) -> int:
    """Return the tokens of a catch with a future generation."""
    if isinstance(event, acts.Hunted):
        return CATCH + (SCAVENGER in event.uses)
    return len(event.cards) - 1 + (FEEDER + event.flora in event.uses)


def _lost(event: acts.Migrated, seat_names: SeatNames) -> str:
    """Return the card that a migration cost."""
    if event.lost == HIDDEN:
        return tr("another card")
    name = trait_name(event.lost)
    return tr("a second card of {trait}", trait=name) if event.lost == event.survivor else name


def _died(event: acts.Overfilled | acts.DiedOut, seat_names: SeatNames) -> str:
    """Return the tokens that were on a card, by their owners."""
    return listed(
        [
            tr("{tokens} of {seat}", tokens=counted(number, "token"), seat=seat_names.names[seat])
            for seat, number in event.tokens
        ]
    )


def _change(event: acts.Counted, seat_names: SeatNames) -> str:
    """Return the points for the size of a Future Genome, with their sign."""
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
        acts.Predated,
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
        acts.Saved,
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
        acts.Overfilled,
        "{seat} overfills the {card} {where}: it will die out, and with it {tokens}.",
        tokens=_died,
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
            "{seat}'s Future Genome has {size}: {points}."
            if not event.cards
            else plural(
                "{seat}'s Future Genome has {size}: {points}; by chance {cards} goes back.",
                "{seat}'s Future Genome has {size}: {points}; by chance {cards} go back.",
                len(event.cards),
            )
            if event.points > 0
            else plural(
                "{seat}'s Future Genome has {size}: {points}; by chance {cards} is added.",
                "{seat}'s Future Genome has {size}: {points}; by chance {cards} are added.",
                len(event.cards),
            )
        ),
        size=lambda event, _: counted(event.size, "card"),
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
    # Fields that several sentences share; a field of the sentence itself comes first.
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
