"""Questions of all kinds, like ones side by side, to be asked in turn in one process.

    python tests/helpers/lasting.py [--backwards]

asks them all and prints, as JSON, what each was answered, and what was left in memory afterwards. Asked forwards
in one process and backwards in another, of any two questions each comes before the other once: an answer that
depends on what was asked before differs between the two.
"""

from __future__ import annotations

import functools
import inspect
import json
import os
import shlex
import sys
import tempfile
import threading
from collections import deque
from pathlib import Path
from types import ModuleType
from typing import Any

from asking import PERFECT, SOLVED, ask, scans, untimed
from looks import Watched

from cubecsp.stopping import deadline

TWISTED = SOLVED[:8] + "R" + "F" + SOLVED[10:20] + "U" + SOLVED[21:]  # the corner in URF
FLIPPED = SOLVED[:7] + "F" + SOLVED[8:19] + "U" + SOLVED[20:]  # the edge in UF
REPEATED = SOLVED[:8] + "F" + SOLVED[9:]
COLOURS = str.maketrans("URFDLB", "YBRWGO")
MISTYPED = "".join(PERFECT[place] for place in (6, 3, 0, 7, 4, 1, 8, 5, 2)) + PERFECT[9:]
TWO_CENTRES = SOLVED[:13] + "F" + SOLVED[14:22] + "R" + SOLVED[23:]
FOUR_CENTRES = TWO_CENTRES[:40] + "B" + TWO_CENTRES[41:49] + "L" + TWO_CENTRES[50:]
YELLOW_ABOVE = "".join(colour * 9 for colour in "YRBWOG")
PINK_ABOVE = "".join(colour * 9 for colour in "PBOWGR")
FAR = "R U2 F' L D2 B U' R2 F L' D B2"
FARTHER = "F U' R2 B D' L2 U F' R B2 D L' U2 F"

LOCK = """{"name": "%s", "orbits": [{"orbitName": "DISCS", "numPieces": 5, "numOrientations": 1}],
 "defaultPattern": {"DISCS": {"pieces": [0, 1, 2, 3, 4], "orientation": [0, 0, 0, 0, 0]}},
 "moves": {"L": {"DISCS": {"permutation": [2, 0, 1, 3, 4], "orientationDelta": [0, 0, 0, 0, 0]}},
           "R": {"DISCS": {"permutation": [0, 1, 4, 2, 3], "orientationDelta": [0, 0, 0, 0, 0]}}},
 "requires": {"L": [{"orbitName": "DISCS", "slots": [1, 2], "holdsNot": [%d]}]}}"""

FILES = {
    "lock.json": (LOCK % ("lock", 4), LOCK % ("lock", 3)),
    "key.json": (LOCK % ("key", 3), LOCK % ("key", 4)),
    "rule.lp": (
        ":- centre(F,C), at(A,_,F), at(A,N,G), N != 5, shows(G,C).",
        ":- touch(W,F,G), W != diagonal, shows(F,C), shows(G,C).",
    ),
    "cube.txt": (PERFECT, SOLVED),
    "scan.json": (scans()["scan.json"], scans()["doubtful.json"]),
    "pocket.json": (scans()["pocket.json"], scans()["other-pocket.json"]),
}
"""The content of files at first, and after all questions; backwards they are exchanged."""

QUESTIONS = {
    "rules about slots": """
        find solved=F2L+UF --limit 3
        find solved=F2L+UR --limit 3
        find solved=F2L+UR --limit 3 --classes
        find T-perm --limit 3
        find OLL=1 --limit 3
        find solved=URF+UFL+ULB --size 2 --limit 4
        find not-home=URF,UFL oriented=corners --size 2 --limit 4
        find "any(U5!=R5, U1!=U2) solved=all"
        find "all(r in rows: colours({r})>=2)" --size 2 --limit 2
        find "all(r in rows: colours({r})>=2)" --size 3 --limit 2
        find connected --size 2
        find connected=U solved=F2L --limit 3
        find 'regular(U1 U2 U3: "U+ F*")' solved=F2L --limit 3
        find 'regular(U1 U2 U3: "F+ U*")' solved=F2L --limit 3
        find "any(U5==R5, U1==U2) solved=all"
    """,
    "engines": """
        find solved=F2L+edges --limit all --engine cnf
        find solved=F2L+corners --limit all --engine cnf
        find solved=F2L+edges --limit all --engine asp
        find solved=F2L+corners --limit all --engine asp
        find solved=F2L+edges --limit all --engine cpsat
        find solved=F2L+corners --limit all --engine cpsat
        find solved=F2L+edges --limit all --seed 1
        find solved=F2L+corners --limit all --seed 1
        find solved=F2L+corners --limit all --seed 2
        export at-most=3 --size 2 --to cnf
        export at-most=2 --size 2 --to cnf
        export at-most=2 --to mzn
        export at-most=3 --to mzn
    """,
    "symmetry": """
        find symmetric=D3d solved=edges --limit 3
        find symmetric=C4v solved=edges --limit 3 --solve two-phase
        find symmetric=D3d solved=edges --limit 3 --no-symmetry
        find self-inverse solved=F2L --limit 3
        find order=3 solved=F2L --limit 3
        find order=2 solved=F2L --limit 3
        describe "R U F2"
        describe "R U"
        describe "R U" --size 2
        describe "R U" --size 4
        find order=3 solved=corners+UF --limit 2
    """,
    "patterns": f"""
        find checkerboard --limit all
        find six-spot --limit all
        rules checkerboard
        rules six-spot
        find face=U:ABA/BAB/ABA solved=corners --limit 2
        find face=U:ABA/CCC/ABA solved=corners --limit 2
        check {PERFECT} no-repeats faces-differ
        check {SOLVED} faces-differ faces-same=upright
        count faces-same=turned solved=URF --size 2
        count faces-differ solved=URF --size 2
        rules --explain perfect-scramble --size 4
        rules --explain perfect-scramble --size 5
        count faces-same=upright solved=URF --size 2
        check {PERFECT} rule.lp
        check {SOLVED} rule.lp
        find solved=URF+UFL+ULB rule.lp --size 2 --limit 2
        check cube.txt at-most=2
        find perfect-scramble --limit 2 --classes
    """,
    "counts": """
        count solved=F2L
        find perfect-scramble --size 4 --limit 1
        count solved=cross
        count solved=corners no-touching=side --classes
        count solved=corners at-most=4 --classes
        count solved=corners no-touching=side --method corner-walk
        count solved=corners at-most=4 --method corner-walk
        count solved=corners no-touching=side at-most=5 --method corner-walk
        count solved=F2L+corners --classes --method listing
        count solved=F2L+edges --classes --method listing
        count oriented=edges solved=corners
        count order=2
        count order=4 solved=F2L
        count "distance<=3" "colours(U)<=3" --size 2
        count "distance>=5" "colours(U)<=3" --size 2
        find "distance==2" solved=cross --limit all
        find "distance<=3" solved=cross --limit all
        count symmetric=C2-a oriented=corners
        count symmetric=C4v oriented=edges
        count "colours(U)==6" --method few-slots
        count edges-paired --size 4 --method coupled-slots
        count edges-paired=UF --size 4 --method coupled-slots
        count "count(U, R F)==3" --method few-slots
        count self-inverse solved=edges
        count oriented=corners solved=edges --classes
        count not-home=URF,UFL --size 2 --method filtering
        count no-touching=side --size 2 --classes
        count "U2==R" --size 4
        count "U6==R" --size 4
        count at-most=3 --estimate --samples 300
        count at-most=4 --estimate --samples 300
        count at-most=3 --estimate --samples 300 --seed 1
        count no-touching=side --method hit-or-miss --samples 300
        count no-touching=side at-most=3 --method hit-or-miss --samples 300
    """,
    "samples": f"""
        sample no-touching=side -n 3 --seed 1
        sample no-touching=diagonal -n 3 --seed 1
        sample no-touching=side -n 3 --seed 2
        sample no-piece-home -n 3 --seed 1
        sample at-most=4 -n 3 --seed 1 --method rejection
        sample at-most=5 -n 3 --seed 1 --method rejection
        sample no-touching=side --size 2 -n 3 --seed 1
        sample solved=F2L -n 3 --seed 1 --distinct
        rank {SOLVED} solved=F2L
        rank {SOLVED} solved=cross
        rank --at 5 solved=URF
        rank --at 5 solved=URF --size 2
        rank --at 5 solved=F2L
        rank --at 5 solved=cross
        scramble -n 2 --seed 1
        scramble -n 2 --seed 2 --size 2
        scramble -n 2 --seed 3 --size 2
        scramble solved=F2L -n 2 --seed 1
        scramble solved=cross -n 2 --seed 1
        scramble -n 1 --seed 1 --size 7
    """,
    "what is wrong with a cube": f"""
        check {TWISTED}
        check {SOLVED}
        repair {TWISTED}
        repair {FLIPPED}
        check {FLIPPED}
        check {REPEATED}
        check {MISTYPED}
        check {MISTYPED.translate(COLOURS)}
        check {TWO_CENTRES}
        check {FOUR_CENTRES}
        check UUUURRRRFFFFDDDDLLLLBBBB
        check UURURRURFFFFDDDDLLLLBBBB
        recognise scan.json
        recognise scan.json --confirm U1=orange
        recognise pocket.json
        recognise pocket.json --faces any
        recognise scan.json --faces any
        complete ...{SOLVED[3:]}
        complete {SOLVED[:-3]}... --count
        complete ...URRRRFFFFDDDDLLLL....
        complete UUUU....FFFFDDDDLLLLBBBB
        explain solved=cross not-home=D-layer --engine native
        explain solved=cross not-home=U-layer,D-layer --engine native
        explain solved=all --beyond 1 --size 2 --engine native
    """,
    "reading and writing": f"""
        check {YELLOW_ABOVE}
        check {PINK_ABOVE}
        check {YELLOW_ABOVE[:8]}R{YELLOW_ABOVE[9:]}
        check {PINK_ABOVE[:8]}B{PINK_ABOVE[9:]}
        convert stage=cross --to net
        convert stage=f2l --to net
        convert "R U" --to words
        convert "R U" --to by-face
        convert "R U" --to net
        convert "R U" --to cube-map
        convert "R U" --to forty
        convert "R U" --to kpattern
        convert "R U" --to reid
        convert "R U" --to singmaster
        convert "R U" --to visualcube
        convert "F2 R" --to net --size 2
        convert "F2 R" --to forty --size 2
        convert "F2 R" --to kpattern --size 2
        convert "F2 R" --to reid --size 2
        convert "Rw U" --to kpattern --size 4
        convert "Rw U" --to words --size 5
        convert cube.txt --to net --scheme japanese
        convert cube.txt --to net
    """,
    "moves": f"""
        solve "R U F"
        solve "R U F2 L'"
        solve "R U F" --method thistlethwaite
        solve "F2 L" --method thistlethwaite
        solve "R U F" --method optimal --pruning-table tiny
        solve "R U F2" --method optimal --pruning-table tiny --metric qtm
        solve "R U F2" --method optimal --pruning-table tiny
        solve "R U F2" --method breadth-first --metric qtm
        solve "R U F2" --method breadth-first
        solve "R U F2" --turns U,R,F --max-length 8
        solve "R U R2" --turns U,R --max-length 8
        solve "U" --turns U,R,x --max-length 6
        solve "U y" --turns U,R,y --max-length 6
        apply "R x" "U y"
        apply "R x2" "U z"
        solve "R U F2" --size 2
        solve "R U F2" --size 2 --metric qtm
        solve "{FAR}"
        solve "{FARTHER}"
        solve "Rw U2" --size 4
        solve "Rw U2 3Fw" --size 6
        solve "Rw2 U" --size 6
        solve "Rw U2" --size 5
        reach "R U" solved=cross
        reach "R U" solved=F2L
        reach "R U" solved=all --up-to 3
        rotate "R U" --by y
        rotate "R U" --by x
        mirror "R U"
        invert "R U" --size 4
    """,
    "pictures": """
        picture "R U"
        picture "R U" --view plan
        picture "F" --size 4 --view cube
        picture "R U" --rotation y45x-34
        picture "R U" --puzzle skewb
        picture "R U" --puzzle pyraminx
        picture "R U" --puzzle pyraminx --view solid
        picture "R U" --puzzle skewb --view solid
        picture "R U" --puzzle skewb --ignore-orientation CORNERS
        picture "R U" --puzzle skewb --rotation y30x-20
        apply "R U" --size 2
        apply "R U" --size 4
    """,
    "the best and the proven": """
        best solved=F2L --maximise "count(U,U)" --limit 1 --engine native
        best solved=F2L --minimise "count(U,U)" --limit 1 --engine native
        best solved=F2L --maximise "count(F,U)" --limit 1 --engine native
        prove solved=all --size 2 -o proof
        prove solved=URF+UFL+ULB --size 2 -o proof
    """,
    "other puzzles": """
        find not-home=EDGES --puzzle pyraminx --limit 1
        find not-home=CORNERS --puzzle skewb --limit 1
        count "not oriented=all" solved=EDGES --puzzle pyraminx
        count "not oriented=all" solved=CENTERS --puzzle skewb
        sample solved=EDGES --puzzle pyraminx --seed 1
        sample at-most=3 --puzzle skewb --seed 1
        find oriented=all permuted=EDGES --puzzle pyraminx --limit 2
        find holds=DISCS[0]:DISCS[1] --puzzle lock.json
        find holds=DISCS[0]:DISCS[1] --puzzle key.json
        solve "R U" --puzzle pyraminx
        solve "R U" --puzzle skewb
        solve "R U L" --puzzle skewb --method stabiliser-chain
        solve "R U L" --puzzle pyraminx --method stabiliser-chain
        scramble --puzzle square1 --seed 1
        solve "/ (3,0)/" --puzzle square1
        apply "R++ D-- U" --puzzle megaminx
        apply "UR1+ y2 U2-" --puzzle clock
    """,
    "what there is": """
        about engines
        about rules
        rules
    """,
}
"""By area, command lines; neighbours differ in what a cache may have forgotten to look at."""


def questions() -> list[str]:
    """Return all command lines, in their order."""
    lines = (line.strip() for area in QUESTIONS.values() for line in area.splitlines())
    return [line for line in lines if line]


def answers(*, backwards: bool) -> dict[str, list[Any]]:
    """Ask all questions in turn, and those about files again when the files are others.

    Returns:
        exit code, standard output and standard error by question, without times.
    """
    told, order = {}, -1 if backwards else 1
    for content in (0, 1)[::order]:
        for name, texts in FILES.items():
            Path(name).write_text(f"{texts[content]}\n")
        for line in questions()[::order]:
            about_files = any(name in line for name in FILES)
            if about_files or content == 0:
                outcome = ask(*shlex.split(line), terminal=False)
                told[f"{line} [{content}]" if about_files else line] = [
                    outcome.code, untimed(outcome.out), untimed(outcome.err)
                ]  # fmt: skip
    return told


def modules() -> dict[str, ModuleType]:
    """Return the modules of the package that are loaded."""
    return {
        name: module
        for name, module in [*sys.modules.items()]
        if name.split(".")[0] == "cubecsp" and isinstance(module, ModuleType)
    }


def cached() -> dict[str, Any]:
    """Return the cached functions, by name."""
    found = {}
    for name, module in modules().items():
        classes = [each for each in vars(module).values() if inspect.isclass(each)]
        for owner in (module, *classes):
            for value in vars(owner).values():
                function = inspect.unwrap(value) if callable(value) else None
                if isinstance(value, functools._lru_cache_wrapper) and function.__module__ == name:
                    found[f"{name}.{function.__qualname__}"] = value
    return found


def caches() -> dict[str, tuple[int, int, bool]]:
    """Return hits and misses of each cached function, and whether it has parameters."""
    return {
        name: (*each.cache_info()[:2], bool(inspect.signature(each).parameters))
        for name, each in cached().items()
    }


def endable(watched: Watched) -> dict[str, tuple[int, int]]:
    """Return the cached functions in which there were looks, with the numbers of the first and the last."""
    return {
        name: watched.within[each.__wrapped__.__code__]
        for name, each in sorted(cached().items())
        if each.__wrapped__.__code__ in watched.within
    }


def variables() -> list[str]:
    """Return the names of variables of modules that something can be kept in: not constants, as we write them."""
    kinds = (dict, list, set, bytearray, deque, threading.local)
    return sorted(
        f"{name}.{variable}"
        for name, module in modules().items()
        for variable, value in vars(module).items()
        if isinstance(value, kinds) and not variable.isupper() and not variable.startswith("__")
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        watched = Watched(0, signalled=True, noting=True)
        deadline.look_for_signals = watched.look
        told = answers(backwards="--backwards" in sys.argv)
    found = {"caches": caches(), "variables": variables(), "endable": [*endable(watched)]}
    print(json.dumps({"answers": told, **found}))
