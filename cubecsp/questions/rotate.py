"""Moves as they look when the whole cube is turned."""

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.models.rules.symmetric import named_symmetry
from cubecsp.puzzle.core.written_moves import Image
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.puzzle.cube.written_turns import image_under
from cubecsp.questions.asking.parameter import Cli, Param
from cubecsp.questions.asking.value_kinds import Text
from cubecsp.questions.moving.move_texts import AboutTexts, rewrites

__all__ = ["Rotate", "rotate"]


@frozen(kw_only=True)
class Rotate(AboutTexts):
    """The parameters of `rotate`.

    The cube is turned together with its user: `R U` by `y` is `F U`. So `rotate(moves, by)` makes the same cube as
    the inverse of `by`, then the moves, then `by`.

    Raises:
        InputError: as for `invert`, or `by` is not a rotation, or there is no move for what one becomes.
    """

    name: ClassVar[str] = "rotate"
    example: ClassVar[Mapping[str, Any]] = {"moves": "R U", "by": "y"}

    by: Annotated[
        str,
        Param(
            "how the cube is turned: x (with R), y (U), z (F), each with 2 or '; or as Uv of a megaminx",
            Text("ROTATIONS"),
            cli=Cli(("--by",)),
        ),
    ] = field(kw_only=False)

    @cached_property
    def image(self) -> Image:
        """What moves become.

        Raises:
            InputError: `by` is not a rotation.
        """
        if self.other is not None:
            from cubecsp.puzzle.kpuzzle.written_moves import turned_by  # cubes do not need it

            return turned_by(self.other, self.by)
        words = self.by.replace("’", "'").split()
        if not words or any(word[:1] not in ("x", "y", "z") for word in words):
            raise InputError(
                f"{excerpt(self.by)} is not a rotation", "write x, y and z with 2 or ': x y2"
            )
        product = SYMMETRIES[0]
        for word in words:
            product = product * named_symmetry(word)
        return image_under(product)

    def require(self) -> None:
        """Make sure that `by` is a rotation."""
        super().require()
        _ = self.image


QUESTION = Rotate
rotate = rewrites(Rotate)
