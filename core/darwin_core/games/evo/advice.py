"""How good each choice is now, judged from what its seat may know: the greedy bot and the hints.

The judgement of a careful player who plans the hand over the actions of one generation. A card that
is played is a point, since it makes the Future Genome larger; a token is a point if its fauna or
flora does not die out; an offspring is a card more to play. Of two cards with which nothing can be
done, a journey saves one for the next generation, and leads to where the rest can be of use. So an
act is worth what it yields and what the rest of the hand can then still do.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from darwin_core.cards import ONE, together, without
from darwin_core.english import counted
from darwin_core.game import NOTHING, Advice
from darwin_core.games.evo.components import (
    CATCH,
    DRAW,
    FAUNA_SLOTS,
    FEEDER,
    HARDY,
    LITTER,
    PREDATION,
    PREY,
    SCAVENGER,
    SLOTS,
    primary,
)
from darwin_core.games.evo.generation import (
    EXTRAS,
    FORAGERS,
    HELPFUL,
    price,
    search_card,
    searches,
    skills_of,
    ways,
)
from darwin_core.games.evo.genes import (
    has_future,
    spread,
)
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.state import (
    Adopt,
    AnyAction,
    Awake,
    Begin,
    Cards,
    Choose,
    Counts,
    Displace,
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
)
from darwin_core.games.evo.view import unseen_genes
from darwin_core.kit.rows import plus
from darwin_core.lexicon import Lexicon
from darwin_core.rng import from_seed, shuffled

State = EvoState

PASSED: Final = 1.0
"""What a card in the Future Genome is worth."""
TOKEN: Final = 1.1
"""What a token is worth that stays: a point, and it brings the bonus nearer."""
BORN: Final = 1.3
"""What a card more for the next generation is worth."""
SURE: Final = 0.55
"""How sure it is that a card stays which dies out by one token more."""
ROOM: Final = 0.15
"""How much surer that is for each token for which there is room."""
WORN: Final = 0.1
"""What it is worth to use an adaptation."""
TIDY: Final = 0.3
"""What it is worth to touch a card that would else thrive."""
CROWD: Final = 0.1
"""The part that a population finds less for each other of its species at its location."""
HANDS: Final = 4
"""From so many hands a genome is judged."""


def advise(view: State, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Each action a seat may take with its worth in points, best first; ties in their order."""
    actions = legal(view, seat)
    if not actions:
        return []
    judged = _JUDGES[type(view.pending[-1])](view, seat, actions)
    return sorted(judged, key=lambda advice: -advice.value)


def _advice(action: AnyAction, value: float, reason: str) -> Advice[AnyAction]:
    return Advice(action, round(value, 6), reason)


# --- what a hand can do at a location


class Ground(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What a location offers a species: enough to plan a hand."""

    hunts: tuple[tuple[Cards, Cards, Cards, float], ...]
    """The runs of cards that pay for each, and what it is worth."""
    forages: tuple[tuple[int, int, float, float], ...]
    """Each search card and flora, what a forage is worth and what each card gathered is."""
    saved: float
    """What two cards are worth that nothing else is done with: one of them comes again."""


@lru_cache(maxsize=1 << 12)
def _runs(cards: Cards) -> tuple[Cards, Cards, Cards]:
    """Up to three cards, those of a trait together. A hand lies in order, so it holds the cards if
    it holds each run."""
    runs = [ONE[trait] * cards.count(trait) for trait in sorted({*cards})]
    first, second, third = (*runs, b"", b"")[:3]
    return first, second, third


@lru_cache(maxsize=1 << 16)
def _plan(hand: Cards, ground: Ground) -> float:
    """The most that a hand yields at a location: cards passed on, tokens, offspring."""
    best = len(hand) // 2 * ground.saved
    for one, two, three, value in ground.hunts:
        if one in hand and two in hand and three in hand:
            rest = hand.replace(one, b"", 1).replace(two, b"", 1).replace(three, b"", 1)
            best = max(best, value + _plan(rest, ground))
    for search, flora, value, each in ground.forages:
        most = hand.count(flora) - (search == flora)
        if most > 0 and search in hand:
            rest = hand.replace(ONE[search], b"", 1)
            for amount in (1, most) if most > 1 else (1,):
                after = rest.replace(ONE[flora], b"", amount)
                best = max(best, value + amount * each + _plan(after, ground))
    return best


def _comes_again(view: State, species: int) -> bool:
    """Return whether a card that lies face up on the deck will be drawn."""
    return has_future(view, species) and any(view.available[species])


def _ground(view: State, species: int, location: int) -> Ground:
    future = has_future(view, species)
    born = BORN if _comes_again(view, species) else 0.0
    skills = skills_of(view.adaptations[species])
    first = SLOTS * location
    home = view.locations[location]
    hunts = []
    for place in range(first, first + FAUNA_SLOTS):
        fauna = view.slots[place]
        if fauna == NOTHING:
            continue
        births = min(view.supply[primary(fauna)], 1) * born
        value = births + _gain(view, species, place, CATCH + (not future))
        for _, (action, *_) in ways(place - first, fauna, skills & HELPFUL[fauna] & ~EXTRAS):
            cards = price(fauna, action.uses)
            worth = value + len(cards) * PASSED + len(action.uses) * WORN
            hunts.append((*_runs(cards), worth))
    births = min(view.supply[home], 1) * born
    forages = []
    for place in range(first + FAUNA_SLOTS, first + SLOTS):
        flora = view.slots[place]
        if flora == NOTHING:
            continue
        least = _gain(view, species, place, 1 + (not future))
        each = PASSED + _gain(view, species, place, 2 + (not future)) - least
        for search, uses in searches(home, skills & FORAGERS):
            value = 2 * PASSED + births + least - each + len(uses) * WORN
            forages.append((search, flora, value, each))
    return Ground(tuple(hunts), tuple(forages), born)


def _gain(view: State, species: int, place: int, tokens: int) -> float:
    """Return what so many tokens more on a card are worth."""
    gained = tokens * TOKEN * _stays(view, place, tokens)
    gained -= _lost_by_dying(view, species, place, tokens)
    return gained + TIDY * (not any(view.tokens[place]))


def _stays(view: State, place: int, more: int) -> float:
    """Return how likely tokens on a card still count when the millennium ends: it may die out."""
    room = HARDY + view.millennium - sum(view.tokens[place]) - more
    if room < 0:
        return 0.0
    # Others use it too, while generations go on.
    sure = SURE + ROOM * room
    return sure if sure < 1 and any(map(any, view.available)) else 1.0


def _lost_by_dying(view: State, species: int, place: int, more: int) -> float:
    """Own tokens that a card takes with it if it dies out, less those of others."""
    room = HARDY + view.millennium - sum(view.tokens[place])
    if sum(view.tokens[place]) > HARDY + view.millennium or room >= more:
        return 0.0
    others = sum(view.tokens[place]) - view.tokens[place][species]
    return view.tokens[place][species] - 0.5 * others


# --- a generation


def _judge_lives(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    species = view.species[seat]
    places = {view.active, *(action.location for action in actions if isinstance(action, Migrate))}
    grounds = {place: _ground(view, species, place) for place in places}
    return [_judge_life(view, species, grounds, action) for action in actions]


def _judge_life(
    view: State, species: int, grounds: Mapping[int, Ground], action: AnyAction
) -> Advice[AnyAction]:
    """Return what an action yields, and what the rest of the hand can then still do."""
    hand, here = view.hands[species], grounds[view.active]
    future = has_future(view, species)
    match action:
        case Hunt(slot, uses):
            place = SLOTS * view.active + slot
            cards = price(view.slots[place], uses)
            tokens = CATCH + (SCAVENGER in uses) + (not future)
            births = min(1 + (LITTER in uses), view.supply[primary(view.slots[place])])
        case Forage(slot, amount, uses):
            place = SLOTS * view.active + slot
            search = ONE[search_card(view, uses)]
            cards = together(search, ONE[view.slots[place]] * amount)
            tokens = amount + (FEEDER + view.slots[place] in uses) + (not future)
            births = min(1, view.supply[view.locations[view.active]])
        case Migrate(cards, location):
            rest = without(hand, cards)
            there = _plan(rest, grounds[location])
            more = there > len(rest) // 2 * here.saved
            reason = "more can be done there" if more else "it saves a card for its offspring"
            return _advice(action, here.saved + there, reason)
        case Predate(prey, trait):
            cards = ONE[trait] * PREDATION
            births = min(1, view.supply[trait]) if future else 0
            value = PREDATION * PASSED + PREY * TOKEN + 1.0 + births * here.saved
            value += _plan(without(hand, cards), here) + 1e-6 * prey
            return _advice(action, value, "it takes what is another's")
        case Foresee():
            return _advice(action, _foreseen(view, species, here), "one more card to play")
        case _:
            return _advice(action, 0.0, "nothing better is left to do")
    births = births if future else 0
    value = len(cards) * PASSED + _gain(view, species, place, tokens) + births * here.saved
    value += WORN * len(uses) + _plan(without(hand, cards), here)
    born = " and an offspring" if births else ""
    passed = counted(len(cards), "card")
    return _advice(action, value, f"{passed} passed on, {counted(tokens, 'token')}{born}")


def _foreseen(view: State, species: int, here: Ground) -> float:
    """Return what the hand does on average with the next card of the deck; one that would be drawn
    anyhow is a card less then."""
    hand, face_up = view.hands[species], view.offspring[species]
    left = len(view.decks[species]) - DRAW * sum(view.available[species])
    cards = face_up[:1] or spread(unseen_genes(view, species))
    value = sum(_plan(together(hand, ONE[card]), here) for card in cards) / len(cards)
    return value + WORN - (here.saved if face_up or left <= 0 else 0.0)


def _judge_beginnings(
    view: State, seat: int, actions: Sequence[AnyAction]
) -> list[Advice[AnyAction]]:
    species = view.species[seat]
    judged = []
    for action in actions:
        assert isinstance(action, Awake)
        value = _plan(view.hands[species], _ground(view, species, action.location))
        judged.append(_advice(action, value, "its hand does most there"))
    return judged


def _judge_replacements(
    view: State, seat: int, actions: Sequence[AnyAction]
) -> list[Advice[AnyAction]]:
    judged = []
    for action in actions:
        value = 0.0
        if isinstance(action, Displace):
            value = 2 * _stays(view, SLOTS * view.active + action.slot, 0)
        judged.append(_advice(action, value, "there it is most likely to stay"))
    return judged


def _judge_saving(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    return [
        _advice(action, PASSED if isinstance(action, Save) else 0.0, "it is passed on")
        for action in actions
    ]


# --- between millennia


@lru_cache(maxsize=1 << 10)
def _usual(genome: Counts) -> tuple[Cards, ...]:
    """Hands as they come of a genome."""
    cards = spread(genome)
    hands = (shuffled(from_seed("evo", turn), cards)[1] for turn in range(HANDS))
    return tuple(bytes(sorted(hand[:DRAW])) for hand in hands)


def _outlooks(view: State, species: int) -> list[float]:
    """Return what the hands of a species yield at each location."""
    hands = _usual(view.genomes[species])
    grounds = [_ground(view, species, place) for place in range(len(view.locations))]
    return [sum(_plan(hand, ground) for hand in hands) / HANDS for ground in grounds]


def _outlook(outlooks: Sequence[float], here: bytes) -> float:
    """Return what populations that stand so yield in all: the second at a location finds less."""
    return sum(
        value * (number - CROWD * number * (number - 1) / 2)
        for value, number in zip(outlooks, here, strict=True)
    )


def _judge_species(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    judged = []
    for action in actions:
        assert isinstance(action, Adopt)
        species = action.species
        value = sum(view.genomes[species]) / 6
        value += _outlook(_outlooks(view, species), view.available[species])
        judged.append(_advice(action, value, "its genome does most where it lives"))
    return judged


def _judge_homes(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    species = view.species[seat]
    outlooks, here = _outlooks(view, species), view.available[species]
    judged = []
    for action in actions:
        assert isinstance(action, Found)
        value = _outlook(outlooks, plus(here, action.location)) - _outlook(outlooks, here)
        judged.append(_advice(action, value, "more can be done there"))
    return judged


def _judge_drifts(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    species = view.species[seat]
    outlooks, here = _outlooks(view, species), view.available[species]
    before = _outlook(outlooks, here)
    judged = []
    for action in actions:
        value = 0.0
        if isinstance(action, Move):
            after = plus(plus(here, action.start, -1), action.location)
            value = _outlook(outlooks, after) - before
        judged.append(_advice(action, value, "more can be done there"))
    return judged


_JUDGES: Final[dict[type, Callable[[State, int, Sequence[AnyAction]], list[Advice[AnyAction]]]]] = {
    Begin: _judge_beginnings,
    Live: _judge_lives,
    Replace: _judge_replacements,
    Gorge: _judge_replacements,
    Sleep: _judge_saving,
    Choose: _judge_species,
    Settle: _judge_homes,
    Drift: _judge_drifts,
}
