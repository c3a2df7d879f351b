"""Advice: the judgement of each choice, with its reason in words, for the hints."""

from collections.abc import Sequence
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
from darwin_core.wording import counted

_REASONS: Final = dict(
    zip(
        SOURCES,
        (
            ("it scores points", "at once"),
            ("it brings coins", "in coins"),
            ("it brings knowledge", "in knowledge"),
            ("it moves you on along the evolution track", "by evolution"),
            ("seals open better locations to your worker", "by seals"),
            ("it counts for an objective", "for objectives"),
            ("a crew card comes nearer", "for a crew card"),
            ("it counts for the Beagle's goals", "for the Beagle's goals"),
            ("your ship, explorers or tents come farther", "for the voyage"),
            ("what is researched can be delivered", "by specimens"),
            ("your stamps win more on the envelopes", "by envelopes"),
            ("you play earlier in the next round", "by the turn order"),
        ),
        strict=True,
    )
)
"""The reason for a change that lies in one of the sources most, and what points of it are for."""
NAMED_MAX: Final = 2
"""Sources of a change that a reason names, with their points."""


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
            return _change_words(changes) if max(changes) >= hope else _words(follows)


def _change_words(changes: Sequence[float]) -> str:
    """Return what a change brings most, by sources, in whole points; without figures where none
    comes to a point."""
    order = sorted(range(len(changes)), key=lambda source: -changes[source])
    named = [(round(changes[source]), SOURCES[source]) for source in order[:NAMED_MAX]]
    parts = [f"{points} {_REASONS[source][1]}" for points, source in named[1:] if points > 0]
    points, most = named[0]
    if points < 1:
        return _REASONS[most][0]
    first = f"about {counted(points, 'point')} {_REASONS[most][1]}"
    return ", ".join([first, *parts])
