"""Memories of each other's hands: cards seen, as long as they must be there."""

from itertools import count, islice

import pytest
import sampling

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.material import Answer
from darwin_core.lab.play import Case, moments

from .oracle import Memory
from .positions import cards, table

W = SPECTATOR


def swapped(**where):
    """Return a position in which seat 1 has openly taken a joker."""
    position = table("C3", "E1 C1", "P1", fields=[["E1 E1 EJ"]], turn=1, **where)
    return position.do(1, "swap E1 1.1")


def test_a_joker_that_was_swapped_is_known_to_all_but_its_holder():
    position = swapped()
    assert [position.knows(viewer, 1) for viewer in (0, 1, 2, W)] == ["EJ", "", "EJ", "EJ"]


def test_cards_that_are_drawn_are_known_to_nobody():
    position = swapped().do(1, "end")
    assert [position.knows(viewer, 1) for viewer in (0, 1, 2, W)] == ["EJ", "", "EJ", "EJ"]
    assert position.knows(0, 2) == ""


def test_what_leaves_a_hand_openly_is_forgotten():
    position = table("", "E4 E5 EJ", "", turn=1, seen={(0, 1): "E5 EJ", (3, 1): "EJ", (2, 1): "EJ"})
    position.do(1, "E4 E5 EJ")
    assert {position.knows(viewer, 1) for viewer in (0, 2, W)} == {""}


@pytest.mark.parametrize(
    ("code", "text", "where"),
    [
        ("EA1", "trump EA1 1.1", {"fields": [["C1 C2 C3"]]}),
        ("CA1", "mark CA1 1.1", {"fields": [["U1 U2 U3"]]}),
        ("E1", "swap E1 1.1", {"fields": [["E1 E1 EJ"]]}),
    ],
)
def test_every_card_that_is_played_is_forgotten(code, text, where):
    position = table("", f"{code} P1", turn=1, seen={(0, 1): f"{code} P1", (2, 1): code}, **where)
    position.do(1, text)
    left = "P1 EJ" if code == "E1" else "P1"
    assert set(position.knows(0, 1).split()) == set(left.split())
    assert code not in position.knows(W, 1)


def test_a_discarded_card_is_forgotten():
    position = table("C1 C1 C2 C3 E1 P1 T1", "", seen={(1, 0): "C1 C1 T1"})
    position.do(0, "end", "discard C1")
    assert position.knows(1, 0) == "C1 T1"


def test_one_of_two_leaves_the_other_known():
    position = table("C1 C1 C2 C3 E1 P1 T1", "", seen={(1, 0): "C1"}).do(0, "end", "discard C1")
    assert position.knows(1, 0) == "", "the one seen may be the one that went"


def test_what_an_offer_would_give_is_seen_by_the_partner_only_even_if_declined():
    position = table("C1 C2", "E1", "").offer(0, "C1 C2", "P1", to=1)
    assert [position.knows(viewer, 0) for viewer in (1, 2, W)] == ["C1 C2", "", ""]
    position.do(1, "decline")
    assert [position.knows(viewer, 0) for viewer in (1, 2, W)] == ["C1 C2", "", ""]


def test_an_offer_that_is_put_together_is_seen_by_nobody():
    position = table("C1 C2", "E1", "").do(0, "trade 2", "give C1", "give C2", "ask P1")
    assert not any(position.state.seen)


def test_a_counter_offer_is_seen_by_the_opener_only():
    position = table("C1", "E1 E2", "P1").offer(0, "C1", "P1", to=1).do(1, "counter")
    position.offer(1, "E1", "C1")
    assert [position.knows(viewer, 1) for viewer in (0, 2, W)] == ["E1", "", ""]


def test_the_same_card_offered_twice_is_known_once():
    position = table("C1 C1 C2", "E1").offer(0, "C1", "P1", to=1).do(1, "decline")
    position.offer(0, "C1 C2", "P1", to=1).do(1, "decline")
    assert position.knows(1, 0) == "C1 C2"


def test_two_of_a_kind_offered_together_are_two():
    position = table("C1 C1 C2", "E1").offer(0, "C1", "P1", to=1).do(1, "decline")
    position.offer(0, "C1 C1", "P1", to=1).do(1, "decline")
    assert position.knows(1, 0) == "C1 C1"


def test_what_is_asked_for_reveals_nothing_until_it_is_accepted():
    position = table("C1", "E1", "").offer(0, "C1", "E1", to=1)
    assert [position.knows(viewer, 1) for viewer in (0, 2, W)] == ["", "", ""]


def test_an_accepted_trade_shows_all_that_the_labels_asked_for_changed_hands():
    position = table("C1 C2", "E1 E2", "").offer(0, "C1", "E1 E2", to=1).do(1, "accept")
    assert [position.knows(viewer, 0) for viewer in (1, 2, W)] == ["E1 E2"] * 3
    assert position.knows(0, 0) == ""


def test_what_was_given_is_known_to_the_giver_only():
    position = table("C1 C2", "E1", "").offer(0, "C1", "E1", to=1).do(1, "accept")
    assert [position.knows(viewer, 1) for viewer in (0, 2, W)] == ["C1", "", ""]
    assert position.knows(1, 1) == ""


def test_what_was_given_is_no_longer_known_to_be_with_the_giver():
    position = table("C1 C2", "E1", "").offer(0, "C1 C2", "P1", to=1).do(1, "decline")
    position.offer(0, "C1", "E1", to=1).do(1, "accept")
    assert position.knows(1, 0) == "C2 E1"


def test_others_who_know_what_a_giver_holds_cannot_know_whether_it_went():
    position = table(
        "CJ C1 C2", "E1", "", seen={(2, 0): "CJ", (3, 0): "CJ", (0, 0): "", (1, 0): "CJ"}
    )
    position.offer(0, "C1", "E1", to=1).do(1, "accept")
    assert position.knows(1, 0) == "CJ E1", "who got the card saw that it was another"
    assert position.knows(2, 0) == position.knows(W, 0) == "E1"


def test_of_three_of_a_kind_one_is_left_when_two_cards_were_given():
    position = table("C1 C1 C1 C2 P1", "E1", "", seen={(2, 0): "C1 C1 C1 C2"})
    position.offer(0, "C2 P1", "E1", to=1).do(1, "accept")
    assert position.knows(2, 0) == "C1 E1"


def test_a_declined_offer_leaves_what_others_know():
    position = table("CJ C1", "E1", "", seen={(2, 0): "CJ"}).offer(0, "CJ", "E1", to=1)
    position.do(1, "decline")
    assert position.knows(2, 0) == "CJ"


def test_what_was_asked_for_is_no_longer_known_to_be_where_it_was():
    position = table("C1", "E1 E1", "", seen={(0, 1): "E1", (2, 1): "E1 E1"})
    position.offer(0, "C1", "E1", to=1).do(1, "accept")
    assert position.knows(0, 1) == "C1"
    assert position.knows(2, 1) == "E1"
    assert position.knows(2, 0) == "E1"


def test_the_others_know_of_cards_that_came_with_the_trade_not_that_they_went_with_it():
    """Cards that the giver gets in the same trade are not among the cards given."""
    position = table("C1", "E1", "").offer(0, "C1", "E1", to=1).do(1, "accept")
    assert position.knows(2, 0) == "E1"


def test_a_triplet_taken_from_a_field_is_in_no_hand():
    position = table("EA1", "", fields=[[], ["C1 C1 CJ"]]).do(0, "trump EA1 2.1")
    assert not any(position.state.seen)


# --- memories follow from redacted events alone


def memories(case):
    """Yield the states of a match with each observer's certain knowledge after each action."""
    observers = [Memory(viewer, case.seats) for viewer in case.viewers]
    for moment in moments(case):
        for observer in observers:
            for event in moment.events:
                redacted = GAME.redact(event, observer.viewer)
                if redacted is not None:
                    observer.observe(redacted)
        yield moment.after, observers


@pytest.mark.parametrize(("seats", "is_advised"), sampling.grid(GAME.seats, (False, True)), ids=str)
def test_memories_follow_from_redacted_events_alone(seats, is_advised):
    remembered = 0
    for seed in range(3):
        for state, observers in memories(Case(GAME, seats, f"heard {seed}", {}, is_advised)):
            for place, observer in enumerate(observers):
                for seat, hand in enumerate(state.hands):
                    row = observer.row(seat)
                    assert state.seen[place * seats + seat] == row
                    assert all(hand.count(card) >= row.count(card) for card in row)
                    remembered += len(row)
    # Two good players do not trade: a gain of one is a loss of the other.
    assert remembered > (30 if seats == 2 and is_advised else 300)


@pytest.mark.parametrize("seats", GAME.seats)
def test_all_remember_the_cards_that_spectators_remember(seats):
    for state, observers in memories(Case(GAME, seats, "watched")):
        *rows, watched = [[observer.row(seat) for seat in range(seats)] for observer in observers]
        for viewer, row in enumerate(rows):
            for seat, known in enumerate(row):
                if viewer != seat:
                    assert all(known.count(card) >= watched[seat].count(card) for card in known)
        assert GAME.invariants(state) == []


def worlds(hand, number):
    """Return the possible rests of a hand after a number of cards left it."""
    if not number:
        return {hand}
    return {
        left
        for place in range(len(hand))
        for left in worlds(hand[:place] + hand[place + 1 :], number - 1)
    }


def test_cards_known_after_an_unseen_gift_are_those_left_in_every_world():
    """Of four cards, a third player knows three; try all cards that may have been given."""
    hand = cards("C1 C1 C2 P1")
    for give in ("C1", "C2", "P1", "C1 C1", "C1 P1", "C1 C2 P1"):
        position = table("C1 C1 C2 P1", "E1", "", seen={(2, 0): "C1 C1 C2"})
        position.offer(0, give, "E1", to=1).do(1, "accept")
        left = worlds(hand, len(give.split()))
        must = b"".join(
            bytes([card]) * min(world.count(card) for world in left) for card in cards("C1 C2")
        )
        assert cards(position.knows(2, 0)) == bytes(sorted(must + cards("E1")))


# --- memories in a view


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_a_viewer_sees_its_own_memories_and_those_of_spectators(viewer):
    state = table("C1", "E1", "P1 EJ", seen={(0, 2): "P1 EJ", (1, 2): "EJ", (3, 2): "EJ"}).state
    state.seen[0 * 3 + 2] = cards("P1 EJ")
    view = GAME.view(state, viewer)
    for place, row in enumerate(view.seen):
        whose = place // 3
        mine = whose in (viewer, 3)
        assert row == (state.seen[place] if mine else b"\xff")


def test_a_drawn_state_has_what_the_viewer_remembers_where_it_is():
    case = Case(GAME, 3, "drawn")
    state = next(islice((m.after for m in moments(case) if any(m.after.seen[:9])), 30, None))
    for viewer, number in zip((0, 1, 2), count()):
        drawn = GAME.determinize(GAME.view(state, viewer), bytes([number] * 16))
        for seat in range(3):
            row = state.seen[viewer * 3 + seat]
            assert all(drawn.hands[seat].count(card) >= row.count(card) for card in row)


def test_a_drawn_partner_remembers_the_offer_that_is_there():
    state = table("C1 C2 C3", "E1", "P1").offer(0, "C1", "E2", to=1).state
    for viewer in (0, 1, 2, SPECTATOR):
        drawn = GAME.determinize(GAME.view(state, viewer), bytes(16))
        effect = drawn.pending[-1]
        assert isinstance(effect, Answer)
        assert drawn.seen[1 * 3 + 0] == effect.give
        assert len(effect.give) == 1
        assert GAME.invariants(drawn) == []
        assert GAME.view(drawn, viewer) == GAME.view(state, viewer)
