"""Every kind of damage to a record is detected, or the intact lines before it are recovered.

The recovered part is always a beginning of the original record, line for line, so its states are
those that were played.
"""

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from matches import Written, began, loaded, played

from darwin_core.contract import registry
from darwin_core.match import Undo, record
from darwin_core.match.record import Reading, RecordError

pytestmark = pytest.mark.games


def short() -> dict[str, Written]:
    """Return small records of different kinds, by name, to be damaged at every byte."""
    undone = began(3, "undone")
    undone.first(0)
    undone.first(2)
    undone.act(0, Undo())
    undone.first(0)
    return {"header alone": began(), "five acts": played(actions=5), "taken back": undone}


def part(game: str, seed: str, actions: int, undo: float = 0.0) -> Written:
    """Return the beginning of a match of a game. Its number of seats follows from the seed."""
    seats = registry.get(game).seats
    return played(seats[sum(map(ord, seed)) % len(seats)], seed, actions, undo, game)


OTHERS = [slug for slug in registry.SLUGS if slug != "dice"]
RECORDS = {
    **short(),
    "taken back often": played(4, "often", actions=30, undo=0.4),
    "finished": played(2, "finished"),
    **{slug: part(slug, "damaged", actions=12, undo=0.3) for slug in OTHERS},
}


def judged(text: bytes, original: Written) -> Reading | None:
    """Read a damaged record, or return None. Check that it contains only lines of the original."""
    try:
        reading = record.read(text)
    except RecordError:
        return None
    assert reading.header == original.match.header
    assert reading.lines == original.match.lines[: len(reading.lines)]
    assert reading.sound_bytes <= len(text)
    return reading


def is_found(reading: Reading | None) -> bool:
    return (
        reading is None
        or reading.truncated
        or reading.missing_newline
        or reading.damage is not None
    )


@pytest.mark.parametrize("name", RECORDS)
def test_every_flipped_bit_is_found(name):
    written = RECORDS[name]
    text = written.text
    patterns = [1 << bit for bit in range(8)] if len(text) < 1000 else [0xFF]
    for place in range(len(text)):
        for pattern in [*patterns, 1 << place % 8]:
            flipped = text[:place] + bytes([text[place] ^ pattern]) + text[place + 1 :]
            assert is_found(judged(flipped, written)), (place, pattern)


@pytest.mark.parametrize("name", RECORDS)
def test_cut_at_every_length_leaves_the_whole_lines_before(name):
    written = RECORDS[name]
    text = written.text
    for size in range(len(text)):
        reading = judged(text[:size], written)
        whole = text.count(b"\n", 0, size)
        if reading is None:
            assert whole == 0
            continue
        assert reading.damage is None
        assert len(reading.lines) == whole - 1 + reading.missing_newline
        assert is_found(reading) == (text[size - 1 : size] != b"\n")


@pytest.mark.parametrize("name", RECORDS)
def test_swapped_and_doubled_and_missing_lines_are_found(name):
    written = RECORDS[name]
    lines = written.text.splitlines(keepends=True)
    for at in range(len(lines)):
        if at < len(lines) - 1:
            missing = [*lines[:at], *lines[at + 1 :]]
            assert is_found(judged(b"".join(missing), written))
        for damaged in moved(lines, at, range(at + 1, min(at + 4, len(lines)))):
            assert is_found(judged(damaged, written))


def moved(lines: list[bytes], at: int, others: Iterable[int]) -> Iterator[bytes]:
    """Yield records in which a line is doubled, or swapped with one of the others."""
    yield b"".join([*lines[: at + 1], *lines[at:]])
    for other in others:
        swapped = lines.copy()
        swapped[at], swapped[other] = swapped[other], swapped[at]
        yield b"".join(swapped)


@pytest.mark.parametrize("name", RECORDS)
def test_bytes_put_in_and_left_out_are_found(name):
    written = RECORDS[name]
    rng = Random(name)
    text = written.text
    for _ in range(300):
        place = rng.randrange(len(text))
        size = rng.randrange(1, 40)
        put_in = text[:place] + rng.randbytes(size) + text[place:]
        assert is_found(judged(put_in, written))
        # Only bytes before the end are left out: a record that is cut between lines is sound.
        if place + size < len(text):
            assert is_found(judged(text[:place] + text[place + size :], written))


def test_end_overwritten_by_another_record_is_found():
    a, b = played(2, "one").text, played(2, "two").text
    lines_a, lines_b = a.splitlines(keepends=True), b.splitlines(keepends=True)
    for at in range(1, len(lines_a)):
        reading = record.read(b"".join([*lines_a[:at], *lines_b[at:]]))
        assert reading.damage == f"Line {at + 1} of the record is damaged."


@pytest.mark.parametrize("seed", range(50))
def test_fifty_records_flipped_and_cut_here_and_there(seed):
    """Flip and cut ten records of each game."""
    rng = Random(seed)
    game = registry.SLUGS[seed % len(registry.SLUGS)]
    written = part(game, f"fifty {seed}", actions=rng.randrange(73), undo=seed % 4 / 10)
    text = written.text
    lines = text.splitlines(keepends=True)
    for _ in range(40):
        place = rng.randrange(len(text))
        flipped = text[:place] + bytes([text[place] ^ 1 << rng.randrange(8)]) + text[place + 1 :]
        assert is_found(judged(flipped, written))
        reading = judged(text[: rng.randrange(len(text))], written)
        assert reading is None or reading.damage is None
        if len(lines) > 1:
            one, other = rng.sample(range(len(lines)), 2)
            for damaged in moved(lines, one, (other,)):
                assert is_found(judged(damaged, written))


@pytest.mark.campaign
@pytest.mark.parametrize("game", registry.SLUGS)
@pytest.mark.parametrize("seed", range(10))
def test_fifty_records_flipped_in_every_bit_and_cut_at_every_length(seed, game):
    """Damage ten records of each game in every way.

    Each gets some 20,000 flips and 2,500 cuts, a million in all. Every line is doubled, and every
    two lines are swapped.
    """
    rng = Random(f"{seed} {game}")
    written = part(game, f"every {seed}", actions=rng.randrange(73), undo=seed % 4 / 10)
    text = written.text
    for place in range(len(text)):
        for bit in range(8):
            flipped = text[:place] + bytes([text[place] ^ 1 << bit]) + text[place + 1 :]
            assert is_found(judged(flipped, written)), (place, bit)
        reading = judged(text[:place], written)
        assert reading is None or reading.damage is None
    lines = text.splitlines(keepends=True)
    for at in range(len(lines)):
        for damaged in moved(lines, at, range(at + 1, len(lines))):
            assert is_found(judged(damaged, written)), at


@pytest.mark.parametrize("name", ["taken back often", *OTHERS])
def test_states_of_what_is_recovered_are_those_that_were_played(name):
    written = RECORDS[name]
    marks = [line.state_hash for line in written.match.lines]
    text = written.text
    for place in range(text.index(b"\n") + 1, len(text), 37):
        for damaged in (text[:place], text[:place] + b"?" + text[place + 1 :]):
            match = loaded(damaged)
            assert match.divergence is None
            assert [line.state_hash for line in match.lines] == marks[: len(match.lines)]
