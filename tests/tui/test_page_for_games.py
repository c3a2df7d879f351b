"""The example game in the README for new games: its files are taken from the page, checked and
played."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from offered import entry_points_of, installed, write_metadata
from tui.scenes import match_at, play_first_choices, playing, saved, shown

from darwin_core.contract import registry
from darwin_core.lab import __main__ as lab
from darwin_tui.boards import check
from darwin_tui.cli import main
from darwin_tui.drawing.area import Area

PAGE = Path(__file__).parents[2] / "core/darwin_core/games/README.md"
FILE = re.compile(r"^`(?P<name>[\w./]+)` .*?```\w+\n(?P<text>.*?)```", re.MULTILINE | re.DOTALL)


@pytest.fixture
def pebbles(tmp_path: Path) -> Iterator[Path]:
    """Write the files of the page's game, install the game, and return its folder."""
    section = PAGE.read_text(encoding="utf-8").split("\n## ")[1]
    for block in FILE.finditer(section):
        path = tmp_path / "darwin-pebbles" / block["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block["text"], encoding="utf-8")
    project = tmp_path / "darwin-pebbles"
    packages = tmp_path / "packages"
    packages.mkdir()
    write_metadata(packages, "darwin_pebbles", entry_points_of(project))
    with installed(packages, project):
        yield project


def test_it_keeps_every_law(pebbles, capsys):
    lab.main(["pebbles"])
    kept, _, lacking, *_ = capsys.readouterr().out.splitlines()
    assert kept == "Pebbles keeps every law that needs no twin."
    assert lacking == "It lacks summary.md: the rules on one page"


def test_its_board_has_a_place_for_whatever_can_be_selected(pebbles, capsys):
    check.main("pebbles")
    assert "has a place for whatever can be selected." in capsys.readouterr().out


def test_a_board_that_forgets_a_place_is_found(pebbles, monkeypatch):
    monkeypatch.setattr(Area, "enter", lambda *_: None)
    faults = [*check.faults("pebbles")]
    assert faults[0] == (
        "2 seats, decision 1, 80x20: ('pebbles', 1) can be selected and has no place"
    )
    # Each decision is drawn twice, and counted once.
    numbers = {int(number) for number in re.findall(r"decision (\d+)", "\n".join(faults))}
    assert numbers == {*range(1, max(numbers) + 1)}


def test_an_action_without_elements_needs_no_place(pebbles, monkeypatch):
    game = replace(registry.get("pebbles"), targets=lambda _: ())
    monkeypatch.setattr(registry, "get", lambda _: game)
    assert not [*check.faults("pebbles")]


def test_it_is_played_line_by_line(pebbles):
    seats = ("--seats", "human,bot:easy", "--seed", "page")
    done = CliRunner().invoke(main, ["play", "pebbles", "--plain", *seats], input="1\n" * 20)
    assert done.exit_code == 0
    assert "takes the last pebble and wins." in done.output


async def test_it_is_played_by_keys_to_its_end(pebbles):
    app = playing(saved("human", "bot:greedy", game="pebbles"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Pebbles" in shown(app)
        await play_first_choices(pilot)
        assert match_at(app).state.heap == 0
