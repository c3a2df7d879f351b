"""From one screen to another; a screen is imported when it is first opened."""

from typing import Any

from textual.app import App
from textual.screen import Screen

from darwin_tui.saves import Opened


def home(app: App[Any]) -> None:
    """Back to the first screen, wherever one is."""
    from darwin_tui.screens.home import HomeScreen

    app.clear_notifications()
    while not isinstance(app.screen, HomeScreen) and len(app.screen_stack) > 1:
        app.pop_screen()


def leave_table(app: App[Any]) -> None:
    """Back to the first screen from a match that is not over."""
    home(app)
    app.notify("Saved. Continue it whenever you like.", timeout=3)


def _open(app: App[Any], screen: Screen[Any]) -> None:
    """Open a screen; what was said on the one below must not lie over it."""
    app.clear_notifications()
    app.push_screen(screen)


def _has_board(app: App[Any], opened: Opened) -> bool:
    """Return whether a match can be shown; if not, say why and let its file go."""
    from darwin_tui.games import NoBoard, board_class

    try:
        board_class(opened.match.game.slug)
    except NoBoard as refusal:
        if opened.journal:
            opened.journal.close()
        app.notify(str(refusal), severity="error", timeout=10, markup=False)
        return False
    return True


def new_match(app: App[Any]) -> None:
    """Set up a match."""
    from darwin_tui.screens.new_match import NewMatchScreen

    _open(app, NewMatchScreen())


def saved(app: App[Any]) -> None:
    """Look through the saved matches."""
    from darwin_tui.screens.saved import SavedScreen

    _open(app, SavedScreen())


def settings(app: App[Any]) -> None:
    """Choose looks, pace and the like."""
    from darwin_tui.screens.settings import SettingsScreen

    _open(app, SettingsScreen())


def keys(app: App[Any]) -> None:
    """Choose the keys of commands."""
    from darwin_tui.screens.keys import KeysScreen

    _open(app, KeysScreen())


def play(app: App[Any], opened: Opened) -> None:
    """Sit down at a match; it lies over the first screen, to which it returns."""
    from darwin_tui.play.local_table import LocalTable
    from darwin_tui.screens.play import PlayScreen

    home(app)
    if not _has_board(app, opened):
        return
    _open(app, PlayScreen(LocalTable(opened), lambda: results(app, opened)))


def replay(app: App[Any], opened: Opened, viewer: int | None = None) -> None:
    """Watch a match, with a viewer's eyes if one is named."""
    from darwin_tui.screens.replay import ReplayScreen

    if not _has_board(app, opened):
        return
    _open(app, ReplayScreen(opened, viewer))


def results(app: App[Any], opened: Opened) -> None:
    """Tell how a match ended."""
    from darwin_tui.screens.results import ResultsScreen

    _open(app, ResultsScreen(opened))


def help_page(app: App[Any], under: Screen[Any], slug: str = "") -> None:
    """The keys of a screen and, where a game is open, its rules."""
    from darwin_tui.screens.help import HelpScreen

    _open(app, HelpScreen(under, slug))
