"""Chance: a hash chain whose whole state is 16 bytes.

A draw hashes the 16 bytes with SHAKE-128: the first 16 bytes of the result are the remaining
chance, the rest is the draw. It is the same on every machine and version, cannot be guessed from
earlier draws, and is saved, cloned and undone with its state.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import shake_128
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_WORDS = {count: Struct(f"<{count}Q") for count in range(129)}


class NoChance(ValueError):
    """Raised for a draw from a view, which holds no chance."""


def from_seed(seed: str, *labels: str | int) -> bytes:
    """Return the initial chance of a seed; labels make several uses of a seed independent."""
    text = "\0".join(("darwin", seed, *map(str, labels)))
    return shake_128(text.encode()).digest(16)


def _draw(chance: bytes, size: int) -> bytes:
    if len(chance) != 16:
        raise NoChance("a view holds no chance to draw from")
    return shake_128(chance).digest(16 + size)


def shuffled(chance: bytes, items: Sequence[T]) -> tuple[bytes, list[T]]:
    """Return the remaining chance and the items in random order (at most 128 items).

    Items are sorted by random 64-bit words: no modulo is needed, and a tie, the only source of
    bias, has a probability of at most 2**-50.
    """
    count = len(items)
    drawn = _draw(chance, 8 * count)
    # A list, since its ``__getitem__`` is a plain function, quicker to call than a tuple's.
    words = [*_WORDS[count].unpack_from(drawn, 16)]
    return drawn[:16], [items[index] for index in sorted(range(count), key=words.__getitem__)]


def below(chance: bytes, count: int) -> int:
    """Return one fair number from 0 to ``count - 1``. The remaining chance is not returned, so use
    it only for chance that serves a single draw."""
    limit = 2**64 - 2**64 % count
    while True:
        drawn = _draw(chance, 8)
        number: int = _WORDS[1].unpack_from(drawn, 16)[0]
        if number < limit:
            return number % count
        chance = drawn[:16]


def rolled(chance: bytes, sides: int, count: int) -> tuple[bytes, list[int]]:
    """Return the remaining chance and ``count`` fair numbers from 0 to ``sides - 1`` (2 to 256).
    Bytes beyond the last whole multiple of ``sides`` are rejected and drawn again."""
    numbers = b""
    while len(numbers) < count:
        drawn = _draw(chance, 2 * (count - len(numbers)))
        chance = drawn[:16]
        numbers += drawn[16:].translate(*_faces(sides))
    return chance, list(numbers[:count])


def chosen(chance: bytes, count: int) -> tuple[bytes, int]:
    """Return the remaining chance and one fair number below ``count`` (2 to 256), as ``rolled``
    does."""
    numbers = _numbers(count)
    number = None
    while number is None:
        drawn = _draw(chance, 2)
        chance = drawn[:16]
        number = numbers[drawn[16]]
        if number is None:
            # The second byte serves if the first is rejected.
            number = numbers[drawn[17]]
    return chance, number


def picked(chance: bytes, items: Sequence[T], count: int) -> tuple[bytes, list[T]]:
    """Return the remaining chance and ``count`` random items; all of them if there are fewer.

    There are at most 256 items. Each item is drawn from the items left, as ``chosen`` draws. The
    only item left costs no chance.
    """
    left = list(items)
    taken: list[T] = []
    while len(left) > 1 and len(taken) < count:
        numbers = _numbers(len(left))
        drawn = _draw(chance, 2)
        chance = drawn[:16]
        index = numbers[drawn[16]]
        if index is None:
            index = numbers[drawn[17]]
        if index is not None:
            taken.append(left.pop(index))
    if len(taken) < count:
        taken += left
    return chance, taken


@cache
def _faces(sides: int) -> tuple[bytes, bytes]:
    """Return the number for each byte, and the bytes to reject."""
    limit = 256 - 256 % sides
    return bytes(byte % sides for byte in range(256)), bytes(range(limit, 256))


@cache
def _numbers(sides: int) -> list[int | None]:
    """Return the number for each byte; None for the bytes to reject."""
    limit = 256 - 256 % sides
    return [byte % sides if byte < limit else None for byte in range(256)]
