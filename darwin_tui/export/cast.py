"""A match as a film for asciinema players, with a marker at the start of each round."""

from typing import Final, Literal

import msgspec

from darwin_core.match import replay
from darwin_tui.export.offscreen import film
from darwin_tui.saves import Opened
from darwin_tui.session import Session

SECONDS_AN_ACT: Final = 1.0

Version = Literal[2, 3]


def cast(
    session: Session, opened: Opened, viewer: int, version: Version, size: tuple[int, int]
) -> bytes:
    """Return the replay as an asciicast: a second for each act of which its viewer hears.

    Version 2 counts time from the start, version 3 from the event before.
    """
    story, clocks = replay.event_log(opened.match, viewer), replay.clocks(opened.match)
    heard = [position for position, events in enumerate(story) if events or position == 0]
    frames = film(session, opened, viewer, heard, size)
    encode = msgspec.json.encode
    width, height = size
    title, name = opened.match.game.title, opened.match.game.clock_words[0]
    if version == 2:
        head: dict[str, object] = {"version": 2, "width": width, "height": height, "title": title}
    else:
        head = {"version": 3, "term": {"cols": width, "rows": height}, "title": title}
    lines = [encode(head)]
    now = last = 0.0
    marked = 0
    for frame, clock in zip(frames, (clocks[position] for position in heard), strict=True):
        events = [("o", frame)]
        if clock.round != marked:
            marked = clock.round
            events.insert(0, ("m", f"{name} {marked}"))
        for kind, text in events:
            lines.append(encode((round(now - (last if version == 3 else 0), 3), kind, text)))
            last = now
        now += SECONDS_AN_ACT
    return b"\n".join(lines) + b"\n"
