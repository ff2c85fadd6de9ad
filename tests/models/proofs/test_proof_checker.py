"""The two checkers of proofs and the trimming of a solver's proof, on formulas whose answer is known."""

from __future__ import annotations

import gzip
import itertools
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from proof_checkers import refutes

from cubecsp._native import ProofChecker, TrimmedProof
from cubecsp.models.proofs import lrat

pytestmark = pytest.mark.native

VARIABLES = 4
LITERALS = [*range(-VARIABLES, 0), *range(1, VARIABLES + 1)]
Clause = tuple[int, ...]


def satisfiable(clauses: list[Clause]) -> bool:
    """Try all assignments."""
    for signs in itertools.product((-1, 1), repeat=VARIABLES):
        true = {sign * variable for variable, sign in enumerate(signs, 1)}
        if all(true & {*clause} for clause in clauses):
            return True
    return False


def refuted(clauses: list[Clause]) -> list[str]:
    """Return a proof, in LRAT, that a formula has no solution: by trying both values of each variable."""
    lines: list[str] = []

    def shown(decided: list[int]) -> int:
        """Return the number of a clause that is false under what is decided."""
        for number, clause in enumerate(clauses, 1):
            if {*clause} <= {-literal for literal in decided}:
                return number
        variable = len(decided) + 1
        hints = [shown([*decided, literal]) for literal in (variable, -variable)]
        number = len(clauses) + len(lines) + 1
        literals = " ".join(map(str, [*(-literal for literal in decided), 0]))
        lines.append(f"{number} {literals} {hints[0]} {hints[1]} 0\n")
        return number

    last = shown([])
    if last <= len(clauses):  # the formula has the empty clause
        lines.append(f"{len(clauses) + 1} 0 {last} 0\n")
    return lines


def dimacs(clauses: list[Clause]) -> bytes:
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return "\n".join([f"p cnf {VARIABLES} {len(clauses)}", *lines, ""]).encode()


def refuted_by(clauses: list[Clause], proof: list[str]) -> bool:
    """Return whether a proof refutes a formula, as both checkers say."""
    return refutes(dimacs(clauses), "".join(proof).encode())


@st.composite
def formulas(draw, refutable=True):
    clauses = draw(
        st.lists(
            st.lists(st.sampled_from(LITERALS), max_size=3, unique_by=abs).map(tuple),
            min_size=1,
            max_size=12,
        )
    )
    while refutable and satisfiable(clauses):  # rule out one assignment after another
        signs = draw(st.tuples(*[st.sampled_from([-1, 1])] * VARIABLES))
        clause = tuple(sign * variable for variable, sign in enumerate(signs, 1))
        clauses.append(clause if clause not in clauses else next(_missing(clauses)))
    return clauses


def _missing(clauses):
    for signs in itertools.product((-1, 1), repeat=VARIABLES):
        clause = tuple(sign * variable for variable, sign in enumerate(signs, 1))
        if clause not in clauses:
            yield clause


@given(formulas())
def test_a_proof_is_accepted(clauses):
    proof = refuted(clauses)
    assert refuted_by(clauses, proof)
    for left in range(len(proof)):
        assert not refuted_by(clauses, proof[:left])


@given(formulas(), st.randoms(use_true_random=False), st.integers(1, 3))
def test_both_checkers_judge_a_damaged_proof_alike_and_believe_nothing_false(clauses, draw, edits):
    proof = refuted(clauses)
    for _ in range(edits):
        words = [line.split() for line in proof]
        line = draw.choice(words)
        match draw.randrange(4):
            case 0:
                line[draw.randrange(len(line))] = str(draw.randrange(-6, len(words) + 20))
            case 1:
                words.remove(line)
            case 2:
                words.insert(draw.randrange(len(words)), list(line))
            case _:
                words.insert(draw.randrange(len(words)), ["7", "d", str(draw.randrange(20)), "0"])
        proof = [" ".join(line) + "\n" for line in words] or ["1 0\n"]
    refuted_by(clauses, proof)  # or not, but by both
    # Without its last clause the formula may have a solution; then no proof is one.
    fewer = clauses[:-1]
    if fewer and satisfiable(fewer):
        assert not refuted_by(fewer, proof)


@pytest.mark.parametrize(("before", "forgotten"), [(0, 1), (1, 3), (2, 5)])
def test_a_forgotten_clause_cannot_be_used(before, forgotten):
    clauses = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
    proof = ["5 1 0 1 2 0\n", "6 -1 0 3 4 0\n", "7 0 5 6 0\n"]
    assert refuted_by(clauses, proof)
    assert not refuted_by(clauses, [*proof[:before], f"5 d {forgotten} 0\n", *proof[before:]])


@given(formulas(refutable=False), st.lists(st.lists(st.integers(-6, 30), max_size=9), max_size=9))
def test_nothing_refutes_what_has_a_solution(clauses, rows):
    proof = [
        " ".join(map(str, [len(clauses) + n, *row, 0])) + "\n" for n, row in enumerate(rows, 1)
    ]
    assert not (refuted_by(clauses, proof) and satisfiable(clauses))


@pytest.mark.parametrize("signs", [*itertools.product((-1, 1), repeat=2)])
def test_a_hint_with_two_open_literals_says_nothing(signs):
    """That one of them is true does not say which, so that the other clause contradicts nothing."""
    a, b = (sign * variable for variable, sign in enumerate(signs, 1))
    for clauses in ([(a, b), (-b,)], [(a, b), (-a,)], [(a, b), (-b, a)], [(a, b), (-a, -b)]):
        assert satisfiable(clauses)
        for hints in itertools.permutations((1, 2)):
            assert not refuted_by(clauses, [f"3 0 {hints[0]} {hints[1]} 0\n"])


@given(formulas(), st.data())
def test_lines_after_the_empty_clause_change_nothing_if_they_are_right(clauses, data):
    """The formula is refuted by then; a file with a wrong line in it is refused all the same."""
    proof = refuted(clauses)
    empty = len(clauses) + len(proof)
    alive, last = [*range(1, empty + 1)], empty
    for kind in data.draw(st.lists(st.sampled_from("cwd"), min_size=1, max_size=4)):
        if kind == "d" and alive:
            gone = data.draw(st.sampled_from(alive))
            alive.remove(gone)
            proof.append(f"{last} d {gone} 0\n")
            continue
        last += 1
        if kind == "c" and empty in alive:  # anything follows from the empty clause
            literal = data.draw(st.sampled_from(LITERALS))
            proof.append(f"{last} {literal} 0 {empty} 0\n")
        else:  # a literal of a variable, after its assumption
            clause = next((n for n in alive if n <= len(clauses) and clauses[n - 1]), None)
            if clause is None:
                last -= 1
                continue
            words = " ".join(map(str, clauses[clause - 1]))
            proof.append(f"{last} {words} 0 {clause} 0\n")
        alive.append(last)
    assert refuted_by(clauses, proof)
    for wrong in (
        f"{last + 1} 1 0 {last + 1} 0\n",
        f"{last + 2} 1 0 {empty} 0\n",
        "1 d 0\n0\n",
        "\n",
    ):
        assert not refuted_by(clauses, [*proof, wrong])


SIGNS = [*" \t\r\n\v\f\x1c\0-+_0123456789cdp.", "\xa0", "00", "99999999999999999999"]
"""What texts are damaged with: white space of all kinds, what is written in numbers, words of the formats."""


@given(formulas(), st.data())
def test_both_checkers_read_the_same_in_any_text(clauses, data):
    """The formats are said once: a damaged text means the same to both, or nothing to both."""
    texts = [dimacs(clauses), "".join(refuted(clauses)).encode()]
    for _ in range(data.draw(st.integers(1, 4))):
        which = data.draw(st.integers(0, 1))
        at = data.draw(st.integers(0, len(texts[which])))
        sign = data.draw(st.sampled_from(SIGNS)).encode("latin-1")
        end = at + data.draw(st.integers(0, 1))
        texts[which] = texts[which][:at] + sign + texts[which][end:]
    if refutes(*texts):
        assert texts[0] != dimacs(clauses) or not satisfiable(clauses)


@pytest.mark.parametrize(
    ("formula", "proof", "accepted"),
    [
        (b"p cnf 1 2\n1 1 0\n-1 0\n", b"3 0 1 2 0\n", True),  # a literal that occurs twice
        (b"p cnf 1 2\r\n1 0\r\n-1 0\r\n", b"3 0 1 2 0\r\n", True),
        (b"p\tcnf 1\v2\n1\t0\n\n-1\f0\nc end\n", b" 3\t0 1 2 0 \n", True),
        (b"p cnf 1 2\n1 0\n-1 0", b"3 0 1 2 0", True),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 -0 01 2 0\n", True),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 1 0 1 0\n4 0 1 2 0\n4 d 4 1 2 3 0\n", True),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1 2 0\n4 1 0 3 0\n4 d 3 0\n", True),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1 2 0\r4 0 3 0\n", False),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 +1 2 0\n", False),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1_0 2 0\n", False),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1 2 0\nc done\n", False),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1 2 0\n\n", False),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"-1 d 0\n3 0 1 2 0\n", False),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"9223372036854775808 d 0\n3 0 1 2 0\n", False),
        (b"p cnf 1 2 3\n1 0\n-1 0\n", b"3 0 1 2 0\n", False),
        (b"p cnf 1 2\n2 0\n-2 0\n", b"3 0 1 2 0\n", False),
        (b"p cnf 1 3\n1 0\n-1 0\n-2 0\n", b"4 0 1 2 0\n", False),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 -1 0 2 0\n4 0 1 2 0\n", True),
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 -2 0 1 2 0\n4 0 1 2 0\n", False),
        (b"p cnf 1073741824 2\n1 0\n-1 0\n", b"3 0 1 2 0\n", False),
    ],
)
def test_what_the_formats_allow(formula, proof, accepted):
    assert refutes(formula, proof) is accepted


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (b"", "another number of clauses"),
        (b"1 0\n", "does not begin with p cnf"),
        (b"p cnf 1 2\n1 0\n", "another number of clauses"),
        (b"p cnf 1 1\n2 0\n", "not in the formula"),
        (b"p cnf 1 1\n1\n", "a number is expected"),
        (b"p cnf 1 1\n1 0 1\n", "more than a clause"),
        (b"p cnf 1 1\n99999999999999999999 0\n", "a number is expected"),
        (b"p cnf -1 0\n", "numbers of variables and of clauses"),
        (b"p cnf 4000000000 0\n", "numbers of variables and of clauses"),
    ],
)
def test_malformed_formulas_are_refused_with_the_reason(formula, message):
    with pytest.raises(ValueError, match=message):
        ProofChecker(formula)
    assert not refutes(formula, b"")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"3 0 1 2 0", None),
        (b"4 0 1 2 0", "not the next one"),
        (b"3 0 1 0", "does not follow"),
        (b"3 0 1 2", "a number is expected"),
        (b"3 0 1 2 0 0", "after the last 0"),
        (b"3 0 1 -2 0", "steps of RAT"),
        (b"3 0 9 0", "there is no clause 9"),
        (b"3 d 1 9 0", "there is no clause 9"),
        (b"3 5 0 1 2 0", "not in the formula"),
        (b"x", "a number is expected"),
        (b"", "a number is expected"),
    ],
)
def test_a_wrong_line_is_reported_with_its_number(line, message):
    checker = ProofChecker(b"c two units\np cnf 1 2\n1 0\n-1 0\n")
    assert checker.given == 2
    assert refutes(b"p cnf 1 2\n1 0\n-1 0\n", line + b"\n") == (message is None)
    if message is None:
        checker.check(line + b"\n")
        assert checker.proven
        return
    with pytest.raises(ValueError, match=f"line 1 of the proof: .*{message}"):
        checker.check(line + b"\n")


# ---------------------------------------------------------------- trimming


def numbers(values: list[int]) -> bytes:
    """Return numbers as binary proofs have them, the 0 at the end included."""
    found = bytearray()
    for value in [*values, 0]:
        rest = 2 * abs(value) + (value < 0)
        while rest > 127:
            found.append(rest & 127 | 128)
            rest >>= 7
        found.append(rest)
    return bytes(found)


def binary(proof: list[str]) -> bytes:
    """Return a proof as a solver writes it."""
    found = b""
    for line in proof:
        number, *rest = map(int, line.split())
        end = rest.index(0)
        found += b"a" + numbers([number])[:-1] + numbers(rest[:end]) + numbers(rest[end + 1 : -1])
    return found


def trimmed(proof: bytes, given: int) -> tuple[list[str], list[str]]:
    whole = TrimmedProof(proof, given)
    texts = [b"", b""]
    while (lines := whole.next(2))[0]:
        texts = [a + b for a, b in zip(texts, lines, strict=True)]
    lrat_lines, drat_lines = (text.decode().splitlines(keepends=True) for text in texts)
    assert whole.kept == sum(" d " not in line for line in lrat_lines) <= whole.learned
    return lrat_lines, drat_lines


@given(formulas(), st.randoms(use_true_random=False))
def test_a_trimmed_proof_is_one_and_has_no_clause_too_many(clauses, draw):
    """Unnecessary lines are put between: copies of present ones."""
    proof, renamed, lines = refuted(clauses), {}, []
    given = len(clauses)
    number = given
    for line in proof:
        for _ in range(draw.randrange(3)):
            number += 1
            old = draw.randrange(given)
            lines.append(" ".join(map(str, [number, *clauses[old], 0, old + 1, 0])) + "\n")
        old, *rest = map(int, line.split())
        end = rest.index(0)
        number += 1
        renamed[old] = number
        hints = [renamed.get(hint, hint) for hint in rest[end + 1 :]]
        lines.append(" ".join(map(str, [number, *rest[: end + 1], *hints])) + "\n")
        if all(clauses):  # the first empty clause is the last that is read
            continue
        break
    as_lrat, as_drat = trimmed(binary(lines), given)
    assert refuted_by(clauses, as_lrat)
    added = [line for line in as_lrat if " d " not in line]
    assert len(added) <= len(proof)
    assert len(added) == sum(not line.startswith("d ") for line in as_drat)


@pytest.mark.parametrize("hint", [3, 4, 5])
def test_no_step_uses_itself_or_what_comes_later(hint):
    """The formula is x and not x: clause 3 would be x, and clause 4 the empty one."""
    assert trimmed(binary(["3 1 0 1 0", "4 0 3 2 0"]), 2)
    with pytest.raises(ValueError, match="uses a clause that is not there"):
        TrimmedProof(binary([f"3 1 0 {hint} 0", "4 0 3 2 0"]), 2)


@given(st.binary(max_size=60))
def test_what_is_no_proof_is_refused(data):
    with pytest.raises(ValueError, match="the solver's proof"):
        TrimmedProof(data, 3)


@given(formulas(), st.randoms(use_true_random=False))
def test_a_damaged_proof_is_refused_or_trimmed_to_what_the_checker_judges(clauses, draw):
    data = bytearray(binary(refuted(clauses)))
    data[draw.randrange(len(data))] = draw.randrange(256)
    try:
        lines, _ = trimmed(bytes(data), len(clauses))
    except ValueError:
        return
    refuted_by(clauses, lines)  # or not, but by both


def test_numbers_that_the_solver_left_out_are_those_of_the_formula():
    """A clause that is learned while others are still given has a number among theirs."""
    formula = [(1,), (-1, 2), (-2,)]
    #          1      2        4; 3 is learned from 1 and 2
    data = b"a" + numbers([3])[:-1] + numbers([2]) + numbers([1, 2])
    data += b"a" + numbers([5])[:-1] + numbers([]) + numbers([3, 4])
    lines, drat = trimmed(data, 3)
    assert lines == ["4 2 0 1 2 0\n", "4 d 1 2 0\n", "5 0 4 3 0\n", "5 d 4 3 0\n"]
    assert drat == ["2 0\n", "0\n"]
    assert refuted_by(formula, lines)


def test_the_checker_in_python_needs_python_alone(tmp_path):
    """It runs as a file by itself, without anything that is installed."""
    draw = random.Random(1)
    clauses = [
        tuple(s * v for v, s in zip(range(1, 5), signs, strict=True))
        for signs in itertools.product((-1, 1), repeat=4)
    ]
    draw.shuffle(clauses)
    formula, proof = tmp_path / "formula.cnf", tmp_path / "proof.lrat"
    formula.write_bytes(dimacs(clauses))
    lines = refuted(clauses)
    for text, code in ((lines, 0), (lines[:-1], 1), (lines[1:], 1)):
        proof.write_text("".join(text))
        ended = subprocess.run(
            [sys.executable, "-I", "-S", lrat.__file__, formula, proof],
            capture_output=True,
            text=True,
        )
        assert ended.returncode == code
        assert ("NOT VERIFIED" in ended.stderr) == bool(code)
    code = [line for line in Path(lrat.__file__).read_text().splitlines() if line.strip()]
    assert len(code) < 100


@pytest.mark.parametrize("packed", [False, True])
def test_the_checker_in_python_reads_no_line_without_an_end(packed, tmp_path, monkeypatch):
    monkeypatch.setattr(lrat, "LONGEST", 16)
    texts = [b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1 2 0\n"]
    files = [str(tmp_path / f"{name}.gz" if packed else tmp_path / name) for name in "fp"]
    for long in (None, 0, 1):
        for number, (name, text) in enumerate(zip(files, texts, strict=True)):
            whole = text.replace(b"1", b" " * 16 + b"1") if number == long else text
            Path(name).write_bytes(gzip.compress(whole) if packed else whole)
        if long is None:
            assert lrat.main(*files)
            continue
        with pytest.raises(SystemExit, match="has a line of 16 bytes or more"):
            lrat.main(*files)


@pytest.mark.parametrize("number", [0, 1])
def test_the_checker_in_python_unpacks_no_more_than_a_proof_of_its_size(
    number, tmp_path, monkeypatch
):
    """Comments in a formula, and clauses deleted and learned again, can be repeated at no cost when compressed."""
    monkeypatch.setattr(lrat, "ANYWAY", 1 << 10)
    texts = [b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1 2 0\n"]
    more = [b"c nothing\n", b"3 d 0\n"][number]
    files = [str(tmp_path / f"{name}.gz") for name in "fp"]
    for times in (50, 100_000):
        for name, text in zip(files, texts, strict=True):
            Path(name).write_bytes(
                gzip.compress(text + more * times if text == texts[number] else text)
            )
        if times == 50:
            assert lrat.main(*files)
            continue
        with pytest.raises(SystemExit, match="or too many"):
            lrat.main(*files)
