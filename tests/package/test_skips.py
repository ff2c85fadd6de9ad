"""What may be skipped in CI: only what `tests/skips.toml` lists, which exists."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from skipped import LISTED, fault

ROOT = Path(__file__).parents[2]

EXAMPLE = """
import pytest

def test_skipped():
    pytest.skip("needs clasp")

@pytest.mark.skipif(True, reason="needs Gecode")
def test_marked():
    pass

@pytest.mark.xfail
def test_expected_to_fail():
    assert False
"""


def test_the_tests_that_are_listed_exist():
    for names in LISTED.values():
        for name, reason in names.items():
            file, _, function = name.partition("[")[0].partition("::")
            assert re.search(
                rf"^def {function}\(" if function else "", (ROOT / file).read_text("utf-8"), re.M
            )
            assert reason


@pytest.mark.parametrize("needs", ["all", "test", ""])
def test_only_what_is_listed_is_skipped(needs):
    always, test, sometimes = (next(iter(LISTED[name])) for name in ("always", "test", "sometimes"))
    for skipped in (True, False):
        assert bool(fault(always, skipped, needs)) == (bool(needs) and not skipped)
        assert bool(fault(test, skipped, needs)) == (needs == ("all" if skipped else "test"))
        assert fault(sometimes, skipped, needs) == ""
        assert bool(fault("tests/test_a.py::test_b[c]", skipped, needs)) == (
            bool(needs) and skipped
        )


@pytest.mark.parametrize(
    ("text", "number"),
    [(EXAMPLE, 2), ("import pytest\npytest.importorskip('no_such_module')", 1)],
    ids=["tests", "file"],
)
@pytest.mark.parametrize("needs", ["all", ""])
def test_a_run_fails_by_what_is_skipped(tmp_path, text, number, needs):
    (tmp_path / "test_example.py").write_text(text)
    # Without the short summary (-rN), which repeats whole messages where CI is set.
    command = [sys.executable, "-m", "pytest", "-p", "skipped", "-q", "-rN", "--rootdir", tmp_path]
    done = subprocess.run(
        [*command, tmp_path],
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
            "CUBECSP_NEEDS": needs,
            "PYTHONPATH": str(ROOT / "tests" / "helpers"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.count("see tests/skips.toml") == (number if needs else 0)
    assert (done.returncode in (1, 2)) == bool(needs), done.stdout
