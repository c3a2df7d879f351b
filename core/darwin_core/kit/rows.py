"""Rows that are replaced and never changed: bytes and tuples with something else in one place."""

from typing import TypeVar

T = TypeVar("T")
Numbers = TypeVar("Numbers", bytes, tuple[int, ...])


def put(row: bytes, place: int, value: int) -> bytes:
    """Return a row with something else in one place."""
    return row[:place] + bytes((value,)) + row[place + 1 :]


def replaced(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return a tuple with something else in one place."""
    changed = list(row)
    changed[place] = value
    return tuple(changed)


def plus(row: Numbers, place: int, number: int = 1) -> Numbers:
    """Return a row of numbers with one of them raised by a number, which may be negative."""
    # Bytes are quicker to make of a row of bytes.
    changed = bytearray(row) if type(row) is bytes else list(row)
    changed[place] += number
    return type(row)(changed)
