"""Finches: the largest beak of each round takes it, for 2 to 8.

State       hands, the cards of the round, points
Decisions   one kind: a card, one seat after the other
Chance      the shuffle and the first seat
Hidden      other hands and the cards that were not dealt
Rules       version 1
"""

from typing import Final

from darwin_core.contract.game import Bots, Game, Texts, read_box
from darwin_finches import advice, notation, rules, view, words
from darwin_finches.actions import Lay
from darwin_finches.events import Dealt, Ended, FinchesEvent, Laid, Taken
from darwin_finches.state import ROUNDS, FinchesOptions, FinchesState


def actions_max(seats: int) -> int:
    """Return the number of actions of a match: every seat lays a card in every round."""
    return ROUNDS * seats


GAME: Final[Game[FinchesState, Lay, FinchesEvent]] = Game(
    box=read_box(__name__),
    rules_version=1,
    actions_max=actions_max,
    options=FinchesOptions,
    state=FinchesState,
    actions=Lay,
    events=(Dealt, Laid, Taken, Ended),
    setup=rules.setup,
    clone=rules.clone,
    to_move=rules.to_move,
    legal=rules.legal,
    apply=rules.apply,
    view=view.view,
    redact=view.redact,
    determinize=view.determinize,
    outcome=rules.outcome,
    standing=rules.standing,
    invariants=rules.invariants,
    clock=rules.clock,
    targets=notation.targets,
    texts=Texts(
        why_not=rules.why_not,
        notation=notation.notation,
        parse=notation.parse,
        element=words.element,
        prompt=words.prompt,
        phrase=words.phrase,
        sentence=words.sentence,
        describe=words.describe,
    ),
    bots=Bots(
        advise=advice.advise,
        fast_policy=advice.fast_policy,
        state_value=rules.worth,
    ),
)
