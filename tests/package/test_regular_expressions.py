"""Regular expressions take a number of steps that grows with a text, and not with its square.

A matcher that goes back as Python's does counts its steps, on texts that are made of the expression to make it go
back as often as it can.
"""

from __future__ import annotations

import ast
import importlib
import itertools
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import lasting_code
import pytest

ROOT = Path(__file__).parents[2]
LENGTH = 10  # pieces of a hostile text, and then twice and four times as many
MOST = 20_000  # steps
REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
SPACES = {op.CATEGORY_SPACE: r"\s", op.CATEGORY_NOT_SPACE: r"\S", op.CATEGORY_DIGIT: r"\d"} | {
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}
LETTERS = "a1 -.,()[]{}\"'Ux=:/+_\n\\0?&#%*|<>^~"


class TooManyError(Exception):
    """More steps than a text of this length is worth."""


class Matcher:
    """The tree of an expression, matched by going back, with `steps` counted."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.tree = list(_parser.parse(pattern, flags))
        self.flags = flags & re.IGNORECASE | re.DOTALL * ("(?s" in pattern)
        self.steps = 0

    def count(self, text: str, whole: bool) -> int:
        self.text, self.steps, self.groups = text, 0, {}
        self._match(self.tree, 0, 0, lambda at: not whole or at == len(text))
        return self.steps

    def _one(self, node: tuple[Any, Any], letter: str) -> bool:
        kind, value = node
        if kind is op.ANY:
            return letter != "\n" or bool(self.flags & re.DOTALL)
        if kind in (op.LITERAL, op.NOT_LITERAL):
            return (chr(value) in (letter, letter.upper(), letter.lower())) == (kind is op.LITERAL)
        negated = value[0][0] is op.NEGATE
        return negated != any(
            chr(one) == letter
            if what is op.LITERAL
            else one[0] <= ord(letter) <= one[1]
            if what is op.RANGE
            else bool(re.match(SPACES[one], letter))
            for what, one in value[negated:]
        )

    def _match(self, nodes: list[Any], n: int, at: int, then: Callable[[int], bool]) -> bool:
        self.steps += 1
        if self.steps > MOST:
            raise TooManyError
        if n == len(nodes):
            return then(at)
        kind, value = nodes[n]

        def rest(to: int) -> bool:
            return self._match(nodes, n + 1, to, then)

        if kind in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN):
            return at < len(self.text) and self._one(nodes[n], self.text[at]) and rest(at + 1)
        if kind is op.SUBPATTERN:
            return self._group(value, at, rest)
        if kind is op.BRANCH:
            return any(self._match(list(one), 0, at, rest) for one in value[1])
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            return self._again(value, kind is op.MIN_REPEAT, 0, at, rest)
        if kind in (op.POSSESSIVE_REPEAT, op.ATOMIC_GROUP):
            inner = [(op.MAX_REPEAT, value)] if kind is op.POSSESSIVE_REPEAT else list(value)
            ends: list[int] = []
            return self._match(inner, 0, at, lambda to: not ends.append(to)) and rest(ends[0])
        if kind in (op.ASSERT, op.ASSERT_NOT):
            start = at if value[0] > 0 else at - value[1].getwidth()[0]
            found = start >= 0 and self._match(list(value[1]), 0, start, lambda _: True)
            return found == (kind is op.ASSERT) and rest(at)
        if kind is op.GROUPREF:
            same = self.groups.get(value, "")
            return self.text.startswith(same, at) and rest(at + len(same))
        assert kind is op.AT, kind
        return self._stands(value, at) and rest(at)

    def _group(self, value: Any, at: int, rest: Callable[[int], bool]) -> bool:
        def closed(to: int) -> bool:
            self.groups[value[0]] = self.text[at:to]
            return rest(to)

        return self._match(list(value[3]), 0, at, closed)

    def _again(
        self, value: Any, lazy: bool, times: int, at: int, rest: Callable[[int], bool]
    ) -> bool:
        least, most, body = value

        def more() -> bool:
            return times < int(most) and self._match(
                list(body), 0, at, lambda to: (to > at or times < least) and self._again(value, lazy, times + 1, to, rest)
            )  # fmt: skip

        ways = [more, lambda: times >= least and rest(at)]
        return any(way() for way in (reversed(ways) if lazy else ways))

    def _stands(self, where: Any, at: int) -> bool:
        if where in (op.AT_BEGINNING, op.AT_BEGINNING_STRING):
            return at == 0
        if where in (op.AT_END, op.AT_END_STRING):
            return at == len(self.text)
        inside = [
            0 <= n < len(self.text) and bool(re.match(r"\w", self.text[n])) for n in (at - 1, at)
        ]
        return (inside[0] != inside[1]) == (where is op.AT_BOUNDARY)


def parts(nodes: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield texts that lead to each repeated part, and that it matches."""
    for kind, value in nodes:
        inner = value[2] if kind in REPEATS else value[3] if kind is op.SUBPATTERN else ()
        if kind in REPEATS and int(value[1]) > LENGTH:
            yield from ((before, text) for text in {sample(value[2], n) for n in range(4)} if text)
        yield from parts(inner, before)
        if kind is op.BRANCH:
            for one in value[1]:
                yield from parts(one, before)
        before += sample([(kind, value)], 0)


def sample(nodes: Any, choice: int) -> str:
    """Return a text that nodes match."""
    text = ""
    for kind, value in nodes:
        if kind in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN):
            letters = LETTERS + (chr(value) if kind is op.LITERAL else "")
            if kind is op.IN:
                letters += "".join(
                    chr(v if k is op.LITERAL else v[0])
                    for k, v in value
                    if k in (op.LITERAL, op.RANGE)
                )
            fit = [letter for letter in letters if Matcher("", 0)._one((kind, value), letter)]
            text += fit[choice % len(fit)] if fit else ""
        elif kind in REPEATS:
            text += sample(value[2], choice) * max(value[0], choice % 2 * min(1, int(value[1])))
        elif kind is op.SUBPATTERN:
            text += sample(value[3], choice)
        elif kind is op.BRANCH:
            text += sample(value[1][choice % len(value[1])], choice)
        elif kind is op.ATOMIC_GROUP:
            text += sample(value, choice)
    return text


def growing(pattern: str, flags: int = 0) -> list[str]:
    """Return the hostile texts on which an expression takes steps that grow faster than they do."""
    matcher = Matcher(pattern, flags)
    texts = {*parts(matcher.tree)} | {("", letter) for letter in pattern if letter in ",;:/(["}
    texts |= {
        (lead, a + b)
        for (lead, a), (_, b) in itertools.islice(itertools.permutations(sorted(texts), 2), 8)
    }
    slow = []
    for (lead, piece), whole in itertools.product(sorted(texts), (False, True)):
        try:
            counts = [matcher.count(lead + piece * n * LENGTH + "\0", whole) for n in (1, 2, 4)]
        except TooManyError:
            counts = [0, 1, 9]
        if counts[2] - counts[1] > 3 * (counts[1] - counts[0]) > 0:
            slow.append(lead + piece)
    return slow


def expressions() -> dict[str, tuple[str, int]]:
    """Return all that the package has: those that modules keep, and those that are written where they are used."""
    found: dict[str, tuple[str, int]] = {}
    for module in lasting_code.names():
        if module.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module)).items():
            kept = value if isinstance(value, re.Pattern) else getattr(value, "__self__", None)
            if isinstance(kept, re.Pattern) and isinstance(kept.pattern, str):
                found.setdefault(kept.pattern, (f"{module}.{name}", kept.flags))
    for path in (
        path for folder in ("cubecsp", "models", "search") for path in (ROOT / folder).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            text = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else 0
            if of_re and node.func.attr != "escape" and isinstance(text, str):
                found.setdefault(text, (f"{path.name}:{node.lineno}", 0))
    return {where: (pattern, flags) for pattern, (where, flags) in found.items()}


@pytest.fixture
def deep():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.parametrize(
    ("pattern", "slow"),
    [
        (r"\s*[a-z]{4,}[a-z0-9]*(?:-[a-z0-9]+)*\s*", True),
        (r"\s*[a-z]{4}[a-z0-9]*+(?:-[a-z0-9]++)*+\s*", False),
        (r"(a+)+b", True),
        (r"(?:a|b|ab)*c", True),
        (r".*,.*,.*;", True),
        (r"(?:\w+,)*\w+", False),
        (r'"(?:[^"\\]|\\.)*"', False),
    ],
)
@pytest.mark.usefixtures("deep")
def test_slow_ones_are_known_by_their_steps(pattern, slow):
    assert bool(growing(pattern)) == slow


@pytest.mark.slow
@pytest.mark.usefixtures("deep")
def test_none_takes_steps_that_grow_faster_than_the_text():
    all_of_them = expressions()
    assert len(all_of_them) > 100
    found = {where: growing(*one) for where, one in all_of_them.items()}
    assert not {where: texts[:3] for where, texts in found.items() if texts}
