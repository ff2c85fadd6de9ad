"""Moves as they look in a mirror."""

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Annotated, Any, ClassVar

from cubecsp.frozen import frozen
from cubecsp.models.rules.symmetric import named_symmetry
from cubecsp.puzzle.core.written_moves import Image
from cubecsp.puzzle.cube.written_turns import image_under
from cubecsp.questions.asking.parameter import Cli, Param
from cubecsp.questions.asking.value_kinds import OneOf, Text
from cubecsp.questions.moving.move_texts import AboutTexts, rewrites

__all__ = ["PLANES", "Mirror", "mirror"]

PLANES: dict[str, str] = {"LR": "mx", "UD": "my", "FB": "mz"}
"""The mirrors, by the faces that they exchange, with their names in the rule `symmetric`."""


@frozen(kw_only=True)
class Mirror(AboutTexts):
    """The parameters of `mirror`.

    The result is in the same notation: `R U R'` becomes `L' U' L`, and `(1,0)/` of a Square-1,
    whose mirror exchanges U and D, `(0,-1)/`.

    Raises:
        InputError: as for `invert`, or there is no such plane, or no move for what one becomes.
    """

    name: ClassVar[str] = "mirror"
    example: ClassVar[Mapping[str, Any]] = {"moves": "[R: U] F"}

    plane: Annotated[
        str | None,
        Param(
            "the faces that the mirror exchanges, such as UD or BL,BR",
            Text("FACES"),
            usual="LR, or as the puzzle allows",
            cli=Cli(("--plane",)),
        ),
    ] = field(default=None, kw_only=False)

    @cached_property
    def image(self) -> Image:
        """What moves become.

        Raises:
            InputError: there is no such plane.
        """
        if self.other is None:
            plane = OneOf(lambda: PLANES, "mirror", read_as=str.upper).check(self.plane or "LR")
            return image_under(named_symmetry(PLANES[plane]))
        from cubecsp.puzzle.kpuzzle.written_moves import in_mirror  # cubes do not need it

        return in_mirror(self.other, self.plane)

    def require(self) -> None:
        """Make sure that there is such a plane."""
        super().require()
        _ = self.image


QUESTION = Mirror
mirror = rewrites(Mirror)
