"""The planted faults of `make mutants`: every patch fits the present code and names tests that exist."""

from __future__ import annotations

import ast
import shutil

import pytest
from mutants import run

MUTANTS = run.every()

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git applies the patches")


def functions(file: str) -> set[str]:
    tree = ast.parse((run.ROOT / file).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_tests_that_it_names_exist(mutant):
    for name in mutant.tests:
        file, *_, function = name.partition("[")[0].split("::")
        assert (run.ROOT / file).is_file(), name
        assert function in functions(file), name


@needs_git
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_patch_fits(mutant, tmp_path):
    for name in mutant.files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(run.ROOT / name, tmp_path / name)
    run.apply(mutant, tmp_path)
    for name in mutant.files:
        assert (tmp_path / name).read_bytes() != (run.ROOT / name).read_bytes()


CHANGE = """diff --git a/models/language/pattern_text.py b/models/language/pattern_text.py
--- a/models/language/pattern_text.py
+++ b/models/language/pattern_text.py
@@ -1 +1 @@
-one
+two
"""
HEADER = (
    "Text is read\nbackwards.\nnoticed-by: tests/test_a.py::test_a tests/test_b.py::test_b[1]\n"
)


def test_what_a_patch_says(tmp_path):
    (tmp_path / "text.patch").write_text(HEADER + CHANGE)
    mutant = run.read(tmp_path / "text.patch")
    assert mutant.name == "text"
    assert mutant.fault == "Text is read backwards."
    assert mutant.tests == ("tests/test_a.py::test_a", "tests/test_b.py::test_b[1]")
    assert mutant.files == ("models/language/pattern_text.py",)
    assert not mutant.native


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", "a change"),
        (HEADER, "a change"),
        ("Wrong.\n" + CHANGE, "noticed-by"),
        ("Wrong.\nnoticed-by:\n" + CHANGE, "noticed-by"),
        ("noticed-by: tests/test_a.py\n" + CHANGE, "a sentence"),
    ],
)
def test_a_patch_that_lacks_something(text, missing, tmp_path):
    (tmp_path / "text.patch").write_text(text)
    with pytest.raises(run.MutantError, match=missing):
        run.read(tmp_path / "text.patch")


def test_a_name_that_no_patch_has():
    with pytest.raises(run.MutantError, match=r"no nowhere\.patch"):
        run.every(["nowhere"])


@needs_git
def test_a_patch_that_does_not_fit(tmp_path):
    (tmp_path / "text.patch").write_text(HEADER + CHANGE)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "text.py").write_text("three\n")
    with pytest.raises(run.MutantError, match="does not apply"):
        run.apply(run.read(tmp_path / "text.patch"), tmp_path)


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
    """A workshop with one file, in which tests end as they are told to."""

    def __init__(self, tree, *codes):
        super().__init__(tree.parent)
        self._tree = tree
        self._codes = list(codes)
        self.texts = []

    def test(self, *names):
        self.texts.append((self._tree / "models" / "text.py").read_text())
        return self._codes.pop(0), ", ".join(names)

    def restore(self, names):
        for name in names:
            (self._tree / name).write_text("one\n")


@needs_git
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
def test_every_test_that_is_named_must_fail(codes, trouble, tmp_path):
    (tmp_path / "text.patch").write_text(HEADER + CHANGE)
    tree = tmp_path / "tree"
    (tree / "models").mkdir(parents=True)
    (tree / "models" / "text.py").write_text("one\n")
    bench = Bench(tree, *codes)
    said = bench.verdict(run.read(tmp_path / "text.patch"))
    assert trouble in said
    assert bool(said) == bool(trouble)
    assert bench.texts == ["two\n"] * len(codes)
    assert (tree / "models" / "text.py").read_text() == "one\n"
