"""Parts of the site that are not pages of docs/: CONTRIBUTING, CHANGELOG, pictures, and notebooks.

MkDocs calls the functions below. They write nothing into docs/: the parts stay in memory.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from registered import filled_in
from tables import in_docs, with_pictures

ROOT = Path(__file__).parents[1]

_OF_THE_ROOT = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}

_PICTURES = ("image/svg+xml", "text/html")


def on_files(files: Files, config: Any) -> Files:
    """Add the results' pictures, and a page for each notebook."""
    for picture in sorted((ROOT / "results").glob("*.svg")):
        name = picture.relative_to(ROOT).as_posix()
        files.append(File.generated(config, name, abs_src_path=str(picture)))
    for notebook in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        name = f"notebooks/{notebook.stem}.md"
        page = notebook_page(json.loads(notebook.read_text("utf-8")))
        files.append(File.generated(config, name, content=page))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Add the texts that other files have, and pictures, and remove links to the code, which is not part of the site."""
    if (name := _OF_THE_ROOT.get(page.file.src_uri)) is not None:
        markdown = in_docs((ROOT / name).read_text("utf-8"))
    markdown = with_pictures(filled_in(markdown)).replace("../results/", "results/")
    return re.sub(r"\[([^\]]+)\]\((?:\.\./)+[\w/]+\.(?:py|cpp|hpp)\)", r"\1", markdown)


def notebook_page(notebook: dict[str, Any]) -> str:
    """Return a notebook as a page: its text, its code, and the outputs that are stored in it."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        elif cell["cell_type"] == "code":
            parts.append(f"```python\n{source}\n```")
            parts += [_output(output) for output in cell["outputs"]]
    return "\n\n".join(parts)


def _output(output: dict[str, Any]) -> str:
    """Return the output of a cell: its picture if there is one, otherwise its text."""
    data = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
    for kind in _PICTURES:
        if kind in data:
            # Without blank lines, or Markdown would end the block there.
            picture = re.sub(r"\n\s*\n", "\n", data[kind]).strip()
            return f'<div class="output">{picture}</div>'
    text = data.get("text/plain") or "".join(output.get("text", ()))
    return f"```{{ .text .output }}\n{text.rstrip()}\n```"
