"""Matches read in German: no sentence of any game holds an English word."""

import pytest
import sampling
from english import english

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.lab.play import Case, moments
from darwin_core.text.language import reading

ENGLISH = english(
    *("points?", "turns?", "rounds?", "tricks?", "wins?", "draws?", "plays?", "takes?"),
    *("lays?", "costs?"),
)
"""Words of English sentences that German ones do not have."""
INTERVAL = 7
CHOICES = 3


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_texts_of_a_match_hold_no_english_word(slug):
    game = registry.get(slug)
    seats = next(sampling.some(game.seats, len(game.seats)))
    case = Case(game, seats, "german", {}, is_advised=True)
    said: set[str] = set()
    with reading("de"):
        for moment in moments(case):
            said |= {game.texts.sentence(event, case.seat_names) for event in moment.events}
            view = game.view(moment.before, moment.seat)
            said.add(game.texts.prompt(view, moment.seat, case.seat_names))
            said.add(
                game.texts.prompt(game.view(moment.before, SPECTATOR), SPECTATOR, case.seat_names)
            )
            for action in moment.legal[:: max(len(moment.legal) // CHOICES, 1)]:
                said.add(game.texts.phrase(view, action, case.seat_names))
                for element in game.targets(action):
                    said.add(game.texts.element(view, moment.seat, element, case.seat_names))
            if moment.step % INTERVAL == 0:
                for advice in game.bots.advise(view, moment.seat, case.seat_names)[:CHOICES]:
                    said.add(advice.reason)
                for section in game.texts.describe(view, moment.seat, case.seat_names):
                    said |= {*section.lines}
            if moment.step % INTERVAL == 1:
                said |= refusals(game, moment, case)
    assert len(said) > 50
    assert not sorted(text for text in said if ENGLISH.search(text))


def refusals(game, moment, case):
    """Return why others may not take the action of a moment, and its seat no other's."""
    others = [seat for seat in range(case.seats) if seat != moment.seat]
    found = [
        game.texts.why_not(moment.after, seat, moment.action, case.seat_names) for seat in others
    ]
    found.append(game.texts.why_not(moment.after, moment.seat, moment.action, case.seat_names))
    return {each.sentence for each in found if each}
