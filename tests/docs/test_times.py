"""The times that pages quote are those that bench/times.py has measured."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MACHINE = {"processor": "Z80", "processors": 1, "system": "CP/M", "python": "3.11.1"}
CAPTION = "on 1 × Z80 (CP/M, Python 3.11.1)."


@pytest.fixture(scope="module")
def times():
    sys.path.append(str(ROOT / "bench"))
    import times

    yield times
    sys.path.remove(str(ROOT / "bench"))


def test_pages_say_what_was_measured(times):
    known = times.kept()
    for page in times.PAGES:
        text = page.read_text("utf-8")
        assert times.filled(text, known) == text, page.name


def test_what_pages_quote_is_measured_and_nothing_else(times):
    names, known = set(times.quoted(times.PAGES)), times.kept()
    assert {name for name in names if name in times.BENCHMARKS} == set(times.BENCHMARKS)
    assert known["values"].keys() | known["tables"].keys() <= names
    for name in names:
        assert times.what(name)


def test_what_is_kept_is_as_it_is_measured(times):
    known = times.kept()
    for name, value in known["values"].items():
        assert value["what"] == times.BENCHMARKS[name].what, name
        assert value["low"] <= value["median"] <= value["high"]
        assert value["median"] > 0
    for one in (*known["values"].values(), *known["tables"].values()):
        assert one["others"] is None or one["others"] <= times.MOST_OF_OTHERS


@pytest.mark.parametrize(
    ("quote", "missing"),
    [
        ("<!-- time: nothing -->1 s<!-- end -->", "bench/benchmarks.py"),
        ("<!-- times: perfect nothing -->\n<!-- end -->", "bench/benchmarks.py"),
        ("<!-- table: nothing 3 -->\n<!-- end -->", "nothing.py"),
    ],
)
def test_pages_that_quote_what_nothing_measures_are_named_before_anything_is_measured(
    times, monkeypatch, tmp_path, capsys, quote, missing
):
    page = tmp_path / "page.md"
    page.write_text(quote, "utf-8")
    monkeypatch.setattr(times, "PAGES", [page])
    monkeypatch.setattr(times, "reported", lambda name: pytest.fail(f"{name} is measured"))
    monkeypatch.setattr(sys, "argv", ["times.py", "--write"])
    with pytest.raises(SystemExit):
        times.main()
    said = capsys.readouterr().err
    assert str(page) in said
    assert "quotes nothing" in said
    assert missing in said


@pytest.fixture
def page(times, monkeypatch, tmp_path):
    """A page that quotes two values, the first of which is kept; measurements are noted, not made."""
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- time: perfect -->old<!-- end --> <!-- time: perfect-plain -->old<!-- end -->", "utf-8"
    )
    monkeypatch.setattr(times, "PAGES", [page])
    monkeypatch.setattr(times, "KEPT", tmp_path / "times.json")
    monkeypatch.setattr(times, "machine", lambda: MACHINE)
    kept = {"machine": MACHINE, "values": {"perfect": times.asdict(value(times, 1.0))}}
    times.KEPT.write_text(json.dumps(kept), "utf-8")
    monkeypatch.setattr(times, "reported", lambda _: value(times, 2.0))
    return page


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--write"], "2 s 2 s"),
        (["--write", "--missing"], "1 s 2 s"),
        (["--write", "perfect-plain"], "1 s 2 s"),
        (["perfect-plain"], "old old"),
    ],
)
def test_what_is_asked_for_is_measured_and_written(times, page, monkeypatch, arguments, text):
    monkeypatch.setattr(sys, "argv", ["times.py", *arguments])
    times.main()
    assert re.sub("<!-- .*? -->", "", page.read_text("utf-8")) == text


def test_figures_of_two_machines_are_not_mixed(times, page, monkeypatch, capsys):
    monkeypatch.setattr(times, "machine", lambda: MACHINE | {"processors": 2})
    monkeypatch.setattr(sys, "argv", ["times.py", "--write", "perfect-plain"])
    with pytest.raises(SystemExit):
        times.main()
    assert "another machine" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["times.py", "--write", "--missing"])
    times.main()
    assert re.sub("<!-- .*? -->", "", page.read_text("utf-8")) == "2 s 2 s"


def value(times, median, unit="s"):
    return times.Value("solving", unit, median, median, median, 1, 0.0)


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
    assert value(times, median, unit).text == text


@pytest.mark.parametrize(
    ("quote", "content"),
    [
        ("time: one", "500 ms"),
        (
            "times: one",
            f"\n\n| | |\n|---|---|\n| solving | 500 ms |\n\nMeasured by `python bench/times.py` {CAPTION}\n\n",
        ),
        ("table: two 3", f"\n\n| a |\n|---|\n\nMeasured by `python bench/two.py 3` {CAPTION}\n\n"),
        ("times: one another", "\nold\n"),
        ("table: two", "\nold\n"),
    ],
)
def test_what_is_known_is_written_and_the_rest_stays(times, quote, content):
    known = {
        "machine": MACHINE,
        "values": {"one": times.asdict(value(times, 0.5))},
        "tables": {"two 3": times.asdict(times.Table(["| a |", "|---|"], 0.0))},
    }
    page = "before <!-- {} -->{}<!-- end --> after <!-- end -->\n"
    assert times.filled(page.format(quote, "\nold\n"), known) == page.format(quote, content)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what became of them")
def test_tables_are_what_scripts_print_and_processes_that_they_leave_count(
    times, monkeypatch, tmp_path
):
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "two.py").write_text(
        "import subprocess, sys\n"
        "work = 'import time\\nwhile time.process_time() < 0.3: pass'\n"
        "null = subprocess.DEVNULL\n"
        "subprocess.Popen([sys.executable, '-c', work], stdout=null, start_new_session=True)\n"
        "print('|', *sys.argv[1:], '|')\n",
        "utf-8",
    )
    monkeypatch.setattr(times, "ROOT", tmp_path)
    before = times.used()
    assert times.table("two 3 4").lines == ["| 3 4 |"]
    assert times.used() - before >= 0.3


def test_a_script_that_fails_is_reported(times, monkeypatch, tmp_path, capsys):
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "two.py").write_text("raise SystemExit(3)", "utf-8")
    monkeypatch.setattr(times, "ROOT", tmp_path)
    assert times.reported("two") is None
    assert "not measured" in capsys.readouterr().out


def test_a_difference_that_is_lost_among_those_of_runs_is_not_kept(times, monkeypatch, capsys):
    runs = itertools.cycle([-0.03, 0.02, -0.001])
    benchmark = dataclasses.replace(times.BENCHMARKS["perfect"], runs=3, measure=lambda: next(runs))
    monkeypatch.setitem(times.BENCHMARKS, "one", benchmark)
    monkeypatch.setattr(times, "busy", lambda: None)
    assert times.reported("one") is None
    assert "not kept: it is less than what two runs differ by" in capsys.readouterr().out


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
    benchmark = dataclasses.replace(times.BENCHMARKS["perfect"], runs=3, measure=lambda: 0.25)
    monkeypatch.setitem(times.BENCHMARKS, "one", benchmark)
    found = times.reported("one")
    assert (found is not None) == worth
    assert ("too busy" in capsys.readouterr().out) == (not worth)
    if found:
        assert found == times.Value(benchmark.what, "s", 0.25, 0.25, 0.25, 3, pytest.approx(share))
