"""The choices that a hint names: the best, and others beside it."""

from darwin_core.bots.hints import distinct
from darwin_core.contract import registry
from darwin_core.contract.game import Advice
from darwin_core.games.journey.acts import Place

JOURNEY = registry.get("journey")
ACADEMY, SHIP, LENS, SEA = range(4)


def hinted(*advised):
    """Return the workers and locations hinted at, of those advised with a reason."""
    advice = [Advice(Place(*act), 1.0, reason) for act, reason in advised]
    return [(hint.action.worker, hint.action.location) for hint in distinct(JOURNEY, advice)]


def test_the_best_three_in_their_order():
    advised = [((0, place), "it is near") for place in (LENS, SEA, ACADEMY, SHIP)]
    assert hinted(*advised) == [(0, LENS), (0, SEA), (0, ACADEMY)]
    assert hinted(*advised[:2]) == [(0, LENS), (0, SEA)]


def test_one_action_represents_others_on_the_same_thing_for_the_same_reason():
    assert hinted(
        ((2, LENS), "coins"),
        ((0, LENS), "coins"),
        ((0, SEA), "coins"),
        ((1, SEA), "coins"),
        ((1, LENS), "seals"),
    ) == [(2, LENS), (0, SEA), (1, LENS)]
