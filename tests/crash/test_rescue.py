"""``rescue`` makes a sound record of a damaged one, with all actions that any line still proves."""

from collections.abc import Iterable
from itertools import product
from random import Random
from time import process_time

import pytest
import sampling
from crash.test_damage import OTHERS, RECORDS, moved
from matches import Written, header, loaded, play, played

from darwin_core.match import AnyMatch, Rescued, Undo, begin, branch, record, rescue
from darwin_core.match.record import NewerFormat, RecordError

pytestmark = pytest.mark.games

FLIPS_INTERVAL, SMALL_FLIPS_INTERVAL = 77, 7
"""Intervals of the flips in a record, which alternate between one bit and a whole byte. Both
intervals are odd, so that samples contain both kinds."""
BRANCH_INTERVAL = 61
"""Interval of the damaged bytes in the record of a branch."""
SMALL = ["header alone", "five acts", "taken back"]
SECONDS_MAX = 2.0
"""Processor time within which a rescue without any way to search is given up."""
EVERY_RECORD = pytest.mark.parametrize("name", RECORDS)


def acts(match: AnyMatch) -> list[tuple[int, str, str]]:
    return [(line.seat, line.action, line.state_hash) for line in match.lines]


def rescued(data: bytes) -> Rescued:
    """Rescue a record, and check that the result is a sound record."""
    result = rescue(data)
    match = loaded(result.match.text())
    assert match.divergence is None
    assert acts(match) == acts(result.match)
    reading = record.read(result.match.text())
    assert not any((reading.damage, reading.truncated, reading.missing_newline))
    return result


def flipped(text: bytes, place: int, pattern: int) -> bytes:
    return text[:place] + bytes([text[place] ^ pattern]) + text[place + 1 :]


def flips(name: str, interval: int) -> Iterable[tuple[int, int]]:
    """Return a sample of pairs of a byte's index and the pattern of bits to flip in it."""
    places = range(len(RECORDS[name].text))
    return sampling.some(
        [(place, how) for place in places for how in (1 << place % 8, 255)], interval
    )


def check_flips(name: str, interval: int) -> None:
    written = RECORDS[name]
    last = written.text.rstrip().rfind(b"\n")
    for place, pattern in flips(name, interval):
        result = rescued(flipped(written.text, place, pattern))
        assert result.match.header == written.match.header
        assert acts(result.match) == acts(written.match), (place, pattern)
        assert len(written.match.lines) <= result.total <= len(written.match.lines) + 1
        # Only the last action has no line after it that proves it.
        assert result.uncertain <= (place > last > 0)
        # A damaged number may also look like a line that is missing.
        assert len(result.damaged) <= 2


@EVERY_RECORD
def test_every_action_is_brought_back_after_a_flipped_byte(name):
    check_flips(name, SMALL_FLIPS_INTERVAL if name == "five acts" else FLIPS_INTERVAL)


@pytest.mark.campaign
@EVERY_RECORD
def test_every_action_is_brought_back_after_any_flipped_byte(name):
    check_flips(name, 1)


@pytest.mark.parametrize("redeal", [None, (0, bytes(16))])
def test_every_action_of_a_branch_is_brought_back(redeal):
    match, texts = branch(played(3, actions=20).match, 12, header(3, "other"), redeal)
    written = play(Written(match, b"".join(texts)), Random(1), 16)
    comma = written.text.index(b"}", written.text.index(b'"parent"')) + 1
    for place in (comma, *range(5, len(written.text) - 200, BRANCH_INTERVAL)):
        result = rescued(flipped(written.text, place, 255))
        assert result.match.header == written.match.header, place
        assert acts(result.match) == acts(written.match), place


@EVERY_RECORD
def test_lines_that_are_missing_are_found_again_by_the_states_after_them(name):
    written = RECORDS[name]
    lines = written.text.splitlines(keepends=True)
    for at in sampling.some(range(1, len(lines) - 1), 5):
        result = rescued(b"".join([*lines[:at], *lines[at + 1 :]]))
        assert len(result.match.lines) == result.total == len(lines) - 1
        assert [line.state_hash for line in result.match.lines[at:]] == [
            line.state_hash for line in written.match.lines[at:]
        ]
        assert (result.uncertain, result.damaged) == (0, (at + 1,))


@EVERY_RECORD
def test_swapped_and_doubled_lines_are_put_right(name):
    written = RECORDS[name]
    lines = written.text.splitlines(keepends=True)
    for at in sampling.some(range(1, len(lines)), 5):
        for damaged in moved(lines, at, range(at + 1, min(at + 4, len(lines)))):
            result = rescued(damaged)
            assert acts(result.match) == acts(written.match)
            assert (result.total, result.uncertain) == (len(lines) - 1, 0)


@EVERY_RECORD
def test_torn_end_leaves_the_lines_before(name):
    text = RECORDS[name].text
    for size in sampling.some(range(text.index(b"\n"), len(text)), 40):
        match = rescued(text[:size]).match
        whole = text.count(b"\n", 0, size) - 1
        assert acts(match)[:whole] == acts(RECORDS[name].match)[:whole]
        assert len(match.lines) <= whole + 1


@pytest.mark.parametrize("name", ["finished", *OTHERS])
def test_bytes_put_in_and_left_out_lose_no_line_before_them(name):
    written = RECORDS[name]
    rng = Random(name)
    text = written.text
    start = text.index(b"\n") + 1
    for _ in range(6):
        place = rng.randrange(start, len(text))
        size = rng.randrange(1, 30)
        for damaged in (
            text[:place] + rng.randbytes(size) + text[place:],
            text[:place] + text[place + size :],
        ):
            before = text.count(b"\n", 0, place) - 1
            result = rescued(damaged)
            assert acts(result.match)[:before] == acts(written.match)[:before]


def test_what_follows_a_hole_that_is_too_large_is_taken_as_far_as_it_is_legal():
    written = played(4, "hole", actions=60)
    lines = written.text.splitlines(keepends=True)
    zeroes = b"\0" * sum(map(len, lines[20:50]))
    result = rescued(b"".join([*lines[:20], zeroes, *lines[50:]]))
    match = result.match
    certain = 19
    assert acts(match)[:certain] == acts(written.match)[:certain]
    assert result.uncertain == len(match.lines) - certain
    assert [line.action for line in match.lines[certain:]] == [
        line.action for line in written.match.lines[49 : 49 + result.uncertain]
    ]


def test_damaged_line_is_left_out_where_the_next_ones_are_legal_only_without_it():
    written = RECORDS["five acts"]
    lines = written.text.splitlines(keepends=True)
    # Two complete lines with wrong hashes; the first is not legal after the record's last action.
    odd = [lines[1].replace(b"[1,", b"[6,"), lines[2].replace(b"[2,", b"[7,")]
    result = rescued(b"".join([*lines, *odd]))
    assert acts(result.match)[:5] == acts(written.match)


def test_undo_is_of_the_action_that_it_undid():
    written = Written(*begin(played(3).match.game, header(3, "undo of the same")))
    for seat in (0, 1):
        written.first(seat)
    written.act(0, Undo())
    written.act(0, written.match.legal(0)[-1])
    lines = written.text.splitlines(keepends=True)
    result = rescued(b"".join([lines[0], b"?\n", *lines[2:]]))
    assert acts(result.match) == acts(written.match)


HEADERS = {
    "no header": lambda text: text[text.index(b"\n") + 1 :],
    "half a header": lambda text: text[60:],
    "zeroes": lambda text: b"\0" * 100 + text[100:],
    "another seed": lambda text: text.replace(b'"seed":"beagle"', b'"seed":"eaglet"'),
    "nothing": lambda _: b"",
}


@pytest.mark.parametrize("change", HEADERS.values(), ids=HEADERS)
def test_without_its_seed_no_match_can_be_rescued(change):
    with pytest.raises(RecordError, match="without the seed in it the match is lost"):
        rescue(change(RECORDS["five acts"].text))


def test_header_with_other_names_is_proved_by_the_actions():
    written = RECORDS["five acts"]
    result = rescued(written.text.replace(b'"Ada"', b'"Eva"'))
    assert result.match.header.names == ("Eva", "Ben")
    assert acts(result.match) == acts(written.match)
    assert result.damaged == (1,)


def test_header_is_repaired_up_to_a_length(monkeypatch):
    text = RECORDS["header alone"].text.rstrip()
    damaged = text.replace(b'"beagle"', b'"beagke"')
    assert record.repaired_header(damaged) == text
    monkeypatch.setattr(record, "REPAIRED_BYTES_MAX", 10)
    assert record.repaired_header(damaged) is None


def test_lines_after_the_end_of_a_match_are_given_up_at_once():
    whole = played()
    last = whole.text.splitlines(keepends=True)[-1].partition(b",")[2]
    strays = b"".join(b"[%d,%b" % (number, last) for number in range(999_000, 999_999))
    start = process_time()
    result = rescued(whole.text + strays)
    assert process_time() - start < SECONDS_MAX
    assert acts(result.match) == acts(whole.match)


def test_record_of_a_later_version_is_no_damage():
    later = RECORDS["five acts"].text.replace(b'"format":1', b'"format":23', 1)
    with pytest.raises(NewerFormat):
        rescue(later)


def test_lines_that_end_as_on_windows_are_read():
    written = RECORDS["five acts"]
    result = rescued(written.text.replace(b"\n", b"\r\n"))
    assert (acts(result.match), result.damaged) == (acts(written.match), ())


@pytest.mark.parametrize(("name", "seed"), product(["finished", *OTHERS], range(3)))
def test_random_bytes_do_not_make_it_fail(name, seed):
    rng = Random(f"{name} {seed}")
    data = bytearray(RECORDS[name].text)
    for _ in range(rng.randrange(1, 60)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    try:
        rescued(bytes(data))
    except RecordError as error:
        assert str(error).endswith(".")  # noqa: PT017
