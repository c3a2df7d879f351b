"""A seat sees all that the rules show it, and nothing that they hide."""

import pytest
from core.twins import checked_twins

from darwin_core.contract.game import HIDDEN, SPECTATOR
from darwin_core.games.yummy import GAME, acts
from darwin_core.games.yummy.material import Answer, Move, Offer
from darwin_core.lab.play import Case, positions
from darwin_core.text.seat_names import SeatNames

from .positions import table
from .twin import twin


def test_the_events_that_reveal_are_those_that_show_a_hand_or_the_deck():
    shown = {
        acts.Dealt,
        acts.TurnBegan,
        acts.Laid,
        acts.Trumped,
        acts.Marked,
        acts.Swapped,
        acts.Offered,
        acts.Traded,
        acts.Refilled,
        acts.Discarded,
    }
    assert {kind for kind in GAME.events if kind.reveals is True} == shown


# --- exactly the hidden parts


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_a_view_hides_what_the_rules_page_lists_and_nothing_else(viewer):
    for _, whole in positions(Case(GAME, 3, "hidden")):
        view = GAME.view(whole, viewer)
        assert view.deck == bytes([HIDDEN] * len(whole.deck))
        for seat, hand in enumerate(whole.hands):
            assert view.hands[seat] == (hand if seat == viewer else bytes([HIDDEN] * len(hand)))
        hidden = {"chance", "deck", "hands", "seen", "openings", "pending"}
        for name in {*whole.__struct_fields__} - hidden:
            assert getattr(view, name) == getattr(whole, name)
        top = whole.pending[-1] if whole.pending else None
        if isinstance(top, Offer) and not top.is_counter and top.seat != viewer:
            assert view.openings == whole.openings[:-1]
            assert view.pending == whole.pending[:-1] == [Move(top.seat)]
            continue
        assert view.openings == whole.openings
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
    assert GAME.view(making, viewer).pending == [Move(0)]
    assert (
        GAME.texts.prompt(GAME.view(making, viewer), viewer, SeatNames())
        == "Waiting for another player."
    )


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_a_counter_offer_is_known_to_follow_and_its_cards_are_not(viewer):
    _, made = offered()
    GAME.apply(made, 1, acts.COUNTER, None)
    GAME.apply(made, 1, GAME.legal(made, 1)[0], None)
    top = GAME.view(made, viewer).pending[-1]
    assert top == Offer(1, 0, True, b"\xff", b"\xff")


def test_how_far_an_offer_is_does_not_show():
    for text in ("trade 2", "give C1", "ask E1", "ask E2"):
        first = table("C1 C2", "E1", "P1")
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


CARD = 3
CARDS = b"\1\2"
PROMPTS = b"\5"
REDACTED = [
    (acts.Dealt((b"\1", b"\2", b"\3"), 0), acts.Dealt((b"\1", b"\xff", b"\xff"), 0), None),
    (acts.TurnBegan(0, CARD, 9), acts.TurnBegan(0, CARD, 9), acts.TurnBegan(0, HIDDEN, 9)),
    (acts.Refilled(0, CARDS), acts.Refilled(0, CARDS), acts.Refilled(0, b"\xff\xff")),
    (acts.Picked(0, CARDS, PROMPTS), acts.Picked(0, CARDS, PROMPTS), None),
    (acts.TradeOpened(0, 1), acts.TradeOpened(0, 1), None),
    (acts.Laid(0, CARDS), acts.Laid(0, CARDS), acts.Laid(0, CARDS)),
    (acts.Discarded(0, CARD), acts.Discarded(0, CARD), acts.Discarded(0, CARD)),
    (acts.Swapped(0, 1, 2, 3), acts.Swapped(0, 1, 2, 3), acts.Swapped(0, 1, 2, 3)),
]


@pytest.mark.parametrize(
    ("event", "own", "others"), REDACTED, ids=[type(e[0]).__name__ for e in REDACTED]
)
def test_what_is_drawn_or_prepared_is_shown_to_its_seat_only(event, own, others):
    assert GAME.redact(event, 0) == own
    if not isinstance(event, acts.Dealt):
        assert {GAME.redact(event, viewer) for viewer in (1, 2, SPECTATOR)} == {others}
    else:
        assert GAME.redact(event, 2) == acts.Dealt((b"\xff", b"\xff", b"\3"), 0)
        assert GAME.redact(event, SPECTATOR) == acts.Dealt((b"\xff",) * 3, 0)


@pytest.mark.parametrize("kind", [acts.Offered, acts.Traded], ids=lambda kind: kind.__name__)
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
    assert len({world.deck for world in drawn}) == 50
    for seat in (1, 2):
        assert len({world.hands[seat] for world in drawn}) > 30
    assert all(whole.seen[2][0] in world.hands[2] for world in drawn)


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
    varied = {"chance", "deck", "hands", "seen", "pending"}
    hidden = varied if is_made else {*varied, "openings"}
    twins = checked_twins(Case(GAME, 3, "claims"), twin, whole, 2, hidden, varied)
    for other in twins:
        assert other.hands[2] == whole.hands[2]
        assert other.seen[6:] == whole.seen[6:]
        assert 0 in other.hands[0], "the viewer remembers that card"
    assert len({other.openings for other in twins}) == (1 if is_made else 3)
