"""Functions of states made from the annotations of their fields."""

from collections.abc import Callable
from typing import Final, TypeVar, get_origin, get_type_hints

from darwin_core.contract.game import State

S = TypeVar("S", bound=State)

_LISTS_SHARE: Final = 0.2
"""The share of lists among the fields above which a constructor is quicker than a copy whose lists
are replaced; measured by ``tests/bench/clones.py``."""


def cloner(kind: type[S]) -> Callable[[S], S]:
    """Return the function that copies states of a class and keeps their class. The copy shares no
    list with the original; what the lists hold is shared, for it is replaced and never changed."""
    lists = _lists(kind)
    return compiled_cloner(
        kind, is_constructed=len(lists) > _LISTS_SHARE * len(kind.__struct_fields__)
    )


def compiled_cloner(kind: type[S], *, is_constructed: bool) -> Callable[[S], S]:
    """Return that function written out field by field, as a data class writes its constructor: a
    loop over the fields takes half as long again. It calls the constructor with all fields, or
    makes a copy and replaces its lists."""
    lists = _lists(kind)
    if is_constructed:
        values = [f"state.{field}{'[:]' * (field in lists)}" for field in kind.__struct_fields__]
        body = f" return type(state)({', '.join(values)})\n"
    else:
        sliced = [f" copy.{field} = state.{field}[:]\n" for field in lists]
        body = f" copy = state.__copy__()\n{''.join(sliced)} return copy\n"
    made: dict[str, Callable[[S], S]] = {}
    exec(f"def clone(state):\n{body}", made)
    return made["clone"]


def _lists(kind: type[State]) -> list[str]:
    hints = get_type_hints(kind)
    return [field for field in kind.__struct_fields__ if get_origin(hints[field]) is list]
