"""The player for whom tests run the program, with folders as the environment names them."""

import os
from dataclasses import replace

from darwin_tui.cli import process
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import Locations
from darwin_tui.terminal.facts import TerminalFacts


def own() -> PlayerContext:
    """Return the context of a new session, at a terminal with all capabilities."""
    return replace(process.begin_own_session(), detected=TerminalFacts())


def here() -> Locations:
    """Return the player's folders."""
    return process.locations_of(os.environ)
