"""Texts of moves rewritten: inverted, mirrored, or as they look with the cube turned."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Concatenate,
    ParamSpec,
    Protocol,
    Self,
    cast,
)

from cubecsp.errors import InputError
from cubecsp.formats import stated_moves
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.written_moves import Image, WrittenMoves
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.sizes import LARGEST
from cubecsp.puzzle.cube.written_turns import written_turns
from cubecsp.questions.answers.answer import Answer, Status
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.asking import value_kinds
from cubecsp.questions.asking.functions import as_function
from cubecsp.questions.asking.parameter import Cli, Http, Param
from cubecsp.questions.asking.query import Query
from cubecsp.questions.asking.shared_parameters import PuzzleAsked

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

__all__ = ["AboutTexts", "TextsAnswer", "rewrites"]

P = ParamSpec("P")


@dataclass(repr=False)
class TextsAnswer(Answer):
    """The rewritten texts: the answer to `invert`, `mirror` and `rotate` on the command line and over HTTP.

    Attributes:
        texts: for each text the `moves`, as they were written, and the `result`.
    """

    texts: Sequence[Mapping[str, str]] = ()

    def sentence(self) -> str:
        """Return the sentence with the number of texts."""
        return f"{plural(len(self.texts), 'text')} rewritten."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        return {"query": data["query"], "status": data["status"], "texts": self.texts}


@frozen(kw_only=True)
class AboutTexts(Query[TextsAnswer]):
    """A question that turns moves into other moves, in the same notation."""

    is_quick: ClassVar[bool] = True

    moves: Annotated[
        "str | Moves | Iterable[str | Moves]",
        Param(
            "a text of moves, in the notation of `cubecsp.puzzle.cube.notation` or of the puzzle, or moves",
            value_kinds.MovesValue(several=True),
            cli=Cli(
                help="moves, what a command prints with --json, a file of either, or - for standard input"
            ),
        ),
    ] = field(kw_only=False)
    size: Annotated[
        int,
        Param(
            "the size of the cube that they are for, n of the n×n×n",
            value_kinds.Whole(2, None),
            cli=Cli(most=LARGEST),
            http=Http(most=LARGEST),
        ),
    ] = CUBE.size

    puzzle: PuzzleAsked = None

    def require(self) -> None:
        """Make sure that the puzzle is named once; if it is a cube, its size is meant."""
        size = getattr(self.puzzle, "size", CUBE.size)
        if self.puzzle is not None and self.size not in (CUBE.size, size):
            raise InputError(
                "a puzzle and the size of a cube are both given", "give one of the two"
            )
        if isinstance(self.puzzle, CubePuzzle):
            object.__setattr__(self, "size", size)
            object.__setattr__(self, "puzzle", None)

    @property
    def other(self) -> "KPuzzle | None":
        """The puzzle if it is not a cube."""
        return cast("KPuzzle | None", self.puzzle)  # it has been checked

    def as_json(self, name: str, value: Any) -> Any:
        """Return no size for a puzzle that is not a cube."""
        return None if name == "size" and self.puzzle else super().as_json(name, value)

    @property
    def image(self) -> Image:
        """What moves become."""
        raise NotImplementedError

    def rewrite(self, written: WrittenMoves) -> WrittenMoves:
        """Return the rewritten moves."""
        return written.moved(self.image)

    def take(self, moves: str | Moves) -> dict[str, str]:
        """Return moves as they were given, and as rewritten.

        Raises:
            InputError: the text cannot be read, is a cube, or names layers that such a cube does not have; or what it
                becomes has no name.
        """
        if self.other is None:
            text = stated_moves(moves) if isinstance(moves, str) else str(moves)
            written = written_turns(text, cube_puzzle(self.size))
        else:
            from cubecsp.puzzle.kpuzzle.written_moves import written_moves  # cubes do not need it

            written = written_moves(str(moves), self.other)
        return {"moves": str(moves), "result": str(self.rewrite(written))}

    @cached_property
    def taken(self) -> tuple[dict[str, str], ...]:
        """The results of all texts; errors as for `take`."""
        alone = isinstance(self.moves, str | Moves)
        texts = cast(Iterable[str | Moves], (self.moves,) if alone else self.moves)
        return tuple(map(self.take, texts))

    def about(self, taken: Iterable[dict[str, str]]) -> Self:
        """Return the same question about one text or several that `take` has returned."""
        known = tuple(taken)
        texts = tuple(one["moves"] for one in known)
        result = replace(self, moves=texts[0] if len(texts) == 1 else texts)
        vars(result)["taken"] = known
        return result

    @property
    def result(self) -> str:
        """The result of the one text.

        Raises:
            InputError: as for `take`, or there are several.
        """
        if not isinstance(self.moves, str | Moves):
            raise InputError(
                f"{len(self.taken):,} texts are given to a question about one", "give one at a time"
            )
        return self.taken[0]["result"]

    def answer(self) -> TextsAnswer:
        """Return the rewritten texts."""
        return TextsAnswer(query=self, status=Status.COMPLETE, texts=[*self.taken])


class _Rewrites(Protocol[P]):
    """A function that turns one text into another."""

    def __call__(self, moves: str | Moves, *args: P.args, **how: P.kwargs) -> str: ...


def rewrites(query: Callable[Concatenate[Any, P], AboutTexts]) -> _Rewrites[P]:
    """Return the function of Python, whose answer is a text."""

    def rewrite(moves: str | Moves, *args: P.args, **how: P.kwargs) -> str:
        return query(moves, *args, **how).result

    return as_function(query, str)(rewrite)
