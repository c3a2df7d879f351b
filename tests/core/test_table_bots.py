"""How long a bot is waited for."""

from types import SimpleNamespace
from typing import Any

import pytest
from matches import began

from darwin_core.bots import levels
from darwin_core.table import Table
from darwin_core.table import table as tables
from darwin_core.table.table import BOT_TICK_SECONDS, WAKE_LATENCY_SECONDS


class Paper:
    """A journal that takes everything."""

    def append(self, line: bytes, expected: int) -> None:
        pass

    def close(self) -> None:
        pass


def table_of(seats: int, bots: str) -> Table[Any, Any, Any]:
    players = {int(seat): levels.bot("random") for seat in bots}
    return Table(began(seats).match, Paper(), players)


@pytest.mark.parametrize(
    ("thinks", "ticks"), [(0.001, 1), (BOT_TICK_SECONDS * 1.5, 2), (BOT_TICK_SECONDS * 6.1, 7)]
)
async def test_where_people_play_a_bot_takes_a_whole_number_of_ticks(
    monkeypatch: pytest.MonkeyPatch, thinks: float, ticks: int
) -> None:
    table, waited = table_of(2, "1"), list[float]()
    clock = iter([100.0, 100.0 + thinks])

    async def until(moment: float) -> None:
        waited.append(moment)

    monkeypatch.setattr(tables, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(tables, "_until", until)
    await table.play_bot(1)
    assert waited == [pytest.approx(100 + ticks * BOT_TICK_SECONDS)]
    assert len(table.match.lines) == 1


async def test_bots_alone_wait_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(moment: float) -> None:
        raise AssertionError("nobody is there to wait for")

    monkeypatch.setattr(tables, "_until", never)
    await table_of(2, "01").play_bot(1)


async def test_the_last_of_a_wait_is_spent_awake_while_others_have_their_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, slept = 9.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds or WAKE_LATENCY_SECONDS / 2.5

    monkeypatch.setattr(tables, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(tables, "asyncio", SimpleNamespace(sleep=sleep))
    await tables._until(10.0)
    assert slept == [pytest.approx(1 - WAKE_LATENCY_SECONDS), 0, 0, 0]
