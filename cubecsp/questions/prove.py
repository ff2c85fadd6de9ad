"""A proof that certain cubes, or states of another puzzle, are all that satisfy the rules, or of their number.

The proof is a folder that anyone can check.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, cast

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.memory import MOST, size_in_words
from cubecsp.models.core.hold import preserving_hold
from cubecsp.models.proofs.all_solutions import AllSolutions, all_solutions
from cubecsp.models.proofs.certificate import COUNT, CPOG, LIST, LRAT, Folder, require_free
from cubecsp.models.proofs.claim import count_claim, listing_claim
from cubecsp.models.proofs.count_proof import MOST_NODES, write_count
from cubecsp.models.proofs.formula import Formula, beyond_clauses, require_small
from cubecsp.models.proofs.refutation import TrimmedProof, refutation
from cubecsp.models.proofs.write_certificate import write_proof, write_question
from cubecsp.puzzle.cube.cubes import class_of
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking.about import AboutPuzzles
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import LIMITS, OnProgress, Resume, RuleTexts
from cubecsp.questions.asking.steps import follow
from cubecsp.questions.asking.value_kinds import File, Flag, Seconds
from cubecsp.questions.finding.rules_as_data import statement
from cubecsp.work.executor import Executor

__all__ = ["MOST_CUBES", "Prove", "ProveAnswer", "prove"]

MOST_CUBES = 20_000
"""The most cubes that are excluded one by one."""


@dataclass(repr=False)
class ProveAnswer(Answer):
    """The answer to `prove`: the cubes, and the certificate that there are no others, or that of their number.

    Attributes:
        certificate: the manifest, None if the work ended before there was one.
    """

    certificate: Mapping[str, Any] | None = None

    def sentence(self) -> str:
        """Return the sentence with the proven claim, and the folder of the proof."""
        taken = in_seconds(self.seconds)
        if self.certificate is not None:
            proof, files = self.certificate["proof"], self.certificate["files"]
            size = size_in_words(files[CPOG if CPOG in files else LRAT]["bytes"])
            proven = (
                f"{self.certificate['claim']} The proof ({plural(proof['clauses'], 'clause')}, "
                f"{size}) is in {self.query['folder']} ({taken})."
            )
            if self.stopped is None:
                return proven
            return f"{proven} {self._cause()} before they were all given."
        none = f"{self._cause()}; nothing is proven, and no certificate written ({taken})."
        return none + self.checkpoint_sentence()

    def _cause(self) -> str:
        """Return the reason why the work ended, a clause."""
        return {
            Stop.LIMIT: self._reached_limit(),
            Stop.TIME: "The time limit ended the work",
            Stop.INTERRUPT: "Interrupted",
        }.get(self.stopped or Stop.LIMIT, "Not proven")

    def _reached_limit(self) -> str:
        """Return the limit that the work reached, a clause."""
        if self.query["of_count"]:
            most = f"more than {MOST_NODES:,} nodes, or {size_in_words(MOST)}"
            return (
                f"The proof of this number takes too large a graph for a checker in Python ({most})"
            )
        satisfy = f"More than {MOST_CUBES:,} {self.noun}s{self.subject} satisfy"
        too_many = "too many to be ruled out one by one"
        if beyond_clauses(cast(Prove, self.query).pattern):
            return f"{satisfy} what clauses can say of these rules, {too_many}"
        counting = spelled("of_count", True, option="--count")
        rules = "these rules" if self.query["rules"] else "no rules at all"
        return f"{satisfy} {rules}, {too_many} ({counting} proves how many there are)"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        if self.certificate is not None:
            data["certificate"] = self.certificate
        return data


_PROVING = "proving"


@frozen(kw_only=True)
class Prove(AboutPuzzles[ProveAnswer]):
    """The parameters of `prove`.

    It finds all cubes, or states of another puzzle, that satisfy the rules, and writes a certificate that
    there are no others. `verify` checks it, and so do programs by other people. The folder is written
    completely or not at all: Ctrl-C and the time limit leave nothing behind except the file of `resume`. The
    proof also shows that nothing is missing from that file.

    Raises:
        InputError: an argument is invalid, or the folder cannot be written.
        EngineError: python-sat is not installed.
        LimitError: the solvable states of another puzzle cannot be computed.
    """

    name: ClassVar[str] = "prove"
    example: ClassVar[Mapping[str, Any]] = {"rules": "solved=F2L+edges"}
    file: ClassVar[str | None] = "certificate.zip"
    of_cubes: ClassVar[tuple[str, ...]] = ("size", "symmetry", "resume")

    rules: RuleTexts = field(kw_only=False)
    folder: Annotated[
        "str | Path",
        Param(
            "the folder to write: a new or empty one, or a certificate, which is replaced",
            File("DIR"),
            cli=Cli(("-o", "--output")),
            http=None,
        ),
    ] = field(kw_only=False)
    symmetry: Annotated[
        bool,
        Param("make the proof shorter by symmetry, which `verify` checks", Flag(), group=_PROVING),
    ] = False
    of_count: Annotated[
        bool,
        Param(
            "prove how many cubes there are, without a list of them",
            Flag(),
            group=_PROVING,
            cli=Cli(("--count",)),
        ),
    ] = False
    resume: Resume = None
    time_limit: Annotated[
        float | None,
        Param(
            "stop after this many seconds and write nothing; `resume` keeps the cubes found",
            Seconds(),
            group=LIMITS,
        ),
    ] = None
    on_progress: OnProgress = callback()

    def require(self) -> None:
        """Make sure that the claim can be proven, and that the folder is free."""
        super().require()
        if self.of_count and self.symmetry:
            raise InputError(
                "the proof of a count does not use symmetry", "leave out the symmetry, or the count"
            )
        require_small(self.pattern)
        _ = self.stated  # it refuses rules that cannot be kept
        if self.of_count:
            self._require_whole()
        if self.of_count and self.resume is not None:
            raise InputError(
                "the proof of a count does not search for cubes",
                "leave out the file to resume from",
            )
        require_free(Path(self.folder))
        _ = self.executor  # it refuses invalid options

    @cached_property
    def stated(self) -> dict[str, Any]:
        """The question as the manifest keeps it; errors as for `cubecsp.questions.finding.rules_as_data.statement`."""
        return statement(self.pattern)

    def _require_whole(self) -> None:
        """Make sure that clauses can express the count completely."""
        beyond = beyond_clauses(self.pattern)
        rules = ", ".join(str(rule) for rule in beyond if rule in self.pattern.rules)
        if rules:
            raise InputError(
                f"clauses cannot express {rules}, so a count with it has no proof",
                f"leave out the count: the {'cubes' if self.other is None else 'states'} are then listed",
            )
        if beyond:
            raise InputError(
                f"clauses cannot express which states of {self.pattern.puzzle.name} are solvable, so a count has no "
                "proof",
                "leave out the count: the states are then listed, and those that are not solvable rejected",
            )

    @property
    def executor(self) -> Executor:
        """The executor of the search for cubes, with its file."""
        return Executor.of(resume=self.resume)

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries that preserve the rules, and the orientation of the whole puzzle."""
        return preserving_hold(self.pattern.symmetries, self.pattern.puzzle)

    def stream(self) -> Stream[ProveAnswer]:
        """Return the running question: it gives the cubes once they are proven to be all."""
        return self.begin(ProveAnswer(query=self.learning("python-sat")), ProveRun(self))


QUESTION = Prove
prove = asks(Prove)


class ProveRun:
    """A running `Prove`."""

    def __init__(self, query: Prove) -> None:
        self._query = query
        self._folder = Path(query.folder)
        self._executor = query.executor

    def reports(self, answer: ProveAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Write the certificate, then yield the cubes that it lists."""
        if self._query.of_count:
            self._count(answer, run)
            return
        cubes = self._all_solutions(run)
        if cubes is None:
            return
        argued = self._query.group if self._query.symmetry else None
        formula = Formula(self._query.pattern, cubes.rows, argued)
        proof = self._refutation(formula, run)
        with Folder(self._folder, LIST) as folder:
            write_question(folder, formula, cubes)
            for fraction in write_proof(folder, formula, proof):
                self._tell(fraction, "writing the proof", run)
            answer.certificate = folder.finish(self._manifest(formula, cubes, proof))
        kind = class_of(self._query.pattern.puzzle)
        yield from (CubeReport.of(kind.from_row(row)) for row in cubes.satisfying)

    def _count(self, answer: ProveAnswer, run: Run) -> None:
        """Write the certificate of a count."""
        pattern = self._query.pattern
        formula = Formula(pattern, [])
        with Folder(self._folder, COUNT) as folder:
            steps = write_count(folder, formula)
            checker = follow(steps, lambda fraction: self._tell(fraction, "counting", run))
            if checker is None:
                run.stop(Stop.LIMIT)
                return
            number = checker.count()
            manifest = {
                **self._query.stated,
                "count": number,
                **count_claim(number, pattern.puzzle, rules=bool(pattern.rules)),
                "formula": {"variables": formula.variables, "clauses": formula.sizes},
                "proof": {"clauses": checker.last - len(formula.clauses), "nodes": checker.nodes},
                "versions": versions("python-sat"),
            }
            answer.certificate = folder.finish(manifest)

    def _tell(self, fraction: float | None, stage: str, run: Run) -> None:
        run.deadline.check()
        if self._query.on_progress is not None:
            self._query.on_progress(fraction, stage)

    def _all_solutions(self, run: Run) -> AllSolutions | None:
        """Return all cubes, None if there are too many."""
        steps = all_solutions(self._query.pattern, self._query.group, self._executor)
        while True:
            try:
                number = next(steps)
            except StopIteration as done:
                result: AllSolutions = done.value
                return result
            self._tell(None, f"{number:,} found", run)
            if number > MOST_CUBES:
                run.stop(Stop.LIMIT)
                return None

    def _refutation(self, formula: Formula, run: Run) -> TrimmedProof:
        """Return the proof that there are no other cubes.

        Raises:
            AssertionError: there is one.
        """
        steps = refutation(formula.clauses, formula.choices[0])
        proof = follow(
            steps, lambda fraction: self._tell(fraction, "proving that there are no others", run)
        )
        assert proof is not None, "CaDiCaL finds a cube that the engine has not found"
        return proof

    def _manifest(
        self, formula: Formula, cubes: AllSolutions, proof: TrimmedProof
    ) -> dict[str, Any]:
        """Return the manifest without the list of files."""
        pattern = self._query.pattern
        return {
            **self._query.stated,
            "count": len(cubes.satisfying),
            "rejected": len(cubes.rejected),
            "symmetry": self._query.symmetry,
            **listing_claim(
                len(cubes.satisfying),
                formula.argument,
                len(cubes.rejected),
                pattern.puzzle,
                rules=bool(pattern.rules),
            ),
            "formula": {"variables": formula.variables, "clauses": formula.sizes},
            "proof": {"clauses": proof.kept},
            "versions": versions("python-sat"),
        }

    def set_status(self, answer: ProveAnswer, run: Run) -> None:
        """Set the status of the answer, which is less complete than the certificate if not all cubes were given."""
        answer.tasks = None if self._executor.checkpoint is None else self._executor.counter
        if answer.certificate is None:
            answer.status = Status.UNKNOWN
            return
        answer.count = answer.certificate["count"]
        if run.stopped is not None:
            answer.status = Status.PARTIAL
        else:
            answer.status = Status.COMPLETE if answer.count else Status.INFEASIBLE
