"""The names of the seats, passed to every function that composes a text about a match."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from darwin_core.text.language import tr, tr_n
from darwin_core.text.wording import counted, listed


class SeatNames(msgspec.Struct, frozen=True):
    """The names used in texts about a match."""

    names: tuple[str, ...] = ()
    """Names of the seats; empty if a text names no seat."""
    bots: frozenset[int] = frozenset()
    """Seats that bots play now, in a live match."""


NAMES_MAX: Final = 2
"""Maximum number of names in a sentence; if there are more players, all are counted instead."""


def waiting_for(seat_names: SeatNames, seats: Sequence[int]) -> str:
    """Return the prompt while other seats owe a decision: ``Waiting for Ada and Ben.``

    More than NAMES_MAX seats are counted, and without names each is ``another player``.
    """
    seats = awaited(seats, seat_names.bots)
    if len(seats) > NAMES_MAX:
        return tr("Waiting for {number} players.", number=len(seats))
    if not seat_names.names:
        return tr("Waiting for another player.")
    return tr("Waiting for {players}.", players=listed([seat_names.names[seat] for seat in seats]))


def awaited(asked: Sequence[int], bots: Collection[int]) -> tuple[int, ...]:
    """Return the asked seats for which everybody waits: those of people, since bots answer after
    people. If no person is asked, these are the bots' seats."""
    people = tuple(seat for seat in asked if seat not in bots)
    return people or tuple(asked)


def won_by(seat_names: SeatNames, totals: Sequence[int], winners: Sequence[int]) -> str:
    """Return who has won a match, without a full stop: ``Ada and Ben win with 9 points``."""
    who = listed([seat_names.names[seat] for seat in winners])
    return tr_n(
        "{who} wins with {points}",
        "{who} win with {points}",
        len(winners),
        who=who,
        points=counted(totals[winners[0]], "point"),
    )
