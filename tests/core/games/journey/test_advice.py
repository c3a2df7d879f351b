"""Reasons that hints give for a choice."""

import re

from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import Keep
from darwin_core.games.journey.material import CREW
from darwin_core.games.journey.names import parts_words
from darwin_core.text.seat_names import SeatNames


def test_reasons_name_what_is_gained() -> None:
    """Name the reward of a crew card, and the later gain of an action that has none of its own."""
    state = GAME.setup(GAME.options(), 2, "reasons", None)
    reasons = set()
    while movers := GAME.to_move(state):
        advice = GAME.bots.advise(GAME.view(state, movers[0]), movers[0], SeatNames())
        for each in advice:
            reasons.add(each.reason)
            if isinstance(each.action, Keep):
                assert each.reason == f"its reward: {parts_words(CREW[each.action.card].reward)}"
        GAME.apply(state, movers[0], advice[0].action, None)
    assert any(reason.startswith("it leads to ") for reason in reasons)
    figures = [reason for reason in reasons if reason.startswith("about ")]
    assert len({re.sub(r"\d+", "", reason) for reason in figures}) > 9, figures
    assert all(re.fullmatch(r"about [1-9]\d* point.+?(, [1-9].+)?", each) for each in figures)
