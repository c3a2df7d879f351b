"""The command line.

Exit codes: 0 fine; 1 a negative answer or a failure, such as a damaged record or
a full disk; 2 wrong use; 130 Ctrl-C. Every error is one sentence.
"""

import gc
import sys

if sys.platform == "win32":
    # Refuse before importing anything that Windows lacks.
    sys.exit("darwin-tui runs on Linux or macOS. On Windows, start it in WSL, or play over SSH.")

# Disable garbage collection during imports: nearly all of their objects stay, so they are never
# traversed.
_collects = gc.isenabled()
gc.disable()
from darwin_tui.cli.program import main  # noqa: E402

gc.freeze()
if _collects:
    gc.enable()

__all__ = ["main"]
