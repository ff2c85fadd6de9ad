"""Nets on a terminal: in colour where it can show colour, in letters where it cannot."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from cubecsp.pictures.net import SCHEME, net_rows

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["net_coloured", "net_letters"]


def net_coloured(letters: str, *, marked: Collection[int] = ()) -> Text:
    """Return the net as coloured cells, two columns wide; marked facelets bear a cross."""
    from rich.text import Text

    text = Text(no_wrap=True)
    for row in net_rows():
        for facelet in row:
            if facelet is None:
                text.append("  ")
            else:
                mark = "><" if facelet in marked else "  "
                text.append(mark, style=f"black on {SCHEME[letters[facelet]]}")
        text.append("\n")
    text.right_crop()  # the last line break
    return text


def net_letters(letters: str, *, marked: Collection[int] = ()) -> str:
    """Return the net as letters; marked facelets are written small."""
    lines = []
    for row in net_rows():
        cells = [
            " " if f is None else letters[f].lower() if f in marked else letters[f] for f in row
        ]
        lines.append(" ".join(cells).rstrip())
    return "\n".join(lines)
