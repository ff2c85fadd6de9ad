"""What is known of a model beside its rules: where it comes from, and moves that make a cube of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cubecsp.errors import InputError
from cubecsp.puzzle.moves import Moves, parse_moves
from cubecsp.puzzle.puzzle import CubePuzzle

__all__ = ["About", "about_of"]


@dataclass(frozen=True)
class About:
    """What is known of a model.

    Attributes:
        description: what it looks like, or is about: sentences.
        source: who found or collected it; empty where nothing is known.
        moves: moves from solved to one of its cubes, None where none are told.
        proven: no fewer turns (half turns count as one) make any cube that looks like that one, as this
            package's optimal solver has proven; None where it has not.
    """

    description: str = ""
    source: str = ""
    moves: Moves | None = None
    proven: int | None = None

    @property
    def length(self) -> int | None:
        """How many turns the moves are, half turns counted as one."""
        return None if self.moves is None else self.moves.length("htm")

    @property
    def optimal(self) -> bool:
        """Whether it is proven that there are no shorter moves."""
        return self.moves is not None and self.proven == self.length

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints, things that are not told left out."""
        shown: dict[str, Any] = {"description": self.description, "source": self.source}
        if self.moves is not None:
            shown |= {"moves": str(self.moves), "length": self.length, "optimal": self.optimal}
        return {key: value for key, value in shown.items() if value != ""}


def about_of(table: Mapping[str, Any], puzzle: CubePuzzle, where: str) -> About:
    """Return what a TOML file tells by `description`, `source`, `moves` and `proven`.

    Args:
        table: the file.
        puzzle: the cube that it is about.
        where: the file's name, for errors.

    Raises:
        InputError: one of them is malformed, or more is proven than is true of the moves.
    """
    texts = [table.get(key, "") for key in ("description", "source", "moves")]
    if not all(isinstance(text, str) for text in texts):
        raise InputError(f"{where}: description, source and moves are texts", "put them in quotes")
    description, source, moves = texts
    proven = table.get("proven")
    try:
        about = About(
            description, source, parse_moves(moves, puzzle=puzzle) if moves else None, proven
        )
    except InputError as error:
        raise InputError(f"{where}: {error.problem}", error.remedy) from error
    if proven is not None and not (
        type(proven) is int and about.length is not None and 0 <= proven <= about.length
    ):
        raise InputError(
            f"{where}: proven is not a number of turns that the moves have at least",
            "leave it out, or give moves and the number of turns that no shorter ones have",
        )
    return about
