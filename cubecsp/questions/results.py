"""Results: figures with the commands that give them, kept in results/, and checked by asking again.

A result is a JSON file. Its figures are the answers of commands; nothing else makes or checks them:
`answered` runs a command and reads its figure, both for the script that writes the files and for `check`.
"""

from __future__ import annotations

import json
import math
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from cubecsp.errors import InputError, LimitError
from cubecsp.files import installed
from cubecsp.frozen import frozen
from cubecsp.questions.answers.wording import duration, seconds_taken
from cubecsp.suggestions import which_are_known
from cubecsp.waiting import completed

__all__ = [
    "QUICK",
    "Checked",
    "Figure",
    "Published",
    "Result",
    "Telling",
    "answered",
    "check",
    "folder",
    "named",
    "results",
    "run_command",
]

QUICK = 5.0
"""Figures that took no longer than this, in seconds, are checked by default."""

Telling = Callable[[str], tuple[dict[str, Any], float]]
"""A function like `run_command`."""

_COMMAND = ["python", "-m", "cubecsp"]
_SCRIPT = "results/"
_STOPPED = 3  # what a command exits with that was ended before it was complete


@frozen
class Published:
    """A published answer to the same question.

    Attributes:
        answer: the published text, unchanged.
        source: where, an address if it has one.
        remark: how it compares, a clause; may be empty.
    """

    answer: str
    source: str
    remark: str = ""


@frozen
class Figure:
    """The answer of a command.

    Attributes:
        asked: the question in words.
        command: what answers it: a command of cubecsp, or a script of results/.
        read: which part of its JSON is the answer: keys with dots between them, `*` for all of a list.
        answer: a number, a text, or a list of these or of lists of these. Of an estimate, the number that is likeliest; if
            nothing was hit, the most that there can be.
        known: `exact`, `estimate`, or `at-most`.
        interval: of an estimate, where the true number is; None otherwise.
        method: how it was found, if the command reports that.
        seconds: of processor time that the command took.
        exact_in: about how many seconds of processor time an exact number would take, if it is none; 0 if it is one, or
            that is not known.
        published: what others have published.
        of_many: whether it is one of many that take long together, though each may be quick.
    """

    asked: str
    command: str
    read: str
    answer: Any
    known: str = "exact"
    interval: tuple[int, int] | None = None
    method: str = ""
    seconds: float = 0.0
    exact_in: float = 0.0
    published: tuple[Published, ...] = ()
    of_many: bool = False

    @property
    def quick(self) -> bool:
        """Whether it is checked by default."""
        return self.seconds <= QUICK and not self.of_many

    def written(self) -> str:
        """Return the answer in words."""
        if self.known == "at-most":
            return f"at most {self.answer:,}"
        if self.interval is not None:
            least, most = self.interval
            return f"about {self.answer:,} ({least:,} to {most:,})"
        return _written(self.answer)

    def how(self) -> str:
        """Return how it was found, and how long that took, as a phrase."""
        method = f"{self.method}, " if self.method else ""
        exact = f"; an exact number takes {duration(self.exact_in)}" if self.exact_in else ""
        return f"{method}{self.known}, {seconds_taken(self.seconds)}{exact}"

    def agrees(self, other: Figure) -> bool:
        """Return whether both can be true: the same answer, or intervals that have numbers in common."""
        if self.interval is None and other.interval is None:
            return bool(self.answer == other.answer)
        least, most = self._range()
        lower, upper = other._range()
        return least <= upper and lower <= most

    def _range(self) -> tuple[int, int]:
        return self.interval or (self.answer, self.answer)

    def as_dict(self) -> dict[str, Any]:
        """Return the entries of the file, without values that are the defaults."""
        data: dict[str, Any] = {
            "asked": self.asked,
            "command": self.command,
            "read": self.read,
            "answer": self.answer,
            "known": self.known,
        }
        if self.interval is not None:
            data["interval"] = [*self.interval]
        if self.method:
            data["method"] = self.method
        data["seconds"] = self.seconds
        if self.exact_in:
            data["exact_in"] = self.exact_in
        if self.published:
            data["published"] = [vars(one) for one in self.published]
        if self.of_many:
            data["of_many"] = True
        return data

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Figure:
        """Return the figure that a file has.

        Raises:
            TypeError: a value is of the wrong type, or one is missing or unknown.
            ValueError: the time is no number of seconds, or the interval has not two ends.
        """
        interval = entry.get("interval")
        published = tuple(Published(**one) for one in entry.get("published", ()))
        how = {"interval": interval and tuple(interval), "published": published}
        figure = cls(**{**entry, **how})
        figure._require_types()
        return figure

    def _require_types(self) -> None:
        texts = dict.fromkeys(("asked", "command", "read", "known", "method"), str)
        _require(self, **texts, of_many=bool, seconds=int | float, exact_in=int | float)
        if not (0 <= self.seconds < math.inf and 0 <= self.exact_in < math.inf):
            raise ValueError(f"seconds is {self.seconds}, and exact_in {self.exact_in}")
        for one in self.published:
            _require(one, answer=str, source=str, remark=str)
        if self.known == "exact":
            _require_plain(self.answer)
        else:
            _require(self, answer=int)
        if self.interval is not None:
            least, most = self.interval
            if not (isinstance(least, int) and isinstance(most, int)):
                raise TypeError(f"interval is {self.interval}")


@frozen
class Result:
    """A file of results/.

    Attributes:
        name: the file's, without its ending.
        title: its title, a line.
        about: background of the figures, a paragraph.
        figures: at least one.
        versions: of what gave them.
    """

    name: str
    title: str
    about: str
    figures: tuple[Figure, ...]
    versions: dict[str, str] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return the content of the file."""
        return {
            "title": self.title,
            "about": self.about,
            "figures": [figure.as_dict() for figure in self.figures],
            "versions": self.versions,
        }

    @classmethod
    def of(cls, name: str, entry: Mapping[str, Any]) -> Result:
        """Return the result that a file of this name has.

        Raises:
            KeyError: a value is missing.
            TypeError: one is of the wrong type.
            ValueError: one makes no sense.
        """
        figures = tuple(map(Figure.of, entry["figures"]))
        result = cls(name, entry["title"], entry["about"], figures, entry["versions"])
        _require(result, title=str, about=str, versions=dict)
        return result


def _require_plain(answer: Any, levels: int = 2) -> None:
    """Make sure that an answer is a number, a text, or a list of these with so many levels at most.

    Raises:
        TypeError: it is not.
    """
    if isinstance(answer, list) and levels:
        for entry in answer:
            _require_plain(entry, levels - 1)
    elif not isinstance(answer, int | float | str):
        raise TypeError(f"answer has {answer!r}")


def _require(holder: object, **kinds: Any) -> None:
    """Make sure that attributes are of some types, each by its name.

    Raises:
        TypeError: one is not.
    """
    for name, kind in kinds.items():
        value = getattr(holder, name)
        if not isinstance(value, kind):
            raise TypeError(f"{name} is {value!r}")


@frozen
class Checked:
    """A figure that was asked for again, or left out.

    Attributes:
        result: the name of its result.
        figure: what is kept.
        now: what was answered this time; None if it was left out, or not answered.
        problem: why it was not answered, a clause; empty if it was left out or answered.
    """

    result: str
    figure: Figure
    now: Figure | None = None
    problem: str = ""

    @property
    def agrees(self) -> bool | None:
        """Whether both answers can be true; None where there is no new one."""
        return None if self.now is None else self.figure.agrees(self.now)

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data: dict[str, Any] = {
            "result": self.result,
            "command": self.figure.command,
            "kept": self.figure.answer,
            "agrees": self.agrees,
        }
        if self.now is not None:
            data |= {"now": self.now.answer, "known": self.now.known, "seconds": self.now.seconds}
        if self.problem:
            data["problem"] = self.problem
        return data


@cache
def folder() -> Path:
    """Return the folder of the results.

    Raises:
        InputError: there is none.
    """
    found = installed("results")
    if found is None:
        raise InputError("the results were not installed", "look for results/ in the sources")
    return found


def results() -> dict[str, Result]:
    """Return everything that is kept in results/, by name.

    Raises:
        InputError: they were not installed, or one of them cannot be read.
    """
    return {path.stem: _read(path) for path in sorted(folder().glob("*.json"))}


def named(names: Iterable[str], beside: Iterable[str] = ()) -> list[Result]:
    """Return the results of some names, each once; all if there is no name.

    Args:
        names: of results.
        beside: words that are no names of results, but could have been meant, for the error.

    Raises:
        InputError: there is no such result.
    """
    known = results()
    chosen = dict.fromkeys(names) or known
    for name in chosen:
        if name not in known:
            raise InputError(
                f"there is no result {name!r}", which_are_known(name, known, beside=beside)
            )
    return [known[name] for name in chosen]


def _read(path: Path) -> Result:
    try:
        return Result.of(path.stem, json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{str(path)!r} is not a result: {error!r}", "make it again") from error


def check(
    names: Iterable[str] = (),
    *,
    everything: bool = False,
    on_asked: Callable[[Figure, float], None] | None = None,
) -> Iterator[Checked]:
    """Yield figures of some results, each asked for again; those that took long are left out.

    Args:
        names: of results; all if there is none.
        everything: leave none out.
        on_asked: is called before each, with the share of the work that is done, 0…1.

    Raises:
        InputError: there is no such result.
    """
    figures = [(result.name, figure) for result in named(names) for figure in result.figures]
    chosen = [figure for _, figure in figures if everything or figure.quick]
    total, done = sum(figure.seconds for figure in chosen) or 1.0, 0.0
    once = cache(run_command)
    for name, figure in figures:
        if not everything and not figure.quick:
            yield Checked(name, figure)
            continue
        if on_asked is not None:
            on_asked(figure, done / total)
        try:
            yield Checked(name, figure, answered(figure.asked, figure.command, figure.read, once))
        except (InputError, LimitError) as error:
            yield Checked(name, figure, None, error.problem)
        done += figure.seconds


def run_command(command: str) -> tuple[dict[str, Any], float]:
    """Return the JSON that a command prints, and the processor time that it took, in seconds.

    Args:
        command: `python -m cubecsp …`, or `python results/….py …`, which prints JSON by itself.

    Raises:
        InputError: the command does not answer.
        LimitError: it was stopped before it was complete.
    """
    started, before = time.monotonic(), os.times()
    done = completed(_arguments(command))
    after = os.times()
    seconds = after.children_user + after.children_system
    seconds -= before.children_user + before.children_system
    said = done.stderr.strip().splitlines() or ["it printed no message"]
    if done.returncode not in (0, 1, _STOPPED):
        raise InputError(f"`{command}` does not answer: {said[-1]}")
    try:
        answer = json.loads(done.stdout)
    except ValueError as error:
        raise InputError(f"`{command}` does not answer in JSON: {error}") from error
    if done.returncode == _STOPPED:
        why = answer.get("stopped", said[-1])
        raise LimitError(f"`{command}` was stopped: {why}", "allow more time")
    # Not every system reports how long processes have worked.
    return answer, round(seconds or time.monotonic() - started, 2)


def answered(
    question: str,
    command: str,
    read: str = "count",
    telling: Telling = run_command,
) -> Figure:
    """Return the figure that a command answers.

    Args:
        question: the question in words.
        command: see `run_command`.
        read: which part of the JSON is the answer (see `Figure`); of an estimate, its number.
        telling: `run_command`, or something that has asked already.

    Raises:
        InputError: the command does not answer, or not with that.
        LimitError: it was stopped before it was complete.
    """
    answer, seconds = telling(command)
    how = {"method": answer.get("method", ""), "seconds": seconds}
    try:
        if answer.get("kind") != "estimate":
            return Figure(question, command, read, _part(answer, read.split(".")), **how)
        least, most = answer["interval"]
        if not answer["hits"]:
            return Figure(question, command, read, most, "at-most", (0, most), **how)
        return Figure(question, command, read, answer["estimate"], "estimate", (least, most), **how)
    except (LookupError, TypeError, ValueError) as error:
        raise InputError(f"`{command}` does not report {read!r}: {error!r}") from error


def _arguments(command: str) -> list[str]:
    """Return the arguments to run for a command: this Python, whatever is called so elsewhere."""
    words = shlex.split(command)
    if words[:3] == _COMMAND:
        return [sys.executable, *words[1:], "--json"]
    if words[:1] == _COMMAND[:1] and words[1].startswith(_SCRIPT):
        return [sys.executable, str(folder() / words[1].removeprefix(_SCRIPT)), *words[2:]]
    raise InputError(f"`{command}` is neither a command of cubecsp nor a script of results/")


def _part(data: Any, keys: list[str]) -> Any:
    """Return a part of some JSON.

    Raises:
        LookupError: there is none.
    """
    if not keys:
        return data
    first, *others = keys
    if first == "*":
        return [_part(one, others) for one in data]
    return _part(data[int(first)] if isinstance(data, list) else data[first], others)


_MOST_WRITTEN = 16  # of a list


def _written(answer: Any) -> str:
    """Return a number, a text, or a list of them as people write them."""
    if not isinstance(answer, list):
        return f"{answer:,}" if isinstance(answer, int) else str(answer)
    items = [_written(one) for one in answer[:_MOST_WRITTEN]]
    if any(len(text) > 20 for text in items):
        return f"{len(answer)}: {items[0]} …"
    return "; ".join([*items, *(["…"] if len(answer) > _MOST_WRITTEN else [])])
