"""Absurd actions in Darwin's Journey, at the very end of the match.

The first seat takes the last turn of all: what it gains no more is lost, coins are worth a fifth of
a point, and what comes later is worth nothing.
"""

from core.blunders import Blunder

from darwin_core.games.journey.actions import END, Complete, Move, Place
from darwin_core.games.journey.components import OBJECTIVES, ORDER_LOCATION

from .positions import at, calm, page

MUSEUM = page("museum")
STAMPS_AND_POINTS = next(
    tile for tile, row in enumerate(OBJECTIVES) if (row.points, row.stacks) == (15, 2)
)
ALL_SEALS = tuple(range(1, 13))


def last(*rows):
    """Return the last turn of the match, with a worker at home; a seat has no seals but these."""
    return calm().round(5).rows(0, *rows).late()


def done(table):
    """Place the last worker where nothing is left to choose."""
    return table.play(Place(0, ORDER_LOCATION)).state


def sent(table, location):
    """Place the last worker."""
    return table.play(Place(0, location)).state


def objective_met():
    table = last().objectives(0, STAMPS_AND_POINTS).give(0, points=16)
    return done(table.stamps(0, stacks=(0, 0, 4)))


def crew_ready():
    return last("GGRBB").crew(14, 1, 2).play(Place(0, ORDER_LOCATION), END).state


def seal_of_choice():
    table = last("GRRRR", "R", "B", "G").crew(11, 1, 2)
    return table.play(Place(0, ORDER_LOCATION), Complete(10, 0)).state


def ribbon_ahead():
    return sent(last("G").explorer(0, "IA14"), page("exploration"))


def behind_the_beagle():
    return sent(last("B").ship(0, "O20").research(0, "green reptile"), page("navigation"))


def beagle_far_ahead():
    table = last("GRBBB").crew(8, 1, 2).ship(0, "O13").research(0, "green reptile")
    return table.play(Place(0, ORDER_LOCATION), Complete(7, 0)).state


def row_of_four():
    return sent(last("RGGG", "R", "B", "G").give(0, coins=8), page("academy"))


def letter_to_win():
    table = last("Y").letters(7, 1, 2).stamps(0)
    table.stamps(1, stacks=(2, 0, 0), envelopes=(1, 4, 5))
    return sent(table, page("correspondence"))


def last_tent():
    table = last("G").explorer(0, "IA2").tents(0, "O6", "O12", "O19", "IA7")
    return table.play(Place(0, page("exploration")), Move(at("IA4"))).state


def museum_row():
    """Return a position in which one specimen completes a row of the museum."""
    table = last().give(0, coins=0, knowledge=0, steps=11).research(0, "green reptile")
    return table.lay(green_reptile="O2", green_plant="museum", green_bird="museum").lay(
        green_fossil="museum"
    )


def knowledge_for_points():
    return sent(last("GR").specials(5, 11).give(0, coins=0), page("special"))


def lens_for_nothing():
    table = last("GG", "BB", "YY", "RR").give(0, coins=4, knowledge=0)
    return sent(table.explorer(0, "IA14"), page("small"))


BLUNDERS = (
    Blunder(
        "An objective that is met is turned down before the match ends, where it gives points.",
        objective_met,
        absurd=("end", f"achieve {STAMPS_AND_POINTS + 1} s1"),
    ),
    Blunder(
        "A crew card that is complete brings its 8 points during the rewards, the last chance.",
        crew_ready,
        absurd=("skip",),
    ),
    Blunder(
        "The free seal makes the row of five one of six, which scores four points more.",
        seal_of_choice,
        sensible=("add P 1",),
    ),
    Blunder("A ribbon in reach is taken.", ribbon_ahead, sensible=("go IA16",)),
    Blunder(
        "The ship sails to the Beagle before the goal is scored: staying behind loses five points.",
        behind_the_beagle,
        absurd=("skip",),
    ),
    Blunder("The free voyage to the Beagle is made.", beagle_far_ahead, absurd=("skip",)),
    Blunder(
        "A seal is bought for the row of four, which scores three points then.",
        row_of_four,
        sensible=tuple(f"buy {spot} 1" for spot in ALL_SEALS),
    ),
    Blunder(
        "The stamps go on the one envelope that they win, for four points.",
        letter_to_win,
        sensible=("stamp 1 1", "stamp 2 1", "stamp 3 1"),
    ),
    Blunder("The last tent is pitched: it costs a coin at most.", last_tent, absurd=("skip",)),
    Blunder(
        "The last worker delivers what completes a row, and does not earn coins of no use.",
        lambda: museum_row().state,
        absurd=("place 1 T", "place 1 O"),
    ),
    Blunder(
        "A specimen is delivered if nothing else is left to do.",
        lambda: sent(museum_row(), MUSEUM),
        absurd=("skip",),
    ),
    Blunder(
        "Knowledge is given for seven points, not for coins that are worth one.",
        knowledge_for_points,
        sensible=("do 2",),
    ),
    Blunder(
        "The last lens goes where something can be done, not on the Academy without a coin left.",
        lens_for_nothing,
        absurd=("unlock A2",),
    ),
)
