"""Agreement of the rules page with the tables, in the words of the game."""

import re

import msgspec
from core.rules_page import RulesPage

from darwin_core.contract.tables import read_text
from darwin_core.games.journey import GAME, material
from darwin_core.games.journey.acts import END, Buy, Move, Pitch, Place, Placed, Stamp
from darwin_core.games.journey.names import effects_words, location_name, requirement_words
from darwin_core.games.journey.objectives import REQUIREMENTS, final_lines, lag
from darwin_core.games.journey.voyage import delivery_gain
from darwin_core.text.language import page_of, reading, tr

from .positions import at, calm, page, specimen

PAGE = RulesPage("journey")
ROWS = PAGE.rows
LIES = {
    0: "",
    2: "specimen",
    3: "specimen° from three players on",
    4: "specimen° with four players",
}
OURS = "°"


def plain(row):
    return [cell.replace(OURS, "") for cell in row]


def there(number):
    """Format the gain of a space as on the page."""
    space = material.SPACES[number]
    ship = "ship" if space.name.startswith("O") else "explorer"
    signs = [f"anchor {material.ANCHORS.index(number) + 1}"] if space.anchor else []
    signs += (
        [f"banner of island {material.ISLANDS[material.BANNERS[number]]}"] if space.banner else []
    )
    parts = [
        ", ".join(signs),
        effects_words(space.reward),
        LIES[space.specimen],
        "campsite" * (number in material.CAMP_AT),
        f"the first {ship} {space.first} more" * bool(space.first),
    ]
    return "; ".join(part for part in parts if part)


def leads(number):
    """Format the spaces after a space, unless it is simply the next number."""
    names = [material.SPACES[after].name for after in material.NEXT[number]]
    goes_on = names == [material.SPACES[(number + 1) % len(material.SPACES)].name]
    return "" if goes_on else " or ".join(names) or "the end"


# --- tables


def test_the_page_lists_every_space_and_that_all_others_are_empty():
    for number, space in enumerate(material.SPACES):
        rows_of_space = [row for row in ROWS if row[0] == space.name]
        ribbon = [] if space.name.startswith("O") else [str(space.ribbon or "")]
        if there(number) or leads(number):
            assert [space.name, there(number), *ribbon, leads(number)] in rows_of_space
        else:
            assert not rows_of_space


def test_the_page_lists_every_campsite():
    for site in material.CAMPSITES:
        assert [site.space, *map(str, site.costs), effects_words(site.reward)] in ROWS


def test_the_page_lists_every_location():
    for number, location in enumerate(material.LOCATIONS):
        if location.seals:
            kind = "open" if location.is_open else "locked"
            row = [location_name(number), location.seals, effects_words(location.actions), kind]
            assert row in ROWS
    for name, actions in (
        ("Lens 1 and 2", effects_words(material.LOCATIONS[page("small")].actions)),
        ("the museum", "deliver up to two specimens, or research up to two"),
        ("the objectives", effects_words(material.LOCATIONS[page("objectives")].actions)),
        ("the turn order", "2 coins, with two players 3"),
    ):
        assert [name, "none", actions] in [plain(row)[:3] for row in ROWS]


def test_the_page_lists_every_special_tile():
    assert [
        [row.name, row.seals, effects_words(row.actions)] in ROWS for row in material.TILES
    ] == [True] * 12


def test_the_page_lists_every_crew_card():
    for card in material.CREW:
        assert [card.name, card.start, card.seals, effects_words(card.reward)] in ROWS


def test_the_page_lists_every_correspondence_tile():
    for number, tile in enumerate(material.LETTER_TILES, 1):
        assert [str(number), effects_words(tile.first), effects_words(tile.second)] in ROWS


def test_the_page_lists_tents_stacks_and_slots():
    words = ("first", "second", "third", "fourth", "fifth")
    for word, stack in zip(words, material.STACKS, strict=False):
        assert [word, effects_words(stack.reward)] in ROWS
    for word, tent in list(zip(words, material.TENTS, strict=True))[:4]:
        assert [word, effects_words(tent.reward) or "nothing"] in ROWS
    for number, slot in enumerate(material.SLOTS):
        name = f"{'gold' if slot.is_gold else 'silver'} {number % 5 + 1}"
        row = next(row for row in ROWS if row[0] == name)
        assert row[1] == str(slot.cost)
        assert row[3] == str(slot.points)
        if slot.action:
            assert row[2] == effects_words(slot.action)


def test_the_page_lists_from_which_step_books_count():
    steps = [[*map(str, row)] for row in enumerate(material.BOOK_STEPS, 1)]
    rows = zip(steps[:5], steps[5:10], steps[10:], strict=True)
    for first, second, third in rows:
        assert [*first, *second, *third] in ROWS


def test_the_page_lists_every_objective_in_order():
    rows = [row for row in ROWS if re.fullmatch("(silver|gold)(, start)?", row[0])]
    for tile, (row, objective) in enumerate(zip(rows, material.OBJECTIVES, strict=True)):
        metal = "gold" if objective.is_gold else "silver"
        assert row[0] == f"{metal}{', start' * objective.is_start}"
        assert {*plain(row)[1].split(", ")} == {
            asked(what, needs) for what, _, needs in REQUIREMENTS[tile]
        }


def asked(what, needs):
    """Format a requirement of an objective as on the page."""
    if what.isupper():
        return what
    words = requirement_words(what, needs).removeprefix("the ship ")
    return words.removeprefix("1 ") if what in material.KINDS + material.COLOURS else words


def test_the_page_lists_what_seals_cost():
    scrolls = [str(cost) for cost in material.SCROLL_COSTS]
    assert ["scroll, from the top", *scrolls, "", ""] in ROWS
    assert ["spot, from the left", *map(str, material.SPOT_COSTS)] in ROWS


# --- for a newcomer


def test_the_letters_of_seals_are_shown_before_they_are_used():
    for letter, colour in zip(material.LETTERS, material.COLOURS, strict=True):
        assert [letter, colour] in [row[:2] for row in ROWS]
    explained = PAGE.text.index("| G | green |")
    used = min(use.start() for use in re.finditer(r"\b[GBYR]{1,3}\b", PAGE.text))
    assert used > explained


def test_no_sentence_looks_like_an_item_of_a_list():
    """Check the starts of lines: a number and a full stop would be shown as a list item."""
    lists = re.findall(r"(?:^\d\. .*\n(?:   .*\n)*)+", PAGE.text, flags=re.MULTILINE)
    for items in lists:
        numbers = re.findall(r"^(\d)\. ", items, flags=re.MULTILINE)
        assert [*map(int, numbers)] == [*range(1, len(numbers) + 1)]
        assert len(numbers) > 1


# --- sources of figures


def test_every_row_says_where_it_is_from():
    for name in material.FILES:
        text = read_text(GAME.package, f"{name}.toml")
        assert text.count("\n[[") == text.count("\nsource = ")


def test_the_mark_for_our_own_is_at_every_such_row_and_at_no_other():
    start = next(number for number, row in enumerate(ROWS) if row[0] == "silver, start")
    marks = [OURS in row[1] for row in ROWS[start : start + len(material.OBJECTIVES)]]
    assert marks == [row.source == "house" for row in material.OBJECTIVES]
    for number, space in enumerate(material.SPACES):
        rows_of_space = [row for row in ROWS if row[0] == space.name]
        assert any(OURS in "".join(row) for row in rows_of_space) == (space.source == "house"), (
            number
        )
    places = {page: row for page in ("the museum", "the objectives", "the turn order")
              for row in ROWS if row[0] == page}  # fmt: skip
    assert {name for name, row in places.items() if OURS in row[2]} == {
        location_name(number)
        for number, location in enumerate(material.LOCATIONS)
        if location.source == "house"
    }


# --- the examples


def test_the_worked_turn_follows_the_rules():
    table = calm(3).rows(0, "G").explorer(0, "IA3").workers(1, page("navigation"))
    before = table.purse()
    table.play(Place(0, page("exploration")))
    assert (before.coins, table.purse().coins) == (4, 2)
    table.play(Move(at("IA4")))
    assert (table.purse() - before).points == 1
    (pitch,) = table.of(Pitch)
    table.play(pitch)
    assert table.purse().coins == 2
    for left in (2, 1):
        assert table.top.stamps == left, "Correspondence 2, and nothing from the tent"
        table.play(Stamp(0, 0))
    assert list(table.state.envelopes[0]) == [2, 0, 0]
    table.play(END)
    assert table.seat == 1


def test_the_example_of_what_placing_costs():
    table = calm(3).rows(0, "GP").give(0, coins=2, knowledge=1)
    table.lens(1, page("exploration", 3)).workers(2, page("navigation"))
    table.play(Place(0, page("exploration", 3)))
    placed = next(event for event in table.events if isinstance(event, Placed))
    assert (placed.coins, placed.knowledge, placed.owner) == (2, 1, 1)
    assert len(table.of(Move)) == 4


def test_the_example_of_a_seal():
    prices = []
    for rows, number, discount in (("R", 1, 0), ("RR", 2, 1), ("RRGGGG", 2, 1)):
        table = calm().rows(0, rows, "GBYG").give(0, coins=9).lens(7, page("academy", 2))
        table.play(Place(0, page("academy", number))).begin(material.Academy(discount))
        before = table.purse().coins
        table.play(Buy(6, 1))
        prices.append(before - table.purse().coins)
    assert prices == [4, 3, 2]


def test_the_example_of_a_delivery():
    in_museum = [specimen("green reptile"), specimen("blue bird")]
    table = calm().research(0, "green bird")
    table.state.specimens = bytes(
        material.MUSEUM if number in in_museum else number for number in range(material.SPECIMENS)
    )
    assert delivery_gain(table.state, specimen("green bird"), is_again=False) == (5, 2)


def test_the_example_of_a_tie_on_an_envelope():
    table = calm(4).letters(4, 2, 3)
    for seat, number in enumerate((3, 3, 1, 0)):
        table.stamps(seat, stacks=(4 - number, 4, 4), envelopes=(number, 0, 0))
    table.order(0, 1, 2, 3).close(3)
    asked_seats = [table.seat]
    table.play(table.of(Move)[0])
    asked_seats.append(table.seat)
    table.skip()
    asked_seats.append(table.seat)
    table.play(table.of(Move)[0])
    assert asked_seats == [0, 1, 2]
    assert list(table.state.envelopes[0]) == [1, 3, 0, 0]


def test_the_example_of_lagging():
    assert lag(calm().round(3).ship(0, "O3").state, 0) == 2 + 3
    assert lag(calm().round(3).ship(0, "O4").state, 0) == 3


def test_the_example_of_books():
    state = calm().give(0, steps=10).state
    state.specimens = bytes(
        material.MUSEUM if number < 8 else number for number in range(material.SPECIMENS)
    )
    assert final_lines(state, 0)["books"] == 28


def test_the_option_is_named_as_it_is_chosen():
    (option,) = msgspec.structs.fields(material.JourneyOptions)
    for language in ("en", "de"):
        with reading(language):
            words = f"{tr(option.type.__metadata__[0].title)}: {tr('halved')}"
            page = page_of(GAME.package, "rules.md")
        assert f"| {words} |" in page
        assert "`stamps=halved`" in page
        assert f"`stamps={option.default}`" in page
