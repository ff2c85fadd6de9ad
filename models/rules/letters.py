"""Drawings of faces with letters: their form, their demands, and the stickers that match them.

A drawing is a row of cells, one for each sticker. A letter stands for one colour wherever it is, and
different letters stand for different colours; `.` is any colour; `=R` is the colour R.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from string import ascii_uppercase

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.primitives import ColourCount, Differ, Equal, Primitive
from cubecsp.models.rules.glyphs import named_drawing
from cubecsp.models.rules.terms import colour_of
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import named_after_centres

_CELL = re.compile(r"=?[A-Za-z]|\.")


def cells_of(drawing: str) -> list[str]:
    """Return the cells of a drawing, given or by name, with letters in capitals and colours as letters of faces.

    Raises:
        InputError: it is not a drawing, or not square.
    """
    text = re.sub(r"[\s/]", "", named_drawing(drawing))
    cells = _CELL.findall(text)
    if "".join(cells) != text:
        at = next(i for i in range(len(text) + 1) if not "".join(cells).startswith(text[: i + 1]))
        raise InputError(
            f"drawing {excerpt(drawing)}: {text[at]!r} is not a cell",
            "cells are letters, . for any colour, and = with a colour",
        )
    if len(cells) < 4 or math.isqrt(len(cells)) ** 2 != len(cells):
        raise InputError(
            f"drawing {excerpt(drawing)} has {len(cells)} cells",
            "a face has nine, three rows of three (n rows of n on the n×n×n)",
        )
    return [cell if cell == "." else _cell(cell) for cell in cells]


def _cell(cell: str) -> str:
    return f"={colour_of(cell[1])}" if cell.startswith("=") else cell.upper()


def renamed(
    cells: Sequence[str], fixed: Mapping[str, str] | None, what: str
) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the cells lettered from A on in order of appearance, and the colours of the letters.

    Two drawings that demand the same are then written alike.

    Args:
        cells: of the drawing.
        fixed: the colours that letters stand for, if they are given one.
        what: what is drawn, for messages: "the drawing …".

    Raises:
        InputError: a letter with a colour is not drawn, or a colour is not one.
    """
    letters = [cell for cell in dict.fromkeys(cells) if _is_letter(cell)]
    fixed_colours = {letter.upper(): colour_of(colour) for letter, colour in (fixed or {}).items()}
    unknown = next((letter for letter in fixed_colours if letter not in letters), None)
    if unknown is not None:
        raise InputError(
            f"letter {unknown} is not in {what}", f"its letters are {' '.join(letters) or 'none'}"
        )
    names = dict(zip(letters, ascii_uppercase, strict=False))
    colours = {
        names[letter]: fixed_colours[letter] for letter in letters if letter in fixed_colours
    }
    return tuple(names.get(cell, cell) for cell in cells), colours


def recoloured(
    cells: Iterable[str], fixed: Mapping[str, str], holding: str
) -> tuple[list[str], dict[str, str]]:
    """Return cells, and the colours of letters, with colours named after the centres of a cube in this orientation."""
    colour = partial(named_after_centres, holding=holding)
    return (
        [cell[0] + colour(cell[1:]) for cell in cells],
        {letter: colour(each) for letter, each in fixed.items()},
    )


def rows_of(cells: Sequence[str], between: str = "") -> list[str]:
    """Return the rows of a face, as texts with `between` between the cells."""
    n = math.isqrt(len(cells))
    return [between.join(cells[start : start + n]) for start in range(0, n * n, n)]


def relations(
    cells: Iterable[str], facelets: Iterable[int], fixed: Mapping[str, str]
) -> Iterable[Primitive]:
    """Yield the demands of cells on the facelets on which they are drawn: given, equal and different colours."""
    classes: dict[str, list[int]] = {}
    for cell, facelet in zip(cells, facelets, strict=True):
        colour = cell[1:] or fixed.get(cell)
        if colour:
            yield ColourCount(frozenset({facelet}), frozenset({FACES.index(colour)}), 1, 1)
        if _is_letter(cell):
            classes.setdefault(cell, []).append(facelet)
    for same in classes.values():
        yield from (Equal(a, b) for a, b in combinations(same, 2))
    for one, other in combinations(classes.values(), 2):
        yield from (Differ(a, b) for a in one for b in other)


def agree(cells: Iterable[str], colours: Iterable[str], stands_for: dict[str, str]) -> bool:
    """Return whether stickers look as drawn, and note in `stands_for` what letters stand for."""
    for cell, colour in zip(cells, colours, strict=True):
        if cell.startswith("=") and cell[1] != colour:
            return False
        if _is_letter(cell) and stands_for.setdefault(cell, colour) != colour:
            return False
    return len(set(stands_for.values())) == len(stands_for)


def _is_letter(cell: str) -> bool:
    return len(cell) == 1 and cell != "."
