"""How long bots wait, and what cuts the wait short; the seconds are asked for, not waited."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from darwin_tui.play import pacing
from darwin_tui.play.pacing import Pace

SHORT = 0.25


@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """The seconds that were asked for; each wait is over at once, as if they had gone by."""
    seconds: list[float | None] = []

    async def wait_for(pressed: Awaitable[Any], timeout: float | None) -> None:
        seconds.append(timeout)
        asyncio.ensure_future(pressed).cancel()
        raise TimeoutError

    monkeypatch.setattr(asyncio, "wait_for", wait_for)
    monkeypatch.setattr(pacing, "BOT_PAUSE_SECONDS", SHORT)
    return seconds


@pytest.mark.parametrize(
    ("wish", "lingers", "seconds"),
    [
        ("fast", False, SHORT),
        ("fast", True, 5 * SHORT),
        ("normal", False, 4 * SHORT),
        ("normal", True, 10 * SHORT),
        ("step", False, None),
        ("step", True, None),
    ],
)
async def test_how_long_bots_wait(
    asked_for: list[float | None], wish: str, lingers: bool, seconds: float | None
) -> None:
    await Pace().wait(wish, lingers)
    assert asked_for == [seconds]


@pytest.mark.parametrize("lingers", [False, True])
async def test_instant_waits_for_nothing_at_all(
    asked_for: list[float | None], lingers: bool
) -> None:
    await Pace().wait("instant", lingers)
    assert asked_for == []


async def turns(count: int = 5) -> None:
    """Let others have their turn."""
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "BOT_PAUSE_SECONDS", 1e6)


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("wish", ["fast", "normal", "step"])
async def test_a_key_cuts_the_wait_short(wish: str) -> None:
    waits = Pace()
    waiting = asyncio.ensure_future(waits.wait(wish, lingers=False))
    await turns()
    assert not waiting.done()
    waits.hurry()
    await asyncio.wait_for(waiting, 60)


@pytest.mark.usefixtures("endless")
async def test_a_key_pressed_before_the_wait_does_not_cut_it_short() -> None:
    waits = Pace()
    waits.hurry()
    waiting = asyncio.ensure_future(waits.wait("step", lingers=False))
    await turns()
    assert not waiting.done()
    waits.hurry()
    await asyncio.wait_for(waiting, 60)
