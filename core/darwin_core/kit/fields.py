"""Functions of states made from the annotations of their fields."""

from collections.abc import Callable
from typing import Final, TypeVar, get_origin, get_type_hints

from darwin_core.game import State

S = TypeVar("S", bound=State)

_COPIED_SHARE: Final = 0.25
"""Share of lists among the fields from which a constructor is quicker than a copy that is changed;
measured by ``tests/bench/clones.py``."""


def cloner(kind: type[S]) -> Callable[[S], S]:
    """Return the function that copies states of a class and keeps their class. The copy shares no
    list with the original; what the lists hold is shared, for it is replaced and never changed.

    The function is written out field by field, as a data class writes its constructor: a loop over
    the fields takes twice as long.
    """
    fields = kind.__struct_fields__
    hints = get_type_hints(kind)
    lists = [field for field in fields if get_origin(hints[field]) is list]
    if len(lists) > _COPIED_SHARE * len(fields):
        values = [f"state.{field}{'[:]' * (field in lists)}" for field in fields]
        body = f" return type(state)({', '.join(values)})\n"
    else:
        sliced = [f" copy.{field} = state.{field}[:]\n" for field in lists]
        body = f" copy = state.__copy__()\n{''.join(sliced)} return copy\n"
    made: dict[str, Callable[[S], S]] = {}
    exec(f"def clone(state):\n{body}", made)
    return made["clone"]
