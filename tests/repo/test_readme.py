"""The commands, options, tests and paths that README pages name exist."""

import re
import subprocess
from pathlib import Path
from urllib.parse import unquote

import click

from darwin_tui.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
PROOFS = (ROOT / "tests" / "README.md").read_text()
ADDING = (ROOT / "core" / "darwin_core" / "games" / "README.md").read_text()
HOSTING = (ROOT / "darwin_tui" / "server" / "README.md").read_text()
BOTS = (ROOT / "core" / "darwin_core" / "bots" / "README.md").read_text()
PLAYING = (ROOT / "darwin_tui" / "README.md").read_text()
CONTEXT = click.Context(main)
COMMANDS = {name: main.get_command(CONTEXT, name) for name in main.list_commands(CONTEXT)}


def test_ci_runs_the_test_command_of_the_readme():
    command = (ROOT / ".ci" / "run").read_text().splitlines()[-1]
    assert command.endswith(".venv/bin/pytest")
    assert command in README.splitlines()


def test_ci_runs_it_with_paths_and_names_of_other_lengths_each_day(tmp_path):
    """Run the script on twenty dates, with a stand-in for the test command."""
    script = (ROOT / ".ci" / "run").read_text().splitlines()
    seen = set()
    for day in range(20_700, 20_720):
        text = "\n".join([*script[:-1], 'echo "${#LOGNAME} ${#HOME} ${#TMPDIR}"'])
        text = text.replace("$(date -u +%s)", str(day * 86_400)).replace("mktemp", "echo")
        text = text.replace("echo -d /tmp/XXXXXX", f"echo {tmp_path / 'base'}")
        text = text.replace('cd "$(dirname "$0")/.."', f"cd {ROOT}")
        done = subprocess.run(["bash", "-c", text], capture_output=True, text=True, check=True)
        name, home, folder = map(int, done.stdout.split())
        assert 1 <= name <= 30
        seen.add((name, home, folder))
    assert len(seen) == 20
    assert all(len({row[place] for row in seen}) >= 10 for place in range(3))


def test_every_command_of_the_pages_exists_and_the_page_for_players_has_all():
    shown = set(re.findall(r"darwin-tui ([a-z]+)", PLAYING))
    assert shown == set(COMMANDS)
    assert set(re.findall(r"`darwin-tui ([a-z]+)", README)) <= shown


def test_every_option_of_the_pages_is_one_of_its_command():
    rows = [row for row in (README + PLAYING).splitlines() if row.startswith("| `darwin-tui")]
    assert len(rows) >= len(COMMANDS)
    for row in rows:
        words = re.findall(r"[a-z]+", row)
        commands = [COMMANDS[word] for word in words if word in COMMANDS][:1]
        known = {option for command in (main, *commands) for option in options(command)}
        assert {*re.findall(r"--[a-z][a-z-]*", row)} <= known, row


def options(command):
    """Return the options of a command, including those of a group's subcommands."""
    parts = [command, *getattr(command, "commands", {}).values()] if command != main else [main]
    return {name for part in parts for parameter in part.params for name in parameter.opts}


def test_every_campaign_named_exists():
    rows = [row.split("|") for row in PROOFS.splitlines() if re.search(r"\| `pytest tests/", row)]
    long = [(quick, result) for *_, quick, result, _ in rows if len(result) > 2 and "`" in quick]
    assert len(long) > 12
    for quick, result in long:
        named = re.search(r"`pytest (tests/[\w/.]+)", quick)
        assert named is not None
        path = ROOT / named[1]
        files = path.rglob("*.py") if path.is_dir() else [path]
        assert any("@pytest.mark.campaign" in file.read_text() for file in files), quick
        assert ":" in result, "what the last run found"


def test_every_path_named_exists():
    named = r"[`(]((?:core|darwin_tui|styles|saves|tests)/[^`*<#:) \n]*)"
    for path in re.findall(named, README + PROOFS + ADDING + BOTS + HOSTING + PLAYING):
        assert (ROOT / unquote(path)).exists(), path


def test_top_level_is_the_seven_things_it_should_be():
    tracked = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    tracked -= {"build", "dist", "snapshot_report.html"}
    assert tracked == {
        "LICENSE",
        "README.md",
        "core",
        "darwin_tui",
        "pyproject.toml",
        "saves",
        "styles",
        "tests",
    }
