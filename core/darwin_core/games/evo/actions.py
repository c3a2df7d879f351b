"""The actions of Evo, one small decision each."""

from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Action


class Awake(Action, frozen=True, tag="awake", cache_hash=True, gc=False):
    """Make a population active."""

    location: int


class Hunt(Action, frozen=True, tag="hunt", cache_hash=True, gc=False):
    """Hunt a fauna; the adaptations used determine the cards that pay."""

    slot: int
    """One of the five slots of the location."""
    uses: Cards = b""
    """Adaptations used, in order."""


class Forage(Action, frozen=True, tag="forage", cache_hash=True, gc=False):
    """Forage a flora."""

    slot: int
    amount: int
    """Cards gathered, the search card not among them."""
    uses: Cards = b""


class Migrate(Action, frozen=True, tag="migrate", cache_hash=True, gc=False):
    """Migrate to another location for two cards, in order; for one with Wanderer."""

    cards: Cards
    location: int


class Predate(Action, frozen=True, tag="predate", cache_hash=True, gc=False):
    """Hunt another species with three cards of a trait."""

    prey: int
    trait: int


class Displace(Action, frozen=True, tag="displace", cache_hash=True, gc=False):
    """Replace a token of the prey, or place one more of one's own, on a slot."""

    slot: int


class Foresee(Action, frozen=True, tag="foresee", cache_hash=True, gc=False):
    """Draw a card by Foresight."""


class Save(Action, frozen=True, tag="save", cache_hash=True, gc=False):
    """Save an unused card by Hibernation."""

    trait: int


class Adopt(Action, frozen=True, tag="adopt", cache_hash=True, gc=False):
    """Take a species for the next millennium."""

    species: int


class Found(Action, frozen=True, tag="found", cache_hash=True, gc=False):
    """Place the new population of a species."""

    location: int


class Move(Action, frozen=True, tag="move", cache_hash=True, gc=False):
    """Move a population."""

    start: int
    location: int


class Done(Action, frozen=True, tag="done", cache_hash=True, gc=False):
    """End the generation, or decline a further choice."""


AnyAction = (
    Awake
    | Hunt
    | Forage
    | Migrate
    | Predate
    | Displace
    | Foresee
    | Save
    | Adopt
    | Found
    | Move
    | Done
)

GenerationAction = Hunt | Forage | Migrate | Predate | Foresee | Done
"""The actions of an active population, in any order; the last ends its generation."""

FORESEE: Final = Foresee()

DONE: Final = Done()
