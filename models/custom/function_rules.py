"""The rules that functions make: over some stickers, over faces, or over the whole cube.

A function over stickers is tabulated when an engine first needs it (`cubecsp.models.custom.tabulate`), so it
works with every engine and every question. One over the whole cube is a filter: it checks what the
other rules leave.
"""

from __future__ import annotations

import importlib
import inspect
import pickle
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from cubecsp.errors import FilterWarning, InputError, excerpt
from cubecsp.models.core.primitives import Primitive, all_of, any_of
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule, State, Violation, colours_of
from cubecsp.models.custom.tabulate import PredicateTables, tabulate
from cubecsp.models.custom.view import StickerView
from cubecsp.models.language.rule_text import WORDS
from cubecsp.models.patterns import PATTERNS
from cubecsp.models.rules import RULES
from cubecsp.models.rules.expressions import Sticker
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags

__all__ = ["CubeRule", "CustomRule", "FaceRule", "StickerRule"]

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_MOST_REMEMBERED = 1 << 17  # verdicts of a filter on stickers
_TRIED = 200  # how many cubes a function judges twice, and in the mirror, before it is trusted


def _warn(why: str) -> None:
    """Warn that a rule is a filter, at the line that makes it or that first asks about it."""
    warnings.warn(
        f"{why}: no engine can propagate it, so it is checked on every cube that the other rules leave; "
        "combine it with rules that leave few",
        FilterWarning,
        stacklevel=_outside(),
    )


def _outside() -> int:
    """Return the number of callers up to the first one outside this package."""
    frame, level, outside = inspect.currentframe(), 0, 0
    while frame is not None:
        level += 1
        if frame.f_globals.get("__name__", "").startswith("cubecsp."):
            outside = level
        frame = frame.f_back
    return outside


class CustomRule(Rule):
    """A rule given by a function."""

    def __init__(self, function: Callable[..., Any], name: str | None) -> None:
        if not callable(function) or isinstance(function, Rule):
            kind = "a rule already" if isinstance(function, Rule) else "no function"
            raise InputError(
                f"{excerpt(repr(function))} is {kind}", "write @rule(…) above a function"
            )
        self.function = function
        called = getattr(function, "__name__", "")  # an object that can be called has none
        self.name = name or called.strip("_").replace("_", "-").lower()
        if not _NAME.fullmatch(self.name):
            raise InputError(
                f"{excerpt(self.name)} is not a name for a rule"
                if self.name
                else f"{excerpt(repr(function))} has no name",
                "names consist of letters, digits and hyphens: write rule(…, name='my-rule')",
            )
        if self.name in (*RULES, *PATTERNS, *WORDS):
            raise InputError(
                f"the name {self.name} is taken: texts and files mean another rule by it",
                "write rule(…, name='my-rule')",
            )
        doc = (inspect.getdoc(function) or "") if called else ""
        self.summary = (
            doc.split("\n")[0].rstrip(".") or f"what the function {called or self.name} says"
        )
        self.example = self.name

    def _says(self, argument: object, describe: Callable[[], str]) -> bool:
        """Return the verdict on `argument`, with failures explained."""
        try:
            verdict = self.function(argument)
        except Exception as error:
            line = _line_of(error, self.function)
            raise InputError(
                f"rule {self.name} raised {type(error).__name__}: {error}{line}, for {describe()}",
                "it has to answer True or False for any colours",
            ) from error
        if type(verdict).__name__ not in ("bool", "bool_"):
            raise InputError(
                f"rule {self.name} answered {excerpt(repr(verdict))} for {describe()}",
                "it has to return True or False",
            )
        return bool(verdict)

    def __repr__(self) -> str:
        return f"<rule {self.name}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Return where the rule is found, as pickle wants it: a decorated function has become the rule.

        Raises:
            PicklingError: it is not a global of its module.
        """
        module = self.function.__module__
        name = getattr(self.function, "__qualname__", self.name)
        if getattr(sys.modules.get(module), name, None) is self:
            return _rule_of, (module, name)
        raise pickle.PicklingError(
            f"rule {self.name} is not found as {module}.{name}: define it at the top of a module"
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CustomRule):
            same = self.function is other.function and str(self) == str(other)
            return same and self._where() == other._where()
        return NotImplemented if not isinstance(other, Rule) else False

    def __hash__(self) -> int:
        return hash((str(self), id(self.function)))

    def _where(self) -> tuple[str, ...]:
        """Return what the function is applied to, since one function may be a rule in several places."""
        return ("cube",)


class StickerRule(CustomRule):
    """A rule over named stickers.

    Args:
        function: gets a `StickerView` of them, in their order.
        stickers: their names, such as U1 … B9.
        name: the rule's name; the function's, with hyphens, when left out.
        size: of the cube that it is meant for.
    """

    def __init__(
        self,
        function: Callable[[StickerView], bool],
        stickers: Iterable[str],
        name: str | None = None,
        size: int = CUBE.size,
    ) -> None:
        super().__init__(function, name)
        self.names = tuple(stickers)
        self._holding = FACES
        self._tables: dict[int, list[PredicateTables]] = {}
        self._verdicts: dict[str, bool] = {}
        self._meant_for = cube_puzzle(size)
        if not self.names:
            raise InputError(f"rule {self.name} is about no stickers", "name one or more")
        for sticker in self.names:
            Sticker(sticker)  # raises if it is not one
        self._try_out()

    def _where(self) -> tuple[str, ...]:
        return self.names

    def renamed(self, holding: str) -> Rule:
        """Return the rule whose function gets the letters of a cube that is held so."""
        rule = object.__new__(type(self))
        vars(rule).update({**vars(self), "_holding": holding, "_tables": {}, "_verdicts": {}})
        return RenamedRule(self, rule, holding)

    def _try_out(self) -> None:
        """Run it on a solved cube, so that a mistake shows where the rule is written."""
        puzzle = self._meant_for
        for facelets in self._groups(puzzle):
            self._verdict("".join(FACES[puzzle.face_of(f)] for f in facelets))

    def _groups(self, puzzle: CubePuzzle) -> list[Sequence[int]]:
        """Return the groups of stickers that the function is applied to, one after another."""
        missing = [name for name in self.names if name not in puzzle.names]
        if missing:
            raise InputError(
                f"rule {self.name}: the {puzzle.name} has no sticker {missing[0]}",
                "write rule(…, size=4), or the size that it is meant for"
                if puzzle is self._meant_for
                else "ask about another cube",
            )
        return [[puzzle.names.index(name) for name in self.names]]

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` has the stickers."""
        self._groups(cube_of(puzzle))

    @property
    def is_filter(self) -> bool:  # type: ignore[override]
        """Whether the tables say less than the function does, on the cube that it is meant for."""
        return self.is_filter_on(self._meant_for)

    def is_filter_on(self, puzzle: Puzzle) -> bool:
        """Return whether the tables say less than the function does on `puzzle`."""
        return not all(table.exact for table in self._tabulated(cube_of(puzzle)))

    def _tabulated(self, puzzle: CubePuzzle) -> list[PredicateTables]:
        if puzzle.size not in self._tables:
            groups = self._groups(puzzle)
            tables = self._tables[puzzle.size] = tabulate(self._partial_verdict, groups, puzzle)
            if not all(table.exact for table in tables):
                _warn(f"rule {self.name} needs more room than tables and diagrams have")
        return self._tables[puzzle.size]

    def _partial_verdict(self, colours: list[Any]) -> bool:
        """Return the verdict on colours, some of which may be undecided."""
        view = StickerView(colours, range(len(colours)), self._holding)
        return self._says(view, lambda: _in_words(colours))

    def _fickle(self, letters: str) -> InputError:
        return InputError(
            f"rule {self.name} answers both yes and no for the colours {letters}",
            "it may look only at the stickers that it is given",
        )

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return the tables of all groups."""
        return [p for table in self._tabulated(puzzle) for p in table.primitives]

    def _verdict(self, letters: str) -> bool:
        """Return the result of the function, and make sure that it is the same twice."""
        view = StickerView(letters, range(len(letters)), self._holding)
        verdict = self._says(view, lambda: f"the colours {letters}")
        if self._says(view, lambda: f"the colours {letters}") != verdict:
            raise self._fickle(letters)
        return verdict

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per group of stickers that the function rejects."""
        letters = cube.facelets
        results = []
        for number, facelets in enumerate(self._groups(cube.puzzle)):
            text = "".join(letters[f] for f in facelets)
            verdict = self._verdict(text)
            self._compare(number, verdict, text, cube)
            if not verdict:
                where = tuple(sorted(set(facelets)))
                results.append(Violation(where, f"{self.name} says no to {colours_of(text)}"))
        return results

    def holds(self, cube: State) -> bool:
        """Return whether the function says yes, by its tables if these are exact."""
        if not self.is_filter_on(cube.puzzle):
            return super().holds(cube)
        letters, groups = cube.facelets, self._groups(cube.puzzle)
        text = ("".join(letters[f] for f in facelets) for facelets in groups)
        said = map(self._remembered, text)
        return all(said) if self._needed(groups) == len(groups) else any(said)

    def holds_in(self, cubes: Batch) -> Flags:
        """Return the result of `holds` for each cube: the function is called once for equal stickers."""
        if not self.is_filter_on(cubes.puzzle):
            return super().holds_in(cubes)
        groups = self._groups(cube_of(cubes.puzzle))
        asked = [partial(self._said_in, facelets) for facelets in groups]
        return cubes.at_least(self._needed(groups), asked)

    def _said_in(self, facelets: Sequence[int], cubes: Batch) -> Flags:
        """Return the result of the function for some stickers of each cube."""
        return cubes.said(facelets, self._remembered)

    def _needed(self, groups: Sequence[object]) -> int:
        """Return for how many groups of stickers the function has to say yes: for all."""
        return len(groups)

    def _remembered(self, letters: str) -> bool:
        """Return the result of the function, or that of an earlier call with the same letters."""
        if letters not in self._verdicts:
            if len(self._verdicts) >= _MOST_REMEMBERED:
                self._verdicts.clear()
            self._verdicts[letters] = self._verdict(letters)
        return self._verdicts[letters]

    def _compare(self, number: int, verdict: bool, letters: str, cube: State) -> None:
        """Make sure that the function says now what it said when it was tabulated."""
        tables = self._tables.get(cube.puzzle.size)
        if tables and tables[number].exact:
            colours = cube.colours
            before = all(p.holds(colours, cube.puzzle) for p in tables[number].primitives)
            if before != verdict:
                raise self._fickle(letters)


class FaceRule(StickerRule):
    """A rule over each face by itself.

    Args:
        function: gets a `StickerView` of a face.
        faces: `*`, every face; `some`, at least one; or letters of faces.
        name: the rule's name; the function's, with hyphens, when left out.
        size: of the cube that it is meant for.
    """

    scope = "faces"

    def __init__(
        self,
        function: Callable[[StickerView], bool],
        faces: str = "*",
        name: str | None = None,
        size: int = CUBE.size,
    ) -> None:
        letters = isinstance(faces, str) and faces and not set(faces) - set(FACES)
        if faces not in ("*", "some") and not letters:
            raise InputError(f"{excerpt(str(faces))} are not faces", "write letters, * or some")
        self.faces = faces
        super().__init__(function, cube_puzzle(size).names, name, size)

    def _where(self) -> tuple[str, ...]:
        return ("face", *self.faces)

    def _groups(self, puzzle: CubePuzzle) -> list[Sequence[int]]:
        chosen = FACES if self.faces in ("*", "some") else self.faces
        return [puzzle.face(FACES.index(face)) for face in chosen]

    def _needed(self, groups: Sequence[object]) -> int:
        return 1 if self.faces == "some" else len(groups)

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return the tables of each face, or alternatives of them."""
        tables = self._tabulated(puzzle)
        if self.faces != "some":
            return [p for table in tables for p in table.primitives]
        return [any_of(all_of(table.primitives) for table in tables)]

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face that the function rejects, or a single one for `some`."""
        result = super().violations(cube)
        if self.faces != "some":
            return result
        return (
            [] if len(result) < len(FACES) else [Violation((), f"{self.name} says no to all faces")]
        )


class CubeRule(CustomRule):
    """A rule over the whole cube, which only filters what the other rules leave.

    Args:
        function: gets a cube: a `Cube`, or one of another size.
        name: the rule's name; the function's, with hyphens, when left out.
        invariant: a promise that cubes of a symmetry class are treated alike. It saves up to 48 times the
            work, and is checked on some cubes.
    """

    scope = "cube"
    is_filter = True
    declares = True

    def __init__(
        self,
        function: Callable[[State], bool],
        name: str | None = None,
        *,
        invariant: bool = False,
    ) -> None:
        super().__init__(function, name)
        self._invariant = invariant
        self._tried = 0
        _warn(f"rule {self.name} looks at the whole cube")

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return nothing: no engine can propagate it."""
        del puzzle
        return ()

    def renamed(self, holding: str) -> Rule:
        """Return the rule as it is, if it was promised to mean the same in every whole-cube orientation.

        Raises:
            InputError: it was not, and the function gets a cube with its centres in their solved positions.
        """
        if not self._invariant and holding != FACES:
            raise InputError(
                f"rule {self.name} is a function of a cube whose centres are in their solved positions, and this one is not",
                "turn the whole cube, or write rule(…, invariant=True) if the rule is the same in every orientation",
            )
        return self

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return all 48 if that was promised, otherwise only the identity."""
        del puzzle
        return SYMMETRIES if self._invariant else SYMMETRIES[:1]

    def holds(self, cube: State) -> bool:
        """Return the result of the function; for the first cubes, check it as carefully as `violations` does."""
        if self._tried < _TRIED:
            vars(self)["_tried"] += 1
            return not self.violations(cube)
        return self._says(cube, lambda: f"cube {cube.facelets}")

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on no stickers in particular."""
        verdict = self._says(cube, lambda: f"cube {cube.facelets}")
        if self._says(cube, lambda: f"cube {cube.facelets}") != verdict:
            raise InputError(
                f"rule {self.name} answers both yes and no for the cube {cube.facelets}",
                "it may look only at the cube",
            )
        if self._invariant and not cube.puzzle.holdings:
            other = self._mirror.of(cube)
            if self._says(other, lambda: f"cube {other.facelets}") != verdict:
                raise InputError(
                    f"rule {self.name} is declared invariant, but is not: it distinguishes the cube "
                    f"{cube.facelets} from {other.facelets}",
                    "leave invariant out",
                )
        return [] if verdict else [Violation((), f"{self.name} says no")]

    @cached_property
    def _mirror(self) -> Symmetry:
        return next(s for s in SYMMETRIES if s.mirrored and s.inverse is not s)


def _rule_of(module: str, name: str) -> Any:
    """Return a global of a module."""
    return getattr(importlib.import_module(module), name)


def _in_words(colours: Sequence[Any]) -> str:
    """Return the colours that a predicate was given, `.` for those that it did not read."""
    letters = (getattr(colour, "letter", colour) for colour in colours)
    return f"the colours {''.join(letter or '.' for letter in letters)}"


def _line_of(error: Exception, function: Callable[..., Any]) -> str:
    """Return where in the function an error arose, as ` in line N`."""
    code = getattr(function, "__code__", None)
    trace, line = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code is code:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" in line {line}" if line else ""
