"""Absurd choices in Yummy Darwinism, most of them from what its rules page warns of."""

from core.blunders import Blunder

from darwin_core.games.yummy.state import Answer, Move

from .positions import cards, table

USA = "U1 U2 U3"
LAST_TURN = {"deck": ""}


def position(*hands, do=(), **where):
    """Return the function that builds a position; seat 0 has taken the actions named."""
    return lambda: table(*hands, **where).do(0, *do).state


def answering(gives, asks, *hands, **where):
    """Return the function that builds a position in which seat 0 answers seat 1, in its turn."""
    answer = Answer(0, 1, False, cards(gives), cards(asks))
    seen = {(0, 1): gives}
    return lambda: table(*hands, turn=1, pending=[Move(1), answer], seen=seen, **where).state


BLUNDERS = (
    Blunder(
        "In the last turn, a triplet in the hand is laid before the turn ends.",
        position("T1 T2 T3 C1", "E1 E2", **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "A triplet of the USA on the field of another is taken with the aliens in the last turn.",
        position("AA1 C1", "E1 E2", fields=[[], [USA]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "A triplet of the terror is trumped while the card is in the hand, not left for later.",
        position(
            "UA1 C1 E2 P3 T4 C6 C7",
            "E1 E2 E4 P1 P2 T1",
            fields=[[], ["T1 T2 T3"]],
            deck="E1 E3 P1 P2 C1 C2 C3 C4 P4 P5 E5 E6",
        ),
        absurd=("end",),
    ),
    Blunder(
        "Of two triplets the action card of the USA can only take one, and it is taken.",
        position("UA1 UA2", "", fields=[[], ["T1 T2 T3", "T1 T2 T4"]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "The third mark on a triplet of the USA takes it, so it is played.",
        position("CA3 E1", "", fields=[[], ["U1 U2 U3 CA1 CA2"]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "A mark costs the other player a point in the last turn, and is worth nothing in the hand.",
        position("CA3 E1", "", fields=[[], [USA]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "In the last turn, three Rambos are laid rather than nothing.",
        position("U1 U1 U1", "C1", **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "Three Rambos are banked where a rival is known to hold the aliens.",
        position("U1 U1 U1 C1", "AA1 E1 E2", seen={(0, 1): "AA1"}, do=["U1 U1 U1"]),
        absurd=("keep",),
    ),
    Blunder(
        "A lone citizen is discarded, not a card of a triplet or of a pair of the USA.",
        position("U1 U2 T1 T2 T3 UA1 C1", "E1 E2", do=["end"]),
        sensible=("discard C1",),
    ),
    Blunder(
        "A joker that completes a triplet is swapped in the last turn, for the hand is worth "
        "nothing then.",
        position("C3 C4 C4", "E1", fields=[[], ["C1 C2 CJ"]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "The presidents that complete a triplet are not given away for a citizen.",
        answering("C1", "U3", "U1 U2 U3 E1", "C1 C2 E2"),
        absurd=("accept",),
    ),
    Blunder(
        "The aliens are not given for a citizen while a triplet of the USA lies on a field.",
        answering("C1", "AA1", "AA1 E1 P1", "C1 C2 E2", fields=[[], [USA]]),
        absurd=("accept",),
    ),
)
