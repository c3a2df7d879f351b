"""Effects as text: in full, and short for narrow cells."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar, cast

from darwin_core.game import NOTHING
from darwin_core.games.journey.components import CAMPSITES
from darwin_core.games.journey.state import (
    Academy,
    AchieveUnmet,
    Act,
    AnyEffect,
    AnyOrder,
    Coins,
    CopyCrew,
    Correspond,
    DeliverSpecimen,
    Either,
    Evolve,
    Explore,
    InOrder,
    Knowledge,
    LandExplorer,
    Lens,
    Museum,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    Points,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    Spend,
    TakeObjective,
    Where,
)
from darwin_core.kit.effects import Effect
from darwin_core.wording import counted, listed

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
    where = " on any envelopes" if effect.is_free else ""
    return f"{counted(effect.stamps, 'stamp')}{where}"


def _camp(effect: PitchTent) -> str:
    if effect.site == NOTHING:
        return "a tent on any campsite"
    return f"a tent at {CAMPSITES[effect.site].space}"


def _for(coins: int) -> str:
    return f" for {counted(coins, 'coin')}" if coins else ""


F = TypeVar("F", bound=Effect)


def _words(
    kind: type[F], words: Callable[[F], str]
) -> tuple[type[Effect], Callable[[Effect], str]]:
    """Return the text function of a class of effects, checked to be for that class."""
    return kind, cast("Callable[[Effect], str]", words)


_FULL: Final = dict(
    (
        _words(Coins, lambda effect: counted(effect.number, "coin")),
        _words(Points, lambda effect: counted(effect.number, "point")),
        _words(Knowledge, lambda effect: f"{effect.number} knowledge"),
        _words(Evolve, lambda effect: counted(effect.steps, "step")),
        _words(Explore, lambda effect: f"Explore {effect.moves}{_stops(effect)}"),
        _words(Navigate, lambda effect: f"Navigate {effect.moves}{_stops(effect)}"),
        _words(Correspond, _correspond),
        _words(
            Academy,
            lambda effect: "1 seal" + (f", {effect.discount} off" if effect.discount else ""),
        ),
        _words(Seal, lambda effect: "a seal of any colour"),
        _words(Purple, lambda effect: "a purple seal"),
        _words(TakeObjective, lambda effect: "an objective"),
        _words(Lens, lambda effect: "a free lens" if effect.is_free else "a lens"),
        _words(Museum, lambda effect: "deliver or research up to two"),
        _words(DeliverSpecimen, lambda effect: f"deliver a specimen{_for(effect.cost)}"),
        _words(ResearchSpecimen, lambda effect: f"{_RESEARCH[effect.where]}{_for(effect.cost)}"),
        _words(Redeliver, lambda effect: "deliver a specimen again"),
        _words(LandExplorer, lambda effect: "place an explorer"),
        _words(Overtake, lambda effect: "the ship to the Beagle"),
        _words(PitchTent, _camp),
        _words(ReuseTent, lambda effect: "re-use a tent"),
        _words(PerformLocked, lambda effect: "use a locked location"),
        _words(CopyCrew, lambda effect: "copy a crew card"),
        _words(AchieveUnmet, lambda effect: "achieve an objective"),
        _words(Spend, lambda effect: f"1 knowledge for {_or(effect.ways)}"),
        _words(Either, lambda effect: _or(effect.ways)),
        _words(AnyOrder, lambda effect: parts_words(effect.parts)),
        _words(InOrder, lambda effect: parts_words(effect.parts)),
        _words(Act, lambda effect: parts_words(effect.parts)),
    )
)
_SHORT: Final = dict(
    (
        _words(Coins, lambda effect: f"{effect.number}c"),
        _words(Points, lambda effect: f"{effect.number}vp"),
        _words(Knowledge, lambda effect: f"{effect.number}tk"),
        _words(Evolve, lambda effect: f"Evo {effect.steps}"),
        _words(Explore, lambda effect: f"Exp {effect.moves}" + "*" * effect.stops),
        _words(Navigate, lambda effect: f"Nav {effect.moves}" + "*" * effect.stops),
        _words(Correspond, lambda effect: f"Cor {effect.stamps}" + "*" * effect.is_free),
        _words(Academy, lambda effect: "Aca" + (f" -{effect.discount}" if effect.discount else "")),
        _words(Seal, lambda effect: "seal"),
        _words(Purple, lambda effect: "P seal"),
        _words(TakeObjective, lambda effect: "Obj"),
        _words(Lens, lambda effect: "Lens 0c" if effect.is_free else "Lens"),
        _words(Museum, lambda effect: "Del/Res"),
        _words(DeliverSpecimen, lambda effect: "Del"),
        _words(ResearchSpecimen, lambda effect: _RESEARCH_SHORT[effect.where]),
        _words(Redeliver, lambda effect: "Re-del"),
        _words(LandExplorer, lambda effect: "Explorer"),
        _words(Overtake, lambda effect: "Beagle"),
        _words(PitchTent, lambda effect: "Tent"),
        _words(ReuseTent, lambda effect: "Re-tent"),
        _words(PerformLocked, lambda effect: "Locked"),
        _words(CopyCrew, lambda effect: "Copy"),
        _words(AchieveUnmet, lambda effect: "Achieve"),
        _words(Spend, lambda effect: f"1tk:{'/'.join(map(effect_short, effect.ways))}"),
        _words(Either, lambda effect: "/".join(map(effect_short, effect.ways))),
        _words(AnyOrder, lambda effect: _parts_short(effect.parts)),
        _words(InOrder, lambda effect: _parts_short(effect.parts)),
        _words(Act, lambda effect: _parts_short(effect.parts)),
    )
)


def effect_words(effect: AnyEffect) -> str:
    """Format an effect in full: ``Explore 3``, ``3 coins``, ``1 seal, 2 off``."""
    return _FULL[type(effect)](effect)


def effect_short(effect: AnyEffect) -> str:
    """Format an effect for a narrow cell: ``Exp 3``, ``3c``, ``Aca -2``.

    A star means an extra stop or for several envelopes.
    """
    return _SHORT[type(effect)](effect)


def parts_words(parts: Sequence[AnyEffect]) -> str:
    """Format several effects in full: ``3 coins and 2 steps``; empty for none."""
    return listed([effect_words(part) for part in parts])


def _parts_short(parts: Sequence[AnyEffect]) -> str:
    """Format several effects for a narrow cell: ``3c+Evo 2``; empty for none."""
    return "+".join(map(effect_short, parts))


def _or(ways: Sequence[AnyEffect]) -> str:
    return " or ".join(map(effect_words, ways))
