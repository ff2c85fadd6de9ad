"""The HTTP API: certificates are made as jobs, and downloaded as archives; nothing is left behind."""

from __future__ import annotations

import io
import json
import os
import signal
import zipfile
from pathlib import Path

import pytest
from asking import timeless
from serving import inside, served, until

import cubecsp
from cubecsp.server.limits import ServerLimits


@pytest.fixture(scope="module")
def server():
    with served("--workers", 1) as one:
        yield one


def scratch(worker):
    """Return the folder of a worker's temporary files."""
    said = Path(f"/proc/{worker}/environ").read_text().split("\0")
    return Path(next(one for one in said if one.startswith("TMPDIR=")).removeprefix("TMPDIR="))


def ended(client, path):
    return until(lambda: (told := client.get(path).json())["state"] in ("done", "failed") and told)


def unpacked(server, path, place):
    """Download the archive of a job, and return the folder that is in it."""
    told = server.client.get(f"{path}/file")
    assert told.status_code == 200, told.text
    assert told.headers["Content-Disposition"] == 'attachment; filename="certificate.zip"'
    assert told.headers["Content-Type"] == "application/zip"
    assert len(told.content) == int(told.headers["Content-Length"])
    with zipfile.ZipFile(io.BytesIO(told.content)) as archive:
        assert {Path(name).parent for name in archive.namelist()} == {Path("certificate")}
        archive.extractall(place)
    return place / "certificate"


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(
    "asked",
    [
        {"rules": "solved=all", "size": 2, "symmetry": True},
        {"rules": "solved=F2L", "of_count": True},
        {"rules": ["solved=cross", "not-home=D-layer"]},
        {"rules": ["solved=CENTERS", "solved=CORNERS[0,1,2,3]"], "puzzle": "skewb"},
    ],
    ids=["list", "count", "none", "another puzzle"],
)
def test_a_certificate_is_that_of_python(server, asked, tmp_path):
    path = server.job("prove", asked)
    told = ended(server.client, path)["answer"]
    told.pop("count_text", None)
    options = {**asked}
    expected = cubecsp.prove(options.pop("rules"), tmp_path / "expected", **options).as_dict()
    del expected["query"]["folder"]
    assert timeless(told) == timeless(json.loads(json.dumps(expected)))
    found = unpacked(server, path, tmp_path)
    names = {file.name for file in found.iterdir()}
    assert names == {file.name for file in (tmp_path / "expected").iterdir()}
    assert all((found / n).read_bytes() == (tmp_path / "expected" / n).read_bytes() for n in names)
    assert cubecsp.verify(found).accepted
    assert all(not any(scratch(worker).iterdir()) for worker in server.workers())


@pytest.mark.slow
def test_it_is_always_a_job_and_forgotten_with_it(server):
    told = server.client.post("/api/prove", json={"rules": "solved=all", "size": 2})
    assert told.status_code == 202
    path = told.headers["Location"]
    ended(server.client, path)
    assert server.client.get(f"{path}/file").status_code == 200
    assert server.client.delete(path).status_code == 204
    assert server.client.get(f"{path}/file").status_code == 404


@pytest.mark.slow
def test_there_is_no_file_where_nothing_is_proven(server):
    for question, parameters in (
        ("prove", {"rules": "at-most=3", "time_limit": 0.1}),  # stopped
        ("prove", {"rules": "at-most=x"}),
        ("count", {"rules": "solved=F2L"}),
    ):
        path = server.job(question, parameters)
        ended(server.client, path)
        problem = server.client.get(f"{path}/file")
        assert problem.status_code == 404
        assert "no file" in problem.json()["problem"]


@pytest.mark.slow
def test_a_worker_that_is_killed_leaves_no_files(server, tmp_path):
    path = server.job("prove", {"rules": "solved=F2L+edges"})
    until(lambda: server.client.get(path).json()["state"] == "running")
    (worker,) = until(lambda: server.workers(quick=False))
    there = scratch(worker)
    until(lambda: any(there.iterdir()))
    os.kill(worker, signal.SIGKILL)
    assert ended(server.client, path)["answer"]["count"] == 324
    assert not there.exists()
    assert cubecsp.verify(unpacked(server, path, tmp_path)).accepted


@pytest.mark.slow
def test_an_archive_that_is_too_large_is_refused():
    with inside(ServerLimits(workers=1, quick_workers=1, answer=1_000)) as client:
        path = client.post("/api/prove", json={"rules": "solved=all", "size": 2}).headers[
            "Location"
        ]
        told = ended(client, path)
        assert told["error"]["status"] == 422
        assert client.get(f"{path}/file").status_code == 404
