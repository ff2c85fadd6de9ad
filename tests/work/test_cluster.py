"""The same tasks on Dask: the answer is the same, whatever becomes of the workers."""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from patience import PATIENCE

import cubecsp
from cubecsp import Cube, InputError, count, find, sample, solve

pytest.importorskip("distributed", reason="the extra cluster is not installed")

import psutil
from squares import Squares

from cubecsp import _native
from cubecsp.work.build import Build, _below, _files
from cubecsp.work.dask_cluster import Cluster

SECONDS = ["no-touching=side"]
NUMBER = 234_173_555_841_235
QUIET = {**os.environ, "DASK_LOGGING__DISTRIBUTED": "critical"}


class Scheduler:
    """A scheduler of Dask in a separate process, and workers, each in another."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = contextlib.ExitStack()
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Scheduler:
        file = self._folder / "scheduler.json"
        self._begin("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                    "--scheduler-file", file)  # fmt: skip
        while not file.exists() or not file.read_text():
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]
        return self

    def worker(self, path: Path | None = None, *, nanny: bool = False) -> subprocess.Popen[bytes]:
        environment = {} if path is None else {"PYTHONPATH": str(path)}
        return self._begin(
            "worker", self.address, "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1",
            "--nanny" if nanny else "--no-nanny", "--local-directory", self._folder, **environment,
        )  # fmt: skip

    def _begin(self, what, *arguments, **environment):
        with open(self._folder / f"{what}.log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", *map(str, arguments)],
                stdout=log,
                stderr=log,
                cwd=self._folder,  # Python looks there first
                env={**QUIET, **environment},
            )
        self.processes.append(process)
        return process

    def await_workers(self, number: int) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=PATIENCE)

    def __exit__(self, *raised: object) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def scheduler(tmp_path):
    with Scheduler(tmp_path) as started:
        yield started


def our_workers():
    """The worker processes that this process has begun."""
    children = psutil.Process().children(recursive=True)
    return [child for child in children if "spawn_main" in " ".join(child.cmdline())]


# Processes of this machine


@pytest.mark.exhaustive  # the usual tests kill a worker of a scheduler
def test_a_worker_that_dies_half_way_changes_nothing():
    killed = []

    def kill(share, _note):
        if not killed and (share or 0) > 0.4:
            killed.append(share)
            our_workers()[0].kill()  # as memory that runs out does

    assert count(SECONDS, cluster="local:2", on_progress=kill).count == NUMBER
    assert killed


@pytest.mark.slow
def test_ctrl_c_ends_the_workers_too_and_says_nothing_else(tmp_path):
    """It goes to all processes of a terminal at once."""
    command = [sys.executable, "-m", "cubecsp", "count", "no-touching=side", "--cluster", "local:2"]
    run = subprocess.Popen(
        [*command, "--resume", str(tmp_path / "count.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wal = tmp_path / "count.db-wal"
    while run.poll() is None and not (wal.exists() and wal.stat().st_size > 30_000):
        time.sleep(0.01)
    children = psutil.Process(run.pid).children(recursive=True)
    os.killpg(run.pid, signal.SIGINT)
    out, told = run.communicate()
    assert (run.returncode, out) == (3, "")
    (line,) = told.splitlines()
    assert line.startswith("Interrupted before all were counted")
    gone, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert gone
    assert not alive


@pytest.mark.slow
def test_samples_searches_and_moves_are_the_same_elsewhere():
    rules = ["not-home=corners"]
    drawn = [sample(rules, n=1000, seed=5, cluster=c).cubes for c in (None, "local:2")]
    assert [r.facelets for r in drawn[0]] == [r.facelets for r in drawn[1]]
    found = [find("perfect-scramble", limit=None, cluster=c).cubes for c in (None, "local:2")]
    assert [r.facelets for r in found[0]] == [r.facelets for r in found[1]]
    cubes = [Cube.random(seed) for seed in range(40)]
    solved = [
        solve(cubes, max_nodes=500, cluster=c, threads=t).cubes
        for c, t in ((None, 1), ("local:2", None))
    ]
    assert [str(r.solution) for r in solved[0]] == [str(r.solution) for r in solved[1]]


# A scheduler somewhere


@pytest.mark.slow
def test_two_workers_one_killed_half_way(scheduler):
    first, _ = scheduler.worker(), scheduler.worker()
    scheduler.await_workers(2)

    def kill(share, _note):
        if (share or 0) > 0.4:
            first.kill()

    assert count(SECONDS, cluster=scheduler.address, on_progress=kill).count == NUMBER
    assert first.wait() == -signal.SIGKILL


def copied(folder: Path, version: str) -> Path:
    """A copy of the package as it is installed, of another version."""
    package = folder / "cubecsp"
    here = Path(cubecsp.__file__).parent
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(here, package, ignore=unwanted)
    for part in ("models", "search"):
        source = Path(importlib.import_module(f"cubecsp.{part}").__file__).parent
        shutil.copytree(source, package / part, ignore=unwanted, dirs_exist_ok=True)
    shutil.copy(_native.__file__, package)
    file = package / "version.py"
    file.write_text(file.read_text().replace(cubecsp.__version__, version))
    (folder / "sitecustomize.py").write_text(_NOT_EDITABLE)
    return folder


# What an editable installation puts before all folders.
_NOT_EDITABLE = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if "editable" not in type(f).__module__]
"""


MINE = Build("1.2.3", "3.11", "abcd0123", "Linux x86_64", "99887766")


@pytest.mark.parametrize(
    ("theirs", "why"),
    [
        (MINE, None),
        ({"version": "1.2.4"}, "cubecsp 1.2.4, and this is 1.2.3"),
        ({"python": "3.12"}, "Python 3.12, and this is 3.11"),
        ({"sources": "00"}, "other files of cubecsp 1.2.3 (00, here abcd0123)"),
        ({"native": "11"}, "another compiled part of cubecsp 1.2.3 (11, here 99887766)"),
        ({"machine": "Darwin arm64", "native": "11"}, None),  # it cannot be the same there
        ({"machine": "Darwin arm64", "sources": "00"}, "other files"),
        ({"version": "1.2.4", "python": "3.12", "sources": "00"}, "cubecsp 1.2.4"),
    ],
)
def test_a_worker_has_the_same_version_files_and_compiled_part(theirs, why):
    told = MINE.differs(MINE if theirs is MINE else MINE._replace(**theirs))
    assert told is None if why is None else told.startswith(why)


def test_a_build_is_known_by_the_files_of_the_package_alone():
    """Not by what lies around an editable installation, which tests and tools change."""
    tops = {name.split("/")[1] for name in _files()}
    assert {"models", "search", "puzzle", "version.py"} <= tops
    assert not tops & {"tests", "bench", "build", ".venv", "cubecsp"}


def test_a_build_is_known_by_files_behind_links_too(tmp_path):
    (tmp_path / "whole" / "inner").mkdir(parents=True)
    (tmp_path / "whole" / "inner" / "rule.py").touch()
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "inner").symlink_to(tmp_path / "whole" / "inner")
    assert [*_below(tmp_path / "linked")] == [tmp_path / "linked" / "inner" / "rule.py"]


THIS = re.escape(cubecsp.__version__)


@pytest.mark.slow
def test_workers_of_another_version_are_refused(scheduler, tmp_path):
    scheduler.worker()
    scheduler.worker(copied(tmp_path / "other", "0.0.9"))
    scheduler.await_workers(2)
    with pytest.raises(
        InputError, match=rf"worker tcp://127.0.0.1:\d+ runs cubecsp 0\.0\.9, and this is {THIS}"
    ):
        count(SECONDS, cluster=scheduler.address)


@pytest.mark.slow
def test_workers_of_the_same_version_with_other_files_are_refused(scheduler, tmp_path):
    folder = copied(tmp_path / "other", cubecsp.__version__)
    changed = folder / "cubecsp" / "models" / "counting" / "corner_walk.py"
    changed.write_text(changed.read_text() + "# changed\n")
    scheduler.worker(folder)
    scheduler.await_workers(1)
    with pytest.raises(InputError, match=f"runs other files of cubecsp {THIS}"):
        count(SECONDS, cluster=scheduler.address)


def test_an_address_without_a_scheduler_is_refused(monkeypatch):
    monkeypatch.setattr("cubecsp.work.dask_cluster._PATIENCE", 0.1)  # nobody will ever answer there
    with pytest.raises(InputError, match="no Dask scheduler answers at tcp://127.0.0.1:1; start"):
        count(SECONDS, cluster="tcp://127.0.0.1:1")


class Unanswered:
    """A client of a scheduler, and a task, that nobody answers."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def _wait(self, *_args: object, **_how: object) -> None:
        self.over.wait(PATIENCE)
        raise AssertionError("it waited without looking")

    run = nthreads = result = _wait


@pytest.mark.parametrize(
    "wait",
    [lambda pool: pool._compare(), lambda pool: pool._look(), lambda pool: pool._result(pool._client)],
    ids=["workers", "threads", "task"],
)  # fmt: skip
def test_whoever_waits_for_a_cluster_looks(wait, monkeypatch):
    pool, looks = Cluster(Squares(), "tcp://127.0.0.1:1"), []
    pool._client, pool._asked = Unanswered(), -math.inf
    monkeypatch.setattr("cubecsp.stopping.waiting.look", lambda: third(looks))
    with pytest.raises(KeyboardInterrupt):
        wait(pool)
    pool._client.over.set()
    assert len(looks) == 3


def third(looks):
    looks.append(None)
    if len(looks) == 3:
        raise KeyboardInterrupt


def test_whoever_connects_to_what_does_not_answer_looks(monkeypatch):
    looks = []
    monkeypatch.setattr("cubecsp.stopping.waiting.look", lambda: third(looks))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        answer = count(SECONDS, cluster=f"tcp://127.0.0.1:{silent.getsockname()[1]}")
    assert (str(answer.stopped), len(looks)) == ("interrupt", 3)


def test_rules_that_other_processes_cannot_find_are_refused():
    @cubecsp.rule(on=["U1", "U2"])
    def within(stickers):
        return stickers[0] != stickers[1]

    with pytest.raises(InputError, match="cannot be sent to other processes: .*top of a module"):
        count([*SECONDS, within], cluster="local:1")
