"""Damage of every kind is found, or recovered from without a wrong state.

What is recovered is always a beginning of the record as it was written, line for line, so that the
states are those that were played.
"""

from random import Random

import pytest
from matches import Written, began, loaded, played

from darwin_core import record
from darwin_core.match import Undo
from darwin_core.record import Reading, RecordError


def short() -> dict[str, Written]:
    """Small records of every kind, to be damaged everywhere."""
    undone = began(3, "undone")
    undone.first(0)
    undone.first(2)
    undone.act(0, Undo())
    undone.first(0)
    return {"header alone": began(), "five acts": played(acts=5), "taken back": undone}


RECORDS = {
    **short(),
    "taken back often": played(4, "often", acts=30, undo=0.4),
    "finished": played(2, "finished"),
}


def judged(text: bytes, original: Written) -> Reading | None:
    """What is read of a damaged text, after proof that it is no more than what was written."""
    try:
        reading = record.read(text)
    except RecordError:
        return None
    assert reading.header == original.match.header
    assert reading.lines == original.match.lines[: len(reading.lines)]
    assert reading.kept <= len(text)
    return reading


def is_found(reading: Reading | None) -> bool:
    return reading is None or reading.torn or reading.unended or reading.damage is not None


@pytest.mark.parametrize("name", RECORDS)
def test_every_flipped_bit_is_found(name: str) -> None:
    written = RECORDS[name]
    text = written.text
    patterns = [1 << bit for bit in range(8)] if len(text) < 1000 else [0xFF]
    for place in range(len(text)):
        for pattern in [*patterns, 1 << place % 8]:
            flipped = text[:place] + bytes([text[place] ^ pattern]) + text[place + 1 :]
            assert is_found(judged(flipped, written)), (place, pattern)


@pytest.mark.parametrize("name", RECORDS)
def test_cut_at_every_length_leaves_the_whole_lines_before(name: str) -> None:
    written = RECORDS[name]
    text = written.text
    for size in range(len(text)):
        reading = judged(text[:size], written)
        whole = text.count(b"\n", 0, size)
        if reading is None:
            assert whole == 0
            continue
        assert reading.damage is None
        assert len(reading.lines) == whole - 1 + reading.unended
        assert is_found(reading) == (text[size - 1 : size] != b"\n")


@pytest.mark.parametrize("name", RECORDS)
def test_swapped_and_doubled_and_missing_lines_are_found(name: str) -> None:
    written = RECORDS[name]
    lines = written.text.splitlines(keepends=True)
    for at in range(len(lines)):
        doubled = [*lines[: at + 1], *lines[at:]]
        assert is_found(judged(b"".join(doubled), written))
        if at < len(lines) - 1:
            missing = [*lines[:at], *lines[at + 1 :]]
            assert is_found(judged(b"".join(missing), written))
        for other in range(at + 1, min(at + 4, len(lines))):
            swapped = lines.copy()
            swapped[at], swapped[other] = swapped[other], swapped[at]
            assert is_found(judged(b"".join(swapped), written))


@pytest.mark.parametrize("name", RECORDS)
def test_bytes_put_in_and_left_out_are_found(name: str) -> None:
    written, rng = RECORDS[name], Random(name)
    text = written.text
    for _ in range(300):
        place, size = rng.randrange(len(text)), rng.randrange(1, 40)
        put_in = text[:place] + rng.randbytes(size) + text[place:]
        assert is_found(judged(put_in, written))
        # Leaving out the end is cutting, and cut between two lines a record is whole.
        if place + size < len(text):
            assert is_found(judged(text[:place] + text[place + size :], written))


def test_end_overwritten_by_another_record_is_found() -> None:
    a, b = played(2, "one").text, played(2, "two").text
    lines_a, lines_b = a.splitlines(keepends=True), b.splitlines(keepends=True)
    for at in range(1, len(lines_a)):
        reading = record.read(b"".join([*lines_a[:at], *lines_b[at:]]))
        assert reading.damage == f"Line {at + 1} of the record is damaged."


@pytest.mark.parametrize("seed", range(50))
def test_fifty_records_flipped_and_cut_here_and_there(seed: int) -> None:
    rng = Random(seed)
    written = played(2 + seed % 3, f"fifty {seed}", acts=rng.randrange(73), undo=seed % 4 / 10)
    text = written.text
    for _ in range(40):
        place = rng.randrange(len(text))
        flipped = text[:place] + bytes([text[place] ^ 1 << rng.randrange(8)]) + text[place + 1 :]
        assert is_found(judged(flipped, written))
        reading = judged(text[: rng.randrange(len(text))], written)
        assert reading is None or reading.damage is None


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(50))
def test_fifty_records_flipped_in_every_bit_and_cut_at_every_length(seed: int) -> None:
    """Some 20,000 flips and 2,500 cuts of each record, a million of them in all: none unfound."""
    rng = Random(seed)
    written = played(2 + seed % 3, f"every {seed}", acts=rng.randrange(73), undo=seed % 4 / 10)
    text = written.text
    for place in range(len(text)):
        for bit in range(8):
            flipped = text[:place] + bytes([text[place] ^ 1 << bit]) + text[place + 1 :]
            assert is_found(judged(flipped, written)), (place, bit)
        reading = judged(text[:place], written)
        assert reading is None or reading.damage is None


def test_states_of_what_is_recovered_are_those_that_were_played() -> None:
    written = RECORDS["taken back often"]
    marks = [line.mark for line in written.match.lines]
    text = written.text
    for place in range(text.index(b"\n") + 1, len(text), 37):
        for damaged in (text[:place], text[:place] + b"?" + text[place + 1 :]):
            match = loaded(damaged)
            assert match.divergence is None
            assert [line.mark for line in match.lines] == marks[: len(match.lines)]
