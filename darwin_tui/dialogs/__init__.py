"""Dialogs: small screens over another one, each with one question or message."""

from typing import TypeVar

from textual.screen import ModalScreen

from darwin_tui.screens.base import DarwinScreen

T = TypeVar("T")


class Dialog(ModalScreen[T], DarwinScreen[T]):
    """A screen over another one, closed with a value."""
