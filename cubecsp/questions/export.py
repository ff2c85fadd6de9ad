"""Questions as files for other solvers; see `import_solution` for the way back."""

import json
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, ParamSpec

from cubecsp.frozen import frozen
from cubecsp.models.conflicts.demands import Demands, invariant_name
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import Problem
from cubecsp.models.engines.exports import EXPORTS, FOR_PROGRAMS, GROUPED, export_format, write
from cubecsp.models.engines.rule_groups import NamedDemand
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, versions
from cubecsp.questions.asking.about import AboutPuzzles
from cubecsp.questions.asking.functions import as_function
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import RULE_HELP, SATISFIED, Allow, Turns, ruleset
from cubecsp.questions.asking.value_kinds import OneOf
from cubecsp.questions.finding.rules_as_data import statement

if TYPE_CHECKING:
    from cubecsp.questions.asking.cubes_and_rules import PatternLike

__all__ = ["Export", "ExportAnswer", "export", "problem_of"]

P = ParamSpec("P")


@dataclass(repr=False)
class ExportAnswer(Answer):
    """The answer to `export`.

    Attributes:
        text: the text of the file.
    """

    text: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the entries of the object in JSON."""
        data = super().as_dict()
        del data["cubes"]
        return data | {"text": self.text}

    def sentence(self) -> str:
        """Return a sentence about the file."""
        return f"The question as {EXPORTS[self.query['to']]}."


@frozen(kw_only=True)
class Export(AboutPuzzles[ExportAnswer]):
    """The parameters of `export`.

    The solutions of the file are exactly the cubes, or states of another puzzle, that satisfy the rules. The
    file leaves out filters (`pattern.filters`), or expresses them in part; its header names them, and
    `import_solution` checks them on every solution.

    Raises:
        InputError: there is no such format, a logic program among the rules is to be written in a format
            other than asp, a rule does not apply to the cube, different rules of the user have the same name,
            or the definition of the puzzle cannot be kept in the file.
        LimitError: the solvable states of the puzzle cannot be computed.
    """

    name: ClassVar[str] = "export"
    http: ClassVar[bool] = False

    rules: Annotated[
        "PatternLike | Iterable[PatternLike]", ruleset(SATISFIED, Cli(help=RULE_HELP, default=()))
    ] = field(kw_only=False)
    to: Annotated[
        str,
        Param(
            "the format of the file, one of those above",
            OneOf(lambda: EXPORTS, "format", read_as=export_format),
            cli=Cli(("--to",)),
        ),
    ] = field(kw_only=False)
    turns: Turns = None
    allow: Allow = ()

    def stream(self) -> Stream[ExportAnswer]:
        """Return the running question; it yields no cubes."""
        answer = ExportAnswer(query=self)
        return Stream(answer, self.limits, self._write, lambda *_: None)

    def _write(self, answer: ExportAnswer, _run: Run) -> Generator[CubeReport, None, None]:
        header = {**statement(self.pattern), "versions": versions()}
        header_text = json.dumps(header, ensure_ascii=False)
        problem = problem_of(self.pattern, self.to)
        answer.text = write(problem, self.to, header_text, _demands(self.pattern, self.to))
        answer.status = Status.COMPLETE
        yield from ()


def _as_text(query: Callable[P, Export]) -> Callable[P, str]:
    """Return the function that gives the text of an export."""

    def ask(*args: P.args, **how: P.kwargs) -> str:
        return query(*args, **how).answer().text

    result = as_function(query)(ask)
    result.__signature__ = result.__signature__.replace(return_annotation="str")  # type: ignore[attr-defined]
    return result


QUESTION = Export
export = _as_text(Export)


def problem_of(pattern: Pattern, to: str) -> Problem:
    """Return the problem for a solver, as completely as a format can state it."""
    stated = pattern.with_programs if to == FOR_PROGRAMS else pattern.primitives
    primitives = (*holding_constraints(pattern.puzzle), *stated)
    return Problem(pattern.puzzle, primitives, SYMMETRIES[:1])


def _demands(pattern: Pattern, to: str) -> list[NamedDemand]:
    """Return what solvers may drop: in GCNF what `explain` may drop, in WCNF only rules, since cubes are to be solvable."""
    if to not in GROUPED:
        return []
    rules = [NamedDemand(str(r), tuple(r.primitives_on(pattern.puzzle))) for r in pattern.rules]
    invariants = Demands(pattern.puzzle, pattern.rules).invariants if to == "gcnf" else ()
    return [*rules, *(NamedDemand(invariant_name(one), one) for one in invariants)]
