"""Decisions in a thread: for policies that answer within milliseconds."""

import os
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any

from darwin_core.bots import Policy


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="bot")


def decide(
    policy: Policy,
    game: Any,  # noqa: ANN401 - any game's
    view: Any,  # noqa: ANN401
    seat: int,
    chance: bytes,
) -> Future[Any]:
    """Start a decision in a thread that all tables of the process share.

    One that runs already cannot be stopped; its result is dropped.
    """
    return _threads().submit(policy, game, view, seat, chance)
