"""Who sits down at a table unless told otherwise."""

import getpass
import re
from collections.abc import Sequence
from typing import Final

from darwin_core.bots import Bot, levels
from darwin_core.record import NAME_PATTERN, Player

HUMAN: Final = "human"
BOT_PREFIX: Final = "bot:"
BOT_NAMES: Final = ("Wallace", "Huxley", "Anning", "Hooker", "Gould", "Lyell")
"""Darwin's contemporaries, for opponents without a name."""


def own_name() -> str:
    """The name of whoever runs the program, as far as it can be a player's name."""
    try:
        name = getpass.getuser().capitalize()[:16]
    except (OSError, KeyError):
        name = ""
    return name if re.match(NAME_PATTERN, name) else "Ada"


def bots_of(players: Sequence[Player]) -> dict[int, Bot]:
    """The bots among the players, by seat.

    Raises:
        ValueError: with one sentence, if there is no bot of that level.
    """
    return {
        seat: levels.bot(player.control.removeprefix(BOT_PREFIX))
        for seat, player in enumerate(players)
        if player.control != HUMAN
    }


def people_of(players: Sequence[Player]) -> tuple[int, ...]:
    """The seats that people play."""
    return tuple(seat for seat, player in enumerate(players) if player.control == HUMAN)
