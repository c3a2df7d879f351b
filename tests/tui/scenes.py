"""Scenes to test the screens with: matches on disk, the program over them, and what it shows."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import sampling
from home import here, own
from matches import began, header, play
from textual.geometry import Size
from textual.widgets import Static

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import AnyGame
from darwin_core.match import AnyMatch, replay
from darwin_core.match.record import Header, Player
from darwin_core.table import Table
from darwin_core.text.seat_names import SeatNames
from darwin_tui import paths
from darwin_tui.app import DarwinApp
from darwin_tui.boards import board_for
from darwin_tui.drawing.canvas import Canvas, Drawing, Styled
from darwin_tui.drawing.scene import AnyScene, Scene
from darwin_tui.library import saves
from darwin_tui.library.saves import Opened
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.terminal import painter
from darwin_tui.terminal.printable import clean
from darwin_tui.text_mode import Console
from darwin_tui.widgets.board import AnyBoard, Board
from darwin_tui.widgets.forms import Choice
from darwin_tui.widgets.screen import bound_keys

LONG_NAMES = (
    "Ada-Lovelace1815",
    "Wallace-of-Borne",
    "Mmmmmmmmmmmmmmmm",
    "Jemmy-Button-Fue",
    "Syms-Covington-1",
    "Wwwwwwwwwwwwwwww",
)
"""Names as long as a name can be."""
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
BOARDS = ((80, 21), (100, 27), (120, 37), (200, 57))
"""The board's part of the terminals there are most."""


def players(*controls: str, names: Sequence[str] = NAMES) -> list[Player]:
    """Players at the first seats, controlled like this."""
    return [Player(name, control) for name, control in zip(names, controls, strict=False)]


def saved(
    *controls: str,
    seed: str = "beagle",
    actions: int = 0,
    names: Sequence[str] = NAMES,
    title: str = "",
    **more: Any,
) -> Opened:
    """Save a match, played for so many actions by the first seat to move each time."""
    head = header(
        len(controls), seed, **{"players": tuple(players(*controls, names=names)), **more}
    )
    folder = paths.private_dir(here().matches)
    opened = saves.create(head, folder / f"{title or seed}{paths.SUFFIX}")
    match = opened.match
    rng = Random(seed)
    while len(match.history) < actions and (movers := match.game.to_move(match.state)):
        submit(opened, movers[0], rng.choice(match.legal(movers[0])))
    return opened


def submit(opened: Opened, seat: int, act: Any) -> None:
    """Play one action, on disk too."""
    assert opened.journal
    step = opened.match.propose(seat, act)
    opened.journal.append(step.text, len(opened.match.lines) + 1)
    opened.match.accept(step)


def finished(*controls: str, **more: Any) -> Opened:
    """Save a match that is over, and close it."""
    return closed(saved(*controls, actions=10_000, **more))


def closed(opened: Opened) -> Opened:
    """Close a match and return it."""
    assert opened.journal
    opened.journal.close()
    return opened


class Script(Console):
    """A console whose lines are typed by the test."""

    def __init__(self, typed: Sequence[str | Callable[[], str]]) -> None:
        super().__init__(own())
        self.typed = list(typed)
        self.lines: list[str] = []

    def say(self, text: str = "") -> None:
        self.lines.append(clean(text))

    async def ask(self) -> str | None:
        if not self.typed:
            return None
        line = self.typed.pop(0)
        line = line if isinstance(line, str) else line()
        self.lines.append(f"> {line}")
        return line


def where_can(
    slug: str, true: Callable[[Any, Any], Any], actions_max: int, seats: int = 2
) -> tuple[Opened, list[Any]]:
    """Return a match in which the first seat, a person, can do what is wanted within so many
    actions, and all such actions."""
    for seed in map(str, range(40)):
        opened = saved("human", *["bot:greedy"] * (seats - 1), seed=seed, game=slug)
        match = opened.match
        for _ in range(actions_max):
            movers = match.game.to_move(match.state)
            if not movers:
                break
            seat = movers[0]
            actions = match.legal(seat)
            if seat == 0 and (
                wanted := [action for action in actions if true(match.state, action)]
            ):
                return opened, wanted
            submit(
                opened, seat, match.game.bots.advise(match.view(seat), seat, SeatNames())[0].action
            )
        closed(opened)
    raise AssertionError("it does not come to that")


def starting(head: Header, state: Any) -> Header:
    """Return the header of a match that begins from a state."""
    start = msgspec.Raw(msgspec.json.encode(state))
    return msgspec.structs.replace(head, seed="", start=start)


def playing(opened: Opened) -> DarwinApp:
    """Return the program at a match to play."""
    return DarwinApp(own(), play=opened)


def replaying(opened: Opened) -> DarwinApp:
    """Return the program at a match to replay."""
    return DarwinApp(own(), replay=saves.read(opened.path))


def play_of(app: Any) -> PlayScreen:
    """Return the open play screen."""
    assert isinstance(app.screen, PlayScreen)
    return app.screen


def replay_of(app: Any) -> ReplayScreen:
    """Return the open replay screen."""
    assert isinstance(app.screen, ReplayScreen)
    return app.screen


def table_at(place: Any) -> Table[Any, Any, Any]:
    """Return the table behind a play screen, or the one that is open."""
    at = place.screen.access
    table: Table[Any, Any, Any] = (getattr(at, "_live_table", None) or at.live_table).table
    return table


def match_at(place: Any) -> AnyMatch:
    """Return the whole match behind a play or replay screen, or the one that is open."""
    screen = place.screen
    match: AnyMatch = (
        screen._saved._match if isinstance(screen, ReplayScreen) else table_at(place).match
    )
    return match


def scene_of(app: Any) -> AnyScene:
    """Return the scene that the board of the open screen shows."""
    now = app.screen.query_one(Board)._scene
    assert isinstance(now, Scene)
    return now


def shown(app: Any) -> str:
    """Return all text on the screen, row by row."""
    strips = painter.rows(app.screen)
    return "\n".join(strip.text.rstrip() for strip in strips)


def says_who_won(app: Any) -> bool:
    """Return whether an app shows the winners, in English or German."""
    text = shown(app)
    won = ("wins", "You win", "share the win", "gewinnt", "Du gewinnst", "teilen sich")
    return any(words in text for words in won)


def content(app: Any, selector: str) -> str:
    """Return the text of a widget of the open screen."""
    return str(app.screen.query_one(selector, Static).content)


def said(app: Any) -> str:
    """Return the status line, where a refusal is shown too."""
    return content(app, "#explain")


def prompt(app: Any) -> str:
    """Return the prompt: the question, or the action that Enter would play."""
    return content(app, "#prompt")


def notices(app: Any) -> list[str]:
    """Return the messages of the notices that are shown, whole."""
    return [notification.message for notification in app._notifications]


def keys_of(screen: Any) -> list[tuple[str, str]]:
    """Return the keys a screen answers to, as they are shown, and their commands."""
    bound = bound_keys(screen).items()
    return [(" ".join(key.display for key in keys), title) for title, keys in bound]


def on_table(app: Any) -> str:
    """Return all text on the board."""
    text: str = app.screen.query_one(Board).drawing.canvas.plain()
    return text


async def play_first_choices(pilot: Any) -> None:
    """Play the match at the table to its end by the first choice of each decision."""
    live = play_of(pilot.app).live
    match = match_at(pilot.app)
    while match.game.to_move(match.state):
        before = len(match.history)
        await until(pilot, lambda: live.snapshot.actions or match.game.outcome(match.state))
        if live.snapshot.actions:
            await pilot.press("1", "enter", "enter")
            await until(pilot, lambda before=before: len(match.history) > before)


def chosen(app: Any, seat: int = 0) -> int:
    """Return the card of Darwin's Dice that a seat has chosen."""
    card: int = match_at(app).state.chosen[seat]
    return card


def hand(app: Any, seat: int = 0) -> list[int]:
    """Return the cards of Darwin's Dice that a seat holds, each kind once."""
    return list(match_at(app).state.hands[seat])


async def set_choice(pilot: Any, field: Choice, value: str) -> None:
    """Step a field to a value at once, as keys do one by one, which have tests of their own."""
    field.focus()
    if by := [key for key, _ in field.values].index(value) - field.place:
        field.action_step(by)
    await pilot.pause()


async def until(pilot: Any, true: Callable[..., Any], seconds: float = 60.0) -> None:
    """Wait for something to come true, and for the screen that is open then to be drawn: both hold
    on return, since what was true may have passed while the screen was drawn."""
    for _ in range(int(seconds / 0.02)):
        await pilot.pause()
        if true():
            await pilot.pause()
            if true() and shown(pilot.app):
                return
        await pilot.pause(0.02)
    raise AssertionError(f"it did not come true in {seconds} seconds:\n{shown(pilot.app)}")


def chooser_in(now: AnyScene) -> Chooser[Any]:
    """Return the choice that a scene shows."""
    assert now.chooser is not None
    return now.chooser


def scene(match: AnyMatch, viewer: int, position: int | None = None, **more: Any) -> AnyScene:
    """Return the scene that a viewer sees of a match, as the screens hand it to a board."""
    story = _story(match, viewer, position, len(match.lines))
    view = match.view(viewer, position)
    return Scene(match.game, view, viewer, SeatNames(match.header.names), story, **more)


@lru_cache(maxsize=1024)
def _story(match: AnyMatch, viewer: int, position: int | None, lines: int) -> Sequence[Any]:
    """Return the events of a match that has so many lines, as a viewer sees them."""
    steps = _steps(match, viewer, lines)[: None if position is None else position + 1]
    return tuple(event for step in steps for event in step)


@lru_cache(maxsize=64)
def _steps(match: AnyMatch, viewer: int, _lines: int) -> Sequence[Sequence[Any]]:
    """Return the same step by step: a match is derived again once for all positions in it."""
    return replay.event_log(match, viewer)


def example(
    seats: int, seed: str, actions: int = 10_000, names: Sequence[str] = LONG_NAMES, **more: Any
) -> AnyMatch:
    """Return a match in memory, played at random for so many actions."""
    sitting = tuple(Player(name) for name in names[:seats])
    return play(began(seats, seed, players=sitting, **more), Random(seed), actions).match


def match_of(
    slug: str,
    seats: int,
    seed: str,
    choose: Callable[[Random, AnyMatch, Sequence[int]], tuple[int, Any]],
    **more: Any,
) -> AnyMatch:
    """Return a match in memory, played to its end by seats that choose one after the other like
    this."""
    sitting = tuple(Player(name) for name in LONG_NAMES[:seats])
    written = began(seats, seed, game=slug, players=sitting, **more)
    match = written.match
    rng = Random(seed)
    while movers := match.game.to_move(match.state):
        written.act(*choose(rng, match, movers))
    return match


def careful(
    rng: Random, match: AnyMatch, movers: Sequence[int], slips: float = 0.0
) -> tuple[int, Any]:
    """Return the action of a careful player with this share of slips."""
    seat = rng.choice(movers)
    if rng.random() < slips:
        return seat, rng.choice(match.legal(seat))
    return seat, match.game.bots.advise(match.view(seat), seat, SeatNames())[0].action


def kind_of(state: Any) -> str:
    """Return the kind of decision that is asked."""
    pending = getattr(state, "pending", ())
    return type(pending[-1]).__name__ if pending else "end"


def all_over(match: AnyMatch, kind: Callable[[Any], Any] = kind_of, parts: int = 1) -> list[int]:
    """Return positions of a match: of every kind of decision the first, the last, and some between
    at equal distances; the start and the end are among them."""
    by_key: dict[Any, list[int]] = {}
    for position in range(len(match.history) + 1):
        by_key.setdefault(kind(match.state_at(position)), []).append(position)
    return sorted(
        {
            positions[min(len(positions) * part // parts, len(positions) - 1)]
            for positions in by_key.values()
            for part in range(parts + 1)
        }
    )


Moments = Callable[[int], tuple[AnyMatch, Sequence[int]]]
"""A match for a number of seats, and positions all over it."""


def some_moments(
    moments: Moments,
    seats: int,
    among: Sequence[int],
    size: tuple[int, int] = BOARDS[0],
    kind: Callable[[Any], Any] = kind_of,
    interval: int = sampling.BOARD_INTERVAL,
) -> tuple[AnyMatch, list[int]]:
    """Return a match and a sample of its places: some of each kind of decision, counted over the
    matches for all numbers of seats. Each size of a board has other ones, and every kind in one
    match."""
    kinds = _kinds(moments, tuple(among), kind)
    chosen = sampling.some_of_each(list(kinds), kinds.__getitem__, interval, size[0] // 20)
    return moments(seats)[0], [position for number, position in chosen if number == seats]


@lru_cache
def _kinds(
    moments: Moments, among: tuple[int, ...], kind: Callable[[Any], Any]
) -> dict[tuple[int, int], Any]:
    """Return the kind of decision at each place of the matches, by number of seats and position."""
    return {
        (number, position): kind(match.state_at(position))
        for number in among
        for match, positions in [moments(number)]
        for position in positions
    }


def chooser_for(game: AnyGame, view: Any, viewer: int) -> Chooser[Any]:
    """Return the choice that a viewer has."""
    actions = game.legal(view, viewer) if viewer in game.to_move(view) else ()
    return Chooser.of(actions, game.targets)


def asking(match: AnyMatch, viewer: int, position: int | None = None, **more: Any) -> AnyScene:
    """Return the scene that a viewer sees of a match, with the choice they have."""
    chooser = chooser_for(match.game, match.view(viewer, position), viewer)
    return scene(match, viewer, position, chooser=chooser, **more)


def drawn(
    scene: AnyScene, size: tuple[int, int] = BOARDS[0], board: AnyBoard | None = None
) -> Drawing:
    """Return a scene drawn without a terminal, by a new board or by one that keeps the parts of its
    last drawing that the cursor does not change."""
    return (board or board_for(scene.game.slug)).draw(scene, Size(*size))


def board_showing(now: AnyScene, size: tuple[int, int]) -> AnyBoard:
    """Return a board that was drawn without a terminal."""
    board = board_for(now.game.slug)
    board._drawing = drawn(now, size)
    return board


def rows(drawing: Drawing) -> list[str]:
    """Return the characters of a drawing, row by row, at full width."""
    return list(_rows(drawing.canvas))


@lru_cache(maxsize=16)
def _rows(canvas: Canvas) -> Sequence[str]:
    """Return the same from a cache, because checks of a drawing ask for its rows again and
    again."""
    return ["".join(character for character, _ in cells) for cells in canvas.grid]


class StrictCanvas(Canvas):
    """A canvas where nothing is cut off at an edge, and nothing is written over anything but a
    line."""

    LINES = frozenset(" ─━│┃╭╮╰╯┏┓┗┛┄┆┼·")

    def text(self, x: int, y: int, *pieces: Styled) -> int:
        """Write pieces, and fail where that loses something."""
        at = x
        for piece in pieces:
            for character in piece if isinstance(piece, str) else piece[0]:
                inside = 0 <= at < self.width and 0 <= y < self.height
                assert inside or character == " ", (pieces, x, y, self.plain())
                if inside:
                    before = self._cells[y][at][0]
                    free = before in self.LINES or before == character
                    assert free, (pieces, x, y, before, self.plain())
                at += 1
        return super().text(x, y, *pieces)


def twin_of(slug: str, state: Any, viewer: int, rng: Random) -> Any:
    """Return another state that a viewer may not distinguish from this one, by the oracle of the
    game's tests."""
    return import_module(f"{slug}.twin").twin(state, viewer, rng)
