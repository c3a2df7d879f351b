"""Absurd choices in Darwinning!, most of them from what its rules page warns of."""

from core.blunders import Blunder

from darwin_core.games.darwinning.state import Draw, Hunt, Improve, Mutate, Share

from .positions import board, cards, doing, keeping

TURTLE, BEAR = board("turtle"), board("bear")
"""Species that neither eat nor feed each other in these positions."""


def improving(offered, *, of=TURTLE):
    """Return the function that builds the last improvement of the match, of seat 0."""
    pending = [Improve(0, cards(offered))]
    return lambda: doing(of, BEAR, "bat", pending=pending, era=3, discards=offered).state


def eating(*boards, environments=""):
    """Return the function that builds the last survival, in which seat 0 is about to eat."""
    return lambda: doing(*boards, pending=[Hunt(0)], era=3, environments=environments).state


def drawing(traits, card):
    """Return the function that builds the last survival, in which seat 0 draws a card."""
    frog = board("frog", traits=traits)
    return lambda: doing(frog, BEAR, "bat", pending=[Draw(0)], era=3, deck=card).state


BLUNDERS = (
    Blunder(
        "A card that scores is used in the last improvement of the match.",
        improving("A15"),
        absurd=("done",),
    ),
    Blunder(
        "On the fifth space a trait scores nothing; at the end of the match it goes elsewhere.",
        improving("F15"),
        absurd=("done", "gain F15 5"),
    ),
    Blunder(
        "A trait of three points is not covered by one of a point at the end of the match.",
        improving("A1", of=board("turtle", traits="A10 A11 - - -")),
        absurd=("done", "gain A1 1", "gain A1 2", "gain A1 5"),
    ),
    Blunder(
        "A hungry species that another one can feed eats it.",
        eating(
            board("elephant", place=9, population=4),
            board("fish", place=4),
            board("mouse", place=2),
            environments="plains",
        ),
        absurd=("done",),
    ),
    Blunder(
        "With two bites by poison, a sated species only loses by a meal.",
        eating(
            board("elephant", place=9, population=3),
            board("frog", place=4),
            board("bear", place=12),
            environments="plains jungle",
        ),
        absurd=("eat 2",),
    ),
    Blunder(
        "A poisonous species is not eaten while another one feeds as well.",
        eating(
            board("elephant", place=9, population=4),
            board("frog", place=4),
            board("fish", place=5),
            environments="plains",
        ),
        absurd=("done", "eat 2"),
    ),
    Blunder(
        "With Symbiosis a hungry species shares the environment that feeds it.",
        lambda: (
            doing(
                board("fish", population=3),
                board("turtle", place=9),
                board("bear", place=12),
                pending=[Share(0), Hunt(0)],
                era=3,
                environments="ocean desert",
            ).state
        ),
        absurd=("done",),
    ),
    Blunder(
        "In the last survival the card drawn by Metamorphosis covers no trait of three points.",
        drawing("A10 - A11 - -", "A1"),
        absurd=("gain A1 1", "gain A1 3", "gain A1 5"),
    ),
    Blunder(
        "In the last survival the card drawn is placed where it scores.",
        drawing("- - - - -", "A15"),
        absurd=("gain A15 5",),
    ),
    Blunder(
        "Mutation takes a trait of three points from a rival when the match is nearly over.",
        lambda: (
            doing(
                board("amoeba"),
                board("bear", traits="A15 - - - -"),
                "bat",
                pending=[Mutate(0)],
                era=3,
            ).state
        ),
        absurd=("done",),
    ),
    Blunder(
        "Who may keep two cards for the next era keeps some.",
        lambda: keeping("turtle", "bear", "bat", hands=("A15 F15 A1 B2", "F9", "B3"), era=1).state,
        absurd=("keep",),
    ),
    Blunder(
        "Of two cards for the next era the joker alone is not kept.",
        lambda: keeping("turtle", "bear", "bat", hands=("J A15 F15 B2", "F9", "B3"), era=1).state,
        absurd=("keep", "keep J"),
    ),
)
