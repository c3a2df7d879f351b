"""Phases of a live match, and the records that it keeps beside them."""

from dataclasses import dataclass
from enum import Enum, auto
from math import inf
from typing import TypeAlias

from darwin_tui.play import pacing

# --- phases


class Reason(Enum):
    """The reason for a pause."""

    REVEALED = auto()
    ROUND_OVER = auto()
    MATCH_OVER = auto()


@dataclass(frozen=True)
class Deciding:
    """The viewer owes a decision."""


@dataclass(frozen=True)
class Paused:
    """The last action stays on screen until a continue key."""

    reason: Reason
    round: int
    """The round that the last action belonged to."""


@dataclass(frozen=True)
class BotsActing:
    """Others must decide."""

    can_continue: bool = False
    """A continue key ends their present pause."""


@dataclass(frozen=True)
class Curtain:
    """The screen is covered until a person takes the keyboard."""

    seat: int
    under: Paused | None = None
    """A pause that continues once the curtain is opened."""


@dataclass(frozen=True)
class Over:
    """The match is over."""

    has_results: bool = False
    """The results have been opened."""


Phase: TypeAlias = Deciding | Paused | BotsActing | Curtain | Over


class ImpossibleInput(RuntimeError):
    """An input that makes no sense in the present phase; nothing has changed."""

    def __init__(self, phase: Phase, name: str) -> None:
        super().__init__(f"{name} makes no sense in {phase}")


class Response(Enum):
    """The effect of a continue key."""

    CONTINUED = auto()
    """A pause of the match ended."""
    HURRIED = auto()
    """The present pause of the bots is to end."""
    TOO_SOON = auto()
    """Ignored: the key may be held down since the last action."""
    TOO_LATE = auto()
    """Ignored: it was meant for what a new decision has just replaced."""
    OTHER_KEY = auto()
    """Ignored: another key skips the wait."""
    UNUSED = auto()
    """The key keeps its own meaning."""


# --- sub-records


@dataclass(frozen=True)
class Wishes:
    """Settings that the phases depend on."""

    pace: str
    curtain: str


@dataclass(frozen=True)
class Viewpoint:
    """The perspective that the screen draws."""

    viewer: int
    is_hand_hidden: bool = False


@dataclass(frozen=True)
class Shown:
    """The last action, as far as phases depend on it."""

    at: float = -inf
    reveals: bool = False
    """It ended something that deserves a pause, such as a trick."""


@dataclass
class Grace:
    """Time after a new decision in which continue keys do nothing."""

    since: float = -inf

    def begin(self, now: float) -> None:
        """Start the time."""
        self.since = now

    def end(self) -> None:
        """End it: the player has seen the decision."""
        self.since = -inf

    def is_on(self, now: float) -> bool:
        """Return whether the time is not over."""
        return now - self.since <= pacing.CONTINUE_GRACE_SECONDS

    def swallows(self, now: float) -> bool:
        """Return whether to ignore a key; each ignored key starts the time again, as it may be
        held down."""
        if not self.is_on(now):
            return False
        self.since = now
        return True
