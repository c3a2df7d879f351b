"""Consistency checks of a state: cards, markers, trait spaces and hands agree with the box."""

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning.boards import TWO
from darwin_core.games.darwinning.components import (
    BOX,
    DISPLAY,
    ENVIRONMENTS,
    HAND,
    JOKER,
    LENGTHS,
    SPACES,
    SPECIES,
    TRACK,
)
from darwin_core.games.darwinning.effects import Keep
from darwin_core.games.darwinning.rules import legal, to_move
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.view import known_cards


def problems(state: DarwinningState) -> list[str]:
    """Return the inconsistencies of a state: lost cards, markers on one space, wrong hands."""
    seats = len(state.hands)
    found: list[str] = []
    rows = (
        state.buried,
        state.kept,
        state.population,
        state.bites,
        state.climbed,
        state.grown,
        state.adapted,
        state.traits,
        state.played,
        state.used,
    )
    dummies = 1 if seats == TWO else 0
    if not TWO <= seats <= 6 or any(len(row) != seats for row in rows):
        return ["the seats do not agree"]
    if len(state.species) != seats or len(state.places) != seats + dummies:
        return ["the seats do not agree"]
    if sorted(known_cards(state)) != sorted(BOX):
        found.append("the cards are not the 92 of the box")
    if len({*state.species}) < seats or any(kind >= len(SPECIES) for kind in state.species):
        found.append("two species are the same, or there is no such species")
    if len({*state.places}) < len(state.places):
        found.append("two markers are on one space of the food chain")
    if any(not 1 <= place <= TRACK.spaces for place in state.places):
        found.append("a marker is beyond the food chain")
    if any(number < 0 for number in (*state.population, *state.bites)):
        found.append("a population or bites are negative")
    if any(len(row) != SPACES for row in state.traits):
        found.append("a board does not have its five trait spaces")
    if any(list(hand) != sorted(hand) or len(hand) > HAND for hand in state.hands):
        found.append("a hand is not in order, or too large")
    if any(card != NOTHING and card >= JOKER for row in state.traits for card in row):
        found.append("a joker is on a trait space")
    if not 1 <= state.era <= state.options.eras:
        return [*found, "the era is out of range"]
    if len(state.environments) != LENGTHS[state.options.eras][state.era - 1]:
        found.append("the environments are not as many as the era has")
    if any(place >= len(ENVIRONMENTS) for place in state.environments):
        found.append("there is no such environment")
    if len({*state.environments}) < len(state.environments):
        found.append("an environment is on the table twice")
    if len(state.display) != (DISPLAY if seats == TWO else 0):
        found.append("the display is too small or too large")
    if state.leader != NOTHING and state.leader >= seats:
        return [*found, "nobody leads, or somebody who is not there"]
    if state.best != NOTHING and (state.best >= seats or not state.played[state.best]):
        return [*found, "the strongest in the trick is somebody who has not played"]
    return found + _undecided(state)


def _undecided(state: DarwinningState) -> list[str]:
    """Return a problem if no seat can decide the topmost effect."""
    if not state.pending:
        return []
    top = state.pending[-1]
    if not isinstance(top, Keep) and not 0 <= getattr(top, "seat", NOTHING) < len(state.hands):
        return ["nobody has to choose, or somebody who is not there"]
    movers = to_move(state)
    if not movers:
        return ["nobody has to choose"]
    if not all(legal(state, seat) for seat in movers):
        return ["there is nothing to choose"]
    return []
