"""Quick and steady programs under test: pilots wait until a program is idle, however busy the
machine is, notices stay, and stylesheets are parsed once for all programs of a run."""

from typing import Any

from textual import app, pilot
from textual.css.stylesheet import Stylesheet
from textual.notifications import Notification

from darwin_tui.terminal.idle import until_at_rest


def patch_pilots_to_wait() -> None:
    """Let every pilot wait like this from now on."""
    for module in (app, pilot):
        setattr(module, "wait_for_idle", until_at_rest)  # noqa: B010 - not theirs by type


def keep_notices() -> None:
    """Let notices stay on the screen: on a machine that stalls they would pass unseen."""
    Notification.time_left = property(lambda notice: 1e6)  # type: ignore[assignment]


def share_parsed_styles() -> None:
    """Share the parsed styles among all programs; parsing is a fifth of each start.

    Within one program Textual shares them likewise, so nobody changes them.
    """
    parse, parsed = Stylesheet._parse_rules, dict[Any, Any]()

    def parse_once(sheet: Any, *args: Any, **more: Any) -> Any:
        key = (args, *more.values(), *sheet._variables.items())
        if key not in parsed:
            parsed[key] = parse(sheet, *args, **more)
        return parsed[key]

    setattr(Stylesheet, "_parse_rules", parse_once)  # noqa: B010 - not theirs by type
