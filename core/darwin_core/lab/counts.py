"""Counts of the continuations of a position: small numbers that change with any rule."""

from dataclasses import dataclass

from darwin_core.contract.game import A, E, Game, S
from darwin_core.lab.play import packed


@dataclass(frozen=True)
class Count:
    """The positions a number of actions ahead."""

    paths: int
    """Number of sequences of actions; where several seats are to move, each may be first."""
    states: int
    """Number of different states that they lead to."""


def count_ahead(game: Game[S, A, E], state: S, depth: int) -> tuple[Count, ...]:
    """Return the counts for 1 to ``depth`` actions ahead, over all seats to move and their
    actions."""
    counts = list[Count]()
    ahead: dict[bytes, tuple[S, int]] = {packed(state): (state, 1)}
    for _ in range(depth):
        further = dict[bytes, tuple[S, int]]()
        for before, paths in ahead.values():
            for seat in game.to_move(before):
                for action in game.legal(before, seat):
                    after = game.clone(before)
                    game.apply(after, seat, action, None)
                    key = packed(after)
                    further[key] = (after, paths + further.get(key, (after, 0))[1])
        ahead = further
        counts.append(Count(sum(paths for _, paths in ahead.values()), len(ahead)))
    return tuple(counts)
