"""A seat sees all that the rules show it, and nothing that they hide."""

import pytest
from core.twins import checked_twins

from darwin_core.contract.game import HIDDEN, SPECTATOR
from darwin_core.games.darwinning import GAME
from darwin_core.lab.play import Case, positions

from .positions import doing, keeping
from .twin import twin


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_a_view_hides_what_the_rules_page_lists_and_nothing_else(viewer):
    for _, state in positions(Case(GAME, 3, "hidden")):
        view = GAME.view(state, viewer)
        assert view.deck == bytes([HIDDEN] * len(state.deck))
        for name in ("hands", "buried"):
            for seat, row in enumerate(getattr(state, name)):
                unseen = bytes([HIDDEN] * len(row))
                assert getattr(view, name)[seat] == (row if seat == viewer else unseen)
        hidden = {"chance", "deck", "hands", "buried", "kept"}
        for name in {*state.__struct_fields__} - hidden:
            assert getattr(view, name) == getattr(state, name)


def test_a_drawn_deal_spreads_the_unseen_cards_over_all_hidden_places():
    state = doing("turtle", "bat", "bird", hands=("A1", "B1 B2", "F1 F2 F3"), pending=[]).state
    view = GAME.view(state, 0)
    drawn = [GAME.determinize(view, bytes([n] * 16)) for n in range(50)]
    for part in ("deck", "hands"):
        assert len({str(getattr(state, part)) for state in drawn}) > 40


def test_a_drawn_choice_may_be_any_number_of_cards():
    state = keeping("turtle", "bat", "bird", hands=("A1", "B1 B2 B3", "F1"), era=1).do(1, "keep B1")
    view = GAME.view(state.state, 0)
    drawn = [GAME.determinize(view, bytes([n] * 16)) for n in range(50)]
    assert {len(state.kept[1]) for state in drawn} == {0, 1, 2}
    assert all(GAME.view(state, 0) == view for state in drawn)


def test_the_twin_is_what_it_claims_to_be():
    where = {"buried": ("", "F9 F10", ""), "era": 1}
    table = keeping("turtle", "bat", "bird", hands=("A1 A2", "B1 B2 B3", "F1 F2"), **where)
    state = table.do(1, "keep B1").state
    hidden = {"chance", "deck", "hands", "buried", "kept"}
    twins = checked_twins(Case(GAME, 3, "claims"), twin, state, 0, hidden)
    assert all(other.hands[0] == state.hands[0] for other in twins)
