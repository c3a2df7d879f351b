"""Wait until the app is idle, judged by its message queues and not by the clock.

Textual's own pilot takes the app for idle when the process uses little of the processor for a
moment. On a busy machine it does so before a key has had its effect: pictures would be taken too
early, now and then, and tests would fail by chance.
"""

from asyncio import sleep
from time import monotonic, process_time
from typing import Final

from textual._context import active_app
from textual.app import App, ScreenStackError
from textual.message_pump import MessagePump

from darwin_tui.terminal.app import PaintingApp
from darwin_tui.terminal.pumps import waits_for_messages

_CHECKS: Final = 3
"""Checks in a row that must find nothing to do: a message found by one may cause the next."""
CPU_SECONDS_MAX: Final = 5.0
"""Seconds of the processor, and of pauses, after which a message that is still being handled is
taken to wait for the player. On a busy machine they take longer, as everything else does."""
_BUSY_CHECKS_MAX: Final = 8
"""Checks in a row that find something to do, after which the next ones are further apart: what
takes longer waits for a thread, a timer or the player."""
_POLL_SECONDS: Final = 0.001


def is_busy(app: App[object]) -> bool:
    """Return whether a message or a picture is still underway anywhere in the app."""
    if app._exit and not app.is_running:
        # What was to be laid out when it ended is never laid out.
        return False
    pumps: list[MessagePump] = [app]
    for screen in app.screen_stack:
        pumps += screen.walk_children(with_self=True)
    top = app.screen
    return bool(
        (isinstance(app, PaintingApp) and app.keys.is_handling)
        or app._resize_timer is not None
        or top._layout_required
        or top._dirty_widgets
        or top._callbacks
        or not all(waits_for_messages(pump) for pump in pumps)
    )


async def until_at_rest(least: float = 0.0, most: float = CPU_SECONDS_MAX) -> None:
    """Wait until the app of this context has handled all it was sent."""
    app = active_app.get()
    begun, worked, slept, checks, busy = monotonic(), process_time(), 0.0, 0, 0
    while checks < _CHECKS and process_time() - worked + slept < most:
        # A terminal that changes its size is heeded only after a moment.
        pause = _POLL_SECONDS if app._resize_timer or busy > _BUSY_CHECKS_MAX else 0.0
        await sleep(pause)
        slept += pause
        try:
            if is_busy(app):
                checks, busy = 0, busy + 1
                app.screen._on_timer_update()
            else:
                checks, busy = checks + 1, 0
        except ScreenStackError:
            checks += 1
    await sleep(max(0.0, least - (monotonic() - begun)))
