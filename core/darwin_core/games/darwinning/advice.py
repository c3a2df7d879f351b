"""The judgement of each legal action in words, best first: the hints."""

from collections.abc import Callable
from typing import Final

from darwin_core.game import Advice
from darwin_core.games.darwinning.actions import DONE, AnyAction, Done, Live, Play, Use
from darwin_core.games.darwinning.judgement import HOPELESS, Trick, judge, surplus
from darwin_core.games.darwinning.rules import legal
from darwin_core.games.darwinning.state import (
    Browse,
    Cards,
    DarwinningState,
    Declare,
    Follow,
    Hunt,
    Improve,
    Keep,
    Lead,
    Mutate,
    Share,
    Transform,
)
from darwin_core.games.darwinning.survival import shareable
from darwin_core.games.darwinning.tricks import strongest_use
from darwin_core.games.darwinning.words import card_name, set_words
from darwin_core.kit.judging import advised
from darwin_core.lexicon import Lexicon

State = DarwinningState
Reason = Callable[[AnyAction, float], str]
"""The reason for an action of some worth."""


def advise(view: State, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Return the legal actions of a seat with their worth in points, best first; ties keep their
    order."""
    actions = legal(view, seat)
    if not actions:
        return []
    reason = _REASONS[type(view.pending[-1])](view, seat)
    return advised(actions, judge(view, seat, actions), reason)


def _always(reason: str, of_done: str = "") -> Callable[[State, int], Reason]:
    """Return the same reason for every action but one."""
    return lambda view, seat: lambda action, value: of_done if action == DONE else reason


def _of_improvements(view: State, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        if isinstance(action, Done):
            return "it changes nothing"
        if value < 0:
            return "it costs more than it brings"
        return "it scores, and helps in later survivals"

    return reason


def _of_plays(view: State, seat: int) -> Reason:
    trick = Trick(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, Play)
        return _play_words(trick, action.cards)

    return reason


def _play_words(trick: Trick, cards: Cards) -> str:
    odds, brings = trick.odds(trick.strength(cards)), trick.brings(cards)
    percent = f"{round(100 * odds)} %"
    if trick.ends(cards):
        return "the losers of the last trick improve"
    if odds < HOPELESS:
        return f"it rarely wins: throw {card_name(cards[0])} away, you need it least"
    if trick.is_of_two:
        cards += strongest_use(cards, trick.display) or b""
    points = round(brings)
    gain = f"about {points} points" if points > 1 else "a point" if points else "next to nothing"
    return f"{set_words(cards)} wins {percent} of the time; a card of it is then worth {gain}"


def _of_declarations(view: State, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, Use)
        return set_words(view.played[seat] + action.cards)

    return reason


def _of_shares(view: State, seat: int) -> Reason:
    food = shareable(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        more = food[action.environment] if isinstance(action, Live) else 0
        return f"it brings {more} food"

    return reason


def _of_meals(view: State, seat: int) -> Reason:
    effect = view.pending[-1]
    assert isinstance(effect, Hunt)
    hungry = surplus(view, seat, effect) <= 0
    meal = "it feeds your species" if hungry else "it bites a rival"
    return _always(meal, "enough is eaten")(view, seat)


_REASONS: Final[dict[type, Callable[[State, int], Reason]]] = {
    Lead: _always("the leader may play anything"),
    Mutate: _always(
        "you gain the trait and its owner loses it", "Mutation stays free for another trait"
    ),
    Follow: _of_plays,
    Declare: _of_declarations,
    Improve: _of_improvements,
    Browse: _of_improvements,
    Keep: _always("it keeps strong and useful cards"),
    Share: _of_shares,
    Hunt: _of_meals,
    Transform: _always("you lose least on that space"),
}
