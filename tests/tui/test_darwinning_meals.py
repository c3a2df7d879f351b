"""Dashed lines on the food chain of Darwinning!: who could eat whom."""

import pytest
from tui.darwinning_scenes import GAME, whole_match
from tui.scenes import asking, chooser_in, drawn, rows, scene

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.darwinning.acts import Climb, Gain
from darwin_core.games.darwinning.material import EatSpecies, Improve, PlayCards
from darwin_core.games.darwinning.species import all_traits
from darwin_tui.boards.darwinning.chain import CLIMB, beings_after_selection, possible_meals
from darwin_tui.drawing.canvas import SEAT_MARKS

LOW, PICTURE = (80, 21), (120, 37)
"""Sizes of boards with one rail and with two."""


def dashes_of(drawing, size):
    """Return the number of dashes and arrowheads on the food chain, without the heading's arrow."""
    lines = rows(drawing)[1:14] if size == PICTURE else rows(drawing)[2:4]
    return sum(line.count(sign) for line in lines for sign in "┄▼◀▶") - (
        "eats the lower ▶" in lines[0]
    )


@pytest.mark.parametrize("size", [LOW, PICTURE], ids=str)
def test_dashed_lines_show_who_could_eat_whom_while_cards_are_selected(size):
    match = whole_match(4)
    seen = 0
    for position in range(0, len(match.history), 3):
        state = match.state_at(position)
        if not (state.pending and isinstance(state.pending[-1], PlayCards)):
            continue
        seat = state.pending[-1].seat
        now = asking(match, seat, position)
        card = min(element for element in now.selectable if element[0] == "card")
        up = scene(match, seat, position, chooser=chooser_in(now).select(card))
        meals = [seat in (eater, eaten) for eater, eaten in possible_meals(up)]
        assert all(meals)
        before, after = (dashes_of(drawn(moment, size), size) for moment in (now, up))
        # In low terminals the names may leave no room for dashes.
        assert (after > before) == bool(meals) or (size == LOW and after == before)
        watched = scene(match, SPECTATOR, position)
        assert not possible_meals(watched)
        seen += bool(meals)
    assert seen


def test_a_species_that_eats_sees_what_it_may_still_eat():
    match = whole_match(4)
    seen = 0
    for position in range(len(match.history)):
        state = match.state_at(position)
        if not (state.pending and isinstance(state.pending[-1], EatSpecies)):
            continue
        seat = state.pending[-1].seat
        now = asking(match, seat, position)
        prey = [number for kind, number in now.selectable if kind == "species"]
        assert sorted(possible_meals(now)) == [(seat, being) for being in sorted(prey)]
        lines = rows(drawn(now, PICTURE))
        top = next(y for y, line in enumerate(lines) if "who eats whom" in line)
        own_line = next(line for line in lines[top + 1 :] if SEAT_MARKS[seat] in line)
        assert ("may eat" in own_line) == bool(prey)
        assert "eats the" in own_line or ("┄" in own_line) == bool(prey)
        seen += bool(prey)
    assert seen


@pytest.mark.parametrize(("kind", "on"), [(Climb, ("use", CLIMB)), (Gain, ("space", 0))])
def test_dashed_lines_are_those_of_the_use_that_is_chosen(kind, on):
    match = whole_match(4)
    seen = 0
    for position in range(len(match.history)):
        state = match.state_at(position)
        if not (state.pending and isinstance(state.pending[-1], Improve)):
            continue
        seat = state.pending[-1].seat
        for action in chooser_in(asking(match, seat, position)).actions:
            if not isinstance(action, kind) or getattr(action, "space", 0) != 0:
                continue
            after = GAME.clone(state)
            GAME.apply(after, seat, action, None)
            chosen = chooser_in(asking(match, seat, position)).select(("card", action.card))
            now = scene(match, seat, position, chooser=chosen, cursor=on)
            places, sets = beings_after_selection(now)
            assert places == list(after.places)
            assert all_traits(after)[seat] == sets[seat]
            seen += 1
    assert seen
