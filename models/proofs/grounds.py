"""The grounds of a certificate's claim: every statement, and how `verify` treats it.

The manifest of a certificate states them (`rests_on`, `not_proven`), and docs/proofs.md shows them as a table;
for each that is derived or tried, a test forges a certificate in which only that statement is false.

They are written about cubes. For states of other puzzles, most only exchange words (`of_states`), and a few
have separate texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from cubecsp.frozen import frozen
from cubecsp.models.proofs.certificate import CPOG, CUBES, DRAT, LRAT, REJECTED, SYMMETRY, VARIABLES

_OF_STATES = {"cube": "state", "cubes": "states", "turn": "move", "turns": "moves"}


def of_states(text: str) -> str:
    """Return a text about cubes as one about states of another puzzle; names of files stay as they are."""
    return re.sub(r"\b(?:cube|turn)s?\b(?!\.txt)", lambda match: _OF_STATES[match[0]], text)


class CertificateKind(StrEnum):
    """The kinds of certificates: of a list or of a count; one of a list may be by symmetry and have rejects."""

    LIST = "list"
    REJECTS = "list with rejected cubes"
    SYMMETRY = "list by symmetry"
    COUNT = "count"


class Means(StrEnum):
    """The reason for which `verify` believes a statement."""

    DERIVED = "derived"
    TRIED = "tried"
    TRUSTED = "trusted"


@frozen
class Ground:
    """A statement that a claim rests on.

    Attributes:
        name: a word or two for it, no two alike.
        kinds: of the certificates that rest on it.
        statement: a clause.
        means: why `verify` believes it.
        how: a clause: what `verify` does, the cubes that it tries, or why it can only trust.
        other_puzzles: the statement for states of other puzzles, if it differs, and how it is checked.
    """

    name: str
    kinds: frozenset[CertificateKind]
    statement: str
    means: Means
    how: str
    other_puzzles: tuple[str, str] | None = None

    @property
    def about_states(self) -> Ground:
        """The same statement about states of another puzzle."""
        statement, how = self.other_puzzles or (of_states(self.statement), of_states(self.how))
        return replace(self, statement=statement, how=how, other_puzzles=None)

    @property
    def rests_for(self) -> str:
        """The kinds of certificates that rest on it, in words."""
        return (
            "all"
            if self.kinds == _ALL
            else ", ".join(kind for kind in CertificateKind if kind in self.kinds)
        )


_LIST, _COUNT = frozenset({CertificateKind.LIST}), frozenset({CertificateKind.COUNT})
_ALL = _LIST | _COUNT
_REJECTS, _SYMMETRY = frozenset({CertificateKind.REJECTS}), frozenset({CertificateKind.SYMMETRY})
_DERIVED, _TRIED, _TRUSTED = Means.DERIVED, Means.TRIED, Means.TRUSTED

GROUNDS: tuple[Ground, ...] = (
    Ground(
        "files",
        _ALL,
        "the files are those for which the manifest was made",
        _DERIVED,
        "sizes and SHA-256 are computed again",
    ),
    Ground(
        "rules",
        _ALL,
        "the manifest states the rules, and which of them clauses cannot say, as cubecsp does",
        _DERIVED,
        "the rules are read, and stated again",
    ),
    Ground(
        "claim",
        _ALL,
        "the manifest claims no more than the files show",
        _DERIVED,
        "all of its texts and numbers are made again, except the versions of the programs that wrote it",
    ),
    Ground(
        "reachable",
        _LIST,
        "each listed cube is solvable",
        _DERIVED,
        "its permutations, twists and flips are computed",
        (
            "each listed state is solvable",
            "it is looked up in the group that the moves generate (Schreier-Sims), or, if some moves can be blocked, "
            "among all states that can be visited",
        ),
    ),
    Ground(
        "satisfied",
        _LIST,
        "each listed cube satisfies every rule",
        _DERIVED,
        "the rules' own definitions are asked, which share no code with the clauses",
    ),
    Ground(
        "different", _LIST, "no cube is listed twice", _DERIVED, f"{CUBES} is compared with itself"
    ),
    Ground(
        "rejected",
        _REJECTS,
        f"each cube in {REJECTED} breaks a rule that clauses cannot say",
        _DERIVED,
        "the rules' own definitions are asked",
        (
            f"each state in {REJECTED} breaks a rule that clauses cannot say, or is not solvable",
            "the rules' own definitions are asked, and it is looked up like the listed ones",
        ),
    ),
    Ground(
        "formula",
        _ALL,
        "the clauses are those of the rules, of the symmetries and of the cubes, no more and no fewer",
        _DERIVED,
        "the formula is made again, and compared to the letter",
    ),
    Ground(
        "map",
        _ALL,
        f"{VARIABLES} says what the variables mean",
        _DERIVED,
        "it is made again, and compared to the letter",
    ),
    Ground(
        "refuted",
        _LIST,
        "nothing satisfies all clauses",
        _DERIVED,
        f"each step of {LRAT} is checked, up to the empty clause",
    ),
    Ground("DRAT", _LIST, f"{DRAT} is the same proof", _DERIVED, f"it is compared with {LRAT}"),
    Ground(
        "group",
        _SYMMETRY,
        f"the symmetries in {SYMMETRY} are permutations of variables, and a group",
        _DERIVED,
        "all products are computed",
    ),
    Ground(
        "orbits",
        _SYMMETRY,
        "the symmetries preserve each orbit, and take each member to the representative as stated",
        _DERIVED,
        "every image of every variable is looked up",
    ),
    Ground(
        "symmetries",
        _SYMMETRY,
        "the symmetries preserve the rules",
        _DERIVED,
        "they map the relations of the rules onto themselves",
    ),
    Ground(
        "images",
        _SYMMETRY,
        "the list has each image of its cubes, and so have the rejected ones",
        _DERIVED,
        "all images are made",
    ),
    Ground(
        "declared",
        _SYMMETRY,
        "rules that declare their symmetries, such as order and symmetric, do so rightly",
        _TRIED,
        "listed cubes, random ones, and their images",
    ),
    Ground(
        "action",
        _SYMMETRY,
        "the symmetries act on cubes as on variables",
        _TRIED,
        "listed cubes and random ones",
    ),
    Ground(
        "whole",
        _COUNT,
        "clauses can say all of the rules",
        _DERIVED,
        "each rule is asked, with all rules inside of it",
        (
            "clauses can say all of the rules, and which states are solvable",
            "each rule is asked, with all rules inside of it, and the order of the group is compared with the number that the invariants allow",
        ),
    ),
    Ground(
        "implied",
        _COUNT,
        "the formula implies the graph",
        _DERIVED,
        f"each step of {CPOG} is checked, up to the root",
    ),
    Ground(
        "implies",
        _COUNT,
        "the graph implies the formula",
        _DERIVED,
        "the clauses that each node satisfies are gathered, from the bottom up",
    ),
    Ground(
        "counted once",
        _COUNT,
        "the graph counts every assignment, and none twice",
        _DERIVED,
        "parts of conjunctions share no variable, parts of disjunctions differ in what some slot holds, "
        "and the root depends on all variables",
    ),
    Ground(
        "number",
        _COUNT,
        "the number that the graph comes to is the count",
        _DERIVED,
        "it is counted again",
    ),
    Ground(
        "meaning",
        _ALL,
        "the clauses of the rules say what the rules mean",
        _TRIED,
        "cubes that satisfy them, random ones, and cubes a turn away, against the rules' own definitions",
    ),
    Ground(
        "cubes",
        _ALL,
        "each solvable cube satisfies the clauses of what a cube is",
        _TRIED,
        "the same cubes",
    ),
    Ground(
        "only cubes",
        _COUNT,
        "nothing but cubes satisfies these clauses",
        _TRIED,
        "cubes with a turned, doubled or exchanged piece",
        (
            "nothing but solvable states satisfies these clauses",
            "states with a turned, doubled or exchanged piece",
        ),
    ),
    Ground(
        "one each",
        _COUNT,
        "cubes that look different have different variables true",
        _TRIED,
        "the same cubes as the rules",
    ),
    Ground(
        "question",
        _ALL,
        "the rules of the manifest are the question that one has, and a rule of one's own is the one in the file that "
        "`verify` is given, and always answers alike",
        _TRUSTED,
        "only the reader can tell",
    ),
    Ground(
        "puzzle",
        _ALL,
        "cubecsp knows the pieces of the cube and what turns do",
        _TRUSTED,
        "the definitions of the rules build on it",
        (
            "the definition in the manifest, or the one that comes with cubecsp, is the user's puzzle, and cubecsp works "
            "out its orbits, invariants and group correctly",
            "the rules, the clauses and the lists build on it",
        ),
    ),
    Ground(
        "others",
        _LIST,
        f"where {LRAT} was removed, a checker by others is right about {DRAT}",
        _TRUSTED,
        "only that checker reads the proof",
    ),
    Ground(
        "machine",
        _ALL,
        "`verify`, Python and the computer work, and nobody changes the folder meanwhile",
        _TRUSTED,
        "every check relies on them",
    ),
)
"""All of them, those that are derived first."""


def grounds_of(kinds: Iterable[CertificateKind], *, other_puzzles: bool = False) -> list[Ground]:
    """Return the grounds of a certificate, by its kinds.

    Args:
        kinds: of the certificate.
        other_puzzles: whether it is about a puzzle that is not a cube.
    """
    every = frozenset(kinds)
    grounds = [ground for ground in GROUNDS if ground.kinds & every]
    return [ground.about_states for ground in grounds] if other_puzzles else grounds


def caveats(grounds: Iterable[Ground]) -> str:
    """Return the unproven statements among some grounds, in words: the tried ones, and the trusted ones."""
    grounds = [*grounds]
    tried = [f"that {one.statement} ({one.how})" for one in grounds if one.means is _TRIED]
    trusted = [f"that {one.statement}" for one in grounds if one.means is _TRUSTED]
    return f"Tried on some cubes by `verify`: {'; '.join(tried)}. Trusted: {'; '.join(trusted)}."
