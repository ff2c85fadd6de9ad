"""A picture of a state of a puzzle that is not a cube."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar

from cubecsp.pictures.question import TITLE, VIEW_GROUP, Background, Letters
from cubecsp.pictures.solid import SolidPicture, solid_picture
from cubecsp.pictures.views.solids import SOLID_BACKS, SOLID_VIEWS
from cubecsp.questions.answer import Status
from cubecsp.questions.asking.asks import asks
from cubecsp.questions.asking.kinds import Choice, Text
from cubecsp.questions.asking.param import Cli, Param
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.asking import AboutOneState, OneState
from cubecsp.questions.limits import Run

__all__ = ["PictureState", "picture_state"]


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class PictureState(AboutOneState):
    """What `picture_state` is asked.

    The entry `svg` of `more` is an SVG document.

    Raises:
        InputError: there are several states, the definition does not say what shape stickers have, or something cannot
            be read.
    """

    name: ClassVar[str] = "picture_state"
    example: ClassVar[Mapping[str, Any]] = {
        "puzzle": "skewb",
        "states": "R U' L B",
        "view": "solid",
        "back": "beside",
    }
    is_quick: ClassVar[bool] = True

    states: OneState = field(kw_only=False)
    view: Annotated[
        str,
        Param(
            "how the puzzle is shown: unfolded (net), or in space (solid)",
            Choice(lambda: tuple(SOLID_VIEWS), "view of a solid"),
            group=VIEW_GROUP,
        ),
    ] = "net"
    back: Annotated[
        str | None,
        Param(
            "show the hidden faces of a solid too: beside it, on a second one tipped over",
            Choice(lambda: SOLID_BACKS, "way to show the back of a solid"),
            group=VIEW_GROUP,
            cli=Cli(const=SOLID_BACKS[0]),
        ),
    ] = None
    rotation: Annotated[
        str | None,
        Param(
            "how the solid is turned towards the viewer: axes and degrees",
            Text("R"),
            usual="y45x-34, or as near to it as all faces can be seen",
            group=VIEW_GROUP,
        ),
    ] = None
    colours: Annotated[
        str | None,
        Param(
            "a colour for each face with commas (#rrggbb or names), in the order that the puzzle has; for faces like "
            "those of a cube also the name of a scheme",
            Text("COLOURS"),
            usual="the usual colours of the puzzle",
            group=VIEW_GROUP,
            cli=Cli(("--scheme",)),
        ),
    ] = None
    letters: Letters = False
    background: Background = None
    title: Annotated[str, TITLE] = ""

    def require(self) -> None:
        """Make sure that there is one state, and that it can be drawn."""
        super().require()
        _ = self.picture.scene

    @cached_property
    def picture(self) -> SolidPicture:
        """The picture."""
        (state,) = self.read
        return solid_picture(
            state,
            view=self.view,
            back=self.back,
            rotation=self.rotation,
            colours=self.colours,
            letters=self.letters,
            background=self.background,
            title=self.title,
        )

    def work(self, answer: StateAnswer, run: Run) -> None:  # noqa: ARG002  # it takes no time
        """Draw the state."""
        answer.states = [StateReport(self.picture.state)]
        answer.more["svg"] = self.picture.svg()
        answer.status = Status.COMPLETE


QUESTION = PictureState
picture_state = asks(PictureState)
