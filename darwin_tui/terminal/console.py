"""The console of an app, made from facts about its terminal and not from the environment.

Textual and Rich ask the environment of the process for colours. A server has one process and many
terminals.
"""

from typing import Any, Final

from rich.console import Console
from textual.app import App
from textual.filter import Monochrome, NoColor

from darwin_tui.terminal.facts import Colour, TerminalFacts

_SYSTEMS: Final[dict[Colour, Any]] = {
    # Without colours the output filter removes them all.
    "none": "standard",
    "16": "standard",
    "256": "256",
    "truecolor": "truecolor",
}
"""Rich's names of colour systems."""


def adopt(app: App[Any], facts: TerminalFacts) -> None:
    """Let an app that has just been made use the facts, whatever the environment says."""
    app.console = Console(
        color_system=_SYSTEMS[facts.colour],
        file=app.console.file,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
        _environ={},
    )
    app._filters = [each for each in app._filters if not isinstance(each, Monochrome | NoColor)]
    app.no_color = facts.colour == "none" or facts.no_color
