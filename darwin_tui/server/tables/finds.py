"""The finds of a server's players: the achievements in their finished matches.

A match is searched once, when somebody looks at the finds of its player. The achievements are kept
in a document of the player.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

import msgspec

from darwin_core.contract import registry
from darwin_core.contract.game import OMNISCIENT
from darwin_core.kit.achievements import Achievement, Course, achievement_positions, achievements
from darwin_core.match.record import RecordError
from darwin_core.match.recording import Recording
from darwin_tui.server.store.contract import (
    FINDS,
    Store,
    StoreError,
    TableInfo,
    encode,
    fold,
    retried,
    sound_document,
)
from darwin_tui.server.tables.register import load, seats_of


class Finds(msgspec.Struct, frozen=True):
    """The achievements of one player in finished matches."""

    tables: tuple[str, ...] = ()
    """The codes of the matches that were searched."""
    names: Mapping[str, tuple[str, ...]] = {}
    """The names of the achievements, by game."""

    def among(self, slug: str) -> Sequence[Achievement]:
        """Return the achievements of a game that the player has, in the order of the drawer."""
        names = self.names.get(slug, ())
        return [row for row in achievements(registry.get(slug)) if row.name in names]


async def finds_of(store: Store, name: str, tables: Iterable[TableInfo]) -> Finds:
    """Return the finds of an account; raises StoreError.

    Args:
        tables: finished tables of the account; those not searched yet are searched now.
    """
    known, _ = await _kept(store, name)
    new = {}
    for table in tables:
        if table.ended == "rules" and table.code not in known.tables:
            with suppress(RecordError, StoreError):
                text = await store.record(table.code)
                seats = seats_of(table, name)
                new[table.code] = (table.game, await asyncio.to_thread(_achievements, text, seats))
    if not new:
        return known

    async def attempt() -> Finds:
        stored, before = await _kept(store, name)
        names = {slug: {*titles} for slug, titles in stored.names.items()}
        for slug, titles in new.values():
            names.setdefault(slug, set()).update(titles)
        changed = Finds(
            tuple(sorted({*stored.tables, *new})),
            {slug: tuple(sorted(titles)) for slug, titles in sorted(names.items())},
        )
        await store.put_document(FINDS, fold(name), encode(changed), before)
        return changed

    return await retried(attempt)


async def _kept(store: Store, name: str) -> tuple[Finds, bytes | None]:
    """Return the stored finds of an account, and their document; None if there is none yet.

    Damaged finds count as none, since the matches can be searched again.
    """
    data = await store.document(FINDS, fold(name))
    return sound_document(data, Finds, f"{FINDS} {fold(name)}") or Finds(), data


def _achievements(text: bytes, seats: Iterable[int]) -> set[str]:
    """Return the names of the achievements of some seats in a record; raises RecordError."""
    recording = Recording(load(text), OMNISCIENT)
    courses = (Course(seat, recording.log(), recording.standing) for seat in seats)
    return {name for course in courses for name in achievement_positions(recording.game, course)}
