"""Absurd choices in Darwinning!, most of them mistakes that its rules page warns of."""

from core.blunders import Blunder, reached

from darwin_core.games.darwinning.material import (
    Draw,
    EatSpecies,
    Improve,
    ShareEnvironment,
    TakeTrait,
)

from .positions import board, cards, doing, keeping, leading

TURTLE, BEAR = board("turtle"), board("bear")
"""Species that neither eat nor feed each other in these positions."""


def improving(offered, *, of=TURTLE):
    """Return the function that builds the last improvement of the match, of seat 0."""
    pending = [Improve(0, cards(offered))]
    return lambda: doing(of, BEAR, "bat", pending=pending, era=3, discards=offered).state


def eating(*boards, environments=""):
    """Return the function that builds the last survival, in which seat 0 is about to eat."""
    return lambda: doing(*boards, pending=[EatSpecies(0)], era=3, environments=environments).state


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
                pending=[ShareEnvironment(0), EatSpecies(0)],
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
                pending=[TakeTrait(0)],
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
    Blunder(
        "In the last improvement a trait of three points beats a climb by one space.",
        improving("A10", of=board("turtle", place=10)),
        absurd=("done", "gain A10 5", "climb A10"),
    ),
    Blunder(
        "Two environments of two points each are gained rather than a trait.",
        improving("B12"),
        absurd=("done", "gain B12 5"),
    ),
    Blunder(
        "Two more of a population that is as large as at the start score four points.",
        improving("A2", of=board("turtle", place=9, population=7)),
        sensible=("grow A2",),
    ),
    Blunder(
        "A move that jumps over two species brings three spaces more than its own.",
        lambda: (
            doing(
                board("turtle", place=7),
                board("bear", place=8),
                board("bat", place=9),
                board("bird", place=10),
                pending=[Improve(0, cards("F12"))],
                era=3,
                discards="F12",
            ).state
        ),
        absurd=("done", "gain F12 5"),
    ),
    Blunder(
        "Two cards of three points: the trait goes on an empty space, not on the other one.",
        improving("A13", of=board("turtle", traits="- - A10 - -")),
        absurd=("done", "gain A13 3", "gain A13 5"),
    ),
    Blunder(
        "A hungry bear with an iron stomach eats a frog however poisonous it is.",
        eating(
            board("bear", place=12, population=2),
            board("frog", place=4),
            board("dragon", place=9),
            environments="wetlands",
        ),
        absurd=("done",),
    ),
    Blunder(
        "A hungry dragon opens the shell of a turtle with its tools.",
        eating(
            board("dragon", place=12, population=2),
            board("turtle", place=4),
            board("bat", place=13),
            environments="ocean wetlands",
        ),
        absurd=("done",),
    ),
    Blunder(
        "With two players a meal costs the rival a population, so a sated species eats, too.",
        eating(board("elephant", place=9, population=1), board("bird", place=6)),
        absurd=("done",),
    ),
    Blunder(
        "A species that another has bitten already is bitten once more, for it then shrinks.",
        eating(
            board("elephant", place=9, population=1),
            board("bird", place=6, bites=1),
            board("bear", place=12),
        ),
        absurd=("done",),
    ),
    Blunder(
        "A hungry species that has eaten one of two it needs eats the other.",
        lambda: (
            doing(
                board("bear", place=12, population=5),
                board("fish", place=4),
                board("elephant", place=5),
                pending=[EatSpecies(0)],
                era=3,
            )
            .do(0, "eat 2")
            .state
        ),
        absurd=("done",),
    ),
    Blunder(
        "In the last survival a card of three points is drawn for a space without such a card.",
        drawing("A1 - A10 A11 A3", "A15"),
        absurd=("gain A15 3", "gain A15 4", "gain A15 5"),
    ),
    Blunder(
        "Mutation takes the trait of three points, not the one of a point.",
        lambda: (
            doing(
                board("amoeba"),
                board("bear", traits="A15 A1 - - -"),
                "bat",
                pending=[TakeTrait(0)],
                era=3,
            ).state
        ),
        absurd=("done", "take 2.2 1"),
    ),
    Blunder(
        "Of the traits of two rivals the one of three points is taken.",
        lambda: (
            doing(
                board("amoeba"),
                board("bear", traits="- - A13 - -"),
                board("bat", traits="- - A4 - -"),
                pending=[TakeTrait(0)],
                era=3,
            ).state
        ),
        absurd=("done", "take 3.3 1"),
    ),
    Blunder(
        "The cards of the display that make a straight flush of a single card are used.",
        lambda: (
            leading("turtle", "bear", hands=("A9 F2 B9", "B4 B6 F14"), display="A7 A8 F3", era=3)
            .do(0, "A9")
            .do(1, "B6")
            .state
        ),
        absurd=("use",),
    ),
    Blunder(
        "A pair with the display beats the rival's higher card.",
        lambda: (
            leading("turtle", "bear", hands=("A9 F2 B12", "A14 B6 F1"), display="B9 A3 F5", era=3)
            .do(0, "A9")
            .do(1, "A14")
            .state
        ),
        absurd=("use",),
    ),
    Blunder(
        "A hungry elephant with Society eats a bat below it, whatever the bat communicates.",
        eating(
            board("elephant", place=9, population=2),
            board("bat", place=4),
            board("dragon", place=12),
        ),
        absurd=("done",),
    ),
    Blunder(
        "A hungry T-Rex with Teeth eats the elephant two spaces above.",
        eating(
            board("T-Rex", place=10, population=3),
            board("elephant", place=12),
            board("bear", place=14),
            environments="polar forest mountain",
        ),
        absurd=("done",),
    ),
    Blunder(
        "A hungry elephant with Bigger Brains eats the camouflaged bear on the space below.",
        eating(
            board("elephant", place=9, population=2),
            board("bear", place=8),
            board("dragon", place=12),
        ),
        absurd=("done",),
    ),
    Blunder(
        "Symbiosis shares the plains of three food, not the highland of one.",
        lambda: (
            doing(
                board("fish", population=6),
                board("elephant", place=9),
                board("dragon", place=12),
                pending=[ShareEnvironment(0), EatSpecies(0)],
                era=3,
                environments="plains highland ocean",
            ).state
        ),
        absurd=("done", "live highland"),
    ),
    Blunder(
        "In a match of two the other one leads: the second sees what to beat, and wins ties.",
        lambda: reached("darwinning", 2, "lead 0", ""),
        absurd=("lead 2",),
        seat=1,
    ),
    Blunder(
        "Whichever of two is the lowest, it has the other one lead.",
        lambda: reached("darwinning", 2, "lead 3", ""),
        absurd=("lead 1",),
    ),
    Blunder(
        "A trait of three points goes on a space where it counts before the match ends.",
        improving("A13"),
        absurd=("done", "gain A13 5"),
    ),
)
