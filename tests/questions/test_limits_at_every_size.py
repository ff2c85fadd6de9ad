"""A time limit holds at every size: for every engine and question, whatever it is that takes long.

The tests hold the clock, which is over at the n-th look. Then what was begun ends within so many looks, and
within so much time of the processor; or the question is refused at once, and other ways are named.
"""

from __future__ import annotations

import json
import time

import pytest

from cubecsp.cli import main
from cubecsp.models.engines import ENGINES, AutoEngine, load_engine
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.stopping import deadline

SIZES = (7, 28, 50)
MOST_LOOKS = 40  # after the last moment
MOST_SECONDS = 2.5  # of the processor between two looks, on a busy machine
HOURS = 10**6


class Clock:
    """The clock of a question, and the longest time of the processor between two looks at it."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.looks = 0
        self.longest = 0.0
        self._last = time.process_time()
        self._look = deadline.look_for_signals

    def monotonic(self) -> float:
        return time.monotonic() + HOURS * (self.looks >= self.at)

    def look(self) -> None:
        now = time.process_time()
        self.looks += 1
        self.longest, self._last = max(self.longest, now - self._last), now
        self._look()


@pytest.fixture
def asked(monkeypatch, capsys):
    def ask(words, at):
        clock = Clock(at)
        with monkeypatch.context() as patch:
            patch.setattr(deadline, "look_for_signals", clock.look)
            patch.setattr(deadline, "time", clock)
            code = main([*words, "--time-limit", str(HOURS // 2), "--json"])
        clock.look()
        return code, clock, capsys.readouterr()

    return ask


def questions(size: int) -> dict[str, list[str]]:
    """Return what is asked about a size: rules that many cubes satisfy, and such as leave few."""
    often = f"at-most={size**2 // 5}"
    some = [often, f"count(U, R) >= {size**2 // 6}", "no-touching=across"]
    return {
        "find": ["find", often],
        "best": ["best", often, "--maximise", "count(U,R)"],
        "explain": ["explain", *some],
        "sample": ["sample", "no-touching=side"],
        "count": ["count", *some],
    }


CASES = [
    (size, name, engine)
    for size in SIZES
    for name in questions(size)
    for engine in (("auto",) if name in ("sample", "count") else (AutoEngine.name, *ENGINES))
]


@pytest.mark.slow
@pytest.mark.few(5)
@pytest.mark.parametrize(("size", "name", "engine"), CASES)
def test_a_limit_holds_at_every_size(size, name, engine, asked):
    words = [*questions(size)[name], "--size", str(size)]
    if name not in ("sample", "count"):
        words += ["--engine", engine]
    code, clock, printed = asked(words, 60)
    assert clock.longest <= MOST_SECONDS
    assert clock.looks <= 60 + MOST_LOOKS
    if code == 2:
        assert "takes" in printed.err or "cannot prove" in printed.err
        assert "use the engine" in printed.err
    else:
        assert code in (0, 1, 3), printed.err


@pytest.mark.few(3)
@pytest.mark.parametrize("size", [3, 4, 10, 11, 28, 50])
@pytest.mark.parametrize("question", ["find", "best"])
def test_no_engine_is_named_that_does_not_take_the_cube(size, question, asked):
    """Not even where the time was over before any of them began."""
    words = ["find", "at-most=999"] if question == "find" else ["best", "--maximise", "count(U,R)"]
    for at in (1, 5):
        _, _, printed = asked([*words, "--size", str(size)], at)
        if printed.out:
            engine = json.loads(printed.out).get("query", {}).get("engine", "annealing")
            assert engine == "auto" or size in ENGINES[engine].sizes
            assert "None" not in printed.err


@pytest.mark.parametrize("size", range(2, 9))
def test_stickers_of_a_face_that_touch(size):
    """Against coordinates in space: along a side, or at a point alone."""
    puzzle = cube_puzzle(size)
    for pairs, apart in ((puzzle.side_pairs, 4), (puzzle.diagonal_pairs, 8)):
        near = {
            (a, b)
            for face in range(6)
            for a in puzzle.face(face)
            for b in puzzle.face(face)
            if a < b and squared(puzzle.locations[a][0], puzzle.locations[b][0]) == apart
        }
        assert sorted(near) == list(pairs)


def squared(a, b) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def test_auto_begins_with_an_engine_that_takes_the_cube():
    for size in (3, 10, 11, 50):
        puzzle = pattern_of(["at-most=999"], size).puzzle
        assert size in ENGINES[load_engine(puzzle=puzzle).works].sizes
