"""The player that tests run the program for: their folders are those of the environment."""

import os
from dataclasses import replace

from darwin_tui.cli import process
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import Locations
from darwin_tui.terminal.facts import TerminalFacts


def own() -> PlayerContext:
    """Return a new session, at a terminal that shows everything."""
    return replace(process.own_session(), detected=TerminalFacts())


def here() -> Locations:
    """Return the player's folders."""
    return process.locations_of(os.environ)
