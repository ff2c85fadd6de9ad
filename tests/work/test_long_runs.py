"""Counts that are stopped by anything go on where they stood, and end with the same number."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cubecsp
from cubecsp import InputError, count

SECONDS = ["no-touching=side", "oriented=URF+UFL+ULB+UBR"]  # of work, one or more, in 68 tasks
NUMBER = 10_849_395_987_595
KILLS = 20 if os.environ.get("CUBECSP_EXHAUSTIVE") else 6


def command(rules, file, *more):
    return [sys.executable, "-m", "cubecsp", "count", *rules, "--resume", str(file), *more]


def written(file):
    """How much stands in a checkpoint, about: it only grows while a process has it."""
    files = [file, Path(f"{file}-wal")]
    return sum(path.stat().st_size for path in files if path.exists())


def finished(file):
    with contextlib.closing(sqlite3.connect(file)) as opened:
        tables = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if not tables:  # killed while they were made: SQLite took back what was there of them
            return 0
        (number,) = opened.execute("SELECT count(*) FROM task").fetchone()
    return number


def killed_at_random(rules, file, rng, longest):
    """Run a count until some moment after its first new task, or any moment at all, and kill it."""
    before = written(file)
    run = subprocess.Popen(command(rules, file), stdout=subprocess.DEVNULL)
    if rng.random() < 0.8:
        while run.poll() is None and written(file) <= before + 8192:
            time.sleep(0.002)
        time.sleep(rng.uniform(0, longest))
    else:
        time.sleep(rng.uniform(0, 0.5))
    run.send_signal(signal.SIGKILL)
    run.wait()


def check_kills(rules, file, longest):
    rng, known = random.Random(7), []
    for _ in range(KILLS):
        killed_at_random(rules, file, rng, longest)
        known.append(finished(file) if file.exists() and file.stat().st_size else 0)
    assert known == sorted(known)  # nothing is lost
    assert len(set(known)) > KILLS // 2
    ended = subprocess.run(command(rules, file), capture_output=True, text=True, check=True)
    return int(ended.stdout)


@pytest.mark.slow
def test_a_count_that_is_killed_at_random_moments_ends_with_the_same_number(tmp_path):
    assert check_kills(SECONDS, tmp_path / "count.db", 0.06) == NUMBER


@pytest.mark.exhaustive
def test_a_long_count_that_is_killed_at_random_moments_ends_with_the_same_number(tmp_path):
    rules = ["no-touching=side"]
    expected = count(rules, threads=2).count
    assert check_kills(rules, tmp_path / "count.db", 1.0) == expected


def test_classes_are_remembered_too(tmp_path):
    rules = ["permuted=all", "no-touching=across"]
    plain = count(rules, method="corner-walk", classes=True)
    for _ in range(2):
        kept = count(rules, classes=True, resume=tmp_path / "count.db", method="corner-walk")
        assert (kept.count, kept.classes) == (plain.count, plain.classes)
    with pytest.raises(InputError, match="--classes, not of count"):
        count(rules, resume=tmp_path / "count.db", method="corner-walk")


@pytest.mark.slow
def test_ctrl_c_leaves_what_was_finished_and_says_how_to_go_on(tmp_path):
    file = tmp_path / "count.db"
    run = subprocess.Popen(
        command(SECONDS, file), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while run.poll() is None and written(file) < 100_000:
        time.sleep(0.005)
    run.send_signal(signal.SIGINT)
    out, told = run.communicate()
    assert (run.returncode, out) == (3, "")
    assert told.startswith("Interrupted before all were counted")
    assert f" {finished(file)} finished tasks were saved in" in told
    assert told.endswith("; the same question continues from it.\n")
    assert 0 < finished(file) < 100
    assert count(SECONDS, resume=file).count == NUMBER


def test_rules_of_the_same_name_are_other_questions(tmp_path):
    """Custom rules are identified by their content."""

    def named(function):
        return cubecsp.rule(on=["U1", "U2"], name="mine")(function)

    file = tmp_path / "count.db"
    asked = ["no-touching=side", "solved=corners"]
    one = count([*asked, named(lambda s: s[0] != s[1])], resume=file, method="corner-walk")
    with pytest.raises(InputError, match="of another question, .*primitives"):
        count([*asked, named(lambda s: s[0] == s[1])], resume=file, method="corner-walk")
    again = count([*asked, named(lambda s: s[1] != s[0])], resume=file, method="corner-walk")
    assert one.count == again.count


@pytest.mark.parametrize(
    ("asked", "options", "problem"),
    [
        ("no-piece-home", {}, "pieces would count this, but its work cannot be resumed"),
        ("no-touching=side", {"size": 2}, "filtering would count this"),
        ("no-touching=side", {"method": "filtering"}, "filtering cannot count this"),
        ("at-most=3", {"estimate": True}, "an estimate cannot be resumed or sent to a cluster"),
        ("no-touching=side", {"resume": ""}, "invalid resume='': expected a path"),
        ("no-touching=side", {"resume": 7}, "invalid resume=7: expected a path"),
        ("no-touching=side", {"cluster": "here"}, "'here' is not a cluster"),
        ("no-touching=side", {"cluster": "local", "threads": 2}, "2 threads and a cluster"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path, asked, options, problem):
    file = tmp_path / "count.db"
    with pytest.raises(InputError, match=problem):
        count(asked, **{"resume": file, **options})
    assert not file.exists()
