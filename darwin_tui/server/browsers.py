"""Requests of browsers: who asks, for what, and in which language they read."""

from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from darwin_core.text.language import NAMES, Language
from darwin_tui.server.plan import is_host
from darwin_tui.server.sessions import Destination

PATHS: Final = ("join", "watch")
"""First parts of paths that open a table, as in /join/K7QF."""
_LANGUAGES_MAX: Final = 20
"""Languages of a browser that are looked at."""


def check_origin(request: web.Request) -> None:
    """Refuse requests that the page of another site has made."""
    netloc = ""
    with suppress(ValueError):
        netloc = urlsplit(request.headers.get("Origin", "")).netloc
    if not netloc or netloc.lower() != request.host.lower():
        raise web.HTTPForbidden(text="This was asked by another site.")


def check_host(request: web.Request) -> None:
    """Refuse requests to a loopback address by a name of another site.

    A site may let its own name lead to this machine, to reach what only this machine can. A proxy
    has names of its own, and says for whom it asks.
    """
    name = request.url.host or ""
    with suppress(ValueError):
        ip_address(name)
        return
    if name != "localhost" and "X-Forwarded-For" not in request.headers:
        raise web.HTTPMisdirectedRequest(text="This is a server of localhost alone.")


def address_of(request: web.Request) -> str:
    """Return the address of the browser; a proxy on this machine says for whom it asks."""
    peer = request.remote or ""
    with suppress(ValueError):
        if ip_address(peer).is_loopback and (names := request.headers.get("X-Forwarded-For")):
            return names.rpartition(",")[2].strip()
    return peer


def language_of(request: web.Request) -> Language:
    """Return the language, of those that texts are in, that a browser prefers."""
    wanted: dict[str, float] = {}
    for each in request.headers.get("Accept-Language", "").split(",")[:_LANGUAGES_MAX]:
        tag, _, weight = each.partition(";q=")
        with suppress(ValueError):
            wanted.setdefault(tag.strip().lower().partition("-")[0], float(weight or 1))
    # English where neither is wanted more.
    return max(NAMES, key=lambda name: wanted.get(name, 0.0))


def host_of(request: web.Request) -> str:
    """Return the name of the host that the browser has asked; HOST if that is no name."""
    with suppress(ValueError):
        name = urlsplit(f"//{request.host}").hostname
        if name and is_host(name):
            return name
    return "HOST"


def is_secure(request: web.Request) -> bool:
    """Return whether the browser has asked over TLS, if only as far as a proxy."""
    return request.secure or request.headers.get("X-Forwarded-Proto") == "https"


def destination_of(request: web.Request) -> Destination:
    """Return the place that the page of a terminal is for."""
    place, code = request.match_info["place"], request.match_info["code"]
    return (
        Destination("join" if place == "join" else "watch", code)
        if place in PATHS
        else Destination()
    )


def number(text: str | None) -> int:
    """Return a number of at most four digits; 0 for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 5 else 0
