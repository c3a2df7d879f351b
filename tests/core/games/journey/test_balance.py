"""Statistics of matches between careful players: scores, seats, and locations used."""

from collections import Counter
from dataclasses import dataclass, field
from statistics import mean

import pytest

from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import JourneyEvent, Placed
from darwin_core.games.journey.material import LENS_LOCATION, LOCATIONS
from darwin_core.text.seat_names import SeatNames

OFTEN = 0.35
"""The largest share of all workers that a location may take."""


@dataclass
class Sheet:
    """The figures recorded of a match."""

    totals: tuple[int, ...]
    """Totals by place in the first turn order."""
    winners: frozenset[int]
    lines: dict[str, float]
    """Mean by line of the score."""
    uses: Counter[int] = field(default_factory=Counter)
    """Workers by location."""


def played(seats: int, seed: str) -> Sheet:
    """Play a match of careful players and return its figures."""
    state = GAME.setup(GAME.options(), seats, seed, None)
    order = state.order
    events: list[JourneyEvent] = []
    while movers := GAME.to_move(state):
        action = GAME.bots.advise(GAME.view(state, movers[0]), movers[0], SeatNames())[0].action
        GAME.apply(state, movers[0], action, events.append)
    outcome = GAME.outcome(state)
    assert outcome
    sheet = Sheet(
        tuple(outcome.totals[seat] for seat in order),
        frozenset(order.index(seat) for seat in outcome.winners),
        {line.label: mean(line.points) for line in outcome.lines},
    )
    sheet.uses.update(event.location for event in events if isinstance(event, Placed))
    return sheet


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_no_location_is_idle_and_no_place_in_the_order_wins_too_often(seats):
    sheets = [played(seats, f"balance {seed}") for seed in range(400)]
    uses = sum((sheet.uses for sheet in sheets), Counter[int]())
    # The two locations of the small diary are alike.
    assert {*uses} | {LENS_LOCATION + 1} == {*range(len(LOCATIONS))}
    assert max(uses.values()) < OFTEN * uses.total()
    for place in range(seats):
        wins = sum(place in sheet.winners for sheet in sheets) / len(sheets)
        assert abs(wins - 1 / seats) < 0.1, (place, wins)


def test_careful_players_use_most_of_the_table():
    """A small sample: lines add up, and no location has all the workers."""
    sheets = [played(3, f"sample {seed}") for seed in range(2)]
    for sheet in sheets:
        assert sum(sheet.lines.values()) == pytest.approx(mean(sheet.totals))
    uses = sum((sheet.uses for sheet in sheets), Counter[int]())
    assert len(uses) > 10
    assert max(uses.values()) < 0.5 * uses.total()
