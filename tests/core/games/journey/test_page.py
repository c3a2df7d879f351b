"""The rules page says what the tables say, in the words of the game."""

from darwin_core.components import read_text
from darwin_core.games.journey.components import (
    ANCHORS,
    BANNERS,
    BOOK_STEPS,
    CAMP_AT,
    CAMPSITES,
    CREW,
    ISLANDS,
    LETTER_TILES,
    LOCATIONS,
    NEXT,
    SLOTS,
    SPACES,
    STACKS,
    TENTS,
    TILES,
)
from darwin_core.games.journey.effect_words import parts_words

PAGE = read_text("journey", "rules.md")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|")
]
LIES = {
    0: "",
    2: "specimen",
    3: "specimen from three players on **H**",
    4: "specimen with four players **H**",
}


def there(number):
    """What a space offers, as the page writes it."""
    space = SPACES[number]
    ship = "ship" if space.name.startswith("O") else "explorer"
    signs = [f"anchor {ANCHORS.index(number) + 1}"] if space.anchor else []
    signs += [f"banner of island {ISLANDS[BANNERS[number]]}"] if space.banner else []
    parts = [
        ", ".join(signs),
        parts_words(space.reward),
        LIES[space.specimen],
        "campsite" * (number in CAMP_AT),
        f"the first {ship} {space.first} more" * bool(space.first),
    ]
    return "; ".join(part for part in parts if part)


def leads(number):
    """Where a space leads, where that is not simply on."""
    names = [SPACES[after].name for after in NEXT[number]]
    goes_on = names == [SPACES[(number + 1) % len(SPACES)].name]
    return "" if goes_on else " or ".join(names) or "the end"


def test_the_page_tells_every_space():
    for number, space in enumerate(SPACES):
        found = [row for row in ROWS if row[0] == space.name]
        ribbon = [] if space.name.startswith("O") else [str(space.ribbon or "")]
        if there(number) or leads(number):
            assert [space.name, there(number), *ribbon, leads(number)] in found
        else:
            assert not found


def test_the_page_tells_every_campsite():
    for site in CAMPSITES:
        assert [site.space, *map(str, site.costs), parts_words(site.reward)] in ROWS


def test_the_page_tells_every_place_that_asks_for_seals():
    for place in LOCATIONS:
        if place.seals:
            assert f" {place.seals} {parts_words(place.actions)}" in PAGE


def test_the_page_tells_every_special_tile():
    assert [[row.name, row.seals, parts_words(row.actions)] in ROWS for row in TILES] == [True] * 12


def test_the_page_tells_every_crew_card():
    plain = [[cell.replace(" **R**", "") for cell in row] for row in ROWS]
    for card in CREW:
        assert [card.name, card.start, card.seals, parts_words(card.reward)] in plain


def test_the_page_tells_every_correspondence_tile():
    start = ROWS.index(["most stamps", "second most"])
    assert ROWS[start + 2 : start + 10] == [
        [parts_words(tile.first), parts_words(tile.second)] for tile in LETTER_TILES
    ]


def test_the_page_tells_tents_stacks_and_slots():
    words = ("first", "second", "third", "fourth", "fifth")
    for word, stack in zip(words, STACKS, strict=False):
        assert [word, parts_words(stack.reward)] in ROWS
    for word, tent in list(zip(words, TENTS, strict=True))[:4]:
        assert [word, parts_words(tent.reward) or "nothing"] in ROWS
    for number, slot in enumerate(SLOTS):
        name = f"{'gold' if slot.is_gold else 'silver'} {number % 5 + 1}"
        row = next(row for row in ROWS if row[0] == name)
        assert row[1] == str(slot.cost)
        assert row[3] == str(slot.points)
        if slot.action:
            assert row[2] == parts_words(slot.action)


def test_the_page_tells_from_which_step_books_count():
    told = [[*map(str, row)] for row in enumerate(BOOK_STEPS, 1)]
    rows = zip(told[:5], told[5:10], told[10:], strict=True)
    for first, second, third in rows:
        assert [*first, *second, *third] in ROWS
