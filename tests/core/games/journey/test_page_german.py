"""Agreement of the German rules page with the English one and with the words of the game."""

import re
from collections.abc import Iterator

import pytest

from darwin_core.games.journey import material
from darwin_core.games.journey.names import effects_words, location_name
from darwin_core.teaching import primers
from darwin_core.text.language import noun, page_of, reading, tr

PACKAGE = "darwin_core.games.journey"
OURS = "°"
TABLE_OF_SEALS = 7
"""Rows of the first table, which has no figures of the game."""


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """Read all texts in German."""
    with reading("de"):
        yield


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of all tables."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]


def test_the_pages_have_the_same_sections_tables_and_own_figures():
    text = page_of(PACKAGE, "rules.md")
    with reading("en"):
        english = page_of(PACKAGE, "rules.md")
    assert text != english
    for pattern in (r"^#+ ", r"^\|", r"^- ", r"^\d\. "):
        counts = [len(re.findall(pattern, page, re.MULTILINE)) for page in (text, english)]
        assert counts[0] == counts[1], pattern
    assert text.count(OURS) == english.count(OURS)
    figures = [[re.findall(r"\d+", row[-1]) for row in rows_of(page)] for page in (text, english)]
    assert figures[0][TABLE_OF_SEALS:] == figures[1][TABLE_OF_SEALS:]


def test_tables_are_in_the_words_of_the_game():
    rows = rows_of(page_of(PACKAGE, "rules.md"))
    for number, location in enumerate(material.LOCATIONS):
        if location.seals:
            row = [location_name(number), location.seals, effects_words(location.actions)]
            assert row in [row[:3] for row in rows]
    for site in material.CAMPSITES:
        assert [site.space, *map(str, site.costs), effects_words(site.reward)] in rows
    for tile in material.TILES:
        assert [tr(tile.name), tile.seals, effects_words(tile.actions)] in rows
    for card in material.CREW:
        assert [noun(card.name), card.start, card.seals, effects_words(card.reward)] in rows
    for number, letter in enumerate(material.LETTER_TILES, 1):
        assert [str(number), effects_words(letter.first), effects_words(letter.second)] in rows
    for space in material.SPACES:
        cells = [row[1] for row in rows if row[0] == space.name]
        assert not space.reward or effects_words(space.reward) in "; ".join(cells)


def test_banners_are_no_ribbons_and_ahead_is_no_word_for_behind():
    """The German words for the two were mixed up, and one word stood for both ways."""
    primer = " ".join(map(tr, primers.by_phase(PACKAGE)["beagle"]))
    assert "Banner" in primer
    assert "Bänder" not in primer
    page = " ".join(page_of(PACKAGE, "rules.md").split())
    assert "dass dein Schiff auf ihrem Feld oder schon weiter ist" in page
    assert "davor ist" not in page
