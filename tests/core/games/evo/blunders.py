"""Absurd choices in Evo, most of them from what its rules page warns of."""

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
    for each, idle in zip(two, IDLE, strict=True):
        named = each.own.split()
        each.own = " ".join([*named, *idle.split()][: max(2, len(named))])
    return two


def position(*kinds, do=(), **where):
    """Return the function that builds a generation of seat 0, after the actions named."""
    return lambda: living(*armed(*kinds), points=BEHIND, **where).do(0, *do).state


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
        position(
            kind(hand="SSSSRRTA", deck=DECK),
            land=[("", ""), ("SR", "")],
        ),
        sensible=("migrate TA 2",),
    ),
)
