"""Darwin's Dice: a trick game of secret, simultaneous choices under two dice, for 2 to 4.

State       hands, cards chosen, cards taken (at risk until the round ends), accounts (points in
            safety), the rolls
Decisions   one kind: a card, chosen by all seats at once; the last choice reveals all cards
Chance      the shuffle, all rolls, and the first Darwin (the seat that rolls), at set-up
Hidden      other hands, cards chosen face down, the deck, the rolls to come
Rules       version 1
"""

from typing import Final, get_args

from darwin_core.contract.game import Bots, Game, Horizon, Texts, Tuning, read_box
from darwin_core.games.dice import acts, bots, fitted_policy, hints, rules, texts, view
from darwin_core.games.dice.acts import DiceEvent, Play
from darwin_core.games.dice.material import DiceOptions, DiceState

GAME: Final[Game[DiceState, Play, DiceEvent]] = Game(
    box=read_box(__name__),
    rules_version=1,
    actions_max=rules.actions_max,
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
    outcome=rules.outcome,
    standing=rules.standing,
    forecast=rules.forecast,
    invariants=view.invariants,
    clock=rules.clock,
    targets=acts.targets,
    texts=Texts(
        why_not=texts.why_not,
        notation=acts.notation,
        parse=acts.parse,
        element=texts.element,
        card_name=texts.card_name,
        prompt=texts.prompt,
        ending=texts.ending,
        phase=texts.phase,
        phrase=texts.phrase,
        sentence=texts.sentence,
        defeat=texts.defeat,
        describe=texts.describe,
    ),
    bots=Bots(
        guess=bots.guess,
        advise=hints.advise,
        contrast=hints.contrast,
        fast_policy=bots.fast_policy,
        fitted_policy=fitted_policy.FITTED_POLICY,
        state_value=bots.state_value,
        features=bots.features,
        feature_names=bots.FEATURE_NAMES,
        manners=hints.MANNERS,
        tuning=Tuning(horizon=Horizon(until="round"), candidates=6, pace=75_000, slack=6),
    ),
)
