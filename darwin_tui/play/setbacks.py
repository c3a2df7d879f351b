"""Setbacks: losses of a player's prospects by others' actions, which no event announces."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from darwin_core.contract.game import AnyGame, Event, State, during
from darwin_core.match.recording import AnyRecording
from darwin_core.table import AnySeat, AnySnapshot
from darwin_core.text.language import noun, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized


@dataclass(frozen=True)
class Setback:
    """An action of another seat that worsens a seat's prospects, though no event says so."""

    seat: int
    line: int
    """The line of the action; an undo of it also removes the setback."""
    events: tuple[Event, ...]
    """The events of the action."""
    falls: Mapping[str, tuple[float, float]]
    """The prospects that fell, by their words: each value before and after the action."""

    @property
    def size(self) -> float:
        """The largest fall."""
        return max(was - now for was, now in self.falls.values())

    def cause(self, game: AnyGame, seat_names: SeatNames) -> str:
        """Return the first sentence about the action; empty if no event has one."""
        sentences = (game.texts.sentence(event, seat_names) for event in self.events)
        return next(filter(None, sentences), "")


def fallen(game: AnyGame, setback: Setback) -> str:
    """Return the falls of a setback in words."""
    return ", ".join(
        _fall(game, words, round(was - now)) for words, (was, now) in setback.falls.items()
    )


def _fall(game: AnyGame, words: str, number: int) -> str:
    """Return the fall of a prospect in words. Without a name, it is of the points that a player
    would get if the round ended now."""
    if words:
        return tr("{what} −{number}", what=tr(words), number=number)
    if game.counts_turns_on:
        return tr("−{number} if the match ended now", number=number)
    round_noun = noun(game.clock_words[0])
    return tr("−{number} if the {round} ended now", number=number, round=round_noun)


def prospects_of(game: AnyGame, view: State, seat: int, *, may_judge: bool) -> Mapping[str, float]:
    """Return a seat's prospects by their words.

    Under empty words stand the points that the seat would get if the round ended now. The other
    prospects are judged by the game from the seat's view.

    Args:
        may_judge: no rule of the table forbids help.
    """
    forecast = game.forecast(view)
    then = {"": float(forecast[-1].points[seat])} if forecast else {}
    return {**then, **(game.bots.prospects(view, seat) if may_judge else {})}


def _prospects(seat: AnySeat, snapshot: AnySnapshot, player: int) -> Mapping[str, float]:
    """Return a player's prospects in a snapshot; the judged ones only for its viewer, whose view it
    has."""
    may_judge = player == snapshot.viewer and not seat.why_no_help
    return prospects_of(seat.game, snapshot.view, player, may_judge=may_judge)


def _falls(was: Mapping[str, float], now: Mapping[str, float]) -> Mapping[str, tuple[float, float]]:
    """Return the prospects that fell by a point or more, each before and after."""
    return {
        words: (number, now[words])
        for words, number in was.items()
        if words in now and round(number - now[words]) > 0
    }


def _lasting(noted: Sequence[Setback], now: Mapping[str, float]) -> list[Setback]:
    """Return setbacks without prospects regained since."""
    lasting = []
    for setback in noted:
        falls = {
            words: (was, then)
            for words, (was, then) in setback.falls.items()
            if round(was - now.get(words, was)) > 0
        }
        if falls:
            lasting.append(replace(setback, falls=falls))
    return lasting


def setbacks_in(recording: AnyRecording) -> list[tuple[int, str]]:
    """Return the setbacks of a recording's viewer as the table announced them at the viewer's next
    decision in the same round: the position after each, and words about it.

    Those that the table would have judged are included even if it allowed no help.
    """
    game, seat = recording.game, recording.viewer
    seat_names = SeatNames(recording.names)
    announced = list[Setback]()
    noted = list[Setback]()
    now = prospects_of(game, recording.view(0), seat, may_judge=True)
    for position in range(1, recording.last):
        was, now = now, prospects_of(game, recording.view(position), seat, may_judge=True)
        rounds = {recording.clocks[at].round for at in (position - 1, position)}
        if recording.seat(position) == seat:
            announced += _lasting(noted, was)
            noted = []
        elif len(rounds) > 1 and not game.counts_turns_on:
            noted = []
        else:
            events = tuple(recording.events(position))
            is_named = any(seat in (*event.losers, *event.missed) for event in events)
            if not is_named and (falls := _falls(was, now)):
                noted.append(Setback(seat, position, events, falls))
    return [(setback.line, _words(recording, setback, seat_names)) for setback in announced]


def _words(recording: AnyRecording, setback: Setback, seat_names: SeatNames) -> str:
    """Return a setback in words, with its moment of the match."""
    moment = capitalized(during(recording.game, recording.clocks[setback.line - 1]))
    words = f"{moment}: {fallen(recording.game, setback)}"
    cause = setback.cause(recording.game, seat_names)
    return f"{words}: {cause}" if cause else f"{words}."


@dataclass
class Setbacks:
    """The setbacks of some players since their last actions, oldest first."""

    _noted: list[Setback] = field(default_factory=list)

    def note(
        self,
        seat: AnySeat,
        before: AnySnapshot,
        snapshot: AnySnapshot,
        events: Sequence[Event],
        players: Sequence[int],
    ) -> None:
        """Note the setbacks that an action brings to players, unless its events name their losses.

        Args:
            seat: the seat that receives the snapshots.
            before: the snapshot before the action.
            snapshot: the snapshot after it.
            events: the events of the action.
            players: the seats whose setbacks are noted.
        """
        is_same_round = seat.game.counts_turns_on or before.clock.round == snapshot.clock.round
        self._noted = [
            setback
            for setback in self._noted
            if setback.seat != snapshot.seat
            and not 0 < snapshot.undone_line <= setback.line
            and is_same_round
        ]
        is_next = snapshot.line == before.line + 1 and not snapshot.undone_line
        is_same_viewer = before.viewer == snapshot.viewer
        if not (is_next and is_same_round and snapshot.to_move and is_same_viewer):
            return
        for player in players:
            is_named = any(player in (*event.losers, *event.missed) for event in events)
            if player == snapshot.seat or is_named:
                continue
            was, now = (_prospects(seat, moment, player) for moment in (before, snapshot))
            if falls := _falls(was, now):
                self._noted.append(Setback(player, snapshot.line, tuple(events), falls))

    def at(self, seat: AnySeat, snapshot: AnySnapshot) -> Sequence[Setback]:
        """Return the setbacks of a snapshot's viewer, without prospects regained since."""
        noted = [setback for setback in self._noted if setback.seat == snapshot.viewer]
        return _lasting(noted, _prospects(seat, snapshot, snapshot.viewer)) if noted else []

    def take(self, seat: AnySeat, snapshot: AnySnapshot) -> Sequence[Setback]:
        """Return the setbacks of a snapshot's viewer, and forget them."""
        lasting = self.at(seat, snapshot)
        self._noted = [setback for setback in self._noted if setback.seat != snapshot.viewer]
        return lasting
