"""Each sentence of hints and element texts is true where it is said."""

import sampling
from core.claims import check_claims

from darwin_core.games.dice import GAME

from .claims import CLAIMS, PLAIN


def test_hints_and_element_texts_are_true():
    said = check_claims(GAME, CLAIMS, PLAIN, sampling.part(2_000, sampling.CLAIMS_INTERVAL))
    if sampling.is_full():
        assert {*said} == {claim.pattern for claim in CLAIMS}
