"""Threats to a triplet, as far as a viewer may know them."""

from typing import Final, NamedTuple

from darwin_core.games.yummy.components import CITIZENS, FIRST_ACTION, GROUP, LABELS, MARKS, USA
from darwin_core.games.yummy.state import Triplet, YummyState
from darwin_core.games.yummy.triplets import SIZE, can_be_trumped, group_of

_ACTIONS: Final = frozenset(range(FIRST_ACTION, LABELS))


class Danger(NamedTuple):
    """Action cards of a group that others could still play on a triplet."""

    group: int
    left: int
    takes: bool
    """True if they can take the triplet; otherwise they only cost it points."""


def dangers(
    view: YummyState, owner: int, triplet: Triplet, *, of_owner: bool = False
) -> list[Danger] | None:
    """Return the groups whose actions can still hurt a triplet of its owner.

    These are the group above it and, for a triplet of the USA, the citizens. Return None if the
    match is over.

    Args:
        view: of any viewer.
        owner: the seat on whose field the triplet is.
        triplet: with its marks.
        of_owner: count action cards that the owner holds, who could trade them away.
    """
    if not view.pending:
        return None
    gone = {*view.out} if of_owner else {*view.out, *view.hands[owner]}
    gone |= {card for field in view.fields for each in field for card in each[SIZE:]}
    left = [GROUP[card] for card in _ACTIONS - gone]
    group, found = group_of(triplet), list[Danger]()
    if can_be_trumped(triplet) and group + 1 in left:
        found.append(Danger(group + 1, left.count(group + 1), takes=True))
    citizens = left.count(CITIZENS)
    if group == USA and citizens:
        takes = len(triplet) - SIZE + citizens >= MARKS
        found.append(Danger(CITIZENS, citizens, takes))
    return found
