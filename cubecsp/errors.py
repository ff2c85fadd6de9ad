"""The errors and the warning that users can meet: they say what is wrong, at which place, and what would be right.

Messages quote what users and files say. So every message is made `visible` here, wherever it was raised:
no control character of an input reaches a terminal.
"""

from __future__ import annotations


class CubecspError(Exception):
    """Base of every error that cubecsp raises on purpose.

    Args:
        message: the event, in one sentence or two.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(visible(message))


class InputError(CubecspError, ValueError):
    """Something the user wrote cannot be understood or is invalid.

    Args:
        problem: the mistake, a clause without the final full stop.
        remedy: what would be right; a clause too, or empty when `problem` says it.
        text: the offending text as the user gave it, if there is one.
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
        self.problem = visible(problem)
        self.remedy = visible(remedy)
        self.text = text
        self.position = position
        super().__init__(in_one_sentence(problem, remedy))


class EngineError(CubecspError):
    """An engine cannot answer: its solver fails, or it does not know a primitive relation."""


class LimitError(CubecspError):
    """Time or memory ran out before the answer was complete; the message says how far it got.

    Args:
        problem: the limit that was reached, and the results so far, a clause without the final full stop.
        remedy: what would help; a clause, too.
    """

    def __init__(self, problem: str, remedy: str = "") -> None:
        self.problem = visible(problem)
        self.remedy = visible(remedy)
        super().__init__(in_one_sentence(problem, remedy))


class OutOfReachError(LimitError):
    """One way to an answer would take too much work or room; another way may do."""


class OutOfTimeError(LimitError):
    """The time limit passed."""

    def __init__(
        self, problem: str = "the time limit passed", remedy: str = "allow more time"
    ) -> None:
        super().__init__(problem, remedy)


class TableError(CubecspError):
    """A table file cannot be written to, or read from, the cache folder."""


def in_one_sentence(problem: str, remedy: str) -> str:
    """Return a problem and its remedy as one message: a remedy that begins with "expected" follows after a colon."""
    if not remedy:
        return problem
    return f"{problem}{':' if remedy.startswith('expected ') else ';'} {remedy}"


def visible(text: str) -> str:
    r"""Return a text with all that cannot be printed written as in Python: `\x1b`, `\u202e`."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


class FilterWarning(UserWarning):
    """A rule costs more than it seems to, since no engine can propagate it. Issued once for each rule.

    The command line prints a note instead.
    """


def excerpt(text: str, position: int = 0, width: int = 40) -> str:
    """Return `text` quoted and cut to about `width` characters around `position`, for a message."""
    start = max(0, min(position - width // 2, len(text) - width))
    end = min(len(text), start + width)
    return f"{'…' if start else ''}{text[start:end]!r}{'…' if end < len(text) else ''}"
