"""Memory stays flat under texts and records of strangers, however many they send."""

import gc
import re
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from string import ascii_letters, digits
from typing import Any

import pytest
from matches import began, play

from darwin_core import record, registry
from darwin_core.lexicon import Lexicon
from darwin_core.match import Match
from darwin_core.record import RecordError, write_header, write_line

TEXTS = 50_000
RECORDS = 2_000
GROWTH_BYTES_MAX = 1024 * 1024
"""Growth that counts as flat: bounded caches may still fill up."""

_PART = re.compile(r"\d+|[A-Za-z]+|[^\sA-Za-z\d]")


def samples(slug: str) -> list[str]:
    """Return texts of all actions of a match, of each form and more."""
    game = registry.get(slug)
    match = play(began(2, "samples", game=slug), Random(1), 10_000).match
    states = [match.state_at(position) for position in range(len(match.history))]
    legal = [action for state in states for action in game.legal(state, game.to_move(state)[0])]
    return sorted(set(map(game.notation, legal)))


def hostile(slug: str) -> Iterator[str]:
    """Yield distinct texts like those of actions: parts of others in their place, more and fewer of
    them, other numbers, other letters."""
    rng, known, seen = Random(slug), samples(slug), set[str]()
    letters = [*sorted({*"".join(known)} & {*ascii_letters}), *digits]
    parts: dict[str, list[str]] = {}
    for text in known:
        word, *rest = text.split(" ")
        kept = parts.setdefault(word if word.isalpha() else "", [])
        kept += sorted({*(rest or [word])} - {*kept})

    def bent(part: str) -> str:
        if part.isdecimal():
            return str(rng.randrange(10 ** rng.choice((1, 2, 3, 9))))
        return "".join(rng.choices(letters, k=rng.choice((1, 2, len(part), len(part) + 1))))

    while True:
        word, *rest = rng.choice(known).split(" ")
        others = parts[word if word.isalpha() else ""]
        if rng.random() < 0.5:
            rest = rest[:1] + rng.choices(others, k=rng.randrange(7))
        else:
            rest = rng.choices(others, k=len(rest))
        if rng.random() < 0.5:
            rest = ["".join(rng.choice(others)[at : at + 1] for at in range(9)) for _ in rest]
        if rng.random() < 0.1:
            rest = [_PART.sub(lambda found: bent(found[0]), part) for part in rest]
        text = " ".join([word, *rest])
        if text in seen:
            text = f"{word} {rng.randrange(10**9)}"
        seen.add(text)
        yield text


def growth(does: Callable[[Any], object], given: list[Any]) -> int:
    """Return the bytes by which memory grows in the last four fifths."""
    warm = len(given) // 5
    for each in given[:warm]:
        does(each)
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for each in given[warm:]:
            does(each)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return after - before


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_texts_of_strangers_are_not_kept(slug: str) -> None:
    game = registry.get(slug)
    view = began(2, "asked", game=slug).match.view(0)

    read: list[int] = []

    def ask(text: str) -> None:
        with suppress(ValueError):
            action = game.parse(text)
            read[:] = [sum(read) + 1]
            game.notation(action)
            game.targets(action)
            game.why_not(view, 0, action, Lexicon())

    assert growth(ask, [*islice(hostile(slug), TEXTS)]) < GROWTH_BYTES_MAX
    assert sum(read) > 20, "texts that mean nothing show little"


def test_endless_uses_of_adaptations_are_not_kept() -> None:
    game, rng = registry.get("evo"), Random(1)

    def hunt(number: int) -> None:
        uses = "".join(f" +{rng.choice('VFHGX')}S" for _ in range(8))
        with suppress(ValueError):
            game.notation(game.parse(f"hunt {number % 3 + 1}{uses}"))

    assert growth(hunt, [*range(TEXTS)]) < GROWTH_BYTES_MAX


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_records_of_strangers_are_not_kept(slug: str) -> None:
    game = registry.get(slug)

    def load(text: str) -> None:
        written = began(2, text, game=slug)
        header = written.match.header
        first, chain = write_header(header)
        mover = game.to_move(written.match.state)[0]
        line, _ = write_line(1, mover, text, "0" * 16, chain)
        reading = record.read(first + line)
        with suppress(RecordError):
            Match.load(game, reading.header, reading.chain, reading.lines)

    assert growth(load, [*islice(hostile(slug), RECORDS)]) < GROWTH_BYTES_MAX
