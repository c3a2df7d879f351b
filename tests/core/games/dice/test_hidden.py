"""A seat sees all that the rules show it, and nothing that they hide."""

import pytest
from core.twins import checked_twins

from darwin_core.contract.game import HIDDEN, NOTHING, SPECTATOR
from darwin_core.games.dice import GAME
from darwin_core.games.dice.acts import Play
from darwin_core.lab.play import Case, positions

from .positions import cards, position
from .twin import twin


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_view_hides_what_the_rules_page_lists_and_nothing_else(viewer):
    for _, state in positions(Case(GAME, 2, "hidden")):
        view = GAME.view(state, viewer)
        assert set(view.deck) <= {HIDDEN}
        assert len(view.deck) == len(state.deck)
        for seat in (0, 1):
            size = sum(state.hands[seat].values())
            unseen = {HIDDEN: size} if size else {}
            assert view.hands[seat] == (state.hands[seat] if seat == viewer else unseen)
            laid = state.chosen[seat]
            seen = laid if seat == viewer or laid == NOTHING else HIDDEN
            assert view.chosen[seat] == seen
        assert view.rolls[: state.turn + 1] == state.rolls[: state.turn + 1]
        assert set(view.rolls[state.turn + 1 :]) <= {HIDDEN}
        for name in ("turn", "waiting", "darwin", "middle", "taken", "out", "scores", "options"):
            assert getattr(view, name) == getattr(state, name)


def test_in_the_last_round_of_two_the_other_hand_follows_by_elimination():
    state = position("fight blue 1", "B2 B3", "L4 C", rounds_left=0)
    drawn = GAME.determinize(GAME.view(state, 0), bytes(16))
    assert drawn.hands == state.hands


def test_a_drawn_deal_spreads_the_unseen_cards_over_all_hidden_places():
    state = position("fight blue 1", "B2", "L4", "C", turns_left=3)
    view = GAME.view(state, 0)
    drawn = [GAME.determinize(view, bytes([n] * 16)) for n in range(50)]
    for part in ("deck", "hands", "rolls"):
        assert len({str(getattr(state, part)) for state in drawn}) > 40


def test_the_twin_is_what_it_claims_to_be():
    state = position("fight blue 1", "B2", "L4", "C", turns_left=3)
    GAME.apply(state, 1, Play(*cards("L4")), None)
    hidden = {"deck", "hands", "chosen", "rolls", "chance"}
    twins = checked_twins(Case(GAME, 3, "claims"), twin, state, 0, hidden)
    assert all(other.hands[0] == state.hands[0] for other in twins)
