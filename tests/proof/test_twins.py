"""Two worlds that a player may not distinguish look the same everywhere in the program.

They are compared in every game in full screen with all its dialogs, in line mode, and in exported
pictures. The worlds are states and their twins, made by the oracles of the games' tests. No action
is played from there, because actions may reveal hidden cards.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from hashlib import md5
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sampling
from home import own
from matches import header
from tui.scenes import Script, players, starting, twin_of, until

from darwin_core.bots import Undecided
from darwin_core.bots.search import Judged
from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame
from darwin_core.lab.play import Case, moments, packed
from darwin_core.workers.pool import Pool
from darwin_tui import text_mode
from darwin_tui.app import DarwinApp
from darwin_tui.cli.export import exported
from darwin_tui.library import saves
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.library.saves import Opened
from darwin_tui.terminal import painter

SEATS = 3
SITTERS = players("human", *["bot:greedy"] * (SEATS - 1))
WALKS = (
    ("right", "down", "space", "x", "backspace", "escape", "H", "escape", "L", "L", "z", "escape"),
    ("tab", "z", "escape", "tab", "left", "tab", "s", "p", "p", "u", "U"),
    ("?", "end", "escape", "ctrl+p", "down", "escape"),
)
"""Keys that open all dialogs and panes, and play nothing."""
KEYS = tuple(key for walk in WALKS for key in walk)
LINES = (
    "state",
    "hand",
    "legal",
    "hint",
    "log 99",
    "undo",
    "redo",
    "reset",
    "rules",
    "help",
    "quit",
)

Look = Callable[[Opened], Any]
Seen = list[tuple[str, str, str, Any]]


ASKED: list[tuple[bytes, int, bytes]] = []
"""Requests to the workers since the list was cleared: packed view, seat and chance."""


@pytest.fixture(autouse=True)
def questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Collect the requests to workers, which must be the same in both worlds.

    The results of a search depend on the time that it gets, so requests are answered with failure.
    """

    def search(
        pool: Pool, game: AnyGame, view: Any, seat: int, chance: bytes, *_: Any, **more: Any
    ) -> Future[list[Judged]]:
        ASKED.append((packed(view), seat, chance))
        future: Future[list[Judged]] = Future()
        future.set_exception(Undecided("No worker is started in these tests."))
        return future

    monkeypatch.setattr(Pool, "search", search)


def worlds(slug: str, number: int, seed: str) -> Iterator[tuple[Any, Any]]:
    """Yield states from a whole match in which the first seat is to move, and their twins."""
    rng = Random(seed)
    game = registry.get(slug)
    case = Case(game, SEATS, f"twins {seed}", is_advised=True)
    asked = [moment.before for moment in moments(case) if 0 in game.to_move(moment.before)]
    for part in range(number):
        state = asked[(len(asked) - 1) * part // max(number - 1, 1)]
        other = twin_of(slug, state, 0, rng)
        yield state, other


def opened_at(state: Any, slug: str, path: Path) -> Opened:
    path.unlink(missing_ok=True)
    return saves.create(starting(header(SEATS, "", slug, players=tuple(SITTERS)), state), path)


def on_screen(opened: Opened, keys: Sequence[str] = KEYS, size: tuple[int, int] = (80, 24)) -> Seen:
    """Return every cell of the screen and the title of the terminal after each key."""
    return asyncio.run(_on_screen(opened, keys, size))


async def settled(pilot: Any) -> None:
    """Wait until the list of commands is complete: a worker fills it little by little."""
    app = pilot.app
    await until(
        pilot,
        lambda: all(worker.is_finished for worker in app.workers if worker.node is app.screen),
    )


async def _on_screen(opened: Opened, keys: Sequence[str], size: tuple[int, int]) -> Seen:
    """Return the title and the cells of the screen after each key."""
    seen: Seen = []
    app = DarwinApp(own(), play=opened)
    async with app.run_test(size=size) as pilot:
        for key in ("", *keys):
            if key:
                await pilot.press(key)
            await pilot.pause()
            if key == "ctrl+p":
                await settled(pilot)
            strips = painter.rows(app.screen)
            cells = [[(part.text, str(part.style)) for part in strip] for strip in strips]
            seen.append((key, app.title, app.sub_title, cells))
    assert not opened.match.lines, "nothing was played"
    return seen


on_first_sight = partial(on_screen, keys=())
on_large_screen = partial(on_screen, size=(140, 45))


def line_by_line(opened: Opened) -> list[str]:
    console = Script(LINES)
    assert text_mode.play_plain(OpenMatches().host(opened), console) == 0
    # Where all seats choose at once, the bots have already chosen.
    assert not any(line.seat == 0 for line in opened.match.lines), "nothing was played"
    return console.lines


def in_pictures(opened: Opened) -> bytes:
    return exported(own(), opened, 0, "svg")


def pairs(
    alike: Iterable[tuple[Any, Any]], slug: str, look: Look, path: Path
) -> Iterator[tuple[Any, Any]]:
    """Yield the looks of worlds and of their twins, each with the requests to workers."""
    for worlds_alike in alike:
        seen = []
        for world in worlds_alike:
            opened = opened_at(world, slug, path)
            ASKED.clear()
            seen.append((look(opened), [*ASKED]))
            assert opened.journal
            opened.journal.close()
        yield seen[0], seen[1]


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_what_is_hidden_changes_nothing_on_the_screen(slug, tmp_path):
    """Press all keys, or a third of them in a sample."""
    (start,) = worlds(slug, 1, "quick")
    for keys in sampling.some(WALKS, len(WALKS)):
        look = partial(on_screen, keys=keys)
        for one, other in pairs([start], slug, look, tmp_path / "twin.jsonl"):
            assert one == other


@pytest.mark.parametrize("slug", registry.SLUGS)
@pytest.mark.parametrize("look", [line_by_line, in_pictures])
def test_what_is_hidden_changes_nothing_in_text_and_pictures(look, slug, tmp_path):
    """Look at three moments, or at one of them in a sample."""
    alike = sampling.some(worlds(slug, 3, "quick"), 3)
    for one, other in pairs(alike, slug, look, tmp_path / "twin.jsonl"):
        assert one == other


@pytest.mark.campaign
@pytest.mark.parametrize("slug", registry.SLUGS)
@pytest.mark.parametrize("look", [on_screen, on_large_screen, line_by_line, in_pictures])
def test_what_is_hidden_changes_nothing_in_many_matches(look, slug, tmp_path):
    """Look at six moments of each of twenty matches."""
    for seed in range(20):
        alike = worlds(slug, 6, f"many {seed}")
        for one, other in pairs(alike, slug, look, tmp_path / "twin.jsonl"):
            assert one == other, seed


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.GAMES_INTERVAL))
@pytest.mark.parametrize("look", [on_first_sight, line_by_line])
def test_leak_planted_in_a_view_is_found(look, slug, tmp_path, monkeypatch):
    """Plant a view that hides nothing, and prompts that depend on the whole view."""
    game = registry.get(slug)
    leaky = replace(
        game,
        view=lambda state, _: game.clone(state),
        texts=replace(
            game.texts,
            prompt=lambda view, *_: fingerprint(view),
            phrase=lambda view, *_: fingerprint(view),
        ),
    )
    monkeypatch.setattr(f"darwin_core.games.{slug}.GAME", leaky)
    seen = pairs(worlds(slug, 3, "quick"), slug, look, tmp_path / "twin.jsonl")
    assert any(one != other for one, other in seen)


def fingerprint(view: Any) -> str:
    return md5(packed(view)).hexdigest()
