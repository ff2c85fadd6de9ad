"""Readers of the cubes of a question, if the user specifies more than the texts do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.formats import ReadResult, read
from cubecsp.formats.writing import in_scheme
from cubecsp.interface import spelled
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import State

if TYPE_CHECKING:
    from cubecsp.puzzle.definitions.partial import PartialState
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
    from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers


class Reader(NamedTuple):
    """The user's options for reading texts; None leaves a choice to the text: see `cubecsp.formats.read`."""

    format: str | None = None
    puzzle: CubePuzzle | None = None
    order: str | None = None
    scheme: str | None = None

    def read(self, text: str | bytes) -> ReadResult:
        """Return the reading of a text, for display in the scheme."""
        result = read(text, self.format, self.puzzle, order=self.order, scheme=self.scheme)
        return result if self.scheme is None else shown_in(result, self.scheme)

    def read_answer(self, facelets: str, scheme: str | None) -> ReadResult:
        """Return the reading of the `facelets` of an answer, whose colours were written in a scheme.

        Raises:
            InputError: they cannot be read, or the user states another format.
        """
        for name, value, option in (("format", self.format, "--from"), ("order", self.order, "")):
            if value not in (None, "facelets", FACES):
                raise InputError(
                    "cubes of an answer in JSON are facelets",
                    f"leave out {spelled(name, value, option=option)}",
                )
        result = read(facelets, "facelets", self.puzzle)
        scheme = scheme or self.scheme
        return result if scheme is None else shown_in(result, scheme)


class StateReader(NamedTuple):
    """The reader of states of a puzzle that is not a cube: KPatterns, stickers, or moves.

    Attributes:
        other: the puzzle.
        in_part: whether a KPattern may have unknown entries, so that all are read as `PartialState`; stickers
            are `ShownStickers` then.
        shown: whether stickers are read as `ShownStickers` also if `in_part` is False.
    """

    other: KPuzzle
    in_part: bool = False
    shown: bool = False

    def read(self, text: str | bytes) -> KPattern | PartialState | ShownStickers:
        """Return the state that a text describes.

        Raises:
            InputError: it is neither a KPattern, nor stickers, nor moves of the puzzle.
        """
        from cubecsp.puzzle.definitions.load import read_state

        text = text if isinstance(text, str) else text.decode()
        from cubecsp.puzzle.definitions.partial import PartialState, read_partial
        from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers

        if self.in_part and text.lstrip().startswith("{"):
            return read_partial(text, self.other)
        if (self.in_part or self.shown) and (shown := ShownStickers.read(text, self.other)):
            return shown
        state = read_state(text, self.other)
        return PartialState.of(state) if self.in_part else state

    def read_answer(self, facelets: str, scheme: str | None) -> KPattern:
        """Refuse the `facelets` of an answer.

        Raises:
            InputError: always.
        """
        del scheme
        raise InputError(
            f"{excerpt(facelets)} is a cube, not a state of {self.other.name}",
            "give a KPattern, or moves",
        )

    def state_of(self, state: object) -> KPattern | PartialState | ShownStickers:
        """Return a state, also one of another object for the same puzzle.

        Raises:
            InputError: it is not a state of this puzzle.
        """
        if isinstance(state, self.other.state_class) and not self.in_part:
            return state
        if isinstance(state, str | bytes):
            return self.read(state)
        if isinstance(state, Mapping):
            return self.read(json.dumps(dict(state)))
        if getattr(state, "puzzle", None) is None or isinstance(state, State | Facelets | Moves):
            raise InputError(
                f"{state!r} is not a state of {self.other.name}", "give a KPattern, or moves"
            )
        return self.read(str(state))


def shown_in(reading: ReadResult, scheme: str) -> ReadResult:
    """Return a reading, for display in a scheme of colours."""
    return replace(reading, stickers=in_scheme(reading.stickers, scheme))
