"""The actions of Darwin's Journey, one small decision each."""

from typing import Final

from darwin_core.contract.game import NOTHING, Action


class Keep(Action, frozen=True, tag="keep", cache_hash=True, gc=False):
    """Keep a crew card and pass the others on."""

    card: int


class Take(Action, frozen=True, tag="take", cache_hash=True, gc=False):
    """Take an objective, into the reserve or face up onto a slot."""

    tile: int
    slot: int = NOTHING


class Place(Action, frozen=True, tag="place", cache_hash=True, gc=False):
    """Place a worker."""

    worker: int
    location: int


class Achieve(Action, frozen=True, tag="achieve", cache_hash=True, gc=False):
    """Turn an objective down, on its slot or on a slot chosen now."""

    tile: int
    slot: int


class Complete(Action, frozen=True, tag="complete", cache_hash=True, gc=False):
    """Complete a crew card with the seals of a worker row."""

    card: int
    row: int


class Do(Action, frozen=True, tag="do", cache_hash=True, gc=False):
    """Do one of the things on offer."""

    part: int


class Move(Action, frozen=True, tag="go", cache_hash=True, gc=False):
    """Move to a space: its track says whether the ship moves or which explorer."""

    space: int


class Land(Action, frozen=True, tag="send", cache_hash=True, gc=False):
    """Place an explorer on the start of an island."""

    island: int


class Stamp(Action, frozen=True, tag="stamp", cache_hash=True, gc=False):
    """Place a stamp."""

    stack: int
    """A stamp stack; DISCARD for a stamp taken from the discard."""
    envelope: int


class Buy(Action, frozen=True, tag="buy", cache_hash=True, gc=False):
    """Take a seal from a scroll to a worker row."""

    spot: int
    """The spot of the seal: three on each scroll, from the top."""
    row: int


class Add(Action, frozen=True, tag="add", cache_hash=True, gc=False):
    """Add a free seal to a worker row."""

    colour: int
    row: int


class Unlock(Action, frozen=True, tag="unlock", cache_hash=True, gc=False):
    """Place a lens."""

    location: int


class Perform(Action, frozen=True, tag="visit", cache_hash=True, gc=False):
    """Perform a location that is locked."""

    location: int


class Deliver(Action, frozen=True, tag="bring", cache_hash=True, gc=False):
    """Deliver a specimen, or gain its delivery once more."""

    specimen: int


class Research(Action, frozen=True, tag="examine", cache_hash=True, gc=False):
    """Research a specimen."""

    specimen: int


class Pitch(Action, frozen=True, tag="pitch", cache_hash=True, gc=False):
    """Pitch a tent."""

    site: int


class Reuse(Action, frozen=True, tag="reuse", cache_hash=True, gc=False):
    """Re-use the tent on a campsite."""

    site: int


class Copy(Action, frozen=True, tag="imitate", cache_hash=True, gc=False):
    """Copy a crew card."""

    card: int


class Skip(Action, frozen=True, tag="skip", cache_hash=True, gc=False):
    """Leave out the pending effect."""


class End(Action, frozen=True, tag="end", cache_hash=True, gc=False):
    """End the turn."""


AnyAction = (
    Keep
    | Take
    | Place
    | Achieve
    | Complete
    | Do
    | Move
    | Land
    | Stamp
    | Buy
    | Add
    | Unlock
    | Perform
    | Deliver
    | Research
    | Pitch
    | Reuse
    | Copy
    | Skip
    | End
)

SKIP: Final = Skip()
END: Final = End()
