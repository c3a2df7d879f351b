"""Scenes of Darwin's Dice for the tests of its board: random matches, and positions all over
them."""

import dataclasses
from random import Random
from typing import Any

from msgspec.structs import replace
from tui.scenes import asking, example, scene

from darwin_core.contract import registry
from darwin_core.games.dice.acts import PLAYS
from darwin_core.games.dice.material import CARDS, DECK, ROLLS, TRUMP, hand_of

GAME = registry.get("dice")
SEATS = GAME.seats


def moments(seats, seed="moments", step=9):
    """Return a match and positions all over it, with its end."""
    match = example(seats, seed)
    last = len(match.history)
    return match, sorted({*range(0, last, step), 1, last - 1, last})


def stage_of(state):
    """Return ``choose`` where a card is to be chosen, else ``end``."""
    return "choose" if GAME.to_move(state) else "end"


def deals(seats, count):
    """Yield scenes of random turns with their events; many turns have ties and scorpions."""
    rng = Random(f"deals {seats}")
    match = example(seats, "deals", 0)
    for _ in range(count):
        roll = rng.randrange(ROLLS)
        number = rng.choice(CARDS).halves
        similar = [card for card in DECK if CARDS[card].halves == number or card == TRUMP[roll]]
        similar += [card for card in DECK if CARDS[card].name == "scorpion"]
        cards = rng.sample(similar if rng.random() < 0.7 and len(similar) > seats else DECK, seats)
        is_last = rng.random() < 0.3
        state = replace(
            match.state,
            options=replace(match.state.options, counter=False),
            rolls=bytes([roll]) * len(match.state.rolls),
            turn=GAME.clock(match.state).turns - 1 if is_last else 0,
            hands=[hand_of([card] if is_last else [card, card]) for card in cards],
            middle=bytes(rng.sample(DECK, rng.choice([0, 0, 16]))),
            taken=[bytes(rng.sample(DECK, rng.choice([0, 14]))) for _ in cards],
        )
        state = GAME.clone(state)
        events: list[Any] = []
        for seat, card in enumerate(cards):
            GAME.apply(state, seat, PLAYS[card], events.append)
        now = scene(match, 0)
        object.__setattr__(now, "view", GAME.view(state, 0))
        object.__setattr__(now, "events", events)
        yield now, events


def special():
    """Return scenes that are rare in matches: a full hand, and turns with ties and scorpions."""
    match = example(2, "heights", 0)
    view = match.view(0)
    view.hands[0] = hand_of(range(9))
    return {
        "nine cards": dataclasses.replace(asking(match, 0), view=view),
        **{f"deal {number}": now for number, (now, _) in enumerate(deals(4, 8))},
    }
