"""Certificates that are damaged, by accident and by those who want to be believed.

`mutated` damages a folder in some way, chosen by chance. If a liar is at work, the manifest is made to fit
the files again. `still_proves`, which shares only the checker in Python with `verify`, returns whether an
accepted folder proves the former claim of the certificate.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

from cubecsp.models.proofs import lrat

MANIFEST, FORMULA, CUBES = "manifest.json", "formula.cnf.gz", "cubes.txt"
LRAT, DRAT, SYMMETRY = "proof.lrat.gz", "proof.drat.gz", "symmetry.json"
CPOG = "proof.cpog.gz"

Mutation = Callable[[Path, random.Random], None]


def content(folder: Path, name: str) -> bytes:
    data = (folder / name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


def put(folder: Path, name: str, data: bytes) -> None:
    (folder / name).write_bytes(gzip.compress(data, 1) if name.endswith(".gz") else data)


def lines_of(folder: Path, name: str) -> list[bytes]:
    return content(folder, name).splitlines(keepends=True)


def manifest_of(folder: Path) -> dict:
    return json.loads((folder / MANIFEST).read_text("utf-8"))


def put_manifest(folder: Path, manifest: dict) -> None:
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2), "utf-8")


def fit(folder: Path) -> None:
    """Make the manifest say what the files are now."""
    manifest = manifest_of(folder)
    for name in list(manifest["files"]):
        path = folder / name
        if path.is_file():
            data = path.read_bytes()
            sha = hashlib.sha256(data).hexdigest()
            manifest["files"][name] = {"bytes": len(data), "sha256": sha}
    put_manifest(folder, manifest)


def still_proves(folder: Path, original: Path) -> bool:
    """Return whether the certificate claims the same as before, of the same formula, and proves it."""
    now, before = manifest_of(folder), manifest_of(original)
    if any(now.get(key) != before[key] for key in ("rules", "size", "count", "claim", "symmetry")):
        return False
    if content(folder, FORMULA) != content(original, FORMULA):
        return False
    if sorted(lines_of(folder, CUBES)) != sorted(lines_of(original, CUBES)):
        return False
    checker = lrat.LratChecker(lines_of(folder, FORMULA))
    for line in lines_of(folder, LRAT):
        checker.check(line)
    return checker.proven


# ---------------------------------------------------------------- by accident


def _some_file(folder: Path, draw: random.Random) -> Path:
    return draw.choice(sorted(folder.iterdir()))


def flip_a_bit(folder: Path, draw: random.Random) -> None:
    path = draw.choice(sorted(p for p in folder.iterdir() if p.name != MANIFEST))
    data = bytearray(path.read_bytes())
    if data:
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    path.write_bytes(data or b"\n")


def cut_off(folder: Path, draw: random.Random) -> None:
    path = _some_file(folder, draw)
    data = path.read_bytes()
    path.write_bytes(data[: draw.randrange(len(data))] if data else b"\n")


def lose_a_file(folder: Path, draw: random.Random) -> None:
    (_some_file(folder, draw)).unlink()


def swap_files(folder: Path, draw: random.Random) -> None:
    one, other = draw.sample(sorted(p for p in folder.iterdir() if p.name != "rejected.txt"), 2)
    a, b = one.read_bytes(), other.read_bytes()
    one.write_bytes(b)
    other.write_bytes(a)


# ---------------------------------------------------------------- on purpose


def edit_lines(name: str) -> Mutation:
    def edit(folder: Path, draw: random.Random) -> None:
        lines = lines_of(folder, name)
        if not lines:
            put(folder, name, b"1 0\n")
            return
        i, j = draw.randrange(len(lines)), draw.randrange(len(lines))
        match draw.randrange(6):
            case 0:
                del lines[i]
            case 1:
                lines.insert(j, lines[i])
            case 2:
                lines[i], lines[j] = lines[j], lines[i]
            case 3:
                lines = lines[:i]
            case 4:
                lines[i] = lines[i][: draw.randrange(len(lines[i]))] + b"\n"
            case _:
                words = lines[i].split()
                at = draw.randrange(len(words))
                words[at] = draw.choice([b"0", b"d", b"-" + words[at], words[at] + b"1", b"7"])
                lines[i] = b" ".join(words) + b"\n"
        put(folder, name, b"".join(lines))

    return edit


def _formula_with(folder: Path, clauses: list[bytes]) -> None:
    head = lines_of(folder, FORMULA)[0].split()
    put(folder, FORMULA, b"p cnf %s %d\n%s" % (head[2], len(clauses), b"".join(clauses)))


def add_or_drop_a_clause(folder: Path, draw: random.Random) -> None:
    """The formula stays well formed, and the manifest may state its number of clauses."""
    clauses = lines_of(folder, FORMULA)[1:]
    kinds = manifest_of(folder)["formula"]["clauses"]
    i = draw.choice([draw.randrange(len(clauses)), len(clauses) - 1])
    kind, by = draw.choice(list(kinds)), -1
    if draw.random() < 0.5:
        del clauses[i]
    else:
        by = 1
        clauses.insert(i, draw.choice([*clauses[-1:], b"-2 0\n", b"2 3 0\n", clauses[i]]))
    _formula_with(folder, clauses)
    if draw.random() < 0.5:
        manifest = manifest_of(folder)
        manifest["formula"]["clauses"][kind] += by
        put_manifest(folder, manifest)


def lie_about_cubes(folder: Path, draw: random.Random) -> None:
    """A cube too many or too few in the list, with the count and the claim that go with it."""
    lines = lines_of(folder, CUBES)
    manifest = manifest_of(folder)
    size = manifest["size"]
    from cubecsp import cube_class

    other = cube_class(size).random(seed=draw.getrandbits(32)).facelets.encode() + b"\n"
    match draw.randrange(5) if lines else 1:
        case 0:
            del lines[draw.randrange(len(lines))]
        case 1:
            lines.insert(draw.randrange(len(lines) + 1), other)
        case 2:
            lines[draw.randrange(len(lines))] = other
        case 3:
            lines.append(lines[0])
        case _:
            letters = bytearray(lines[0])
            i, j = draw.sample(range(len(letters) - 1), 2)
            letters[i], letters[j] = letters[j], letters[i]
            lines[0] = bytes(letters)
    put(folder, CUBES, b"".join(lines))
    if draw.random() < 0.8:
        old, new = manifest["count"], len(lines)
        manifest["count"] = new
        manifest["claim"] = manifest["claim"].replace(f"{old} cube", f"{new} cube")
        put_manifest(folder, manifest)
        if new < old and draw.random() < 0.5:
            _formula_with(folder, lines_of(folder, FORMULA)[1:-1])


def lie_in_the_manifest(folder: Path, draw: random.Random) -> None:
    manifest = manifest_of(folder)
    key = draw.choice([key for key in manifest if key not in ("files", "versions")])
    value = manifest[key]
    if key == "rules":
        manifest[key] = draw.choice(
            [value[:-1], [*value, "no-piece-home"], ["at-most=3"], value * 2]
        )
    elif isinstance(value, bool):
        manifest[key] = draw.choice([not value, int(value), None])
    elif isinstance(value, int):
        manifest[key] = draw.choice(
            [value + 1, value - 1, str(value), float(value), True, None, [value]]
        )
    elif isinstance(value, str):
        manifest[key] = draw.choice([value + " ", value[1:], None, [value]])
    elif isinstance(value, list):
        manifest[key] = draw.choice([[*value, "solved=all"], None, {}, "x"])
    elif key == "formula":
        value["clauses"][draw.choice(list(value["clauses"]))] += draw.choice([1, -1])
    else:
        value["clauses"] += draw.choice([1, -1])
    put_manifest(folder, manifest)


def lie_about_symmetry(folder: Path, draw: random.Random) -> None:
    if not (folder / SYMMETRY).is_file():
        put(folder, SYMMETRY, b'{"symmetries": {}, "orbits": []}')
        manifest = manifest_of(folder)
        manifest["files"][SYMMETRY] = {}
        manifest["symmetry"] = draw.random() < 0.8
        put_manifest(folder, manifest)
        return
    data = json.loads(content(folder, SYMMETRY))
    number = draw.choice(list(data["symmetries"]))
    orbit = draw.choice(data["orbits"])
    match draw.randrange(6):
        case 0:
            images = data["symmetries"][number]
            one, other = draw.sample(list(images), 2)
            images[one], images[other] = images[other], images[one]
        case 1:
            del data["symmetries"][number]
        case 2:
            draw.shuffle(data["orbits"])
        case 3:
            orbit["representative"] = int(draw.choice(list(orbit["taken_by"])))
        case 4:
            orbit["taken_by"].pop(draw.choice(list(orbit["taken_by"])))
        case _:
            orbit["taken_by"][draw.choice(list(orbit["taken_by"]))] = draw.randrange(48)
    put(folder, SYMMETRY, json.dumps(data).encode())


ACCIDENTS: list[Mutation] = [flip_a_bit, cut_off, lose_a_file, swap_files]
LIES: list[Mutation] = [
    *map(edit_lines, (LRAT, DRAT, FORMULA, CUBES, "variables.txt")),
    edit_lines(LRAT),
    add_or_drop_a_clause,
    lie_about_cubes,
    lie_in_the_manifest,
    lie_about_symmetry,
]


def mutated(original: Path, folder: Path, draw: random.Random) -> str:
    """Make a damaged copy of a certificate, and return what was done."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(original, folder)
    mutation = draw.choice(ACCIDENTS if draw.random() < 0.2 else LIES)
    mutation(folder, draw)
    if mutation in LIES:
        fit(folder)
    return getattr(mutation, "__name__", str(mutation))


def of_other_rules(original: Path, other: Path, folder: Path) -> None:
    """Make the certificate of one question out of the formula and proof of another."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(original, folder)
    for name in (FORMULA, LRAT, DRAT, "variables.txt"):
        shutil.copy(other / name, folder / name)
    manifest = manifest_of(folder)
    theirs = manifest_of(other)
    manifest |= {key: theirs[key] for key in ("formula", "proof")}
    put_manifest(folder, manifest)
    fit(folder)
