"""Bots. A policy is a function of its seat's view, so no bot can cheat."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from darwin_core.contract.game import Action, AnyGame, State

Policy = Callable[[AnyGame, State, int, bytes], Action]
"""``policy(game, view, seat, chance)`` returns one of the seat's legal actions. ``chance`` is 16
bytes to draw from; the same view and chance give the same action everywhere."""


class Undecided(Exception):
    """Raised if a policy cannot decide. The message is an English sentence for people, which is
    translated where it is shown."""


class Decider(Protocol):
    """The place where policies run: never the event loop."""

    def __call__(
        self,
        policy: Policy,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
    ) -> Future[Action]:
        """Start a decision and return at once.

        The caller polls ``done()``, so that it chooses the moment of an answer, and calls
        ``cancel()`` if the answer is no longer wanted. A decider that can stop a running decision
        returns a future whose ``cancel`` does so.
        """
