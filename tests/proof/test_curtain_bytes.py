"""Bytes that a terminal is sent between two people at one screen: nothing of either hand, from the
moment the curtain falls until the next player opens it."""

import time
from pathlib import Path

import pytest

from darwin_core.games.dice.components import CARDS
from darwin_tui.screens.curtain import GUARD_SECONDS

try:
    from bench import terminal
except ImportError:
    pytest.skip("a pty is wanted", allow_module_level=True)

NAMES = {card.name.encode() for card in CARDS}
LOOKS = (b"\x10", b"\x1b", b"L?\rH")
"""Keys typed at the curtain: the list of commands among them."""


def named(sent: bytes) -> set[bytes]:
    return {name for name in NAMES if name in sent}


def test_terminal_is_sent_nothing_of_a_hand_while_the_curtain_hangs(tmp_path: Path):
    seats = "human:Ada,human:Ben"
    with terminal.Terminal(tmp_path, "play", "dice", "--seats", seats, "--seed", "5") as shown:
        shown.wait_for(b"Pass to Ada")
        shown.until_quiet(terminal.QUIET)
        time.sleep(GUARD_SECONDS)
        shown.press(b" ")
        assert named(shown.until_quiet(terminal.QUIET)), "names come as they are"
        shown.press(b"2")
        assert named(shown.until_quiet(terminal.QUIET))
        shown.press(b"\r")
        _, fallen, after = shown.until_quiet(terminal.QUIET).partition(b"Pass to Ben")
        assert fallen
        for key in LOOKS:
            shown.press(key)
            after += shown.until_quiet(terminal.QUIET)
        assert not named(after)
