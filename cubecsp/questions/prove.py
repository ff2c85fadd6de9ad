"""A proof that certain cubes are all that satisfy the rules, or how many do, in a folder that anyone can check."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from cubecsp.errors import InputError
from cubecsp.models.engines import preserving_hold
from cubecsp.models.pattern import Pattern
from cubecsp.models.proofs.certificate import COUNT, CPOG, LIST, LRAT, Folder, require_free
from cubecsp.models.proofs.claim import claimed, claimed_count
from cubecsp.models.proofs.counted import MOST_NODES, write_count
from cubecsp.models.proofs.formula import Formula, beyond_clauses, require_small
from cubecsp.models.proofs.known import Known, known
from cubecsp.models.proofs.refutation import TrimmedProof, refutation
from cubecsp.models.proofs.writing import write_proof, write_question
from cubecsp.puzzle.cubes import cube_class
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.symmetry import Symmetry
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.given import PatternLike, pattern_of
from cubecsp.questions.limits import Limits, Run
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.stated import statement
from cubecsp.questions.steps import followed
from cubecsp.questions.wording import plural, seconds_taken
from cubecsp.questions.workplaces import workplace_of
from cubecsp.work.place import Workplace

__all__ = ["MOST_CUBES", "OnProving", "Prove", "ProveAnswer", "prove"]

OnProving = Callable[[float | None, str], None]
"""Called with the share of a stage that is done, None if unknown, and what the stage is."""

MOST_CUBES = 20_000
"""More cubes than this are not ruled out one by one."""


@dataclass(repr=False)
class ProveAnswer(Answer):
    """The answer to `prove`: the cubes, and the certificate that there are no others; or that of their number.

    Attributes:
        certificate: the manifest, None if something ended the work before there was one.
    """

    certificate: dict[str, Any] | None = None

    def sentence(self) -> str:
        """Return the sentence that says what is proven, and where the proof is."""
        taken = seconds_taken(self.seconds)
        if self.certificate is not None:
            proof, files = self.certificate["proof"], self.certificate["files"]
            size = files[CPOG if CPOG in files else LRAT]["bytes"] / 1e6
            return (
                f"{self.certificate['claim']} The proof, {plural(proof['clauses'], 'clause')}, "
                f"{size:.1f} MB, is in {self.query['folder']} ({taken})."
            )
        ended = {
            Stop.LIMIT: f"The proof of this number takes a graph of more than {MOST_NODES:,} nodes"
            if self.query["of_count"]
            else f"More than {MOST_CUBES:,} cubes satisfy these rules, too many to be ruled out one by one "
            "(--count proves how many there are)",
            Stop.TIME: "The time limit ended the work",
            Stop.INTERRUPT: "Interrupted",
        }.get(self.stopped or Stop.LIMIT, "Not proven")
        return f"{ended}; nothing is proven, and nothing written ({taken})."

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown = super().as_dict()
        if self.certificate is not None:
            shown["certificate"] = self.certificate
        return shown


@dataclass(frozen=True)
class Prove(Query):
    """What `prove` is asked.

    Attributes:
        pattern: the rules.
        folder: where the certificate is to be.
        symmetry: whether the proof may leave out cubes by symmetries of the rules.
        of_count: whether to prove how many cubes there are, and list none.
        limits: what may end it.
        resume: the file in which finished units of the search for cubes are remembered, None for none.
        check_journal: the share of the units in the file that are done again; None for none.
    """

    question: ClassVar[str] = "prove"

    pattern: Pattern
    folder: Path
    symmetry: bool = False
    of_count: bool = False
    limits: Limits = field(default_factory=Limits)
    resume: str | Path | None = None
    check_journal: float | None = None

    def __post_init__(self) -> None:
        for rule in self.pattern.rules:
            rule.require(self.pattern.puzzle)
        if self.of_count and self.symmetry:
            raise InputError(
                "the proof of a count does not use symmetry", "leave out the symmetry, or the count"
            )
        require_small(self.pattern.puzzle)
        beyond = beyond_clauses(self.pattern)
        if self.of_count and beyond:
            told = ", ".join(map(str, beyond))
            raise InputError(
                f"clauses cannot express {told}, so a count with it has no proof",
                "leave out the count: the cubes are then listed",
            )
        if self.of_count and self.resume is not None:
            raise InputError(
                "the proof of a count does not search for cubes",
                "leave out the file to resume from",
            )
        require_free(self.folder)
        _ = self.workplace  # it refuses what makes no sense

    @property
    def workplace(self) -> Workplace:
        """Where the search for cubes is remembered."""
        return workplace_of(resume=self.resume, check_journal=self.check_journal)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown: dict[str, Any] = {
            "question": self.question,
            "rules": [str(rule) for rule in self.pattern.rules],
            "folder": str(self.folder),
            "symmetry": self.symmetry,
            "of_count": self.of_count,
            "time_limit": self.limits.time,
            "versions": versions("python-sat"),
        }
        shown |= self.workplace.as_dict()
        if self.pattern.name:
            shown["model"] = self.pattern.name
        if self.pattern.puzzle.size != CUBE.size:
            shown["size"] = self.pattern.puzzle.size
        return shown

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries that preserve the rules, and how the puzzle is held."""
        return preserving_hold(self.pattern.symmetries, self.pattern.puzzle)

    def stream(self, *, on_progress: OnProving | None = None) -> Stream[ProveAnswer]:
        """Return the question under way: it gives the cubes once it is proven that these are all."""
        answer = ProveAnswer(query=self, status=Status.UNKNOWN)
        work = _Proving(self, on_progress)
        return Stream(answer, self.limits, work.reports, work.settle)


def prove(
    pattern: PatternLike | Iterable[PatternLike],
    folder: str | Path,
    *,
    size: int | None = None,
    symmetry: bool = False,
    of_count: bool = False,
    time_limit: float | None = None,
    resume: str | Path | None = None,
    check_journal: float | None = None,
    on_progress: OnProving | None = None,
) -> ProveAnswer:
    """Find all cubes that satisfy the rules, and write a certificate that there are no others.

    `verify` checks it, and so do programs by other people. The folder is written completely or not at
    all: Ctrl-C and the time limit leave nothing behind but the file of `resume`.

    Args:
        pattern: rules, patterns, or texts that state them; one or several.
        folder: where to write the certificate: a new or empty folder, or one with a certificate, which is
            replaced.
        size: the size of the cube; if left out, what the pattern says, else 3.
        symmetry: leave out cubes that have an image which is not left out: the proof is shorter, but also
            relies on an argument about symmetry, which `verify` checks.
        of_count: prove how many cubes there are, which may be far more, and list none.
        time_limit: in seconds; None for no limit.
        resume: a file in which finished units of the search for cubes are kept: created if it does not
            exist, else continued. That nothing is missing from it is proven with the rest.
        check_journal: the share of the units in the file of `resume` that are done again; see `count`.
        on_progress: called now and then.

    Raises:
        InputError: an argument makes no sense, or the folder cannot be written.
        EngineError: python-sat is not there.
    """
    limits = Limits.of(None, time_limit)
    query = Prove(
        pattern_of(pattern, size), Path(folder), symmetry, of_count, limits, resume, check_journal
    )
    return query.stream(on_progress=on_progress).collect()


class _Proving:
    """A `Prove` under way."""

    def __init__(self, query: Prove, on_progress: OnProving | None) -> None:
        self._query = query
        self._on_progress = on_progress
        self._place = query.workplace

    def reports(self, answer: ProveAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Write the certificate, then yield the cubes that it lists."""
        if self._query.of_count:
            self._count(answer, run)
            return
        cubes = self._known(run)
        if cubes is None:
            return
        argued = self._query.group if self._query.symmetry else None
        formula = Formula(self._query.pattern, cubes.rows, argued)
        proof = self._refuted(formula, run)
        with Folder(self._query.folder, LIST) as folder:
            write_question(folder, formula, cubes)
            for fraction in write_proof(folder, formula, proof):
                self._tell(fraction, "writing the proof", run)
            answer.certificate = folder.finish(self._told(formula, cubes, proof))
        kind = cube_class(self._query.pattern.puzzle.size)
        for row in cubes.satisfying:
            cube = kind.from_row(row)
            yield CubeReport(cube.facelets, cube)

    def _count(self, answer: ProveAnswer, run: Run) -> None:
        """Write the certificate of a count."""
        formula = Formula(self._query.pattern, [])
        with Folder(self._query.folder, COUNT) as folder:
            steps = write_count(folder, formula)
            checker = followed(steps, lambda fraction: self._tell(fraction, "counting", run))
            if checker is None:
                run.stop(Stop.LIMIT)
                return
            number = checker.counted()
            told = {
                **statement(self._query.pattern),
                "count": number,
                **claimed_count(number),
                "formula": {"variables": formula.variables, "clauses": formula.sizes},
                "proof": {"clauses": checker.last - len(formula.clauses), "nodes": checker.nodes},
                "versions": versions("python-sat"),
            }
            answer.certificate = folder.finish(told)

    def _tell(self, fraction: float | None, stage: str, run: Run) -> None:
        run.deadline.check()
        if self._on_progress is not None:
            self._on_progress(fraction, stage)

    def _known(self, run: Run) -> Known | None:
        """Return all cubes, None if there are too many."""
        steps = known(self._query.pattern, self._query.group, self._place)
        while True:
            try:
                number = next(steps)
            except StopIteration as done:
                found: Known = done.value
                return found
            self._tell(None, f"{number:,} found", run)
            if number > MOST_CUBES:
                run.stop(Stop.LIMIT)
                return None

    def _refuted(self, formula: Formula, run: Run) -> TrimmedProof:
        """Return the proof that there are no other cubes.

        Raises:
            InputError: there is one, and some cubes come from a file, which has not all of them.
            AssertionError: there is one.
        """
        steps = refutation(formula.clauses, formula.choices[0])
        proof = followed(
            steps,
            lambda fraction: self._tell(fraction, "proving that there are no others", run),
        )
        if proof is None and self._place.tally.resumed:
            raise self._place.refuted("it has not all cubes of its units")
        assert proof is not None, "CaDiCaL finds a cube that the engine has not found"
        return proof

    def _told(self, formula: Formula, cubes: Known, proof: TrimmedProof) -> dict[str, Any]:
        """Return what the manifest says, beside the files."""
        pattern = self._query.pattern
        return {
            **statement(pattern),
            "count": len(cubes.satisfying),
            "rejected": len(cubes.rejected),
            "symmetry": self._query.symmetry,
            **claimed(len(cubes.satisfying), formula.argument, len(cubes.rejected)),
            "formula": {"variables": formula.variables, "clauses": formula.sizes},
            "proof": {"clauses": proof.kept, "learned": proof.learned},
            "versions": versions("python-sat"),
        }

    def settle(self, answer: ProveAnswer, _run: Run) -> None:
        """Set the status of the answer."""
        answer.units = None if self._place.journal is None else self._place.tally
        if answer.certificate is None:
            answer.status = Status.UNKNOWN
            return
        answer.count = answer.certificate["count"]
        answer.status = Status.COMPLETE if answer.count else Status.INFEASIBLE
