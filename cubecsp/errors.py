"""The errors a user can cause or meet, each one sentence or two: what, where, and what would be right."""

from __future__ import annotations

__all__ = [
    "CubecspError",
    "EngineError",
    "InputError",
    "LimitError",
    "TableError",
    "excerpt",
    "quoted",
    "visible",
]


class CubecspError(Exception):
    """Base of every error that cubecsp raises on purpose."""


class InputError(CubecspError, ValueError):
    """Something the user wrote cannot be understood or makes no sense.

    Args:
        problem: what is wrong, a clause without the final full stop.
        remedy: what would be right; a clause too, or empty when `problem` says it.
        text: the offending text as it was given, if there is one.
        position: 0-based index into `text` of the first character at fault, if known.
    """

    def __init__(
        self,
        problem: str,
        remedy: str = "",
        *,
        text: str | None = None,
        position: int | None = None,
    ) -> None:
        self.problem = problem
        self.remedy = remedy
        self.text = text
        self.position = position
        super().__init__(f"{problem}; {remedy}" if remedy else problem)


class EngineError(CubecspError):
    """An engine cannot answer: it is not installed, or it does not know a primitive relation."""


class LimitError(CubecspError):
    """Time or memory ran out before the answer was complete; the message says what is known.

    Args:
        problem: what was reached and what is known so far, a clause without the final full stop.
        remedy: what would let it go on; a clause too.
    """

    def __init__(self, problem: str, remedy: str = "") -> None:
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"{problem}; {remedy}" if remedy else problem)


class TableError(CubecspError):
    """A table file cannot be written to, or read from, the cache folder."""


def excerpt(text: str, position: int = 0, width: int = 40) -> str:
    """Return `text` quoted and cut to about `width` characters around `position`, for a message."""
    start = max(0, min(position - width // 2, len(text) - width))
    end = min(len(text), start + width)
    return f"{'…' if start else ''}{text[start:end]!r}{'…' if end < len(text) else ''}"


def quoted(text: str, width: int = 60) -> str:
    """Return `text` in quotes on one line, for a message: cut if it is long, and harmless.

    Whatever does not print is escaped, so that no text of a user can move a terminal's cursor,
    colour it, or turn the order of its letters.
    """
    return excerpt(text, width=width)


def visible(text: str) -> str:
    """Return a text with every character that cannot be printed escaped, as Python would."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
