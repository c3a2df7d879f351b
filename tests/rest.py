"""Patches that make tests independent of the machine's speed.

Pilots wait until the program is idle, notices stay on the screen, and Hypothesis has no deadline.
"""

import sys
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from _pytest.assertion.rewrite import AssertionRewritingHook
from textual import app, pilot
from textual.notifications import Notification
from waiting import PATIENCE_SECONDS

from darwin_core.text.language import follow
from darwin_tui.terminal.painting_app import PaintingApp, until_at_rest


def patch_pilots_to_wait() -> None:
    """Let every pilot wait until its app is idle, and be patient with its widgets.

    Where two apps run in one test, each pilot waits for its own app.
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


def keep_notices() -> None:
    """Let notices stay on the screen: on a machine that stalls, a test would miss them."""
    Notification.time_left = property(lambda notice: 1e6)  # type: ignore[assignment]


def be_patient_with_examples() -> None:
    """Switch off Hypothesis's deadline and its check for slow examples.

    Hypothesis is a plugin of pytest, so pytest would rewrite the assertions of its hundred modules.
    That would take two seconds in each process that has no compiled copy yet, and is prevented.
    """
    for finder in sys.meta_path:
        if isinstance(finder, AssertionRewritingHook):
            finder._must_rewrite.discard("hypothesis")
    from hypothesis import HealthCheck, settings

    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("patient", patient)
    settings.load_profile("patient")
