"""The README: what it says works, and what it shows is what is made."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cubecsp import Cube, picture, read
from cubecsp.cli.commands import COMMANDS
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")

LINES = re.findall(r"^(cubecsp .*?)(?:  +#.*)?$", README, re.MULTILINE)


def test_there_are_two_commands_for_the_set_up():
    assert len(re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)) == 2


@pytest.mark.slow
@pytest.mark.few(3)
@pytest.mark.parametrize("line", LINES)
def test_commands_of_the_readme(line, tmp_path):
    """They answer, without errors and notes, in a pipe what can be read again."""
    command = re.sub(r"\bcubecsp ", f"{sys.executable} -m cubecsp ", line)
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    assert "cubecsp" not in done.stderr
    words = shlex.split(line.split("|")[-1], comments=True)
    gives = COMMANDS[words[1]].gives
    size = int(words[words.index("--size") + 1]) if "--size" in words else CUBE.size
    if gives in ("cubes", "moves"):
        found = [read(shown, puzzle=cube_puzzle(size)) for shown in done.stdout.splitlines()]
        assert found or done.returncode == 1
    elif gives == "text":
        assert done.stderr == ""


def test_commands_of_the_readme_feed_each_other():
    assert any("|" in line for line in LINES)


@pytest.mark.slow
def test_python_of_the_readme():
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "U R U' R'"


def test_the_first_page_names_every_command():
    """In its table, each with a page."""
    page = (ROOT / "docs" / "index.md").read_text("utf-8")
    rows = re.findall(r"^\|[^|]*\|([^|]*)\|[^|]*\.md", page, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([\w-]+)`", row)} == {*COMMANDS}


def test_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#]+)\)", README) + re.findall(r'src="([^"]+)"', README)
    for target in targets:
        assert target.startswith("https://") or (ROOT / target).exists(), target


def test_drawing_of_the_conventions():
    title = "the 54 facelets and their names"
    drawing = picture(Cube(), labels=CUBE.names, title=title).svg()
    assert (ROOT / "docs" / "numbering.svg").read_text("utf-8") == drawing
