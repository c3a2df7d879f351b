"""The panes of the table, and the one that a decision needs."""

from collections.abc import Sequence
from typing import Final

from darwin_core.game import Element
from darwin_core.games.journey.effects import (
    Academy,
    AchieveUnmet,
    Act,
    AnyEffect,
    AnyOrder,
    CopyCrew,
    Correspond,
    DeliverSpecimen,
    Draft,
    Either,
    Equip,
    Explore,
    InOrder,
    LandExplorer,
    Museum,
    Navigate,
    Overtake,
    PitchTent,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    Spend,
    TakeObjective,
    Window,
)
from darwin_core.games.journey.state import JourneyState
from darwin_core.language import mark

DIARIES, CREW, SEA, MUSEUM, ENVELOPES, OBJECTIVES, PLAYERS = range(7)
NAMES: Final = (
    mark("diaries"),
    mark("crew"),
    mark("sea"),
    mark("museum"),
    mark("envelopes"),
    mark("objectives"),
    mark("players"),
)
KEYS: Final = mark("DCSMEOP")
"""The key that opens each pane: the initial of its name in the language of the player."""


# --- the pane of a decision

_NEEDS: Final[dict[type, int]] = {
    Draft: CREW,
    Academy: CREW,
    Seal: CREW,
    Purple: CREW,
    CopyCrew: CREW,
    Window: CREW,
    Explore: SEA,
    Navigate: SEA,
    Overtake: SEA,
    LandExplorer: SEA,
    PitchTent: SEA,
    ReuseTent: SEA,
    Correspond: ENVELOPES,
    Museum: MUSEUM,
    DeliverSpecimen: MUSEUM,
    ResearchSpecimen: MUSEUM,
    Redeliver: MUSEUM,
    Equip: OBJECTIVES,
    TakeObjective: OBJECTIVES,
    AchieveUnmet: OBJECTIVES,
}
"""The pane that an effect needs; the diaries for all other effects."""
_PANE_OF_KIND: Final = {
    "location": DIARIES,
    "crew": CREW,
    "row": CREW,
    "seal": CREW,
    "colour": CREW,
    "space": SEA,
    "site": SEA,
    "island": SEA,
    "specimen": MUSEUM,
    "envelope": ENVELOPES,
    "stack": ENVELOPES,
    "tile": OBJECTIVES,
    "slot": OBJECTIVES,
}
"""The pane of each kind of element, for kinds that are not on every pane."""


def needed(view: JourneyState, picks: Sequence[Element], selectable: frozenset[Element]) -> int:
    """Return the pane that a decision needs now."""
    for kind, _ in picks:
        if kind in _PANE_OF_KIND:
            return _PANE_OF_KIND[kind]
    top = view.pending[-1] if view.pending else None
    pane = _needs(top)
    panes_of_choice = {_PANE_OF_KIND[kind] for kind, _ in selectable if kind in _PANE_OF_KIND}
    return (
        pane
        if pane in panes_of_choice or not panes_of_choice or parts_of(top)
        else min(panes_of_choice)
    )


def _needs(effect: AnyEffect | None) -> int:
    if isinstance(effect, InOrder) and effect.parts:
        return _needs(effect.parts[0])
    parts = parts_of(effect)
    return _needs(parts[0]) if parts else _NEEDS.get(type(effect), DIARIES)


def holding(elements: frozenset[Element]) -> set[int]:
    """Return the panes that contain some of the elements."""
    return {_PANE_OF_KIND[kind] for kind, _ in elements if kind in _PANE_OF_KIND}


def parts_of(effect: AnyEffect | None) -> tuple[AnyEffect, ...]:
    """Return the parts that an effect offers."""
    match effect:
        case Either(ways) | Spend(ways):
            return ways
        case AnyOrder(parts) | Act(parts):
            return parts
        case _:
            return ()
