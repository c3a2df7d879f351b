"""The driver of the terminal that the program was started in."""

import sys

from textual import constants
from textual.driver import Driver


def driver_class() -> type[Driver] | None:
    """Return our driver where there is one; None for Textual's own, or another that was asked
    for."""
    if sys.platform == "win32" or constants.DRIVER:
        return None
    from darwin_tui.terminal.posix_driver import RestoringDriver

    return RestoringDriver
