"""Stickers that are given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cubecsp.errors import InputError
from cubecsp.models.core.primitives import ColourCount, Primitive
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, colours_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.holding import holdings_of, named_after_centres

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers


class Stickers(Rule):
    """Some stickers have given colours.

    Args:
        facelets: a facelet string with `.` where any colour may be (see `Facelets.parse`): 6·n²
            letters. Letters name colours; the centres (of even sizes the corner in DBL) show how the cube is
            held that is drawn, and the other rules of a question are read in the same letters.
    """

    name = "stickers"
    summary = "the stickers are as in this facelet string, where . is any colour"
    parameter = RuleParameter(
        "FACELETS",
        "54 letters, or 6·n² for the n×n×n",
        examples=(
            "U" + "." * 53,
            "." * 53 + "B",
            "." * 18 + "UUF.F...D" + "." * 27,
            "UUUUUUUUURRR......FFF" + "." * 33,
            "R.U." + "." * 20,
            "U..F" + "." * 92,
        ),
    )
    example = "stickers=RRR......" + "........." * 5
    limits = "a facelet string is for one size"
    other_puzzles = "stickers"
    shown: ShownStickers | None = None
    """The stickers, of a puzzle that is not a cube."""

    def __init__(self, facelets: str) -> None:
        stickers = Facelets.parse(facelets)
        self.letters = self.value = stickers.in_letters
        self.puzzle = stickers.puzzle
        self.held = holdings_of(self.letters, self.puzzle) or None
        self.sizes = (stickers.puzzle.size,)

    @classmethod
    def _on(cls, value: str, puzzle: Puzzle) -> Rule:
        from cubecsp.models.rules.named_slots import kpuzzle_of, shown_stickers

        rule = object.__new__(cls)
        shown = shown_stickers(value, kpuzzle_of(puzzle))
        letters = "".join(str(shown).split())
        vars(rule).update(shown=shown, value=letters, letters=letters, sizes=())
        return rule

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that the stickers are those of `puzzle`."""
        super().require(puzzle)
        if (self.shown and self.shown.puzzle.places) != getattr(puzzle, "places", None):
            raise InputError(f"{self} gives the stickers of another puzzle than {puzzle.name}")

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one literal per given sticker."""
        self.require(puzzle)
        if self.shown is not None:
            from cubecsp.models.rules.named_slots import as_shown

            yield from as_shown(self.shown, puzzle)
            return
        for facelet, letter in enumerate(self.letters):
            if letter != UNKNOWN:
                yield ColourCount(frozenset({facelet}), frozenset({FACES.index(letter)}), 1, 1)

    def renamed(self, holding: str) -> Rule:
        """Return the drawing with its colours in other letters."""
        if self.shown is not None:
            return self
        return RenamedRule(self, Stickers(named_after_centres(self.letters, holding)), holding)

    def describe(self) -> str:
        """Return how many stickers are given."""
        known = len(self.letters) - self.letters.count(UNKNOWN)
        return f"{known} of the {len(self.letters)} stickers are as given"

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per sticker of another colour."""
        self.require(cube.puzzle)
        if self.shown is not None:
            from cubecsp.models.rules.named_slots import unlike

            return unlike(self.shown, cube)
        return [
            Violation(
                (i,),
                f"{cube.puzzle.names[i]} shows {colours_of(actual)} instead of {colours_of(letter)}",
            )
            for i, (letter, actual) in enumerate(zip(self.letters, cube.facelets, strict=True))
            if letter not in (UNKNOWN, actual)
        ]


RULE = Stickers
