"""Number of actions after which a match is given up: a record from elsewhere may never end."""

import pytest

from darwin_core.contract import registry

BOUNDS = {
    "dice": {2: 72, 3: 72, 4: 72},
    "darwinning": {2: 500, 3: 700, 4: 908, 5: 1124, 6: 1348},
    "yummy": {2: 4676, 3: 4364, 4: 4052, 5: 3740},
    "evo": {2: 2568, 3: 2772, 4: 2976},
    "journey": {2: 3012, 3: 4518, 4: 6024},
}
"""Derived from the rules by each game; repeated here, so that none changes unseen."""


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_match_is_given_up_after_more_choices_than_the_rules_allow(slug):
    game = registry.get(slug)
    assert {seats: game.actions_max(seats) for seats in game.seats} == BOUNDS[slug]
