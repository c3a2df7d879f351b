"""Several people at one screen: each board is drawn for the person at the keyboard.

Keys, sizes and dialogs come at random and without pauses, at matches of people and bots. Each drawn
board's view and choices belong to its viewer, who is the person who opened the curtain last, or a
spectator.
"""

import asyncio
import os
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sampling
from home import here, own
from matches import NAMES, header
from textual.pilot import Pilot

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.match import Match
from darwin_core.match.record import Player
from darwin_core.table import Table
from darwin_tui import paths
from darwin_tui.app import DarwinApp
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.library import saves
from darwin_tui.screens import curtain
from darwin_tui.screens.curtain import CurtainScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.widgets.board_panel import BoardPanel

STEPS = 40
"""Number of keys pressed on each screen."""
LONG_TABLES = int(os.environ.get("PROOF_TABLES", "100"))
KEYS = (
    *("space", "space", "space", "enter", "enter", "enter", "b", "n", "z", "p", "H", "u", "Y"),
    *("1", "2", "3", "4", "left", "right", "up", "down", "tab", "escape", "ctrl+p", "pagedown"),
)
SIZES = ((80, 24), (100, 30), (120, 40), (40, 10))


class Law:
    """Checks each drawn scene against the viewers' own views and choices and the open curtain."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.views: dict[int, list[Any]] = defaultdict(list)
        self.actions: dict[int, set[Any]] = defaultdict(set)
        self.holder: int | None = None
        """The seat whose curtain was opened last; None while a curtain is down."""
        self.drawn: set[int] = set()
        """The people of the table for whom boards were drawn."""
        accept, show, begin = Match.accept, BoardPanel.show, Table.__init__
        draw, mount = CurtainScreen.__init__, CurtainScreen.on_mount
        dismiss = CurtainScreen.dismiss

        def accepted(match: Any, step: Any) -> None:
            accept(match, step)
            self.note(match)

        def begun(table: Any, match: Any, *args: Any, **more: Any) -> None:
            begin(table, match, *args, **more)
            self.note(match)

        def shown(panel: BoardPanel, scene: AnyScene) -> None:
            self.check(scene)
            show(panel, scene)

        def drawn(screen: CurtainScreen, *args: Any) -> None:
            self.holder = None
            draw(screen, *args)

        def mounted(screen: CurtainScreen) -> None:
            stack = screen.app.screen_stack
            curtains = [layer for layer in stack if isinstance(layer, CurtainScreen)]
            assert curtains == [screen], "one curtain hangs"
            mount(screen)

        def dismissed(screen: CurtainScreen, result: int | None = None) -> Any:
            if screen.is_active:
                self.holder = screen.invitation.seat
            return dismiss(screen, result)

        monkeypatch.setattr(Match, "accept", accepted)
        monkeypatch.setattr(Table, "__init__", begun)
        monkeypatch.setattr(BoardPanel, "show", shown)
        monkeypatch.setattr(CurtainScreen, "__init__", drawn)
        monkeypatch.setattr(CurtainScreen, "on_mount", mounted)
        monkeypatch.setattr(CurtainScreen, "dismiss", dismissed)

    def begin(self) -> None:
        """Clear the notes of the last table."""
        self.views.clear()
        self.actions.clear()
        self.drawn.clear()
        self.holder = None

    def note(self, match: Any) -> None:
        for viewer in (*range(match.seats), SPECTATOR):
            self.views[viewer].append(match.view(viewer))
            if viewer != SPECTATOR:
                self.actions[viewer] |= {*match.legal(viewer)}

    def check(self, scene: AnyScene) -> None:
        assert scene.view in self.views[scene.viewer], f"no view of viewer {scene.viewer}"
        if scene.chooser is not None:
            assert {*scene.chooser.actions} <= self.actions[scene.viewer], "choices of others"
        is_common = scene.view in self.views[SPECTATOR]
        assert is_common or scene.viewer == self.holder, f"{scene.viewer} is not {self.holder}"
        if scene.viewer != SPECTATOR:
            self.drawn.add(scene.viewer)


def table_of(game: str, rng: Random) -> DarwinApp:
    """Return the program with a new match of two people and bots."""
    seats = min(count for count in registry.get(game).seats if count > 2)
    controls = ["human", "human", *["bot:random"] * (seats - 2)]
    rng.shuffle(controls)
    people = tuple(Player(n, c) for n, c in zip(NAMES, controls, strict=False))
    head = header(seats, str(rng.random()), game, players=people)
    folder = paths.private_dir(here().matches)
    return DarwinApp(own(), play=saves.create(head, folder / f"{rng.random()}.jsonl"))


async def play(app: DarwinApp, rng: Random) -> None:
    """Press keys at random, often before the last one has an effect, and leave at any moment."""
    done: list[str] = []
    try:
        async with app.run_test(size=(100, 30)) as pilot:
            for _ in range(STEPS):
                await step(app, pilot, rng, done)
                has_table = any(isinstance(screen, PlayScreen) for screen in app.screen_stack)
                if app._exception is not None or not has_table:
                    break
            app.exit(0)
        assert app.return_code == 0
    except BaseException as error:
        error.add_note(" ".join(done))
        raise


async def step(app: DarwinApp, pilot: Pilot[Any], rng: Random, done: list[str]) -> None:
    """Press a key, sometimes after a resize, and only sometimes wait for its effect."""
    if rng.random() < 0.1:
        size = rng.choice(SIZES)
        done.append(f"{size}")
        await pilot.resize_terminal(*size)
    key = rng.choice(KEYS) if rng.random() < 0.5 else key_to_advance(app)
    done.append(key)
    app.call_later(app.simulate_key, key)
    for _ in range(rng.choice((0, 1, 2, 5))):
        await asyncio.sleep(0)
    if rng.random() < 0.3:
        await pilot.pause()


def key_to_advance(app: DarwinApp) -> str:
    """Return the key that opens the curtain, plays a hint, or closes the open dialog."""
    match app.screen:
        case CurtainScreen() as hanging:
            return hanging.invitation.key
        case PlayScreen() as table:
            return "enter" if table.live.pause else "Y"
        case _:
            return "escape"


@pytest.fixture
def law(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Law:
    """Return the law, and take out all pauses of tables and curtains."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 0)
    monkeypatch.setattr(curtain, "GUARD_SECONDS", 0.0)
    monkeypatch.chdir(tmp_path)
    return Law(monkeypatch)


async def keep(law: Law, game: str, least: int) -> None:
    """Play at ``least`` tables or more, until at one of them both people have seen the board."""
    tables = 0
    has_both = False
    while tables < least or not has_both:
        rng = Random(f"{game} {tables}")
        law.begin()
        await play(table_of(game, rng), rng)
        has_both = has_both or len(law.drawn) > 1
        tables += 1


@pytest.mark.parametrize("game", sampling.some(registry.SLUGS, len(registry.SLUGS)))
async def test_a_board_is_drawn_for_the_person_who_opened_the_curtain(law, game):
    await keep(law, game, 1)


@pytest.mark.campaign
@pytest.mark.parametrize("game", registry.SLUGS)
async def test_boards_of_many_tables_are_drawn_for_whom_they_may_be(law, game):
    """Play at 100 tables of each game, or PROOF_TABLES."""
    await keep(law, game, LONG_TABLES)
