"""Every reader of texts and files, with texts that no one should give it: refused as malformed, or answered.

A reader is here with a text that it reads; hostile_texts.py makes the others of it. None of them may lead to an
internal error, take long, or fill the memory.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import resource
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from asking import ask
from certificates import fit, put
from hostile_texts import hostile
from processor_time import TookLongError, limited
from readers import CASES, FILES, Case, asked, of_file
from serving import JSON, inside

from cubecsp import prove, verify
from cubecsp.errors import CubecspError
from cubecsp.search import thistlethwaite
from cubecsp.server.limits import Limits

SECONDS = 10  # of processor time for one text
EXHAUSTIVE = bool(os.environ.get("CUBECSP_EXHAUSTIVE"))
MEGABYTES = 700  # that one reader may add to what the process has taken


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


@pytest.mark.slow
@pytest.mark.few(4)
@pytest.mark.parametrize("name", FILES)
def test_files_that_cannot_be_read_are_refused(tmp_path, name):
    file, sample, read_file = FILES[name]
    case = Case(sample, of_file(tmp_path, file, read_file))
    case.given(sample)
    check(case, some(sample))


@pytest.mark.parametrize("name", FILES)
def test_a_folder_is_no_file(tmp_path, name):
    file, _, read_file = FILES[name]
    (tmp_path / file).mkdir()
    with contextlib.suppress(CubecspError):
        read_file(tmp_path / file)


@pytest.mark.slow
def test_answers_that_are_piped_back():
    """What one command printed as JSON is read by another from its standard input."""
    sample = ask("find", "solved=F2L", "--limit", "2", "--json").out.encode()
    case = Case(sample, lambda data: asked("convert", "-", "--to", "net", stdin=escaped(data)))
    case.given(sample)
    check(case, dict(hostile(sample)))


def escaped(data: bytes) -> str:
    return data.decode("utf-8", "replace")


# ---------------------------------------------------------------- certificates and tables


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    prove(["solved=edges+F2L+URF"], folder / "list", symmetry=True)
    prove(["solved=edges+F2L+URF"], folder / "count", of_count=True)
    return folder


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ["list", "count"])
@pytest.mark.parametrize("fits", [False, True], ids=["damaged", "with a manifest that fits"])
def test_certificates_that_cannot_be_read_are_refused(certificates, tmp_path, kind, fits):
    for path in sorted((certificates / kind).iterdir()):
        if fits == (path.name == "manifest.json"):
            continue
        packed = path.name.endswith(".gz")
        sample = gzip.decompress(path.read_bytes()) if packed else path.read_bytes()

        def given(data: bytes, path: Path = path) -> None:
            place = tmp_path / "copy"
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(path.parent, place)
            if fits:
                put(place, path.name, data)
                fit(place)
            else:
                (place / path.name).write_bytes(data)
            verify(place)

        given(sample)
        texts = list(hostile(sample))
        check(Case(sample, given), dict(texts[:: 40 if fits else 4]))


@pytest.mark.slow
def test_folders_in_certificates_are_refused(certificates, tmp_path):
    for path in sorted((certificates / "list").iterdir()):
        place = tmp_path / path.name
        shutil.copytree(path.parent, place)
        (place / path.name).unlink()
        (place / path.name).mkdir()
        with contextlib.suppress(CubecspError):
            assert not verify(place).accepted


@pytest.mark.slow
def test_tables_that_are_none_are_made_again(cache):
    """Whatever is in the files of the folder with tables, questions are answered."""
    thistlethwaite._solvers.clear()  # another test may have made them, in another folder
    asked("solve", "R U", "--method", "thistlethwaite")
    for path in sorted(cache.iterdir()):
        sample = path.read_bytes()[:20_000]

        def given(data: bytes, path: Path = path) -> None:
            path.write_bytes(data)
            thistlethwaite._solvers.clear()
            assert ask("solve", "R U", "--method", "thistlethwaite").code == 0

        check(Case(sample, given), dict(list(hostile(sample))[::5]))


# ---------------------------------------------------------------- over HTTP


def test_requests_that_cannot_be_read_are_refused():
    """Answers, or faults of whoever asks: never of the server."""
    right = json.dumps({"cubes": "R U", "method": "two-phase", "max_length": 20}).encode()
    with inside(Limits()) as client:
        for path in ("/api/solve", "/api/check", "/api/jobs"):
            wrong = {}
            for label, text in hostile(right):
                try:
                    status = client.post(path, content=text(), headers=JSON).status_code
                except httpx.TransportError:  # too long: the server has not read all of it
                    assert len(text()) > Limits().body
                    continue
                if status >= 500:
                    wrong[label] = status
            assert not wrong
        assert client.post("/api/solve", content=right, headers=JSON).status_code == 200
