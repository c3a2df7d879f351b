"""Play by keyboard for tests: the keys that select an action's elements, and whole matches."""

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
    """Return the shortest sequence of arrow keys from one element to each that arrows reach."""
    keys: dict[Element | None, Keys] = {start: ()}
    queue = deque([start])
    while queue:
        element = queue.popleft()
        for key, (dx, dy) in ARROWS.items():
            neighbour = board.neighbour(element, dx, dy)
            if neighbour not in keys:
                keys[neighbour] = (*keys[element], key)
                queue.append(neighbour)
    return keys


def check_reached(now: AnyScene, size: tuple[int, int]) -> None:
    """Check that arrows reach all selectable elements, except those that a pane's letter shows."""
    board = board_showing(now, size)
    selectable = [element for element in board.places if element in chooser_in(now).selectable]
    lost = {*selectable} - ways(board, selectable[0]).keys()
    assert not lost, (kind_of(now.view), lost)
    behind = chooser_in(now).selectable - {*selectable}
    assert board.PANE_KEYS or not behind, (kind_of(now.view), behind)


# --- the keys for an element


def by_cursor(screen: PlayScreen, element: Element) -> Keys:
    """Return Space if the cursor is on the element, else no keys."""
    return ("space",) if screen.selection.cursor == element else ()


def by_zero(screen: PlayScreen, element: Element) -> Keys:
    """Return ``0`` if the element is the only button on the board, else no keys."""
    buttons = [drawn for drawn in screen.panel.board.places if drawn[0] == "button"]
    return ("0",) if buttons == [element] else ()


def by_number(screen: PlayScreen, element: Element) -> Keys:
    """Return the digit that selects the element, or no keys if it has none."""
    numbers = screen.panel.board.numbers.items()
    return next(((str(number),) for number, numbered in numbers if numbered == element), ())


def by_arrows(screen: PlayScreen, element: Element) -> Keys:
    """Return the arrows from the cursor to the element, and Space."""
    return (*ways(screen.panel.board, screen.selection.cursor)[element], "space")


Habit = Callable[[PlayScreen, Element], Keys]


def by_pane(screen: PlayScreen, element: Element) -> Keys:
    """Return the letter of the element's pane in Darwin's Journey if that pane is hidden.

    A worker is in no pane of its own; the pane of the diaries shows the workers.
    """
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
"""The ways to select an element in each game; the first that gives keys is used."""
PICKED = {"darwinning", "yummy"}
"""Games whose cards are all selected one by one, so that the cursor adds nothing to an action."""


def keys_for(screen: PlayScreen, element: Element) -> Keys:
    """Return the keys that select an element, or that show its pane if it is hidden."""
    habits = HABITS[match_at(screen).game.slug]
    return next(keys for habit in habits if (keys := habit(screen, element)))


# --- a decision


def meant(screen: PlayScreen) -> Any:
    """Return the action that Enter would play; in ``PICKED`` games, the selection's alone."""
    is_picked = match_at(screen).game.slug in PICKED
    return screen.selection.chooser.ready if is_picked else screen.selection.action


async def play_by_keys(
    pilot: Any, screen: PlayScreen, action: Any, elements: Sequence[Element] = ()
) -> list[str]:
    """Select the elements of an action by keys, play it with Enter, and return the keys.

    Args:
        pilot: presses the keys.
        screen: the play screen.
        action: the action to play.
        elements: the order of selection; by default the order of the action's targets.
    """
    match = match_at(screen)
    seat = screen.live.seat.viewer
    own_actions = sum(played.seat == seat for played in match.history)
    pressed: list[str] = []
    # The screen ignores keys for a moment after a new question.
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
    """Continue from every pause until the player owes a decision or the match is over.

    The table itself answers a question that decides nothing.
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
    """Yield the kind of each decision that the player owes, until the match is over.

    The caller has to make the decision before it asks for the next one.
    """
    match = match_at(screen)
    while match.game.outcome(match.state) is None:
        await asked(pilot, screen)
        if screen.live.snapshot.actions:
            assert screen.selection.cursor in screen.selection.chooser.selectable, (
                "the cursor begins where it can pick"
            )
            yield kind_of(match.state)


async def come_to_results(pilot: Any, screen: PlayScreen) -> None:
    """Continue from the pause after a match's last action to the results screen."""
    app = pilot.app
    await until(pilot, lambda: screen.live.pause or app.screen is not screen)
    while screen.live.pause:
        await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, ResultsScreen))


async def open_you(pilot: Any) -> YouPage:
    """Open the player's own statistics from the home screen, and wait until they are read."""
    await pilot.press("y")
    await until(pilot, lambda: isinstance(pilot.app.screen, YouScreen))
    page: YouPage = pilot.app.screen.query_one(YouPage)
    await until(pilot, lambda: page.statistics is not None)
    return page
