"""The language in which cards are named. All other texts are English so far."""

from contextvars import ContextVar
from typing import Literal

Language = Literal["en", "de"]


class Speech:
    """What one player is spoken to in. Shared by all tasks of that player's program, so that they
    see a change."""

    def __init__(self, language: Language = "en") -> None:
        self.language = language


_speech: ContextVar[Speech] = ContextVar("speech", default=Speech())  # noqa: B039


def language() -> Language:
    """The language to name cards in here and now."""
    return _speech.get().language


def speak(language: Language) -> None:
    """Name cards in a language from now on, in this program."""
    _speech.get().language = language
