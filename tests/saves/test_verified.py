"""The list of matches verifies each file only once, and again when the file changes."""

import os
from dataclasses import replace

import msgspec
import pytest
from home import here
from listing import unfinished
from matches import DICE, played

from darwin_core.games import dice
from darwin_core.journal.disk import read_whole
from darwin_tui import paths
from darwin_tui.library import caches, saves


@pytest.fixture
def looked_at(monkeypatch):
    """Return a list that collects the titles of verified files. No file counts as just changed."""
    titles = []
    verify = saves.verified

    def verifying(path):
        titles.append(path.stem)
        return verify(path)

    monkeypatch.setattr("darwin_tui.library.saves.verified", verifying)
    monkeypatch.setattr(caches, "RECENT_NANOSECONDS", 0)
    return titles


@pytest.fixture
def folder():
    folder = paths.private_dir(here().matches)
    for name, acts in (("one", 9), ("two", 20), ("three", 99)):
        (folder / f"{name}.jsonl").write_bytes(played(2, name, actions=acts).text)
    return folder


def marks():
    return {row.title: not row.trouble for row in saves.listed(here())}


def test_second_list_says_the_same_without_verifying(folder, looked_at):
    first = saves.listed(here())
    assert sorted(looked_at) == ["one", "three", "two"]
    looked_at.clear()
    assert saves.listed(here()) == first
    assert looked_at == []
    assert {row.title: row.over for row in first} == {"one": False, "two": False, "three": True}
    assert oct(here().verification.stat().st_mode)[-3:] == "600"


def test_match_to_continue_is_found_without_verifying_those_before_it_again(folder, looked_at):
    for age, name in enumerate(("three", "two", "one")):
        os.utime(folder / f"{name}.jsonl", (2e9 - age, 1e9 - age))
    matches = unfinished()
    assert matches is not None
    assert matches.title == "two"
    assert looked_at == ["three", "two"]
    looked_at.clear()
    assert unfinished() == matches
    assert looked_at == []
    assert len(saves.listed(here())) == 3
    assert looked_at == ["one"]
    looked_at.clear()
    unfinished()
    saves.listed(here())
    assert looked_at == [], "what is known of others is not forgotten"


def test_changed_byte_is_found_even_with_the_old_times(folder, looked_at):
    saves.listed(here())
    path = folder / "two.jsonl"
    before = path.stat()
    with path.open("r+b") as file:
        file.seek(300)
        byte = file.read(1)
        file.seek(300)
        file.write(bytes([byte[0] ^ 1]))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert marks() == {"one": True, "two": False, "three": True}


def test_other_file_in_its_place_is_verified(folder, looked_at):
    saves.listed(here())
    path = folder / "two.jsonl"
    damaged = path.read_bytes().replace(b"[3,", b"[4,")
    path.with_name("other").write_bytes(damaged)
    os.replace(path.with_name("other"), path)
    assert not marks()["two"]


@pytest.mark.parametrize(
    "text",
    [b"no record", b"", b'{"format":2,"engine":"9"}\n', played(2, actions=9).text[:-9]],
    ids=["junk", "empty", "newer", "torn"],
)
def test_what_is_damaged_is_known_as_such_until_it_changes(folder, looked_at, text):
    whole = (folder / "two.jsonl").read_bytes()
    (folder / "two.jsonl").write_bytes(text)
    first = saves.listed(here())
    assert not marks()["two"]
    looked_at.clear()
    assert saves.listed(here()) == first
    assert looked_at == []
    (folder / "two.jsonl").write_bytes(whole)
    assert marks()["two"]


def test_what_could_not_be_read_is_tried_every_time(folder, looked_at, monkeypatch):
    two = folder / "two.jsonl"
    (folder / "one.jsonl").unlink()
    (folder / "three.jsonl").unlink()

    def bad_disk(path, most):
        if path == two:
            raise OSError(5, "Input/output error")
        return read_whole(path, most)

    with monkeypatch.context() as patch:
        patch.setattr("darwin_tui.library.saves.read_whole", bad_disk)
        for _ in range(2):
            looked_at.clear()
            assert not marks()["two"]
            assert looked_at == ["two"]
    assert marks()["two"]


def test_what_has_just_changed_is_not_taken_for_known(folder, looked_at, monkeypatch):
    monkeypatch.setattr(caches, "RECENT_NANOSECONDS", 10**12)
    for _ in range(2):
        looked_at.clear()
        saves.listed(here())
        assert len(looked_at) == 3


def test_only_what_has_not_changed_for_a_while_is_taken_for_known(monkeypatch):
    """List a file at different ages: it counts as known only if it is older than two seconds.

    On file systems with coarse times, a later change may bear the same time.
    """
    titles = []
    verify = saves.verified

    def verifying(path):
        titles.append(path.stem)
        return verify(path)

    class Clock:
        def time_ns(self):
            return path.stat().st_ctime_ns + int(age * 1e9)

    monkeypatch.setattr("darwin_tui.library.saves.verified", verifying)
    monkeypatch.setattr(caches, "time", Clock())
    path = paths.private_dir(here().matches) / "one.jsonl"
    path.write_bytes(played(2, "one", actions=9).text)
    # An old modification time must not help: anybody can set it. Only the system sets ctime.
    os.utime(path, (1e9, 1e9))
    for age, looks in ((0, 1), (1.9, 1), (2.1, 1), (2.1, 0), (0, 0)):
        titles.clear()
        saves.listed(here())
        assert len(titles) == looks, age


def test_other_rules_verify_again(folder, looked_at, monkeypatch):
    saves.listed(here())
    looked_at.clear()
    monkeypatch.setattr(dice, "GAME", replace(DICE, rules_version=DICE.rules_version + 1))
    saves.listed(here())
    assert len(looked_at) == 3


@pytest.mark.parametrize("way", ["other version", "garbage", "deep", "other shape", "missing"])
def test_what_is_kept_but_cannot_be_used_is_found_again(folder, looked_at, way):
    first = saves.listed(here())
    path = here().verification
    kept = msgspec.json.decode(path.read_bytes())
    if way == "missing":
        path.unlink()
    else:
        path.write_bytes(
            {
                "other version": msgspec.json.encode({**kept, "engine": "0.0.1"}),
                "garbage": b"\xff\x00",
                "deep": b"[" * 100_000,
                "other shape": b'{"engine":"0.1.0","rows":{"x":1}}',
            }[way]
        )
    looked_at.clear()
    assert saves.listed(here()) == first
    assert len(looked_at) == 3
    looked_at.clear()
    saves.listed(here())
    assert looked_at == []


def test_name_that_is_no_text_is_listed_with_the_others(folder, looked_at):
    os.rename(folder / "two.jsonl", os.fsencode(folder) + b"/\xff\x1b.jsonl")
    assert len(saves.listed(here())) == 3
    looked_at.clear()
    assert len(saves.listed(here())) == 3
    assert looked_at == [os.fsdecode(b"\xff\x1b")]


def test_deleted_match_is_forgotten(folder, looked_at):
    saves.listed(here())
    saves.delete(folder / "two.jsonl", here())
    assert set(marks()) == {"one", "three"}
    assert b"two" not in here().verification.read_bytes()


def test_list_comes_where_nothing_can_be_kept(folder, looked_at):
    here().verification.mkdir()
    assert marks() == {"one": True, "two": True, "three": True}
