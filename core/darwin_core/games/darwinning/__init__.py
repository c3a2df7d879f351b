"""Darwinning!: tricks, species and the food chain, for 2 to 6.

State       the species boards, the food chain, the trick, hands, and the stack of pending effects
Decisions   the leader; a trait to steal; cards to play; improvements; the cards to keep, all seats
            at once; Symbiosis; meals; the trait space for Metamorphosis; for two, the use of the
            display
Chance      species, environments, the deck
Hidden      other hands, the cards that others kept or buried, the order of the deck
Rules       version 2
"""

from typing import Final, get_args

from darwin_core.contract.game import Bots, Game, Horizon, Texts, Tuning, read_box
from darwin_core.games.darwinning import (
    acts,
    bots,
    fitted_policy,
    hints,
    refusals,
    rules,
    texts,
    view,
)
from darwin_core.games.darwinning.acts import AnyAction, DarwinningEvent
from darwin_core.games.darwinning.material import DarwinningOptions, DarwinningState
from darwin_core.text.language import mark

GAME: Final[Game[DarwinningState, AnyAction, DarwinningEvent]] = Game(
    box=read_box(__name__),
    rules_version=2,
    actions_max=rules.actions_max,
    options=DarwinningOptions,
    state=DarwinningState,
    actions=AnyAction,
    events=get_args(DarwinningEvent),
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
    has_lines_by_source=True,
    invariants=view.invariants,
    clock=rules.clock,
    share_left=rules.share_left,
    clock_words=(mark("era"), mark("trick")),
    targets=acts.targets,
    texts=Texts(
        why_not=refusals.why_not,
        notation=acts.notation,
        parse=acts.parse,
        element=texts.element,
        card_name=texts.number_name,
        prompt=texts.prompt,
        ending=texts.ending,
        phase=texts.phase,
        phrase=texts.phrase,
        sentence=texts.sentence,
        describe=texts.describe,
    ),
    bots=Bots(
        advise=hints.advise,
        fast_policy=bots.fast_policy,
        fitted_policy=fitted_policy.FITTED_POLICY,
        state_value=bots.state_value,
        features=bots.features,
        feature_names=bots.FEATURE_NAMES,
        manners=hints.MANNERS,
        prospects=bots.prospects,
        contrast=hints.contrast,
        tuning=Tuning(horizon=Horizon("round"), candidates=4, pace=14_000, slack=1.6),
    ),
)
