"""A match as a film for asciinema players, with a marker at the start of each round."""

from typing import Final, Literal

import msgspec

from darwin_core.match.recording import AnyRecording
from darwin_tui.export.offscreen import film
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.player_context import Session

SECONDS_PER_ACTION: Final = 1.0

Version = Literal[2, 3]


def cast(
    session: Session,
    saved: SavedMatch,
    recording: AnyRecording,
    version: Version,
    size: tuple[int, int],
) -> bytes:
    """Return the replay as an asciicast: a second for each action that its viewer sees.

    Version 2 counts time from the start, version 3 from the event before.
    """
    shown = [at for at in range(recording.last + 1) if recording.events(at) or at == 0]
    frames = film(session, saved, recording.viewer, shown, size)
    encode = msgspec.json.encode
    width, height = size
    title, name = recording.game.title, recording.game.clock_words[0]
    if version == 2:
        head: dict[str, object] = {"version": 2, "width": width, "height": height, "title": title}
    else:
        head = {"version": 3, "term": {"cols": width, "rows": height}, "title": title}
    lines = [encode(head)]
    now = last = 0.0
    marked = 0
    for frame, clock in zip(frames, (recording.clocks[at] for at in shown), strict=True):
        events = [("o", frame)]
        if clock.round != marked:
            marked = clock.round
            events.insert(0, ("m", f"{name} {marked}"))
        for kind, text in events:
            lines.append(encode((round(now - (last if version == 3 else 0), 3), kind, text)))
            last = now
        now += SECONDS_PER_ACTION
    return b"\n".join(lines) + b"\n"
