"""A run of the tests is the same however it is started, and ends even if a test hangs.

The programs that tests start get the same environment and no ignored signals.
"""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
STARTED = """
import os, signal
ignored = {n for n in signal.valid_signals() if signal.getsignal(n) is signal.SIG_IGN}
held_back = signal.pthread_sigmask(signal.SIG_BLOCK, ())
print(sorted(ignored - {signal.SIGPIPE, signal.SIGXFSZ}), sorted(held_back))
print(os.environ["LOGNAME"], os.environ["LANG"], "NO_COLOR" in os.environ)
"""
STARTING = f"""
import signal, subprocess, sys
for number in signal.valid_signals() - {{signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}}:
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_SETMASK, {{signal.SIGTERM, signal.SIGUSR1}})
import environment
environment.settle()
subprocess.run([sys.executable, "-c", {STARTED!r}], check=True)
"""
HANGING = """
import threading
def test_that_hangs():
    threading.Event().wait()
"""
RUNNING = """
import sys, pytest, runs
pytest.main(["-c", "/dev/null", "-p", "no:cacheprovider", *sys.argv[1:]], [runs.HangGuard(0.2)])
"""


def test_programs_inherit_no_ignored_signals_and_no_names_of_the_user():
    """Start with ignored and blocked signals, as a user with a German terminal without colours."""
    foreign = {"LOGNAME": "mmmm", "LC_ALL": "de_DE.UTF-8", "LANG": "de", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", STARTING],
        cwd=TESTS,
        env=foreign,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[] []\nrobert C.UTF-8 False\n"


def test_a_test_that_hangs_ends_its_process_and_prints_where_it_stands(tmp_path):
    hanging = tmp_path / "test_hanging.py"
    hanging.write_text(HANGING)
    done = subprocess.run(
        [sys.executable, "-c", RUNNING, str(hanging)], cwd=TESTS, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "in test_that_hangs" in done.stderr
