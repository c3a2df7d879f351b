"""The words of hints and notes claim no more than the search is sure of."""

from concurrent.futures import Future
from dataclasses import replace

import msgspec
import pytest

from darwin_core.analysis.review import hint_budget
from darwin_core.bots.hints import claims_words, main_words
from darwin_core.bots.search import RIVALS, TO_COME, Claim, Judged
from darwin_core.contract import registry
from darwin_core.contract.game import Advice
from darwin_core.games.evo.acts import Forage, Migrate
from darwin_core.games.journey import acts
from darwin_core.lab.play import Case, moments
from darwin_core.text.seat_names import SeatNames
from darwin_core.workers.pool import Pool
from darwin_tui.play.advice import Study
from darwin_tui.play.selection import without_details


def told(points, error):
    """Return the words on the first advised action, which is better than all others by ``points``.

    ``error`` is the standard error of that difference.
    """
    game = registry.get("journey")
    state = game.setup(game.options(), 2, "study", None)
    study = Study(game, game.view(state, 0), 0, SeatNames())
    first, *others = [
        advice.action for advice in game.bots.advise(game.view(state, 0), 0, SeatNames())
    ]
    study._take(
        [Judged(first, points, 0.0, 8)] + [Judged(action, 0.0, error, 8) for action in others]
    )
    return study.value_of(study.best[0])


def test_a_difference_is_named_only_beyond_doubt():
    assert told(6.0, error=2.0) == "about 6 points better than any other"
    assert told(6.0, error=4.0) == "one of the best"


def test_a_single_line_of_play_does_not_make_a_small_choice_large():
    assert told(35.0, error=0.0) in ("one of the best", "about 1 point better than any other")


def wordless(slug):
    """Return a game that says of no action what it lacks."""
    game = registry.get(slug)
    return replace(game, bots=replace(game.bots, contrast=lambda *_: ""))


def studied(order, *claims):
    """Return the study of a decision after a search, and the actions in the order of the advice.

    ``order`` has the actions' numbers in the search's order. Each is two points worse than the one
    before it, with a large error for the third. ``claims`` speak for the first.
    """
    game = wordless("journey")
    state = game.setup(game.options(), 2, "study", None)
    study = Study(game, game.view(state, 0), 0, SeatNames())
    actions = [advice.action for advice in study.best]
    judged = [
        Judged(actions[at], -2.0 * rank, 2.0 if rank == 2 else 0.5 if rank else 0.0, 8)
        for rank, at in enumerate(order)
    ]
    judged[0] = Judged(actions[order[0]], 0.0, 0.0, 8, claims=claims)
    study._take(judged)
    study._rank(judged)
    return study, actions


def test_later_hints_are_never_said_to_be_better_than_earlier_ones():
    study, actions = studied([0, 1, 2])
    assert [advice.action for advice in study.best] == actions
    values = [study.value_of(advice) for advice in study.best]
    assert values[1:] == ["about 2 points worse than the first"] * 2, "the last one is in doubt"


def test_hints_keep_the_reason_of_the_game_whatever_the_search_chooses():
    for order in ([0, 1, 2], [2, 0, 1]):
        study, _ = studied(order, Claim("coins", True, 3.4))
        reasons = {advice.action: advice.reason for advice in study._advised}
        assert [advice.reason for advice in study.best] == [
            reasons[advice.action] for advice in study.best
        ]


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        (Claim("coins", True, 2.4), ", mainly for coins later"),
        (Claim("coins", False, 3.4), ", mainly for coins now"),
        (Claim(RIVALS, True, -1.6), ", mainly because rivals get fewer later"),
        (Claim("coins", True, 4.0), ""),
        (Claim("coins", True, -1.0), ""),
        (Claim(RIVALS, True, 1.0), ""),
        (Claim("coins", True, 2.0, 1.0), ""),
        (Claim(TO_COME, True, 2.0), ""),
    ],
)
def test_a_difference_has_one_number_and_a_line_only_if_that_explains_it(claim, why):
    """The first hint is two points better than the next best action, beyond doubt."""
    game = wordless("journey")
    view = game.view(game.setup(game.options(), 2, "study", None), 0)
    study = Study(game, view, 0, SeatNames())
    first, second, *_ = (advice.action for advice in study._advised)
    opposite = msgspec.structs.replace(claim, points=-claim.points)
    further = Claim("tents", True, 1.0)
    judged = [
        Judged(first, 0.0, 0.0, 8, claims=(claim, further)),
        Judged(second, -2.0, 0.5, 8, claims=(opposite, further)),
    ]
    study._take(judged)
    study._rank(judged)
    against = why.replace("fewer", "more")
    assert [study.value_of(advice) for advice in study.best] == [
        f"about 2 points better than any other{why}",
        f"about 2 points worse than the first{against}",
    ]
    assert study.notes(study.suggested)[1].endswith(f"; about 2 points less{against}.")


def test_a_note_says_of_an_action_what_its_hint_would_say():
    study, (first, _, third) = studied([0, 1, 2])
    assert study.suggested.action == first
    assert study.notes(study.suggested)[1].endswith("; about 2 points less.")
    elements = registry.get("journey").targets(third)
    hint = next(advice for advice in study.best if advice.action == third)
    assert study.value_of(hint) == "about 2 points worse than the first"
    assert study.notes(study.suggested, elements)[1].endswith("; about 2 points less.")
    study._judged[third] = Judged(third, -2.0, 2.0, 8)
    study.best = [study.best[0], hint]
    assert study.value_of(hint) == "about as good as the first"
    assert study.notes(study.suggested, elements)[1].endswith("; about as good.")
    del study._judged[third]
    study._advised_values[third] = study._advised_values[first]
    assert study.notes(study.suggested, elements)[1].endswith("; looks about as good.")


def test_a_note_that_suggests_something_simpler_than_the_best_calls_it_as_good():
    study, (first, second, _) = studied([0, 1, 2])
    study._judged[second] = Judged(second, -0.4, 1.0, 8, claims=(Claim("coins", True, -3.0),))
    advice = next(advice for advice in study.best if advice.action == second)
    assert study.notes(advice, registry.get("journey").targets(first))[1].endswith(
        "; about as good."
    )


def valued(*judgements):
    """Return the study of a card of Darwin's Dice, with the values of its hints in words.

    Args:
        judgements: the value, error and number of worlds of the first cards of the advice.
    """
    game = registry.get("dice")
    view = game.view(game.setup(game.options(), 4, "study", None), 0)
    study = Study(game, view, 0, SeatNames())
    judged = [
        Judged(advice.action, *judgement)
        for advice, judgement in zip(study._advised, judgements, strict=False)
    ]
    study._take(judged)
    study._rank(judged)
    return study, [study.value_of(advice) for advice in study.best]


def test_a_lag_from_the_few_worlds_before_an_action_was_dropped_is_the_least():
    """In Darwin's Dice, 16 worlds dropped a card for "about 6 points" that 4,000 made 2."""
    study, values = valued((-0.9, 0.0, 421), (-2.6, 0.5, 421), (-6.6, 1.88, 16))
    assert values == [
        "about 2 points better than any other",
        "about 2 points worse than the first",
        "at least 2 points worse than the first",
    ]
    first, second, third = (advice.action for advice in study.best)
    study._game = wordless("dice")
    assert study.notes(study.suggested, entered=third)[1].endswith("; at least 2 points less.")
    lower = [Judged(second, -1.0, 0.5, 421), Judged(third, -4.5, 1.88, 16)]
    study._take([Judged(first, -0.9, 0.0, 421), *lower])
    assert study.value_of(study.best[2]) == "not clearly worse than the first"
    assert study.notes(study.suggested, entered=third)[1].endswith("; not clearly worse.")


def test_the_lead_of_the_first_hint_is_the_lag_of_the_second():
    """A stranger read "2 points better than any other", and then "3 points worse" of the second."""
    _, values = valued((-1.6, 0.0, 256), (-4.9, 0.8, 256), (-7.0, 1.8, 64))
    assert values[:2] == [
        "about 3 points better than any other",
        "about 3 points worse than the first",
    ]


def contrast(view, seat, best, other, seat_names):
    return "it asks for a second seal"


@pytest.mark.parametrize("lag", [2.0, 0.2])
def test_a_note_answers_why_not_the_next_best_action(lag):
    """It does so also if that action is as good: a player asks for the reason all the same, and
    "as good" behind it would take it back."""
    game = registry.get("journey")
    game = replace(game, bots=replace(game.bots, contrast=contrast))
    view = game.view(game.setup(game.options(), 2, "study", None), 0)
    study = Study(game, view, 0, SeatNames())
    first, second, *_ = (advice.action for advice in study._advised)
    study._take([Judged(first, 0.0, 0.0, 8), Judged(second, -lag, 0.05, 8)])
    phrase = without_details(game.texts.phrase(view, second, SeatNames()))
    assert study.notes(study.suggested)[1] == (
        f"Why not {phrase}, the next best? It asks for a second seal."
    )
    looked_at = study.brief_notes(study.suggested, entered=second)
    assert looked_at[0] == "Why not? It asks for a second seal."


def test_a_note_answers_first_why_not_the_action_that_tempts():
    """Strangers of Darwin's Dice did not believe a note that left out the card that wins most."""
    game = registry.get("dice")
    view = game.view(game.setup(game.options(), 4, "study", None), 0)
    study = Study(game, view, 0, SeatNames())
    last = study._advised[-1]
    assert last.action not in [advice.action for advice in study.best]
    study._advised = [
        Advice(advice.action, advice.value, advice.reason, advice == last)
        for advice in study._advised
    ]
    name, _, _ = game.texts.phrase(view, last.action, SeatNames()).partition(", ")
    assert study.notes(study.suggested)[1].startswith(f"Why not {name}")


def test_a_later_hint_says_what_it_lacks_beside_the_first():
    game = registry.get("journey")
    game = replace(game, bots=replace(game.bots, contrast=contrast))
    view = game.view(game.setup(game.options(), 2, "study", None), 0)
    study = Study(game, view, 0, SeatNames())
    assert [study.reason_of(advice) for advice in study.best] == [
        study.best[0].reason,
        "but it asks for a second seal",
        "it asks for a second seal",
    ]
    first, second = (study.best[0].action, study.best[1].action)
    study._take([Judged(first, 0.0, 0.0, 8), Judged(second, -2.0, 0.05, 8)])
    assert study.reason_of(study.best[1]) == "it asks for a second seal"


def evo_study():
    """Return the study of a decision of Evo whose first advised action has many elements."""
    game = registry.get("evo")
    moment = next(
        moment for moment in moments(Case(game, 4, "a", is_advised=True)) if not moment.seat
    )
    study = Study(game, game.view(moment.before, 0), 0, SeatNames())
    assert isinstance(study._advised[0].action, Migrate)
    return study


def test_a_note_suggests_the_simplest_of_the_actions_that_are_as_good():
    study = evo_study()
    assert isinstance(study.suggested.action, Forage)
    sentence, *others = study.notes(study.suggested)
    assert not sentence.startswith("Migrate"), "migrating, unasked for, would take it back"
    assert all(other.startswith("Why not ") for other in others)
    migrate = study._advised[0].action
    assert study.notes(study.suggested, entered=migrate)[1].startswith("Why not migrate")


def test_the_question_about_a_migration_is_why_no_food_is_taken_and_not_another_trip():
    study = evo_study()
    best, *others = study._advised
    assert isinstance(others[0].action, Migrate)
    assert study.notes(best)[1].startswith(("Why not forage", "Why not hunt"))


def test_a_note_names_another_kind_of_action_that_is_as_good():
    """A stranger found that the dearer forage was as good, while the note ran down the cheaper."""
    study = evo_study()
    best = study.suggested.action
    of_another_kind = [
        advice.action for advice in study._advised if type(advice.action) is not type(best)
    ]
    equal = of_another_kind[-1]
    study._take([Judged(best, 0.0, 0.0, 8), Judged(equal, -0.2, 0.5, 8)])
    study._game = replace(study._game, bots=replace(study._game.bots, contrast=lambda *_: ""))
    phrase = study.phrase(equal)
    (other,) = study.notes(study.suggested)[1:]
    assert other.startswith("Or ")
    assert phrase.partition(",")[0] in other
    assert other.endswith("; about as good.")


def test_a_hint_skips_nothing_that_the_game_values_however_uncertain_the_search_is():
    game = registry.get("journey")
    case = Case(game, 2, "stamps", is_advised=True)
    decisions = 0
    for moment in moments(case):
        if acts.SKIP not in moment.legal and acts.END not in moment.legal:
            continue
        study = Study(game, game.view(moment.before, moment.seat), moment.seat, SeatNames())
        best = study._advised[0]
        skip = next(advice for advice in study._advised if advice.action in (acts.SKIP, acts.END))
        if best.value - skip.value < 1 or len(game.targets(best.action)) < 2:
            continue
        decisions += 1
        judged = [Judged(best.action, 0.0, 0.0, 8), Judged(skip.action, -1.0, 4.0, 8)]
        study._take(judged)
        study._rank(judged)
        assert study.suggested.action == best.action
    assert decisions


@pytest.mark.parametrize(("lack", "is_alike"), [(-1.0, True), (-4.0, False)])
def test_hints_begin_with_the_action_that_a_note_suggests(lack, is_alike):
    study = evo_study()
    migrate = study._advised[0].action
    simple = study.suggested.action
    claims = (Claim("food", False, -1.0, 0.5),)
    judged = [Judged(migrate, 0.0, 0.0, 8), Judged(simple, lack, 4.0, 8, claims=claims)]
    study._take(judged)
    study._rank(judged)
    assert study.next() == study.suggested == study.best[0]
    assert [advice.action for advice in study.best][:2] == (
        [simple, migrate] if is_alike else [migrate, simple]
    )
    values = [study.value_of(advice) for advice in study.best]
    assert values == ["one of the best", "about as good as the first"]
    assert study.notes(study.suggested)[0].startswith("Migrate") != is_alike


def test_claims_are_put_into_words():
    claims = (
        Claim("coins", False, -1.2),
        Claim("coins", True, 0.8),
        Claim(TO_COME, True, 5.6),
        Claim(RIVALS, True, -2.0),
        Claim(RIVALS, False, 1.0),
    )
    assert claims_words(claims).split(", ") == [
        "about 1 point fewer for coins now",
        "about 1 point more for coins later",
        "about 6 points more to come",
        "rivals get about 2 points fewer later",
        "rivals get about 1 point more now",
    ]
    assert [main_words(claim) for claim in claims] == [
        "mainly for coins now",
        "mainly for coins later",
        "",
        "mainly because rivals get fewer later",
        "mainly because rivals get more now",
    ]


def test_hints_keep_their_order_while_one_steps_through_them():
    study, actions = studied([0, 1, 2])
    given = [study.next().action for _ in range(2 * len(actions))]
    assert given == 2 * actions


async def test_a_hint_is_searched_for_as_the_analysis_that_may_call_it_a_mistake(monkeypatch):
    """The budget is a number of steps, so that a busy machine gets the same result."""
    asked = []

    def search(_pool, game, view, seat, chance, searcher, **_more):
        asked.append(searcher)
        answer: Future[list[Judged]] = Future()
        answer.set_result([])
        return answer

    monkeypatch.setattr(Pool, "search", search)
    game = registry.get("darwinning")
    view = game.view(game.setup(game.options(), 3, "study", None), 0)
    await Study(game, view, 0, SeatNames()).refine(lambda: True)
    assert [searcher.budget(game, view) for searcher in asked] == [hint_budget(game, view)]
    assert not asked[0].budget(game, view).seconds


def test_a_note_calls_only_the_second_hint_the_next_best():
    game = registry.get("dice")
    view = game.view(game.setup(game.options(), 4, "next best", None), 0)
    study = Study(game, view, 0, SeatNames())
    first, *others = [advice.action for advice in study._advised]
    asked = set[bool]()
    for second in others:
        points = {first: 4.0, second: 2.0}
        judged = [Judged(action, points.get(action, 0.0), 0.1, 9) for action in (first, *others)]
        judged.sort(key=lambda candidate: -candidate.value)
        study._take(judged)
        study._rank(judged)
        _, answer = study.notes(study.suggested)
        name, *_ = study.phrase(second).split(", ")
        is_second = answer.startswith(f"Why not {name}")
        assert (", the next best? " in answer) == is_second
        asked.add(is_second)
    assert asked == {True, False}
