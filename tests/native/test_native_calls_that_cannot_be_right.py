"""Every function and class of cubecsp._native, called with what can't be right: refused or done, at once.

native_examples.py has right arguments, for a new function too; native_hostile.py makes wrong ones from them,
in a separate process with limited memory and processor time.
"""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from native_examples import (
    CLASSES,
    FUNCTIONS,
    cycle,
    cycle_distances,
    enough,
    names,
    optimal_arguments,
)
from native_hostile import public

from cubecsp import _native
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.search import three_phase, two_phase

pytestmark = pytest.mark.native

HOSTILE = Path(__file__).parents[1] / "helpers" / "native_hostile.py"
MOST_MEGABYTES = 1500  # tables of 220 MB, and what is made of them
MOST_SECONDS = 600  # by the clock, for all calls of a name: a deadlock takes no processor time

sanitized = "libasan" in Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")

# `make sanitize` makes all these calls under sanitizers, which see more; without them they are exhaustive.
UNDER_SANITIZERS = () if sanitized else pytest.mark.exhaustive

# What cannot be allocated is refused by Python, as without a sanitizer.
ASAN_OPTIONS = f"{os.environ.get('ASAN_OPTIONS', '')}:allocator_may_return_null=1"


class Caller:
    """A process that makes the calls; where it ends, another one is started."""

    def __init__(self) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115  # `close` does
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(HOSTILE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=os.environ | {"ASAN_OPTIONS": ASAN_OPTIONS},
            text=True,
            bufsize=1,
        )

    def faults(self, name: str) -> list[str]:
        """Make all calls of a name; return what went wrong, and what was written meanwhile."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{name} 0\n")
        self.process.stdin.flush()
        found, last, ended = [], "nothing", False
        timer = threading.Timer(MOST_SECONDS, self.process.kill)
        timer.start()
        for line in self.process.stdout:
            if line.startswith("done"):
                ended = True
                break
            if line.startswith("!"):
                found.append(line.strip())
            else:
                last = line.strip()
        timer.cancel()
        if not ended:
            code = self.process.wait()
            how = f"by {signal.Signals(-code).name}" if code < 0 else f"with {code}"
            found.append(f"the process ended {how} at: {last}")
            self.start()
        elif int(line.split()[1]) > MOST_MEGABYTES and not sanitized:
            found.append(f"{line.split()[1]} MB were in use")
        return [*found, *self.written()]

    def written(self) -> list[str]:
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").splitlines(keepends=True)
        text = "".join(line for line in lines if "WARNING: AddressSanitizer failed to" not in line)
        self.errors.seek(0)
        self.errors.truncate()
        return [text[:10_000]] if text else []

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


@pytest.fixture(scope="module")
def caller() -> Iterator[Caller]:
    made = Caller()
    yield made
    made.close()


def test_everything_has_an_example():
    """A new function, class or method is called here too, once it has arguments in native_examples.py."""
    examples = {name: set() for name in FUNCTIONS} | {
        name: {method for method, _ in example.methods} for name, example in CLASSES.items()
    }
    assert examples == public()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of memory and time are those of Unix")
@pytest.mark.parametrize("name", [pytest.param(name, marks=UNDER_SANITIZERS) for name in names()])
def test_what_cannot_be_right_is_refused_or_does_no_harm(caller, name):
    assert caller.faults(name) == []


@pytest.mark.parametrize("kind", [np.int64, np.uint32, np.float64, bool])
def test_arrays_of_another_type_are_refused(kind):
    """Converted, numbers that do not fit would change, and what is written would go to a copy."""
    table = cycle(5).astype(kind)
    with pytest.raises(TypeError, match="incompatible"):
        _native.coset_distances(table, cycle(3), 0, 0)
    with pytest.raises(TypeError, match="incompatible"):
        _native.CosetGraph(cycle(5), cycle(3), cycle_distances().astype(kind))
    with pytest.raises(TypeError, match="incompatible"):
        _native.two_phase_make_small(
            two_phase.geometry_bytes(), np.zeros(_native.TWO_PHASE_SMALL_SIZE, kind), enough
        )


def test_an_array_that_is_not_contiguous_is_not_written_to():
    tables = np.zeros(2 * _native.THREE_PHASE_SIZE, np.uint8)[::2]
    search = _native.ThreePhase(three_phase.geometry_bytes())
    with pytest.raises(TypeError, match="incompatible"):
        search.fill(tables, enough)


@pytest.mark.parametrize("literal", [0, 5, -5, 2**31 - 1, -(2**31)])
def test_literals_beyond_the_variables_are_refused(literal):
    with pytest.raises(ValueError, match="the variable of a literal is not in the formula"):
        _native.CountProof(4, [[1, 2], [3, literal]], [[1, 2]], [])


def test_more_variables_than_there_is_room_for_are_refused():
    with pytest.raises(ValueError, match="too many variables"):
        _native.CountProof(2**31 - 1, [[1, 2]], [[1, 2]], [])


def test_proofs_whose_clauses_have_numbers_far_apart_are_refused():
    """The data for each number would fill the memory."""
    with pytest.raises(ValueError, match="large gaps"):
        _native.TrimmedProof(b"a" + b"\xfe\xff\xff\xff\x0f" + b"\x00\x02\x04\x00", 2)
    with pytest.raises(ValueError, match="too many clauses"):
        _native.TrimmedProof(b"a\x06\x00\x02\x04\x00", 2**31 - 1)


@pytest.mark.slow
@pytest.mark.few(7)
@pytest.mark.parametrize("distance", [0, 1, 3, 30, 31, 254, 255])
@pytest.mark.parametrize("turns", ["Uw R2 F", "Uw Rw F Uw2 L", "R"])
def test_damaged_distances_of_three_phases_lead_nowhere(distance, turns):
    """They are all the same: the search ends, by saying so or by finding nothing."""
    search = _native.ThreePhase(three_phase.geometry_bytes())
    distances = np.full(_native.THREE_PHASE_SIZE, distance, np.uint8)
    cube = three_phase.pack(cube_class(4).from_moves(turns))
    try:
        found = search.reduce(distances, cube, (3, 3, 3, 1), 0.2)
    except ValueError as refused:
        assert "damaged" in str(refused)  # noqa: PT017
    else:
        assert len(found) <= 1


def test_geometry_out_of_range_is_refused():
    """Each byte of it, with what is out of range for all of them."""
    right = three_phase.geometry_bytes()
    for place in range(len(right)):
        with pytest.raises(ValueError, match="permutation|turns are"):
            _native.ThreePhase(right[:place] + b"\xff" + right[place + 1 :])


def test_no_table_is_begun_for_arrays_that_do_not_fit():
    """Any number of rows without columns takes no memory, but their results would take some."""
    right = optimal_arguments(engine=False)
    for wrong in (
        {"row_turns": np.zeros((1 << 40, 0), np.uint32)},
        {"block_turns": np.zeros((0, 1 << 40), np.uint16)},
    ):
        with pytest.raises(ValueError, match="fit each other"):
            _native.OptimalTable(**right | wrong)
    ternary = np.full((2, 128), 2**31 - 1, np.uint32)
    with pytest.raises(ValueError, match="coordinate is out of range"):
        _native.OptimalEngine(**optimal_arguments(engine=True) | {"ternary": ternary})


def test_distances_beyond_254_are_refused():
    """Four sets that a turn moves in circles of 5, 7, 11 and 13 slots meet again after 5,005 turns."""
    lengths = (5, 7, 11, 13)
    rows = [bytes([*range(1, n), 0, *range(n, 24)]) for n in lengths]
    values = [[1 << slot for slot in range(n)] for n in lengths]
    table = bytearray(math.prod(lengths))
    with pytest.raises(ValueError, match="exceeds 254"):
        _native.fill_distances([rows], values, [[1] * len(lengths)], table, enough)


def test_a_signal_that_is_watched_twice_gets_its_handler_back():
    got = []
    before = signal.signal(signal.SIGUSR1, lambda number, _: got.append(number))
    try:
        _native.watch_signals([signal.SIGUSR1, signal.SIGUSR1])
        _native.leave_signals()
        signal.raise_signal(signal.SIGUSR1)
        assert got == [signal.SIGUSR1]
        assert not _native.stop_asked()
    finally:
        signal.signal(signal.SIGUSR1, before)
        _native.ask_to_stop(False)
