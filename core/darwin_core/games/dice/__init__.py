"""Darwin's Dice: a trick game of secret, simultaneous choices under two dice, for 2 to 4.

State       hands, cards chosen, cards taken (at risk until the round ends), accounts, the rolls
Decisions   one kind: a card, chosen by all seats at once; the last choice reveals all
Chance      the shuffle and all rolls at set-up, the first Darwin
Hidden      other hands, cards chosen face down, the deck, the rolls to come
Rules       version 1
"""

from typing import Final, get_args

from darwin_core.contract.game import Game, Horizon, Tuning
from darwin_core.games.dice import (
    advice,
    description,
    elements,
    guesses,
    manners,
    narration,
    notation,
    policy,
    problems,
    refusals,
    rules,
    scoring,
    view,
    words,
    worth,
)
from darwin_core.games.dice.actions import Play
from darwin_core.games.dice.events import DiceEvent
from darwin_core.games.dice.state import DiceOptions, DiceState
from darwin_core.text.language import mark

GAME: Final[Game[DiceState, Play, DiceEvent]] = Game(
    slug="dice",
    package=__name__,
    title="Darwin's Dice",
    blurb=mark(
        "Tricks under two dice: fight or flight, trumps, and animals that cost rivals dear."
    ),
    seats=(2, 3, 4),
    rules_version=1,
    bound=rules.bound,
    options=DiceOptions,
    state=DiceState,
    actions=Play,
    events=get_args(DiceEvent),
    setup=rules.setup,
    clone=rules.clone,
    to_move=rules.to_move,
    legal=rules.legal,
    apply=rules.apply,
    view=view.view,
    redact=view.redact,
    determinize=view.determinize,
    holdings=view.holdings,
    guess=guesses.guess,
    outcome=scoring.outcome,
    standing=scoring.standing,
    why_not=refusals.why_not,
    problems=problems.problems,
    clock=rules.clock,
    advise=advice.advise,
    policy=policy.policy,
    worth=worth.worth,
    features=worth.features,
    feature_names=worth.FEATURE_NAMES,
    manners=manners.MANNERS,
    tuning=Tuning(horizon=Horizon(until="round"), candidates=6, pace=75_000, slack=6),
    notation=notation.notation,
    parse=notation.parse,
    targets=notation.targets,
    element=elements.element,
    card_name=words.card_name,
    prompt=words.prompt,
    phase=words.phase,
    phrase=words.phrase,
    sentence=narration.sentence,
    describe=description.describe,
)
