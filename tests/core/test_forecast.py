"""The forecast of the end of a round: the end brings the points and food that it names."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR, Event
from darwin_core.games.darwinning.acts import Eaten, Fed, Keep, Shared
from darwin_core.games.evo.acts import Done, Survived
from darwin_core.games.evo.material import AdoptSpecies, MovePopulation, SettlePopulation
from darwin_core.games.journey.acts import Awarded, End, Reported

GAMES = ("dice", "darwinning", "evo", "yummy", "journey")


def line(lines: Any, label: str) -> tuple[int, ...]:
    return next(row.points for row in lines if row.label == label)


def points(slug: str, state: Any) -> tuple[int, ...]:
    """Return the points; of Journey without the points that only the end of the match brings."""
    return state.points if slug == "journey" else registry.get(slug).standing(state).totals


def steps(slug: str, seats: int, seed: str) -> Any:
    """Yield each step of a random match: the position before it, its action, the position after it,
    and the events."""
    game = registry.get(slug)
    rng = Random(seed)
    state = game.setup(game.options(), seats, seed, None)
    while movers := game.to_move(state):
        actor = rng.choice(movers)
        action = rng.choice(list(game.legal(state, actor)))
        before = game.clone(state)
        events = list[Event]()
        game.apply(state, actor, action, events.append)
        yield before, action, state, events


@pytest.mark.parametrize("slug", GAMES)
def test_all_may_know_the_forecast(slug):
    game = registry.get(slug)
    for before, _, _, _ in steps(slug, game.seats[-1], "forecast"):
        whole = game.forecast(before)
        for viewer in (0, SPECTATOR):
            assert game.forecast(game.view(before, viewer)) == whole
        for row in whole:
            assert len(row.points) == game.seats[-1]
        assert not whole or line(whole, "points now") == points(slug, before)


def test_nothing_is_forecast_while_species_are_chosen():
    game = registry.get("evo")
    between = 0
    for before, _, _, _ in steps("evo", 3, "between"):
        if isinstance(before.pending[-1], AdoptSpecies | SettlePopulation | MovePopulation):
            between += 1
            assert game.forecast(before) == ()
    assert between


ENDS: Sequence[tuple[str, type[Any], type[Event]]] = (
    ("evo", Done, Survived),
    ("journey", End, Reported),
)


@pytest.mark.parametrize(("slug", "last", "event"), ENDS)
def test_the_end_brings_what_the_forecast_said(slug, last, event):
    """Compare only ends whose last action changes nothing itself, and that bring no rewards."""
    game = registry.get(slug)
    ends = 0
    for seed in range(12):
        for before, action, after, events in steps(slug, 2, f"end {seed}"):
            is_end = isinstance(action, last) and any(
                isinstance(emitted, event) for emitted in events
            )
            if is_end and not any(isinstance(event, Awarded) for event in events):
                ends += 1
                then = line(game.forecast(before), "points then")
                assert then == points(slug, after)
    assert ends


def test_food_without_eating_is_what_feeds_those_who_eat_nobody():
    fed = 0
    for before, action, _, events in steps("darwinning", 3, "fed"):
        if isinstance(action, Keep) and not any(isinstance(e, Eaten | Shared) for e in events):
            words = registry.get("darwinning").forecast(before)
            for event in events:
                if isinstance(event, Fed):
                    fed += 1
                    assert (
                        event.home + event.extra == line(words, "food without eating")[event.seat]
                    )
                    then = line(words, "population without eating")[event.seat]
                    assert event.needed + event.change == then
    assert fed
