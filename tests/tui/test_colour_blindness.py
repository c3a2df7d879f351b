"""Colours with different meanings look different with every kind of colour vision.

No meaning depends on colour alone: letters and marks show it, too. Colours make it quick to see.
"""

import re
from itertools import combinations

import pytest
from tui.sight import SIGHTS, apart, difference, seen

from darwin_core.contract.game import SEATS_MAX
from darwin_core.games.darwinning.material import SUITS
from darwin_core.games.dice.material import CARDS
from darwin_core.games.evo.material import TRAITS
from darwin_core.games.yummy.material import GROUPS
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.palette import COLUMNS, colours_of
from darwin_tui.terminal.painter import to_ascii
from darwin_tui.widgets.themes import DISTINCT_SEATS, THEMES

LEAST = 15
"""Least CIEDE2000 difference; people just notice a difference of 1 or 2."""
KINDS = {
    "seats": [f"seat-{seat}" for seat in range(DISTINCT_SEATS)],
    "hues": ["hue-blue", "hue-yellow", "hue-green", "hue-orange", "hue-grey", "hue-brown"],
    "accents": ["cursor", "selectable", "ink-dim", "good", "bad"],
}
"""Classes of colours that are seen side by side: of players, of cards, and of elements that are
selected, selectable, not selectable, gaining or losing."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_classes_are_distinguished_with_any_colour_vision(theme, kind):
    near = {
        (one, other): smallest
        for one, other in combinations(KINDS[kind], 2)
        if (smallest := apart(theme.variables[one], theme.variables[other]))[0] < LEAST
    }
    assert not near


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_no_colour_with_a_meaning_is_left_out(theme):
    plain = {"ink", "ink-faint", "rule", "table", "panel", "strip", "keycap", "shadow", "tag"}
    plain |= {"stock", "stock-ink", "stock-dim", "token-ink", "back", "back-line"}
    others = {name for name in theme.variables if re.match("footer|block", name)}
    repeated = {f"seat-{seat}" for seat in range(DISTINCT_SEATS, SEATS_MAX)}
    assert set().union(*KINDS.values()) == set(theme.variables) - plain - others - repeated


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_seats_from_the_seventh_on_repeat_the_colours_in_order_with_marks_of_their_own(theme):
    for seat in range(SEATS_MAX):
        assert theme.variables[f"seat-{seat}"] == theme.variables[f"seat-{seat % DISTINCT_SEATS}"]
    assert len(set(SEAT_MARKS)) == len(set(to_ascii(SEAT_MARKS))) == SEATS_MAX


BANDS = {
    "dice": sorted({card.name for card in CARDS}),
    "darwinning": [*SUITS, "joker"],
    "evo": [trait.name for trait in TRAITS],
    "yummy": [group.name.lower() for group in GROUPS],
}
"""The colours of suits and traits, which lie side by side."""


@pytest.mark.parametrize("slug", BANDS)
@pytest.mark.parametrize("column", range(len(COLUMNS)))
def test_the_bands_of_a_game_are_distinguished_with_any_colour_vision(slug, column):
    rows = colours_of(f"darwin_tui.boards.{slug}")
    bands = {name: rows[name][column] for name in BANDS[slug]}
    near = {
        pair: smallest
        for pair in combinations(bands, 2)
        if (smallest := apart(*(bands[name] for name in pair))[0]) < LEAST
    }
    assert not near


# --- the measure of differences


@pytest.mark.parametrize(
    ("one", "other", "published"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((50, 2.5, 0), (56, -27, -3), 31.9030),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_difference_is_as_published(one, other, published):
    """Compare with pairs from the table of Sharma, Wu and Dalal."""
    assert difference(one, other) == pytest.approx(published, abs=5e-5)
    assert difference(other, one) == pytest.approx(published, abs=5e-5)


def test_full_sight_sees_the_known_lab_values():
    assert seen("#ff0000", "all colours") == pytest.approx((53.24, 80.09, 67.20), abs=0.01)
    assert seen("#0000ff", "all colours") == pytest.approx((32.30, 79.19, -107.86), abs=0.01)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("grey", ["#000000", "#777777", "#ffffff"])
def test_grey_is_grey_to_everybody(sight, grey):
    assert seen(grey, sight) == pytest.approx(seen(grey, "all colours"), abs=0.1)


def test_red_and_green_are_confused_by_those_who_lack_one():
    red, green = "#c06060", "#86865a"
    assert difference(seen(red, "all colours"), seen(green, "all colours")) > 30
    assert difference(seen(red, "deuteranopia"), seen(green, "deuteranopia")) < 12
    blue, teal = "#0072b2", "#007f7f"
    assert difference(seen(blue, "all colours"), seen(teal, "all colours")) > 20
    assert difference(seen(blue, "tritanopia"), seen(teal, "tritanopia")) < 10
