"""Proofs of counts: what is compiled counts right, and the checker takes nothing that does not follow."""

from __future__ import annotations

import itertools
import random

import pytest

from cubecsp._native import CountProof
from cubecsp.models import parse_pattern
from cubecsp.models.proofs.cpog import CpogChecker
from cubecsp.models.proofs.formula import Formula
from cubecsp.puzzle.definitions.load import load_puzzle


def dimacs(variables, clauses):
    yield b"p cnf %d %d\n" % (variables, len(clauses))
    for clause in clauses:
        yield " ".join(map(str, [*clause, 0])).encode() + b"\n"


def compiled(variables, clauses, slots, left_out=(), steps=3):
    proof = CountProof(variables, clauses, slots, [*left_out])
    lines = [proof.next(0)]
    while not proof.done:
        lines.append(proof.next(steps))
    assert proof.share == 1
    return b"".join(lines).splitlines()


def checked(variables, clauses, slots, lines):
    checker = CpogChecker(dimacs(variables, clauses), itertools.chain(*slots))
    for line in lines:
        checker.check(line)
    return checker


def one_of(slot):
    yield [*slot]
    for one, other in itertools.combinations(slot, 2):
        yield [-one, -other]


def defined(name, parts):
    """Return clauses that make a variable the disjunction of literals."""
    yield [-name, *parts]
    for part in parts:
        yield [name, -part]


def drawn(seed):
    """Return a formula about some slots, with other variables that these define, and clauses between all."""
    draw = random.Random(seed)
    variables, slots, clauses = 0, [], []
    for _ in range(draw.randrange(1, 5)):
        slot = [*range(variables + 1, variables + 1 + draw.randrange(1, 5))]
        variables += len(slot)
        slots.append(slot)
        clauses += one_of(slot)
    for _ in range(draw.randrange(4)):
        parts = (
            [draw.choice([1, -1]) * part for part in draw.sample(range(1, variables + 1), 2)]
            if variables > 1
            else [1]
        )
        variables += 1
        clauses += defined(variables, parts)
    for _ in range(draw.randrange(5)):
        some = draw.sample(range(1, variables + 1), min(variables, draw.randrange(1, 4)))
        clauses.append([draw.choice([1, -1]) * one for one in some])
    return variables, clauses, slots


def by_trying_all(variables, clauses):
    number = 0
    for values in itertools.product((False, True), repeat=variables):
        number += all(any(values[abs(one) - 1] == (one > 0) for one in some) for some in clauses)
    return number


@pytest.mark.ordinary(12)
@pytest.mark.few(30)
@pytest.mark.parametrize("seed", range(150))
def test_what_is_compiled_counts_what_trying_all_assignments_counts(seed):
    variables, clauses, slots = drawn(seed)
    lines = compiled(variables, clauses, slots)
    assert checked(variables, clauses, slots, lines).count() == by_trying_all(variables, clauses)


def test_states_that_are_the_same_are_one_node():
    """Four rooks, that is, all orders of four pieces: two to the four states, not 24 leaves."""
    slots = [[*range(4 * i + 1, 4 * i + 5)] for i in range(4)]
    clauses = [clause for slot in slots for clause in one_of(slot)]
    columns = [*zip(*slots, strict=True)]
    somewhere = range(len(clauses), len(clauses) + 4)
    clauses += [[*column] for column in columns]
    clauses += [clause for column in columns for clause in [*one_of(column)][1:]]
    proof = CountProof(16, clauses, slots, [*somewhere])
    lines = proof.next(1000).splitlines()
    assert proof.states == 2**4 - 1 + 1  # the empty set to those of three, and the end
    assert checked(16, clauses, slots, lines).count() == 24
    without = CountProof(16, clauses, slots, [])
    assert checked(16, clauses, slots, without.next(1000).splitlines()).count() == 24


def test_a_slot_with_a_piece_of_its_own_is_followed_too():
    """Where it holds something is where its piece is: one clause, which says both."""
    pattern = parse_pattern(["no-touching=side"], load_puzzle("pyraminx"))
    formula = Formula(pattern, [])
    left_out = {frozenset(formula.clauses[index]) for index in formula.somewhere_clauses}
    assert left_out
    assert not left_out & {*map(frozenset, formula.choices)}


def test_what_the_slots_do_not_settle_is_refused():
    with pytest.raises(ValueError, match="do not settle all variables"):
        compiled(3, [*one_of([1, 2])], [[1, 2]])
    with pytest.raises(ValueError, match="that a slot holds something"):
        compiled(2, [[-1, -2]], [[1, 2]])
    with pytest.raises(ValueError, match="no clause that is followed"):
        compiled(2, [*one_of([1, 2]), [-1], [-2]], [[1, 2]], left_out=[0])
    for wrong in ([[0, 2]], [[1, 3]]):
        with pytest.raises(ValueError, match="placement is not a variable"):
            CountProof(2, [[1, 2]], wrong, [])
    for clause in ([0], [3], [-3]):
        with pytest.raises(ValueError, match="not in the formula"):
            CountProof(2, [clause], [[1, 2]], [])


# ---------------------------------------------------------------- the checker, by hand

# Variables 1 and 2 are the placements of a slot, 3 says that it holds 1; the clauses are numbered 1 to 4.
CLAUSES = [[1, 2], [-1, -2], [-3, 1], [3, -1]]
GOOD = [
    b"5 p 4 1 -2 3 0",  # 5 to 8
    b"9 p 5 -1 2 -3 0",  # 9 to 12
    b"13 s 6 4 5 6 10 0",  # 13 to 15
    b"16 a -1 6 0 2 4 5 14 0",
    b"r 6",
    b"17 a 6 0 16 1 3 9 15 0",
]


def judged(lines):
    checker = CpogChecker(dimacs(3, CLAUSES), [1, 2])
    for line in lines:
        checker.check(line)
    return checker.count()


def test_a_proof_by_hand_is_accepted():
    assert judged(GOOD) == 2


@pytest.mark.parametrize(
    ("at", "line", "message"),
    [
        (0, b"6 p 4 1 -2 3 0", "numbered without gaps"),
        (0, b"5 p 4 1 -2 3", "end with 0"),
        (0, b"5 p 5 1 -2 3 0", "nodes are numbered"),
        (0, b"5 p 4 1 -2 1 0", "share a variable"),
        (0, b"5 p 4 1 -2 0 3 0", "parts are not 0"),
        (0, b"5 q 4 1 -2 3 0", "its kind is none of"),
        (1, b"9 p 5 1 4 0", "share a variable"),
        (1, b"9 p 5 -1 2 -4 0", "only variables may be negated"),
        (1, b"9 p 5 1 -2 -3 0", "do not exclude each other"),  # but by 3, which is no placement
        (2, b"13 s 6 4 4 6 10 0", "do not exclude each other"),
        (2, b"13 s 6 4 0", "not enough values"),
        (3, b"16 a -1 6 0 2 5 14 0", "does not follow"),
        (3, b"16 a -1 7 0 2 4 5 14 0", "literal has no variable or node"),
        (4, b"r 5", "not shown to imply the root"),
        (4, b"r 0", "not shown to imply the root"),
        (5, b"17 a -1 6 0 16 0", "not shown to imply the root"),
    ],
)
def test_a_proof_that_does_not_hold_is_refused(at, line, message):
    with pytest.raises((ValueError, LookupError), match=message):
        judged([*GOOD[:at], line, *GOOD[at + 1 :]])


def test_a_root_that_says_too_little_is_refused():
    """Each formula implies the node of no parts, which does not imply the formula."""
    with pytest.raises(ValueError, match="does not imply all clauses"):
        judged([b"5 p 4 0", b"r 4", b"6 a 4 0 5 0"])
    checker = CpogChecker(dimacs(2, [[1]]), [1])
    for line in (b"2 p 3 1 0", b"r 3", b"4 a 3 0 1 2 0"):
        checker.check(line)
    with pytest.raises(ValueError, match="not depend on every variable"):
        checker.count()
    with pytest.raises(ValueError, match="two roots"):
        judged([*GOOD, b"r 6"])
    for short in (GOOD[:4], GOOD[:5]):
        with pytest.raises(ValueError, match="not shown to imply"):
            judged(short)


def test_a_disjunction_implies_only_what_both_of_its_parts_imply():
    """The formula implies its root, one part of which breaks the third clause."""
    lines = [
        *(b"5 p 4 1 -2 3 0", b"9 p 5 -1 2 3 0", b"13 p 6 -1 2 -3 0"),
        *(b"17 s 7 5 6 0", b"20 s 8 4 7 0", b"r 8"),
        *(b"23 a -1 8 0 21 2 4 5 0", b"24 a 8 0 23 1 22 18 19 9 13 0"),
    ]
    checker = CpogChecker(dimacs(3, CLAUSES), [1, 2, 3])
    for line in lines:
        checker.check(line)
    assert checker.proven
    with pytest.raises(ValueError, match="does not imply all clauses"):
        checker.count()


def test_parts_of_a_disjunction_have_the_same_variables():
    with pytest.raises(ValueError, match="have different variables"):
        judged([b"5 p 4 1 -2 0", b"8 p 5 -1 2 -3 0", b"12 s 6 4 5 0"])


def test_no_line_can_be_left_out():
    for at in range(len(GOOD)):
        with pytest.raises((ValueError, LookupError)):
            judged([*GOOD[:at], *GOOD[at + 1 :]])
