"""Facts about a pattern besides what its rules mean: where it comes from, and moves that make one of its cubes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cubecsp.errors import InputError
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.moves import Moves, parse_moves


class About(NamedTuple):
    """Facts about a pattern besides what its rules mean.

    Attributes:
        description: what it looks like or is about, in sentences.
        source: who found or collected it; empty if that is not known.
        moves: moves from solved to one of its cubes; None if none are given.
        proven: no cube that looks like that one takes fewer turns (half turns count as one), as this
            package's optimal solver has proven; None if it has not.
        rules: the texts of its rules, as the file has them.
    """

    description: str = ""
    source: str = ""
    moves: Moves | None = None
    proven: int | None = None
    rules: tuple[str, ...] = ()

    @property
    def length(self) -> int | None:
        """The number of turns in the moves, half turns counted as one."""
        return None if self.moves is None else self.moves.length("htm")

    @property
    def optimal(self) -> bool:
        """Whether a proof shows that no moves are shorter."""
        return self.moves is not None and self.proven == self.length

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints; what is not given is left out."""
        data: dict[str, Any] = {"description": self.description, "source": self.source}
        if self.moves is not None:
            data |= {"moves": str(self.moves), "length": self.length, "optimal": self.optimal}
        return {key: value for key, value in data.items() if value != ""}


def about_of(table: Mapping[str, Any], puzzle: CubePuzzle, where: str) -> About:
    """Return the `description`, `source`, `moves` and `proven` of a TOML file.

    Args:
        table: the file.
        puzzle: the cube that it is about.
        where: the file's name, for errors.

    Raises:
        InputError: one of them is malformed, or `proven` is more than the moves have.
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
            f"{where}: proven has to be a number of turns, and at most that of the moves",
            "leave it out, or give moves and the proven least number of turns",
        )
    return about
