"""Leaks to plant in Darwin's Journey."""

from core.leaks import Leaks, of_kinds, shows, shows_events

from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import Cleaned, Keep, Kept, Passed

LEAKS = Leaks(
    view=[shows(GAME, field) for field in ("hands", "crew", "seen", "picked", "chance")],
    redact=(shows_events(GAME, Kept), shows_events(GAME, Passed)),
    revealing=((Passed,), (Cleaned,)),
    # A card that is kept stays secret until the draft is over.
    is_secret=of_kinds(Keep),
)
