"""Chance: a hash chain whose whole state is 16 bytes.

A draw hashes the 16 bytes with SHAKE-128: the first 16 bytes of the result are the remaining
chance, the rest is the draw. It is the same on every machine and version, cannot be guessed from
earlier draws, and is saved, cloned and undone with its state.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import shake_128
from struct import Struct
from typing import Final, TypeVar

T = TypeVar("T")

CHANCE_BYTES: Final = 16
"""Length of the chance of a state."""
_ITEMS_MAX: Final = 128
"""Maximum number of items to shuffle."""
_WORDS: Final = {count: Struct(f"<{count}Q") for count in range(_ITEMS_MAX + 1)}
"""By their number: layouts of 64-bit words, little-endian, so that all machines draw the same."""


class NoChance(ValueError):
    """Raised for a draw from a view, which holds no chance."""


def from_seed(seed: str, *labels: str | int) -> bytes:
    """Return the initial chance of a seed; labels make several uses of a seed independent."""
    text = "\0".join(("darwin", seed, *map(str, labels)))
    return shake_128(text.encode()).digest(CHANCE_BYTES)


def _draw(chance: bytes, size: int) -> bytes:
    """Return the remaining chance, 16 bytes, followed by ``size`` random bytes.

    Raises:
        NoChance: if it is not the chance of a whole state.
    """
    if len(chance) != CHANCE_BYTES:
        raise NoChance("a view holds no chance to draw from")
    return shake_128(chance).digest(CHANCE_BYTES + size)


def shuffled(chance: bytes, items: Sequence[T]) -> tuple[bytes, list[T]]:
    """Return the remaining chance and the items in random order (at most 128 items).

    Items are sorted by random 64-bit words: no modulo is needed, and a tie, the only source of
    bias, has a probability of at most 2**-50.
    """
    count = len(items)
    drawn = _draw(chance, 8 * count)
    # A list, since its ``__getitem__`` is a plain function, quicker to call than a tuple's.
    words = [*_WORDS[count].unpack_from(drawn, CHANCE_BYTES)]
    return drawn[:CHANCE_BYTES], [
        items[index] for index in sorted(range(count), key=words.__getitem__)
    ]


def below(chance: bytes, count: int) -> int:
    """Return one fair number from 0 to ``count - 1``. The remaining chance is not returned, so use
    it only for chance that serves a single draw."""
    # Words beyond the last whole multiple of ``count`` would favour the low numbers: draw again.
    limit = 2**64 - 2**64 % count
    while True:
        drawn = _draw(chance, 8)
        number: int = _WORDS[1].unpack_from(drawn, CHANCE_BYTES)[0]
        if number < limit:
            return number % count
        chance = drawn[:CHANCE_BYTES]


def rolled(chance: bytes, sides: int, count: int) -> tuple[bytes, list[int]]:
    """Return the remaining chance and ``count`` fair numbers from 0 to ``sides - 1`` (2 to 256).
    Bytes beyond the last whole multiple of ``sides`` are rejected and drawn again."""
    numbers = b""
    while len(numbers) < count:
        # Two bytes for each missing number, as up to half of all bytes are rejected.
        drawn = _draw(chance, 2 * (count - len(numbers)))
        chance = drawn[:CHANCE_BYTES]
        numbers += drawn[CHANCE_BYTES:].translate(*_faces(sides))
    return chance, list(numbers[:count])


def chosen(chance: bytes, count: int) -> tuple[bytes, int]:
    """Return the remaining chance and one fair number below ``count`` (2 to 256), as ``rolled``
    does."""
    numbers = _numbers(count)
    number = None
    while number is None:
        drawn = _draw(chance, 2)
        chance = drawn[:CHANCE_BYTES]
        number = numbers[drawn[CHANCE_BYTES]]
        if number is None:
            # The second byte serves if the first is rejected.
            number = numbers[drawn[CHANCE_BYTES + 1]]
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
        chance = drawn[:CHANCE_BYTES]
        index = numbers[drawn[CHANCE_BYTES]]
        if index is None:
            index = numbers[drawn[CHANCE_BYTES + 1]]
        if index is not None:
            taken.append(left.pop(index))
    if len(taken) < count:
        taken += left
    return chance, taken


@cache
def _faces(sides: int) -> tuple[bytes, bytes]:
    """Return the number for each byte, and the bytes to reject: the arguments of ``translate``."""
    limit = 256 - 256 % sides
    return bytes(byte % sides for byte in range(256)), bytes(range(limit, 256))


@cache
def _numbers(sides: int) -> list[int | None]:
    """Return the number for each byte; None for the bytes to reject."""
    limit = 256 - 256 % sides
    return [byte % sides if byte < limit else None for byte in range(256)]
