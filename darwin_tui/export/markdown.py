"""A match as Markdown."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import Final

import msgspec

from darwin_core.analysis.report import Analysis, sentence
from darwin_core.contract.game import OMNISCIENT, SPECTATOR, Clock, Event
from darwin_core.match.record import Player
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import noun, tr, tr_in
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import chance_words
from darwin_tui.library.hindsight import APART
from darwin_tui.seating import bot_title, deciding_resignations, level_of
from darwin_tui.strength.figures import signed_share
from darwin_tui.terminal.printable import clean


class Chapter(msgspec.Struct):
    """The events of one turn."""

    clock: Clock
    events: list[Event]
    position: int
    """Position at the end of the turn."""


def chapters(recording: AnyRecording) -> list[Chapter]:
    """Return the turns of a match in order.

    An action's events belong to the turn in which it was taken, so a turn ends with the effects of
    its last action, including the start of the next turn.
    """
    clocks = recording.clocks
    parts = [Chapter(clocks[0], list(recording.events(0)), 0)]
    for position in range(1, recording.last + 1):
        before = clocks[position - 1]
        if (before.round, before.turn) != (parts[-1].clock.round, parts[-1].clock.turn):
            parts.append(Chapter(before, [], position))
        parts[-1].events += recording.events(position)
        parts[-1].position = position
    return parts


HISTORY: Final = "history"
"""Name of the section of a game's description that covers the whole match."""
DAY_CHARACTERS: Final = 10
"""Length of the day, ``yyyy-mm-dd``, at the start of a time stamp."""


def markdown(recording: AnyRecording, analysis: Analysis | None = None) -> str:
    """Return the match as its viewer may know it.

    It has a heading per round, a paragraph per turn, the score, and the winning chances if the
    match is analysed.
    """
    game, names, viewer = recording.game, recording.names, recording.viewer
    seat_names = SeatNames(names)
    players = ", ".join(_player(player) for player in recording.players)
    started = _day_of(recording.made)
    if viewer == OMNISCIENT:
        head = tr("{players}. Started {date}; with nothing hidden.", players=players, date=started)
    elif viewer == SPECTATOR:
        head = tr(
            "{players}. Started {date}; as a spectator saw it.", players=players, date=started
        )
    else:
        head = tr(
            "{players}. Started {date}; as {name} saw it.",
            players=players,
            date=started,
            name=names[viewer],
        )
    lines = [f"# {game.title}", "", head, ""]
    for round, turns in groupby(chapters(recording), key=lambda chapter: chapter.clock.round):
        lines += [f"## {noun(game.clock_words[0]).capitalize()} {round}", ""]
        for chapter in turns:
            events = [event for event in chapter.events if not event.is_draft]
            text = " ".join(game.texts.sentence(event, seat_names) for event in events)
            if text:
                # Turn 0, as of a set-up, has no number.
                number = f"**{chapter.clock.turn}.** " if chapter.clock.turn else ""
                lines += [f"{number}{text}", ""]
    chances = _chances(recording, analysis, seat_names) if analysis else []
    return "\n".join([*lines, *_score(recording), *_history(recording, seat_names), *chances])


def _day_of(made: str) -> str:
    """Return the day of the time stamp of a record; of a damaged stamp, its first characters."""
    try:
        day = date.fromisoformat(made[:DAY_CHARACTERS])
    except ValueError:
        return clean(made[:DAY_CHARACTERS])
    return tr("{year}-{month}-{day}", year=day.year, month=f"{day:%m}", day=f"{day:%d}")


def _player(player: Player) -> str:
    """Return a player's name, and the level of a bot."""
    level = level_of(player)
    return f"{player.name} ({bot_title(level)})" if level else player.name


def _score(recording: AnyRecording) -> list[str]:
    """Return the table of the score by source, and who resigned; of an unfinished match, the number
    of actions."""
    outcome = recording.by_source()
    names = recording.names
    is_resigned = len(recording.resigned) >= deciding_resignations(recording.players)
    if recording.outcome is None and not is_resigned:
        return [tr("The match is not over; {number} actions so far.", number=recording.last), ""]
    rows = [(tr(line.label), *map(str, line.points)) for line in outcome.lines]
    rows += [(tr("total"), *map(str, outcome.totals)), (tr("place"), *map(str, outcome.ranks))]
    resigned = [tr("{name} has resigned.", name=names[seat]) for seat in recording.resigned]
    words = [" ".join(resigned), ""] if resigned else []
    return [f"## {tr('Score')}", "", *_table(names, rows), "", *words]


def _table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table with a column for each seat."""
    for row in (("", *names), ("---", *("---:" for _ in names)), *rows):
        yield f"| {' | '.join(row)} |"


def _chances(recording: AnyRecording, analysis: Analysis, seat_names: SeatNames) -> list[str]:
    """Return the curve at the end of each round, its parts, and the turning points."""
    unit = noun(recording.game.clock_words[0])
    named = [(tr_in("chance", "start"), 0)]
    named += [(f"{unit} {recording.clocks[at].round}", at) for at in recording.round_ends]
    # A chance is certain at the end of the match, and for a seat that has resigned.
    certain = [recording.resigned.get(seat, recording.last) for seat in range(len(analysis.curve))]
    rows = [
        (
            words,
            *(
                chance_words(curve[at], is_over=at >= end)
                for curve, end in zip(analysis.curve, certain, strict=True)
            ),
        )
        for words, at in named
    ]
    for words, parts in ((tr("by luck"), analysis.luck), (tr("by decisions"), analysis.decisions)):
        rows.append((words, *map(signed_share, parts)))
    lines = [f"## {tr('Chances to win')}", "", tr("As each player knew the match."), tr(APART), ""]
    lines += [*_table(recording.names, rows), ""]
    if analysis.turning_points:
        lines += [f"## {tr('Turning points')}", ""]
        for point in analysis.turning_points:
            by_chance = tr(
                "After action {position}: {sentence}",
                position=point.position,
                sentence=sentence(recording, point, seat_names, analysis),
            )
            lines.append(f"- {by_chance}")
        lines.append("")
    return lines


def _history(recording: AnyRecording, seat_names: SeatNames) -> list[str]:
    """Return the section about the course of the match; nothing without one."""
    lines = history(recording, seat_names)
    return [f"## {tr('History')}", "", *(f"- {line}" for line in lines), ""] if lines else []


def history(recording: AnyRecording, seat_names: SeatNames) -> list[str]:
    """Return the course of a finished match in sentences, for games that describe it at the end."""
    if recording.outcome is None:
        return []
    view = recording.from_perspective(SPECTATOR).view()
    sections = recording.game.texts.describe(view, SPECTATOR, seat_names)
    return [line for section in sections if section.name == HISTORY for line in section.lines]
