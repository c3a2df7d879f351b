"""The command line.

Exit codes: 0 fine; 1 a negative answer or a failure, such as a damaged record or
a full disk; 2 wrong use; 130 Ctrl-C. Every error is one sentence.
"""

from darwin_tui.cli.program import main

__all__ = ["main"]
