"""Servers to ask in tests: separate processes, as users start them."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
from patience import PATIENCE

from cubecsp.server.app import create
from cubecsp.server.http_server import Server, listening_socket, url
from cubecsp.server.limits import ServerLimits

JSON = {"Content-Type": "application/json"}


@dataclass
class Served:
    """A server at work.

    Attributes:
        process: of the server.
        url: of the page.
        client: that asks it.
    """

    process: subprocess.Popen[str]
    url: str
    client: httpx.Client

    def ask(self, question: str, parameters: dict[str, Any], status: int = 200) -> Any:
        """Return the answer to a question."""
        told = self.client.post(f"/api/{question}", json=parameters)
        assert told.status_code == status, told.text
        return told.json()

    def job(self, question: str, parameters: dict[str, Any]) -> str:
        """Return the path of a new job."""
        told = self.client.post("/api/jobs", json={"question": question, "parameters": parameters})
        assert told.status_code == 202, told.text
        return told.headers["Location"]

    def status(self) -> dict[str, Any]:
        """Return the status that the server reports."""
        return self.client.get("/api/status").json()

    def events(self, path: str, after: int = 0) -> Iterator[tuple[int, str, Any]]:
        """Yield number, name and data of the events of a job, from behind number `after`."""
        headers = {"Last-Event-ID": str(after)} if after else {}
        with self.client.stream("GET", f"{path}/events", headers=headers) as lines:
            told: dict[str, str] = {}
            for line in lines.iter_lines():
                name, _, value = line.partition(": ")
                if name == "data":
                    yield int(told.pop("id", 0)), told["event"], json.loads(value)
                elif name:
                    told[name] = value

    def workers(self, *, quick: bool = True) -> list[int]:
        """Return the numbers of the worker processes, without those for `quick` questions if so asked."""
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with open(children, encoding="ascii") as file:
            found = [int(number) for number in file.read().split()]
        return (
            found
            if quick
            else [one for one in found if _priority(one) > _priority(self.process.pid)]
        )


@contextlib.contextmanager
def served(*options: object) -> Iterator[Served]:
    """Give a server, and end it."""
    command = [sys.executable, "-m", "cubecsp", "serve", "--port", "0", *map(str, options)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        with httpx.Client(base_url=url, timeout=PATIENCE) as client:
            yield Served(process, url, client)
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()


@contextlib.contextmanager
def inside(limits: ServerLimits, **how: Any) -> Iterator[httpx.Client]:
    """Give a client of a server that is a thread of this process, with limits that no option sets."""
    app = create(limits, **how)
    with listening_socket("127.0.0.1", 0) as listening:
        server = Server(app, limits)
        # Python waits for other threads before it does what `atexit` has, which may be to end this one.
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            with httpx.Client(base_url=url(listening), timeout=PATIENCE) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


def until(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Return what is true, as soon as it is."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
    return found


def _priority(process: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, process)
