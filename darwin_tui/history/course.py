"""The points of all seats in the course of a match."""

from itertools import pairwise

from darwin_core.match.recording import AnyRecording


def course(recording: AnyRecording) -> list[tuple[int, ...]]:
    """Return the totals of all seats at the beginning, after each round, and at the end."""
    clocks = recording.clocks
    ends = [at for at, (one, two) in enumerate(pairwise(clocks), 1) if two.round > one.round]
    positions = [0, *ends]
    standings = [recording.game.standing(recording.view(at)).totals for at in positions]
    return [*standings, recording.standing.totals]
