"""The judgement of each legal action in words, best first: the hints."""

from collections.abc import Callable
from typing import Final

from darwin_core.game import Advice
from darwin_core.games.evo import actions, effects
from darwin_core.games.evo.actions import AnyAction
from darwin_core.games.evo.ground import number_of
from darwin_core.games.evo.judgement import Generation, judge
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.state import EvoState
from darwin_core.kit.judging import advised
from darwin_core.language import mark, tr, tr_n
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted

_REASONS: Final[dict[type, str]] = {
    effects.Begin: mark("its hand does most there"),
    effects.Replace: mark("the token is most likely to stay there"),
    effects.Gorge: mark("the token is most likely to stay there"),
    effects.Sleep: mark("it is passed on"),
    effects.Choose: mark("its cards find most of the food where it lives"),
    effects.Settle: mark("more can be done there"),
    effects.Drift: mark("more can be done there"),
}
"""The reasons for the actions of each decision but those of a generation."""


def advise(view: EvoState, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take, with its worth in points, best first.

    Ties keep their order.
    """
    choices = legal(view, seat)
    if not choices:
        return []
    kind = type(view.pending[-1])
    reason = (
        _of_lives(view, seat) if kind is effects.Live else lambda action, value: tr(_REASONS[kind])
    )
    return advised(choices, judge(view, seat, choices), reason)


def _of_lives(view: EvoState, seat: int) -> Callable[[AnyAction, float], str]:
    generation = Generation(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        match action:
            case actions.Migrate(_, location):
                rest = generation.rest(action)
                there = generation.plan_at(location, rest)
                saves = number_of(rest) // 2 * generation.here.saved
                if there > saves:
                    points = counted(round(there), "point")
                    return tr("what you keep finds food for about {points} there", points=points)
                return tr("it saves a card for its offspring")
            case actions.Hunt() | actions.Forage():
                cards, tokens, births = generation.yields(action)
                return tr(
                    "{cards} passed on, {tokens} and an offspring"
                    if births
                    else "{cards} passed on, {tokens}",
                    cards=counted(cards, "card"),
                    tokens=counted(tokens, "token"),
                )
            case actions.Predate():
                return tr("it takes tokens from another species")
            case actions.Foresee():
                return tr("one more card to play")
            case _:
                left = number_of(generation.hand)
                if not left:
                    return tr("you have no cards left")
                return tr_n(
                    "{number} card of your hand is lost",
                    "{number} cards of your hand are lost",
                    left,
                )

    return reason
