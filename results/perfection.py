"""The questions about the perfect scramble: all of them, the proof, conflicts, the nearest, who needs 20 turns."""

from __future__ import annotations

from collections.abc import Iterator

from kept import PublishedAnswer, Result
from lattice import REQUIREMENTS
from values_to_make import CUBECSP, Page, Wanted, counted

from cubecsp import Cube
from cubecsp.questions.answers.numbers_in_words import plural

_ALL_SIX = "perfect-scramble"
_MOVES = "U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'"

_NEAREST_TO = "python results/nearest.py"

_NEW = {
    "no-piece-home": "no piece is in its solved position",
    "junctions=face": "each of the 15 sets of four colours meets at a point of a face",
}
"""Further requirements, which no perfect scramble satisfies, in words."""

_NEAREST = (
    "no-touching=side",
    "no-touching=diagonal",
    "no-touching=across",
)
"""The requirements that may be broken so that a further one can hold."""


def _others(*dropped: str) -> str:
    return " ".join(rule for rule in REQUIREMENTS if rule not in dropped)


def _perfect() -> Page:
    command = f"{CUBECSP} perfect-scramble"
    return Page(
        "all perfect scrambles, and moves that make them",
        "Cubes that satisfy all six requirements, in the order of their classes, of which there is one. So "
        "all of them need as many turns as the one that is solved here.",
        (
            Wanted("how many there are", command),
            Wanted("how many classes", command, "classes"),
            Wanted("the cubes", command, "cubes.*.facelets"),
            Wanted("moves that make them", command, "cubes.*.generator"),
            Wanted(
                "turns of the shortest moves, proven",
                f'{CUBECSP} solve "{_MOVES}" --method optimal',
                "cubes.0.proven",
                (
                    PublishedAnswer(
                        "18",
                        "https://www.solutionslookingforproblems.com",
                        "found by Cube Explorer",
                    ),
                ),
            ),
        ),
    )


def _proof() -> Page:
    plain = "python results/certificate.py perfect-scramble"
    short = "python results/certificate.py --symmetry perfect-scramble"
    return Page(
        "the proof that there are no other perfect scrambles",
        "Certificates as `prove` writes them, checked by `verify`. The first is in results/certificate, except "
        "the proof in LRAT, which is the largest file. The hashes are SHA-256 of the files unpacked; other "
        "versions of CaDiCaL write other proofs.",
        tuple(
            Wanted(f"{asked}{how}", command, read)
            for command, how in ((plain, ""), (short, ", with symmetries"))
            for asked, read in (
                ("how many cubes", "count"),
                ("whether it is accepted", "accepted"),
                ("clauses of the proof", "clauses"),
                ("bytes of the proof in DRAT, packed", "bytes.drat"),
                ("bytes of the proof in LRAT, packed", "bytes.lrat"),
                ("hash of the formula", "sha256.formula"),
                ("hash of the proof in DRAT", "sha256.drat"),
            )
        ),
    )


def _conflicts() -> Page:
    return Page(
        "why no further requirement can be added to the six",
        "Minimal conflicts, and minimal choices of rules to drop, with a cube for each (in the same order), and with "
        "how many cubes that leaves. The invariants of the cube take part like rules: if the given cube is not "
        "solvable, an invariant has to be dropped besides.",
        tuple(_conflicts_wanted()),
    )


def _conflicts_wanted() -> Iterator[Wanted]:
    for rule, words in {**_NEW, " ".join(_NEW): "both of these are demanded"}.items():
        command = f"{CUBECSP} explain {_ALL_SIX} {rule}"
        yield Wanted(f"which rules conflict if {words}", command, "conflicts.*.rules")
        yield Wanted("which rules to drop", command, "corrections.*.rules")
        yield Wanted("a cube for each", command, "corrections.*.example")
        for dropped in _LEFT.get(rule, ()):
            yield counted(f"without {' and '.join(dropped)}", f"{_others(*dropped)} {rule}")
    yield Wanted(
        "each set of four colours meets at a point where four stickers meet, on a face or an edge of the cube",
        f"{CUBECSP} perfect-scramble --with junctions=anywhere",
    )


_LEFT = {
    "no-piece-home": (
        *((rule,) for rule in _NEAREST),
        ("every-colour", "at-most=2"),
        ("every-colour", "faces-differ"),
        ("at-most=2", "faces-differ"),
    ),
    "junctions=face": (
        ("every-colour",),
        ("at-most=2",),
        ("no-touching=diagonal",),
        ("faces-differ",),
    ),
}
"""The requirements that can be dropped so that a further one can hold, if the rest can be counted."""


def _nearest() -> Page:
    return Page(
        "the cubes nearest to a perfect scramble",
        "Cubes that break one requirement, in as few places as can be: pairs of stickers that touch, colours that a face "
        "lacks, stickers beyond the second of a colour, or pairs of faces with the same pattern.",
        tuple(_nearest_wanted()),
    )


def _nearest_wanted() -> Iterator[Wanted]:
    for rule in REQUIREMENTS:
        yield from _places(f"breaking {rule} alone", f"--without {rule}")
    for added, words in _NEW.items():
        for rule in _NEAREST:
            yield from _places(
                f"breaking {rule} so that {words}", f"--without {rule} --with {added}"
            )


def _places(question: str, options: str) -> Iterator[Wanted]:
    command = f"{_NEAREST_TO} {options}"
    yield Wanted(f"{question}: fewest places", command, "places")
    yield Wanted("how many such cubes", command)
    yield Wanted("such a cube", command, "facelets")
    yield Wanted("moves that make it", command, "generator")


_TOUCHING = "no-touching=side no-touching=diagonal no-touching=across"
_TWENTY = "BFBLURFBFUDUFRBDUDLURRFLLDRFBFLDRBFBUDUBLFDUDRULLBRRDL"

_SEARCHED = {
    "all cubes that satisfy the five other than every-colour": _others("every-colour"),
    "all cubes that satisfy the five other than at-most=2": _others("at-most=2"),
    "all cubes that satisfy the five other than no-touching=diagonal": (
        f"--max-nodes 100000000 {_others('no-touching=diagonal')}"
    ),
    "all cubes that satisfy the five other than faces-differ": _others("faces-differ"),
    "of the cubes that satisfy the five other than no-touching=side, one class in 1000": (
        f"--part 1/1000 {_others('no-touching=side')}"
    ),
    "of the cubes that satisfy the five other than no-touching=across, one class in 200": (
        f"--part 1/200 {_others('no-touching=across')}"
    ),
    **{
        f"all cubes on which no equal colours touch, and that satisfy {rule}": (
            f"--max-nodes 300000000 {_TOUCHING} {rule}"
        )
        for rule in ("every-colour", "at-most=2", "faces-differ")
    },
    "all cubes of symmetry T or more": "symmetric=T",
}
"""The sets of cubes that were searched for cubes that need 20 turns."""

_HARD = (
    "RBLLURDFBUDBBRFFUDRULLFRBDURFLLDRUBFDFBULDFBUDUFRBLLDR",
    "LBFDUDLFBULUFRBBLFDULLFRRDUBFRUDUFBRFRBBLFDRDLUDRBLUDR",
    "RBLLURDFDBUDFRBUDFRULLFRBDBRFLLDRUBUDUBBLFFDUFUFRBLLDR",
)
"""Those of them that satisfy at-most=2, for which two phases do not find the 19 turns."""

_LONGER = (
    "RBLLURFDFUFDLRBDFURBRLFDBULRLBUDULFBBFDDLBFRUFUDRBRLDU",
    "FLBBURRDFUFLBRBUDLULRBFDDRLRUFLDRFUBDUBFLRDUBUFLLBDDFR",
    "DBRDURLFFUUFLRFDBLBURDFFULBBDRBDULLFBFUBLRDDRDLLRBRUUF",
)
"""Those of the parts that take longer."""


def _twenty() -> Page:
    return Page(
        "cubes that need 20 turns, as near to a perfect scramble as can be",
        "Two phases look for 19 turns, for a cube of each class. Where they find them, the cube does not need 20; "
        "of the others, the optimal solver has proven those that are said to need 20.",
        tuple(_twenty_wanted()),
    )


def _twenty_wanted() -> Iterator[Wanted]:
    for asked, rules in _SEARCHED.items():
        command = f"python results/twenty.py {rules}"
        yield Wanted(f"{asked}: classes searched", command, "searched")
        yield Wanted("those for which 19 turns were not found", command, "left.*.facelets")
    yield Wanted(
        "turns of those of the parts, after a longer search",
        f"{CUBECSP} solve {' '.join(_LONGER)} --max-length 19 --max-nodes 300000000",
        "cubes.*.length",
    )
    yield Wanted(
        "turns that the three of these which satisfy at-most=2 need, proven",
        f"{CUBECSP} solve {' '.join(_HARD)} --method optimal --pruning-table large",
        "cubes.*.proven",
    )
    yield Wanted(
        "turns that a cube needs on which no two equal colours touch, proven",
        f"{CUBECSP} solve {_TWENTY} --method optimal",
        "cubes.0.proven",
    )
    yield Wanted(
        "moves that make it", f"{CUBECSP} solve {_TWENTY} --method optimal", "cubes.0.generator"
    )


PAGES = {
    "perfect-scramble": _perfect(),
    "proof": _proof(),
    "conflicts": _conflicts(),
    "nearest": _nearest(),
    "twenty": _twenty(),
}


def cube_to_draw(result: Result) -> str | None:
    """Return the cube to draw in space, for results that have one."""
    if result.name == "perfect-scramble":
        return str(result.values[2].answer[0])
    if result.name == "nearest":
        command = f"{_NEAREST_TO} --without no-touching=across --with no-piece-home"
        known = {value.command: value for value in result.values if value.read == "facelets"}
        return str(known[command].answer)
    return _TWENTY if result.name == "twenty" else None


def captioned(result: Result) -> list[tuple[str, tuple[str, ...]]]:
    """Return the cubes to draw for a result, each with its caption; none for most results."""
    if result.name == "nearest":
        return [*_captioned_nearest(result)]
    if result.name == "conflicts":
        return [*_captioned_conflicts(result)]
    return []


def _captioned_nearest(result: Result) -> Iterator[tuple[str, tuple[str, ...]]]:
    for value, number, cube in zip(*(result.values[n:] for n in range(3)), strict=False):
        if value.read == "places":
            what, _, added = value.asked.removesuffix(": fewest places").partition(" so that ")
            yield (
                cube.answer,
                (
                    f"{what}: {plural(value.answer, 'place')}",
                    f"{plural(number.answer, 'cube')}",
                    added,
                ),
            )


def _captioned_conflicts(result: Result) -> Iterator[tuple[str, tuple[str, ...]]]:
    for value, following in zip(result.values, result.values[1:], strict=False):
        if value.read == "corrections.*.rules":
            added = value.command.partition(f"{_ALL_SIX} ")[2]
            for rules, facelets in zip(value.answer, following.answer, strict=True):
                if not {*rules} & _NEW.keys():
                    real = Cube.from_facelets(facelets).is_reachable
                    how = () if real else ("it is not solvable",)
                    yield facelets, (added, f"without {' and '.join(rules)}", *how)
