"""Observations: a view as a row of numbers of fixed length.

Each field of the state except chance has a separate block. Its shape is given by
``observation.toml`` beside the game: ``hands = [4, 12]`` are twelve numbers for each of four seats.
The shapes are those of the largest table, so that they are the same for any number of seats. A
field is laid out as in a record: a byte or a number unchanged, false as 0 and true as 1, and each
word as a fixed number. Places without content hold EMPTY.

``python -m darwin_core.lab.rl.layout GAME`` plays matches and writes the file. Each length is the
longest observed; lengths that vary get half as much again. Longer content is cut.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import islice
from math import ceil, prod
from pathlib import Path
from random import Random
from typing import Final
from zlib import crc32

import msgspec

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame, State
from darwin_core.contract.tables import read_text

FILE: Final = "observation.toml"
"""Name of the file beside a game."""
EMPTY: Final = -1
"""A place without content."""
SPARE: Final = 1.5
"""Factor between the length given to a varying list and its longest observed length. Chosen; a
larger one cuts less often and makes observations longer."""
ADVISED: Final = 0.5
"""Fraction of matches that are played by the game's policy, because some things never happen in
random play. Chosen."""

Numbers = int | Sequence["Numbers"]
"""A number, or a list of numbers and lists."""
Shape = tuple[int, ...]
"""The length of a list, of the lists in it, and so on; empty for a number."""
Layout = Mapping[str, Shape]
"""The shape of each field, in order."""


def length(layout: Layout) -> int:
    """Return the length of an observation."""
    return sum(map(prod, layout.values()))


def layout_of(game: AnyGame) -> Layout:
    """Return the layout of a game's observations.

    Raises:
        ValueError: if the game has none, or it does not match the fields of its states.
    """
    try:
        layout = msgspec.toml.decode(read_text(game.package, FILE), type=dict[str, Shape])
    except FileNotFoundError:
        layout = {}
    if (*layout,) != _fields(game):
        raise ValueError(
            f"{game.title} has no layout of observations; "
            f"python -m darwin_core.lab.rl.layout {game.slug} makes one."
        )
    return layout


def observation(game: AnyGame, layout: Layout, state: State, seat: int) -> list[int]:
    """Return what a seat knows as numbers."""
    seen = game.view(state, seat)
    laid: list[int] = []
    for field, shape in layout.items():
        _lay(_numbers(getattr(seen, field)), shape, laid)
    return laid


def _fields(game: AnyGame) -> tuple[str, ...]:
    return tuple(field for field in game.state.__struct_fields__ if field != "chance")


def _numbers(value: object) -> Numbers:
    """Return a value as numbers and lists. An effect becomes one list, which begins with its
    name."""
    match value:
        case str():
            # 31 bits, since ``environments`` keeps numbers as signed integers of 32 bits.
            return crc32(value.encode()) >> 1
        case bytes():
            return value
        case int():
            return int(value)
        case dict():
            # Only the values, in the order of the state.
            return _numbers([*value.values()])
        case list() | tuple():
            numbers = [_numbers(item) for item in value]
            return [*_flat(numbers)] if any(isinstance(item, str) for item in value) else numbers
        case None:
            return EMPTY
        case _:
            # A struct such as an effect.
            return _numbers(msgspec.to_builtins(value, builtin_types=(bytes,)))


def _flat(numbers: Numbers) -> Iterator[int]:
    if isinstance(numbers, int):
        yield numbers
    else:
        for item in numbers:
            yield from _flat(item)


def _lay(numbers: Numbers, shape: Shape, laid: list[int]) -> None:
    """Append numbers to ``laid``, cut or padded to a shape."""
    end = len(laid) + prod(shape)
    if isinstance(numbers, int):
        laid.append(numbers)
    else:
        size, *inner = shape
        for item in islice(numbers, size):
            _lay(item, tuple(inner), laid)
    laid += [EMPTY] * (end - len(laid))


# --- measuring


def _measure(numbers: Numbers, lengths: list[set[int]], depth: int = 0) -> None:
    """Add the lengths of some numbers to those observed, by depth."""
    if isinstance(numbers, int):
        return
    if depth == len(lengths):
        lengths.append(set())
    lengths[depth].add(len(numbers))
    for item in numbers:
        _measure(item, lengths, depth + 1)


def played(game: AnyGame, seats: int, seed: str) -> Iterator[State]:
    """Yield the states of a match that is played at random or by the game's policy. It is one
    state, which changes from action to action."""
    rng = Random(f"{game.slug} {seats} {seed}")
    is_advised = rng.random() < ADVISED
    state: State = game.setup(game.options(), seats, seed, None)
    yield state
    while movers := game.to_move(state):
        seat = rng.choice(movers)
        action = (
            game.bots.fast_policy(state, seat)
            if is_advised
            else rng.choice(game.legal(state, seat))
        )
        game.apply(state, seat, action, None)
        yield state


def measured(game: AnyGame, matches: int) -> dict[str, Shape]:
    """Return the shape that each field needs in matches of all numbers of seats, with a reserve."""
    values: dict[str, list[set[int]]] = {field: [] for field in _fields(game)}
    # Fields with an item for each seat: their first length is known, so it needs no reserve.
    by_seat = set(values)
    for seats in game.seats:
        for number in range(matches):
            for state in played(game, seats, f"layout {number}"):
                for field, lengths in values.items():
                    numbers = _numbers(getattr(state, field))
                    _measure(numbers, lengths)
                    if isinstance(numbers, int) or len(numbers) != seats:
                        by_seat.discard(field)
    return {
        field: tuple(
            max(seen)
            if len(seen) == 1 or (not depth and field in by_seat)
            else ceil(SPARE * max(seen))
            for depth, seen in enumerate(lengths)
        )
        for field, lengths in values.items()
    }


def main(args: Sequence[str] | None = None) -> None:
    """Measure the layout of a game and write it."""
    parser = argparse.ArgumentParser("python -m darwin_core.lab.rl.layout")
    parser.add_argument("game", choices=registry.slugs())
    parser.add_argument("--matches", type=int, default=30, help="matches of each number of seats")
    options = parser.parse_args(args)
    game = registry.get(options.game)
    layout = measured(game, options.matches)
    path = Path(str(files(game.package).joinpath(FILE)))
    lines = (
        f"# The shapes of observations, measured on {options.matches} matches of each number of",
        "# seats; see darwin_core/lab/rl/layout.py.",
        *(f"{field} = {list(shape)}" for field, shape in layout.items()),
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{length(layout)} numbers, written: {path}")


if __name__ == "__main__":
    main()
