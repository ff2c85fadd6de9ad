"""Puzzles by name, or from a file; states of them from texts."""

from __future__ import annotations

from pathlib import Path

from cubecsp.errors import InputError, excerpt
from cubecsp.files import read_whole
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.puzzle.definitions.built_in_puzzles import SHIPPED, built_in_name
from cubecsp.puzzle.definitions.kpuzzle_json import read_kpattern, read_kpuzzle
from cubecsp.puzzle.definitions.tws import read_tws
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers, miscounted
from cubecsp.suggestions import nearest, suggestion

MAX_BYTES = 50_000_000
"""The size of the largest file that is read as a definition."""

_NEITHER = "give the path of a KPuzzle in JSON, or of a .tws file"


def load_puzzle(name: str) -> KPuzzle:
    """Return a puzzle.

    Args:
        name: a built-in puzzle, a definition (see `puzzle_in`), or the path of a definition.

    Raises:
        InputError: there is none, or the definition cannot be read.
    """
    if built_in_name(name) or _is_definition(name):
        return puzzle_in(name)
    path = Path(name)
    try:
        there = path.is_file() or path.is_fifo()
    except (OSError, ValueError):  # too long for a name, or a null character in it
        there = False
    if not there:
        raise InputError(
            f"unknown puzzle {excerpt(name)}",
            _instead(name, _NEITHER),
        )
    try:
        text = read_whole(path, MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"file {excerpt(name)} is not text", _NEITHER) from None
    try:
        return read_puzzle(text)
    except InputError as error:
        raise InputError(f"file {excerpt(name)}: {error.problem}", error.remedy) from None


def puzzle_in(text: str) -> KPuzzle:
    """Return the puzzle that a text names or defines; the text is never taken for the path of a file.

    Args:
        text: the name of a built-in puzzle, KPuzzle JSON, or the content of a .tws file.

    Raises:
        InputError: it is none of these; the message names the place of the mistake.
    """
    name = built_in_name(text)
    if name is not None:
        return SHIPPED[name]()
    if _is_definition(text):
        return read_puzzle(text)
    remedy = _instead(text, "give a KPuzzle in JSON, or the text of a .tws file")
    raise InputError(f"unknown puzzle {excerpt(text)}", remedy)


def _instead(name: str, otherwise: str) -> str:
    """Return what to give in place of an unknown name; `otherwise` is said if no built-in puzzle has a similar one."""
    if nearest(name, SHIPPED):
        return suggestion(name, SHIPPED)
    return f"built-in puzzles are {', '.join(SHIPPED)}; or {otherwise}"


def _is_definition(text: str) -> bool:
    """Return whether a text is a definition, or is meant to be one, and not a name."""
    return text.lstrip().startswith("{") or "\n" in text.strip()


def read_puzzle(text: str) -> KPuzzle:
    """Return the puzzle that a text defines: KPuzzle JSON, or the content of a .tws file.

    Raises:
        InputError: it is neither; the message names the place of the mistake.
    """
    if not text.strip():
        raise InputError("the text contains no definition", _NEITHER)
    return read_kpuzzle(text) if text.lstrip().startswith("{") else read_tws(text)


def read_state(text: str, puzzle: KPuzzle) -> KPattern:
    """Return a state of a puzzle, from a KPattern in JSON, its stickers, pieces or hours, or moves that make it from solved.

    Raises:
        InputError: it is none of these, or not of this puzzle; or unknown stickers leave several states.
    """
    text = text.strip()
    if text == SOLVED:
        return puzzle.solved
    if text.startswith("{"):
        try:
            return read_kpattern(text, puzzle)
        except InputError as error:
            raise InputError(f"state {excerpt(text)}: {error.problem}", error.remedy) from None
    if (slots := puzzle.notation.slots(text)) is not None:
        return puzzle.pattern(slots)
    if (shown := ShownStickers.read(text, puzzle)) is not None:
        return shown.state()
    try:
        return puzzle.solved.apply(text)
    except InputError as error:
        raise miscounted(text, puzzle) or error from None
