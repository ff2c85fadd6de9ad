"""Compares the definitions of puzzles in a folder with cubing.js, move by move: `make puzzle-files FOLDER=…`.

For example with those of twips (github.com/cubing/twips) or of twsearch (github.com/rokicki/twsearch). Each move of a
file, derived ones as well, and random sequences of moves have to do here what they do there. cubing.js gets KPuzzle
JSON as it stands; a .tws file goes through a reader in this module, which has nothing in common with that of cubecsp.
Other JSON in the folder is left out.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cubing_js import asked

from cubecsp.errors import InputError
from cubecsp.puzzle import read_puzzle
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

WORDS = 5


def definition_of(path: Path) -> dict[str, Any] | None:
    """Return what a file defines, as KPuzzle JSON; None if it is no definition."""
    text = path.read_text("utf-8-sig")
    if path.suffix in (".tws", ".def"):
        return as_kpuzzle(text)
    data = json.loads(text)
    return data if isinstance(data, dict) and {"orbits", "moves"} <= data.keys() else None


def as_kpuzzle(text: str) -> dict[str, Any]:
    """Return a .tws file as KPuzzle JSON, without what is written as sequences of other moves."""
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    rows = [row for row in rows if row]
    data: dict[str, Any] = {"name": "tws", "orbits": [], "moves": {}, "defaultPattern": {}}
    at = 0
    while at < len(rows):
        word, *rest = rows[at]
        at += 1
        if word == "Set":
            data["orbits"].append(dict(zip(ORBIT, (rest[0], *map(int, rest[1:])), strict=True)))
        elif word in ("Solved", "StartState", "Move", "MoveTransformation"):
            end = next(n for n in range(at, len(rows)) if rows[n] == ["End"])
            zero_based = word in ("StartState", "MoveTransformation")
            held = {o["orbitName"]: of_orbit(o, rows[at:end], zero_based) for o in data["orbits"]}
            at = end + 1
            if word in ("Solved", "StartState"):
                data["defaultPattern"] = {
                    name: {
                        "pieces": pieces,
                        "orientation": [0 if turn is None else turn for turn in turned],
                        "orientationMod": [int(turn is None) for turn in turned],
                    }
                    for name, (pieces, turned) in held.items()
                }
                continue
            data["moves"][rest[0]] = {
                name: {
                    "permutation": places,
                    "orientationDelta": turned if zero_based else [turned[p] for p in places],
                }
                for name, (places, turned) in held.items()
            }
    return data


ORBIT = ("orbitName", "numPieces", "numOrientations")


def of_orbit(orbit: dict[str, Any], rows: list[list[str]], zero_based: bool) -> tuple[Any, Any]:
    """Return the two rows of an orbit, from 0; the identity if they are left out."""
    size = orbit["numPieces"]
    places, turned = list(range(size)), [0] * size
    if [orbit["orbitName"]] in rows:
        at = rows.index([orbit["orbitName"]]) + 1
        numbers = [row for row in rows[at : at + 2] if row[0] == "?" or row[0].isdigit()]
        places = [int(word) - (not zero_based) for word in numbers[0]]
        if len(numbers) > 1:
            turned = [None if word == "?" else int(word) for word in numbers[1]]
    return places, turned


def named(number: int) -> str:
    """Return a name for a move that cubing.js reads: there are names in .tws files that it does not."""
    letters = ""
    while number or not letters:
        number, digit = divmod(number, 26)
        letters += chr(ord("A") + digit)
    return f"M_{letters}_"


def differences(path: Path) -> Iterator[str]:
    """Yield what differs between a file as read here, and as cubing.js has it."""
    data = definition_of(path)
    if data is None:
        return
    try:
        puzzle = read_puzzle(path.read_text("utf-8-sig"))
    except InputError as error:
        yield f"refused: {error.problem}"
        return
    names = {name: name for name in (*data["moves"], *data.get("derivedMoves", ()))}
    if path.suffix != ".json":
        names = {name: named(number) for number, name in enumerate(data["moves"])}
        data = {**data, "moves": {names[n]: move for n, move in data["moves"].items()}}
    rng = random.Random(path.name)
    words = [rng.choices([*names], k=12) for _ in range(0 if puzzle.requires else WORDS)]
    algs = [" ".join(names[name] for name in word) for word in words]
    (told,) = asked([{"definition": data, "moves": [*names.values()], "algs": algs}])
    for name, there in names.items():
        if not isinstance(told["moves"][there], dict):
            yield f"{name} is refused there: {told['moves'][there]}"
        elif not same_move(puzzle, name, told["moves"][there]):
            yield f"{name} is another move there"
    for word, pattern in zip(words, told["patterns"], strict=True):
        ours = puzzle.solved.apply(" ".join(word)).as_dict()
        if not same_pattern(puzzle, ours, pattern):
            yield f"{' '.join(word)} leads to another state there"


def same_move(puzzle: KPuzzle, name: str, data: dict[str, Any]) -> bool:
    """Return whether a move does what cubing.js says; orientations as far as they can be seen."""
    sources, deltas = puzzle.slot_move(puzzle.moves[name])
    for kind, row in zip(puzzle.kinds, puzzle.kind_rows, strict=True):
        theirs = data[kind.name]
        if [source - row.start for source in sources[row]] != theirs["permutation"]:
            return False
        turned = zip(deltas[row], theirs["orientationDelta"], puzzle.angles[row], strict=True)
        if any((a - b) % angles for a, b, angles in turned):
            return False
    return True


def same_pattern(puzzle: KPuzzle, ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    """Return whether two KPatterns are the same; cubing.js may leave an orientation negative."""
    for kind in puzzle.kinds:
        a, b = ours[kind.name], theirs[kind.name]
        moduli = [puzzle.modulus_of[kind.name, piece] for piece in a["pieces"]]
        turned = zip(a["orientation"], b["orientation"], moduli, strict=True)
        if a["pieces"] != b["pieces"] or any((x - y) % modulus for x, y, modulus in turned):
            return False
    return True


def main(folder: str) -> int:
    """Print a line for each file; return 1 if one of them differs."""
    failed = False
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix not in (".json", ".tws", ".def") or "node_modules" in path.parts:
            continue
        try:
            if definition_of(path) is None:
                continue
        except ValueError:  # JSON with comments, and the like
            continue
        found = list(differences(path))
        failed |= bool(found)
        print(path.relative_to(folder), *(found or ["is the same"]), sep="\n  ")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
