"""Dialogs: small screens that lie over another and ask or tell one thing."""

from typing import TypeVar

from textual.screen import ModalScreen

from darwin_tui.screens.base import DarwinScreen

T = TypeVar("T")


class Dialog(ModalScreen[T], DarwinScreen[T]):
    """A screen over another that answers with a value."""
