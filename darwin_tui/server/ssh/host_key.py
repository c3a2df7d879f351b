"""The server's own key for SSH."""

import os
from pathlib import Path
from typing import Final

import asyncssh

from darwin_tui.paths import private_dir

VERSION: Final = "darwin-tui"
_KEY_FILE: Final = "ssh_host_ed25519_key"


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the server's own key; on the first start it is made.

    Raises:
        OSError: if it cannot be read or made, or if others can read it.
    """
    path = private_dir(folder) / _KEY_FILE
    if not path.exists():
        made = asyncssh.generate_private_key("ssh-ed25519", comment=VERSION)
        new = path.with_suffix(".new")
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(made.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        new.rename(path)
    if path.stat().st_mode & 0o077:
        raise PermissionError(f"{path} can be read by others; run: chmod 600 {path}")
    try:
        return asyncssh.read_private_key(path)
    except asyncssh.KeyImportError as error:
        raise OSError(f"{path} is no key: {error}") from None
