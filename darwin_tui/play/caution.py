"""Caution: a second Enter before an action that cannot be undone."""

from typing import Final

import msgspec

from darwin_core.contract.game import Action
from darwin_core.table import AnySnapshot
from darwin_tui.settings import Settings

FIRST_MATCHES: Final = 3
"""Matches of a game in which a player is asked, whatever the setting says."""


def needs_second_enter(
    now: Settings, snapshot: AnySnapshot, action: Action, *, slug: str, asks_newcomers: bool
) -> bool:
    """Return whether an action is played only by a second Enter.

    Args:
        now: the settings of the player.
        snapshot: of the decision.
        action: what the first Enter would play.
        slug: the game.
        asks_newcomers: whether the game asks in a player's first matches.
    """
    if action not in snapshot.final:
        return False
    if now.confirm:
        return True
    is_first = now.matches.get(slug, 0) < FIRST_MATCHES
    return asks_newcomers and is_first and len(snapshot.actions) > 1


def with_match(now: Settings, slug: str) -> Settings:
    """Return settings that count one more match of a game to its end."""
    count = min(now.matches.get(slug, 0) + 1, FIRST_MATCHES)
    return msgspec.structs.replace(now, matches={**now.matches, slug: count})
