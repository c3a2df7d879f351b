"""Leaks to plant in Darwinning!."""

from core.leaks import Leaks, first, of_kinds, shows, shows_events, shows_right_hand

from darwin_core.contract.game import HIDDEN
from darwin_core.games.darwinning import GAME, acts
from darwin_core.games.darwinning.material import EMPTY


def shows_keep_counts(state, viewer):
    """Return a view that shows only the number of cards kept."""
    view = GAME.view(state, viewer)
    view.kept = [
        cards if seat == viewer or cards == EMPTY else bytes([HIDDEN] * len(cards))
        for seat, cards in enumerate(state.kept)
    ]
    return view


def shows_large_keeps(event, viewer):
    """Show all viewers whether a seat keeps more than one card."""
    if isinstance(event, acts.Kept) and event.seat != viewer:
        return acts.Kept(event.seat, b"") if len(event.cards) > 1 else None
    return GAME.redact(event, viewer)


def legal_by_the_deck(state, seat):
    """Return fewer plays where the deck begins with a low card."""
    plays = GAME.legal(state, seat)
    return plays[1:] if len(plays) > 1 and state.deck[:1] < b"\x03" else plays


LEAKS = Leaks(
    view=(
        shows(GAME, "kept"),
        shows_keep_counts,
        shows(GAME, "deck", first),
        shows_right_hand(GAME),
        shows(GAME, "buried"),
    ),
    redact=(shows_events(GAME, acts.Kept), shows_large_keeps),
    revealing=(
        (acts.Played, acts.Reshuffled),
        (acts.AllKept,),
        (acts.EraBegan, acts.Reshuffled),
        (acts.Drawn, acts.Reshuffled),
    ),
    legal=legal_by_the_deck,
    # Cards kept are never shown. A play is shown by its event, but the list of possible plays is
    # not.
    is_secret=of_kinds(acts.Keep, acts.Play),
)
