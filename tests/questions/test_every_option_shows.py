"""Each option of each question arrives: it changes the answer, or bars the question, or is named by the answer.

What the options do exactly is tested where they belong. The examples are by option, not by pair of question and option:
one that shows is looked for among the plain questions in `PLAIN`. Each question is asked in a new folder.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice, product
from pathlib import Path
from typing import Any

import pytest
from asking import scans, timeless
from pysat.formula import CNF
from pysat.solvers import Solver

from cubecsp import Cube, CubecspError, InputError, PocketCube, prove, rule
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.parameter import parameters
from cubecsp.questions.export import export

Values = dict[str, Any]

F2L = "solved=F2L"
FAR = "R U F2 L' B D2 R' F U2 L2 B' D R2 U'"
MADE = Cube.from_moves("R U F2 L").facelets
POCKET = PocketCube.from_moves("R U").facelets
SYMMETRIC = Cube.from_moves("M2 E2 S2").facelets
COLOURED = "".join(colour * 9 for colour in "WRGYOB")
CONFLICT = ["solved=cross", "not-home=D-layer"]
SKEWB: Values = {"puzzle": "skewb", "turns": "R,U"}
ONE = [f"stickers={MADE}"]
SOME = {"rules": "not-home=URF", "size": 2, "limit": 9, "seed": 1}
FINAL = "solved=F2L+edges"
DULL = [[95, 5, 5], [40, 60, 30], [50, 0, 60], [80, 0, 90], [60, 40, 60], [30, 10, 100]]
PHOTOS = [json.loads(scans()[name]) for name in ("scan.json", "doubtful.json")]
NOT_GIVEN: Any = "not given"
CALLS: list[Any] = []


def called(*said: Any) -> None:
    CALLS.append(said)


@rule(on="face")
def calm(face):
    return face[0] == face[3]


CALM = calm


@rule(on="face")
def calm(face):
    return face[0] != face[3]


def models(text: str) -> list[str]:
    """Return two solutions of an exported question, as solvers print them."""
    with Solver("cadical195", bootstrap_with=CNF(from_string=text)) as solver:
        return ["v " + " ".join(map(str, model)) for model in islice(solver.enum_models(), 2)]


EXPORTED = export("at-most=3", "cnf", size=2)
OF_OWN = export([CALM, "at-most=3"], "cnf", size=2)
SOLUTIONS = [*models(EXPORTED), *models(OF_OWN)]

PLAIN: dict[str, list[Values]] = {
    "find": [{"rules": ONE}, {"rules": F2L, "limit": 3}, {"rules": "solved=CORNERS", **SKEWB}],
    "count": [{"rules": F2L}, SKEWB, {"size": 2}], "sample": [{"rules": F2L, "n": 3, "seed": 1}, {"seed": 1, **SKEWB}],
    "scramble": [{"rules": F2L, "n": 2, "seed": 1}, {"seed": 1, **SKEWB}, {"seed": 1, "size": 2}],
    "rank": [{"cubes": "R U R' U'"}, {"cubes": "R", **SKEWB}], "unrank": [{"numbers": [5], "rules": F2L}, {"numbers": [2], **SKEWB}],
    "best": [{"rules": ONE, "maximise": "count(F, U)"}, {"rules": F2L, "maximise": "count(F, U)", "limit": 2},
             {"rules": "solved=CORNERS", "prefer": {"solved=CORNERS": 1}, **SKEWB}],
    "explain": [{"rules": CONFLICT, "engine": "native"}, {"rules": ["solved=CORNERS", "not-home=CORNERS"], **SKEWB},
                {"rules": "solved=all", "size": 2, "beyond": 1}],
    "prove": [{"rules": "solved=all", "size": 2, "folder": "proof"}, {"rules": "solved=CORNERS", "folder": "proof", **SKEWB}],
    "verify": [{"folder": "../certificate"}, {"folder": "../own", "rules": [CALM]}],
    "check": [{"cubes": "R U", "rules": F2L}, {"cubes": "R", **SKEWB}], "describe": [{"cubes": "R U"}, {"cubes": "R", **SKEWB}, {}],
    "repair": [{"cubes": "R" + Cube().facelets[1:]}, {"cubes": "R", **SKEWB}],
    "recognise": [{"colours": QUESTIONS["recognise"].example["colours"]}],
    "complete": [{"cubes": "..." + Cube().facelets[3:]}, {"cubes": "R", **SKEWB}], "fewest": [{"cubes": "R U", "size": 2}],
    "solve": [{"cubes": "R U F2"}, {"cubes": "R U", "size": 2}, {"cubes": "R", **SKEWB}],
    "solve_all": [{"cubes": "U D", "method": "breadth-first"}, {"cubes": "R U", "size": 2}, {"cubes": "R", **SKEWB}],
    "reach": [{"cubes": "R U", "rules": "solved=cross"}, {"cubes": "R", "rules": "solved=all", **SKEWB}],
    "apply": [{"moves": "R U"}, {"moves": "R", "puzzle": "skewb"}], "invert": [{"moves": "R U"}],
    "mirror": [{"moves": "R U"}], "rotate": [{"moves": "R U", "by": "y"}],
    "convert": [{"cubes": "R U", "to": "facelets"}, {"cubes": "R", "to": "kpattern", "puzzle": "skewb"}],
    "picture": [{"cubes": "R U"}, {"cubes": "R", "puzzle": "skewb"}], "rules": [{}], "meaning": [{"rules": F2L}],
    "export": [{"rules": "solved=all", "size": 2, "to": "cnf"}, {"rules": "solved=CORNERS", "to": "cnf", **SKEWB}],
    "import_solution": [{"exported": EXPORTED, "output": SOLUTIONS[0]}, {"exported": OF_OWN, "output": SOLUTIONS[2]}],
}  # fmt: skip
"""Questions of each kind that are answered at once."""


@dataclass(frozen=True)
class Example:
    """Two values of an option that the answers tell apart.

    Attributes:
        one: a value with which the question is answered.
        other: another one.
        beside: what else is asked.
        way: if given, the answers are the same, and their queries name two ways under this entry.
        bars: whether the other value bars the question.
    """

    one: Any
    other: Any
    beside: Values = field(default_factory=dict)
    way: str = ""
    bars: bool = False


def of(one: Any, other: Any, way: str = "", **beside: Any) -> Example:
    return Example(one, other, beside, way)


def bars(one: Any, other: Any, **beside: Any) -> Example:
    return Example(one, other, beside, bars=True)


BY_OPTION: dict[str, Sequence[Example]] = {
    **dict.fromkeys(("classes", "estimate", "explain", "depths", "up_to_rotation",
                     "symmetry", "of_count", "prove", "letters", "shapes"), (of(False, True),)),
    **dict.fromkeys(("on_found", "on_answer", "on_bounds"), (of(NOT_GIVEN, called),)),
    **dict.fromkeys(("marked", "ringed"), (of((), ["U1"]),)),
    "rules": [of(CONFLICT, [CONFLICT[0], "not-home=D-layer,URF"]), of(F2L, "solved=cross"),
              of("solved=all", "solved=URF", size=2), of([CALM], [calm]), bars([CALM], [calm])],
    "puzzle": [of("skewb", "pyraminx"), of("skewb", "pyraminx", rules="solved=all"),
               of("skewb", "pyraminx", rules="solved=all", prefer={"solved=all": 1}),
               bars("megaminx", "skewb", moves="R++ D--"), bars("megaminx", "skewb", moves="U", by="Uv")],
    "ignore_orientation": [of((), orbit, puzzle="skewb", **more) for more in ({}, {"turns": NOT_GIVEN})
                           for orbit in ("CORNERS", "CENTERS")],
    "size": [of(2, 3), of(2, 3, cubes="R U"), of(2, 3, cubes="R U", rules="solved=all"), bars(6, 2, moves="3Rw")],
    "turns": [of("R,U", "R"), of("R,U", "R,U,L,B", rules=["not-home=CENTERS"]), of("R,U", "R", limit=100),
              of("U", "U2", cubes="U2"), of("R,U", "U")],
    "limit": [of(1, 2), of(1, 2, cubes="U D", rules="solved=all"), of(1, 2, cubes="." * 27 + MADE[27:]), of(1, 2, colours=PHOTOS[1])],
    "engine": [of("native", "cnf", "engine"), of("native", "cnf"), of("native", "python")],
    "engine_options": [of((), "patience=10", "engine_options", engine="native")],
    "use_symmetry": [of(True, False, limit=5)], "seed": [of(1, 2), of(1, 2, estimate=True, rules="not-home=URF")],
    "hint": [of(NOT_GIVEN, "U", limit=1)], "threads": [of(1, 2), of(1, 2, method="optimal", pruning_table="tiny")],
    "time_limit": [of(NOT_GIVEN, 1e-6), of(NOT_GIVEN, 1e-6, to="moves")],
    "on_progress": [of(NOT_GIVEN, called), of(NOT_GIVEN, called, cubes=FAR, method="optimal", pruning_table="tiny")],
    "allow": [bars("include", (), rules=["solved=all", "../own.lp"]), bars("include", (), rules=["../own.lp"], to="asp")],
    "solve": [of(NOT_GIVEN, "two-phase")], "metric": [of("htm", "qtm", cubes="R2 U"), of("htm", "qtm", solve="breadth-first")],
    "max_length": [of(20, 1, max_nodes=1000), of(20, 1)], "max_nodes": [of(NOT_GIVEN, 1), of(NOT_GIVEN, 1, depths=True)],
    "pruning_table": [of("tiny", "small"), of("tiny", "small", method="optimal")], "link": [of("twizzle", "cubedb")],
    "sort": [of(NOT_GIVEN, "length", solve="two-phase", **SOME), of(NOT_GIVEN, "ease")],
    "scheme": [of("WRGYOB", "WRGBOY", cubes=COLOURED), of("WRGYOB", "WRGBOY", to="colours"), of("WRGYOB", "WRGBOY")],
    "same_under": [of((), "auf"), of((), "auf", up_to=3)], "project": [of(NOT_GIVEN, "U")],
    "resume": [of(NOT_GIVEN, "work.db", **more) for more in ({}, {"limit": None}, {"method": "listing", "rules": FINAL})],
    "cluster": [of(NOT_GIVEN, "local:1", **more)
                for more in ({}, {"limit": None}, {"method": "rejection", "rules": "at-most=4"}, {"method": "listing", "rules": FINAL})],
    "given": [of(NOT_GIVEN, "solved=cross")], "samples": [of(10, 20, estimate=True)],
    "method": [of("pieces", "few-slots", rules=F2L), of("pieces", "listing", rules=FINAL, cubes="U U'"),
               of("pieces", "listing", rules=FINAL, numbers=[1]), of("two-phase", "thistlethwaite"),
               of("optimal", "breadth-first", "method", pruning_table=NOT_GIVEN)],
    "n": [of(1, 2)], "distinct": [bars(False, True, rules="solved=all", n=2, size=2)],
    "tries": [of(100, 1, rules="at-most=3", method="rejection")], "random_moves": [of(2, 3)],
    "cubes": [of("R U", "R2 U"), of("..." + MADE[3:], "...." + MADE[4:])],
    "format": [of("facelets", "net", cubes=MADE), bars("facelets", "net", cubes=MADE), of("facelets", "net", cubes=POCKET),
               bars("facelets", "net", cubes=POCKET)],
    "order": [of("URFDLB", "UFLDBR", cubes=SYMMETRIC), of("URFDLB", "ULFRBD", cubes=MADE),
              of("URFDLB", "UFLDBR", cubes=PocketCube().facelets)],
    "numbers": [of([1], [2])], "maximise": [of("count(F, U)", "count(U, U)")],
    "minimise": [of("count(F, U)", "count(U, U)", maximise=NOT_GIVEN)],
    "prefer": [of({"solved=cross": 1}, {"solved=cross": 2}, maximise=NOT_GIVEN)], "then": [of((), "count(R, U)")],
    "pareto": [of(False, True, then="-count(F, U)")], "beyond": [of(0, 1)],
    "folder": [of("proof", "other"), of("../certificate", "../own", rules=[CALM])], "foreign": [of((), "dratify")],
    "by": [of("sticker", "piece"), of("y", "x")], "confusion": [of(NOT_GIVEN, "camera")], "colours": [of("western", "grey"), of(*PHOTOS)],
    "space": [of("rgb", "lab", colours=[colour for colour in DULL for _ in range(4)])],
    "confirm": [of((), "U1=white")], "faces": [of("given", "any")], "list_cubes": [of(True, False)],
    "after": [of(NOT_GIVEN, "U"), of(NOT_GIVEN, "U", method=NOT_GIVEN, pruning_table="tiny")],
    "up_to_commuting": [of(False, True, cubes="U D", size=3), of(False, True, cubes="U D", rules="solved=all")],
    "up_to": [of(2, 3), of(2, 1)], "niss": [of(False, True), of(False, True, moves="R (U)")],
    "keep": [of(1, 100, rules=["solved=cross", "then", F2L])], "moves": [of("R U", "R U2")],
    "plane": [of("LR", "UD")], "to": [of("facelets", "net"), of("cnf", "mzn")],
    "up": [of("R", "D", front="F"), of("R", "L", front="F")], "front": [of("F", "R", up="U")],
    "view": [of("net", "cube")], "back": [of(NOT_GIVEN, "beside", view="cube")],
    "rotation": [of(NOT_GIVEN, "y10", view="cube")], "arrows": [of("", "U1U3")], "background": [of(NOT_GIVEN, "red")],
    "title": [of("", "cube")], "names": [of((), "symmetric")],
    "exported": [of(EXPORTED, OF_OWN), bars(EXPORTED, OF_OWN)], "output": [of(*SOLUTIONS[:2])],
}  # fmt: skip
"""By option, examples of which one shows for each question that has it."""

THREADS = "threads change the time only; tests/native/test_workers.py counts them"
TABLES = "the size of a table changes the time only; tests/search/test_optimal.py uses each"
CLUSTER = "processes change the time only; tests/work/test_cluster.py counts their tasks"
UNSEEN = {
    **{(name, "threads"): THREADS for name in ("find", "count", "sample", "scramble", "best", "solve", "solve_all")},
    **{(name, "pruning_table"): TABLES for name in ("find", "best", "solve", "solve_all")},
    **{(name, "cluster"): CLUSTER for name in ("find", "count", "sample", "scramble", "solve")},
    ("describe", "prove"): "the moves of near cubes are proven anyway; tests/questions/test_describe.py proves others",
    ("verify", "seed"): "other random cubes find nothing wrong with a right certificate either",
}  # fmt: skip
"""The pairs of a question and an option whose answers are the same, as promised, and name no way, with the reason."""

SLOW = {
    *(pair for pair in UNSEEN if pair[1] in ("cluster", "pruning_table")),
    *(("fewest", "size"), ("scramble", "turns"), ("explain", "turns"), ("explain", "engine")),
}
"""The expensive pairs: tables, processes, and larger questions."""


@dataclass(frozen=True)
class Outcome:
    """How a question ends: an answer without times, counted work and its query, or an error; and its effects."""

    kind: str
    answer: Any
    calls: bool = False
    files: tuple[str, ...] = ()
    query: Any = field(default=None, compare=False)


@dataclass
class Place:
    """Asks each question in a new folder, beside what some of them read."""

    folder: Path
    patch: pytest.MonkeyPatch
    numbers: Iterator[int] = field(default_factory=count)

    def ask(self, name: str, values: Values) -> Outcome:
        here = self.folder / str(next(self.numbers))
        here.mkdir()
        self.patch.chdir(here)
        CALLS.clear()
        given = {key: value for key, value in values.items() if value is not NOT_GIVEN}
        try:
            answer = asks(QUESTIONS[name])(**given)
        except InputError as error:
            return Outcome("refused", str(error))
        except CubecspError as error:
            return Outcome("failed", type(error).__name__)
        files = tuple(sorted(path.name for path in here.iterdir()))
        said = answer.as_dict()
        return Outcome(
            "answered", timeless(said, "statistics", "query"), bool(CALLS), files, said.get("query")
        )

    def shows(self, name: str, option: str, example: Example, plain: Values) -> bool | None:
        """Return whether two values are told apart; None if the question is not answered with both."""
        asked = plain | example.beside
        one = self.ask(name, asked | {option: example.one})
        if one.kind != "answered":
            return None
        other = self.ask(name, asked | {option: example.other})
        if example.bars or other.kind == "refused":
            return True if example.bars and other.kind == "refused" else None
        if not example.way:
            return one != other
        return one == other and one.query[example.way] != other.query[example.way]

    def found(self, name: str, option: str) -> Iterator[bool | None]:
        """Yield what each example shows about each plain question."""
        known = parameters(QUESTIONS[name])
        for example, plain in product(BY_OPTION[option], PLAIN[name]):
            if known.keys() >= example.beside.keys():
                yield self.shows(name, option, example, plain)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("options")
    prove("solved=all", folder / "certificate", size=2)
    prove(["solved=URF", CALM], folder / "own", size=2)
    (folder / "more.lp").write_text(":- shows(u1,C), shows(u3,C).")
    (folder / "own.lp").write_text('#include "more.lp".')
    with pytest.MonkeyPatch.context() as patch:
        for module in ("sample", "count", "finding.optimum", "finding.numbering", "asking.search_run"):  # fmt: skip
            patch.setattr(importlib.import_module(f"cubecsp.questions.{module}"), "_BETWEEN_REPORTS", 0.0)  # fmt: skip
        yield Place(folder, patch)


EXPENSIVE = [pytest.param(name, True, marks=pytest.mark.slow) for name in dict(sorted(SLOW))]


@pytest.mark.parametrize(("name", "slow"), [*((name, False) for name in QUESTIONS), *EXPENSIVE])
def test_every_option_shows(place, name, slow):
    wrong = []
    for option in parameters(QUESTIONS[name]):
        if ((name, option) in SLOW) != slow:
            continue
        if (name, option) not in UNSEEN:
            right = any(place.found(name, option))
        else:
            found = {*place.found(name, option)}
            right = False in found and True not in found
        wrong += [] if right else [option]
    assert wrong == []


def test_every_example_and_reason_is_about_an_option():
    known = {(name, option) for name in QUESTIONS for option in parameters(QUESTIONS[name])}
    assert {*UNSEEN} <= known
    assert {*BY_OPTION} == {option for _, option in known}
    assert {*PLAIN} == {*QUESTIONS}
