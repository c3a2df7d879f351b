"""Why an action is not allowed, and what a sound state looks like."""

from typing import Final

from darwin_core.game import NOTHING, Refusal, not_asked
from darwin_core.games.evo.components import (
    ADAPTATIONS,
    COPIES,
    FAUNA,
    FAUNA_SLOTS,
    FLORA,
    FORESIGHT,
    MILLENNIA,
    POPULATIONS,
    PREDATION,
    RING,
    SLOTS,
    SYMBOLS,
    TOKENS,
    TRAITS,
    WANDERER,
    WIDE_COPIES,
)
from darwin_core.games.evo.generation import any_hunts, search_card
from darwin_core.games.evo.genes import added, counted, has_future
from darwin_core.games.evo.predation import tokens_at
from darwin_core.games.evo.rules import legal, to_move
from darwin_core.games.evo.state import (
    NOWHERE,
    Adopt,
    AnyAction,
    Awake,
    Begin,
    Choose,
    Displace,
    Done,
    Drift,
    EvoState,
    Forage,
    Foresee,
    Found,
    Gorge,
    Hunt,
    Live,
    Migrate,
    Move,
    Predate,
    Replace,
    Save,
    Settle,
    Sleep,
    hunt,
)

_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    Begin: (Awake,),
    Live: (Hunt, Forage, Migrate, Predate, Foresee, Done),
    Replace: (Displace, Done),
    Gorge: (Displace,),
    Sleep: (Save, Done),
    Choose: (Adopt,),
    Settle: (Found,),
    Drift: (Move, Done),
}
"""The kinds of action that answer each decision."""
_ASKED: Final[dict[type, str]] = {
    Begin: "First a population is made active.",
    Live: "A generation goes on: hunt, forage, migrate, or end it.",
    Replace: "First the tokens of the prey are replaced.",
    Gorge: "First one more token is placed.",
    Sleep: "First it is to be said what hibernation saves.",
    Choose: "Now species are chosen.",
    Settle: "First the new population is placed.",
    Drift: "First it is to be said whether a population moves.",
}


def why_not(state: EvoState, seat: int, action: AnyAction) -> Refusal | None:
    """Why a seat cannot do something now."""
    refusal = not_asked(len(state.species), to_move(state), seat)
    if refusal:
        return refusal
    effect = state.pending[-1]
    if not isinstance(action, _ANSWERS[type(effect)]):
        return Refusal("not-now", _ASKED[type(effect)])
    if action in legal(state, seat):
        return None
    match action:
        case Awake() | Found() | Move():
            return _why_not_there(state, seat, action)
        case Hunt(slot, uses):
            return _why_not_hunted(state, seat, slot, uses)
        case Forage():
            return _why_not_foraged(state, seat, action)
        case Migrate():
            return _why_not_gone(state, seat, action)
        case Predate():
            return _why_not_preyed(state, seat, action)
        case Displace():
            return Refusal("no-token", "There is no token to replace, or none of yours to add to.")
        case Foresee():
            return _why_not_foreseen(state, seat)
        case Save():
            return Refusal("not-in-hand", "You do not hold that card.")
        case Adopt():
            return Refusal("taken", "That species is taken, or there is no such species.")
        case _:
            return Refusal("must-replace", "At least one token is replaced.")


def _why_not_there(state: EvoState, seat: int, action: Awake | Found | Move) -> Refusal:
    if isinstance(action, Awake):
        return Refusal("no-population", "No population of yours there can be active.")
    if isinstance(action, Found):
        return Refusal("no-home", "A new population is placed where the species stands already.")
    return Refusal("no-move", "A population moves from where one is to another location.")


def _future_refusal() -> Refusal:
    return Refusal("no-future", "There is no future generation: the trait deck is empty.")


def _own(state: EvoState, seat: int, uses: bytes) -> Refusal | None:
    own = state.adaptations[state.species[seat]]
    if any(design not in own for design in uses):
        return Refusal("not-adapted", "Your species lacks that adaptation.")
    return None


def _why_not_hunted(state: EvoState, seat: int, slot: int, uses: bytes) -> Refusal:
    if not 0 <= slot < FAUNA_SLOTS or state.slots[SLOTS * state.active + slot] == NOTHING:
        return Refusal("no-fauna", "There is no fauna there.")
    if refusal := _own(state, seat, uses):
        return refusal
    fauna = state.slots[SLOTS * state.active + slot]
    if hunt(slot, uses) in any_hunts(state, state.species[seat]):
        wanted = " and ".join(TRAITS[trait].name for trait in SYMBOLS[fauna])
        return Refusal("cannot-pay", f"Your hand lacks cards for it: it asks for {wanted}.")
    return Refusal("no-use", "Those adaptations are of no use for this hunt.")


def _why_not_foraged(state: EvoState, seat: int, action: Forage) -> Refusal:
    slot = action.slot
    if not FAUNA_SLOTS <= slot < SLOTS or state.slots[SLOTS * state.active + slot] == NOTHING:
        return Refusal("no-flora", "There is no flora there.")
    if refusal := _own(state, seat, action.uses):
        return refusal
    hand = state.hands[state.species[seat]]
    search = search_card(state, action.uses)
    if search not in hand:
        return Refusal("no-search", f"A card of {TRAITS[search].name} is needed to search.")
    flora = state.slots[SLOTS * state.active + slot]
    if not 0 < action.amount <= hand.count(flora) - (search == flora):
        name = TRAITS[flora].name
        return Refusal("cannot-gather", f"You cannot gather with so many cards of {name}.")
    return Refusal("no-use", "Those adaptations are of no use for this forage.")


def _why_not_gone(state: EvoState, seat: int, action: Migrate) -> Refusal:
    species = state.species[seat]
    if not has_future(state, species):
        return _future_refusal()
    if action.location == state.active or not 0 <= action.location < len(state.locations):
        return Refusal("no-journey", "A journey leads to another location.")
    hand = state.hands[species]
    if any(hand.count(card) < action.cards.count(card) for card in action.cards):
        return Refusal("not-in-hand", "You do not hold those cards.")
    if len(action.cards) == 1:
        if WANDERER not in state.adaptations[species]:
            return Refusal("two-cards", "A journey takes two cards; only a wanderer goes for one.")
        return Refusal("once", "A wanderer goes for one card once in a generation.")
    if len(action.cards) != 2:
        return Refusal("two-cards", "A journey takes two cards; only a wanderer goes for one.")
    return Refusal("out-of-order", "Cards are named in the order of the traits.")


def _why_not_preyed(state: EvoState, seat: int, action: Predate) -> Refusal:
    if not state.options.predation:
        return Refusal(
            "no-predation", "Species hunt each other under predation only, a variant of ours."
        )
    species = state.species[seat]
    if not 0 <= action.prey < len(state.species) or action.prey == species:
        return Refusal("no-prey", "There is no other species like that.")
    lives = state.available[action.prey][state.active] + state.spent[action.prey][state.active]
    if not lives or not any(tokens_at(state, state.active, action.prey)):
        return Refusal("no-prey", "That species has no population or no token here.")
    name = TRAITS[action.trait].name if 0 <= action.trait < RING else "one trait"
    return Refusal("cannot-pay", f"It takes {PREDATION} cards of {name}.")


def _why_not_foreseen(state: EvoState, seat: int) -> Refusal:
    species = state.species[seat]
    if FORESIGHT not in state.adaptations[species]:
        return Refusal("not-adapted", "Your species lacks that adaptation.")
    if not has_future(state, species):
        return _future_refusal()
    return Refusal("once", "Foresight is used once in a generation.")


def problems(state: EvoState) -> list[str]:
    """Book-keeping: cards and tokens are all there, and everybody remembers what is there."""
    seats = len(state.species)
    found: list[str] = []
    rows = (
        state.hands,
        state.decks,
        state.offspring,
        state.future,
        state.lost,
        state.shown,
        state.shown_lost,
        state.genomes,
        state.born,
        state.adaptations,
        state.worn,
        state.available,
        state.spent,
        state.survived,
        state.thrived,
        state.passed_on,
        state.locations,
    )
    if not 2 <= seats <= 4 or any(len(row) != seats for row in rows):
        return ["the seats do not agree"]
    if len(state.slots) != SLOTS * seats or len(state.tokens) != SLOTS * seats:
        return ["the slots do not agree"]
    if any(len(row) != RING for row in (state.supply, *state.future, *state.genomes, *state.born)):
        return ["genes are counted by other traits"]
    cards = (*state.hands, *state.decks, *state.offspring, *state.lost, *state.shown)
    if any(card >= RING for row in (*cards, *state.shown_lost) for card in row):
        return ["there is no such trait"]
    found += [problem for species in range(seats) for problem in _of_species(state, species)]
    copies = WIDE_COPIES if state.options.wide_gene_pool else COPIES
    everything = state.supply
    for species in range(seats):
        everything = added(everything, added(state.genomes[species], state.born[species]))
    if everything != bytes((copies,)) * RING:
        found.append("the trait cards are not those of the box")
    return found + _of_box(state) + _undecided(state)


def _of_species(state: EvoState, species: int) -> list[str]:
    found = []
    genes = state.future[species]
    for row in (state.hands, state.decks, state.offspring, state.lost):
        genes = added(genes, counted(row[species]))
    if genes != added(state.genomes[species], state.born[species]):
        found.append("a species' cards are not its genome and its offspring")
    for row, shown in ((state.hands, state.shown), (state.lost, state.shown_lost)):
        if bytes(sorted(row[species])) != row[species]:
            found.append("a hand or Lost Genome is not in order")
        if any(row[species].count(card) < shown[species].count(card) for card in shown[species]):
            found.append("all remember a card that is not there")
    if len(state.worn[species]) != len(state.adaptations[species]):
        found.append("tokens lie on adaptations that are not there")
    if bytes(sorted(state.adaptations[species])) != state.adaptations[species]:
        found.append("adaptations are not in order")
    active = state.active != NOWHERE and state.species.find(species) == _active_seat(state)
    standing = sum(state.available[species]) + sum(state.spent[species]) + active
    if not POPULATIONS <= standing <= TOKENS:
        found.append("a species has too few populations, or too many")
    return found


def _active_seat(state: EvoState) -> int:
    return state.pending[-1].seat if state.pending else 0


def _of_box(state: EvoState) -> list[str]:
    found = []
    fauna = [card for place, card in enumerate(state.slots) if place % SLOTS < FAUNA_SLOTS]
    flora = [card for place, card in enumerate(state.slots) if place % SLOTS >= FAUNA_SLOTS]
    for name, cards, box in (
        ("fauna", [*fauna, *state.fauna_deck, *state.fauna_out], FAUNA),
        ("flora", [*flora, *state.flora_deck, *state.flora_out], FLORA),
        (
            "adaptations",
            [*b"".join(state.adaptations), *state.adaptation_deck, *state.adaptation_out],
            ADAPTATIONS,
        ),
    ):
        if sorted(card for card in cards if card != NOTHING) != sorted(box):
            found.append(f"the {name} are not those of the box")
    if any(len(tokens) != len(state.species) for tokens in state.tokens):
        found.append("tokens are counted by other species")
    if len({*state.locations}) < len(state.locations) or max(state.locations) >= RING:
        found.append("a location is there twice, or there is no such location")
    if not 1 <= state.millennium <= MILLENNIA:
        found.append("there is no such millennium")
    taken = [species for species in state.species if species != NOTHING]
    if len({*taken}) < len(taken) or any(each >= len(state.species) for each in taken):
        found.append("two play one species, or one that is not there")
    return found


def _undecided(state: EvoState) -> list[str]:
    if not state.pending:
        return [] if state.millennium == MILLENNIA else ["the match is over too early"]
    top = state.pending[-1]
    if not 0 <= top.seat < len(state.species):
        return ["somebody has to choose who is not there"]
    in_generation = isinstance(top, Live | Replace | Gorge | Sleep)
    if in_generation != (state.active != NOWHERE):
        return ["a population is active between generations, or none is in one"]
    if not legal(state, top.seat):
        return ["there is nothing to choose"]
    return []
