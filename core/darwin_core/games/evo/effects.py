"""The effects of Evo. What is still to be done is a stack of them in the state."""

from darwin_core.contract.cards import Cards
from darwin_core.kit.effects import SeatEffect


class Begin(SeatEffect, frozen=True, tag="begin", gc=False):
    """A seat chooses the population that is active in its generation."""


class Live(SeatEffect, frozen=True, tag="live", gc=False):
    """A seat hunts, forages, migrates, or ends its generation."""


class Replace(SeatEffect, frozen=True, tag="replace", gc=False):
    """A predator chooses which tokens of its prey it replaces."""

    prey: int
    left: int
    """Tokens that may still be replaced."""
    mine: Cards = b""
    """The slots where tokens were replaced."""


class Gorge(SeatEffect, frozen=True, tag="gorge", gc=False):
    """A predator without a future generation places one more token where it replaced one."""

    mine: Cards


class Sleep(SeatEffect, frozen=True, tag="sleep", gc=False):
    """A seat may save an unused card by Hibernation."""

    left: int
    """Hibernations that may still be used."""


class Choose(SeatEffect, frozen=True, tag="choose", gc=False):
    """A seat chooses its species for the next millennium."""


class Settle(SeatEffect, frozen=True, tag="settle", gc=False):
    """A seat places its species' new population."""


class Drift(SeatEffect, frozen=True, tag="drift", gc=False):
    """A seat may move one population of its species."""


AnyEffect = Begin | Live | Replace | Gorge | Sleep | Choose | Settle | Drift
