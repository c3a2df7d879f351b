"""The reason for an action: the advice that its seat could have had from what it knew."""

from typing import Final

from darwin_core.bots.hints import SLIGHT_POINTS, worth
from darwin_core.contract.game import Action, Advice
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import tr, tr_n
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import capitalized

BETTER_MAX: Final = 2
"""Better actions that are named."""


def why(recording: AnyRecording, position: int, lexicon: Lexicon) -> list[str]:
    """Return sentences on the action before a position; none if it was not the viewer's own.

    Args:
        recording: the match from the perspective of the seat that acted.
        position: the position after the action.
        lexicon: the words of the reader.
    """
    game, viewer = recording.game, recording.viewer
    action = recording.own_action(position)
    if action is None:
        return []
    view = recording.view(position - 1)

    def said(advice: Advice[Action]) -> str:
        phrase = game.phrase(view, advice.action, lexicon)
        choice = capitalized(phrase)
        return tr(
            "{choice}, {worth}: {reason}.", choice=choice, worth=worth(advice), reason=advice.reason
        )

    advised = game.advise(view, viewer, lexicon)
    place = next(at for at, advice in enumerate(advised) if advice.action == action)
    name = recording.names[viewer]
    # Reasons are written for whoever decides: their "you" is that player.
    hint = tr("In the words of a hint for {player}:", player=name)
    if len(advised) == 1:
        return [tr("{player} had no other choice.", player=name), "", hint, said(advised[0])]
    count = len(advised)
    others = [advice for advice in advised if advice.action != action]
    better = [each for each in others if each.value - advised[place].value >= SLIGHT_POINTS]
    if not better:
        # Of those that are as good the advice has to name one first.
        first = tr(
            "From what {player} knew, none of {count} choices was clearly better."
            if place
            else "From what {player} knew, this was the best of {count} choices.",
            player=name,
            count=count,
        )
        return [first, "", hint, said(advised[place]), "", tr("Next best:"), said(others[0])]
    first = tr_n(
        "From what {player} knew, {number} of {count} choices was better.",
        "From what {player} knew, {number} of {count} choices were better.",
        len(better),
        player=name,
        count=count,
    )
    more = map(said, better[:BETTER_MAX])
    return [first, "", hint, said(advised[place]), "", tr("Better:"), *more]
