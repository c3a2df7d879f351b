"""The beginning of a match at home, from the form or again from the results."""

import msgspec

from darwin_core.record import Header
from darwin_tui import navigation, saves
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.set_up import set_up_of, with_newest


def begin(screen: DarwinScreen[None], header: Header) -> None:
    """Begin a match in a new file, open its table, and remember how it was set up.

    Raises:
        RecordError: if there can be no such match.
        JournalError: if it cannot be saved.
    """
    session = screen.session
    opened = saves.create(header, session.locations)
    now = session.settings.now
    set_ups = with_newest(now.set_ups, set_up_of(header))
    if set_ups != now.set_ups:
        navigation.keep_settings(screen.app, msgspec.structs.replace(now, set_ups=set_ups))
    table = session.house.host(opened, pace=now.pace)
    navigation.go(screen.app, navigation.Play(table))
