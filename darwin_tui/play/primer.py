"""Primers at the table: which phases the player has seen explained, kept with the settings."""

import contextlib

import msgspec

from darwin_core.contract.game import SPECTATOR, AnyGame
from darwin_core.journal import JournalError
from darwin_core.table import AnySnapshot
from darwin_core.teaching import primers
from darwin_tui.settings import Preferences


class Primers:
    """The primers of one game for one player."""

    def __init__(self, game: AnyGame, preferences: Preferences) -> None:
        """Prepare to explain phases.

        Args:
            game: the game.
            preferences: of the player, where the phases that were seen are kept.
        """
        self._game = game
        self._preferences = preferences
        self._seen: set[str] | None = None
        """The phases that were seen before this match; None until it is known."""
        self._shown: set[tuple[str, int]] = set()
        """The phases shown in this match, each with the seat: several people can share a screen."""

    def due(self, snapshot: AnySnapshot) -> tuple[str, ...]:
        """Return the sentences on the phase of a decision the first time it comes, or none."""
        now = self._preferences.now
        if now.primers == "off" or not snapshot.actions:
            return ()
        if self._seen is None:
            self._seen = set() if now.primers == "again" else {*now.primed}
        slug, viewer = self._game.slug, snapshot.viewer
        read = {each for each, seat in self._shown if seat == viewer} | self._seen
        known = [each.removeprefix(f"{slug}.") for each in read if each.startswith(f"{slug}.")]
        phase, sentences = primers.sentences(self._game, snapshot.view, viewer, known)
        name = f"{slug}.{phase}"
        if not phase or name in read:
            return ()
        self._shown.add((name, viewer))
        return sentences

    def ahead(self, snapshot: AnySnapshot) -> tuple[str, ...]:
        """Return the sentences to read while others begin a match, which are on the phase that its
        file names first; none once a decision was explained."""
        now = self._preferences.now
        if now.primers == "off" or snapshot.actions or snapshot.outcome or self._shown:
            return ()
        seen = () if now.primers == "again" else now.primed
        phase = primers.first(self._game)
        if f"{self._game.slug}.{phase}" in seen or snapshot.viewer >= SPECTATOR:
            return ()
        return primers.on_phase(self._game, phase, snapshot.view, snapshot.viewer)

    def keep(self) -> None:
        """Keep what was seen; where it cannot be kept it is shown once more."""
        now = self._preferences.now
        if self._seen is None or now.primers == "off":
            return
        primed = tuple(sorted(self._seen | {name for name, _ in self._shown}))
        kept = msgspec.structs.replace(now, primers="on", primed=primed)
        if kept != now:
            with contextlib.suppress(JournalError):
                self._preferences.keep(kept)
