"""Yummy Darwinism: triplets, trumps and trades, for 2 to 5.

State       the deck, hands, fields and point piles, memories of hands, and pending effects
Decisions   a turn's moves; whether to bank; an offer card by card; its answer; discards
Chance      the deck, who begins
Hidden      other hands, the order of the deck, offers not made yet, cards that others trade
Rules       version 3; since version 2, an announced counter-offer and the last action of a match
            cannot be undone; since version 3, nor can declining a counter-offer
"""

from typing import Final, get_args

from darwin_core.contract.game import Bots, Game, Horizon, Texts, Tuning, read_box
from darwin_core.games.yummy import acts, bots, hints, refusals, rules, texts, view
from darwin_core.games.yummy.acts import DECLINE, AnyAction, YummyEvent
from darwin_core.games.yummy.material import YummyOptions, YummyState

GAME: Final[Game[YummyState, AnyAction, YummyEvent]] = Game(
    box=read_box(__name__),
    rules_version=3,
    actions_max=rules.actions_max,
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
    outcome=rules.outcome,
    standing=rules.standing,
    forecast=rules.forecast,
    invariants=view.invariants,
    clock=rules.clock,
    counts_turns_on=True,
    share_left=rules.share_left,
    standing_answer=DECLINE,
    targets=acts.targets,
    texts=Texts(
        why_not=refusals.why_not,
        notation=acts.notation,
        parse=acts.parse,
        element=texts.element,
        card_name=texts.card_name,
        prompt=texts.prompt,
        phase=texts.phase,
        phrase=texts.phrase,
        sentence=texts.sentence,
        gift=texts.gift,
        describe=texts.describe,
    ),
    bots=Bots(
        advise=hints.advise,
        fast_policy=bots.fast_policy,
        state_value=bots.state_value,
        features=bots.features,
        feature_names=bots.FEATURE_NAMES,
        manners=hints.MANNERS,
        prospects=bots.prospects,
        contrast=hints.contrast,
        # At two seats, searches that wanted two standard errors were 3.6 points ahead of Normal;
        # those that wanted one, 2.3.
        tuning=Tuning(
            horizon=Horizon(until="turn", count=8), candidates=6, doubt=2.0, pace=15_000, slack=100
        ),
        # With two players, rollouts play to the end of the match.
        tuning_at={2: Tuning(candidates=6, pace=50_000)},
    ),
)
