"""When a program has come to rest, found by looking and not by the clock.

Textual's own pilot takes the program for idle when the process uses little of the processor for a
moment. On a busy machine it does so before a key has had its effect: pictures would be taken too
early, now and then, and tests would fail by chance.
"""

from asyncio import sleep
from time import monotonic, process_time
from typing import Any, Final

from textual._context import active_app
from textual.app import ScreenStackError

CALM: Final = 3
"""Looks in a row that must find nothing left to do: one look's find may set off the next."""
MOST: Final = 1.0
"""Seconds of the processor after which a message that is still being handled is taken to wait for
the player. On a busy machine they take longer, as everything else does."""


def is_at_work(program: Any) -> bool:  # noqa: ANN401 - looked at from within
    """Is a message or a picture still underway anywhere in the program?"""
    pumps = [program]
    for screen in program.screen_stack:
        pumps += screen.walk_children(with_self=True)
    top = program.screen
    return bool(
        program._resize_timer is not None
        or top._layout_required
        or top._dirty_widgets
        or top._callbacks
        or not all(waits_for_messages(pump) for pump in pumps)
    )


def waits_for_messages(pump: Any) -> bool:  # noqa: ANN401 - looked at from within
    """Does nothing lie in a pump's queue, and is none of its messages being handled?"""
    queue = pump._message_queue
    if pump._task is None or pump._task.done():
        return True
    return queue.empty() and bool(queue.ready_event._waiters) and not pump._next_callbacks


async def until_at_rest(least: float = 0.0, most: float = MOST) -> None:
    """Wait until the program of this context has handled all it was sent."""
    program: Any = active_app.get()
    begun, worked, calm = monotonic(), process_time(), 0
    while calm < CALM and process_time() - worked < most:
        # Not 0: a terminal that changes its size is heeded only after a moment.
        await sleep(0.001 if program._resize_timer else 0)
        try:
            calm = 0 if is_at_work(program) else calm + 1
            if not calm:
                program.screen._on_timer_update()
        except ScreenStackError:
            calm += 1
    await sleep(max(0.0, least - (monotonic() - begun)))
