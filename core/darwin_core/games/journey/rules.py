"""The rules of Darwin's Journey in their order: set-up, what is to be done next, and the contract.

Section names are those of the rulebook, rulings those of the rules page.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from darwin_core.game import NOTHING, Clock
from darwin_core.games.journey import letters, rounds
from darwin_core.games.journey.actions import SKIP, AnyAction, Do, End, Keep, Skip, keep
from darwin_core.games.journey.components import (
    CAMPSITES,
    COLOURS,
    CREW,
    CREW_DEALT,
    ENVELOPES,
    FIRST_SPECIAL,
    GOAL_TILES,
    GOALS,
    ISLANDS,
    LETTER_TILES,
    LOCKABLE,
    MUSEUM,
    OBJECTIVES,
    PURPLE_SEALS,
    RIBBONS,
    ROUNDS,
    SCROLL,
    SCROLLS,
    SEALS,
    SLOTS,
    SPECIAL_COLUMNS,
    SPECIALS,
    SPECIMENS,
    STACKS,
    START_COINS,
    START_KNOWLEDGE,
    STARTS,
    TILES,
    WORKERS,
    specimen_spaces,
)
from darwin_core.games.journey.effects import KINDS, can, unfold
from darwin_core.games.journey.events import Dealt
from darwin_core.games.journey.objectives import completions
from darwin_core.games.journey.pieces import GAINS, Ear, gain_of, means, put
from darwin_core.games.journey.state import (
    NEUTRAL,
    Act,
    AnyEffect,
    AnyOrder,
    Award,
    CheaperTurn,
    Clean,
    Collect,
    Correspond,
    Draft,
    Either,
    Equip,
    Evaluate,
    InOrder,
    Inside,
    JourneyOptions,
    JourneyState,
    KeepStamps,
    Purple,
    Report,
    Seal,
    Turn,
    Window,
)
from darwin_core.rng import from_seed, shuffled

_SEAT: Final = tuple((seat,) for seat in range(4))
_NONE: Final = bytes((NOTHING,))
_FEWER_SEALS: Final = {2: 2, 3: 1, 4: 0}
"""Seals of each colour that leave the game, by seats. [set-up: Seals]"""


def setup(options: JourneyOptions, seats: int, seed: str, emit: Ear = None) -> JourneyState:
    """Tiles, specimens, boards, and crew cards to draft from. [set-up]"""
    chance, order = shuffled(from_seed(seed), range(seats))
    chance, crew = shuffled(chance, range(len(CREW)))
    chance, goals = shuffled(chance, range(len(GOAL_TILES)))
    chance, tiles = shuffled(chance, range(len(LETTER_TILES)))
    chance, specials = shuffled(chance, range(len(TILES)))
    chance, specimens = shuffled(chance, range(SPECIMENS))
    where = bytearray(bytes((MUSEUM,)) * SPECIMENS)
    for specimen, space in zip(specimens, specimen_spaces(seats), strict=False):
        where[specimen] = space
    lenses = bytearray(_NONE * LOCKABLE)
    lenses[FIRST_SPECIAL : FIRST_SPECIAL + SPECIAL_COLUMNS] = (NEUTRAL,) * SPECIAL_COLUMNS
    seals = SEALS - _FEWER_SEALS[seats]
    hands = tuple(
        bytes(sorted(crew[CREW_DEALT * seat : CREW_DEALT * (seat + 1)])) for seat in range(seats)
    )
    state = JourneyState(
        chance=chance,
        options=options,
        round=0,
        actor=NOTHING,
        order=bytes(order),
        queue=b"",
        hands=hands,
        seen=((),) * seats,
        picked=_NONE * seats,
        crew=(b"",) * seats,
        assigned=(b"",) * seats,
        goals=bytes(goals[:GOALS]),
        letters=bytes(tiles[:ENVELOPES]),
        specials=bytes(specials[:SPECIALS]),
        lenses=bytes(lenses),
        starters=_objectives(is_start=True),
        display=b"",
        silver=_objectives(is_start=False, is_gold=False),
        gold=_objectives(is_start=False, is_gold=True),
        scrolls=_NONE * SCROLLS * SCROLL,
        bag=bytes((seals,)) * (len(COLOURS) - 1) + bytes((PURPLE_SEALS,)),
        specimens=bytes(where),
        row_coins=b"\1" * (len(COLOURS) - 1),
        firsts=b"\1" * len(RIBBONS),
        camps=(b"",) * len(CAMPSITES),
        envelopes=(bytes(seats),) * ENVELOPES,
        coins=(START_COINS,) * seats,
        points=(0,) * seats,
        knowledge=(START_KNOWLEDGE,) * seats,
        evolution=(0,) * seats,
        workers=(rounds.HOME,) * seats,
        rows=((b"",) * WORKERS,) * seats,
        ships=bytes((STARTS[0],)) * seats,
        explorers=(put(_NONE * len(ISLANDS), 0, STARTS[1]),) * seats,
        tents=(b"",) * seats,
        stacks=(bytes((*(stack.size for stack in STACKS), 0)),) * seats,
        research=(0,) * seats,
        reserve=(b"",) * seats,
        slots=(_NONE * len(SLOTS),) * seats,
        achieved=(0,) * seats,
        pending=[Draft()],
    )
    rounds.show_objectives(state)
    if emit:
        emit(Dealt(state.order, hands))
    return state


@cache
def _objectives(*, is_start: bool, is_gold: bool | None = None) -> bytes:
    return bytes(
        tile
        for tile, row in enumerate(OBJECTIVES)
        if row.is_start == is_start and is_gold in {None, row.is_gold}
    )


def clone(state: JourneyState) -> JourneyState:
    """A copy that shares no list with the original, played by the same rules."""
    return type(state)(
        state.chance,
        state.options,
        state.round,
        state.actor,
        state.order,
        state.queue,
        state.hands,
        state.seen,
        state.picked,
        state.crew,
        state.assigned,
        state.goals,
        state.letters,
        state.specials,
        state.lenses,
        state.starters,
        state.display,
        state.silver,
        state.gold,
        state.scrolls,
        state.bag,
        state.specimens,
        state.row_coins,
        state.firsts,
        state.camps,
        state.envelopes,
        state.coins,
        state.points,
        state.knowledge,
        state.evolution,
        state.workers,
        state.rows,
        state.ships,
        state.explorers,
        state.tents,
        state.stacks,
        state.research,
        state.reserve,
        state.slots,
        state.achieved,
        state.pending[:],
    )


# --- what is to be done


_LIMIT: Final = 1000
"""More things than can follow from one choice."""


def settle(state: JourneyState, emit: Ear) -> None:
    """Do what leaves no choice, up to the next choice or to the end of the match."""
    pending = state.pending
    for _ in range(_LIMIT):
        if not pending:
            if state.round:
                return
            rounds.begin_round(state, emit)
        effect = pending[-1]
        if not _STEPS.get(type(effect), _ask)(state, effect, emit):
            return
    raise RuntimeError("one choice sets off more than there is")


def _ask(state: JourneyState, effect: AnyEffect, emit: Ear) -> bool:
    """Ask what can also be left, unless nothing of it can be done."""
    if can(state, effect, means(state)):
        return False
    state.pending.pop()
    return True


def _ask_winner(state: JourneyState, effect: Window, emit: Ear) -> bool:
    """The same, for what costs nothing."""
    state.actor = effect.seat
    if completions(state, effect.seat):
        return False
    state.pending.pop()
    return True


def _ask_always(state: JourneyState, effect: Draft | Turn, emit: Ear) -> bool:
    """Ask even if there is only one answer."""
    state.actor = effect.seat if isinstance(effect, Turn) else NOTHING
    return False


def _ask_which(state: JourneyState, effect: Seal | Purple | Either | Equip, emit: Ear) -> bool:
    """Ask unless there is only one answer, which is taken then."""
    if isinstance(effect, Equip):
        state.actor = effect.seat
    if _ask(state, effect, emit):
        return True
    kind = KINDS[type(effect)]
    choices = [choice for choice in kind.choices(state, effect) if choice != SKIP]
    if len(choices) > 1:
        return False
    state.pending.pop()
    kind.done(state, effect, choices[0], emit)
    return True


_Step = Callable[[JourneyState, Any, Ear], bool]
"""Does what leaves no choice in the effect on top, and says whether it did."""


def _at_once(do: Callable[[JourneyState, Any, Ear], None]) -> _Step:
    def step(state: JourneyState, effect: AnyEffect, emit: Ear) -> bool:
        state.pending.pop()
        do(state, effect, emit)
        return True

    return step


def _in_order(state: JourneyState, effect: InOrder, emit: Ear) -> None:
    state.pending += reversed(effect.parts)


def _leave(state: JourneyState, effect: Inside, emit: Ear) -> None:
    """What was performed is done."""


_STEPS: Final[dict[type, _Step]] = {
    **dict.fromkeys(GAINS, _at_once(gain_of)),
    InOrder: _at_once(_in_order),
    Inside: _at_once(_leave),
    Evaluate: _at_once(letters.evaluate),
    Award: _at_once(rounds.award),
    KeepStamps: _at_once(letters.keep_stamps),
    Collect: _at_once(letters.collect),
    Report: _at_once(rounds.report),
    Clean: _at_once(rounds.clean),
    Act: unfold,
    AnyOrder: unfold,
    Draft: _ask_always,
    Turn: _ask_always,
    CheaperTurn: _ask_always,
    Window: _ask_winner,
    Seal: _ask_which,
    Purple: _ask_which,
    Equip: _ask_which,
    Either: _ask_which,
}
"""All else is asked if something of it can be done, and can be left."""


# --- the contract


def to_move(state: JourneyState) -> Sequence[int]:
    """The seat that has to choose; in the draft all that have not."""
    if not state.pending:
        return ()
    if state.actor != NOTHING:
        return _SEAT[state.actor]
    return [seat for seat, card in enumerate(state.picked) if card == NOTHING]


def legal(state: JourneyState, seat: int) -> Sequence[AnyAction]:
    """What a seat may choose now."""
    if not state.pending:
        return ()
    effect = state.pending[-1]
    if type(effect) is Draft:
        return [keep(card) for card in state.hands[seat]] if seat in to_move(state) else ()
    return KINDS[type(effect)].choices(state, effect) if seat == state.actor else ()


def apply(state: JourneyState, seat: int, action: AnyAction, emit: Ear = None) -> None:
    """Do what a seat chose, and all that follows up to the next choice."""
    if isinstance(action, Keep):
        rounds.keep(state, seat, action.card, emit)
    else:
        effect = state.pending.pop()
        if not isinstance(action, Skip | Do):
            letters.earn(state)
        if not isinstance(action, Skip) or isinstance(effect, Correspond):
            KINDS[type(effect)].done(state, effect, action, emit)
        if isinstance(action, End):
            rounds.next_turn(state, seat, emit)
    settle(state, emit)


def clock(state: JourneyState) -> Clock:
    """The round, and the workers placed in it."""
    placed = sum(len(rounds.HOME) - where.count(NOTHING) for where in state.workers)
    pending = state.pending
    is_over = bool(pending) and isinstance(pending[0], Turn) and pending[0].has_placed
    return Clock(max(state.round, 1), ROUNDS, max(placed + 1 - is_over, 1), 0)


def bound(seats: int) -> int:
    """More choices than a match can hold: a worker's turn and all it sets off is far below it."""
    return seats * (6 + ROUNDS * (WORKERS + 1) * 60)
