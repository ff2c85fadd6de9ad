"""Values with the commands that give them, as the files of this folder keep them; comparison with present answers.

A result is a JSON file. Its values are the answers of commands; nothing else makes or checks them: `answered` runs a
command and reads its value, both to make the files and for `check`.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cubecsp.errors import CubecspError, InputError, LimitError
from cubecsp.questions.answers.numbers_in_words import duration, in_seconds
from cubecsp.stopping.waiting import run_program

__all__ = [
    "FOLDER",
    "QUICK",
    "PublishedAnswer",
    "Result",
    "Telling",
    "Value",
    "answered",
    "check",
    "results",
    "run_command",
]

FOLDER = Path(__file__).parent

QUICK = 5.0
"""Values that took no longer than this, in seconds, are asked again by default."""

Telling = Callable[[str], tuple[dict[str, Any], float]]
"""A function like `run_command`."""

_COMMAND = ["python", "-m", "cubecsp"]
_SCRIPT = "results/"
_STOPPED = 3  # the exit code of a command that stopped before it was complete


@dataclass(frozen=True)
class PublishedAnswer:
    """A published answer to the same question.

    Attributes:
        answer: the published text, unchanged.
        source: the publication, by its address if it has one.
        remark: how it compares, a clause; may be empty.
    """

    answer: str
    source: str
    remark: str = ""


@dataclass(frozen=True)
class Value:
    """The answer of a command.

    Attributes:
        asked: the question in words.
        command: the command of cubecsp, or script of results/, that answers it.
        read: which part of its JSON is the answer: keys with dots between them, `*` for all of a list.
        answer: a number, a text, or a list of these or of lists of these. For an estimate, the likeliest number; if
            nothing was hit, the upper bound.
        known: `exact`, `estimate`, or `at-most`.
        interval: of an estimate, the one that contains the true number; None otherwise.
        method: how it was found, if the command reports that.
        seconds: of processor time that the command took.
        exact_in: about how many seconds of processor time an exact number would take; 0 if this one is exact, or the
            time is not known.
        published: published answers of others.
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
    published: tuple[PublishedAnswer, ...] = ()
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
        return f"{method}{self.known}, {in_seconds(self.seconds)}{exact}"

    def agrees(self, other: Value) -> bool:
        """Return whether both can be true: equal answers, or intervals that overlap."""
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
            data["published"] = [asdict(one) for one in self.published]
        if self.of_many:
            data["of_many"] = True
        return data

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Value:
        """Return the value that a file has."""
        interval = entry.get("interval")
        published = tuple(PublishedAnswer(**one) for one in entry.get("published", ()))
        return cls(**{**entry, "interval": interval and tuple(interval), "published": published})


@dataclass(frozen=True)
class Result:
    """A file of results/.

    Attributes:
        name: the file's, without its ending.
        title: its title, a line.
        about: background of the values, a paragraph.
        values: at least one.
        versions: of the software that gave them.
    """

    name: str
    title: str
    about: str
    values: tuple[Value, ...]
    versions: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """Return the content of the file."""
        return {
            "title": self.title,
            "about": self.about,
            "values": [value.as_dict() for value in self.values],
            "versions": self.versions,
        }


def results() -> dict[str, Result]:
    """Return everything that is kept in this folder, by name."""
    kept = {}
    for path in sorted(FOLDER.glob("*.json")):
        data = json.loads(path.read_text("utf-8"))
        values = tuple(map(Value.of, data["values"]))
        kept[path.stem] = Result(path.stem, data["title"], data["about"], values, data["versions"])
    return kept


def check(
    chosen: Sequence[Result], *, everything: bool = False
) -> Iterator[tuple[Value, bool, str]]:
    """Ask for the values of some results again, except those that take long.

    Args:
        chosen: the results.
        everything: whether those that take long are asked for, too.

    Yields:
        Each value that was asked for, whether the present answer agrees with it, and that answer in words.
    """
    once = cache(run_command)
    for value in (value for result in chosen for value in result.values):
        if everything or value.quick:
            try:
                now = answered(value.asked, value.command, value.read, once)
            except CubecspError as error:
                yield value, False, error.problem
            else:
                yield value, value.agrees(now), now.written()


def run_command(command: str) -> tuple[dict[str, Any], float]:
    """Return the JSON that a command prints, and the processor time that it took, in seconds.

    Args:
        command: `python -m cubecsp …`, or `python results/….py …`, which prints JSON by itself.

    Raises:
        InputError: the command does not answer.
        LimitError: it was stopped before it was complete.
    """
    started, before = time.monotonic(), os.times()
    done = run_program(_arguments(command))
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
) -> Value:
    """Return the value that a command answers.

    Args:
        question: the question in words.
        command: see `run_command`.
        read: which part of the JSON is the answer (see `Value`); of an estimate, its number.
        telling: `run_command`, or something that has asked already.

    Raises:
        InputError: the command does not answer, or not with that.
        LimitError: it was stopped before it was complete.
    """
    answer, seconds = telling(command)
    how = {"method": answer.get("method", ""), "seconds": seconds}
    try:
        if answer.get("kind") != "estimate":
            return Value(question, command, read, _part(answer, read.split(".")), **how)
        least, most = answer["interval"]
        if not answer["hits"]:
            return Value(question, command, read, most, "at-most", (0, most), **how)
        return Value(question, command, read, answer["estimate"], "estimate", (least, most), **how)
    except (LookupError, TypeError, ValueError) as error:
        raise InputError(f"`{command}` does not report {read!r}: {error!r}") from error


def _arguments(command: str) -> list[str]:
    """Return the arguments to run for a command: with this Python, even if `python` is another one."""
    words = shlex.split(command)
    if words[:3] == _COMMAND:
        return [sys.executable, *words[1:], "--json"]
    if words[:1] == _COMMAND[:1] and words[1].startswith(_SCRIPT):
        return [sys.executable, str(FOLDER / words[1].removeprefix(_SCRIPT)), *words[2:]]
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
