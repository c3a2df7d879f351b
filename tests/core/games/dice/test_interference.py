"""A seat learns nothing that the rules hide from it, and the suite catches planted leaks."""

from dataclasses import replace
from itertools import count

import msgspec
import pytest
import sampling
from core.leaks import first, shows, shows_events, shows_right_hand

from darwin_core.game import HIDDEN, NOTHING, SPECTATOR
from darwin_core.games.dice import GAME
from darwin_core.games.dice.actions import Play
from darwin_core.games.dice.events import Chose, Revealed, Rolled, RoundBegan
from darwin_core.testing.interference import check_interference
from darwin_core.testing.play import Case, positions
from darwin_core.testing.states import check_determinize, check_legal, check_views

from .positions import cards, position
from .twin import twin

PAIRS = 2_000


def cases(game, seats):
    return (Case(game, seats, f"twins {seed}") for seed in count())


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_hidden_makes_no_difference(seats):
    pairs, some = sampling.twins(PAIRS, cases(GAME, seats))
    tally = check_interference(some, twin, pairs, secret=(Play,))
    assert tally.different == pairs
    assert tally.quiet > pairs // 3


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_hidden_makes_no_difference_for_long(seats):
    check_interference(cases(GAME, seats), twin, 100_000, secret=(Play,))


def shows_next_roll(state, viewer):
    """Return a view that shows the dice of the next turn."""
    view = GAME.view(state, viewer)
    shown = state.turn + 2
    view.rolls = state.rolls[:shown] + view.rolls[shown:]
    return view


def shows_high_choices(event, viewer):
    """Show a little of each choice to all viewers."""
    if isinstance(event, Chose) and event.seat != viewer:
        return Chose(event.seat, HIDDEN) if event.card > 16 else None
    return GAME.redact(event, viewer)


VIEW_LEAKS = [shows_next_roll, shows(GAME, "chosen"), shows_right_hand(GAME)]
EVENT_LEAKS = [shows_events(GAME, Chose), shows_high_choices, shows_events(GAME, RoundBegan)]


@pytest.mark.parametrize(
    "leak", [*VIEW_LEAKS, shows(GAME, "deck", first)], ids=lambda leak: leak.__name__
)
def test_a_leak_planted_in_view_is_caught(leak):
    with pytest.raises(AssertionError, match=r"^dice with 3 seats, .* can tell by its view"):
        check_interference(cases(replace(GAME, view=leak), 3), twin, PAIRS)


@pytest.mark.parametrize("leak", EVENT_LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_planted_in_redact_is_caught(leak):
    with pytest.raises(AssertionError, match="can tell by what is shown"):
        check_interference(cases(replace(GAME, redact=leak), 2), twin, PAIRS, secret=(Play,))


def test_a_leak_planted_in_legal_is_caught():
    def legal(state, seat):
        plays = GAME.legal(state, seat)
        return plays[1:] if len(plays) > 1 and state.deck[:1] == b"\0" else plays

    with pytest.raises(AssertionError, match="can tell by what it may do"):
        check_interference(cases(replace(GAME, legal=legal), 2), twin, 20_000)


@pytest.mark.parametrize("kinds", [(Revealed,), (Revealed, Rolled, RoundBegan)], ids=len)
def test_an_event_that_wrongly_claims_to_reveal_nothing_is_caught(kinds, monkeypatch):
    for kind in kinds:
        monkeypatch.setattr(kind, "reveals", False)
    with pytest.raises(AssertionError, match=r"viewer \d+ can tell by"):
        check_interference(cases(GAME, 2), twin, PAIRS, secret=(Play,))


@pytest.mark.parametrize("leak", VIEW_LEAKS, ids=lambda leak: leak.__name__)
def test_a_proof_by_determinize_alone_would_pass_a_leak_in_view(leak):
    leaky = replace(GAME, view=leak, guess=None)
    for law in (check_views, check_legal, check_determinize):
        law(Case(leaky, 3, "blind"))

    def drawn(state, viewer, rng):
        return leaky.determinize(leaky.view(state, viewer), rng.randbytes(16))

    check_interference(cases(leaky, 3), drawn, 500)


@pytest.mark.parametrize("leak", EVENT_LEAKS, ids=lambda leak: leak.__name__)
def test_a_proof_by_determinize_alone_would_pass_a_leak_in_redact(leak):
    check_determinize(Case(replace(GAME, redact=leak), 3, "blind"))


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
    rng = Case(GAME, 3, "claims").rng("twin")
    twins = [twin(state, 0, rng) for _ in range(100)]
    for other in twins:
        assert GAME.problems(other) == []
        assert other.hands[0] == state.hands[0]
        public = ("turn", "waiting", "darwin", "middle", "taken", "out", "scores", "options")
        assert all(getattr(other, name) == getattr(state, name) for name in public)
    for name in ("deck", "hands", "chosen", "rolls", "chance"):
        assert len({msgspec.json.encode(getattr(other, name)) for other in twins}) > 10
