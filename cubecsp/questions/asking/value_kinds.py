"""Kinds of values that parameters take: they read texts, and check values.

There is one kind for each type of value that a person can give. The command line reads texts by `read`.
Values from Python, from JSON and from texts go through `check`, so that every interface accepts and refuses
the same values.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.colour_words import parse_scheme
from cubecsp.frozen import FixedDict, fixed
from cubecsp.interface import Usual
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube import moves, sizes
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.suggestions import alternatives, suggestion

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "AnyValue",
    "Callback",
    "Colours",
    "CubeValues",
    "File",
    "Flag",
    "Many",
    "MeasuredColours",
    "MovesValue",
    "OneOf",
    "OwnRule",
    "Preferences",
    "PuzzleKind",
    "Quantity",
    "RuleValues",
    "Seconds",
    "Settings",
    "Text",
    "ValueKind",
    "Whole",
]

LARGEST = (1 << 64) - 1
"""The largest number of positions, or seed: a word of 64 bits."""

MOST_DIGITS = 200
"""The most digits of a number that a person writes."""


class ValueKind:
    """One kind of values.

    Attributes:
        metavar: the name of a value in help texts: "N".
        several: whether a value can be several words of a command.
    """

    metavar: str = ""
    several: bool = False

    @property
    def expected(self) -> str:
        """The valid values, in words: "an integer from 1 up"."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """Return the value that a text states, before it is checked.

        Raises:
            ValueError: the text states no value; the caller knows the name of the parameter and adds it.
        """
        return text

    def check(self, value: object) -> Any:
        """Return a valid value in the form that the question takes.

        Raises:
            ValueError: the value is unsuitable; the caller knows the name of the parameter and adds it.
        """
        return value

    def as_json(self, value: Any) -> Any:
        """Return a value as JSON shows it."""
        return value


class AnyValue(ValueKind):
    """Values that only the question itself can check."""

    metavar = "VALUE"
    expected = "anything"

    def as_json(self, value: Any) -> Any:
        """Return the name of the value."""
        return getattr(value, "name", str(value))


class OwnRule(AnyValue):
    """A rule as an object, not as a text."""

    expected = "a rule, not its text"

    def check(self, value: object) -> Any:
        """Return a rule."""
        from cubecsp.models.core.rule import Rule  # no other kind needs it

        if not isinstance(value, Rule):
            raise ValueError
        return value


class Callback(ValueKind):
    """A function that the question calls as it runs: only in Python."""

    expected = "a function"

    def check(self, value: object) -> Any:
        """Return a function."""
        if not callable(value):
            raise ValueError
        return value


class Flag(ValueKind):
    """Yes or no."""

    expected = "True or False"

    def check(self, value: object) -> bool:
        """Return a truth value; anything else is a mistake."""
        if type(value).__name__ not in ("bool", "bool_"):
            raise ValueError
        return bool(value)


class Whole(ValueKind):
    """An integer, also one of NumPy.

    Attributes:
        least: the smallest value.
        most: the largest value, None for any.
        metavar: its name in help texts.
    """

    def __init__(self, least: int = 0, most: int | None = LARGEST, metavar: str = "N") -> None:
        self.least, self.most, self.metavar = least, most, metavar

    @property
    def expected(self) -> str:
        """The range."""
        if self.most is None:
            named = {0: "a non-negative integer", 1: "a positive integer"}
            return named.get(self.least, f"an integer of at least {self.least}")
        most = "2^64 - 1" if self.most == LARGEST else f"{self.most:,}"
        return f"an integer from {self.least} to {most}"

    def read(self, text: str) -> int:
        """Return the number that digits state."""
        if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS:
            raise ValueError
        return int(text)

    def check(self, value: object) -> int:
        """Return a number in range; True and False are not numbers."""
        if isinstance(value, bool) or type(value).__name__ == "bool_":
            raise ValueError
        try:
            number = operator.index(cast(SupportsIndex, value))
        except TypeError:
            raise ValueError from None
        if number < self.least or (self.most is not None and number > self.most):
            raise ValueError
        return value if isinstance(value, Usual) else number

    def within(self, least: int | None, most: int | None) -> Whole:
        """Return the kind of the numbers of this one in a range; None for no other bound."""
        least = self.least if least is None else least
        return Whole(least, self.most if most is None else most, self.metavar)


class Seconds(ValueKind):
    """A time span."""

    metavar = "S"
    expected = "a positive number of seconds"

    def read(self, text: str) -> float:
        """Return the number that a text states."""
        return float(text)

    def check(self, value: object) -> float:
        """Return a number above 0; infinity and NaN are refused."""
        if not isinstance(value, float):
            value = Whole(0, (1 << 53) - 1).check(value)
        if not 0 < value < math.inf:
            raise ValueError
        return value


class Text(ValueKind):
    """A text that the question reads.

    Attributes:
        metavar: its name in help texts.
        longest: the most characters in a request, None for as many as a cube may have.
        empty: whether it may have no characters.
        also: the types that Python accepts in its place.
    """

    expected = "a text"

    def __init__(
        self,
        metavar: str = "TEXT",
        longest: int | None = None,
        *,
        empty: bool = False,
        also: tuple[type, ...] = (),
    ) -> None:
        self.metavar, self.longest, self.empty, self.also = metavar, longest, empty, also

    def check(self, value: object) -> Any:
        """Return a text, or a value of another accepted type."""
        if not isinstance(value, (str, *self.also)):
            raise ValueError
        return value

    def as_json(self, value: Any) -> str:
        """Return the text."""
        return str(value)


class MovesValue(ValueKind):
    """Moves in the notation of `cubecsp.puzzle.cube.notation`, as a text or as `MovesValue`.

    Attributes:
        several: whether there may be several of them.
    """

    metavar = "MOVES"
    expected = "moves, as a text"

    def __init__(self, *, several: bool = False) -> None:
        self.several = several

    def check(self, value: object) -> Any:
        """Return the moves, or a tuple of several."""
        if isinstance(value, str | moves.Moves):
            return value
        if not self.several or not isinstance(value, list | tuple):
            raise ValueError
        return tuple(map(MovesValue().check, value))

    def as_json(self, value: Any) -> Any:
        """Return the text, or the number of texts."""
        return len(value) if isinstance(value, tuple) else str(value)


class OneOf(ValueKind):
    """One of some names.

    Attributes:
        among: returns the names; it is called as late as possible, since loading them may take long.
        what: the kind of such a name: "engine".
        metavar: its name in help texts; empty for the names themselves.
        read_as: converts a text to one of the names, if it is not one already.
        also: the types that Python accepts in place of a name.
    """

    def __init__(
        self,
        among: Callable[[], Iterable[str]],
        what: str = "choice",
        metavar: str = "",
        *,
        read_as: Callable[[str], str] | None = None,
        also: Callable[[], tuple[type, ...]] | None = None,
    ) -> None:
        self.among, self.what, self.metavar = among, what, metavar
        self.read_as, self.also = read_as, also

    @property
    def names(self) -> tuple[str, ...]:
        """The names."""
        return tuple(self.among())

    @property
    def expected(self) -> str:
        """The names."""
        return alternatives(self.names)

    def read(self, text: str) -> str:
        """Return a name as it is spelt here."""
        return text if self.read_as is None else self.read_as(text)

    def check(self, value: object) -> Any:
        """Return one of the names."""
        if self.also is not None and isinstance(value, self.also()):
            return value
        if isinstance(value, str):
            name = self.read(value)
            if name in self.names:
                return name
        raise InputError(
            f"unknown {self.what} {excerpt(str(value))}", suggestion(str(value), self.names)
        )

    def as_json(self, value: Any) -> str:
        """Return the name."""
        return value if isinstance(value, str) else str(getattr(value, "name", value))


class SomeOf(ValueKind):
    """Some of a few words, with commas between.

    Attributes:
        words: the words, in the order in which values have them.
        metavar: the name of a value in help texts.
    """

    def __init__(self, words: Iterable[str], metavar: str) -> None:
        self.words, self.metavar = tuple(words), metavar

    @property
    def expected(self) -> str:
        """The words."""
        return f"{alternatives(self.words)}, or several with commas between"

    def check(self, value: object) -> tuple[str, ...]:
        """Return the words, each once."""
        if not isinstance(value, str | list | tuple):
            raise ValueError
        given = value.split(",") if isinstance(value, str) else value
        one = OneOf(lambda: self.words, "word")
        known = {one.check(word.strip() if isinstance(word, str) else word) for word in given}
        return tuple(word for word in self.words if word in known)

    def as_json(self, value: Any) -> list[str]:
        """Return a list."""
        return [*value]


class File(ValueKind):
    """A path; requests cannot have one.

    Attributes:
        metavar: its name in help texts.
    """

    expected = "a path"

    def __init__(self, metavar: str = "FILE") -> None:
        self.metavar = metavar

    def read(self, text: str) -> Path:
        """Return the path."""
        return Path(text)

    def check(self, value: object) -> Path:
        """Return a path."""
        if not isinstance(value, str | PathLike) or not str(value):
            raise ValueError
        return Path(value)

    def as_json(self, value: Any) -> str:
        """Return the path as a text."""
        return str(value)


class Colours(ValueKind):
    """The colours of the six faces."""

    metavar = "COLOURS"
    expected = "the name of a scheme, or six characters"

    def check(self, value: object) -> str:
        """Return the letters of the faces U R F D L B."""
        if not isinstance(value, str):
            raise ValueError
        return parse_scheme(value)


class MeasuredColours(ValueKind):
    """The measured colours of the stickers of a cube: see `cubecsp.models.recognition.measurements`."""

    metavar = "FILE"
    expected = "red, green and blue of each sticker, as JSON or an array"

    def check(self, value: object) -> Any:
        """Return a text, a mapping or a sequence, which the question reads."""
        if isinstance(value, str | Mapping | list | tuple) or hasattr(value, "tolist"):
            return value
        raise ValueError

    def as_json(self, value: Any) -> None:
        """Return nothing: the answer shows the result."""
        del value


class Many(ValueKind):
    """Several values of a kind, in order.

    Attributes:
        of: the kind of each.
        most: the most values in a request.
    """

    several = True

    def __init__(self, of: ValueKind, most: int = 1_000) -> None:
        self.of, self.most, self.metavar = of, most, of.metavar

    @property
    def expected(self) -> str:
        """The kind of each."""
        return f"{self.of.expected}, or several"

    def read(self, text: str) -> Any:
        """Return one value."""
        return self.of.read(text)

    def check(self, value: object) -> tuple[Any, ...]:
        """Return all values as a tuple; a single value is enough."""
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            value = (value,)
        return tuple(map(self.of.check, value))

    def as_json(self, value: Any) -> list[Any]:
        """Return a list."""
        return [self.of.as_json(one) for one in value]


class Settings(Many):
    """Settings of an object that interprets them: texts `NAME=VALUE`; in Python also values by name."""

    expected = "NAME=VALUE, or several, or values by name"

    def __init__(self) -> None:
        super().__init__(Text("NAME=VALUE"))

    def check(self, value: object) -> tuple[str, ...]:
        """Return the texts."""
        if isinstance(value, Mapping):
            value = [f"{name}={one}" for name, one in value.items()]
        return super().check(value)


class CubeValues(ValueKind):
    """One cube, or several, in any form: see `cubecsp.questions.asking.cubes_and_rules`.

    Attributes:
        least: the least number in a request.
        several: whether there may be several.
    """

    metavar = "CUBE"

    def __init__(self, *, least: int = 1, several: bool = True) -> None:
        self.least, self.several = least, several

    @property
    def expected(self) -> str:
        """The forms of cubes."""
        return "a cube in any format, or several" if self.several else "a cube in any format"

    def check(self, value: object) -> Any:
        """Return the one cube, or a tuple of several, which is empty if they are still to be read."""
        from cubecsp.questions.asking.cubes_and_rules import each_of, is_one

        if is_one(value):
            return value
        cubes = tuple(each_of(cast(Any, value)))
        if cubes and not self.several:
            raise InputError(
                f"{len(cubes):,} cubes are given to a question about one", "give one at a time"
            )
        return cubes


class RuleValues(ValueKind):
    """Rules, patterns, or texts that state them: see `cubecsp.questions.asking.cubes_and_rules`.

    Attributes:
        sized: whether the parameter `size` determines the cube that they are about.
    """

    metavar = "RULE"
    several = True
    expected = "a rule, a pattern, a text that states them, or several of these"

    def __init__(self, *, sized: bool = True) -> None:
        self.sized = sized

    def check(self, value: object) -> Any:
        """Return the rules as given, which the question reads."""
        return fixed(tuple(value) if isinstance(value, Iterator) else value)


class Quantity(ValueKind):
    """A number that every cube has, a rule, or a text that states one of them: see `cubecsp.questions.best`."""

    metavar = "EXPR"
    expected = "a number such as colours(U), or a rule"

    def as_json(self, value: Any) -> str:
        """Return it as a text."""
        return str(value)


class Preferences(Many):
    """Rules with weights: a mapping, or texts that begin with their weights if these are not 1."""

    expected = "rules, or a mapping of rules to weights"

    def __init__(self) -> None:
        super().__init__(Text("[WEIGHT:]RULE"))

    def check(self, value: object) -> Any:
        """Return the rules as given, which the question reads; a value that is not a collection is one rule."""
        if isinstance(value, Mapping):
            return FixedDict(value)
        alone = isinstance(value, str) or not isinstance(value, Iterable)
        return (value,) if alone else tuple(cast(Iterable[Any], value))


class PuzzleKind(ValueKind):
    """A puzzle: an object, the name of a built-in puzzle, a definition, or the path of a definition."""

    metavar = "NAME|FILE"
    expected = "the name of a puzzle, a definition, or the path of one"

    def check(self, value: object) -> object:
        """Return the puzzle; for a text such as 4×4×4, the cube."""
        if isinstance(value, Puzzle):
            from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

            if isinstance(value, CubePuzzle | KPuzzle):
                return value
            raise InputError(
                f"the moves of puzzle {value.name} are not known",
                "questions take its definition, a `KPuzzle`",
            )
        if not isinstance(value, str):
            raise ValueError
        size = sizes.named_size(value)
        if size is not None:
            return cube_puzzle(Whole(2, sizes.LARGEST).check(size))
        from cubecsp.puzzle.definitions.load import load_puzzle

        return load_puzzle(value)

    def as_json(self, value: Any) -> str:
        """Return its name."""
        return str(value.name)
