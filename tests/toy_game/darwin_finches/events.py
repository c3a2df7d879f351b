"""The events of Finches."""

from typing import ClassVar

from darwin_core.contract.game import Event


class Dealt(Event, frozen=True, tag="dealt"):
    """The hands were dealt."""

    reveals: ClassVar[bool] = True
    hands: tuple[bytes, ...]


class Laid(Event, frozen=True, tag="laid"):
    """A seat laid a card."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int


class Taken(Event, frozen=True, tag="taken"):
    """A seat took a round."""

    seat: int
    card: int


class Ended(Event, frozen=True, tag="ended"):
    """The match is over."""

    final_since: ClassVar[int] = 1
    totals: tuple[int, ...]
    winners: tuple[int, ...]


FinchesEvent = Dealt | Laid | Taken | Ended
