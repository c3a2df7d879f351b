"""Steady programs under test: pilots wait until a program is idle, however busy the machine is,
notices stay, and Hypothesis takes its time."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

from hypothesis import HealthCheck, settings
from textual import app, pilot
from textual.notifications import Notification
from textual.screen import Screen
from textual.timer import Timer
from waiting import PATIENCE_SECONDS

from darwin_core.language import follow
from darwin_tui.terminal.app import PaintingApp
from darwin_tui.terminal.idle import until_at_rest

UPDATE_SECONDS: Final = 0.25
"""Time after which a screen without a terminal is painted where no pilot waits for it."""


def patch_pilots_to_wait() -> None:
    """Let every pilot wait like this from now on, and as patiently for what widgets do.

    Where two apps run in one test, each pilot waits for its own.
    """
    for module in (app, pilot):
        setattr(module, "wait_for_idle", until_at_rest)  # noqa: B010 - not theirs by type
    for name in ("press", "pause"):
        setattr(pilot.Pilot, name, _within_its_app(getattr(pilot.Pilot, name)))
    pilot.Pilot._wait_for_screen.__defaults__ = (PATIENCE_SECONDS,)


def _within_its_app(method: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @wraps(method)
    async def within(of: pilot.Pilot[Any], *given: Any, **named: Any) -> None:
        with of.app._context():
            if isinstance(of.app, PaintingApp):
                follow(of.app)
            await method(of, *given, **named)

    return within


def paint_at_rest() -> None:
    """Let apps without a terminal lay out and paint when they are idle: what they would paint by
    the clock in between is seen by nobody, and a fifth of all their pictures."""
    usual = Screen.set_interval

    def seldom(of: Screen[Any], seconds: float, *given: Any, **named: Any) -> Timer:
        if named.get("name") == "screen_update" and of.app.is_headless:
            seconds = UPDATE_SECONDS
        return usual(of, seconds, *given, **named)

    Screen.set_interval = seldom  # type: ignore[assignment, method-assign]


def keep_notices() -> None:
    """Let notices stay on the screen: on a machine that stalls they would pass unseen."""
    Notification.time_left = property(lambda notice: 1e6)  # type: ignore[assignment]


def be_patient_with_examples() -> None:
    """Let Hypothesis not mind a slow machine; nothing else of its profile changes."""
    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("patient", patient)
    settings.load_profile("patient")
