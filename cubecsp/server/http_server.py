"""The HTTP server: its address, limits for slow connections, and an end within seconds."""

from __future__ import annotations

import asyncio
import socket
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from cubecsp.errors import InputError, excerpt
from cubecsp.server.limits import ServerLimits

_MOST_HEADERS = 16_384  # bytes
_LEAVE = 2  # seconds for running responses when the server ends
_IDLE = 15  # seconds to keep a connection without a request
_MOST_CONNECTIONS = 2_000


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Args:
        host: an address, or a host name.
        port: 0 for any that is free.

    Raises:
        InputError: the address is not available.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it is neither an address nor the name of one"
        raise InputError(
            f"{excerpt(host)} port {port} cannot be listened on: {why}",
            "choose another with --host or --port",
        ) from error
    # Connections inherit it; asyncio sets it only for sockets that it has made itself.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def url(listening: socket.socket) -> str:
    """Return the address of the page."""
    host, port = listening.getsockname()[:2]
    visible_host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    name = f"[{visible_host}]" if ":" in visible_host else visible_host
    return f"http://{name}:{port}/"


def exposed_url(listening: socket.socket) -> str | None:
    """Return the address of the page for other machines in the network; None if they cannot reach it."""
    host, port = listening.getsockname()[:2]
    if host in ("127.0.0.1", "::1"):
        return None
    name = address_in_network() if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def address_in_network() -> str:
    """Return the address that this machine has for others; its name if it is in no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way leads out
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


class Server(uvicorn.Server):
    """Serves an application until SIGINT or SIGTERM.

    Args:
        app: the application.
        limits: the limits of the server.
    """

    def __init__(self, app: FastAPI, limits: ServerLimits) -> None:
        class Patient(_Patient):
            patience = limits.header_time

        self._app = app
        super().__init__(
            uvicorn.Config(
                app,
                http=Patient,
                ws="none",
                lifespan="on",
                log_level="warning",
                server_header=False,
                timeout_keep_alive=_IDLE,
                timeout_graceful_shutdown=_LEAVE,
                h11_max_incomplete_event_size=_MOST_HEADERS,
                limit_concurrency=_MOST_CONNECTIONS,
            )
        )

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End: take no new questions, and end running ones with their results so far."""
        self._app.state.service.jobs.close()
        super().handle_exit(sig, frame)


class _Patient(H11Protocol):
    """A connection that is closed when the head of a request takes too long.

    Attributes:
        patience: the limit, in seconds.
    """

    patience = 10.0
    _slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        self._wait()
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._go_on()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._slow is None:
            self._slow = self.loop.call_later(self.patience, self.transport.close)

    def _go_on(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
