"""The paths of the program's files."""

import re
from datetime import datetime
from pathlib import Path

import pytest
from home import here

from darwin_tui import paths


def test_matches_are_in_the_state_folder_of_the_system(state_home):
    assert here().matches == state_home / "darwin-tui" / "matches"
    assert here().trash == state_home / "darwin-tui" / "trash"


def test_matches_are_in_the_default_place_where_none_is_named(monkeypatch):
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/ada")
    assert here().matches.parent == Path("/home/ada/.local/state/darwin-tui")


def test_record_is_named_by_game_time_and_match():
    path = here().new_record("dice", datetime(2026, 1, 2, 3, 4), "abcdef0123")
    assert path == here().matches / "dice-2026-01-02-0304-abcdef.jsonl"
    assert paths.read_title(path.stem)


def test_damaged_file_is_kept_beside_under_the_time():
    path = paths.damaged_path(Path("/x/a.jsonl"), datetime(2026, 1, 2, 3, 4, 5))
    assert path == Path("/x/a.jsonl.damaged-20260102-030405")


def test_folder_is_made_for_its_owner_alone(state_home):
    folder = paths.private_dir(here().matches)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert paths.private_dir(folder) == folder


def test_stylesheets_are_in_the_package_or_beside_it():
    assert paths.styles_dir().name == "styles"
    assert paths.styles_dir().is_dir()


@pytest.mark.parametrize("value", ["", "relative/path"])
def test_xdg_variable_that_is_no_full_path_counts_as_unset(monkeypatch, value):
    monkeypatch.delenv("XDG_STATE_HOME")
    usual = here().matches.parent
    monkeypatch.setenv("XDG_STATE_HOME", value)
    assert here().matches.parent == usual
    assert here().matches.parent.is_absolute()


def test_file_in_the_place_of_a_folder_is_named(state_home):
    state_home.parent.mkdir()
    state_home.write_text("a file")
    with pytest.raises(NotADirectoryError, match=re.escape(f"{state_home} is not a folder")):
        paths.private_dir(here().matches)
    assert state_home.read_text() == "a file"
