"""A journal with standard input closed, with remains of a program that died, and at its limit."""

import os
from collections.abc import Iterator

import pytest

from darwin_core.journal import JournalError
from darwin_core.journal.disk import Locked, unplayed, write_new, write_whole
from darwin_core.journal.file import FileJournal
from darwin_core.match.record import MAX_BYTES

LINE = b"a line\n"


@pytest.fixture
def closed_input() -> Iterator[None]:
    """Give the next file that is opened number 0, as in a program begun with ``<&-``."""
    standard_input = os.dup(0)
    os.close(0)
    yield
    os.dup2(standard_input, 0)
    os.close(standard_input)


@pytest.mark.usefixtures("closed_input")
def test_a_journal_that_is_file_0_is_open_like_any_other(tmp_path):
    path = tmp_path / "match.jsonl"
    journal = FileJournal.create(path, LINE)
    journal.append(LINE, 1)
    assert path.read_bytes() == LINE * 2
    with pytest.raises(Locked):
        FileJournal(path)
    journal.close()
    with pytest.raises(JournalError, match="is closed"):
        journal.append(LINE, 2)
    FileJournal(path).close()


@pytest.mark.usefixtures("closed_input")
def test_a_match_is_kept_from_being_played_by_file_0_too(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(LINE)
    with unplayed(path), pytest.raises(Locked):
        FileJournal(path)
    FileJournal(path).close()


@pytest.mark.parametrize("write", [write_whole, write_new])
def test_the_half_written_file_of_a_dead_program_with_the_same_id_is_not_kept(tmp_path, write):
    path = tmp_path / "match.jsonl"
    left = path.with_name(f".{path.name}.{os.getpid()}.new")
    left.write_bytes(LINE * 100)
    write(path, LINE)
    assert path.read_bytes() == LINE
    assert [path.name for path in tmp_path.iterdir()] == [path.name]


def test_a_journal_that_is_full_says_how_much_it_holds(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(LINE.rjust(MAX_BYTES - len(LINE)))
    journal = FileJournal(path)
    journal.append(LINE, 1)
    with pytest.raises(JournalError) as error:
        journal.append(b"\n", 2)
    journal.close()
    assert str(error.value) == (
        f"{path} is full: a record of more than 16 MiB could not be read again."
    )
