"""A seat learns nothing that the rules hide from it, and the suite catches planted leaks."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import count, cycle
from typing import Any

import pytest
import sampling
from core.leaks import leaks_of

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame
from darwin_core.lab.check import Tally, check_interference, dealt
from darwin_core.lab.play import Case, variants

PAIRS = 2_000
"""Pairs of a state and its twin, for each number of seats and each variant."""
PAIRS_MAX = 20_000
"""Pairs among which a leak is found."""
SEATS = 3
"""Seats at the tables at which leaks are planted."""
TABLES = [(slug, seats) for slug in registry.SLUGS for seats in registry.get(slug).seats]


def cases(
    game: AnyGame, seats: int, advised: tuple[bool, ...] = (False, True)
) -> Iterator[Case[Any, Any, Any]]:
    """Yield matches in all variants, first played at random, then as the bots advise, in turn."""
    ways = [(options, is_advised) for is_advised in advised for options in variants(game)]
    for seed, (options, is_advised) in zip(count(), cycle(ways), strict=False):
        yield Case(game, seats, f"twins {seed}", options, is_advised)


def check(slug: str, pairs: int, some: Iterator[Case[Any, Any, Any]]) -> Tally:
    """Compare a number of states with their twins."""
    twin = import_module(f"{slug}.twin").twin
    return check_interference(some, twin, pairs, leaks_of(slug).is_secret)


def check_caught(
    slug: str, words: str, advised: tuple[bool, ...] = (False, True), **planted: Any
) -> None:
    """Check that a leak planted in a game is found, and that the error has these words."""
    game = replace(registry.get(slug), **planted)
    with pytest.raises(
        AssertionError, match=rf"^{slug} with {SEATS} seats, .* can tell by {words}"
    ):
        check(slug, PAIRS_MAX, cases(game, SEATS, advised))


def each(part: str) -> pytest.MarkDecorator:
    """Parametrise a test by a sample of one part of the leaks of all games."""
    leaks = [(slug, leak) for slug in registry.SLUGS for leak in getattr(leaks_of(slug), part)]
    rows = [*sampling.some(leaks, sampling.PLANTED_INTERVAL)]
    return pytest.mark.parametrize(
        ("slug", "leak"), rows, ids=[f"{slug} {_name(leak)}" for slug, leak in rows]
    )


def _name(leak: Any) -> str:
    return leak.__name__ if callable(leak) else " ".join(kind.__name__ for kind in leak)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_what_is_hidden_makes_no_difference(slug, seats):
    game = registry.get(slug)
    pairs, some = sampling.twins(PAIRS * len(list(variants(game))), cases(game, seats))
    tally = check(slug, pairs, some)
    assert tally.different > 0.9 * pairs
    assert tally.quiet > pairs // 10


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_without_a_twin_of_the_game_an_event_that_forgets_to_reveal_is_found(slug, monkeypatch):
    game = registry.get(slug)
    check_interference(cases(game, SEATS), dealt(game), PAIRS // sampling.TWINS_INTERVAL)
    for kind in game.events:
        monkeypatch.setattr(kind, "reveals", False)
    with pytest.raises(AssertionError, match=r" differs and does not reveal$"):
        check_interference(cases(game, SEATS), dealt(game), PAIRS)


@pytest.mark.campaign
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_what_is_hidden_makes_no_difference_for_long(slug, seats):
    check(slug, 100_000, cases(registry.get(slug), seats))


@each("view")
def test_a_leak_planted_in_view_is_caught(slug, leak):
    check_caught(slug, "its view", view=leak)


@each("redact")
def test_a_leak_planted_in_redact_is_caught(slug, leak):
    check_caught(slug, "what is shown", redact=leak)


@pytest.mark.parametrize("slug", [slug for slug in registry.SLUGS if leaks_of(slug).legal])
def test_a_leak_planted_in_legal_is_caught(slug):
    check_caught(slug, "what it may do", legal=leaks_of(slug).legal)


@each("revealing")
def test_an_event_that_wrongly_claims_to_reveal_nothing_is_caught(slug, leak, monkeypatch):
    for kind in leak:
        monkeypatch.setattr(kind, "reveals", False)
    # Random players seldom come to what such an event shows.
    check_caught(slug, "", advised=(True,))
