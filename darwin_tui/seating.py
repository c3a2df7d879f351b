"""The seats of a match: their players, bots in words, set-ups, and the perspectives allowed."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from darwin_core.bots import Policy, ladder, levels
from darwin_core.bots.levels import Level
from darwin_core.contract import registry
from darwin_core.contract.game import (
    OMNISCIENT,
    SEATS_MAX,
    SPECTATOR,
    Action,
    AnyGame,
    Manner,
    Outcome,
    State,
)
from darwin_core.contract.options import default_preset, word_of
from darwin_core.match import AnyMatch
from darwin_core.match.record import HUMAN, NAME_PATTERN, Header, Player
from darwin_core.text.language import language, tr
from darwin_core.text.wording import capitalized, decimal, quoted

BOT_PREFIX: Final = "bot:"
"""The beginning of a bot's control, which a level follows."""
BOT_MANNERS: Final = {
    "Wallace": "careful",
    "Huxley": "robber",
    "Anning": "trader",
    "Hooker": "careful",
    "Gould": "robber",
    "Lyell": "trader",
}
"""Default names of bots, Darwin's contemporaries, each with a manner of play. It says nothing about
the person."""
BOT_NAMES: Final = (*BOT_MANNERS,)
OTHER_PEOPLE: Final = ("Ada", "Emma", "Mary", "Syms")
"""Names of further people at the keyboard."""
STRONG: Final = "■"
WEAK: Final = "□"
"""Squares of the bar that shows the strength of a level."""
DEFAULT_LEVEL: Final = "normal"
"""Default level of a bot."""
FIRST_LEVEL: Final = "easy"
"""Level of the bots proposed for a first match."""
NAME_CELLS_MAX: Final = 16
"""Maximum columns of a name."""
_MANNERS: Final = {name.casefold(): manner for name, manner in BOT_MANNERS.items()}
DEFAULT_SEATS: Final = 4
"""Default number of players: enough rivals, and short waits."""


def player_name(name: str) -> str:
    """Return a user's name as a player's, shortened; a stock name if no player may have it."""
    shortened = name.capitalize()[:NAME_CELLS_MAX]
    return shortened if is_name(shortened) else OTHER_PEOPLE[0]


def is_name(name: str) -> bool:
    """Return whether a player may have a name: its letters are permitted and it fits."""
    # Imported here, as most of the command line needs no names.
    from rich.cells import cell_len

    return bool(re.fullmatch(NAME_PATTERN, name)) and cell_len(name) <= NAME_CELLS_MAX


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
    """Return the policy of a named bot, which plays in that name's manner.

    Raises:
        ValueError: with one sentence, if there is no bot of that level.
    """
    return levels.bot(level, manner_of(name))


def manner_of(name: str) -> str:
    """Return the manner in which a bot of a name plays; empty for a name of the host's own."""
    return _MANNERS.get(name.casefold(), "")


# --- levels of bots in words


def level_of(player: Player) -> str:
    """Return a bot's level by its current name; empty for a person."""
    level = player.control.removeprefix(BOT_PREFIX)
    return "" if player.control == HUMAN else levels.OTHER_NAMES.get(level, level)


def level_title(level: str) -> str:
    """Return a level as lists of rivals show it: ``Hard``, or ``Master, 10 s``."""
    try:
        named = levels.level(level)
    except ValueError:
        return level.capitalize()
    title = tr(named.title)
    # A level with a time has it after a colon, as in ``master:10``.
    return f"{title}, {decimal(named.seconds, 'g')} s" if ":" in level else title


def bot_title(level: str) -> str:
    """Return a bot's title beside its name: ``a bot, hard``."""
    title = level_title(level)
    # German capitalises some levels, as all nouns.
    return tr("a bot, {level}", level=title.lower() if language() == "en" else title)


def offered_levels() -> list[Level]:
    """Return the levels that forms offer, weakest first."""
    return [level for level in levels.LEVELS.values() if level.is_offered]


def bot_values(control: str = "") -> list[tuple[str, str]]:
    """Return the bot controls that forms offer, strongest first, each in words.

    Args:
        control: current control of the seat; a bot of another level is offered too.
    """
    names = [level.name for level in reversed(offered_levels())]
    # Only the control of this player counts, not the name.
    now = level_of(Player("X", control)) if control.startswith(BOT_PREFIX) else ""
    names += [now] * (now not in {"", *names})
    return [(f"{BOT_PREFIX}{name}", bot_title(name)) for name in names]


def present_control(control: str) -> str:
    """Return a seat's control with the current name of a bot's level."""
    return f"{BOT_PREFIX}{level_of(Player('X', control))}" if control != HUMAN else HUMAN


def bot_effect(control: str, game: AnyGame, seats: int, name: str = "") -> str:
    """Return a few words about a bot: its level's strength as a bar, and then against Normal.

    If the level was not measured with this number of seats, its time or manner replaces the latter.
    """
    level = _level(control)
    names = [level_offered.name for level_offered in offered_levels()]
    first = level.name.partition(":")[0]
    # Equally strong levels have the same bar.
    squares = names.index(first) + 1 if first in names else 0
    squares -= ladder.is_like_below(game.package, first)
    strength = STRONG * squares + WEAK * (len(names) - squares)
    rung = ladder.against_normal(game.package).get((level.name, seats))
    if rung:
        return f"{strength} {ladder.strength(rung)}"
    manner = bot_manner(game, name, level.name)
    if manner and not level.seconds:
        return f"{strength} {tr(manner.title)}"
    return f"{strength} {_time_of(level)}{f', {tr(manner.title)}' if manner else ''}"


def about_level(level: Level, game: AnyGame) -> str:
    """Return a sentence about how a level plays a game."""
    if ladder.is_like_below(game.package, level.name):
        like = tr(levels.level(ladder.level_below(level.name)).title)
        return tr("About as strong as {level} in this game.", level=like)
    return tr(level.description)


def about_bot(control: str, game: AnyGame) -> str:
    """Return a sentence about how a bot plays."""
    level = _level(control)
    title = tr(level.title)
    description = about_level(level, game)
    return f"{title}: {description[0].lower()}{description[1:]}"


def about_rival(game: AnyGame, name: str, level: str) -> str:
    """Return a named bot's level with its manner, or else with the level's way of playing: ``Hard.
    A robber: takes what costs you most.``"""
    manner = manner_words(game, name, level)
    return f"{level_title(level)}. {manner}" if manner else about_bot(BOT_PREFIX + level, game)


def manner_words(game: AnyGame, name: str, level: str) -> str:
    """Return a sentence about a named bot's manner; empty if it has none."""
    manner = bot_manner(game, name, level)
    if manner is None:
        return ""
    title = tr(manner.title)
    return f"{capitalized(title)}: {tr(manner.line)}."


def bot_manner(game: AnyGame, name: str, level: str) -> Manner[State, Action] | None:
    """Return a named bot's manner at a level; None if it has none, or the level no longer
    exists."""
    manner: Manner[State, Action] | None = game.bots.manners.get(manner_of(name))
    with suppress(ValueError):
        return manner if levels.level(level).has_manner else None
    return None


def _level(control: str) -> Level:
    return levels.level(control.removeprefix(BOT_PREFIX))


def _time_of(level: Level) -> str:
    if not level.seconds:
        return tr("answers at once")
    return tr("thinks up to {seconds} s", seconds=decimal(level.seconds, "g"))


# --- seats


def branch_control(players: Sequence[Player], seat: int, own_seat: int, is_unfinished: bool) -> str:
    """Return the default control of a branch's seat: a single player takes their own seat.

    Args:
        own_seat: seat of a single player; a number that is no seat if there is none.
        is_unfinished: the match is not over, so nobody may take another seat.
    """
    people = people_of(players)
    if own_seat < len(players) and not is_unfinished and len(people) < 2:
        if seat == own_seat:
            return HUMAN
        if seat in people:
            return f"{BOT_PREFIX}{DEFAULT_LEVEL}"
    return present_control(players[seat].control)


def people_of(players: Sequence[Player]) -> tuple[int, ...]:
    """Return the seats that people play."""
    return tuple(seat for seat, player in enumerate(players) if player.control == HUMAN)


def deciding_resignations(players: Sequence[Player]) -> int:
    """Return the number of resignations that decide a match: of all people but one, or of a person
    alone with bots."""
    return max(len(people_of(players)) - 1, 1)


def decided_at(match: AnyMatch) -> int | None:
    """Return the number of actions in force at which a match was decided; None if it was not. It is
    decided by its rules, or by the resignation of all people but one."""
    resigned = [*match.resigned.values()]
    needed = deciding_resignations(match.header.players)
    if len(resigned) >= needed:
        # Return the moment of the deciding resignation: a bot may have acted once more since.
        return resigned[needed - 1]
    return None if match.game.outcome(match.state) is None else len(match.history)


def result(match: AnyMatch) -> Outcome:
    """Return the outcome of a match, or the standing as if it ended now; resigned seats come
    last."""
    state = match.state_at(at) if (at := decided_at(match)) is not None else match.state
    outcome = match.game.outcome(state) or match.game.standing(state)
    return outcome.with_last(tuple(match.resigned))


def default_table(game: AnyGame, level: str = DEFAULT_LEVEL) -> tuple[str, ...]:
    """Return the default controls of a game's seats: one person, and bots of a level.

    There are ``DEFAULT_SEATS``, or the nearest number that the game allows.
    """
    seats = min(game.seats, key=lambda count: abs(count - DEFAULT_SEATS))
    return (HUMAN, *[f"{BOT_PREFIX}{level}"] * (seats - 1))


def seated(seats: Sequence[tuple[str, str]], host: str) -> tuple[Player, ...]:
    """Return named players; default names differ from all other names.

    Args:
        seats: control and given name of each seat; the name may be empty.
        host: name of the person who sets up the match, for the first unnamed person.

    Raises:
        ValueError: with one sentence, for an impossible name, or one given to two players.
    """
    given_names = Counter(name.casefold() for _, name in seats if name)
    for _, name in seats:
        if name and not is_name(name):
            raise ValueError(
                tr(
                    "{name} cannot be a player's name: it has 1 to 16 letters, digits, spaces, "
                    "dots, - or _; wide letters count twice.",
                    name=quoted(name),
                )
            )
        if given_names[name.casefold()] > 1:
            raise ValueError(tr("Two players cannot both be called {name}.", name=repr(name)))
    people = [
        host,
        *OTHER_PEOPLE,
        *(f"Player {number}" for number in range(1, SEATS_MAX + 1)),
    ]
    taken = {*given_names}
    players = []
    for control, name in seats:
        free = _free(people, taken) if control == HUMAN else bot_names(taken)
        player = Player(name or next(free), control)
        taken.add(player.name.casefold())
        players.append(player)
    return tuple(players)


def bot_names(taken: Iterable[str]) -> Iterator[str]:
    """Yield default names for bots, one after another.

    Args:
        taken: names of the other players.
    """
    return _free([*BOT_NAMES, *(f"Bot {number}" for number in range(1, SEATS_MAX + 1))], taken)


def _free(names: Iterable[str], taken: Iterable[str]) -> Iterator[str]:
    """Yield the names that nobody has, in any case of letters."""
    folded = {name.casefold() for name in taken}
    return (name for name in names if name.casefold() not in folded)


SET_UPS_MAX: Final = 30
"""Maximum number of remembered set-ups."""


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up of a match. It is read from a file that may be edited by hand."""

    game: str
    seats: tuple[tuple[str, str], ...]
    """Control and name of each player."""
    options: dict[str, str] = {}
    """Options of the game, in words."""


def set_up_of(header: Header) -> SetUp:
    """Return the set-up of a record's match."""
    seats = tuple((player.control, player.name) for player in header.players)
    options = {name: word_of(value) for name, value in header.options.items()}
    return SetUp(header.game, seats, options)


def default_set_up(slug: str, level: str = DEFAULT_LEVEL) -> SetUp:
    """Return a game's default set-up: one person against bots of a level. The rules are those
    recommended for so many players."""
    game = registry.get(slug)
    seats = tuple((control, "") for control in default_table(game, level))
    options = msgspec.structs.asdict(default_preset(game, len(seats)).options)
    return SetUp(slug, seats, {name: word_of(value) for name, value in options.items()})


def with_newest(set_ups: Sequence[SetUp], newest: SetUp) -> tuple[SetUp, ...]:
    """Return set-ups with a new one first, replacing the last set-up of its game."""
    others = (other for other in set_ups if other.game != newest.game)
    return (newest, *others)[:SET_UPS_MAX]


def why_not_look(match: AnyMatch, viewer: int) -> str | None:
    """Return why a record may not be read as a viewer; None if it may.

    While a match is not over, only a person who plays alone against bots has a player's
    perspective, their own: any other hand would show them what their seat cannot know.
    """
    if viewer == SPECTATOR or match.game.outcome(match.state) is not None:
        return None
    if viewer == OMNISCIENT:
        return tr("All hands can be shown only once the match is played to its end.")
    if people_of(match.header.players) != (viewer,):
        return tr(
            "The view of {player} can be shown only once the match is played to its end.",
            player=match.header.names[viewer],
        )
    return None


def why_not_same_cards(match: AnyMatch) -> str | None:
    """Return why a branch may not keep the cards of a match; None if it may. The players of a
    branch could see any hand in it."""
    if match.game.outcome(match.state) is None and len(people_of(match.header.players)) > 1:
        return tr("Unless the match was played to its end, a branch deals the hidden cards again.")
    return None


def viewers(match: AnyMatch) -> tuple[int, ...]:
    """Return the perspectives from which a record may be read now."""
    perspectives = (*range(match.seats), SPECTATOR, OMNISCIENT)
    return tuple(viewer for viewer in perspectives if why_not_look(match, viewer) is None)


def default_viewer(people: Sequence[int]) -> int:
    """Return the default perspective of the people at some seats: a single person's, or a
    spectator's."""
    return people[0] if len(people) == 1 else SPECTATOR
