"""Hands to play with: the keys by which a player selects an action's elements, and whole
matches."""

from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from tui.scenes import board_showing, chooser_in, kind_of, match_at, until

from darwin_core.contract.game import Element
from darwin_tui.boards.journey import panes
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.screens.you import YouPage, YouScreen
from darwin_tui.widgets.board import AnyBoard

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
Keys = tuple[str, ...]


def ways(board: AnyBoard, start: Element | None) -> dict[Element | None, Keys]:
    """Return the shortest rows of arrows from one element to each other that they reach."""
    keys: dict[Element | None, Keys] = {start: ()}
    left = deque([start])
    while left:
        here = left.popleft()
        for key, (dx, dy) in ARROWS.items():
            there = board.neighbour(here, dx, dy)
            if there not in keys:
                keys[there] = (*keys[here], key)
                left.append(there)
    return keys


def check_reached(now: AnyScene, size: tuple[int, int]) -> None:
    """Check that everything selectable is reached by arrows from its first element, or by a pane's
    letter."""
    board = board_showing(now, size)
    selectable = [element for element in board.places if element in chooser_in(now).selectable]
    lost = {*selectable} - ways(board, selectable[0]).keys()
    assert not lost, (kind_of(now.view), lost)
    behind = chooser_in(now).selectable - {*selectable}
    assert board.PANE_KEYS or not behind, (kind_of(now.view), behind)


# --- the keys for an element


def by_cursor(screen: PlayScreen, element: Element) -> Keys:
    """Return Space, if the cursor is on the element."""
    return ("space",) if screen.selection.cursor == element else ()


def by_zero(screen: PlayScreen, element: Element) -> Keys:
    """Return the key that leaves a decision at that, where there is one button only."""
    buttons = [place for place in screen.panel.board.places if place[0] == "button"]
    return ("0",) if buttons == [element] else ()


def by_number(screen: PlayScreen, element: Element) -> Keys:
    """Return its number, if it is one of the first nine."""
    numbers = screen.panel.board.numbers.items()
    return next(((str(number),) for number, chosen in numbers if chosen == element), ())


def by_arrows(screen: PlayScreen, element: Element) -> Keys:
    """Return the arrows to it, and Space."""
    return (*ways(screen.panel.board, screen.selection.cursor)[element], "space")


Habit = Callable[[PlayScreen, Element], Keys]


def by_pane(screen: PlayScreen, element: Element) -> Keys:
    """Return the letter of its pane in Darwin's Journey, if it is behind another; workers are
    below the diaries."""
    if element in screen.panel.board.places:
        return ()
    (pane,) = panes.holding(frozenset([element])) or {panes.DIARIES}
    return (panes.KEYS[pane],)


HABITS: Mapping[str, tuple[Habit, ...]] = {
    "dice": (by_cursor, by_number, by_arrows),
    "darwinning": (by_zero, by_number, by_arrows),
    "yummy": (by_cursor, by_zero, by_number, by_arrows),
    "evo": (by_cursor, by_number, by_arrows),
    "journey": (by_pane, by_cursor, by_number, by_arrows),
}
"""The ways to select an element of each game, by preference."""
PICKED = {"darwinning", "yummy"}
"""Games whose cards are all selected one by one, wherever the cursor is."""


def keys_for(screen: PlayScreen, element: Element) -> Keys:
    """Return the keys that select an element, or show it first; of these ways the first that
    exists."""
    habits = HABITS[match_at(screen).game.slug]
    return next(keys for habit in habits if (keys := habit(screen, element)))


# --- a decision


def meant(screen: PlayScreen) -> Any:
    """Return the action that Enter would play, at some boards for the selection alone."""
    is_picked = match_at(screen).game.slug in PICKED
    return screen.selection.chooser.ready if is_picked else screen.selection.action


async def play_by_keys(
    pilot: Any, screen: PlayScreen, action: Any, elements: Sequence[Element] = ()
) -> list[str]:
    """Make one decision, its elements selected one by one, if need be in this order, until the
    action is the wanted one. Return the keys it took."""
    match = match_at(screen)
    seat = screen.live.seat.viewer
    own_actions = sum(played.seat == seat for played in match.history)
    pressed: list[str] = []
    # A key that comes as a question is asked answers nothing.
    await until(pilot, lambda: not screen.live.is_too_early)
    left = [*(elements or screen.selection.chooser.targets_of(action))]
    while left and meant(screen) != action:
        element = next(
            element for element in left if element in screen.selection.chooser.selectable
        )
        is_drawn = element in screen.panel.board.places
        keys = keys_for(screen, element)
        await pilot.press(*keys)
        pressed += keys
        if is_drawn:
            left.remove(element)
        else:
            assert element in screen.panel.board.places, "it was brought"
    assert screen.selection.action == action
    await pilot.press("enter")
    await until(pilot, lambda: sum(played.seat == seat for played in match.history) > own_actions)
    return [*pressed, "enter"]


# --- a match


async def asked(pilot: Any, screen: PlayScreen) -> None:
    """Wait until the player is asked, or the match is over, and continue from every pause.

    A question that decides nothing is left to the table, which answers it by itself.
    """
    match = match_at(screen)
    live = screen.live
    while True:
        await until(
            pilot,
            lambda: (
                live.pause
                or (live.snapshot.actions and live.due_answer is None)
                or match.game.outcome(match.state)
            ),
        )
        if not live.pause:
            return
        await pilot.press("enter")


async def decisions(pilot: Any, screen: PlayScreen) -> AsyncIterator[str]:
    """Yield the kind of each decision the player is asked for, until the match is over; one
    decision is to be made each time."""
    match = match_at(screen)
    while match.game.outcome(match.state) is None:
        await asked(pilot, screen)
        if screen.live.snapshot.actions:
            assert screen.selection.cursor in screen.selection.chooser.selectable, (
                "the cursor begins where it can pick"
            )
            yield kind_of(match.state)


async def come_to_results(pilot: Any, screen: PlayScreen) -> None:
    """Continue from the last action of a match to its results."""
    app = pilot.app
    await until(pilot, lambda: screen.live.pause or app.screen is not screen)
    while screen.live.pause:
        await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, ResultsScreen))


async def open_you(pilot: Any) -> YouPage:
    """Open the own matches in figures from the first screen, and wait until they are read."""
    await pilot.press("y")
    await until(pilot, lambda: isinstance(pilot.app.screen, YouScreen))
    page: YouPage = pilot.app.screen.query_one(YouPage)
    await until(pilot, lambda: page.found is not None)
    return page
