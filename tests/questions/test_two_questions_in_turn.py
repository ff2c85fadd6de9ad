"""What outlives a question is asked two different ones in turn, in both orders, beside new objects and processes.

Questions for whole processes, and what is found in memory after them, are in `lasting`.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import lasting_code
import pytest
from lasting_objects import LASTING

from cubecsp._native import ProofChecker
from cubecsp.models.proofs import lrat

PROGRAM = Path(__file__).parents[1] / "helpers" / "lasting.py"

COSTLY = {
    "cubecsp.search.optimal_tables._load_engine": "moves may be found before it is needed: LASTING['engine-of-optimal']",
    "cubecsp.search.reduce_to_five._phase_search": "tests/search/test_reduce_to_five.py solves cubes of several sizes with it",
    "cubecsp.search.reduce_to_five._plan": "tests/search/test_reduce_to_five.py solves cubes of several sizes with it",
}
"""Caches that take seconds to fill, or may not be needed, with the tests that ask them several questions."""

CONSTANT = {
    "cubecsp.models.core.diagram._weight": "numbers as good as random for a sticker and a colour",
    "cubecsp.models.counting.subgroups.conjugate": "the image of a group of symmetries, as a set of numbers",
    "cubecsp.puzzle.cube.state._shown_by": "new names of stickers for each piece in DBL, of a cube of some size",
}
"""Caches that no command of `lasting` needs twice: they depend only on arguments that are not objects."""

ELSEWHERE = {
    "cubecsp.lazy.importer.homes": "the names in the stub of a package, which commands do without",
    "cubecsp.models.blackboard.board.face_patterns": "the 80 patterns of a face",
    "cubecsp.server.request_models.model_of": "tests/server/test_server_schema.py makes requests for all questions",
    "cubecsp.work.build.build": "says which files the package has: tests/work/test_cluster.py",
}
"""Caches that no command of `lasting` uses, with the tests that ask them."""

VARIABLES = {
    "cubecsp.questions.finding.numbering._known",
    "cubecsp.search.pocket._known",
    "cubecsp.search.table_cache._in_memory",
    "cubecsp.search.table_cache._locks",
    "cubecsp.search.thistlethwaite._solvers",
}
"""Variables of modules in which something is kept from one question to the next."""

OF_ONE_QUESTION = {
    "cubecsp.stopping.deadline._current": "is set back when a question ends: tests/questions/test_one_deadline.py",
    "cubecsp.interface._interface": "is set back by its context: tests/package/test_interface.py",
    "cubecsp.stopping.signals._woken": "is set back by its context",
    "cubecsp.search.optimal._busy": "a lock",
    "cubecsp.search.optimal_tables._last": "says which engine is loaded: LASTING['engine-of-optimal']",
    "cubecsp.search.optimal_tables._loading": "a lock",
    "cubecsp.work.dask_cluster._here": "LASTING['worker-of-a-cluster']",
}
"""Variables that keep nothing that another question could meet, or are asked twice as objects."""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The answers of a process asked forwards, and of one asked backwards at the same time, with separate tables."""
    running = [
        subprocess.Popen(
            [sys.executable, PROGRAM, *options],
            env=os.environ | {"CUBECSP_CACHE": str(tmp_path_factory.mktemp("tables"))},
            stdout=subprocess.PIPE,
        )
        for options in ([], ["--backwards"])
    ]
    told = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    return [json.loads(text) for text in told]


@pytest.mark.slow
def test_no_answer_depends_on_what_was_asked_before(both):
    forwards, backwards = (one["answers"] for one in both)
    assert [*backwards] == [*reversed(forwards)]
    for question, answer in forwards.items():
        assert backwards[question] == answer, question
        assert answer[0] in (0, 1), question


@pytest.mark.slow
def test_neighbours_are_answered_differently(both):
    """Else an answer to the one could pass for that to the other."""
    answers = [answer[1] for answer in both[0]["answers"].values()]
    alike = sum(one == other for one, other in itertools.pairwise(answers))
    assert alike < len(answers) / 20


@pytest.mark.slow
def test_every_cache_of_the_package_was_filled_twice(both):
    """A new one needs two questions in `lasting` that it has different values for."""
    too_rarely = {
        name: misses
        for name, (_, misses, takes_arguments) in both[0]["caches"].items()
        if misses < (2 if takes_arguments else 1)
    }
    assert {*too_rarely} <= {*COSTLY, *CONSTANT}
    assert {*COSTLY, *CONSTANT} <= {*both[0]["caches"]}


@pytest.mark.slow
def test_nothing_else_is_kept_in_variables_of_modules(both):
    """A new one needs questions in `lasting` whose answers differ if it is not looked at closely."""
    assert {*both[0]["variables"]} <= VARIABLES


@pytest.mark.slow
def test_the_code_has_no_other_caches(both):
    """A new one in any module is named here, and gets two questions in `lasting` or a separate test."""
    assert lasting_code.caches() == {*both[0]["caches"], *ELSEWHERE}
    assert lasting_code.variables() == VARIABLES | {*OF_ONE_QUESTION}


@pytest.mark.ordinary(4)
@pytest.mark.parametrize("name", LASTING)
def test_an_object_answers_as_a_new_one_does(name):
    thing = LASTING[name]
    alone = [ask(thing.make()) for ask in thing.questions]
    assert any(one != other for one, other in itertools.pairwise(alone))
    for first, second in itertools.permutations(range(len(alone)), 2):
        made = thing.make()
        for number in (first, second, second, first):
            assert thing.questions[number](made) == alone[number], (first, second, number)


REFUTED = b"p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
PROOF = (b"5 1 0 1 2 0\n", b"6 -1 0 3 4 0\n", b"7 0 5 6 0\n")
AFTERWARDS = (b"8 2 0 7 0\n", b"8 d 1 2 0\n", b"8 1 -2 0 2 0\n", b"8 0 7 0\n")


@pytest.mark.parametrize("line", AFTERWARDS)
@pytest.mark.parametrize(
    "checked", [ProofChecker, lambda text: lrat.LratChecker(text.splitlines())]
)
def test_what_is_proven_stays_so_whatever_is_checked_next(checked, line):
    checker = checked(REFUTED)
    for number, each in enumerate((*PROOF, line), 1):
        checker.check(each)
        assert checker.proven is (number >= len(PROOF))
