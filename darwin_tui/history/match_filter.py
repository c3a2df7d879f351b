"""The matches that figures are taken of: against whom, at which table, and since when."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from darwin_core.match.record import Player
from darwin_core.text.language import mark, reading, tr
from darwin_core.text.wording import listed
from darwin_tui.history.finished import Finished
from darwin_tui.seating import level_of, level_title

TIMES: Final = (
    (0, mark("all time")),
    (30, mark("last 30 days")),
    (7, mark("last 7 days")),
    (1, mark("last day")),
)
"""Days back, and the words for them."""
BOTS: Final = " bots"
"""The end of the name of the bots of a level."""


class MatchFilter(msgspec.Struct, frozen=True):
    """The limits of the matches; empty ones limit nothing."""

    against: str = ""
    """The name of a rival at the table, as ``_rival_name`` gives it."""
    seats: int = 0
    rules: str = ""
    """The title of the rules."""
    days: int = 0
    """Started at most this number of days ago."""

    @property
    def words(self) -> str:
        """The limits in words; empty if there are none."""
        found = []
        if self.against:
            found.append(tr("against {rival}", rival=rival_words(self.against)))
        if self.seats:
            found.append(tr("{number} seats", number=self.seats))
        if self.rules:
            found.append(tr(self.rules))
        found += [_time_words(self.days)] if self.days else []
        return ", ".join(found)

    def of(self, matches: Iterable[Finished]) -> tuple[Finished, ...]:
        """Return the matches within the limits."""
        since = (datetime.now(UTC) - timedelta(days=self.days)).isoformat(timespec="seconds")
        return tuple(
            match
            for match in matches
            if (not self.against or self.against in _rivals_in(match))
            and self.seats in (0, len(match.row.players))
            and self.rules in ("", match.row.rules)
            and (not self.days or match.row.made >= since)
        )


ALL: Final = MatchFilter()


def _time_words(days: int) -> str:
    """Return a time of some days back in words."""
    known = dict(TIMES).get(days)
    return tr(known) if known else tr("last {days} days", days=days)


def _rival_name(player: Player) -> str:
    """Return the name under which a player is met: a bot by the English title of its level."""
    level = level_of(player)
    with reading("en"):
        return f"{level_title(level)}{BOTS}" if level else player.name


def rival_words(name: str) -> str:
    """Return the name under which a player is met in the language of the reader."""
    title, is_bot, _ = name.partition(BOTS)
    if not is_bot:
        return name
    level, comma, seconds = title.partition(",")
    return tr("{level} bots", level=f"{tr(level)}{comma}{seconds}")


def _rivals_in(match: Finished) -> list[str]:
    """Return the names of a match's rivals, in the order of their seats."""
    players = enumerate(match.row.players)
    return [*dict.fromkeys(_rival_name(one) for seat, one in players if seat != match.seat)]


def rivals_met(matches: Iterable[Finished]) -> list[str]:
    """Return all rivals, those met most often first."""
    return [name for name, _ in Counter(n for m in matches for n in _rivals_in(m)).most_common()]


def tables_met(matches: Sequence[Finished]) -> list[MatchFilter]:
    """Return the numbers of seats and the rules that matches were played with."""
    seats = sorted({len(match.row.players) for match in matches})
    rules = sorted({match.row.rules for match in matches} - {""})
    return [
        *(MatchFilter(seats=count) for count in seats),
        *(MatchFilter(rules=title) for title in rules),
    ]


def named(text: str, names: Sequence[str]) -> str:
    """Return the one of some names that a text means, in any case, with ``bots`` or without.

    Raises:
        ValueError: with one sentence, if it means none of them.
    """
    for name in names:
        if text.casefold() in {name.casefold(), name.casefold().removesuffix(BOTS)}:
            return name
    wanted = repr(text[:40])
    if not names:
        raise ValueError(tr("Nothing is called {name} here; there is none yet.", name=wanted))
    known = listed(names, "or")
    raise ValueError(
        tr("Nothing is called {name} here; there is {names}.", name=wanted, names=known)
    )
