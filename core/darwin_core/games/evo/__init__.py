"""Evo: genomes that evolve by use, for 2 to 4.

State       locations with fauna, flora and tokens; species with genomes, adaptations, populations
Decisions   the active population; hunts, forages, migrations; then species and where they spread
Chance      the deal, which card survives a migration, genomes, selection and mutation
Hidden      hands and Lost Genomes of others, the order of all decks
Rules       version 1
"""

from typing import Final, get_args

from darwin_core.contract.game import Bots, Game, Horizon, Texts, Tuning, read_box
from darwin_core.games.evo import acts, bots, hints, millennium, refusals, rules, texts, view
from darwin_core.games.evo.acts import AnyAction, EvoEvent
from darwin_core.games.evo.material import BALANCED, EvoOptions, EvoState
from darwin_core.teaching import primers
from darwin_core.text.language import mark

GAME: Final[Game[EvoState, AnyAction, EvoEvent]] = Game(
    box=read_box(__name__),
    rules_version=1,
    actions_max=rules.actions_max,
    options=EvoOptions,
    presets=(BALANCED,),
    state=EvoState,
    actions=AnyAction,
    events=get_args(EvoEvent),
    setup=rules.setup,
    clone=rules.clone,
    to_move=rules.to_move,
    legal=rules.legal,
    apply=rules.apply,
    view=view.view,
    redact=view.redact,
    determinize=view.determinize,
    holdings=view.holdings,
    outcome=millennium.outcome,
    standing=millennium.standing,
    forecast=millennium.forecast,
    has_lines_by_source=True,
    by_source=millennium.by_source,
    invariants=view.invariants,
    clock=rules.clock,
    clock_words=(mark("millennium"), mark("generation")),
    targets=acts.targets,
    texts=Texts(
        why_not=refusals.why_not,
        notation=acts.notation,
        parse=acts.parse,
        element=texts.element,
        card_name=texts.trait_name,
        prompt=texts.prompt,
        ending=texts.ending,
        phase=primers.next_effect,
        phrase=texts.phrase,
        sentence=texts.sentence,
        describe=texts.describe,
        defeat=texts.defeat,
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
        # Ten candidates and a doubt of 0.5, in place of 6 and 2, gave 0.07 points more per
        # decision, in a comparison of 43 positions. The pace was measured with the fast policy.
        tuning=Tuning(
            horizon=Horizon(until="round"), candidates=10, doubt=0.5, pace=20_000, slack=1.1
        ),
    ),
)
