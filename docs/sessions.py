"""Commands and Python of the pages and the README, with their output, which `python docs/sessions.py [PAGE…]` fills in.

If only durations have changed, it leaves the page as it is, unless it is called with `--times`.

A session is a block of kind `console`: commands after `$ `, and below each the output on a terminal of 80 columns,
without its colours. A block of kind `output` has the output of the block of Python before it.
`tests/docs/test_docs.py` compares; durations may differ.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.parser import parser_of

DOCS = Path(__file__).parent
README = DOCS.parent / "README.md"

_SESSION = re.compile(r"(?<=^```console\n)(.*?)(?=^```)", re.DOTALL | re.MULTILINE)
_PYTHON = re.compile(
    r"(?<=^```python\n)(?P<code>(?:(?!^```).)*)(?P<between>^```\n\n```output\n)(?P<output>(?:(?!^```).)*)",
    re.DOTALL | re.MULTILINE,
)
_FILE = re.compile(r'^```\w+ title="(\S+)"\n(.*?)^```', re.DOTALL | re.MULTILINE)
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_DURATION = re.compile(r"\b[\d.]+ (s|ms|µs)\b")


def files(page: str) -> dict[str, str]:
    """Return the files that a page shows, by name."""
    return dict(_FILE.findall(page))


def commands(page: str) -> Iterator[tuple[str, str]]:
    """Yield each command of the sessions of a page, and the output below it."""
    for session in _SESSION.findall(page):
        for part in session.split("$ ")[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def _options(name: str) -> set[str]:
    """Return the options of a command of cubecsp."""
    parser = parser_of(COMMANDS[name])
    return {option for action in parser._actions for option in action.option_strings}


def printed(command: str, folder: Path) -> str:
    """Return the output of a command on a terminal, without colours and blanks at the ends of lines."""
    words = shlex.split(command)
    if {"|", "<", ">"} & set(words):
        raise ValueError(f"{command}: sessions have no shell, which pipes and redirections take")
    if words[0] == "cubecsp":
        shown = ["--color", "always"] if "--color" in _options(words[1]) else []
        words = [sys.executable, "-m", *words, *shown]
    elif words[0] == "python":
        words[0] = sys.executable
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    lines = _COLOUR.sub("", done.stdout).splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def printed_by_python(code: str, folder: Path) -> str:
    """Return what a block of Python prints, when it is run in a folder."""
    done = subprocess.run(
        [sys.executable, "-"],
        cwd=folder,
        input=code,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def untimed(text: str) -> str:
    """Return a text without the durations in it, to compare two."""
    return _DURATION.sub(r"… \1", text)


def filled_in(page: str, folder: Path, *, times: bool) -> str:
    """Return a page with the present output of its commands; if `times`, even if only durations have changed."""

    def session(block: re.Match[str]) -> str:
        parts = []
        for part in block[1].split("$ ")[1:]:
            command, _, output = part.partition("\n")
            now = printed(command, folder)
            same = not times and untimed(now) == untimed(output)
            parts.append(f"$ {command}\n{output if same else now}")
        return "".join(parts)

    def output(block: re.Match[str]) -> str:
        now = printed_by_python(block["code"], folder)
        same = not times and untimed(now) == untimed(block["output"])
        return block["code"] + block["between"] + (block["output"] if same else now)

    return _PYTHON.sub(output, _SESSION.sub(session, page))


def main() -> None:
    """Fill in the README and all pages, or those that are named."""
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    for path in [DOCS / name for name in names] or [README, *sorted(DOCS.rglob("*.md"))]:
        page = path.read_text("utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files(page).items():
                file = Path(folder) / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8")
            now = filled_in(page, Path(folder), times="--times" in sys.argv[1:])
        if now != page:
            path.write_text(now, "utf-8")
            print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
