"""Steady programs under test: pilots wait until a program is idle, however busy the machine is."""

from textual import app, pilot

from darwin_tui.terminal.idle import until_at_rest


def patch_pilots_to_wait() -> None:
    """Let every pilot wait like this from now on."""
    for module in (app, pilot):
        setattr(module, "wait_for_idle", until_at_rest)  # noqa: B010 - not theirs by type
