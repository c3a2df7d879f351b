"""How good each choice is now, judged from what its seat may know: the greedy bot and the hints.

The judgement of a careful player who plans the hand over the actions of one generation. A card that
is played is a point, since it makes the Future Genome larger; a token is a point if its fauna or
flora does not die out; an offspring is a card more to play. So an act is worth what it yields and
what the rest of the hand can then still do.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from darwin_core.game import NOTHING, Advice
from darwin_core.games.evo.components import (
    CATCH,
    FAUNA_SLOTS,
    HARDY,
    LITTER,
    PREDATION,
    RING,
    SCAVENGER,
    SLOTS,
    SYMBOLS,
)
from darwin_core.games.evo.generation import price, search_card
from darwin_core.games.evo.genes import counted, has_future, plus, together, without
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.state import (
    Adopt,
    AnyAction,
    Awake,
    Begin,
    Cards,
    Choose,
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

State = EvoState

PASSED: Final = 1.0
"""What a card in the Future Genome is worth."""
TOKEN: Final = 1.0
"""What a token is worth that stays."""
BORN: Final = 1.1
"""What an offspring is worth: it will probably be played, and comes beside the six."""
WORN: Final = 0.1
"""What it is worth to use an adaptation."""
TIDY: Final = 0.15
"""What it is worth to touch a card that would else thrive."""
CROWD: Final = 0.25
"""What a population that stands there already tells against a place."""


def advise(view: State, seat: int) -> list[Advice[AnyAction]]:
    """Each action a seat may take with its worth in points, best first; ties in their order."""
    actions = legal(view, seat)
    if not actions:
        return []
    judged = _JUDGES[type(view.pending[-1])](view, seat, actions)
    return sorted(judged, key=lambda advice: -advice.value)


def _advice(action: AnyAction, value: float, reason: str) -> Advice[AnyAction]:
    return Advice(action, round(value, 6), reason)


# --- what a hand can do at a location


_Where = tuple[tuple[Cards, ...], tuple[int, ...], int]
"""What its hunts cost, which flora grow there, and what searches: enough to plan a hand."""


def _place(view: State, location: int) -> _Where:
    first = SLOTS * location
    fauna = tuple(
        sorted(
            {SYMBOLS[card] for card in view.slots[first : first + FAUNA_SLOTS] if card != NOTHING}
        )
    )
    flora = tuple(
        sorted(
            {card for card in view.slots[first + FAUNA_SLOTS : first + SLOTS] if card != NOTHING}
        )
    )
    return fauna, flora, view.locations[location]


@lru_cache(maxsize=1 << 15)
def _plan(hand: Cards, place: _Where) -> float:
    """The most that a hand yields at a place without adaptations: cards, tokens, offspring."""
    fauna, flora, home = place
    numbers = counted(hand)
    best = 0.0
    for symbols in fauna:
        if all(numbers[trait] >= symbols.count(trait) for trait in symbols):
            value = len(symbols) * PASSED + CATCH * TOKEN + BORN
            best = max(best, value + _plan(without(hand, symbols), place))
    if numbers[home]:
        for kind in flora:
            amount = numbers[kind] - (kind == home)
            if amount:
                cards = together(bytes((home,)), bytes((kind,)) * amount)
                value = len(cards) * PASSED + amount * TOKEN + BORN
                best = max(best, value + _plan(without(hand, cards), place))
    return best


def _stays(view: State, place: int, more: int) -> float:
    """How likely tokens on a card still count when the millennium ends: it may die out."""
    room = HARDY + view.millennium - sum(view.tokens[place]) - more
    if room < 0:
        return 0.0
    # Others use it too, while generations go on.
    others = sum(sum(ready) for ready in view.available)
    return min(1.0, 0.55 + 0.15 * room) if others else 1.0


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
    hand = view.hands[species]
    here = _place(view, view.active)
    stay = _plan(hand, here)
    return [_judge_life(view, species, hand, here, stay, action) for action in actions]


def _judge_life(
    view: State,
    species: int,
    hand: Cards,
    here: _Where,
    stay: float,
    action: AnyAction,
) -> Advice[AnyAction]:
    future = has_future(view, species)
    match action:
        case Hunt(slot, uses):
            place = SLOTS * view.active + slot
            cards = price(view.slots[place], uses)
            tokens = CATCH + (SCAVENGER in uses) + (not future)
            births = min(1 + (LITTER in uses), view.supply[view.slots[place] // RING])
        case Forage(slot, amount, uses):
            place = SLOTS * view.active + slot
            search = bytes((search_card(view, uses),))
            cards = together(search, bytes((view.slots[place],)) * amount)
            tokens = amount + len(uses) - (search[0] != view.locations[view.active]) + (not future)
            births = min(1, view.supply[view.locations[view.active]])
        case Migrate(cards, location):
            after = _plan(without(hand, cards), _place(view, location))
            lost = 0.5 if len(cards) > 1 else 0.0
            return _advice(action, after - stay - lost, "more can be done there")
        case Predate(prey, trait):
            cards = bytes((trait,)) * PREDATION
            rest = _plan(without(hand, cards), here)
            births = min(1, view.supply[trait]) if future else 0
            value = PREDATION * PASSED + 2 * TOKEN + 1.0 + births * BORN
            return _advice(action, value + rest - stay + 1e-6 * prey, "it takes what is another's")
        case Foresee():
            return _advice(action, 0.9, "one more card to play")
        case _:
            return _advice(action, 0.0, "nothing better is left to do")
    births = births if future else 0
    gained = tokens * TOKEN * _stays(view, place, tokens)
    gained -= _lost_by_dying(view, species, place, tokens)
    gained += TIDY * (not any(view.tokens[place]))
    value = len(cards) * PASSED + gained + births * BORN + WORN * len(uses)
    value += _plan(without(hand, cards), here) - stay
    # Whatever is played at all is better than lost.
    value = max(value, 0.05 * len(cards)) + 0.5
    born = " and an offspring" if births else ""
    return _advice(action, value, f"{len(cards)} cards passed on, {tokens} tokens{born}")


def _judge_beginnings(
    view: State, seat: int, actions: Sequence[AnyAction]
) -> list[Advice[AnyAction]]:
    hand = view.hands[view.species[seat]]
    judged = []
    for action in actions:
        assert isinstance(action, Awake)
        value = _plan(hand, _place(view, action.location))
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


def _outlook(view: State, species: int, here: bytes) -> float:
    """What a usual hand of a species does where its populations stand, the best of the places."""
    genome = view.genomes[species]
    size = max(sum(genome), 1)
    usual = bytes(trait for trait in range(RING) for _ in range(round(6 * genome[trait] / size)))
    values = [
        _plan(usual, _place(view, place)) * min(number, 2)
        for place, number in enumerate(here)
        if number
    ]
    return sum(values) / max(sum(min(number, 2) for number in here), 1)


def _judge_species(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    judged = []
    for action in actions:
        assert isinstance(action, Adopt)
        species = action.species
        value = sum(view.genomes[species]) / 6 + _outlook(view, species, view.available[species])
        value += 0.3 * len(view.adaptations[species])
        judged.append(_advice(action, value, "its genome does most where it lives"))
    return judged


def _judge_homes(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    species = view.species[seat]
    judged = []
    for action in actions:
        assert isinstance(action, Found)
        here = plus(view.available[species], action.location)
        judged.append(_advice(action, _outlook(view, species, here), "more can be done there"))
    return judged


def _judge_drifts(view: State, seat: int, actions: Sequence[AnyAction]) -> list[Advice[AnyAction]]:
    species = view.species[seat]
    here = view.available[species]
    before = _outlook(view, species, here)
    judged = []
    for action in actions:
        value = 0.0
        if isinstance(action, Move):
            after = plus(plus(here, action.start, -1), action.location)
            value = _outlook(view, species, after) - before - CROWD
        judged.append(_advice(action, value, "more can be done there"))
    return judged


_JUDGES: Final[dict[type, Callable[[State, int, Sequence[Any]], list[Advice[AnyAction]]]]] = {
    Begin: _judge_beginnings,
    Live: _judge_lives,
    Replace: _judge_replacements,
    Gorge: _judge_replacements,
    Sleep: _judge_saving,
    Choose: _judge_species,
    Settle: _judge_homes,
    Drift: _judge_drifts,
}
