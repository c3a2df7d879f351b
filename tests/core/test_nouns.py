"""Names of things with their forms."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from darwin_core.contract import registry
from darwin_core.games.yummy.acts import TurnBegan
from darwin_core.games.yummy.material import CARDS
from darwin_core.text.language import NAMES, Language, Reader, page_of, read_as, reading, tr
from darwin_core.text.nouns import Noun, german
from darwin_core.text.seat_names import SeatNames, waiting_for
from darwin_core.text.wording import first_clauses

FORMS = {
    "der Bär, die Bären, den Bären": {
        "der": "der Bär",
        "den": "den Bären",
        "dem": "dem Bären",
        "ein": "ein Bär",
        "einen": "einen Bären",
        "einem": "einem Bären",
        "kein": "kein Bär",
        "keinen": "keinen Bären",
        "acc": "Bären",
        "many": "Bären",
    },
    "die Katze, die Katzen": {
        "der": "die Katze",
        "den": "die Katze",
        "dem": "der Katze",
        "ein": "eine Katze",
        "einen": "eine Katze",
        "einem": "einer Katze",
        "keinen": "keine Katze",
        "many": "Katzen",
    },
    "das Ei, die Eier": {
        "der": "das Ei",
        "den": "das Ei",
        "dem": "dem Ei",
        "einen": "ein Ei",
        "einem": "einem Ei",
        "keinen": "kein Ei",
        "many": "Eier",
    },
}
"""Masculine, feminine and neuter nouns as message files write them, with their forms."""
COUNTED = {"": "3 Eier", "der": "die 3 Eier", "dem": "den 3 Eiern", "dat": "3 Eiern"}


@pytest.mark.parametrize("written", FORMS)
def test_a_german_noun_has_its_gender_and_cases(written):
    noun = german(written)
    assert {form: format(noun, form) for form in FORMS[written]} == FORMS[written]


def test_english_plurals_are_spelt_as_they_are_spoken():
    things = ["card", "grass", "fungus", "berry", "way", "fox"]
    counted = [Noun(thing).counted(2) for thing in things]
    assert counted == ["2 cards", "2 grasses", "2 funguses", "2 berries", "2 ways", "2 foxes"]


def test_things_are_counted_in_every_case():
    eggs = german("das Ei, die Eier").counted(3)
    assert {form: format(eggs, form) for form in COUNTED} == COUNTED
    assert str(german("das Ei, die Eier").counted(1)) == "1 Ei"


def test_a_number_follows_a_name_in_every_case():
    assert f"{german('der Bär, die Bären, den Bären').followed_by(3):den}" == "den Bären 3"


def test_a_form_that_german_does_not_have_is_refused():
    with pytest.raises(ValueError, match="no form"):
        format(german("das Ei, die Eier"), "das")


def test_a_name_is_aligned_as_any_text():
    assert f"{Noun('fox'):<5}|" == "fox  |"
    assert f"{german('der Bär, die Bären, den Bären'):>5}|" == "  Bär|"


# --- two readers of different languages are served side by side in one process

GAME = registry.get("yummy")
CARD = next(card for card, row in enumerate(CARDS) if row.one == "the police")
EVENT = TurnBegan(0, CARD, 40)
ENGLISH = SeatNames(("Ada", "Ben"))
GERMAN = SeatNames(("Eva", "Udo"))
LANGUAGES: dict[SeatNames, Language] = {ENGLISH: "en", GERMAN: "de"}
SENTENCES = {ENGLISH: "Ada draws the police.", GERMAN: "Eva zieht die Polizei."}


def said(names):
    """Return the sentence as a reader of the language of these names reads it."""
    with reading(LANGUAGES[names]):
        return GAME.texts.sentence(EVENT, names)


def test_the_two_languages_differ_in_the_card():
    assert {said(reader) for reader in SENTENCES} == set(SENTENCES.values())
    assert len(set(SENTENCES.values())) == 2


async def test_tasks_of_two_readers_do_not_influence_each_other():
    async def read(reader: SeatNames) -> list[str]:
        read = []
        read_as(Reader(LANGUAGES[reader]))
        for _ in range(20):
            read.append(GAME.texts.sentence(EVENT, reader))
            await asyncio.sleep(0)
        return read

    readers = [ENGLISH, GERMAN, ENGLISH, GERMAN]
    for reader, sentences in zip(readers, await asyncio.gather(*map(read, readers)), strict=True):
        assert set(sentences) == {SENTENCES[reader]}


def test_threads_of_two_readers_do_not_influence_each_other():
    barrier = Barrier(2, timeout=90)

    def read(reader: SeatNames) -> set[str]:
        sentences = set()
        read_as(Reader(LANGUAGES[reader]))
        for _ in range(50):
            barrier.wait()
            sentences.add(GAME.texts.sentence(EVENT, reader))
        return sentences

    with ThreadPoolExecutor(2) as threads:
        english, german = threads.map(read, (ENGLISH, GERMAN))
    assert (english, german) == ({SENTENCES[ENGLISH]}, {SENTENCES[GERMAN]})


def test_a_bot_that_waits_for_a_person_is_not_waited_for():
    table = ("Ada", "Ben", "Wallace", "Huxley")
    seats, bots = (1, 2, 3), frozenset({2, 3})
    assert waiting_for(SeatNames(table), seats) == "Waiting for 3 players."
    assert waiting_for(SeatNames(table, bots), seats) == "Waiting for Ben."
    assert waiting_for(SeatNames(table, bots), (2, 3)) == "Waiting for Wallace and Huxley."


def test_an_empty_text_is_empty_in_every_language():
    for language in NAMES:
        with reading(language):
            assert tr("") == ""


def test_the_opening_of_a_text_ends_in_one_full_stop():
    text = "It costs 3 points. Y plays it out. · Replay as Ada · Ben plays."
    assert first_clauses(text, 40) == "It costs 3 points. Y plays it out."
    assert first_clauses(text, 30) == "It costs 3 points."


def test_german_has_only_letters_of_ascii_for_terminals_without_others():
    with reading("de", is_ascii=True):
        said = tr("That cannot be undone: something has been revealed since.")
        assert said.isascii()
        assert "ue" in said
        assert "ä" not in page_of("darwin_core.games.dice", "rules.md")
    with reading("de"):
        assert not tr("That cannot be undone: something has been revealed since.").isascii()
