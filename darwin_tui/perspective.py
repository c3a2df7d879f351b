"""The perspectives from which a record may be read."""

from collections.abc import Sequence

from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.match import AnyMatch
from darwin_core.text.language import tr
from darwin_tui.seating import people_of


def why_not_look(match: AnyMatch, viewer: int) -> str | None:
    """Say in one sentence why a record may not be read as a viewer; None if it may.

    While a match is not over, only a person who plays alone against bots has a player's
    perspective, their own: any other hand would show them what their seat cannot know.
    """
    if viewer == SPECTATOR or match.game.outcome(match.state) is not None:
        return None
    if viewer == OMNISCIENT:
        return tr("All hands can be shown only when the match is over.")
    if people_of(match.header.players) != (viewer,):
        return tr(
            "The view of {player} can be shown only when the match is over.",
            player=match.header.names[viewer],
        )
    return None


def why_not_same_cards(match: AnyMatch) -> str | None:
    """Say in one sentence why a branch may not keep the cards of a match; None if it may.

    The players of a branch could see any hand in it.
    """
    if match.game.outcome(match.state) is None and len(people_of(match.header.players)) > 1:
        return tr("Until the match is over, a branch deals the hidden cards again.")
    return None


def viewers(match: AnyMatch) -> tuple[int, ...]:
    """Return all perspectives that a record may be read from now."""
    every = (*range(match.seats), SPECTATOR, OMNISCIENT)
    return tuple(viewer for viewer in every if why_not_look(match, viewer) is None)


def default_viewer(people: Sequence[int]) -> int:
    """Return the default perspective of people at some seats: that of the only one, else the
    spectator's."""
    return people[0] if len(people) == 1 else SPECTATOR
