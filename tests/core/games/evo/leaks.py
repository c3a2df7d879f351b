"""Leaks to plant in Evo."""

from core.leaks import Leaks, first, shows, shows_events

from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import Drew, Foresaw, Migrate, Migrated, Withered


def shows_hands_that_are_all_offspring_and_more(state, viewer):
    """Return a view that shows one card of each hand of which nothing has been seen."""
    view = GAME.view(state, viewer)
    view.shown = [
        bytes(sorted(shown + hand[:1])) if hand and not shown else shown
        for shown, hand in zip(state.shown, state.hands, strict=True)
    ]
    return view


LEAKS = Leaks(
    view=(
        shows(GAME, "hands"),
        shows(GAME, "lost"),
        shows(GAME, "decks", first),
        shows(GAME, "fauna_deck", first),
        shows(GAME, "flora_deck", first),
        shows(GAME, "adaptation_deck", first),
        shows_hands_that_are_all_offspring_and_more,
    ),
    redact=[shows_events(GAME, kind) for kind in (Withered, Drew, Foresaw, Migrated)],
    revealing=((Drew,), (Migrated,), (Foresaw,)),
    # Of the two cards that are spent, only the survivor is shown.
    is_secret=lambda action: isinstance(action, Migrate) and len(action.cards) == 2,
)
