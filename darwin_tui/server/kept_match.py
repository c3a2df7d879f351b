"""A match of a server as one account may read it. Nothing of it is written on the host."""

from typing import Final

from darwin_core.analysis.review import Knowledge
from darwin_core.game import SPECTATOR
from darwin_core.language import mark, tr
from darwin_core.match import AnyMatch
from darwin_tui.analysis.making import Analysing
from darwin_tui.locations import Locations
from darwin_tui.saves import SavedMatch

NO_BRANCH: Final = mark("Branches are made at home: download the record first.")


class KeptMatch(SavedMatch):
    """A match on a server, read-only, from the perspectives that one account may take."""

    def __init__(self, match: AnyMatch, people: tuple[int, ...]) -> None:
        super().__init__(match)
        self._people = people

    @property
    def table(self) -> str:
        """The code of its table, for those who sat there."""
        fair = self._match.header.fair
        return fair.code if fair and self._people else ""

    @property
    def viewers(self) -> tuple[int, ...]:
        """All perspectives that the match may be read from now."""
        match = self._match
        if match.game.outcome(match.state) is not None:
            return super().viewers
        return (*self._people, SPECTATOR)

    def why_hidden(self, viewer: int) -> str | None:
        """Return why a perspective is hidden; None if it is open."""
        is_shown = viewer in self.viewers
        return None if is_shown else tr("That can be seen only when the match is over.")

    def analysis(self, locations: Locations, knowledge: Knowledge = "players") -> None:
        """Return nothing: none is kept on the host."""

    def analyse(self, locations: Locations, knowledge: Knowledge = "players") -> Analysing:
        """Begin to analyse the match, for this once."""
        return Analysing(self._match, None, knowledge=knowledge)

    @property
    def why_no_branch(self) -> str | None:
        """A sentence: a branch would be a match without a table."""
        return tr(NO_BRANCH)
