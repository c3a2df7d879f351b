"""Effects in words: in full, and short for narrow cells."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from darwin_core.english import counted, listed
from darwin_core.game import NOTHING
from darwin_core.games.journey.components import CAMPSITES
from darwin_core.games.journey.state import (
    Academy,
    Act,
    AnyEffect,
    AnyOrder,
    Camp,
    Coins,
    Copy,
    Correspond,
    Deliver,
    Disembark,
    Either,
    Evolve,
    Explore,
    Gain,
    InOrder,
    Knowledge,
    Lens,
    Museum,
    Navigate,
    Overtake,
    Perform,
    Points,
    Purple,
    Redeliver,
    Research,
    Retent,
    Seal,
    Spend,
    Triumph,
    Where,
)

_RESEARCH: Final[dict[Where, str]] = {
    "museum": "research in the museum",
    "any": "research any specimen",
    "island": "research where you have an explorer",
}
_RESEARCH_SHORT: Final[dict[Where, str]] = {
    "museum": "Res mus",
    "any": "Res any",
    "island": "Res isl",
}


def _stops(effect: Explore | Navigate) -> str:
    return " with an extra stop" if effect.stops else ""


def _correspond(effect: Correspond) -> str:
    where = " to any envelopes" if effect.is_free else ""
    return f"Correspondence {effect.stamps}{where}"


def _camp(effect: Camp) -> str:
    if effect.site == NOTHING:
        return "a tent on any campsite"
    return f"a tent at {CAMPSITES[effect.site].space}"


def _for(coins: int) -> str:
    return f" for {counted(coins, 'coin')}" if coins else ""


_FULL: Final[dict[type, Callable[[Any], str]]] = {
    Coins: lambda effect: counted(effect.number, "coin"),
    Points: lambda effect: counted(effect.number, "point"),
    Knowledge: lambda effect: f"{effect.number} knowledge",
    Evolve: lambda effect: f"Evolution {effect.steps}",
    Explore: lambda effect: f"Explore {effect.moves}{_stops(effect)}",
    Navigate: lambda effect: f"Navigate {effect.moves}{_stops(effect)}",
    Correspond: _correspond,
    Academy: lambda effect: "Academy" + (f", {effect.discount} off" if effect.discount else ""),
    Seal: lambda effect: "a seal of any colour",
    Purple: lambda effect: "a purple seal",
    Gain: lambda effect: "Gain Objective",
    Lens: lambda effect: "Unlock Lens, free" if effect.is_free else "Unlock Lens",
    Museum: lambda effect: "deliver or research up to two",
    Deliver: lambda effect: f"deliver a specimen{_for(effect.cost)}",
    Research: lambda effect: f"{_RESEARCH[effect.where]}{_for(effect.cost)}",
    Redeliver: lambda effect: "deliver a specimen again",
    Disembark: lambda effect: "place an explorer",
    Overtake: lambda effect: "the ship to the Beagle",
    Camp: _camp,
    Retent: lambda effect: "re-use a tent",
    Perform: lambda effect: "perform a locked location",
    Copy: lambda effect: "copy a crew card",
    Triumph: lambda effect: "achieve an objective",
    Spend: lambda effect: f"1 knowledge for {_or(effect.ways)}",
    Either: lambda effect: _or(effect.ways),
    AnyOrder: lambda effect: parts_words(effect.parts),
    InOrder: lambda effect: parts_words(effect.parts),
    Act: lambda effect: parts_words(effect.parts),
}
_SHORT: Final[dict[type, Callable[[Any], str]]] = {
    Coins: lambda effect: f"{effect.number}c",
    Points: lambda effect: f"{effect.number}vp",
    Knowledge: lambda effect: f"{effect.number}tk",
    Evolve: lambda effect: f"Evo {effect.steps}",
    Explore: lambda effect: f"Exp {effect.moves}" + "*" * effect.stops,
    Navigate: lambda effect: f"Nav {effect.moves}" + "*" * effect.stops,
    Correspond: lambda effect: f"Cor {effect.stamps}" + "*" * effect.is_free,
    Academy: lambda effect: "Aca" + (f" -{effect.discount}" if effect.discount else ""),
    Seal: lambda effect: "seal",
    Purple: lambda effect: "P seal",
    Gain: lambda effect: "Obj",
    Lens: lambda effect: "Lens 0c" if effect.is_free else "Lens",
    Museum: lambda effect: "Del/Res",
    Deliver: lambda effect: "Del",
    Research: lambda effect: _RESEARCH_SHORT[effect.where],
    Redeliver: lambda effect: "Re-del",
    Disembark: lambda effect: "Explorer",
    Overtake: lambda effect: "Beagle",
    Camp: lambda effect: "Tent",
    Retent: lambda effect: "Re-tent",
    Perform: lambda effect: "Locked",
    Copy: lambda effect: "Copy",
    Triumph: lambda effect: "Achieve",
    Spend: lambda effect: f"1tk:{'/'.join(map(effect_short, effect.ways))}",
    Either: lambda effect: "/".join(map(effect_short, effect.ways)),
    AnyOrder: lambda effect: parts_short(effect.parts),
    InOrder: lambda effect: parts_short(effect.parts),
    Act: lambda effect: parts_short(effect.parts),
}


def effect_words(effect: AnyEffect) -> str:
    """An effect in full: ``Explore 3``, ``3 coins``, ``Academy, 2 off``."""
    return _FULL[type(effect)](effect)


def effect_short(effect: AnyEffect) -> str:
    """An effect for a narrow cell: ``Exp 3``, ``3c``, ``Aca -2``.

    A star stands for an extra stop or for several envelopes.
    """
    return _SHORT[type(effect)](effect)


def parts_words(parts: Sequence[AnyEffect]) -> str:
    """Several effects in full: ``3 coins and Evolution 2``; empty for none."""
    return listed([effect_words(part) for part in parts])


def parts_short(parts: Sequence[AnyEffect]) -> str:
    """Several effects for a narrow cell: ``3c+Evo 2``; empty for none."""
    return "+".join(map(effect_short, parts))


def _or(ways: Sequence[AnyEffect]) -> str:
    return " or ".join(map(effect_words, ways))
