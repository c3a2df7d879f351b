"""The check of a whole game: its box and pages, and every law at every seat count."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from itertools import count, cycle
from traceback import extract_tb
from typing import Any, Final

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame
from darwin_core.lab.conformance import LAWS, check_everything_happens, check_random_actions
from darwin_core.lab.interference import Twin, check_interference
from darwin_core.lab.play import AnyCase, Case, variants

MATCHES: Final = 3
"""The matches on which a law is tried, at each seat count."""
EVERYTHING_MATCHES: Final = 20
"""The matches at each seat count and variant in which everything is to happen."""
RANDOM_ACTIONS: Final = 500
TWINS: Final = 300
"""Pairs of states that a viewer may not distinguish."""
WORDS_MAX: Final = 40
"""Letters of the short sentence on a box."""
FILES: Final = {
    "summary.md": "the rules on one page",
    "lesson.toml": "a lesson",
    "lesson.jsonl": "the match of the lesson",
    "primers.toml": "notes on the phases for newcomers",
    "extras.py": "achievements, and figures for lessons and notes",
    "state_value.toml": "a fitted state value",
    "habit.toml": "a fitted policy, which Master supposes",
    "chances.toml": "fitted chances to win",
    "ladder.jsonl": "the measured strength of the levels",
    "observation.toml": "the shape of a state for learning programs",
    "de/messages.po": "German texts",
    "de/rules.md": "German rules",
    "de/summary.md": "the German page of the rules",
}
"""The optional files of a game, and what each brings."""
_SLUG: Final = re.compile("[a-z]{1,24}")


def check_game(game: AnyGame | str, twin: Twin[Any] | None = None) -> list[str]:
    """Check that a game keeps every law, at every seat count and in its variants.

    Args:
        game: the game, or the name of an installed one.
        twin: the oracle of ``lab.interference``, for a game with hidden facts.

    Returns:
        the optional parts that the game lacks, a line each.

    Raises:
        AssertionError: with a line for each law that is broken.
    """
    if isinstance(game, str):
        game = registry.get(game)
    broken = [*flaws(game)]
    for seats in game.seats:
        for law in LAWS:
            with _noting(broken, law.__name__):
                for number, options in zip(range(MATCHES), cycle(variants(game)), strict=False):
                    law(Case(game, seats, f"check {number}", options))
    with _noting(broken, "check_everything_happens"):
        check_everything_happens(various(game))
    with _noting(broken, "check_random_actions"):
        check_random_actions(_endless(game), RANDOM_ACTIONS)
    if twin:
        with _noting(broken, "check_interference"):
            check_interference(_endless(game), twin, TWINS)
    if broken:
        raise AssertionError("\n".join((f"{game.title} does not keep all laws:", *broken)))
    return lacking(game)


def flaws(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with the box and the rules page of a game, a line each."""
    box = game.box
    if not _SLUG.fullmatch(box.slug):
        yield f"box.json: the slug {box.slug!r} is not of one to 24 small letters"
    if not box.seats or list(box.seats) != sorted({*box.seats}):
        yield f"box.json: the seats {box.seats} are not seat counts in ascending order"
    if len(box.words) > WORDS_MAX:
        yield f"box.json: the words are longer than {WORDS_MAX} letters"
    for name in ("blurb", "words"):
        if not getattr(box, name).endswith("."):
            yield f"box.json: the {name} are no sentence"
    if not _has(game, "rules.md"):
        yield "rules.md: there is no page of the rules"


def lacking(game: AnyGame) -> list[str]:
    """Return the optional parts that a game lacks, a line each."""
    parts = [f"{name}: {words}" for name, words in FILES.items() if not _has(game, name)]
    if game.bots.features is None:
        parts.append("bots.features: numbers by which a state value is fitted")
    if game.bots.habit is None:
        parts.append("bots.habit: features of choices by which a policy is fitted")
    if not game.bots.manners:
        parts.append("bots.manners: leanings of bots with a name")
    return parts


def _has(game: AnyGame, name: str) -> bool:
    return files(game.package).joinpath(name).is_file()


@contextmanager
def _noting(broken: list[str], name: str) -> Iterator[None]:
    """Add a line to those on broken laws if a law fails, unless another failed alike."""
    try:
        yield
    except AssertionError as error:
        failure = str(error)
    except Exception as error:
        *_, frame = extract_tb(error.__traceback__)
        failure = f"{type(error).__name__}: {error} ({frame.filename}, line {frame.lineno})"
    else:
        return
    if not any(line.endswith(failure) for line in broken):
        broken.append(f"{name}: {failure}")


def various(game: AnyGame) -> Iterator[AnyCase]:
    """Yield matches of all seat counts and variants, random ones and advised ones."""
    return (
        Case(game, seats, f"all {number}", options, is_advised)
        for number in range(EVERYTHING_MATCHES)
        for seats in game.seats
        for options in variants(game)
        for is_advised in (False, True)
    )


def _endless(game: AnyGame) -> Iterator[AnyCase]:
    """Yield matches of all seat counts by turns."""
    return (Case(game, seats, f"many {number}") for number in count() for seats in game.seats)
