"""Rounds: correspondence and its majorities, the draft, the order of turns, the rewards, the
cleanup, and the placing of workers.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import acts, diaries, material, objectives
from darwin_core.games.journey.acts import END, Emitter, End, Ended, Keep, Place, Placed, Stamp
from darwin_core.games.journey.diaries import at_home
from darwin_core.games.journey.material import (
    CREW_KEPT,
    DISCARD,
    DISPLAYED_OF_METAL,
    ENVELOPES,
    LENS_COIN,
    LETTER_TILES,
    LOCKABLE,
    NEUTRAL,
    ORDER_LOCATION,
    PURPLE,
    ROUNDS,
    SCROLL_SPOTS,
    SCROLLS,
    SPECIAL_SILVER_COINS,
    STACKS,
    START_COLOURS,
    WORKERS,
    JourneyState,
)
from darwin_core.games.journey.objectives import goal_count, goal_points, lag
from darwin_core.games.journey.pieces import (
    GAINS,
    NO_SEAL,
    Means,
    can_any,
    gain_of,
    gains_first,
    lacking,
    pay,
)
from darwin_core.kit.states import plus, put, replaced

# --- correspondence: stamps, stacks, envelopes and their majorities


_ALL_ENVELOPES: Final = range(ENVELOPES)


def can_correspond(state: JourneyState, effect: material.Correspond, means: Means) -> bool:
    """Return whether the acting seat has a stamp."""
    return any(state.stacks[state.actor])


def stampings(state: JourneyState, effect: material.Correspond) -> Sequence[Stamp]:
    """List the stamps of all stacks, or of the discard if all stacks are empty. All stamps of an
    effect go to one envelope, unless each is free. [Correspondence 1 and 2; Effects]"""
    return _stampings(state.stacks[state.actor], NOTHING if effect.is_free else effect.envelope)


@lru_cache(maxsize=1 << 12)
def _stampings(stacks: Counts, envelope: int) -> tuple[Stamp, ...]:
    sources = [stack for stack in range(DISCARD) if stacks[stack]] or [DISCARD]
    envelopes = _ALL_ENVELOPES if envelope == NOTHING else (envelope,)
    return tuple([Stamp(source, target) for source in sources for target in envelopes])


def place_stamp(
    state: JourneyState, effect: material.Correspond, action: Stamp, emit: Emitter
) -> None:
    """Place a stamp and ask for the next; after the last stamp, the emptied stacks give their
    rewards. [Correspondence 2 and 3]"""
    seat, stack, envelope = state.actor, action.stack, action.envelope
    stacks = put(state.stacks[seat], stack, state.stacks[seat][stack] - 1)
    state.stacks = replaced(state.stacks, seat, stacks)
    stamps = state.envelopes[envelope]
    state.envelopes = replaced(state.envelopes, envelope, put(stamps, seat, stamps[seat] + 1))
    if emit:
        overtaken = _overtaken(stamps, seat)
        tile = state.letters[envelope] if overtaken else NOTHING
        emit(acts.Stamped(seat, stack, envelope, overtaken, tile))
    emptied = effect.emptied
    if stack != DISCARD and not stacks[stack]:
        emptied += bytes((stack,))
    if effect.stamps > 1 and any(stacks):
        state.pending.append(
            material.Correspond(effect.stamps - 1, effect.is_free, envelope, emptied)
        )
    else:
        _give_stack_rewards(state, emptied)


def _overtaken(stamps: Counts, seat: int) -> bytes:
    """Return the leading seats on an envelope that another seat overtakes with one more stamp: a
    seat that is level with them."""
    most = max(stamps)
    if not most or stamps[seat] != most:
        return b""
    return bytes([other for other, number in enumerate(stamps) if number == most and other != seat])


def stop_stamping(state: JourneyState, effect: material.Correspond) -> None:
    """Place no more stamps; the emptied stacks give their rewards. [Correspondence 3]"""
    _give_stack_rewards(state, effect.emptied)


def _give_stack_rewards(state: JourneyState, emptied: bytes) -> None:
    """Let the acting seat gain the rewards of the stacks that were emptied."""
    rewards = tuple(part for stack in emptied for part in STACKS[stack].reward)
    if rewards:
        state.pending.append(material.AnyOrder(rewards))


@lru_cache(maxsize=1 << 12)
def ranking(stamps: Counts) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats with the most stamps (at least one), and the seats with the next lower
    number; both include all ties. [Correspondence Majorities; ruling: Rewards]"""
    numbers = sorted({number for number in stamps if number}, reverse=True)
    winners = [
        tuple(seat for seat, count in enumerate(stamps) if count == number)
        for number in numbers[:2]
    ]
    first, second = [*winners, (), ()][:2]  # There may be fewer than two numbers.
    return first, second


def evaluate(state: JourneyState, effect: material.Evaluate, emit: Emitter) -> None:
    """Queue the winners of the first reward in turn order, then the winners of the second reward,
    and last the taking off of stamps. Each may complete crew cards before and after its reward.
    [Rewards; ruling: Rewards]"""
    envelope = effect.envelope
    stamps = state.envelopes[envelope]
    if not any(stamps):
        return
    winners = tuple(
        bytes([seat for seat in state.order if seat in seats]) for seats in ranking(stamps)
    )
    all_winners = winners[0] + winners[1]
    taken = bytes(
        [(number + 1) // 2 if seat in all_winners else 0 for seat, number in enumerate(stamps)]
    )
    if emit:
        emit(acts.Counted(envelope, stamps, (winners[0], winners[1])))
    # The last pending effect is done first, so all is put on the stack in reverse.
    state.pending.append(material.Collect(envelope, taken))
    for rank in (1, 0):
        for seat in reversed(winners[rank]):
            state.pending += (
                material.Window(seat),
                material.Award(seat, envelope, rank),
                material.Window(seat),
            )


def stamps_can_stay(state: JourneyState) -> bool:
    """Return whether winners who do no part of their reward keep their stamps. They do in the
    printed rules, but not in the publisher's erratum of 2024, which is an option, nor under rules
    1. [Correspondence Majorities; ruling: Rewards]"""
    return state.rules >= 2 and state.options.stamps == "stay"


def earn(state: JourneyState) -> None:
    """Record that the winner of a reward did some part of it, so that stamps are taken off. Do
    nothing outside the rewards."""
    pending = state.pending
    # During the rewards, ``Clean`` is at the bottom of the stack.
    if pending and type(pending[0]) is material.Clean:
        pending[:] = [effect for effect in pending if type(effect) is not material.KeepStamps]


def can_keep_stamps(state: JourneyState) -> bool:
    """Return whether a winner who skips now keeps the stamps on an envelope: the whole reward is
    asked for, and no part of it is done."""
    # A reward of one part is asked for above an order in which nothing is left.
    below = [effect for effect in state.pending[:-1] if effect != material.AnyOrder(())]
    return bool(below) and type(below[-1]) is material.KeepStamps


def keep_stamps(state: JourneyState, effect: material.KeepStamps, emit: Emitter) -> None:
    """Leave a winner's stamps on the envelope because no part of the reward was done, by choice or
    because it was impossible. [Correspondence Majorities]"""
    pending = state.pending
    index = max(
        position for position, other in enumerate(pending) if type(other) is material.Collect
    )
    collecting = pending[index]
    assert isinstance(collecting, material.Collect)
    pending[index] = material.Collect(collecting.envelope, put(collecting.taken, effect.seat, 0))


def collect(state: JourneyState, effect: material.Collect, emit: Emitter) -> None:
    """Move the stamps that are taken off, half of those counted and rounded up, to the discards of
    their seats. [Correspondence Majorities; ruling: Rewards]"""
    taken = effect.taken
    envelope = state.envelopes[effect.envelope]
    stamps_left = bytes([number - less for number, less in zip(envelope, taken, strict=True)])
    state.envelopes = replaced(state.envelopes, effect.envelope, stamps_left)
    state.stacks = tuple(
        put(stacks, DISCARD, stacks[DISCARD] + less) if less else stacks
        for stacks, less in zip(state.stacks, taken, strict=True)
    )
    if emit:
        emit(acts.Collected(effect.envelope, taken))


HOME: Final = bytes((NOTHING,)) * (WORKERS + 1)
"""The locations of a seat's workers if all are at home, the fifth worker included."""


# --- the draft


def drafting_seats(state: JourneyState) -> Sequence[int]:
    """Return the seats that have not chosen a card yet."""
    return [seat for seat, card in enumerate(state.picked) if card == NOTHING]


def hand(state: JourneyState, seat: int) -> Sequence[Keep]:
    """List the cards that a seat can keep."""
    return [Keep(card) for card in state.hands[seat]]


def keep_card(state: JourneyState, seat: int, action: Keep, emit: Emitter) -> None:
    """Choose a card; it stays in the hand until all seats have chosen. [set-up: Crew draft]"""
    state.picked = put(state.picked, seat, action.card)
    if emit:
        emit(acts.Kept(seat, action.card))


def pass_hands(state: JourneyState, emit: Emitter) -> None:
    """Once all seats have chosen, keep the chosen cards and pass the hands left, or end the draft
    if all cards are kept. [set-up: Crew draft]"""
    chosen = [bytes((card,)) for card in state.picked]
    state.crew = tuple(crew + card for crew, card in zip(state.crew, chosen, strict=True))
    hands_left = tuple(
        hand.replace(card, b"") for hand, card in zip(state.hands, chosen, strict=True)
    )
    state.picked = NO_SEAL * len(chosen)
    if len(state.crew[0]) == CREW_KEPT:
        _end_draft(state, emit)
        return
    state.seen = tuple((*hands, hand) for hands, hand in zip(state.seen, state.hands, strict=True))
    state.hands = (hands_left[-1], *hands_left[:-1])
    state.pending.append(material.Draft())
    if emit:
        emit(acts.Passed(state.hands))


def _end_draft(state: JourneyState, emit: Emitter) -> None:
    """End the draft: add the seals of crew cards, fill the Academy, and let seats take start tiles
    in reverse turn order. [set-up]"""
    seats = range(len(state.crew))
    state.hands = tuple(b"" for _ in seats)
    state.seen = tuple(() for _ in seats)
    state.assigned = tuple(NO_SEAL * CREW_KEPT for _ in seats)
    # The fourth worker, for whom there is no card, begins with a purple seal.
    state.rows = tuple(
        (*(bytes((START_COLOURS[card],)) for card in crew), bytes((PURPLE,))) for crew in state.crew
    )
    bag = bytearray(state.bag)
    for rows in state.rows:
        for row in rows:
            bag[row[0]] -= 1
    state.bag = bytes(bag)
    state.scrolls = _filled_scrolls(state, b"")
    if emit:
        emit(acts.Signed(state.crew, state.scrolls))
    # The last pending effect is done first: the last seat in turn order takes a silver tile.
    state.pending += [
        material.Equip(seat, is_gold) for seat in state.order for is_gold in (True, False)
    ]


def _filled_scrolls(state: JourneyState, seals: bytes) -> bytes:
    """Return the scrolls: the given seals, then seals from the bag, then empty spots."""
    bag = bytearray(state.bag)
    in_bag = b"".join([bytes((colour,)) * bag[colour] for colour in range(PURPLE)])
    state.chance, drawn = shuffled(state.chance, in_bag)
    new = bytes(drawn[: SCROLLS * SCROLL_SPOTS - len(seals)])
    for colour in new:
        bag[colour] -= 1
    state.bag = bytes(bag)
    return (seals + new).ljust(SCROLLS * SCROLL_SPOTS, NO_SEAL)


# --- turns


def begin_round(state: JourneyState, emit: Emitter) -> None:
    """Begin a round; the first seat in turn order has the first turn."""
    state.round += 1
    state.pending.append(material.Turn(state.order[0]))
    if emit:
        emit(acts.Began(state.round, state.order))


def next_turn(state: JourneyState, seat: int, emit: Emitter) -> None:
    """Give the turn to the next seat in turn order that has a worker left. If no seat has one, set
    the new turn order and begin the rewards. [Action]"""
    seats = len(state.order)
    position = state.order.index(seat)
    for step in range(1, seats + 1):
        following = state.order[(position + step) % seats]
        if at_home(state, following):
            state.pending.append(material.Turn(following))
            return
    # Several workers of a seat may be in the queue; the first one counts.
    early = bytes(dict.fromkeys(state.queue))
    state.order = early + bytes(other for other in state.order if other not in early)
    if emit:
        emit(acts.Ordered(state.order))
    # In reverse: the envelopes, a last window for all seats, the goal, the cleanup.
    state.pending += (material.Clean(), material.Report())
    state.pending += (material.Window(other) for other in reversed(state.order))
    state.pending += (material.Evaluate(envelope) for envelope in reversed(_ALL_ENVELOPES))


# --- rewards


def award(state: JourneyState, effect: material.Award, emit: Emitter) -> None:
    """Begin the first or the second reward of an envelope. [Correspondence Majorities]"""
    state.actor = effect.seat
    tile = LETTER_TILES[state.letters[effect.envelope]]
    if emit:
        emit(acts.Awarded(effect.seat, effect.envelope, effect.place))
    reward = gains_first(tile.second if effect.place else tile.first)
    # Pure gains happen by themselves, so that some part of the reward is done in any case.
    if stamps_can_stay(state) and type(reward[0]) not in GAINS:
        state.pending.append(material.KeepStamps(effect.seat))
    state.pending.append(material.AnyOrder(reward))


def report(state: JourneyState, effect: material.Report, emit: Emitter) -> None:
    """Score the Beagle's goal of the round, less lagging. [Beagle Goal Tile; Lagging Penalties]"""
    goal = state.goals[state.round - 1]
    seats = range(len(state.points))
    points = tuple(goal_points(state, seat, goal) for seat in seats)
    if emit:
        counts = tuple(goal_count(state, seat, goal) for seat in seats)
        emit(acts.Reported(goal, counts, tuple(lag(state, seat) for seat in seats), points))
    state.points = tuple(map(sum, zip(state.points, points, strict=True)))


def clean(state: JourneyState, effect: material.Clean, emit: Emitter) -> None:
    """Send workers home and renew objectives and seals; after the last round, end the match.
    [Cleanup]"""
    if state.round == ROUNDS:
        state.actor = NOTHING
        return
    state.workers = tuple(HOME for _ in state.workers)
    state.queue = b""
    show_objectives(state)
    # Seals left on the top scroll leave the game; the others move up.
    seals_left = state.scrolls[SCROLL_SPOTS:].replace(NO_SEAL, b"")
    state.scrolls = _filled_scrolls(state, seals_left)
    if emit:
        emit(acts.Cleaned(state.display, state.scrolls))
    begin_round(state, emit)


def show_objectives(state: JourneyState) -> None:
    """Draw a new display, with the same number of silver and gold objectives; those left on the old
    one leave the game. [Cleanup 3]"""
    state.chance, silver = shuffled(state.chance, state.silver)
    state.chance, gold = shuffled(state.chance, state.gold)
    state.display = bytes(silver[:DISPLAYED_OF_METAL] + gold[:DISPLAYED_OF_METAL])
    state.silver = bytes(sorted(silver[DISPLAYED_OF_METAL:]))
    state.gold = bytes(sorted(gold[DISPLAYED_OF_METAL:]))


# --- a turn: placing a worker, free actions


def turns(
    state: JourneyState, effect: material.Turn
) -> Sequence[End | Place | objectives.FreeAction]:
    """List the placings of workers, or the end of the turn after a placing; and the free actions.
    [Action]"""
    if effect.has_placed:
        return [END, *objectives.free_actions(state)]
    return [*placings(state, effect.seat), *objectives.free_actions(state)]


def placings(state: JourneyState, seat: int) -> list[Place]:
    """List the placings of a seat's workers that are possible and of some use. [Worker Placement
    Restrictions; ruling: Placing]

    To be fast, one check serves each group of locations (``diaries.location_groups``), and the
    poorest worker is checked first.
    """
    coins = state.coins[seat]
    knowledge = state.knowledge[seat]
    specials = state.specials
    home = diaries.at_home(state, seat)
    rows = diaries.rows_of(state, seat)
    reach = [diaries.in_reach(rows[worker], specials, knowledge) for worker in home]
    full, busy = diaries.blocked_and_busy(state)
    extra = diaries.occupied_cost(state, seat)
    reachable = diaries.unlocked_locations(state.lenses) & reduce(or_, reach, 0) & ~full
    if coins < extra:
        reachable &= ~busy
    gaining, others = diaries.location_groups(specials, len(state.coins))
    useful = reachable & gaining
    actions: list[Place] = []
    # The poorest worker has spent all knowledge, and has no distinction.
    means_if_free = Means(coins, 0, 0)
    means_if_busy = Means(coins - extra, 0, 0)
    for locations, first, parts in others:
        in_area = locations & reachable
        if in_area:
            # Workers with more means can do more: if the poorest can use a location, all can.
            has = means_if_busy if in_area & busy else means_if_free
            if can_any(state, parts, has):
                useful |= in_area
            elif in_area & diaries.WORKER_DEPENDENT:
                actions += _placings_of_some(state, seat, first, has.coins)
    for worker, locations in zip(home, reach, strict=True):
        actions += _placings_of_worker(worker, locations & useful)
    return actions


@lru_cache(maxsize=1 << 14)
def _placings_of_worker(worker: int, locations: diaries.Locations) -> tuple[Place, ...]:
    return tuple([Place(worker, location) for location in diaries.ALL if locations >> location & 1])


def _placings_of_some(state: JourneyState, seat: int, location: int, coins: int) -> list[Place]:
    """List a location's placings for the workers that have the distinction or the knowledge that
    the location needs."""
    knowledge = state.knowledge[seat]
    seals = diaries.seals_of(state, location)
    rows = diaries.rows_of(state, seat)
    # If the richest worker cannot use the location, none can. It has the gold distinction, which
    # gives coins on the special diary and a discount of 1 in the Academy.
    most = Means(coins + SPECIAL_SILVER_COINS, knowledge, 1)
    if not can_any(state, diaries.effects_of(state, location), most):
        return []
    actions: list[Place] = []
    for worker in diaries.at_home(state, seat):
        knowledge_left = knowledge - lacking(rows[worker], seals)
        if knowledge_left >= 0 and _is_of_use(state, location, rows[worker], coins, knowledge_left):
            actions.append(Place(worker, location))
    return actions


def _is_of_use(state: JourneyState, location: int, row: Cards, coins: int, knowledge: int) -> bool:
    """Return whether one of the actions of a location can be done with the means left after
    placing."""
    parts, bonus, discount = diaries.stay(state, location, diaries.distinction(row))
    coins += sum(part.number for part in bonus if isinstance(part, material.Coins))
    return can_any(state, parts, Means(coins, knowledge, discount))


def take_turn(
    state: JourneyState,
    effect: material.Turn,
    action: End | Place | objectives.FreeAction,
    emit: Emitter,
) -> None:
    """Place a worker, take a free action, or end the turn."""
    if isinstance(action, End):
        if emit:
            emit(Ended(effect.seat))
        next_turn(state, effect.seat, emit)
    elif isinstance(action, Place):
        _place_worker(state, effect.seat, action, emit)
    else:
        state.pending.append(effect)
        objectives.act_freely(state, action, emit)


def _place_worker(state: JourneyState, seat: int, action: Place, emit: Emitter) -> None:
    """Place a worker. Costs, knowledge, the coin for the lens's owner, distinctions and actions
    follow in this order. [ruling: Placing]"""
    worker, location = action.worker, action.location
    cost = diaries.entry_cost(state, seat, location)
    row = diaries.row_of(state, seat, worker)
    lack = lacking(row, diaries.seals_of(state, location))
    pay(state, cost)
    if lack:
        state.knowledge = plus(state.knowledge, seat, -lack)
    owner = state.lenses[location] if location < LOCKABLE else NOTHING
    if owner in {seat, NEUTRAL}:
        owner = NOTHING
    if owner != NOTHING:
        state.coins = plus(state.coins, owner, LENS_COIN)
    state.workers = replaced(state.workers, seat, put(state.workers[seat], worker, location))
    if location == ORDER_LOCATION:
        state.queue += bytes((seat,))
    if emit:
        emit(Placed(seat, worker, location, cost, lack, owner))
    parts, bonus, discount = diaries.stay(state, location, diaries.distinction(row))
    for part in bonus:
        gain_of(state, part, emit)
    # The actions are done first; the rest of the turn follows.
    if discount and state.rules >= 2:
        state.pending += (
            material.CheaperTurn(seat, True, discount),
            material.Act(gains_first(parts)),
        )
    else:
        state.pending += (
            material.Turn(seat, has_placed=True),
            material.Act(gains_first(parts), discount),
        )
