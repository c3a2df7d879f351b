"""The checks find the errors of a state."""

import pytest
from core.twins import check_problem

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo import GAME
from darwin_core.games.evo.material import (
    AdoptSpecies,
    AwakePopulation,
    DisplaceTokens,
    Live,
    MovePopulation,
)

from .positions import designs, kind, living, numbers, row


def sound():
    return living(
        kind(hand="SSR", deck="TT", own="VS HP", shown="S"),
        kind(hand="E", lost="AA", own="GA", shown_lost="A"),
        land=[("SR RR", "SR")],
        tokens={(0, 1): "1 2"},
    ).state


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"supply": bytes([9] * 6)}, "trait cards are not those of the box"),
        ({"supply": bytes(5)}, "counted by other traits"),
        ({"future": [bytes(6), bytes(7)]}, "counted by other traits"),
        ({"hands": [row("SS"), row("E")]}, "not its genome"),
        ({"born": [bytes([1, 0, 0, 0, 0, 0]), bytes(6)]}, "not its genome"),
        ({"hands": [row("RSS"), row("E")]}, "not in order"),
        ({"lost": [b"", bytes([9, 9])]}, "no such trait"),
        ({"decks": [bytes([255, 255]), b""]}, "no such trait"),
        ({"shown": [row("E"), b""]}, "remember"),
        ({"shown_lost": [b"", row("AAA")]}, "remember"),
        ({"hands": [b""]}, "seats"),
        ({"worn": [bytes(2)]}, "seats"),
        ({"locations": bytes([0, 1, 2])}, "seats"),
        ({"survived": [0, 0, 0]}, "seats"),
        ({"slots": bytes([NOTHING] * 9)}, "slots"),
        ({"tokens": [bytes(2)] * 11}, "slots"),
        ({"tokens": [bytes(3)] * 10}, "counted by other species"),
        ({"worn": [bytes(3), bytes(1)]}, "tokens are on adaptations"),
        ({"adaptations": [designs("VS HP")[::-1], designs("GA")]}, "not in order"),
        ({"adaptations": [designs("VS HP"), designs("GS")]}, "adaptations are not those"),
        ({"fauna_deck": b""}, "fauna are not those"),
        ({"flora_out": b"\0"}, "flora are not those"),
        ({"adaptation_deck": b""}, "adaptations are not those"),
        ({"available": [numbers("1 0"), numbers("0 3")]}, "populations"),
        ({"spent": [numbers("0 4"), numbers("0 0")]}, "populations"),
        ({"locations": bytes([1, 1])}, "location"),
        ({"locations": bytes([1, 6])}, "location"),
        ({"millennium": 0}, "millennium"),
        ({"millennium": 5}, "millennium"),
        ({"species": bytes([1, 1])}, "one species"),
        ({"species": bytes([0, 2])}, "one species"),
        ({"pending": []}, "too early"),
        ({"pending": [Live(2)]}, "not there"),
        ({"pending": [AwakePopulation(0)]}, "active between generations"),
        ({"pending": [AdoptSpecies(0)]}, "active between generations"),
        ({"active": 254}, "active between generations"),
        ({"pending": [DisplaceTokens(0, 1, 0)]}, "nothing to choose"),
    ],
)
def test_a_problem_is_named(change, problem):
    check_problem(GAME, sound(), change, problem)


def test_a_view_is_no_sound_state():
    for viewer in (0, 1, 253):
        assert GAME.invariants(GAME.view(sound(), viewer))


def test_between_generations_nothing_need_be_active():
    state = sound()
    state.active = 254
    state.available = [numbers("3 0"), numbers("0 3")]
    state.pending = [MovePopulation(0)]
    assert GAME.invariants(state) == []
