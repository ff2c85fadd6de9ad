"""Runs the notebooks and stores their output: `python docs/execute_notebooks.py`."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent / "notebooks"


def executed(path: Path) -> nbformat.NotebookNode:
    """Return a notebook with the outputs that it has now, and nothing that changes with each run."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        coalesce_streams=True,
        record_timing=False,
        resources={"metadata": {"path": str(FOLDER)}},
        timeout=120,
    )
    client.execute()
    notebook.metadata = nbformat.NotebookNode(kernelspec=_KERNEL)
    for cell in notebook.cells:
        cell.metadata = nbformat.NotebookNode()
        for output in cell.get("outputs", ()):
            if len(output.get("data", ())) > 1:  # a picture, which needs no words beside it
                del output.data["text/plain"]
    return notebook


def outputs(notebook: nbformat.NotebookNode) -> list[str]:
    """Return all outputs, one text for each cell, with numbers of seconds left out."""
    texts = []
    for cell in notebook.cells:
        parts = []
        for output in cell.get("outputs", ()):
            data = sorted(output.get("data", {}).items())
            parts += [output.get("text", ""), *(text for _, text in data)]
        texts.append(re.sub(r"\d+\.\d+(?= s\b)", "…", "\n".join(parts)))
    return texts


_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(executed(path), path)
