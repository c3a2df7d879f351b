"""The options and the state of a match of Darwin's Journey."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.game import Options, State
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.text.language import mark

NEUTRAL: Final = 7
"""Owner of the lenses that unlock two special actions from the start."""

GREEN, BLUE, YELLOW, RED, PURPLE = range(5)
"""Seals by colour; specimens have the first four."""


class JourneyOptions(Options, frozen=True, omit_defaults=True):
    """The options that are chosen before a match.

    Defaults are left out, so that states from before there were options have the same bytes.
    """

    stamps: Annotated[
        Literal["stay", "halved"],
        msgspec.Meta(
            title=mark("stamps when skipping"),
            description=mark(
                "Of a reward that is skipped. Printed: they stay. By the publisher's erratum "
                "of 2024 half of them go."
            ),
        ),
    ] = "stay"


class JourneyState(State):
    """A match at one moment. Everything in it but ``pending`` is replaced, never changed."""

    rules: ClassVar[int] = 2
    """The rules version by which the match is played."""

    options: JourneyOptions
    round: int
    """The round, counted from 1; 0 until all are equipped."""
    actor: int
    """The acting seat, which answers the pending effect; NOTHING during the draft."""
    order: bytes
    """Seats in turn order."""
    queue: bytes
    """Seats of the workers in the turn-order rectangle, in order of arrival."""

    hands: tuple[Cards, ...]
    """By seat, crew cards to choose from; empty after the draft."""
    seen: tuple[tuple[Cards, ...], ...]
    """By seat, the hands that it held before this one; empty after the draft."""
    picked: Cards
    """By seat, the card chosen from the hand; NOTHING until there is one."""
    crew: tuple[Cards, ...]
    """By seat, the cards kept, in that order."""
    assigned: tuple[bytes, ...]
    """By seat, for each of its crew cards, the worker row that completed it, or NOTHING."""

    goals: Cards
    """Beagle goals by round."""
    letters: Cards
    """Correspondence tiles by envelope."""
    specials: Cards
    """Special action tiles, in two columns."""
    lenses: bytes
    """By lockable location, the seat of its lens, NEUTRAL or NOTHING."""
    starters: Cards
    """Start tiles that nobody has taken yet."""
    display: Cards
    """Objectives to be gained, silver first."""
    silver: Cards
    """Silver objectives still to come, in no order: they are drawn when they are needed."""
    gold: Cards
    scrolls: Cards
    """Seals in the Academy, three on each scroll from the top; NOTHING for an empty spot."""
    bag: Counts
    """Seals by colour that can be drawn, and purple ones in the supply."""

    specimens: bytes
    """By specimen its space, or MUSEUM."""
    row_coins: bytes
    """By museum row, 1 if its coin is still there."""
    firsts: bytes
    """By ribbon, 1 if its points are still there."""
    camps: tuple[bytes, ...]
    """By campsite the seats with tents there, beginning with the cheapest place."""
    envelopes: tuple[Counts, ...]
    """By envelope the stamps of each seat."""

    coins: tuple[int, ...]
    """Coins by seat. All fields from here on are by seat."""
    points: tuple[int, ...]
    knowledge: tuple[int, ...]
    evolution: tuple[int, ...]
    """Steps."""
    workers: tuple[bytes, ...]
    """The place of each of the five workers; NOTHING at home."""
    rows: tuple[tuple[Cards, ...], ...]
    """Seals in the rows of workers 1 to 4."""
    ships: bytes
    """Ocean spaces."""
    explorers: tuple[bytes, ...]
    """By island the space of the explorer there, or NOTHING."""
    tents: tuple[bytes, ...]
    """Campsites in the order in which tents were pitched."""
    stacks: tuple[Counts, ...]
    """Stamps in each stack, and those in the discard."""
    research: tuple[int, ...]
    """Specimens researched, a bit each."""
    reserve: tuple[Cards, ...]
    """Objectives beside the board."""
    slots: tuple[Cards, ...]
    """Objectives on the board, five silver and five gold places; NOTHING for an empty slot."""
    achieved: tuple[int, ...]
    """Slots whose objective is face down, a bit each."""

    pending: list[AnyEffect]
    """The stack of pending effects; the last is done next."""


class JourneyStateOfRules1(JourneyState):
    """A match begun under rules 1.

    By these rules a lens can unlock a location that is being performed, and winners of an envelope
    take stamps off even if they did no part of their reward. The gold distinction of the Academy
    ends with the last action of its location.
    """

    rules: ClassVar[int] = 1
