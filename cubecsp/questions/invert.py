"""The moves that undo others."""

from collections.abc import Mapping
from typing import Any, ClassVar

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.written_moves import WrittenMoves
from cubecsp.questions.moving.move_texts import AboutTexts, rewrites

__all__ = ["Invert", "invert"]


@frozen(kw_only=True)
class Invert(AboutTexts):
    """The parameters of `invert`.

    The result is in the same notation: `[R: U] F` becomes `F' [R: U']`, and `R++ U` of a
    megaminx `U' R--`.

    Raises:
        InputError: the text cannot be read, is a cube, or names layers that such a cube does not have.
    """

    name: ClassVar[str] = "invert"
    example: ClassVar[Mapping[str, Any]] = {"moves": "[R: U] F"}

    def rewrite(self, written: WrittenMoves) -> WrittenMoves:
        """Return the moves that undo others."""
        return written.inverted()


QUESTION = Invert
invert = rewrites(Invert)
