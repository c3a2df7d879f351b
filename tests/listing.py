"""What the saved matches say of one another."""

from contextlib import closing

from home import here

from darwin_tui import saves


def unfinished() -> saves.Listed | None:
    """The match last played that can be continued; those before it are not looked at."""
    with closing(saves.rows(here())) as rows:
        return next((row for row in rows if row.continues), None)
