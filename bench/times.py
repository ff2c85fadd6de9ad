"""The values that pages quote: measured here, kept in bench/times.json, and written into the pages.

    python bench/times.py [--list] [--missing] [--write] [NAME…]

A page quotes a value of benchmarks.py within a line, several as a table, or what a script of this folder prints:

    <!-- time: NAME -->…<!-- end -->
    <!-- times: NAME NAME … -->…<!-- end -->
    <!-- table: SCRIPT ARGUMENTS -->…<!-- end -->

Without names, everything that pages quote is measured; with `--missing`, only values that are not kept yet. With
`--write`, the new values are kept, and pages change. A value that was measured while other processes took more than a
tenth of the processors is not kept: the old value stays.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from benchmarks import BENCHMARKS
from measuring import duration, used

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "bench" / "times.json"
FAMILY = ROOT / "bench" / "family.py"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

MOST_OF_OTHERS = 0.1
"""The largest share of all processors that other processes may take while a value is measured."""

_QUOTE = re.compile(r"<!-- (times?|table): (.*?) -->(.*?)<!-- end -->", re.DOTALL)

T = TypeVar("T")


@dataclass(frozen=True)
class Value:
    """A measured value.

    Args:
        what: the description on a page.
        unit: "s", or the unit of a count.
        median: of all runs; `low` and `high` are their least and their greatest.
        runs: the number of runs.
        others: the share of all processors that other processes took meanwhile, from 0 to 1; None if the
            system does not report it.
    """

    what: str
    unit: str
    median: float
    low: float
    high: float
    runs: int
    others: float | None

    @property
    def text(self) -> str:
        """The median, as pages show it."""
        return duration(self.median) if self.unit == "s" else f"{self.median:.3g} {self.unit}"

    @property
    def summary(self) -> str:
        """The median, and how far single runs are from it."""
        return f"{self.text}   {self.low:.4g} to {self.high:.4g} in {self.runs} runs"


@dataclass(frozen=True)
class Table:
    """The output of a script.

    Args:
        lines: of its output.
        others: as in `Value`.
    """

    lines: list[str]
    others: float | None

    @property
    def summary(self) -> str:
        """All of it."""
        return "\n".join(["", *self.lines])


def busy() -> float | None:
    """Return the seconds that all processors together have worked since the system began, if it says."""
    try:
        fields = [
            int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
        ]
    except (OSError, ValueError):
        return None
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf(
        "SC_CLK_TCK"
    )  # less idle, and waiting for disks


def watched(work: Callable[[], T]) -> tuple[T, float | None]:
    """Return the result of some work, and the share of all processors that others took meanwhile.

    Processes that it starts and waits for are not others.
    """
    began, own, all_of_them = time.monotonic(), used(), busy()
    result = work()
    elapsed, own, now = time.monotonic() - began, used() - own, busy()
    if all_of_them is None or now is None:
        return result, None
    return result, max(0.0, now - all_of_them - own) / (elapsed * (os.cpu_count() or 1))


def value(name: str) -> Value:
    """Run a benchmark of benchmarks.py; raises `ImportError` if it needs what is not installed."""
    benchmark = BENCHMARKS[name]
    if benchmark.runs > 1:
        benchmark.measure()
    values, others = watched(lambda: [benchmark.measure() for _ in range(benchmark.runs)])
    middle, low, high = statistics.median(values), min(values), max(values)
    return Value(benchmark.what, benchmark.unit, middle, low, high, benchmark.runs, others)


def script(command: str) -> Path:
    """Return the script of a table, `SCRIPT ARGUMENTS`."""
    return ROOT / "bench" / f"{command.split()[0]}.py"


def table(command: str) -> Table:
    """Run a script; raises `CalledProcessError` if it fails."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    done, others = watched(
        lambda: subprocess.run(
            [sys.executable, FAMILY, script(command), *command.split()[1:]],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    )
    return Table(done.stdout.strip().splitlines(), others)


def reported(name: str) -> Value | Table | None:
    """Measure, and print what came out; return it if it is worth keeping."""
    try:
        found = value(name) if name in BENCHMARKS else table(name)
    except (ImportError, subprocess.CalledProcessError) as error:
        print(f"{name:20}not measured: {error}")
        return None
    note = "" if found.others is None else f"others took {found.others:.0%} of the processors"
    print(f"{name:20}{found.summary}   {note}", flush=True)
    why = unfit(found)
    if why is not None:
        print(f"{'':20}not kept: {why}")
        return None
    return found


def unfit(found: Value | Table) -> str | None:
    """Return why a measurement is unusable; None if it is usable."""
    if (found.others or 0) > MOST_OF_OTHERS:
        return "the machine was too busy"
    if isinstance(found, Value) and found.median <= 0:
        return "it is less than what two runs differ by"
    return None


def machine() -> dict[str, object]:
    """Return the properties of this machine that the values depend on."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.machine(),
        "processors": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def kept() -> dict[str, Any]:
    """Return the kept measurements: the machine, and by their names values and tables."""
    empty = {"machine": None, "values": {}, "tables": {}}
    return empty | (json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {})


def quoted(pages: Iterable[Path]) -> list[str]:
    """Return the names of all that pages quote; raises `LookupError` if nothing measures it."""
    names: dict[str, None] = {}
    for page in pages:
        for kind, quote, _ in _QUOTE.findall(page.read_text("utf-8")):
            for name in [quote] if kind == "table" else quote.split():
                if kind == "table" and not script(name).exists():
                    raise LookupError(f"{page} quotes {name}: there is no {script(name)}")
                if kind != "table" and name not in BENCHMARKS:
                    raise LookupError(
                        f"{page} quotes {name}, which bench/benchmarks.py does not have"
                    )
                names[name] = None
    return list(names)


def filled(page: str, known: dict[str, Any]) -> str:
    """Return a page with its quotations filled in; those without a measurement stay."""

    def replaced(found: re.Match[str]) -> str:
        kind, names, old = found.groups()
        return f"<!-- {kind}: {names} -->{_content(kind, names, known) or old}<!-- end -->"

    return _QUOTE.sub(replaced, page)


def _content(kind: str, names: str, known: dict[str, Any]) -> str | None:
    """Return the text of a quotation in a page, or None if a measurement is missing."""
    values = {name: Value(**one) for name, one in known["values"].items()}
    if kind == "time":
        return values[names].text if names in values else None
    if kind == "times" and values.keys() >= set(names.split()):
        rows = [f"| {values[name].what} | {values[name].text} |" for name in names.split()]
        return _captioned(["| | |", "|---|---|", *rows], "bench/times.py", known)
    if kind == "table" and names in known["tables"]:
        command = " ".join([f"bench/{script(names).name}", *names.split()[1:]])
        return _captioned(known["tables"][names]["lines"], command, known)
    return None


def _captioned(lines: list[str], command: str, known: dict[str, Any]) -> str:
    where = "{processors} × {processor} ({system}, Python {python})".format_map(known["machine"])
    said = f"Measured by `python {command}` on {where}."
    return "\n".join(["", "", *lines, "", said, "", ""])


def store(known: dict[str, Any]) -> None:
    """Keep the measurements that pages quote, and write them into the pages."""
    names = quoted(PAGES)
    for kind in ("values", "tables"):
        known[kind] = {name: one for name, one in known[kind].items() if name in names}
    KEPT.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for page in PAGES:
        text = page.read_text("utf-8")
        if text != (new := filled(text, known)):
            page.write_text(new, "utf-8")


def what(name: str) -> str:
    """Return a description of a measurement; for a script, the first sentence of its docstring."""
    if name in BENCHMARKS:
        return BENCHMARKS[name].what
    said = ast.get_docstring(ast.parse(script(name).read_text("utf-8"))) or ""
    return " ".join(said.split("\n\n")[0].split())


def main() -> None:
    """Run the measurements that the arguments name."""
    parser = argparse.ArgumentParser(description="measures what pages quote")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="say what is measured")
    parser.add_argument("--missing", action="store_true", help="measure what is not kept yet")
    parser.add_argument("--write", action="store_true", help="write what was measured into pages")
    asked = parser.parse_args()
    try:
        names = quoted(PAGES)
    except LookupError as error:
        parser.error(str(error))
    for name in asked.names:
        if name not in names:
            parser.error(f"no page quotes {name}; they quote {', '.join(names)}")
    known = kept()
    if known["machine"] != machine():
        if asked.write and asked.names:
            parser.error("pages have values of another machine: measure all of them")
        known = {"machine": machine(), "values": {}, "tables": {}}
    for name in asked.names or names:
        kind = "values" if name in BENCHMARKS else "tables"
        if asked.missing and name in known[kind]:
            continue
        if asked.list:
            print(f"{name:36}{what(name)}")
        elif (found := reported(name)) is not None:
            known[kind][name] = asdict(found)
            if asked.write:
                store(known)


if __name__ == "__main__":
    main()
