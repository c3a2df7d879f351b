"""The rules of Darwin's Journey in order: compound effects, start tiles, the window for crew cards,
all effects that leave a choice, set-up, the clock, and the game contract.

Section names are those of the rulebook; rulings are those of the rules page.
"""

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar, cast, get_args

from darwin_core.contract.chance import from_seed, shuffled
from darwin_core.contract.game import NOTHING, Clock
from darwin_core.games.journey import acts, diaries, material, objectives, pieces, rounds, voyage
from darwin_core.games.journey.acts import (
    SKIP,
    AnyAction,
    Dealt,
    Do,
    Emitter,
    Finished,
    JourneyEvent,
)
from darwin_core.games.journey.material import (
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
    NEUTRAL,
    OBJECTIVES,
    PURPLE_SEALS,
    RIBBONS,
    ROUNDS,
    SCROLL_SPOTS,
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
    AnyEffect,
    JourneyOptions,
    JourneyState,
    specimen_spaces,
)
from darwin_core.games.journey.objectives import outcome
from darwin_core.games.journey.pieces import CAN, GAINS, Can, Means, can_any, gain, gain_of, means
from darwin_core.kit.effects import (
    Choices,
    Effect,
    Rule,
    Rules,
    Step,
    Then,
    ask,
    ask_all,
    at_once,
    rules,
)
from darwin_core.kit.states import cloner, put

# --- compound effects: one of several, several in any order, the actions of a location


def _offers(state: JourneyState, parts: Sequence[AnyEffect]) -> list[Do]:
    """List the parts that can be done now, each once."""
    has = means(state)
    return [
        Do(number)
        for number, part in enumerate(parts)
        if part not in parts[:number] and CAN[type(part)](state, part, has)
    ]


def can_either(state: JourneyState, effect: material.Either, has: Means) -> bool:
    """Return whether one of the alternatives can be done."""
    return can_any(state, effect.ways, has)


def way_choices(state: JourneyState, effect: material.Either | material.Spend) -> Sequence[Do]:
    """List the alternatives. [Effects: OR]"""
    return _offers(state, effect.ways)


def choose(state: JourneyState, effect: material.Either, action: Do, emit: Emitter) -> None:
    """Do the chosen alternative."""
    state.pending.append(effect.ways[action.part])


def can_spend(state: JourneyState, effect: material.Spend, has: Means) -> bool:
    """Return whether there is knowledge to give back, and a use for it."""
    return has.knowledge > 0 and can_any(state, effect.ways, has)


def spend(state: JourneyState, effect: material.Spend, action: Do, emit: Emitter) -> None:
    """Give back one temporary knowledge. [Special & Crew Actions]"""
    gain(state, state.actor, emit, knowledge=-1)
    state.pending.append(effect.ways[action.part])


def can_do_part(
    state: JourneyState, effect: material.AnyOrder | material.Act | material.InOrder, has: Means
) -> bool:
    """Return whether one of the parts can be done."""
    return can_any(state, effect.parts, has)


def part_choices(state: JourneyState, effect: material.AnyOrder) -> Sequence[Do]:
    """List the parts that can be done now."""
    return _offers(state, effect.parts)


def _rest_of(
    effect: material.AnyOrder | material.Act, part: int
) -> material.AnyOrder | material.Act:
    """Return an effect without the part that is being carried out."""
    parts = effect.parts[:part] + effect.parts[part + 1 :]
    if isinstance(effect, material.AnyOrder):
        return material.AnyOrder(parts)
    return material.Act(parts, effect.discount, has_begun=True)


def do_part(
    state: JourneyState,
    effect: material.AnyOrder | material.Act,
    action: Do | objectives.FreeAction,
    emit: Emitter,
) -> None:
    """Do one part now and keep the other parts for later, or take a free action between parts."""
    if isinstance(action, Do):
        state.pending += (_rest_of(effect, action.part), effect.parts[action.part])
    else:
        state.pending.append(effect)
        objectives.act_freely(state, action, emit)


def can_continue(state: JourneyState, effect: material.Act, has: Means) -> bool:
    """Return whether the action can continue. A cost that is too high now may be paid after a free
    action. [Free actions: between the actions]"""
    return can_any(state, effect.parts, has) or (bool(effect.parts) and _is_between(state, effect))


def _is_between(state: JourneyState, effect: material.AnyOrder | material.Act) -> bool:
    """Return whether free actions can be taken between the actions of a location."""
    return (
        isinstance(effect, material.Act)
        and effect.has_begun
        and bool(objectives.free_actions(state))
    )


def unfold(state: JourneyState, effect: material.AnyOrder | material.Act, emit: Emitter) -> bool:
    """Do one part that needs no question: a pure gain, or the only part that is possible. The
    effect stays on the stack with its remaining parts, which are unfolded after that part. Return
    whether the effect waits for an answer."""
    parts = effect.parts
    number = 0
    if not parts:
        state.pending.pop()
        return False
    # Pure gains are the first parts, see ``gains_first``.
    if type(parts[0]) not in GAINS:
        if _is_between(state, effect):
            return True
        if len(parts) > 1:
            offers = _offers(state, parts)
            if len(offers) > 1:
                return True
            if not offers:
                state.pending.pop()
                return False
            number = offers[0].part
    state.pending[-1] = _rest_of(effect, number)
    state.pending.append(parts[number])
    return False


def ways_to_act(state: JourneyState, effect: material.Act) -> Sequence[Do | objectives.FreeAction]:
    """List the actions of a worker's location, and the free actions between them. [Action; Free
    actions]"""
    free = objectives.free_actions(state) if effect.has_begun else ()
    return [*_offers(state, effect.parts), *free]


# --- start tiles


def _always(state: JourneyState, effect: Effect, has: Means) -> bool:
    """Return True: the effect can always be done."""
    return True


def _equipment(state: JourneyState, effect: material.Equip) -> Sequence[acts.Take]:
    """List the start tiles of a colour. [set-up: Starting objectives]"""
    return [
        acts.Take(tile) for tile in state.starters if OBJECTIVES[tile].is_gold == effect.is_gold
    ]


def _equip(state: JourneyState, effect: material.Equip, action: acts.Take, emit: Emitter) -> None:
    state.starters = state.starters.replace(bytes((action.tile,)), b"")
    objectives.keep(state, action.tile, NOTHING, emit)


# --- the window for crew cards during the rewards


def _completions(state: JourneyState, effect: material.Window) -> Sequence[acts.Complete]:
    return objectives.completions(state, effect.seat)


def _complete(
    state: JourneyState, effect: material.Window, action: acts.Complete, emit: Emitter
) -> None:
    # The window stays open for further cards.
    state.pending.append(effect)
    objectives.complete_crew(state, action, emit)


# --- the kinds of effects

F = TypeVar("F", bound=Effect)
B = TypeVar("B", bound=AnyAction)


class Kind(NamedTuple):
    """The rule of an effect that leaves a choice, and the condition for asking."""

    rule: Rule[JourneyState, AnyAction, JourneyEvent]
    can: Can
    """A test of whether some part of the effect can be done with the given means."""


def _forced(
    effect: type[F],
    can: Callable[[JourneyState, F, Means], bool],
    choices: Choices[JourneyState, F, B],
    then: Then[JourneyState, F, B, JourneyEvent],
    step: Step[JourneyState, F, JourneyEvent] | None = None,
) -> Kind:
    """Return the kind of an effect that cannot be skipped. By default, its step asks only if there
    are several answers."""

    def answer(state: JourneyState, top: F, action: B, emit: Emitter) -> None:
        rounds.earn(state)
        then(state, top, action, emit)

    rule = ask(effect, choices, answer, step or _unless_one(can, choices, then))
    return Kind(rule, cast("Can", can))


def _kind(
    effect: type[F],
    can: Callable[[JourneyState, F, Means], bool],
    choices: Choices[JourneyState, F, B],
    then: Then[JourneyState, F, B, JourneyEvent],
    step: Step[JourneyState, F, JourneyEvent] | None = None,
    skip: Callable[[JourneyState, F], None] | None = None,
) -> Kind:
    """Return the kind of an effect that can be skipped; skipping calls ``skip``. By default, its
    step asks if some part of the effect can be done."""

    def ask_if_possible(state: JourneyState, top: F, emit: Emitter) -> bool:
        if can(state, top, means(state)):
            return True
        state.pending.pop()
        return False

    def choices_and_skip(state: JourneyState, top: F) -> Sequence[B | acts.Skip]:
        return [*choices(state, top), SKIP]

    def answer(state: JourneyState, top: F, action: B | acts.Skip, emit: Emitter) -> None:
        if isinstance(action, acts.Skip):
            if skip:
                skip(state, top)
            return
        # ``Do`` only chooses an effect; no part of a reward is done by that alone.
        if not isinstance(action, acts.Do):
            rounds.earn(state)
        then(state, top, action, emit)

    rule = ask(effect, choices_and_skip, answer, step or ask_if_possible)
    return Kind(rule, cast("Can", can))


def _unless_one(
    can: Callable[[JourneyState, F, Means], bool],
    choices: Choices[JourneyState, F, B],
    then: Then[JourneyState, F, B, JourneyEvent],
) -> Step[JourneyState, F, JourneyEvent]:
    """Return a step that asks only if there are several answers, and otherwise carries out the only
    answer."""

    def step(state: JourneyState, top: F, emit: Emitter) -> bool:
        # Nobody acts in the draft, which comes before.
        if isinstance(top, material.Equip):
            state.actor = top.seat
        answers = choices(state, top) if can(state, top, means(state)) else ()
        if len(answers) > 1:
            return True
        state.pending.pop()
        if answers:
            then(state, top, answers[0], emit)
        return False

    return step


def _give_turn(state: JourneyState, effect: material.Turn, emit: Emitter) -> bool:
    """Ask even if there is only one answer."""
    state.actor = effect.seat
    return True


def _open_window(state: JourneyState, effect: material.Window, emit: Emitter) -> bool:
    """Ask only if a crew card can be completed."""
    state.actor = effect.seat
    if objectives.completions(state, effect.seat):
        return True
    state.pending.pop()
    return False


KINDS: Final = (
    _kind(material.Explore, voyage.can_explore, voyage.explorations, voyage.explore),
    _kind(material.Navigate, voyage.can_navigate, voyage.navigations, voyage.navigate),
    _kind(material.Overtake, voyage.can_join_beagle, voyage.beagle_moves, voyage.join_beagle),
    _kind(material.LandExplorer, voyage.can_land, voyage.landings, voyage.land_explorer),
    _kind(material.PitchTent, voyage.can_pitch_tent, voyage.pitchable_sites, voyage.pitch_tent),
    _kind(material.ReuseTent, voyage.can_reuse_tent, voyage.reusable_tents, voyage.reuse_tent),
    _kind(
        material.Correspond,
        rounds.can_correspond,
        rounds.stampings,
        rounds.place_stamp,
        skip=rounds.stop_stamping,
    ),
    _kind(material.Academy, pieces.can_buy_seal, pieces.seal_purchases, pieces.buy_seal),
    _forced(material.Seal, pieces.can_add, pieces.additions, pieces.add_seal),
    _forced(material.Purple, pieces.can_add_purple, pieces.purple_additions, pieces.add_seal),
    _kind(material.Museum, voyage.can_use_museum, voyage.museum_uses, voyage.use_museum),
    _kind(material.DeliverSpecimen, voyage.can_deliver, voyage.deliveries, voyage.deliver),
    _kind(
        material.ResearchSpecimen, voyage.can_research, voyage.researches, voyage.research_specimen
    ),
    _kind(material.Redeliver, voyage.can_redeliver, voyage.redeliveries, voyage.redeliver),
    _kind(
        material.TakeObjective, objectives.can_take, objectives.takings, objectives.take_objective
    ),
    _kind(
        material.AchieveUnmet,
        objectives.can_achieve_unmet,
        objectives.achievable_unmet,
        objectives.achieve_unmet,
    ),
    _kind(material.CopyCrew, objectives.can_copy, objectives.copies, objectives.copy_crew),
    _kind(material.Lens, diaries.can_unlock, diaries.unlockings, diaries.unlock),
    _kind(material.PerformLocked, diaries.can_perform, diaries.performances, diaries.perform),
    _kind(
        material.Either,
        can_either,
        way_choices,
        choose,
        _unless_one(can_either, way_choices, choose),
    ),
    _kind(material.Spend, can_spend, way_choices, spend),
    _kind(material.AnyOrder, can_do_part, part_choices, do_part, unfold),
    _kind(material.Act, can_continue, ways_to_act, do_part, unfold),
    _kind(material.Window, _always, _completions, _complete, _open_window),
    _forced(material.Turn, _always, rounds.turns, rounds.take_turn, _give_turn),
    _forced(material.CheaperTurn, _always, rounds.turns, rounds.take_turn, _give_turn),
    _forced(material.Equip, _always, _equipment, _equip),
)
"""All effects that leave a choice, but for the draft."""

CAN.update(dict.fromkeys(GAINS, _always))
CAN.update({kind.rule.effect: kind.can for kind in KINDS})
CAN[material.InOrder] = cast("Can", can_do_part)


# --- set-up


_NONE: Final = bytes((NOTHING,))
FEWER_SEALS: Final = {2: 2, 3: 1, 4: 0}
"""Number of seals of each colour that leave the game, by seats. [set-up: Seals]"""


def setup(options: JourneyOptions, seats: int, seed: str, emit: Emitter = None) -> JourneyState:
    """Lay out tiles, specimens and boards, and deal the crew cards to draft from. [set-up]"""
    chance, order = shuffled(from_seed(seed), range(seats))
    chance, crew = shuffled(chance, range(len(CREW)))
    chance, goals = shuffled(chance, range(len(GOAL_TILES)))
    chance, tiles = shuffled(chance, range(len(LETTER_TILES)))
    chance, specials = shuffled(chance, range(len(TILES)))
    chance, specimens = shuffled(chance, range(SPECIMENS))
    specimen_places = bytearray(bytes((MUSEUM,)) * SPECIMENS)
    # With fewer players there are fewer spaces; the other specimens begin in the museum.
    for specimen, space in zip(specimens, specimen_spaces(seats), strict=False):
        specimen_places[specimen] = space
    # The top row of the special diary is unlocked from the start.
    lenses = bytearray(_NONE * LOCKABLE)
    lenses[FIRST_SPECIAL : FIRST_SPECIAL + SPECIAL_COLUMNS] = (NEUTRAL,) * SPECIAL_COLUMNS
    seals = SEALS - FEWER_SEALS[seats]
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
        scrolls=_NONE * SCROLLS * SCROLL_SPOTS,
        bag=bytes((seals,)) * (len(COLOURS) - 1) + bytes((PURPLE_SEALS,)),
        specimens=bytes(specimen_places),
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
        pending=[material.Draft()],
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
    """Return the round and the turn in it, both counted from 1. The turns are the workers placed,
    and one more while a seat has yet to place one. Their number is known in the rewards, which
    belong to the last turn, and at the end."""
    placed = sum(len(rounds.HOME) - workers.count(NOTHING) for workers in state.workers)
    turn = state.pending[0] if state.pending else None
    is_placing = isinstance(turn, material.Turn) and not turn.has_placed
    turns = placed if isinstance(turn, material.Clean | None) else 0
    return Clock(max(state.round, 1), ROUNDS, max(placed + is_placing, 1), turns)


def actions_max(seats: int) -> int:
    """Return an upper bound on the choices of a match. The bound allows more choices for each
    worker's turn than a turn with all its consequences can take."""
    # Six choices of a seat in the set-up, and 60 in each turn.
    return seats * (6 + ROUNDS * (WORKERS + 1) * 60)


# --- pending effects, and the contract


def _in_order(state: JourneyState, effect: material.InOrder, emit: Emitter) -> None:
    """Put the parts on the stack, where the last one is done first."""
    state.pending += reversed(effect.parts)


def _leave(state: JourneyState, effect: material.Inside, emit: Emitter) -> None:
    """Do nothing: the location is no longer being performed once its marker is off the stack."""


def _proceed(state: JourneyState, emit: Emitter) -> None:
    """Begin the first round after the set-up; end the match after the last cleanup."""
    if not state.round:
        rounds.begin_round(state, emit)
    elif emit and (result := outcome(state)):
        emit(Finished(result.totals, result.winners))


_draft = ask_all(
    material.Draft, rounds.drafting_seats, rounds.hand, rounds.keep_card, rounds.pass_hands
)
_RULES: Final = (
    _draft,
    *(kind.rule for kind in KINDS),
    at_once(material.Coins, gain_of),
    at_once(material.Points, gain_of),
    at_once(material.Knowledge, gain_of),
    at_once(material.Evolve, gain_of),
    at_once(material.InOrder, _in_order),
    at_once(material.Inside, _leave),
    at_once(material.Evaluate, rounds.evaluate),
    at_once(material.Award, rounds.award),
    at_once(material.KeepStamps, rounds.keep_stamps),
    at_once(material.Collect, rounds.collect),
    at_once(material.Report, rounds.report),
    at_once(material.Clean, rounds.clean),
)
RULES: Final[Rules[JourneyState, AnyAction, JourneyEvent]] = rules(
    get_args(AnyEffect), _RULES, emptied=_proceed, actor=attrgetter("actor")
)
to_move: Final = RULES.to_move
legal: Final = RULES.legal
apply: Final = RULES.apply
