"""Pilots wait until a program has come to rest, however busy the machine is."""

from textual import app, pilot

from darwin_tui.export.rest import until_at_rest


def look_for_rest() -> None:
    """Have every pilot wait like this from now on."""
    for module in (app, pilot):
        setattr(module, "wait_for_idle", until_at_rest)  # noqa: B010 - not theirs by type
