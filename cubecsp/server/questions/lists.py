"""What can be asked for, what rule texts mean, and pictures of cubes."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from cubecsp.models.wording import explained
from cubecsp.pictures.picture import picture
from cubecsp.pictures.views import VIEWS
from cubecsp.pictures.views.base import BACKS
from cubecsp.questions.given import pattern_of
from cubecsp.questions.listing import by_kind, entries_of
from cubecsp.server.questions.base import (
    AboutCubes,
    Asked,
    Teller,
    Text,
    WithRules,
    choice,
    one_of,
)

__all__ = ["Meaning", "Picture", "Rules"]

_Stickers = Annotated[list[Text], Field(max_length=1_000)]


class Rules(Asked):
    """Every rule, form and model that can be asked for; with names, everything about these."""

    question: ClassVar[str] = "rules"
    is_quick: ClassVar[bool] = True
    example: ClassVar[dict[str, Any]] = {"names": ["symmetric"]}

    names: Annotated[
        list[Text], Field(max_length=100, description="Of rules, models and words of the language.")
    ] = Field([])

    def ask(self, tell: Teller) -> dict[str, Any]:
        return by_kind(entries_of(self.names))


class Meaning(WithRules):
    """What rule texts mean, which stickers they look at, and what they become for an engine."""

    question: ClassVar[str] = "meaning"
    is_quick: ClassVar[bool] = True
    example: ClassVar[dict[str, Any]] = {"rules": "any(solved=F2L, not faces-differ)"}

    def ask(self, tell: Teller) -> dict[str, Any]:
        pattern = pattern_of(self.stated, self.size)
        return explained(pattern).as_dict(pattern.puzzle)


class Picture(AboutCubes):
    """A picture of a cube, real or not, as SVG."""

    question: ClassVar[str] = "picture"
    is_quick: ClassVar[bool] = True
    example: ClassVar[dict[str, Any]] = {"cubes": "R U R' U'", "view": "cube"}

    view: str = choice(VIEWS, "How the cube is shown.", next(iter(VIEWS)))
    back: str | None = choice(BACKS, "How hidden faces are shown, in views from one side.")
    rotation: Annotated[
        Text | None, Field(description="How it is turned towards the viewer: axes and degrees.")
    ] = None
    colours: Annotated[
        Text | None,
        Field(description="The name of a scheme, or six colours for U R F D L B with commas."),
    ] = None
    letters: Annotated[bool, Field(description="A letter on each sticker.")] = False
    shapes: Annotated[bool, Field(description="A shape on each sticker, by colour.")] = False
    marked: Annotated[_Stickers, Field(description="Stickers to mark with a cross.")] = Field([])
    ringed: Annotated[_Stickers, Field(description="Stickers to mark with a ring.")] = Field([])
    arrows: Annotated[
        str, Field(max_length=2_000, description="From and to: `U1U3,U3U9-both-curved-red`.")
    ] = ""
    background: Annotated[Text | None, Field(description="A colour.")] = None
    title: Annotated[
        str, Field(max_length=200, description="For readers who cannot see the picture.")
    ] = ""

    def ask(self, tell: Teller) -> dict[str, Any]:
        cubes, _ = self.each(lambda reading: reading.stickers)
        drawn = picture(
            one_of(cubes),
            view=self.view,
            back=self.back,
            rotation=self.rotation,
            colours=self.colours,
            letters=self.letters,
            shapes=self.shapes,
            marked=self.marked,
            ringed=self.ringed,
            arrows=self.arrows,
            background=self.background,
            title=self.title,
        )
        return {"svg": drawn.svg()}
