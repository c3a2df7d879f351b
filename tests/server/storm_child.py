"""A server whose limits no test reaches: python -m server.storm_child FOLDER PORT."""

import asyncio
import sys
from pathlib import Path

from server.clients import PATIENT

from darwin_tui.cli.serve import run_until_asked
from darwin_tui.hosted.server import Server
from darwin_tui.server.operations.plan import Address, Plan
from darwin_tui.server.store.files import FileStore

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    plan = Plan(folder, Address("127.0.0.1", int(sys.argv[2])))
    host = Server(plan, FileStore(folder), PATIENT, pace="instant")
    asyncio.run(run_until_asked(host, is_public=False))
