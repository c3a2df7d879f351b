"""A match as JSON for other programs."""

import msgspec

from darwin_core.lexicon import Language, Lexicon
from darwin_core.match import AnyMatch
from darwin_tui.export.chapters import chapters


def data(match: AnyMatch, viewer: int, language: Language = "en") -> bytes:
    """The match as its viewer heard it: one object with the players, the turns and the outcome.

    The seed is told only once the match is over, for all chance to come follows from it.
    """
    game, header = match.game, match.header
    lexicon = Lexicon(header.names, language)
    outcome = game.outcome(match.state)
    told = {
        "game": header.game,
        "rules": header.rules,
        "options": header.options,
        "players": header.players,
        "made": header.made,
        "seed": header.seed if outcome else None,
        "viewer": header.names[viewer] if viewer < match.seats else None,
        "turns": [
            {
                "round": chapter.clock.round,
                "turn": chapter.clock.turn,
                "events": chapter.events,
                "told": [game.sentence(event, lexicon) for event in chapter.events],
            }
            for chapter in chapters(match, viewer)
        ],
        "outcome": outcome,
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"
