"""Yummy Darwinism: triplets, trumps and trades, for 2 to 5.

State       the deck, hands, fields and point piles, memories of hands, and pending effects
Decisions   a turn's moves; whether to bank; an offer card by card; its answer; discards
Chance      the deck, who begins
Hidden      other hands, the order of the deck, offers not made yet, cards that others trade
Rules       version 2: since then a counter-offer once announced and the last action of a match
            cannot be undone; version 3: nor can declining a counter-offer
"""

from typing import Final, get_args

from darwin_core.contract.game import Game, Horizon, Tuning
from darwin_core.games.yummy import (
    advice,
    description,
    elements,
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
from darwin_core.games.yummy.actions import DECLINE, AnyAction
from darwin_core.games.yummy.events import YummyEvent
from darwin_core.games.yummy.state import YummyOptions, YummyState
from darwin_core.text.language import mark

GAME: Final[Game[YummyState, AnyAction, YummyEvent]] = Game(
    slug="yummy",
    package=__name__,
    title="Yummy Darwinism",
    blurb=mark("Lay triplets, take those of others, and trade for what you lack."),
    seats=(2, 3, 4, 5),
    rules_version=3,
    bound=rules.bound,
    options=YummyOptions,
    state=YummyState,
    actions=AnyAction,
    events=get_args(YummyEvent),
    setup=rules.setup,
    clone=rules.clone,
    to_move=rules.to_move,
    legal=rules.legal,
    apply=rules.apply,
    view=view.view,
    redact=view.redact,
    determinize=view.determinize,
    holdings=view.holdings,
    outcome=scoring.outcome,
    standing=scoring.standing,
    why_not=refusals.why_not,
    problems=problems.problems,
    clock=rules.clock,
    counts_turns_on=True,
    left=rules.left,
    standing_answer=DECLINE,
    advise=advice.advise,
    policy=policy.policy,
    worth=worth.worth,
    features=worth.features,
    feature_names=worth.FEATURE_NAMES,
    manners=manners.MANNERS,
    tuning=Tuning(
        horizon=Horizon(until="turn", count=8), candidates=6, doubt=2.0, pace=15_000, slack=100
    ),
    # Two players hardly trade: their matches are short enough to be played to the end.
    tuning_at={2: Tuning(candidates=6, pace=50_000)},
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
