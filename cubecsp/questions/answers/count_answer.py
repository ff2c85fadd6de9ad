"""The answer to `count`: a number, how it is known, and how it was or would be computed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cubecsp.interface import spelled
from cubecsp.models.counting import CONFIDENCE, COUNTERS, Estimate
from cubecsp.models.counting.planner import Plan, PlanLine
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.answers.answer import Answer, Stop
from cubecsp.questions.answers.numbers_in_words import (
    duration,
    in_seconds,
    plural,
    power_of_ten,
    rough,
)

_OF_GIVEN = ("status", "count", "kind", "method", "at_least")
"""The entries of the answer about what is given that the whole answer has, too."""


@dataclass(repr=False)
class CountAnswer(Answer):
    """The answer to `count`: exact, an estimate, or the facts known when the count ended.

    `count` is the exact number, or None. The status is `complete` with an exact number or an estimate,
    `infeasible` if no cube satisfies the rules, and otherwise `partial` if some cubes were counted, or
    `unknown`.

    Attributes:
        given: the answer about the cubes that satisfy what is given, if something is. `count` is then about those
            that satisfy the rules as well.
        estimate: the estimate with its interval, if the user asked for one; see `Estimate`. If it ended
            early, it is from the samples drawn by then.
        at_least: a lower bound, if the count ended early.
        method: the name of the way to count, one of `COUNTERS`.
        plan: the planned ways, and why; None if the count ended before planning.
        predicted: the predicted seconds of processor time of an exact count in each of its threads, if there
            is a prediction; infinite if there was no visible progress.
        class_symmetries: the number of symmetries under which `classes` are counted.
        depths: the numbers of states that take 0, 1, 2, … moves, if the question asks for them.
        ways: the planned ways to count, and the refused ones; all of them if the user asked for a plan.
        at_fault: a sentence about the rules that prevented an exact count, and possible counts.
    """

    given: CountAnswer | None = None
    estimate: Estimate | None = None
    at_least: int | None = None
    method: str = ""
    plan: Plan | None = None
    predicted: float | None = None
    class_symmetries: int = len(SYMMETRIES)
    depths: Sequence[int] | None = None
    ways: Sequence[PlanLine] = ()
    at_fault: str | None = None

    @property
    def kind(self) -> str:
        """The certainty of the number: `exact`, `estimate`, `at-least`, or `nothing`."""
        if self.count is not None:
            return "exact"
        if self.estimate is not None:
            return "estimate"
        return "at-least" if self.at_least else "nothing"

    @property
    def probability(self) -> Fraction | None:
        """The probability that a cube which satisfies what is given satisfies the rules; None if it is not known."""
        if self.given is None or self.count is None or not self.given.count:
            return None
        return Fraction(self.count, self.given.count)

    def written(self) -> str:
        """Return only the number or, if something is given, the probability; nothing if there is none.

        An estimate has only as many digits as its interval justifies, and is written as 1.508e4099 if it is
        long. It is marked with ~, or with <= if it is only an upper bound.
        """
        if self.given is not None:
            return "" if self.probability is None else str(self.probability)
        if self.count is not None:
            return str(self.count)
        if self.estimate is None:
            return ""
        number, _, most = self.estimate.rounded
        sign, worth = ("<=", most) if self.estimate.hits == 0 else ("~", number)
        short = power_of_ten(worth)
        return f"{sign}{worth}" if short is None else "{}{}e{}".format(sign, *short)

    def sentence(self) -> str:
        """Return a sentence with the number, how it is known, and which part of it comes from a file."""
        outcome = self._outcome() if self.given is None else self._probability_in_words(self.given)
        return outcome + self.checkpoint_sentence()

    def _probability_in_words(self, given: CountAnswer) -> str:
        """Return the sentence with the probability and both numbers, or why there is none."""
        method = " and ".join(dict.fromkeys(filter(None, (given.method, self.method))))
        taken = f"{method}, exact, {in_seconds(self.seconds)}"
        if given.count == 0:
            return f"No {self.noun}{self.subject} satisfies what is given, so there is no probability ({taken})."
        if given.count is None:
            return f"For what is given: {given._outcome()}"
        if self.probability is None:
            return self._outcome()
        whole = self._cubes_in_words(given.count)
        among = (
            f"the {whole} that satisfy what is given" if given.query["rules"] else f"all {whole}"
        )
        number = (
            f"{self.count:,} of {among} {'satisfies' if self.count == 1 else 'satisfy'} these rules"
        )
        return f"{_fraction_in_words(self.probability)}: {number} ({taken})."

    def _outcome(self) -> str:
        """Return the sentence with the number, and how it is known."""
        taken = in_seconds(self.seconds)
        if self.count == 0:
            return f"No {self.noun}{self.subject} satisfies these rules ({self.method}, {taken})."
        if self.count is None and self.reason is not None:
            return f"{self.reason} ({taken})."
        if self.count is not None:
            return f"{self._count_in_words(self.count)} ({self.method}, exact, {taken})."
        if self.estimate is not None:
            early = (
                "" if self.stopped is None else "; ended early: more samples would be more precise"
            )
            return f"{self._estimate_in_words(self.estimate)} ({self.method}, {taken}{early})."
        known = f" At least {self._count_in_words(self.at_least)}." if self.at_least else ""
        fault = f" {self.at_fault}" if self.at_fault else ""
        return f"{self._cause()}{known}{fault} {self._remedy()}".rstrip()

    def _count_in_words(self, number: int) -> str:
        cubes = self._cubes_in_words(number)
        satisfy = f"{cubes} {'satisfies' if number == 1 else 'satisfy'} these rules"
        if not self.query["rules"]:
            satisfy = f"{cubes} {'is' if number == 1 else 'are'} solvable"
            if self.query.get("up_to_rotation"):
                satisfy += ", up to rotation of the whole puzzle"
        if self.classes is None or self.count is None:
            return satisfy
        if self.same_under:
            return f"{satisfy}, in {self.classes_in_words()}"
        classes = plural(self.classes, "symmetry class")
        if self.class_symmetries == len(SYMMETRIES):
            return f"{satisfy}, in {classes}"
        group = plural(self.class_symmetries, "symmetry")
        return f"{satisfy}, in {classes} under the {group} that preserve the question"

    def _estimate_in_words(self, estimate: Estimate) -> str:
        sure = f"{CONFIDENCE:.0%} confidence"
        drawn = plural(estimate.samples, "sample")
        number, least, most = estimate.rounded
        cubes = f"{self.noun}s{self.subject}"
        if estimate.hits == 0:
            return f"Estimate: at most {rough(most)} {cubes}, with {sure}; none of {drawn} satisfied the rules"
        return f"Estimate: about {rough(number)} {cubes}; with {sure} {rough(least)} to {rough(most)}, from {drawn}"

    def _cause(self) -> str:
        """Return the reason why the count ended, or why it was not exact."""
        took = "" if self.predicted is None else f" ({self.method} would take {self._prediction()})"
        ended = {
            Stop.TIME: "The time limit ended the count",
            Stop.INTERRUPT: "Interrupted before all were counted",
            None: "Not counted, only planned",
        }
        return f"{ended.get(self.stopped, 'Not counted')}{took}."

    def _remedy(self) -> str:
        if self.stopped is None or any(map(self.query.get, ("puzzle", "resume", "project"))):
            return ""
        if self.query.get("estimate") or (self.method and not COUNTERS[self.method].exact):
            return f"Fewer samples take less time ({spelled('samples')})."
        return f"An estimate takes seconds ({spelled('estimate', True)})."

    def _prediction(self) -> str:
        assert self.predicted is not None
        return (
            "longer than can be predicted"
            if math.isinf(self.predicted)
            else duration(self.predicted)
        )

    def explanation(self) -> str:
        """Return the plan: a table of the ways to count and, below it, the reason for this one and its time."""
        if self.plan is None:
            return "no plan was made"
        rows = [("way", "", "predicted", "what it does, or why not")]
        rows += [(way.name, way.role, _cost(way.seconds), way.why) for way in self.ways]
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        lines = [
            "  ".join(
                [*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]
            )
            for row in rows
        ]
        lines.append(f"why: {self.plan.reason(self.method)}")
        if self.count is not None or self.estimate is not None:
            lines.append(f"time: done already, in {in_seconds(self.seconds)}")
        elif self.predicted is not None:
            lines.append(f"time: {self._prediction()}, predicted from {self.method} at work")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints: the number and how it is known, and no cubes."""
        data = super().as_dict()
        del data["cubes"]
        data |= {"kind": self.kind, "method": self.method}
        if self.classes is not None and not self.same_under:
            data["class_symmetries"] = self.class_symmetries
        if self.estimate is not None:
            data |= {
                "estimate": self.estimate.number,
                "interval": [self.estimate.least, self.estimate.most],
                "confidence": CONFIDENCE,
                "samples": self.estimate.samples,
                "hits": self.estimate.hits,
            }
        if self.given is not None:
            data["given"] = {key: v for key, v in self.given.as_dict().items() if key in _OF_GIVEN}
        if self.probability is not None:
            data |= {
                "probability": str(self.probability),
                "percent": 100 * float(self.probability),
            }
        if self.at_least is not None:
            data["at_least"] = self.at_least
        if self.depths is not None:
            data["depths"] = self.depths
        if _finite(self.predicted) is not None:
            data["predicted_seconds"] = _finite(self.predicted)
        if self.plan is not None:
            data["plan"] = [attempt.way.name for attempt in self.plan.attempts]
            data["plan_reason"] = self.plan.reason(self.method)
            data["refused"] = self.plan.refused
        if self.query.get("explain"):
            data["ways"] = [
                {
                    "way": way.name,
                    "role": way.role,
                    "predicted_seconds": _finite(way.seconds),
                    "why": way.why,
                }
                for way in self.ways
            ]
        if self.at_fault is not None:
            data["at_fault"] = self.at_fault
        return data


def _fraction_in_words(share: Fraction) -> str:
    """Return a probability as a fraction, and in percent with three digits: never rounded to 100 %."""
    fraction = f"{share.numerator:,}"
    if share.denominator > 1:
        fraction += f"/{share.denominator:,}"
    percent = f"{100 * float(share):.3g}"
    return f"{fraction} ({'more than 99.9' if percent == '100' and share < 1 else percent} %)"


def _finite(seconds: float | None) -> float | None:
    """Return seconds for JSON: None if they are infinite."""
    return None if seconds is None or math.isinf(seconds) else round(seconds, 3)


def _cost(seconds: float | None) -> str:
    """Return a predicted time for a table."""
    if seconds is None:
        return "-"
    return "unknown" if math.isinf(seconds) else duration(seconds)
