"""Variants of a game and advised matches, on which the laws are tried."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from darwin_core.contract import registry
from darwin_core.contract.game import SEATS_MAX, Options, Preset
from darwin_core.lab.play import NAMES, Case, moments, variants
from darwin_core.text.seat_names import SeatNames

DICE = registry.get("dice")


class Many(Options, frozen=True):
    quick: bool = False
    length: Annotated[Literal[3, 4, 5], msgspec.Meta(title="length")] = 4
    deck: Literal["plain", "full"] = "plain"


class Endless(Options, frozen=True):
    length: int = 3


def test_the_largest_table_has_a_name_for_each_seat():
    assert len({*NAMES}) == SEATS_MAX


def test_variants_name_each_other_value_of_each_option_once_and_the_presets():
    preset = Preset("all", "all", Many(quick=True, length=5), seats=())
    game: Any = type("Game", (), {"options": Many, "presets": (preset,)})
    assert list(variants(game)) == [
        {},
        {"quick": True},
        {"length": 3},
        {"length": 5},
        {"deck": "full"},
        {"quick": True, "length": 5, "deck": "plain"},
    ]


def test_an_option_whose_values_are_unknown_is_named():
    game: Any = type("Game", (), {"options": Endless})
    with pytest.raises(TypeError, match="int"):
        list(variants(game))


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_every_variant_of_every_game_can_be_begun(slug):
    game = registry.get(slug)
    for options in variants(game):
        assert Case(game, game.seats[0], "variant", options).start()


def test_an_advised_match_follows_the_advice():
    case = Case(DICE, 3, "advised", is_advised=True)
    assert str(case).endswith("seed 'advised', advised")
    for moment in moments(case):
        view = DICE.view(moment.before, moment.seat)
        assert moment.action == DICE.bots.advise(view, moment.seat, SeatNames())[0].action
