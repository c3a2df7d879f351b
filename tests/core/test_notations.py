"""Texts of actions mean the same as at the first release: records of that time stay readable.

The fixture holds some legal notations of each game as seeds, and digests of the readings of texts
made from them by small changes. A reading is a refusal, or an action with its targets.
"""

import json
import random
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame, BadText
from darwin_core.lab.play import action_kinds

FIXTURE = Path(__file__).parents[1] / "fixtures" / "notations.json"
BLOCK = 500
"""Texts that share a digest."""
ACCEPTED_MIN = 20
"""Texts of a game that must have been read as actions, so that the test can fail."""
STRAY = (
    *("", "0", "00", "01", "1", "5", "9", "10", "12", "28", "99", "100", "-1", "+1", "1.1", "9.9"),
    *("9.99", "10.1", "1.0", ".", " ", "+", "+VS", "VS", "S", "SR", "A1", "A01", "A16", "B7", "J"),
    *("JJ", "C", "CJ", "AA1", "UA3", "E1", "S6", "T", "s1", "g5", "s6", "d", "Gr", "Rf", "P", "O0"),
    *(
        "IC9",
        "O19",
        "ocean",
        "moon",
        "done",
        "end",
        "skip",
        "\n",
        "\t",
        "１",
        "Ａ1",
        "é",
        "%s",
        "{}",
    ),
)


def texts(seeds: Sequence[str]) -> Iterator[str]:
    """Yield the seeds, then distorted copies of them without end, the same ones each time."""
    yield from seeds
    chance = random.Random("notations").random

    def one_of(things: Sequence[str]) -> str:
        return things[int(chance() * len(things))]

    pool = sorted({word for seed in seeds for word in seed.split(" ")}) + list(STRAY)
    letters = sorted(set("".join(pool)))
    while True:
        words = one_of(seeds).split(" ")
        place = int(chance() * len(words))
        word = words[place]
        at = int(chance() * (len(word) + 1))
        match int(chance() * 12):
            case 0 | 1 | 2 | 3:
                words[place] = one_of(pool)
            case 4 | 5:
                words.insert(place + 1, one_of(pool))
            case 6:
                words.insert(place, word)
            case 7:
                del words[place]
            case 8 | 9:
                words[place] = word[:at] + one_of(letters) + word[at + 1 :]
            case 10:
                words[place] = word[:at] + one_of(letters) + word[at:]
            case _:
                words[place] = one_of((word.swapcase(), f"{word} ", f" {word}", f"{word}\n"))
        yield " ".join(words)


def meaning(game: AnyGame, text: str) -> str:
    """Describe the reading of a text: a refusal, or an action with its notation and targets."""
    try:
        action = game.texts.parse(text)
    except BadText:
        return f"{text!r}: refused"
    values = msgspec.structs.astuple(action)
    tag = action.__struct_config__.tag
    return f"{text!r}: {tag}{values!r} {game.texts.notation(action)!r} {game.targets(action)!r}"


def meanings(game: AnyGame, seeds: Sequence[str], count: int) -> list[list[str]]:
    """Return the readings of texts in a number of blocks."""
    read = (meaning(game, text) for text in texts(seeds))
    return [list(islice(read, BLOCK)) for _ in range(count)]


def digest(block: Sequence[str]) -> str:
    """Return a short fingerprint of the readings of a block of texts."""
    return sha256("\n".join(block).encode("utf-8", "surrogatepass")).hexdigest()[:12]


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_texts_are_read_and_refused_as_they_were_at_the_first_release(slug):
    game = registry.get(slug)
    known = fixture()[slug]
    read = meanings(game, known["seeds"], len(known["digests"]))
    assert [digest(block) for block in read] == known["digests"]


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_texts_of_the_fixture_are_read_and_refused_both(slug):
    game = registry.get(slug)
    known = fixture()[slug]
    kinds = {type(game.texts.parse(seed)) for seed in known["seeds"]}
    assert kinds == {*action_kinds(game)}
    read = [line for block in meanings(game, known["seeds"], 4) for line in block]
    refused = sum(line.endswith(": refused") for line in read)
    assert ACCEPTED_MIN <= refused <= len(read) - ACCEPTED_MIN


def fixture() -> dict[str, Any]:
    """Return the seeds and the digests of each game."""
    known: dict[str, Any] = json.loads(FIXTURE.read_text())
    return known
