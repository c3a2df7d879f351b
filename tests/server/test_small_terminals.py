"""Players at terminals too small or too plain for the full screen read a sentence that says so."""

import pytest
from server.clients import at_screen, hosting, ssh_port


@pytest.mark.parametrize("size", [(20, 5), (40, 3), (500, 7)])
async def test_a_small_terminal_is_told_its_own_size(tmp_path, size):
    columns, rows = size
    async with hosting(tmp_path, "Ada") as host:
        port = ssh_port(host.ready)
        async with at_screen(port, "Ada", size=(120, 40)) as ada:
            await ada.until("you are Ada")
            ada.resize(columns, rows)
            await ada.until(f"{columns}×{rows}")
            ada.resize(120, 40)
            await ada.until("you are Ada")


@pytest.mark.parametrize("size", [(1, 1), (500, 1)])
async def test_the_smallest_terminals_break_nothing(tmp_path, size):
    async with hosting(tmp_path, "Ada") as host:
        port = ssh_port(host.ready)
        async with at_screen(port, "Ada", size=size) as ada:
            ada.resize(120, 40)
            await ada.until("you are Ada")
            ada.resize(*size)
            ada.resize(120, 40)
            await ada.until("you are Ada")
        async with at_screen(port, "Ada", "frobnicate", size=size) as ada:
            assert await ada.until_ended() == 2
