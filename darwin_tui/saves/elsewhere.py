"""Continuing a match in another file."""

import os
from pathlib import Path

from darwin_core.journal import JournalError, unwritable
from darwin_core.text.language import tr
from darwin_tui.paths import SUFFIX, Locations, private_dir
from darwin_tui.saves.files import copy_notes
from darwin_tui.saves.opened import Opened


def why_unsaved(opened: Opened) -> str | None:
    """Say in one sentence why a match that is played is not in its file; None if it is."""
    assert opened.journal is not None
    try:
        opened.journal.check()
    except JournalError as error:
        return str(error)
    return None


def save_elsewhere(opened: Opened, target: str, locations: Locations) -> None:
    """Save the whole match in a new file and continue there; the old file stays as it is.

    Args:
        opened: the match.
        target: the new file; a name alone is that of a match beside the old file, where the list of
            saved matches finds it.
        locations: of the player.

    Raises:
        JournalError: if it cannot be saved there; then nothing has changed.
    """
    assert opened.journal is not None
    if not locations.shows_paths:
        # The player has no folders on this machine to choose from.
        raise JournalError(tr("The host keeps this match; it cannot be saved elsewhere."))
    path = Path(os.path.expanduser(target))
    if target and path.name == target:
        path = opened.path.with_name(target.removesuffix(SUFFIX) + SUFFIX)
    try:
        if path.parent == locations.matches:
            # It may have been deleted with the match.
            private_dir(path.parent)
        opened.journal.move_to(path)
    except OSError as error:
        raise unwritable(path, error) from None
    except ValueError:
        raise JournalError(tr("That cannot be the name of a file.")) from None
    copy_notes(opened.path, path, locations)
    opened.path = path
