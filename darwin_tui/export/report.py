"""A report of one action: all that is needed to see it again elsewhere."""

import platform
from importlib.metadata import version
from typing import Final

import msgspec

from darwin_core import __version__
from darwin_core.match import AnyMatch
from darwin_core.text.seat_names import Lexicon
from darwin_tui.library.notes import Note

ADVISED_MAX: Final = 3
"""Actions that are named as the game's advice."""


def report(match: AnyMatch, position: int, notes: list[Note]) -> bytes:
    """Return the action before a position, what the game would have advised, the versions, and the
    whole record.

    Args:
        match: a match that is over: the record shows all hands.
        position: the number of actions in force after it; at least 1.
        notes: on the match; they also say which levels of bots were changed.
    """
    game, header, played = match.game, match.header, match.history[position - 1]
    seat, view = played.seat, match.view(played.seat, position - 1)
    lexicon = Lexicon(header.names)
    found = {
        "game": header.game,
        "player": header.players[seat],
        "seat": seat + 1,
        "position": position,
        "line": played.line,
        "action": game.notation(played.action),
        "words": game.phrase(view, played.action, lexicon),
        "advice": [
            {"action": game.notation(each.action), "points": each.value, "reason": each.reason}
            for each in game.advise(view, seat, lexicon)[:ADVISED_MAX]
        ],
        "notes": notes,
        "versions": {
            "darwin-tui": __version__,
            "begun with": header.engine,
            "rules": header.rules,
            "python": platform.python_version(),
            "textual": version("textual"),
            "system": platform.platform(),
        },
        "record": match.text().decode(),
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"
