"""Set-ups of matches: who sits where, and the rules; the last one of each game is kept."""

from collections.abc import Sequence
from typing import Final

import msgspec

from darwin_core.contract import registry
from darwin_core.contract.options import default_preset, word_of
from darwin_core.match.record import Header
from darwin_tui.seating import default_table

SET_UPS_MAX: Final = 30


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as it was set up. It is read from a file that may say anything."""

    game: str
    seats: tuple[tuple[str, str], ...]
    """The control and the name of each player."""
    options: dict[str, str] = {}
    """The options of the game, in words."""


def set_up_of(header: Header) -> SetUp:
    """Return how the match of a record was set up."""
    seats = tuple((player.control, player.name) for player in header.players)
    options = {name: word_of(value) for name, value in header.options.items()}
    return SetUp(header.game, seats, options)


def default_set_up(slug: str) -> SetUp:
    """Return how a match of a game is set up where nobody has chosen: one person against bots, with
    the rules recommended for that number of players."""
    game = registry.get(slug)
    seats = tuple((control, "") for control in default_table(game))
    options = msgspec.structs.asdict(default_preset(game, len(seats)).options)
    return SetUp(slug, seats, {name: word_of(value) for name, value in options.items()})


def with_newest(set_ups: Sequence[SetUp], newest: SetUp) -> tuple[SetUp, ...]:
    """Return set-ups with a new one first, in place of the last one of its game."""
    others = (each for each in set_ups if each.game != newest.game)
    return (newest, *others)[:SET_UPS_MAX]
