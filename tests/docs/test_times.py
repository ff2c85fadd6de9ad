"""The times that pages quote are those that bench/times.py has measured."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def times():
    spec = importlib.util.spec_from_file_location("times", ROOT / "bench" / "times.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["times"] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    yield module
    del sys.modules["times"]


def test_pages_say_what_was_measured(times):
    figures = json.loads(times.KEPT.read_text("utf-8"))["figures"]
    tables = 0
    for page in times.PAGES:
        text = page.read_text("utf-8")
        assert times.filled(text, figures) == text, page.name
        tables += text.count("<!-- times: ")
    assert tables


def test_what_is_kept_is_measured_still(times):
    figures = json.loads(times.KEPT.read_text("utf-8"))["figures"]
    for name, figure in figures.items():
        assert figure["what"] == times.BENCHMARKS[name].what, name
        assert figure["low"] <= figure["median"] <= figure["high"]
        assert figure["others"] is None or figure["others"] <= times.MOST_OF_OTHERS


def figure(times, median, unit="s"):
    return times.Figure("solving", unit, median, median, median, 1, 0.0)


@pytest.mark.parametrize(
    ("median", "unit", "text"),
    [
        (0.000_079_4, "s", "79 µs"),
        (0.000_000_9, "s", "0.9 µs"),
        (0.007_14, "s", "7.1 ms"),
        (0.123_4, "s", "123 ms"),
        (5.44, "s", "5.4 s"),
        (1234.0, "s", "1234 s"),
        (18.852, "turns", "18.9 turns"),
    ],
)
def test_figures_have_two_digits_and_a_unit(times, median, unit, text):
    assert figure(times, median, unit).text == text


def test_tables_are_filled_and_the_rest_stays(times):
    page = "before\n<!-- times: one -->\nold\n<!-- end -->\nafter <!-- end -->\n"
    known = {"one": times.asdict(figure(times, 0.5))}
    assert times.filled(page, known) == (
        "before\n<!-- times: one -->\n\n| | |\n|---|---|\n| solving | 500 ms |\n\n<!-- end -->\nafter <!-- end -->\n"
    )
    with pytest.raises(KeyError):
        times.filled(page, {})


@pytest.mark.parametrize(("share", "worth"), [(0.02, True), (0.5, False)])
def test_what_a_busy_machine_says_is_not_kept(times, monkeypatch, capsys, share, worth):
    """Two processors, a second of which one works for us: what the system says beyond that is others' work."""
    monkeypatch.setattr(times.os, "cpu_count", lambda: 2)
    looks = iter([10.0, 11.0])
    monkeypatch.setattr(times.time, "monotonic", lambda: next(looks))
    own = iter([5.0, 6.0])
    monkeypatch.setattr(times, "used", lambda: next(own))
    working = iter([100.0, 101.0 + 2 * share])
    monkeypatch.setattr(times, "busy", lambda: next(working))
    monkeypatch.setitem(times.BENCHMARKS, "one", times.Benchmark("solving", 3, lambda: 0.25))
    found = times.reported("one")
    assert (found is not None) == worth
    assert ("too busy" in capsys.readouterr().out) == (not worth)
    if found:
        assert found == times.Figure("solving", "s", 0.25, 0.25, 0.25, 3, pytest.approx(share))
