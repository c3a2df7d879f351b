"""A seat learns nothing that the rules hide from it, and the suite catches planted leaks."""

from dataclasses import replace
from itertools import count, cycle

import msgspec
import pytest
import sampling
from core.leaks import first, shows, shows_events, shows_right_hand

from darwin_core.game import HIDDEN, SPECTATOR
from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.actions import Hold, Play
from darwin_core.games.darwinning.events import AllKept, Chosen, Drawn, EraBegan, Played, Reshuffled
from darwin_core.games.darwinning.state import EMPTY
from darwin_core.testing.interference import check_interference
from darwin_core.testing.play import Case, positions, variants
from darwin_core.testing.states import check_determinize, check_legal, check_views

from .positions import doing, keeping
from .twin import twin

PAIRS = 2_000
SECRET = (Hold, Play)
"""Actions whose list is hidden. Cards kept are never shown. A play is shown by its event, but the
list of possible plays is not."""


def cases(game, seats):
    return (
        Case(game, seats, f"twins {seed}", options)
        for seed, options in zip(count(), cycle(variants(game)), strict=False)
    )


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_hidden_makes_no_difference(seats):
    pairs, some = sampling.twins(PAIRS, cases(GAME, seats))
    tally = check_interference(some, twin, pairs, SECRET)
    assert tally.different > 0.9 * pairs
    assert tally.quiet > pairs // 10


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_hidden_makes_no_difference_for_long(seats):
    check_interference(cases(GAME, seats), twin, 100_000, SECRET)


def shows_keep_counts(state, viewer):
    """Return a view that shows only the number of cards kept."""
    view = GAME.view(state, viewer)
    view.kept = [
        cards if seat == viewer or cards == EMPTY else bytes([HIDDEN] * len(cards))
        for seat, cards in enumerate(state.kept)
    ]
    return view


def shows_large_keeps(event, viewer):
    """Show a little of the cards kept to all viewers."""
    if isinstance(event, Chosen) and event.seat != viewer:
        return Chosen(event.seat, b"") if len(event.cards) > 1 else None
    return GAME.redact(event, viewer)


BLIND = [shows_right_hand(GAME), shows(GAME, "buried")]
"""Leaks that no law but interference finds."""
VIEW_LEAKS = [shows(GAME, "kept"), shows_keep_counts, shows(GAME, "deck", first), *BLIND]
EVENT_LEAKS = [shows_events(GAME, Chosen), shows_large_keeps]


@pytest.mark.parametrize("leak", VIEW_LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_planted_in_view_is_caught(leak):
    with pytest.raises(AssertionError, match=r"^darwinning with 3 seats, .* can tell by its view"):
        check_interference(cases(replace(GAME, view=leak), 3), twin, 2 * PAIRS, SECRET)


@pytest.mark.parametrize("leak", EVENT_LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_planted_in_redact_is_caught(leak):
    with pytest.raises(AssertionError, match="can tell by what is shown"):
        check_interference(cases(replace(GAME, redact=leak), 3), twin, 2 * PAIRS, SECRET)


def test_a_leak_planted_in_legal_is_caught():
    def legal(state, seat):
        plays = GAME.legal(state, seat)
        return plays[1:] if len(plays) > 1 and state.deck[:1] < b"\x03" else plays

    with pytest.raises(AssertionError, match="can tell by what it may do"):
        check_interference(cases(replace(GAME, legal=legal), 3), twin, 2 * PAIRS)


@pytest.mark.parametrize("kind", [Played, AllKept, EraBegan, Drawn], ids=lambda kind: kind.__name__)
def test_an_event_that_wrongly_claims_to_reveal_nothing_is_caught(kind, monkeypatch):
    claimants = (AllKept,) if kind is AllKept else (kind, Reshuffled)
    for each in claimants:
        monkeypatch.setattr(each, "reveals", False)
    with pytest.raises(AssertionError, match=r"viewer \d+ can tell by"):
        check_interference(cases(GAME, 3), twin, 4 * PAIRS, SECRET)


@pytest.mark.parametrize("leak", BLIND, ids=lambda leak: leak.__name__)
def test_a_proof_by_determinize_alone_would_pass_a_leak_in_view(leak):
    leaky = replace(GAME, view=leak)
    for law in (check_views, check_legal, check_determinize):
        law(Case(leaky, 3, "blind"))


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
    rng = Case(GAME, 3, "claims").rng("twin")
    twins = [twin(state, 0, rng) for _ in range(100)]
    hidden = {"chance", "deck", "hands", "buried", "kept"}
    for other in twins:
        assert GAME.problems(other) == []
        assert other.hands[0] == state.hands[0]
        assert all(
            getattr(other, n) == getattr(state, n) for n in {*state.__struct_fields__} - hidden
        )
    for name in hidden:
        assert len({msgspec.json.encode(getattr(other, name)) for other in twins}) > 10, name
