"""Has tests fail that are skipped where nothing should be missing: where CUBECSP_NEEDS is set, as CI sets it.

The variable is `all`, or `test` where only the extra of this name is installed. Which tests may be skipped then stands
in `tests/skips.toml`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Generator
from pathlib import Path

import pytest

NO_CASES = "got empty parameter set"
"""The beginning of what pytest says of a test whose list of cases is empty, such as inputs that once failed."""

LISTED: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parents[1] / "skips.toml").read_text("utf-8")
)


def fault(name: str, skipped: bool, needs: str) -> str:
    """Return what is wrong with whether a test, or a file, was skipped; "" if nothing is."""
    must = LISTED["always"] | (LISTED["test"] if needs == "test" else {})
    if not needs or {name, name.partition("[")[0]} & LISTED["sometimes"].keys():
        return ""
    listed = bool({name, name.partition("[")[0]} & must.keys())
    if skipped and not listed:
        return f"It may not be skipped where CUBECSP_NEEDS={needs}; see tests/skips.toml."
    if listed and not skipped:
        return "It is no longer skipped: take it out of tests/skips.toml."
    return ""


def _judge(report: pytest.CollectReport | pytest.TestReport) -> None:
    """Have a test fail, or a file, if something is wrong with that."""
    skipped = report.skipped and not hasattr(report, "wasxfail")
    reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else ""
    if reason.removeprefix("Skipped: ").startswith(NO_CASES):
        return
    ended = skipped or (report.passed and report.when in ("call", "collect"))
    if ended and (wrong := fault(report.nodeid, skipped, os.environ.get("CUBECSP_NEEDS", ""))):
        report.outcome = "failed"
        report.longrepr = f"{reason}\n{wrong}"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Judge files."""
    report = yield
    _judge(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Judge tests."""
    report = yield
    _judge(report)
    return report
