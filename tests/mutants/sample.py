"""Plants random faults that nobody chose, and asks the tests nearest to each: `make mutation`.

`cosmic-ray` makes those of Python, `universalmutator` those of C++. A place is drawn from all files, longer ones more
often, and one of the faults that are possible there. Faults that leave the syntax tree as it is without annotations
and docstrings are drawn again. The tests are those that `*.toml` name for the same file, and test files whose words,
the rare ones above all, are also in that file: first the nearest, and if it has not noticed, four more and those that
are named like the file. If they fail, the one that did is run without the fault, too.

A fault is *noticed*, it *survives*, or there was *no time*. `accepted.toml` has survivors that change nothing that
was promised, each with the reason; they do not count. Results are in `build/mutation`; a run that was
stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import math
import random
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import run

RESULTS = run.ROOT / "build" / "mutation"
SECONDS = 60  # of processor time, for the tests of a fault
NEAREST = (1, 5)  # test files, of which more are asked if the first has not noticed
FOLDERS = (
    "puzzle",
    "diagnosis",
    "formats",
    "models",
    "search",
    "work",
    "questions",
    "pictures",
    "cli",
    "server",
    "package",
)
KNOWN = 6  # tests that known faults of the file name
TOLD = re.compile(r"^(?:FAILED|ERROR) (\S+?::.+?)(?: - |$)", re.MULTILINE)


@cache
def words(path: Path) -> frozenset[str]:
    return frozenset(re.findall(r"[A-Za-z]\w{3,}", path.read_text("utf-8")))


def nearest(path: Path) -> Iterator[list[str]]:
    """Yield the tests to ask about a file: first the nearest, and then more, those named like the file among them."""
    places = ("native", "models", "search") if path.suffix != ".py" else FOLDERS
    tests = [p for name in places for p in (run.ROOT / "tests" / name).rglob("test_*.py")]
    often = Counter(word for test in tests for word in words(test))

    def near(test: Path) -> float:
        return sum(1 / often[word] for word in words(path) & words(test)) / math.sqrt(
            len(words(test))
        )

    named = (
        t
        for mutant in run.every()
        for change in mutant.changes
        if run.ROOT / change.file == path
        for t in mutant.tests
    )
    known = list(dict.fromkeys(test for test in named if not test.startswith("tests/web")))[:KNOWN]
    by_distance = sorted(tests, key=near, reverse=True)
    alike = [test for test in by_distance if test.stem.startswith(f"test_{path.stem}")]
    first, last = NEAREST
    for asked in (by_distance[:first], dict.fromkeys(alike + by_distance[first:last])):
        files = [str(test.relative_to(run.ROOT)) for test in asked]
        yield [test for test in known if test.partition("::")[0] not in files] + files
        known = []


def meaning(text: str) -> str:
    """Return the syntax tree of a module without annotations and docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if getattr(node, name, None) is not None:
                setattr(node, name, None if name == "returns" else ast.Constant(None))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None
    return ast.dump(tree)


def of_python(text: str, draw: random.Random) -> str:
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import MutationVisitor
    from cosmic_ray.plugins import get_operator, operator_names

    kinds = [kind for name in operator_names() if not (kind := get_operator(name)).arguments()]
    nodes = list(ast_nodes(get_ast(text)))
    places: dict[Any, list[tuple[Any, int]]] = {}
    for kind in kinds:
        found = (place for node in nodes for place in kind().mutation_positions(node))
        for number, place in enumerate(found):
            places.setdefault(place, []).append((kind, number))
    if not places:
        return text
    kind, number = draw.choice(places[draw.choice(sorted(places))])
    return str(MutationVisitor.mutate_code(text, kind(), number))


def of_cpp(text: str, draw: random.Random) -> str:
    from universalmutator.mutator import mutants_regexp

    lines = [line + "\n" for line in text.split("\n")]
    with contextlib.redirect_stdout(io.StringIO()):
        rules = ["universal.rules", "c_like.rules", "cpp.rules"]
        made = mutants_regexp(lines, rules, ignorePatterns=[], ignoreStringOnly=True)
    usual = [one for one in made if re.match(r"\s*[^\s/#*]", lines[one[0] - 1])]
    number = draw.choice(sorted({one[0] for one in usual}))
    lines[number - 1] = draw.choice([one[1] for one in usual if one[0] == number])
    return "".join(lines)[:-1]


def drawn(seed: int, number: int, native: bool) -> tuple[Path, str]:
    """Return the file of a fault, and its text with the fault."""
    draw = random.Random(f"{seed} {number} {native}")
    folders = ["native"] if native else ["cubecsp", "models", "search"]
    paths = sorted(
        path
        for name in folders
        for end in (".cpp", ".hpp", ".py")
        for path in (run.ROOT / name).rglob("*" + end)
    )
    while True:
        (path,) = draw.choices(paths, [path.stat().st_size for path in paths])
        text = path.read_text("utf-8")
        fault = (of_cpp if native else of_python)(text, draw)
        with contextlib.suppress(SyntaxError):
            if fault.split() != text.split() and (native or meaning(fault) != meaning(text)):
                return path, fault


def asked(shop: run.Workshop, path: Path, fault: str) -> dict[str, object]:
    """Return what the tests nearest to a file say of a fault in it."""
    name, before = str(path.relative_to(run.ROOT)), path.read_text("utf-8").split("\n")
    line = next(
        (n for n, (a, b) in enumerate(zip(before, fault.split("\n"), strict=False)) if a != b), 0
    )
    said: dict[str, object] = {
        "file": name,
        "line": line + 1,
        "old": before[line].strip(),
        "new": fault.split("\n")[line].strip(),
    }
    for tests in nearest(path):
        said |= verdict(shop, shop.tree / name, fault, tests)
        if said["outcome"] != "survives":
            break
    return said


def verdict(shop: run.Workshop, file: Path, fault: str, tests: list[str]) -> dict[str, object]:
    """Return what some tests say of a fault."""
    try:
        with shop.planted({file: fault}):
            code, output = shop.test(*tests, seconds=SECONDS)
    except run.MutantError:  # it can't be compiled
        return {"outcome": "noticed", "by": "the compiler", "tests": tests}
    told = TOLD.search(output)
    if code == 0:
        outcome = "survives"
    elif code is None or code < -8:  # a signal, of the limit or from outside
        outcome = "no time"
    elif told and run.noticed(shop.test(told[1], seconds=SECONDS)[0] or 0):
        outcome = "fails without"
    else:
        outcome = "noticed"
    return {"outcome": outcome, "by": told[1] if told else "", "tests": tests}


def main() -> int:
    """Try the faults that are left to try, and sum up."""
    parser = argparse.ArgumentParser(
        description="Plant random faults; the nearest tests have to notice."
    )
    for name, usual in (("--size", 60), ("--native", 8), ("--seed", 1)):
        parser.add_argument(name, type=int, default=usual)
    options = parser.parse_args()
    sys.path.append(str(RESULTS / "tools"))
    kept = RESULTS / f"seed-{options.seed}.jsonl"
    lines = kept.read_text("utf-8").splitlines() if kept.exists() else []
    done = {one["name"]: one for one in map(json.loads, lines)}
    names = [f"python-{n}" for n in range(options.size)] + [
        f"native-{n}" for n in range(options.native)
    ]
    shop = run.Workshop(RESULTS / f"seed-{options.seed}")
    if not {*names} <= {*done}:
        shop.prepare(build=options.native > 0)
    for name in names:
        if name not in done:
            kind, _, number = name.partition("-")
            done[name] = {
                "name": name,
                **asked(shop, *drawn(options.seed, int(number), kind == "native")),
            }
            with kept.open("a", encoding="utf-8") as file:
                print(json.dumps(done[name]), file=file)
            print(*(done[name][key] for key in ("name", "outcome", "file", "line")), flush=True)
    accepted = tomllib.loads((run.HERE / "accepted" / "random.toml").read_text("utf-8"))["accepted"]
    same = {(one["file"], one["old"], one["new"]) for one in accepted}
    left = [
        one
        for name, one in done.items()
        if name in names and (one["file"], one["old"], one["new"]) not in same
    ]
    for one in left:
        if one["outcome"] != "noticed":
            print(f"{one['outcome']}: {one['file']}:{one['line']}\n- {one['old']}\n+ {one['new']}")
    counts = Counter(one["outcome"] for one in left)
    print(
        f"{counts['noticed']} of {len(left)} noticed; not counted: {len(names) - len(left)} accepted"
    )
    return 0 if counts["noticed"] == len(left) else 1


if __name__ == "__main__":
    sys.exit(main())
