"""States: rows that are replaced and never changed, hidden cards, and copies."""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar, get_origin, get_type_hints

from darwin_core.contract.game import HIDDEN, State

T = TypeVar("T")
Numbers = TypeVar("Numbers", bytes, tuple[int, ...])


def put(row: bytes, index: int, value: int) -> bytes:
    """Return a row of bytes with the value at an index, not below 0, replaced."""
    return row[:index] + bytes((value,)) + row[index + 1 :]


def replaced(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a tuple with the item at an index replaced."""
    changed = list(row)
    changed[index] = value
    return tuple(changed)


def plus(row: Numbers, index: int, number: int = 1) -> Numbers:
    """Return a row of numbers with ``number``, which may be negative, added to the one at an
    index."""
    # Bytes are built faster from a bytearray than from a list.
    changed = bytearray(row) if type(row) is bytes else list(row)
    changed[index] += number
    return type(row)(changed)


UNKNOWN: Final = bytes([HIDDEN])
"""A hidden card, of which only the back is visible."""


def backs(hands: Iterable[bytes], viewer: int) -> list[bytes]:
    """Return hands by seat as a viewer sees them, with hidden cards in other hands."""
    return [cards if seat == viewer else UNKNOWN * len(cards) for seat, cards in enumerate(hands)]


S = TypeVar("S", bound=State)

_LISTS_SHARE: Final = 0.2
"""Fraction of list fields above which a constructor is faster than copying and replacing the lists;
measured by ``tests/bench/clones.py``."""


def cloner(kind: type[S]) -> Callable[[S], S]:
    """Return the function that copies states of a class and keeps their class. The copy shares no
    list with the original. The lists share their items, which are replaced and never changed."""
    lists = _lists(kind)
    return compiled_cloner(
        kind, is_constructed=len(lists) > _LISTS_SHARE * len(kind.__struct_fields__)
    )


def compiled_cloner(kind: type[S], *, is_constructed: bool) -> Callable[[S], S]:
    """Generate the source of the copying function, field by field, as data classes do for
    constructors.

    A loop over the fields would take 50 % longer. The generated code either calls the constructor
    with all fields, or copies the state and replaces its lists.
    """
    lists = _lists(kind)
    if is_constructed:
        # A slice copies a list; all other fields are shared.
        values = [
            f"state.{field}[:]" if field in lists else f"state.{field}"
            for field in kind.__struct_fields__
        ]
        body = f" return type(state)({', '.join(values)})\n"
    else:
        sliced = [f" copy.{field} = state.{field}[:]\n" for field in lists]
        body = f" copy = state.__copy__()\n{''.join(sliced)} return copy\n"
    made: dict[str, Callable[[S], S]] = {}
    exec(f"def clone(state):\n{body}", made)
    return made["clone"]


def _lists(kind: type[State]) -> list[str]:
    """Return the fields of a state that hold lists. Only these are copied: everything else in a
    state is immutable."""
    hints = get_type_hints(kind)
    return [field for field in kind.__struct_fields__ if get_origin(hints[field]) is list]
