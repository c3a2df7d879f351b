"""Other programs may change a journal's file in any way and order.

No acknowledged line is lost, and no foreign file is written to.
"""

from pathlib import Path
from random import Random

import pytest
from changes import CHANGES
from folders import contents

from darwin_core.journal import FileChanged
from darwin_core.journal.file import FileJournal


def changed_at_random(folder: Path, rng: Random, steps: int) -> int:
    """Write lines while the file is sometimes changed; return the number of refused writes."""
    acknowledged = b"header\n"
    refused = 0
    places = 0

    def place() -> Path:
        nonlocal places
        places += 1
        new = folder / str(places) / "match.jsonl"
        new.parent.mkdir()
        return new

    journal = FileJournal.create(place(), acknowledged)
    for number in range(steps):
        if rng.random() < 0.3:
            change, _ = CHANGES[rng.choice(list(CHANGES))]
            change(journal.path)
            before = contents(folder)
            with pytest.raises(FileChanged):
                journal.append(b"never\n", acknowledged.count(b"\n"))
            assert contents(folder) == before
            refused += 1
            if rng.random() < 0.2 and not journal.path.exists():
                # Another program takes the name. Its file must not be touched either.
                journal.path.parent.mkdir(exist_ok=True)
                if not journal.path.is_symlink():
                    FileJournal.create(journal.path, b"of another\n").close()
                before = contents(folder)
            journal.move_to(place())
            assert {**contents(folder), **before} == contents(folder)
            for old in folder.rglob("elsewhere"):
                old.rename(folder / f"moved {number}")
        line = b"line %d\n" % number
        journal.append(line, acknowledged.count(b"\n"))
        acknowledged += line
        assert journal.path.read_bytes() == acknowledged
    journal.close()
    return refused


def test_nothing_is_lost_or_spoilt_by_a_hundred_changes(tmp_path):
    assert changed_at_random(tmp_path, Random("short"), 100) > 20


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_or_spoilt_by_thousands_of_changes(tmp_path, seed):
    assert changed_at_random(tmp_path, Random(seed), 500) > 100
