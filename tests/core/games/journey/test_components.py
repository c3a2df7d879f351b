"""The box: figures, diaries, tiles, cards and boards, and the source of each figure."""

from collections import Counter

import pytest

from darwin_core.contract.tables import read_text
from darwin_core.games.journey import material
from darwin_core.games.journey.material import (
    ABILITY,
    CREW,
    FIRST_SPECIAL,
    GOAL_TILES,
    LENS_LOCATION,
    LETTER_TILES,
    LOCATIONS,
    LOCKABLE,
    MUSEUM_LOCATION,
    NO_AREA,
    OBJECTIVES,
    ORDER_LOCATION,
    SLOTS,
    STACKS,
    TABLES,
    TENTS,
    TILES,
    areas,
    books,
    colours,
)

from .tables import rendered

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
    assert {row.name: (row.value, row.source) for row in TABLES.figures} == FIGURES
    assert len(TABLES.figures) == len(FIGURES)


def test_every_row_says_where_it_is_from():
    for name in material.FILES:
        text = read_text("darwin_core.games.journey", f"{name}.toml")
        assert text.count("\n[[") == text.count("\nsource = ")


def test_effects_are_only_those_that_the_rules_name():
    effects = [
        *(row.actions for table in (LOCATIONS, TILES) for row in table),
        *(
            row.reward
            for table in (TABLES.spaces, TABLES.campsites, TENTS, STACKS, CREW)
            for row in table
        ),
        *(row.action for row in SLOTS),
        *(row.first for row in LETTER_TILES),
        *(row.second for row in LETTER_TILES),
    ]
    assert all(isinstance(rendered(row), str) for row in effects)


# --- diaries


def test_diaries_page_by_page():
    found = [(row.page, row.is_open, row.seals, rendered(row.actions)) for row in LOCATIONS]
    assert found == [
        ("exploration", True, "G", "explore 2"),
        ("exploration", False, "GG", "explore 3"),
        ("exploration", False, "GGG", "explore 4"),
        ("navigation", True, "B", "navigate 2"),
        ("navigation", False, "BB", "navigate 3"),
        ("navigation", False, "BBB", "navigate 4"),
        ("correspondence", True, "Y", "correspondence 2"),
        ("correspondence", False, "YY", "correspondence 3"),
        ("correspondence", False, "YYY", "correspondence 4"),
        ("academy", True, "R", "academy"),
        ("academy", False, "RR", "academy + academy −1"),
        ("academy", False, "RRR", "academy + academy −3"),
        *[("special", False, "", "")] * 6,
        ("small", True, "", "unlock"),
        ("small", True, "", "unlock"),
        ("museum", True, "", "museum"),
        ("objectives", True, "", "objective + 2 coins"),
        ("order", True, "", ""),
    ]
    assert (LOCKABLE, FIRST_SPECIAL, LENS_LOCATION) == (18, 12, 18)
    assert (MUSEUM_LOCATION, ORDER_LOCATION) == (20, 22)


def test_locations_of_our_own_are_the_museum_and_the_objectives():
    assert {row.page for row in LOCATIONS if row.source == "house"} == {"museum", "objectives"}
    assert {row.page for row in LOCATIONS if row.source == "rulebook"} == {"order"}


@pytest.mark.parametrize("seats", [2, 3])
def test_each_diary_is_one_area_with_two_and_three(seats):
    left, right, special, small = 0, 1, 4, 6
    assert areas(seats) == (
        *[left] * 6, *[right] * 6, *[special] * 6, small, small, *[NO_AREA] * 3,
    )  # fmt: skip


def test_ribbon_parts_diaries_into_pages_with_four_but_not_the_small_one():
    found = areas(4)
    pages = [found[:3], found[3:6], found[6:9], found[9:12], found[12:18:2], found[13:18:2]]
    assert all(len(set(page)) == 1 for page in pages)
    assert len({page[0] for page in pages}) == 6
    assert found[18] == found[19]
    assert found[18] not in {page[0] for page in pages}
    assert found[20:] == (NO_AREA,) * 3


def test_special_action_tiles():
    assert [(row.seals, rendered(row.actions)) for row in TILES] == [
        ("YYRR", "objective + achieve"),
        ("GB", "3 coins + 1 knowledge"),
        ("YR", "re-deliver"),
        ("YBB", "place an explorer"),
        ("GR", "1 knowledge for 7 coins or 7 points"),
        ("YYGG", "research any"),
        ("RRB", "purple seal + 1 coin"),
        ("GGBB", "a tent anywhere"),
        ("RRBB", "perform a locked place"),
        ("RRGG", "explore 2 + navigate 2"),
        ("YB", "evolution +3"),
        ("BBGG", "unlock free"),
    ]
    assert len({row.name for row in TILES}) == 12
    assert sources(TILES) == {"found": 12}


def test_colours_of_seals_are_counted_green_blue_yellow_red():
    assert list(colours("YYGGG")) == [3, 0, 2, 0]
    assert list(colours("RB")) == [0, 1, 0, 1]


# --- boards


def test_three_stacks_of_four_stamps():
    assert [(row.size, rendered(row.reward)) for row in STACKS] == [
        (4, "explore 2"),
        (4, "academy −2"),
        (4, "navigate 2"),
    ]


def test_five_tents():
    assert [rendered(row.reward) for row in TENTS] == [
        "",
        "2 coins",
        "navigate 1 or explore 1",
        "correspondence 1 or academy −2",
        "",
    ]


def test_five_silver_and_five_gold_slots():
    found = [
        (row.is_gold, row.cost, row.ability, rendered(row.action), row.points) for row in SLOTS
    ]
    assert found == [
        (False, 0, "", "re-use a tent", 1),
        (False, 0, "scrolls", "", 1),
        (False, 0, "", "research on an island", 2),
        (False, 0, "books", "", 2),
        (False, 0, "", "", 5),
        (True, 5, "worker", "", 4),
        (True, 3, "", "purple seal", 4),
        (True, 0, "occupied", "", 2),
        (True, 0, "lagging", "", 4),
        (True, 0, "", "", 8),
    ]
    assert ABILITY == {"scrolls": 1, "books": 3, "worker": 5, "occupied": 7, "lagging": 8}


@pytest.mark.parametrize(
    ("step", "count"),
    [(0, 0), (1, 1), (4, 4), (5, 4), (6, 5), (14, 8), (15, 9), (35, 14), (36, 15), (40, 15)],
)
def test_books_are_reached_at_their_steps(step, count):
    assert books(step) == count


# --- cards and tiles


def test_correspondence_tiles():
    assert [(rendered(row.first), rendered(row.second)) for row in LETTER_TILES] == [
        ("1 knowledge + 2 coins", "2 coins"),
        ("4 coins", "2 coins"),
        ("evolution +2", "evolution +1"),
        ("explore 2", "explore 1"),
        ("navigate 2", "navigate 1"),
        ("academy −2", "academy"),
        ("4 points", "2 points"),
        ("explore 1 + navigate 1", "navigate 1 or explore 1"),
    ]
    assert sources(LETTER_TILES) == {"found": 8}


def test_crew_cards():
    found = [
        (row.start, [row.seals.count(letter) for letter in "BYGR"], rendered(row.reward))
        for row in CREW
    ]
    assert found == [
        ("B", [2, 2, 1, 0], "8 coins"),
        ("G", [0, 0, 4, 1], "explore 2 + explore 2"),
        ("R", [1, 1, 0, 3], "evolution +5"),
        ("R", [0, 1, 2, 2], "place an explorer"),
        ("B", [4, 1, 0, 0], "unlock free"),
        ("Y", [1, 4, 0, 0], "correspondence 5, any envelopes"),
        ("Y", [1, 2, 0, 2], "copy a crew card"),
        ("B", [3, 0, 1, 1], "ship to the Beagle"),
        ("R", [0, 2, 0, 3], "perform a locked place"),
        ("Y", [0, 3, 2, 0], "a tent anywhere"),
        ("R", [0, 0, 1, 4], "purple seal"),
        ("G", [2, 0, 3, 0], "research any"),
        ("Y", [1, 3, 1, 0], "2 knowledge + 3 points"),
        ("G", [2, 0, 2, 1], "8 points"),
        ("G", [0, 1, 3, 1], "objective + achieve"),
        ("B", [3, 0, 0, 2], "evolution +2 + 1 knowledge + 3 coins"),
    ]
    assert all(len(row.seals) == 5 for row in CREW)
    assert len({row.name for row in CREW}) == 16


def test_crew_cards_start_with_each_colour_four_times():
    assert Counter(row.start for row in CREW) == dict.fromkeys("GBYR", 4)


def test_beagle_goals():
    assert [(row.counts, row.of, row.points) for row in GOAL_TILES] == [
        ("seals", "Y", 4),
        ("seals", "R", 4),
        ("seals", "G", 4),
        ("seals", "B", 4),
        ("research", "reptile", 6),
        ("research", "plant", 6),
        ("research", "bird", 6),
        ("research", "fossil", 6),
        ("stacks", "", 8),
        ("lenses", "", 5),
        ("objectives", "", 3),
        ("tents", "", 4),
    ]
    assert sources(GOAL_TILES) == {"found": 12}


ASKED = {
    "silver start": [
        "at the Beagle, 2 knowledge",
        "1 stacks, reptile",
        "BB, red",
        "8 points, bird",
    ],
    "silver": [
        "YY, blue",
        "bird fossil",
        "RR, yellow",
        "15 points, 2 stacks",
        "plant reptile",
        "GG, green",
        "10 coins, 2 lenses",
        "2 tents, 7 evolution",
        "4 evolution, reptile",
        "10 coins, plant",
    ],
    "gold start": [
        "2 lenses, bird bird",
        "2 knowledge, green green",
        "2 tents, plant plant",
        "3 lenses, GY",
    ],
    "gold": [
        "3 tents, BR",
        "14 coins, red red",
        "20 points, yellow yellow",
        "9 evolution, reptile reptile",
        "2 stacks, 8 evolution",
        "2 tents, BB",
        "at the Beagle, blue blue",
        "at the Beagle, red red",
        "2 lenses, fossil fossil",
        "14 coins, RR",
    ],
}
OURS = {
    "RR, yellow",
    "4 evolution, reptile",
    "10 coins, plant",
    "2 stacks, 8 evolution",
    "2 tents, BB",
    "2 lenses, fossil fossil",
    "14 coins, RR",
}


def asked(objective):
    """Return the requirements of an objective, in a fixed order."""
    parts = [
        f"{getattr(objective, name)} {name}"
        for name in ("points", "coins", "knowledge", "stacks", "lenses", "tents", "evolution")
        if getattr(objective, name)
    ]
    parts += ["at the Beagle"] * objective.at_beagle
    parts += ["".join(sorted(objective.seals))] * bool(objective.seals)
    parts += [" ".join(sorted(objective.specimens))] * bool(objective.specimens)
    return frozenset(parts)


@pytest.mark.parametrize("kind", ASKED)
def test_objectives_of_each_kind_in_order(kind):
    rows = [
        row
        for row in OBJECTIVES
        if row.is_gold == ("gold" in kind) and row.is_start == ("start" in kind)
    ]
    assert [asked(row) for row in rows] == [frozenset(text.split(", ")) for text in ASKED[kind]]
    for row, text in zip(rows, ASKED[kind], strict=True):
        assert (row.source == "house") == (text in OURS)


def test_28_objectives_no_two_alike():
    assert len(OBJECTIVES) == 28
    assert len(set(map(asked, OBJECTIVES))) == 28
