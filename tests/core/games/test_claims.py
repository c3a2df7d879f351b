"""Each sentence of hints and element texts is true where it is said."""

from importlib import import_module

import pytest
import sampling
from core.claims import check_claims

from darwin_core.contract import registry

POSITIONS = {"dice": 1_000, "darwinning": 1_000, "yummy": 1_500, "evo": 1_000, "journey": 400}
"""Number of positions for each number of seats."""
SEATS_ASKED = {"dice": 3}
"""Seats that are asked in a position, on average, where they are more than one."""
RARE = {
    "marked by (?P<cards>.+)",
    "you gain the trait",
    "its owner shows it twice and keeps it",
    "it only costs",
}
"""Sentences for which a line hardly ever has room, or that few positions call for."""


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_hints_and_element_texts_are_true(slug):
    claims = import_module(f"{slug}.claims")
    interval = sampling.CLAIMS_INTERVAL * SEATS_ASKED.get(slug, 1)
    positions = sampling.part(POSITIONS[slug], interval)
    extra = getattr(claims, "extra", lambda state, seat: ())
    counts = check_claims(registry.get(slug), claims.CLAIMS, claims.PLAIN, positions, extra)
    if sampling.is_full():
        patterns = {claim.pattern for claim in claims.CLAIMS}
        assert {*counts} | (RARE & patterns) == patterns
