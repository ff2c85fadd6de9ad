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
import traceback
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from cubecsp.errors import FilterWarning, InputError, OutOfTimeError, excerpt
from cubecsp.models.core.primitives import Primitive, all_of, any_of
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule, State, Violation, colours_of
from cubecsp.models.custom.endless import interrupting
from cubecsp.models.custom.parts import Part, parts_of
from cubecsp.models.custom.tabulate import MAX_RUNS, PredicateTables, Test, tabulate
from cubecsp.models.custom.undecided import PartialColours, UndecidedSticker
from cubecsp.models.custom.view import StickerView
from cubecsp.models.language.rule_text import WORDS
from cubecsp.models.patterns import PATTERNS
from cubecsp.models.rules import RULES
from cubecsp.models.rules.expressions import Sticker
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.stopping.deadline import look

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_MOST_REMEMBERED = 1 << 17  # verdicts of a filter on stickers
_TRIED = 200  # how many cubes a function judges twice, and in the mirror, before it is trusted


def _warn(why: str, advice: str = "combine it with rules that leave few") -> None:
    """Warn that a rule is a filter, at the line that makes it or that first asks about it."""
    warnings.warn(
        f"{why}: no engine can propagate it, so it is checked on every cube that the other rules leave; {advice}",
        FilterWarning,
        stacklevel=_outside(),
    )


def _outside() -> int:
    """Return the number of callers up to the first one outside this package."""
    frames = traceback.walk_stack(inspect.currentframe())
    names = [frame.f_globals.get("__name__", "") for frame, _ in frames]
    return max(i for i, name in enumerate(names, 1) if name.startswith("cubecsp."))


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
                f"the name {self.name} is taken by another rule", "write rule(…, name='my-rule')"
            )
        doc = (inspect.getdoc(function) or "") if called else ""
        self.summary = (
            doc.split("\n")[0].rstrip(".") or f"what the function {called or self.name} says"
        )
        self.example = self.name

    def _says(self, argument: object, describe: Callable[[], str]) -> bool:
        """Return the verdict on `argument`, with failures explained."""
        vars(self)["_given"] = describe
        try:
            verdict = self.function(argument)
        except Exception as error:
            line = _line_of(error, self.function)
            raise InputError(
                f"rule {self.name} raised {type(error).__name__}: {error}{line}, for {describe()}",
                "it has to return True or False for any colours",
            ) from error
        if type(verdict).__name__ not in ("bool", "bool_"):
            raise InputError(
                f"rule {self.name} returned {excerpt(repr(verdict))} for {describe()}",
                "it has to return True or False",
            )
        return bool(verdict)

    def _endless(self) -> InputError:
        """Return the error that says on what the function was still running when the time was over."""
        return InputError(
            f"rule {self.name} did not end before the time limit, for {vars(self)['_given']()}",
            "it has to return True or False soon for any colours, or the question needs more time",
        )

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
        for facelets in self._groups(
            self._meant_for
        ):  # so that a mistake shows where the rule is written
            self._verdict("".join(FACES[self._meant_for.face_of(f)] for f in facelets))

    def _where(self) -> tuple[str, ...]:
        return self.names

    def renamed(self, holding: str) -> Rule:
        """Return the rule whose function gets the letters of a cube in this orientation."""
        rule = object.__new__(type(self))
        vars(rule).update({**vars(self), "_holding": holding, "_tables": {}, "_verdicts": {}})
        return RenamedRule(self, rule, holding)

    def _groups(self, puzzle: CubePuzzle) -> list[Sequence[int]]:
        """Return the groups of stickers that the function is applied to, one after another."""
        missing = [name for name in self.names if name not in puzzle.names]
        if missing:
            raise InputError(
                f"rule {self.name}: the {puzzle.name} has no sticker {missing[0]}",
                "write rule(…, size=4), or whatever size the rule is for"
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
            try:
                with interrupting(self._endless):
                    tables = tabulate(self._partial_verdict, groups, puzzle, self._parts(groups[0]))
            except OutOfTimeError as error:
                raise OutOfTimeError(
                    f"the time limit passed while rule {self.name} was run to learn what it says"
                ) from error
            self._tables[puzzle.size] = tables
            if self.is_filter_on(puzzle):
                why = f"rule {self.name} needs more room than tables and diagrams have"
                _warn(why, self.advice(puzzle))
        return self._tables[puzzle.size]

    def advice(self, puzzle: Puzzle) -> str:
        """Return how often the function would have to be run, and what would take fewer runs."""
        runs = max(table.runs for table in self._tabulated(cube_of(puzzle)))
        times = f"it would be run about {float(f'{runs:.1g}'):,.0f} times"
        return (
            f"{times if runs >= MAX_RUNS else 'its table is too large'}: state it as conditions of a few stickers each, or of numbers "
            "such as face.count('R'), joined by and, all(…) or if …: return False, or combine it with rules that leave few"
        )

    def _partial_verdict(self, colours: PartialColours) -> bool:
        """Return the verdict on colours, some of which may be undecided, but are not passed on."""
        view = StickerView([*colours], range(len(colours)), self._holding)
        return self._says(view, lambda: _in_words(colours))

    def _parts(self, facelets: Sequence[int]) -> list[Test]:
        """Return what runs the parts of the function, if these can be told apart."""
        cells = range(len(facelets))
        unknown = StickerView(PartialColours([None] * len(cells)), cells, self._holding)
        return [partial(self._part_verdict, part) for part in parts_of(self.function, unknown)]

    def _part_verdict(self, part: Part, colours: PartialColours) -> bool:
        """Return the verdict of a part of the function."""
        try:
            return part(StickerView(colours, range(len(colours)), self._holding))
        except Exception as error:
            if colours.passed_on:  # it may do what only colours can do, such as joining them
                raise UndecidedSticker(colours.passed_on[-1]) from error
            raise InputError(f"a part of rule {self.name} raised {error}", "") from error

    def _fickle(self, letters: str) -> InputError:
        return InputError(
            f"rule {self.name} returns both True and False for the colours {letters}",
            "it may depend only on the stickers that it is given",
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
        with interrupting(self._endless):
            return all(said) if self._needed(groups) == len(groups) else any(said)

    def holds_in(self, cubes: Batch) -> Flags:
        """Return the result of `holds` for each cube: the function is called once for equal stickers."""
        if not self.is_filter_on(cubes.puzzle):
            return super().holds_in(cubes)
        groups = self._groups(cube_of(cubes.puzzle))
        asked = [partial(self._said_in, facelets) for facelets in groups]
        with interrupting(self._endless):
            return cubes.at_least(self._needed(groups), asked)

    def _said_in(self, facelets: Sequence[int], cubes: Batch) -> Flags:
        """Return the result of the function for some stickers of each cube."""
        return cubes.results_at(facelets, self._remembered)

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
        self, function: Callable[[State], bool], name: str | None = None, *, invariant: bool = False
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
        with interrupting(self._endless):
            return self._judge(cube)

    def holds_in(self, cubes: Batch) -> Flags:
        """Return the result of `holds` for each cube."""
        with interrupting(self._endless):
            return cubes.results_of(self._judge)

    def _judge(self, cube: State) -> bool:
        look()
        if self._tried < _TRIED:
            vars(self)["_tried"] += 1
            return not self.violations(cube)
        return self._says(cube, lambda: f"cube {cube.facelets}")

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on no stickers in particular."""
        verdict = self._says(cube, lambda: f"cube {cube.facelets}")
        if self._says(cube, lambda: f"cube {cube.facelets}") != verdict:
            raise InputError(
                f"rule {self.name} returns both True and False for the cube {cube.facelets}",
                "it may depend only on the cube",
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
    trace = traceback.walk_tb(error.__traceback__)
    line = [number for frame, number in trace if frame.f_code is code][-1:]
    return f" in line {line[0]}" if line else ""
