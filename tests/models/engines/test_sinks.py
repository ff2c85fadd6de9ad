"""Where clauses go: every sink takes every demand to mean the same, which is counted out here."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys

import cp_sat
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from pysat.solvers import Solver

from cubecsp import Cube
from cubecsp.models import Symmetric
from cubecsp.models.core.invariance import generated_group
from cubecsp.models.core.primitives import SlotDomain
from cubecsp.models.engines import Problem, exhaustive_engines, load_engine
from cubecsp.models.engines.cardinality_clauses import Sink
from cubecsp.models.engines.cnf import CnfSink, SolverSink
from cubecsp.models.engines.cpsat import CpSatSink
from cubecsp.models.engines.exports import _OpbSink
from cubecsp.puzzle.cube.cube_puzzle import CUBE

pytestmark = pytest.mark.native

Model = tuple[bool, ...]


def models_of_cnf(sink: CnfSink) -> list[Model]:
    with Solver("cadical195", bootstrap_with=sink.clauses) as solver:
        return [tuple(literal > 0 for literal in model) for model in solver.enum_models()]


def models_of_solver(sink: SolverSink) -> list[Model]:
    with SOLVERS.pop(sink) as solver:
        return [tuple(literal > 0 for literal in model) for model in solver.enum_models()]


def models_of_opb(sink: _OpbSink) -> list[Model]:
    constraints = []
    for line in sink.constraints:
        terms = re.findall(r"([+-]\d+) x(\d+)", line)
        sign, bound = re.search(r"(>=|=) (-?\d+) ;", line).groups()
        constraints.append(([(int(w), int(v)) for w, v in terms], sign, int(bound)))
    found = []
    for values in itertools.product((False, True), repeat=len(sink.names) - 1):
        totals = [(sum(w for w, v in t if values[v - 1]), s, b) for t, s, b in constraints]
        if all(total == b if s == "=" else total >= b for total, s, b in totals):
            found.append(values)
    return found


def models_of_cpsat(sink: CpSatSink) -> list[Model]:
    found = []
    literals = [sink.literal(v) for v in range(1, len(sink._literals))]

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            found.append(tuple(bool(self.Value(literal)) for literal in literals))

    solver = cp_sat.solver()
    solver.parameters.enumerate_all_solutions = True
    solver.solve(sink.model, Collector())
    return found


MODELS = {
    CnfSink: models_of_cnf,
    SolverSink: models_of_solver,
    _OpbSink: models_of_opb,
    CpSatSink: models_of_cpsat,
}

SOLVERS: dict[SolverSink, Solver] = {}
"""The solvers that have the clauses of sinks that keep none."""


def sink_of(kind: type[Sink]) -> Sink:
    if kind is not SolverSink:
        return kind()
    solver = Solver("cadical195")
    sink = SolverSink(solver.add_clause)
    SOLVERS[sink] = solver
    return sink


def test_every_sink_is_tested():
    assert set(MODELS) == set(Sink.__subclasses__())


@st.composite
def demands(draw):
    """Some demands on five variables, as calls and as what they mean."""
    literals = st.integers(1, 5).flatmap(lambda v: st.sampled_from([v, -v]))
    some = st.lists(literals, min_size=1, max_size=5, unique_by=abs)
    calls = []
    kinds = st.sampled_from(["clause", "one", "exactly", "odd", "count", "linear"])
    for kind in draw(st.lists(kinds, max_size=3)):
        chosen = draw(some)
        if kind == "count" and len(chosen) > 1:
            others = sorted({1, 2, 3, 4, 5} - set(map(abs, chosen)))
            escapes = draw(st.lists(st.sampled_from(others), unique=True)) if others else []
            unless = [v if draw(st.booleans()) else -v for v in escapes]
            calls.append(("count", (chosen, draw(st.integers(2, len(chosen))), unless)))
        elif kind == "linear":
            weights = {literal: draw(st.integers(1, 4)) for literal in chosen}
            others = sorted({1, 2, 3, 4, 5} - set(map(abs, chosen)))
            unless = (
                draw(st.lists(st.sampled_from(others), max_size=2, unique=True)) if others else []
            )
            calls.append(("linear", (weights, draw(st.integers(1, sum(weights.values()))), unless)))
        elif kind == "one":
            calls.append(("exactly_one", (chosen,)))
        elif kind == "exactly":
            calls.append(("exactly", (chosen, draw(st.integers(1, len(chosen))))))
        elif kind in ("clause", "odd"):
            calls.append((kind, (chosen,)))
    return calls


def means(call, values) -> bool:
    def true(literal):
        return values[abs(literal) - 1] == (literal > 0)

    name, arguments = call
    if name == "linear":
        total = sum(weight for literal, weight in arguments[0].items() if true(literal))
        return any(map(true, arguments[2])) or total >= arguments[1]
    number = sum(map(true, arguments[0]))
    if name == "count":
        return any(map(true, arguments[2])) or number >= arguments[1]
    if name == "exactly":
        return number == arguments[1]
    return {"clause": number >= 1, "exactly_one": number == 1, "odd": number % 2 == 1}[name]


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("sink", MODELS, ids=lambda sink: sink.__name__)
@example(calls=[("count", ([1, -2, 3], 2, [4]))])
@example(calls=[("linear", ({1: 3, 2: 2, -3: 1, 4: 1}, 4, [5]))])
@given(calls=demands())
@settings(max_examples=30)
def test_demands_mean_the_same_everywhere(sink, calls):
    made = sink_of(sink)
    assert [made.variable() for _ in range(5)] == [1, 2, 3, 4, 5]
    made.clause([1, -1])  # so that every variable is in one
    for v in range(2, 6):
        made.clause([v, -v])
    for name, arguments in calls:
        getattr(made, name)(*arguments)
    found = [model[:5] for model in MODELS[sink](made)]
    expected = [
        values
        for values in itertools.product((False, True), repeat=5)
        if all(means(call, values) for call in calls)
    ]
    assert set(found) == set(expected)
    if not any(len(arguments) == 3 and arguments[2] for _, arguments in calls):
        assert len(found) == len(expected), "auxiliary variables have a freedom of their own"


# ---------------------------------------------------------------- symmetry


def top_corners() -> list[Cube]:
    """Return all cubes with everything at home but the corners of the layer U."""
    cubes = []
    for pieces in itertools.permutations(range(4)):
        for turns in itertools.product(range(3), repeat=4):
            corners = [3 * p + t for p, t in zip(pieces, turns, strict=True)]
            cube = Cube.from_placements([*corners, *range(12, 24, 3)], Cube().edges)
            cubes += [cube] if cube.is_reachable else []
    return cubes


@pytest.mark.ordinary(3)
@pytest.mark.few(6)
@pytest.mark.parametrize("generators", ["y", "y2", "mx", "y+mx"])
@pytest.mark.parametrize("engine", exhaustive_engines())
def test_symmetry_leaves_the_least_of_every_class(engine, generators):
    """Also with groups that have more than mirrors, in which some symmetry differs from its inverse."""
    everything = top_corners()
    group = [s for s in generated_group(Symmetric(generators).groups[0]) if s.faces[0] == 0]
    free = frozenset(range(12))
    asked = [SlotDomain(0, slot, free if slot < 4 else frozenset({3 * slot})) for slot in range(8)]
    asked += [SlotDomain(1, slot, frozenset({2 * slot})) for slot in range(12)]
    problem = Problem(CUBE, tuple(asked), tuple(group))
    found = [e for e in load_engine(engine).solutions(problem) if isinstance(e, Cube)]
    least = {min((s.of(cube) for s in group), key=lambda c: c.corners) for cube in everything}
    assert least <= set(found) <= set(everything)
    assert len(found) == len(set(found))
    if len(group) > 1:
        assert len(found) < len(everything)


_ASKED_TO_STOP = """
import sys
from cubecsp._native import ask_to_stop
from cubecsp.models.engines.cpsat import CpSatSink

class Signal:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            ask_to_stop(True)

sys.meta_path.insert(0, Signal())
try:
    CpSatSink()
except KeyboardInterrupt:
    print(*sorted({"numpy", "pandas", "ortools"} & sys.modules.keys()))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "loaded"), [("pandas", "numpy pandas")])
def test_a_signal_while_cp_sat_is_loaded_ends_that_after_the_package_at_hand(asked, loaded):
    told = subprocess.run(
        [sys.executable, "-c", _ASKED_TO_STOP, asked], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == loaded.split()
