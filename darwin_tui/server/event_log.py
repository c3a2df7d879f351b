"""Lines in the log of a server on who has signed in, from where and by what, and who was refused.

No line holds a token, a cookie, or the code of a table.
"""

import logging
from typing import Final

import msgspec

_log: Final = logging.getLogger(__name__)


def log(event: str, **facts: str) -> None:
    """Log an event as a line of JSON, in which nothing can look like another line."""
    _log.info(msgspec.json.encode({"event": event, **facts}).decode("ascii", "backslashreplace"))
