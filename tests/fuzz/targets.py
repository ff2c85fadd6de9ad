"""Targets of fuzzing: every reader of input from outside, with inputs to begin with.

A target takes bytes. It may return anything, or raise `CubecspError`; any other exception is a fault. Targets that
ask a question limit its time. They write files into the current folder.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import table_examples
from certificates import content, fit, manifest_of, put
from fastapi.exceptions import RequestValidationError
from native_targets import native_calls
from pydantic import ValidationError
from readers import CASES, FILES, IN_ASP, TURNED, of_file, of_solver, of_text, solved_in

from cubecsp import InputError, count, find, import_solution, prove, verify
from cubecsp.errors import CubecspError
from cubecsp.models.engines.exports import EXPORTS
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.rules import RULES
from cubecsp.puzzle import read_puzzle
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.parameter import parameters
from cubecsp.questions.asking.value_kinds import ValueKind
from cubecsp.questions.export import export
from cubecsp.search import table_cache
from cubecsp.server.error_statuses import problem_of
from cubecsp.server.request_errors import request_problem
from cubecsp.server.requests import REQUESTS
from cubecsp.stopping.deadline import Deadline

__all__ = ["CORPUS", "TARGETS", "Target", "kept"]

CORPUS = Path(__file__).parent / "corpus"
"""Inputs that once led to a fault, in a folder for each target."""

SECONDS = 1.0
"""The time limit of a question."""


@dataclass(frozen=True)
class Target:
    """Something that reads bytes.

    Attributes:
        name: what it is called.
        seeds: returns inputs to begin with.
        call: what reads.
    """

    name: str
    seeds: Callable[[], Sequence[bytes]]
    call: Callable[[bytes], object]

    @property
    def folder(self) -> str:
        """The name of a folder for its inputs."""
        return folder_of(self.name)


def folder_of(name: str) -> str:
    """Return the name of a folder for the inputs of a target."""
    return re.sub(r"\W+", "-", name).strip("-")


def kept(name: str) -> list[bytes]:
    """Return the inputs that once led to a fault of a target."""
    return [path.read_bytes() for path in sorted((CORPUS / folder_of(name)).glob("*"))]


def _all() -> Iterator[Target]:
    for name, case in CASES.items():
        yield Target(name, lambda case=case: [case.sample], case.given)
    for name, (file, sample, read_file) in FILES.items():
        yield Target(f"file of {name}", lambda sample=sample: [sample], _in_file(file, read_file))
    for name, work in native_calls():
        yield Target(f"native {name}", lambda: [b"", bytes(range(1, 64)), b"\1" * 64], work)
    yield from _rules()
    yield from _puzzles()
    yield from _solutions()
    yield from _certificates()
    yield from _tables()
    yield from _requests()
    yield from _words()


def _in_file(name: str, read_file: Callable[[Path], object]) -> Callable[[bytes], object]:
    return lambda data: of_file(Path.cwd(), name, read_file)(data)


# Rules and puzzles


def _rules() -> Iterator[Target]:
    def looked_at(text: str) -> object:
        pattern = parse_pattern([text])
        with Deadline(SECONDS).enforce():
            holds = pattern.holds(TURNED)
            assert holds == (not any(pattern.violations(TURNED).values()))
            return holds, len(pattern.primitives), len(pattern.symmetries)

    def seeds() -> list[bytes]:
        examples = ["case=OLL", *(rule.example for rule in RULES.values())]
        nested = [f"any({one}, not {two})" for one, two in itertools.pairwise(examples)]
        return [text.encode() for text in (*examples, *nested)]

    yield Target("rules of a cube", seeds, of_text(looked_at))


def _puzzles() -> Iterator[Target]:
    def asked(text: str) -> object:
        puzzle = read_puzzle(text)
        with contextlib.suppress(InputError):  # stickers cannot be stated
            again = as_kpuzzle(puzzle)
            assert as_kpuzzle(read_puzzle(again)) == again
        found = find(puzzle=puzzle, limit=2, time_limit=SECONDS)
        return found.status, count(puzzle=puzzle, time_limit=SECONDS).status

    names = [name for name in CASES if name.startswith("a puzzle")]
    yield Target(
        "questions about a puzzle", lambda: [CASES[name].sample for name in names], of_text(asked)
    )


def _solutions() -> Iterator[Target]:
    """Yield questions and answers together, with a line of equals signs between them."""
    between = "\n=====\n"

    def imported(text: str) -> object:
        question, _, answer = text.partition(between)
        return import_solution(question, answer).status

    @functools.cache
    def samples() -> dict[str, str]:
        answers = {to: of_solver(to) for to in ("cnf", "opb")} | {"asp": IN_ASP}
        return {to: f"{solved_in(to)}{between}{answers.get(to, '')}" for to in EXPORTS}

    for to in EXPORTS:
        yield Target(
            f"solutions of {to}",
            lambda to=to: [
                samples()[to].encode(),
                f"{export((), to, puzzle='skewb')}{between}UNSATISFIABLE\n".encode(),
            ],
            of_text(imported),
        )


# Certificates: an object with the files, of JSON as it is, of other texts as a list of lines


def _certificates() -> Iterator[Target]:
    questions: dict[str, Callable[[Path], object]] = {
        "of a list": lambda place: prove(
            ["permuted=all oriented=URF+UFL+ULB+UBR"], place, size=2, symmetry=True
        ),
        "of a count": lambda place: prove(["solved=URF+UFL+ULB"], place, size=2, of_count=True),
        "of a 3×3×3": lambda place: prove(["solved=edges+F2L+URF"], place),
        "of a puzzle": lambda place: prove(["solved=all"], place, puzzle="skewb"),
    }
    for name, question in questions.items():
        yield Target(f"certificate {name}", *_certificate(question))


def _certificate(
    question: Callable[[Path], object],
) -> tuple[Callable[[], list[bytes]], Callable[[bytes], object]]:
    @functools.cache
    def right() -> tuple[dict[str, Any], dict[str, bytes]]:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder, "right")
            question(place)
            files = {path.name: content(place, path.name) for path in place.iterdir()}
            return manifest_of(place), files

    def seeds() -> list[bytes]:
        return [json.dumps({n: _shown(n, data) for n, data in right()[1].items()}).encode()]

    def verified(data: bytes) -> object:
        files = _object(data)
        place = Path("certificate")
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for name in right()[1].keys() & files.keys():
            put(place, name, _as_bytes(files[name]))
        with contextlib.suppress(Exception):  # no manifest in which a checksum could stand
            fit(place)
        answer = verify(place, time_limit=SECONDS)
        if answer.accepted:
            _require_the_same(manifest_of(place), right()[0])
        return answer.status, re.sub(r"\d+", "", answer.sentence())

    return seeds, verified


def _require_the_same(claimed: dict[str, Any], proven: dict[str, Any]) -> None:
    """Make sure that nothing else was proven about a question."""
    about = ("rules", "own", "size", "puzzle", "ignore_orientation", "turns")
    if all(claimed.get(key) == proven.get(key) for key in about):
        assert claimed["count"] == proven["count"]


def _shown(name: str, data: bytes) -> Any:
    return json.loads(data) if name.endswith(".json") else data.decode().splitlines(keepends=True)


def _as_bytes(value: Any) -> bytes:
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "".join(value).encode("utf-8", "surrogatepass")
    return json.dumps(value).encode()


def _object(data: bytes) -> dict[str, Any]:
    """Return the object that an input states in JSON, which the target needs; without it, there is no object."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


# Tables


def _tables() -> Iterator[Target]:
    @functools.cache
    def whole() -> bytes:
        with _own_tables():
            table_cache.load(table_examples.SPEC, table_examples.Maker()).release()
            return table_examples.SPEC.path.read_bytes()

    def loaded(data: bytes) -> None:
        """Ask for a table where a file stands in its place: it is right, whatever that has."""
        with _own_tables():
            table_examples.put(data)
            table_cache.listing([table_examples.SPEC], verify=True)
            payload = table_cache.load(table_examples.SPEC, table_examples.Maker())
            assert payload == table_examples.contents()
            payload.release()

    def header(data: bytes) -> None:
        loaded(table_examples.forged(data[:4_000], table_examples.contents()))

    yield Target("a table", lambda: [whole(), whole()[:5_000]], loaded)
    yield Target(
        "the header of a table",
        lambda: [json.dumps(table_examples.said(whole())).encode()],
        header,
    )


@contextlib.contextmanager
def _own_tables() -> Iterator[None]:
    """Keep tables in the current folder, and none in memory."""
    with (
        mock.patch.dict("os.environ", CUBECSP_CACHE=str(Path("tables").absolute())),
        mock.patch.dict(table_cache._in_memory, clear=True),
    ):
        yield


# Requests, and words of a command


class _Nobody:
    """Receives what nobody wants to know."""

    def cube(self, report: object) -> None: ...

    def progress(self, fraction: float | None, note: str) -> None: ...

    def part(self, data: bytes) -> None: ...


def _requests() -> Iterator[Target]:
    for name in REQUESTS:
        example = json.dumps(REQUESTS[name].example).encode()
        yield Target(
            f"request {name}",
            lambda example=example: [example],
            lambda data, name=name: _requested(name, data),
        )


def _requested(name: str, data: bytes) -> object:
    """Answer a request as the server does, or refuse it."""
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        return "no JSON"
    try:
        asked = REQUESTS[name].model_validate(body)
    except ValidationError as error:
        places = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        return str(request_problem(RequestValidationError(places, body=body)).status)
    try:
        with Deadline(SECONDS).enforce():
            return sorted(asked.ask(_Nobody()))
    except CubecspError as error:
        if problem_of(error).status >= 500:
            raise RuntimeError("a refusal has no words for who asked") from error
        raise


def _words() -> Iterator[Target]:
    """Yield a target for each kind of values that a command takes."""
    samples = [
        b"3",
        b"0.5",
        b"10%",
        b"all",
        b"R U2",
        b"two-phase",
        b"solved=F2L",
        b"URFDLB",
        b"a:1",
    ]
    for name, kind in sorted(_kinds().items()):
        yield Target(f"words of {name}", lambda: samples, of_text(_read_by(kind)))


def _kinds() -> dict[str, ValueKind]:
    found: Iterable[ValueKind] = (
        one.kind for question in QUESTIONS.values() for one in parameters(question).values()
    )
    return {type(kind).__name__: kind for kind in found}


def _read_by(kind: ValueKind) -> Callable[[str], object]:
    def read(text: str) -> object:
        try:
            return type(kind.check(kind.read(text))).__name__
        except ValueError as error:
            raise InputError(str(error)) from error

    return read


TARGETS = {target.name: target for target in _all()}
"""Every target by its name."""
