"""Guards against continue keys that are pressed too soon or too late."""

from typing import Final

KEY_REPEAT_SECONDS: Final = 0.3
"""Time after an action in which a continue key is ignored, since it may be held down."""

CONTINUE_GRACE_SECONDS: Final = 0.4
"""Time after a new decision in which a continue key does not answer it."""
