"""The game line by line: for screen readers, plain terminals, pipes and scripts.

Input and output are lines of text. Each seat reads only its view and its redacted events.
"""

from darwin_tui.text_mode.console import CURTAIN, Console
from darwin_tui.text_mode.hosted_play import visit_plain
from darwin_tui.text_mode.play import learn_plain, play_plain
from darwin_tui.text_mode.puzzles import race_plain, run_race, solve_plain
from darwin_tui.text_mode.replay import replay_at, replay_plain

__all__ = [
    "CURTAIN",
    "Console",
    "learn_plain",
    "play_plain",
    "race_plain",
    "replay_at",
    "replay_plain",
    "run_race",
    "solve_plain",
    "visit_plain",
]
