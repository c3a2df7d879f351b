"""A game's options as they are typed: what is understood, and what is said of the rest."""

from dataclasses import replace
from typing import Annotated, Literal

import msgspec
import pytest
from matches import DICE

from darwin_core.game import Options, read_options


class Some(Options, frozen=True):
    counter: Annotated[bool, msgspec.Meta(title="counter")] = True
    start: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    draws: int = 0
    board: Literal["small", "large"] = "small"


GAME = replace(DICE, options=Some)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ({}, Some()),
        ({"counter": "OFF", "start": "9"}, Some(counter=False, start=9)),
        ({"counter": True, "board": "large", "draws": "-4"}, Some(True, 3, -4, "large")),
    ],
)
def test_options_are_read_as_typed(typed, read):
    assert read_options(GAME, typed) == read


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"colour": "red"}, "no option 'colour'; its options: counter, start, draws, board."),
        ({"counter": "perhaps"}, "its option counter can be yes or no, not 'perhaps'."),
        ({"counter": 7}, "its option counter can be yes or no, not '7'."),
        ({"start": "10"}, "its option start can be a whole number from 1 to 9, not '10'."),
        ({"start": "many"}, "its option start can be a whole number from 1 to 9, not 'many'."),
        ({"draws": "1.5"}, "its option draws can be a whole number, not '1.5'."),
        ({"board": "\x1b[2J"}, "its option board can be large or small, not '\\x1b[2J'."),
    ],
)
def test_what_cannot_be_is_told_in_plain_words(typed, told):
    with pytest.raises(ValueError, match=r"^Darwin's Dice cannot be played so: it") as refused:
        read_options(GAME, typed)
    assert str(refused.value).endswith(told)
