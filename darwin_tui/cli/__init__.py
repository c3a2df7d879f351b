"""The command line.

Exit codes: 0 fine; 1 a negative answer or a failure, such as a damaged record or
a full disk; 2 wrong use; 130 Ctrl-C. Every error is one sentence.
"""

import sys

if sys.platform == "win32":
    # Before anything is imported that Windows lacks.
    sys.exit("darwin-tui runs on Linux or macOS. On Windows, start it in WSL, or play over SSH.")

from darwin_tui.cli.program import main

__all__ = ["main"]
