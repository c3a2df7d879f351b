"""The context of one player at one terminal: name, terminal, folders, settings and open matches."""

from dataclasses import dataclass, field

from darwin_core.text.language import Reader
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.paths import Locations
from darwin_tui.settings import Preferences
from darwin_tui.terminal.facts import TerminalFacts


@dataclass(frozen=True)
class PlayerContext:
    """A player's name, terminal, folders, settings and open matches.

    The full screen, line mode and the command line each receive one. Nothing about a player is in
    the environment, in a global or in a default that two players could share.
    """

    name: str
    detected: TerminalFacts
    """Capabilities of the terminal, before the settings limit them."""
    locations: Locations
    settings: Preferences
    matches: OpenMatches = field(default_factory=OpenMatches)
    """The open tables of the process, possibly shared by several players."""

    def __post_init__(self) -> None:
        # The tables of a process keep their files in the folders of its first player.
        if self.matches.locations is None:
            self.matches.locations = self.locations

    @property
    def reader(self) -> Reader:
        """Language of all texts, and whether they are limited to ASCII."""
        return Reader(self.settings.now.language, not self.terminal.has_unicode)

    @property
    def terminal(self) -> TerminalFacts:
        """Colours and characters of the terminal, limited by the settings."""
        settings = self.settings.now
        return self.detected.limited(colour=settings.colour != "none", glyphs=settings.glyphs)
