"""What an action of a replay brought, beyond the sentences on it: points, and who is asked next."""

from collections.abc import Sequence

from darwin_core.game import OMNISCIENT
from darwin_core.language import tr, tr_n
from darwin_core.lexicon import Lexicon
from darwin_core.match.recording import AnyRecording
from darwin_core.wording import counted
from darwin_tui.parts.marks import signed
from darwin_tui.widgets.canvas import SEAT_MARKS

Curve = Sequence[Sequence[float]]


def consequences(
    recording: AnyRecording, position: int, lexicon: Lexicon, curve: Curve = ()
) -> list[str]:
    """Return sentences on the action before a position, as the viewer may know it: the points and
    the chances that it changed, how many others were possible, and who is asked next.

    Args:
        recording: of the match.
        position: 0 is the start, where nothing is said.
        lexicon: the names.
        curve: for each seat the chances to win at all positions; empty if they are not shown.
    """
    if not position:
        return []
    return [
        *_points(recording, position, lexicon),
        *_chance(curve, recording.seat(position), position, lexicon),
        *_freedom(recording, position),
        *_next(recording, position, lexicon),
    ]


def _points(recording: AnyRecording, position: int, lexicon: Lexicon) -> list[str]:
    game = recording.game
    before, now = (game.standing(recording.view(at)).totals for at in (position - 1, position))
    changed = [
        tr(
            "{name} {before} → {points} ({change})",
            name=_named(seat, lexicon),
            before=signed(old),
            points=counted(new, "point"),
            change=f"{'+' if new > old else ''}{signed(new - old)}",
        )
        for seat, (old, new) in enumerate(zip(before, now, strict=True))
        if old != new
    ]
    return [f"{', '.join(changed)}."] if changed else []


def _chance(curve: Curve, seat: int, position: int, lexicon: Lexicon) -> list[str]:
    """Return the chance to win of the seat that acted, before and after, if it changed."""
    if not curve:
        return []
    before, now = (f"{100 * curve[seat][at]:.0f} %" for at in (position - 1, position))
    if before == now:
        return []
    name = _named(seat, lexicon)
    return [tr("Chance to win of {name}: {before} → {now}.", name=name, before=before, now=now)]


def _freedom(recording: AnyRecording, position: int) -> list[str]:
    """Return how many actions were possible, if the viewer may know that."""
    seat, viewer = recording.seat(position), recording.viewer
    if viewer not in (seat, OMNISCIENT):
        return []
    actions = recording.game.legal(recording.view(position - 1), seat)
    return [tr_n("The only possible action.", "One of {number} possible actions.", len(actions))]


def _next(recording: AnyRecording, position: int, lexicon: Lexicon) -> list[str]:
    movers = recording.game.to_move(recording.view(position))
    names = ", ".join(_named(seat, lexicon) for seat in movers)
    return [tr("Next: {names}.", names=names)] if names else []


def _named(seat: int, lexicon: Lexicon) -> str:
    return f"{SEAT_MARKS[seat]} {lexicon.names[seat]}"
