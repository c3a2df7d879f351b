"""Texts in the language of each reader: several readers in one process, and shared wording."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from darwin_core.contract import registry
from darwin_core.games.yummy.acts import TurnBegan
from darwin_core.games.yummy.material import CARDS
from darwin_core.text.language import NAMES, Language, Reader, page_of, read_as, reading, tr
from darwin_core.text.seat_names import SeatNames, waiting_for
from darwin_core.text.wording import first_clauses, ordinal

GAME = registry.get("yummy")
CARD = next(card for card, row in enumerate(CARDS) if row.one == "the police")
EVENT = TurnBegan(0, CARD, 40)
ENGLISH = SeatNames(("Ada", "Ben"))
GERMAN = SeatNames(("Eva", "Udo"))
LANGUAGES: dict[SeatNames, Language] = {ENGLISH: "en", GERMAN: "de"}
SENTENCES = {ENGLISH: "Ada draws the police.", GERMAN: "Eva zieht die Polizei."}


def sentence_for(names):
    """Return the sentence in the language that belongs to these names."""
    with reading(LANGUAGES[names]):
        return GAME.texts.sentence(EVENT, names)


def test_the_two_languages_differ_in_the_card():
    assert {sentence_for(reader) for reader in SENTENCES} == set(SENTENCES.values())
    assert len(set(SENTENCES.values())) == 2


async def test_tasks_of_two_readers_do_not_influence_each_other():
    async def read(reader: SeatNames) -> list[str]:
        sentences = []
        read_as(Reader(LANGUAGES[reader]))
        for _ in range(20):
            sentences.append(GAME.texts.sentence(EVENT, reader))
            await asyncio.sleep(0)
        return sentences

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


def test_an_empty_text_is_empty_in_every_language():
    for language in NAMES:
        with reading(language):
            assert tr("") == ""


def test_german_has_only_letters_of_ascii_for_terminals_without_others():
    with reading("de", is_ascii=True):
        sentence = tr("That cannot be undone: something has been revealed since.")
        assert sentence.isascii()
        assert "ue" in sentence
        assert "ä" not in page_of("darwin_core.games.dice", "rules.md")
    with reading("de"):
        assert not tr("That cannot be undone: something has been revealed since.").isascii()


# --- wording that all games share


def test_a_bot_that_waits_for_a_person_is_not_waited_for():
    table = ("Ada", "Ben", "Wallace", "Huxley")
    seats = (1, 2, 3)
    bots = frozenset({2, 3})
    assert waiting_for(SeatNames(table), seats) == "Waiting for 3 players."
    assert waiting_for(SeatNames(table, bots), seats) == "Waiting for Ben."
    assert waiting_for(SeatNames(table, bots), (2, 3)) == "Waiting for Wallace and Huxley."


def test_the_opening_of_a_text_ends_in_one_full_stop():
    text = "It costs 3 points. Y plays it out. · Replay as Ada · Ben plays."
    assert first_clauses(text, 40) == "It costs 3 points. Y plays it out."
    assert first_clauses(text, 30) == "It costs 3 points."
    assert first_clauses("Enter: a very long line", 10, lead_words=2) == "Enter: a very long line"
    assert (
        first_clauses("Your loss: a very long line", 12, lead_words=2)
        == "Your loss: a very long line"
    )


@pytest.mark.parametrize(
    ("rank", "english"),
    [(1, "1st"), (4, "4th"), (12, "12th"), (21, "21st"), (113, "113th"), (122, "122nd")],
)
def test_the_ordinal_of_a_rank_follows_its_last_digits(rank, english):
    assert ordinal(rank) == english
    with reading("de"):
        assert ordinal(rank) == f"{rank}."
