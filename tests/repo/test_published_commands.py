"""Each command that a page publishes runs: here in a small form, or in the test named beside it.

The commands are read from the pages. A command without an entry in ``FORMS`` fails, and so does an
entry for a command that no page contains.
"""

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from darwin_tui.cli import main

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "tests/README.md",
    "core/darwin_core/games/README.md",
    "core/darwin_core/bots/README.md",
    "darwin_tui/README.md",
    "darwin_tui/server/README.md",
    ".github/CONTRIBUTING.md",
    ".github/SECURITY.md",
)
PROGRAM = re.compile(
    r"(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?"
    r"(?:darwin-tui|python3? -m|pytest|pip|coverage|ssh|serve)(?: |$)"
)


class Small(NamedTuple):
    """The small form of a command, empty for the command itself, and its standard input."""

    command: str
    typed: str = ""


class Elsewhere(NamedTuple):
    """The path and name (or its beginning) of a test that runs the command in some form."""

    path: str
    name: str


class Workflow(NamedTuple):
    """Text of a workflow's step that runs the command, which takes minutes or needs an extra."""

    step: str


PIP = re.compile(r"(?:\.venv/bin/)?pip install (?:-q )?-e (\S+)$")
LEAVE = "quit\n"
SERVE = "tests/server/test_serve_cli.py"
STARTS = "test_a_server_starts_answers_ends_and_starts_again_with_its_tables"
ORDERS = "tests/server/test_orders.py"
SHELL = "test_orders_from_a_shell_reach_the_server_that_runs"
ADMISSION = "tests/server/test_admission.py"
BANNED = "test_whom_the_host_bans_is_out_at_once_and_stays_out"
TOOLS = "tests/server/test_host_tools.py"
MODERATORS = "test_moderators_mute_kick_and_end_from_within"
REQUESTS = "tests/server/test_requests.py"
BY_SSH = "tests/server/test_ssh.py"
PLACE = "test_the_full_screen_opens_at_the_place_that_was_named"
OF_RUN = "tests/repo/test_readme.py"
SAME = Elsewhere("tests/repo/test_published_commands.py", "test_command_runs_in_a_small_form")
"""For a command that is published in two ways, of which one has a small form."""
FORMS: dict[str, Small | Elsewhere | Workflow] = {
    # --- at home
    "darwin-tui": Elsewhere("tests/bench/test_latency.py", "test_program_that_was_stopped"),
    r"_DARWIN_TUI_COMPLETE=fish_source darwin-tui \| source": Elsewhere(
        "tests/tui/test_cli_process.py", "test_shells_complete_games"
    ),
    "darwin-tui --version": Small(""),
    "darwin-tui play --help": Small("darwin-tui play --help"),
    "darwin-tui play dice --seats human,bot:hard,bot:easy": Small("", LEAVE),
    "darwin-tui play --resume FILE": Small("darwin-tui play --resume begun.jsonl", LEAVE),
    "darwin-tui play dice --plain": Small("", LEAVE),
    "darwin-tui --ascii play dice": Small("", LEAVE),
    "darwin-tui puzzles dice": Small("", LEAVE),
    "darwin-tui puzzles dice --race": Elsewhere(
        "tests/tui/test_solving.py", "test_a_race_is_asked_for_by_a_command"
    ),
    "darwin-tui puzzles check": Elsewhere(
        "tests/tui/test_cli_puzzles.py", "test_check_counts_what_ships_with_a_game"
    ),
    "darwin-tui puzzles check dice": Elsewhere(
        "tests/tui/test_cli_puzzles.py", "test_check_counts_what_ships_with_a_game"
    ),
    "darwin-tui puzzles mine": Elsewhere(
        "tests/tui/test_cli_puzzles.py", "test_a_record_is_searched_once"
    ),
    "darwin-tui puzzles mine --self-play dice 20 --to dice.jsonl": Elsewhere(
        "tests/tui/test_cli_puzzles.py", "test_mining_continues_where_it_was_stopped"
    ),
    "darwin-tui learn dice": Small("", LEAVE),
    "darwin-tui learn --check": Small("darwin-tui learn dice --check"),
    "darwin-tui daily dice": Small("", LEAVE),
    "darwin-tui stats dice": Small(""),
    "darwin-tui replay saves/dice.jsonl": Small("", LEAVE),
    "darwin-tui analyse saves/dice.jsonl": Elsewhere("tests/tui/test_cli_analyse.py", "test_"),
    "darwin-tui analyse": Elsewhere("tests/tui/test_cli_analyse.py", "test_"),
    "darwin-tui duel saves/dice.jsonl --seat 2 --by bot:hard": Small(
        "darwin-tui duel saves/dice.jsonl --seat 2 --by bot:normal"
    ),
    "darwin-tui export saves/dice.jsonl --as md": Small(""),
    "darwin-tui verify saves/dice.jsonl": Small(""),
    "darwin-tui rescue FILE": Elsewhere(
        "tests/tui/test_cli.py", "test_rescue_brings_back_what_lies_behind_the_damage"
    ),
    "darwin-tui games": Small(""),
    "darwin-tui simulate dice --games 1000 --seats bot:hard,bot:normal": Small(
        "darwin-tui simulate dice --games 2 --seats bot:normal,bot:normal"
    ),
    "darwin-tui simulate dice --games 1000 --seats bot:normal,bot:random,bot:random,bot:random": (
        Small(
            "darwin-tui simulate dice --games 2 --seats bot:normal,bot:random,bot:random,bot:random"
        )
    ),
    "darwin-tui simulate dice --ladder hard --games 40": Elsewhere(
        "tests/tui/test_ladder.py", "test_"
    ),
    "darwin-tui play pebbles --plain": Elsewhere(
        "tests/tui/test_page_for_games.py", "test_it_is_played_line_by_line"
    ),
    "darwin-tui play pebbles": Elsewhere(
        "tests/tui/test_page_for_games.py", "test_it_is_played_by_keys_to_its_end"
    ),
    # --- hosts
    "darwin-tui serve": Elsewhere(SERVE, STARTS),
    "darwin-tui serve --ssh 0.0.0.0:8022 --public --name your.host": Elsewhere(
        SERVE, "test_a_public_server_prints_what_to_see_to_and_then_where_it_listens"
    ),
    "darwin-tui serve keys add Emma emma.pub": Elsewhere(
        SERVE, "test_keys_are_added_listed_and_removed"
    ),
    "darwin-tui serve keys remove Emma": Elsewhere(SERVE, "test_keys_are_added_listed_and_removed"),
    "darwin-tui serve --check": Small("darwin-tui serve --check --data server"),
    "darwin-tui serve unit": Small(""),
    "darwin-tui serve container": Small(""),
    "darwin-tui serve status": Elsewhere("tests/server/test_status.py", "test_"),
    "darwin-tui serve move --to redis://redis.host:6379/0": Elsewhere(
        "tests/server/test_move.py", "test_match_continues_in_the_other_store"
    ),
    "serve mute Emma": Elsewhere(ORDERS, SHELL),
    'serve tournaments open duplicate dice --count 8 --title "Week 48"': Elsewhere(ORDERS, SHELL),
    "serve tournaments open --help": Small("darwin-tui serve tournaments open --help"),
    "serve allow Emma tournaments": Elsewhere(ORDERS, SHELL),
    "serve end K7QF": Elsewhere(ORDERS, SHELL),
    "serve ratings --judge 20": Elsewhere(
        "tests/server/test_ratings.py", "test_matches_are_judged_while_a_server_holds_its_folder"
    ),
    "serve ratings": Elsewhere(
        "tests/server/test_ratings.py", "test_a_host_reads_the_results_from_the_records_again"
    ),
    "serve rescue K7QF": Elsewhere(
        "tests/server/test_garbage.py", "test_a_damaged_match_goes_back_to_its_good_part"
    ),
    "serve keys add Emma emma.pub --same-person": Elsewhere(
        "tests/server/test_serve_cli.py", "test_keys_are_added_listed_and_removed"
    ),
    "serve keys revoke Emma": Elsewhere(
        "tests/server/test_sign_in_log.py",
        "test_the_host_revokes_a_token_and_all_browsers_while_the_server_runs",
    ),
    'serve say "Restart at nine"': Elsewhere(ORDERS, SHELL),
    "serve invite --times 3 --days 7": Elsewhere(
        ADMISSION, "test_an_invitation_lets_as_many_new_players_in_as_it_says"
    ),
    "serve door open": Elsewhere(
        ADMISSION, "test_the_door_is_opened_and_closed_while_the_server_runs"
    ),
    'serve ban Emma --days 7 --why "No swearing"': Elsewhere(ADMISSION, BANNED),
    "serve bans": Elsewhere(ADMISSION, BANNED),
    "serve unban": Elsewhere(ADMISSION, BANNED),
    "serve kick Emma": Elsewhere(ADMISSION, BANNED),
    "serve log": Elsewhere(TOOLS, "test_the_log_says_who_came_and_who_was_refused"),
    "serve allow Emma moderate": Elsewhere(TOOLS, MODERATORS),
    "ssh -p 8022 your.host kick Ben": Elsewhere(TOOLS, MODERATORS),
    "serve purge Emma": Elsewhere(TOOLS, "test_a_purge_reaches_the_server_that_runs"),
    "serve tokens": Elsewhere(TOOLS, "test_tokens_are_listed_and_revoked"),
    "serve backup FILE": Elsewhere(TOOLS, "test_a_backup_of_a_running_server_is_a_server"),
    "serve limits": Elsewhere(TOOLS, "test_all_limits_are_in_one_file_with_their_defaults"),
    # --- friends
    "ssh -p 8022 your.host notify ntfy https://ntfy.sh/TOPIC": Elsewhere(
        "tests/server/test_notifications.py", "test_a_player_sets_an_address_by_commands"
    ),
    "ssh -p 8022 -t invited@your.host CODE": Elsewhere(
        ADMISSION, "test_an_invitation_lets_as_many_new_players_in_as_it_says"
    ),
    "ssh -p 8022 your.host": Elsewhere(BY_SSH, "test_a_player_gets_an_app"),
    "ssh -p 8022 -o SetEnv=NO_COLOR=1 your.host": Elsewhere(
        BY_SSH, "test_the_terminal_has_what_its_session_says"
    ),
    "ssh -p 8022 your.host -t join K7QF": Elsewhere(BY_SSH, PLACE),
    "ssh -p 8022 your.host -t join K7QF any words": Elsewhere(
        REQUESTS, "test_words_after_the_code_are_in_the_seed"
    ),
    "ssh -p 8022 your.host -t watch K7QF": Elsewhere(BY_SSH, PLACE),
    "ssh -p 8022 your.host -t replay K7QF": Elsewhere(
        "tests/server/test_ladder_screens.py", "test_a_finished_match_has_a_page"
    ),
    "ssh -p 8022 your.host ladder dice": Elsewhere(
        REQUESTS, "test_a_rated_match_counts_for_ladder_and_profile_and_is_replayed_by_its_code"
    ),
    "ssh -p 8022 your.host new dice --seats me,open,bot:normal": Elsewhere(
        REQUESTS, "test_a_new_table_is_listed_with_its_seats"
    ),
    "ssh -p 8022 your.host play K7QF --plain": Elsewhere(
        "tests/server/test_plain_over_ssh.py", "test_two_players_play_a_match_to_its_end"
    ),
    "ssh -p 8022 your.host lines": Elsewhere(
        REQUESTS, "test_one_command_after_another_is_answered_until_quit"
    ),
    "ssh -p 8022 your.host get K7QF > match.jsonl": Elsewhere(
        REQUESTS, "test_a_finished_match_is_downloaded_whole"
    ),
    "ssh -p 8022 your.host help": Elsewhere(REQUESTS, "test_help_says_every_request"),
    "ssh -p 8022 your.host token": Elsewhere(
        REQUESTS, "test_a_token_is_new_each_time_and_only_its_hash_is_kept"
    ),
    # --- developers
    "python3 -m venv .venv": Elsewhere(OF_RUN, "test_ci_runs_the_test_command_of_the_readme"),
    ".venv/bin/darwin-tui": Elsewhere("tests/bench/test_latency.py", "test_program_that_was_st"),
    "python -m darwin_core.lab.fitting": Small(
        "python -m darwin_core.lab.fitting dice --matches 8 --seats 2 --dry-run"
    ),
    "python -m darwin_core.lab.fitting GAME": Small(
        "python -m darwin_core.lab.fitting yummy --matches 8 --seats 2 --dry-run"
    ),
    "python -m darwin_core.lab.fitted_policies": SAME,
    "python -m darwin_core.lab.fitted_policies GAME": Small(
        "python -m darwin_core.lab.fitted_policies dice --matches 2 --worlds 2 --seats 3 --dry-run"
    ),
    "python -m darwin_core.lab.calibration": Small(
        "python -m darwin_core.lab.calibration dice --matches 2"
    ),
    "python -m darwin_core.lab.calibration GAME --matches N --played": SAME,
    "python -m darwin_core.lab.calibration dice --matches 150": Small(
        "python -m darwin_core.lab.calibration dice --matches 1 --curve"
    ),
    "python -m darwin_core.lab.calibration dice --matches 20 --played": Small(
        "python -m darwin_core.lab.calibration dice --matches 2 --seats 2 --played --seconds 0.01"
    ),
    "python -m darwin_core.lab.mistakes": SAME,
    "python -m darwin_core.lab.mistakes GAME": Small(
        "python -m darwin_core.lab.mistakes dice --matches 1 --every 40"
    ),
    "python -m darwin_core.lab.rl.layout": Small(
        "python -m darwin_core.lab.rl.layout dice --matches 1"
    ),
    ".venv/bin/python -m darwin_core.lab pebbles": Elsewhere(
        "tests/tui/test_page_for_games.py", "test_it_keeps_every_law"
    ),
    ".venv/bin/python -m darwin_tui.boards.check pebbles": Elsewhere(
        "tests/tui/test_page_for_games.py",
        "test_its_board_has_a_place_for_whatever_can_be_selected",
    ),
    "python -m darwin_core.lab.messages": Small("python -m darwin_core.lab.messages messages.po"),
    "python -m tests.proof.same_bytes --random 20000 --greedy 500": Small(
        "python -m tests.proof.same_bytes --games dice --random 2 --greedy 1"
    ),
    "python -m tests.core.games.darwinning.test_balance 20000 2 2 3 4 5 6": Small(
        "python -m tests.core.games.darwinning.test_balance 2 1 2"
    ),
    "python -m tests.core.games.evo.test_balance 400 2": Workflow(
        "python -m tests.core.games.evo.test_balance"
    ),
    "python -m tests.mutation --sample 2": Workflow("python -m tests.mutation"),
    "coverage run -m pytest -n0 tests/core && coverage report": Workflow("coverage run -m pytest"),
    "python -m build": Workflow("python -m build\n"),
    "python -m tests.bench.installs": Workflow("python -m tests.bench.installs\n"),
    "python -m darwin_tui.cli.manual > darwin_tui/darwin-tui.1": Elsewhere(
        "tests/repo/test_packaging.py", "test_manual_page_is_that_of_the_commands"
    ),
    "python -m tests.bench engine --game journey": Elsewhere(
        "tests/bench/test_engine.py", "test_bench_prints_every_figure_as_json"
    ),
    "python -m tests.bench latency": Elsewhere(
        "tests/bench/test_latency.py", "test_latency_prints_the_figures_of_every_side"
    ),
    "python -m tests.bench boards": Elsewhere("tests/bench/test_short_runs.py", "test_boards"),
    "python -m tests.bench server": Elsewhere("tests/bench/test_short_runs.py", "test_server"),
}
"""The form of each published command, except for those of pytest and pip."""


def published() -> Iterator[str]:
    """Yield the commands in the pages' shell blocks and code spans."""
    for page in PAGES:
        text = (ROOT / page).read_text()
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
            for line in re.sub(r" +#.*", "", block).splitlines():
                yield from map(str.strip, line.split("&&"))
        spans = re.findall(r"`([^`]+)`", re.sub(r"(?ms)^ *```.*?^ *```", "", text))
        yield from (command for span in spans if PROGRAM.match(command := " ".join(span.split())))


COMMANDS = sorted({*published()})
OF_PYTEST = [
    command for command in COMMANDS if re.match(r"(\w+=\S+ )*(\.venv/bin/)?pytest\b", command)
]
OF_PIP = [command for command in COMMANDS if PIP.match(command)]
SMALL = [command for command, form in FORMS.items() if isinstance(form, Small)]


def test_every_published_command_has_a_form_and_every_form_a_command():
    assert {*COMMANDS} - {*OF_PYTEST} - {*OF_PIP} == FORMS.keys()
    assert len(OF_PYTEST) > 40
    assert len(OF_PIP) > 8


def test_forms_elsewhere_exist():
    workflows = [path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml")]
    for command, form in FORMS.items():
        match form:
            case Elsewhere(path, name):
                assert f"def {name}" in (ROOT / path).read_text(), command
            case Workflow(step):
                assert any(step in text for text in workflows), command


@pytest.mark.parametrize("command", OF_PYTEST)
def test_command_of_pytest_names_tests_and_knobs_that_exist(command):
    words = shlex.split(command)
    texts = {path: path.read_text() for path in (ROOT / "tests").rglob("*.py")}
    for knob in re.findall(r"\b([A-Z_]+)=", command):
        assert any(knob in text for path, text in texts.items() if path != Path(__file__)), knob
    paths = [ROOT / word for word in words if word.startswith("tests/")] or [ROOT / "tests"]
    named = [text for path in paths for at, text in texts.items() if at.is_relative_to(path)]
    assert named
    if "campaign" in words:
        assert any("mark.campaign" in text for text in named)
    if "-k" in words:
        laws = [path.read_text() for path in (ROOT / "core/darwin_core/lab").glob("*.py")]
        names = [*map(str, texts), *named, *laws]
        assert any(words[words.index("-k") + 1] in text for text in names)
    for option in (word for word in words if word.startswith("--")):
        assert f'addoption("{option}"' in texts[ROOT / "tests/runs.py"] or (
            option == "--game" and '"--game"' in texts[ROOT / "tests/runs.py"]
        )


@pytest.mark.parametrize("command", OF_PIP)
def test_command_of_pip_names_extras_that_exist(command):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = {*re.findall(r"[\w-]+", " ".join(re.findall(r"\[(.*)\]", command)))}
    assert extras <= project["optional-dependencies"].keys()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with the sample matches and an unfinished match, and to a new home."""
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "saves").symlink_to(ROOT / "saves")
    lines = (ROOT / "saves/dice.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "begun.jsonl").write_bytes(b"".join(lines[:20]))
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "words.py").write_text('tr("Not translated.")')
    return tmp_path


@pytest.mark.parametrize("command", SMALL)
def test_command_runs_in_a_small_form(command, checkout, monkeypatch, capsys):
    form = FORMS[command]
    assert isinstance(form, Small)
    program, *args = shlex.split(form.command or command)
    if program == "darwin-tui":
        done = CliRunner().invoke(main, args, input=form.typed)
        assert done.exit_code == 0, done.output
        assert done.output or "--out" in args
        return
    name = args[1]
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setattr(sys, "argv", [name, *args[2:]])
    # These commands would write into the packages.
    monkeypatch.setattr("darwin_core.lab.messages.roots", lambda: (checkout / "package",))
    monkeypatch.setattr("darwin_core.lab.rl.layout.files", lambda _: checkout)
    if "test_balance" in name:
        # Pytest has imported this module under another name, so it needs a process of its own.
        subprocess.run([sys.executable, *args], cwd=ROOT, check=True)
        return
    given = args[2:] if name.endswith("messages") else []
    import_module(name).main(*given)
    assert capsys.readouterr().out
