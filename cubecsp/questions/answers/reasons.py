"""The answer to `explain`: which rules conflict, which to drop, and which others hold; in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cubecsp.frozen import frozen
from cubecsp.models.conflicts.demands import Demand, by_invariant, invariant_meaning, invariant_name
from cubecsp.models.conflicts.relations import Relation
from cubecsp.models.core.rule import Rule
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.cube.words import listed
from cubecsp.questions.answers.answer import Answer, CubeReport, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural


@frozen
class _Demands:
    """Some demands.

    Attributes:
        demands: rules in the order of the question, then invariants.
    """

    demands: tuple[Demand, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules among the demands."""
        return tuple(demand for demand in self.demands if isinstance(demand, Rule))

    @property
    def invariants(self) -> tuple[Invariant, ...]:
        """The invariants of the cube among the demands."""
        return tuple(demand for demand in self.demands if isinstance(demand, Invariant))

    def _as_dict(self) -> dict[str, Any]:
        invariants = [invariant_name(invariant) for invariant in self.invariants]
        return {
            "rules": [*map(str, self.rules)],
            **({"invariants": invariants} if invariants else {}),
        }


@frozen
class Conflict(_Demands):
    """A minimal conflict: demands that no cube satisfies together, though without any one of them some cube does.

    Attributes:
        proven_by: the engine that searched all cubes.
        checked_by: another engine that confirmed it; None if none did in time.
    """

    proven_by: str
    checked_by: str | None = None

    def sentence(self, others: bool = False) -> str:
        """Return a clause with the rules that conflict, and the invariants involved.

        Args:
            others: whether some known cubes satisfy the demands, and no others do.
        """
        is_plural = len(self.rules) > 1
        if others:
            conflict = "allow for no other cube" if is_plural else "allows for no other cube"
        else:
            conflict = "conflict" if is_plural else "cannot hold"
        invariants = (
            f" on a solvable cube, by {by_invariant(self.invariants)}" if self.invariants else ""
        )
        return f"{listed([*map(str, self.rules)])} {conflict}{invariants}"

    def proof(self) -> str:
        """Return the evidence for the conflict: a clause."""
        checked = "" if self.checked_by is None else f", checked by {self.checked_by}"
        return f"proven by {self.proven_by}{checked}"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        return {**self._as_dict(), "proven_by": self.proven_by, "checked_by": self.checked_by}


@frozen
class Correction(_Demands):
    """A minimal correction: demands that must all be dropped so that a cube can satisfy the others.

    Attributes:
        example: such a cube; if it is not solvable, only its stickers.
        count: the number of cubes after the correction; None if it was not counted, or an invariant is among
            the demands.
    """

    example: CubeReport
    count: int | None = None

    def sentence(self) -> str:
        """Return the demands to drop, and the number of cubes that this leaves: a sentence."""
        named = [
            *map(str, self.rules),
            *([by_invariant(self.invariants)] if self.invariants else []),
        ]
        left = "" if self.count is None else f": {plural(self.count, 'cube')}"
        return f"without {listed(named)}{left}"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        known = {} if self.count is None else {"count": self.count}
        return {**self._as_dict(), **known, "example": self.example.shown}


@dataclass(repr=False)
class ExplainAnswer(Answer):
    """The answer to `explain`. Its cubes are the examples of the corrections, or a cube that satisfies the rules.

    Attributes:
        satisfiable: whether cubes other than the allowed ones satisfy the rules; None if unknown.
        known: the allowed cubes.
        conflicts: the minimal conflicts, the smallest first.
        corrections: the minimal corrections, those that drop no invariant first, then the smallest.
        relations: other rules, and whether they hold for all, some or none of the cubes that satisfy these
            rules.
        searches: the number of searches for a cube that all minimal sets took.
    """

    satisfiable: bool | None = None
    known: Sequence[CubeReport] = ()
    conflicts: Sequence[Conflict] = ()
    corrections: Sequence[Correction] = ()
    relations: Mapping[Rule, Relation] = field(default_factory=dict)
    searches: int = 0

    def __str__(self) -> str:
        return self.explanation()

    def sentence(self) -> str:
        """Return the sentence about the result, and how complete it is."""
        taken = in_seconds(self.seconds)
        if self.satisfiable is None:
            return f"{self._cause()} before it was known whether any {self.noun}{self.subject} satisfies these rules ({taken})."
        if self.satisfiable:
            many, satisfy = f"Some {self.noun}s{self.subject}", "satisfy"
            if self.known:
                beyond = self.query["beyond"]
                many = f"More than {plural(beyond, self.noun)}{self.subject}"
                satisfy = "satisfies" if beyond == 1 else "satisfy"
            ended = (
                "" if self.stopped is None else f" {self._cause()} before all relations were known."
            )
            return f"{many} {satisfy} these rules ({taken}).{ended}"
        none = f"No {self.noun}{self.subject} satisfies these rules"
        if self.known:
            none += f" besides {plural(len(self.known), self.noun)}"
        result = f"{plural(len(self.conflicts), 'minimal conflict')}, {plural(len(self.corrections), 'minimal correction')}"
        if self.stopped is None:
            return f"{none}: {result}, and there are no others ({taken})."
        if not self.conflicts and not self.corrections:
            return f"{none}. {self._cause()} before any minimal conflict was found ({taken})."
        return f"{none}. {self._cause()} after {result}; there may be others ({taken})."

    def _cause(self) -> str:
        return "Interrupted" if self.stopped is Stop.INTERRUPT else "The time limit ended it"

    def explanation(self) -> str:
        """Return the whole answer in words, as several lines."""
        return "\n".join([self.sentence(), *self._parts()])

    def _parts(self) -> Iterator[str]:
        if self.conflicts:
            yield "\nminimal conflicts:"
            for conflict in self.conflicts:
                yield f"  {conflict.sentence(bool(self.known))} ({conflict.proof()})"
            invariants = dict.fromkeys(
                invariant for conflict in self.conflicts for invariant in conflict.invariants
            )
            yield from (
                f"  (the {invariant_name(invariant)} invariant: {invariant_meaning(invariant)})"
                for invariant in invariants
            )
        real = [each for each in self.corrections if not each.invariants]
        if real:
            yield f"\nminimal corrections (rules to drop), and a {self.noun} for each:"
            yield from (line for each in real for line in _with_example(each))
        apart = [each for each in self.corrections if each.invariants]
        if apart:
            yield "\nor, on a cube that is taken apart and put together otherwise:"
            yield from (line for each in apart for line in _with_example(each))
        if self.relations:
            yield from self._relations()

    def _relations(self) -> Iterator[str]:
        if self.cubes:
            yield f"for example {self.cubes[0].shown}"
        data = {
            Relation.IMPLIED: f"all of these {self.noun}s satisfy",
            Relation.POSSIBLE: "some of them satisfy, and some do not",
            Relation.IMPOSSIBLE: "none of them satisfies",
            Relation.UNDECIDED: "not decided in time",
        }
        for each, words in data.items():
            rules = [str(rule) for rule, relation in self.relations.items() if relation is each]
            if rules:
                yield f"\n{words}:"
                yield f"  {', '.join(rules)}"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        data["satisfiable"] = self.satisfiable
        if self.known:
            data["known"] = [report.shown for report in self.known]
        if self.satisfiable is False:
            data["searches"] = self.searches
            data["conflicts"] = [conflict.as_dict() for conflict in self.conflicts]
            data["corrections"] = [each.as_dict() for each in self.corrections]
        for relation in Relation if self.relations else ():
            data[relation.value] = [
                str(r) for r, each in self.relations.items() if each is relation
            ]
        return data


def _with_example(correction: Correction) -> Iterator[str]:
    yield f"  {correction.sentence()}"
    yield f"    {correction.example.shown}"
