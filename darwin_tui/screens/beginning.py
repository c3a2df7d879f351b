"""The beginning of a match at home: from the form, from the results, or as one set up before."""

import msgspec

from darwin_core.match.record import Header
from darwin_tui.library import saves
from darwin_tui.screens import navigation
from darwin_tui.seating import SetUp, seated, set_up_of, with_newest
from darwin_tui.widgets.screen import DarwinScreen


def begin_as(screen: DarwinScreen[None], set_up: SetUp) -> None:
    """Begin a match as it was set up before.

    Raises:
        ValueError: if a player or an option of it is not there any more.
        RecordError: if there can be no such match.
        JournalError: if it cannot be saved.
    """
    players = seated(set_up.seats, screen.session.name)
    begin(screen, saves.header_for(set_up.game, {**set_up.options}, players, None))


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
    place = session.house.host(opened, pace=now.pace)
    navigation.go(screen.app, navigation.Play(place))
