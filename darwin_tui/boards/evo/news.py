"""The news: the actions of the others since the viewer's last one, in few words for each."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.evo.components import TRAITS, primary
from darwin_core.games.evo.events import (
    Adopted,
    Awoke,
    EvoEvent,
    Foraged,
    Hunted,
    Migrated,
    Moved,
    Preyed,
    Settled,
    Withered,
)
from darwin_core.games.evo.words import species_name, to_location
from darwin_core.text.language import noun, tr, tr_in
from darwin_core.text.nouns import Noun
from darwin_core.text.wording import counted, first_clauses, listed
from darwin_tui.boards.evo.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bars import news_strip
from darwin_tui.drawing.marks import seat_mark

DETAILS: Final = 3
"""Forms of the news of a seat, from the longest to the shortest."""


def entries(scene: Scene, detail: int) -> list[tuple[int, str]]:
    """Return for each other seat what it did, in order of its first event."""
    by_seat: dict[int, list[EvoEvent]] = {}
    for event in scene.since:
        seat = getattr(event, "seat", None)
        if isinstance(seat, int) and seat != scene.viewer:
            by_seat.setdefault(seat, []).append(event)
    found = [(seat, summary(events, detail)) for seat, events in by_seat.items()]
    return [(seat, text) for seat, text in found if text]


def summary(events: Sequence[EvoEvent], detail: int) -> str:
    """Return what one seat did: its catch, tokens placed, cards born, where it went.

    Args:
        events: of one seat.
        detail: 0 for all of it, up to DETAILS - 1 for the fewest words.
    """
    hunted, foraged, more = list[str](), list[str](), list[str]()
    tokens = born = 0
    for event in events:
        match event:
            case Hunted():
                hunted.append(TRAITS[primary(event.fauna)].fauna)
                tokens, born = tokens + event.tokens, born + event.offspring
            case Foraged():
                foraged.append(TRAITS[event.flora].flora)
                tokens, born = tokens + event.tokens, born + event.offspring
            case Preyed():
                more.append(tr("preys on the {species}", species=species_name(event.prey)))
                born += event.offspring
            case Migrated() | Settled() | Moved():
                more.append(to_location(event.location))
            case Adopted():
                more.append(tr("plays the {species}", species=species_name(event.species)))
            case _:
                pass
    # Each way once, the last of all at the end.
    more = [*dict.fromkeys(reversed(more))][::-1]
    caught = [f"+{tokens}"] if tokens else []
    caught += [tr("{number} born", number=born)] if born else []
    turns = [each for each in events if isinstance(each, Awoke | Withered)]
    if turns and not caught and not more:
        acts = isinstance(turns[-1], Awoke)
        words = tr("acts now") if acts else tr("catches nothing")
        return words if detail < DETAILS - 1 else "–"
    if detail:
        return ", ".join([*caught, *more[-1:]] if detail == 1 or not caught else caught)
    done = [tr("hunts {names}", names=listed(_counted(hunted)))] if hunted else []
    if foraged:
        found = [
            each if each.number else tr_in("foraged", "{flora}", flora=each)
            for each in _counted(foraged)
        ]
        done.append(tr("forages {names}", names=listed(found)))
    text = ", ".join([*done, *more])
    return f"{text}: {', '.join(caught)}" if caught else text


def _counted(names: Sequence[str]) -> list[Noun]:
    return [
        counted(names.count(name), name) if names.count(name) > 1 else noun(name)
        for name in dict.fromkeys(names)
    ]


def draw_news(area: Area, scene: Scene) -> None:
    """Draw the strip of news, or the latest sentence where nothing happened since."""
    if entries(scene, 0):
        news_strip(area, (entries(scene, detail) for detail in range(DETAILS)))
        return
    strip = area.on("strip")
    if scene.events:
        event = scene.events[-1]
        sentence = scene.game.sentence(event, scene.lexicon)
        if len(sentence) > strip.width - 2 and isinstance(event, Hunted | Foraged | Preyed):
            strip.text(1, 0, seat_mark(event.seat), (f" {summary([event], 0)}", "dim"))
            return
        strip.text(1, 0, (first_clauses(sentence, strip.width - 2), "dim"))
