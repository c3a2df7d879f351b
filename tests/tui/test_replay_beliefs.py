"""Beliefs about hidden cards, in a replay: bars that become surer while one looks."""

import pytest
from tui.scenes import finished, replaying, shown, until

from darwin_core.analysis.beliefs import WORLDS

TITLE = "hidden cards  "


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_bars_follow_the_cursor_and_the_perspective(size):
    async with replaying(finished("human", "bot:greedy", "bot:greedy")).run_test(
        size=size
    ) as pilot:
        app = pilot.app
        await pilot.press("k")
        await until(pilot, lambda: f"as Ada could know: {WORLDS} deals" in shown(app))
        assert "Ben hand, " in shown(app)
        before = shown(app)
        await pilot.press("right")
        await until(pilot, lambda: shown(app) != before and f": {WORLDS} deals" in shown(app))
        await pilot.press("p")
        await until(pilot, lambda: "as Ben could know" in shown(app))
        assert "Ben hand, " not in shown(app)
        await pilot.press("end")
        await until(pilot, lambda: "none: all cards are open here" in shown(app))
        await pilot.press("k")
        await pilot.pause()
        assert TITLE not in shown(app)


async def test_chances_and_hidden_cards_take_turns(workers):
    async with replaying(finished("human", "bot:greedy")).run_test() as pilot:
        app = pilot.app
        await pilot.press("k")
        await until(pilot, lambda: TITLE in shown(app))
        await pilot.press("c")
        await until(pilot, lambda: "is being analysed" in shown(app))
        assert TITLE not in shown(app)
        await pilot.press("k")
        await until(pilot, lambda: TITLE in shown(app))
        assert "is being analysed" not in shown(app)
