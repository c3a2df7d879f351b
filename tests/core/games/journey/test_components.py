"""The box: figures, diaries, tiles, cards and boards, and the source of each figure."""

from collections import Counter

import pytest

from darwin_core.contract.tables import read_text
from darwin_core.games.journey import material

FIGURES = {
    "rounds": (5, "found"),
    "workers": (4, "rulebook"),
    "row": (6, "found"),
    "lenses": (6, "found"),
    "coins": (4, "found"),
    "knowledge": (1, "found"),
    "seals": (14, "found"),
    "purple_seals": (12, "found"),
    "scrolls": (4, "found"),
    "scroll": (3, "found"),
    "crew_dealt": (4, "found"),
    "crew_kept": (3, "found"),
    "goals": (5, "found"),
    "envelopes": (3, "found"),
    "specials": (6, "found"),
    "special_columns": (2, "found"),
    "reserve": (2, "rulebook"),
    "display": (2, "rulebook"),
    "occupied_two": (3, "rulebook"),
    "occupied": (2, "rulebook"),
    "order_two": (3, "found"),
    "order": (2, "rulebook"),
    "lens_cost": (4, "found"),
    "lens_coin": (1, "rulebook"),
    "second": (3, "rulebook"),
    "silver_seals": (4, "found"),
    "gold_seals": (6, "found"),
    "special_silver": (2, "rulebook"),
    "special_gold": (3, "rulebook"),
    "third_tent": (2, "house"),
    "lag_cap": (2, "rulebook"),
    "row_of_five": (3, "found"),
    "row_of_six": (7, "found"),
    "pair": (4, "rulebook"),
    "last_tent": (5, "found"),
    "book": (2, "rulebook"),
    "coins_a_point": (5, "rulebook"),
    **{
        f"spot_{spot}": (cost, "found")
        for spot, cost in zip(range(1, 7), (0, 0, 1, 1, 2, 3), strict=True)
    },
    **{f"scroll_{scroll}": (scroll - 1, "found") for scroll in range(1, 5)},
    **{f"lag_{gap}": (gap + 1, "house") for gap in range(1, 5)},
    "book_1": (1, "found"),
    "book_2": (2, "found"),
    "book_3": (3, "found"),
    "book_4": (4, "found"),
    "book_5": (6, "found"),
    "book_6": (8, "found"),
    "book_7": (10, "found"),
    "book_8": (12, "found"),
    "book_9": (15, "found"),
    "book_10": (18, "found"),
    "book_11": (21, "found"),
    "book_12": (24, "found"),
    "book_13": (28, "found"),
    "book_14": (32, "found"),
    "book_15": (36, "found"),
}


def sources(rows):
    return Counter(row.source for row in rows)


def test_figures_and_where_they_come_from():
    assert {row.name: (row.value, row.source) for row in material.TABLES.figures} == FIGURES
    assert len(material.TABLES.figures) == len(FIGURES)


def test_every_row_says_where_it_is_from():
    for name in material.FILES:
        text = read_text("darwin_core.games.journey", f"{name}.toml")
        assert text.count("\n[[") == text.count("\nsource = ")


# --- diaries


def test_locations_of_our_own_are_the_museum_and_the_objectives():
    assert {row.page for row in material.LOCATIONS if row.source == "house"} == {
        "museum",
        "objectives",
    }
    assert {row.page for row in material.LOCATIONS if row.source == "rulebook"} == {"order"}


@pytest.mark.parametrize("seats", [2, 3])
def test_each_diary_is_one_area_with_two_and_three(seats):
    left, right, special, small = 0, 1, 4, 6
    assert material.areas(seats) == (
        *[left] * 6, *[right] * 6, *[special] * 6, small, small, *[material.NO_AREA] * 3,
    )  # fmt: skip


def test_ribbon_parts_diaries_into_pages_with_four_but_not_the_small_one():
    areas = material.areas(4)
    pages = [areas[:3], areas[3:6], areas[6:9], areas[9:12], areas[12:18:2], areas[13:18:2]]
    assert all(len(set(page)) == 1 for page in pages)
    assert len({page[0] for page in pages}) == 6
    assert areas[18] == areas[19]
    assert areas[18] not in {page[0] for page in pages}
    assert areas[20:] == (material.NO_AREA,) * 3


def test_colours_of_seals_are_counted_green_blue_yellow_red():
    assert list(material.colours("YYGGG")) == [3, 0, 2, 0]
    assert list(material.colours("RB")) == [0, 1, 0, 1]


# --- cards and tiles


def test_crew_cards_start_with_each_colour_four_times():
    assert Counter(row.start for row in material.CREW) == dict.fromkeys("GBYR", 4)
