"""The guard of every request: it checks who asks, sets headers for browsers, and limits the size and time of bodies.

A page of another origin must not ask (CSRF), nor one whose name has been bound to our address (DNS
rebinding). So the guard checks the name in `Host`, which such a page cannot choose, and `Origin`, which
browsers send with everything except a plain visit. Addresses are never refused as names, since they cannot be
rebound. A link on another site may lead to the page, and that site cannot read it: browsers mark visits.
`app` sets the CORS headers for other origins that may ask.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubecsp.server.error_handlers import problem_response
from cubecsp.server.error_statuses import RequestProblem
from cubecsp.server.limits import ServerLimits

_POLICY = "; ".join(
    [
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "connect", "font", "manifest", "worker")),
        "style-src 'self' 'unsafe-inline'",  # pictures have inline styles
        "img-src 'self' data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_LOCAL = "localhost"


class Guard:
    """An application that passes allowed requests on to another.

    Args:
        app: the other.
        hosts: the host names of the server, besides addresses and localhost.
        origins: the origins whose pages may ask, besides our own: `https://example.org`.
    """

    def __init__(
        self, app: ASGIApp, hosts: Iterable[str] = (), origins: Iterable[str] = ()
    ) -> None:
        self._app = app
        self._hosts = {host.lower() for host in hosts}
        self._origins = set(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        send_safely = self._with_safe_headers(send)
        try:
            self._check_host(headers)
            self._check_origin(scope, headers)
        except RequestProblem as problem:
            await problem_response(problem)(scope, receive, send_safely)
            return
        await self._app(scope, receive, send_safely)

    def _check_host(self, headers: Headers) -> None:
        if len(headers.getlist("host")) != 1:
            raise RequestProblem(400, "the request does not have exactly one Host header")
        name = _name(headers["host"])
        if name != _LOCAL and name not in self._hosts and not _is_address(name):
            raise RequestProblem(
                403,
                f"this server is not called {name[:60]!r}",
                "use its address, or start it with --allow-host",
                where="Host",
            )

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        origin = headers.get("origin")
        if origin is None:
            foreign = headers.get("sec-fetch-site") == "cross-site"
            if foreign and not _is_visit(scope, headers):
                raise _foreign("another site")
            return
        if origin.lower() in self._origins:
            return
        if urlsplit(origin).netloc.lower() != headers["host"].lower():
            raise _foreign(origin)

    def _with_safe_headers(self, send: Send) -> Send:
        """Return a function that sends a response with safe headers."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if self._origins:  # also without an origin: caches keep that response, too
                    headers.setdefault("Vary", "Origin")
            await send(message)

        return send_safely


class Bodies:
    """An application that passes requests on to another if their bodies are JSON, not too large and not too slow.

    Args:
        app: the other.
        limits: the limits for the size and time of bodies.
    """

    def __init__(self, app: ASGIApp, limits: ServerLimits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if length.isdigit() and int(length[:20]) > self._limits.body:
            await problem_response(_too_large(self._limits))(scope, receive, send)
        elif scope["method"] == "POST" and kind != "application/json":
            # forms of other sites cannot send it
            problem = RequestProblem(
                415, "the body is not JSON", "send Content-Type: application/json"
            )
            await problem_response(problem)(scope, receive, send)
        else:
            await self._app(scope, _Body(receive, self._limits).receive, send)


class _Body:
    """The body of a request, as long as it is neither too large nor too slow."""

    def __init__(self, receive: Receive, limits: ServerLimits) -> None:
        self._receive = receive
        self._limits = limits
        self._size = 0
        self._whole = False
        self._until = asyncio.get_running_loop().time() + limits.body_time

    async def receive(self) -> Message:
        """Return the next part of the body, and after the last the messages of the connection."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            seconds = f"{self._limits.body_time:g} seconds"
            raise HTTPException(408, f"the body did not arrive within {seconds}") from None
        self._size += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._size > self._limits.body:
            raise HTTPException(413, _too_large(self._limits).problem)
        return message


def _too_large(limits: ServerLimits) -> RequestProblem:
    return RequestProblem(
        413, f"the request has more than {limits.body:,} bytes", "ask about fewer cubes at a time"
    )


def _foreign(origin: str) -> RequestProblem:
    return RequestProblem(
        403,
        f"pages from {origin[:100]!r} may not ask here",
        "start the server with --allow-origin",
        where="Origin",
    )


def _is_visit(scope: Scope, headers: Headers) -> bool:
    """Return whether somebody follows a link to the page, and no site asks the API."""
    how = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
    reads = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api/")
    return reads and how == ("navigate", "document")


def _name(host: str) -> str:
    """Return the name, or the address, in a Host, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
