"""The levels of opponents by name, and the policies of the levels that do not search."""

import re
from collections.abc import Callable
from functools import partial
from math import exp, fsum
from typing import Final

import msgspec

from darwin_core.bots import Policy
from darwin_core.bots.manners import leaning
from darwin_core.bots.search import Searcher
from darwin_core.contract.chance import below
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import decimal


def choose_greedily(
    game: AnyGame, view: State, seat: int, chance: bytes, manner: str = ""
) -> Action:
    """Return Normal's action, which the game's advice ranks first. With a manner, return an action
    of nearly the same value that suits the manner better, if there is one. ``chance`` is not
    used."""
    best: Action
    if manner in game.bots.manners:
        advised = game.bots.advise(view, seat, SeatNames())
        best = leaning(game, view, seat, advised, manner)[0].action
    else:
        # The same action, found faster.
        best = game.bots.fast_policy(view, seat)
    return best


BEST: Final = 3
"""Number of actions among which Easy chooses. Chosen; with more, Easy plays worse."""
_GRAINS: Final = 1 << 20
"""Number of equal steps of a random share, from 0 to just below 1."""


def choose_easily(game: AnyGame, view: State, seat: int, chance: bytes, manner: str = "") -> Action:
    """Return one of the BEST best actions at random.

    The closer the value of an action is to the best value, the more often it is chosen. Actions in
    the manner of the bot are chosen more often than others.
    """
    advised = leaning(game, view, seat, game.bots.advise(view, seat, SeatNames()), manner)[:BEST]
    best = advised[0].value
    weights = [exp((advice.value - best) / game.bots.tuning.slack) for advice in advised]
    drawn = below(chance, _GRAINS) / _GRAINS * fsum(weights)
    for advice, weight in zip(advised, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            action: Action = advice.action
            return action
    raise AssertionError("a share below 1 lies within one of the weights")


def choose_randomly(game: AnyGame, view: State, seat: int, chance: bytes) -> Action:
    """Return one of the legal actions, each equally likely."""
    actions = game.legal(view, seat)
    action: Action = actions[below(chance, len(actions))]
    return action


SECONDS_MIN: Final = 0.1
"""Minimum time of a level, in seconds."""
SECONDS_MAX: Final = 30.0
"""Maximum time of a level, in seconds."""


class Level(msgspec.Struct, frozen=True):
    """A level of opponents."""

    name: str
    """The name as typed, with its time if that differs from the level's default."""
    title: str
    description: str
    """One line on the way the level plays."""
    policy: Policy
    """The policy, which can be sent to other processes."""
    seconds: float = 0
    """Time limit of an answer in seconds; 0 if the level answers at once."""
    is_offered: bool = True
    """False if forms leave out the level; its name can still be typed."""
    has_manner: bool = True
    """False if the policy does not judge its actions, so that it cannot follow a manner. If True,
    the policy accepts the name of a manner: a ``Searcher`` as a field, a function as an
    argument."""


LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level(
            "random",
            mark("Random"),
            mark("Takes any action that the rules allow."),
            choose_randomly,
            is_offered=False,
            has_manner=False,
        ),
        Level(
            "easy",
            mark("Easy"),
            mark("Knows what is good, and sometimes takes the second or third best."),
            choose_easily,
        ),
        Level(
            "normal",
            mark("Normal"),
            mark("Takes what looks best now, and plans nothing."),
            choose_greedily,
        ),
        Level(
            "hard",
            mark("Hard"),
            mark("Tries its best actions in its head before it plays one."),
            Searcher(0.5),
            0.5,
        ),
        Level(
            "master",
            mark("Master"),
            mark("Has learnt from Hard in some games, and thinks four times as long."),
            Searcher(2.0, is_trained=True),
            2.0,
        ),
    )
}
"""The levels by name, weakest first. Hard's time is chosen; Master has four times as much."""
HINTS: Final = Searcher(LEVELS["hard"].seconds, is_timed=False, errs=True, is_trained=True)
"""The search of hints, with which an analysis also confirms mistakes. It is limited by steps alone,
so that it finds the same action on every machine. On a busy machine a hint takes longer, but the
analysis of the match never calls it a mistake."""
NORMAL: Final = "normal"
"""The level of a bot without a named level."""
OTHER_NAMES: Final[dict[str, str]] = {"greedy": NORMAL}
"""Other names by which levels can be chosen."""

_SECONDS: Final = re.compile(r"([0-9]{1,2}(?:\.[0-9]{1,2})?)s")
"""The time of a level as typed, such as ``2.5s``."""


def is_time(word: str) -> bool:
    """Return whether a word has the form of a level's time, such as ``10s``."""
    return _SECONDS.fullmatch(word) is not None


def level(name: str) -> Level:
    """Return the level with a name such as ``hard`` or ``master:10s``.

    Raises:
        ValueError: if there is no such level or time. Its sentence names the possible ones.
    """
    first, colon, time = name.partition(":")
    known_level = LEVELS.get(OTHER_NAMES.get(first, first))
    if known_level is None:
        names = ", ".join((*LEVELS, *OTHER_NAMES))
        raise ValueError(
            tr(
                "There is no bot called {name}; there is {names}.",
                name=repr(name[:24]),
                names=names,
            )
        )
    if not colon:
        return known_level
    if not isinstance(known_level.policy, Searcher):
        title = tr(known_level.title)
        raise ValueError(tr("{level} answers at once; it can be given no time.", level=title))
    match = _SECONDS.fullmatch(time)
    seconds = float(match[1]) if match else 0.0
    if not SECONDS_MIN <= seconds <= SECONDS_MAX:
        raise ValueError(
            tr(
                "{time} is no time for a bot; it is {least} to {most} seconds, as in master:10s.",
                time=repr(time[:24]),
                least=decimal(SECONDS_MIN, "g"),
                most=f"{SECONDS_MAX:.0f}",
            )
        )
    policy = msgspec.structs.replace(known_level.policy, seconds=seconds)
    return msgspec.structs.replace(
        known_level, name=f"{first}:{time}", policy=policy, seconds=seconds
    )


def bot(name: str, manner: str = "") -> Policy:
    """Return the policy of a level.

    Args:
        name: the name of the level.
        manner: the name of a manner; empty for none. Levels that cannot follow a manner ignore it.

    Raises:
        ValueError: as ``level`` does.
    """
    bot_level = level(name)
    if not (manner and bot_level.has_manner):
        return bot_level.policy
    if isinstance(bot_level.policy, Searcher):
        return msgspec.structs.replace(bot_level.policy, manner=manner)
    policy: Callable[..., Action] = bot_level.policy
    return partial(policy, manner=manner)


def counted_bot(name: str) -> Policy:
    """Return the policy of a level, limited by steps and not by time.

    Measurements with such policies are the same on every machine, however busy it is.

    Raises:
        ValueError: as ``level`` does.
    """
    policy = bot(name)
    if isinstance(policy, Searcher):
        return msgspec.structs.replace(policy, is_timed=False)
    return policy
