"""A saved match for screens to read: recordings from a perspective, analyses, better lines, and
branches.

Analyses are imported when one is wanted: they bring the judge and its processes along, and the
first screen, which lists saved matches, must not wait for them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from darwin_core.contract.game import Outcome, Refusal
from darwin_core.match import AnyMatch, Refused
from darwin_core.match.record import HUMAN, Header, Player
from darwin_core.match.recording import AnyRecording, Recording
from darwin_tui import seating
from darwin_tui.library.notes import followed
from darwin_tui.library.saves import Opened, create_branch, header_for, undos_in
from darwin_tui.paths import Locations
from darwin_tui.seating import BOT_PREFIX, people_of

if TYPE_CHECKING:
    from darwin_core.analysis.report import Analysis
    from darwin_core.analysis.review import Choice, Knowledge
    from darwin_tui.library.analyses import Analysing
    from darwin_tui.library.hindsight import Hindsight


class SavedMatch:
    """A match that gives out recordings and branches, but not itself."""

    def __init__(self, match: AnyMatch, path: Path | None = None, notice: str = "") -> None:
        """Wrap a match.

        Args:
            path: file of its record; None if the player has no such file.
            notice: one sentence about faults of the record.
        """
        self._match = match
        self.path = path
        self.notice = notice
        self.slug: str = match.game.slug
        self._people = people_of(match.header.players)
        """Seats of the people who look at the match: at home, of all who played."""

    @classmethod
    def of(cls, opened: Opened) -> Self:
        """Wrap a match opened from its record."""
        return cls(opened.match, opened.path, opened.notice)

    @property
    def header(self) -> Header:
        return self._match.header

    @property
    def chain(self) -> str:
        """The last hash of the record."""
        return self._match.chain

    @property
    def person(self) -> int | None:
        """Seat of the only person who looks at the match; None for several or none."""
        return self._people[0] if len(self._people) == 1 else None

    @property
    def undos(self) -> tuple[int, ...]:
        """The seat of each undo of an action that others saw."""
        return undos_in(self._match)

    @property
    def is_open(self) -> bool:
        """True if all cards may be known, as the match is over."""
        return self._match.game.outcome(self._match.state) is not None

    def analysis(
        self, locations: Locations, knowledge: "Knowledge" = "players"
    ) -> "Analysis | None":
        """Return the stored analysis of the match; None without one."""
        from darwin_tui.library import analyses

        return analyses.find(self._match, self.path, locations, knowledge)

    def analyse(self, locations: Locations, knowledge: "Knowledge" = "players") -> "Analysing":
        """Begin to analyse the match.

        Raises:
            ValueError: if it is not over.
        """
        from darwin_tui.library.analyses import Analysing

        return Analysing(self._match, locations, knowledge=knowledge)

    def hindsight(self, seat: int, analysing: "Analysing", locations: Locations) -> "Hindsight":
        """Return a player's decisions as judged by a running analysis."""
        from darwin_tui.library.hindsight import Hindsight

        followed = self.followed(seat, locations)
        return Hindsight(self.recording(seat), analysing, self._match, followed)

    def followed(self, seat: int, locations: Locations) -> frozenset[int]:
        """Return the positions of a seat's decisions that followed a hint of the program."""
        if self.path is None:
            return frozenset()
        return followed(locations.notes_on(self.path), self._match, seat)

    def all_followed(self, locations: Locations) -> frozenset[int]:
        """Return the positions of all decisions that followed a hint of the program."""
        seats = range(self._match.seats)
        return frozenset[int]().union(*(self.followed(seat, locations) for seat in seats))

    def better_line(self, choice: "Choice") -> "SavedLine":
        """Return the match as it could have continued after a decision's best action."""
        from darwin_core.analysis.review import better_line

        return SavedLine(self, better_line(self._match, choice))

    @property
    def table(self) -> str:
        """Code of the server table for a rematch; empty at home."""
        return ""

    def rematch(self) -> Header:
        """Return the header of another match with the same seats and rules."""
        header = self._match.header
        return header_for(header.game, dict(header.options), header.players, None)

    def at_level(self, level: str) -> Header:
        """Return the header of another match with the same seats and rules, and bots of a level."""
        header = self.rematch()
        players = tuple(
            player if player.control == HUMAN else replace(player, control=f"{BOT_PREFIX}{level}")
            for player in header.players
        )
        return replace(header, players=players)

    @property
    def resigned(self) -> tuple[int, ...]:
        """Resigned seats, in this order."""
        return tuple(self._match.resigned)

    def placed(self, outcome: Outcome) -> Outcome:
        """Return an outcome with the resigned seats last."""
        return outcome.with_last(self.resigned)

    @property
    def is_decided(self) -> bool:
        """True if the match ended by its rules, or all people but one have resigned."""
        return seating.decided_at(self._match) is not None

    @property
    def viewers(self) -> tuple[int, ...]:
        """The perspectives from which the match may be read now."""
        return seating.viewers(self._match)

    def recording(self, viewer: int | None = None) -> AnyRecording:
        """Return the match from a perspective; by default the only person's, else a spectator's.

        Raises:
            Refused: with one sentence, if that perspective is closed now.
        """
        viewer = seating.default_viewer(self._people) if viewer is None else viewer
        if refusal := self.why_hidden(viewer):
            raise Refused(Refusal("hidden", refusal))
        return Recording(self._match, viewer)

    def why_hidden(self, viewer: int) -> str | None:
        """Return why a perspective is closed; None if it is open."""
        return seating.why_not_look(self._match, viewer)

    @property
    def why_no_branch(self) -> str | None:
        """A sentence on why the match allows no branch; None if it does."""
        return None

    def branch(
        self, position: int, players: Sequence[Player], redeal_for: int | None, locations: Locations
    ) -> Opened:
        """Start a match that continues from a position; see ``create_branch``.

        Raises:
            Refused: also if the match allows no branch at all.
        """
        if refusal := self.why_no_branch:
            raise Refused(Refusal("no branch", refusal))
        return create_branch(
            self._match, position, players, redeal_for, locations, is_open=self.is_open
        )


class SavedLine(SavedMatch):
    """A line that leaves a finished match, with the match's perspectives."""

    def __init__(self, saved: SavedMatch, line: AnyMatch) -> None:
        super().__init__(line)
        self._saved = saved

    @property
    def person(self) -> int | None:
        """Seat of the only person who looks at the original match."""
        return self._saved.person

    @property
    def is_open(self) -> bool:
        """True: the original match is over."""
        return True

    @property
    def viewers(self) -> tuple[int, ...]:
        """All perspectives of the original match."""
        return self._saved.viewers

    def why_hidden(self, viewer: int) -> str | None:
        """Return why a perspective is closed; None if it is open."""
        return self._saved.why_hidden(viewer)

    @property
    def why_no_branch(self) -> str | None:
        """The reason why the original match allows no branch; None if it does."""
        return self._saved.why_no_branch
