"""What outlives a question is asked two different ones in turn, in both orders, beside new objects and processes.

Questions for whole processes, and what is found in memory after them, are in `lasting`.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import lasting
import lasting_code
import pytest
from asking import ask, untimed
from lasting_objects import LASTING
from looks import HOURS, MOST_LOOKS, Watched

from cubecsp._native import ProofChecker, ask_to_stop
from cubecsp.models.proofs import lrat
from cubecsp.stopping import deadline

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


ENDED = {
    "cubecsp.models.core.membership._by_visiting": "find holds=DISCS[0]:DISCS[1] --puzzle lock.json",
    "cubecsp.models.core.membership._reachable": "find not-home=CORNERS --puzzle skewb --limit 1",
    "cubecsp.models.counting.corner_rejection._trials_of": "sample no-touching=side -n 3 --seed 1",
    "cubecsp.models.counting.coupled_edges._sums_or_reason": "count solved=corners no-touching=side --method corner-walk",
    "cubecsp.models.counting.coupled_slots._coupled_slots": "count edges-paired --size 4 --method coupled-slots",
    "cubecsp.models.counting.few_slots._automaton": 'count "count(U, R F)==3" --method few-slots',
    "cubecsp.models.counting.group._at_a_look": 'count "not oriented=all" solved=CENTERS --puzzle skewb',
    "cubecsp.models.counting.matchings.visited_kinds": "count edges-paired --size 4 --method coupled-slots",
    "cubecsp.models.counting.matchings.ways_of_orbit": "count symmetric=C2-a oriented=corners",
    "cubecsp.models.engines.grounding.check_grounding": "find solved=URF+UFL+ULB rule.lp --size 2 --limit 2",
    "cubecsp.puzzle.cube.images.images_under": "find solved=F2L+UR --limit 3",
    "cubecsp.search.stabiliser_chain._chain": "solve R --puzzle skewb --method stabiliser-chain",
    "cubecsp.questions.finding.numbering._known": f"rank {lasting.SOLVED} solved=F2L",
    "cubecsp.search.pocket._known": 'solve "R U F2" --size 2',
    "cubecsp.search.thistlethwaite._solvers": 'solve "R U F" --method thistlethwaite',
}
"""By what is kept, questions that a limit may end while it is made."""

NEVER_HALF = {
    "cubecsp.search.optimal_tables._load_engine": "tests/search/test_optimal_and_two_phase.py",
    "cubecsp.search.table_cache._in_memory": "tests/search/test_table_cache.py",
    "cubecsp.search.table_cache._locks": "tests/search/test_table_locks.py",
}
"""The same for what takes long to make, or more than one process, with the tests that end it."""


AT_ONCE = {"cubecsp.search.thistlethwaite._solvers"}
"""What is made in a tenth of a second, whatever the limit."""


def forget_all():
    """Forget what a limit may have left half made."""
    for name in ENDED:
        module, _, kept = name.rpartition(".")
        kept = getattr(importlib.import_module(module), kept)
        (kept.cache_clear if hasattr(kept, "cache_clear") else kept.clear)()


def asked(line, watched, monkeypatch):
    """Return the answer to a question, asked while looks are counted."""
    with monkeypatch.context() as patch:
        patch.setattr(deadline, "look_for_signals", watched.look)
        patch.setattr(deadline, "time", watched)
        told = ask(*shlex.split(line), "--time-limit", HOURS // 2, terminal=False)
    ask_to_stop(False)
    return told.code, untimed(told.out), untimed(told.err)


@pytest.mark.ordinary(5)
@pytest.mark.parametrize("name", ENDED)
def test_what_a_limit_ends_is_not_remembered(name, monkeypatch, tmp_path):
    """Wherever it falls while something is made that is kept: the same question is then answered as by a new process."""
    monkeypatch.chdir(tmp_path)
    for file, texts in lasting.FILES.items():
        Path(file).write_text(f"{texts[0]}\n")
    forget_all()
    never = Watched(0, signalled=True, noting=True)
    alone = asked(ENDED[name], never, monkeypatch)
    within = lasting.endable(never)
    assert {*within} <= {*ENDED}
    file = sys.modules[name.rpartition(".")[0]].__file__
    spans = [span for code, span in never.within.items() if code.co_filename == file]
    first, last = within.get(name) or (min(spans)[0], max(span[1] for span in spans))
    for at, signalled in {first: False, (first + last) // 2: False, last - 1: True}.items():
        forget_all()
        watched = Watched(at, signalled=signalled)
        told = asked(ENDED[name], watched, monkeypatch)
        assert told != alone or name in AT_ONCE or (at > first and name not in within), at
        assert watched.looks <= at + MOST_LOOKS, (at, signalled)
        assert asked(ENDED[name], Watched(0, signalled=True), monkeypatch) == alone, (at, signalled)


@pytest.mark.slow
def test_whatever_a_limit_may_leave_half_made_is_ended(both):
    """A new cache in which something looks at the clock, and a new variable, needs a question in `ENDED`."""
    endable = {*both[0]["endable"], *both[1]["endable"]}
    assert endable | VARIABLES == {*ENDED, *NEVER_HALF}


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
