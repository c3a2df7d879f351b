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

from darwin_core.contract.game import Game, Horizon, Tuning
from darwin_core.games.darwinning import (
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
from darwin_core.games.darwinning.actions import AnyAction
from darwin_core.games.darwinning.events import DarwinningEvent
from darwin_core.games.darwinning.state import DarwinningOptions, DarwinningState
from darwin_core.text.language import mark

GAME: Final[Game[DarwinningState, AnyAction, DarwinningEvent]] = Game(
    slug="darwinning",
    package=__name__,
    title="Darwinning!",
    blurb=mark("Win tricks to improve a species, and see to it that it survives."),
    seats=(2, 3, 4, 5, 6),
    rules_version=2,
    bound=rules.bound,
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
    outcome=scoring.outcome,
    standing=scoring.standing,
    has_lines_by_source=True,
    why_not=refusals.why_not,
    problems=problems.problems,
    clock=rules.clock,
    left=rules.left,
    clock_words=(mark("era"), mark("trick")),
    advise=advice.advise,
    policy=policy.policy,
    worth=worth.worth,
    features=worth.features,
    feature_names=worth.FEATURE_NAMES,
    manners=manners.MANNERS,
    tuning=Tuning(
        horizon=Horizon("round"),
        analysis_horizon=Horizon(plies_max=6),
        candidates=4,
        pace=14_000,
        slack=2.3,
    ),
    notation=notation.notation,
    parse=notation.parse,
    targets=notation.targets,
    element=elements.element,
    card_name=words.number_name,
    prompt=words.prompt,
    phase=words.phase,
    phrase=words.phrase,
    sentence=narration.sentence,
    describe=description.describe,
)
