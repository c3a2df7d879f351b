"""Ways to copy a state, measured beside each other: ``python -m tests.bench.clones``.

It prints the microseconds of each way for each game: the game's own function, a copy whose lists
are then replaced, a constructor that is given all fields, and a loop over the lists. The choice in
``kit/states.py`` follows these figures.
"""

from collections.abc import Callable
from functools import partial
from timeit import repeat
from typing import Any, Final, get_origin, get_type_hints

from darwin_core.contract import registry
from darwin_core.kit import states

from .own import DECISIONS_BEFORE_CLONE

COPIES: Final = 20_000
"""Number of copies in a run."""
REPEATS: Final = 7
"""Number of runs, of which the fastest counts."""


def ways(kind: type[Any]) -> dict[str, Callable[[Any], Any]]:
    """Return functions that copy a state of this class, by the name of their method."""
    hints = get_type_hints(kind)
    lists = [field for field in kind.__struct_fields__ if get_origin(hints[field]) is list]

    def loop(state: Any) -> Any:
        copy = state.__copy__()
        for field in lists:
            setattr(copy, field, getattr(state, field)[:])
        return copy

    return {
        "copy": states.compiled_cloner(kind, is_constructed=False),
        "constructor": states.compiled_cloner(kind, is_constructed=True),
        "loop": loop,
    }


def main() -> None:
    for slug in registry.SLUGS:
        game = registry.get(slug)
        state = game.setup(game.options(), max(game.seats), "clone", None)
        for _ in range(DECISIONS_BEFORE_CLONE):
            seat = game.to_move(state)[0]
            game.apply(state, seat, game.legal(state, seat)[0], None)
        timed = {"own": game.clone, **ways(game.state)}
        for name, way in timed.items():
            seconds = min(repeat(partial(way, state), number=COPIES, repeat=REPEATS))
            print(f"{slug:12}{name:12}{seconds / COPIES * 1e6:6.2f} µs")


if __name__ == "__main__":
    main()
