"""The news of Darwinning!: what each rival did since the viewer's last action, in few words."""

from textwrap import shorten
from typing import Final

from darwin_core.games.darwinning.components import ENVIRONMENTS, NUMBER
from darwin_core.games.darwinning.events import (
    Adapted,
    Bitten,
    Climbed,
    DarwinningEvent,
    Drawn,
    Eaten,
    Fed,
    Gained,
    Grown,
    LeaderNamed,
    Left,
    Played,
    Shared,
    TraitTaken,
    TrickWon,
)
from darwin_core.games.darwinning.words import card_name, set_words, trait_name
from darwin_tui.games.darwinning.fates import BALANCE
from darwin_tui.games.darwinning.marks import being_mark, short_set
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.parts.area import Area
from darwin_tui.parts.bars import news_strip

NEWS_MAX: Final = 2
"""The most events of a seat that are shown, the last ones."""


def draw_news(scene: Scene, area: Area) -> None:
    """Draw the news in a row or two; without any, the last sentence of the log."""
    entries = _entries(scene)
    if not entries:
        strip = area.on("strip")
        last = scene.events[-1:] or ()
        words = " ".join(scene.game.sentence(event, scene.lexicon) for event in last)
        while len(words) > strip.width - 2 and ". " in words:
            words = f"{words.rpartition('. ')[0]}."
        strip.text(1, 0, (shorten(words, strip.width - 2, placeholder=" …"), "dim"))
        strip.drawing.has_news = True
        return
    news_strip(area, entries, "since your turn" if area.width >= 100 else "since")


def _entries(scene: Scene) -> list[tuple[int, str]]:
    """Return what each rival did, by seats in order of events."""
    found: dict[int, list[str]] = {}
    for event in scene.since:
        seat = getattr(event, "eater" if isinstance(event, Eaten) else "seat", None)
        if seat is None or seat == scene.viewer or seat >= len(scene.view.hands):
            continue
        if words := _brief(scene, event):
            found.setdefault(seat, []).append(words)
    return [(seat, ", ".join(words[-NEWS_MAX:])) for seat, words in found.items()]


def _brief(scene: Scene, event: DarwinningEvent) -> str:
    """Return an event in few words, without its seat; empty for one that is no news."""
    match event:
        case LeaderNamed(seat, leader):
            return "leads" if seat == leader else f"lets {scene.names[leader]} lead"
        case TraitTaken(_, _, card, _):
            return f"takes {trait_name(NUMBER[card])}"
        case Played(_, cards):
            return card_name(cards[0]) if len(cards) == 1 else short_set(cards)
        case TrickWon(_, cards):
            return f"wins with {set_words(cards)}"
        case Climbed(_, _, _, place):
            return f"climbs to {place}"
        case Grown(_, _, population):
            return f"population {population}"
        case Adapted(_, _, environments):
            return f"adapts to {' and '.join(ENVIRONMENTS[place] for place in environments)}"
        case Gained(_, card):
            return f"gains {trait_name(NUMBER[card])}"
        case Left():
            return "improves nothing"
        case Shared(_, environment):
            return f"shares {ENVIRONMENTS[environment]}"
        case Eaten(_, eaten):
            return f"eats {being_mark(scene.view, eaten)[0]}"
        case Fed(_, _, _, _, _, change):
            return BALANCE[change][0]
        case Bitten(_, bites, change):
            return f"✗{bites}{', population −1' if change else ''}"
        case Drawn(_, card):
            return f"draws {card_name(card)}"
    return ""
