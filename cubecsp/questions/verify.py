"""The verification of certificates."""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.models.core.hold import preserving_hold
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.proofs import examination
from cubecsp.models.proofs.certificate import COUNT, CPOG, CUBES, DRAT, LRAT, REJECTED, SYMMETRY
from cubecsp.models.proofs.claim import count_claim, listing_claim
from cubecsp.models.proofs.count_proof import check_count
from cubecsp.models.proofs.data import same
from cubecsp.models.proofs.encoding_check import drawn_cubes, tried_cubes
from cubecsp.models.proofs.external_checkers import FOREIGN, ForeignChecker
from cubecsp.models.proofs.formula import Formula, require_provable
from cubecsp.models.proofs.read_certificate import (
    RefusedError,
    cubes_in,
    files_in,
    manifest_in,
    require,
)
from cubecsp.models.proofs.states import Listed, random_states
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param, callback
from cubecsp.questions.asking.query import Stream, StreamedQuery
from cubecsp.questions.asking.shared_parameters import LIMITS, OnProgress, OwnRules
from cubecsp.questions.asking.steps import follow
from cubecsp.questions.asking.value_kinds import File, Many, OneOf, Seconds, Whole
from cubecsp.questions.finding.rules_as_data import UnknownRuleError, read_statement, statement

if TYPE_CHECKING:
    from collections.abc import Iterable


__all__ = ["CheckDone", "Verify", "VerifyAnswer", "verify"]

T = TypeVar("T")

_UNPACKED = 3.5  # times as large: the approximate size of an unpacked proof
_OTHERWISE = "of the manifest is not what the files show"


@frozen
class CheckDone:
    """A check of a certificate.

    Attributes:
        name: the name of the check.
        passed: whether the certificate passed it.
        finding: its result, a clause.
        seconds: the time that it took.
    """

    name: str
    passed: bool
    finding: str
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        return {
            "name": self.name,
            "passed": self.passed,
            "finding": self.finding,
            "seconds": round(self.seconds, 6),
        }


@dataclass(repr=False)
class VerifyAnswer(Answer):
    """The answer to `verify`: `complete` if the certificate is accepted, `infeasible` if it is refused.

    Attributes:
        checks: the checks, in order; the last one says why a certificate is refused.
        claim: the claim, and what is proven and not proven, once these texts are known to be right.
    """

    checks: Sequence[CheckDone] = ()
    claim: Mapping[str, Any] = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        """Whether the certificate proves its claim."""
        return self.status is Status.COMPLETE

    def sentence(self) -> str:
        """Return the sentence with the verdict on the certificate."""
        taken = in_seconds(self.seconds)
        if self.accepted:
            return f"Accepted: {self.claim['claim']} ({taken})"
        if self.status is Status.INFEASIBLE:
            last = self.checks[-1]
            return f"Refused: {last.name}: {last.finding} ({taken})."
        ended = "The time limit ended the check" if self.stopped is Stop.TIME else "Interrupted"
        return f"{ended}; the certificate is neither accepted nor refused ({taken})."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        del data["cubes"]
        return {
            **data,
            "accepted": self.accepted,
            **self.claim,
            "checks": [done.as_dict() for done in self.checks],
        }


_CHECKING = "checking"


@frozen(kw_only=True)
class Verify(StreamedQuery[VerifyAnswer]):
    """The parameters of `verify`.

    The checks are: the files are those for which the manifest was made; the cubes in its list satisfy the
    rules; the formula, made again, is the one that the rules and these cubes give; its clauses agree with the
    rules on cubes of all kinds; symmetries leave out only cubes that they may; the proof refutes the formula.
    For a count: clauses can express the rules completely, and the graph that counts is equivalent to the
    formula. Without the proof in LRAT, a foreign checker has to read the one in DRAT.

    Raises:
        InputError: the folder has no certificate, or an argument is invalid.
        EngineError: a foreign checker, or python-sat, is not installed.
        LimitError: the solvable states of another puzzle cannot be computed.
    """

    name: ClassVar[str] = "verify"
    http: ClassVar[bool] = False

    folder: Annotated["str | Path", Param("the folder that `prove` wrote", File("DIR"))] = field(
        kw_only=False
    )
    engine: Annotated[
        str,
        Param(
            "the checker of the proof; python is short, and five times slower",
            OneOf(lambda: tuple(examination.CHECKERS), "checker"),
            group=_CHECKING,
        ),
    ] = examination.DEFAULT
    foreign: Annotated[
        "str | Iterable[str]",
        Param(
            "also check the proof with a checker that others wrote, if it is installed: "
            "dratify, drat-trim, cake_lpr; for a count cpog-check, cake_scpog",
            Many(OneOf(lambda: tuple(FOREIGN), "foreign checker")),
            group=_CHECKING,
            cli=Cli(
                ("--with",),
                help="also run another checker, if it is installed (see `cubecsp help checkers`)",
            ),
        ),
    ] = ()
    rules: OwnRules = ()
    seed: Annotated[
        int,
        Param(
            "test the clauses on other random cubes for another seed",
            Whole(0, metavar="S"),
            group=_CHECKING,
        ),
    ] = 0
    time_limit: Annotated[
        float | None,
        Param(
            "stop after this many seconds, and neither accept nor refuse the certificate",
            Seconds(),
            group=LIMITS,
        ),
    ] = None
    on_progress: OnProgress = callback()

    def require(self) -> None:
        """Make sure that the foreign checkers are installed."""
        for name in self.foreign:
            FOREIGN[name].require()

    def stream(self) -> Stream[VerifyAnswer]:
        """Return the running question; it gives no cubes."""
        return self.begin(VerifyAnswer(query=self.learning("python-sat")), VerifyRun(self))


QUESTION = Verify
verify = asks(Verify)


class VerifyRun:
    """A running `Verify`."""

    def __init__(self, query: Verify) -> None:
        self._query = query
        self._folder = Path(query.folder)
        self._refused = self._done = False

    def reports(self, answer: VerifyAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Make one check after another, up to the first that fails; there are no cubes to yield."""
        for name, check in self._checks(answer, run):
            self._tell(None, name, run)
            started = time.monotonic()
            try:
                finding, passed = check(), True
            except RefusedError as error:
                finding, passed = str(error), False
            done = CheckDone(name, passed, finding, time.monotonic() - started)
            answer.checks = (*answer.checks, done)
            if not passed:
                self._refused = True
                return
        self._done = True
        yield from ()

    def _tell(self, fraction: float | None, name: str, run: Run) -> None:
        run.deadline.check()
        if self._query.on_progress is not None:
            self._query.on_progress(fraction, name)

    def _checks(self, answer: VerifyAnswer, run: Run) -> Iterator[tuple[str, Callable[[], str]]]:
        """Yield the name and the function of each check; each depends on those before it."""
        yield "manifest", self._read_manifest
        yield "files", self._read_files
        yield from (
            self._count_checks(answer, run) if self._of_count else self._list_checks(answer, run)
        )
        for name in self._query.foreign:
            yield name, lambda checker=FOREIGN[name]: self._ask(checker, run)  # type: ignore[misc]

    def _list_checks(
        self, answer: VerifyAnswer, run: Run
    ) -> Iterator[tuple[str, Callable[[], str]]]:
        yield "cubes", self._read_cubes
        yield "claim", lambda: self._compare_claim(answer)
        yield "formula", self._compare_formula
        if self._formula.argument is not None:
            yield "symmetry", self._try_symmetries
        yield (
            "clauses",
            lambda: tried_cubes(self._formula, [*self._listed, *self._rejected], self._query.seed),
        )
        if LRAT in self._files:
            yield "proof", lambda: self._check_proof(run)
            yield "DRAT", lambda: examination.require_drat(self._folder)
        else:
            yield "proof", self._leave_proof

    def _count_checks(
        self, answer: VerifyAnswer, run: Run
    ) -> Iterator[tuple[str, Callable[[], str]]]:
        yield "rules", lambda: examination.require_whole(self._pattern)
        yield "claim", lambda: self._compare_count(answer)
        yield "formula", self._compare_formula
        yield "clauses", lambda: self._try_some_cubes(run)
        yield "proof", lambda: self._check_count(run)

    def _read_manifest(self) -> str:
        self._manifest = manifest_in(self._folder)
        try:
            self._pattern: Pattern = read_statement(
                self._manifest, "the manifest", "prove it again", self._query.rules
            )
            require_provable(self._pattern)
            stated = statement(self._pattern)
        except UnknownRuleError:
            raise  # the certificate is not to blame for that
        except InputError as error:
            raise RefusedError(str(error)) from error
        self._require_entries(stated, "is not what the rules are")
        self._of_count = self._manifest["format"] == COUNT
        return " ".join(self._manifest["rules"]) or "no rules"

    @property
    def _noun(self) -> str:
        """The noun for the subject of the certificate: cubes, or states of another puzzle."""
        return "cube" if isinstance(self._pattern.puzzle, CubePuzzle) else "state"

    def _require_entries(self, entries: dict[str, Any], otherwise: str) -> None:
        """Make sure that the manifest has these entries, with exactly these values."""
        for key, value in entries.items():
            require(same(self._manifest.get(key), value), f"{key} {otherwise}")

    def _read_files(self) -> str:
        self._files = files_in(self._folder, self._manifest)
        require_parameters = [name for name, one in FOREIGN.items() if one.proof in self._files]
        for name in self._query.foreign:
            if name not in require_parameters:
                raise InputError(
                    f"{name} does not check certificates of this kind",
                    f"those that do are {', '.join(require_parameters)}",
                )
        return f"{len(self._files)} files: sizes and hashes match the manifest"

    def _read_cubes(self) -> str:
        of_cubes = self._noun == "cube"
        require(of_cubes or SYMMETRY not in self._files, "only cubes have symmetries")
        puzzle = self._pattern.puzzle
        self._listed: list[Listed] = cubes_in(self._folder, CUBES, puzzle)
        self._rejected: list[Listed] = []
        if REJECTED in self._files:
            self._rejected = cubes_in(self._folder, REJECTED, puzzle)
        return examination.require_cubes(self._pattern, self._listed, self._rejected)

    def _compare_claim(self, answer: VerifyAnswer) -> str:
        rows = [cube.seen for cube in [*self._listed, *self._rejected]]
        group = preserving_hold(self._pattern.symmetries, self._pattern.puzzle)
        self._formula = Formula(self._pattern, rows, group if SYMMETRY in self._files else None)
        claim = listing_claim(
            len(self._listed),
            self._formula.argument,
            len(self._rejected),
            self._pattern.puzzle,
            rules=bool(self._pattern.rules),
        )
        entries = {
            "count": len(self._listed),
            "rejected": len(self._rejected),
            "symmetry": SYMMETRY in self._files,
            **claim,
        }
        self._require_entries(entries, _OTHERWISE)
        answer.claim = claim
        return str(claim["claim"])

    def _compare_count(self, answer: VerifyAnswer) -> str:
        self._formula = Formula(self._pattern, [])
        number = self._manifest.get("count")
        require(type(number) is int and number >= 0, "the manifest has no count")
        assert isinstance(number, int)
        claim = count_claim(number, self._pattern.puzzle, rules=bool(self._pattern.rules))
        self._require_entries(claim, _OTHERWISE)
        answer.claim = claim
        return str(claim["claim"])

    def _try_some_cubes(self, run: Run) -> str:
        cubes = drawn_cubes(self._pattern, self._query.seed, run.deadline.check)
        return tried_cubes(self._formula, cubes, self._query.seed)

    def _compare_formula(self) -> str:
        data = self._manifest.get("formula")
        return examination.require_formula(self._folder, self._formula, data)

    def _try_symmetries(self) -> str:
        numbers = iter(range(self._query.seed, 1 << 65))
        draw = random_states(self._pattern.puzzle)
        return examination.require_argument(
            self._folder,
            self._formula,
            preserving_hold(self._pattern.symmetries, self._pattern.puzzle),
            [*self._listed, *self._rejected],
            lambda: draw(next(numbers)),
        )

    def _check_proof(self, run: Run) -> str:
        checker = examination.CHECKERS[self._query.engine](self._folder)
        added = self._follow(checker, LRAT, run)
        self._compare_length(added)
        return f"{added:,} proof clauses checked, the last one empty ({self._query.engine} checker)"

    def _compare_length(self, added: int) -> None:
        require(
            same(self._manifest.get("proof"), {"clauses": added}),
            "the manifest has another number of clauses of the proof",
        )

    def _leave_proof(self) -> str:
        """Leave the proof to checkers that read DRAT, if there is none in LRAT."""
        readers = [name for name, checker in FOREIGN.items() if checker.proof == DRAT]
        others = " or ".join(spelled("foreign", name, option="--with") for name in readers)
        named = any(name in readers for name in self._query.foreign)
        require(named, f"{LRAT} is missing; {others} checks {DRAT} instead")
        self._compare_length(examination.clauses_of_drat(self._folder))
        return f"{LRAT} is missing; {DRAT} is left to the other checkers"

    def _check_count(self, run: Run) -> str:
        checker = self._follow(check_count(self._folder, self._formula), CPOG, run)
        number, nodes = checker.count(), checker.nodes
        require(number == self._manifest["count"], f"the proof counts {plural(number, self._noun)}")
        data = {"clauses": checker.last - len(self._formula.clauses), "nodes": nodes}
        require(
            same(self._manifest.get("proof"), data), "the manifest has another size of the proof"
        )
        return f"{nodes:,} nodes, equivalent to the formula, count {plural(number, self._noun)}"

    def _follow(self, steps: Generator[int, None, T], name: str, run: Run) -> T:
        """Return the result of a checker, and report the share of the proof that it has read."""
        size, read = (self._folder / name).stat().st_size * _UNPACKED, 0

        def tell(bytes_read: int) -> None:
            nonlocal read
            read += bytes_read
            self._tell(min(read / max(size, 1), 1.0), "proof", run)

        return follow(steps, tell)

    def _ask(self, checker: ForeignChecker, run: Run) -> str:
        return checker.check(self._folder, self._manifest["count"], run.deadline.left_or_none)

    def set_status(self, answer: VerifyAnswer, _run: Run) -> None:
        """Set whether the certificate is accepted."""
        if self._refused:
            answer.status = Status.INFEASIBLE
        elif self._done:
            answer.status = Status.COMPLETE
            answer.count = self._manifest["count"]
