"""Every reader of texts and files, with texts that no one should give it: refused as malformed, or answered.

A reader is here with a text that it reads; hostile_texts.py makes the others of it. None of them may lead to an
internal error, take long, or fill the memory.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import zlib
from collections.abc import Callable

import httpx
import pytest
from hostile_texts import hostile
from processor_time import TookLongError, limited
from readers import CASES, FILES, Case
from serving import JSON, inside

from cubecsp import prove
from cubecsp.errors import CubecspError
from cubecsp.server.limits import ServerLimits

SECONDS = 10  # of processor time for one text
EXHAUSTIVE = bool(os.environ.get("CUBECSP_EXHAUSTIVE"))
MEGABYTES = 700  # that one reader may add to what the process has taken


@pytest.mark.ordinary(8)
@pytest.mark.few(16)
@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_read_is_refused(name):
    case = CASES[name]
    case.given(case.sample)
    check(case, some(case.sample))


def some(sample: bytes) -> dict[str, Callable[[], bytes]]:
    """Return a third of all hostile texts, another one of each sample, or all if everything is to be tested."""
    every = list(hostile(sample))
    return dict(every if EXHAUSTIVE else every[zlib.crc32(sample) % 3 :: 3])


def check(case: Case, texts: dict[str, Callable[[], bytes]]) -> None:
    """Give a reader texts; report what went wrong with any of them."""
    wrong = {}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for label, text in texts.items():
        try:
            with limited(SECONDS):
                case.given(text())
        except CubecspError:
            continue
        except (Exception, TookLongError) as error:
            wrong[label] = f"{type(error).__name__}: {error}"[:300]
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    assert not wrong
    assert more < MEGABYTES


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("name", FILES)
def test_a_folder_is_no_file(tmp_path, name):
    file, _, read_file = FILES[name]
    (tmp_path / file).mkdir()
    with contextlib.suppress(CubecspError):
        read_file(tmp_path / file)


# ---------------------------------------------------------------- certificates and tables


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    prove(["solved=edges+F2L+URF"], folder / "list", symmetry=True)
    prove(["solved=edges+F2L+URF"], folder / "count", of_count=True)
    return folder


# ---------------------------------------------------------------- over HTTP


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("third", range(3))
@pytest.mark.parametrize("path", ["/api/solve", "/api/jobs"])
def test_requests_that_cannot_be_read_are_refused(path, third):
    """Answers, or faults of whoever asks: never of the server."""
    right = json.dumps({"cubes": "R U", "method": "two-phase", "max_length": 20}).encode()
    with inside(ServerLimits()) as client:
        wrong = {}
        for label, text in [*hostile(right)][third::3]:
            try:
                status = client.post(path, content=text(), headers=JSON).status_code
            except httpx.TransportError:  # too long: the server has not read all of it
                assert len(text()) > ServerLimits().body
                continue
            if status >= 500:
                wrong[label] = status
        assert not wrong
        assert client.post("/api/solve", content=right, headers=JSON).status_code == 200
