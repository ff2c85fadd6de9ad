"""Named patterns: patterns worth a name.

A new one is a TOML file of this folder (see docs/tutorial-rules.md), known by the name of the file,
or a Python file and a line in `_STATED` and `_TOLD`, which can define what it means
on each cube. A TOML file is read when its pattern is first asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property

from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.language.pattern_info import About
from cubecsp.models.patterns.perfect_scramble import ABOUT, perfect_scramble
from cubecsp.models.patterns.perfect_scramble import PERFECT_SCRAMBLE as PERFECT_SCRAMBLE
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle

_TOLD = {"perfect-scramble": ABOUT}
_STATED = {"perfect-scramble": perfect_scramble}


class _Patterns(Mapping[str, Pattern]):
    """All patterns by name, those in files read on demand."""

    def __init__(self) -> None:
        self._read: dict[str, Pattern] = {}

    def about(self, name: str) -> About:
        """Return the facts about a pattern, without reading its rules."""
        if name in _TOLD:
            return _TOLD[name]
        from pathlib import Path

        from cubecsp.models.language.files import read_about

        return read_about(Path(self._files[name]))

    @cached_property
    def _files(self) -> dict[str, str]:
        folder = os.path.dirname(__file__)
        files = (os.path.splitext(file) for file in sorted(os.listdir(folder)))
        return {name: os.path.join(folder, name + end) for name, end in files if end == ".toml"}

    def __getitem__(self, name: str) -> Pattern:
        if name in _STATED:
            return _pattern(name, CUBE)
        if name not in self._read:
            file = self._files[name]
            from cubecsp.models.language.files import load  # which knows how to run files, too

            self._read[name], _ = load(file, names_on)
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in _STATED or name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter([*_STATED, *self._files])

    def __len__(self) -> int:
        return len(_STATED) + len(self._files)


_PATTERNS = _Patterns()
PATTERNS: Mapping[str, Pattern] = _PATTERNS
"""Every pattern that can be named in a text."""


def about(name: str) -> About:
    """Return the facts about a pattern: description, source, shortest moves, texts of its rules.

    Raises:
        KeyError: there is no such pattern.
    """
    return _PATTERNS.about(name)


def on_puzzle(pattern: Pattern, puzzle: CubePuzzle) -> Pattern:
    """Return the pattern for a cube of another size, if it is a pattern that has a meaning there."""
    if pattern.name in _STATED and pattern == PATTERNS[pattern.name]:
        return _pattern(pattern.name, puzzle)
    return replace(pattern, puzzle=puzzle)


@cache
def _pattern(name: str, puzzle: CubePuzzle) -> Pattern:
    return _STATED[name](puzzle)


class _Names(Mapping[str, tuple[Rule, ...]]):
    """The rules of each pattern by its name, on a cube of some size."""

    def __init__(self, puzzle: CubePuzzle) -> None:
        self._puzzle = puzzle

    def __getitem__(self, name: str) -> tuple[Rule, ...]:
        pattern = PATTERNS[name]
        return pattern.rules if self._puzzle is CUBE else on_puzzle(pattern, self._puzzle).rules

    def __contains__(self, name: object) -> bool:
        return name in PATTERNS

    def __iter__(self) -> Iterator[str]:
        return iter(PATTERNS)

    def __len__(self) -> int:
        return len(PATTERNS)


NAMES: Mapping[str, tuple[Rule, ...]] = _Names(CUBE)
"""The rules that the names of patterns stand for in a text of rules."""


def names_on(puzzle: CubePuzzle | None) -> Mapping[str, tuple[Rule, ...]]:
    """Return the rules that the names of patterns stand for on a cube; on a 3×3×3 if none is given."""
    return NAMES if puzzle is None or puzzle is CUBE else _Names(puzzle)
