"""Leaks to plant in Darwin's Dice."""

from core.leaks import Leaks, first, of_kinds, shows, shows_events, shows_right_hand

from darwin_core.contract.game import HIDDEN
from darwin_core.games.dice import GAME
from darwin_core.games.dice.acts import Chose, Play, Revealed, Rolled, RoundBegan


def shows_next_roll(state, viewer):
    """Return a view that shows the dice of the next turn."""
    view = GAME.view(state, viewer)
    shown = state.turn + 2
    view.rolls = state.rolls[:shown] + view.rolls[shown:]
    return view


def shows_high_choices(event, viewer):
    """Show all viewers whether the card chosen is of a kind above 16."""
    if isinstance(event, Chose) and event.seat != viewer:
        return Chose(event.seat, HIDDEN) if event.card > 16 else None
    return GAME.redact(event, viewer)


def legal_by_the_deck(state, seat):
    """Return fewer plays where the deck begins with a certain card."""
    plays = GAME.legal(state, seat)
    return plays[1:] if len(plays) > 1 and state.deck[:1] == b"\0" else plays


LEAKS = Leaks(
    view=(
        shows_next_roll,
        shows(GAME, "chosen"),
        shows_right_hand(GAME),
        shows(GAME, "deck", first),
    ),
    redact=(shows_events(GAME, Chose), shows_high_choices, shows_events(GAME, RoundBegan)),
    revealing=((Revealed,), (Revealed, Rolled, RoundBegan)),
    legal=legal_by_the_deck,
    is_secret=of_kinds(Play),
)
