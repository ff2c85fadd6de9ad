"""Verdicts on the outcome of a cell of the matrix, and the answers that brute force gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from matrix_cells import INTERRUPTED, PYTHON, TIMED, UNLIMITED, Cell
from matrix_interfaces import LIMIT, Outcome, asked
from oracle import kept, pocket_states

from cubecsp.puzzle.cube.cube_puzzle import POCKET
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.questions.asking.parameter import parameters
from cubecsp.questions.asking.value_kinds import OneOf

MOST_MORE = 1.0
"""Seconds of the processor that a question may take beyond its limit."""

MOST_UNLIMITED = 10.0
"""Seconds of the processor that a question may take that has no limit: those that have are asked with one first."""

LARGE = 28
"""The size of a cube about which a question may take six times as long if it has no limit, since it writes many MB."""

MOST_MEMORY = 1_000_000_000


def faults(cell: Cell) -> list[str]:
    """Ask a cell through its interfaces, and return what is wrong; nothing if it ends as documented."""
    if cell.limit == UNLIMITED and "time_limit" in parameters(QUESTIONS[cell.question]):
        quick = asked(replace(cell, limit=TIMED), PYTHON)
        if not quick.is_whole:
            return [*_of_one(replace(cell, limit=TIMED), quick)]
    first = asked(cell, PYTHON)
    found = [*_of_one(cell, first), *_of_truth(cell, first), *_of_other_ways(cell, first)]
    if cell.interface != PYTHON:
        other = asked(cell, cell.interface)
        found += [f"{cell.interface}: {fault}" for fault in _of_one(cell, other)]
        found += _of_interfaces(first, other)
    return found


def _of_one(cell: Cell, outcome: Outcome) -> Iterator[str]:
    """Yield what is wrong with an outcome by itself."""
    if outcome.kind == "fault":
        yield f"internal error: {outcome.content}"
    if outcome.kind == "interrupted" and cell.limit != INTERRUPTED:
        yield "interrupted, though nobody interrupted it"
    if outcome.kind in ("refused", "stopped") and not outcome.remedy:
        yield f"a refusal names no other way: {outcome.content}"
    unlimited = MOST_UNLIMITED * (6 if cell.puzzle.isdigit() and int(cell.puzzle) >= LARGE else 1)
    most = {TIMED: LIMIT, INTERRUPTED: 0.0, UNLIMITED: unlimited}[cell.limit] + MOST_MORE
    if outcome.seconds > most:
        yield f"{outcome.seconds:.1f} s of the processor, of which {most:g} s are allowed"
    if outcome.memory > MOST_MEMORY:
        yield f"{outcome.memory / 10**9:.2f} GB of memory"
    if outcome.kind == "answer" and isinstance(outcome.content, dict):
        yield from _of_answer(outcome)


def _of_answer(outcome: Outcome) -> Iterator[str]:
    """Yield what contradicts itself in an answer."""
    content = outcome.content
    status, stopped = content.get("status"), content.get("stopped")
    if status == "complete" and stopped is not None:
        yield f"complete, though stopped by {stopped}"
    if status == "infeasible" and content.get("count"):
        yield f"infeasible, and {content['count']} cubes"
    if status in ("partial", "unknown") and stopped is None and content.get("kind") != "estimate":
        yield f"{status}, though nothing stopped it"
    if outcome.answer is not None and hasattr(outcome.answer, "sentence"):
        sentence = outcome.answer.sentence()
        if re.search(r"\b(None(?! is nearer)|nan|inf)\b|[<>]", sentence):
            yield f"a sentence for programmers: {sentence}"


def _of_interfaces(one: Outcome, other: Outcome) -> Iterator[str]:
    """Yield in what two interfaces differ."""
    if {one.kind, other.kind} == {"answer", "refused"}:
        yield f"Python: {one.kind} {str(one.content)[:300]}; the other interface: {other.kind} {str(other.content)[:300]}"
    if not (one.is_whole and other.is_whole):
        return
    if isinstance(one.content, dict) and isinstance(other.content, dict):
        for key in sorted({*one.content, *other.content} - {"count_text"}):  # the server's only
            if one.content.get(key) != other.content.get(key):
                yield (
                    f"{key} is {str(one.content.get(key))[:200]} in Python, and "
                    f"{str(other.content.get(key))[:200]} by the other interface"
                )


def _of_other_ways(cell: Cell, outcome: Outcome) -> Iterator[str]:
    """Yield what is wrong with the ways that a refusal names: all are refused in turn, or one does not end as it should."""
    if outcome.kind not in ("refused", "stopped") or cell.option is None:
        return
    name, chosen = cell.option
    known = parameters(QUESTIONS[cell.question])
    kind = known[name].kind
    assert isinstance(kind, OneOf)
    named = {*re.findall(r"[a-z][\w-]*", outcome.remedy)} & {*kind.names} - {chosen}
    if outcome.kind != "refused" or not named or len(named) == len(kind.names) - 1:
        return
    limit = TIMED if "time_limit" in known else UNLIMITED
    refused = []
    for way in sorted(named):
        instead = replace(cell, option=(name, way), limit=limit)
        other = asked(instead, PYTHON)
        if other.kind == "refused":
            refused.append(f"{way}, which says: {other.content}")
        else:
            yield from (f"{way}: {fault}" for fault in _of_one(instead, other))
    if len(refused) == len(named):
        yield f"{outcome.content} names only {' and '.join(refused)}"


# ------------------------------------------------------------ the right answers


@cache
def satisfying(rules: tuple[str, ...]) -> np.ndarray | None:
    """Return the states of the 2×2×2 that satisfy rules; None if the primitives do not say all of it."""
    pattern = pattern_of(rules, POCKET)
    if any(rule.is_filter_on(POCKET) for rule in pattern.rules):
        return None
    blocks = np.array_split(pocket_states(), 32)
    return np.concatenate([kept(pattern.primitives, block, POCKET) for block in blocks])


def _of_truth(cell: Cell, outcome: Outcome) -> Iterator[str]:
    """Yield in what an answer about the 2×2×2 differs from a look at all its states."""
    content: Any = outcome.content
    if cell.puzzle != "2" or not cell.rules or outcome.kind != "answer":
        return
    if not isinstance(content, dict) or cell.question in ("check", "meaning", "rank", "reach"):
        return
    right = satisfying(cell.rules)
    if right is None:
        return
    number = len(right)
    if content.get("status") == "infeasible" and number:
        yield f"infeasible, and there are {number:,}"
    settled = content.get("status") == "complete" and content.get("kind") != "estimate"
    if settled and not number and cell.question != "explain":
        yield "complete, and there is nothing"
    yield from _of_number(cell, outcome, number)


def _of_number(cell: Cell, outcome: Outcome, number: int) -> Iterator[str]:
    content = outcome.content
    if cell.question == "explain" and content.get("satisfiable") not in (None, number > 0):
        yield f"satisfiable: {content['satisfiable']}, and there are {number:,}"
    if cell.question == "unrank" and content.get("total") not in (None, number):
        yield f"of {content['total']:,}, and there are {number:,}"
    if cell.question in ("count", "prove") and content.get("count") not in (None, number):
        if content.get("status") == "complete":
            yield f"{content['count']:,}, and there are {number:,}"
        elif (
            content["count"] > number
            and cell.question == "count"
            and content.get("kind") != "estimate"
        ):
            yield f"at least {content['count']:,}, and there are {number:,}"
    listed = cell.question == "find" and cell.flag != "classes"
    if listed and content.get("status") == "complete" and len(content["cubes"]) != number:
        yield f"all {len(content['cubes'])} of {number:,}"
