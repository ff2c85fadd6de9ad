"""The colours along a list of stickers, described by a regular expression.

The expression becomes an automaton whose states are its own places (V. Glushkov, Russian Mathematical Surveys 16 (1961)
1-53), and that becomes a decision diagram: a node stands for the places that may have been read last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache, reduce
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import Primitive, all_of, any_of
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule
from cubecsp.models.rules.sticker_lists import OnStickers, Places
from cubecsp.models.rules.terms import colour_in, facelets_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import named_after_centres

if TYPE_CHECKING:
    from lark import Lark, Token

_LONGEST = 200  # characters
_MOST_NODES = 5_000  # in a diagram

_GRAMMAR = r"""
start: sequence ("|" sequence)*
sequence: repeated*
?repeated: single | single /[*+?]/ -> repetition
?single: /[URFDLB.]|\[\^?[URFDLB]+\]/ -> colour
       | "(" start ")"
"""


_Place = tuple[int, str]
"""A place in an expression where a colour is read: its number, and the letters that it takes."""

_Places = frozenset[_Place]


class _Part(NamedTuple):
    """A part of an expression.

    Attributes:
        optional: whether it matches nothing at all.
        first: where it may begin.
        last: where it may end.
        follow: which place may come after which.
    """

    optional: bool
    first: _Places
    last: _Places
    follow: frozenset[tuple[_Place, _Place]] = frozenset()


_NOTHING = _Part(True, frozenset(), frozenset())
_BEGUN = frozenset({(-1, "")})  # what was read before the first colour


class Regular(OnStickers):
    """The colours along stickers match a regular expression from the first to the last.

    Args:
        where: stickers and letters of whole faces, each once.
        expression: letters of colours, `.` for any, `[UR]` for one of some, `[^UR]` for one of the others,
            `|` for alternatives, parentheses, and `*`, `+`, `?` for how often. Blanks mean nothing.

    Raises:
        InputError: a name is unknown, or the expression malformed or too large.
    """

    name = "regular"
    summary = "the colours along these stickers match a regular expression"
    example = 'regular(F4 F5 F6 R4 R5 R6: "[FR]+ . [^FR]*")'
    fault = "which the expression does not match"

    def __init__(self, where: Places, expression: str) -> None:
        self.expression = "".join(colour_in(sign) or sign for sign in expression if sign.strip())
        super().__init__(where)
        self.rest = (self.expression,)
        self._automaton = _then(_Part(False, _BEGUN, _BEGUN), _read(self.expression))

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one decision diagram, or a constant if no colours decide."""
        facelets = tuple(facelets_of(self.where, puzzle))
        layers: list[tuple[tuple[int, ...], ...]] = []
        states = [_BEGUN]
        for left in reversed(range(len(facelets))):
            images = [[self._after(state, colour) for colour in FACES] for state in states]
            states = [*dict.fromkeys(i for node in images for i in node if i and left)]
            known = dict(zip(states, range(len(states)), strict=True))
            layers.append(tuple(tuple(known.get(i, self._result(i)) for i in n) for n in images))
            if sum(map(len, layers)) > _MOST_NODES:
                raise InputError(
                    f"{self} needs a diagram of more than {_MOST_NODES:,} nodes",
                    "use fewer stickers or a simpler expression",
                )
        ends = {child for layer in layers for node in layer for child in node if child < 0}
        if len(ends) == 1:
            return [all_of([]) if Diagram.YES in ends else any_of([])]
        return [Diagram(facelets, tuple(layers))]

    def faults(self, letters: str) -> Collection[int]:
        """Return all places, unless the expression matches."""
        matches = self._result(reduce(self._after, letters, _BEGUN)) == Diagram.YES
        return range(0 if matches else len(letters))

    def _after(self, read: _Places, colour: str) -> _Places:
        """Return the places that may be read last, if one of `read` was before and then a colour comes."""
        follow = self._automaton.follow
        return frozenset(q for p, q in follow if p in read and colour in q[1])

    def _result(self, read: _Places) -> int:
        """Return whether the expression may end where one of these places was read last."""
        return Diagram.YES if read & self._automaton.last else Diagram.NO

    def renamed(self, holding: str) -> Rule:
        """Return the expression in other letters."""
        inner = Regular(self.where, named_after_centres(self.expression, holding))
        return RenamedRule(self, inner, holding)

    def describe(self) -> str:
        """Return the rule in words."""
        return f"the colours of {' '.join(self.where)}, in this order, match {self.expression}"

    def __str__(self) -> str:
        return f'regular({" ".join(self.where)}: "{self.expression}")'


def _then(one: _Part, other: _Part) -> _Part:
    """Return the part that consists of two in a row."""
    return _Part(
        one.optional and other.optional,
        one.first | other.first if one.optional else one.first,
        one.last | other.last if other.optional else other.last,
        one.follow | other.follow | {*product(one.last, other.first)},
    )


@cache
def _lark() -> Lark:
    from lark import Lark, Token, Transformer, v_args  # slow to import, and seldom needed

    @v_args(inline=True)
    class PartBuilder(Transformer[Token, Any]):
        """Makes parts while lark reads."""

        def start(self, *parts: _Part) -> _Part:
            optional, *places = zip(*parts, strict=True)
            return _Part(any(optional), *(frozenset().union(*each) for each in places))

        def sequence(self, *parts: _Part) -> _Part:
            return reduce(_then, parts, _NOTHING)

        def repetition(self, part: _Part, sign: Token) -> _Part:
            again = () if sign == "?" else product(part.last, part.first)
            return part._replace(
                optional=part.optional or sign != "+", follow=part.follow.union(again)
            )

        def colour(self, sign: Token) -> _Part:
            others = sign == "." or sign[1:2] == "^"
            colours = "".join(c for c in FACES if (c in sign) != others)
            place = frozenset({(sign.start_pos or 0, colours)})
            return _Part(False, place, place)

    return Lark(_GRAMMAR, parser="lalr", transformer=PartBuilder())


def _read(text: str) -> _Part:
    """Return the whole of an expression."""
    if len(text) > _LONGEST:
        raise InputError(f"an expression of {len(text)} characters", f"the limit is {_LONGEST}")
    from lark import UnexpectedInput

    try:
        return _lark().parse(text)  # type: ignore[return-value]  # what the builder made
    except UnexpectedInput as error:
        at = len(text) if getattr(error, "token", None) == "" else error.pos_in_stream or 0
        raise InputError(
            f"the regular expression {excerpt(text, at)} is malformed at character {at + 1}",
            "write letters of colours, ., [UR], [^UR], |, parentheses and * + ?",
        ) from None
