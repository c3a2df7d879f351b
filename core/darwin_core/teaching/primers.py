"""Primers: one or two short sentences about a phase of a game, for a player's first match.

Primers are data beside the rules page, ``primers.toml``: the name of a phase, and its sentences,
which may contain facts of the position, as in ``{trump}``. A game names the phase of a view; a game
without primers names none.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec

from darwin_core.contract.game import AnyGame, State
from darwin_core.contract.tables import read_text
from darwin_core.kit.effects import HasPending
from darwin_core.teaching import facts
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames

SENTENCES_MAX: Final = 2
"""Maximum number of sentences of a primer."""
COLUMNS_MAX: Final = 76
"""Maximum columns of a sentence, which must fit into one row."""


@dataclass(frozen=True)
class Primer:
    """A note on a phase that the player meets for the first time."""

    phase: str
    """Empty for a note that leaves the whole board visible."""
    sentences: tuple[str, ...]
    advised: tuple[str, ...] = ()
    """Sentences about the suggested action and an alternative, with their gains; empty without a
    judge, or while the judge is thinking."""
    is_awaited: bool = False
    """True while the judge is thinking."""


@cache
def by_phase(package: str) -> Mapping[str, tuple[str, ...]]:
    """Return the sentences about each phase of a package's game, by phase; empty for a game without
    them."""
    try:
        text = read_text(package, "primers.toml")
    except FileNotFoundError:
        return {}
    return msgspec.toml.decode(text, type=dict[str, tuple[str, ...]])


def sentences(
    game: AnyGame, view: State, viewer: int, known: Collection[str] = ()
) -> tuple[str, tuple[str, ...]]:
    """Return the phase in which a seat decides, and the sentences about it; empty for none.

    Args:
        known: phases that the player has read about; their sentences are not repeated.
    """
    phase = game.texts.phase(view, viewer)
    return phase, on_phase(game, phase, view, viewer, known) if phase else ()


def on_phase(
    game: AnyGame, phase: str, view: State, viewer: int, known: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the sentences about a phase with the facts of a position, without those of known
    phases."""
    primers = by_phase(game.package)
    known_texts = {text for name in known for text in primers.get(name, ())}
    now = facts.Now(game, view, viewer, (), SeatNames())
    return tuple(
        facts.fill_in(tr(text), now) for text in primers.get(phase, ()) if text not in known_texts
    )


def first(game: AnyGame) -> str:
    """Return the first phase of the file, with which most matches begin; empty without primers."""
    return next(iter(by_phase(game.package)), "")


def next_effect(view: HasPending, viewer: int) -> str:
    """Return the phase of a game with pending effects: the tag of the next effect."""
    # ``Stack`` has no negative indices, and the next effect is last.
    effect = view.pending[len(view.pending) - 1]
    return str(effect.__struct_config__.tag)
