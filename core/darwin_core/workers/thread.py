"""Decisions in a thread: for policies that answer within milliseconds."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from darwin_core.bots import Policy
from darwin_core.contract.game import Action, AnyGame, State


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="bot")


def start(work: Callable[[], None]) -> None:
    """Start some work that takes milliseconds and return at once."""
    _threads().submit(work)


def decide(
    policy: Policy,
    game: AnyGame,
    view: State,
    seat: int,
    chance: bytes,
) -> Future[Action]:
    """Start a decision in a thread that all tables of the process share.

    One that runs already cannot be stopped; its result is dropped.
    """
    return _threads().submit(policy, game, view, seat, chance)
