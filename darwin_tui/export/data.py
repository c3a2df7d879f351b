"""A match as JSON for other programs."""

import msgspec

from darwin_core.lexicon import Language, Lexicon
from darwin_core.match.recording import AnyRecording
from darwin_tui.export.chapters import chapters


def data(recording: AnyRecording, language: Language = "en") -> bytes:
    """Return the match as its viewer may know it: one object with the players, the turns and the
    outcome."""
    game, names, viewer = recording.game, recording.names, recording.viewer
    lexicon = Lexicon(names, language)
    exported = {
        "game": game.slug,
        "rules": recording.rules,
        "options": recording.options,
        "players": recording.players,
        "made": recording.made,
        "seed": recording.seed,
        "viewer": names[viewer] if viewer < len(names) else None,
        "turns": [
            {
                "round": chapter.clock.round,
                "turn": chapter.clock.turn,
                "events": chapter.events,
                "sentences": [game.sentence(event, lexicon) for event in chapter.events],
            }
            for chapter in chapters(recording)
        ],
        "outcome": recording.outcome,
    }
    return msgspec.json.format(msgspec.json.encode(exported), indent=1) + b"\n"
