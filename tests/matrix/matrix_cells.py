"""The cells of the matrix, made from the registries: what can be asked, of which puzzle, in which way.

Every rule, in each of its forms, meets every question about every puzzle. The other axes (the example of the rule,
an option of the question such as its engine, the interface and the limit) are chosen for each of these triples so that as
many new pairs as possible are met, until all are.
"""

from __future__ import annotations

import random
import shlex
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations, product
from typing import Any, TypeAlias

from cubecsp.errors import InputError
from cubecsp.models.rules import RULES
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.definitions.load import load_puzzle
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.questions.asking.parameter import parameters
from cubecsp.questions.asking.value_kinds import Flag, OneOf, RuleValues

SIZES = (2, 3, 4, 7, 28, 50)
OTHERS = ("clock", "fto", "megaminx", "pyraminx", "skewb", "square1")  # one of each kind, and more
PUZZLES = (*map(str, SIZES), *OTHERS)
FORMS: dict[str, Callable[[str, str], tuple[str, ...]]] = {
    "plain": lambda rule, _: (rule,),
    "negated": lambda rule, _: (f"not {rule}",),
    "any": lambda rule, other: (f"any({rule}, {other})",),
    "with": lambda rule, other: (rule, other),
}
PYTHON, COMMAND_LINE, HTTP = "python", "command-line", "http"
TIMED, INTERRUPTED, UNLIMITED = "timed", "interrupted", "unlimited"

WITHOUT_EXAMPLE = {"verify", "import_solution"}
"""Questions about what another one has written, which are asked after that one (see `matrix_verdicts`)."""


@dataclass(frozen=True)
class Cell:
    """One question, asked in one way.

    Attributes:
        question: its name.
        puzzle: the n of a cube, or the name of another puzzle.
        rules: texts; none if it takes none.
        flag: the parameter that is switched, None for none.
        option: a parameter and one of its choices, None for none.
        interface: through which it is asked, besides Python.
        limit: of time.
    """

    question: str
    puzzle: str
    rules: tuple[str, ...] = ()
    flag: str | None = None
    option: tuple[str, str] | None = None
    interface: str = PYTHON
    limit: str = TIMED

    def __str__(self) -> str:
        words = [self.question, f"puzzle={self.puzzle}"]
        words += [self.flag] if self.flag else []
        words += ["=".join(self.option)] if self.option else []
        words += [word for word in (self.interface, self.limit) if word not in (PYTHON, TIMED)]
        return shlex.join([*words, *(["--", *self.rules] if self.rules else [])])

    @classmethod
    def read(cls, text: str) -> Cell:
        """Return the cell that `str` wrote."""
        words = shlex.split(text)
        cut = words.index("--") if "--" in words else len(words)
        question, puzzle, *more = words[:cut]
        cell = cls(question, puzzle.removeprefix("puzzle="), tuple(words[cut + 1 :]))
        for word in more:
            name, _, value = word.partition("=")
            if value:
                cell = replace(cell, option=(name, value))
            elif word in (COMMAND_LINE, HTTP):
                cell = replace(cell, interface=word)
            elif word in (INTERRUPTED, UNLIMITED):
                cell = replace(cell, limit=word)
            else:
                cell = replace(cell, flag=word)
        return cell


@cache
def puzzle_of(name: str) -> Puzzle:
    """Return the cube of a size, or another puzzle by its name."""
    return cube_puzzle(int(name)) if name.isdigit() else load_puzzle(name)


@cache
def is_possible(rules: tuple[str, ...], puzzle: str) -> bool:
    """Return whether rules make sense on a puzzle, as they say themselves."""
    try:
        for rule in pattern_of(rules, puzzle_of(puzzle)).rules:
            rule.require(puzzle_of(puzzle))
    except InputError:
        return False
    return True


def examples(name: str, puzzle: str) -> list[str]:
    """Return texts of a rule that make sense on a puzzle."""
    rule = RULES[name]
    values = rule.parameter.values if rule.parameter else ()
    texts = {rule.example: None} | {f"{name}={value}": None for value in values}
    if not puzzle.isdigit() and rule.parameter:
        kinds = [kind.name for kind in puzzle_of(puzzle).kinds]
        texts |= {f"{name}={value}": None for kind in kinds for value in (kind, f"{kind}[0]:all")}
    return [text for text in texts if is_possible((text,), puzzle)]


@cache
def companion(puzzle: str) -> str:
    """Return what a rule is combined with on a puzzle: what few of its states satisfy."""
    return next(
        text
        for text in ("solved=F2L", *examples("solved", puzzle)[::-1], "at-most=3")
        if is_possible((text,), puzzle)
    )


@cache
def stated(rule: tuple[str, str], puzzle: str) -> tuple[tuple[str, ...], ...]:
    """Return the texts of a rule, given by its name and form, that make sense on a puzzle."""
    name, form = rule
    all_of_them = (FORMS[form](text, companion(puzzle)) for text in examples(name, puzzle))
    return tuple(texts for texts in all_of_them if is_possible(texts, puzzle))


@dataclass(frozen=True)
class Asked:
    """A question with at most one of its flags switched.

    Attributes:
        question: its name.
        flag: the flag.
    """

    question: str
    flag: str | None

    @property
    def parameters(self) -> Any:
        """The parameters of the question."""
        return parameters(QUESTIONS[self.question])

    @property
    def takes_rules(self) -> bool:
        """Whether it is about rules."""
        return any(isinstance(one.kind, RuleValues) for one in self.parameters.values())

    @property
    def has_http(self) -> bool:
        """Whether it can be asked over HTTP, and is answered at once, not as a job."""
        query = QUESTIONS[self.question]
        return query.http and query.file is None

    @cached_property
    def options(self) -> list[tuple[str, str] | None]:
        """Its parameters that are one of some names, each with every name; None for none of them."""
        choices: list[tuple[str, str] | None] = [
            (name, choice)
            for name, one in self.parameters.items()
            if isinstance(one.kind, OneOf) and name != "format" and one.param.cli is not None
            for choice in one.kind.names
        ]
        return choices if "to" in self.parameters else [None, *choices]

    @property
    def limits(self) -> tuple[str, ...]:
        """The limits of time that it has."""
        return (TIMED, INTERRUPTED, UNLIMITED) if "time_limit" in self.parameters else (UNLIMITED,)

    def is_about(self, puzzle: str) -> bool:
        """Return whether it takes a puzzle: only those with a parameter for it take others than cubes."""
        return puzzle.isdigit() or "puzzle" in self.parameters


def asked() -> list[Asked]:
    """Return every question, plain and with each of its flags."""
    return [
        Asked(name, flag)
        for name in QUESTIONS
        if name not in WITHOUT_EXAMPLE
        for flag in (None, *_flags(name))
    ]


def _flags(name: str) -> list[str]:
    return [flag for flag, one in parameters(QUESTIONS[name]).items() if isinstance(one.kind, Flag)]


def triples() -> Iterator[tuple[Asked, tuple[str, str] | None, str]]:
    """Yield every question, rule (name and form; None if it takes none) and puzzle that can meet."""
    for one, puzzle in product(asked(), PUZZLES):
        if not one.is_about(puzzle):
            continue
        if not one.takes_rules:
            yield one, None, puzzle
            continue
        for rule in product(RULES, FORMS):
            if stated(rule, puzzle):
                yield one, rule, puzzle


def cells(seed: int = 0) -> list[Cell]:
    """Return all cells, in an order that the seed decides.

    Every triple is there at least once, and every pair of values of two axes that can meet.
    """
    rows = [Row(*triple) for triple in sorted(triples(), key=str)]
    random.Random(seed).shuffle(rows)
    hosts = {pair: row for row in rows for pair in row.pairs()}
    missing, texts = {*hosts}, Counter[Hashable]()
    result = [row.cell(row.chosen(missing), texts) for row in rows]
    for pair, row in hosts.items():
        if pair in missing:  # no triple was left for it
            result.append(row.cell(row.chosen(missing, pair), texts))
    return result


Value: TypeAlias = tuple[str, Any]
"""A value of an axis, by the name of the axis."""

Pair: TypeAlias = frozenset[Value]


@dataclass(frozen=True)
class Row:
    """A triple, and the ways in which it can be asked."""

    asked: Asked
    rule: tuple[str, str] | None
    puzzle: str

    @property
    def fixed(self) -> tuple[Value, ...]:
        """Its values of the three axes."""
        question = (self.asked.question, self.asked.flag)
        return ("question", question), ("puzzle", self.puzzle), ("rule", self.rule)

    @property
    def free(self) -> Mapping[str, Sequence[Any]]:
        """The values of the other axes, the plainest first."""
        return {
            "option": self.asked.options,
            "interface": (PYTHON, COMMAND_LINE, *([HTTP] if self.asked.has_http else [])),
            "limit": self.asked.limits,
        }

    def pairs(self) -> Iterator[Pair]:
        """Yield the pairs of values that can meet in it, except those that always do."""
        groups = [[(axis, value) for value in values] for axis, values in self.free.items()]
        for group in groups:
            yield from map(frozenset, product(self.fixed, group))
        for one, other in combinations(groups, 2):
            yield from map(frozenset, product(one, other))

    def chosen(self, missing: set[Pair], pair: Pair = frozenset()) -> dict[str, Any]:
        """Return values of the other axes that meet many missing pairs, and `pair`, which miss no longer."""
        way, held = {}, [*self.fixed]
        wanted = dict(pair)
        for axis in sorted(self.free, key=lambda axis: axis not in wanted):
            values = [wanted[axis]] if axis in wanted else self.free[axis]

            def new(value: Any, axis: str = axis) -> int:
                return sum(frozenset((one, (axis, value))) in missing for one in held)

            way[axis] = max(values, key=new)
            held.append((axis, way[axis]))
        missing.difference_update(map(frozenset, combinations(held, 2)))
        return way

    def cell(self, way: Mapping[str, Any], used: Counter[Hashable]) -> Cell:
        """Return the cell, about the text of the rule that was used least with its question and its puzzle."""
        one, puzzle = self.asked, self.puzzle
        texts = stated(self.rule, puzzle) if self.rule else ((),)
        text = min(texts, key=lambda text: (used[text, one] + used[text, puzzle], used[text]))
        used.update([text, (text, one), (text, puzzle)])
        return Cell(one.question, puzzle, text, one.flag, **way)
