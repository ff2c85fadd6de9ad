"""What a rule is: a name, the primitives it reduces to, and an independent way to check a cube.

A rule states its meaning twice. `primitives` is for the engines; `violations` looks at a finished
cube, shares no code with any engine or with the primitives, and says which stickers break the rule.
The two are tested against each other. A new rule is one class with both, registered in
`cubecsp.models.rules`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from cubecsp.cube.geometry import CUBE, Puzzle
from cubecsp.cube.state import Cube
from cubecsp.errors import InputError
from cubecsp.models.primitives import Primitive

__all__ = ["Parameter", "Rule", "Violation"]


@dataclass(frozen=True)
class Parameter:
    """What may stand after `=` in the text of a rule.

    Attributes:
        placeholder: how the help writes it, `N` or `side|diagonal|across`.
        meaning: a few words for the help.
        choices: all values that may be given, when they can be listed.
    """

    placeholder: str
    meaning: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Violation:
    """One place where a cube breaks a rule.

    Attributes:
        facelets: the stickers at fault (0…53), ascending.
        message: one sentence without the final full stop.
    """

    facelets: tuple[int, ...]
    message: str


class Rule(ABC):
    """A condition on a cube. Rules are immutable, and equal when their texts are."""

    name: ClassVar[str]
    """As written on the command line."""
    summary: ClassVar[str]
    """What it demands, for the list of rules: a clause."""
    parameter: ClassVar[Parameter | None] = None
    example: ClassVar[str]

    @classmethod
    def from_text(cls, value: str | None) -> Rule:
        """Return the rule with the parameter `value` as written after `=`, None if there is none.

        Raises:
            InputError: a parameter is missing, superfluous, or not one that the rule knows.
        """
        if cls.parameter is None:
            if value is not None:
                raise InputError(f"rule {cls.name} takes no parameter", f"write {cls.name}")
            return cls()
        if not value:
            raise InputError(
                f"rule {cls.name} needs {cls.parameter.meaning}",
                f"write {cls.name}={cls.parameter.placeholder}, for example {cls.example}",
            )
        return cls._from_value(value)

    @classmethod
    def _from_value(cls, value: str) -> Rule:
        raise AssertionError(f"{cls.__name__} declares a parameter but does not read {value!r}")

    @property
    def value(self) -> str | None:
        """The parameter as text, None if the rule has none."""
        return None

    @abstractmethod
    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return primitives whose conjunction is the rule."""

    @abstractmethod
    def violations(self, cube: Cube) -> list[Violation]:
        """Return every place where `cube` breaks the rule."""

    def holds(self, cube: Cube) -> bool:
        """Return whether `cube` keeps the rule."""
        return not self.violations(cube)

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={self.value}"

    def __repr__(self) -> str:
        return f"<rule {self}>"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Rule) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))
