"""A match of a server as one account may read it. Nothing of it is written on the host."""

from typing import Final

from darwin_core.analysis.review import Knowledge
from darwin_core.contract.game import SPECTATOR, Outcome
from darwin_core.match import AnyMatch
from darwin_core.text.language import mark, tr
from darwin_tui.library.analyses import Analysing
from darwin_tui.library.saves import SavedMatch
from darwin_tui.paths import Locations
from darwin_tui.seating import people_of

NO_BRANCH: Final = mark("Branches are made at home: download the record first.")


class KeptMatch(SavedMatch):
    """A match on a server, read-only, from the perspectives that one account may take."""

    def __init__(
        self,
        match: AnyMatch,
        people: tuple[int, ...],
        resigned: tuple[int, ...] = (),
        may_see_hands: bool = True,
    ) -> None:
        """Make a match of a server readable.

        Args:
            match: of a table.
            people: the seats of the account.
            resigned: the seats of those who have resigned, in this order.
            may_see_hands: the account may read the record once the match is over.
        """
        super().__init__(match)
        self._resigned = resigned
        self._may_see_hands = may_see_hands
        self._people = people

    @property
    def table(self) -> str:
        """The code of its table, for those who sat there."""
        fair = self._match.header.fair
        return fair.code if fair and self._people else ""

    def placed(self, outcome: Outcome) -> Outcome:
        """Return an outcome in which those are last who have resigned."""
        return outcome.with_last(self._resigned)

    @property
    def is_decided(self) -> bool:
        """True if the match is over by its rules, or all people but one have resigned."""
        left = {*people_of(self._match.header.players)} - {*self._resigned}
        return super().is_decided or (bool(self._resigned) and len(left) < 2)

    @property
    def viewers(self) -> tuple[int, ...]:
        """All perspectives that the match may be read from now."""
        match = self._match
        if self._may_see_hands and match.game.outcome(match.state) is not None:
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
