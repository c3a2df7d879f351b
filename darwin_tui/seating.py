"""Who sits down at a table, under which names."""

import getpass
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from darwin_core.bots import Policy, levels
from darwin_core.record import NAME_PATTERN, Player
from darwin_core.registry import AnyGame

HUMAN: Final = "human"
BOT_PREFIX: Final = "bot:"
BOT_NAMES: Final = ("Wallace", "Huxley", "Anning", "Hooker", "Gould", "Lyell")
"""Darwin's contemporaries, for opponents without a name."""
OTHER_PEOPLE: Final = ("Ada", "Emma", "Mary", "Syms")
"""Names for people at the keyboard beside the first."""
USUAL_SEATS: Final = 4
"""How many sit at a match that nobody has thought about: enough rivals, and short waits."""


def own_name() -> str:
    """The name of whoever runs the program, as far as it can be a player's name."""
    try:
        name = getpass.getuser().capitalize()[:16]
    except (OSError, KeyError):
        name = ""
    return name if re.match(NAME_PATTERN, name) else "Ada"


def bots_of(players: Sequence[Player]) -> dict[int, Policy]:
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


def usual_table(game: AnyGame) -> tuple[str, ...]:
    """Who controls the seats where nothing is said of them: one person, and greedy bots."""
    seats = min(game.seats, key=lambda count: abs(count - USUAL_SEATS))
    return (HUMAN, *[f"{BOT_PREFIX}greedy"] * (seats - 1))


def seated(seats: Sequence[tuple[str, str]]) -> tuple[Player, ...]:
    """Players with a name each, from who controls a seat and the name given, if any; names that
    nobody gave are different from all others.

    Raises:
        ValueError: with one sentence, for what is no name, or one that two bear.
    """
    given = Counter(name.casefold() for _, name in seats if name)
    for _, name in seats:
        if name and not re.fullmatch(NAME_PATTERN, name):
            raise ValueError(
                f"{name[:40]!r} cannot be a player's name: it has 1 to 16 Latin letters, digits, "
                "spaces, dots, - or _."
            )
        if given[name.casefold()] > 1:
            raise ValueError(f"Two players cannot both be called {name!r}.")
    people = [own_name(), *OTHER_PEOPLE, *(f"Player {number}" for number in range(1, 13))]
    bots = [*BOT_NAMES, *(f"Bot {number}" for number in range(1, 13))]
    taken = {*given}
    players = []
    for control, name in seats:
        free = (n for n in (people if control == HUMAN else bots) if n.casefold() not in taken)
        player = Player(name or next(free), control)
        taken.add(player.name.casefold())
        players.append(player)
    return tuple(players)
