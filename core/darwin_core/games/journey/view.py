"""The views of a match of Darwin's Journey, redaction of its events, states that fit a view, and
the invariants of a state.

Hidden are the hands and picks of the draft, until the draft ends. Everything else is open: seals
and objectives are drawn from the supply when needed, so that there is no hidden order. [Hidden]
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import NOTHING, Holding
from darwin_core.games.journey import acts, diaries, material
from darwin_core.games.journey.acts import JourneyEvent
from darwin_core.games.journey.material import (
    CAMPSITES,
    COLOURS,
    CREW,
    CREW_DEALT,
    CREW_KEPT,
    DISCARD,
    ENVELOPES,
    GOAL_TILES,
    GOALS,
    ISLANDS,
    LAST_STEP,
    LASTS,
    LENSES,
    LETTER_TILES,
    LOCATIONS,
    LOCKABLE,
    MUSEUM,
    NEUTRAL,
    OBJECTIVES,
    ORDER_LOCATION,
    PURPLE,
    PURPLE_SEALS,
    RESERVE_MAX,
    RIBBONS,
    ROUNDS,
    ROW_SPOTS,
    SCROLL_SPOTS,
    SCROLLS,
    SEALS,
    SLOTS,
    SLOTS_OF_METAL,
    SPACES,
    SPECIALS,
    SPECIMENS,
    STACKS,
    STARTS,
    TENTS,
    TILES,
    TRACK,
    WORKERS,
    JourneyState,
    place_costs,
    specimen_spaces,
)
from darwin_core.games.journey.pieces import is_able, lacking
from darwin_core.games.journey.rules import FEWER_SEALS, clone, legal, to_move
from darwin_core.kit.states import UNKNOWN, backs, put


def is_draft(state: JourneyState) -> bool:
    """Return whether crew cards are still being drafted."""
    return any(state.hands)


def view(state: JourneyState, viewer: int) -> JourneyState:
    """Return the state without its chance and, during the draft, with HIDDEN for all cards in hands
    and picks of other seats."""
    redacted = clone(state)
    redacted.chance = b""
    if is_draft(state):
        redacted.hands = tuple(backs(state.hands, viewer))
        redacted.crew = tuple(backs(state.crew, viewer))
        redacted.seen = tuple(
            hands if seat == viewer else tuple(UNKNOWN * len(hand) for hand in hands)
            for seat, hands in enumerate(state.seen)
        )
        redacted.picked = bytes(
            card if seat == viewer or card == NOTHING else UNKNOWN[0]
            for seat, card in enumerate(state.picked)
        )
    return redacted


def redact(event: JourneyEvent, viewer: int) -> JourneyEvent | None:
    """Return an event without the crew cards that are hidden from a viewer."""
    match event:
        case acts.Dealt(order, hands):
            return acts.Dealt(order, tuple(backs(hands, viewer)))
        case acts.Passed(hands):
            return acts.Passed(tuple(backs(hands, viewer)))
        case acts.Kept(seat, _) if seat != viewer:
            return acts.Kept(seat, UNKNOWN[0])
        case _:
            return event


def determinize(view: JourneyState, chance: bytes) -> JourneyState:
    """Return a whole state that looks the same to the viewer, with a possible course of the
    draft."""
    state = clone(view)
    if is_draft(view):
        chance = _redraft(state, chance)
    state.chance = chance
    return state


def _redraft(state: JourneyState, chance: bytes) -> bytes:
    """Follow each hand of the draft, and fill in the cards that the viewer has not seen. Return the
    next chance.

    A *turn* is a pick of all seats at once; *looks* are the hands that a seat held, by turn.
    """
    seats = len(state.hands)
    turns = len(state.crew[0])
    # The viewer is the seat whose hand is known; a spectator has none.
    viewer = next((seat for seat in range(seats) if UNKNOWN[0] not in state.hands[seat]), NOTHING)
    looks = () if viewer == NOTHING else (*state.seen[viewer], state.hands[viewer])
    kept = b"" if viewer == NOTHING else state.crew[viewer]
    known = {*b"".join(looks), *kept}
    chance, pool = shuffled(chance, [card for card in range(len(CREW)) if card not in known])
    hands = [b""] * seats
    crew = [bytearray(turns) for _ in range(seats)]
    looks_by_seat = [[b""] * turns for _ in range(seats)]
    for start in range(seats):
        # Hands are passed to the next seat.
        holders = [(start + turn) % seats for turn in range(turns + 1)]
        own_turns = [turn for turn, holder in enumerate(holders) if holder == viewer]
        chance, picks, left = _hand(
            turns, {turn: looks[turn] for turn in own_turns}, kept, pool, chance
        )
        for turn, card in enumerate(picks):
            looks_by_seat[holders[turn]][turn] = bytes(sorted([*picks[turn:], *left]))
            crew[holders[turn]][turn] = card
        hands[holders[-1]] = bytes(sorted(left))
    state.hands = tuple(hands)
    state.crew = tuple(map(bytes, crew))
    state.seen = tuple(map(tuple, looks_by_seat))
    for seat, card in enumerate(state.picked):
        if card == UNKNOWN[0]:
            chance, cards = shuffled(chance, state.hands[seat])
            state.picked = put(state.picked, seat, cards[0])
    return chance


def _hand(
    turns: int, looks: dict[int, Cards], kept: Cards, pool: list[int], chance: bytes
) -> tuple[bytes, list[int], list[int]]:
    """Return the next chance, the cards kept from a hand in each turn, and the cards left in it.

    Args:
        turns: the number of turns in which a card was kept.
        looks: the cards of the hand, by each turn in which the viewer held it.
        kept: the cards that the viewer kept, by turn.
        pool: cards that the viewer has not seen, to take from.
    """
    # The hand as the viewer saw it last, or as it was dealt. Cards picked before that turn were
    # either in an earlier look of the viewer, or never seen.
    last = max(looks, default=0)
    content = [*looks[last]] if looks else [pool.pop() for _ in range(CREW_DEALT)]
    picks = [kept[turn] if turn in looks else NOTHING for turn in range(turns)]
    chance, later = shuffled(chance, [card for card in content if card not in picks])
    missing = [card for look in looks.values() for card in look if card not in {*content, *picks}]
    for turn, card in enumerate(picks):
        if card == NOTHING:
            if turn >= last:
                picks[turn] = later.pop()
            else:
                picks[turn] = missing.pop() if missing else pool.pop()
    return chance, picks, later


def holdings(state: JourneyState) -> list[Holding]:
    """Return the hands and the kept cards during the draft."""
    if not is_draft(state):
        return []
    zones = (("hand", state.hands), ("crew", state.crew))
    return [Holding(seat, name, cards) for name, rows in zones for seat, cards in enumerate(rows)]


_BY_SEAT: Final = (
    "order",
    "hands",
    "seen",
    "picked",
    "crew",
    "assigned",
    "coins",
    "points",
    "knowledge",
    "evolution",
    "workers",
    "rows",
    "ships",
    "explorers",
    "tents",
    "stacks",
    "research",
    "reserve",
    "slots",
    "achieved",
)
"""The fields with as many entries as seats."""
_LENGTHS: Final = (
    ("goals", GOALS),
    ("letters", ENVELOPES),
    ("specials", SPECIALS),
    ("lenses", LOCKABLE),
    ("scrolls", SCROLLS * SCROLL_SPOTS),
    ("bag", len(COLOURS)),
    ("specimens", SPECIMENS),
    ("row_coins", len(COLOURS) - 1),
    ("firsts", len(RIBBONS)),
    ("camps", len(CAMPSITES)),
    ("envelopes", ENVELOPES),
)
"""The length of each field that describes the board."""
_STAMPS: Final = sum(stack.size for stack in STACKS)
"""Stamps of a seat."""
_CHANCE_BYTES: Final = 16
"""Length of the chance of a whole state."""


def invariants(state: JourneyState) -> list[str]:
    """Return the inconsistencies of a state: those of its shape first, then those of the box and
    the board, of the seats, and of the pending effects. A later group is checked only if the
    earlier ones are sound, because its checks rely on them."""
    if faults := _of_shape(state):
        return faults
    seats = range(len(state.coins))
    faults = [fault for check in _CHECKS for fault in check(state)]
    faults = faults or [fault for seat in seats for fault in _of_seat(state, seat)]
    return faults or _of_pending(state)


def _of_shape(state: JourneyState) -> list[str]:
    """Return the faults of shape, which would make all other checks fail."""
    seats = len(state.coins)
    if len(state.chance) != _CHANCE_BYTES:
        return ["there is no chance left"]
    if not 2 <= seats <= 4 or any(len(getattr(state, name)) != seats for name in _BY_SEAT):
        return ["the seats do not agree"]
    if any(len(row) != seats for row in state.envelopes):
        return ["an envelope does not count every seat"]
    if any(len(getattr(state, name)) != length for name, length in _LENGTHS):
        return ["a part of the board has other places than it should"]
    boards = zip(
        (state.workers, state.rows, state.explorers, state.stacks, state.slots),
        (WORKERS + 1, WORKERS, len(ISLANDS), len(STACKS) + 1, len(SLOTS)),
        strict=True,
    )
    if any(len(row) != length for rows, length in boards for row in rows):
        return ["a player's board has other places than it should"]
    if not 0 <= state.round <= ROUNDS:
        return ["there is no such round"]
    return []


def _are_of(things: Sequence[int], box: int) -> bool:
    """Return whether components are parts of the box, each once."""
    return len({*things}) == len(things) and all(item < box for item in things)


def _of_cards(state: JourneyState) -> list[str]:
    faults = []
    for name, tiles, box in (
        ("crew cards", b"".join((*state.hands, *state.crew)), CREW),
        ("goals", state.goals, GOAL_TILES),
        ("correspondence tiles", state.letters, LETTER_TILES),
        ("special tiles", state.specials, TILES),
    ):
        # During the draft a chosen card stays in the hand until all seats have chosen.
        if not _are_of(tiles, len(box)):
            faults.append(f"the {name} are not those of the box")
    seats = range(len(state.coins))
    if sorted(state.order) != [*seats]:
        faults.append("the turn order does not name every seat once")
    drafts = any(type(effect) is material.Draft for effect in state.pending)
    for seat in seats:
        hand, card = state.hands[seat], state.picked[seat]
        if card != NOTHING and card not in hand:
            faults.append("a card was chosen that is not in the hand")
        if drafts != bool(hand):
            faults.append("there are hands after the draft, or none in it")
    return faults


def _of_seals(state: JourneyState) -> list[str]:
    """Return the faults in the numbers of seals. Those left on the top scroll leave the game at
    each cleanup; purple seals never do. [Cleanup]"""
    placed = Counter(b"".join((state.scrolls, *(row for rows in state.rows for row in rows))))
    placed.pop(NOTHING, None)
    if any(colour > PURPLE for colour in placed) or PURPLE in state.scrolls:
        return ["there is a seal of no colour, or a purple one in the Academy"]
    # Some seals of each colour leave the game at the set-up of a smaller match.
    in_play = SEALS - FEWER_SEALS[len(state.coins)]
    gone = [in_play - state.bag[colour] - placed[colour] for colour in range(PURPLE)]
    faults = []
    if min(gone) < 0 or sum(gone) > SCROLL_SPOTS * max(state.round - 1, 0):
        faults.append("the seals are not those of the box")
    if state.bag[PURPLE] + placed[PURPLE] != PURPLE_SEALS:
        faults.append("the purple seals are not those of the box")
    if any(len(row) > ROW_SPOTS for rows in state.rows for row in rows):
        faults.append("a worker row has too many seals")
    return faults


def _of_specimens(state: JourneyState) -> list[str]:
    faults = []
    spaces = [space for space in state.specimens if space != MUSEUM]
    if len({*spaces}) < len(spaces) or not {*spaces} <= {*specimen_spaces(len(state.coins))}:
        faults.append("two specimens are on one space, or one where none can be")
    if any(coin > 1 for coin in (*state.row_coins, *state.firsts)):
        faults.append("a coin of the museum or a ribbon is there more than once")
    if any(researched >> SPECIMENS for researched in state.research):
        faults.append("a specimen was researched that there is not")
    return faults


def _of_diaries(state: JourneyState) -> list[str]:
    faults = []
    seats = len(state.coins)
    for location, owner in enumerate(state.lenses):
        if owner not in {NOTHING, NEUTRAL} and owner >= seats:
            faults.append("a lens is nobody's")
        if owner != NOTHING and LOCATIONS[location].is_open:
            faults.append("a lens is where none is needed")
    if any(state.lenses.count(seat) > LENSES for seat in range(seats)):
        faults.append("a seat has placed more lenses than it has")
    workers_at = Counter(b"".join(state.workers))
    for location in [*workers_at]:
        if location == NOTHING:
            continue
        if location >= len(LOCATIONS) or diaries.is_locked(state, location):
            faults.append("a worker is where none can be")
        elif not LOCATIONS[location].is_open and workers_at[location] > 1:
            faults.append("two workers are on a location for one")
    waiting = Counter({seat: row.count(ORDER_LOCATION) for seat, row in enumerate(state.workers)})
    if +waiting != Counter(state.queue):
        faults.append("the queue is not that of the workers in it")
    return faults


def _of_tracks(state: JourneyState) -> list[str]:
    faults = []
    if any(ship >= len(SPACES) or TRACK[ship] for ship in state.ships):
        faults.append("a ship is not on the ocean")
    for island in range(len(ISLANDS)):
        explorers = [
            on_islands[island] for on_islands in state.explorers if on_islands[island] != NOTHING
        ]
        if any(space >= len(SPACES) or TRACK[space] != island + 1 for space in explorers):
            faults.append("an explorer is not on its island")
        # Any number of explorers may be on the first and the last space.
        ends = {STARTS[island + 1], LASTS[island + 1]}
        between = [space for space in explorers if space not in ends]
        if len({*between}) < len(between):
            faults.append("two explorers are on one space")
    return faults


def _of_objectives(state: JourneyState) -> list[str]:
    faults = []
    on_slots = [tile for row in state.slots for tile in row if tile != NOTHING]
    tiles = [*on_slots, *b"".join(state.reserve), *state.starters, *state.display]
    if not _are_of([*tiles, *state.silver, *state.gold], len(OBJECTIVES)):
        return ["the objectives are not those of the box"]
    if any(OBJECTIVES[tile].is_gold for tile in state.silver) or not all(
        OBJECTIVES[tile].is_gold for tile in state.gold
    ):
        faults.append("silver and gold objectives are mixed")
    if any(not OBJECTIVES[tile].is_start for tile in state.starters):
        faults.append("a start tile is none")
    return faults


def _of_camps(state: JourneyState) -> list[str]:
    faults = []
    seats = len(state.coins)
    for site, owners in enumerate(state.camps):
        if not _are_of(owners, seats) or len(owners) > len(place_costs(site, seats)):
            faults.append("a campsite has tents that it cannot have")
        if {*owners} != {seat for seat, sites in enumerate(state.tents) if site in sites}:
            faults.append("tents are not where their owners have them")
    if any(len(sites) > len(TENTS) or not _are_of(sites, len(CAMPSITES)) for sites in state.tents):
        faults.append("a seat has pitched tents that it cannot have")
    return faults


def _of_seat(state: JourneyState, seat: int) -> list[str]:
    faults = []
    numbers = (state.coins, state.points, state.knowledge, state.evolution)
    if any(row[seat] < 0 for row in numbers) or state.evolution[seat] > LAST_STEP:
        faults.append("a seat has less than nothing, or is past the end of the evolution track")
    stacks = state.stacks[seat]
    stamps = sum(stacks) + sum(row[seat] for row in state.envelopes)
    sizes = zip(stacks[:DISCARD], STACKS, strict=True)
    if stamps != _STAMPS or any(number > stack.size for number, stack in sizes):
        faults.append("the stamps of a seat are not those of the box")
    if len(state.reserve[seat]) > RESERVE_MAX:
        faults.append("a reserve holds too much")
    for slot, tile in enumerate(state.slots[seat]):
        if tile == NOTHING and state.achieved[seat] >> slot & 1:
            faults.append("an objective is achieved where there is none")
        if tile != NOTHING and (
            tile >= len(OBJECTIVES) or OBJECTIVES[tile].is_gold != slot // SLOTS_OF_METAL
        ):
            faults.append("an objective is on a slot of another colour")
    if state.workers[seat][WORKERS] != NOTHING and not is_able(state, seat, "worker"):
        faults.append("a fifth worker is out that is not unlocked")
    return faults + _of_crew(state, seat)


def _of_crew(state: JourneyState, seat: int) -> list[str]:
    crew, assigned = state.crew[seat], state.assigned[seat]
    if is_draft(state):
        return ["crew cards are completed in the draft"] if assigned else []
    if len(crew) != CREW_KEPT or len(assigned) != CREW_KEPT:
        return ["a seat has too few crew cards, or too many"]
    rows_used = [row for row in assigned if row != NOTHING]
    if not _are_of(rows_used, WORKERS):
        return ["one row serves two crew cards, or there is no such row"]
    for card, row in zip(crew, assigned, strict=True):
        if row != NOTHING and lacking(state.rows[seat][row], CREW[card].seals):
            return ["a crew card is completed with a row that lacks its seals"]
    return []


def _of_pending(state: JourneyState) -> list[str]:
    """Return the faults of the stack of pending effects."""
    if not state.pending:
        is_over = state.round == ROUNDS and state.actor == NOTHING
        return [] if is_over else ["the match is over too early"]
    first, next_effect = state.pending[0], state.pending[-1]
    if not isinstance(first, material.Draft | material.Equip | material.Turn | material.Clean):
        return ["something is to be done that nothing has set off"]
    if (type(first) in {material.Draft, material.Equip}) == bool(state.round):
        return ["the match is set up in a round, or played before the first"]
    if type(next_effect) is material.Draft:
        return [] if state.actor == NOTHING and to_move(state) else ["nobody drafts"]
    if state.actor >= len(state.coins) or getattr(next_effect, "seat", state.actor) != state.actor:
        return ["somebody has to choose who is not there, or whose turn it is not"]
    return [] if legal(state, state.actor) else ["there is nothing to choose"]


_CHECKS: Final = (
    _of_cards,
    _of_seals,
    _of_specimens,
    _of_diaries,
    _of_tracks,
    _of_objectives,
    _of_camps,
)
"""The checks of the box and the board, which come before those of players' boards and effects."""
