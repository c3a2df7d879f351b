"""A match of a server as one account may read it. Nothing of it is written on the host."""

from collections.abc import Sequence
from typing import Final

from darwin_core.game import SPECTATOR, Refusal
from darwin_core.match import AnyMatch, Refused
from darwin_core.match.recording import AnyRecording, Recording
from darwin_core.record import Player
from darwin_tui.locations import Locations
from darwin_tui.saves import Opened, SavedMatch

NO_BRANCH: Final = "Branches are made at home: download the record first."


class KeptMatch(SavedMatch):
    """A match on a server, read-only, from the perspectives that one account may take."""

    def __init__(self, match: AnyMatch, people: tuple[int, ...]) -> None:
        super().__init__(match)
        self._people = people

    @property
    def viewers(self) -> tuple[int, ...]:
        """All perspectives that the match may be read from now."""
        match = self._match
        if match.game.outcome(match.state) is not None:
            return super().viewers
        return (*self._people, SPECTATOR)

    @property
    def why_no_branch(self) -> str | None:
        """A sentence: a branch would be a match without a table."""
        return NO_BRANCH

    def recording(self, viewer: int | None = None) -> AnyRecording:
        """Return the match from a perspective, by default that of the account."""
        if viewer is None:
            viewer = self._people[0] if len(self._people) == 1 else SPECTATOR
        if viewer not in self.viewers:
            raise Refused(Refusal("hidden", "That can be seen only when the match is over."))
        return Recording(self._match, viewer)

    def branch(
        self,
        position: int,
        players: Sequence[Player],
        redeal_for: int | None,
        locations: Locations,
    ) -> Opened:
        """Refuse: a branch would be a match without a table."""
        raise Refused(Refusal("server", NO_BRANCH))
