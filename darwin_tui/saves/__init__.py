"""Saved matches: start, open, list, rename, copy, delete to the trash.

Each function that changes something does it as a whole or not at all, and raises with one sentence
for people.
"""

from darwin_tui.saves.elsewhere import save_elsewhere, why_unsaved
from darwin_tui.saves.files import free_path
from darwin_tui.saves.folder import Slices, copy, delete, listed, rename, row, rows
from darwin_tui.saves.opened import (
    Opened,
    create,
    create_branch,
    header_for,
    is_record,
    new_path,
    read,
    rescue,
    resume,
    verified,
    verify,
)
from darwin_tui.saves.saved_match import SavedMatch
from darwin_tui.saves.verification_cache import Listed

__all__ = [
    "Listed",
    "Opened",
    "SavedMatch",
    "Slices",
    "copy",
    "create",
    "create_branch",
    "delete",
    "free_path",
    "header_for",
    "is_record",
    "listed",
    "new_path",
    "read",
    "rename",
    "rescue",
    "resume",
    "row",
    "rows",
    "save_elsewhere",
    "verified",
    "verify",
    "why_unsaved",
]
