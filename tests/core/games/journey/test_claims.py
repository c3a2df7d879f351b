"""Each sentence of hints and element texts is true where it is said."""

import sampling
from core.claims import check_claims

from darwin_core.games.journey import GAME

from .claims import CLAIMS, PLAIN, elements


def test_hints_and_element_texts_are_true():
    positions = sampling.part(400, sampling.CLAIMS_INTERVAL)
    said = check_claims(GAME, CLAIMS, PLAIN, positions, elements)
    if sampling.is_full():
        assert {*said} == {claim.pattern for claim in CLAIMS}
