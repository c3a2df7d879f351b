"""Helpers for all tests of screens and boards: matches on disk and in memory, the app over them,
its texts, and scenes drawn without a terminal."""

import re
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
"""Names of the greatest length that is allowed."""
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
BOARDS = ((80, 21), (100, 27), (120, 37), (200, 57))
"""The columns and rows of the board in the most common sizes of terminals."""


def players(*controls: str, names: Sequence[str] = NAMES) -> list[Player]:
    """Return players for the first seats, one for each control such as ``human``."""
    return [Player(name, control) for name, control in zip(names, controls, strict=False)]


def saved(
    *controls: str,
    seed: str = "beagle",
    actions: int = 0,
    names: Sequence[str] = NAMES,
    title: str = "",
    **more: Any,
) -> Opened:
    """Save a match and play it at random for a number of actions.

    Each time, the first of the seats to move acts. ``more`` are fields of the record's header.
    """
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
    """Play one action in a match and append it to the match's file."""
    assert opened.journal
    step = opened.match.propose(seat, act)
    opened.journal.append(step.text, len(opened.match.lines) + 1)
    opened.match.accept(step)


def finished(*controls: str, **more: Any) -> Opened:
    """Save a match that is played to its end, and close its file."""
    return closed(saved(*controls, actions=10_000, **more))


def closed(opened: Opened) -> Opened:
    """Close a match's file and return the match."""
    assert opened.journal
    opened.journal.close()
    return opened


class Script(Console):
    """A text-mode console that answers with prepared lines and keeps all output in ``lines``.

    A line may be a function, which is called when the line is due. After the last line, the input
    ends.
    """

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
    """Return a saved match in which the first seat can play a wanted action, and all such actions.

    Args:
        slug: the game.
        true: the condition for a wanted action, given the state and the action.
        actions_max: the number of actions after which another match is tried.
        seats: the number of seats; a person has the first one.
    """
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
    """Return an app that opens a match to play."""
    return DarwinApp(own(), play=opened)


def replaying(opened: Opened) -> DarwinApp:
    """Return an app that opens a match to replay."""
    return DarwinApp(own(), replay=saves.read(opened.path))


def play_of(app: Any) -> PlayScreen:
    """Return the open screen, which must be a play screen."""
    assert isinstance(app.screen, PlayScreen)
    return app.screen


def replay_of(app: Any) -> ReplayScreen:
    """Return the open screen, which must be a replay screen."""
    assert isinstance(app.screen, ReplayScreen)
    return app.screen


def table_at(place: Any) -> Table[Any, Any, Any]:
    """Return the table behind a play screen; an app stands for its open screen."""
    access = place.screen.access
    table: Table[Any, Any, Any] = (getattr(access, "_live_table", None) or access.live_table).table
    return table


def match_at(place: Any) -> AnyMatch:
    """Return the whole match behind a play or replay screen; an app stands for its open screen."""
    screen = place.screen
    match: AnyMatch = (
        screen._saved._match if isinstance(screen, ReplayScreen) else table_at(place).match
    )
    return match


def scene_of(app: Any) -> AnyScene:
    """Return the scene that the open screen's board shows."""
    now = app.screen.query_one(Board)._scene
    assert isinstance(now, Scene)
    return now


def shown(app: Any) -> str:
    """Return all text on the screen, one line for each row. Every named key must be filled in."""
    strips = painter.rows(app.screen)
    text = "\n".join(strip.text.rstrip() for strip in strips)
    assert not re.search(r"{[a-z]+\.[a-z_]+}", text), text
    return text


def bright(app: Any) -> str:
    """Return the text on the screen without what is dim, as words beside a note are."""
    dim = app.screen.query_one(Board)._style("dim").color
    return "\n".join(
        "".join(
            " " * part.cell_length if part.style and part.style.color == dim else part.text
            for part in strip
        ).rstrip()
        for strip in painter.rows(app.screen)
    )


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
    """Return the full messages of the notices that are shown."""
    return [notification.message for notification in app._notifications]


def keys_of(screen: Any) -> list[tuple[str, str]]:
    """Return the displayed keys of a screen, each with the title of its command."""
    bound = bound_keys(screen).items()
    return [(" ".join(key.display for key in keys), title) for title, keys in bound]


def on_table(app: Any) -> str:
    """Return all text on the board."""
    text: str = app.screen.query_one(Board).drawing.canvas.plain()
    return text


async def play_first_choices(pilot: Any) -> None:
    """Play the open match to its end with the first choice at each decision."""
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
    """Step a field to a value at once, without the keys that would do it one by one."""
    field.focus()
    if by := [key for key, _ in field.values].index(value) - field.place:
        field.action_step(by)
    await pilot.pause()


async def until(pilot: Any, true: Callable[..., Any], seconds: float = 60.0) -> None:
    """Wait until a condition is true and the open screen is drawn.

    The condition is checked once more after drawing, since it may have changed in the meantime.
    """
    for _ in range(int(seconds / 0.02)):
        await pilot.pause()
        if pilot.app._exception:
            # A loop around the wait would never end.
            raise pilot.app._exception
        if true():
            await pilot.pause()
            if true() and shown(pilot.app):
                return
        await pilot.pause(0.02)
    raise AssertionError(f"it did not come true in {seconds} seconds:\n{shown(pilot.app)}")


def chooser_in(now: AnyScene) -> Chooser[Any]:
    """Return the chooser of a scene, which must have one."""
    assert now.chooser is not None
    return now.chooser


def scene(match: AnyMatch, viewer: int, position: int | None = None, **more: Any) -> AnyScene:
    """Return a viewer's scene of a match, as the screens hand it to a board."""
    events = _story(match, viewer, position, len(match.lines))
    view = match.view(viewer, position)
    return Scene(match.game, view, viewer, SeatNames(match.header.names), events, **more)


@lru_cache(maxsize=1024)
def _story(match: AnyMatch, viewer: int, position: int | None, lines: int) -> Sequence[Any]:
    """Return the events of a match up to a position, as a viewer sees them.

    The number of lines is part of the cache's key, because a match grows.
    """
    steps = _steps(match, viewer, lines)[: None if position is None else position + 1]
    return tuple(event for step in steps for event in step)


@lru_cache(maxsize=64)
def _steps(match: AnyMatch, viewer: int, _lines: int) -> Sequence[Sequence[Any]]:
    """Return all events step by step, cached so that they are derived once for all positions."""
    return replay.event_log(match, viewer)


def example(
    seats: int, seed: str, actions: int = 10_000, names: Sequence[str] = LONG_NAMES, **more: Any
) -> AnyMatch:
    """Return a match in memory, played at random for a number of actions."""
    seated = tuple(Player(name) for name in names[:seats])
    return play(began(seats, seed, players=seated, **more), Random(seed), actions).match


def match_of(
    slug: str,
    seats: int,
    seed: str,
    choose: Callable[[Random, AnyMatch, Sequence[int]], tuple[int, Any]],
    **more: Any,
) -> AnyMatch:
    """Return a match in memory, played to its end.

    Args:
        slug: the game.
        seats: the number of seats.
        seed: the seed of the match and of the choices.
        choose: returns the seat that acts next and its action.
        more: fields of the record's header.
    """
    seated = tuple(Player(name) for name in LONG_NAMES[:seats])
    written = began(seats, seed, game=slug, players=seated, **more)
    match = written.match
    rng = Random(seed)
    while movers := match.game.to_move(match.state):
        written.act(*choose(rng, match, movers))
    return match


def careful(
    rng: Random, match: AnyMatch, movers: Sequence[int], slips: float = 0.0
) -> tuple[int, Any]:
    """Return a seat to move and its action: the advised one, or sometimes a random slip.

    ``slips`` is the share of random actions, from 0 to 1.
    """
    seat = rng.choice(movers)
    if rng.random() < slips:
        return seat, rng.choice(match.legal(seat))
    return seat, match.game.bots.advise(match.view(seat), seat, SeatNames())[0].action


def kind_of(state: Any) -> str:
    """Return the kind of decision that is owed, or ``end``."""
    pending = getattr(state, "pending", ())
    return type(pending[-1]).__name__ if pending else "end"


def all_over(match: AnyMatch, kind: Callable[[Any], Any] = kind_of, parts: int = 1) -> list[int]:
    """Return sample positions of a match, with its start and end.

    Each kind of decision gives its first and last position; ``parts - 1`` positions lie between
    them at equal distances.
    """
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
"""A function that returns a match for a number of seats, and positions all over it."""


def some_moments(
    moments: Moments,
    seats: int,
    among: Sequence[int],
    size: tuple[int, int] = BOARDS[0],
    kind: Callable[[Any], Any] = kind_of,
    interval: int = sampling.BOARD_INTERVAL,
) -> tuple[AnyMatch, list[int]]:
    """Return a match and a sample of its positions.

    The sample of each kind of decision is drawn from the matches of all seat counts together. Each
    board size has another sample, in which every kind is in at least one match.
    """
    kinds = _kinds(moments, tuple(among), kind)
    chosen = sampling.some_of_each(list(kinds), kinds.__getitem__, interval, size[0] // 20)
    return moments(seats)[0], [position for number, position in chosen if number == seats]


@lru_cache
def _kinds(
    moments: Moments, among: tuple[int, ...], kind: Callable[[Any], Any]
) -> dict[tuple[int, int], Any]:
    """Return the kind of decision by number of seats and position."""
    return {
        (number, position): kind(match.state_at(position))
        for number in among
        for match, positions in [moments(number)]
        for position in positions
    }


def chooser_for(game: AnyGame, view: Any, viewer: int) -> Chooser[Any]:
    """Return the chooser of a viewer; it has no actions if the viewer owes no decision."""
    actions = game.legal(view, viewer) if viewer in game.to_move(view) else ()
    return Chooser.of(actions, game.targets)


def asking(match: AnyMatch, viewer: int, position: int | None = None, **more: Any) -> AnyScene:
    """Return a viewer's scene of a match, with the viewer's chooser."""
    chooser = chooser_for(match.game, match.view(viewer, position), viewer)
    return scene(match, viewer, position, chooser=chooser, **more)


def drawn(
    scene: AnyScene, size: tuple[int, int] = BOARDS[0], board: AnyBoard | None = None
) -> Drawing:
    """Return a scene's drawing, made without a terminal.

    By default a new board draws it; a given board reuses parts of its last drawing.
    """
    return (board or board_for(scene.game.slug)).draw(scene, Size(*size))


def board_showing(now: AnyScene, size: tuple[int, int]) -> AnyBoard:
    """Return a board that shows a scene, drawn without a terminal."""
    board = board_for(now.game.slug)
    board._drawing = drawn(now, size)
    return board


def rows(drawing: Drawing) -> list[str]:
    """Return the characters of a drawing, row by row, at full width."""
    return list(_rows(drawing.canvas))


@lru_cache(maxsize=16)
def _rows(canvas: Canvas) -> Sequence[str]:
    """Return a canvas's rows from a cache, because checks ask for them again and again."""
    return ["".join(character for character, _ in cells) for cells in canvas.grid]


class StrictCanvas(Canvas):
    """A canvas that fails where a text is cut off at an edge or written over another text.

    Only lines may be written over.
    """

    LINES = frozenset(" ─━│┃╭╮╰╯┏┓┗┛┄┆┼·")

    def text(self, x: int, y: int, *pieces: Styled) -> int:
        """Write pieces, and fail where a character would be lost."""
        column = x
        for piece in pieces:
            for character in piece if isinstance(piece, str) else piece[0]:
                inside = 0 <= column < self.width and 0 <= y < self.height
                assert inside or character == " ", (pieces, x, y, self.plain())
                if inside:
                    before = self._cells[y][column][0]
                    free = before in self.LINES or before == character
                    assert free, (pieces, x, y, before, self.plain())
                column += 1
        return super().text(x, y, *pieces)


def twin_of(slug: str, state: Any, viewer: int, rng: Random) -> Any:
    """Return another state that a viewer may not be able to tell from this one.

    The oracle in the game's own tests makes it.
    """
    return import_module(f"{slug}.twin").twin(state, viewer, rng)
