"""The rules of Darwin's Journey in order: set-up, pending effects, and the game contract.

Section names are those of the rulebook; rulings are those of the rules page.
"""

from functools import cache
from operator import attrgetter
from typing import Final, get_args

from darwin_core.contract.chance import from_seed, shuffled
from darwin_core.contract.game import NOTHING, Clock
from darwin_core.games.journey import effects, letters, rounds
from darwin_core.games.journey.actions import AnyAction
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
from darwin_core.games.journey.effect_rules import KINDS
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.events import Dealt, Emitter, Finished, JourneyEvent
from darwin_core.games.journey.pieces import gain_of
from darwin_core.games.journey.scoring import outcome
from darwin_core.games.journey.state import NEUTRAL, JourneyOptions, JourneyState
from darwin_core.kit.effects import Rules, ask_all, at_once, rules
from darwin_core.kit.fields import cloner
from darwin_core.kit.rows import put

_NONE: Final = bytes((NOTHING,))
_FEWER_SEALS: Final = {2: 2, 3: 1, 4: 0}
"""Number of seals of each colour that leave the game, by seats. [set-up: Seals]"""


def setup(options: JourneyOptions, seats: int, seed: str, emit: Emitter = None) -> JourneyState:
    """Lay out tiles, specimens and boards, and deal the crew cards to draft from. [set-up]"""
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
        pending=[effects.Draft()],
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


clone: Final = cloner(JourneyState)


def clock(state: JourneyState) -> Clock:
    """Return the round, and the number of workers placed in it."""
    placed = sum(len(rounds.HOME) - where.count(NOTHING) for where in state.workers)
    pending = state.pending
    is_over = bool(pending) and isinstance(pending[0], effects.Turn) and pending[0].has_placed
    return Clock(max(state.round, 1), ROUNDS, max(placed + 1 - is_over, 1), 0)


def bound(seats: int) -> int:
    """Return an upper bound on the choices of a match: a worker's turn with all its consequences is
    far below it."""
    return seats * (6 + ROUNDS * (WORKERS + 1) * 60)


# --- what is to be done, and the contract


def _in_order(state: JourneyState, effect: effects.InOrder, emit: Emitter) -> None:
    state.pending += reversed(effect.parts)


def _leave(state: JourneyState, effect: effects.Inside, emit: Emitter) -> None:
    """Note that the location is no longer being performed."""


def _proceed(state: JourneyState, emit: Emitter) -> None:
    """Begin the first round after the set-up; end the match after the last cleanup."""
    if not state.round:
        rounds.begin_round(state, emit)
    elif emit and (result := outcome(state)):
        emit(Finished(result.totals, result.winners))


_draft = ask_all(effects.Draft, rounds.drafting, rounds.hand, rounds.keep_card, rounds.pass_hands)
_RULES: Final = (
    _draft,
    *(kind.rule for kind in KINDS),
    at_once(effects.Coins, gain_of),
    at_once(effects.Points, gain_of),
    at_once(effects.Knowledge, gain_of),
    at_once(effects.Evolve, gain_of),
    at_once(effects.InOrder, _in_order),
    at_once(effects.Inside, _leave),
    at_once(effects.Evaluate, letters.evaluate),
    at_once(effects.Award, rounds.award),
    at_once(effects.KeepStamps, letters.keep_stamps),
    at_once(effects.Collect, letters.collect),
    at_once(effects.Report, rounds.report),
    at_once(effects.Clean, rounds.clean),
)
RULES: Final[Rules[JourneyState, AnyAction, JourneyEvent]] = rules(
    get_args(AnyEffect), _RULES, emptied=_proceed, actor=attrgetter("actor")
)
to_move: Final = RULES.to_move
legal: Final = RULES.legal
apply: Final = RULES.apply
