"""The panes of the table, and the one that a decision needs."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.journey import effects
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.state import JourneyState
from darwin_core.text.language import mark

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
    effects.Draft: CREW,
    effects.Academy: CREW,
    effects.Seal: CREW,
    effects.Purple: CREW,
    effects.CopyCrew: CREW,
    effects.Window: CREW,
    effects.Explore: SEA,
    effects.Navigate: SEA,
    effects.Overtake: SEA,
    effects.LandExplorer: SEA,
    effects.PitchTent: SEA,
    effects.ReuseTent: SEA,
    effects.Correspond: ENVELOPES,
    effects.Museum: MUSEUM,
    effects.DeliverSpecimen: MUSEUM,
    effects.ResearchSpecimen: MUSEUM,
    effects.Redeliver: MUSEUM,
    effects.Equip: OBJECTIVES,
    effects.TakeObjective: OBJECTIVES,
    effects.AchieveUnmet: OBJECTIVES,
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
    if isinstance(effect, effects.InOrder) and effect.parts:
        return _needs(effect.parts[0])
    parts = parts_of(effect)
    return _needs(parts[0]) if parts else _NEEDS.get(type(effect), DIARIES)


def holding(elements: frozenset[Element]) -> set[int]:
    """Return the panes that contain some of the elements."""
    return {_PANE_OF_KIND[kind] for kind, _ in elements if kind in _PANE_OF_KIND}


def parts_of(effect: AnyEffect | None) -> tuple[AnyEffect, ...]:
    """Return the parts that an effect offers."""
    match effect:
        case effects.Either(ways) | effects.Spend(ways):
            return ways
        case effects.AnyOrder(parts) | effects.Act(parts):
            return parts
        case _:
            return ()
