"""What threatens a triplet, as far as a viewer may know."""

from typing import Final

from darwin_core.games.yummy.components import (
    CITIZENS,
    FIRST_ACTION,
    GROUP,
    LABELS,
    MARKS,
    USA,
)
from darwin_core.games.yummy.state import Triplet, YummyState
from darwin_core.games.yummy.triplets import SIZE, can_be_trumped, group_of

Danger = tuple[int, int]
"""A group, and how many of its action cards are left that could be played."""
_ACTIONS: Final = frozenset(range(FIRST_ACTION, LABELS))


def dangers(view: YummyState, owner: int, triplet: Triplet) -> list[Danger] | None:
    """The groups whose actions may still take a triplet from its owner: that above it, and for one
    of the USA also the citizens, while enough of them are left. None once the match is over."""
    if not view.pending:
        return None
    gone = {*view.out, *view.hands[owner]}
    gone |= {card for field in view.fields for each in field for card in each[SIZE:]}
    left = [GROUP[card] for card in _ACTIONS - gone]
    group, found = group_of(triplet), list[Danger]()
    if can_be_trumped(triplet) and group + 1 in left:
        found.append((group + 1, left.count(group + 1)))
    citizens = left.count(CITIZENS)
    if group == USA and len(triplet) - SIZE + citizens >= MARKS:
        found.append((CITIZENS, citizens))
    return found
