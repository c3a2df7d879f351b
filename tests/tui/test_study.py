"""Values that a hint names: what the search is sure of, and no more."""

from darwin_core.bots.search import Judged
from darwin_core.contract import registry
from darwin_core.text.seat_names import SeatNames
from darwin_tui.play.advice import Study


def told(points, error):
    """Return the words on the first advised action, found better than all others by some points
    with a standard error."""
    game = registry.get("journey")
    state = game.setup(game.options(), 2, "study", None)
    study = Study(game, game.view(state, 0), 0, SeatNames())
    first, *others = [
        advice.action for advice in game.bots.advise(game.view(state, 0), 0, SeatNames())
    ]
    study._take([Judged(first, points, 0.0, 8)] + [Judged(each, 0.0, error, 8) for each in others])
    return study.value_of(study.best[0])


def test_a_difference_is_named_only_beyond_doubt():
    assert told(6.0, error=2.0) == "about 6 points better than any other"
    assert told(6.0, error=4.0) == "one of the best"


def test_a_single_line_of_play_does_not_make_a_small_choice_large():
    assert told(35.0, error=0.0) in ("one of the best", "about 1 point better than any other")
