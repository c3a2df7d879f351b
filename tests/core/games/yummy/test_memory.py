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
