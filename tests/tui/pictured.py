"""Scenes whose pictures are stored: every kind of decision, pane, pause and viewer of each game.

The scenes are taken from stored matches, so that only changes of rules or drawing change a
picture.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tui.scenes import asking, chooser_in, example, kind_of, scene

from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.match import AnyMatch
from darwin_tui.boards import board_for
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.library import saves

FOLDER = Path(__file__).parent / "pictures"
SEATS = {"dice": (2, 4), "darwinning": (2, 6), "evo": (4,), "yummy": (2, 5), "journey": (2, 4)}
"""The seat counts of each game whose matches are pictured."""


class Pictured(NamedTuple):
    """A scene whose picture is stored, and the language of its texts."""

    name: str
    scene: AnyScene
    language: str = "en"


@cache
def match_of(slug: str, seats: int) -> AnyMatch:
    """Return the match from which a game's scenes are taken.

    It is read from a stored record, in Darwin's Dice played at random from a fixed seed.
    """
    if slug == "dice":
        return example(seats, "pictures")
    return saves.read(FOLDER / f"{slug}-{seats}.jsonl").match


def stage_of(state: Any) -> str:
    """Return the kind of decision; a plus sign marks each part of an offer that is settled."""
    top = state.pending[-1] if getattr(state, "pending", ()) else None
    settled = [bool(getattr(top, part, False)) for part in ("is_counter", "give", "ask")]
    return (
        f"{kind_of(state)}{''.join(' +'[is_settled] for is_settled in settled).rstrip()}"
        if top
        else "turn"
    )


@cache
def scenes_of(slug: str) -> tuple[Pictured, ...]:
    return tuple(_scenes(slug))


def _scenes(slug: str) -> Iterator[Pictured]:
    """Yield the scenes of a game's matches, then its special scenes."""
    seen = set[str]()
    for seats in SEATS[slug]:
        match = match_of(slug, seats)
        stages = defaultdict[str, list[int]](list)
        for position in range(len(match.history)):
            stages[stage_of(match.state_at(position))].append(position)
        for number, (stage, positions) in enumerate(stages.items()):
            if stage not in seen:
                yield from decision(match, stage, positions[len(positions) // 2], number)
        seen |= stages.keys()
        yield from looks(match)
        yield from pauses(match)
        if seats > 2:
            yield from turns(match)
    special = getattr(import_module(f"tui.{slug}_scenes"), "special", dict)
    yield from (Pictured(name, now) for name, now in special().items())


def decision(match: AnyMatch, stage: str, position: int, number: int) -> Iterator[Pictured]:
    """Yield scenes of one decision: as the player meets it, and with an element selected.

    Every third decision (by ``number``) is also pictured in German, others with a hint.
    """
    seat = match.game.to_move(match.state_at(position))[0]
    now = asking(match, seat, position)
    board = board_for(match.game.slug)
    chooser = chooser_in(now)
    cursor = board.first(now.view, chooser.actions)
    front = board.front(now.view, chooser) or 0
    now = replace(now, cursor=cursor, pane=front, since=now.events[-9:])
    yield Pictured(stage, now)
    if number % 3 == 0:
        yield Pictured(f"{stage}, German", now, "de")
    targets = max(chooser.targets, key=len)
    for target in targets[:1]:
        selected = chooser.select(target)
        front = board.front(now.view, selected) or front
        yield Pictured(
            f"{stage}, selected", replace(now, chooser=selected, cursor=target, pane=front)
        )
    if number % 3 == 1:
        yield Pictured(f"{stage}, hint", replace(now, hinted=(*targets,)))


def looks(match: AnyMatch) -> Iterator[Pictured]:
    """Yield a match's middle in all panes, a later position for other viewers, and its end."""
    seats = match.seats
    last = len(match.history)
    panes = board_for(match.game.slug).PANES if seats > 2 else ()
    for pane, name in enumerate(panes):
        yield Pictured(
            f"{seats} seats, pane {name}", scene(match, 0, last // 2, pane=pane, order=1)
        )
    for name, viewer in (("spectator", SPECTATOR), ("omniscient", OMNISCIENT)):
        yield Pictured(f"{seats} seats, {name}", scene(match, viewer, last * 2 // 3))
    yield Pictured(f"{seats} seats, over", scene(match, 0, last))


def turns(match: AnyMatch) -> Iterator[Pictured]:
    """Yield two scenes of some decisions of the first seat.

    One shows all news; in the other, all elements of an action but the last are selected.
    """
    game = match.game
    last = len(match.history)
    asked = [position for position in range(last) if 0 in game.to_move(match.state_at(position))]
    for position in asked[len(asked) // 10 :: len(asked) // 5]:
        before = max((at for at in range(position) if match.history[at].seat == 0), default=0)
        since = tuple(e for at in range(before + 1, position) for e in match.events(0, at + 1))
        now = asking(match, 0, position)
        yield Pictured(f"news {position}", replace(now, since=since))
        chooser = chooser_in(now)
        targets = max(chooser_in(now).targets, key=len)
        for target in targets[:-1]:
            chooser = chooser.select(target)
        front = board_for(game.slug).front(now.view, chooser) or 0
        yield Pictured(
            f"selected {position}", replace(now, chooser=chooser, cursor=targets[-1], pane=front)
        )


def pauses(match: AnyMatch) -> Iterator[Pictured]:
    """Yield a match's last reveal, finished and in progress, and some frames of animations."""
    board = board_for(match.game.slug)
    logs = [(position, match.events(0, position)) for position in range(1, len(match.history))]
    position, events = next((log for log in reversed(logs) if board.reveal_frames(log[1])), (0, ()))
    frames = board.reveal_frames(events) if events else 0
    for frame in dict.fromkeys((0, frames // 2, frames // 4)):
        if events:
            now = scene(match, 0, position, is_paused=True, frame=frame)
            yield Pictured(
                f"{match.seats} seats, paused {frame}",
                replace(now, moving=events if frame else ()),
                "de" if frame == 0 and match.seats > 2 else "en",
            )
    moving = [log for log in logs if board.frames(log[1])]
    for position, events in moving[:: max(len(moving) // 2, 1)]:
        frame = board.frames(events) // 2 + 1
        yield Pictured(
            f"{match.seats} seats, moving {position}",
            scene(match, 1, position, frame=frame, moving=events),
        )
