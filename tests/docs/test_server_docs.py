"""What docs/server.md shows of curl is what happens."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from serving import served

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
SESSIONS = [
    block
    for block in re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    if "$ curl" in block
]
PLACE = "localhost:8000"


@pytest.fixture(scope="module")
def server():
    if shutil.which("curl") is None:
        pytest.skip("needs curl")
    with served("--workers", 1) as one:
        yield one


def commands(session):
    """Yield each command of a session, with what is shown to follow it."""
    for part in re.split(r"^\$ ", session, flags=re.M)[1:]:
        command, shown = [], part.splitlines(keepends=True)
        while shown and (
            not command or command[-1].endswith("\\\n") or "".join(command).count("'") % 2
        ):
            command.append(shown.pop(0))
        yield "".join(command), "".join(shown)


def plain(told):
    """Return what was told, JSON as Python writes it."""
    try:
        return json.dumps(json.loads(told), ensure_ascii=False)
    except ValueError:
        return told


def test_there_are_such_sessions():
    assert len(SESSIONS) >= 3
    assert all(PLACE in session for session in SESSIONS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "session", SESSIONS, ids=lambda session: re.findall(r"/api/(\w+)", session)[0]
)
def test_curl_gets_what_is_shown(server, session, tmp_path):
    """About: an ellipsis stands for anything, and ID for that of the job before."""
    identity = ""
    for command, shown in commands(session):
        asked = command.replace(PLACE, server.url.removeprefix("http://").strip("/"))
        asked = re.sub(r"\bID\b", identity, asked)
        asked = re.sub(r"^python ", f"{sys.executable} ", asked)
        asked = re.sub(r"^cubecsp ", f"{sys.executable} -m cubecsp ", asked)
        ended = subprocess.run(
            ["bash", "-c", asked], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
        )
        assert ended.returncode == 0, ended
        told = plain(ended.stdout)
        assert '"problem":' not in told
        expected = re.escape(shown.strip()).replace("…", ".*")
        assert re.fullmatch(expected if shown else ".*", told.strip(), re.S), (told, shown)
        identity = (re.findall(r'"id": "([^"]+)"', told) or [identity])[0]
