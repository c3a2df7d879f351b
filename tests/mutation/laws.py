"""The laws of conformance that concern rules rather than texts, on two matches of a game.

Only the mutation campaign runs this module, as a part of each game's slice.
"""

from itertools import cycle

import pytest

from darwin_core.contract import registry
from darwin_core.lab.conformance import LAWS, check_advice, check_words
from darwin_core.lab.play import Case, variants

MATCHES = 2


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_laws_hold(slug: str) -> None:
    game = registry.get(slug)
    for seed, seats, options in zip(
        range(MATCHES), cycle(game.seats), cycle(variants(game)), strict=False
    ):
        for law in LAWS:
            if law not in (check_words, check_advice):
                law(Case(game, seats, f"mutation {seed}", options))
