"""The result of a challenge as lines to paste; no card is named, so nothing is spoiled."""

from itertools import pairwise
from typing import Final

from darwin_core.contract.game import SPECTATOR, rank
from darwin_core.contract.registry import TITLES
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import noun, tr
from darwin_core.text.wording import counted, ordinal
from darwin_tui.figures import with_minus
from darwin_tui.history.course import course
from darwin_tui.history.daily import Key, Tries, Try, days, streak
from darwin_tui.saves import SavedMatch

GAINED: Final = "▲"
LOST: Final = "▼"
BAR: Final = "▆"
BAR_COLUMNS: Final = 10


def short_title(slug: str) -> str:
    """Return the title of a game without the name that several have in it."""
    return TITLES.get(slug, slug).removeprefix("Darwin's ")


def against_par(points: int, par: int) -> str:
    """Return the difference to the par in words."""
    if points == par:
        return tr("level with par")
    if points > par:
        return f"{GAINED} {tr('{points} over par', points=points - par)}"
    return f"{LOST} {tr('{points} under par', points=par - points)}"


def first_line(key: Key, own: Try, par: int) -> str:
    """Return the result in one line."""
    place = tr("{place} of {seats}", place=ordinal(own.place), seats=len(own.row.players))
    title = f"{short_title(key.slug)} {key.day.isoformat()}"
    return f"{title}: {own.points}, {place}, {against_par(own.points, par)}"


def result_lines(key: Key, own: Try, par: int, saved: SavedMatch, known: Tries) -> list[str]:
    """Return all lines.

    Args:
        key: the challenge.
        own: the try that counts, which is finished.
        par: of the challenge.
        saved: the match.
        known: all tries, for the days in a row.
    """
    played = days(known)
    of_day = sum(each.is_over for other, each in known.items() if other.day == key.day)
    in_a_row = streak(played, key.day)
    lines = [first_line(key, own, par), "", *_rounds(saved.recording(SPECTATOR), own.seat), ""]
    on_day = tr("{number} of {games} games on the day", number=of_day, games=len(TITLES))
    if in_a_row:
        lines.append(f"{tr('{days} in a row', days=counted(in_a_row, 'day'))}, {on_day}")
    else:
        lines.append(on_day)
    return [*lines, f"darwin-tui daily {key.slug} {key.day.isoformat()}"]


def _rounds(recording: AnyRecording, seat: int) -> list[str]:
    """Return a line for each round: its points, a bar, and the place after it. Where a match begins
    with points, they have a line before, so that all lines add up to the total."""
    word = noun(recording.game.clock_words[0])
    standings = course(recording)
    totals = [points[seat] for points in standings]
    sums = [after - before for before, after in pairwise(totals)]
    places = [rank(standing)[seat] for standing in standings[1:-1]]
    places.append(recording.standing.ranks[seat])
    most = max([1, *sums])
    rows = [(tr("start"), totals[0], "")] if totals[0] else []
    for number, (points, place) in enumerate(zip(sums, places, strict=True), 1):
        bar = BAR * round(BAR_COLUMNS * max(points, 0) / most)
        rows.append((f"{word} {number}", points, f"  {bar:<{BAR_COLUMNS}}  {ordinal(place)}"))
    columns = max(len(label) for label, _, _ in rows)
    digits = max(len(f"{points}") for _, points, _ in rows)
    return [
        with_minus(f"{label:<{columns}}  {points:>{digits}}{rest}") for label, points, rest in rows
    ]
