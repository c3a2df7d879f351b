"""The laws of the judge hold for analyses of the sample matches and of fresh matches.

Each law must also find a fault that is planted in an analysis.
"""

import os
from functools import lru_cache
from pathlib import Path
from random import Random

import in_process
import msgspec
import pytest
import sampling
from matches import careless, loaded

from darwin_core.analysis import review
from darwin_core.analysis.report import Analysis, TurningPoint
from darwin_core.analysis.review import WORLDS, Choice, hint_budget
from darwin_core.bots.search import Budget, Search
from darwin_core.contract import registry
from darwin_core.lab import judge_laws
from darwin_core.lab.judge_laws import (
    ANALYSIS_LAWS,
    CONTRADICTIONS,
    check_accounts,
    check_agreement,
    check_claims,
    check_followed,
    check_order,
    hinted,
)
from darwin_core.lab.play import Case
from darwin_core.match import AnyMatch

SAVES = Path(__file__).parents[3] / "saves"
REASONS = int(os.environ.get("REASONS", "1000"))
"""Reasons of each game that are tried."""
FRESH_MATCHES = int(os.environ.get("FRESH_MATCHES", "200"))
"""Matches of each game that are analysed."""
MATCH_WORLDS = int(os.environ.get("MATCH_WORLDS", str(WORLDS)))
"""The most worlds in which each of their actions is tried."""
HINT = Budget(steps=2_000, errs=True, is_trained=True, follows=True)
replace = msgspec.structs.replace


def sample(slug):
    """Return a sample match and its analysis."""
    match = loaded((SAVES / f"{slug}.jsonl").read_bytes())
    text = (SAVES / f"{slug}.analysis.json").read_bytes()
    return match, msgspec.json.decode(text, type=Analysis)


@pytest.mark.parametrize("law", ANALYSIS_LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_law_holds_for_the_sample(slug, law):
    law(*sample(slug))


@pytest.mark.parametrize(
    "slug",
    ["dice", *(pytest.param(slug, marks=pytest.mark.campaign) for slug in registry.SLUGS[1:])],
)
def test_laws_hold_for_a_fresh_match_of_careless_players(slug):
    match = careless(slug, seed="careless")
    analysis = in_process.analysed(match, 16)
    for law in ANALYSIS_LAWS:
        law(match, analysis)
    assert any(analysis.decisions), "no decision of a careless player counts"


@pytest.mark.campaign
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_laws_hold_for_many_fresh_matches_and_hints_do_not_deny_their_results(slug):
    game = registry.get(slug)
    decisions = 0
    denied = list[tuple[str, Choice]]()
    for number in range(FRESH_MATCHES):
        match = careless(slug, game.seats[number % len(game.seats)], f"fresh {number}")
        analysis = in_process.analysed(match, MATCH_WORLDS)
        for law in ANALYSIS_LAWS:
            law(match, analysis)
        decisions_of_match, denied_of_match = contradictions(match, analysis, MATCH_WORLDS)
        decisions = decisions + decisions_of_match
        denied = [*denied, *denied_of_match]
    print(f"{slug}: {FRESH_MATCHES} matches, {decisions} decisions, {len(denied)} contradictions")
    assert len(denied) * CONTRADICTIONS <= max(decisions, CONTRADICTIONS), denied


def contradictions(match, analysis, worlds):
    """Return the number of decisions, and the marked ones whose action a hint names first."""
    decisions = 0
    denied = []
    for seat, choices in enumerate(analysis.choices):
        decisions += len(choices)
        for choice in choices:
            if choice.mark not in ("?", "??"):
                continue
            view = match.view(seat, choice.position)
            search = hinted(match.game, view, seat, hint_budget(match.game, view, worlds))
            if match.game.texts.notation(search.judged()[0].action) == choice.played:
                denied.append((match.header.seed, choice))
    return decisions, denied


def test_contradictions_are_found_where_hints_name_the_worst_action_first(monkeypatch):
    match, analysis = sample("darwinning")
    whole = Search.judged
    monkeypatch.setattr(Search, "judged", lambda search: whole(search)[::-1])
    marked = sum(
        "?" in c.mark[:1] and c.mark != "?!"
        for choices_of_seat in analysis.choices
        for c in choices_of_seat
    )
    decisions, denied = contradictions(match, analysis, 8)
    assert decisions == sum(map(len, analysis.choices))
    assert 0 < len(denied) <= marked


def spoil(analysis, **planted):
    """Return the analysis with changes to the decision that cost most."""
    seat, worst = max(
        (
            (seat, choice)
            for seat, choices_of_seat in enumerate(analysis.choices)
            for choice in choices_of_seat
        ),
        key=lambda pair: pair[1].cost,
    )
    choices = [*map(list, analysis.choices)]
    own_choices = choices[seat]
    own_choices[own_choices.index(worst)] = replace(worst, **planted)
    return replace(analysis, choices=tuple(map(tuple, choices)))


def forced_step(match):
    """Return the position after a forced action that shows nothing."""
    return next(
        at + 1
        for at, played in enumerate(match.history)
        if len(match.game.legal(match.state_at(at), played.seat)) < 2
        and not any(event.reveals for event in match.events(0, at + 1))
    )


def with_chance(found, seat, position, chance):
    """Return an analysis in which one point of a seat's curve is changed."""
    curve = [*map(list, found.curve)]
    curve[seat][position] = chance
    return replace(found, curve=tuple(map(tuple, curve)))


def judged_twice(match, found):
    """Return an analysis that judges a forced action as if it had been a decision."""
    at = forced_step(match) - 1
    seat = match.history[at].seat
    choices = [*found.choices]
    choices[seat] = (*choices[seat], Choice(at, "end", "end", 0.0, 0.0, ""))
    return replace(found, choices=tuple(choices))


def lucky_in_silence(match, found):
    """Return an analysis that finds luck where an action has shown nothing new."""
    seat, quiet = next(
        (seat, choice)
        for seat, choices_of_seat in enumerate(found.choices)
        for choice in choices_of_seat
        if choice.by_step == (0.0, 0.0)
        and 0.1 < found.curve[seat][choice.position] < 0.9
        and not any(event.reveals for event in match.events(seat, choice.position + 1))
    )
    choices = [*map(list, found.choices)]
    choices[seat][choices[seat].index(quiet)] = replace(quiet, by_step=(0.0, 0.05))
    after = found.curve[seat][quiet.position] + 0.05
    found = with_chance(found, seat, quiet.position + 1, after)
    return replace(found, choices=tuple(map(tuple, choices)))


FAULTS = [
    (
        "check_sums",
        "the parts make",
        lambda match, found: replace(found, luck=(found.luck[0] + 0.01, *found.luck[1:])),
    ),
    (
        "check_sums",
        "the parts make",
        lambda match, found: replace(found, curve=tuple(c[:-1] for c in found.curve)),
    ),
    ("check_sums", "ends elsewhere", lambda match, found: with_chance(found, 0, -1, 0.5)),
    ("check_sums", "ends elsewhere", lambda match, found: with_chance(found, 0, 0, 0.0)),
    ("check_sums", "below 0 or above 1", lambda match, found: with_chance(found, 1, 9, 1.02)),
    ("check_costs", "it costs", lambda match, found: spoil(found, cost=0.999)),
    ("check_costs", "it costs", lambda match, found: spoil(found, cost=-0.1)),
    ("check_dips", "leaves a dip of", lambda match, found: spoil(found, by_step=(0.0, 0.0))),
    ("check_dips", "leaves a dip of", lambda match, found: spoil(found, cost=0.0)),
    ("check_dips", "of luck before", lucky_in_silence),
    (
        "check_forced",
        "the turning point is a forced action",
        lambda match, found: replace(
            found, turning_points=(TurningPoint(forced_step(match), 0, 0.8, 0.97),)
        ),
    ),
    ("check_forced", "a forced action is judged", judged_twice),
    (
        "check_decisions",
        "by marks",
        lambda match, found: replace(found, decisions=(0.0,) * match.seats),
    ),
    ("check_decisions", "'' for", lambda match, found: spoil(found, mark="")),
]
"""Rows of a law, words of its error, and a function that plants in an analysis the fault that the
law must find."""


@pytest.mark.parametrize(
    ("law", "words", "plant"), FAULTS, ids=[f"{law}: {words}" for law, words, _ in FAULTS]
)
def test_law_finds_the_planted_fault(law, words, plant):
    match, found = sample("journey" if law == "check_forced" else "darwinning")
    with pytest.raises(AssertionError, match=words):
        getattr(judge_laws, law)(match, plant(match, found))


def test_every_law_has_a_planted_fault():
    assert {law for law, _, _ in FAULTS} == {law.__name__ for law in ANALYSIS_LAWS}


def is_judged(position):
    """Return whether the judge plays at a position; in a sample, at every third position."""
    return sampling.is_full() or position % 3 == sampling.offset() % 3


@lru_cache
def judged_match(slug, seats, seed):
    """Return a match in which all seats play the judge's first action at the judged positions, and
    a careful player's action elsewhere."""
    case = Case(registry.get(slug), seats, seed)
    match, _ = case.match()
    while movers := case.game.to_move(match.state):
        seat = movers[0]
        position = len(match.history)
        policy = case.game.bots.fast_policy
        judged = is_judged(position)
        action = first(match, position, seat) if judged else policy(match.view(seat), seat)
        match.accept(match.propose(seat, action))
    return match


def first(match, position, seat=None):
    seat = match.history[position].seat if seat is None else seat
    return hinted(match.game, match.view(seat, position), seat, HINT).judged()[0].action


@pytest.mark.parametrize(
    "slug",
    ["dice", *(pytest.param(slug, marks=pytest.mark.campaign) for slug in registry.SLUGS[1:])],
)
def test_who_plays_the_first_action_of_the_judge_makes_no_mistake(slug):
    seats = registry.get(slug).seats[0]

    def first_again(match, position):
        """In a sample, ask again for only half of the hints that the match was played by."""
        is_asked = sampling.is_full() or position % 2 == sampling.offset() // 3 % 2
        return first(match, position) if is_asked else match.history[position].action

    match = judged_match(slug, seats, "judged")
    assert check_agreement([match], first_again, is_judged=is_judged) > 5


def test_agreement_finds_a_judge_who_names_the_worst_action_first(monkeypatch):
    """Hints and results are then judged by different measures."""
    match = judged_match("dice", 2, "judged")
    whole = Search.judged
    monkeypatch.setattr(Search, "judged", lambda search: whole(search)[::-1])
    with pytest.raises(AssertionError, match="the hint names another action"):
        check_agreement([match], first, is_judged=is_judged)
    monkeypatch.undo()
    worst = careless("dice", seed="careless")
    with pytest.raises(AssertionError, match="it marks"):
        check_agreement([worst], lambda match, position: match.history[position].action, 16)


CLAIM_STEPS = {"dice": 15_000, "yummy": 6_000} | dict.fromkeys(
    ("darwinning", "evo", "journey"), 3_000
)


def explained(slug, position, **more):
    """Return the search of a hint in a match, and the actions that it tried, with claims.

    ``position`` counts in tenths of the decisions of the match.
    """
    match = careless(slug, seats=2, **more)
    moves = [
        at
        for at, played in enumerate(match.history)
        if len(match.game.legal(match.state_at(at), played.seat)) > 1
    ]
    at = moves[int(position * len(moves) / 10)]
    seat = match.history[at].seat
    search = hinted(match.game, match.view(seat, at), seat, HINT)
    return search, [
        candidate for candidate in search.explained(CLAIM_STEPS[slug]) if candidate.worlds
    ]


def reasons(slug, position, **more):
    """Yield each reason of a hint: the search, the claims, the action, and the action that it is
    compared with."""
    search, named = explained(slug, position, **more)
    check_accounts(search)
    first, *others = [candidate.action for candidate in named[:4]]
    for judged, against in zip(named[:4], [*others[:1], *[first] * len(others)], strict=False):
        if judged.claims:
            yield search, judged.claims, judged.action, against


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_claims_of_reasons_are_true_in_other_worlds(slug):
    positions = (1, 4, 7)
    first = sampling.one_by_turns(range(len(positions)), 1, registry.SLUGS.index(slug))[0]
    count = 0
    for position in (*positions[first:], *positions[:first]):
        for reason in reasons(slug, position):
            check_claims(*reason)
            count += 1
        if count and not sampling.is_full():
            break
    assert count or slug == "yummy", "its hands bring too different points to claim much"


@pytest.mark.campaign
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_no_reason_of_many_is_false(slug):
    draw = Random(f"reasons {slug}")
    count = 0
    false = []
    while count < REASONS:
        seed = f"reasons {draw.randrange(10**6)}"
        position = 10 * draw.random()
        for reason in reasons(slug, position, seed=seed):
            count += 1
            try:
                check_claims(*reason)
            except AssertionError as error:
                false.append(f"{seed}, {position}: {error}")
    assert not false


def test_law_finds_a_claim_of_the_contrary():
    search, named = explained("darwinning", 1)
    first, second = (candidate.action for candidate in named[:2])
    claim = named[0].claims[0]
    with pytest.raises(AssertionError, match="in other worlds it is"):
        check_claims(search, [replace(claim, points=-claim.points)], first, second)
    with pytest.raises(AssertionError, match="in other worlds it is"):
        check_claims(search, [replace(claim, line="no such line")], first, second)
    with pytest.raises(AssertionError, match="in other worlds it is"):
        check_claims(search, [replace(claim, points=30.0, error=1.0)], first, second)


def test_law_finds_lines_that_do_not_add_up(monkeypatch):
    search, _ = explained("dice", 4)
    whole = search.trials.account
    monkeypatch.setattr(
        search.trials, "account", lambda *asked: {**whole(*asked), ("round 1", False): 99.0}
    )
    with pytest.raises(AssertionError, match="its lines make"):
        check_accounts(search)


def test_hints_are_in_the_order_of_their_worth(monkeypatch):
    match = careless("dice", seats=2)
    for position in (0, 5, 9):
        seat = match.history[position].seat
        check_order(hinted(match.game, match.view(seat, position), seat, HINT))
    search = hinted(match.game, match.view(match.history[0].seat, 0), match.history[0].seat, HINT)
    whole = search.judged()
    monkeypatch.setattr(search, "judged", lambda: whole[::-1])
    with pytest.raises(AssertionError, match="hints in the order"):
        check_order(search)


def ordered(slug, position, written, then):
    """Return a match, two searches of one of its decisions, and the ``written`` action, parsed.

    A hint names ``then`` first there. Only the second search lets it follow other actions.
    """
    match = sample(slug)[0] if slug == "journey" else careless(slug, seats=2)
    game = match.game
    seat = match.history[position].seat
    budget = replace(HINT, worlds=6) if slug == "journey" else HINT
    alone, search = (
        hinted(game, match.view(seat, position), seat, replace(budget, follows=follows))
        for follows in (False, True)
    )
    assert alone.judged()[0].action == game.texts.parse(then)
    return match, alone, search, game.texts.parse(written)


ORDERS = [
    ("yummy", 39, "trump TA1 2.1", "trade 2"),
    ("evo", 93, "forage 5 1 +GR", "migrate RP 2"),
    ("journey", 142, "achieve 16 g4", "place 3 T"),
]
"""A decision, and two actions that can both be taken there: Normal does not take the second one
after the first."""


@pytest.mark.parametrize(("slug", "position", "written", "then"), ORDERS)
def test_an_action_counts_as_much_as_with_the_best_one_after_it(slug, position, written, then):
    _, alone, search, action = ordered(slug, position, written, then)
    with pytest.raises(AssertionError, match="counts less than with"):
        check_followed(alone)
    check_followed(search)
    check_order(search)
    assert alone.lead(action).points > 3 + search.lead(action).points
    assert {candidate.action for candidate in alone.judged()} == {
        candidate.action for candidate in search.judged()
    }
    # In Yummy Darwinism, points in hand decide, which are small chances.
    if slug == "evo":
        assert review._cost(alone, action) >= review.BLUNDER
        assert not review._cost(search, action)


def mark_of(match: AnyMatch, seat: int, position: int) -> str:
    """Return the mark of a seat's decision."""
    choice = review.judge(match, seat, position).choice
    assert choice
    return choice.mark


def test_an_action_after_which_the_best_one_follows_has_no_mark(monkeypatch):
    (order,) = (order for order in ORDERS if order[0] == "evo")
    match, *_, action = ordered(*order)
    position = order[1]
    seat = match.history[position].seat
    other = review.beginning_of(match, position)
    other.accept(other.propose(seat, action))
    other = review.played_on(other, 500)
    assert mark_of(other, seat, position) == ""
    monkeypatch.setattr(Search, "confirm", lambda *_: iter(()))
    assert mark_of(other, seat, position) == ""
    monkeypatch.setattr(
        review, "hint_budget", lambda *given: replace(hint_budget(*given), follows=False)
    )
    assert mark_of(other, seat, position) == "??"


def test_a_decision_that_is_no_worse_in_further_worlds_has_no_mark(monkeypatch):
    """A decision of the sample match of Darwinning! that looks bad in the first worlds."""
    match = loaded((SAVES / "darwinning.jsonl").read_bytes())
    position = 56
    seat = match.history[position].seat
    assert mark_of(match, seat, position) == ""
    monkeypatch.setattr(Search, "confirm", lambda *_: iter(()))
    assert mark_of(match, seat, position) == "??"
