"""Makes the files of results/ again: `python results/make.py [NAME…] [--keep] [--seconds S]`.

With `--check`, nothing is written: each command is run again, except for those that take long (`--all` runs these, too), and
its answer is compared with the kept one. The exit code is 1 if a value differs, or gets no answer.

Each value is the answer of the command beside it here. If a count would take too long, an estimate
takes its place; the next run counts exactly if that has become possible.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

import group
import perfection
import sizes
from kept import (
    FOLDER,
    PublishedAnswer,
    Result,
    Telling,
    Value,
    answered,
    check,
    results,
    run_command,
)
from lattice import REQUIREMENTS, drawing, subsets
from sheet import sheet
from values_to_make import CUBECSP, Page, Wanted, counted

from cubecsp import picture
from cubecsp.errors import CubecspError
from cubecsp.files import write_whole
from cubecsp.questions.answers.answer import versions
from cubecsp.questions.answers.numbers_in_words import plural

_ALL = '"any(solved=all, not solved=all)"'
_SIDE = "no-touching=side"
_FACES = "how-many(f in faces: colours({{f}})==1){}"
_SAMPLES = 1_000_000
_GOOD = 1.5  # times its lower end is the upper end of a good interval
_SECONDS = 300  # for a count, before an estimate takes its place


def _requirements() -> Page:
    values = []
    for rules in subsets():
        words = " ".join(rule for rule in REQUIREMENTS if rule in rules)
        count = f"{CUBECSP} count {words or _ALL}"
        estimate = f"{count} --estimate"
        trials = f"{estimate} --method hit-or-miss"
        many = f"{estimate} --method rejection --samples {_SAMPLES}"
        others = (estimate, trials, f"{trials} --samples {_SAMPLES}", many)
        values.append(Wanted(words or "no requirement", count, otherwise=others))
    return Page(
        "how many cubes satisfy which of the six requirements of the perfect scramble",
        "All 64 choices among the six requirements. Those that can be counted are exact; the others "
        "are estimates from random cubes, with intervals that have the true number in them with 95 % "
        "confidence, or, where no random cube was a hit, upper bounds with that confidence. More "
        "requirements never leave more cubes.",
        tuple(values),
    )


PAGES = {
    **perfection.PAGES,
    **sizes.PAGES,
    **group.PAGES,
    "requirements": _requirements(),
    "side-by-side": Page(
        "how many cubes have no two equal colours side by side",
        "Asked on Mathematics Stack Exchange in 2013, and answered by samples since. The number is exact, "
        "and derived twice, by programs that have no line in common: one places all corners and counts "
        "the edges by permanents; the other places four corners that are no neighbours, and fills in the "
        "rest in another order, with its own geometry. Samples are the third witness.",
        (
            counted(
                "no two equal colours side by side: walking over the corners",
                _SIDE,
                PublishedAnswer(
                    "2.24e14 and 2.41e14",
                    "https://math.stackexchange.com/questions/828639",
                    "two samples, from 2013 on",
                ),
                PublishedAnswer(
                    "about 4 in a million cubes",
                    "https://puzzling.stackexchange.com/questions/118824/combinations-of-a-rubiks-cube",
                    "(17/24)^36, as if pairs were independent; it is 5.414 in a million",
                ),
                PublishedAnswer(
                    "2.3 in a million cubes",
                    "https://math.stackexchange.com/questions/2655576",
                    "a product of chances, too",
                ),
            ),
            Wanted(
                "the same by the second derivation",
                "python results/two_tetrahedra.py",
            ),
            Wanted(
                "the same by random placements of the corners",
                f"{CUBECSP} count {_SIDE} --estimate",
            ),
            Wanted(
                "the same by random cubes",
                f"{CUBECSP} count {_SIDE} --estimate --method rejection --samples 2000000",
            ),
            counted("nor diagonally", f"{_SIDE} no-touching=diagonal"),
        ),
    ),
    "one-coloured-faces": Page(
        "how many cubes have how many faces of one colour",
        "Asked on MathOverflow in 2012 (<https://mathoverflow.net/questions/116841>). By inclusion and exclusion over the "
        "64 sets of faces, which are 10 up to symmetry; the last line is the sum of the six above it. A test "
        "derives the same numbers by hand.",
        (
            *(
                counted(
                    f"exactly {number} of the six faces",
                    f'"{_FACES.format(f"=={number}")}"',
                )
                for number in range(1, 7)
            ),
            counted(
                "at least one face",
                '"any(f in faces: colours({f})==1)"',
                PublishedAnswer(
                    "a sum that begins in the same way",
                    "https://gist.github.com/pochmann/21408b91d0876c5e5828",
                    "by Stefan Pochmann, in 2014",
                ),
            ),
        ),
    ),
    "2x2x2": Page(
        "values of the 2×2×2 beside those of others",
        "The cube is oriented so that the piece in DBL is solved. All numbers come from checking every cube.",
        (
            counted(
                "how many cubes there are",
                f"{_ALL} --size 2",
                PublishedAnswer("3,674,160", "https://en.wikipedia.org/wiki/Pocket_Cube"),
            ),
            Wanted(
                "how many symmetry classes they form",
                f"{CUBECSP} count {_ALL} --size 2 --classes",
                "classes",
                (
                    PublishedAnswer(
                        "77,802",
                        "http://forum.cubeman.org/?q=archive%2F2007%2F03%2F17",
                        "found by Jerry Bryan",
                    ),
                ),
            ),
            Wanted(
                "cubes at 0, 1, 2 … turns from solved",
                "python results/distances.py 2 htm",
                "positions",
                (PublishedAnswer("the same", "https://oeis.org/A079761"),),
            ),
            Wanted(
                "the same in quarter turns",
                "python results/distances.py 2 qtm",
                "positions",
                (PublishedAnswer("the same", "https://oeis.org/A079762"),),
            ),
            counted(
                "no two equal colours side by side",
                f"{_SIDE} --size 2",
                PublishedAnswer("326,188", "a book", "that is wrong: there are only these 155,414"),
            ),
            counted("four colours on every face", "at-most=1 --size 2"),
            counted(
                "a second piece is solved, besides the one in DBL",
                '"any(solved=UFL, solved=URF, solved=UBR, solved=ULB, solved=DFR, solved=DLF, solved=DRB)"'
                " --size 2",
                PublishedAnswer(
                    "1,041,510",
                    "https://www.speedsolving.com/threads/2x2x2-scramble-math-question.19383/",
                    "which another there did not believe; it is right",
                ),
            ),
        ),
    ),
    "small-puzzles": Page(
        "how many states of small puzzles are how many moves from solved",
        "All states, visited breadth-first; the last number is that of the states farthest from solved. Those of the 2×2×2 are "
        "above.",
        tuple(
            Wanted(
                f"{asked}: states at 0, 1, 2 … moves from solved",
                f"{CUBECSP} count --puzzle {options} --depths",
                "depths",
                (PublishedAnswer(*published),),
            )
            for asked, options, *published in (
                (
                    "pyraminx without its tips",
                    'pyraminx --turns "<U,L,R,B>"',
                    *("the same", "https://www.jaapsch.net/puzzles/pyraminx.htm"),
                ),
                (
                    "pyraminx",
                    "pyraminx --max-nodes 80000000",
                    *(
                        "75,582,720 in all, 15 moves at most",
                        "https://www.jaapsch.net/puzzles/pyraminx.htm",
                    ),
                ),
                ("skewb", "skewb", "the same", "https://oeis.org/A079745"),
                (
                    "baby FTO",
                    "baby_fto",
                    *("138,240 in all", "https://www.jaapsch.net/puzzles/skewbdia.htm"),
                ),
            )
        ),
    ),
    "3x3x3": Page(
        "values of the 3×3×3 beside those of others",
        "Numbers of cubes that others have published, asked again.",
        (
            counted(
                "how many cubes there are",
                _ALL,
                PublishedAnswer(
                    "43,252,003,274,489,856,000",
                    "https://math.stackexchange.com/questions/1123838/order-of-the-rubiks-cube-group",
                    "as 2^27·3^14·5^3·7^2·11",
                ),
            ),
            Wanted(
                "cubes at 0, 1, 2 … 5 turns from solved",
                "python results/distances.py 3 htm",
                "positions",
                (
                    PublishedAnswer(
                        "1, 18, 243, 3,240, 43,239, 574,908",
                        "https://www.cube20.org",
                        "also the differences of https://oeis.org/A080583",
                    ),
                ),
            ),
            counted(
                "no piece is in its solved position, however turned",
                "no-piece-home",
                PublishedAnswer(
                    "1/e for the corners, 1/e for the edges",
                    "https://cube.garron.us/BLD/probabilities.htm",
                    "together 13.53 in a hundred cubes, which it is",
                ),
            ),
            counted("unchanged by all 48 symmetries", "symmetric=Oh"),
            counted("chessboards on all faces", "face=*:ABA/BAB/ABA"),
            counted("corners solved", "solved=corners"),
            counted("edges solved", "solved=edges"),
            Wanted(
                "so many stickers determine a cube, and never fewer",
                f"{CUBECSP} complete \"R U R' U'\" --fewest",
                "size",
            ),
        ),
    ),
}


def made(name: str, seconds: int, previous: Mapping[str, Value]) -> Iterator[Result]:
    """Yield a result as it is made again, value by value, except for values to keep.

    Old values stay until they are asked for again.
    """
    page = PAGES[name]
    once = cache(run_command)
    values: list[Value] = []
    before = {value.asked: value for value in results()[name].values} if name in results() else {}
    for needed in page.wanted:
        known = previous.get(f"{needed.command} {needed.read}")
        value = _answered(needed, seconds, once) if known is None else known
        told_of = {"asked": needed.asked, "published": needed.published}
        values.append(replace(value, **told_of, of_many=needed.of_many))
        print(f"{value.seconds:8.2f} s  {value.asked}: {value.written()}", flush=True)
        before.pop(needed.asked, None)
        every = (*values, *before.values())
        yield Result(name, page.title, page.about, every, versions())


def _answered(value: Wanted, seconds: int, telling: Telling) -> Value:
    """Return the answer, or an estimate if it takes too long."""
    if not value.otherwise:
        return answered(value.asked, value.command, value.read, telling)
    try:
        limited = f"{value.command} --time-limit {seconds}"
        found = answered(value.asked, limited, value.read, telling)
        return replace(found, command=value.command)
    except CubecspError:
        estimates = []
    for command in value.otherwise:
        with contextlib.suppress(CubecspError):
            estimates.append(answered(value.asked, command, value.read, telling))
            if _spread(estimates[-1]) < _GOOD:
                break
    best = min(estimates, key=_spread)
    return replace(best, exact_in=_predicted(value.command, telling))


def _predicted(command: str, telling: Telling) -> float:
    """Return about how many seconds of processor time an exact count takes, from the first second of it."""
    key = "predicted_seconds"
    plan, _ = telling(f"{command} --explain --threads 1")
    return round(min((way[key] for way in plan["ways"] if way[key]), default=0.0), 1)


def _spread(value: Value) -> float:
    """Return how wide the interval of an estimate is, beside its lower end."""
    assert value.interval is not None
    least, most = value.interval
    return most / least if least else most * 1e30


def exact_ones() -> dict[str, Value]:
    """Return the values that are exact already, from all results."""
    known = [value for result in results().values() for value in result.values]
    return {f"{one.command} {one.read}": one for one in known if one.known == "exact"}


def write(result: Result) -> None:
    """Write the file of a result."""
    text = json.dumps(result.as_dict(), indent=1, ensure_ascii=False)
    write_whole(FOLDER / f"{result.name}.json", text + "\n")


def draw(result: Result) -> None:
    """Write the pictures that belong to a result."""
    for name, drawn in pictures(result):
        write_whole(FOLDER / f"{name}.svg", drawn)


def pictures(result: Result) -> Iterator[tuple[str, str]]:
    """Yield the names of the pictures that belong to a result, and their contents."""
    if result.name == "requirements":
        yield result.name, drawing(result)
    if result.name == "perfect-scramble":
        cubes = result.values[2].answer
        yield result.name, picture(cubes[0]).svg()
        yield f"{result.name}-all", sheet("the 48 perfect scrambles", [(c, ()) for c in cubes], 8)
    if cube := perfection.cube_to_draw(result):
        yield f"{result.name}-cube", picture(cube, view="cube", back="beside").svg()
    if captioned := perfection.captioned(result):
        yield result.name, sheet(result.title, captioned, 3, 14)
    if result.name == "perfect-sizes":
        yield result.name, sheet(result.title, sizes.captioned(result), 4, 28)


def compared(chosen: Sequence[Result], *, everything: bool) -> bool:
    """Print how the values of some results compare with the present answers, and return whether all agree."""
    agree = True
    for value, same, now in check(chosen, everything=everything):
        agree &= same
        print("agrees " if same else "DIFFERS", f"{value.asked}: {now}", flush=True)
        if not same:
            print(f"        kept: {value.written()}; {value.command}", flush=True)
    return agree


def main() -> None:
    """Make the results that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a result")
    parser.add_argument(
        "--keep", action="store_true", help="do not ask again what is exact already"
    )
    parser.add_argument(
        "--seconds",
        type=int,
        default=_SECONDS,
        help="for a count, before an estimate is asked for",
    )
    parser.add_argument(
        "--check", action="store_true", help="compare with what is kept, and write nothing"
    )
    parser.add_argument("--all", action="store_true", help="with --check: also what takes long")
    args = parser.parse_args()
    for name in args.names:
        if name not in PAGES:
            parser.error(f"unknown result {name!r}; there are {', '.join(PAGES)}")
    if args.check:
        kept = results()
        sys.exit(not compared([kept[name] for name in args.names or kept], everything=args.all))
    for name in args.names or PAGES:
        print(f"{name}: {plural(len(PAGES[name].wanted), 'value')}")
        for result in made(name, args.seconds, exact_ones() if args.keep else {}):
            write(result)  # finished values are kept, whatever ends this
        draw(result)


if __name__ == "__main__":
    main()
