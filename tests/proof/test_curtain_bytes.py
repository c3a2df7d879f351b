"""While the curtain hangs between two people at one screen, no byte sent shows a hand."""

import time

import pytest

from darwin_core.games.dice.material import CARDS
from darwin_tui.screens.curtain import GUARD_SECONDS

try:
    from bench import terminal
except ImportError:
    pytest.skip("a pty is wanted", allow_module_level=True)

NAMES = {card.name.encode() for card in CARDS}
LOOKS = (b"\x10", b"\x1b", b"L?\rH")
"""Keys typed at the curtain; the first opens the list of commands."""


def named(sent: bytes) -> set[bytes]:
    return {name for name in NAMES if name in sent}


def until_named(shown: terminal.Terminal) -> None:
    """Wait until the output names a card, and for the rest of the picture."""
    sent = b""
    while not named(sent):
        chunk = shown.read(terminal.PATIENCE)
        assert chunk, sent
        sent += chunk
    shown.until_quiet(terminal.QUIET)


def test_terminal_is_sent_nothing_of_a_hand_while_the_curtain_hangs(tmp_path):
    seats = "human:Ada,human:Ben"
    with terminal.Terminal(tmp_path, "play", "dice", "--seats", seats, "--seed", "5") as shown:
        shown.wait_for(b"Pass to Ada")
        shown.until_quiet(terminal.QUIET)
        time.sleep(GUARD_SECONDS)
        shown.press(b" ")
        until_named(shown)
        shown.press(b"2")
        until_named(shown)
        shown.press(b"\r")
        _, _, after = shown.wait_for(b"Pass to Ben").partition(b"Pass to Ben")
        after += shown.until_quiet(terminal.QUIET)
        for key in LOOKS:
            shown.press(key)
            after += shown.until_quiet(terminal.QUIET)
        assert not named(after)
