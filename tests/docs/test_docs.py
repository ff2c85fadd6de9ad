"""The pages: what they show runs, what they link is there, and what is drawn is what is made."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cubecsp.cli import main
from cubecsp.models.patterns import PATTERNS, about
from cubecsp.models.rules.symmetric import EXAMPLES

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
README = DOCS.parent / "README.md"

# A block may be indented, in a list, and may be a file: ```python title="mine.py"
BLOCKS = re.compile(r'^( *)```(\w*)(?: title="(\S+)")?\n(.*?)^\1```', re.DOTALL | re.MULTILINE)
# A command fills a line.
COMMAND = re.compile(r"^(cubecsp (?![\w-]+:).*)$", re.MULTILINE)

# Pages that `make test` checks; the slow tests check the other pages.
ALWAYS = {"getting-started.md", "formats.md", "python.md"}

# Pages may speak of such files as the reader's own: a cube with two stickers exchanged, and two cubes.
CUBES = {
    "cube.txt": "UUUUUUUURRRRRRRRRUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB\n",
    "cubes.txt": "R U R' U'\nM2 E2 S2\n",
}


def blocks(page):
    """Yield (kind, file, text) of each block of code."""
    for indent, kind, file, text in BLOCKS.findall(page.read_text("utf-8")):
        yield kind, file, re.sub(rf"^{indent}", "", text, flags=re.MULTILINE)


def commands(page):
    return [line for _, _, text in blocks(page) for line in COMMAND.findall(text)]


def with_python(page):
    return any(kind == "python" for kind, _, _ in blocks(page))


def dear_apart(pages):
    """Return pages, all but a few of them as slow ones."""
    return [p if name(p) in ALWAYS else pytest.param(p, marks=pytest.mark.slow) for p in pages]


def name(page):
    return page.relative_to(DOCS).as_posix()


@pytest.fixture
def folder(request, tmp_path, monkeypatch):
    """A folder with the files that the page shows."""
    files = {file: text for _, file, text in blocks(request.param) if file}
    for file, text in (CUBES | files).items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)  # files of Python can be imported
    return request.param


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="argparse writes help otherwise")
@pytest.mark.parametrize(
    "page", [p for p in PAGES if "<!-- part: " in p.read_text("utf-8")], ids=name
)
def test_parts_that_follow_from_the_program_are_current(page, monkeypatch):
    """If not, `python docs/tables.py` writes them."""
    monkeypatch.syspath_prepend(DOCS)
    tables = importlib.import_module("tables")
    assert page.read_text("utf-8") == tables.renewed(page.read_text("utf-8"))


def test_every_pattern_and_kind_of_symmetry_has_a_picture_on_the_site(monkeypatch):
    monkeypatch.syspath_prepend(DOCS)
    tables = importlib.import_module("tables")
    made = sum(about(pattern).moves is not None for pattern in PATTERNS)
    for page, number in (("patterns.md", made), ("rule-language.md", len(EXAMPLES))):
        text = tables.with_pictures((DOCS / page).read_text("utf-8"))
        assert text.count("<svg") == number
        assert "<!-- pattern" not in text
        assert "<!-- symmetry" not in text


@pytest.mark.usefixtures("own_handler")
@pytest.mark.parametrize("folder", dear_apart(filter(with_python, PAGES)), ids=name, indirect=True)
def test_the_python_of_the_pages_prints_what_stands_below(folder, tmp_path):
    script = tmp_path / "example.py"
    printed = io.StringIO()
    for kind, file, text in blocks(folder):
        if kind == "python" and not file:
            script.write_text(text, "utf-8")  # a file, so that messages can name lines
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(text, str(script), "exec", dont_inherit=True), {"__name__": "example"})
        elif kind == "output":
            now = printed.getvalue()
            assert SESSIONS.untimed(now) == SESSIONS.untimed(text), "run make notebooks"


@pytest.mark.slow
@pytest.mark.parametrize("folder", dear_apart(filter(commands, PAGES)), ids=name, indirect=True)
def test_the_commands_of_the_pages_answer(folder, capfd):
    """Without errors and notes; sentences about the answer are not looked at."""
    for line in commands(folder):
        words = shlex.split(line, comments=True)
        if {"<", ">", "|"} & set(words):
            path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
            done = subprocess.run(
                ["bash", "-c", line], env={**os.environ, "PATH": path}, check=False
            )
            code = done.returncode
        else:
            code = main(words[1:])
        remarks = r"^(?!cubecsp |note).*\n|^cubecsp \w+: note: .*(?:clockwise only|ignores the|can propagate).*\n"
        errors = re.sub(remarks, "", capfd.readouterr().err, flags=re.MULTILINE)
        assert code in (0, 1) or (code == 3 and "--time-limit" in words), f"{line}\n{errors}"
        assert errors == "" or "--verbose" in words, line


def script(stem):
    spec = importlib.util.spec_from_file_location(stem, DOCS / f"{stem}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SESSIONS = script("sessions")


def with_sessions(page):
    return any(kind == "console" for kind, _, _ in blocks(page))


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder",
    [*filter(with_sessions, [README, *PAGES])],
    ids=lambda page: page.relative_to(DOCS.parent).as_posix(),
    indirect=True,
)
def test_what_stands_below_a_command_is_what_it_prints(folder, tmp_path):
    for command, shown in SESSIONS.commands(folder.read_text("utf-8")):
        now = SESSIONS.printed(command, tmp_path)
        assert SESSIONS.untimed(now) == SESSIONS.untimed(shown), f"{command}: run make notebooks"


def test_the_figures_are_what_is_drawn():
    for file, picture in script("draw_figures").figures():
        assert (DOCS / "figures" / file).read_text("utf-8") == picture, f"{file}: run make drawings"


def test_the_drawing_of_the_layers_is_what_is_drawn():
    assert (DOCS / "house.svg").read_text("utf-8") == script("draw_house").drawing()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_and_pictures_lead_somewhere(page):
    made = {f"notebooks/{notebook.stem}.md" for notebook in DOCS.glob("notebooks/*.ipynb")}
    made = {(DOCS / path).resolve() for path in made}
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^"]+)"', text)
    for target in targets:
        path = (page.parent / target).resolve()
        assert target.startswith("https://") or path.exists() or path in made, target
