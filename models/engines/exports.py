"""Problems as files for other solvers, with a map back to states.

The first lines are comments: one with the header that the writer is given, in one line, and for
every variable that says what a slot holds, which. A slot is written as the faces that it touches (URF) or,
if that would not distinguish slots, on cubes larger than 3×3×3, as its stickers (U2-B3); of other puzzles it has the
names that it has in logic programs (`cubecsp.models.engines.vocabulary`). OPB is the format
of the pseudo-Boolean competitions (O. Roussel and V. Manquinho); only its linear part is used, without negated variables,
which not all solvers read.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.models.engines.cardinality_clauses import BYTES_WITH_COUNTS, Sink
from cubecsp.models.engines.clauses import Encoding
from cubecsp.models.engines.cnf import CnfSink, dimacs
from cubecsp.models.engines.cpmpy_source import CpmpyProgram
from cubecsp.models.engines.cpsat import CpSatSink
from cubecsp.models.engines.engine import Problem, State
from cubecsp.models.engines.logic_program import write_program
from cubecsp.models.engines.minizinc import MiniZincModel
from cubecsp.models.engines.readable_model import Names, ReadableModel
from cubecsp.models.engines.rule_groups import GroupedClauses, NamedDemand
from cubecsp.models.engines.vocabulary import Vocabulary, slot_places
from cubecsp.models.engines.xcsp import XcspInstance
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.stopping.deadline import look
from cubecsp.suggestions import alternatives, suggestion

EXPORTS: dict[str, str] = {
    "cnf": "DIMACS CNF, for SAT solvers",
    "gcnf": "GCNF with a group for each rule, for tools that find minimal conflicts",
    "wcnf": "WCNF with a soft clause for each rule, for MaxSAT solvers",
    "opb": "OPB, for pseudo-Boolean solvers",
    "mzn": "MiniZinc, for constraint solvers",
    "xcsp": "XCSP3, for constraint solvers",
    "cpmpy": "a program of CPMpy, in Python",
    "proto": "the model of CP-SAT as protocol buffer text, for OR-Tools",
    "asp": "a logic program, for clingo",
}
"""Every format that can be written."""

ALIASES: dict[str, str] = {
    "dimacs": "cnf",
    "sat": "cnf",
    "pb": "opb",
    "pseudo-boolean": "opb",
    "mus": "gcnf",
    "maxsat": "wcnf",
    "minizinc": "mzn",
    "cp-sat": "proto",
    "xcsp3": "xcsp",
    "python": "cpmpy",
    "clingo": "asp",
    "lp": "asp",
}
"""Other names of these formats."""

FOR_PROGRAMS = "asp"
"""The format in which logic programs written by the user can be stated."""

GROUPED = ("gcnf", "wcnf")
"""The formats in which solvers may drop rules."""

_COMMENT = {"opb": "*", "mzn": "%", "asp": "%%", "xcsp": "<!--", "cpmpy": "#", "proto": "#"}
_COMMENT |= dict.fromkeys(("gcnf", "wcnf", "cnf"), "c")
_START = {
    to: f"{mark} cubecsp " if to in ("cnf", "opb", "mzn", "asp") else f"{mark} cubecsp {to} "
    for to, mark in _COMMENT.items()
}
"""How the header begins in each format; what begins another one comes later."""

_READABLE: dict[str, Callable[[Problem], ReadableModel]] = {
    "mzn": MiniZincModel,
    "xcsp": XcspInstance,
    "cpmpy": CpmpyProgram,
}
_WRITTEN_ONLY = (*GROUPED, "proto")  # what their solvers print is no list of cubes

_MAX_COMMENTS = (
    200_000  # lines at the beginning of a file; `write` needs 86,594 names for a 50×50×50
)
_MAX_SOLUTIONS = 1_000_000
_MAX_BLOCK = 100_000  # characters of one solution that MiniZinc prints

_NAMED = re.compile(r"[c*] x?([0-9]{1,9}): ([\w-]{2,40}) holds (\w{1,40})$", re.ASCII)
_VALUE = re.compile(r"([-~]?)x?([0-9]{1,9})", re.ASCII)
_PUT = re.compile(r"\bput\(([\w]{1,40}),([\w]{1,40})\)", re.ASCII)
_ARRAY = re.compile(r"\b(\w{1,40})\s*=\s*\[([^\]]*)\]", re.ASCII)
_MODELS = re.compile(r"(?:c\s+)?Models\s*:\s*([0-9]{1,9})\s*$", re.ASCII)
_INSTANTIATION = re.compile(r"<list>([^<]*)</list>\s*<values>([^<]*)</values>", re.ASCII)
_COLOURED = re.compile(r"\x1b\[[0-9;]*m")
_ALL = ("COMPLETE EXPLORATION", "UNSATISFIABLE", "UNSAT", "=====UNSATISFIABLE=====", "==========")
_NOTHING = ("UNKNOWN", "INDETERMINATE", "=====UNKNOWN=====")


def export_format(name: str) -> str:
    """Return the name in `EXPORTS` of a format, given by any of its names.

    Raises:
        InputError: there is no such format.
    """
    known = ALIASES.get(name.lower(), name.lower())
    if known not in EXPORTS:
        raise InputError(f"unknown format {excerpt(name)}", suggestion(name, [*EXPORTS, *ALIASES]))
    return known


def write(problem: Problem, to: str, header: str, demands: Sequence[NamedDemand] = ()) -> str:
    """Return the text of a file that states `problem`.

    Args:
        problem: the problem to solve; its seed and threads do not matter.
        to: a name of `EXPORTS`.
        header: a line that `read_header` is to give back.
        demands: the parts of the problem that solvers may drop, in the formats of `GROUPED`.
    """
    start = f"{_START[to]}{header}"
    if to == "xcsp":  # a comment of XML has no -- in it, and in JSON an escaped - is a -
        start = f"{_START[to]}{header.replace('--', '-' + chr(92) + 'u002d')} -->"
    if to in _READABLE:
        return f"{start}\n{_READABLE[to](problem).text()}"
    if to in ("asp", "proto"):
        return f"{start}\n{write_program(problem) if to == 'asp' else _proto(problem)}"
    if to in GROUPED:
        grouped = GroupedClauses(problem, demands)
        lines = grouped.lines(soft=to == "wcnf")
        return "\n".join([start, *_variables(grouped.encoding, "c "), *lines, ""])
    sink = CnfSink() if to == "cnf" else _OpbSink()
    comments = _variables(Encoding(problem, sink), "c " if to == "cnf" else "* x")
    if isinstance(sink, CnfSink):
        return "\n".join([start, *comments, "".join(dimacs(sink.variables, sink.clauses))])
    size = f"* #variable= {len(sink.names) - 1} #constraint= {len(sink.constraints)}"
    return "\n".join([size, start, *comments, *sink.constraints, ""])


def _variables(encoding: Encoding, before: str) -> Iterator[str]:
    """Yield a comment for every variable that says what a slot holds; `before` stands before its number."""
    for (place, looks), literals in zip(
        slot_looks(encoding.puzzle), encoding.decisions(), strict=True
    ):
        for literal, shown in zip(literals, looks, strict=True):
            yield f"{before}{literal}: {place} holds {shown}"


def _proto(problem: Problem) -> str:
    """Return CP-SAT's model, as the engine gets it; variables have names."""
    sink = CpSatSink()
    sink.branch_on(Encoding(problem, sink).decisions())
    return str(sink.model.proto)


def slot_looks(puzzle: Puzzle) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield how each slot is written, and what it can be seen to hold: of cubes by the letters that it then shows."""
    if not isinstance(puzzle, CubePuzzle):
        words = Vocabulary(puzzle)
        for orbit, slots, named in zip(puzzle.orbits, words.slots, words.looks, strict=True):
            held = {named[value]: value for value in orbit.firsts}
            yield from ((slot, held) for slot in slots)
        return
    places = slot_places(puzzle)
    for orbit in puzzle.orbits:
        looks = {"".join(FACES[c] for c in orbit.colours[value]): value for value in orbit.firsts}
        for _ in orbit.names:
            yield next(places), looks


class _OpbSink(Sink):
    """Linear constraints as text; `exactly one` and counts are written as such."""

    counts = True
    bytes_per_clause = BYTES_WITH_COUNTS

    def __init__(self) -> None:
        self.constraints: list[str] = []
        self.names: list[str] = [""]

    def variable(self, name: str = "") -> int:
        self.names.append(name)
        return len(self.names) - 1

    def clause(self, literals: Sequence[int]) -> None:
        self._add(dict.fromkeys(literals, 1), ">=", 1)

    def exactly_one(self, literals: Sequence[int]) -> None:
        self._add(dict.fromkeys(literals, 1), "=", 1)

    def exactly(self, literals: Sequence[int], number: int) -> None:
        self._add(dict.fromkeys(literals, 1), "=", number)

    def count(self, literals: Sequence[int], least: int, unless: Sequence[int]) -> None:
        self.linear(dict.fromkeys(literals, 1), least, unless)

    def linear(self, weights: Mapping[int, int], least: int, unless: Sequence[int]) -> None:
        self._add({**weights, **dict.fromkeys(unless, least)}, ">=", least)

    def _add(self, weights: Mapping[int, int], sign: str, bound: int) -> None:
        look()
        # A negated variable is 1 minus the variable.
        terms = [f"{w if lit > 0 else -w:+d} x{abs(lit)}" for lit, w in weights.items()]
        bound -= sum(weight for literal, weight in weights.items() if literal < 0)
        self.constraints.append(f"{' '.join(terms) or '+0 x1'} {sign} {bound} ;")


# ---------------------------------------------------------------- reading


class ExportHeader(NamedTuple):
    """The header of a file that `write` made.

    Attributes:
        to: the format, a name of `EXPORTS`.
        header: the line that the writer was given.
        slots: for each variable that says so, which slot shows which colours.
    """

    to: str
    header: str
    slots: dict[int, tuple[str, str]]


class SolverOutput(NamedTuple):
    """The output of a solver.

    Attributes:
        cubes: the solutions as cubes, each once.
        complete: whether the solver says that there are no others.
    """

    cubes: list[State]
    complete: bool


def read_header(lines: Iterable[str]) -> ExportHeader:
    """Return the header of a file, from the comments at its beginning; the rest of it is not read.

    Raises:
        InputError: it was not made by `write`.
    """
    to, header = "", ""
    slots: dict[int, tuple[str, str]] = {}
    for number, line in enumerate(itertools.islice(lines, _MAX_COMMENTS)):
        if not to and number < 2:
            to = next((to for to, start in _START.items() if line.startswith(start)), "")
            header = line.removeprefix(_START.get(to, "")).strip().removesuffix(" -->")
            continue
        if not to or not line.startswith(_COMMENT[to]):
            break
        named = _NAMED.match(line)
        if named:
            slots[int(named[1])] = named[2], named[3]
    if not to:
        raise InputError(
            "the file was not written by export", "give the file that the solver was given"
        )
    return ExportHeader(to, header, slots)


def read_solutions(problem: Problem, exported: ExportHeader, output: Iterable[str]) -> SolverOutput:
    """Return the cubes in the output of a solver.

    A solver says that there are no others by ending with UNSATISFIABLE, MiniZinc by a line of equals
    signs, ACE by COMPLETE EXPLORATION, and clasp by the number of models, if that many have been read.

    Args:
        problem: what was exported.
        exported: what the file that the solver was given says.
        output: the lines that it printed: `v` lines, MiniZinc's assignments, or clingo's answers.

    Raises:
        InputError: solutions in the format are not read, the output has neither a solution nor a statement that there is none, or a
            solution that is not a cube.
    """
    if exported.to in _WRITTEN_ONLY:
        others = alternatives(to for to in EXPORTS if to not in _WRITTEN_ONLY)
        what = f"solutions of {exported.to} are not read"
        raise InputError(what, f"export the question as {others}")
    status = SolverStatus()
    heard = map(status.read, output)
    cubes: dict[State, None] = {}
    if exported.to in ("mzn", "cpmpy"):
        read = _read_arrays(problem, heard)
    elif exported.to == "asp":
        read = _read_puts(problem, heard)
    elif exported.to == "xcsp":
        read = _read_instantiations(problem, heard)
    else:
        read = (_placements(problem, values) for values in _read_values(heard, exported.slots))
    number = 0
    for number, solution in enumerate(read, 1):
        if number > _MAX_SOLUTIONS:
            raise InputError(
                f"the solver's output has more than {_MAX_SOLUTIONS} solutions",
                "export a question with fewer",
            )
        cubes[_cube(problem, solution)] = None
    if not number and not status.anything:
        raise InputError("the solver's output holds no solution", "give what the solver printed")
    return SolverOutput(list(cubes), status.all_of(number))


class SolverStatus:
    """The status that a solver prints beside its solutions.

    Attributes:
        anything: whether any line has a status.
    """

    def __init__(self) -> None:
        self.anything = False
        self._complete = False
        self._models = -1

    def read(self, line: str) -> str:
        """Take the status from a line, if it has any, and return it."""
        word = _COLOURED.sub("", line).strip().removeprefix("s ").removeprefix("d ")
        if word in _ALL or word in _NOTHING:
            self.anything = True
            self._complete |= word in _ALL
        models = _MODELS.match(line)
        if models:
            self._models = int(models[1])
        return line

    def all_of(self, number: int) -> bool:
        """Return whether this many solutions are all that there are."""
        return self._complete or (self._models == number > 0)


def _cube(problem: Problem, placements: Sequence[Sequence[int]]) -> State:
    for numbers, orbit in zip(placements, problem.puzzle.orbits, strict=True):
        real = len(numbers) == len(orbit.names) and set(numbers) <= set(range(orbit.placements))
        if not real or (orbit.alike and orbit.distinguished(bytes(numbers)) is None):
            held = f"its {orbit.name}s are {excerpt(str(list(numbers)))}"
            raise InputError(f"a solution is not {_noun(problem)}: {held}")
    try:
        return problem.cube(b"".join(map(bytes, placements)))
    except InputError as error:
        raise InputError(f"a solution is not {_noun(problem)}: {error.problem}") from error


def _noun(problem: Problem) -> str:
    """Return the noun for a solution, with its article."""
    puzzle = problem.puzzle
    return "a cube" if isinstance(puzzle, CubePuzzle) else f"a state of {puzzle.name}"


def _read_values(
    lines: Iterable[str], slots: Mapping[int, tuple[str, str]]
) -> Iterator[dict[str, str]]:
    """Yield what the slots show, for each solution in `v` lines: `v 1 -2 0` or `v x1 -x2`."""
    shows: dict[str, str] = {}
    seen: set[int] = set()
    for line in lines:
        if not line.startswith("v "):
            continue
        for word in line.split()[1:]:
            match = _VALUE.fullmatch(word)
            if not match:
                raise InputError(
                    f"the solver's output has {excerpt(word)} in a line of values",
                    "values are numbers such as 7, -7, x7 and -x7",
                )
            variable = int(match[2])
            if seen and (variable == 0 or variable in seen):  # the next solution
                yield shows
                shows, seen = {}, set()
            if variable in slots:
                seen.add(variable)
                if not match[1]:
                    slot, held = slots[variable]
                    shows[slot] = held
    if seen:
        yield shows


def _placements(problem: Problem, shows: Mapping[str, str]) -> list[list[int]]:
    slots = list(slot_looks(problem.puzzle))
    missing = next((place for place, looks in slots if shows.get(place) not in looks), None)
    if missing is not None:
        raise InputError(f"a solution does not say what slot {missing} holds")
    held = [looks[shows[place]] for place, looks in slots]
    return [held[where] for where in problem.puzzle.rows]


def _read_puts(problem: Problem, lines: Iterable[str]) -> Iterator[list[list[int]]]:
    """Yield the placements in the slots of each orbit, for each line of atoms that clingo prints."""
    words = Vocabulary(problem.puzzle)
    names = [slot for slots in words.slots for slot in slots]
    for line in lines:
        puts = _PUT.findall(line)
        if not puts:
            continue
        held = dict(words.positions[put] for put in puts if put in words.positions)
        missing = next((name for number, name in enumerate(names) if number not in held), None)
        if missing is not None:
            raise InputError(
                f"a solution does not say what slot {missing} holds",
                "give what clingo prints, an answer on a line, with all atoms of put/2",
            )
        row = [held[number] for number in range(len(names))]
        yield [row[where] for where in problem.puzzle.rows]


def _read_instantiations(problem: Problem, lines: Iterable[str]) -> Iterator[list[list[int]]]:
    """Yield the placements in the slots of each orbit, for each instantiation that solvers of XCSP3 print."""
    names = Names(problem.puzzle)
    for listed, values in itertools.chain.from_iterable(map(_INSTANTIATION.findall, lines)):
        held = dict(zip(listed.split(), values.split(), strict=False))
        shown = ([held.get(slot, "nothing") for slot in slots] for slots in names.slots)
        yield [_numbers(*one, problem) for one in zip(shown, names.looks, strict=True)]


def _read_arrays(problem: Problem, lines: Iterable[str]) -> Iterator[list[list[int]]]:
    """Yield the placements in the arrays of each solution that MiniZinc, or the program of CPMpy, prints, one array for each orbit."""
    names = Names(problem.puzzle)
    block: list[str] = []
    size = 0
    for line in itertools.chain(lines, ["-" * 10]):
        if line.strip() != "-" * 10:
            block.append(line)
            size += len(line)
            if size > _MAX_BLOCK:
                raise InputError(
                    f"the solver's output has a solution of more than {_MAX_BLOCK} characters"
                )
            continue
        arrays = dict(_ARRAY.findall("\n".join(block)))
        if names.orbits[0][0] in arrays:
            shown = (arrays.get(array, "").replace(",", " ").split() for array, _ in names.orbits)
            yield [_numbers(*one, problem) for one in zip(shown, names.looks, strict=True)]
        block, size = [], 0


def _numbers(words: Sequence[str], looks: Sequence[str], problem: Problem) -> list[int]:
    """Return the placements that some words, looks or numbers, stand for."""
    values = {word: v for v in reversed(range(len(looks))) for word in (looks[v], str(v))}
    wrong = next((word for word in words if word not in values), None)
    if wrong is not None:
        held = f"it has {excerpt(wrong)} for what a slot holds"
        raise InputError(f"a solution is not {_noun(problem)}: {held}")
    return [values[word] for word in words]
