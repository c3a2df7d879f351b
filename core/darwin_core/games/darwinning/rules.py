"""The rules of Darwinning! in their order: set-up, eras, and what is to be done next.

What is still to be done lies on a stack in the state. ``_settle`` does all of it up to the next
choice. Section names are those of the rulebook, rulings those of the rules page.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice
from typing import Any, Final

from darwin_core.cards import ONE, without
from darwin_core.game import NOTHING, Clock, Emit, Outcome, ScoreLine
from darwin_core.games.darwinning import improving, survival, tricks
from darwin_core.games.darwinning.boards import TWO, habitats, lowest
from darwin_core.games.darwinning.components import (
    BORN,
    BOX,
    DISPLAY,
    ENVIRONMENTS,
    FOOD,
    HAND,
    KEPT,
    LENGTHS,
    NUMBER,
    REMEMBERED,
    SPACES,
    SPECIES,
    STARTS,
    TRAIT_POINTS,
)
from darwin_core.games.darwinning.state import (
    BARE,
    EMPTY,
    Adapt,
    AllKept,
    AnyAction,
    AnyEffect,
    BeginEra,
    Bite,
    Browse,
    Cards,
    Chosen,
    Climb,
    DarwinningEvent,
    DarwinningOptions,
    DarwinningState,
    Declare,
    Done,
    Draw,
    DummyPlaced,
    Eat,
    Ended,
    EndTrick,
    EraBegan,
    Follow,
    Gain,
    Grow,
    Hold,
    Hunt,
    Improve,
    Keep,
    Lead,
    LeaderNamed,
    Left,
    Mutate,
    Name,
    Share,
    SpeciesDrawn,
    Suffer,
    Survive,
    Transform,
    hold,
    name,
)
from darwin_core.rng import from_seed, shuffled

Ear = Emit[DarwinningEvent] | None

_SEAT: Final = tuple((seat,) for seat in range(6))
_STEPS: Final = 1000
"""More than can be done between two choices: a slip in the rules must raise, not hang."""


def setup(options: DarwinningOptions, seats: int, seed: str, emit: Ear = None) -> DarwinningState:
    """Draw species boards, place the markers, begin the first era. [Setup]"""
    chance, species = shuffled(from_seed(seed), range(len(SPECIES)))
    drawn = bytes(species[:seats])
    state = DarwinningState(
        chance=chance,
        options=options,
        deck=BOX,
        discards=b"",
        buried=[b""] * seats,
        hands=[b""] * seats,
        kept=[b""] * seats,
        species=drawn,
        places=_first_places(drawn),
        population=[BORN[kind] for kind in drawn],
        bites=[0] * seats,
        climbed=[b""] * seats,
        grown=[b""] * seats,
        adapted=[b""] * seats,
        traits=[BARE] * seats,
        environments=b"",
        era=0,
        trick=0,
        leader=NOTHING,
        best=NOTHING,
        played=[b""] * seats,
        used=[b""] * seats,
        display=EMPTY * DISPLAY if seats == TWO else b"",
        pending=[BeginEra()],
    )
    if emit:
        for seat in range(seats):
            emit(SpeciesDrawn(seat, drawn[seat], state.places[seat]))
        if seats == TWO:
            emit(DummyPlaced(state.places[TWO]))
    _settle(state, emit)
    return state


def _first_places(species: Cards) -> list[int]:
    """Each on its number, or the next free space above. The dummy stands between the two of a
    match of two, nearer to the lower, or above both. [Setup; Rules for two players]"""
    places: list[int] = []
    for kind in species:
        place = STARTS[kind]
        while place in places:
            place += 1
        places.append(place)
    if len(places) == TWO:
        low, high = sorted(places)
        places.append(high + 1 if high == low + 1 else low + (high - low) // 2)
    return places


def clone(state: DarwinningState) -> DarwinningState:
    """A copy that shares no list with the original."""
    return DarwinningState(
        state.chance,
        state.options,
        state.deck,
        state.discards,
        state.buried[:],
        state.hands[:],
        state.kept[:],
        state.species,
        state.places[:],
        state.population[:],
        state.bites[:],
        state.climbed[:],
        state.grown[:],
        state.adapted[:],
        state.traits[:],
        state.environments,
        state.era,
        state.trick,
        state.leader,
        state.best,
        state.played[:],
        state.used[:],
        state.display,
        state.pending[:],
    )


# --- eras


def _begin_era(state: DarwinningState, emit: Ear) -> None:
    """Shuffle, lay out environments, deal up to ten; the lowest species names the leader.
    [Start of an era]"""
    seats = len(state.hands)
    state.era += 1
    state.trick = 0
    shown = sum(card != NOTHING for card in state.display)
    cards = state.deck + state.discards + b"".join(state.buried)
    if shown:
        cards += tricks.display_cards(state)
    state.chance, deck = shuffled(state.chance, cards)
    state.chance, environments = shuffled(state.chance, range(len(ENVIRONMENTS)))
    count = LENGTHS[state.options.eras][state.era - 1]
    state.environments = bytes(sorted(environments[:count]))
    state.discards, state.buried = b"", [b""] * seats
    state.played, state.used = [b""] * seats, [b""] * seats
    state.best = state.leader = NOTHING
    if seats == TWO:
        state.display, deck = bytes(deck[:DISPLAY]), deck[DISPLAY:]
    state.deck = bytes(deck)
    _deal(state)
    if emit:
        hands = tuple(state.hands)
        emit(EraBegan(state.era, state.environments, hands, state.display))
    state.pending.append(Lead(lowest(state)))


def _deal(state: DarwinningState) -> None:
    """Deal one card at a time, in seat order from the lowest species on, to every hand that has
    not got ten, until all have or the deck is empty. [ruling: start of an era]"""
    missing = sum([HAND - len(hand) for hand in state.hands])
    if missing <= len(state.deck):
        _fill(state)
        return
    seats = len(state.hands)
    first = lowest(state)
    hands = [list(hand) for hand in state.hands]
    deck = iter(state.deck)
    for _ in range(HAND):
        for step in range(seats):
            hand = hands[(first + step) % seats]
            if len(hand) < HAND:
                hand += islice(deck, 1)
    state.hands = [bytes(sorted(hand)) for hand in hands]
    state.deck = state.deck[missing:]


def _fill(state: DarwinningState) -> None:
    """Fill every hand at once from a deck that is large enough."""
    start = 0
    for seat, hand in enumerate(state.hands):
        end = start + HAND - len(hand)
        state.hands[seat] = bytes(sorted(hand + state.deck[start:end]))
        start = end
    state.deck = state.deck[start:]


def _end_keeping(state: DarwinningState, emit: Ear) -> None:
    """What nobody kept is discarded face down. [End of an era]"""
    for seat, kept in enumerate(state.kept):
        state.buried[seat] += without(state.hands[seat], kept)
    state.hands = state.kept
    state.kept = [b""] * len(state.hands)
    if emit:
        emit(AllKept(tuple(map(len, state.hands))))


# --- what is to be done


def _is_last_era(state: DarwinningState) -> bool:
    return state.era == state.options.eras


def _leaders(state: DarwinningState, effect: Lead) -> Sequence[AnyAction]:
    return [name(seat) for seat in range(len(state.hands))]


def _holds(state: DarwinningState, seat: int) -> Sequence[AnyAction]:
    """Up to two cards of the hand."""
    if state.kept[seat] != EMPTY:
        return []
    return _holds_of(state.hands[seat])


@lru_cache(maxsize=REMEMBERED)
def _holds_of(hand: Cards) -> tuple[AnyAction, ...]:
    """The same by the hand, of which little is left by then."""
    # Each once: of equal cards in a hand it does not matter which is kept.
    sets = dict.fromkeys(chain(*[combinations(hand, size) for size in range(KEPT + 1)]))
    return tuple([hold(bytes(some)) for some in sets])


def _choosing(state: DarwinningState) -> tuple[int, ...]:
    return tuple([seat for seat, cards in enumerate(state.kept) if cards == EMPTY])


def _settle(state: DarwinningState, emit: Ear) -> None:
    """Do what is to be done up to the next choice, or to the end of the match."""
    pending = state.pending
    for _ in range(_STEPS):
        if not pending:
            if emit:
                _tell_end(state, emit)
            return
        effect = pending[-1]
        kind = type(effect)
        if kind is Follow:
            return
        choices = _CHOICES.get(kind)
        if choices and choices(state, effect):
            return
        pending.pop()
        deed = _DEEDS.get(kind)
        if deed:
            deed(state, effect, emit)
    raise RuntimeError("the rules do not come to a choice")


def _end_trick(state: DarwinningState, effect: EndTrick, emit: Ear) -> None:
    after = tricks.end_trick(state, emit)
    if after is not None:
        _end_era(state, after)


def _declare_only(state: DarwinningState, effect: Declare, emit: Ear) -> None:
    """Use the only set of display cards that goes with what was played, if it is one."""
    (only,) = tricks.usable(state, effect.seat) or (b"",)
    if only:
        tricks.declare(state, effect.seat, only, emit)


def _survive(state: DarwinningState, effect: Survive, emit: Ear) -> None:
    state.pending += reversed(survival.survival(state))


def _end_era(state: DarwinningState, effects: list[AnyEffect]) -> None:
    """After the last trick: improvements, keeping, survival, and the next era if there is one.
    [End of an era]"""
    effects.append(Survive())
    if not _is_last_era(state):
        # In the last era nobody keeps anything.
        effects[-1:] = [Keep(), Survive(), BeginEra()]
        state.kept = [EMPTY if hand else b"" for hand in state.hands]
    state.pending += reversed(effects)


_CHOICES: Final[dict[type, Callable[[DarwinningState, Any], Sequence[Any]]]] = {
    Lead: _leaders,
    Mutate: tricks.thefts,
    Follow: tricks.following,
    Declare: tricks.declarations,
    Improve: lambda state, effect: improving.improvements(state, effect.seat, effect.cards),
    Browse: lambda state, effect: improving.improvements(state, effect.seat, state.discards),
    Keep: lambda state, effect: _choosing(state),
    Share: survival.sharing,
    Hunt: survival.meals,
    Transform: lambda state, effect: survival.transformations(effect),
}
"""What its seat may choose while an effect waits, or who still has to where all choose at once. An
effect without a choice is done at once."""

_DEEDS: Final[dict[type, Callable[[DarwinningState, Any, Ear], None]]] = {
    BeginEra: lambda state, effect, emit: _begin_era(state, emit),
    EndTrick: _end_trick,
    Declare: _declare_only,
    Keep: lambda state, effect, emit: _end_keeping(state, emit),
    Survive: _survive,
    Hunt: lambda state, effect, emit: survival.feed(state, effect, emit),
    Bite: lambda state, effect, emit: survival.dummy_bites(state, emit),
    Suffer: lambda state, effect, emit: survival.suffer(state, emit),
    Draw: lambda state, effect, emit: survival.draw(state, effect.seat, emit),
}
"""What an effect does that leaves nothing to choose; the others then do nothing."""


# --- the contract


def to_move(state: DarwinningState) -> Sequence[int]:
    """The seat that has to choose; all that still have to, where all choose at once."""
    if not state.pending:
        return ()
    effect = state.pending[-1]
    if type(effect) is Keep:
        return _choosing(state)
    return _SEAT[effect.seat]  # type: ignore[union-attr] # only effects of a seat wait


def legal(state: DarwinningState, seat: int) -> Sequence[AnyAction]:
    """What a seat may choose now."""
    if not state.pending:
        return ()
    effect = state.pending[-1]
    if type(effect) is Keep:
        return _holds(state, seat) if seat < len(state.hands) else ()
    if effect.seat != seat:  # type: ignore[union-attr]
        return ()
    return _CHOICES[type(effect)](state, effect)


def apply(state: DarwinningState, seat: int, action: AnyAction, emit: Ear = None) -> None:
    """Do what a seat chose, and all that follows up to the next choice."""
    effect = state.pending[-1]
    if type(effect) is Keep:
        assert isinstance(action, Hold)
        state.kept[seat] = action.cards
        if emit:
            emit(Chosen(seat, action.cards))
    else:
        state.pending.pop()
        _ANSWERS[type(effect)](state, effect, action, emit)
    _settle(state, emit)


def _lead(state: DarwinningState, effect: Lead, action: Name, emit: Ear) -> None:
    """The lowest species names who leads the first trick. [Start of an era]"""
    if emit:
        emit(LeaderNamed(effect.seat, action.seat))
    tricks.begin_trick(state, action.seat)


def _improve(
    state: DarwinningState,
    effect: Improve | Browse,
    action: Climb | Grow | Adapt | Gain | Done,
    emit: Ear,
) -> None:
    """Use one of the cards, which lies in the discards, or none."""
    seat = effect.seat
    if not isinstance(action, Done):
        state.discards = state.discards.replace(ONE[action.card], b"", 1)
        improving.improve(state, seat, action, emit)
    elif emit:
        emit(Left(seat))


def _hunt(state: DarwinningState, effect: Hunt, action: Eat | Done, emit: Ear) -> None:
    if isinstance(action, Eat):
        survival.hunt(state, effect, action.species, emit)
    else:
        survival.feed(state, effect, emit)


_ANSWERS: Final[dict[type, Callable[[DarwinningState, Any, Any, Ear], None]]] = {
    Lead: _lead,
    Mutate: lambda state, effect, action, emit: tricks.steal(state, effect.seat, action, emit),
    Follow: tricks.follow,
    Declare: lambda state, effect, action, emit: tricks.declare(
        state, effect.seat, action.cards, emit
    ),
    Improve: _improve,
    Browse: _improve,
    Share: lambda state, effect, action, emit: survival.share(state, effect.seat, action, emit),
    Hunt: _hunt,
    Transform: lambda state, effect, action, emit: improving.improve(
        state, effect.seat, action, emit
    ),
}
"""What then happens."""


# --- the end


LINES: Final = ("food chain", "population", "environments", "traits")
"""What scores, in order."""


def points_of(state: DarwinningState, seat: int) -> tuple[int, int, int, int]:
    """What a species scores, line by line. [Game end and scoring]"""
    species, population = state.species[seat], state.population[seat]
    adapted = habitats(species, state.adapted[seat])
    # Cards only, and not on the last space.
    cards = [card for card in state.traits[seat][: SPACES - 1] if card != NOTHING]
    return (
        state.places[seat],
        population + max(population - BORN[species], 0),
        2 * len(adapted) - len(FOOD[species]),
        sum([TRAIT_POINTS[NUMBER[card]] for card in cards]),
    )


def score(state: DarwinningState) -> tuple[ScoreLine, ...]:
    """What all species score."""
    points = [points_of(state, seat) for seat in range(len(state.hands))]
    return tuple(map(ScoreLine, LINES, zip(*points, strict=True)))


def totals(state: DarwinningState) -> tuple[int, ...]:
    """The sums of the score lines by seat."""
    return tuple(sum(points_of(state, seat)) for seat in range(len(state.hands)))


def outcome(state: DarwinningState) -> Outcome | None:
    """Most points win, then the larger population, then the higher place on the food chain.
    [Game end and scoring]"""
    if state.pending:
        return None
    sums = totals(state)
    keys = [
        (sums[seat], state.population[seat], state.places[seat]) for seat in range(len(state.hands))
    ]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    return Outcome(score(state), sums, ranks)


def _tell_end(state: DarwinningState, emit: Emit[DarwinningEvent]) -> None:
    result = outcome(state)
    assert result
    emit(Ended(result.totals, result.winners))


def clock(state: DarwinningState) -> Clock:
    """The era and the trick in it."""
    return Clock(max(state.era, 1), state.options.eras, max(state.trick, 1), 0)


def bound(seats: int) -> int:
    """More choices than a match of four eras can hold: a trick takes a card of each hand."""
    tricks_ = HAND * (4 * seats + 3)
    survival_ = seats * (seats + 5)
    return 4 * (1 + tricks_ + survival_)
