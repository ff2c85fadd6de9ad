"""The pictures in docs/pictures.md are what its commands draw; `make drawings` draws them again."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cubecsp.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "pictures.md").read_text("utf-8")
COMMANDS = [
    shlex.split(line)
    for line in PAGE.splitlines()
    if line.startswith("cubecsp picture") and ".svg" in line
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c[c.index("-o") + 1])
def test_pictures_are_those_of_the_commands(command, tmp_path):
    name = command[command.index("-o") + 1]
    drawn = tmp_path / name
    assert main([*(drawn.as_posix() if word == name else word for word in command[1:])]) == 0
    assert drawn.read_text("utf-8") == (DOCS / "pictures" / name).read_text("utf-8")


def test_every_picture_is_shown():
    names = {command[command.index("-o") + 1] for command in COMMANDS}
    assert set(re.findall(r'src="pictures/([\w.]+)"', PAGE)) == names
    assert {path.name for path in (DOCS / "pictures").iterdir()} == names
