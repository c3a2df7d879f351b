"""Darwin's Journey: workers, a ship and explorers on the voyage of the Beagle, for 2 to 4.

State       boards, diaries, tracks, museum, letters, and a stack of pending effects
Decisions   a worker and its location, then each small choice that follows
Chance      the deal; objectives and seals that come in the cleanup
Hidden      the draft of crew cards, until it ends
Rules       version 2; matches of version 1 keep its rules (see ``JourneyStateOfRules1``)
"""

from typing import Final, get_args

from darwin_core.contract.game import Bots, Game, Horizon, Texts, Tuning, read_box
from darwin_core.games.journey import (
    acts,
    bots,
    elements,
    fitted_policy,
    hints,
    names,
    objectives,
    prompts,
    refusals,
    rules,
    texts,
    view,
    worth,
)
from darwin_core.games.journey.acts import AnyAction, JourneyEvent
from darwin_core.games.journey.material import JourneyOptions, JourneyState, JourneyStateOfRules1

GAME: Final[Game[JourneyState, AnyAction, JourneyEvent]] = Game(
    box=read_box(__name__),
    rules_version=2,
    actions_max=rules.actions_max,
    options=JourneyOptions,
    state=JourneyState,
    earlier={1: JourneyStateOfRules1},
    actions=AnyAction,
    events=get_args(JourneyEvent),
    setup=rules.setup,
    clone=rules.clone,
    to_move=rules.to_move,
    legal=rules.legal,
    apply=rules.apply,
    view=view.view,
    redact=view.redact,
    determinize=view.determinize,
    holdings=view.holdings,
    outcome=objectives.outcome,
    standing=objectives.standing,
    forecast=objectives.forecast,
    has_lines_by_source=True,
    by_source=objectives.by_source,
    invariants=view.invariants,
    clock=rules.clock,
    targets=acts.targets,
    texts=Texts(
        why_not=refusals.why_not,
        notation=acts.notation,
        parse=acts.parse,
        element=elements.element,
        card_name=names.crew_name,
        prompt=prompts.prompt,
        ending=prompts.ending,
        phase=prompts.phase,
        phrase=prompts.phrase,
        sentence=texts.sentence,
        describe=texts.describe,
    ),
    bots=Bots(
        advise=hints.advise,
        contrast=hints.contrast,
        fast_policy=bots.fast_policy,
        state_value=worth.state_value,
        features=worth.features,
        feature_names=worth.FEATURE_NAMES,
        manners=hints.MANNERS,
        prospects=bots.prospects,
        fitted_policy=fitted_policy.FITTED_POLICY,
        # With two seats, the search looks a round farther.
        tuning=Tuning(
            horizon=Horizon("round", count=2),
            candidates=6,
            pace=4_500,
            slack=1.2,
            erring=Horizon(plies_max=45),
        ),
        tuning_at={
            2: Tuning(
                horizon=Horizon("round", count=3),
                candidates=6,
                pace=4_500,
                slack=1.2,
                erring=Horizon(plies_max=45),
            )
        },
    ),
)
