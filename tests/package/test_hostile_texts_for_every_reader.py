"""Every reader of texts and files, with texts that no one should give it: refused as malformed, or answered.

A reader is here with a text that it reads; hostile_texts.py makes the others of it. None of them may lead to an
internal error, take long, or fill the memory.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import json
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from asking import SOLVED, ask
from certificates import fit, put
from defined import as_tws, random_definition
from hostile_texts import hostile
from planted_results import CORNERS
from serving import JSON, inside

from cubecsp import FORMATS, Cube, InputError, _native, prove, read, verify
from cubecsp.errors import CubecspError
from cubecsp.formats import write
from cubecsp.formats.forty_numbers import FortyNumbers
from cubecsp.formats.order import parse_order
from cubecsp.formats.schemes import parse_scheme
from cubecsp.models.engines.exports import read_exported
from cubecsp.models.language.pattern_text import parse_number, parse_pattern, parse_rules
from cubecsp.models.programs.rule import written_program
from cubecsp.models.proofs import lrat
from cubecsp.models.repair.confusion import read_confusion
from cubecsp.pictures.arrows import parse_arrows
from cubecsp.pictures.views.base import parse_rotation
from cubecsp.puzzle import load_puzzle, read_puzzle, read_state
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import parse_moves
from cubecsp.puzzle.cube.written_moves import WrittenMoves
from cubecsp.puzzle.kpuzzle.move_notation import read_steps
from cubecsp.puzzle.read.kpuzzle_json import as_kpuzzle
from cubecsp.questions import results
from cubecsp.questions.asking.arguments import pattern_of
from cubecsp.questions.export import export
from cubecsp.questions.import_solution import import_solution
from cubecsp.questions.moving.plans import export_moves
from cubecsp.questions.results import Result
from cubecsp.search import thistlethwaite
from cubecsp.search.sequence import named_moves
from cubecsp.server.limits import Limits

SECONDS = 10  # of processor time for one text
SHORT = 3_000  # characters of a logic program, of which a million take clingo minutes
MEGABYTES = 700  # that one reader may add to what the process has taken

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
        ("written moves", "R U2 [R, U]", lambda text: WrittenMoves.parse(text, CUBE)),
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
    slots = read_exported(solved_in(to).split("\n")).slots
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
            Case(lines, of_text(lambda text: read_exported(text.split("\n")))),
        )


ILLEGAL = "Set A 3 2\nSolved\nEnd\nMove R\nA\n2 3 1\n0 1 0\nEnd\nIllegal A 1 2 3\n"

# A solved cube, as solvers write it, and the moves that undo those of `TURNED`.
IN_MINIZINC = f"corners = {[*range(0, 24, 3)]};\nedges = {[*range(0, 24, 2)]};\n{'-' * 10}\n"
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
            lrat.Checker(data.splitlines(keepends=True))

    def checked(data: bytes) -> None:
        with told():
            checker = lrat.Checker(formula.splitlines(keepends=True))
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


def kept_results(path: Path) -> None:
    """Read the results of a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "folder", lambda: path.parent)
        asked("results", path.stem)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Take ValueError and LookupError, with which checkers refuse, for refusals."""
    try:
        yield
    except (ValueError, LookupError) as error:
        raise InputError(str(error)) from error


CASES = dict([*formats(), *texts(), *solutions(), *proofs()])


@pytest.mark.few(24)
@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_read_is_refused(name):
    case = CASES[name]
    case.given(case.sample)
    check(case, dict(hostile(case.sample)))


def check(case: Case, texts: dict[str, Callable[[], bytes]]) -> None:
    """Give a reader texts; report what went wrong with any of them."""
    wrong = {}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for label, text in texts.items():
        try:
            with limited():
                case.given(text())
        except CubecspError:
            continue
        except (Exception, TookLongError) as error:
            wrong[label] = f"{type(error).__name__}: {error}"[:300]
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    assert not wrong
    assert more < MEGABYTES


class TookLongError(BaseException):
    """A reader took longer than it may; no reader catches this."""


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """End what takes long; native code ends when it looks for signals."""

    def end(_number: int, _frame: object) -> None:
        raise TookLongError(f"more than {SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# ---------------------------------------------------------------- files


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
    "results": (
        "mine.json",
        json.dumps(Result("mine", "Mine", "For tests.", (CORNERS,), {}).as_dict()).encode(),
        kept_results,
    ),
    "a state of a puzzle": (
        "state.txt",
        b"U R'\n",
        lambda path: asked("check", path, "--puzzle", "skewb"),
    ),
}


@pytest.mark.few(4)
@pytest.mark.parametrize("name", FILES)
def test_files_that_cannot_be_read_are_refused(tmp_path, name):
    file, sample, read_file = FILES[name]
    case = Case(sample, of_file(tmp_path, file, read_file))
    case.given(sample)
    check(case, dict(list(hostile(sample))[:: 5 if name == "a state of a puzzle" else 1]))


@pytest.mark.parametrize("name", FILES)
def test_a_folder_is_no_file(tmp_path, name):
    file, _, read_file = FILES[name]
    (tmp_path / file).mkdir()
    with contextlib.suppress(CubecspError):
        read_file(tmp_path / file)


def test_answers_that_are_piped_back():
    """What one command printed as JSON is read by another from its standard input."""
    sample = ask("find", "solved=F2L", "--limit", "2", "--json").out.encode()
    case = Case(sample, lambda data: asked("convert", "-", "--to", "net", stdin=escaped(data)))
    case.given(sample)
    check(case, dict(hostile(sample)))


def escaped(data: bytes) -> str:
    return data.decode("utf-8", "replace")


# ---------------------------------------------------------------- certificates and tables


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    prove(["solved=edges+F2L+URF"], folder / "list", symmetry=True)
    prove(["solved=edges+F2L+URF"], folder / "count", of_count=True)
    return folder


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ["list", "count"])
@pytest.mark.parametrize("fits", [False, True], ids=["damaged", "with a manifest that fits"])
def test_certificates_that_cannot_be_read_are_refused(certificates, tmp_path, kind, fits):
    for path in sorted((certificates / kind).iterdir()):
        if fits == (path.name == "manifest.json"):
            continue
        packed = path.name.endswith(".gz")
        sample = gzip.decompress(path.read_bytes()) if packed else path.read_bytes()

        def given(data: bytes, path: Path = path) -> None:
            place = tmp_path / "copy"
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(path.parent, place)
            if fits:
                put(place, path.name, data)
                fit(place)
            else:
                (place / path.name).write_bytes(data)
            verify(place)

        given(sample)
        texts = list(hostile(sample))
        check(Case(sample, given), dict(texts[:: 40 if fits else 4]))


def test_folders_in_certificates_are_refused(certificates, tmp_path):
    for path in sorted((certificates / "list").iterdir()):
        place = tmp_path / path.name
        shutil.copytree(path.parent, place)
        (place / path.name).unlink()
        (place / path.name).mkdir()
        with contextlib.suppress(CubecspError):
            assert not verify(place).accepted


def test_tables_that_are_none_are_made_again(cache):
    """Whatever is in the files of the folder with tables, questions are answered."""
    thistlethwaite._solvers.clear()  # another test may have made them, in another folder
    asked("solve", "R U", "--method", "thistlethwaite")
    for path in sorted(cache.iterdir()):
        sample = path.read_bytes()[:20_000]

        def given(data: bytes, path: Path = path) -> None:
            path.write_bytes(data)
            thistlethwaite._solvers.clear()
            assert ask("solve", "R U", "--method", "thistlethwaite").code == 0

        check(Case(sample, given), dict(list(hostile(sample))[::5]))


# ---------------------------------------------------------------- over HTTP


def test_requests_that_cannot_be_read_are_refused():
    """Answers, or faults of whoever asks: never of the server."""
    right = json.dumps({"cubes": "R U", "method": "two-phase", "max_length": 20}).encode()
    with inside(Limits()) as client:
        for path in ("/api/solve", "/api/check", "/api/jobs"):
            wrong = {}
            for label, text in hostile(right):
                try:
                    status = client.post(path, content=text(), headers=JSON).status_code
                except httpx.TransportError:  # too long: the server has not read all of it
                    assert len(text()) > Limits().body
                    continue
                if status >= 500:
                    wrong[label] = status
            assert not wrong
        assert client.post("/api/solve", content=right, headers=JSON).status_code == 200
