"""The effects of Darwinning! What is still to be done is a stack of them in the state."""

from darwin_core.contract.cards import Cards
from darwin_core.kit.effects import Effect, SeatEffect


class BeginEra(Effect, frozen=True, tag="era", gc=False):
    """Shuffle, lay out environments, deal."""


class Lead(SeatEffect, frozen=True, tag="lead", gc=False):
    """A seat names the leader of the first trick."""


class Mutate(SeatEffect, frozen=True, tag="mutate", gc=False):
    """A seat may take a trait before it plays."""


class Follow(SeatEffect, frozen=True, tag="follow", gc=False):
    """A seat plays cards in the trick."""


class Declare(SeatEffect, frozen=True, tag="declare", gc=False):
    """In a match of two a seat chooses the cards of the display that it uses."""


class EndTrick(Effect, frozen=True, tag="trick", gc=False):
    """Find the winner."""


class Improve(SeatEffect, frozen=True, tag="improve", gc=False):
    """A seat may improve its species with one of some cards, which are in the discards."""

    cards: Cards


class Browse(SeatEffect, frozen=True, tag="browse", gc=False):
    """A seat may improve its species with any card of the discards."""


class Keep(Effect, frozen=True, tag="keep", gc=False):
    """All seats choose at once the cards they keep for the next era."""


class Survive(Effect, frozen=True, tag="survive", gc=False):
    """Every species is checked, the lowest first."""


class Share(SeatEffect, frozen=True, tag="share", gc=False):
    """A seat with Symbiosis may live in another's environment."""


class Hunt(SeatEffect, frozen=True, tag="hunt", gc=False):
    """A seat eats, one species after the other."""

    shared: int = 0
    """Food of an environment shared by Symbiosis."""
    eaten: int = 0
    """The species eaten so far, as bits; the dummy is the bit after the last seat."""


class Bite(Effect, frozen=True, tag="bite", gc=False):
    """The dummy eats all that it may."""


class Suffer(Effect, frozen=True, tag="suffer", gc=False):
    """Species with too many bites shrink."""


class Draw(SeatEffect, frozen=True, tag="draw", gc=False):
    """A seat with Metamorphosis draws a card."""


class Transform(SeatEffect, frozen=True, tag="transform", gc=False):
    """A seat places the card that it drew on a trait space."""

    card: int


AnyEffect = (
    BeginEra
    | Lead
    | Mutate
    | Follow
    | Declare
    | EndTrick
    | Improve
    | Browse
    | Keep
    | Survive
    | Share
    | Hunt
    | Bite
    | Suffer
    | Draw
    | Transform
)
