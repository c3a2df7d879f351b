"""The players of a new match: who controls each seat, and under which name."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from darwin_core.bots import Policy, levels
from darwin_core.game import AnyGame
from darwin_core.record import NAME_PATTERN, Player

HUMAN: Final = "human"
BOT_PREFIX: Final = "bot:"
BOT_NAMES: Final = ("Wallace", "Huxley", "Anning", "Hooker", "Gould", "Lyell")
"""Darwin's contemporaries: names of bots that are given none."""
OTHER_PEOPLE: Final = ("Ada", "Emma", "Mary", "Syms")
"""Names of people at the keyboard beside the first."""
DEFAULT_SEATS: Final = 4
"""Players of a match for which no number is given: enough rivals, and short waits."""


def player_name(name: str) -> str:
    """Return a name as far as it can be a player's; a stock name if it cannot."""
    shown = name.capitalize()[:16]
    return shown if re.match(NAME_PATTERN, shown) else OTHER_PEOPLE[0]


def bots_of(players: Sequence[Player]) -> dict[int, Policy]:
    """Return the policies of the bots among the players, by seat.

    Raises:
        ValueError: with one sentence, if there is no bot of that level.
    """
    return {
        seat: levels.bot(player.control.removeprefix(BOT_PREFIX))
        for seat, player in enumerate(players)
        if player.control != HUMAN
    }


def level_of(player: Player) -> str:
    """Return the level of a bot by the name that its policy has; empty for a person."""
    level = player.control.removeprefix(BOT_PREFIX)
    return "" if player.control == HUMAN else levels.OTHER_NAMES.get(level, level)


def level_title(level: str) -> str:
    """Return a level as lists of rivals show it."""
    shown = {policy: name for name, policy in levels.OTHER_NAMES.items()}
    return shown.get(level, level).capitalize()


def people_of(players: Sequence[Player]) -> tuple[int, ...]:
    """Return the seats that people play."""
    return tuple(seat for seat, player in enumerate(players) if player.control == HUMAN)


def default_table(game: AnyGame) -> tuple[str, ...]:
    """Return who controls the seats by default: one person, and greedy bots."""
    seats = min(game.seats, key=lambda count: abs(count - DEFAULT_SEATS))
    return (HUMAN, *[f"{BOT_PREFIX}greedy"] * (seats - 1))


def seated(seats: Sequence[tuple[str, str]], host: str) -> tuple[Player, ...]:
    """Return players with a name each; names that nobody chose differ from all others.

    Args:
        seats: who controls each seat, and the name given, if any.
        host: the name of the person who sets up the match, for the first person without a name.

    Raises:
        ValueError: with one sentence, for an impossible name, or one given to two players.
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
    people = [host, *OTHER_PEOPLE, *(f"Player {number}" for number in range(1, 13))]
    bots = [*BOT_NAMES, *(f"Bot {number}" for number in range(1, 13))]
    taken = {*given}
    players = []
    for control, name in seats:
        free = (n for n in (people if control == HUMAN else bots) if n.casefold() not in taken)
        player = Player(name or next(free), control)
        taken.add(player.name.casefold())
        players.append(player)
    return tuple(players)
