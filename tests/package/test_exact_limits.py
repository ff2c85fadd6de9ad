"""Limits that people meet: what is exactly as large is taken, one more is refused, and the refusal names the limit.

The numbers are written here once more, since pages and messages promise them. Limits that only something huge
reaches are lowered to what something small needs.
"""

from __future__ import annotations

import json
import math

import pytest
from processor_time import limited

from cubecsp import Moves
from cubecsp.errors import InputError, LimitError
from cubecsp.formats import read
from cubecsp.models.core.compose import AllOf
from cubecsp.models.language import grammar  # noqa: F401  # would take a lowered limit for its own, imported later
from cubecsp.models.language.files import read_about
from cubecsp.models.language.pattern_text import parse_pattern, parse_rules
from cubecsp.models.programs.read_program import read_program
from cubecsp.models.proofs.data import plain_data
from cubecsp.models.repair.confusion import read_confusion
from cubecsp.models.rules.at_least import at_least
from cubecsp.models.rules.at_most import AtMost
from cubecsp.models.rules.comparisons import CountOf
from cubecsp.models.rules.order import Order
from cubecsp.puzzle import read_puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.moves import parse_moves
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle
from cubecsp.puzzle.definitions.puzzle_data import as_data
from cubecsp.puzzle.states.space import Space
from cubecsp.questions.finding.objectives import objective_of
from cubecsp.search import pocket
from cubecsp.search.named_moves import named_moves

pytestmark = pytest.mark.quick


def ring(*cycles: int, sizes: tuple[int, ...] = (), turns: int = 1, **further: object) -> str:
    """Return a definition whose move R takes pieces round in cycles of these lengths, in orbits of these sizes."""
    sizes = sizes or (sum(cycles),)
    orbits, held, moved = [], {}, {}
    for number, size in enumerate(sizes):
        name, permutation = f"A{number}", []
        for cycle in cycles if not number else ():
            first = len(permutation)
            permutation += [*range(first + 1, first + cycle), first]
        permutation += range(len(permutation), size)
        orbits.append({"orbitName": name, "numPieces": size, "numOrientations": turns})
        held[name] = {"pieces": [*range(size)], "orientation": [0] * size}
        moved[name] = {"permutation": permutation, "orientationDelta": [0] * size}
    data = {"name": "ring", "orbits": orbits, "defaultPattern": held, "moves": {"R": moved}}
    return json.dumps({**data, **further})


def shuffled_by_rotations(pieces: int) -> str:
    """Return a definition whose moves, named like rotations, make all permutations of some pieces."""
    data = json.loads(ring(pieces))
    around = data["moves"].pop("R")
    swap = {"A0": {**around["A0"], "permutation": [1, 0, *range(2, pieces)]}}
    return json.dumps({**data, "moves": {"x": around, "y": swap, "R": swap}})


def nested(depth: int) -> None:
    """Read a rule that holds others, so many deep."""
    text = "U1==R"
    for number in range(depth):
        text = f"{('any', 'all')[number % 2]}(U2==F, {text})"
    parse_rules(text)


def counted(depth: int) -> None:
    """Read a sum of rules that are sums of rules, so many deep."""
    text = "U1==R"
    for _ in range(depth):
        text = f"how-many({text})+count(U, R)>=2"
    with limited(20):  # each level once took twice as long as the one in it
        parse_rules(text)


def alike(count: int) -> None:
    """Count so many rules with the same meaning, each wrapped up once more than the last but one."""
    one, two = AtMost(2), Order(2)
    rules = [AllOf([one, two]), AllOf([two, one])]
    while len(rules) < count:
        rules.append(AllOf([rules[-2]]))
    list(at_least(2, *rules).primitives())


def aiming(extent: int) -> None:
    """State an objective that can reach so much: each count is one of 9 stickers."""
    counts = [f"count({face}, {colour})" for face in "UR" for colour in "URFDLB"]
    last, rest = divmod(extent - 11 * 99 * 9, 9)
    terms = [*(f"99*{each}" for each in counts[:11]), f"{last}*{counts[11]}"] + rest * [
        "how-many(every-colour)"
    ]
    objective_of("+".join(terms)).require(CUBE)


LIMITS = {
    "groups in groups": (
        lambda n: Moves("(" * n + "R" + ")" * n), 100, "nested more than 100 deep"),
    "pieces of an orbit": (
        lambda n: read_puzzle(ring(2, sizes=(n,))), 10_000, "orbits[0].numPieces is 10001"),
    "pieces of all orbits": (
        lambda n: read_puzzle(ring(2, sizes=(4_000, n - 4_000))), 10_000, "more than 10,000 pieces in all"),
    "pieces of a file for twsearch": (
        lambda n: read_puzzle(f"Set A {n - 3} 1\nSet B 3 1\nSolved\nEnd\nMove R\nB\n2 3 1\nEnd\n"),
        10_000, "'3' is not a number in range; write one from 1 to 2"),
    "ways to turn a piece": (
        lambda n: read_puzzle(ring(2, turns=n)), 255, "orbits[0].numOrientations is 256"),
    "powers of a move": (
        # 8 and 125 have the order 1000; 7, 11 and 13 have 1001
        lambda n: read_puzzle(ring(*{1000: (8, 125), 1001: (7, 11, 13)}[n])).with_powers(),
        1_000, "the move R of ring has 1,001 powers, more than the limit of 1000"),
    "moves of a conjugate": (
        lambda n: parse_moves(f"[R: (U){n - 2}]", 500), 500, "has more than 500 moves"),
    "size of a link's cube": (
        lambda n: read(f"https://alpha.twizzle.net/edit/?puzzle={n}x{n}x{n}&setup-alg=U"),
        50, "a link to the puzzle '51x51x51'"),
    "moves to choose from": (
        lambda n: named_moves({f"m{i}": "R" for i in range(n)}), 255, "256 moves to choose from"),
    "positions of a pocket cube": (pocket.unrank, 3_674_159, "position 3674160 is not in 0 to 3674159"),
    "at-most": (AtMost, 999, "at-most=1000: expected an integer from 0 to 999"),
    "order": (Order, 1260, "order=1261: expected an integer from 1 to 1260"),
    "a count": (
        lambda n: CountOf(["U"], "R", "<=", n), 9_999, "count(…)<=10000: expected an integer from 0 to 9999"),
    "a count in a sum": (
        lambda n: parse_rules(f"count(U, R)+count(F, R)<=9000+{n - 9_000}"), 9_999, "10000 is too large"),
    "times a count": (
        lambda n: parse_rules(f"{n}*count(U, R)<=count(F, R)"), 99, "a count is multiplied by 100"),
    "what an objective can reach": (aiming, 9_999, "the objective can exceed 10000; the limit is 9999"),
    "rules in rules": (nested, 40, "rules are nested 41 deep"),
    "rules in numbers": (counted, 40, "rules are nested 41 deep"),
    "letters of a rule": (
        lambda n: parse_rules("U1==R".ljust(n)), 100_000, "a rule text of 100,001 characters"),
    "brackets of a program": (
        lambda n: read_program(f"a({'(' * (n - 1)}1{')' * (n - 1)}).", "mine.lp"), 1_000, "more than 1,000 deep"),
    "lists in a certificate": (
        lambda n: plain_data("[" * (n + 1) + "]" * (n + 1)), 8, "nested too deeply"),
    "digits in a certificate": (
        lambda n: plain_data("9" * n), 40, "is not an integer"),
}  # fmt: skip


@pytest.mark.ordinary(12)
@pytest.mark.parametrize(("make", "most", "words"), LIMITS.values(), ids=LIMITS)
def test_as_much_as_the_limit_is_taken_and_one_more_refused(make, most, words):
    make(most)
    with pytest.raises((InputError, LimitError, ValueError)) as refused:
        make(most + 1)
    assert words in str(refused.value)


NEVER_FIRST = {"R": [{"orbitName": "A0", "slots": [0], "holdsNot": [1, 2]}]}
BLOCKED = ring(3, requires=NEVER_FIRST)

# The lowered limit, a question that reaches it, the amount, and the message if that is too much.
LOWERED = {
    "pieces and moves": (
        "cubecsp.puzzle.kpuzzle.kpuzzle.MOST_ENTRIES",
        lambda: read_puzzle(ring(3, turns=4)), 12, "12 oriented pieces and 1 moves"),
    "characters of a definition": (
        "cubecsp.puzzle.definitions.puzzle_data.MOST_CHARACTERS",
        lambda: as_data(read_puzzle(BLOCKED)), len(as_kpuzzle(read_puzzle(BLOCKED))), "has {} characters as a KPuzzle"),
    "pieces that block moves": (
        "cubecsp.puzzle.kpuzzle.requirements.MOST_BLOCKS",
        lambda: read_puzzle(BLOCKED), 2, "more than 1 oriented pieces"),
    "what blocks a sequence": (
        "cubecsp.puzzle.kpuzzle.move_puzzle._MOST_WEIGHT",  # 2 for each R
        lambda: read_puzzle(ring(3, requires=NEVER_FIRST, derivedMoves={"S": "R R"})), 4, "a sequence of 2 moves is too long"),
    "what blocks powers": (
        "cubecsp.puzzle.kpuzzle.move_puzzle._MOST_WEIGHT",  # 2 for R and R', 4 for R2 and R2'
        lambda: read_puzzle(BLOCKED).with_powers(), 12, "too many conditions block the powers of the move R of ring"),
    "powers in a file for twsearch": (
        "cubecsp.puzzle.definitions.tws.MOST_POWERS",  # the move, that and two powers of it, and none
        lambda: read_puzzle("Set A 3 1\nSolved\nEnd\nMove R\nA\n2 3 1\nEnd\nIllegal A 1 2\n"), 4, "more than 3 powers"),
    "slots and pieces of a search": (
        "cubecsp.puzzle.states.columns._MOST_CELLS",
        lambda: Space(read_puzzle(ring(3, turns=4)), read_puzzle(ring(3, turns=4)).moves), 36, "3 slots and 12 oriented pieces"),
    "rules with the same meaning": (
        "cubecsp.models.rules.at_least._MOST_ALIKE",
        lambda: alike(6), 6, "counts 6 rules with the same meaning"),
    "rules of a rule": (
        "cubecsp.models.core.composite.MAX_PARTS",
        lambda: parse_rules("any(U1==R, U2==R, U3==R)"), 4, "a rule made of 4 rules"),
    "rules of a number": (
        "cubecsp.models.core.composite.MAX_PARTS",
        lambda: parse_rules("how-many(any(U1==R, U2==R))+how-many(U3==R)>=count(U, F)"), 5, "a rule made of 5 rules"),
    "ways to hold a rule": (
        "cubecsp.models.core.composite.MAX_PARTS",
        lambda: parse_rules("some-orientation(U1==R)"), 25, "a rule made of 25 rules"),
    "ways to hold and mirror a rule": (
        "cubecsp.models.core.composite.MAX_PARTS",
        lambda: parse_rules("every-symmetry(U1==R)"), 49, "a rule made of 49 rules"),
    "relations in all ways to hold": (
        "cubecsp.models.rules.whole_orientation._MAX_MOVED",
        lambda: list(parse_rules("some-orientation(U1==R)")[0].primitives_on(CUBE)), 24, "expands to {} rows and relations"),
    "values of names": (
        "cubecsp.models.language.scope._MOST_VALUES",
        lambda: parse_rules("any(n in 1..4, m in 1..3, n == 1, m == 1: count(U, R)=={n})"), 12, "the limit is 11"),
}  # fmt: skip


@pytest.mark.parametrize(("limit", "make", "needed", "words"), LOWERED.values(), ids=LOWERED)
def test_what_is_exactly_as_large_as_a_limit_is_taken(limit, make, needed, words, monkeypatch):
    monkeypatch.setattr(limit, needed)
    make()
    monkeypatch.setattr(limit, needed - 1)
    with pytest.raises((InputError, LimitError)) as refused:
        make()
    assert words.format(needed) in str(refused.value)


def test_rotations_make_as_many_states_as_those_of_a_solid_at_most():
    assert len(read_puzzle(shuffled_by_rotations(5)).rotations) == math.factorial(5) == 120


@pytest.mark.parametrize(
    ("cost", "told"), [(0, "'0'"), (1, ""), (1_000, ""), (1_001, "more than 1000")]
)
def test_costs_of_a_confusion_table(cost, told, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(f"default = {cost}\n[shown.R]\nL = 7\n")
    if told:
        with pytest.raises(
            InputError, match=f"default costs {told}: expected an integer from 1 to 1000"
        ):
            read_confusion(str(path))
    else:
        table = read_confusion(str(path))
        assert {table[a][b] for a in range(6) for b in range(6) if a != b} == {cost, 7}


@pytest.mark.parametrize(("size", "right"), [(1, False), (2, True), (50, True), (51, False)])
def test_sizes_that_a_file_of_rules_may_state(size, right, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(f"puzzle = {size}\nrules = ['at-most=2']\n")
    if right:
        assert parse_pattern([str(path)], cube_puzzle(size)).puzzle.size == size
    else:
        with pytest.raises(InputError, match="expected an integer from 2 to 50"):
            read_about(path)


def test_files_that_a_program_may_include(tmp_path):
    lines = []
    for number in range(101):
        (tmp_path / f"{number}.lp").write_text(f"a({number}).\n")
        lines.append(f'#include "{number}.lp".\n')
    assert len(read_program("".join(lines[:100]), "mine.lp", tmp_path, ["include"]).lines) == 100
    with pytest.raises(InputError, match=r"^mine\.lp, line 101: more than 100 files; "):
        read_program("".join(lines), "mine.lp", tmp_path, ["include"])
