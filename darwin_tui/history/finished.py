"""Finished matches of a player, chosen from the rows of the saved ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from darwin_core.match.record import Player
from darwin_core.teaching import lessons
from darwin_tui.figures import share_of_win
from darwin_tui.saves import Listed
from darwin_tui.seating import people_of


@dataclass(frozen=True)
class OwnMatch:
    """A saved match, and the player's seat in it."""

    row: Listed
    seat: int

    @property
    def points(self) -> int:
        """The player's points."""
        return self.row.points[self.seat]

    @property
    def place(self) -> int:
        """The player's place, from 1."""
        return self.row.places[self.seat]


class Finished(OwnMatch):
    """A match of the player that is over."""

    @property
    def won(self) -> float:
        """1 for a win, a part of it for a shared one."""
        return share_of_win(self.row.places, self.seat)


class Found(NamedTuple):
    """The matches that count, the first first, and the numbers of those that do not."""

    matches: tuple[Finished, ...]
    unfinished: int = 0
    damaged: int = 0
    branches: int = 0
    """Matches that began in the middle of another, whose cards are known."""
    lessons: int = 0
    """Matches that began as a lesson, whose actions are given."""
    copies: int = 0
    others: int = 0
    """Matches in which the player has no seat."""


def own_seat(players: Sequence[Player], name: str) -> int | None:
    """Return the seat of a player: of the only person, or of the one with that name."""
    people = people_of(players)
    if len(people) == 1:
        return people[0]
    return next((seat for seat in people if players[seat].name == name), None)


def finished(rows: Iterable[Listed], name: str) -> Found:
    """Return the finished matches of a player, in the order in which they were started.

    Args:
        rows: all saved matches.
        name: the player's, which decides where several people sat at one keyboard.
    """
    matches: dict[str, Finished] = {}
    counts = dict.fromkeys(("unfinished", "damaged", "branches", "lessons", "copies", "others"), 0)
    for row in rows:
        seat = own_seat(row.players, name)
        if row.trouble:
            counts["damaged"] += 1
        elif seat is None:
            counts["others"] += 1
        elif not row.over:
            counts["unfinished"] += 1
        elif row.is_branch:
            counts["branches"] += 1
        elif lessons.is_lesson(row.game, row.seed):
            counts["lessons"] += 1
        elif row.chain in matches:
            counts["copies"] += 1
        else:
            matches[row.chain] = Finished(row, seat)
    return Found(tuple(sorted(matches.values(), key=_started)), **counts)


def _started(match: Finished) -> tuple[str, str]:
    return match.row.made, match.row.chain
