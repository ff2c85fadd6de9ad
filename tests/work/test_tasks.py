"""Work in tasks: each is done once, wherever it is done, in whatever order, and is remembered."""

from __future__ import annotations

import contextlib
import os
import random
import re
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from squares import Squares, tasks

from cubecsp import InputError, LimitError, __version__
from cubecsp.work import checkpoint as checkpoints
from cubecsp.work.checkpoint import Checkpoint
from cubecsp.work.executor import Executor
from cubecsp.work.forecast import Forecast
from cubecsp.work.pools import OwnThread, run_and_time
from cubecsp.work.running import results
from cubecsp.work.tasks import Task

NUMBERS = 50
SQUARES = [k * k for k in range(NUMBERS)]


def done(executor, job=None, number=NUMBERS, **options):
    found = executor.results(job or Squares(), tasks(number), **options)
    return [one for one in found if one is not None]


def results_of(executor, job=None, number=NUMBERS, **options):
    return [one.result for one in done(executor, job, number, **options)]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "work.db"


# Threads


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_tasks_are_done_once_each_on_any_number_of_threads(threads):
    assert sorted(results_of(Executor(threads))) == SQUARES


@pytest.mark.parametrize("threads", [1, 4])
def test_tasks_are_given_in_order_where_that_is_asked_for(threads):
    class Uneven(Squares):
        def _square(self, number):
            time.sleep(random.random() / 200)
            return number * number

    assert results_of(Executor(threads), Uneven(), ordered=True) == SQUARES


@pytest.mark.parametrize("ordered", [False, True])
def test_no_more_tasks_are_taken_than_there_is_room_for(ordered):
    """The first of many in order takes longest: the others must not pile up behind it."""
    taken, most = [], [0]

    class Slow(Squares):
        def _square(self, number):
            time.sleep(0.3 if number == 0 else 0)
            return number * number

    def counted():
        for task in tasks(1000):
            taken.append(task)
            yield task

    given = 0
    for one in Executor(2).results(Slow(), counted(), ordered=ordered):
        most[0] = max(most[0], len(taken) - given)
        given += one is not None
    assert given == 1000
    assert most[0] <= (2 * 2 * 8 if ordered else 2 * 2 + 1)


@pytest.mark.parametrize("threads", [1, 4])
def test_an_error_in_a_task_is_raised_where_results_are_read(threads):
    with pytest.raises(ArithmeticError, match="7 is too hard"):
        done(Executor(threads), Squares(fails_at=7))


def test_threads_end_when_nobody_reads_on():
    before = threading.active_count()
    found = Executor(3).results(Squares(), tasks(10**6))
    next(found)
    found.close()
    assert threading.active_count() == before


def test_there_are_signs_of_life_while_a_long_task_is_done():
    found = list(Executor(2).results(Squares(pause=0.5), tasks(1)))
    assert found[-1].result == 0
    assert found[:-1].count(None) >= 3


def test_tasks_that_are_not_there_yet_are_signs_of_life():
    stream = iter([None, Task("a", 1.0, 3), None])
    found = list(Executor().results(Squares(), stream))
    assert [one and one.result for one in found] == [None, None, 9] or [
        one and one.result for one in found
    ] == [None, 9, None]


# The checkpoint


def test_what_is_remembered_is_not_done_again(file):
    executor = Executor(checkpoint=file)
    assert all(one.fresh for one in done(executor, number=20))
    again = done(executor)
    assert [one.task.payload for one in again if not one.fresh] == list(range(20))
    assert sorted(one.result for one in again) == SQUARES


@pytest.mark.parametrize("threads", [1, 3])
def test_what_was_finished_before_an_error_is_remembered(file, threads):
    with pytest.raises(ArithmeticError):
        done(Executor(threads, file), Squares(fails_at=30))
    again = done(Executor(threads, file))
    assert sorted(one.result for one in again) == SQUARES
    assert 30 - 2 * threads <= sum(not one.fresh for one in again) <= 30 + 2 * threads


def test_each_task_is_there_for_others_as_soon_as_it_is_given(file):
    """A copy of the files at any moment, as after a power cut, has all that was given."""
    found = Executor(checkpoint=file).results(Squares(), tasks(NUMBERS))
    for number, one in enumerate(found):
        copy = file.parent / f"copy-{number}.db"
        for suffix in ("", "-wal"):
            source = Path(f"{file}{suffix}")
            if source.exists():
                Path(f"{copy}{suffix}").write_bytes(source.read_bytes())
        with Checkpoint(copy, Squares()) as checkpoint:
            assert checkpoint.finished == number + 1
            assert checkpoint.get(one.task.key).result == str(one.result).encode()


def test_a_checkpoint_of_another_question_is_refused_with_both(file):
    done(Executor(checkpoint=file))
    with pytest.raises(InputError, match="another question, squares, not of cubes"):
        done(Executor(checkpoint=file), Squares("cubes"))
    assert sorted(results_of(Executor(checkpoint=file))) == SQUARES


def test_a_checkpoint_of_another_version_is_refused_with_both(file, monkeypatch):
    done(Executor(checkpoint=file))
    with pytest.raises(InputError, match="of multiplying 1, not of multiplying 2"):
        done(Executor(checkpoint=file), Squares(method="multiplying 2"))
    monkeypatch.setattr(checkpoints, "__version__", "99.0")
    with pytest.raises(
        InputError, match=rf"of cubecsp {re.escape(__version__)}, not of cubecsp 99\.0"
    ):
        done(Executor(checkpoint=file))


def test_a_file_of_something_else_is_refused_and_left_as_it_is(file):
    file.write_text("my thesis, chapter one\n" * 100)
    with pytest.raises(InputError, match="is not a checkpoint file"):
        done(Executor(checkpoint=file))
    assert file.read_text() == "my thesis, chapter one\n" * 100
    file.unlink()
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE accounts (money)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(InputError, match="database of another program"):
        done(Executor(checkpoint=file))
    assert file.read_bytes() == before


def test_an_empty_file_is_a_new_one(file):
    file.touch()
    assert sorted(results_of(Executor(checkpoint=file))) == SQUARES


@pytest.mark.parametrize("path", ["/proc/nothing.db", "/no/such/folder/work.db"])
def test_where_nothing_can_be_written_is_told(path):
    with pytest.raises(InputError, match="nothing can be written there"):
        done(Executor(checkpoint=Path(path)))


_HOLDS = """
import sys
sys.path[:0] = {path!r}
from squares import Squares
from pathlib import Path
from cubecsp.work.checkpoint import Checkpoint
with Checkpoint(Path({file!r}), Squares()) as checkpoint:
    checkpoint.put("0", 1.0, 1.0, b"0")
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("killed", [False, True])
def test_a_checkpoint_in_use_is_refused_until_its_process_has_ended(file, killed):
    code = _HOLDS.format(path=[str(Path(__file__).parents[1] / "helpers")], file=str(file))
    other = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdout.readline() == b"ready\n"
        with pytest.raises(InputError, match="in use by another process"):
            done(Executor(checkpoint=file))
        if killed:
            other.kill()
    assert [one.fresh for one in done(Executor(checkpoint=file))].count(False) == 1


_FILLS = """
import resource, sys
sys.path[:0] = {path!r}
from squares import Squares, tasks
from pathlib import Path
from cubecsp.errors import LimitError
from cubecsp.work.executor import Executor

class Large(Squares):
    def pack(self, result):
        return str(result).encode().rjust(3000)

resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))
given = []
try:
    for one in Executor(checkpoint=Path({file!r})).results(Large(), tasks(50)):
        given.append(one.result)
except LimitError as error:
    print(error)
print(len(given))
"""


@pytest.mark.parametrize("most", [70_000, 120_000])
def test_a_file_that_cannot_grow_ends_the_work_and_keeps_what_was_finished(file, most):
    code = _FILLS.format(
        path=[str(Path(__file__).parents[1] / "helpers")], file=str(file), most=most
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert "cannot be written" in told[0]
    assert "finished tasks are kept; make room" in told[0]
    finished = int(told[-1])
    assert 0 < finished < NUMBERS
    assert f"; {finished:,} finished tasks are kept" in told[0]
    again = done(Executor(checkpoint=file))
    assert sorted(one.result for one in again) == SQUARES
    assert sum(not one.fresh for one in again) == finished


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 128 kB; skipped where only the superuser may have one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_ends_the_work_and_keeps_what_was_finished(small_disk):
    class Large(Squares):
        def pack(self, result):
            return str(result).encode().rjust(4000)

    executor = Executor(checkpoint=small_disk / "work.db")
    given: list[object] = []
    with pytest.raises(LimitError, match="full; [0-9]+ finished tasks are kept; make room"):
        given.extend(executor.results(Large(), tasks(NUMBERS)))
    assert 0 < len(given) < NUMBERS
    subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
    again = done(executor, Large())
    assert sum(not one.fresh for one in again) == len(given)
    assert sorted(one.result for one in again) == SQUARES


@pytest.mark.ordinary(12)
@pytest.mark.parametrize("seed", range(30))
def test_damage_to_a_checkpoint_never_changes_a_result(file, seed):
    """Some bytes of a finished checkpoint are others, or its end is missing: it is refused, or done again."""
    job = Squares()
    with Checkpoint(file, job) as checkpoint:
        for task in tasks(NUMBERS):
            checkpoint.put(task.key, 1.0, 0.25, job.pack(task.payload**2))
    data, rng = bytearray(file.read_bytes()), random.Random(seed)
    for _ in range(rng.choice((1, 1, 5, 50))):
        at = rng.randrange(len(data))
        data[at : at + rng.choice((1, 1, 8))] = bytes([rng.randrange(256)])
    if seed % 10 == 0:
        del data[rng.randrange(len(data)) :]
    file.write_bytes(data)
    try:
        found = results_of(Executor(checkpoint=file))
    except InputError:
        return
    assert sorted(found) == SQUARES


def test_damage_to_a_result_is_seen(file):
    done(Executor(checkpoint=file))
    other = sqlite3.connect(file)
    assert other.execute("UPDATE task SET result = x'3135' WHERE key = ?", (b"4",)).rowcount == 1
    other.commit()
    other.close()
    with pytest.raises(InputError, match="its checksum is not that of the task"):
        done(Executor(checkpoint=file))


def test_results_that_have_changed_places_are_seen(file):
    with Checkpoint(file, Squares()) as checkpoint:
        for task in tasks(2):
            checkpoint.put(task.key, 1.0, 1.0, b"%d" % task.payload)
    with contextlib.closing(sqlite3.connect(file)) as other, other:
        for old, new in ((b"0", b"9"), (b"1", b"0"), (b"9", b"1")):
            other.execute("UPDATE task SET key = ? WHERE key = ?", (new, old))
    with pytest.raises(InputError, match="its checksum is not that of the task"):
        done(Executor(checkpoint=file), number=2)


# How long it takes


@pytest.mark.parametrize(("cluster", "worked"), [("local:4", 7.5), (None, 3.0)])
def test_the_work_on_a_cluster_is_what_its_workers_say(cluster, worked, monkeypatch):
    """They may wait for a processor, or for each other, as long as they like."""
    executor = Executor(threads=1 if cluster else 2, cluster=cluster)
    monkeypatch.setattr(time, "process_time", lambda: 6.0)

    class Elsewhere(OwnThread):
        workers = 4

        def take(self, seconds):
            return *super().take(seconds)[:2], 3.0

    given = list(results(Squares(), tasks(10), Elsewhere(Squares()), counter=executor.counter))
    assert [one.seconds for one in given] == 10 * [3.0]
    assert executor.work_time() == worked


def test_what_a_task_waits_for_is_no_work():
    _, seconds = run_and_time(time.sleep, 0.05)
    assert seconds < 0.04


def test_a_forecast_tells_from_what_is_done_now():
    now = [100.0]
    forecast = Forecast(40, lambda: now[0])
    assert (forecast.fraction, forecast.left) == (0.0, None)
    forecast.add(20, fresh=False)
    forecast.begin()
    assert (forecast.fraction, forecast.left) == (0.5, None)
    now[0] += 3
    assert forecast.left is None  # nothing was done since
    forecast.add(5)
    assert (forecast.fraction, forecast.left) == (0.625, 9.0)
    forecast.expect(60)
    assert (forecast.fraction, forecast.left) == (0.625, 21.0)
    forecast.add(35)
    assert (forecast.fraction, forecast.left) == (1.0, 0.0)


def test_a_forecast_is_made_from_what_warm_threads_do():
    """The first tasks take three times as long as the others, which are not told from them at once."""
    now = [0.0]
    forecast = Forecast(1000, lambda: now[0])
    forecast.begin()
    for seconds, left in [(0.3, None), (0.3, 0.3 * 998), (0.1, 0.7 / 3 * 997), (0.1, 0.2 * 996)]:
        now[0] += seconds
        forecast.add(1)
        assert forecast.left == pytest.approx(left)
    for _ in range(4):
        now[0] += 0.1
        forecast.add(1)
    assert forecast.left == pytest.approx(0.1 * 992)


def test_a_forecast_never_goes_back_and_waits_for_half_a_second():
    now = [100.0]
    forecast = Forecast(4, lambda: now[0])
    forecast.begin()
    forecast.add(1)
    now[0] += 0.25
    forecast.begin()  # it began before
    assert (forecast.fraction, forecast.left) == (0.25, None)
    now[0] += 0.25
    assert forecast.left == 1.5
    forecast.expect(10)
    assert (forecast.fraction, forecast.left) == (0.25, 4.5)
    forecast.expect(0.5)  # less than is done
    assert (forecast.fraction, forecast.left) == (1.0, 0.0)
    forecast.add(1)
    assert forecast.left == 0.0
    assert Forecast(0, lambda: now[0]).fraction == 1.0


# Where


@pytest.mark.parametrize(
    "cluster", ["", "local:0", "local:", "localhost", "tcp://", "tcp://host", "http://host:80", 7]
)
def test_what_is_no_cluster_is_refused(cluster):
    with pytest.raises(InputError, match="is not a cluster; give local, local:N"):
        Executor(cluster=cluster)


def test_threads_and_a_cluster_exclude_each_other():
    with pytest.raises(InputError, match="3 threads and a cluster"):
        Executor(3, cluster="local:2")
