"""Sequences that every driver sends to any terminal; none has a colour."""

from typing import Final

RESTORE: Final = (
    b"\x1b[0m"
    b"\x1b[0 q"
    b"\x1b[?2026l"  # end a synchronized update, or the terminal holds back what follows
    b"\x1b[?2004l"
    b"\x1b[?7h"
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    b"\x1b[?1004l"
    b"\x1b[?2048l"
    b"\x1b[<u"  # before leaving the alternate screen, which has its own keyboard mode
    b"\x1b[?1049l"
    b"\x1b[?25h"
)
"""Undoes all that Textual asks of a terminal."""

CURSOR: Final = "\x1b[4 q\x1b[?25h"
"""Shows the cursor, which is on what has the focus, as an underline that does not blink."""

OWNERS_CURSOR: Final = "\x1b[0 q"
"""Shows the cursor as the terminal's owner set it."""

CANCEL: Final = b"\x18"
"""Ends an escape sequence that was cut off in the middle."""

SAVE_TITLE: Final = "\x1b[22;2t"
TITLE_BEGIN: Final = "\x1b]2;"
TITLE_END: Final = "\x1b\\"
RESTORE_TITLE: Final = "\x1b[23;2t"
