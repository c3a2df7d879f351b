"""Each viewer's knowledge of a match of Darwin's Journey, and sampling of the hidden part.

Hidden are the hands and picks of the draft, until it ends. All else is open: seals and objectives
are drawn from the supply when they are needed, so that there is no hidden order. [Hidden]
"""

from darwin_core.contract.cards import Cards
from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import NOTHING, Holding
from darwin_core.games.journey import events
from darwin_core.games.journey.components import CREW, CREW_DEALT
from darwin_core.games.journey.events import JourneyEvent
from darwin_core.games.journey.rules import clone
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.hidden import UNKNOWN, backs
from darwin_core.kit.rows import put


def is_draft(state: JourneyState) -> bool:
    """Return whether crew cards are still being drafted."""
    return any(state.hands)


def view(state: JourneyState, viewer: int) -> JourneyState:
    """Return the state with HIDDEN in place of all that the viewer may not know."""
    seen = clone(state)
    seen.chance = b""
    if is_draft(state):
        seen.hands = tuple(backs(state.hands, viewer))
        seen.crew = tuple(backs(state.crew, viewer))
        seen.seen = tuple(
            hands if seat == viewer else tuple(UNKNOWN * len(hand) for hand in hands)
            for seat, hands in enumerate(state.seen)
        )
        seen.picked = bytes(
            card if seat == viewer or card == NOTHING else UNKNOWN[0]
            for seat, card in enumerate(state.picked)
        )
    return seen


def redact(event: JourneyEvent, viewer: int) -> JourneyEvent | None:
    """Return an event redacted for a viewer."""
    match event:
        case events.Dealt(order, hands):
            return events.Dealt(order, tuple(backs(hands, viewer)))
        case events.Passed(hands):
            return events.Passed(tuple(backs(hands, viewer)))
        case events.Kept(seat, _) if seat != viewer:
            return events.Kept(seat, UNKNOWN[0])
        case _:
            return event


def determinize(view: JourneyState, chance: bytes) -> JourneyState:
    """Return a complete state that looks the same to the viewer: a possible course of the draft."""
    state = clone(view)
    if is_draft(view):
        chance = _redraft(state, chance)
    state.chance = chance
    return state


def _redraft(state: JourneyState, chance: bytes) -> bytes:
    """Follow each hand on its way, filling in what the viewer has not seen of it."""
    seats, turns = len(state.hands), len(state.crew[0])
    viewer = next((seat for seat in range(seats) if UNKNOWN[0] not in state.hands[seat]), NOTHING)
    looks = () if viewer == NOTHING else (*state.seen[viewer], state.hands[viewer])
    kept = b"" if viewer == NOTHING else state.crew[viewer]
    known = {*b"".join(looks), *kept}
    chance, pool = shuffled(chance, [card for card in range(len(CREW)) if card not in known])
    hands = [b""] * seats
    crew = [bytearray(turns) for _ in range(seats)]
    seen = [[b""] * turns for _ in range(seats)]
    for start in range(seats):
        holders = [(start + turn) % seats for turn in range(turns + 1)]
        own = [turn for turn, holder in enumerate(holders) if holder == viewer]
        chance, picks, left = _hand(turns, {turn: looks[turn] for turn in own}, kept, pool, chance)
        for turn, card in enumerate(picks):
            seen[holders[turn]][turn] = bytes(sorted([*picks[turn:], *left]))
            crew[holders[turn]][turn] = card
        hands[holders[-1]] = bytes(sorted(left))
    state.hands, state.crew = tuple(hands), tuple(map(bytes, crew))
    state.seen = tuple(map(tuple, seen))
    for seat, card in enumerate(state.picked):
        if card == UNKNOWN[0]:
            chance, cards = shuffled(chance, state.hands[seat])
            state.picked = put(state.picked, seat, cards[0])
    return chance


def _hand(
    turns: int, looks: dict[int, Cards], kept: Cards, pool: list[int], chance: bytes
) -> tuple[bytes, list[int], list[int]]:
    """Return the remaining chance, and a hand: the cards kept of it in each turn, and the rest.

    ``looks`` are the turns when the viewer held it, with the cards seen then and those kept at that
    turn.
    """
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
    """Return the hands and the cards kept of a draft."""
    if not is_draft(state):
        return []
    places = (("hand", state.hands), ("crew", state.crew))
    return [
        Holding(seat, place, cards) for place, rows in places for seat, cards in enumerate(rows)
    ]
