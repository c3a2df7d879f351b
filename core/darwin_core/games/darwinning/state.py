"""The state, effects, actions and events of a match of Darwinning!"""

from typing import Annotated, ClassVar, Final, Literal

import msgspec

from darwin_core.game import NOTHING, Action, Emit, Event, Options, State
from darwin_core.games.darwinning.components import SPACES
from darwin_core.kit.effects import Effect, SeatEffect

Cards = bytes
"""Cards in a row, a byte each; a hand is in order of kinds."""

EMPTY: Final = bytes([NOTHING])
BARE: Final = EMPTY * SPACES
"""Trait spaces without cards."""


class DarwinningOptions(Options, frozen=True):
    """The options that a table agrees on."""

    eras: Annotated[
        Literal[3, 4],
        msgspec.Meta(title="eras", description="Four make a longer match."),
    ] = 3
    hand_sizes: Annotated[
        bool,
        msgspec.Meta(
            title="show hand sizes",
            description="Shows the size of each hand.",
        ),
    ] = False


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


class DarwinningState(State):
    """The state of a match. Cards are kinds, see ``components``; lists are by seat."""

    options: DarwinningOptions
    deck: Cards
    """The next card first."""
    discards: Cards
    """Open cards, the last discarded at the end."""
    buried: list[Cards]
    """Hand cards that each seat discarded face down this era."""
    hands: list[Cards]
    kept: list[Cards]
    """While all choose: the cards each seat has chosen to keep, EMPTY for a seat that has not
    chosen."""
    species: bytes
    places: list[int]
    """Spaces on the food chain, counted from 1; the dummy's after the last seat's."""
    population: list[int]
    bites: list[int]
    climbed: list[Cards]
    """Cards used to move up the food chain."""
    grown: list[Cards]
    """Cards used to increase the population."""
    adapted: list[Cards]
    """Cards used to adapt to environments."""
    traits: list[Cards]
    """The card on each trait space, NOTHING for none."""
    environments: bytes
    """The environments on the table in this era."""
    era: int
    """The era, counted from 1."""
    trick: int
    """The trick, counted from 1 in each era."""
    leader: int
    best: int
    """The seat with the strongest set in the trick, NOTHING before the first."""
    played: list[Cards]
    """The cards played in this trick; empty for a seat that has not played."""
    used: list[Cards]
    """In a match of two, the cards of the display that each seat has declared to use."""
    display: Cards
    """The dummy's cards in a match of two; NOTHING for a card that was taken."""
    pending: list[AnyEffect]
    """The pending effects; the next is last."""


class Name(Action, frozen=True, tag="name", cache_hash=True, gc=False):
    """Name the leader of the first trick."""

    seat: int


class Play(Action, frozen=True, tag="play", cache_hash=True, gc=False):
    """Play cards of the hand, in order of kinds."""

    cards: Cards


class Use(Action, frozen=True, tag="use", cache_hash=True, gc=False):
    """Use these cards of the display, perhaps none, with those played."""

    cards: Cards


class Take(Action, frozen=True, tag="take", cache_hash=True, gc=False):
    """Take the trait on a space of another species and place it on the own Mutation."""

    owner: int
    """A seat, or the seat count for the dummy's display."""
    space: int
    onto: int


class Climb(Action, frozen=True, tag="climb", cache_hash=True, gc=False):
    """Use a card's food chain icon."""

    card: int


class Grow(Action, frozen=True, tag="grow", cache_hash=True, gc=False):
    """Use a card's population icon."""

    card: int


class Adapt(Action, frozen=True, tag="adapt", cache_hash=True, gc=False):
    """Use a card's environments."""

    card: int


class Gain(Action, frozen=True, tag="gain", cache_hash=True, gc=False):
    """Place a card on a trait space."""

    card: int
    space: int


class Hold(Action, frozen=True, tag="hold", cache_hash=True, gc=False):
    """Keep these cards for the next era, up to two."""

    cards: Cards


class Live(Action, frozen=True, tag="live", cache_hash=True, gc=False):
    """Live in an environment of another species by Symbiosis."""

    environment: int


class Eat(Action, frozen=True, tag="eat", cache_hash=True, gc=False):
    """Eat a species: a seat's, or the dummy by the seat count."""

    species: int


class Done(Action, frozen=True, tag="done", cache_hash=True, gc=False):
    """Stop: take no trait, improve nothing, share nothing, eat nothing more."""


AnyAction = Name | Play | Use | Take | Climb | Grow | Adapt | Gain | Hold | Live | Eat | Done

DONE: Final = Done()


class SpeciesDrawn(Event, frozen=True, tag="species", gc=False):
    """A seat drew its species board and put its marker on the food chain."""

    reveals: ClassVar[bool] = True
    seat: int
    species: int
    place: int


class DummyPlaced(Event, frozen=True, tag="dummy", gc=False):
    """The dummy's marker was put on the food chain."""

    place: int


class EraBegan(Event, frozen=True, tag="era", gc=False):
    """Environments were laid out and hands filled."""

    reveals: ClassVar[bool] = True
    era: int
    environments: bytes
    hands: tuple[Cards, ...]
    display: Cards


class LeaderNamed(Event, frozen=True, tag="leader", gc=False):
    """The lowest species named the leader."""

    seat: int
    leader: int


class TraitTaken(Event, frozen=True, tag="taken", gc=False):
    """Mutation took a trait card."""

    seat: int
    owner: int
    card: int
    onto: int


class Played(Event, frozen=True, tag="played", gc=False):
    """A seat played cards from its hand."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: Cards


class Declared(Event, frozen=True, tag="declared", gc=False):
    """A seat chose the display cards that it uses."""

    seat: int
    cards: Cards


class TrickWon(Event, frozen=True, tag="won", gc=False):
    """A seat won the trick with these cards, its display cards included."""

    seat: int
    cards: Cards
    is_last: bool


class DummyMoved(Event, frozen=True, tag="moved", gc=False):
    """Nobody used the display, so the dummy moved up by its icons."""

    points: int
    place: int


class Climbed(Event, frozen=True, tag="climbed", gc=False):
    """A species moved up the food chain."""

    seat: int
    card: int
    start: int
    place: int


class Grown(Event, frozen=True, tag="grown", gc=False):
    """A population grew by a card."""

    seat: int
    card: int
    population: int


class Adapted(Event, frozen=True, tag="adapted", gc=False):
    """A species adapted to environments that it lacked."""

    seat: int
    card: int
    environments: bytes


class Gained(Event, frozen=True, tag="gained", gc=False):
    """A card was placed on a trait space."""

    seat: int
    card: int
    space: int
    covered: int
    """The card that it replaced, or NOTHING."""


class Left(Event, frozen=True, tag="left", gc=False):
    """A seat improved nothing."""

    seat: int


class Chosen(Event, frozen=True, tag="chosen", gc=False):
    """A seat chose the cards it keeps; shown to that seat alone."""

    seat: int
    cards: Cards


class AllKept(Event, frozen=True, tag="kept", gc=False):
    """All have chosen: the number of cards each keeps."""

    reveals: ClassVar[bool] = True
    counts: tuple[int, ...]


class Shared(Event, frozen=True, tag="shared", gc=False):
    """Symbiosis lets a species live in another's environment."""

    seat: int
    environment: int
    food: int


class Eaten(Event, frozen=True, tag="eaten", gc=False):
    """A species was eaten; the eater or the eaten may be the dummy."""

    eater: int
    eaten: int
    poisoned: bool
    """True if the eater got bites by Poison."""


class Fed(Event, frozen=True, tag="fed", gc=False):
    """The food balance of a species."""

    seat: int
    needed: int
    home: int
    """Food of environments, a shared one included."""
    meals: int
    """Food of species eaten."""
    extra: int
    """Food of traits."""
    change: int
    """The change of the population."""


class Bitten(Event, frozen=True, tag="bitten", gc=False):
    """A species shrank by its bites."""

    seat: int
    bites: int
    change: int


class Reshuffled(Event, frozen=True, tag="reshuffled", gc=False):
    """The deck was empty and the discards became the deck."""

    reveals: ClassVar[bool] = True


class Drawn(Event, frozen=True, tag="drawn", gc=False):
    """Metamorphosis drew a card, which is discarded if it cannot be placed."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    is_laid: bool


class Ended(Event, frozen=True, tag="ended", gc=False):
    """The match is over."""

    final_since: ClassVar[int] = 2
    totals: tuple[int, ...]
    winners: tuple[int, ...]


DarwinningEvent = (
    SpeciesDrawn
    | DummyPlaced
    | EraBegan
    | LeaderNamed
    | TraitTaken
    | Played
    | Declared
    | TrickWon
    | DummyMoved
    | Climbed
    | Grown
    | Adapted
    | Gained
    | Left
    | Chosen
    | AllKept
    | Shared
    | Eaten
    | Fed
    | Bitten
    | Reshuffled
    | Drawn
    | Ended
)

Emitter = Emit[DarwinningEvent] | None
"""The function that receives events; None if nobody observes."""
