"""The measured figures of a terminal are those of the program in it."""

import json
import os
import signal
from statistics import median

import pytest
from bench.__main__ import main
from waiting import wait_until

from darwin_tui.library import saves

try:
    from bench import latency, terminal
except ImportError:
    pytest.skip("a pty is wanted", allow_module_level=True)


def test_bytes_sent_to_a_terminal(tmp_path):
    with latency.match(tmp_path) as shown:
        # The first key also removes the note of a first match.
        latency.moves(shown, 4)
        _, moves = latency.moves(shown, 12)
        assert 0 < median(moves) <= 1500
        shown.until_quiet(terminal.QUIET)
        # On a busy machine, a bot may still act after the time of silence.
        assert any(latency.idle(shown, 1) == 0 for _ in range(10))
        cards, turns = latency.played(shown, 3)
        assert 0 < median(cards) <= 6144
        assert all(turn >= card for turn, card in zip(turns, cards, strict=True))


def test_program_that_shows_nothing_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(terminal, "PATIENCE", 1)
    with (
        terminal.Terminal(tmp_path, "games") as shown,
        pytest.raises(RuntimeError, match="did not show"),
    ):
        shown.wait_for(b"no such words")


def test_latency_prints_the_figures_of_every_side(capsys, monkeypatch):
    monkeypatch.setattr(latency, "BLOCKS", 2)
    monkeypatch.setattr(latency, "MOVES", 4)
    monkeypatch.setattr(latency, "WARM_UP_MOVES", 4)
    monkeypatch.setattr(latency, "IDLE_SECONDS", 0.1)
    monkeypatch.setattr(latency, "CARDS", 1)
    main(["latency", "--json", "--pairs", "3"])
    figures = {
        (figure["game"], figure["figure"]): figure for figure in json.loads(capsys.readouterr().out)
    }
    for side in ("bare", "journey", "dice"):
        assert figures[side, "bytes a move, p50"]["value"] > 0
        assert figures[side, "pictures at start"]["value"] > 0.5
        assert figures[side, "ms key to byte, p50"]["value"] > 0
        assert figures[side, "ms key to byte, p95"]["peer"] == "bare"
    assert figures["bare", "ms key to byte, p50"]["ratio"] == 1
    first = figures["terminal", "ms to first frame"]
    assert (first["peer"], first["value"] > 0) == ("import textual.app", True)
    assert figures["machine", "ms calibration loop"]["value"] > 0


@pytest.mark.parametrize("slug", list(latency.ACTIONS))
def test_cursor_is_moved_in_the_midst_of_a_match(slug, tmp_path):
    match = saves.read(latency.halfway(tmp_path, slug)).match
    assert len(match.history) >= latency.ACTIONS[slug]
    assert len(match.legal(0)) >= latency.CHOICES


def test_whole_pictures_count_cells_and_not_sequences():
    cells = "─" * terminal.COLUMNS * terminal.ROWS
    sent = f"\x1b[?1049h\x1b]0;title\x07\x1b[1;1H\x1b[38;2;1;2;3m{cells}\x1b[0m\x1b7"
    assert terminal.whole_pictures(sent.encode() * 2) == 2


def test_program_that_was_stopped_draws_everything_again(tmp_path):
    with terminal.Terminal(tmp_path) as shown:
        shown.wait_for(b"Quit", b"quit")
        shown.until_quiet(terminal.QUIET)
        os.kill(shown.pid, signal.SIGTSTP)
        shown.wait_for(b"\x1b[?1049l")
        wait_until(lambda: set(shown.states()) == {terminal.STOPPED})
        os.kill(shown.pid, signal.SIGCONT)
        shown.wait_for(b"\x1b[?1049h", b"by turns", b"Quit", b"quit")
