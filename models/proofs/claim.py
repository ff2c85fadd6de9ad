"""The claim of a certificate, and its grounds, in words."""

from __future__ import annotations

from typing import Any

from cubecsp.models.proofs.certificate import CPOG, CUBES, DRAT, FORMULA, LRAT, REJECTED, SYMMETRY
from cubecsp.models.proofs.grounds import CertificateKind, caveats, grounds_of, of_states
from cubecsp.models.proofs.orbit_argument import OrbitArgument
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.definitions.subject import subject_of


def listing_claim(
    number: int,
    argument: OrbitArgument | None,
    rejected: int,
    puzzle: Puzzle = CUBE,
    *,
    rules: bool = True,
) -> dict[str, Any]:
    """Return the entries of a manifest that state the claim, the proof, and how to check it.

    Args:
        number: of cubes that satisfy the rules.
        argument: what the clauses of symmetry follow from, if there are any.
        rejected: how many cubes satisfy the clauses, but not the rules.
        puzzle: which cube it is, or which other puzzle these are states of.
        rules: whether there are any.
    """
    claim = _exactly(number, puzzle, rules=rules)
    proven = (
        f"Nothing satisfies all clauses of {FORMULA}: {LRAT} derives the empty clause from them step by step, "
        "each step by unit propagation. The first clauses are the rules, as cubecsp states them; the last "
        "ones rule out the listed cubes, each by itself. So no other assignment satisfies the clauses of the rules."
    )
    kinds = [CertificateKind.LIST]
    if argument is not None:
        kinds.append(CertificateKind.SYMMETRY)
        proven += (
            " Clauses between these leave cubes out, of each of which some image under a symmetry of the rules is "
            f"not left out: {SYMMETRY} says which symmetry takes what where, and `verify` checks that, that the "
            "symmetries preserve the rules, and that the list has all images of its cubes."
        )
    if rejected:
        kinds.append(CertificateKind.REJECTS)
        proven += (
            f" The cubes in {REJECTED} satisfy the clauses, which do not say all of the rules, and are ruled out, too: "
            "each of them breaks a rule by its definition."
        )
    names = [name.removesuffix(".gz") for name in (FORMULA, DRAT, LRAT)]
    if number:
        claim = f"{claim[:-1]}: {'that' if number == 1 else 'those'} in {CUBES}."
    return {
        **_about(puzzle, claim, proven, kinds),
        "commands": [
            "python -m cubecsp verify .",
            f"gunzip -k {FORMULA} {DRAT} {LRAT}",
            f"drat-trim {names[0]} {names[1]}",
            f"cake_lpr {names[0]} {names[2]}",
        ],
    }


def count_claim(number: int, puzzle: Puzzle = CUBE, *, rules: bool = True) -> dict[str, Any]:
    """Return the entries of the manifest of a count; see `listing_claim`."""
    proven = (
        f"Exactly {number:,} assignments satisfy all clauses of {FORMULA}, no two with the same pieces in the same "
        f"places: {CPOG} makes a graph of conjunctions of parts that share no variable and disjunctions of parts "
        "that exclude each other by what some slot holds, shows by unit propagation that the formula implies it, "
        "and it implies every clause."
    )
    formula, proof = (name.removesuffix(".gz") for name in (FORMULA, CPOG))
    return {
        **_about(puzzle, _exactly(number, puzzle, rules=rules), proven, [CertificateKind.COUNT]),
        "commands": [
            "python -m cubecsp verify .",
            f"gunzip -k {FORMULA} {CPOG}",
            f"cpog-check -n 1 {formula} {proof}",
            f"cake_scpog {formula} {proof}",
        ],
    }


def _about(puzzle: Puzzle, claim: str, proven: str, kinds: list[CertificateKind]) -> dict[str, Any]:
    """Return the entries about the claim and the proof, in the words for cubes or for states of other puzzles."""
    other_puzzles = not isinstance(puzzle, CubePuzzle)
    grounds = grounds_of(kinds, other_puzzles=other_puzzles)
    texts = {"proven": proven, "not_proven": caveats(grounds)}
    rests_on = [
        {"statement": one.statement, "verify": one.means.value, "how": one.how} for one in grounds
    ]
    if other_puzzles:
        texts = {key: of_states(text) for key, text in texts.items()}
    return {"claim": claim, **texts, "rests_on": rests_on}


def _exactly(number: int, puzzle: Puzzle, *, rules: bool) -> str:
    """Return the claim, which names the puzzle and its restrictions: it has to be true by itself."""
    noun, means = ("cube", "turns") if isinstance(puzzle, CubePuzzle) else ("state", "moves")
    of = subject_of(puzzle)
    if not number:
        return f"No {noun} {of} satisfies the rules."
    subject = f"{number:,} {noun if number == 1 else f'{noun}s'} {of}"
    if not rules:
        return f"Exactly {subject} can be made by {means}."
    return f"Exactly {subject} {'satisfies' if number == 1 else 'satisfy'} the rules."
