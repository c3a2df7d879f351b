"""The bots at a table: how they play, and at which level."""

from typing import Final

from darwin_core.contract.game import Element
from darwin_core.journal import JournalError
from darwin_core.text.language import tr
from darwin_tui.dialogs.pick import PickDialog
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.play.seat_access import Place, Rejected
from darwin_tui.seating import BOT_PREFIX, about_bot, about_rival, level_title, offered_levels
from darwin_tui.widgets.screen import DarwinScreen

SEAT_KINDS: Final = frozenset(("seat", "species"))
"""Elements that stand for a player, by the number of the seat."""


def about_seat(place: Place, element: Element) -> list[str]:
    """Return a line on the bot whose seat an element is; none if it is no bot's."""
    kind, number = element
    level = place.bot_levels.get(number) if kind in SEAT_KINDS else None
    if level is None:
        return []
    name = place.spectator.names[number]
    about = about_rival(place.spectator.game, name, level)
    return [f"{tr('{name} is a bot.', name=name)} {about}"]


async def ask_level(screen: DarwinScreen[None], place: Place) -> str:
    """Show the bots, and ask for another level of one of them.

    Returns:
        A sentence on what has changed, or why not; empty if the player cancels.
    """
    names, bots, game = place.spectator.names, [*place.bot_levels], place.spectator.game
    lines = [
        f"{SEAT_MARKS[seat]} {names[seat]}  {about_rival(game, names[seat], level)}"
        for seat, level in place.bot_levels.items()
    ]
    dialog = PickDialog(tr("Bots"), lines, enter=tr("Enter chooses a level"))
    which = await screen.app.push_screen_wait(dialog)
    if which is None:
        return ""
    seat, offered = bots[which], [level.name for level in offered_levels()]
    now = place.bot_levels[seat]
    at = offered.index(now) if now in offered else 0
    about = [about_bot(BOT_PREFIX + name) for name in offered]
    title = tr("{name} plays as", name=names[seat])
    dialog = PickDialog(title, about, enter=tr("Enter takes the level"), at=at)
    chosen = await screen.app.push_screen_wait(dialog)
    if chosen is None or offered[chosen] == now:
        return ""
    try:
        await place.change_level(seat, offered[chosen])
    except (Rejected, JournalError) as error:
        return screen.session.locations.redact(str(error))
    title = level_title(offered[chosen])
    return tr("{name} plays as {level} from now on.", name=names[seat], level=title)
