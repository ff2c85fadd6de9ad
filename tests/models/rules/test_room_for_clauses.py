"""What takes too many clauses is refused before one of them is stated; what takes fewer takes as many as predicted."""

from __future__ import annotations

import re
import tracemalloc

import pytest
from asking import ask

from cubecsp import InputError, memory
from cubecsp.models.engines import Problem, load_engine
from cubecsp.models.engines.clause_numbers import clauses_of
from cubecsp.models.engines.clauses import Encoding, memory_of
from cubecsp.models.engines.cnf import CnfSink
from cubecsp.models.engines.cpsat import CpSatSink
from cubecsp.models.engines.exports import write
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.asking.cubes_and_rules import pattern_of

FEW = 1_000  # clauses, which show whatever is not predicted


def problem_of(rules, size):
    pattern = pattern_of(rules, size)
    return Problem(pattern.puzzle, pattern.primitives, SYMMETRIES[:1])


def stated(rules, size):
    sink = CnfSink()
    Encoding(problem_of(rules, size), sink)
    return len(sink.clauses)


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("rules", "size"),
    [
        (["at-most=4"], 3),
        (["at-most=20"], 7),
        (["at-most=9", "count(U, R) >= 5"], 5),
        (["any(at-most=6, at-most=7)"], 4),
        (["faces-differ"], 4),
    ],
)
def test_as_many_clauses_are_stated_as_predicted(rules, size):
    real = stated(rules, size) - stated([], size)
    predicted = clauses_of(problem_of(rules, size), counts=False)
    assert real / 3 - FEW <= predicted <= 2 * real + FEW


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(("rule", "size"), [("symmetric=C3", 5), ("junctions=anywhere", 3)])
def test_as_many_clauses_of_tables_are_stated_as_predicted(rule, size):
    real = stated([rule], size) - stated([], size)
    assert real / 2 <= clauses_of(problem_of([rule], size), counts=False) <= 3 * real


@pytest.mark.slow
def test_the_memory_that_is_predicted_is_what_is_allocated():
    problem = problem_of(["at-most=20"], 7)
    tracemalloc.start()
    write(problem, "cnf", "")
    allocated = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert allocated / 2 <= memory_of(problem, CnfSink) <= 2 * allocated


@pytest.mark.parametrize("rules", [["at-most=900"], ["any(at-most=900, at-most=901)"]])
def test_gigabytes_of_clauses_are_refused_at_once(rules, monkeypatch):
    problem = problem_of(rules, 50)
    monkeypatch.setattr(CnfSink, "clause", lambda *_: pytest.fail("a clause was stated"))
    with pytest.raises(
        InputError, match=r"50×50×50.* needs about \d+ GB of memory.*use the engine cpsat"
    ):
        next(load_engine("cnf").blocks(problem))
    with pytest.raises(InputError, match=r"needs about \d+ GB.*as opb"):
        write(problem, "cnf", "")
    assert memory_of(problem, CpSatSink) < memory.MOST


@pytest.mark.slow
def test_a_way_that_takes_too_much_memory_as_well_is_not_named():
    with pytest.raises(InputError, match="use the engine annealing, or ask"):
        write(problem_of(["any(junctions=face, at-most=3)"], 50), "cnf", "")


def test_numbers_of_bytes_in_words():
    for number, words in {
        0: "0 bytes",
        1: "1 byte",
        999: "999 bytes",
        1_234: "1.2 kB",
        13_000: "13 kB",
        999_499: "999 kB",
        999_700: "1.0 MB",
        3_400_000: "3.4 MB",
        9_960_000: "10 MB",
        1_230_000_000: "1.2 GB",
        67 * 10**9: "67 GB",
        5_432 * 10**9: "5,432 GB",
    }.items():
        assert memory.size_in_words(number) == words


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("size", [34, 50])
def test_how_many_cubes_there_are_is_written_at_every_size(size):
    counted = ask("count", "--size", size)
    assert counted.code == 0
    number = re.search(r"^[\d,]+", counted.out)[0].replace(",", "")
    assert len(number) > 4_300
    assert f'"count": {number}' in ask("count", "--size", size, "--json").out
    assert ask("rank", "--size", size, "U").code == 0
