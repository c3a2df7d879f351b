"""Memory stays flat under records of strangers, however many they send."""

import gc
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
import sampling
from matches import began
from strangers import hostile

from darwin_core.contract import registry
from darwin_core.match import Match, record
from darwin_core.match.record import RecordError, write_header, write_line

RECORDS = sampling.part(2_000, 4)
GROWTH_BYTES_MAX = 100_000 + 100 * RECORDS
"""Growth that counts as flat: bounded caches may still fill up."""


def growth(does: Callable[[Any], object], given: list[Any]) -> int:
    """Return the bytes by which memory grows over the last four fifths of the calls."""
    warm = len(given) // 5
    for value in given[:warm]:
        does(value)
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for value in given[warm:]:
            does(value)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return after - before


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, len(registry.SLUGS)))
def test_records_of_strangers_are_not_kept(slug):
    game = registry.get(slug)

    def load(text: str) -> None:
        written = began(2, text, game=slug)
        header = written.match.header
        first, chain = write_header(header)
        mover = game.to_move(written.match.state)[0]
        line, _ = write_line(1, mover, text, "0" * 16, chain)
        reading = record.read(first + line)
        with suppress(RecordError):
            Match.load(game, reading.header, reading.chain, reading.lines)

    assert growth(load, [*islice(hostile(slug), RECORDS)]) < GROWTH_BYTES_MAX
