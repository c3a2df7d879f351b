"""Options with which Textual builds a driver."""

from typing import TypedDict


class DriverOptions(TypedDict, total=False):
    """Arguments of Textual's driver beside its app, which ours pass on as they are."""

    debug: bool
    mouse: bool
    size: tuple[int, int] | None
