"""Copies of states, made from the annotations of their fields."""

from typing import Any, get_origin, get_type_hints

import msgspec
import pytest

from darwin_core.contract import registry
from darwin_core.contract.game import State
from darwin_core.kit.states import UNKNOWN, backs, cloner, plus, put, replaced


class Few(State):
    number: int
    words: list[str]
    rest: bytes
    more: tuple[int, ...]


class Many(State):
    numbers: list[int]
    words: list[str]


class Later(Few):
    """A class of an earlier rules version, with the same fields."""


@pytest.mark.parametrize(
    "state", [Few(b"", 1, ["a"], b"b", (2,)), Later(b"", 1, ["a"], b"b", (2,)), Many(b"", [1], [])]
)
def test_a_copy_is_equal_and_shares_no_list(state):
    kind: type[Any] = Many if isinstance(state, Many) else Few
    copy = cloner(kind)(state)
    assert type(copy) is type(state)
    assert copy == state
    copy.words.append("b")
    assert copy != state


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_games_copy_every_list_of_a_state_and_what_is_written_is_the_same(slug):
    game = registry.get(slug)
    state = game.setup(game.options(), max(game.seats), "clone", None)
    copy = game.clone(state)
    assert msgspec.msgpack.encode(copy) == msgspec.msgpack.encode(state)
    for field, hint in get_type_hints(game.state).items():
        if get_origin(hint) is list:
            assert getattr(copy, field) is not getattr(state, field), field


def test_rows_are_replaced():
    assert put(b"\1\2\3", 1, 9) == b"\1\x09\3"
    assert replaced((1, 2, 3), 1, 9) == (1, 9, 3)
    assert plus(b"\1\2\3", 1) == b"\1\3\3"
    assert plus((1, 2, 3), 1, -4) == (1, -2, 3)


def test_of_other_hands_only_the_number_of_cards_is_seen():
    assert backs((b"\1", b"\2\3", b""), 0) == [b"\1", UNKNOWN * 2, b""]
    assert backs((b"\1", b"\2\3"), 253) == [UNKNOWN, UNKNOWN * 2]
