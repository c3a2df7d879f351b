"""The answer to "Why not …?" is true by the rules."""

import re
from collections import Counter
from itertools import chain, permutations

import pytest
import sampling
from core.claims import walk

from darwin_core.games.dice import GAME, acts, material
from darwin_core.games.dice.acts import Play
from darwin_core.games.dice.texts import card_name
from darwin_core.text.seat_names import SeatNames

from .claims import (
    DOUBT,
    OFTEN,
    beats,
    chance,
    could,
    could_win,
    gives_away,
    is_named,
    turn,
    unseen,
)
from .positions import cards, position

POSITIONS = 1_500
POINTS = r"(?P<points>\d+) points?"
MODE = r"later, when the (?P<mode>highest|lowest) wins(?P<again> again)?"
MODES = {"highest": "fight", "lowest": "flight"}
"""The mode of a turn by the number that wins it."""
DEALS_TRIED = 40
"""Number of turns that are tried for a robbery by a card itself."""


def stronger(mode, card, other):
    """Return whether a card beats another in a turn of two under all rolls of a mode in which
    neither is the trump."""
    rolls = [roll for roll in range(material.ROLLS) if material.face(roll).mode == mode]
    return all(
        beats(roll, card, other) for roll in rolls if material.TRUMP[roll] not in (card, other)
    )


def is_best(state, seat, best, other, said):
    return other != best and all(
        stronger(MODES[said["mode"]], other, card) for card in state.hands[seat] if card != other
    )


def is_later(state, seat, best, other, said):
    """Return whether the round has a turn after the present one."""
    return sum(state.hands[seat].values()) > 1


def is_again(state, seat, best, other, said):
    """Return whether "again" is said of the present turn's mode, and of no other."""
    is_present = MODES[said["mode"]] == material.face(state.rolls[state.turn]).mode
    return is_present == bool(said["again"])


def wins_less(state, seat, best, other, said):
    is_less = chance(state, seat, other) < chance(state, seat, best) + DOUBT
    return is_less and is_named(state, seat, other, said)


def wins_so(state, seat, best, other, said):
    return is_named(state, seat, other, said)


def wins_oftener(state, seat, best, other, said):
    is_oftener = chance(state, seat, other) > chance(state, seat, best) - DOUBT
    return is_oftener and wins_so(state, seat, best, other, said)


def is_best_again(state, seat, best, other, said):
    """Return whether the card is the best of the hand in later turns of the present mode."""
    is_present = said["kind"] == material.face(state.rolls[state.turn]).mode
    modes = {mode: number for number, mode in MODES.items()}
    return is_present and is_best(state, seat, best, other, {"mode": modes[said["kind"]]})


def turns_follow(state, seat, best, other, said):
    """Return whether what the turn brings is at risk for so many more turns of the round."""
    return int(said["turns"]) == sum(state.hands[seat].values()) - 1


def gives(state, seat, best, other, said):
    return gives_away(state, seat, Play(other), said)


def names_both(state, seat, best, other, said):
    return int(said["number"]) == material.POINTS[best] < material.POINTS[other]


def is_sure(state, seat, best, other, said):
    return could_win(state, seat, other) == 1


def may_cost_a_rival(state, seat, best, other, said):
    """Return whether the advised card is named, with the points of the rival with the most."""
    taken = [
        sum(material.POINTS[card] for card in cards)
        for rival, cards in enumerate(state.taken)
        if rival != seat
    ]
    return card_name(best) == said["robber"] and int(said["points"]) == max(taken) > 0


def is_a_scorpion(state, seat, best, other, said):
    return other == material.SCORPION


def only_now_costs(cause):
    """Return the test that a card may cost all points taken by a cause, and the advised one may
    not."""

    def holds(state, seat, best, other, said):
        taken = sum(material.POINTS[card] for card in state.taken[seat])
        return (
            int(said["points"]) == taken > 0
            and could(state, seat, other, cause, True)
            and not could(state, seat, best, cause, True)
        )

    return holds


def robs_none(state, seat, best, other, said):
    """Return whether the advised card can rob, and the other card cannot."""
    robbers = material.SNAKES | {material.SCORPION}
    tried = unseen(state, seat)[:DEALS_TRIED]
    rivals = len(state.hands) - 1
    robbed = [
        event
        for card in tried
        for event in turn(state, seat, other, *[card] * rivals)
        if isinstance(event, acts.Lost) and event.by == (seat,)
    ]
    return best in robbers and other not in robbers and not robbed


LOSS = rf"a loss gives away {POINTS}"
LATER = rf"it can win {POINTS} in a later (?P<kind>fight|flight)"
REASONS = {
    rf"it is best {MODE}": [is_best, is_later, is_again],
    rf"it is stronger {MODE}": [
        lambda state, seat, best, other, said: stronger(MODES[said["mode"]], other, best),
        is_later,
        is_again,
    ],
    "it could beat a trump later": [is_a_scorpion, is_later],
    "it wins a little less often": [
        lambda state, seat, best, other, said: (
            could_win(state, seat, other) < could_win(state, seat, best)
        )
    ],
}
CLAUSES = {
    rf"it {OFTEN}; {LOSS}": [wins_less, gives],
    rf"it {OFTEN}; {LOSS}, not (?P<number>\d)": [wins_so, gives, names_both],
    rf"it {OFTEN}; then its {POINTS} can be lost for (?P<turns>\d) turns?": [
        wins_oftener,
        gives,
        turns_follow,
    ],
    rf"{LATER}; later wins are lost less often": [is_best_again, is_later, gives],
    rf"{LATER}; the (?P<trump>.+) is trump in this turn only": [
        is_best_again,
        is_later,
        gives,
        lambda state, seat, best, other, said: (
            best == material.TRUMP[state.rolls[state.turn]] and card_name(best) == said["trump"]
        ),
    ],
    **{rf"{reason}; {LOSS}": [*tests, gives] for reason, tests in REASONS.items()},
    **{
        rf"{reason}; it can win its {POINTS} then": [*tests, is_sure, gives]
        for reason, tests in REASONS.items()
        if "less often" not in reason
    },
    rf"a scorpion could then cost you the {POINTS} taken": [only_now_costs("scorpion")],
    rf"it may come second to a snake, at the cost of {POINTS} taken": [only_now_costs("snake")],
    rf"it costs no rival anything; the (?P<robber>.+) may cost one {POINTS}": [
        robs_none,
        may_cost_a_rival,
    ],
}


def contrasts(seats, positions):
    """Yield the contrasts of every card with every other as the advised one, since a search may
    advise any."""
    for case, step, state in walk(GAME, seats, positions):
        seat = GAME.to_move(state)[0]
        view = GAME.view(state, seat)
        for best, other in permutations(GAME.legal(state, seat), 2):
            text = GAME.bots.contrast(view, seat, best, other, SeatNames(case.names))
            if text:
                where = f"{case}, step {step}: {best.card}, {other.card}: {text}"
                yield where, state, seat, best.card, other.card, text


def test_claims_of_contrasts_are_true_by_the_rules():
    counts = Counter[str]()
    positions = sampling.part(POSITIONS, sampling.CLAIMS_INTERVAL) // 3 + 1
    for where, *pair, text in chain.from_iterable(
        contrasts(seats, positions) for seats in GAME.seats
    ):
        pattern, said = next(
            (pattern, said) for pattern in CLAUSES if (said := re.fullmatch(pattern, text))
        )
        counts[pattern] += 1
        assert all(holds(*pair, said) for holds in CLAUSES[pattern]), where
    if sampling.is_full():
        assert {*counts} == {*CLAUSES}


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_other_card_has_an_answer_beside_the_advised_one(seats):
    for case, step, state in walk(GAME, seats, 40):
        seat = GAME.to_move(state)[0]
        view = GAME.view(state, seat)
        names = SeatNames(case.names)
        best, *others = (advice.action for advice in GAME.bots.advise(view, seat, names))
        for other in others:
            assert GAME.bots.contrast(view, seat, best, other, names), (case, step, best, other)


def test_a_card_that_wins_oftener_says_how_long_its_cards_are_at_risk():
    """The search may advise the fox 4, so the note on the lion 5 must not only praise it."""
    state = position("fight green 5", "F4 L5 B1 F1 S7", "B2 B2 B3 B3 B4", turns_left=5)
    best, other = (Play(card) for card in cards("F4 L5"))
    assert chance(state, 0, other.card) > chance(state, 0, best.card)
    words = GAME.bots.contrast(GAME.view(state, 0), 0, best, other, SeatNames())
    at_risk = "then its 1 point can be lost for 4 turns"
    assert words == f"it wins about 1 time in 10; {at_risk}"


def test_the_two_cards_that_win_most_often_tempt():
    state = position("fight green 5", "F4 L5 B8 F1 S7", "B2 B2 B3 B3 B4", turns_left=5)
    advised = GAME.bots.advise(GAME.view(state, 0), 0, SeatNames())
    ranked = sorted(advised, key=lambda advice: -chance(state, 0, advice.action.card))
    assert {advice.action for advice in advised if advice.tempts} == {
        advice.action for advice in ranked[:2]
    }
