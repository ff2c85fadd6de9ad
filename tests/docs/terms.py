"""Where the tree uses words that docs/terms.toml avoids: `python tests/docs/terms.py` writes the list anew.

It refuses to do so if the tree uses some word more often than before.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "docs" / "terms.toml"
LEFT = Path(__file__).with_name("terms_left.toml")
"""How often each file still uses each word; this list may only shrink."""

CODE = ("cubecsp", "models", "search", "bench", "results", "docs")
BLOCK = re.compile(r"^( *)```.*?^\1```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`[^`\n]*`")
QUOTED = re.compile(
    r"^<!-- part: words to avoid -->$.*?^<!-- end of part -->$|^\*\*Renamed\*\*.*?(?=^## |\Z)",
    re.DOTALL | re.MULTILINE,
)
"""The tables of words to avoid, and of names that were replaced."""

Counts = dict[str, dict[str, int]]


@cache
def terms() -> list[dict]:
    """Return the entries of the table."""
    return tomllib.loads(TABLE.read_text("utf-8"))["term"]


def texts() -> Iterator[tuple[str, str, str]]:
    """Yield (file, text, text without code) of all pages, messages, help texts, docstrings and comments."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for page in sorted(pages):
        text = QUOTED.sub("", page.read_text("utf-8"))
        yield named(page), text, INLINE.sub("", BLOCK.sub("", text))
    for page in sorted([*(ROOT / "web").glob("*.html"), *(ROOT / "web" / "js").rglob("*.js")]):
        text = page.read_text("utf-8")
        yield named(page), text, INLINE.sub("", text)
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield named(path), node.value, INLINE.sub("", node.value)
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    yield named(path), token.string, INLINE.sub("", token.string)


def named(path: Path) -> str:
    """Return the path of a file from the root."""
    return path.relative_to(ROOT).as_posix()


def uses(term: dict, text: str, prose: str) -> int:
    """Return how often a text uses a word that is to be avoided."""
    flags = re.IGNORECASE
    return len(re.findall(term["pattern"], text if term.get("code") else prose, flags))


def stays(term: dict, file: str) -> bool:
    """Return whether a file may use a word, in another sense."""
    return any(PurePosixPath(file).match(one["files"]) for one in term.get("stays", ()))


def found() -> Counts:
    """Return how often each file uses each word that is to be avoided."""
    counts: dict[str, Counter[str]] = {term["avoid"]: Counter() for term in terms()}
    for file, text, prose in texts():
        for term in terms():
            if (number := uses(term, text, prose)) and not stays(term, file):
                counts[term["avoid"]][file] += number
    return {avoid: dict(sorted(files.items())) for avoid, files in counts.items() if files}


def left() -> Counts:
    """Return how often each file may still use each word."""
    return tomllib.loads(LEFT.read_text("utf-8")) if LEFT.exists() else {}


def written(counts: Counts) -> str:
    """Return the list as TOML."""
    parts = [
        "# Written by `python tests/docs/terms.py`: how often files still use words of docs/terms.toml.\n"
    ]
    for avoid, files in counts.items():
        lines = "".join(f'"{file}" = {number}\n' for file, number in files.items())
        parts.append(f'\n["{avoid}"]\n{lines}')
    return "".join(parts)


def grown(now: Counts, before: Counts) -> list[str]:
    """Return the words that the tree uses more often than before, as a whole: files may be renamed."""
    return [
        avoid
        for avoid, files in now.items()
        if sum(files.values()) > sum(before.get(avoid, {}).values())
    ]


def main() -> None:
    """Write the list anew."""
    now = found()
    if LEFT.exists() and (more := grown(now, left())):
        raise SystemExit(f"used more often than before: {'; '.join(more)} (see docs/terms.toml)")
    LEFT.write_text(written(now), "utf-8")


if __name__ == "__main__":
    main()
