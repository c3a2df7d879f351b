"""The judgement of each legal action in words, best first: the hints."""

from collections.abc import Callable
from typing import Final

from darwin_core.game import Advice
from darwin_core.games.evo.actions import AnyAction, Forage, Foresee, Hunt, Migrate, Predate
from darwin_core.games.evo.ground import number_of
from darwin_core.games.evo.judgement import Generation, judge
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.state import (
    Begin,
    Choose,
    Drift,
    EvoState,
    Gorge,
    Live,
    Replace,
    Settle,
    Sleep,
)
from darwin_core.kit.judging import advised
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted

State = EvoState

_REASONS: Final[dict[type, str]] = {
    Begin: "its hand does most there",
    Replace: "the token is most likely to stay there",
    Gorge: "the token is most likely to stay there",
    Sleep: "it is passed on",
    Choose: "its cards find most of the food where it lives",
    Settle: "more can be done there",
    Drift: "more can be done there",
}
"""The reasons for the actions of each decision but those of a generation."""


def advise(view: State, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take, with its worth in points, best first.

    Ties keep their order.
    """
    actions = legal(view, seat)
    if not actions:
        return []
    kind = type(view.pending[-1])
    reason = _of_lives(view, seat) if kind is Live else lambda action, value: _REASONS[kind]
    return advised(actions, judge(view, seat, actions), reason)


def _of_lives(view: State, seat: int) -> Callable[[AnyAction, float], str]:
    generation = Generation(view, seat)

    def reason(action: AnyAction, value: float) -> str:
        match action:
            case Migrate(_, location):
                rest = generation.rest(action)
                there = generation.plan_at(location, rest)
                saves = number_of(rest) // 2 * generation.here.saved
                if there > saves:
                    points = counted(round(there), "point")
                    return f"what you keep finds food for about {points} there"
                return "it saves a card for its offspring"
            case Hunt() | Forage():
                cards, tokens, births = generation.yields(action)
                born = " and an offspring" if births else ""
                return f"{counted(cards, 'card')} passed on, {counted(tokens, 'token')}{born}"
            case Predate():
                return "it takes tokens from another species"
            case Foresee():
                return "one more card to play"
            case _:
                left = number_of(generation.hand)
                if not left:
                    return "you have no cards left"
                return f"{counted(left, 'card')} of your hand {'is' if left == 1 else 'are'} lost"

    return reason
