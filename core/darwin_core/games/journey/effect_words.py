"""Effects and costs as text."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar, cast

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import effects
from darwin_core.games.journey.components import CAMPSITES
from darwin_core.games.journey.effects import AnyEffect, Where
from darwin_core.kit.effects import Effect
from darwin_core.text.language import mark, tr
from darwin_core.text.nouns import Noun
from darwin_core.text.wording import Brevity, counted, is_brief, listed

_RESEARCH: Final[dict[Where, str]] = {
    "museum": mark("research in the museum{price}"),
    "any": mark("research any specimen{price}"),
    "island": mark("research where you have an explorer{price}"),
}

COIN, POINT, NOTE, STEP = "¢★✎↑"
"""The signs of coins, points, knowledge and steps of evolution."""


def coin_words(number: int) -> Noun:
    """Format coins: ``2 coins``."""
    return Noun(f"{number}{COIN}") if is_brief(Brevity.SIGNS) else counted(number, "coin")


def point_words(number: int) -> Noun:
    """Format points: ``2 points``."""
    return Noun(f"{number}{POINT}") if is_brief(Brevity.SIGNS) else counted(number, "point")


def step_words(number: int) -> Noun:
    """Format steps of evolution: ``2 steps``."""
    return Noun(f"{number}{STEP}") if is_brief(Brevity.SIGNS) else counted(number, "step")


def knowledge_words(number: int) -> str:
    """Format knowledge: ``2 knowledge``."""
    if is_brief(Brevity.SIGNS):
        return f"{number}{NOTE}"
    return tr("{number} knowledge", number=number)


def cost_words(coins: int, knowledge: int = 0) -> str:
    """Format a cost: ``2 coins and 1 knowledge``; empty for nothing."""
    paid = [coin_words(coins)] if coins else []
    return listed([*paid, knowledge_words(knowledge)] if knowledge else paid)


def price_words(coins: int, knowledge: int = 0) -> str:
    """Format a cost to follow its object: `` for 2 coins``; empty for nothing."""
    cost = cost_words(coins, knowledge)
    return f" {tr('for {cost}', cost=cost)}" if cost else ""


def _explore(effect: effects.Explore) -> str:
    return tr(
        "Explore {moves} with an extra stop" if effect.stops else "Explore {moves}",
        moves=effect.moves,
    )


def _navigate(effect: effects.Navigate) -> str:
    return tr(
        "Navigate {moves} with an extra stop" if effect.stops else "Navigate {moves}",
        moves=effect.moves,
    )


def _correspond(effect: effects.Correspond) -> str:
    stamps = counted(effect.stamps, "stamp")
    if not effect.is_free:
        return stamps
    is_short = is_brief(Brevity.SIGNS)
    return tr("{stamps} anywhere" if is_short else "{stamps} on any envelopes", stamps=stamps)


def _academy(effect: effects.Academy) -> str:
    return tr("1 seal, {coins} off", coins=effect.discount) if effect.discount else tr("1 seal")


def _camp(effect: effects.PitchTent) -> str:
    if effect.site == NOTHING:
        is_short = is_brief(Brevity.SIGNS)
        return tr("a tent anywhere" if is_short else "a tent on any campsite")
    return tr("a tent at {site}", site=CAMPSITES[effect.site].space)


def _deliver(effect: effects.DeliverSpecimen) -> str:
    return tr("deliver a specimen{price}", price=price_words(effect.cost))


def _research(effect: effects.ResearchSpecimen) -> str:
    price = price_words(effect.cost)
    if effect.where == "any" and is_brief(Brevity.SIGNS):
        return tr("research any{price}", price=price)
    return tr(_RESEARCH[effect.where], price=price)


def _locked(effect: effects.PerformLocked) -> str:
    return tr("a locked place" if is_brief(Brevity.SIGNS) else "use a locked location")


def _spend(effect: effects.Spend) -> str:
    return tr("{price} for {ways}", price=knowledge_words(1), ways=ways_words(effect.ways))


def _objective(effect: effects.TakeObjective) -> str:
    return tr("objective" if is_brief(Brevity.SIGNS) else "an objective")


def _achieve(effect: effects.AchieveUnmet) -> str:
    return tr("achieve 1" if is_brief(Brevity.SIGNS) else "achieve an objective")


F = TypeVar("F", bound=Effect)


def _words(
    kind: type[F], words: Callable[[F], str]
) -> tuple[type[Effect], Callable[[Effect], str]]:
    """Return the text function of a class of effects, checked to be for that class."""
    return kind, cast("Callable[[Effect], str]", words)


_FULL: Final = dict(
    (
        _words(effects.Coins, lambda effect: coin_words(effect.number)),
        _words(effects.Points, lambda effect: point_words(effect.number)),
        _words(effects.Knowledge, lambda effect: knowledge_words(effect.number)),
        _words(effects.Evolve, lambda effect: step_words(effect.steps)),
        _words(effects.Explore, _explore),
        _words(effects.Navigate, _navigate),
        _words(effects.Correspond, _correspond),
        _words(effects.Academy, _academy),
        _words(effects.Seal, lambda effect: tr("a seal of any colour")),
        _words(effects.Purple, lambda effect: tr("a purple seal")),
        _words(effects.TakeObjective, _objective),
        _words(effects.Lens, lambda effect: tr("a free lens" if effect.is_free else "a lens")),
        _words(effects.Museum, lambda effect: tr("deliver or research up to two")),
        _words(effects.DeliverSpecimen, _deliver),
        _words(effects.ResearchSpecimen, _research),
        _words(effects.Redeliver, lambda effect: tr("deliver a specimen again")),
        _words(effects.LandExplorer, lambda effect: tr("place an explorer")),
        _words(effects.Overtake, lambda effect: tr("the ship to the Beagle")),
        _words(effects.PitchTent, _camp),
        _words(effects.ReuseTent, lambda effect: tr("re-use a tent")),
        _words(effects.PerformLocked, _locked),
        _words(effects.CopyCrew, lambda effect: tr("copy a crew card")),
        _words(effects.AchieveUnmet, _achieve),
        _words(effects.Spend, _spend),
        _words(effects.Either, lambda effect: ways_words(effect.ways)),
        _words(effects.AnyOrder, lambda effect: parts_words(effect.parts)),
        _words(effects.InOrder, lambda effect: parts_words(effect.parts)),
        _words(effects.Act, lambda effect: parts_words(effect.parts)),
    )
)


_TAKE_AND_ACHIEVE: Final = (effects.TakeObjective(), effects.AchieveUnmet())
"""Effects that are one task in the words of players."""


def effect_words(effect: AnyEffect) -> str:
    """Format an effect in full: ``Explore 3``, ``3 coins``, ``1 seal, 2 off``."""
    # Some are nouns, which records and messages cannot hold.
    return str(_FULL[type(effect)](effect))


def parts_words(parts: Sequence[AnyEffect]) -> str:
    """Format several effects in full: ``3 coins and 2 steps``; empty for none."""
    if tuple(parts) == _TAKE_AND_ACHIEVE and not is_brief(Brevity.SIGNS):
        return tr("take and achieve an objective")
    words = [effect_words(part) for part in parts]
    if is_brief(Brevity.SIGNS) and len(parts) == 2 and parts[0] == parts[1]:
        return f"2× {words[0]}"
    return listed(words)


def ways_words(ways: Sequence[AnyEffect]) -> str:
    """Format effects of which one is chosen: ``Navigate 1 or Explore 1``."""
    return f" {tr('or')} ".join(map(effect_words, ways))
