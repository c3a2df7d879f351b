"""Places in a replay: dialogs that ask for one, and guesses that begin there."""

from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.dialogs.pick import PickDialog
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.screens import navigation
from darwin_tui.widgets.screen import DarwinScreen

Screen = DarwinScreen[None]


async def ask_number(screen: Screen, cursor: ReplayCursor) -> int | None:
    """Return the number of an action; None if none was given."""
    question = tr("The number of an action:")
    if cursor.is_revealed:
        question = tr("The number of an action, 0 to {last}:", last=cursor.last)
    dialog = EntryDialog(tr("Go to"), question)
    answer = await screen.app.push_screen_wait(dialog)
    if not answer:
        return None
    if answer.strip().isdecimal():
        return int(answer)
    words = tr("{answer!r} is not the number of an action.", answer=answer)
    screen.notify(words, markup=False, timeout=3)
    return None


async def ask_line(screen: Screen, cursor: ReplayCursor, lexicon: Lexicon) -> int | None:
    """Return the position of a line of the log; None if none was selected."""
    lines = cursor.log_lines(lexicon)
    here = sum(position <= cursor.position for position, _ in lines) - 1
    dialog = PickDialog(tr("Log"), [text for _, text in lines], at=max(here, 0))
    selected = await screen.app.push_screen_wait(dialog)
    return None if selected is None else lines[selected][0]


async def ask_words(screen: Screen, cursor: ReplayCursor, lexicon: Lexicon) -> int | None:
    """Return the position of the next action whose sentences have some words in them."""
    text = await screen.app.push_screen_wait(EntryDialog(tr("Search"), tr("Words in the log:")))
    if not text:
        return None
    position = cursor.search(text, lexicon)
    if position is None:
        words = tr("The log does not contain {words!r}.", words=text)
        screen.notify(words, markup=False, timeout=3)
    return position


def guess_from(screen: Screen, saved: SavedMatch, cursor: ReplayCursor) -> None:
    """Open the guesses of a player's actions from here on, or say why there are none: those of the
    perspective, or of the only person, or of who acts next."""
    recording = cursor.recording
    if recording.outcome is None:
        screen.notify(tr("Actions can be guessed once the match is over."), timeout=3)
    elif cursor.position == cursor.last:
        screen.notify(tr("There is nothing more to guess."), timeout=3)
    else:
        seat = saved.person if recording.viewer >= len(recording.names) else recording.viewer
        seat = recording.seat(cursor.position + 1) if seat is None else seat
        navigation.go(screen.app, navigation.Guess(saved, seat, cursor.position))
