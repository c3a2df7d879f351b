"""Files of exports."""

from pathlib import Path

from darwin_core.journal import unwritable
from darwin_core.journal.disk import file_size, write_whole


def write(path: Path, data: bytes) -> None:
    """Write an export to a file; where the path is a link, to the file that it leads to.

    Raises:
        JournalError: if it cannot be written, or there is something that is no file.
    """
    try:
        file_size(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise unwritable(path, error) from None
    write_whole(path, data)
