"""Each sentence of hints and element texts is true where it is said."""

import sampling
from core.claims import check_claims

from darwin_core.games.yummy import GAME

from .claims import CLAIMS, PLAIN, extra

RARE = {"marked by (?P<cards>.+)"}
"""Sentences for which a line hardly ever has room."""


def test_hints_and_element_texts_are_true():
    positions = sampling.part(1_500, sampling.CLAIMS_INTERVAL)
    said = check_claims(GAME, CLAIMS, PLAIN, positions, extra)
    if sampling.is_full():
        assert {*said} | RARE == {claim.pattern for claim in CLAIMS}
