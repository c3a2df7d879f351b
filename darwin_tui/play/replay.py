"""The cursor of a replay: its position in a recording, its moves, and texts about each action."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import inf
from textwrap import shorten
from typing import Final, Literal

from darwin_core.contract.game import OMNISCIENT, SPECTATOR, Event, when
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import mark, noun, tr, tr_n
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import chance_words, counted, decimal, first_clauses, listed
from darwin_tui.commands import KEYS
from darwin_tui.drawing.canvas import SEAT_MARKS, columns_of, gathered, spread
from darwin_tui.drawing.marks import signed

ACTIONS_PER_SECOND: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, inf)
"""The speeds; the last one jumps to the end."""

Unit = Literal["turn", "round"]
"""The parts of a match to whose starts the cursor jumps."""


class ReplayCursor:
    """A cursor in time over one recording, which may be exchanged for another perspective."""

    def __init__(self, recording: AnyRecording) -> None:
        self.recording = recording
        self.position = 0
        """Number of the match's actions before the cursor."""
        self.shows_all = False
        """True if single steps stop at every action, and the log shows undone actions. If False,
        single steps skip actions without a choice."""
        self.is_revealed = recording.outcome is None
        """True if the length of the match is shown. An unfinished match has nothing to spoil."""
        self._speed = ACTIONS_PER_SECOND.index(1.0)
        """Index of the speed."""

    # --- the present position

    @property
    def last(self) -> int:
        return self.recording.last

    @property
    def stops(self) -> str:
        """A sentence about the actions at which single steps stop."""
        if self.shows_all:
            return tr("Single steps stop at every action; the log also shows those undone.")
        return tr("Single steps stop at actions with a choice.")

    @property
    def is_at_the_end(self) -> bool:
        """True at the end of a finished match."""
        return self.recording.outcome is not None and self.position == self.last

    @property
    def no_results(self) -> str:
        """A sentence on why the results are not shown yet; empty if they can be. A player who has
        not revealed the length of the match must not learn where it ends."""
        if self.recording.outcome is None:
            return tr("The match is not over: it has no results yet.")
        if not self.is_revealed:
            return tr(
                "The results are shown at the end, or once {replay.reveal} shows the length.",
                **KEYS,
            )
        return ""

    @property
    def line(self) -> int:
        """The record line of the last action."""
        return self.recording.line(self.position)

    @property
    def log(self) -> list[Event]:
        return [event for events in self.recording.log(self.position) for event in events]

    @property
    def log_with_undone(self) -> Iterator[tuple[Event, bool]]:
        """The events so far, including those of undone actions, each with True if undone."""
        for position, events in enumerate(self.recording.log(self.position)):
            yield from ((event, False) for event in events)
            if position < self.position or position == self.last:
                for undone in self.recording.undone.get(position, ()):
                    yield from ((event, True) for event in undone)

    def sentences(self, seat_names: SeatNames) -> list[str]:
        """Return the events of the last action as sentences; none at the start."""
        return self._sentences(self.position, seat_names) if self.position else []

    def _sentences(self, position: int, seat_names: SeatNames) -> list[str]:
        """Return sentences about the events of the action before a position, and about seats that
        resigned there."""
        sentence = self.recording.game.texts.sentence
        recording = self.recording
        return [
            *(sentence(event, seat_names) for event in recording.events(position)),
            *(
                tr("{name} has resigned.", name=recording.names[seat])
                for seat in recording.resigned_at(position)
            ),
        ]

    def rounds(self) -> list[tuple[str, int, int]]:
        """Return the rounds of the match: label, first and last position of each."""
        clocks = self.recording.clocks
        rounds: list[tuple[str, int, int]] = []
        for number, positions in groupby(range(self.last + 1), key=lambda at: clocks[at].round):
            first, *later = positions
            words = f"{noun(self.recording.game.clock_words[0])} {number}"
            # A round begins where the last one ends, so that the timeline has no gaps.
            rounds.append((words, max(first - 1, 0), later[-1] if later else first))
        return rounds

    # --- moves

    def go(self, position: int) -> None:
        """Go to a position, or the nearest one that exists."""
        self.position = max(0, min(position, self.last))
        if self.position == self.last:
            self.is_revealed = True

    def step(self, by: int) -> None:
        """Go a number of actions forward or back; a single step skips actions without a choice."""
        position = self.position + by
        if abs(by) == 1 and not self.shows_all:
            while 0 < position < self.last and self._is_dull(position):
                position += by
        self.go(position)

    def _is_dull(self, position: int) -> bool:
        """Return whether the action before a position was forced and revealed nothing."""
        events: tuple[Event, ...] = self.recording.events(position)
        return self.recording.forced[position - 1] and not any(event.reveals for event in events)

    def jump(self, unit: Unit, by: int) -> None:
        """Go to the start of the next (1) or previous (-1) turn or round."""
        clocks = self.recording.clocks
        starts = [(clock.round, clock.turn if unit == "turn" else 0) for clock in clocks]
        stops = [at for at in range(self.last + 1) if at == 0 or starts[at] != starts[at - 1]]
        stops.append(self.last)
        if by > 0:
            self.go(next((at for at in stops if at > self.position), self.position))
        else:
            self.go(next((at for at in reversed(stops) if at < self.position), self.position))

    def search(self, text: str, seat_names: SeatNames) -> int | None:
        """Return the position of the next action whose sentences contain a text. After the end,
        search from the start; None if there is none."""
        wanted = text.casefold()
        after = self.position + 1
        return next(
            (
                position
                for position in (*range(after, self.last + 1), *range(after))
                if any(
                    wanted in sentence.casefold()
                    for sentence in self._sentences(position, seat_names)
                )
            ),
            None,
        )

    def log_lines(self, seat_names: SeatNames) -> list[tuple[int, str]]:
        """Return the sentences that may be listed, each with its position. Later ones are included
        only once the length of the match is shown."""
        until = self.last if self.is_revealed else self.position
        return [
            (at, sentence)
            for at in range(until + 1)
            for sentence in self._sentences(at, seat_names)
        ]

    def position_of(self, line: int) -> int | None:
        """Return the position after the action on a record line. None if that action was undone or
        never taken."""
        positions = (at for at in range(self.last + 1) if self.recording.line(at) == line)
        return next(positions, None)

    # --- speed

    @property
    def speed(self) -> float:
        """Actions per second."""
        return ACTIONS_PER_SECOND[self._speed]

    def accelerate(self, by: int) -> None:
        """Go to the next faster (1) or slower (-1) speed, if there is one."""
        self._speed = max(0, min(self._speed + by, len(ACTIONS_PER_SECOND) - 1))

    # --- lines of text

    def banner(
        self, seat_names: SeatNames, before: Sequence[str], notes: Sequence[str], room: int
    ) -> str:
        """Return the line with the perspective and the events at this position.

        Args:
            room: columns; with few, the perspective is named in short.
        """
        line = ""
        parts = list[str]()
        for is_short in (False, True):
            parts = [
                *before,
                self._perspective_name(is_short),
                *notes,
                *self._event_parts(seat_names),
            ]
            line = spread(" · ".join(parts))
            if len(line) <= room:
                return gathered(line)
        whole = first_clauses(line, room)
        # Half a sentence about the events is better than none: the cut must leave more than the
        # perspective, with a full stop.
        is_empty = len(whole) <= columns_of(parts[0]) + 1 and not before
        return gathered(shorten(line if is_empty else whole, room, placeholder=" …"))

    def _event_parts(self, seat_names: SeatNames) -> list[str]:
        """Return the parts of the line about the events at this position."""
        end = tr("The match is over: {replay.results} shows the results.", **KEYS)
        sentences = " ".join(self.sentences(seat_names))
        return [*filter(None, [end if self.is_at_the_end else "", sentences])]

    def _perspective_name(self, is_short: bool) -> str:
        """Name the perspective."""
        viewer, names = self.recording.viewer, self.recording.names
        if viewer == SPECTATOR:
            if is_short:
                return tr("Replay as a spectator")
            return tr("Replay as a spectator: what everybody could see")
        if viewer == OMNISCIENT:
            if is_short:
                return tr("Replay omniscient")
            return tr("Replay omniscient: nothing is hidden")
        sign = SEAT_MARKS[viewer]
        if is_short:
            return tr("Replay as {mark} {name}", mark=sign, name=names[viewer])
        return tr("Replay as {mark} {name} knew it", mark=sign, name=names[viewer])

    def timeline(self, bar_width: int, is_playing: bool) -> str:
        """Return the timeline text, with a bar of a given width once the length of the match is
        shown."""
        game = self.recording.game
        clock = self.recording.clocks[self.position]
        round, turn = map(noun, game.clock_words)
        # Two digits for the turn, and three for the position, so that nothing moves in playback.
        columns = len(f"{round} {clock.round} {turn} {clock.turn:<2}")
        moment = when(game, clock).replace(",", "").ljust(columns)
        state = "▶" if is_playing else "·"
        speed = tr("instant") if self.speed == inf else f"{decimal(self.speed, 'g')}×"
        position = f"{self.position:>3}"
        if not self.is_revealed:
            progress = tr("action {position}", position=position)
            shows = tr("{replay.reveal} shows the length", **KEYS)
            return f"{state} {progress}   {moment} {speed}   {shows}"
        filled = self.position * bar_width // max(self.last, 1)
        bar = "━" * filled + "─" * (bar_width - filled)
        progress = tr("action {position} of {last}", position=position, last=f"{self.last:<3}")
        return f"{state} {bar} {progress}  {moment} {speed}"


START: Final = mark("The match begins.")
Curve = Sequence[Sequence[float]]
"""Winning chances of each seat at all positions, from 0 to 1; empty if not shown."""


def action_details(
    banner: str,
    judged: Sequence[str],
    cursor: ReplayCursor,
    seat_names: SeatNames,
    curve: Curve = (),
) -> list[str]:
    """Return sentences about the last action: those without room in the banner, then its
    consequences.

    Args:
        banner: the line already shown.
        judged: an analysis's sentences about the action.
        curve: the winning chances.
    """
    if not cursor.position:
        return [tr(START)]
    sentences = [*judged, *(cursor.sentences(seat_names) or [_unseen(cursor, seat_names)])]
    missing = [sentence for sentence in sentences if sentence not in banner]
    brought = _consequences(cursor.recording, cursor.position, seat_names, curve)
    if not missing and not brought:
        brought = [_unchanged(cursor.recording, cursor.position, seat_names)]
    return [*missing, *brought, *_next(cursor.recording, cursor.position, seat_names)]


def _unseen(cursor: ReplayCursor, seat_names: SeatNames) -> str:
    """Return the sentence about an action of which the viewer saw nothing."""
    name = seat_names.names[cursor.recording.seat(cursor.position)]
    return tr("{name} has decided; more is not seen from here.", name=name)


def _consequences(
    recording: AnyRecording, position: int, seat_names: SeatNames, curve: Curve
) -> list[str]:
    """Return sentences about changes of points and chances, and about the alternatives. They keep
    to the viewer's knowledge."""
    return [
        *_points(recording, position, seat_names),
        *_chance(curve, recording.seat(position), position, seat_names),
        *_freedom(recording, position),
    ]


def _unchanged(recording: AnyRecording, position: int, seat_names: SeatNames) -> str:
    """Return the sentence about an action without consequences, which names the leader."""
    totals = recording.game.standing(recording.view(position)).totals
    leaders = [
        _named(seat, seat_names) for seat, points in enumerate(totals) if points == max(totals)
    ]
    if len(leaders) == len(totals):
        return tr("No points changed; all have {points}.", points=signed(max(totals)))
    return tr_n(
        "No points changed; {names} leads with {points}.",
        "No points changed; {names} lead with {points}.",
        len(leaders),
        names=listed(leaders),
        points=signed(max(totals)),
    )


def _points(recording: AnyRecording, position: int, seat_names: SeatNames) -> list[str]:
    """Return a sentence about the points that the action changed, if any."""
    game = recording.game
    before, now = (game.standing(recording.view(at)).totals for at in (position - 1, position))
    changed = [
        tr(
            "{name} {before} → {points} ({change})",
            name=_named(seat, seat_names),
            before=signed(old),
            points=counted(new, "point"),
            change=f"{'+' if new > old else ''}{signed(new - old)}",
        )
        for seat, (old, new) in enumerate(zip(before, now, strict=True))
        if old != new
    ]
    return [f"{', '.join(changed)}."] if changed else []


def _chance(curve: Curve, seat: int, position: int, seat_names: SeatNames) -> list[str]:
    """Return the acting seat's winning chance before and after, if it changed."""
    if not curve:
        return []
    last = len(curve[seat]) - 1
    before, now = (
        chance_words(curve[seat][at], is_over=at == last) for at in (position - 1, position)
    )
    if before == now:
        return []
    name = _named(seat, seat_names)
    return [tr("Chance to win of {name}: {before} → {now}.", name=name, before=before, now=now)]


def _freedom(recording: AnyRecording, position: int) -> list[str]:
    """Return the number of possible actions, if the viewer may know it."""
    seat = recording.seat(position)
    viewer = recording.viewer
    if viewer not in (seat, OMNISCIENT):
        return []
    actions = recording.game.legal(recording.view(position - 1), seat)
    return [tr_n("The only possible action.", "One of {number} possible actions.", len(actions))]


def _next(recording: AnyRecording, position: int, seat_names: SeatNames) -> list[str]:
    """Return a sentence about the seats that decide next, if any."""
    movers = recording.game.to_move(recording.view(position))
    names = ", ".join(_named(seat, seat_names) for seat in movers)
    return [tr("Next: {names}.", names=names)] if names else []


def _named(seat: int, seat_names: SeatNames) -> str:
    return f"{SEAT_MARKS[seat]} {seat_names.names[seat]}"
