"""Leaks to plant in Yummy Darwinism."""

import msgspec
from core.leaks import Leaks, first, of_kinds, shows, shows_events, shows_right_hand

from darwin_core.games.yummy import GAME, acts
from darwin_core.games.yummy.material import Answer, Offer


def _shows_top(kind, state, viewer):
    view = GAME.view(state, viewer)
    if state.pending and isinstance(state.pending[-1], kind):
        view.pending[-1] = state.pending[-1]
    return view


def shows_offers_in_the_making(state, viewer):
    """Return a view that shows an offer before it is made."""
    return _shows_top(Offer, state, viewer)


def shows_offers_to_others(state, viewer):
    """Return a view that shows the offers of two others to each other."""
    return _shows_top(Answer, state, viewer)


def shows_how_far_an_offer_is(state, viewer):
    """Return a view that shows only the number of cards in an offer so far."""
    view = GAME.view(state, viewer)
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Offer) and top.seat != viewer:
        hidden = b"\xff" * len(top.give)
        view.pending[-1] = msgspec.structs.replace(top, give=hidden, ask=b"\xff")
    return view


def shows_that_an_offer_is_made_ready(state, viewer):
    """Return a view that shows by the number of openings that there will be an offer."""
    view = GAME.view(state, viewer)
    view.openings = b"\xff" * len(state.openings)
    return view


def shows_number_picked(event, viewer):
    """Show everybody the number of cards in an offer so far."""
    if isinstance(event, acts.Picked) and event.seat != viewer:
        return acts.Picked(event.seat, b"\xff" * len(event.give), b"")
    return GAME.redact(event, viewer)


def legal_by_the_partners_hand(state, seat):
    """Return the legal actions without the proposal if the partner holds no card asked for."""
    actions = GAME.legal(state, seat)
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Offer) and not any(label in state.hands[top.partner] for label in top.ask):
        return [action for action in actions if not isinstance(action, acts.Propose)] or actions
    return actions


LEAKS = Leaks(
    view=(
        shows(GAME, "deck", first),
        shows_right_hand(GAME),
        shows(GAME, "seen"),
        shows_offers_in_the_making,
        shows_offers_to_others,
        shows_how_far_an_offer_is,
        shows_that_an_offer_is_made_ready,
    ),
    redact=(
        shows_events(GAME, acts.Picked),
        shows_events(GAME, acts.TradeOpened),
        shows_number_picked,
        # These events reveal something, so a state and its twin may part there. Still, the viewer
        # would have the same view of both and get different events.
        shows_events(GAME, acts.TurnBegan),
        shows_events(GAME, acts.Refilled),
    ),
    revealing=((acts.TurnBegan, acts.Refilled), (acts.Laid,), (acts.Offered,), (acts.Discarded,)),
    legal=legal_by_the_partners_hand,
    # The parts of an offer in the making are never shown; events show the other actions.
    is_secret=of_kinds(
        acts.Trade,
        acts.Give,
        acts.Ask,
        acts.Propose,
        acts.Lay,
        acts.Trump,
        acts.Mark,
        acts.Swap,
        acts.Discard,
    ),
)
