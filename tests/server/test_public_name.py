"""The server's name in texts for players: the host's choice, or the name they have connected to."""

from typing import Any

import aiohttp
import asyncssh
import pytest
from msgspec.structs import replace
from server.clients import PATIENT, at_screen, connected, hosting, key_of, run, ssh_port
from server.test_web import answer_of, browsing, page_of, signed_in

from darwin_tui.server.operations.plan import Address, PublicName, connect_command

WEB = Address("127.0.0.1", 0)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("play.your.host", PublicName("play.your.host")),
        ("play.your.host:22", PublicName("play.your.host", 22)),
        ("192.0.2.1:8022", PublicName("192.0.2.1", 8022)),
        ("2001:db8::1", PublicName("2001:db8::1")),
        ("[2001:db8::1]", PublicName("2001:db8::1")),
        ("[2001:db8::1]:22", PublicName("2001:db8::1", 22)),
    ],
)
def test_name_is_read(text, name):
    assert PublicName.read(text) == name


@pytest.mark.parametrize(
    "text",
    ["", "-oProxyCommand=x", "a b", "host;id", "$(id)", "host:99999", "ho\nst", "ü.de", "x" * 300],
)
def test_name_with_anything_of_a_shell_is_refused(text):
    with pytest.raises(ValueError, match="is no name of a server"):
        PublicName.read(text)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (PublicName("play.your.host", 22), "ssh play.your.host"),
        (PublicName("play.your.host", 2222), "ssh -p 2222 play.your.host"),
        (PublicName("play.your.host"), "ssh -p {port} play.your.host"),
        (None, "ssh -p {port} 127.0.0.1"),
    ],
)
async def test_every_line_and_page_names_the_server_alike(tmp_path, name, shown):
    async with hosting(tmp_path, "Ada", door="open", name=name, web=WEB) as host:
        port = ssh_port(host.ready)
        page = page_of(host)
        shown = shown.format(port=port)
        code = (await run(port, "Ada", "new dice --seats me,open"))[1].strip()
        assert (await run(port, "Ada", "help"))[1].startswith(f"darwin-tui: {shown}, ")
        assert (await run(port, "a stranger", "help"))[1].startswith(f"darwin-tui: {shown}, ")
        assert f"as in: {shown} help" in (await run(port, "Ada", "frobnicate"))[2]
        assert f'"{shown} -t join {code}"' in (await run(port, "Ada", "tables --json"))[1]
        async with at_screen(port, "Ada", f"join {code}") as ada:
            await ada.until(f"{shown} -t join {code}")
        async with at_screen(port, "Ada", size=(40, 12)) as ada:
            await ada.until("Too small", "--plain")
            assert f"{shown} play" in " ".join(ada.text.split())
        async with aiohttp.ClientSession() as session:
            assert f": {shown} token<" in (await answer_of(session, "get", page)).text
        async with signed_in(host) as session, browsing(host, session, f"join/{code}") as browser:
            await browser.until(f"{shown} -t join {code}")


@pytest.mark.parametrize("name", [PublicName("play.your.host", 22), None])
async def test_who_offers_too_many_keys_is_told_what_to_type(tmp_path, name):
    limits = replace(PATIENT, tries_max=1)
    async with hosting(tmp_path, name=name, limits=limits) as host:
        port = ssh_port(host.ready)
        shown = "ssh play.your.host" if name else f"ssh -p {port} 127.0.0.1"
        with pytest.raises(asyncssh.DisconnectError) as refused:
            await connected(port, "Ada", client_keys=[key_of("one"), key_of("two")])
        assert f"as in: {shown} -o IdentitiesOnly=yes -i KEY" in refused.value.reason


async def test_a_browser_is_told_the_name_that_it_has_asked_and_nothing_odd(tmp_path):
    async with hosting(tmp_path, web=WEB) as host, aiohttp.ClientSession() as session:
        port = ssh_port(host.ready)
        page = page_of(host)
        for asked, shown in (
            ("play.your.host", "play.your.host"),
            ("play.your.host:8080", "play.your.host"),
            ("[2001:db8::1]:80", "2001:db8::1"),
            ("a$(id)", "HOST"),
            ("-oProxyCommand=x", "HOST"),
            ("[", "HOST"),
        ):
            answer = await answer_of(
                session, "get", page, headers={"Host": asked, "X-Forwarded-For": "192.0.2.1"}
            )
            assert f": {connect_command(shown, port)} token<" in answer.text, asked


async def test_a_server_at_all_addresses_names_to_each_the_one_that_was_used(tmp_path, monkeypatch):
    monkeypatch.setattr("server.clients.ANY", Address("0.0.0.0", 0))
    async with hosting(tmp_path, "Ada") as host:
        port = ssh_port(host.ready)
        for used in ("127.0.0.1", "127.0.0.2"):
            options: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None}
            options |= {"client_keys": [key_of("Ada")], "username": "Ada"}
            async with asyncssh.connect(used, port, **options) as connection:
                done = await connection.run("help", stdin=asyncssh.DEVNULL)
            assert str(done.stdout).startswith(f"darwin-tui: ssh -p {port} {used}, ")
