"""The HTTP API: who may ask, what browsers are told, and the files of the page."""

from __future__ import annotations

import asyncio
import json
import re

import httpx
import pytest
from asking import ask

from cubecsp.server.app import create
from cubecsp.server.limits import ServerLimits
from cubecsp.server.requests import REQUESTS

PAGE = {
    "index.html": "<!doctype html><title>cubes</title>",
    "assets/page.js": "export {};",
    "assets/deep/style.css": "body { color: black }",
    "assets/.secret.js": "1",
    "node_modules/x.js": "1",
    "tests/x.js": "1",
    "notes.md": "what is no part of the page",
}


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "web"
    for name, text in PAGE.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "outside.txt").write_text("secret")
    return root


def sent(
    app, method: str, path: str, headers: dict[str, str] | None = None, **more
) -> httpx.Response:
    """Return the response of an application to a request from this machine."""

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:80") as client:
            return await client.request(method, path, headers=headers, **more)

    return asyncio.run(asked())


@pytest.mark.ordinary(7)
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("192.168.1.5", 200),  # addresses cannot be bound anew
        ("cubes.example", 200),
        ("cubes.example:8000", 200),
        ("evil.example", 403),
        ("localhost.evil.example", 403),
        ("127.0.0.1.evil.example", 403),
        ("evil.example:80@localhost", 403),
        ("", 403),
        ("[", 403),
    ],
)
def test_only_our_names_are_answered(host, status):
    app = create(hosts=["Cubes.example"])
    for path in ("/api/status", "/nothing"):
        told = sent(app, "GET", path, {"Host": host})
        assert told.status_code == (404 if path == "/nothing" and status == 200 else status)
        if status == 403:
            assert told.json()["where"] == "Host"


@pytest.mark.ordinary(5)
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({"Origin": "https://localhost"}, 200),  # behind what speaks TLS
        ({"Origin": "https://friend.example"}, 200),
        ({"Origin": "http://localhost:8000"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://friend.example.evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_only_our_pages_may_ask(headers, status):
    app = create(origins=["https://friend.example/"])
    told = sent(app, "GET", "/api/status", {"Host": "localhost", **headers})
    assert told.status_code == status
    assert "Origin" in told.headers["Vary"]  # also without an origin: caches keep that, too
    allowed = told.headers.get("Access-Control-Allow-Origin")
    assert allowed == (
        "https://friend.example" if "friend" in str(headers) and status == 200 else None
    )
    if status == 403:
        assert sent(app, "DELETE", "/api/jobs/x", headers).status_code == 403
        assert sent(app, "POST", "/api/check", headers, json={"cubes": "R"}).status_code == 403


VISIT = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.ordinary(5)
@pytest.mark.parametrize(
    ("method", "path", "other", "status"),
    [
        ("GET", "/", {}, 200),
        ("HEAD", "/index.html", {}, 200),
        ("GET", "/nothing", {}, 404),
        ("GET", "/api/status", {}, 403),
        ("GET", "/api/openapi.json", {}, 403),
        ("POST", "/", {}, 403),
        ("POST", "/api/check", {"Content-Type": "application/json"}, 403),
        ("DELETE", "/api/jobs/x", {}, 403),
        ("GET", "/", {"Sec-Fetch-Dest": "iframe"}, 403),
        ("GET", "/assets/page.js", {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, 403),
        ("GET", "/", {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}, 403),
        ("GET", "/", {"Origin": "null"}, 403),
    ],
)
def test_a_link_of_another_site_leads_to_the_page_and_to_nothing_else(
    method, path, other, status, folder
):
    assert sent(create(page=folder), method, path, VISIT | other).status_code == status


def test_other_pages_ask_for_leave_first():
    asked = {
        "Origin": "https://friend.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    told = sent(create(origins=["https://friend.example"]), "OPTIONS", "/api/check", asked)
    assert told.status_code == 200
    assert "POST" in told.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in told.headers["Access-Control-Allow-Headers"]
    assert "Origin" in told.headers["Vary"]
    assert sent(create(), "OPTIONS", "/api/check", asked).status_code == 403


@pytest.mark.ordinary(3)
@pytest.mark.parametrize(
    "path", ["/", "/api/status", "/nothing", "/api/jobs/none", "/assets/page.js"]
)
def test_every_response_has_safe_headers(path, folder):
    told = sent(create(page=folder), "GET", path)
    policy = told.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert re.search(r"script-src 'self'(;|$)", policy)  # none inline
    assert told.headers["X-Content-Type-Options"] == "nosniff"
    assert told.headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in told.headers
    assert "server" not in told.headers
    refused = sent(create(page=folder), "GET", path, {"Host": "evil.example"})
    assert refused.headers["Content-Security-Policy"] == policy


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/assets/page.js", "text/javascript; charset=utf-8"),
        ("/assets/deep/style.css", "text/css; charset=utf-8"),
    ],
)
def test_files_of_the_page(path, kind, folder):
    app = create(page=folder)
    told = sent(app, "GET", path)
    assert (told.status_code, told.headers["Content-Type"]) == (200, kind)
    assert told.text == PAGE[path.lstrip("/") or "index.html"]
    tag = told.headers["ETag"]
    again = sent(app, "GET", path, {"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    (folder / (path.lstrip("/") or "index.html")).write_text("changed")
    changed = sent(app, "GET", path, {"If-None-Match": tag})
    assert (changed.status_code, changed.text) == (200, "changed")


@pytest.mark.ordinary(4)
@pytest.mark.few(9)
@pytest.mark.parametrize(
    "path",
    [
        *("/outside.txt", "/../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt"),
        *("/assets/../../outside.txt", "/assets/%2e%2e/%2e%2e/outside.txt", "//etc/passwd"),
        *("/assets", "/assets/", "/assets/.secret.js", "/notes.md", "/node_modules/x.js"),
        *("/tests/x.js", "/index.html/", "/assets\\page.js", "/%00", "/assets/page.js%00"),
    ],
)
def test_nothing_else_is_a_file_of_the_page(path, folder):
    told = sent(create(page=folder), "GET", path)
    assert told.status_code == 404
    assert "secret" not in told.text
    assert told.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_serve_says_what_a_host_exposes(monkeypatch, host):
    monkeypatch.setattr("cubecsp.server.http_server.address_in_network", lambda: "192.0.2.7")
    said = ask("serve", "--port", "0", "--host", host)
    exposed = "without a password" in said.err and "http://192.0.2.7:" in said.err
    assert exposed == (host == "0.0.0.0")


def test_bodies_have_to_be_json():
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        headers = {"Content-Type": kind}
        told = sent(create(), "POST", "/api/check", headers, content=b'{"cubes": "R"}')
        assert told.status_code == 415


def test_lengths_that_are_told_are_believed_only_so_far():
    app = create(ServerLimits(body=10))
    headers = {"Content-Type": "application/json"}
    assert sent(app, "POST", "/api/check", headers, content=b" " * 11).status_code == 413

    async def parts():
        yield b" " * 6
        yield b" " * 6

    assert sent(app, "POST", "/api/check", headers, content=parts()).status_code == 413


# ------------------------------------------------------------------- the OpenAPI


def test_the_openapi_tells_of_everything():
    told = sent(create(), "GET", "/api/openapi.json").json()
    text = json.dumps(told)
    for name in re.findall(r'"#/components/schemas/(\w+)"', text):
        assert name in told["components"]["schemas"]
    for path, methods in told["paths"].items():
        for operation in methods.values():
            assert operation.get("summary"), path
            assert {"200", "202"} & operation["responses"].keys()
            problems = [r for s, r in operation["responses"].items() if int(s) >= 400]
            assert all(
                [*response["content"]] == ["application/problem+json"] for response in problems
            )
    for question in REQUESTS.values():
        schema = told["components"]["schemas"][question.__name__]
        for key, parameter in schema["properties"].items():
            assert parameter.get("description"), (question, key)
        assert schema["additionalProperties"] is False
        assert schema["examples"] == [question.example]
