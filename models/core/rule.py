"""A rule: a name, the primitives it reduces to, and an independent way to check a cube.

A rule states its meaning twice. `primitives` is for the engines; `violations` looks at a finished
cube, shares no code with any engine or with the primitives, and says which stickers break the rule.
The two are tested against each other. A new rule is one class with both, registered in
`cubecsp.models.rules`, or a function in a file of your own (see `cubecsp.models.custom.decorator`).

`holds` decides whether a cube satisfies the rule, and `holds_in` decides it for many cubes at once. Both
follow from the primitives, evaluated on the finished cube, which is much quicker than wording violations.

A few rules cannot be expressed in primitives. They are *filters*: their primitives are only necessary
conditions, and `holds` is applied to every candidate that an engine finds. For such a rule `holds` follows from
`violations` unless the rule has a quicker way, which it states in `holds` or `holds_in`.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, SupportsIndex

from cubecsp.errors import InputError
from cubecsp.frozen import FixedDict, Value, frozen
from cubecsp.models.core.invariance import symmetries_of
from cubecsp.models.core.primitives import Primitive, cheapest_first
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.puzzle.cube.sizes import ANY_SIZE, sizes_in_words
from cubecsp.puzzle.cube.state import State as State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.puzzle.cube.words import colours_in_words
from cubecsp.stopping.deadline import look
from cubecsp.suggestions import suggestion

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, CubeArray, Flags


FILTER_COST = 10_000
"""The cost of checking a cube with `violations`, as far as is known (see `Rule.cost`)."""

_MARKS = "\ue000\ue001\ue002\ue003\ue004\ue005"  # characters that no text of a user has
_MARKED = str.maketrans(FACES, _MARKS)
_MARKED_COLOURS = re.compile(f"[{_MARKS}]+")
_OF_A_PIECE = 3  # the most colours that are not the drawing of a face
_DIGITS = re.compile(r"[0-9]{1,9}")
_PLAIN = re.compile(r"""(?:[^\s()"',\[\]]|\[[0-9,]*\])*""")


class RuleParameter(NamedTuple):
    """The parameter of a rule, which stands after `=` in its text.

    Attributes:
        placeholder: how the help writes it, `N` or `side|diagonal|across`.
        meaning: a few words for the help.
        choices: all values that may be given, each with its meaning, when they can be listed.
        examples: values of every kind, if they cannot; the tests draw from them.
        optional: whether the rule can do without.
    """

    placeholder: str
    meaning: str
    choices: Mapping[str, str] = FixedDict()
    examples: tuple[str, ...] = ()
    optional: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        """All values that may be given or, if they cannot be listed, some of every kind."""
        return tuple(self.choices) or self.examples


@frozen
class Violation:
    """One place where a cube breaks a rule.

    Attributes:
        facelets: the stickers at fault, ascending; none if they cannot be singled out.
        text: one sentence without the final full stop; colours of stickers are written by
            `colours_of`, so that they can be shown in the letters that the user writes.
    """

    facelets: tuple[int, ...]
    text: str

    @property
    def message(self) -> str:
        """The sentence, with colours named after the faces U R F D L B."""
        return self.sentence()

    def sentence(self, scheme: str = FACES) -> str:
        """Return the sentence with the colours as in `scheme` (see `Facelets`), those of a piece in words."""

        def in_words(marks: re.Match[str]) -> str:
            colours = [_MARKS.index(mark) for mark in marks[0]]
            if set(scheme) == set(STANDARD) and len(colours) <= _OF_A_PIECE:
                return colours_in_words(colours, scheme)
            return "".join(scheme[colour] for colour in colours)

        return _MARKED_COLOURS.sub(in_words, self.text)


def colours_of(letters: str) -> str:
    """Return letters of stickers as they stand in the text of a violation."""
    return letters.translate(_MARKED)


def one_of(rule: Rule, value: str) -> str:
    """Return the choice that a rule is given as its parameter.

    Raises:
        InputError: the rule has no such choice.
    """
    assert rule.parameter
    choices = rule.parameter.choices
    if value not in choices:
        raise InputError(f"{rule.name}={value}: unknown value", suggestion(value, choices))
    return value


def number_within(name: str, number: SupportsIndex | str, least: int, most: int) -> int:
    """Return the number that a rule is given, or its digits, which is a whole one from `least` to `most`.

    Raises:
        InputError: it is not.
    """
    if isinstance(number, str) and _DIGITS.fullmatch(number):
        number = int(number)
    if isinstance(number, SupportsIndex) and least <= number.__index__() <= most:
        return int(number)
    raise InputError(f"{name}={number}", f"expected an integer from {least} to {most}")


class Composition(NamedTuple):
    """Functions that combine two rules (both hold, or either), and one that negates a rule."""

    both: Callable[[Rule, Rule], Rule]
    either: Callable[[Rule, Rule], Rule]
    negated: Callable[[Rule], Rule]


class Rule(Value):
    """A condition on a cube. Rules are immutable, and equal when their texts are.

    Those made of others are equal only if these are, too, since two functions may have the same name.

    `a & b`, `a | b` and `~a` are rules again (see `cubecsp.models.core.compose`).
    """

    name: str
    """Its name on the command line."""
    summary: str
    """Its demand, for the list of rules: a clause."""
    scope: str = "stickers"
    """Its scope: stickers, faces, pieces or the cube."""
    parameter: ClassVar[RuleParameter | None] = None
    value: str | None = None
    """The parameter as text, None if the rule has none."""
    example: str
    sizes: Sequence[int] = ANY_SIZE
    """The sizes of the cubes that it applies to; with a parameter it may apply to fewer."""
    limits: str = ""
    """Why it does not apply to other cubes: a clause."""
    other_puzzles: ClassVar[str | None] = None
    """What it needs of puzzles that are not cubes: `pieces`, `stickers`; None if it does not apply to them."""
    distribution: ClassVar[str | None] = None
    """The package that it works with, as PyPI calls it; None for our own code."""
    rules: tuple[Rule, ...] = ()
    """The rules that it is made of, if any."""
    depth: int = 0
    """The depth to which rules are nested in it."""
    parts: int = 1
    """The number of rules that it is made of."""
    is_filter: bool = False
    """Whether the primitives are only necessary conditions, so that `holds` has to filter the candidates of engines."""
    alone: bool = False
    """Whether it can only be demanded: it cannot be negated, nor be an alternative to other rules."""
    held: frozenset[str] | None = None
    """The orientations of the cubes that look as it demands; None if it does not determine them."""
    declares: bool = False
    """Whether it states its own symmetries, which may be more than can be read off its primitives."""

    @classmethod
    def from_text(cls, value: str | None, puzzle: Puzzle = CUBE) -> Rule:
        """Return the rule with the parameter `value` as written after `=`, None if there is none.

        Args:
            value: the parameter.
            puzzle: the puzzle, for parameters that name slots: of cubes, any will do.

        Raises:
            InputError: a parameter is missing, superfluous, or of the wrong kind for the rule.
        """
        if cls.parameter is None:
            if value is not None:
                raise InputError(f"rule {cls.name} takes no parameter", f"write {cls.name}")
            return cls()
        if value is None and cls.parameter.optional:
            return cls()
        if not value:
            raise InputError(
                f"rule {cls.name} needs {cls.parameter.meaning}",
                f"write {cls.form()}, for example {cls.example}",
            )
        return cls._from_value(value) if puzzle.is_cube_of(ANY_SIZE) else cls._on(value, puzzle)

    @classmethod
    def _on(cls, value: str, puzzle: Puzzle) -> Rule:
        """Return the rule with a parameter about a puzzle that is not a cube."""
        del puzzle
        return cls._from_value(value)

    @classmethod
    def _from_value(cls, value: str) -> Rule:
        return cls(value)  # type: ignore[call-arg]  # which a rule with a parameter takes, or reads otherwise

    @classmethod
    def form(cls) -> str:
        """Return how the rule is written: `NAME=N`, or `NAME[=N]` if it can do without a parameter."""
        if cls.parameter is None:
            return cls.name
        value = f"={cls.parameter.placeholder}"
        return f"{cls.name}[{value}]" if cls.parameter.optional else cls.name + value

    @classmethod
    def vocabulary(cls) -> dict[str, str]:
        """Return the words that the parameter is made of, each with its meaning; numbers are left out."""
        return dict(cls.parameter.choices) if cls.parameter else {}

    @abstractmethod
    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return primitives whose conjunction is the rule or, if it is a filter, follows from it.

        Raises:
            InputError: the rule does not apply to `puzzle`.
        """

    @abstractmethod
    def violations(self, cube: State) -> list[Violation]:
        """Return every place where `cube` breaks the rule.

        Raises:
            InputError: the rule does not apply to that kind of cube.
        """

    def holds(self, cube: State) -> bool:
        """Return whether `cube` satisfies the rule: whether `violations` would find nothing.

        Raises:
            InputError: the rule does not apply to that kind of cube.
        """
        puzzle: Puzzle = cube.puzzle
        if self.is_filter_on(puzzle):
            return not self.violations(cube)
        colours = puzzle.colours(cube.stickers)
        return all(p.holds(colours, puzzle) for p in self._conditions(puzzle))

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each of many cubes whether it satisfies the rule: the result of `holds`.

        Raises:
            InputError: the rule does not apply to that kind of cube.
        """
        if self.is_filter_on(cubes.puzzle):
            return cubes.results_of(self._holds_in_time)
        return cubes.passing([p.holds_in for p in self._conditions(cubes.puzzle)])

    def _holds_in_time(self, cube: State) -> bool:
        """Return the result of `holds` for one of many cubes, if there is time left."""
        look()
        return self.holds(cube)

    def cost(self, puzzle: Puzzle) -> int:
        """Return about how many stickers of `puzzle` `holds` looks at, so that the cheapest rule comes first."""
        if self.is_filter_on(puzzle):
            return FILTER_COST
        return sum(p.cost for p in self._conditions(puzzle))

    def _conditions(self, puzzle: Puzzle) -> tuple[Primitive, ...]:
        """Return the primitives in the order in which they are best evaluated, worked out once."""
        known: dict[Puzzle, tuple[Primitive, ...]] = self.__dict__.setdefault("_known", {})
        if puzzle not in known:
            known[puzzle] = cheapest_first(dict.fromkeys(self.primitives_on(puzzle)))
        return known[puzzle]

    def primitives_on(self, puzzle: Puzzle) -> Iterable[Primitive]:
        """Return the primitives, if the rule applies to `puzzle`.

        Raises:
            InputError: it does not.
        """
        self.require(puzzle)
        return self.primitives(puzzle)  # type: ignore[arg-type]  # a cube, unless the rule is for others too

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that the rule applies to `puzzle`.

        Raises:
            InputError: it does not.
        """
        if puzzle.is_cube_of(self.sizes):
            return
        if puzzle.is_cube_of(ANY_SIZE):
            raise InputError(
                f"rule {self} does not apply to the {puzzle.name}", self.limitation(cube_of(puzzle))
            )
        if self.other_puzzles is None:
            raise InputError(
                f"rule {self} does not apply to the puzzle {puzzle.name}", "it is about cubes"
            )
        if self.other_puzzles == "stickers":
            puzzle.require_stickers(f"rule {self}")

    def limitation(self, puzzle: CubePuzzle) -> str:
        """Return why it does not apply to `puzzle`, as a clause."""
        del puzzle
        why = f", since {self.limits}" if self.limits else ""
        return f"it is for {sizes_in_words(self.sizes)}{why}"

    def is_filter_on(self, puzzle: Puzzle) -> bool:
        """Return whether it is a filter on `puzzle`: rules may be filters on some only."""
        del puzzle
        return self.is_filter

    def advice(self, puzzle: Puzzle) -> str:
        """Return what would let engines propagate a filter on `puzzle`, as a clause; empty if that is not known."""
        del puzzle
        return ""

    def impossible(self, puzzle: Puzzle = CUBE) -> str | None:
        """Return why no cube satisfies the rule, as a clause; None if that is not cheap to see."""
        from cubecsp.models.core.feasibility import contradiction

        return contradiction(self.primitives_on(puzzle), puzzle)

    def listed(self, puzzle: Puzzle) -> CubeArray | None:
        """Return all cubes that may satisfy the rule, as rows, if they are few and known without a search; otherwise None."""
        del puzzle
        return None

    def orders(self) -> frozenset[int] | None:
        """Return the orders that cubes which satisfy the rule may have, and perhaps others; None for any."""
        return None

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return a group of symmetries that keep the meaning of the rule, identity first.

        If a cube satisfies the rule, so do all its images under these. There may be more such symmetries.
        """
        if self.is_filter_on(puzzle):
            return SYMMETRIES[:1]
        return symmetries_of(self.primitives_on(puzzle), puzzle)

    @property
    def invariant(self) -> bool:
        """Whether it means the same in all 24 whole-cube orientations.

        The colours are renamed along, as if the cube had been painted after it was turned over.
        True is a promise; False means that it may depend on the orientation.
        """
        puzzle = CUBE if CUBE.is_cube_of(self.sizes) else cube_puzzle(self.sizes[0])
        return set(SYMMETRIES[:24]) <= set(self.symmetries(puzzle))

    def renamed(self, holding: str) -> Rule:
        """Return the rule about a cube in some whole-cube orientation, in letters that name colours after the centres.

        A rule without letters of colours stays as it is: it is about places, and about colours in relation to those
        of the centres.

        Args:
            holding: as `Facelets.holding`.

        Raises:
            InputError: its letters cannot be translated.
        """
        del holding
        return self

    def describe(self) -> str:
        """Return the rule in words: a clause."""
        return self.summary

    composed: ClassVar[Composition]
    """The meaning of `&`, `|` and `~` for rules; set by `cubecsp.models.core.compose`, which knows these."""

    def __and__(self, other: object) -> Rule:
        return self.composed.both(self, other) if isinstance(other, Rule) else NotImplemented

    def __or__(self, other: object) -> Rule:
        return self.composed.either(self, other) if isinstance(other, Rule) else NotImplemented

    def __invert__(self) -> Rule:
        return self.composed.negated(self)

    def __bool__(self) -> bool:
        raise InputError(
            f"rule {self} is neither true nor false by itself",
            "write & for and, | for or, ~ for not, and put comparisons in parentheses",
        )

    def __str__(self) -> str:
        if self.value is None:
            return self.name
        value = self.value if _PLAIN.fullmatch(self.value) else f'"{self.value}"'
        return f"{self.name}={value}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.value!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rule):
            return NotImplemented
        return str(self) == str(other) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(str(self))
