"""The command ``darwin-tui serve``: starting and ending, keys, figures and checks."""

import asyncio
import logging
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from click.testing import CliRunner, Result
from server.clients import key_of, run, ssh_port
from waiting import PATIENCE_SECONDS, wait_until

from darwin_tui.cli import main, process, program
from darwin_tui.cli.serve import SEEN
from darwin_tui.server.operations.plan import Address, Plan, PublicName, checked, checklist
from darwin_tui.terminal.limits import Limits, limits_of_host

READY = re.compile(r"ready ssh=127\.0\.0\.1:\d+ key=SHA256:[A-Za-z0-9+/]{43}\n\Z")


@contextmanager
def served(*args: str) -> Iterator[subprocess.Popen[str]]:
    """Run ``darwin-tui serve`` in a separate process until the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "darwin_tui", "serve", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        umask=0,
    )
    timer = threading.Timer(PATIENCE_SECONDS, process.kill)
    timer.start()
    try:
        yield process
    finally:
        timer.cancel()
        process.kill()
        process.communicate()


def ready(process: subprocess.Popen[str]) -> str:
    """Return the first line that a server prints."""
    assert process.stdout is not None
    return process.stdout.readline()


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for the server's end; return its exit code, output and errors."""
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    return process.returncode, out, err


def cli(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["serve", *args], input=typed)


def text_of(name: str) -> str:
    return key_of(name).export_public_key().decode()


@pytest.fixture(autouse=True)
def restored_umask() -> Iterator[None]:
    before = os.umask(0o077)
    os.umask(before)
    yield
    os.umask(before)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the folder of a server at which Ada may play."""
    folder = tmp_path / "server"
    assert (
        cli("keys", "add", "Ada", "-", "--data", str(folder), typed=text_of("Ada")).exit_code == 0
    )
    return folder


def status_of(data: Path) -> dict[str, Any]:
    """Return the status of the only server process of a folder."""
    figures: dict[str, Any]
    (figures,) = msgspec.json.decode(cli("status", "--json", "--data", str(data)).stdout)
    return figures


# --- a running server


def test_a_server_starts_answers_ends_and_starts_again_with_its_tables(data):
    with served("--ssh", "127.0.0.1:0", "--data", str(data)) as process:
        line = ready(process)
        assert READY.match(line)
        status, code, _ = asyncio.run(run(ssh_port(line), "Ada", "new dice --seats me,open"))
        assert status == 0
        wait_until(lambda: status_of(data)["status"]["tables"] == 1)
        assert status_of(data)["process"] == process.pid
        output = cli("status", "--data", str(data)).stdout
        assert re.fullmatch(
            r"process \d+: \d+ sessions?, \d+ tables? open, 1 not over, .* \(p95\), \d+ MB\n",
            output,
        )
        second = cli("--ssh", "127.0.0.1:0", "--data", str(data))
        assert (second.exit_code, second.stderr) == (
            1,
            f"Another server uses the folder {data} already.\n",
        )
        others = [path for path in data.rglob("*") if stat.S_IMODE(path.stat().st_mode) & 0o077]
        assert others == []
        process.send_signal(signal.SIGTERM)
        returned, out, err = ended(process)
        assert (returned, out) == (0, "")
        assert "Traceback" not in err
        assert cli("status", "--data", str(data)).exit_code == 1
    with served("--ssh", "127.0.0.1:0", "--data", str(data)) as process:
        again = ready(process)
        assert again.split("key=")[1] == line.split("key=")[1]
        _, listed, _ = asyncio.run(run(ssh_port(again), "Ada", "tables"))
        assert listed.startswith(code.strip())
        process.send_signal(signal.SIGINT)
        assert ended(process)[0] == 0


def test_a_public_server_prints_what_to_see_to_and_then_where_it_listens(data):
    with served(
        "--ssh", "0.0.0.0:0", "--public", "--web", "127.0.0.1:0", "--data", str(data)
    ) as it:
        line = ready(it)
        assert re.match(r"ready ssh=0\.0\.0\.0:\d+ key=SHA256:\S+ web=127\.0\.0\.1:\d+\n", line)
        it.terminate()
        code, _, err = ended(it)
    assert code == 0
    assert err.startswith("This server can be reached from other machines. See to it that:\n- keys")


def test_a_server_on_one_machine_with_redis_keeps_accounts_there(redis_server):
    address = redis_server.url
    assert cli("keys", "add", "Ada", "-", "--store", address, typed=text_of("Ada")).exit_code == 0
    with served("--ssh", "127.0.0.1:0", "--store", address) as process:
        assert READY.match(ready(process))
        process.terminate()
        assert ended(process)[0] == 0
    assert cli("keys", "list", "--store", address).stdout.startswith("Ada  never here")


# --- refusals


@pytest.mark.parametrize("bind", ["0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "example.org:0"])
@pytest.mark.parametrize("door", ["--ssh", "--web"])
def test_other_machines_are_let_in_only_if_the_host_says_so(bind, door, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [])
    result = cli(door, bind)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{Address.read(bind)} can be reached from other machines;")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("bind", ["8022", "localhost", "::1:22", "127.0.0.1:70000", "a:b", "x:-1"])
def test_what_is_no_address_is_refused(bind):
    result = cli("--ssh", bind)
    assert (result.exit_code, result.stderr) == (
        2,
        f"{bind!r} is no address; an address is HOST:PORT.\n",
    )


def test_a_port_that_is_taken_is_refused_in_a_sentence(data):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for door in ("--ssh", "--web"):
            rest = ("--ssh", "127.0.0.1:0") if door == "--web" else ()
            result = cli(door, f"127.0.0.1:{port}", *rest, "--data", str(data))
            assert (result.exit_code, result.stdout) == (1, "")
            assert result.stderr == f"127.0.0.1:{port} is used by another program already.\n"


def test_a_folder_that_cannot_be_used_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    result = cli("--ssh", "127.0.0.1:0", "--data", str(tmp_path / "file" / "server"))
    assert result.exit_code == 1
    assert re.match(r".* cannot be used: .*\n\Z", result.stderr)


def test_a_redis_that_is_not_there_is_refused_in_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    for args in ([], ["keys", "list"]):
        result = cli(*args, "--store", f"redis://:secret@127.0.0.1:{port}/0")
        assert (result.exit_code, result.stdout) == (1, "")
        seen, sentence = result.stderr.splitlines()
        assert seen == SEEN
        assert re.fullmatch(rf"Redis at 127\.0\.0\.1:{port} cannot be reached: .*\.", sentence)


def test_the_address_of_the_redis_may_be_hidden_from_the_process_list(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    address = f"redis://:secret@127.0.0.1:{port}/0"
    path = tmp_path / "address"
    path.write_text(f"{address}\n")
    sentence = f"Redis at 127.0.0.1:{port} cannot be reached: "
    for args in ([], ["keys", "list"], ["say", "hello"], ["mute", "Ada"], ["end", "AAAA"]):
        result = cli(*args, "--store", f"@{path}")
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith(sentence)
        with monkeypatch.context() as patch:
            patch.setenv("DARWIN_TUI_STORE", address)
            assert cli(*args).stderr == result.stderr
            assert "no server in" in cli("keys", "list", "--data", str(tmp_path)).stderr
    keys = cli("--data", str(tmp_path), "keys", "add", "Ada", text_of("Ada"))
    assert keys.exit_code == 0
    moved = cli("--data", str(tmp_path), "move", "--to", f"@{path}")
    assert moved.stderr.startswith(sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, " cannot be read: No such file or directory."),
        (b"\xff", " holds no address of a Redis."),
        (b"a" * 5000, " cannot be read: it is too large."),
    ],
)
def test_a_file_without_an_address_is_named(content, sentence, tmp_path):
    path = tmp_path / "address"
    if content is not None:
        path.write_bytes(content)
    result = cli("--store", f"@{path}")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"{path}{sentence}\n")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--store", "http://127.0.0.1"], "--store and DARWIN_TUI_STORE take the address of a "),
        (["--store", "redis://127.0.0.1", "--data", "x"], "Give --data or --store, not both."),
        (["frobnicate"], "There is no command 'frobnicate'; "),
        (["keys", "frobnicate"], "There is no command 'frobnicate'; "),
        (["--name", "a b"], "'a b' is no name of a server, as play.your.host[:PORT] is."),
        (["--name", "example.org", "status"], "--name is for the server itself, not for its "),
        (["--data", "", "keys", "list"], "Invalid value for '--data': An empty text is no name"),
    ],
)
def test_wrong_use_is_a_sentence(args, sentence):
    result = cli(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)


@pytest.mark.parametrize(
    ("module", "extra", "args"),
    [
        ("asyncssh", "ssh", []),
        ("aiohttp", "web", ["--web", "127.0.0.1:0"]),
        ("textual_serve", "web", ["--web", "127.0.0.1:0"]),
        ("redis", "cluster", ["--store", "redis://127.0.0.1"]),
    ],
)
def test_a_package_that_is_missing_is_named_by_what_to_install(module, extra, args, monkeypatch):
    monkeypatch.setattr(program, "find_spec", lambda name: None if name == module else name)
    result = cli(*args)
    assert result.exit_code == 1
    assert result.stderr.endswith(f"run: pip install 'darwin-tui[{extra}]'.\n")


def test_an_address_that_the_machine_does_not_have_is_refused_in_a_sentence(data):
    for place in ("192.0.2.1:0", "nowhere.invalid:0"):
        result = cli("--ssh", place, "--public", "--data", str(data))
        if place.startswith("nowhere"):
            # A name that does not exist is no public address, so --public is not asked for.
            assert cli("--ssh", place, "--data", str(data)).stderr == result.stderr
        assert (result.exit_code, result.stdout) == (1, "")
        assert re.fullmatch(rf"{place} cannot be used: [A-Z][a-z ]+\.\n", result.stderr)


@pytest.mark.parametrize(
    "args",
    [
        ["keys", "list"],
        ["keys", "remove", "Ada"],
        ["say", "Hello"],
        ["mute", "Ada"],
        ["end", "K7QF"],
        ["move", "--to", "redis://127.0.0.1"],
    ],
)
def test_no_order_makes_a_server_where_there_is_none(args, tmp_path):
    folder = tmp_path / "servre"
    result = cli("--data", str(folder), *args)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"There is no server in {folder}.\n"
    assert not folder.exists()


def test_a_store_of_another_kind_is_no_target(data, tmp_path):
    result = cli("--data", str(data), "move", "--to", f"file://{tmp_path}/other")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("--to takes a folder, or the address of a Redis")


# --- keys


def test_keys_are_added_listed_and_removed(data, tmp_path):
    place = ("--data", str(data))
    path = tmp_path / "id_ed25519.pub"
    path.write_text(text_of("Emma"))
    added = cli("keys", "add", "Emma", str(path), *place)
    print_of = key_of("Emma").get_fingerprint()
    assert (added.exit_code, added.stdout) == (0, f"Emma can sign in with {print_of}.\n")
    # The key itself as an argument, in the form that the server shows to unknown players.
    assert cli("keys", "add", "Emma", text_of("Mary").strip(), *place).exit_code == 0
    accounts = msgspec.json.decode(cli("keys", "list", "--json", *place).stdout)
    assert [(account["name"], len(account["keys"])) for account in accounts] == [
        ("Ada", 1),
        ("Emma", 2),
    ]
    assert print_of in cli("keys", "list", *place).stdout
    # A key of RSA is longer than the name of any file.
    damaged = cli("keys", "add", "Emma", f"ssh-rsa {'A' * 400}", *place)
    assert damaged.stderr == "This is not a line with a public key of OpenSSH.\n"
    taken = cli("keys", "add", "Ada", str(path), *place)
    assert (taken.exit_code, taken.stderr) == (1, "This key belongs to Emma already.\n")
    removed = cli("keys", "remove", "emma", *place)
    assert (removed.exit_code, removed.stdout) == (0, "Emma can sign in no longer.\n")
    assert cli("keys", "remove", "Emma", *place).exit_code == 1
    # The name stays Emma's: to give it again, the host must say that it is the same person.
    assert cli("keys", "add", "Emma", str(path), *place).exit_code == 1
    assert cli("keys", "add", "Emma", str(path), "--same-person", *place).exit_code == 0
    assert cli("keys", "remove", "Emma", *place).exit_code == 0
    # The option for the folder may also come before the command.
    assert cli(*place, "keys", "list").stdout.startswith("Ada  ")


def test_a_file_that_cannot_be_read_is_refused(data):
    result = cli("keys", "add", "Emma", "nowhere.pub", "--data", str(data))
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert result.stderr.startswith("nowhere.pub cannot be read: ")


# --- what is open to whom


def test_check_says_what_is_open_to_whom_and_starts_nothing(data):
    args = ("--check", "--data", str(data))
    result = cli(*args)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == ["SSH: 127.0.0.1:8022, this machine alone.", "Web: off."]
    assert "Players: 1 account with 1 key and 0 tokens for browsers." in lines
    assert lines[-1] == f"Data: {data}, open to you alone."
    data.chmod(0o755)
    wide = cli("--ssh", "0.0.0.0:22", "--web", "[::]:80", "--open", *args).stdout.splitlines()
    assert wide[:2] == [
        "SSH: 0.0.0.0:22, every machine that can reach it.",
        "Web: [::]:80, every machine that can reach it.",
    ]
    assert "anybody with an SSH key may choose a name" in wide[2]


def test_check_makes_nothing(tmp_path):
    folder = tmp_path / "server"
    lines = cli("--check", "--data", str(folder)).stdout.splitlines()
    assert "Players: 0 accounts with 0 keys and 0 tokens for browsers." in lines
    assert lines[-1] == f"Data: {folder}, which is made on the first start for you alone."
    assert not folder.exists()


def test_who_can_reach_redis_has_everything(tmp_path):
    plan = Plan(tmp_path, Address("0.0.0.0", 22), has_redis=True)
    assert "Store: Redis, open to everybody who can reach it." in checked(plan, ())
    lines = checklist(plan, is_root=False)
    assert "- nobody but your hosts can reach Redis, which holds everything." in lines
    assert "- the file of Redis is copied from time to time; that is the backup." in lines


def test_checklist_warns_of_root_open_doors_and_pages_without_tls(tmp_path):
    plan = Plan(tmp_path, Address("0.0.0.0", 22), Address("0.0.0.0", 80), "open")
    text = "\n".join(checklist(plan, is_root=True))
    assert "does NOT run as root" in text
    assert "Anybody with an SSH key may choose a name" in text
    assert "TLS" in text
    assert "--name says what friends type" in text
    named = plan._replace(name=PublicName("play.your.host"))
    assert "--name" not in "\n".join(checklist(named, is_root=True))
    quiet = "\n".join(checklist(plan._replace(web=None, door="invite"), is_root=False))
    assert "NOT" not in quiet
    assert "TLS" not in quiet


def test_a_failure_that_lasts_is_logged_once_a_minute(capsys, monkeypatch):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    process.log_to_stderr()
    log = logging.getLogger("darwin_tui")
    for seconds, code in ((0, "K7QF"), (1, "K7QF"), (2, "3ZAB"), (59, "K7QF"), (61, "K7QF")):
        monkeypatch.setattr(time, "time", lambda now=1e9 + seconds: now)
        monkeypatch.setattr(time, "time_ns", lambda now=10**18 + seconds * 10**9: now)
        log.error("The table %s cannot be written.", code)
        log.info("left")
    lines = [line.split(maxsplit=2)[2] for line in capsys.readouterr().err.splitlines()]
    errors = [line for line in lines if line != "INFO left"]
    said = "ERROR The table {} cannot be written."
    assert errors == [said.format(code) for code in ("K7QF", "3ZAB", "K7QF")]
    assert lines.count("INFO left") == 5


def test_unit_and_container_file_are_printed():
    unit, container = cli("unit").stdout, cli("container").stdout
    wanted = ("DynamicUser=yes", "StateDirectory=darwin-tui", "NoNewPrivileges=yes", "MemoryMax=")
    assert all(f"\n{line}" in unit for line in wanted)
    assert "ProtectSystem=strict" in unit
    assert "\nUSER darwin\n" in container


def test_unit_and_container_name_every_option_of_a_server():
    command = main.get_command(click.Context(main), "serve")
    assert command
    names = {name for option in command.params for name in option.opts}
    for text in (cli("unit").stdout, cli("container").stdout):
        assert {name for name in names if name not in text} <= {"--check", "--help", "-h"}


def test_examples_of_unit_and_container_start_a_server(data):
    for text in (cli("unit").stdout, cli("container").stdout):
        shown = re.search(r"serve --ssh 0\.0\.0\.0:8022[^\n\\]*(\\\n#[^\n\\]*)*", text)
        assert shown
        words = shown[0].replace("\\\n#", " ").split()[1:]
        assert "--name" in words
        words[words.index("--data") + 1] = str(data)
        assert cli(*words, "--check").exit_code == 0
        for option in ("--open", "--web"):
            more = re.search(rf"^#   {option}( \S+)?  ", text, re.MULTILINE)
            assert more, option
            assert cli(*words, *more[0][1:].split(), "--check").exit_code == 0
        assert "redis" in text, "several hosts"


def test_the_host_chooses_limits():
    assert limits_of_host(None, None) == Limits()
    chosen = limits_of_host(40, 60)
    assert (chosen.sessions_max, chosen.connections_max) == (40, 80)
    assert (chosen.connections_of_address_max, chosen.new_of_address_a_minute) == (60, 60)
