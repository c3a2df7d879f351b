"""The question whom to invite to a table."""

from darwin_tui.dialogs.pick import PickDialog
from darwin_tui.place import Rejected
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.server.lobby import Lobby


async def invite(screen: DarwinScreen[None], lobby: Lobby, code: str) -> None:
    """Ask whom of those who are here to invite to a table, and do so.

    Raises:
        Rejected: if there is nobody, or the server refuses.
    """
    names = [one.name for one in lobby.people if not one.is_me]
    if not names:
        raise Rejected("Nobody else is here now; send the line of the table to a friend.")
    place = await screen.app.push_screen_wait(PickDialog("Invite", names, enter="invites"))
    if place is not None:
        await lobby.invite(names[place], code)
        screen.notify(f"{names[place]} is invited.", timeout=3, markup=False)
