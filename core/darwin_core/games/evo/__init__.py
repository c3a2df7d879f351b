"""Evo: genomes that evolve by use, for 2 to 4.

State       locations with fauna, flora and tokens; species with genomes, adaptations, populations
Decisions   which population lives; hunts, forages, journeys; then species and where they spread
Chance      the deal, which card survives a journey, genomes, selection and mutation
Hidden      hands and Lost Genomes of others, the order of all decks
Rules       version 1
"""

from typing import Final, get_args

from darwin_core.contract.game import Game, Horizon, Tuning
from darwin_core.games.evo import (
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
from darwin_core.games.evo.actions import AnyAction
from darwin_core.games.evo.events import EvoEvent
from darwin_core.games.evo.state import BALANCED, EvoOptions, EvoState
from darwin_core.teaching import primers
from darwin_core.text.language import mark

GAME: Final[Game[EvoState, AnyAction, EvoEvent]] = Game(
    slug="evo",
    package=__name__,
    title="Evo",
    blurb=mark(
        "Hunt, forage and migrate; the traits you use are those that your species passes on."
    ),
    seats=(2, 3, 4),
    rules_version=1,
    bound=rules.bound,
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
    outcome=scoring.outcome,
    standing=scoring.standing,
    has_lines_by_source=True,
    by_source=scoring.by_source,
    why_not=refusals.why_not,
    problems=problems.problems,
    clock=rules.clock,
    clock_words=(mark("millennium"), mark("generation")),
    advise=advice.advise,
    policy=policy.policy,
    worth=worth.worth,
    features=worth.features,
    feature_names=worth.FEATURE_NAMES,
    manners=manners.MANNERS,
    tuning=Tuning(horizon=Horizon(until="round"), candidates=10, doubt=0.5, pace=20_000, slack=1.1),
    notation=notation.notation,
    parse=notation.parse,
    targets=notation.targets,
    element=elements.element,
    card_name=words.trait_name,
    prompt=words.prompt,
    phase=primers.next_effect,
    phrase=words.phrase,
    sentence=narration.sentence,
    describe=description.describe,
)
