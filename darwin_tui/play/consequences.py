"""Sentences on what an action of a replay brought: points, chances, and who is asked next."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import OMNISCIENT
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import mark, tr, tr_n
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import counted, listed, percent
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.marks import signed
from darwin_tui.play.replay_cursor import ReplayCursor

START: Final = mark("The match begins.")
Curve = Sequence[Sequence[float]]


def beyond(
    banner: str, judged: Sequence[str], cursor: ReplayCursor, lexicon: Lexicon, curve: Curve = ()
) -> list[str]:
    """Return sentences on the last action: those that a banner has no room for, and then what the
    action brought.

    Args:
        banner: the line that is shown already.
        judged: sentences on the action by an analysis.
        cursor: at the action.
        lexicon: the names.
        curve: for each seat the chances to win at all positions; empty if they are not shown.
    """
    if not cursor.position:
        return [tr(START)]
    said = [*judged, *(cursor.sentences(lexicon) or [_unseen(cursor, lexicon)])]
    missing = [sentence for sentence in said if sentence not in banner]
    brought = _consequences(cursor.recording, cursor.position, lexicon, curve)
    if not missing and not brought:
        brought = [_unchanged(cursor.recording, cursor.position, lexicon)]
    return [*missing, *brought, *_next(cursor.recording, cursor.position, lexicon)]


def _unseen(cursor: ReplayCursor, lexicon: Lexicon) -> str:
    """Return the sentence on an action that the viewer saw nothing of."""
    name = lexicon.names[cursor.recording.seat(cursor.position)]
    return tr("{name} has decided; more is not seen from here.", name=name)


def _consequences(
    recording: AnyRecording, position: int, lexicon: Lexicon, curve: Curve
) -> list[str]:
    """Return the points and the chances that an action changed, and how many others were possible,
    as the viewer may know it."""
    return [
        *_points(recording, position, lexicon),
        *_chance(curve, recording.seat(position), position, lexicon),
        *_freedom(recording, position),
    ]


def _unchanged(recording: AnyRecording, position: int, lexicon: Lexicon) -> str:
    """Return the sentence on an action of which nothing else is to be said: who leads."""
    totals = recording.game.standing(recording.view(position)).totals
    leaders = [_named(seat, lexicon) for seat, points in enumerate(totals) if points == max(totals)]
    if len(leaders) == len(totals):
        return tr("No points changed; all have {points}.", points=signed(max(totals)))
    return tr_n(
        "No points changed; {names} leads with {points}.",
        "No points changed; {names} lead with {points}.",
        len(leaders),
        names=listed(leaders),
        points=signed(max(totals)),
    )


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
    before, now = (percent(curve[seat][at]) for at in (position - 1, position))
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
