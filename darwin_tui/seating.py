"""The players of a new match: who controls each seat, and under which name."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from darwin_core.bots import Policy, ladder, levels
from darwin_core.bots.levels import Level
from darwin_core.contract.game import Action, AnyGame, Manner, State
from darwin_core.match.record import NAME_PATTERN, Player
from darwin_core.text.language import language, tr
from darwin_core.text.wording import capitalized, decimal

HUMAN: Final = "human"
BOT_PREFIX: Final = "bot:"
BOT_MANNERS: Final = {
    "Wallace": "careful",
    "Huxley": "robber",
    "Anning": "trader",
    "Hooker": "careful",
    "Gould": "robber",
    "Lyell": "trader",
}
"""Darwin's contemporaries: names of bots that are given none, each with the manner in which a bot
of this name plays. It says nothing of the person."""
BOT_NAMES: Final = (*BOT_MANNERS,)
OTHER_PEOPLE: Final = ("Ada", "Emma", "Mary", "Syms")
"""Names of people at the keyboard beside the first."""
STRONG: Final = "■"
WEAK: Final = "□"
"""Squares of the bar that shows the strength of a level."""
DEFAULT_LEVEL: Final = "normal"
"""The level of a bot that nobody has chosen."""
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
        seat: named_bot(player.name, player.control.removeprefix(BOT_PREFIX))
        for seat, player in enumerate(players)
        if player.control != HUMAN
    }


def named_bot(name: str, level: str) -> Policy:
    """Return the policy of a bot with a name, which plays in the manner of that name.

    Raises:
        ValueError: with one sentence, if there is no bot of that level.
    """
    return levels.bot(level, manner_of(name))


def manner_of(name: str) -> str:
    """Return the name of the manner in which a bot of a name plays; empty for a name of the host's
    own."""
    return _MANNERS.get(name.casefold(), "")


_MANNERS: Final = {name.casefold(): manner for name, manner in BOT_MANNERS.items()}


# --- levels of bots in words


def level_of(player: Player) -> str:
    """Return the level of a bot by its present name; empty for a person."""
    level = player.control.removeprefix(BOT_PREFIX)
    return "" if player.control == HUMAN else levels.OTHER_NAMES.get(level, level)


def level_title(level: str) -> str:
    """Return a level as lists of rivals show it: ``Hard``, or ``Master, 10 s``."""
    try:
        found = levels.level(level)
    except ValueError:
        return level.capitalize()
    title = tr(found.title)
    return f"{title}, {decimal(found.seconds, 'g')} s" if ":" in level else title


def bot_title(level: str) -> str:
    """Return what a bot of a level is called beside its name: ``a bot, hard``."""
    title = level_title(level)
    # German writes some levels with a capital, as all nouns.
    return tr("a bot, {level}", level=title.lower() if language() == "en" else title)


def offered_levels() -> list[Level]:
    """Return the levels that forms offer, weakest first."""
    return [level for level in levels.LEVELS.values() if level.is_offered]


def bot_values(control: str = "") -> list[tuple[str, str]]:
    """Return the controls of bots that forms offer, strongest first, each in words.

    Args:
        control: of the seat at present; a bot of another level is offered too.
    """
    names = [level.name for level in reversed(offered_levels())]
    now = level_of(Player("X", control)) if control.startswith(BOT_PREFIX) else ""
    names += [now] * (now not in {"", *names})
    return [(f"{BOT_PREFIX}{name}", bot_title(name)) for name in names]


def present_control(control: str) -> str:
    """Return the control of a seat with the present name of a bot's level."""
    return f"{BOT_PREFIX}{level_of(Player('X', control))}" if control != HUMAN else HUMAN


def bot_effect(control: str, game: AnyGame, seats: int, name: str = "") -> str:
    """Return a few words on a bot: the strength of its level as a bar and, where it was measured
    with this number of seats, against Normal; else its manner and its time."""
    level, names = _level(control), [each.name for each in offered_levels()]
    first = level.name.partition(":")[0]
    place = names.index(first) + 1 if first in names else 0
    strength = STRONG * place + WEAK * (len(names) - place)
    rung = ladder.of(game.package).get((level.name, seats))
    if rung:
        return f"{strength} {ladder.strength(rung)}"
    manner = found_manner(game, name, level.name)
    if manner and not level.seconds:
        return f"{strength} {tr(manner.title)}"
    return f"{strength} {_time_of(level)}{f', {tr(manner.title)}' if manner else ''}"


def about_bot(control: str) -> str:
    """Return a sentence on how a bot plays."""
    level = _level(control)
    title, description = tr(level.title), tr(level.description)
    return f"{title}: {description[0].lower()}{description[1:]}"


def about_rival(game: AnyGame, name: str, level: str) -> str:
    """Return the level of a bot with a name and its manner, or else how the level plays: ``Hard. A
    robber: takes what costs you most.``"""
    manner = manner_words(game, name, level)
    return f"{level_title(level)}. {manner}" if manner else about_bot(BOT_PREFIX + level)


def manner_words(game: AnyGame, name: str, level: str) -> str:
    """Return a sentence on the manner of a bot with a name; empty if it has none."""
    manner = found_manner(game, name, level)
    if manner is None:
        return ""
    title = tr(manner.title)
    return f"{capitalized(title)}: {tr(manner.line)}."


def found_manner(game: AnyGame, name: str, level: str) -> Manner[State, Action] | None:
    """Return the manner of a bot with a name at a level; None if it has none, or there is no such
    level any more."""
    found: Manner[State, Action] | None = game.manners.get(manner_of(name))
    with suppress(ValueError):
        return found if levels.level(level).has_manner else None
    return None


def _level(control: str) -> Level:
    return levels.level(control.removeprefix(BOT_PREFIX))


def _time_of(level: Level) -> str:
    if not level.seconds:
        return tr("answers at once")
    return tr("thinks up to {seconds} s", seconds=decimal(level.seconds, "g"))


# --- seats


def branch_control(players: Sequence[Player], seat: int, own: int, is_living: bool) -> str:
    """Return who plays a seat of a branch by default: a single player takes their own seat.

    Args:
        players: of the match.
        seat: in question.
        own: the seat of a single player; none of the seats for nobody's.
        is_living: the match is not over, so that nobody may take another seat.
    """
    people = people_of(players)
    if own < len(players) and not is_living and len(people) < 2:
        if seat == own:
            return HUMAN
        if seat in people:
            return f"{BOT_PREFIX}{DEFAULT_LEVEL}"
    return present_control(players[seat].control)


def people_of(players: Sequence[Player]) -> tuple[int, ...]:
    """Return the seats that people play."""
    return tuple(seat for seat, player in enumerate(players) if player.control == HUMAN)


def default_table(game: AnyGame) -> tuple[str, ...]:
    """Return who controls the seats by default: one person, and bots."""
    seats = min(game.seats, key=lambda count: abs(count - DEFAULT_SEATS))
    return (HUMAN, *[f"{BOT_PREFIX}{DEFAULT_LEVEL}"] * (seats - 1))


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
                tr(
                    "{name} cannot be a player's name: it has 1 to 16 Latin letters, digits, "
                    "spaces, dots, - or _.",
                    name=repr(name[:40]),
                )
            )
        if given[name.casefold()] > 1:
            raise ValueError(tr("Two players cannot both be called {name}.", name=repr(name)))
    people = [host, *OTHER_PEOPLE, *(f"Player {number}" for number in range(1, 13))]
    taken = {*given}
    players = []
    for control, name in seats:
        free = _free(people, taken) if control == HUMAN else bot_names(taken)
        player = Player(name or next(free), control)
        taken.add(player.name.casefold())
        players.append(player)
    return tuple(players)


def bot_names(taken: Iterable[str]) -> Iterator[str]:
    """Yield names for bots that are given none, one after another.

    Args:
        taken: the names of the other players.
    """
    return _free([*BOT_NAMES, *(f"Bot {number}" for number in range(1, 13))], taken)


def _free(names: Iterable[str], taken: Iterable[str]) -> Iterator[str]:
    folded = {name.casefold() for name in taken}
    return (name for name in names if name.casefold() not in folded)
