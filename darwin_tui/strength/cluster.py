"""Matches played by the workers of a Dask cluster, on which darwin-tui is installed, too."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from darwin_tui.strength.workers import Workers

CONNECT_SECONDS: Final = 10
"""Time in which a scheduler must answer."""


class NoCluster(Exception):
    """Raised if there is no cluster to be used; the message is a sentence for people."""


@contextmanager
def connected(address: str) -> Iterator[Workers]:
    """Yield the workers of a cluster, as many as there are processors.

    Args:
        address: of the scheduler, such as ``tcp://10.0.0.5:8786``.

    Raises:
        NoCluster: if no scheduler answers, or it has no workers that can play.
    """
    # Dask takes a while to import, and comes with an extra.
    import distributed

    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"No Dask scheduler answers at {address[:80]}.") from error
    with client:
        jobs = sum(client.ncores().values())
        if not jobs:
            raise NoCluster(f"The Dask scheduler at {address[:80]} has no workers.")
        try:
            # A match is the same by its number, but two of them are never one task.
            yield Workers(jobs, client.get_executor(pure=False))
        except ModuleNotFoundError as error:
            raise NoCluster(f"The workers at {address[:80]} lack {error.name}.") from error
