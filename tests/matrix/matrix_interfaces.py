"""A cell of the matrix, asked in Python, on the command line and over HTTP."""

from __future__ import annotations

import atexit
import contextlib
import inspect
import json
import math
import os
import re
import resource
import signal
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from asking import WITHOUT_JSON, ask, timeless
from matrix_cells import COMMAND_LINE, HTTP, INTERRUPTED, PYTHON, TIMED, Cell, companion, puzzle_of
from serving import inside

import cubecsp
from cubecsp.cli.exit_codes import ANSWERED, MALFORMED, STOPPED
from cubecsp.errors import CubecspError, FilterWarning, LimitError
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.parameter import REQUIRED, parameters
from cubecsp.questions.asking.value_kinds import File, Flag, RuleValues
from cubecsp.server.limits import ServerLimits

LIMIT = 0.5
"""Seconds that a timed question may take."""

PATIENCE = 0.25
"""Seconds of processor time after which a question is interrupted."""

LONG = 900.0
"""Seconds after which the server interrupts any question, which then gives only a part of the answer."""

FEW = 3
"""The number of answers to ask for if there may be any number."""

FACELETS = re.compile(r"[URFDLB.]{54}")

WORDS = {"unrank": ["rank"], "meaning": ["rules"], "solve_all": ["solve", "--all"]}
"""The beginnings of commands that ask a question with another name."""

ON_STDIN = "colours"
"""The parameter that the command line reads from a file."""

NOT_SAID = ("query", "versions", "statistics", "predicted_seconds")
"""Entries of an answer that depend on how it was asked, or on the machine."""


@dataclass
class Outcome:
    """How a question ended.

    Attributes:
        kind: `answer`; `refused` or `stopped`, by an error that is documented; `interrupted`; or `fault`.
        content: the answer as JSON or text, or what is said of the refusal or fault.
        remedy: of a refusal: what would be right.
        answer: the object, in Python.
        seconds: of the processor, since the question was asked or interrupted.
        memory: bytes that it needed.
    """

    kind: str
    content: Any
    remedy: str = ""
    answer: Any = field(default=None, repr=False)
    seconds: float = math.nan
    memory: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether it does not depend on how much time there was."""
        if not isinstance(self.content, dict):
            return self.kind == "answer"
        return self.kind == "answer" and self.content.get("stopped") in (None, "limit")


def values_of(cell: Cell, folder: Path) -> dict[str, Any]:
    """Return the parameters of a cell, as texts and numbers.

    Args:
        cell: the cell.
        folder: where files are written.
    """
    query = QUESTIONS[cell.question]
    known = parameters(query)
    values = dict(query.example)
    if "rules" in known:
        values["rules"] = list(cell.rules)
    if cell.puzzle.isdigit():
        if "size" in known:
            values["size"] = int(cell.puzzle)
        if cell.puzzle != "3" and FACELETS.fullmatch(str(values.get("cubes"))):
            values["cubes"] = "R U R' U'"
    else:
        values["puzzle"] = cell.puzzle
        near = " ".join([*puzzle_of(cell.puzzle).base_moves][:2])
        values |= {name: near for name in ("cubes", "moves") if name in values}
        if "maximise" in values:
            values["maximise"] = f"how-many({companion(cell.puzzle)})"
    for name, one in known.items():
        if isinstance(one.kind, File) and one.default is REQUIRED:
            values[name] = str(folder / "written")
    if "threads" in known and cell.interface != PYTHON:
        values["threads"] = 1  # with several, it may vary which of the shortest moves are found
    if "limit" in known and cell.flag != "list_cubes":
        values["limit"] = FEW
    if cell.flag:
        values[cell.flag] = not known[cell.flag].default
    if cell.option:
        values |= [cell.option]
    if cell.limit in (TIMED, INTERRUPTED) and "time_limit" in known:
        values["time_limit"] = LIMIT if cell.limit == TIMED else 60.0
    return values


def asked(cell: Cell, interface: str) -> Outcome:
    """Ask a cell through an interface."""
    with tempfile.TemporaryDirectory() as folder:
        return asked_with(values_of(cell, Path(folder)), cell, interface)


def asked_with(values: dict[str, Any], cell: Cell, interface: str) -> Outcome:
    """Ask the question of a cell with other values of its parameters through an interface."""
    return {PYTHON: _python, COMMAND_LINE: _command_line, HTTP: _http}[interface](cell, values)


def _python(cell: Cell, values: dict[str, Any]) -> Outcome:
    with measured(cell) as outcome, warnings.catch_warnings():
        warnings.simplefilter("ignore", FilterWarning)
        try:
            outcome.answer = _answered(cell.question, values)
            outcome.kind, outcome.content = "answer", said(outcome.answer)
        except CubecspError as error:
            outcome.kind = "stopped" if isinstance(error, LimitError) else "refused"
            outcome.content = getattr(error, "problem", str(error))
            outcome.remedy = getattr(error, "remedy", "")
        except KeyboardInterrupt:
            outcome.kind, outcome.content = "interrupted", ""
        except Exception as error:
            outcome.kind, outcome.content = "fault", f"{type(error).__name__}: {error}"
    return outcome


def _answered(question: str, values: dict[str, Any]) -> Any:
    """Return the answer of the function that asks a question, or of its query if no function has all the parameters."""
    function = getattr(cubecsp, question, None)
    if function is None or not {*values} <= {*inspect.signature(function).parameters}:
        return QUESTIONS[question](**values).answer()
    return function(**values)


def said(answer: Any) -> Any:
    """Return an answer as JSON, without what depends on how it was asked."""
    if hasattr(answer, "svg"):
        return answer.svg()
    shown = answer.as_dict() if hasattr(answer, "as_dict") else answer
    return timeless(json.loads(json.dumps(shown)), *NOT_SAID) if isinstance(shown, dict) else shown


def _command_line(cell: Cell, values: dict[str, Any]) -> Outcome:
    words = words_of(cell, values)
    stdin = json.dumps(values[ON_STDIN]) if ON_STDIN in values else ""
    with measured(cell) as outcome:
        told = ask(*words, stdin=stdin, terminal=False)
        content = told.json if "--json" in words and told.out.strip() else told.out
        if isinstance(content, dict) and "error" not in content:
            outcome.kind, outcome.content = "answer", timeless(content, *NOT_SAID)
        elif told.code == ANSWERED:
            outcome.kind, outcome.content = "answer", content
        else:
            kinds = {MALFORMED: "refused", STOPPED: "stopped"}
            outcome.kind = kinds.get(told.code, "fault")
            outcome.content = outcome.remedy = told.err.strip()
            if told.code == STOPPED and "interrupted" in told.err:
                outcome.kind = "interrupted"
    return outcome


def words_of(cell: Cell, values: dict[str, Any]) -> list[str]:
    """Return the command that asks a cell: its options, then what is given without one, then options of many rules."""
    command, *words = WORDS.get(cell.question, [cell.question.replace("_", "-")])
    words += [] if command in WITHOUT_JSON else ["--json"]
    positional, last = [], []
    for name, one in parameters(QUESTIONS[cell.question]).items():
        if name == ON_STDIN:
            positional.append("-")
        if name not in values or (one.cli is None and name != "cubes"):  # `picture` adds its own
            continue
        value = values[name]
        texts = [str(text) for text in (value if isinstance(value, list) else [value])]
        if not one.flags:
            positional += texts
        elif isinstance(one.kind, Flag):
            words += [one.flag] if value != one.default else []
        elif isinstance(one.kind, RuleValues):
            last += [one.flag, *texts]
        else:
            words += [word for text in texts for word in (one.flag, text)]
    return [command, *words, *positional, *last]


@cache
def _client() -> httpx.Client:
    """Return the client of a server that ends with the process."""
    served = contextlib.ExitStack()
    atexit.register(served.close)
    client = served.enter_context(inside(ServerLimits(workers=1, time=LONG)))
    client.timeout = 2 * LONG
    return client


def _http(cell: Cell, values: dict[str, Any]) -> Outcome:
    known = parameters(QUESTIONS[cell.question])
    sent = {name: value for name, value in values.items() if known[name].http is not None}
    client = _client()
    with measured(cell) as outcome:
        try:
            told = client.post(f"/api/{cell.question}", json=sent)
        except KeyboardInterrupt:  # of the client
            outcome.kind, outcome.content = "interrupted", ""
            return outcome
        content = told.json()
        if told.status_code == 200:
            outcome.kind, outcome.content = "answer", timeless(content, *NOT_SAID)
        else:
            refused = told.status_code == 422
            outcome.kind = "refused" if refused else "fault"
            outcome.content = content.get("problem", "")
            outcome.remedy = content.get("remedy", "")
    return outcome


@contextlib.contextmanager
def measured(cell: Cell) -> Iterator[Outcome]:
    """Give an outcome to be filled in, and interrupt the question if the cell says so."""
    outcome = Outcome("fault", "it did not end")
    before = _peak(reset=True)
    clock = _Clock(PATIENCE if cell.limit == INTERRUPTED else math.inf)
    with clock:
        yield outcome
    outcome.seconds = clock.seconds
    outcome.memory = _peak() - before


class _Clock:
    """Processor time, counted anew from an interrupt that it sends after so much of it.

    Args:
        patience: seconds of processor time until the interrupt.
    """

    def __init__(self, patience: float) -> None:
        self._began = _processor()
        self._patience = patience
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def _watch(self) -> None:
        while not self._over.wait(0.01):
            if _processor() - self._began >= self._patience:
                with self._lock:
                    if not self._over.is_set():
                        self._began = _processor()
                        os.kill(os.getpid(), signal.SIGINT)
                return

    def __enter__(self) -> None:
        if math.isfinite(self._patience):
            self._watcher.start()

    def __exit__(self, *_error: object) -> bool:
        self.seconds = _processor() - self._began
        try:
            with self._lock:
                self._over.set()
            time.sleep(0)
        except KeyboardInterrupt:  # which came too late
            self._over.set()
        return False


def _processor() -> float:
    """Return how long processors have worked for this process and those that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _peak(*, reset: bool = False) -> int:
    """Return the most bytes that the process has had in memory, since the last reset; 0 where nobody says."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5")
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024
