"""Streams that are closed or full, and Ctrl-C at any time: one sentence, never a traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest
from patience import PATIENCE

from cubecsp.cli import main


def in_a_shell(question: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", f"{sys.executable} -m cubecsp {question}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.slow
@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("check 'R U' > /dev/full", "cubecsp check: the output cannot be written"),
        ("solve 'R U' > /dev/full", "cubecsp solve: the output cannot be written"),
        ("convert 'R U' --to net > /dev/full", "cubecsp convert: the output cannot be written"),
        ("find every-colour --limit 500 > /dev/full", "cubecsp find: the output cannot"),
        ("rules > /dev/full", "cubecsp rules: the output cannot be written"),
        ("check 'R U' >&-", "cubecsp check: the output cannot be written"),
        ("check - <&-", "cubecsp check: standard input cannot be read"),
    ],
)
def test_a_stream_that_cannot_be_used_is_said(question, said):
    done = in_a_shell(question)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(said)
    assert len(done.stderr.splitlines()) == 1


def test_ctrl_c_during_the_imports(capsys, monkeypatch):
    def interrupted(_registry, _name):
        raise KeyboardInterrupt

    monkeypatch.setattr("cubecsp.registry.Registry.__getitem__", interrupted)
    assert main(["solve", "R U"]) == 3
    assert capsys.readouterr().err == "cubecsp solve: interrupted\n"
