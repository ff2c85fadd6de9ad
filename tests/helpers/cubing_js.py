"""cubing.js, where `make web-tests` puts it (version 0.63), asked about its puzzles; and puzzles compared by their moves.

A puzzle is compared as points that its moves take to points: each slot of each orbit at each angle.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CUBING = ROOT / "build" / "cubing" / "node_modules" / "cubing" / "dist" / "lib" / "cubing"
NODE = shutil.which("node") or shutil.which("node", path=ROOT / ".venv" / "bin")

needed = pytest.mark.skipif(
    NODE is None or not CUBING.is_dir(), reason="needs node and cubing.js (make web-tests)"
)


def asked(questions):
    told = subprocess.run(
        [NODE, ROOT / "tests" / "helpers" / "cubing.mjs"],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "CUBING": str(CUBING)},
    )
    return json.loads(told.stdout)


def points(orbits, moves, ignored=()):
    """Return for each move the image of each point: orbit, slot and angle."""
    found = {}
    for name, data in moves.items():
        to = found[name] = {}
        for orbit in orbits:
            kind, turns = orbit["orbitName"], orbit["numOrientations"]
            turns = 1 if kind in ignored else turns
            done = zip(data[kind]["permutation"], data[kind]["orientationDelta"], strict=True)
            for slot, (source, delta) in enumerate(done):
                for angle in range(turns):
                    to[kind, source, angle] = (kind, slot, (angle + delta) % turns)
    return found


def orbits_of(moves):
    left = set(next(iter(moves.values())))
    while left:
        orbit = [left.pop()]
        for point in orbit:
            orbit += {to[point] for to in moves.values()} - set(orbit)
        left -= set(orbit)
        yield orbit


def renaming(ours, theirs, orbit, other):
    """Return the other's point for each of an orbit, so that every move is the other's; None if there is none."""
    for image in other:
        named, waiting = {orbit[0]: image}, [orbit[0]]
        while waiting:
            point = waiting.pop()
            for move, to in ours.items():
                new, expected = to[point], theirs[move][named[point]]
                if new not in named:
                    named[new] = expected
                    waiting.append(new)
                elif named[new] != expected:
                    named = {}
                    break
            if not named:
                break
        if len(set(named.values())) == len(orbit):
            return named
    return None
