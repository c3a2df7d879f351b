"""The cost of a key at the table.

A move of the cursor calls no rule and draws once; a move back draws nothing. Enter proposes one
action, and each snapshot is drawn once.
"""

from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
import sampling
from tui.at_table import Keyboard, record_where, resumed
from tui.scenes import playing

from darwin_core.contract.registry import SLUGS
from darwin_core.match import Match, match
from darwin_tui.screens.play import PlayScreen

RULES = ("apply", "legal", "to_move", "outcome")
MOVES = ("right", "down", "left", "up", "l", "j", "h", "k")


class Counted:
    """A counter of calls by the names of the functions."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: Counter[str] = Counter()
        self._patch = monkeypatch
        self.count(Match, "propose")
        self.count(match, "write_line")
        self.count(PlayScreen, "_observe")

    def count(self, owner: Any, name: str) -> None:
        self._patch.setattr(owner, name, self._counting(name, getattr(owner, name)))

    def _counting(self, name: str, real: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            self.calls[name] += 1
            return real(*args, **named)

        return call

    async def watch(self, table: Keyboard) -> None:
        """Begin to count the calls of rules and the drawings of the board at an open table."""
        await table.pilot.pause()
        played = table.match
        rules = {name: self._counting(name, getattr(played.game, name)) for name in RULES}
        texts = played.game.texts
        texts = replace(texts, why_not=self._counting("why_not", texts.why_not))
        game = played.game = replace(played.game, texts=texts, **rules)
        screen = table.screen
        screen.table.game = game
        for seat in (screen.live.seat, screen.access.spectator):
            seat.game = game
        self.count(screen.panel.board, "draw")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


@pytest.mark.usefixtures("no_bots")
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_move_of_the_cursor_applies_no_rule_and_draws_once_where_it_was_not_before(
    slug, counted
):
    def true(match: Any) -> bool:
        return len(match.history) > 9 and len(match.legal(0)) > 3

    async with playing(resumed(record_where(slug, "hb", true))).run_test() as pilot:
        table = Keyboard(pilot)
        await counted.watch(table)
        # The first key clears the note on the phase, so that the first element is drawn once more.
        visited = set()
        for key in MOVES * 2:
            counted.calls = Counter()
            await table.press(key)
            assert counted.calls == ({} if table.focused in visited else {"draw": 1}), key
            visited.add(table.focused)
        assert len(visited) > 1, "the cursor moves"


@pytest.mark.usefixtures("no_bots")
async def test_a_move_that_takes_away_a_sentence_draws_once(counted):
    """Any key clears the headline and the last message."""
    async with playing(resumed(record_where("evo", "hb", _has_news))).run_test() as pilot:
        table = Keyboard(pilot)
        await counted.watch(table)
        table.screen.table.headline = "Somebody did something."
        for message in ("", "It is not so."):
            table.screen.table.message = message
            counted.calls = Counter()
            await table.press("right")
            assert counted.calls["draw"] == 1
            assert not table.screen.table.headline


def _has_news(match: Any) -> bool:
    return len(match.history) > 9 and bool(match.legal(0))


def _has_answered(table: Keyboard, answered: int) -> bool:
    return len(table.own) != answered and table.is_up_to_date


@pytest.mark.usefixtures("no_bots")
@pytest.mark.parametrize(
    ("slug", "seed"),
    [
        (slug, seed)
        for shift, slug in enumerate(SLUGS)
        for seed in sampling.some(range(12), sampling.ENTERS_INTERVAL, shift)
    ],
)
async def test_enter_proposes_once_and_draws_each_snapshot_once(slug, seed, counted, monkeypatch):
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 0)
    rng = Random(f"{slug}{seed}")

    def true(match: Any) -> bool:
        return len(match.history) > 9 + 2 * seed and bool(match.legal(0))

    played = 0
    record = record_where(slug, "hb", true, f"cost {seed} ")
    async with playing(resumed(record)).run_test() as pilot:
        table = Keyboard(pilot)
        await counted.watch(table)
        while table.is_asked and played < 6:
            if table.seen.is_paused:
                counted.calls = Counter()
                await table.press("enter")
                assert counted.calls["draw"] == 1, "after a pause"
            answered = len(table.own)
            while not table.is_complete:
                wanted = [place for place in table.places if place in table.selectable]
                await table.select(rng.choice(wanted))
            counted.calls = Counter()
            await table.press("enter")
            await table.until(partial(_has_answered, table, answered))
            await pilot.pause()
            await pilot.pause()
            # In Yummy Darwinism, a new trade begins with a suggestion; each part is an action.
            steps = len(table.own) - answered
            assert steps == 1 or slug == "yummy"
            assert (counted.calls["propose"], counted.calls["write_line"]) == (steps, steps)
            assert counted.calls["draw"] == counted.calls["_observe"] <= steps, played
            played += 1
    assert played
