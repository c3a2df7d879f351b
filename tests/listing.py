"""Summaries of the saved matches."""

from contextlib import closing

from home import here

from darwin_tui.library import saves
from darwin_tui.library.caches import Listed


def unfinished() -> Listed | None:
    """Return the match last played that can be continued, without reading earlier matches."""
    with closing(saves.rows(here())) as rows:
        return next((row for row in rows if row.continues), None)
