"""Absurd choices in Yummy Darwinism, most of them mistakes that its rules page warns of."""

from core.blunders import Blunder

from darwin_core.games.yummy.material import Answer, Move

from .positions import cards, table

USA = "U1 U2 U3"
LAST_TURN = {"deck": ""}


def position(*hands, do=(), **where):
    """Return the function that builds a position; seat 0 has taken the actions named."""
    return lambda: table(*hands, **where).do(0, *do).state


def offered(gives, asks, *hands, **where):
    """Return the function that builds a position in which seat 0, in its turn, answers a
    counter-offer of seat 1."""
    answer = Answer(0, 1, True, cards(gives), cards(asks))
    seen = {(0, 1): gives}
    return lambda: table(*hands, pending=[Move(0), answer], seen=seen, **where).state


def answering(gives, asks, *hands, seen_too=None, **where):
    """Return the function that builds a position in which seat 0 answers seat 1, in its turn."""
    answer = Answer(0, 1, False, cards(gives), cards(asks))
    seen = {(0, 1): gives, **(seen_too or {})}
    return lambda: table(*hands, turn=1, pending=[Move(1), answer], seen=seen, **where).state


GROUPS = {
    "T": ("the terror", "UA1"),
    "P": ("politics", "TA1"),
    "E": ("the executive", "PA1"),
    "C": ("the citizens", "EA1"),
}
"""The groups by the letter of their cards, with their names and the trump that takes a triplet."""


def lone(group):
    """Return a card that has nothing to do with a group, nor with the one that it trumps."""
    return {"T": "C1", "P": "C1", "E": "T1", "C": "T1"}[group]


def of_each_group():
    """Yield positions of the last turn, of each group alike."""
    for group, (name, trump) in GROUPS.items():
        one, two, three = (f"{group}{kind}" for kind in (1, 2, 3))
        other = lone(group)
        yield Blunder(
            f"Three different cards of {name} are laid before the match ends, at three, too.",
            position(f"{one} {two} {three} {other}", "U1", "U2", **LAST_TURN),
            absurd=("end",),
        )
        yield Blunder(
            f"A joker and two cards of {name} are laid in the last turn at four.",
            position(f"{one} {two} {group}J {other}", "U1", "U2", "U3", **LAST_TURN),
            absurd=("end",),
        )
        yield Blunder(
            f"Three alike and three different ones of {name} are both laid in the last turn: no "
            "triplet across both is laid first.",
            position(f"{one} {one} {one} {two} {three} {group}4", other, **LAST_TURN),
            sensible=(f"{one} {one} {one}", f"{two} {three} {group}4"),
        )
        yield Blunder(
            f"The joker of {name} is swapped where it makes a triplet in the last turn.",
            position(
                f"{three} {group}4 {group}4",
                other,
                fields=[[], [f"{one} {two} {group}J"]],
                **LAST_TURN,
            ),
            absurd=("end",),
        )
        yield Blunder(
            f"A triplet of {name} is taken from the only rival in the last turn.",
            position(f"{trump} {other}", "U1", fields=[[], [f"{one} {two} {three}"]], **LAST_TURN),
            absurd=("end",),
        )
        yield Blunder(
            f"A triplet of {name} is taken from the leader of three in the last turn.",
            position(
                f"{trump} {other}",
                "U1",
                "U2",
                fields=[[], [], [f"{one} {two} {three}"]],
                **LAST_TURN,
            ),
            absurd=("end",),
        )
        yield Blunder(
            f"In the last turn no card of a triplet of {name} is given away.",
            offered("U3", three, f"{one} {two} {three}", "U3 U1", **LAST_TURN),
            absurd=("accept",),
        )
        yield Blunder(
            f"In the last turn the trump that takes a triplet of {name} is not given away.",
            offered(
                "U3",
                trump,
                f"{trump} {other}",
                "U3 U1",
                fields=[[], [f"{one} {two} {three}"]],
                **LAST_TURN,
            ),
            absurd=("accept",),
        )
        yield Blunder(
            f"At four a triplet of {name} is taken from the leader, for it costs but the trump.",
            position(
                f"{trump} {other} U1", "U2", "U3 C5", "E5", fields=[[], [f"{one} {two} {three}"]]
            ),
            absurd=("end",),
        )
        yield Blunder(
            f"In the last turn a card that completes three of {name} is accepted for Rambo.",
            offered(three, "U1", f"{one} {two} U1", f"{three} U3", **LAST_TURN),
            absurd=("decline",),
        )


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
        "The presidents that complete a triplet are not given away for a citizen.",
        answering("C1", "U3", "U1 U2 U3 E1", "C1 C2 E2"),
        absurd=("accept",),
    ),
    Blunder(
        "The aliens are not given for a citizen while a triplet of the USA lies on a field.",
        answering("C1", "AA1", "AA1 E1 P1", "C1 C2 E2", fields=[[], [USA]]),
        absurd=("accept",),
    ),
    Blunder(
        "The joker of the USA is swapped where it makes a triplet of one's own in the last turn.",
        position("U3 U2 U2", "E1", fields=[[], ["U1 U2 UJ"]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "A triplet of the USA that the aliens can take is not marked first: they take none with "
        "a mark.",
        position("AA1 CA1", "E1 E2", fields=[[], [USA]], **LAST_TURN),
        absurd=("mark CA1 2.1", "end"),
    ),
    Blunder(
        "The aliens take the triplet of the USA without a mark; the marked one they cannot take.",
        position("AA1 C1", "E1 E2", fields=[[], ["U1 U2 U3 CA1", "U1 U2 U3"]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "With two rivals the third mark takes the triplet of the USA from one of them.",
        position("CA3 E1", "E2", "E3", fields=[[], ["U1 U2 U3 CA1 CA2"]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "With three rivals a triplet of politics is taken from the one who has it.",
        position("TA2 C1", "E1", "E2", "E3", fields=[[], [], ["P1 P2 P3"]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "Three alike of the terror are banked where the rival is known to hold a trump of the USA.",
        position("T1 T1 T1 C1", "UA1 E1 E2", seen={(0, 1): "UA1"}, do=["T1 T1 T1"]),
        absurd=("keep",),
    ),
    Blunder(
        "Three alike of politics are banked where the rival is known to hold two trumps of the "
        "terror.",
        position("P1 P1 P1 C1", "TA1 TA2 E1", seen={(0, 1): "TA1 TA2"}, do=["P1 P1 P1"]),
        absurd=("keep",),
    ),
    Blunder(
        "A joker of the terror is not discarded beside a card of the terror.",
        position("T1 TJ C1 E2 P3 C5 E4", "E1 E3", do=["end"]),
        absurd=("discard TJ",),
    ),
    Blunder(
        "A card that completes three of the terror is taken for a citizen.",
        answering("T3", "C1", "T1 T2 C1 E1", "T3 C2 E2", deck="E3 E4 P1 P2 C4 C5 C6 P4"),
        absurd=("decline",),
    ),
    Blunder(
        "In the last turn a card that completes a triplet of the USA is accepted for a citizen.",
        offered("U3", "C1", "U1 U2 C1", "U3 E1", **LAST_TURN),
        absurd=("decline",),
    ),
    Blunder(
        "In the last turn no card of a triplet in the hand is given for a citizen.",
        offered("C2", "U3", "U1 U2 U3", "C2 E1", **LAST_TURN),
        absurd=("accept",),
    ),
    Blunder(
        "In the last turn the trump that takes five points is not given for a citizen.",
        offered("C2", "AA1", "AA1 E1", "C2 E2", fields=[[], [USA]], **LAST_TURN),
        absurd=("accept",),
    ),
    Blunder(
        "The mark goes where it is the third, and leaves the other triplet to the aliens.",
        position("AA1 CA3", "E1", fields=[[], ["U1 U2 U3 CA1 CA2", "U1 U2 U3"]], **LAST_TURN),
        sensible=("trump AA1 2.2", "mark CA3 2.1"),
    ),
    Blunder(
        "In the last turn at three, a card that completes three of the terror is accepted for one "
        "of the executive.",
        offered("T3", "E1", "T1 T2 E1", "T3 C1", "C2 C3", **LAST_TURN),
        absurd=("decline",),
    ),
    Blunder(
        "Rambo, Superman and the president are laid, not kept while an action card is discarded.",
        position("U1 U2 U3 CA1 C1 E2", "E1 P2 T4 C6", "C3 P1 E4"),
        absurd=("end",),
    ),
    Blunder(
        "A triplet in the hand is laid and the leader's terror taken before the turn ends.",
        position("E1 E2 E6 UA1", "C1 P2 C6 T4", "C3 P1", fields=[[], ["T1 T2 T3"]]),
        absurd=("end",),
    ),
    Blunder(
        "The leader's executive is taken while it costs nothing but the action card.",
        position("PA1 C1 T2", "C2 P2 C6 T4", "C3 P1", fields=[[], ["E3 E4 E5"]]),
        absurd=("end",),
    ),
    Blunder(
        "Who lies far behind lays the triplet in the hand.",
        position("P2 P3 P5 C1", "C2 E2 C6 T4", "C3 E4", piles=[[], ["U1 U1 U1", "U2 U2 U2"]]),
        absurd=("end",),
    ),
    Blunder(
        "Superman and a citizen are not given for an action card of citizens to a rival who then "
        "completes the USA.",
        answering(
            "CA1", "U2 C1", "U2 C1 E2 P3", "CA1 U1 U3 E4", "C3 P1", seen_too={(0, 1): "CA1 U1 U3"}
        ),
        absurd=("accept",),
    ),
    Blunder(
        "A lone card that will be discarded is not bought with a card of a pair.",
        answering("E4", "U2", "U1 U2 C1 P2", "E4 C2 C6", "C3 P1"),
        absurd=("accept",),
    ),
    *of_each_group(),
    Blunder(
        "A lone citizen is discarded, not a card of a triplet of politics.",
        position("U1 U2 P1 P2 P3 UA1 C1", "E1 E2", do=["end"]),
        sensible=("discard C1",),
    ),
    Blunder(
        "A lone citizen is discarded, not a card of a triplet of the executive.",
        position("U1 U2 E1 E2 E3 UA1 C1", "P1 P2", do=["end"]),
        sensible=("discard C1",),
    ),
    Blunder(
        "At three the USA in the hand is laid in the last turn.",
        position("U1 U2 U3 C1", "E1", "P1", **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "At four the aliens take the USA from whoever has them in the last turn.",
        position("AA1 C1", "E1", "P1", "T1", fields=[[], [], [], [USA]], **LAST_TURN),
        absurd=("end",),
    ),
    Blunder(
        "At three the president who completes the USA is accepted for a citizen in the last turn.",
        offered("U3", "C1", "U1 U2 C1", "U3 E1", "P1", **LAST_TURN),
        absurd=("decline",),
    ),
)
