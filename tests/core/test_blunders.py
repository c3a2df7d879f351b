"""Normal and the levels above it take no absurd action, whatever their chance.

In deep positions, this holds only for the levels that search.
"""

import os
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import sampling
from core.blunders import Blunder, blunders_of

from darwin_core.bots import levels
from darwin_core.bots.manners import MANNERS
from darwin_core.bots.search import Searcher
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.kit import fitted_policies

ALL = [(slug, blunder) for slug in registry.SLUGS for blunder in blunders_of(slug)]


def in_positions(chosen: list[tuple[str, Blunder]]) -> pytest.MarkDecorator:
    names = [f"{slug}: {blunder.sentence}" for slug, blunder in chosen]
    return pytest.mark.parametrize(("slug", "blunder"), chosen, ids=names)


GAMES = pytest.mark.parametrize("slug", registry.SLUGS)
SOME = in_positions(sampling.some_of_each(ALL, lambda pair: pair[0], sampling.BLUNDERS_INTERVAL))
SHORT = 40
"""A sampled search has Master's time divided by this; in less, chance would deceive it more."""


def test_every_game_has_eighty_positions():
    for slug in registry.SLUGS:
        sentences = {blunder.sentence for blunder in blunders_of(slug)}
        assert len(sentences) == len(blunders_of(slug)) >= 80, slug


@GAMES
def test_positions_offer_something_absurd_and_something_else(slug):
    game = registry.get(slug)
    for blunder in blunders_of(slug):
        state = blunder.build()
        sentence = blunder.sentence
        assert blunder.seat in game.to_move(state), sentence
        assert game.invariants(state) == [], sentence
        legal = game.legal(state, blunder.seat)
        named = {*blunder.absurd, *blunder.sensible}
        assert named <= {game.texts.notation(action) for action in legal}, sentence
        assert {blunder.is_absurd(game, action) for action in legal} == {False, True}, sentence


@GAMES
def test_normal_takes_no_absurd_action(slug):
    game = registry.get(slug)
    bots = {manner: levels.bot("normal", manner) for manner in ("", *MANNERS)}
    check_policies(
        slug, lambda blunder, view: [bots[bot](game, view, blunder.seat, b"") for bot in bots]
    )


@GAMES
def test_fitted_policy_takes_no_absurd_action(slug):
    game = registry.get(slug)

    def chosen(blunder: Blunder, view: Any) -> list[Any]:
        policy = fitted_policies.stored_policy(game, len(game.standing(view).totals))
        return [policy(view, blunder.seat)] if policy else []

    check_policies(slug, chosen)


def check_policies(slug: str, chosen: Callable[[Blunder, Any], list[Any]]) -> None:
    """Check that no policy chooses an absurd action in any position that takes no search."""
    game = registry.get(slug)
    taken = [
        f"{blunder.sentence}: {game.texts.notation(action)}"
        for blunder in blunders_of(slug)
        if not blunder.is_deep
        for action in chosen(blunder, blunder.view(game))
        if blunder.is_absurd(game, action)
    ]
    assert taken == []


@SOME
def test_search_takes_no_absurd_action(slug, blunder):
    check_search(slug, blunder, "first", "master", SHORT)


@pytest.mark.campaign
@in_positions(ALL)
@pytest.mark.parametrize("level", ["hard", "master"])
def test_levels_that_search_take_no_absurd_action(slug, blunder, level):
    """Try as many chances as ``BLUNDER_SEEDS`` says."""
    for seed in range(int(os.environ.get("BLUNDER_SEEDS", "20"))):
        check_search(slug, blunder, f"seed {seed}", level)


def check_search(slug: str, blunder: Blunder, seed: str, level: str, shorter: int = 1) -> None:
    game, searcher = registry.get(slug), levels.counted_bot(level)
    assert isinstance(searcher, Searcher)
    searcher = msgspec.structs.replace(searcher, seconds=searcher.seconds / shorter)
    action = searcher(game, blunder.view(game), blunder.seat, from_seed(seed))
    assert not blunder.is_absurd(game, action), (seed, game.texts.notation(action))
