"""The status files in which processes of a server write their figures."""

import asyncio
import os

from waiting import until

from darwin_tui.server.operations.status import LATE_SECONDS, Status, StatusFile, running


async def test_the_file_of_a_killed_process_goes_although_another_has_begun_at_once(tmp_path):
    file = StatusFile(tmp_path)
    keeping = asyncio.create_task(file.keep(lambda: Status(1, 2, 3, 4.0, 5.0)))
    await until(lambda: bool(running(tmp_path)))
    killed = tmp_path / "status-1.json"
    killed.write_bytes(b'{"\xff": 1}')
    assert len(running(tmp_path)) == 1
    assert killed.exists(), "it is not old yet"
    before = killed.stat().st_mtime - 2 * LATE_SECONDS
    os.utime(killed, (before, before))
    await until(lambda: not killed.exists())
    keeping.cancel()
    file.remove()
    killed.write_bytes(b"{}")
    os.utime(killed, (before, before))
    assert running(tmp_path) == []
    assert not killed.exists()
