"""Moves as they look in a mirror."""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, ClassVar

from cubecsp.frozen import frozen
from cubecsp.models.rules.symmetric import named_symmetry
from cubecsp.puzzle.cube.written_moves import WrittenMoves
from cubecsp.questions.asking.parameter import Cli, Param
from cubecsp.questions.asking.value_kinds import OneOf
from cubecsp.questions.moving.move_texts import AboutTexts, rewrites

__all__ = ["PLANES", "Mirror", "mirror"]

PLANES: dict[str, str] = {"LR": "mx", "UD": "my", "FB": "mz"}
"""The mirrors, by the faces that they exchange, with their names in the rule `symmetric`."""


@frozen(kw_only=True)
class Mirror(AboutTexts):
    """The parameters of `mirror`.

    The result is in the same notation: `R U R'` becomes `L' U' L`.

    Raises:
        InputError: as for `invert`, or there is no such plane.
    """

    name: ClassVar[str] = "mirror"
    example: ClassVar[Mapping[str, Any]] = {"moves": "[R: U] F"}

    plane: Annotated[
        str,
        Param(
            "the faces that the mirror exchanges",
            OneOf(lambda: PLANES, "mirror", read_as=str.upper),
            cli=Cli(("--plane",)),
        ),
    ] = field(default="LR", kw_only=False)

    def rewrite(self, written: WrittenMoves) -> WrittenMoves:
        """Return the moves as they look in the mirror."""
        return written.moved(named_symmetry(PLANES[self.plane]))


QUESTION = Mirror
mirror = rewrites(Mirror)
