"""A seat learns nothing that the rules hide from it, and the suite would notice if it did."""

from dataclasses import replace
from itertools import count

import msgspec
import pytest
import sampling
from core.leaks import first, shows, shows_events, shows_right_hand

from darwin_core.game import HIDDEN, SPECTATOR
from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.actions import Ask, Discard, Give, Lay, Mark, Propose, Swap, Trump
from darwin_core.games.yummy.events import (
    Dealt,
    Discarded,
    Laid,
    Marked,
    Offered,
    Picked,
    Refilled,
    Swapped,
    Traded,
    Trumped,
    TurnBegan,
)
from darwin_core.games.yummy.state import Answer, Offer
from darwin_core.lexicon import Lexicon
from darwin_core.testing.interference import check_interference
from darwin_core.testing.play import Case, positions

from .positions import table
from .twin import twin

PAIRS = 2_000
SECRET = (Give, Ask, Propose, Lay, Trump, Mark, Swap, Discard)
"""Kinds of actions that others cannot tell apart until an event shows them.

The parts of an offer in the making are never shown. The events show the others.
"""


def cases(game, seats):
    """Return random and advised matches in turn; advised ones lay, swap and mark more."""
    return (Case(game, seats, f"twins {seed}", {}, bool(seed % 2)) for seed in count())


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


# --- leaks planted


def _sees_offers(kind):
    def leak(state, viewer):
        view = GAME.view(state, viewer)
        if state.pending and isinstance(state.pending[-1], kind):
            view.pending[-1] = state.pending[-1]
        return view

    return leak


def sees_offers_in_the_making(state, viewer):
    """Return a view that shows an offer before it is made."""
    return _sees_offers(Offer)(state, viewer)


def sees_offers_to_others(state, viewer):
    """Return a view that shows the offers of two others to each other."""
    return _sees_offers(Answer)(state, viewer)


def sees_how_far_an_offer_is(state, viewer):
    """Return a view that shows only the number of cards in an offer so far."""
    view = GAME.view(state, viewer)
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Offer) and top.seat != viewer:
        hidden = bytes([HIDDEN] * len(top.give))
        view.pending[-1] = msgspec.structs.replace(top, give=hidden, ask=b"\xff")
    return view


def shows_number_picked(event, viewer):
    """Show everybody the number of cards in an offer so far."""
    if isinstance(event, Picked) and event.seat != viewer:
        return Picked(event.seat, b"\xff" * len(event.give), b"")
    return GAME.redact(event, viewer)


VIEW_LEAKS = [
    shows(GAME, "deck", first),
    shows_right_hand(GAME),
    shows(GAME, "seen"),
    sees_offers_in_the_making,
    sees_offers_to_others,
    sees_how_far_an_offer_is,
]


@pytest.mark.parametrize("leak", VIEW_LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_planted_in_view_is_caught(leak):
    with pytest.raises(AssertionError, match=r"^yummy with 3 seats, .* can tell by its view"):
        check_interference(cases(replace(GAME, view=leak), 3), twin, 2 * PAIRS, SECRET)


@pytest.mark.parametrize(
    "leak", [shows_events(GAME, Picked), shows_number_picked], ids=lambda leak: leak.__name__
)
def test_a_leak_planted_in_redact_is_caught(leak):
    with pytest.raises(AssertionError, match="can tell by what is shown"):
        check_interference(cases(replace(GAME, redact=leak), 3), twin, 2 * PAIRS, SECRET)


@pytest.mark.parametrize("kind", [TurnBegan, Refilled], ids=lambda k: k.__name__)
def test_what_is_drawn_is_shown_to_nobody_else(kind):
    """These events reveal something, so state and twin may diverge. But then the viewer would see
    the same view and get another event."""
    leaky = replace(GAME, redact=shows_events(GAME, kind))
    with pytest.raises(AssertionError, match="can tell by what is shown"):
        check_interference(cases(leaky, 3), twin, 4 * PAIRS, SECRET)


def test_a_leak_planted_in_legal_is_caught():
    def legal(state, seat):
        """Return the legal actions without the question where the hand could not accept."""
        actions = GAME.legal(state, seat)
        top = state.pending[-1] if state.pending else None
        if isinstance(top, Offer) and not any(
            label in state.hands[top.partner] for label in top.ask
        ):
            return [each for each in actions if not isinstance(each, Propose)] or actions
        return actions

    with pytest.raises(AssertionError, match="can tell by what it may do"):
        check_interference(cases(replace(GAME, legal=legal), 3), twin, 4 * PAIRS)


REVEALING = [TurnBegan, Laid, Offered, Discarded]


@pytest.mark.parametrize("kind", REVEALING, ids=lambda kind: kind.__name__)
def test_an_event_that_wrongly_claims_to_reveal_nothing_is_caught(kind, monkeypatch):
    claimants = (TurnBegan, Refilled) if kind is TurnBegan else (kind,)
    for each in claimants:
        monkeypatch.setattr(each, "reveals", False)
    with pytest.raises(AssertionError, match=r"viewer \d+ can tell by"):
        check_interference(cases(GAME, 3), twin, 8 * PAIRS, SECRET)


def test_the_events_that_reveal_are_those_that_show_a_hand_or_the_deck():
    shown = {Dealt, TurnBegan, Laid, Trumped, Marked, Swapped, Offered, Traded, Refilled, Discarded}
    assert {kind for kind in GAME.events if kind.reveals} == shown


# --- exactly the hidden parts


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_a_view_hides_what_the_rules_page_lists_and_nothing_else(viewer):
    for _, whole in positions(Case(GAME, 3, "hidden")):
        view = GAME.view(whole, viewer)
        assert view.deck == bytes([HIDDEN] * len(whole.deck))
        for seat, hand in enumerate(whole.hands):
            assert view.hands[seat] == (hand if seat == viewer else bytes([HIDDEN] * len(hand)))
        hidden = {"chance", "deck", "hands", "seen", "pending"}
        for name in {*whole.__struct_fields__} - hidden:
            assert getattr(view, name) == getattr(whole, name)
        assert view.pending[:-1] == whole.pending[:-1]
        for seen, effect in zip(view.pending, whole.pending, strict=True):
            assert type(seen) is type(effect)
            assert seen == effect or isinstance(effect, Offer | Answer)


def offered():
    """Return two states in which seat 0 offers seat 1 two cards: before the offer is made, and
    after."""
    making = table("C1 C2", "E1", "P1").do(0, "trade 2", "give C1", "give C2", "ask E1", "ask E2")
    made = table("C1 C2", "E1", "P1").offer(0, "C1 C2", "E1 E2", to=1)
    return making.state, made.state


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_an_offer_is_unseen_until_it_is_confirmed_even_by_the_partner(viewer):
    making, _ = offered()
    top = GAME.view(making, viewer).pending[-1]
    assert isinstance(top, Offer)
    assert (top.seat, top.partner, top.give, top.ask) == (0, 1, b"\xff", b"\xff")
    assert (
        GAME.prompt(GAME.view(making, viewer), viewer, Lexicon()) == "Waiting for another player."
    )


def test_how_far_an_offer_is_does_not_show():
    for text in ("trade 2", "give C1", "ask E1", "ask E2"):
        first = table("C1 C2", "E1", "P1").do(0, "trade 2")
        position = table("C1 C2", "E1", "P1").do(0, "trade 2")
        if text != "trade 2":
            position.do(0, "give C1")
        if text == "ask E2":
            position.do(0, "ask E1")
        for viewer in (1, 2, SPECTATOR):
            assert GAME.view(position.state, viewer) == GAME.view(first.state, viewer)


def test_partners_see_the_cards_offered_and_others_how_many():
    _, made = offered()
    whole = made.pending[-1]
    assert isinstance(whole, Answer)
    for viewer in (0, 1):
        assert GAME.view(made, viewer).pending[-1] == whole
    for viewer in (2, SPECTATOR):
        top = GAME.view(made, viewer).pending[-1]
        assert isinstance(top, Answer)
        assert top.give == b"\xff\xff"
        assert top.ask == whole.ask


CARD, CARDS, PROMPTS = 3, b"\1\2", b"\5"
REDACTED = [
    (Dealt((b"\1", b"\2", b"\3"), 0), Dealt((b"\1", b"\xff", b"\xff"), 0), None),
    (TurnBegan(0, CARD, 9), TurnBegan(0, CARD, 9), TurnBegan(0, HIDDEN, 9)),
    (Refilled(0, CARDS), Refilled(0, CARDS), Refilled(0, b"\xff\xff")),
    (Picked(0, CARDS, PROMPTS), Picked(0, CARDS, PROMPTS), None),
    (Laid(0, CARDS), Laid(0, CARDS), Laid(0, CARDS)),
    (Discarded(0, CARD), Discarded(0, CARD), Discarded(0, CARD)),
    (Swapped(0, 1, 2, 3), Swapped(0, 1, 2, 3), Swapped(0, 1, 2, 3)),
]


@pytest.mark.parametrize(
    ("event", "own", "others"), REDACTED, ids=[type(e[0]).__name__ for e in REDACTED]
)
def test_what_is_drawn_or_prepared_is_shown_to_its_seat_only(event, own, others):
    assert GAME.redact(event, 0) == own
    if not isinstance(event, Dealt):
        assert {GAME.redact(event, viewer) for viewer in (1, 2, SPECTATOR)} == {others}
    else:
        assert GAME.redact(event, 2) == Dealt((b"\xff", b"\xff", b"\3"), 0)
        assert GAME.redact(event, SPECTATOR) == Dealt((b"\xff",) * 3, 0)


@pytest.mark.parametrize("kind", [Offered, Traded], ids=lambda kind: kind.__name__)
def test_what_is_offered_and_given_is_shown_to_the_two_partners_only(kind):
    event = kind(0, 1, CARDS, PROMPTS)
    assert GAME.redact(event, 0) == GAME.redact(event, 1) == event
    blank = kind(0, 1, b"\xff\xff", PROMPTS)
    assert GAME.redact(event, 2) == GAME.redact(event, SPECTATOR) == blank


# --- drawn states and the twin


def test_a_drawn_deal_spreads_the_unseen_cards_over_all_hidden_places():
    whole = table("C1", "E1 E2", "P1 P2 P3", seen={(0, 2): "P2"}).state
    view = GAME.view(whole, 0)
    drawn = [GAME.determinize(view, bytes([n] * 16)) for n in range(50)]
    assert len({each.deck for each in drawn}) == 50
    for seat in (1, 2):
        assert len({each.hands[seat] for each in drawn}) > 30
    assert all(whole.seen[2][0] in each.hands[2] for each in drawn)


def test_a_drawn_offer_may_be_any_cards_of_its_giver():
    _, made = offered()
    view = GAME.view(made, 2)
    gives = []
    for number in range(50):
        effect = GAME.determinize(view, bytes([number] * 16)).pending[-1]
        assert isinstance(effect, Answer)
        gives.append(effect.give)
    assert len(set(gives)) > 20
    assert all(len(give) == 2 for give in gives)


@pytest.mark.parametrize("is_made", [False, True])
def test_the_twin_is_what_it_claims_to_be(is_made):
    whole = offered()[is_made]
    whole.seen[2 * 3 + 0] = b"\0"
    rng = Case(GAME, 3, "claims").rng("twin")
    twins = [twin(whole, 2, rng) for _ in range(100)]
    hidden = {"chance", "deck", "hands", "seen", "pending"}
    for other in twins:
        assert GAME.problems(other) == []
        assert other.hands[2] == whole.hands[2]
        assert other.seen[6:] == whole.seen[6:]
        assert 0 in other.hands[0], "the viewer remembers that card"
        assert all(
            getattr(other, n) == getattr(whole, n) for n in {*whole.__struct_fields__} - hidden
        )
    for name in hidden:
        assert len({msgspec.json.encode(getattr(other, name)) for other in twins}) > 10, name
