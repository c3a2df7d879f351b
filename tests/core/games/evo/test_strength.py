"""The greedy player of Evo: its migrations, its use of foresight, and its cached choices."""

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

import sampling
from msgspec.structs import replace

from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import Done, Foresee
from darwin_core.games.evo.material import FORESIGHT, SLOTS, WANDERER, EvoState, Live
from darwin_core.lab.play import Case, moments
from darwin_core.text.seat_names import SeatNames

from .positions import kind, living


def test_a_hand_that_can_do_nothing_is_saved_by_journeys_as_long_as_there_is_a_future():
    """The greedy player ends a generation that could continue only if no two cards are left that
    another of its populations could still use."""
    for seed in range(6):
        state = GAME.setup(GAME.options(), 3, f"idle {seed}", None)
        while movers := GAME.to_move(state):
            seat = movers[0]
            best = GAME.bots.advise(GAME.view(state, seat), seat, SeatNames())[0].action
            species = state.species[seat]
            if isinstance(state.pending[-1], Live) and isinstance(best, Done):
                again = state.decks[species] or state.offspring[species]
                more = any(state.available[species])
                assert not (again and more and len(state.hands[species]) > 1)
            GAME.apply(state, seat, best, None)


def test_an_open_card_that_completes_a_hunt_is_foreseen():
    table = living(
        kind(hand="SS", deck="TTTTTT", offspring="S", own="XA", stand="1 1"), land=[("SS", "")]
    )
    view = GAME.view(table.state, 0)
    assert isinstance(GAME.bots.advise(view, 0, SeatNames())[0].action, Foresee)


def test_a_card_that_would_come_anyhow_and_helps_nothing_is_not_foreseen():
    table = living(
        kind(hand="SS", deck="TTTTTT", offspring="R", own="XA", stand="1 1"), land=[("EE", "")]
    )
    view = GAME.view(table.state, 0)
    assert not isinstance(GAME.bots.advise(view, 0, SeatNames())[0].action, Foresee)


OTHERS = bytes((WANDERER, FORESIGHT))
TWO_ALIKE = bytes((WANDERER, WANDERER, FORESIGHT))
CHANGES: dict[str, Callable[[EvoState, int], dict[str, Any]]] = {
    "nothing is left in the supply": lambda state, own: {"supply": bytes(len(state.supply))},
    "one card of each is left": lambda state, own: {"supply": b"\1" * len(state.supply)},
    "one Wanderer, used": lambda state, own: {"adaptations": [OTHERS] * own, "wandered": 1},
    "two, one used": lambda state, own: {"adaptations": [TWO_ALIKE] * own, "wandered": 1},
    "other adaptations": lambda state, own: {"adaptations": [OTHERS] * own},
    "Wanderer used": lambda state, own: {"wandered": 2},
    "Foresight used": lambda state, own: {"foreseen": 2},
    "other cards": lambda state, own: {"slots": state.slots[SLOTS:] + state.slots[:SLOTS]},
    "other homes": lambda state, own: {"locations": state.locations[::-1]},
    "more tokens": lambda state, own: {"tokens": [bytes(4 for _ in row) for row in state.tokens]},
    "the last millennium": lambda state, own: {"millennium": 4},
    "no future": lambda state, own: {"decks": [b""] * own, "offspring": [b""] * own},
    "an offspring": lambda state, own: {"offspring": [bytes(3)] * own},
    "another hand": lambda state, own: {"hands": [bytes(sorted(hand[1:])) for hand in state.hands]},
    "other populations": lambda state, own: {"available": [row[::-1] for row in state.available]},
}
"""Changes of everything in a position that a cached choice depends on."""
RARE = "Wanderer used"
"""The change that matters in a few positions only, and is tried in all."""
GROUPS = [{RARE, *[*CHANGES][start::3]} for start in range(3)]
"""Groups of changes; in each position one group is tried, in turn."""


def test_a_cached_choice_is_not_taken_in_a_position_that_differs():
    changed = Counter[str]()
    for number in range(12):
        case = Case(GAME, GAME.seats[number % 3], f"kept {number}", is_advised=True)
        for moment in moments(case):
            state, seat = moment.before, moment.seat
            choice = GAME.bots.fast_policy(state, seat)
            for name in {*chain(*sampling.one_by_turns(GROUPS, 1, moment.step))}:
                other = replace(state, **CHANGES[name](state, len(state.hands)))
                if len(GAME.legal(other, seat)) > 1:
                    action = GAME.bots.fast_policy(other, seat)
                    assert action == GAME.bots.advise(other, seat, SeatNames())[0].action, name
                    changed[name] += action != choice
    assert all(changed[name] for name in CHANGES), changed
