"""The HTTP API: jobs and their events, limits that hold, and workers that die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import Mock, patch

import httpx
import pytest
import uvicorn
from asking import timeless
from patience import PATIENCE
from serving import JSON, inside, served, until
from uvicorn.server import ServerState

from cubecsp.server import worker_pool
from cubecsp.server.error_statuses import RequestProblem
from cubecsp.server.event_stream import encode
from cubecsp.server.http_server import _Patient
from cubecsp.server.job import Job, JobState
from cubecsp.server.jobs import Jobs
from cubecsp.server.limits import ServerLimits

# Nothing is found for minutes, and nothing told.
SLOW = {"rules": "perfect-scramble", "engine": "constraint", "use_symmetry": False}
MANY = {"rules": "at-most=3", "limit": 3_000}


@pytest.fixture(scope="module")
def server():
    with served("--workers", 1, "--max-jobs", 3, "--time-limit", 600) as one:
        yield one


def state(server, path):
    return server.client.get(path).json()


def connected(client):
    return socket.create_connection((client.base_url.host, client.base_url.port))


def head(path, length):
    """Return the head of a request with a body of so many bytes."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


def is_running(server, path):
    return lambda: state(server, path)["state"] == "running"


def ended(server, path):
    """Return the status of a job that is over."""
    return until(
        lambda: (told := state(server, path))["state"] in ("done", "failed", "cancelled") and told
    )


@pytest.mark.slow
def test_events_are_the_answer(server):
    path = server.job("find", {"rules": "perfect-scramble"})
    told = list(server.events(path))
    names = [name for _, name, _ in told if name != "progress"]
    assert names == ["cube"] * 48 + ["answer"]
    assert [number for number, name, _ in told if name != "progress"] == list(range(1, 50))
    whole = told[-1][2] | {"cubes": [data for _, name, data in told if name == "cube"]}
    known = state(server, path)
    assert known["state"] == "done"
    assert known["events"] == 49
    assert known["answer"] == whole
    assert timeless(whole) == timeless(server.ask("find", {"rules": "perfect-scramble"}))


@pytest.mark.slow
@pytest.mark.parametrize("after", [1, 30, 48])
def test_events_go_on_behind_the_last_that_is_known(server, after):
    path = server.job("find", {"rules": "perfect-scramble"})
    first = []
    with contextlib.closing(server.events(path)) as events:
        for event in events:
            first.append(event)
            if event[0] == after:
                break
    rest = list(server.events(path, after))
    numbers = [number for number, name, _ in first + rest if name != "progress"]
    assert numbers == list(range(1, 50))


@pytest.mark.slow
def test_browsers_are_told_when_there_is_nothing_more(server):
    path = server.job("count", {"rules": "solved=F2L"})
    (last, name, _) = list(server.events(path))[-1]
    assert name == "answer"
    told = server.client.get(f"{path}/events", headers={"Last-Event-ID": str(last)})
    assert (told.status_code, told.content) == (204, b"")
    again = server.client.get(f"{path}/events", headers={"Last-Event-ID": "nonsense"})
    assert again.status_code == 200


def test_a_question_becomes_a_job_where_that_is_preferred(server):
    told = server.client.post(
        "/api/count", json={"rules": "solved=F2L"}, headers={"Prefer": "respond-async, wait=1"}
    )
    assert told.status_code == 202
    assert told.headers["Location"] == f"/api/jobs/{told.json()['id']}"
    assert ended(server, told.headers["Location"])["answer"]["count"] == 62_208


def test_answers_without_cubes_have_none_as_jobs(server):
    path = server.job("rules", {"names": ["order"]})
    assert [name for _, name, _ in server.events(path)] == ["answer"]
    assert state(server, path)["answer"].keys() == {"rules", "forms", "sets", "patterns"}


@pytest.mark.parametrize(
    ("beside", "told"),
    [
        ({"time_limit": 5}, "'time_limit' stands beside `parameters`; write it among these"),
        ({"tmie_limit": 5}, "unknown parameter 'tmie_limit'; did you mean time_limit"),
    ],
)
def test_nothing_stands_beside_the_parameters_of_a_job(server, beside, told):
    asked = {"question": "find", "parameters": {"rules": "at-most=2"}, **beside}
    refused = server.client.post("/api/jobs", json=asked)
    assert refused.status_code == 422
    problem = refused.json()
    assert problem["detail"].startswith(told)
    assert problem["where"] == next(iter(beside))


def test_what_goes_wrong_in_a_job_is_told(server):
    path = server.job("count", {"rules": "at-most=x"})
    ((_, name, problem),) = server.events(path)
    assert name == "error"
    assert (problem["status"], problem.get("where", "")) == (422, "rules")
    told = state(server, path)
    assert (told["state"], told["error"]) == ("failed", problem)
    malformed = {"question": "count", "parameters": {"rules": 3}}
    assert server.client.post("/api/jobs", json=malformed).status_code == 422
    unknown = {"question": "nothing", "parameters": {}}
    assert server.client.post("/api/jobs", json=unknown).status_code == 422


def test_a_job_that_runs_is_cancelled_and_keeps_what_it_knows(server):
    path = server.job("find", {"rules": "at-most=3", "limit": None})
    until(lambda: state(server, path)["events"] > 10)
    assert server.client.delete(path).status_code == 202
    told = ended(server, path)
    assert told["state"] == "cancelled"
    assert (told["answer"]["stopped"], told["answer"]["status"]) == ("interrupt", "partial")
    assert len(told["answer"]["cubes"]) == told["answer"]["count"] > 10
    assert [name for _, name, _ in server.events(path)][-1] == "answer"
    assert server.client.delete(path).status_code == 204
    assert server.client.get(path).status_code == 404
    assert server.client.get(f"{path}/events").status_code == 404


def test_jobs_wait_and_too_many_are_refused(server):
    paths = [server.job("find", SLOW) for _ in range(3)]
    until(is_running(server, paths[0]))
    assert [state(server, path).get("position") for path in paths] == [None, 0, 1]
    refused = server.client.post("/api/find", json=SLOW)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert server.ask("check", {"cubes": "R U"})["status"] == "complete"  # which wait for nobody
    for path in reversed(paths):
        server.client.delete(path)
    assert {ended(server, path)["state"] for path in paths} == {"cancelled"}
    assert "answer" not in state(server, paths[1])
    until(lambda: server.status()["active"] == 0)
    for path in [server.job("find", SLOW) for _ in range(3)]:  # there is room again
        server.client.delete(path)
    until(lambda: server.status()["active"] == 0)


def test_who_goes_away_ends_the_question(server):
    with connected(server.client) as connection:
        connection.sendall(head("/api/find", len(json.dumps(SLOW))) + json.dumps(SLOW).encode())
        until(lambda: server.status()["active"] == 1)
    until(lambda: server.status()["active"] == 0)


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_no_job(server):
    """Neither the one that is under way nor those that wait."""
    drawn = {"rules": "at-most=3", "n": 3_000}
    paths = [server.job("sample", drawn), server.job("count", {"rules": "solved=F2L"})]
    until(lambda: state(server, paths[0])["events"] > 10)
    for worker in server.workers():
        os.kill(worker, signal.SIGKILL)
    told = [ended(server, path) for path in paths]
    assert [one["state"] for one in told] == ["done", "done"]
    assert len(told[0]["answer"]["cubes"]) == 3_000
    assert told[1]["answer"]["count"] == 62_208
    assert server.ask("check", {"cubes": "R U"})["status"] == "complete"
    until(lambda: server.status()["workers"] == 2)


def test_workers_yield_to_the_server_and_do_not_hear_its_keys(server):
    """Niceness counts within a session, and Ctrl-C goes to all of a process group."""
    until(lambda: server.status()["workers"] == 2)
    asked = server.process.pid
    for worker in server.workers():
        assert os.getsid(worker) == os.getsid(asked)
        assert os.getpgid(worker) == worker
    until(lambda: len(server.workers(quick=False)) == 1)  # it lowers its priority once it has begun
    (nice,) = server.workers(quick=False)
    assert os.getpriority(os.PRIO_PROCESS, nice) > os.getpriority(os.PRIO_PROCESS, asked)


@pytest.mark.parametrize(
    "sizes", [(4, 3, 3), (4, 3, 4), (1, 1, 9), (9, 1, 1), (1, 1, 11), (11, 1, 1)], ids=str
)
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_latest_answers_are_kept_as_long_as_there_is_room(sizes, first):
    """The latest are those that ended last, whichever was asked first."""
    room, order = 10, [first, *({0, 1, 2} - {first})]

    async def kept():
        jobs = Jobs(ServerLimits(kept_bytes=room))
        added = [await jobs.add("check", b"{}", is_quick=True, keep=True) for _ in sizes]
        for number in order:
            added[number].emit("answer", bytes(sizes[number]))
            added[number].end(JobState.DONE)
        known = []
        for number in reversed(order):
            with contextlib.suppress(RequestProblem):
                known.append(jobs[added[number].id])
        return [added[number] in known for number in order]

    assert asyncio.run(kept()) == [
        sum(sizes[number] for number in order[i:]) <= room for i in range(len(sizes))
    ]


def test_a_job_that_is_cancelled_as_it_waits_says_so():
    async def cancelled():
        jobs = Jobs(ServerLimits())
        job = await jobs.add("check", b"{}", is_quick=True, keep=True)
        assert jobs.position(job) == 0
        jobs.cancel(job)
        return jobs, job

    jobs, job = asyncio.run(cancelled())
    assert (job.state, jobs.position(job)) == (JobState.CANCELLED, None)
    assert job.problem.as_dict()["problem"] == "the question was cancelled"
    assert job.problem.status == 409


def test_the_time_of_a_job_begins_when_it_comes():
    """Whether it waits, is given to a worker, or is under way: the clock is one that the test holds."""

    async def late(moment):
        jobs, stopped = Jobs(ServerLimits(time=7.0)), Mock()
        with patch.object(asyncio.get_running_loop(), "call_later") as clock:
            job = await jobs.add("check", b"{}", is_quick=True, keep=True)
            (((seconds, ended, *args), _),) = clock.call_args_list
        if moment != "waiting":
            assert await jobs.lane(job).next() is job
        if moment == "running":
            job.stop = stopped
        ended(*args)
        assert (seconds, job.is_late) == (7.0, True)
        assert stopped.called == (moment == "running")
        assert jobs.quick.active == (moment != "waiting")
        if moment == "waiting":
            clock.return_value.cancel.assert_called()
        return job

    for moment in ("given", "running"):
        assert asyncio.run(late(moment)).state is JobState.QUEUED
    job = asyncio.run(late("waiting"))
    assert (job.state, job.problem.status) == (JobState.FAILED, 503)
    assert job.problem.problem == "no worker was free within 7 seconds"


@pytest.mark.parametrize(
    ("memory", "cause"),
    [pytest.param(30 << 20, r"\w", marks=pytest.mark.slow), (None, "exit code 7")],
)
def test_nobody_waits_for_workers_that_cannot_start(memory, cause, monkeypatch):
    """Neither for an answer nor for a job, quick or long, asked before or after that is known."""
    limits = ServerLimits(workers=1)
    if memory is None:
        monkeypatch.setattr(worker_pool, "_CODE", "raise SystemExit(7)")
    else:
        limits = replace(limits, memory=memory)
    with inside(limits) as client:
        for question, parameters in (("invert", {"moves": "R"}), ("find", {"rules": "at-most=2"})):
            refused = client.post(f"/api/{question}", json=parameters)
            assert refused.status_code == 503
            assert re.match(f"no worker can start: {cause}", refused.json()["problem"])
            assert int(refused.headers["Retry-After"]) > 0
            asked = {"question": question, "parameters": parameters}
            path = client.post("/api/jobs", json=asked).headers["Location"]
            job = until(lambda path=path: (told := client.get(path).json()).get("error") and told)
            assert (job["state"], job["error"]["status"]) == ("failed", 503)
        assert client.get("/api/status").json()["active"] == 0


def test_nothing_is_left_of_a_job_that_begins_anew():
    """What a worker had made of it before it died: events, progress, and parts of the file."""

    def worked_on(job):
        job.begin()
        job.emit("cube", b"{}")
        job.keep(b"part")
        job.show(b"{}")
        assert b"id:" not in encode(job.progress)  # nothing comes behind what is not kept

    again, fresh = (Job("prove", b"{}", is_quick=False) for _ in range(2))
    worked_on(again)
    again.restart()
    assert (again.state, again.parts, again.progress) == (JobState.QUEUED, [], None)
    assert [event.name for event in again.events] == ["restart"]
    for job in (again, fresh):
        worked_on(job)
        job.emit("answer", b'{"number":1}')
    assert (again.answer, again.parts) == (fresh.answer, fresh.parts)
    assert again.size == fresh.size + len(b"{}")


@pytest.mark.parametrize("before", [0, 1, 3])
def test_events_are_numbered_on_where_a_job_begins_anew(before):
    """Whoever has heard some gets those that come after them, and of those that are forgotten none."""

    async def heard(after):
        return [event.number async for event in job.follow(after)]

    job = Job("find", b"{}", is_quick=False)
    for _ in range(before):
        job.emit("cube", b"{}")
    job.restart()
    job.emit("cube", b"{}")
    job.emit("answer", b"{}")
    job.end(JobState.DONE)
    last = before + 2 + (before > 0)
    for after in range(last + 2):
        assert asyncio.run(heard(after)) == [*range(max(before, after) + 1, last + 1)]
        assert job.has_after(after) is (after < last)


@pytest.mark.slow
def test_events_tell_that_a_question_begins_anew(server):
    path = server.job("find", {"rules": "at-most=3", "limit": 10_000})
    cubes, killed, restarted = [], False, False
    for number, name, data in server.events(path):
        assert name != "error"
        if name == "restart":
            restarted, cubes = True, []
        if name == "cube":
            cubes.append(data)
        if number == 5 and not killed:
            killed = state(server, path)["state"] == "running"
            for worker in server.workers(quick=False) if killed else ():
                os.kill(worker, signal.SIGKILL)
    assert restarted == killed
    assert cubes == state(server, path)["answer"]["cubes"]
    assert len(cubes) == 10_000


@pytest.mark.slow
def test_a_question_that_costs_workers_is_given_up(server):
    path = server.job("find", SLOW)
    for _ in range(3):
        until(is_running(server, path))
        workers = until(lambda: server.workers(quick=False))
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        until(lambda gone=set(workers): not gone & {*server.workers()})
    assert ended(server, path)["state"] == "failed"
    assert state(server, path)["error"]["status"] == 503
    assert "3 processes" in state(server, path)["error"]["problem"]


@pytest.mark.slow
def test_sigterm_ends_endless_questions_and_leaves_nothing():
    with served("--workers", 1) as server:
        until(lambda: server.status()["workers"] == 2)
        paths = [server.job("find", SLOW) for _ in range(3)]
        until(is_running(server, paths[0]))
        workers = server.workers()
        with server.client.stream("GET", f"{paths[0]}/events"):
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(PATIENCE) == 0
        for worker in workers:
            with pytest.raises(ProcessLookupError):
                os.kill(worker, 0)


# ------------------------------------------------------- limits that no option sets


BRIEF = ServerLimits(workers=1, quick_workers=1, time=1.0, grace=1.0)

SMALL = ServerLimits(
    workers=1,
    quick_workers=1,
    body=5_000,
    body_time=PATIENCE,
    header_time=PATIENCE,
    answer=2_000,
    kept_jobs=2,
    kept_time=600.0,
)


@pytest.fixture(scope="module")
def small():
    with inside(SMALL) as client:
        yield client


@pytest.mark.slow
def test_what_takes_too_long_is_interrupted():
    with inside(BRIEF) as brief:
        told = brief.post("/api/find", json=SLOW)
        asked = brief.post("/api/count", json={"rules": "solved=F2L", "time_limit": 99})
    if told.status_code == 200:
        assert told.json()["stopped"] == "interrupt"
    else:  # it was not yet so far that there was anything to keep
        assert told.status_code == 503
        assert re.search("more than|within 1 second", told.json()["problem"])
    if asked.status_code == 200:
        assert asked.json()["query"]["time_limit"] == 1
    else:
        assert asked.status_code == 503


@pytest.mark.slow
def test_answers_that_are_too_large_are_refused(small):
    told = small.post("/api/find", json=MANY)
    assert told.status_code == 422
    assert "limit" in told.json()["remedy"]
    assert small.post("/api/find", json=MANY | {"limit": 10}).status_code == 200


def test_the_oldest_jobs_that_are_over_are_forgotten(small):
    paths = []
    for _ in range(4):
        told = small.post("/api/check", json={"cubes": "R"}, headers={"Prefer": "respond-async"})
        paths.append(told.headers["Location"])
        until(lambda: small.get(paths[-1]).json()["state"] == "done")
    assert [small.get(path).status_code for path in paths] == [404, 404, 200, 200]


@pytest.mark.slow
def test_bodies_that_are_large_are_refused(small):
    def endlessly():
        while True:
            yield b" " * 1_000

    assert small.post("/api/check", content=b" " * 5_001, headers=JSON).status_code == 413
    assert small.get("/api/status").json()["active"] == 0
    with inside(replace(SMALL, header_time=0.1)) as client:
        with contextlib.suppress(httpx.WriteError):  # where the end comes before all is sent
            assert client.post("/api/check", content=endlessly(), headers=JSON).status_code == 413
        assert client.get("/api/status").json()["active"] == 0


@pytest.mark.slow
def test_a_body_that_does_not_come_is_refused():
    with inside(replace(SMALL, body_time=0.1)) as client, connected(client) as connection:
        connection.sendall(head("/api/check", 100) + b'{"cubes": "')
        connection.settimeout(PATIENCE)
        assert connection.recv(1_000)[9:12] == b"408"


@pytest.mark.slow
def test_connections_that_do_not_ask_are_closed():
    with inside(replace(SMALL, header_time=0.1)) as client:
        for sent in (b"", b"GET /api/sta", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "):
            with connected(client) as connection:
                connection.sendall(sent)
                connection.settimeout(PATIENCE)
                assert connection.recv(1_000) == b""


def test_heads_that_are_large_are_refused(small):
    with connected(small) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000)
        connection.settimeout(PATIENCE)
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(1_000)[9:12] in (b"", b"400")


def test_a_head_that_comes_piece_by_piece_has_no_more_time():
    """The clock is one that the test holds: it notes when the connection is to be closed, and whether still."""
    asked = []

    def call_later(seconds, do):
        asked.append(Mock(seconds=seconds, do=do))
        return asked[-1]

    loop = SimpleNamespace(call_later=call_later, create_task=lambda task: task.close() or Mock())
    config = uvicorn.Config(Mock(), http=_Patient, ws="none", log_config=None)
    config.load()
    connection = _Patient(config, ServerState(), {}, _loop=loop)
    transport = Mock(get_extra_info=lambda *_: None)
    connection.connection_made(transport)
    for piece in (b"GET / HT", b"TP/1.1\r\n", b"Host: local"):
        connection.data_received(piece)
    (only,) = asked
    assert (only.seconds, only.do) == (_Patient.patience, transport.close)
    only.cancel.assert_not_called()
    connection.data_received(b"host\r\n\r\n")
    only.cancel.assert_called_once()
