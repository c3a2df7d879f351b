"""The dialog on why a player took an action, and what was better."""

from textwrap import shorten
from typing import Final

from darwin_core.table import Refused
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon
from darwin_tui.dialogs.message import MessageDialog
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.play.why import why
from darwin_tui.widgets.screen import DarwinScreen

TITLE_COLUMNS: Final = 60


def show_why(
    screen: DarwinScreen[None], saved: SavedMatch, cursor: ReplayCursor, lexicon: Lexicon
) -> None:
    """Show why the last action was taken, if its player's perspective is allowed; else say so."""
    if not cursor.position:
        screen.notify(tr("Nobody has acted yet."), timeout=3)
        return
    try:
        recording = saved.recording(cursor.recording.seat(cursor.position))
    except Refused as refused:
        screen.notify(str(refused), markup=False, timeout=4)
        return
    # What the action led to may be about others: a last card face down turns up all of them.
    view, action = recording.view(cursor.position - 1), recording.own_action(cursor.position)
    assert action is not None
    phrase = recording.game.phrase(view, action, lexicon)
    title = f"{recording.names[recording.viewer]}: {phrase}"
    lines = why(recording, cursor.position, lexicon)
    screen.app.push_screen(MessageDialog(shorten(title, TITLE_COLUMNS, placeholder=" …"), lines))
