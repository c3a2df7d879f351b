"""The command line: its commands, and its refusals, which are sentences and never tracebacks."""

import errno
import json
import os
import re
import shlex
import subprocess
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import msgspec
import pytest
import sampling
from click.testing import CliRunner, Result
from home import here, own

from darwin_core import __version__
from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.contract.options import read_choices
from darwin_core.journal.file import FileJournal
from darwin_core.match import record
from darwin_core.match.record import Header, write_header
from darwin_tui import app
from darwin_tui.cli import main, process
from darwin_tui.cli.options import read_seats
from darwin_tui.library import saves
from darwin_tui.library.player_context import PlayerContext

BOTS = "bot:random,bot:greedy"


def run(args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, shlex.split(args), input=typed)


def one_sentence(result: Result, code: int) -> str:
    """Check a failed run and return its error: one sentence without control characters."""
    assert result.exit_code == code, (result.exit_code, result.stdout, result.stderr)
    (line,) = result.stderr.splitlines()
    assert line.isprintable()
    assert re.search(r"[^.?][.?]$", line), "one full stop, or one question mark"
    assert "Traceback" not in line
    assert "has failed" not in line
    return line


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """Return the path of a finished record."""
    path = tmp_path / "whole.jsonl"
    path.write_bytes(finished_record())
    return path


@cache
def finished_record() -> bytes:
    """Return the text of a finished record; the match is played once for all tests."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "whole.jsonl"
        assert run(f"play dice --seats {BOTS} --seed beagle --save {path}").exit_code == 0
        return path.read_bytes()


def changed(path: Path, **fields: object) -> bytes:
    """Return the header line of a record with some fields changed and a valid hash."""
    header = record.read(path.read_bytes()).header
    text = msgspec.json.encode({**msgspec.to_builtins(header), **fields})
    return text[:-1] + b',"chain":"' + record._hash(b"", text) + b'"}\n'


# --- commands


@pytest.mark.parametrize("args", ["--version", "--help", "play --help", "simulate -h"])
def test_tells_of_itself(args):
    result = run(args)
    assert (result.exit_code, result.stderr) == (0, "")
    assert (__version__ if args == "--version" else "Usage:") in result.stdout


def test_games_are_listed():
    message = run("games").stdout.splitlines()
    listed = {game["slug"]: game for game in json.loads(run("games --json").stdout)}
    assert tuple(listed) == registry.SLUGS
    assert [line.split()[0] for line in message] == list(listed)
    for slug, game in listed.items():
        assert list(game) == ["slug", "title", "seats", "options", "presets", "rules_version"]
        assert tuple(game["seats"]) == registry.get(slug).seats
    dice = listed["dice"]
    assert dice["seats"] == [2, 3, 4]
    assert dice["options"]["counter"]["default"] is True
    assert dice["presets"] == []
    (balanced,) = listed["evo"]["presets"]
    assert (balanced["name"], balanced["title"]) == ("balanced", "balanced (ours)")
    assert balanced["seats"] == [4]
    assert balanced["options"]["wide_gene_pool"] is True


def test_bots_play_to_the_end_and_the_record_is_named(whole):
    result = run(f"play dice --seats {BOTS}")
    assert (result.exit_code, result.stderr) == (0, "")
    (row, *_) = saves.listed(here())
    assert row.over
    assert str(row.path) in result.stdout
    assert "Place 1: " in result.stdout


def test_same_seed_same_match(whole, tmp_path):
    run(f"play dice --seats {BOTS} --seed beagle --save {tmp_path / 'again.jsonl'}")
    matches = [saves.read(tmp_path / name).match for name in ("whole.jsonl", "again.jsonl")]
    assert len({tuple(line.state_hash for line in match.lines) for match in matches}) == 1
    assert (tmp_path / "again.jsonl").stat().st_mode & 0o777 == 0o600


def test_option_is_kept_in_the_record(tmp_path):
    path = tmp_path / "m.jsonl"
    run(f"play dice --seats {BOTS} --option counter=no --save {path}")
    assert saves.read(path).match.header.options == {"counter": False}


def test_preset_is_kept_in_the_record_and_an_option_named_goes_before_it(tmp_path):
    path = tmp_path / "m.jsonl"
    seats = f"--seats {BOTS} --preset balanced --option predation=yes --option balanced_genome=no"
    assert run(f"play evo {seats} --save {path}").exit_code == 0
    assert saves.read(path).match.header.options == {
        "balanced_genome": False,
        "wide_gene_pool": True,
        "predation": True,
    }


def test_preset_is_simulated():
    scores = [
        json.loads(run(f"simulate evo --games 4 --jobs 1 --seats {BOTS} --json {more}").stdout)[
            "seats"
        ]
        for more in ("", "--preset balanced", "--preset balanced --option wide_gene_pool=no")
    ]
    assert scores[0] != scores[1] != scores[2]


FOUR = ",".join(["bot:random"] * 4)
EVO_RULES = ("balanced_genome", "wide_gene_pool", "predation")


@pytest.mark.parametrize(
    ("seats", "more", "played"),
    [
        (4, "", "yyn"),
        (4, "--preset printed", "nnn"),
        (4, "--option wide_gene_pool=no", "ynn"),
        (4, "--option predation=yes", "yyy"),
        (4, "--preset printed --option predation=yes", "nny"),
        (3, "", "nnn"),
        (3, "--preset balanced", "yyn"),
        (2, "", "nnn"),
    ],
)
def test_a_match_goes_by_the_preset_recommended_for_its_seats(seats, more, played, tmp_path):
    path = tmp_path / "m.jsonl"
    controls = ",".join(["human", *["bot:random"] * (seats - 1)])
    assert run(f"play evo --plain --seats {controls} {more} --save {path}", "").exit_code == 0
    options = saves.read(path).match.header.options
    assert "".join("y" if options[name] else "n" for name in EVO_RULES) == played


@pytest.mark.parametrize(
    ("seats", "more", "message"),
    [
        (4, "", "Rules: balanced (ours)."),
        (4, "--preset printed", "Rules: as printed."),
        (4, "--option predation=yes", "Rules: options of your own."),
        (3, "", "Rules: as printed."),
    ],
)
def test_line_mode_says_which_rules_are_played(seats, more, message, tmp_path):
    controls = ",".join(["human", *["bot:random"] * (seats - 1)])
    path = tmp_path / "m.jsonl"
    assert message in run(f"play evo --plain --seats {controls} {more} --save {path}", "").stdout
    assert message in run(f"play --plain --resume {path}", "").stdout
    dice = run(f"play dice --plain --save {tmp_path / 'dice.jsonl'}", "").stdout
    assert "Rules:" not in dice, "a game without presets"


def test_bots_play_by_the_rules_recommended_for_their_number():
    by_default, balanced, printed = (
        run(f"simulate evo --games 4 --jobs 1 --seats {FOUR} {more}").stdout
        for more in ("", "--preset balanced", "--preset printed")
    )
    assert by_default == balanced != printed
    assert by_default.startswith("Evo, 4 games, rules balanced (ours)\n")
    assert printed.startswith("Evo, 4 games, rules as printed\n")
    assert run(f"simulate dice --games 4 --jobs 1 --seats {FOUR}").stdout.startswith(
        "Darwin's Dice, 4 games\n"
    )


@pytest.mark.parametrize("command", ["play", "simulate --games 1"])
def test_preset_that_is_none_is_refused(command):
    message = one_sentence(run(f"{command} evo --seats {BOTS} --preset blanced"), 2)
    assert message.endswith("Evo has no preset 'blanced'; its presets: printed, balanced.")
    message = one_sentence(run(f"{command} dice --seats {BOTS} --preset balanced"), 2)
    assert message.endswith("Darwin's Dice has no preset 'balanced'; its presets: printed.")


def test_full_table_by_default_with_easy_bots_in_a_first_match(tmp_path):
    path = tmp_path / "m.jsonl"
    assert run(f"play dice --save {path}", "").exit_code == 0
    controls = [player.control for player in saves.read(path).match.header.players]
    assert controls == ["human", "bot:easy", "bot:easy", "bot:easy"]
    later = [player.control for player in read_seats(None, registry.get("dice"), "Ada")]
    assert later == ["human", "bot:normal", "bot:normal", "bot:normal"]


def test_names_given_are_used_and_others_differ():
    game = registry.get("dice")
    players = read_seats("human, human:Wallace,bot:random,bot:greedy:Émile", game, "Ada")
    names = [player.name for player in players]
    assert names[1::2] == ["Wallace", "Émile"]
    assert len({name.casefold() for name in names}) == 4


def test_a_bot_may_have_a_level_seconds_and_a_name(tmp_path):
    game = registry.get("dice")
    players = read_seats("human,bot,bot:hard:Mary,bot:master:2.5s:Emma", game, "Ada")
    controls = [player.control for player in players]
    assert controls == ["human", "bot:normal", "bot:hard", "bot:master:2.5s"]
    assert [player.name for player in players][2:] == ["Mary", "Emma"]
    opened = saves.create(saves.header_for("dice", {}, players, "1"), tmp_path / "a.jsonl")
    assert opened.journal
    opened.journal.close()
    assert "ok (0 actions)" in run(f"verify {opened.path}").stdout


def test_verify_says_ok_with_the_count(whole):
    result = run(f"verify {whole}")
    assert (result.exit_code, result.stdout) == (0, f"{whole}: ok (72 actions)\n")


def test_verify_reports_each_file_on_its_line(whole, tmp_path):
    truncated = tmp_path / "torn.jsonl"
    truncated.write_bytes(whole.read_bytes()[:-5])
    result = run(f"verify {whole} {truncated} {tmp_path} {tmp_path / 'none'}")
    assert result.exit_code == 1
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == f"{whole}: ok (72 actions)"
    assert lines[1] == f"{truncated}: Line 73 is cut off."
    assert lines[2] == f"{tmp_path}: It cannot be read: it is a folder."
    assert lines[3].endswith("none: It cannot be read: No such file or directory.")


def test_replay_without_a_terminal_is_plain(whole):
    result = run(f"replay {whole} --seat 2", "\n\nhand\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "You see what" in result.stdout
    assert "You hold" in result.stdout


def test_replay_of_a_damaged_record_goes_as_far_as_it_is_whole(whole):
    data = bytearray(whole.read_bytes())
    at = data.index(b"[30,")
    data[at + 6] ^= 1
    whole.write_bytes(data)
    result = run(f"replay {whole}", "play\n")
    assert result.exit_code == 0
    assert "Line 31 of the record is damaged." in result.stdout
    assert run(f"verify {whole}").exit_code == 1


@pytest.mark.parametrize("kind", ["md", "json", "svg", "cast"])
def test_damaged_record_is_exported_as_far_as_it_is_whole(whole, kind, tmp_path):
    data = whole.read_bytes()
    before = data[: data.index(b"[30,")]
    whole.write_bytes(before + data[len(before) :].replace(b"[30,", b"[31,", 1))
    result = run(f"export {whole} --as {kind} --out {tmp_path / 'message'}")
    assert one_sentence(result, 1) == (
        f"{whole}: It is exported as far as it is whole: line 31 of the record is damaged."
    )
    whole.write_bytes(before)
    assert run(f"export {whole} --as {kind} --out {tmp_path / 'whole'}").exit_code == 0
    assert (tmp_path / "message").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("title", ["whole", "another.record", "damaged.jsonl"])
def test_export_is_not_written_over_a_match(whole, title):
    out = whole.with_name(title) if "." in title else whole
    out.write_bytes(b"{}" if title.startswith("damaged") else whole.read_bytes())
    before = out.read_bytes()
    assert "is the record of a match" in one_sentence(run(f"export {whole} --out {out}"), 1)
    assert out.read_bytes() == before


def test_export_to_the_screen_reports_a_truncated_line(whole):
    whole.write_bytes(whole.read_bytes()[:-9])
    result = run(f"export {whole}")
    assert "the last line was cut off" in one_sentence(result, 1)
    assert result.stdout.startswith("# Darwin's Dice")


def test_damaged_match_between_bots_reports_the_kept_copy(tmp_path):
    path = tmp_path / "m.jsonl"
    run(f"play dice --seats {BOTS} --save {path}")
    path.write_bytes(path.read_bytes().replace(b"[60,", b"[61,"))
    result = run(f"play --resume {path}")
    assert (result.exit_code, result.stderr) == (0, "")
    (aside,) = tmp_path.glob("*.damaged-*")
    assert f"the damaged file is kept as {aside.name}, and" in result.stdout.splitlines()[0]


def test_rescue_brings_back_what_lies_behind_the_damage(whole, tmp_path):
    text = whole.read_bytes()
    actions = text.count(b"\n") - 1
    whole.write_bytes(text.replace(b"[30,", b"?30,", 1))
    assert "Line 31 of the record is damaged. “darwin-tui rescue” brings back" in (
        run(f"verify {whole}").stdout
    )
    damaged = whole.read_bytes()
    rescued = whole.with_name(f"{whole.stem} rescued.jsonl")
    result = run(f"rescue {whole}")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"{actions} of {actions} actions are rescued in {rescued}; "
        "line 31 was damaged or missing.\n"
    )
    assert rescued.read_bytes() == text
    assert whole.read_bytes() == damaged
    assert run(f"verify {shlex.quote(str(rescued))}").exit_code == 0
    assert "rescued 2.jsonl" in run(f"rescue {whole}").stdout
    out = tmp_path / "out.jsonl"
    assert run(f"rescue {whole} --out {out}").exit_code == 0
    assert out.read_bytes() == text
    assert "exists already" in one_sentence(run(f"rescue {whole} --out {out}"), 1)
    assert "exists already" in one_sentence(run(f"rescue {whole} --out {whole}"), 1)
    assert whole.read_bytes() == damaged


def test_rescue_of_a_record_set_aside_by_playing_on(tmp_path):
    path = tmp_path / "m.jsonl"
    run(f"play dice --seats {BOTS} --save {path}")
    text = path.read_bytes()
    path.write_bytes(text.replace(b"[2,", b"[3,", 1))
    run(f"play --resume {path}")
    (aside,) = tmp_path.glob("*.damaged-*")
    result = run(f"rescue {aside}")
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / "m rescued.jsonl").read_bytes() == text


def test_rescue_says_which_actions_are_not_certain(whole):
    text = whole.read_bytes().splitlines(keepends=True)
    number, seat, action, state_hash, chain = msgspec.json.decode(text[-1])
    state_hash = "A" * len(state_hash)
    line = msgspec.json.encode((number, seat, action, state_hash, chain)) + b"\n"
    whole.write_bytes(b"".join([*text[:-1], line]))
    assert run(f"rescue {whole}").stdout.endswith(
        f"; line {number + 1} was damaged or missing; "
        "the last one is legal, but cannot be proved to be what was played.\n"
    )


def test_rescue_refuses_what_it_cannot_rescue(whole, tmp_path):
    assert one_sentence(run(f"rescue {whole}"), 1) == (
        f"{whole}: It is whole: there is nothing to rescue."
    )
    text = whole.read_bytes()
    lost = tmp_path / "lost.jsonl"
    for data, why in (
        (text[text.index(b"\n") + 1 :], "without the seed in it the match is lost"),
        (text[: text.index(b"\n") + 1] + b'[1,"garbage"]\n', "None of its actions"),
        (b"", "without the seed"),
    ):
        lost.write_bytes(data)
        assert why in one_sentence(run(f"rescue {lost}"), 1)
    assert run(f"rescue {tmp_path / 'none.jsonl'}").exit_code == 1
    assert run("rescue").exit_code == 2
    assert sorted(tmp_path.glob("*rescued*")) == []


def test_damaged_match_is_gone_on_with_and_kept_aside(tmp_path):
    path = tmp_path / "m.jsonl"
    run(f"play dice --plain --seats human,bot:random --save {path}", "1\n1\n")
    data = bytearray(path.read_bytes())
    data[data.index(b"[3,") + 5] ^= 1
    path.write_bytes(data)
    result = run(f"play --resume {path}", "1\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Play continues from action 2" in result.stdout
    (aside,) = tmp_path.glob("*.damaged-*")
    assert aside.read_bytes() == data


# --- wrong use: 2


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("", "needs a terminal"),
        ("dice", "There is no command 'dice'; darwin-tui -h lists"),
        ("'\x1b[2J'", "There is no command"),
        ("play", "Name a game"),
        ("play chess", "no game called 'chess'"),
        ("play '\x1b[2J'", "no game called"),
        ("play dice --seats human", "is played by 2, 3 or 4, not by 1"),
        ("play dice --seats ''", "not by 1"),
        ("play dice --seats human,bot:greedy,bot:greedy,bot:greedy,human", "not by 5"),
        ("play dice --seats human,robot", "'robot' is not a seat"),
        ("play dice --seats human,bot:", "There is no bot called ''"),
        ("play dice --seats human,bot:greedy:A:B", "is not a seat"),
        ("play dice --seats human,bot:deep", "There is no bot called 'deep'"),
        ("play dice --seats human,bot:master:50s", "0.1 to 30 seconds"),
        ("play dice --seats human:,bot:greedy", "'human:' is not a seat"),
        ("play dice --seats 'human:\x1b[31m,bot:greedy'", "cannot be a player's name"),
        ("play dice --seats 'human:A\nda,bot:greedy'", "cannot be a player's name"),
        ("play dice --seats human:Wallace,bot:greedy:wallace", "cannot both be called 'Wallace'"),
        ("play dice --option colour=red", "no option 'colour'; its options: counter"),
        ("play dice --option counter=perhaps", "counter can be yes or no, not 'perhaps'"),
        ("play dice --option counter", "options are given as name=value"),
        ("play dice --seed ''", "1 to 200 printable"),
        (f"play dice --seed {'x' * 201}", "1 to 200 printable"),
        ("play dice --seed '\udcff'", "1 to 200 printable"),
        ("play dice --sead 1", "No such option"),
        ("play --resume x dice", "keeps its game and options"),
        ("play --resume x --seats human,human", "keeps its game and options"),
        ("verify", "Missing argument"),
        ("replay", "Missing argument"),
        ("simulate dice", "Missing option"),
        ("simulate dice --games 1 --option trump=fox", "no option 'trump'"),
        ("simulate dice --games 0", "not in the range"),
        ("simulate dice --games many", "not a valid integer"),
        ("simulate dice --games 1 --jobs 0", "not in the range"),
        ("simulate dice --games 1 --seats human,bot:greedy", "Only bots can be simulated"),
        ("simulate chess --games 1", "no game called 'chess'"),
    ],
)
def test_wrong_use_is_reported_in_a_sentence(args, message, state_home):
    assert re.search(message, one_sentence(run(args), 2))
    assert not state_home.exists()


def test_seat_of_a_record_is_one_it_has(whole):
    assert "seats 1 to 2, no 3" in one_sentence(run(f"replay {whole} --seat 3"), 2)


# --- requests that cannot be met: 1


def oversized(path: Path) -> None:
    with path.open("ab") as file:
        file.truncate(record.MAX_BYTES + 1)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: path.unlink(), "No such file or directory"),
    "folder": (folder, "is a folder"),
    "pipe": (pipe, "is not a file"),
    "empty": (lambda path: path.write_bytes(b""), "not a record"),
    "foreign": (lambda path: path.write_bytes(b'{"a": 1}\n'), "not a record"),
    "bytes": (lambda path: path.write_bytes(b"\x1b[2J\0\xff" * 999), "not a record"),
    "deep": (lambda path: path.write_bytes(b"[" * 100_000), "not a record"),
    "truncated": (lambda path: path.write_bytes(path.read_bytes()[:80]), "not a record"),
    "header": (
        lambda path: path.write_bytes(path.read_bytes().replace(b"Wallace", b"Wallach")),
        "header is damaged",
    ),
    "escape": (
        lambda path: path.write_bytes(path.read_bytes().replace(b"Wallace", b"\x1b[31mWa")),
        "not a record|header is damaged",
    ),
    "newer format": (
        lambda path: path.write_bytes(changed(path, format=99, engine="9.1")),
        "format 99, written by version 9.1; this is version .*, which reads formats up to 1",
    ),
    "newer rules": (
        lambda path: path.write_bytes(changed(path, rules=99, engine="9.1")),
        "rules 99 .* version 9.1; this is version .*, which knows rules up to 1",
    ),
    "unknown game": (lambda path: path.write_bytes(changed(path, game="chess")), "no game"),
    "title": (lambda path: path.write_bytes(changed(path, game="\x1b]0;x")), "damaged"),
    "seats": (lambda path: path.write_bytes(changed(path, players=[])), "damaged"),
    "oversized": (oversized, "17 MiB|16 MiB"),
}


@pytest.mark.parametrize("command", ["replay", "play --resume", "verify", "export"])
def test_oversized_file_is_refused_before_a_byte_of_it_is_read(whole, command, monkeypatch):
    def read(*_: object) -> bytes:
        raise AssertionError("it is read")

    oversized(whole)
    monkeypatch.setattr(Path, "open", read)
    monkeypatch.setattr(FileJournal, "read", read)
    result = run(f"{command} {whole}")
    assert result.exit_code == 1
    assert "no record is larger than 16 MiB" in result.output


COMMANDS = ("replay", "play --resume", "verify")


@pytest.mark.parametrize(
    ("command", "how"), sampling.grid(COMMANDS, SPOILT, interval=len(COMMANDS))
)
def test_what_is_no_record_is_refused_in_a_sentence(whole, command, how):
    spoil, message = SPOILT[how]
    spoil(whole)
    before = whole.read_bytes() if how not in ("missing", "folder", "pipe", "oversized") else b""
    result = run(f"{command} {whole}")
    if command == "verify":
        assert (result.exit_code, result.stderr) == (1, "")
        (line,) = result.stdout.splitlines()
        assert line.isprintable()
    else:
        line = one_sentence(result, 1)
    assert line.startswith(f"{whole}: ")
    assert re.search(message, line)
    if before:
        assert whole.read_bytes() == before
    assert [path.name for path in whole.parent.iterdir() if "jsonl" in path.name] == (
        [] if how == "missing" else ["whole.jsonl"]
    )


def test_record_with_an_unknown_bot_is_not_gone_on_with(tmp_path):
    path = tmp_path / "m.jsonl"
    run(f"play dice --plain --seats human,bot:random --save {path}", "1\n")
    players = [{"name": "Ada"}, {"name": "Emma", "control": "bot:deep"}]
    path.write_bytes(changed(path, players=players))
    assert "no bot called 'deep'" in one_sentence(run(f"play --resume {path}"), 1)


def test_divergent_record_is_refused_for_play_and_named(whole):
    reading = record.read(whole.read_bytes())
    head, chain = write_header(reading.header)
    first = reading.lines[0]
    line, _ = record.write_line(
        1, first.seat, "C" if first.action != "C" else "B1", "x" * 11, chain
    )
    whole.write_bytes(head + line)
    assert "Action 1" in one_sentence(run(f"play --resume {whole}"), 1)
    assert "Action 1" in run(f"verify {whole}").stdout
    assert run(f"replay {whole}", "").exit_code == 0


def test_record_is_not_written_over(whole):
    before = whole.read_bytes()
    result = run(f"play dice --seats {BOTS} --save {whole}")
    assert "exists already" in one_sentence(result, 1)
    assert whole.read_bytes() == before


@pytest.mark.parametrize("name", ["no/such/folder/m.jsonl", "x" * 300])
def test_place_that_cannot_be_is_refused(tmp_path, name):
    path = tmp_path / name
    assert str(path) in one_sentence(run(f"play dice --seats {BOTS} --save {path}"), 1)


def test_match_in_play_elsewhere_is_not_played(whole):
    opened = saves.resume(whole)
    try:
        assert "in another program" in one_sentence(run(f"play --resume {whole}"), 1)
    finally:
        assert opened.journal
        opened.journal.close()


def test_perspective_of_a_bot_is_refused_while_the_match_is_not_over(tmp_path):
    path = tmp_path / "m.jsonl"
    run(f"play dice --plain --seats human,bot:random --save {path}", "1\n")
    assert run(f"replay {path} --seat 1", "").exit_code == 0
    message = one_sentence(run(f"replay {path} --seat 2"), 1)
    assert "only once the match is played to its end" in message


def test_folder_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    real = os.open

    def refuse(path: Any, flags: int, *args: int, **more: Any) -> int:
        if flags & os.O_CREAT:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return real(path, flags, *args, **more)

    monkeypatch.setattr(os, "open", refuse)
    result = run(f"play dice --seats {BOTS} --save {tmp_path / 'm.jsonl'}")
    monkeypatch.undo()
    message = one_sentence(result, 1)
    assert str(tmp_path) in message
    assert "Read-only file system" in message


def test_home_that_is_a_file_is_named(state_home):
    state_home.parent.mkdir()
    state_home.write_text("")
    assert str(state_home) in one_sentence(run(f"play dice --seats {BOTS}"), 1)


def test_failure_of_the_program_itself_is_a_sentence(monkeypatch):
    def broken(*_: object) -> None:
        raise RuntimeError("\x1b[2Ja\nslip")

    monkeypatch.setattr(saves, "create", broken)
    result = run(f"play dice --seats {BOTS}")
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("The program has failed (RuntimeError: ?[2Ja slip)")
    monkeypatch.setenv(process.TRACEBACK, "1")
    assert isinstance(run(f"play dice --seats {BOTS}").exception, RuntimeError)


def test_failure_of_the_full_screen_reaches_that_sentence(monkeypatch):
    monkeypatch.setattr(app.DarwinApp, "run", lambda _: None)
    monkeypatch.setattr(app.DarwinApp, "failure", RuntimeError("a slip"))
    with pytest.raises(RuntimeError, match="a slip"):
        app.run(own())


# --- the full screen


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Replace the full-screen program; return the list of requests that it gets."""
    requests: list[dict[str, object]] = []

    def show(_: PlayerContext, **request: object) -> int:
        requests.append(request)
        return 0

    module = types.ModuleType("darwin_tui.app")
    module.run = show  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "darwin_tui.app", module)
    monkeypatch.setattr("darwin_tui.app", module, raising=False)
    monkeypatch.setattr(process, "has_terminal", lambda: True)
    return requests


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("evo", "Rules: balanced (ours).\n"),
        ("evo --preset printed", "Rules: as printed.\n"),
        ("dice", ""),
    ],
)
def test_before_the_full_screen_the_rules_are_shown(command, message, screen):
    assert run(f"play {command}").stdout == message
    assert len(screen) == 1


def test_full_screen_shows_what_was_asked_for(screen, whole):
    assert run("").exit_code == 0
    assert run("play dice").exit_code == 0
    assert run(f"replay {whole}").exit_code == 0
    assert run(f"replay {whole} --seat 2").exit_code == 0
    assert [sorted(asked) for asked in screen] == [[], ["play"], *[["replay", "viewer"]] * 2]
    assert [asked["viewer"] for asked in screen[2:]] == [SPECTATOR, 1]
    assert run(f"play dice --seats {BOTS}").exit_code == 0
    assert run("play dice --plain", "").exit_code == 0
    assert len(screen) == 4


@pytest.mark.parametrize("term", ["dumb", "DUMB", "unknown"])
def test_dumb_terminal_is_none(monkeypatch, term):
    tty = types.SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(sys, "stdin", tty)
    monkeypatch.setattr(sys, "stdout", tty)
    monkeypatch.setenv("TERM", "xterm")
    assert process.has_terminal()
    monkeypatch.setenv("TERM", term)
    assert not process.has_terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdin", None)
    assert not process.has_terminal()


def test_command_line_does_not_load_the_full_screen():
    code = "import sys, darwin_tui.cli; print('textual' in sys.modules, 'rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "False False\n"


def test_header_type_of_options_is_plain():
    game = registry.get("dice")
    assert read_choices(["counter=off"], game, 4) == {"counter": False}
    assert isinstance(
        saves.header_for("dice", read_choices([], game, 4), read_seats(None, game, "Ada"), None),
        Header,
    )


def test_every_command_has_a_sentence_of_help():
    assert isinstance(main, click.Group)
    for command in main.commands.values():
        assert command.help
        assert command.help.endswith(".")


def commands_within(context: click.Context) -> Iterator[click.Context]:
    """Yield the contexts of all commands of a group, and of the groups within it."""
    group = context.command
    if not isinstance(group, click.Group):
        return
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        inner = click.Context(command, parent=context, info_name=name)
        yield inner
        yield from commands_within(inner)


def test_shells_complete_games_and_files_wherever_usage_names_one():
    completed = Counter[str]()
    for context in commands_within(click.Context(main)):
        for parameter in context.command.params:
            usage = parameter.make_metavar(context)
            named = re.search(r"(?<!@)\b(GAME|FILE|DIR|PATH|RECORD)", usage)
            if named:
                items = parameter.shell_complete(context, "d")
                offered = [item.value if item.type == "plain" else item.type for item in items]
                wanted = ["dice", "darwinning"] if named[1] == "GAME" else ["file"]
                assert offered == wanted, f"{context.command_path} {usage}"
                completed[named[1]] += 1
    assert completed["GAME"] > 8
    assert completed["FILE"] > 8
