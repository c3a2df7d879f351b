"""A whole match of each game by keyboard alone, with few keys for a decision.

A match of Darwin's Dice, from the home screen to the replay, is in test_play_screen.
"""

from random import Random
from typing import Any

import pytest
import sampling
from tui.hands import come_to_results, decisions, play_by_keys
from tui.scenes import play_of, playing, saved

from darwin_core.contract.game import AnyGame
from darwin_core.text.seat_names import SeatNames

KINDS = {
    "darwinning": {"PlayCards", "Improve"},
    "yummy": {"Move", "Trim", "Offer"},
    "evo": {"AwakePopulation", "Live", "SettlePopulation", "MovePopulation"},
    "journey": {"Draft", "Equip", "Turn"},
}
"""Kinds of decisions that are in every match, by game."""
SEATS = {"darwinning": (2, 3, 6), "yummy": (2, 4)}
OTHERS = 0.3
"""The share of decisions that do not follow the advice."""


def other_or_advised(game: AnyGame, snapshot: Any, rng: Random) -> Any:
    """Return the advised action, or sometimes a random one, with each kind equally likely."""
    if rng.random() < OTHERS:
        shuffled = rng.sample([*snapshot.actions], len(snapshot.actions))
        return rng.choice([*{type(action): action for action in shuffled}.values()])
    return game.bots.advise(snapshot.view, 0, SeatNames())[0].action


@pytest.mark.usefixtures("quick_bots")
@pytest.mark.parametrize("slug", sampling.some(KINDS, sampling.GAMES_INTERVAL))
async def test_a_whole_match_by_keyboard_alone(slug):
    for seats in sampling.one_by_turns(SEATS.get(slug, (2,)), sampling.GAMES_INTERVAL):
        bots = ["bot:greedy"] * (seats - 1)
        opened = saved("human", *bots, seed="keys", title=f"{seats} players", game=slug)
        kinds = set[str]()
        counts = list[int]()
        rng = Random(seats)
        async with playing(opened).run_test(size=(80, 24)) as pilot:
            screen = play_of(pilot.app)
            async for kind in decisions(pilot, screen):
                kinds.add(kind)
                action = other_or_advised(opened.match.game, screen.live.snapshot, rng)
                counts.append(len(await play_by_keys(pilot, screen, action)))
            await come_to_results(pilot, screen)
        assert kinds >= KINDS[slug]
        assert sorted(counts)[len(counts) // 2] <= 3, "most take three keys at most"
