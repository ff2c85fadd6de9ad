"""Rules that compare: two stickers, a sticker and a colour, a count and a number, and sums of counts."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from operator import methodcaller

from cubecsp.errors import InputError
from cubecsp.models.core.compose import AllOf, AnyOf
from cubecsp.models.core.composite import check_extent
from cubecsp.models.core.primitives import ColourCount, Differ, Equal, Primitive, any_of, sum_of
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule, State, Violation, colours_of
from cubecsp.models.rules.terms import Summand, Term, facelet_of, facelets_of, place_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import named_after_centres

MOST = 9_999
"""The largest number of stickers that a count may ask for, and the largest number in a sum."""
MOST_TIMES = 99
"""The largest factor of one count in a sum."""

_Side = list[tuple[Summand | None, int]]  # what is added up, each with its weight

COMPARED = {"<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}
_MIRRORED = {"<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_IN_WORDS = {"<=": "at most", ">=": "at least", "==": "exactly", "!=": "not exactly"}


class Same(Rule):
    """A sticker shows the colour of another one, or a given colour; or it does not.

    Args:
        sticker: U1 … B9.
        other: another sticker's name, or a colour U R F D L B.
        differ: whether they have to differ instead.
    """

    name = "sticker-is"
    summary = "a sticker shows the colour of another one, or a given colour (== same, != not)"
    scope = "stickers"
    example = "U1==F4"

    def __init__(self, sticker: str, other: str, *, differ: bool = False) -> None:
        if sticker == other:
            never = "can never hold" if differ else "says nothing"
            raise InputError(f"comparing {sticker} with itself {never}", "name two stickers")
        compared = len(other) > 1
        if compared and place_of(other) < place_of(sticker):
            sticker, other = other, sticker
        self.stickers: tuple[str, ...] = (sticker, other) if compared else (sticker,)
        self.colour = None if compared else other
        self.differ = differ

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one relation of two stickers, or one literal."""
        facelets = facelets_of(self.stickers, puzzle)
        if self.colour is None:
            yield (Differ if self.differ else Equal)(*facelets)
        else:
            least = int(not self.differ)
            colour = FACES.index(self.colour)
            yield ColourCount(frozenset(facelets), frozenset({colour}), least, least)

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on the stickers."""
        facelets, names = cube.facelets, cube.puzzle.names
        where = [facelet_of(name, cube.puzzle) for name in self.stickers]
        colours = [facelets[f] for f in where]
        if (colours[0] == (self.colour or colours[-1])) != self.differ:
            return []
        text = " and ".join(
            f"{names[f]} shows {colours_of(c)}" for f, c in zip(where, colours, strict=True)
        )
        return [Violation(tuple(sorted(where)), text)]

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` has the stickers."""
        facelets_of(self.stickers, cube_of(puzzle))

    def renamed(self, holding: str) -> Rule:
        """Return the comparison with the colour, if there is one, in other letters."""
        if self.colour is None:
            return self
        colour = named_after_centres(self.colour, holding)
        return RenamedRule(self, Same(self.stickers[0], colour, differ=self.differ), holding)

    def describe(self) -> str:
        """Return the comparison in words."""
        shows = "does not show" if self.differ else "shows"
        colour = f"colour {self.colour}" if self.colour else f"the colour of {self.stickers[1]}"
        return f"sticker {self.stickers[0]} {shows} {colour}"

    def __str__(self) -> str:
        sign = "!=" if self.differ else "=="
        return f"{self.stickers[0]}{sign}{self.colour or self.stickers[1]}"

    def __repr__(self) -> str:
        one, *others = (f"Sticker({name!r})" for name in self.stickers)
        return (
            f"({one} {'!=' if self.differ else '=='} {others[0] if others else repr(self.colour)})"
        )


class CountOf(Rule):
    """A given number of some stickers show one of some colours.

    Args:
        where: names of stickers, or letters of whole faces.
        colours: letters.
        operator: `<=`, `>=`, `==` or `!=`.
        number: 0 or more.
    """

    name = "count"
    summary = "this many of these stickers, or of a face's, show one of these colours"
    scope = "stickers"
    example = "count(U, R F)<=2"

    def __init__(
        self, where: Iterable[str], colours: Iterable[str], operator: str, number: int
    ) -> None:
        self.term = Term.of(where, colours)
        if not 0 <= number <= MOST:
            raise InputError(f"count(…){operator}{number}", f"expected an integer from 0 to {MOST}")
        self.operator = operator
        self.number = number

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one count."""
        facelets = frozenset(facelets_of(self.term.where, puzzle))
        colours = frozenset(map(FACES.index, self.term.colours))
        least = 0 if self.operator == "<=" else self.number
        most = len(facelets) if self.operator == ">=" else self.number
        primitive = ColourCount(facelets, colours, least, most)
        yield primitive.negated() if self.operator == "!=" else primitive

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on the stickers that show the colours."""
        counted = self.term.counted_facelets(cube)
        kept = COMPARED[self.operator](len(counted), self.number)
        colours = " or ".join(map(colours_of, self.term.colours))
        message = f"{len(counted)} of {' '.join(self.term.where)} show {colours}"
        return [] if kept else [Violation(tuple(counted), message)]

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` has the stickers."""
        facelets_of(self.term.where, cube_of(puzzle))

    def renamed(self, holding: str) -> Rule:
        """Return the count of the same colours in other letters."""
        term = self.term.renamed(holding)
        return RenamedRule(
            self, CountOf(term.where, term.colours, self.operator, self.number), holding
        )

    def describe(self) -> str:
        """Return the count in words."""
        where, colours = " ".join(self.term.where), " or ".join(self.term.colours)
        return (
            f"{_IN_WORDS[self.operator]} {self.number} of the stickers of {where} "
            f"show colour {colours}"
        )

    def __str__(self) -> str:
        return f"{self.term}{self.operator}{self.number}"

    def __repr__(self) -> str:
        return f"({self.term.expression()} {self.operator} {self.number})"


class Comparison(Rule):
    """Counts, and rules as 0 or 1, added up with integers as weights, are compared with a number.

    Args:
        weights: for each term its weight; not 0, and at most `MOST_TIMES`.
        operator: `<=`, `>=`, `==` or `!=`.
        number: what the sum is compared with; at most `MOST`.
    """

    name = "comparison"
    summary = "sums of counts, and of numbers of colours, are compared with each other"
    scope = "stickers"
    example = "colours(U)+2*count(U, R)<=count(F, R)+4"

    def __init__(self, weights: Mapping[Summand, int], operator: str, number: int) -> None:
        terms = sorted(weights, key=str)
        if weights[terms[0]] < 0:  # one of the two ways to write it
            weights = {term: -weight for term, weight in weights.items()}
            operator, number = _MIRRORED[operator], -number
        self.weights = {term: weights[term] for term in terms}
        self.operator = operator
        self.number = number
        large = max(map(abs, self.weights.values()))
        if large > MOST_TIMES:
            raise InputError(f"a count is multiplied by {large}", f"the limit is {MOST_TIMES}")
        if abs(number) > MOST:
            raise InputError(f"{self}: {abs(number)} is too large", f"the limit is {MOST}")
        self.rules = tuple(rule for term in self.weights for rule in term.rules)
        self.depth = max((1 + rule.depth for rule in self.rules), default=0)
        self.parts = 1 + sum(rule.parts for rule in self.rules)
        check_extent(self)

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return the one or two bounds on the sum, or their negations as alternatives."""
        terms = [(p, w) for term, w in self.weights.items() for p in term.parts(puzzle)]
        bounds = []
        if self.operator != "<=":
            bounds.append(sum_of(terms, self.number))
        if self.operator != ">=":
            bounds.append(sum_of(((part, -weight) for part, weight in terms), -self.number))
        return [any_of(b.negated() for b in bounds)] if self.operator == "!=" else bounds

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on the stickers that are counted."""
        values = {term: term.value(cube) for term in self.weights}
        total = sum(weight * values[term] for term, weight in self.weights.items())
        if COMPARED[self.operator](total, self.number):
            return []
        facelets = {facelet for term in self.weights for facelet in term.counted_facelets(cube)}
        text = ", ".join(
            f"{term.in_words(colours_of)} is {value}" for term, value in values.items()
        )
        return [Violation(tuple(sorted(facelets)), text)]

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` has the stickers."""
        for term in self.weights:
            term.require(puzzle)

    def renamed(self, holding: str) -> Rule:
        """Return the comparison of the same terms in other letters."""
        weights = {term.renamed(holding): weight for term, weight in self.weights.items()}
        if weights == self.weights:
            return self
        return RenamedRule(self, Comparison(weights, self.operator, self.number), holding)

    def describe(self) -> str:
        """Return the comparison in words."""
        how = {"<=": "at most", ">=": "at least", "==": "the same as", "!=": "not the same as"}
        left, right = self._sides()
        words = [
            _side_text(side, " times ", " plus ", methodcaller("in_words"))
            for side in (left, right)
        ]
        return f"{words[0]} is {how[self.operator]} {words[1]}"

    def _sides(self) -> tuple[_Side, _Side]:
        """Return the terms added on the left and on the right, a number with None."""
        # No dictionaries: the hash of a term is that of its text, so each level of sums in sums would double the work.
        left: _Side = [(term, weight) for term, weight in self.weights.items() if weight > 0]
        right: _Side = [(term, -weight) for term, weight in self.weights.items() if weight < 0]
        if self.number < 0:
            left.append((None, -self.number))
        if self.number > 0 or not right:
            right.append((None, max(self.number, 0)))
        return left, right

    def __str__(self) -> str:
        left, right = (_side_text(side, "*", "+", str) for side in self._sides())
        return f"{left}{self.operator}{right}"

    def __repr__(self) -> str:
        left, right = (
            _side_text(side, " * ", " + ", methodcaller("expression")) for side in self._sides()
        )
        return f"({left} {self.operator} {right})"


def _side_text(side: _Side, times: str, plus: str, said: Callable[[Summand], str]) -> str:
    """Return a side of a comparison as text, each term worded by `said`."""
    return plus.join(
        str(weight)
        if term is None
        else f"{weight}{times}{said(term)}"
        if weight > 1
        else said(term)
        for term, weight in side
    )


def comparison_of(weights: Mapping[Summand, int], sign: str, number: int) -> Rule:
    """Return the rule that compares a weighted sum of terms, some weights perhaps 0, with a number.

    Args:
        weights: for each term its weight.
        sign: `<`, `<=`, `==`, `!=`, `>=` or `>`.
        number: any integer.

    Raises:
        InputError: a number is too large.
    """
    if sign in ("<", ">"):
        sign, number = f"{sign}=", number + (1 if sign == ">" else -1)
    terms = {term: weight for term, weight in weights.items() if weight}
    if not terms:
        return AllOf(()) if COMPARED[sign](0, number) else AnyOf(())
    if len(terms) == 1:
        ((term, weight),) = terms.items()
        if isinstance(term, Term) and term.colours and abs(weight) == 1:
            sign, number = (sign, number) if weight == 1 else (_MIRRORED[sign], -number)
            if number < 0:
                return AllOf(()) if sign in (">=", "!=") else AnyOf(())
            return CountOf(term.where, term.colours, sign, number)
    return Comparison(terms, sign, number)
