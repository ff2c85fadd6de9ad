"""The mutants of `make mutants`: each fits the present code and names tests that exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import run

MUTANTS = run.every()


@cache
def functions(file: str) -> set[str]:
    return set(re.findall(r"^ *def (\w+)\(", (run.ROOT / file).read_text(), re.MULTILINE))


def test_the_tests_that_they_name_exist():
    for mutant in MUTANTS:
        for name in mutant.tests:
            file, *_, function = name.partition("[")[0].split("::")
            assert (run.ROOT / file).is_file(), (mutant.name, name)
            assert function in functions(file), (mutant.name, name)


def test_the_examples_that_they_name_are_among_those_that_run(request, slow_and_ordinary):
    if any("::" in argument for argument in request.config.args) or request.config.option.keyword:
        pytest.skip("not all tests of a file are collected")
    begun = {name.partition("[")[0] for name in slow_and_ordinary}
    for mutant in MUTANTS:
        for name in mutant.tests:
            function = name.partition("[")[0]
            assert name in slow_and_ordinary or name == function or function not in begun, (
                mutant.name
            )


def test_no_two_have_one_name():
    names = [mutant.name for path in run.HERE.glob("*.toml") for mutant in run.read(path)]
    assert len(names) == len({*names})


def test_they_fit():
    for mutant in MUTANTS:
        for path, text in run.applied(mutant, run.ROOT).items():
            assert text != path.read_text(), mutant.name


NAMED = """[[mutant]]
name = "text"
"""
FAULT = """fault = '''
Text is read
backwards.'''
"""
TESTS = 'noticed-by = ["tests/test_a.py::test_a", "tests/test_b.py::test_b[1]"]\n'
CHANGE = """
[[mutant.change]]
file = "models/example.py"
old = "one"
new = "two"
"""


@pytest.fixture
def mutant(tmp_path):
    (tmp_path / "models.toml").write_text(NAMED + FAULT + TESTS + CHANGE)
    (mutant,) = run.read(tmp_path / "models.toml")
    return mutant


def test_what_its_file_says(mutant):
    assert mutant.name == "text"
    assert mutant.fault == "Text is read backwards."
    assert mutant.tests == ("tests/test_a.py::test_a", "tests/test_b.py::test_b[1]")
    assert mutant.changes == (run.Change("models/example.py", "one", "two"),)
    assert not mutant.native


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a sentence"),
        (TESTS + CHANGE, "a sentence"),
        (FAULT + CHANGE, "noticed-by"),
        (FAULT + "noticed-by = []\n" + CHANGE, "noticed-by"),
        (FAULT + TESTS, r"\[\[mutant.change\]\]"),
        (FAULT + TESTS + "[[mutant.change]]\nfile = 'a.py'\n", "can't be read"),
        (FAULT + TESTS + CHANGE + "where = 3\n", "can't be read"),
        (FAULT + TESTS + "why = 3\n" + CHANGE, "can't be read"),
        ("Text is read backwards.", "can't be read"),
    ],
)
def test_a_file_that_lacks_something(text, problem, tmp_path):
    (tmp_path / "models.toml").write_text(NAMED + text)
    with pytest.raises(run.MutantError, match=problem):
        run.read(tmp_path / "models.toml")


def test_a_name_that_no_fault_has():
    with pytest.raises(run.MutantError, match="no nowhere"):
        run.every(["nowhere"])


def write(tree: Path, **texts: str) -> None:
    for folder, text in texts.items():
        (tree / folder).mkdir(parents=True, exist_ok=True)
        (tree / folder / "example.py").write_text(text)


def test_the_old_text_is_there_once(mutant, tmp_path):
    write(tmp_path, models="zero\none\n")
    assert run.applied(mutant, tmp_path) == {tmp_path / "models" / "example.py": "zero\ntwo\n"}
    for text in ("three\n", "one\none\n"):
        write(tmp_path, models=text)
        with pytest.raises(run.MutantError, match="does not fit"):
            run.applied(mutant, tmp_path)


def test_a_file_that_has_moved_is_found_by_its_name(mutant, tmp_path):
    with pytest.raises(run.MutantError, match="0 files have its name"):
        run.applied(mutant, tmp_path)
    write(tmp_path, search="one")
    assert run.applied(mutant, tmp_path) == {tmp_path / "search" / "example.py": "two"}
    write(tmp_path, web="one")
    with pytest.raises(run.MutantError, match="2 files have its name"):
        run.applied(mutant, tmp_path)


@pytest.mark.parametrize(
    ("code", "failed"),
    [
        (0, False),
        (1, True),
        (2, False),
        (3, False),
        (4, False),
        (5, False),
        (-11, True),
        (139, True),
    ],
)
def test_only_a_failure_or_a_crash_is_noticing(code, failed):
    assert run.noticed(code) == failed


class Bench(run.Workshop):
    """A workshop with one file, in which each test ends as its case demands."""

    def __init__(self, tree, *codes):
        super().__init__(tree.parent)
        self.tree = tree
        self._codes = list(codes)
        self.texts = []

    def test(self, *names):
        self.texts.append((self.tree / "models" / "example.py").read_text())
        return self._codes.pop(0), ", ".join(names)

    def restore(self, names):
        for name in names:
            (self.tree / name).write_text("one\n")


@pytest.mark.parametrize(
    ("codes", "trouble"),
    [
        ((1, 1), ""),
        ((-6, 1), ""),
        ((1, 0), "test_b[1] passes"),
        ((0,), "test_a passes"),
        ((None,), "test_a hangs"),
        ((4,), "test_a can't be run"),
        ((1, 5), "test_b[1] can't be run"),
    ],
)
def test_every_test_that_is_named_must_fail(codes, trouble, mutant, tmp_path):
    tree = tmp_path / "tree"
    write(tree, models="one\n")
    bench = Bench(tree, *codes)
    said = bench.verdict(mutant)
    assert trouble in said
    assert bool(said) == bool(trouble)
    assert bench.texts == ["two\n"] * len(codes)
    assert (tree / "models" / "example.py").read_text() == "one\n"
