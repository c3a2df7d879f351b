"""A match as JSON for other programs."""

import msgspec

from darwin_core.analysis.report import Analysis, sentence
from darwin_core.match.recording import AnyRecording
from darwin_core.text.seat_names import Lexicon
from darwin_tui.export.chapters import chapters


def data(recording: AnyRecording, analysis: Analysis | None = None) -> bytes:
    """Return the match as its viewer may know it: one object with the players, the turns, the
    outcome, and the analysis if there is one."""
    game, names, viewer = recording.game, recording.names, recording.viewer
    lexicon = Lexicon(names)
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
        "analysis": _analysis(recording, analysis, lexicon) if analysis else None,
    }
    return msgspec.json.format(msgspec.json.encode(exported), indent=1) + b"\n"


def _analysis(recording: AnyRecording, analysis: Analysis, lexicon: Lexicon) -> dict[str, object]:
    """Return the chances to win from 0 to 1, one entry for each seat."""
    return {
        "worlds": analysis.worlds,
        "start": analysis.start,
        "luck": analysis.luck,
        "decisions": analysis.decisions,
        "result": analysis.result,
        "curve": analysis.curve,
        "turning_points": [
            {**msgspec.to_builtins(point), "sentence": sentence(recording, point, lexicon)}
            for point in analysis.turning_points
        ],
    }
