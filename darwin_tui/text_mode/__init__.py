"""The game line by line: for screen readers, plain terminals, pipes and scripts.

Nothing but lines of text comes out, and nothing but lines goes in. Each seat is shown
only its own view and its own events.
"""

from darwin_tui.text_mode.console import CURTAIN, Console
from darwin_tui.text_mode.play import learn_plain, play_plain
from darwin_tui.text_mode.replay import replay_plain
from darwin_tui.text_mode.visit import visit_plain

__all__ = ["CURTAIN", "Console", "learn_plain", "play_plain", "replay_plain", "visit_plain"]
