"""Absurd choices in Evo, most of them mistakes that its rules page warns of."""

from core.blunders import Blunder

from .positions import kind, living, starting

DECK = "TTTTTT"
"""Face-down cards: there is a future generation."""
LAST = {"stand": "0 0", "spent": "2 0"}
"""The other populations are spent."""


BEHIND = (0, 60)
"""Points so far apart that seat 0 chooses its next species first, whatever it does."""
IDLE = ("GS GR", "GP GT")
"""Adaptations for flora that none of these positions has."""


def armed(*kinds):
    """Return two species with adaptations: those named, and others that are of no use here."""
    two = (*kinds, *[kind() for _ in range(2 - len(kinds))])
    for species, idle in zip(two, IDLE, strict=True):
        named = species.own.split()
        species.own = " ".join([*named, *idle.split()][: max(2, len(named))])
    return two


def position(*kinds, do=(), **where):
    """Return the function that builds a generation of seat 0, after the actions named."""
    return lambda: living(*armed(*kinds), points=BEHIND, **where).do(0, *do).state


def ends(*kinds, **where):
    """Return the function that builds the last generation of the match, of seat 0."""
    kinds = (*kinds, *[kind() for _ in range(2 - len(kinds))])
    kinds[0].stand, kinds[0].spent = "0 0", "2 0"
    kinds[1].stand, kinds[1].spent = "0 0", "0 3"
    return position(*kinds, millennium=4, **where)


BLUNDERS = (
    Blunder(
        "Cards that pay for a hunt are played before the generation ends.",
        position(kind(hand="SSR", deck=DECK), land=[("SR", "")]),
        sensible=("hunt 1",),
    ),
    Blunder(
        "Cards that find food are played before the generation ends.",
        position(kind(hand="SE", deck=DECK), land=[("", "E")]),
        sensible=("forage 4 1",),
    ),
    Blunder(
        "Nobody migrates from the only prey to a bare location.",
        position(kind(hand="SSRTA", deck=DECK), land=[("SR", "")]),
        sensible=("hunt 1",),
    ),
    Blunder(
        "In the last generation all cards that gather are gathered with.",
        position(kind(hand="SEE"), land=[("", "E")]),
        absurd=("forage 4 1", "done"),
    ),
    Blunder(
        "A fauna that would die out with one's own tokens is left in the last generation, while "
        "another asks for as much.",
        position(
            kind(hand="SSRT", **LAST),
            kind(stand="0 0", spent="0 3"),
            land=[("SR ST", "")],
            tokens={(0, 1): "5 1"},
        ),
        sensible=("hunt 2",),
    ),
    Blunder(
        "Tokens are not put on a flora that dies out in any case.",
        position(
            kind(hand="SEA", **LAST),
            kind(stand="0 0", spent="0 3"),
            land=[("", "EA")],
            tokens={(0, 4): "0 7"},
        ),
        sensible=("forage 5 1",),
    ),
    Blunder(
        "Hibernation saves an unused card that would be lost.",
        position(kind(hand="SR", deck=DECK, own="XS"), do=["done"]),
        absurd=("done",),
    ),
    Blunder(
        "A feeder that costs nothing brings one more token in the last generation.",
        position(kind(hand="SE", own="GE"), land=[("", "E")]),
        sensible=("forage 4 1 +GE",),
    ),
    Blunder(
        "A scavenger brings one more token from a fauna that has some.",
        position(kind(hand="SSR", own="XR"), land=[("SR", "")], tokens={(0, 1): "0 1"}),
        sensible=("hunt 1 +XR",),
    ),
    Blunder(
        "A litter of two is born rather than one where both will hunt.",
        position(kind(hand="SSR", deck="RRRRRR", own="XE"), land=[("SR", "")]),
        sensible=("hunt 1 +XE",),
    ),
    Blunder(
        "A population wakes where its hand is of use, not on bare ground.",
        lambda: (
            starting(
                *armed(kind(hand="SSR", deck=DECK, stand="2 1")), land=[("SR", "")], points=BEHIND
            ).state
        ),
        absurd=("awake 2",),
    ),
    Blunder(
        "With cards that are of no use here, one migrates to where the others are.",
        position(kind(hand="SSSSRRTA", deck=DECK), land=[("", ""), ("SR", "")]),
        sensible=("migrate TA 2",),
    ),
    Blunder(
        "With pack hunting two cards pay for a grazer.",
        ends(kind(hand="SR", own="HS"), land=[("SR", "")]),
        absurd=("done",),
    ),
    Blunder(
        "With bulging muscles a card of strength counts as one of size, and the hunt is paid.",
        ends(kind(hand="SRR", own="VS"), land=[("SR", "")]),
        absurd=("done",),
    ),
    Blunder(
        "With digging claws a card of strength searches at the lake.",
        ends(kind(hand="RE", own="FR"), land=[("", "E")]),
        absurd=("done",),
    ),
    Blunder(
        "Three cards of size hunt the great grazer before the match ends.",
        ends(kind(hand="SSS"), land=[("SS", "")]),
        absurd=("done",),
    ),
    Blunder(
        "With pack hunting the hunt leaves the card that searches for the fungus.",
        ends(kind(hand="SSRE", own="HS"), land=[("SR", "E")]),
        sensible=("hunt 1 +HS", "forage 4 1"),
    ),
    Blunder(
        "Climbing toes search, for the cards of size are needed in the hunt.",
        ends(kind(hand="SSRAE", own="FA"), land=[("SR", "E")]),
        sensible=("hunt 1", "forage 4 1 +FA"),
    ),
    Blunder(
        "Two hunts are paid for by six cards; nobody takes one of them to search for a fungus.",
        ends(kind(hand="SSSSRTE"), land=[("SR ST", "E")]),
        sensible=("hunt 1", "hunt 2"),
    ),
    Blunder(
        "A scavenger brings no token more where that one makes the fauna die out.",
        ends(kind(hand="SSR", own="XR"), land=[("SR", "")], tokens={(0, 1): "6 0"}),
        absurd=("hunt 1 +XR",),
    ),
    Blunder(
        "A feeder brings no token more where that one makes the flora die out.",
        ends(kind(hand="SE", own="GE"), land=[("", "E")], tokens={(0, 4): "7 0"}),
        absurd=("forage 4 1 +GE",),
    ),
    Blunder(
        "A fungus takes two tokens more, not three, of which it would die out.",
        ends(kind(hand="SEEE"), land=[("", "E")], tokens={(0, 4): "6 0"}),
        absurd=("forage 4 3",),
    ),
    Blunder(
        "A hunt that makes the fauna with eight of one's own tokens die out is not made.",
        ends(kind(hand="SSR"), land=[("SR", "E")], tokens={(0, 1): "8 0", (0, 4): "3 0"}),
        absurd=("hunt 1",),
    ),
    Blunder(
        "A hunt that makes the fauna with eight tokens of the rival die out is made.",
        ends(kind(hand="SSR"), land=[("SR", "")], tokens={(0, 1): "0 8"}),
        absurd=("done",),
    ),
    Blunder(
        "The sixth token brings three points more, so it is gathered.",
        ends(kind(hand="SE"), land=[("SR", "E")], tokens={(0, 1): "5 0"}),
        absurd=("done",),
    ),
    Blunder(
        "A wanderer migrates with the one card that the hunt there does not need.",
        position(kind(hand="SSRT", deck=DECK, own="XP"), land=[("", ""), ("SR", "")]),
        sensible=("migrate T 2",),
    ),
    Blunder(
        "Of two other locations one migrates to the one with prey.",
        lambda: (
            living(
                kind(hand="SSRTA", deck=DECK, own="GS GR"),
                kind(own="GP GT"),
                kind(own="GE GA"),
                land=[("", ""), ("", ""), ("SR", "")],
                points=(0, 60, 60),
            ).state
        ),
        sensible=("migrate TA 3",),
    ),
    Blunder(
        "Hibernation saves one of three unused cards, which else are all lost.",
        position(kind(hand="SRT", deck=DECK, own="XS"), do=["done"]),
        absurd=("done",),
    ),
    Blunder(
        "With cards for a hunt and for a fungus, both are done before the match ends.",
        ends(kind(hand="SSRSE"), land=[("SR", "E")], do=["hunt 1"]),
        absurd=("done",),
    ),
    Blunder(
        "Large litter costs nothing where both of the litter will hunt.",
        position(kind(hand="TTA", deck="AAAAAA", own="XE"), land=[("TA", "")], places="swamp lake"),
        sensible=("hunt 1 +XE",),
    ),
    Blunder(
        "The eleventh token brings four points more than its own, so it is gathered.",
        ends(kind(hand="SE"), land=[("SR ST", "E")], tokens={(0, 1): "5 0", (0, 2): "4 0"}),
        absurd=("done",),
    ),
    Blunder(
        "Digging claws search, and a sensitive snout brings one token more by the way.",
        ends(kind(hand="RE", own="FR GE"), land=[("", "E")]),
        sensible=("forage 4 1 +FR +GE",),
    ),
    Blunder(
        "In the last generation a grazer that can be paid for is hunted.",
        ends(kind(hand="SSR"), land=[("SR", "")]),
        absurd=("done",),
    ),
    Blunder(
        "In the last generation a brawler of agility that can be paid for is hunted.",
        ends(kind(hand="TTA"), land=[("TA", "")], places="swamp lake"),
        absurd=("done",),
    ),
    Blunder(
        "With a hunt and a search both paid for, the last generation is not ended at once.",
        ends(kind(hand="SSRSE"), land=[("SR", "E")]),
        absurd=("done",),
    ),
    Blunder(
        "Of two grazers the one that can be paid for is hunted before the match ends.",
        ends(kind(hand="SSR"), land=[("SR ST", "")]),
        sensible=("hunt 1",),
    ),
)
