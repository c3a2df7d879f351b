"""Scenes of Darwin's Dice: matches played at random, and positions all over them."""

from tui.scenes import example

from darwin_core.contract import registry

GAME = registry.get("dice")
SEATS = GAME.seats


def moments(seats, seed="moments", step=9):
    """Return a match and positions all over it; the last is its end."""
    match = example(seats, seed)
    last = len(match.history)
    return match, sorted({*range(0, last, step), 1, last - 1, last})


def stage_of(state):
    """Return whether a card is to be chosen."""
    return "choose" if GAME.to_move(state) else "end"
