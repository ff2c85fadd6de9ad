"""Pattern files: TOML, which states a pattern and cannot run code; Python, which is run; and logic programs.

A file is read only if the user names it. A TOML file may have

    name = "my-pattern"
    description = "what it is about"
    puzzle = 3                       # or the size of another cube
    rules = ["every-colour", "any(calm, at-most=2)", "mine.lp"]
    source = "where it comes from"
    moves = "R U R' U'"              # that make one of its cubes
    proven = 4                       # no fewer turns make one that looks like it
    [let]
    calm = "no-touching=side no-touching=diagonal"

where `let` gives names to texts; a text may use the names above it. Without `rules`, the file stands for the cube that
the moves make, in any whole-cube orientation. A Python file is a module: the rules that it makes are known by their
names, and `pattern`, if the module sets it, is what the file stands for. A logic program (`.lp`, see
`cubecsp.models.programs`) is one rule; a TOML file names it by a path relative to itself.
"""

from __future__ import annotations

import re
import runpy
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cubecsp.errors import InputError, excerpt
from cubecsp.files import read_toml, read_whole
from cubecsp.models.core.composite import Budget
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.language.pattern_info import About, about_of
from cubecsp.models.language.rule_text import Names, name_chain, rules_in
from cubecsp.models.rules import RULES
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.sizes import LARGEST

MAX_BYTES = 1_000_000
"""The largest size of a TOML file."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_KEYS = ("name", "description", "puzzle", "rules", "let", "source", "moves", "proven")

Defined = dict[str, tuple[Rule, ...]]
_NamesFor = Callable[[CubePuzzle], Names]


def load(
    text: str, names_for: _NamesFor, allow: Iterable[str] = (), asked: Puzzle | None = None
) -> tuple[Pattern, Defined]:
    """Return the pattern that a file states, and the names that it gives to rules.

    Args:
        text: a path that ends in `.toml`, `.py` or `.lp`, or `FILE.py:NAME` for one rule of a file.
        names_for: names that texts in a file about some cube may use besides those of rules, such as those of
            patterns.
        allow: what logic programs may do besides: `include`, `script`.
        asked: the puzzle whose sets, such as `rows`, texts use; if left out, that of the file.

    Raises:
        InputError: the file cannot be read, is malformed, fails, or has no such rule.
        EngineError: it is a logic program, or names one, and clingo is not installed.
    """
    if text.endswith(".lp"):
        rule = _program(Path(text), allow)
        return Pattern((rule,)), {rule.name: (rule,)}
    path, colon, name = text.partition(".py:")
    if not colon and text.endswith(".toml"):
        return _read_pattern(Path(text), names_for, allow, asked)
    pattern, names = _run(Path(f"{path}.py" if colon else text))
    if not colon:
        return pattern, names
    if name not in names:
        raise InputError(
            f"file {excerpt(path + '.py')} defines no rule {excerpt(name)}",
            f"it defines {', '.join(names) or 'none'}",
        )
    return Pattern(names[name], puzzle=pattern.puzzle), names


def _program(path: Path, allow: Iterable[str]) -> Rule:
    from cubecsp.models.programs.program_rule import loaded_program  # seldom needed

    return loaded_program(path, allow)


def _read_pattern(
    path: Path, names_for: _NamesFor, allow: Iterable[str], asked: Puzzle | None
) -> tuple[Pattern, Defined]:
    where, table = _table(path)
    lets = table.get("let", {})
    if not isinstance(lets, dict) or not all(isinstance(rule, str) for rule in lets.values()):
        raise InputError(
            f"{where}: let is not a table of texts", 'write [let] and name = "text" below'
        )
    name = table.get("name", path.stem)
    if not isinstance(name, str):
        raise InputError(f"{where}: its name is not text", 'write name = "my-pattern"')
    if not _NAME.fullmatch(name) or name in RULES:
        raise InputError(
            f"{where}: {excerpt(name)} is not a name for a pattern",
            "write letters, digits, hyphens",
        )
    puzzle = _puzzle(table, where)
    rules = _rules(table, about_of(table, puzzle, where), puzzle, where)
    programs = {
        text: (_program(path.parent / text, allow),)
        for text in (*lets.values(), *rules)
        if text.endswith(".lp")
    }
    known = name_chain(programs, names_for(puzzle))
    stated_rules, names = _read(lets, rules, known, where, asked or puzzle)
    return Pattern(stated_rules, name=name, puzzle=puzzle), names


def read_about(path: Path) -> About:
    """Return the facts in a TOML file about its pattern; the texts of its rules are not read as rules.

    Raises:
        InputError: the file cannot be read, or that part of it is malformed.
    """
    where, table = _table(path)
    puzzle = _puzzle(table, where)
    about = about_of(table, puzzle, where)
    return about._replace(rules=tuple(_rules(table, about, puzzle, where)))


def _table(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the name of a file for errors, and its content."""
    where = f"file {excerpt(str(path))}"
    table = read_toml(path, MAX_BYTES)
    unknown = [key for key in table if key not in _KEYS]
    if unknown:
        raise InputError(
            f"{where}: unknown key {excerpt(unknown[0])}", f"keys are {', '.join(_KEYS)}"
        )
    return where, table


def _puzzle(table: dict[str, Any], where: str) -> CubePuzzle:
    size = table.get("puzzle", 3)
    if type(size) is not int or not 2 <= size <= LARGEST:
        raise InputError(
            f"{where}: puzzle is not a size", f"expected an integer from 2 to {LARGEST}"
        )
    return cube_puzzle(size)


def _rules(table: dict[str, Any], about: About, puzzle: CubePuzzle, where: str) -> list[str]:
    """Return the texts of the rules; without any, one that states the cube of the moves in any orientation."""
    rules = table.get("rules")
    if rules is None and about.moves is not None:
        stickers = f"stickers={cube_class(puzzle.size).from_moves(about.moves).facelets}"
        return [f"some-orientation({stickers})" if puzzle.centres else stickers]
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise InputError(f"{where} states no rules", 'write rules = ["every-colour", …]')
    return rules


def _read(
    lets: dict[str, str], rules: list[str], known: Names, where: str, puzzle: Puzzle
) -> tuple[tuple[Rule, ...], Defined]:
    """Return the rules that texts state, and the names that the file gives to rules."""
    names: Defined = {}
    usable = name_chain(names, known)
    budget = Budget()
    read_rules: dict[Rule, None] = {}
    at = ""  # where in the file
    try:
        for let, text in lets.items():
            at = ""
            if not _NAME.fullmatch(let) or let in RULES:
                raise InputError(
                    f"{excerpt(let)} is not a name for rules", "write letters, digits, hyphens"
                )
            at = f", {let}"
            names[let] = rules_in(text, usable, budget, puzzle)
        for number, text in enumerate(rules, 1):
            at = f", rule {number}"
            read_rules |= dict.fromkeys(rules_in(text, usable, budget, puzzle))
    except InputError as error:
        raise InputError(
            f"{where}{at}: {error.problem}", error.remedy, text=error.text, position=error.position
        ) from error
    return tuple(read_rules), names


def _run(path: Path) -> tuple[Pattern, Defined]:
    read_whole(path, MAX_BYTES)  # so that there is one way of saying that it cannot be read
    try:
        with warnings.catch_warnings():
            # Warnings about costly rules are given when questions are asked.
            warnings.simplefilter("ignore")
            made: dict[str, Any] = runpy.run_path(str(path))
    except InputError as error:
        raise InputError(f"file {excerpt(str(path))}: {error.problem}", error.remedy) from error
    except (Exception, SystemExit) as error:
        what = f"{type(error).__name__}: {error}"
        raise InputError(f"file {excerpt(str(path))} failed: {what}") from error
    public = {
        key.replace("_", "-"): value
        for key, value in made.items()
        if isinstance(value, Rule) and not key.startswith("_")
    }
    unnamed = (rule for rule in public.values() if type(rule) not in RULES.values())
    names: Defined = {rule.name: (rule,) for rule in unnamed}
    names |= {key: (rule,) for key, rule in public.items()}
    pattern = made.get("pattern")
    if isinstance(pattern, Rule):
        pattern = Pattern((pattern,))
    if not isinstance(pattern, Pattern):
        pattern = Pattern(tuple(public.values()))
    if not pattern.rules:
        raise InputError(
            f"file {excerpt(str(path))} makes no rules", "decorate a function with @rule"
        )
    return pattern, names
