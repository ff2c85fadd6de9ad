"""Fuzzers: everything that reads has one, what once failed does no more, and a fault does not escape them."""

from __future__ import annotations

import os
import random
import signal
import sys

import pytest
from fuzzing import Fuzzer
from mutators import mutated
from native_hostile import public
from processor_time import limited
from targets import CORPUS, TARGETS, Target, kept
from worker import tried

from cubecsp.formats import FORMATS
from cubecsp.models.engines.exports import EXPORTS
from cubecsp.models.rules import RULES
from cubecsp.server.requests import REQUESTS

SECONDS = 30  # of processor time for one input
INPUTS = [
    pytest.param(target, data, id=f"{target.folder}-{number}")
    for target in TARGETS.values()
    for number, data in enumerate(kept(target.name))
]


def test_whatever_a_registry_has_is_fuzzed():
    wanted = {
        *(f"native {name}" for name in public()),
        *(f"format {name}" for name in FORMATS),
        *(f"request {name}" for name in REQUESTS),
        *(f"solutions of {name}" for name in EXPORTS),
    }
    assert wanted <= TARGETS.keys()
    seeds = b" ".join(TARGETS["rules of a cube"].seeds()).decode()
    assert [name for name in RULES if name not in seeds] == []


def test_targets_have_folders_of_their_own():
    assert len({target.folder for target in TARGETS.values()}) == len(TARGETS)
    assert {path.name for path in CORPUS.iterdir()} <= {one.folder for one in TARGETS.values()}


@pytest.mark.parametrize(("target", "data"), INPUTS)
def test_what_once_failed_is_refused_or_answered(tmp_path, monkeypatch, target, data):
    monkeypatch.chdir(tmp_path)
    with limited(SECONDS):
        tried(target, data)


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_to_begin_with_are_there(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert TARGETS[name].seeds()


def test_a_seed_makes_the_same_inputs_again():
    seeds = [*TARGETS["rules of a cube"].seeds(), b"", b'{"a": [1, {"b": "x"}], "c": null}']

    def inputs() -> list[bytes]:
        rng = random.Random(1)
        return [mutated(rng.choice(seeds), rng, seeds) for _ in range(500)]

    assert inputs() == inputs()
    assert len(set(inputs())) > 300


PLANTED = """
import os, signal
from targets import Target
from worker import main

def slow(data):
    while True:
        pass

def large(data):
    return len(b"x" * (250 << 20))

def wrong(data):
    return {}[data]

def dead(data):
    os.kill(os.getpid(), signal.SIGSEGV)

def right(data):
    return len(data)

main({f.__name__: Target(f.__name__, lambda: [b"seed"], f) for f in (slow, large, wrong, dead, right)}, 5, 200)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux reports it")
def test_faults_are_found_and_their_inputs_kept(tmp_path):
    (tmp_path / "planted.py").write_text(PLANTED)
    fuzzer = Fuzzer(tmp_path / "work", tmp_path / "planted.py")
    said = {
        "slow": f"ended with -{signal.SIGPROF.value}",
        "large": "MB more were in use",
        "wrong": "KeyError: b'seed'",
        "dead": f"ended with -{signal.SIGSEGV.value}",
    }
    for name, what in said.items():
        _, faults = fuzzer.fuzz(Target(name, list, bytes), 0, 1)
        ((path, told),) = faults
        assert what in told
        with open(path, "rb") as file:
            assert file.read() == b"seed"
        assert os.path.basename(os.path.dirname(path)) == name
    assert fuzzer.crashes == 1
    assert fuzzer.fuzz(Target("right", list, bytes), 0, 1) == (1, [])
    fuzzer.close()
