"""A game's options as they are typed: valid texts, and the messages about invalid ones."""

from dataclasses import replace
from typing import Annotated, Literal

import msgspec
import pytest
from matches import DICE

from darwin_core.contract import registry
from darwin_core.contract.game import Options, Preset
from darwin_core.contract.options import (
    default_preset,
    find_preset,
    read_options,
    rules_title,
    values_of,
)


class Some(Options, frozen=True):
    counter: Annotated[bool, msgspec.Meta(title="counter")] = True
    draws: bool = False
    board: Literal["small", "large"] = "small"


GAME = replace(DICE, options=Some)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ({}, Some()),
        ({"counter": "OFF", "draws": "yes"}, Some(counter=False, draws=True)),
        ({"counter": True, "board": "large", "draws": "no"}, Some(board="large")),
    ],
)
def test_options_are_read_as_typed(typed, read):
    assert read_options(GAME, typed) == read


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"colour": "red"}, "no option 'colour'; its options: counter, draws, board."),
        ({"counter": "perhaps"}, "its option counter can be yes or no, not 'perhaps'."),
        ({"counter": 7}, "its option counter can be yes or no, not '7'."),
        ({"board": "\x1b[2J"}, "its option board can be small or large, not '\\x1b[2J'."),
    ],
)
def test_invalid_options_are_refused_in_plain_words(typed, message):
    with pytest.raises(ValueError, match=r"^Darwin's Dice cannot be played so: it") as refused:
        read_options(GAME, typed)
    assert str(refused.value).endswith(message)


def test_an_option_whose_values_cannot_be_listed_is_refused():
    with pytest.raises(TypeError, match="int"):
        values_of(Annotated[int, msgspec.Meta(ge=1)])


SHORT = Preset("short", "short (ours)", Some(draws=True), seats=(2,))


def test_a_preset_is_found_by_its_name():
    game = replace(GAME, presets=(Preset("long", "long", Some(counter=False), seats=()), SHORT))
    assert find_preset(game, "short") is SHORT
    with pytest.raises(
        ValueError, match=r"has no preset 'shor'; its presets: printed, long, short\.$"
    ):
        find_preset(game, "shor")
    with pytest.raises(ValueError, match=r"has no preset ''; its presets: printed\.$"):
        find_preset(GAME, "")


def test_printed_is_the_preset_of_the_rules_as_printed():
    game = replace(GAME, presets=(SHORT,))
    assert find_preset(game, "printed").options == Some()
    assert find_preset(GAME, "printed").options == GAME.options()


def test_the_preset_recommended_for_a_number_of_seats_is_its_default():
    long = Preset("long", "long", Some(counter=False), seats=(3,))
    game = replace(GAME, presets=(long, SHORT))
    names = [default_preset(game, seats).name for seats in (2, 3, 4)]
    assert names == ["short", "long", "printed"]
    assert default_preset(GAME, 2).name == "printed"


def test_options_are_called_by_the_preset_that_they_amount_to():
    game = replace(GAME, presets=(SHORT,))
    assert rules_title(game, {}) == "as printed"
    assert rules_title(game, {"draws": True}) == "short (ours)"
    assert rules_title(game, {"counter": False}) == "options of your own"
    assert rules_title(GAME, {}) == "", "there are no others"


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_presets_of_a_game_differ_and_are_for_its_seats(slug):
    game = registry.get(slug)
    rows = [preset.options for preset in game.presets]
    assert len({game.options(), *rows}) == 1 + len(rows)
    assert len({preset.name for preset in game.presets}) == len(rows)
    for preset in game.presets:
        assert isinstance(preset.options, game.options)
        assert {*preset.seats} <= {*game.seats}
