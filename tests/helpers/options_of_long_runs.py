"""Tests of the options of long work; see `options_registered`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from unittest import mock

from journals import edited
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
    assert plain["query"].get("resume") is None
    assert Path("work.db").read_bytes().startswith(b"SQLite format 3")
    assert "another question" in refused(command, *OTHER[command], "--resume", "work.db")
    Path("text.txt").write_text("no database")
    assert "not a file of finished work" in refused(command, *LONG[command], "--resume", "text.txt")


@option("--check-journal", *LONG)
def does_units_again(command):
    """All of them, or a share; there are so few that the usual share is all, but for chance."""
    plain = json(command, *LONG[command], "--resume", "work.db")
    assert (plain["resumed"], plain["repeated"]) == (0, 0)
    for share, part in (("=all", 1.0), ("=100%", 1.0), ("", 0.05)):
        again = json(command, *LONG[command], "--resume", "work.db", f"--check-journal{share}")
        assert told(again) == told(plain)
        assert again["query"]["check_journal"] == part
        assert 0 < again["repeated"] <= again["resumed"]
        assert part < 1 or again["repeated"] == again["resumed"]
    for odd in ("0", "101%", "-1", "nan", "some"):
        asked = refused(command, *LONG[command], "--resume", "work.db", f"--check-journal={odd}")
        assert "give all, a percentage" in asked
    assert "no file of finished work" in refused(command, *LONG[command], "--check-journal=all")
    edited(Path("work.db"), _with_another_result)
    wrong = refused(command, *LONG[command], "--resume", "work.db", "--check-journal=all")
    assert "repeating it gives another" in wrong
    assert "delete it and start again" in wrong


def _with_another_result(units):
    """Change the longest result to another one that is possible."""
    unit = max(units, key=lambda line: len(line[3]))
    result = unit[3]
    if result.isdigit():
        unit[3] = str(int(result) // 2).encode()
    elif result.startswith(b"["):
        unit[3] = result.replace(b'"optimal": true', b'"optimal": false')
        assert unit[3] != result
    else:
        unit[3] = b""


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
    assert plain["query"].get("cluster") is None
    with mock.patch("cubecsp.work.cluster._PATIENCE", 0.1):  # nobody will ever answer there
        told_so = refused(command, *SENT[command], "--cluster", "tcp://127.0.0.1:1")
    assert "no Dask scheduler answers" in told_so
