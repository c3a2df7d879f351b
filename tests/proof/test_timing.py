"""The time a bot takes to answer an offer reveals nothing of its hand."""

import asyncio
import time
from itertools import count
from math import erfc, sqrt
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from waiting import PATIENCE_SECONDS

from darwin_core.bots import Policy, levels
from darwin_core.bots.search import Searcher
from darwin_core.contract import registry
from darwin_core.games.yummy.acts import Ask, Trade
from darwin_core.games.yummy.material import Answer, Offer
from darwin_core.games.yummy.offers import hand_worth
from darwin_core.games.yummy.trades import holds
from darwin_core.lab.play import Case, pick
from darwin_core.table import Table, runner
from darwin_core.workers.pool import decide_in_thread

YUMMY = registry.get("yummy")
SEATS = 3
"""Number of seats of the matches."""
FEW, MANY = 250, 5_000
PONDERS_SECONDS = 0.02
"""Processor time of a bot that ponders: far above 4 ms, in which a busy machine may count it."""

NO_JOURNAL: Any = None

SECRETS = {
    "whether it could accept": lambda hand, ask: holds(hand, ask),
    "what the hand is worth": lambda hand, ask: hand_worth(hand),
    "how many kinds it holds": lambda hand, ask: len({*hand}),
}


class Stopwatch(Table[Any, Any, Any]):
    """A table that measures the time of a bot's answer and then drops the answer."""

    clock = staticmethod(time.perf_counter)
    began = took = 0.0

    async def answer(self, seat: int, action: Any, line: int, policy: Policy) -> None:
        if line != len(self.match.lines):
            return
        self.took = self.clock() - self.began


def offers(number: int) -> list[Any]:
    """Return states in which an offer waits for an answer, which its partner can often accept."""
    offers_made: list[Any] = []
    for seed in count():
        case = Case(YUMMY, SEATS, f"timing {seed}")
        state = case.start()
        rng = case.rng("offers")
        while movers := YUMMY.to_move(state):
            (seat,) = movers
            top = state.pending[-1]
            if isinstance(top, Answer):
                offers_made.append(YUMMY.clone(state))
                if len(offers_made) == number:
                    return offers_made
            YUMMY.apply(state, seat, chosen(state, seat, rng), None)
    raise AssertionError


def chosen(state: Any, seat: int, rng: Random) -> Any:
    """Return a random action, with a preference for trades and for cards that the partner holds."""
    actions = YUMMY.legal(state, seat)
    top = state.pending[-1]
    trades: list[Any] = [action for action in actions if isinstance(action, Trade)]
    if isinstance(top, Offer) and rng.random() < 0.5:
        hand = state.hands[top.partner]
        trades = [action for action in actions if isinstance(action, Ask) and action.label in hand]
    return pick(rng, trades or actions)


def ponders(game: Any, view: Any, seat: int, chance: bytes) -> Any:
    """Choose greedily, but think longer about offers that the hand could accept."""
    end = time.process_time() + PONDERS_SECONDS
    top = view.pending[-1]
    while holds(view.hands[seat], top.ask) and time.process_time() < end:
        pass
    return levels.choose_greedily(game, view, seat, chance)


def still(state: Any) -> Any:
    """Return a stand-in for a match that stays at a state, with the parts that a bot uses."""
    return SimpleNamespace(
        game=YUMMY,
        seats=SEATS,
        header=SimpleNamespace(seed="timing", names=("Ada", "Ben", "Cleo")),
        lines=[],
        question=lambda seat: 1,
        view=lambda seat: YUMMY.view(state, seat),
    )


async def answered(states: list[Any], bot: Policy) -> list[float]:
    """Return a bot's reply time for each state.

    The order of the states is random, so that no drift of the machine correlates with the hands.
    """
    order = list(range(len(states)))
    Random("order").shuffle(order)
    times = [0.0] * len(states)
    for place in order:
        seat = states[place].pending[-1].seat
        times[place] = await reply(Stopwatch(still(states[place]), NO_JOURNAL, {seat: bot}), seat)
    return times


async def reply(table: Stopwatch, seat: int) -> float:
    table.began = table.clock()
    await table.bots.play(seat)
    return table.took


def ranks(values: list[float]) -> list[float]:
    """Return the rank of each value; equal values share the mean of their ranks."""
    at: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        at.setdefault(value, []).append(place)
    return [sum(at[value]) / len(at[value]) for value in values]


def p_alone(some: list[float], others: list[float]) -> float:
    """Return the p-value of Spearman's rank correlation of two series."""
    one, two = ranks(some), ranks(others)
    middle = (len(one) - 1) / 2
    both = sum((x - middle) * (y - middle) for x, y in zip(one, two, strict=True))
    spread = sqrt(sum((x - middle) ** 2 for x in one) * sum((y - middle) ** 2 for y in two))
    return erfc(abs(both / spread) * sqrt((len(one) - 1) / 2))


async def betrayed_by_time(number: int, bot: Policy = levels.choose_greedily) -> dict[str, float]:
    """Return for each secret the p-value of its correlation with the reply times."""
    states = offers(number)
    times = await answered(states, bot)
    asked = [state.pending[-1] for state in states]
    return {
        name: p_alone(
            times,
            [
                float(secret(state.hands[top.seat], top.ask))
                for state, top in zip(states, asked, strict=True)
            ],
        )
        for name, secret in SECRETS.items()
    }


async def test_reply_times_reveal_nothing_of_the_hand():
    betrayed = await betrayed_by_time(FEW)
    assert min(betrayed.values()) > 1e-9, betrayed


async def test_without_the_moment_a_bot_that_ponders_would_be_found_out(monkeypatch):
    monkeypatch.setattr(runner, "BOT_TICK_SECONDS", 1e-9)
    # Processor time does not count the work of other processes on a busy machine.
    monkeypatch.setattr(Stopwatch, "clock", staticmethod(time.process_time))
    betrayed = await betrayed_by_time(FEW, ponders)
    assert betrayed["whether it could accept"] < 1e-9, betrayed


async def test_a_search_takes_all_its_seconds_also_where_it_can_only_refuse():
    seconds = 0.2
    for is_forced in (True, False):
        state, seat = next(
            (state, seat)
            for state in offers(FEW)
            for seat in YUMMY.to_move(state)
            if (len(YUMMY.legal(state, seat)) == 1) == is_forced
        )
        table = Stopwatch(
            still(state), NO_JOURNAL, {seat: Searcher(seconds)}, decide=decide_in_thread
        )
        assert await reply(table, seat) >= seconds


@pytest.mark.campaign
async def test_reply_times_reveal_nothing_of_the_hand_over_many_offers():
    betrayed = await betrayed_by_time(MANY)
    print(betrayed)
    assert min(betrayed.values()) > 0.01, betrayed


async def test_where_bots_play_alone_nobody_waits(monkeypatch):
    monkeypatch.setattr(runner, "BOT_TICK_SECONDS", 2 * PATIENCE_SECONDS)
    (state,) = offers(1)
    bots = dict.fromkeys(range(SEATS), levels.choose_greedily)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await reply(Stopwatch(still(state), NO_JOURNAL, bots), state.pending[-1].seat)


async def test_an_answer_to_a_question_that_is_past_is_dropped():
    (state,) = offers(1)
    match = still(state)
    seat = state.pending[-1].seat

    def choose(*asked: Any) -> Any:
        match.lines.append("another seat's")
        return levels.choose_greedily(*asked)

    assert await reply(Stopwatch(match, NO_JOURNAL, {seat: choose}), seat) == 0
