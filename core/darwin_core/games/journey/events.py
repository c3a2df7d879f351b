"""The events of a match of Darwin's Journey."""

from typing import ClassVar

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.game import Emit, Event


class Dealt(Event, frozen=True, tag="dealt", gc=False):
    """The table was laid, the turn order drawn and crew cards dealt."""

    reveals: ClassVar[bool] = True
    order: bytes
    hands: tuple[Cards, ...]


class Kept(Event, frozen=True, tag="kept", gc=False):
    """A seat chose a crew card."""

    seat: int
    card: int


class Passed(Event, frozen=True, tag="passed", gc=False):
    """All seats have chosen, and passed their hands on."""

    reveals: ClassVar[bool] = True
    hands: tuple[Cards, ...]
    """The new hands, by seat."""


class Signed(Event, frozen=True, tag="signed", gc=False):
    """The draft is over: crew cards are turned up, seals placed, scrolls filled."""

    reveals: ClassVar[bool] = True
    crew: tuple[Cards, ...]
    scrolls: Cards


class Began(Event, frozen=True, tag="began", gc=False):
    """A round began."""

    round: int
    order: bytes


class Gained(Event, frozen=True, tag="gained", gc=False):
    """A seat gained something."""

    seat: int
    coins: int = 0
    points: int = 0
    knowledge: int = 0
    steps: int = 0
    """Steps on the Theory of Evolution track. Steps past its end are counted in the points."""


class Placed(Event, frozen=True, tag="placed", gc=False):
    """A worker was placed."""

    seat: int
    worker: int
    location: int
    coins: int
    """Coins paid for an area with a worker."""
    knowledge: int
    """Knowledge spent for seals that the row lacks."""
    owner: int
    """The seat that gained a coin for the lens there, or NOTHING."""


class Ended(Event, frozen=True, tag="turn", gc=False):
    """A seat ended its turn."""

    seat: int


class Moved(Event, frozen=True, tag="moved", gc=False):
    """A ship or an explorer moved."""

    seat: int
    start: int
    space: int


class Landed(Event, frozen=True, tag="landed", gc=False):
    """An explorer landed."""

    seat: int
    island: int


class CameFirst(Event, frozen=True, tag="first", gc=False):
    """A ribbon was reached or crossed, or a track's end reached, for the first time."""

    always_scores: ClassVar[bool] = True
    seat: int
    space: int
    points: int


class Stamped(Event, frozen=True, tag="stamped", gc=False):
    """A stamp was placed."""

    seat: int
    stack: int
    envelope: int


class Bought(Event, frozen=True, tag="bought", gc=False):
    """A seal was added to a worker row."""

    seat: int
    colour: int
    row: int
    coins: int


class Unlocked(Event, frozen=True, tag="unlocked", gc=False):
    """A lens was placed."""

    seat: int
    location: int
    coins: int


class Performed(Event, frozen=True, tag="visited", gc=False):
    """A locked location was performed."""

    seat: int
    location: int


class Researched(Event, frozen=True, tag="researched", gc=False):
    """A specimen was researched."""

    seat: int
    specimen: int
    coins: int


class Delivered(Event, frozen=True, tag="delivered", gc=False):
    """A specimen came to the museum, or was delivered once more."""

    seat: int
    specimen: int
    paid: int
    coins: int
    """Coins gained."""
    steps: int
    is_again: bool


class Pitched(Event, frozen=True, tag="pitched", gc=False):
    """A tent was pitched."""

    seat: int
    site: int
    coins: int


class Reused(Event, frozen=True, tag="reused", gc=False):
    """A tent was used once more."""

    seat: int
    site: int


class Took(Event, frozen=True, tag="took", gc=False):
    """A seat took an objective."""

    seat: int
    tile: int
    slot: int
    """The slot; NOTHING for the reserve."""
    coins: int


class Achieved(Event, frozen=True, tag="achieved", gc=False):
    """A seat achieved an objective."""

    seat: int
    tile: int
    slot: int
    coins: int


class Completed(Event, frozen=True, tag="completed", gc=False):
    """A seat completed a crew card."""

    seat: int
    card: int
    row: int


class Copied(Event, frozen=True, tag="copied", gc=False):
    """A seat copied a crew card."""

    seat: int
    card: int


class Ordered(Event, frozen=True, tag="ordered", gc=False):
    """All workers are placed; the new turn order was set."""

    order: bytes


class Counted(Event, frozen=True, tag="counted", gc=False):
    """The stamps on an envelope were counted."""

    envelope: int
    stamps: Counts
    winners: tuple[bytes, bytes]
    """Winners of the first reward and of the second, in turn order."""


class Awarded(Event, frozen=True, tag="awarded", gc=False):
    """A seat won the reward of an envelope."""

    seat: int
    envelope: int
    place: int


class Collected(Event, frozen=True, tag="collected", gc=False):
    """Stamps were taken off an envelope, by seat."""

    envelope: int
    taken: Counts


class Reported(Event, frozen=True, tag="reported", gc=False):
    """The Beagle's goal was scored, by seat."""

    always_scores: ClassVar[bool] = True
    goal: int
    counts: tuple[int, ...]
    lags: tuple[int, ...]
    points: tuple[int, ...]


class Cleaned(Event, frozen=True, tag="cleaned", gc=False):
    """The next round was prepared."""

    reveals: ClassVar[bool] = True
    display: Cards
    scrolls: Cards


class Finished(Event, frozen=True, tag="finished", gc=False):
    """The match is over."""

    final_since: ClassVar[int] = 2
    totals: tuple[int, ...]
    winners: tuple[int, ...]


JourneyEvent = (
    Dealt
    | Kept
    | Passed
    | Signed
    | Began
    | Gained
    | Placed
    | Ended
    | Moved
    | Landed
    | CameFirst
    | Stamped
    | Bought
    | Unlocked
    | Performed
    | Researched
    | Delivered
    | Pitched
    | Reused
    | Took
    | Achieved
    | Completed
    | Copied
    | Ordered
    | Counted
    | Awarded
    | Collected
    | Reported
    | Cleaned
    | Finished
)

Emitter = Emit[JourneyEvent] | None
"""The receiver of events; None where nobody observes."""
