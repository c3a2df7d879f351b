"""The files with the figures of processes."""

import asyncio
import os
from pathlib import Path

from waiting import until

from darwin_tui.server.house import Status
from darwin_tui.server.status import LATE_SECONDS, StatusFile, running


async def test_files_of_killed_processes_are_removed_and_those_of_others_stay(
    tmp_path: Path,
) -> None:
    killed, other = tmp_path / "status-1.json", tmp_path / "status-2.json"
    for path in (killed, other):
        path.write_bytes(b"{}")
    before = killed.stat().st_mtime - 2 * LATE_SECONDS
    os.utime(killed, (before, before))
    file = StatusFile(tmp_path)
    keeping = asyncio.create_task(file.keep(lambda: Status(1, 2, 3, 4.0, 5.0)))
    await until(lambda: bool(running(tmp_path)))
    keeping.cancel()
    assert not killed.exists()
    assert other.exists()
    file.remove()
