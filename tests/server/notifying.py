"""Program that sends the notifications of a server's folder until it is killed.

``python -m server.notifying FOLDER``: it has the short waits of a test, and no other players.
"""

import asyncio
import sys
from pathlib import Path

from darwin_tui.server.operations import notifications
from darwin_tui.server.operations.notifications import Outbox
from darwin_tui.server.operations.server_tables import ServerTables
from darwin_tui.server.store.files import FileStore
from darwin_tui.terminal.limits import Limits


async def main(folder: Path) -> None:
    notifications.LOOK_SECONDS = 0.01  # type: ignore[misc]
    notifications.RETRY_SECONDS = 0.02  # type: ignore[misc]
    store = FileStore(folder)
    await store.open()
    tables = ServerTables(store, Limits(), "Down House", "", "one")
    await tables.open()
    tables.services.allows_own_network = True
    await Outbox(tables.services).run()


asyncio.run(main(Path(sys.argv[1])))
