"""Errors as the log of a server names them."""

from darwin_core.journal import JournalError
from darwin_tui.place import Rejected
from darwin_tui.server.store import StoreError


def log_reason(error: Exception) -> str:
    """Return the sentence of an error that is foreseen, and of others only the type: their message
    could show a hand."""
    if isinstance(error, StoreError | JournalError | Rejected):
        return str(error)
    return type(error).__name__
