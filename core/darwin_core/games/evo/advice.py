"""The worth of each choice, judged from what its seat may know: the greedy bot and the hints.

This is the judgement of a careful player who plans the hand over the actions of one generation. A
card that is played is a point, since it makes the Future Genome larger. A token is a point if its
fauna or flora does not die out. An offspring is one more card to play. If two cards are of no other
use, a journey saves one of them for the next generation and leads to where the rest of the hand may
be of use. So an action is worth its own yield and what the rest of the hand can still do after it.
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

PASSED_ON: Final = 1.0
"""The worth of a card in the Future Genome."""
TOKEN: Final = 1.1
"""The worth of a token that stays: a point, and it brings the bonus nearer."""
OFFSPRING: Final = 1.3
"""The worth of one more card for the next generation."""
STAY_CHANCE: Final = 0.55
"""The chance that a card stays if one more token makes it die out."""
ROOM: Final = 0.15
"""The increase of that chance for each token for which there is room."""
USE: Final = 0.1
"""The worth of using an adaptation."""
TOUCH: Final = 0.3
"""The worth of putting a token on a card that would otherwise thrive."""
CROWD: Final = 0.1
"""The part that a population finds less for each other of its species at its location."""
SAMPLE_HANDS: Final = 4
"""The number of sample hands from which a genome is judged."""


def advise(view: State, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take, with its worth in points, best first.

    Ties keep their order.
    """
    actions = legal(view, seat)
    if not actions:
        return []
    judged = _JUDGES[type(view.pending[-1])](view, seat, actions)
    return sorted(judged, key=lambda advice: -advice.value)


def _advice(action: AnyAction, value: float, reason: str) -> Advice[AnyAction]:
    return Advice(action, round(value, 6), reason)


# --- the yield of a hand at a location


class Ground(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A location's offers to a species: enough to plan a hand."""

    hunts: tuple[tuple[Cards, Cards, Cards, float], ...]
    """The runs of cards that pay for each hunt, and its worth."""
    forages: tuple[tuple[int, int, float, float], ...]
    """For each search card and flora, the worth of a forage and of each card gathered."""
    saved: float
    """The worth of two cards that are of no other use: one of them comes back."""


@lru_cache(maxsize=1 << 12)
def _runs(cards: Cards) -> tuple[Cards, Cards, Cards]:
    """Return up to three cards as runs of equal traits.

    A hand is in order, so it holds the cards if it holds each run.
    """
    runs = [ONE[trait] * cards.count(trait) for trait in sorted({*cards})]
    first, second, third = (*runs, b"", b"")[:3]
    return first, second, third


@lru_cache(maxsize=1 << 16)
def _plan(hand: Cards, ground: Ground) -> float:
    """Return the most that a hand yields at a location: cards passed on, tokens, offspring."""
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


def _will_be_drawn(view: State, species: int) -> bool:
    """Return whether a card that is face up on the deck will be drawn."""
    return has_future(view, species) and any(view.available[species])


def _ground(view: State, species: int, location: int) -> Ground:
    future = has_future(view, species)
    born = OFFSPRING if _will_be_drawn(view, species) else 0.0
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
            worth = value + len(cards) * PASSED_ON + len(action.uses) * USE
            hunts.append((*_runs(cards), worth))
    births = min(view.supply[home], 1) * born
    forages = []
    for place in range(first + FAUNA_SLOTS, first + SLOTS):
        flora = view.slots[place]
        if flora == NOTHING:
            continue
        least = _gain(view, species, place, 1 + (not future))
        each = PASSED_ON + _gain(view, species, place, 2 + (not future)) - least
        for search, uses in searches(home, skills & FORAGERS):
            value = 2 * PASSED_ON + births + least - each + len(uses) * USE
            forages.append((search, flora, value, each))
    return Ground(tuple(hunts), tuple(forages), born)


def _gain(view: State, species: int, place: int, tokens: int) -> float:
    """Return the worth of more tokens on a card."""
    gained = tokens * TOKEN * _stay_chance(view, place, tokens)
    gained -= _lost_by_dying(view, species, place, tokens)
    return gained + TOUCH * (not any(view.tokens[place]))


def _stay_chance(view: State, place: int, more: int) -> float:
    """Return the chance that tokens on a card still count when the millennium ends.

    The card may die out before.
    """
    room = HARDY + view.millennium - sum(view.tokens[place]) - more
    if room < 0:
        return 0.0
    # While generations remain, other populations use it too.
    sure = STAY_CHANCE + ROOM * room
    return sure if sure < 1 and any(map(any, view.available)) else 1.0


def _lost_by_dying(view: State, species: int, place: int, more: int) -> float:
    """Return the own tokens that a card takes with it if it dies out, less half of the others'."""
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
    """Return the worth of an action: its yield, and what the rest of the hand can still do."""
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
            value = PREDATION * PASSED_ON + PREY * TOKEN + 1.0 + births * here.saved
            value += _plan(without(hand, cards), here) + 1e-6 * prey
            return _advice(action, value, "it takes tokens from another species")
        case Foresee():
            return _advice(
                action, _yield_with_next_card(view, species, here), "one more card to play"
            )
        case _:
            return _advice(action, 0.0, "nothing better is left to do")
    births = births if future else 0
    value = len(cards) * PASSED_ON + _gain(view, species, place, tokens) + births * here.saved
    value += USE * len(uses) + _plan(without(hand, cards), here)
    born = " and an offspring" if births else ""
    passed = counted(len(cards), "card")
    return _advice(action, value, f"{passed} passed on, {counted(tokens, 'token')}{born}")


def _yield_with_next_card(view: State, species: int, here: Ground) -> float:
    """Return the hand's average yield with the next card of the deck.

    A card that would be drawn in any case is then missing later.
    """
    hand, face_up = view.hands[species], view.offspring[species]
    left = len(view.decks[species]) - DRAW * sum(view.available[species])
    cards = face_up[:1] or spread(unseen_genes(view, species))
    value = sum(_plan(together(hand, ONE[card]), here) for card in cards) / len(cards)
    return value + USE - (here.saved if face_up or left <= 0 else 0.0)


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
            value = 2 * _stay_chance(view, SLOTS * view.active + action.slot, 0)
        judged.append(_advice(action, value, "the token is most likely to stay there"))
    return judged


def _judge_saving(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    return [
        _advice(action, PASSED_ON if isinstance(action, Save) else 0.0, "it is passed on")
        for action in actions
    ]


# --- between millennia


@lru_cache(maxsize=1 << 10)
def _sample_hands(genome: Counts) -> tuple[Cards, ...]:
    """Return typical hands of a genome."""
    cards = spread(genome)
    hands = (shuffled(from_seed("evo", turn), cards)[1] for turn in range(SAMPLE_HANDS))
    return tuple(bytes(sorted(hand[:DRAW])) for hand in hands)


def _outlooks(view: State, species: int) -> list[float]:
    """Return the average yield of a species' hands at each location."""
    hands = _sample_hands(view.genomes[species])
    grounds = [_ground(view, species, place) for place in range(len(view.locations))]
    return [sum(_plan(hand, ground) for hand in hands) / SAMPLE_HANDS for ground in grounds]


def _outlook(outlooks: Sequence[float], here: bytes) -> float:
    """Return the total yield of populations so placed: the second at a location finds less."""
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
