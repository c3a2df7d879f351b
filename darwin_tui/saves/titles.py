"""Titles of saved matches as they are shown: given by the player, or made of game and time."""

from darwin_core.contract import registry
from darwin_core.text.language import tr, tr_in
from darwin_tui import paths
from darwin_tui.moments import month
from darwin_tui.terminal.printable import clean


def saved_title(title: str) -> str:
    """Return a saved match's title, fit to be shown; render a generated one in words."""
    given = paths.read_title(title)
    if given is None:
        return clean(title)
    try:
        game = registry.get(given.slug)
    except registry.UnknownGame:
        return clean(title)
    return tr(
        "{game}, {day} {month} {year}, {time}{note}",
        game=game.title,
        day=given.made.day,
        month=month(given.made),
        year=given.made.year,
        time=f"{given.made:%H:%M}",
        note=_note(given),
    )


def _note(given: paths.Generated) -> str:
    """Return what the name of a match says beside game and time, in words."""
    if not given.is_branch:
        return given.rest
    if not given.dealt_for:
        words = tr_in("file", "branch")
    elif given.dealt_for == "spectator":
        words = tr("branch dealt again for a spectator")
    else:
        words = tr("branch dealt again for seat {number}", number=given.dealt_for)
    return f" {words}{given.rest}"
