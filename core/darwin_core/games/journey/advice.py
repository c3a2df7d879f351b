"""Advice: the judgement of each choice, with its reason in words, for the hints."""

from typing import Final

from darwin_core.game import Advice
from darwin_core.games.journey import rules
from darwin_core.games.journey.actions import AnyAction, Take
from darwin_core.games.journey.components import CREW
from darwin_core.games.journey.effect_words import effect_words, parts_words
from darwin_core.games.journey.judgement import Change, Gain, Promise, Reason, Reward, judge
from darwin_core.games.journey.sources import SOURCES
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.judging import advised
from darwin_core.lexicon import Lexicon

_REASONS: Final = dict(
    zip(
        SOURCES,
        (
            "it scores points",
            "it brings coins",
            "it brings knowledge",
            "it moves you on along the evolution track",
            "seals open better locations to your worker",
            "it counts for an objective",
            "a crew card comes nearer",
            "it counts for the goal of the Beagle",
            "your ship, explorers or tents come farther",
            "what is researched can be delivered",
            "your stamps win more on the envelopes",
            "you play earlier in the next round",
        ),
        strict=True,
    )
)
"""The reason for a change that lies in one of the sources most."""


def advise(view: JourneyState, seat: int, lexicon: Lexicon) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take with its worth in points, best first; ties in their
    order."""
    actions = rules.legal(view, seat)
    judged = dict(zip(actions, judge(view, seat, actions), strict=True))
    values = [value for value, _ in judged.values()]
    return advised(actions, values, lambda action, _: _why(action, judged[action][1]))


def _why(action: AnyAction, reason: Reason) -> str:
    """Format the reason for an action; a tile scores later, by what it asks for."""
    if isinstance(action, Take):
        return "it scores most for what it still asks of you"
    return _words(reason)


def _words(reason: Reason) -> str:
    """Format a reason; that of a change is its largest part."""
    match reason:
        case str():
            return reason
        case Gain(effect):
            return f"it gives {effect_words(effect)}"
        case Promise(effect):
            return f"it leads to {effect_words(effect)}"
        case Reward(card):
            return f"its reward: {parts_words(CREW[card].reward)}"
        case Change(before, after, hope, follows):
            changes = [now - was for now, was in zip(after.parts, before.parts, strict=True)]
            most = max(changes)
            return _REASONS[SOURCES[changes.index(most)]] if most >= hope else _words(follows)
