"""The German of the phrasebooks: no text of any game holds an English word, or a broken form."""

import re

import pytest
from core.conformance.test_phrasebooks import FOLDER
from english import english

from darwin_core.contract import registry

ENGLISH = english(
    *("points?", "turns?", "rounds?", "tricks?", "wins?", "draws?", "plays?", "takes?"),
    *("lays?", "costs?", "offers", "deck", "triplets?", "hands", "marks?", "piles?", "ends?"),
)
"""Words of English sentences that German ones do not have."""
BROKEN = re.compile(r"[{}]|\b1 (?:Karten|Punkte|Marken|Münzen|Schritte)\b")


# Users ask text mode for a section by its name, which is therefore the same in all languages.
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_texts_hold_no_english_word_and_no_broken_form(slug):
    rows = (FOLDER / f"{slug}.txt").read_text("utf-8").splitlines()
    texts = zip(rows[::3], rows[2::3], strict=True)
    german = [text for kind, text in texts if kind != "section"]
    assert len(german) > 40
    assert not [text for text in german if ENGLISH.search(text) or BROKEN.search(text)]
