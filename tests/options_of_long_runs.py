"""Tests of the options of long work; see `options_registered`."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from options_registered import json, option, refused

CUBES = ["R U F", "L2 D", "U R2 B'"]
LONG = {
    "count": [
        "permuted=corners",
        "no-touching=across",
        "oriented=edges",
        "--method",
        "corner-walk",
    ],
    "find": ["perfect-scramble", "--limit", "all"],
    "solve": [*CUBES, "--effort", "1000"],
}
"""What is done in units."""
SENT = {**LONG, "sample": ["not-home=corners", "-n", "200", "--seed", "3"]}
"""What is sent elsewhere."""
OTHER = {
    "count": [*LONG["count"], "solved=UF"],
    "find": [*LONG["find"], "no-piece-home"],
    "solve": [*CUBES, "--effort", "2000"],
}
"""Other questions."""


def told(answer):
    """What an answer says, whatever it was done by."""
    moves = [cube.get("solution") or cube["facelets"] for cube in answer.get("cubes", ())]
    return answer.get("count"), moves


@option("--resume", *LONG)
def remembers_units_and_goes_on(command):
    plain = json(command, *LONG[command])
    assert any(told(plain))
    for _ in range(2):
        kept = json(command, *LONG[command], "--resume", "work.db")
        assert told(kept) == told(plain)
        assert kept["query"]["resume"] == "work.db"
    assert "resume" not in plain["query"]
    assert Path("work.db").read_bytes().startswith(b"SQLite format 3")
    assert "another question" in refused(command, *OTHER[command], "--resume", "work.db")
    Path("text.txt").write_text("no database")
    assert "not a file of finished work" in refused(command, *LONG[command], "--resume", "text.txt")


@option("--cluster", *SENT)
def has_units_done_elsewhere(command):
    assert "is not a cluster; give local" in refused(command, *SENT[command], "--cluster", "here")
    if importlib.util.find_spec("distributed") is None:
        assert "cubecsp[cluster]" in refused(command, *SENT[command], "--cluster", "local")
        return
    plain, sent = (json(command, *SENT[command], *more) for more in ([], ["--cluster", "local:1"]))
    assert told(sent) == told(plain)
    assert any(told(plain))
    assert sent["query"]["cluster"] == "local:1"
    assert "cluster" not in plain["query"]
    assert "no Dask scheduler answers" in refused(
        command, *SENT[command], "--cluster", "tcp://127.0.0.1:1"
    )
