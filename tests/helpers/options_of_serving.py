"""Tests of the options of `serve`, which is told not to serve: what it would serve is looked at."""

from __future__ import annotations

import asyncio
from unittest import mock

import httpx
from options_registered import answered, option, refused


def prepared(*options: str):
    """Return the application, its limits, and the address that it would be served at."""
    with mock.patch("cubecsp.server.http_server.Server") as server:
        told = answered("serve", "--port", "0", *options)
    app, limits = server.call_args.args
    return app, limits, told.out.strip()


def status_of(app, **headers: str) -> int:
    """Return how a request with some headers is answered."""

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/api/status", headers=headers)

    return asyncio.run(asked()).status_code


@option("--host", "serve")
def chooses_the_address(command):
    assert prepared()[2].startswith("http://127.0.0.1:")
    assert prepared("--host", "127.0.0.2")[2].startswith("http://127.0.0.2:")
    assert "--host" in refused(command, "--host", "192.0.2.1")  # of documentation: nobody has it


@option("--port", "serve")
def chooses_the_port(command):
    port = prepared()[2].rstrip("/").rpartition(":")[2]
    assert prepared("--port", port)[2] == f"http://127.0.0.1:{port}/"
    for text in ("65536", "-1", "http"):
        assert "--port" in refused(command, f"--port={text}")


@option("--allow-host", "serve")
def names_the_server(_command):
    plain, named = (prepared(*more)[0] for more in ([], ["--allow-host", "cubes.example"]))
    assert [status_of(app, host="cubes.example") for app in (plain, named)] == [403, 200]
    assert status_of(named, host="other.example") == 403


@option("--allow-origin", "serve")
def lets_other_pages_ask(_command):
    plain, open_ = (prepared(*more)[0] for more in ([], ["--allow-origin", "https://a.example"]))
    assert [status_of(app, origin="https://a.example") for app in (plain, open_)] == [403, 200]
    assert status_of(open_, origin="https://b.example") == 403


@option("--open", "serve")
def opens_a_browser(_command):
    with mock.patch("webbrowser.open", return_value=True) as opened:
        prepared()
        opened.assert_not_called()
        where = prepared("--open")[2]
        opened.assert_called_once_with(where)
    with mock.patch("webbrowser.open", return_value=False):
        assert "no browser" in answered("serve", "--port", "0", "--open").err


@option("--workers", "serve")
def sets_how_many_work(command):
    assert prepared("--workers", "3")[1].workers == 3
    assert "--workers" in refused(command, "--workers", "0")


@option("--max-jobs", "serve")
def sets_how_many_wait(command):
    assert prepared("--max-jobs", "5")[1].jobs == 5
    assert "--max-jobs" in refused(command, "--max-jobs", "none")


@option("--time-limit", "serve")
def sets_how_long_a_question_takes(command):
    assert prepared("--time-limit", "2.5")[1].time == 2.5
    assert "--time-limit" in refused(command, "--time-limit", "0")
