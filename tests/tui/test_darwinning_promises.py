"""The gains that the row of the choice promises before a play, and those that follow it."""

import re
from random import Random

import pytest
import sampling
from tui.darwinning_scenes import GAME, SEATS, whole_match
from tui.scenes import BOARDS, asking, chooser_in, drawn, rows, scene

from darwin_core.games.darwinning import material
from darwin_core.games.darwinning.acts import (
    Adapt,
    Climb,
    DarwinningEvent,
    Gain,
    Grow,
    Play,
    TrickWon,
)
from darwin_core.games.darwinning.texts import set_words, strongest_display
from darwin_tui.boards.darwinning.hand import could_bring

USES = {"✦": Gain, "•": Grow, "⌂": Adapt, "↑": Climb}
"""The actions of a card's uses, by their signs in the row."""
POSITIONS = sampling.part(40, 3)
"""Positions of each match from which plays are tried."""


def row_of(drawing, words):
    """Return the row of the choice: a set with its result and its gains."""
    found = [row for row in rows(drawing) if re.search(rf" {re.escape(words)}( \S+)?  \w", row)]
    (row,) = found or [""]
    return row


def played_on(state, seat, action, rng):
    """Return the state after the end of the trick, and its events, if the others play at random."""
    later = GAME.clone(state)
    events: list[DarwinningEvent] = []
    GAME.apply(later, seat, action, events.append)
    while not any(isinstance(event, TrickWon) for event in events):
        (mover,) = GAME.to_move(later)
        GAME.apply(later, mover, rng.choice(list(GAME.legal(later, mover))), events.append)
    (won,) = (event for event in events if isinstance(event, TrickWon))
    return later, won


def tried(seats):
    """Yield decisions in the tricks of a match, with a scene in which the cards are selected."""
    match = whole_match(seats)
    rng = Random(seats)
    positions = [
        position
        for position in range(len(match.history))
        if isinstance(match.state_at(position).pending[-1], material.PlayCards)
    ]
    # The last tricks of eras are few, and so matter most.
    few = [at for at in positions if min(map(len, match.state_at(at).hands)) <= 3]
    for position in sorted({*few, *rng.sample(positions, min(POSITIONS, len(positions)))}):
        state = match.state_at(position)
        seat = state.pending[-1].seat
        chooser = chooser_in(asking(match, seat, position))
        whole = [
            action for action in chooser.actions if len(action.cards) == len(state.hands[seat])
        ]
        for action in {*whole, *rng.sample([*chooser.actions], min(3, len(chooser.actions)))}:
            selected = chooser
            for card in action.cards:
                selected = selected.select(("card", card))
            if selected.ready == action:
                cursor = ("card", action.cards[-1])
                now = scene(match, seat, position, chooser=selected, cursor=cursor)
                yield state, seat, action, now, rng


@pytest.mark.parametrize("seats", SEATS)
def test_what_a_play_promises_is_what_follows(seats):
    promised = warned = 0
    for state, seat, action, now, rng in tried(seats):
        more = strongest_display(state, action.cards) or b"" if seats == 2 else b""
        row = row_of(drawn(now), set_words(action.cards + more))
        gains = [gain for gain in could_bring(state, seat, action.cards[-1]) if gain in row]
        brings_nothing = re.search(r"(beats it|leads): brings nothing", row) is not None
        is_if_lost = "if it loses:" in row
        for _ in range(4):
            later, won = played_on(state, seat, action, rng)
            improving = [effect for effect in later.pending if isinstance(effect, material.Improve)]
            own = [effect for effect in improving if effect.seat == seat]
            if brings_nothing or is_if_lost:
                assert won.is_last, row
                warned += 1
            if won.seat != seat:
                assert won.is_last or not own
                continue
            if won.is_last:
                assert not own
                empties = len(action.cards) == len(state.hands[seat])
                assert brings_nothing or not (gains and empties), row
                continue
            assert not brings_nothing, row
            assert own or not gains, row
            if gains and seats > 2:
                assert {*gains} <= {*could_bring(later, seat, action.cards[-1])}
                legal = {type(use) for use in GAME.legal(later, seat)}
                assert {USES[gain[0]] for gain in gains} <= legal
                promised += 1
    assert warned
    assert promised or seats == 2


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_a_play_that_empties_the_hand_is_said_to_end_the_era_at_any_size(size):
    shown = 0
    for state, seat, action, now, _ in tried(4):
        if len(action.cards) < len(state.hands[seat]) or len(action.cards) == 1:
            continue
        text = "\n".join(rows(drawn(now, size)))
        title = text.splitlines()[0]
        assert "last trick" in title
        shown += "brings nothing" in text
    assert shown


def test_enter_completes_what_the_row_names():
    """Of two selected cards that only one combination contains, the row names the whole set."""
    named = 0
    match = whole_match(4)
    for position in range(len(match.history)):
        state = match.state_at(position)
        if not isinstance(state.pending[-1], material.PlayCards):
            continue
        seat = state.pending[-1].seat
        chooser = chooser_in(asking(match, seat, position))
        for action in chooser.actions:
            if not isinstance(action, Play) or len(action.cards) != 3:
                continue
            part = chooser.select(("card", action.cards[0])).select(("card", action.cards[1]))
            if part.ready == action:
                cursor = ("card", action.cards[1])
                now = scene(match, seat, position, chooser=part, cursor=cursor)
                text = drawn(now).canvas.plain()
                assert f" {set_words(action.cards)}  " in text
                assert "not yet a combination" not in text
                named += 1
        if named > 5:
            break
    assert named
