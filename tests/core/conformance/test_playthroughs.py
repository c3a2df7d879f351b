"""The playthroughs of every game, line by line; DARWIN_REWRITE=1 rewrites them."""

import os
from pathlib import Path

import pytest

from darwin_core.contract import registry
from darwin_core.lab.play import Case
from darwin_core.lab.playthroughs import compare, playthrough

FOLDER = Path(__file__).parents[2] / "playthroughs"
REWRITE = bool(os.environ.get("DARWIN_REWRITE"))
NAMES = [
    (f"{slug}-{seats}.txt", slug, seats)
    for slug in registry.SLUGS
    for seats in registry.get(slug).seats
]


@pytest.mark.parametrize(("name", "slug", "seats"), NAMES, ids=[name for name, *_ in NAMES])
def test_playthrough_is_as_written(name, slug, seats):
    text = playthrough(Case(registry.get(slug), seats, "playthrough"))
    compare(FOLDER / name, text, rewrite=REWRITE)


def test_no_playthrough_is_left_over():
    assert {path.name for path in FOLDER.glob("*.txt")} == {name for name, *_ in NAMES}


def test_a_changed_line_is_named(tmp_path):
    path = tmp_path / "game-2.txt"
    compare(path, "one\ntwo\nthree\n", rewrite=True)
    compare(path, "one\ntwo\nthree\n")
    with pytest.raises(AssertionError, match=r"game-2\.txt, line 2: 'two' is now '2'"):
        compare(path, "one\n2\nthree\n")
    with pytest.raises(AssertionError, match=r"line 4: None is now 'four'"):
        compare(path, "one\ntwo\nthree\nfour\n")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(AssertionError, match=r"game-3\.txt is missing"):
        compare(tmp_path / "game-3.txt", "one\n")
