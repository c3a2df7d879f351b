"""A seat sees all that the rules show it, and nothing that they hide."""

import pytest
from core.twins import checked_twins

from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import HIDDEN, NOTHING, SPECTATOR
from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import Dealt, Kept, Passed
from darwin_core.lab.play import Case, positions

from .twin import twin


def test_each_sees_its_own_hand_and_others_only_how_many_cards():
    hands = (bytes([0, 1]), bytes([2, 3]))
    backs = bytes([HIDDEN] * 2)
    order = bytes([0, 1])
    assert GAME.redact(Dealt(order, hands), 1) == Dealt(order, (backs, hands[1]))
    assert GAME.redact(Passed(hands), 0) == Passed((hands[0], backs))
    assert GAME.redact(Passed(hands), SPECTATOR) == Passed((backs, backs))
    assert GAME.redact(Kept(0, 5), 1) == Kept(0, HIDDEN)


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_a_view_hides_what_the_rules_page_lists_and_nothing_else(viewer):
    drafted = {"hands", "crew", "seen", "picked"}
    for _, state in positions(Case(GAME, 3, "hidden")):
        view = GAME.view(state, viewer)
        assert view.chance == b""
        is_draft = any(state.hands)
        for name in {*state.__struct_fields__} - {"chance"}:
            if not is_draft or name not in drafted:
                assert getattr(view, name) == getattr(state, name)
        if not is_draft:
            continue
        for name in ("hands", "crew"):
            for seat, cards in enumerate(getattr(state, name)):
                unseen = bytes([HIDDEN] * len(cards))
                assert getattr(view, name)[seat] == (cards if seat == viewer else unseen)
        for seat, card in enumerate(state.picked):
            is_open = seat == viewer or card == NOTHING
            assert view.picked[seat] == (card if is_open else HIDDEN)


def drafted(seats, seed):
    """Return a state in which everybody has kept two cards."""
    state = GAME.setup(GAME.options(), seats, seed, None)
    for _ in range(2 * seats):
        seat = GAME.to_move(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[0], None)
    return state


def test_with_two_players_a_hand_that_comes_back_shows_what_the_other_kept():
    for seed in map(str, range(20)):
        state = drafted(2, seed)
        view = GAME.view(state, 0)
        for number in range(20):
            drawn = GAME.determinize(view, from_seed(str(number)))
            # The other's second card came from the hand that seat 0 had first.
            assert drawn.crew[1][1] == state.crew[1][1]
            assert drawn.hands[0] == state.hands[0]
        others = {GAME.determinize(view, from_seed(str(n))).crew[1][0] for n in range(40)}
        assert len(others) > 3


def test_the_twin_is_what_it_claims_to_be():
    state = drafted(3, "claims")
    hidden = {"chance", "hands", "crew", "seen"}
    twins = checked_twins(Case(GAME, 3, "claims"), twin, state, 0, hidden, {"chance"})
    for other in twins:
        assert (other.hands[0], other.crew[0], other.seen[0]) == (
            state.hands[0],
            state.crew[0],
            state.seen[0],
        )
    # Seat 0 passed on two cards, which seat 1 now holds, and before them three, of which seat 2
    # holds two. It has never seen the cards that others kept before.
    assert {other.hands[1] for other in twins} == {state.hands[1]}
    assert len({other.hands[2] for other in twins}) == 3
    assert len({other.crew[2] for other in twins}) > 5
