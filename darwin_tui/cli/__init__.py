"""The command line.

Exit codes: 0 fine; 1 a negative answer or a failure, such as a damaged record or
a full disk; 2 wrong use; 130 Ctrl-C. Every error is one sentence.
"""

from darwin_tui.cli.games import games, simulate
from darwin_tui.cli.play import main, play
from darwin_tui.cli.records import export, replay, verify
from darwin_tui.cli.serve import serve

for _command in (play, replay, export, verify, games, simulate, serve):
    main.add_command(_command)

__all__ = ["main"]
