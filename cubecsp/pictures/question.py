"""A picture of a cube, solvable or not."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args

from cubecsp.errors import InputError
from cubecsp.formats import as_stickers
from cubecsp.frozen import frozen
from cubecsp.pictures import picture as pictures
from cubecsp.pictures.colours import SCHEMES
from cubecsp.pictures.views import VIEWS
from cubecsp.pictures.views.solids import SOLID_VIEWS
from cubecsp.pictures.views.view import BACKS
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.questions.answers.answer import Answer, Status
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike
from cubecsp.questions.asking.parameter import Cli, Param, parameters
from cubecsp.questions.asking.query import Stream, ready
from cubecsp.questions.asking.reader import StateReader
from cubecsp.questions.asking.shared_parameters import OneCube, Scheme
from cubecsp.questions.asking.value_kinds import Flag, Many, OneOf, Text

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

__all__ = ["DrawPicture", "PictureAnswer"]

_VIEW = "view"

_MARKS = "marks and arrows"


@dataclass(kw_only=True, repr=False)
class PictureAnswer(Answer):
    """The answer to `picture`.

    Attributes:
        picture: the picture of the cube, or of a state of another puzzle.
    """

    picture: pictures.Picture

    def sentence(self) -> str:
        """Return the title of the picture."""
        return f"A picture of {self.picture.facelets}."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints: an SVG document."""
        return {"svg": self.picture.svg()}


def _not_on_the_command_line(annotation: Any) -> Param:
    """Return the parameter as other interfaces have it: the command reads it in its own way."""
    param: Param = get_args(annotation)[1]
    return replace(param, cli=None)


@frozen(kw_only=True)
class DrawPicture(AboutStates[PictureAnswer, Facelets]):
    """The parameters of `picture`: the parameters of `cubecsp.picture`.

    A puzzle that is not a cube can be drawn if the shapes of its stickers are known.

    Raises:
        InputError: something cannot be read or does not exist, or the shapes of stickers are not known.
    """

    name: ClassVar[str] = "picture"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'", "view": "cube"}
    is_quick: ClassVar[bool] = True
    of_cubes: ClassVar[tuple[str, ...]] = (
        *AboutStates.of_cubes,
        "shapes",
        "marked",
        "ringed",
        "arrows",
    )
    of_other_puzzles: ClassVar[tuple[str, ...]] = ("ignore_orientation",)

    cubes: Annotated["CubeLike", _not_on_the_command_line(OneCube)] = field(kw_only=False)
    scheme: Annotated[str | None, _not_on_the_command_line(Scheme)] = None
    view: Annotated[
        str,
        Param(
            "how the puzzle is drawn; `about views` lists them",
            OneOf(lambda: tuple(dict.fromkeys((*VIEWS, *SOLID_VIEWS))), "view"),
            group=_VIEW,
        ),
    ] = "net"
    back: Annotated[
        str | None,
        Param(
            "how the hidden faces of a cube in space are shown: beside it, around it, or through it",
            OneOf(lambda: BACKS, "way to show the back"),
            cli=None,
        ),
    ] = None
    rotation: Annotated[
        str | None,
        Param(
            "how the cube is turned towards the viewer: axes and degrees",
            Text("R"),
            usual="y45x-34 for cubes",
            group=_VIEW,
        ),
    ] = None
    colours: Annotated[
        str | None,
        Param(
            f"colours: {', '.join(SCHEMES)}, or six for U R F D L B with commas",
            Text("COLOURS"),
            group=_VIEW,
            cli=Cli(("--scheme",)),
        ),
    ] = None
    letters: Annotated[bool, Param("a letter on each sticker", Flag(), group=_VIEW)] = False
    shapes: Annotated[bool, Param("a shape on each sticker, by colour", Flag(), group=_VIEW)] = (
        False
    )
    marked: Annotated[
        "Collection[int | str]",
        Param("stickers to mark with a cross", Many(Text("STICKER")), cli=None),
    ] = ()
    ringed: Annotated[
        "Collection[int | str]",
        Param("stickers to mark with a ring", Many(Text("STICKER")), cli=None),
    ] = ()
    arrows: Annotated[
        str,
        Param(
            "from and to, and optionally two heads, a bend, a colour: U1U3,U3U9-both-curved-red",
            Text("ARROWS", 2_000, empty=True),
            group=_MARKS,
        ),
    ] = ""
    background: Annotated[
        str | None, Param("the colour of the background", Text("COLOUR"), group=_VIEW)
    ] = None
    title: Annotated[
        str,
        Param(
            "for readers who cannot see the picture",
            Text("TEXT", 200, empty=True),
            group="output",
            cli=Cli(help="the title of a page, or of a picture for readers who cannot see it"),
        ),
    ] = ""

    def require(self) -> None:
        """Make sure that stickers have room for the drawings on them."""
        super().require()
        if self.letters and self.shapes:
            raise InputError("letters and shapes do not both fit on a sticker", "choose one")

    def take_state(self, state: pictures.OtherState) -> None:
        """Make sure that it can be drawn."""
        _ = self.drawn(state).scene

    def _state_reader(self, puzzle: "KPuzzle") -> StateReader:
        return StateReader(puzzle, shown=True)

    def take_cube(self, cube: CubeLike) -> Facelets:
        """Return the stickers of a cube, which need not be solvable."""
        return as_stickers(cube)

    def drawn(self, one: Facelets | pictures.OtherState) -> pictures.Picture:
        """Return the picture of some stickers, or of a state of a puzzle that is not a cube."""
        how = parameters(DrawPicture).keys() - parameters(AboutStates).keys()
        return pictures.picture(one, **{name: getattr(self, name) for name in how})

    def stream(self) -> Stream[PictureAnswer]:
        """Return the question, which is answered at once."""
        result = self.drawn(self.taken[0])
        return ready(PictureAnswer(query=self, status=Status.COMPLETE, picture=result))


QUESTION = DrawPicture
