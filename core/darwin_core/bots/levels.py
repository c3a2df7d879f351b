"""The levels of opponents by name, and the policies of the lower ones."""

import re
from collections.abc import Callable
from functools import partial
from math import exp, fsum
from typing import Final

import msgspec

from darwin_core.bots import Policy
from darwin_core.bots.manners import leaned
from darwin_core.bots.search import Searcher
from darwin_core.contract.chance import below
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import decimal


def choose_greedily(
    game: AnyGame, view: State, seat: int, chance: bytes, manner: str = ""
) -> Action:
    """Return the action advised first, or one that is nearly as good and more in the manner of the
    bot; no chance is needed."""
    best: Action
    if manner in game.bots.manners:
        best = leaned(game, view, seat, game.bots.advise(view, seat, SeatNames()), manner)[0].action
    else:
        best = game.bots.fast_policy(view, seat)
    return best


BEST: Final = 3
"""The actions of which one is taken."""
_GRAINS: Final = 1 << 20


def choose_easily(game: AnyGame, view: State, seat: int, chance: bytes, manner: str = "") -> Action:
    """Return one of the best actions: the closer its value to the best, the more often; those in
    the manner of the bot more often than others."""
    advised = leaned(game, view, seat, game.bots.advise(view, seat, SeatNames()), manner)[:BEST]
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
SECONDS_MAX: Final = 30.0


class Level(msgspec.Struct, frozen=True):
    """A level of opponents."""

    name: str
    """The name as it is typed, with the seconds if they differ from the level's own."""
    title: str
    description: str
    """A line on how it plays."""
    policy: Policy
    """It can be sent to other processes."""
    seconds: float = 0
    """The most time that an answer takes; 0 if it answers at once."""
    is_offered: bool = True
    """False for levels that forms leave out; they can be typed."""
    has_manner: bool = True
    """False if it does not judge its actions, so that it can lean to none. Else its policy takes
    the name of a manner, too: a searcher as a field, a function as an argument."""


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
"""Weakest first."""
HINTS: Final = Searcher(LEVELS["hard"].seconds, is_timed=False, errs=True)
"""The search of hints, and of what an analysis believes. It is limited by steps alone: on a busy
machine a hint takes longer, and is not one that the analysis of the match then calls a mistake."""
NORMAL: Final = "normal"
"""The level of a bot of which nothing else is said."""
OTHER_NAMES: Final[dict[str, str]] = {"greedy": NORMAL}
"""Names of levels under which they can also be chosen."""

_SECONDS: Final = re.compile(r"([0-9]{1,2}(?:\.[0-9]{1,2})?)s")


def is_time(word: str) -> bool:
    """Return whether a word is a time as a level may have it, such as ``10s``."""
    return _SECONDS.fullmatch(word) is not None


def level(name: str) -> Level:
    """Return the level of a name such as ``hard`` or ``master:10s``.

    Raises:
        ValueError: with a sentence that says which levels or times there are.
    """
    first, colon, rest = name.partition(":")
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
    match = _SECONDS.fullmatch(rest)
    seconds = float(match[1]) if match else 0.0
    if not SECONDS_MIN <= seconds <= SECONDS_MAX:
        raise ValueError(
            tr(
                "{time} is no time for a bot; it is {least} to {most} seconds, as in master:10s.",
                time=repr(rest[:24]),
                least=decimal(SECONDS_MIN, "g"),
                most=f"{SECONDS_MAX:.0f}",
            )
        )
    policy = msgspec.structs.replace(known_level.policy, seconds=seconds)
    return msgspec.structs.replace(
        known_level, name=f"{first}:{rest}", policy=policy, seconds=seconds
    )


def bot(name: str, manner: str = "") -> Policy:
    """Return the policy of a level.

    Args:
        name: of the level.
        manner: the name of the manner in which it plays, if the level has any; empty for none.

    Raises:
        ValueError: as ``level`` does.
    """
    bot_level = level(name)
    if not (manner and bot_level.has_manner):
        return bot_level.policy
    if isinstance(bot_level.policy, Searcher):
        return msgspec.structs.replace(bot_level.policy, manner=manner)
    leaning: Callable[..., Action] = bot_level.policy
    return partial(leaning, manner=manner)


def counted_bot(name: str) -> Policy:
    """Return the policy of a level, bound by count and not by time: for measurements that are the
    same on every machine, however busy it is.

    Raises:
        ValueError: as ``level`` does.
    """
    policy = bot(name)
    if isinstance(policy, Searcher):
        return msgspec.structs.replace(policy, is_timed=False)
    return policy
