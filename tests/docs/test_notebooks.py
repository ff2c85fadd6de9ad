"""The notebooks: they run from a fresh kernel, and show what is stored in them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")  # of the extra dev

DOCS = Path(__file__).parents[2] / "docs"
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))


def script():
    spec = importlib.util.spec_from_file_location("execute", DOCS / "execute_notebooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored(path):
    execute = script()
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    for cell, now, then in zip(
        stored.cells, execute.outputs(execute.executed(path)), execute.outputs(stored), strict=True
    ):
        assert now == then, f"{cell.source}\nrun make notebooks"
