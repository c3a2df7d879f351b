"""A test of the tests: for every law a fault is planted in a game, and the law must find it."""

from dataclasses import fields, replace
from itertools import count
from typing import Any, get_args

import msgspec
import pytest
import sampling

from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, NOTHING, Event
from darwin_core.lab import conformance
from darwin_core.lab.conformance import LAWS, check_everything_happens, check_random_actions
from darwin_core.lab.play import Case, count_ahead, moments, packed
from darwin_core.text.seat_names import SeatNames

GAME = registry.get("dice")


class Unheard(Event, frozen=True, tag="unheard"):
    """An event that never happens."""


def _setup(change):
    def setup(options, seats, seed, emit=None):
        state = GAME.setup(options, seats, seed, emit)
        change(state)
        return state

    return {"setup": setup}


def _apply(change):
    def apply(state, seat, action, emit=None):
        GAME.apply(state, seat, action, emit)
        change(state, seat, emit)

    return {"apply": apply}


def _robber(**planted):
    return {"manners": {"robber": replace(GAME.bots.manners["robber"], **planted)}}


def _lean_and_change(view, seat, action):
    view.turn += 1
    return 0.0


def _slow_bound(seats):
    return GAME.actions_max(seats) - 1


def _early_outcome(state):
    return GAME.outcome(state) or ("not", "yet")


def _legal_twice(state, seat):
    legal = GAME.legal(state, seat)
    return [*legal, *legal[:1]]


def _legal_by_secrets(state, seat):
    legal = GAME.legal(state, seat)
    return legal[:1] if state.chance else legal


def _legal_for_all(state, seat):
    return [GAME.texts.parse("C")] if not GAME.to_move(state) else GAME.legal(state, seat)


def _no_reason(state, seat, action, words):
    return None


def _careless_reason(state, seat, action, words):
    reason = GAME.texts.why_not(state, seat, action, words)
    return reason and msgspec.structs.replace(reason, sentence="no")


def _refuse_all(state, seat, action, words):
    return GAME.texts.why_not(state, seat, action, words) or GAME.texts.why_not(
        state, 99, action, words
    )


def _no_reason_for_nobody(state, seat, action, words):
    return None if seat < 0 else GAME.texts.why_not(state, seat, action, words)


def _shared_clone(state):
    copy = GAME.clone(state)
    copy.taken = state.taken
    return copy


def _apply_to_shared_hand(state, seat, action, emit=None):
    hand = state.hands[seat]
    GAME.apply(state, seat, action, emit)
    hand.clear()


_numbers = count()


def _wilful(state):
    state.darwin = next(_numbers) % len(state.hands)


def _only_when_observed(state, seat, emit):
    if emit:
        state.chance = b"\0" * 16


def _last_chooser(state, seat, emit):
    state.darwin = seat


def _list_for_tuple(state):
    state.scores = list(state.scores)


def _view_with_chance(state, viewer):
    view = GAME.view(state, viewer)
    view.chance = state.chance
    return view


def _view_that_takes_a_card(state, viewer):
    state.deck = state.deck[1:]
    return GAME.view(state, viewer)


def _deal_wrongly(view, chance):
    state = GAME.determinize(view, chance)
    state.hands.reverse()
    return state


def _deal_nothing(view, chance):
    return GAME.clone(view)


def _advise_less(view, seat, words):
    return GAME.bots.advise(view, seat, words)[:-1]


def _advise_worst_first(view, seat, words):
    return GAME.bots.advise(view, seat, words)[::-1]


def _contrast_in_sentences(view, seat, best, other, seat_names):
    return "It is worse."


def _play_worst(state, seat):
    return GAME.bots.advise(GAME.view(state, seat), seat, SeatNames())[-1].action


def _play_knowing(state, seat):
    """Return the best action where a rival's hand is hidden, and the worst where it is seen."""
    return GAME.bots.advise(state, seat, SeatNames())[
        0 if HIDDEN in state.hands[seat - 1] else -1
    ].action


def _worth_of_all(state):
    return (sum(GAME.bots.state_value(state)),)


def _more_worth(state):
    return tuple(points + 1 for points in GAME.bots.state_value(state))


def _more_points(state):
    outcome = GAME.outcome(state)
    return outcome and msgspec.structs.replace(outcome, totals=tuple(p + 1 for p in outcome.totals))


def _last_wins(state):
    outcome = GAME.outcome(state)
    return outcome and msgspec.structs.replace(outcome, ranks=outcome.ranks[::-1])


def _speechless(event, names):
    return ""


def _raw_prompt(view, viewer, words):
    return f"{GAME.texts.prompt(view, viewer, words)} {None}"


def _hears_another(event, viewer):
    return Unheard()


def _lower(action):
    return GAME.texts.notation(action)[0]


def _any_text(text):
    return GAME.texts.parse("C") if text == "undo 1" else GAME.texts.parse(text)


def _picks_animal(action):
    return (("card", action.card // 8),)


def _stays_asked(state):
    return range(len(state.hands)) if NOTHING in state.chosen else GAME.to_move(state)


def _one_card_less(state):
    held = GAME.holdings(state)
    return [
        msgspec.structs.replace(part, cards=part.cards.replace(b"\xff", b"", 1)) for part in held
    ]


_TIMES = count()


def _guess_anew(view, chance, *policy):
    return GAME.determinize(view, bytes([next(_TIMES) % 256]) * 16)


FITTED_POLICY: Any = GAME.bots.fitted_policy


def _fitted_policy(**changes):
    return {"fitted_policy": replace(FITTED_POLICY, **changes)}


def _score_squares(state, seat, actions, weights):
    squares = [weight**2 for weight in weights]
    return FITTED_POLICY.scores(state, seat, actions, squares)


def _score_knowing(state, seat, actions, weights):
    rival = state.hands[seat - 1]
    return [weights[0] * sum(rival)] * len(actions)


def _score_and_change(state, seat, actions, weights):
    state.darwin = seat
    return FITTED_POLICY.scores(state, seat, actions, weights)


FAULTS = [
    (conformance.check_end, {"actions_max": _slow_bound}),
    (conformance.check_end, {"outcome": _early_outcome}),
    (conformance.check_legal, {"legal": _legal_twice}),
    (conformance.check_legal, {"legal": _legal_by_secrets}),
    (conformance.check_legal, {"legal": _legal_for_all}),
    (conformance.check_legal, {"to_move": _stays_asked}),
    (conformance.check_refusals, {"why_not": _no_reason}),
    (conformance.check_refusals, {"why_not": _careless_reason}),
    (conformance.check_refusals, {"why_not": _refuse_all}),
    (conformance.check_stray_actions, {"why_not": _no_reason_for_nobody}),
    (conformance.check_isolation, {"clone": _shared_clone}),
    (conformance.check_isolation, {"apply": _apply_to_shared_hand}),
    (conformance.check_same_seed, _setup(_wilful)),
    (conformance.check_emitting, _apply(_only_when_observed)),
    (conformance.check_emitting, {"events": GAME.events[1:]}),
    (conformance.check_saving, _setup(_list_for_tuple)),
    (conformance.check_record, _apply(_only_when_observed)),
    (conformance.check_undo, _apply(_last_chooser)),
    (conformance.check_views, {"view": _view_with_chance}),
    (conformance.check_views, {"view": _view_that_takes_a_card}),
    (conformance.check_determinize, {"determinize": _deal_wrongly}),
    (conformance.check_determinize, {"determinize": _deal_nothing}),
    (conformance.check_beliefs, {"holdings": _one_card_less}),
    (conformance.check_beliefs, {"card_name": lambda card: "a card"}),
    (conformance.check_beliefs, {"guess": _guess_anew}),
    (
        conformance.check_invariants,
        _apply(_last_chooser) | {"invariants": lambda state: ["a problem"]},
    ),
    (conformance.check_notation, {"notation": _lower}),
    (conformance.check_notation, {"parse": _any_text}),
    (conformance.check_picking, {"targets": _picks_animal}),
    (conformance.check_words, {"sentence": _speechless}),
    (conformance.check_words, {"prompt": _raw_prompt}),
    (conformance.check_words, {"redact": _hears_another}),
    (conformance.check_advice, {"advise": _advise_less}),
    (conformance.check_advice, {"advise": _advise_worst_first}),
    (conformance.check_advice, {"contrast": _contrast_in_sentences}),
    (conformance.check_policy, {"fast_policy": _play_worst}),
    (conformance.check_policy, {"fast_policy": _play_knowing}),
    (conformance.check_fitted_policy, _fitted_policy(scores=_score_squares)),
    (conformance.check_fitted_policy, _fitted_policy(scores=_score_knowing)),
    (conformance.check_fitted_policy, _fitted_policy(scores=_score_and_change)),
    (conformance.check_fitted_policy, _fitted_policy(features={})),
    (conformance.check_manners, _robber(lean=lambda view, seat, action: 2.0)),
    (conformance.check_manners, _robber(lean=_lean_and_change)),
    (conformance.check_manners, _robber(line="two\nlines")),
    (conformance.check_state_value, {"state_value": _worth_of_all}),
    (conformance.check_state_value, {"state_value": _more_worth}),
    (conformance.check_scores, {"outcome": _more_points}),
    (conformance.check_scores, {"outcome": _last_wins}),
]


def broken(planted):
    """Return the game with functions of it, of its texts or of its bots replaced."""

    def part(whole):
        mine = {field.name for field in fields(whole)} & planted.keys()
        return replace(whole, **{name: planted[name] for name in mine})

    return replace(part(GAME), texts=part(GAME.texts), bots=part(GAME.bots))


def _fault_name(fault):
    law, planted = fault
    return f"{law.__name__.removeprefix('check_')}-{'-'.join(planted)}"


@pytest.mark.parametrize("fault", FAULTS, ids=_fault_name)
def test_law_finds_the_planted_fault(fault):
    law, planted = fault
    with pytest.raises(AssertionError, match=r"^dice with 3 seats, seed 'fault', step \d+: "):
        law(Case(broken(planted), 3, "fault"))


# --- laws that check samples


OFFSETS = range(max(sampling.LAW_INTERVALS.values()))


def is_found(law, game, seats):
    """Return whether a law finds a game's fault in the matches that it is tried on."""
    try:
        for case in sampling.law_cases(law, game, seats):
            law(case)
    except AssertionError:
        return True
    return False


@pytest.fixture(params=sampling.some(OFFSETS, sampling.OFFSETS_INTERVAL))
def offset(request, monkeypatch):
    monkeypatch.delenv("PROOF_FULL", raising=False)
    monkeypatch.setenv("PROOF_OFFSET", str(request.param))


@pytest.mark.usefixtures("offset")
def test_sampled_law_finds_the_planted_fault_wherever_it_begins():
    """A fault that shows in every state of a match shows in the sampled states, too."""
    faults = [(law, planted) for law, planted in FAULTS if law in sampling.LAW_INTERVALS]
    assert {law for law, _ in faults} == set(sampling.LAW_INTERVALS)
    assert not any(is_found(law, GAME, 2) for law in sampling.LAW_INTERVALS)
    for law, planted in faults:
        assert is_found(law, broken(planted), 3), planted


def _unsaid(kind):
    """Return a game that has no sentence for events of one kind."""

    def sentence(event, seat_names):
        return "" if type(event) is kind else GAME.texts.sentence(event, seat_names)

    return replace(GAME, texts=replace(GAME.texts, sentence=sentence))


def _raw_where(kind):
    """Return a game whose prompt and advice are broken where actions of one kind are open."""

    def prompt(view, viewer, seat_names):
        text = GAME.texts.prompt(view, viewer, seat_names)
        return f"{text} {None}" if _opens(view, kind) else text

    def advise(view, seat, seat_names):
        return GAME.bots.advise(view, seat, seat_names)[: -1 if _opens(view, kind) else None]

    return replace(
        GAME, texts=replace(GAME.texts, prompt=prompt), bots=replace(GAME.bots, advise=advise)
    )


def _opens(view, kind):
    seats = range(len(view.hands))
    return any(isinstance(action, kind) for seat in seats for action in GAME.legal(view, seat))


@pytest.mark.usefixtures("offset")
def test_sampled_law_finds_a_fault_of_only_one_kind_of_event_or_action():
    happened: set[type] = set()
    for case in sampling.law_cases(conformance.check_words, GAME, 4):
        happened.update(type(event) for moment in moments(case) for event in moment.events)
    assert len(happened) > 8
    for kind in happened:
        assert is_found(conformance.check_words, _unsaid(kind), 4), kind
    for kind in get_args(GAME.actions):
        game = _raw_where(kind)
        assert is_found(conformance.check_words, game, 4), kind
        assert is_found(conformance.check_advice, game, 4), kind


def steps_of(case):
    """Return the steps that a sampled law checks."""
    assert isinstance(case.steps, set)
    return case.steps


@pytest.mark.usefixtures("offset")
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_every_sample_has_all_kinds_of_actions_and_events(slug):
    """Compare with the kinds that the whole matches have."""
    game = registry.get(slug)
    seats = game.seats[-1]
    cases = list(sampling.law_cases(conformance.check_words, game, seats))
    kinds: set[type] = set()
    looked_at: set[type] = set()
    total = 0
    for case in cases:
        for moment in moments(case):
            kinds_there = {type(thing) for thing in (*moment.legal, *moment.events)}
            kinds |= kinds_there
            total += 1
            if case.looks_at(moment.step):
                looked_at |= kinds_there
    assert looked_at == kinds
    assert sum(len(steps_of(case)) for case in cases) < total / 3, "it is a sample"


def test_samples_of_all_offsets_are_the_whole(monkeypatch):
    monkeypatch.delenv("PROOF_FULL", raising=False)
    steps: list[set[int]] = [set() for _ in range(sampling.LAW_MATCHES)]
    for start in OFFSETS:
        monkeypatch.setenv("PROOF_OFFSET", str(start))
        for seen, case in zip(
            steps, sampling.law_cases(conformance.check_words, GAME, 2), strict=True
        ):
            seen |= steps_of(case)
    monkeypatch.setenv("PROOF_FULL", "1")
    matches = sampling.law_cases(conformance.check_end, GAME, 2)
    assert steps == [{moment.step for moment in moments(case)} for case in matches]


def test_in_full_laws_look_at_everything(monkeypatch):
    monkeypatch.setenv("PROOF_FULL", "1")
    cases = list(sampling.law_cases(conformance.check_words, GAME, 2))
    assert len(cases) == sampling.LAW_MATCHES
    assert all(case.steps is None for case in cases)


def test_every_law_has_a_planted_fault():
    assert {law for law, _ in FAULTS} == set(LAWS)


def test_an_event_that_never_happens_is_named():
    game = replace(GAME, events=(*GAME.events, Unheard))
    with pytest.raises(AssertionError, match="never seen in these matches: Unheard"):
        check_everything_happens(Case(game, 2, str(seed)) for seed in range(20))


def test_a_problem_in_random_play_is_found():
    game = replace(GAME, **_apply(_spill))
    with pytest.raises(AssertionError, match="the cards are not the 72"):
        check_random_actions([Case(game, 2, "spill")], 72)


def _spill(state, seat, emit):
    state.out = state.out[:-1]


def test_too_few_random_actions_are_no_proof():
    with pytest.raises(AssertionError, match="only 72 actions"):
        check_random_actions([Case(GAME, 2, "few")], 100)


def test_counts_equal_those_of_a_plain_recursion():
    state = Case(GAME, 2, "recursion").start()
    plain = _leaves(state, 3)
    counted = count_ahead(GAME, state, 3)[-1]
    assert (counted.paths, counted.states) == (len(plain), len(set(plain)))


def _leaves(state, depth):
    if not depth:
        return [packed(state)]
    leaves = []
    for seat in GAME.to_move(state):
        for action in GAME.legal(state, seat):
            after = GAME.clone(state)
            GAME.apply(after, seat, action, None)
            leaves += _leaves(after, depth - 1)
    return leaves
