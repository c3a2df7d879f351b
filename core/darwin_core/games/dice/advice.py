"""Each card of a hand with its worth and the reason for it, for the greedy bot and the hints."""

from darwin_core.game import Advice
from darwin_core.games.dice.actions import PLAYS, Play
from darwin_core.games.dice.components import KINDS, POINTS, SCORPION, SNAKES, TRUMP, face
from darwin_core.games.dice.judgement import Judged, judge, points_of
from darwin_core.games.dice.state import DiceState
from darwin_core.games.dice.words import card_name
from darwin_core.kit.judging import advised
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted


def advise(view: DiceState, seat: int, lexicon: Lexicon) -> list[Advice[Play]]:
    """Return each card the seat may play with its worth in points, best first; ties by card."""
    judged = {PLAYS[each.card]: each for each in judge(view, seat)}
    values = [each.value for each in judged.values()]
    return advised([*judged], values, lambda play, _: _reason(view, seat, judged[play]))


def _reason(view: DiceState, seat: int, judged: Judged) -> str:
    roll, middle = view.rolls[view.turn], points_of(view.middle)
    _, card, wins, effects = judged
    name = card_name(card)
    percent = f"{round(100 * wins)} %"
    if card == TRUMP[roll]:
        text = f"the {name} is trump and wins {percent} of the time"
        return f"{text}, but a scorpion would cost you the cards taken" if effects < -1 else text
    if card == SCORPION and effects > 0.5:
        return f"the {name} beats a trump, whose player loses the cards taken"
    if card in SNAKES and effects > 0.5:
        return f"the {name} wins {percent} of the time, and the second player loses the cards taken"
    if wins >= 0.5:
        pot = f" with {counted(middle, 'point')} in the middle" if middle else ""
        return f"the {name} wins this {face(roll).mode} {percent} of the time{pot}"
    if effects < -1:
        return f"the {name} may come second to a snake, which costs you the cards taken"
    if POINTS[card] <= 2:
        stake = counted(POINTS[card], "point")
        return f"the {name} wins only {percent} of the time, and costs you only {stake}"
    if view.taken[seat]:
        return f"the {name} wins only {percent} of the time, but risks no cards that you took"
    return f"the {name} wins only {percent} of the time, and costs {POINTS[card]} points"


assert len(PLAYS) == KINDS
