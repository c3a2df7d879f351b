"""The actions of Darwinning!, one small decision each."""

from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Action


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
