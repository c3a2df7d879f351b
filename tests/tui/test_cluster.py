"""Matches played on a Dask cluster: the results are as without it, and a missing cluster is
reported in a sentence."""

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from darwin_tui.cli import main, program
from darwin_tui.strength import workers

ARGS = ["simulate", "dice", "--games", "12", "--seats", "bot:normal,bot:random", "--json"]

CLUSTER = """
from distributed import LocalCluster
if __name__ == "__main__":
    at = dict(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None)
    with LocalCluster(**at) as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, [*ARGS, *args])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a scheduler with two workers; return its address."""
    pytest.importorskip("distributed", reason="needs pip install 'darwin-tui[cluster]'")
    script = tmp_path_factory.mktemp("dask") / "cluster.py"
    script.write_text(CLUSTER)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, script], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().strip()
        process.communicate("\n")


def test_two_workers_of_a_cluster_find_the_same(address):
    code, output, errors = run("--on", address)
    assert (code, errors) == (0, "")
    assert json.loads(output) == json.loads(run("--jobs", "1")[1])


def test_ladder_is_climbed_on_a_cluster(address):
    ladder = ["simulate", "dice", "--games", "4", "--ladder", "easy", "--at", "2", "--json"]
    local = CliRunner().invoke(main, [*ladder, "--jobs", "1"])
    remote = CliRunner().invoke(main, [*ladder, "--on", address])
    assert (remote.exit_code, remote.stdout) == (0, local.stdout)


def test_address_without_a_scheduler_is_a_sentence(monkeypatch):
    pytest.importorskip("distributed", reason="needs pip install 'darwin-tui[cluster]'")
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 0.2)
    code, _, errors = run("--on", "tcp://127.0.0.1:9")
    assert (code, errors) == (1, "No Dask scheduler answers at tcp://127.0.0.1:9.\n")


def test_without_the_extra_a_sentence_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(program, "find_spec", lambda name: None)
    code, _, errors = run("--on", "tcp://127.0.0.1:9")
    assert code == 1
    assert "pip install 'darwin-tui[cluster]'" in errors


def test_cluster_has_its_own_number_of_processes():
    code, _, errors = run("--on", "tcp://127.0.0.1:9", "--jobs", "2")
    assert code == 2
    assert "its own number of processes" in errors
