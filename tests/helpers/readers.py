"""Every reader of texts and files that come from outside, with a text that it reads.

Tests give each of them texts to refuse (`hostile_texts`), and fuzzers random variants of its text.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from asking import SOLVED, ask
from defined import as_tws, random_definition

from cubecsp import FORMATS, Cube, InputError, _native, read
from cubecsp.formats import write
from cubecsp.formats.colour_words import parse_scheme
from cubecsp.formats.forty_numbers import FortyNumbers
from cubecsp.formats.order import parse_order
from cubecsp.models.engines.exports import read_header
from cubecsp.models.language.pattern_text import parse_number, parse_pattern, parse_rules
from cubecsp.models.programs.program_rule import written_program
from cubecsp.models.proofs import lrat
from cubecsp.models.repair.confusion import read_confusion
from cubecsp.pictures.arrows import parse_arrows
from cubecsp.pictures.views.view import parse_rotation
from cubecsp.puzzle import load_puzzle, read_puzzle, read_state
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import parse_moves
from cubecsp.puzzle.cube.written_turns import written_turns
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle
from cubecsp.puzzle.kpuzzle.move_notation import read_steps
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.questions.export import export
from cubecsp.questions.import_solution import import_solution
from cubecsp.questions.moving.plans import export_moves
from cubecsp.search.named_moves import named_moves

SHORT = 3_000  # characters of a logic program, of which a million take clingo minutes

TURNED = Cube.from_moves("R U2 F'")
PUZZLE = load_puzzle("skewb")

Reader = Callable[[bytes], object]


@dataclass(frozen=True)
class Case:
    """A reader: what it reads, and how it is given bytes; it raises `CubecspError` for what it can't read."""

    sample: bytes
    given: Reader


def of_text(read_text: Callable[[str], object]) -> Reader:
    """Return a reader of bytes for one of texts, which may have what is no UTF-8."""

    def given(data: bytes) -> object:
        return read_text(data.decode("utf-8", "surrogateescape"))

    return given


def of_file(folder: Path, name: str, read_file: Callable[[Path], object]) -> Reader:
    """Return a reader of bytes for one of files."""

    def given(data: bytes) -> object:
        path = folder / name
        path.write_bytes(data)
        return read_file(path)

    return given


def asked(*arguments: object, stdin: str = "") -> None:
    """Ask the command line, which may answer, find nothing, refuse, or stop."""
    told = ask(*arguments, stdin=stdin)
    assert told.code in (0, 1, 2, 3), told.err[-3000:]
    assert "Traceback" not in told.err


LINKS = {
    "moves": "R U2 (F B')3 [R, U]",
    "twizzle": "https://alpha.twizzle.net/edit/?alg=R+U+R%27",
}


def formats() -> Iterator[tuple[str, Case]]:
    for name in FORMATS:
        sample = LINKS.get(name) or write(TURNED, name)
        yield f"format {name}", Case(sample.encode(), lambda data, name=name: read(data, name))
        yield f"any format, {name}", Case(sample.encode(), of_text(read))


def texts() -> Iterator[tuple[str, Case]]:
    for name, sample, read_text in (
        ("facelets", TURNED.facelets, Facelets.parse),
        ("moves", "R U2 (F B')3 [R, U]", parse_moves),
        ("written moves", "R U2 [R, U]", lambda text: written_turns(text, CUBE)),
        ("named moves", "R,U R U',F2", named_moves),
        ("rules", "any(order=4, not every-colour) at-most=3", lambda text: parse_pattern([text])),
        ("several rules", "solved=F2L order=4", parse_rules),
        ("a number of rules", "2*count(U, U) - 3", parse_number),
        ("forty numbers", str(FortyNumbers.of(TURNED)), FortyNumbers.parse),
        ("an order of faces", "URFDLB", parse_order),
        ("a colour scheme", "WRGYOB", parse_scheme),
        ("arrows", "U1U3,U3U9", lambda text: parse_arrows(text, CUBE)),
        ("a rotation", "y45x-34", parse_rotation),
        ("a logic program", ":- shows(u1,C), shows(u3,C).", lambda t: written_program(t[:SHORT])),
        ("a puzzle", as_kpuzzle(PUZZLE), read_puzzle),
        ("a puzzle of twsearch", as_tws(random_definition(3), False), read_puzzle),
        ("a puzzle with blocked moves", as_kpuzzle(load_puzzle("square1")), read_puzzle),
        ("a puzzle with illegal states", ILLEGAL, read_puzzle),
        ("a state", json.dumps(PUZZLE.solved.as_dict()), lambda text: read_state(text, PUZZLE)),
        (
            "stickers of a puzzle",
            "BRRRU R?DDD DFFFL DBBFB UFUUL ULLRL",
            lambda t: read_state(t, PUZZLE),
        ),
        ("moves of a puzzle", "U R' U", lambda text: read_state(text, PUZZLE)),
        ("steps of a puzzle", "U R' U", lambda text: read_steps(text, list(PUZZLE.moves))),
        ("a rule of a puzzle", "any(solved=all, not solved=all)", lambda t: pattern_of(t, PUZZLE)),
    ):
        yield name, Case(sample.encode(), of_text(read_text))


@functools.cache
def solved_in(to: str) -> str:
    """Return the question which cubes are solved, as it is exported."""
    return export("solved=all", to)


def of_solver(to: str) -> str:
    """Return the solved cube as solvers print it: every piece is in the slot that it is named after."""
    sign, end = ("x", "") if to == "opb" else ("", " 0")
    slots = read_header(solved_in(to).split("\n")).slots
    values = [f"{'' if place == held else '-'}{sign}{n}" for n, (place, held) in slots.items()]
    return f"s SATISFIABLE\nv {' '.join(values)}{end}\n"


def solutions() -> Iterator[tuple[str, Case]]:
    """Yield what is exported, and what solvers answer; either is hostile."""
    for name, question, answer in (
        ("of SAT", solved_in("cnf"), of_solver("cnf")),
        ("of pseudo-Boolean solvers", solved_in("opb"), of_solver("opb")),
        ("of SAT about a smaller cube", export("at-most=3", "cnf", size=2), "s UNSATISFIABLE\n"),
        ("of MiniZinc", export("solved=all", "mzn"), IN_MINIZINC),
        ("of ASP", export("solved=all", "asp"), IN_ASP),
        ("of moves", export_moves(TURNED), PLAN),
    ):
        if answer:
            yield (
                f"answers {name}",
                Case(answer.encode(), of_text(lambda text, q=question: import_solution(q, text))),
            )
            yield (
                f"questions {name}",
                Case(question.encode(), of_text(lambda text, a=answer: import_solution(text, a))),
            )
        lines = question.encode()
        yield (
            f"an exported file {name}",
            Case(lines, of_text(lambda text: read_header(text.split("\n")))),
        )


ILLEGAL = "Set A 3 2\nSolved\nEnd\nMove R\nA\n2 3 1\n0 1 0\nEnd\nIllegal A 1 2 3\n"

# A solved cube, as solvers write it, and the moves that undo those of `TURNED`.
IN_MINIZINC = f"""\
corners = [WRG, WGO, WOB, WBR, YGR, YOG, YBO, YRB];
edges = [WR, WG, WO, WB, YR, YG, YO, YB, GR, GO, BO, BR];
{"-" * 10}
"""
PLAN = 'Answer: 1\noccurs("F",1) occurs("U2",2) occurs("R\'",3)\nSATISFIABLE\n'
IN_ASP = """Answer: 1
put(urf,wrg) put(ufl,wgo) put(ulb,wob) put(ubr,wbr) put(dfr,ygr) put(dlf,yog) put(dbl,ybo) put(drb,yrb) \
put(ur,wr) put(uf,wg) put(ul,wo) put(ub,wb) put(dr,yr) put(df,yg) put(dl,yo) put(db,yb) \
put(fr,gr) put(fl,go) put(bl,bo) put(br,br)
SATISFIABLE
"""


FORMULA = b"p cnf 2 3\n1 2 0\n-1 0\n-2 0\n"
PROOF = b"4 2 0 1 2 0\n5 0 4 3 0\n"


def proofs() -> Iterator[tuple[str, Case]]:
    formula, proof = FORMULA, PROOF

    def python(data: bytes) -> None:
        with told():
            lrat.LratChecker(data.splitlines(keepends=True))

    def checked(data: bytes) -> None:
        with told():
            checker = lrat.LratChecker(formula.splitlines(keepends=True))
            for line in data.splitlines():
                checker.check(line)

    def native(data: bytes) -> None:
        with told():
            _native.ProofChecker(data).check(proof)

    def native_proof(data: bytes) -> None:
        with told():
            _native.ProofChecker(formula).check(data)

    yield "a formula", Case(formula, python)
    yield "a formula, by native code", Case(formula, native)
    yield "a proof", Case(proof, checked)
    yield "a proof, by native code", Case(proof, native_proof)


def checked_by_program(path: Path) -> None:
    """Give a proof in a file to the checker that is run by itself, which refuses by ending."""
    formula = path.with_name("formula.cnf")
    formula.write_bytes(FORMULA)
    with told(), contextlib.suppress(SystemExit):
        lrat.main(str(formula), str(path))


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Take ValueError and LookupError, with which checkers refuse, for refusals."""
    try:
        yield
    except (ValueError, LookupError) as error:
        raise InputError(str(error)) from error


CASES = dict([*formats(), *texts(), *solutions(), *proofs()])


def shortened(path: Path) -> Path:
    """Cut a file off at `SHORT`."""
    if path.is_file():
        path.write_bytes(path.read_bytes()[:SHORT])
    return path


FILES: dict[str, tuple[str, bytes, Callable[[Path], object]]] = {
    "rules": (
        "own.toml",
        b'description = "Mine"\nrules = ["solved=corners"]\nmoves = "R2 U2 R2 U2 R2 U2"\nproven = 6\n',
        lambda path: parse_pattern([str(path)]),
    ),
    "a logic program": (
        "own.lp",
        b":- shows(u1,C), shows(u3,C).\n",
        lambda path: parse_pattern([str(shortened(path))]),
    ),
    "a puzzle in JSON": (
        "own.json",
        json.dumps(random_definition(3)).encode(),
        lambda path: load_puzzle(str(path)),
    ),
    "a puzzle of twsearch": (
        "own.tws",
        as_tws(random_definition(3), False).encode(),
        lambda path: load_puzzle(str(path)),
    ),
    "a confusion table": (
        "own.toml",
        b"default = 3\n[shown.R]\nL = 1\n",
        lambda path: read_confusion(str(path)),
    ),
    "cubes": (
        "cubes.txt",
        f"{TURNED.facelets}\nR U\n{SOLVED}\n".encode(),
        lambda path: asked("check", path),
    ),
    "cubes from JSON": (
        "cubes.json",
        ask("check", "R U", "--json").out.encode(),
        lambda path: asked("solve", path, "--json"),
    ),
    "a proof": ("proof.lrat", PROOF, checked_by_program),
    "a compressed proof": ("proof.lrat.gz", gzip.compress(PROOF), checked_by_program),
    "a state of a puzzle": (
        "state.txt",
        b"U R'\n",
        lambda path: asked("check", path, "--puzzle", "skewb"),
    ),
}
